/* record.h - JSON records of hands and deals, and the corresponding lines. */
#ifndef KZI_RECORD_H
#define KZI_RECORD_H

#include "hand/parser/items.h"

/* Read the words and keys that follow the tiles of other notations. */
void kzi_read_words(struct kzi_parser *parser, const char *at);

/* Read the text to parse as the line of a hand, in the notation that is given or recognized.
 * kzi_read_piece reads a piece of a line, and if that fails, tries again in another notation. */
void kzi_read_line(struct kzi_parser *parser);
void kzi_read_piece(struct kzi_parser *parser, const struct kzi_notation *notation);

/* Read a deal as a line. */
void kzi_read_deal_line(struct kzi_parser *parser);
/* Note that a deal has no such key. */
void kzi_note_no_deal_key(struct kzi_parser *parser, const char *text, const char *end);
/* A kind of record: its keys and, if a whole text may be one, how it is read as a line. */
struct kzi_record_form {
    const char *thing; /* "a hand" */
    uint64_t keys;     /* keys as bits */
    const char *other; /* the kind of record that has keys this one lacks, for messages */
    uint64_t others;
    /* Keys that it reads in its own way, from a text whose columns count in the record. */
    uint64_t own;
    kzi_value_reader *read;
    void (*finish)(struct kzi_parser *parser); /* called after everything is read; may be NULL */
    void (*line)(struct kzi_parser *parser);   /* reads parser->start to parser->end as a line */
    const char *empty;                         /* the message for an empty text; NULL: none */
};
extern const struct kzi_record_form kzi_hand_form;

/* Read a text as a line or a record, if it can be parsed. */
void kzi_read_text(struct kzi_parser *parser, const struct kzi_record_form *form, const char *text,
                   size_t len);
void kzi_read_record(struct kzi_parser *parser, const struct kzi_record_form *form,
                     const char *text, size_t len);

#endif
