/* run_suite.h - run the tests of a unit test program and report them as TAP. */
#ifndef RUN_SUITE_H
#define RUN_SUITE_H

#include <check.h>
#include <stdbool.h>
#include <stdlib.h>

/* True under slow tools such as valgrind, which ask for few hands. */
static inline bool few_hands(void) {
    const char *hands = getenv("KAZOE_HANDS");
    return hands && atol(hands) < 1000;
}

/* Return the exit status of the program. */
static inline int run_suite(Suite *suite) {
    SRunner *runner = srunner_create(suite);
    srunner_set_tap(runner, "-");
    srunner_run_all(runner, CK_SILENT);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

#endif
