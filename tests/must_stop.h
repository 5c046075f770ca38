/* must_stop.h - how what unit tests and fuzzing share stops when it has found something: as Check
 * wants it, unless whoever includes it has said otherwise. */
#ifndef MUST_STOP_H
#define MUST_STOP_H

#ifndef MUST_STOP
#include <check.h>
#define MUST_STOP(...) ck_abort_msg(__VA_ARGS__)
#endif

#endif
