/* options.h - one table of options, and the words of a command line */
#ifndef OMBRE_TOOLS_OPTIONS_H
#define OMBRE_TOOLS_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

/* Every option of every command.
 * X(ID, "name", letter or 0, argument or NULL, "help") */
#define OPTIONS(X)                                                            \
    X(HELP, "help", 'h', NULL, "say what the command does")                   \
    X(VERSION, "version", 'V', NULL, "say which ombre this is")               \
    X(JSON, "json", 0, NULL, "one JSON document on standard output")          \
    X(RULES, "rules", 0, NULL, "list every rule, check nothing")              \
    X(JUDGE, "judge", 0, "JUDGE",                                             \
      "exact, strict, d3d (default), vulkan or cts")                          \
    X(PIXEL, "pixel", 0, "I", "index of the pixel (default 0)")               \
    X(RT, "rt", 0, "N", "index of the render target (default 0)")             \
    X(SAMPLE, "sample", 0, "S", "index of the sample (default 0)")            \
    X(CLAIMS, "claims", 0, NULL,                                              \
      "say how each device has what feature levels require")                  \
    X(CLAIM, "claim", 0, "LEVEL",                                             \
      "fail what feature level 9_1 to 12_2 requires and the device lacks")    \
    X(FEATURES, "features", 0, "LIST",                                        \
      "none, all (default), or names: independentBlend,dualSrcBlend,logicOp") \
    X(LENIENT, "lenient", 0, NULL,                                            \
      "leave out what Direct3D rejects, and say what that is")                \
    X(DEVICE, "device", 'd', "SPEC",                                          \
      "index, uuid:HEX, pci:ADDRESS, VID:DID, driver:NAME, name:REGEX, "      \
      "type:KIND; default $OMBRE_DEVICE, or the best")                        \
    X(WITHOUT, "without", 0, "LIST",                                          \
      "features not to use: independentBlend,dualSrcBlend,logicOp,"           \
      "formatBlend, or one of lanes")                                         \
    X(COMPARE_EMULATED, "compare-emulated", 0, NULL,                          \
      "draw emulated by the fragment shader, too, and compare")               \
    X(LANE, "lane", 0, "LANES",                                               \
      "how state reaches the device: all, or static, library, dynamic, "      \
      "shader-object, each +render-pass or +dynamic-rendering")               \
    X(VALIDATION, "validation", 0, "MODE",                                    \
      "validation layer: on, off or sync")                                    \
    X(CLASSES, "classes", 0, "FORMAT",                                        \
      "list which blend equations are one function on a format")              \
    X(FAMILIES, "families", 0, NULL,                                          \
      "list families of bugs, and how many cases are made for each")          \
    X(SUITE, "suite", 0, "NAME",                                              \
      "cases to choose from: smoke (default), ci, full or exhaustive")        \
    X(WHERE, "where", 0, "LIST",                                              \
      "only cases with a target of which all of this holds, as "              \
      "format=r8_unorm,src=src_alpha,op!=add")                                \
    X(CASES, "cases", 0, "FILE",                                              \
      "only the ids in a file, one a line, '#' begins a comment; - is "       \
      "standard input")                                                       \
    X(NUMBER, "count", 0, NULL, "only say how many there are")                \
    X(JOBS, "jobs", 'j', "N",                                                 \
      "worker processes (default: cores on a CPU, 1 on a GPU)")               \
    X(BASELINE, "baseline", 0, "FILE",                                        \
      "known results, in place of those built in for the driver; or none")    \
    X(WARNINGS, "warnings", 0, "MODE", "fail (default) or pass")              \
    X(OUTPUT, "output", 'o', "PATH",                                          \
      "where to write results: a new folder, or a file")                      \
    X(SHARD, "shard", 0, "I/N",                                               \
      "only part I of N of the cases; auto: as CI, Slurm or MPI say")         \
    X(FORCE, "force", 0, NULL,                                                \
      "go on although runs differ, or a file is there")                       \
    X(AS, "as", 0, "FORM", "c (default) or json")                             \
    X(LIMIT, "limit", 0, "N", "draws at most (default 2000)")                 \
    X(WRITE, "write", 0, NULL, "replace the file")                            \
    X(JUNIT, "junit", 0, "FILE", "write JUnit XML")                           \
    X(HTML, "html", 0, "FILE", "write one self-contained page")               \
    X(PNG, "png", 0, "DIR", "write pictures of what is wrong")                \
    X(MATRIX, "matrix", 0, NULL, "say which rules which cases touch")         \
    X(MEMORY, "memory", 0, "BYTES",                                           \
      "device memory to use at most, as 512M or 2G (default: a quarter of "   \
      "the device's)")                                                        \
    X(PIPELINE_CACHE, "pipeline-cache", 0, "FILE",                            \
      "keep what the driver compiles in a file, from run to run")             \
    X(TIMEOUT, "timeout", 0, "SECONDS",                                       \
      "longest wait for the device at each step (default 30)")

enum option_id {
#define X(id, name, letter, argument, help) OPTION_##id,
    OPTIONS(X)
#undef X
        OPTION_COUNT
};

#define OPTION_BIT(id) (UINT64_C(1) << OPTION_##id)

struct options {
    bool given[OPTION_COUNT];
    const char *value[OPTION_COUNT]; /* NULL unless it takes an argument */
    int operand_count;
    char **operand; /* points into argv */
};

/* Read argv[0] to argv[argc - 1] (the words after the command's name), of which
 * the options in `allowed` are known.  Options and operands may be mixed; "--"
 * ends the options, "-" is an operand, the last of a doubled option counts.
 *
 * Returns false after saying on standard error what is wrong, with the nearest
 * name for an unknown option. */
bool options_parse(int argc, char **argv, uint64_t allowed,
                   struct options *out);

/* Print the options in `allowed`, one a line, to standard output. */
void options_print(uint64_t allowed);

/* Each reads a typed value into *out, leaves it alone if the option was not
 * given, and returns false after complaining on standard error. */
bool options_number(const struct options *options, enum option_id id, long low,
                    long high, long *out);

/* Like options_number(), with K, M or G behind it for powers of 1024. */
bool options_size(const struct options *options, enum option_id id,
                  uint64_t low, uint64_t *out);

/* Like options_number(), but finds the value among `count` names. */
bool options_choice(const struct options *options, enum option_id id,
                    const char *const *names, unsigned count, unsigned *out);

/* Like options_choice(), for names separated by commas: bit n is names[n]. */
bool options_list(const struct options *options, enum option_id id,
                  const char *const *names, unsigned count, uint32_t *out);

#endif /* OMBRE_TOOLS_OPTIONS_H */
