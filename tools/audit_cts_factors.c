/* "In this slot this factor acts as that one", in Vulkan's words: which of
 * these the Khronos CTS's group `blend.format` misses, one format at a time. */
#include <stddef.h>

#include "audit.h"
#include "cts_scene.h"

static const uint8_t formats[AUDIT_CTS_FORMATS] = {
    28, /* R8G8B8A8_UNORM */
    31, /* R8G8B8A8_SNORM */
    10, /* R16G16B16A16_FLOAT */
};

struct search {
    const struct ombre_format *format;
    struct cts_equations right[CTS_STATES];
    struct ombre_texel want[CTS_CASES][CTS_PIXELS];
};

static void plant(const struct ombre_format *format,
                  const struct cts_equations equations[CTS_QUADS],
                  struct ombre_faulty out[CTS_QUADS])
{
    for (unsigned q = 0; q < CTS_QUADS; q++) {
        const struct ombre_state state =
            cts_quad_state(format, &equations[q], q);
        ombre_faulty_init(&out[q], NULL, 0, &state);
    }
}

static void draw_right(struct search *search)
{
    struct ombre_faulty faulty[CTS_QUADS];
    cts_equations(search->right);
    for (unsigned c = 0; c < CTS_CASES; c++) {
        plant(search->format, &search->right[(size_t) c * CTS_QUADS], faulty);
        for (unsigned p = 0; p < CTS_PIXELS; p++)
            search->want[c][p] = cts_draw(faulty, p);
    }
}

/* Whether a case shows that `from` acts as `to`. */
static bool is_shown(const struct search *search, unsigned number,
                     enum cts_slot slot, unsigned from, unsigned to)
{
    struct cts_equations wrong[CTS_QUADS];
    struct ombre_faulty faulty[CTS_QUADS];
    bool used = false;
    for (unsigned q = 0; q < CTS_QUADS; q++) {
        wrong[q] = search->right[number * CTS_QUADS + q];
        if (wrong[q].factor[slot] != from)
            continue;
        wrong[q].factor[slot] = (uint8_t) to;
        used = true;
    }
    if (!used)
        return false;
    plant(search->format, wrong, faulty);
    for (unsigned p = 0; p < CTS_PIXELS; p++) {
        const struct ombre_texel got = cts_draw(faulty, p);
        if (!cts_passes(search->format, &search->want[number][p], &got))
            return true;
    }
    return false;
}

static void count_fault(const struct search *search, enum cts_slot slot,
                        unsigned from, unsigned to,
                        struct audit_cts_factors *out)
{
    bool shown = false;
    if (cts_same_factor(slot, from, to))
        return;
    for (unsigned c = 0; c < CTS_CASES && !shown; c++)
        shown = is_shown(search, c, slot, from, to);
    out->faults++;
    out->survive += !shown;
}

void audit_cts_factors(struct audit_cts_factors out[AUDIT_CTS_FORMATS])
{
    for (unsigned f = 0; f < AUDIT_CTS_FORMATS; f++) {
        struct search search = {.format = ombre_format_find(formats[f])};
        out[f] = (struct audit_cts_factors){.format = search.format};
        draw_right(&search);
        for (unsigned i = 0; i < CTS_SLOTS * CTS_FACTORS * CTS_FACTORS; i++)
            count_fault(
                &search, (enum cts_slot)(i / (CTS_FACTORS * CTS_FACTORS)),
                i / CTS_FACTORS % CTS_FACTORS, i % CTS_FACTORS, &out[f]);
    }
}
