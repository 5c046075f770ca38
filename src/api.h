/* api.h - the public objects, for the command and the tests. */
#ifndef KZI_API_H
#define KZI_API_H

#include "compile/ruleset.h"
#include "hand/parser/parser.h"
#include "score/result.h"

#define KZI_MAX_KNOWN 16 /* rulesets whose words a hand may use */

/* What a hand was read from, to read it once more. */
struct kzi_hand_input {
    const char *text; /* NULL: numbered */
    size_t len;
    struct kzi_numbered numbered;
    bool unfinished;
    const struct kzi_notation *notation; /* of the text; NULL: recognize it */
    unsigned n_known;                    /* rulesets whose words it may use */
};

/* How hands are read, and what scoring does not read of one. */
struct kzi_hand_reader {
    struct kzi_origin origin;
    const struct kzi_notation *notation; /* of the texts to come */
    const kz_ruleset *known[KZI_MAX_KNOWN];
    unsigned n_known;
    bool forgets; /* errors have no column once the hand is read */
    struct kzi_extras extras;
    struct kzi_hand_input kept; /* in bytes */
    char *bytes;                /* own_bytes, or more */
    size_t capacity;
    char own_bytes[256];
};

/* Aligned to a cache line, and small, because hands may be scored long after they were parsed. */
struct kz_hand {
    _Alignas(64) bool parsed;
    bool unfinished;        /* parsed as a hand that lacks a tile */
    struct kzi_tiles tiles; /* of the hand, if it is parsed */
    struct kzi_hand hand;
    struct kzi_hand_reader *reader;
};

#endif
