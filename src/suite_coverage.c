/* Which samples and which targets are written at all. */
#include "suite_parts.h"

static const struct ombre_equation over = {OMBRE_SRC_ALPHA, OMBRE_INV_SRC_ALPHA,
                                           OMBRE_OP_ADD};
static const struct ombre_equation add = {OMBRE_ONE, OMBRE_ONE, OMBRE_OP_ADD};

/* Two formats, so that coverage must be the same on both. */
static const uint32_t pair[] = {
    28, /* R8G8B8A8_UNORM */
    10, /* R16G16B16A16_FLOAT */
};

/* --- Samples -----------------------------------------------------------------
 */

enum exported { EXPORTS_NOTHING, EXPORTS_MASK, EXPORTS_PER_PIXEL };

static const struct {
    const char *name;
    unsigned samples;
    uint32_t mask; /* SampleMask */
    bool alpha_to_coverage;
    enum exported exported;
    uint32_t exported_mask;
} coverage[] = {
    /* clang-format off */
    {"a2c.1x", 1, UINT32_MAX, true, EXPORTS_NOTHING, 0},
    {"a2c.4x", 4, UINT32_MAX, true, EXPORTS_NOTHING, 0},
    {"a2c.4x.mask_b", 4, 0xB, true, EXPORTS_NOTHING, 0},
    /* FS 16.9.4: SV_Coverage turns alpha to coverage off. */
    {"a2c.4x.export", 4, UINT32_MAX, true, EXPORTS_MASK, 0xF},
    {"mask.1x.none", 1, 0xFFFFFFFE, false, EXPORTS_NOTHING, 0},
    {"mask.1x.all", 1, 0x1, false, EXPORTS_NOTHING, 0},
    {"mask.4x.1", 4, 0x1, false, EXPORTS_NOTHING, 0},
    {"mask.4x.2", 4, 0x2, false, EXPORTS_NOTHING, 0},
    {"mask.4x.4", 4, 0x4, false, EXPORTS_NOTHING, 0},
    {"mask.4x.8", 4, 0x8, false, EXPORTS_NOTHING, 0},
    {"mask.4x.5", 4, 0x5, false, EXPORTS_NOTHING, 0},
    {"mask.4x.e", 4, 0xE, false, EXPORTS_NOTHING, 0},
    {"mask.4x.f", 4, 0xFFFFFFFF, false, EXPORTS_NOTHING, 0},
    {"mask.4x.none", 4, 0xFFFFFFF0, false, EXPORTS_NOTHING, 0},
    {"export.1x", 1, UINT32_MAX, false, EXPORTS_PER_PIXEL, 0},
    {"export.4x", 4, UINT32_MAX, false, EXPORTS_PER_PIXEL, 0},
    {"export.4x.mask_7", 4, 0x7, false, EXPORTS_PER_PIXEL, 0},
    {"export.4x.same", 4, UINT32_MAX, false, EXPORTS_MASK, 0xFFFFFFF9},
    /* clang-format on */
};

enum { COVERAGES = sizeof coverage / sizeof coverage[0] };

static size_t coverage_size(void)
{
    return COVERAGES;
}

static void coverage_id(size_t index, char id[OMBRE_ID_SIZE])
{
    *id = '\0';
    suite_append(id, "om.coverage.");
    suite_append(id, coverage[index].name);
}

static void coverage_make(size_t index, struct ombre_case *c)
{
    struct ombre_pso *pso = &c->pso;
    suite_set_targets(c, pair, 2);
    suite_set_blend(c, 0, &over, &add);
    suite_set_blend(c, 1, &add, &over);
    pso->SampleDesc.Count = coverage[index].samples;
    pso->SampleMask = coverage[index].mask;
    pso->BlendState.AlphaToCoverageEnable = coverage[index].alpha_to_coverage;
    pso->shader.coverage_mask = coverage[index].exported_mask;
    switch (coverage[index].exported) {
    case EXPORTS_NOTHING: break;
    case EXPORTS_MASK: pso->shader.coverage = OMBRE_COVERAGE_MASK; break;
    case EXPORTS_PER_PIXEL:
        pso->shader.coverage = OMBRE_COVERAGE_PER_PIXEL;
        break;
    }
}

/* Alpha to coverage is told by alphas whose answer is known, and by some whose
 * answer is only bounded. */
static void coverage_operands(struct ombre_case *c)
{
    static const double alpha[] = {0, 1, 0.5, -0.5, 1.5, 0.25, 0.75, 0.99};
    if (!c->pso.BlendState.AlphaToCoverageEnable)
        return;
    for (size_t pixel = 0; pixel < c->pixel_count; pixel++)
        c->source[pixel].word[0][OMBRE_ALPHA] =
            suite_float_word(alpha[pixel % (sizeof alpha / sizeof alpha[0])]);
}

/* --- Outputs, holes and replication
 * -------------------------------------------- */

static const struct {
    const char *name;
    uint32_t format[4];
    uint8_t undeclared; /* outputs that the shader does not declare */
    bool replicated;    /* entry 0 speaks for all targets */
} outputs[] = {
    {"all", {28, 10, 24, 91}, 0, false},
    {"holes.first", {0, 28, 10, 28}, 0, false},
    {"holes.middle", {28, 0, 0, 10}, 0, false},
    {"undeclared.first", {28, 10, 28, 91}, 1, false},
    {"undeclared.middle", {28, 10, 28, 91}, 2 | 4, false},
    {"undeclared.last", {28, 10, 28, 91}, 8, false},
    {"undeclared.all", {28, 10, 28, 91}, 15, false},
    {"undeclared.hole", {28, 0, 10, 28}, 2, false},
    {"replicated", {28, 10, 24, 91}, 0, true},
    {"replicated.undeclared", {28, 10, 24, 91}, 4, true},
};

enum { OUTPUTS = sizeof outputs / sizeof outputs[0] };

static size_t outputs_size(void)
{
    return OUTPUTS;
}

static void outputs_id(size_t index, char id[OMBRE_ID_SIZE])
{
    *id = '\0';
    suite_append(id, "om.output.");
    suite_append(id, outputs[index].name);
}

static void outputs_make(size_t index, struct ombre_case *c)
{
    suite_set_targets(c, outputs[index].format, 4);
    for (unsigned t = 0; t < 4; t++) {
        if (outputs[index].format[t] && (t == 0 || !outputs[index].replicated))
            suite_set_blend(c, t, t % 2 ? &add : &over, t % 2 ? &over : &add);
        if (outputs[index].undeclared >> t & 1)
            c->pso.shader.output[t] = (struct ombre_output){0};
    }
    if (!outputs[index].replicated)
        return;
    c->pso.BlendState.IndependentBlendEnable = 0;
    c->pso.BlendState.RenderTarget[0].RenderTargetWriteMask = 0xB;
    /* Entries 1 to 7 must not matter: they say the opposite. */
    for (unsigned t = 1; t < OMBRE_MAX_TARGETS; t++)
        c->pso.BlendState.RenderTarget[t].RenderTargetWriteMask = 0x4;
}

const struct suite_group suite_coverage = {
    .size = coverage_size,
    .id = coverage_id,
    .make = coverage_make,
    .operands = coverage_operands,
};
const struct suite_group suite_outputs = {
    .size = outputs_size,
    .id = outputs_id,
    .make = outputs_make,
};
