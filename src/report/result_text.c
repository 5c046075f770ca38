/* Put a result for a player: the situation, the hand, its yaku, its fu, and who pays whom. */
#include "report/result_text.h"

#include "base/utf8.h"
#include "report/wording.h"
#include "words/condition_words.h"

#include <stdlib.h>

/* --- parts of lines --------------------------------------------------------------------------- */

static void put_rule(struct kzi_text *text, struct kzi_place place, const struct kzi_node *source) {
    if (place.source && place.line) {
        kzi_put_visible(text, place.source->name);
        kzi_text_format(text, ":%lld", (long long)place.line);
    }
    if (source) {
        kzi_text_put(text, ", ");
        kzi_say_node(text, source);
    }
}

/* --- the yaku -------------------------------------------------------------------------------- */

void kzi_put_yaku(struct kzi_doc *doc, const struct kzi_model *model, unsigned yaku) {
    const struct kzi_yaku *rule = &model->yaku[yaku];
    const char *name = doc->json ? NULL : kzi_name_in(rule->name, doc->style->language);
    if (name)
        kzi_doc_string(doc, ".name", name);
    else if (!doc->json)
        kzi_say_id(kzi_doc_text(doc, ".name"), rule->id);
    if (doc->json || (name && strcmp(name, rule->id)))
        kzi_doc_string(doc, "id", rule->id);
}

void kzi_put_rule(struct kzi_doc *doc, struct kzi_place place, const struct kzi_node *source) {
    put_rule(kzi_doc_text(doc, ".rule"), place, source);
}

/* Put a number, followed by the unit of totals. */
static void put_with_unit(const struct kzi_report *report, int64_t number) {
    kzi_doc_int(report->doc, ".value", number);
    struct kzi_sentence *unit = kzi_doc_words(report->doc, ".unit");
    if (report->style->catalogue)
        kzi_say_word(unit, "unit", report->model->unit);
    else
        kzi_say_unit(unit->text, report->model, number);
}

/* Put a yaku that counts; return what it adds to the total. */
static int64_t put_yaku_row(const struct kzi_report *report, unsigned yaku) {
    const struct kzi_yaku *rule = &report->model->yaku[yaku];
    const struct kzi_value *value = kzi_value_in_hand(report->result, yaku);
    const unsigned times = kzi_times_listed(report->result, yaku);
    const int64_t worth = (int64_t)value->number * times;
    kzi_doc_element(report->doc);
    kzi_put_yaku(report->doc, report->model, yaku);
    if (value->limit != KZI_NO_LIMIT)
        kzi_argument_limit(kzi_doc_words(report->doc, ".more"), report->model, value->limit,
                           value->number);
    else if (value->number)
        put_with_unit(report, worth);
    if (rule->factor && times > 1)
        kzi_text_format(kzi_doc_text(report->doc, ".more"), "x%d^%u", (int)rule->factor, times);
    else if (rule->factor)
        kzi_text_format(kzi_doc_text(report->doc, ".more"), "x%d", (int)rule->factor);
    else if (value->limit == KZI_NO_LIMIT && times > 1)
        kzi_text_format(kzi_doc_text(report->doc, ".more"), "(%u x %d)", times, (int)value->number);
    const char *remark = kzi_name_in(kzi_node_get(rule->node, "remark"), report->style->language);
    if (remark) /* the rules' remark on the yaku, for players */
        kzi_doc_string(report->doc, ".remark", remark);
    if (report->style->explain) {
        kzi_put_instances(report->doc, report->result, yaku);
        kzi_put_rule(report->doc, rule->place, rule->source);
    }
    return worth;
}

static void put_all_yaku(const struct kzi_report *report) {
    int64_t sum = 0;
    bool any = false;
    KZI_DOC_LIST(report->doc, ".yaku") {
        KZI_EACH_LISTED(report->result, yaku) {
            any = true;
            sum += put_yaku_row(report, yaku);
        }
        if ((any || report->best->wins) && !report->best->by_limit) {
            kzi_doc_element(report->doc);
            kzi_doc_say(report->doc, ".name", KZI_SAYS_title_total);
            put_with_unit(report, report->best->total);
            if (report->best->factor > 1)
                kzi_text_format(kzi_doc_text(report->doc, ".more"), "x%lld = %lld",
                                (long long)report->best->factor, (long long)report->best->counted);
            else
                kzi_say_most(kzi_doc_words(report->doc, ".more"), report->result, "");
            kzi_doc_bool(report->doc, ".no_more", sum != report->best->total);
        }
    }
    kzi_doc_bool(report->doc, ".counts", any);
}

/* --- the fu ----------------------------------------------------------------------------------- */

/* Return the name that the rules give a fu item, or NULL. */
static const struct kzi_node *fu_name(const struct kzi_report *report,
                                      const struct kzi_fu_line *line) {
    const struct kzi_fu *fu = &report->model->fu;
    for (size_t i = 0; line->group < 0 && i < fu->n_items; i++)
        if (!strcmp(fu->items[i].id, line->id))
            return fu->items[i].name;
    return NULL;
}

static void put_fu_item(const struct kzi_report *report, const struct kzi_fu_line *line) {
    const struct kzi_node *name = fu_name(report, line);
    kzi_doc_element(report->doc);
    kzi_doc_string(report->doc, "id", line->id);
    if (name)
        kzi_doc_string(report->doc, ".name", kzi_name_in(name, report->style->language));
    else
        kzi_doc_code(report->doc, ".name", "fu", line->id);
    if (line->group >= 0)
        kzi_put_group(kzi_doc_text(report->doc, "tiles"), report->result, &report->best->reading,
                      (unsigned)line->group);
    kzi_doc_int(report->doc, "fu", line->fu);
}

/* Put the sum of the fu items, followed by the rounded sum. */
static void put_fu_sum(const struct kzi_report *report) {
    KZI_DOC_OBJECT(report->doc, ".") {
        kzi_doc_say(report->doc, ".name", KZI_SAYS_fu_sum);
        kzi_doc_int(report->doc, "fu", report->best->fu_counted);
        if (report->best->fu != report->best->fu_counted)
            KZI_DOC_SAY(report->doc, ".rounded", KZI_SAYS_that_is + report->model->fu.round.mode,
                        "\t%d", (int)report->best->fu);
    }
}

void kzi_put_fu(const struct kzi_report *report) {
    struct kzi_fu_line lines[KZI_FU_LINES];
    const struct kz_result *result = report->result;
    const bool any = report->model->fu.in_use && report->best->fu >= 0;
    const unsigned count = any ? kzi_fu_lines(result->rules, &result->hand, result->mark_counts,
                                              report->best, lines, KZI_FU_LINES)
                               : 0;
    KZI_DOC_LIST(report->doc, "fu_items") {
        for (unsigned i = 0; i < count; i++)
            put_fu_item(report, &lines[i]);
        if (any && report->style->explain)
            put_fu_sum(report);
    }
    if (any && report->best->fu != report->best->fu_counted)
        kzi_doc_int(report->doc, ".counted", report->best->fu_counted);
    if (any)
        kzi_doc_int(report->doc, ".fu", report->best->fu);
}

/* --- from the total to the payment ------------------------------------------------------------ */

/* Begin an element of a list: an object with words; in JSON a string or a code. */
static struct kzi_sentence *begin_step(const struct kzi_report *report) {
    if (!report->doc->json)
        kzi_doc_element(report->doc);
    struct kzi_sentence *step =
        report->style->form == KZI_JSON
            ? kzi_doc_coded(report->doc, NULL)
            : kzi_doc_words(report->doc, report->doc->json ? NULL : ".says");
    kzi_sentence_begin(step);
    return step;
}

/* End with the doubling, as "30 x 2^(3 + 2) = 960" or "25 x 2^2, rounded to the nearest 10 =
 * 100". */
static void end_doubled(struct kzi_sentence *sentence, const struct kzi_report *report,
                        int64_t counted) {
    const struct kzi_hand_value *value = &report->model->hand_value;
    struct kzi_round round = value->round;
    int start = (int)(value->start ? value->start : report->best->fu),
        valued = (int)report->best->valued;
    struct kzi_text *formula = kzi_argument(sentence);
    if (value->plus)
        kzi_text_format(formula, "%d x 2^(%d %c %d)", start, valued, value->plus < 0 ? '-' : '+',
                        abs(value->plus));
    else
        kzi_text_format(formula, "%d x 2^%d", start, valued);
    if (round.mode == KZI_ROUND_NONE && report->best->valued + value->plus < 0)
        round = (struct kzi_round){KZI_ROUND_DOWN, 1};
    kzi_text_format(kzi_argument(sentence), "%s %lld",
                    report->best->counted < KZI_BEYOND ? "=" : ">", (long long)counted);
    kzi_argument_int(sentence, round.to);
    kzi_sentence_end(sentence, KZI_SAYS_value_doubled + round.mode);
}

/* End with how the value was computed: "from 3 faan in the table, 48", "the total, 8", or as
 * end_doubled. */
static void end_counted(struct kzi_sentence *value, const struct kzi_report *report) {
    const struct kzi_hand_value *rules = &report->model->hand_value;
    const int64_t counted = report->best->counted < KZI_BEYOND
                                ? report->best->counted / report->best->factor
                                : KZI_MAX_NUMBER;
    const struct kzi_units *units = &rules->units;
    const int32_t valued = report->best->valued;
    if (units->of && valued >= units->of) {
        kzi_text_format(kzi_argument(value), "%d x %d + %d x %d = %lld", (int)(valued / units->of),
                        (int)units->worth, (int)(valued % units->of), (int)units->rest,
                        (long long)counted);
        kzi_sentence_end(value, KZI_SAYS_value_total);
        return;
    }
    if (rules->doubling) {
        end_doubled(value, report, counted);
        return;
    }
    if (rules->n_rows) {
        const struct kzi_value_row *row = kzi_value_row(rules, report->best->valued);
        kzi_argument_total(value, report->model, row ? row->from_total : 0);
    }
    kzi_argument_int(value, counted);
    kzi_sentence_end(value, rules->n_rows ? KZI_SAYS_value_of_table : KZI_SAYS_value_total);
}

static void say_counted_value(struct kzi_sentence *step, const struct kzi_report *report) {
    const bool part = report->best->valued < report->best->total;
    const bool times = report->best->factor > 1;
    kzi_sentence_begin(step);
    KZI_SENTENCE(step, times ? KZI_SAYS_value_times : KZI_AND) {
        if (part)
            kzi_argument_int(step, report->best->valued);
        KZI_SENTENCE(step, part ? KZI_SAYS_value_of_part : KZI_AND)
            end_counted(step, report);
        if (times) {
            kzi_argument_int(step, report->best->factor);
            kzi_argument_int(step, report->best->counted);
        }
    }
}

/* Put the limit, why it applies, and its worth. */
static void say_limit_value(struct kzi_sentence *step, const struct kzi_report *report) {
    const struct kzi_limit *limit = &report->model->limits[report->best->limit];
    const bool written = kzi_limit_payers(report->model, report->best->limit,
                                          report->result->hand.self_draw),
               by_value = !limit->from_total || report->best->valued < limit->from_total;
    KZI_SENTENCE(step, written ? KZI_SAYS_limit_as_written : KZI_SAYS_limit_value) {
        KZI_SENTENCE(step, report->best->by_limit
                               ? KZI_AND
                               : KZI_SAYS_limit_from_total + (unsigned)by_value) {
            kzi_argument_limit(step, report->model, (unsigned)report->best->limit,
                               report->best->multiplier);
            if (!report->best->by_limit && by_value)
                kzi_argument_int(step, limit->from_value);
            else if (!report->best->by_limit)
                kzi_argument_total(step, report->model, limit->from_total);
        }
        if (!written)
            kzi_argument_int(step, report->best->value);
    }
}

void kzi_put_value_step(const struct kzi_report *report) {
    struct kzi_sentence *step = begin_step(report);
    const bool limit = report->best->limit >= 0;
    if (!report->best->by_limit)
        say_counted_value(step, report);
    if (limit)
        say_limit_value(step, report);
    kzi_sentence_end(step, limit && !report->best->by_limit ? KZI_SAYS_then : KZI_AND);
    if (limit)
        kzi_put_rule(report->doc, report->model->limits[report->best->limit].place, NULL);
}

static const struct kzi_share *share_of(const struct kzi_report *report, unsigned party) {
    const struct kzi_hand *hand = &report->result->hand;
    const int from = kzi_paying_discarder(report->result);
    const struct kzi_win win = {.self_draw = hand->self_draw,
                                .limit = report->best->limit,
                                .shares = report->best->payers ? report->best->payers->by : NULL};
    const struct kzi_share *of =
        kzi_shares_for(report->model,
                       &win)[kzi_outcome_of(&report->model->payments, hand->seat, from)]
            .of;
    const enum kzi_role role = kzi_role_of(report->model, hand->seat, from, party);
    return &of[role == KZI_ROLE_DEALER && !of[role].written ? KZI_ROLE_OTHERS : role];
}

/* Put how a share is computed, as "2000 x 4", "35 + 8" or "48 x 3 - 50"; put nothing and return
 * false if it is just the value. */
static bool put_product(struct kzi_text *text, const struct kzi_share *share, int64_t value,
                        int64_t plus) {
    int32_t times = share->in_all ? share->in_all : share->times;
    if (!times || (times == KZI_RATIO_UNIT && !plus))
        return false;
    kzi_text_int(text, value);
    if (times != KZI_RATIO_UNIT) {
        kzi_text_put(text, " x ");
        kzi_put_ratio(text, times);
    }
    if (plus)
        kzi_text_format(text, plus < 0 ? " - %lld" : " + %lld",
                        (long long)(plus < 0 ? -plus : plus));
    return true;
}

/* Return whether `paid` is less than `raw` because payments are bounded. */
static bool is_bound(const struct kzi_report *report, const struct kzi_share *share, int64_t paid,
                     int64_t raw) {
    int64_t max = kzi_max_paid(report->model, report->best->limit, report->best->multiplier);
    return raw > paid && (paid == max || (share->at_most && paid == share->at_most));
}

/* Write a payment; if it is a limit paid several times, as "2 x 32000 = 64000". */
static void put_repeated(struct kzi_text *text, int32_t times, int64_t once, int64_t paid) {
    if (times > 1 && once * times == paid)
        kzi_text_format(text, "%d x %lld = ", (int)times, (long long)once);
    kzi_text_int(text, paid);
}

/* Put a share as one argument: "2000 x 4 = 8000", "1920 x 4 = 7680, rounded up to 7700", "35 + 8 =
 * 43", "48, 25 at most".  If the result differs from the payment, because another seat is liable,
 * write only the amount. */
static void say_share(struct kzi_sentence *step, const struct kzi_report *report, unsigned party) {
    const bool self_draw = report->result->hand.self_draw;
    const struct kzi_round *round = &kzi_payment_by(&report->model->payments, self_draw)->round;
    const struct kzi_share *share = share_of(report, party);
    const int64_t paid = report->result->share[party];
    bool written = kzi_limit_payers(report->model, report->best->limit, self_draw) != NULL;
    int64_t value =
                written ? report->model->limits[report->best->limit].worth : report->best->value,
            plus = share->in_all ? paid - report->best->points
                                 : share->plus + kzi_bird_payment(report->result->rules,
                                                                  &report->result->hand);
    kzi_split_rest(report->model, share, &value, &plus);
    int64_t parts = value * (share->in_all ? share->in_all : share->times) + plus * KZI_RATIO_UNIT,
            raw = parts / KZI_RATIO_UNIT;
    bool whole = raw * KZI_RATIO_UNIT == parts, bound = is_bound(report, share, paid, raw);
    int64_t off = paid > raw ? paid - raw : raw - paid;
    if ((written && report->best->multiplier > 1) ||
        (off && !bound && (round->mode == KZI_ROUND_NONE || off > round->to))) {
        put_repeated(kzi_argument(step), report->best->multiplier, written ? raw : paid, paid);
        return;
    }
    KZI_SENTENCE(step, !(bound || off || !whole) ? KZI_AND
                       : bound                   ? KZI_SAYS_at_most
                                                 : KZI_SAYS_that_is + round->mode) {
        struct kzi_text *text = kzi_argument(step);
        if (put_product(text, share, value, plus) && whole)
            kzi_text_put(text, " = ");
        if (whole)
            kzi_text_int(text, raw);
        if (bound || off || !whole)
            kzi_argument_int(step, paid);
    }
}

/* Put the chips, as "chips: ippatsu 1, ura dora 2 = 3"; the limit is last. */
static void put_chip_line(const struct kzi_report *report) {
    uint16_t yaku[KZI_MAX_YAKU];
    if (!kzi_has_chips(report->result) || !report->result->chips)
        return;
    struct kzi_sentence *step = begin_step(report);
    kzi_sentence_begin(step);
    const unsigned count = kzi_list_counted(report->result, yaku);
    for (unsigned i = 0; i <= count; i++) {
        const int64_t chips = i < count ? kzi_chips_of_yaku(report->result, yaku[i])
                                        : kzi_chips_of_limit(report->result);
        if (!chips)
            continue;
        KZI_SENTENCE(step, KZI_SAYS_chips_of) {
            if (i < count)
                kzi_argument_yaku(step, report->model, yaku[i]);
            else
                kzi_argument_limit(step, report->model, (unsigned)report->best->limit,
                                   report->best->multiplier);
            kzi_argument_int(step, chips);
        }
    }
    kzi_sentence_end(step, KZI_COMMA);
    kzi_argument_int(step, report->result->chips);
    kzi_sentence_end(step, KZI_SAYS_chips_sum);
}

static void put_payer(const struct kzi_report *report, unsigned party) {
    struct kzi_sentence *step = begin_step(report);
    const struct kz_result *result = report->result;
    const uint32_t on_table = result->hand.counters;
    const bool doubled = result->doubled >> party & 1;
    const int64_t counters = kzi_counters_paid(result, party) >> doubled;
    kzi_argument_says(step, kzi_payer(party));
    say_share(step, report, party);
    if (counters) {
        kzi_argument_int(step, counters);
        kzi_argument_int(step, on_table);
    }
    kzi_sentence_end(step, counters ? KZI_SAYS_pays_counters + (on_table != 1) : KZI_SAYS_pays);
    if (!doubled)
        return;
    struct kzi_sentence *twice = begin_step(report);
    kzi_argument_says(twice, kzi_payer(party));
    kzi_argument_int(twice, -result->paid[party] / 2);
    kzi_argument_int(twice, -result->paid[party]);
    kzi_sentence_end(twice, KZI_SAYS_pays_double);
}

void kzi_put_arithmetic(const struct kzi_report *report) {
    const struct kzi_other_payers *payers = report->best->payers;
    kzi_put_value_step(report);
    if (payers) { /* other payers than usual */
        struct kzi_sentence *step = begin_step(report);
        kzi_argument_condition(step, report->model, payers->when, false);
        kzi_sentence_end(step, KZI_SAYS_paid_as_for);
        kzi_put_rule(report->doc, payers->place, NULL);
    }
    for (unsigned i = 0; i < report->result->n_liable; i++) {
        struct kzi_sentence *step = begin_step(report);
        kzi_end_liable(step, report->result, &report->result->liable[i]);
    }
    for (unsigned party = 0; party < KZI_PARTIES; party++)
        if (party != report->result->hand.seat && report->result->paid[party])
            put_payer(report, party);
    put_chip_line(report);
}

/* --- who pays whom ---------------------------------------------------------------------------- */

/* Put what points are for, as "300 for 1 counter" or likewise for bets, as an argument; nothing if
 * there are none. */
static void say_for(struct kzi_sentence *list, int64_t points, uint32_t count, enum kzi_says says) {
    if (!points)
        return;
    KZI_SENTENCE(list, says + (count != 1)) {
        kzi_argument_int(list, points);
        kzi_argument_int(list, count);
    }
}

/* The points that a party pays, or that the winner gets. */
struct amount {
    int64_t hand, counters, bets;
};

static struct amount amount_of(const struct kz_result *result, unsigned party) {
    struct amount sum = {.hand = kzi_share_paid(result, party),
                         .counters = kzi_counters_paid(result, party)};
    if (party != result->hand.seat)
        return sum;
    sum.bets = (int64_t)result->hand.bets * result->rules->model->payments.bet;
    for (unsigned payer = 0; payer < KZI_PARTIES; payer++) {
        const unsigned count = kzi_count_payers(result->rules, &result->hand, payer);
        sum.hand += count * kzi_share_paid(result, payer);
        sum.counters += count * kzi_counters_paid(result, payer);
    }
    return sum;
}

static void say_besides(struct kzi_sentence *list, const struct kzi_report *report,
                        const struct amount *amount) {
    say_for(list, amount->counters, report->result->hand.counters, KZI_SAYS_for_counters);
    say_for(list, amount->bets, report->result->hand.bets, KZI_SAYS_for_bets);
}

/* Put a party's change, and its parts unless it is for the hand alone. */
static void put_change(const struct kzi_report *report, unsigned party) {
    const struct amount amount = amount_of(report->result, party);
    kzi_doc_element(report->doc);
    kzi_doc_say(report->doc, ".who", kzi_payer(party));
    kzi_doc_signed(report->doc, ".change", report->result->paid[party]);
    KZI_DOC_SENTENCE(parts, report->doc, ".parts", KZI_COMMA) {
        if (kzi_count_payers(report->result->rules, &report->result->hand, party) > 1)
            kzi_argument_says(parts, KZI_SAYS_each);
        if (amount.counters || amount.bets)
            say_for(parts, amount.hand, 1, KZI_SAYS_for_hand);
        say_besides(parts, report, &amount);
    }
}

static void put_payments(const struct kzi_report *report) {
    kzi_say_shares(kzi_doc_words(report->doc, ".shares"), report->result);
    if (report->style->in_deal) {
        const struct amount amount = amount_of(report->result, report->result->hand.seat);
        KZI_DOC_SENTENCE(list, report->doc, ".besides", KZI_COMMA)
            say_besides(list, report, &amount);
    } else {
        KZI_DOC_LIST(report->doc, ".changes")
            for (unsigned party = 0; party < KZI_PARTIES; party++)
                if (kzi_has_party(report->result, party))
                    put_change(report, party);
    }
    kzi_say_chips(kzi_doc_words(report->doc, ".chips"), report->result);
}

/* --- the whole -------------------------------------------------------------------------------- */

/* Put a wild tile: {"tile":"7z","as":"5m"}, in text "7z as 5m". */
static void put_stand_in(struct kzi_doc *doc, const struct kzi_wild_tile *wild) {
    kzi_doc_element(doc);
    kzi_put_kind(kzi_doc_text(doc, "tile"), wild->tile);
    kzi_put_kind(kzi_doc_text(doc, "as"), wild->as);
    KZI_DOC_SENTENCE(says, doc, ".says", KZI_SAYS_stands_in) {
        kzi_put_kind(kzi_argument(says), wild->tile);
        kzi_put_kind(kzi_argument(says), wild->as);
    }
}

void kzi_put_stand_ins(struct kzi_doc *doc, const struct kz_result *result) {
    struct kzi_wild_tile list[KZI_MAX_WILD_TILES];
    const unsigned count = kzi_hand_list_stand_ins(&result->hand, list);
    if (!count)
        return;
    KZI_DOC_LIST(doc, "stand_ins")
        for (unsigned i = 0; i < count; i++)
            put_stand_in(doc, &list[i]);
    kzi_doc_int(doc, ".completions", result->n_completions);
}

/* Put the hand and its worth; lost: the hand is a loser's, so its arrangement is put too. */
static void put_arranged(const struct kzi_report *report, bool lost) {
    const struct kz_result *result = report->result;
    const bool complete = result->reason != KZI_INCOMPLETE;
    kzi_put_hand_as_read(kzi_doc_text(report->doc, ".hand"), result,
                         complete && !lost ? &report->best->reading : NULL);
    kzi_put_stand_ins(report->doc, result);
    if (complete || lost)
        put_all_yaku(report);
    if (report->style->explain)
        (lost ? kzi_put_loser_explanation : kzi_put_explanation)(report->doc, result);
    else if ((complete && (report->best->wins || report->best->total)) || lost)
        kzi_put_fu(report);
    if (report->best->limit >= 0 && (result->reason == KZI_WINS || lost))
        kzi_argument_limit(kzi_doc_words(report->doc, ".limit"), report->model,
                           (unsigned)report->best->limit, report->best->multiplier);
}

void kzi_put_result(struct kzi_text *text, const struct kz_result *result,
                    const struct kzi_style *style) {
    char buffer[2048]; /* enough for the words of most reports */
    struct kzi_doc doc = kzi_doc_begin(text, style);
    doc.words = kzi_text_borrowing(buffer, sizeof buffer);
    const struct kzi_report report = kzi_report_of(&doc, result);
    const bool stated = kzi_is_stated(result);
    kzi_put_situation(&doc, &result, 1);
    if (stated)
        kzi_put_value(&report);
    else
        put_arranged(&report, false);
    if (result->reason == KZI_WINS)
        put_payments(&report);
    else
        kzi_argument_no_win(kzi_doc_words(&doc, ".no_win"), result);
    kzi_doc_bool(&doc, ".cut", result->selection_budget.cut);
    kzi_doc_end(&doc, stated           ? KZI_LAYOUT_stated
                      : style->explain ? KZI_LAYOUT_explained
                                       : KZI_LAYOUT_result);
}

void kzi_put_loser(struct kzi_text *text, const struct kz_result *result,
                   const struct kzi_style *style) {
    struct kzi_doc doc = kzi_doc_begin(text, style);
    const struct kzi_report report = kzi_report_of(&doc, result);
    kzi_doc_seat(&doc, ".loser", result->hand.seat);
    if (!kzi_is_stated(result))
        put_arranged(&report, true);
    kzi_doc_int(&doc, ".points", result->best.points);
    kzi_doc_bool(&doc, ".cut", result->selection_budget.cut);
    kzi_doc_end(&doc, style->explain ? KZI_LAYOUT_loser_explained : KZI_LAYOUT_loser);
}
