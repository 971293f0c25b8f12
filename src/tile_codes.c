/* Blends of 8-bit UNORM whose operands all are codes, in whole numbers.
 *
 * With operands in codes a sum is N / 255 of a code, N a whole number between
 * -65,025 and 130,050; halves do not occur, since 255 is odd.  Operands on the
 * grid leave one choice each, so what stays open is the rounding of products.
 * The legal codes are those within R of N, in 255ths of a code:
 *   no true product    N is a multiple of 255: that code only;
 *   STRICT             0.6 of a code: R = 153, ends included, because fp32 may
 *                      stray by a little on either side;
 *   D3D, one product   0.6 + 0.25: R = 216.75, of which a whole N sees 216;
 *   D3D, two           0.6 + 0.5: R = 280.5, or 280.
 * Products rounded to whole codes end within that: they move a sum by less than
 * half a code each.
 */
#include "tile_parts.h"

#include <string.h>

/* x + y and x - y, held within 16 bits. */
TILE_INLINE uint16_t add(uint16_t x, uint16_t y)
{
    const uint16_t room = (uint16_t) ~x;
    return (uint16_t) (x + (y < room ? y : room));
}

TILE_INLINE uint16_t subtract(uint16_t x, uint16_t y)
{
    return (uint16_t) (x - (x < y ? x : y));
}

TILE_INLINE uint8_t code(uint16_t x)
{
    const uint16_t whole = (uint16_t) (x / 255u);
    return (uint8_t) (whole < 255 ? whole : 255);
}

TILE_INLINE uint8_t least(uint8_t x, uint8_t y)
{
    return x < y ? x : y;
}

TILE_INLINE uint8_t greatest(uint8_t x, uint8_t y)
{
    return x > y ? x : y;
}

/* 0xFF, or -1, if so. */
TILE_INLINE uint8_t mask(bool is)
{
    return is ? 0xFF : 0;
}

/* Unless x is 0 or 1. */
TILE_INLINE uint8_t is_between(uint8_t x)
{
    return mask((uint8_t) (x - 1) < 254);
}

/* The room beside products that are true or not. */
TILE_INLINE uint16_t room_of(uint8_t p, uint8_t q, struct tile_room room)
{
    return p & q ? room.two : p | q ? room.one : room.none;
}

/* --- Operands ------------------------------------------------------------- */

/* What the equations read, each a block. */
struct lanes {
    const uint8_t *operand[TILE_OPERANDS];
    uint8_t zero[TILE_BYTES], source_alpha[TILE_BYTES],
        source1_alpha[TILE_BYTES], dest_alpha[TILE_BYTES], saturate[TILE_BYTES];
};

/* Alpha beside every component of its texel. */
TILE_INLINE void spread_alpha(const struct tile_codes *codes,
                              const uint8_t *texels, uint8_t *out)
{
    if (codes->alpha == codes->texel_size) {
        memset(out, 0xFF, TILE_BYTES); /* FS 19.1.3.3 */
    } else if (codes->texel_size == 1) {
        memcpy(out, texels, TILE_BYTES);
    } else {
        uint32_t word[TILE_BYTES / 4];
        memcpy(word, texels, sizeof word);
        for (unsigned i = 0; i < TILE_BYTES / 4; i++)
            word[i] = word[i] >> 24 | word[i] >> 24 << 8 | word[i] >> 24 << 16 |
                      word[i] >> 24 << 24;
        memcpy(out, word, sizeof word);
    }
}

TILE_INLINE bool reads(const struct tile_codes *codes,
                       enum tile_operand operand)
{
    return codes->color.source.operand == operand ||
           codes->color.dest.operand == operand ||
           codes->alpha_equation.source.operand == operand ||
           codes->alpha_equation.dest.operand == operand;
}

TILE_INLINE void fill_lanes(const struct tile_codes *codes,
                            const uint8_t *source, const uint8_t *source1,
                            const uint8_t *dest, struct lanes *lanes)
{
    const bool saturate = reads(codes, TILE_SATURATE);
    memset(lanes->zero, 0, TILE_BYTES);
    if (saturate || reads(codes, TILE_SOURCE_ALPHA))
        spread_alpha(codes, source, lanes->source_alpha);
    if (reads(codes, TILE_SOURCE1_ALPHA))
        spread_alpha(codes, source1, lanes->source1_alpha);
    if (saturate || reads(codes, TILE_DEST_ALPHA))
        spread_alpha(codes, dest, lanes->dest_alpha);
    if (saturate)
        for (unsigned i = 0; i < TILE_BYTES; i++)
            lanes->saturate[i] =
                least(lanes->source_alpha[i], lanes->dest_alpha[i] ^ 0xFF);
    const uint8_t *const operand[TILE_OPERANDS] = {
        [TILE_ZERO] = lanes->zero,
        [TILE_SOURCE] = source,
        [TILE_SOURCE_ALPHA] = lanes->source_alpha,
        [TILE_SOURCE1] = source1,
        [TILE_SOURCE1_ALPHA] = lanes->source1_alpha,
        [TILE_CONSTANT] = codes->constant,
        [TILE_CONSTANT_ALPHA] = codes->constant_alpha,
        [TILE_DEST] = dest,
        [TILE_DEST_ALPHA] = lanes->dest_alpha,
        [TILE_SATURATE] = lanes->saturate,
    };
    memcpy(lanes->operand, operand, sizeof operand);
}

/* The factor of every lane: alpha's own in its bytes. */
TILE_INLINE void fill_factor(const struct tile_codes *codes,
                             const struct lanes *lanes,
                             struct tile_factor color, struct tile_factor alpha,
                             uint8_t *restrict out)
{
    const uint8_t *const c = lanes->operand[color.operand];
    const uint8_t *const a = lanes->operand[alpha.operand];
    if (color.operand == alpha.operand && color.invert == alpha.invert) {
        for (unsigned i = 0; i < TILE_BYTES; i++)
            out[i] = c[i] ^ color.invert;
        return;
    }
    for (unsigned i = 0; i < TILE_BYTES; i++) {
        const uint8_t m = codes->is_alpha[i];
        out[i] = (uint8_t) (((c[i] ^ color.invert) & ~m) |
                            ((a[i] ^ alpha.invert) & m));
    }
}

TILE_INLINE void fill_factors(const struct tile_codes *codes,
                              const struct lanes *lanes, uint8_t *restrict f,
                              uint8_t *restrict g)
{
    fill_factor(codes, lanes, codes->color.source, codes->alpha_equation.source,
                f);
    fill_factor(codes, lanes, codes->color.dest, codes->alpha_equation.dest, g);
}

/* --- Equations ------------------------------------------------------------ */

struct block {
    uint8_t ideal[TILE_BYTES], first[TILE_BYTES], last[TILE_BYTES];
};

TILE_INLINE void blend_add(const uint8_t *restrict s, const uint8_t *restrict f,
                           const uint8_t *restrict d, const uint8_t *restrict g,
                           struct tile_room room, struct block *restrict out)
{
    for (unsigned i = 0; i < TILE_BYTES; i++) {
        const uint16_t p = (uint16_t) (s[i] * f[i]);
        const uint16_t q = (uint16_t) (d[i] * g[i]);
        const uint16_t n = add(p, q);
        const uint16_t r = room_of(is_between(s[i]) & is_between(f[i]),
                                   is_between(d[i]) & is_between(g[i]), room);
        out->ideal[i] = code(add(n, 127));
        out->last[i] = code(add(n, r));
        out->first[i] = code(subtract(add(n, 254), r));
    }
}

/* Like blend_add() with the room of D3D, where f + g is 1 or one of them is 0.
 * Then N is at most 65,025, and with N = 255 Q + rest all three codes are Q and
 * a step that the rest decides:
 *   one product   N + 216 reaches the next multiple of 255 from a rest of 39
 *                 on, N - 216 is beyond Q from 217 on;
 *   two           N + 280 reaches one step always, two from 230 on; N - 280
 *                 falls to Q - 1 below 26.
 * No step leaves 0 to 255: two true products need source and destination from 1
 * to 254, and the sum lies between them. */
TILE_INLINE void add_products(const uint8_t *restrict s,
                              const uint8_t *restrict f,
                              const uint8_t *restrict d,
                              const uint8_t *restrict g, uint16_t *restrict sum)
{
    for (unsigned i = 0; i < TILE_BYTES; i++)
        sum[i] = (uint16_t) (s[i] * f[i] + d[i] * g[i]);
}

TILE_INLINE void divide(const uint16_t *restrict sum, uint8_t *restrict whole,
                        uint8_t *restrict rest)
{
    for (unsigned i = 0; i < TILE_BYTES; i++) {
        const uint16_t q = (uint16_t) (sum[i] / 255u);
        whole[i] = (uint8_t) q;
        /* 255 q is 256 q - q, whose lowest 8 bits are those of -q. */
        rest[i] = (uint8_t) (sum[i] + q);
    }
}

TILE_INLINE void blend_weighted(const uint8_t *restrict s,
                                const uint8_t *restrict f,
                                const uint8_t *restrict d,
                                const uint8_t *restrict g,
                                uint8_t *restrict ideal,
                                uint8_t *restrict first, uint8_t *restrict last)
{
    uint16_t sum[TILE_BYTES];
    uint8_t whole[TILE_BYTES], rest[TILE_BYTES];
    add_products(s, f, d, g, sum);
    divide(sum, whole, rest);
    for (unsigned i = 0; i < TILE_BYTES; i++) {
        const uint8_t q = whole[i], r = rest[i];
        const uint8_t p1 = is_between(s[i]) & is_between(f[i]);
        const uint8_t p2 = is_between(d[i]) & is_between(g[i]);
        const uint8_t one = p1 ^ p2, two = p1 & p2;
        const uint8_t up =
            (uint8_t) (two + (one & mask(r >= 39)) + (two & mask(r >= 230)));
        const uint8_t down =
            (uint8_t) ((two & mask(r < 26)) - (one & mask(r >= 217)));
        ideal[i] = (uint8_t) (q - mask(r >= 128));
        last[i] = (uint8_t) (q - up);
        first[i] = (uint8_t) (q + down);
    }
}

/* s*f - d*g; negative sums are 0, but may be rounded up. */
TILE_INLINE void blend_subtract(const uint8_t *restrict s,
                                const uint8_t *restrict f,
                                const uint8_t *restrict d,
                                const uint8_t *restrict g,
                                struct tile_room room,
                                struct block *restrict out)
{
    for (unsigned i = 0; i < TILE_BYTES; i++) {
        const uint16_t p = (uint16_t) (s[i] * f[i]);
        const uint16_t q = (uint16_t) (d[i] * g[i]);
        const uint16_t r = room_of(is_between(s[i]) & is_between(f[i]),
                                   is_between(d[i]) & is_between(g[i]), room);
        out->ideal[i] = code(subtract((uint16_t) (p + 127), q));
        out->last[i] = code(subtract((uint16_t) (p + r), q));
        out->first[i] =
            code(subtract((uint16_t) (p + 254), (uint16_t) (q + r)));
    }
}

TILE_INLINE void blend_extreme(bool is_max, const uint8_t *restrict s,
                               const uint8_t *restrict d,
                               struct block *restrict out)
{
    for (unsigned i = 0; i < TILE_BYTES; i++)
        out->ideal[i] = is_max ? greatest(s[i], d[i]) : least(s[i], d[i]);
    memcpy(out->first, out->ideal, TILE_BYTES);
    memcpy(out->last, out->ideal, TILE_BYTES);
}

TILE_INLINE void blend(enum ombre_blend_op op, const uint8_t *s,
                       const uint8_t *f, const uint8_t *d, const uint8_t *g,
                       struct tile_room room, struct block *out)
{
    switch (op) {
    case OMBRE_OP_ADD: blend_add(s, f, d, g, room, out); break;
    case OMBRE_OP_SUBTRACT: blend_subtract(s, f, d, g, room, out); break;
    case OMBRE_OP_REV_SUBTRACT: blend_subtract(d, g, s, f, room, out); break;
    case OMBRE_OP_MIN: blend_extreme(false, s, d, out); break;
    case OMBRE_OP_MAX: blend_extreme(true, s, d, out); break;
    }
}

TILE_INLINE void blend_block(const struct tile_codes *codes,
                             const uint8_t *source, const uint8_t *source1,
                             const uint8_t *dest, struct block *out)
{
    struct lanes lanes;
    uint8_t f[TILE_BYTES], g[TILE_BYTES];
    fill_lanes(codes, source, source1, dest, &lanes);
    fill_factors(codes, &lanes, f, g);
    if (codes->weighted) {
        blend_weighted(source, f, dest, g, out->ideal, out->first, out->last);
        return;
    }
    blend(codes->color.op, source, f, dest, g, codes->room, out);
    if (codes->alpha_equation.op == codes->color.op)
        return;
    struct block alpha;
    blend(codes->alpha_equation.op, source, f, dest, g, codes->room, &alpha);
    for (unsigned i = 0; i < TILE_BYTES; i++) {
        const uint8_t m = codes->is_alpha[i];
        out->ideal[i] = (uint8_t) ((out->ideal[i] & ~m) | (alpha.ideal[i] & m));
        out->first[i] = (uint8_t) ((out->first[i] & ~m) | (alpha.first[i] & m));
        out->last[i] = (uint8_t) ((out->last[i] & ~m) | (alpha.last[i] & m));
    }
}

/* What the mask keeps is the destination's code; what nothing owns is free. */
TILE_INLINE void finish(const struct tile_codes *codes, const uint8_t *dest,
                        const struct block *block, uint8_t *restrict ideal,
                        uint8_t *restrict first, uint8_t *restrict last)
{
    for (unsigned i = 0; i < TILE_BYTES; i++) {
        const uint8_t k = codes->keep[i], u = codes->unowned[i];
        const uint8_t kept = dest[i] & k;
        ideal[i] = (uint8_t) ((block->ideal[i] & ~k) | kept);
        first[i] = (uint8_t) (((block->first[i] & ~k) | kept) & ~u);
        last[i] = (uint8_t) ((block->last[i] & ~k) | kept | u);
    }
}

TILE_INLINE void tile_codes_block_body(const struct tile_codes *codes,
                                       const uint8_t *source,
                                       const uint8_t *source1,
                                       const uint8_t *dest, uint8_t *ideal,
                                       uint8_t *first, uint8_t *last)
{
    struct block block;
    if (codes->weighted && codes->whole) {
        struct lanes lanes;
        uint8_t f[TILE_BYTES], g[TILE_BYTES];
        fill_lanes(codes, source, source1, dest, &lanes);
        fill_factors(codes, &lanes, f, g);
        blend_weighted(source, f, dest, g, ideal, first, last);
        return;
    }
    if (codes->blend) {
        blend_block(codes, source, source1, dest, &block);
    } else {
        memcpy(block.ideal, source, TILE_BYTES);
        memcpy(block.first, source, TILE_BYTES);
        memcpy(block.last, source, TILE_BYTES);
    }
    finish(codes, dest, &block, ideal, first, last);
}

TILE_CLONES(tile_codes_block,
            (const struct tile_codes *codes, const uint8_t *source,
             const uint8_t *source1, const uint8_t *dest, uint8_t *ideal,
             uint8_t *first, uint8_t *last),
            (codes, source, source1, dest, ideal, first, last),
            tile_codes_block_body(codes, source, source1, dest, ideal, first,
                                  last),
            tile_codes_block_body(codes, source, source1, dest, ideal, first,
                                  last))
