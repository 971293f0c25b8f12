/* The comment at the head of a program, and its state. */
#include <string.h>

#include "console.h"
#include "repro.h"
#include "words.h"

/* --- Head -------------------------------------------------------------------
 */

/* Text from outside in a comment: nothing ends it, nothing is obeyed. */
static void write_name(FILE *file, const char *name)
{
    char clean[512];
    console_clean(clean, sizeof clean, name);
    for (const char *at = clean; *at; at++)
        fputc(*at == '*' || *at == '\\' ? '?' : *at, file);
}

static void write_target_words(FILE *file, const struct repro *r, unsigned t)
{
    const struct ombre_format *format = r->state->target[t].format;
    char words[WORDS_SIZE];
    if (!format) {
        fprintf(file, " *   target %u: a hole\n", t);
        return;
    }
    words_of_target(words, r->state, t);
    fprintf(file, " *   target %u, %s: %s\n", t, format->name, words);
}

void repro_write_head(FILE *file, const struct repro *r)
{
    char lane[OMBRE_LANE_TEXT_SIZE];
    ombre_lane_text(&r->lane, lane);
    fputs("/* ", file);
    write_name(file, *r->c->name ? r->c->name : "a case without a name");
    fputs("\n *\n", file);
    for (unsigned t = 0; t < r->state->target_count; t++)
        write_target_words(file, r, t);
    if (r->state->logic_op_enable)
        fprintf(file, " *   logic operation %s\n",
                ombre_logic_op_name(r->state->logic_op));
    fprintf(file, " *   %u sample%s, mask 0x%x%s; lane %s\n *\n",
            r->state->sample_count, r->state->sample_count == 1 ? "" : "s",
            r->state->sample_mask,
            r->state->alpha_to_coverage ? ", alpha to coverage" : "", lane);
    fprintf(file,
            " * What is wanted is what Direct3D's output merger may leave by "
            "its rules, judge %s;\n * each row names the rule.  Components are "
            "compared one by one.\n *\n",
            ombre_judge_name(r->judge));
    fputs(" * Made by `", file);
    write_name(file, r->command);
    fputs("`.  Needs nothing but Vulkan:\n"
          " *\n"
          " *   cc repro.c -lvulkan && ./a.out [INDEX OF THE DEVICE]\n"
          " *\n"
          " * Exit: 0 every component is as wanted, 1 some are not, the device "
          "is lost or takes\n * more than 30 seconds, 2 it cannot be drawn "
          "there.\n */\n",
          file);
    fputs(
        "#include <math.h>\n#include <stdint.h>\n#include <stdio.h>\n#include "
        "<stdlib.h>\n#include <string.h>\n\n#include "
        "<vulkan/vulkan.h>\n\n",
        file);
}

/* --- State ------------------------------------------------------------------
 */

void repro_write_mask(FILE *file, VkColorComponentFlags mask)
{
    static const char letters[] = "RGBA";
    const char *separator = "";
    if (mask == 0)
        fputc('0', file);
    for (unsigned i = 0; i < 4; i++)
        if (mask >> i & 1) {
            fprintf(file, "%sVK_COLOR_COMPONENT_%c_BIT", separator, letters[i]);
            separator = " | ";
        }
}

static void write_attachment(FILE *file, const struct repro *r,
                             const VkPipelineColorBlendAttachmentState *a,
                             unsigned t)
{
    const struct ombre_format *format = r->state->target[t].format;
    fprintf(file, "    {\n        /* target %u: %s */\n", t,
            format ? format->name : "a hole");
    fprintf(file, "        .blendEnable = %s,\n",
            a->blendEnable ? "VK_TRUE" : "VK_FALSE");
    fprintf(file,
            "        .srcColorBlendFactor = %s,\n"
            "        .dstColorBlendFactor = %s,\n"
            "        .colorBlendOp = %s,\n"
            "        .srcAlphaBlendFactor = %s,\n"
            "        .dstAlphaBlendFactor = %s,\n"
            "        .alphaBlendOp = %s,\n        .colorWriteMask = ",
            ombre_vk_blend_factor_name(a->srcColorBlendFactor),
            ombre_vk_blend_factor_name(a->dstColorBlendFactor),
            ombre_vk_blend_op_name(a->colorBlendOp),
            ombre_vk_blend_factor_name(a->srcAlphaBlendFactor),
            ombre_vk_blend_factor_name(a->dstAlphaBlendFactor),
            ombre_vk_blend_op_name(a->alphaBlendOp));
    repro_write_mask(file, a->colorWriteMask);
    fputs(",\n    },\n", file);
}

/* A float that is read back to the same bits. */
static void write_float(FILE *file, float value)
{
    char text[32];
    uint32_t word;
    memcpy(&word, &value, sizeof word);
    if ((word & 0x7F800000) == 0x7F800000) {
        fputs(word & 0x7FFFFF ? "(float) NAN"
              : word >> 31    ? "-HUGE_VALF"
                              : "HUGE_VALF",
              file);
        return;
    }
    snprintf(text, sizeof text, "%.9g", (double) value);
    fprintf(file, "%s%s", text, strpbrk(text, ".e") ? "f" : ".0f");
}

static void write_floats(FILE *file, const float value[4])
{
    for (unsigned i = 0; i < 4; i++) {
        fputs(i ? ", " : "{", file);
        write_float(file, value[i]);
    }
    fputc('}', file);
}

static void write_blend(FILE *file, const struct repro *r)
{
    /* What pipelines get where commands set the constants: a driver that looks
     * there is found out. */
    static const float spoilt[4] = {0.8125f, 0.0625f, 0.4375f, 0.6875f};
    const bool is_static = r->lane.static_constants;
    const struct ombre_vk_state fixed =
        ombre_gpu_state_fixed(&r->vk, r->dynamic);
    if (r->dynamic)
        fputs("/* What commands set is not used: it is something else here. "
              "*/\n",
              file);
    fputs("static const VkPipelineColorBlendAttachmentState "
          "blend_attachments[TARGETS] = {\n",
          file);
    for (unsigned t = 0; t < r->vk.attachment_count; t++)
        write_attachment(file, r, &fixed.attachment[t], t);
    fputs("};\n\nstatic const VkPipelineColorBlendStateCreateInfo blend_state "
          "= {\n    .sType = "
          "VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO,\n",
          file);
    fprintf(file, "    .logicOpEnable = %s,\n    .logicOp = %s,\n",
            fixed.logic_op_enable ? "VK_TRUE" : "VK_FALSE",
            ombre_vk_logic_op_name(fixed.logic_op));
    fputs("    .attachmentCount = TARGETS,\n    .pAttachments = "
          "blend_attachments,\n    .blendConstants = ",
          file);
    write_floats(file, is_static ? r->vk.blend_constants : spoilt);
    fputs(is_static ? ",\n};\n\n" : ", /* not used: dynamic */\n};\n\n", file);
    if (is_static)
        return;
    fputs("/* Set by vkCmdSetBlendConstants. */\nstatic const float "
          "blend_constants[4] = ",
          file);
    write_floats(file, r->vk.blend_constants);
    fputs(";\n\n", file);
}

static void write_multisample(FILE *file, const struct repro *r)
{
    const struct ombre_vk_state fixed =
        ombre_gpu_state_fixed(&r->vk, r->dynamic);
    fprintf(file, "static const VkSampleMask sample_mask = 0x%x;\n",
            fixed.sample_mask);
    fprintf(file,
            "static const VkPipelineMultisampleStateCreateInfo "
            "multisample_state = {\n    .sType = "
            "VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO,\n"
            "    .rasterizationSamples = (VkSampleCountFlagBits) SAMPLES,\n"
            "    .pSampleMask = &sample_mask,\n"
            "    .alphaToCoverageEnable = %s,\n};\n\n",
            fixed.alpha_to_coverage_enable ? "VK_TRUE" : "VK_FALSE");
}

static void write_features(FILE *file, const struct repro *r)
{
    static const struct {
        enum ombre_vk_need need;
        const char *name;
    } rows[] = {
        {OMBRE_VK_NEED_INDEPENDENT_BLEND, "independentBlend"},
        {OMBRE_VK_NEED_DUAL_SRC_BLEND, "dualSrcBlend"},
        {OMBRE_VK_NEED_LOGIC_OP, "logicOp"},
    };
    fputs("static const VkPhysicalDeviceFeatures features = {\n", file);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        fprintf(file, "    .%s = %s,\n", rows[i].name,
                r->vk.needs & rows[i].need ? "VK_TRUE" : "VK_FALSE");
    fputs("};\n\n", file);
}

void repro_write_state(FILE *file, const struct repro *r)
{
    const bool is_rendering = r->lane.pass == OMBRE_LANE_DYNAMIC_RENDERING;
    fprintf(file, "enum { TARGETS = %u, SAMPLES = %u, PIXELS = %zu };\n\n",
            r->vk.attachment_count, (unsigned) r->vk.samples,
            r->c->pixel_count);
    fprintf(file, "#define API_VERSION VK_API_VERSION_1_%c%s\n\n",
            is_rendering ? '3' : '1',
            is_rendering ? " /* vkCmdBeginRendering */" : "");
    fputs("/* --- State "
          "------------------------------------------------------------------ "
          "*/\n\n",
          file);
    write_features(file, r);
    write_blend(file, r);
    write_multisample(file, r);
}
