#!/usr/bin/env python3
"""`ombre doctor` names each thing that is wrong, and what mends it.

  tests/test_doctor.py OMBRE [FAULTY_DRIVER]

Without a driver that works when FAULTY_DRIVER is not given.
"""
import json
import os
import pathlib
import sys
import tempfile

from cli import check, faulty, finish, ombre, parsed

WITH_DEVICE = len(sys.argv) > 2
FIELDS = {'grade', 'area', 'what', 'remedy'}


def doctor(name, code, env):
    run = ombre('doctor', '--json', env=env)
    check(name, run.returncode == code, f'exit {run.returncode}, want {code}', run.stdout, run.stderr)
    document = parsed(name, run)
    check(name, document.get('exit') == code, document)
    for finding in document.get('findings', []):
        check(name, set(finding) <= FIELDS, finding)
        check(name, finding['grade'] in ('good', 'note') or finding.get('remedy') or
              'no Vulkan driver' in finding['what'], 'no remedy:', finding)
    return document.get('findings', [])


def has(name, findings, grade, area, *words):
    found = [f for f in findings if f['grade'] == grade and f['area'] == area and all(w in f['what'] for w in words)]
    check(name, len(found) == 1, f'want one {grade} {area} with {words}:', json.dumps(findings, indent=1))


# What stands in a manifest, and what is said of it.  {lib} is a library that is no driver.
MANIFESTS = [
    ('torn', '{"ICD": {', ('line 1 is no JSON',)),
    ('doubled', '{"ICD": {},\n "ICD": {}}', ('line 2 is no JSON',)),
    ('empty', '', ('line 1 is no JSON',)),
    ('array', '[]', ('no object "ICD"',)),
    ('other', '{"layer": {"library_path": "x"}}', ('no object "ICD"',)),
    ('number', '{"ICD": 7}', ('no object "ICD"',)),
    ('no path', '{"ICD": {"api_version": "1.3.0"}}', ('no "library_path"',)),
    ('path a number', '{"ICD": {"library_path": 5}}', ('no "library_path"',)),
    ('long', '{"ICD": {"library_path": "' + 'x' * 2000 + '"}}', ('too long',)),
    ('absent', '{"ICD": {"library_path": "./absent.so"}}', ('is not loaded', '/absent.so')),
    ('no library', '{"ICD": {"library_path": "./text.so"}}', ('is not loaded', '/text.so')),
    ('no driver', '{"ICD": {"library_path": "libm.so.6"}}', ('libm.so.6 is no Vulkan driver',)),
]


def test_manifests():
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, 'text.so').write_text('no ELF file')
        path = pathlib.Path(folder, 'driver.json')
        for name, text, words in MANIFESTS:
            path.write_text(text)
            for variable in ('VK_DRIVER_FILES', 'VK_ICD_FILENAMES'):
                env = {'VK_DRIVER_FILES': '', 'VK_ICD_FILENAMES': '', variable: str(path)}
                findings = doctor(name, 3, env)
                has(name, findings, 'warn', 'driver', str(path), *words)
                has(name, findings, 'bad', 'device', 'no Vulkan device')


def test_no_manifest():
    with tempfile.TemporaryDirectory() as folder:
        both = {'VK_DRIVER_FILES': folder + '/none.json', 'VK_ICD_FILENAMES': folder + '/none.json'}
        has('absent file', doctor('absent file', 3, both), 'warn', 'driver', 'No such file')
        both = {'VK_DRIVER_FILES': folder, 'VK_ICD_FILENAMES': folder}
        has('empty folder', doctor('empty folder', 3, both), 'bad', 'driver', 'names no manifest')
        text = ombre('doctor', env=both).stdout
        check('for people', 'bad   driver      the' in text and '-> apt-get install mesa-vulkan-drivers' in text, text)


def test_environment():
    env = {'VK_DRIVER_FILES': '/none', 'VK_ICD_FILENAMES': '/none', 'MESA_\u202ex': 'turned', 'LP_NUM_THREADS': '3'}
    findings = doctor('environment', 3, env)
    has('environment', findings, 'note', 'environment', 'LP_NUM_THREADS=3')
    has('environment', findings, 'note', 'environment', 'VK_DRIVER_FILES=/none')
    text = ombre('doctor', env=env).stdout
    check('environment', 'MESA_?x=turned' in text and '\u202e' not in text, text)


def test_layer():
    with tempfile.TemporaryDirectory() as folder:
        env = {'VK_DRIVER_FILES': '/none', 'VK_ICD_FILENAMES': '/none', 'VK_LAYER_PATH': folder}
        has('no layer', doctor('no layer', 3, env), 'warn', 'layer', 'is not installed')
        layer = {'name': 'VK_LAYER_KHRONOS_validation', 'library_path': './absent.so', 'api_version': '1.2.3'}
        pathlib.Path(folder, 'layer.json').write_text(json.dumps({'layer': layer}))
        has('torn layer', doctor('torn layer', 3, env), 'warn', 'layer', 'layer.json', 'absent.so')


def test_good_device():
    findings = doctor('good', 0, {})
    has('good', findings, 'good', 'device', '0: ', 'draws, blends and reads back right')
    has('good', findings, 'good', 'loader', 'Vulkan 1.')
    has('good', findings, 'good', 'driver', os.environ['VK_ICD_FILENAMES'])


def test_faulty_device():
    with tempfile.TemporaryDirectory() as folder:
        for fault, after in (('crash', 0), ('lost', 0)):
            findings = doctor(fault, 1, faulty(folder, fault, after))
            bad = [f for f in findings if f['grade'] == 'bad']
            check(fault, len(bad) == 1 and bad[0]['area'] == 'device', bad)
            check(fault, bad and 'ombre bringup -d 0' in bad[0].get('remedy', ''), bad)


finish([test_good_device, test_faulty_device] if WITH_DEVICE else
       [test_manifests, test_no_manifest, test_environment, test_layer])
