/* Fewer targets, samples and layers. */
#include "case_edit.h"
#include "minimize.h"

static bool is_dual(const struct minimizer *m)
{
    return ombre_target_is_dual_source(&m->state.target[0]);
}

static unsigned slots(const struct minimizer *m)
{
    return m->best.pso.NumRenderTargets;
}

enum edit edit_only_target(const struct minimizer *m, size_t step,
                           struct ombre_case *c)
{
    if (step >= slots(m))
        return EDIT_END;
    /* Those that are wrong come into question. */
    if (slots(m) == 1 || m->latest.spots == 0 ||
        !(m->latest.spot[0].targets >> step & 1))
        return EDIT_NONE;
    for (unsigned t = slots(m); t-- > 0;)
        if (t != step)
            case_drop_target(c, t, is_dual(m));
    return EDIT_DONE;
}

enum edit edit_drop_target(const struct minimizer *m, size_t step,
                           struct ombre_case *c)
{
    if (step >= slots(m))
        return EDIT_END;
    if (slots(m) == 1)
        return EDIT_NONE;
    case_drop_target(c, slots(m) - 1 - (unsigned) step, is_dual(m));
    return EDIT_DONE;
}

enum edit edit_hole(const struct minimizer *m, size_t step,
                    struct ombre_case *c)
{
    if (step >= slots(m))
        return EDIT_END;
    if ((uint32_t) c->pso.RTVFormats[step] == 0)
        return EDIT_NONE;
    case_make_hole(c, (unsigned) step, is_dual(m));
    return EDIT_DONE;
}

enum edit edit_samples(const struct minimizer *m, size_t step,
                       struct ombre_case *c)
{
    if (step >= 5)
        return EDIT_END;
    if (m->best.sample_count <= 1u << step)
        return EDIT_NONE;
    case_keep_samples(c, 1u << step);
    return EDIT_DONE;
}

enum edit edit_only_layer(const struct minimizer *m, size_t step,
                          struct ombre_case *c)
{
    const unsigned layers = m->best.layer_count;
    if (step >= layers)
        return EDIT_END;
    if (layers == 1)
        return EDIT_NONE;
    for (unsigned l = layers; l-- > 0;)
        if (l != step && c->layer_count > 1)
            case_drop_layer(c, l);
    return EDIT_DONE;
}

enum edit edit_drop_layer(const struct minimizer *m, size_t step,
                          struct ombre_case *c)
{
    const unsigned layers = m->best.layer_count;
    if (step >= layers)
        return EDIT_END;
    if (layers == 1)
        return EDIT_NONE;
    case_drop_layer(c, layers - 1 - (unsigned) step);
    return EDIT_DONE;
}
