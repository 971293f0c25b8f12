// The output merger of one target, in a fragment shader: the texel comes in
// through an input attachment and goes out again, as words of bits.  BY_VALUE
// it is one of the target's own format, for sample counts that integers lack.
#include "operand.glsl"
#include "floats.glsl"
#include "formats.glsl"
#include "emulation.glsl"
#include "coverage.glsl"
#include "factors.glsl"

layout(location = 0) flat in uint layer;

#if defined BY_VALUE
layout(location = 0) out vec4 result;
layout(set = 1, binding = 0, input_attachment_index = 0)
    uniform subpassInputMS target;
#elif defined MULTISAMPLED
layout(location = 0) out uvec4 result;
layout(set = 1, binding = 0, input_attachment_index = 0)
    uniform usubpassInputMS target;
#else
layout(location = 0) out uvec4 result;
layout(set = 1, binding = 0, input_attachment_index = 0)
    uniform usubpassInput target;
#endif

// The sample this invocation is for.  To read gl_SampleID makes one invocation
// for each sample (Vulkan 1.3, "Sample Shading").
uint sample_at()
{
#ifdef MULTISAMPLED
    return uint(gl_SampleID);
#else
    return 0u;
#endif
}

uvec4 record(uint slot)
{
    return operand(layer, uvec2(gl_FragCoord.xy) - piece.origin, slot);
}

// --- Coverage ----------------------------------------------------------------

bool is_covered()
{
    uint covered = emulation.sample_mask;
    if (emulation.coverage == COVERAGE_EXPORTED)
        covered &= record(piece.slots - 1u).x; // the last record of a pixel
    if (emulation.coverage == COVERAGE_BY_ALPHA)
        covered &= covered_by_alpha(record(0u).a, emulation.coverage_type,
                                    emulation.samples);
    return (covered >> sample_at() & 1u) != 0u;
}

bool is_fixed()
{
    return emulation.numeric <= SNORM;
}

bool is_integer()
{
    return emulation.numeric == UINT || emulation.numeric == SINT;
}

// --- Texels ------------------------------------------------------------------

#ifdef BY_VALUE

// A code each component.  A number that is a code's, or nearly, gives that code.
uint code_of_value(uint x, uint c)
{
    const uint bits = emulation.bits[c];
    switch (emulation.numeric) {
    case SNORM: return to_snorm(x, bits);
    case FLOAT: return to_float(x, bits);
    case UFLOAT: return to_ufloat(x, bits);
    }
    return to_fixed(x, bits);
}

uint value_of_code(uint code, uint c)
{
    const uint bits = emulation.bits[c];
    switch (emulation.numeric) {
    case SNORM: return from_snorm(code, bits);
    case FLOAT: return from_float(code, bits);
    case UFLOAT: return from_small_float(code, bits);
    }
    return from_fixed(code, bits);
}

uvec4 texel_at()
{
    const uvec4 value = floatBitsToUint(subpassLoad(target, gl_SampleID));
    uvec4 texel = uvec4(0u);
    for (uint c = 0u; c < 4u; c++)
        if (emulation.bits[c] != 0u)
            texel[c] = code_of_value(value[c], c);
    return texel;
}

vec4 stored(uvec4 texel)
{
    uvec4 value = uvec4(0u);
    for (uint c = 0u; c < 4u; c++)
        if (emulation.bits[c] != 0u)
            value[c] = value_of_code(texel[c], c);
    return uintBitsToFloat(value);
}

uint code_of(uvec4 texel, uint c)
{
    return texel[c];
}

uvec4 with_code(uvec4 texel, uint c, uint code)
{
    texel[c] = code & low_bits(emulation.bits[c]);
    return texel;
}

#else

uvec4 texel_at()
{
#ifdef MULTISAMPLED
    return subpassLoad(target, gl_SampleID);
#else
    return subpassLoad(target);
#endif
}

uvec4 stored(uvec4 texel)
{
    return texel;
}

uint code_of(uvec4 texel, uint c)
{
    const uint shift = emulation.shift[c];
    return texel[shift >> 5] >> (shift & 31u) & low_bits(emulation.bits[c]);
}

uvec4 with_code(uvec4 texel, uint c, uint code)
{
    const uint shift = emulation.shift[c];
    const uint bits = low_bits(emulation.bits[c]) << (shift & 31u);
    const uint word = texel[shift >> 5];
    texel[shift >> 5] = (word & ~bits) | (code << (shift & 31u) & bits);
    return texel;
}

#endif

// A component that is not there reads 0, alpha 1 (FS 19.1.3.3).
uint stored_number(uvec4 texel, uint c)
{
    const uint bits = emulation.bits[c];
    if (bits == 0u)
        return c == ALPHA ? ONE : 0u;
    const uint code = code_of(texel, c);
    switch (emulation.numeric) {
    case SRGB: return c == ALPHA ? from_fixed(code, bits) : from_srgb(code);
    case SNORM: return from_snorm(code, bits);
    case FLOAT: return from_float(code, bits);
    case UFLOAT: return from_small_float(code, bits);
    case SHARED: return from_steps(code, int(texel.r >> 27) - 24);
    }
    return from_fixed(code, bits);
}

// --- Operands ----------------------------------------------------------------

// The largest number of component `c`; binary32 has no limit.
uint largest_number(uint c)
{
    switch (emulation.bits[c]) {
    case 9u: return SHARED_LARGEST;
    case 10u: return 0x477c0000u; // 64512
    case 11u: return 0x477e0000u; // 65024
    case 16u: return 0x477fe000u; // 65504
    }
    return INFINITY;
}

// FS 17.5: fixed point clamps, NaN becomes 0; small floats may clamp, and do,
// so that nothing on the way is beyond binary32.  Infinities stay.
uint clamped(uint x, uint c)
{
    if (is_fixed()) {
        const bool is_below = (x & SIGN) != 0u && emulation.numeric != SNORM;
        if (is_nan(x) || is_below)
            return 0u;
        return magnitude(x) > ONE ? (x & SIGN) | ONE : x;
    }
    if (emulation.numeric != FLOAT && (x & SIGN) != 0u && !is_nan(x))
        return 0u;
    const uint largest = largest_number(c);
    return is_finite(x) && magnitude(x) > largest ? (x & SIGN) | largest : x;
}

// --- Results -----------------------------------------------------------------

uint code_of_number(uint x, uint c)
{
    const uint bits = emulation.bits[c];
    if (is_fixed())
        x = clamped(x, c);
    switch (emulation.numeric) {
    case SRGB: return c == ALPHA ? to_fixed(x, bits) : to_srgb(x);
    case SNORM: return to_snorm(x, bits);
    case FLOAT: return to_float(x, bits);
    case UFLOAT: return to_ufloat(x, bits);
    }
    return to_fixed(x, bits);
}

// FS 3.2.3.9 to 3.2.3.13: to the nearest integer that the target can hold.
uint code_of_integer(uint x, uint c)
{
    const uint bits = emulation.bits[c];
    const bool is_negative =
        emulation.source_type == OUTPUT_SINT && (x & SIGN) != 0u;
    if (emulation.numeric == UINT)
        return is_negative ? 0u : min(x, low_bits(bits));
    const uint most = low_bits(bits - 1u);
    if (!is_negative)
        return min(x, most);
    return uint(max(int(x), -1 - int(most))) & low_bits(bits);
}

// The number that goes to component `c`.
uint new_number(uvec4 texel, uint c)
{
    const uvec4 src = record(emulation.slot);
    if (emulation.blend == 0u)
        return src[c];
    const uvec4 src1 = record(1u);
    const Operands o = Operands(
        clamped(src[c], c), clamped(src.a, c), clamped(src1[c], c),
        clamped(src1.a, c), stored_number(texel, c),
        stored_number(texel, ALPHA), clamped(emulation.constants[c], c),
        clamped(emulation.constants.a, c));
    return blended(c == ALPHA ? emulation.alpha.xyz : emulation.color.xyz, o,
                   c == ALPHA);
}

uint new_code(uvec4 texel, uint c)
{
    const uint code =
        is_integer() ? code_of_integer(record(emulation.slot)[c], c)
                     : code_of_number(new_number(texel, c), c);
    return combined(emulation.logic_op, code, code_of(texel, c));
}

uvec4 new_texel(uvec4 texel)
{
    uvec4 made = texel;
    for (uint c = 0u; c < 4u; c++)
        if (emulation.bits[c] != 0u && (emulation.mask >> c & 1u) != 0u)
            made = with_code(made, c, new_code(texel, c));
    return made;
}

// R9G9B9E5 is written as a whole (D3D12R9G9B9E5Format).
uvec4 new_shared_texel(uvec4 texel)
{
    uvec3 number;
    for (uint c = 0u; c < 3u; c++) {
        const uint x = new_number(texel, c);
        const bool is_none = is_nan(x) || (x & SIGN) != 0u;
        number[c] = is_none ? 0u : min(x, SHARED_LARGEST);
    }
    return uvec4(to_shared(number), texel.gba);
}

void main()
{
    // A sample mask would do, but for drivers that ignore it at one sample.
    if (!is_covered())
        discard;
    const uvec4 texel = texel_at();
    if (emulation.numeric != SHARED)
        result = stored(new_texel(texel));
    else if ((emulation.mask & 7u) != 0u)
        result = stored(new_shared_texel(texel));
    else
        result = stored(texel);
}
