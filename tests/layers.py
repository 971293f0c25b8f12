#!/usr/bin/env python3
"""Fail on any #include that the layers do not allow.

A file belongs to the layer that its name, or the longest beginning of it that
ends at an underscore, is listed under.  It may include its own layer's headers
and the public headers of the layers that its layer sees, directly or through
another.
"""
import pathlib
import re
import sys

TOP = pathlib.Path(__file__).resolve().parent.parent

# Public layers and what each sees.  Two of them are blind on purpose:
# `reference` must never see Vulkan or the translator, `gpu` must never see what
# Direct3D state was meant.  A mistake that both sides of the comparison shared
# would be invisible.
SEES = {
    # 0
    'd3d': [],
    'format': [],
    'lane': [],
    'log': [],
    'text': [],
    'vk': [],
    # 1
    'state': ['d3d', 'format'],
    'validate': ['state'],
    # 2
    'translate': ['state', 'vk'],
    'reference': ['state'],
    # 3
    'gpu': ['vk', 'lane', 'log'],
    'claims': ['translate', 'validate'],
    'verify': ['format'],
    'faults': ['reference'],
    # 4
    'case': ['reference', 'validate', 'lane', 'text'],
    'suite': ['case', 'translate', 'claims', 'gpu', 'verify', 'faults'],
    'report': ['suite'],
    # 5
    'tools': ['report'],
}

BLIND = {
    'reference': {'vk', 'translate', 'gpu', 'verify', 'faults'},
    'gpu': {'d3d', 'format', 'state', 'validate', 'translate', 'reference'},
    'verify': {'d3d', 'state', 'vk', 'translate', 'reference', 'gpu'},
    'translate': {'reference'},
}

# Files whose name is not that of their layer.
LAYER_OF = {
    'rules': 'validate',
    'shared': 'format',
    'explain': 'reference',
    'equation': 'reference',
    'equations': 'reference',
    'tile': 'reference',
    'srgb': 'format',
    'spirv': 'gpu',
}

# Headers of others, and who may include them.
OUTSIDE = {
    # format.c has VkFormat's names; its header, which others see, must not.
    r'vulkan/.*': {'vk', 'gpu', 'format', 'tools'},
    r'volk\.[ch]': {'gpu'},
    r'jansson\.h': {'case', 'suite', 'report', 'tools'},
    r'png\.h': {'report', 'tools'},
    r'locale\.h': {'case'},
    r'(pthread|stdatomic)\.h': {'gpu', 'suite', 'tools'},
    r'regex\.h': {'tools'},
    r'(unistd|dirent|sys/.*|fcntl|signal|dlfcn|time|poll|spawn)(\.h)?':
        {'gpu', 'suite', 'report', 'tools'},
    r'(assert|ctype|errno|fenv|float|inttypes|limits|math|stdalign|stdarg|stdbool|stddef'
    r'|stdint|stdio|stdlib|string|strings)\.h': set(SEES),
}

INCLUDE = re.compile(r'^\s*#\s*include\s*(?:"([^"]+)"|<([^>]+)>)')


def closure(layer):
    seen = {layer}
    for below in SEES[layer]:
        seen |= closure(below)
    return seen


def layer_of(path):
    """The layer of a source or header, or None."""
    if path.parts[0] == 'tools':
        return 'tools'
    words = path.stem.split('_')
    for count in range(len(words), 0, -1):
        name = '_'.join(words[:count])
        name = LAYER_OF.get(name, name)
        if name in SEES and name != 'tools':
            # vk_*.c are the private parts of gpu.
            return 'gpu' if name == 'vk' and path.parts[0] == 'src' else name
    return None


def private_layer(name, path):
    """The layer of a private header as `path` includes it, or None."""
    directory = path.parts[0]
    if (TOP / directory / name).is_file():
        return layer_of(pathlib.PurePath(directory, name))
    # Made by the build: from shaders/, or by a script that its user runs.
    if re.fullmatch(r'[a-z0-9_.]+\.(vert|frag|comp|spv)\.h', name):
        return 'gpu'
    return layer_of(path.with_name(name))


def objection(path, layer, quoted, angled):
    """Why the include is not allowed, or None."""
    if angled:
        for pattern, users in OUTSIDE.items():
            if str(path) == 'include/ombre/format.h' and 'vulkan' in angled:
                return 'the reference sees this header and must not see Vulkan'
            if re.fullmatch(pattern, angled):
                return None if layer in users else f'{layer} may not use it'
        return 'not in the list of headers of others'
    if quoted.startswith('ombre/'):
        other = layer_of(pathlib.PurePath('include', quoted))
        if not (TOP / 'include' / quoted).is_file():
            return 'there is no such header'
        return None if other in closure(layer) else f'{layer} may not see {other}'
    if '/' in quoted:
        return 'a private header of another directory'
    other = private_layer(quoted, path)
    return None if other == layer else f'{layer} may not see private parts of {other}'


def check(path):
    """Return (number of includes, complaints) of one file."""
    layer = layer_of(path)
    if layer is None:
        return 0, [f'{path}: no layer; name it in tests/layers.py']
    count, complaints = 0, []
    text = (TOP / path).read_text(encoding='utf-8')
    for number, line in enumerate(text.splitlines(), 1):
        match = INCLUDE.match(line)
        if match:
            count += 1
            why = objection(path, layer, *match.groups())
            if why:
                complaints.append(f'{path}:{number}: {match.group(0).strip()}: {why}')
    return count, complaints


def main():
    for layer, never in BLIND.items():
        assert not closure(layer) & never, f'{layer} sees {closure(layer) & never}'
    readme = (TOP / 'README.md').read_text(encoding='utf-8')
    untold = [layer for layer in SEES if (TOP / 'include/ombre' / f'{layer}.h').is_file()
              and f'| `{layer}` |' not in readme]
    paths = [p.relative_to(TOP)
             for directory in ('include/ombre', 'src', 'tools')
             for p in sorted((TOP / directory).glob('*.[ch]'))]
    includes, complaints = 0, [f'README.md: no layer `{layer}` in its table' for layer in untold]
    for path in paths:
        count, wrong = check(path)
        includes += count
        complaints += wrong
    print('\n'.join(complaints), end='\n' if complaints else '')
    print(f'{includes} includes in {len(paths)} files, {len(complaints)} not allowed')
    # A scan that finds nothing has looked in the wrong place.
    return 1 if complaints or includes < len(paths) / 2 else 0


if __name__ == '__main__':
    sys.exit(main())
