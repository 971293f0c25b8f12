/* validate_desc.h - descs for the tests of the validator: a valid one, and
 * edits
 *
 * Every test that includes this includes cmocka.h first.
 */
#ifndef OMBRE_TESTS_VALIDATE_ROWS_H
#define OMBRE_TESTS_VALIDATE_ROWS_H

#include <string.h>

#include "ombre/validate.h"

/* A row is the base desc and some edits to it.  The base is valid: one
 * R8G8B8A8_UNORM target, written by a float4, and poison in every field that
 * Direct3D ignores. */
enum edit_kind {
    END,
    API,
    NULL_DESC,
    NO_LOGIC_OP, /* of the device */
    LEVEL,       /* of the device */
    MISC_CAPS,   /* D3DCAPS9, and so on */
    SRC_CAPS,
    DEST_CAPS,
    TARGET_CAPS,
    RS,              /* a render state of Direct3D 9 at an offset */
    DESCRIBED,       /* slot: as its format and the samples so far say */
    BOUND,           /* slot and offset: one member of its description */
    NO_ALPHA_FACTOR, /* of the device */
    INDEPENDENT,     /* entries 1 to 7 count: benign but for ignored fields */
    A2C,             /* AlphaToCoverageEnable */
    OVER,            /* entry: BlendEnable, the over operator */
    DUAL,            /* entry: BlendEnable, a SRC1 factor in each equation */
    LOGIC,           /* entry: LogicOpEnable, AND_REVERSE */
    BLEND_ENABLE,    /* entry and value of one field, and so on */
    LOGIC_ENABLE,
    SRC,
    DEST,
    OP,
    SRC_A,
    DEST_A,
    OP_A,
    LOGIC_OP,
    MASK,
    SAMPLE_MASK,
    COUNT,  /* NumRenderTargets */
    FORMAT, /* RTVFormats[index] */
    DSV,    /* DSVFormat */
    SAMPLES,
    QUALITY,
    NO_SHADER,
    COVERAGE, /* SV_Coverage is exported */
    FLOATS,   /* output: float, with these components */
    UINTS,
    SINTS,
    UNDECLARED,
};

struct edit {
    enum edit_kind kind;
    unsigned index;
    uint32_t value;
};

enum { POISON = 0x5A5A5A5A, POISON_BYTE = 0x5A };

static inline void poison_equations(D3D12_RENDER_TARGET_BLEND_DESC *entry)
{
    entry->SrcBlend = (D3D12_BLEND) POISON;
    entry->DestBlend = (D3D12_BLEND) POISON;
    entry->BlendOp = (D3D12_BLEND_OP) POISON;
    entry->SrcBlendAlpha = (D3D12_BLEND) POISON;
    entry->DestBlendAlpha = (D3D12_BLEND) POISON;
    entry->BlendOpAlpha = (D3D12_BLEND_OP) POISON;
    entry->LogicOp = (D3D12_LOGIC_OP) POISON;
}

static inline void make_base(struct ombre_pso *pso,
                             struct ombre_d3d_device *device)
{
    *device = ombre_d3d_device_default();
    *pso = ombre_pso_default();
    memset(&pso->BlendState.RenderTarget[1], POISON_BYTE,
           7 * sizeof pso->BlendState.RenderTarget[0]);
    poison_equations(&pso->BlendState.RenderTarget[0]);
    pso->NumRenderTargets = 1;
    pso->RTVFormats[0] = DXGI_FORMAT_R8G8B8A8_UNORM;
    pso->DSVFormat = DXGI_FORMAT_D32_FLOAT; /* stands behind RTVFormats */
    pso->shader.bound = true;
    for (unsigned i = 0; i < OMBRE_MAX_TARGETS; i++)
        pso->shader.output[i].components = 0xA; /* of undeclared: ignored */
    pso->shader.output[0] = (struct ombre_output){OMBRE_OUTPUT_FLOAT, 0xF};
}

static inline void edit_equations(D3D12_RENDER_TARGET_BLEND_DESC *entry,
                                  const uint32_t values[6])
{
    entry->BlendEnable = 1;
    entry->SrcBlend = (D3D12_BLEND) values[0];
    entry->DestBlend = (D3D12_BLEND) values[1];
    entry->BlendOp = (D3D12_BLEND_OP) values[2];
    entry->SrcBlendAlpha = (D3D12_BLEND) values[3];
    entry->DestBlendAlpha = (D3D12_BLEND) values[4];
    entry->BlendOpAlpha = (D3D12_BLEND_OP) values[5];
}

static inline void edit_independent(D3D12_BLEND_DESC *desc)
{
    desc->IndependentBlendEnable = 2; /* any BOOL but 0 is TRUE */
    for (unsigned i = 1; i < OMBRE_MAX_TARGETS; i++) {
        desc->RenderTarget[i].BlendEnable = 0;
        desc->RenderTarget[i].LogicOpEnable = 0;
        desc->RenderTarget[i].RenderTargetWriteMask = 0xF;
        poison_equations(&desc->RenderTarget[i]);
    }
}

static inline bool edit_entry(D3D12_RENDER_TARGET_BLEND_DESC *entry,
                              const struct edit *edit)
{
    static const uint32_t over[6] = {5, 6, 1, 2, 6, 1};
    static const uint32_t dual[6] = {3, 16, 1, 5, 18, 1};

    if (edit->kind == OVER)
        edit_equations(entry, over);
    else if (edit->kind == DUAL)
        edit_equations(entry, dual);
    else if (edit->kind == LOGIC) {
        entry->LogicOpEnable = 1;
        entry->LogicOp = D3D12_LOGIC_OP_AND_REVERSE;
    } else if (edit->kind == BLEND_ENABLE)
        entry->BlendEnable = (int32_t) edit->value;
    else if (edit->kind == LOGIC_ENABLE)
        entry->LogicOpEnable = (int32_t) edit->value;
    else if (edit->kind == SRC)
        entry->SrcBlend = (D3D12_BLEND) edit->value;
    else if (edit->kind == DEST)
        entry->DestBlend = (D3D12_BLEND) edit->value;
    else if (edit->kind == OP)
        entry->BlendOp = (D3D12_BLEND_OP) edit->value;
    else if (edit->kind == SRC_A)
        entry->SrcBlendAlpha = (D3D12_BLEND) edit->value;
    else if (edit->kind == DEST_A)
        entry->DestBlendAlpha = (D3D12_BLEND) edit->value;
    else if (edit->kind == OP_A)
        entry->BlendOpAlpha = (D3D12_BLEND_OP) edit->value;
    else if (edit->kind == LOGIC_OP)
        entry->LogicOp = (D3D12_LOGIC_OP) edit->value;
    else if (edit->kind == MASK)
        entry->RenderTargetWriteMask = (uint8_t) edit->value;
    else
        return false;
    return true;
}

static inline bool edit_shader(struct ombre_pixel_shader *shader,
                               const struct edit *edit)
{
    struct ombre_output *output = &shader->output[edit->index];

    if (edit->kind == NO_SHADER)
        shader->bound = false;
    else if (edit->kind == COVERAGE)
        shader->coverage = (enum ombre_coverage_export) edit->value;
    else if (edit->kind == FLOATS)
        *output =
            (struct ombre_output){OMBRE_OUTPUT_FLOAT, (uint8_t) edit->value};
    else if (edit->kind == UINTS)
        *output =
            (struct ombre_output){OMBRE_OUTPUT_UINT, (uint8_t) edit->value};
    else if (edit->kind == SINTS)
        *output =
            (struct ombre_output){OMBRE_OUTPUT_SINT, (uint8_t) edit->value};
    else if (edit->kind == UNDECLARED)
        output->type = OMBRE_OUTPUT_NONE;
    else
        return false;
    return true;
}

static inline bool edit_device(struct ombre_d3d_device *device,
                               const struct edit *edit)
{
    if (edit->kind == NO_LOGIC_OP)
        device->OutputMergerLogicOp = false;
    else if (edit->kind == LEVEL)
        device->FeatureLevel = edit->value;
    else if (edit->kind == MISC_CAPS)
        device->Caps.PrimitiveMiscCaps = edit->value;
    else if (edit->kind == SRC_CAPS)
        device->Caps.SrcBlendCaps = edit->value;
    else if (edit->kind == DEST_CAPS)
        device->Caps.DestBlendCaps = edit->value;
    else if (edit->kind == TARGET_CAPS)
        device->Caps.NumSimultaneousRTs = edit->value;
    else if (edit->kind == NO_ALPHA_FACTOR)
        device->AlphaBlendFactorSupported = false;
    else
        return false;
    return true;
}

/* Slots of edits: 0 to 7 are targets. */
enum { DEPTH = OMBRE_MAX_TARGETS };

#define SLOT(slot, member, value)                                        \
    {                                                                    \
        BOUND, (slot) | offsetof(struct ombre_bound, member) << 8, value \
    }

static inline struct ombre_bound *described(struct ombre_pso *pso,
                                            unsigned slot)
{
    struct ombre_bound *bound =
        slot == DEPTH ? &pso->DepthStencil : &pso->RenderTargets[slot];

    if (!bound->described) {
        *bound = ombre_bound_default();
        bound->Format = slot == DEPTH ? pso->DSVFormat : pso->RTVFormats[slot];
        bound->SampleDesc = pso->SampleDesc;
    }
    return bound;
}

static inline bool edit_bound(struct ombre_pso *pso, const struct edit *edit)
{
    if (edit->kind == DESCRIBED)
        (void) described(pso, edit->index);
    else if (edit->kind == BOUND)
        memcpy((char *) described(pso, edit->index & 0xFF) + (edit->index >> 8),
               &edit->value, sizeof edit->value);
    else
        return false;
    return true;
}

static inline bool edit_pso(struct ombre_pso *pso, const struct edit *edit)
{
    if (edit->kind == API) {
        pso->api = (enum ombre_api) edit->value;
        pso->desc = ombre_pso_default_of(pso->api).desc;
    } else if (edit->kind == NULL_DESC)
        pso->null_desc = true;
    else if (edit->kind == RS)
        memcpy((char *) &pso->desc.d3d9 + edit->index, &edit->value,
               sizeof edit->value);
    else if (edit->kind == INDEPENDENT)
        edit_independent(&pso->BlendState);
    else if (edit->kind == A2C)
        pso->BlendState.AlphaToCoverageEnable = -1;
    else if (edit->kind == SAMPLE_MASK)
        pso->SampleMask = edit->value;
    else if (edit->kind == COUNT)
        pso->NumRenderTargets = edit->value;
    else if (edit->kind == FORMAT)
        pso->RTVFormats[edit->index] = (DXGI_FORMAT) edit->value;
    else if (edit->kind == DSV)
        pso->DSVFormat = (DXGI_FORMAT) edit->value;
    else if (edit->kind == SAMPLES)
        pso->SampleDesc.Count = edit->value;
    else if (edit->kind == QUALITY)
        pso->SampleDesc.Quality = edit->value;
    else
        return false;
    return true;
}

static inline void apply(struct ombre_pso *pso, struct ombre_d3d_device *device,
                         const struct edit *edit)
{
    const bool known =
        edit_device(device, edit) || edit_pso(pso, edit) ||
        edit_bound(pso, edit) || edit_shader(&pso->shader, edit) ||
        edit_entry(&pso->BlendState.RenderTarget[edit->index], edit);
    assert_true(known);
}

/* --- Descs of other APIs ---------------------------------------------------
 */

static inline void to_d3d10(const D3D12_BLEND_DESC *from, D3D10_BLEND_DESC *to)
{
    const D3D12_RENDER_TARGET_BLEND_DESC *first = &from->RenderTarget[0];

    to->AlphaToCoverageEnable = from->AlphaToCoverageEnable;
    to->SrcBlend = (D3D10_BLEND) first->SrcBlend;
    to->DestBlend = (D3D10_BLEND) first->DestBlend;
    to->BlendOp = (D3D10_BLEND_OP) first->BlendOp;
    to->SrcBlendAlpha = (D3D10_BLEND) first->SrcBlendAlpha;
    to->DestBlendAlpha = (D3D10_BLEND) first->DestBlendAlpha;
    to->BlendOpAlpha = (D3D10_BLEND_OP) first->BlendOpAlpha;
    for (unsigned i = 0; i < OMBRE_MAX_TARGETS; i++) {
        to->BlendEnable[i] = from->RenderTarget[i].BlendEnable;
        to->RenderTargetWriteMask[i] =
            from->RenderTarget[i].RenderTargetWriteMask;
    }
}

static inline void to_d3d11(const D3D12_BLEND_DESC *from, D3D11_BLEND_DESC *to)
{
    to->AlphaToCoverageEnable = from->AlphaToCoverageEnable;
    to->IndependentBlendEnable = from->IndependentBlendEnable;
    for (unsigned i = 0; i < OMBRE_MAX_TARGETS; i++) {
        const D3D12_RENDER_TARGET_BLEND_DESC *entry = &from->RenderTarget[i];
        to->RenderTarget[i] = (D3D11_RENDER_TARGET_BLEND_DESC){
            .BlendEnable = entry->BlendEnable,
            .SrcBlend = (D3D11_BLEND) entry->SrcBlend,
            .DestBlend = (D3D11_BLEND) entry->DestBlend,
            .BlendOp = (D3D11_BLEND_OP) entry->BlendOp,
            .SrcBlendAlpha = (D3D11_BLEND) entry->SrcBlendAlpha,
            .DestBlendAlpha = (D3D11_BLEND) entry->DestBlendAlpha,
            .BlendOpAlpha = (D3D11_BLEND_OP) entry->BlendOpAlpha,
            .RenderTargetWriteMask = entry->RenderTargetWriteMask,
        };
    }
}

/* Move the blend state to where the API has it, and poison what it leaves. */
static inline void move_desc(struct ombre_pso *pso)
{
    if (pso->api == OMBRE_API_D3D11_1 || pso->api == OMBRE_API_D3D12) {
        memset(&pso->desc, POISON_BYTE, sizeof pso->desc);
        return;
    }
    if (pso->api == OMBRE_API_D3D10)
        to_d3d10(&pso->BlendState, &pso->desc.d3d10);
    else if (pso->api != OMBRE_API_D3D9)
        to_d3d11(&pso->BlendState, &pso->desc.d3d11);
    memset(&pso->BlendState, POISON_BYTE, sizeof pso->BlendState);
    if (pso->api == OMBRE_API_D3D9)
        pso->SampleMask = 0;
}

/* --- Rows ---------------------------------------------------------------- */

struct want {
    enum ombre_severity severity;
    enum ombre_rule rule;
    const char *path;   /* NULL ends the list */
    const char *detail; /* part of the detail */
};

struct row {
    const char *name;
    struct edit edit[18];
    struct want want[9];
};

#define ERROR(rule, path, detail)                             \
    {                                                         \
        OMBRE_SEVERITY_ERROR, OMBRE_RULE_##rule, path, detail \
    }
#define UNDEFINED(rule, path, detail)                             \
    {                                                             \
        OMBRE_SEVERITY_UNDEFINED, OMBRE_RULE_##rule, path, detail \
    }
#define WARNING(rule, path, detail)                             \
    {                                                           \
        OMBRE_SEVERITY_WARNING, OMBRE_RULE_##rule, path, detail \
    }
#define VALID \
    {         \
        {     \
            0 \
        }     \
    }
#define RT(index, field) "BlendState.RenderTarget[" #index "]." field

/* DXGI_FORMAT numbers that many rows use. */
enum {
    HOLE = DXGI_FORMAT_UNKNOWN,
    RGBA8 = DXGI_FORMAT_R8G8B8A8_UNORM,
    RGBA8U = DXGI_FORMAT_R8G8B8A8_UINT,
    RG16F = DXGI_FORMAT_R16G16_FLOAT,
    R32U = DXGI_FORMAT_R32_UINT,
    R8I = DXGI_FORMAT_R8_SINT,
    RGB9E5 = DXGI_FORMAT_R9G9B9E5_SHAREDEXP,
};

static inline unsigned want_count(const struct row *row)
{
    unsigned count = 0;
    while (count < sizeof row->want / sizeof row->want[0] &&
           row->want[count].path)
        count++;
    return count;
}

/* --- Running rows -------------------------------------------------------- */

static inline bool same_issue(const struct want *want,
                              const struct ombre_issue *got)
{
    return want->rule == got->rule && strcmp(want->path, got->path) == 0 &&
           strstr(got->detail, want->detail) != NULL &&
           ombre_rule_severity(got->rule) == want->severity;
}

/* What a check reads before it has set it shall not happen to be right. */
static inline void dirty_the_stack(unsigned char with)
{
    volatile unsigned char bytes[16384];

    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = with;
}

/* Print what differs; 0 if nothing does. */
static inline unsigned run_row_on(unsigned char stack, const struct row *row)
{
    static struct ombre_issues got; /* 30 KiB */
    const unsigned wanted = want_count(row);
    struct ombre_pso pso;
    struct ombre_d3d_device device;
    bool want_valid = true;
    unsigned wrong = 0;

    make_base(&pso, &device);
    for (unsigned i = 0; row->edit[i].kind != END; i++)
        apply(&pso, &device, &row->edit[i]);
    move_desc(&pso);
    memset(&got, 0x5A, sizeof got);
    dirty_the_stack(stack);
    const bool valid = ombre_validate(&pso, &device, &got);

    for (unsigned i = 0; i < wanted; i++) {
        want_valid =
            want_valid && row->want[i].severity != OMBRE_SEVERITY_ERROR;
        wrong += i >= got.count || !same_issue(&row->want[i], &got.issue[i]);
    }
    wrong += got.count != wanted || got.total != wanted || valid != want_valid;
    if (wrong) {
        print_error("row '%s': valid %d, %u issues, wanted %u\n", row->name,
                    valid, got.total, wanted);
        for (unsigned i = 0; i < got.count; i++)
            print_error("  %s at %s: %s\n", ombre_rule_name(got.issue[i].rule),
                        got.issue[i].path, got.issue[i].detail);
    }
    return wrong;
}

static inline unsigned run_row(const struct row *row)
{
    return run_row_on(0, row) + run_row_on(0xA5, row);
}

static inline unsigned run_rows(const struct row *rows, unsigned count)
{
    unsigned failed = 0;

    for (unsigned i = 0; i < count; i++)
        failed += run_row(&rows[i]) != 0;
    return failed;
}

/* --- Both sides of a rule ------------------------------------------------ */

static inline unsigned edit_count(const struct row *row)
{
    unsigned count = 0;
    while (row->edit[count].kind != END)
        count++;
    return count;
}

/* Whether the one list is the other but for one edit, which has another value,
 * or which the other lacks. */
static inline bool one_edit_apart(const struct row *a, const struct row *b)
{
    const unsigned a_count = edit_count(a), b_count = edit_count(b);
    const unsigned count = a_count < b_count ? a_count : b_count;
    unsigned before = 0, after = 0;

    while (before < count &&
           memcmp(&a->edit[before], &b->edit[before], sizeof *a->edit) == 0)
        before++;
    while (after < count - before &&
           memcmp(&a->edit[a_count - 1 - after], &b->edit[b_count - 1 - after],
                  sizeof *a->edit) == 0)
        after++;
    if (a_count != b_count)
        return a_count + b_count == 2 * count + 1 && before + after == count;
    return before + after + 1 == count &&
           a->edit[before].kind == b->edit[before].kind &&
           a->edit[before].index == b->edit[before].index;
}

static inline bool wants(const struct row *row, enum ombre_rule rule)
{
    for (unsigned i = 0; i < want_count(row); i++)
        if (row->want[i].rule == rule)
            return true;
    return false;
}

/* Whether some row breaks `rule` and looks at the detail. */
static inline bool fires(const struct row *rows, unsigned count,
                         enum ombre_rule rule)
{
    for (unsigned i = 0; i < count; i++) {
        for (unsigned k = 0; k < want_count(&rows[i]); k++) {
            if (rows[i].want[k].rule == rule && rows[i].want[k].detail[0])
                return true;
        }
    }
    return false;
}

/* Whether row `b` breaks all that row `a` does but `rule`, and nothing else. */
static inline bool only_lacks(const struct row *a, const struct row *b,
                              enum ombre_rule rule)
{
    for (unsigned i = 0; i < want_count(b); i++)
        if (b->want[i].rule == rule || !wants(a, b->want[i].rule))
            return false;
    for (unsigned i = 0; i < want_count(a); i++)
        if (a->want[i].rule != rule && !wants(b, a->want[i].rule))
            return false;
    return true;
}

/* Whether of two rows that are one edit apart one breaks `rule` and the other
 * does not, with all else alike. */
static inline bool has_both_sides(const struct row *rows, unsigned count,
                                  enum ombre_rule rule)
{
    for (unsigned i = 0; i < count; i++) {
        for (unsigned k = 0; k < count && wants(&rows[i], rule); k++) {
            if (one_edit_apart(&rows[i], &rows[k]) &&
                only_lacks(&rows[i], &rows[k], rule))
                return true;
        }
    }
    return false;
}

/* Whether each rule of `rules` has a row that breaks it and a nearest one that
 * does not. */
static inline bool hold_both_sides(const struct row *rows, unsigned row_count,
                                   const enum ombre_rule *rules,
                                   unsigned rule_count)
{
    bool all = rule_count > 0;

    for (unsigned i = 0; i < rule_count; i++) {
        const char *name = ombre_rule_name(rules[i]);
        const bool fired = fires(rows, row_count, rules[i]);
        const bool both = has_both_sides(rows, row_count, rules[i]);

        if (!fired)
            print_error("no row breaks %s\n", name);
        if (!both)
            print_error("no row breaks %s with another, one edit away, that "
                        "does not\n",
                        name);
        all = all && fired && both;
    }
    return all;
}

#endif /* OMBRE_TESTS_VALIDATE_ROWS_H */
