/* second_look.h - cases that went wrong are drawn once more
 *
 * Alone, in a process of their own: what ends another way is a Flake, and what
 * comes back is kept for the report.
 */
#ifndef OMBRE_TOOLS_SECOND_LOOK_H
#define OMBRE_TOOLS_SECOND_LOOK_H

#include "remote.h"
#include "run_report.h"

/* Look again at results of `run` that are wrong: all of them (within reason) if
 * it has a folder, else those that are unexpected.  `tick` is called after
 * each. */
void second_look(struct run *run, const struct remote_setup *setup,
                 void (*tick)(void *user), void *user);

#endif /* OMBRE_TOOLS_SECOND_LOOK_H */
