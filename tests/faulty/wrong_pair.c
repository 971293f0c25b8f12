/* Faults of two names: one factor or operation that acts as another. */
#include "wrong_state.h"

#include <stddef.h>
#include <string.h>

/* --- Names ------------------------------------------------------------------
 */

static const struct {
    const char *name;
    VkBlendFactor factor, alpha; /* what it means in an alpha slot */
} factors[] = {
    /* clang-format off */
    {"zero", VK_BLEND_FACTOR_ZERO, VK_BLEND_FACTOR_ZERO},
    {"one", VK_BLEND_FACTOR_ONE, VK_BLEND_FACTOR_ONE},
    {"src_color", VK_BLEND_FACTOR_SRC_COLOR, VK_BLEND_FACTOR_SRC_ALPHA},
    {"inv_src_color", VK_BLEND_FACTOR_ONE_MINUS_SRC_COLOR, VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA},
    {"src_alpha", VK_BLEND_FACTOR_SRC_ALPHA, VK_BLEND_FACTOR_SRC_ALPHA},
    {"inv_src_alpha", VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA, VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA},
    {"dest_alpha", VK_BLEND_FACTOR_DST_ALPHA, VK_BLEND_FACTOR_DST_ALPHA},
    {"inv_dest_alpha", VK_BLEND_FACTOR_ONE_MINUS_DST_ALPHA, VK_BLEND_FACTOR_ONE_MINUS_DST_ALPHA},
    {"dest_color", VK_BLEND_FACTOR_DST_COLOR, VK_BLEND_FACTOR_DST_ALPHA},
    {"inv_dest_color", VK_BLEND_FACTOR_ONE_MINUS_DST_COLOR, VK_BLEND_FACTOR_ONE_MINUS_DST_ALPHA},
    {"src_alpha_sat", VK_BLEND_FACTOR_SRC_ALPHA_SATURATE, VK_BLEND_FACTOR_SRC_ALPHA_SATURATE},
    {"blend_factor", VK_BLEND_FACTOR_CONSTANT_COLOR, VK_BLEND_FACTOR_CONSTANT_ALPHA},
    {"inv_blend_factor", VK_BLEND_FACTOR_ONE_MINUS_CONSTANT_COLOR, VK_BLEND_FACTOR_ONE_MINUS_CONSTANT_ALPHA},
    {"alpha_factor", VK_BLEND_FACTOR_CONSTANT_ALPHA, VK_BLEND_FACTOR_CONSTANT_ALPHA},
    {"inv_alpha_factor", VK_BLEND_FACTOR_ONE_MINUS_CONSTANT_ALPHA, VK_BLEND_FACTOR_ONE_MINUS_CONSTANT_ALPHA},
    {"src1_color", VK_BLEND_FACTOR_SRC1_COLOR, VK_BLEND_FACTOR_SRC1_ALPHA},
    {"inv_src1_color", VK_BLEND_FACTOR_ONE_MINUS_SRC1_COLOR, VK_BLEND_FACTOR_ONE_MINUS_SRC1_ALPHA},
    {"src1_alpha", VK_BLEND_FACTOR_SRC1_ALPHA, VK_BLEND_FACTOR_SRC1_ALPHA},
    {"inv_src1_alpha", VK_BLEND_FACTOR_ONE_MINUS_SRC1_ALPHA, VK_BLEND_FACTOR_ONE_MINUS_SRC1_ALPHA},
    /* clang-format on */
};

static const char *const ops[] = {"add", "subtract", "rev_subtract", "min",
                                  "max"};

static const char *const logics[] = {
    "clear",         "and",         "and_reverse", "copy",
    "and_inverted",  "noop",        "xor",         "or",
    "nor",           "equiv",       "invert",      "or_reverse",
    "copy_inverted", "or_inverted", "nand",        "set",
};

enum {
    FACTORS = sizeof factors / sizeof *factors,
    OPS = sizeof ops / sizeof *ops,
    LOGICS = sizeof logics / sizeof *logics,
};

VkBlendFactor wrong_in_alpha(VkBlendFactor factor)
{
    for (unsigned i = 0; i < FACTORS; i++)
        if (factors[i].factor == factor)
            return factors[i].alpha;
    return factor;
}

/* --- Pairs -------------------------------------------------------------------
 */

/* The place of a word that ends at a '.' or with the text. */
static int find(const char *word, const char *const *names, unsigned count)
{
    const size_t length = strcspn(word, ".");
    for (unsigned i = 0; i < count; i++)
        if (strlen(names[i]) == length && strncmp(names[i], word, length) == 0)
            return (int) i;
    return -1;
}

static int find_factor(const char *word)
{
    const char *names[FACTORS];
    for (unsigned i = 0; i < FACTORS; i++)
        names[i] = factors[i].name;
    return find(word, names, FACTORS);
}

/* "FROM.as.TO" */
static const char *second_word(const char *words)
{
    const char *as = strstr(words, ".as.");
    return as ? as + 4 : "";
}

static void pair_factor(struct pipeline *p, const char *slot, const char *words)
{
    const int from = find_factor(words), to = find_factor(second_word(words));
    const VkBool32 alpha = strncmp(slot, "alpha", 5) == 0;
    const VkBool32 dest = strstr(slot, "-dest.") != NULL;
    for (unsigned i = 0; from >= 0 && to >= 0 && i < p->count; i++) {
        target *t = &p->target[i];
        VkBlendFactor *factor =
            alpha  ? dest ? &t->dstAlphaBlendFactor : &t->srcAlphaBlendFactor
            : dest ? &t->dstColorBlendFactor
                   : &t->srcColorBlendFactor;
        const VkBool32 product =
            (alpha ? t->alphaBlendOp : t->colorBlendOp) < VK_BLEND_OP_MIN;
        const VkBlendFactor meant =
            alpha ? factors[from].alpha : factors[from].factor;
        if (product && t->blendEnable &&
            wrong_in_alpha(*factor) == wrong_in_alpha(meant) &&
            (alpha || *factor == meant))
            *factor = alpha ? factors[to].alpha : factors[to].factor;
    }
}

static void pair_op(struct pipeline *p, const char *words)
{
    const VkBool32 alpha = strncmp(words, "alpha.", 6) == 0;
    const int from = find(words + 6, ops, OPS);
    const int to = find(second_word(words), ops, OPS);
    for (unsigned i = 0; from >= 0 && to >= 0 && i < p->count; i++) {
        VkBlendOp *op =
            alpha ? &p->target[i].alphaBlendOp : &p->target[i].colorBlendOp;
        if (p->target[i].blendEnable && *op == (VkBlendOp) from)
            *op = (VkBlendOp) to;
    }
}

static void pair_logic(struct pipeline *p, const char *words)
{
    const int from = find(words, logics, LOGICS);
    const int to = find(second_word(words), logics, LOGICS);
    if (from >= 0 && to >= 0 && p->blend.logicOp == (VkLogicOp) from)
        p->blend.logicOp = (VkLogicOp) to;
}

bool wrong_pair_is(const char *name)
{
    return name && strstr(name, ".as.") != NULL;
}

void wrong_pair_plant(struct pipeline *p, const char *name)
{
    if (strncmp(name, "factor.", 7) == 0)
        pair_factor(p, name + 7, strchr(name + 7, '.') + 1);
    else if (strncmp(name, "op.", 3) == 0)
        pair_op(p, name + 3);
    else if (strncmp(name, "logic.op.", 9) == 0)
        pair_logic(p, name + 9);
}
