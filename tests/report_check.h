/* report_check.h - what the tests of reports share */
#ifndef OMBRE_TESTS_REPORT_CHECK_H
#define OMBRE_TESTS_REPORT_CHECK_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ombre/report.h"

/* What a writer writes, as a string on the heap. */
struct written {
    char *text;
    size_t size;
    FILE *file;
};

static inline FILE *written_open(struct written *written)
{
    written->text = NULL;
    written->file = open_memstream(&written->text, &written->size);
    if (!written->file)
        abort();
    return written->file;
}

static inline const char *written_close(struct written *written)
{
    if (fclose(written->file) != 0)
        abort();
    return written->text;
}

static inline size_t occurrences(const char *text, const char *of)
{
    size_t count = 0;
    for (; (text = strstr(text, of)); text += strlen(of))
        count++;
    return count;
}

/* A detail with another value in every field. */
static inline struct ombre_report_detail *some_detail(void)
{
    struct ombre_report_detail *detail = calloc(1, sizeof *detail);
    if (!detail)
        abort();
    *detail = (struct ombre_report_detail){
        .components = 96,
        .failed = 3,
        .warned = 2,
        .state_count = 2,
        .state = {"R8G8B8A8_UNORM: SRC_ALPHA*src + dest", "hole"},
        .shared_state = "1 sample",
        .cause = "store on R8G8B8A8_UNORM: far from what is legal",
        .looks_like = "store truncates",
        .replay = "ombre show om.a.b | ombre draw -",
        .wrong_count = 2,
        .wrong = {{.pixel = 17,
                   .target = 1,
                   .sample = 3,
                   .component = OMBRE_BLUE,
                   .outcome = OMBRE_OUTCOME_FAIL,
                   .distance = UINT64_MAX - 1,
                   .format = "R8G8B8A8_UNORM",
                   .before = "1 = 0.00392157",
                   .source = "0.25",
                   .want = "64 = 0.25098",
                   .got = "63 = 0.247059",
                   .legal = "64",
                   .rule = "store"},
                  {.pixel = 18,
                   .component = OMBRE_ALPHA,
                   .outcome = OMBRE_OUTCOME_COMPATIBILITY_WARNING,
                   .want = "2",
                   .got = "3",
                   .rule = "blend"}},
        .target = 1,
        .sample = 3,
        .first_pixel = 16,
        .dxgi = 28,
        .texel_count = 2,
        .texel = {{.before = {{0x40302010, 0, 0, 0}},
                   .want = {{0xFF00FF00, 0, 0, 0}},
                   .got = {{0xFE00FF01, 0, 0, 0}},
                   .source = {0x3F800000, 0x3F000000, 0x3E800000, 0x7FC00000},
                   .wrong = 9},
                  {.before = {{1, 0, 0, 0}},
                   .want = {{2, 0, 0, 0}},
                   .got = {{2, 0, 0, 0}},
                   .source = {5, 6, 7, 8}}},
    };
    return detail;
}

#endif /* OMBRE_TESTS_REPORT_CHECK_H */
