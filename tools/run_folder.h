/* run_folder.h - the folder that a run writes (ombre/report.h says what is in
 * it)
 *
 * Nothing in it is ever overwritten: a new run wants a new folder, a resumed
 * one appends.  Every line is flushed, so a kill loses at most one.
 */
#ifndef OMBRE_TOOLS_RUN_FOLDER_H
#define OMBRE_TOOLS_RUN_FOLDER_H

#include "ombre/report.h"

struct run_folder {
    const char *path;
    FILE *results, *failures;
    size_t logs; /* written so far */
    /* What has been measured since it was last written. */
    struct ombre_report_precision precision[OMBRE_REPORT_FORMATS];
    int64_t written_ms;
};

/* Make the folder, unless it is there and empty of a run, and open its files;
 * `write_manifest` fills run.json.  Returns EXIT_EXPECTED, or another exit code
 * after complaining. */
int run_folder_create(struct run_folder *folder, const char *path,
                      void (*write_manifest)(FILE *file, const void *user),
                      const void *user);

/* Open a folder to append to it: what a kill left half written stays, and is
 * marked.  Only one process may have it open. */
int run_folder_append(struct run_folder *folder, const char *path);

/* Keep one result; `again` if there is a line on its case. */
void run_folder_add(struct run_folder *folder,
                    const struct ombre_report_result *result, bool again);

/* Keep what was measured; it is written now and then. */
void run_folder_measure(struct run_folder *folder,
                        const struct ombre_report_precision *precision,
                        size_t count);

/* Say how it ended and close the files.  Returns EXIT_EXPECTED, or
 * EXIT_INFRASTRUCTURE after complaining if something did not get written. */
int run_folder_close(struct run_folder *folder, double seconds, bool complete,
                     int exit_code);

/* Now, as "2026-11-30T21:40:32Z"; $SOURCE_DATE_EPOCH if that is set. */
void time_text(char out[32]);

#endif /* OMBRE_TOOLS_RUN_FOLDER_H */
