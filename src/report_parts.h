/* report_parts.h - what the parts of the report layer share */
#ifndef OMBRE_REPORT_PARTS_H
#define OMBRE_REPORT_PARTS_H

#include "ombre/report.h"

/* --- Text that came from outside (report_text.c) ---------------------------
 */

/* Write into XML or HTML, in text or between quotes.  Everything that a parser
 * or a reader's eye could obey (markup, quotes, controls, marks of direction)
 * comes out as what it is: an entity, or <U+202E> in words.  Newlines and tabs
 * stay where `lines` says so. */
void report_markup(FILE *file, const char *text);
void report_markup_lines(FILE *file, const char *text);

/* Write a JSON string with its quotes. */
void report_json_string(FILE *file, const char *text);

/* Copy `text` cut to `size` - 1 bytes, never within a character. */
void report_copy(char *out, size_t size, const char *text);

/* A copy on the heap, NULL without memory. */
char *report_strdup(const char *text);

/* --- Folders (report_read.c) ------------------------------------------------
 */

/* All of a file of a folder; NULL with *error filled.  The caller frees it. */
char *report_read_file(const char *folder, const char *name, size_t *size,
                       struct ombre_report_error *error);

#endif /* OMBRE_REPORT_PARTS_H */
