/* Every equation on every format that blends.
 *
 * Eight targets at a time, each a few equations from its neighbours: as the
 * first target's equation goes over all of them, so does that of every other.
 * Formats are together that devices have together, so that one that is missing
 * costs no other; those that some devices lack fill all targets by themselves,
 * and then an eighth of the cases is enough. */
#include <string.h>

#include "ombre/equations.h"
#include "suite_parts.h"

enum { TARGETS = OMBRE_MAX_TARGETS };

static const struct set {
    const char *name;
    uint32_t format[TARGETS];
    unsigned count;
    bool alone; /* all targets have one format */
} sets[] = {
    /* R8G8B8A8_UNORM, R16G16B16A16_FLOAT, R11G11B10_FLOAT, B8G8R8A8_UNORM,
     * R16G16B16A16_UNORM, R32G32B32A32_FLOAT, B8G8R8X8_UNORM, R16G16_FLOAT */
    {"wide", {28, 10, 26, 87, 11, 2, 88, 34}, 8, false},
    /* R32G32_FLOAT, R8_UNORM, R16_FLOAT, R16G16_UNORM, R8G8_UNORM, R32_FLOAT,
     * R16_UNORM */
    {"narrow", {16, 61, 54, 35, 49, 41, 56}, 7, false},
    /* R10G10B10A2_UNORM, R8G8B8A8_UNORM_SRGB, B5G6R5_UNORM,
     * B8G8R8A8_UNORM_SRGB, B5G5R5A1_UNORM, B8G8R8X8_UNORM_SRGB */
    {"coded", {24, 29, 85, 91, 86, 93}, 6, false},
    /* R8G8B8A8_SNORM, R16_SNORM, R16G16B16A16_SNORM, R8G8_SNORM, R8_SNORM,
     * R16G16_SNORM */
    {"snorm", {31, 58, 13, 51, 63, 37}, 6, false},
    {"r32g32b32_float", {6}, 8, true},
    {"a8_unorm", {65}, 8, true},
    {"r9g9b9e5_sharedexp", {67}, 8, true},
    {"b4g4r4a4_unorm", {115}, 8, true},
    {"a4b4g4r4_unorm", {191}, 8, true},
};

enum { SET_COUNT = sizeof sets / sizeof sets[0] };

static uint32_t set_format(const struct set *set, unsigned target)
{
    return set->format[set->alone ? 0 : target];
}

/* Constants in range and out of it, by turns. */
static void set_constants(struct ombre_case *c, size_t number)
{
    static const float factor[][4] = {
        {0.3f, 0.8f, 0.6f, 0.45f},
        {0.15f, 0.55f, 0.95f, 0.7f},
        {1.5f, -0.25f, 0.4f, 0.85f},
        {0.65f, 0.35f, 2.25f, -0.5f},
    };
    memcpy(c->pso.BlendFactor, factor[number % 4], sizeof c->pso.BlendFactor);
}

static void append_case(char id[OMBRE_ID_SIZE], const char *group,
                        const char *name, const struct ombre_equation *equation)
{
    *id = '\0';
    suite_append(id, group);
    suite_append(id, name);
    suite_append(id, ".");
    suite_append_equation(id, equation);
}

/* --- One source --------------------------------------------------------------
 */

static size_t colors(void)
{
    return ombre_equation_count(OMBRE_HALF_COLOR, false);
}

/* Equations from one target to the next. */
static size_t stride(void)
{
    return (colors() + TARGETS - 1) / TARGETS;
}

static size_t set_size(const struct set *set)
{
    return set->alone ? stride() : colors();
}

static const struct set *cross_set(size_t *index)
{
    const struct set *set = sets;
    while (*index >= set_size(set))
        *index -= set_size(set++);
    return set;
}

static size_t cross_size(void)
{
    size_t size = 0;
    for (unsigned s = 0; s < SET_COUNT; s++)
        size += set_size(&sets[s]);
    return size;
}

static size_t color_number(size_t index, unsigned target)
{
    return (index + target * stride()) % colors();
}

static void cross_id(size_t index, char id[OMBRE_ID_SIZE])
{
    const struct set *set = cross_set(&index);
    const struct ombre_equation equation =
        ombre_equation_at(OMBRE_HALF_COLOR, color_number(index, 0));
    append_case(id, "om.cross.", set->name, &equation);
}

/* Alpha equations go round, too: 5 is coprime to their number, and there are
 * fewer of them. */
static void cross_make(size_t index, struct ombre_case *c)
{
    uint32_t formats[TARGETS];
    const struct set *set = cross_set(&index);
    const size_t alphas = ombre_equation_count(OMBRE_HALF_ALPHA, false);
    for (unsigned t = 0; t < set->count; t++)
        formats[t] = set_format(set, t);
    suite_set_targets(c, formats, set->count);
    set_constants(c, index);
    for (unsigned t = 0; t < set->count; t++) {
        const size_t number = color_number(index, t);
        const struct ombre_equation color =
            ombre_equation_at(OMBRE_HALF_COLOR, number);
        const struct ombre_equation alpha =
            ombre_equation_at(OMBRE_HALF_ALPHA, (number * 5 + 3) % alphas);
        suite_set_blend(c, t, &color, &alpha);
    }
}

/* --- Two sources -------------------------------------------------------------
 */

/* Of those of a format, one in eight, other ones on the next format. */
enum { THIN = 8 };

static size_t dual_colors(void)
{
    return ombre_equation_count(OMBRE_HALF_COLOR, true) - colors();
}

static const struct ombre_format *blending(size_t number)
{
    for (unsigned i = 0; i < ombre_format_count(); i++) {
        const struct ombre_format *format = ombre_format_at(i);
        if (format->blendable && number-- == 0)
            return format;
    }
    return NULL;
}

static size_t blending_count(void)
{
    size_t count = 0;
    while (blending(count))
        count++;
    return count;
}

static size_t per_format(void)
{
    return dual_colors() / THIN;
}

static size_t dual_size(void)
{
    return blending_count() * per_format();
}

/* One of each run of eight, the next one in the next run: a fixed step would
 * march with the tables of factors and leave some of them out. */
static size_t dual_number(size_t index)
{
    const size_t format = index / per_format(), run = index % per_format();
    return run * THIN + (format + run) % THIN;
}

static struct ombre_equation dual_color(size_t index)
{
    return ombre_equation_at(OMBRE_HALF_COLOR, colors() + dual_number(index));
}

static void dual_id(size_t index, char id[OMBRE_ID_SIZE])
{
    const struct ombre_equation color = dual_color(index);
    append_case(id, "om.cross_dual.", blending(index / per_format())->name,
                &color);
}

static void dual_make(size_t index, struct ombre_case *c)
{
    const struct ombre_format *format = blending(index / per_format());
    const size_t single = ombre_equation_count(OMBRE_HALF_ALPHA, false);
    const size_t all = ombre_equation_count(OMBRE_HALF_ALPHA, true);
    const struct ombre_equation color = dual_color(index);
    /* Alpha with and without a second source; MIN and MAX, the last of those
     * without, are not defined beside one. */
    const struct ombre_equation alpha = ombre_equation_at(
        OMBRE_HALF_ALPHA, index % 2 ? single + index * 5 % (all - single)
                                    : index * 5 % (single - 2));
    suite_set_targets(c, &format->dxgi, 1);
    set_constants(c, index);
    suite_set_blend(c, 0, &color, &alpha);
    suite_set_dual_source(c);
}

/* --- Samples -----------------------------------------------------------------
 */

static const unsigned sample_counts[] = {2, 4, 8};

static const struct {
    const char *name;
    struct ombre_equation color, alpha;
    uint32_t mask; /* SampleMask */
} sampled[] = {
    {"over",
     {OMBRE_SRC_ALPHA, OMBRE_INV_SRC_ALPHA, OMBRE_OP_ADD},
     {OMBRE_ONE, OMBRE_INV_SRC_ALPHA, OMBRE_OP_ADD},
     UINT32_MAX},
    {"masked",
     {OMBRE_DEST_COLOR, OMBRE_SRC_COLOR, OMBRE_OP_ADD},
     {OMBRE_DEST_ALPHA, OMBRE_SRC_ALPHA, OMBRE_OP_ADD},
     0x55555556},
};

enum {
    COUNTS = sizeof sample_counts / sizeof sample_counts[0],
    SAMPLED = sizeof sampled / sizeof sampled[0],
};

static size_t samples_size(void)
{
    return blending_count() * COUNTS * SAMPLED;
}

static void samples_id(size_t index, char id[OMBRE_ID_SIZE])
{
    *id = '\0';
    suite_append(id, "om.samples.");
    suite_append(id, blending(index / (COUNTS * SAMPLED))->name);
    suite_append(id, ".");
    suite_append_number(id, sample_counts[index / SAMPLED % COUNTS]);
    suite_append(id, "x.");
    suite_append(id, sampled[index % SAMPLED].name);
}

static void samples_make(size_t index, struct ombre_case *c)
{
    const struct ombre_format *format = blending(index / (COUNTS * SAMPLED));
    suite_set_targets(c, &format->dxgi, 1);
    set_constants(c, index);
    suite_set_blend(c, 0, &sampled[index % SAMPLED].color,
                    &sampled[index % SAMPLED].alpha);
    c->pso.SampleDesc.Count = sample_counts[index / SAMPLED % COUNTS];
    c->pso.SampleMask = sampled[index % SAMPLED].mask;
}

const struct suite_group suite_cross = {
    .size = cross_size, .id = cross_id, .make = cross_make};
const struct suite_group suite_cross_dual = {
    .size = dual_size, .id = dual_id, .make = dual_make};
const struct suite_group suite_cross_samples = {
    .size = samples_size, .id = samples_id, .make = samples_make};
