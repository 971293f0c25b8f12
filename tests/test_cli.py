#!/usr/bin/env python3
"""Drive the built command as a user would: what needs no device.

  tests/test_cli.py OMBRE
"""
import json
import os
import subprocess

from cli import GOOD, OMBRE, changed, check, expect, finish, ombre, parsed

# --- Command lines -----------------------------------------------------------

COMMANDS = ['devices', 'validate', 'translate', 'predict', 'draw', 'run', 'list', 'show']

USAGE = [
    # name, words, exit, in stdout, in stderr
    ('no command', [], 2, None, 'usage: ombre'),
    ('help', ['--help'], 0, COMMANDS, None),
    ('short help', ['-h'], 0, 'usage: ombre', None),
    ('version', ['--version'], 0, ['ombre 0.', 'MIT', 'Vulkan headers'], None),
    ('short version', ['-V'], 0, 'ombre 0.', None),
    ('unknown command', ['drw'], 2, None, "did you mean 'draw'?"),
    ('unknown option', ['draw', '--jsn', '-'], 2, None, "did you mean '--json'?"),
    ('unknown letter', ['draw', '-x', '-'], 2, None, "unknown option '-x'"),
    ('option of another command', ['validate', '--judge', 'd3d', '-'], 2, None, "'--judge'"),
    ('argument of a flag', ['draw', '--json=1', '-'], 2, None, 'takes no argument'),
    ('no argument', ['draw', '--judge'], 2, None, 'needs an argument'),
    ('unknown judge', ['draw', '--judge', 'd3', '-'], 2, None, "did you mean 'd3d'?"),
    ('time-out of 0', ['draw', '--timeout', '0', '-'], 2, None, 'from 1 to'),
    ('time-out of nonsense', ['draw', '--timeout', '3s', '-'], 2, None, "'3s'"),
    ('unknown feature', ['draw', '--without', 'logicOp,blend', '-'], 2, None, "'blend'"),
    ('no operand', ['draw'], 2, None, 'lacks its operand'),
    ('two operands', ['predict', 'a', 'b'], 2, None, 'too many operands'),
    ('no such file', ['predict', 'no/such/file'], 2, None, 'ombre: no/such/file: '),
    ('a file called --json', ['predict', '--', '--json'], 2, None, 'ombre: --json: '),
    ('features of two kinds', ['translate', '--features', 'all', '-d', '0', '-'], 2, None, 'exclude'),
]


def test_usage():
    for name, words, code, out, err in USAGE:
        run = expect(name, ombre(*words, case=GOOD), code, out, err)
        check(name, code == 0 or run.stdout == '', 'talk on stdout:', run.stdout)
    for command in COMMANDS:
        expect(f'{command} --help', ombre(command, '--help'), 0, [f'usage: ombre {command}', '--json'])


def test_full_disk():
    if not os.path.exists('/dev/full'):
        return
    with open('/dev/full', 'w') as full:
        run = subprocess.run([OMBRE, 'validate', '--rules'], stdout=full, stderr=subprocess.PIPE, text=True)
    expect('standard output is full', run, 3, err='standard output')


def test_color():
    esc = '\033['
    rows = [({}, False), ({'FORCE_COLOR': '1'}, True), ({'CLICOLOR_FORCE': '1'}, True),
            ({'FORCE_COLOR': '1', 'NO_COLOR': '1'}, False), ({'FORCE_COLOR': ''}, False)]
    clean = {name: '' for name in ('NO_COLOR', 'FORCE_COLOR', 'CLICOLOR_FORCE')}
    for env, colored in rows:
        run = ombre('validate', '-', case=GOOD, env={**clean, **env})
        check(f'color {env}', (esc in run.stdout) == colored and 'valid' in run.stdout, repr(run.stdout))


# --- Files -------------------------------------------------------------------

BAD_FILES = [
    ('not JSON', '{"ombre": 1,\n "name" 3}', ':2:'),
    ('unknown field', '{"ombre": 1,\n\n"nme": "x"}', [':3:', 'nme', '"name"']),
    ('doubled key', '{"ombre": 1, "name": "a", "name": "b"}', 'name'),
    ('unknown factor', json.dumps(changed(BlendState={'RenderTarget': [{'SrcBlend': 'SRC_ALPA'}]})),
     'BlendState.RenderTarget[0].SrcBlend'),
    ('wrong type', json.dumps(changed(SampleMask='many')), 'SampleMask'),
    ('turned around', '{"ombre": 1, "a\u202ex": 1}', 'a\\u202ex'),
    ('escape sequences', '{"ombre": 1, "\\u001b[2Jx": 1}', 'unknown field'),
    ('empty', '', 'ombre: -:'),
]


def test_bad_files():
    for command in ('validate', 'translate', 'predict', 'draw'):
        for name, text, err in BAD_FILES:
            for extra in ([], ['--json']):
                run = expect(f'{command} {name}', ombre(command, '-', *extra, case=text), 2, err=err)
                check(f'{command} {name}', run.stdout == '', 'stdout:', run.stdout)
                check(f'{command} {name}', run.stderr.startswith('ombre: -'), run.stderr)
                check(f'{command} {name}', '\033' not in run.stderr, 'escape sequence passed through')
                check(f'{command} {name}', '\u202e' not in run.stderr, 'override passed through')


# --- validate ----------------------------------------------------------------

INVALID = changed(BlendState={'RenderTarget': [
    {'BlendEnable': True, 'SrcBlendAlpha': 'SRC_COLOR'}, {'BlendEnable': True, 'DestBlend': 'SRC1_ALPHA'}],
    'IndependentBlendEnable': True})


def test_validate():
    expect('valid', ombre('validate', '-', case=GOOD), 0, 'valid')
    got = parsed('valid', expect('valid', ombre('validate', '--json', '-', case=GOOD), 0))
    check('valid', got == {'valid': True, 'issues': []}, got)
    got = parsed('invalid', expect('invalid', ombre('validate', '-', '--json', case=INVALID), 1))
    check('invalid', got.get('valid') is False and len(got['issues']) >= 2, got)
    for issue in got.get('issues', []):
        check('invalid', set(issue) == {'rule', 'severity', 'path', 'message', 'source'} and all(issue.values()), issue)
    paths = [issue['path'] for issue in got.get('issues', []) if issue['severity'] == 'error']
    check('invalid', 'BlendState.RenderTarget[0].SrcBlendAlpha' in paths, paths)
    run = expect('invalid', ombre('validate', '-', case=INVALID), 1, ['invalid', paths[0] if paths else '?'])
    rules = parsed('rules', expect('rules', ombre('validate', '--rules', '--json'), 0)).get('rules', [])
    names = [rule['rule'] for rule in rules]
    check('rules', len(names) > 20 and len(set(names)) == len(names), names)
    check('rules', all(issue['rule'] in names for issue in got.get('issues', [])), names)
    run = expect('rules', ombre('validate', '--rules'), 0, names)
    check('rules', len(run.stdout.splitlines()) == len(names))
    for command in ('translate', 'predict', 'draw'):
        run = expect(f'{command} invalid', ombre(command, '-', case=INVALID), 2, err=paths)
        check(f'{command} invalid', run.stdout == '', run.stdout)


# Each API's own words, and what each says to one mistake.
APIS = [
    # api, BlendState, exit, rules that are broken
    ('D3D9', {'D3DRS_ALPHABLENDENABLE': True, 'D3DRS_SRCBLEND': 'D3DBLEND_SRCALPHA'}, 0, []),
    ('D3D9', {'D3DRS_ALPHABLENDENABLE': True, 'D3DRS_DESTBLEND': 'D3DBLEND_BOTHSRCALPHA'}, 1, ['d3d9-both-in-dest']),
    ('D3D9', {'D3DRS_ALPHATESTENABLE': True, 'D3DRS_ALPHAFUNC': 'GREATER'}, 1, ['d3d9-alpha-test']),
    ('D3D9', {'D3DRS_ALPHABLENDENABLE': True, 'D3DRS_SRCBLEND': 33}, 0, ['d3d9-fallback']),
    ('D3D10', {'BlendEnable': [True], 'SrcBlend': 'D3D10_BLEND_SRC_ALPHA'}, 0, []),
    ('D3D10', {'BlendEnable': [True], 'SrcBlendAlpha': 'SRC_COLOR'}, 1, ['blend-factor-color-in-alpha']),
    ('D3D10', None, 1, ['null-desc']),
    ('D3D10.1', {'RenderTarget': [{'BlendEnable': True, 'SrcBlend': 'DEST_COLOR'}]}, 0, []),
    ('D3D10.1', {'RenderTarget': [{'RenderTargetWriteMask': 16}]}, 1, ['write-mask-bits']),
    ('D3D11', {'RenderTarget': [{'BlendEnable': True, 'BlendOp': 'D3D11_BLEND_OP_MAX'}]}, 0, []),
    ('D3D11', {'RenderTarget': [{'BlendEnable': True, 'SrcBlend': 20}]}, 1, ['blend-factor-unknown']),
    ('D3D11.1', {'RenderTarget': [{'LogicOpEnable': True, 'BlendEnable': True}]}, 1,
     ['logic-op-with-blend', 'draw-logic-op-format']),
    ('D3D12', {'RenderTarget': [{'LogicOpEnable': True}]}, 1, ['logic-op-format']),
]


def test_apis():
    for api, state, code, rules in APIS:
        name = f'{api} {state}'
        case = {key: GOOD[key] for key in ('ombre', 'RTVFormats', 'pixels')}
        case.update(api=api, BlendState=state)
        got = parsed(name, expect(name, ombre('validate', '--json', '-', case=case), code))
        broken = [issue['rule'] for issue in got['issues']]
        check(name, sorted(set(broken)) == sorted(rules), got)
        for command in ('translate', 'predict'):
            expect(f'{command} {name}', ombre(command, '--json', '-', case=case), 2 if code else 0)


def test_memory():
    slot = {'Resource': 'a', 'Width': 8}
    case = changed(api='D3D11.1', RTVFormats=['R8G8B8A8_UNORM'] * 2, RenderTargets=[slot, slot], pixels=[])
    got = parsed('one memory twice', expect('one memory twice', ombre('validate', '--json', '-', case=case), 1))
    check('one memory twice', [(i['rule'], i['path']) for i in got['issues']] == [('bound-overlap', 'RenderTargets[1]')], got)
    for field, value in (('RenderTargets', [{}]), ('DepthStencil', {})):
        case = changed(DSVFormat='D32_FLOAT', **{field: value})
        for command in ('validate', 'translate', 'predict'):
            expect(f'{command} {field}', ombre(command, '-', case=case), 0)
    for words, change in (
            ('Image.Offset is [8, 0]; RenderTargets[0] views 8 x 1', {'RenderTargets': [slot], 'Image': {'Offset': [8, 0]}}),
            ('Image.Layer is 2; RenderTargets[0] views 2 slices', {'RenderTargets': [{'DepthOrArraySize': 3, 'View': {'FirstArraySlice': 1}}],
                                                                  'Image': {'Layer': 2}}),
            ('2 pixels do not fit into the 1 x 1 texels', {'RenderTargets': [{'MipLevels': 1}], 'pixels': GOOD['pixels'][:1] * 2}),
            ('pixels[1].dst[0] is not pixels[0].dst[0]', {'DestinationBy': 'clear', 'pixels': [
                {**GOOD['pixels'][0], 'dst': [[0.5, 0.5, 0.5, grey / 2], [1, 1, 1, 1]]} for grey in range(2)]})):
        run = expect(words, ombre('draw', '--json', '-', case=changed(**change)), 2, err=[words])
        check(words, run.stdout == '', run.stdout)


def test_no_pixels():
    case = changed(pixels=[])
    for command in ('predict', 'draw'):
        expect(f'{command} without pixels', ombre(command, '-', case=case), 2, err='pixels')
    expect('translate without pixels', ombre('translate', '-', case=case), 0)


# --- translate ---------------------------------------------------------------

def test_translate():
    got = parsed('translate', expect('translate', ombre('translate', '--json', '-', case=GOOD), 0))
    keys = {'pipelineColorBlendState', 'pipelineMultisampleState', 'blendConstants', 'dynamic', 'attachmentFormats',
            'shaderPatches', 'needs', 'plan', 'key', 'status', 'hresult'}
    check('translate', set(got) == keys, set(got) ^ keys)
    state = got['pipelineColorBlendState']
    blended = state['pAttachments'][1]
    check('translate', blended['blendEnable'] is True and blended['srcColorBlendFactor'] == 'VK_BLEND_FACTOR_SRC_ALPHA'
          and blended['dstColorBlendFactor'] == 'VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA'
          and blended['colorBlendOp'] == 'VK_BLEND_OP_ADD' and blended['srcAlphaBlendFactor'] == 'VK_BLEND_FACTOR_ONE'
          and blended['dstAlphaBlendFactor'] == 'VK_BLEND_FACTOR_ZERO' and blended['colorWriteMask'] == 15, blended)
    check('translate', [a['blendEnable'] for a in state['pAttachments']] == [False, True], state)
    check('translate', got['attachmentFormats'] == ['VK_FORMAT_R8G8B8A8_UNORM', 'VK_FORMAT_R16G16B16A16_SFLOAT'])
    check('translate', got['dynamic']['colorBlendEnables'] == [False, True] and
          got['dynamic']['colorWriteMasks'] == [15, 15] and
          got['dynamic']['colorBlendEquations'][1]['srcColorBlendFactor'] == 'VK_BLEND_FACTOR_SRC_ALPHA')
    check('translate', got['needs'] == ['independentBlend'] and got['hresult'] == '0x00000000', got)
    check('translate', [p['target'] for p in got['plan']] == [0, 1] and len(got['key']) == 9, got)
    # No integers of 8 samples, on the least device, and no texel of a shared exponent by value.
    shared = changed(BlendState={}, RTVFormats=['R9G9B9E5_SHAREDEXP'], SampleDesc={'Count': 8},
                     pixels=[{'src': [[1, 2, 3, 4]], 'dst': [{'bits': '0x0'}]}])
    for features, case, code, how in (('all', GOOD, 0, 'native'), ('none', GOOD, 0, 'split'), ('independentBlend', GOOD, 0, 'native'),
                                      ('dualSrcBlend,logicOp', GOOD, 0, 'split'), ('none', shared, 77, 'native')):
        name = f'translate --features {features}'
        run = expect(name, ombre('translate', '-', '--json', f'--features={features}', case=case), code)
        got = parsed(name, run)
        check(name, ('reason' in got) == (code == 77) and (got['hresult'] == '0x00000000') == (code == 0), got)
        check(name, {plan['how'] for plan in got['plan']} == {how}, got['plan'])
    dual = {'RenderTarget': [{'BlendEnable': True, 'SrcBlend': 'SRC1_COLOR', 'DestBlend': 'INV_SRC1_ALPHA'}]}
    two = changed(BlendState=dual, RTVFormats=['R8G8B8A8_UNORM'], pixels=[{'src': [[1, 0, 1, 0], [0, 1, 0, 1]], 'dst': [[1, 1, 0, 0]]}])
    plan, = parsed('emulated', expect('emulated', ombre('translate', '-', '--json', '--features=logicOp', case=two), 0))['plan']
    check('emulated', plan['how'] == 'shader' and 'dualSrcBlend' in plan['because'] and plan['emulation']['numeric'] == 'unorm' and
          plan['emulation']['srcColorBlendFactor'] == 'VK_BLEND_FACTOR_SRC1_COLOR', plan)
    # Three answers that stay apart, and what lenience makes of the first.
    entry = {'BlendEnable': True, 'SrcBlend': 'SRC1_COLOR', 'SrcBlendAlpha': 'DEST_COLOR', 'RenderTargetWriteMask': 0x1F}
    wrong = changed(BlendState={'RenderTarget': [entry]}, RTVFormats=['R8G8B8A8_UNORM', 'R8G8B8A8_UNORM'], pixels=[])
    run = expect('rejected', ombre('translate', '-', '--json', case=wrong), 2)
    check('rejected', parsed('rejected', run) == {
        'status': 'invalid', 'hresult': '0x80070057',
        'reason': 'BlendState.RenderTarget[0].SrcBlendAlpha: SrcBlendAlpha is DEST_COLOR (9); alpha takes no factor that ends in '
                  '_COLOR'}, run.stdout)
    check('rejected', 'write-mask-bits' in run.stderr, run.stderr)
    run = expect('lenient', ombre('translate', '-', '--json', '--lenient', case=wrong), 0)
    got = parsed('lenient', run)
    check('lenient', got['leftOut'] == [{'target': 0, 'what': ['mask', 'color-in-alpha']},
                                        {'target': 1, 'what': ['blend', 'target', 'mask', 'color-in-alpha']}], got['leftOut'])
    first = got['pipelineColorBlendState']['pAttachments'][0]
    check('lenient', first['srcAlphaBlendFactor'] == 'VK_BLEND_FACTOR_DST_ALPHA' and first['colorWriteMask'] == 15 and
          first['srcColorBlendFactor'] == 'VK_BLEND_FACTOR_SRC1_COLOR', first)
    check('lenient', 'target 1: left out: target' in run.stderr, run.stderr)
    counts = changed(BlendState={}, RTVFormats=['R8G8B8A8_UNORM'], NumRenderTargets=9, pixels=[])
    got = parsed('lenient nine', expect('lenient nine', ombre('translate', '-', '--json', '--lenient', case=counts), 2))
    check('lenient nine', set(got) == {'status', 'hresult', 'reason', 'leftOut'} and 'NumRenderTargets' in got['reason'], got)
    expect('translate in words', ombre('translate', '-', case=GOOD), 0, ['SRC_ALPHA*src', 'VK_BLEND_FACTOR_SRC_ALPHA'])


# --- predict -----------------------------------------------------------------

def test_predict():
    got = parsed('predict', expect('predict', ombre('predict', '--json', '-', case=GOOD), 0))
    first, second = got['pixels'][0]['targets']
    check('predict', first['format'] == 'DXGI_FORMAT_R8G8B8A8_UNORM' and first['bits'] == '0xffbf4080', first)
    check('predict', list(first['channels']) == ['r', 'g', 'b', 'a'], first)
    red = first['channels']['r']
    check('predict', red == {'value': 0.5, 'code': 128, 'legal': [[127, 128]]}, red)
    check('predict', second['channels']['r'] == {'value': 1.0625, 'code': 0x3c40, 'legal': [[0x3c40, 0x3c40]]}, second)
    for judge, width in (('exact', 1), ('d3d', 2), ('vulkan', 2)):
        got = parsed(judge, expect(judge, ombre('predict', '--json', '--judge', judge, '-', case=GOOD), 0))
        low, high = got['pixels'][0]['targets'][0]['channels']['r']['legal'][0]
        check(f'judge {judge}', high - low + 1 == width, low, high)
    holes = changed(RTVFormats=['UNKNOWN', 'R8_UNORM'], pixels=[{'src': [None, [0.25, 1, 1, 1]], 'dst': [None, [1, 0, 0, 0]]}])
    holes['PixelShader'] = {'outputs': [None, 'rgba']}
    got = parsed('hole', expect('hole', ombre('predict', '--json', '-', case=holes), 0))
    check('hole', got['pixels'][0]['targets'][0] is None and
          list(got['pixels'][0]['targets'][1]['channels']) == ['r'], got)
    expect('predict in words', ombre('predict', '-', case=GOOD), 0, ['pixel 0', 'R8G8B8A8_UNORM', '127..128'])


def test_predict_floats():
    """Ranges run in value order, -0 before +0; what is not finite has no value."""
    case = changed(
        BlendState={'RenderTarget': [{'BlendEnable': True, 'DestBlend': 'ONE', 'DestBlendAlpha': 'ONE'}]},
        RTVFormats=['R16G16B16A16_FLOAT'],
        pixels=[{'src': [['nan', 'inf', '-inf', 1]], 'dst': [[1, 1, 1, 1]]}])
    got = parsed('nan', expect('nan', ombre('predict', '--json', '-', case=case), 0))
    channels = got['pixels'][0]['targets'][0]['channels']
    check('nan', channels['r']['value'] is None and channels['r'].get('nan') is True, channels)
    check('inf', channels['g']['value'] is None and [0x7c00, 0x7c00] in channels['g']['legal'], channels)
    check('-inf', [0xfc00, 0xfc00] in channels['b']['legal'], channels)
    masked = changed(
        BlendState={'RenderTarget': [{'RenderTargetWriteMask': 0}]}, RTVFormats=['R16_FLOAT'],
        pixels=[{'src': [[1, 1, 1, 1]], 'dst': [{'bits': '0x7d55'}]}])
    got = parsed('kept NaN', expect('kept NaN', ombre('predict', '--json', '-', case=masked), 0))
    red = got['pixels'][0]['targets'][0]['channels']['r']
    check('kept NaN', red['code'] == 0x7d55 and red['legal'] == [[0x7d55, 0x7d55]] and 'nan' not in red, red)


def test_predict_shared():
    """R9G9B9E5: mantissas hang together; FS 19.3.2.1's own example."""
    case = changed(RTVFormats=['R9G9B9E5_SHAREDEXP'], BlendState={},
                   PixelShader={'outputs': ['rgba']},
                   pixels=[{'src': [[6.25, 12.5, 3.125, 0.5]], 'dst': [{'bits': '0x12345678'}]}])
    got = parsed('shared', expect('shared', ombre('predict', '--json', '-', case=case), 0))
    target = got['pixels'][0]['targets'][0]
    check('shared', target['bits'] == '0x999320c8', target)
    check('shared', target['texels'] == [{'exponent': 19, 'largest': 256, 'r': [200, 200],
                                          'g': [400, 400], 'b': [100, 100]}], target)
    case['BlendState'] = {'RenderTarget': [{'RenderTargetWriteMask': 8}]}
    got = parsed('shared kept', expect('shared kept', ombre('predict', '--json', '-', case=case), 0))
    target = got['pixels'][0]['targets'][0]
    check('shared kept', target['bits'] == '0x12345678', target)
    check('shared kept', target['texels'] == [{'exponent': 2, 'largest': 0, 'r': [120, 120],
                                               'g': [43, 43], 'b': [141, 141]}], target)


def test_explain():
    """The arithmetic of one pixel, in words and in JSON."""
    run = expect('explain', ombre('explain', '-', case=GOOD), 0,
                 ['pixel 0  target 0', '0x3f000000', '= 127.5 codes', 'from 127 = 0.498039', 'to   128 = 0.501961'])
    check('explain', 'not-used' not in run.stdout, run.stdout)
    expect('explain a blend', ombre('explain', '--rt', '1', '-', case=GOOD), 0,
           ['target 1', 'SRC_ALPHA', 'INV_SRC_ALPHA', 'ideal code         0x3c40 = 1.0625'])
    got = parsed('explain', expect('explain', ombre('explain', '--json', '--rt=1', '-', case=GOOD), 0))
    check('explain', got['format'] == 'DXGI_FORMAT_R16G16B16A16_FLOAT' and len(got['layers']) == 1, got)
    red = got['layers'][0]['channels']['r']
    check('explain', red['source_factor'] == {'name': 'SRC_ALPHA', 'value': 0.5}, red)
    check('explain', red['source_term'] == 1 and red['destination_term'] == 0.0625 and red['sum'] == 1.0625, red)
    check('explain', [end['code'] for end in red['ends']] == [0x3c40, 0x3c40] and red['code'] == 0x3c40, red)
    check('explain', len(got['freedoms']) == 15, got['freedoms'])
    for words, err in ((['--pixel', '1'], 'there is no pixel 1; the case has 1'),
                       (['--rt', '2'], 'there is no target 2'), (['--sample', '1'], 'there is no sample 1'),
                       (['--pixel', 'x'], "takes a number from 0")):
        expect('explain ' + ' '.join(words), ombre('explain', *words, '-', case=GOOD), 2, err=err)


def test_predict_samples():
    case = changed(
        BlendState={'AlphaToCoverageEnable': True}, RTVFormats=['R8_UNORM'], SampleDesc={'Count': 4, 'Quality': 0},
        SampleMask=7, pixels=[{'src': [[1, 0, 0, alpha]], 'dst': [[0.2, 0, 0, 0]]} for alpha in (0, 0.5, 1)])
    got = parsed('samples', expect('samples', ombre('predict', '--json', '-', case=case), 0))
    for pixel, covered, legal in zip(got['pixels'], ([0, 0], [0, 3], [3, 3]),
                                     ([[51, 51]], [[51, 51], [255, 255]], [[255, 255]])):
        target = pixel['targets'][0]
        check('samples', target['covered'] == covered and len(target['samples']) == 4, target)
        check('samples', target['samples'][0]['channels']['r']['legal'] == legal, target['samples'][0])
        check('samples', target['samples'][3]['channels']['r']['legal'] == [[51, 51]], target['samples'][3])


def test_predict_layers():
    """Overlapping primitives blend one after another."""
    add = {'RenderTarget': [{'BlendEnable': True, 'DestBlend': 'ONE', 'DestBlendAlpha': 'ONE'}]}
    case = changed(BlendState=add, RTVFormats=['R8_UNORM'], pixels=[
        {'layers': [[[0.2, 0, 0, 0]], [[0.4, 0, 0, 0]]], 'dst': [[0.2, 0, 0, 0]]}])
    got = parsed('layers', expect('layers', ombre('predict', '--json', '-', case=case), 0))
    red = got['pixels'][0]['targets'][0]['channels']['r']
    check('layers', red['code'] == 204 and red['legal'][0][0] <= 204 <= red['legal'][-1][1] and
          red['legal'][-1][1] - red['legal'][0][0] <= 2, red)


# --- No device ---------------------------------------------------------------

def test_no_driver():
    env = {'VK_ICD_FILENAMES': '/no/such/driver.json', 'VK_DRIVER_FILES': '/no/such/driver.json'}
    for words in (['devices'], ['draw', '-'], ['translate', '-d', '0', '-']):
        run = expect(f'{words[0]} without a driver', ombre(*words, case=GOOD, env=env), 3, err='install')
        check(f'{words[0]} without a driver', run.stdout == '', run.stdout)


# --- list and show ------------------------------------------------------------

def test_classes():
    """677 equations are 607 functions on UNORM, 634 on SNORM and floats; all are listed once."""
    for form, counts in (('R8G8B8A8_UNORM', [607, 999, 152, 252]), ('DXGI_FORMAT_R16G16B16A16_SNORM', [634, 1034, 165, 269]),
                         ('R32G32B32A32_FLOAT', [634, 1034, 165, 269])):
        run = expect(f'classes {form}', ombre('list', '--classes', form), 0, f'677 equations are {counts[0]} functions')
        check('classes', '\n  = no blending\n' in run.stdout)
        got = parsed('classes', expect(f'classes {form}', ombre('list', f'--classes={form}', '--json'), 0))
        halves = got['halves']
        check('classes', got['format'] == form.removeprefix('DXGI_FORMAT_'), got['format'])
        check('classes', [half['half'] for half in halves] == ['color', 'alpha'])
        check('classes', [n for half in halves for n in (half['functions'], half['secondSource']['functions'])] == counts, counts)
        for half, size in zip(halves, (1085, 302)):
            members = [member for group in half['classes'] for member in group]
            check('classes', len(members) == len(set(members)) == size + 2, len(members))
            check('classes', len(half['classes']) == half['secondSource']['functions'], len(half['classes']))
            shown = [member for group in half['classes'] if len(group) > 1 for member in group]
            check('classes', all(member in run.stdout for member in shown))
        groups = {member: group for group in halves[0]['classes'] for member in group}
        check('classes', 'no blending' in groups['ONE, ZERO, ADD'] and 'not written' in groups['ZERO, ONE, ADD'], groups['ONE, ZERO, ADD'])
        check('classes', ('ZERO, SRC_ALPHA, SUBTRACT' in groups['ZERO, ZERO, ADD']) == ('UNORM' in form))
        check('classes', 'DEST_COLOR, ZERO, ADD' in groups['ZERO, SRC_COLOR, ADD'] and 'MIN' not in groups['MAX'])
    expect('classes of half', ombre('list', '--classes', 'A8_UNORM'), 0, 'alpha: 194')
    expect('classes of none', ombre('list', '--classes', 'R8G8_UNRM'), 2, '', "did you mean 'R8G8_UNORM'")
    expect('classes of integers', ombre('list', '--classes', 'R8_UINT'), 2, '', 'no format that blends')


def test_list():
    run = expect('list', ombre('list'), 0, 'om.color.r8g8b8a8_unorm.src_alpha-inv_src_alpha-add')
    ids = run.stdout.split()
    check('list', len(ids) > 1500 and len(set(ids)) == len(ids), len(ids))
    sizes = [int(expect(f'count {suite}', ombre('list', '--suite', suite, '--count'), 0).stdout)
             for suite in ('smoke', 'ci', 'full', 'exhaustive')]
    check('counts', sizes[0] == len(ids) and sizes == sorted(set(sizes)), sizes)
    for where, want in (('op=min', 'om.color.r8g8b8a8_unorm.min'), ('samples=4,a2c=yes', 'om.coverage.a2c.4x'),
                        ('format=r8_snorm,blend=yes', 'om.blend.r8_snorm.over'), ('logic=xor', 'om.logic.r8_uint.xor'),
                        ('src=INV_SRC1_*,dual=yes', 'om.color_dual.r8g8b8a8_unorm.inv_src1_color-zero-add')):
        chosen = expect(f'where {where}', ombre('list', '--where', where), 0).stdout.split()
        check(f'where {where}', want in chosen and len(chosen) < len(ids) // 2 and set(chosen) < set(ids), len(chosen))
        other = expect(f'where not {where}', ombre('list', '--where', where.replace('=', '!=', 1)), 0).stdout.split()
        check(f'where not {where}', want not in other, len(other))
    chosen = expect('where in blocks', ombre('list', '--suite', 'exhaustive', 'om.x*.r8_unorm.*', '--where',
                                             'dual=yes,op=max,dst=src1_alpha'), 0).stdout.split()
    check('where in blocks', chosen == ['om.x_undefined.r8_unorm.000000'], chosen)
    for where, err in (('srx=one', "did you mean 'src'"), ('src=on', "did you mean 'one'"), ('src', 'no condition'),
                       ('src=', 'no condition'), ('', 'no condition'), ('op=add,', 'no condition'),
                       (','.join(['op=add'] * 17), 'up to 16')):
        expect(f'where {where[:20]}', ombre('list', '--where', where), 2, '', err)
    some = ids[5], ids[-1], ids[700]
    chosen = expect('list of cases', ombre('list', '--cases', '-', case='# some\n\n' + '  # and\n'.join(some)), 0)
    check('list of cases', chosen.stdout.split() == [i for i in ids if i in some], chosen.stdout)
    expect('bad list', ombre('list', '--cases', '-', case=f'{ids[5]}\nom.mask.plain.nome\n'), 2, '',
           ['standard input:2:', "did you mean 'om.mask.plain.none'"])
    expect('long line', ombre('list', '--cases', '-', case='o' * 5000), 2, '', 'too long')
    expect('no list', ombre('list', '--cases', 'no-such-file'), 2, '', 'no-such-file')
    block = expect('block', ombre('show', 'om.x.r8g8b8a8_unorm.000123'), 0, 'om.x.r8g8b8a8_unorm.000123.0000',
                   'states 503808 to 507903')
    part = expect('part', ombre('show', 'om.x.r8g8b8a8_unorm.000123.0000'), 0, err='')
    check('part', block.stdout == part.stdout)
    expect('state', ombre('show', 'om.state.r8_unorm.src_alpha-zero-add'), 0, 'D3D12_BLEND_SRC_ALPHA')
    expect('no state', ombre('show', 'om.state.r8_unorm.src_alpha-zero'), 2, '', 'no state')
    expect('no case', ombre('show', 'om.color.r8g8b8a8_unorm.mim'), 2, '', "did you mean 'om.color.r8g8b8a8_unorm.min'")
    got = parsed('list', expect('list', ombre('list', '--json', 'om.coverage.*'), 0))
    check('list', got['suite'] == 'smoke' and got['cases'] == [i for i in ids if i.startswith('om.coverage.')], got)
    rows = [(['om.mask.*', '!*.plain.*'], lambda i: i.startswith('om.mask.blended.')),
            (['!om.*', 'om.output.*'], lambda i: i.startswith('om.output.')),
            (['!om.color*', '!om.alpha*'], lambda i: not i.startswith(('om.color', 'om.alpha'))),
            (['om.store.*', '!om.store.*', 'om.store.r8_unorm'], lambda i: i == 'om.store.r8_unorm')]
    for words, wanted in rows:
        run = expect(f'list {words}', ombre('list', *words), 0)
        check(f'list {words}', run.stdout.split() == [i for i in ids if wanted(i)])
    for command in ('list', 'run'):
        expect(f'{command} nothing', ombre(command, 'om.nothing.*'), 2, err='no case')
        expect(f'{command} of no suite', ombre(command, '--suite', 'smkoe'), 2, err="did you mean 'smoke'?")


def test_show():
    """What is shown is a case file that says the same."""
    for case in ('om.output.holes.middle', 'om.coverage.export.4x', 'om.logic.r8_uint.xor', 'om.special.r16_float.add'):
        shown = expect(f'show {case}', ombre('show', case), 0, case).stdout
        expect(f'validate {case}', ombre('validate', '-', case=shown), 0)
        expect(f'predict {case}', ombre('predict', '-', case=shown), 0)
    expect('show nothing', ombre('show', 'om.nothing'), 2, err='no case')


finish([test_usage, test_full_disk, test_color, test_bad_files, test_validate, test_apis, test_memory, test_no_pixels,
        test_translate, test_predict, test_predict_floats, test_predict_shared, test_explain, test_predict_samples,
        test_predict_layers, test_no_driver,
        test_classes, test_list, test_show])
