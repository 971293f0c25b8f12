#include "device_choice.h"

#include <stdio.h>

#include "command.h"
#include "device_text.h"

static void advise(enum ombre_gpu_status status)
{
    if (status == OMBRE_GPU_NO_LOADER)
        fputs("  there is no Vulkan loader: install libvulkan1 (or your "
              "system's name for it)\n",
              stderr);
    else
        fputs("  no driver answers: install one (Debian's "
              "mesa-vulkan-drivers has one for the CPU),\n"
              "  or name its manifest in VK_DRIVER_FILES; VK_LOADER_DEBUG=all "
              "shows what the loader tries\n",
              stderr);
}

int list_devices(struct remote *remote, struct remote_devices *out)
{
    char why[160];
    if (remote_list(remote, out, why) != REMOTE_OK) {
        fprintf(stderr, "ombre: listing Vulkan devices: %s\n", why);
        return EXIT_INFRASTRUCTURE;
    }
    if (out->status == OMBRE_GPU_OK && out->count > 0)
        return EXIT_EXPECTED;
    fprintf(stderr, "ombre: no Vulkan device: %s\n",
            ombre_gpu_status_name(out->status));
    advise(out->status);
    return EXIT_INFRASTRUCTURE;
}

int choose_devices(const char *spec, const struct remote_devices *devices,
                   size_t index[MAX_DEVICES], size_t *count)
{
    char error[160];
    *count =
        device_spec_select(spec, devices->info, devices->count, index, error);
    if (*count > 0)
        return EXIT_EXPECTED;
    if (*error)
        fprintf(stderr, "ombre: --device: %s\n", error);
    else
        fprintf(stderr, "ombre: --device: no device is '%s'; there are\n",
                spec ? spec : "");
    device_print_table(stderr, devices->info, devices->count);
    return EXIT_USAGE;
}

int choose_device(const char *spec, const struct remote_devices *devices,
                  size_t *index)
{
    size_t found[MAX_DEVICES], count;
    const int code = choose_devices(spec, devices, found, &count);
    if (code != EXIT_EXPECTED)
        return code;
    if (count > 1) {
        fprintf(stderr, "ombre: --device: '%s' is %zu of these; name one\n",
                spec ? spec : "", count);
        device_print_table(stderr, devices->info, devices->count);
        return EXIT_USAGE;
    }
    *index = found[0];
    return EXIT_EXPECTED;
}
