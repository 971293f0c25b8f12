/* Logic operations and integers: family F8. */
#include "faults_parts.h"

/* --- The operation ----------------------------------------------------------
 */

static void logic_off(struct ombre_state *state, int arg)
{
    (void) arg;
    state->logic_op_enable = false;
}

static void logic_is(struct ombre_state *state, int op)
{
    state->logic_op = (enum ombre_logic_op) op;
}

/* Vulkan's order, and that of truth tables (bit 2s + d of the number is the
 * result); both by Direct3D's names. */
static const enum ombre_logic_op vulkan_order[16] = {
    OMBRE_LOGIC_CLEAR,         OMBRE_LOGIC_AND,
    OMBRE_LOGIC_AND_REVERSE,   OMBRE_LOGIC_COPY,
    OMBRE_LOGIC_AND_INVERTED,  OMBRE_LOGIC_NOOP,
    OMBRE_LOGIC_XOR,           OMBRE_LOGIC_OR,
    OMBRE_LOGIC_NOR,           OMBRE_LOGIC_EQUIV,
    OMBRE_LOGIC_INVERT,        OMBRE_LOGIC_OR_REVERSE,
    OMBRE_LOGIC_COPY_INVERTED, OMBRE_LOGIC_OR_INVERTED,
    OMBRE_LOGIC_NAND,          OMBRE_LOGIC_SET,
};

static const enum ombre_logic_op table_order[16] = {
    OMBRE_LOGIC_CLEAR,        OMBRE_LOGIC_NOR,
    OMBRE_LOGIC_AND_INVERTED, OMBRE_LOGIC_COPY_INVERTED,
    OMBRE_LOGIC_AND_REVERSE,  OMBRE_LOGIC_INVERT,
    OMBRE_LOGIC_XOR,          OMBRE_LOGIC_NAND,
    OMBRE_LOGIC_AND,          OMBRE_LOGIC_EQUIV,
    OMBRE_LOGIC_NOOP,         OMBRE_LOGIC_OR_INVERTED,
    OMBRE_LOGIC_COPY,         OMBRE_LOGIC_OR_REVERSE,
    OMBRE_LOGIC_OR,           OMBRE_LOGIC_SET,
};

enum numbering { NUMBERED_RAW, NUMBERED_TABLE };

static unsigned place_in(const enum ombre_logic_op order[16],
                         enum ombre_logic_op op)
{
    unsigned i = 0;
    while (i < 15 && order[i] != op)
        i++;
    return i;
}

/* Direct3D's number taken for Vulkan's, or Vulkan's for a truth table. */
static void logic_numbered(struct ombre_state *state, int numbering)
{
    state->logic_op =
        numbering == NUMBERED_RAW
            ? vulkan_order[(unsigned) state->logic_op % 16]
            : table_order[place_in(vulkan_order, state->logic_op)];
}

/* Source and destination exchanged. */
static void logic_exchanged(struct ombre_state *state, int arg)
{
    (void) arg;
    const unsigned table = place_in(table_order, state->logic_op);
    state->logic_op =
        table_order[(table & 9) | (table & 2) << 1 | (table >> 1 & 2)];
}

static void logic_inverted(struct ombre_state *state, int arg)
{
    (void) arg;
    state->logic_op = table_order[15 - place_in(table_order, state->logic_op)];
}

/* --- Which components ------------------------------------------------------
 */

/* Components of which the source is stored as it is. */
static void logic_not_of(const struct fault_question *question,
                         struct fault_answer *answer, int components)
{
    struct ombre_state plain = *question->state;
    struct ombre_prediction p;
    if (!plain.logic_op_enable)
        return;
    plain.logic_op_enable = false;
    ombre_predict(&plain, question->target, &question->source, &question->dest,
                  OMBRE_JUDGE_EXACT, &p);
    for (unsigned c = 0; c < OMBRE_COMPONENTS; c++)
        if (components >> c & 1 && answer->fate[c] == OMBRE_FATE_WRITTEN)
            answer->code[c] = p.component[c].code;
}

/* Only the lowest bits are combined; above them the destination stays. */
static void logic_low_bits(const struct fault_question *question,
                           struct fault_answer *answer, int bits)
{
    const struct ombre_format *format =
        question->state->target[question->target].format;
    const uint32_t low = (1u << bits) - 1;
    if (!question->state->logic_op_enable)
        return;
    for (unsigned c = 0; c < OMBRE_COMPONENTS; c++)
        if (answer->fate[c] == OMBRE_FATE_WRITTEN)
            answer->code[c] = (answer->code[c] & low) |
                              (ombre_texel_code(format, &question->dest,
                                                (enum ombre_component) c) &
                               ~low);
}

/* --- Integers --------------------------------------------------------------
 */

enum integer {
    INTEGER_WRAPS,       /* low bits of what does not fit */
    INTEGER_AS_FLOAT,    /* through an fp32 number */
    INTEGER_NAN,         /* bits that would be NaN become 0 */
    INTEGER_NORMALIZED,  /* 1 becomes the largest code */
    INTEGER_OTHER_SIGN,  /* clamped as the other kind of integer */
    INTEGER_SATURATES_8, /* to 8 bits, whatever the component's */
    INTEGER_ZERO,        /* what does not fit becomes 0 */
};

static uint32_t largest_of(const struct ombre_format *format,
                           enum ombre_component component)
{
    int64_t low, high;
    ombre_ordinal_limits(format, component, &low, &high);
    return (uint32_t) high;
}

static int64_t shader_integer(const struct fault_question *question,
                              enum ombre_component component)
{
    const uint32_t word = question->source.word[question->target][component];
    return question->state->shader.output[question->target].type ==
                   OMBRE_OUTPUT_SINT
               ? (int64_t) (int32_t) word
               : (int64_t) word;
}

static uint32_t as_float(int64_t x, bool is_signed)
{
    const float nearest = (float) x;
    if (!is_signed)
        return nearest >= 4294967296.0f ? UINT32_MAX : (uint32_t) nearest;
    return nearest >= 2147483648.0f ? INT32_MAX : (uint32_t) (int32_t) nearest;
}

static int64_t clamp(int64_t x, int64_t low, int64_t high)
{
    return x < low ? low : x > high ? high : x;
}

static uint32_t wrong_integer(const struct fault_question *question,
                              enum ombre_component component, uint32_t right,
                              enum integer how)
{
    const struct ombre_format *format =
        question->state->target[question->target].format;
    const int64_t x = shader_integer(question, component);
    const uint32_t word = (uint32_t) x;
    const bool is_signed = format->numeric == OMBRE_SINT;
    int64_t low, high;
    ombre_ordinal_limits(format, component, &low, &high);
    switch (how) {
    case INTEGER_WRAPS: return word;
    case INTEGER_AS_FLOAT:
        return x < low || x > high ? right : as_float(x, is_signed);
    case INTEGER_NAN:
        return (word & 0x7F800000) == 0x7F800000 && (word & 0x7FFFFF) ? 0
                                                                      : right;
    case INTEGER_NORMALIZED:
        return x == 1 ? largest_of(format, component) : right;
    case INTEGER_OTHER_SIGN:
        return (uint32_t) (is_signed ? clamp(x, 0, high)
                                     : clamp((int32_t) word, 0, high));
    case INTEGER_SATURATES_8:
        return (uint32_t) clamp(x, is_signed ? -128 : 0, is_signed ? 127 : 255);
    case INTEGER_ZERO: return x < low || x > high ? 0 : right;
    }
    return right;
}

static void integer(const struct fault_question *question,
                    struct fault_answer *answer, int how)
{
    const struct ombre_format *format =
        question->state->target[question->target].format;
    if (!fault_is_integer(format) || question->state->logic_op_enable)
        return;
    for (unsigned c = 0; c < OMBRE_COMPONENTS; c++) {
        const unsigned bits = format->component[c].bits;
        if (answer->fate[c] != OMBRE_FATE_WRITTEN)
            continue;
        answer->code[c] = wrong_integer(question, (enum ombre_component) c,
                                        answer->code[c], (enum integer) how);
        if (bits < 32)
            answer->code[c] &= (1u << bits) - 1;
    }
}

/* A logic operation of what was clamped first: FS 17.7.1 lets that be. */
static void logic_clamped(struct fault_question *question, int arg)
{
    const struct ombre_format *format =
        question->state->target[question->target].format;
    (void) arg;
    if (!format || !fault_is_integer(format) ||
        !question->state->logic_op_enable)
        return;
    for (unsigned c = 0; c < OMBRE_COMPONENTS; c++) {
        uint32_t *word = &question->source.word[question->target][c];
        int64_t low, high;
        if (!ombre_format_has(format, (enum ombre_component) c))
            continue;
        ombre_ordinal_limits(format, (enum ombre_component) c, &low, &high);
        *word = (uint32_t) clamp(
            shader_integer(question, (enum ombre_component) c), low, high);
    }
}

/* --- Rows ------------------------------------------------------------------
 */

/* clang-format off */
static const struct fault_row rows[] = {
    {"logic.ignored", "logic operations are ignored: the source is stored", "F8", "Mesa 59b1578176a, Mesa 69e6417e197, MoltenVK#374, dolphin#10441, dolphin#11963", .state = logic_off},
    {"logic.noop", "logic operations keep the destination", "F8", "", .state = logic_is, .arg = OMBRE_LOGIC_NOOP},
    {"logic.xor", "every logic operation acts as XOR", "F8", "IGCIT#1297", .state = logic_is, .arg = OMBRE_LOGIC_XOR},
    {"logic.raw", "Direct3D's logic operation numbers are taken for Vulkan's", "F8", "Mesa dd102405dea", .state = logic_numbered, .arg = NUMBERED_RAW},
    {"logic.as-table", "Vulkan's logic operation numbers are taken for truth tables", "F8", "Mesa dd102405dea", .state = logic_numbered, .arg = NUMBERED_TABLE},
    {"logic.exchanged", "source and destination of logic operations are exchanged", "F8", "", .state = logic_exchanged},
    {"logic.inverted", "results of logic operations are inverted", "F8", "Mesa ee127f03e45", .state = logic_inverted},
    {"logic.not-alpha", "logic operations leave alpha alone", "F8", "", .result = logic_not_of, .arg = 8},
    {"logic.only-red", "logic operations are of red only", "F8", "", .result = logic_not_of, .arg = 14},
    {"logic.8-bits", "only 8 bits take part in logic operations", "F8", "Mesa 9c0740211dd", .result = logic_low_bits, .arg = 8},
    {"logic.24-bits", "only 24 bits take part in logic operations", "F8", "Mesa 9c0740211dd", .result = logic_low_bits, .arg = 24},
    {"logic.clamped", "sources of logic operations are clamped first", "F8", "", "FS 17.7.1: sources wider than the component", .operands = logic_clamped},
    {"integer.wraps", "integers that do not fit wrap around", "F15", "", .result = integer, .arg = INTEGER_WRAPS},
    {"integer.as-float", "integers pass through an fp32 number", "F10", "", .result = integer, .arg = INTEGER_AS_FLOAT},
    {"integer.nan-zero", "integers whose bits would be NaN become 0", "F10", "Mesa 5121e6dd7ea", .result = integer, .arg = INTEGER_NAN},
    {"integer.normalized", "the integer 1 is stored as the largest code", "F15", "", .result = integer, .arg = INTEGER_NORMALIZED},
    {"integer.other-sign", "integers are clamped as of the other sign", "F15", "Mesa ee127f03e45", .result = integer, .arg = INTEGER_OTHER_SIGN},
    {"integer.saturates-8", "integers are clamped to 8 bits", "F15", "", .result = integer, .arg = INTEGER_SATURATES_8},
    {"integer.zero", "integers that do not fit become 0", "F15", "", .result = integer, .arg = INTEGER_ZERO},
};
/* clang-format on */

const struct fault_table fault_bits = {rows, sizeof rows / sizeof rows[0]};
