/* src/tile_parts.h - what the ways of predicting a tile share
 *
 * Private to the reference.
 */
#ifndef OMBRE_SRC_TILE_PARTS_H
#define OMBRE_SRC_TILE_PARTS_H

#include "ombre/tile.h"

/* Inlined into every clone, so that it is compiled for the same processor. */
#ifdef __GNUC__
#define TILE_INLINE static inline __attribute__((always_inline))
#else
#define TILE_INLINE static inline
#endif

/* Define void name(parameters), which runs the call `plain` as it is compiled
 * for any processor, or the call `fused` as it is for the one at hand, if that
 * has AVX2 and FMA, or AVX-512.  Both calls are of TILE_INLINE functions.
 * (target_clones would do the same, but gcc and clang call its symbols by
 * different names, and sanitizers are not set up yet when it chooses.)  Nothing
 * contracts a*b+c by itself (-ffp-contract=off).  Tests lower TILE_LEVEL. */
#ifndef TILE_LEVEL
#define TILE_LEVEL 2
#endif
#if defined(__x86_64__) && defined(__GNUC__)
#define TILE_CLONES(name, parameters, arguments, plain, fused)              \
    __attribute__((target("avx2,fma"))) static void name##_avx2 parameters  \
    {                                                                       \
        fused;                                                              \
    }                                                                       \
    __attribute__((                                                         \
        target("avx2,fma,avx512f,avx512bw,avx512dq,avx512vl"))) static void \
        name##_avx512 parameters                                            \
    {                                                                       \
        fused;                                                              \
    }                                                                       \
    void name parameters                                                    \
    {                                                                       \
        if (TILE_LEVEL > 1 && __builtin_cpu_supports("avx512bw") &&         \
            __builtin_cpu_supports("avx512dq") &&                           \
            __builtin_cpu_supports("avx512vl"))                             \
            name##_avx512 arguments;                                        \
        else if (TILE_LEVEL > 0 && __builtin_cpu_supports("avx2") &&        \
                 __builtin_cpu_supports("fma"))                             \
            name##_avx2 arguments;                                          \
        else                                                                \
            plain;                                                          \
    }
#else
#define TILE_CLONES(name, parameters, arguments, plain, fused) \
    void name parameters                                       \
    {                                                          \
        plain;                                                 \
    }
#endif

/* --- 8-bit codes: tile_codes.c -------------------------------------------- */

enum { TILE_BYTES = 1024 }; /* of a block: a multiple of every texel size */

/* What a lane, one byte of a texel, can read. */
enum tile_operand {
    TILE_ZERO, /* inverted: one */
    TILE_SOURCE,
    TILE_SOURCE_ALPHA,
    TILE_SOURCE1,
    TILE_SOURCE1_ALPHA,
    TILE_CONSTANT,
    TILE_CONSTANT_ALPHA,
    TILE_DEST,
    TILE_DEST_ALPHA,
    TILE_SATURATE, /* min(source alpha, 1 - destination alpha) */
    TILE_OPERANDS
};

struct tile_factor {
    enum tile_operand operand;
    uint8_t invert; /* 0 or 0xFF: 255 - x is x ^ 0xFF */
};

struct tile_equation {
    struct tile_factor source, dest;
    enum ombre_blend_op op;
};

/* Half the width of a legal range in 255ths of a code, beside no, one or two
 * products of operands that are neither 0 nor 1. */
struct tile_room {
    uint16_t none, one, two;
};

/* One state on a format of 8-bit components, whose operands all are codes. */
struct tile_codes {
    unsigned texel_size;
    unsigned alpha; /* byte of alpha in a texel; texel_size if there is none */
    bool blend;
    struct tile_equation color, alpha_equation;
    struct tile_room room;
    bool whole;    /* every byte is a component that is written */
    bool weighted; /* D3D's room, sums, and factors that add up to 1 at most */
    /* Patterns over a block: */
    uint8_t is_alpha[TILE_BYTES]; /* 0xFF in bytes of alpha */
    uint8_t keep[TILE_BYTES];     /* 0xFF in bytes that are not written */
    uint8_t unowned[TILE_BYTES];  /* 0xFF in bytes that no component has */
    uint8_t constant[TILE_BYTES], constant_alpha[TILE_BYTES];
};

/* Say how the state is predicted in codes, whose components have `fates`.
 * Returns false if it cannot be: another format or judge, sources that are no
 * texels, constants off the grid. */
bool tile_codes_plan(const struct ombre_state *state, unsigned target,
                     enum ombre_judge judge, const struct ombre_tile *tile,
                     const struct ombre_prediction *fates,
                     struct tile_codes *out);

/* Predict one block.  `source1` is not read unless the equations do. */
void tile_codes_block(const struct tile_codes *codes, const uint8_t *source,
                      const uint8_t *source1, const uint8_t *dest,
                      uint8_t *ideal, uint8_t *first, uint8_t *last);

/* --- Judging: tile_judge.c ------------------------------------------------ */

enum { TILE_JUDGED = 64 }; /* pixels of a block */

/* How the texels of a format are compared: as `lanes` lanes of `lane_size`
 * bytes that each are a component, or, packed, as one lane that has several. */
struct tile_judged {
    unsigned texel_size;
    unsigned lane_size;   /* 1, 2 or 4 */
    unsigned lanes;       /* 1 to 4 */
    uint32_t any_sign;    /* the sign bit of a lane, or 0 if there is none */
    uint32_t float_sign;  /* the sign bit of a float, or 0 */
    unsigned field_count; /* of a packed texel, or 0 */
    uint32_t field[OMBRE_COMPONENTS]; /* their bits: unsigned numbers */
};

struct tile_counts {
    uint16_t outside, ask;
};

/* Set outside[i] to whether pixel i of TILE_JUDGED is not from first to last.
 */
void tile_judge_texels(const struct tile_judged *judged, const uint8_t *got,
                       const uint8_t *first, const uint8_t *last,
                       uint8_t *outside);

/* enum ombre_tile_mark of every pixel. */
void tile_judge_marks(const uint8_t *outside, const uint8_t *open,
                      uint8_t *mark, struct tile_counts *counts);

#endif /* OMBRE_SRC_TILE_PARTS_H */
