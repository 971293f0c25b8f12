#version 450
// One triangle that covers the viewport, and an instance's operands as they are.
layout(location = 0) in uvec4 operand_0;
layout(location = 1) in uvec4 operand_1;
layout(location = 2) in uvec4 operand_2;
layout(location = 3) in uvec4 operand_3;
layout(location = 4) in uvec4 operand_4;
layout(location = 5) in uvec4 operand_5;
layout(location = 6) in uvec4 operand_6;
layout(location = 7) in uvec4 operand_7;
layout(location = 8) in uvec4 operand_8;
layout(location = 0) flat out uvec4 source_0;
layout(location = 1) flat out uvec4 source_1;
layout(location = 2) flat out uvec4 source_2;
layout(location = 3) flat out uvec4 source_3;
layout(location = 4) flat out uvec4 source_4;
layout(location = 5) flat out uvec4 source_5;
layout(location = 6) flat out uvec4 source_6;
layout(location = 7) flat out uvec4 source_7;
layout(location = 8) flat out uvec4 source_8;

void main()
{
    const vec2 corner = vec2((gl_VertexIndex << 1) & 2, gl_VertexIndex & 2);
    gl_Position = vec4(corner * 2.0 - 1.0, 0.0, 1.0);
    source_0 = operand_0;
    source_1 = operand_1;
    source_2 = operand_2;
    source_3 = operand_3;
    source_4 = operand_4;
    source_5 = operand_5;
    source_6 = operand_6;
    source_7 = operand_7;
    source_8 = operand_8;
}
