/* record.h - JSON records of hands and deals, and the lines that stand for them. */
#ifndef KZI_RECORD_H
#define KZI_RECORD_H

#include "hand/parser/items.h"

/* Read the words and keys that follow the tiles in other notations. */
void kzi_read_words(struct kzi_parser *parser, const char *at);

/* Read the text to parse next as the line of a hand, in the notation given or recognized; as a
 * piece, once more in another one where that failed. */
void kzi_read_line(struct kzi_parser *parser);
void kzi_read_piece(struct kzi_parser *parser, const struct kzi_notation *notation);

/* Read a deal as a line. */
void kzi_read_deal_line(struct kzi_parser *parser);
/* Note that a deal has no such key. */
void kzi_note_no_deal_key(struct kzi_parser *parser, const char *text, const char *end);
/* A kind of object and its keys; of a whole text also how it is read as a line. */
struct kzi_record_form {
    const char *thing; /* "a hand" */
    uint64_t keys;     /* bit per key */
    const char *other; /* the kind of object that has the keys of others, for error messages */
    uint64_t others;
    /* The keys that it reads in its own way, from a text whose columns count in the record. */
    uint64_t own;
    kzi_value_reader *read;
    void (*finish)(struct kzi_parser *parser); /* once all is read; NULL: nothing is left to do */
    void (*line)(struct kzi_parser *parser);   /* reads parser->start to parser->end */
    const char *empty;                         /* is said where there is neither; NULL: nothing */
};
extern const struct kzi_record_form kzi_hand_form;

/* Read a text as a line or a record, if it can be parsed. */
void kzi_read_text(struct kzi_parser *parser, const struct kzi_record_form *form, const char *text,
                   size_t len);
void kzi_read_record(struct kzi_parser *parser, const struct kzi_record_form *form,
                     const char *text, size_t len);

#endif
