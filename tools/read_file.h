/* read_file.h - all bytes of a file */
#ifndef OMBRE_TOOLS_READ_FILE_H
#define OMBRE_TOOLS_READ_FILE_H

#include <stddef.h>

/* Read a file.  The caller frees the bytes; NULL, with errno set, if it cannot
 * be read. */
char *read_file(const char *path, size_t *size);

#endif /* OMBRE_TOOLS_READ_FILE_H */
