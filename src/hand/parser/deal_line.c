/* A deal as a line: "Ben ron Anna 3 fan 40 fu riichi=Ben,Chloe", "draw tenpai=Anna". */
#include "base/utf8.h"
#include "hand/notation/readers.h"
#include "hand/parser/advice.h"
#include "hand/parser/deal_items.h"
#include "hand/parser/players.h"
#include "hand/parser/record.h"

#include <string.h>

#define LISTED_KEYS (KZI_BIT(RIICHI) | KZI_BIT(TENPAI) | KZI_BIT(NAGASHI) | KZI_BIT(OUT))
#define DEAL_KEYS                                                                                  \
    (LISTED_KEYS | KZI_BIT(ROUND) | KZI_BIT(HONBA) | KZI_BIT(DEPOSITS) | KZI_BIT(DORA) |           \
     KZI_BIT(URA) | KZI_BIT(WILD) | KZI_BIT(BIRDS) | KZI_BIT(STAKES) | KZI_BIT(WAREME))
#define GIVEN_BEFORE (KZI_BIT(ROUND) | KZI_BIT(SEAT) | KZI_BIT(FROM))

/* --- items ----------------------------------------------------------------------------------- */

/* A text between blanks; `equals` is its '=', or NULL. */
struct item {
    const char *at, *equals, *end;
};

static struct item item_at(const struct kzi_parser *parser, const char *at) {
    at = kzi_skip_blanks(at, parser->end);
    const char *end = kzi_item_end(parser, at);
    return (struct item){at, memchr(at, '=', (size_t)(end - at)), end};
}

static bool is_word(const struct item *item, const char *word) {
    return kzi_is_text(item->at, item->end, word);
}

/* Return whether an item is a key of the whole deal, which ends the part of a winner. */
static bool is_deal_key(const struct item *item) {
    return item->equals &&
           (DEAL_KEYS >> kzi_find_hand_key(item->at, (size_t)(item->equals - item->at)) & 1 ||
            kzi_is_text(item->at, item->equals, "kong") ||
            kzi_is_text(item->at, item->equals, "hand"));
}

/* Store the column where the line has the value of a key of records. */
static void place_key(struct kzi_parser *parser, enum kzi_hand_key key, const char *at) {
    parser->deal->key_at[key] = (uint16_t)kzi_spot_of(parser, at).at;
}

/* --- keys of the deal ------------------------------------------------------------------------ */

/* Return whether a text that names no player is "ES", or nothing. */
static bool lacks_comma(const struct kzi_parser *parser, const char *at, const char *end) {
    const char *letter = at;
    while (letter < end && kzi_seat_read(letter, 1) >= 0)
        letter++;
    return letter == end && kzi_players_seat(parser->deal_form->players, at, end) < 0;
}

/* Read "Ben,Chloe" as seats. */
static void take_seats(struct kzi_parser *parser, enum kzi_hand_key key, const char *at,
                       const char *end) {
    struct kzi_deal *deal = parser->deal;
    for (const char *last; at <= end; at = last + 1) {
        const char *comma = memchr(at, ',', (size_t)(end - at));
        last = comma ? comma : end;
        if (lacks_comma(parser, at, last))
            KZI_NOTE(parser, KZI_BAD_VALUE, at, "%s names seats or players, with commas: E,S",
                     kzi_hand_key_names[key]);
        else if (key == KZI_KEY_OUT)
            kzi_add_seat(parser, key, at, last, &deal->table.out);
        else
            kzi_keys[key].read(parser, key, at, last);
    }
}

/* Return the end of a part of "Ben:claimed:Anna:3m". */
static const char *part_end(const char *at, const char *end) {
    const char *colon = at < end ? memchr(at, ':', (size_t)(end - at)) : NULL;
    return colon ? colon : end;
}

static void take_kong(struct kzi_parser *parser, const char *at, const char *end) {
    struct kzi_made_kong kong;
    kzi_begin_kong(parser, &kong, kzi_spot_of(parser, at));
    place_key(parser, KZI_KEY_KONGS, at);
    const char *kind = part_end(at, end);
    kzi_take_kong_part(parser, KZI_KEY_SEAT, at, kind);
    kind += kind < end;
    const char *from = part_end(kind, end);
    kzi_take_kong_part(parser, KZI_KEY_KIND, kind, from);
    from += from < end;
    const char *tile = part_end(from, end);
    if (from < tile)
        kzi_take_kong_part(parser, KZI_KEY_FROM, from, tile);
    if (tile < end)
        kzi_take_kong_part(parser, KZI_KEY_TILE, tile + 1, end);
    kzi_add_kong(parser);
}

/* Read "Ben:24", the value of a loser's hand. */
static void take_points(struct kzi_parser *parser, const char *at, const char *end) {
    struct kzi_deal *deal = parser->deal;
    const char *whose = part_end(at, end);
    const int seat = kzi_take_seat(parser, at, whose);
    place_key(parser, KZI_KEY_OTHERS, at);
    if (deal->n_others == KZI_MAX_PLAYERS) {
        KZI_NOTE(parser, KZI_BAD_VALUE, at, "nobody else plays");
        return;
    }
    struct kzi_hand *hand = &deal->others[deal->n_others];
    struct kzi_parser own = *parser;
    kzi_deal_begin_hand(&own, hand);
    hand->seat = (uint8_t)(seat < 0 ? 0 : seat);
    hand->seat_given = true;
    hand->win = KZI_NO_KIND;
    whose += whose < end;
    const char *after = whose;
    const uint32_t points = kzi_read_digits(&after, end, KZI_MAX_STATED);
    if (after == whose || after < end || points > KZI_MAX_STATED)
        KZI_NOTE(parser, KZI_BAD_VALUE, at,
                 "hand says what a loser's hand is worth, up to %d: hand=W:24", KZI_MAX_STATED);
    deal->points[deal->n_others++] = (struct kzi_value_word){
        .is_number = true, .number = (int32_t)points, .spot = kzi_spot_of(parser, whose)};
}

static void take_key(struct kzi_parser *parser, const struct item *item) {
    const enum kzi_hand_key key = kzi_find_hand_key(item->at, (size_t)(item->equals - item->at));
    const char *value = item->equals + 1;
    place_key(parser, key, item->at);
    if (kzi_is_text(item->at, item->equals, "kong"))
        take_kong(parser, value, item->end);
    else if (key == KZI_KEY_HAND)
        take_points(parser, value, item->end);
    else if (parser->keys_given >> key & 1)
        KZI_NOTE(parser, KZI_DUPLICATE, item->at, "%s is given twice", kzi_hand_key_names[key]);
    else if (LISTED_KEYS >> key & 1)
        take_seats(parser, key, value, item->end);
    else
        kzi_keys[key].read(parser, key, value, item->end);
    parser->keys_given |= UINT64_C(1) << key;
}

void kzi_note_no_deal_key(struct kzi_parser *parser, const char *text, const char *end) {
    kzi_note_no_key(parser, kzi_spot_of(parser, text), (struct kzi_span){text, end}, "a deal",
                    DEAL_KEYS, ", kong, hand; write what belongs to a winner before them");
}

/* Read the keys of the deal up to the end of the line. */
static void take_keys(struct kzi_parser *parser, const char *at) {
    for (struct item item = item_at(parser, at); item.at < item.end;
         item = item_at(parser, item.end))
        if (is_deal_key(&item))
            take_key(parser, &item);
        else
            kzi_note_no_deal_key(parser, item.at, item.equals ? item.equals : item.end);
}

/* --- winners --------------------------------------------------------------------------------- */

/* Return whether a value is stated from here on, and not a hand: a number alone with a word after
 * it, or a name with more letters than tiles have. */
static bool is_stated(const struct kzi_parser *parser, const struct item *first) {
    const char *at = first->at;
    const struct item next = item_at(parser, first->end);
    while (at < first->end && kzi_is_digit(*at))
        at++;
    if (at == first->end)
        return next.at == next.end || !kzi_is_digit(*next.at);
    if (at > first->at)
        return first->end - at > 1 && kzi_is_lower(at[0]) && kzi_is_lower(at[1]);
    if ((unsigned char)*at >= 0x80)
        return kzi_utf8_is_han(at, (size_t)(first->end - at)) && !kzi_is_chinese(at, first->end);
    return first->end - at > 2 && kzi_is_lower(at[1]) && !first->equals;
}

/* Read the hand or value of a winner, up to the next winner or a key of the deal.  Return the
 * position after it. */
static const char *take_won(struct kzi_parser *parser, const char *at, int seat) {
    struct kzi_deal *deal = parser->deal;
    struct item first = item_at(parser, at), item = first;
    struct kzi_parser own = *parser;
    while (item.at < item.end && !is_deal_key(&item) && !is_word(&item, "and"))
        item = item_at(parser, item.end);
    if (deal->n_winners == KZI_MAX_WINNERS) {
        KZI_NOTE(parser, KZI_BAD_VALUE, at, "more than %d winners: nobody would be left to pay",
                 KZI_MAX_WINNERS);
        return item.at;
    }
    struct kzi_hand *hand = &deal->winners[deal->n_winners++];
    own.keys_given = 0;
    kzi_deal_begin_hand(&own, hand);
    if (first.at == item.at)
        KZI_NOTE(parser, KZI_EMPTY, first.at,
                 "nothing says what was won: write a total, a limit or a hand");
    else if (is_stated(parser, &first)) {
        own.end = item.at;
        kzi_take_value_words(&own, first.at, KZI_BIT(PAO));
    } else {
        kzi_parser_take(&own, first.at, item.at, KZI_KEY_NONE, kzi_spot_of(parser, first.at).at);
        kzi_read_piece(&own, parser->deal_form->notation);
    }
    if (hand->by_given || own.keys_given & GIVEN_BEFORE)
        KZI_NOTE(parser, KZI_CONTRADICTION, first.at,
                 "write the winner, ron or tsumo, and the discarder before the value: leave ron, "
                 "tsumo, seat, round and from out of it; a further winner of the same tile "
                 "follows the word and: S ron W mangan and N 2 fan 30 fu");
    hand->seat = (uint8_t)seat;
    hand->seat_given = true;
    return item.at;
}

static void take_win(struct kzi_parser *parser, const struct item *who) {
    struct item item = item_at(parser, who->end);
    const bool tsumo = is_word(&item, "tsumo"), won = tsumo || is_word(&item, "ron");
    int seat = kzi_take_seat(parser, who->at, who->end);
    if (!won) {
        if (seat < 0)
            KZI_NOTE(parser, KZI_BAD_JSON, who->at,
                     "a deal begins with who won, or with draw, chombo or kongs; or it is a JSON "
                     "object");
        KZI_NOTE(parser, KZI_UNKNOWN_WORD, item.at,
                 "after the winner write ron and the discarder, or tsumo");
        return;
    }
    if (!tsumo) {
        item = item_at(parser, item.end);
        parser->deal->table.from = (int8_t)kzi_take_seat(parser, item.at, item.end);
        kzi_add_part(parser, KZI_PART_FROM, 0, item.at);
    }
    for (const char *at = item.end;;) {
        at = take_won(parser, at, seat);
        item = item_at(parser, at);
        if (!is_word(&item, "and")) {
            take_keys(parser, at);
            return;
        }
        item = item_at(parser, item.end);
        seat = kzi_take_seat(parser, item.at, item.end);
        at = item.end;
    }
}

/* --- the line -------------------------------------------------------------------------------- */

static void take_draw(struct kzi_parser *parser, const struct item *draw) {
    static const char exhaustive[] = "exhaustive";
    const struct item word = item_at(parser, draw->end);
    const bool named = word.at < word.end && !word.equals;
    place_key(parser, KZI_KEY_DRAW, named ? word.at : draw->at);
    kzi_keys[KZI_KEY_DRAW].read(parser, KZI_KEY_DRAW, named ? word.at : exhaustive,
                                named ? word.end : exhaustive + sizeof exhaustive - 1);
    take_keys(parser, named ? word.end : draw->end);
}

void kzi_read_deal_line(struct kzi_parser *parser) {
    const struct item first = item_at(parser, parser->start);
    parser->deal->is_line = true;
    memset(parser->deal->key_at, 0, sizeof parser->deal->key_at);
    place_key(parser, KZI_KEY_WINNERS, first.at);
    if (kzi_is_players_line(first.at, (size_t)(parser->end - first.at)))
        KZI_NOTE(parser, KZI_UNKNOWN_WORD, first.at,
                 "players are named in a game (kazoe game); here seats have letters");
    else if (is_word(&first, "draw"))
        take_draw(parser, &first);
    else if (is_word(&first, "chombo")) {
        const struct item who = item_at(parser, first.end);
        place_key(parser, KZI_KEY_CHOMBO, who.at);
        take_seats(parser, KZI_KEY_CHOMBO, who.at, who.end);
        take_keys(parser, who.end);
    } else if (is_word(&first, "kongs"))
        take_keys(parser, first.end);
    else
        take_win(parser, &first);
    if (!parser->problem->found)
        kzi_deal_finish(parser);
}
