/* What feature levels require, and how devices have it. */
#include "../src/claims_parts.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "ombre/d3d.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define LEVEL(id) OMBRE_FEATURE_LEVEL_##id

static const uint32_t levels[] = {
#define X(id, value, name) value,
    OMBRE_FEATURE_LEVELS(X)
#undef X
};

static struct ombre_claim claim_of(enum ombre_claim_kind kind, uint32_t dxgi)
{
    return (struct ombre_claim){kind, ombre_format_find(dxgi)};
}

/* --- What is required ----------------------------------------------------- */

/* Letters of the tables, counted level by level: nothing that a level requires
 * is left out by a higher one, and nothing is made up. */
static void levels_require_what_tables_say(void **state)
{
    static const unsigned besides[] = {1, 2, 4, 10, 11, 11, 12, 12, 12, 12};
    static struct ombre_claim claims[OMBRE_MAX_CLAIMS];
    unsigned all = 0;

    (void) state;
    assert_int_equal(COUNT(besides), COUNT(levels));
    for (size_t l = 0; l < COUNT(levels); l++) {
        unsigned want = besides[l];
        for (unsigned f = 0; f < ombre_format_count(); f++) {
            const char *const cell =
                ombre_feature_level_format(levels[l], ombre_format_at(f)->dxgi);
            for (unsigned k = 0; cell && *cell == 'R' && k < 5; k++)
                want += cell[k] == 'R';
        }
        assert_int_equal(ombre_claims_required(levels[l], claims), want);
        all += want;
    }
    assert_int_equal(all, 1184);
    assert_int_equal(ombre_claims_required(0x9000, claims), 0);
}

static void levels_are_the_lowest(void **state)
{
    static const struct row {
        enum ombre_claim_kind kind;
        uint32_t dxgi, want;
    } rows[] = {
        {OMBRE_CLAIM_RENDER_TARGET, DXGI_FORMAT_R8G8B8A8_UNORM, LEVEL(9_1)},
        {OMBRE_CLAIM_BLEND, DXGI_FORMAT_R16G16B16A16_FLOAT, LEVEL(9_3)},
        {OMBRE_CLAIM_BLEND, DXGI_FORMAT_R32_FLOAT, LEVEL(10_0)},
        {OMBRE_CLAIM_BLEND, DXGI_FORMAT_R16_UNORM, LEVEL(10_1)},
        {OMBRE_CLAIM_SAMPLES_4, DXGI_FORMAT_R32G32B32A32_FLOAT, LEVEL(11_0)},
        {OMBRE_CLAIM_SAMPLES_8, DXGI_FORMAT_R32G32B32A32_FLOAT, 0},
        {OMBRE_CLAIM_SAMPLES_8, DXGI_FORMAT_B5G6R5_UNORM, LEVEL(10_1)},
        {OMBRE_CLAIM_FORMAT_LOGIC_OP, DXGI_FORMAT_R8_UINT, LEVEL(11_1)},
        {OMBRE_CLAIM_FORMAT_LOGIC_OP, DXGI_FORMAT_R32G32B32_UINT, 0},
        {OMBRE_CLAIM_FORMAT_LOGIC_OP, DXGI_FORMAT_R8_SINT, 0},
        {OMBRE_CLAIM_RENDER_TARGET, DXGI_FORMAT_B5G5R5A1_UNORM, 0},
        {OMBRE_CLAIM_RENDER_TARGET, DXGI_FORMAT_R9G9B9E5_SHAREDEXP, 0},
        {OMBRE_CLAIM_SEPARATE_ALPHA, 0, LEVEL(9_2)},
        {OMBRE_CLAIM_WRITE_MASKS, 0, LEVEL(9_3)},
        {OMBRE_CLAIM_DUAL_SOURCE, 0, LEVEL(10_0)},
        {OMBRE_CLAIM_EQUATIONS, 0, LEVEL(10_1)},
        {OMBRE_CLAIM_LOGIC_OP, 0, LEVEL(11_1)},
    };

    (void) state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        const struct ombre_claim claim = claim_of(rows[i].kind, rows[i].dxgi);
        if (ombre_claim_level(&claim) != rows[i].want)
            fail_msg("row %zu: %x", i, (unsigned) ombre_claim_level(&claim));
    }
}

/* The state by which a claim is asked needs what is claimed. */
static void states_need_what_is_claimed(void **state)
{
    static struct ombre_claim claims[OMBRE_MAX_CLAIMS];
    const unsigned count = ombre_claims_required(LEVEL(12_2), claims);

    (void) state;
    assert_int_equal(count, 184);
    for (unsigned i = 0; i < count; i++) {
        struct ombre_claim needed[CLAIMS_MAX_NEEDED];
        char text[OMBRE_CLAIM_TEXT_SIZE];
        struct ombre_state asked;
        bool found = false;
        ombre_claim_text(&claims[i], text);
        if (!claims_state_of(&claims[i], &asked))
            fail_msg("%s: no state", text);
        const unsigned needs = claims_needed(&asked, needed);
        for (unsigned n = 0; n < needs; n++) {
            found |= needed[n].kind == claims[i].kind &&
                     needed[n].format == claims[i].format;
            /* And nothing of a higher level. */
            if (ombre_claim_level(&needed[n]) > ombre_claim_level(&claims[i]) &&
                claims[i].format)
                fail_msg("%s: too much", text);
        }
        if (!found)
            fail_msg("%s: not needed", text);
    }
}

/* --- Devices -------------------------------------------------------------- */

static struct ombre_vk_format_facts *facts_of(struct ombre_vk_facts *facts,
                                              VkFormat format)
{
    for (uint32_t i = 0; i < facts->format_count; i++)
        if (facts->format[i].format == format)
            return &facts->format[i];
    fail_msg("no facts of %d", (int) format);
    return NULL;
}

static void take_nothing(struct ombre_vk_facts *facts)
{
    (void) facts;
}

static void take_features(struct ombre_vk_facts *facts)
{
    facts->dual_src_blend = facts->logic_op = facts->independent_blend = false;
    facts_of(facts, VK_FORMAT_R16_SNORM)->blend = VK_FALSE;
    facts_of(facts, VK_FORMAT_R16_SFLOAT)->color_attachment = VK_FALSE;
}

static void take_targets(struct ombre_vk_facts *facts)
{
    facts->max_color_attachments = 4;
}

/* Of integers only, so that no target can be emulated with more. */
static void take_samples(struct ombre_vk_facts *facts)
{
    facts->color_samples = facts->integer_color_samples =
        VK_SAMPLE_COUNT_1_BIT | VK_SAMPLE_COUNT_4_BIT;
    for (uint32_t i = 0; i < facts->format_count; i++)
        facts->format[i].samples &= facts->color_samples;
}

static void every_device_answers(void **state)
{
    static const struct row {
        void (*take)(struct ombre_vk_facts *facts);
        enum ombre_claim_kind kind;
        uint32_t dxgi;
        enum ombre_claim_how how;
        enum ombre_plan plan;
        const char *reason; /* a part of it */
    } rows[] = {
        {take_nothing, OMBRE_CLAIM_DUAL_SOURCE, 0, OMBRE_CLAIM_NATIVE,
         OMBRE_PLAN_NATIVE, "COLOR_ATTACHMENT_BLEND"},
        {take_features, OMBRE_CLAIM_DUAL_SOURCE, 0, OMBRE_CLAIM_EMULATED,
         OMBRE_PLAN_SHADER, "no dualSrcBlend"},
        {take_features, OMBRE_CLAIM_LOGIC_OP, 0, OMBRE_CLAIM_EMULATED,
         OMBRE_PLAN_SHADER, "no logicOp"},
        {take_features, OMBRE_CLAIM_WRITE_MASKS, 0, OMBRE_CLAIM_EMULATED,
         OMBRE_PLAN_SPLIT, "no independentBlend"},
        {take_features, OMBRE_CLAIM_EQUATIONS, 0, OMBRE_CLAIM_EMULATED,
         OMBRE_PLAN_SPLIT, "no independentBlend"},
        {take_features, OMBRE_CLAIM_BLEND_ENABLES, 0, OMBRE_CLAIM_EMULATED,
         OMBRE_PLAN_SPLIT, "no independentBlend"},
        {take_features, OMBRE_CLAIM_SRC_ALPHA_SAT, 0, OMBRE_CLAIM_NATIVE,
         OMBRE_PLAN_NATIVE, ""},
        {take_features, OMBRE_CLAIM_EIGHT_TARGETS, 0, OMBRE_CLAIM_NATIVE,
         OMBRE_PLAN_NATIVE, ""},
        {take_features, OMBRE_CLAIM_BLEND, DXGI_FORMAT_R16_SNORM,
         OMBRE_CLAIM_EMULATED, OMBRE_PLAN_SHADER, "no COLOR_ATTACHMENT_BLEND"},
        {take_features, OMBRE_CLAIM_RENDER_TARGET, DXGI_FORMAT_R16_SNORM,
         OMBRE_CLAIM_NATIVE, OMBRE_PLAN_NATIVE, ""},
        {take_features, OMBRE_CLAIM_RENDER_TARGET, DXGI_FORMAT_R16_FLOAT,
         OMBRE_CLAIM_EMULATED, OMBRE_PLAN_SHADER, "no COLOR_ATTACHMENT, "},
        {take_targets, OMBRE_CLAIM_EIGHT_TARGETS, 0, OMBRE_CLAIM_MISSING,
         OMBRE_PLAN_NONE, "maxColorAttachments"},
        {take_targets, OMBRE_CLAIM_FOUR_TARGETS, 0, OMBRE_CLAIM_NATIVE,
         OMBRE_PLAN_NATIVE, ""},
        {take_samples, OMBRE_CLAIM_SAMPLES_8, DXGI_FORMAT_R8_UNORM,
         OMBRE_CLAIM_MISSING, OMBRE_PLAN_NONE, "lacks 8"},
        {take_samples, OMBRE_CLAIM_SAMPLES_4, DXGI_FORMAT_R8_UNORM,
         OMBRE_CLAIM_NATIVE, OMBRE_PLAN_NATIVE, ""},
    };

    (void) state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct ombre_vk_facts facts = ombre_vk_facts_all();
        const struct ombre_claim claim = claim_of(rows[i].kind, rows[i].dxgi);
        rows[i].take(&facts);
        const struct ombre_claim_answer got = ombre_claim_ask(&claim, &facts);
        if (got.how != rows[i].how || got.plan != rows[i].plan ||
            !strstr(got.reason, rows[i].reason))
            fail_msg("row %zu: %s, %s: %s", i, ombre_claim_how_name(got.how),
                     ombre_plan_name(got.plan), got.reason);
    }
}

static void who_has_all_misses_nothing(void **state)
{
    static struct ombre_claim claims[OMBRE_MAX_CLAIMS];
    const struct ombre_vk_facts all = ombre_vk_facts_all();
    const unsigned count = ombre_claims_required(LEVEL(12_2), claims);

    (void) state;
    assert_true(count > 150);
    for (unsigned i = 0; i < count; i++)
        if (ombre_claim_ask(&claims[i], &all).how != OMBRE_CLAIM_NATIVE)
            fail_msg("claim %u", i);
}

/* --- States that cannot be drawn ------------------------------------------ */

static void with_8_samples(struct ombre_pso *pso)
{
    pso->SampleDesc.Count = 8;
}

static void with_2_samples(struct ombre_pso *pso)
{
    pso->SampleDesc.Count = 2;
}

static void with_4_samples_of_5551(struct ombre_pso *pso)
{
    pso->RTVFormats[0] = DXGI_FORMAT_B5G5R5A1_UNORM;
    pso->SampleDesc.Count = 4;
}

static void with_8_targets(struct ombre_pso *pso)
{
    pso->NumRenderTargets = 8;
    for (unsigned i = 0; i < 8; i++) {
        pso->RTVFormats[i] = DXGI_FORMAT_R16_FLOAT;
        pso->shader.output[i] = pso->shader.output[0];
    }
}

static void as_it_is(struct ombre_pso *pso)
{
    (void) pso;
}

static void levels_require_what_stands_in_the_way(void **state)
{
    static const struct row {
        void (*change)(struct ombre_pso *pso);
        void (*take)(struct ombre_vk_facts *facts);
        uint32_t level;
        const char *why; /* NULL: it is not required */
    } rows[] = {
        {with_8_samples, take_samples, LEVEL(11_0),
         "feature level 11_0 requires 8 samples of R8G8B8A8_UNORM"},
        {with_8_samples, take_samples, LEVEL(12_2), "12_2 requires 8 samples"},
        {with_8_samples, take_samples, LEVEL(10_1), NULL},
        {with_2_samples, take_nothing, LEVEL(12_2), NULL},
        {with_4_samples_of_5551, take_nothing, LEVEL(12_2), NULL},
        {with_8_targets, take_targets, LEVEL(10_0), "requires 8 targets"},
        {with_8_targets, take_targets, LEVEL(9_3), NULL},
        /* Each alone is there. */
        {with_8_targets, take_nothing, LEVEL(10_0), "all that the case needs"},
        {as_it_is, take_nothing, LEVEL(9_1), "all that the case needs"},
    };

    (void) state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct ombre_vk_facts facts = ombre_vk_facts_all();
        struct ombre_pso pso = ombre_pso_default();
        struct ombre_state asked;
        char why[OMBRE_CLAIM_WHY_SIZE] = "";
        pso.shader.bound = true;
        pso.shader.output[0] = (struct ombre_output){OMBRE_OUTPUT_FLOAT, 0xF};
        pso.NumRenderTargets = 1;
        pso.RTVFormats[0] = DXGI_FORMAT_R8G8B8A8_UNORM;
        rows[i].change(&pso);
        rows[i].take(&facts);
        assert_true(ombre_state_from_pso(&pso, &asked));
        const bool got =
            ombre_claims_require(&asked, &facts, rows[i].level, why);
        if (got != (rows[i].why != NULL) || (got && !strstr(why, rows[i].why)))
            fail_msg("row %zu: %s", i, got ? why : "not required");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(levels_require_what_tables_say),
        cmocka_unit_test(levels_are_the_lowest),
        cmocka_unit_test(states_need_what_is_claimed),
        cmocka_unit_test(every_device_answers),
        cmocka_unit_test(who_has_all_misses_nothing),
        cmocka_unit_test(levels_require_what_stands_in_the_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
