#include "report/deal_report.h"

#include "report/document.h"
#include "report/result_json.h"
#include "report/result_text.h"
#include "tile/notation.h"

static unsigned seats_of(const struct kzi_settlement *settlement) {
    return settlement->rules->model->n_seats;
}

/* Put the seats as one argument, as "East, South and North" or by name. */
static void argument_seats(struct kzi_sentence *sentence, unsigned seats,
                           const char *const *names) {
    KZI_SENTENCE(sentence, KZI_AND)
        KZI_EACH_IN(seats, seat)
            kzi_argument_text(sentence, names ? names[seat] : kzi_seat_in(sentence->style, seat));
}

/* Say a sentence about seats. */
static void say_seats(struct kzi_sentence *sentence, enum kzi_says says, unsigned seats,
                      const char *const *names) {
    KZI_SENTENCE(sentence, says)
        argument_seats(sentence, seats, names);
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

static void say_draw(struct kzi_sentence *sentence, const struct kzi_settlement *settlement,
                     const char *const *names) {
    const struct kzi_deal *deal = settlement->deal;
    const struct kzi_payments *payments = &settlement->rules->model->payments;
    KZI_SENTENCE(sentence, KZI_SAYS_deal_drawn)
        kzi_argument_word(sentence, "draw", settlement->draw);
    if (settlement->nagashi || (deal->nagashi && !payments->draw.has_nagashi))
        say_seats(sentence, settlement->nagashi ? KZI_SAYS_nagashi_paid : KZI_SAYS_nagashi_unpaid,
                  deal->nagashi, names);
    if (settlement->ready && !settlement->nagashi)
        say_seats(sentence, KZI_SAYS_those_ready, settlement->ready, names);
    if (settlement->bet_not_ready)
        say_seats(sentence, KZI_SAYS_riichi_not_ready, settlement->bet_not_ready, names);
}

void kzi_say_outcome(struct kzi_sentence *sentence, const struct kzi_settlement *settlement,
                     const char *const *names) {
    const unsigned winners = settlement->won;
    const struct kzi_hand *table = &settlement->deal->table;
    const bool several = (winners & (winners - 1)) != 0;
    if (settlement->draw) {
        say_draw(sentence, settlement, names);
        return;
    }
    if (!winners) {
        kzi_argument_says(sentence, settlement->deal->n_winners          ? KZI_SAYS_not_won
                                    : kzi_deal_is_void(settlement->deal) ? KZI_SAYS_deal_void
                                                                         : KZI_SAYS_kongs);
        return;
    }
    KZI_SENTENCE(sentence, table->from >= 0 ? KZI_SAYS_wins_on_discard + several
                                            : KZI_SAYS_wins_by_self_draw + several) {
        argument_seats(sentence, winners, names);
        if (table->from >= 0)
            argument_seats(sentence, 1U << table->from, names);
    }
}

/* Put seats; in text, a sentence about them. */
static void put_seats(struct kzi_doc *doc, const char *key, enum kzi_says says, unsigned seats) {
    if (!seats)
        return;
    if (!doc->json) {
        say_seats(kzi_doc_words(doc, key), says, seats, NULL);
        return;
    }
    KZI_DOC_LIST(doc, key)
        KZI_EACH_IN(seats, seat)
            kzi_doc_seat(doc, NULL, seat);
}

/* Put the factors of payments, as "stakes East 2, South 4". */
static void put_stakes(struct kzi_doc *doc, uint32_t stakes) {
    KZI_DOC_SENTENCE(sentence, doc, ".stakes", KZI_SAYS_stakes)
        KZI_SENTENCE(sentence, KZI_COMMA)
            for (unsigned seat = 0; stakes; seat++, stakes >>= 8) {
                if (!(stakes & UINT8_MAX))
                    continue;
                KZI_SENTENCE(sentence, KZI_SAYS_with_tiles) {
                    kzi_argument_seat(sentence, seat);
                    kzi_argument_int(sentence, stakes & UINT8_MAX);
                }
            }
}

/* Return the seats that claim a win but have none, unless another winner goes first or the deal
 * says that this is a foul. */
static unsigned seats_without_win(const struct kzi_settlement *settlement) {
    unsigned seats = 0;
    for (unsigned i = 0; i < settlement->n_results; i++) {
        const struct kz_result *result = &settlement->results[i];
        if (result->reason != KZI_WINS && result->reason != KZI_HEAD_BUMP)
            seats |= 1U << result->hand.seat;
    }
    return seats & ~(unsigned)settlement->deal->chombo;
}

/* Put how the deal ended, and the counters and bets on the table. */
static void put_heading(struct kzi_doc *doc, const struct kzi_settlement *settlement) {
    const struct kzi_deal *deal = settlement->deal;
    const struct kzi_hand *table = &deal->table;
    const struct kzi_payments *payments = &settlement->rules->model->payments;
    kzi_doc_seat(doc, table->round_given ? ".round" : ".assumed", table->round);
    kzi_say_outcome(kzi_doc_words(doc, ".outcome"), settlement, NULL);
    put_seats(doc, ".claims", KZI_SAYS_claims_no_win, seats_without_win(settlement));
    put_seats(doc, ".chombo", KZI_SAYS_chombo_by, deal->chombo);
    if (settlement->rules->model->game.chombo)
        kzi_doc_int(doc, ".cost", -settlement->rules->model->game.chombo);
    kzi_doc_int(doc, ".counters", table->counters);
    kzi_doc_int(doc, ".bets", table->bets);
    put_seats(doc, ".riichi", KZI_SAYS_riichi_by, settlement->riichi);
    put_seats(doc, ".out", KZI_SAYS_out, payments->winners_leave ? table->out : 0U);
    if (table->stakes && (payments->stakes.hands || payments->stakes.kongs))
        put_stakes(doc, table->stakes);
    if (!payments->losers.settle)
        return;
    kzi_doc_bool(doc, ".settles_nothing", *deal->draw && deal->n_others && !settlement->n_losers);
    kzi_doc_bool(doc, ".others_unknown",
                 !settlement->n_losers && (settlement->won || (payments->losers.at_draw &&
                                                               deal->drawn && !deal->n_others)));
}

/* --- hands ------------------------------------------------------------------------------------ */

static void put_results(struct kzi_doc *doc, const struct kzi_settlement *settlement,
                        bool explain) {
    KZI_DOC_LIST(doc, "results")
        for (unsigned i = 0; i < settlement->n_results; i++) {
            const struct kz_result *result = &settlement->results[i];
            struct kzi_text *json = kzi_doc_json(doc);
            if (!json) {
                kzi_put_result(kzi_doc_text(doc, NULL), result, doc->style);
                continue;
            }
            kzi_begin_result_json(json, result, explain);
            kzi_doc_seat(doc, "seat", result->hand.seat);
            kzi_json_end(json, '}');
        }
}

/* --- who pays whom ---------------------------------------------------------------------------- */

/* Put a seat, or the table. */
static void put_party(struct kzi_doc *doc, const char *key, unsigned seat) {
    if (seat == KZI_ON_TABLE)
        kzi_doc_code(doc, key, "transfer", "table");
    else
        kzi_doc_seat(doc, key, seat);
}

static int64_t points_of_loser(const struct kzi_settlement *settlement, unsigned seat) {
    unsigned i = 0;
    while (settlement->losers[i].hand.seat != seat)
        i++;
    return settlement->losers[i].best.points;
}

/* Put how a loser's payment to another is computed.  If payments are bounded, .most is the amount
 * paid instead of the product. */
static void put_difference(struct kzi_doc *doc, const struct kzi_settlement *settlement,
                           const struct kzi_transfer *transfer) {
    const int64_t to = points_of_loser(settlement, transfer->to),
                  from = points_of_loser(settlement, transfer->from),
                  times = kzi_loser_factor(settlement, transfer->from, transfer->to),
                  product = times * (to - from);
    KZI_DOC_SAY(doc, ".pays", times > 1 ? KZI_SAYS_pays_times : KZI_SAYS_pays_another,
                "%s\t%s\t%lld\t%lld\t%lld\t%lld", kzi_seat_in(doc->style, transfer->from),
                kzi_seat_in(doc->style, transfer->to), (long long)to, (long long)from,
                (long long)product, (long long)times);
    if (transfer->amount != product)
        kzi_doc_int(doc, ".most", transfer->amount);
}

static void put_reason(struct kzi_doc *doc, const struct kz_ruleset *rules,
                       const struct kzi_transfer *transfer) {
    kzi_doc_code(doc, "for", "transfer", kzi_transfer_names[transfer->kind]);
    if (transfer->kind != KZI_FOR_LIABILITY)
        return;
    if (!doc->json)
        kzi_argument_yaku(kzi_doc_words(doc, "yaku"), rules->model, transfer->yaku);
    else
        kzi_doc_string(doc, "yaku", rules->model->yaku[transfer->yaku].id);
}

/* Put all transfers, or those among losers. */
static void put_transfers(struct kzi_doc *doc, const struct kzi_settlement *settlement,
                          bool among_losers) {
    KZI_DOC_LIST(doc, among_losers ? "among_losers" : "transfers")
        for (unsigned i = 0; i < settlement->n_transfers; i++) {
            const struct kzi_transfer *transfer = &settlement->transfers[i];
            if (among_losers && transfer->kind != KZI_FOR_DIFFERENCE)
                continue;
            kzi_doc_element(doc);
            put_party(doc, "from", transfer->from);
            put_party(doc, "to", transfer->to);
            kzi_doc_int(doc, transfer->kind == KZI_FOR_CHIPS ? "chips" : "points",
                        transfer->amount);
            if (!among_losers)
                put_reason(doc, settlement->rules, transfer);
            else if (!doc->json)
                put_difference(doc, settlement, transfer);
        }
}

static void put_losers(struct kzi_doc *doc, const struct kzi_settlement *settlement, bool explain) {
    const unsigned count = settlement->n_losers;
    if (!count)
        return;
    KZI_DOC_LIST(doc, "losers")
        for (unsigned i = 0; i < count; i++)
            if (!doc->json)
                kzi_put_loser(kzi_doc_text(doc, NULL), &settlement->losers[i], doc->style);
            else
                kzi_put_loser_json(kzi_doc_json(doc), &settlement->losers[i], explain);
    if (!doc->json || explain)
        put_transfers(doc, settlement, true);
}

/* --- items ------------------------------------------------------------------------------------ */

static void put_kong(struct kzi_doc *doc, const struct kzi_settlement_item *item) {
    const bool several = item->passed_to & (item->passed_to - 1);
    kzi_doc_code(doc, "kind", "kong", kzi_kong_kind_names[item->kong->kind]);
    if (item->kong->from >= 0)
        kzi_doc_seat(doc, "from", (unsigned)item->kong->from);
    if (item->kong->tile != KZI_NO_KIND)
        kzi_doc_tile(doc, "tile", item->kong->tile, false);
    if (item->given_back) {
        static const char *const whys[] = {"", ".not_ready", ".won_on", ".drawn", ".pays_for_all"};
        kzi_doc_bool(doc, "given_back", true);
        kzi_doc_seat(doc, whys[item->given_back], item->seat);
    }
    put_seats(doc, "passed_to", KZI_SAYS_passed_on + several, item->passed_to);
}

static void put_items(struct kzi_doc *doc, const struct kzi_settlement *settlement) {
    const struct kzi_settlement_item *item = settlement->items, *end = item + settlement->n_items;
    int64_t changes[KZI_SEATS + 1];
    if (!settlement->n_items)
        return;
    KZI_DOC_LIST(doc, "items")
        for (; item < end; item++) {
            const unsigned next = item + 1 < end ? item[1].first : settlement->n_transfers;
            kzi_transfers_sum(&settlement->transfers[item->first], next - item->first, false,
                              changes);
            kzi_doc_element(doc);
            kzi_doc_string(doc, "for", kzi_transfer_names[item->kind]);
            kzi_doc_seat(doc, "seat", item->seat);
            if (item->kong)
                put_kong(doc, item);
            else if (item->kind == KZI_FOR_BEST_HAND)
                kzi_doc_tile(doc, "win", item->win, false);
            else
                kzi_doc_bool(doc, ".fine", true);
            kzi_doc_changes(doc, "payments", changes, seats_of(settlement));
            kzi_doc_bool(doc, ".nobody_pays",
                         !changes[item->seat] && !item->given_back && !item->passed_to);
        }
}

/* --- the whole -------------------------------------------------------------------------------- */

void kzi_put_deal(struct kzi_text *text, const struct kzi_settlement *settlement,
                  const struct kzi_style *style) {
    const struct kzi_deal *deal = settlement->deal;
    struct kzi_style each = *style;
    each.in_deal = true;
    struct kzi_doc doc = kzi_doc_begin(text, &each);
    kzi_doc_ruleset(&doc, kzi_hand_id(&deal->table), settlement->rules);
    if (settlement->draw)
        kzi_doc_string(&doc, "draw", settlement->draw);
    put_seats(&doc, "chombo", KZI_SAYS_chombo_by, deal->chombo);
    put_seats(&doc, "riichi_not_ready", KZI_SAYS_riichi_not_ready, settlement->bet_not_ready);
    if (deal->wareme)
        kzi_doc_seat(&doc, "wareme", (unsigned)__builtin_ctz(deal->wareme));
    if (!doc.json)
        put_heading(&doc, settlement);
    put_results(&doc, settlement, style->explain);
    put_losers(&doc, settlement, style->explain);
    put_items(&doc, settlement);
    put_seats(&doc, "fine_unknown", KZI_SAYS_fine_unknown, settlement->fine_unknown);
    if (style->explain)
        put_transfers(&doc, settlement, false);
    kzi_doc_changes(&doc, "payments", settlement->paid, seats_of(settlement));
    if (settlement->rules->model->payments.has_chips)
        kzi_doc_changes(&doc, "chip_payments", settlement->chips_paid, seats_of(settlement));
    kzi_doc_int(&doc, "deposits_left", settlement->bets_left);
    kzi_doc_end(&doc, KZI_LAYOUT_deal);
}
