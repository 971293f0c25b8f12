#include "audit_merge.h"

#include "judge.h"

/* Columns of the area in which pixels are thought to lie. */
enum { COLUMNS = 8 };

static void merge_layer(const struct ombre_faulty *faulty,
                        const struct ombre_source *source, uint32_t exported,
                        size_t pixel, const struct merged_pixel *right,
                        struct merged_pixel *out)
{
    const struct merged_pixel before = *out;
    struct ombre_fault_pixel ask = {
        .source = source,
        .exported = exported,
        .column = (unsigned) (pixel % COLUMNS),
        .row = (unsigned) (pixel / COLUMNS),
    };
    for (unsigned t = 0; t < OMBRE_MAX_TARGETS; t++) {
        ask.dest[t] = before.texel[t];
        ask.right[t] = right ? right->texel[t] : NULL;
    }
    for (unsigned t = 0; t < faulty->right.target_count; t++)
        for (unsigned s = 0;
             faulty->right.target[t].format && s < faulty->right.sample_count;
             s++)
            if (right && !faulty->touches[t])
                out->texel[t][s] = right->texel[t][s];
            else
                ombre_fault_apply(faulty, &ask, t, s, &out->texel[t][s]);
}

void merge_pixel(const struct ombre_case *c, const struct ombre_faulty *faulty,
                 size_t pixel, const struct merged_pixel *right,
                 struct merged_pixel *out)
{
    const uint32_t exported = c->coverage ? c->coverage[pixel] : UINT32_MAX;
    const unsigned layers = ombre_case_layers(c, pixel);
    for (unsigned t = 0; t < faulty->right.target_count; t++)
        for (unsigned s = 0; s < c->sample_count; s++)
            out->texel[t][s] = *case_dest(c, pixel, t, s);
    /* What is left at last tells nothing of layers before. */
    for (unsigned layer = 0; layer < layers; layer++)
        merge_layer(faulty, &c->source[pixel * c->layer_count + layer],
                    exported, pixel, layers == 1 ? right : NULL, out);
}
