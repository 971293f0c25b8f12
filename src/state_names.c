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
