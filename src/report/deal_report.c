#include "report/result_text.h"

#include "base/utf8.h"
#include "report/result_json.h"
#include "report/wording.h"
#include "tile/notation.h"
#include "words/sentence.h"

#include <string.h>

static unsigned seats_of(const struct kzi_settlement *settlement) {
    return settlement->rules->model->n_seats;
}

/* Put "East, South and North", or names by seat. */
static void argue_seats(struct kzi_sentence *sentence, unsigned seats, const char *const *names) {
    struct kzi_sentence list = kzi_argument_sentence(sentence);
    for (; seats; seats &= seats - 1) {
        const unsigned seat = (unsigned)__builtin_ctz(seats);
        kzi_argument_text(&list, names ? names[seat] : kzi_seat_in(list.style, seat));
    }
    kzi_sentence_end_list(&list, KZI_AND);
}

/* Write a sentence about seats. */
static void put_seats(struct kzi_text *text, const struct kzi_style *style, enum kzi_says says,
                      unsigned seats, const char *const *names) {
    struct kzi_sentence sentence = kzi_sentence_begin(text, style);
    argue_seats(&sentence, seats, names);
    kzi_sentence_end(&sentence, says);
}

void kzi_put_refused(struct kzi_text *text, const kz_error *error, unsigned long line) {
    kzi_text_format(text, "line %lu: error: %s", line, error->text);
    if (error->key[0] || error->column)
        kzi_text_format(text, " (%s%s", error->key, error->key[0] && error->column ? ", " : "");
    if (error->column)
        kzi_text_format(text, "column %d", error->column);
    kzi_text_put(text, error->key[0] || error->column ? ")\n" : "\n");
}

/* --- what was settled ------------------------------------------------------------------------ */

static uint8_t winners_of(const struct kzi_settlement *settlement) {
    uint8_t seats = 0;
    for (unsigned i = 0; i < settlement->n_results; i++)
        if (settlement->results[i].reason == KZI_WINS)
            seats = (uint8_t)(seats | 1U << settlement->results[i].hand.seat);
    return seats;
}

static void put_draw(struct kzi_text *text, const struct kzi_settlement *settlement,
                     const struct kzi_style *style, const char *const *names) {
    const struct kzi_deal *deal = settlement->deal;
    struct kzi_sentence draw = kzi_sentence_begin(text, style);
    kzi_argument_code(&draw, "draw", settlement->draw);
    kzi_sentence_end(&draw, KZI_SAYS_deal_drawn);
    if (settlement->nagashi)
        put_seats(text, style, KZI_SAYS_nagashi_paid, deal->nagashi, names);
    else if (settlement->ready && deal->drawn)
        put_seats(text, style, KZI_SAYS_those_ready, settlement->ready, names);
}

void kzi_say_outcome(struct kzi_text *text, const struct kzi_settlement *settlement,
                     const struct kzi_style *style, const char *const *names) {
    uint8_t winners = winners_of(settlement);
    const struct kzi_hand *table = &settlement->deal->table;
    const bool several = (winners & (winners - 1)) != 0;
    if (settlement->draw) {
        put_draw(text, settlement, style, names);
        return;
    }
    if (!winners) {
        kzi_sentence_put(text, style,
                         settlement->deal->n_winners          ? KZI_SAYS_not_won
                         : kzi_deal_is_void(settlement->deal) ? KZI_SAYS_foul
                                                              : KZI_SAYS_kongs);
        return;
    }
    struct kzi_sentence won = kzi_sentence_begin(text, style);
    argue_seats(&won, winners, names);
    if (table->from >= 0)
        argue_seats(&won, 1U << table->from, names);
    kzi_sentence_end(&won, table->from >= 0 ? KZI_SAYS_wins_on_discard + several
                                            : KZI_SAYS_wins_by_self_draw + several);
}

static void put_table(struct kzi_sentence *list, const struct kzi_settlement *settlement) {
    const struct kzi_deal *deal = settlement->deal;
    const struct kzi_style *style = list->style;
    if (deal->table.honba)
        kzi_sentence_format(kzi_argument(list), style, KZI_SAYS_counters, "%u", deal->table.honba);
    if (deal->table.deposits)
        kzi_sentence_format(kzi_argument(list), style, KZI_SAYS_bets_left, "%u",
                            deal->table.deposits);
    if (settlement->riichi)
        put_seats(kzi_argument(list), style, KZI_SAYS_riichi_by, settlement->riichi, NULL);
    if (settlement->rules->model->payments.winners_leave && deal->table.out)
        put_seats(kzi_argument(list), style, KZI_SAYS_out, deal->table.out, NULL);
    if (deal->wareme)
        put_seats(kzi_argument(list), style, KZI_SAYS_wareme, deal->wareme, NULL);
}

static void put_heading(struct kzi_text *text, const struct kzi_settlement *settlement,
                        const struct kzi_style *style) {
    const struct kzi_hand *table = &settlement->deal->table;
    struct kzi_sentence list = kzi_sentence_begin(text, style);
    struct kzi_text *outcome = kzi_argument(&list);
    kzi_ink_bold(outcome, style);
    kzi_sentence_format(outcome, style,
                        table->round_given ? KZI_SAYS_round_of : KZI_SAYS_round_assumed, "%s",
                        kzi_seat_in(style, table->round));
    kzi_text_put(outcome, ": ");
    kzi_say_outcome(outcome, settlement, style, NULL);
    kzi_ink_off(outcome, style);
    put_table(&list, settlement);
    kzi_sentence_end_list(&list, KZI_COMMA);
    kzi_text_char(text, '\n');
    if (*settlement->deal->draw && settlement->deal->n_others &&
        settlement->rules->model->payments.losers.settle)
        kzi_sentence_line(text, style, KZI_SAYS_draw_settles_nothing);
}

/* --- items ------------------------------------------------------------------------------------ */

/* Put "2 from East, 1 from North", or what is paid to seats. */
static void argue_paid(struct kzi_sentence *sentence, const struct kzi_item *item, bool to) {
    struct kzi_sentence list = kzi_argument_sentence(sentence);
    for (unsigned seat = 0; seat < KZI_SEATS; seat++) {
        const long long paid = to ? item->paid[seat] : -item->paid[seat];
        if (paid > 0)
            kzi_sentence_format(kzi_argument(&list), list.style,
                                to ? KZI_SAYS_paid_to : KZI_SAYS_paid, "%lld\t%s", paid,
                                kzi_seat_in(list.style, seat));
    }
    if (!list.count)
        kzi_argument_says(&list, to ? KZI_SAYS_nobody_is_paid : KZI_SAYS_nobody_pays);
    kzi_sentence_end_list(&list, KZI_COMMA);
}

static void argue_kong(struct kzi_sentence *sentence, const struct kzi_item *item) {
    const struct kzi_made_kong *made = item->kong;
    struct kzi_sentence kong = kzi_argument_sentence(sentence);
    kzi_argument_code(&kong, "kong", kzi_kong_kind_names[made->kind]);
    if (made->from >= 0)
        kzi_argument_seat(&kong, (unsigned)made->from);
    kzi_sentence_end(&kong, made->from >= 0 ? KZI_SAYS_kong_from : KZI_SAYS_kong_of);
    if (!item->given_back && !item->cancelled && !item->passed_to) {
        argue_paid(sentence, item, false);
        return;
    }
    struct kzi_sentence paid = kzi_argument_sentence(sentence);
    if (item->passed_to)
        argue_paid(&paid, item, false);
    argue_seats(&paid, item->passed_to ? item->passed_to : 1U << item->seat, NULL);
    kzi_sentence_end(&paid, item->given_back ? KZI_SAYS_given_back_not_ready
                            : item->cancelled
                                ? KZI_SAYS_given_back_won_on
                                : KZI_SAYS_passed_on + !!(item->passed_to & (item->passed_to - 1)));
}

static void argue_best_hand(struct kzi_sentence *sentence, const struct kzi_item *item) {
    struct kzi_sentence ready = kzi_argument_sentence(sentence);
    kzi_notation_put_tile(kzi_argument(&ready), item->win, false);
    kzi_sentence_end(&ready, KZI_SAYS_ready_worth_most);
    argue_paid(sentence, item, false);
}

static void put_items(struct kzi_text *text, const struct kzi_settlement *settlement,
                      const struct kzi_style *style) {
    for (unsigned i = 0; i < settlement->n_items; i++) {
        const struct kzi_item *item = &settlement->items[i];
        struct kzi_sentence sentence = kzi_sentence_begin(text, style);
        kzi_argument_seat(&sentence, item->seat);
        switch (item->kind) {
        case KZI_ITEM_KONG:
            argue_kong(&sentence, item);
            break;
        case KZI_ITEM_BEST_HAND:
            argue_best_hand(&sentence, item);
            break;
        case KZI_ITEM_FINE:
            kzi_argument_says(&sentence, KZI_SAYS_fine);
            argue_paid(&sentence, item, true);
            break;
        }
        kzi_sentence_end(&sentence, KZI_SAYS_item);
        kzi_text_char(text, '\n');
    }
}

/* --- what changes ---------------------------------------------------------------------------- */

static void put_changes(struct kzi_text *text, const struct kzi_settlement *settlement,
                        const struct kzi_style *style) {
    struct kzi_columns columns = {0, 0};
    for (unsigned seat = 0; seat < seats_of(settlement); seat++) {
        const char *who = kzi_seat_in(style, seat);
        kzi_columns_fit(&columns, kzi_utf8_width(who, strlen(who)),
                        kzi_digits(settlement->paid[seat], true));
    }
    for (unsigned seat = 0; seat < seats_of(settlement); seat++) {
        kzi_put_change(text, kzi_seat_in(style, seat), settlement->paid[seat], &columns);
        kzi_text_char(text, '\n');
    }
}

/* "chips: East -4, South +4" */
static void put_chips(struct kzi_text *text, const struct kzi_settlement *settlement,
                      const struct kzi_style *style) {
    struct kzi_sentence chips = kzi_sentence_begin(text, style),
                        list = kzi_argument_sentence(&chips);
    kzi_argument_chips(&list, settlement->chips_paid);
    if (!list.count)
        return;
    kzi_sentence_end_list(&list, KZI_COMMA);
    kzi_sentence_end(&chips, KZI_SAYS_chip_changes);
    kzi_text_char(text, '\n');
}

/* --- those who did not win ------------------------------------------------------------------- */

/* "  North pays South 2 x (40 - 4) = 72", for each two of different worth; where payments are
 * bounded, ", 50 at most". */
static void put_between(struct kzi_text *text, const struct kzi_settlement *settlement,
                        const struct kzi_style *style, unsigned a, unsigned b) {
    int64_t paid = kzi_paid_between(settlement, a, b);
    const struct kz_result *from = &settlement->losers[paid < 0 ? b : a],
                           *to = &settlement->losers[paid < 0 ? a : b];
    int64_t difference = to->best.points - from->best.points,
            times = kzi_times_between(settlement, a, b);
    if (!paid)
        return;
    paid = paid < 0 ? -paid : paid;
    kzi_text_put(text, "  ");
    struct kzi_sentence most = kzi_sentence_begin(text, style), pays = kzi_argument_sentence(&most);
    kzi_argument_seat(&pays, from->hand.seat);
    kzi_argument_seat(&pays, to->hand.seat);
    struct kzi_text *formula = kzi_argument(&pays);
    if (times > 1)
        kzi_text_format(formula, "%lld x (", (long long)times);
    kzi_text_format(formula, "%lld - %lld%s = %lld", (long long)to->best.points,
                    (long long)from->best.points, times > 1 ? ")" : "",
                    (long long)(times * difference));
    kzi_sentence_end(&pays, KZI_SAYS_pays_another);
    if (paid != times * difference) {
        kzi_argument_int(&most, paid);
        kzi_sentence_end(&most, KZI_SAYS_at_most);
    } else {
        kzi_sentence_end_list(&most, KZI_AND);
    }
    kzi_text_char(text, '\n');
}

/* Say it where losers would settle, or could be fined, if their hands were known. */
static void put_unknown(struct kzi_text *text, const struct kzi_settlement *settlement,
                        const struct kzi_style *style) {
    if (settlement->fine_unknown) {
        put_seats(text, style, KZI_SAYS_fine_unknown, settlement->fine_unknown, NULL);
        kzi_text_char(text, '\n');
    }
    if (settlement->rules->model->payments.losers.settle && !settlement->n_losers &&
        winners_of(settlement)) {
        kzi_text_char(text, '\n');
        kzi_sentence_line(text, style, KZI_SAYS_others_unknown);
    }
}

static void put_losers(struct kzi_text *text, const struct kzi_settlement *settlement,
                       const struct kzi_style *style) {
    for (unsigned i = 0; i < settlement->n_losers; i++) {
        kzi_text_char(text, '\n');
        kzi_report_loser(text, &settlement->losers[i], style);
    }
    if (settlement->n_losers < 2)
        return;
    kzi_put_title(text, style, KZI_SAYS_title_among_losers);
    for (unsigned a = 0; a < settlement->n_losers; a++)
        for (unsigned b = a + 1; b < settlement->n_losers; b++)
            put_between(text, settlement, style, a, b);
}

static void put_loser_array(struct kzi_text *text, const struct kzi_settlement *settlement,
                            bool explain) {
    if (!settlement->n_losers)
        return;
    kzi_json_begin_key(text, "losers", '[');
    for (unsigned i = 0; i < settlement->n_losers; i++)
        kzi_json_loser(text, &settlement->losers[i], explain);
    kzi_json_end(text, ']');
}

static void put_between_array(struct kzi_text *text, const struct kzi_settlement *settlement) {
    kzi_json_begin_key(text, "among_losers", '[');
    for (unsigned a = 0; a < settlement->n_losers; a++)
        for (unsigned b = 0; b < settlement->n_losers; b++) {
            int64_t paid = a == b ? 0 : kzi_paid_between(settlement, a, b);
            if (paid <= 0)
                continue;
            kzi_json_begin(text, '{');
            kzi_json_key_string(text, "from", kzi_seat_names[settlement->losers[a].hand.seat]);
            kzi_json_key_string(text, "to", kzi_seat_names[settlement->losers[b].hand.seat]);
            kzi_json_key_int(text, "points", paid);
            kzi_json_end(text, '}');
        }
    kzi_json_end(text, ']');
}

static void put_left(struct kzi_text *text, const struct kzi_settlement *settlement,
                     const struct kzi_style *style) {
    if (!settlement->deposits_left)
        return;
    kzi_sentence_format(text, style, KZI_SAYS_bets_stay, "%u", settlement->deposits_left);
    kzi_text_char(text, '\n');
}

void kzi_deal_text(struct kzi_text *text, const struct kzi_settlement *settlement,
                   const struct kzi_style *style) {
    struct kzi_style each = *style;
    each.in_deal = true;
    put_heading(text, settlement, style);
    for (unsigned i = 0; i < settlement->n_results; i++) {
        kzi_text_char(text, '\n');
        kzi_report_text(text, &settlement->results[i], &each);
    }
    put_losers(text, settlement, style);
    put_unknown(text, settlement, style);
    if (settlement->n_results)
        kzi_text_char(text, '\n');
    put_items(text, settlement, style);
    put_changes(text, settlement, style);
    put_chips(text, settlement, style);
    put_left(text, settlement, style);
}

static void put_results(struct kzi_text *text, const struct kzi_settlement *settlement,
                        bool explain) {
    kzi_json_begin_key(text, "results", '[');
    for (unsigned i = 0; i < settlement->n_results; i++) {
        const struct kz_result *result = &settlement->results[i];
        kzi_json_result(text, result, explain);
        kzi_json_key_string(text, "seat", kzi_seat_names[result->hand.seat]);
        kzi_json_end(text, '}');
    }
    kzi_json_end(text, ']');
}

static void put_seats_json(struct kzi_text *text, const char *key, unsigned seats) {
    kzi_json_begin_key(text, key, '[');
    for (; seats; seats &= seats - 1)
        kzi_json_put_string(text, kzi_seat_names[__builtin_ctz(seats)]);
    kzi_json_end(text, ']');
}

static void put_payments_json(struct kzi_text *text, const struct kzi_settlement *settlement,
                              const int64_t paid[KZI_SEATS]) {
    kzi_json_begin_key(text, "payments", '{');
    for (unsigned seat = 0; seat < seats_of(settlement); seat++)
        kzi_json_key_int(text, kzi_seat_names[seat], paid[seat]);
    kzi_json_end(text, '}');
}

static void put_kong_json(struct kzi_text *text, const struct kzi_item *item) {
    kzi_json_key_string(text, "for", "kong");
    kzi_json_key_string(text, "seat", kzi_seat_names[item->seat]);
    kzi_json_key_string(text, "kind", kzi_kong_kind_names[item->kong->kind]);
    if (item->kong->from >= 0)
        kzi_json_key_string(text, "from", kzi_seat_names[item->kong->from]);
    if (item->given_back || item->cancelled)
        kzi_json_key_bool(text, "given_back", true);
    if (item->passed_to)
        put_seats_json(text, "passed_to", item->passed_to);
}

static void put_best_hand_json(struct kzi_text *text, const struct kzi_item *item) {
    kzi_json_key_string(text, "for", "best_hand");
    kzi_json_key_string(text, "seat", kzi_seat_names[item->seat]);
    kzi_json_key(text, "win");
    kzi_json_begin_string(text);
    kzi_notation_put_tile(text, item->win, false);
    kzi_json_end_string(text);
}

static void put_items_json(struct kzi_text *text, const struct kzi_settlement *settlement) {
    if (!settlement->n_items)
        return;
    kzi_json_begin_key(text, "items", '[');
    for (unsigned i = 0; i < settlement->n_items; i++) {
        const struct kzi_item *item = &settlement->items[i];
        kzi_json_begin(text, '{');
        switch (item->kind) {
        case KZI_ITEM_KONG:
            put_kong_json(text, item);
            break;
        case KZI_ITEM_BEST_HAND:
            put_best_hand_json(text, item);
            break;
        case KZI_ITEM_FINE:
            kzi_json_key_string(text, "for", "fine");
            kzi_json_key_string(text, "seat", kzi_seat_names[item->seat]);
            break;
        }
        put_payments_json(text, settlement, item->paid);
        kzi_json_end(text, '}');
    }
    kzi_json_end(text, ']');
}

void kzi_deal_json(struct kzi_text *text, const struct kzi_settlement *settlement, bool explain,
                   unsigned long line) {
    const char *id = kzi_hand_id(&settlement->deal->table);
    if (settlement->status) {
        kzi_report_error_json(text, id, line, &settlement->error);
        return;
    }
    kzi_json_start(text);
    kzi_json_begin(text, '{');
    kzi_json_id(text, id);
    kzi_json_ruleset(text, settlement->rules);
    if (settlement->draw)
        kzi_json_key_string(text, "draw", settlement->draw);
    if (settlement->deal->wareme)
        kzi_json_key_string(text, "wareme",
                            kzi_seat_names[__builtin_ctz(settlement->deal->wareme)]);
    put_results(text, settlement, explain);
    put_loser_array(text, settlement, explain);
    if (explain && settlement->n_losers)
        put_between_array(text, settlement);
    put_items_json(text, settlement);
    if (settlement->fine_unknown)
        put_seats_json(text, "fine_unknown", settlement->fine_unknown);
    put_payments_json(text, settlement, settlement->paid);
    if (settlement->rules->model->payments.has_chips)
        kzi_json_chip_changes(text, settlement->chips_paid, seats_of(settlement));
    kzi_json_key_int(text, "deposits_left", settlement->deposits_left);
    kzi_json_end(text, '}');
}
