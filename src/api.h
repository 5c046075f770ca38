/* api.h - the public objects, for the command and the tests. */
#ifndef KZI_API_H
#define KZI_API_H

#include "compile/ruleset.h"
#include "hand/parser/parser.h"
#include "score/result.h"

/* A macro as a string literal. */
#define KZI_STRING(text)  #text
#define KZI_AS_TEXT(text) KZI_STRING(text)

/* How hands are read, and what scoring does not read of one. */
struct kzi_hand_reader {
    struct kzi_hand_form form; /* of the texts to come */
    const kz_ruleset *known[KZ_MAX_KNOWN];
    unsigned n_known;
    struct kzi_extras extras;
    struct kzi_hand_items items;
    struct kzi_kept_words kept;
};

/* Aligned to a cache line, and small, because hands may be scored long after they were parsed. */
struct kz_hand {
    _Alignas(64) bool parsed;
    bool unfinished;        /* parsed as a hand that lacks a tile */
    struct kzi_tiles tiles; /* of the hand, if it is parsed */
    struct kzi_hand hand;
    struct kzi_hand_reader *reader;
};

/* Find a notation by its name; NULL: none is named.  Return false if there is no such notation. */
bool kzi_take_notation(const char *name, const struct kzi_notation **found);

/* words_len: that of the words, which are no text that ends with NUL. */
kz_status kzi_hand_set_numbered(kz_hand *hand, const kz_tiles *numbered, size_t words_len,
                                kz_error *err);

#endif
