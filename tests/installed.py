#!/usr/bin/env python3
"""What `meson install` puts somewhere is enough to compile, link and run a program.

  tests/installed.py BUILD EXAMPLE PREFIX C-COMPILER..
"""
import pathlib
import shlex
import subprocess
import sys
import tempfile


def run(*command, **options):
    result = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    if result.returncode:
        sys.exit(f'{" ".join(command)}: exit {result.returncode}\n{result.stdout}{result.stderr}')
    return result.stdout


def main(build, example, prefix, *compiler):
    with tempfile.TemporaryDirectory() as folder:
        run('meson', 'install', '-C', build, '--no-rebuild', '--destdir', folder)
        prefix = folder + prefix
        file, = pathlib.Path(prefix).rglob('ombre.pc')
        flags = run('pkg-config', f'--define-variable=prefix={prefix}', '--cflags', '--libs', str(file))
        program = f'{folder}/program'
        run(*compiler, '-Wall', '-Wextra', '-Werror', example, *shlex.split(flags), '-o', program)
        got = run(program)
        headers = {header.name for header in (pathlib.Path(prefix) / 'include' / 'ombre').iterdir()}
        want = {header.name for header in
                (pathlib.Path(__file__).resolve().parent.parent / 'include' / 'ombre').glob('*.h')}
        print(f'{len(headers)} headers, the example says {got.strip()}')
        return 0 if got == 'native\n' and headers == want else 1


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
