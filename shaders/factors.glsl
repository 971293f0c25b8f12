// Blend equations of one component.

// VkBlendFactor
const uint FACTOR_ZERO = 0u;
const uint FACTOR_ONE = 1u;
const uint FACTOR_SRC_COLOR = 2u;
const uint FACTOR_ONE_MINUS_SRC_COLOR = 3u;
const uint FACTOR_DST_COLOR = 4u;
const uint FACTOR_ONE_MINUS_DST_COLOR = 5u;
const uint FACTOR_SRC_ALPHA = 6u;
const uint FACTOR_ONE_MINUS_SRC_ALPHA = 7u;
const uint FACTOR_DST_ALPHA = 8u;
const uint FACTOR_ONE_MINUS_DST_ALPHA = 9u;
const uint FACTOR_CONSTANT_COLOR = 10u;
const uint FACTOR_ONE_MINUS_CONSTANT_COLOR = 11u;
const uint FACTOR_CONSTANT_ALPHA = 12u;
const uint FACTOR_ONE_MINUS_CONSTANT_ALPHA = 13u;
const uint FACTOR_SRC_ALPHA_SATURATE = 14u;
const uint FACTOR_SRC1_COLOR = 15u;
const uint FACTOR_ONE_MINUS_SRC1_COLOR = 16u;
const uint FACTOR_SRC1_ALPHA = 17u;
const uint FACTOR_ONE_MINUS_SRC1_ALPHA = 18u;

// VkBlendOp
const uint OP_ADD = 0u;
const uint OP_SUBTRACT = 1u;
const uint OP_REVERSE_SUBTRACT = 2u;
const uint OP_MIN = 3u;
const uint OP_MAX = 4u;

// What an equation of a component reads, as bits of binary32.
struct Operands {
    uint src, src_alpha;
    uint src1, src1_alpha;
    uint dst, dst_alpha;
    uint constant, constant_alpha;
};

// What a factor reads: all but saturation read one operand.
uint factor_operand(uint number, Operands o)
{
    switch (number) {
    case FACTOR_SRC_COLOR:
    case FACTOR_ONE_MINUS_SRC_COLOR: return o.src;
    case FACTOR_DST_COLOR:
    case FACTOR_ONE_MINUS_DST_COLOR: return o.dst;
    case FACTOR_SRC_ALPHA:
    case FACTOR_ONE_MINUS_SRC_ALPHA: return o.src_alpha;
    case FACTOR_DST_ALPHA:
    case FACTOR_ONE_MINUS_DST_ALPHA:
    case FACTOR_SRC_ALPHA_SATURATE: return o.dst_alpha;
    case FACTOR_CONSTANT_COLOR:
    case FACTOR_ONE_MINUS_CONSTANT_COLOR: return o.constant;
    case FACTOR_CONSTANT_ALPHA:
    case FACTOR_ONE_MINUS_CONSTANT_ALPHA: return o.constant_alpha;
    case FACTOR_SRC1_COLOR:
    case FACTOR_ONE_MINUS_SRC1_COLOR: return o.src1;
    case FACTOR_SRC1_ALPHA:
    case FACTOR_ONE_MINUS_SRC1_ALPHA: return o.src1_alpha;
    }
    return number == FACTOR_ONE ? ONE : 0u;
}

bool is_inverse(uint number)
{
    return number < FACTOR_SRC_ALPHA_SATURATE
               ? number > FACTOR_ONE && (number & 1u) != 0u
               : (number & 1u) == 0u;
}

// Drivers put functions in line, so that each is called from one place where
// that can be.
uint factor(uint number, Operands o, bool is_alpha)
{
    const bool saturates = number == FACTOR_SRC_ALPHA_SATURATE;
    uint x = factor_operand(number, o);
    if (is_inverse(number))
        x = sum(ONE, negative(x));
    if (saturates)
        x = is_alpha ? ONE : least(o.src_alpha, x);
    return x;
}

// `equation` is source factor, destination factor, operation.
uint blended(uvec3 equation, Operands o, bool is_alpha)
{
    const uint op = equation.z;
    // FS 17.1: these ignore both factors.
    if (op == OP_MIN)
        return least(o.src, o.dst);
    if (op == OP_MAX)
        return greatest(o.src, o.dst);
    uint term[2] = uint[2](o.src, o.dst);
    for (uint i = 0u; i < 2u; i++)
        term[i] = product(term[i], factor(equation[i], o, is_alpha));
    if (op == OP_SUBTRACT)
        term[1] = negative(term[1]);
    if (op == OP_REVERSE_SUBTRACT)
        term[0] = negative(term[0]);
    return sum(term[0], term[1]);
}

// VkLogicOp, and one more for none.
const uint LOGIC_CLEAR = 0u;
const uint LOGIC_AND = 1u;
const uint LOGIC_AND_REVERSE = 2u;
const uint LOGIC_COPY = 3u;
const uint LOGIC_AND_INVERTED = 4u;
const uint LOGIC_NO_OP = 5u;
const uint LOGIC_XOR = 6u;
const uint LOGIC_OR = 7u;
const uint LOGIC_NOR = 8u;
const uint LOGIC_EQUIVALENT = 9u;
const uint LOGIC_INVERT = 10u;
const uint LOGIC_OR_REVERSE = 11u;
const uint LOGIC_COPY_INVERTED = 12u;
const uint LOGIC_OR_INVERTED = 13u;
const uint LOGIC_NAND = 14u;
const uint LOGIC_SET = 15u;
const uint LOGIC_NONE = 16u;

uint combined(uint op, uint s, uint d)
{
    switch (op) {
    case LOGIC_CLEAR: return 0u;
    case LOGIC_AND: return s & d;
    case LOGIC_AND_REVERSE: return s & ~d;
    case LOGIC_COPY: return s;
    case LOGIC_AND_INVERTED: return ~s & d;
    case LOGIC_NO_OP: return d;
    case LOGIC_XOR: return s ^ d;
    case LOGIC_OR: return s | d;
    case LOGIC_NOR: return ~(s | d);
    case LOGIC_EQUIVALENT: return ~(s ^ d);
    case LOGIC_INVERT: return ~d;
    case LOGIC_OR_REVERSE: return s | ~d;
    case LOGIC_COPY_INVERTED: return ~s;
    case LOGIC_OR_INVERTED: return ~s | d;
    case LOGIC_NAND: return ~(s & d);
    case LOGIC_SET: return 0xffffffffu;
    }
    return s;
}
