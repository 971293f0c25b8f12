// Arithmetic of binary32 on its bits.
//
// Vulkan leaves to devices what becomes of NaN, infinity and denormals, and of
// comparisons with them (Vulkan 1.3, "Precision and Operation of SPIR-V
// Instructions").  Here integers decide; the device adds and multiplies normal
// numbers, which it must round correctly.  Denormals are flushed as Direct3D's
// arithmetic does (FS 3.1.3.2).

const uint SIGN = 0x80000000u;
const uint INFINITY = 0x7f800000u;
const uint NOT_A_NUMBER = 0x7fc00000u;
const uint ONE = 0x3f800000u;

uint magnitude(uint x)
{
    return x & ~SIGN;
}

bool is_nan(uint x)
{
    return magnitude(x) > INFINITY;
}

bool is_finite(uint x)
{
    return magnitude(x) < INFINITY;
}

uint flushed(uint x)
{
    return (x & INFINITY) == 0u ? x & SIGN : x;
}

// Bits that sort like the numbers do, -0 before +0.
uint ordered(uint x)
{
    return (x & SIGN) != 0u ? ~x : x | SIGN;
}

bool is_less(uint a, uint b)
{
    return ordered(a) < ordered(b);
}

// FS 22.10.10, 22.10.11: of a number and a NaN the number.
uint least(uint a, uint b)
{
    if (is_nan(a))
        return b;
    return is_nan(b) || is_less(a, b) ? a : b;
}

uint greatest(uint a, uint b)
{
    if (is_nan(a))
        return b;
    return is_nan(b) || is_less(b, a) ? a : b;
}

uint product(uint a, uint b)
{
    const uint sign = (a ^ b) & SIGN;
    a = flushed(a);
    b = flushed(b);
    const bool is_zero = magnitude(a) == 0u || magnitude(b) == 0u;
    if (is_nan(a) || is_nan(b))
        return NOT_A_NUMBER;
    if (!is_finite(a) || !is_finite(b))
        return is_zero ? NOT_A_NUMBER : sign | INFINITY;
    if (is_zero)
        return sign;
    precise const float p = uintBitsToFloat(a) * uintBitsToFloat(b);
    return flushed(floatBitsToUint(p));
}

uint sum(uint a, uint b)
{
    a = flushed(a);
    b = flushed(b);
    if (is_nan(a) || is_nan(b))
        return NOT_A_NUMBER;
    if (!is_finite(a))
        return is_finite(b) || a == b ? a : NOT_A_NUMBER;
    if (!is_finite(b))
        return b;
    if (magnitude(a) == 0u)
        return magnitude(b) == 0u ? a & b : b;
    if (magnitude(b) == 0u)
        return a;
    precise const float s = uintBitsToFloat(a) + uintBitsToFloat(b);
    return flushed(floatBitsToUint(s));
}

uint negative(uint x)
{
    return x ^ SIGN;
}
