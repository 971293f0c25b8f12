"""The output merger of the witness: ideal codes, and bounds of legal sets.

Sets of fixed-point codes are computed twice, in plain floating point, with every
allowance a little smaller and a little larger than the rule says.  What is legal
must hold the first set and lie in the second; where both are the same, which is
nearly always, that is equality.
"""
import itertools
import math

from witness_numbers import (Component, Fraction, Number, ONE, ZERO,
                             from_fp32, larger, round_float, smaller, to_fp32)

COLOR_FACTORS = (
    'ZERO', 'ONE', 'SRC_COLOR', 'INV_SRC_COLOR', 'SRC_ALPHA', 'INV_SRC_ALPHA',
    'DEST_ALPHA', 'INV_DEST_ALPHA', 'DEST_COLOR', 'INV_DEST_COLOR',
    'SRC_ALPHA_SAT', 'BLEND_FACTOR', 'INV_BLEND_FACTOR', 'ALPHA_FACTOR',
    'INV_ALPHA_FACTOR')
DUAL_COLOR_FACTORS = ('SRC1_COLOR', 'INV_SRC1_COLOR', 'SRC1_ALPHA', 'INV_SRC1_ALPHA')
ALPHA_FACTORS = tuple(f for f in COLOR_FACTORS if not f.endswith('_COLOR'))
DUAL_ALPHA_FACTORS = ('SRC1_ALPHA', 'INV_SRC1_ALPHA')
OPS = ('ADD', 'SUBTRACT', 'REV_SUBTRACT', 'MIN', 'MAX')
LOGIC_OPS = {
    'CLEAR': lambda s, d: 0, 'SET': lambda s, d: ~0,
    'COPY': lambda s, d: s, 'COPY_INVERTED': lambda s, d: ~s,
    'NOOP': lambda s, d: d, 'INVERT': lambda s, d: ~d,
    'AND': lambda s, d: s & d, 'NAND': lambda s, d: ~(s & d),
    'OR': lambda s, d: s | d, 'NOR': lambda s, d: ~(s | d),
    'XOR': lambda s, d: s ^ d, 'EQUIV': lambda s, d: ~(s ^ d),
    'AND_REVERSE': lambda s, d: s & ~d, 'AND_INVERTED': lambda s, d: ~s & d,
    'OR_REVERSE': lambda s, d: s | ~d, 'OR_INVERTED': lambda s, d: ~s | d,
}


class Equation:
    def __init__(self, src, dest, op):
        self.src, self.dest, self.op = src, dest, op


class Operands:
    """What one component's equation reads, each by the name of its origin, so
    that one origin has one value wherever it occurs."""

    def __init__(self, letter, source, source1, constant, dest):
        self.letter = letter
        self.value = {}
        for name, vector in (('s', source), ('t', source1), ('k', constant)):
            for index, component in enumerate('rgba'):
                self.value[name + component] = vector[index]
        for component in 'rgba':
            self.value['d' + component] = dest[component]

    def of_factor(self, factor):
        """The names of what a factor reads, without its INV."""
        own = self.letter
        name = factor.removeprefix('INV_')
        return {
            'ZERO': (), 'ONE': (), 'SRC_COLOR': ('s' + own,), 'SRC_ALPHA': ('sa',),
            'DEST_COLOR': ('d' + own,), 'DEST_ALPHA': ('da',),
            'SRC_ALPHA_SAT': () if own == 'a' else ('sa', 'da'),
            'BLEND_FACTOR': ('k' + own,), 'ALPHA_FACTOR': ('ka',),
            'SRC1_COLOR': ('t' + own,), 'SRC1_ALPHA': ('ta',),
        }[name]

    def read_by(self, equation):
        """All values that an equation (None: a plain store) reads."""
        names = {'s' + self.letter}
        if equation:
            names.add('d' + self.letter)
            if equation.op not in ('MIN', 'MAX'):
                names.update(self.of_factor(equation.src), self.of_factor(equation.dest))
        return [self.value[name] for name in sorted(names)]


# --- The ideal result -------------------------------------------------------

def ideal_factor(operands, factor):
    if factor == 'ZERO':
        return ZERO
    names = operands.of_factor(factor)
    if not names:  # ONE, and SRC_ALPHA_SAT in an alpha equation (FS 17.1)
        return ONE
    if factor == 'SRC_ALPHA_SAT':
        rest = ONE.plus(operands.value['da'].negated())
        return smaller(operands.value['sa'], rest)
    value = operands.value[names[0]]
    return ONE.plus(value.negated()) if factor.startswith('INV_') else value


def is_zero_of_either_sign(equation, operands, result):
    """FS 22.10.10: which zero a minimum or maximum of both gives is not
    enforced, and SRC_ALPHA_SAT holds one."""
    if not equation or result.kind != 'finite' or result.size:
        return False
    value = operands.value
    if equation.op in ('MIN', 'MAX'):
        pair = value['s' + operands.letter], value['d' + operands.letter]
    elif operands.letter != 'a' and 'SRC_ALPHA_SAT' in (equation.src, equation.dest):
        pair = value['sa'], ONE.plus(value['da'].negated())
    else:
        return False
    return all(n.kind == 'finite' and not n.size for n in pair)


def ideal_blend(equation, operands):
    source = operands.value['s' + operands.letter]
    dest = operands.value['d' + operands.letter]
    if equation.op == 'MIN':
        return smaller(source, dest)
    if equation.op == 'MAX':
        return larger(source, dest)
    left = source.times(ideal_factor(operands, equation.src))
    right = dest.times(ideal_factor(operands, equation.dest))
    if equation.op == 'SUBTRACT':
        return left.plus(right.negated())
    if equation.op == 'REV_SUBTRACT':
        return right.plus(left.negated())
    return left.plus(right)


def clamped_operands(of, operands):
    """FS 17.5: everything is clamped to the target's range before use."""
    clamped = Operands.__new__(Operands)
    clamped.letter = operands.letter
    clamped.value = {name: value if name[0] == 'd' else of.clamped(value)
                     for name, value in operands.value.items()}
    return clamped


# --- Fixed point: bounds of the legal sets ----------------------------------

class Room:
    """Allowances in codes: of an operand's conversion to a code and to a finer
    format, of a product's rounding, of a product on a finer grid, of the store."""

    def __init__(self, operand, spread, product, finer, store):
        self.operand, self.spread, self.product = operand, spread, product
        self.finer, self.store = finer, store

    def by(self, slack):
        return Room(self.operand + slack, self.spread + slack, self.product + slack,
                    self.finer + slack, self.store + slack)


ROOM = {'d3d': Room(0.6, 0.6, 0.5, 0.25, 0.6), 'vulkan': Room(1.0, 0.6, 1.0, 0.5, 1.0)}


def codes_near(low, high, room):
    """Integers within `room` of somewhere in low to high."""
    return range(math.ceil(low - room), math.floor(high + room) + 1)


class Fixed:
    """The blender of one fixed-point component under given allowances."""

    def __init__(self, component, room, widened=False):
        self.top = component.top
        self.low = -component.top if component.kind == 'SNORM' else 0
        self.room = room
        self.widened = widened  # a destination of fewer bits, off the grid

    def clamp(self, code):
        return min(max(code, self.low), self.top)

    def stored(self, low, high):
        """Codes that a value of low to high codes may be stored as."""
        low, high = self.clamp(low), self.clamp(high)
        return {self.clamp(n) for n in codes_near(low, high, self.room.store)}

    def decisions(self, value, turns):
        """Ways to take an operand, in units: kept or converted to a code, which
        is one number, or in some finer format, anywhere between the ends; the
        least or greatest sum may then be where it turns.  Without blending
        there are no `turns` and no finer formats."""
        code = float(value) * self.top
        near = round(code)
        if to_fp32(Fraction(near, self.top)) == to_fp32(value):
            return [[near / self.top]]
        codes = codes_near(code, code, self.room.operand)
        spread = self.room.spread
        low = max(code - spread, self.low + 1e-11) / self.top
        high = min(code + spread, self.top - 1e-11) / self.top
        single = [[float(value)]] + [[self.clamp(n) / self.top] for n in codes]
        if turns is None:
            return single
        return single + [[low, high] + [t for t in turns if low < t < high]]

    def products(self, true, exact):
        """How one product may be rounded to the grid, in codes."""
        code = exact * self.top
        return list(codes_near(code, code, self.room.product)) if true else [code]

    def blend(self, equation, operands, clamp_factors):
        """`equation` is None where blending is off: nothing but a store."""
        codes = set()
        blends = equation is not None
        equation = equation or Equation('ONE', 'ZERO', 'ADD')
        own = operands.letter
        names = {'s' + own, 'd' + own}
        if equation.op not in ('MIN', 'MAX'):
            names |= set(operands.of_factor(equation.src))
            names |= set(operands.of_factor(equation.dest))
        names = sorted(names)
        choices = []
        for n in names:
            value = operands.value[n].fraction()
            turns = [] if blends else None
            if blends and n[1] == own and n[0] in 'sd':
                other = float(operands.value[('d' if n[0] == 's' else 's') + own].fraction())
                turns = [0.0, 0.5, other / 2, -other / 2, (1 - other) / 2, (1 + other) / 2]
            choices.append(self.decisions(value, turns) if n[0] != 'd' or self.widened
                           else [[float(value)]])
        for picked in itertools.product(*choices):
            codes |= self.combine(equation, operands, names, picked, clamp_factors)
        return codes

    def combine(self, equation, operands, names, picked, clamp_factors):
        """Codes of one decision on every operand."""
        sums = [self.of_numbers(equation, operands, dict(zip(names, values)), clamp_factors)
                for values in itertools.product(*picked)]
        codes = self.stored(min(s[0] for s in sums), max(s[1] for s in sums))
        # A finer format of operands is one of products, too.
        if len(sums) == 1 and len(sums[0]) > 2:
            left, p, right, q = sums[0][2:]
            for a in p:
                for b in q:
                    codes |= self.stored(left * a + right * b, left * a + right * b)
        return codes

    def of_numbers(self, equation, operands, chosen, clamp_factors):
        """(least, greatest) in codes, and for sums each side's sign and what its
        product may be rounded to."""
        source = chosen['s' + operands.letter]
        dest = chosen['d' + operands.letter]
        if equation.op in ('MIN', 'MAX'):
            code = (min if equation.op == 'MIN' else max)(source, dest) * self.top
            return code, code
        factors = [self.factor(f, operands, chosen, clamp_factors)
                   for f in (equation.src, equation.dest)]
        exact = (source * factors[0], dest * factors[1])
        true = [abs(value) not in (0.0, 1.0) and abs(factor) not in (0.0, 1.0)
                for value, factor in zip((source, dest), factors)]
        signs = {'ADD': (1, 1), 'SUBTRACT': (1, -1), 'REV_SUBTRACT': (-1, 1)}
        left, right = signs[equation.op]
        total = (left * exact[0] + right * exact[1]) * self.top
        width = self.room.finer * sum(true)
        return (total - width, total + width, left, self.products(true[0], exact[0]),
                right, self.products(true[1], exact[1]))

    def factor(self, factor, operands, chosen, clamp_factors):
        names = operands.of_factor(factor)
        if not names:
            return 0.0 if factor == 'ZERO' else 1.0
        if factor == 'SRC_ALPHA_SAT':
            value = min(chosen['sa'], 1.0 - chosen['da'])
        else:
            value = chosen[names[0]]
            value = 1.0 - value if factor.startswith('INV_') else value
        return min(value, 1.0) if clamp_factors else value


def slack(component):
    """What fp32 may add, in codes: a rounded operand, 1 - x and product in each
    of two terms of up to 2, and a rounded sum, are 20 halves of a unit."""
    return component.top * 2.0 ** -19 + 1e-9


def narrowed(component, codes, room, cut):
    """What 8-bit results of a component below 8 bits become: rounded again, or
    if `cut` without their low bits."""
    own = Fixed(component, room)
    narrow = set()
    for code in codes:
        exact = code * component.top / 255
        narrow |= own.stored(exact, exact)
        if cut:
            narrow.add(code >> (8 - component.bits))
    return narrow


def fixed_bounds(judge, component, equation, operands, ideal):
    """(codes that must be legal, codes that may be), as signed numbers.

    `equation` is None where blending is off; operands are clamped.
    """
    position = float(component.clamped(ideal).fraction() * component.top)
    around = slack(component)
    if judge == 'strict':
        return (set(codes_near(position, position, 0.6 - around)),
                set(codes_near(position - around, position + around, 0.6)))
    small, large = ROOM['d3d'].by(-around), ROOM[judge].by(around)
    must = Fixed(component, small).blend(equation, operands, False)
    may = Fixed(component, large).blend(equation, operands, False)
    if component.bits < 8:  # FS 17.5: may be widened first, blending or not
        wide = Component('UNORM', 0, 8)
        must |= narrowed(component, Fixed(wide, small).blend(equation, operands, False),
                         small, False)
        may |= narrowed(component, Fixed(wide, large, True).blend(equation, operands, False),
                        large, True)
    if judge == 'vulkan':
        if abs(position - round(position)) > around:  # else it is on the grid
            must |= {math.floor(position), math.ceil(position)}
        if component.kind == 'SNORM':
            may |= Fixed(component, large).blend(equation, operands, True)
    return must, may


# --- Floats: what must be legal ---------------------------------------------

def float_examples(component, equation, operands):
    """Codes of blenders that round each step to nearest in fp32, and store
    toward zero or to nearest; operands are finite."""
    def fp32(number):
        return from_fp32(round_float(number, 8, 23, True, 'nearest'))

    def rounded_factor(factor):
        return fp32(ideal_factor(operands, factor))

    def store(number):
        if component.bits == 32:
            return {component.encode(number)}
        return {round_float(number, *component.shape, how)
                for how in ('zero', 'nearest')}

    if equation is None:
        return store(operands.value['s' + operands.letter])
    source = operands.value['s' + operands.letter]
    dest = operands.value['d' + operands.letter]
    if equation.op == 'MIN':
        return store(smaller(source, dest))
    if equation.op == 'MAX':
        return store(larger(source, dest))
    left = source.times(rounded_factor(equation.src))
    right = dest.times(rounded_factor(equation.dest))
    if max(left.size, right.size) >= 2 ** 127:
        return set()  # may become infinite on the way
    if equation.op == 'SUBTRACT':
        right = right.negated()
    if equation.op == 'REV_SUBTRACT':
        left = left.negated()
    codes = set()
    for a, b in ((fp32(left), fp32(right)), (left, fp32(right)), (fp32(left), right)):
        codes |= store(fp32(a.plus(b)))
    return codes


# --- Integers ---------------------------------------------------------------

def integer_store(component, word):
    """FS 3.2.3.13, from the shader's 32 bits of the target's own type."""
    value = word - (1 << 32) if component.kind == 'SINT' and word >> 31 else word
    return component.encode(Number.of(value))


def logic_codes(component, name, word, dest):
    """(of the low bits of a wide source, of a clamped one): FS 17.7.1."""
    return [LOGIC_OPS[name](s, dest) & component.top
            for s in (word & component.top, min(word, component.top))]
