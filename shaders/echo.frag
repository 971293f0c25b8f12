#version 450
#extension GL_GOOGLE_include_directive : require
// Writes the operands of a piece, record after record, as fragment shaders see
// them: same stage, same view, same index as in output.frag.
#include "operand.glsl"

layout(location = 0) flat in uint layer; // always 0: one instance

layout(location = 0) out uvec4 record;

void main()
{
    const uvec2 at = uvec2(gl_FragCoord.xy) - piece.origin;
    const uint index = at.y * piece.row + at.x;
    if (index >= piece.records)
        discard;
    const uint slot = index % piece.slots;
    const uint pixel = index / piece.slots;
    const uint x = pixel % piece.size.x;
    const uint y = pixel / piece.size.x % piece.size.y;
    record = operand(layer + pixel / piece.size.x / piece.size.y, uvec2(x, y),
                     slot);
}
