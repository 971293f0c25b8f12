"""Cases of the witness: states and operands from a seed, and their files."""
import random

from witness_model import (ALPHA_FACTORS, COLOR_FACTORS, DUAL_ALPHA_FACTORS,
                           DUAL_COLOR_FACTORS, LOGIC_OPS, OPS, Equation)
from witness_numbers import FORMATS, SRGB, Fraction, fp32_of_float, to_fp32
from witness_shared import SharedFormat

PIXELS = 8  # few, so that many states come by
INFINITE_OR_NAN = (0x7F800000, 0xFF800000, 0x7FC00000, 0xFF800001)


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
        blendable = [f for f in FORMATS if not f.is_integer()] + [SharedFormat()]
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
        self.kinds = Deck(rng, ['blend'] * 8 + ['dual'] * 8 + ['integer', 'logic'])

    def mask(self):
        return 15 if self.rng.random() < 0.7 else self.rng.randrange(16)

    def target(self, color, alpha):
        form = self.blendable.deal()
        # R9G9B9E5 1.0: other masks are undefined.
        mask = 15 if form.kind == 'SHARED' else self.mask()
        return Target(form, mask, Equation(*color), Equation(*alpha))

    def case(self):
        kind = self.kinds.deal()
        case = {'kind': kind, 'logic': None}
        if kind == 'blend':
            targets = [self.target(self.color.deal(), self.alpha.deal()) for _ in range(8)]
            off = targets[self.rng.randrange(8)]
            off.color = off.alpha = None
        elif kind == 'dual':
            color, alpha = self.dual_color.deal(), self.dual_alpha.deal()
            if not any('SRC1' in f for f in color[:2] + alpha[:2]):
                color = ('SRC1_COLOR', 'INV_SRC1_ALPHA', 'ADD')
            targets = [self.target(color, alpha)]
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
        if self.rng.random() < 0.01:
            return self.rng.choice(INFINITE_OR_NAN)
        if self.rng.random() < 0.01:  # a denormal
            return self.rng.getrandbits(23) | self.rng.getrandbits(1) << 31
        if component.kind in ('FLOAT', 'UFLOAT', 'SHARED'):
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
        if target.format.kind == 'SHARED':
            return self.rng.randint(8, 18) << 27 | self.rng.getrandbits(27)
        texel = self.rng.getrandbits(target.format.bits)
        for component in target.format.components.values():
            mask = (1 << component.bits) - 1
            code = texel >> component.shift & mask
            choice = self.rng.random()
            if component.kind in ('FLOAT', 'UFLOAT'):
                if choice > 0.02:  # else it may be anything
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
