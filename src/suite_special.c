/* Numbers that are none, too large, too small, or zero with a sign. */
#include <string.h>

#include "suite_parts.h"

static const uint32_t formats[] = {
    2,  /* R32G32B32A32_FLOAT */
    10, /* R16G16B16A16_FLOAT */
    54, /* R16_FLOAT */
    26, /* R11G11B10_FLOAT */
    28, /* R8G8B8A8_UNORM */
    29, /* R8G8B8A8_UNORM_SRGB */
    31, /* R8G8B8A8_SNORM */
    11, /* R16G16B16A16_UNORM */
};

static const struct {
    const char *name;
    bool blends;
    struct ombre_equation equation;
} kinds[] = {
    {"store", false, {OMBRE_ONE, OMBRE_ZERO, OMBRE_OP_ADD}},
    {"add", true, {OMBRE_ONE, OMBRE_ONE, OMBRE_OP_ADD}},
    {"weight", true, {OMBRE_SRC_ALPHA, OMBRE_ONE, OMBRE_OP_ADD}},
    {"min", true, {OMBRE_ONE, OMBRE_ONE, OMBRE_OP_MIN}},
    {"max", true, {OMBRE_ONE, OMBRE_ONE, OMBRE_OP_MAX}},
};

enum {
    FORMATS = sizeof formats / sizeof formats[0],
    KINDS = sizeof kinds / sizeof kinds[0],
};

/* fp32 bits; what they are to half floats, whose largest is 65504. */
static const uint32_t special[] = {
    0x7FC00000, /* NaN */
    0xFFC12345, /* NaN, negative, with a payload */
    0x7F800000, /* infinity */
    0xFF800000, /* minus infinity */
    0x477FE000, /* 65504 */
    0x477FEFFF, /* below 65520, half way to what would be next */
    0x477FF000, /* 65520 */
    0x47800000, /* 65536 */
    0x7149F2CA, /* 1e30 */
    0xF149F2CA, /* -1e30 */
    0x33800000, /* 2^-24, the smallest half */
    0x33400000, /* three quarters of it */
    0x387FC000, /* the largest half denormal */
    0x00000001, /* the smallest fp32 */
    0x80000000, /* -0 */
    0x3F800000, /* 1 */
    0xBF800000, /* -1 */
    0x3EAAAAAB, /* 1/3 */
};

enum { SPECIALS = sizeof special / sizeof special[0] };

static size_t special_size(void)
{
    return (size_t) FORMATS * KINDS;
}

static void special_id(size_t index, char id[OMBRE_ID_SIZE])
{
    *id = '\0';
    suite_append(id, "om.special.");
    suite_append(id, ombre_format_find(formats[index / KINDS])->name);
    suite_append(id, ".");
    suite_append(id, kinds[index % KINDS].name);
}

static void special_make(size_t index, struct ombre_case *c)
{
    suite_set_targets(c, &formats[index / KINDS], 1);
    if (kinds[index % KINDS].blends)
        suite_set_blend(c, 0, &kinds[index % KINDS].equation,
                        &kinds[index % KINDS].equation);
}

static bool is_minimum(const struct ombre_case *c)
{
    const D3D12_RENDER_TARGET_BLEND_DESC *target =
        &c->pso.BlendState.RenderTarget[0];
    return target->BlendEnable &&
           (target->BlendOp == (D3D12_BLEND_OP) OMBRE_OP_MIN ||
            target->BlendOp == (D3D12_BLEND_OP) OMBRE_OP_MAX);
}

static double special_value(size_t n)
{
    float value;
    memcpy(&value, &special[n % SPECIALS], sizeof value);
    return (double) value;
}

/* MIN and MAX choose: they meet such numbers on both sides. */
static void special_dest(struct ombre_case *c, size_t pixel)
{
    const struct ombre_format *format =
        ombre_format_find((uint32_t) c->pso.RTVFormats[0]);
    struct ombre_texel *dest = &c->dest[pixel * OMBRE_MAX_TARGETS];
    for (unsigned i = 0; i < OMBRE_COMPONENTS; i++) {
        const enum ombre_component component = (enum ombre_component) i;
        ombre_texel_set_code(
            format, dest, component,
            ombre_encode(format, component, special_value(pixel + 3 * i + 1)));
    }
}

/* Each component of each pixel another number; strides are coprime to their
 * count, so that components meet in all pairs. */
static void special_operands(struct ombre_case *c)
{
    static const size_t stride[OMBRE_COMPONENTS] = {1, 5, 7, 11};
    for (size_t pixel = 0; pixel < c->pixel_count; pixel++) {
        for (unsigned i = 0; i < OMBRE_COMPONENTS; i++)
            c->source[pixel * c->layer_count].word[0][i] =
                special[(pixel * stride[i] + 4 * i) % SPECIALS];
        if (is_minimum(c))
            special_dest(c, pixel);
    }
}

const struct suite_group suite_special = {
    .size = special_size,
    .id = special_id,
    .make = special_make,
    .operands = special_operands,
};
