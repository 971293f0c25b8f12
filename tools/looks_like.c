#include "looks_like.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Texels that guesses are asked about, of each kind, and how many of the best
 * single faults get company. */
enum { MAX_TEXELS = 40, MAX_FIRST = 4 };

/* The share of wrong components that must be left for a second fault. */
enum { LEFT_SHARE = 16 };

/* One sample, and which of its components are wrong. */
struct evidence {
    size_t pixel;
    unsigned target, sample, wrong, stored;
    struct ombre_texel got;
};

struct collection {
    const struct ombre_case *c;
    const struct ombre_state *state;
    enum ombre_judge judge;
    struct looks_like *out;
    unsigned wrong_count, right_count;
    size_t seen, stride; /* of right texels */
    struct evidence wrong[MAX_TEXELS], right[MAX_TEXELS];
};

static const char *const class_names[] = {
#define X(id, name) name,
    LOOKS_CLASSES(X)
#undef X
};

static const struct {
    uint64_t most;
    const char *name;
} distances[] = {
#define X(id, most, name) {most, name},
    LOOKS_DISTANCES(X)
#undef X
};

const char *looks_class_name(enum looks_class id)
{
    return id < LOOKS_CLASS_COUNT ? class_names[id] : "";
}

const char *looks_distance_name(enum looks_distance id)
{
    return id < LOOKS_DISTANCE_COUNT ? distances[id].name : "";
}

/* --- What is wrong -----------------------------------------------------------
 */

static bool is_float(const struct ombre_format *format)
{
    return format->numeric == OMBRE_FLOAT || format->numeric == OMBRE_UFLOAT;
}

static enum looks_class class_of(const struct ombre_format *format,
                                 enum ombre_component component, uint32_t code)
{
    if (!is_float(format))
        return LOOKS_FINITE;
    const double value = ombre_decode(format, component, code);
    const double least =
        format->component[component].bits == 32 ? 0x1p-126 : 0x1p-14;
    if (isnan(value))
        return LOOKS_NAN;
    if (isinf(value))
        return LOOKS_INFINITE;
    if (fabs(value) > 0 && fabs(value) < least)
        return LOOKS_DENORMAL;
    return fabs(value) > 0 || !signbit(value) ? LOOKS_FINITE
                                              : LOOKS_NEGATIVE_ZERO;
}

static void count_wrong(struct looks_like *out,
                        const struct ombre_format *format,
                        enum ombre_component component, uint32_t want,
                        uint32_t got, uint64_t distance)
{
    unsigned bucket = 0;
    while (bucket + 1 < LOOKS_DISTANCE_COUNT &&
           distance > distances[bucket].most)
        bucket++;
    out->wrong++;
    out->distance[bucket]++;
    out->want[class_of(format, component, want)]++;
    out->got[class_of(format, component, got)]++;
}

/* Which components of a sample are wrong; each is counted. */
static unsigned wrong_components(const struct judged_pixel *judged,
                                 const struct ombre_pixel_verdict *verdict,
                                 unsigned target, unsigned sample,
                                 struct looks_like *out)
{
    const struct ombre_format *format = judged->verify.target[target].format;
    const struct ombre_texel_verdict *texel = &verdict->target[target][sample];
    const struct ombre_legal_texel *legal =
        verdict->covered >> sample & 1
            ? &judged->verify.target[target].written[sample]
            : &judged->verify.target[target].kept[sample];
    unsigned wrong = 0;
    for (unsigned c = 0; c < OMBRE_COMPONENTS; c++) {
        const enum ombre_component component = (enum ombre_component) c;
        if (texel->component[c] == OMBRE_VERDICT_PASS)
            continue;
        wrong |= 1u << c;
        count_wrong(out, format, component, legal->component[c].code,
                    ombre_texel_code(format,
                                     &judged->verify.target[target].got[sample],
                                     component),
                    texel->distance[c]);
    }
    return wrong;
}

static unsigned stored_components(const struct ombre_format *format)
{
    unsigned stored = 0;
    for (unsigned c = 0; c < OMBRE_COMPONENTS; c++)
        if (ombre_format_has(format, (enum ombre_component) c))
            stored |= 1u << c;
    return stored;
}

/* Keep right texels from all over the case: when there are too many, every
 * other goes, and only every second comes from then on. */
static void keep_right(struct collection *collection,
                       const struct evidence *evidence)
{
    if (collection->seen++ % collection->stride != 0)
        return;
    if (collection->right_count == MAX_TEXELS) {
        for (unsigned i = 0; i < MAX_TEXELS / 2; i++)
            collection->right[i] = collection->right[2 * i];
        collection->right_count = MAX_TEXELS / 2;
        collection->stride *= 2;
    }
    collection->right[collection->right_count++] = *evidence;
}

static void collect(void *user, size_t pixel, const struct judged_pixel *judged,
                    const struct ombre_pixel_verdict *verdict)
{
    struct collection *collection = user;
    const bool plain = ombre_case_layers(collection->c, pixel) == 1;
    for (unsigned t = 0; t < judged->verify.target_count; t++)
        for (unsigned s = 0;
             judged->verify.target[t].format && s < judged->verify.sample_count;
             s++) {
            const struct evidence evidence = {
                .pixel = pixel,
                .target = t,
                .sample = s,
                .wrong =
                    wrong_components(judged, verdict, t, s, collection->out),
                .stored = stored_components(judged->verify.target[t].format),
                .got = judged->verify.target[t].got[s],
            };
            if (plain && !evidence.wrong)
                keep_right(collection, &evidence);
            else if (plain && collection->wrong_count < MAX_TEXELS)
                collection->wrong[collection->wrong_count++] = evidence;
        }
}

/* --- Asking ------------------------------------------------------------------
 */

static unsigned bits_set(unsigned word)
{
    unsigned count = 0;
    for (; word; word &= word - 1)
        count++;
    return count;
}

/* Which components a merger would have left as they came back. */
static unsigned ask(const struct collection *collection,
                    const struct ombre_faulty *faulty,
                    const struct evidence *evidence)
{
    const struct ombre_case *c = collection->c;
    struct ombre_fault_pixel pixel = {
        .source = &c->source[evidence->pixel * c->layer_count],
        .exported = c->coverage ? c->coverage[evidence->pixel] : UINT32_MAX,
        .column = (unsigned) evidence->pixel,
    };
    for (unsigned t = 0; t < OMBRE_MAX_TARGETS; t++)
        pixel.dest[t] = case_dest(c, evidence->pixel, t, 0);
    return ombre_fault_explains(faulty, &pixel, evidence->target,
                                evidence->sample, collection->judge,
                                &evidence->got);
}

static void ask_wrong(const struct collection *collection,
                      const struct ombre_faulty *faulty,
                      struct looks_guess *guess)
{
    for (unsigned i = 0; i < collection->wrong_count; i++) {
        const struct evidence *evidence = &collection->wrong[i];
        const unsigned left = ask(collection, faulty, evidence);
        guess->explained += bits_set(left & evidence->wrong);
        guess->texels += (left & evidence->stored) == evidence->stored;
        guess->against += bits_set(~left & ~evidence->wrong & evidence->stored);
        /* What explains nothing of the first few is not worth the others. */
        if (i >= 7 && guess->explained == 0)
            return;
    }
}

static void ask_right(const struct collection *collection,
                      const struct ombre_faulty *faulty,
                      struct looks_guess *guess)
{
    for (unsigned i = 0; i < collection->right_count; i++) {
        const struct evidence *evidence = &collection->right[i];
        guess->against +=
            bits_set(~ask(collection, faulty, evidence) & evidence->stored);
    }
}

static bool make_guess(const struct collection *collection, const size_t *fault,
                       unsigned count, struct looks_guess *guess)
{
    struct ombre_faulty faulty;
    *guess = (struct looks_guess){.count = count};
    memcpy(guess->fault, fault, count * sizeof *fault);
    if (!ombre_faulty_init(&faulty, fault, count, collection->state))
        return false;
    ask_wrong(collection, &faulty, guess);
    if (guess->explained == 0)
        return false;
    ask_right(collection, &faulty, guess);
    return guess->explained > guess->against;
}

/* --- Choosing ----------------------------------------------------------------
 */

static bool is_generated(const struct looks_guess *guess)
{
    struct ombre_fault fault;
    ombre_fault_at(guess->fault[0], &fault);
    return fault.generated;
}

/* More is explained, less speaks against it, fewer faults, and those that say
 * less. */
static bool is_better(const struct looks_guess *a, const struct looks_guess *b)
{
    const size_t net_a = a->explained - a->against;
    const size_t net_b = b->explained - b->against;
    if (net_a != net_b)
        return net_a > net_b;
    if (a->against != b->against)
        return a->against < b->against;
    if (a->count != b->count)
        return a->count < b->count;
    return is_generated(a) && !is_generated(b);
}

static void keep_guess(struct looks_guess *list, unsigned *count, unsigned most,
                       const struct looks_guess *guess)
{
    unsigned place = *count;
    while (place > 0 && is_better(guess, &list[place - 1]))
        place--;
    if (place == most)
        return;
    if (*count < most)
        (*count)++;
    memmove(&list[place + 1], &list[place],
            (*count - place - 1) * sizeof *list);
    list[place] = *guess;
}

static void guess_one(const struct collection *collection,
                      struct looks_guess *list, unsigned *count)
{
    for (size_t fault = 0; fault < ombre_fault_count(); fault++) {
        struct looks_guess guess;
        if (make_guess(collection, &fault, 1, &guess))
            keep_guess(list, count, MAX_FIRST, &guess);
    }
}

/* Give each of the best a second fault; only what is better than all of them
 * counts. */
static void guess_two(const struct collection *collection,
                      struct looks_guess *list, unsigned *count)
{
    const unsigned singles = *count;
    struct looks_guess first[MAX_FIRST];
    memcpy(first, list, singles * sizeof *first);
    for (unsigned i = 0; i < singles; i++)
        for (size_t fault = 0; fault < ombre_fault_count(); fault++) {
            const size_t pair[] = {first[i].fault[0], fault};
            struct looks_guess guess;
            struct ombre_faulty alone;
            if (fault != pair[0] &&
                ombre_faulty_init(&alone, &fault, 1, collection->state) &&
                make_guess(collection, pair, 2, &guess) &&
                is_better(&guess, &first[0]))
                keep_guess(list, count, MAX_FIRST, &guess);
        }
}

static void find_guesses(const struct collection *collection)
{
    struct looks_guess list[MAX_FIRST];
    struct looks_like *out = collection->out;
    unsigned count = 0;
    for (unsigned i = 0; i < collection->wrong_count; i++)
        out->asked += bits_set(collection->wrong[i].wrong);
    for (unsigned i = 0; i < collection->right_count; i++)
        out->right += bits_set(collection->right[i].stored);
    out->texels = collection->wrong_count;
    guess_one(collection, list, &count);
    /* A device may be imprecise, too: few that are left say nothing. */
    if (count > 0 && out->asked - list[0].explained > out->asked / LEFT_SHARE)
        guess_two(collection, list, &count);
    out->guesses = count < LOOKS_GUESSES ? count : LOOKS_GUESSES;
    memcpy(out->guess, list, out->guesses * sizeof *list);
}

bool looks_like_find(const struct ombre_case *c,
                     const struct ombre_state *state, enum ombre_judge judge,
                     const struct ombre_texel *texels, struct looks_like *out)
{
    struct collection *collection = malloc(sizeof *collection);
    struct drawing scratch = {.outcome = OUTCOME_PASS};
    struct tally tally;
    *out = (struct looks_like){0};
    if (!collection)
        return false;
    *collection = (struct collection){
        .c = c, .state = state, .judge = judge, .out = out, .stride = 1};
    const struct pixel_visitor visitor = {collect, collection};
    judge_case(c, state, judge, texels, &visitor, &scratch, &tally);
    /* Faults are of one state. */
    if (collection->wrong_count > 0 && c->step_count == 0)
        find_guesses(collection);
    free(collection);
    return out->wrong > 0;
}

/* --- Words -------------------------------------------------------------------
 */

void looks_like_faults(char *out, size_t size, const struct looks_guess *guess)
{
    struct ombre_fault first, second;
    ombre_fault_at(guess->fault[0], &first);
    ombre_fault_at(guess->fault[guess->count - 1], &second);
    snprintf(out, size, "%s%s%s", first.words, guess->count > 1 ? ", and " : "",
             guess->count > 1 ? second.words : "");
}

void looks_like_words(char *out, size_t size, const struct looks_like *looks)
{
    char faults[400];
    *out = '\0';
    if (looks->guesses == 0)
        return;
    const struct looks_guess *guess = &looks->guess[0];
    looks_like_faults(faults, sizeof faults, guess);
    snprintf(out, size, "%s (explains %zu of %zu wrong components)", faults,
             guess->explained, looks->asked);
}
