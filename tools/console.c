#include "console.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

static char clean_byte(char c)
{
    const unsigned char byte = (unsigned char) c;
    return byte < 0x20 || byte == 0x7F ? '?' : c;
}

void console_paint(const struct console *console, enum paint paint,
                   const char *text)
{
    const bool painted = console->color && paint != PAINT_NONE;
    if (painted)
        fputs(escape(paint), console->file);
    for (; *text; text++)
        fputc(clean_byte(*text), console->file);
    if (painted)
        fputs("\033[0m", console->file);
}

void console_clean(char *out, size_t size, const char *text)
{
    size_t length = 0;
    for (; *text && length + 1 < size; text++)
        out[length++] = clean_byte(*text);
    out[length] = '\0';
}
