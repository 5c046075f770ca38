/* A hand in a notation, which the first byte chooses: read it, write it in every notation, and read
 * that again. */
#include "target.h"

#include <string.h>

#define ROOM 4096

static kz_hand *new_hand(void) {
    kz_hand *hand = kz_hand_new();
    if (!hand)
        MUST_STOP("out of memory");
    return hand;
}

static kz_status parse(kz_hand *hand, bool unfinished, const char *text, size_t len,
                       kz_error *error) {
    return unfinished ? kz_hand_parse_unfinished(hand, text, len, error)
                      : kz_hand_parse(hand, text, len, error);
}

static void write_hand(const kz_hand *hand, const char *notation, char text[ROOM]) {
    size_t needed;
    FUZZ_MUST(kz_hand_write(hand, notation, 1, text, ROOM, &needed, NULL) == KZ_OK);
    FUZZ_MUST(needed < ROOM && strlen(text) == needed);
}

/* Return whether the tiles may be a hand: most notations name the winning tile by its place, which
 * needs the right number of others. */
static bool is_whole(const struct kzi_hand *hand) {
    unsigned tiles = hand->n_concealed + 3U * hand->n_melds;
    return kzi_hand_is_unfinished(hand) ? tiles > 0 : tiles % 3 == 1;
}

/* Check that the text in a notation is read as the same hand. */
static void there_and_back(const kz_hand *hand, const char *notation) {
    static kz_hand *again;
    static char text[ROOM], lines[2][ROOM];
    kz_error error;
    write_hand(hand, notation, text);
    if (kz_hand_write(hand, notation, 0, text, ROOM, NULL, &error) != KZ_OK) {
        fuzz_must_tell(&error, ROOM);
        return;
    }
    if (!is_whole(&hand->hand))
        return;
    if (!again)
        again = new_hand();
    FUZZ_MUST(kz_hand_set_notation(again, notation) == KZ_OK);
    if (parse(again, hand->unfinished, text, strlen(text), &error) != KZ_OK)
        MUST_STOP("%s: %s: %s", notation, text, error.text);
    const struct kzi_hand *a = &hand->hand, *b = &again->hand;
    FUZZ_MUST(!memcmp(a->concealed, b->concealed, sizeof a->concealed));
    FUZZ_MUST(a->n_melds == b->n_melds && a->win == b->win && a->win_red == b->win_red);
    FUZZ_MUST(!memcmp(a->reds, b->reds, sizeof a->reds) && a->flowers == b->flowers);
    write_hand(hand, "kazoe", lines[0]);
    write_hand(again, "kazoe", lines[1]);
    if (!strcmp(notation, "kazoe") && strcmp(lines[0], lines[1]) != 0)
        MUST_STOP("%s\n%s", lines[0], lines[1]);
}

/* The bytes as numbers of tiles. */
static void set_tiles(kz_hand *hand, const uint8_t *data, size_t size) {
    kz_error error;
    const kz_tiles tiles = {.size = sizeof tiles,
                            .encoding = size % 2 ? KZ_TILES_34 : KZ_TILES_136,
                            .unfinished = size % 3 == 0,
                            .tiles = data,
                            .n_tiles = size,
                            .melds = (const kz_meld *)data,
                            .n_melds = size / sizeof(kz_meld)};
    if (kz_hand_set_tiles(hand, &tiles, &error) != KZ_OK)
        fuzz_must_tell(&error, size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static kz_hand *hand;
    kz_error error;
    if (!size)
        return 0;
    if (!hand)
        hand = new_hand();
    const char *notation = kz_notation_name(*data % (KZI_NOTATIONS + 1U));
    FUZZ_MUST(kz_hand_set_notation(hand, notation) == KZ_OK);
    for (int unfinished = 0; unfinished < 2; unfinished++) {
        if (parse(hand, unfinished, (const char *)data + 1, size - 1, &error) != KZ_OK) {
            fuzz_must_tell(&error, size - 1);
            continue;
        }
        for (size_t i = 0; i < KZI_NOTATIONS; i++)
            there_and_back(hand, kz_notation_name(i));
    }
    set_tiles(hand, data, size);
    return 0;
}
