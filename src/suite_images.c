/* The image as an axis: what targets are parts of, how they are made, and how
 * what they hold gets there.  The state is one and the same. */
#include <string.h>

#include "suite_parts.h"

/* --- Axes ------------------------------------------------------------------
 * What stands first in each is what all others of the suite have.
 */

static const struct {
    const char *name;
    uint32_t width, height;
    bool is_viewed; /* of the level that is viewed, else of the largest */
} sizes[] = {
    {"64x64", 64, 64, true},
    {"1x1", 1, 1, true},
    {"3x5", 3, 5, true},
    {"1000x700", 1000, 700, false},
    {"2050x1030", 2050, 1030, false},
};

static const struct {
    const char *name;
    uint32_t dimension;
} dimensions[] = {
    {"2d", OMBRE_RESOURCE_TEXTURE2D},
    {"1d", OMBRE_RESOURCE_TEXTURE1D},
    {"3d", OMBRE_RESOURCE_TEXTURE3D},
};

static const struct {
    const char *name;
    uint32_t mip, more; /* levels that follow it */
} levels[] = {
    {"whole", 0, 0},
    {"mip1", 1, 1},
    {"mip3", 3, 0},
};

/* Of array layers, and of slices in three dimensions. */
static const struct {
    const char *name;
    uint32_t available, first, count, drawn;
} layers[] = {
    {"single", 1, 0, 1, 0},
    {"layer", 3, 1, 1, 0},
    {"layers", 4, 1, 2, 0},
    {"layered", 4, 1, 3, 2},
};

static const struct {
    const char *name;
    uint32_t usage;
} usages[] = {
    {"unused", 0},
    {"sampled", OMBRE_CASE_USAGE_SAMPLED},
    {"storage", OMBRE_CASE_USAGE_STORAGE},
    {"sampled_storage", OMBRE_CASE_USAGE_SAMPLED | OMBRE_CASE_USAGE_STORAGE},
};

static const struct {
    const char *name;
    bool is_mutable, is_typeless;
} formats[] = {
    {"typed", false, false},
    {"mutable", true, false},
    {"typeless", false, true},
};

static const struct {
    const char *name;
    bool is_linear, is_fetched;
} tilings[] = {
    {"optimal", false, false},
    {"linear", true, false},
    {"optimal_fetched", false, true},
    {"linear_fetched", true, true},
};

static const struct {
    const char *name;
    bool is_odd;
    enum ombre_case_destination by;
} fills[] = {
    {"upload", false, OMBRE_CASE_DESTINATION_UPLOAD},
    {"clear", false, OMBRE_CASE_DESTINATION_CLEAR},
    {"draw", false, OMBRE_CASE_DESTINATION_DRAW},
    {"odd_upload", true, OMBRE_CASE_DESTINATION_UPLOAD},
    {"odd_clear", true, OMBRE_CASE_DESTINATION_CLEAR},
    {"odd_draw", true, OMBRE_CASE_DESTINATION_DRAW},
};

enum axis { SIZE, DIMENSION, LEVEL, LAYER, USAGE, FORMAT, TILING, FILL, AXES };

/* A value of each axis. */
struct choice {
    unsigned at[AXES];
};

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static const unsigned counts[AXES] = {
    COUNT(sizes),  COUNT(dimensions), COUNT(levels),  COUNT(layers),
    COUNT(usages), COUNT(formats),    COUNT(tilings), COUNT(fills),
};

static const char *value_name(enum axis axis, unsigned value)
{
    switch (axis) {
    case SIZE: return sizes[value].name;
    case DIMENSION: return dimensions[value].name;
    case LEVEL: return levels[value].name;
    case LAYER: return layers[value].name;
    case USAGE: return usages[value].name;
    case FORMAT: return formats[value].name;
    case TILING: return tilings[value].name;
    case FILL: return fills[value].name;
    case AXES: break;
    }
    return "";
}

/* --- A case ----------------------------------------------------------------
 */

/* The description of a target, whose format has `typeless` for its family. */
static struct ombre_bound bound_of(const struct choice *choice, uint32_t format,
                                   uint32_t typeless)
{
    const unsigned size = choice->at[SIZE], layer = choice->at[LAYER];
    const uint32_t mip = levels[choice->at[LEVEL]].mip;
    const uint32_t dimension = dimensions[choice->at[DIMENSION]].dimension;
    const uint32_t shift = sizes[size].is_viewed ? mip : 0;
    struct ombre_bound bound = ombre_bound_default();

    bound.Dimension = dimension;
    bound.Width = sizes[size].width << shift;
    bound.Height =
        dimension == OMBRE_RESOURCE_TEXTURE1D ? 1 : sizes[size].height << shift;
    bound.DepthOrArraySize =
        layers[layer].available
        << (dimension == OMBRE_RESOURCE_TEXTURE3D ? mip : 0);
    bound.Format = (DXGI_FORMAT) format;
    bound.View.MipSlice = mip;
    if (formats[choice->at[FORMAT]].is_typeless) {
        bound.Format = (DXGI_FORMAT) typeless;
        bound.View.Format = (DXGI_FORMAT) format;
    }
    if (dimension == OMBRE_RESOURCE_TEXTURE3D) {
        bound.View.FirstWSlice = layers[layer].first;
        bound.View.WSize = layers[layer].count;
    } else {
        bound.View.FirstArraySlice = layers[layer].first;
        bound.View.ArraySize = layers[layer].count;
    }
    /* A level may be the last of its chain. */
    bound.MipLevels = mip + 1 + levels[choice->at[LEVEL]].more;
    if (bound.MipLevels > ombre_bound_chain(&bound))
        bound.MipLevels = ombre_bound_chain(&bound);
    return bound;
}

/* As far as there is room, and odd. */
static uint32_t offset_of(uint32_t size, uint32_t wanted)
{
    return size > 2 * wanted ? wanted : size / 3;
}

static void set_image(struct ombre_case *c, const struct choice *choice)
{
    const struct ombre_viewed viewed =
        ombre_bound_viewed(&c->pso.RenderTargets[0]);
    uint32_t offset[2] = {0, 0};

    if (fills[choice->at[FILL]].is_odd) {
        offset[0] = offset_of(viewed.width, 13);
        offset[1] = offset_of(viewed.height, 7);
    }
    c->image = (struct ombre_case_image){
        .usage = usages[choice->at[USAGE]].usage,
        .mutable_format = formats[choice->at[FORMAT]].is_mutable,
        .linear = tilings[choice->at[TILING]].is_linear,
        .offset = {offset[0], offset[1]},
        .layer = layers[choice->at[LAYER]].drawn,
        .fetched = tilings[choice->at[TILING]].is_fetched,
    };
    c->destination_by = fills[choice->at[FILL]].by;
    const uint64_t room =
        (uint64_t) (viewed.width - offset[0]) * (viewed.height - offset[1]);
    c->pixel_count = room < SUITE_PIXELS ? (size_t) room : SUITE_PIXELS;
}

static const uint32_t target_formats[] = {
    28, /* R8G8B8A8_UNORM */
    10, /* R16G16B16A16_FLOAT */
};
static const uint32_t target_families[] = {
    27, /* R8G8B8A8_TYPELESS */
    9,  /* R16G16B16A16_TYPELESS */
};

enum { TARGETS = COUNT(target_formats) };

/* Both targets keep some of what they hold, all components of it. */
static void set_state(struct ombre_case *c)
{
    static const struct ombre_equation over = {
        OMBRE_SRC_ALPHA, OMBRE_INV_SRC_ALPHA, OMBRE_OP_ADD};
    static const struct ombre_equation alpha = {OMBRE_ONE, OMBRE_INV_SRC_ALPHA,
                                                OMBRE_OP_ADD};

    suite_set_targets(c, target_formats, TARGETS);
    for (unsigned t = 0; t < TARGETS; t++)
        suite_set_blend(c, t, &over, &alpha);
}

static void make_choice(const struct choice *choice, struct ombre_case *c)
{
    set_state(c);
    for (unsigned t = 0; t < TARGETS; t++)
        c->pso.RenderTargets[t] =
            bound_of(choice, target_formats[t], target_families[t]);
    set_image(c, choice);
}

/* A clear leaves one texel everywhere. */
static void fill_clears(struct ombre_case *c)
{
    if (c->destination_by != OMBRE_CASE_DESTINATION_CLEAR)
        return;
    for (size_t i = OMBRE_MAX_TARGETS; i < c->pixel_count * OMBRE_MAX_TARGETS;
         i++)
        c->dest[i] = c->dest[i % OMBRE_MAX_TARGETS];
}

/* --- Each value once -------------------------------------------------------
 */

/* One memory twice: two layers, or two slices, of one image are targets. */
static const char *const twins[] = {"two_layers", "two_slices"};

static size_t value_count(void)
{
    size_t count = 1; /* the first of all axes */

    for (unsigned axis = 0; axis < AXES; axis++)
        count += counts[axis] - 1;
    return count;
}

static size_t single_size(void)
{
    return value_count() + COUNT(twins);
}

/* All axes at their first, but for one; that one. */
static enum axis find_value(size_t index, struct choice *choice)
{
    unsigned axis = 0;

    *choice = (struct choice){{0}};
    if (index == 0)
        return SIZE;
    index--;
    while (index >= counts[axis] - 1)
        index -= counts[axis++] - 1;
    choice->at[axis] = (unsigned) index + 1;
    return (enum axis) axis;
}

static void single_id(size_t index, char id[OMBRE_ID_SIZE])
{
    struct choice choice;

    *id = '\0';
    suite_append(id, "om.image.");
    if (index >= value_count()) {
        suite_append(id, twins[index - value_count()]);
        return;
    }
    const enum axis axis = find_value(index, &choice);
    suite_append(id, value_name(axis, choice.at[axis]));
}

/* The second target has the format of the first, and its memory. */
static void make_twins(bool is_volume, struct ombre_case *c)
{
    static const uint32_t alike[TARGETS] = {28, 28};
    struct ombre_bound bound = ombre_bound_default();

    set_state(c);
    c->pso.RTVFormats[1] = (DXGI_FORMAT) alike[1];
    bound.resource = 1;
    bound.Width = bound.Height = 64;
    bound.DepthOrArraySize = 3;
    bound.MipLevels = 3;
    bound.Format = (DXGI_FORMAT) alike[0];
    bound.View.ArraySize = bound.View.WSize = 1;
    if (is_volume)
        bound.Dimension = OMBRE_RESOURCE_TEXTURE3D;
    bound.View.FirstArraySlice = bound.View.FirstWSlice = 2;
    c->pso.RenderTargets[0] = bound;
    bound.View.FirstArraySlice = bound.View.FirstWSlice = 0;
    c->pso.RenderTargets[1] = bound;
    c->pixel_count = SUITE_PIXELS;
}

static void single_make(size_t index, struct ombre_case *c)
{
    struct choice choice;

    if (index >= value_count()) {
        make_twins(index > value_count(), c);
        return;
    }
    find_value(index, &choice);
    make_choice(&choice, c);
}

/* --- Each pair of values ---------------------------------------------------
 * An orthogonal array of 49 rows and eight columns: over all (a, b) of the
 * field of seven elements, any two of the columns b, b + a, .. b + 6 a, and a
 * have each pair of elements once.
 */

enum { FIELD = 7 };

static struct choice choice_of_row(size_t row)
{
    const unsigned a = (unsigned) row / FIELD, b = (unsigned) row % FIELD;
    struct choice choice;

    for (unsigned axis = 0; axis < AXES; axis++) {
        const unsigned element = axis < FIELD ? (b + axis * a) % FIELD : a;
        choice.at[axis] = element % counts[axis];
    }
    return choice;
}

static size_t pair_size(void)
{
    return (size_t) FIELD * FIELD;
}

static void pair_id(size_t index, char id[OMBRE_ID_SIZE])
{
    const struct choice choice = choice_of_row(index);

    *id = '\0';
    suite_append(id, "om.images.");
    for (unsigned axis = 0; axis < AXES; axis++) {
        suite_append(id, axis ? "-" : "");
        suite_append(id, value_name((enum axis) axis, choice.at[axis]));
    }
}

static void pair_make(size_t index, struct ombre_case *c)
{
    const struct choice choice = choice_of_row(index);

    make_choice(&choice, c);
}

const struct suite_group suite_images = {
    .size = single_size,
    .id = single_id,
    .make = single_make,
    .operands = fill_clears,
};
const struct suite_group suite_image_pairs = {
    .size = pair_size,
    .id = pair_id,
    .make = pair_make,
    .operands = fill_clears,
};
