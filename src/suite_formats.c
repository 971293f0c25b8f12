/* Every format: stored, blended, and combined bit by bit. */
#include "suite_parts.h"

static void append_format(char id[OMBRE_ID_SIZE], const char *group,
                          const struct ombre_format *format)
{
    *id = '\0';
    suite_append(id, group);
    suite_append(id, format->name);
}

static void set_format(struct ombre_case *c, const struct ombre_format *format)
{
    suite_set_targets(c, &format->dxgi, 1);
}

/* --- Plain stores ------------------------------------------------------------
 */

static size_t stores_size(void)
{
    return ombre_format_count();
}

static void stores_id(size_t index, char id[OMBRE_ID_SIZE])
{
    append_format(id, "om.store.", ombre_format_at((unsigned) index));
}

static void stores_make(size_t index, struct ombre_case *c)
{
    set_format(c, ombre_format_at((unsigned) index));
}

/* --- Blends ------------------------------------------------------------------
 */

static const struct {
    const char *name;
    struct ombre_equation color, alpha;
} blends[] = {
    {"over",
     {OMBRE_SRC_ALPHA, OMBRE_INV_SRC_ALPHA, OMBRE_OP_ADD},
     {OMBRE_ONE, OMBRE_INV_SRC_ALPHA, OMBRE_OP_ADD}},
    {"add",
     {OMBRE_ONE, OMBRE_ONE, OMBRE_OP_ADD},
     {OMBRE_ONE, OMBRE_ONE, OMBRE_OP_ADD}},
    {"min_max",
     {OMBRE_ONE, OMBRE_ONE, OMBRE_OP_MIN},
     {OMBRE_ONE, OMBRE_ONE, OMBRE_OP_MAX}},
    {"constant",
     {OMBRE_BLEND_FACTOR, OMBRE_INV_BLEND_FACTOR, OMBRE_OP_REV_SUBTRACT},
     {OMBRE_DEST_ALPHA, OMBRE_BLEND_FACTOR, OMBRE_OP_SUBTRACT}},
};

enum { BLENDS = sizeof blends / sizeof blends[0] };

/* Formats that blend, in the order of the table. */
static const struct ombre_format *blendable_format(size_t number)
{
    for (unsigned i = 0; i < ombre_format_count(); i++) {
        const struct ombre_format *format = ombre_format_at(i);
        if (format->blendable && number-- == 0)
            return format;
    }
    return NULL;
}

static size_t blends_size(void)
{
    size_t count = 0;
    while (blendable_format(count))
        count++;
    return count * BLENDS;
}

static void blends_id(size_t index, char id[OMBRE_ID_SIZE])
{
    append_format(id, "om.blend.", blendable_format(index / BLENDS));
    suite_append(id, ".");
    suite_append(id, blends[index % BLENDS].name);
}

static void blends_make(size_t index, struct ombre_case *c)
{
    static const float factor[4] = {0.35f, 1.5f, 0.65f, -0.25f};
    set_format(c, blendable_format(index / BLENDS));
    suite_set_blend(c, 0, &blends[index % BLENDS].color,
                    &blends[index % BLENDS].alpha);
    for (unsigned i = 0; i < 4; i++)
        c->pso.BlendFactor[i] = factor[i];
}

/* --- Logic operations
 * --------------------------------------------------------- */

enum { LOGIC_OPS = OMBRE_LOGIC_OR_INVERTED + 1 };

static const struct ombre_format *logic_format(size_t number)
{
    for (unsigned i = 0; i < ombre_format_count(); i++) {
        const struct ombre_format *format = ombre_format_at(i);
        if (format->logic_op && number-- == 0)
            return format;
    }
    return NULL;
}

static size_t logic_size(void)
{
    size_t count = 0;
    while (logic_format(count))
        count++;
    return count * LOGIC_OPS;
}

static void logic_id(size_t index, char id[OMBRE_ID_SIZE])
{
    append_format(id, "om.logic.", logic_format(index / LOGIC_OPS));
    suite_append(id, ".");
    suite_append(id,
                 ombre_logic_op_name((enum ombre_logic_op)(index % LOGIC_OPS)));
}

static void logic_make(size_t index, struct ombre_case *c)
{
    D3D12_RENDER_TARGET_BLEND_DESC *target = &c->pso.BlendState.RenderTarget[0];
    set_format(c, logic_format(index / LOGIC_OPS));
    target->LogicOpEnable = 1;
    target->LogicOp = (D3D12_LOGIC_OP) (index % LOGIC_OPS);
}

const struct suite_group suite_stores = {
    .size = stores_size,
    .id = stores_id,
    .make = stores_make,
};
const struct suite_group suite_blends = {
    .size = blends_size,
    .id = blends_id,
    .make = blends_make,
};
const struct suite_group suite_logic = {
    .size = logic_size,
    .id = logic_id,
    .make = logic_make,
};
