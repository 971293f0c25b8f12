#!/usr/bin/env python3
"""Add up Meson's test logs.

  tools/tally.py [LABEL=]TESTLOG.JSON..

Prints a table of the suites of each log, names every test that failed or was
skipped, and ends with a line "N passed, N failed, N skipped".  Exit 1 if a test
failed, a log is missing, or nothing passed.
"""
import collections
import json
import sys

PASSED = {'OK', 'EXPECTEDFAIL'}
SKIPPED = {'SKIP'}


def outcome(result):
    if result in PASSED:
        return 'passed'
    return 'skipped' if result in SKIPPED else 'failed'


def read(path):
    """Yield (suite, test, outcome, result) of each test of a log."""
    with open(path, encoding='utf-8') as file:
        for line in file:
            test = json.loads(line)
            # Meson writes "project:suite / name".
            suite, _, name = test['name'].rpartition(' / ')
            yield suite.split(':')[-1], name, outcome(test['result']), test['result']


def main(arguments):
    total = collections.Counter()
    for argument in arguments:
        label, _, path = argument.rpartition('=')
        rows = collections.defaultdict(collections.Counter)
        notes = []
        try:
            for suite, name, kind, result in read(path):
                rows[suite][kind] += 1
                if kind != 'passed':
                    notes.append(f'    {result.lower():10} {name}')
        except (OSError, ValueError, KeyError) as error:
            rows['(no log)']['failed'] += 1
            notes.append(f'    {error}')
        print(label or path)
        for suite, count in sorted(rows.items()):
            print(f'  {suite:10} {count["passed"]:4} passed {count["failed"]:4}'
                  f' failed {count["skipped"]:4} skipped')
            total.update(count)
        print('\n'.join(notes), end='\n' if notes else '')
    print(f'{total["passed"]} passed, {total["failed"]} failed,'
          f' {total["skipped"]} skipped')
    return 1 if total['failed'] or not total['passed'] else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
