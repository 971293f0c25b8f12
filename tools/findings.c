#include "findings.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "console.h"
#include "json_out.h"

const char *finding_grade_name(enum finding_grade grade)
{
    static const char *const names[] = {
#define X(id, name) name,
        FINDING_GRADES(X)
#undef X
    };
    return (unsigned) grade < FINDING_GRADE_COUNT ? names[grade] : NULL;
}

struct finding *findings_add(struct findings *findings,
                             enum finding_grade grade, const char *area,
                             const char *format, ...)
{
    /* Beyond the last there is only counting; the last keeps its grade if it
     * is the worse. */
    struct finding *finding = &findings->finding[MAX_FINDINGS - 1];
    if (findings->count < MAX_FINDINGS)
        finding = &findings->finding[findings->count++];
    else if (findings->dropped++ || grade <= finding->grade)
        return finding;
    va_list arguments;
    va_start(arguments, format);
    *finding = (struct finding){.grade = grade, .area = area};
    vsnprintf(finding->what, sizeof finding->what, format, arguments);
    va_end(arguments);
    return finding;
}

void finding_remedy(struct finding *finding, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(finding->remedy, sizeof finding->remedy, format, arguments);
    va_end(arguments);
}

enum finding_grade findings_worst(const struct findings *findings)
{
    enum finding_grade worst = FINDING_GOOD;
    for (size_t i = 0; i < findings->count; i++)
        if (findings->finding[i].grade > worst)
            worst = findings->finding[i].grade;
    return worst;
}

static const enum paint paints[FINDING_GRADE_COUNT] = {
    [FINDING_GOOD] = PAINT_GOOD,
    [FINDING_NOTE] = PAINT_FAINT,
    [FINDING_WARN] = PAINT_WARN,
    [FINDING_BAD] = PAINT_BAD,
};

void findings_print(const struct findings *findings)
{
    const struct console console = console_open(stdout);
    for (size_t i = 0; i < findings->count; i++) {
        const struct finding *finding = &findings->finding[i];
        const char *grade = finding_grade_name(finding->grade);
        console_paint(&console, paints[finding->grade], grade);
        printf("%*s  %-11s ", 4 - (int) strlen(grade), "", finding->area);
        console_paint(&console, PAINT_NONE, finding->what);
        fputc('\n', stdout);
        if (!*finding->remedy)
            continue;
        fputs("                  -> ", stdout);
        console_paint(&console, PAINT_NONE, finding->remedy);
        fputc('\n', stdout);
    }
    if (findings->dropped)
        printf("and %zu more\n", findings->dropped);
}

void findings_write_json(const struct findings *findings, int exit_code)
{
    struct json_out out = json_out_start(stdout, 2);
    json_object(&out, NULL);
    json_array(&out, "findings");
    for (size_t i = 0; i < findings->count; i++) {
        const struct finding *finding = &findings->finding[i];
        json_object(&out, NULL);
        json_string(&out, "grade", finding_grade_name(finding->grade));
        json_string(&out, "area", finding->area);
        json_string(&out, "what", finding->what);
        if (*finding->remedy)
            json_string(&out, "remedy", finding->remedy);
        json_object_end(&out);
    }
    json_array_end(&out);
    json_int(&out, "dropped", (int64_t) findings->dropped);
    json_string(&out, "worst", finding_grade_name(findings_worst(findings)));
    json_int(&out, "exit", exit_code);
    json_object_end(&out);
    json_out_end(&out);
}
