#include "matrix.h"

#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "console.h"
#include "json_out.h"
#include "judge.h"
#include "ombre/suite.h"
#include "ombre/validate.h"

enum { EXAMPLES = 3 };

enum {
    REFERENCE_RULES = 0
#define X(id, name, sentence, source) +1
    OMBRE_REFERENCE_RULES(X)
#undef X
};

/* What touches one rule. */
struct row {
    size_t count;
    const struct ombre_report_result *example[EXAMPLES];
    bool touched; /* by the case in hand */
};

struct matrix {
    enum ombre_suite suite;
    enum ombre_judge judge;
    size_t cases, unknown; /* that were looked at; that no suite has */
    struct row reference[REFERENCE_RULES];
    struct row validate[OMBRE_RULE_COUNT];
    struct judged_pixel *judged;
    struct ombre_issues *issues;
};

/* --- Cases by id -----------------------------------------------------------
 */

/* qsort() has no place for the suite, so ids stand beside positions. */
struct known {
    char id[OMBRE_ID_SIZE];
    size_t position;
};

static int compare_known(const void *a, const void *b)
{
    return strcmp(((const struct known *) a)->id,
                  ((const struct known *) b)->id);
}

static struct known *list_suite(enum ombre_suite suite, size_t size)
{
    struct known *known = calloc(size + 1, sizeof *known);
    for (size_t i = 0; known && i < size; i++) {
        ombre_suite_id(suite, i, known[i].id);
        known[i].position = i;
    }
    if (known)
        qsort(known, size, sizeof *known, compare_known);
    return known;
}

static const struct known *find_known(const struct known *known, size_t size,
                                      const char *id)
{
    struct known key;
    if (strlen(id) >= sizeof key.id)
        return NULL;
    strcpy(key.id, id);
    return bsearch(&key, known, size, sizeof *known, compare_known);
}

/* --- Touching --------------------------------------------------------------
 */

/* Rules of the judge, in every component of every sample that may be. */
static void touch_pixel(struct matrix *matrix, const struct ombre_state *state)
{
    const struct judged_pixel *judged = matrix->judged;
    for (unsigned t = 0; t < state->target_count; t++) {
        const struct ombre_format *format = state->target[t].format;
        for (unsigned s = 0; format && s < judged->verify.sample_count; s++)
            for (unsigned c = 0; c < OMBRE_COMPONENTS; c++)
                if (ombre_format_has(format, (enum ombre_component) c))
                    matrix->reference[judged->told[t][s].component[c].rule]
                        .touched = true;
    }
}

static void touch_case(struct matrix *matrix, const struct ombre_case *c)
{
    struct ombre_state state;
    ombre_validate(&c->pso, &c->device, matrix->issues);
    for (unsigned i = 0; i < matrix->issues->count; i++)
        matrix->validate[matrix->issues->issue[i].rule].touched = true;
    if (!ombre_state_from_pso(&c->pso, &state))
        return;
    for (size_t pixel = 0; pixel < c->pixel_count; pixel++)
        if (judge_predict(c, &state, pixel, matrix->judge, matrix->judged))
            touch_pixel(matrix, &state);
}

static void count_rows(struct row *row, size_t count,
                       const struct ombre_report_result *result)
{
    for (size_t i = 0; i < count; i++) {
        if (!row[i].touched)
            continue;
        if (row[i].count < EXAMPLES)
            row[i].example[row[i].count] = result;
        row[i].count++;
        row[i].touched = false;
    }
}

/* A case that the device could not draw has touched nothing. */
static bool was_executed(const struct ombre_report_result *result)
{
    return result->outcome != OMBRE_OUTCOME_NOT_SUPPORTED;
}

static bool fill(struct matrix *matrix, const struct ombre_report *report)
{
    const size_t size = ombre_suite_size(matrix->suite);
    struct known *known = list_suite(matrix->suite, size);
    for (size_t i = 0; known && i < report->count; i++) {
        const struct ombre_report_result *result = &report->result[i];
        struct ombre_case c;
        if (!was_executed(result))
            continue;
        const struct known *found = find_known(known, size, result->id);
        if (!found || !ombre_suite_make(matrix->suite, found->position, &c)) {
            matrix->unknown++;
            continue;
        }
        matrix->cases++;
        touch_case(matrix, &c);
        ombre_case_finish(&c);
        count_rows(matrix->reference, REFERENCE_RULES, result);
        count_rows(matrix->validate, OMBRE_RULE_COUNT, result);
    }
    const bool good = known != NULL;
    free(known);
    return good;
}

/* --- Showing ---------------------------------------------------------------
 */

/* One rule of either kind. */
struct rule {
    const char *kind, *name, *sentence, *source;
    const struct row *row;
};

static struct rule reference_rule(const struct matrix *matrix, size_t index)
{
    const enum ombre_reference_rule rule = (enum ombre_reference_rule) index;
    return (struct rule){"reference", ombre_reference_rule_name(rule),
                         ombre_reference_rule_sentence(rule),
                         ombre_reference_rule_source(rule),
                         &matrix->reference[index]};
}

/* False for rules that make a state invalid: no case that is drawn breaks
 * them. */
static bool validate_rule(const struct matrix *matrix, size_t index,
                          struct rule *out)
{
    const enum ombre_rule rule = (enum ombre_rule) index;
    *out = (struct rule){"validate", ombre_rule_name(rule),
                         ombre_rule_sentence(rule), ombre_rule_source(rule),
                         &matrix->validate[index]};
    return ombre_rule_severity(rule) != OMBRE_SEVERITY_ERROR;
}

static void print_rule(const struct console *console, const struct rule *rule)
{
    if (rule->row->count == 0)
        console_paint(console, PAINT_WARN, "no case ");
    else
        printf("%7zu ", rule->row->count);
    printf(" %-9s %-30s %s\n", rule->kind, rule->name, rule->source);
    for (size_t i = 0; i < EXAMPLES && i < rule->row->count; i++) {
        fputs(i ? ", " : "                   ", stdout);
        console_paint(console, PAINT_FAINT, rule->row->example[i]->id);
    }
    if (rule->row->count > 0)
        fputc('\n', stdout);
}

static void write_rule(struct json_out *out, const struct rule *rule)
{
    json_object(out, NULL);
    json_string(out, "kind", rule->kind);
    json_string(out, "rule", rule->name);
    json_string(out, "sentence", rule->sentence);
    json_string(out, "source", rule->source);
    json_int(out, "cases", (int64_t) rule->row->count);
    json_array(out, "examples");
    for (size_t i = 0; i < EXAMPLES && i < rule->row->count; i++)
        json_string(out, NULL, rule->row->example[i]->id);
    json_array_end(out);
    json_object_end(out);
}

static void visit_rules(const struct matrix *matrix,
                        void (*visit)(void *user, const struct rule *rule),
                        void *user)
{
    struct rule rule;
    for (size_t i = 0; i < REFERENCE_RULES; i++) {
        rule = reference_rule(matrix, i);
        visit(user, &rule);
    }
    for (size_t i = 0; i < OMBRE_RULE_COUNT; i++)
        if (validate_rule(matrix, i, &rule))
            visit(user, &rule);
}

/* Rules with cases first, those without at the end, where they stand out. */
struct printing {
    struct console console;
    bool untouched;
    size_t rules;
};

static void visit_print(void *user, const struct rule *rule)
{
    struct printing *printing = user;
    if (printing->untouched != (rule->row->count == 0))
        return;
    printing->rules++;
    print_rule(&printing->console, rule);
}

static void print_matrix(const struct matrix *matrix)
{
    struct printing printing = {.console = console_open(stdout)};
    visit_rules(matrix, visit_print, &printing);
    const size_t touched = printing.rules;
    printing.untouched = true;
    visit_rules(matrix, visit_print, &printing);
    printf("%zu cases touch %zu of %zu rules\n", matrix->cases, touched,
           printing.rules);
}

static void visit_write(void *user, const struct rule *rule)
{
    write_rule(user, rule);
}

static void write_matrix(const struct matrix *matrix)
{
    struct json_out out = json_out_start(stdout, 2);
    json_object(&out, NULL);
    json_string(&out, "suite", ombre_suite_name(matrix->suite));
    json_string(&out, "judge", ombre_judge_name(matrix->judge));
    json_int(&out, "cases", (int64_t) matrix->cases);
    json_int(&out, "unknown", (int64_t) matrix->unknown);
    json_array(&out, "rules");
    visit_rules(matrix, visit_write, &out);
    json_array_end(&out);
    json_object_end(&out);
    json_out_end(&out);
}

static int start(struct matrix *matrix, const struct ombre_report *report)
{
    const char *suite = ombre_report_fact(report, "suite");
    const char *judge = ombre_report_fact(report, "judge");
    if (!suite || !ombre_suite_from_name(suite, &matrix->suite) || !judge ||
        !ombre_judge_from_name(judge, &matrix->judge)) {
        fprintf(stderr,
                "ombre: run.json: there is no suite '%s' or no judge '%s'\n",
                suite ? suite : "", judge ? judge : "");
        return EXIT_USAGE;
    }
    matrix->judged = calloc(1, sizeof *matrix->judged);
    matrix->issues = calloc(1, sizeof *matrix->issues);
    return matrix->judged && matrix->issues ? EXIT_EXPECTED
                                            : EXIT_INFRASTRUCTURE;
}

int matrix_show(const struct ombre_report *report, bool json)
{
    struct matrix *matrix = calloc(1, sizeof *matrix);
    int code = matrix ? start(matrix, report) : EXIT_INFRASTRUCTURE;
    if (code == EXIT_EXPECTED && !fill(matrix, report))
        code = EXIT_INFRASTRUCTURE;
    if (code == EXIT_EXPECTED) {
        if (matrix->unknown > 0)
            fprintf(stderr, "ombre: %zu cases are not in suite %s here\n",
                    matrix->unknown, ombre_suite_name(matrix->suite));
        if (json)
            write_matrix(matrix);
        else
            print_matrix(matrix);
    } else if (code == EXIT_INFRASTRUCTURE) {
        fputs("ombre: out of memory\n", stderr);
    }
    if (matrix) {
        free(matrix->judged);
        free(matrix->issues);
    }
    free(matrix);
    return code;
}
