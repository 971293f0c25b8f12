#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "json_out.h"
#include "load_report.h"
#include "run_folder.h"

/* Conflicts that are named on standard error. */
enum { MAX_NAMED = 20 };

/* A case that has two results. */
struct conflict {
    const char *id;
    enum ombre_outcome kept, other;
};

struct merge {
    const struct options *options;
    size_t count; /* of folders */
    struct ombre_report *report;
    struct ombre_report out; /* borrows ids, reasons and details */
    size_t doubled;
    size_t conflict_count;
    struct conflict *conflict;
};

/* --- Are they parts of one run? ---------------------------------------------
 */

static const char *fact(const struct ombre_report *report, const char *key)
{
    const char *value = ombre_report_fact(report, key);
    return value ? value : "unknown";
}

/* What must be equal.  Equal cards of several machines have UUIDs of their
 * own. */
static const char *const equal[] = {
    "version",
    "suite",
    "judge",
    "relaxed",
    "cases.digest",
    "cases.whole",
    "options.without",
    "device.deviceName",
    "device.driverID",
    "device.driverInfo",
    "device.driverVersion",
};

static bool check_equal(const struct merge *merge, size_t folder)
{
    bool good = true;
    for (size_t i = 0; i < sizeof equal / sizeof equal[0]; i++) {
        const char *first = fact(&merge->report[0], equal[i]);
        const char *other = fact(&merge->report[folder], equal[i]);
        if (strcmp(first, other) == 0)
            continue;
        fprintf(stderr, "ombre: %s: %s is %s, in %s it is %s\n",
                merge->options->operand[folder], equal[i], other,
                merge->options->operand[0], first);
        good = false;
    }
    return good;
}

static bool check_all_equal(const struct merge *merge)
{
    bool good = true;
    for (size_t i = 1; i < merge->count; i++)
        good = check_equal(merge, i) && good;
    if (!good && !merge->options->given[OPTION_FORCE])
        fputs("ombre: these are no parts of one run; --force merges them all "
              "the same\n",
              stderr);
    return good || merge->options->given[OPTION_FORCE];
}

/* --- Results ---------------------------------------------------------------
 */

static bool note_conflict(struct merge *merge,
                          const struct ombre_report_result *kept,
                          enum ombre_outcome other)
{
    struct conflict *conflicts = realloc(
        merge->conflict, (merge->conflict_count + 1) * sizeof *conflicts);
    if (!conflicts)
        return false;
    merge->conflict = conflicts;
    conflicts[merge->conflict_count++] =
        (struct conflict){kept->id, kept->outcome, other};
    return true;
}

struct named {
    const char *id;
    size_t folder, position;
};

static int compare_named(const void *a, const void *b)
{
    const struct named *left = a, *right = b;
    const int order = strcmp(left->id, right->id);
    if (order != 0)
        return order;
    return left->folder < right->folder ? -1 : left->folder > right->folder;
}

/* All results of one case: keep the worst, and of equals the one that tells
 * more. */
static bool take_case(struct merge *merge, const struct named *named,
                      size_t count, bool *contributes)
{
    const struct ombre_report_result *best =
        &merge->report[named->folder].result[named->position];
    bool good = true;
    size_t from = named->folder;
    merge->doubled += count - 1;
    for (size_t i = 1; i < count; i++) {
        const struct ombre_report_result *other =
            &merge->report[named[i].folder].result[named[i].position];
        const bool worse = ombre_outcome_rank(other->outcome) >
                           ombre_outcome_rank(best->outcome);
        const bool told =
            other->outcome == best->outcome && !best->detail && other->detail;
        const enum ombre_outcome left = worse ? best->outcome : other->outcome;
        if (worse || told)
            best = other;
        if (left != best->outcome)
            good = note_conflict(merge, best, left) && good;
    }
    contributes[from] = true;
    merge->out.result[merge->out.count++] = *best;
    return good;
}

static bool take_cases(struct merge *merge, struct named *named, size_t count,
                       bool *contributes)
{
    bool good = true;
    qsort(named, count, sizeof *named, compare_named);
    for (size_t i = 0; i < count && good;) {
        size_t length = 1;
        while (i + length < count &&
               strcmp(named[i].id, named[i + length].id) == 0)
            length++;
        good = take_case(merge, named + i, length, contributes);
        i += length;
    }
    return good;
}

/* Measurements of a folder that brings no case of its own would count twice. */
static void take_measurements(struct merge *merge, const bool *contributes)
{
    for (size_t i = 0; i < merge->count; i++) {
        const struct ombre_report *report = &merge->report[i];
        merge->out.seconds += contributes[i] ? report->seconds : 0;
        for (unsigned p = 0; contributes[i] && p < report->precision_count;
             p++) {
            const struct ombre_report_precision *one = &report->precision[p];
            unsigned at = 0;
            while (at < merge->out.precision_count &&
                   merge->out.precision[at].dxgi != one->dxgi)
                at++;
            if (at == OMBRE_REPORT_FORMATS)
                continue;
            merge->out.precision_count += at == merge->out.precision_count;
            ombre_report_precision_join(&merge->out.precision[at], one);
        }
    }
}

static bool join(struct merge *merge)
{
    size_t count = 0, filled = 0;
    for (size_t i = 0; i < merge->count; i++)
        count += merge->report[i].count;
    struct named *named = calloc(count + 1, sizeof *named);
    bool *contributes = calloc(merge->count, sizeof *contributes);
    merge->out.result = calloc(count + 1, sizeof *merge->out.result);
    bool good = named && contributes && merge->out.result;
    for (size_t i = 0; good && i < merge->count; i++)
        for (size_t p = 0; p < merge->report[i].count; p++)
            named[filled++] =
                (struct named){merge->report[i].result[p].id, i, p};
    good = good && take_cases(merge, named, count, contributes);
    if (good)
        take_measurements(merge, contributes);
    free(named);
    free(contributes);
    return good;
}

static void write_manifest(FILE *file, const void *user)
{
    const struct merge *merge = user;
    if (!ombre_report_write_merged(
            file, (const char *const *) merge->options->operand, merge->count))
        fputs("ombre: out of memory, or a run.json changed\n", stderr);
}

/* --- What is said ----------------------------------------------------------
 */

static size_t whole_count(const struct merge *merge)
{
    return (size_t) strtoull(fact(&merge->report[0], "cases.whole"), NULL, 10);
}

static bool has_shard(const struct merge *merge, unsigned index)
{
    for (size_t i = 0; i < merge->count; i++)
        if (strtoul(fact(&merge->report[i], "shard.index"), NULL, 10) == index)
            return true;
    return false;
}

/* Number of shards, 0 if the folders are no shards of one run. */
static unsigned shard_count(const struct merge *merge)
{
    const char *count = ombre_report_fact(&merge->report[0], "shard.count");
    for (size_t i = 1; count && i < merge->count; i++)
        if (strcmp(fact(&merge->report[i], "shard.count"), count) != 0)
            return 0;
    const unsigned long value = count ? strtoul(count, NULL, 10) : 0;
    return value <= 1000000 ? (unsigned) value : 0;
}

static void complain(const struct merge *merge)
{
    for (size_t i = 0; i < merge->conflict_count && i < MAX_NAMED; i++)
        fprintf(stderr, "ombre: conflict: %s is %s and %s\n",
                merge->conflict[i].id,
                ombre_outcome_status(merge->conflict[i].kept),
                ombre_outcome_status(merge->conflict[i].other));
    if (merge->conflict_count > MAX_NAMED)
        fprintf(stderr, "ombre: and %zu conflicts more; --json lists all\n",
                merge->conflict_count - MAX_NAMED);
    for (unsigned i = 1; i <= shard_count(merge); i++)
        if (!has_shard(merge, i))
            fprintf(stderr, "ombre: part %u of %u is missing\n", i,
                    shard_count(merge));
    if (merge->out.count < whole_count(merge))
        fprintf(stderr, "ombre: %zu of %zu cases have no result\n",
                whole_count(merge) - merge->out.count, whole_count(merge));
}

static void write_json(const struct merge *merge, int code)
{
    struct json_out out = json_out_start(stdout, 2);
    json_object(&out, NULL);
    json_int(&out, "folders", (int64_t) merge->count);
    json_int(&out, "cases", (int64_t) merge->out.count);
    json_int(&out, "whole", (int64_t) whole_count(merge));
    json_int(&out, "doubled", (int64_t) merge->doubled);
    json_array(&out, "missing");
    for (unsigned i = 1; i <= shard_count(merge); i++)
        if (!has_shard(merge, i))
            json_int(&out, NULL, i);
    json_array_end(&out);
    json_array(&out, "conflicts");
    for (size_t i = 0; i < merge->conflict_count; i++) {
        json_object(&out, NULL);
        json_string(&out, "case", merge->conflict[i].id);
        json_string(&out, "kept",
                    ombre_outcome_status(merge->conflict[i].kept));
        json_string(&out, "other",
                    ombre_outcome_status(merge->conflict[i].other));
        json_object_end(&out);
    }
    json_array_end(&out);
    json_int(&out, "exit", code);
    json_object_end(&out);
    json_out_end(&out);
}

/* --- The command -----------------------------------------------------------
 */

static int write_folder(struct merge *merge, int code)
{
    struct run_folder *folder = calloc(1, sizeof *folder);
    if (!folder)
        return EXIT_INFRASTRUCTURE;
    int written = run_folder_create(
        folder, merge->options->value[OPTION_OUTPUT], write_manifest, merge);
    if (written == EXIT_EXPECTED) {
        for (size_t i = 0; i < merge->out.count; i++)
            run_folder_add(folder, &merge->out.result[i], false);
        run_folder_measure(folder, merge->out.precision,
                           merge->out.precision_count);
        written =
            run_folder_close(folder, merge->out.seconds,
                             merge->out.count >= whole_count(merge), code);
    }
    free(folder);
    return written;
}

static int merge_all(struct merge *merge)
{
    if (!check_all_equal(merge))
        return EXIT_USAGE;
    if (!join(merge)) {
        fputs("ombre: out of memory\n", stderr);
        return EXIT_INFRASTRUCTURE;
    }
    int code = EXIT_EXPECTED;
    if (merge->out.count < whole_count(merge))
        code = EXIT_INFRASTRUCTURE;
    else if (merge->conflict_count > 0)
        code = EXIT_UNEXPECTED;
    const int written = write_folder(merge, code);
    if (written != EXIT_EXPECTED)
        return written;
    complain(merge);
    if (merge->options->given[OPTION_JSON])
        write_json(merge, code);
    else
        printf("merged %zu folders into %s: %zu of %zu cases, %zu told more "
               "than once, %zu conflicts\n",
               merge->count, merge->options->value[OPTION_OUTPUT],
               merge->out.count, whole_count(merge), merge->doubled,
               merge->conflict_count);
    return code;
}

int command_merge(const struct options *options)
{
    struct merge merge = {.options = options};
    int code = EXIT_EXPECTED;
    if (!options->given[OPTION_OUTPUT]) {
        fputs("ombre: merge needs --output, a new folder\n", stderr);
        return EXIT_USAGE;
    }
    merge.report =
        calloc((size_t) options->operand_count, sizeof *merge.report);
    if (!merge.report)
        return EXIT_INFRASTRUCTURE;
    for (int i = 0; code == EXIT_EXPECTED && i < options->operand_count; i++) {
        code = load_report(options->operand[i], &merge.report[i]);
        merge.count += code == EXIT_EXPECTED;
    }
    if (code == EXIT_EXPECTED)
        code = merge_all(&merge);
    for (size_t i = 0; i < merge.count; i++)
        ombre_report_finish(&merge.report[i]);
    free(merge.out.result);
    free(merge.conflict);
    free(merge.report);
    return code;
}
