/* manifests.h - the files that tell a Vulkan loader of drivers and layers
 *
 * Where the loader looks and what the files say: Vulkan-Loader,
 * docs/LoaderDriverInterface.md and LoaderLayerInterface.md.
 */
#ifndef OMBRE_TOOLS_MANIFESTS_H
#define OMBRE_TOOLS_MANIFESTS_H

#include <stdbool.h>
#include <stddef.h>

enum { MAX_MANIFESTS = 64, MANIFEST_PATH_SIZE = 1024 };

struct manifest {
    char path[MANIFEST_PATH_SIZE];
    /* Of the driver or layer, ready for dlopen(); "" if the file does not say.
     */
    char library[MANIFEST_PATH_SIZE];
    char name[128]; /* of a layer */
    char version[32];
    char error[200]; /* why the file is of no use, or "" */
};

struct manifests {
    size_t count;
    bool named; /* the environment names the files; folders were not searched */
    struct manifest manifest[MAX_MANIFESTS];
};

/* Find manifests of drivers.  An `elevated` process has no say by its
 * environment, as the loader has it. */
void manifests_of_drivers(struct manifests *out, bool elevated);

/* Find manifests of layers that have to be asked for. */
void manifests_of_layers(struct manifests *out, bool elevated);

#endif /* OMBRE_TOOLS_MANIFESTS_H */
