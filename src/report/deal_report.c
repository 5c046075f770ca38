#include "report/result_text.h"

#include "report/result_json.h"
#include "report/wording.h"
#include "tile/notation.h"

#include <string.h>

static unsigned seats_of(const struct kzi_settlement *settlement) {
    return settlement->rules->model->n_seats;
}

/* Append "East, South and North", or names by seat. */
static void put_named(struct kzi_text *text, unsigned seats, const char *const *names) {
    const unsigned count = (unsigned)__builtin_popcount(seats);
    for (unsigned i = 0; i < count; i++, seats &= seats - 1) {
        kzi_text_join(text, i, count, " and ");
        kzi_text_put(text, names[__builtin_ctz(seats)]);
    }
}

static void put_seats(struct kzi_text *text, unsigned seats) {
    put_named(text, seats, kzi_seat_says);
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
                     const char *const *names) {
    const struct kzi_deal *deal = settlement->deal;
    kzi_text_put(text, "a draw (");
    kzi_say_id(text, settlement->draw);
    kzi_text_char(text, ')');
    if (settlement->nagashi) {
        kzi_text_put(text, "; paid to ");
        put_named(text, deal->nagashi, names);
        kzi_text_put(text, " for discarding orphans alone");
    } else if (settlement->ready && deal->drawn) {
        kzi_text_put(text, "; ready: ");
        put_named(text, settlement->ready, names);
    }
}

void kzi_say_outcome(struct kzi_text *text, const struct kzi_settlement *settlement,
                     const char *const *names) {
    uint8_t winners = winners_of(settlement);
    const struct kzi_hand *table = &settlement->deal->table;
    if (settlement->draw) {
        put_draw(text, settlement, names);
        return;
    }
    if (!winners) {
        kzi_text_put(text, settlement->deal->n_winners          ? "no win"
                           : kzi_deal_is_void(settlement->deal) ? "foul"
                                                                : "kongs");
        return;
    }
    put_named(text, winners, names);
    kzi_text_format(text, "%s%s", winners & (winners - 1) ? " win" : " wins",
                    table->from < 0 ? " by self-draw" : " on a discard from ");
    if (table->from >= 0)
        kzi_text_put(text, names[table->from]);
}

static void put_table(struct kzi_text *text, const struct kzi_settlement *settlement) {
    const struct kzi_deal *deal = settlement->deal;
    if (deal->table.honba) {
        kzi_text_put(text, ", ");
        kzi_say_count(text, deal->table.honba, "counter");
    }
    if (deal->table.deposits) {
        kzi_text_put(text, ", ");
        kzi_say_count(text, deal->table.deposits, "bet");
        kzi_text_put(text, " left from before");
    }
    if (settlement->riichi) {
        kzi_text_put(text, ", riichi by ");
        put_seats(text, settlement->riichi);
    }
    if (settlement->rules->model->payments.winners_leave && deal->table.out) {
        kzi_text_put(text, ", ");
        put_seats(text, deal->table.out);
        kzi_text_put(text, " out");
    }
    if (deal->wareme)
        kzi_text_format(text, ", %s wareme", kzi_seat_says[__builtin_ctz(deal->wareme)]);
}

static void put_heading(struct kzi_text *text, const struct kzi_settlement *settlement,
                        const struct kzi_style *style) {
    const struct kzi_hand *table = &settlement->deal->table;
    kzi_ink_bold(text, style);
    kzi_text_format(text, "%s%s", kzi_seat_says[table->round],
                    table->round_given ? " round: " : " round (assumed): ");
    kzi_say_outcome(text, settlement, kzi_seat_says);
    kzi_ink_off(text, style);
    put_table(text, settlement);
    kzi_text_char(text, '\n');
    if (*settlement->deal->draw && settlement->deal->n_others &&
        settlement->rules->model->payments.losers.settle)
        kzi_text_put(text, "At a draw these rules settle nothing, and score nobody's hand.\n");
}

/* --- items ------------------------------------------------------------------------------------ */

static unsigned seats_with(const struct kzi_item *item, bool paid) {
    unsigned seats = 0;
    for (unsigned seat = 0; seat < KZI_SEATS; seat++)
        if (paid ? item->paid[seat] > 0 : item->paid[seat] < 0)
            seats |= 1U << seat;
    return seats;
}

/* Append "2 from East, 1 from North". */
static void put_payers(struct kzi_text *text, const struct kzi_item *item) {
    unsigned seats = seats_with(item, false);
    if (!seats)
        kzi_text_put(text, "nobody pays");
    for (bool any = false; seats; seats &= seats - 1, any = true)
        kzi_text_format(text, "%s%lld from %s", any ? ", " : "",
                        -(long long)item->paid[__builtin_ctz(seats)],
                        kzi_seat_says[__builtin_ctz(seats)]);
}

static void put_kong(struct kzi_text *text, const struct kzi_item *item) {
    const struct kzi_made_kong *kong = item->kong;
    kzi_text_format(text, "%s kong", kzi_kong_kind_names[kong->kind]);
    if (kong->from >= 0)
        kzi_text_format(text, " from %s", kzi_seat_says[kong->from]);
    kzi_text_put(text, ": ");
    if (item->given_back) {
        kzi_text_format(text, "given back, because %s is not ready", kzi_seat_says[item->seat]);
    } else if (item->cancelled) {
        kzi_text_put(text, "given back, because the discard after it was won on");
    } else {
        put_payers(text, item);
        if (!item->passed_to)
            return;
        kzi_text_put(text, ", passed on to ");
        put_seats(text, item->passed_to);
        kzi_text_format(text, ", who %s on the discard after it",
                        item->passed_to & (item->passed_to - 1) ? "win" : "wins");
    }
}

static void put_best_hand(struct kzi_text *text, const struct kzi_item *item) {
    kzi_text_put(text, "ready, worth most with ");
    kzi_notation_put_tile(text, item->win, false);
    kzi_text_put(text, ": ");
    put_payers(text, item);
}

static void put_fine(struct kzi_text *text, const struct kzi_item *item) {
    unsigned seats = seats_with(item, true);
    kzi_text_put(text, "fine: ");
    if (!seats)
        kzi_text_put(text, "nobody is paid");
    for (bool any = false; seats; seats &= seats - 1, any = true)
        kzi_text_format(text, "%s%lld to %s", any ? ", " : "",
                        (long long)item->paid[__builtin_ctz(seats)],
                        kzi_seat_says[__builtin_ctz(seats)]);
}

static void put_items(struct kzi_text *text, const struct kzi_settlement *settlement) {
    for (unsigned i = 0; i < settlement->n_items; i++) {
        const struct kzi_item *item = &settlement->items[i];
        kzi_text_format(text, "%s, ", kzi_seat_says[item->seat]);
        switch (item->kind) {
        case KZI_ITEM_KONG:
            put_kong(text, item);
            break;
        case KZI_ITEM_BEST_HAND:
            put_best_hand(text, item);
            break;
        case KZI_ITEM_FINE:
            put_fine(text, item);
            break;
        }
        kzi_text_char(text, '\n');
    }
}

/* --- what changes ---------------------------------------------------------------------------- */

static void put_changes(struct kzi_text *text, const struct kzi_settlement *settlement) {
    struct kzi_columns columns = {0, 0};
    for (unsigned seat = 0; seat < seats_of(settlement); seat++)
        kzi_columns_fit(&columns, strlen(kzi_seat_says[seat]),
                        kzi_digits(settlement->paid[seat], true));
    for (unsigned seat = 0; seat < seats_of(settlement); seat++) {
        kzi_put_change(text, kzi_seat_says[seat], settlement->paid[seat], &columns);
        kzi_text_char(text, '\n');
    }
}

/* "chips: East -4, South +4" */
static void put_chips(struct kzi_text *text, const struct kzi_settlement *settlement) {
    bool any = false;
    for (unsigned seat = 0; seat < seats_of(settlement); seat++)
        any |= settlement->chips_paid[seat] != 0;
    if (!any)
        return;
    kzi_text_put(text, "chips: ");
    kzi_say_chip_changes(text, settlement->chips_paid);
    kzi_text_char(text, '\n');
}

/* --- those who did not win ------------------------------------------------------------------- */

/* "  North pays South 2 x (40 - 4) = 72", for each two of different worth; where payments are
 * bounded, ", 50 at most". */
static void put_between(struct kzi_text *text, const struct kzi_settlement *settlement, unsigned a,
                        unsigned b) {
    int64_t paid = kzi_paid_between(settlement, a, b);
    const struct kz_result *from = &settlement->losers[paid < 0 ? b : a],
                           *to = &settlement->losers[paid < 0 ? a : b];
    int64_t difference = to->best.points - from->best.points,
            times = kzi_times_between(settlement, a, b);
    if (!paid)
        return;
    paid = paid < 0 ? -paid : paid;
    kzi_text_format(text, "  %s pays %s ", kzi_seat_says[from->hand.seat],
                    kzi_seat_says[to->hand.seat]);
    if (times > 1)
        kzi_text_format(text, "%lld x (", (long long)times);
    kzi_text_format(text, "%lld - %lld%s = %lld", (long long)to->best.points,
                    (long long)from->best.points, times > 1 ? ")" : "",
                    (long long)(times * difference));
    if (paid != times * difference)
        kzi_text_format(text, ", %lld at most", (long long)paid);
    kzi_text_char(text, '\n');
}

/* Say it where losers would settle, or could be fined, if their hands were known. */
static void put_unknown(struct kzi_text *text, const struct kzi_settlement *settlement) {
    if (settlement->fine_unknown) {
        kzi_text_put(text, "nobody is fined without a hand: those of ");
        put_seats(text, settlement->fine_unknown);
        kzi_text_put(text, " are not given\n");
    }
    if (settlement->rules->model->payments.losers.settle && !settlement->n_losers &&
        winners_of(settlement))
        kzi_text_put(text,
                     "\nThe others' hands are not given, so nothing is settled among them.\n");
}

static void put_losers(struct kzi_text *text, const struct kzi_settlement *settlement,
                       const struct kzi_style *style) {
    for (unsigned i = 0; i < settlement->n_losers; i++) {
        kzi_text_char(text, '\n');
        kzi_report_loser(text, &settlement->losers[i], style);
    }
    if (settlement->n_losers < 2)
        return;
    kzi_put_heading(text, style, "Among those who did not win");
    for (unsigned a = 0; a < settlement->n_losers; a++)
        for (unsigned b = a + 1; b < settlement->n_losers; b++)
            put_between(text, settlement, a, b);
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

static void put_left(struct kzi_text *text, const struct kzi_settlement *settlement) {
    if (!settlement->deposits_left)
        return;
    kzi_say_count(text, settlement->deposits_left, "bet");
    kzi_text_format(text, "%s on the table\n", settlement->deposits_left == 1 ? " stays" : " stay");
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
    put_unknown(text, settlement);
    if (settlement->n_results)
        kzi_text_char(text, '\n');
    put_items(text, settlement);
    put_changes(text, settlement);
    put_chips(text, settlement);
    put_left(text, settlement);
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
