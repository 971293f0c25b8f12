// What one draw does to one target.  Mirrored by struct vk_emulation_block in
// vk.h.
layout(set = 1, binding = 1, std140) uniform Emulation
{
    uvec4 shift;     // of each component's lowest bit in the texel
    uvec4 bits;      // of each component; 0: it is not there
    uvec4 constants; // bits of binary32
    uvec4 color;     // source factor, destination factor, operation
    uvec4 alpha;
    uint numeric; // of formats.glsl
    uint blend;   // 0: the source is stored
    uint mask;    // components to write
    uint logic_op;
    uint source_type; // of output `slot`
    uint slot;
    uint coverage;      // how it is found: of coverage.glsl
    uint coverage_type; // of output 0
    uint sample_mask;
    uint samples;
    uint unused_0, unused_1;
}
emulation;
