/* Faults that have a name each: of targets, masks, logic operations, samples.
 */
#include "wrong_state.h"

#include <pthread.h>
#include <string.h>

/* --- Each target -------------------------------------------------------------
 */

static void each(struct pipeline *p, void (*change)(target *, int), int arg)
{
    for (unsigned i = 0; i < p->count; i++)
        change(&p->target[i], arg);
}

static void swap(VkBlendFactor *a, VkBlendFactor *b)
{
    const VkBlendFactor keep = *a;
    *a = *b;
    *b = keep;
}

enum { COLOR = 1, ALPHA = 2 };

static void swap_target(target *t, int halves)
{
    if (halves & COLOR)
        swap(&t->srcColorBlendFactor, &t->dstColorBlendFactor);
    if (halves & ALPHA)
        swap(&t->srcAlphaBlendFactor, &t->dstAlphaBlendFactor);
}

static void swap_factors(struct pipeline *p, int halves)
{
    each(p, swap_target, halves);
}

enum { SRC = 1, DEST = 2, OP = 4, ALL = 7 };

static void color_into_alpha(target *t, int fields)
{
    if (fields & SRC)
        t->srcAlphaBlendFactor = wrong_in_alpha(t->srcColorBlendFactor);
    if (fields & DEST)
        t->dstAlphaBlendFactor = wrong_in_alpha(t->dstColorBlendFactor);
    if (fields & OP)
        t->alphaBlendOp = t->colorBlendOp;
}

static void alpha_from_color(struct pipeline *p, int fields)
{
    each(p, color_into_alpha, fields);
}

static void alpha_into_color(target *t, int fields)
{
    if (fields & SRC)
        t->srcColorBlendFactor = t->srcAlphaBlendFactor;
    if (fields & DEST)
        t->dstColorBlendFactor = t->dstAlphaBlendFactor;
    if (fields & OP)
        t->colorBlendOp = t->alphaBlendOp;
}

static void color_from_alpha(struct pipeline *p, int fields)
{
    each(p, alpha_into_color, fields);
}

static void cross_target(target *t, int arg)
{
    const VkBlendFactor dest = t->dstColorBlendFactor;
    (void) arg;
    t->dstColorBlendFactor = t->srcAlphaBlendFactor;
    t->srcAlphaBlendFactor = wrong_in_alpha(dest);
}

static void cross_fields(struct pipeline *p, int arg)
{
    each(p, cross_target, arg);
}

/* Everywhere: FACTOR(from, to). */
#define FACTOR(from, to) (VK_BLEND_FACTOR_##from << 8 | VK_BLEND_FACTOR_##to)

static void replace_target(target *t, int arg)
{
    VkBlendFactor *const factor[] = {
        &t->srcColorBlendFactor, &t->dstColorBlendFactor,
        &t->srcAlphaBlendFactor, &t->dstAlphaBlendFactor};
    for (unsigned k = 0; k < 4; k++)
        if (*factor[k] == (VkBlendFactor) (arg >> 8))
            *factor[k] = (VkBlendFactor) (arg & 0xFF);
}

static void replace(struct pipeline *p, int arg)
{
    each(p, replace_target, arg);
}

static void add_target(target *t, int arg)
{
    (void) arg;
    t->colorBlendOp = t->alphaBlendOp = VK_BLEND_OP_ADD;
}

static void add_only(struct pipeline *p, int arg)
{
    each(p, add_target, arg);
}

/* One operation for another, in colour or in alpha: the first report's sixteen.
 */
static void subtract_reversed(struct pipeline *p, int arg)
{
    (void) arg;
    for (unsigned i = 0; i < p->count; i++)
        if (p->target[i].colorBlendOp == VK_BLEND_OP_SUBTRACT)
            p->target[i].colorBlendOp = VK_BLEND_OP_REVERSE_SUBTRACT;
}

/* --- Which target ------------------------------------------------------------
 */

enum { ENABLE = 1, EQUATION = 2, MASK = 4 };

static void take(target *to, const target *from, int parts)
{
    const target keep = *to;
    *to = *from;
    if (!(parts & ENABLE))
        to->blendEnable = keep.blendEnable;
    if (!(parts & MASK))
        to->colorWriteMask = keep.colorWriteMask;
    if (!(parts & EQUATION)) {
        const VkColorComponentFlags mask = to->colorWriteMask;
        const VkBool32 enable = to->blendEnable;
        *to = keep;
        to->colorWriteMask = mask;
        to->blendEnable = enable;
    }
}

static void of_first(struct pipeline *p, int parts)
{
    for (unsigned i = 1; i < p->count; i++)
        take(&p->target[i], &p->target[0], parts);
}

static void of_last(struct pipeline *p, int parts)
{
    for (unsigned i = 0; i + 1 < p->count; i++)
        take(&p->target[i], &p->target[p->count - 1], parts);
}

static void of_neighbour(struct pipeline *p, int parts)
{
    const struct pipeline right = *p;
    for (unsigned i = 0; i < p->count; i++)
        take(&p->target[i], &right.target[(i + p->count - 1) % p->count],
             parts);
}

static void reversed(struct pipeline *p, int parts)
{
    const struct pipeline right = *p;
    for (unsigned i = 0; i < p->count; i++)
        take(&p->target[i], &right.target[p->count - 1 - i], parts);
}

static void never_blends(struct pipeline *p, int from)
{
    for (unsigned i = (unsigned) from; i < p->count; i++)
        p->target[i].blendEnable = VK_FALSE;
}

/* --- Masks -------------------------------------------------------------------
 */

enum mask {
    IGNORED,
    RED_BLUE,
    REVERSED,
    PARTIAL_NONE,
    ALPHA_ALWAYS,
    ALPHA_NEVER,
    TOGETHER
};

/* Masks of nothing stay: controls keep behind one. */
static void mask_target(target *t, int how)
{
    const VkColorComponentFlags m = t->colorWriteMask;
    if (m == 0)
        return;
    switch ((enum mask) how) {
    case IGNORED: t->colorWriteMask = 0xF; return;
    case RED_BLUE:
        t->colorWriteMask = (m & 0xA) | (m & 1) << 2 | (m >> 2 & 1);
        return;
    case REVERSED:
        t->colorWriteMask =
            (m & 1) << 3 | (m & 2) << 1 | (m & 4) >> 1 | (m & 8) >> 3;
        return;
    case PARTIAL_NONE: t->colorWriteMask = m == 0xF ? m : 0; return;
    case ALPHA_ALWAYS: t->colorWriteMask = m | 8; return;
    case ALPHA_NEVER: t->colorWriteMask = m & 7; return;
    case TOGETHER: t->colorWriteMask = m & 7 ? m | 7 : m; return;
    }
}

static void masks(struct pipeline *p, int how)
{
    each(p, mask_target, how);
}

static void mask_lost_if_blended(struct pipeline *p, int arg)
{
    (void) arg;
    for (unsigned i = 0; i < p->count; i++)
        if (p->target[i].blendEnable)
            p->target[i].colorWriteMask = 0xF;
}

static void mask_lost_from(struct pipeline *p, int first)
{
    for (unsigned i = (unsigned) first; i < p->count; i++)
        mask_target(&p->target[i], IGNORED);
}

/* --- Logic operations and samples
 * ----------------------------------------------
 */

static void logic_off(struct pipeline *p, int arg)
{
    (void) arg;
    p->blend.logicOpEnable = VK_FALSE;
}

static void logic_is(struct pipeline *p, int op)
{
    p->blend.logicOp = (VkLogicOp) op;
}

/* Vulkan's number taken for a truth table: bit 2s + d is the result. */
static void logic_table(struct pipeline *p, int arg)
{
    static const VkLogicOp by_table[] = {
        VK_LOGIC_OP_CLEAR,        VK_LOGIC_OP_NOR,
        VK_LOGIC_OP_AND_INVERTED, VK_LOGIC_OP_COPY_INVERTED,
        VK_LOGIC_OP_AND_REVERSE,  VK_LOGIC_OP_INVERT,
        VK_LOGIC_OP_XOR,          VK_LOGIC_OP_NAND,
        VK_LOGIC_OP_AND,          VK_LOGIC_OP_EQUIVALENT,
        VK_LOGIC_OP_NO_OP,        VK_LOGIC_OP_OR_INVERTED,
        VK_LOGIC_OP_COPY,         VK_LOGIC_OP_OR_REVERSE,
        VK_LOGIC_OP_OR,           VK_LOGIC_OP_SET};
    (void) arg;
    p->blend.logicOp = by_table[p->blend.logicOp & 0xF];
}

static void logic_reversed(struct pipeline *p, int arg)
{
    (void) arg;
    if (p->blend.logicOp == VK_LOGIC_OP_AND_REVERSE)
        p->blend.logicOp = VK_LOGIC_OP_AND_INVERTED;
}

static void to_coverage(struct pipeline *p, int on)
{
    p->samples.alphaToCoverageEnable = (VkBool32) on;
}

enum {
    SAMPLES_IGNORED,
    SAMPLES_UP,
    SAMPLES_DOWN,
    SAMPLES_INVERTED,
    SAMPLES_FIRST,
    SAMPLES_ANY
};

static void sample_mask(struct pipeline *p, int how)
{
    const VkSampleMask m = p->mask[0];
    const VkSampleMask wrong[] = {
        [SAMPLES_IGNORED] = UINT32_MAX, [SAMPLES_UP] = m << 1,
        [SAMPLES_DOWN] = m >> 1,        [SAMPLES_INVERTED] = ~m,
        [SAMPLES_FIRST] = m & 1,        [SAMPLES_ANY] = m ? UINT32_MAX : 0};
    p->mask[0] = wrong[how];
}

/* --- Of one state for another ------------------------------------------------
 */

/* A cache that forgets to compare what a pipeline blends: the first state of as
 * many targets is that of all. */
static void stale(struct pipeline *p, int arg)
{
    static struct pipeline kept[9];
    static VkBool32 has[9];
    /* The command makes pipelines on several threads. */
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    (void) arg;
    pthread_mutex_lock(&mutex);
    if (has[p->count])
        memcpy(p->target, kept[p->count].target, sizeof p->target);
    kept[p->count] = *p;
    has[p->count] = VK_TRUE;
    pthread_mutex_unlock(&mutex);
}

static void none(struct pipeline *p, int arg)
{
    (void) p, (void) arg;
}

/* --- All of them -------------------------------------------------------------
 */

static const struct fault faults[] = {
    /* clang-format off */
    /* The first ones have names of their own. */
    {"swap-factors", swap_factors, COLOR, 0},
    {"alpha-as-color", alpha_from_color, ALL, 0},
    {"second-as-first", replace, FACTOR(SRC1_COLOR, SRC_COLOR), 0},
    {"second-alpha-as-color", replace, FACTOR(SRC1_ALPHA, SRC1_COLOR), 0},
    {"constant-alpha-as-color", replace, FACTOR(CONSTANT_ALPHA, CONSTANT_COLOR), 0},
    {"saturate-as-source-alpha", replace, FACTOR(SRC_ALPHA_SATURATE, SRC_ALPHA), 0},
    {"subtract-reversed", subtract_reversed, 0, 0},
    {"never-blends", never_blends, 0, 0},
    {"first-for-all", of_first, ALL, 0},
    {"mask-of-first", of_first, MASK, 0},
    {"mask-ignored", masks, IGNORED, 0},
    {"logic-ignored", logic_off, 0, 0},
    {"logic-reversed", logic_reversed, 0, 0},
    {"no-alpha-to-coverage", to_coverage, 0, 0},
    {"constants-clamped", none, 0, CLAMPED},
    /* The others are the catalogue's. */
    {"slots.color-swapped", swap_factors, COLOR, 0},
    {"slots.alpha-swapped", swap_factors, ALPHA, 0},
    {"slots.both-swapped", swap_factors, COLOR | ALPHA, 0},
    {"slots.alpha-from-color", alpha_from_color, ALL, 0},
    {"slots.color-from-alpha", color_from_alpha, ALL, 0},
    {"slots.alpha-factors-from-color", alpha_from_color, SRC | DEST, 0},
    {"slots.alpha-src-from-color", alpha_from_color, SRC, 0},
    {"slots.alpha-dest-from-color", alpha_from_color, DEST, 0},
    {"slots.alpha-op-from-color", alpha_from_color, OP, 0},
    {"slots.color-src-from-alpha", color_from_alpha, SRC, 0},
    {"slots.color-dest-from-alpha", color_from_alpha, DEST, 0},
    {"slots.color-op-from-alpha", color_from_alpha, OP, 0},
    {"slots.fields-crossed", cross_fields, 0, 0},
    {"enum.saturate-as-alpha", replace, FACTOR(SRC_ALPHA_SATURATE, SRC_ALPHA), 0},
    {"enum.saturate-as-one", replace, FACTOR(SRC_ALPHA_SATURATE, ONE), 0},
    {"op.add-only", add_only, 0, 0},
    {"target.state-of-first", of_first, ALL, 0},
    {"target.equation-of-first", of_first, EQUATION, 0},
    {"target.state-of-last", of_last, ALL, 0},
    {"target.state-of-neighbour", of_neighbour, ALL, 0},
    {"target.states-reversed", reversed, ALL, 0},
    {"target.only-first-blends", never_blends, 1, 0},
    {"target.never-blends", never_blends, 0, 0},
    {"mask.of-first", of_first, MASK, 0},
    {"mask.of-last", of_last, MASK, 0},
    {"mask.of-neighbour", of_neighbour, MASK, 0},
    {"mask.ignored", masks, IGNORED, 0},
    {"mask.red-blue", masks, RED_BLUE, 0},
    {"mask.reversed", masks, REVERSED, 0},
    {"mask.partial-as-none", masks, PARTIAL_NONE, 0},
    {"mask.alpha-always", masks, ALPHA_ALWAYS, 0},
    {"mask.alpha-never", masks, ALPHA_NEVER, 0},
    {"mask.color-together", masks, TOGETHER, 0},
    {"mask.lost-if-blended", mask_lost_if_blended, 0, 0},
    {"mask.lost-from-fourth", mask_lost_from, 4, 0},
    {"mask.lost-but-first", mask_lost_from, 1, 0},
    {"logic.ignored", logic_off, 0, 0},
    {"logic.noop", logic_is, VK_LOGIC_OP_NO_OP, 0},
    {"logic.xor", logic_is, VK_LOGIC_OP_XOR, 0},
    {"logic.as-table", logic_table, 0, 0},
    {"a2c.off", to_coverage, 0, 0},
    {"a2c.always", to_coverage, 1, 0},
    {"sample.mask-ignored", sample_mask, SAMPLES_IGNORED, 0},
    {"sample.mask-up", sample_mask, SAMPLES_UP, 0},
    {"sample.mask-down", sample_mask, SAMPLES_DOWN, 0},
    {"sample.mask-inverted", sample_mask, SAMPLES_INVERTED, 0},
    {"sample.mask-first", sample_mask, SAMPLES_FIRST, 0},
    {"sample.mask-any", sample_mask, SAMPLES_ANY, 0},
    {"constant.zero", none, 0, ZERO},
    {"constant.one", none, 0, ONE},
    {"constant.rotated", none, 0, ROTATED},
    {"constant.red-blue", none, 0, CONSTANT_RED_BLUE},
    {"constant.alpha-red", none, 0, ALPHA_RED},
    {"constant.red-for-all", none, 0, RED_ALL},
    {"constant.alpha-one", none, 0, ALPHA_ONE},
    {"constant.clamped", none, 0, CLAMPED},
    {"constant.positive", none, 0, POSITIVE},
    {"constant.signed", none, 0, SIGNED},
    {"constant.inverse", none, 0, INVERSE},
    {"constant.magnitude", none, 0, MAGNITUDE},
    /* What a model of one draw does not know. */
    {"cache.stale", stale, 0, 0},
    {"constant.stale", none, 0, STALE},
    /* clang-format on */
};

const struct fault *wrong_state_find(const char *name)
{
    for (unsigned i = 0; name && i < sizeof faults / sizeof *faults; i++)
        if (strcmp(name, faults[i].name) == 0)
            return &faults[i];
    return NULL;
}
