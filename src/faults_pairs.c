/* One enumerator taken for another: each factor as each other in each of the
 * four slots, each operation, each logic operation. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "faults_parts.h"

static const enum ombre_factor factors[] = {
#define X(id, value, name) OMBRE_##id,
    OMBRE_FACTORS(X)
#undef X
};

/* Of the alpha equation.  SRC_ALPHA_SAT is ONE there, ALPHA_FACTOR is
 * BLEND_FACTOR and INV_ALPHA_FACTOR INV_BLEND_FACTOR: one taken for the other
 * is no fault, and one of each is enough to be taken for. */
static const enum ombre_factor alpha_factors[] = {
    OMBRE_ZERO,
    OMBRE_ONE,
    OMBRE_SRC_ALPHA,
    OMBRE_INV_SRC_ALPHA,
    OMBRE_DEST_ALPHA,
    OMBRE_INV_DEST_ALPHA,
    OMBRE_BLEND_FACTOR,
    OMBRE_INV_BLEND_FACTOR,
    OMBRE_SRC1_ALPHA,
    OMBRE_INV_SRC1_ALPHA,
    OMBRE_SRC_ALPHA_SAT,
    OMBRE_ALPHA_FACTOR,
    OMBRE_INV_ALPHA_FACTOR,
};

enum {
    FACTORS = sizeof factors / sizeof factors[0],
    ALPHAS = sizeof alpha_factors / sizeof alpha_factors[0],
    DISTINCT_ALPHAS = ALPHAS - 3,
    OPS = OMBRE_OP_MAX - OMBRE_OP_ADD + 1,
    LOGICS = OMBRE_LOGIC_OR_INVERTED + 1,
};

enum slot {
    COLOR_SRC,
    COLOR_DEST,
    ALPHA_SRC,
    ALPHA_DEST,
    COLOR_OP,
    ALPHA_OP,
    LOGIC,
    SLOTS
};

static const struct {
    const char *id, *words;
    unsigned from, to; /* enumerators that stand there, and that are tried */
} slots[SLOTS] = {
    [COLOR_SRC] = {"factor.color-src.", "source colour factor", FACTORS,
                   FACTORS},
    [COLOR_DEST] = {"factor.color-dest.", "destination colour factor", FACTORS,
                    FACTORS},
    [ALPHA_SRC] = {"factor.alpha-src.", "source alpha factor", ALPHAS,
                   DISTINCT_ALPHAS},
    [ALPHA_DEST] = {"factor.alpha-dest.", "destination alpha factor", ALPHAS,
                    DISTINCT_ALPHAS},
    [COLOR_OP] = {"op.color.", "colour operation", OPS, OPS},
    [ALPHA_OP] = {"op.alpha.", "alpha operation", OPS, OPS},
    [LOGIC] = {"logic.op.", "logic operation", LOGICS, LOGICS},
};

static bool is_alpha_slot(enum slot slot)
{
    return slot == ALPHA_SRC || slot == ALPHA_DEST;
}

/* The enumerator that alpha factor `n` is the same as: itself, mostly. */
static unsigned alpha_meaning(unsigned n)
{
    static const unsigned twin[] = {1, 6, 7};
    return n < DISTINCT_ALPHAS ? n : twin[n - DISTINCT_ALPHAS];
}

/* Number `n` is never tried where it means the same. */
static unsigned own_number(enum slot slot, unsigned n)
{
    return is_alpha_slot(slot) ? alpha_meaning(n) : n;
}

struct pair {
    enum slot slot;
    unsigned from, to;
};

static unsigned pairs_in(enum slot slot)
{
    return slots[slot].from * (slots[slot].to - 1);
}

static struct pair pair_at(size_t index)
{
    enum slot slot = COLOR_SRC;
    while (index >= pairs_in(slot))
        index -= pairs_in(slot++);
    const unsigned tried = slots[slot].to - 1;
    const unsigned from = (unsigned) index / tried;
    const unsigned to = (unsigned) index % tried;
    return (struct pair){slot, from, to + (to >= own_number(slot, from))};
}

size_t fault_pair_count(void)
{
    size_t count = 0;
    for (unsigned slot = 0; slot < SLOTS; slot++)
        count += pairs_in((enum slot) slot);
    return count;
}

static const char *name(enum slot slot, unsigned number)
{
    switch (slot) {
    case COLOR_SRC:
    case COLOR_DEST: return ombre_factor_name(factors[number]);
    case ALPHA_SRC:
    case ALPHA_DEST: return ombre_factor_name(alpha_factors[number]);
    case COLOR_OP:
    case ALPHA_OP:
        return ombre_blend_op_name(
            (enum ombre_blend_op)(OMBRE_OP_ADD + number));
    case LOGIC: return ombre_logic_op_name((enum ombre_logic_op) number);
    case SLOTS: break;
    }
    return "";
}

/* Which reports a pair imitates; most pairs are the family's. */
static const char *reports(const struct pair *pair)
{
    switch (pair->slot) {
    case COLOR_SRC:
    case COLOR_DEST: {
        const enum ombre_factor from = factors[pair->from];
        const enum ombre_factor to = factors[pair->to];
        if (from == OMBRE_ALPHA_FACTOR || from == OMBRE_INV_ALPHA_FACTOR)
            return "gfx#2171, Mesa 14f0c85874a";
        if (from == OMBRE_BLEND_FACTOR && to == OMBRE_SRC1_COLOR)
            return "Mesa 00c649339bd";
        break;
    }
    case ALPHA_SRC:
    case ALPHA_DEST: return "Mesa ebe95fee21c";
    case LOGIC: return "Mesa dd102405dea, IGCIT#1297";
    case COLOR_OP:
    case ALPHA_OP:
    case SLOTS: break;
    }
    return "";
}

void fault_pair_tell(size_t index, struct ombre_fault *out)
{
    const struct pair pair = pair_at(index);
    const char *from = name(pair.slot, pair.from);
    const char *to = name(pair.slot, pair.to);
    *out = (struct ombre_fault){
        .family = pair.slot == LOGIC ? "F8" : "F1",
        .reports = reports(&pair),
        .generated = true,
    };
    snprintf(out->id, sizeof out->id, "%s%s.as.%s", slots[pair.slot].id, from,
             to);
    for (char *c = out->id; *c; c++)
        *c = (char) tolower((unsigned char) *c);
    snprintf(out->words, sizeof out->words, "%s %s acts as %s",
             slots[pair.slot].words, from, to);
}

/* --- Planting --------------------------------------------------------------
 */

static bool is_product(const struct ombre_equation *equation)
{
    return equation->op != OMBRE_OP_MIN && equation->op != OMBRE_OP_MAX;
}

static bool replace_factor(struct ombre_target *target, const struct pair *pair)
{
    struct ombre_equation *equation =
        is_alpha_slot(pair->slot) ? &target->alpha : &target->color;
    const enum ombre_factor *names =
        is_alpha_slot(pair->slot) ? alpha_factors : factors;
    enum ombre_factor *factor =
        pair->slot == COLOR_SRC || pair->slot == ALPHA_SRC ? &equation->src
                                                           : &equation->dest;
    if (!is_product(equation) || *factor != names[pair->from])
        return false;
    *factor = names[pair->to];
    return true;
}

static bool replace_op(struct ombre_target *target, const struct pair *pair)
{
    enum ombre_blend_op *op =
        pair->slot == COLOR_OP ? &target->color.op : &target->alpha.op;
    if (*op != (enum ombre_blend_op)(OMBRE_OP_ADD + pair->from))
        return false;
    *op = (enum ombre_blend_op)(OMBRE_OP_ADD + pair->to);
    return true;
}

bool fault_pair_apply(size_t index, struct ombre_state *state)
{
    const struct pair pair = pair_at(index);
    bool changed = false;
    if (pair.slot == LOGIC) {
        if (!state->logic_op_enable ||
            state->logic_op != (enum ombre_logic_op) pair.from)
            return false;
        state->logic_op = (enum ombre_logic_op) pair.to;
        return true;
    }
    for (unsigned t = 0; t < state->target_count; t++) {
        struct ombre_target *target = &state->target[t];
        if (!target->format || !target->blend_enable)
            continue;
        const bool one = pair.slot == COLOR_OP || pair.slot == ALPHA_OP
                             ? replace_op(target, &pair)
                             : replace_factor(target, &pair);
        changed = one || changed;
    }
    return changed;
}
