/* must_stop.h - how code shared by unit tests and fuzzing reports an error: through Check, unless
 * the including file defines MUST_STOP otherwise. */
#ifndef MUST_STOP_H
#define MUST_STOP_H

#ifndef MUST_STOP
#include <check.h>
#define MUST_STOP(...) ck_abort_msg(__VA_ARGS__)
#endif

#endif
