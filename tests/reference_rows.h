/* Rows of the tests of the reference: one component of one pixel, its ideal
 * code and what is legal under each judge */
#ifndef OMBRE_TESTS_REFERENCE_ROWS_H
#define OMBRE_TESTS_REFERENCE_ROWS_H

#include "reference_check.h"

#define EQ(s, d, o)                        \
    {                                      \
        OMBRE_##s, OMBRE_##d, OMBRE_OP_##o \
    }
#define ONLY(x) RANGE(x, x)

struct row {
    const char *name;
    uint32_t dxgi;
    int component;
    bool blend;
    struct ombre_equation equation;
    float source[2], source1[2], constant[2]; /* the component's, alpha */
    uint32_t dest, dest_alpha;                /* as stored */
    uint32_t code;                            /* ideal */
    struct set judge[3];                      /* strict, d3d, vulkan */
};

/* A pixel of one target, all that is not said is NaN. */
static inline void check_row(const struct row *row)
{
    const enum ombre_component own = (enum ombre_component) row->component;
    struct ombre_state s = state_of(row->dxgi);
    s.target[0].blend_enable = row->blend;
    s.target[0].color = s.target[0].alpha = row->equation;
    s.target[0].write_mask = (uint8_t) (1u << own);
    struct ombre_source source;
    memset(&source, 0xff, sizeof source);
    memset(s.blend_factor, 0xff, sizeof s.blend_factor);
    memcpy(&source.word[0][3], &row->source[1], sizeof(float));
    memcpy(&source.word[0][own], &row->source[0], sizeof(float));
    memcpy(&source.word[1][3], &row->source1[1], sizeof(float));
    memcpy(&source.word[1][own], &row->source1[0], sizeof(float));
    s.blend_factor[3] = row->constant[1];
    s.blend_factor[own] = row->constant[0];

    struct ombre_texel dest = {{0x5a5a5a5a, 0x5a5a5a5a}};
    ombre_texel_set_code(s.target[0].format, &dest, OMBRE_ALPHA,
                         row->dest_alpha);
    ombre_texel_set_code(s.target[0].format, &dest, own, row->dest);
    for (int j = 0; j <= 3; j++) {
        const struct ombre_prediction p =
            predict(&s, &source, &dest, (enum ombre_judge) j);
        const struct ombre_component_prediction *const c = &p.component[own];
        const int64_t ordinal =
            ombre_code_ordinal(s.target[0].format, own, row->code);
        const struct set exact = ONLY(ordinal);
        expect(row->name, j, "ideal code", c->code, row->code);
        expect_set(row->name, j, &c->legal, j ? &row->judge[j - 1] : &exact);
    }
}

#endif /* OMBRE_TESTS_REFERENCE_ROWS_H */
