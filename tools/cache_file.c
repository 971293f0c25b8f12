#include "cache_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* What ombre_gpu_pipeline_cache() begins with, in any version. */
static const char magic[] = "OMBREPC";
enum { MAGIC_SIZE = sizeof magic - 1 };

static const off_t max_size = (off_t) 1 << 30;

static bool read_all(int file, char *bytes, size_t size)
{
    while (size > 0) {
        const ssize_t got = read(file, bytes, size);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        bytes += got;
        size -= (size_t) got;
    }
    return true;
}

static bool write_all(int file, const char *bytes, size_t size)
{
    while (size > 0) {
        const ssize_t put = write(file, bytes, size);
        if (put < 0 && errno == EINTR)
            continue;
        if (put <= 0)
            return false;
        bytes += put;
        size -= (size_t) put;
    }
    return true;
}

/* A file of another kind, a pipe (at which reading would wait), a folder. */
static bool is_plain(int file, struct stat *out)
{
    return fstat(file, out) == 0 && S_ISREG(out->st_mode) &&
           out->st_size >= MAGIC_SIZE && out->st_size <= max_size;
}

enum cache_file_status cache_file_read(const char *path, void **data,
                                       size_t *size)
{
    enum cache_file_status status = CACHE_FILE_OTHER;
    struct stat facts;
    char *bytes = NULL;
    *data = NULL;
    *size = 0;
    const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0)
        return errno == ENOENT ? CACHE_FILE_NONE : CACHE_FILE_ERROR;
    if (is_plain(file, &facts)) {
        status = CACHE_FILE_ERROR;
        bytes = malloc((size_t) facts.st_size);
    }
    if (bytes && read_all(file, bytes, (size_t) facts.st_size))
        status = memcmp(bytes, magic, MAGIC_SIZE) == 0 ? CACHE_FILE_OK
                                                       : CACHE_FILE_OTHER;
    if (status == CACHE_FILE_OK) {
        *data = bytes;
        *size = (size_t) facts.st_size;
        bytes = NULL;
    }
    free(bytes);
    close(file);
    return status;
}

/* Write beside the file and move it there. */
static enum cache_file_status replace(const char *path, char *beside,
                                      const void *data, size_t size)
{
    const int file = mkstemp(beside);
    if (file < 0)
        return CACHE_FILE_ERROR;
    bool good = write_all(file, data, size);
    good = fchmod(file, 0644) == 0 && good;
    good = close(file) == 0 && good;
    if (good && rename(beside, path) == 0)
        return CACHE_FILE_OK;
    const int why = errno;
    unlink(beside);
    errno = why;
    return CACHE_FILE_ERROR;
}

enum cache_file_status cache_file_write(const char *path, const void *data,
                                        size_t size)
{
    static const char ending[] = ".XXXXXX";
    void *before;
    size_t before_size;
    enum cache_file_status status =
        cache_file_read(path, &before, &before_size);
    free(before);
    if (status != CACHE_FILE_OK && status != CACHE_FILE_NONE)
        return status;
    char *beside = malloc(strlen(path) + sizeof ending);
    if (!beside)
        return CACHE_FILE_ERROR;
    strcpy(beside, path);
    strcat(beside, ending);
    status = replace(path, beside, data, size);
    free(beside);
    return status;
}

bool cache_file_check(const char *path)
{
    void *data;
    size_t size;
    const enum cache_file_status status = cache_file_read(path, &data, &size);
    free(data);
    switch (status) {
    case CACHE_FILE_OK:
    case CACHE_FILE_NONE: return true;
    case CACHE_FILE_OTHER:
        fprintf(stderr,
                "ombre: --pipeline-cache: %s is no pipeline cache of ombre's, "
                "and is left as it is\n",
                path);
        return false;
    case CACHE_FILE_ERROR: break;
    }
    fprintf(stderr, "ombre: --pipeline-cache: %s: %s\n", path, strerror(errno));
    return false;
}
