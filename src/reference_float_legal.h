/* src/reference_float_legal.h - the decisions that make one legal float, and
 * the set that their results are added to
 *
 * Private to the reference.
 */
#ifndef OMBRE_SRC_REFERENCE_FLOAT_LEGAL_H
#define OMBRE_SRC_REFERENCE_FLOAT_LEGAL_H

#include "reference_float.h"
#include "reference_shared.h"

/* A result on the way that is too large: it stays inside, or becomes the
 * largest of the target, or of halves where the target is smaller (FS 19.3.4),
 * or, in fp32, infinite. */
enum overflow {
    OVERFLOW_INSIDE,
    OVERFLOW_SATURATES,
    OVERFLOW_SATURATES_HALF,
    OVERFLOW_INFINITE
};

/* A fused step never rounds, nor flushes, what is between its operands and its
 * result. */
enum flush { FLUSH_NOTHING, FLUSH_FUSED, FLUSH_STEPS };

/* The decisions of one sample. */
struct float_decision {
    const struct terms *t;
    enum ombre_judge judge;
    const struct float_grid *work; /* of the arithmetic */
    bool clamp;
    enum flush flush;
    enum overflow overflow;
    struct ombre_code_set *legal; /* or, of R9G9B9E5, */
    struct shared_values *values;
    double x[OPERAND_COUNT];
    uint32_t converted; /* for the trace only */
    bool source_dropped, dest_dropped;
};

/* Add the codes of numbers on the target's grid from low to high, which results
 * of `from` are stored as. */
void float_add_codes(const struct float_decision *f, double low, double high,
                     struct float_interval from);

/* Add codes that a result from low to high may be converted to. */
void float_add_conversion(const struct float_decision *f, double low,
                          double high);

/* Add an infinity or NaN. */
void float_add_special(const struct float_decision *f, double y);

/* Add every code, and NaN. */
void float_add_everything(const struct float_decision *f);

#endif /* OMBRE_SRC_REFERENCE_FLOAT_LEGAL_H */
