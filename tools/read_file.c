#include "read_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

/* All of a stream; NULL with errno set. */
static char *read_stream(FILE *file, size_t *size)
{
    size_t capacity = 4096;
    char *bytes = malloc(capacity);
    *size = 0;
    while (bytes) {
        *size += fread(bytes + *size, 1, capacity - *size, file);
        if (*size < capacity)
            break;
        capacity *= 2;
        char *more = realloc(bytes, capacity);
        if (!more)
            free(bytes);
        bytes = more;
    }
    return bytes;
}

char *read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    char *bytes = read_stream(file, size);
    /* A directory opens and does not read. */
    if (bytes && ferror(file)) {
        free(bytes);
        bytes = NULL;
        errno = EISDIR;
    }
    fclose(file);
    return bytes;
}
