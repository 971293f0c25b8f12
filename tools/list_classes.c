/* Which blend equations are one function on a format. */
#include "list_classes.h"

#include <stdio.h>
#include <string.h>

#include "command.h"
#include "json_out.h"
#include "ombre/case.h"
#include "ombre/equations.h"

enum { FUNCTION_SIZE = 64 };

/* --- Formats ---------------------------------------------------------------
 */

static void complain(const char *name)
{
    const char *names[256];
    unsigned count = 0;

    for (unsigned i = 0; i < ombre_format_count(); i++)
        if (ombre_format_at(i)->blendable)
            names[count++] = ombre_format_at(i)->name;
    const char *nearest = ombre_nearest_name(name, names, count);
    fprintf(stderr, "ombre: '%s' is no format that blends", name);
    if (nearest)
        fprintf(stderr, " (did you mean '%s'?)", nearest);
    fputc('\n', stderr);
}

static const struct ombre_format *find_format(const char *name)
{
    uint32_t dxgi;

    if (!ombre_dxgi_from_name(name, &dxgi))
        return NULL;
    const struct ombre_format *format = ombre_format_find(dxgi);
    return format && format->blendable ? format : NULL;
}

/* --- Functions -------------------------------------------------------------
 */

static void function_text(char text[FUNCTION_SIZE], enum ombre_half half,
                          size_t function)
{
    if (function == OMBRE_NO_BLENDING || function == OMBRE_NOT_WRITTEN) {
        snprintf(text, FUNCTION_SIZE, "%s",
                 function == OMBRE_NO_BLENDING ? "no blending" : "not written");
        return;
    }
    const struct ombre_equation e = ombre_equation_at(half, function);
    const char *op = ombre_blend_op_name(e.op);
    if (ombre_blend_op_is_min_or_max(e.op))
        snprintf(text, FUNCTION_SIZE, "%s", op);
    else
        snprintf(text, FUNCTION_SIZE, "%s, %s, %s", ombre_factor_name(e.src),
                 ombre_factor_name(e.dest), op);
}

/* Whether there is such a function: alpha has fewer equations than numbers. */
static bool exists(enum ombre_half half, size_t function)
{
    return function >= OMBRE_NO_BLENDING ||
           function < ombre_equation_count(half, true);
}

/* The next member of a class at or after `function`. */
static size_t next_member(enum ombre_half half,
                          const struct ombre_equation_classes *classes,
                          uint16_t number, size_t function)
{
    while (function < OMBRE_MAX_FUNCTIONS &&
           (!exists(half, function) || classes->of[function] != number))
        function++;
    return function;
}

/* --- Text ------------------------------------------------------------------
 */

/* Classes of one member say nothing. */
static void print_class(enum ombre_half half,
                        const struct ombre_equation_classes *classes,
                        uint16_t number)
{
    size_t i = next_member(half, classes, number, 0);

    if (next_member(half, classes, number, i + 1) == OMBRE_MAX_FUNCTIONS)
        return;
    for (const char *separator = "  "; i < OMBRE_MAX_FUNCTIONS;
         i = next_member(half, classes, number, i + 1), separator = "\n  = ") {
        char text[FUNCTION_SIZE];
        function_text(text, half, i);
        printf("%s%s", separator, text);
    }
    putchar('\n');
}

static void print_half(enum ombre_half half,
                       const struct ombre_equation_classes *classes)
{
    printf("%s: %zu equations are %zu functions; with a second source, %zu are "
           "%zu\n",
           ombre_half_name(half), ombre_equation_count(half, false),
           classes->functions[0], ombre_equation_count(half, true),
           classes->functions[1]);
    for (uint16_t number = 0; number < classes->functions[1]; number++)
        print_class(half, classes, number);
}

/* --- JSON ------------------------------------------------------------------
 */

static void write_counts(struct json_out *out, enum ombre_half half,
                         const struct ombre_equation_classes *classes,
                         bool dual_source)
{
    json_int(out, "equations",
             (int64_t) ombre_equation_count(half, dual_source));
    json_int(out, "functions", (int64_t) classes->functions[dual_source]);
}

static void write_half(struct json_out *out, enum ombre_half half,
                       const struct ombre_equation_classes *classes)
{
    json_object(out, NULL);
    json_string(out, "half", ombre_half_name(half));
    write_counts(out, half, classes, false);
    json_object(out, "secondSource");
    write_counts(out, half, classes, true);
    json_object_end(out);
    json_array(out, "classes");
    for (uint16_t number = 0; number < classes->functions[1]; number++) {
        json_array(out, NULL);
        for (size_t i = next_member(half, classes, number, 0);
             i < OMBRE_MAX_FUNCTIONS;
             i = next_member(half, classes, number, i + 1)) {
            char text[FUNCTION_SIZE];
            function_text(text, half, i);
            json_string(out, NULL, text);
        }
        json_array_end(out);
    }
    json_array_end(out);
    json_object_end(out);
}

/* --- Both ------------------------------------------------------------------
 */

int list_classes(const char *name, bool json)
{
    const struct ombre_format *format = find_format(name);
    struct json_out out = json_out_start(stdout, 4);

    if (!format) {
        complain(name);
        return EXIT_USAGE;
    }
    if (json) {
        json_object(&out, NULL);
        json_string(&out, "format", format->name);
        json_array(&out, "halves");
    }
    for (unsigned i = 0; i < 2; i++) {
        const enum ombre_half half = (enum ombre_half) i;
        struct ombre_equation_classes classes;
        if (!ombre_classify_equations(format, half, &classes))
            continue;
        if (json)
            write_half(&out, half, &classes);
        else
            print_half(half, &classes);
    }
    if (json) {
        json_array_end(&out);
        json_object_end(&out);
        json_out_end(&out);
    }
    return EXIT_EXPECTED;
}
