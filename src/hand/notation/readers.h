/* readers.h - the functions that notations.def names. */
#ifndef KZI_READERS_H
#define KZI_READERS_H

#include "hand/notation/notations.h"

bool kzi_is_majiang(const char *text, const char *end);
bool kzi_is_gb(const char *text, const char *end);
bool kzi_is_mjai(const char *text, const char *end);
bool kzi_is_counts_34(const char *text, const char *end);
bool kzi_is_tiles_136(const char *text, const char *end);
bool kzi_is_unicode(const char *text, const char *end);
bool kzi_is_chinese(const char *text, const char *end);

kzi_notation_reader kzi_read_list, kzi_read_majiang, kzi_read_gb, kzi_read_counts_34,
    kzi_read_tiles_136;

kzi_tile_reader kzi_majiang_tile, kzi_tiles_136_tile;

kzi_notation_writer kzi_write_line, kzi_write_majiang, kzi_write_gb, kzi_write_counts_34,
    kzi_write_tiles_136;

extern const struct kzi_spellings kzi_spelled_mjai, kzi_spelled_botzone, kzi_spelled_cbd,
    kzi_spelled_tiles_34, kzi_spelled_unicode, kzi_spelled_chinese;
bool kzi_spelled_tile(const struct kzi_spellings *spelling, const char *text, const char *end,
                      struct kzi_read_tile *tile);
void kzi_write_spelled(struct kzi_text *text, const struct kzi_notation *notation,
                       const struct kzi_hand *hand);

/* Put the members of a record that are not tiles of the hand, as far as they are given. */
void kzi_put_keys(struct kzi_text *text, const struct kzi_hand *hand);

/* Write only the tiles of kzi_write_line. */
kzi_notation_writer kzi_write_tiles;

/* Whether a notation has a place for a word of the hand. */
bool kzi_majiang_has_word(const struct kzi_hand *hand, const char *word);
bool kzi_gb_has_word(const struct kzi_hand *hand, const char *word);

#endif
