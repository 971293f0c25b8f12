#include "spirv_select.h"

#include <string.h>

/* SPIR-V 1.3, section 3: the numbers of what the selector must understand. */
enum {
    MAGIC = 0x07230203,
    HEADER_WORDS = 5,
    OP_NAME = 5,
    OP_ENTRY_POINT = 15,
    OP_FUNCTION_CALL = 57,
    OP_VARIABLE = 59,
    OP_STORE = 62,
    OP_ACCESS_CHAIN = 65,
    OP_DECORATE = 71,
    OP_COMPOSITE_EXTRACT = 81,
    OP_BITCAST = 124,
    STORAGE_CLASS_OUTPUT = 3,
    DECORATION_BUILT_IN = 11,
    DECORATION_LOCATION = 30,
    BUILT_IN_SAMPLE_MASK = 20,
};

enum {
    SECOND_SOURCE_LOCATION = SPIRV_SELECT_TYPES * SPIRV_SELECT_OUTPUTS,
    MAX_OUTPUTS = SECOND_SOURCE_LOCATION + 2, /* and the sample mask */
    /* And pointers into them, and three steps to make what is stored there. */
    MAX_DROPPED = 5 * MAX_OUTPUTS,
};

struct variable {
    uint32_t id;
    uint32_t location; /* in the template; ignored for the sample mask */
    bool is_located;
    bool is_sample_mask;
};

struct selector {
    size_t variable_count;
    struct variable variable[MAX_OUTPUTS];
    size_t dropped_count;
    uint32_t dropped[MAX_DROPPED];
    uint32_t *out;
    size_t out_count;
};

struct instruction {
    const uint32_t *word;
    uint32_t opcode, count;
};

/* Read the instruction at *position and step over it; false at a broken one. */
static bool next_instruction(const uint32_t *module, size_t count,
                             size_t *position, struct instruction *out)
{
    const uint32_t first = module[*position];

    *out =
        (struct instruction){&module[*position], first & 0xFFFF, first >> 16};
    if (out->count == 0 || out->count > count - *position)
        return false;
    *position += out->count;
    return true;
}

static struct variable *find_variable(struct selector *s, uint32_t id)
{
    for (size_t i = 0; i < s->variable_count; i++)
        if (s->variable[i].id == id)
            return &s->variable[i];
    return NULL;
}

static bool note_variable(struct selector *s, const struct instruction *in)
{
    if (in->count < 4 || in->word[3] != STORAGE_CLASS_OUTPUT)
        return true;
    if (s->variable_count == MAX_OUTPUTS)
        return false;
    s->variable[s->variable_count++] = (struct variable){.id = in->word[2]};
    return true;
}

static void note_decoration(struct selector *s, const struct instruction *in)
{
    if (in->count < 4)
        return;
    struct variable *v = find_variable(s, in->word[1]);
    if (!v)
        return;
    if (in->word[2] == DECORATION_LOCATION) {
        v->is_located = true;
        v->location = in->word[3];
    }
    if (in->word[2] == DECORATION_BUILT_IN)
        v->is_sample_mask = in->word[3] == BUILT_IN_SAMPLE_MASK;
}

/* Find the outputs first, and then, as decorations come before variables, what
 * they are. */
static bool find_outputs(struct selector *s, const uint32_t *module,
                         size_t count)
{
    struct instruction in;

    for (size_t at = HEADER_WORDS; at < count;) {
        if (!next_instruction(module, count, &at, &in))
            return false;
        if (in.opcode == OP_VARIABLE && !note_variable(s, &in))
            return false;
    }
    for (size_t at = HEADER_WORDS; at < count;) {
        if (!next_instruction(module, count, &at, &in))
            return false;
        if (in.opcode == OP_DECORATE)
            note_decoration(s, &in);
    }
    return true;
}

static bool is_wanted(const struct variable *v,
                      const struct spirv_selection *selection)
{
    if (v->is_sample_mask)
        return selection->sample_mask;
    if (!v->is_located)
        return false;
    if (v->location == SECOND_SOURCE_LOCATION)
        return selection->second_source;
    if (v->location > SECOND_SOURCE_LOCATION)
        return false;
    return selection->output[v->location % SPIRV_SELECT_OUTPUTS] ==
           v->location / SPIRV_SELECT_OUTPUTS + 1;
}

static size_t wanted_count(const struct spirv_selection *selection)
{
    size_t n = 0;

    for (size_t i = 0; i < SPIRV_SELECT_OUTPUTS; i++)
        n += selection->output[i] != 0;
    return n + selection->second_source + selection->sample_mask;
}

/* False if an output that is wanted is not in the module. */
static bool drop_unwanted(struct selector *s,
                          const struct spirv_selection *selection)
{
    for (size_t i = 0; i < s->variable_count; i++)
        if (!is_wanted(&s->variable[i], selection))
            s->dropped[s->dropped_count++] = s->variable[i].id;
    return s->variable_count - s->dropped_count == wanted_count(selection);
}

static bool is_dropped(const struct selector *s, uint32_t id)
{
    for (size_t i = 0; i < s->dropped_count; i++)
        if (s->dropped[i] == id)
            return true;
    return false;
}

static bool drop(struct selector *s, uint32_t id)
{
    if (s->dropped_count == MAX_DROPPED)
        return false;
    s->dropped[s->dropped_count++] = id;
    return true;
}

/* Pointers into outputs that are dropped. */
static bool drop_pointers(struct selector *s, const uint32_t *module,
                          size_t count)
{
    struct instruction in;

    for (size_t at = HEADER_WORDS; at < count;) {
        if (!next_instruction(module, count, &at, &in))
            return false;
        if (in.opcode == OP_ACCESS_CHAIN && in.count >= 4 &&
            is_dropped(s, in.word[3]) && !drop(s, in.word[2]))
            return false;
    }
    return true;
}

/* How often an id occurs; numbers that happen to be equal count as well, which
 * is on the safe side. */
static size_t occurrences(const uint32_t *module, size_t count, uint32_t id)
{
    size_t n = 0;

    for (size_t i = HEADER_WORDS; i < count; i++)
        n += module[i] == id;
    return n;
}

/* What only serves to make a value that is used no more, from its end to its
 * begin.  None of these has a side effect: the template's functions only read.
 */
static bool drop_value(struct selector *s, const uint32_t *module, size_t count,
                       uint32_t id)
{
    struct instruction in;

    /* Where it is made, and where it was used. */
    if (occurrences(module, count, id) != 2)
        return true;
    for (size_t at = HEADER_WORDS; at < count;) {
        if (!next_instruction(module, count, &at, &in))
            return false;
        if (in.count < 4 || in.word[2] != id)
            continue;
        if (in.opcode == OP_FUNCTION_CALL)
            return drop(s, id);
        if (in.opcode == OP_BITCAST || in.opcode == OP_COMPOSITE_EXTRACT)
            return drop(s, id) && drop_value(s, module, count, in.word[3]);
    }
    return true;
}

/* Drivers compile each pipeline's shader anew, and most of the template is not
 * for it. */
static bool drop_values(struct selector *s, const uint32_t *module,
                        size_t count)
{
    struct instruction in;

    for (size_t at = HEADER_WORDS; at < count;) {
        if (!next_instruction(module, count, &at, &in))
            return false;
        if (in.opcode == OP_STORE && in.count >= 3 &&
            is_dropped(s, in.word[1]) &&
            !drop_value(s, module, count, in.word[2]))
            return false;
    }
    return true;
}

static void copy(struct selector *s, const struct instruction *in)
{
    memcpy(&s->out[s->out_count], in->word, in->count * sizeof *in->word);
    s->out_count += in->count;
}

/* Copy an OpEntryPoint without dropped ids in its interface. */
static bool copy_entry_point(struct selector *s, const struct instruction *in)
{
    uint32_t *const start = &s->out[s->out_count];
    uint32_t n = 3;

    /* The name is a string in whole words; its last one holds a zero byte. */
    while (n < in->count && in->word[n] >> 24 != 0)
        n++;
    n++;
    if (n > in->count)
        return false;
    memcpy(start, in->word, n * sizeof *start);

    uint32_t kept = n;
    for (; n < in->count; n++)
        if (!is_dropped(s, in->word[n]))
            start[kept++] = in->word[n];
    start[0] = kept << 16 | OP_ENTRY_POINT;
    s->out_count += kept;
    return true;
}

/* Copy an OpDecorate; a kept output gets the Location that it is to have. */
static void copy_decoration(struct selector *s, const struct instruction *in)
{
    uint32_t *const start = &s->out[s->out_count];

    copy(s, in);
    if (in->count < 4 || in->word[2] != DECORATION_LOCATION ||
        !find_variable(s, in->word[1]))
        return;
    /* The second source is at a multiple of 8 as well, and goes to 0. */
    start[3] = in->word[3] % SPIRV_SELECT_OUTPUTS;
}

static bool copy_instruction(struct selector *s, const struct instruction *in)
{
    switch (in->opcode) {
    case OP_ENTRY_POINT: return in->count >= 4 && copy_entry_point(s, in);
    case OP_NAME:
    case OP_STORE:
        if (in->count < 3)
            return false;
        if (!is_dropped(s, in->word[1]))
            copy(s, in);
        return true;
    case OP_DECORATE:
        if (in->count < 3)
            return false;
        if (!is_dropped(s, in->word[1]))
            copy_decoration(s, in);
        return true;
    case OP_VARIABLE:
    case OP_ACCESS_CHAIN:
    case OP_FUNCTION_CALL:
    case OP_BITCAST:
    case OP_COMPOSITE_EXTRACT:
        if (in->count < 4)
            return false;
        if (!is_dropped(s, in->word[2]))
            copy(s, in);
        return true;
    default: copy(s, in); return true; /* 350 opcodes; the rest stay */
    }
}

size_t spirv_select(const uint32_t *module, size_t count,
                    const struct spirv_selection *selection, uint32_t *out)
{
    struct selector s = {.out = out};

    if (count < HEADER_WORDS || module[0] != MAGIC)
        return 0;
    if (!find_outputs(&s, module, count) || !drop_unwanted(&s, selection) ||
        !drop_pointers(&s, module, count) || !drop_values(&s, module, count))
        return 0;

    memcpy(out, module, HEADER_WORDS * sizeof *out);
    s.out_count = HEADER_WORDS;
    for (size_t at = HEADER_WORDS; at < count;) {
        struct instruction in;
        if (!next_instruction(module, count, &at, &in) ||
            !copy_instruction(&s, &in))
            return 0;
    }
    return s.out_count;
}
