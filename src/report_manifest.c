/* run.json of several folders as one.
 *
 * The command has functions named like constructors of jansson, so none of
 * these is called here: new values are read from text.
 */
#include <jansson.h>
#include <stdlib.h>

#include "report_parts.h"

static json_t *value_of(const char *text)
{
    return json_loads(text, JSON_DECODE_ANY, NULL);
}

static json_t *load(const char *folder)
{
    struct ombre_report_error error;
    size_t size = 0;
    char *text = report_read_file(folder, "run.json", &size, &error);
    json_t *manifest = text ? json_loadb(text, size, 0, NULL) : NULL;
    free(text);
    return manifest;
}

/* What tells a part from others. */
static json_t *part_of(json_t *manifest)
{
    static const char *const keys[] = {"shard", "host", "started"};
    json_t *part = value_of("{}");
    for (size_t i = 0; part && i < sizeof keys / sizeof keys[0]; i++) {
        json_t *value = json_object_get(manifest, keys[i]);
        if (value)
            json_object_set(part, keys[i], value);
    }
    return part;
}

static void add_part(json_t *parts, json_t *part)
{
    for (size_t i = 0; i < json_array_size(parts); i++)
        if (json_equal(json_array_get(parts, i), part))
            return;
    json_array_append(parts, part);
}

/* Parts of a folder that was merged stay the parts they were. */
static void add_parts(json_t *parts, json_t *manifest)
{
    json_t *merged = json_object_get(manifest, "merged");
    for (size_t i = 0; i < json_array_size(merged); i++)
        add_part(parts, json_array_get(merged, i));
    if (merged)
        return;
    json_t *part = part_of(manifest);
    if (part)
        add_part(parts, part);
    json_decref(part);
}

static bool write_whole(FILE *file, json_t *whole, json_t *parts)
{
    json_t *cases = json_object_get(whole, "cases");
    json_t *count = json_object_get(cases, "whole");
    if (count)
        json_object_set(cases, "selected", count);
    json_object_set_new(whole, "shard", value_of("null"));
    json_object_set(whole, "merged", parts);
    const bool good = json_dumpf(whole, file, JSON_INDENT(2)) == 0;
    fputc('\n', file);
    return good;
}

bool ombre_report_write_merged(FILE *file, const char *const *folders,
                               size_t count)
{
    json_t *whole = load(folders[0]);
    json_t *parts = value_of("[]");
    bool good = whole && parts;
    for (size_t i = 0; good && i < count; i++) {
        json_t *manifest = load(folders[i]);
        good = manifest != NULL;
        if (good)
            add_parts(parts, manifest);
        json_decref(manifest);
    }
    good = good && write_whole(file, whole, parts);
    json_decref(whole);
    json_decref(parts);
    return good;
}
