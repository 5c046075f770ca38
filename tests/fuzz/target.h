/* target.h - what fuzz targets share: rulesets, and checks of every answer.
 *
 * A target is one function that gets arbitrary bytes.  It is linked with libFuzzer, which generates
 * them (make fuzz), or with replay.c, which reads them from files (make check). */
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

/* Load a file of the source tree. */
kz_ruleset *fuzz_load(const char *file);

/* Riichi rulesets with and without red fives, one without fu, one whose losers settle and that asks
 * which flowers there are, one with money for kongs that winners leave, some with wild tiles, and
 * spelled hands with flowers among their tiles. */
#define FUZZ_RULESETS 13
const kz_ruleset *const *fuzz_rulesets(void);

/* The error about the bytes of a hand or deal must have a code, one line of text, and a place in
 * the bytes. */
void fuzz_must_tell(const kz_error *error, size_t size);
/* The text must be one JSON value in one line that fits into a buffer of `size` bytes. */
void fuzz_must_be_json(const char *text, size_t len, size_t size);
/* Parse the bytes as a hand, score it under one of the rulesets, write it in every form, and parse
 * its line again. */
void fuzz_hand(const uint8_t *data, size_t size);

#endif
