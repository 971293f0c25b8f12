// Codes of a texel's components, and the numbers they stand for: as in
// ombre/format.h, by integers, so that no device rounds in its own way.
// Numbers are the bits of binary32.

// enum ombre_vk_numeric
const uint UNORM = 0u;
const uint SRGB = 1u;
const uint SNORM = 2u;
const uint UINT = 3u;
const uint SINT = 4u;
const uint FLOAT = 5u;
const uint UFLOAT = 6u;
const uint SHARED = 7u;

const uint ALPHA = 3u;

uint low_bits(uint count)
{
    return count < 32u ? (1u << count) - 1u : 0xffffffffu;
}

// Mirrored by struct vk_curve in vk.h: what sRGB codes stand for, and the least
// number of each code but 0.
layout(set = 1, binding = 2, std140) uniform Curve
{
    uvec4 linear[64];
    uvec4 threshold[64];
}
curve;

// --- Code to number ----------------------------------------------------------

// code / (2^bits - 1) to nearest.  Its binary digits are those of the code, over
// and over again, so they never end on a tie.
uint from_fixed(uint code, uint bits)
{
    if (code == 0u)
        return 0u;
    if (code == low_bits(bits))
        return ONE;
    const uint zeros = bits - 1u - uint(findMSB(code));
    uint digits = (code << zeros | code >> (bits - zeros)) & low_bits(bits);
    digits <<= 32u - bits;
    for (uint n = bits; n < 32u; n *= 2u)
        digits |= digits >> n;
    return ((126u - zeros) << 23 | (digits >> 8 & 0x7fffffu)) +
           (digits >> 7 & 1u);
}

// The lowest code is a second -1 (FS 3.2.3.3).
uint from_snorm(uint code, uint bits)
{
    const bool is_negative = (code >> (bits - 1u)) != 0u;
    const uint most = low_bits(bits - 1u);
    const uint steps = is_negative ? (0u - code) & low_bits(bits) : code;
    const uint number = from_fixed(min(steps, most), bits - 1u);
    return is_negative ? number | SIGN : number;
}

// steps * 2^scale, for steps below 2^24 and a normal result.
uint from_steps(uint steps, int scale)
{
    if (steps == 0u)
        return 0u;
    const int top = findMSB(steps);
    return uint(127 + scale + top) << 23 | (steps << (23 - top) & 0x7fffffu);
}

// A float with 5 bits of exponent; `bits` are those of exponent and mantissa.
uint from_small_float(uint code, uint bits)
{
    const uint mantissa_bits = bits - 5u;
    const uint mantissa = code & low_bits(mantissa_bits);
    const uint exponent = code >> mantissa_bits & 31u;
    const uint fraction = mantissa << (23u - mantissa_bits);
    if (exponent == 0u)
        return from_steps(mantissa, -14 - int(mantissa_bits));
    if (exponent == 31u)
        return INFINITY | fraction;
    return (exponent + 112u) << 23 | fraction;
}

uint from_float(uint code, uint bits)
{
    if (bits == 32u)
        return code;
    return from_small_float(code & 0x7fffu, 15u) | (code & 0x8000u) << 16;
}

uint from_srgb(uint code)
{
    return curve.linear[code >> 2][code & 3u];
}

// --- Number to code ----------------------------------------------------------

// A number from 0 to 1 times 2^bits - 1, halves up (FS 3.2.3.6): exact.
uint to_fixed(uint number, uint bits)
{
    const uint most = low_bits(bits);
    if (number >= ONE)
        return most;
    uint high, low;
    umulExtended((number & 0x7fffffu) | 0x800000u, most, high, low);
    // The product is mantissa * most * 2^(exponent - 150); half is left.
    const uint shift = 149u - (number >> 23);
    const uint twice = shift < 32u   ? low >> shift | high << (32u - shift)
                       : shift < 64u ? high >> (shift - 32u)
                                     : 0u;
    return (twice + 1u) >> 1;
}

// FS 3.2.3.4: halves away from zero; the lowest code is never made.
uint to_snorm(uint number, uint bits)
{
    const uint steps = to_fixed(magnitude(number), bits - 1u);
    return (number & SIGN) != 0u ? (0u - steps) & low_bits(bits) : steps;
}

// FS 3.2.3.8: count the thresholds at or below.
uint to_srgb(uint number)
{
    uint code = 0u;
    for (uint stride = 128u; stride > 0u; stride >>= 1) {
        const uint next = code + stride - 1u;
        if (number >= curve.threshold[next >> 2][next & 3u])
            code += stride;
    }
    return code;
}

// Toward zero, what is too large to the largest (FS 3.2.2).
uint to_small_float(uint number, uint bits)
{
    const uint mantissa_bits = bits - 5u;
    const uint infinity = 31u << mantissa_bits;
    const uint exponent = number >> 23;
    const uint mantissa = (number & 0x7fffffu) | 0x800000u;
    const uint cut = 23u - mantissa_bits;
    if (number > INFINITY)
        return infinity | 1u << (mantissa_bits - 1u);
    if (number == INFINITY)
        return infinity;
    if (exponent > 142u)
        return infinity - 1u;
    if (exponent > 112u)
        return (number >> cut) - (112u << mantissa_bits);
    const uint shift = cut + 113u - exponent;
    return shift < 24u ? mantissa >> shift : 0u;
}

uint to_float(uint number, uint bits)
{
    if (bits == 32u)
        return number;
    return to_small_float(magnitude(number), 15u) | (number & SIGN) >> 16;
}

// FS 3.1.6: what is negative becomes 0.
uint to_ufloat(uint number, uint bits)
{
    const bool is_negative = (number & SIGN) != 0u && !is_nan(number);
    return is_negative ? 0u : to_small_float(magnitude(number), bits);
}

// FS 19.3.2.2: the largest component's exponent, mantissas to nearest even.

const uint SHARED_LARGEST = 0x477f8000u; // 511/512 * 2^16

// `number` in steps of 2^(exponent - 24).
uint shared_steps(uint number, uint exponent)
{
    const uint mantissa = (number & 0x7fffffu) | 0x800000u;
    const uint shift = exponent + 126u - (number >> 23); // at least 15
    if (number >> 23 == 0u || shift > 24u)
        return 0u;
    const uint whole = mantissa >> shift;
    const uint rest = mantissa & low_bits(shift);
    const uint half_step = 1u << (shift - 1u);
    const bool is_up =
        rest > half_step || (rest == half_step && (whole & 1u) != 0u);
    return is_up ? whole + 1u : whole;
}

uint to_shared(uvec3 number)
{
    const uint largest = max(number.r, max(number.g, number.b));
    // The least exponent at which the largest is below 512 steps.
    const uint own = largest >> 23;
    uint exponent = own > 111u ? own - 111u : 0u;
    if (shared_steps(largest, exponent) == 512u)
        exponent++;
    return shared_steps(number.r, exponent) |
           shared_steps(number.g, exponent) << 9 |
           shared_steps(number.b, exponent) << 18 | exponent << 27;
}
