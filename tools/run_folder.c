#include "run_folder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "clock.h"
#include "command.h"

/* Logs that are written, and how long measurements may wait. */
enum { MAX_LOGS = 1000, WRITE_MS = 5000 };

void time_text(char out[32])
{
    const char *epoch = getenv("SOURCE_DATE_EPOCH");
    time_t now =
        epoch && *epoch ? (time_t) strtoll(epoch, NULL, 10) : time(NULL);
    struct tm parts;
    if (!gmtime_r(&now, &parts) ||
        strftime(out, 32, "%Y-%m-%dT%H:%M:%SZ", &parts) == 0)
        strcpy(out, "unknown");
}

/* --- Files -----------------------------------------------------------------
 */

static bool path_in(char path[4096], const char *folder, const char *name)
{
    const int length = snprintf(path, 4096, "%s/%s", folder, name);
    if (length > 0 && length < 4096)
        return true;
    errno = ENAMETOOLONG;
    return false;
}

static FILE *open_in(const char *folder, const char *name, const char *mode)
{
    char path[4096];
    return path_in(path, folder, name) ? fopen(path, mode) : NULL;
}

static int complain(const char *folder, const char *name)
{
    fprintf(stderr, "ombre: %s/%s: %s\n", folder, name, strerror(errno));
    return EXIT_INFRASTRUCTURE;
}

static int make_folder(const char *path)
{
    if (mkdir(path, 0777) == 0 || errno == EEXIST)
        return EXIT_EXPECTED;
    fprintf(stderr, "ombre: --output: %s: %s\n", path, strerror(errno));
    return EXIT_INFRASTRUCTURE;
}

/* The lock ends with the process, however that ends. */
static bool lock(FILE *file)
{
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    return fcntl(fileno(file), F_SETLK, &whole) == 0;
}

static int close_all(struct run_folder *folder)
{
    bool good = true;
    if (folder->results)
        good = fclose(folder->results) == 0;
    if (folder->failures)
        good = fclose(folder->failures) == 0 && good;
    folder->results = folder->failures = NULL;
    return good ? EXIT_EXPECTED : complain(folder->path, "results.jsonl");
}

static int write_manifest_file(const char *path,
                               void (*write_manifest)(FILE *, const void *),
                               const void *user)
{
    /* "x": nothing of another run is overwritten. */
    FILE *file = open_in(path, "run.json", "wx");
    if (!file && errno == EEXIST) {
        fprintf(stderr,
                "ombre: %s/run.json: File exists: the folder keeps a run, and "
                "nothing is overwritten; 'ombre resume' goes on with one that "
                "was broken off\n",
                path);
        return EXIT_INFRASTRUCTURE;
    }
    if (!file)
        return complain(path, "run.json");
    write_manifest(file, user);
    const bool good = !ferror(file);
    return fclose(file) == 0 && good ? EXIT_EXPECTED
                                     : complain(path, "run.json");
}

static int open_results(struct run_folder *folder, const char *mode)
{
    folder->results = open_in(folder->path, "results.jsonl", mode);
    if (!folder->results)
        return complain(folder->path, "results.jsonl");
    if (!lock(folder->results)) {
        fprintf(stderr, "ombre: %s: another ombre is writing there\n",
                folder->path);
        close_all(folder);
        return EXIT_INFRASTRUCTURE;
    }
    folder->failures = open_in(folder->path, "failures.csv", mode);
    if (folder->failures)
        return EXIT_EXPECTED;
    const int code = complain(folder->path, "failures.csv");
    close_all(folder);
    return code;
}

int run_folder_create(struct run_folder *folder, const char *path,
                      void (*write_manifest)(FILE *file, const void *user),
                      const void *user)
{
    *folder = (struct run_folder){.path = path, .written_ms = clock_ms()};
    int code = make_folder(path);
    if (code == EXIT_EXPECTED)
        code = write_manifest_file(path, write_manifest, user);
    if (code == EXIT_EXPECTED)
        code = open_results(folder, "wx");
    if (code != EXIT_EXPECTED)
        return code;
    ombre_report_write_head(folder->results);
    fflush(folder->results);
    return EXIT_EXPECTED;
}

/* End a line that was cut short. */
static void mend_end(FILE *file)
{
    if (fseek(file, -1, SEEK_END) == 0 && fgetc(file) != '\n') {
        fseek(file, 0, SEEK_END);
        fputc('\n', file);
    }
    fseek(file, 0, SEEK_END);
}

int run_folder_append(struct run_folder *folder, const char *path)
{
    char now[32];
    *folder = (struct run_folder){.path = path, .written_ms = clock_ms()};
    const int code = open_results(folder, "a+");
    if (code != EXIT_EXPECTED)
        return code;
    mend_end(folder->results);
    mend_end(folder->failures);
    time_text(now);
    if (ftell(folder->results) == 0)
        ombre_report_write_head(folder->results);
    ombre_report_write_resumed(folder->results, now);
    fflush(folder->results);
    return EXIT_EXPECTED;
}

/* --- Results ---------------------------------------------------------------
 */

/* Whether an id may be the name of a file. */
static bool is_name(const char *id)
{
    const size_t length = strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789._-");
    return length > 0 && length < 200 && id[length] == '\0' && id[0] != '.';
}

static void write_log(struct run_folder *folder,
                      const struct ombre_report_result *result)
{
    char path[4096], name[256];
    if (folder->logs >= MAX_LOGS || !is_name(result->id) ||
        !path_in(path, folder->path, "failures"))
        return;
    mkdir(path, 0777);
    snprintf(name, sizeof name, "failures/%s.log", result->id);
    FILE *file = open_in(folder->path, name, "wx");
    if (!file)
        return;
    ombre_report_write_log(file, result);
    fclose(file);
    folder->logs++;
}

void run_folder_add(struct run_folder *folder,
                    const struct ombre_report_result *result, bool again)
{
    const bool bad = ombre_outcome_rank(result->outcome) > 0;
    if (bad && (!again || result->outcome == OMBRE_OUTCOME_FLAKE)) {
        fprintf(folder->failures, "%s,%s\n", result->id,
                ombre_outcome_status(result->outcome));
        fflush(folder->failures);
    }
    if (bad && (result->detail || result->outcome >= OMBRE_OUTCOME_CRASH))
        write_log(folder, result);
    ombre_report_write_result(folder->results, result);
    fflush(folder->results);
}

static void write_measurements(struct run_folder *folder)
{
    for (unsigned i = 0; i < OMBRE_REPORT_FORMATS; i++) {
        ombre_report_write_precision(folder->results, &folder->precision[i]);
        folder->precision[i] = (struct ombre_report_precision){0};
    }
    folder->written_ms = clock_ms();
    fflush(folder->results);
}

void run_folder_measure(struct run_folder *folder,
                        const struct ombre_report_precision *precision,
                        size_t count)
{
    for (size_t i = 0; i < count; i++) {
        unsigned at = 0;
        while (at < OMBRE_REPORT_FORMATS && folder->precision[at].count > 0 &&
               folder->precision[at].dxgi != precision[i].dxgi)
            at++;
        if (at < OMBRE_REPORT_FORMATS)
            ombre_report_precision_join(&folder->precision[at], &precision[i]);
    }
    if (clock_ms() - folder->written_ms >= WRITE_MS)
        write_measurements(folder);
}

int run_folder_close(struct run_folder *folder, double seconds, bool complete,
                     int exit_code)
{
    char now[32];
    time_text(now);
    write_measurements(folder);
    ombre_report_write_end(folder->results, now, seconds, complete, exit_code);
    const bool good = !ferror(folder->results) && !ferror(folder->failures);
    const int code = close_all(folder);
    if (good)
        return code;
    /* What was wrong then is no longer known. */
    fprintf(stderr, "ombre: %s: not all results could be written\n",
            folder->path);
    return EXIT_INFRASTRUCTURE;
}
