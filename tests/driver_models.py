#!/usr/bin/env python3
"""Whether lavapipe's own arithmetic, step by step, leaves the bits that its baseline lists.

  tests/driver_models.py OMBRE            draw some of the listed cases, with lavapipe
  tests/driver_models.py OMBRE FOLDER     take a run that was kept (ombre run --suite ci -o FOLDER)

A wrong component must be what one of these leaves, to the bit:
  integers  operands and the destination as integers of 8 or 16 bits, whose low bits are cut at last
  algebra   floats, and R16_UNORM, by an equation that equals Direct3D's but where each step rounds
"""
import collections
import json
import pathlib
import struct
import subprocess
import sys
import tempfile
from fractions import Fraction

OMBRE = sys.argv[1]
# Of each kind of target that the baseline speaks of.
CASES = ['om.cross.coded.zero-*', 'om.cross.narrow.dest_alpha-*', 'om.cross.narrow.*_factor-blend_factor-*', 'om.cross.narrow.zero-inv_dest_alpha-add']
LAYOUTS = {
    'R32_FLOAT': {'r': 32}, 'R32G32_FLOAT': {'r': 32, 'g': 32}, 'R32G32B32A32_FLOAT': dict.fromkeys('rgba', 32),
    'R16_FLOAT': {'r': 16}, 'R16_UNORM': {'r': 16}, 'R10G10B10A2_UNORM': {'r': 10, 'g': 10, 'b': 10, 'a': 2},
    'B5G6R5_UNORM': {'b': 5, 'g': 6, 'r': 5}, 'B5G5R5A1_UNORM': {'b': 5, 'g': 5, 'r': 5, 'a': 1},
}
WIDE = {'R10G10B10A2_UNORM': 16, 'R16_UNORM': 16, 'B5G6R5_UNORM': 8, 'B5G5R5A1_UNORM': 8}
SIGNS = {'ADD': (1, 1), 'SUBTRACT': (1, -1), 'REV_SUBTRACT': (-1, 1)}


def fp32(x):
    return struct.unpack('<f', struct.pack('<f', x))[0]


def number(given):
    """A number of a case file."""
    if isinstance(given, str) and given.startswith('0x'):
        return struct.unpack('<f', struct.pack('<I', int(given, 16)))[0]
    return fp32(float(given))


class Operands:
    """What a component of a case is blended from."""

    def __init__(self, case, wrong):
        target, pixel = wrong['target'], case['pixels'][wrong['pixel']]
        state = case['BlendState']['RenderTarget'][target]
        self.format, self.channel = wrong['format'], 'rgba'[wrong['component']]
        self.layout = LAYOUTS[self.format]
        half = 'Alpha' if self.channel == 'a' else ''
        self.equation = [state.get(field, default).removeprefix('D3D12_BLEND_').removeprefix('OP_')
                         for field, default in ((f'SrcBlend{half}', 'ONE'), (f'DestBlend{half}', 'ZERO'), (f'BlendOp{half}', 'ADD'))]
        dual = case['RTVFormats'][1:2] in ([], ['DXGI_FORMAT_UNKNOWN']) and len(pixel['src']) > 1
        self.given = {}
        for name, colors in (('SRC', pixel['src'][target]), ('SRC1', pixel['src'][1] if dual else [0] * 4), ('K', case['BlendFactor'])):
            self.given[f'{name}_COLOR'] = number(colors['rgba'.index(self.channel)])
            self.given[f'{name}_ALPHA'] = number(colors[3])
        before = pixel['dst'][target]
        word = int((before[wrong['sample']] if isinstance(before, list) else before)['bits'], 16)
        self.code = {}
        for channel, bits in self.layout.items():
            self.code[channel] = word & (1 << bits) - 1
            word >>= bits

    def factor(self, name, values, one, alpha):
        """`values` by names of factors that are no inverses; 1 - x is rounded by the caller's numbers."""
        if name in ('ZERO', 'ONE'):
            return one if name == 'ONE' else one - one
        if name == 'SRC_ALPHA_SAT':
            return one if alpha else min(values['SRC_ALPHA'], self.inverse(values['DEST_ALPHA'], one))
        plain = name.removeprefix('INV_')
        plain = {'BLEND_FACTOR': 'K_COLOR', 'ALPHA_FACTOR': 'K_ALPHA'}.get(plain, plain)
        return self.inverse(values[plain], one) if name.startswith('INV_') else values[plain]

    @staticmethod
    def inverse(x, one):
        return fp32(one - x) if isinstance(one, float) else one - x


def algebra(op, s, d, f, g, rounded):
    """Yield what an equation becomes that is taken for another."""
    p, q = SIGNS[op]
    yield rounded(rounded(p * s + q * d) * f)  # equal factors
    if op == 'ADD':  # opposite factors
        yield rounded(d + rounded(f * rounded(s - d)))
        yield rounded(s + rounded(g * rounded(d - s)))
        yield rounded(float(Fraction(d) + Fraction(f) * Fraction(rounded(s - d))))
        yield rounded(float(Fraction(s) + Fraction(g) * Fraction(rounded(d - s))))
    else:
        yield -p * rounded(d - rounded(f * rounded(s + d)))
        yield p * rounded(s - rounded(g * rounded(s + d)))


def half_toward_zero(x):
    code, = struct.unpack('<H', struct.pack('<e', abs(x)))
    code -= struct.unpack('<e', struct.pack('<H', code))[0] > abs(x)
    return code | (x < 0) << 15


def of_floats(operands):
    """Codes of a float target."""
    wide = operands.layout[operands.channel] == 32
    decode = {True: ('<I', '<f'), False: ('<H', '<e')}[wide]
    values = dict(operands.given)
    for name, channel in (('DEST_COLOR', operands.channel), ('DEST_ALPHA', 'a')):
        values[name] = struct.unpack(decode[1], struct.pack(decode[0], operands.code[channel]))[0] if channel in operands.code else 1.0
    src, dest, op = operands.equation
    f, g = (operands.factor(name, values, 1.0, operands.channel == 'a') for name in (src, dest))
    for result in algebra(op, values['SRC_COLOR'], values['DEST_COLOR'], f, g, fp32):
        yield struct.unpack('<I', struct.pack('<f', result))[0] if wide else half_toward_zero(result)


def repeated(code, bits, wide):
    """Bits that are repeated until they fill `wide`."""
    word, width = code, bits
    while width < wide:
        word, width = word << bits | code, width + bits
    return word >> width - wide


def of_integers(operands):
    """Codes of a target that is blended in more bits than it has."""
    wide, bits = WIDE[operands.format], operands.layout[operands.channel]
    one = (1 << wide) - 1
    values = {name: round(Fraction(min(max(x, 0.0), 1.0)) * one) for name, x in operands.given.items()}
    for name, channel in (('DEST_COLOR', operands.channel), ('DEST_ALPHA', 'a')):
        values[name] = repeated(operands.code[channel], operands.layout[channel], wide) if channel in operands.code else one
    src, dest, op = operands.equation
    s, d = values['SRC_COLOR'], values['DEST_COLOR']
    if op in ('MIN', 'MAX'):
        yield (min if op == 'MIN' else max)(s, d) >> wide - bits
        return
    f, g = (operands.factor(name, values, one, operands.channel == 'a') for name in (src, dest))

    def product(a, b):
        t = a * b
        return a if b == one else t + (t >> wide) + (1 << wide - 1) >> wide

    p, q = SIGNS[op]
    yield min(max(p * product(s, f) + q * product(d, g), 0), one) >> wide - bits
    if op == 'ADD' and operands.format == 'R16_UNORM':  # opposite factors
        yield d + ((f + (f >> wide - 1)) * (s - d) >> wide)


def explain(case, wrong):
    operands = Operands(case, wrong)
    model = of_integers if operands.format in WIDE else of_floats
    return model.__name__ if int(wrong['got'].split()[0], 0) in model(operands) else None


def details(folder):
    """Yield the id and the wrong components of each result."""
    for line in (pathlib.Path(folder) / 'results.jsonl').read_text(encoding='utf-8').splitlines():
        result = json.loads(line)
        if result.get('case', '').startswith(('om.cross', 'om.samples')) and 'detail' in result:
            yield result['case'], result['detail']['wrong']


def check(folder):
    """Count what is explained in a run; print what is not."""
    found = collections.Counter()
    for name, components in details(folder):
        case = json.loads(subprocess.run([OMBRE, 'show', name], capture_output=True, check=True).stdout)
        for wrong in components:
            if 'SRGB' in wrong['format']:
                continue  # its curve is an approximation that has no model
            model = explain(case, wrong)
            found[wrong['format'], model] += 1
            if model is None:
                print('not explained:', name, wrong)
    return found


def main():
    with tempfile.TemporaryDirectory() as home:
        folder = sys.argv[2] if len(sys.argv) > 2 else home + '/run'
        if len(sys.argv) < 3:
            run = subprocess.run([OMBRE, 'run', '--suite', 'ci', '-o', folder, *CASES], capture_output=True, text=True, check=False)
            driver = json.loads((pathlib.Path(folder) / 'run.json').read_text(encoding='utf-8'))['device']
            if driver['driverID'] != 'DRIVER_ID_MESA_LLVMPIPE' or 'Mesa 22.3' not in driver['driverInfo']:
                return 77
            if run.returncode != 0:
                print(run.stdout, run.stderr)
                return 1
        found = check(folder)
    for (form, model), count in sorted(found.items(), key=str):
        print(f'{count:5} {form} {model}')
    formats = {form for form, _ in found}
    enough = len(sys.argv) > 2 or sum(found.values()) > 80 and {'R32_FLOAT', 'R32G32_FLOAT', 'R16_UNORM', 'R10G10B10A2_UNORM'} <= formats
    return 0 if enough and not any(model is None for _, model in found) else 1


if __name__ == '__main__':
    sys.exit(main())
