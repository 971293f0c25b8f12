/* A program of one's own: a blend desc, and how a device would have it. */
#include <ombre/translate.h>
#include <stdio.h>

int main(void)
{
    struct ombre_pso pso = ombre_pso_default();
    pso.NumRenderTargets = 1;
    pso.RTVFormats[0] = 28; /* DXGI_FORMAT_R8G8B8A8_UNORM */
    pso.BlendState.RenderTarget[0].BlendEnable = 1;
    pso.shader.bound = true;
    pso.shader.output[0] = (struct ombre_output){OMBRE_OUTPUT_FLOAT, 0xf};
    /* Or those of a device: ombre_gpu_facts() of gpu.h. */
    const struct ombre_vk_facts facts = ombre_vk_facts_minimum();
    struct ombre_state state;
    struct ombre_translation out;
    if (!ombre_state_from_pso(&pso, &state) ||
        ombre_translate(&state, &facts, &out) != OMBRE_TRANSLATE_OK)
        return 1;
    puts(ombre_plan_name(out.plan[0].how));
}
