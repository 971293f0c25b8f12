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

uint inverse(uint x)
{
    return sum(ONE, negative(x));
}

uint factor(uint number, Operands o, bool is_alpha)
{
    switch (number) {
    case FACTOR_ZERO: return 0u;
    case FACTOR_ONE: return ONE;
    case FACTOR_SRC_COLOR: return o.src;
    case FACTOR_ONE_MINUS_SRC_COLOR: return inverse(o.src);
    case FACTOR_DST_COLOR: return o.dst;
    case FACTOR_ONE_MINUS_DST_COLOR: return inverse(o.dst);
    case FACTOR_SRC_ALPHA: return o.src_alpha;
    case FACTOR_ONE_MINUS_SRC_ALPHA: return inverse(o.src_alpha);
    case FACTOR_DST_ALPHA: return o.dst_alpha;
    case FACTOR_ONE_MINUS_DST_ALPHA: return inverse(o.dst_alpha);
    case FACTOR_CONSTANT_COLOR: return o.constant;
    case FACTOR_ONE_MINUS_CONSTANT_COLOR: return inverse(o.constant);
    case FACTOR_CONSTANT_ALPHA: return o.constant_alpha;
    case FACTOR_ONE_MINUS_CONSTANT_ALPHA: return inverse(o.constant_alpha);
    case FACTOR_SRC_ALPHA_SATURATE:
        return is_alpha ? ONE : least(o.src_alpha, inverse(o.dst_alpha));
    case FACTOR_SRC1_COLOR: return o.src1;
    case FACTOR_ONE_MINUS_SRC1_COLOR: return inverse(o.src1);
    case FACTOR_SRC1_ALPHA: return o.src1_alpha;
    case FACTOR_ONE_MINUS_SRC1_ALPHA: return inverse(o.src1_alpha);
    }
    return 0u;
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
    const uint s = product(o.src, factor(equation.x, o, is_alpha));
    const uint d = product(o.dst, factor(equation.y, o, is_alpha));
    if (op == OP_SUBTRACT)
        return sum(s, negative(d));
    if (op == OP_REVERSE_SUBTRACT)
        return sum(d, negative(s));
    return sum(s, d);
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
