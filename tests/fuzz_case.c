/* Whatever the bytes: a case or an error that names something, and a case that
 * is written is read back to the same bits.
 *
 * With -Dfuzz=true and clang this is a libFuzzer target; else it replays the
 * files that it is given.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ombre/case.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool holds, const char *what)
{
    if (!holds) {
        fprintf(stderr, "fuzz_case: %s\n", what);
        abort();
    }
}

/* What was read, written, read and written again is the same text. */
static void check_case(const struct ombre_case *c)
{
    struct ombre_case again;
    struct ombre_case_error error;
    char *text = ombre_case_write(c);

    require(text != NULL, "a case cannot be written");
    const bool read = ombre_case_parse(text, strlen(text), &again, &error);
    if (!read)
        fprintf(stderr, "line %u: %s: %s\n%s", error.line, error.path,
                error.message, text);
    require(read, "what was written cannot be read");
    char *text_again = ombre_case_write(&again);
    require(text_again && !strcmp(text, text_again), "texts differ");
    require(c->pixel_count == again.pixel_count &&
                c->layer_count == again.layer_count &&
                c->sample_count == again.sample_count,
            "counts differ");
    require(c->pixel_count == 0 ||
                (!memcmp(c->source, again.source,
                         c->pixel_count * c->layer_count * sizeof *c->source) &&
                 !memcmp(c->dest, again.dest,
                         c->pixel_count * OMBRE_MAX_TARGETS * c->sample_count *
                             sizeof *c->dest)),
            "operands differ");
    ombre_case_finish(&again);
    free(text_again);
    free(text);
}

static void check_error(const struct ombre_case_error *error)
{
    require(error->message[0] != '\0', "an error without a message");
    require(memchr(error->message, '\0', sizeof error->message) != NULL,
            "a message that does not end");
    require(memchr(error->path, '\0', sizeof error->path) != NULL,
            "a path that does not end");
    for (const char *c = error->message; *c; c++)
        require((unsigned char) *c >= 0x20 && *c != 0x7F,
                "a control character in a message");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct ombre_case c;
    struct ombre_case_error error;

    if (ombre_case_parse((const char *) data, size, &c, &error))
        check_case(&c);
    else
        check_error(&error);
    ombre_case_finish(&c);
    return 0;
}

#ifndef OMBRE_LIBFUZZER
static bool replay(const char *path)
{
    FILE *file = fopen(path, "rb");
    static uint8_t bytes[1 << 20];
    struct ombre_case c;
    struct ombre_case_error error;

    if (!file) {
        perror(path);
        return false;
    }
    const size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    LLVMFuzzerTestOneInput(bytes, size);
    if (ombre_case_parse((const char *) bytes, size, &c, &error))
        printf("%s: %zu pixels\n", path, c.pixel_count);
    else
        printf("%s:%u: %s: %s\n", path, error.line, error.path, error.message);
    ombre_case_finish(&c);
    return true;
}

int main(int argc, char **argv)
{
    int replayed = 0;

    for (int i = 1; i < argc; i++)
        replayed += replay(argv[i]);
    printf("%d files replayed\n", replayed);
    return replayed == argc - 1 && replayed > 0 ? 0 : 1;
}
#endif
