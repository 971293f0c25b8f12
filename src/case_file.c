/* A case from a file. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "case_text.h"
#include "ombre/case.h"

static bool refuse(struct ombre_case_error *error, const char *what, int reason)
{
    struct short_text message;
    char text[128] = "unknown reason";

    *error = (struct ombre_case_error){0};
    message = short_text_in(error->message, sizeof error->message);
    strerror_r(reason, text, sizeof text);
    short_text_add(&message, what);
    short_text_add(&message, text);
    return false;
}

/* Read at most one byte more than a case may have; ombre_case_parse() then
 * says so. */
static bool read_all(FILE *file, char **out, size_t *size,
                     struct ombre_case_error *error)
{
    const size_t most = OMBRE_CASE_MAX_BYTES + 1;
    size_t capacity = 0;

    do {
        if (*size == capacity) {
            const size_t wanted = capacity < 4096 ? 4096 : capacity * 4;
            capacity = wanted < most ? wanted : most;
            char *bytes = realloc(*out, capacity);
            if (!bytes)
                return refuse(error, "cannot read the file: ", ENOMEM);
            *out = bytes;
        }
        errno = 0;
        *size += fread(*out + *size, 1, capacity - *size, file);
        if (ferror(file))
            return refuse(error, "cannot read the file: ", errno);
    } while (!feof(file) && *size < most);
    return true;
}

bool ombre_case_read(const char *path, struct ombre_case *out,
                     struct ombre_case_error *error)
{
    const bool is_standard_input = !strcmp(path, "-");
    FILE *file = is_standard_input ? stdin : fopen(path, "rb");
    char *text = NULL;
    size_t size = 0;

    *out = (struct ombre_case){0};
    if (!file)
        return refuse(error, "cannot open the file: ", errno);
    const bool read = read_all(file, &text, &size, error) &&
                      ombre_case_parse(text, size, out, error);
    if (!is_standard_input)
        fclose(file);
    free(text);
    return read;
}
