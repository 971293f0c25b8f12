// Operands of a piece of a draw: records of four words, slot fastest, then x,
// y, layer.  A uniform texel buffer, not a storage buffer: those count against
// maxFragmentCombinedOutputResources, of which 8 outputs may leave none.
layout(set = 0, binding = 0) uniform usamplerBuffer operands;

// Mirrored by struct vk_push in vk.h.
layout(push_constant) uniform Piece
{
    uvec2 origin; // of the viewport
    uvec2 size;   // of the piece, in pixels
    uint base;    // first record of the piece in `operands`
    uint slots;   // records of a pixel
    uint last;    // record of `operands`; no fetch may go beyond
    uint records; // of the piece
    uint row;     // records in a row of the echo
}
piece;

uvec4 operand(uint layer, uvec2 pixel, uint slot)
{
    const uint index =
        piece.base +
        ((layer * piece.size.y + pixel.y) * piece.size.x + pixel.x) *
            piece.slots +
        slot;
    return texelFetch(operands, int(min(index, piece.last)));
}
