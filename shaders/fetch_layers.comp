#version 450
#extension GL_GOOGLE_include_directive : require
// The bits of every sample of all layers of an image.
#define IMAGE utexture2DMSArray
#define AT ivec3(origin + at, gl_GlobalInvocationID.z)
#include "fetch.glsl"
