/* Factors against factors, and how precise each format is. */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "ombre/state.h"
#include "report_html.h"

/* --- Factors ---------------------------------------------------------------
 *
 * Ids carry their parameters: a segment "src_alpha-one-add" is an equation.
 */

static const char *const factors[] = {
#define X(id, value, name) name,
    OMBRE_FACTORS(X)
#undef X
};

enum { FACTORS = sizeof factors / sizeof factors[0] };

struct cell {
    size_t count, passed, failed; /* neither is a warning */
};

struct heat {
    size_t count;
    struct cell cell[FACTORS][FACTORS];
};

/* The factor whose name, in lower case, begins `text` and ends at a '-'. */
static int factor_at(const char *text, const char **end)
{
    for (int i = 0; i < FACTORS; i++) {
        size_t length = 0;
        while (factors[i][length] &&
               tolower((unsigned char) factors[i][length]) == text[length])
            length++;
        if (factors[i][length] == '\0' && text[length] == '-') {
            *end = text + length + 1;
            return i;
        }
    }
    return -1;
}

/* Find the equation in an id; false if it has none. */
static bool find_equation(const char *id, int *src, int *dest)
{
    for (const char *part = id; part; part = strchr(part, '.')) {
        const char *next;
        part += *part == '.';
        *src = factor_at(part, &next);
        if (*src >= 0) {
            *dest = factor_at(next, &next);
            return *dest >= 0;
        }
    }
    return false;
}

static bool is_alpha(const char *id)
{
    return strncmp(id, "om.alpha", 8) == 0;
}

static void count_result(const struct ombre_report_result *result,
                         struct heat *heat)
{
    int src, dest;
    if (result->outcome == OMBRE_OUTCOME_NOT_SUPPORTED ||
        !find_equation(result->id, &src, &dest))
        return;
    struct cell *cell = &heat->cell[src][dest];
    heat->count++;
    cell->count++;
    cell->passed += result->outcome == OMBRE_OUTCOME_PASS;
    cell->failed += ombre_outcome_rank(result->outcome) >
                    ombre_outcome_rank(OMBRE_OUTCOME_COMPATIBILITY_WARNING);
}

static const char *cell_class(const struct cell *cell)
{
    static const char *const bad[] = {"b1", "b2", "b3", "b4"};
    if (cell->failed == 0)
        return cell->passed == cell->count ? "g" : "w";
    return bad[(4 * cell->failed - 1) / cell->count];
}

static void write_lower(FILE *file, const char *text)
{
    for (; *text; text++)
        fputc(tolower((unsigned char) *text), file);
}

static void write_cell(FILE *file, const struct heat *heat, int src, int dest)
{
    const struct cell *cell = &heat->cell[src][dest];
    if (cell->count == 0) {
        fputs("<td>", file);
        return;
    }
    fprintf(file, "<td class=%s data-f=\"", cell_class(cell));
    write_lower(file, factors[src]);
    fputc('-', file);
    write_lower(file, factors[dest]);
    fprintf(file, "-\" title=\"%s * src, %s * dest: %zu of %zu pass\">",
            factors[src], factors[dest], cell->passed, cell->count);
    if (cell->passed == cell->count)
        fputs("&#10003;", file);
    else
        fprintf(file, "%zu%%", 100 * cell->passed / cell->count);
}

static void write_heat(FILE *file, const char *title, const struct heat *heat)
{
    bool row[FACTORS] = {false}, column[FACTORS] = {false};
    if (heat->count == 0)
        return;
    for (int s = 0; s < FACTORS; s++)
        for (int d = 0; d < FACTORS; d++)
            if (heat->cell[s][d].count > 0)
                row[s] = column[d] = true;
    fprintf(file,
            "<div class=\"box\"><h3>%s <span class=\"note\">%zu cases; "
            "rows: factor of the source, columns: factor of the "
            "destination</span></h3>\n<div class=\"wide\"><table "
            "class=\"heat\"><thead><tr><th class=\"corner\">",
            title, heat->count);
    for (int d = 0; d < FACTORS; d++)
        if (column[d])
            fprintf(file, "<th scope=col>%s", factors[d]);
    fputs("</thead><tbody>\n", file);
    for (int s = 0; s < FACTORS; s++) {
        if (!row[s])
            continue;
        fprintf(file, "<tr><th scope=row>%s", factors[s]);
        for (int d = 0; d < FACTORS; d++)
            if (column[d])
                write_cell(file, heat, s, d);
        fputc('\n', file);
    }
    fputs("</tbody></table></div></div>\n", file);
}

void report_html_factors(FILE *file, const struct ombre_report *report)
{
    struct heat color = {0}, alpha = {0};
    for (size_t i = 0; i < report->count; i++)
        count_result(&report->result[i],
                     is_alpha(report->result[i].id) ? &alpha : &color);
    fputs("<h2 id=\"factors\">Factors <small>share of cases that "
          "pass</small></h2>\n",
          file);
    if (color.count + alpha.count == 0) {
        fputs("<p class=\"empty\">No case of this run names its factors.</p>\n",
              file);
        return;
    }
    write_heat(file, "Colour equations", &color);
    write_heat(file, "Alpha equations", &alpha);
    fputs("<ul class=\"key\"><li><i class=\"g\">&#10003;</i>all pass<li><i "
          "class=\"w\">75%</i>some beyond Direct3D, none wrong<li><i "
          "class=\"b1\">90%</i>few wrong<li><i class=\"b4\">0%</i>most "
          "wrong<li><i></i>not drawn, or not in this run</ul>\n",
          file);
}

/* --- Precision -------------------------------------------------------------
 */

enum { BAR = 11, HEIGHT = 44 };

/* Counts span orders of magnitude, so heights are logarithms. */
static void write_histogram(FILE *file,
                            const struct ombre_report_precision *precision)
{
    uint64_t most = 1;
    for (unsigned i = 0; i < OMBRE_REPORT_BUCKETS; i++)
        if (precision->bucket[i] > most)
            most = precision->bucket[i];
    fprintf(file,
            "<svg width=\"%d\" height=\"%d\" role=\"img\" "
            "aria-label=\"histogram of errors\">",
            BAR * OMBRE_REPORT_BUCKETS, HEIGHT);
    for (int tenth = -10; tenth <= 10; tenth += 5) {
        const double x = BAR * (tenth + OMBRE_REPORT_BUCKETS / 2 + 0.5);
        fprintf(file, "<line%s x1=\"%.1f\" x2=\"%.1f\" y1=\"0\" y2=\"%d\"/>",
                tenth ? "" : " class=\"mid\"", x, x, HEIGHT);
    }
    for (unsigned i = 0; i < OMBRE_REPORT_BUCKETS; i++) {
        if (precision->bucket[i] == 0)
            continue;
        const bool far = i == 0 || i == OMBRE_REPORT_BUCKETS - 1;
        const double height =
            (HEIGHT - 2) *
            (log1p((double) precision->bucket[i]) / log1p((double) most));
        fprintf(file,
                "<rect%s x=\"%u\" y=\"%.1f\" width=\"%d\" height=\"%.1f\">"
                "<title>%s%.1f: %llu</title></rect>",
                far ? " class=\"far\"" : "", i * BAR + 1,
                HEIGHT - fmax(height, 1.5), BAR - 2, fmax(height, 1.5),
                i == 0 ? "below " : (far ? "above " : ""),
                far ? (i == 0 ? -1.05 : 1.05) : ((int) i - 11) / 10.0,
                (unsigned long long) precision->bucket[i]);
    }
    fputs("</svg>", file);
}

/* Numbers over the histograms' lines. */
static void write_scale(FILE *file)
{
    static const char *const labels[] = {"-1", "-&#189;", "0", "+&#189;", "+1"};
    fprintf(file, "<svg width=\"%d\" height=\"14\" aria-hidden=\"true\">",
            BAR * OMBRE_REPORT_BUCKETS);
    for (int i = 0; i < 5; i++)
        fprintf(file,
                "<text x=\"%.1f\" y=\"11\" text-anchor=\"middle\">%s</text>",
                BAR * (5 * i + 1.5), labels[i]);
    fputs("</svg>", file);
}

static bool counts_in_ulp(const struct ombre_format *format)
{
    return format->numeric == OMBRE_FLOAT || format->numeric == OMBRE_UFLOAT;
}

static void write_profile(FILE *file,
                          const struct ombre_report_precision *precision)
{
    const struct ombre_format *format = ombre_format_find(precision->dxgi);
    if (!format || precision->count == 0)
        return;
    fprintf(file,
            "<tr><td class=id>%s<td>%s<td class=n>%llu<td class=n>%+.4f<td "
            "class=n>%+.3f<td>",
            format->name, counts_in_ulp(format) ? "ULP" : "codes",
            (unsigned long long) precision->count,
            precision->sum / (double) precision->count, precision->worst);
    write_histogram(file, precision);
    fputc('\n', file);
}

void report_html_precision(FILE *file, const struct ombre_report *report)
{
    fputs("<h2 id=\"precision\">Precision <small>distance from the ideal "
          "result</small></h2>\n",
          file);
    if (report->precision_count == 0) {
        fputs("<p class=\"empty\">Nothing was measured: no component of a "
              "fixed-point or float format was written.</p>\n",
              file);
        return;
    }
    fputs("<p class=\"lead\">Every component that was written, against the "
          "exact result before the store, in codes of its format (floats: in "
          "units of the last place). Rounding to nearest stays within half a "
          "code; a mean far from 0 shows a bias. Heights are logarithms; the "
          "red ends hold what is further than one code.</p>\n<div class=\"box "
          "wide\"><table "
          "class=\"profile\"><thead><tr><th>Format<th>Unit<th "
          "class=n>Components<th class=n>Mean<th class=n>Worst<th>",
          file);
    write_scale(file);
    fputs("</thead><tbody>\n", file);
    for (unsigned i = 0; i < report->precision_count; i++)
        write_profile(file, &report->precision[i]);
    fputs("</tbody></table></div>\n", file);
}
