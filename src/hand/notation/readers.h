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

kzi_notation_reader kzi_read_list, kzi_read_majiang, kzi_read_gb, kzi_read_counts_34;

kzi_notation_writer kzi_write_line, kzi_write_majiang, kzi_write_gb, kzi_write_counts_34;

extern const struct kzi_tile_names kzi_names_majiang, kzi_names_gb, kzi_names_tiles_136,
    kzi_names_counts, kzi_names_mjai, kzi_names_botzone, kzi_names_cbd, kzi_names_tiles_34,
    kzi_names_unicode, kzi_names_chinese;
/* Set the kind of the tile that has a number.  A kind has one number or KZI_NUMBERED numbers; in
 * the latter case, the first of the fives is red.  Return false if there is no such tile. */
#define KZI_NUMBERED 4
static inline bool kzi_numbered_tile(unsigned numbers, unsigned number,
                                     struct kzi_read_tile *tile) {
    const unsigned kind = number / numbers;
    tile->kind = (uint8_t)kind;
    tile->red = numbers == KZI_NUMBERED && kind < KZI_HONOR && kzi_number(kind) == 5 &&
                number % numbers == 0;
    return kind < KZI_KINDS;
}
/* Put tiles as they are spelled, with a mark after one of them. */
void kzi_put_tile_names(struct kzi_text *text, const struct kzi_tile_names *names,
                        const struct kzi_listed_tile *tiles, unsigned count, unsigned marked,
                        const char *mark);
/* Put the concealed tiles, and the winning one apart. */
void kzi_put_concealed_tiles(struct kzi_text *text, const struct kzi_tile_names *names,
                             const struct kzi_hand *hand);
void kzi_put_spelled(struct kzi_text *text, const struct kzi_notation *notation,
                     const struct kzi_hand *hand);

/* Write the members of a record that are given, without the tiles of the hand. */
void kzi_put_keys(struct kzi_text *text, const struct kzi_hand *hand);

/* Write only the tiles of a line. */
kzi_notation_writer kzi_write_tiles;

#endif
