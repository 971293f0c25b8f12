#include <stdlib.h>

#include "command.h"
#include "common_options.h"
#include "facts.h"
#include "load.h"
#include "translation_json.h"
#include "words.h"

/* --- For people ------------------------------------------------------------
 */

static void print_attachment(const struct ombre_state *state,
                             const struct ombre_translation *translation,
                             uint32_t i)
{
    const VkPipelineColorBlendAttachmentState *a =
        &translation->vk.attachment[i];
    char words[WORDS_SIZE];
    words_of_target(words, state, i);
    printf("target %u  %s\n", i, words);
    printf("  format     %s\n",
           ombre_vk_format_name(translation->vk.format[i]));
    if (a->blendEnable) {
        printf("  color      %s, %s, %s\n",
               ombre_vk_blend_factor_name(a->srcColorBlendFactor),
               ombre_vk_blend_factor_name(a->dstColorBlendFactor),
               ombre_vk_blend_op_name(a->colorBlendOp));
        printf("  alpha      %s, %s, %s\n",
               ombre_vk_blend_factor_name(a->srcAlphaBlendFactor),
               ombre_vk_blend_factor_name(a->dstAlphaBlendFactor),
               ombre_vk_blend_op_name(a->alphaBlendOp));
    } else {
        puts("  blend      VK_FALSE");
    }
    printf("  mask       0x%x\n", a->colorWriteMask);
    printf("  plan       %s (%s)\n", ombre_plan_name(translation->plan[i].how),
           ombre_plan_because(translation, i).text);
}

static void print_shared(const struct ombre_vk_state *vk)
{
    if (vk->logic_op_enable)
        printf("logicOp      %s\n", ombre_vk_logic_op_name(vk->logic_op));
    printf("constants    %.9g, %.9g, %.9g, %.9g\n",
           (double) vk->blend_constants[0], (double) vk->blend_constants[1],
           (double) vk->blend_constants[2], (double) vk->blend_constants[3]);
    printf("samples      %u, mask 0x%x%s\n", (unsigned) vk->samples,
           vk->sample_mask,
           vk->alpha_to_coverage_enable ? ", alpha to coverage" : "");
    for (uint32_t i = 0; i < vk->patch_count; i++)
        printf("shader       output %u: %s\n", vk->patch[i].output,
               ombre_vk_patch_name(vk->patch[i].kind));
    fputs("needs       ", stdout);
    for (uint32_t need = 1; need <= OMBRE_VK_NEED_FORMAT_BLEND; need <<= 1)
        if (vk->needs & need)
            printf(" %s", feature_name((enum ombre_vk_need) need));
    puts(vk->needs ? "" : " nothing optional");
}

static void print_translation(const struct ombre_state *state,
                              const struct ombre_translation *translation)
{
    for (uint32_t i = 0; i < translation->vk.attachment_count; i++)
        print_attachment(state, translation, i);
    print_shared(&translation->vk);
    printf("status       %s%s%s\n",
           ombre_translate_status_name(translation->status),
           *translation->reason ? ": " : "", translation->reason);
}

static void print_left_out(const uint8_t left_out[OMBRE_MAX_TARGETS])
{
    for (unsigned i = 0; i < OMBRE_MAX_TARGETS; i++)
        for (unsigned bit = 0; left_out_name(bit); bit++)
            if (left_out[i] >> bit & 1)
                fprintf(stderr, "ombre: target %u: left out: %s\n", i,
                        left_out_name(bit));
}

/* --- The command -----------------------------------------------------------
 */

/* What is asked for, and what it is translated to. */
struct translating {
    const struct options *options;
    const char *path;
    struct ombre_case c;
    struct ombre_vk_facts facts;
    struct ombre_state state;
    uint8_t left_out[OMBRE_MAX_TARGETS]; /* if lenient */
    struct ombre_translation translation;
};

static bool is_lenient(const struct translating *t)
{
    return t->options->given[OPTION_LENIENT];
}

/* Say what the state means, and leave the reason in the translation if it
 * means nothing. */
static int read_strictly(struct translating *t)
{
    struct ombre_issue first = {.path = "",
                                .detail = "the state has no meaning"};
    const int code = state_of_case(t->path, &t->c, &t->state, &first);
    if (code == EXIT_USAGE) {
        t->translation.status = OMBRE_TRANSLATE_INVALID;
        (void) snprintf(t->translation.reason, sizeof t->translation.reason,
                        "%s%s%s", first.path, *first.path ? ": " : "",
                        first.detail);
    }
    return code;
}

static int read_leniently(struct translating *t)
{
    uint8_t mended[OMBRE_MAX_TARGETS];
    if (!ombre_state_from_pso_leniently(&t->c.pso, &t->state, t->left_out))
        return read_strictly(t);
    (void) ombre_state_mend(&t->state, &t->facts, mended);
    for (unsigned i = 0; i < OMBRE_MAX_TARGETS; i++)
        t->left_out[i] |= mended[i];
    print_left_out(t->left_out);
    return EXIT_EXPECTED;
}

static void show(const struct translating *t)
{
    if (t->options->given[OPTION_JSON]) {
        struct json_out out = json_out_start(stdout, 3);
        translation_write(&out, &t->translation,
                          is_lenient(t) ? t->left_out : NULL);
        json_out_end(&out);
    } else if (t->translation.status != OMBRE_TRANSLATE_INVALID) {
        print_translation(&t->state, &t->translation);
    }
}

static int translate(struct translating *t)
{
    /* As this tool's own shaders are. */
    const struct ombre_translate_policy policy = {.pure_shader = true};
    int code = is_lenient(t) ? read_leniently(t) : read_strictly(t);
    if (code == EXIT_EXPECTED) {
        (void) ombre_translate_with(&t->state, &t->facts, &policy,
                                    &t->translation);
        if (t->translation.status == OMBRE_TRANSLATE_INVALID)
            fprintf(stderr, "ombre: %s: %s\n", t->path, t->translation.reason);
    } else if (code != EXIT_USAGE) {
        return code;
    }
    show(t);
    switch (t->translation.status) {
    case OMBRE_TRANSLATE_OK: return EXIT_EXPECTED;
    case OMBRE_TRANSLATE_INVALID: return EXIT_USAGE;
    case OMBRE_TRANSLATE_UNSUPPORTED: break;
    }
    return EXIT_NOTHING_TESTED;
}

int command_translate(const struct options *options)
{
    struct translating *t = calloc(1, sizeof *t);
    if (!t) {
        fputs("ombre: out of memory\n", stderr);
        return EXIT_INFRASTRUCTURE;
    }
    t->options = options;
    t->path = options->operand[0];
    int code = load_case(t->path, &t->c);
    if (code == EXIT_EXPECTED) {
        code = facts_option(options, &t->facts, NULL);
        if (code == EXIT_EXPECTED)
            code = translate(t);
        ombre_case_finish(&t->c);
    }
    free(t);
    return code;
}
