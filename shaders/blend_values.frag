#version 450
#extension GL_GOOGLE_include_directive : require
#define MULTISAMPLED
#define BY_VALUE
#include "blend.glsl"
