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
    MAX_STATES = 24,
    MAX_COMPLEXITY = 14,
};

struct search {
    size_t fault;
    enum ombre_judge judge;
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

/* The first component that is not legal. */
static void tell(struct search *search, const struct ombre_case *c,
                 const struct ombre_state *state, const unsigned n[OPERANDS],
                 unsigned complexity)
{
    struct audit_operand *out = search->out;
    const struct judged_pixel *judged = search->judged;
    for (unsigned t = 0; t < state->target_count; t++)
        for (unsigned s = 0; state->target[t].format && s < c->sample_count;
             s++)
            for (unsigned i = 0; i < OMBRE_COMPONENTS; i++) {
                const struct ombre_legal_texel *legal =
                    search->verdict->covered >> s & 1
                        ? &judged->verify.target[t].written[s]
                        : &judged->verify.target[t].kept[s];
                if (search->verdict->target[t][s].component[i] ==
                    OMBRE_VERDICT_PASS)
                    continue;
                *out = (struct audit_operand){
                    .target = t,
                    .component = (enum ombre_component) i,
                    .source = {numbers[n[0]], numbers[n[1]]},
                    .dest = {numbers[n[2]], numbers[n[3]]},
                    .want = legal->component[i].code,
                    .got = ombre_texel_code(state->target[t].format,
                                            &judged->verify.target[t].got[s],
                                            (enum ombre_component) i),
                    .format = state->target[t].format,
                };
                memcpy(out->id, c->name, strlen(c->name) + 1);
                search->best = complexity;
                return;
            }
}

static void try_operands(struct search *search, struct ombre_case *c,
                         const struct ombre_state *state,
                         const struct ombre_faulty *right,
                         const struct ombre_faulty *wrong,
                         const unsigned n[OPERANDS], unsigned complexity)
{
    struct merged_pixel want = {0}, got = {0};
    set_operands(c, state, n);
    merge_pixel(c, right, 0, NULL, &want);
    merge_pixel(c, wrong, 0, &want, &got);
    if (memcmp(&want, &got, sizeof want) == 0 ||
        !judge_predict(c, state, 0, search->judge, search->judged))
        return;
    for (unsigned t = 0; t < state->target_count; t++)
        memcpy(search->judged->verify.target[t].got, got.texel[t],
               sizeof got.texel[t]);
    ombre_verify_pixel(&search->judged->verify, search->verdict);
    if (search->verdict->verdict != OMBRE_VERDICT_PASS)
        tell(search, c, state, n, complexity);
}

/* All operands of one complexity. */
static void try_complexity(struct search *search, struct ombre_case *c,
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

/* Returns whether the case's state can show the fault. */
static bool search_case(struct search *search, struct ombre_case *c)
{
    struct ombre_state state;
    struct ombre_faulty right, wrong;
    if (!ombre_state_from_pso(&c->pso, &state) || c->pixel_count == 0 ||
        !ombre_faulty_init(&wrong, &search->fault, 1, &state))
        return false;
    ombre_faulty_init(&right, NULL, 0, &state);
    for (unsigned complexity = 0;
         complexity < MAX_COMPLEXITY && complexity < search->best; complexity++)
        try_complexity(search, c, &state, &right, &wrong, complexity);
    return true;
}

bool audit_search(size_t fault, enum ombre_judge judge,
                  struct audit_operand *out)
{
    struct search search = {
        .fault = fault,
        .judge = judge,
        .judged = malloc(sizeof *search.judged),
        .verdict = malloc(sizeof *search.verdict),
        .out = out,
        .best = MAX_COMPLEXITY + 1,
    };
    const size_t size = ombre_suite_size(OMBRE_SUITE_SMOKE);
    unsigned looked = 0;
    for (size_t i = 0;
         search.judged && search.verdict && i < size && looked < MAX_STATES;
         i++) {
        struct ombre_case c;
        if (!ombre_suite_make(OMBRE_SUITE_SMOKE, i, &c))
            break;
        looked += search_case(&search, &c);
        ombre_case_finish(&c);
    }
    free(search.judged);
    free(search.verdict);
    return search.best <= MAX_COMPLEXITY;
}
