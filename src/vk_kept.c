/* What is kept: how each kind of object is made, found and finished. */
#include "vk.h"

void vk_kept_finish(struct ombre_gpu *gpu, enum vk_kept_kind kind, void *object)
{
    const struct VolkDeviceTable *const vk = &gpu->vk;

    switch (kind) {
    case VK_KEPT_MODULE:
        vk->vkDestroyShaderModule(gpu->device, *(VkShaderModule *) object,
                                  NULL);
        return;
    case VK_KEPT_PASS:
        vk->vkDestroyRenderPass(gpu->device, *(VkRenderPass *) object, NULL);
        return;
    case VK_KEPT_PIPELINE: vk_program_finish(object, gpu); return;
    case VK_KEPT_PART:
        vk->vkDestroyPipeline(gpu->device, *(VkPipeline *) object, NULL);
        return;
    case VK_KEPT_POOL:
        vk->vkDestroyDescriptorPool(gpu->device, *(VkDescriptorPool *) object,
                                    NULL);
        return;
    case VK_KEPT_SURFACE: vk_surface_finish(object, gpu); return;
    case VK_KEPT_ECHO: vk_plain_image_finish(object, gpu); return;
    case VK_KEPT_BUFFER: vk_buffer_finish(object, gpu); return;
    case VK_KEPT_KIND_COUNT: return;
    }
}

/* Find an object or begin one; *found tells which.  NULL is a failure. */
static void *find_or_begin(struct ombre_gpu *gpu, enum vk_kept_kind kind,
                           const struct vk_key *key, size_t size, bool *found)
{
    const size_t key_size = key->count * sizeof *key->word;
    void *const object = vk_cache_find(gpu, kind, key->word, key_size);

    *found = object != NULL;
    return object ? object
                  : vk_cache_begin(gpu, kind, key->word, key_size, size);
}

bool vk_keep_module(struct ombre_gpu *gpu, const struct vk_outputs *outputs,
                    VkShaderModule *out)
{
    const struct vk_key key = vk_key_outputs(outputs);
    bool found;
    VkShaderModule *const module =
        find_or_begin(gpu, VK_KEPT_MODULE, &key, sizeof *module, &found);

    if (!module ||
        (!found &&
         !vk_cache_end(gpu, module, vk_output_module(gpu, outputs, module))))
        return false;
    *out = *module;
    return true;
}

bool vk_keep_clear_pass(struct ombre_gpu *gpu, const VkFormat *format,
                        uint32_t count, VkSampleCountFlagBits samples,
                        VkAttachmentLoadOp load, uint32_t cleared,
                        VkRenderPass *out)
{
    const struct vk_key key =
        vk_key_pass(format, count, samples, load, cleared);
    bool found;
    VkRenderPass *const pass =
        find_or_begin(gpu, VK_KEPT_PASS, &key, sizeof *pass, &found);

    if (!pass || (!found && !vk_cache_end(gpu, pass,
                                          vk_render_pass_create(
                                              gpu, format, count, samples, load,
                                              cleared, pass))))
        return false;
    *out = *pass;
    return true;
}

bool vk_keep_pass(struct ombre_gpu *gpu, const VkFormat *format, uint32_t count,
                  VkSampleCountFlagBits samples, VkAttachmentLoadOp load,
                  VkRenderPass *out)
{
    return vk_keep_clear_pass(gpu, format, count, samples, load, 0, out);
}

bool vk_keep_program(struct ombre_gpu *gpu, const struct vk_key *key,
                     struct vk_program **out, bool *found)
{
    *out = find_or_begin(gpu, VK_KEPT_PIPELINE, key, sizeof **out, found);
    /* Kept while it is zeroed, so that the next who asks finds it. */
    return *out && (*found || vk_cache_end(gpu, *out, true));
}

bool vk_keep_part(struct ombre_gpu *gpu, const struct vk_recipe *recipe,
                  enum vk_part_stage stage, VkPipeline *out)
{
    const struct vk_key key = vk_key_part(recipe, stage);
    bool found;
    VkPipeline *const part =
        find_or_begin(gpu, VK_KEPT_PART, &key, sizeof *part, &found);

    if (!part ||
        (!found &&
         !vk_cache_end(gpu, part, vk_part_create(gpu, recipe, stage, part))))
        return false;
    *out = *part;
    return true;
}

/* --- Surfaces --------------------------------------------------------------
 */

bool vk_keep_surface(struct ombre_gpu *gpu, const struct ombre_gpu_batch *batch,
                     struct vk_surface *out)
{
    const struct vk_key key = vk_key_surface(batch);
    bool found;
    struct vk_surface *const s =
        find_or_begin(gpu, VK_KEPT_SURFACE, &key, sizeof *s, &found);

    if (!s || (!found && !vk_cache_end(gpu, s, vk_surface_init(s, gpu, batch))))
        return false;
    *out = *s;
    return true;
}

/* --- Echoes ----------------------------------------------------------------
 */

bool vk_keep_echo_image(struct ombre_gpu *gpu, uint32_t width, uint32_t height,
                        struct vk_plain_image *out)
{
    const struct vk_key key = {.word = {width, height}, .count = 2};
    bool found;
    struct vk_plain_image *const e =
        find_or_begin(gpu, VK_KEPT_ECHO, &key, sizeof *e, &found);

    if (!e || (!found && !vk_cache_end(gpu, e,
                                       vk_plain_image_init(
                                           e, gpu, VK_FORMAT_R32G32B32A32_UINT,
                                           width, height))))
        return false;
    *out = *e;
    return true;
}

/* --- Buffers ---------------------------------------------------------------
 */

/* Up to the next quarter of a power of two: few sizes, little waste. */
static uint64_t size_class(uint64_t size)
{
    uint64_t step = 16384;

    while (step <= UINT64_MAX / 16 && step * 8 < size)
        step *= 2;
    uint64_t rounded;
    return vk_align(size, step, &rounded) ? rounded : size;
}

bool vk_keep_buffer(struct ombre_gpu *gpu, uint64_t size,
                    VkBufferUsageFlags usage, bool read, struct vk_buffer *out)
{
    const uint64_t room = size_class(size);
    const struct vk_key key = {
        .word = {usage, read, (uint32_t) room, (uint32_t) (room >> 32)},
        .count = 4,
    };
    bool found;
    struct vk_buffer *const b =
        find_or_begin(gpu, VK_KEPT_BUFFER, &key, sizeof *b, &found);

    if (!b ||
        (!found &&
         !vk_cache_end(gpu, b, vk_buffer_init(b, gpu, room, usage, read))))
        return false;
    *out = *b;
    return true;
}

/* --- Descriptor pools ------------------------------------------------------
 */

static bool make_pool(struct ombre_gpu *gpu, uint32_t pages,
                      VkDescriptorPool *out)
{
    const VkDescriptorPoolSize sizes[] = {
        {VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER, pages},
        {VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC, pages},
        {VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, 2 * OMBRE_VK_MAX_ATTACHMENTS},
        {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 2 * OMBRE_VK_MAX_ATTACHMENTS},
    };
    const VkDescriptorPoolCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
        .maxSets = pages + 2 * OMBRE_VK_MAX_ATTACHMENTS,
        .poolSizeCount = sizeof sizes / sizeof *sizes,
        .pPoolSizes = sizes,
    };
    VK_CREATE(gpu, vkCreateDescriptorPool, (gpu->device, &info, NULL, out),
              out);
    return true;

fail:
    return false;
}

bool vk_keep_pool(struct ombre_gpu *gpu, uint32_t pages, VkDescriptorPool *out)
{
    uint32_t room = 8;

    while (room < pages && room < UINT32_MAX / 4)
        room *= 2;
    if (room < pages)
        return vk_refuse(gpu, "%u pages of operands", pages);
    const struct vk_key key = {.word = {room}, .count = 1};
    bool found;
    VkDescriptorPool *const pool =
        find_or_begin(gpu, VK_KEPT_POOL, &key, sizeof *pool, &found);

    if (!pool)
        return false;
    if (!found && !vk_cache_end(gpu, pool, make_pool(gpu, room, pool)))
        return false;
    *out = *pool;
    VK_TRY(gpu, vkResetDescriptorPool, (gpu->device, *pool, 0));
    return true;

fail:
    return false;
}
