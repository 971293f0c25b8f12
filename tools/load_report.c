#include "load_report.h"

#include "command.h"
#include "console.h"

int load_report(const char *folder, struct ombre_report *out)
{
    struct ombre_report_error error;
    if (ombre_report_read(folder, out, &error))
        return EXIT_EXPECTED;
    char message[sizeof error.message];
    console_clean(message, sizeof message, error.message);
    fprintf(stderr, "ombre: %s/%s", folder, error.file);
    if (error.line > 0)
        fprintf(stderr, ":%zu", error.line);
    fprintf(stderr, ": %s\n", message);
    return EXIT_USAGE;
}
