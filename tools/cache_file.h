/* cache_file.h - the driver's pipeline cache in a file, from run to run
 *
 * What the file holds is checked where it is used (ombre_gpu_open()); here only
 * that nothing but such a file is ever replaced.
 */
#ifndef OMBRE_TOOLS_CACHE_FILE_H
#define OMBRE_TOOLS_CACHE_FILE_H

#include <stdbool.h>
#include <stddef.h>

enum cache_file_status {
    CACHE_FILE_OK,
    CACHE_FILE_NONE,  /* there is no file yet */
    CACHE_FILE_OTHER, /* there is something else, which is to be left alone */
    CACHE_FILE_ERROR, /* errno says why */
};

/* Read the whole file.  On OK *data is the caller's to free(). */
enum cache_file_status cache_file_read(const char *path, void **data,
                                       size_t *size);

/* Put a file in its place, whole or not at all. */
enum cache_file_status cache_file_write(const char *path, const void *data,
                                        size_t size);

/* Say on standard error what is wrong with the file, if anything is: false. */
bool cache_file_check(const char *path);

#endif /* OMBRE_TOOLS_CACHE_FILE_H */
