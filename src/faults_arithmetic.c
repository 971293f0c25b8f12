/* Ranges, precision and numbers that are none: families F10, F12, F15.  All
 * arithmetic is in faults_math.c. */
#include "faults_parts.h"

/* --- Formats taken for others ----------------------------------------------
 */

/* X(format, twin that is laid out alike) */
static const uint8_t linear_twins[][2] = {
    {29, 28}, /* R8G8B8A8 */
    {91, 87}, /* B8G8R8A8 */
    {93, 88}, /* B8G8R8X8 */
};

static const uint8_t unsigned_twins[][2] = {
    {31, 28}, /* R8G8B8A8 */
    {51, 49}, /* R8G8 */
    {63, 61}, /* R8 */
    {13, 11}, /* R16G16B16A16 */
    {37, 35}, /* R16G16 */
    {58, 56}, /* R16 */
};

enum twin { TWIN_LINEAR, TWIN_SRGB, TWIN_UNSIGNED, TWIN_SIGNED };

static uint32_t twin_of(uint32_t dxgi, enum twin twin)
{
    const bool is_srgb = twin == TWIN_LINEAR || twin == TWIN_SRGB;
    const unsigned count = is_srgb
                               ? sizeof linear_twins / sizeof *linear_twins
                               : sizeof unsigned_twins / sizeof *unsigned_twins;
    const unsigned from = twin == TWIN_SRGB || twin == TWIN_SIGNED;
    for (unsigned i = 0; i < count; i++) {
        const uint8_t *pair = is_srgb ? linear_twins[i] : unsigned_twins[i];
        if (pair[from] == dxgi)
            return pair[1 - from];
    }
    return dxgi;
}

static void format_as(struct ombre_state *state, int twin)
{
    for (unsigned t = 0; t < state->target_count; t++)
        if (state->target[t].format)
            state->target[t].format = ombre_format_find(
                twin_of(state->target[t].format->dxgi, (enum twin) twin));
}

/* --- R9G9B9E5 ---------------------------------------------------------------
 */

enum shared { SHARED_EXPONENT_RED, SHARED_TRUNCATED, SHARED_ALPHA_LOST };

static void wrong_shared(const struct fault_question *question,
                         struct fault_answer *answer, int how)
{
    const struct ombre_format *format =
        question->state->target[question->target].format;
    if (format->numeric != OMBRE_SHARED ||
        answer->fate[OMBRE_RED] != OMBRE_FATE_WRITTEN)
        return;
    const double red =
        ombre_shared_decode(answer->exponent, answer->code[OMBRE_RED]);
    switch ((enum shared) how) {
    case SHARED_EXPONENT_RED: {
        const struct ombre_texel alone =
            ombre_shared_encode((const double[]){red, 0, 0});
        answer->exponent = ombre_shared_exponent(&alone);
        for (unsigned c = 0; c < OMBRE_SHARED_COMPONENTS; c++)
            answer->code[c] &= 0x1FF;
        return;
    }
    case SHARED_TRUNCATED:
        for (unsigned c = 0; c < OMBRE_SHARED_COMPONENTS; c++)
            answer->code[c] &= ~1u;
        return;
    case SHARED_ALPHA_LOST:
        answer->exponent = ombre_shared_exponent(
            &question->pixel->dest[question->target][question->sample]);
        return;
    }
}

/* --- Rows ------------------------------------------------------------------
 */

/* clang-format off */
static const struct fault_row rows[] = {
    {"range.source-unclamped", "outputs are not clamped on fixed-point targets", "F9", "Mesa f9839e7e1b4", .quirks = QUIRK(SOURCE_UNCLAMPED)},
    {"range.wraps", "fixed-point results beyond the range wrap around", "F9", "DirectX-Specs#161", .quirks = QUIRK(WRAPS)},
    {"range.products-clamped", "products are clamped to 0 and 1", "F10", "xenia 24bf39e94", .quirks = QUIRK(PRODUCT_CLAMPED)},
    {"range.factors-clamped", "factors are clamped to 0 and 1 on every target", "F12", "VK-GL-CTS#454, freedreno 3de9fa8ff47", .quirks = QUIRK(FACTOR_CLAMPED)},
    {"float.clamped", "results on float targets are clamped to 0 and 1", "F10", "SwiftShader 4d65934f6", .quirks = QUIRK(RESULT_CLAMPED)},
    {"float.signed", "results on float targets are clamped to -1 and 1", "F10", "", .quirks = QUIRK(RESULT_SIGNED)},
    {"float.positive", "negative results on float targets become 0", "F10", "freedreno 3de9fa8ff47", .quirks = QUIRK(RESULT_POSITIVE)},
    {"float.magnitude", "results on float targets lose their sign", "F10", "", .quirks = QUIRK(RESULT_ABSOLUTE)},
    {"float.half", "float targets are blended to fp16 precision", "F15", "", .quirks = QUIRK(RESULT_HALF)},
    {"float.half-products", "products are rounded to fp16 on every target", "F15", "", .quirks = QUIRK(PRODUCT_HALF)},
    {"float.single-products", "products are rounded to fp32", "F10", "", "FS 3.1.3.1: operations may be fused or not", .quirks = QUIRK(PRODUCT_SINGLE)},
    {"float.nearest", "small floats are rounded to nearest", "F10", "", "FS 3.1.5: results of 16-bit operations are to nearest", .quirks = QUIRK(FLOAT_NEAREST)},
    {"float.away", "small floats are rounded away from zero", "F10", "", .quirks = QUIRK(FLOAT_UP)},
    {"float.short", "floats lose two bits of their mantissa", "F10", "Mesa 524848707b4", .quirks = QUIRK(FLOAT_SHORT)},
    {"float.denormals-flushed", "fp32 denormals become 0", "F10", "", "FS 3.1.3.2: fp32 operations flush denormals", .quirks = QUIRK(FLUSHED)},
    {"float.half-denormals-flushed", "what is below the normal fp16 numbers becomes 0", "F10", "", .quirks = QUIRK(FLUSHED_HALF)},
    {"float.overflow-infinite", "finite results that do not fit become infinity", "F10", "vkd3d-proton#415", .quirks = QUIRK(OVERFLOW_INFINITE)},
    {"float.infinity-largest", "infinity is stored as the largest number", "F10", "", .quirks = QUIRK(INFINITE_LARGEST)},
    {"float.negative-zero-lost", "-0 is stored as 0", "F10", "", .quirks = QUIRK(NEGATIVE_ZERO_LOST)},
    {"nan.one", "NaN is stored as 1 in fixed point", "F10", "Mesa 6f21995f986", .quirks = QUIRK(NAN_AS_ONE)},
    {"nan.lowest", "NaN is stored as the lowest number in fixed point", "F10", "Mesa e7e9969efec", .quirks = QUIRK(NAN_AS_LOWEST)},
    {"nan.float-zero", "NaN is stored as 0 on float targets", "F10", "xenia bb518407a, AMDVLK#294", .quirks = QUIRK(NAN_STORED_ZERO)},
    {"nan.minmax-nan", "MIN and MAX of NaN and a number are NaN", "F10", "OpenGL-Registry#635", .quirks = QUIRK(MINMAX_NAN)},
    {"nan.minmax-dest", "MIN and MAX return the destination beside NaN", "F10", "", .quirks = QUIRK(MINMAX_DEST_ON_NAN)},
    {"nan.zero-weight-drops", "a weight of 0 drops its term, NaN or not", "F10", "Vulkan-Docs#2775", "FS 17.5 and 3.1.3.1: judged as a yes/no freedom", .quirks = QUIRK(ZERO_WEIGHT_DROPS)},
    {"nan.zero-factor-drops", "factor ZERO drops its term, NaN or not", "F10", "xenia 24ebe6b1a", "FS 17.5 and 3.1.3.1: judged as a yes/no freedom", .quirks = QUIRK(ZERO_FACTOR_DROPS)},
    {"snorm.as-unorm", "SNORM targets are taken for UNORM", "F12", "Mesa d8b1afdc850", .state = format_as, .arg = TWIN_UNSIGNED},
    {"snorm.unorm-as-snorm", "UNORM targets are taken for SNORM", "F12", "", .state = format_as, .arg = TWIN_SIGNED},
    {"snorm.positive", "negative results on SNORM targets become 0", "F12", "Mesa d8b1afdc850", .quirks = QUIRK(RESULT_UNSIGNED)},
    {"snorm.inverse-clamped", "1 - x is clamped to 1 on SNORM targets", "F12", "Mesa 01c4bac36e7, VK-GL-CTS#454", .quirks = QUIRK(INVERSE_CLAMPED)},
    {"snorm.inverse-magnitude", "1 - x is 1 - |x| on SNORM targets", "F12", "", .quirks = QUIRK(INVERSE_UNSIGNED)},
    {"snorm.lowest-beyond", "the lowest SNORM code reads as less than -1", "F12", "", .quirks = QUIRK(DEST_LOWEST)},
    {"saturate.alpha-slot", "SRC_ALPHA_SAT is not 1 in alpha slots", "F1", "Mesa ac4ca24c32b", .quirks = QUIRK(SAT_IN_ALPHA)},
    {"saturate.source", "SRC_ALPHA_SAT is source alpha", "F1", "Mesa 5f9434b6112", .quirks = QUIRK(SAT_SOURCE)},
    {"saturate.inverse", "SRC_ALPHA_SAT is 1 - destination alpha", "F1", "", .quirks = QUIRK(SAT_INVERSE)},
    {"saturate.dest", "SRC_ALPHA_SAT is min(source alpha, destination alpha)", "F1", "", .quirks = QUIRK(SAT_DEST)},
    {"saturate.maximum", "SRC_ALPHA_SAT is max(source alpha, 1 - destination alpha)", "F1", "", .quirks = QUIRK(SAT_MAXIMUM)},
    {"saturate.positive", "SRC_ALPHA_SAT is never below 0", "F1", "", .quirks = QUIRK(SAT_POSITIVE)},
    {"saturate.dest-slot", "SRC_ALPHA_SAT is 1 in destination slots", "F1", "Mesa 5f9434b6112", .quirks = QUIRK(SAT_DEST_SLOT_ONE)},
    {"srgb.ignored", "sRGB targets are blended and stored encoded", "F15", "ANGLE workaround for Qualcomm, xenia 729406dee", .state = format_as, .arg = TWIN_LINEAR},
    {"srgb.gained", "UNORM targets are taken for sRGB", "F15", "", .state = format_as, .arg = TWIN_SRGB},
    {"srgb.not-decoded", "sRGB destinations are not decoded", "F15", "SwiftShader 55560f9df", .quirks = QUIRK(DEST_ENCODED)},
    {"srgb.not-encoded", "results are stored linear on sRGB targets", "F15", "", .quirks = QUIRK(NOT_ENCODED)},
    {"srgb.alpha-decoded", "alpha of sRGB destinations is decoded", "F15", "", .quirks = QUIRK(DEST_ALPHA_DECODED)},
    {"srgb.alpha-encoded", "alpha is encoded on sRGB targets", "F15", "", .quirks = QUIRK(ALPHA_ENCODED)},
    {"srgb.decode-2.2", "sRGB destinations are decoded as x^2.2", "F15", "", .quirks = QUIRK(DEST_GAMMA)},
    {"srgb.encode-2.2", "sRGB results are encoded as x^(1/2.2)", "F15", "", .quirks = QUIRK(ENCODED_GAMMA)},
    {"srgb.encode-no-toe", "sRGB results near black are encoded by the power law", "F15", "", .quirks = QUIRK(ENCODED_NO_TOE)},
    {"precision.factors-8", "factors are rounded to 8 bits", "F15", "SwiftShader 3716c2068", .quirks = QUIRK(FACTOR_8)},
    {"precision.factors-8-cut", "factors are cut to 8 bits", "F15", "SwiftShader 371316798", .quirks = QUIRK(FACTOR_TRUNCATED_8)},
    {"precision.result-8", "results are rounded to 8 bits", "F15", "SwiftShader 3716c2068", .quirks = QUIRK(RESULT_8)},
    {"precision.result-8-cut", "results are cut to 8 bits", "F15", "", .quirks = QUIRK(RESULT_TRUNCATED_8)},
    {"precision.products-cut", "products are cut to the target's grid", "F15", "gallivm cb296047f21", .quirks = QUIRK(PRODUCT_TRUNCATED)},
    {"precision.products-rounded", "products are rounded to the target's grid", "F15", "", "FS 17.5: products at the target's precision", .quirks = QUIRK(PRODUCT_ROUNDED)},
    {"precision.products-shifted", "products of codes are divided by 2^n", "F15", "gallivm cb296047f21", .quirks = QUIRK(PRODUCT_OVER_256)},
    {"precision.inverse-of-code", "1 - x is the complement of 8 bits over 256", "F15", "", .quirks = QUIRK(INVERSE_CODES)},
    {"precision.codes-over-2n", "destination codes are divided by 2^n", "F15", "", .quirks = QUIRK(DEST_DIVISOR)},
    {"store.cut", "stores are cut", "F15", "VK-GL-CTS a8d7dbeb9", .quirks = QUIRK(TRUNCATES)},
    {"store.blend-cut", "results of blends are cut", "F15", "VK-GL-CTS a8d7dbeb9", .quirks = QUIRK(BLEND_TRUNCATES)},
    {"store.up", "stores are rounded up", "F15", "", .quirks = QUIRK(ROUNDS_UP)},
    {"store.times-2n", "stores multiply by 2^n and cut", "F15", "vello#970", .quirks = QUIRK(TIMES_2N)},
    {"store.one-less", "every code is one too low", "F15", "", .quirks = QUIRK(ONE_LESS)},
    {"store.last-bit-lost", "the lowest bit of every code is lost", "F15", "", .quirks = QUIRK(LAST_BIT_LOST)},
    {"store.off-centre", "stores turn at 0.55 of a code", "F15", "", "FS 3.2.3.6: 0.6 of a code", .quirks = QUIRK(OFF_CENTRE)},
    {"store.dithered", "stores are dithered by position", "F15", "", .quirks = QUIRK(DITHERED)},
    {"shared.exponent-of-red", "R9G9B9E5 takes the exponent of red", "F15", "DirectX-Specs#161", .result = wrong_shared, .arg = SHARED_EXPONENT_RED},
    {"shared.cut", "R9G9B9E5 mantissas lose their lowest bit", "F15", "", .result = wrong_shared, .arg = SHARED_TRUNCATED},
    {"shared.exponent-kept", "R9G9B9E5 keeps the exponent without an alpha mask", "F5", "vkd3d-proton 29bd88bd, MoltenVK e6a8409b, ANGLE 817f4b8166", .result = wrong_shared, .arg = SHARED_ALPHA_LOST},
};
/* clang-format on */

const struct fault_table fault_arithmetic = {rows,
                                             sizeof rows / sizeof rows[0]};
