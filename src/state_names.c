#include "ombre/state.h"

#include <string.h>

struct row {
    const char *name;
    unsigned value;
};

/* Find `name` among `count` rows; false, and *value untouched, if unknown. */
static bool find(const struct row *rows, size_t count, const char *name,
                 unsigned *value)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(rows[i].name, name) == 0) {
            *value = rows[i].value;
            return true;
        }
    }
    return false;
}

/* clang-format off */
const uint32_t ombre_factor_kinds_of[32] = {
    [0] = OMBRE_FACTOR_UNKNOWN,
    [OMBRE_SRC_COLOR] = OMBRE_FACTOR_COLOR,
    [OMBRE_INV_SRC_COLOR] = OMBRE_FACTOR_COLOR,
    [OMBRE_DEST_COLOR] = OMBRE_FACTOR_COLOR,
    [OMBRE_INV_DEST_COLOR] = OMBRE_FACTOR_COLOR,
    [OMBRE_SRC_ALPHA_SAT] = OMBRE_FACTOR_OF_LEVEL_10,
    [12] = OMBRE_FACTOR_UNKNOWN, OMBRE_FACTOR_UNKNOWN,
    [OMBRE_SRC1_COLOR] = OMBRE_FACTOR_SRC1 | OMBRE_FACTOR_OF_LEVEL_10 | OMBRE_FACTOR_COLOR,
    [OMBRE_INV_SRC1_COLOR] = OMBRE_FACTOR_SRC1 | OMBRE_FACTOR_OF_LEVEL_10 | OMBRE_FACTOR_COLOR,
    [OMBRE_SRC1_ALPHA] = OMBRE_FACTOR_SRC1 | OMBRE_FACTOR_OF_LEVEL_10,
    [OMBRE_INV_SRC1_ALPHA] = OMBRE_FACTOR_SRC1 | OMBRE_FACTOR_OF_LEVEL_10,
    [OMBRE_ALPHA_FACTOR] = OMBRE_FACTOR_OF_12,
    [OMBRE_INV_ALPHA_FACTOR] = OMBRE_FACTOR_OF_12,
    [22] = OMBRE_FACTOR_UNKNOWN, OMBRE_FACTOR_UNKNOWN, OMBRE_FACTOR_UNKNOWN,
    OMBRE_FACTOR_UNKNOWN, OMBRE_FACTOR_UNKNOWN, OMBRE_FACTOR_UNKNOWN,
    OMBRE_FACTOR_UNKNOWN, OMBRE_FACTOR_UNKNOWN, OMBRE_FACTOR_UNKNOWN,
    OMBRE_FACTOR_UNKNOWN,
};
/* clang-format on */

const char *ombre_factor_name(enum ombre_factor factor)
{
    switch (factor) {
#define X(id, value, name) \
    case OMBRE_##id: return name;
        OMBRE_FACTORS(X)
#undef X
    }
    return NULL;
}

bool ombre_factor_from_name(const char *name, enum ombre_factor *out)
{
    static const struct row rows[] = {
#define X(id, value, name) {name, value},
        OMBRE_FACTORS(X)
#undef X
    };
    unsigned value;
    if (!find(rows, sizeof(rows) / sizeof(rows[0]), name, &value))
        return false;
    *out = (enum ombre_factor) value;
    return true;
}

const char *ombre_blend_op_name(enum ombre_blend_op op)
{
    switch (op) {
#define X(id, value, name) \
    case OMBRE_OP_##id: return name;
        OMBRE_BLEND_OPS(X)
#undef X
    }
    return NULL;
}

bool ombre_blend_op_from_name(const char *name, enum ombre_blend_op *out)
{
    static const struct row rows[] = {
#define X(id, value, name) {name, value},
        OMBRE_BLEND_OPS(X)
#undef X
    };
    unsigned value;
    if (!find(rows, sizeof(rows) / sizeof(rows[0]), name, &value))
        return false;
    *out = (enum ombre_blend_op) value;
    return true;
}

const char *ombre_logic_op_name(enum ombre_logic_op op)
{
    switch (op) {
#define X(id, value, name) \
    case OMBRE_LOGIC_##id: return name;
        OMBRE_LOGIC_OPS(X)
#undef X
    }
    return NULL;
}

bool ombre_logic_op_from_name(const char *name, enum ombre_logic_op *out)
{
    static const struct row rows[] = {
#define X(id, value, name) {name, value},
        OMBRE_LOGIC_OPS(X)
#undef X
    };
    unsigned value;
    if (!find(rows, sizeof(rows) / sizeof(rows[0]), name, &value))
        return false;
    *out = (enum ombre_logic_op) value;
    return true;
}

const char *ombre_api_name(enum ombre_api api)
{
    switch (api) {
#define X(id, name) \
    case OMBRE_API_##id: return name;
        OMBRE_APIS(X)
#undef X
    }
    return NULL;
}

bool ombre_api_from_name(const char *name, enum ombre_api *out)
{
    static const struct row rows[] = {
#define X(id, name) {name, OMBRE_API_##id},
        OMBRE_APIS(X)
#undef X
    };
    unsigned value;
    if (!find(rows, sizeof(rows) / sizeof(rows[0]), name, &value))
        return false;
    *out = (enum ombre_api) value;
    return true;
}
