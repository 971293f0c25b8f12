/* The parts of a case file that depend on the rest of it, and the files' common
 * ground. */
#ifndef OMBRE_CASE_PARTS_H
#define OMBRE_CASE_PARTS_H

#include <locale.h>

#include "case_fields.h"

/* --- APIs ---------------------------------------------------- */

/* One version of Direct3D: what its names begin with, and its blend state. */
struct case_api {
    enum ombre_api api;
    const char *prefix;              /* "D3D12_" */
    const struct case_fields *blend; /* BlendState */
    size_t desc;                     /* where in struct ombre_pso that is */
};

enum { CASE_API_COUNT = 6 };

/* The first is the one of files that name none. */
extern const struct case_api case_apis[CASE_API_COUNT];

/* That of `api`; the first if `api` is none. */
const struct case_api *case_api_of(enum ombre_api api);

/* Whether BlendFactor and SampleMask stand beside the blend state; in Direct3D
 * 9 they are render states like the others. */
bool case_has_om_arguments(enum ombre_api api);

/* --- Lane, Without (case_lane.c) ------------------------------------------ */

enum { CASE_LANE_WORDS = 16 }; /* room for all */

/* `field` is a struct ombre_lane; a uint32_t of what is not to be enabled. */
bool case_read_lane(const struct case_reader *reader,
                    const struct case_value *value, void *field);
bool case_read_without(const struct case_reader *reader,
                       const struct case_value *value, void *field);
void case_write_lane(struct case_writer *writer, const struct ombre_lane *lane);
void case_write_without(struct case_writer *writer, uint32_t without);

/* --- Image, DestinationBy (case_image.c) ---------------------------------- */

/* `field` is a struct ombre_case_image; an enum ombre_case_destination. */
bool case_read_image(const struct case_reader *reader,
                     const struct case_value *value, void *field);
bool case_read_destination(const struct case_reader *reader,
                           const struct case_value *value, void *field);
/* Whether there is anything to write of it. */
bool case_has_image(const struct ombre_case_image *image);
void case_write_image(struct case_writer *writer,
                      const struct ombre_case_image *image);
void case_write_destination(struct case_writer *writer,
                            enum ombre_case_destination destination);

/* --- Targets and outputs -------------------------------------------------- */

/* DXGI_FORMAT of slot `target`; UNKNOWN, a hole, beyond NumRenderTargets. */
uint32_t case_target_dxgi(const struct ombre_pso *pso, unsigned target);

/* What an output's four words are.  NONE counts as a float. */
enum ombre_base_type case_output_base(enum ombre_output_type type);

/* SampleDesc.Count, or 1 where Direct3D has no such count of samples. */
unsigned case_sample_count(const struct ombre_pso *pso);

/* Row of the format of slot `target`, whose texels are in the file.  NULL for a
 * hole, and where Direct3D rejects the format or the count of samples: that is
 * for ombre_validate() to say, and texels are passed over. */
const struct ombre_format *case_target_format(const struct ombre_pso *pso,
                                              unsigned target);

/* --- PixelShader ---------------------------------------------------------- */

/* Read pso->shader; value->json is NULL if the file has no such field.  Where
 * it says nothing of outputs, alpha to coverage has SV_Target0 declared if
 * `pixels` (or NULL) gives it. */
bool case_read_shader(const struct case_reader *reader,
                      const struct case_value *value, const json_t *pixels,
                      struct ombre_pso *pso);
void case_write_shader(struct case_writer *writer, const struct ombre_pso *pso);

/* --- RenderTargets, DepthStencil ------------------------------------------ */

/* Read c->pso.RenderTargets and DepthStencil, when formats and samples are
 * known.  A value's json is NULL if the file has no such field. */
bool case_read_bounds(const struct case_reader *reader,
                      const struct case_value *targets,
                      const struct case_value *depth, struct ombre_case *c);

/* Whether there is anything to write, and write it: an array; an object. */
bool case_has_targets(const struct ombre_case *c);
void case_write_targets(struct case_writer *writer, const struct ombre_case *c);
void case_write_depth(struct case_writer *writer, const struct ombre_case *c);

/* --- pixels --------------------------------------------------------------- */

/* Read pixels into `c`, whose state is known.  Without `needs_sources` they
 * need not say what the shader outputs. */
bool case_read_pixels(const struct case_reader *reader,
                      const struct case_value *value, bool needs_sources,
                      struct ombre_case *c);
void case_write_pixels(struct case_writer *writer, const struct ombre_case *c);

/* What the shader outputs, of one primitive and of several on one pixel; `out`
 * has room for all. */
bool case_read_source(const struct case_reader *reader,
                      const struct case_value *value,
                      const struct ombre_pixel_shader *shader,
                      struct ombre_source *out);
bool case_read_layers(const struct case_reader *reader,
                      const struct case_value *value,
                      const struct ombre_pixel_shader *shader,
                      struct ombre_source *out);
void case_write_sources(struct case_writer *writer,
                        const struct ombre_pixel_shader *shader,
                        const struct ombre_source *source, unsigned layers);

/* Most bytes of operands: a small file can ask for many (`{}` is a pixel). */
enum { CASE_MOST_BYTES = 1 << 30 };

/* Read one texel: four numbers, or {"bits": ".."}. */
bool case_read_texel(const struct case_reader *reader,
                     const struct case_value *value,
                     const struct ombre_format *format,
                     struct ombre_texel *out);
void case_write_texel(struct case_writer *writer,
                      const struct ombre_format *format,
                      const struct ombre_texel *texel);

/* --- Steps (case_steps.c, case_read_steps.c, case_write_steps.c) ---------- */

extern const char *const case_clear_names[OMBRE_CLEAR_COUNT];

/* Whether some draw takes what the document's pixels say; `steps` is its value
 * of that name, whatever it is. */
bool case_steps_take_sources(const json_t *steps);

/* Read steps into `c`, whose state and pixels are known. */
bool case_read_steps(const struct case_reader *reader,
                     const struct case_value *value, struct ombre_case *c);
void case_write_steps(struct case_writer *writer, const struct ombre_case *c);
void case_steps_finish(struct ombre_case *c);

/* case_parse.c: read what a step sets into *pso, which holds what is in force;
 * `c` is the document. */
bool case_read_set(const struct case_reader *reader,
                   const struct case_value *value, const struct ombre_case *c,
                   struct ombre_pso *pso);
/* case_write.c: the fields of `pso` that are not those of `before`, as an
 * object. */
void case_write_set(struct case_writer *writer, const struct ombre_pso *before,
                    const struct ombre_pso *pso);

/* --- Locale --------------------------------------------------------------- */

/* The decimal point is the locale's: while a case is read or written, this
 * thread uses the "C" locale. */
struct case_locale {
    locale_t own, before;
};

/* Returns false if memory has run out. */
bool case_locale_enter(struct case_locale *locale);
void case_locale_leave(struct case_locale *locale);

#endif /* OMBRE_CASE_PARTS_H */
