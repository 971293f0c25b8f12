#include "device_spec.h"

#include <ctype.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>

#include "device_text.h"

/* A predicate over devices: the part of the spec after "prefix:". */
struct matcher {
    const char *prefix;
    bool (*matches)(const struct ombre_gpu_info *info, const char *text);
};

/* Whether `text` starts with `prefix`, hyphens and case ignored. */
static bool has_hex_prefix(const char *text, const char *prefix)
{
    for (; *prefix; prefix++) {
        if (*prefix == '-')
            continue;
        while (*text == '-')
            text++;
        if (tolower((unsigned char) *text) != tolower((unsigned char) *prefix))
            return false;
        text++;
    }
    return true;
}

static bool matches_uuid(const struct ombre_gpu_info *info, const char *text)
{
    char uuid[40];
    uuid_text(uuid, info->deviceUUID);
    return *text && has_hex_prefix(uuid, text);
}

static bool matches_pci(const struct ombre_gpu_info *info, const char *text)
{
    char full[32];
    if (!info->has_pci)
        return false;
    pci_text(full, info);
    const char *without_domain = strchr(full, ':') + 1;
    return strcmp(full, text) == 0 || strcmp(without_domain, text) == 0;
}

static bool contains(const char *text, const char *part)
{
    const size_t length = strlen(part);
    for (; strlen(text) >= length; text++) {
        size_t i = 0;
        while (i < length && tolower((unsigned char) text[i]) ==
                                 tolower((unsigned char) part[i]))
            i++;
        if (i == length)
            return true;
    }
    return false;
}

static bool matches_driver(const struct ombre_gpu_info *info, const char *text)
{
    char id[64];
    driver_id_text(id, info->driverID);
    return *text && (contains(info->driverName, text) ||
                     contains(info->driverInfo, text) || contains(id, text));
}

static bool matches_type(const struct ombre_gpu_info *info, const char *text)
{
    return strcmp(device_type_word(info->deviceType), text) == 0;
}

static bool matches_name(const struct ombre_gpu_info *info, const char *text)
{
    regex_t regex;
    if (regcomp(&regex, text, REG_EXTENDED | REG_ICASE | REG_NOSUB) != 0)
        return false;
    const bool found = regexec(&regex, info->deviceName, 0, NULL, 0) == 0;
    regfree(&regex);
    return found;
}

static bool matches_all(const struct ombre_gpu_info *info, const char *text)
{
    (void) info;
    (void) text;
    return true;
}

static bool matches_ids(const struct ombre_gpu_info *info, const char *text)
{
    char *end;
    const unsigned long vendor = strtoul(text, &end, 16);
    if (*end != ':')
        return false;
    const unsigned long device = strtoul(end + 1, &end, 16);
    return *end == '\0' && vendor == info->vendorID && device == info->deviceID;
}

static const struct matcher matchers[] = {
    {"uuid:", matches_uuid},     {"pci:", matches_pci},
    {"driver:", matches_driver}, {"name:", matches_name},
    {"type:", matches_type},
};

static bool is_all_of(const char *text, const char *accepted)
{
    return *text && strspn(text, accepted) == strlen(text);
}

/* Check what matchers cannot complain about. */
static void check_regex(const char *text, char error[160])
{
    regex_t regex;
    const int code =
        regcomp(&regex, text, REG_EXTENDED | REG_ICASE | REG_NOSUB);
    if (code == 0) {
        regfree(&regex);
        return;
    }
    char why[96];
    regerror(code, &regex, why, sizeof why);
    snprintf(error, 160, "the expression after name: is wrong: %s", why);
}

static bool find_matcher(const char *spec, struct matcher *out,
                         const char **text, char error[160])
{
    for (size_t i = 0; i < sizeof matchers / sizeof matchers[0]; i++) {
        const size_t length = strlen(matchers[i].prefix);
        if (strncmp(spec, matchers[i].prefix, length) == 0) {
            *out = matchers[i];
            *text = spec + length;
            if (out->matches == matches_name)
                check_regex(*text, error);
            return *error == '\0';
        }
    }
    *text = spec;
    if (strcmp(spec, "all") == 0)
        out->matches = matches_all;
    else if (strchr(spec, ':') && is_all_of(spec, "0123456789abcdefABCDEFx:"))
        out->matches = matches_ids;
    else
        snprintf(error, 160,
                 "'%.60s' is no device: use an index, uuid:, pci:, VID:DID, "
                 "driver:, name:, type: or all",
                 spec);
    return *error == '\0';
}

/* Smaller is better. */
static unsigned rank(VkPhysicalDeviceType type)
{
    if (type == VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU)
        return 0;
    if (type == VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU)
        return 1;
    if (type == VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU)
        return 2;
    return type == VK_PHYSICAL_DEVICE_TYPE_CPU ? 3 : 4;
}

static size_t select_best(const struct ombre_gpu_info *info, size_t count,
                          size_t index[MAX_DEVICES])
{
    size_t best = 0;
    for (size_t i = 1; i < count; i++)
        if (rank(info[i].deviceType) < rank(info[best].deviceType))
            best = i;
    index[0] = best;
    return count > 0;
}

size_t device_spec_select(const char *spec, const struct ombre_gpu_info *info,
                          size_t count, size_t index[MAX_DEVICES],
                          char error[160])
{
    *error = '\0';
    if (!spec)
        return select_best(info, count, index);
    if (is_all_of(spec, "0123456789")) {
        index[0] = strtoul(spec, NULL, 10);
        return index[0] < count;
    }
    struct matcher matcher = {0};
    const char *text;
    if (!find_matcher(spec, &matcher, &text, error))
        return 0;
    size_t found = 0;
    for (size_t i = 0; i < count && found < MAX_DEVICES; i++)
        if (matcher.matches(&info[i], text))
            index[found++] = i;
    return found;
}
