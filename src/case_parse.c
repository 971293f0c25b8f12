/* A case file as a whole. */
#include <stdlib.h>
#include <string.h>

#include "case_fields.h"
#include "case_parts.h"
#include "case_text.h"

/* --- The document's fields ------------------------------------------------ */

/* A case that is being read. */
struct case_draft {
    struct ombre_case c;
    size_t listed_formats; /* length of RTVFormats */
    bool counted;          /* NumRenderTargets is given */
    struct case_value shader, pixels;
};

/* For "ombre" and "api", which are read before all others. */
static bool read_already(const struct case_reader *reader,
                         const struct case_value *value, void *field)
{
    (void) reader, (void) value, (void) field;
    return true;
}

static bool read_name(const struct case_reader *reader,
                      const struct case_value *value, void *field)
{
    char **name = field;

    if (!json_is_string(value->json))
        return case_expected(reader, value, "a string");
    *name = strdup(json_string_value(value->json));
    return *name || case_out_of_memory(reader);
}

static bool read_blend_state(const struct case_reader *reader,
                             const struct case_value *value, void *field)
{
    return case_read_fields(reader, value, &case_fields_blend_desc, field);
}

/* Null is {1, 1, 1, 1}: OMSetBlendFactor(NULL). */
static bool read_blend_factor(const struct case_reader *reader,
                              const struct case_value *value, void *field)
{
    uint32_t words[4] = {0x3F800000, 0x3F800000, 0x3F800000, 0x3F800000};

    if (!case_is_null(value) &&
        !case_read_words(reader, value, OMBRE_BASE_FLOAT, words))
        return false;
    memcpy(field, words, sizeof words);
    return true;
}

static bool read_target_count(const struct case_reader *reader,
                              const struct case_value *value, void *field)
{
    struct case_draft *draft = field;

    draft->counted = true;
    return case_read_UINT_field(reader, value, &draft->c.pso.NumRenderTargets);
}

/* A ninth format is wrong by a rule, not by the grammar: it shows in
 * NumRenderTargets. */
static bool read_formats(const struct case_reader *reader,
                         const struct case_value *value, void *field)
{
    struct case_draft *draft = field;
    struct case_value entry;

    if (!case_read_array(reader, value, "an array of DXGI_FORMATs"))
        return false;
    for (struct case_walk walk = case_walk_of(value);
         case_walk_next(reader, &walk, &entry);) {
        DXGI_FORMAT format;
        if (!case_read_format_field(reader, &entry, &format))
            return false;
        if (entry.index < OMBRE_MAX_TARGETS)
            draft->c.pso.RTVFormats[entry.index] = format;
    }
    draft->listed_formats = json_array_size(value->json);
    return true;
}

static bool read_sample_desc(const struct case_reader *reader,
                             const struct case_value *value, void *field)
{
    return case_read_fields(reader, value, &case_fields_sample_desc, field);
}

static bool read_device(const struct case_reader *reader,
                        const struct case_value *value, void *field)
{
    return case_read_fields(reader, value, &case_fields_device, field);
}

const char *const case_without_names[CASE_WITHOUT_COUNT] = {
    "independentBlend", "dualSrcBlend", "logicOp"};

static bool read_without(const struct case_reader *reader,
                         const struct case_value *value, void *field)
{
    struct case_value entry;
    size_t name;

    if (!case_read_array(reader, value, "an array of features"))
        return false;
    for (struct case_walk walk = case_walk_of(value);
         case_walk_next(reader, &walk, &entry);) {
        if (!case_read_choice(
                reader, &entry,
                "\"independentBlend\", \"dualSrcBlend\" or \"logicOp\"",
                case_without_names, CASE_WITHOUT_COUNT, &name))
            return false;
        *(uint32_t *) field |= 1u << name;
    }
    return true;
}

#define AT(member) offsetof(struct case_draft, member)

/* clang-format off */
static const struct case_field d3d12_fields[] = {
    {"ombre",            read_already,           NULL, 0, 0},
    {"name",             read_name,              NULL, AT(c.name), 0},
    {"api",              read_already,           NULL, 0, 0},
    {"BlendState",       read_blend_state,       NULL, AT(c.pso.BlendState), 0},
    {"BlendFactor",      read_blend_factor,      NULL, AT(c.pso.BlendFactor), 0},
    {"SampleMask",       case_read_UINT_field,   NULL, AT(c.pso.SampleMask), 0},
    {"NumRenderTargets", read_target_count,      NULL, 0, 0},
    {"RTVFormats",       read_formats,           NULL, 0, 0},
    {"DSVFormat",        case_read_format_field, NULL, AT(c.pso.DSVFormat), 0},
    {"SampleDesc",       read_sample_desc,       NULL, AT(c.pso.SampleDesc), 0},
    {"PixelShader",      case_keep_field,        NULL, AT(shader), 0},
    {"RenderTargets",    case_refuse_field,      NULL, 0, 0},
    {"DepthStencil",     case_refuse_field,      NULL, 0, 0},
    {"Device",           read_device,            NULL, AT(c.device), 0},
    {"Steps",            case_refuse_field,      NULL, 0, 0},
    {"Lane",             case_refuse_field,      NULL, 0, 0},
    {"Without",          read_without,           NULL, AT(c.without), 0},
    {"DestinationBy",    case_refuse_field,      NULL, 0, 0},
    {"pixels",           case_keep_field,        NULL, AT(pixels), 0},
};
/* clang-format on */

static const struct case_fields d3d12_case = {
    d3d12_fields, CASE_COUNT(d3d12_fields), "an object (a case)"};

/* --- Versions ------------------------------------------------------------- */

/* What each API's cases consist of; `fields` is NULL where they cannot be read.
 * Direct3D 11.1 has 12's desc. */
static const struct {
    const char *name, *prefix;
    enum ombre_api api;
    const struct case_fields *fields;
} apis[] = {
    {"D3D12", "D3D12_", OMBRE_API_D3D12, &d3d12_case},
    {"D3D11.1", "D3D11_", OMBRE_API_D3D11_1, &d3d12_case},
    {"D3D11", "D3D11_", OMBRE_API_D3D11, NULL},
    {"D3D10.1", "D3D10_", OMBRE_API_D3D10_1, NULL},
    {"D3D10", "D3D10_", OMBRE_API_D3D10, NULL},
    {"D3D9", "D3D", OMBRE_API_D3D9, NULL},
};

const char *case_api_prefix(enum ombre_api api)
{
    for (size_t i = 0; i < CASE_COUNT(apis); i++)
        if (apis[i].api == api)
            return apis[i].prefix;
    return "";
}

static struct case_value find_member(const struct case_reader *reader,
                                     const struct case_value *object,
                                     const char *key)
{
    struct case_value member;

    for (struct case_walk walk = case_walk_of(object);
         case_walk_next(reader, &walk, &member);)
        if (!strcmp(member.key, key))
            return member;
    return (struct case_value){.parent = object, .key = key};
}

static bool read_version(const struct case_reader *reader,
                         const struct case_value *document)
{
    const struct case_value value = find_member(reader, document, "ombre");
    const char *what = "1 (the version of case files)";
    uint32_t version;

    if (!value.json)
        return case_missing(reader, document, "ombre", what);
    if (!case_read_count(reader, &value, what, UINT32_MAX, &version) ||
        version != 1)
        return case_expected(reader, &value, what);
    return true;
}

static bool read_api(const struct case_reader *reader,
                     const struct case_value *document, size_t *out)
{
    const struct case_value value = find_member(reader, document, "api");
    const char *names[CASE_COUNT(apis)];

    *out = 0;
    if (!value.json)
        return true;
    for (size_t i = 0; i < CASE_COUNT(apis); i++)
        names[i] = apis[i].name;
    if (!case_read_choice(reader, &value,
                          "\"D3D12\", \"D3D11.1\", \"D3D11\", \"D3D10.1\", "
                          "\"D3D10\" or \"D3D9\"",
                          names, CASE_COUNT(apis), out))
        return false;
    return apis[*out].fields ||
           case_fail(reader, &value,
                     "this version of ombre reads cases of D3D12 and D3D11.1 "
                     "only, found \"%s\"",
                     names[*out]);
}

/* --- The document --------------------------------------------------------- */

static bool finish_draft(const struct case_reader *reader,
                         struct case_draft *draft)
{
    struct ombre_case *c = &draft->c;

    if (!draft->counted)
        c->pso.NumRenderTargets = (uint32_t) draft->listed_formats;
    c->sample_count = case_sample_count(&c->pso);
    c->layer_count = 1;
    if (!c->name)
        c->name = calloc(1, 1);
    if (!c->name)
        return case_out_of_memory(reader);
    return case_read_shader(reader, &draft->shader, &c->pso) &&
           (!draft->pixels.json || case_read_pixels(reader, &draft->pixels, c));
}

static bool read_document(struct case_reader *reader, json_t *root,
                          struct case_draft *draft)
{
    const struct case_value document = {.json = root,
                                        .at = json_skip_space(reader->text, 0)};
    size_t api;

    if (!json_is_object(root))
        return case_expected(reader, &document, "an object (a case)");
    if (!read_version(reader, &document) || !read_api(reader, &document, &api))
        return false;
    reader->api_prefix = apis[api].prefix;
    draft->c.pso = ombre_pso_default();
    draft->c.pso.api = apis[api].api;
    draft->c.device = ombre_d3d_device_default();
    return case_read_fields(reader, &document, apis[api].fields, draft) &&
           finish_draft(reader, draft);
}

/* --- The text ------------------------------------------------------------- */

static void refuse_json(const struct case_reader *reader,
                        const json_error_t *from)
{
    struct ombre_case_error *error = reader->error;
    struct short_text message =
        short_text_in(error->message, sizeof error->message);

    /* jansson says nothing where most of its allocations fail. */
    if (json_error_code(from) == json_error_out_of_memory || !from->text[0]) {
        case_out_of_memory(reader);
        return;
    }
    error->line = from->line > 0 ? (unsigned) from->line : 1;
    if (from->position > 0)
        json_path_at(reader->text, (size_t) from->position, error->path,
                     sizeof error->path);
    if (json_error_code(from) == json_error_duplicate_key) {
        short_text_add(&message, "the field is here a second time");
        return;
    }
    short_text_add(&message, "malformed JSON: ");
    short_text_add(&message, from->text);
}

/* Refuse what jansson need not see. */
static bool check_size(const struct case_reader *reader)
{
    struct short_text message =
        short_text_in(reader->error->message, sizeof reader->error->message);

    if (reader->text.size > OMBRE_CASE_MAX_BYTES) {
        short_text_add(&message, "the file is larger than 64 MiB");
        return false;
    }
    if (json_skip_space(reader->text, 0) == reader->text.size) {
        short_text_add(&message, "the file is empty");
        return false;
    }
    return true;
}

static bool parse_text(struct case_reader *reader, struct case_draft *draft)
{
    /* Numbers are read from the text; as reals, none is too big for jansson to
     * hold before it is known what it is to be. */
    const size_t flags = JSON_REJECT_DUPLICATES | JSON_DECODE_INT_AS_REAL;
    json_error_t error;
    json_t *root =
        json_loadb(reader->text.bytes, reader->text.size, flags, &error);

    if (!root) {
        refuse_json(reader, &error);
        return false;
    }
    const bool read = read_document(reader, root, draft);
    json_decref(root);
    return read;
}

bool ombre_case_parse(const char *text, size_t size, struct ombre_case *out,
                      struct ombre_case_error *error)
{
    struct case_reader reader = {.text = {text, size}, .error = error};
    struct case_draft draft = {0};
    struct case_locale locale;
    bool parsed = false;

    *error = (struct ombre_case_error){0};
    if (!case_locale_enter(&locale)) {
        case_out_of_memory(&reader);
    } else {
        parsed = check_size(&reader) && parse_text(&reader, &draft);
        case_locale_leave(&locale);
    }
    if (!parsed)
        ombre_case_finish(&draft.c);
    *out = draft.c;
    return parsed;
}

unsigned ombre_case_layers(const struct ombre_case *c, size_t pixel)
{
    return c->layers ? c->layers[pixel] : c->layer_count;
}

void ombre_case_finish(struct ombre_case *c)
{
    free(c->name);
    free(c->layers);
    free(c->source);
    free(c->dest);
    free(c->coverage);
    *c = (struct ombre_case){0};
}
