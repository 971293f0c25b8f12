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
    struct case_value targets, depth, shader, pixels, steps;
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
    struct ombre_pso *pso = field;
    const struct case_api *api = case_api_of(pso->api);
    const struct ombre_pso usual = ombre_pso_default_of(pso->api);

    /* Of a step: render states are set one by one, other descs as a whole. */
    if (pso->api != OMBRE_API_D3D9) {
        pso->BlendState = usual.BlendState;
        pso->desc = usual.desc;
    }
    pso->null_desc =
        case_is_null(value) && ombre_api_creates_blend_state(pso->api);
    return pso->null_desc || case_read_fields(reader, value, api->blend,
                                              (char *) pso + api->desc);
}

/* An argument of OMSetBlendState, which Direct3D 9 does not have. */
static bool allow_om_argument(const struct case_reader *reader,
                              const struct case_value *value,
                              const struct ombre_pso *pso, const char *state)
{
    return case_has_om_arguments(pso->api) ||
           case_fail(reader, value,
                     "Direct3D 9 has no \"%s\"; it is \"%s\" of BlendState",
                     value->key, state);
}

/* Null is {1, 1, 1, 1}: OMSetBlendFactor(NULL). */
static bool read_blend_factor(const struct case_reader *reader,
                              const struct case_value *value, void *field)
{
    struct ombre_pso *pso = field;
    uint32_t words[4] = {0x3F800000, 0x3F800000, 0x3F800000, 0x3F800000};

    if (!allow_om_argument(reader, value, pso, "D3DRS_BLENDFACTOR"))
        return false;
    if (!case_is_null(value) &&
        !case_read_words(reader, value, OMBRE_BASE_FLOAT, words))
        return false;
    memcpy(pso->BlendFactor, words, sizeof words);
    return true;
}

static bool read_sample_mask(const struct case_reader *reader,
                             const struct case_value *value, void *field)
{
    struct ombre_pso *pso = field;

    return allow_om_argument(reader, value, pso, "D3DRS_MULTISAMPLEMASK") &&
           case_read_UINT_field(reader, value, &pso->SampleMask);
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

static bool read_device(const struct case_reader *reader,
                        const struct case_value *value, void *field)
{
    return case_read_fields(reader, value, &case_fields_device, field);
}

#define AT(member) offsetof(struct case_draft, member)

/* clang-format off */
static const struct case_field document_fields[] = {
    {"ombre",            read_already,           NULL, 0, 0},
    {"name",             read_name,              NULL, AT(c.name), 0},
    {"api",              read_already,           NULL, 0, 0},
    {"BlendState",       read_blend_state,       NULL, AT(c.pso), 0},
    {"BlendFactor",      read_blend_factor,      NULL, AT(c.pso), 0},
    {"SampleMask",       read_sample_mask,       NULL, AT(c.pso), 0},
    {"NumRenderTargets", read_target_count,      NULL, 0, 0},
    {"RTVFormats",       read_formats,           NULL, 0, 0},
    {"DSVFormat",        case_read_format_field, NULL, AT(c.pso.DSVFormat), 0},
    {"SampleDesc",       case_read_sample_desc_field, NULL, AT(c.pso.SampleDesc), 0},
    {"PixelShader",      case_keep_field,        NULL, AT(shader), 0},
    {"RenderTargets",    case_keep_field,        NULL, AT(targets), 0},
    {"DepthStencil",     case_keep_field,        NULL, AT(depth), 0},
    {"Device",           read_device,            NULL, AT(c.device), 0},
    {"Steps",            case_keep_field,        NULL, AT(steps), 0},
    {"Lane",             case_read_lane,         NULL, AT(c.lane), 0},
    {"Without",          case_read_without,      NULL, AT(c.without), 0},
    {"DestinationBy",    case_read_destination,  NULL, AT(c.destination_by), 0},
    {"Image",            case_read_image,        NULL, AT(c.image), 0},
    {"pixels",           case_keep_field,        NULL, AT(pixels), 0},
};
/* clang-format on */

static const struct case_fields document_table = {
    document_fields, CASE_COUNT(document_fields), "an object (a case)"};

/* --- What a step sets ------------------------------------------------------
 */

/* What is the command buffer's, or the memory's. */
static bool refuse_to_set(const struct case_reader *reader,
                          const struct case_value *value, void *field)
{
    (void) field;
    return case_fail(reader, value,
                     "a step cannot set \"%s\": it is the same for all steps",
                     value->key);
}

/* clang-format off */
static const struct case_field set_fields[] = {
    {"BlendState",       read_blend_state,  NULL, AT(c.pso), 0},
    {"BlendFactor",      read_blend_factor, NULL, AT(c.pso), 0},
    {"SampleMask",       read_sample_mask,  NULL, AT(c.pso), 0},
    {"NumRenderTargets", read_target_count, NULL, 0, 0},
    {"RTVFormats",       read_formats,      NULL, 0, 0},
    {"PixelShader",      case_keep_field,   NULL, AT(shader), 0},
    {"ombre",            refuse_to_set,     NULL, 0, 0},
    {"name",             refuse_to_set,     NULL, 0, 0},
    {"api",              refuse_to_set,     NULL, 0, 0},
    {"DSVFormat",        refuse_to_set,     NULL, 0, 0},
    {"SampleDesc",       refuse_to_set,     NULL, 0, 0},
    {"RenderTargets",    refuse_to_set,     NULL, 0, 0},
    {"DepthStencil",     refuse_to_set,     NULL, 0, 0},
    {"Device",           refuse_to_set,     NULL, 0, 0},
    {"Steps",            refuse_to_set,     NULL, 0, 0},
    {"Lane",             refuse_to_set,     NULL, 0, 0},
    {"Without",          refuse_to_set,     NULL, 0, 0},
    {"DestinationBy",    refuse_to_set,     NULL, 0, 0},
    {"pixels",           refuse_to_set,     NULL, 0, 0},
};
/* clang-format on */

static const struct case_fields set_table = {
    set_fields, CASE_COUNT(set_fields),
    "an object (what differs from here on)"};

/* The first of the document's targets are bound, or all of them. */
static bool check_binding(const struct case_reader *reader,
                          const struct case_value *value,
                          const struct ombre_case *c, struct ombre_pso *pso)
{
    if (pso->NumRenderTargets > c->pso.NumRenderTargets)
        return case_fail(reader, value,
                         "expected at most %lu render targets, those of the "
                         "document, found %lu",
                         (unsigned long) c->pso.NumRenderTargets,
                         (unsigned long) pso->NumRenderTargets);
    for (unsigned t = 0; t < OMBRE_MAX_TARGETS; t++) {
        if (t >= pso->NumRenderTargets)
            pso->RTVFormats[t] = (DXGI_FORMAT) 0;
        else if (pso->RTVFormats[t] != c->pso.RTVFormats[t])
            return case_fail(reader, value,
                             "render target %u has another format than in the "
                             "document, whose memory it is",
                             t);
    }
    return true;
}

bool case_read_set(const struct case_reader *reader,
                   const struct case_value *value, const struct ombre_case *c,
                   struct ombre_pso *pso)
{
    struct case_draft draft = {.c.pso = *pso, .listed_formats = SIZE_MAX};

    if (!case_read_fields(reader, value, &set_table, &draft))
        return false;
    *pso = draft.c.pso;
    if (!draft.counted && draft.listed_formats != SIZE_MAX)
        pso->NumRenderTargets = (uint32_t) draft.listed_formats;
    if (draft.counted && draft.listed_formats == SIZE_MAX)
        memcpy(pso->RTVFormats, c->pso.RTVFormats, sizeof pso->RTVFormats);
    return check_binding(reader, value, c, pso) &&
           (!draft.shader.json ||
            case_read_shader(reader, &draft.shader, NULL, pso));
}

/* --- Versions ------------------------------------------------------------- */

#define DESC(member) offsetof(struct ombre_pso, member)

/* clang-format off */
const struct case_api case_apis[CASE_API_COUNT] = {
    {OMBRE_API_D3D12,   "D3D12_", &case_fields_d3d12_blend_desc, DESC(BlendState)},
    {OMBRE_API_D3D11_1, "D3D11_", &case_fields_d3d12_blend_desc, DESC(BlendState)},
    {OMBRE_API_D3D11,   "D3D11_", &case_fields_d3d11_blend_desc, DESC(desc)},
    {OMBRE_API_D3D10_1, "D3D10_", &case_fields_d3d11_blend_desc, DESC(desc)},
    {OMBRE_API_D3D10,   "D3D10_", &case_fields_d3d10_blend_desc, DESC(desc)},
    {OMBRE_API_D3D9,    "D3D",    &case_fields_d3d9_states,      DESC(desc)},
};
/* clang-format on */

const struct case_api *case_api_of(enum ombre_api api)
{
    for (size_t i = 0; i < CASE_API_COUNT; i++)
        if (case_apis[i].api == api)
            return &case_apis[i];
    return &case_apis[0];
}

bool case_has_om_arguments(enum ombre_api api)
{
    return api != OMBRE_API_D3D9;
}

static bool read_version(const struct case_reader *reader,
                         const struct case_value *document)
{
    const struct case_value value = case_find_member(reader, document, "ombre");
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
                     const struct case_value *document,
                     const struct case_api **out)
{
    const struct case_value value = case_find_member(reader, document, "api");
    const char *names[CASE_API_COUNT];
    size_t index = 0;

    for (size_t i = 0; i < CASE_API_COUNT; i++)
        names[i] = ombre_api_name(case_apis[i].api);
    if (value.json &&
        !case_read_choice(reader, &value,
                          "\"D3D12\", \"D3D11.1\", \"D3D11\", \"D3D10.1\", "
                          "\"D3D10\" or \"D3D9\"",
                          names, CASE_API_COUNT, &index))
        return false;
    *out = &case_apis[index];
    return true;
}

/* --- The document --------------------------------------------------------- */

static bool finish_draft(const struct case_reader *reader,
                         struct case_draft *draft)
{
    struct ombre_case *c = &draft->c;
    const bool needs_sources =
        !draft->steps.json || case_steps_take_sources(draft->steps.json);

    if (!draft->counted)
        c->pso.NumRenderTargets = (uint32_t) draft->listed_formats;
    c->sample_count = case_sample_count(&c->pso);
    c->layer_count = 1;
    if (!c->name)
        c->name = calloc(1, 1);
    if (!c->name)
        return case_out_of_memory(reader);
    return case_read_bounds(reader, &draft->targets, &draft->depth, c) &&
           case_read_shader(reader, &draft->shader, draft->pixels.json,
                            &c->pso) &&
           (!draft->pixels.json ||
            case_read_pixels(reader, &draft->pixels, needs_sources, c)) &&
           (!draft->steps.json || case_read_steps(reader, &draft->steps, c));
}

static bool read_document(struct case_reader *reader, json_t *root,
                          struct case_draft *draft)
{
    const struct case_value document = {.json = root,
                                        .at = json_skip_space(reader->text, 0)};
    const struct case_api *api;

    if (!json_is_object(root))
        return case_expected(reader, &document, "an object (a case)");
    if (!read_version(reader, &document) || !read_api(reader, &document, &api))
        return false;
    reader->api_prefix = api->prefix;
    draft->c.pso = ombre_pso_default_of(api->api);
    draft->c.device = ombre_d3d_device_default();
    return case_read_fields(reader, &document, &document_table, draft) &&
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
    case_steps_finish(c);
    for (size_t i = 0; i < CASE_COUNT(c->resource); i++)
        free(c->resource[i]);
    *c = (struct ombre_case){0};
}
