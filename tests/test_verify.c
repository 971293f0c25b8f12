#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ombre/verify.h"

/* Numbers of dxgiformat.h, written again so that the table is not its own
 * witness. */
enum {
    R8G8B8A8_UNORM = 28,
    R8G8B8A8_SNORM = 31,
    R16G16B16A16_FLOAT = 10,
    B8G8R8X8_UNORM = 88,
    R8_UNORM = 61,
};

#define ROWS(table) (sizeof(table) / sizeof((table)[0]))
#define POISON 0x5A5A5A5Au

/* --- Names ---------------------------------------------------------------- */

static void test_names(void **unused)
{
    (void) unused;
    static const struct {
        enum ombre_verdict verdict;
        const char *name, *status;
    } rows[] = {
        {OMBRE_VERDICT_PASS, "pass", "Pass"},
        {OMBRE_VERDICT_QUALITY_WARNING, "quality-warning", "QualityWarning"},
        {OMBRE_VERDICT_COMPATIBILITY_WARNING, "compatibility-warning",
         "CompatibilityWarning"},
        {OMBRE_VERDICT_FAIL, "fail", "Fail"},
    };
    for (size_t i = 0; i < ROWS(rows); i++) {
        assert_string_equal(ombre_verdict_name(rows[i].verdict), rows[i].name);
        assert_string_equal(ombre_verdict_status(rows[i].verdict),
                            rows[i].status);
        for (size_t j = 0; j < ROWS(rows); j++)
            assert_int_equal(
                ombre_verdict_worse(rows[i].verdict, rows[j].verdict),
                rows[i > j ? i : j].verdict);
    }
}

/* --- One component -------------------------------------------------------- */

enum {
    PASS = OMBRE_VERDICT_PASS,
    COMPAT = OMBRE_VERDICT_COMPATIBILITY_WARNING,
    FAIL = OMBRE_VERDICT_FAIL
};

/* A component with the legal codes first to last (in value order) and `room`
 * more to either side under the wider judge. */
static struct ombre_legal_component between(const struct ombre_format *format,
                                            enum ombre_component component,
                                            uint32_t first, uint32_t last,
                                            unsigned room)
{
    const int64_t low = ombre_code_ordinal(format, component, first);
    const int64_t high = ombre_code_ordinal(format, component, last);
    struct ombre_legal_component out = {.stored = true, .code = first};
    ombre_code_set_add(&out.legal, low, high);
    ombre_code_set_add(&out.wide, low - room, high + room);
    return out;
}

static void test_component(void **unused)
{
    (void) unused;
    static const struct {
        const char *name;
        uint32_t dxgi;
        uint32_t first, last;
        unsigned room;
        uint32_t got;
        int verdict;
        uint64_t distance;
    } rows[] = {
        {"first legal", R8G8B8A8_UNORM, 40, 42, 1, 40, PASS, 0},
        {"last legal", R8G8B8A8_UNORM, 40, 42, 1, 42, PASS, 0},
        {"one above, in the wide set", R8G8B8A8_UNORM, 40, 42, 1, 43, COMPAT,
         1},
        {"one below, in the wide set", R8G8B8A8_UNORM, 40, 42, 1, 39, COMPAT,
         1},
        {"two above", R8G8B8A8_UNORM, 40, 42, 1, 44, FAIL, 2},
        {"two below", R8G8B8A8_UNORM, 40, 42, 1, 38, FAIL, 2},
        {"no wider room", R8G8B8A8_UNORM, 40, 42, 0, 43, FAIL, 1},
        {"far", R8G8B8A8_UNORM, 40, 42, 1, 255, FAIL, 213},
        {"across zero", R8G8B8A8_SNORM, 0xFE, 0x03, 1, 0xFF, PASS, 0},
        {"negative side", R8G8B8A8_SNORM, 0xFE, 0x03, 1, 0xFD, COMPAT, 1},
        {"positive side", R8G8B8A8_SNORM, 0xFE, 0x03, 1, 0x05, FAIL, 2},
        {"minus zero beside zero", R16G16B16A16_FLOAT, 0x0000, 0x0002, 1,
         0x8000, COMPAT, 1},
        {"half negative", R16G16B16A16_FLOAT, 0x8003, 0x8001, 1, 0x8002, PASS,
         0},
        {"infinity", R16G16B16A16_FLOAT, 0x3C00, 0x7BFF, 0, 0x7C00, FAIL, 1},
    };
    for (size_t i = 0; i < ROWS(rows); i++) {
        const struct ombre_format *format = ombre_format_find(rows[i].dxgi);
        assert_non_null(format);
        for (unsigned c = 0; c < OMBRE_COMPONENTS; c++) {
            const enum ombre_component component = (enum ombre_component) c;
            struct ombre_legal_texel legal = {0};
            struct ombre_texel got = {{POISON, POISON}};
            legal.component[c] = between(format, component, rows[i].first,
                                         rows[i].last, rows[i].room);
            ombre_texel_set_code(format, &got, component, rows[i].got);
            const struct ombre_texel_verdict verdict =
                ombre_verify_texel(format, &legal, &got);
            if ((int) verdict.verdict != rows[i].verdict ||
                (int) verdict.component[c] != rows[i].verdict ||
                verdict.distance[c] != rows[i].distance)
                fail_msg("%s, component %u: verdict %d distance %llu",
                         rows[i].name, c, (int) verdict.verdict,
                         (unsigned long long) verdict.distance[c]);
            for (unsigned other = 0; other < OMBRE_COMPONENTS; other++)
                if (other != c)
                    assert_int_equal(verdict.component[other], PASS);
        }
    }
}

/* Components are judged each by its own, and the worst speaks for the texel. */
static void test_texel_takes_worst(void **unused)
{
    (void) unused;
    const struct ombre_format *format = ombre_format_find(R8G8B8A8_UNORM);
    struct ombre_legal_texel legal;
    for (unsigned c = 0; c < OMBRE_COMPONENTS; c++)
        legal.component[c] = between(format, (enum ombre_component) c,
                                     50 + 10 * c, 52 + 10 * c, 1);
    /* red fine, green in the wide set, blue out, alpha fine */
    const struct ombre_texel got = {{51 | 63u << 8 | 99u << 16 | 80u << 24}};
    const struct ombre_texel_verdict verdict =
        ombre_verify_texel(format, &legal, &got);
    static const int want[] = {PASS, COMPAT, FAIL, PASS};
    static const unsigned distance[] = {0, 1, 27, 0};
    for (unsigned c = 0; c < OMBRE_COMPONENTS; c++) {
        assert_int_equal(verdict.component[c], want[c]);
        assert_int_equal(verdict.distance[c], distance[c]);
    }
    assert_int_equal(verdict.verdict, FAIL);
}

static void test_gaps_in_a_set(void **unused)
{
    (void) unused;
    const struct ombre_format *format = ombre_format_find(R8_UNORM);
    struct ombre_legal_texel legal = {.component = {{.stored = true}}};
    ombre_code_set_add(&legal.component[0].legal, 10, 12);
    ombre_code_set_add(&legal.component[0].legal, 30, 31);
    legal.component[0].legal.range[2] = (struct ombre_range){33, 33}; /* none */
    legal.component[0].wide = legal.component[0].legal;
    static const struct {
        uint32_t got;
        int verdict;
        unsigned distance;
    } rows[] = {{12, PASS, 0}, {13, FAIL, 1}, {22, FAIL, 8},
                {30, PASS, 0}, {20, FAIL, 8}, {34, FAIL, 3}};
    for (size_t i = 0; i < ROWS(rows); i++) {
        const struct ombre_texel got = {{rows[i].got}};
        const struct ombre_texel_verdict verdict =
            ombre_verify_texel(format, &legal, &got);
        assert_int_equal(verdict.verdict, rows[i].verdict);
        assert_int_equal(verdict.distance[0], rows[i].distance);
    }
}

/* Bits that stand for no component (X8) and components the format lacks are
 * never looked at. */
static void test_missing_component(void **unused)
{
    (void) unused;
    const struct ombre_format *format = ombre_format_find(B8G8R8X8_UNORM);
    struct ombre_legal_texel legal = {0};
    for (unsigned c = OMBRE_RED; c <= OMBRE_BLUE; c++)
        legal.component[c] =
            between(format, (enum ombre_component) c, 20 + c, 20 + c, 0);
    const struct ombre_texel got = {{22 | 21u << 8 | 20u << 16 | 0x5Au << 24}};
    assert_int_equal(ombre_verify_texel(format, &legal, &got).verdict, PASS);
}

static void test_nan(void **unused)
{
    (void) unused;
    const struct ombre_format *format = ombre_format_find(R16G16B16A16_FLOAT);
    static const struct {
        const char *name;
        bool legal_nan, wide_nan;
        uint32_t code, got;
        int verdict;
    } rows[] = {
        {"any NaN", true, true, 0x7E00, 0xFE01, PASS},
        {"any NaN, only the wider judge", false, true, 0x3C00, 0x7E01, COMPAT},
        {"no NaN", false, false, 0x3C00, 0x7E01, FAIL},
        {"kept NaN", false, false, 0x7D55, 0x7D55, PASS},
        {"kept NaN made quiet", false, false, 0x7D55, 0x7F55, FAIL},
        {"kept NaN, number instead", false, false, 0x7D55, 0x3C00, FAIL},
        {"number where only NaN is legal", true, true, 0x7E00, 0x3C00, FAIL},
        {"ideal code that the judge excludes", false, false, 0x3C00, 0x3C00,
         FAIL},
    };
    for (size_t i = 0; i < ROWS(rows); i++) {
        struct ombre_legal_texel legal = {0};
        legal.component[OMBRE_GREEN] = (struct ombre_legal_component){
            .stored = true,
            .code = rows[i].code,
            .legal = {.nan = rows[i].legal_nan},
            .wide = {.nan = rows[i].wide_nan},
        };
        struct ombre_texel got = {{POISON, POISON}};
        ombre_texel_set_code(format, &got, OMBRE_GREEN, rows[i].got);
        const int verdict =
            (int) ombre_verify_texel(format, &legal, &got).verdict;
        if (verdict != rows[i].verdict)
            fail_msg("%s: verdict %d", rows[i].name, verdict);
    }
}

/* --- All samples of a pixel ----------------------------------------------- */

/* A pixel of R8_UNORM targets told by letters, one a sample:
 *   W only "written" explains it     K only "kept" explains it
 *   B both do                        N neither does
 *   w "written", with a warning      k "kept", with a warning
 *   v "written" or, with a warning, "kept" */
enum { WRITTEN_CODE = 100, KEPT_CODE = 10 };

static void set_side(struct ombre_legal_texel *side, uint32_t code, bool wide)
{
    const struct ombre_format *format = ombre_format_find(R8_UNORM);
    *side = (struct ombre_legal_texel){0};
    side->component[0] = between(format, OMBRE_RED, code, code, wide ? 1 : 0);
}

static void set_sample(struct ombre_verify_pixel *pixel, unsigned target,
                       unsigned sample, char letter)
{
    struct ombre_legal_texel *written = &pixel->target[target].written[sample];
    struct ombre_legal_texel *kept = &pixel->target[target].kept[sample];
    uint32_t got = POISON & 0xFF;
    set_side(written, WRITTEN_CODE, false);
    set_side(kept, KEPT_CODE, false);
    switch (letter) {
    case 'W': got = WRITTEN_CODE; break;
    case 'K': got = KEPT_CODE; break;
    case 'B':
        got = WRITTEN_CODE;
        set_side(kept, WRITTEN_CODE, false);
        break;
    case 'w':
        got = WRITTEN_CODE + 1;
        set_side(written, WRITTEN_CODE, true);
        break;
    case 'k':
        got = KEPT_CODE + 1;
        set_side(kept, KEPT_CODE, true);
        break;
    case 'v':
        got = WRITTEN_CODE;
        set_side(kept, WRITTEN_CODE + 1, true);
        break;
    default: assert_int_equal(letter, 'N'); break;
    }
    pixel->target[target].got[sample] = (struct ombre_texel){{got}};
}

static void set_pixel(struct ombre_verify_pixel *pixel,
                      const char *const letters[], unsigned target_count)
{
    memset(pixel, 0x5A, sizeof *pixel); /* what is not used is poison */
    pixel->target_count = target_count;
    pixel->sample_count = 0;
    for (unsigned t = 0; t < target_count; t++) {
        pixel->target[t].format =
            letters[t] ? ombre_format_find(R8_UNORM) : NULL;
        if (!letters[t])
            continue;
        pixel->sample_count = (unsigned) strlen(letters[t]);
        for (unsigned s = 0; s < pixel->sample_count; s++)
            set_sample(pixel, t, s, letters[t][s]);
    }
}

static const struct {
    const char *name;
    const char *target[3];
    unsigned target_count;
    uint32_t mask;
    unsigned min, max;
    bool ok;
    int verdict;
    uint32_t covered;
} pixel_rows[] = {
    /* clang-format off */
    {"one sample written", {"W"}, 1, 1, 1, 1, true, PASS, 1},
    {"one sample lost", {"K"}, 1, 1, 1, 1, false, FAIL, 1},
    {"one sample kept", {"K"}, 1, 0, 0, 0, true, PASS, 0},
    {"one sample written in spite of the mask", {"W"}, 1, 0, 0, 0, false, FAIL, 0},
    {"one sample, free, written", {"W"}, 1, 1, 0, 1, true, PASS, 1},
    {"one sample, free, kept", {"K"}, 1, 1, 0, 1, true, PASS, 0},
    {"one sample, wrong value", {"N"}, 1, 1, 1, 1, false, FAIL, 1},
    {"all four", {"WWWW"}, 1, 15, 4, 4, true, PASS, 15},
    {"mask 5", {"WKWK"}, 1, 5, 2, 2, true, PASS, 5},
    {"mask 5 on the wrong samples", {"KWKW"}, 1, 5, 2, 2, false, FAIL, 5},
    {"A2C, one of four", {"KKWK"}, 1, 15, 1, 3, true, PASS, 4},
    {"A2C, too many", {"WWWW"}, 1, 15, 1, 3, false, FAIL, 7},
    {"A2C, too few", {"KKKK"}, 1, 15, 1, 3, false, FAIL, 1},
    {"A2C none, all kept", {"KKKK"}, 1, 15, 0, 0, true, PASS, 0},
    {"A2C none, one written", {"KWKK"}, 1, 15, 0, 0, false, FAIL, 0},
    {"both fill up to the minimum", {"KBKB"}, 1, 15, 2, 3, true, PASS, 10},
    {"both count as kept beyond the maximum", {"WBBW"}, 1, 15, 2, 2, true, PASS, 9},
    {"both count as written if there is room", {"WBKB"}, 1, 15, 0, 4, true, PASS, 11},
    {"both stay kept outside the mask", {"WBKB"}, 1, 7, 0, 4, true, PASS, 3},
    {"same set on two targets", {"WKKW", "WKKW"}, 2, 15, 0, 4, true, PASS, 9},
    {"two targets, one sample more", {"WKKW", "WKWW"}, 2, 15, 0, 4, false, FAIL, 13},
    {"two targets, each with its own set", {"WKKK", "KKKW"}, 2, 15, 0, 4, false, FAIL, 9},
    {"a hole beside a target", {NULL, "WKKW"}, 2, 15, 0, 4, true, PASS, 9},
    {"both on one target, decided by the other", {"BBBB", "WKWK"}, 2, 15, 0, 4, true, PASS, 5},
    {"warning in a written sample", {"WwKK"}, 1, 15, 1, 3, true, COMPAT, 3},
    {"warning in a kept sample", {"WKkK"}, 1, 15, 1, 3, true, COMPAT, 1},
    {"the milder side", {"vKKK"}, 1, 15, 0, 4, true, PASS, 1},
    {"the milder side is outside the mask", {"vKKK"}, 1, 14, 0, 4, true, COMPAT, 0},
    {"the milder side does not fit", {"vWKK"}, 1, 15, 0, 1, true, COMPAT, 2},
    {"wrong value in one of four", {"WNKK"}, 1, 15, 1, 3, false, FAIL, 3},
    {"a minimum above the mask", {"WWKK"}, 1, 3, 3, 4, false, FAIL, 3},
    {"a minimum above the maximum", {"WWKK"}, 1, 15, 2, 1, false, FAIL, 3},
    {"bits above the samples", {"WK"}, 1, 0xFFFFFFFD, 1, 1, true, PASS, 1},
    {"sixteen samples", {"WKWKWKWKWKWKWKWK"}, 1, 0xFFFF, 8, 8, true, PASS, 0x5555},
    {"no target", {NULL}, 0, 0, 0, 0, true, PASS, 0},
    /* clang-format on */
};

static void test_pixel(void **unused)
{
    (void) unused;
    struct ombre_verify_pixel *pixel = malloc(sizeof *pixel);
    struct ombre_pixel_verdict *out = malloc(sizeof *out);
    assert_non_null(pixel);
    assert_non_null(out);
    for (size_t i = 0; i < ROWS(pixel_rows); i++) {
        set_pixel(pixel, pixel_rows[i].target, pixel_rows[i].target_count);
        pixel->mask = pixel_rows[i].mask;
        pixel->min = pixel_rows[i].min;
        pixel->max = pixel_rows[i].max;
        /* Where nothing may be written, nobody says what. */
        for (unsigned t = 0; pixel->max == 0 && t < pixel->target_count; t++)
            memset(pixel->target[t].written, 0x5A,
                   sizeof pixel->target[t].written);
        memset(out, 0x5A, sizeof *out);
        ombre_verify_pixel(pixel, out);
        if ((int) out->verdict != pixel_rows[i].verdict ||
            out->coverage_ok != pixel_rows[i].ok ||
            out->covered != pixel_rows[i].covered)
            fail_msg("%s: verdict %d, coverage_ok %d, covered 0x%x",
                     pixel_rows[i].name, (int) out->verdict,
                     (int) out->coverage_ok, out->covered);
    }
    free(out);
    free(pixel);
}

/* --- Against every set there is ------------------------------------------- */

static uint32_t random_word(uint32_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 17;
    *seed ^= *seed << 5;
    return *seed;
}

static unsigned bits_set(uint32_t word)
{
    unsigned count = 0;
    for (unsigned bit = 0; bit < 32; bit++)
        count += word >> bit & 1;
    return count;
}

/* The verdict of every texel if it is said to be kept, and if written. */
struct verdicts {
    int of[2][OMBRE_MAX_TARGETS][OMBRE_MAX_SAMPLES];
};

/* Texels of each verdict if `covered` is the set of written samples. */
struct tally {
    unsigned count[4];
};

static struct tally tally_of(const struct ombre_verify_pixel *pixel,
                             const struct verdicts *verdicts, uint32_t covered)
{
    struct tally out = {{0}};
    for (unsigned t = 0; t < pixel->target_count; t++)
        for (unsigned s = 0; s < pixel->sample_count; s++)
            out.count[verdicts->of[covered >> s & 1][t][s]]++;
    return out;
}

/* Fewer failures first, then fewer warnings. */
static bool is_milder(const struct tally *a, const struct tally *b)
{
    for (int verdict = FAIL; verdict > PASS; verdict--)
        if (a->count[verdict] != b->count[verdict])
            return a->count[verdict] < b->count[verdict];
    return false;
}

static bool brute_force(const struct ombre_verify_pixel *pixel,
                        const struct verdicts *verdicts, struct tally *best)
{
    bool found = false;
    for (uint32_t set = 0; set < 1u << pixel->sample_count; set++) {
        if (set & ~pixel->mask || bits_set(set) < pixel->min ||
            bits_set(set) > pixel->max)
            continue;
        const struct tally tally = tally_of(pixel, verdicts, set);
        if (!found || is_milder(&tally, best))
            *best = tally;
        found = true;
    }
    return found;
}

static void random_pixel(struct ombre_verify_pixel *pixel, uint32_t *seed,
                         unsigned max_samples)
{
    char letters[3][OMBRE_MAX_SAMPLES + 1] = {{0}};
    const char *const list[] = {letters[0], letters[1], letters[2]};
    const unsigned samples = 1 + random_word(seed) % max_samples;
    const unsigned targets = 1 + random_word(seed) % 3;
    /* Mostly what one hidden set explains, so that good pixels are met too. */
    const uint32_t hidden = random_word(seed);
    const unsigned noise = random_word(seed) % 4;
    for (unsigned t = 0; t < targets; t++)
        for (unsigned s = 0; s < samples; s++) {
            const bool written = hidden >> s & 1;
            letters[t][s] = "WwBv"[random_word(seed) % 4];
            if (!written)
                letters[t][s] = "KkBK"[random_word(seed) % 4];
            if (random_word(seed) % 16 < noise)
                letters[t][s] = "WKNB"[random_word(seed) % 4];
        }
    set_pixel(pixel, list, targets);
    pixel->mask = random_word(seed) | random_word(seed) | hidden;
    pixel->min = random_word(seed) % (samples + 1);
    pixel->max = pixel->min + random_word(seed) % (samples + 1);
}

static void compare_with_brute_force(struct ombre_verify_pixel *pixel,
                                     struct ombre_pixel_verdict *out,
                                     unsigned seen[4])
{
    struct verdicts verdicts = {{{{0}}}};
    for (unsigned t = 0; t < pixel->target_count; t++)
        for (unsigned s = 0; s < pixel->sample_count; s++) {
            verdicts.of[0][t][s] =
                (int) ombre_verify_texel(pixel->target[t].format,
                                         &pixel->target[t].kept[s],
                                         &pixel->target[t].got[s])
                    .verdict;
            verdicts.of[1][t][s] =
                (int) ombre_verify_texel(pixel->target[t].format,
                                         &pixel->target[t].written[s],
                                         &pixel->target[t].got[s])
                    .verdict;
        }
    struct tally best = {{0}};
    const bool found = brute_force(pixel, &verdicts, &best);
    ombre_verify_pixel(pixel, out);
    if (!found) {
        assert_int_equal(out->verdict, FAIL);
        assert_false(out->coverage_ok);
        return;
    }
    const struct tally tally = tally_of(pixel, &verdicts, out->covered);
    assert_memory_equal(&tally, &best, sizeof best);
    int worst = FAIL;
    while (worst > PASS && best.count[worst] == 0)
        worst--;
    assert_int_equal(out->verdict, worst);
    assert_int_equal(out->coverage_ok, worst != FAIL);
    assert_int_equal(out->covered & ~pixel->mask, 0);
    assert_in_range(bits_set(out->covered), pixel->min, pixel->max);
    seen[worst]++;
}

static void test_pixel_against_brute_force(void **unused)
{
    (void) unused;
    struct ombre_verify_pixel *pixel = malloc(sizeof *pixel);
    struct ombre_pixel_verdict *out = malloc(sizeof *out);
    assert_non_null(pixel);
    assert_non_null(out);
    uint32_t seed = 0x9E3779B9;
    unsigned seen[4] = {0};
    for (unsigned i = 0; i < 4000; i++) {
        random_pixel(pixel, &seed, 6);
        compare_with_brute_force(pixel, out, seen);
    }
    for (unsigned i = 0; i < 24; i++) {
        random_pixel(pixel, &seed, OMBRE_MAX_SAMPLES);
        compare_with_brute_force(pixel, out, seen);
    }
    assert_true(seen[PASS] > 50);
    assert_true(seen[COMPAT] > 200);
    assert_true(seen[FAIL] > 200);
    free(out);
    free(pixel);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_component),
        cmocka_unit_test(test_texel_takes_worst),
        cmocka_unit_test(test_gaps_in_a_set),
        cmocka_unit_test(test_missing_component),
        cmocka_unit_test(test_nan),
        cmocka_unit_test(test_pixel),
        cmocka_unit_test(test_pixel_against_brute_force),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
