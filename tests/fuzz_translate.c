/* Whatever the bytes of a desc: the validator and the translator answer, agree
 * about what is invalid, name only what Vulkan has, and a state that the
 * device's own output merger draws comes back from Vulkan with the same key.
 *
 * With -Dfuzz=true and clang this is a libFuzzer target; else it draws bytes
 * from a generator.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "inverse.h"
#include "ombre/translate.h"
#include "ombre/validate.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool holds, const char *what)
{
    if (!holds) {
        fprintf(stderr, "fuzz_translate: %s\n", what);
        abort();
    }
}

/* --- From bytes ------------------------------------------------------------
 */

/* Bytes that are over read as 0. */
struct reader {
    const uint8_t *data;
    size_t size;
};

static void read_bytes(struct reader *r, void *out, size_t size)
{
    uint8_t *bytes = out;

    for (size_t i = 0; i < size; i++) {
        bytes[i] = r->size != 0 ? *r->data : 0;
        r->data += r->size != 0;
        r->size -= r->size != 0;
    }
}

static uint32_t read_word(struct reader *r)
{
    uint32_t word;

    read_bytes(r, &word, sizeof word);
    return word;
}

static uint8_t read_byte(struct reader *r)
{
    uint8_t byte;

    read_bytes(r, &byte, sizeof byte);
    return byte;
}

/* A number below `limit` nearly always, or any. */
static uint32_t read_below(struct reader *r, uint32_t limit)
{
    const uint8_t byte = read_byte(r);

    return byte == 0xFF ? read_word(r) : byte % limit;
}

/* Legal words are rare among random ones: most bytes choose among few. */
static void read_entry(struct reader *r, D3D12_RENDER_TARGET_BLEND_DESC *out)
{
    const uint8_t how = read_byte(r);

    if (how % 16 == 15) {
        read_bytes(r, out, sizeof *out);
        return;
    }
    out->BlendEnable = how & 1;
    out->LogicOpEnable = (how & 6) == 6;
    out->SrcBlend = (D3D12_BLEND) read_below(r, 22);
    out->DestBlend = (D3D12_BLEND) read_below(r, 22);
    out->BlendOp = (D3D12_BLEND_OP) read_below(r, 6);
    out->SrcBlendAlpha = (D3D12_BLEND) read_below(r, 22);
    out->DestBlendAlpha = (D3D12_BLEND) read_below(r, 22);
    out->BlendOpAlpha = (D3D12_BLEND_OP) read_below(r, 6);
    out->LogicOp = (D3D12_LOGIC_OP) read_below(r, 16);
    out->RenderTargetWriteMask = (uint8_t) read_below(r, 16);
}

static void read_d3d9(struct reader *r, struct ombre_d3d9_states *out)
{
#define X(name, initial)       \
    if (read_byte(r) % 4 == 3) \
        out->name = read_below(r, 18);
    OMBRE_D3D9_STATES(X)
#undef X
}

static void read_desc(struct reader *r, struct ombre_pso *out)
{
    D3D12_BLEND_DESC *desc = &out->BlendState;

    desc->AlphaToCoverageEnable = (int) read_below(r, 2);
    desc->IndependentBlendEnable = (int) read_below(r, 2);
    for (unsigned i = 0; i < 8; i++)
        read_entry(r, &desc->RenderTarget[i]);
    switch (out->api) {
    case OMBRE_API_D3D9: read_d3d9(r, &out->desc.d3d9); break;
    case OMBRE_API_D3D10:
        if (read_byte(r) % 2)
            read_bytes(r, &out->desc.d3d10, sizeof out->desc.d3d10);
        break;
    case OMBRE_API_D3D10_1:
    case OMBRE_API_D3D11:
        out->desc.d3d11.IndependentBlendEnable = read_byte(r) & 1;
        for (unsigned i = 0; i < 8; i++)
            memcpy(&out->desc.d3d11.RenderTarget[i].SrcBlend,
                   &desc->RenderTarget[i].SrcBlend, 6 * sizeof(uint32_t));
        for (unsigned i = 0; i < 8; i++)
            out->desc.d3d11.RenderTarget[i].BlendEnable =
                desc->RenderTarget[i].BlendEnable;
        break;
    case OMBRE_API_D3D11_1:
    case OMBRE_API_D3D12: break;
    }
}

static void read_shader(struct reader *r, struct ombre_pixel_shader *out)
{
    out->bound = read_byte(r) % 8 != 7;
    for (unsigned i = 0; i < 8; i++) {
        const uint8_t byte = read_byte(r);
        out->output[i].type = (enum ombre_output_type)(
            byte == 0xFF ? read_word(r) : (uint32_t) (byte & 3));
        out->output[i].components = byte & 64 ? byte >> 2 & 15 : 15;
    }
    out->coverage = (enum ombre_coverage_export) read_below(r, 3);
    out->coverage_mask = read_word(r);
}

static void read_bound(struct reader *r, struct ombre_bound *out)
{
    *out = ombre_bound_default();
    out->described = read_byte(r) % 8 == 7;
    if (!out->described)
        return;
    out->resource = read_below(r, 3);
    out->Dimension = read_below(r, 6);
    out->Width = read_below(r, 9);
    out->Height = read_below(r, 9);
    out->DepthOrArraySize = read_below(r, 9);
    out->MipLevels = read_below(r, 5);
    out->Format = (DXGI_FORMAT) read_below(r, 120);
    out->SampleDesc.Count = read_below(r, 5);
    out->SampleDesc.Quality = read_below(r, 2);
    out->View.Format = (DXGI_FORMAT) read_below(r, 120);
    out->View.ViewDimension = read_below(r, 10);
    out->View.MipSlice = read_below(r, 5);
    out->View.FirstArraySlice = read_below(r, 5);
    out->View.ArraySize = read_below(r, 5);
    out->View.FirstWSlice = read_below(r, 5);
    out->View.WSize = read_below(r, 5);
}

static struct ombre_pso read_pso(struct reader *r)
{
    const uint8_t api = read_byte(r) % 6;
    struct ombre_pso pso = ombre_pso_default_of((enum ombre_api) api);

    pso.null_desc = read_byte(r) % 64 == 63;
    pso.NumRenderTargets = read_below(r, 9);
    for (unsigned i = 0; i < 8; i++) {
        static const uint8_t common[] = {28, 10, 87, 65, 88, 61, 30, 0};
        const uint8_t byte = read_byte(r);
        pso.RTVFormats[i] = (DXGI_FORMAT) (byte == 0xFF  ? read_word(r)
                                           : byte & 0x80 ? byte & 0x7Fu
                                                         : common[byte % 8]);
    }
    pso.SampleDesc.Count = 1u << read_byte(r) % 4;
    if (read_byte(r) % 16 == 15)
        pso.SampleDesc.Count = read_word(r);
    pso.SampleDesc.Quality = read_byte(r) % 16 == 15 ? read_word(r) : 0;
    read_shader(r, &pso.shader);
    read_desc(r, &pso);
    read_bytes(r, pso.BlendFactor, sizeof pso.BlendFactor);
    pso.SampleMask = read_word(r);
    pso.DSVFormat = (DXGI_FORMAT) read_below(r, 120);
    for (unsigned i = 0; i < 8; i++)
        read_bound(r, &pso.RenderTargets[i]);
    read_bound(r, &pso.DepthStencil);
    return pso;
}

static struct ombre_d3d_device read_device(struct reader *r)
{
    static const uint32_t levels[] = {0x9100, 0x9200, 0x9300, 0xa000, 0xa100,
                                      0xb000, 0xb100, 0xc000, 0xc100, 0xc200};
    struct ombre_d3d_device device = ombre_d3d_device_default();
    const uint8_t byte = read_byte(r);

    if (byte & 1)
        return device;
    device.FeatureLevel = byte & 2 ? levels[(byte >> 2) % 10] : read_word(r);
    device.OutputMergerLogicOp = (byte & 64) != 0;
    device.AlphaBlendFactorSupported = (byte & 128) != 0;
    read_bytes(r, &device.Caps, sizeof device.Caps);
    return device;
}

static struct ombre_vk_facts read_facts(struct reader *r)
{
    const uint8_t byte = read_byte(r);
    struct ombre_vk_facts facts =
        byte & 1 ? ombre_vk_facts_all() : ombre_vk_facts_minimum();

    if (byte & 2)
        return facts;
    facts.independent_blend = (byte & 4) != 0;
    facts.dual_src_blend = (byte & 8) != 0;
    facts.logic_op = (byte & 16) != 0;
    facts.max_color_attachments = read_below(r, 9);
    facts.max_fragment_dual_src_attachments = read_below(r, 2);
    facts.format_count =
        read_byte(r) % 8 == 7 ? read_word(r) : facts.format_count;
    read_bytes(r, facts.hint, byte & 32 ? 0 : sizeof facts.hint);
    return facts;
}

/* --- Answers ---------------------------------------------------------------
 */

static void check_issues(const struct ombre_issues *issues, bool valid)
{
    bool error = false;

    require(issues->count <= OMBRE_MAX_ISSUES, "too many issues");
    require(issues->count == issues->total || issues->count == OMBRE_MAX_ISSUES,
            "issues are left out");
    for (unsigned i = 0; i < issues->count; i++) {
        const struct ombre_issue *issue = &issues->issue[i];
        require((unsigned) issue->rule < OMBRE_RULE_COUNT, "no such rule");
        require(issue->path[0] != '\0' &&
                    memchr(issue->path, '\0', sizeof issue->path) != NULL,
                "a path that is empty or does not end");
        require(issue->detail[0] != '\0' &&
                    memchr(issue->detail, '\0', sizeof issue->detail) != NULL,
                "a detail that is empty or does not end");
        error |= ombre_rule_severity(issue->rule) == OMBRE_SEVERITY_ERROR;
    }
    require(issues->count < issues->total || valid == !error,
            "valid with errors, or invalid without");
}

/* Undefined is what Direct3D 9 to 11 let through and no driver may be handed.
 */
static bool is_undefined(const struct ombre_issues *issues)
{
    for (unsigned i = 0; i < issues->count; i++)
        if (ombre_rule_severity(issues->issue[i].rule) ==
            OMBRE_SEVERITY_UNDEFINED)
            return true;
    return issues->count < issues->total;
}

static void check_attachment(const VkPipelineColorBlendAttachmentState *a)
{
    require(a->blendEnable <= 1, "blendEnable");
    require(ombre_vk_blend_factor_name(a->srcColorBlendFactor) &&
                ombre_vk_blend_factor_name(a->dstColorBlendFactor) &&
                ombre_vk_blend_factor_name(a->srcAlphaBlendFactor) &&
                ombre_vk_blend_factor_name(a->dstAlphaBlendFactor),
            "a VkBlendFactor that is none");
    require(ombre_vk_blend_op_name(a->colorBlendOp) &&
                ombre_vk_blend_op_name(a->alphaBlendOp),
            "a VkBlendOp that is none");
    require(a->colorWriteMask <= 0xF, "colorWriteMask");
}

static void check_vk(const struct ombre_vk_state *vk)
{
    require(vk->attachment_count <= OMBRE_VK_MAX_ATTACHMENTS, "attachments");
    for (unsigned i = 0; i < OMBRE_VK_MAX_ATTACHMENTS; i++) {
        check_attachment(&vk->attachment[i]);
        require(ombre_vk_format_name(vk->format[i]) != NULL,
                "a VkFormat that is none");
    }
    require(vk->logic_op_enable <= 1 && vk->alpha_to_coverage_enable <= 1 &&
                vk->dual_source <= 1,
            "a VkBool32 that is none");
    require(ombre_vk_logic_op_name(vk->logic_op) != NULL,
            "a VkLogicOp that is none");
    require(vk->samples != 0 && (vk->samples & (vk->samples - 1)) == 0 &&
                vk->samples <= VK_SAMPLE_COUNT_64_BIT,
            "a VkSampleCountFlagBits that is none");
    require(vk->needs < 2 * OMBRE_VK_NEED_LOGIC_OP, "a need that is none");
    require(vk->patch_count <= OMBRE_VK_MAX_PATCHES, "too many patches");
    for (unsigned i = 0; i < vk->patch_count; i++)
        require(ombre_vk_patch_name(vk->patch[i].kind) != NULL &&
                    vk->patch[i].output < 8,
                "a patch that is none");
}

/* --- Back ------------------------------------------------------------------
 */

static bool is_native(const struct ombre_translation *t)
{
    for (unsigned i = 0; i < OMBRE_MAX_TARGETS; i++)
        if (t->plan[i].how != OMBRE_PLAN_NONE &&
            t->plan[i].how != OMBRE_PLAN_NATIVE)
            return false;
    return t->status == OMBRE_TRANSLATE_OK;
}

static void check_round_trip(const struct ombre_state *state,
                             const struct ombre_translation *t,
                             const struct ombre_vk_facts *facts)
{
    const struct ombre_pso pso = inverse_pso(t, state);
    struct ombre_state again;
    struct ombre_translation of_again;

    require(ombre_state_from_pso(&pso, &again), "no way back");
    require(ombre_translate(&again, facts, &of_again) == OMBRE_TRANSLATE_OK,
            "what came back cannot be translated");
    require(memcmp(t->key, of_again.key, sizeof t->key) == 0,
            "the key does not come back");
}

/* --- Other ways ------------------------------------------------------------
 */

/* What was mended is never invalid, and mending finds nothing more in it. */
static void check_mended(const struct ombre_state *state,
                         const struct ombre_vk_facts *facts, bool invalid)
{
    uint8_t left_out[OMBRE_MAX_TARGETS];
    struct ombre_state mended = *state;
    struct ombre_translation t;

    if ((state->sample_count & (state->sample_count - 1)) != 0)
        return; /* a count of samples that is none is not mended */
    const bool any = ombre_state_mend(&mended, facts, left_out);
    require(any || !invalid, "an invalid state that needs no mending");
    require(ombre_translate(&mended, facts, &t) != OMBRE_TRANSLATE_INVALID,
            "a mended state that is refused");
    require(!ombre_state_mend(&mended, facts, left_out),
            "a mended state that needs mending");
}

/* What is read leniently is what a strict reading takes, if it takes it; mended
 * it can be translated. */
static void check_lenient(const struct ombre_pso *pso,
                          const struct ombre_vk_facts *facts,
                          const struct ombre_state *strict)
{
    static const uint8_t nothing[OMBRE_MAX_TARGETS];
    uint8_t left_out[OMBRE_MAX_TARGETS];
    struct ombre_state state;

    if (!ombre_state_from_pso_leniently(pso, &state, left_out)) {
        require(strict == NULL, "lenience that is stricter");
        return;
    }
    require((strict == NULL) >=
                (memcmp(left_out, nothing, sizeof nothing) != 0),
            "lenience that leaves out what is right");
    check_mended(&state, facts, false);
}

/* A plan with a shader's help is one where plain translation had none, and
 * needs nothing that the device lacks. */
static void check_emulated(const struct ombre_state *state,
                           const struct ombre_vk_facts *facts,
                           enum ombre_translate_status plain)
{
    for (unsigned pure = 0; pure < 2; pure++) {
        const struct ombre_translate_policy policy = {.pure_shader = pure != 0};
        struct ombre_translation t;

        memset(&t, 0xA5, sizeof t);
        const enum ombre_translate_status status =
            ombre_translate_with(state, facts, &policy, &t);
        require(status == t.status, "two answers");
        require((status == OMBRE_TRANSLATE_INVALID) ==
                    (plain == OMBRE_TRANSLATE_INVALID),
                "a policy that makes states valid or not");
        require(plain != OMBRE_TRANSLATE_OK || status == plain,
                "a policy that takes away");
        if (status == OMBRE_TRANSLATE_INVALID)
            continue;
        check_vk(&t.vk);
        require(status != OMBRE_TRANSLATE_OK ||
                    ((facts->logic_op ||
                      (t.vk.needs & OMBRE_VK_NEED_LOGIC_OP) == 0) &&
                     (facts->dual_src_blend ||
                      (t.vk.needs & OMBRE_VK_NEED_DUAL_SRC_BLEND) == 0)),
                "a plan that needs what is not there");
    }
}

/* Numbers of our own that no rule of Direct3D knows. */
static bool is_sound(const struct ombre_pixel_shader *shader)
{
    for (unsigned i = 0; i < 8; i++)
        if ((unsigned) shader->output[i].type > OMBRE_OUTPUT_SINT)
            return false;
    return (unsigned) shader->coverage <= OMBRE_COVERAGE_PER_PIXEL;
}

/* --- All of them -----------------------------------------------------------
 */

enum answer { REFUSED, UNSUPPORTED, ROUND_TRIP };

static enum answer answer_to(const uint8_t *data, size_t size)
{
    static struct ombre_issues issues;
    struct reader r = {data, size};
    const struct ombre_d3d_device device = read_device(&r);
    const struct ombre_vk_facts facts = read_facts(&r);
    const struct ombre_pso pso = read_pso(&r);
    struct ombre_state state;
    struct ombre_translation t;
    uint32_t key[1 + OMBRE_MAX_TARGETS];

    const bool valid = ombre_validate(&pso, &device, &issues);
    check_issues(&issues, valid);
    if (!ombre_state_from_pso(&pso, &state)) {
        require(!valid || !is_sound(&pso.shader),
                "a valid state that cannot be read");
        check_lenient(&pso, &facts, NULL);
        return REFUSED;
    }
    memset(&t, 0xA5, sizeof t);
    (void) ombre_translate(&state, &facts, &t);
    require(memchr(t.reason, '\0', sizeof t.reason) != NULL,
            "a reason that does not end");
    require((t.reason[0] == '\0') == (t.status == OMBRE_TRANSLATE_OK),
            "a reason without a fault, or the reverse");
    if (ombre_state_key(&state, key))
        require(memcmp(key, t.key, sizeof key) == 0, "two keys");
    check_lenient(&pso, &facts, &state);
    check_mended(&state, &facts, t.status == OMBRE_TRANSLATE_INVALID);
    check_emulated(&state, &facts, t.status);
    if (t.status == OMBRE_TRANSLATE_INVALID) {
        require(!valid || is_undefined(&issues),
                "a valid state that is refused");
        return REFUSED;
    }
    check_vk(&t.vk);
    if (!is_native(&t))
        return UNSUPPORTED;
    check_round_trip(&state, &t, &facts);
    return ROUND_TRIP;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    (void) answer_to(data, size);
    return 0;
}

#ifndef OMBRE_LIBFUZZER
enum { INPUTS = 60000, MAX_SIZE = 700 };

/* SplitMix64 */
static uint64_t next(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9E3779B97F4A7C15);

    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

int main(void)
{
    unsigned count[3] = {0};
    uint64_t state = 1;

    for (unsigned i = 0; i < INPUTS; i++) {
        uint8_t bytes[MAX_SIZE];
        const size_t size = (size_t) (next(&state) % (MAX_SIZE + 1));
        for (size_t k = 0; k < size; k++)
            bytes[k] = (uint8_t) next(&state);
        count[answer_to(bytes, size)]++;
    }
    printf("%u refused, %u beyond the device, %u came back\n", count[REFUSED],
           count[UNSUPPORTED], count[ROUND_TRIP]);
    return count[REFUSED] > 1000 && count[UNSUPPORTED] > 300 &&
                   count[ROUND_TRIP] > 1000
               ? 0
               : 1;
}
#endif
