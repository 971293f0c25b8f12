/* What is not right, by what it has in common; what is not supported, by why.
 */
#include <stdlib.h>
#include <string.h>

#include "report_html.h"

/* Cards that are shown of a group and of all; the table has every case. */
enum { MAX_CARDS = 5, MAX_ALL_CARDS = 250, MAX_GROUPS = 200, MAX_IDS = 40 };

/* Points of a texel in a picture, and how far the page enlarges them. */
enum { TEXEL = 8, ENLARGED = 3 };

/* --- Groups ----------------------------------------------------------------
 */

struct member {
    const char *key;
    size_t key_length;
    const struct ombre_report_result *result;
    unsigned look; /* unexpected ones first */
    size_t size;   /* of the group */
    size_t position;
};

static unsigned order_of(enum report_look look)
{
    switch (look) {
    case REPORT_LOOK_FAIL: return 0;
    case REPORT_LOOK_WARNING: return 1;
    case REPORT_LOOK_KNOWN: return 2;
    case REPORT_LOOK_SKIP: return 3;
    case REPORT_LOOK_PASS: break;
    }
    return 4;
}

/* What a result has in common with others. */
static const char *key_of(const struct ombre_report_result *result)
{
    const struct ombre_report_detail *detail = result->detail;
    if (result->expectation == OMBRE_EXPECTATION_BETTER)
        return "passes, though the baseline says it does not";
    if (detail && *detail->looks_like)
        return detail->looks_like;
    if (detail && *detail->cause)
        return detail->cause;
    /* It names a pixel and its codes, which no two cases share. */
    if (strncmp(result->reason, "pixel ", 6) == 0)
        return "wrong bits, not drawn a second time";
    return *result->reason ? result->reason
                           : ombre_outcome_status(result->outcome);
}

/* What stands in parentheses is of one case. */
static size_t key_length(const char *key)
{
    size_t length = strcspn(key, "(");
    while (length > 0 && key[length - 1] == ' ')
        length--;
    return length > 0 ? length : strlen(key);
}

static int compare_keys(const struct member *left, const struct member *right)
{
    const size_t shorter = left->key_length < right->key_length
                               ? left->key_length
                               : right->key_length;
    const int order = memcmp(left->key, right->key, shorter);
    if (order != 0 || left->key_length == right->key_length)
        return order;
    return left->key_length < right->key_length ? -1 : 1;
}

/* Large groups first. */
static int compare_members(const void *a, const void *b)
{
    const struct member *left = a, *right = b;
    if (left->look != right->look)
        return left->look < right->look ? -1 : 1;
    if (left->size != right->size)
        return left->size > right->size ? -1 : 1;
    const int order = compare_keys(left, right);
    if (order != 0)
        return order;
    return left->position < right->position ? -1 : 1;
}

static bool is_same_group(const struct member *a, const struct member *b)
{
    return a->look == b->look && compare_keys(a, b) == 0;
}

/* Members that stand together in the order of compare_members(). */
static size_t group_length(const struct member *member, size_t left)
{
    size_t length = 1;
    while (length < left && is_same_group(member, member + length))
        length++;
    return length;
}

/* Bring groups together, then order them by their size. */
static void sort_members(struct member *members, size_t count)
{
    qsort(members, count, sizeof *members, compare_members);
    for (size_t i = 0; i < count;) {
        const size_t length = group_length(members + i, count - i);
        for (size_t k = 0; k < length; k++)
            members[i + k].size = length;
        i += length;
    }
    qsort(members, count, sizeof *members, compare_members);
}

/* Whether a result belongs to what is not right, or to what is left out. */
static bool is_wanted(const struct ombre_report_result *result, bool skips)
{
    const enum report_look look = report_look_of(result);
    return skips ? look == REPORT_LOOK_SKIP
                 : look != REPORT_LOOK_PASS && look != REPORT_LOOK_SKIP;
}

/* Returns NULL without memory. */
static struct member *collect(const struct ombre_report *report, bool skips,
                              size_t *count)
{
    struct member *members = calloc(report->count + 1, sizeof *members);
    *count = 0;
    for (size_t i = 0; members && i < report->count; i++) {
        const struct ombre_report_result *result = &report->result[i];
        if (!is_wanted(result, skips))
            continue;
        const char *key = key_of(result);
        members[(*count)++] = (struct member){
            .key = key,
            .key_length = key_length(key),
            .result = result,
            .look = order_of(report_look_of(result)),
            .position = i,
        };
    }
    if (members)
        sort_members(members, *count);
    return members;
}

static void copy_key(const struct member *member,
                     char out[OMBRE_REPORT_SENTENCE])
{
    report_copy(out, OMBRE_REPORT_SENTENCE, member->key);
    if (member->key_length < strlen(out))
        out[member->key_length] = '\0';
}

/* --- Pictures --------------------------------------------------------------
 */

static void write_base64(FILE *file, const unsigned char *bytes, size_t size)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                 "abcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < size; i += 3) {
        const size_t left = size - i;
        const uint32_t three = (uint32_t) bytes[i] << 16 |
                               (left > 1 ? (uint32_t) bytes[i + 1] << 8 : 0) |
                               (left > 2 ? bytes[i + 2] : 0);
        fputc(digits[three >> 18], file);
        fputc(digits[three >> 12 & 63], file);
        fputc(left > 1 ? digits[three >> 6 & 63] : '=', file);
        fputc(left > 2 ? digits[three & 63] : '=', file);
    }
}

static void write_picture(FILE *file, const struct ombre_report_detail *detail,
                          enum ombre_report_view view)
{
    struct ombre_report_png png;
    const unsigned columns = detail->texel_count < 8 ? detail->texel_count : 8;
    if (!ombre_report_picture(detail, view, TEXEL, &png))
        return;
    fprintf(file,
            "<figure><img width=\"%u\" height=\"%u\" alt=\"%s\" "
            "src=\"data:image/png;base64,",
            columns * TEXEL * ENLARGED,
            (detail->texel_count + 7) / 8 * TEXEL * ENLARGED,
            ombre_report_view_name(view));
    write_base64(file, png.bytes, png.size);
    fprintf(file, "\"><figcaption>%s</figcaption></figure>\n",
            ombre_report_view_name(view));
    free(png.bytes);
}

static void write_pictures(FILE *file, const struct ombre_report_detail *detail)
{
    if (detail->texel_count == 0)
        return;
    fputs("<div class=\"pictures\">\n", file);
    for (unsigned v = 0; v < OMBRE_REPORT_VIEW_COUNT; v++)
        write_picture(file, detail, (enum ombre_report_view) v);
    const struct ombre_format *format = ombre_format_find(detail->dxgi);
    fprintf(
        file,
        "</div>\n<p class=\"note\">Target %u, %s, pixels %u to %u, eight in "
        "a row; %s. Lower edge of a texel: its alpha. diff: black is ideal, "
        "dark another legal code, bright not legal.</p>\n",
        (unsigned) detail->target, format ? format->name : "",
        (unsigned) detail->first_pixel,
        (unsigned) (detail->first_pixel + detail->texel_count - 1),
        ombre_report_picture_note(detail));
}

/* --- Cards -----------------------------------------------------------------
 */

static void write_cell(FILE *file, const char *class_name, const char *text)
{
    fprintf(file, "<td%s%s>", *class_name ? " class=" : "", class_name);
    report_markup(file, text);
}

static void write_wrong(FILE *file, const struct ombre_report_wrong *wrong)
{
    const bool bad = wrong->outcome == OMBRE_OUTCOME_FAIL;
    fprintf(file, "<tr><td>%u<td>%u<td>%u<td>%c", (unsigned) wrong->pixel,
            (unsigned) wrong->target, (unsigned) wrong->sample,
            "rgba"[wrong->component]);
    write_cell(file, "", wrong->before);
    write_cell(file, "", wrong->source);
    write_cell(file, "w", wrong->want);
    write_cell(file, bad ? "\"w bad\"" : "\"w warning\"", wrong->got);
    write_cell(file, "", wrong->legal);
    fprintf(file, wrong->distance ? "<td>%llu" : "<td>",
            (unsigned long long) wrong->distance);
    write_cell(file, "", wrong->rule);
    fputc('\n', file);
}

static void write_wrongs(FILE *file, const struct ombre_report_detail *detail)
{
    if (detail->wrong_count == 0)
        return;
    fputs("<div class=\"wide\"><table "
          "class=\"cells\"><thead><tr><th>pixel<th>target<th>sample<th><th>"
          "before<th>source<th>want<th>got<th>legal<th>off by<th>rule</thead>"
          "<tbody>\n",
          file);
    for (unsigned i = 0; i < detail->wrong_count; i++)
        write_wrong(file, &detail->wrong[i]);
    fprintf(file,
            "</tbody></table></div>\n<p class=\"note\">%u of %zu components "
            "that are not legal; %zu were judged.</p>\n",
            detail->wrong_count, detail->failed + detail->warned,
            detail->components);
}

static void write_detail(FILE *file, const struct ombre_report_detail *detail)
{
    fputs("<ul class=\"state\">", file);
    for (unsigned i = 0; i < detail->state_count; i++) {
        const bool here = detail->texel_count > 0 && i == detail->target;
        fprintf(file, "<li%s>target %u: ", here ? " class=here" : "", i);
        report_markup(file, detail->state[i]);
    }
    if (*detail->shared_state) {
        fputs("<li>", file);
        report_markup(file, detail->shared_state);
    }
    fputs("</ul>\n", file);
    write_pictures(file, detail);
    write_wrongs(file, detail);
    if (*detail->replay) {
        fputs("<pre>", file);
        report_markup(file, detail->replay);
        fputs("</pre>\n", file);
    }
}

static void write_card(FILE *file, const struct ombre_report_result *result,
                       bool open)
{
    const enum report_look look = report_look_of(result);
    fprintf(file,
            "<details%s><summary><span class=\"tag %s\">%s %s</span> <span "
            "class=id>",
            open ? " open" : "", report_look_class(look),
            report_look_sign(look), ombre_outcome_status(result->outcome));
    report_markup(file, result->id);
    fputs("</span></summary>\n", file);
    if (*result->reason) {
        fputs("<p>", file);
        report_markup(file, result->reason);
        fputs("</p>\n", file);
    }
    if (result->detail)
        write_detail(file, result->detail);
    fputs("</details>\n", file);
}

/* --- Sections --------------------------------------------------------------
 */

static void write_ids(FILE *file, const struct member *member, size_t count)
{
    fprintf(file, "<details><summary>%zu more</summary><ul class=\"state\">",
            count);
    for (size_t i = 0; i < count && i < MAX_IDS; i++) {
        fputs("<li>", file);
        report_markup(file, member[i].result->id);
    }
    if (count > MAX_IDS)
        fprintf(file, "<li>and %zu; the table below has all", count - MAX_IDS);
    fputs("</ul></details>\n", file);
}

static void write_group(FILE *file, const struct member *member, size_t count,
                        bool first, unsigned *cards)
{
    char key[OMBRE_REPORT_SENTENCE];
    const enum report_look look = report_look_of(member->result);
    size_t shown = 0;
    copy_key(member, key);
    fprintf(file, "<div class=\"box group %s\"><h3><span class=\"tag %s\">%s ",
            report_look_class(look), report_look_class(look),
            report_look_sign(look));
    fputs(look == REPORT_LOOK_KNOWN ? "known" : "unexpected", file);
    fputs("</span> ", file);
    report_markup(file, key);
    fprintf(file, " <span class=\"count\">%zu case%s</span></h3>\n", count,
            count == 1 ? "" : "s");
    while (shown < count && shown < MAX_CARDS && *cards < MAX_ALL_CARDS) {
        write_card(file, member[shown].result, first && shown == 0);
        shown++;
        ++*cards;
    }
    if (shown < count)
        write_ids(file, member + shown, count - shown);
    fputs("</div>\n", file);
}

static size_t count_groups(const struct member *member, size_t count)
{
    size_t groups = 0;
    for (size_t i = 0; i < count; i += group_length(member + i, count - i))
        groups++;
    return groups;
}

bool report_html_failures(FILE *file, const struct ombre_report *report)
{
    size_t count = 0, shown = 0;
    unsigned cards = 0;
    struct member *members = collect(report, false, &count);
    if (!members)
        return false;
    const size_t groups = count_groups(members, count);
    fprintf(file,
            "<h2 id=\"failures\">Not right <small>%zu case%s, %zu "
            "cause%s</small></h2>\n",
            count, count == 1 ? "" : "s", groups, groups == 1 ? "" : "s");
    if (count == 0)
        fputs("<p class=\"empty\">Every case that was drawn is as Direct3D has "
              "it.</p>\n",
              file);
    for (size_t i = 0; i < count && shown < MAX_GROUPS; shown++) {
        const size_t length = group_length(members + i, count - i);
        /* What is unexpected lies open; of what is known, the first. */
        write_group(file, members + i, length,
                    shown == 0 || members[i].look < 2, &cards);
        i += length;
    }
    if (groups > shown)
        fprintf(file,
                "<p class=\"empty\">And %zu more causes; the table below has "
                "all cases.</p>\n",
                groups - shown);
    free(members);
    return true;
}

bool report_html_skips(FILE *file, const struct ombre_report *report)
{
    size_t count = 0, shown = 0;
    struct member *members = collect(report, true, &count);
    if (!members)
        return false;
    fprintf(file,
            "<h2 id=\"skips\">Not supported <small>%zu case%s, by "
            "reason</small></h2>\n",
            count, count == 1 ? "" : "s");
    if (count == 0)
        fputs("<p class=\"empty\">The device can do everything that this run "
              "asks.</p>\n",
              file);
    else
        fputs("<div class=\"box wide\"><table class=\"skips\"><thead><tr><th "
              "class=n>Cases<th>Reason<th>For example</thead><tbody>\n",
              file);
    for (size_t i = 0; i < count && shown < MAX_GROUPS; shown++) {
        const size_t length = group_length(members + i, count - i);
        char key[OMBRE_REPORT_SENTENCE];
        copy_key(&members[i], key);
        fprintf(file, "<tr><td class=n>%zu", length);
        write_cell(file, "", key);
        write_cell(file, "id", members[i].result->id);
        fputc('\n', file);
        i += length;
    }
    if (count > 0)
        fputs("</tbody></table></div>\n", file);
    free(members);
    return true;
}
