"""R9G9B9E5 for the witness: one exponent for three mantissas (FS 19.3.2)."""
import math

from witness_floats import HALF, SLACK, Rules, is_ordinary, number_of
from witness_numbers import Fraction, Number, ONE, ZERO

LARGEST = Fraction(65408)
TOP, EXPONENTS = 511, 32


def step(exponent):
    return Fraction(2) ** (exponent - 24)


class SharedComponent:
    kind, bits, top, shape = 'SHARED', 9, TOP, (5, 9, False)

    def __init__(self, shift):
        self.shift = shift

    def decode(self, mantissa, exponent=15):
        return Number.of(mantissa * step(exponent))

    def clamped(self, number):
        return Number.of(clamped(number))


class SharedFormat:
    name, kind, bits, srgb = 'R9G9B9E5_SHAREDEXP', 'SHARED', 32, False
    components = {c: SharedComponent(9 * i) for i, c in enumerate('rgb')}

    def is_integer(self):
        return False

    def code(self, texel, letter):
        return texel >> self.components[letter].shift & TOP

    def decoded(self, texel):
        """The destination that an equation reads; it has no alpha."""
        dest = {c: ONE if c == 'a' else ZERO for c in 'rgba'}
        for letter, component in self.components.items():
            dest[letter] = component.decode(self.code(texel, letter), texel >> 27)
        return dest


def clamped(number):
    if number.kind == 'nan' or number.negative:
        return Fraction(0)
    return LARGEST if number.kind == 'infinite' else min(number.size, LARGEST)


def to_nearest_even(x):
    whole = math.floor(x)
    rest = x - whole
    up = rest > Fraction(1, 2) or (rest == Fraction(1, 2) and whole % 2)
    return whole + 1 if up else whole


def half_up(x):
    return math.floor(x + Fraction(1, 2))


def texel_of(numbers, rounding=to_nearest_even):
    """The exponent is the least at which the largest has nine bits."""
    exponent = 0
    while rounding(max(numbers) / step(exponent)) > TOP:
        exponent += 1
    return (exponent, *(rounding(x / step(exponent)) for x in numbers))


def bits_of(texel):
    exponent, r, g, b = texel
    return exponent << 27 | b << 18 | g << 9 | r


def same_colour(one, other):
    return all(a * step(one[0]) == b * step(other[0])
               for a, b in zip(one[1:], other[1:]))


def has(told, texel):
    return any(t['exponent'] == texel[0] and max(texel[1:]) >= t['largest'] and
               all(t[c][0] <= m <= t[c][1] for c, m in zip('rgb', texel[1:]))
               for t in told)


def intervals(judge, equation, operands, slack):
    """Numbers that one component may be stored from."""
    rules = Rules(9, judge, False, slack)
    found = list(rules.results(equation, operands))
    if equation and equation.op not in ('MIN', 'MAX'):  # or by way of a half
        found += [(HALF.toward_zero(low), max(HALF.nearest(high), HALF.toward_zero(high)))
                  for low, high in found]
    if equation is None and judge != 'strict':
        x = number_of(operands.value['s' + operands.letter])
        found += [(h, h) for h in (HALF.toward_zero(x), HALF.nearest(x))]
    return [tuple(clamped(Number.of(Fraction(x))) for x in pair)
            for pair in found if pair[0] <= pair[1]]


def lowest(low, exponent):
    """To nearest, or to nine bits of its own exponent and then cut."""
    own = texel_of([low], half_down)
    cut = math.floor(own[1] * step(own[0]) / step(exponent))
    return min(half_down(low / step(exponent)), cut)


def half_down(x):
    return math.ceil(x - Fraction(1, 2))


def excess(told, possible, kept):
    """What of the texels told no number gives; None if nothing.  `kept`: one that
    may stay as it is, though it be another of the same colour (FS 19.1.2)."""
    for t in told:
        if (t['exponent'], *(t[c][0] for c in 'rgb')) == kept and \
                all(t[c][0] == t[c][1] for c in 'rgb'):
            continue
        e, needed = t['exponent'], t['exponent'] == 0
        for c in 'rgb':
            first, last = t[c]
            # A component that alone can have the exponent has its ninth bit.
            if not any(lowest(low, e) <= first for low, high in possible[c]) or \
                    not any(half_up(high / step(e)) >= last for low, high in possible[c]):
                return t, c
            needed |= e > 0 and any(half_up(high / step(e - 1)) > TOP
                                    for low, high in possible[c])
        if not needed:
            return t, 'exponent'
    return None


def examples(possible):
    """Texels of mergers that keep to one end of every component's numbers."""
    for end in (0, 1):
        for pick in (0, -1):
            numbers = [possible[c][pick][end] for c in 'rgb']
            yield texel_of(numbers)
            yield texel_of(numbers, half_up)


def bounds(judge, equation, operands):
    """({component: numbers} that must be, that may be), or None."""
    if judge not in ('strict', 'd3d') or not all(
            is_ordinary(9, equation, o) for o in operands.values()):
        return None
    return tuple({c: intervals(judge, equation, o, slack) for c, o in operands.items()}
                 for slack in (-SLACK, SLACK))
