#include "select.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "ids.h"
#include "where.h"

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

/* --- Lists of ids ----------------------------------------------------------
 */

/* Which cases of a suite a file lists. */
struct listed {
    bool *has; /* NULL: there is no list */
};

enum { MAX_LINE = 4096 };

/* Cut off comment and white space at both ends. */
static char *trim(char *line)
{
    line[strcspn(line, "#\r\n")] = '\0';
    line += strspn(line, " \t");
    size_t length = strlen(line);
    while (length > 0 && strchr(" \t", line[length - 1]))
        line[--length] = '\0';
    return line;
}

static int complain_of_line(const char *name, unsigned number, const char *id,
                            const struct id_list *ids, enum ombre_suite suite)
{
    const char *nearest = id_list_nearest(ids, id);
    fprintf(stderr, "ombre: %s:%u: suite %s has no case '%.200s'", name, number,
            ombre_suite_name(suite), id);
    if (nearest)
        fprintf(stderr, " (did you mean '%s'?)", nearest);
    fputc('\n', stderr);
    return EXIT_USAGE;
}

static int read_lines(FILE *file, const char *name, const struct id_list *ids,
                      enum ombre_suite suite, struct listed *out)
{
    char line[MAX_LINE];
    for (unsigned number = 1; fgets(line, sizeof line, file); number++) {
        if (!strchr(line, '\n') && !feof(file)) {
            fprintf(stderr, "ombre: %s:%u: the line is too long\n", name,
                    number);
            return EXIT_USAGE;
        }
        const char *id = trim(line);
        const struct id_entry *entry = *id ? id_list_find(ids, id) : NULL;
        if (entry)
            out->has[entry->index] = true;
        else if (*id)
            return complain_of_line(name, number, id, ids, suite);
    }
    if (!ferror(file))
        return EXIT_EXPECTED;
    perror(name);
    return EXIT_USAGE;
}

static int read_list(const struct options *options, enum ombre_suite suite,
                     struct listed *out)
{
    const char *path = options->value[OPTION_CASES];
    struct id_list ids = {0};
    if (!options->given[OPTION_CASES])
        return EXIT_EXPECTED;
    const bool piped = strcmp(path, "-") == 0;
    const char *name = piped ? "standard input" : path;
    FILE *file = piped ? stdin : fopen(path, "r");
    if (!file) {
        fprintf(stderr, "ombre: --cases: ");
        perror(path);
        return EXIT_USAGE;
    }
    int code = EXIT_INFRASTRUCTURE;
    out->has = calloc(ombre_suite_size(suite), sizeof *out->has);
    if (out->has && id_list_init(&ids, suite))
        code = read_lines(file, name, &ids, suite, out);
    else
        fputs("ombre: out of memory\n", stderr);
    id_list_finish(&ids);
    if (!piped)
        fclose(file);
    return code;
}

/* --- The selection ---------------------------------------------------------
 */

static void take_case(struct selection *out, size_t index, const char *id)
{
    out->whole++;
    out->digest = shard_digest(out->digest, id);
    if (shard_has(&out->shard, id))
        out->index[out->count++] = index;
}

static int take_cases(const struct options *options, const struct listed *list,
                      const struct where *where, struct selection *out)
{
    const size_t size = ombre_suite_size(out->suite);
    out->index = calloc(size, sizeof *out->index);
    if (!out->index) {
        fputs("ombre: out of memory\n", stderr);
        return EXIT_INFRASTRUCTURE;
    }
    for (size_t i = 0; i < size; i++) {
        char id[OMBRE_ID_SIZE];
        if (list->has && !list->has[i])
            continue;
        ombre_suite_id(out->suite, i, id);
        if (is_selected(options, id) && where_has(where, out->suite, i))
            take_case(out, i, id);
    }
    return EXIT_EXPECTED;
}

static int check_selection(struct selection *out)
{
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
    return EXIT_USAGE;
}

int select_cases(const struct options *options, struct selection *out)
{
    struct listed list = {0};
    struct where where;
    *out = (struct selection){0};
    if (!suite_option(options, &out->suite) ||
        !where_parse(options->value[OPTION_WHERE], &where))
        return EXIT_USAGE;
    int code = shard_option(options, &out->shard);
    if (code == EXIT_EXPECTED)
        code = read_list(options, out->suite, &list);
    if (code == EXIT_EXPECTED)
        code = take_cases(options, &list, &where, out);
    if (code == EXIT_EXPECTED)
        code = check_selection(out);
    free(list.has);
    if (code != EXIT_EXPECTED)
        selection_finish(out);
    return code;
}

void selection_finish(struct selection *selection)
{
    free(selection->index);
    *selection = (struct selection){0};
}
