/* The simplest operand that would show a fault: states are those of suite
 * smoke, numbers are tried from simple ones on. */
#include <stdlib.h>
#include <string.h>

#include "audit.h"
#include "audit_merge.h"

/* From simple to odd. */
static const float numbers[] = {0, 1,     0.5f,        0.25f, 0.75f, -0.5f,
                                2, -1.5f, 0.00390625f, 0.3f,  100,   0.96f};

enum {
    NUMBERS = sizeof numbers / sizeof numbers[0],
    OPERANDS = 4, /* colour and alpha of both sides */
    /* States that are looked at, and the sum of places in `numbers`. */
    MAX_STATES = 12,
    MAX_LOOKS = 24, /* pixels */
    MAX_COMPLEXITY = 10,
};

struct audit_search {
    enum ombre_judge judge;
    size_t count;
    struct ombre_state *state; /* of each case */
    struct judged_pixel *judged;
    struct ombre_pixel_verdict *verdict;
    struct audit_operand *out;
    unsigned best; /* complexity of *out, or one beyond the most */
};

static uint32_t float_word(float value)
{
    uint32_t word;
    memcpy(&word, &value, sizeof word);
    return word;
}

/* Give all targets, outputs and samples the same operands.  A second source is
 * the first with colour and alpha exchanged. */
static void set_operands(struct ombre_case *c, const struct ombre_state *state,
                         const unsigned n[OPERANDS])
{
    for (unsigned o = 0; o < OMBRE_MAX_TARGETS; o++)
        for (unsigned i = 0; i < OMBRE_COMPONENTS; i++) {
            const bool second = o == 1 && !state->target[1].format;
            const bool alpha = (i == OMBRE_ALPHA) != second;
            const float number = numbers[n[alpha]];
            c->source[0].word[o][i] =
                state->shader.output[o].type == OMBRE_OUTPUT_FLOAT
                    ? float_word(number)
                    : (uint32_t) (int32_t) (number * 4);
        }
    for (unsigned t = 0; t < state->target_count; t++)
        for (unsigned s = 0; state->target[t].format && s < c->sample_count;
             s++)
            for (unsigned i = 0; i < OMBRE_COMPONENTS; i++) {
                const struct ombre_format *format = state->target[t].format;
                const double number =
                    (double) numbers[n[i == OMBRE_ALPHA ? 3 : 2]];
                if (format->numeric == OMBRE_SHARED)
                    continue;
                ombre_texel_set_code(
                    format, &c->dest[t * c->sample_count + s],
                    (enum ombre_component) i,
                    ombre_encode(format, (enum ombre_component) i,
                                 ombre_format_base_type(format) ==
                                         OMBRE_BASE_FLOAT
                                     ? number
                                     : (double) (int) (number * 4)));
            }
}

/* The number that an output's word stands for. */
static float word_number(const struct ombre_state *state, unsigned output,
                         uint32_t word)
{
    float number;
    memcpy(&number, &word, sizeof number);
    return state->shader.output[output].type == OMBRE_OUTPUT_FLOAT
               ? number
               : (float) (int32_t) word;
}

static float dest_number(const struct ombre_format *format,
                         const struct ombre_texel *texel,
                         enum ombre_component component)
{
    return ombre_format_has(format, component) &&
                   format->numeric != OMBRE_SHARED
               ? (float) ombre_decode(
                     format, component,
                     ombre_texel_code(format, texel, component))
               : 1;
}

static void tell_component(struct audit_search *search,
                           const struct ombre_case *c,
                           const struct ombre_state *state, size_t pixel,
                           unsigned target, unsigned sample,
                           enum ombre_component component)
{
    const struct judged_pixel *judged = search->judged;
    const struct ombre_format *format = state->target[target].format;
    const struct ombre_texel *dest = case_dest(c, pixel, target, sample);
    const uint32_t *word = c->source[pixel * c->layer_count].word[target];
    const struct ombre_legal_texel *legal =
        search->verdict->covered >> sample & 1
            ? &judged->verify.target[target].written[sample]
            : &judged->verify.target[target].kept[sample];
    *search->out = (struct audit_operand){
        .target = target,
        .component = component,
        .source = {word_number(state, target, word[component]),
                   word_number(state, target, word[OMBRE_ALPHA])},
        .dest = {dest_number(format, dest, component),
                 dest_number(format, dest, OMBRE_ALPHA)},
        .want = legal->component[component].code,
        .got = ombre_texel_code(
            format, &judged->verify.target[target].got[sample], component),
        .format = format,
    };
    memcpy(search->out->id, c->name, strlen(c->name) + 1);
}

/* Tell the first component that is not legal. */
static void tell(struct audit_search *search, const struct ombre_case *c,
                 const struct ombre_state *state, size_t pixel,
                 unsigned complexity)
{
    for (unsigned t = 0; t < state->target_count; t++)
        for (unsigned s = 0; state->target[t].format && s < c->sample_count;
             s++)
            for (unsigned i = 0; i < OMBRE_COMPONENTS; i++)
                if (search->verdict->target[t][s].component[i] !=
                    OMBRE_VERDICT_PASS) {
                    tell_component(search, c, state, pixel, t, s,
                                   (enum ombre_component) i);
                    search->best = complexity;
                    return;
                }
}

/* Judge what a faulty merger has left; whether anything is told. */
static void judge_merged(struct audit_search *search,
                         const struct ombre_case *c,
                         const struct ombre_state *state, size_t pixel,
                         const struct merged_pixel *got, unsigned complexity)
{
    if (!judge_predict(c, state, pixel, search->judge, search->judged))
        return;
    for (unsigned t = 0; t < state->target_count; t++)
        memcpy(search->judged->verify.target[t].got, got->texel[t],
               sizeof got->texel[t]);
    ombre_verify_pixel(&search->judged->verify, search->verdict);
    if (search->verdict->verdict != OMBRE_VERDICT_PASS)
        tell(search, c, state, pixel, complexity);
}

static void try_operands(struct audit_search *search, struct ombre_case *c,
                         const struct ombre_state *state,
                         const struct ombre_faulty *right,
                         const struct ombre_faulty *wrong,
                         const unsigned n[OPERANDS], unsigned complexity)
{
    struct merged_pixel want = {0}, got = {0};
    set_operands(c, state, n);
    merge_pixel(c, right, 0, NULL, &want);
    merge_pixel(c, wrong, 0, &want, &got);
    if (memcmp(&want, &got, sizeof want) != 0)
        judge_merged(search, c, state, 0, &got, complexity);
}

/* All operands of one complexity. */
static void try_complexity(struct audit_search *search, struct ombre_case *c,
                           const struct ombre_state *state,
                           const struct ombre_faulty *right,
                           const struct ombre_faulty *wrong,
                           unsigned complexity)
{
    const unsigned all = NUMBERS * NUMBERS * NUMBERS;
    for (unsigned i = 0; i < all && search->best > complexity; i++) {
        const unsigned n[OPERANDS] = {
            i % NUMBERS, i / NUMBERS % NUMBERS, i / NUMBERS / NUMBERS,
            complexity - i % NUMBERS - i / NUMBERS % NUMBERS -
                i / NUMBERS / NUMBERS};
        if (n[3] < NUMBERS) /* less than 0 is more than all */
            try_operands(search, c, state, right, wrong, n, complexity);
    }
}

/* Whether the case's own operands show that the fault is of any account to its
 * state: looking at some pixels of a case is less than trying numbers.  Those
 * that are not legal are told if nothing simpler comes. */
static bool is_of_account(struct audit_search *search,
                          const struct ombre_case *c,
                          const struct ombre_state *state,
                          const struct ombre_faulty *right,
                          const struct ombre_faulty *wrong)
{
    bool differs = false;
    for (size_t pixel = 0; pixel < c->pixel_count && pixel < MAX_LOOKS;
         pixel++) {
        struct merged_pixel want = {0}, got = {0};
        merge_pixel(c, right, pixel, NULL, &want);
        merge_pixel(c, wrong, pixel, &want, &got);
        if (memcmp(&want, &got, sizeof want) == 0)
            continue;
        differs = true;
        if (search->best > MAX_COMPLEXITY)
            judge_merged(search, c, state, pixel, &got, MAX_COMPLEXITY);
    }
    return differs;
}

/* Returns whether the state was looked at. */
static bool search_case(struct audit_search *search, struct ombre_case *c,
                        const struct ombre_state *state,
                        const struct ombre_faulty *wrong)
{
    struct ombre_faulty right;
    ombre_faulty_init(&right, NULL, 0, state);
    if (!is_of_account(search, c, state, &right, wrong))
        return false;
    for (unsigned complexity = 0;
         complexity < MAX_COMPLEXITY && complexity < search->best; complexity++)
        try_complexity(search, c, state, &right, wrong, complexity);
    return true;
}

bool audit_search_fault(struct audit_search *search, size_t fault,
                        struct audit_operand *out)
{
    unsigned looked = 0;
    search->out = out;
    search->best = MAX_COMPLEXITY + 1;
    for (size_t i = 0; i < search->count && looked < MAX_STATES; i++) {
        struct ombre_case c;
        struct ombre_faulty wrong;
        if (!ombre_faulty_init(&wrong, &fault, 1, &search->state[i]))
            continue;
        if (!ombre_suite_make(OMBRE_SUITE_SMOKE, i, &c))
            break;
        looked += search_case(search, &c, &search->state[i], &wrong);
        ombre_case_finish(&c);
    }
    return search->best <= MAX_COMPLEXITY;
}

struct audit_search *audit_search_create(enum ombre_judge judge)
{
    struct audit_search *search = calloc(1, sizeof *search);
    if (!search)
        return NULL;
    search->judge = judge;
    search->count = ombre_suite_size(OMBRE_SUITE_SMOKE);
    search->state = calloc(search->count, sizeof *search->state);
    search->judged = malloc(sizeof *search->judged);
    search->verdict = malloc(sizeof *search->verdict);
    bool good = search->state && search->judged && search->verdict;
    for (size_t i = 0; good && i < search->count; i++) {
        struct ombre_case c;
        good = ombre_suite_make(OMBRE_SUITE_SMOKE, i, &c);
        /* A state without meaning shows nothing. */
        if (good)
            ombre_state_from_pso(&c.pso, &search->state[i]);
        ombre_case_finish(&c);
    }
    if (good)
        return search;
    audit_search_destroy(search);
    return NULL;
}

void audit_search_destroy(struct audit_search *search)
{
    if (!search)
        return;
    free(search->state);
    free(search->judged);
    free(search->verdict);
    free(search);
}
