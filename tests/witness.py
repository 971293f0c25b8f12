#!/usr/bin/env python3
"""An independent witness of `ombre predict`.

    witness.py OMBRE [--operands N] [--seed S] [--keep DIR]

Writes seeded random cases of every format, factor, operation, constant, write
mask, logic operation and integer store, has the command predict them, and
compares each channel with a second model, written from Direct3D's specification
in exact fractions, in another language, by another hand: the ideal value, the
ideal code, what must be legal and what may be.
"""
import argparse
import collections
import json
import pathlib
import subprocess
import sys
import tempfile

from witness_cases import Maker, document
from witness_floats import float_bounds
from witness_model import (Operands, clamped_operands, fixed_bounds, float_examples,
                           ideal_blend, integer_store, is_zero_of_either_sign,
                           logic_codes)
from witness_numbers import Fraction, Number, ONE, ZERO, from_fp32
from witness_srgb import srgb_bounds
import witness_shared

COMPARED = ('UNORM', 'SNORM', 'SRGB', 'FLOAT', 'UFLOAT', 'SHARED', 'integers', 'logic',
            'masked')
JUDGES = ('exact', 'strict', 'd3d', 'vulkan')


# --- Comparison -------------------------------------------------------------

class Witness:
    def __init__(self):
        self.count = collections.Counter()
        self.complaints = []

    def complain(self, context, text):
        self.count['complaints'] += 1
        if len(self.complaints) < 20:
            self.complaints.append(f'{context}: {text}')

    def channel(self, context, case, target, letter, vectors, texel, told):
        """Compare what each judge told of one channel of one pixel."""
        component = target.format.components[letter]
        old = target.format.code(texel, letter)
        legal = {judge: Legal(component, told[judge]) for judge in told}
        code = told[next(iter(told))]['code']
        value = told[next(iter(told))]['value']
        self.count['operands'] += 1
        if any(t['code'] != code or t['value'] != value for t in told.values()):
            self.complain(context, 'judges differ in the ideal')
        self.nested(context, legal)
        if not target.mask >> 'rgba'.index(letter) & 1:
            self.count['masked'] += 1
            for judge, codes in legal.items():
                if code != old or not codes.is_only(old):
                    self.complain(context, f'{judge}: masked off, {old:#x} became {code:#x}')
        elif target.format.is_integer():
            self.integer(context, case, component, vectors[0]['rgba'.index(letter)],
                         old, code, legal)
        else:
            self.number(context, target, letter, vectors, texel, code, value, legal)

    def nested(self, context, legal):
        for inner, outer in zip(JUDGES, JUDGES[1:]):
            if not legal[inner].inside(legal[outer]):
                self.complain(context, f'{inner} is not inside {outer}')

    def integer(self, context, case, component, word, old, code, legal):
        if case['logic']:
            cut, clamped = logic_codes(component, case['logic'], word, old)
            self.count['logic'] += 1
        else:
            cut = clamped = integer_store(component, word)
            self.count['integers'] += 1
        if code != cut:
            self.complain(context, f'source {word:#x} on {old:#x} became {code:#x}, not {cut:#x}')
        for judge, codes in legal.items():
            if not codes.has(cut) or (judge == 'd3d' and not codes.has(clamped)):
                self.complain(context, f'{judge}: {cut:#x} or {clamped:#x} is not legal')
            if judge != 'vulkan' and codes.size() > (1 if cut == clamped else 2):
                self.complain(context, f'{judge}: more than {cut:#x} and {clamped:#x} is legal')

    def number(self, context, target, letter, vectors, texel, code, value, legal):
        channel = Channel(target, letter, vectors, texel)
        if channel.is_open():
            self.count['open in Direct3D, not compared'] += 1
            return
        component = channel.component
        self.count[component.kind] += 1
        codes = [component.encode(result) for result in channel.results]
        is_nan = component.is_nan(code)
        if code not in codes and not (is_nan and any(map(component.is_nan, codes))):
            self.complain(context, f'ideal code {code:#x}, not ' +
                          ' or '.join(f'{c:#x}' for c in codes))
        self.value(context, channel, value)
        for judge, told in legal.items():
            if not told.has(code):
                self.complain(context, f'{judge}: the ideal {code:#x} is not legal')
            if judge == 'exact' and not is_nan and not told.is_only(code):
                self.complain(context, f'exact: not only {code:#x} is legal')
            if judge != 'exact' and channel.results[0].kind == 'finite':
                self.legal(context, judge, channel, told)

    def value(self, context, channel, value):
        """The ideal value is a double; sRGB's is irrational."""
        if value is None:
            if all(r.kind == 'finite' for r in channel.results):
                self.complain(context, 'a finite value is null')
            self.count['values that are not finite'] += 1
            return
        component = channel.component
        told = component.clamped(Number.of(Fraction(value))).fraction()
        room = Fraction(1, 2 ** 40) if component.kind == 'SRGB' else 0
        for result in channel.results:
            if result.kind == 'nan' and component.kind not in ('FLOAT', 'UFLOAT'):
                result = ZERO  # FS 3.2.3.4
            want = component.clamped(result)
            if want.kind == 'finite' and abs(told - want.fraction()) <= \
                    want.size / 2 ** 51 + room:
                return
        self.complain(context, f'value {value!r}, not {channel.results[0]}')

    def legal(self, context, judge, channel, told):
        component, equation = channel.component, channel.equation
        if component.kind in ('FLOAT', 'UFLOAT'):
            must, may = channel.float_examples(), None
            got = {code for code in must if told.has(code)}
            self.float_ranges(context, judge, channel, told)
        elif component.kind == 'SRGB':
            must, may = srgb_bounds(judge, equation, channel.clamped, channel.old)
            got = told.ordinals()
            self.count[f'{judge} sRGB sets told exactly'] += must == may
        else:
            must, may = fixed_bounds(judge, component, equation, channel.clamped,
                                     channel.results[0])
            got = told.ordinals()
            # FS 19.1.2: SNORM's second -1 may stay where -1 is written back.
            if component.kind == 'SNORM' and equation and channel.old == component.top + 1:
                got.discard(-component.top - 1)
            self.count[f'{judge} fixed-point sets told exactly'] += must == may
        self.count[f'{judge} sets'] += 1
        self.count[f'{judge} codes that must be legal'] += len(must)
        if not must <= got or (may is not None and not got <= may):
            self.complain(context, f'{judge}: legal {told.ranges}, must hold '
                          f'{sorted(must)}, may hold {sorted(may or ["any"])}')


    def float_ranges(self, context, judge, channel, told):
        bounds = float_bounds(judge, channel.component, channel.equation, channel.raw)
        if bounds is None:
            return
        must, may = bounds
        self.count[f'{judge} float sets bounded'] += 1
        self.count[f'{judge} float sets told exactly'] += must == may
        if told.nan or not inside(must, told.ranges) or not inside(told.ranges, may):
            self.complain(context, f'{judge}: legal {told.ranges}, must hold {must}, '
                          f'may hold {may}')


    def shared(self, context, target, vectors, texel, answers):
        """A texel of R9G9B9E5, whose components hang together."""
        form, equation = target.format, target.color
        dest = form.decoded(texel)
        operands = {c: Operands(c, *vectors, dest) for c in 'rgb'}
        self.count['operands'] += 3
        read = [n for o in operands.values() for n in o.read_by(equation)]
        if any(n.kind != 'finite' for n in read):
            self.count['open in Direct3D, not compared'] += 3
            return
        self.count['SHARED'] += 3
        # FS 17.5: the input clamp may be skipped.
        results = [[ideal_blend(equation, o) if equation else o.value['s' + o.letter]
                    for o in of.values()] for of in
                   (operands, {c: clamped_operands(form.components[c], o)
                               for c, o in operands.items()})]
        texels = [witness_shared.texel_of([witness_shared.clamped(r) for r in three])
                  for three in results]
        told = next(iter(answers.values()))
        got = (int(told['bits'], 16) >> 27, *(told['channels'][c]['code'] for c in 'rgb'))
        if got not in texels or int(told['bits'], 16) != witness_shared.bits_of(got):
            self.complain(context, f'ideal texel {got}, not {texels}')
        for judge, answer in answers.items():
            self.shared_set(context, judge, equation, operands, got, texel,
                            answer['texels'])

    def shared_set(self, context, judge, equation, operands, ideal, old, told):
        if not witness_shared.has(told, ideal):
            self.complain(context, f'{judge}: the ideal {ideal} is not legal')
        bounds = witness_shared.bounds(judge, equation, operands)
        if bounds is None:
            return
        must, may = bounds
        self.count[f'{judge} texel sets bounded'] += 1
        for texel in witness_shared.examples(must):
            if not witness_shared.has(told, texel):
                self.complain(context, f'{judge}: {texel} is not legal in {told}')
        was = (old >> 27, *(old >> shift & 511 for shift in (0, 9, 18)))
        is_kept = witness_shared.same_colour(was, ideal) and equation and judge == 'd3d'
        excess = witness_shared.excess(told, may, was if is_kept else None)
        if excess:
            self.complain(context, f'{judge}: no number gives {excess}')


class Channel:
    """One component of one texel that is written, and what becomes of it."""

    def __init__(self, target, letter, vectors, texel):
        form = target.format
        self.component = component = form.components[letter]
        self.equation, self.letter = target.equation(letter), letter
        self.old = form.code(texel, letter)
        dest = {c: ONE if c == 'a' else ZERO for c in 'rgba'}  # FS 19.1.3.3
        dest.update((c, other.decode(form.code(texel, c)))
                    for c, other in form.components.items())
        self.raw = Operands(letter, *vectors, dest)
        self.clamped = clamped_operands(form.clamping(), self.raw)
        # FS 17.5 lets floats below 32 bits skip the input clamp; fp32 has none.
        of = [self.raw] if component.bits == 32 else [self.clamped]
        if component.kind in ('FLOAT', 'UFLOAT') and component.bits < 32:
            of.append(self.raw)
        self.results = [self.result(operands) for operands in of]
        if is_zero_of_either_sign(self.equation, self.raw, self.results[0]):
            self.results.append(self.results[0].negated())

    def result(self, operands):
        if self.equation:
            return ideal_blend(self.equation, operands)
        return operands.value['s' + self.letter]

    def is_open(self):
        """Where Direct3D has more than one ideal: fp32 blending flushes
        denormals at a step of its choice (FS 3.1.3.2), the clamp of a
        fixed-point blend does not say what it makes of NaN (FS 17.5)."""
        if not self.equation:
            return False
        numbers = [*self.raw.read_by(self.equation), self.results[0]]
        if self.component.kind in ('FLOAT', 'UFLOAT'):
            return any(0 < n.size < Fraction(1, 2 ** 126) for n in numbers)
        return any(n.kind == 'nan' for n in numbers)

    def float_examples(self):
        read = self.raw.read_by(self.equation)
        if any(n.kind != 'finite' for n in read):
            return set()
        return float_examples(self.component, self.equation, self.raw)


class Legal:
    """A set of codes, as the command tells it."""

    def __init__(self, component, told):
        self.component = component
        self.ranges = [[component.ordinal(code) for code in pair] for pair in told['legal']]
        self.nan = told.get('nan', False)

    def has(self, code):
        if self.component.is_nan(code) and self.nan:
            return True
        ordinal = self.component.ordinal(code)
        return any(first <= ordinal <= last for first, last in self.ranges)

    def is_only(self, code):
        return self.size() == 1 and self.has(code) and not self.nan

    def size(self):
        return sum(last - first + 1 for first, last in self.ranges)

    def ordinals(self):
        return {o for first, last in self.ranges for o in range(first, last + 1)}

    def inside(self, other):
        return (other.nan or not self.nan) and inside(self.ranges, other.ranges)


def inside(inner, outer):
    """Whether each range lies in one of the others, which never touch."""
    return all(any(a <= first and last <= b for a, b in outer) for first, last in inner)


def compare(witness, name, case, told):
    """`told` maps each judge to the command's document."""
    pixels = {judge: answer['pixels'] for judge, answer in told.items()}
    for index, (source, dest) in enumerate(case['pixels']):
        numbers = [[w if case['kind'] in ('integer', 'logic') else from_fp32(w)
                    for w in vector] for vector in source]
        constant = [from_fp32(k) for k in case['constant']]
        for t, target in enumerate(case['targets']):
            answers = {j: pixels[j][index]['targets'][t] for j in told}
            first = next(iter(answers.values()))
            if set(first['channels']) != set(target.format.components):
                witness.complain(name, f'target {t}: channels {sorted(first["channels"])}')
                continue
            source1 = numbers[1] if case['kind'] == 'dual' else [ONE] * 4
            if target.format.kind == 'SHARED':
                witness.shared(f'{name} pixel {index} target {t} R9G9B9E5', target,
                               (numbers[t], source1, constant), dest[t], answers)
                continue
            for letter in target.format.components:
                channel = {j: a['channels'][letter] for j, a in answers.items()}
                context = f'{name} pixel {index} target {t} {target.format.name}.{letter}'
                witness.channel(context, case, target, letter,
                                (numbers[t], source1, constant), dest[t], channel)
            check_bits(witness, name, target, dest[t], first)


def check_bits(witness, name, target, texel, answer):
    """The texel is made of the channels' codes; X bits stay."""
    for letter, component in target.format.components.items():
        mask = (1 << component.bits) - 1
        texel &= ~(mask << component.shift)
        texel |= answer['channels'][letter]['code'] << component.shift
    if answer['bits'] is None or int(answer['bits'], 16) != texel:
        witness.complain(name, f'{target.format.name}: bits {answer["bits"]}, not {texel:#x}')


# --- Running ----------------------------------------------------------------

def predict(ombre, path):
    """What each judge says, asked at once."""
    asked = {judge: subprocess.Popen(
        [ombre, 'predict', '--json', '--judge', judge, path], stdout=subprocess.PIPE)
             for judge in JUDGES}
    told = {judge: process.communicate()[0] for judge, process in asked.items()}
    for judge, process in asked.items():
        if process.returncode:
            sys.exit(f'{path}: predict --judge {judge} exits {process.returncode}')
    return {judge: json.loads(text) for judge, text in told.items()}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('ombre')
    parser.add_argument('--operands', type=int, default=6000)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--keep', help='leave the cases in this directory')
    arguments = parser.parse_args()
    witness, maker = Witness(), Maker(arguments.seed)
    with tempfile.TemporaryDirectory() as temporary:
        directory = pathlib.Path(arguments.keep or temporary)
        directory.mkdir(parents=True, exist_ok=True)
        number = 0
        while witness.count['operands'] < arguments.operands:
            case = maker.case()
            path = directory / f'witness-{arguments.seed}-{number}.json'
            path.write_text(json.dumps(document(case)), encoding='utf-8')
            compare(witness, path.stem, case, predict(arguments.ombre, path))
            if not arguments.keep:
                path.unlink()
            number += 1
    for complaint in witness.complaints:
        print(complaint)
    for name, count in sorted(witness.count.items()):
        print(f'{count:9} {name}')
    # A comparison that never came about proves nothing.
    missing = [name for name in COMPARED if not witness.count[name]]
    if missing:
        print('not compared: ' + ', '.join(missing))
    return 1 if witness.count['complaints'] or missing else 0


if __name__ == '__main__':
    sys.exit(main())
