#!/usr/bin/env python3
"""tests/rules_audit.py OMBRE

rules-audit.txt says of each statement in Direct3D's documents which rules hold
it.  Every rule has its place there and is one that the command lists, has the
message ids it should, says "open:" where a statement does, and at least one row
of the validator's tests breaks it.  Every group of rules is in one of the lists
for which those tests ask that rows stand on both sides of each rule.

Of two more lists the tests must exist: what other projects' tests asked of
native runtimes, and differences from Vulkan for which test_translate.c names a
test elsewhere.
"""
import json
import pathlib
import re
import subprocess
import sys

# Calls that native Direct3D answered with an HRESULT, as rows and comments name
# them: pipeline states and blend states of vkd3d-proton's and Wine's tests.
ANSWERED = [f'V{number:03}' for number in (*range(1, 6), 7, 25, 26, 27, 29, 30, 31, 32, 35, *range(196, 200))]

TESTS = pathlib.Path(__file__).resolve().parent


def statements():
    """(statement, rules, what their sources say) of each line."""
    for line in (TESTS / 'rules-audit.txt').read_text(encoding='utf-8').splitlines():
        if not line or line.startswith('#'):
            continue
        statement, rules, *ids = (part.strip() for part in line.split('|'))
        if rules.startswith('- no rule: '):
            assert not ids and len(rules) > 20, line
            yield statement, [], []
        else:
            yield statement, rules.split(), ids[0].split() if ids else []


def identifiers():
    """{id in output: identifier} of rules.h."""
    text = (TESTS.parent / 'include/ombre/rules.h').read_text(encoding='utf-8')
    return {name: word for word, name in re.findall(r'^X\((\w+), "([a-z0-9-]+)"', text, re.M)}


def groups():
    """Names of the lists that OMBRE_RULES is made of."""
    text = (TESTS.parent / 'include/ombre/rules.h').read_text(encoding='utf-8')
    return re.findall(r'^    (OMBRE_RULES_\w+)\(X\)', text, re.M)


def missing_tests():
    """What is wrong with each place that test_translate.c names."""
    text = (TESTS / 'test_translate.c').read_text(encoding='utf-8')
    table = re.sub(r'"\s+"', '', text[text.index('} elsewhere[] = {'):text.index('DIFFERENCES =')])
    places = re.findall(r'\{(\d+),\s*"[^"]*",\s*"([^"]*)"\}', table)
    assert len(places) == table.count('\n    {') and len(places) > 15, places
    for number, place in places:
        if place.startswith('not '):
            continue
        name, test, *row = place.split(': ', 2)
        there = (TESTS / name).read_text(encoding='utf-8') if (TESTS / name).exists() else ''
        if f'cmocka_unit_test({test})' not in there or not all(f'"{one}"' in there for one in row):
            yield f'difference {number}: there is no {place}'


def main():
    listed = json.loads(subprocess.run([*sys.argv[1:], 'validate', '--rules', '--json'], check=True,
                                       capture_output=True, text=True).stdout)['rules']
    sources = {rule['rule']: rule['source'] for rule in listed}
    rows = '\n'.join(path.read_text(encoding='utf-8') for path in TESTS.glob('test_validate*.c'))
    words = identifiers()
    held, open_rules, wrong, count = set(), set(), [], 0
    for statement, rules, ids in statements():
        count += 1
        held |= set(rules)
        open_rules |= set(rules) if 'open' in ids else set()
        wrong += [f'{statement}: there is no rule {rule}' for rule in rules if rule not in sources]
        told = ' '.join(sources.get(rule, '') for rule in rules)
        wrong += [f'{statement}: no source says {word}' for word in ids
                  if not re.search(rf'(?<![0-9a-fx]){word}(?![0-9a-f])', told)]
    wrong += [f'{rule}: stands in no statement' for rule in sources if rule not in held]
    wrong += [f'{rule}: says "open:", no statement does' for rule, source in sources.items()
              if 'open:' in source and rule not in open_rules]
    wrong += [f'{rule}: no row breaks it' for rule in sources
              if not re.search(rf'\((?:\w+, )?{words[rule]}\b', rows)]
    wrong += [f'{group}: no test asks for both sides of its rules' for group in groups()
              if not re.search(rf'^    .*\b{group}\(X\)', rows, re.M)]
    cases = '\n'.join(path.read_text(encoding='utf-8') for path in TESTS.glob('test_*.c'))
    wrong += [f'{name}: no test' for name in ANSWERED if not re.search(rf'\b{name}\b', cases)]
    wrong += missing_tests()
    print('\n'.join(wrong), end='\n' if wrong else '')
    print(f'{count} statements, {len(sources)} rules, {len(wrong)} complaints')
    return 1 if wrong or count < 80 or len(sources) < 90 else 0


if __name__ == '__main__':
    sys.exit(main())
