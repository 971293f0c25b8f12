#include "reference_integer.h"

/* FS 17.1, 17.7. */
/* clang-format off */
uint32_t logic_op(enum ombre_logic_op op, uint32_t s, uint32_t d)
{
    switch (op) {
    case OMBRE_LOGIC_CLEAR:         return 0;
    case OMBRE_LOGIC_SET:           return ~0u;
    case OMBRE_LOGIC_COPY:          return s;
    case OMBRE_LOGIC_COPY_INVERTED: return ~s;
    case OMBRE_LOGIC_NOOP:          break;
    case OMBRE_LOGIC_INVERT:        return ~d;
    case OMBRE_LOGIC_AND:           return s & d;
    case OMBRE_LOGIC_NAND:          return ~(s & d);
    case OMBRE_LOGIC_OR:            return s | d;
    case OMBRE_LOGIC_NOR:           return ~(s | d);
    case OMBRE_LOGIC_XOR:           return s ^ d;
    case OMBRE_LOGIC_EQUIV:         return ~(s ^ d);
    case OMBRE_LOGIC_AND_REVERSE:   return s & ~d;
    case OMBRE_LOGIC_AND_INVERTED:  return ~s & d;
    case OMBRE_LOGIC_OR_REVERSE:    return s | ~d;
    case OMBRE_LOGIC_OR_INVERTED:   return ~s | d;
    }
    return d;
}
/* clang-format on */

static uint32_t width_mask(const struct ombre_format *format,
                           enum ombre_component component)
{
    const unsigned bits = format->component[component].bits;
    return bits == 32 ? ~0u : (1u << bits) - 1;
}

static int64_t integer_value(enum ombre_output_type type, uint32_t word)
{
    return type == OMBRE_OUTPUT_SINT ? (int64_t) (int32_t) word
                                     : (int64_t) word;
}

/* FS 3.2.3.9 to 3.2.3.13: an integer goes to the nearest that the target can
 * hold. */
static int64_t clamped(const struct ombre_format *format,
                       enum ombre_component component, int64_t value)
{
    int64_t low, high;
    ombre_ordinal_limits(format, component, &low, &high);
    return value < low ? low : value > high ? high : value;
}

static void add_code(const struct ombre_format *format,
                     enum ombre_component component, uint32_t code,
                     struct ombre_code_set *legal)
{
    const int64_t ordinal = ombre_code_ordinal(format, component, code);
    ombre_code_set_add(legal, ordinal, ordinal);
}

/* Vulkan 1.3 "Fragment Output Interface": a value that does not fit is
 * undefined. */
static void add_any(const struct ombre_format *format,
                    enum ombre_component component,
                    struct ombre_code_set *legal)
{
    int64_t low, high;
    ombre_ordinal_limits(format, component, &low, &high);
    ombre_code_set_add(legal, low, high);
}

struct integer_result integer_store(const struct ombre_state *state,
                                    const struct ombre_format *format,
                                    enum ombre_component component,
                                    enum ombre_output_type type, uint32_t word,
                                    uint32_t dest, enum ombre_judge judge,
                                    struct ombre_code_set *legal)
{
    const int64_t value = integer_value(type, word);
    const int64_t fits = clamped(format, component, value);
    const uint32_t clamped_code = ombre_ordinal_code(format, component, fits);
    const uint32_t mask = width_mask(format, component);

    struct integer_result r = {
        .ideal = {(double) fits, clamped_code},
        .rule = OMBRE_REFERENCE_RULE_INTEGER,
    };
    if (state->logic_op_enable) {
        /* FS 17.7.1: ideal hardware takes the low bits of a wide source;
         * clamping it is allowed. */
        const enum ombre_logic_op op = state->logic_op;
        r.ideal.code = logic_op(op, word, dest) & mask;
        r.ideal.value = (double) r.ideal.code;
        r.rule = fits == value ? OMBRE_REFERENCE_RULE_LOGIC
                               : OMBRE_REFERENCE_RULE_LOGIC_WIDE;
        if (judge >= OMBRE_JUDGE_D3D)
            add_code(format, component, logic_op(op, clamped_code, dest) & mask,
                     legal);
    }
    add_code(format, component, r.ideal.code, legal);
    if (judge == OMBRE_JUDGE_VULKAN && fits != value)
        add_any(format, component, legal);
    return r;
}
