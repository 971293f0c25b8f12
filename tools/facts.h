/* facts.h - of which device is it that nothing is drawn on? */
#ifndef OMBRE_TOOLS_FACTS_H
#define OMBRE_TOOLS_FACTS_H

#include "ombre/gpu.h"
#include "options.h"

/* Facts of what --device or --features names; without either, of a device that
 * has everything.  *info, unless NULL, becomes that of a device, or zeroed.
 * EXIT_EXPECTED, or another exit code after complaining. */
int facts_option(const struct options *options, struct ombre_vk_facts *out,
                 struct ombre_gpu_info *info);

#endif /* OMBRE_TOOLS_FACTS_H */
