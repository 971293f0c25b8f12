/* console.h - text for people
 *
 * Colour never says anything alone: the word it paints stands there too.
 */
#ifndef OMBRE_TOOLS_CONSOLE_H
#define OMBRE_TOOLS_CONSOLE_H

#include <stdbool.h>
#include <stdio.h>

enum paint { PAINT_NONE, PAINT_GOOD, PAINT_WARN, PAINT_BAD, PAINT_FAINT };

struct console {
    FILE *file;
    bool color;
    bool terminal;
};

/* Look at the environment and at `file`: NO_COLOR turns colour off, then
 * FORCE_COLOR or CLICOLOR_FORCE on, then TERM=dumb or no terminal off. */
struct console console_open(FILE *file);

/* Print `text` in a paint.  What a terminal would obey, and
 * bytes that are no UTF-8, come out as '?'. */
void console_paint(const struct console *console, enum paint paint,
                   const char *text);

/* Copy `text` with everything that a terminal could obey made '?'. */
void console_clean(char *out, size_t size, const char *text);

#endif /* OMBRE_TOOLS_CONSOLE_H */
