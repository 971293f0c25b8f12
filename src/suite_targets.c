/* Eight targets at once, of mixed formats, each with a state of its own. */
#include "ombre/equations.h"
#include "suite_parts.h"

/* Representative of what blends: by kind, width, order, and with and without
 * alpha. */
static const uint32_t mixed_formats[] = {
    28, /* R8G8B8A8_UNORM */
    91, /* B8G8R8A8_UNORM_SRGB */
    10, /* R16G16B16A16_FLOAT */
    24, /* R10G10B10A2_UNORM */
    2,  /* R32G32B32A32_FLOAT */
    26, /* R11G11B10_FLOAT */
    88, /* B8G8R8X8_UNORM */
    56, /* R16_UNORM */
};

static const uint32_t snorm_formats[] = {
    31, /* R8G8B8A8_SNORM */
    13, /* R16G16B16A16_SNORM */
    51, /* R8G8_SNORM */
    37, /* R16G16_SNORM */
    63, /* R8_SNORM */
    58, /* R16_SNORM */
};

/* Integers and floats side by side: only some of the targets blend. */
static const uint32_t half_integer_formats[] = {
    30,     /* R8G8B8A8_UINT */
    28,     /* R8G8B8A8_UNORM */
    38,     /* R16G16_SINT */
    34,     /* R16G16_FLOAT */
    0,  29, /* R8G8B8A8_UNORM_SRGB */
    42,     /* R32_UINT */
    65,     /* A8_UNORM */
};

enum {
    MIXED = sizeof mixed_formats / sizeof mixed_formats[0],
    SNORM = sizeof snorm_formats / sizeof snorm_formats[0],
    HALF_INTEGER = sizeof half_integer_formats / sizeof half_integer_formats[0],
};

/* --- Every factor in every slot with every operation ------------------------
 */

enum {
    COLORS = OMBRE_SINGLE_COLOR_FACTORS,
    ALPHAS = OMBRE_SINGLE_ALPHA_FACTORS,
    PRODUCT_OPS = 3,
    STATES = COLORS * PRODUCT_OPS + 2, /* and MIN and MAX */
};

/* State number `n`: as n goes over all states, each factor stands once in each
 * slot of the colour half with each operation.  Strides are coprime to the
 * tables, so that halves and slots do not march in step. */
static void numbered_state(size_t n, struct ombre_equation *color,
                           struct ombre_equation *alpha)
{
    n %= STATES;
    if (n >= (size_t) COLORS * PRODUCT_OPS) {
        const bool is_min = n == (size_t) COLORS * PRODUCT_OPS;
        *color = (struct ombre_equation){OMBRE_ZERO, OMBRE_ZERO,
                                         is_min ? OMBRE_OP_MIN : OMBRE_OP_MAX};
        *alpha = (struct ombre_equation){OMBRE_ZERO, OMBRE_ZERO,
                                         is_min ? OMBRE_OP_MAX : OMBRE_OP_MIN};
        return;
    }
    const size_t src = n / PRODUCT_OPS, op = n % PRODUCT_OPS;
    *color = (struct ombre_equation){
        ombre_color_factors[src], ombre_color_factors[(src * 7 + 4) % COLORS],
        (enum ombre_blend_op)(OMBRE_OP_ADD + op)};
    *alpha = (struct ombre_equation){
        ombre_alpha_factors[n % ALPHAS],
        ombre_alpha_factors[(n * 4 + 3) % ALPHAS],
        (enum ombre_blend_op)(OMBRE_OP_ADD + (op + 1) % PRODUCT_OPS)};
}

static void set_constants(struct ombre_case *c)
{
    static const float factor[4] = {0.3f, 0.8f, 0.6f, 0.45f};
    for (unsigned i = 0; i < 4; i++)
        c->pso.BlendFactor[i] = factor[i];
}

/* Targets are a few states apart, so that over the group each target meets
 * each state, and no two of a case have the same. */
enum { TARGET_STRIDE = 6 };

static void set_rotated(struct ombre_case *c, const uint32_t *formats,
                        unsigned count, size_t first)
{
    suite_set_targets(c, formats, count);
    set_constants(c);
    for (unsigned t = 0; t < count; t++) {
        struct ombre_equation color, alpha;
        const struct ombre_format *format = ombre_format_find(formats[t]);
        numbered_state(first + t * TARGET_STRIDE, &color, &alpha);
        if (format && format->blendable)
            suite_set_blend(c, t, &color, &alpha);
    }
}

static void append_state(char id[OMBRE_ID_SIZE], const char *group, size_t n)
{
    struct ombre_equation color, alpha;
    numbered_state(n, &color, &alpha);
    *id = '\0';
    suite_append(id, group);
    suite_append_equation(id, &color);
}

static size_t state_count(void)
{
    return STATES;
}

static void factors_id(size_t index, char id[OMBRE_ID_SIZE])
{
    append_state(id, "om.factors.mixed8.", index);
}

static void factors_make(size_t index, struct ombre_case *c)
{
    set_rotated(c, mixed_formats, MIXED, index);
}

static void snorm_id(size_t index, char id[OMBRE_ID_SIZE])
{
    append_state(id, "om.factors.snorm.", index);
}

static void snorm_make(size_t index, struct ombre_case *c)
{
    set_rotated(c, snorm_formats, SNORM, index);
}

/* --- Write masks ------------------------------------------------------------
 */

enum { MASKS = 16 };

static size_t masks_size(void)
{
    return 2 * MASKS;
}

static void masks_id(size_t index, char id[OMBRE_ID_SIZE])
{
    *id = '\0';
    suite_append(id, index < MASKS ? "om.mask.plain." : "om.mask.blended.");
    for (unsigned c = 0; c < OMBRE_COMPONENTS; c++)
        if (index % MASKS >> c & 1)
            suite_append(id, (const char *[]){"r", "g", "b", "a"}[c]);
    if (index % MASKS == 0)
        suite_append(id, "none");
}

static void masks_make(size_t index, struct ombre_case *c)
{
    static const struct ombre_equation over = {
        OMBRE_SRC_ALPHA, OMBRE_INV_SRC_ALPHA, OMBRE_OP_ADD};
    static const struct ombre_equation over_alpha = {
        OMBRE_ONE, OMBRE_INV_SRC_ALPHA, OMBRE_OP_ADD};
    suite_set_targets(c, mixed_formats, MIXED);
    for (unsigned t = 0; t < MIXED; t++) {
        /* Each target another mask: 5 is coprime to 16. */
        const size_t mask = (index + 5 * t) % MASKS;
        c->pso.BlendState.RenderTarget[t].RenderTargetWriteMask =
            (uint8_t) mask;
        if (index >= MASKS)
            suite_set_blend(c, t, &over, &over_alpha);
    }
}

/* --- Mixtures ---------------------------------------------------------------
 */

enum { MIXTURES = 12 };

static size_t mixed_size(void)
{
    return MIXTURES;
}

static void mixed_id(size_t index, char id[OMBRE_ID_SIZE])
{
    *id = '\0';
    suite_append(id, "om.mrt.half_integer.");
    suite_append_number(id, (unsigned) index);
}

static void mixed_make(size_t index, struct ombre_case *c)
{
    set_rotated(c, half_integer_formats, HALF_INTEGER, 3 + index * 4);
    /* Out of range of every fixed-point target, not of floats. */
    static const float wild[4] = {2.5f, -0.5f, 1.25f, -1.5f};
    for (unsigned i = 0; i < 4 && index % 2; i++)
        c->pso.BlendFactor[i] = wild[i];
    for (unsigned t = 0; t < HALF_INTEGER; t++)
        c->pso.BlendState.RenderTarget[t].RenderTargetWriteMask =
            (uint8_t) (0xF & ~(1u << (index + t) % 8));
}

const struct suite_group suite_factors = {
    .size = state_count,
    .id = factors_id,
    .make = factors_make,
};
const struct suite_group suite_snorm_factors = {
    .size = state_count,
    .id = snorm_id,
    .make = snorm_make,
};
const struct suite_group suite_masks = {
    .size = masks_size,
    .id = masks_id,
    .make = masks_make,
};
const struct suite_group suite_mixed = {
    .size = mixed_size,
    .id = mixed_id,
    .make = mixed_make,
};
