/* Every mistake that a file can hold: where it is said to be, and how. */
#include "case_check.h"

/* Line 2 comes next. */
#define HEAD "{'ombre': 1,\n"
/* Lines 4 and 3 come next. */
#define BLEND HEAD "'BlendState': {\n'RenderTarget': [\n"
#define RGBA8 HEAD "'RTVFormats': ['R8G8B8A8_UNORM'],\n"
#define UINT8X4 HEAD "'RTVFormats': ['R8G8B8A8_UINT'],\n"
#define SINT8X4 HEAD "'RTVFormats': ['R8G8B8A8_SINT'],\n"
#define HOLE HEAD "'RTVFormats': ['UNKNOWN', 'R8_UNORM'],\n"
#define MSAA RGBA8 "'SampleDesc': {'Count': 4},\n"
/* Line 4 comes next: steps of one pixel of RGBA8. */
#define STEPS RGBA8 "'pixels': [{'dst': [[1, 2, 3, 4]]}], 'Steps': [\n"
/* Line 4 comes next: a pixel of RGBA8. */
#define PIXEL RGBA8 "'pixels': [\n"
#define SRC "'src': [[1, 2, 3, 4]]"
#define DST "'dst': [[1, 2, 3, 4]]"

struct row {
    const char *text;
    unsigned line;
    const char *path, *message;
};

/* clang-format off */
static const struct row rows[] = {
    /* The file. */
    {"", 0, "", "the file is empty"},
    {" \n\t\r\n", 0, "", "the file is empty"},
    {"{'ombre': 1,\n 'name' 5}", 2, "name", "malformed JSON: ':' expected near '5'"},
    {"{'ombre': 1,\n 'RTVFormats': [1, 2,\n 3, x]}", 3, "RTVFormats[3]", "malformed JSON: invalid token near 'x'"},
    {"{'ombre': 1,\n 'BlendState': {'RenderTarget': [{}, {'SrcBlend': 'ONE' 'x'", 2, "BlendState.RenderTarget[1].SrcBlend", "malformed JSON"},
    {"{'ombre': 1}\n\n}", 3, "", "malformed JSON: end of file expected near '}'"},
    {"{'ombre': 1, 'name': 'a\x80'}", 1, "name", "malformed JSON: unable to decode byte 0x80"},
    {"{'ombre': 1, 'name': '\\u0000'}", 1, "name", "malformed JSON: \\u0000"},
    {"{'ombre': 1, 'name': 'a\nb'}", 1, "name", "malformed JSON: "},
    {"{'ombre': 1,\n'SampleMask': 1e999}", 2, "SampleMask", "real number overflow near '1e999'"},
    {"{'ombre': 1,\n'SampleMask': 01}", 2, "SampleMask", "malformed JSON"},
    {"{'ombre': 1,\n'SampleMask': 1,\n'SampleMask': 1}", 3, "SampleMask", "the field is here a second time"},
    {BLEND "{'SrcBlend': 'ONE',\n'SrcBlend': 'ONE'}]}}", 5, "BlendState.RenderTarget[0].SrcBlend", "the field is here a second time"},
    {"[]", 1, "", "expected an object (a case), found an array"},
    {"'ombre'", 1, "", "malformed JSON: '[' or '{' expected"},
    /* The version and the API. */
    {"\n{}", 2, "ombre", "expected 1 (the version of case files), found nothing"},
    {"{'ombre':\n2}", 2, "ombre", "expected 1 (the version of case files), found 2"},
    {"{'ombre': '1'}", 1, "ombre", "expected 1 (the version of case files), found \"1\""},
    {"{'ombre': true}", 1, "ombre", "expected 1 (the version of case files), found true"},
    {"{'ombre': 0}", 1, "ombre", "expected 1 (the version of case files), found 0"},
    {"{'nonsense': 3,\n'ombre': 2}", 2, "ombre", "expected 1 (the version of case files), found 2"},
    {HEAD "'api': 'd3d12'}", 2, "api", "expected \"D3D12\", \"D3D11.1\", \"D3D11\", \"D3D10.1\", \"D3D10\" or \"D3D9\", found \"d3d12\"; did you mean \"D3D12\"?"},
    {HEAD "'api': 'Vulkan'}", 2, "api", "or \"D3D9\", found \"Vulkan\""},
    {HEAD "'api': 12}", 2, "api", "or \"D3D9\", found 12"},
    /* Fields that are not there, or not yet. */
    {HEAD "\n'Blendstate': {}}", 3, "Blendstate", "unknown field \"Blendstate\"; did you mean \"BlendState\"?"},
    {HEAD "'RTVFormat': []}", 2, "RTVFormat", "did you mean \"RTVFormats\"?"},
    {HEAD "'pixel': []}", 2, "pixel", "did you mean \"pixels\"?"},
    {HEAD "'nonsense':\n3}", 2, "nonsense", "unknown field \"nonsense\"; expected one of ombre, name, api, BlendState"},
    /* Steps. */
    {HEAD "'Steps': []}", 2, "Steps", "expected 1 to 1024 steps, found 0"},
    {HEAD "'Steps': {}}", 2, "Steps", "expected an array of steps, found an object"},
    {STEPS "3]}", 4, "Steps[0]", "expected an object with one of \"set\", \"clear\" and \"draw\", found 3"},
    {STEPS "{}]}", 4, "Steps[0]", "expected one of \"set\", \"clear\" and \"draw\" in a step, found 0"},
    {STEPS "{'set': {}},\n{'set': {},\n'clear': {}}]}", 5, "Steps[1]", "in a step, found 2"},
    {STEPS "{'Draw': {}}]}", 4, "Steps[0].Draw", "unknown field \"Draw\"; did you mean \"draw\"?"},
    {STEPS "{'set': {'SampleDesc': {}}}]}", 4, "Steps[0].set.SampleDesc", "a step cannot set \"SampleDesc\": it is the same for all steps"},
    {STEPS "{'set': {'Steps': []}}]}", 4, "Steps[0].set.Steps", "a step cannot set \"Steps\""},
    {STEPS "{'set': {'BlendStat': {}}}]}", 4, "Steps[0].set.BlendStat", "did you mean \"BlendState\"?"},
    {STEPS "{'set': {'BlendState': {'RenderTarget': [{'SrcBlend': 'ONEE'}]}}}]}", 4, "Steps[0].set.BlendState.RenderTarget[0].SrcBlend", "found \"ONEE\"; did you mean \"ONE\"?"},
    {STEPS "{'set': {'NumRenderTargets': 2}}]}", 4, "Steps[0].set", "expected at most 1 render targets, those of the document, found 2"},
    {STEPS "{'set': {'RTVFormats': [10]}}]}", 4, "Steps[0].set", "render target 0 has another format than in the document"},
    {STEPS "{'clear': {'Color': [1, 1, 1, 1]}}]}", 4, "Steps[0].clear.RenderTarget", "expected the number of a render target, found nothing"},
    {STEPS "{'clear': {'RenderTarget': 0}}]}", 4, "Steps[0].clear.Color", "expected four numbers, found nothing"},
    {STEPS "{'clear': {'RenderTarget': 1, 'Color': [1, 1, 1, 1]}}]}", 4, "Steps[0].clear.RenderTarget", "there is no render target 1 (RTVFormats, NumRenderTargets)"},
    {STEPS "{'clear': {'RenderTarget': 0, 'Color': [1, 1, 1]}}]}", 4, "Steps[0].clear.Color", "expected 4 numbers, found 3"},
    {STEPS "{'clear': {'RenderTarget': 0, 'Color': [1, 1, 1, 1], 'Rect': [0, 0, 1]}}]}", 4, "Steps[0].clear.Rect", "expected [left, top, right, bottom], or null, found an array"},
    {STEPS "{'clear': {'RenderTarget': 0, 'Color': [1, 1, 1, 1], 'Rect': [0, 0.5, 1, 1]}}]}", 4, "Steps[0].clear.Rect[1]", "found 0.5"},
    {STEPS "{'clear': {'RenderTarget': 0, 'Color': [1, 1, 1, 1], 'By': 'loadop'}}]}", 4, "Steps[0].clear.By", "did you mean \"load-op\"?"},
    {STEPS "{'draw': {}}]}", 3, "pixels[0].src", "found nothing"},
    {STEPS "{'draw': {'coverage': 1}}]}", 4, "Steps[0].draw.src", "found nothing"},
    {STEPS "{'draw': {'src': [[1, 2, 3, 4]], 'layers': [[[1, 2, 3, 4]]]}}]}", 4, "Steps[0].draw.layers", "expected either \"src\" or \"layers\", found both"},
    {STEPS "{'draw': {'layers': []}}]}", 4, "Steps[0].draw.layers", "expected at least 1 layer, found none"},
    {STEPS "{'draw': {'src': [[1, 2, 3, 4]], 'coverage': 1}}]}", 4, "Steps[0].draw.coverage", "unexpected: coverage of a pixel counts only where"},
    {STEPS "{'set': {'PixelShader': {'coverage': 'per-pixel'}}}, {'draw': {'src': [[1, 2, 3, 4]]}}]}", 4, "Steps[1].draw.coverage", "expected a mask (PixelShader.coverage is \"per-pixel\"), found nothing"},
    {STEPS "{'draw': {'pixels': []}}]}", 4, "Steps[0].draw.pixels", "expected 1 entries, one for each of the document's pixels, found 0"},
    {STEPS "{'draw': {'pixels': [null], 'src': [[1, 2, 3, 4]]}}]}", 4, "Steps[0].draw.pixels", "expected either \"pixels\" or what every pixel gets, found both"},
    {STEPS "{'draw': {'pixels': [{'src': [[1, 2, 3, 4]], 'dst': []}]}}]}", 4, "Steps[0].draw.pixels[0].dst", "unknown field \"dst\""},
    {RGBA8 "'pixels': [{'src': [[1, 2, 3, 4]], 'dst': [[1, 2, 3, 4]]}], 'Steps': [{'set': {'PixelShader': {'outputs': ['rgba', 'rgba']}}},\n{'draw': {}}]}", 4, "Steps[1].draw", "the pixel shader in force declares what the document's does not"},
    {HEAD "'Lane': 'dynamik'}", 2, "Lane", "found \"dynamik\"; did you mean \"dynamic\"?"},
    {HEAD "'Lane': 'static render_pass'}", 2, "Lane", "found \"static render_pass\"; did you mean \"render-pass\"?"},
    {HEAD "'Lane': 'static library'}", 2, "Lane", "\"static library\" names two lanes"},
    {HEAD "'Lane': 'shader-object render-pass'}", 2, "Lane", "goes with dynamic-rendering only"},
    {HEAD "'Lane': 'static-constants shader-object'}", 2, "Lane", "has no static-constants"},
    {HEAD "'Lane': ''}", 2, "Lane", "no lane is named"},
    {HEAD "'Lane': ['static']}", 2, "Lane", "expected words for a lane, as \"any\" or \"dynamic dynamic-rendering\", found an array"},
    {HEAD "'DestinationBy': 'cleared'}", 2, "DestinationBy", "expected \"upload\", \"clear\" or \"draw\", found \"cleared\"; did you mean \"clear\"?"},
    {HEAD "'DestinationBy': 1}", 2, "DestinationBy", "or \"draw\", found 1"},
    {HEAD "'Image': []}", 2, "Image", "expected an object (how the images of targets are made), found an array"},
    {HEAD "'Image': {'usage': []}}", 2, "Image.usage", "unknown field \"usage\"; did you mean \"Usage\"?"},
    {HEAD "'Image': {'Usage': 'SAMPLED'}}", 2, "Image.Usage", "expected an array of \"SAMPLED\", \"STORAGE\", found \"SAMPLED\""},
    {HEAD "'Image': {'Usage': ['SAMPLE']}}", 2, "Image.Usage[0]", "found \"SAMPLE\"; did you mean \"SAMPLED\"?"},
    {HEAD "'Image': {'Mutable': 'yes'}}", 2, "Image.Mutable", "found \"yes\""},
    {HEAD "'Image': {'Tiling': 'LINEAR'}}", 2, "Image.Tiling", "expected \"optimal\" or \"linear\", found \"LINEAR\"; did you mean \"linear\"?"},
    {HEAD "'Image': {'Offset': [1]}}", 2, "Image.Offset", "expected an array of two whole numbers, [x, y], found an array"},
    {HEAD "'Image': {'Offset': 1}}", 2, "Image.Offset", "[x, y], found 1"},
    {HEAD "'Image': {'Offset': [1, -1]}}", 2, "Image.Offset[1]", "from 0 to 4294967295, found -1"},
    {HEAD "'Image': {'Layer': 'two'}}", 2, "Image.Layer", "found \"two\""},
    {HEAD "'Image': {'ReadBy': 'fetched'}}", 2, "Image.ReadBy", "expected \"copy\" or \"fetch\", found \"fetched\"; did you mean \"fetch\"?"},
    /* Types of the document's fields. */
    {HEAD "'name': null}", 2, "name", "expected a string, found null"},
    {HEAD "'BlendState': []}", 2, "BlendState", "expected an object (a blend desc), found an array"},
    {HEAD "'BlendState': null}", 2, "BlendState", "expected an object (a blend desc), found null"},
    {HEAD "'SampleDesc': 4}", 2, "SampleDesc", "expected an object (\"Count\", \"Quality\"), found 4"},
    {HEAD "'SampleDesc': {'Quantity': 4}}", 2, "SampleDesc.Quantity", "unknown field \"Quantity\"; did you mean \"Quality\"?"},
    {HEAD "'SampleDesc': {'Count': '4'}}", 2, "SampleDesc.Count", "expected a whole number or \"0x..\" from 0 to 4294967295, found \"4\""},
    {HEAD "'SampleDesc': {'Quality': -1}}", 2, "SampleDesc.Quality", "from 0 to 4294967295, found -1"},
    {HEAD "'SampleMask': 4294967296}", 2, "SampleMask", "from 0 to 4294967295, found 4294967296"},
    {HEAD "'SampleMask': 1.5}", 2, "SampleMask", "from 0 to 4294967295, found 1.5"},
    {HEAD "'SampleMask': 1e3}", 2, "SampleMask", "from 0 to 4294967295, found 1e3"},
    {HEAD "'SampleMask': true}", 2, "SampleMask", "from 0 to 4294967295, found true"},
    {HEAD "'SampleMask': 123456789012345678901234567890123456}", 2, "SampleMask", "found 12345678901234567890123456789012..."},
    {HEAD "'SampleMask': '0x'}", 2, "SampleMask", "expected \"0x\" and 1 to 8 hexadecimal digits, found \"0x\""},
    {HEAD "'SampleMask': '0x1FFFFFFFF'}", 2, "SampleMask", "1 to 8 hexadecimal digits, found \"0x1FFFFFFFF\""},
    {HEAD "'SampleMask': '0x12g'}", 2, "SampleMask", "1 to 8 hexadecimal digits, found \"0x12g\""},
    {HEAD "'SampleMask': '0xg1'}", 2, "SampleMask", "1 to 8 hexadecimal digits, found \"0xg1\""},
    {HEAD "'NumRenderTargets': null}", 2, "NumRenderTargets", "found null"},
    {HEAD "'BlendFactor': 1}", 2, "BlendFactor", "expected an array of 4 numbers, found 1"},
    {HEAD "'BlendFactor': [1, 1, 1]}", 2, "BlendFactor", "expected 4 numbers, found 3"},
    {HEAD "'BlendFactor': [1, 1,\n1, 1, 1]}", 2, "BlendFactor", "expected 4 numbers, found 5"},
    {HEAD "'BlendFactor': [1, 1,\nfalse, 1]}", 3, "BlendFactor[2]", "expected a number, \"nan\", \"inf\", \"-inf\" or \"0x..\", found false"},
    {HEAD "'BlendFactor': [1, 1, 1, 'NaN']}", 2, "BlendFactor[3]", "found \"NaN\"; did you mean \"nan\"?"},
    {HEAD "'BlendFactor': [1, 1, 1, '1.0']}", 2, "BlendFactor[3]", "or \"0x..\", found \"1.0\""},
    {HEAD "'BlendFactor': [1e39, 1, 1, 1]}", 2, "BlendFactor[0]", "expected a number that fits fp32 (\"inf\" is infinity), found 1e39"},
    {HEAD "'BlendFactor': [-3.4028235677973367e38, 1, 1, 1]}", 2, "BlendFactor[0]", "fits fp32"},
    {HEAD "'BlendFactor': ['0x3f8000000', 1, 1, 1]}", 2, "BlendFactor[0]", "1 to 8 hexadecimal digits"},
    {HEAD "'Device': []}", 2, "Device", "expected an object (what a device can do), found an array"},
    {HEAD "'Device': {'FeatureLevel': '11_2'}}", 2, "Device.FeatureLevel", "expected a D3D_FEATURE_LEVEL name or number, found \"11_2\"; did you mean \"11_0\"?"},
    {HEAD "'Device': {'FeatureLevel': 12.2}}", 2, "Device.FeatureLevel", "expected a D3D_FEATURE_LEVEL name or number from 0 to 4294967295, found 12.2"},
    {HEAD "'Device': {'OutputMergerLogicOp': 'yes'}}", 2, "Device.OutputMergerLogicOp", "expected true, false or a whole number from 0 to 4294967295, found \"yes\""},
    {HEAD "'Device': {'OutputMergerLogicOps': true}}", 2, "Device.OutputMergerLogicOps", "did you mean \"OutputMergerLogicOp\"?"},
    {HEAD "'Without': 'logicOp'}", 2, "Without", "expected an array of features, found \"logicOp\""},
    {HEAD "'Without': ['logicOp',\n'dualSrcBlending']}", 3, "Without[1]", "found \"dualSrcBlending\"; did you mean \"dualSrcBlend\"?"},
    {HEAD "'Without': [1]}", 2, "Without[0]", "expected \"independentBlend\", \"dualSrcBlend\", \"logicOp\", \"formatBlend\" or a feature of lanes, found 1"},
    /* BlendState. */
    {BLEND "{'SrcBlend': 'SRC_ALHPA'}]}}", 4, "BlendState.RenderTarget[0].SrcBlend", "expected a D3D12_BLEND name or number, found \"SRC_ALHPA\"; did you mean \"SRC_ALPHA\"?"},
    {BLEND "{'DestBlend': 'D3D12_BLEND_INV_SRC_ALPAH'}]}}", 4, "BlendState.RenderTarget[0].DestBlend", "did you mean \"D3D12_BLEND_INV_SRC_ALPHA\"?"},
    {BLEND "{'DestBlendAlpha': 'D3D11_BLEND_inv_dest_alpha'}]}}", 4, "BlendState.RenderTarget[0].DestBlendAlpha", "did you mean \"D3D11_BLEND_INV_DEST_ALPHA\"?"},
    {BLEND "{'SrcBlendAlpha': 'one'}]}}", 4, "BlendState.RenderTarget[0].SrcBlendAlpha", "did you mean \"ONE\"?"},
    {BLEND "{'SrcBlend': 'BLEND_ONE'}]}}", 4, "BlendState.RenderTarget[0].SrcBlend", "expected a D3D12_BLEND name or number, found \"BLEND_ONE\""},
    {BLEND "{'SrcBlend': 'D3D12_BLEND_OP_ADD'}]}}", 4, "BlendState.RenderTarget[0].SrcBlend", "expected a D3D12_BLEND name or number, found \"D3D12_BLEND_OP_ADD\""},
    {BLEND "{'SrcBlend': '2'}]}}", 4, "BlendState.RenderTarget[0].SrcBlend", "expected a D3D12_BLEND name or number, found \"2\""},
    {BLEND "{'SrcBlend': -2}]}}", 4, "BlendState.RenderTarget[0].SrcBlend", "expected a D3D12_BLEND name or number from 0 to 4294967295, found -2"},
    {BLEND "{'SrcBlend': true}]}}", 4, "BlendState.RenderTarget[0].SrcBlend", "from 0 to 4294967295, found true"},
    {BLEND "{},\n{'BlendOp': 'ADD_'}]}}", 5, "BlendState.RenderTarget[1].BlendOp", "expected a D3D12_BLEND_OP name or number, found \"ADD_\"; did you mean \"ADD\"?"},
    {BLEND "{'BlendOpAlpha': 'D3D12_BLEND_ADD'}]}}", 4, "BlendState.RenderTarget[0].BlendOpAlpha", "did you mean \"D3D12_BLEND_OP_ADD\"?"},
    {BLEND "{'LogicOp': 'ANDREVERSE'}]}}", 4, "BlendState.RenderTarget[0].LogicOp", "expected a D3D12_LOGIC_OP name or number, found \"ANDREVERSE\"; did you mean \"AND_REVERSE\"?"},
    {HEAD "'api': 'D3D11.1', 'BlendState': {'RenderTarget': [{'SrcBlend': 'TWO'}]}}", 2, "BlendState.RenderTarget[0].SrcBlend", "expected a D3D11_BLEND name or number, found \"TWO\""},
    {BLEND "{'BlendEnable': 'true'}]}}", 4, "BlendState.RenderTarget[0].BlendEnable", "expected true, false or a whole number from 0 to 4294967295, found \"true\""},
    {BLEND "{'BlendEnable': -1}]}}", 4, "BlendState.RenderTarget[0].BlendEnable", "found -1"},
    {BLEND "{'LogicOpEnable': null}]}}", 4, "BlendState.RenderTarget[0].LogicOpEnable", "found null"},
    {BLEND "{'RenderTargetWriteMask': 256}]}}", 4, "BlendState.RenderTarget[0].RenderTargetWriteMask", "expected a whole number from 0 to 255, found 256"},
    {BLEND "{'RenderTargetWriteMask': '0x100'}]}}", 4, "BlendState.RenderTarget[0].RenderTargetWriteMask", "1 to 2 hexadecimal digits"},
    {BLEND "{'RenderTargetWriteMask': 'ALL'}]}}", 4, "BlendState.RenderTarget[0].RenderTargetWriteMask", "from 0 to 255, found \"ALL\""},
    {BLEND "{'WriteMask': 15}]}}", 4, "BlendState.RenderTarget[0].WriteMask", "unknown field \"WriteMask\"; expected one of BlendEnable, LogicOpEnable"},
    {BLEND "{'DstBlend': 2}]}}", 4, "BlendState.RenderTarget[0].DstBlend", "did you mean \"DestBlend\"?"},
    {BLEND "null]}}", 4, "BlendState.RenderTarget[0]", "expected an object (a render target's blend desc), found null"},
    {BLEND "{}, {}, {}, {}, {}, {}, {}, {},\n{}]}}", 5, "BlendState.RenderTarget[8]", "expected at most 8 entries, found 9"},
    {HEAD "'BlendState': {'RenderTarget': {}}}", 2, "BlendState.RenderTarget", "expected an array of up to 8 objects, found an object"},
    {HEAD "'BlendState': {'AlphaToCoverage': 1}}", 2, "BlendState.AlphaToCoverage", "unknown field"},
    /* Formats. */
    {HEAD "'RTVFormats': 'R8_UNORM'}", 2, "RTVFormats", "expected an array of DXGI_FORMATs, found \"R8_UNORM\""},
    {HEAD "'RTVFormats': ['R8_UNORM',\n'R8G8B8A8_UNROM']}", 3, "RTVFormats[1]", "expected a DXGI_FORMAT name or number, found \"R8G8B8A8_UNROM\"; did you mean \"R8G8B8A8_UNORM\"?"},
    {HEAD "'RTVFormats': ['DXGI_FORMAT_R32G32_FLAOT']}", 2, "RTVFormats[0]", "did you mean \"DXGI_FORMAT_R32G32_FLOAT\"?"},
    {HEAD "'RTVFormats': ['0x1c']}", 2, "RTVFormats[0]", "expected a DXGI_FORMAT name or number, found \"0x1c\""},
    {HEAD "'RTVFormats': [null]}", 2, "RTVFormats[0]", "expected a DXGI_FORMAT name or number from 0 to 4294967295, found null"},
    {HEAD "'RTVFormats': [4294967296]}", 2, "RTVFormats[0]", "found 4294967296"},
    {HEAD "'RTVFormats': [1,2,3,4,5,6,7,8,\n'D33_FLOAT']}", 3, "RTVFormats[8]", "did you mean \"D32_FLOAT\"?"},
    {HEAD "'DSVFormat': 'D24'}", 2, "DSVFormat", "expected a DXGI_FORMAT name or number, found \"D24\""},
    /* PixelShader. */
    {RGBA8 "'PixelShader': []}", 3, "PixelShader", "expected null or an object (a shader), found an array"},
    {RGBA8 "'PixelShader': {'output': []}}", 3, "PixelShader.output", "did you mean \"outputs\"?"},
    {RGBA8 "'PixelShader': {'outputs': null}}", 3, "PixelShader.outputs", "expected an array of up to 8 outputs, found null"},
    {RGBA8 "'PixelShader': {'outputs': ['rgb']}}", 3, "PixelShader.outputs[0]", "expected null, \"rgba\" or {\"type\": .., \"components\": ..}, found \"rgb\""},
    {RGBA8 "'PixelShader': {'outputs': [1]}}", 3, "PixelShader.outputs[0]", "found 1"},
    {RGBA8 "'PixelShader': {'outputs': [null,null,null,null,null,null,null,null,\nnull]}}", 4, "PixelShader.outputs[8]", "expected at most 8 outputs, found 9"},
    {RGBA8 "'PixelShader': {'outputs': [{'type': 'half'}]}}", 3, "PixelShader.outputs[0].type", "expected \"float\", \"uint\" or \"int\", found \"half\""},
    {RGBA8 "'PixelShader': {'outputs': [{'type': 'Uint'}]}}", 3, "PixelShader.outputs[0].type", "did you mean \"uint\"?"},
    {RGBA8 "'PixelShader': {'outputs': [{'components': 'gr'}]}}", 3, "PixelShader.outputs[0].components", "expected letters of \"rgba\" in this order, found \"gr\""},
    {RGBA8 "'PixelShader': {'outputs': [{'components': ''}]}}", 3, "PixelShader.outputs[0].components", "found \"\""},
    {RGBA8 "'PixelShader': {'outputs': [{'components': 15}]}}", 3, "PixelShader.outputs[0].components", "found 15"},
    {RGBA8 "'PixelShader': {'outputs': [{'typ': 'float'}]}}", 3, "PixelShader.outputs[0].typ", "did you mean \"type\"?"},
    {RGBA8 "'PixelShader': {'coverage': 'per-pxiel'}}", 3, "PixelShader.coverage", "expected null, a mask or \"per-pixel\", found \"per-pxiel\"; did you mean \"per-pixel\"?"},
    {RGBA8 "'PixelShader': {'coverage': -1}}", 3, "PixelShader.coverage", "found -1"},
    /* Pixels. */
    {RGBA8 "'pixels': {}}", 3, "pixels", "expected an array of pixels, found an object"},
    {PIXEL "[]]}", 4, "pixels[0]", "expected an object (\"src\", \"dst\"), found an array"},
    {PIXEL "{" SRC ", 'dest': []}]}", 4, "pixels[0].dest", "unknown field \"dest\"; did you mean \"dst\"?"},
    {PIXEL "{" DST "}]}", 4, "pixels[0].src", "expected an array (what the shader writes to SV_Target0, ..), found nothing"},
    {PIXEL "{" SRC "}]}", 4, "pixels[0].dst", "expected an array (one entry a target), found nothing"},
    {PIXEL "{" SRC ", " DST "},\n{" SRC ", " DST ",\n'coverage': 1}]}", 6, "pixels[1].coverage", "unexpected: coverage of a pixel counts only where"},
    {RGBA8 "'PixelShader': {'coverage': 'per-pixel'}, 'pixels': [{" SRC ", " DST "}]}", 3, "pixels[0].coverage", "expected a mask (PixelShader.coverage is \"per-pixel\"), found nothing"},
    {RGBA8 "'PixelShader': {'coverage': 'per-pixel'}, 'pixels': [{" SRC ", " DST ", 'coverage': null}]}", 3, "pixels[0].coverage", "found null"},
    {PIXEL "{" SRC ", " DST ", 'layers': [[[1, 2, 3, 4]]]}]}", 4, "pixels[0].layers", "expected either \"src\" or \"layers\", found both"},
    {PIXEL "{'layers': [], " DST "}]}", 4, "pixels[0].layers", "expected at least 1 layer, found none"},
    {PIXEL "{'layers': {}, " DST "}]}", 4, "pixels[0].layers", "expected an array (one entry a primitive), found an object"},
    {PIXEL "{'layers': [[[1, 2, 3, 4]],\n[[1, 2, 3, null]]], " DST "}]}", 5, "pixels[0].layers[1][0][3]", "found null"},
    {PIXEL "{'layers': [[[1, 2, 3, 4]],\n4], " DST "}]}", 5, "pixels[0].layers[1]", "expected an array (one entry an output), found 4"},
    {PIXEL "{'src': [1, 2, 3, 4], " DST "}]}", 4, "pixels[0].src[0]", "expected an array of 4 numbers, found 1"},
    {PIXEL "{'src': [[1, 2, 3]], " DST "}]}", 4, "pixels[0].src[0]", "expected 4 numbers, found 3"},
    {PIXEL "{'src': [], " DST "}]}", 4, "pixels[0].src", "expected an entry for SV_Target0, which the pixel shader declares, found 0 entries"},
    {PIXEL "{'src': [null], " DST "}]}", 4, "pixels[0].src[0]", "expected 4 numbers for SV_Target0, which the pixel shader declares, found null"},
    {PIXEL "{'src': [[1, 2, 3, 4], [1, 2, 3, 4]], " DST "}]}", 4, "pixels[0].src[1]", "expected null: the pixel shader does not declare SV_Target1 (PixelShader.outputs[1])"},
    {PIXEL "{'src': [[1, 2, 3, 4],null,null,null,null,null,null,null,null], " DST "}]}", 4, "pixels[0].src[8]", "expected at most 8 entries, SV_Target0 to 7"},
    {HOLE "'pixels': [{'src': [[1, 2, 3, 4], [1, 2, 3, 4]], 'dst': [null, [1, 2, 3, 4]]}]}", 3, "pixels[0].src[0]", "expected null: the pixel shader does not declare SV_Target0"},
    {RGBA8 "'PixelShader': null, 'pixels': [{" SRC ", " DST "}]}", 3, "pixels[0].src[0]", "expected null: the pixel shader does not declare SV_Target0"},
    {HEAD "'RTVFormats': ['UNKNOWN', 'R8_UNORM'], 'BlendState': {'RenderTarget': [{'BlendEnable': 1, 'SrcBlend': 16}]},\n'pixels': [{'src': [null], 'dst': [null, [1, 2, 3, 4]]}]}", 3, "pixels[0].src", "expected an entry for SV_Target1"},
    {UINT8X4 "'pixels': [{'src': [[1, 2.5, 3, 4]], " DST "}]}", 3, "pixels[0].src[0][1]", "expected a whole number or \"0x..\" from 0 to 4294967295, found 2.5"},
    {UINT8X4 "'pixels': [{'src': [[1, 2, -3, 4]], " DST "}]}", 3, "pixels[0].src[0][2]", "found -3"},
    {UINT8X4 "'pixels': [{'src': [[1, 2, 3, 'nan']], " DST "}]}", 3, "pixels[0].src[0][3]", "found \"nan\""},
    {SINT8X4 "'pixels': [{'src': [[2147483648, 2, 3, 4]], " DST "}]}", 3, "pixels[0].src[0][0]", "expected a whole number from -2147483648 to 2147483647 or \"0x..\", found 2147483648"},
    {SINT8X4 "'pixels': [{'src': [[-2147483649, 2, 3, 4]], " DST "}]}", 3, "pixels[0].src[0][0]", "found -2147483649"},
    {SINT8X4 "'pixels': [{'src': [[1, 2, 3, -0.5]], " DST "}]}", 3, "pixels[0].src[0][3]", "found -0.5"},
    {PIXEL "{" SRC ", 'dst': []}]}", 4, "pixels[0].dst", "expected an entry for render target 0 (R8G8B8A8_UNORM), found 0 entries"},
    {PIXEL "{" SRC ", 'dst': {}}]}", 4, "pixels[0].dst", "expected an array (one entry a target), found an object"},
    {PIXEL "{" SRC ", 'dst': [null]}]}", 4, "pixels[0].dst[0]", "expected what render target 0 (R8G8B8A8_UNORM) holds, found null"},
    {PIXEL "{" SRC ", 'dst': [3]}]}", 4, "pixels[0].dst[0]", "expected an array of 4 numbers or {\"bits\": \"0x..\"}, found 3"},
    {PIXEL "{" SRC ", 'dst': ['0x00']}]}", 4, "pixels[0].dst[0]", "found \"0x00\""},
    {PIXEL "{" SRC ", 'dst': [[1, 2, 3]]}]}", 4, "pixels[0].dst[0]", "expected 4 numbers, found 3"},
    {PIXEL "{" SRC ", 'dst': [{}]}]}", 4, "pixels[0].dst[0].bits", "expected \"0x..\", found nothing"},
    {PIXEL "{" SRC ", 'dst': [{'bits': 255}]}]}", 4, "pixels[0].dst[0].bits", "expected \"0x\" and 1 to 8 hexadecimal digits, found 255"},
    {PIXEL "{" SRC ", 'dst': [{'bits': '0x123456789'}]}]}", 4, "pixels[0].dst[0].bits", "1 to 8 hexadecimal digits"},
    {PIXEL "{" SRC ", 'dst': [{'bits': '12345678'}]}]}", 4, "pixels[0].dst[0].bits", "1 to 8 hexadecimal digits"},
    {PIXEL "{" SRC ", 'dst': [{'bit': '0x12345678'}]}]}", 4, "pixels[0].dst[0].bit", "did you mean \"bits\"?"},
    {PIXEL "{" SRC ", 'dst': [[1, 2, 3, 4], [1, 2, 3, 4]]}]}", 4, "pixels[0].dst[1]", "expected null: there is no render target 1 (RTVFormats, NumRenderTargets)"},
    {HOLE "'pixels': [{'src': [null, [1, 2, 3, 4]], 'dst': [[1, 2, 3, 4], [1, 2, 3, 4]]}]}", 3, "pixels[0].dst[0]", "expected null: there is no render target 0"},
    {HOLE "'pixels': [{'src': [null, [1, 2, 3, 4]], 'dst': [null]}]}", 3, "pixels[0].dst", "expected an entry for render target 1 (R8_UNORM), found 1 entries"},
    {PIXEL "{" SRC ", 'dst': [[[1, 2, 3, 4]]]}]}", 4, "pixels[0].dst[0]", "expected 4 numbers, found 1"},
    {PIXEL "{" SRC ", 'dst': [[{'bits': '0x1'}, 2, 3, 4]]}]}", 4, "pixels[0].dst[0][0]", "expected a number, \"nan\", \"inf\", \"-inf\" or \"0x..\", found an object"},
    {MSAA "'pixels': [{" SRC ", 'dst': [[[1, 2, 3, 4], [1, 2, 3, 4]]]}]}", 4, "pixels[0].dst[0]", "expected 4 texels (SampleDesc.Count), found 2"},
    {MSAA "'pixels': [{" SRC ", 'dst': [[[1, 2, 3, 4], [1, 2, 3, 4], [1, 2, 3, 4],\nnull]]}]}", 5, "pixels[0].dst[0][3]", "expected an array of 4 numbers or {\"bits\": \"0x..\"}, found null"},
    {MSAA "'pixels': [{" SRC ", 'dst': [[{'bits': '0x1'}, [1, 2, 3, 4], {'bits': 'x'}, [1, 2, 3, 4]]]}]}", 4, "pixels[0].dst[0][2].bits", "hexadecimal digits, found \"x\""},
    /* What is shown of a file is harmless and short. */
    {HEAD "'a\\u001b[2Jb\\u009b\\u007f': 1}", 2, "a\\u001b[2Jb\\u009b\\u007f", "unknown field \"a\\u001b[2Jb\\u009b\\u007f\""},
    {HEAD "'a\xE2\x80\xAEz\xEF\xBB\xBF': 1}", 2, "a\\u202ez\\ufeff", "unknown field \"a\\u202ez\\ufeff\""},
    {HEAD "'\xC3\xA4\xC2\xA0': 1}", 2, "\xC3\xA4\xC2\xA0", "unknown field \"\xC3\xA4\xC2\xA0\""},
    {HEAD "'api': 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\xC3\xA4z'}", 2, "api", "found \"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa...\""},
};
/* clang-format on */

/* Whether the row holds; says so if not. */
static bool check_row(const struct row *row)
{
    struct ombre_case c;
    struct ombre_case_error error;
    static const struct ombre_case zero;

    if (parse_quoted(row->text, &c, &error)) {
        print_error("accepted: %s\n", row->text);
        ombre_case_finish(&c);
        return false;
    }
    assert_memory_equal(&c, &zero, sizeof c);
    if (error.line == row->line && !strcmp(error.path, row->path) &&
        strstr(error.message, row->message))
        return true;
    print_error("%s\n  wanted %u: %s: %s\n  got    %u: %s: %s\n", row->text,
                row->line, row->path, row->message, error.line, error.path,
                error.message);
    return false;
}

static void test_rows(void **state)
{
    (void) state;
    const size_t count = sizeof rows / sizeof rows[0];
    size_t passed = 0;

    for (size_t i = 0; i < count; i++)
        passed += check_row(&rows[i]);
    assert_int_equal(passed, count);
    assert_true(count > 140);
}

/* A path and a message that do not fit are cut between characters. */
static void test_long_names(void **state)
{
    (void) state;
    struct ombre_case c;
    struct ombre_case_error error;
    char text[1024] = "{\"ombre\": 1, \"x";
    size_t length = strlen(text);

    while (length < 900) {
        memcpy(text + length, "\xE2\x82\xAC", 3); /* the euro sign */
        length += 3;
    }
    memcpy(text + length, "\": 1}", 6);
    assert_false(parse_exactly(text, length + 5, &c, &error));
    assert_int_equal(strlen(error.path), 1 + 3 * 42);
    assert_int_equal(strncmp(error.path, "x\xE2\x82\xAC", 4), 0);
    assert_non_null(strstr(error.message, "\xE2\x82\xAC...\""));
}

static void test_sizes(void **state)
{
    (void) state;
    struct ombre_case c;
    struct ombre_case_error error;
    char *text = malloc((size_t) OMBRE_CASE_MAX_BYTES + 1);

    assert_non_null(text);
    memset(text, ' ', (size_t) OMBRE_CASE_MAX_BYTES + 1);
    memcpy(text, "{\"ombre\": 1}", 12);
    assert_true(ombre_case_parse(text, OMBRE_CASE_MAX_BYTES, &c, &error));
    ombre_case_finish(&c);
    assert_false(
        ombre_case_parse(text, (size_t) OMBRE_CASE_MAX_BYTES + 1, &c, &error));
    assert_string_equal(error.message, "the file is larger than 64 MiB");
    assert_int_equal(error.line, 0);
    free(text);
    assert_false(ombre_case_parse(NULL, 0, &c, &error));
    assert_string_equal(error.message, "the file is empty");
}

/* Arrays in arrays, as deep as the file is long. */
static void test_depth(void **state)
{
    (void) state;
    enum { DEPTH = 100000 };
    struct ombre_case c;
    struct ombre_case_error error;
    static char text[DEPTH + 32];

    memcpy(text, "{\"ombre\": 1, \"pixels\": ", 23);
    memset(text + 23, '[', DEPTH);
    assert_false(parse_exactly(text, DEPTH + 23, &c, &error));
    assert_non_null(strstr(error.message, "malformed JSON: "));
    assert_int_equal(strncmp(error.path, "pixels[0][0]", 12), 0);
}

/* Few bytes that ask for much memory. */
static void test_greed(void **state)
{
    (void) state;
    struct ombre_case c;
    struct ombre_case_error error;
    const char *head = "{\"ombre\": 1, \"SampleDesc\": {\"Count\": 32}, "
                       "\"pixels\": [";
    enum { PIXELS = 300000 };
    const size_t size = strlen(head);
    char *text = malloc(size + 3 * PIXELS + 8);

    assert_non_null(text);
    memcpy(text, head, size);
    for (size_t i = 0; i < PIXELS; i++)
        memcpy(text + size + 3 * i, "{},", 3);
    memcpy(text + size + 3 * PIXELS - 1, "]}", 2);
    assert_false(parse_exactly(text, size + 3 * PIXELS + 1, &c, &error));
    assert_string_equal(error.path, "pixels");
    assert_string_equal(error.message,
                        "expected at most 254200 pixels with 1 layers and 32 "
                        "samples, found 300000");
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),  cmocka_unit_test(test_long_names),
        cmocka_unit_test(test_sizes), cmocka_unit_test(test_depth),
        cmocka_unit_test(test_greed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
