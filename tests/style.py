#!/usr/bin/env python3
"""Fail on what a reader should not have to see.

Lines of tables count neither to the length of a file nor of a function: what
initialises a constant, enumerations, what stands between "clang-format off" and "on", and
macros that go on in the next line.
"""
import pathlib
import re
import shutil
import subprocess
import sys

TOP = pathlib.Path(__file__).resolve().parent.parent

FILE_LINES = 500
FUNCTION_LINES = 60

# Written in pieces, so that this file passes its own test.
PROMISES = re.compile(r'\b(' + '|'.join(['TO' 'DO', 'FIX' 'ME', 'XX' 'X', 'HA' 'CK']) + r')\b')
PLACES = re.compile('/(' + '|'.join(['wo' 'rk', 'fa' 'rm', 'ho' 'me', 'ro' 'ot', 'tm' 'p', 'op' 't']) + ')/')

TEXT = {'.c', '.h', '.py', '.sh', '.md', '.json', '.build', '.txt', '.vert', '.frag', '.comp', '.glsl'}


def files():
    """Every file of the project, tracked or about to be, as relative paths."""
    git, names = shutil.which('git'), []
    if git and (TOP / '.git').exists():
        # Git refuses a checkout that belongs to somebody else.
        listed = subprocess.run([git, '-C', str(TOP), 'ls-files', '-zco', '--exclude-standard'],
                                capture_output=True, check=False).stdout.decode()
        names = [name for name in listed.split('\0') if name]
    if not names:
        names = [str(p.relative_to(TOP)) for p in TOP.rglob('*')
                 if not re.match(r'(build|\.)', str(p.relative_to(TOP)))]
    return [pathlib.Path(n) for n in sorted(names) if (TOP / n).is_file()]


def is_text(path, data):
    return path.suffix in TEXT or data.startswith(b'#!')


def table_lines(lines):
    """Line numbers, from 0, of tables."""
    fenced, end, tables = False, None, set()
    for number, line in enumerate(lines):
        if 'clang-format off' in line:
            fenced = True
        if fenced or end or line.endswith('\\'):
            tables.add(number)
        if 'clang-format on' in line:
            fenced = False
        if end and line == end:
            end = None
        start = re.match(r'( *)(?:static )?const\b.*= \{$', line)
        if start and not end:
            end = start.group(1) + '};'
        enumeration = re.match(r'(typedef )?enum( (\w+))? \{$', line)
        if enumeration and not end:
            end = f'}} {enumeration.group(3)};' if enumeration.group(1) else '};'
    return tables


def check_lines(path, lines):
    for number, line in enumerate(lines, 1):
        where = f'{path}:{number}'
        if '\t' in line:
            yield f'{where}: tab'
        if line != line.rstrip():
            yield f'{where}: blanks at the end'
        if PROMISES.search(line):
            yield f'{where}: promises work that is not done'
        if PLACES.search(line):
            yield f'{where}: path of one machine'


def check_sizes(path, lines):
    tables = table_lines(lines)
    length = len(lines) - len(tables)
    if length > FILE_LINES:
        yield f'{path}: {length} lines, more than {FILE_LINES}'
    if path.suffix not in ('.c', '.h'):
        return
    start = None
    for number, line in enumerate(lines):
        if line == '{':
            start = number
        elif line == '}' and start is not None:
            length = sum(n not in tables for n in range(start + 1, number))
            if length > FUNCTION_LINES:
                yield (f'{path}:{start}: {lines[start - 1].strip()} has {length} lines,'
                       f' more than {FUNCTION_LINES}')
            start = None


def check_text(path):
    data = (TOP / path).read_bytes()
    if not is_text(path, data) or not data:
        return
    try:
        text = data.decode('utf-8')
    except UnicodeDecodeError:
        yield f'{path}: not UTF-8'
        return
    if '\r' in text:
        yield f'{path}: carriage return'
    if not text.endswith('\n') or text.endswith('\n\n'):
        yield f'{path}: does not end with one newline'
    lines = text.split('\n')[:-1]
    yield from check_lines(path, lines)
    if path.suffix != '.json':
        yield from check_sizes(path, lines)


def check_format(paths):
    sources = [str(p) for p in paths if p.suffix in ('.c', '.h')]
    result = subprocess.run(['clang-format', '--dry-run', '-Werror', *sources], cwd=TOP,
                            capture_output=True, text=True, check=False)
    wrong = re.findall(r'^([^:\n]+):\d+:\d+: error:', result.stderr, re.MULTILINE)
    if result.returncode and not wrong:
        yield result.stderr
    for path in dict.fromkeys(wrong):
        yield f'{path}: run clang-format -i on it'


def check_scripts(paths):
    for path in paths:
        if (TOP / path).read_bytes().startswith(b'#!/usr/bin/env bash'):
            result = subprocess.run(['bash', '-n', str(TOP / path)], capture_output=True,
                                    text=True, check=False)
            yield from result.stderr.splitlines()


def main():
    if not shutil.which('clang-format'):
        print('clang-format is not installed')
        return 77
    paths = files()
    complaints = [c for path in paths for c in check_text(path)]
    complaints += check_format(paths)
    complaints += check_scripts(paths)
    print('\n'.join(complaints), end='\n' if complaints else '')
    print(f'{len(paths)} files, {len(complaints)} complaints')
    return 1 if complaints or len(paths) < 20 else 0


if __name__ == '__main__':
    sys.exit(main())
