/* target.h - what fuzz targets share: rulesets, and what must be true of every answer.
 *
 * A target is one function, given bytes that anybody may have made.  It is linked with libFuzzer,
 * which makes them up (make fuzz), or with replay.c, which takes them from files (make check). */
#ifndef TARGET_H
#define TARGET_H

#include "api.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define MUST_STOP(...) (fprintf(stderr, __VA_ARGS__), fputc('\n', stderr), abort())
#define FUZZ_MUST(truth)                                                                           \
    do {                                                                                           \
        if (!(truth))                                                                              \
            MUST_STOP("%s:%d: not %s", __FILE__, __LINE__, #truth);                                \
    } while (0)

/* Of the source tree. */
kz_ruleset *fuzz_load(const char *file);

/* A riichi ruleset, one with limits for everything, one without fu: they disagree about most. */
#define FUZZ_RULESETS 3
const kz_ruleset *const *fuzz_rulesets(void);

/* An error of the bytes of one hand or deal: told with a code, in one line, and its place is in
 * the text. */
void fuzz_must_tell(const kz_error *error, size_t size);
/* One JSON value, in one line, that fits into a fixed text of `size` bytes. */
void fuzz_must_be_json(const char *text, size_t len, size_t size);
/* Bytes read as a hand, which is scored under one of the rulesets, told in every form, written as a
 * line and read again. */
void fuzz_hand(const uint8_t *data, size_t size);

#endif
