/* ombre/explain.h - the arithmetic behind one component of one prediction
 *
 * For an engineer with a hardware dump beside it: every operand as it came and
 * as it counts, both terms, the sum, where it falls between codes, and for each
 * end of each legal range the decisions that reach it.  Codes and sets are
 * those of ombre_predict(), which rounds exactly; the numbers between are the
 * nearest doubles.
 */
#ifndef OMBRE_EXPLAIN_H
#define OMBRE_EXPLAIN_H

#include "ombre/reference.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What an equation can read. */
#define OMBRE_OPERANDS(X)               \
    X(SRC, "source")                    \
    X(SRC_ALPHA, "source-alpha")        \
    X(SRC1, "source1")                  \
    X(SRC1_ALPHA, "source1-alpha")      \
    X(CONSTANT, "constant")             \
    X(CONSTANT_ALPHA, "constant-alpha") \
    X(DEST, "destination")              \
    X(DEST_ALPHA, "destination-alpha")

enum ombre_operand {
#define X(id, name) OMBRE_OPERAND_##id,
    OMBRE_OPERANDS(X)
#undef X
        OMBRE_OPERAND_COUNT
};

const char *ombre_operand_name(enum ombre_operand operand);

/* What the rules leave open beside the conversion of operands.
 * X(ID, "id-in-output", "sentence", "source") */
#define OMBRE_FREEDOMS(X)                                                      \
    X(OPERANDS_FINER, "operands-finer",                                        \
      "operands are in a finer format than the target's, up to 0.6 of a code " \
      "off",                                                                   \
      "FS 17.5, 3.2.3")                                                        \
    X(PRODUCTS_ROUNDED, "products-rounded",                                    \
      "products of two operands are rounded to the target's grid",             \
      "FS 17.5, 3.2.3")                                                        \
    X(PRODUCTS_FINER, "products-finer",                                        \
      "products are rounded to a grid of half the target's step", "FS 17.5")   \
    X(EIGHT_BITS, "8-bits", "the component passes through 8 bits", "FS 17.5")  \
    X(HALF, "half", "arithmetic is in halves, not in fp32", "FS 17.5, 3.1.5")  \
    X(INPUTS_CLAMPED, "inputs-clamped",                                        \
      "operands are clamped to the range of the target", "FS 17.5")            \
    X(FLUSHED, "denormals-flushed", "fp32 denormals become zero",              \
      "FS 3.1.3.2")                                                            \
    X(SATURATED, "overflow-saturated",                                         \
      "a step's overflow is the largest finite number", "FS 3.2.2")            \
    X(INFINITE, "overflow-infinite", "a step's overflow is infinite",          \
      "FS 3.1.3.1")                                                            \
    X(SOURCE_DROPPED, "source-dropped",                                        \
      "a source of weight zero is left out, NaN or infinity though it be",     \
      "FS 17.5, 3.1.3.1")                                                      \
    X(DEST_DROPPED, "destination-dropped",                                     \
      "a destination of weight zero is left out, NaN or infinity though it "   \
      "be",                                                                    \
      "FS 17.5, 3.1.3.1")                                                      \
    X(BITS_KEPT, "bits-kept", "the destination's bits are written back",       \
      "FS 19.1.2")                                                             \
    X(ANYTHING, "anything", "nothing is said of the value", "FS 17.5")         \
    X(NEIGHBOUR, "neighbour", "conversions may go to either neighbour",        \
      "Vulkan 1.3 Fixed-Point Data Conversions")                               \
    X(FACTORS_CLAMPED, "factors-clamped",                                      \
      "factors of SNORM are clamped to [-1, 1]", "Vulkan 1.3 Blend Factors")

enum ombre_freedom {
#define X(id, name, sentence, source) OMBRE_FREEDOM_##id,
    OMBRE_FREEDOMS(X)
#undef X
        OMBRE_FREEDOM_COUNT
};

const char *ombre_freedom_name(enum ombre_freedom freedom);
const char *ombre_freedom_sentence(enum ombre_freedom freedom);
const char *ombre_freedom_source(enum ombre_freedom freedom);

/* One way through what is open. */
struct ombre_decision {
    uint32_t freedoms;  /* bit n: enum ombre_freedom n */
    uint32_t converted; /* bit n: operand n was put on the target's grid */
    double operand[OMBRE_OPERAND_COUNT]; /* as taken */
    double low, high; /* results before the store, as numbers */
};

/* The end of a legal range and the plainest decision that reaches it. */
struct ombre_explained_end {
    uint32_t code;
    bool is_ideal; /* by the ideal algorithm, no decision needed */
    bool is_found; /* `by` holds */
    struct ombre_decision by;
};

struct ombre_explained_operand {
    bool used;
    bool stored;     /* `bits` are a code of the target */
    bool stands_in;  /* a destination that the target lacks (FS 19.1.3.3) */
    uint32_t bits;   /* else the fp32 word */
    double given;    /* what the bits stand for */
    double value;    /* as the ideal arithmetic takes it: clamped, FS 17.5 */
    double position; /* of `value` among the component's codes */
};

enum ombre_arithmetic {
    OMBRE_ARITHMETIC_NONE, /* absent, kept or undefined */
    OMBRE_ARITHMETIC_INTEGER,
    OMBRE_ARITHMETIC_LOGIC,
    OMBRE_ARITHMETIC_FIXED,
    OMBRE_ARITHMETIC_SRGB, /* positions are on the encoded side */
    OMBRE_ARITHMETIC_FLOAT,
    OMBRE_ARITHMETIC_SHARED, /* positions are in steps of the exponent */
};

struct ombre_explanation {
    struct ombre_component_prediction prediction;
    enum ombre_arithmetic arithmetic;
    bool blend;
    struct ombre_equation equation; /* if it is blended */
    struct ombre_explained_operand operand[OMBRE_OPERAND_COUNT];
    double source_factor, dest_factor;
    double source_term, dest_term;
    double sum;      /* of the terms, as the operation has it */
    double result;   /* after the clamp to what the target can hold */
    double position; /* of the result between codes */
    uint32_t word;   /* integers: the shader's, and the destination's code */
    uint32_t dest_code;
    unsigned end_count; /* two a range, in the order of the ranges */
    struct ombre_explained_end end[2 * OMBRE_MAX_RANGES];
};

/* Explain what ombre_predict() says of one component.  Returns false, with *out
 * zeroed, where that does, and where the format lacks the component. */
bool ombre_explain(const struct ombre_state *state, unsigned target,
                   enum ombre_component component,
                   const struct ombre_source *source,
                   const struct ombre_texel *dest, enum ombre_judge judge,
                   struct ombre_explanation *out);

#ifdef __cplusplus
}
#endif

#endif /* OMBRE_EXPLAIN_H */
