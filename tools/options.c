#include "options.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ombre/case.h"

struct option {
    const char *name;
    char letter; /* 0: none */
    const char *argument;
    const char *help;
};

static const struct option table[] = {
#define X(id, name, letter, argument, help) {name, letter, argument, help},
    OPTIONS(X)
#undef X
};

static bool is_allowed(uint64_t allowed, unsigned id)
{
    return allowed >> id & 1;
}

/* --- Words ---------------------------------------------------------------- */

/* Where reading stands. */
struct words {
    int argc;
    char **argv;
    int next;
    uint64_t allowed;
    struct options *out;
};

static void complain_unknown(const struct words *words, const char *name)
{
    const char *known[OPTION_COUNT];
    size_t count = 0;
    for (unsigned id = 0; id < OPTION_COUNT; id++)
        if (is_allowed(words->allowed, id))
            known[count++] = table[id].name;
    const char *nearest = ombre_nearest_name(name, known, count);
    fprintf(stderr, "ombre: unknown option '--%s'", name);
    if (nearest)
        fprintf(stderr, " (did you mean '--%s'?)", nearest);
    fputc('\n', stderr);
}

/* Take an argument from `inside` the word, or else from the next word. */
static bool take_argument(struct words *words, unsigned id, char *inside)
{
    const struct option *option = &table[id];
    if (!inside && words->next < words->argc)
        inside = words->argv[words->next++];
    if (!inside) {
        fprintf(stderr, "ombre: option '--%s' needs an argument: %s\n",
                option->name, option->argument);
        return false;
    }
    words->out->value[id] = inside;
    return true;
}

/* Read "name" or "name=value". */
static bool parse_long(struct words *words, char *word)
{
    char *equals = strchr(word, '=');
    if (equals)
        *equals = '\0';
    unsigned id = 0;
    while (id < OPTION_COUNT && (!is_allowed(words->allowed, id) ||
                                 strcmp(table[id].name, word) != 0))
        id++;
    if (id == OPTION_COUNT) {
        complain_unknown(words, word);
        return false;
    }
    words->out->given[id] = true;
    if (table[id].argument)
        return take_argument(words, id, equals ? equals + 1 : NULL);
    if (equals) {
        fprintf(stderr, "ombre: option '--%s' takes no argument\n", word);
        return false;
    }
    return true;
}

/* Read "abc" as -a -b -c, or "dVALUE" as -d VALUE. */
static bool parse_letters(struct words *words, char *letters)
{
    for (; *letters; letters++) {
        unsigned id = 0;
        while (id < OPTION_COUNT && (!is_allowed(words->allowed, id) ||
                                     table[id].letter != *letters))
            id++;
        if (id == OPTION_COUNT) {
            fprintf(stderr, "ombre: unknown option '-%c'\n", *letters);
            return false;
        }
        words->out->given[id] = true;
        if (table[id].argument)
            return take_argument(words, id, letters[1] ? letters + 1 : NULL);
    }
    return true;
}

bool options_parse(int argc, char **argv, uint64_t allowed, struct options *out)
{
    *out = (struct options){.operand = argv};
    struct words words = {
        .argc = argc, .argv = argv, .allowed = allowed, .out = out};
    bool only_operands = false;
    while (words.next < argc) {
        char *word = argv[words.next++];
        if (only_operands || word[0] != '-' || word[1] == '\0') {
            argv[out->operand_count++] = word; /* never ahead of `next` */
        } else if (strcmp(word, "--") == 0) {
            only_operands = true;
        } else if (word[1] == '-') {
            if (!parse_long(&words, word + 2))
                return false;
        } else if (!parse_letters(&words, word + 1)) {
            return false;
        }
    }
    return true;
}

void options_print(uint64_t allowed)
{
    for (unsigned id = 0; id < OPTION_COUNT; id++) {
        const struct option *option = &table[id];
        if (!is_allowed(allowed, id))
            continue;
        char left[40];
        snprintf(left, sizeof left, "--%s%s%s", option->name,
                 option->argument ? " " : "",
                 option->argument ? option->argument : "");
        if (option->letter)
            printf("  -%c, %-22s %s\n", option->letter, left, option->help);
        else
            printf("      %-22s %s\n", left, option->help);
    }
}

/* --- Values --------------------------------------------------------------- */

bool options_number(const struct options *options, enum option_id id, long low,
                    long high, long *out)
{
    if (!options->given[id])
        return true;
    const char *text = options->value[id];
    char *end;
    errno = 0;
    const long value = strtol(text, &end, 10);
    if (errno || end == text || *end || value < low || value > high) {
        fprintf(stderr,
                "ombre: option '--%s' takes a number from %ld to %ld, not "
                "'%s'\n",
                table[id].name, low, high, text);
        return false;
    }
    *out = value;
    return true;
}

/* Powers of 1024 by their letter; 0 for a letter that is none. */
static uint64_t unit_of(const char *letter)
{
    static const char letters[] = "KMG";
    uint64_t unit = 1;
    if (!*letter)
        return unit;
    for (const char *at = letters; *at; at++) {
        unit *= 1024;
        if ((letter[0] == *at || letter[0] == *at + ('a' - 'A')) && !letter[1])
            return unit;
    }
    return 0;
}

bool options_size(const struct options *options, enum option_id id,
                  uint64_t low, uint64_t *out)
{
    if (!options->given[id])
        return true;
    const char *text = options->value[id];
    char *end;
    errno = 0;
    const unsigned long long value = strtoull(text, &end, 10);
    const uint64_t unit = unit_of(end);
    if (errno || end == text || *text < '0' || *text > '9' || unit == 0 ||
        value > UINT64_MAX / unit || value * unit < low) {
        fprintf(stderr,
                "ombre: option '--%s' takes a number of bytes from %" PRIu64
                " on, as 512M or 2G, not '%s'\n",
                table[id].name, low, text);
        return false;
    }
    *out = value * unit;
    return true;
}

static void complain_choice(enum option_id id, const char *word,
                            const char *const *names, unsigned count)
{
    fprintf(stderr, "ombre: option '--%s' does not know '%s'; ", table[id].name,
            word);
    const char *nearest = ombre_nearest_name(word, names, count);
    if (nearest) {
        fprintf(stderr, "did you mean '%s'?\n", nearest);
        return;
    }
    fputs("it takes", stderr);
    for (unsigned i = 0; i < count; i++)
        fprintf(stderr, "%s %s", i ? "," : "", names[i]);
    fputc('\n', stderr);
}

static bool find_choice(enum option_id id, const char *word,
                        const char *const *names, unsigned count, unsigned *out)
{
    for (unsigned i = 0; i < count; i++)
        if (strcmp(names[i], word) == 0) {
            *out = i;
            return true;
        }
    complain_choice(id, word, names, count);
    return false;
}

bool options_choice(const struct options *options, enum option_id id,
                    const char *const *names, unsigned count, unsigned *out)
{
    if (!options->given[id])
        return true;
    return find_choice(id, options->value[id], names, count, out);
}

bool options_list(const struct options *options, enum option_id id,
                  const char *const *names, unsigned count, uint32_t *out)
{
    if (!options->given[id])
        return true;
    uint32_t bits = 0;
    const char *text = options->value[id];
    while (*text) {
        const size_t length = strcspn(text, ",");
        char word[64];
        snprintf(word, sizeof word, "%.*s", (int) length, text);
        unsigned choice;
        if (!find_choice(id, word, names, count, &choice))
            return false;
        bits |= UINT32_C(1) << choice;
        text += length + (text[length] == ',');
    }
    *out = bits;
    return true;
}
