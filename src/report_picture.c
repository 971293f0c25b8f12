/* Texels as colours that a person can look at. */
#include "ombre/report.h"

#include <math.h>
#include <png.h>
#include <stdlib.h>
#include <string.h>

#include "ombre/shared.h"

enum { COLUMNS = 8 };

static const char *const names[] = {
#define X(id, name) name,
    OMBRE_REPORT_VIEWS(X)
#undef X
};

const char *ombre_report_view_name(enum ombre_report_view view)
{
    return names[view];
}

const char *ombre_report_picture_note(const struct ombre_report_detail *detail)
{
    const struct ombre_format *format = ombre_format_find(detail->dxgi);
    if (!format)
        return "";
    if (format->srgb)
        return "sRGB codes as they are; linear sources encoded";
    switch (format->numeric) {
    case OMBRE_UNORM: return "codes as they are, 0 to 1";
    case OMBRE_SNORM: return "-1 to 1 shown from black to white";
    case OMBRE_FLOAT:
    case OMBRE_UFLOAT:
    case OMBRE_SHARED:
        return "linear numbers, cut to 0 to 1 and sRGB encoded; NaN is magenta";
    case OMBRE_UINT:
    case OMBRE_SINT: break;
    }
    return "integers, the least shown black and the greatest white";
}

/* --- Numbers ---------------------------------------------------------------
 */

/* The number in a component of a texel. */
static double texel_value(const struct ombre_format *format,
                          enum ombre_component component,
                          const struct ombre_texel *texel)
{
    const uint32_t code = ombre_texel_code(format, texel, component);
    return format->numeric == OMBRE_SHARED
               ? ombre_shared_decode(ombre_shared_exponent(texel), code)
               : ombre_decode(format, component, code);
}

static double source_value(const struct ombre_format *format, bool integers,
                           uint32_t word)
{
    float number;
    if (integers)
        return format->numeric == OMBRE_SINT ? (double) (int32_t) word
                                             : (double) word;
    memcpy(&number, &word, sizeof number);
    return (double) number;
}

static uint8_t byte_of(double unit)
{
    if (!(unit > 0))
        return 0;
    return unit < 1 ? (uint8_t) lround(unit * 255) : 255;
}

/* A number as brightness; not for NaN. */
static uint8_t shade(const struct ombre_format *format,
                     enum ombre_component component, double value)
{
    const double range = ldexp(1, format->component[component].bits) - 1;
    const bool curved = format->srgb && component != OMBRE_ALPHA;
    switch (format->numeric) {
    case OMBRE_UNORM:
        return curved ? byte_of(ombre_srgb_from_linear(value) / 255)
                      : byte_of(value);
    case OMBRE_SNORM: return byte_of((value + 1) / 2);
    case OMBRE_FLOAT:
    case OMBRE_UFLOAT:
    case OMBRE_SHARED:
        return component == OMBRE_ALPHA
                   ? byte_of(value)
                   : byte_of(ombre_srgb_from_linear(value) / 255);
    case OMBRE_UINT: return byte_of(value / range);
    case OMBRE_SINT: break;
    }
    return byte_of((value + (range + 1) / 2) / range);
}

/* --- Texels ----------------------------------------------------------------
 */

struct color {
    uint8_t rgb[3];
};

/* What one texel is drawn with: its colour and the band for alpha. */
struct patch {
    struct color color, band;
};

static const struct color magenta = {{255, 0, 255}};

static struct color grey(uint8_t shade)
{
    return (struct color){{shade, shade, shade}};
}

static void finish_patch(const struct ombre_format *format, uint8_t alpha,
                         bool alpha_nan, struct patch *patch)
{
    const bool has_color = ombre_format_has(format, OMBRE_RED);
    const struct color band = alpha_nan ? magenta : grey(alpha);
    patch->band = patch->color;
    if (ombre_format_has(format, OMBRE_ALPHA)) {
        patch->band = band;
        if (!has_color)
            patch->color = band;
    }
}

static struct patch value_patch(const struct ombre_report_detail *detail,
                                const struct ombre_format *format,
                                const struct ombre_report_texel *texel,
                                enum ombre_report_view view)
{
    struct patch patch = {0};
    uint8_t alpha = 0;
    bool alpha_nan = false;
    const struct ombre_texel *shown =
        view == OMBRE_REPORT_VIEW_BEFORE ? &texel->before
        : view == OMBRE_REPORT_VIEW_WANT ? &texel->want
                                         : &texel->got;
    for (unsigned c = 0; c < OMBRE_COMPONENTS; c++) {
        const enum ombre_component component = (enum ombre_component) c;
        if (!ombre_format_has(format, component))
            continue;
        const double value =
            view == OMBRE_REPORT_VIEW_SOURCE
                ? source_value(format, detail->integer_source, texel->source[c])
                : texel_value(format, component, shown);
        const uint8_t one = isnan(value) ? 0 : shade(format, component, value);
        if (component == OMBRE_ALPHA) {
            alpha = one;
            alpha_nan = isnan(value);
        } else {
            patch.color.rgb[c] = one;
        }
        if (isnan(value) && component != OMBRE_ALPHA) {
            patch.color = magenta;
            break;
        }
    }
    finish_patch(format, alpha, alpha_nan, &patch);
    return patch;
}

/* Codes between what is wanted and what came. */
static double code_distance(const struct ombre_format *format,
                            enum ombre_component component,
                            const struct ombre_report_texel *texel)
{
    const int64_t want = ombre_code_ordinal(
        format, component, ombre_texel_code(format, &texel->want, component));
    const int64_t got = ombre_code_ordinal(
        format, component, ombre_texel_code(format, &texel->got, component));
    return fabs((double) want - (double) got);
}

static double largest_distance(const struct ombre_report_detail *detail,
                               const struct ombre_format *format)
{
    double largest = 1;
    for (unsigned i = 0; i < detail->texel_count; i++)
        for (unsigned c = 0; c < OMBRE_COMPONENTS; c++)
            if (detail->texel[i].wrong >> c & 1 &&
                ombre_format_has(format, (enum ombre_component) c))
                largest = fmax(largest,
                               code_distance(format, (enum ombre_component) c,
                                             &detail->texel[i]));
    return largest;
}

/* Black where the code is the ideal one, faint where another is legal, bright
 * where it is not: the brighter the further. */
static struct patch diff_patch(const struct ombre_format *format,
                               const struct ombre_report_texel *texel,
                               double largest)
{
    struct patch patch = {0};
    uint8_t alpha = 0;
    for (unsigned c = 0; c < OMBRE_COMPONENTS; c++) {
        const enum ombre_component component = (enum ombre_component) c;
        if (!ombre_format_has(format, component))
            continue;
        const double distance = code_distance(format, component, texel);
        uint8_t one = distance > 0 ? 48 : 0;
        if (texel->wrong >> c & 1)
            one = (uint8_t) (128 +
                             lround(127 * log1p(distance) / log1p(largest)));
        if (component == OMBRE_ALPHA)
            alpha = one;
        else
            patch.color.rgb[c] = one;
    }
    finish_patch(format, alpha, false, &patch);
    return patch;
}

/* --- Points ----------------------------------------------------------------
 */

struct canvas {
    unsigned width, height, scale;
    uint8_t *rgb;
};

static void fill(const struct canvas *canvas, unsigned index,
                 const struct patch *patch)
{
    const unsigned scale = canvas->scale;
    const unsigned left = index % COLUMNS * scale;
    const unsigned top = index / COLUMNS * scale;
    /* A point of the mat parts neighbours. */
    for (unsigned y = 0; y + 1 < scale; y++) {
        const struct color *color =
            4 * y >= 3 * (scale - 1) ? &patch->band : &patch->color;
        for (unsigned x = 0; x + 1 < scale; x++)
            memcpy(canvas->rgb +
                       3 * ((size_t) (top + y) * canvas->width + left + x),
                   color->rgb, 3);
    }
}

/* Texels that are not there are the colour of a mat. */
static bool make_canvas(unsigned texels, unsigned scale, struct canvas *out)
{
    const unsigned columns = texels < COLUMNS ? texels : COLUMNS;
    const unsigned rows = (texels + COLUMNS - 1) / COLUMNS;
    *out = (struct canvas){
        .width = columns * scale, .height = rows * scale, .scale = scale};
    const size_t size = (size_t) 3 * out->width * out->height;
    out->rgb = malloc(size);
    if (out->rgb)
        memset(out->rgb, 0x80, size);
    return out->rgb != NULL;
}

static bool encode(const struct canvas *canvas, struct ombre_report_png *out)
{
    png_image image = {
        .version = PNG_IMAGE_VERSION,
        .width = canvas->width,
        .height = canvas->height,
        .format = PNG_FORMAT_RGB,
        .flags = PNG_IMAGE_FLAG_FAST,
    };
    png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
    *out = (struct ombre_report_png){.bytes = malloc(size)};
    const bool good =
        out->bytes && png_image_write_to_memory(&image, out->bytes, &size, 0,
                                                canvas->rgb, 0, NULL);
    png_image_free(&image);
    out->size = size;
    if (good)
        return true;
    free(out->bytes);
    *out = (struct ombre_report_png){0};
    return false;
}

bool ombre_report_picture(const struct ombre_report_detail *detail,
                          enum ombre_report_view view, unsigned scale,
                          struct ombre_report_png *out)
{
    struct canvas canvas;
    const struct ombre_format *format = ombre_format_find(detail->dxgi);
    *out = (struct ombre_report_png){0};
    if (!format || detail->texel_count == 0 ||
        !make_canvas(detail->texel_count, scale, &canvas))
        return false;
    const double largest =
        view == OMBRE_REPORT_VIEW_DIFF ? largest_distance(detail, format) : 1;
    for (unsigned i = 0; i < detail->texel_count; i++) {
        const struct patch patch =
            view == OMBRE_REPORT_VIEW_DIFF
                ? diff_patch(format, &detail->texel[i], largest)
                : value_patch(detail, format, &detail->texel[i], view);
        fill(&canvas, i, &patch);
    }
    const bool good = encode(&canvas, out);
    free(canvas.rgb);
    return good;
}
