#version 450
// One triangle that covers the viewport; an instance is a layer of the draw.
layout(location = 0) flat out uint layer;

void main()
{
    const vec2 corner = vec2((gl_VertexIndex << 1) & 2, gl_VertexIndex & 2);
    layer = uint(gl_InstanceIndex);
    gl_Position = vec4(corner * 2.0 - 1.0, 0.0, 1.0);
}
