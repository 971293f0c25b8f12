/* repro.h - a case as a program of its own
 *
 * The program needs nothing but Vulkan.  What it uploads, draws and expects is
 * in tables that are written here; the rest is repro/program.c.in.
 */
#ifndef OMBRE_TOOLS_REPRO_H
#define OMBRE_TOOLS_REPRO_H

#include <stdio.h>

#include "batch.h"
#include "judge.h"

struct repro {
    const struct ombre_case *c; /* uploadable */
    const struct ombre_state *state;
    enum ombre_judge judge;
    const char *command; /* that made it, for the comment */
    const struct ombre_vk_facts *facts;
    struct ombre_lane lane;     /* resolved */
    struct batch_member member; /* with the translation */
    uint32_t dynamic;           /* what commands set: enum ombre_lane_feature */
    struct ombre_vk_state vk;   /* as pipelines get it */
    enum ombre_gpu_output_type output[OMBRE_VK_MAX_ATTACHMENTS]; /* patched */
    bool second_source, coverage;
    uint32_t slots; /* records of a primitive, at least 1 */
};

enum { REPRO_REASON = 320 };

/* Say in Vulkan what is to be drawn on a device with `facts`.  False, with
 * `reason`, for what such a program cannot express. */
bool repro_init(struct repro *r, char reason[REPRO_REASON]);

/* The whole program.  The caller frees it; NULL without memory. */
char *repro_write(const struct repro *r);

/* repro_data.c: the comment at its head, and the tables. */
void repro_write_head(FILE *file, const struct repro *r);
void repro_write_state(FILE *file, const struct repro *r);
void repro_write_mask(FILE *file, VkColorComponentFlags mask);
/* repro_dynamic.c: what commands set, and what it takes that they can. */
void repro_write_dynamic(FILE *file, const struct repro *r);
/* repro_targets.c */
void repro_write_targets(FILE *file, const struct repro *r,
                         const struct batch *batch);
/* The shaders that draw what is there before. */
void repro_write_upload_shaders(FILE *file, const struct repro *r);
/* repro_tables.c.  False without memory. */
bool repro_write_tables(FILE *file, const struct repro *r);

/* --- Shaders (repro_shader.c) ----------------------------------------------
 */

/* Outputs of a fragment shader that stores flat inputs as they are: of output n
 * the one of location n, of the coverage the last. */
struct repro_outputs {
    enum ombre_gpu_output_type type[OMBRE_VK_MAX_ATTACHMENTS];
    bool second_source;     /* output 1 is Location 0, Index 1 */
    bool coverage;          /* gl_SampleMask is written, */
    uint32_t coverage_slot; /* from the input of this location */
};

enum { REPRO_SHADER_WORDS = 640 };

/* Assemble it; returns how many words. */
size_t repro_shader_words(const struct repro_outputs *outputs,
                          uint32_t words[REPRO_SHADER_WORDS]);
/* The same in GLSL. */
void repro_shader_glsl(FILE *file, const struct repro_outputs *outputs);

/* Both: a comment and an array. */
void repro_write_shader(FILE *file, const char *name,
                        const struct repro_outputs *outputs);
/* An array of words. */
void repro_write_words(FILE *file, const char *name, const uint32_t *words,
                       size_t count);

/* --- Templates (repro_template.c) ------------------------------------------
 */

/* Parts of the program.  X(ID, "name in the template") */
#define REPRO_PARTS(X)                                                   \
    X(SINGLE, "single")                                                  \
    X(MULTISAMPLED, "multisampled")                                      \
    X(PASS, "pass")           /* the case is drawn in a VkRenderPass */  \
    X(RENDERING, "rendering") /* or by vkCmdBeginRendering */            \
    X(PASSES, "passes")       /* something is drawn in a VkRenderPass */ \
    X(DYNAMIC, "dynamic")     /* commands set more than the constants */ \
    X(DYNAMIC_CONSTANTS, "dynamic-constants")

enum repro_part {
#define X(id, name) REPRO_PART_##id,
    REPRO_PARTS(X)
#undef X
        REPRO_PART_COUNT
};

/* Which parts a program has; bit N is part N. */
uint32_t repro_parts(const struct repro *r);

/* Write the part of the program that is the same for all, without the lines
 * between "//@if NAME" and "//@end" of parts that are not among `parts`. */
void repro_write_program(FILE *file, uint32_t parts);
/* The shaders that are the same for all, as comment and words. */
void repro_write_shaders(FILE *file, uint32_t parts);

#endif /* OMBRE_TOOLS_REPRO_H */
