/* src/reference_terms.h - a blend equation, resolved for one component of one
 * target
 *
 * Private to the reference.  Which operand each factor reads, and what those
 * operands are, decided once from Direct3D's tables; the arithmetic of each
 * kind of format (reference_*.c) then only combines them.
 */
#ifndef OMBRE_SRC_REFERENCE_TERMS_H
#define OMBRE_SRC_REFERENCE_TERMS_H

#include "ombre/reference.h"

struct trace;

/* What an equation can read, in pairs: a component's own value, and alpha.  In
 * the alpha equation the first of each pair is never used: a component's own
 * value is its alpha there. */
enum operand {
    OPERAND_SRC,
    OPERAND_SRC_ALPHA,
    OPERAND_SRC1,
    OPERAND_SRC1_ALPHA,
    OPERAND_CONSTANT,
    OPERAND_CONSTANT_ALPHA,
    OPERAND_DEST,
    OPERAND_DEST_ALPHA,
    OPERAND_COUNT
};

enum factor_shape {
    SHAPE_ZERO,
    SHAPE_ONE,
    SHAPE_OPERAND,  /* x */
    SHAPE_INVERSE,  /* 1 - x */
    SHAPE_SATURATE, /* min(source alpha, 1 - destination alpha) */
};

struct factor {
    enum factor_shape shape;
    enum operand x;
};

/* source * src op destination * dest */
struct terms {
    const struct ombre_format *format;
    enum ombre_component component;
    bool blend; /* false: the source is stored as it is */
    enum ombre_blend_op op;
    enum operand source, destination;
    struct factor src, dest;     /* without blend, and with MIN and MAX, both
                                    SHAPE_ONE of OPERAND_SRC */
    double value[OPERAND_COUNT]; /* of those that are used: fp32 numbers, and
                                    destinations as decoded */
    bool used[OPERAND_COUNT];
    uint32_t dest_code;       /* the component's own */
    uint32_t dest_alpha_code; /* of the target's alpha: to be explained */
    struct trace *trace;      /* NULL unless the prediction is explained */
};

/* What can be said of a component before any room is given. */
struct ideal {
    double value;
    uint32_t code;
};

/* Resolve component `component` of `target`.  `dest` is what the target holds.
 */
struct terms terms_resolve(const struct ombre_state *state, unsigned target,
                           enum ombre_component component,
                           const struct ombre_source *source,
                           const struct ombre_texel *dest);

/* Whether an operand that the equation uses is NaN. */
bool terms_have_nan(const struct terms *terms);

/* The largest code, 2^n - 1 or 2^(n-1) - 1, of a fixed-point component. */
double terms_scale(const struct terms *terms);
double terms_scale_of(const struct ombre_format *format,
                      enum ombre_component component);

/* Codes under `judge`; one pair a kind of format.  JUDGE_CTS is not theirs. */
struct ideal fixed_ideal(const struct terms *terms);
void fixed_legal(const struct terms *terms, enum ombre_judge judge,
                 struct ombre_code_set *legal);

struct ideal srgb_ideal(const struct terms *terms);
void srgb_legal(const struct terms *terms, enum ombre_judge judge,
                struct ombre_code_set *legal);

struct ideal float_ideal(const struct terms *terms);
void float_legal(const struct terms *terms, enum ombre_judge judge,
                 struct ombre_code_set *legal);

/* Those of whichever kind the component is, R9G9B9E5 aside. */
void terms_legal(const struct terms *terms, enum ombre_judge judge,
                 struct ombre_code_set *legal);

#endif /* OMBRE_SRC_REFERENCE_TERMS_H */
