/* api.h - the public objects, for the command and the tests. */
#ifndef KZI_API_H
#define KZI_API_H

#include "compile/ruleset.h"
#include "hand/parser/parser.h"
#include "score/result.h"

#define KZI_MAX_KNOWN 16 /* rulesets whose words a hand may use */

/* Aligned to a cache line, so that the data that scoring always reads spans as few lines as
 * possible. */
struct kz_hand {
    _Alignas(64) bool parsed;
    bool unfinished;        /* parsed as a hand that lacks a tile */
    struct kzi_tiles tiles; /* of the hand, if it is parsed */
    struct kzi_hand hand;
    const struct kzi_notation *notation; /* of the texts to parse; NULL: recognize it */
    const kz_ruleset *known[KZI_MAX_KNOWN];
    unsigned n_known;
};

#endif
