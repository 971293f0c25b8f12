/* Names of numbers and numbers of names. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ombre/state.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static void expect(const char *row, const char *what, unsigned long long got,
                   unsigned long long want)
{
    if (got != want)
        fail_msg("%s: %s is 0x%llx, want 0x%llx", row, what, got, want);
}

struct name_row {
    unsigned value;
    const char *name;
};

/* Numbers from d3d.h, so that the lists of state.h are not their own judge. */
/* clang-format off */
#define ROW(id) {D3D12_BLEND_##id, #id},
static const struct name_row factor_rows[] = {
    ROW(ZERO) ROW(ONE) ROW(SRC_COLOR) ROW(INV_SRC_COLOR)
    ROW(SRC_ALPHA) ROW(INV_SRC_ALPHA) ROW(DEST_ALPHA) ROW(INV_DEST_ALPHA)
    ROW(DEST_COLOR) ROW(INV_DEST_COLOR) ROW(SRC_ALPHA_SAT)
    ROW(BLEND_FACTOR) ROW(INV_BLEND_FACTOR)
    ROW(SRC1_COLOR) ROW(INV_SRC1_COLOR) ROW(SRC1_ALPHA) ROW(INV_SRC1_ALPHA)
    ROW(ALPHA_FACTOR) ROW(INV_ALPHA_FACTOR)
};
#undef ROW
#define ROW(id) {D3D12_BLEND_OP_##id, #id},
static const struct name_row blend_op_rows[] = {
    ROW(ADD) ROW(SUBTRACT) ROW(REV_SUBTRACT) ROW(MIN) ROW(MAX)
};
#undef ROW
#define ROW(id) {D3D12_LOGIC_OP_##id, #id},
static const struct name_row logic_op_rows[] = {
    ROW(CLEAR) ROW(SET) ROW(COPY) ROW(COPY_INVERTED) ROW(NOOP) ROW(INVERT)
    ROW(AND) ROW(NAND) ROW(OR) ROW(NOR) ROW(XOR) ROW(EQUIV)
    ROW(AND_REVERSE) ROW(AND_INVERTED) ROW(OR_REVERSE) ROW(OR_INVERTED)
};
#undef ROW
static const struct name_row api_rows[] = {
    {OMBRE_API_D3D9, "D3D9"}, {OMBRE_API_D3D10, "D3D10"},
    {OMBRE_API_D3D10_1, "D3D10.1"}, {OMBRE_API_D3D11, "D3D11"},
    {OMBRE_API_D3D11_1, "D3D11.1"}, {OMBRE_API_D3D12, "D3D12"},
};
/* clang-format on */

static const char *factor_name(unsigned value)
{
    return ombre_factor_name((enum ombre_factor) value);
}

static const char *blend_op_name(unsigned value)
{
    return ombre_blend_op_name((enum ombre_blend_op) value);
}

static const char *logic_op_name(unsigned value)
{
    return ombre_logic_op_name((enum ombre_logic_op) value);
}

static const char *api_name(unsigned value)
{
    return ombre_api_name((enum ombre_api) value);
}

static bool factor_from_name(const char *name, unsigned *value)
{
    enum ombre_factor found = (enum ombre_factor) * value;
    const bool known = ombre_factor_from_name(name, &found);
    *value = (unsigned) found;
    return known;
}

static bool blend_op_from_name(const char *name, unsigned *value)
{
    enum ombre_blend_op found = (enum ombre_blend_op) * value;
    const bool known = ombre_blend_op_from_name(name, &found);
    *value = (unsigned) found;
    return known;
}

static bool logic_op_from_name(const char *name, unsigned *value)
{
    enum ombre_logic_op found = (enum ombre_logic_op) * value;
    const bool known = ombre_logic_op_from_name(name, &found);
    *value = (unsigned) found;
    return known;
}

static bool api_from_name(const char *name, unsigned *value)
{
    enum ombre_api found = (enum ombre_api) * value;
    const bool known = ombre_api_from_name(name, &found);
    *value = (unsigned) found;
    return known;
}

static const struct name_table {
    const char *title;
    const struct name_row *rows;
    size_t count, want_count;
    const char *(*name)(unsigned value);
    bool (*from_name)(const char *name, unsigned *value);
} name_tables[] = {
    {"factor", factor_rows, COUNT(factor_rows), 19, factor_name,
     factor_from_name},
    {"blend op", blend_op_rows, COUNT(blend_op_rows), 5, blend_op_name,
     blend_op_from_name},
    {"logic op", logic_op_rows, COUNT(logic_op_rows), 16, logic_op_name,
     logic_op_from_name},
    {"api", api_rows, COUNT(api_rows), 6, api_name, api_from_name},
};

static void test_names_go_both_ways(void **unused)
{
    (void) unused;
    for (size_t t = 0; t < COUNT(name_tables); t++) {
        const struct name_table *table = &name_tables[t];
        assert_int_equal(table->count, table->want_count);
        for (size_t i = 0; i < table->count; i++) {
            const struct name_row *row = &table->rows[i];
            unsigned value = 0x5A;
            const char *name = table->name(row->value);
            assert_non_null(name);
            assert_string_equal(name, row->name);
            assert_true(table->from_name(row->name, &value));
            expect(row->name, table->title, value, row->value);
        }
    }
}

/* Exactly as many numbers have a name as there are rows. */
static void test_other_numbers_have_no_name(void **unused)
{
    (void) unused;
    for (size_t t = 0; t < COUNT(name_tables); t++) {
        const struct name_table *table = &name_tables[t];
        size_t named = 0;
        for (unsigned value = 0; value < 300; value++)
            named += table->name(value) != NULL;
        assert_int_equal(named, table->want_count);
        assert_null(table->name(0x7fffffff));
        assert_null(table->name(0xffffffff));
    }
}

static void test_other_names_have_no_number(void **unused)
{
    static const char *const words[] = {
        "", "ONE ", "one", "ON", "D3D12_BLEND_ONE", "D3D13", "D3D12.", "NO",
    };
    (void) unused;
    for (size_t t = 0; t < COUNT(name_tables); t++) {
        for (size_t i = 0; i < COUNT(words); i++) {
            unsigned value = 0x5A5A;
            if (name_tables[t].from_name(words[i], &value))
                fail_msg("%s knows '%s'", name_tables[t].title, words[i]);
            expect(words[i], "untouched value", value, 0x5A5A);
        }
    }
}

/* FS 17.1, 17.2 and 17.6; ALPHA_FACTOR is new in Direct3D 12; feature level 9
 * has neither SRC_ALPHA_SAT nor a second source (the pages on feature levels).
 * Bit n: factor n is of the kind. */
static void test_kinds_of_factors(void **unused)
{
    static const struct {
        const char *name;
        unsigned kind;
        uint32_t factors;
    } kinds[] = {
        {"unknown", OMBRE_FACTOR_UNKNOWN, 0xFFC03001},
        {"color", OMBRE_FACTOR_COLOR, 0x00030618},
        {"second source", OMBRE_FACTOR_SRC1, 0x000F0000},
        {"of Direct3D 12", OMBRE_FACTOR_OF_12, 0x00300000},
        {"of level 10", OMBRE_FACTOR_OF_LEVEL_10, 0x000F0800},
    };
    (void) unused;
    for (size_t k = 0; k < COUNT(kinds); k++) {
        for (unsigned factor = 0; factor < 32; factor++)
            expect(kinds[k].name, "kind of a factor",
                   (ombre_factor_kinds(factor) & kinds[k].kind) != 0,
                   kinds[k].factors >> factor & 1);
    }
    expect("unknown", "kinds of 32", ombre_factor_kinds(32),
           OMBRE_FACTOR_UNKNOWN);
    expect("unknown", "kinds of no number", ombre_factor_kinds(0xFFFFFFFF),
           OMBRE_FACTOR_UNKNOWN);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names_go_both_ways),
        cmocka_unit_test(test_other_numbers_have_no_name),
        cmocka_unit_test(test_other_names_have_no_number),
        cmocka_unit_test(test_kinds_of_factors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
