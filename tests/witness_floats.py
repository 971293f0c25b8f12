"""Bounds of legal sets of floats, for the witness.

Steps are intervals of doubles: what fp32 or a half may make of every number in
them.  Doubles hold what comes of fp32 but for its last bits, so the last step has
an allowance a little smaller and a little larger than the rule says; only that,
since what is on the grid may not be moved off it.
Only where nothing overflows or is a denormal of fp32, which the rules leave
open in ways of their own.
"""
import itertools
import math


class Grid:
    def __init__(self, mantissa, lowest, largest):
        self.mantissa, self.lowest, self.largest = mantissa, lowest, largest

    def exponent(self, x):
        return max(math.frexp(x)[1] - 1, self.lowest) if x else self.lowest

    def step(self, x):
        return math.ldexp(1.0, self.exponent(x) - self.mantissa)

    def toward_zero(self, x):
        return math.copysign(math.trunc(x / self.step(x)) * self.step(x), x)

    def nearest(self, x):
        return math.copysign(round(x / self.step(x)) * self.step(x), x)

    def down(self, x):
        return math.floor(x / self.step(x)) * self.step(x)

    def up(self, x):
        return math.ceil(x / self.step(x)) * self.step(x)

    def holds(self, x):
        return self.toward_zero(x) == x


FP32 = Grid(23, -126, (2 - 2.0 ** -23) * 2.0 ** 127)
HALF = Grid(10, -14, 65504.0)
GRIDS = {32: FP32, 16: HALF, 11: Grid(6, -14, 65024.0), 10: Grid(5, -14, 64512.0),
         9: Grid(8, -16, 65408.0)}
ROOM = {FP32: 0.5, HALF: 0.6}
SLACK = 0.01


class Rules:
    """One bound: `slack` is added to the last step's allowance."""

    def __init__(self, bits, judge, signed, slack):
        self.target, self.judge, self.slack = GRIDS[bits], judge, slack
        self.signed, self.is_fp32 = signed, bits == 32

    # One rounding of everything from low to high.

    def operation(self, grid, low, high):
        if not grid.holds(low):
            low -= ROOM[grid] * grid.step(low)
        if not grid.holds(high):
            high += ROOM[grid] * grid.step(high)
        return low, high

    def last(self, grid, low, high):
        """To numbers of the grid."""
        room, below, above = ROOM[grid] + self.slack, grid.down(low), grid.up(high)
        if low - below > room * grid.step(low):
            below = grid.up(low)
        if above - high > room * grid.step(high):
            above = grid.down(high)
        return below, above

    # Operands.

    def clamped(self, x):
        low = -self.target.largest if self.signed else 0.0
        return min(max(x, low), self.target.largest)

    def choices(self, x):
        if self.is_fp32 or self.judge == 'strict':
            return [x]
        halves = [HALF.toward_zero(x), HALF.nearest(x)]
        return [x] + [min(max(h, -HALF.largest), HALF.largest) for h in halves if h != x]

    # An equation.

    def factor(self, work, name, operands, chosen):
        names = operands.of_factor(name)
        if not names:
            return (0.0, 0.0) if name == 'ZERO' else (1.0, 1.0)
        x = chosen[names[0]]
        if name == 'SRC_ALPHA_SAT':
            rest = 1 - chosen['da']
            low, high = self.operation(work, rest, rest)
            return min(x, low), min(x, high)
        return self.operation(work, 1 - x, 1 - x) if name.startswith('INV_') else (x, x)

    def product(self, a, factor):
        ends = a * factor[0], a * factor[1]
        return min(ends), max(ends)

    def rounded(self, work, a, factor, product):
        is_unit = abs(a) == 1 or (factor[0] == factor[1] and abs(factor[0]) == 1)
        return product if is_unit else self.operation(work, *product)

    def total(self, work, equation, operands, chosen):
        """The sum, not rounded."""
        s, d = chosen['s' + operands.letter], chosen['d' + operands.letter]
        f = self.factor(work, equation.src, operands, chosen)
        g = self.factor(work, equation.dest, operands, chosen)
        p, q = self.product(s, f), self.product(d, g)
        if p[0] != 0 and q[0] != 0:
            p, q = self.rounded(work, s, f, p), self.rounded(work, d, g, q)
        if equation.op == 'SUBTRACT':
            q = -q[1], -q[0]
        if equation.op == 'REV_SUBTRACT':
            p = -p[1], -p[0]
        return p[0] + q[0], p[1] + q[1]

    def sums(self, equation, operands, chosen):
        """Every arithmetic's result, rounded."""
        low, high = self.total(FP32, equation, operands, chosen)
        yield self.last(FP32, low, high) if self.is_fp32 else self.operation(FP32, low, high)
        if not self.is_fp32 and self.judge != 'strict':
            yield self.last(HALF, *self.total(HALF, equation, operands, chosen))

    def results(self, equation, operands):
        """Intervals of what is converted to the target."""
        names = names_of(equation, operands)
        values = {n: number_of(operands.value[n]) for n in names}
        clamps = [False]
        if equation and not self.is_fp32 and self.judge != 'strict' and \
                any(self.clamped(x) != x for x in values.values()):
            clamps.append(True)
        for clamp in clamps:
            given = {n: self.clamped(x) if clamp else x for n, x in values.items()}
            if equation is None:
                yield (given[names[0]],) * 2
                continue
            for picked in itertools.product(*(self.choices(given[n]) for n in names)):
                chosen = dict(zip(names, picked))
                if equation.op in ('MIN', 'MAX'):
                    pick = min if equation.op == 'MIN' else max
                    yield (pick(chosen['s' + operands.letter],
                                chosen['d' + operands.letter]),) * 2
                else:
                    yield from self.sums(equation, operands, chosen)

    # Stores.

    def converted(self, low, high):
        """Toward zero or to nearest, of the target."""
        grid = self.target
        return (min(grid.toward_zero(low), grid.nearest(low)),
                max(grid.toward_zero(high), grid.nearest(high)))

    def conversions(self, equation, low, high):
        if self.is_fp32:
            yield low, high
            return
        yield self.converted(low, high)
        # FS 19.3.4: smaller floats blend as halves.
        if self.target is not HALF and equation and equation.op not in ('MIN', 'MAX'):
            yield self.converted(HALF.toward_zero(low),
                                 max(HALF.nearest(high), HALF.toward_zero(high)))


def number_of(number):
    return -float(number.size) if number.negative else float(number.size)


def names_of(equation, operands):
    names = {'s' + operands.letter}
    if equation:
        names.add('d' + operands.letter)
        if equation.op not in ('MIN', 'MAX'):
            names |= set(operands.of_factor(equation.src))
            names |= set(operands.of_factor(equation.dest))
    return sorted(names)


def is_ordinary(bits, equation, operands):
    """Whether no step can overflow, nor meet a denormal of fp32, nor vanish in a
    double."""
    limit = 2.0 ** 28 if bits == 32 else 100.0
    for name in names_of(equation, operands):
        number = operands.value[name]
        if number.kind != 'finite' or number.size > limit:
            return False
        if number.size and number.size < 2.0 ** -40:  # 1 - x must differ from 1
            return False
    return True


def ordinal(grid, value, signed):
    """Of a number on the grid."""
    size = abs(value)
    if not signed and value <= 0:
        return 0
    exponent = grid.exponent(size)
    code = (exponent - grid.lowest << grid.mantissa) + int(size / grid.step(size))
    return -1 - code if math.copysign(1, value) < 0 else code


def joined(ranges):
    out = []
    for first, last in sorted(ranges):
        if out and first <= out[-1][1] + 1:
            out[-1][1] = max(out[-1][1], last)
        else:
            out.append([first, last])
    return out


def float_ranges(judge, component, equation, operands, slack):
    signed = component.kind == 'FLOAT'
    rules = Rules(component.bits, judge, signed, slack)
    ranges = []
    for low, high in rules.results(equation, operands):
        if low > high:
            continue  # less room than a step has
        for first, last in rules.conversions(equation, low, high):
            ends = [ordinal(rules.target, first, signed), ordinal(rules.target, last, signed)]
            if equation and signed:  # no blend is held to a sign of zero
                ends[0] = -1 if first == 0 else ends[0]
                ends[1] = 0 if last == 0 else ends[1]
            if ends[0] <= ends[1]:
                ranges.append(ends)
    return joined(ranges)


def float_bounds(judge, component, equation, operands):
    """(ranges of ordinals that must be legal, ranges that may be), or None where
    the rules have more to say."""
    if judge not in ('strict', 'd3d') or \
            not is_ordinary(component.bits, equation, operands):
        return None
    return (float_ranges(judge, component, equation, operands, -SLACK),
            float_ranges(judge, component, equation, operands, SLACK))
