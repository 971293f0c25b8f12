#!/usr/bin/env python3
"""Fail unless the tests make every function of Vulkan fail that the library
calls and that can: failing_calls.c those of a device, test_gpu_list_faults.c
those before there is one."""
import pathlib
import re
import sys

TOP = pathlib.Path(__file__).resolve().parent.parent
COMMENT = re.compile(r'/\*.*?\*/', re.DOTALL)
STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
RESULT = re.compile(r'VkResult\s*\(\s*VKAPI_PTR\s*\*PFN_(vk\w+)\)')
# Of an entry of the headers newer than the oldest that there are.
NEWER = {'vkCreateShadersEXT'}
# Asked by volk, whose own failure is that there is no loader; and asked whether it is there.
OTHERS = {'vkEnumerateInstanceVersion'}


def text(path):
    return path.read_text(encoding='utf-8')


headers = [path for path in (TOP / '.deps/vulkan-next/include/vulkan/vulkan_core.h',
                             pathlib.Path('/usr/include/vulkan/vulkan_core.h')) if path.exists()]
can_fail = NEWER.union(*(RESULT.findall(text(path)) for path in headers))
called = set()
for source in sorted((TOP / 'src').glob('vk_*.c')):
    code = COMMENT.sub('', text(source))
    # By name, by a table's member, or by the name that a loader is asked for.
    called |= {name for name in re.findall(r'\bvk[A-Z]\w+', STRING.sub('', code)) if name in can_fail}
    called |= {name for name in re.findall(r'"(vkCreate\w+EXT)"', code) if name in can_fail}
called -= OTHERS
faked = {name for file in ('failing_calls.c', 'test_gpu_list_faults.c')
         for name in re.findall(r'^(?:LISTING|MAKING|CREATE|PIPELINES|FAILING)\((vk\w+)', text(TOP / 'tests' / file), re.M)}
for name in sorted(called - faked):
    print(f'{name}: never fails in a test')
for name in sorted(faked - called):
    print(f'{name}: the library does not call it')
print(f'{len(called)} functions')
sys.exit(1 if called != faked or len(called) < 36 or not headers else 0)
