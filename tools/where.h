/* where.h - choose cases by what they ask
 *
 * --where takes conditions with commas between them, FIELD=VALUE or
 * FIELD!=VALUE; values are names in either case, numbers, or globs over them.
 *
 * of a case    api, dual (yes, no), samples, targets, a2c (yes, no), logic
 * of a target  format, blend (yes, no), src, dst, op, src_alpha, dst_alpha,
 *              op_alpha, mask ("rgba", "none")
 *
 * A case is chosen if all conditions hold for it and one of its targets; a
 * block is chosen if one of its states would be.
 */
#ifndef OMBRE_TOOLS_WHERE_H
#define OMBRE_TOOLS_WHERE_H

#include "ombre/suite.h"

/* X(ID, "name") */
#define WHERE_FIELDS(X)       \
    X(API, "api")             \
    X(DUAL, "dual")           \
    X(SAMPLES, "samples")     \
    X(TARGETS, "targets")     \
    X(A2C, "a2c")             \
    X(LOGIC, "logic")         \
    X(FORMAT, "format")       \
    X(BLEND, "blend")         \
    X(SRC, "src")             \
    X(DST, "dst")             \
    X(OP, "op")               \
    X(SRC_ALPHA, "src_alpha") \
    X(DST_ALPHA, "dst_alpha") \
    X(OP_ALPHA, "op_alpha")   \
    X(MASK, "mask")

enum where_field {
#define X(id, name) WHERE_##id,
    WHERE_FIELDS(X)
#undef X
        WHERE_FIELD_COUNT
};

enum { WHERE_MAX = 16, WHERE_VALUE_SIZE = 64 };

struct where {
    unsigned count; /* 0: every case */
    struct where_condition {
        enum where_field field;
        bool differs;
        char value[WHERE_VALUE_SIZE]; /* lower case */
    } condition[WHERE_MAX];
};

/* Read conditions; false after complaining on standard error.  NULL is none. */
bool where_parse(const char *text, struct where *out);

/* Whether case `index` is chosen; false without memory, too. */
bool where_has(const struct where *where, enum ombre_suite suite, size_t index);

#endif /* OMBRE_TOOLS_WHERE_H */
