#!/usr/bin/env python3
"""Write cases as programs, build them, and compare what they print with what `draw` says.

  tests/test_repro.py OMBRE FAULTY_DRIVER    the latter is faulty/faulty_driver.c, built
"""
import collections
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile

from cli import CASES, GOOD, changed, check, expect, faulty, finish, ombre, parsed

COMPILERS = [name for name in ('gcc', 'clang') if shutil.which(name)]
FLAGS = ['-std=c11', '-pedantic', '-Wall', '-Wextra', '-Werror']
LINE = re.compile(r'pixel (\d+) target (\d+) sample (\d+) ([rgba]): want((?: 0x[0-9a-f]+(?:\.\.0x[0-9a-f]+)?)+), '
                  r'got 0x([0-9a-f]+)(  WRONG)?')
# What a program cannot express, in words that it is told by.
REASONS = ('knows no lane', 'the program draws once', "the program's images are its own",
           'fragment shader would have to compute', 'share their exponent',
           'the device cannot do it', 'no target to read back', 'too many texels',
           'cannot be put into a multisampled target')


def program(name, folder, case, *words):
    """The program of a case, a path or an id, built by the last compiler; None where it cannot be expressed."""
    source = pathlib.Path(folder, 'repro.c')
    run = ombre('repro', '--as', 'c', '-d', '0', '--force', '-o', str(source), *words, case)
    if run.returncode == 2:
        check(name, any(reason in run.stderr for reason in REASONS), run.stderr)
        return None
    check(name, run.returncode == 0, run.stderr)
    built = pathlib.Path(folder, 'repro')
    for compiler in COMPILERS:
        run = subprocess.run([compiler, *FLAGS, str(source), '-o', str(built), '-lvulkan'], capture_output=True, text=True, check=False)
        check(f'{name}, {compiler}', run.returncode == 0 and not run.stderr, run.stderr[:600])
    return built


def bits_of_draw(document):
    """{(pixel, target, sample, component): code}"""
    return {(p, t, s, name): channel['got']
            for p, pixel in enumerate(document['pixels'])
            for t, target in enumerate(pixel['targets']) if target
            for s, sample in enumerate(target.get('samples', [target]))
            for name, channel in sample['channels'].items()}


def wrong_in_draw(document):
    return {(p, t, s, name)
            for p, pixel in enumerate(document['pixels'])
            for t, target in enumerate(pixel['targets']) if target
            for s, sample in enumerate(target.get('samples', [target]))
            for name, channel in sample['channels'].items() if channel['ok'] is False}


def run_program(built, env=None):
    layers = {'VK_INSTANCE_LAYERS': 'VK_LAYER_KHRONOS_validation'} if env is None else env
    return subprocess.run([str(built)], capture_output=True, text=True, timeout=120, check=False, env={**os.environ, **layers})


def hold(name, built, document, env=None):
    """A program prints the bits that were drawn, and exits 1 where some are wrong."""
    run = run_program(built, env)
    rows = [match.groups() for match in map(LINE.fullmatch, run.stdout.splitlines()) if match]
    got = {(int(p), int(t), int(s), c): int(code, 16) for p, t, s, c, _, code, _ in rows}
    wrong = {(int(p), int(t), int(s), c) for p, t, s, c, _, _, mark in rows if mark}
    want = bits_of_draw(document)
    check(name, got == want and len(got) > 0, run.returncode, run.stderr[:300],
          [(place, hex(code), hex(got.get(place, -1))) for place, code in want.items() if got.get(place) != code][:6])
    # Which samples are covered is judged of all of them together there, and here of each alone.
    free = {(p, t, s) for p, t, s, _ in want if s > 0}
    check(name, wrong == wrong_in_draw(document) or free, wrong ^ wrong_in_draw(document))
    check(name, run.returncode == (1 if wrong else 0), run.returncode, run.stderr[:300])
    check(name, 'VUID' not in run.stdout + run.stderr, run.stdout[:900])
    return wrong


def sources():
    ids = ombre('list').stdout.split()
    return [str(path) for path in sorted(CASES.glob('*.json'))] + ids[7::len(ids) // 24] + ['om.output.all', 'om.coverage.mask.4x.1']


def test_programs():
    tally = collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        for case in sources():
            name = pathlib.Path(case).name
            document = parsed(name, ombre('draw', '--json', '-d', '0', case))
            built = program(name, folder, case)
            tally['refused' if built is None else 'built'] += 1
            if built is None or document['verdict'] == 'not-supported':
                continue
            if document['verdict'] != 'internal-error':
                hold(name, built, document)
                tally['compared'] += 1
    print(dict(tally))
    check('programs', tally['compared'] >= 25 and tally['refused'] < tally['built'], tally)


def test_lanes():
    with tempfile.TemporaryDirectory() as folder:
        case = str(CASES / 'constants.json')
        for lane in ('static', 'static+dynamic-rendering', 'static+static-constants', 'static+dynamic-rendering+static-constants',
                     'dynamic', 'dynamic+dynamic-rendering'):
            document = parsed(lane, ombre('draw', '--json', '--lane', lane, case))
            built = program(lane, folder, case, '--lane', lane)
            check(lane, (built is None) == (document['verdict'] == 'not-supported'))
            if built is None:
                continue
            text = pathlib.Path(folder, 'repro.c').read_text()
            check(lane, ('vkCmdBeginRendering' in text) == ('dynamic-rendering' in lane) and
                  ('vkCmdSetBlendConstants' in text) == ('static-constants' not in lane))
            hold(lane, built, document)
        for name in ('msaa-foliage', 'sample-mask', 'selection-outline', 'eight-states', 'holes'):
            path = str(CASES / f'{name}.json')
            document = parsed(name, ombre('draw', '--json', '--lane', 'dynamic', path))
            built = program(f'{name}, dynamic', folder, path, '--lane', 'dynamic')
            check(name, (built is None) == (document['verdict'] == 'not-supported'))
            if built:
                hold(f'{name}, dynamic', built, document)
        for lane in ('library', 'shader-object', 'static+color-write-enable'):
            expect(lane, ombre('repro', case, '--lane', lane), 2, err=['--as c', lane.split('+')[-1]])
        for lane in ('all', 'static,library'):
            expect(lane, ombre('repro', case, '--lane', lane), 2, err=['--lane', 'one lane'])


# Of the driver's output merger, with cases that show it.
FAULTS = [('slots.color-swapped', 'gbuffer'), ('target.state-of-first', 'eight-states'), ('mask.of-first', 'eight-states'),
          ('constant.rotated', 'constants'), ('a2c.off', 'msaa-foliage'), ('sample.mask-ignored', 'sample-mask'),
          ('logic.ignored', 'selection-outline'), ('target.never-blends', 'oit')]


def test_faults():
    """A program shows what `draw` shows, also of a driver that is wrong, and so does that of the smallest case."""
    shown = 0
    with tempfile.TemporaryDirectory() as folder:
        env = faulty(folder, '', 0)
        for fault, case in FAULTS:
            wrong = {**env, 'FAULTY_DRIVER_BLEND': fault}
            words = ['--validation', 'off']
            built = program(fault, folder, str(CASES / f'{case}.json'))
            document = parsed(fault, ombre('draw', '--json', *words, str(CASES / f'{case}.json'), env=wrong))
            if built is None or document['verdict'] not in ('fail', 'compatibility-warning'):
                continue
            check(fault, hold(fault, built, document, wrong), 'nothing is wrong')
            small = pathlib.Path(folder, 'small.json')
            expect(fault, ombre('minimize', *words, '--force', '-o', str(small), str(CASES / f'{case}.json'), env=wrong), 0)
            built = program(f'{fault}, minimal', folder, str(small))
            document = parsed(fault, ombre('draw', '--json', *words, str(small), env=wrong))
            check(fault, hold(f'{fault}, minimal', built, document, wrong), 'nothing is wrong')
            shown += 1
    check('faults', shown >= 5, shown)


def test_outside():
    """Texels that nobody draws to are looked at, too."""
    # The pixel holds already what is drawn: it alone would not show that the draw went astray.
    case = changed(BlendState={'RenderTarget': [{'RenderTargetWriteMask': 7}]}, RTVFormats=['R8G8B8A8_UNORM'],
                   pixels=[{'src': [[0.2, 0.4, 0.6, 1]], 'dst': [{'bits': '0xff996633'}]}])
    for samples in (1, 4):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, 'case.json')
            path.write_text(json.dumps({**case, 'SampleDesc': {'Count': samples}}))
            stray = {**faulty(folder, '', 0), 'FAULTY_DRIVER_TRAP': 'stray', 'FAULTY_DRIVER_TRAP_MASK': '7'}
            built = program('stray', folder, str(path))
            for env, code, words in (({}, 0, '0 of '), (stray, 1, 'samples have changed that nobody drew to')):
                run = run_program(built, env)
                check('stray', run.returncode == code and words in run.stdout and '\n0 of ' in run.stdout, run.returncode, run.stdout, run.stderr)


def test_shaders():
    """Words are valid, and the comments beside them are GLSL."""
    glslang, spirv_val = shutil.which('glslangValidator'), shutil.which('spirv-val')
    dual, coverage = 'om.color_dual.r8g8b8a8_unorm.src1_color-one-add', str(CASES / 'sample-mask.json')
    with tempfile.TemporaryDirectory() as folder:
        for case in (str(CASES / 'gbuffer.json'), str(CASES / 'text.json'), coverage, dual, str(CASES / 'undeclared-outputs.json')):
            text = ombre('repro', case).stdout
            shaders = re.findall(r'/\*\n(#version.*?)\*/\nstatic const uint32_t (\w+)\[\] = \{(.*?)\};', text, re.DOTALL)
            check(case, len(shaders) in (2, 4), [name for _, name, _ in shaders])
            for glsl, name, words in shaders:
                stage = {'vertex_words': 'vert', 'fetch_words': 'comp'}.get(name, 'frag')
                source, module = pathlib.Path(folder, f'{name}.{stage}'), pathlib.Path(folder, 'module.spv')
                source.write_text(glsl)
                module.write_bytes(b''.join(int(word, 16).to_bytes(4, 'little') for word in re.findall(r'0x[0-9a-f]{8}', words)))
                for tool, path in ((glslang and [glslang, '-V', '-o', os.devnull], source),
                                   (spirv_val and [spirv_val, '--target-env', 'vulkan1.1'], module)):
                    if tool:
                        run = subprocess.run([*tool, str(path)], capture_output=True, text=True, check=False)
                        check(f'{case} {name}', run.returncode == 0, run.stdout, run.stderr)


def test_json():
    for case in sorted(CASES.glob('*.json'))[::3]:
        text = ombre('repro', '--as', 'json', '-d', '0', str(case)).stdout
        got = json.loads(text)
        check(case.name, got['Lane'] == 'static render-pass' and got['Without'] == [] and 'FeatureLevel' in got['Device'] and
              ', on ' in got['name'] and all('components' in output for output in got['PixelShader']['outputs'] if output), text)
        before, after = (parsed(case.name, ombre('predict', '--json', '-', case=one)) for one in (case.read_text(), text))
        check(case.name, before == after and before['pixels'], 'predicts something else')
    got = json.loads(ombre('repro', '--as=json', '--without', 'logicOp', '--lane', 'library', '-', case=GOOD).stdout)
    check('explicit', got['Without'] == ['logicOp'] and got['Lane'] == 'library render-pass' and got['name'] == GOOD['name'], got)


def test_ends():
    expect('no form', ombre('repro', '--as', 'd', '-', case=GOOD), 2, err="'--as'")
    expect('emulated', ombre('repro', '--without', 'formatBlend', '-', case=GOOD), 2,
           err=['fragment shader would have to compute', 'COLOR_ATTACHMENT_BLEND'])
    expect('split', ombre('repro', '--features', 'dualSrcBlend,logicOp', '-', case=GOOD), 2, err='independentBlend')
    expect('invalid', ombre('repro', '-', case=changed(SampleDesc={'Count': 3})), 2)
    got = parsed('json', expect('json', ombre('repro', '--json', '-', case=GOOD), 0))
    check('json', got['as'] == 'c' and got['device'] is None and '#include <vulkan/vulkan.h>' in got['text'], got)
    # What a name holds ends no comment and moves no line.
    text = ombre('repro', '-', case=changed(name='a */ b \\\n\u202e /* c')).stdout
    check('name', '*/ b' not in text.split('\n', 1)[0] and '\u202e' not in text and text.startswith('/* a ?/ b '), text[:60])
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, 'repro.c')
        path.write_text('mine')
        expect('there already', ombre('repro', '-', '-o', str(path), case=GOOD), 2, err='--force')
        check('there already', path.read_text() == 'mine')
        expect('forced', ombre('repro', '-', '-o', str(path), '--force', case=GOOD), 0)
        check('forced', path.read_text().startswith('/* a blended target'))


finish([test_programs, test_lanes, test_faults, test_outside, test_shaders, test_json, test_ends])
