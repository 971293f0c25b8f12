/* tests/test_translate_devices.c - devices that are not there, and how what a
 * device knows of a format is found
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "translate_check.h"

static void assert_no_format_twice(const struct ombre_vk_facts *facts)
{
    assert_true(facts->format_count <= OMBRE_VK_MAX_FORMATS);
    for (uint32_t i = 0; i < facts->format_count; i++) {
        const VkFormat format = facts->format[i].format;
        assert_int_not_equal(format, VK_FORMAT_UNDEFINED);
        assert_int_equal(facts->hint[ombre_vk_format_hint(format)], i);
        for (uint32_t j = 0; j < i; j++)
            assert_int_not_equal(format, facts->format[j].format);
    }
}

static void device_that_has_everything(void **cmocka)
{
    (void) cmocka;
    const struct ombre_vk_facts facts = ombre_vk_facts_all();
    const uint32_t samples = 1 | 2 | 4 | 8;

    assert_true(facts.independent_blend && facts.dual_src_blend &&
                facts.logic_op && facts.sample_rate_shading);
    assert_int_equal(facts.max_color_attachments, 8);
    assert_int_equal(facts.max_fragment_output_attachments, 8);
    assert_int_equal(facts.max_fragment_dual_src_attachments, 1);
    assert_true(facts.max_fragment_combined_output_resources >= 16);
    assert_int_equal(facts.color_samples, samples);
    assert_int_equal(facts.integer_color_samples, samples);
    assert_int_equal(facts.sampled_color_samples, samples);
    assert_int_equal(facts.sampled_integer_samples, samples);
    assert_no_format_twice(&facts);
    for (unsigned i = 0; i < ombre_format_count(); i++) {
        const struct ombre_format *format = ombre_format_at(i);
        const uint32_t held[] = {format->vk_format, format->vk_carrier};
        for (unsigned j = 0; j < COUNT(held); j++) {
            if (held[j] == VK_FORMAT_UNDEFINED)
                continue;
            const struct ombre_vk_format_facts f = facts_of(&facts, held[j]);
            assert_true(f.color_attachment);
            assert_int_equal(f.blend, format->blendable);
            assert_int_equal(f.samples, samples);
        }
    }
}

/* Vulkan 1.1, "Required Limits" and "Required Format Support"; X8 and A8 by
 * what carries them. */
static void device_that_has_the_least(void **cmocka)
{
    (void) cmocka;
    static const unsigned blended[] = {10, 24, 28, 29, 34, 49, 54, 61,
                                       65, 85, 86, 87, 88, 91, 93};
    static const unsigned attached[] = {2,  3,  4,  12, 14, 16, 17, 18,
                                        25, 30, 32, 36, 38, 41, 42, 43,
                                        50, 52, 57, 59, 62, 64};
    const struct ombre_vk_facts facts = ombre_vk_facts_minimum();
    unsigned blend = 0, attachment = 0;

    assert_false(facts.independent_blend || facts.dual_src_blend ||
                 facts.logic_op || facts.sample_rate_shading);
    assert_int_equal(facts.max_color_attachments, 4);
    assert_int_equal(facts.max_fragment_output_attachments, 4);
    assert_int_equal(facts.max_fragment_dual_src_attachments, 0);
    assert_int_equal(facts.max_fragment_combined_output_resources, 4);
    assert_int_equal(facts.color_samples, 1 | 4);
    assert_int_equal(facts.integer_color_samples, 1);
    assert_int_equal(facts.sampled_color_samples, 1 | 4);
    assert_int_equal(facts.sampled_integer_samples, 1);
    assert_no_format_twice(&facts);
    for (unsigned i = 0; i < ombre_format_count(); i++) {
        const struct ombre_format *format = ombre_format_at(i);
        const uint32_t held =
            format->vk_format != 0 ? format->vk_format : format->vk_carrier;
        const struct ombre_vk_format_facts f = facts_of(&facts, held);
        const bool integer = ombre_format_base_type(format) != OMBRE_BASE_FLOAT;
        bool in_blended = false, in_attached = false;
        for (size_t j = 0; j < COUNT(blended); j++)
            in_blended |= blended[j] == format->dxgi;
        for (size_t j = 0; j < COUNT(attached); j++)
            in_attached |= attached[j] == format->dxgi;
        assert_int_equal(f.blend, in_blended);
        assert_int_equal(f.color_attachment, in_blended || in_attached);
        assert_int_equal(f.samples, !f.color_attachment ? 0
                                    : integer           ? 1
                                                        : 1 | 4);
        blend += in_blended;
        attachment += in_attached;
    }
    assert_int_equal(blend, COUNT(blended));
    assert_int_equal(attachment, COUNT(attached));
}

/* What a device knows of a format is found with right, wrong and no hints, and
 * nothing beyond the count is. */
static void hints_cost_time_only(void **cmocka)
{
    (void) cmocka;
    struct ombre_vk_facts facts = ombre_vk_facts_all();
    const uint32_t count = facts.format_count;
    unsigned compared = 0;

    for (int hint = -1; hint < 2; hint++) {
        for (unsigned i = 0; i < COUNT(facts.hint) && hint >= 0; i++)
            facts.hint[i] = hint ? 0xFF : (uint8_t) (facts.hint[i] + 1);
        for (uint32_t i = 0; i < count; i++) {
            struct ombre_format format = *ombre_format_find(28);
            const struct ombre_state state =
                state_on(&format, OMBRE_OUTPUT_FLOAT, 0xF);
            struct ombre_translation t;
            format.vk_format = (uint32_t) facts.format[i].format;
            format.vk_carrier = VK_FORMAT_UNDEFINED;
            facts.format_count = i + 1;
            assert_int_equal(ombre_translate(&state, &facts, &t),
                             OMBRE_TRANSLATE_OK);
            facts.format_count = i;
            assert_int_equal(ombre_translate(&state, &facts, &t),
                             OMBRE_TRANSLATE_UNSUPPORTED);
            compared++;
        }
        facts.format_count = UINT32_MAX;
        struct ombre_format unknown = *ombre_format_find(28);
        const struct ombre_state state =
            state_on(&unknown, OMBRE_OUTPUT_FLOAT, 0xF);
        struct ombre_translation t;
        unknown.vk_format = VK_FORMAT_D32_SFLOAT;
        assert_int_equal(ombre_translate(&state, &facts, &t),
                         OMBRE_TRANSLATE_UNSUPPORTED);
    }
    assert_true(compared > 3 * 40);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(device_that_has_everything),
        cmocka_unit_test(device_that_has_the_least),
        cmocka_unit_test(hints_cost_time_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
