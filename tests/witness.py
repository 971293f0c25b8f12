#!/usr/bin/env python3
"""An independent witness of `ombre predict`.

    witness.py OMBRE [--operands N] [--seed S] [--judges LIST] [--keep DIR]

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
import random
import struct
import subprocess
import sys
import tempfile

from witness_model import (ALPHA_FACTORS, COLOR_FACTORS, DUAL_ALPHA_FACTORS,
                           DUAL_COLOR_FACTORS, LOGIC_OPS, OPS, Equation, Operands,
                           clamped_operands, fixed_bounds, float_examples,
                           ideal_blend, integer_store, logic_codes)
from witness_numbers import (FORMATS, Fraction, Number, ONE, SRGB, ZERO,
                             fp32_of_float, from_fp32, to_fp32)

JUDGES = ('exact', 'strict', 'd3d', 'vulkan')
PIXELS = 48


# --- Cases ------------------------------------------------------------------

class Target:
    def __init__(self, form, mask, color=None, alpha=None):
        self.format, self.mask = form, mask
        self.color, self.alpha = color, alpha  # None: blending is off

    def equation(self, letter):
        return self.alpha if letter == 'a' else self.color

    def entry(self):
        entry = {'BlendEnable': self.color is not None,
                 'RenderTargetWriteMask': self.mask}
        if self.color:
            for suffix, equation in (('', self.color), ('Alpha', self.alpha)):
                entry['SrcBlend' + suffix] = equation.src
                entry['DestBlend' + suffix] = equation.dest
                entry['BlendOp' + suffix] = equation.op
        return entry


class Deck:
    """Deals every card before any comes again."""

    def __init__(self, rng, cards):
        self.rng, self.cards, self.left = rng, list(cards), []

    def deal(self):
        if not self.left:
            self.left = self.cards[:]
            self.rng.shuffle(self.left)
        return self.left.pop()


class Maker:
    """Makes cases; every choice comes from one seed."""

    def __init__(self, seed):
        rng = self.rng = random.Random(seed)
        blendable = [f for f in FORMATS if not f.is_integer()]
        self.blendable = Deck(rng, blendable)
        self.integer = Deck(rng, [f for f in FORMATS if f.is_integer()])
        self.uint = Deck(rng, [f for f in FORMATS if f.kind == 'UINT'])
        self.logic = Deck(rng, LOGIC_OPS)
        self.color = Deck(rng, equations(COLOR_FACTORS, COLOR_FACTORS))
        self.alpha = Deck(rng, equations(ALPHA_FACTORS, ALPHA_FACTORS))
        dual = COLOR_FACTORS + DUAL_COLOR_FACTORS
        self.dual_color = Deck(rng, [e for e in equations(dual, dual)
                                     if e[2] not in ('MIN', 'MAX')])
        dual = ALPHA_FACTORS + DUAL_ALPHA_FACTORS
        self.dual_alpha = Deck(rng, [e for e in equations(dual, dual)
                                     if e[2] not in ('MIN', 'MAX')])
        self.kinds = Deck(rng, ['blend'] * 10 + ['dual'] * 4 + ['integer', 'logic'])

    def mask(self):
        return 15 if self.rng.random() < 0.7 else self.rng.randrange(16)

    def case(self):
        kind = self.kinds.deal()
        case = {'kind': kind, 'logic': None}
        if kind == 'blend':
            targets = [Target(self.blendable.deal(), self.mask(),
                              Equation(*self.color.deal()), Equation(*self.alpha.deal()))
                       for _ in range(8)]
            off = targets[self.rng.randrange(8)]
            off.color = off.alpha = None
        elif kind == 'dual':
            color, alpha = self.dual_color.deal(), self.dual_alpha.deal()
            if not any('SRC1' in f for f in color[:2] + alpha[:2]):
                color = ('SRC1_COLOR', 'INV_SRC1_ALPHA', 'ADD')
            targets = [Target(self.blendable.deal(), self.mask(),
                              Equation(*color), Equation(*alpha))]
        elif kind == 'integer':
            targets = [Target(self.integer.deal(), self.mask()) for _ in range(8)]
        else:
            mask = self.mask()
            targets = [Target(self.uint.deal(), mask) for _ in range(8)]
            case['logic'] = self.logic.deal()
        case['targets'] = targets
        case['constant'] = [self.operand(targets[0].format) for _ in range(4)]
        case['pixels'] = [self.pixel(case) for _ in range(PIXELS)]
        return case

    def pixel(self, case):
        source = [[self.source(t.format) for _ in range(4)] for t in case['targets']]
        if case['kind'] == 'dual':
            source.append([self.operand(case['targets'][0].format) for _ in range(4)])
        return source, [self.dest(t) for t in case['targets']]

    def source(self, form):
        if not form.is_integer():
            return self.operand(form)
        bits = self.rng.choice([c.bits for c in form.components.values()])
        return self.rng.choice([
            self.rng.getrandbits(32), self.rng.getrandbits(bits),
            (1 << bits) - 1, 1 << bits & 0xFFFFFFFF, 1 << (bits - 1),
            (1 << (bits - 1)) - 1, -self.rng.getrandbits(bits) & 0xFFFFFFFF,
            -(1 << (bits - 1)) - 1 & 0xFFFFFFFF, 0])

    def operand(self, form):
        """fp32 bits that a target of `form` finds interesting."""
        component = self.rng.choice(list(form.components.values()))
        if component.kind in ('FLOAT', 'UFLOAT'):
            return self.float_operand(component)
        rng, top = self.rng, component.top
        low = -top if component.kind == 'SNORM' else 0
        code = rng.randint(low, top)
        choice = rng.random()
        if component.kind == 'SRGB' and choice < 0.5:
            return to_fp32(SRGB[abs(code)])
        if choice < 0.4:
            return to_fp32(Fraction(code, top))
        if choice < 0.5:
            return to_fp32(Fraction(2 * code + 1, 2 * top)) + rng.randint(-1, 1)
        if choice < 0.6:
            return to_fp32(Fraction(code * 10 + rng.choice((4, 6)), 10 * top))
        if choice < 0.7:
            return fp32_of_float(rng.choice((0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 2.0)))
        if choice < 0.8:
            return fp32_of_float(rng.uniform(-3, 3))
        return fp32_of_float(rng.uniform(-1 if low else 0, 1))

    def float_operand(self, component):
        rng = self.rng
        choice = rng.random()
        if choice < 0.3:
            return to_fp32(component.decode(self.finite_code(component)).fraction())
        if choice < 0.4:
            return fp32_of_float(rng.choice((0.0, -0.0, 1.0, -1.0, 0.5, 65504.0, 65520.0)))
        if choice < 0.7:
            return fp32_of_float(rng.uniform(-2, 2))
        size = 2.0 ** rng.uniform(-16, 18 if component.bits < 32 else 40)
        return fp32_of_float(size * rng.choice((1, 1, -1)))

    def finite_code(self, component):
        """A code near enough to 1 that sums of products mean something."""
        exponent_bits, mantissa_bits, signed = component.shape
        middle = (1 << (exponent_bits - 1)) - 1
        reach = middle if exponent_bits == 5 else 12
        exponent = self.rng.randint(middle - reach, middle + reach)
        code = exponent << mantissa_bits | self.rng.getrandbits(mantissa_bits)
        sign = signed and self.rng.random() < 0.3
        return code | sign << (exponent_bits + mantissa_bits)

    def dest(self, target):
        texel = self.rng.getrandbits(target.format.bits)
        for component in target.format.components.values():
            mask = (1 << component.bits) - 1
            code = texel >> component.shift & mask
            choice = self.rng.random()
            if component.kind in ('FLOAT', 'UFLOAT'):
                code = self.finite_code(component)
            elif choice < 0.15:
                code = self.rng.choice((0, mask, component.top, mask // 2 + 1))
            texel = texel & ~(mask << component.shift) | code << component.shift
        return texel


def equations(sources, dests):
    return [(s, d, op) for s in sources for d in dests for op in OPS]


def document(case):
    """The case file."""
    targets = case['targets']
    state = {'IndependentBlendEnable': len(targets) > 1 and not case['logic'],
             'RenderTarget': [t.entry() for t in targets]}
    if case['logic']:
        state['RenderTarget'] = [dict(targets[0].entry(), LogicOpEnable=True,
                                      LogicOp=case['logic'])]
    return {
        'ombre': 1, 'name': 'witness', 'api': 'D3D12', 'BlendState': state,
        'BlendFactor': [f'0x{k:08x}' for k in case['constant']],
        'RTVFormats': [t.format.name for t in targets],
        'pixels': [{
            'src': [[f'0x{word:08x}' for word in vector] for vector in source],
            'dst': [{'bits': f'0x{texel:0{t.format.bits // 4}x}'}
                    for texel, t in zip(dest, targets)],
        } for source, dest in case['pixels']],
    }


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
        judges = [judge for judge in JUDGES if judge in legal]
        for inner, outer in zip(judges, judges[1:]):
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
        component = target.format.components[letter]
        equation = target.equation(letter)
        dest = {c: ONE if c == 'a' else ZERO for c in 'rgba'}  # FS 19.1.3.3
        for c, other in target.format.components.items():
            dest[c] = other.decode(target.format.code(texel, c))
        raw = Operands(letter, *vectors, dest)
        clamped = clamped_operands(target.format.clamping(), raw)
        results = []
        for operands in (clamped, raw):
            if equation:
                results.append(ideal_blend(equation, operands))
            else:
                results.append(operands.value['s' + letter])
            # FS 17.5 lets floats below 32 bits skip the input clamp.
            if component.kind not in ('FLOAT', 'UFLOAT') or component.bits == 32:
                break
        if has_denormals(component, equation, raw, results[0]):
            self.count['fp32 denormals, not compared'] += 1
            return
        codes = [component.encode(result) for result in results]
        self.count[component.kind] += 1
        if code not in codes:
            self.complain(context, f'ideal code {code:#x}, not ' +
                          ' or '.join(f'{c:#x}' for c in codes))
        self.value(context, component, results, value)
        for judge, set_of in legal.items():
            self.legal(context, judge, component, equation, clamped, raw, results[0],
                       code, set_of)

    def value(self, context, component, results, value):
        """The ideal value is a double; sRGB's is irrational."""
        if value is None:
            self.complain(context, 'a finite value is null')
            return
        told = component.clamped(Number.of(Fraction(value))).fraction()
        room = Fraction(1, 2 ** 40) if component.kind == 'SRGB' else 0
        for result in results:
            want = component.clamped(result).fraction()
            if abs(told - want) <= abs(want) / 2 ** 52 + room:
                return
        self.complain(context, f'value {value!r}, not {float(want)!r}')

    def legal(self, context, judge, component, equation, clamped, raw, ideal, code, codes):
        if judge == 'exact' or not codes.has(code):
            if not codes.is_only(code):
                self.complain(context, f'{judge}: not only {code:#x} is legal')
            return
        if component.is_fixed():
            must, may = fixed_bounds(judge, component, equation, clamped, ideal)
            got = codes.ordinals()
            self.count[f'{judge} sets'] += 1
            self.count[f'{judge} sets told exactly'] += must == may
            if not must <= got <= may:
                self.complain(context, f'{judge}: legal {sorted(got)}, must hold '
                              f'{sorted(must)}, may hold {sorted(may)}')
        elif component.kind != 'SRGB':
            for example in float_examples(component, equation, raw):
                if not codes.has(example):
                    self.complain(context, f'{judge}: {example:#x} is not legal')


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
        return (other.nan or not self.nan) and all(
            any(a <= first and last <= b for a, b in other.ranges)
            for first, last in self.ranges)


def has_denormals(component, equation, operands, result):
    """FS 3.1.3.2: fp32 blending flushes them, at a step of its choice."""
    if component.bits != 32 or equation is None:
        return False
    least = Fraction(1, 2 ** 126)
    numbers = [*operands.value.values(), result]
    return any(0 < n.size < least for n in numbers)


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

def predict(ombre, judge, path):
    done = subprocess.run([ombre, 'predict', '--json', '--judge', judge, path],
                          stdout=subprocess.PIPE, check=False)
    if done.returncode:
        sys.exit(f'{path}: {ombre} predict --judge {judge} exits {done.returncode}')
    return json.loads(done.stdout)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('ombre')
    parser.add_argument('--operands', type=int, default=6000)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--judges', default=','.join(JUDGES))
    parser.add_argument('--keep', help='leave the cases in this directory')
    arguments = parser.parse_args()
    judges = arguments.judges.split(',')
    witness, maker = Witness(), Maker(arguments.seed)
    with tempfile.TemporaryDirectory() as temporary:
        directory = pathlib.Path(arguments.keep or temporary)
        directory.mkdir(parents=True, exist_ok=True)
        number = 0
        while witness.count['operands'] < arguments.operands:
            case = maker.case()
            path = directory / f'witness-{arguments.seed}-{number}.json'
            path.write_text(json.dumps(document(case)), encoding='utf-8')
            told = {judge: predict(arguments.ombre, judge, path) for judge in judges}
            compare(witness, path.stem, case, told)
            if not arguments.keep:
                path.unlink()
            number += 1
    for complaint in witness.complaints:
        print(complaint)
    for name, count in sorted(witness.count.items()):
        print(f'{count:9} {name}')
    return 1 if witness.count['complaints'] else 0


if __name__ == '__main__':
    sys.exit(main())
