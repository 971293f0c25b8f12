#include "shard.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"

enum { MAX_SHARDS = 1000000 };

/* --- Hashes ----------------------------------------------------------------
 */

/* SplitMix64's last step: spreads what FNV leaves in the high bits. */
static uint64_t mix(uint64_t z)
{
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

static uint64_t fnv1a(const char *text)
{
    uint64_t value = UINT64_C(0xCBF29CE484222325);
    for (; *text; text++)
        value = (value ^ (unsigned char) *text) * UINT64_C(0x100000001B3);
    return value;
}

bool shard_has(const struct shard *shard, const char *id)
{
    return shard->count == 0 ||
           mix(fnv1a(id)) % shard->count == shard->index - 1;
}

uint64_t shard_digest(uint64_t digest, const char *id)
{
    return mix(digest + UINT64_C(0x9E3779B97F4A7C15)) ^ fnv1a(id);
}

/* --- The option ------------------------------------------------------------
 */

/* Reads all of `text` up to `end` as a number below a million. */
static bool read_number(const char *text, size_t length, unsigned *out)
{
    if (length == 0 || length > 7 || strspn(text, "0123456789") < length)
        return false;
    *out = (unsigned) strtoul(text, NULL, 10);
    return *out <= MAX_SHARDS;
}

static bool read_pair(const char *text, struct shard *out)
{
    const char *slash = strchr(text, '/');
    return slash && read_number(text, (size_t) (slash - text), &out->index) &&
           read_number(slash + 1, strlen(slash + 1), &out->count) &&
           out->index >= 1 && out->index <= out->count;
}

/* Who says which part this is, and from what number it counts. */
static const struct source {
    const char *index, *count;
    unsigned first;
} sources[] = {
    {"CI_NODE_INDEX", "CI_NODE_TOTAL", 1}, /* GitLab */
    {"SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT", 0},
    {"SLURM_PROCID", "SLURM_NTASKS", 0},
    {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", 0},
    {"PMI_RANK", "PMI_SIZE", 0},
    {"TEST_SHARD_INDEX", "TEST_TOTAL_SHARDS", 0}, /* Bazel */
    {"GTEST_SHARD_INDEX", "GTEST_TOTAL_SHARDS", 0},
    {"BUILDKITE_PARALLEL_JOB", "BUILDKITE_PARALLEL_JOB_COUNT", 0},
    {"CIRCLE_NODE_INDEX", "CIRCLE_NODE_TOTAL", 0},
};

static const char *variable(const char *name)
{
    const char *value = getenv(name);
    return value && *value ? value : NULL;
}

/* An array of Slurm may begin anywhere and leave numbers out. */
static bool slurm_index(unsigned *index)
{
    const char *least = variable("SLURM_ARRAY_TASK_MIN");
    const char *step = variable("SLURM_ARRAY_TASK_STEP");
    unsigned from = 0, by = 1;
    if ((least && !read_number(least, strlen(least), &from)) ||
        (step && !read_number(step, strlen(step), &by)) || by == 0 ||
        *index < from)
        return false;
    *index = (*index - from) / by;
    return true;
}

static bool read_source(const struct source *source, struct shard *out)
{
    const char *index = variable(source->index);
    const char *count = variable(source->count);
    if (!index || !count || !read_number(index, strlen(index), &out->index) ||
        !read_number(count, strlen(count), &out->count))
        return false;
    if (strcmp(source->index, "SLURM_ARRAY_TASK_ID") == 0 &&
        !slurm_index(&out->index))
        return false;
    out->index += 1 - source->first;
    return out->index >= 1 && out->index <= out->count;
}

static int ask_environment(struct shard *out)
{
    for (size_t i = 0; i < sizeof sources / sizeof sources[0]; i++) {
        const struct source *source = &sources[i];
        if (!variable(source->index) && !variable(source->count))
            continue;
        if (read_source(source, out)) {
            fprintf(stderr, "ombre: part %u of %u, by %s and %s\n", out->index,
                    out->count, source->index, source->count);
            return EXIT_EXPECTED;
        }
        fprintf(stderr,
                "ombre: --shard auto: %s is '%s' and %s is '%s', which is no "
                "part of a whole\n",
                source->index,
                variable(source->index) ? variable(source->index) : "not set",
                source->count,
                variable(source->count) ? variable(source->count) : "not set");
        return EXIT_USAGE;
    }
    fputs("ombre: --shard auto: no variable of a CI system, of Slurm or of MPI "
          "says which part this is\n",
          stderr);
    return EXIT_USAGE;
}

int shard_option(const struct options *options, struct shard *out)
{
    *out = (struct shard){0, 0};
    if (!options->given[OPTION_SHARD])
        return EXIT_EXPECTED;
    const char *text = options->value[OPTION_SHARD];
    if (strcmp(text, "auto") == 0)
        return ask_environment(out);
    if (read_pair(text, out))
        return EXIT_EXPECTED;
    fprintf(stderr,
            "ombre: --shard takes I/N with 1 <= I <= N, or auto, not '%s'\n",
            text);
    return EXIT_USAGE;
}
