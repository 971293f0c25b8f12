"""Cases that schemas.py asks about."""
from cli import GOOD, changed

ADD = {'BlendEnable': True, 'SrcBlend': 'ONE', 'DestBlend': 'ONE', 'DestBlendAlpha': 'ONE'}
DUAL = {'BlendEnable': True, 'SrcBlend': 'SRC1_COLOR', 'SrcBlendAlpha': 'SRC1_ALPHA'}
ONE = {'RTVFormats': ['R8G8B8A8_UNORM'], 'PixelShader': {'outputs': ['rgba']},
       'pixels': [{'src': [[0.75, 0.5, 0.25, 0.6]], 'dst': [{'bits': '0x40302010'}]}]}


def drawn(**fields):
    return changed(**{'BlendState': {'RenderTarget': [ADD]}, **ONE, **fields})


# Cases that make the shape of an answer.
SHAPES = {
    'several targets': GOOD,
    'holes': changed(RTVFormats=['UNKNOWN', 'R8_UNORM'], PixelShader={'outputs': [None, 'rgba']},
                     pixels=[{'src': [None, [0.25, 1, 1, 1]], 'dst': [None, [1, 0, 0, 0]]}]),
    'shared exponent': drawn(RTVFormats=['R9G9B9E5_SHAREDEXP']),
    'NaN': drawn(RTVFormats=['R16G16B16A16_FLOAT'], BlendFactor=['nan', 'inf', '-inf', 0.25],
                 pixels=[{'src': [['nan', 'inf', '-inf', '0x00000001']], 'dst': [[1, 2, 3, 4]]}]),
    'kept NaN': drawn(RTVFormats=['R16_FLOAT'], BlendState={'RenderTarget': [{'RenderTargetWriteMask': 0}]},
                      pixels=[{'src': [[1, 1, 1, 1]], 'dst': [{'bits': '0x7d55'}]}]),
    'undefined components': drawn(PixelShader={'outputs': [{'type': 'float', 'components': 'rg'}]},
                                  BlendState={}),
    'dual source': drawn(BlendState={'RenderTarget': [DUAL]}, PixelShader={'outputs': ['rgba', 'rgba']},
                         pixels=[{'src': [[0.7, 0.5, 0.2, 0.6], [0.3, 0.1, 0.9, 0.4]], 'dst': [[0.1, 0.2, 0.3, 0.4]]}]),
    'integers': drawn(RTVFormats=['R8G8B8A8_UINT'], BlendState={},
                      pixels=[{'src': [[300, 2, '0xffffffff', 4]], 'dst': [{'bits': '0x40302010'}]}]),
    'logic': drawn(RTVFormats=['R8_UINT'], pixels=[{'src': [[5, 2, 3, 4]], 'dst': [{'bits': '0x33'}]}],
                   BlendState={'RenderTarget': [{'LogicOpEnable': True, 'LogicOp': 'XOR'}]}),
    'samples': drawn(SampleDesc={'Count': 4}, BlendState={'AlphaToCoverageEnable': True}, SampleMask=7),
    'shared exponents of samples': drawn(RTVFormats=['R9G9B9E5_SHAREDEXP'], SampleDesc={'Count': 4}, SampleMask=5),
    'coverage of one sample': drawn(BlendState={'AlphaToCoverageEnable': True}),
    'not covered': drawn(SampleMask=0),
    'layers': drawn(pixels=[{'layers': [[[0.2, 0.1, 0.3, 0.5]], [[0.4, 0.1, 0.2, 0.6]]], 'dst': [[0.1, 0.2, 0.3, 0.4]]}]),
    'invalid': drawn(BlendState={'RenderTarget': [{'BlendEnable': True, 'SrcBlendAlpha': 'SRC_COLOR'}]}),
    'no target': changed(RTVFormats=[], PixelShader={'outputs': []}, pixels=[{'dst': []}]),
    'undefined alpha': drawn(BlendState={'RenderTarget': [{**DUAL, 'BlendOp': 'MAX'}]},
                             PixelShader={'outputs': ['rgba', 'rgba']},
                             pixels=[{'src': [[0.7, 0.5, 0.2, 0.6], [0.3, 0.1, 0.9, 0.4]], 'dst': [[0.1, 0.2, 0.3, 0.4]]}]),
    'too many to list': changed(RTVFormats=[1] * 9, NumRenderTargets=9, pixels=[], Device={'FeatureLevel': '9_1'},
                                SampleDesc={'Count': 3, 'Quality': 7}, BlendState={
                                    'IndependentBlendEnable': True, 'AlphaToCoverageEnable': 7, 'RenderTarget': [{
                                        'BlendEnable': 2, 'LogicOpEnable': 3, 'SrcBlend': 99, 'DestBlend': 98, 'BlendOp': 97,
                                        'SrcBlendAlpha': 96, 'DestBlendAlpha': 95, 'BlendOpAlpha': 94, 'LogicOp': 93,
                                        'RenderTargetWriteMask': 255}] * 8},
                                RenderTargets=[{'Dimension': 9, 'MipLevels': 0, 'Width': 0, 'Format': 77,
                                                'View': {'Format': 55, 'ViewDimension': 99, 'MipSlice': 9}}] * 8),
}

# What a driver that leaves out the blend constants gets wrong.
CONSTANTS = drawn(BlendFactor=[0.2, 0.4, 0.6, 0.8], BlendState={'RenderTarget': [{
    'BlendEnable': True, 'SrcBlend': 'BLEND_FACTOR', 'DestBlend': 'INV_BLEND_FACTOR', 'SrcBlendAlpha': 'BLEND_FACTOR'}]})

# Fields that no case of the tests has yet, beside those in AGREE.
RARE = {
    'Direct3D 9': {'ombre': 1, 'api': 'D3D9', 'RTVFormats': ['R8G8B8A8_UNORM'], 'BlendState': {
        'D3DRS_DITHERENABLE': True, 'D3DRS_SRGBWRITEENABLE': False, 'D3DRS_MULTISAMPLEANTIALIAS': 1, 'D3DRS_POINTSIZE': 'A2M0',
        'D3DRS_COLORWRITEENABLE2': 3, 'D3DRS_COLORWRITEENABLE3': '0x7', 'D3DRS_ADAPTIVETESS_Y': 'ATOC'}},
    'device': {'ombre': 1, 'Lane': 'static render-pass', 'Without': ['logicOp'], 'Device': {'FeatureLevel': '9_3', 'OutputMergerLogicOp': True, 'AlphaBlendFactorSupported': False, 'Caps': {
        'PrimitiveMiscCaps': '0x1', 'SrcBlendCaps': 7, 'DestBlendCaps': '0x1fff', 'NumSimultaneousRTs': 4}}},
    'image': {'ombre': 1, 'Image': {'Usage': ['STORAGE', 'SAMPLED'], 'Mutable': True, 'Tiling': 'linear', 'Offset': [7, '0x3'], 'Layer': 0, 'ReadBy': 'fetch'},
              'DestinationBy': 'clear'},
    'slices': {'ombre': 1, 'RTVFormats': ['R8_UNORM'], 'RenderTargets': [{'Dimension': 'TEXTURE3D', 'MipLevels': 1, 'View': {
        'ViewDimension': 'TEXTURE3D', 'FirstWSlice': 0, 'WSize': 1}}]},
}

# --- Cases, by the schema and by the command -----------------------------------

BAD_WORDS = ['ONE', 'one', 'D3D12_ONE', 'BLEND_ONE', 'D3D9_BLEND_ONE', '']
RT = 'RenderTarget'


def blend(field, value, api='D3D12'):
    return {'api': api, 'BlendState': {RT: [{field: value}]}}


def pixel(**fields):
    return {**ONE, 'pixels': [{**ONE['pixels'][0], **fields}]}


# What both must take, and what both must refuse.
AGREE = [
    *[(blend('BlendEnable', v), v not in (-1, 2 ** 32, 1.5, 'true', None, '0x1')) for v in
      (True, False, 0, 7, 2 ** 32 - 1, -1, 2 ** 32, 1.5, 'true', None, '0x1')],
    *[(blend('SrcBlend', v), v in ('ONE', 'D3D12_BLEND_ONE', 'D3D11_BLEND_ONE', 'D3D10_BLEND_ONE', 0, 99, 2 ** 32 - 1)) for v in
      (*BAD_WORDS, 'D3D12_BLEND_ONE', 'D3D11_BLEND_ONE', 'D3D10_BLEND_ONE', 0, 99, 2 ** 32 - 1, 2 ** 32, -1, '0x2', None)],
    *[(blend('BlendOpAlpha', v), v in ('REV_SUBTRACT', 'D3D10_BLEND_OP_MAX')) for v in
      ('REV_SUBTRACT', 'D3D10_BLEND_OP_MAX', 'D3D12_BLEND_MAX', 'REVSUBTRACT', 'OP_MAX')],
    *[(blend('LogicOp', v, api), api != 'D3D11' and v == 'NOOP') for v, api in
      (('NOOP', 'D3D12'), ('NOOP', 'D3D11.1'), ('NOOP', 'D3D11'), ('NO_OP', 'D3D12'), ('NO_OP', 'D3D11.1'))],
    *[(blend('RenderTargetWriteMask', v), v in (0, 16, 255, '0xff', '0xF')) for v in
      (0, 16, 255, 256, '0xff', '0xF', '0x100', '0x', '0xg', 'ff')],
    *[({'api': api, 'BlendState': None}, api not in ('D3D12', 'D3D9')) for api in
      ('D3D12', 'D3D11.1', 'D3D11', 'D3D10.1', 'D3D10', 'D3D9')],
    *[({'BlendState': {RT: [{}] * n}}, n <= 8) for n in (0, 8, 9)],
    *[({'api': 'D3D10', 'BlendState': {'BlendEnable': [True] * n, 'RenderTargetWriteMask': [3] * n}}, n <= 8) for n in (8, 9)],
    ({'api': 'D3D10', 'BlendState': {RT: []}}, False),
    ({'api': 'D3D11', 'BlendState': {'BlendEnable': [True]}}, False),
    ({'api': 'D3D13'}, False), ({'api': 12}, False), ({'BlendState': []}, False),
    *[({'api': 'D3D9', 'BlendState': {'D3DRS_' + k: v}}, good) for k, v, good in (
        ('SRCBLEND', 'SRCALPHA', True), ('SRCBLEND', 'D3DBLEND_BOTHINVSRCALPHA', True), ('SRCBLEND', 'SRC_ALPHA', False),
        ('BLENDOP', 'D3DBLENDOP_REVSUBTRACT', True), ('BLENDOP', 'REV_SUBTRACT', False), ('ALPHAFUNC', 'D3DCMP_GREATER', True),
        ('BLENDFACTOR', '0x80FF4020', True), ('BLENDFACTOR', '0x180FF4020', False), ('POINTSIZE', 'A2M1', True),
        ('POINTSIZE', '0x3f800000', True), ('POINTSIZE', 'A2M2', False), ('ADAPTIVETESS_Y', 7, True), ('FOGENABLE', 1, False))],
    ({'api': 'D3D9', 'BlendState': {'SRCBLEND': 'ONE'}}, False),
    ({'api': 'D3D9', 'BlendFactor': [1, 1, 1, 1]}, False), ({'api': 'D3D9', 'SampleMask': 1}, False),
    *[({'BlendFactor': v}, good) for v, good in (
        (None, True), ([1, 2, 3], False), ([1, 2, 3, 4, 5], False), ([0.5, 'nan', '-inf', '0x7fc00001'], True),
        ([1, 2, 3, 'NaN'], False), ([1, 2, 3, '+inf'], False), ([1, 2, 3, True], False), ([1, 2, 3, None], False),
        ([1, 2, 3, 3.4028235677973362e38], True), ([1, 2, 3, 3.402823567797337e38], False),
        ([1, 2, 3, -3.4028235677973362e38], True), ([1, 2, 3, -3.5e38], False), ('0x0', False), (1, False))],
    *[({'SampleMask': v}, good) for v, good in ((0, True), ('0xFFFFFFFF', True), ('0x1ffffffff', False), (2 ** 32, False), ('7', False))],
    *[({'RTVFormats': v}, good) for v, good in (
        (['DXGI_FORMAT_UNKNOWN', 'R8_UNORM', 0, 999], True), (['R8_UNORM'] * 9, True), (['r8_unorm'], False), ([None], False),
        (['DXGI_R8_UNORM'], False), (['420_OPAQUE'], True), ('R8_UNORM', False))],
    ({'NumRenderTargets': 9}, True), ({'NumRenderTargets': -1}, False), ({'DSVFormat': 'D32_FLOAT'}, True), ({'DSVFormat': None}, False),
    ({'SampleDesc': {'Count': 0, 'Quality': '0xffffffff'}}, True), ({'SampleDesc': {'Count': '4x'}}, False), ({'SampleDesc': 4}, False),
    *[({'PixelShader': v, 'RTVFormats': []}, good) for v, good in (
        (None, True), ({}, True), ({'outputs': [None] * 8}, True), ({'outputs': [None] * 9}, False), ({'outputs': None}, False),
        ({'outputs': ['rgba', {}, {'type': 'sint', 'components': 'ga'}]}, True), ({'outputs': ['rgb']}, False),
        ({'outputs': [{'type': 'half'}]}, False), ({'outputs': [{'components': 'ar'}]}, False), ({'outputs': [{'components': ''}]}, False),
        ({'outputs': [{'components': 'rr'}]}, False), ({'coverage': 'per-pixel'}, True), ({'coverage': 'per-sample'}, False),
        ({'coverage': '0xF'}, True), ({'coverage': 5}, True), ({'coverage': None}, True), ({'coverage': True}, False), ([], False))],
    *[({'RenderTargets': v}, good) for v, good in (
        ([None] * 8, True), ([None] * 9, False), ({}, False), ([{'Resource': 7}], False), ([{'Dimension': 'TEXTURE2D'}], True),
        ([{'Dimension': 'D3D12_RESOURCE_DIMENSION_TEXTURE3D', 'View': {'ViewDimension': 'D3D11_RTV_DIMENSION_TEXTURE3D', 'WSize': 1}}], True),
        ([{'Dimension': 'TEXTURE2DARRAY'}], False), ([{'View': None}], False), ([{'Width': '0x10', 'View': {}}], True))],
    *[({'DepthStencil': v}, good) for v, good in (
        (None, True), ({'View': {'ViewDimension': 'TEXTURE2DMS'}}, True), ({'View': {'WSize': 1}}, False),
        ({'View': {'ViewDimension': 'TEXTURE3D'}}, False), ([], False))],
    *[({'Device': v}, good) for v, good in (
        ({'FeatureLevel': '11_1'}, True), ({'FeatureLevel': 'D3D_FEATURE_LEVEL_9_3'}, True), ({'FeatureLevel': '13_0'}, False),
        ({'FeatureLevel': 11.1}, False), ({'OutputMergerLogicOp': 0}, True), ({'OutputMergerLogicOp': 'no'}, False),
        ({'Caps': {'SrcBlendCaps': '0x1fff', 'NumSimultaneousRTs': 4}}, True), ({'Caps': {'Caps2': 0}}, False), (None, False))],
    *[({'DestinationBy': v}, good) for v, good in (('upload', True), ('clear', True), ('draw', True), ('Draw', False), (None, False))],
    *[({'Image': v}, good) for v, good in (
        ({}, True), (None, False), ([], False), ({'Usage': []}, True), ({'Usage': ['SAMPLED', 'STORAGE', 'SAMPLED']}, True),
        ({'Usage': ['TRANSFER']}, False), ({'Usage': 'SAMPLED'}, False), ({'Mutable': True}, True), ({'Mutable': 1}, True), ({'Mutable': 'yes'}, False),
        ({'Tiling': 'linear'}, True), ({'Tiling': 'optimal'}, True), ({'Tiling': 'Linear'}, False), ({'Offset': [3, '0x5']}, True),
        ({'Offset': [3]}, False), ({'Offset': [3, 4, 5]}, False), ({'Offset': [3, -1]}, False), ({'Layer': 2}, True),
        ({'Layer': None}, False), ({'ReadBy': 'fetch'}, True), ({'ReadBy': 'copy'}, True), ({'ReadBy': 'map'}, False), ({'Size': 1}, False))],
    ({'Without': ['logicOp', 'logicOp']}, True), ({'Without': ['blend']}, False), ({'Without': 'logicOp'}, False),
    *[(pixel(**v), good) for v, good in (
        ({'src': [[1, 2, 3, '0x4']]}, True), ({'src': [[1, 2, 3, '0x412345678']]}, False), ({'src': [[1, 2, 3, 1e39]]}, False),
        ({'src': None}, False), ({'layers': [[[1, 2, 3, 4]]]}, False), ({'dst': [{'bits': '0xABCDEF01'}]}, True),
        ({'dst': [{'bits': 7}]}, False), ({'dst': [{}]}, False), ({'dst': [[1, 2, 3]]}, False), ({'dst': {}}, False),
        ({'coverage': []}, False))],
    ({**ONE, 'SampleDesc': {'Count': 2}, 'pixels': [{'src': [[1, 2, 3, 4]], 'dst': [[{'bits': '0x1'}, [1, 2, 3, 4]]]}]}, True),
    ({**ONE, 'SampleDesc': {'Count': 2}, 'pixels': [{'src': [[1, 2, 3, 4]], 'dst': [[{'bits': '0x1'}, 7]]}]}, False),
    ({**ONE, 'pixels': [{'layers': [], 'dst': [[1, 2, 3, 4]]}]}, False),
    ({**ONE, 'pixels': [{'layers': [[[1, 2, 3, 4]]] * 3, 'dst': [[1, 2, 3, 4]]}]}, True),
    ({'pixels': None}, False), ({'ombre': 2}, False), ({'ombre': True}, False), ({'ombre': '1'}, False), ({'ombre': 1.0}, True),
    ({'name': None}, False), ({'Lane': 'any'}, True), ({'Lane': 'dynamic dynamic-rendering'}, True), ({'Lane': 'dynamics'}, False),
    ({'Lane': 'shader-object+color-write-enable'}, True), ({'Lane': ''}, False), ({'Lane': ['static']}, False), ({'Lane': None}, False),
    ({'Without': ['shaderObject', 'extendedDynamicState2LogicOp']}, True), ({'Name': 'x'}, False),
    *[({**ONE, 'Steps': steps, 'pixels': [{'src': [[1, 2, 3, 4]], 'dst': [[1, 2, 3, 4]]}]}, ok) for steps, ok in (
        ([], False), ({}, False), ([{}], False), ([{'draw': {}}], True), ([{'draw': None}], False), ([{'draw': {}, 'set': {}}], False),
        ([{'set': {}}], True), ([{'set': {'SampleMask': 3, 'BlendFactor': None, 'RTVFormats': [28], 'NumRenderTargets': 1}}], True),
        ([{'set': {'SampleDesc': {'Count': 1}}}], False), ([{'set': {'PixelShader': None}}], True),
        ([{'set': {'BlendState': {'RenderTarget': [{'BlendEnable': True}]}}}], True),
        ([{'clear': {'RenderTarget': 0, 'Color': [0.5, 'nan', '0x3f800000', 2]}}], True), ([{'clear': {'RenderTarget': 0}}], False),
        ([{'clear': {'Color': [1, 1, 1, 1]}}], False), ([{'clear': {'RenderTarget': 8, 'Color': [1, 1, 1, 1]}}], False),
        ([{'clear': {'RenderTarget': 0, 'Color': [1, 1, 1, 1], 'Rect': [-1, 0, 1, 1], 'By': 'load-op'}}], True),
        ([{'clear': {'RenderTarget': 0, 'Color': [1, 1, 1, 1], 'Rect': None, 'By': 'attachments'}}], True),
        ([{'clear': {'RenderTarget': 0, 'Color': [1, 1, 1, 1], 'Rect': [0, 0, 1]}}], False),
        ([{'clear': {'RenderTarget': 0, 'Color': [1, 1, 1, 1], 'Rect': [0, 0, 1.5, 1]}}], False),
        ([{'clear': {'RenderTarget': 0, 'Color': [1, 1, 1, 1], 'By': 'loadop'}}], False),
        ([{'draw': {'src': [[1, 2, 3, 4]]}}], True), ([{'draw': {'src': [[1, 2, 3, 4]], 'layers': [[[1, 2, 3, 4]]]}}], False),
        ([{'draw': {'layers': [[[1, 2, 3, 4]], [[1, 2, 3, 4]]]}}], True), ([{'draw': {'coverage': 1}}], False),
        ([{'draw': {'pixels': [None]}}], True), ([{'draw': {'pixels': [{'src': [[1, 2, 3, 4]]}]}}], True),
        ([{'draw': {'pixels': [{}]}}], False), ([{'draw': {'pixels': [{'src': [[1, 2, 3, 4]], 'dst': [[1, 2, 3, 4]]}]}}], False),
        ([{'draw': {'pixels': [None], 'src': [[1, 2, 3, 4]]}}], False), ([{'draw': {}}] * 1024, True), ([{'draw': {}}] * 1025, False))],
]
