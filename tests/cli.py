"""What the tests of the command share.  Its path is their first argument."""
import copy
import json
import os
import pathlib
import subprocess
import sys

CASES = pathlib.Path(__file__).resolve().parent / 'cases'
OMBRE = os.path.abspath(sys.argv[1])
# A sanitizer must leave a crash to be what it is.
SANITIZER = {'ASAN_OPTIONS': os.environ.get('ASAN_OPTIONS', '') + ':handle_segv=0'}
failures = []
compared = 0

GOOD = {
    'ombre': 1, 'name': 'a blended target beside a plain one',
    'BlendState': {
        'IndependentBlendEnable': True,
        'RenderTarget': [
            {'BlendEnable': False},
            {'BlendEnable': True, 'SrcBlend': 'SRC_ALPHA', 'DestBlend': 'INV_SRC_ALPHA'},
        ]},
    'RTVFormats': ['R8G8B8A8_UNORM', 'R16G16B16A16_FLOAT'],
    'pixels': [
        {'src': [[0.5, 0.25, 0.75, 1], [2, 0.5, 0.25, 0.5]],
         'dst': [[0.1, 0.2, 0.3, 0.4], {'bits': '0x3c00380034003000'}]}],
}


def changed(**fields):
    case = copy.deepcopy(GOOD)
    case.update(fields)
    return case


def check(name, condition, *what):
    global compared
    compared += 1
    if not condition:
        failures.append(name)
        print(f'FAIL {name}:', *what)


def ombre(*args, case=None, env=None, **more):
    text = None if case is None else case if isinstance(case, str) else json.dumps(case)
    return subprocess.run([OMBRE, *args], input=text, text=True, capture_output=True, timeout=300,
                          env={**os.environ, **SANITIZER, **(env or {})}, **more)


def expect(name, run, code, out=None, err=None):
    """Check an exit code, and words that must stand in what was printed."""
    check(name, run.returncode == code, f'exit {run.returncode}, want {code}:', run.stderr.strip())
    for words, text, where in ((out, run.stdout, 'stdout'), (err, run.stderr, 'stderr')):
        for word in [words] if isinstance(words, str) else words or []:
            check(name, word in text, f'{where} lacks "{word}":', text.strip())
    return run


def parsed(name, run):
    """Standard output as the one JSON document that it must be."""
    try:
        return json.loads(run.stdout)
    except json.JSONDecodeError as error:
        check(name, False, error, run.stdout[:200])
        return {}


def faulty(folder, fault, after):
    """Environment of a driver that is the present one, but for one fault.  The command line's second
    argument is faulty/faulty_driver.c, built."""
    real = pathlib.Path(os.environ['VK_ICD_FILENAMES'])
    library = json.loads(real.read_text())['ICD']['library_path']
    if library.startswith('.'):
        library = str(real.parent / library)
    manifest, order = pathlib.Path(folder, 'faulty.json'), pathlib.Path(folder, 'fault')
    manifest.write_text(json.dumps({'file_format_version': '1.0.0', 'ICD': {
        'library_path': os.path.abspath(sys.argv[2]), 'api_version': '1.3.0'}}))
    order.write_text(fault)
    return {'VK_ICD_FILENAMES': str(manifest), 'VK_DRIVER_FILES': str(manifest), 'FAULTY_DRIVER_REAL': library,
            'FAULTY_DRIVER_FAULT': str(order), 'FAULTY_DRIVER_AFTER': str(after)}


def finish(tests):
    """Run each test, print a summary, and exit."""
    for test in tests:
        before = compared
        test()
        check(test.__name__, compared > before, 'compared nothing')
    print(f'{compared} comparisons, {len(failures)} failed')
    sys.exit(1 if failures else 0)
