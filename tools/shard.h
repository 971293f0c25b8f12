/* shard.h - parts of a suite, for several machines
 *
 * A case is in part I of N if a hash of its id, modulo N, is I - 1.  So every
 * machine knows its part without asking, neighbours are spread, and a case
 * stays in its part when others come or go.
 */
#ifndef OMBRE_TOOLS_SHARD_H
#define OMBRE_TOOLS_SHARD_H

#include "options.h"

struct shard {
    unsigned index, count; /* from 1; count 0: everything */
};

/* Read --shard.  "auto" asks the variables of CI systems, Slurm and MPI, and is
 * a mistake where none or only half of a pair is set.  Returns EXIT_EXPECTED,
 * or EXIT_USAGE after complaining. */
int shard_option(const struct options *options, struct shard *out);

bool shard_has(const struct shard *shard, const char *id);

/* Digest of a list of ids, one after the other from 0. */
uint64_t shard_digest(uint64_t digest, const char *id);

#endif /* OMBRE_TOOLS_SHARD_H */
