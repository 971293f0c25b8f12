#!/usr/bin/env python3
"""Plant faults that only sequences show in a driver: `run` must find each.

  tests/test_wrong_order.py OMBRE FAULTY_DRIVER

Each case passes where no fault is planted, so that it is the fault that shows.
"""
import tempfile

from cli import check, faulty, finish, ombre, parsed

# A fault, the lane, and cases that show it.
FAULTS = [
    ('order.constants-first', 'static', ['om.order.walk.blend.4x', 'om.order.walk.blend.1x']),
    ('order.enable-sticky', 'dynamic', ['om.order.walk.blend.4x', 'om.order.walk.blend.1x']),
    ('order.equation-first', 'dynamic', ['om.order.walk.blend.4x', 'om.order.walk.blend.1x']),
    ('order.mask-first', 'dynamic', ['om.order.walk.blend.4x', 'om.order.count.8_4_8']),
    ('order.pipeline-first', 'static', ['om.order.walk.blend.4x', 'om.order.walk.blend.1x']),
    ('order.targets-lost', 'static', ['om.order.count.8_4_8', 'om.order.count.8_1_8', 'om.order.count.4_8_4']),
    ('clear.rect-wide', 'static', ['om.order.clear.partial.attachments.floats', 'om.order.clear.twice.attachments.integers']),
    ('clear.first-only', 'static', ['om.order.clear.twice.attachments.floats', 'om.order.clear.blended.attachments.floats']),
    ('clear.srgb-linear', 'static', ['om.order.clear.alone.attachments.floats']),
    ('clear.rounded', 'static', ['om.order.clear.alone.load-op.floats', 'om.order.clear.masked.load-op.floats']),
    ('clear.whole', 'static', ['om.order.clear.partial.load-op.floats', 'om.order.clear.twice.load-op.integers']),
]


def run_case(env, fault, lane, case):
    return ombre('run', '--json', '--validation=off', '-j1', '--lane', lane, case,
                 env={**env, 'FAULTY_DRIVER_BLEND': fault})


def status(run):
    results = parsed('status', run)['runs'][0]['results']
    return results[0]['status'] if results else ''


def test_order():
    drawn = 0
    with tempfile.TemporaryDirectory() as folder:
        env = faulty(folder, '', 0)
        for fault, lane, cases in FAULTS:
            for case in cases:
                right = run_case(env, '', lane, case)
                if right.returncode == 77:
                    continue
                check(case, right.returncode == 0, f'lane {lane}: {right.stdout[-400:]}')
                wrong = run_case(env, fault, lane, case)
                check(fault, wrong.returncode == 1, f'{case}: exit {wrong.returncode}', wrong.stdout[-400:], wrong.stderr[-200:])
                check(fault, status(wrong) == 'Fail', f'{case}: {status(wrong)}')
                drawn += 1
    print(f'{drawn} drawn with a fault')
    check('drawn', drawn >= 15, drawn)


if __name__ == '__main__':
    finish([test_order])
