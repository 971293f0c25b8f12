/* Keys of kept objects: all that decides what is made, and nothing else.
 *
 * Keys are arrays of words, so that no padding is compared.
 */
#include <string.h>

#include "vk.h"
#include "vk_emulate.h"

/* Blending off, in one spelling. */
static const VkPipelineColorBlendAttachmentState plain = {
    .blendEnable = VK_FALSE,
    .srcColorBlendFactor = VK_BLEND_FACTOR_ONE,
    .dstColorBlendFactor = VK_BLEND_FACTOR_ZERO,
    .colorBlendOp = VK_BLEND_OP_ADD,
    .srcAlphaBlendFactor = VK_BLEND_FACTOR_ONE,
    .dstAlphaBlendFactor = VK_BLEND_FACTOR_ZERO,
    .alphaBlendOp = VK_BLEND_OP_ADD,
};

static bool ignores_factors(VkBlendOp op)
{
    return op == VK_BLEND_OP_MIN || op == VK_BLEND_OP_MAX;
}

/* Vulkan 1.3, "Blend Operations": MIN and MAX take no factors; "Logical
 * Operations": they replace blending on all attachments. */
static VkPipelineColorBlendAttachmentState normal_attachment(
    const VkPipelineColorBlendAttachmentState *a, bool logic)
{
    VkPipelineColorBlendAttachmentState out = *a;

    if (!a->blendEnable || logic) {
        out = plain;
        out.colorWriteMask = a->colorWriteMask;
        return out;
    }
    if (ignores_factors(a->colorBlendOp))
        out.srcColorBlendFactor = out.dstColorBlendFactor = VK_BLEND_FACTOR_ONE;
    if (ignores_factors(a->alphaBlendOp))
        out.srcAlphaBlendFactor = out.dstAlphaBlendFactor = VK_BLEND_FACTOR_ONE;
    return out;
}

/* Each attachment becomes what it alone decides: those that must be identical
 * (VUID-VkPipelineColorBlendStateCreateInfo-pAttachments-00605) stay so.  Bits
 * of the sample mask above the count stay: a driver is to be seen ignoring
 * them. */
struct ombre_vk_state ombre_gpu_state_normal(const struct ombre_vk_state *state,
                                             bool independent)
{
    struct ombre_vk_state out = *state;

    if (!state->logic_op_enable)
        out.logic_op = VK_LOGIC_OP_COPY;
    for (uint32_t i = 0; i < state->attachment_count; i++) {
        out.attachment[i] =
            normal_attachment(&state->attachment[i], state->logic_op_enable);
        if (independent && state->format[i] == VK_FORMAT_UNDEFINED)
            memset(&out.attachment[i], 0, sizeof out.attachment[i]);
    }
    return out;
}

static void put(struct vk_key *key, uint32_t word)
{
    key->word[key->count++] = word;
}

static void put_attachment(struct vk_key *key,
                           const VkPipelineColorBlendAttachmentState *a)
{
    /* Factors have 5 bits and operations 3: vk_check.c. */
    put(key, a->blendEnable | a->colorWriteMask << 1 |
                 (uint32_t) a->srcColorBlendFactor << 5 |
                 (uint32_t) a->dstColorBlendFactor << 10 |
                 (uint32_t) a->srcAlphaBlendFactor << 15 |
                 (uint32_t) a->dstAlphaBlendFactor << 20 |
                 (uint32_t) a->colorBlendOp << 25 |
                 (uint32_t) a->alphaBlendOp << 28);
}

struct vk_key vk_key_outputs(const struct vk_outputs *outputs)
{
    struct vk_key key = {0};

    for (uint32_t i = 0; i < OMBRE_VK_MAX_ATTACHMENTS; i++)
        put(&key, (uint32_t) outputs->type[i]);
    put(&key, outputs->second_source);
    put(&key, outputs->coverage);
    return key;
}

struct vk_key vk_key_pipeline(const struct ombre_vk_state *state,
                              const struct vk_outputs *outputs)
{
    struct vk_key key = vk_key_outputs(outputs);

    put(&key, (uint32_t) state->samples);
    put(&key, state->sample_mask);
    put(&key, state->alpha_to_coverage_enable);
    put(&key, state->logic_op_enable);
    put(&key, (uint32_t) state->logic_op);
    for (uint32_t i = 0; i < state->attachment_count; i++) {
        put(&key, (uint32_t) state->format[i]);
        put_attachment(&key, &state->attachment[i]);
    }
    return key;
}

/* What commands set, and which masks of 0 write enables say, follows from the
 * lane, the rest of the key and the device. */
static void put_lane(struct vk_key *key, const struct ombre_lane *lane,
                     bool is_layered)
{
    put(key, (is_layered ? 1u << 10 : 0u) | (uint32_t) lane->state |
                 (uint32_t) lane->pass << 4 |
                 (uint32_t) lane->static_constants << 8 |
                 (uint32_t) lane->color_write_enable << 9);
}

struct vk_key vk_key_program(const struct vk_recipe *recipe)
{
    struct vk_key key = vk_key_pipeline(&recipe->state, &recipe->outputs);
    uint32_t constants[4];

    memcpy(constants, recipe->state.blend_constants, sizeof constants);
    put_lane(&key, &recipe->lane, recipe->is_layered);
    for (int c = 0; recipe->lane.static_constants && c < 4; c++)
        put(&key, constants[c]);
    return key;
}

/* Of a fragment shader samples count, too: with a render pass, Vulkan has them
 * in both libraries and wants them equal. */
struct vk_key vk_key_part(const struct vk_recipe *recipe,
                          enum vk_part_stage stage)
{
    const struct ombre_vk_state *const s = &recipe->state;
    struct vk_key key = {0};

    if (stage == VK_PART_FRAGMENT_SHADER)
        key = vk_key_outputs(&recipe->outputs);
    put(&key, (uint32_t) stage);
    put(&key, (uint32_t) recipe->lane.pass);
    if (stage == VK_PART_PRE_RASTERIZATION)
        put(&key, recipe->is_layered);
    if (stage == VK_PART_VERTEX_INPUT)
        return key;
    put(&key, (uint32_t) s->samples);
    if (stage == VK_PART_FRAGMENT_SHADER) {
        put(&key, s->sample_mask);
        put(&key, s->alpha_to_coverage_enable);
    }
    for (uint32_t i = 0; i < s->attachment_count; i++)
        put(&key, (uint32_t) s->format[i]);
    return key;
}

struct vk_key vk_key_pass(const VkFormat *format, uint32_t count,
                          VkSampleCountFlagBits samples,
                          VkAttachmentLoadOp load, uint32_t cleared)
{
    struct vk_key key = {0};

    put(&key, (uint32_t) samples);
    put(&key, (uint32_t) load);
    put(&key, cleared);
    for (uint32_t i = 0; i < count; i++)
        put(&key, (uint32_t) format[i]);
    return key;
}

/* The image of a target, by the first target that has it. */
static void put_image(struct vk_key *key, const struct ombre_gpu_batch *batch,
                      uint32_t target)
{
    const struct ombre_gpu_image *const image = batch->target[target].image;
    const struct ombre_gpu_view *const view = &batch->target[target].view;
    uint32_t first = 0;

    while (batch->target[first].image != image)
        first++;
    put(key, first | image->dimensions << 8 |
                 (image->mutable_format ? 1u : 0u) << 16 |
                 (image->linear ? 1u : 0u) << 17);
    put(key, image->extent.width);
    put(key, image->extent.height);
    put(key, image->extent.depth);
    put(key, image->mip_levels);
    put(key, image->array_layers);
    put(key, (uint32_t) image->format);
    put(key, image->usage);
    put(key, view->mip);
    put(key, view->first);
    put(key, view->count);
}

/* How texels get in is part of it: vk_target.c chooses by what there is. */
struct vk_key vk_key_surface(const struct ombre_gpu_batch *batch)
{
    struct vk_key key = {0};

    put(&key, batch->width);
    put(&key, batch->height);
    put(&key, batch->x);
    put(&key, batch->y);
    put(&key, batch->layer);
    put(&key, (uint32_t) batch->samples | (batch->reads_twice ? 1u : 0u) << 8);
    const uint32_t emulated = vk_batch_emulates(batch);
    for (uint32_t i = 0; i < batch->target_count; i++) {
        const struct ombre_gpu_target *const t = &batch->target[i];
        put(&key, (uint32_t) t->format);
        put(&key, (t->upload ? 1u : 0u) | (t->upload_value ? 2u : 0u) |
                      (emulated >> i & 1) << 2 | (t->clear ? 8u : 0u) |
                      (t->image ? 16u : 0u));
        if (t->image)
            put_image(&key, batch, i);
    }
    return key;
}
