#version 450
#extension GL_EXT_samplerless_texture_functions : require
// The bits of every sample, through an unsigned-integer view of the image.
layout(local_size_x = 8, local_size_y = 8) in;

layout(set = 0, binding = 0) uniform utexture2DMS image;
layout(set = 0, binding = 1, std430) writeonly buffer Texels
{
    uint words[];
};

// What the program pushes.
layout(push_constant) uniform Image
{
    uvec2 size;
    uint samples;
    uint texel_words;
};

void main()
{
    const uvec2 at = gl_GlobalInvocationID.xy;
    if (any(greaterThanEqual(at, size)))
        return;
    for (uint s = 0u; s < samples; s++) {
        const uvec4 texel = texelFetch(image, ivec2(at), int(s));
        const uint first =
            ((at.y * size.x + at.x) * samples + s) * texel_words;
        for (uint w = 0u; w < texel_words; w++)
            words[first + w] = texel[w];
    }
}
