#!/usr/bin/env python3
"""Fail unless failing_calls.c has every function of a device that the library
checks the result of."""
import pathlib
import re
import sys

TOP = pathlib.Path(__file__).resolve().parent.parent
CHECKED = re.compile(r'VK_(?:TRY|CREATE)\(\s*[^,]+,\s*(vk\w+),|vk_succeeded\(\s*[^,]+,\s*"(vk\w+)"')
# Of an instance or a physical device.
OTHERS = {'vkCreateDevice'}

called = {a or b for path in sorted((TOP / 'src').glob('vk_*.c'))
          for a, b in CHECKED.findall(path.read_text(encoding='utf-8'))} - OTHERS
faked = set(re.findall(r'^\s*X\((vk\w+)\)', (TOP / 'tests/failing_calls.c').read_text(encoding='utf-8'), re.M))
for name in sorted(called - faked):
    print(f'{name}: never fails in tests/failing_calls.c')
for name in sorted(faked - called):
    print(f'{name}: the library does not check it')
print(f'{len(called)} functions')
sys.exit(1 if called != faked or len(called) < 25 else 0)
