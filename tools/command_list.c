#include <stdio.h>

#include "command.h"
#include "json_out.h"
#include "list_classes.h"
#include "list_families.h"
#include "select.h"

static void write_json(const struct selection *selection, bool only_count)
{
    struct json_out out = json_out_start(stdout, 2);
    json_object(&out, NULL);
    json_string(&out, "suite", ombre_suite_name(selection->suite));
    json_int(&out, "count", (int64_t) selection->count);
    if (!only_count) {
        json_array(&out, "cases");
        for (size_t i = 0; i < selection->count; i++) {
            char id[OMBRE_ID_SIZE];
            ombre_suite_id(selection->suite, selection->index[i], id);
            json_string(&out, NULL, id);
        }
        json_array_end(&out);
    }
    json_object_end(&out);
    json_out_end(&out);
}

static void print_ids(const struct selection *selection)
{
    for (size_t i = 0; i < selection->count; i++) {
        char id[OMBRE_ID_SIZE];
        ombre_suite_id(selection->suite, selection->index[i], id);
        puts(id);
    }
}

int command_list(const struct options *options)
{
    if (options->given[OPTION_CLASSES])
        return list_classes(options->value[OPTION_CLASSES],
                            options->given[OPTION_JSON]);
    struct selection selection;
    const int code = select_cases(options, &selection);
    const bool only_count = options->given[OPTION_NUMBER];
    if (code != EXIT_EXPECTED)
        return code;
    if (options->given[OPTION_FAMILIES])
        list_families(&selection, options->given[OPTION_JSON]);
    else if (options->given[OPTION_JSON])
        write_json(&selection, only_count);
    else if (only_count)
        printf("%zu\n", selection.count);
    else
        print_ids(&selection);
    selection_finish(&selection);
    return EXIT_EXPECTED;
}
