#!/usr/bin/env python3
"""`ombre bringup` stops where a driver fails, and says which step that is.

  tests/test_bringup.py OMBRE FAULTY_DRIVER
"""
import tempfile

from cli import check, faulty, finish, ombre, parsed

# The ladder as it must be: names, from the bottom.
RUNGS = ['submit', 'fill', 'copy', 'image', 'clear', 'store', 'mask', 'add', 'alpha', 'constants', 'layers', 'float',
         'srgb', 'integer', 'targets', 'hole', 'dual-source', 'logic-op', 'samples', 'coverage', 'eight']


def bringup(name, code, env, *words):
    run = ombre('bringup', '--json', *words, env=env)
    check(name, run.returncode == code, f'exit {run.returncode}, want {code}', run.stdout, run.stderr)
    document = parsed(name, run)
    check(name, document.get('exit') == code and document.get('of') == len(RUNGS), document)
    return document


def test_good():
    document = bringup('good', 0, {})
    names = [rung['rung'] for rung in document['rungs']]
    check('good', names == RUNGS, names)
    check('good', document['held'] == len(RUNGS), document['held'])
    for rung in document['rungs']:
        may_lack = rung['rung'] in ('dual-source', 'logic-op')
        check(rung['rung'], rung['outcome'] == 'pass' or may_lack and rung['outcome'] == 'not-supported', rung)
        check(rung['rung'], 'suspect' not in rung, rung)
    text = ombre('bringup').stdout
    check('good', f'all {len(RUNGS)} rungs hold' in text and '\n 1  submit       pass  ' in text, text)


def stops(name, env, rung, outcome, reason):
    document = bringup(name, 1, env, '--timeout=1')
    at = RUNGS.index(rung)
    check(name, [r['rung'] for r in document['rungs']] == RUNGS[:at + 1], document['rungs'][-1:])
    check(name, document['held'] == at, document['held'])
    last = document['rungs'][-1]
    check(name, last['outcome'] == outcome and reason in last.get('reason', ''), last)
    check(name, last.get('suspect'), last)


def test_faults():
    with tempfile.TemporaryDirectory() as folder:
        stops('crash', faulty(folder, 'crash', 0), 'submit', 'crash', 'signal')
        stops('lost', faulty(folder, 'lost', 0), 'submit', 'device-lost', 'lost')
        stops('hang', faulty(folder, 'hang', 0), 'submit', 'timeout', '')
        # What a driver forgets to do, and the first rung that needs it.
        for drop, rung, reason in (
                ('vkCmdCopyImageToBuffer', 'image', '4096 words are wrong; the first, 0, is 0xdeadbeef and should be 0x9e3779b1'),
                ('vkCmdCopyBufferToImage', 'image', 'words are wrong'),
                ('vkCmdDraw', 'store', ''),
                ('vkCmdSetBlendConstants', 'constants', '')):
            env = {**faulty(folder, '', 0), 'FAULTY_DRIVER_DROP': drop}
            stops(drop, env, rung, 'fail' if rung in ('image', 'constants') else 'internal-error', reason)


finish([test_good, test_faults])
