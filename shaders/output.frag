#version 450
#extension GL_GOOGLE_include_directive : require
// Every fragment shader of ombre at once.  spirv_select.c copies it without the
// outputs that a batch does not declare and gives the rest their Location: here
// that is 8 * type + output.  So each output is stored whole and exactly once,
// and nothing is done to a value on its way: floats travel as their bits.
#include "operand.glsl"
#include "floats.glsl"
#include "coverage.glsl"

struct Patch {
    uvec4 low, high; // of the integer clamp
    uint nan_to_zero, alpha_to_red, unused_0, unused_1;
};

// Mirrored by struct vk_patch_block in vk.h.
layout(set = 0, binding = 1, std140) uniform Patches
{
    Patch patches[8];
    uvec4 coverage_by_alpha; // or not, type of output 0, samples
};

layout(location = 0) flat in uint layer;

layout(location = 0) out vec4 float_0;
layout(location = 1) out vec4 float_1;
layout(location = 2) out vec4 float_2;
layout(location = 3) out vec4 float_3;
layout(location = 4) out vec4 float_4;
layout(location = 5) out vec4 float_5;
layout(location = 6) out vec4 float_6;
layout(location = 7) out vec4 float_7;
layout(location = 8) out uvec4 uint_0;
layout(location = 9) out uvec4 uint_1;
layout(location = 10) out uvec4 uint_2;
layout(location = 11) out uvec4 uint_3;
layout(location = 12) out uvec4 uint_4;
layout(location = 13) out uvec4 uint_5;
layout(location = 14) out uvec4 uint_6;
layout(location = 15) out uvec4 uint_7;
layout(location = 16) out ivec4 sint_0;
layout(location = 17) out ivec4 sint_1;
layout(location = 18) out ivec4 sint_2;
layout(location = 19) out ivec4 sint_3;
layout(location = 20) out ivec4 sint_4;
layout(location = 21) out ivec4 sint_5;
layout(location = 22) out ivec4 sint_6;
layout(location = 23) out ivec4 sint_7;
layout(location = 24, index = 1) out vec4 second_source;

uvec4 bits_of(uint slot)
{
    return operand(layer, uvec2(gl_FragCoord.xy) - piece.origin, slot);
}

uvec4 moved(uint i)
{
    const uvec4 bits = bits_of(i);
    return patches[i].alpha_to_red != 0u ? bits.agba : bits;
}

// NaN is told by its bits: isnan() may be compiled to "false".
vec4 as_float(uint i)
{
    const uvec4 bits = moved(i);
    const bvec4 nan =
        greaterThan(bits & uvec4(0x7fffffffu), uvec4(0x7f800000u));
    const bvec4 zero = bvec4(uvec4(nan) & uvec4(patches[i].nan_to_zero));
    return uintBitsToFloat(mix(bits, uvec4(0u), zero));
}

uvec4 as_uint(uint i)
{
    return clamp(moved(i), patches[i].low, patches[i].high);
}

ivec4 as_sint(uint i)
{
    return clamp(ivec4(moved(i)), ivec4(patches[i].low),
                 ivec4(patches[i].high));
}

// The mask is the last record of a pixel.
uint coverage()
{
    const uvec4 by_alpha = coverage_by_alpha;
    if (by_alpha.x != 0u)
        return covered_by_alpha(bits_of(0u).a, by_alpha.y, by_alpha.z);
    return bits_of(piece.slots - 1u).x;
}

void main()
{
    float_0 = as_float(0u);
    float_1 = as_float(1u);
    float_2 = as_float(2u);
    float_3 = as_float(3u);
    float_4 = as_float(4u);
    float_5 = as_float(5u);
    float_6 = as_float(6u);
    float_7 = as_float(7u);
    uint_0 = as_uint(0u);
    uint_1 = as_uint(1u);
    uint_2 = as_uint(2u);
    uint_3 = as_uint(3u);
    uint_4 = as_uint(4u);
    uint_5 = as_uint(5u);
    uint_6 = as_uint(6u);
    uint_7 = as_uint(7u);
    sint_0 = as_sint(0u);
    sint_1 = as_sint(1u);
    sint_2 = as_sint(2u);
    sint_3 = as_sint(3u);
    sint_4 = as_sint(4u);
    sint_5 = as_sint(5u);
    sint_6 = as_sint(6u);
    sint_7 = as_sint(7u);
    second_source = as_float(1u);
    gl_SampleMask[0] = int(coverage());
}
