#include <stdio.h>

#include "command.h"
#include "json_out.h"
#include "list_classes.h"
#include "select.h"

int command_list(const struct options *options)
{
    if (options->given[OPTION_CLASSES])
        return list_classes(options->value[OPTION_CLASSES],
                            options->given[OPTION_JSON]);
    struct selection selection;
    const int code = select_cases(options, &selection);
    if (code != EXIT_EXPECTED)
        return code;
    const bool json = options->given[OPTION_JSON];
    const bool count = options->given[OPTION_NUMBER];
    struct json_out out = json_out_start(stdout, 2);
    if (json) {
        json_object(&out, NULL);
        json_string(&out, "suite", ombre_suite_name(selection.suite));
        json_int(&out, "count", (int64_t) selection.count);
        json_array(&out, "cases");
    }
    if (count && !json)
        printf("%zu\n", selection.count);
    for (size_t i = 0; i < selection.count && !count; i++) {
        char id[OMBRE_ID_SIZE];
        ombre_suite_id(selection.suite, selection.index[i], id);
        if (json)
            json_string(&out, NULL, id);
        else
            puts(id);
    }
    if (json) {
        json_array_end(&out);
        json_object_end(&out);
        json_out_end(&out);
    }
    selection_finish(&selection);
    return EXIT_EXPECTED;
}
