/* Axes of images: each value in smoke, each pair of values in ci, and all of
 * their cases sound. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ombre/suite.h"

enum { AXES = 8, VALUES = 6, ROWS = 49 };

/* How many values each axis has. */
static const unsigned counts[AXES] = {5, 3, 3, 4, 4, 3, 4, 6};

/* Words of the ids of one row, and the number of each among those of its axis.
 */
struct table {
    char word[AXES][VALUES][24];
    unsigned count[AXES];
    unsigned row[ROWS][AXES], rows;
};

static unsigned number_of(struct table *t, unsigned axis, const char *word,
                          size_t length)
{
    unsigned n = 0;

    while (n < t->count[axis] && (strlen(t->word[axis][n]) != length ||
                                  strncmp(t->word[axis][n], word, length) != 0))
        n++;
    if (n == t->count[axis]) {
        assert_true(n < counts[axis] && length < sizeof t->word[axis][n]);
        snprintf(t->word[axis][n], sizeof t->word[axis][n], "%.*s",
                 (int) length, word);
        t->count[axis]++;
    }
    return n;
}

static void add_row(struct table *t, const char *id)
{
    const char *at = id + strlen("om.images.");

    assert_true(t->rows < ROWS);
    for (unsigned axis = 0; axis < AXES; axis++) {
        const size_t length = strcspn(at, "-");
        t->row[t->rows][axis] = number_of(t, axis, at, length);
        at += length;
        assert_int_equal(*at, axis + 1 < AXES ? '-' : '\0');
        at += *at == '-';
    }
    t->rows++;
}

static void read_table(struct table *t)
{
    memset(t, 0, sizeof *t);
    for (size_t i = 0; i < ombre_suite_size(OMBRE_SUITE_CI); i++) {
        char id[OMBRE_ID_SIZE];
        ombre_suite_id(OMBRE_SUITE_CI, i, id);
        if (ombre_id_matches(id, "om.images.*"))
            add_row(t, id);
    }
    assert_int_equal(t->rows, ROWS);
    for (unsigned axis = 0; axis < AXES; axis++)
        assert_int_equal(t->count[axis], counts[axis]);
}

static void test_pairs(void **state)
{
    struct table t;
    unsigned pairs = 0;

    (void) state;
    read_table(&t);
    for (unsigned a = 0; a < AXES; a++)
        for (unsigned b = 0; b < a; b++) {
            bool seen[VALUES][VALUES] = {{false}};
            for (unsigned r = 0; r < t.rows; r++)
                seen[t.row[r][a]][t.row[r][b]] = true;
            for (unsigned i = 0; i < counts[a]; i++)
                for (unsigned j = 0; j < counts[b]; j++, pairs++)
                    if (!seen[i][j])
                        fail_msg("no case has %s and %s", t.word[a][i],
                                 t.word[b][j]);
        }
    assert_int_equal(pairs, 444);
}

/* All but the first of each axis, which all others have, and that once. */
static void test_values(void **state)
{
    struct table t;
    unsigned found = 0;

    (void) state;
    read_table(&t);
    for (unsigned axis = 0; axis < AXES; axis++)
        for (unsigned n = 0; n < counts[axis]; n++) {
            char id[OMBRE_ID_SIZE];
            size_t index;
            snprintf(id, sizeof id, "om.image.%s", t.word[axis][n]);
            found += ombre_suite_find(OMBRE_SUITE_SMOKE, id, &index);
        }
    assert_int_equal(found, 5 + 2 + 2 + 3 + 3 + 2 + 3 + 5);
}

/* Pixels fit, clears leave one texel, and what is said is legal. */
static void check_case(const struct ombre_case *c, struct ombre_issues *issues)
{
    const struct ombre_viewed viewed =
        ombre_bound_viewed(&c->pso.RenderTargets[0]);

    ombre_validate(&c->pso, &c->device, issues);
    for (unsigned n = 0; n < issues->count; n++)
        if (ombre_rule_severity(issues->issue[n].rule) !=
            OMBRE_SEVERITY_WARNING)
            fail_msg("%s: %s: %s", c->name, issues->issue[n].path,
                     issues->issue[n].detail);
    assert_true(c->image.offset[0] < viewed.width);
    assert_true(c->image.offset[1] < viewed.height);
    assert_true(c->image.layer < viewed.count);
    assert_true(c->pixel_count > 0);
    assert_true((uint64_t) (viewed.width - c->image.offset[0]) *
                    (viewed.height - c->image.offset[1]) >=
                c->pixel_count);
    for (size_t i = 0; c->destination_by == OMBRE_CASE_DESTINATION_CLEAR &&
                       i < c->pixel_count * OMBRE_MAX_TARGETS;
         i++)
        assert_memory_equal(&c->dest[i], &c->dest[i % OMBRE_MAX_TARGETS],
                            sizeof *c->dest);
}

static void test_sound(void **state)
{
    struct ombre_issues *const issues = malloc(sizeof *issues);
    size_t checked = 0, offsets = 0;

    (void) state;
    assert_non_null(issues);
    for (size_t i = 0; i < ombre_suite_size(OMBRE_SUITE_CI); i++) {
        char id[OMBRE_ID_SIZE];
        struct ombre_case c;
        ombre_suite_id(OMBRE_SUITE_CI, i, id);
        if (!ombre_id_matches(id, "om.image*"))
            continue;
        assert_true(ombre_suite_make(OMBRE_SUITE_CI, i, &c));
        check_case(&c, issues);
        offsets += c.image.offset[0] > 0;
        checked++;
        ombre_case_finish(&c);
    }
    assert_int_equal(checked, ROWS + 27);
    assert_true(offsets > 10);
    free(issues);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_sound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
