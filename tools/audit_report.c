#include "audit_report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "console.h"
#include "json_out.h"
#include "words.h"

/* --- Scores ------------------------------------------------------------------
 */

static const char *const group_names[] = {
#define X(id, name) name,
    AUDIT_GROUPS(X)
#undef X
};

const char *audit_group_name(enum audit_group group)
{
    return group < AUDIT_GROUP_COUNT ? group_names[group] : "";
}

static bool starts(const char *id, const char *with)
{
    return strncmp(id, with, strlen(with)) == 0;
}

/* Families F1 to F15 by what they are about. */
static enum audit_group group_of_family(unsigned family)
{
    switch (family) {
    case 4:
    case 5:
    case 6:
    case 14: return AUDIT_GROUP_TARGETS;
    case 7:
    case 9: return AUDIT_GROUP_CONSTANTS;
    case 8: return AUDIT_GROUP_BITS;
    case 10:
    case 12: return AUDIT_GROUP_NUMBERS;
    case 11: return AUDIT_GROUP_COMPONENTS;
    case 13: return AUDIT_GROUP_COVERAGE;
    case 15: return AUDIT_GROUP_PRECISION;
    default: break;
    }
    return AUDIT_GROUP_MAPPING;
}

static enum audit_group group_of(const struct ombre_fault *fault)
{
    if (!fault->generated)
        return starts(fault->id, "integer.")
                   ? AUDIT_GROUP_BITS
                   : group_of_family((unsigned) atoi(fault->family + 1));
    if (starts(fault->id, "op."))
        return AUDIT_GROUP_OPS;
    if (starts(fault->id, "logic."))
        return AUDIT_GROUP_LOGIC;
    return strstr(fault->id, "src1_") ? AUDIT_GROUP_DUAL : AUDIT_GROUP_SINGLE;
}

enum audit_status audit_status_of(const struct audit *audit, size_t index,
                                  const struct ombre_fault *fault)
{
    if (fault->legal)
        return audit->fault[index].kills ? AUDIT_LEGAL_KILLED : AUDIT_LEGAL;
    return audit->fault[index].kills ? AUDIT_KILLED : AUDIT_SURVIVED;
}

struct audit_score audit_score_of(const struct audit *audit)
{
    struct audit_score score = {0};
    for (size_t i = 0; i < audit->fault_count; i++) {
        struct ombre_fault fault;
        ombre_fault_at(i, &fault);
        const enum audit_status status = audit_status_of(audit, i, &fault);
        const enum audit_group group = group_of(&fault);
        score.legal += fault.legal != NULL;
        score.legal_killed += status == AUDIT_LEGAL_KILLED;
        if (fault.legal)
            continue;
        score.faults++;
        score.group[group].faults++;
        score.killed += status == AUDIT_KILLED;
        score.group[group].killed += status == AUDIT_KILLED;
    }
    return score;
}

/* The share that is killed, in percent. */
static double percent(const struct audit_score *score)
{
    return score->faults ? 100 * (double) score->killed / (double) score->faults
                         : 100;
}

/* --- For people --------------------------------------------------------------
 */

/* Survivors that are shown with an operand; others are named. */
enum { MAX_SEARCHED = 25 };

static void print_operand(struct audit_search *search, size_t fault)
{
    struct audit_operand operand;
    char want[48], got[48];
    if (!search || !audit_search_fault(search, fault, &operand)) {
        puts("    no simple operand shows it");
        return;
    }
    words_of_code(want, operand.format, operand.component, operand.want);
    words_of_code(got, operand.format, operand.component, operand.got);
    printf("    shown by %s with source colour %g alpha %g over %g alpha %g: "
           "target %u %s %s: want %s, got %s\n",
           operand.id, (double) operand.source[0], (double) operand.source[1],
           (double) operand.dest[0], (double) operand.dest[1], operand.target,
           operand.format->name, component_name(operand.component), want, got);
}

static void print_survivors(const struct audit *audit,
                            const struct console *console)
{
    size_t shown = 0;
    struct audit_search *search = audit_search_create(audit->judge);
    for (size_t i = 0; i < audit->fault_count; i++) {
        struct ombre_fault fault;
        ombre_fault_at(i, &fault);
        if (audit_status_of(audit, i, &fault) != AUDIT_SURVIVED)
            continue;
        console_paint(console, PAINT_BAD, "survives");
        printf("  %s\n    %s%s\n", fault.id, fault.words,
               audit->fault[i].touched ? "" : "; no state here can show it");
        if (shown++ < MAX_SEARCHED)
            print_operand(search, i);
    }
    audit_search_destroy(search);
    if (shown > MAX_SEARCHED)
        printf("    operands are searched for the first %d; --json has all\n",
               MAX_SEARCHED);
    if (shown > 0)
        fputc('\n', stdout);
}

static void print_legal(const struct audit *audit,
                        const struct console *console)
{
    for (size_t i = 0; i < audit->fault_count; i++) {
        struct ombre_fault fault;
        char id[OMBRE_ID_SIZE];
        ombre_fault_at(i, &fault);
        if (!fault.legal)
            continue;
        const bool killed = audit->fault[i].kills > 0;
        console_paint(console, killed ? PAINT_BAD : PAINT_FAINT,
                      killed ? "LEGAL, YET KILLED" : "legal");
        printf("  %s: %s [%s]\n", fault.id, fault.words, fault.legal);
        if (!killed)
            continue;
        audit->cases.id(audit->cases.user, audit->fault[i].first, id);
        printf("    by %s\n", id);
    }
    fputc('\n', stdout);
}

static void print_cover(const struct audit *audit)
{
    size_t *cases = malloc(audit->cases.count * sizeof *cases);
    size_t best = 0;
    if (!cases)
        return;
    for (size_t i = 1; i < audit->cases.count; i++)
        if (audit->kills_of_case[i] > audit->kills_of_case[best])
            best = i;
    const size_t count = audit_cover(audit, cases);
    char id[OMBRE_ID_SIZE];
    audit->cases.id(audit->cases.user, best, id);
    printf("cover   %zu cases kill all that any does; %s alone kills %zu\n",
           count, id, audit->kills_of_case[best]);
    free(cases);
}

static void print_cts_factors(void)
{
    struct audit_cts_factors found[AUDIT_CTS_FORMATS];
    audit_cts_factors(found);
    for (unsigned i = 0; i < AUDIT_CTS_FORMATS; i++)
        printf("alone   %s misses %u of %u: a factor of Vulkan acts as "
               "another\n",
               found[i].format->name, found[i].survive, found[i].faults);
}

void audit_print(const struct audit *audit, const char *suite)
{
    const struct console console = console_open(stdout);
    const struct audit_score score = audit_score_of(audit);
    print_survivors(audit, &console);
    print_legal(audit, &console);
    printf("suite   %s   judge %s   %zu cases   %zu faults\n", suite,
           ombre_judge_name(audit->judge), audit->cases.count,
           audit->fault_count);
    for (unsigned g = 0; g < AUDIT_GROUP_COUNT; g++)
        if (score.group[g].faults > 0)
            printf("        %4zu of %4zu  %s\n", score.group[g].killed,
                   score.group[g].faults,
                   audit_group_name((enum audit_group) g));
    print_cover(audit);
    if (audit->is_cts_model)
        print_cts_factors();
    if (audit->has_wrong_case) {
        char id[OMBRE_ID_SIZE];
        audit->cases.id(audit->cases.user, audit->wrong_case, id);
        printf("wrong   %s does not pass the right merger\n", id);
    }
    fputs("score   ", stdout);
    char text[96];
    snprintf(text, sizeof text, "%.1f %%: %zu of %zu faults killed",
             percent(&score), score.killed, score.faults);
    console_paint(&console,
                  score.killed == score.faults ? PAINT_GOOD : PAINT_BAD, text);
    printf(", %zu more are legal\n", score.legal);
}

/* --- JSON --------------------------------------------------------------------
 */

static const char *status_name(enum audit_status status)
{
    switch (status) {
    case AUDIT_KILLED: return "killed";
    case AUDIT_SURVIVED: return "survived";
    case AUDIT_LEGAL: return "legal";
    case AUDIT_LEGAL_KILLED: break;
    }
    return "legal-killed";
}

static void write_operand(struct json_out *out, struct audit_search *search,
                          size_t fault)
{
    struct audit_operand operand;
    if (!search || !audit_search_fault(search, fault, &operand)) {
        json_null(out, "shown_by");
        return;
    }
    json_object(out, "shown_by");
    json_string(out, "case", operand.id);
    json_array(out, "source");
    json_number(out, NULL, (double) operand.source[0]);
    json_number(out, NULL, (double) operand.source[1]);
    json_array_end(out);
    json_array(out, "dest");
    json_number(out, NULL, (double) operand.dest[0]);
    json_number(out, NULL, (double) operand.dest[1]);
    json_array_end(out);
    json_int(out, "target", operand.target);
    json_string(out, "component", component_name(operand.component));
    json_int(out, "want", operand.want);
    json_int(out, "got", operand.got);
    json_object_end(out);
}

static void write_families(struct json_out *out, uint32_t families)
{
    json_array(out, "by");
    for (unsigned f = 0; f < OMBRE_BUG_FAMILIES; f++)
        if (families >> f & 1)
            json_string(out, NULL, ombre_bug_family_at(f)->id);
    json_array_end(out);
}

static void write_fault(struct json_out *out, const struct audit *audit,
                        struct audit_search *search, size_t index)
{
    const struct audit_fault *found = &audit->fault[index];
    struct ombre_fault fault;
    char id[OMBRE_ID_SIZE];
    ombre_fault_at(index, &fault);
    const enum audit_status status = audit_status_of(audit, index, &fault);
    json_object(out, NULL);
    json_string(out, "fault", fault.id);
    json_string(out, "words", fault.words);
    json_string(out, "family", fault.family);
    json_string(out, "reports", fault.reports);
    if (fault.legal)
        json_string(out, "legal", fault.legal);
    json_string(out, "status", status_name(status));
    json_bool(out, "touched", found->touched);
    json_int(out, "cases", (int64_t) found->kills);
    write_families(out, found->families);
    if (found->kills > 0) {
        audit->cases.id(audit->cases.user, found->first, id);
        json_string(out, "first", id);
        json_string(out, "verdict", ombre_verdict_name(found->verdict));
        size_t telling = found->first;
        audit_telling_case(audit, index, &telling);
        audit->cases.id(audit->cases.user, telling, id);
        json_string(out, "telling", id);
    }
    if (status == AUDIT_SURVIVED)
        write_operand(out, search, index);
    json_object_end(out);
}

static void write_cover(struct json_out *out, const struct audit *audit)
{
    size_t *cases = malloc(audit->cases.count * sizeof *cases);
    const size_t count = cases ? audit_cover(audit, cases) : 0;
    json_array(out, "cover");
    for (size_t i = 0; i < count; i++) {
        char id[OMBRE_ID_SIZE];
        audit->cases.id(audit->cases.user, cases[i], id);
        json_object(out, NULL);
        json_string(out, "case", id);
        json_int(out, "kills", (int64_t) audit->kills_of_case[cases[i]]);
        json_object_end(out);
    }
    json_array_end(out);
    free(cases);
}

static void write_groups(struct json_out *out, const struct audit_score *score)
{
    json_array(out, "groups");
    for (unsigned g = 0; g < AUDIT_GROUP_COUNT; g++) {
        json_object(out, NULL);
        json_string(out, "group", audit_group_name((enum audit_group) g));
        json_int(out, "faults", (int64_t) score->group[g].faults);
        json_int(out, "killed", (int64_t) score->group[g].killed);
        json_object_end(out);
    }
    json_array_end(out);
}

static void write_cts_factors(struct json_out *out)
{
    struct audit_cts_factors found[AUDIT_CTS_FORMATS];
    audit_cts_factors(found);
    json_array(out, "vulkan_factors");
    for (unsigned i = 0; i < AUDIT_CTS_FORMATS; i++) {
        json_object(out, NULL);
        json_string(out, "format", found[i].format->name);
        json_int(out, "faults", found[i].faults);
        json_int(out, "survive", found[i].survive);
        json_object_end(out);
    }
    json_array_end(out);
}

void audit_write_json(const struct audit *audit, const char *suite)
{
    const struct audit_score score = audit_score_of(audit);
    struct json_out out = json_out_start(stdout, 2);
    json_object(&out, NULL);
    json_string(&out, "suite", suite);
    json_string(&out, "judge", ombre_judge_name(audit->judge));
    json_int(&out, "cases", (int64_t) audit->cases.count);
    json_int(&out, "faults", (int64_t) score.faults);
    json_int(&out, "killed", (int64_t) score.killed);
    json_int(&out, "legal", (int64_t) score.legal);
    json_number(&out, "seconds", audit->seconds);
    if (audit->has_wrong_case) {
        char id[OMBRE_ID_SIZE];
        audit->cases.id(audit->cases.user, audit->wrong_case, id);
        json_string(&out, "wrong_case", id);
    } else {
        json_null(&out, "wrong_case");
    }
    write_groups(&out, &score);
    if (audit->is_cts_model)
        write_cts_factors(&out);
    write_cover(&out, audit);
    struct audit_search *search = audit_search_create(audit->judge);
    json_array(&out, "results");
    for (size_t i = 0; i < audit->fault_count; i++)
        write_fault(&out, audit, search, i);
    audit_search_destroy(search);
    json_array_end(&out);
    json_object_end(&out);
    json_out_end(&out);
}
