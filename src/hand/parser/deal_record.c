/* The JSON record of a whole deal: what belongs to all, and the winners' hands within it. */
#include "hand/deal.h"

#include "hand/parser/record.h"
#include "tile/notation.h"

#include <string.h>

#define BIT(key) (1U << KZI_KEY_##key)
#define WINNER_KEYS                                                                                \
    (BIT(SEAT) | BIT(HAND) | BIT(MELDS) | BIT(WIN) | BIT(FLAGS) | BIT(PAO) | BIT(FLOWERS))
#define DEAL_KEYS                                                                                  \
    (BIT(ID) | BIT(ROUND) | BIT(HONBA) | BIT(DEPOSITS) | BIT(FROM) | BIT(DORA) | BIT(URA) |        \
     KZI_DEAL_KEY_BITS)

static struct kzi_spot spot_of(enum kzi_hand_key key) {
    return (struct kzi_spot){.key = (uint8_t)key};
}

/* --- seats and words ------------------------------------------------------------------------- */

static void take_seat(struct kzi_record *record, enum kzi_hand_key key,
                      const struct kzi_json_token *token, uint32_t at, uint8_t *seats) {
    int seat = -1;
    struct kzi_span span = {"", ""};
    if (token->kind == KZI_JSON_STRING) {
        span = kzi_record_take(record, token, key, at);
        seat = kzi_seat_read(span.text, (size_t)(span.end - span.text));
    }
    if (seat < 0 && span.text == span.end)
        kzi_record_note_type(record, key);
    else if (seat < 0)
        kzi_problem_note(record->reader->problem, KZI_BAD_VALUE,
                         kzi_spot_of(record->reader, span.text), "\"%s\" is no seat: E, S, W or N",
                         kzi_quote(span.text, span.end).text);
    else if (*seats >> seat & 1)
        kzi_problem_note(record->reader->problem, KZI_DUPLICATE,
                         kzi_spot_of(record->reader, span.text), "%s names %c twice",
                         kzi_hand_key_names[key], kzi_seat_letters[seat]);
    else
        *seats = (uint8_t)(*seats | 1U << seat);
}

/* Characters count as if the seats stood in one line with blanks between them. */
static void take_seats(struct kzi_record *record, enum kzi_hand_key key, size_t index,
                       uint8_t *seats) {
    const struct kzi_json_token *tokens = record->json.tokens;
    uint32_t at = 1;
    if (tokens[index].kind != KZI_JSON_ARRAY) {
        kzi_record_note_type(record, key);
        return;
    }
    for (size_t i = index + 1; i < tokens[index].after; i = tokens[i].after, at += 2)
        take_seat(record, key, &tokens[i], at, seats);
}

static void take_draw(struct kzi_record *record, size_t index) {
    struct kzi_deal *deal = record->deal;
    const struct kzi_json_token *token = &record->json.tokens[index];
    struct kzi_word word;
    deal->drawn = true;
    if (token->kind != KZI_JSON_STRING) {
        kzi_record_note_type(record, KZI_KEY_DRAW);
        return;
    }
    struct kzi_span span = kzi_record_take(record, token, KZI_KEY_DRAW, 1);
    if (kzi_read_word(&word, span.text, span.end))
        memcpy(deal->draw, word.text, sizeof deal->draw);
    else
        kzi_note_bad_word(record->reader, span.text, span.end);
}

/* --- winners --------------------------------------------------------------------------------- */

/* What is wrong with a winner, told as a problem of the deal. */
static void pass_on(struct kzi_problem *problem, const struct kzi_problem *found, unsigned winner) {
    if (found->found)
        kzi_problem_note(problem, found->code, found->spot, "winner %u: %s", winner, found->text);
}

static void read_winner(struct kzi_record *record, size_t index, struct kzi_hand *hand,
                        struct kzi_problem *problem) {
    static const struct kzi_record_form form = {"a winner", WINNER_KEYS, "the deal", DEAL_KEYS,
                                                kzi_record_value};
    struct kzi_item_parser reader = *record->reader, *deal_reader = record->reader;
    problem->found = false;
    reader.hand = hand;
    reader.problem = problem;
    reader.keys_given = 0;
    kzi_hand_clear(hand);
    record->reader = &reader;
    record->has_hand = false;
    kzi_record_pairs(record, index, &form);
    kzi_record_finish(record);
    record->reader = deal_reader;
    if (!hand->seat_given)
        kzi_problem_note(problem, KZI_BAD_VALUE, spot_of(KZI_KEY_SEAT),
                         "\"seat\" is missing: say who won, as in \"seat\":\"S\"");
}

static void take_winners(struct kzi_record *record, size_t index) {
    struct kzi_deal *deal = record->deal;
    const struct kzi_json_token *tokens = record->json.tokens;
    struct kzi_problem found;
    for (size_t i = index + 1; i < tokens[index].after; i = tokens[i].after) {
        if (tokens[i].kind != KZI_JSON_OBJECT) {
            kzi_record_note_type(record, KZI_KEY_WINNERS);
            return;
        }
        if (deal->n_winners == KZI_MAX_WINNERS) {
            kzi_problem_note(record->reader->problem, KZI_BAD_VALUE, spot_of(KZI_KEY_WINNERS),
                             "more than %d winners: nobody else is left to pay", KZI_MAX_WINNERS);
            return;
        }
        read_winner(record, i, &deal->winners[deal->n_winners++], &found);
        pass_on(record->reader->problem, &found, deal->n_winners);
    }
}

/* --- the deal -------------------------------------------------------------------------------- */

static void take_value(struct kzi_record *record, enum kzi_hand_key key, size_t index) {
    struct kzi_deal *deal = record->deal;
    switch (key) {
    case KZI_KEY_WINNERS:
        if (record->json.tokens[index].kind == KZI_JSON_ARRAY)
            take_winners(record, index);
        else
            kzi_record_note_type(record, key);
        break;
    case KZI_KEY_RIICHI:
        take_seats(record, key, index, &deal->riichi);
        break;
    case KZI_KEY_TENPAI:
        take_seats(record, key, index, &deal->tenpai);
        break;
    case KZI_KEY_NAGASHI:
        take_seats(record, key, index, &deal->nagashi);
        break;
    case KZI_KEY_DRAW:
        take_draw(record, index);
        break;
    default:
        kzi_record_value(record, key, index);
    }
}

/* Gives a winner what belongs to the deal.  Only who declared turns the ura dora up; where no
 * winner did they stay, for the rules to refuse. */
static void hand_out(const struct kzi_deal *deal, struct kzi_hand *hand, bool ura) {
    const struct kzi_hand *table = &deal->table;
    hand->round = table->round;
    hand->round_given = table->round_given;
    hand->from = table->from;
    hand->from_spot = table->from_spot;
    hand->self_draw = table->from < 0;
    hand->by_given = true;
    hand->dora = table->dora;
    memcpy(hand->dora_spot, table->dora_spot, sizeof hand->dora_spot);
    if (ura) {
        hand->ura = table->ura;
        memcpy(hand->ura_spot, table->ura_spot, sizeof hand->ura_spot);
    }
    for (unsigned i = 0; i < hand->dora.count; i++)
        kzi_hand_place_kind(hand, hand->dora.kind[i], hand->dora_spot[i]);
    for (unsigned i = 0; i < hand->ura.count; i++)
        kzi_hand_place_kind(hand, hand->ura.kind[i], hand->ura_spot[i]);
}

static void hand_out_all(struct kzi_deal *deal) {
    bool any = false;
    for (unsigned i = 0; i < deal->n_winners; i++)
        any |= deal->riichi >> deal->winners[i].seat & 1;
    for (unsigned i = 0; i < deal->n_winners; i++) {
        struct kzi_hand *hand = &deal->winners[i];
        hand_out(deal, hand, !any || deal->riichi >> hand->seat & 1);
    }
}

/* --- what does not go together --------------------------------------------------------------- */

static void check_winner(const struct kzi_deal *deal, unsigned number,
                         struct kzi_problem *problem) {
    const struct kzi_hand *hand = &deal->winners[number], *first = &deal->winners[0];
    if (deal->table.from == (int)hand->seat)
        kzi_problem_note(problem, KZI_WINNER_IS_DISCARDER, deal->table.from_spot,
                         "%c discarded the tile and cannot win on it as well",
                         kzi_seat_letters[hand->seat]);
    for (unsigned i = 0; i < number; i++)
        if (deal->winners[i].seat == hand->seat)
            kzi_problem_note(problem, KZI_DUPLICATE, spot_of(KZI_KEY_WINNERS),
                             "%c is named twice among the winners", kzi_seat_letters[hand->seat]);
    if (hand->win != first->win || hand->win_marked != first->win_marked)
        kzi_problem_note(problem, KZI_CONTRADICTION, spot_of(KZI_KEY_WINNERS),
                         "all win on one and the same tile: the winning tile of winner %u is "
                         "another than that of winner 1",
                         number + 1);
}

static void check_wins(const struct kzi_deal *deal, struct kzi_problem *problem) {
    if (deal->n_winners > 1 && deal->table.from < 0)
        kzi_problem_note(problem, KZI_MISSING_FROM, spot_of(KZI_KEY_WINNERS),
                         "several winners need the discarder: say from whom, as in \"from\":\"W\"");
    for (unsigned i = 0; i < deal->n_winners; i++)
        check_winner(deal, i, problem);
    if (deal->tenpai || deal->nagashi)
        kzi_problem_note(problem, KZI_CONTRADICTION,
                         spot_of(deal->tenpai ? KZI_KEY_TENPAI : KZI_KEY_NAGASHI),
                         "%s belongs to a draw, and this deal was won",
                         kzi_hand_key_names[deal->tenpai ? KZI_KEY_TENPAI : KZI_KEY_NAGASHI]);
}

static void check_deal(const struct kzi_deal *deal, struct kzi_problem *problem) {
    if (deal->drawn && deal->n_winners)
        kzi_problem_note(problem, KZI_CONTRADICTION, spot_of(KZI_KEY_DRAW),
                         "a deal is won or drawn: leave out \"winners\" or \"draw\"");
    else if (deal->n_winners)
        check_wins(deal, problem);
    else if (!deal->drawn)
        kzi_problem_note(problem, KZI_BAD_VALUE, spot_of(KZI_KEY_WINNERS),
                         "nobody won: name the winners, or say \"draw\":\"exhaustive\"");
    else if (deal->table.from >= 0)
        kzi_problem_note(problem, KZI_CONTRADICTION, deal->table.from_spot,
                         "nobody won this deal: leave \"from\" out");
}

/* --- the record ------------------------------------------------------------------------------ */

/* text is not all blank. */
static void read_record(struct kzi_item_parser *reader, const char *text, size_t len,
                        struct kzi_deal *deal) {
    static const struct kzi_record_form form = {"a deal", DEAL_KEYS, "a winner", WINNER_KEYS,
                                                take_value};
    struct kzi_record record;
    size_t first = 0;
    record.deal = deal;
    while (kzi_is_blank(text[first]))
        first++;
    if (text[first] != '{') {
        struct kzi_spot spot = {.at = (uint32_t)first + 1};
        kzi_problem_note(reader->problem, KZI_BAD_JSON, spot,
                         "a deal is a JSON object, in braces: {\"from\":\"W\",\"winners\":[...]}");
        return;
    }
    if (!kzi_record_open(&record, reader, text, len))
        return;
    kzi_record_pairs(&record, 0, &form);
    hand_out_all(deal);
    check_deal(deal, reader->problem);
    kzi_record_close(&record);
}

static bool is_blank(const char *text, size_t len) {
    while (len && kzi_is_blank(text[len - 1]))
        len--;
    return !len;
}

bool kzi_deal_read(struct kzi_deal *deal, const char *text, size_t len,
                   struct kzi_problem *problem) {
    struct kzi_item_parser reader = {.hand = &deal->table, .problem = problem};
    problem->found = false;
    kzi_hand_clear(&deal->table);
    deal->n_winners = 0;
    deal->drawn = false;
    deal->draw[0] = '\0';
    deal->riichi = deal->tenpai = deal->nagashi = 0;
    reader.ascii = len <= KZI_MAX_LINE && kzi_is_ascii(text, len);
    if (!kzi_is_readable(text, len, reader.ascii, problem))
        return false;
    if (is_blank(text, len))
        kzi_problem_note(problem, KZI_EMPTY, (struct kzi_spot){.at = 0},
                         "there is no deal: write it as a JSON object");
    else
        read_record(&reader, text, len, deal);
    return !problem->found;
}
