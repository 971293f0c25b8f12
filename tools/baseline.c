#include "baseline.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "baselines.h" /* made of the files in baselines/ */
#include "command.h"
#include "read_file.h"

/* The text that is built in for a driver, "" if there is none. */
static const char *built_in(const char *driver_id)
{
    for (size_t i = 0; i < sizeof baselines / sizeof baselines[0]; i++)
        if (strcmp(driver_id, baselines[i].driver) == 0)
            return baselines[i].text;
    return "";
}

static int parse(const char *name, const char *text, size_t size,
                 const char *driver_info, struct ombre_baseline *out)
{
    struct ombre_report_error error;
    if (ombre_baseline_parse(text, size, driver_info, out, &error))
        return EXIT_EXPECTED;
    fprintf(stderr, "ombre: %s:%zu: %s\n", name, error.line, error.message);
    return EXIT_USAGE;
}

int baseline_read(const char *path, const char *driver_id,
                  const char *driver_info, struct ombre_baseline *out)
{
    size_t size = 0;
    *out = (struct ombre_baseline){0};
    if (path && strcmp(path, "none") == 0)
        return EXIT_EXPECTED;
    if (!path) {
        const char *text = built_in(driver_id);
        return parse("built-in baseline", text, strlen(text), driver_info, out);
    }
    char *text = read_file(path, &size);
    if (!text) {
        fprintf(stderr, "ombre: %s: %s\n", path, strerror(errno));
        return EXIT_USAGE;
    }
    const int code = parse(path, text, size, driver_info, out);
    free(text);
    return code;
}
