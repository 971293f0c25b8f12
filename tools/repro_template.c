#include <string.h>

#include "repro.h"
#include "repro_fetch.h"
#include "repro_texts.h"
#include "repro_vertex.h"

static const char *const part_names[] = {
#define X(id, name) name,
    REPRO_PARTS(X)
#undef X
};

#define PART(id) (1u << REPRO_PART_##id)

uint32_t repro_parts(const struct repro *r)
{
    const bool is_single = r->vk.samples == VK_SAMPLE_COUNT_1_BIT;
    const bool is_pass = r->lane.pass == OMBRE_LANE_RENDER_PASS;
    return (is_single ? PART(SINGLE) : PART(MULTISAMPLED)) |
           (is_pass ? PART(PASS) : PART(RENDERING)) |
           (is_pass || !is_single ? PART(PASSES) : 0) |
           (r->dynamic ? PART(DYNAMIC) : 0) |
           (r->lane.static_constants ? 0 : PART(DYNAMIC_CONSTANTS));
}

/* Whether `parts` has the one that a line "//@if NAME" names. */
static bool is_wanted(const char *line, uint32_t parts)
{
    const char *const name = line + strlen("//@if ");
    for (unsigned i = 0; i < REPRO_PART_COUNT; i++) {
        const size_t length = strlen(part_names[i]);
        if (strncmp(name, part_names[i], length) == 0 && name[length] == '\n')
            return parts >> i & 1;
    }
    return false;
}

void repro_write_program(FILE *file, uint32_t parts)
{
    /* How many conditions a line is within, and within which the first is that
     * does not hold. */
    unsigned depth = 0, hidden = 0;
    for (const char *line = program_c; *line;) {
        const size_t length = strcspn(line, "\n") + 1;
        if (strncmp(line, "//@if ", 6) == 0) {
            depth++;
            if (!hidden && !is_wanted(line, parts))
                hidden = depth;
        } else if (strncmp(line, "//@end", 6) == 0) {
            if (hidden == depth)
                hidden = 0;
            depth--;
        } else if (!hidden) {
            fwrite(line, 1, length, file);
        }
        line += length;
    }
}

static void write_shader(FILE *file, const char *text, const char *name,
                         const uint32_t *words, size_t count)
{
    fprintf(file, "/*\n%s*/\n", text);
    repro_write_words(file, name, words, count);
}

void repro_write_shaders(FILE *file, uint32_t parts)
{
    write_shader(file, vertex_vert, "vertex_words", repro_vertex,
                 sizeof repro_vertex / sizeof *repro_vertex);
    if (!(parts & PART(MULTISAMPLED)))
        return;
    fputc('\n', file);
    write_shader(file, fetch_comp, "fetch_words", repro_fetch,
                 sizeof repro_fetch / sizeof *repro_fetch);
}
