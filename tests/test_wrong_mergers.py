#!/usr/bin/env python3
"""Plant faults of the catalogue in a driver: `run` must exit 1 on the case that the audit says kills it.

  tests/test_wrong_mergers.py OMBRE FAULTY_DRIVER [--full]

With --full every fault is planted under the whole of suite smoke, as well.

A fault that breaks the plain store breaks the controls that every batch
carries: the result is InternalError, which `run` expects as little as Fail.
"""
import functools
import pathlib
import re
import sys
import tempfile

from cli import check, faulty, finish, ombre, parsed

FULL = '--full' in sys.argv
HERE = pathlib.Path(__file__).resolve().parent

# Of faulty/wrong_state.c, those named as in the catalogue; those of the other files.
BLENDS = [name for name in re.findall(r'^    \{"([a-z0-9]+\.[a-z0-9-]+)",', (HERE / 'faulty/wrong_state.c').read_text(), re.M)
          if name not in ('cache.stale', 'constant.stale')]
OTHERS = ['srgb.ignored', 'srgb.gained', 'swizzle.stored-bgr', 'output.pairs-exchanged', 'output.reversed',
          'output.holes-squeezed', 'dual.swapped']
# What a model of one draw cannot say, with a case that shows it.
UNMODELLED = {'cache.stale': 'om.output.all', 'constant.stale': 'om.color.r8g8b8a8_unorm.one-blend_factor-add',
              'readback.row-lost': 'om.blend.b8g8r8a8_unorm.over'}
# Of faulty/wrong_place.c, and which words name what changed.
PLACES = {
    'place.level': ('om.image.mip1', 'beside the targets have changed'),
    'place.layer': ('om.image.layer', 'beside the targets have changed'),
    'place.layered': ('om.image.layered', 'beside the targets have changed'),
    'place.area': ('om.image.odd_upload', 'beside the targets have changed'),
    'place.copy': ('om.image.odd_upload', 'beside the targets have changed'),
    'place.clear': ('om.image.odd_clear', 'beside the targets have changed'),
    'place.rows': ('om.image.linear', 'changed'),
    'place.fetch': ('om.image.optimal_fetched', 'read-back: '),
}
# Where the driver's fault is narrower than the catalogue's, or lavapipe has one of its own: it ignores the sample mask
# at one sample.
CASES = {'sample.mask-up': 'om.coverage.mask.4x.1', 'sample.mask-down': 'om.coverage.mask.4x.2',
         'srgb.gained': 'om.store.r8g8b8a8_unorm', 'swizzle.stored-bgr': 'om.store.b8g8r8a8_unorm',
         'output.pairs-exchanged': 'om.output.all'}
# Controls are stores: a driver that stores wrongly cannot be measured at all.
BREAK_CONTROLS = {'srgb.ignored', 'srgb.gained', 'swizzle.stored-bgr', 'output.pairs-exchanged', 'output.reversed',
                  'output.holes-squeezed', 'a2c.always', 'cache.stale', 'readback.row-lost'}


def audited():
    """What the audit says of each fault.  Where A8 is carried by R8, what blends its alpha is the colour equation."""
    run = ombre('audit', '--json', '!om.*snorm*', '!om.*.a8_unorm*', '!om.*r9g9b9e5*')
    got = parsed('audit', run)
    check('audit', len(got.get('results', [])) > 1400, run.stderr)
    return {result['fault']: result for result in got['results']}


def spread(results):
    """Pairs of every slot: each enumerator is taken for some other one."""
    by_from = {}
    for name, result in results.items():
        if '.as.' in name and result['status'] == 'killed':
            by_from.setdefault(name.split('.as.')[0], []).append(name)
    pairs = [names[3 * i % len(names)] for i, names in enumerate(by_from.values())]
    return pairs if FULL else pairs[::3]


def run_case(env, fault, *words):
    return ombre('run', '--json', '--validation=off', '-j1', *words, env={**env, 'FAULTY_DRIVER_BLEND': fault})


def outcome(fault, run):
    results = parsed(fault, run)['runs'][0]['results']
    return results[0] if results else {}


@functools.cache
def is_native(case):
    """Whether the device's output merger draws the case; a shader that blends in its place has none of its faults."""
    run = ombre('translate', '--json', '-d', '0', '-', case=ombre('show', case).stdout)
    return run.returncode == 0 and all(target['how'] == 'native' for target in parsed('translate', run)['plan'])


def plant(env, fault, cases, tally):
    """Draw a case with a fault, the first that the device can draw, and say how it went."""
    for case in cases:
        if not is_native(case):
            continue
        run = run_case(env, fault, case)
        if run.returncode != 77:
            break
    else:
        tally['unsupported'].append(fault)
        return
    check(fault, run.returncode == 1, f'{case}: exit {run.returncode}', run.stdout[-600:], run.stderr[-300:])
    got = outcome(fault, run)
    status, looks = got.get('status'), got.get('looks_like', '')
    want = ('InternalError',) if fault in BREAK_CONTROLS else ('Fail', 'CompatibilityWarning', 'InternalError')
    check(fault, status in want, f'{case}: {got}')
    tally.setdefault(status, []).append(fault)
    if looks:
        tally['looks like'].append((fault, looks))


def test_planted():
    results = audited()
    faults = BLENDS + OTHERS + spread(results)
    tally = {'unsupported': [], 'Fail': [], 'CompatibilityWarning': [], 'InternalError': [], 'looks like': []}
    with tempfile.TemporaryDirectory() as folder:
        env = faulty(folder, '', 0)
        for fault in faults:
            check(fault, results.get(fault, {}).get('status') == 'killed', results.get(fault))
            plant(env, fault, [CASES.get(fault, results[fault]['telling']), results[fault]['first']], tally)
        for fault, case in UNMODELLED.items():
            plant(env, fault, [case], tally)
    drawn = len(faults) + len(UNMODELLED) - len(tally['unsupported'])
    check('drawn', drawn >= 60, tally)
    unexpected = [fault for fault in tally['InternalError'] if fault not in BREAK_CONTROLS]
    named = [fault for fault, looks in tally['looks like'] if results.get(fault, {}).get('words', '?') in looks]
    whole = [fault for fault, looks in tally['looks like'] if re.search(r'explains (\d+) of \1 ', looks)]
    print(f'{drawn} faults drawn, {len(tally["unsupported"])} not supported; InternalError, not foreseen: {unexpected}; '
          f'{len(tally["looks like"])} looked like something: {len(named)} like themselves, {len(whole)} explained wholly')
    # Of one case, several faults may explain the same: most often the first is the one.
    check('looks like', 2 * len(named) > len(tally['looks like']) > 30, named)
    check('explained', 10 * len(whole) > 8 * len(tally['looks like']), set(dict(tally['looks like'])) - set(whole))


def test_places():
    """What lies elsewhere than it should shows, of every axis of images, and is named."""
    drawn = 0
    with tempfile.TemporaryDirectory() as folder:
        env = faulty(folder, '', 0)
        for fault, (case, words) in PLACES.items():
            right = run_case(env, '', case)
            if right.returncode == 77:
                continue
            check(f'{case} without a fault', right.returncode == 0, right.stdout[-600:])
            run = run_case(env, fault, case)
            check(fault, run.returncode == 1, f'{case}: exit {run.returncode}', run.stdout[-600:], run.stderr[-300:])
            got = outcome(fault, run)
            check(fault, words in got.get('reason', ''), f'{case}: {got}')
            drawn += 1
        # The first batch of a run, which no case asks for.
        run = run_case(env, 'place.fetch', 'om.blend.r8g8b8a8_unorm.over')
        check('proof of the read-back', run.returncode == 1 and 'read-back: ' in outcome('place.fetch', run).get('reason', ''), run.stdout[-600:])
    check('places', drawn >= len(PLACES) - 3, drawn)


def test_whole_suite():
    """Every fault under the whole suite."""
    if not FULL:
        check('quick', True)
        return
    with tempfile.TemporaryDirectory() as folder:
        env = faulty(folder, '', 0)
        for fault in BLENDS + OTHERS + list(UNMODELLED):
            run = ombre('run', '--validation=off', '-j2', env={**env, 'FAULTY_DRIVER_BLEND': fault})
            check(fault, run.returncode == 1, f'exit {run.returncode}', run.stdout[-600:])


if __name__ == '__main__':
    finish([test_places, test_planted, test_whole_suite])
