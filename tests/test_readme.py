#!/usr/bin/env python3
"""README.md lacks nothing of the command, and its examples are true.

  tests/test_readme.py OMBRE           what needs no driver
  tests/test_readme.py OMBRE --draw    what it prints of a drawing
"""
import json
import re
import subprocess
import sys

from cli import CASES, OMBRE, check, expect, finish, ombre

TOP = CASES.parent.parent
README = (TOP / 'README.md').read_text(encoding='utf-8')
BLOCKS = re.findall(r'^```(\w*)\n(.*?)^```$', README, re.MULTILINE | re.DOTALL)


def commands():
    return re.findall(r'^  (\w+)  ', ombre('--help').stdout, re.MULTILINE)


def test_commands():
    check('commands', len(commands()) >= 9, commands())
    for command in commands():
        check(f'command {command}', re.search(rf'^\| `ombre {command}[ `]', README, re.MULTILINE), 'has no row')
        check(f'command {command}', README.count(f'| `ombre {command}') == 1, 'has several rows')


def test_options():
    options = {option for command in commands()
               for option in re.findall(r' --([a-z-]+)', ombre(command, '--help').stdout)}
    check('options', len(options) > 10, options)
    for option in sorted(options - {'help'}):
        check(f'option --{option}', f'`--{option}' in README, 'is not told')


def test_fields():
    """An unknown field is answered with all that are known."""
    for field, case in (('', {'ombre': 1, 'zzzzzzzz': 1}),
                        ('BlendState', {'ombre': 1, 'BlendState': {'zzzzzzzz': 1}}),
                        ('RenderTarget', {'ombre': 1, 'BlendState': {'RenderTarget': [{'zzzzzzzz': 1}]}}),
                        ('RenderTargets', {'ombre': 1, 'RenderTargets': [{'zzzzzzzz': 1}]}),
                        ('View', {'ombre': 1, 'RenderTargets': [{'View': {'zzzzzzzz': 1}}]}),
                        ('Device', {'ombre': 1, 'Device': {'zzzzzzzz': 1}}),
                        ('Caps', {'ombre': 1, 'Device': {'Caps': {'zzzzzzzz': 1}}}),
                        ('Image', {'ombre': 1, 'Image': {'zzzzzzzz': 1}}),
                        ('PixelShader', {'ombre': 1, 'PixelShader': {'zzzzzzzz': 1}})):
        complaint = ombre('validate', '-', case=case).stderr
        names = re.search(r'expected one of ([\w, ]+)', complaint)
        check(f'fields of {field}', names, complaint)
        for name in names.group(1).split(', ') if names else []:
            check(f'field {field}.{name}', re.search(rf'[`"]{name}[`"]', README), 'is not told')


def test_verdicts():
    header = (TOP / 'include/ombre/report.h').read_text(encoding='utf-8')
    table = re.findall(r'X\(\w+, "([\w-]+)", "\w+",[\s\\]*(\d+)\)', header)
    check('verdicts', len(table) == 11, table)
    for name, code in table:
        check(f'verdict {name}', re.search(rf'^\| .*`{name}`.* \| {code} \|$', README, re.MULTILINE), code)


def test_example():
    cases = [text for language, text in BLOCKS if language == 'json']
    check('example', len(cases) == 1, cases)
    for text in cases:
        for command in ('validate', 'translate', 'predict', 'explain'):
            expect(f'example, {command}', ombre(command, '-', case=text), 0)


def test_drawn_example():
    """Word by word, on the driver that the example is of."""
    shown = [text for _, text in BLOCKS if text.startswith('$ build/tools/ombre draw')]
    check('drawn example', len(shown) == 1, shown)
    command, _, want = shown[0].partition('\n')
    run = subprocess.run([OMBRE, *command.split()[2:]], cwd=TOP, capture_output=True, text=True, timeout=120, check=False)
    check('drawn example', run.returncode == 0, run.returncode, run.stderr)
    device = re.search(r'^device .*$', want, re.MULTILINE).group()
    got = re.search(r'^device .*$', run.stdout, re.MULTILINE)
    if got and got.group() == device:
        check('drawn example', run.stdout == want, run.stdout)


def test_piped_example():
    shown = re.search(r'ombre (show om\.\S+) \| ', README).group(1)
    case = json.loads(expect('piped example', ombre(*shown.split()), 0).stdout)
    expect('piped example', ombre('draw', '-', case=case), 0, 'verdict ')


def test_run_example():
    shown = re.search(r"ombre run ('.*?')`", README).group(1)
    expect('run example', ombre('run', *re.findall("'(.*?)'", shown)), 0, 'as expected')


finish([test_drawn_example, test_piped_example, test_run_example] if '--draw' in sys.argv else
       [test_commands, test_options, test_fields, test_verdicts, test_example])
