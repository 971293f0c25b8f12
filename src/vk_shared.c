/* Shader modules and layouts that all pipelines of a device share. */
#include "vk.h"
#include "vk_emulate.h"

#include "echo.frag.h"
#include "fetch.comp.h"
#include "fetch_layers.comp.h"
#include "fetch_one.comp.h"
#include "rectangle.vert.h"
#include "rectangle_layer.vert.h"

bool vk_set_layout_create(struct ombre_gpu *gpu,
                          const VkDescriptorSetLayoutBinding *binding,
                          uint32_t count, VkDescriptorSetLayout *out)
{
    const VkDescriptorSetLayoutCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
        .bindingCount = count,
        .pBindings = binding,
    };
    VK_CREATE(gpu, vkCreateDescriptorSetLayout, (gpu->device, &info, NULL, out),
              out);
    return true;

fail:
    return false;
}

bool vk_layout_create(struct ombre_gpu *gpu, const VkDescriptorSetLayout *set,
                      uint32_t count, VkShaderStageFlags stage,
                      uint32_t push_size, VkPipelineLayout *out)
{
    const VkPushConstantRange push = {stage, 0, push_size};
    const VkPipelineLayoutCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
        .setLayoutCount = count,
        .pSetLayouts = set,
        .pushConstantRangeCount = 1,
        .pPushConstantRanges = &push,
    };
    VK_CREATE(gpu, vkCreatePipelineLayout, (gpu->device, &info, NULL, out),
              out);
    return true;

fail:
    return false;
}

static bool make_layouts(struct ombre_gpu *gpu)
{
    const VkShaderStageFlags fragment = VK_SHADER_STAGE_FRAGMENT_BIT;
    const VkShaderStageFlags compute = VK_SHADER_STAGE_COMPUTE_BIT;
    const VkDescriptorSetLayoutBinding draw[2] = {
        {0, VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER, 1, fragment, NULL},
        {1, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC, 1, fragment, NULL},
    };
    const VkDescriptorSetLayoutBinding fetch[2] = {
        {0, VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, 1, compute, NULL},
        {1, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, compute, NULL},
    };

    return vk_set_layout_create(gpu, draw, 2, &gpu->draw_set_layout) &&
           vk_set_layout_create(gpu, fetch, 2, &gpu->fetch_set_layout) &&
           vk_layout_create(gpu, &gpu->draw_set_layout, 1, fragment,
                            sizeof(struct vk_push), &gpu->draw_layout) &&
           vk_layout_create(gpu, &gpu->fetch_set_layout, 1, compute,
                            sizeof(struct vk_fetch_push), &gpu->fetch_layout);
}

static bool make_fetch(struct ombre_gpu *gpu, const uint32_t *code, size_t size,
                       VkPipeline *out)
{
    VkShaderModule module = VK_NULL_HANDLE;
    bool made = false;

    if (!vk_module_create(gpu, code, size, &module))
        return false;
    const VkComputePipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .stage =
            {
                .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                .module = module,
                .pName = "main",
            },
        .layout = gpu->fetch_layout,
    };
    VK_CREATE(gpu, vkCreateComputePipelines,
              (gpu->device, gpu->cache, 1, &info, NULL, out), out);
    made = true;

fail:
    gpu->vk.vkDestroyShaderModule(gpu->device, module, NULL);
    return made;
}

bool vk_fetch_make(struct ombre_gpu *gpu, enum vk_fetch_kind kind)
{
    static const struct {
        const uint32_t *code;
        size_t size;
    } shaders[VK_FETCH_KINDS] = {
        [VK_FETCH_SAMPLES] = {fetch_comp, sizeof fetch_comp},
        [VK_FETCH_ONE] = {fetch_one_comp, sizeof fetch_one_comp},
        [VK_FETCH_LAYERS] = {fetch_layers_comp, sizeof fetch_layers_comp},
    };

    return gpu->fetch[kind] ||
           make_fetch(gpu, shaders[kind].code, shaders[kind].size,
                      &gpu->fetch[kind]);
}

const uint32_t *vk_rectangle_code(bool is_layered, size_t *size)
{
    if (is_layered) {
        *size = sizeof rectangle_layer_vert;
        return rectangle_layer_vert;
    }
    *size = sizeof rectangle_vert;
    return rectangle_vert;
}

bool vk_layer_vert_make(struct ombre_gpu *gpu)
{
    return gpu->layer_vert ||
           vk_module_create(gpu, rectangle_layer_vert,
                            sizeof rectangle_layer_vert, &gpu->layer_vert);
}

bool vk_shared_init(struct ombre_gpu *gpu, const void *bytes, size_t size)
{
    size_t data_size = 0;
    const void *const data =
        vk_cache_data_open(gpu->physical, bytes, size, &data_size);
    const VkPipelineCacheCreateInfo cache = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO,
        .initialDataSize = data ? data_size : 0,
        .pInitialData = data,
    };
    VK_CREATE(gpu, vkCreatePipelineCache,
              (gpu->device, &cache, NULL, &gpu->cache), &gpu->cache);
    return vk_module_create(gpu, rectangle_vert, sizeof rectangle_vert,
                            &gpu->rectangle_vert) &&
           vk_module_create(gpu, echo_frag, sizeof echo_frag,
                            &gpu->echo_frag) &&
           make_layouts(gpu) && vk_fetch_make(gpu, VK_FETCH_SAMPLES);

fail:
    return false;
}

void vk_shared_finish(struct ombre_gpu *gpu)
{
    const struct VolkDeviceTable *const vk = &gpu->vk;

    vk_emulator_finish(gpu);
#ifdef VK_EXT_shader_object
    for (size_t i = 0; i < 2; i++)
        if (gpu->rectangle_object[i])
            vk->vkDestroyShaderEXT(gpu->device, gpu->rectangle_object[i], NULL);
#endif
    for (size_t i = 0; i < VK_FETCH_KINDS; i++)
        vk->vkDestroyPipeline(gpu->device, gpu->fetch[i], NULL);
    vk->vkDestroyPipelineLayout(gpu->device, gpu->draw_layout, NULL);
    vk->vkDestroyPipelineLayout(gpu->device, gpu->fetch_layout, NULL);
    vk->vkDestroyDescriptorSetLayout(gpu->device, gpu->draw_set_layout, NULL);
    vk->vkDestroyDescriptorSetLayout(gpu->device, gpu->fetch_set_layout, NULL);
    vk->vkDestroyShaderModule(gpu->device, gpu->rectangle_vert, NULL);
    vk->vkDestroyShaderModule(gpu->device, gpu->layer_vert, NULL);
    vk->vkDestroyShaderModule(gpu->device, gpu->echo_frag, NULL);
    vk->vkDestroyPipelineCache(gpu->device, gpu->cache, NULL);
}
