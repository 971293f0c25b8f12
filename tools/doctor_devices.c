#include <stdio.h>
#include <stdlib.h>

#include "command.h"
#include "device_choice.h"
#include "device_text.h"
#include "doctor.h"
#include "ombre/suite.h"

/* Enough to see whether a device blends at all. */
static const char probe[] =
    "om.color.r8g8b8a8_unorm.src_alpha-inv_src_alpha-add";

static bool make_probe(const void *user, uint64_t id, struct ombre_case *out)
{
    size_t index;
    (void) user;
    (void) id;
    return ombre_suite_find(OMBRE_SUITE_SMOKE, probe, &index) &&
           ombre_suite_make(OMBRE_SUITE_SMOKE, index, out);
}

static void no_device(struct findings *findings,
                      const struct remote_devices *devices, const char *why)
{
    struct finding *finding =
        findings_add(findings, FINDING_BAD, "device", "no Vulkan device: %s",
                     *why ? why : ombre_gpu_status_name(devices->status));
    finding_remedy(finding, "mend what is said above of loader and drivers; "
                            "VK_LOADER_DEBUG=all shows what the loader tries");
}

static int draw_probe(struct findings *findings, struct remote *remote,
                      const struct ombre_gpu_info *info, size_t device)
{
    struct remote_result *result = calloc(1, sizeof *result);
    struct ombre_texel *texels = NULL;
    if (!result)
        return EXIT_INFRASTRUCTURE;
    /* A worker that is gone shows in the answer. */
    remote_ask(remote, device, 0, false);
    remote_answer(remote, result, &texels);
    const int code = outcome_exit_code(result->drawing.outcome);
    if (code == EXIT_EXPECTED)
        findings_add(findings, FINDING_GOOD, "device",
                     "%zu: %s draws, blends and reads back right%s", device,
                     info->deviceName,
                     result->drawing.validated ? ", validation silent" : "");
    else
        finding_remedy(
            findings_add(findings, FINDING_BAD, "device", "%zu: %s: %s: %s",
                         device, info->deviceName,
                         outcome_name(result->drawing.outcome),
                         result->drawing.reason),
            "ombre bringup -d %zu finds the step that fails; ombre show %s | "
            "ombre draw - -d %zu shows the bits",
            device, probe, device);
    free(texels);
    free(result);
    return code;
}

static int draw_on_each(struct findings *findings,
                        const struct remote_devices *devices,
                        const size_t *index, size_t count,
                        const struct remote_setup *setup)
{
    int worst = EXIT_EXPECTED;
    for (size_t i = 0; i < count; i++) {
        struct remote remote; /* of its own: one that crashes harms no other */
        int code = EXIT_INFRASTRUCTURE;
        if (remote_start(&remote, setup)) {
            code = draw_probe(findings, &remote, &devices->info[index[i]],
                              index[i]);
            remote_stop(&remote);
        }
        if (code > worst)
            worst = code;
    }
    return worst;
}

int doctor_devices(struct findings *findings, const char *spec)
{
    const struct remote_setup setup = {
        .validation = OMBRE_GPU_VALIDATION_ON,
        .timeout_s = 30,
        .judge = OMBRE_JUDGE_D3D,
        .make = make_probe,
    };
    struct remote_devices *devices = calloc(1, sizeof *devices);
    struct remote remote;
    size_t index[MAX_DEVICES], count = 0;
    char why[160] = "";
    int code = EXIT_INFRASTRUCTURE;
    if (devices && remote_start(&remote, &setup)) {
        const bool listed = remote_list(&remote, devices, why) == REMOTE_OK;
        remote_stop(&remote);
        if (!listed || devices->count == 0)
            no_device(findings, devices, why);
        else
            code = choose_devices(spec ? spec : "all", devices, index, &count);
        if (count > 0)
            code = draw_on_each(findings, devices, index, count, &setup);
    }
    free(devices);
    return code;
}
