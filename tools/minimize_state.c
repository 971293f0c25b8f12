/* State, device and lane back to what they are where a case says nothing. */
#include <stddef.h>
#include <string.h>

#include "minimize.h"

/* --- Fields of struct ombre_pso --------------------------------------------
 * In the order in which they are put back: what switches others off first.
 */

struct field {
    unsigned apis; /* bit N: enum ombre_api N has it */
    size_t offset, size;
    unsigned count; /* of them, `stride` apart */
    size_t stride;
};

#define OF(api) (1u << OMBRE_API_##api)
#define OF_12 (OF(D3D11_1) | OF(D3D12))
#define OF_11 (OF(D3D10_1) | OF(D3D11))
#define FROM_10 (OF(D3D10) | OF_11 | OF_12)

#define SIZE(member) sizeof(((struct ombre_pso *) 0)->member)
#define ONE(apis, member)                                            \
    {                                                                \
        apis, offsetof(struct ombre_pso, member), SIZE(member), 1, 0 \
    }
/* Of an array, and a member `rest` (or nothing) of each of its items. */
#define EACH(apis, array, rest)                                               \
    {                                                                         \
        apis, offsetof(struct ombre_pso, array[0] rest), SIZE(array[0] rest), \
            SIZE(array) / SIZE(array[0]), SIZE(array[0])                      \
    }
#define EACH_TARGET_11(apis, desc)                             \
    EACH(apis, desc.RenderTarget, .BlendEnable),               \
        EACH(apis, desc.RenderTarget, .RenderTargetWriteMask), \
        EACH(apis, desc.RenderTarget, .SrcBlend),              \
        EACH(apis, desc.RenderTarget, .DestBlend),             \
        EACH(apis, desc.RenderTarget, .BlendOp),               \
        EACH(apis, desc.RenderTarget, .SrcBlendAlpha),         \
        EACH(apis, desc.RenderTarget, .DestBlendAlpha),        \
        EACH(apis, desc.RenderTarget, .BlendOpAlpha)

/* clang-format off */
static const struct field fields[] = {
    ONE(OF_12, BlendState.AlphaToCoverageEnable),
    ONE(OF_12, BlendState.IndependentBlendEnable),
    EACH(OF_12, BlendState.RenderTarget, ),
    EACH(OF_12, BlendState.RenderTarget, .LogicOpEnable),
    EACH(OF_12, BlendState.RenderTarget, .LogicOp),
    EACH_TARGET_11(OF_12, BlendState),
    ONE(OF_11, desc.d3d11.AlphaToCoverageEnable),
    ONE(OF_11, desc.d3d11.IndependentBlendEnable),
    EACH(OF_11, desc.d3d11.RenderTarget, ),
    EACH_TARGET_11(OF_11, desc.d3d11),
    ONE(OF(D3D10), desc.d3d10.AlphaToCoverageEnable),
    EACH(OF(D3D10), desc.d3d10.BlendEnable, ),
    EACH(OF(D3D10), desc.d3d10.RenderTargetWriteMask, ),
    ONE(OF(D3D10), desc.d3d10.SrcBlend),
    ONE(OF(D3D10), desc.d3d10.DestBlend),
    ONE(OF(D3D10), desc.d3d10.BlendOp),
    ONE(OF(D3D10), desc.d3d10.SrcBlendAlpha),
    ONE(OF(D3D10), desc.d3d10.DestBlendAlpha),
    ONE(OF(D3D10), desc.d3d10.BlendOpAlpha),
#define X(name, initial) ONE(OF(D3D9), desc.d3d9.name),
    OMBRE_D3D9_STATES(X)
#undef X
    ONE(FROM_10, BlendFactor),
    EACH(FROM_10, BlendFactor, ),
    ONE(FROM_10, SampleMask),
    ONE(FROM_10 | OF(D3D9), SampleDesc.Quality),
    ONE(FROM_10 | OF(D3D9), DSVFormat),
    ONE(FROM_10 | OF(D3D9), DepthStencil),
    EACH(FROM_10 | OF(D3D9), RenderTargets, ),
};
/* clang-format on */

enum { FIELD_COUNT = sizeof fields / sizeof *fields };

/* The place of field `index`, or NULL beyond the last.  *has: the API has it.
 */
static const struct field *field_at(size_t index, enum ombre_api api,
                                    size_t *offset, bool *has)
{
    for (size_t i = 0; i < FIELD_COUNT; i++) {
        if (index < fields[i].count) {
            *offset = fields[i].offset + index * fields[i].stride;
            *has = fields[i].apis >> api & 1;
            return &fields[i];
        }
        index -= fields[i].count;
    }
    return NULL;
}

enum edit edit_state(const struct minimizer *m, size_t step,
                     struct ombre_case *c)
{
    const struct ombre_pso usual = ombre_pso_default_of(c->pso.api);
    size_t offset;
    bool has;
    const struct field *field = field_at(step, c->pso.api, &offset, &has);
    (void) m;
    if (!field)
        return EDIT_END;
    char *const at = (char *) &c->pso + offset;
    const char *const wanted = (const char *) &usual + offset;
    if (!has || memcmp(at, wanted, field->size) == 0)
        return EDIT_NONE;
    memcpy(at, wanted, field->size);
    return EDIT_DONE;
}

/* --- The shader -------------------------------------------------------------
 */

/* What an output is where the file says nothing of the shader. */
static struct ombre_output usual_output(const struct ombre_state *state,
                                        unsigned n)
{
    const struct ombre_format *format = state->target[n].format;
    const bool is_second =
        n == 1 && ombre_target_is_dual_source(&state->target[0]);
    if (!format)
        return (struct ombre_output){is_second ? OMBRE_OUTPUT_FLOAT
                                               : OMBRE_OUTPUT_NONE,
                                     is_second ? 0xF : 0};
    switch (ombre_format_base_type(format)) {
    case OMBRE_BASE_FLOAT: break;
    case OMBRE_BASE_UINT: return (struct ombre_output){OMBRE_OUTPUT_UINT, 0xF};
    case OMBRE_BASE_SINT: return (struct ombre_output){OMBRE_OUTPUT_SINT, 0xF};
    }
    return (struct ombre_output){OMBRE_OUTPUT_FLOAT, 0xF};
}

static bool is_usual_output(const struct ombre_output *output,
                            const struct ombre_output *usual)
{
    return output->type == usual->type &&
           (output->type == OMBRE_OUTPUT_NONE ||
            output->components == usual->components);
}

enum edit edit_shader(const struct minimizer *m, size_t step,
                      struct ombre_case *c)
{
    struct ombre_pixel_shader *const shader = &c->pso.shader;
    if (step > OMBRE_MAX_TARGETS)
        return EDIT_END;
    if (step == OMBRE_MAX_TARGETS) {
        if (shader->coverage == OMBRE_COVERAGE_NONE)
            return EDIT_NONE;
        shader->coverage = OMBRE_COVERAGE_NONE;
        shader->coverage_mask = 0;
        return EDIT_DONE;
    }
    const struct ombre_output usual = usual_output(&m->state, (unsigned) step);
    if (!shader->bound || is_usual_output(&shader->output[step], &usual))
        return EDIT_NONE;
    shader->output[step] = usual;
    if (usual.type == OMBRE_OUTPUT_NONE)
        for (size_t i = 0; i < c->pixel_count * c->layer_count; i++)
            memset(c->source[i].word[step], 0, sizeof c->source[i].word[step]);
    return EDIT_DONE;
}

/* --- Device and lane --------------------------------------------------------
 */

enum edit edit_lane(const struct minimizer *m, size_t step,
                    struct ombre_case *c)
{
    struct ombre_lane lane = c->lane;
    (void) m;
    switch (step) {
    case 0: lane = (struct ombre_lane){0}; break;
    case 1: lane.static_constants = false; break;
    case 2: lane.color_write_enable = false; break;
    case 3: lane.pass = OMBRE_LANE_ANY_PASS; break;
    case 4: lane.state = OMBRE_LANE_ANY_STATE; break;
    default: return EDIT_END;
    }
    if (ombre_lane_equal(&lane, &c->lane))
        return EDIT_NONE;
    c->lane = lane;
    return EDIT_DONE;
}

static bool has_usual_device(const struct ombre_case *c)
{
    const struct ombre_d3d_device usual = ombre_d3d_device_default();
    const struct ombre_d3d_device *const device = &c->device;
    return device->FeatureLevel == usual.FeatureLevel &&
           device->OutputMergerLogicOp == usual.OutputMergerLogicOp &&
           device->AlphaBlendFactorSupported ==
               usual.AlphaBlendFactorSupported &&
           memcmp(&device->Caps, &usual.Caps, sizeof usual.Caps) == 0;
}

enum edit edit_surroundings(const struct minimizer *m, size_t step,
                            struct ombre_case *c)
{
    (void) m;
    if (step > 32)
        return EDIT_END;
    if (step == 32) {
        if (has_usual_device(c))
            return EDIT_NONE;
        c->device = ombre_d3d_device_default();
        return EDIT_DONE;
    }
    const uint32_t feature = UINT32_C(1) << step;
    if (!(c->without & feature))
        return EDIT_NONE;
    c->without &= ~feature;
    return EDIT_DONE;
}

/* --- How many there are -----------------------------------------------------
 */

size_t minimize_unusual_fields(const struct ombre_case *c,
                               const struct ombre_state *state)
{
    const struct ombre_pso usual = ombre_pso_default_of(c->pso.api);
    size_t count = !has_usual_device(c), offset;
    bool has;
    const struct field *field;
    for (size_t i = 0; (field = field_at(i, c->pso.api, &offset, &has)); i++)
        count +=
            has && memcmp((const char *) &c->pso + offset,
                          (const char *) &usual + offset, field->size) != 0;
    for (unsigned n = 0; n < OMBRE_MAX_TARGETS; n++) {
        const struct ombre_output output = usual_output(state, n);
        count += c->pso.shader.bound &&
                 !is_usual_output(&c->pso.shader.output[n], &output);
    }
    for (uint32_t left = c->without; left; left &= left - 1)
        count++;
    return count + (c->pso.shader.coverage != OMBRE_COVERAGE_NONE) +
           !ombre_lane_equal(&c->lane, &(struct ombre_lane){0});
}
