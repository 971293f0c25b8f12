"""Bounds of legal sets of sRGB components, for the witness.

What was decoded from a code is some number within half a code of it (FS
3.2.3.7), the same wherever it occurs: it is sampled, ends included.  Everything
else is decided in every way, with each allowance a little smaller and a little
larger than the rule says.
"""
import itertools
import math

from witness_numbers import Fraction, SRGB, to_fp32

LINEAR = [float(x) for x in SRGB]
STEPS = (-1.0, -0.5, 0.0, 0.5, 1.0)
FP32 = 2.0 ** -22  # what steps of fp32 may add to a sum, linear


def linear(position):
    c = min(max(position, 0.0), 255.0) / 255
    return c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4


def position(value):
    value = min(max(value, 0.0), 1.0)
    c = value * 12.92 if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055
    return c * 255


class Room:
    """In codes: of a conversion to a code and to a finer format, a decoder, a
    product, the store; and whether a product's grid is taken where it is
    coarsest."""

    def __init__(self, operand, spread, decode, product, store, widest):
        self.operand, self.spread, self.decode = operand, spread, decode
        self.product, self.store, self.widest = product, store, widest


SMALL = {'d3d': Room(0.599, 0.599, 0.499, 0.49, 0.598, False),
         'vulkan': Room(0.599, 0.599, 0.499, 0.49, 0.598, False)}
LARGE = {'d3d': Room(0.601, 0.601, 0.501, 0.51, 0.602, True),
         'vulkan': Room(1.001, 0.601, 0.501, 0.51, 1.002, True)}


class Choice:
    """One way to take an operand: numbers it may be, its code if it was decoded
    from one, and whether it is in a finer format."""

    def __init__(self, numbers, code=None, finer=False):
        self.numbers, self.code, self.finer = numbers, code, finer


def decoded(code, room):
    if code in (0, 255):
        return Choice([LINEAR[code]], code)
    return Choice([linear(code + t * room.decode) for t in STEPS], code)


def finer(where, is_alpha):
    """A number at a place between codes; what was neither 0 nor 1 is no such."""
    if is_alpha:
        return min(max(where / 255, 1e-13), 1 - 1e-13)
    return linear(where)


def choices(name, value, code, room, blends):
    """`code`: what a destination holds."""
    x, is_alpha = float(value), name[1] == 'a'
    if name[0] == 'd':
        return [Choice([x])] if is_alpha else [decoded(code, room)]
    where = x * 255 if is_alpha else position(x)
    near = round(where)
    exact = Fraction(near, 255) if is_alpha else SRGB[near]
    on_grid = to_fp32(exact) == to_fp32(value)
    codes = [near] if on_grid else range(max(math.ceil(where - room.operand), 0),
                                         min(math.floor(where + room.operand), 255) + 1)
    single = [Choice([x])] + [Choice([c / 255]) if is_alpha else decoded(c, room)
                              for c in codes]
    if on_grid or not blends:
        return single
    return single + [Choice([finer(where + t * room.spread, is_alpha) for t in STEPS],
                            finer=True)]


def stored(low, high, room):
    return set(range(max(math.ceil(position(low) - room.store), 0),
                     min(math.floor(position(high) + room.store), 255) + 1))


def unchanged(choice, room):
    """What no arithmetic touches: a code becomes itself (FS 19.1.2)."""
    if choice.code is not None:
        return {choice.code}
    return stored(min(choice.numbers), max(choice.numbers), room)


def factor(name, operands, chosen):
    names = operands.of_factor(name)
    if not names:
        return 0.0 if name == 'ZERO' else 1.0
    if name == 'SRC_ALPHA_SAT':
        return min(chosen['sa'], 1 - chosen['da'])
    return 1 - chosen[names[0]] if name.startswith('INV_') else chosen[names[0]]


def is_plain(x):
    return x in (0.0, 1.0)


def rounding(product, room):
    """How far down and up the encoded grid may take a product."""
    where = position(product)
    return (product - linear(where - room.product), linear(where + room.product) - product)


def of_sum(equation, operands, choice, room, rounds):
    """Codes of a sum, products kept or all rounded to the encoded grid."""
    own = operands.letter
    names = sorted(choice)
    sums, products = [], []
    for numbers in itertools.product(*(choice[n].numbers for n in names)):
        chosen = dict(zip(names, numbers))
        f = factor(equation.src, operands, chosen)
        g = factor(equation.dest, operands, chosen)
        s, d = chosen['s' + own], chosen['d' + own]
        products.append((s * f, d * g,
                         not is_plain(s) and not is_plain(f),
                         not is_plain(d) and not is_plain(g)))
    left, right = {'ADD': (1, 1), 'SUBTRACT': (1, -1), 'REV_SUBTRACT': (-1, 1)}[equation.op]
    widest = [max(p[i] for p in products) for i in (0, 1)]
    for p, q, p_true, q_true in products:
        low = high = left * p + right * q
        for sign, product, true, most in ((left, p, p_true, widest[0]),
                                          (right, q, q_true, widest[1])):
            if rounds and true:
                down, up = rounding(most if room.widest else product, room)
                low -= down if sign > 0 else up
                high += up if sign > 0 else down
        sums += [low, high]
    extra = FP32 if room.widest else 0
    return stored(min(sums) - extra, max(sums) + extra, room)


def single(equation, operands, choice):
    """The operand that reaches the store alone and with weight one, if one
    does."""
    def weights(name):
        names = [n for n in operands.of_factor(name) if n in choice]
        found = {factor(name, operands, dict(zip(names, numbers)))
                 for numbers in itertools.product(*(choice[n].numbers for n in names))}
        return found.pop() if len(found) == 1 else None
    own = operands.letter
    f, g = weights(equation.src), weights(equation.dest)
    s, d = choice['s' + own], choice['d' + own]
    if f == 1 and (g == 0 or max(d.numbers) == 0) and equation.op != 'REV_SUBTRACT':
        return s
    if g == 1 and (f == 0 or max(s.numbers) == 0) and equation.op != 'SUBTRACT':
        return d
    return None


def extremes(equation, s, d, room):
    """MIN and MAX: what was decoded may compare either way."""
    codes = set()
    is_least = equation.op == 'MIN'
    if s.finer:
        most = max(d.numbers) if is_least else 1.0
        least = 0.0 if is_least else min(d.numbers)
        s_within = Choice([min(max(x, least), most) for x in s.numbers])
        if (min(s.numbers) <= most) if is_least else (max(s.numbers) >= least):
            codes |= unchanged(s_within, room)
        if (min(d.numbers) <= max(s.numbers)) if is_least else (max(d.numbers) >= min(s.numbers)):
            codes |= unchanged(d, room)
        return codes
    for one, other in ((s, d), (d, s)):
        if is_least and min(one.numbers) <= max(other.numbers):
            codes |= unchanged(one, room)
        if not is_least and max(one.numbers) >= min(other.numbers):
            codes |= unchanged(one, room)
    return codes


def combined(equation, operands, choice, room, judge):
    own = operands.letter
    if equation is None:
        return unchanged(choice['s' + own], room)
    if equation.op in ('MIN', 'MAX'):
        return extremes(equation, choice['s' + own], choice['d' + own], room)
    alone = single(equation, operands, choice)
    if alone:
        return unchanged(alone, room)
    codes = of_sum(equation, operands, choice, room, False)
    if judge != 'strict' and not any(c.finer for c in choice.values()):
        codes |= of_sum(equation, operands, choice, room, True)
    return codes


def names_of(equation, operands):
    names = {'s' + operands.letter}
    if equation:
        names.add('d' + operands.letter)
        if equation.op not in ('MIN', 'MAX'):
            names |= set(operands.of_factor(equation.src))
            names |= set(operands.of_factor(equation.dest))
    return sorted(names)


def codes_of(judge, equation, operands, code, room):
    names = names_of(equation, operands)
    own = 'd' + operands.letter
    exact = {n: Choice([float(operands.value[n].fraction())], code if n == own else None)
             for n in names}
    strict = combined(equation, operands, exact, room, 'strict')
    if judge == 'strict':
        return strict
    every = [choices(n, operands.value[n].fraction(), code, room, equation is not None)
             for n in names]
    for picked in itertools.product(*every):
        strict |= combined(equation, operands, dict(zip(names, picked)), room, judge)
    return strict


def srgb_bounds(judge, equation, operands, code):
    """(codes that must be legal, codes that may be); operands are clamped, the
    destination holds `code`."""
    room = 'd3d' if judge == 'strict' else judge
    return (codes_of(judge, equation, operands, code, SMALL[room]),
            codes_of(judge, equation, operands, code, LARGE[room]))
