/* States by the thousand.  A case is a block of consecutive states, drawn in
 * parts: as many at once as a pixel shader has targets, or one with a second
 * source.  Its parts take states that are far apart, so that neighbouring
 * targets have little in common. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "suite_states.h"

enum { BLOCK_STATES = 4096, BLOCK_DIGITS = 6, PART_DIGITS = 4 };

/* Thinned: every pair of factors for colour with every pair for alpha, each
 * with one of the operations; of those with a second source, one in eight. */
enum { THIN_DUAL = 8 };

static const struct family {
    const char *prefix;
    enum suite_state_kind kind;
    bool thinned;
} families[] = {
    {"om.full.", SUITE_STATE_SINGLE, true},
    {"om.full_dual.", SUITE_STATE_DUAL, true},
    {"om.x.", SUITE_STATE_SINGLE, false},
    {"om.x_dual.", SUITE_STATE_DUAL, false},
    {"om.x_undefined.", SUITE_STATE_UNDEFINED, false},
};

/* Families of one suite. */
struct range {
    unsigned first, end;
};

static const struct range full = {0, 2};
static const struct range exhaustive = {2, 5};

/* One block. */
struct block {
    const struct family *family;
    const struct ombre_format *format;
    size_t number;
};

/* --- States of a family ------------------------------------------------------
 */

/* Operations of one pair of factors. */
static size_t ops_of(const struct family *family,
                     const struct ombre_format *format)
{
    const bool has_alpha = ombre_format_has(format, OMBRE_ALPHA);
    return family->kind == SUITE_STATE_SINGLE ? (has_alpha ? 25 : 5)
                                              : (has_alpha ? 9 : 3);
}

static size_t state_count(const struct family *family,
                          const struct ombre_format *format)
{
    const size_t all = suite_state_count(format, family->kind);
    if (!format->blendable)
        return 0;
    if (!family->thinned)
        return all;
    const size_t pairs = all / ops_of(family, format);
    return family->kind == SUITE_STATE_SINGLE ? pairs : pairs / THIN_DUAL;
}

static size_t state_number(const struct family *family,
                           const struct ombre_format *format, size_t n)
{
    if (!family->thinned)
        return n;
    const size_t ops = ops_of(family, format);
    /* What is taken of each run of operations and of pairs goes round, with
     * strides that are coprime to the tables of factors. */
    const size_t op = (n * 7 + n / 121) % ops;
    const size_t pair = family->kind == SUITE_STATE_SINGLE
                            ? n
                            : n * THIN_DUAL + n / 13 % THIN_DUAL;
    return pair * ops + op;
}

/* --- Blocks ------------------------------------------------------------------
 */

static size_t block_count(const struct family *family,
                          const struct ombre_format *format)
{
    return (state_count(family, format) + BLOCK_STATES - 1) / BLOCK_STATES;
}

static size_t range_size(const struct range *range)
{
    size_t size = 0;
    for (unsigned f = range->first; f < range->end; f++)
        for (unsigned i = 0; i < ombre_format_count(); i++)
            size += block_count(&families[f], ombre_format_at(i));
    return size;
}

/* Block `index` of a range, which has it. */
static struct block block_at(const struct range *range, size_t index)
{
    struct block block = {0};
    for (unsigned f = range->first; f < range->end; f++)
        for (unsigned i = 0; i < ombre_format_count(); i++) {
            const struct ombre_format *format = ombre_format_at(i);
            const size_t count = block_count(&families[f], format);
            if (index < count)
                return (struct block){&families[f], format, index};
            index -= count;
        }
    return block;
}

static size_t index_of(const struct range *range, const struct block *block)
{
    size_t index = 0;
    for (unsigned f = range->first; f < range->end; f++)
        for (unsigned i = 0; i < ombre_format_count(); i++) {
            const struct ombre_format *format = ombre_format_at(i);
            if (&families[f] == block->family && format == block->format)
                return index + block->number;
            index += block_count(&families[f], format);
        }
    return index;
}

static size_t block_states(const struct block *block)
{
    const size_t count = state_count(block->family, block->format);
    const size_t first = block->number * BLOCK_STATES;
    return count - first < BLOCK_STATES ? count - first : BLOCK_STATES;
}

static size_t targets_of(const struct block *block)
{
    return block->family->kind == SUITE_STATE_SINGLE ? OMBRE_MAX_TARGETS : 1;
}

static size_t part_count(const struct block *block)
{
    const size_t targets = targets_of(block);
    return (block_states(block) + targets - 1) / targets;
}

/* State that a target of a part has, counted from the block's first. */
static size_t place_of(const struct block *block, size_t part, unsigned target)
{
    return target * part_count(block) + part;
}

static bool has_target(const struct block *block, size_t part, unsigned target)
{
    return target < targets_of(block) && part < part_count(block) &&
           place_of(block, part, target) < block_states(block);
}

static void target_state(const struct block *block, size_t part,
                         unsigned target, struct ombre_equation *color,
                         struct ombre_equation *alpha)
{
    const size_t n =
        block->number * BLOCK_STATES + place_of(block, part, target);
    suite_state_at(block->format, block->family->kind,
                   state_number(block->family, block->format, n), color, alpha);
}

/* --- Ids ---------------------------------------------------------------------
 */

static void append_digits(char id[OMBRE_ID_SIZE], int digits, size_t number)
{
    char text[32];
    snprintf(text, sizeof text, "%0*zu", digits, number);
    suite_append(id, text);
}

static void block_id(const struct block *block, char id[OMBRE_ID_SIZE])
{
    *id = '\0';
    suite_append(id, block->family->prefix);
    suite_append(id, block->format->name);
    suite_append(id, ".");
    append_digits(id, BLOCK_DIGITS, block->number);
}

/* Read exactly so many digits; false if there are others. */
static bool take_digits(const char **text, size_t digits, size_t *out)
{
    if (strspn(*text, "0123456789") != digits)
        return false;
    *out = (size_t) strtoul(*text, NULL, 10);
    *text += digits;
    return true;
}

static bool parse_id(const struct range *range, const char *id, size_t *index,
                     size_t *part)
{
    struct block block = {0};
    for (unsigned f = range->first; f < range->end; f++)
        if (strncmp(id, families[f].prefix, strlen(families[f].prefix)) == 0)
            block.family = &families[f];
    if (!block.family)
        return false;
    const char *text = id + strlen(block.family->prefix);
    const char *const dot = strchr(text, '.');
    block.format =
        dot ? suite_blending_format(text, (size_t) (dot - text)) : NULL;
    if (!block.format)
        return false;
    text = dot + 1;
    if (!take_digits(&text, BLOCK_DIGITS, &block.number) ||
        block.number >= block_count(block.family, block.format))
        return false;
    *part = SUITE_NO_PART;
    if (*text == '.') {
        text++;
        if (!take_digits(&text, PART_DIGITS, part) ||
            *part >= part_count(&block))
            return false;
    }
    *index = index_of(range, &block);
    return *text == '\0';
}

/* --- Groups ------------------------------------------------------------------
 */

static void make_part(const struct block *block, size_t part,
                      struct ombre_case *c)
{
    unsigned count = 0;
    while (has_target(block, part, count))
        count++;
    suite_state_targets(c, block->format, count);
    for (unsigned t = 0; t < count; t++) {
        struct ombre_equation color, alpha;
        target_state(block, part, t, &color, &alpha);
        suite_set_blend(c, t, &color, &alpha);
    }
    if (block->family->kind != SUITE_STATE_SINGLE)
        suite_set_dual_source(c);
}

/* Each target has the operands that its state has when it is drawn by itself.
 */
static void part_operands(struct ombre_case *c)
{
    for (unsigned t = 0; t < c->pso.NumRenderTargets; t++) {
        const D3D12_RENDER_TARGET_BLEND_DESC *target =
            &c->pso.BlendState.RenderTarget[t];
        const struct ombre_equation color = {
            (enum ombre_factor) target->SrcBlend,
            (enum ombre_factor) target->DestBlend,
            (enum ombre_blend_op) target->BlendOp};
        const struct ombre_equation alpha = {
            (enum ombre_factor) target->SrcBlendAlpha,
            (enum ombre_factor) target->DestBlendAlpha,
            (enum ombre_blend_op) target->BlendOpAlpha};
        char id[OMBRE_ID_SIZE];
        suite_state_id(ombre_format_find((uint32_t) c->pso.RTVFormats[t]),
                       &color, &alpha, id);
        suite_fill_target(c, t, id);
    }
}

static void part_id(const struct block *block, size_t part,
                    char id[OMBRE_ID_SIZE])
{
    block_id(block, id);
    suite_append(id, ".");
    append_digits(id, PART_DIGITS, part);
}

static bool part_state(const struct block *block, size_t part, unsigned target,
                       const struct ombre_format **format,
                       struct ombre_equation *color,
                       struct ombre_equation *alpha)
{
    if (!has_target(block, part, target))
        return false;
    *format = block->format;
    target_state(block, part, target, color, alpha);
    return true;
}

static bool visit_states(const struct block *block,
                         bool (*visit)(void *user,
                                       const struct ombre_equation *color,
                                       const struct ombre_equation *alpha),
                         void *user)
{
    const size_t first = block->number * BLOCK_STATES;
    const size_t count = block_states(block);
    for (size_t n = first; n < first + count; n++) {
        struct ombre_equation color, alpha;
        suite_state_at(block->format, block->family->kind,
                       state_number(block->family, block->format, n), &color,
                       &alpha);
        if (visit(user, &color, &alpha))
            return true;
    }
    return false;
}

/* The functions of a group of blocks. */
#define BLOCKS(range)                                                     \
    static size_t range##_size(void)                                      \
    {                                                                     \
        return range_size(&range);                                        \
    }                                                                     \
    static void range##_id(size_t index, char id[OMBRE_ID_SIZE])          \
    {                                                                     \
        const struct block block = block_at(&range, index);               \
        block_id(&block, id);                                             \
    }                                                                     \
    static bool range##_find(const char *id, size_t *index, size_t *part) \
    {                                                                     \
        return parse_id(&range, id, index, part);                         \
    }                                                                     \
    static size_t range##_parts(size_t index)                             \
    {                                                                     \
        const struct block block = block_at(&range, index);               \
        return part_count(&block);                                        \
    }                                                                     \
    static void range##_part_id(size_t index, size_t part,                \
                                char id[OMBRE_ID_SIZE])                   \
    {                                                                     \
        const struct block block = block_at(&range, index);               \
        part_id(&block, part, id);                                        \
    }                                                                     \
    static void range##_make_part(size_t index, size_t part,              \
                                  struct ombre_case *c)                   \
    {                                                                     \
        const struct block block = block_at(&range, index);               \
        make_part(&block, part, c);                                       \
    }                                                                     \
    static void range##_make(size_t index, struct ombre_case *c)          \
    {                                                                     \
        range##_make_part(index, 0, c);                                   \
    }                                                                     \
    static bool range##_state(size_t index, size_t part, unsigned target, \
                              const struct ombre_format **format,         \
                              struct ombre_equation *color,               \
                              struct ombre_equation *alpha)               \
    {                                                                     \
        const struct block block = block_at(&range, index);               \
        return part_state(&block, part, target, format, color, alpha);    \
    }                                                                     \
    static size_t range##_states(size_t index, uint64_t *first)           \
    {                                                                     \
        const struct block block = block_at(&range, index);               \
        *first = (uint64_t) block.number * BLOCK_STATES;                  \
        return block_states(&block);                                      \
    }                                                                     \
    static bool range##_visit(                                            \
        size_t index,                                                     \
        bool (*visit)(void *user, const struct ombre_equation *color,     \
                      const struct ombre_equation *alpha),                \
        void *user)                                                       \
    {                                                                     \
        const struct block block = block_at(&range, index);               \
        return visit_states(&block, visit, user);                         \
    }                                                                     \
    static const struct suite_blocks range##_blocks = {                   \
        .find = range##_find,                                             \
        .parts = range##_parts,                                           \
        .part_id = range##_part_id,                                       \
        .make_part = range##_make_part,                                   \
        .state = range##_state,                                           \
        .states = range##_states,                                         \
        .visit = range##_visit,                                           \
    };                                                                    \
    const struct suite_group suite_##range = {                            \
        .size = range##_size,                                             \
        .id = range##_id,                                                 \
        .make = range##_make,                                             \
        .operands = part_operands,                                        \
        .blocks = &range##_blocks,                                        \
    };

BLOCKS(full)
BLOCKS(exhaustive)
