/* src/reference_exact.h - sums of doubles without rounding
 *
 * A number is kept as an expansion: a sum of doubles that do not overlap, the
 * smallest first (Shewchuk, "Adaptive Precision Floating-Point Arithmetic",
 * 1997).  Products of two fp32 numbers and of small integers, and their sums,
 * are exact, so a tie is known to be one.  Needs round-to-nearest doubles
 * without contraction or excess precision.
 */
#ifndef OMBRE_SRC_REFERENCE_EXACT_H
#define OMBRE_SRC_REFERENCE_EXACT_H

#include <float.h>

#if FLT_EVAL_METHOD != 0
#error "exact arithmetic needs doubles without excess precision"
#endif

enum { EXACT_TERMS = 24 };

struct exact {
    int count; /* 0 terms: zero */
    double term[EXACT_TERMS];
};

struct exact exact_from(double x);

/* Add a double, or a whole number; the result is exact.  Operands must have few
 * enough terms that EXACT_TERMS holds the sum; blends need at most 18. */
void exact_add(struct exact *e, double x);
void exact_add_exact(struct exact *e, const struct exact *other);

struct exact exact_product(const struct exact *a, const struct exact *b);
struct exact exact_negated(const struct exact *a);

/* -1, 0 or 1. */
int exact_sign(const struct exact *e);

/* Compare: the sign of a - b. */
int exact_compare(const struct exact *a, const struct exact *b);

/* Return the number if it is a double, else one of the two doubles beside it,
 * and in *rest the sign of what is left of the number beyond it. */
double exact_head(const struct exact *e, int *rest);

/* a + b and a * b rounded once toward minus infinity and plus infinity. */
double exact_add_down(double a, double b);
double exact_add_up(double a, double b);
double exact_multiply_down(double a, double b);
double exact_multiply_up(double a, double b);

#endif /* OMBRE_SRC_REFERENCE_EXACT_H */
