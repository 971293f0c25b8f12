/* state_rows.h - what rows of tests say about a state, and whether it holds */
#ifndef OMBRE_TESTS_STATE_ROWS_H
#define OMBRE_TESTS_STATE_ROWS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ombre/state.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

struct want_target {
    unsigned dxgi; /* 0: a hole */
    bool blend_enable;
    struct {
        unsigned src, dest, op;
    } color, alpha;
    unsigned write_mask;
};

static inline void expect(const char *row, const char *what,
                          unsigned long long got, unsigned long long want)
{
    if (got != want)
        fail_msg("%s: %s is 0x%llx, want 0x%llx", row, what, got, want);
}

static inline bool is_zero(const struct ombre_state *state)
{
    const unsigned char *byte = (const unsigned char *) state;
    for (size_t i = 0; i < sizeof(*state); i++) {
        if (byte[i] != 0)
            return false;
    }
    return true;
}

static inline void expect_target(const char *name,
                                 const struct ombre_target *got,
                                 const struct want_target *want)
{
    const unsigned dxgi = got->format == NULL ? 0 : got->format->dxgi;

    expect(name, "format", dxgi, want->dxgi);
    expect(name, "blend_enable", got->blend_enable, want->blend_enable);
    expect(name, "color.src", got->color.src, want->color.src);
    expect(name, "color.dest", got->color.dest, want->color.dest);
    expect(name, "color.op", got->color.op, want->color.op);
    expect(name, "alpha.src", got->alpha.src, want->alpha.src);
    expect(name, "alpha.dest", got->alpha.dest, want->alpha.dest);
    expect(name, "alpha.op", got->alpha.op, want->alpha.op);
    expect(name, "write_mask", got->write_mask, want->write_mask);
}

#endif /* OMBRE_TESTS_STATE_ROWS_H */
