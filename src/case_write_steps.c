/* Steps of a case as text. */
#include <string.h>

#include "case_parts.h"

static void write_clear(struct case_writer *writer,
                        const struct ombre_step_clear *clear)
{
    uint32_t word[4];

    case_write_format(writer, "{\"RenderTarget\": %lu, \"Color\": ",
                      (unsigned long) clear->RenderTarget);
    memcpy(word, clear->Color, sizeof word);
    case_write_words(writer, OMBRE_BASE_FLOAT, word);
    if (clear->has_rect) {
        memcpy(word, clear->Rect, sizeof word);
        case_write_raw(writer, ", \"Rect\": ");
        case_write_words(writer, OMBRE_BASE_SINT, word);
    }
    case_write_raw(writer, ", \"By\": ");
    case_write_string(writer, ombre_clear_by_name(clear->by));
    case_write_raw(writer, "}");
}

static void write_entry(struct case_writer *writer,
                        const struct ombre_pixel_shader *shader,
                        const struct ombre_step_draw *draw, size_t pixel)
{
    if (draw->layers[pixel] == 0) {
        case_write_raw(writer, "null");
        return;
    }
    case_write_raw(writer, "{");
    case_write_sources(writer, shader, &draw->source[pixel * draw->layer_count],
                       draw->layers[pixel]);
    if (draw->coverage)
        case_write_format(writer, ", \"coverage\": %lu",
                          (unsigned long) draw->coverage[pixel]);
    case_write_raw(writer, "}");
}

static void write_draw(struct case_writer *writer, const struct ombre_case *c,
                       const struct ombre_pixel_shader *shader,
                       const struct ombre_step_draw *draw)
{
    if (!draw->is_own) {
        case_write_raw(writer, "{}");
        return;
    }
    case_write_raw(writer, "{\"pixels\": [");
    for (size_t i = 0; i < c->pixel_count; i++) {
        case_write_raw(writer, i == 0 ? "\n      " : ",\n      ");
        write_entry(writer, shader, draw, i);
    }
    case_write_raw(writer, "]}");
}

void case_write_steps(struct case_writer *writer, const struct ombre_case *c)
{
    const struct ombre_pso *pso = &c->pso;

    for (size_t i = 0; i < c->step_count; i++) {
        const struct ombre_step *const step = &c->step[i];
        case_write_raw(writer, i == 0 ? "[\n    " : ",\n    ");
        switch (step->kind) {
        case OMBRE_STEP_SET:
            case_write_raw(writer, "{\"set\": ");
            case_write_set(writer, pso, &step->pso);
            pso = &step->pso;
            break;
        case OMBRE_STEP_CLEAR:
            case_write_raw(writer, "{\"clear\": ");
            write_clear(writer, &step->clear);
            break;
        case OMBRE_STEP_DRAW:
            case_write_raw(writer, "{\"draw\": ");
            write_draw(writer, c, &pso->shader, &step->draw);
            break;
        }
        case_write_raw(writer, "}");
    }
    case_write_raw(writer, "\n  ]");
}
