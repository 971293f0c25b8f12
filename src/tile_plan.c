/* Whether a state can be predicted in 8-bit codes, and how. */
#include <math.h>
#include <string.h>

#include "reference_terms.h"
#include "tile_parts.h"

static enum tile_operand tile_operand(enum operand operand)
{
    switch (operand) {
    case OPERAND_SRC: return TILE_SOURCE;
    case OPERAND_SRC_ALPHA: return TILE_SOURCE_ALPHA;
    case OPERAND_SRC1: return TILE_SOURCE1;
    case OPERAND_SRC1_ALPHA: return TILE_SOURCE1_ALPHA;
    case OPERAND_CONSTANT: return TILE_CONSTANT;
    case OPERAND_CONSTANT_ALPHA: return TILE_CONSTANT_ALPHA;
    case OPERAND_DEST: return TILE_DEST;
    case OPERAND_DEST_ALPHA: return TILE_DEST_ALPHA;
    case OPERAND_COUNT: break;
    }
    return TILE_ZERO;
}

static struct tile_factor factor_of(struct factor f)
{
    switch (f.shape) {
    case SHAPE_ZERO: return (struct tile_factor){TILE_ZERO, 0};
    case SHAPE_ONE: return (struct tile_factor){TILE_ZERO, 0xFF};
    case SHAPE_OPERAND: return (struct tile_factor){tile_operand(f.x), 0};
    case SHAPE_INVERSE: return (struct tile_factor){tile_operand(f.x), 0xFF};
    case SHAPE_SATURATE: break;
    }
    return (struct tile_factor){TILE_SATURATE, 0};
}

static struct tile_equation equation_of(const struct terms *t)
{
    return (struct tile_equation){factor_of(t->src), factor_of(t->dest), t->op};
}

/* FS 17.5 and 3.2.3; tile_codes.c says what these are. */
static bool room_of(enum ombre_judge judge, struct tile_room *out)
{
    static const struct tile_room ideal = {127, 127, 127};
    static const struct tile_room strict = {0, 153, 153};
    static const struct tile_room d3d = {0, 216, 280};
    switch (judge) {
    case OMBRE_JUDGE_EXACT: *out = ideal; return true;
    case OMBRE_JUDGE_STRICT: *out = strict; return true;
    case OMBRE_JUDGE_D3D: *out = d3d; return true;
    case OMBRE_JUDGE_VULKAN:
    case OMBRE_JUDGE_CTS:
    case OMBRE_JUDGE_COUNT: break;
    }
    return false;
}

/* Whether an equation is a sum whose factors add up to 1, or one is 0. */
static bool is_weighted(const struct tile_equation *e)
{
    const struct tile_factor *const f = &e->source, *const g = &e->dest;
    const bool zero = (f->operand == TILE_ZERO && !f->invert) ||
                      (g->operand == TILE_ZERO && !g->invert);
    const bool complement = f->operand == g->operand && f->invert != g->invert;
    return e->op == OMBRE_OP_ADD && (zero || complement);
}

static bool is_8bit_unorm(const struct ombre_format *format)
{
    for (unsigned i = 0; i < OMBRE_COMPONENTS; i++)
        if (format->component[i].bits != 0 && format->component[i].bits != 8)
            return false;
    return format->numeric == OMBRE_UNORM && !format->srgb;
}

/* Whether the fp32 number nearest to a code is x, which is then that code: the
 * test of reference_fixed.c. */
static bool constant_code(float x, uint8_t *out)
{
    const double clamped = isnan(x) || x < 0 ? 0 : x > 1 ? 1 : (double) x;
    const double code = rint(clamped * 255);
    *out = (uint8_t) code;
    return (float) (code / 255) == (float) (clamped * 255 / 255);
}

/* Which component byte `byte` of a texel is, or OMBRE_COMPONENTS. */
static unsigned component_at(const struct ombre_format *format, unsigned byte)
{
    for (unsigned i = 0; i < OMBRE_COMPONENTS; i++)
        if (format->component[i].bits == 8 &&
            format->component[i].shift == 8 * byte)
            return i;
    return OMBRE_COMPONENTS;
}

static void fill_patterns(const struct ombre_format *format,
                          const struct ombre_prediction *fates,
                          const uint8_t constant[4], struct tile_codes *out)
{
    out->whole = true;
    for (unsigned i = 0; i < TILE_BYTES; i++) {
        const unsigned c = component_at(format, i % format->texel_size);
        const bool owned = c < OMBRE_COMPONENTS;
        const bool written =
            owned && fates->component[c].fate == OMBRE_FATE_WRITTEN;
        out->whole = out->whole && written;
        out->is_alpha[i] = c == OMBRE_ALPHA ? 0xFF : 0;
        out->keep[i] = written ? 0 : 0xFF;
        out->unowned[i] = owned ? 0 : 0xFF;
        out->constant[i] = owned ? constant[c] : 0;
        out->constant_alpha[i] = constant[OMBRE_ALPHA];
    }
}

static bool reads(const struct terms *color, const struct terms *alpha,
                  enum operand operand)
{
    return color->used[operand] || alpha->used[operand];
}

bool tile_codes_plan(const struct ombre_state *state, unsigned target,
                     enum ombre_judge judge, const struct ombre_tile *tile,
                     const struct ombre_prediction *fates,
                     struct tile_codes *out)
{
    const struct ombre_target *const to = &state->target[target];
    const struct ombre_source source = {{{0}}};
    const struct ombre_texel dest = {{0}};
    *out = (struct tile_codes){.texel_size = to->format->texel_size,
                               .blend = to->blend_enable};

    if (!is_8bit_unorm(to->format) || !room_of(judge, &out->room) ||
        tile->source.kind != OMBRE_TILE_TEXELS)
        return false;
    for (unsigned i = 0; i < OMBRE_COMPONENTS; i++)
        if (fates->component[i].fate == OMBRE_FATE_UNDEFINED)
            return false;

    const struct terms color =
        terms_resolve(state, target, OMBRE_RED, &source, &dest);
    const struct terms alpha =
        terms_resolve(state, target, OMBRE_ALPHA, &source, &dest);
    const bool source1 = reads(&color, &alpha, OPERAND_SRC1) ||
                         reads(&color, &alpha, OPERAND_SRC1_ALPHA);
    /* On target 1 both sources are one output. */
    if (source1 && (tile->source1.kind != OMBRE_TILE_TEXELS || target == 1))
        return false;

    uint8_t constant[4];
    const bool constants = reads(&color, &alpha, OPERAND_CONSTANT) ||
                           reads(&color, &alpha, OPERAND_CONSTANT_ALPHA);
    for (unsigned i = 0; i < 4; i++)
        if (!constant_code(state->blend_factor[i], &constant[i]) && constants)
            return false;

    out->alpha = ombre_format_has(to->format, OMBRE_ALPHA)
                     ? to->format->component[OMBRE_ALPHA].shift / 8u
                     : out->texel_size;
    out->color = equation_of(&color);
    out->alpha_equation = equation_of(&alpha);
    out->weighted = judge == OMBRE_JUDGE_D3D && is_weighted(&out->color) &&
                    is_weighted(&out->alpha_equation);
    fill_patterns(to->format, fates, constant, out);
    return true;
}
