/* text_file.h - where a command's one document goes */
#ifndef OMBRE_TOOLS_TEXT_FILE_H
#define OMBRE_TOOLS_TEXT_FILE_H

#include "options.h"

/* Look at --output and --force before the work is done: EXIT_EXPECTED, or
 * EXIT_USAGE after complaining that the file is there already. */
int text_file_check(const struct options *options);

/* Write `text` to --output, or to standard output where there is none.
 * EXIT_EXPECTED, or EXIT_INFRASTRUCTURE after complaining. */
int text_file_write(const struct options *options, const char *text);

/* The file that --output names; NULL for standard output. */
const char *text_file_path(const struct options *options);

#endif /* OMBRE_TOOLS_TEXT_FILE_H */
