#include "ombre/validate.h"

#include <stdarg.h>
#include <stdio.h>

#include "validate_check.h"

/* --- Paths and issues ---------------------------------------------------- */

/* A path longer than any that a rule makes is cut; snprintf has ended it. */
static struct ombre_path cut(struct ombre_path path, int length)
{
    if (length < 0)
        path.text[0] = '\0';
    return path;
}

struct ombre_path ombre_path_name(const char *name)
{
    struct ombre_path path;
    const int length = snprintf(path.text, sizeof path.text, "%s", name);
    return cut(path, length);
}

struct ombre_path ombre_path_index(const char *name, unsigned index)
{
    struct ombre_path path;
    const int length =
        snprintf(path.text, sizeof path.text, "%s[%u]", name, index);
    return cut(path, length);
}

struct ombre_path ombre_path_join(const char *first, const char *second)
{
    struct ombre_path path;
    const int length =
        snprintf(path.text, sizeof path.text, "%s%s", first, second);
    return cut(path, length);
}

const char *ombre_field_name(enum ombre_blend_field field)
{
    switch (field) {
    case OMBRE_FIELD_BLEND_ENABLE: return "BlendEnable";
    case OMBRE_FIELD_LOGIC_OP_ENABLE: return "LogicOpEnable";
    case OMBRE_FIELD_SRC: return "SrcBlend";
    case OMBRE_FIELD_DEST: return "DestBlend";
    case OMBRE_FIELD_OP: return "BlendOp";
    case OMBRE_FIELD_SRC_ALPHA: return "SrcBlendAlpha";
    case OMBRE_FIELD_DEST_ALPHA: return "DestBlendAlpha";
    case OMBRE_FIELD_OP_ALPHA: return "BlendOpAlpha";
    case OMBRE_FIELD_LOGIC_OP: return "LogicOp";
    case OMBRE_FIELD_WRITE_MASK: return "RenderTargetWriteMask";
    }
    return "";
}

/* D3D10_BLEND_DESC has an array of two fields and one of each other. */
static struct ombre_path path_d3d10(unsigned entry,
                                    enum ombre_blend_field field)
{
    const char *name = ombre_field_name(field);
    struct ombre_path path;

    if (field != OMBRE_FIELD_BLEND_ENABLE && field != OMBRE_FIELD_WRITE_MASK)
        return ombre_path_join("BlendState.", name);
    (void) snprintf(path.text, sizeof path.text, "BlendState.%s[%u]", name,
                    entry);
    return path;
}

struct ombre_path ombre_path_field(const struct ombre_check *check,
                                   unsigned entry, enum ombre_blend_field field)
{
    struct ombre_path path;

    if (check->pso->api == OMBRE_API_D3D10)
        return path_d3d10(entry, field);
    (void) snprintf(path.text, sizeof path.text,
                    "BlendState.RenderTarget[%u].%s", entry,
                    ombre_field_name(field));
    return path;
}

void ombre_check_report(struct ombre_check *check, enum ombre_rule rule,
                        struct ombre_path path, const char *format, ...)
{
    struct ombre_issues *out = check->out;

    if (ombre_rule_severity(rule) == OMBRE_SEVERITY_ERROR)
        check->invalid = true;
    out->total++;
    if (out->count == OMBRE_MAX_ISSUES)
        return;

    struct ombre_issue *issue = &out->issue[out->count++];
    issue->rule = rule;
    (void) snprintf(issue->path, sizeof issue->path, "%s", path.text);

    va_list arguments;
    va_start(arguments, format);
    (void) vsnprintf(issue->detail, sizeof issue->detail, format, arguments);
    va_end(arguments);
}

/* --- Public -------------------------------------------------------------- */

struct ombre_d3d_device ombre_d3d_device_default(void)
{
    return (struct ombre_d3d_device){
        .FeatureLevel = OMBRE_FEATURE_LEVEL_12_2,
        .OutputMergerLogicOp = true,
        .AlphaBlendFactorSupported = true,
        .Caps = {.PrimitiveMiscCaps = UINT32_MAX,
                 .SrcBlendCaps = UINT32_MAX,
                 .DestBlendCaps = UINT32_MAX,
                 .NumSimultaneousRTs = 4},
    };
}

bool ombre_validate(const struct ombre_pso *pso,
                    const struct ombre_d3d_device *device,
                    struct ombre_issues *out)
{
    struct ombre_check check;

    check.pso = pso;
    check.device = device;
    check.out = out;
    check.invalid = false;
    out->count = 0;
    out->total = 0;
    ombre_check_read_desc(&check);
    ombre_check_read_level(&check);
    ombre_check_read_targets(&check);
    ombre_check_desc(&check);
    ombre_check_targets(&check);
    ombre_check_shader(&check);
    ombre_check_bound(&check);
    if (!is_d3d9(&check))
        ombre_check_levels(&check);
    return !check.invalid;
}

/* --- Columns ------------------------------------------------------------- */

const char *ombre_rule_name(enum ombre_rule rule)
{
    switch (rule) {
#define X(id, name, severity, sentence, source) \
    case OMBRE_RULE_##id: return name;
        OMBRE_RULES(X)
#undef X
    case OMBRE_RULE_COUNT: break;
    }
    return "";
}

const char *ombre_rule_sentence(enum ombre_rule rule)
{
    switch (rule) {
#define X(id, name, severity, sentence, source) \
    case OMBRE_RULE_##id: return sentence;
        OMBRE_RULES(X)
#undef X
    case OMBRE_RULE_COUNT: break;
    }
    return "";
}

const char *ombre_rule_source(enum ombre_rule rule)
{
    switch (rule) {
#define X(id, name, severity, sentence, source) \
    case OMBRE_RULE_##id: return source;
        OMBRE_RULES(X)
#undef X
    case OMBRE_RULE_COUNT: break;
    }
    return "";
}

enum ombre_severity ombre_rule_severity(enum ombre_rule rule)
{
    switch (rule) {
#define X(id, name, severity, sentence, source) \
    case OMBRE_RULE_##id: return OMBRE_SEVERITY_##severity;
        OMBRE_RULES(X)
#undef X
    case OMBRE_RULE_COUNT: break;
    }
    return OMBRE_SEVERITY_ERROR;
}

const char *ombre_severity_name(enum ombre_severity severity)
{
    switch (severity) {
    case OMBRE_SEVERITY_ERROR: return "error";
    case OMBRE_SEVERITY_UNDEFINED: return "undefined";
    case OMBRE_SEVERITY_WARNING: return "warning";
    }
    return "";
}
