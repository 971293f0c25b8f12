#version 450
#extension GL_GOOGLE_include_directive : require
// The bits of every sample, through an unsigned-integer view of the image.
#define IMAGE utexture2DMS
#define AT ivec2(origin + at)
#include "fetch.glsl"
