/* interrupt.h - SIGINT and SIGTERM end a run between two cases */
#ifndef OMBRE_TOOLS_INTERRUPT_H
#define OMBRE_TOOLS_INTERRUPT_H

/* From here on the first such signal is only noted; a second one ends the
 * process as ever. */
void interrupt_catch(void);

/* The signal that came, or 0. */
int interrupt_signal(void);

/* End the process by the signal that came, as whoever sent it expects: shells
 * make exit codes 130 and 143 of that.  Returns if none came. */
void interrupt_end(void);

#endif /* OMBRE_TOOLS_INTERRUPT_H */
