#include "second_look.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "batch.h"
#include "common_options.h"
#include "detail.h"
#include "device_text.h"
#include "execute.h"
#include "interrupt.h"
#include "run_work.h"

/* A device that is wrong everywhere need not be drawn on twice everywhere. */
enum { MAX_LOOKS = 300, MAX_LOOKS_WITHOUT_FOLDER = 30 };

static bool is_worth_it(const struct run *run, size_t position)
{
    const struct run_result *result = &run->result[position];
    if (!result->done || result->looked)
        return false;
    switch (result->outcome) {
    case OUTCOME_QUALITY_WARNING:
    case OUTCOME_COMPATIBILITY_WARNING:
    case OUTCOME_FAIL:
        return run->folder ||
               result->expectation == OMBRE_EXPECTATION_UNEXPECTED;
    case OUTCOME_PASS:
    case OUTCOME_NOT_SUPPORTED:
    case OUTCOME_CRASH:
    case OUTCOME_TIMEOUT:
    case OUTCOME_DEVICE_LOST:
    case OUTCOME_VALIDATION_ERROR:
    case OUTCOME_INTERNAL_ERROR:
    case OUTCOME_FLAKE:
    case OUTCOME_COUNT: break;
    }
    return false;
}

/* The command line that draws the case again. */
static void say_replay(const struct run *run, uint32_t without,
                       const char *lanes, const char *id,
                       struct ombre_report_detail *out)
{
    char uuid[40], features[640] = "";
    const char *name;
    uint32_t bit;
    uuid_text(uuid, run->info->deviceUUID);
    for (unsigned i = 0; (name = without_name(i, &bit)) != NULL; i++)
        if (without & bit)
            snprintf(features + strlen(features),
                     sizeof features - strlen(features), "%s%s",
                     *features ? "," : " --without ", name);
    snprintf(out->replay, sizeof out->replay,
             "ombre show %s | ombre draw - -d uuid:%s --judge %s%s%s%.200s", id,
             uuid, ombre_judge_name(run->judge), features,
             lanes ? " --lane " : "", lanes ? lanes : "");
}

static struct ombre_report_detail *make_detail(const struct run *run,
                                               const struct remote_setup *setup,
                                               size_t position,
                                               const struct ombre_texel *texels,
                                               size_t texel_count)
{
    struct ombre_case c;
    struct ombre_state state;
    char reason[256], id[OMBRE_ID_SIZE];
    struct ombre_report_detail *detail = calloc(1, sizeof *detail);
    const size_t index = run->selection->index[position];
    const size_t part = run->result[position].part;
    if (!detail || !setup->make(setup->user, run_work_token(index, part), &c)) {
        free(detail);
        return NULL;
    }
    const uint32_t without = setup->without & ~c.without;
    /* The same as the worker does before it draws. */
    const bool good = texels && ombre_state_from_pso(&c.pso, &state) &&
                      case_make_uploadable(&c, &state, reason) &&
                      texel_count == execute_texel_count(&c);
    if (good)
        detail_fill(&c, &state, setup->judge, texels, detail);
    ombre_suite_part_id(run->selection->suite, index, part, id);
    say_replay(run, without, setup->lanes.text, id, detail);
    ombre_case_finish(&c);
    return detail;
}

static void look_at(struct run *run, struct remote *remote,
                    struct remote_result *result, size_t position)
{
    struct ombre_texel *texels = NULL;
    remote_ask(remote, run->device,
               run_work_token(run->selection->index[position],
                              run->result[position].part),
               true);
    remote_answer(remote, result, &texels);
    struct ombre_report_detail *detail =
        make_detail(run, remote->setup, position, texels, result->texel_count);
    const struct run_result *first = &run->result[position];
    if (result->drawing.outcome == first->outcome) {
        run_amend(run, position, first->outcome, first->reason, detail);
    } else {
        char reason[640];
        snprintf(reason, sizeof reason, "first %s (%.250s), then %s%s%.250s%s",
                 outcome_status(first->outcome), first->reason,
                 outcome_status(result->drawing.outcome),
                 *result->drawing.reason ? " (" : "", result->drawing.reason,
                 *result->drawing.reason ? ")" : "");
        run_amend(run, position, OUTCOME_FLAKE, reason, detail);
    }
    free(detail);
    free(texels);
}

/* Results that are to be looked at, and those that were before a resumption. */
static size_t count_worthy(const struct run *run, size_t *looked)
{
    size_t count = 0;
    *looked = 0;
    for (size_t i = 0; i < run->selection->count; i++) {
        count += is_worth_it(run, i);
        *looked += run->result[i].looked;
    }
    return count;
}

void second_look(struct run *run, const struct remote_setup *setup,
                 void (*tick)(void *user), void *user)
{
    struct remote remote = {0};
    struct remote_result *result = calloc(1, sizeof *result);
    size_t seen = 0, looks = 0, looked;
    const size_t worthy = count_worthy(run, &looked);
    size_t most = run->folder ? MAX_LOOKS : MAX_LOOKS_WITHOUT_FOLDER;
    most = looked < most ? most - looked : 0;
    for (size_t i = 0; result && i < run->selection->count && looks < most &&
                       !interrupt_signal();
         i++) {
        /* Of too many, some of each kind: neighbours are alike. */
        if (!is_worth_it(run, i) ||
            (worthy > most && seen++ * most / worthy < looks))
            continue;
        if (remote.worker.pid == 0 && !remote_start(&remote, setup))
            break;
        look_at(run, &remote, result, i);
        looks++;
        tick(user);
    }
    remote_stop(&remote);
    free(result);
}
