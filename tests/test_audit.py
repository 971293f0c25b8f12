#!/usr/bin/env python3
"""What suites catch, by the command.

  tests/test_audit.py OMBRE
"""
import json
import pathlib

from jsonschema import Draft202012Validator

from cli import check, expect, finish, ombre, parsed

LEGAL = 14
SCHEMA = pathlib.Path(__file__).resolve().parent.parent / 'tools/schemas/audit.v1.schema.json'
VALIDATOR = Draft202012Validator(json.loads(SCHEMA.read_text(encoding='utf-8')))


def audit(name, code, *words):
    got = parsed(name, expect(name, ombre('audit', '--json', *words), code))
    check(name, got['wrong_case'] is None, got['wrong_case'])
    error = next(VALIDATOR.iter_errors(got), None)
    check(name, error is None, error and error.message[:300])
    return got


def by_status(got):
    found = {}
    for result in got['results']:
        found.setdefault(result['status'], []).append(result['fault'])
    return found


def test_smoke():
    """Every fault is killed by a case of smoke but those that a rule allows; these no case of ci kills, either."""
    got = audit('smoke', 0, '--suite', 'ci')
    smoke = set(ombre('list').stdout.split())
    check('ci', len(smoke) < got['cases'] == int(ombre('list', '--suite', 'ci', '--count').stdout), got['cases'])
    late = [result['fault'] for result in got['results'] if result.get('first', 'om.') not in smoke | {'om.'}]
    check('smoke', not late, late[:9])
    found = by_status(got)
    check('smoke', set(found) == {'killed', 'legal'}, {key: names[:9] for key, names in found.items() if key != 'killed'})
    check('smoke', got['killed'] == got['faults'] == len(found['killed']) > 1400, got['killed'])
    check('smoke', got['legal'] == len(found['legal']) == LEGAL, found['legal'])
    hand = [result for result in got['results'] if '.as.' not in result['fault'] and result['status'] == 'killed']
    check('smoke', len(hand) >= 150, len(hand))
    # The sweep that is made for a family kills all faults of it.
    check('families', not [result for result in got['results'] if result['status'] == 'killed' and result['family'] not in result['by']],
          [(result['fault'], result['family'], result['by']) for result in got['results'] if result['status'] == 'killed' and result['family'] not in result['by']])
    # Within the rules for each texel, and beyond those for sets of them: a mean, and places.
    verdicts = {result['fault']: result['verdict'] for result in hand}
    for fault in ('precision.interpolation-cut', 'place.slot', 'place.dithered'):
        check('smoke', verdicts[fault] == 'quality-warning', fault, verdicts[fault])
    check('smoke', verdicts['snorm.inverse-clamped'] == 'compatibility-warning', verdicts['snorm.inverse-clamped'])
    check('cover', 10 < len(got['cover']) < 100, len(got['cover']))
    check('groups', sum(group['killed'] for group in got['groups']) == got['killed'], got['groups'])


def test_blocks():
    """A block is judged by all of its parts: each pair of factors is in one, a few are in its first."""
    got = audit('block', 1, '--suite', 'full', 'om.full.r8_unorm.000000')
    check('block', got['cases'] == 1, got['cases'])
    single = {group['group']: group['killed'] for group in got['groups']}['single-source factors, each as each other']
    check('block', single > 300, single)


def test_survivors():
    """What few cases miss is shown with an operand that would tell."""
    run = expect('text', ombre('audit', 'om.store.r8g8b8a8_unorm'), 1, out=['survives', 'shown by', 'score', 'legal'])
    check('text', run.stdout.count('shown by') >= 20, run.stdout[:300])


def test_cts_model():
    """The Khronos CTS's own cases, modelled: numbers that README.md tells."""
    got = audit('model', 1, '--suite', 'cts-model')
    groups = {group['group']: (group['killed'], group['faults']) for group in got['groups']}
    check('model', got['cases'] == 2244, got['cases'])
    # What others found by a model of their own.
    check('model', [(row['faults'], row['survive']) for row in got['vulkan_factors']] ==
          [(812, 81), (812, 55), (812, 56)], got['vulkan_factors'])
    check('model', groups['single-source factors, each as each other'] == (546, 574), groups)
    check('model', groups['logic operations, each as each other'] == (240, 240), groups)
    alive = [result for result in got['results'] if result['status'] == 'survived']
    check('model', len(alive) == got['faults'] - got['killed'] > 300 and not any(result['cases'] for result in alive))
    shown = [result for result in alive if result['shown_by']]
    check('model', len(shown) > 0.9 * len(alive), [result['fault'] for result in alive if not result['shown_by']])
    for result in shown:
        # Of a shared exponent, a component's own code is not all.
        check(result['fault'], result['shown_by']['want'] != result['shown_by']['got'] or
              result['fault'].startswith('shared.'), result)
    check('model', not any(result['status'] == 'legal-killed' for result in got['results']))
    expect('model', ombre('audit', '--suite', 'cts-model', 'om.*'), 2, err='takes no patterns')


if __name__ == '__main__':
    finish([test_smoke, test_blocks, test_survivors, test_cts_model])
