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

/* --- The command -----------------------------------------------------------
 */

static int translate(const struct ombre_state *state,
                     const struct ombre_vk_facts *facts, bool json)
{
    /* As this tool's own shaders are. */
    const struct ombre_translate_policy policy = {.pure_shader = true};
    struct ombre_translation translation;
    const enum ombre_translate_status status =
        ombre_translate_with(state, facts, &policy, &translation);
    if (json) {
        struct json_out out = json_out_start(stdout, 3);
        translation_write(&out, &translation);
        json_out_end(&out);
    } else {
        print_translation(state, &translation);
    }
    switch (status) {
    case OMBRE_TRANSLATE_OK: return EXIT_EXPECTED;
    case OMBRE_TRANSLATE_INVALID: return EXIT_USAGE;
    case OMBRE_TRANSLATE_UNSUPPORTED: break;
    }
    return EXIT_NOTHING_TESTED;
}

int command_translate(const struct options *options)
{
    struct ombre_case c;
    struct ombre_state state;
    struct ombre_vk_facts facts;
    int code = load_drawable(options->operand[0], false, &c, &state);
    if (code != EXIT_EXPECTED)
        return code;
    code = facts_option(options, &facts, NULL);
    if (code == EXIT_EXPECTED)
        code = translate(&state, &facts, options->given[OPTION_JSON]);
    ombre_case_finish(&c);
    return code;
}
