/* tests/test_shared.c - R9G9B9E5: its texels and sets of them */
#include "shared_check.h"

/* --- Texels --------------------------------------------------------------- */

static const struct {
    const char *name;
    double value[3];
    uint32_t texel;
} encodings[] = {
    {"the specification's example", {6.25, 12.5, 3.125}, 0x999320C8},
    {"black", {0, -0.0, 0}, 0},
    {"one, a half, a quarter", {1, 0.5, 0.25}, 0x81010100},
    {"the largest", {65408, 128, 65408}, 0xFFFC03FF},
    {"saturated", {1e30, 128, 65409}, 0xFFFC03FF},
    {"infinity, NaN, negative", {INFINITY, NAN, -3}, 0xF80001FF},
    {"negative infinity", {-INFINITY, 0.5, -0.5}, 0x78020000},
    {"512 becomes 256 of the next", {511.6 / 512, 0.5, 0}, 0x80010100},
    {"a tie that carries", {511.5 / 512, 0, 0}, 0x80000100},
    {"just below it", {511.4999 / 512, 0, 0}, 0x780001FF},
    {"ties to even", {2.5 / 512, 1.5 / 512, 511 / 512.0}, 0x7FFC0402},
    {"more than ties", {2.50001 / 512, 1.49999 / 512, 511 / 512.0}, 0x7FFC0203},
    {"the smallest step", {0x1p-24, 0x1p-23, 0x1p-33}, 0x00000401},
    {"half of it", {0x1p-25, 0x3p-25, 0x1.00001p-25}, 0x00040400},
    {"511 of them", {511 * 0x1p-24, 0, 0}, 0x000001FF},
    {"512 of them", {512 * 0x1p-24, 0, 0x1p-24}, 0x08000100},
};

static void test_encodings(void **unused)
{
    (void) unused;
    compared = failures = 0;
    for (size_t i = 0; i < sizeof encodings / sizeof *encodings; i++) {
        const uint32_t got = ombre_shared_encode(encodings[i].value).word[0];
        expect(got == encodings[i].texel, encodings[i].name, "texel", got,
               encodings[i].texel);
    }
    assert_int_equal(compared, 16);
    assert_int_equal(failures, 0);
}

/* Every exponent and mantissa, beside the others' ends. */
static void test_every_texel(void **unused)
{
    (void) unused;
    static const uint32_t others[] = {0, 1, 255, 256, 510, 511};
    compared = failures = 0;
    for (uint32_t e = 0; e < 32; e++) {
        for (uint32_t m = 0; m < 512; m++) {
            for (int k = 0; k < 6; k++) {
                const uint32_t r = m, g = others[k],
                               b = others[((uint32_t) k + m) % 6];
                const uint32_t word = e << 27 | b << 18 | g << 9 | r;
                const struct ombre_texel texel = {{word}};
                const uint32_t all[3] = {r, g, b};
                const double units = ldexp(1, (int) e) * 0x1p-24;
                const double value[3] = {r * units, g * units, b * units};

                for (int i = 0; i < 3; i++)
                    expect(ombre_shared_decode(e, all[i]) == value[i], "decode",
                           "value", ombre_shared_decode(e, all[i]), value[i]);
                expect(ombre_shared_exponent(&texel) == e, "texel", "exponent",
                       ombre_shared_exponent(&texel), e);
                expect(ombre_shared_texel(e, all).word[0] == word, "texel",
                       "word", ombre_shared_texel(e, all).word[0], word);
                if (e > 0 && r < 256 && g < 256 && b < 256)
                    continue; /* another texel has this colour */
                const uint32_t back = ombre_shared_encode(value).word[0];
                expect(back == word, "encode", "texel", back, word);
            }
        }
    }
    assert_true(compared > 500000);
    assert_int_equal(failures, 0);
}

/* --- Sets ----------------------------------------------------------------- */

static void test_sets(void **unused)
{
    (void) unused;
    struct ombre_shared_set set = {0};
    const struct ombre_shared_range range = {.exponent = 5,
                                             .largest = 256,
                                             .first = {10, 20, 30},
                                             .last = {300, 20, 33}};
    ombre_shared_set_add(&set, &range);
    static const struct {
        uint32_t e, r, g, b;
        bool has;
        uint64_t distance[3];
    } rows[] = {
        {5, 256, 20, 30, true, {0, 0, 0}},  {5, 300, 20, 33, true, {0, 0, 0}},
        {5, 301, 20, 33, false, {1, 0, 0}}, {5, 256, 19, 30, false, {0, 1, 0}},
        {5, 256, 20, 36, false, {0, 0, 3}}, {5, 7, 20, 30, false, {3, 0, 0}},
        {4, 511, 40, 60, false, {1, 1, 1}}, {6, 150, 10, 16, false, {1, 1, 1}},
        {5, 255, 20, 30, false, {1, 1, 1}}, {6, 151, 10, 15, false, {2, 0, 0}},
        {0, 0, 0, 0, false, {10, 20, 30}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const uint32_t m[3] = {rows[i].r, rows[i].g, rows[i].b};
        const struct ombre_texel texel = ombre_shared_texel(rows[i].e, m);
        uint64_t distance[3];
        assert_int_equal(ombre_shared_set_has(&set, &texel), rows[i].has);
        ombre_shared_set_distance(&set, &texel, distance);
        if (i == 6) /* 511 and 40 and 60 halves: 255.5, 20, 30 */
            assert_memory_equal(distance, rows[i].distance, sizeof distance);
        else
            for (int k = 0; k < 3; k++)
                assert_int_equal(distance[k], rows[i].distance[k]);
    }

    /* A range inside another adds nothing; the same one with less asked does.
     */
    struct ombre_shared_range other = range;
    other.last[0] = 299;
    ombre_shared_set_add(&set, &other);
    assert_int_equal(set.count, 1);
    other.largest = 0;
    ombre_shared_set_add(&set, &other);
    assert_int_equal(set.count, 2);

    const struct ombre_texel texel = {{0x12345678}}, near = {{0x12345679}};
    struct ombre_shared_set single = {0};
    ombre_shared_set_add_texel(&single, &texel);
    assert_true(ombre_shared_set_has(&single, &texel));
    assert_false(ombre_shared_set_has(&single, &near));
    ombre_shared_set_join(&set, &single);
    assert_int_equal(set.count, 3);
    assert_true(ombre_shared_set_has(&set, &texel));

    struct ombre_texel moved = texel;
    ombre_shared_set_exponent(&moved, 31);
    assert_int_equal(moved.word[0], 0xFA345678);
}

/* A set that is full grows beyond what was added, never below it. */
static void test_full_set(void **unused)
{
    (void) unused;
    struct ombre_shared_set set = {0};
    uint64_t seed = 3;
    uint32_t added[200];
    for (int i = 0; i < 200; i++) {
        added[i] = next(&seed) << 16 ^ next(&seed);
        const struct ombre_texel texel = {{added[i]}};
        ombre_shared_set_add_texel(&set, &texel);
        assert_true(set.count <= OMBRE_SHARED_MAX_RANGES);
        for (int k = 0; k <= i; k++) {
            const struct ombre_texel old = {{added[k]}};
            assert_true(ombre_shared_set_has(&set, &old));
        }
    }
    ombre_shared_set_add_all(&set);
    for (int i = 0; i < 1000; i++) {
        const struct ombre_texel any = {{next(&seed) << 16 ^ next(&seed)}};
        assert_true(ombre_shared_set_has(&set, &any));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_encodings),
        cmocka_unit_test(test_every_texel),
        cmocka_unit_test(test_sets),
        cmocka_unit_test(test_full_set),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
