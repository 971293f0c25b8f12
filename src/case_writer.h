/* JSON in memory that grows as it is written. */
#ifndef OMBRE_CASE_WRITER_H
#define OMBRE_CASE_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ombre/format.h"

/* Once memory has run out, everything that is written is dropped. */
struct case_writer {
    char *bytes; /* ended by NUL once something is written; the caller frees */
    size_t length, capacity;
    bool failed;
    bool is_explicit;       /* write fields that are as usual, too */
    const char *api_prefix; /* of names: "D3D12_" */
};

void case_write_raw(struct case_writer *writer, const char *text);

/* Like case_write_raw(), printf-like, of at most 127 bytes. */
void case_write_format(struct case_writer *writer, const char *format, ...);

/* A JSON string. */
void case_write_string(struct case_writer *writer, const char *string);

/* What case_read_word() and case_read_words() read back to the same bits. */
void case_write_word(struct case_writer *writer, enum ombre_base_type type,
                     uint32_t word);
void case_write_words(struct case_writer *writer, enum ombre_base_type type,
                      const uint32_t words[4]);

#endif /* OMBRE_CASE_WRITER_H */
