/* tests/test_reference_trace.c - which of several decisions an end keeps
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../src/reference_trace.h"

#define ROWS(table) (sizeof(table) / sizeof((table)[0]))

struct decided {
    int64_t first, last;
    uint32_t freedoms, converted;
    double low, high;
};

static struct ombre_decision decision(const struct decided *d, int number)
{
    return (struct ombre_decision){
        .freedoms = d->freedoms,
        .converted = d->converted,
        .operand = {number}, /* to be known by */
        .low = d->low,
        .high = d->high,
    };
}

static int kept(const struct trace_end *end)
{
    return end->is_found ? (int) end->by.operand[0] : -1;
}

/* The ranges 10 to 20 and 30 to 30; the end that no decision reaches stays
 * empty, and so does what lies behind the last. */
static void test_codes(void **unused)
{
    (void) unused;
    /* clang-format off */
    static const struct {
        const char *name;
        struct decided add[3];
        int kept[4];
    } rows[] = {
        {"each its own", {{10, 15, 1, 0, 1, 2}, {12, 20, 2, 0, 3, 4}, {30, 30, 4, 0, 5, 6}}, {0, 1, 2, 2}},
        {"first is not last", {{20, 10, 1, 0, 1, 2}, {19, 11, 2, 0, 3, 4}, {9, 21, 4, 0, 5, 6}}, {-1, -1, -1, -1}},
        {"fewer freedoms", {{10, 20, 7, 0, 1, 2}, {10, 20, 5, 0, 3, 4}, {10, 20, 0x80000000, 0, 5, 6}}, {2, 2, -1, -1}},
        {"more freedoms", {{10, 20, 8, 0, 1, 2}, {10, 20, 3, 0, 3, 4}, {10, 20, 7, 0, 5, 6}}, {0, 0, -1, -1}},
        {"of equals the first", {{10, 20, 1, 0, 1, 2}, {10, 20, 2, 0, 3, 4}, {10, 20, 0, 4, 5, 6}}, {0, 0, -1, -1}},
        {"conversions count too", {{10, 20, 1, 6, 1, 2}, {10, 20, 3, 0, 3, 4}, {10, 20, 0, 7, 5, 6}}, {1, 1, -1, -1}},
        {"nothing departs", {{10, 20, 1, 0, 1, 2}, {10, 20, 0, 0, 3, 4}, {10, 20, 0, 0, 5, 6}}, {1, 1, -1, -1}},
    };
    /* clang-format on */
    for (size_t r = 0; r < ROWS(rows); r++) {
        struct trace trace = {.count = 4};
        trace.end[0].ordinal = 10;
        trace.end[1].ordinal = 20;
        trace.end[1].is_last = true;
        trace.end[2].ordinal = trace.end[3].ordinal = 30;
        trace.end[3].is_last = true;
        trace.end[4].ordinal = 10;
        for (int i = 0; i < 3; i++) {
            const struct decided *const d = &rows[r].add[i];
            const struct ombre_decision how = decision(d, i);
            trace_codes(&trace, d->first, d->last, &how);
        }
        for (int i = 0; i < 4; i++)
            if (kept(&trace.end[i]) != rows[r].kept[i])
                fail_msg("%s: end %d keeps %d", rows[r].name, i,
                         kept(&trace.end[i]));
        assert_false(trace.end[4].is_found);
    }
}

/* The lowest number and the highest, then the fewest departures. */
static void test_values(void **unused)
{
    (void) unused;
    /* clang-format off */
    static const struct {
        const char *name;
        struct decided add[3];
        int kept[2];
    } rows[] = {
        {"lower and higher", {{0, 0, 1, 0, 0.5, 0.6}, {0, 0, 3, 0, 0.4, 0.7}, {0, 0, 0, 0, 0.45, 0.65}}, {1, 1}},
        {"one lower, one higher", {{0, 0, 1, 0, 0.5, 0.6}, {0, 0, 3, 0, 0.4, 0.5}, {0, 0, 3, 0, 0.6, 0.8}}, {1, 2}},
        {"a little lower and higher", {{0, 0, 0, 0, 0.5, 0.6}, {0, 0, 3, 0, 0x1.ffffp-2, 0.600001}, {0, 0, 0, 0, 0.55, 0.56}}, {1, 1}},
        {"as low and as high, plainer", {{0, 0, 3, 0, 0.5, 0.6}, {0, 0, 1, 0, 0.5, 0.6}, {0, 0, 0, 0, 0.55, 0.6}}, {1, 2}},
        {"as low and as high, no plainer", {{0, 0, 1, 0, 0.5, 0.6}, {0, 0, 2, 0, 0.5, 0.7}, {0, 0, 4, 0, 0.4, 0.7}}, {2, 1}},
        {"plainer, but not as far", {{0, 0, 7, 0, 0.5, 0.6}, {0, 0, 0, 0, 0.50001, 0.59999}, {0, 0, 1, 0, 2, 0.1}}, {0, 0}},
    };
    /* clang-format on */
    for (size_t r = 0; r < ROWS(rows); r++) {
        struct trace trace = {.count = 2};
        trace.end[1].is_last = true;
        for (int i = 0; i < 3; i++) {
            const struct ombre_decision how = decision(&rows[r].add[i], i);
            trace_values(&trace, &how);
        }
        for (int i = 0; i < 2; i++)
            if (kept(&trace.end[i]) != rows[r].kept[i])
                fail_msg("%s: end %d keeps %d", rows[r].name, i,
                         kept(&trace.end[i]));
        assert_false(trace.end[2].is_found);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_codes),
        cmocka_unit_test(test_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
