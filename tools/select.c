#include "select.h"

#include <stdio.h>
#include <stdlib.h>

#include "command.h"

static bool is_selected(const struct options *options, const char *id)
{
    /* A list that starts by taking away starts from everything. */
    bool selected =
        options->operand_count == 0 || options->operand[0][0] == '!';
    for (int i = 0; i < options->operand_count; i++) {
        const char *pattern = options->operand[i];
        const bool takes = *pattern == '!';
        if (ombre_id_matches(id, pattern + takes))
            selected = !takes;
    }
    return selected;
}

static bool suite_option(const struct options *options, enum ombre_suite *out)
{
    const char *names[OMBRE_SUITE_COUNT];
    unsigned choice = OMBRE_SUITE_SMOKE;
    for (unsigned i = 0; i < OMBRE_SUITE_COUNT; i++)
        names[i] = ombre_suite_name((enum ombre_suite) i);
    if (!options_choice(options, OPTION_SUITE, names, OMBRE_SUITE_COUNT,
                        &choice))
        return false;
    *out = (enum ombre_suite) choice;
    return true;
}

static void take_case(struct selection *out, size_t index, const char *id)
{
    out->whole++;
    out->digest = shard_digest(out->digest, id);
    if (shard_has(&out->shard, id))
        out->index[out->count++] = index;
}

int select_cases(const struct options *options, struct selection *out)
{
    *out = (struct selection){0};
    if (!suite_option(options, &out->suite))
        return EXIT_USAGE;
    const int code = shard_option(options, &out->shard);
    if (code != EXIT_EXPECTED)
        return code;
    const size_t size = ombre_suite_size(out->suite);
    out->index = calloc(size, sizeof *out->index);
    if (!out->index) {
        fputs("ombre: out of memory\n", stderr);
        return EXIT_INFRASTRUCTURE;
    }
    for (size_t i = 0; i < size; i++) {
        char id[OMBRE_ID_SIZE];
        ombre_suite_id(out->suite, i, id);
        if (is_selected(options, id))
            take_case(out, i, id);
    }
    if (out->count > 0)
        return EXIT_EXPECTED;
    if (out->whole > 0)
        fprintf(stderr,
                "ombre: --shard: none of %zu cases is in part %u of %u\n",
                out->whole, out->shard.index, out->shard.count);
    else
        fprintf(stderr,
                "ombre: no case of suite %s matches; 'ombre list' shows "
                "them\n",
                ombre_suite_name(out->suite));
    selection_finish(out);
    return EXIT_USAGE;
}

void selection_finish(struct selection *selection)
{
    free(selection->index);
    *selection = (struct selection){0};
}
