/* select.h - which cases do patterns mean? */
#ifndef OMBRE_TOOLS_SELECT_H
#define OMBRE_TOOLS_SELECT_H

#include "ombre/suite.h"
#include "options.h"
#include "shard.h"

struct selection {
    enum ombre_suite suite;
    size_t count;
    size_t *index; /* of the suite's cases, ascending */
    struct shard shard;
    size_t whole;    /* how many there are in all shards */
    uint64_t digest; /* of the ids of all shards, in order */
};

/* Choose cases by --cases, --where and the operands of a command, which are
 * globs over ids, '!' before one takes away again, the last that matches
 * counts; none at all means every case.  --shard leaves a part of them. Returns
 * EXIT_EXPECTED, or another exit code after complaining. */
int select_cases(const struct options *options, struct selection *out);
void selection_finish(struct selection *selection);

#endif /* OMBRE_TOOLS_SELECT_H */
