#include "list_families.h"

#include <stdio.h>
#include <string.h>

#include "json_out.h"
#include "ombre/faults.h"

static void count_cases(const struct selection *selection,
                        size_t count[OMBRE_BUG_FAMILIES])
{
    for (size_t i = 0; i < selection->count; i++) {
        char id[OMBRE_ID_SIZE];
        ombre_suite_id(selection->suite, selection->index[i], id);
        const uint32_t families = ombre_bug_families_of(id);
        for (unsigned f = 0; f < OMBRE_BUG_FAMILIES; f++)
            count[f] += families >> f & 1;
    }
}

static size_t count_faults(const char *family)
{
    size_t count = 0;
    struct ombre_fault fault;
    for (size_t i = 0; ombre_fault_at(i, &fault); i++)
        count += strcmp(fault.family, family) == 0;
    return count;
}

/* A list with spaces between its members, as an array. */
static void write_patterns(struct json_out *out, const char *list)
{
    json_array(out, "patterns");
    while (*list) {
        char pattern[OMBRE_ID_SIZE];
        const size_t length = strcspn(list, " ");
        snprintf(pattern, sizeof pattern, "%.*s", (int) length, list);
        json_string(out, NULL, pattern);
        list += length;
        list += strspn(list, " ");
    }
    json_array_end(out);
}

static void write_json(const struct selection *selection,
                       const size_t count[OMBRE_BUG_FAMILIES])
{
    struct json_out out = json_out_start(stdout, 2);
    json_object(&out, NULL);
    json_string(&out, "suite", ombre_suite_name(selection->suite));
    json_array(&out, "families");
    for (unsigned f = 0; f < OMBRE_BUG_FAMILIES; f++) {
        const struct ombre_bug_family *family = ombre_bug_family_at(f);
        json_object(&out, NULL);
        json_string(&out, "family", family->id);
        json_string(&out, "words", family->words);
        write_patterns(&out, family->cases);
        json_int(&out, "cases", (int64_t) count[f]);
        json_int(&out, "faults", (int64_t) count_faults(family->id));
        json_object_end(&out);
    }
    json_array_end(&out);
    json_object_end(&out);
    json_out_end(&out);
}

void list_families(const struct selection *selection, bool json)
{
    size_t count[OMBRE_BUG_FAMILIES] = {0};
    count_cases(selection, count);
    if (json) {
        write_json(selection, count);
        return;
    }
    puts("family  cases  faults  what such bugs are about");
    for (unsigned f = 0; f < OMBRE_BUG_FAMILIES; f++) {
        const struct ombre_bug_family *family = ombre_bug_family_at(f);
        printf("%-6s %6zu %7zu  %s\n%23s %s\n", family->id, count[f],
               count_faults(family->id), family->words, "", family->cases);
    }
}
