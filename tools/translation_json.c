#include "translation_json.h"

#include "common_options.h"

static void write_constants(struct json_out *out, const float constants[4])
{
    json_array(out, "blendConstants");
    for (unsigned i = 0; i < 4; i++)
        json_number(out, NULL, (double) constants[i]);
    json_array_end(out);
}

static void write_equation(struct json_out *out,
                           const VkPipelineColorBlendAttachmentState *a)
{
    json_string(out, "srcColorBlendFactor",
                ombre_vk_blend_factor_name(a->srcColorBlendFactor));
    json_string(out, "dstColorBlendFactor",
                ombre_vk_blend_factor_name(a->dstColorBlendFactor));
    json_string(out, "colorBlendOp", ombre_vk_blend_op_name(a->colorBlendOp));
    json_string(out, "srcAlphaBlendFactor",
                ombre_vk_blend_factor_name(a->srcAlphaBlendFactor));
    json_string(out, "dstAlphaBlendFactor",
                ombre_vk_blend_factor_name(a->dstAlphaBlendFactor));
    json_string(out, "alphaBlendOp", ombre_vk_blend_op_name(a->alphaBlendOp));
}

static void write_blend_state(struct json_out *out,
                              const struct ombre_vk_state *vk)
{
    json_object(out, "pipelineColorBlendState");
    json_bool(out, "logicOpEnable", vk->logic_op_enable);
    json_string(out, "logicOp", ombre_vk_logic_op_name(vk->logic_op));
    json_int(out, "attachmentCount", vk->attachment_count);
    json_array(out, "pAttachments");
    for (uint32_t i = 0; i < vk->attachment_count; i++) {
        json_object(out, NULL);
        json_bool(out, "blendEnable", vk->attachment[i].blendEnable);
        write_equation(out, &vk->attachment[i]);
        json_int(out, "colorWriteMask", vk->attachment[i].colorWriteMask);
        json_object_end(out);
    }
    json_array_end(out);
    write_constants(out, vk->blend_constants);
    json_object_end(out);
}

static void write_multisample_state(struct json_out *out,
                                    const struct ombre_vk_state *vk)
{
    char samples[32];
    snprintf(samples, sizeof samples, "VK_SAMPLE_COUNT_%u_BIT",
             (unsigned) vk->samples);
    json_object(out, "pipelineMultisampleState");
    json_string(out, "rasterizationSamples", samples);
    json_array(out, "pSampleMask");
    json_int(out, NULL, vk->sample_mask);
    json_array_end(out);
    json_bool(out, "alphaToCoverageEnable", vk->alpha_to_coverage_enable);
    json_bool(out, "alphaToOneEnable", false);
    json_object_end(out);
}

static void write_dynamic(struct json_out *out, const struct ombre_vk_state *vk)
{
    json_object(out, "dynamic");
    json_array(out, "colorBlendEnables");
    for (uint32_t i = 0; i < vk->attachment_count; i++)
        json_bool(out, NULL, vk->attachment[i].blendEnable);
    json_array_end(out);
    json_array(out, "colorBlendEquations");
    for (uint32_t i = 0; i < vk->attachment_count; i++) {
        json_object(out, NULL);
        write_equation(out, &vk->attachment[i]);
        json_object_end(out);
    }
    json_array_end(out);
    json_array(out, "colorWriteMasks");
    for (uint32_t i = 0; i < vk->attachment_count; i++)
        json_int(out, NULL, vk->attachment[i].colorWriteMask);
    json_array_end(out);
    json_object_end(out);
}

static void write_words(struct json_out *out, const char *key,
                        const uint32_t words[4])
{
    json_array(out, key);
    for (unsigned i = 0; i < 4; i++)
        json_int(out, NULL, words[i]);
    json_array_end(out);
}

static void write_patches(struct json_out *out, const struct ombre_vk_state *vk)
{
    json_array(out, "shaderPatches");
    for (uint32_t i = 0; i < vk->patch_count; i++) {
        const struct ombre_vk_patch *patch = &vk->patch[i];
        json_object(out, NULL);
        json_string(out, "kind", ombre_vk_patch_name(patch->kind));
        json_int(out, "output", patch->output);
        if (patch->kind == OMBRE_VK_PATCH_CLAMP_INTEGER) {
            write_words(out, "low", patch->low);
            write_words(out, "high", patch->high);
        }
        json_object_end(out);
    }
    json_array_end(out);
}

/* What the fragment shader computes for target `i`, if it does. */
static void write_emulation(struct json_out *out,
                            const struct ombre_vk_state *vk, uint32_t i)
{
    const struct ombre_vk_emulation *emulation = &vk->emulation[i];
    if ((vk->emulated >> i & 1) == 0) {
        json_null(out, "emulation");
        return;
    }
    json_object(out, "emulation");
    json_string(out, "numeric", ombre_vk_numeric_name(emulation->numeric));
    json_bool(out, "byValue", emulation->by_value);
    json_array(out, "components");
    for (unsigned c = 0; c < 4; c++) {
        json_object(out, NULL);
        json_int(out, "shift", emulation->component[c].shift);
        json_int(out, "width", emulation->component[c].bits);
        json_object_end(out);
    }
    json_array_end(out);
    json_bool(out, "blendEnable", emulation->equation.blendEnable);
    write_equation(out, &emulation->equation);
    json_int(out, "colorWriteMask", emulation->equation.colorWriteMask);
    json_bool(out, "logicOpEnable", emulation->logic_op_enable);
    json_string(out, "logicOp", ombre_vk_logic_op_name(emulation->logic_op));
    json_object_end(out);
}

static void write_plan(struct json_out *out,
                       const struct ombre_translation *translation)
{
    json_array(out, "plan");
    for (uint32_t i = 0; i < translation->vk.attachment_count; i++) {
        json_object(out, NULL);
        json_int(out, "target", i);
        json_string(out, "how", ombre_plan_name(translation->plan[i].how));
        json_string(out, "because", ombre_plan_because(translation, i).text);
        write_emulation(out, &translation->vk, i);
        json_object_end(out);
    }
    json_array_end(out);
    json_array(out, "key");
    for (unsigned i = 0; i < 1 + OMBRE_MAX_TARGETS; i++)
        json_hex(out, NULL, translation->key[i], 8);
    json_array_end(out);
}

const char *left_out_name(unsigned bit)
{
    static const char *const names[] = {"blend", "logic-op", "target", "mask",
                                        "color-in-alpha"};
    return bit < sizeof names / sizeof *names ? names[bit] : NULL;
}

static void write_left_out(struct json_out *out,
                           const uint8_t left_out[OMBRE_MAX_TARGETS])
{
    json_array(out, "leftOut");
    for (unsigned i = 0; i < OMBRE_MAX_TARGETS; i++) {
        if (left_out[i] == 0)
            continue;
        json_object(out, NULL);
        json_int(out, "target", i);
        json_array(out, "what");
        for (unsigned bit = 0; left_out_name(bit); bit++)
            if (left_out[i] >> bit & 1)
                json_string(out, NULL, left_out_name(bit));
        json_array_end(out);
        json_object_end(out);
    }
    json_array_end(out);
}

static void write_status(struct json_out *out,
                         const struct ombre_translation *translation)
{
    json_string(out, "status",
                ombre_translate_status_name(translation->status));
    json_hex(out, "hresult", ombre_translate_hresult(translation->status), 8);
    if (*translation->reason)
        json_string(out, "reason", translation->reason);
}

static void write_state(struct json_out *out,
                        const struct ombre_translation *translation)
{
    const struct ombre_vk_state *vk = &translation->vk;
    write_blend_state(out, vk);
    write_multisample_state(out, vk);
    write_constants(out, vk->blend_constants);
    write_dynamic(out, vk);
    json_array(out, "attachmentFormats");
    for (uint32_t i = 0; i < vk->attachment_count; i++)
        json_string(out, NULL, ombre_vk_format_name(vk->format[i]));
    json_array_end(out);
    write_patches(out, vk);
    json_array(out, "needs");
    for (uint32_t need = 1; need <= OMBRE_VK_NEED_FORMAT_BLEND; need <<= 1)
        if (vk->needs & need)
            json_string(out, NULL, feature_name((enum ombre_vk_need) need));
    json_array_end(out);
    write_plan(out, translation);
}

void translation_write(struct json_out *out,
                       const struct ombre_translation *translation,
                       const uint8_t left_out[OMBRE_MAX_TARGETS])
{
    json_object(out, NULL);
    if (translation->status != OMBRE_TRANSLATE_INVALID)
        write_state(out, translation);
    write_status(out, translation);
    if (left_out)
        write_left_out(out, left_out);
    json_object_end(out);
}
