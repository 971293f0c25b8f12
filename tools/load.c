#include "load.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "command.h"
#include "console.h"
#include "ids.h"
#include "image.h"

static void print_file_error(const char *path,
                             const struct ombre_case_error *error)
{
    char where[sizeof error->path], what[sizeof error->message], file[256];
    console_clean(where, sizeof where, error->path);
    console_clean(what, sizeof what, error->message);
    console_clean(file, sizeof file, path);
    fprintf(stderr, "ombre: %s:", file);
    if (error->line)
        fprintf(stderr, "%u:", error->line);
    fprintf(stderr, " %s%s%s\n", where, *where ? ": " : "", what);
}

/* An id of a suite, and no file of that name. */
static bool is_id(const char *path)
{
    return strncmp(path, "om.", 3) == 0 && access(path, F_OK) != 0;
}

int load_case(const char *path, struct ombre_case *out)
{
    struct ombre_case_error error = {0};
    if (is_id(path)) {
        if (ombre_suite_make_id(path, out))
            return EXIT_EXPECTED;
        complain_of_id(path);
        return EXIT_USAGE;
    }
    if (ombre_case_read(path, out, &error))
        return EXIT_EXPECTED;
    print_file_error(path, &error);
    return EXIT_USAGE;
}

void print_issues(FILE *file, const struct ombre_issues *issues)
{
    const struct console console = console_open(file);
    for (unsigned i = 0; i < issues->count; i++) {
        const struct ombre_issue *issue = &issues->issue[i];
        const enum ombre_severity severity = ombre_rule_severity(issue->rule);
        console_paint(&console,
                      severity == OMBRE_SEVERITY_ERROR ? PAINT_BAD : PAINT_WARN,
                      ombre_severity_name(severity));
        fputs("  ", file);
        console_paint(&console, PAINT_NONE, issue->path);
        fputs("\n    ", file);
        console_paint(&console, PAINT_NONE, issue->detail);
        fprintf(file, "\n    rule %s: %s [%s]\n", ombre_rule_name(issue->rule),
                ombre_rule_sentence(issue->rule),
                ombre_rule_source(issue->rule));
    }
    if (issues->total > issues->count)
        fprintf(file, "and %u more\n", issues->total - issues->count);
}

static const struct ombre_issue *first_error(const struct ombre_issues *issues)
{
    unsigned i = 0;
    while (i + 1 < issues->count &&
           ombre_rule_severity(issues->issue[i].rule) != OMBRE_SEVERITY_ERROR)
        i++;
    return &issues->issue[i];
}

int state_of_case(const char *path, const struct ombre_case *c,
                  struct ombre_state *state, struct ombre_issue *first)
{
    struct ombre_issues *issues = calloc(1, sizeof *issues);
    if (!issues) {
        fputs("ombre: out of memory\n", stderr);
        return EXIT_INFRASTRUCTURE;
    }
    int code = EXIT_EXPECTED;
    if (!ombre_case_validate(c, issues)) {
        fprintf(stderr, "ombre: %s: Direct3D rejects this state\n", path);
        print_issues(stderr, issues);
        if (first)
            *first = *first_error(issues);
        code = EXIT_USAGE;
    } else if (!ombre_state_from_pso(&c->pso, state)) {
        fprintf(stderr, "ombre: %s: the state has no meaning\n", path);
        code = EXIT_USAGE;
    }
    free(issues);
    return code;
}

int load_drawable(const char *path, struct ombre_case *out,
                  struct ombre_state *state)
{
    int code = load_case(path, out);
    if (code != EXIT_EXPECTED)
        return code;
    code = state_of_case(path, out, state, NULL);
    if (code == EXIT_EXPECTED && out->pixel_count == 0) {
        fprintf(stderr,
                "ombre: %s: pixels: there are none; give at least one with "
                "\"src\" and \"dst\"\n",
                path);
        code = EXIT_USAGE;
    }
    if (code != EXIT_EXPECTED)
        ombre_case_finish(out);
    return code;
}

int load_for_drawing(const char *path, struct ombre_case *out,
                     struct ombre_state *state)
{
    const int code = load_drawable(path, out, state);
    char reason[256];
    if (code != EXIT_EXPECTED || image_check(out, state, reason))
        return code;
    fprintf(stderr, "ombre: %s: %s\n", path, reason);
    ombre_case_finish(out);
    return EXIT_USAGE;
}
