/* Sweeps over what drivers have been found to mix up: factors of MIN and MAX,
 * entries that must not count, masks and slots taken for another's, and state
 * left over from the draw before. */
#include <string.h>

#include "suite_parts.h"

static const struct ombre_equation colors[] = {
    {OMBRE_SRC_ALPHA, OMBRE_INV_SRC_ALPHA, OMBRE_OP_ADD},
    {OMBRE_ONE, OMBRE_ONE, OMBRE_OP_ADD},
    {OMBRE_INV_DEST_COLOR, OMBRE_BLEND_FACTOR, OMBRE_OP_REV_SUBTRACT},
    {OMBRE_DEST_ALPHA, OMBRE_SRC_COLOR, OMBRE_OP_SUBTRACT},
    {OMBRE_INV_BLEND_FACTOR, OMBRE_DEST_COLOR, OMBRE_OP_ADD},
};

static const struct ombre_equation alphas[] = {
    {OMBRE_INV_DEST_ALPHA, OMBRE_SRC_ALPHA, OMBRE_OP_ADD},
    {OMBRE_ONE, OMBRE_INV_BLEND_FACTOR, OMBRE_OP_ADD},
    {OMBRE_BLEND_FACTOR, OMBRE_ONE, OMBRE_OP_REV_SUBTRACT},
};

enum {
    COLORS = sizeof colors / sizeof colors[0],
    ALPHAS = sizeof alphas / sizeof alphas[0],
};

static void set_blend(struct ombre_case *c, unsigned target, size_t number)
{
    suite_set_blend(c, target, &colors[number % COLORS],
                    &alphas[number % ALPHAS]);
}

static void set_constants(struct ombre_case *c, size_t number)
{
    static const float factor[][4] = {{0.3f, 0.8f, 0.6f, 0.45f},
                                      {0.75f, 0.2f, 0.35f, 0.9f},
                                      {1.25f, -0.5f, 0.65f, 2}};
    memcpy(c->pso.BlendFactor, factor[number % 3], sizeof c->pso.BlendFactor);
}

static void start_id(char id[OMBRE_ID_SIZE], const char *group)
{
    *id = '\0';
    suite_append(id, group);
}

static void append_hex(char id[OMBRE_ID_SIZE], size_t byte)
{
    const char digits[] = "0123456789abcdef";
    const char text[] = {digits[byte >> 4 & 15], digits[byte & 15], '\0'};
    suite_append(id, text);
}

/* --- MIN and MAX -------------------------------------------------------------
 * Their factors must not matter.
 */

static const enum ombre_factor factors[] = {
#define X(id, value, name) OMBRE_##id,
    OMBRE_FACTORS(X)
#undef X
};

/* Those of a second source are not defined here. */
static bool is_taken(enum ombre_factor factor)
{
    return !ombre_factor_is_src1(factor);
}

static enum ombre_factor taken(size_t number)
{
    size_t i = 0;
    for (;; i = (i + 1) % (sizeof factors / sizeof factors[0]))
        if (is_taken(factors[i]) && number-- == 0)
            return factors[i];
}

enum { TAKEN = 15 };

/* What an alpha slot may hold in place of a factor of colour. */
static enum ombre_factor for_alpha(enum ombre_factor factor)
{
    return ombre_factor_kinds((uint32_t) factor) & OMBRE_FACTOR_COLOR
               ? OMBRE_SRC_ALPHA_SAT
               : factor;
}

static size_t min_max_size(void)
{
    return (size_t) 2 * TAKEN;
}

static void min_max_id(size_t index, char id[OMBRE_ID_SIZE])
{
    start_id(id, index % 2 ? "om.min_max.max." : "om.min_max.min.");
    suite_append(id, ombre_factor_name(taken(index / 2)));
}

static void min_max_make(size_t index, struct ombre_case *c)
{
    suite_set_targets(c, suite_eight_formats, SUITE_EIGHT);
    set_constants(c, index);
    for (unsigned t = 0; t < SUITE_EIGHT; t++) {
        const enum ombre_factor src = taken(index / 2);
        const enum ombre_factor dest = taken((index / 2 + 2 * t + 1) % TAKEN);
        const bool max = (index + t) % 2;
        const struct ombre_equation color = {src, dest,
                                             max ? OMBRE_OP_MAX : OMBRE_OP_MIN};
        const struct ombre_equation alpha = {for_alpha(dest), for_alpha(src),
                                             max ? OMBRE_OP_MIN : OMBRE_OP_MAX};
        suite_set_blend(c, t, &color, &alpha);
    }
}

/* --- Entry 0 for all, or each for itself -------------------------------------
 */

enum independence { POISONED, EQUAL, DIFFERENT, INDEPENDENCES };

static size_t replicated_size(void)
{
    return (size_t) SUITE_EIGHT * INDEPENDENCES;
}

static void replicated_id(size_t index, char id[OMBRE_ID_SIZE])
{
    static const char *const names[] = {".poisoned", ".equal", ".different"};
    start_id(id, "om.independent.");
    suite_append_number(id, (unsigned) (index / INDEPENDENCES) + 1);
    suite_append(id, names[index % INDEPENDENCES]);
}

/* What entries 1 to 7 say must not matter: the opposite of entry 0. */
static void poison_entries(struct ombre_case *c, uint8_t mask)
{
    c->pso.BlendState.IndependentBlendEnable = 0;
    for (unsigned t = 1; t < OMBRE_MAX_TARGETS; t++) {
        set_blend(c, t, t);
        c->pso.BlendState.RenderTarget[t].BlendEnable = t % 2;
        c->pso.BlendState.RenderTarget[t].RenderTargetWriteMask =
            (uint8_t) (~mask & 0xF);
    }
}

static void replicated_make(size_t index, struct ombre_case *c)
{
    static const uint8_t masks[] = {0xF, 0x7, 0xB, 0xD, 0xE, 0x5, 0x9, 0x3};
    const unsigned count = (unsigned) (index / INDEPENDENCES) + 1;
    const enum independence kind = (enum independence)(index % INDEPENDENCES);
    const uint8_t mask = masks[count - 1];
    suite_set_targets(c, suite_eight_formats, count);
    set_constants(c, index);
    c->pso.BlendState.IndependentBlendEnable = 1;
    for (unsigned t = 0; t < count; t++) {
        set_blend(c, t, kind == DIFFERENT ? index + t : index);
        c->pso.BlendState.RenderTarget[t].RenderTargetWriteMask =
            kind == DIFFERENT ? masks[(count + t) % SUITE_EIGHT] : mask;
    }
    if (kind == POISONED)
        poison_entries(c, mask);
}

/* --- Masks by number of targets ----------------------------------------------
 */

enum { MASKS = 16 };

static size_t counts_size(void)
{
    return (size_t) SUITE_EIGHT * MASKS;
}

static void counts_id(size_t index, char id[OMBRE_ID_SIZE])
{
    start_id(id, "om.mask_count.");
    suite_append_number(id, (unsigned) (index / MASKS) + 1);
    suite_append(id, ".");
    append_hex(id, index % MASKS);
}

/* Equations read components that the mask bars. */
static void counts_make(size_t index, struct ombre_case *c)
{
    const unsigned count = (unsigned) (index / MASKS) + 1;
    suite_set_targets(c, suite_eight_formats, count);
    c->pso.BlendState.IndependentBlendEnable = 1;
    set_constants(c, index);
    for (unsigned t = 0; t < count; t++) {
        set_blend(c, t, index + t);
        /* 5 is coprime to 16: no two targets have one mask. */
        c->pso.BlendState.RenderTarget[t].RenderTargetWriteMask =
            (uint8_t) ((index + 5 * t) % MASKS);
    }
}

/* --- Slots: bound or not, written or not
 * --------------------------------------
 */

enum { SLOTS = 255 };

static size_t slots_size(void)
{
    return SLOTS;
}

/* Outputs that the shader declares; the strides meet each pair of a slot's two
 * answers on every slot. */
static size_t written_slots(size_t index)
{
    return ((index + 1) * 37 + 11) & 0xFF;
}

static void slots_id(size_t index, char id[OMBRE_ID_SIZE])
{
    start_id(id, "om.slots.bound_");
    append_hex(id, index + 1);
    suite_append(id, ".written_");
    append_hex(id, written_slots(index));
}

static void slots_make(size_t index, struct ombre_case *c)
{
    uint32_t bound[SUITE_EIGHT];
    for (unsigned t = 0; t < SUITE_EIGHT; t++)
        bound[t] = (index + 1) >> t & 1
                       ? suite_eight_formats[(t + index) % SUITE_EIGHT]
                       : 0;
    suite_set_targets(c, bound, SUITE_EIGHT);
    for (unsigned t = 0; t < SUITE_EIGHT; t++)
        c->pso.shader.output[t] =
            written_slots(index) >> t & 1
                ? (struct ombre_output){OMBRE_OUTPUT_FLOAT, 0xF}
                : (struct ombre_output){0};
}

/* --- One state after another
 * --------------------------------------------------
 *
 * Cases of one shape are drawn in one command buffer, in order: states are put
 * so that each follows each.
 */

enum { STATES = SUITE_WALK_STATES, STEPS = STATES * STATES };

size_t suite_walk(size_t index)
{
    size_t at = 0;
    bool used[STATES][STATES] = {{false}};
    for (size_t step = 0; step < index; step++) {
        /* To the highest that has not followed yet: ends where it began. */
        size_t next = STATES;
        while (next > 1 && used[at][next - 1])
            next--;
        used[at][next - 1] = true;
        at = next - 1;
    }
    return at;
}

static size_t order_size(void)
{
    return STEPS + 1;
}

static void order_id(size_t index, char id[OMBRE_ID_SIZE])
{
    start_id(id, "om.order.");
    append_hex(id, index);
    suite_append(id, ".state_");
    append_hex(id, suite_walk(index));
}

static void order_make(size_t index, struct ombre_case *c)
{
    static const uint8_t masks[] = {0xF, 0x1, 0xE, 0x6};
    const size_t state = suite_walk(index);
    suite_set_targets(c, suite_eight_formats, 2);
    set_constants(c, state);
    /* Of twelve: blending on both, one or no target, with masks that differ. */
    for (unsigned t = 0; t < 2; t++) {
        if ((state / 4 + 1) >> t & 1)
            set_blend(c, t, state + t);
        c->pso.BlendState.RenderTarget[t].RenderTargetWriteMask =
            masks[(state + t) % 4];
    }
    c->pso.SampleDesc.Count = 4;
    if (state % 5 == 4)
        c->pso.SampleMask = 0xFFFFFFF6;
}

const struct suite_group suite_min_max = {
    .size = min_max_size, .id = min_max_id, .make = min_max_make};
const struct suite_group suite_replicated = {
    .size = replicated_size, .id = replicated_id, .make = replicated_make};
const struct suite_group suite_counts = {
    .size = counts_size, .id = counts_id, .make = counts_make};
const struct suite_group suite_slots = {
    .size = slots_size, .id = slots_id, .make = slots_make};
const struct suite_group suite_order = {
    .size = order_size, .id = order_id, .make = order_make};
