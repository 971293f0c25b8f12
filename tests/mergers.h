/* tests/mergers.h - honest output mergers, simulated
 *
 * Each is simulated step by step in doubles: what it does to operands, to a
 * destination, to products, to other results on the way, and to the result.  A
 * step is one that some hardware takes and Direct3D leaves it free to take
 * (FS 17.5, 3.1.5, 3.2.3).
 */
#ifndef OMBRE_TESTS_MERGERS_H
#define OMBRE_TESTS_MERGERS_H

#include "ombre/reference.h"

enum class {
    BYTE = 1,
    NARROW = 2,
    SRGB = 4,
    HALF = 8,
    SMALL = 16,
    WHOLE = 32,
    WIDE = 64, /* more than 8 bits */
    FIXED = BYTE | WIDE
};

/* A component of a format, which alone is looked at. */
struct kind {
    const char *name;
    uint32_t dxgi;
    enum ombre_component component;
    enum class class;
    double top; /* the largest code */
    double low; /* -1 or 0 */
    int bits;
};

enum { KINDS = 21, MERGERS = 30 };

extern const struct kind kinds[KINDS];

struct merger {
    const char *name;
    unsigned classes;
    double (*operand)(const struct kind *, double); /* a source, S1, constant */
    double (*alpha)(const struct kind *, double);   /* one that is alpha */
    double (*dest)(const struct kind *, double);
    double (*step)(const struct kind *, double);    /* 1 - x, and the sum */
    double (*product)(const struct kind *, double); /* of true products */
    int64_t (*store)(const struct kind *, double);
    bool fused; /* the last product is not rounded before the sum */
};

extern const struct merger mergers[MERGERS];

struct sample {
    struct ombre_state state;
    struct ombre_source source;
    struct ombre_texel dest;
};

/* What the source has, and the destination stands for. */
double given(const struct sample *s, unsigned component);
double dest_value(const struct sample *s, enum ombre_component c);

/* To a half, ties to even, and the step between halves at x. */
double half_nearest(const struct kind *k, double x);
double half_step(double x);

/* The ordinal that the merger stores. */
int64_t merge(const struct merger *m, const struct kind *k,
              const struct sample *s);

#endif /* OMBRE_TESTS_MERGERS_H */
