#!/usr/bin/env python3
"""Prove ombre/d3d.h against a real Direct3D header.

  tests/d3d_headers.py HEADERS LANGUAGE COMPILER..

HEADERS is a key of REAL; COMPILER finds them without further help.  Each
enumerator, constant, size and offset that both have must be the same, in one
translation unit; each enum that ombre gives as a whole must have no enumerator
more in the real header; and the two must live together as d3d.h promises.
Then faults are planted in a copy of d3d.h, and each must be found.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

TOP = pathlib.Path(__file__).resolve().parent.parent
INCLUDE = TOP / 'include'

# What a program includes, and how many things of d3d.h it must prove at least:
# enumerators and constants, types, members.
REAL = {
    'directx': ('#ifdef __cplusplus\n#include <wsl/winadapter.h>\n#endif\n'
                '#include <unknwn.h>\n#include <directx/d3d12.h>\n', 179, 11, 17),
    'vkd3d': ('#define CINTERFACE\n#include <vkd3d_windows.h>\n#include <vkd3d_d3d12.h>\n',
              157, 10, 15),
    'mingw-d3d9': ('#define WIN32_LEAN_AND_MEAN\n#include <windows.h>\n#include <d3d9.h>\n', 94, 4, 0),
    'mingw-d3d10_1': ('#define WIN32_LEAN_AND_MEAN\n#include <windows.h>\n#include <d3d10_1.h>\n', 156, 9, 22),
    'mingw-d3d11_1': ('#define WIN32_LEAN_AND_MEAN\n#include <windows.h>\n#include <d3d11_1.h>\n', 209, 19, 46),
    'mingw-d3d12': ('#define WIN32_LEAN_AND_MEAN\n#include <windows.h>\n#include <d3d12.h>\n', 162, 10, 15),
}

# Enums of which d3d.h has only what speaks of the output merger.
IN_PART = {'D3DRENDERSTATETYPE', 'D3D10_FORMAT_SUPPORT', 'D3D11_FORMAT_SUPPORT',
           'D3D11_FORMAT_SUPPORT2', 'D3D12_FORMAT_SUPPORT1', 'D3D12_FORMAT_SUPPORT2'}

TOO_LATE = "include Direct3D's headers before ombre/d3d.h"


class Names:
    """What d3d.h declares, read from its text."""

    def __init__(self, text):
        name = r'OMBRE_D3D\((\w+)\)'
        text = re.sub(r'/\*.*?\*/', '', text, flags=re.S)
        self.enums = {}
        for body, tag in re.findall(r'enum ' + name.replace('(\\w', '(?:\\w') +
                                    r' \{(.*?)\} ' + name, text, flags=re.S):
            self.enums[tag] = re.findall(name + r' = ', body)
        self.integers = [n for n in re.findall(name + r' = ', text) if n != 'DXGI_FORMAT_WIDTH_']
        defined = dict(re.findall(r'#define OMBRE_((?:D3D1|DXGI)\w+) \(?([^\n]*)', text))
        self.floats = {n: value.rstrip('f') for n, value in defined.items() if '.' in value}
        self.integers += [n for n in defined if n not in self.floats]
        self.integers = list(dict.fromkeys(self.integers))
        self.structs = {}
        for body, tag in re.findall(r'struct ' + name.replace('(\\w', '(?:\\w') +
                                    r' \{(.*?)\} ' + name, text, flags=re.S):
            self.structs[tag] = re.findall(r'(\w+)(?:\[\w+\])?;', body)


class Compiler:
    def __init__(self, language, command):
        standard = {'c': 'gnu17', 'c++': 'gnu++17'}[language]
        self.command = [*command, '-x', language, f'-std={standard}', '-w',
                        *(['-ferror-limit=0'] if 'clang' in command[0] else [])]

    def run(self, text, *flags, include=INCLUDE):
        command = [*self.command, *flags, f'-I{include}', '-']
        return subprocess.run(command, input=text, capture_output=True, text=True, check=False)

    def complaint(self, text, include=INCLUDE):
        """What the compiler says of `text`; '' if it takes it."""
        result = self.run(text, '-fsyntax-only', include=include)
        return '' if result.returncode == 0 else result.stderr or 'failed'

    def words(self, text):
        result = self.run(text, '-E', '-dD')
        if result.returncode:
            sys.exit(result.stderr)
        return result.stdout


def check(title, condition):
    return f'static_assert({condition}, "{title}");\n'


def proof(names, real_text):
    """The assertions about what both have, and how many there are of each kind."""
    words = set(re.findall(r'\w+', real_text))
    integers = [check(n, f'(unsigned) OMBRE_{n} == (unsigned) {n}') for n in names.integers if n in words]
    types = [check(t, f'sizeof(OMBRE_{t}) == sizeof({t})') for t in names.enums if t in words]
    types += [check(t, f'sizeof(OMBRE_{t}) == sizeof(struct {t})') for t in names.structs if t in words]
    members = []
    for tag, fields in names.structs.items():
        for field in fields if tag in words else []:
            ours, theirs = f'OMBRE_{tag}', f'struct {tag}'
            members.append(check(f'{tag}.{field}', f'offsetof({ours}, {field}) == offsetof({theirs}, {field}) && '
                                 f'sizeof((({ours} *) 0)->{field}) == sizeof((({theirs} *) 0)->{field})'))
    return integers, types, members


def other_floats(names, real_text):
    """Constants that no static assertion of C can compare, by their text."""
    compared = 0
    for name, ours in names.floats.items():
        theirs = re.search(r'#define\s+' + name + r'\s+\(?\s*([0-9.]+)', real_text)
        compared += theirs is not None
        if theirs and float(theirs.group(1)) != float(ours):
            yield f'{name}: {ours}, and {theirs.group(1)} in the real header'
    if names.floats and re.search(r'#define\s+D3D1\d_DEFAULT_BLEND_FACTOR_RED', real_text) and compared < 4:
        yield f'only {compared} floats compared'


def lacking(names, real_text):
    """Enumerators of whole enums that d3d.h has not."""
    for tag, ours in names.enums.items():
        found = re.search(r'enum\s+_?' + tag + r'\s*\{(.*?)\}', real_text, flags=re.S)
        if found and tag not in IN_PART:
            theirs = re.findall(r'(?:^|,)\s*(\w+)', re.sub(r'#[^\n]*', '', found.group(1)))
            yield from (n for n in theirs if n not in ours)


def beside(compiler, real):
    """Complaints about orders of inclusion that d3d.h speaks of."""
    ours, prefix = '#include "ombre/state.h"\n', '#define OMBRE_D3D_PREFIX\n'
    same = '#include <assert.h>\n' + check('pso', 'sizeof(((struct ombre_pso *) 0)->BlendState) == 328')
    # Xbox's headers are as this one, but for their guards.
    xbox = [f'{real}#undef __d3d12_h__\n#define {guard}\n{ours}{same}'
            for guard in ('__d3d12_x_h__', '__d3d12_xs_h__') if re.search(r'[/<]d3d12\.h>', real)]
    for title, text in (('first', real + ours + same), ('twice', real + ours + ours),
                        ('prefix, first', real + prefix + ours),
                        ('prefix, last', prefix + ours + real), *(('Xbox', text) for text in xbox)):
        complaint = compiler.complaint(text)
        if complaint:
            yield f'{title}: {complaint}'
    said = [line for line in compiler.complaint(ours + real).splitlines() if 'error:' in line]
    if not said or TOO_LATE not in said[0] or sum(TOO_LATE in line for line in said) != 1:
        yield f'too late: {said[:2]}'


def plant(names, text):
    """d3d.h with faults, and the assertions that must find them."""
    numbers = {'DXGI_FORMAT_R8G8B8A8_UNORM': ('28', '27'), 'D3DBLEND_SRCCOLOR2': ('16', '18'),
               'D3D10_BLEND_OP_MAX': ('5', '4'), 'D3D11_LOGIC_OP_NOOP': ('4', '0'),
               'D3D12_BLEND_INV_SRC1_ALPHA': ('19', '20')}
    titles = set(numbers)
    for name, (old, new) in numbers.items():
        right = f'OMBRE_D3D({name}) = {old}'
        assert right in text, right
        text = text.replace(right, right.replace(f'= {old}', f'= {new}'))
    for tag, fields in names.structs.items():
        # The first two members change places, and one more follows the last.
        start = text.index(f'struct OMBRE_D3D({tag})')
        end = text.index(f'}} OMBRE_D3D({tag})')
        body = text[start:end].split('\n')
        body[1], body[2] = body[2], body[1]
        text = text[:start] + '\n'.join(body) + '    int32_t planted;\n' + text[end:]
        titles |= {tag, f'{tag}.{fields[0]}', f'{tag}.{fields[1]}'}
    return text, titles


def main(headers, language, command):
    real, *least = REAL[headers]
    compiler = Compiler(language, command)
    text = (INCLUDE / 'ombre' / 'd3d.h').read_text()
    names = Names(text)
    real_text = compiler.words(real)
    kinds = proof(names, real_text)
    unit = ('#include <assert.h>\n#include <stddef.h>\n' + real +
            '#define OMBRE_D3D_PREFIX\n#include "ombre/d3d.h"\n' + ''.join(map(''.join, kinds)))
    wrong = [compiler.complaint(unit)]
    wrong += other_floats(names, real_text)
    wrong += [f'{n}: the real header has it' for n in lacking(names, real_text)]
    wrong += [f'only {len(kind)} of {want} things compared'
              for kind, want in zip(kinds, least) if len(kind) < want]
    wrong += beside(compiler, real)

    planted, titles = plant(names, text)
    titles = {t for t in titles if f'"{t}"' in unit}
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder) / 'ombre'
        copy.mkdir()
        (copy / 'd3d.h').write_text(planted)
        found = set(re.findall(r'static.assert\w* failed.*?([\w.]+)"?$', compiler.complaint(unit, folder),
                               flags=re.M))
    wrong += [f'a fault in {t} is not found' for t in titles - found]
    wrong = [w for w in wrong if w]
    print('\n'.join(wrong), end='\n' if wrong else '')
    print(f'{headers}: {" + ".join(str(len(k)) for k in kinds)} compared, {len(titles)} faults found')
    return 1 if wrong or not titles else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1], sys.argv[2], sys.argv[3:]))
