#include "progress.h"

#include <stdlib.h>
#include <string.h>

#include "clock.h"

enum { LIVE_MS = 100, LINES_MS = 30000, BAR = 24 };

struct progress progress_start(void)
{
    const char *ci = getenv("CI");
    const char *term = getenv("TERM");
    const bool dumb = !term || strcmp(term, "dumb") == 0;
    struct progress progress = {.console = console_open(stderr),
                                .start_ms = clock_ms()};
    progress.shown_ms = progress.start_ms;
    progress.live =
        progress.console.terminal && !dumb && !(ci && strcmp(ci, "true") == 0);
    return progress;
}

static void erase(const struct progress *progress)
{
    if (progress->live)
        fputs("\r\033[K", stderr);
}

static void show_bar(size_t done, size_t count)
{
    char bar[BAR + 1];
    for (size_t i = 0; i < BAR; i++)
        bar[i] = i * count < done * BAR ? '#' : '.';
    bar[BAR] = '\0';
    fprintf(stderr, "\r[%s] ", bar);
}

void progress_show(struct progress *progress, const struct run *run)
{
    const int64_t now = clock_ms();
    if (now - progress->shown_ms < (progress->live ? LIVE_MS : LINES_MS))
        return;
    progress->shown_ms = now;
    const size_t done = run->finished, count = run->selection->count;
    const double seconds = (double) (now - progress->start_ms) / 1000;
    const double rate = seconds > 0 ? (double) done / seconds : 0;
    const double left = rate > 0 ? (double) (count - done) / rate : 0;
    if (progress->live)
        show_bar(done, count);
    else
        fputs("ombre: ", stderr);
    fprintf(stderr,
            "%zu/%zu %.0f%%  %.0f/s  %.0f s left  pass %zu skip %zu known %zu "
            "unexpected %zu",
            done, count, 100.0 * (double) done / (double) count, rate, left,
            run->counts[OUTCOME_PASS], run->counts[OUTCOME_NOT_SUPPORTED],
            run->expectations[OMBRE_EXPECTATION_KNOWN], run_unexpected(run));
    fputs(progress->live ? "\033[K" : "\n", stderr);
    fflush(stderr);
}

void progress_tell(struct progress *progress, const char *id,
                   const char *status, const char *reason)
{
    erase(progress);
    console_paint(&progress->console, PAINT_BAD, status);
    fprintf(stderr, "  %s  ", id);
    console_paint(&progress->console, PAINT_NONE, reason);
    fputc('\n', stderr);
    progress->shown_ms -= progress->live ? LIVE_MS : 0;
}

void progress_end(struct progress *progress)
{
    erase(progress);
    fflush(stderr);
}
