#!/usr/bin/env python3
"""Compile each public header alone, twice, and as C++.

  tests/headers.py C-COMPILER..

Exit 77 if there is no C++ compiler and all else is well.
"""
import pathlib
import shutil
import subprocess
import sys

TOP = pathlib.Path(__file__).resolve().parent.parent
WARNINGS = ['-Wall', '-Wextra', '-Wpedantic', '-Werror', '-fsyntax-only']


def compiles(compiler, language, standard, text):
    command = [*compiler, '-x', language, f'-std={standard}', *WARNINGS, f'-I{TOP}/include', '-']
    result = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    if result.returncode:
        print(f'{" ".join(command)}\n{text}{result.stderr}')
    return result.returncode == 0


def main(c_compiler):
    cxx = next((c for c in ('clang++', 'g++', 'c++') if shutil.which(c)), None)
    headers = sorted((TOP / 'include' / 'ombre').glob('*.h'))
    passed = wanted = 0
    for header in headers:
        alone = f'#include "ombre/{header.name}"\nextern int of_a_unit;\n'
        trials = [(c_compiler, 'c', 'c17', alone),
                  (c_compiler, 'c', 'c17', alone + alone)]
        if cxx:
            trials.append(([cxx], 'c++', 'c++17', alone))
        wanted += len(trials)
        passed += sum(compiles(*trial) for trial in trials)
    print(f'{len(headers)} headers, {passed} of {wanted} compiled')
    if passed != wanted or len(headers) < 5:
        return 1
    return 0 if cxx else 77


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
