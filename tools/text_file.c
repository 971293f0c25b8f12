#include "text_file.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "command.h"

const char *text_file_path(const struct options *options)
{
    const char *path = options->value[OPTION_OUTPUT];
    return path && strcmp(path, "-") != 0 ? path : NULL;
}

int text_file_check(const struct options *options)
{
    const char *path = text_file_path(options);
    if (!path || options->given[OPTION_FORCE] || access(path, F_OK) != 0)
        return EXIT_EXPECTED;
    fprintf(stderr,
            "ombre: --output: %s is there already; --force replaces it\n",
            path);
    return EXIT_USAGE;
}

int text_file_write(const struct options *options, const char *text)
{
    const char *path = text_file_path(options);
    if (!path) {
        /* Whether that worked is looked at when the command ends. */
        fputs(text, stdout);
        return EXIT_EXPECTED;
    }
    FILE *file = fopen(path, options->given[OPTION_FORCE] ? "w" : "wx");
    const bool written = file && fputs(text, file) >= 0;
    if (file && fclose(file) == 0 && written)
        return EXIT_EXPECTED;
    fputs("ombre: --output: ", stderr);
    perror(path);
    return EXIT_INFRASTRUCTURE;
}
