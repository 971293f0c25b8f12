// Texels of an integer image, one after another.  With IMAGE utexture2D there is
// one sample, and its number is that of a level.  With utexture2DMSArray, AT says
// the layer, which is the invocation's third number.
#extension GL_EXT_samplerless_texture_functions : require
layout(local_size_x = 8, local_size_y = 8) in;

layout(set = 0, binding = 0) uniform IMAGE image;
layout(set = 0, binding = 1, std430) writeonly buffer Texels
{
    uint words[];
};

// Mirrored by struct vk_fetch_push in vk.h.
layout(push_constant) uniform Area
{
    uvec2 origin, size;
    uint samples;
    uint texel_words;
};

void main()
{
    const uvec2 at = gl_GlobalInvocationID.xy;
    if (any(greaterThanEqual(at, size)))
        return;
    for (uint s = 0u; s < samples; s++) {
        const uvec4 texel = texelFetch(image, AT, int(s));
        const uint first =
            (((gl_GlobalInvocationID.z * size.y + at.y) * size.x + at.x) *
                 samples +
             s) *
            texel_words;
        for (uint w = 0u; w < texel_words; w++)
            words[first + w] = texel[w];
    }
}
