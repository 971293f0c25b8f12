#include "bench_plain.h"

static float clamped(float x)
{
    return x > 0 ? x < 1 ? x : 1 : 0;
}

static void blend(const float source[4], const uint8_t dest[4], uint8_t out[4])
{
    const float a = clamped(source[3]);
    for (unsigned i = 0; i < 4; i++) {
        const float d = (float) dest[i] / 255;
        const float y = clamped(source[i]) * a + d * (1 - a);
        out[i] = (uint8_t) (clamped(y) * 255 + 0.5f);
    }
}

void plain_blend_codes(size_t count, const uint8_t *source, const uint8_t *dest,
                       uint8_t *out)
{
    for (size_t p = 0; p < count; p++) {
        float s[4];
        for (unsigned i = 0; i < 4; i++)
            s[i] = (float) source[4 * p + i] / 255;
        blend(s, dest + 4 * p, out + 4 * p);
    }
}

void plain_blend_floats(size_t count, const float *source, const uint8_t *dest,
                        uint8_t *out)
{
    for (size_t p = 0; p < count; p++)
        blend(source + 4 * p, dest + 4 * p, out + 4 * p);
}
