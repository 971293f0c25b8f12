/* Fragment shaders word by word: they do so little that an assembler of fifteen
 * instructions will do, and what is in the program is just what its comment
 * says. */
#include <string.h>

#include "repro.h"

/* SPIR-V 1.0, of those that are used here. */
enum {
    OP_MEMORY_MODEL = 14,
    OP_ENTRY_POINT = 15,
    OP_EXECUTION_MODE = 16,
    OP_CAPABILITY = 17,
    OP_TYPE_VOID = 19,
    OP_TYPE_INT = 21,
    OP_TYPE_FLOAT = 22,
    OP_TYPE_VECTOR = 23,
    OP_TYPE_ARRAY = 28,
    OP_TYPE_POINTER = 32,
    OP_TYPE_FUNCTION = 33,
    OP_CONSTANT = 43,
    OP_FUNCTION = 54,
    OP_FUNCTION_END = 56,
    OP_VARIABLE = 59,
    OP_LOAD = 61,
    OP_STORE = 62,
    OP_ACCESS_CHAIN = 65,
    OP_DECORATE = 71,
    OP_COMPOSITE_EXTRACT = 81,
    OP_BITCAST = 124,
    OP_LABEL = 248,
    OP_RETURN = 253,

    MAGIC = 0x07230203,
    VERSION_1_0 = 0x00010000,
    CAPABILITY_SHADER = 1,
    MODEL_LOGICAL = 0,
    MODEL_GLSL450 = 1,
    EXECUTION_FRAGMENT = 4,
    MODE_ORIGIN_UPPER_LEFT = 7,
    STORAGE_INPUT = 1,
    STORAGE_OUTPUT = 3,
    DECORATION_BUILT_IN = 11,
    DECORATION_FLAT = 14,
    DECORATION_LOCATION = 30,
    DECORATION_INDEX = 32,
    BUILT_IN_SAMPLE_MASK = 20,
};

/* Results; those of locations take as many as there are. */
enum id {
    ID_NONE,
    ID_MAIN,
    ID_VOID,
    ID_FUNCTION,
    ID_UINT,
    ID_INT,
    ID_FLOAT,
    ID_UVEC4,
    ID_IVEC4,
    ID_VEC4,
    ID_INPUT_UVEC4,
    ID_OUTPUT_VEC4,
    ID_OUTPUT_UVEC4,
    ID_OUTPUT_IVEC4,
    ID_OUTPUT_INT,
    ID_ZERO,
    ID_ONE,
    ID_MASKS,
    ID_OUTPUT_MASKS,
    ID_SAMPLE_MASK,
    ID_LABEL,
    ID_INPUT,
    ID_OUTPUT = ID_INPUT + OMBRE_VK_MAX_ATTACHMENTS + 1,
    ID_TEMPORARY = ID_OUTPUT + OMBRE_VK_MAX_ATTACHMENTS,
};

struct assembler {
    uint32_t *word;
    size_t count;
    uint32_t next; /* id of the next temporary */
};

static void add(struct assembler *a, uint32_t op, const uint32_t *operand,
                size_t count)
{
    a->word[a->count++] = (uint32_t) (count + 1) << 16 | op;
    for (size_t i = 0; i < count; i++)
        a->word[a->count++] = operand[i];
}

#define ADD(a, op, ...)                         \
    add(a, op, (const uint32_t[]){__VA_ARGS__}, \
        sizeof((const uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t))

static bool is_declared(const struct repro_outputs *outputs, unsigned n)
{
    return outputs->type[n] != OMBRE_GPU_OUTPUT_NONE;
}

/* Inputs are those of outputs, and of the coverage. */
static bool is_read(const struct repro_outputs *outputs, unsigned n)
{
    return (outputs->coverage && n == outputs->coverage_slot) ||
           (n < OMBRE_VK_MAX_ATTACHMENTS && is_declared(outputs, n));
}

/* --- Words -----------------------------------------------------------------
 */

static void add_entry_point(struct assembler *a,
                            const struct repro_outputs *outputs)
{
    static const char name[8] = "main"; /* in two words */
    uint32_t operand[4 + 2 * OMBRE_VK_MAX_ATTACHMENTS + 2] = {
        EXECUTION_FRAGMENT, ID_MAIN};
    size_t count = 2;
    memcpy(&operand[count], name, sizeof name);
    count += 2;
    for (unsigned n = 0; n <= OMBRE_VK_MAX_ATTACHMENTS; n++)
        if (is_read(outputs, n))
            operand[count++] = ID_INPUT + n;
    for (unsigned n = 0; n < OMBRE_VK_MAX_ATTACHMENTS; n++)
        if (is_declared(outputs, n))
            operand[count++] = ID_OUTPUT + n;
    if (outputs->coverage)
        operand[count++] = ID_SAMPLE_MASK;
    add(a, OP_ENTRY_POINT, operand, count);
    ADD(a, OP_EXECUTION_MODE, ID_MAIN, MODE_ORIGIN_UPPER_LEFT);
}

static void add_decorations(struct assembler *a,
                            const struct repro_outputs *outputs)
{
    for (unsigned n = 0; n <= OMBRE_VK_MAX_ATTACHMENTS; n++)
        if (is_read(outputs, n)) {
            ADD(a, OP_DECORATE, ID_INPUT + n, DECORATION_FLAT);
            ADD(a, OP_DECORATE, ID_INPUT + n, DECORATION_LOCATION, n);
        }
    for (unsigned n = 0; n < OMBRE_VK_MAX_ATTACHMENTS; n++) {
        const bool is_second = n == 1 && outputs->second_source;
        if (!is_declared(outputs, n))
            continue;
        ADD(a, OP_DECORATE, ID_OUTPUT + n, DECORATION_LOCATION,
            is_second ? 0 : n);
        if (outputs->second_source && n < 2)
            ADD(a, OP_DECORATE, ID_OUTPUT + n, DECORATION_INDEX, n);
    }
    if (outputs->coverage)
        ADD(a, OP_DECORATE, ID_SAMPLE_MASK, DECORATION_BUILT_IN,
            BUILT_IN_SAMPLE_MASK);
}

static void add_types(struct assembler *a)
{
    ADD(a, OP_TYPE_VOID, ID_VOID);
    ADD(a, OP_TYPE_FUNCTION, ID_FUNCTION, ID_VOID);
    ADD(a, OP_TYPE_INT, ID_UINT, 32, 0);
    ADD(a, OP_TYPE_INT, ID_INT, 32, 1);
    ADD(a, OP_TYPE_FLOAT, ID_FLOAT, 32);
    ADD(a, OP_TYPE_VECTOR, ID_UVEC4, ID_UINT, 4);
    ADD(a, OP_TYPE_VECTOR, ID_IVEC4, ID_INT, 4);
    ADD(a, OP_TYPE_VECTOR, ID_VEC4, ID_FLOAT, 4);
    ADD(a, OP_TYPE_POINTER, ID_INPUT_UVEC4, STORAGE_INPUT, ID_UVEC4);
    ADD(a, OP_TYPE_POINTER, ID_OUTPUT_VEC4, STORAGE_OUTPUT, ID_VEC4);
    ADD(a, OP_TYPE_POINTER, ID_OUTPUT_UVEC4, STORAGE_OUTPUT, ID_UVEC4);
    ADD(a, OP_TYPE_POINTER, ID_OUTPUT_IVEC4, STORAGE_OUTPUT, ID_IVEC4);
    ADD(a, OP_TYPE_POINTER, ID_OUTPUT_INT, STORAGE_OUTPUT, ID_INT);
    ADD(a, OP_CONSTANT, ID_INT, ID_ZERO, 0);
    ADD(a, OP_CONSTANT, ID_UINT, ID_ONE, 1);
    ADD(a, OP_TYPE_ARRAY, ID_MASKS, ID_INT, ID_ONE);
    ADD(a, OP_TYPE_POINTER, ID_OUTPUT_MASKS, STORAGE_OUTPUT, ID_MASKS);
}

static uint32_t pointer_of(enum ombre_gpu_output_type type)
{
    switch (type) {
    case OMBRE_GPU_OUTPUT_NONE:
    case OMBRE_GPU_OUTPUT_FLOAT: break;
    case OMBRE_GPU_OUTPUT_UINT: return ID_OUTPUT_UVEC4;
    case OMBRE_GPU_OUTPUT_SINT: return ID_OUTPUT_IVEC4;
    }
    return ID_OUTPUT_VEC4;
}

static void add_variables(struct assembler *a,
                          const struct repro_outputs *outputs)
{
    for (unsigned n = 0; n <= OMBRE_VK_MAX_ATTACHMENTS; n++)
        if (is_read(outputs, n))
            ADD(a, OP_VARIABLE, ID_INPUT_UVEC4, ID_INPUT + n, STORAGE_INPUT);
    for (unsigned n = 0; n < OMBRE_VK_MAX_ATTACHMENTS; n++)
        if (is_declared(outputs, n))
            ADD(a, OP_VARIABLE, pointer_of(outputs->type[n]), ID_OUTPUT + n,
                STORAGE_OUTPUT);
    if (outputs->coverage)
        ADD(a, OP_VARIABLE, ID_OUTPUT_MASKS, ID_SAMPLE_MASK, STORAGE_OUTPUT);
}

/* Store an input; an integer without sign is what it is already. */
static void add_store(struct assembler *a, unsigned n,
                      enum ombre_gpu_output_type type)
{
    const uint32_t loaded = a->next++;
    uint32_t value = loaded;
    ADD(a, OP_LOAD, ID_UVEC4, loaded, ID_INPUT + n);
    if (type != OMBRE_GPU_OUTPUT_UINT) {
        value = a->next++;
        ADD(a, OP_BITCAST, type == OMBRE_GPU_OUTPUT_FLOAT ? ID_VEC4 : ID_IVEC4,
            value, loaded);
    }
    ADD(a, OP_STORE, ID_OUTPUT + n, value);
}

static void add_coverage(struct assembler *a, uint32_t slot)
{
    const uint32_t loaded = a->next++, first = a->next++, mask = a->next++;
    const uint32_t place = a->next++;
    ADD(a, OP_LOAD, ID_UVEC4, loaded, ID_INPUT + slot);
    ADD(a, OP_COMPOSITE_EXTRACT, ID_UINT, first, loaded, 0);
    ADD(a, OP_BITCAST, ID_INT, mask, first);
    ADD(a, OP_ACCESS_CHAIN, ID_OUTPUT_INT, place, ID_SAMPLE_MASK, ID_ZERO);
    ADD(a, OP_STORE, place, mask);
}

static void add_main(struct assembler *a, const struct repro_outputs *outputs)
{
    ADD(a, OP_FUNCTION, ID_VOID, ID_MAIN, 0, ID_FUNCTION);
    ADD(a, OP_LABEL, ID_LABEL);
    for (unsigned n = 0; n < OMBRE_VK_MAX_ATTACHMENTS; n++)
        if (is_declared(outputs, n))
            add_store(a, n, outputs->type[n]);
    if (outputs->coverage)
        add_coverage(a, outputs->coverage_slot);
    add(a, OP_RETURN, NULL, 0);
    add(a, OP_FUNCTION_END, NULL, 0);
}

size_t repro_shader_words(const struct repro_outputs *outputs,
                          uint32_t words[REPRO_SHADER_WORDS])
{
    const uint32_t header[] = {MAGIC, VERSION_1_0, 0, 0, 0};
    struct assembler a = {words, sizeof header / sizeof *header, ID_TEMPORARY};
    memcpy(words, header, sizeof header);
    ADD(&a, OP_CAPABILITY, CAPABILITY_SHADER);
    ADD(&a, OP_MEMORY_MODEL, MODEL_LOGICAL, MODEL_GLSL450);
    add_entry_point(&a, outputs);
    add_decorations(&a, outputs);
    add_types(&a);
    add_variables(&a, outputs);
    add_main(&a, outputs);
    words[3] = a.next; /* the bound of ids */
    return a.count;
}

/* --- GLSL ------------------------------------------------------------------
 */

static const struct {
    const char *type, *cast;
} glsl[] = {
    [OMBRE_GPU_OUTPUT_NONE] = {"", ""},
    [OMBRE_GPU_OUTPUT_FLOAT] = {"vec4", "uintBitsToFloat"},
    [OMBRE_GPU_OUTPUT_UINT] = {"uvec4", ""},
    [OMBRE_GPU_OUTPUT_SINT] = {"ivec4", "ivec4"},
};

static void write_output(FILE *file, const struct repro_outputs *outputs,
                         unsigned n)
{
    fprintf(file, "layout(location = %u",
            n == 1 && outputs->second_source ? 0 : n);
    if (outputs->second_source && n < 2)
        fprintf(file, ", index = %u", n);
    fprintf(file, ") out %s output_%u;\n", glsl[outputs->type[n]].type, n);
}

void repro_shader_glsl(FILE *file, const struct repro_outputs *outputs)
{
    fputs("#version 450\n", file);
    for (unsigned n = 0; n <= OMBRE_VK_MAX_ATTACHMENTS; n++)
        if (is_read(outputs, n))
            fprintf(file, "layout(location = %u) flat in uvec4 source_%u;\n", n,
                    n);
    for (unsigned n = 0; n < OMBRE_VK_MAX_ATTACHMENTS; n++)
        if (is_declared(outputs, n))
            write_output(file, outputs, n);
    fputs("void main()\n{\n", file);
    for (unsigned n = 0; n < OMBRE_VK_MAX_ATTACHMENTS; n++)
        if (is_declared(outputs, n))
            fprintf(file, "    output_%u = %s(source_%u);\n", n,
                    glsl[outputs->type[n]].cast, n);
    if (outputs->coverage)
        fprintf(file, "    gl_SampleMask[0] = int(source_%u.x);\n",
                outputs->coverage_slot);
    fputs("}\n", file);
}

void repro_write_words(FILE *file, const char *name, const uint32_t *words,
                       size_t count)
{
    fprintf(file, "static const uint32_t %s[] = {", name);
    for (size_t i = 0; i < count; i++)
        fprintf(file, "%s0x%08x,", i % 6 == 0 ? "\n    " : " ", words[i]);
    fputs("\n};\n", file);
}

void repro_write_shader(FILE *file, const char *name,
                        const struct repro_outputs *outputs)
{
    uint32_t words[REPRO_SHADER_WORDS];
    fputs("\n/*\n", file);
    repro_shader_glsl(file, outputs);
    fputs("*/\n", file);
    repro_write_words(file, name, words, repro_shader_words(outputs, words));
}
