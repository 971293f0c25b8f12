/* A model of the cases by which the Khronos CTS tests blending (`blend.format`)
 * and logic operations (`logic_op`): which states, operands and thresholds, as
 * its sources of 2026 have them (cts_scene.h).  Not modelled: the group of
 * dual-source blending.
 */
#include <stdio.h>
#include <string.h>

#include "audit.h"
#include "audit_worker.h"
#include "cts_scene.h"

/* --- Blending ----------------------------------------------------------------
 */

/* Those of its formats that Direct3D has, but for packed ones that may match
 * other references. */
static const uint8_t blend_formats[] = {
    61, /* R8_UNORM */
    63, /* R8_SNORM */
    49, /* R8G8_UNORM */
    51, /* R8G8_SNORM */
    28, /* R8G8B8A8_UNORM */
    31, /* R8G8B8A8_SNORM */
    29, /* R8G8B8A8_UNORM_SRGB */
    24, /* R10G10B10A2_UNORM */
    56, /* R16_UNORM */
    58, /* R16_SNORM */
    54, /* R16_FLOAT */
    35, /* R16G16_UNORM */
    37, /* R16G16_SNORM */
    34, /* R16G16_FLOAT */
    11, /* R16G16B16A16_UNORM */
    13, /* R16G16B16A16_SNORM */
    10, /* R16G16B16A16_FLOAT */
    41, /* R32_FLOAT */
    16, /* R32G32_FLOAT */
    2,  /* R32G32B32A32_FLOAT */
    26, /* R11G11B10_FLOAT */
};

enum {
    BLEND_FORMATS = sizeof blend_formats / sizeof blend_formats[0],
    BLENDS = BLEND_FORMATS * CTS_CASES,
};

/* Give a fault all four states; whether any shows it. */
static bool plant(size_t fault, unsigned count,
                  const struct ombre_state state[CTS_QUADS],
                  struct ombre_faulty out[CTS_QUADS])
{
    bool touched = false;
    for (unsigned q = 0; q < CTS_QUADS; q++)
        touched =
            ombre_faulty_init(&out[q], &fault, count, &state[q]) || touched;
    return touched;
}

static void run_blend(const struct audit *audit, size_t index,
                      struct audit_finding *finding)
{
    const struct ombre_format *format =
        ombre_format_find(blend_formats[index / CTS_CASES]);
    struct cts_equations equations[CTS_STATES];
    struct ombre_state state[CTS_QUADS];
    struct ombre_faulty faulty[CTS_QUADS];
    struct ombre_texel want[CTS_PIXELS];
    cts_equations(equations);
    for (unsigned q = 0; q < CTS_QUADS; q++)
        state[q] = cts_quad_state(
            format, &equations[index % CTS_CASES * CTS_QUADS + q], q);
    plant(0, 0, state, faulty);
    for (unsigned p = 0; p < CTS_PIXELS; p++)
        want[p] = cts_draw(faulty, p);
    for (size_t fault = 0; fault < audit->fault_count; fault++) {
        if (!audit->planted[fault] || !plant(fault, 1, state, faulty))
            continue;
        finding->touched[fault] = 1;
        for (unsigned p = 0; p < CTS_PIXELS && !finding->killed[fault]; p++) {
            const struct ombre_texel got = cts_draw(faulty, p);
            if (!cts_passes(format, &want[p], &got))
                finding->killed[fault] = OMBRE_VERDICT_FAIL;
        }
    }
}

/* --- Logic operations --------------------------------------------------------
 */

static const uint8_t logic_formats[] = {
    62, /* R8_UINT */
    50, /* R8G8_UINT */
    30, /* R8G8B8A8_UINT */
    57, /* R16_UINT */
    36, /* R16G16_UINT */
    12, /* R16G16B16A16_UINT */
    42, /* R32_UINT */
    17, /* R32G32_UINT */
    3,  /* R32G32B32A32_UINT */
};

enum {
    LOGIC_FORMATS = sizeof logic_formats / sizeof logic_formats[0],
    LOGIC_OPS = OMBRE_LOGIC_OR_INVERTED + 1,
    LOGICS = LOGIC_FORMATS * LOGIC_OPS,
};

static void run_logic(const struct audit *audit, size_t index,
                      struct audit_finding *finding)
{
    /* All four rows of a truth table, in 16 bits, cut to the component. */
    static const uint32_t patterns[2][4] = {{0x3333, 0x5A5A, 0x33CC, 0xC3C3},
                                            {0x5555, 0x3C3C, 0x5A5A, 0xA5A5}};
    const struct ombre_format *format =
        ombre_format_find(logic_formats[index / LOGIC_OPS]);
    struct ombre_state state = cts_plain_state(format, OMBRE_OUTPUT_UINT);
    struct ombre_source source = {{{0}}};
    struct ombre_texel before = {{0}}, want, got;
    struct ombre_faulty faulty;
    const struct ombre_fault_pixel ask = {
        .source = &source, .exported = UINT32_MAX, .dest = {&before}};
    state.logic_op_enable = true;
    state.logic_op = (enum ombre_logic_op)(index % LOGIC_OPS);
    for (unsigned c = 0; c < OMBRE_COMPONENTS; c++) {
        const unsigned bits = format->component[c].bits;
        source.word[0][c] =
            patterns[0][c] & (uint32_t) ((UINT64_C(1) << bits) - 1);
        ombre_texel_set_code(format, &before, (enum ombre_component) c,
                             patterns[1][c]);
    }
    ombre_faulty_init(&faulty, NULL, 0, &state);
    ombre_fault_apply(&faulty, &ask, 0, 0, &want);
    for (size_t fault = 0; fault < audit->fault_count; fault++) {
        if (!audit->planted[fault] ||
            !ombre_faulty_init(&faulty, &fault, 1, &state))
            continue;
        finding->touched[fault] = 1;
        ombre_fault_apply(&faulty, &ask, 0, 0, &got);
        if (memcmp(&want, &got, sizeof want) != 0)
            finding->killed[fault] = OMBRE_VERDICT_FAIL;
    }
}

/* --- Cases -------------------------------------------------------------------
 */

static bool run_case(const struct audit *audit, struct audit_worker *worker,
                     size_t position, struct audit_finding *finding)
{
    (void) worker;
    if (position < BLENDS)
        run_blend(audit, position, finding);
    else
        run_logic(audit, position - BLENDS, finding);
    return true;
}

static void lower(char *text)
{
    for (; *text; text++)
        if (*text >= 'A' && *text <= 'Z')
            *text = (char) (*text - 'A' + 'a');
}

static void case_id(const void *user, size_t position, char id[OMBRE_ID_SIZE])
{
    const size_t logic = position - BLENDS;
    (void) user;
    if (position < BLENDS)
        snprintf(id, OMBRE_ID_SIZE, "cts.blend.format.%s.%zu",
                 ombre_format_find(blend_formats[position / CTS_CASES])->name,
                 position % CTS_CASES);
    else
        snprintf(id, OMBRE_ID_SIZE, "cts.logic_op.%s.%s",
                 ombre_format_find(logic_formats[logic / LOGIC_OPS])->name,
                 ombre_logic_op_name((enum ombre_logic_op)(logic % LOGIC_OPS)));
    lower(id);
}

struct audit_cases audit_cts_cases(void)
{
    return (struct audit_cases){BLENDS + LOGICS, case_id, run_case, NULL};
}
