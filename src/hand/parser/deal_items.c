/* The common part of lines and records of deals: hands and kongs, what hands take over from the
 * deal, and checks of the whole. */
#include "hand/parser/deal_items.h"
#include "hand/parser/advice.h"

void kzi_deal_begin_hand(struct kzi_parser *parser, struct kzi_hand *hand) {
    struct kzi_deal *deal = parser->deal;
    const bool won = hand >= deal->winners && hand < deal->winners + KZI_MAX_WINNERS;
    const size_t i = hand == &deal->table ? 0
                     : won                ? 1 + (size_t)(hand - deal->winners)
                                          : 1 + KZI_MAX_WINNERS + (size_t)(hand - deal->others);
    kzi_hand_refer(hand, &deal->extras[i], &deal->items[i]);
    parser->hand = hand;
    parser->stated = won ? &deal->stated[hand - deal->winners] : NULL;
    if (won)
        kzi_value_statement_clear(parser->stated);
    else if (i)
        deal->points[hand - deal->others].is_number = false;
    kzi_parser_clear(parser);
}

/* --- kongs ----------------------------------------------------------------------------------- */

void kzi_begin_kong(struct kzi_parser *parser, struct kzi_made_kong *kong, struct kzi_spot spot) {
    *kong = (struct kzi_made_kong){.seat = KZI_MAX_PLAYERS,
                                   .kind = KZI_KONG_KINDS,
                                   .from = -1,
                                   .tile = KZI_NO_KIND,
                                   .spot = spot};
    parser->kong = kong;
}

void kzi_take_kong_part(struct kzi_parser *parser, enum kzi_hand_key part, const char *text,
                        const char *end) {
    struct kzi_made_kong *kong = parser->kong;
    if (part == KZI_KEY_KIND) {
        kong->kind = 0;
        while (kong->kind < KZI_KONG_KINDS &&
               !kzi_is_text(text, end, kzi_kong_kind_names[kong->kind]))
            kong->kind++;
        if (kong->kind == KZI_KONG_KINDS)
            kzi_note_value(parser, part, kzi_spot_of(parser, text));
        return;
    }
    if (part == KZI_KEY_TILE) {
        kong->tile = (uint8_t)kzi_one_tile(parser, part, text, end, false);
        return;
    }
    const int seat = kzi_take_seat(parser, text, end);
    if (part == KZI_KEY_FROM)
        kong->from = (int8_t)seat;
    else if (seat >= 0)
        kong->seat = (uint8_t)seat;
}

/* Check that the discarder of the tile fits the kind of kong. */
static void check_kong(const struct kzi_made_kong *kong, struct kzi_problem *problem) {
    if (kong->kind == KZI_KONG_CONCEALED && kong->from >= 0)
        kzi_problem_note(problem, KZI_CONTRADICTION, kong->spot,
                         "a concealed kong is made of tiles that %c drew: leave \"from\" out",
                         kzi_seat_letters[kong->seat]);
    else if (kong->from == (int)kong->seat)
        kzi_problem_note(problem, KZI_CONTRADICTION, kong->spot,
                         "%c makes the kong and cannot have discarded its tile as well",
                         kzi_seat_letters[kong->seat]);
}

void kzi_add_kong(struct kzi_parser *parser) {
    const struct kzi_made_kong *kong = parser->kong;
    struct kzi_deal *deal = parser->deal;
    if (deal->n_kongs == KZI_MAX_KONGS) {
        kzi_problem_note(parser->problem, KZI_BAD_VALUE, kong->spot, "there are more than %d kongs",
                         KZI_MAX_KONGS);
        return;
    }
    if (!parser->problem->found)
        check_kong(kong, parser->problem);
    deal->kongs[deal->n_kongs++] = *kong;
}

/* --- what belongs to the deal ---------------------------------------------------------------- */

/* Copy the items of some parts, as bits. */
static void copy_items(struct kzi_hand *to, const struct kzi_hand *from, unsigned parts) {
    for (unsigned i = 0; i < from->items->count; i++) {
        const struct kzi_hand_item *item = &from->items->list[i];
        if (parts >> item->part & 1)
            kzi_hand_items_add(to->items, kzi_hand_item_spot(item), item->part, item->kind,
                               item->red);
    }
}

/* Copy the parts of the deal to a hand.  Only winners who declared see the ura dora.  If no winner
 * declared, all of them get the ura dora, so that the rules refuse them.  In a line, declarations
 * are known only at the end. */
static void hand_out(const struct kzi_deal *deal, struct kzi_hand *hand, bool ura) {
    const struct kzi_hand *table = &deal->table;
    hand->round = table->round;
    hand->round_given = table->round_given;
    hand->from = table->from;
    hand->out = table->out;
    hand->stakes = table->stakes;
    copy_items(hand, table, 1U << KZI_PART_FROM | 1U << KZI_PART_OUT);
    hand->self_draw = table->from < 0;
    hand->by_given = true;
    /* Some yaku count them; settling decides who is paid for them. */
    hand->counters = table->counters;
    if (kzi_deal_states(deal, hand))
        return; /* its indicators are counted already */
    hand->dora = table->dora;
    hand->wild.shown = table->wild.shown;
    hand->birds = table->birds;
    if (ura)
        hand->ura = table->ura;
    copy_items(hand, table, 1U << KZI_PART_DORA | (unsigned)ura << KZI_PART_URA);
}

static void hand_out_all(struct kzi_deal *deal) {
    bool any = false;
    for (unsigned i = 0; i < deal->n_winners; i++)
        any |= deal->riichi >> deal->winners[i].seat & 1;
    for (unsigned i = 0; i < deal->n_winners; i++) {
        struct kzi_hand *hand = &deal->winners[i];
        hand_out(deal, hand, deal->is_line || !any || deal->riichi >> hand->seat & 1);
    }
    for (unsigned i = 0; i < deal->n_others; i++) {
        struct kzi_hand *hand = &deal->others[i];
        hand_out(deal, hand, false);
        hand->from = -1; /* nobody discarded their winning tile */
    }
}

/* --- what does not go together --------------------------------------------------------------- */

/* Check that a list names each seat once, and return the seats that it names, as bits. */
static unsigned check_seats(const struct kzi_hand *hands, unsigned count, enum kzi_hand_key list,
                            struct kzi_problem *problem) {
    unsigned seen = 0;
    for (unsigned i = 0; i < count; i++) {
        if (seen >> hands[i].seat & 1)
            kzi_problem_note(problem, KZI_DUPLICATE, kzi_spot_of_key(list),
                             "%c is named twice among the %s", kzi_seat_letters[hands[i].seat],
                             kzi_hand_key_names[list]);
        seen |= 1U << hands[i].seat;
    }
    return seen;
}

static void check_winner(const struct kzi_deal *deal, unsigned number,
                         struct kzi_problem *problem) {
    const struct kzi_hand *hand = &deal->winners[number], *first = &deal->winners[0];
    if (deal->table.from == (int)hand->seat)
        kzi_problem_note(problem, KZI_WINNER_IS_DISCARDER,
                         kzi_spot_of_part(&deal->table, KZI_PART_FROM, 0),
                         "whoever discarded the tile cannot win on it as well");
    if (deal->stated[number].given)
        return;
    while (kzi_deal_states(deal, first))
        first++;
    if (hand->win != first->win || hand->win_red != first->win_red ||
        hand->win_face != first->win_face)
        kzi_problem_note(problem, KZI_CONTRADICTION, kzi_spot_of_key(KZI_KEY_WINNERS),
                         "all win on one and the same tile: the winning tile of winner %u is "
                         "another than that of winner %u",
                         number + 1, (unsigned)(first - deal->winners) + 1);
}

static void check_wins(const struct kzi_deal *deal, struct kzi_problem *problem) {
    if (deal->n_winners > 1 && deal->table.from < 0)
        kzi_problem_note(problem, KZI_MISSING_FROM, kzi_spot_of_key(KZI_KEY_WINNERS),
                         "several winners need the discarder: say from whom, as in \"from\":\"W\"");
    for (unsigned i = 0; i < deal->n_winners; i++)
        check_winner(deal, i, problem);
}

static void check_deal(const struct kzi_deal *deal, struct kzi_problem *problem) {
    const unsigned won = check_seats(deal->winners, deal->n_winners, KZI_KEY_WINNERS, problem),
                   both = won & check_seats(deal->others, deal->n_others, KZI_KEY_OTHERS, problem);
    if (both)
        kzi_problem_note(problem, KZI_CONTRADICTION, kzi_spot_of_key(KZI_KEY_OTHERS),
                         "%c won, so that hand does not belong to the others",
                         kzi_seat_letters[kzi_first_in(both)]);
    if (deal->drawn && deal->n_winners)
        kzi_problem_note(problem, KZI_CONTRADICTION, kzi_spot_of_key(KZI_KEY_DRAW),
                         "a deal is won or drawn: leave out \"winners\" or \"draw\"");
    else if (deal->n_winners)
        check_wins(deal, problem);
    else if (!deal->drawn && !deal->n_kongs && !deal->chombo)
        kzi_problem_note(problem, KZI_BAD_VALUE, kzi_spot_of_key(KZI_KEY_WINNERS),
                         "nobody won: name the winners, or say \"draw\":\"exhaustive\"");
    else if (deal->table.from >= 0)
        kzi_problem_note(problem, KZI_CONTRADICTION,
                         kzi_spot_of_part(&deal->table, KZI_PART_FROM, 0),
                         "nobody won this deal: leave \"from\" out");
    if (kzi_deal_is_void(deal) && deal->riichi)
        kzi_problem_note(problem, KZI_CONTRADICTION, kzi_spot_of_key(KZI_KEY_RIICHI),
                         "a foul ended this deal, so bets made in it are given back: leave "
                         "\"riichi\" out");
    if (!deal->drawn && (deal->tenpai || deal->nagashi))
        kzi_problem_note(problem, KZI_CONTRADICTION,
                         kzi_spot_of_key(deal->tenpai ? KZI_KEY_TENPAI : KZI_KEY_NAGASHI),
                         "%s belongs to a draw, and this deal was %s",
                         kzi_hand_key_names[deal->tenpai ? KZI_KEY_TENPAI : KZI_KEY_NAGASHI],
                         deal->n_winners ? "won" : "not drawn");
}

void kzi_deal_finish(struct kzi_parser *parser) {
    hand_out_all(parser->deal);
    check_deal(parser->deal, parser->problem);
}
