#!/usr/bin/env python3
"""Minimize cases that fail under a faulty driver.

  tests/test_minimize.py OMBRE FAULTY_DRIVER    the latter is faulty/faulty_driver.c, built
"""
import json
import pathlib
import tempfile

from cli import CASES, changed, check, expect, faulty, finish, ombre, parsed

# Of the driver's output merger: the case, and pixels, targets, samples and layers that it takes to show it.  A2C with
# one sample, and a mask that says no more than of a part, need no others.
FAULTS = {
    'slots.color-swapped': ('eight-states', 1, 1, 1, 1),
    'slots.alpha-from-color': ('eight-states', 1, 1, 1, 1),
    'enum.saturate-as-one': ('om.color.r8g8b8a8_unorm.src_alpha_sat-one-add', 1, 1, 1, 1),
    'subtract-reversed': ('om.color.r8g8b8a8_unorm.one-one-subtract', 1, 1, 1, 1),
    'target.never-blends': ('oit', 1, 1, 1, 2),
    'target.state-of-first': ('eight-states', 1, 2, 1, 1),
    'target.states-reversed': ('d3d11-decals', 1, 2, 1, 1),
    'mask.of-first': ('eight-states', 1, 2, 1, 1),
    'mask.of-last': ('eight-states', 1, 2, 1, 1),
    'logic.xor': ('om.logic.r8g8b8a8_uint.and', 1, 1, 1, 1),
    'logic.ignored': ('selection-outline', 1, 1, 1, 1),
    'a2c.off': ('msaa-foliage', 1, 1, 1, 1),
    'sample.mask-ignored': ('om.coverage.mask.4x.1', 1, 1, 4, 1),
    'constant.rotated': ('constants', 1, 1, 1, 1),
    'constant.clamped': ('constants', 1, 1, 1, 1),
    'constant.zero': ('constants', 1, 1, 1, 1),
    # Bits that come out in two ways: what an earlier draw left.
    'constant.stale': ('om.color.r8g8b8a8_unorm.one-blend_factor-add', 1, 1, 1, 1),
    # Of all stores: the controls fall.
    'srgb.ignored': ('srgb-decal', 1, 1, 1, 1),
    # Of the read-back: a row is lost, as soon as there are two.
    'readback.row-lost': ('om.blend.b8g8r8a8_unorm.over', 9, 1, 1, 1),
}
SIZES = ('pixels', 'targets', 'samples', 'layers')
WORDS = ('--validation', 'off')


def minimized(name, *words, code=0, case=None, env=None):
    return parsed(name, expect(name, ombre('minimize', '--json', *WORDS, *words, case=case, env=env), code))


def drawn(name, text, env, *words):
    return parsed(name, ombre('draw', '--json', *WORDS, *words, '-', case=text, env=env))


def top(wrong):
    return wrong['looks_like'][0]['faults'] if wrong and wrong['looks_like'] else []


def hold_minimal(fault, case, sizes, env):
    """Return False where the device cannot draw the case, or draws it emulated."""
    before = drawn(fault, ombre('show', case).stdout if case.startswith('om.') else pathlib.Path(case).read_text(), env)
    if before['verdict'] in ('not-supported', 'pass'):
        return False
    got = minimized(fault, case, env=env)
    check(fault, got['minimal'] and got['confirmed'], got['draws'])
    check(fault, tuple(got['after'][size] for size in SIZES) == sizes, got['after'], 'want', sizes)
    check(fault, all(got['after'][size] <= got['before'][size] for size in got['before']), got['before'], got['after'])
    check(fault, got['after']['numbers'] <= 2 and got['before']['numbers'] > 10, got['before'], got['after'])
    after = drawn(fault, got['case'], env)
    check(fault, before['verdict'] == after['verdict'] == got['verdict'], before['verdict'], after['verdict'])
    if before['repeat_equal'] and got['verdict'] == 'fail':
        check(fault, top(before['wrong']) == top(after['wrong']) == got['looks_like'] or not top(before['wrong']),
              before['wrong'], after['wrong'])
    again = minimized(f'{fault} once more', '-', case=got['case'], env=env)
    check(fault, again['case'] == got['case'] and again['before'] == again['after'], again['case'])
    return True


def test_faults():
    held = 0
    with tempfile.TemporaryDirectory() as folder:
        env = faulty(folder, '', 0)
        for fault, (case, *sizes) in FAULTS.items():
            path = case if case.startswith('om.') else str(CASES / f'{case}.json')
            held += hold_minimal(fault, path, tuple(sizes), {**env, 'FAULTY_DRIVER_BLEND': fault})
    check('faults', held >= 14, held)


MASKED = changed(BlendState={'IndependentBlendEnable': True, 'RenderTarget': [
    {'BlendEnable': True, 'SrcBlend': 'SRC_ALPHA', 'RenderTargetWriteMask': 7}, {'BlendEnable': True}]})


def test_processes():
    """What ends the driver's process, or its device, or hangs."""
    with tempfile.TemporaryDirectory() as folder:
        for trap, verdict, patience in (('crash', 'crash', '20'), ('lost', 'device-lost', '20'), ('hang', 'timeout', '1')):
            env = {**faulty(folder, '', 0), 'FAULTY_DRIVER_TRAP': trap, 'FAULTY_DRIVER_TRAP_MASK': '7'}
            got = minimized(trap, '-', '--timeout', patience, case=MASKED, env=env)
            case = json.loads(got['case'])
            check(trap, got['verdict'] == verdict and got['minimal'] and got['confirmed'], got['verdict'], got['reason'])
            check(trap, case['BlendState'] == {'RenderTarget': [{'RenderTargetWriteMask': 7}]}, case['BlendState'])
            check(trap, len(case['RTVFormats']) == 1 and got['after']['numbers'] == 0, case)


def test_lanes():
    """Of several lanes the one that fails is left; where it takes two, two."""
    case = json.loads((CASES / 'constants.json').read_text())
    # Both lanes are legal, and differ.
    close = changed(BlendState={'RenderTarget': [{'BlendEnable': True, 'SrcBlend': 'BLEND_FACTOR', 'DestBlend': 'ZERO'}]},
                    BlendFactor=[0.2998, 0.5, 0.75, 1], RTVFormats=['R8G8B8A8_UNORM'],
                    pixels=[{'src': [[1, 1, 1, 1]], 'dst': [[0.1, 0.2, 0.3, 0.4]]}])
    lanes = ('--lane', 'static+static-constants,static')
    with tempfile.TemporaryDirectory() as folder:
        env = faulty(folder, '', 0)
        lost = {**env, 'FAULTY_DRIVER_DROP': 'vkCmdSetBlendConstants'}
        got = minimized('one lane', '-', *lanes, case=case, env=lost)
        check('one lane', got['verdict'] == 'fail' and 'Lane' not in json.loads(got['case']), got['case'])
        check('one lane', drawn('one lane', got['case'], lost)['verdict'] == 'fail')
        nudged = {**env, 'FAULTY_DRIVER_NUDGE': '1'}
        got = minimized('two lanes', '-', *lanes, case=close, env=nudged)
        check('two lanes', got['verdict'] == 'quality-warning' and got['minimal'], got['verdict'], got['reason'])
        check('two lanes', drawn('two lanes', got['case'], nudged, *lanes)['verdict'] == 'quality-warning')


def test_without():
    """What the command line takes away is in the case, as far as it matters."""
    case = changed(Without=['logicOp'])
    with tempfile.TemporaryDirectory() as folder:
        env = {**faulty(folder, '', 0), 'FAULTY_DRIVER_BLEND': 'slots.color-swapped'}
        got = json.loads(minimized('without', '-', '--without', 'dualSrcBlend', case=case, env=env)['case'])
        check('without', 'Without' not in got, got)


def test_ends():
    run = expect('passes', ombre('minimize', *WORDS, '-', case=changed()), 1, err=['nothing to minimize: pass'])
    check('passes', run.stdout == '', run.stdout)
    expect('no case', ombre('minimize', 'om.no.such.case'), 2, err='no case')
    expect('no file', ombre('minimize', 'no-such-file.json'), 2)
    expect('invalid', ombre('minimize', '-', case=changed(SampleDesc={'Count': 3})), 2)
    expect('no limit', ombre('minimize', '--limit', '0', '-', case=changed()), 2, err='--limit')
    with tempfile.TemporaryDirectory() as folder:
        env = {**faulty(folder, '', 0), 'FAULTY_DRIVER_BLEND': 'slots.color-swapped'}
        path = pathlib.Path(folder, 'minimal.json')
        words = ('minimize', *WORDS, str(CASES / 'gbuffer.json'), '-o', str(path))
        run = expect('output', ombre(*words, env=env), 0, err=['looks like', 'draws', 'numbers'])
        check('output', run.stdout == '' and json.loads(path.read_text())['name'] ==
              'minimal of unblended G-buffer attributes beside blended light', path.read_text())
        kept = path.read_text()
        path.write_text('mine')
        expect('output is there', ombre(*words, env=env), 2, err='--force')
        check('output is there', path.read_text() == 'mine', path.read_text())
        expect('forced', ombre(*words, '--force', env=env), 0)
        check('forced', path.read_text() == kept, path.read_text())
        expect('no folder', ombre(*words[:-1], str(path / 'x'), env=env), 3)
        got = minimized('limit', '-', '--limit', '2', case=changed(), env=env)
        check('limit', not got['minimal'] and got['limit'] == 2 and got['draws'] <= 3, got['draws'])


finish([test_faults, test_processes, test_lanes, test_without, test_ends])
