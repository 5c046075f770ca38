/* record.h - what the JSON record of a hand and that of a deal share.  Private to
 * src/hand/parser/hand_record.c and src/hand/parser/deal_record.c. */
#ifndef KZI_RECORD_H
#define KZI_RECORD_H

#include "hand/parser/items.h"
#include "hand/parser/json_tokens.h"

#define KZI_ESCAPED_ROOM (4 * 1024) /* bytes of strings with escapes; a hand has far fewer */

struct kzi_record {
    struct kzi_item_parser *reader;
    struct kzi_json json;
    const char *text, *end;
    bool ascii; /* the whole record */
    bool has_hand;
    char *large; /* room for all that a line can have, where decoded is not enough; or NULL */
    void *deal;  /* of a deal: what is read into */
    char *room;  /* in decoded: where the next string goes */
    char decoded[KZI_ESCAPED_ROOM]; /* strings that had escapes, one after the other */
};

/* A string as it is meant. */
struct kzi_span {
    const char *text, *end;
};

#define KZI_HAND_KEY_BITS (((1U << KZI_HAND_KEYS) - 1) & ~(1U << KZI_KEY_NONE))
#define KZI_DEAL_KEY_BITS (((1U << KZI_KEYS) - 1) & ~KZI_HAND_KEY_BITS & ~(1U << KZI_KEY_NONE))

/* What an object is and may hold. */
struct kzi_record_form {
    const char *thing; /* "a hand" */
    uint32_t keys;     /* bit per key */
    const char *other; /* what has the keys of others instead, for whoever mixes them up */
    uint32_t others;
    /* Takes the value at the index, which is not null; each key comes once. */
    void (*take)(struct kzi_record *record, enum kzi_hand_key key, size_t index);
};

/* Cuts the text up; false: it is not JSON, and that is noted. */
bool kzi_record_open(struct kzi_record *record, struct kzi_item_parser *reader, const char *text,
                     size_t len);
/* Takes the pairs of the object at the index. */
void kzi_record_pairs(struct kzi_record *record, size_t index, const struct kzi_record_form *form);
/* Takes a value of a hand into the reader's hand. */
void kzi_record_value(struct kzi_record *record, enum kzi_hand_key key, size_t index);
void kzi_record_close(struct kzi_record *record);
/* When all of a hand is read. */
void kzi_record_finish(struct kzi_record *record);

/* A string that has escapes. */
struct kzi_span kzi_record_decoded(struct kzi_record *record, const struct kzi_json_token *token);

/* A string; and one made what the reader reads next, as the value of key from first_at on. */
static inline struct kzi_span kzi_record_string(struct kzi_record *record,
                                                const struct kzi_json_token *token) {
    return token->escaped ? kzi_record_decoded(record, token)
                          : (struct kzi_span){token->start, token->end};
}

static inline struct kzi_span kzi_record_take(struct kzi_record *record,
                                              const struct kzi_json_token *token,
                                              enum kzi_hand_key key, uint32_t first_at) {
    struct kzi_span span = kzi_record_string(record, token);
    record->reader->ascii = record->ascii && !token->escaped;
    kzi_parser_take(record->reader, span.text, span.end, key, first_at);
    return span;
}

/* Notes a value of the wrong type. */
void kzi_record_note_type(struct kzi_record *record, enum kzi_hand_key key);

/* --- parser.c --------------------------------------------------------------------------------- */

/* Makes it a hand of which nothing is said. */
void kzi_hand_clear(struct kzi_hand *hand);

bool kzi_is_ascii(const char *text, size_t len);
/* Whether the text can be looked at: not too long, UTF-8. */
bool kzi_is_readable(const char *text, size_t len, bool ascii, struct kzi_problem *problem);

#endif
