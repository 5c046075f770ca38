/* Read the tiles of a line or a record: concealed tiles, the winning tile, indicators, tiles seen
 * elsewhere. */
#include "hand/parser/tile_items.h"
#include "hand/parser/advice.h"

#include <string.h>

/* Return how many of `count` more concealed tiles fit; the first is at text. */
static uint32_t count_fitting(struct kzi_parser *parser, uint32_t count, const char *text) {
    uint32_t left = KZI_MAX_CONCEALED - (uint32_t)parser->hand->n_concealed;
    if (count <= left)
        return count;
    struct kzi_spot spot = kzi_spot_of(parser, text);
    spot.at += left;
    kzi_problem_note(parser->problem, KZI_TILE_COUNT, spot, "a hand has at most %d concealed tiles",
                     KZI_MAX_CONCEALED);
    return left;
}

/* Add the first `count` tiles of a run, for which there is room, to the concealed tiles. */
static inline void add_run(struct kzi_parser *parser, const struct kzi_run run, uint32_t count) {
    struct kzi_hand *hand = parser->hand;
    struct kzi_spot spot = kzi_spot_of(parser, run.first);
    for (uint32_t i = 0; i < count; i++) {
        const unsigned kind = kzi_kind_of_run(&run, i);
        const bool red = kzi_red_in_run(&run, i);
        hand->concealed[kind]++;
        if (red)
            hand->reds[kzi_suit(kind)]++;
        kzi_hand_items_add(hand->items, spot, KZI_PART_TILE, kind, red);
        spot.at++;
    }
    hand->n_concealed = (uint8_t)(hand->n_concealed + count);
}

/* Add flowers among the tiles. */
static __attribute__((noinline)) void add_held(struct kzi_parser *parser, const struct kzi_run *run,
                                               uint32_t count) {
    struct kzi_hand *hand = parser->hand;
    for (uint32_t i = 0; i < count; i++) {
        const unsigned face = kzi_kind_of_run(run, i) - KZI_SHOWN_FACE;
        if (kzi_face_count(&hand->held, face) == KZI_MAX_FACES) {
            KZI_NOTE(parser, KZI_TILE_COUNT, run->first + i, "there are more than %d of one flower",
                     KZI_MAX_FACES);
            return;
        }
        kzi_face_add(&hand->held, face, 1);
        hand->concealed[KZI_A_FACE]++;
        hand->n_concealed++;
        kzi_add_part(parser, KZI_PART_HELD, face, run->first + i);
    }
}

const char *kzi_take_run(struct kzi_parser *parser, const char *text) {
    struct kzi_run run;
    enum kzi_notation_error error = kzi_notation_run(text, parser->end, &run);
    const bool faces = !error && kzi_faces_in_run(&run);
    if (faces && (parser->notation || run.single))
        error = kzi_notation_flowers(&run);
    if (error)
        return kzi_note_notation(parser, error, &run);
    const uint32_t count = count_fitting(parser, run.count, run.first);
    if (faces)
        add_held(parser, &run, count);
    else
        add_run(parser, run, count);
    return run.next;
}

/* --- one run after the other ----------------------------------------------------------------- */

/* Return a tile of another notation as a run. */
static struct kzi_run run_of_one(const struct kzi_read_tile *tile, const char *place) {
    return (struct kzi_run){.first = place,
                            .next = tile->next,
                            .digits = tile->red ? "0" : "1",
                            .count = 1,
                            .one = (uint8_t)(tile->kind - 4 * tile->red),
                            .single = true};
}

void kzi_run_walk_begin(struct kzi_run_walk *walk, const struct kzi_parser *parser,
                        const char *text, const char *end) {
    const struct kzi_notation *notation = parser->notation;
    walk->at = walk->run.next = text;
    walk->end = end;
    walk->notation = notation && kzi_notation_covers(notation, text, end) ? notation : NULL;
    walk->blanks = walk->faces = false;
    walk->error = KZI_NOTATION_OK;
}

bool kzi_run_walk_next(struct kzi_run_walk *walk) {
    if (walk->notation) {
        struct kzi_read_tile tile;
        if (!kzi_list_next(walk->notation, &walk->at, walk->end, &tile))
            return false;
        walk->run = run_of_one(&tile, walk->at);
    } else {
        struct kzi_run *run = &walk->run;
        walk->error = kzi_notation_run(walk->at, walk->end, run);
        const bool none = !walk->faces && kzi_faces_in_run(run);
        if (none && walk->error == KZI_NOTATION_BAD_DIGIT) {
            walk->error = KZI_NOTATION_BAD_SUIT; /* no digit would help */
            while (run->next < walk->end && kzi_is_digit(*run->next))
                run->next++;
        } else if (none && !walk->error)
            walk->error = kzi_notation_flowers(run);
    }
    walk->at = walk->run.next;
    return !walk->error;
}

/* --- the winning tile ------------------------------------------------------------------------ */

/* Set the winning tile.  A flower is also added to the flowers. */
static inline void set_win(struct kzi_parser *parser, const char *place, unsigned tile, bool red) {
    struct kzi_hand *hand = parser->hand;
    hand->win = (uint8_t)kzi_kind_of_shown(tile);
    hand->win_red = red;
    if (tile >= KZI_SHOWN_FACE)
        hand->win_face = (uint8_t)(tile - KZI_SHOWN_FACE + 1);
    else if (red)
        hand->reds[kzi_suit(tile)]++;
    kzi_hand_items_add(hand->items, kzi_spot_of(parser, place), KZI_PART_WIN, hand->win, red);
}

/* Return whether no tile follows the winning tile up to the next blank.  alone: nothing at all may
 * follow. */
static bool ends_win(const struct kzi_parser *parser, const char *text, bool alone) {
    struct kzi_run run;
    return text == parser->end ||
           (!alone && (kzi_is_blank(*text) ||
                       kzi_notation_run(text, parser->end, &run) == KZI_NOTATION_BAD_CHAR));
}

/* Return whether the item at text is a tile in the notation of the hand. */
static bool is_foreign_tile(const struct kzi_parser *parser, const char *text,
                            struct kzi_read_tile *tile) {
    if (!parser->notation)
        return false;
    const char *end = parser->key == KZI_KEY_WIN ? parser->end : kzi_item_end(parser, text);
    return text < end && kzi_notation_covers(parser->notation, text, end) &&
           kzi_notation_tile(parser->notation, text, end, tile) && tile->next == end;
}

/* Read the winning tile, after its '+' at place or as the value of its key.  Return the position
 * after it. */
static const char *take_win(struct kzi_parser *parser, const char *place, const char *text) {
    struct kzi_run run;
    struct kzi_read_tile tile;
    enum kzi_notation_error error = KZI_NOTATION_BAD_CHAR;
    bool alone = parser->key == KZI_KEY_WIN;
    if (is_foreign_tile(parser, text, &tile)) {
        kzi_check_copy(parser, parser->copies.won, text);
        set_win(parser, text, tile.kind, tile.red);
        return tile.next;
    }
    if (text < parser->end && !kzi_is_blank(*text))
        error = kzi_notation_run(text, parser->end, &run);
    if (error && error != KZI_NOTATION_BAD_CHAR)
        return kzi_note_notation(parser, error, &run);
    if (error || run.count != 1 || !ends_win(parser, run.next, alone)) {
        KZI_NOTE(parser, KZI_BAD_VALUE, place, "the winning tile is one tile: write it as %s",
                 alone ? "\"win\":\"8s\"" : "+8s, with a blank on each side");
        return kzi_item_end(parser, text);
    }
    set_win(parser, run.first, kzi_kind_of_run(&run, 0), kzi_red_in_run(&run, 0));
    return run.next;
}

void kzi_read_win(struct kzi_parser *parser, enum kzi_hand_key key, const char *text,
                  const char *end) {
    (void)key, (void)end;
    take_win(parser, text, text);
}

const char *kzi_take_plus(struct kzi_parser *parser, const char *text) {
    if (parser->keys_given & KZI_BIT(WIN)) {
        KZI_NOTE(parser, KZI_DUPLICATE, text, "the winning tile is given twice");
        return kzi_item_end(parser, text);
    }
    parser->keys_given |= KZI_BIT(WIN);
    return take_win(parser, text, text + 1);
}

/* --- all tiles of a hand --------------------------------------------------------------------- */

const char *kzi_take_tiles(struct kzi_parser *parser, const char *text) {
    const char *end = parser->end;
    while (text < end && !kzi_is_blank(*text))
        if (*text == '[' || *text == '(')
            text = kzi_take_meld(parser, text);
        else if (*text == '+')
            text = kzi_take_plus(parser, text);
        else
            text = kzi_take_run(parser, text);
    return text;
}

void kzi_read_concealed(struct kzi_parser *parser, enum kzi_hand_key key, const char *text,
                        const char *end) {
    (void)key;
    while (text < end)
        text = kzi_is_blank(*text) ? text + 1 : kzi_take_tiles(parser, text);
}

/* --- tiles of other notations ---------------------------------------------------------------- */

void kzi_take_tile(struct kzi_parser *parser, const struct kzi_read_tile *tile, const char *place) {
    if (tile->kind >= KZI_SHOWN_FACE) {
        kzi_take_face(parser, tile->kind - KZI_SHOWN_FACE, place);
        return;
    }
    add_run(parser, run_of_one(tile, place), count_fitting(parser, 1, place));
}

void kzi_take_win(struct kzi_parser *parser, const struct kzi_read_tile *tile, const char *place) {
    parser->keys_given |= KZI_BIT(WIN);
    set_win(parser, place, tile->kind, tile->red);
}

/* --- tiles next to the hand ------------------------------------------------------------------ */

/* The target of the tiles of a key. */
static const struct shown_tiles {
    uint16_t at; /* offset in struct kzi_hand */
    uint8_t part;
    bool blanks; /* blanks are allowed between tiles */
} shown_by[KZI_HAND_KEYS] = {
    [KZI_KEY_DORA] = {offsetof(struct kzi_hand, dora), KZI_PART_DORA, false},
    [KZI_KEY_URA] = {offsetof(struct kzi_hand, ura), KZI_PART_URA, false},
    [KZI_KEY_ASIDE] = {offsetof(struct kzi_hand, aside), KZI_PART_ASIDE, true},
    [KZI_KEY_BIRDS] = {offsetof(struct kzi_hand, birds), KZI_PART_BIRDS, true},
    [KZI_KEY_THROWN] = {offsetof(struct kzi_hand, thrown), KZI_PART_THROWN, true},
};

void kzi_read_indicators(struct kzi_parser *parser, enum kzi_hand_key key, const char *text,
                         const char *end) {
    const struct shown_tiles *by = &shown_by[key];
    struct kzi_indicators *shown = (void *)((char *)parser->hand + by->at);
    struct kzi_run_walk walk;
    kzi_run_walk_begin(&walk, parser, text, end);
    walk.faces = key == KZI_KEY_THROWN;
    walk.blanks = by->blanks;
    while (kzi_run_walk_on(&walk))
        for (uint32_t i = 0; i < walk.run.count; i++) {
            const char *place = walk.run.first + i;
            const unsigned kind = kzi_kind_of_run(&walk.run, i), number = shown->count;
            if (number == KZI_MAX_INDICATORS) {
                KZI_NOTE(parser, KZI_BAD_VALUE, place, "%s takes no more than %d tiles",
                         kzi_hand_key_names[key], KZI_MAX_INDICATORS);
                return;
            }
            shown->kind[number] = (uint8_t)kind;
            const bool red = kzi_red_in_run(&walk.run, i);
            shown->red = (uint16_t)(shown->red | (unsigned)red << number);
            shown->count++;
            kzi_hand_items_add(parser->hand->items, kzi_spot_of(parser, place), by->part, kind,
                               red);
        }
    if (text == end || walk.error == KZI_NOTATION_BAD_CHAR)
        kzi_note_value(parser, key, kzi_spot_of(parser, walk.run.next));
    else if (walk.error)
        kzi_note_notation(parser, walk.error, &walk.run);
}

unsigned kzi_one_tile(struct kzi_parser *parser, enum kzi_hand_key key, const char *text,
                      const char *end, bool face) {
    struct kzi_run_walk walk;
    kzi_run_walk_begin(&walk, parser, text, end);
    walk.faces = face;
    if (!kzi_run_walk_on(&walk) && walk.error && walk.error != KZI_NOTATION_BAD_CHAR)
        kzi_note_notation(parser, walk.error, &walk.run);
    else if (walk.error || text == end || walk.run.count != 1 || walk.at != end)
        kzi_note_value(parser, key, kzi_spot_of(parser, text));
    else
        return kzi_kind_of_run(&walk.run, 0);
    return KZI_NO_KIND;
}

void kzi_read_turned_up(struct kzi_parser *parser, enum kzi_hand_key key, const char *text,
                        const char *end) {
    const unsigned tile = kzi_one_tile(parser, key, text, end, true);
    if (tile == KZI_NO_KIND)
        return;
    parser->hand->wild.shown = (uint8_t)(tile + 1);
    kzi_add_part(parser, KZI_PART_WILD, tile, text);
}

#define MAX_SEEN 16 /* tiles of one kind; rules have fewer */

static void add_seen(struct kzi_parser *parser, struct kzi_seen_tiles *seen, const char *place,
                     unsigned kind, bool red) {
    if (seen->counts[kind] == MAX_SEEN) {
        KZI_NOTE(parser, KZI_TOO_MANY_OF_A_TILE, place, "a game has at most %d of a tile",
                 MAX_SEEN);
        return;
    }
    seen->counts[kind]++;
    if (red)
        seen->counts[KZI_RED + kzi_suit(kind)]++;
}

void kzi_read_seen(struct kzi_parser *parser, enum kzi_hand_key key, const char *text,
                   const char *end) {
    struct kzi_hand *hand = parser->hand;
    struct kzi_seen_tiles *seen =
        key == KZI_KEY_SEEN ? &hand->extras->seen : &hand->extras->discards;
    bool *has = key == KZI_KEY_SEEN ? &hand->has_seen : &hand->has_discards;
    if (!*has) {
        *seen = (struct kzi_seen_tiles){.spot = kzi_spot_of(parser, text)};
        memset(parser->copies.seen, 0, sizeof parser->copies.seen);
    }
    *has = true;
    struct kzi_run_walk walk;
    kzi_run_walk_begin(&walk, parser, text, end);
    walk.blanks = true;
    while (kzi_run_walk_on(&walk)) {
        if (walk.notation)
            kzi_check_copy(parser, parser->copies.seen, walk.run.first);
        for (uint32_t i = 0; i < walk.run.count; i++)
            add_seen(parser, seen, walk.run.first + i, kzi_kind_of_run(&walk.run, i),
                     kzi_red_in_run(&walk.run, i));
    }
    if (walk.error == KZI_NOTATION_BAD_CHAR)
        kzi_note_value(parser, key, kzi_spot_of(parser, walk.run.next));
    else if (walk.error)
        kzi_note_notation(parser, walk.error, &walk.run);
}

/* --- the winning tile, once all is read ------------------------------------------------------ */

/* Make the last concealed tile the winning one; there is at least one. */
static void win_by_last(struct kzi_parser *parser) {
    struct kzi_hand *hand = parser->hand;
    const struct kzi_hand_item *last = &hand->items->list[hand->items->count - 1];
    while (last->part != KZI_PART_TILE && last->part != KZI_PART_HELD)
        last--;
    if (last->part == KZI_PART_HELD) {
        kzi_problem_note(parser->problem, KZI_BAD_VALUE, kzi_hand_item_spot(last),
                         "a flower is written last: write the winning tile after a +");
        return;
    }
    hand->win = last->kind;
    hand->win_red = last->red;
    kzi_hand_items_add(hand->items, kzi_hand_item_spot(last), KZI_PART_WIN, last->kind, last->red);
    hand->concealed[hand->win]--;
    hand->n_concealed--;
}

/* Make one of the concealed tiles the winning one, if a tile that is named as winning is also among
 * them, as in other notations. */
static __attribute__((noinline)) void win_by_name(struct kzi_parser *parser) {
    struct kzi_hand *hand = parser->hand;
    unsigned suit, tiles = hand->n_concealed + 3U * hand->n_melds;
    if (tiles % 3 != 2 || hand->win >= KZI_KINDS || !hand->concealed[hand->win]) {
        kzi_check_win_copy(parser);
        return;
    }
    uint8_t reds[KZI_SUITS];
    kzi_hand_fill_reds(hand, reds);
    suit = kzi_suit(hand->win);
    if (hand->win_red && !reds[suit])
        return;
    if (hand->win_red)
        hand->reds[suit]--;
    else if (kzi_number(hand->win) == 5 && suit < KZI_SUITS)
        hand->win_red = reds[suit] == hand->concealed[hand->win];
    hand->concealed[hand->win]--;
    hand->n_concealed--;
}

/* Add the winning flower to the others, unless it is written among them or only their number is
 * given. */
static void settle_face(struct kzi_parser *parser) {
    struct kzi_hand *hand = parser->hand;
    const struct kzi_spot win = kzi_spot_of_part(hand, KZI_PART_WIN, 0);
    unsigned face = hand->win_face - 1U;
    if (kzi_face_count(&hand->faces, face) || (hand->flowers && !kzi_any_face(&hand->faces)))
        return;
    kzi_face_add(&hand->faces, face, 1);
    kzi_hand_items_add(hand->items, win, KZI_PART_FACE, face, false);
    if (!hand->flowers++)
        kzi_hand_items_add(hand->items, win, KZI_PART_FLOWERS, 0, false);
}

void kzi_settle_unfinished(struct kzi_parser *parser, const char *whose) {
    struct kzi_hand *hand = parser->hand;
    if (parser->keys_given & KZI_BIT(WIN))
        kzi_problem_note(parser->problem, KZI_CONTRADICTION,
                         kzi_spot_of_part(hand, KZI_PART_WIN, 0),
                         "%s has no winning tile: leave it out", whose);
    if (hand->by_given)
        kzi_problem_note(parser->problem, KZI_CONTRADICTION, kzi_spot_of_part(hand, KZI_PART_BY, 0),
                         "%s has not won by discard or self-draw: leave that out", whose);
    hand->win = KZI_NO_KIND;
    hand->win_red = false;
}

void kzi_settle_win(struct kzi_parser *parser) {
    struct kzi_hand *hand = parser->hand;
    if (parser->unfinished) {
        kzi_settle_unfinished(parser, "an unfinished hand");
        return;
    }
    if (hand->win_face)
        settle_face(parser);
    struct kzi_spot spot = {.key = parser->key};
    unsigned tiles = hand->n_concealed + 3U * hand->n_melds;
    const char *says = NULL;
    if (parser->keys_given & KZI_BIT(WIN)) {
        if (parser->notation)
            win_by_name(parser);
        return;
    }
    if (!tiles)
        says = "there are no tiles: write a hand as in 123m456p789s1122z+2z";
    else if (!hand->n_concealed)
        says = "there is no winning tile: write it as +8s";
    else if (parser->notation && !(parser->notation->holds & KZI_HELD_WIN))
        says = "counts do not say which tile won: write it after them, as in +8s";
    else
        win_by_last(parser);
    if (tiles == 13 && !says && /* the usual size; rules refuse others */
        kzi_hand_count_tiles(hand, true) == kzi_hand_count_tiles(hand, false)) {
        spot = kzi_spot_of_part(hand, KZI_PART_WIN, 0);
        says = "13 tiles and no winning tile: write it last, or as +8s";
    }
    if (says)
        kzi_problem_note(parser->problem, KZI_NO_WINNING_TILE, spot, "%s", says);
}
