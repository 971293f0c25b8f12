/* src/reference_float.h - what the ideal and the legal floats share */
#ifndef OMBRE_SRC_REFERENCE_FLOAT_H
#define OMBRE_SRC_REFERENCE_FLOAT_H

#include "reference_float_grid.h"
#include "reference_terms.h"

const struct float_grid *float_target_grid(const struct terms *t);
bool float_is_fp32(const struct terms *t);

/* What the equation gives: the nearest double, and the sign of what is left of
 * the exact result beyond it. */
struct float_result {
    double value;
    int rest;
};
struct float_result float_exact_result(const struct terms *t);

/* FS 3.1.3.2: an fp32 denormal becomes a zero of its sign. */
double float_flushed(double x);

/* A factor of operands x, as a double: not rounded to anything smaller. */
double float_factor(struct factor f, const double x[OPERAND_COUNT]);

/* p op q by IEEE 754; MIN and MAX by FS 22.10.10 and 22.10.11. */
double float_combine(enum ombre_blend_op op, double p, double q);

/* Whether the op adds products (and MIN and MAX do not). */
bool float_is_sum(const struct terms *t);

#endif /* OMBRE_SRC_REFERENCE_FLOAT_H */
