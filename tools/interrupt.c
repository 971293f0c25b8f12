#include "interrupt.h"

#include <signal.h>
#include <stddef.h>

/* All that a handler may touch. */
static volatile sig_atomic_t came;

static void note(int signal)
{
    came = signal;
}

static void catch_one(int signal)
{
    struct sigaction before;
    struct sigaction action = {.sa_handler = note,
                               .sa_flags = (int) SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    /* What is ignored stays so: nohup, and `&` in scripts. */
    if (sigaction(signal, NULL, &before) == 0 && before.sa_handler != SIG_IGN)
        sigaction(signal, &action, NULL);
}

void interrupt_catch(void)
{
    catch_one(SIGINT);
    catch_one(SIGTERM);
}

int interrupt_signal(void)
{
    return came;
}

void interrupt_end(void)
{
    if (came == 0)
        return;
    signal(came, SIG_DFL);
    raise(came);
}
