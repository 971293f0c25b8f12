/* Steps of a case: what is set, cleared and drawn, one after another. */
#include <stdlib.h>
#include <string.h>

#include "case_fields.h"
#include "case_parts.h"

/* What is known while steps are read. */
struct steps_draft {
    struct ombre_case *c;
    const struct ombre_pso *pso; /* in force */
    size_t bytes;                /* of operands, so far */
};

/* --- clear ---------------------------------------------------------------- */

struct clear_draft {
    struct case_value target, color, rect, by;
};

static bool read_clear_target(const struct case_reader *reader,
                              const struct case_value *value,
                              const struct ombre_case *c,
                              struct ombre_step_clear *out)
{
    if (!case_read_count(reader, value, "the number of a render target",
                         UINT32_MAX, &out->RenderTarget))
        return false;
    return (out->RenderTarget < OMBRE_MAX_TARGETS &&
            case_target_dxgi(&c->pso, out->RenderTarget) != 0) ||
           case_fail(reader, value,
                     "there is no render target %lu (RTVFormats, "
                     "NumRenderTargets)",
                     (unsigned long) out->RenderTarget);
}

static bool read_rect(const struct case_reader *reader,
                      const struct case_value *value,
                      struct ombre_step_clear *out)
{
    uint32_t word[4];

    if (case_is_null(value))
        return true;
    if (!json_is_array(value->json) || json_array_size(value->json) != 4)
        return case_expected(reader, value,
                             "[left, top, right, bottom], or null");
    if (!case_read_words(reader, value, OMBRE_BASE_SINT, word))
        return false;
    out->has_rect = true;
    memcpy(out->Rect, word, sizeof out->Rect);
    return true;
}

static bool read_by(const struct case_reader *reader,
                    const struct case_value *value,
                    struct ombre_step_clear *out)
{
    size_t by;

    if (!case_read_choice(reader, value, "\"attachments\" or \"load-op\"",
                          case_clear_names, OMBRE_CLEAR_COUNT, &by))
        return false;
    out->by = (enum ombre_clear_by) by;
    return true;
}

static bool read_clear(const struct case_reader *reader,
                       const struct case_value *value,
                       const struct ombre_case *c, struct ombre_step_clear *out)
{
    static const struct case_field field[] = {
        {"RenderTarget", case_keep_field, NULL,
         offsetof(struct clear_draft, target), 0},
        {"Color", case_keep_field, NULL, offsetof(struct clear_draft, color),
         0},
        {"Rect", case_keep_field, NULL, offsetof(struct clear_draft, rect), 0},
        {"By", case_keep_field, NULL, offsetof(struct clear_draft, by), 0},
    };
    static const struct case_fields fields = {
        field, CASE_COUNT(field),
        "an object (\"RenderTarget\", \"Color\", \"Rect\", \"By\")"};
    struct clear_draft draft = {0};
    uint32_t word[4];

    if (!case_read_fields(reader, value, &fields, &draft))
        return false;
    if (!draft.target.json)
        return case_missing(reader, value, "RenderTarget",
                            "the number of a render target");
    if (!draft.color.json)
        return case_missing(reader, value, "Color", "four numbers");
    if (!read_clear_target(reader, &draft.target, c, out) ||
        !case_read_words(reader, &draft.color, OMBRE_BASE_FLOAT, word))
        return false;
    memcpy(out->Color, word, sizeof out->Color);
    return (!draft.rect.json || read_rect(reader, &draft.rect, out)) &&
           (!draft.by.json || read_by(reader, &draft.by, out));
}

/* --- draw ----------------------------------------------------------------- */

struct draw_draft {
    struct case_value pixels, src, layers, coverage;
};

static const struct case_field draw_field[] = {
    {"src", case_keep_field, NULL, offsetof(struct draw_draft, src), 0},
    {"layers", case_keep_field, NULL, offsetof(struct draw_draft, layers), 0},
    {"coverage", case_keep_field, NULL, offsetof(struct draw_draft, coverage),
     0},
    {"pixels", case_keep_field, NULL, offsetof(struct draw_draft, pixels), 0},
};

/* Of a draw; but for the last, of an entry of its pixels. */
static const struct case_fields draw_fields = {
    draw_field, CASE_COUNT(draw_field),
    "an object (\"src\" or \"layers\", or \"pixels\")"};
static const struct case_fields entry_fields = {
    draw_field, CASE_COUNT(draw_field) - 1,
    "null or an object (\"src\" or \"layers\")"};

static unsigned most_layers(const json_t *draw)
{
    const json_t *pixels = json_object_get(draw, "pixels");
    size_t most = json_array_size(json_object_get(draw, "layers"));

    for (size_t i = 0; i < json_array_size(pixels); i++) {
        const size_t count = json_array_size(
            json_object_get(json_array_get(pixels, i), "layers"));
        most = count > most ? count : most;
    }
    return most ? (unsigned) most : 1;
}

static bool allocate_draw(const struct case_reader *reader,
                          const struct case_value *value,
                          struct steps_draft *steps,
                          struct ombre_step_draw *out)
{
    const size_t pixels = steps->c->pixel_count;
    const bool is_covered =
        steps->pso->shader.coverage == OMBRE_COVERAGE_PER_PIXEL;
    const size_t a_pixel = sizeof *out->layers + sizeof *out->coverage +
                           out->layer_count * sizeof *out->source;

    if (pixels > (CASE_MOST_BYTES - steps->bytes) / a_pixel)
        return case_fail(reader, value,
                         "the draws of %zu pixels take more operands than "
                         "1 GiB",
                         pixels);
    steps->bytes += pixels * a_pixel;
    /* One more: of no pixels there would be none to point to. */
    out->layers = calloc(pixels + 1, sizeof *out->layers);
    out->source = calloc((pixels + 1) * out->layer_count, sizeof *out->source);
    if (is_covered)
        out->coverage = calloc(pixels + 1, sizeof *out->coverage);
    return (out->layers && out->source && (out->coverage || !is_covered)) ||
           case_out_of_memory(reader);
}

/* Read what one pixel gets, into number `pixel`. */
static bool read_operands(const struct case_reader *reader,
                          const struct case_value *value,
                          const struct draw_draft *draft,
                          const struct steps_draft *steps, size_t pixel,
                          struct ombre_step_draw *out)
{
    const struct ombre_pixel_shader *const shader = &steps->pso->shader;
    struct ombre_source *const source = &out->source[pixel * out->layer_count];

    if (draft->src.json && draft->layers.json)
        return case_fail(reader, &draft->layers,
                         "expected either \"src\" or \"layers\", found both");
    if (!draft->src.json && !draft->layers.json)
        return case_missing(reader, value, "src",
                            "an array (what the shader writes to SV_Target0, "
                            "..)");
    out->layers[pixel] = 1;
    if (draft->layers.json)
        out->layers[pixel] = (uint32_t) json_array_size(draft->layers.json);
    if (draft->src.json
            ? !case_read_source(reader, &draft->src, shader, source)
            : !case_read_layers(reader, &draft->layers, shader, source))
        return false;
    if (!out->coverage)
        return !draft->coverage.json ||
               case_fail(reader, &draft->coverage,
                         "unexpected: coverage of a pixel counts only where "
                         "PixelShader.coverage is \"per-pixel\"");
    return draft->coverage.json
               ? case_read_uint32(reader, &draft->coverage,
                                  &out->coverage[pixel])
               : case_missing(reader, value, "coverage",
                              "a mask (PixelShader.coverage is "
                              "\"per-pixel\")");
}

static bool read_entries(const struct case_reader *reader,
                         const struct case_value *pixels,
                         const struct steps_draft *steps,
                         struct ombre_step_draw *out)
{
    struct case_value entry;

    if (!case_read_array(reader, pixels, "an array (one entry a pixel)"))
        return false;
    if (json_array_size(pixels->json) != steps->c->pixel_count)
        return case_fail(reader, pixels,
                         "expected %zu entries, one for each of the "
                         "document's pixels, found %zu",
                         steps->c->pixel_count, json_array_size(pixels->json));
    for (struct case_walk walk = case_walk_of(pixels);
         case_walk_next(reader, &walk, &entry);) {
        struct draw_draft draft = {0};
        if (!case_is_null(&entry) &&
            (!case_read_fields(reader, &entry, &entry_fields, &draft) ||
             !read_operands(reader, &entry, &draft, steps, entry.index, out)))
            return false;
    }
    return true;
}

/* Whether the document's operands are fit for the shader in force, as to
 * what it declares. */
static bool takes_document(const struct steps_draft *steps)
{
    const struct ombre_pixel_shader *const now = &steps->pso->shader;
    const struct ombre_pixel_shader *const all = &steps->c->pso.shader;

    for (unsigned n = 0; n < OMBRE_MAX_TARGETS; n++)
        if (now->output[n].type != OMBRE_OUTPUT_NONE &&
            now->output[n].type != all->output[n].type)
            return false;
    return now->coverage != OMBRE_COVERAGE_PER_PIXEL || steps->c->coverage;
}

static bool copy_operands(const struct steps_draft *steps,
                          struct ombre_step_draw *out)
{
    for (size_t i = 1; i < steps->c->pixel_count; i++) {
        out->layers[i] = out->layers[0];
        memcpy(&out->source[i * out->layer_count], out->source,
               out->layer_count * sizeof *out->source);
        if (out->coverage)
            out->coverage[i] = out->coverage[0];
    }
    return true;
}

static bool read_draw(const struct case_reader *reader,
                      const struct case_value *value, struct steps_draft *steps,
                      struct ombre_step_draw *out)
{
    struct draw_draft draft = {0};

    if (!case_read_fields(reader, value, &draw_fields, &draft))
        return false;
    if (json_object_size(value->json) == 0)
        return takes_document(steps) ||
               case_fail(reader, value,
                         "the pixel shader in force declares what the "
                         "document's does not, so the draw needs operands of "
                         "its own");
    out->is_own = true;
    out->layer_count = most_layers(value->json);
    if (!allocate_draw(reader, value, steps, out))
        return false;
    if (!draft.pixels.json)
        return read_operands(reader, value, &draft, steps, 0, out) &&
               copy_operands(steps, out);
    if (draft.src.json || draft.layers.json || draft.coverage.json)
        return case_fail(reader, &draft.pixels,
                         "expected either \"pixels\" or what every pixel gets, "
                         "found both");
    return read_entries(reader, &draft.pixels, steps, out);
}

bool case_steps_take_sources(const json_t *steps)
{
    for (size_t i = 0; i < json_array_size(steps); i++) {
        const json_t *draw = json_object_get(json_array_get(steps, i), "draw");
        if (draw && json_object_size(draw) == 0)
            return true;
    }
    return false;
}

/* --- One step ------------------------------------------------------------- */

struct step_draft {
    struct case_value set, clear, draw;
};

static bool read_step(const struct case_reader *reader,
                      const struct case_value *value, struct steps_draft *steps,
                      struct ombre_step *out)
{
    static const struct case_field field[] = {
        {"set", case_keep_field, NULL, offsetof(struct step_draft, set), 0},
        {"clear", case_keep_field, NULL, offsetof(struct step_draft, clear), 0},
        {"draw", case_keep_field, NULL, offsetof(struct step_draft, draw), 0},
    };
    static const struct case_fields fields = {
        field, CASE_COUNT(field),
        "an object with one of \"set\", \"clear\" and \"draw\""};
    struct step_draft draft = {0};

    if (!case_read_fields(reader, value, &fields, &draft))
        return false;
    if (json_object_size(value->json) != 1)
        return case_fail(reader, value,
                         "expected one of \"set\", \"clear\" and \"draw\" in a "
                         "step, found %zu",
                         json_object_size(value->json));
    if (draft.clear.json) {
        out->kind = OMBRE_STEP_CLEAR;
        return read_clear(reader, &draft.clear, steps->c, &out->clear);
    }
    if (draft.draw.json) {
        out->kind = OMBRE_STEP_DRAW;
        return read_draw(reader, &draft.draw, steps, &out->draw);
    }
    out->kind = OMBRE_STEP_SET;
    out->pso = *steps->pso;
    steps->pso = &out->pso;
    return case_read_set(reader, &draft.set, steps->c, &out->pso);
}

bool case_read_steps(const struct case_reader *reader,
                     const struct case_value *value, struct ombre_case *c)
{
    struct steps_draft steps = {.c = c, .pso = &c->pso};
    struct case_value step;

    if (!case_read_array(reader, value, "an array of steps"))
        return false;
    const size_t count = json_array_size(value->json);
    if (count == 0 || count > OMBRE_CASE_MAX_STEPS)
        return case_fail(reader, value, "expected 1 to %d steps, found %zu",
                         (int) OMBRE_CASE_MAX_STEPS, count);
    c->step = calloc(count, sizeof *c->step);
    if (!c->step)
        return case_out_of_memory(reader);
    c->step_count = count;
    for (struct case_walk walk = case_walk_of(value);
         case_walk_next(reader, &walk, &step);)
        if (!read_step(reader, &step, &steps, &c->step[step.index]))
            return false;
    ombre_case_settle(c);
    return true;
}

void case_steps_finish(struct ombre_case *c)
{
    for (size_t i = 0; i < c->step_count; i++) {
        free(c->step[i].draw.layers);
        free(c->step[i].draw.source);
        free(c->step[i].draw.coverage);
    }
    free(c->step);
}
