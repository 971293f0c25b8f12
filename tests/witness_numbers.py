"""Numbers of the witness: IEEE arithmetic without rounding, codes of formats.

Written from the Direct3D functional specification (FS) and nothing else of this
project: it shares no code, no table and no language with what it is compared
to.
"""
import decimal
import fractions
import math
import re
import struct

Fraction = fractions.Fraction
decimal.getcontext().prec = 45


# --- Numbers: exact, with IEEE's zeros, infinities and NaN ------------------

class Number:
    """A Fraction with a sign of its own (for zeros), an infinity, or NaN."""

    __slots__ = ('kind', 'negative', 'size')

    def __init__(self, kind, negative=False, size=Fraction(0)):
        self.kind, self.negative, self.size = kind, negative, size

    @classmethod
    def of(cls, value, negative_zero=False):
        value = Fraction(value)
        return cls('finite', value < 0 or (value == 0 and negative_zero), abs(value))

    def __repr__(self):
        sign = '-' if self.negative else ''
        return sign + (str(float(self.size)) if self.kind == 'finite' else self.kind)

    def fraction(self):
        return -self.size if self.negative else self.size

    def negated(self):
        return Number(self.kind, not self.negative, self.size)

    def times(self, other):
        negative = self.negative != other.negative
        kinds = {self.kind, other.kind}
        if 'nan' in kinds:
            return NAN
        if 'infinite' in kinds:
            zero = any(n.kind == 'finite' and not n.size for n in (self, other))
            return NAN if zero else Number('infinite', negative)
        return Number('finite', negative, self.size * other.size)

    def plus(self, other):
        if 'nan' in (self.kind, other.kind):
            return NAN
        if 'infinite' in (self.kind, other.kind):
            if self.kind == other.kind and self.negative != other.negative:
                return NAN
            return self if self.kind == 'infinite' else other
        total = self.fraction() + other.fraction()
        return Number.of(total, self.negative and other.negative)

    def order(self):
        if self.kind == 'infinite':
            return -math.inf if self.negative else math.inf
        return self.fraction()


NAN = Number('nan')
ZERO = Number.of(0)
ONE = Number.of(1)


def smaller(a, b):
    """FS 22.10.11: a NaN gives way to the other operand."""
    if a.kind == 'nan':
        return b
    if b.kind == 'nan' or a.order() < b.order():
        return a
    return b


def larger(a, b):
    if a.kind == 'nan':
        return b
    if b.kind == 'nan' or a.order() >= b.order():
        return a
    return b


def from_fp32(bits):
    return from_float(bits, 8, 23, True)


def to_fp32(value):
    """The bits of the fp32 nearest to a Fraction, ties to even."""
    return round_float(Number.of(value), 8, 23, True, 'nearest')


# --- Floats of any shape ----------------------------------------------------

def from_float(bits, exponent_bits, mantissa_bits, signed):
    top = (1 << exponent_bits) - 1
    negative = signed and bool(bits >> (exponent_bits + mantissa_bits) & 1)
    exponent = bits >> mantissa_bits & top
    mantissa = bits & ((1 << mantissa_bits) - 1)
    if exponent == top:
        return NAN if mantissa else Number('infinite', negative)
    if exponent:
        mantissa |= 1 << mantissa_bits
    scale = max(exponent, 1) - (top >> 1) - mantissa_bits
    size = Fraction(mantissa) * (Fraction(2) ** scale)
    return Number('finite', negative, size)


def round_float(number, exponent_bits, mantissa_bits, signed, how):
    """The code `number` is stored as; `how` is 'zero' or 'nearest' (even).

    A finite overflow stores the largest finite code (FS 3.2.2); without a sign,
    negatives store 0 (FS 3.1.6).
    """
    infinity = ((1 << exponent_bits) - 1) << mantissa_bits
    sign = number.negative << (exponent_bits + mantissa_bits)
    if number.kind == 'nan':
        return infinity | 1 << (mantissa_bits - 1)
    if number.negative and not signed:
        return 0
    if number.kind == 'infinite':
        return infinity | sign
    size = number.size
    lowest = 1 - ((1 << (exponent_bits - 1)) - 1)
    exponent = lowest
    if size:
        exponent = size.numerator.bit_length() - size.denominator.bit_length()
        if size < Fraction(2) ** exponent:
            exponent -= 1
        exponent = max(exponent, lowest)
    steps = size / Fraction(2) ** (exponent - mantissa_bits)
    whole = math.floor(steps)
    if how == 'nearest':
        rest = steps - whole
        if rest > Fraction(1, 2) or (rest == Fraction(1, 2) and whole % 2):
            whole += 1
    # The hidden bit carries into the exponent.
    code = ((exponent - lowest) << mantissa_bits) + whole
    return min(code, infinity - 1) | sign


# --- sRGB -------------------------------------------------------------------

def decimal_of(value):
    return decimal.Decimal(value.numerator) / decimal.Decimal(value.denominator)


def srgb_decode(code):
    """FS 3.2.3.7; 40 digits where the number is irrational."""
    if code == 255:
        return Fraction(1)
    c = Fraction(code, 255)
    if c <= Fraction('0.04045'):
        return c / Fraction('12.92')
    c = decimal_of((c + Fraction('0.055')) / Fraction('1.055'))
    return Fraction(c ** decimal.Decimal('2.4'))


SRGB = [srgb_decode(code) for code in range(256)]


def srgb_position(value):
    """FS 3.2.3.8, before the rounding: 0 to 255.  Exact in the straight piece,
    where half of a code may be half-way between two."""
    if value <= 0:
        return Fraction(0)
    if value >= 1:
        return Fraction(255)
    if value <= Fraction('0.0031308'):
        return value * Fraction('12.92') * 255
    power = Fraction(decimal_of(value) ** (1 / decimal.Decimal('2.4')))
    return (Fraction('1.055') * power - Fraction('0.055')) * 255


# --- Formats ----------------------------------------------------------------

class Component:
    """One component of a format: where it lies and what its code means."""

    def __init__(self, kind, shift, bits):
        self.kind, self.shift, self.bits = kind, shift, bits
        if kind in ('FLOAT', 'UFLOAT'):
            exponent = 8 if bits == 32 else 5
            signed = kind == 'FLOAT'
            self.shape = (exponent, bits - exponent - signed, signed)
        self.top = (1 << bits) - 1
        if kind == 'SNORM':
            self.top >>= 1  # the code of 1.0

    def is_fixed(self):
        return self.kind in ('UNORM', 'SNORM')

    def signed_code(self, code):
        half = 1 << (self.bits - 1)
        return code - 2 * half if code >= half else code

    def decode(self, code):
        """FS 3.2.3: what the code stands for, as a Number."""
        if self.kind in ('FLOAT', 'UFLOAT'):
            return from_float(code, *self.shape)
        if self.kind == 'SRGB':
            return Number.of(SRGB[code])
        if self.kind == 'UNORM':
            return Number.of(Fraction(code, self.top))
        if self.kind == 'SNORM':
            return Number.of(max(Fraction(self.signed_code(code), self.top), -1))
        return Number.of(self.signed_code(code) if self.kind == 'SINT' else code)

    def encode(self, number):
        """FS 3.2.3: the code of the ideal conversion."""
        if self.kind in ('FLOAT', 'UFLOAT'):
            how = 'nearest' if self.bits == 32 else 'zero'
            return round_float(number, *self.shape, how)
        if number.kind == 'nan':
            return 0
        value = self.clamped(number).fraction()
        if self.kind == 'SRGB':
            return math.floor(srgb_position(value) + Fraction(1, 2))
        if self.kind in ('UINT', 'SINT'):
            return int(value) & ((1 << self.bits) - 1)
        whole = math.floor(abs(value) * self.top + Fraction(1, 2))
        return (-whole if value < 0 else whole) & ((1 << self.bits) - 1)

    def limits(self):
        if self.kind == 'SNORM':
            return Fraction(-1), Fraction(1)
        if self.kind == 'UINT':
            return Fraction(0), Fraction(self.top)
        if self.kind == 'SINT':
            half = 1 << (self.bits - 1)
            return Fraction(-half), Fraction(half - 1)
        if self.kind in ('FLOAT', 'UFLOAT'):
            exponent_bits, mantissa_bits, signed = self.shape
            largest = (((1 << exponent_bits) - 1) << mantissa_bits) - 1
            value = from_float(largest, *self.shape).fraction()
            return (-value if signed else Fraction(0)), value
        return Fraction(0), Fraction(1)

    def clamped(self, number):
        """Clamp to the target's range (FS 17.5); infinities too, NaN stays."""
        low, high = self.limits()
        if number.kind == 'nan' or low <= number.order() <= high:
            return number
        return Number.of(high if number.order() > 0 else low)

    def is_nan(self, code):
        if self.kind not in ('FLOAT', 'UFLOAT'):
            return False
        return from_float(code, *self.shape).kind == 'nan'

    def ordinal(self, code):
        """Consecutive integers in the order of value."""
        if self.kind in ('SNORM', 'SINT'):
            return self.signed_code(code)
        half = 1 << (self.bits - 1)
        if self.kind == 'FLOAT' and code >= half:
            return half - 1 - code
        return code


class Format:
    """A renderable DXGI_FORMAT, read off its name: FS 19.1.3.1 puts the
    left-most component in the lowest bits."""

    def __init__(self, name):
        self.name = name
        letters, kind = name.split('_', 1)
        self.srgb = kind == 'UNORM_SRGB'
        self.components, shift = {}, 0
        for letter, digits in re.findall(r'([A-Z])(\d+)', letters):
            bits = int(digits)
            of = kind.split('_')[0]
            if self.srgb and letter != 'A':
                of = 'SRGB'
            if of == 'FLOAT' and bits in (10, 11):
                of = 'UFLOAT'
            if letter != 'X':
                self.components[letter.lower()] = Component(of, shift, bits)
            shift += bits
        self.bits = shift
        self.kind = kind.split('_')[0]

    def is_integer(self):
        return self.kind in ('UINT', 'SINT')

    def code(self, texel, letter):
        component = self.components[letter]
        return texel >> component.shift & ((1 << component.bits) - 1)

    def clamping(self):
        """Whose range operands are clamped to: all components have one."""
        component = next(iter(self.components.values()))
        return Component('UNORM', 0, 8) if self.srgb else component


# FS and Microsoft's format tables; R9G9B9E5 is in witness_shared.py.
FORMATS = [Format(name) for name in (
    [f'{c}_{k}' for c in ('R32G32B32A32', 'R32G32B32', 'R32G32', 'R32')
     for k in ('FLOAT', 'UINT', 'SINT')] +
    [f'{c}_{k}' for c in ('R16G16B16A16', 'R16G16', 'R16')
     for k in ('FLOAT', 'UNORM', 'UINT', 'SNORM', 'SINT')] +
    [f'{c}_{k}' for c in ('R8G8B8A8', 'R8G8', 'R8')
     for k in ('UNORM', 'UINT', 'SNORM', 'SINT')] +
    ['R10G10B10A2_UNORM', 'R10G10B10A2_UINT', 'R11G11B10_FLOAT',
     'R8G8B8A8_UNORM_SRGB', 'A8_UNORM', 'B5G6R5_UNORM', 'B5G5R5A1_UNORM',
     'B8G8R8A8_UNORM', 'B8G8R8X8_UNORM', 'B8G8R8A8_UNORM_SRGB',
     'B8G8R8X8_UNORM_SRGB', 'B4G4R4A4_UNORM', 'A4B4G4R4_UNORM'])]


def fp32_of_float(value):
    return struct.unpack('<I', struct.pack('<f', value))[0]
