/* src/faults_parts.h - what a fault is made of
 *
 * Private to the faults.
 */
#ifndef OMBRE_SRC_FAULTS_PARTS_H
#define OMBRE_SRC_FAULTS_PARTS_H

#include "ombre/faults.h"

/* One sample, as a faulty merger sees it. */
struct fault_question {
    const struct ombre_state *right;
    const struct ombre_state *state;
    const struct ombre_fault_pixel *pixel;
    unsigned target, sample;
    struct ombre_source source;
    struct ombre_texel dest;
};

/* What it makes of it. */
struct fault_answer {
    enum ombre_fate fate[OMBRE_COMPONENTS];
    uint32_t code[OMBRE_COMPONENTS];
    unsigned exponent; /* R9G9B9E5 */
};

/* Deviations of single steps of the arithmetic; faults_math.c.
 * X(ID, what it does) */
#define FAULT_QUIRKS(X)                                                      \
    /* operands */                                                           \
    X(SOURCE_UNCLAMPED)     /* fixed point: o0 is not clamped */             \
    X(SECOND_UNCLAMPED)     /* fixed point: o1 is not clamped */             \
    X(CONSTANT_UNCLAMPED)   /* fixed point: the constant is not clamped */   \
    X(DEST_ENCODED)         /* sRGB: the destination is not decoded */       \
    X(DEST_ALPHA_DECODED)   /* sRGB: its alpha is */                         \
    X(DEST_GAMMA)           /* sRGB: decoded as x^2.2 */                     \
    X(DEST_DIVISOR)         /* codes are divided by 2^n */                   \
    X(DEST_LOWEST)          /* SNORM: the lowest code is beyond -1 */        \
    X(MISSING_ALPHA_ZERO)   /* alpha that is not stored reads as 0 */        \
    X(MISSING_ALPHA_SOURCE) /* or as the source's */                         \
    X(NAN_AS_ONE)           /* fixed point: NaN becomes 1 */                 \
    X(NAN_AS_LOWEST)        /* or what is lowest */                          \
    /* factors */                                                            \
    X(INVERSE_CLAMPED)    /* 1 - x does not pass 1 */                        \
    X(INVERSE_UNSIGNED)   /* 1 - |x| */                                      \
    X(INVERSE_CODES)      /* 1 - x as complement of 8 bits, over 256 */      \
    X(SAT_IN_ALPHA)       /* SRC_ALPHA_SAT is f in the alpha slot, too */    \
    X(SAT_SOURCE)         /* SRC_ALPHA_SAT is source alpha */                \
    X(SAT_INVERSE)        /* SRC_ALPHA_SAT is 1 - destination alpha */       \
    X(SAT_DEST)           /* it is min(source alpha, destination alpha) */   \
    X(SAT_MAXIMUM)        /* it is max(source alpha, 1 - dest alpha) */      \
    X(SAT_POSITIVE)       /* it is never below 0 */                          \
    X(SAT_DEST_SLOT_ONE)  /* it is 1 in the destination slot */              \
    X(FACTOR_8)           /* factors are rounded to 8 bits */                \
    X(FACTOR_TRUNCATED_8) /* or cut */                                       \
    X(FACTOR_CLAMPED)     /* all targets: factors stay within 0 and 1 */     \
    /* operations */                                                         \
    X(MINMAX_FACTORS)       /* MIN and MAX of products */                    \
    X(MINMAX_SOURCE_FACTOR) /* only the source is multiplied */              \
    X(MINMAX_DEST_FACTOR)   /* only the destination is */                    \
    X(MINMAX_NAN)           /* MIN and MAX return a NaN operand */           \
    X(MINMAX_DEST_ON_NAN)   /* they return the destination beside any NaN */ \
    X(ABSOLUTE)             /* differences lose their sign */                \
    X(PRODUCT_TRUNCATED)    /* each product is cut to the target's grid */   \
    X(PRODUCT_OVER_256)     /* 8-bit products are shifted, not divided */    \
    X(PRODUCT_ROUNDED)      /* each product is rounded to the grid */        \
    X(PRODUCT_CLAMPED)      /* each product stays within 0 and 1 */          \
    X(PRODUCT_HALF)         /* each product is rounded to fp16 */            \
    X(ZERO_WEIGHT_DROPS)    /* a factor of 0 drops its term, NaN or not */   \
    X(ZERO_FACTOR_DROPS)    /* the factor ZERO does */                       \
    X(PRODUCT_SINGLE)       /* each product is rounded to fp32 */            \
    X(FLUSHED)              /* fp32 denormals become 0 */                    \
    X(FLUSHED_HALF)         /* fp16 denormals become 0 */                    \
    /* results and stores */                                                 \
    X(RESULT_HALF)        /* rounded to fp16 before the store */             \
    X(RESULT_8)           /* rounded to 8 bits before the store */           \
    X(RESULT_TRUNCATED_8) /* cut to 8 bits */                                \
    X(RESULT_CLAMPED)     /* floats: clamped to 0 and 1 */                   \
    X(RESULT_POSITIVE)    /* floats: negative ones become 0 */               \
    X(RESULT_SIGNED)      /* floats: clamped to -1 and 1 */                  \
    X(RESULT_ABSOLUTE)    /* unsigned floats: the sign is lost */            \
    X(RESULT_UNSIGNED)    /* SNORM: negative results become 0 */             \
    X(NOT_ENCODED)        /* sRGB: the result is stored linear */            \
    X(ALPHA_ENCODED)      /* sRGB: alpha is encoded */                       \
    X(ENCODED_GAMMA)      /* sRGB: encoded as x^(1/2.2) */                   \
    X(ENCODED_NO_TOE)     /* sRGB: without the linear part near black */     \
    X(TRUNCATES)          /* stores are cut, not rounded */                  \
    X(BLEND_TRUNCATES)    /* those of blends are */                          \
    X(ROUNDS_UP)          /* stores go up */                                 \
    X(TIMES_2N)           /* stores multiply by 2^n and cut */               \
    X(ONE_LESS)           /* every code but the lowest is one less */        \
    X(WRAPS)              /* results beyond the range wrap around */         \
    X(OFF_CENTRE)         /* stores turn at 0.55 of a code */                \
    X(DITHERED)           /* stores turn at a fraction by position */        \
    X(MIXTURE_TRUNCATES)  /* stores of sums of two true products cut */      \
    X(MIXTURE_ODD)        /* they do on odd targets */                       \
    X(MIXTURE_DITHERED)   /* they turn by position */                        \
    X(LAST_BIT_LOST)      /* the lowest bit of every code is 0 */            \
    X(FLOAT_NEAREST)      /* smaller floats are rounded to nearest */        \
    X(FLOAT_UP)           /* or away from zero */                            \
    X(FLOAT_SHORT)        /* or lose two bits of mantissa */                 \
    X(OVERFLOW_INFINITE)  /* finite overflow becomes infinity */             \
    X(INFINITE_LARGEST)   /* infinity becomes the largest number */          \
    X(NAN_STORED_ZERO)    /* floats: NaN becomes 0 */                        \
    X(NEGATIVE_ZERO_LOST) /* floats: -0 becomes 0 */

enum fault_quirk_index {
#define X(id) QUIRK_INDEX_##id,
    FAULT_QUIRKS(X)
#undef X
        QUIRK_COUNT
};

/* A set of quirks. */
struct fault_quirks {
    uint64_t word[2];
};

#define QUIRK(id)                                                           \
    {                                                                       \
        .word[QUIRK_INDEX_##id / 64] = UINT64_C(1) << QUIRK_INDEX_##id % 64 \
    }

/* One row of the catalogue.  What is NULL is as it should be. */
struct fault_row {
    const char *id, *words, *family, *reports, *legal;
    int arg; /* handed to each of the functions */
    /* What the state is taken for. */
    void (*state)(struct ombre_state *state, int arg);
    /* What operands are taken for, after `state`. */
    void (*operands)(struct fault_question *question, int arg);
    /* Which samples are written, of which those in `covered` should. */
    uint32_t (*coverage)(const struct fault_question *question,
                         uint32_t covered, int arg);
    struct fault_quirks quirks;
    /* What becomes of the codes at last. */
    void (*result)(const struct fault_question *question,
                   struct fault_answer *answer, int arg);
};

struct fault_table {
    const struct fault_row *row;
    size_t count;
};

extern const struct fault_table fault_mapping, fault_targets, fault_operands,
    fault_arithmetic, fault_bits, fault_coverage;

/* --- Pairs (faults_pairs.c) ----------------------------------------------- */

/* Faults that take one enumerator for another. */
size_t fault_pair_count(void);
void fault_pair_tell(size_t index, struct ombre_fault *out);
/* Returns whether it changed anything. */
bool fault_pair_apply(size_t index, struct ombre_state *state);

/* --- Arithmetic (faults_math.c) ------------------------------------------- */

bool fault_quirks_any(const struct fault_quirks *quirks);

/* The code of one component by arithmetic in doubles.  Without quirks that is
 * the ideal one (of fp32, to a unit).  Not for R9G9B9E5 and integers. */
uint32_t fault_math(const struct fault_question *question,
                    enum ombre_component component,
                    const struct fault_quirks *quirks);

/* --- Help ----------------------------------------------------------------- */

float fault_float(uint32_t word);
uint32_t fault_word(float value);

/* fp16 nearest to x. */
double fault_half(double x);

bool fault_is_float(const struct ombre_format *format);
bool fault_is_fixed(const struct ombre_format *format);
bool fault_is_integer(const struct ombre_format *format);

/* Coverage of a right merger, one set of those that are legal. */
uint32_t fault_covered(const struct ombre_state *state,
                       const struct ombre_source *source, uint32_t exported);

#endif /* OMBRE_SRC_FAULTS_PARTS_H */
