#version 450
#extension GL_ARB_shader_viewport_layer_array : require
// rectangle.vert for draws to one layer of what is attached, which the number of
// the first vertex tells.
layout(location = 0) flat out uint layer;

void main()
{
    const int vertex = gl_VertexIndex % 3;
    const vec2 corner = vec2((vertex << 1) & 2, vertex & 2);
    layer = uint(gl_InstanceIndex);
    gl_Layer = gl_VertexIndex / 3;
    gl_Position = vec4(corner * 2.0 - 1.0, 0.0, 1.0);
}
