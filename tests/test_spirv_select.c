/* Selections of the fragment shader template: what is left is what was asked
 * for.  The first argument, if any, is spirv-val, which then sees them all. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../src/spirv_select.h"
#include "output.frag.h"

enum { WORDS = sizeof output_frag / sizeof *output_frag };

static const char *spirv_val;

/* An output of a module, as its instructions say. */
struct output {
    uint32_t id, type, location, index, built_in;
    unsigned stores, in_interface;
};

struct outputs {
    size_t count;
    struct output output[32];
    uint32_t chain_id, chain_base; /* of the one access chain into an output */
};

static struct output *find(struct outputs *o, uint32_t id)
{
    for (size_t i = 0; i < o->count; i++)
        if (o->output[i].id == id)
            return &o->output[i];
    return NULL;
}

static void decorate(struct outputs *o, const uint32_t *w)
{
    struct output *const output = find(o, w[1]);

    if (!output)
        return;
    switch (w[2]) {
    case 30: output->location = w[3]; break;
    case 32: output->index = w[3]; break;
    case 11: output->built_in = w[3]; break;
    default: fail_msg("decoration %u of an output", w[2]);
    }
}

static void store(struct outputs *o, uint32_t id)
{
    struct output *output = find(o, id);

    if (o->chain_id && id == o->chain_id)
        output = find(o, o->chain_base);
    if (output)
        output->stores++;
}

static void chain(struct outputs *o, const uint32_t *w)
{
    if (!find(o, w[3]))
        return;
    assert_int_equal(o->chain_id, 0);
    o->chain_id = w[2];
    o->chain_base = w[3];
}

/* The name of the entry point is "main": two words. */
static void interface(struct outputs *o, const uint32_t *w, uint32_t count)
{
    for (uint32_t i = 5; i < count; i++)
        if (find(o, w[i]))
            find(o, w[i])->in_interface++;
}

static void visit(struct outputs *o, const uint32_t *w, int pass)
{
    const uint32_t opcode = w[0] & 0xFFFF;

    if (pass == 0) {
        if (opcode == 59 && w[3] == 3)
            o->output[o->count++] = (struct output){
                .id = w[2], .type = w[1], .location = 99, .built_in = 99};
        return;
    }
    if (opcode == 71)
        decorate(o, w);
    if (opcode == 62)
        store(o, w[1]);
    if (opcode == 65)
        chain(o, w);
    if (opcode == 15)
        interface(o, w, w[0] >> 16);
}

static struct outputs outputs_of(const uint32_t *module, size_t count)
{
    struct outputs o = {0};

    for (int pass = 0; pass < 2; pass++)
        for (size_t at = 5; at < count; at += module[at] >> 16)
            visit(&o, &module[at], pass);
    return o;
}

/* The pointer type of outputs of a selector's type, from the template. */
static uint32_t type_id(uint32_t type)
{
    const struct outputs o = outputs_of(output_frag, WORDS);

    for (size_t i = 0; i < o.count; i++)
        if (o.output[i].location == 8 * (type - 1))
            return o.output[i].type;
    fail();
    return 0;
}

static void validate(const uint32_t *module, size_t count)
{
    char command[512];

    if (!spirv_val)
        return;
    snprintf(command, sizeof command, "'%s' --target-env vulkan1.1 -",
             spirv_val);
    FILE *const pipe = popen(command, "w");
    assert_non_null(pipe);
    assert_int_equal(fwrite(module, sizeof *module, count, pipe), count);
    assert_int_equal(pclose(pipe), 0);
}

static size_t expected_count(const struct spirv_selection *s)
{
    size_t n = (size_t) s->second_source + s->sample_mask;

    for (int i = 0; i < SPIRV_SELECT_OUTPUTS; i++)
        n += s->output[i] != 0;
    return n;
}

static const struct output *at(const struct outputs *o, uint32_t location,
                               uint32_t index)
{
    for (size_t i = 0; i < o->count; i++)
        if (o->output[i].location == location && o->output[i].index == index)
            return &o->output[i];
    fail_msg("nothing at location %u, index %u", location, index);
    return NULL;
}

static void check(const struct spirv_selection *s)
{
    static uint32_t out[WORDS];
    const size_t count = spirv_select(output_frag, WORDS, s, out);

    assert_in_range(count, 100, WORDS);
    const struct outputs o = outputs_of(out, count);
    assert_int_equal(o.count, expected_count(s));
    for (size_t i = 0; i < o.count; i++) {
        assert_int_equal(o.output[i].stores, 1);
        assert_int_equal(o.output[i].in_interface, 1);
        assert_int_equal(o.output[i].built_in == 99,
                         o.output[i].location != 99);
    }
    for (uint32_t i = 0; i < SPIRV_SELECT_OUTPUTS; i++)
        if (s->output[i])
            assert_int_equal(at(&o, i, 0)->type, type_id(s->output[i]));
    if (s->second_source)
        assert_int_equal(at(&o, 0, 1)->type, type_id(1));
    if (s->sample_mask)
        assert_int_equal(at(&o, 99, 0)->built_in, 20);
    validate(out, count);
}

static void selects_single_outputs(void **state)
{
    (void) state;
    for (uint32_t i = 0; i < SPIRV_SELECT_OUTPUTS; i++)
        for (uint32_t type = 1; type <= SPIRV_SELECT_TYPES; type++) {
            struct spirv_selection s = {0};
            s.output[i] = type;
            check(&s);
        }
    check(&(struct spirv_selection){.second_source = true});
    check(&(struct spirv_selection){.sample_mask = true});
    check(&(struct spirv_selection){0});
}

static void selects_mixes(void **state)
{
    uint32_t seed = 1;

    (void) state;
    for (int n = 0; n < 120; n++) {
        struct spirv_selection s = {.sample_mask = n & 1,
                                    .second_source = n & 2};
        for (uint32_t i = 0; i < SPIRV_SELECT_OUTPUTS; i++) {
            seed = seed * 1664525u + 1013904223u;
            s.output[i] = seed >> 16 & 3;
        }
        check(&s);
    }
}

/* All of each type at once, as 8 targets of one class. */
static void selects_all_of_a_type(void **state)
{
    (void) state;
    for (uint32_t type = 1; type <= SPIRV_SELECT_TYPES; type++) {
        struct spirv_selection s = {.sample_mask = true};
        for (uint32_t i = 0; i < SPIRV_SELECT_OUTPUTS; i++)
            s.output[i] = type;
        check(&s);
    }
}

/* Nothing but the outputs goes. */
static void keeps_the_rest(void **state)
{
    const struct spirv_selection s = {.output = {2, 0, 1}};
    static uint32_t out[WORDS];
    const size_t count = spirv_select(output_frag, WORDS, &s, out);
    const struct outputs before = outputs_of(output_frag, WORDS);
    size_t kept = 5, at_out = 5, values = 0;

    (void) state;
    assert_memory_equal(out, output_frag, 5 * sizeof *out);
    for (size_t i = 5; i < WORDS; i += output_frag[i] >> 16) {
        const uint32_t n = output_frag[i] >> 16;
        if (at_out + n <= count && output_frag[i] == out[at_out] &&
            (output_frag[i] & 0xFFFF) != 71 &&
            memcmp(&output_frag[i], &out[at_out], n * sizeof *out) == 0) {
            at_out += n;
            kept++;
            continue;
        }
        switch (output_frag[i] & 0xFFFF) {
        case 15: at_out += out[at_out] >> 16; break; /* OpEntryPoint */
        case 71: /* a decoration: of an output, or the same */
            if (at_out < count && out[at_out] == output_frag[i] &&
                out[at_out + 1] == output_frag[i + 1])
                at_out += n;
            else
                assert_non_null(
                    find((struct outputs *) &before, output_frag[i + 1]));
            break;
        case 5:  /* OpName */
        case 62: /* OpStore */
            assert_true(find((struct outputs *) &before, output_frag[i + 1]) ||
                        output_frag[i + 1] == before.chain_id);
            break;
        case 59: /* OpVariable */
            assert_int_equal(output_frag[i + 3], 3);
            break;
        case 65: /* OpAccessChain */
            assert_int_equal(output_frag[i + 2], before.chain_id);
            break;
        case 57: /* OpFunctionCall */
        case 81: /* OpCompositeExtract */
        case 124: /* OpBitcast */ values++; break;
        default: fail_msg("opcode %u is gone", output_frag[i] & 0xFFFF);
        }
    }
    assert_int_equal(at_out, count);
    /* Of 26 calls all but the 2 of the selection, and of one a bit cast. */
    assert_int_equal(values, 24 + 1);
    assert_true(kept > 300);
}

/* A module cut anywhere or with any word spoilt: refused or copied, and never
 * read or written beyond its end (the sanitizers watch). */
static void survives_broken_modules(void **state)
{
    const struct spirv_selection s = {.output = {1, 2, 3}, .sample_mask = true};
    size_t refused = 0;

    (void) state;
    for (size_t n = 0; n < WORDS; n += 7) {
        uint32_t *const module = malloc(n * sizeof *module + 1);
        uint32_t *const out = malloc(n * sizeof *out + 1);
        memcpy(module, output_frag, n * sizeof *module);
        assert_in_range(spirv_select(module, n, &s, out), 0, n);
        free(module);
        free(out);
    }
    for (size_t n = 0; n < WORDS; n++) {
        uint32_t *const module = malloc(sizeof output_frag);
        uint32_t *const out = malloc(sizeof output_frag);
        memcpy(module, output_frag, sizeof output_frag);
        module[n] ^= 0xFFFF0000u >> 5 * (n % 3);
        const size_t got = spirv_select(module, WORDS, &s, out);
        assert_in_range(got, 0, WORDS);
        refused += got == 0;
        free(module);
        free(out);
    }
    assert_true(refused > 500);
    assert_int_equal(spirv_select(output_frag, 0, &s, NULL), 0);
}

/* --- Modules by hand -------------------------------------------------------
 */

#define OP(opcode_, count_) ((uint32_t) (count_) << 16 | (opcode_))
#define HEADER 0x07230203, 0x10300, 0, 100, 0
#define OUTPUT(id_) OP(59, 4), 90, id_, 3
#define LOCATION(id_, n_) OP(71, 4), id_, 30, n_
enum { CANARY = 0x0CA7A217, ROOM = 200 };

struct module_row {
    const char *name;
    uint32_t word[96];
    size_t count;
    struct spirv_selection selection;
    uint32_t want[96];
    size_t want_count; /* 0: refused */
};

/* clang-format off */
#define NAME 0x00636261 /* "abc" */
static const struct module_row modules[] = {
    {"nothing", {HEADER}, 5, {{0}, false, false}, {HEADER}, 5},
    {"less than a header", {HEADER}, 4, {{0}, false, false}, {0}, 0},
    {"another magic", {0x03022307, 0x10300, 0, 100, 0}, 5, {{0}, false, false}, {0}, 0},
    {"an instruction of no words", {HEADER, OP(1, 0)}, 6, {{0}, false, false}, {0}, 0},
    {"an instruction beyond the end", {HEADER, OP(1, 2)}, 6, {{0}, false, false}, {0}, 0},
    {"a last instruction of one word", {HEADER, OP(253, 1)}, 6, {{0}, false, false},
     {HEADER, OP(253, 1)}, 6},
    {"OpName of two words", {HEADER, OP(5, 2), 7, 0}, 7, {{0}, false, false}, {0}, 0},
    {"OpStore of two words", {HEADER, OP(62, 2), 7}, 7, {{0}, false, false}, {0}, 0},
    {"OpDecorate of two words", {HEADER, OP(71, 2), 7}, 7, {{0}, false, false}, {0}, 0},
    {"OpVariable of three words", {HEADER, OP(59, 3), 90, 7, 3}, 8, {{0}, false, false}, {0}, 0},
    {"OpAccessChain of three words", {HEADER, OP(65, 3), 90, 7, 3}, 8, {{0}, false, false}, {0}, 0},
    {"OpEntryPoint of three words", {HEADER, OP(15, 3), 4, 7}, 8, {{0}, false, false}, {0}, 0},
    {"a name without an end", {HEADER, OP(15, 4), 4, 7, 0x61616161, 0}, 9, {{0}, false, false}, {0}, 0},
    {"a name of one word", {HEADER, OP(15, 6), 4, 1, NAME, 7, 8, OUTPUT(7), OUTPUT(8),
     LOCATION(8, 1)}, 23, {{0, 1}, false, false},
     {HEADER, OP(15, 5), 4, 1, NAME, 8, OUTPUT(8), LOCATION(8, 1)}, 18},
    {"a name of three words", {HEADER, OP(15, 9), 4, 1, 0x61616161, 0x62626262, 0, 8, 7, 9,
     OUTPUT(7), OUTPUT(8), LOCATION(8, 1)}, 26, {{0, 1}, false, false},
     {HEADER, OP(15, 8), 4, 1, 0x61616161, 0x62626262, 0, 8, 9, OUTPUT(8), LOCATION(8, 1)}, 21},
    {"an entry point without an interface", {HEADER, OP(15, 4), 4, 1, NAME}, 9, {{0}, false, false},
     {HEADER, OP(15, 4), 4, 1, NAME}, 9},
    {"ids that are also literals", {HEADER, OP(15, 5), 7, 7, NAME, 7, OUTPUT(7)}, 14,
     {{0}, false, false}, {HEADER, OP(15, 4), 7, 7, NAME}, 9},
    {"a decoration without a number", {HEADER, OUTPUT(7), OP(71, 3), 7, 14}, 12, {{0}, false, false},
     {HEADER}, 5},
    {"a decoration of what is kept", {HEADER, OUTPUT(7), LOCATION(7, 9), OP(71, 3), 7, 14,
     OP(71, 4), 6, 30, 9}, 20, {{0, 2}, false, false},
     {HEADER, OUTPUT(7), LOCATION(7, 1), OP(71, 3), 7, 14, OP(71, 4), 6, 30, 9}, 20},
    {"the second source", {HEADER, OUTPUT(7), LOCATION(7, 24)}, 13, {{0}, true, false},
     {HEADER, OUTPUT(7), LOCATION(7, 0)}, 13},
    {"a location beyond the second source", {HEADER, OUTPUT(7), LOCATION(7, 25)}, 13,
     {{0, 1}, false, false}, {0}, 0},
    {"a type beyond the last", {HEADER, OUTPUT(7), LOCATION(7, 25)}, 13,
     {{0, 4}, false, false}, {0}, 0},
    {"the sample mask", {HEADER, OUTPUT(7), OP(71, 4), 7, 11, 20}, 13, {{0}, false, true},
     {HEADER, OUTPUT(7), OP(71, 4), 7, 11, 20}, 13},
    {"another built-in", {HEADER, OUTPUT(7), OP(71, 4), 7, 11, 22}, 13, {{0}, false, true}, {0}, 0},
    {"a wanted output is not there", {HEADER, OUTPUT(7), LOCATION(7, 9)}, 13, {{1}, false, false}, {0}, 0},
    {"two where one is wanted", {HEADER, OUTPUT(7), LOCATION(7, 9), OUTPUT(6), LOCATION(6, 9)}, 21,
     {{0, 2}, false, false}, {0}, 0},
    {"no output is dropped for its type", {HEADER, OP(59, 4), 3, 7, 1, OUTPUT(8)}, 13,
     {{0}, false, false}, {HEADER, OP(59, 4), 3, 7, 1}, 9},
    {"pointers into what is dropped", {HEADER, OUTPUT(7), OP(65, 5), 90, 8, 7, 3, OP(65, 4), 90, 9, 8,
     OP(62, 3), 8, 5, OP(62, 3), 9, 5, OP(62, 3), 5, 8}, 27, {{0}, false, false},
     {HEADER, OP(62, 3), 5, 8}, 8},
    {"what makes a value", {HEADER, OUTPUT(7), OP(57, 4), 90, 20, 40, OP(81, 5), 90, 21, 20, 0,
     OP(124, 4), 90, 22, 21, OP(62, 3), 7, 22}, 25, {{0}, false, false}, {HEADER}, 5},
    {"a value that is used twice", {HEADER, OUTPUT(7), OP(57, 4), 90, 20, 40, OP(62, 3), 7, 20,
     OP(62, 3), 6, 20}, 19, {{0}, false, false},
     {HEADER, OP(57, 4), 90, 20, 40, OP(62, 3), 6, 20}, 12},
    {"a value that is used on its way", {HEADER, OUTPUT(7), OP(57, 4), 90, 20, 40, OP(124, 4), 90, 21, 20,
     OP(62, 3), 6, 20, OP(62, 3), 7, 21}, 23, {{0}, false, false},
     {HEADER, OP(57, 4), 90, 20, 40, OP(62, 3), 6, 20}, 12},
    {"a value of another instruction", {HEADER, OUTPUT(7), OP(61, 4), 90, 20, 40, OP(62, 3), 7, 20}, 16,
     {{0}, false, false}, {HEADER, OP(61, 4), 90, 20, 40}, 9},
    {"a value of what is kept", {HEADER, OUTPUT(7), LOCATION(7, 8), OP(57, 4), 90, 20, 40, OP(62, 3), 7, 20},
     20, {{2}, false, false},
     {HEADER, OUTPUT(7), LOCATION(7, 0), OP(57, 4), 90, 20, 40, OP(62, 3), 7, 20}, 20},
};
/* clang-format on */

static void selects_from_modules_by_hand(void **state)
{
    (void) state;
    for (size_t i = 0; i < sizeof modules / sizeof *modules; i++) {
        const struct module_row *const row = &modules[i];
        uint32_t out[ROOM];
        for (size_t w = 0; w < ROOM; w++)
            out[w] = CANARY;
        const size_t count =
            spirv_select(row->word, row->count, &row->selection, out);
        if (count != row->want_count ||
            memcmp(out, row->want, count * sizeof *out) != 0)
            fail_msg("%s: %zu words, not %zu", row->name, count,
                     row->want_count);
        for (size_t w = row->count; w < ROOM; w++)
            assert_int_equal(out[w], CANARY);
    }
}

/* As many outputs as the template has, and one more. */
static void bounds_outputs(void **state)
{
    static uint32_t module[5 + 200 * 4] = {HEADER};
    static uint32_t out[5 + 200 * 4];
    const struct spirv_selection none = {0};

    (void) state;
    for (uint32_t n = 0; n < 200; n++) {
        const uint32_t variable[] = {OUTPUT(n + 1)};
        memcpy(&module[5 + 4 * n], variable, sizeof variable);
    }
    assert_int_equal(spirv_select(module, 5 + 4 * 26, &none, out), 5);
    assert_int_equal(spirv_select(module, 5 + 4 * 27, &none, out), 0);
    /* Four times as many pointers can be dropped, and no others. */
    for (uint32_t n = 26; n < 200; n++) {
        const uint32_t chain[] = {OP(65, 4), 90, n + 1, 1};
        memcpy(&module[5 + 4 * n], chain, sizeof chain);
    }
    assert_int_equal(spirv_select(module, 5 + 4 * 130, &none, out), 5);
    assert_int_equal(spirv_select(module, 5 + 4 * 131, &none, out), 0);
}

static void refuses_what_is_not_there(void **state)
{
    const struct spirv_selection unknown = {.output = {4}};
    static uint32_t out[WORDS];

    (void) state;
    assert_int_equal(spirv_select(output_frag, WORDS, &unknown, out), 0);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(selects_single_outputs),
        cmocka_unit_test(selects_mixes),
        cmocka_unit_test(selects_all_of_a_type),
        cmocka_unit_test(keeps_the_rest),
        cmocka_unit_test(survives_broken_modules),
        cmocka_unit_test(selects_from_modules_by_hand),
        cmocka_unit_test(bounds_outputs),
        cmocka_unit_test(refuses_what_is_not_there),
    };

    spirv_val = argc > 1 ? argv[1] : NULL;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
