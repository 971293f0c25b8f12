#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <dirent.h>
#ifdef __linux__
#include <sys/auxv.h>
#endif

#include "doctor.h"

extern char **environ;

/* --- The process -----------------------------------------------------------
 */

bool doctor_is_elevated(void)
{
#ifdef __linux__
    /* What secure_getenv() goes by, which the loader uses: getauxval(3). */
    if (getauxval(AT_SECURE))
        return true;
#endif
    return geteuid() != getuid() || getegid() != getgid();
}

static void check_limit(struct findings *findings, int resource,
                        const char *name, rlim_t wanted, const char *remedy)
{
    struct rlimit limit;
    if (getrlimit(resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY ||
        limit.rlim_cur >= wanted)
        return;
    finding_remedy(findings_add(findings, FINDING_WARN, "limits",
                                "%s is only %llu", name,
                                (unsigned long long) limit.rlim_cur),
                   "%s", remedy);
}

void doctor_process(struct findings *findings)
{
    if (doctor_is_elevated())
        finding_remedy(
            findings_add(findings, FINDING_WARN, "process",
                         "it runs setuid, setgid or with capabilities: the "
                         "Vulkan loader ignores VK_DRIVER_FILES, "
                         "VK_LAYER_PATH and the like"),
            "run it as an ordinary user, without file capabilities "
            "(getcap, setcap -r)");
    check_limit(findings, RLIMIT_NOFILE, "the number of open files", 64,
                "ulimit -n 1024");
    check_limit(findings, RLIMIT_AS, "the address space in bytes",
                (rlim_t) 1 << 32,
                "ulimit -v unlimited: drivers map far more than they use");
}

/* --- The environment -------------------------------------------------------
 */

void doctor_environment(struct findings *findings)
{
    /* What decides which drivers and layers there are, and what they do:
     * docs/LoaderInterfaceArchitecture.md, Mesa's envvars.rst. */
    static const char *const beginnings[] = {
        "VK_",       "MESA_",  "LP_",      "RADV_", "ANV_",
        "TU_",       "NVK_",   "__NV",     "__GLX", "DISABLE_LAYER",
        "ENABLE_VK", "LIBGL_", "GALLIUM_", "ZINK_", "OMBRE_"};
    for (char **variable = environ; *variable; variable++)
        for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
            if (strncmp(*variable, beginnings[i], strlen(beginnings[i])) == 0)
                findings_add(findings, FINDING_NOTE, "environment", "%s",
                             *variable);
}

/* --- Device files ----------------------------------------------------------
 */

static unsigned long read_hex(const char *path)
{
    char text[32] = "";
    FILE *file = fopen(path, "r");
    if (!file)
        return 0;
    const bool read = fgets(text, sizeof text, file) != NULL;
    fclose(file);
    return read ? strtoul(text, NULL, 16) : 0;
}

/* Who makes the GPU behind /dev/dri/NAME, and what drives it on Debian. */
static const char *maker_of(const char *name)
{
    char path[300];
    snprintf(path, sizeof path, "/sys/class/drm/%s/device/vendor", name);
    switch (read_hex(path)) {
    case 0x1002: return "AMD; RADV, in mesa-vulkan-drivers";
    case 0x8086: return "Intel; ANV, in mesa-vulkan-drivers";
    case 0x10de: return "NVIDIA; its own driver, or NVK in newer Mesa";
    case 0x1af4: return "virtio; Venus, in mesa-vulkan-drivers";
    default: return "maker unknown";
    }
}

static void check_file(struct findings *findings, const char *path,
                       const char *group, const char *about)
{
    if (access(path, R_OK | W_OK) == 0) {
        findings_add(findings, FINDING_GOOD, "device file", "%s (%s)", path,
                     about);
        return;
    }
    finding_remedy(findings_add(findings, FINDING_WARN, "device file",
                                "%s cannot be opened: %s (%s)", path,
                                strerror(errno), about),
                   "sudo usermod -aG %s $USER, then log in anew; in a "
                   "container, pass the file in",
                   group);
}

static size_t check_render_files(struct findings *findings)
{
    DIR *folder = opendir("/dev/dri");
    const struct dirent *entry;
    size_t count = 0;
    while (folder && (entry = readdir(folder)) != NULL) {
        char path[300];
        if (strncmp(entry->d_name, "renderD", 7) != 0)
            continue;
        snprintf(path, sizeof path, "/dev/dri/%s", entry->d_name);
        check_file(findings, path, "render", maker_of(entry->d_name));
        count++;
    }
    if (folder)
        closedir(folder);
    return count;
}

static size_t check_nvidia_files(struct findings *findings)
{
    const bool has_module = access("/proc/driver/nvidia/version", F_OK) == 0;
    const bool has_file = access("/dev/nvidiactl", F_OK) == 0;
    if (has_module && !has_file)
        finding_remedy(
            findings_add(findings, FINDING_WARN, "device file",
                         "NVIDIA's kernel module is loaded but "
                         "/dev/nvidiactl is not there"),
            "run nvidia-modprobe; in a container, pass --gpus all and "
            "NVIDIA_DRIVER_CAPABILITIES=all");
    if (has_file)
        check_file(findings, "/dev/nvidiactl", "video",
                   has_module ? "NVIDIA" : "NVIDIA; no kernel module shows");
    return has_module + has_file;
}

void doctor_device_files(struct findings *findings)
{
    const size_t render = check_render_files(findings);
    const size_t nvidia = check_nvidia_files(findings);
    if (render + nvidia == 0)
        finding_remedy(
            findings_add(findings, FINDING_NOTE, "device file",
                         "neither /dev/dri/renderD* nor /dev/nvidiactl is "
                         "there: only drivers for the CPU can work"),
            "with a GPU in this machine: load its kernel driver, or pass its "
            "device files into the container");
}
