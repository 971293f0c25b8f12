#include "console.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ombre/text.h"

static bool is_set(const char *variable)
{
    const char *value = getenv(variable);
    return value && *value;
}

struct console console_open(FILE *file)
{
    const char *term = getenv("TERM");
    const bool dumb = term && strcmp(term, "dumb") == 0;
    struct console console = {.file = file, .terminal = isatty(fileno(file))};
    console.color = console.terminal && !dumb;
    if (is_set("FORCE_COLOR") || is_set("CLICOLOR_FORCE"))
        console.color = true;
    if (is_set("NO_COLOR"))
        console.color = false;
    return console;
}

static const char *escape(enum paint paint)
{
    switch (paint) {
    case PAINT_NONE: return "";
    case PAINT_GOOD: return "\033[32m";
    case PAINT_WARN: return "\033[33m";
    case PAINT_BAD: return "\033[1;31m";
    case PAINT_FAINT: return "\033[2m";
    }
    return "";
}

/* The next character of `text` as it may be shown, at *shown; its length in
 * both is returned through *length and as the result. */
static size_t next_character(const char *text, const char **shown,
                             size_t *length)
{
    uint32_t code;
    bool whole;
    *length = ombre_text_decode(text, strlen(text), &code, &whole);
    const bool fit = whole && !ombre_text_is_obeyed(code);
    *shown = fit ? text : "?";
    return fit ? *length : 1;
}

void console_paint(const struct console *console, enum paint paint,
                   const char *text)
{
    const bool painted = console->color && paint != PAINT_NONE;
    if (painted)
        fputs(escape(paint), console->file);
    while (*text) {
        const char *shown;
        size_t length;
        const size_t count = next_character(text, &shown, &length);
        fwrite(shown, 1, count, console->file);
        text += length;
    }
    if (painted)
        fputs("\033[0m", console->file);
}

void console_clean(char *out, size_t size, const char *text)
{
    size_t filled = 0;
    while (*text) {
        const char *shown;
        size_t length;
        const size_t count = next_character(text, &shown, &length);
        if (filled + count >= size)
            break;
        memcpy(out + filled, shown, count);
        filled += count;
        text += length;
    }
    out[filled] = '\0';
}
