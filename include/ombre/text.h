/* ombre/text.h - text that came from outside, character by character
 *
 * Case files, file names and drivers say what they like: bytes that are no
 * UTF-8, control characters, characters that turn the order of a line around.
 * Whoever prints or writes such text walks over it with these.  Any number of
 * threads may call them.
 */
#ifndef OMBRE_TEXT_H
#define OMBRE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What stands for a byte that belongs to no character (U+FFFD). */
#define OMBRE_TEXT_REPLACEMENT UINT32_C(0xFFFD)

/* Decode the character that begins at `bytes`, of which `size` (at least 1) may
 * be read.  Returns its length in bytes, 1 to 4.  Where no well-formed
 * character begins (Unicode 15, table 3-7: overlong forms, surrogates, beyond
 * U+10FFFF, cut short), *code is OMBRE_TEXT_REPLACEMENT, *whole is false and
 * the length is 1. */
size_t ombre_text_decode(const char *bytes, size_t size, uint32_t *code,
                         bool *whole);

/* Whether a terminal or a page obeys the character rather than shows it: C0,
 * DEL and C1 controls, marks and overrides of direction, separators of lines
 * and paragraphs, the byte order mark. */
bool ombre_text_is_obeyed(uint32_t code);

#ifdef __cplusplus
}
#endif

#endif /* OMBRE_TEXT_H */
