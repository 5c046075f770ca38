/* advice.h - messages about text that is not a hand: what is wrong, and what to write instead. */
#ifndef KZI_ADVICE_H
#define KZI_ADVICE_H

#include "hand/parser/items.h"

/* A part of the user's text for a message: short, without NUL. */
#define KZI_QUOTED 64
struct kzi_quotation {
    char text[KZI_QUOTED];
};
struct kzi_quotation kzi_quote(const char *text, const char *end);

/* Note that the text is not in the notation of the hand. */
void kzi_note_foreign(struct kzi_parser *parser, const char *text);
/* Note that no notation has this name. */
void kzi_note_no_notation(struct kzi_parser *parser, const char *name, const char *end);
#define KZI_FLOWERS "flowers are 1f-4f, seasons 1g-4g, animals 1k-8k"
/* Note an error of kzi_notation_run at run->next, and return the position to continue at. */
const char *kzi_note_notation(struct kzi_parser *parser, enum kzi_notation_error error,
                              const struct kzi_run *run);
/* Note a malformed or unknown word.  nearest: a similar known word, or NULL. */
void kzi_note_word(struct kzi_parser *parser, struct kzi_spot spot, const char *text,
                   const char *end, const char *nearest);
bool kzi_is_suit_alone(const char *text, const char *end);
/* Note that a thing such as "a hand" has no such key.  keys: those that it has; more: the end of
 * their list in the message. */
void kzi_note_no_key(struct kzi_parser *parser, struct kzi_spot spot, struct kzi_span name,
                     const char *thing, uint64_t keys, const char *more);
void kzi_note_line_key(struct kzi_parser *parser, const char *text, const char *end);
/* Note a value that a key does not accept: any value, a text that is not a seat, a value of the
 * wrong JSON type. */
void kzi_note_value(struct kzi_parser *parser, enum kzi_hand_key key, struct kzi_spot spot);
void kzi_note_bad_seat(struct kzi_parser *parser, enum kzi_hand_key key, const char *text,
                       const char *end);
void kzi_note_type(struct kzi_parser *parser, enum kzi_hand_key key);

#endif
