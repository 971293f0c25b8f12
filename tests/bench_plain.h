/* bench_plain.h - the blend loop that anyone would write, as a yardstick */
#ifndef OMBRE_TESTS_BENCH_PLAIN_H
#define OMBRE_TESTS_BENCH_PLAIN_H

#include <stddef.h>
#include <stdint.h>

/* SRC_ALPHA, INV_SRC_ALPHA on R8G8B8A8_UNORM in floats. */
void plain_blend_codes(size_t count, const uint8_t *source, const uint8_t *dest,
                       uint8_t *out);
void plain_blend_floats(size_t count, const float *source, const uint8_t *dest,
                        uint8_t *out);

#endif /* OMBRE_TESTS_BENCH_PLAIN_H */
