#include "rungs.h"

#include <stddef.h>

/* Operands are pairwise distinct and on the grid of 8 bits, n / 255, so that
 * each component has one right code where nothing is multiplied. */
#define PIXELS_1                                 \
    "'pixels': [{'src': [[0.2, 0.4, 0.6, 0.8]]," \
    " 'dst': [{'bits': '0x44332211'}]},"         \
    "{'src': [[0.8, 0.2, 0.4, 0.6]], 'dst': [{'bits': '0x18273645'}]}]}"
#define ONE_TARGET "{'ombre': 1, 'RTVFormats': ['R8G8B8A8_UNORM'],"

#define PROBE(id, name_, suspect_)                                        \
    {                                                                     \
        .name = name_, .suspect = suspect_, .probe = OMBRE_GPU_PROBE_##id \
    }

const struct rung rungs[] = {
    PROBE(SUBMIT, "submit",
          "queue submission, fences, interrupts, the kernel driver"),
    PROBE(FILL, "fill",
          "memory types and mapping, cache coherence, the copy engine"),
    PROBE(COPY, "copy", "host writes seen by the device, buffer addresses"),
    PROBE(IMAGE, "image", "tiling, layout transitions, row pitch of copies"),
    PROBE(CLEAR, "clear",
          "render passes, clear colours of integers, compressed clears"),
    {
        .name = "store",
        .what = "a fragment shader's output is stored as it is",
        .suspect = "vertex and fragment shaders, texel buffers, descriptors, "
                   "push constants, viewport, UNORM conversion",
        .text = ONE_TARGET PIXELS_1,
    },
    {
        .name = "mask",
        .what = "write masks keep some components",
        .suspect = "colorWriteMask, and where the driver puts it",
        .text = ONE_TARGET "'BlendState': {'RenderTarget': "
                           "[{'RenderTargetWriteMask': 5}]}," PIXELS_1,
    },
    {
        .name = "add",
        .what = "source and destination are added",
        .suspect = "blendEnable; whether the destination is read at all",
        .text = ONE_TARGET
        "'BlendState': {'RenderTarget': [{'BlendEnable': true,"
        "'SrcBlend': 'ONE', 'DestBlend': 'ONE',"
        "'SrcBlendAlpha': 'ONE', 'DestBlendAlpha': 'ONE'}]}," PIXELS_1,
    },
    {
        .name = "alpha",
        .what = "source over destination by the source's alpha",
        .suspect = "factors, and that colour and alpha have their own",
        .text =
            ONE_TARGET "'BlendState': {'RenderTarget': [{'BlendEnable': true,"
                       "'SrcBlend': 'SRC_ALPHA', 'DestBlend': 'INV_SRC_ALPHA',"
                       "'SrcBlendAlpha': 'ONE', 'DestBlendAlpha': "
                       "'INV_SRC_ALPHA'}]}," PIXELS_1,
    },
    {
        .name = "constants",
        .what = "factors are the blend constants",
        .suspect = "vkCmdSetBlendConstants",
        .text = ONE_TARGET
        "'BlendFactor': [0.2, 0.4, 0.6, 0.8],"
        "'BlendState': {'RenderTarget': [{'BlendEnable': true,"
        "'SrcBlend': 'BLEND_FACTOR', 'DestBlend': 'INV_BLEND_FACTOR',"
        "'SrcBlendAlpha': 'BLEND_FACTOR', 'DestBlendAlpha': "
        "'ZERO'}]}," PIXELS_1,
    },
    {
        .name = "layers",
        .what = "three primitives blend one over another in one draw",
        .suspect = "the order of fragments, read-after-write of a tile",
        .text = ONE_TARGET
        "'BlendState': {'RenderTarget': [{'BlendEnable': true,"
        "'SrcBlend': 'ONE', 'DestBlend': 'INV_SRC_ALPHA',"
        "'SrcBlendAlpha': 'ONE', 'DestBlendAlpha': 'INV_SRC_ALPHA'}]},"
        "'pixels': [{'layers': [[[0.2, 0.4, 0.1, 0.6]],"
        "[[0.1, 0.3, 0.2, 0.4]], [[0.4, 0.1, 0.3, 0.8]]],"
        "'dst': [{'bits': '0x44332211'}]}]}",
    },
    {
        .name = "float",
        .what = "a target of halves blends beyond [0, 1]",
        .suspect = "conversion to and from halves, clamps that must not be",
        .text = "{'ombre': 1, 'RTVFormats': ['R16G16B16A16_FLOAT'],"
                "'BlendState': {'RenderTarget': [{'BlendEnable': true,"
                "'SrcBlend': 'SRC_ALPHA', 'DestBlend': 'ONE',"
                "'SrcBlendAlpha': 'ONE', 'DestBlendAlpha': 'ONE'}]},"
                "'pixels': [{'src': [[-2, 0.5, 3, 0.25]],"
                "'dst': [[1.5, -0.75, 8, 2]]}]}",
    },
    {
        .name = "srgb",
        .what = "an sRGB target is decoded, blended and encoded",
        .suspect = "views of sRGB formats; alpha has no curve",
        .text = "{'ombre': 1, 'RTVFormats': ['R8G8B8A8_UNORM_SRGB'],"
                "'BlendState': {'RenderTarget': [{'BlendEnable': true,"
                "'SrcBlend': 'SRC_ALPHA', 'DestBlend': 'INV_SRC_ALPHA',"
                "'SrcBlendAlpha': 'ONE', 'DestBlendAlpha': "
                "'INV_SRC_ALPHA'}]}," PIXELS_1,
    },
    {
        .name = "integer",
        .what = "an integer target takes the shader's bits",
        .suspect = "integer outputs and their conversion",
        .text = "{'ombre': 1, 'RTVFormats': ['R32G32B32A32_UINT'],"
                "'pixels': [{'src': [[305419896, 2271560481, 7, 4026531840]],"
                "'dst': [{'bits': '0x44332211887766554433221188776655'}]}]}",
    },
    {
        .name = "targets",
        .what = "three targets, each with a state of its own",
        .suspect = "independentBlend, attachment indices, outputs by location",
        .text =
            "{'ombre': 1, 'RTVFormats':"
            "['R8G8B8A8_UNORM', 'R8G8B8A8_UNORM', 'B8G8R8A8_UNORM'],"
            "'BlendState': {'IndependentBlendEnable': true, 'RenderTarget': ["
            "{'BlendEnable': true, 'SrcBlend': 'ONE', 'DestBlend': 'ONE'},"
            "{'RenderTargetWriteMask': 6},"
            "{'BlendEnable': true, 'SrcBlend': 'DEST_COLOR', 'DestBlend': "
            "'ZERO',"
            "'BlendOp': 'ADD'}]},"
            "'pixels': [{'src': [[0.2, 0.4, 0.6, 0.8], [0.8, 0.6, 0.2, 0.4],"
            "[0.4, 0.8, 0.2, 0.6]], 'dst': [{'bits': '0x44332211'},"
            "{'bits': '0x18273645'}, {'bits': '0x9abcdef1'}]}]}",
    },
    {
        .name = "hole",
        .what = "a target is missing between two",
        .suspect = "VK_ATTACHMENT_UNUSED, and that outputs keep their numbers",
        .text =
            "{'ombre': 1, 'RTVFormats':"
            "['R8G8B8A8_UNORM', 'UNKNOWN', 'R8G8B8A8_UNORM'],"
            "'PixelShader': {'outputs': ['rgba', 'rgba', 'rgba']},"
            "'pixels': [{'src': [[0.2, 0.4, 0.6, 0.8], [0.8, 0.6, 0.2, 0.4],"
            "[0.4, 0.8, 0.2, 0.6]], 'dst': [{'bits': '0x44332211'}, null,"
            "{'bits': '0x9abcdef1'}]}]}",
    },
    {
        .name = "dual-source",
        .what = "a factor is the shader's second source",
        .suspect = "dualSrcBlend, Location 0 Index 1",
        .text = ONE_TARGET
        "'BlendState': {'RenderTarget': [{'BlendEnable': true,"
        "'SrcBlend': 'SRC1_COLOR', 'DestBlend': 'INV_SRC1_COLOR',"
        "'SrcBlendAlpha': 'SRC1_ALPHA', 'DestBlendAlpha': 'ONE'}]},"
        "'pixels': [{'src': [[0.2, 0.4, 0.6, 0.8], [0.8, 0.6, 0.2, 0.4]],"
        "'dst': [{'bits': '0x44332211'}]}]}",
    },
    {
        .name = "logic-op",
        .what = "bits are combined by XOR",
        .suspect = "logicOp, and that it turns blending off",
        .text = "{'ombre': 1, 'RTVFormats': ['R8G8B8A8_UINT'],"
                "'BlendState': {'RenderTarget': [{'LogicOpEnable': true,"
                "'LogicOp': 'XOR'}]},"
                "'pixels': [{'src': [[165, 60, 15, 129]],"
                "'dst': [{'bits': '0x44332211'}]}]}",
    },
    {
        .name = "samples",
        .what = "four samples, of which the sample mask writes two",
        .suspect = "multisampled attachments, pSampleMask, fetching samples",
        .text = ONE_TARGET
        "'SampleDesc': {'Count': 4, 'Quality': 0}, 'SampleMask': 6," PIXELS_1,
    },
    {
        .name = "coverage",
        .what = "alpha decides how many of four samples are written",
        .suspect = "alphaToCoverageEnable",
        .text = ONE_TARGET
        "'SampleDesc': {'Count': 4, 'Quality': 0},"
        "'BlendState': {'AlphaToCoverageEnable': true},"
        "'pixels': [{'src': [[0.2, 0.4, 0.6, 0]],"
        "'dst': [{'bits': '0x44332211'}]},"
        "{'src': [[0.8, 0.4, 0.6, 0.5]], 'dst': [{'bits': '0x18273645'}]},"
        "{'src': [[0.4, 0.2, 0.6, 1]], 'dst': [{'bits': '0x9abcdef1'}]}]}",
    },
    {
        .name = "eight",
        .what = "eight targets of mixed formats, eight states",
        .suspect = "maxColorAttachments, tile memory, export order",
        .text =
            "{'ombre': 1, 'RTVFormats': ['R8G8B8A8_UNORM',"
            "'R16G16B16A16_FLOAT', 'B8G8R8A8_UNORM', 'R32_FLOAT',"
            "'R10G10B10A2_UNORM', 'R8_UNORM', 'R16G16_FLOAT', 'R8G8_UNORM'],"
            "'BlendState': {'IndependentBlendEnable': true, 'RenderTarget': ["
            "{'BlendEnable': true, 'SrcBlend': 'ONE', 'DestBlend': 'ONE'},"
            "{'BlendEnable': true, 'SrcBlend': 'SRC_ALPHA', 'DestBlend': "
            "'ONE'},"
            "{'BlendEnable': true, 'BlendOp': 'MAX', 'BlendOpAlpha': 'MIN'},"
            "{'RenderTargetWriteMask': 1},"
            "{'RenderTargetWriteMask': 10},"
            "{'BlendEnable': true, 'SrcBlend': 'ONE', 'DestBlend': 'ONE',"
            "'BlendOp': 'REV_SUBTRACT'},"
            "{'BlendEnable': true, 'SrcBlend': 'ONE', 'DestBlend': 'ONE',"
            "'BlendOp': 'SUBTRACT'}, {'RenderTargetWriteMask': 0}]},"
            "'pixels': [{'src': [[0.2, 0.4, 0.6, 0.8], [0.8, 0.6, 0.2, 0.4],"
            "[0.4, 0.8, 0.2, 0.6], [0.5, 9, 9, 9], [0.125, 0.25, 0.75, 1],"
            "[0.2, 9, 9, 9], [3, 0.5, 9, 9], [0.4, 0.6, 9, 9]],"
            "'dst': [{'bits': '0x44332211'}, [1, 2, 3, 4],"
            "{'bits': '0x9abcdef1'}, [7, 0, 0, 0], {'bits': '0x5a5a5a5a'},"
            "{'bits': '0xc3'}, [0.5, 2, 0, 0], {'bits': '0x7e81'}]}]}",
    },
};

const unsigned rung_count = sizeof rungs / sizeof rungs[0];
