/* Preloaded (LD_PRELOAD): send a signal every half millisecond, with a handler that interrupts
 * system calls (no SA_RESTART). */
#include <signal.h>
#include <stddef.h>
#include <sys/time.h>

static void nothing(int number) {
    (void)number;
}

__attribute__((constructor)) static void begin(void) {
    struct sigaction action = {.sa_handler = nothing};
    struct itimerval often = {{0, 500}, {0, 500}};
    sigemptyset(&action.sa_mask);
    sigaction(SIGALRM, &action, NULL);
    setitimer(ITIMER_REAL, &often, NULL);
}
