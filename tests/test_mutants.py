#!/usr/bin/env python3
"""Check which constants of a source tests/mutate.py changes: all but the sizes
of arrays, which nothing but a sanitizer could tell."""
import sys

import mutants

# A source, and the constants of it that are changed.
ROWS = (
    ('uint32_t key[2 + COUNT];', []),
    ('unsigned a[3][4] = {5};', ['5']),
    ('struct thing one[3], two[4];', []),
    ('struct {\n    int x;\n} rows[7] = {1};', ['1']),
    ('const uint32_t (*source)[4], (*other)[4];', []),
    ('void f(int a[3], const uint8_t *b[4])\n{\n}', []),
    ('static const int map[] = {\n    [FIRST] = 6,\n    [SECOND] = 7,\n};', ['6', '7', 'FIRST', 'SECOND']),
    ('{\n    return rows[2];\n}', ['2']),
    ('{\n    return *rows[2];\n}', ['2']),
    ('{\n    if (rows[2].low > limit)\n        f();\n}', ['2']),
    ('{\n    f(a, rows[2]);\n}', ['2']),
    ('{\n    x->rows[2] = true;\n}', ['2', 'true']),
    ('{\n    while (count > 0 && name[count - 1])\n        f();\n}', ['0', '1']),
    ('{\n    return (*rows)[2];\n}', ['2']),
    ('{\n    const int x = rows[2];\n}', ['2']),
)
SIBLINGS = {'FIRST': ['FIRST', 'SECOND'], 'SECOND': ['FIRST', 'SECOND'], 'COUNT': ['COUNT']}


def main():
    wrong = 0
    for text, wanted in ROWS:
        changed = {m.change.split(' -> ')[0] for m in mutants.of_text('x.c', text, SIBLINGS)}
        got = sorted(word for word in changed if word[0].isalnum() and ' ' not in word)
        if got != wanted:
            wrong += 1
            print(f'{text}\n    changes {got}, not {wanted}', file=sys.stderr)
    print(f'{len(ROWS)} sources, {wrong} wrong')
    return 1 if wrong else 0


if __name__ == '__main__':
    sys.exit(main())
