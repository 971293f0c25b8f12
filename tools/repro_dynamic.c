/* State that commands set. */
#include "repro.h"

/* A feature, the state that it lets commands set, and the command.  Rows of one
 * structure stand together. */
static const struct row {
    uint32_t feature;
    unsigned family; /* of VK_EXT_extended_dynamic_state, 2 or 3 */
    const char *name, *state, *command, *arguments;
} rows[] = {
    /* clang-format off */
    {OMBRE_LANE_FEATURE_DYNAMIC_LOGIC_OP, 2, "extendedDynamicState2LogicOp", "LOGIC_OP", "LogicOp", "logic_op"},
    {OMBRE_LANE_FEATURE_DYNAMIC_BLEND_ENABLE, 3, "extendedDynamicState3ColorBlendEnable", "COLOR_BLEND_ENABLE", "ColorBlendEnable", "0, TARGETS, blend_enables"},
    {OMBRE_LANE_FEATURE_DYNAMIC_EQUATION, 3, "extendedDynamicState3ColorBlendEquation", "COLOR_BLEND_EQUATION", "ColorBlendEquation", "0, TARGETS, blend_equations"},
    {OMBRE_LANE_FEATURE_DYNAMIC_WRITE_MASK, 3, "extendedDynamicState3ColorWriteMask", "COLOR_WRITE_MASK", "ColorWriteMask", "0, TARGETS, write_masks"},
    {OMBRE_LANE_FEATURE_DYNAMIC_LOGIC_OP_ENABLE, 3, "extendedDynamicState3LogicOpEnable", "LOGIC_OP_ENABLE", "LogicOpEnable", "logic_op_enable"},
    {OMBRE_LANE_FEATURE_DYNAMIC_SAMPLE_MASK, 3, "extendedDynamicState3SampleMask", "SAMPLE_MASK", "SampleMask", "(VkSampleCountFlagBits) SAMPLES, &set_sample_mask"},
    {OMBRE_LANE_FEATURE_DYNAMIC_COVERAGE, 3, "extendedDynamicState3AlphaToCoverageEnable", "ALPHA_TO_COVERAGE_ENABLE", "AlphaToCoverageEnable", "alpha_to_coverage"},
    {OMBRE_LANE_FEATURE_DYNAMIC_SAMPLES, 3, "extendedDynamicState3RasterizationSamples", "RASTERIZATION_SAMPLES", "RasterizationSamples", "(VkSampleCountFlagBits) SAMPLES"},
    /* clang-format on */
};

enum { ROWS = sizeof rows / sizeof *rows };

/* Whether commands set anything of a structure. */
static bool has_family(const struct repro *r, unsigned family)
{
    for (size_t i = 0; i < ROWS; i++)
        if (rows[i].family == family && r->dynamic & rows[i].feature)
            return true;
    return false;
}

static void write_family(FILE *file, const struct repro *r, unsigned family,
                         const char *next)
{
    fprintf(file,
            "static VkPhysicalDeviceExtendedDynamicState%uFeaturesEXT "
            "dynamic_state_%u = {\n    .sType = "
            "VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTENDED_DYNAMIC_STATE_%u_"
            "FEATURES_EXT,\n    .pNext = %s,\n",
            family, family, family, next);
    for (size_t i = 0; i < ROWS; i++)
        if (rows[i].family == family && r->dynamic & rows[i].feature)
            fprintf(file, "    .%s = VK_TRUE,\n", rows[i].name);
    fputs("};\n\n", file);
}

static void write_features(FILE *file, const struct repro *r)
{
    const bool two = has_family(r, 2), three = has_family(r, 3);
    if (three)
        write_family(file, r, 3, "NULL");
    if (two)
        write_family(file, r, 2, three ? "&dynamic_state_3" : "NULL");
    fprintf(file, "static void *const more_features = %s;\n\n",
            two     ? "&dynamic_state_2"
            : three ? "&dynamic_state_3"
                    : "NULL");
    if (!r->dynamic)
        return;
    fputs("static const char *const extensions[] = {\n", file);
    for (unsigned family = 2; family <= 3; family++)
        if (has_family(r, family))
            fprintf(file, "    \"VK_EXT_extended_dynamic_state%u\",\n", family);
    fputs("};\n\n", file);
}

static void write_states(FILE *file, const struct repro *r)
{
    fputs("static const VkDynamicState dynamic_states[] = {\n"
          "    VK_DYNAMIC_STATE_VIEWPORT,\n    VK_DYNAMIC_STATE_SCISSOR,\n",
          file);
    if (!r->lane.static_constants)
        fputs("    VK_DYNAMIC_STATE_BLEND_CONSTANTS,\n", file);
    for (size_t i = 0; i < ROWS; i++)
        if (r->dynamic & rows[i].feature)
            fprintf(file, "    VK_DYNAMIC_STATE_%s_EXT,\n", rows[i].state);
    fputs("};\n\n", file);
}

/* --- Values ------------------------------------------------------------------
 */

static const char *bool_name(VkBool32 value)
{
    return value ? "VK_TRUE" : "VK_FALSE";
}

static void write_equations(FILE *file, const struct ombre_vk_dynamic *dynamic)
{
    fputs("    const VkColorBlendEquationEXT blend_equations[TARGETS] = {\n",
          file);
    for (uint32_t t = 0; t < dynamic->count; t++) {
        const VkColorBlendEquationEXT *e = &dynamic->equation[t];
        fprintf(file,
                "        {\n            .srcColorBlendFactor = %s,\n"
                "            .dstColorBlendFactor = %s,\n"
                "            .colorBlendOp = %s,\n"
                "            .srcAlphaBlendFactor = %s,\n"
                "            .dstAlphaBlendFactor = %s,\n"
                "            .alphaBlendOp = %s,\n        },\n",
                ombre_vk_blend_factor_name(e->srcColorBlendFactor),
                ombre_vk_blend_factor_name(e->dstColorBlendFactor),
                ombre_vk_blend_op_name(e->colorBlendOp),
                ombre_vk_blend_factor_name(e->srcAlphaBlendFactor),
                ombre_vk_blend_factor_name(e->dstAlphaBlendFactor),
                ombre_vk_blend_op_name(e->alphaBlendOp));
    }
    fputs("    };\n", file);
}

static void write_arrays(FILE *file, const struct repro *r)
{
    const struct ombre_vk_dynamic dynamic = ombre_vk_dynamic_of(&r->vk);
    if (r->dynamic & OMBRE_LANE_FEATURE_DYNAMIC_BLEND_ENABLE) {
        fputs("    const VkBool32 blend_enables[TARGETS] = {", file);
        for (uint32_t t = 0; t < dynamic.count; t++)
            fprintf(file, "%s%s", t ? ", " : "", bool_name(dynamic.enable[t]));
        fputs("};\n", file);
    }
    if (r->dynamic & OMBRE_LANE_FEATURE_DYNAMIC_EQUATION)
        write_equations(file, &dynamic);
    if (r->dynamic & OMBRE_LANE_FEATURE_DYNAMIC_WRITE_MASK) {
        fputs("    const VkColorComponentFlags write_masks[TARGETS] = {\n",
              file);
        for (uint32_t t = 0; t < dynamic.count; t++) {
            fputs("        ", file);
            repro_write_mask(file, dynamic.mask[t]);
            fputs(",\n", file);
        }
        fputs("    };\n", file);
    }
}

static void write_values(FILE *file, const struct repro *r)
{
    write_arrays(file, r);
    if (r->dynamic & OMBRE_LANE_FEATURE_DYNAMIC_LOGIC_OP)
        fprintf(file, "    const VkLogicOp logic_op = %s;\n",
                ombre_vk_logic_op_name(r->vk.logic_op));
    if (r->dynamic & OMBRE_LANE_FEATURE_DYNAMIC_LOGIC_OP_ENABLE)
        fprintf(file, "    const VkBool32 logic_op_enable = %s;\n",
                bool_name(r->vk.logic_op_enable));
    if (r->dynamic & OMBRE_LANE_FEATURE_DYNAMIC_SAMPLE_MASK)
        fprintf(file, "    const VkSampleMask set_sample_mask = 0x%x;\n",
                r->vk.sample_mask);
    if (r->dynamic & OMBRE_LANE_FEATURE_DYNAMIC_COVERAGE)
        fprintf(file, "    const VkBool32 alpha_to_coverage = %s;\n",
                bool_name(r->vk.alpha_to_coverage_enable));
}

/* A block each, so that a line names what it calls. */
static void write_commands(FILE *file, const struct repro *r)
{
    for (size_t i = 0; i < ROWS; i++)
        if (r->dynamic & rows[i].feature)
            fprintf(file,
                    "    ((PFN_vkCmdSet%sEXT) vkGetDeviceProcAddr(\n"
                    "        device, \"vkCmdSet%sEXT\"))(\n"
                    "        commands, %s);\n",
                    rows[i].command, rows[i].command, rows[i].arguments);
}

void repro_write_dynamic(FILE *file, const struct repro *r)
{
    write_features(file, r);
    write_states(file, r);
    if (!r->dynamic)
        return;
    fputs("/* The state that counts. */\nstatic void "
          "set_dynamic_state(VkDevice device, VkCommandBuffer commands)\n{\n",
          file);
    write_values(file, r);
    fputc('\n', file);
    write_commands(file, r);
    fputs("}\n\n", file);
}
