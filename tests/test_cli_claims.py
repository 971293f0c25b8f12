#!/usr/bin/env python3
"""What feature levels require, as the built command says it: tests/test_cli_claims.py OMBRE"""
import json
import pathlib
import tempfile

from cli import check, expect, finish, ombre, parsed


def counts_of(level, device):
    return next(counts for counts in device['levels'] if counts['level'] == level)


def test_claims():
    """What levels require; `run --claim` fails what is missing, and no more."""
    run = expect('claims', ombre('devices', '--claims'), 0, ['level  required', '12_2', 'R16_SNORM', 'a second source'])
    wide = [line for line in run.stdout.splitlines() if len(line) > 100 or line != line.rstrip()]
    check('claims', not wide, wide)
    device = parsed('claims', expect('claims', ombre('devices', '--claims', '--json'), 0))['devices'][0]
    for counts in device['levels']:
        check('claims', counts['native'] + counts['emulated'] + counts['missing'] == counts['required'], counts)
    check('claims', counts_of('12_2', device)['required'] == len(device['claims']) == 184, len(device['claims']))
    less = parsed('claims', expect('claims', ombre('devices', '--claims', '--json', '--without', 'dualSrcBlend,independentBlend'), 0))
    plans = {claim['claim']: claim['plan'] for claim in less['devices'][0]['claims'] if claim['format'] is None}
    check('claims', (plans['dual-source'], plans['equations'], plans['targets-8']) == ('shader', 'split', 'native'), plans)
    check('claims', 'no dualSrcBlend' in str(less), less)
    # Both drivers have 9_1 and neither has 8 samples.
    words = ['run', 'om.samples.b5g6r5_unorm.08x.*', 'om.output.*', '--suite=ci', '--warnings=pass', '--baseline=none']
    run = expect('no claim', ombre(*words), 0, 'NotSupported 2')
    check('no claim', 'claim' not in run.stdout, run.stdout)
    expect('claim 9_1', ombre(*words, '--claim=9_1'), 0, ['NotSupported 2', 'claim   9_1 requires 21: ', ' 0 missing', 'as expected'])
    run = expect('claim 10_1', ombre(*words, '--claim', '10_1'), 1, [
        'Fail 2', 'feature level 10_1 requires 8 samples of B5G6R5_UNORM; framebufferColorSampleCounts lacks 8', '2 worse'])
    run = expect('claim of none', ombre('run', 'om.output.*', '--claim=11_0', '--json', '--warnings=pass'), 1)
    told = parsed('claim of none', run)['runs'][0]
    check('claim of none', (told['unexpected'], told['exit']) == (0, 1) and told['claim'] == counts_of('11_0', device), told['claim'])
    expect('claim of none', ombre('run', 'om.output.*', '--claim=11_0', '--warnings=pass'), 1, 'the claim does not hold')
    expect('claim 11', ombre('run', '--claim=11'), 2, err=["does not know '11'", '11_0'])
    with tempfile.TemporaryDirectory() as folder:
        ombre(*words, '--claim=10_1', '-o', folder + '/run')
        options = json.loads(pathlib.Path(folder, 'run/run.json').read_text(encoding='utf-8'))['options']
        check('claim kept', options['claim'] == '10_1', options)


finish([test_claims])
