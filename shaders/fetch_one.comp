#version 450
#extension GL_GOOGLE_include_directive : require
// The bits of every texel of an image of one sample.
#define IMAGE utexture2D
#include "fetch.glsl"
