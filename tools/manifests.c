#include "manifests.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <jansson.h>

/* What the two kinds of manifest differ in. */
struct kind {
    const char *folder; /* below each of the loader's places */
    const char
        *object; /* that holds library_path; a layer's may be in a list */
    const char *only[2], *also; /* variables */
};

static const struct kind driver_kind = {"vulkan/icd.d",
                                        "ICD",
                                        {"VK_DRIVER_FILES", "VK_ICD_FILENAMES"},
                                        "VK_ADD_DRIVER_FILES"};
static const struct kind layer_kind = {"vulkan/explicit_layer.d",
                                       "layer",
                                       {"VK_LAYER_PATH", NULL},
                                       "VK_ADD_LAYER_PATH"};

/* --- One file --------------------------------------------------------------
 */

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

/* A path with a slash is relative to the manifest; one without is a name for
 * the dynamic linker. */
static bool resolve_library(struct manifest *manifest, const char *library)
{
    const char *slash = strrchr(manifest->path, '/');
    const bool relative = library[0] != '/' && strchr(library, '/') && slash;
    const size_t folder = relative ? (size_t) (slash - manifest->path) + 1 : 0;
    const size_t length = strlen(library);
    if (folder + length >= sizeof manifest->library)
        return false;
    memcpy(manifest->library, manifest->path, folder);
    memcpy(manifest->library + folder, library, length + 1);
    return true;
}

static void read_object(struct manifest *manifest, const json_t *root,
                        const struct kind *kind)
{
    const json_t *object = json_object_get(root, kind->object);
    if (!object) /* a layer manifest may list several */
        object = json_array_get(json_object_get(root, "layers"), 0);
    const char *library = text_of(object, "library_path");
    snprintf(manifest->name, sizeof manifest->name, "%s",
             text_of(object, "name"));
    snprintf(manifest->version, sizeof manifest->version, "%s",
             text_of(object, "api_version"));
    if (!json_is_object(object))
        snprintf(manifest->error, sizeof manifest->error,
                 "it has no object \"%s\"", kind->object);
    else if (!*library)
        snprintf(manifest->error, sizeof manifest->error,
                 "it has no \"library_path\"");
    else if (!resolve_library(manifest, library))
        snprintf(manifest->error, sizeof manifest->error,
                 "its \"library_path\" is too long");
}

static void read_manifest(struct manifest *manifest, const struct kind *kind)
{
    json_error_t error;
    FILE *file = fopen(manifest->path, "r");
    if (!file) {
        snprintf(manifest->error, sizeof manifest->error, "%s",
                 strerror(errno));
        return;
    }
    json_t *root = json_loadf(file, JSON_REJECT_DUPLICATES, &error);
    fclose(file);
    if (root)
        read_object(manifest, root, kind);
    else
        snprintf(manifest->error, sizeof manifest->error,
                 "line %d is no JSON: %.150s", error.line, error.text);
    json_decref(root);
}

/* --- Finding them ----------------------------------------------------------
 */

static void add_file(struct manifests *out, const struct kind *kind,
                     const char *folder, const char *name)
{
    if (out->count == MAX_MANIFESTS)
        return;
    struct manifest *manifest = &out->manifest[out->count];
    *manifest = (struct manifest){0};
    const int length = snprintf(manifest->path, sizeof manifest->path, "%s%s%s",
                                folder, *folder ? "/" : "", name);
    if (length < 0 || (size_t) length >= sizeof manifest->path)
        return;
    /* A folder that two variables name is not searched twice. */
    for (size_t i = 0; i < out->count; i++)
        if (strcmp(out->manifest[i].path, manifest->path) == 0)
            return;
    out->count++;
    read_manifest(manifest, kind);
}

static int is_manifest(const struct dirent *entry)
{
    const size_t length = strlen(entry->d_name);
    return length > 5 && strcmp(entry->d_name + length - 5, ".json") == 0;
}

static void add_folder(struct manifests *out, const struct kind *kind,
                       const char *folder)
{
    struct dirent **entries = NULL;
    const int count = scandir(folder, &entries, is_manifest, alphasort);
    for (int i = 0; i < count; i++) {
        add_file(out, kind, folder, entries[i]->d_name);
        free(entries[i]);
    }
    free(entries);
}

/* Call `add` for each part of a list with colons. */
static void for_each(const char *list, struct manifests *out,
                     const struct kind *kind, const char *below)
{
    while (list && *list) {
        const size_t length = strcspn(list, ":");
        char path[MANIFEST_PATH_SIZE];
        struct stat status;
        const int written =
            snprintf(path, sizeof path, "%.*s%s%s", (int) length, list,
                     *below ? "/" : "", below);
        list += length + (list[length] == ':');
        if (length == 0 || written < 0 || (size_t) written >= sizeof path)
            continue;
        if (stat(path, &status) == 0 && S_ISDIR(status.st_mode))
            add_folder(out, kind, path);
        else if (!*below)
            add_file(out, kind, "", path);
    }
}

static void search_home(struct manifests *out, const struct kind *kind,
                        const char *variable, const char *otherwise)
{
    const char *home = getenv("HOME");
    char folder[MANIFEST_PATH_SIZE];
    if (getenv(variable) && *getenv(variable)) {
        for_each(getenv(variable), out, kind, kind->folder);
        return;
    }
    if (home && snprintf(folder, sizeof folder, "%s/%s", home, otherwise) <
                    (int) sizeof folder)
        for_each(folder, out, kind, kind->folder);
}

static void search_list(struct manifests *out, const struct kind *kind,
                        const char *variable, const char *otherwise)
{
    const char *list = getenv(variable);
    for_each(list && *list ? list : otherwise, out, kind, kind->folder);
}

static void search_places(struct manifests *out, const struct kind *kind,
                          bool elevated)
{
    if (!elevated)
        search_home(out, kind, "XDG_CONFIG_HOME", ".config");
    search_list(out, kind, "XDG_CONFIG_DIRS", "/etc/xdg");
    for_each("/usr/local/etc:/etc", out, kind, kind->folder);
    if (!elevated)
        search_home(out, kind, "XDG_DATA_HOME", ".local/share");
    search_list(out, kind, "XDG_DATA_DIRS", "/usr/local/share:/usr/share");
}

static void find(struct manifests *out, const struct kind *kind, bool elevated)
{
    *out = (struct manifests){0};
    for (size_t i = 0; i < 2 && !out->named && !elevated; i++) {
        const char *list = kind->only[i] ? getenv(kind->only[i]) : NULL;
        out->named = list && *list;
        if (out->named)
            for_each(list, out, kind, "");
    }
    if (out->named)
        return;
    if (!elevated)
        for_each(getenv(kind->also), out, kind, "");
    search_places(out, kind, elevated);
}

void manifests_of_drivers(struct manifests *out, bool elevated)
{
    find(out, &driver_kind, elevated);
}

void manifests_of_layers(struct manifests *out, bool elevated)
{
    find(out, &layer_kind, elevated);
}
