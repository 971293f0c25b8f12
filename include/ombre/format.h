/* ombre/format.h - every renderable DXGI format as a row, and its texels
 *
 * Codes.  A component's *code* is its raw unsigned bits as stored (an SNORM8
 * -1.0 is 0x81, a half 1.0 is 0x3C00).  Codes of signed kinds do not sort by
 * value, so sets of codes are kept in *ordinals*: consecutive integers in value
 * order, one for each code (see ombre_code_ordinal()).
 *
 * Nothing here allocates or fails, and no Vulkan or Windows header is included.
 * All functions are pure and may be called from any number of threads.
 */
#ifndef OMBRE_FORMAT_H
#define OMBRE_FORMAT_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- Vocabulary ---------------------------------------------------------- */

enum { OMBRE_MAX_TARGETS = 8 }; /* D3D12_SIMULTANEOUS_RENDER_TARGET_COUNT */

/* A component as shaders and write masks name it; not a place in memory. */
enum ombre_component {
    OMBRE_RED,
    OMBRE_GREEN,
    OMBRE_BLUE,
    OMBRE_ALPHA,
    OMBRE_COMPONENTS
};

/* How a component's code stands for a number (FS 19.1). */
enum ombre_numeric {
    OMBRE_UNORM,  /* code / (2^n - 1) */
    OMBRE_SNORM,  /* two's complement / (2^(n-1) - 1), lowest code is -1 too */
    OMBRE_UINT,   /* the code */
    OMBRE_SINT,   /* two's complement */
    OMBRE_FLOAT,  /* IEEE 754 binary16 or binary32 */
    OMBRE_UFLOAT, /* 5-bit exponent, no sign: 11 or 10 bits */
    OMBRE_SHARED, /* 9-bit mantissa of R9G9B9E5, whose exponent is shared */
};

/* What shaders must output to reach a target of a format. */
enum ombre_base_type { OMBRE_BASE_FLOAT, OMBRE_BASE_UINT, OMBRE_BASE_SINT };

/* One renderable format.  Every row is constant and lives for ever. */
struct ombre_format {
    uint32_t dxgi;    /* DXGI_FORMAT */
    const char *name; /* without DXGI_FORMAT_ */
    enum ombre_numeric numeric;
    bool srgb;          /* red, green, blue are sRGB encoded; alpha is linear */
    bool blendable;     /* Direct3D blends it (required or optional, 12_x) */
    bool logic_op;      /* Direct3D offers logic operations on it (UINT only) */
    uint8_t texel_size; /* bytes: 1, 2, 4, 8, 12 or 16 */
    uint8_t components; /* those that have bits, as bits of a write mask */
    struct {
        uint8_t shift; /* of the lowest bit in the little-endian texel */
        uint8_t bits;  /* 0: the format has no such component */
    } component[OMBRE_COMPONENTS];
    uint32_t vk_format; /* VkFormat that is this format */
    /* VkFormat that can stand in, with other state, where the device lacks
     * vk_format or it does not exist in Vulkan (A8 in R8, X8 in A8); or 0. */
    uint32_t vk_carrier;
};

/* One texel, little-endian: bit b of the texel is bit b%32 of word[b/32].
 * Bits beyond the format's texel_size are 0. */
struct ombre_texel {
    uint32_t word[4];
};

/* --- Rows ---------------------------------------------------------------- */

/* Number of rows, and row `index` (NULL if there is none). */
unsigned ombre_format_count(void);
const struct ombre_format *ombre_format_at(unsigned index);

/* Rows by DXGI_FORMAT. */
enum { OMBRE_FORMAT_NUMBERS = 192 };
extern const struct ombre_format *const ombre_format_of[OMBRE_FORMAT_NUMBERS];

/* Return the row of DXGI_FORMAT `dxgi`, or NULL if it is no render target. */
static inline const struct ombre_format *ombre_format_find(uint32_t dxgi)
{
    return dxgi < OMBRE_FORMAT_NUMBERS ? ombre_format_of[dxgi] : 0;
}

/* Name of any DXGI_FORMAT, renderable or not, without prefix; NULL if unknown.
 */
const char *ombre_dxgi_name(uint32_t dxgi);

/* Find a DXGI_FORMAT by name, with or without DXGI_FORMAT_.
 * Returns false, and leaves *dxgi alone, if there is none. */
bool ombre_dxgi_from_name(const char *name, uint32_t *dxgi);

/* Walk all DXGI_FORMAT names (for "did you mean"): NULL when index is too big.
 */
const char *ombre_dxgi_name_at(unsigned index);

static inline enum ombre_base_type ombre_format_base_type(
    const struct ombre_format *format)
{
    switch (format->numeric) {
    case OMBRE_UINT: return OMBRE_BASE_UINT;
    case OMBRE_SINT: return OMBRE_BASE_SINT;
    case OMBRE_UNORM:
    case OMBRE_SNORM:
    case OMBRE_FLOAT:
    case OMBRE_UFLOAT:
    case OMBRE_SHARED: break;
    }
    return OMBRE_BASE_FLOAT;
}

/* Whether the format stores `component`. */
bool ombre_format_has(const struct ombre_format *format,
                      enum ombre_component component);

/* --- Codes --------------------------------------------------------------- */

uint32_t ombre_texel_code(const struct ombre_format *format,
                          const struct ombre_texel *texel,
                          enum ombre_component component);

/* Store `code` in one component; the other bits stay.  Bits of `code` above
 * the component's width are dropped; a missing component is left alone. */
void ombre_texel_set_code(const struct ombre_format *format,
                          struct ombre_texel *texel,
                          enum ombre_component component, uint32_t code);

/* Read a texel of format->texel_size bytes at `bytes`, and write one. */
struct ombre_texel ombre_texel_load(const struct ombre_format *format,
                                    const void *bytes);
void ombre_texel_store(const struct ombre_format *format,
                       const struct ombre_texel *texel, void *bytes);

/* Return the number that `code` of `component` stands for, exactly (sRGB: the
 * linear value, to within half a unit in the last place of a double).
 * Infinities and NaN come back as such.  Not for OMBRE_SHARED. */
double ombre_decode(const struct ombre_format *format,
                    enum ombre_component component, uint32_t code);

/* Return the code that Direct3D's ideal conversion gives for `value`
 * (FS 3.2.2 and 3.2.3): UNORM and SNORM half away from zero after the clamp,
 * NaN to 0; sRGB encoded; FLOAT and UFLOAT narrower than fp32 toward zero with
 * a finite overflow to the largest finite code; fp32 to nearest even; integers
 * clamped to the target (value must then be an integer).  Not for
 * OMBRE_SHARED. */
uint32_t ombre_encode(const struct ombre_format *format,
                      enum ombre_component component, double value);

/* The value -> encoded-side position of sRGB in units of a code (0 to 255),
 * not rounded, and its inverse.  Clamped to the ends. */
double ombre_srgb_from_linear(double linear);
double ombre_linear_from_srgb(double position);

/* Map a code to its ordinal and back.  Ordinals are consecutive integers in
 * value order: UNORM, UINT, UFLOAT the code itself; SNORM, SINT the signed
 * number; FLOAT: +0 is 0, -0 is -1, and so on outwards, NaN codes beyond the
 * infinities.  The inverse is defined on ordinals that a code has. */
int64_t ombre_code_ordinal(const struct ombre_format *format,
                           enum ombre_component component, uint32_t code);
uint32_t ombre_ordinal_code(const struct ombre_format *format,
                            enum ombre_component component, int64_t ordinal);

/* Lowest and highest ordinal that is no NaN (infinities included). */
void ombre_ordinal_limits(const struct ombre_format *format,
                          enum ombre_component component, int64_t *lowest,
                          int64_t *highest);

/* Whether `code` is a NaN of a float component. */
bool ombre_code_is_nan(const struct ombre_format *format,
                       enum ombre_component component, uint32_t code);

/* --- Sets of codes ------------------------------------------------------- */

enum { OMBRE_MAX_RANGES = 24 };

/* Ordinals from first to last, both included, first <= last. */
struct ombre_range {
    int64_t first, last;
};

/* A set of codes of one component: disjoint ranges in ascending order that
 * never hold NaN codes and never touch, and besides them all NaN codes or
 * none. */
struct ombre_code_set {
    unsigned count;
    struct ombre_range range[OMBRE_MAX_RANGES];
    bool nan; /* every NaN code is a member */
};

/* Add a range.  Ranges that overlap or touch are joined.  Should the set be
 * full (it cannot be with the reference's choices), the two nearest ranges are
 * joined: a set may grow, never shrink. */
void ombre_code_set_add(struct ombre_code_set *set, int64_t first,
                        int64_t last);

/* Add every member of `other`. */
void ombre_code_set_join(struct ombre_code_set *set,
                         const struct ombre_code_set *other);

bool ombre_code_set_has(const struct ombre_code_set *set,
                        const struct ombre_format *format,
                        enum ombre_component component, uint32_t code);

/* Whether every member of `inner` is a member of `outer`. */
bool ombre_code_set_inside(const struct ombre_code_set *inner,
                           const struct ombre_code_set *outer);

#ifdef __cplusplus
}
#endif

#endif /* OMBRE_FORMAT_H */
