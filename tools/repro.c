#include "repro.h"

#include <stdlib.h>
#include <string.h>

/* Rows of a table that compilers take without trouble. */
enum { MOST_TEXELS = 1 << 15 };

static bool refuse(char reason[REPRO_REASON], const char *why, const char *what)
{
    snprintf(reason, REPRO_REASON, "%s%.200s", why, what);
    return false;
}

static bool check_lane(const struct repro *r, char reason[REPRO_REASON])
{
    char text[OMBRE_LANE_TEXT_SIZE], why[OMBRE_LANE_WHY_SIZE];
    ombre_lane_text(&r->lane, text);
    if ((r->lane.state != OMBRE_LANE_STATIC &&
         r->lane.state != OMBRE_LANE_DYNAMIC) ||
        r->lane.color_write_enable)
        return refuse(reason,
                      "a program has its state in one pipeline or sets it by "
                      "commands, and knows no lane ",
                      text);
    if (!ombre_lane_is_offered(&r->lane, r->facts->lane_features, why))
        return refuse(reason, "the device cannot do it: ", why);
    return true;
}

static bool check_plan(const struct ombre_translation *plan,
                       char reason[REPRO_REASON])
{
    if (plan->status != OMBRE_TRANSLATE_OK)
        return refuse(reason, "the device cannot do it: ", plan->reason);
    for (unsigned t = 0; t < OMBRE_MAX_TARGETS; t++)
        if (plan->vk.emulated >> t & 1)
            return refuse(reason,
                          "a program draws what the output merger can do, and "
                          "the fragment shader would have to compute a target: "
                          "the device has no ",
                          ombre_plan_because(plan, t).text);
    if (plan->vk.split)
        return refuse(reason,
                      "a program has one draw, and without independentBlend "
                      "this case takes several",
                      "");
    return true;
}

static bool check_targets(const struct repro *r, char reason[REPRO_REASON])
{
    unsigned count = 0;
    for (unsigned t = 0; t < r->state->target_count; t++) {
        const struct ombre_format *format = r->state->target[t].format;
        count += format != NULL;
        if (format && format->numeric == OMBRE_SHARED)
            return refuse(reason,
                          "a program compares components, and those share "
                          "their exponent in ",
                          format->name);
    }
    if (count == 0)
        return refuse(reason, "the case has no target to read back", "");
    if (r->c->pixel_count * count * r->c->sample_count > MOST_TEXELS)
        return refuse(reason,
                      "the case has too many texels to be read: minimize it "
                      "first, or take pixels away",
                      "");
    return true;
}

/* The program draws once, into images of its own. */
static bool check_case(const struct ombre_case *c, char reason[REPRO_REASON])
{
    if (c->step_count > 0)
        return refuse(reason, "the program draws once, and the case has Steps",
                      "");
    if (image_is_special(c))
        return refuse(reason,
                      "the program's images are its own, and the case says "
                      "RenderTargets, Image or DestinationBy",
                      "");
    return true;
}

/* What the patches leave of the shader's outputs; the numbers that they change
 * are changed in the tables. */
static void patch_outputs(struct repro *r)
{
    memcpy(r->output, r->member.shape.output, sizeof r->output);
    r->coverage = r->member.shape.export_coverage;
    r->slots = r->member.shape.slots ? r->member.shape.slots : 1;
    for (uint32_t i = 0; i < r->vk.patch_count; i++) {
        const struct ombre_vk_patch *patch = &r->vk.patch[i];
        switch (patch->kind) {
        case OMBRE_VK_PATCH_SECOND_SOURCE:
            r->second_source = r->output[1] != OMBRE_GPU_OUTPUT_NONE;
            break;
        case OMBRE_VK_PATCH_DROP_OUTPUT:
            r->output[patch->output] = OMBRE_GPU_OUTPUT_NONE;
            break;
        case OMBRE_VK_PATCH_NAN_TO_ZERO:
        case OMBRE_VK_PATCH_CLAMP_INTEGER:
        case OMBRE_VK_PATCH_ALPHA_TO_RED:
        case OMBRE_VK_PATCH_COVER_BY_ALPHA: break;
        }
    }
}

bool repro_init(struct repro *r, char reason[REPRO_REASON])
{
    const struct ombre_translate_policy policy = {.pure_shader = true};
    struct ombre_translation plan;
    ombre_translate_with(r->state, r->facts, &policy, &plan);
    if (!check_case(r->c, reason) || !check_lane(r, reason) ||
        !check_plan(&plan, reason) || !check_targets(r, reason) ||
        !batch_member_init(&r->member, r->c, r->state, &r->lane, &plan, NULL,
                           r->facts, reason))
        return false;
    if (r->lane.state == OMBRE_LANE_DYNAMIC)
        r->dynamic = r->facts->lane_features & OMBRE_LANE_DYNAMIC_FEATURES;
    r->vk = ombre_gpu_state_normal(&plan.vk, r->facts->independent_blend);
    patch_outputs(r);
    return true;
}

static bool write_parts(FILE *file, const struct repro *r)
{
    const uint32_t parts = repro_parts(r);
    struct repro_outputs outputs = {
        .second_source = r->second_source,
        .coverage = r->coverage,
        .coverage_slot = r->slots - 1,
    };
    memcpy(outputs.type, r->output, sizeof outputs.type);
    repro_write_head(file, r);
    repro_write_state(file, r);
    repro_write_dynamic(file, r);
    fputs("/* --- Shaders "
          "---------------------------------------------------------------- "
          "*/\n\n",
          file);
    repro_write_shaders(file, parts);
    repro_write_upload_shaders(file, r);
    repro_write_shader(file, "fragment_words", &outputs);
    fputs("\n/* --- Tables "
          "----------------------------------------------------------------- "
          "*/\n\n",
          file);
    if (!repro_write_tables(file, r))
        return false;
    repro_write_program(file, parts);
    return true;
}

char *repro_write(const struct repro *r)
{
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    if (!file)
        return NULL;
    bool good = write_parts(file, r);
    good = !ferror(file) && good;
    if (fclose(file) == 0 && good)
        return text;
    free(text);
    return NULL;
}
