#version 450
#extension GL_GOOGLE_include_directive : require
// The bits of every texel of an image of one sample.
#define IMAGE utexture2D
#define AT ivec2(origin + at)
#include "fetch.glsl"
