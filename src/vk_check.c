/* What must not reach a driver.
 *
 * A batch may come from anywhere.  Whatever breaks a rule of Vulkan, or has
 * been seen to crash a driver, is refused here by name.
 */
#include "vk.h"
#include "vk_emulate.h"

#include <string.h>

static const struct ombre_vk_format_facts *find_facts(
    const struct ombre_gpu *gpu, VkFormat format,
    struct ombre_vk_format_facts *room)
{
    struct ombre_vk_facts facts;

    for (uint32_t i = 0; i < gpu->facts.format_count; i++)
        if (gpu->facts.format[i].format == format)
            return &gpu->facts.format[i];
    vk_facts_query(gpu->physical, &format, 1, &facts);
    *room = facts.format[0];
    return room;
}

static bool is_second_source(VkBlendFactor factor)
{
    return factor >= VK_BLEND_FACTOR_SRC1_COLOR &&
           factor <= VK_BLEND_FACTOR_ONE_MINUS_SRC1_ALPHA;
}

static bool uses_second_source(const VkPipelineColorBlendAttachmentState *a)
{
    return is_second_source(a->srcColorBlendFactor) ||
           is_second_source(a->dstColorBlendFactor) ||
           is_second_source(a->srcAlphaBlendFactor) ||
           is_second_source(a->dstAlphaBlendFactor);
}

static bool is_factor(VkBlendFactor factor)
{
    return (uint32_t) factor <= VK_BLEND_FACTOR_ONE_MINUS_SRC1_ALPHA;
}

static bool is_op(VkBlendOp op)
{
    return (uint32_t) op <= VK_BLEND_OP_MAX;
}

/* Numbers that are no enumerators (VUID-...-parameter), or those of advanced
 * blending, which is not enabled. */
static bool check_numbers(struct ombre_gpu *gpu, uint32_t i,
                          const VkPipelineColorBlendAttachmentState *a)
{
    if (a->blendEnable > VK_TRUE)
        return vk_refuse(gpu, "attachment %u: blendEnable is %u", i,
                         a->blendEnable);
    if (!is_factor(a->srcColorBlendFactor) ||
        !is_factor(a->dstColorBlendFactor) ||
        !is_factor(a->srcAlphaBlendFactor) ||
        !is_factor(a->dstAlphaBlendFactor))
        return vk_refuse(gpu, "attachment %u: no such blend factor", i);
    if (!is_op(a->colorBlendOp) || !is_op(a->alphaBlendOp))
        return vk_refuse(gpu, "attachment %u: no such blend operation", i);
    if (a->colorWriteMask > 0xF)
        return vk_refuse(gpu, "attachment %u: write mask 0x%x", i,
                         a->colorWriteMask);
    return true;
}

static bool check_attachment(struct ombre_gpu *gpu,
                             const struct ombre_vk_state *state, uint32_t i)
{
    const VkPipelineColorBlendAttachmentState *const a = &state->attachment[i];
    const VkFormat format = state->format[i];
    struct ombre_vk_format_facts room;

    if (!check_numbers(gpu, i, a))
        return false;
    /* VUID-VkPipelineColorBlendAttachmentState-srcColorBlendFactor-00608, 609,
     * 610, 611: also while blending is off. */
    if (uses_second_source(a) && !gpu->facts.dual_src_blend)
        return vk_refuse(gpu,
                         "attachment %u: a second source needs "
                         "dualSrcBlend",
                         i);
    /* Where maxFragmentDualSrcAttachments is 1 this is
     * VUID-vkCmdDraw-maxFragmentDualSrcAttachments-09239; where it is more,
     * a driver was seen to crash. */
    if (uses_second_source(a) && a->blendEnable && i > 0)
        return vk_refuse(gpu,
                         "attachment %u: a second source beyond "
                         "attachment 0",
                         i);
    if (format == VK_FORMAT_UNDEFINED)
        return true;
    /* VUID-VkGraphicsPipelineCreateInfo-renderPass-06041 */
    if (a->blendEnable && !find_facts(gpu, format, &room)->blend)
        return vk_refuse(gpu, "attachment %u: %s has no BLEND feature", i,
                         vk_format_name(format));
    /* VUID-VkGraphicsPipelineCreateInfo-None-09043 */
    if (format == VK_FORMAT_E5B9G9R9_UFLOAT_PACK32 && a->colorWriteMask != 0 &&
        a->colorWriteMask != 0xF)
        return vk_refuse(gpu, "attachment %u: write mask 0x%x of %s", i,
                         a->colorWriteMask, vk_format_name(format));
    return true;
}

/* VUID-VkPipelineColorBlendStateCreateInfo-pAttachments-00605 */
static bool check_independence(struct ombre_gpu *gpu,
                               const struct ombre_vk_state *state)
{
    if (gpu->facts.independent_blend || state->split)
        return true;
    for (uint32_t i = 1; i < state->attachment_count; i++)
        if (memcmp(&state->attachment[i], &state->attachment[0],
                   sizeof state->attachment[i]) != 0)
            return vk_refuse(gpu,
                             "attachment %u differs from attachment 0 "
                             "without independentBlend",
                             i);
    return true;
}

static bool check_logic_op(struct ombre_gpu *gpu,
                           const struct ombre_vk_state *state)
{
    if (state->logic_op_enable > VK_TRUE)
        return vk_refuse(gpu, "logicOpEnable is %u", state->logic_op_enable);
    if (!state->logic_op_enable)
        return true;
    /* VUID-VkPipelineColorBlendStateCreateInfo-logicOpEnable-00606, 00607 */
    if (!gpu->facts.logic_op)
        return vk_refuse(gpu, "a logic operation needs logicOp");
    if ((uint32_t) state->logic_op > VK_LOGIC_OP_SET)
        return vk_refuse(gpu, "no such logic operation: %d",
                         (int) state->logic_op);
    return true;
}

static bool check_patches(struct ombre_gpu *gpu,
                          const struct ombre_vk_state *state)
{
    if (state->patch_count > OMBRE_VK_MAX_PATCHES)
        return vk_refuse(gpu, "%u patches", state->patch_count);
    for (uint32_t i = 0; i < state->patch_count; i++) {
        const struct ombre_vk_patch *const p = &state->patch[i];
        if ((uint32_t) p->kind > OMBRE_VK_PATCH_COVER_BY_ALPHA)
            return vk_refuse(gpu, "no such patch: %d", (int) p->kind);
        if (p->output >= OMBRE_VK_MAX_ATTACHMENTS)
            return vk_refuse(gpu, "a patch of output %u", p->output);
        if (p->kind == OMBRE_VK_PATCH_SECOND_SOURCE &&
            !gpu->facts.dual_src_blend)
            return vk_refuse(gpu, "a second source needs dualSrcBlend");
    }
    return true;
}

static bool blends_second_source(const struct ombre_vk_state *state)
{
    for (uint32_t i = 0; i < state->attachment_count; i++)
        if (state->attachment[i].blendEnable &&
            uses_second_source(&state->attachment[i]))
            return true;
    return false;
}

/* What the fragment shader is left with. */
static bool check_shader(struct ombre_gpu *gpu,
                         const struct ombre_gpu_batch *batch,
                         const struct ombre_vk_state *state)
{
    struct vk_outputs declared = {.coverage = batch->export_coverage};
    uint32_t count = 0, end = 0;

    memcpy(declared.type, batch->output, sizeof declared.type);
    const struct vk_outputs left = vk_outputs_patched(state, &declared);
    for (uint32_t i = 0; i < OMBRE_VK_MAX_ATTACHMENTS; i++)
        if (left.type[i] != OMBRE_GPU_OUTPUT_NONE) {
            end = i + 1;
            count++;
        }
    if (left.second_source && declared.type[1] != OMBRE_GPU_OUTPUT_FLOAT)
        return vk_refuse(gpu, "the second source is no float output");
    if (end > gpu->facts.max_fragment_output_attachments)
        return vk_refuse(gpu, "%u outputs; maxFragmentOutputAttachments is %u",
                         end, gpu->facts.max_fragment_output_attachments);
    if (count > gpu->facts.max_fragment_combined_output_resources)
        return vk_refuse(gpu,
                         "%u outputs; "
                         "maxFragmentCombinedOutputResources is %u",
                         count,
                         gpu->facts.max_fragment_combined_output_resources);
    /* VUID-vkCmdDraw-maxFragmentDualSrcAttachments-09239 */
    if (blends_second_source(state) &&
        end > gpu->facts.max_fragment_dual_src_attachments)
        return vk_refuse(gpu,
                         "%u outputs beside a second source; "
                         "maxFragmentDualSrcAttachments is %u",
                         end, gpu->facts.max_fragment_dual_src_attachments);
    /* VUID-VkGraphicsPipelineCreateInfo-rasterizerDiscardEnable-08891 */
    if (state->alpha_to_coverage_enable &&
        left.type[0] == OMBRE_GPU_OUTPUT_NONE)
        return vk_refuse(gpu, "alpha to coverage without an output 0");
    return true;
}

bool vk_check_state(struct ombre_gpu *gpu, const struct ombre_gpu_batch *batch,
                    const struct ombre_vk_state *state)
{
    if (state->attachment_count > batch->target_count)
        return vk_refuse(gpu, "a state of %u attachments for %u targets",
                         state->attachment_count, batch->target_count);
    if (state->samples != batch->samples)
        return vk_refuse(gpu, "a state of %d samples for targets of %d",
                         (int) state->samples, (int) batch->samples);
    if (state->alpha_to_coverage_enable > VK_TRUE)
        return vk_refuse(gpu, "alphaToCoverageEnable is %u",
                         state->alpha_to_coverage_enable);
    if (!check_logic_op(gpu, state) || !check_independence(gpu, state) ||
        !check_patches(gpu, state))
        return false;
    if (!vk_check_emulation(gpu, batch, state))
        return false;
    for (uint32_t i = 0; i < state->attachment_count; i++) {
        if (state->format[i] != batch->target[i].format)
            return vk_refuse(gpu,
                             "attachment %u: a state for %s, a target of "
                             "%s",
                             i, vk_format_name(state->format[i]),
                             vk_format_name(batch->target[i].format));
        if (!check_attachment(gpu, state, i))
            return false;
    }
    return check_shader(gpu, batch, state);
}

static bool check_target(struct ombre_gpu *gpu,
                         const struct ombre_gpu_batch *batch, uint32_t i)
{
    const struct ombre_gpu_target *const t = &batch->target[i];
    const struct vk_format *const row = vk_format_find(t->format);
    struct ombre_vk_format_facts room;

    if (t->format == VK_FORMAT_UNDEFINED)
        return true;
    if (!row)
        return vk_refuse(gpu, "target %u: VkFormat %d is none to draw to", i,
                         (int) t->format);
    if (row->texel_size != t->texel_size)
        return vk_refuse(gpu, "target %u: texels of %s have %u bytes, not %u",
                         i, row->name, row->texel_size, t->texel_size);
    if ((!t->readback && batch->samples != VK_SAMPLE_COUNT_1_BIT) ||
        (!t->upload && !t->upload_value && !t->clear))
        return vk_refuse(gpu, "target %u: nowhere to read from or to", i);
    if (!find_facts(gpu, t->format, &room)->color_attachment)
        return vk_refuse(gpu, "target %u: %s is no colour attachment here", i,
                         row->name);
    if (!(find_facts(gpu, t->format, &room)->samples & batch->samples))
        return vk_refuse(gpu, "target %u: %s has no %d samples", i, row->name,
                         (int) batch->samples);
    return true;
}

static bool check_outputs(struct ombre_gpu *gpu,
                          const struct ombre_gpu_batch *batch)
{
    uint32_t slots = 0;

    for (uint32_t i = 0; i < OMBRE_VK_MAX_ATTACHMENTS; i++) {
        if ((uint32_t) batch->output[i] > OMBRE_GPU_OUTPUT_SINT)
            return vk_refuse(gpu, "output %u is of no type", i);
        if (batch->output[i] != OMBRE_GPU_OUTPUT_NONE)
            slots = i + 1;
    }
    slots += batch->export_coverage;
    if (batch->slots != slots)
        return vk_refuse(gpu, "%u slots where the outputs take %u",
                         batch->slots, slots);
    return true;
}

/* Bytes of operands of one draw; more is no draw but a mistake. */
static const uint64_t max_operands = (uint64_t) 1 << 36;

static bool check_draw(struct ombre_gpu *gpu,
                       const struct ombre_gpu_batch *batch, uint32_t i)
{
    const struct ombre_gpu_draw *const d = &batch->draw[i];
    const uint64_t pixels = (uint64_t) d->width * d->height;
    uint64_t size;

    if (d->x > batch->width || d->width > batch->width - d->x ||
        d->y > batch->height || d->height > batch->height - d->y)
        return vk_refuse(gpu, "draw %u lies outside its targets", i);
    if (!vk_multiply(pixels, d->layers, &size) ||
        !vk_multiply(size, (batch->slots ? batch->slots : 1) * 16u, &size) ||
        size > max_operands)
        return vk_refuse(gpu, "draw %u is too large", i);
    if (!d->state || (!d->operands && size > 0 && batch->slots > 0))
        return vk_refuse(gpu, "draw %u has no state or no operands", i);
    return true;
}

static bool is_within(uint32_t from, uint32_t size, uint32_t limit)
{
    return size > 0 && size <= limit && from <= limit - size;
}

static bool check_clear(struct ombre_gpu *gpu,
                        const struct ombre_gpu_batch *batch, uint32_t i)
{
    const struct ombre_gpu_clear *const c = &batch->clear[i];

    if (c->target >= batch->target_count ||
        batch->target[c->target].format == VK_FORMAT_UNDEFINED)
        return vk_refuse(gpu, "clear %u: there is no target %u", i, c->target);
    if (c->x > batch->width || c->width > batch->width - c->x ||
        c->y > batch->height || c->height > batch->height - c->y)
        return vk_refuse(gpu, "clear %u lies outside its target", i);
    if (c->before > batch->draw_count ||
        (i > 0 && c->before < batch->clear[i - 1].before))
        return vk_refuse(gpu, "clear %u stands before draw %u of %u", i,
                         c->before, batch->draw_count);
    if ((uint32_t) c->by > OMBRE_GPU_CLEAR_AS_LOADED)
        return vk_refuse(gpu, "clear %u: no such way", i);
    if (c->by == OMBRE_GPU_CLEAR_AS_LOADED &&
        batch->target[c->target].view.count > 1)
        return vk_refuse(gpu, "clear %u as loaded of %u layers", i,
                         batch->target[c->target].view.count);
    return true;
}

static bool check_size(struct ombre_gpu *gpu,
                       const struct ombre_gpu_batch *batch)
{
    const uint32_t samples = (uint32_t) batch->samples;

    if (!is_within(batch->x, batch->width, gpu->limits.maxFramebufferWidth) ||
        !is_within(batch->y, batch->height, gpu->limits.maxFramebufferHeight) ||
        !is_within(batch->x, batch->width, gpu->limits.maxImageDimension2D) ||
        !is_within(batch->y, batch->height, gpu->limits.maxImageDimension2D))
        return vk_refuse(gpu, "targets of %ux%u from %u,%u on", batch->width,
                         batch->height, batch->x, batch->y);
    if ((batch->tile_width == 0) != (batch->tile_height == 0) ||
        batch->tile_width > batch->width ||
        batch->tile_height > batch->height ||
        (batch->tile_width && batch->samples != VK_SAMPLE_COUNT_1_BIT))
        return vk_refuse(gpu, "tiles of %ux%u with %u samples",
                         batch->tile_width, batch->tile_height, samples);
    /* A single bit that the masks, of one word, have room for. */
    if (samples == 0 || (samples & (samples - 1)) != 0 || samples > 32 ||
        !(gpu->limits.framebufferNoAttachmentsSampleCounts & samples))
        return vk_refuse(gpu, "%u samples", samples);
    if (batch->target_count > OMBRE_VK_MAX_ATTACHMENTS ||
        batch->target_count > gpu->facts.max_color_attachments)
        return vk_refuse(gpu, "%u targets; maxColorAttachments is %u",
                         batch->target_count, gpu->facts.max_color_attachments);
    return true;
}

bool vk_check_batch(struct ombre_gpu *gpu, const struct ombre_gpu_batch *batch)
{
    if (!check_size(gpu, batch) || !check_outputs(gpu, batch))
        return false;
    for (uint32_t i = 0; i < batch->target_count; i++)
        if (!check_target(gpu, batch, i) || !vk_check_image(gpu, batch, i))
            return false;
    for (uint32_t i = 0; i < batch->draw_count; i++)
        if (!check_draw(gpu, batch, i) ||
            !vk_check_state(gpu, batch, batch->draw[i].state))
            return false;
    for (uint32_t i = 0; i < batch->clear_count; i++)
        if (!check_clear(gpu, batch, i))
            return false;
    return true;
}
