/* Faults of which output goes where, made in the decorations of a module:
 *
 *   FAULTY_DRIVER_BLEND  "output.pairs-exchanged", "output.reversed",
 *                        "output.holes-squeezed", "dual.swapped"
 */
#include "wrong_shader.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static PFN_vkCreateShaderModule real_module;

/* SPIR-V 1.0: the words that count here. */
enum {
    OP_ENTRY_POINT = 15,
    OP_VARIABLE = 59,
    OP_DECORATE = 71,
    MODEL_FRAGMENT = 4,
    CLASS_OUTPUT = 3,
    DECORATION_LOCATION = 30,
    DECORATION_INDEX = 32,
    HEADER = 5,
};

struct module {
    uint32_t *word;
    size_t count;
    VkBool32 fragment;
    uint32_t locations; /* bit n: an output has location n */
};

typedef void (*module_visitor)(struct module *, uint32_t *instruction);

static void visit(struct module *m, module_visitor visitor)
{
    for (size_t i = HEADER; i < m->count;) {
        const uint32_t length = m->word[i] >> 16;
        if (length == 0 || i + length > m->count)
            return;
        visitor(m, &m->word[i]);
        i += length;
    }
}

static VkBool32 is_output(const struct module *m, uint32_t id)
{
    for (size_t i = HEADER; i < m->count && m->word[i] >> 16;
         i += m->word[i] >> 16)
        if ((m->word[i] & 0xFFFF) == OP_VARIABLE && m->word[i + 2] == id)
            return m->word[i + 3] == CLASS_OUTPUT;
    return VK_FALSE;
}

static void look(struct module *m, uint32_t *instruction)
{
    if ((*instruction & 0xFFFF) == OP_ENTRY_POINT &&
        instruction[1] == MODEL_FRAGMENT)
        m->fragment = VK_TRUE;
    if ((*instruction & 0xFFFF) == OP_DECORATE &&
        instruction[2] == DECORATION_LOCATION && is_output(m, instruction[1]))
        m->locations |= 1u << (instruction[3] & 31);
}

static uint32_t rank(uint32_t locations, uint32_t location)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < location; i++)
        count += locations >> i & 1;
    return count;
}

static void change(struct module *m, uint32_t *instruction)
{
    const char *fault = getenv("FAULTY_DRIVER_BLEND");
    if ((*instruction & 0xFFFF) != OP_DECORATE || !is_output(m, instruction[1]))
        return;
    if (instruction[2] == DECORATION_INDEX &&
        strcmp(fault, "dual.swapped") == 0)
        instruction[3] ^= 1;
    if (instruction[2] != DECORATION_LOCATION)
        return;
    const uint32_t location = instruction[3];
    uint32_t highest = 0;
    for (uint32_t i = 0; i < 32; i++)
        if (m->locations >> i & 1)
            highest = i;
    if (strcmp(fault, "output.pairs-exchanged") == 0 &&
        (m->locations >> (location ^ 1) & 1))
        instruction[3] = location ^ 1;
    else if (strcmp(fault, "output.reversed") == 0)
        instruction[3] = highest - location;
    else if (strcmp(fault, "output.holes-squeezed") == 0)
        instruction[3] = rank(m->locations, location);
}

static VkResult VKAPI_CALL create(VkDevice device,
                                  const VkShaderModuleCreateInfo *info,
                                  const VkAllocationCallbacks *allocator,
                                  VkShaderModule *out)
{
    struct module m = {malloc(info->codeSize), info->codeSize / 4, VK_FALSE, 0};
    VkShaderModuleCreateInfo wrong = *info;
    if (!m.word)
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    memcpy(m.word, info->pCode, info->codeSize);
    visit(&m, look);
    if (m.fragment)
        visit(&m, change);
    wrong.pCode = m.word;
    const VkResult result = real_module(device, &wrong, allocator, out);
    free(m.word);
    return result;
}

PFN_vkVoidFunction wrong_shader(const char *name, PFN_vkVoidFunction real)
{
    const char *fault = getenv("FAULTY_DRIVER_BLEND");
    if (!real || !fault || strcmp(name, "vkCreateShaderModule") != 0 ||
        (strncmp(fault, "output.", 7) != 0 &&
         strcmp(fault, "dual.swapped") != 0))
        return real;
    real_module = (PFN_vkCreateShaderModule) real;
    return (PFN_vkVoidFunction) create;
}
