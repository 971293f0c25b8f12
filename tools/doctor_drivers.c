#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "doctor.h"
#include "manifests.h"

enum { LOAD_TIMEOUT_MS = 20000 };

/* What a process is told to load, and what it says of that. */
struct loading {
    const char *library;
    const char *symbols[2]; /* one of them is enough */
};

struct loaded {
    bool opened, has_symbol;
    uint32_t version; /* of a loader */
    char error[300];
};

/* --- In a process of its own -----------------------------------------------
 */

static uint32_t loader_version(void *library)
{
    /* A PFN of its own, since ISO C has no cast from an object pointer. */
    int (*enumerate)(uint32_t *) = NULL;
    uint32_t version = 0;
    void *const symbol = dlsym(library, "vkEnumerateInstanceVersion");
    memcpy(&enumerate, &symbol, sizeof enumerate);
    return enumerate && enumerate(&version) == 0 ? version : 0;
}

static int load(int socket, const void *user)
{
    const struct loading *loading = user;
    struct loaded loaded = {0};
    void *const library = dlopen(loading->library, RTLD_LAZY | RTLD_LOCAL);
    loaded.opened = library != NULL;
    if (library) {
        for (size_t i = 0; i < 2; i++)
            loaded.has_symbol |=
                loading->symbols[i] && dlsym(library, loading->symbols[i]);
        loaded.version = loader_version(library);
    } else {
        const char *error = dlerror();
        snprintf(loaded.error, sizeof loaded.error, "%s", error ? error : "");
    }
    return frame_send(socket, 0, &loaded, sizeof loaded) ? 0 : 1;
}

/* --- Here ------------------------------------------------------------------
 */

static void try_load(const struct loading *loading, struct loaded *out)
{
    struct worker worker;
    struct frame frame;
    int code = 0;
    *out = (struct loaded){0};
    if (!worker_start(&worker, load, loading)) {
        snprintf(out->error, sizeof out->error, "no process could be started");
        return;
    }
    switch (worker_receive(&worker, LOAD_TIMEOUT_MS, &frame, &code)) {
    case WORKER_OK:
        if (frame.size == sizeof *out)
            memcpy(out, frame.data, sizeof *out);
        break;
    case WORKER_CRASHED:
        snprintf(out->error, sizeof out->error,
                 "the process that loads it crashes (signal %d)", code);
        break;
    case WORKER_SILENT:
        snprintf(out->error, sizeof out->error, "loading it never ends");
        break;
    case WORKER_EXITED:
    case WORKER_FAILED:
        snprintf(out->error, sizeof out->error,
                 "the process that loads it ends (exit %d)", code);
        break;
    }
    free(frame.data);
    worker_stop(&worker);
}

void doctor_loader(struct findings *findings)
{
    static const char *const names[] = {"libvulkan.so.1", "libvulkan.so"};
    struct loaded loaded = {0};
    for (size_t i = 0; i < 2 && !loaded.opened; i++) {
        const struct loading loading = {names[i],
                                        {"vkGetInstanceProcAddr", NULL}};
        try_load(&loading, &loaded);
    }
    if (!loaded.opened)
        finding_remedy(findings_add(findings, FINDING_BAD, "loader",
                                    "there is no Vulkan loader: %s",
                                    loaded.error),
                       "apt-get install libvulkan1 (or your system's name for "
                       "the Vulkan loader)");
    else if (!loaded.has_symbol || loaded.version == 0)
        finding_remedy(findings_add(findings, FINDING_BAD, "loader",
                                    "libvulkan.so.1 is no loader of Vulkan "
                                    "1.1 or newer"),
                       "look at LD_LIBRARY_PATH and ldconfig -p | grep "
                       "libvulkan");
    else
        findings_add(findings, FINDING_GOOD, "loader",
                     "libvulkan.so.1, Vulkan %u.%u.%u", loaded.version >> 22,
                     loaded.version >> 12 & 0x3FF, loaded.version & 0xFFF);
}

static void examine_driver(struct findings *findings,
                           const struct manifest *manifest)
{
    struct loaded loaded;
    const struct loading loading = {
        manifest->library,
        {"vk_icdGetInstanceProcAddr", "vkGetInstanceProcAddr"}};
    if (*manifest->error) {
        finding_remedy(findings_add(findings, FINDING_WARN, "driver", "%s: %s",
                                    manifest->path, manifest->error),
                       "mend or remove the file, or the variable that names "
                       "it");
        return;
    }
    try_load(&loading, &loaded);
    if (!loaded.opened)
        finding_remedy(findings_add(findings, FINDING_WARN, "driver",
                                    "%.150s: its library is not loaded: %.200s",
                                    manifest->path, loaded.error),
                       "install the package that has the library, for this "
                       "processor; dpkg -S and ldd show what is missing");
    else if (!loaded.has_symbol)
        findings_add(findings, FINDING_WARN, "driver",
                     "%.150s: %.200s is no Vulkan driver", manifest->path,
                     manifest->library);
    else
        findings_add(findings, FINDING_GOOD, "driver",
                     "%.150s: %.200s, Vulkan %s", manifest->path,
                     manifest->library, manifest->version);
}

void doctor_drivers(struct findings *findings)
{
    struct manifests *manifests = malloc(sizeof *manifests);
    if (!manifests)
        return;
    manifests_of_drivers(manifests, doctor_is_elevated());
    for (size_t i = 0; i < manifests->count; i++)
        examine_driver(findings, &manifests->manifest[i]);
    if (manifests->count == 0)
        finding_remedy(
            findings_add(findings, FINDING_BAD, "driver",
                         manifests->named
                             ? "the environment names no manifest of a driver "
                               "that is there"
                             : "no manifest of a driver is installed"),
            "apt-get install mesa-vulkan-drivers: it drives AMD's and Intel's "
            "GPUs, and the CPU");
    free(manifests);
}

void doctor_layers(struct findings *findings)
{
    static const char name[] = "VK_LAYER_KHRONOS_validation";
    struct manifests *manifests = malloc(sizeof *manifests);
    if (!manifests)
        return;
    manifests_of_layers(manifests, doctor_is_elevated());
    const struct manifest *found = NULL;
    for (size_t i = 0; i < manifests->count && !found; i++)
        if (strcmp(manifests->manifest[i].name, name) == 0)
            found = &manifests->manifest[i];
    struct loaded loaded = {0};
    if (found && !*found->error) {
        const struct loading loading = {found->library,
                                        {"vkGetInstanceProcAddr", NULL}};
        try_load(&loading, &loaded);
    }
    if (loaded.opened)
        findings_add(findings, FINDING_GOOD, "layer", "%s %s (%.200s)", name,
                     found->version, found->path);
    else if (found)
        finding_remedy(
            findings_add(findings, FINDING_WARN, "layer", "%.150s: %.200s",
                         found->path,
                         *found->error ? found->error : loaded.error),
            "apt-get install --reinstall vulkan-validationlayers");
    else
        finding_remedy(findings_add(findings, FINDING_WARN, "layer",
                                    "%s is not installed: misuse of Vulkan "
                                    "would go unseen",
                                    name),
                       "apt-get install vulkan-validationlayers");
    free(manifests);
}
