#include <stdio.h>
#include <stdlib.h>

#include "claims_view.h"
#include "command.h"
#include "common_options.h"
#include "device_choice.h"
#include "device_text.h"
#include "ombre/translate.h"
#include "words.h"

static const struct ombre_vk_format_facts *find_format(
    const struct ombre_vk_facts *facts, uint32_t format)
{
    for (uint32_t i = 0; format && i < facts->format_count; i++)
        if ((uint32_t) facts->format[i].format == format)
            return &facts->format[i];
    return NULL;
}

/* --- JSON ------------------------------------------------------------------
 */

static void write_samples(struct json_out *out, const char *key,
                          VkSampleCountFlags samples)
{
    json_array(out, key);
    for (unsigned bit = 0; bit < 7; bit++)
        if (samples >> bit & 1)
            json_int(out, NULL, 1 << bit);
    json_array_end(out);
}

static void write_features(struct json_out *out,
                           const struct ombre_vk_facts *facts)
{
    json_object(out, "features");
    json_bool(out, "independentBlend", facts->independent_blend);
    json_bool(out, "dualSrcBlend", facts->dual_src_blend);
    json_bool(out, "logicOp", facts->logic_op);
    json_bool(out, "sampleRateShading", facts->sample_rate_shading);
    json_object_end(out);
    json_object(out, "limits");
    json_int(out, "maxColorAttachments", facts->max_color_attachments);
    json_int(out, "maxFragmentOutputAttachments",
             facts->max_fragment_output_attachments);
    json_int(out, "maxFragmentDualSrcAttachments",
             facts->max_fragment_dual_src_attachments);
    json_int(out, "maxFragmentCombinedOutputResources",
             facts->max_fragment_combined_output_resources);
    write_samples(out, "framebufferColorSampleCounts", facts->color_samples);
    write_samples(out, "framebufferIntegerColorSampleCounts",
                  facts->integer_color_samples);
    json_object_end(out);
}

static void write_format(struct json_out *out,
                         const struct ombre_vk_facts *facts,
                         const struct ombre_format *format)
{
    const struct ombre_vk_format_facts *own =
        find_format(facts, format->vk_format);
    const struct ombre_vk_format_facts *carrier =
        find_format(facts, format->vk_carrier);
    const bool native = own && own->color_attachment;
    const bool carried = !native && carrier && carrier->color_attachment;
    const struct ombre_vk_format_facts *used = carried ? carrier : own;
    char name[64];
    words_of_format(name, format);
    json_object(out, NULL);
    json_string(out, "DXGI_FORMAT", name);
    if (used)
        json_string(out, "VkFormat", ombre_vk_format_name(used->format));
    json_string(out, "how", native ? "native" : carried ? "carried" : "none");
    json_bool(out, "colorAttachment", native || carried);
    json_bool(out, "blend", (native || carried) && used->blend);
    write_samples(out, "samples", native || carried ? used->samples : 0);
    json_object_end(out);
}

/* Lanes without further words; static constants are offered wherever there are
 * pipelines, and write enables where their feature is. */
enum { PLAIN_LANES = 7 };

static void write_lanes(struct json_out *out,
                        const struct ombre_vk_facts *facts)
{
    struct ombre_lane lane[OMBRE_LANE_MAX];
    char text[OMBRE_LANE_TEXT_SIZE], why[OMBRE_LANE_WHY_SIZE];
    ombre_lane_list(lane);
    json_array(out, "lanes");
    for (size_t i = 0; i < PLAIN_LANES; i++) {
        ombre_lane_text(&lane[i], text);
        json_object(out, NULL);
        json_string(out, "lane", text);
        json_bool(out, "offered",
                  ombre_lane_is_offered(&lane[i], facts->lane_features, why));
        json_string(out, "reason", why);
        json_object_end(out);
    }
    json_array_end(out);
    const uint32_t known = ombre_gpu_lane_features_known();
    json_object(out, "laneFeatures");
    for (unsigned i = 0; i < OMBRE_LANE_FEATURE_COUNT; i++) {
        const uint32_t bit = ombre_lane_feature_bit(i);
        if (known & bit)
            json_bool(out, ombre_lane_feature_name(i),
                      facts->lane_features & bit);
        else /* nobody asked: the headers of this build do not know it */
            json_null(out, ombre_lane_feature_name(i));
    }
    json_object_end(out);
}

static void write_device(struct json_out *out, size_t index,
                         const struct ombre_gpu_info *info,
                         const struct ombre_vk_facts *facts)
{
    json_object(out, NULL);
    device_write(out, index, info);
    write_features(out, facts);
    write_lanes(out, facts);
    json_string(out, "emulationOrder",
                ombre_gpu_order_of(facts) == OMBRE_GPU_ORDER_RASTER
                    ? "raster-order"
                    : "barrier");
    json_array(out, "formats");
    for (unsigned i = 0; i < ombre_format_count(); i++)
        write_format(out, facts, ombre_format_at(i));
    json_array_end(out);
    json_object_end(out);
}

/* --- For people ------------------------------------------------------------
 */

/* In which passes, and from which states besides static ones. */
static void print_lanes(const struct ombre_vk_facts *facts)
{
    static const struct ombre_lane lanes[] = {
        {.state = OMBRE_LANE_LIBRARY},
        {.state = OMBRE_LANE_DYNAMIC},
        {.state = OMBRE_LANE_SHADER_OBJECT},
        {.pass = OMBRE_LANE_DYNAMIC_RENDERING},
    };
    static const char *const names[] = {"library", "dynamic", "shader-object",
                                        "dynamic-rendering"};
    const uint32_t features = facts->lane_features;
    char why[OMBRE_LANE_WHY_SIZE];
    fputs("  static", stdout);
    for (size_t i = 0; i < sizeof lanes / sizeof lanes[0]; i++) {
        if (!ombre_lane_is_offered(&lanes[i], features, why))
            continue;
        printf(" %s", names[i]);
        if (lanes[i].state == OMBRE_LANE_DYNAMIC &&
            (~features & OMBRE_LANE_DYNAMIC_FEATURES))
            fputs("(partly)", stdout);
    }
    puts(ombre_gpu_order_of(facts) == OMBRE_GPU_ORDER_RASTER ? "  raster"
                                                             : "  barrier");
}

static void print_heading(void)
{
    device_print_heading(stdout);
    fputs("  features; formats that blend/draw; lanes; order of emulation\n",
          stdout);
}

static void print_device(size_t index, const struct ombre_gpu_info *info,
                         const struct ombre_vk_facts *facts)
{
    device_print_row(stdout, index, info);
    printf("  %s%s%s%urt", facts->independent_blend ? "indep " : "",
           facts->dual_src_blend ? "dual " : "",
           facts->logic_op ? "logic " : "", facts->max_color_attachments);
    unsigned drawn = 0, blended = 0;
    for (unsigned i = 0; i < ombre_format_count(); i++) {
        const struct ombre_format *format = ombre_format_at(i);
        const struct ombre_vk_format_facts *own =
            find_format(facts, format->vk_format);
        if (!own || !own->color_attachment)
            own = find_format(facts, format->vk_carrier);
        drawn += own && own->color_attachment;
        blended += own && own->color_attachment && own->blend;
    }
    printf("  %u/%u", blended, drawn);
    print_lanes(facts);
}

/* --- What feature levels require --------------------------------------------
 */

static void print_claims(size_t index, const struct ombre_gpu_info *info,
                         const struct ombre_vk_facts *facts)
{
    const struct console console = console_open(stdout);
    struct claims claims;
    char name[VK_MAX_PHYSICAL_DEVICE_NAME_SIZE];
    console_clean(name, sizeof name, info->deviceName);
    printf("device %zu: %s\n\n", index, name);
    claims_ask(&claims, facts);
    claims_print(&console, &claims);
    fputc('\n', stdout);
}

static void write_claims(struct json_out *out, size_t index,
                         const struct ombre_gpu_info *info,
                         const struct ombre_vk_facts *facts)
{
    struct claims claims;
    json_object(out, NULL);
    device_write(out, index, info);
    claims_ask(&claims, facts);
    claims_write(out, &claims);
    json_object_end(out);
}

/* --- The command -----------------------------------------------------------
 */

/* Who says it of each device. */
struct view {
    void (*heading)(void);
    void (*print)(size_t index, const struct ombre_gpu_info *info,
                  const struct ombre_vk_facts *facts);
    void (*write)(struct json_out *out, size_t index,
                  const struct ombre_gpu_info *info,
                  const struct ombre_vk_facts *facts);
};

static const struct view abilities = {print_heading, print_device,
                                      write_device};
static const struct view claimed = {NULL, print_claims, write_claims};

static int show(struct remote *remote, const struct remote_devices *devices,
                const size_t *index, size_t count, const struct view *view,
                bool json)
{
    struct ombre_vk_facts *facts = calloc(count, sizeof *facts);
    char why[160];
    for (size_t i = 0; i < count; i++) {
        if (facts &&
            remote_facts(remote, index[i], &facts[i], why) == REMOTE_OK)
            continue;
        fprintf(stderr, "ombre: asking device %zu: %s\n", index[i],
                facts ? why : "out of memory");
        free(facts);
        return EXIT_INFRASTRUCTURE;
    }
    struct json_out out = json_out_start(stdout, 4);
    if (json) {
        json_object(&out, NULL);
        json_array(&out, "devices");
    } else if (view->heading) {
        view->heading();
    }
    for (size_t i = 0; i < count; i++)
        if (json)
            view->write(&out, index[i], &devices->info[index[i]], &facts[i]);
        else
            view->print(index[i], &devices->info[index[i]], &facts[i]);
    if (json) {
        json_array_end(&out);
        json_object_end(&out);
        json_out_end(&out);
    }
    free(facts);
    return EXIT_EXPECTED;
}

int command_devices(const struct options *options)
{
    struct remote_setup setup = {.timeout_s = 30};
    struct remote remote;
    if (!without_option(options, &setup.without))
        return EXIT_USAGE;
    if (!remote_start(&remote, &setup)) {
        perror("ombre: worker process");
        return EXIT_INFRASTRUCTURE;
    }
    struct remote_devices *devices = calloc(1, sizeof *devices);
    size_t index[MAX_DEVICES], count;
    const char *spec = device_option(options);
    int code = devices ? list_devices(&remote, devices) : EXIT_INFRASTRUCTURE;
    if (code == EXIT_EXPECTED)
        code = choose_devices(spec ? spec : "all", devices, index, &count);
    if (code == EXIT_EXPECTED)
        code = show(&remote, devices, index, count,
                    options->given[OPTION_CLAIMS] ? &claimed : &abilities,
                    options->given[OPTION_JSON]);
    remote_stop(&remote);
    free(devices);
    return code;
}
