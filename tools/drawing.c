#include "drawing.h"

#include <stdarg.h>
#include <stdio.h>

#include "command.h"

static const struct {
    const char *name, *status;
    int exit_code;
} outcomes[] = {
#define X(id, name, status, code) {name, status, code},
    OMBRE_OUTCOMES(X)
#undef X
};

static const char *const controls[] = {
#define X(id, name) name,
    CONTROLS(X)
#undef X
};

const char *outcome_name(enum outcome outcome)
{
    return outcomes[outcome].name;
}

const char *outcome_status(enum outcome outcome)
{
    return outcomes[outcome].status;
}

int outcome_exit_code(enum outcome outcome)
{
    return outcomes[outcome].exit_code;
}

const char *control_name(enum control_id id)
{
    return controls[id];
}

const char *control_state_name(enum control_state state)
{
    switch (state) {
    case CONTROL_UNTESTED: return "untested";
    case CONTROL_RIGHT: return "right";
    case CONTROL_WRONG: return "wrong";
    }
    return NULL;
}

void drawing_end(struct drawing *drawing, enum outcome outcome,
                 const char *form, ...)
{
    va_list arguments;
    va_start(arguments, form);
    vsnprintf(drawing->reason, sizeof drawing->reason, form, arguments);
    va_end(arguments);
    drawing->outcome = outcome;
}

void drawing_blame(struct drawing *drawing, const struct drawing *whole,
                   size_t count)
{
    drawing_end(drawing, whole->outcome,
                "%.170s; together with the next %zu cases, and with none alone",
                whole->reason, count - 1);
    drawing->broken = true;
}
