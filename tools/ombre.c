#include <stdio.h>
#include <string.h>

#include <vulkan/vulkan_core.h>

#include "command.h"
#include "ombre/case.h"

#define COMMON (OPTION_BIT(HELP) | OPTION_BIT(JSON))

/* Of whatever draws cases. */
#define DRAWING                                                        \
    (OPTION_BIT(DEVICE) | OPTION_BIT(JUDGE) | OPTION_BIT(WITHOUT) |    \
     OPTION_BIT(LANE) | OPTION_BIT(VALIDATION) | OPTION_BIT(TIMEOUT) | \
     OPTION_BIT(MEMORY) | OPTION_BIT(PIPELINE_CACHE))

static const struct command commands[] = {
    {
        .name = "devices",
        .summary = "list Vulkan devices and what their output mergers can do",
        .details = "",
        .options = COMMON | OPTION_BIT(DEVICE) | OPTION_BIT(CLAIMS) |
                   OPTION_BIT(WITHOUT),
        .operands = "",
        .run = command_devices,
    },
    {
        .name = "doctor",
        .summary = "find what is wrong with this machine's Vulkan, and how to "
                   "mend it",
        .details = "Looks at loader, drivers, layer, rights and device files, "
                   "and draws on each\ndevice. Exit: 0 every device draws "
                   "right, 1 one draws wrong, 3 no device.\n",
        .options = COMMON | OPTION_BIT(DEVICE),
        .operands = "",
        .run = command_doctor,
    },
    {
        .name = "bringup",
        .summary = "climb from an empty submission to eight blended targets",
        .details = "For a device that draws nothing yet: stops at the first "
                   "rung that does not hold,\nand says where to look. Exit: 0 "
                   "all hold, 1 one does not, 3 no device.\n",
        .options = COMMON | OPTION_BIT(DEVICE) | OPTION_BIT(VALIDATION) |
                   OPTION_BIT(TIMEOUT),
        .operands = "",
        .run = command_bringup,
    },
    {
        .name = "validate",
        .operands = "CASE",
        .summary = "list the Direct3D rules that a case's state breaks",
        .details = "Exit: 0 valid, 1 invalid, 2 the file cannot be read.\n",
        .options = COMMON | OPTION_BIT(RULES),
        .max_operands = 1,
        .run = command_validate,
    },
    {
        .name = "translate",
        .operands = "CASE",
        .summary = "say a case's state in Vulkan's words",
        .details = "Without --device the state is translated for a device "
                   "that has what --features\nnames. Exit: 0 translated, 2 "
                   "invalid state, 77 the device cannot do it.\n",
        .options = COMMON | OPTION_BIT(FEATURES) | OPTION_BIT(DEVICE) |
                   OPTION_BIT(LENIENT),
        .min_operands = 1,
        .max_operands = 1,
        .run = command_translate,
    },
    {
        .name = "predict",
        .operands = "CASE",
        .summary = "compute what Direct3D allows each pixel to become",
        .details = "",
        .options = COMMON | OPTION_BIT(JUDGE),
        .min_operands = 1,
        .max_operands = 1,
        .run = command_predict,
    },
    {
        .name = "explain",
        .operands = "CASE",
        .summary = "show the arithmetic of one pixel step by step",
        .details = "With every end of every legal range and the decisions "
                   "that reach it.\n",
        .options = COMMON | OPTION_BIT(JUDGE) | OPTION_BIT(PIXEL) |
                   OPTION_BIT(RT) | OPTION_BIT(SAMPLE),
        .min_operands = 1,
        .max_operands = 1,
        .run = command_explain,
    },
    {
        .name = "draw",
        .operands = "CASE",
        .summary = "draw a case on a device and judge every bit",
        .details = "Exit: 0 as Direct3D has it (a warning is shown), 1 wrong "
                   "bits, crash, timeout or\nloss, 2 bad file or invalid "
                   "state, 3 no device or a control is wrong, 77 the\n"
                   "device cannot do it.\n",
        .options = COMMON | DRAWING | OPTION_BIT(COMPARE_EMULATED),
        .min_operands = 1,
        .max_operands = 1,
        .run = command_draw,
    },
    {
        .name = "minimize",
        .operands = "CASE",
        .summary = "find the smallest case that fails in the same way",
        .details = "Takes away pixels, targets, samples, layers, state and "
                   "digits while verdict, what it\nlooks like and the kind of "
                   "component that is wrong stay. Exit: 0 written, 1 the case\n"
                   "does not fail, 2 bad file or invalid state, 3 no device, "
                   "77 the device cannot do it.\n",
        .options = COMMON | DRAWING | OPTION_BIT(OUTPUT) | OPTION_BIT(FORCE) |
                   OPTION_BIT(LIMIT),
        .min_operands = 1,
        .max_operands = 1,
        .run = command_minimize,
    },
    {
        .name = "repro",
        .operands = "CASE",
        .summary = "write a case as a program that needs nothing but Vulkan",
        .details = "Or as a case file with every field said. Without --device "
                   "the program is for a\ndevice that has what --features "
                   "names. Exit: 0 written, 2 bad file or invalid state,\nor "
                   "what a program cannot express, which is said.\n",
        .options = COMMON | OPTION_BIT(AS) | OPTION_BIT(DEVICE) |
                   OPTION_BIT(FEATURES) | OPTION_BIT(WITHOUT) |
                   OPTION_BIT(LANE) | OPTION_BIT(JUDGE) | OPTION_BIT(OUTPUT) |
                   OPTION_BIT(FORCE),
        .min_operands = 1,
        .max_operands = 1,
        .run = command_repro,
    },
    {
        .name = "run",
        .operands = "[PATTERN..]",
        .summary = "draw and judge the cases of a suite",
        .details = "PATTERN is a glob over case ids; '!' before it takes "
                   "away. Exit: 0 every result is as\nexpected, 1 some are "
                   "not, 2 usage, 3 no device, 77 nothing could be tested.\n",
        .options = COMMON | DRAWING | OPTION_BIT(COMPARE_EMULATED) |
                   OPTION_BIT(SUITE) | OPTION_BIT(JOBS) | OPTION_BIT(BASELINE) |
                   OPTION_BIT(WARNINGS) | OPTION_BIT(OUTPUT) |
                   OPTION_BIT(SHARD) | OPTION_BIT(WHERE) | OPTION_BIT(CASES) |
                   OPTION_BIT(CLAIM),
        .max_operands = -1,
        .run = command_run,
    },
    {
        .name = "resume",
        .operands = "FOLDER",
        .summary = "go on with a run that was broken off",
        .details = "Draws the cases that have no result yet, as `run` was told "
                   "to. Exit codes are those of\n`run`; 2 if device, cases or "
                   "ombre are others than then.\n",
        .options =
            COMMON | OPTION_BIT(DEVICE) | OPTION_BIT(JOBS) | OPTION_BIT(FORCE),
        .min_operands = 1,
        .max_operands = 1,
        .run = command_resume,
    },
    {
        .name = "merge",
        .operands = "FOLDER..",
        .summary = "join the parts of a run into a new folder",
        .details = "Exit: 0 whole, 1 a case has two results (both are named, "
                   "the worse is kept), 2 no\nparts of one run, 3 parts or "
                   "cases are missing.\n",
        .options = COMMON | OPTION_BIT(OUTPUT) | OPTION_BIT(FORCE),
        .min_operands = 1,
        .max_operands = -1,
        .run = command_merge,
    },
    {
        .name = "compare",
        .operands = "FOLDER FOLDER",
        .summary = "say what changed from one run to another",
        .details = "Exit: 0 nothing is worse, 1 there are new failures.\n",
        .options = COMMON,
        .min_operands = 2,
        .max_operands = 2,
        .run = command_compare,
    },
    {
        .name = "baseline",
        .operands = "VERB FOLDER [FILE]",
        .summary = "make, update or check a file of known results",
        .details = "make writes a new FILE. update says which lines of FILE "
                   "would change, and changes\nthem with --write; or writes "
                   "the whole to a new file, --output. check holds the run\n"
                   "against FILE, or what is built in: exit 1 if they "
                   "differ.\n",
        .options = COMMON | OPTION_BIT(OUTPUT) | OPTION_BIT(WRITE),
        .min_operands = 2,
        .max_operands = 3,
        .run = command_baseline,
    },
    {
        .name = "report",
        .operands = "FOLDER",
        .summary = "show what a run found",
        .details = "Files that are asked for are written anew; '-' is standard "
                   "output. Exit: 0 shown,\n2 the folder cannot be read, 3 a "
                   "file cannot be written.\n",
        .options = COMMON | OPTION_BIT(JUNIT) | OPTION_BIT(HTML) |
                   OPTION_BIT(PNG) | OPTION_BIT(MATRIX),
        .min_operands = 1,
        .max_operands = 1,
        .run = command_report,
    },
    {
        .name = "list",
        .operands = "[PATTERN..]",
        .summary = "list the cases of a suite",
        .details = "--classes prints the equations that no image tells apart; "
                   "all others differ\nsomewhere.\n",
        .options = COMMON | OPTION_BIT(SUITE) | OPTION_BIT(WHERE) |
                   OPTION_BIT(CASES) | OPTION_BIT(SHARD) | OPTION_BIT(NUMBER) |
                   OPTION_BIT(CLASSES) | OPTION_BIT(FAMILIES),
        .max_operands = -1,
        .run = command_list,
    },
    {
        .name = "audit",
        .operands = "[PATTERN..]",
        .summary =
            "plant every fault in the model and see which a suite misses",
        .details = "Nothing is drawn. Exit: 0 every fault is killed but those "
                   "that Direct3D's rules\nallow, 1 some survive, 2 usage.\n",
        .options = COMMON | OPTION_BIT(JUDGE) | OPTION_BIT(SUITE) |
                   OPTION_BIT(WHERE) | OPTION_BIT(CASES) | OPTION_BIT(JOBS),
        .max_operands = -1,
        .run = command_audit,
    },
    {
        .name = "show",
        .operands = "ID",
        .summary = "print one case of a suite as a case file",
        .details = "",
        .options = COMMON,
        .min_operands = 1,
        .max_operands = 1,
        .run = command_show,
    },
};

enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

static const struct command *find_command(const char *name)
{
    for (unsigned i = 0; i < COMMAND_COUNT; i++)
        if (strcmp(commands[i].name, name) == 0)
            return &commands[i];
    return NULL;
}

static void print_usage(FILE *file)
{
    fputs("usage: ombre COMMAND [OPTIONS] [OPERANDS]\n\n"
          "Does a Vulkan device do what Direct3D's output merger would do?\n\n",
          file);
    for (unsigned i = 0; i < COMMAND_COUNT; i++)
        fprintf(file, "  %-10s %-12s %s\n", commands[i].name,
                commands[i].operands, commands[i].summary);
    fputs("\n'ombre COMMAND --help' says more; 'ombre --version' says which "
          "ombre this is.\nCASE is a JSON file, '-' for standard input, or the "
          "id of a case of "
          "a suite.\n",
          file);
}

static void print_help(const struct command *command)
{
    printf("usage: ombre %s [OPTIONS]%s%s\n\n", command->name,
           *command->operands ? " " : "", command->operands);
    printf("%c%s.\n", command->summary[0] - 'a' + 'A', command->summary + 1);
    if (*command->details)
        printf("%s", command->details);
    fputs("\n", stdout);
    options_print(command->options);
}

static void print_version(void)
{
    printf("ombre %s\nlicence MIT\nVulkan headers %u.%u.%u\ncompiler %s\n",
           OMBRE_VERSION, VK_API_VERSION_MAJOR(VK_HEADER_VERSION_COMPLETE),
           VK_API_VERSION_MINOR(VK_HEADER_VERSION_COMPLETE),
           VK_API_VERSION_PATCH(VK_HEADER_VERSION_COMPLETE), __VERSION__);
}

static int unknown_command(const char *name)
{
    const char *names[COMMAND_COUNT];
    for (unsigned i = 0; i < COMMAND_COUNT; i++)
        names[i] = commands[i].name;
    const char *nearest = ombre_nearest_name(name, names, COMMAND_COUNT);
    fprintf(stderr, "ombre: unknown command '%s'", name);
    if (nearest)
        fprintf(stderr, " (did you mean '%s'?)", nearest);
    fputs("\n'ombre --help' lists them\n", stderr);
    return EXIT_USAGE;
}

static int run_command(const struct command *command, int argc, char **argv)
{
    struct options options;
    if (!options_parse(argc, argv, command->options, &options)) {
        fprintf(stderr, "'ombre %s --help' lists them\n", command->name);
        return EXIT_USAGE;
    }
    if (options.given[OPTION_HELP]) {
        print_help(command);
        return EXIT_EXPECTED;
    }
    const bool too_many = command->max_operands >= 0 &&
                          options.operand_count > command->max_operands;
    if (too_many || options.operand_count < command->min_operands) {
        fprintf(stderr, "ombre: %s %s; usage: ombre %s [OPTIONS]%s%s\n",
                command->name,
                too_many ? "has too many operands" : "lacks its operand",
                command->name, *command->operands ? " " : "",
                command->operands);
        return EXIT_USAGE;
    }
    return command->run(&options);
}

/* Read options before a command; they are few. */
static int dispatch(int argc, char **argv)
{
    if (argc < 2) {
        print_usage(stderr);
        return EXIT_USAGE;
    }
    if (argv[1][0] != '-') {
        const struct command *command = find_command(argv[1]);
        return command ? run_command(command, argc - 2, argv + 2)
                       : unknown_command(argv[1]);
    }
    struct options options;
    if (!options_parse(1, argv + 1, OPTION_BIT(HELP) | OPTION_BIT(VERSION),
                       &options)) {
        fputs("'ombre --help' lists the commands\n", stderr);
        return EXIT_USAGE;
    }
    if (options.given[OPTION_VERSION])
        print_version();
    else if (options.given[OPTION_HELP])
        print_usage(stdout);
    else
        return unknown_command(argv[1]);
    return EXIT_EXPECTED;
}

int main(int argc, char **argv)
{
    const int code = dispatch(argc, argv);
    /* A full disk shows only here. */
    if (fflush(stdout) != 0 || ferror(stdout)) {
        perror("ombre: standard output");
        return EXIT_INFRASTRUCTURE;
    }
    return code;
}
