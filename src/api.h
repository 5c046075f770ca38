/* api.h - the public objects as the command and the tests see them. */
#ifndef KZI_API_H
#define KZI_API_H

#include "compile/ruleset.h"
#include "hand/parser/parser.h"
#include "score/result.h"

#define KZI_MAX_KNOWN 16 /* rulesets whose words a hand may use */

/* Begins a line of a cache, so that what scoring asks of every hand stands in as few as can be. */
struct kz_hand {
    _Alignas(64) bool parsed;
    struct kzi_tiles tiles; /* of the hand, where it is parsed */
    struct kzi_hand hand;
    const kz_ruleset *known[KZI_MAX_KNOWN];
    unsigned n_known;
};

#endif
