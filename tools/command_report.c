#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "command.h"
#include "console.h"
#include "load_report.h"
#include "matrix.h"
#include "report_view.h"

/* --- Files -----------------------------------------------------------------
 */

static int complain(const char *path)
{
    fprintf(stderr, "ombre: %s: %s\n", path, strerror(errno));
    return EXIT_INFRASTRUCTURE;
}

static bool write_junit(FILE *file, const struct ombre_report *report)
{
    ombre_report_write_junit(file, report);
    return true;
}

/* A report is made anew whenever it is asked for: it may be replaced. */
static int write_file(const char *path, const struct ombre_report *report,
                      bool (*write)(FILE *file,
                                    const struct ombre_report *report))
{
    const bool is_stdout = strcmp(path, "-") == 0;
    FILE *file = is_stdout ? stdout : fopen(path, "wb");
    if (!file)
        return complain(path);
    const bool whole = write(file, report);
    const bool good = !ferror(file);
    if (!whole)
        errno = ENOMEM;
    if (is_stdout)
        return whole ? EXIT_EXPECTED : complain(path);
    return fclose(file) == 0 && good && whole ? EXIT_EXPECTED : complain(path);
}

/* --- Pictures --------------------------------------------------------------
 */

enum { POINTS = 24 };

static bool is_name(const char *id)
{
    const size_t length = strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789._-");
    return length > 0 && length < 200 && id[length] == '\0' && id[0] != '.';
}

static bool write_bytes(const char *path, const void *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    if (!file)
        return false;
    const bool good = fwrite(bytes, 1, size, file) == size;
    return fclose(file) == 0 && good;
}

static int write_pictures_of(const char *folder,
                             const struct ombre_report_result *result)
{
    for (unsigned v = 0; v < OMBRE_REPORT_VIEW_COUNT; v++) {
        const enum ombre_report_view view = (enum ombre_report_view) v;
        struct ombre_report_png png;
        char path[4096];
        const int length = snprintf(path, sizeof path, "%s/%s.%s.png", folder,
                                    result->id, ombre_report_view_name(view));
        errno = ENAMETOOLONG;
        if (length < 0 || (size_t) length >= sizeof path)
            return complain(folder);
        errno = ENOMEM;
        if (!ombre_report_picture(result->detail, view, POINTS, &png))
            return complain(path);
        const bool good = write_bytes(path, png.bytes, png.size);
        free(png.bytes);
        if (!good)
            return complain(path);
    }
    return EXIT_EXPECTED;
}

static int write_pictures(const char *folder, const struct ombre_report *report)
{
    int code = EXIT_EXPECTED;
    size_t count = 0;
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return complain(folder);
    for (size_t i = 0; code == EXIT_EXPECTED && i < report->count; i++) {
        const struct ombre_report_result *result = &report->result[i];
        if (!result->detail || result->detail->texel_count == 0 ||
            !is_name(result->id))
            continue;
        code = write_pictures_of(folder, result);
        count++;
    }
    if (code == EXIT_EXPECTED)
        fprintf(stderr,
                "ombre: %s: pictures of %zu case%s; alpha is the band "
                "at a texel's lower edge\n",
                folder, count, count == 1 ? "" : "s");
    return code;
}

/* --- The command -----------------------------------------------------------
 */

static int write_reports(const struct options *options,
                         const struct ombre_report *report)
{
    int code = EXIT_EXPECTED;
    if (options->given[OPTION_JUNIT])
        code = write_file(options->value[OPTION_JUNIT], report, write_junit);
    if (code == EXIT_EXPECTED && options->given[OPTION_HTML])
        code = write_file(options->value[OPTION_HTML], report,
                          ombre_report_write_html);
    if (code == EXIT_EXPECTED && options->given[OPTION_PNG])
        code = write_pictures(options->value[OPTION_PNG], report);
    return code;
}

/* Whether standard output is taken by a file that was asked for. */
static bool is_taken(const struct options *options)
{
    static const enum option_id files[] = {OPTION_JUNIT, OPTION_HTML};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        if (options->given[files[i]] &&
            strcmp(options->value[files[i]], "-") == 0)
            return true;
    return false;
}

int command_report(const struct options *options)
{
    struct ombre_report report;
    int code = load_report(options->operand[0], &report);
    if (code != EXIT_EXPECTED)
        return code;
    code = write_reports(options, &report);
    if (code == EXIT_EXPECTED && !is_taken(options)) {
        if (options->given[OPTION_MATRIX])
            code = matrix_show(&report, options->given[OPTION_JSON]);
        else if (options->given[OPTION_JSON])
            report_write_json(options->operand[0], &report);
        else
            report_print(options->operand[0], &report);
    }
    ombre_report_finish(&report);
    return code;
}
