#version 450
#extension GL_GOOGLE_include_directive : require
#define MULTISAMPLED
#include "blend.glsl"
