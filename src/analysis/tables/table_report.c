/* The point tables of a ruleset as text, on a page, and as JSON, one object for each cell. */
#include "analysis/tables/table.h"

#include "analysis/html/html.h"
#include "report/ruleset_report.h"
#include "words/condition_words.h"
#include "words/rule_names.h"

#include <stdlib.h>

struct report {
    struct kzi_doc *doc;
    const struct kzi_table *table;
    const struct kzi_model *model;
};

/* --- ways of winning, as arguments of a sentence ---------------------------------------------- */

static void argument_dealer(struct kzi_sentence *sentence, const struct report *report) {
    kzi_argument_seat(sentence, report->model->payments.dealer);
}

/* End with the condition for other payers, if there is one. */
static void end_column(struct kzi_sentence *sentence, const struct report *report,
                       struct kzi_table_column column) {
    if (column.payers)
        kzi_argument_condition(sentence, report->model, column.payers->when, false);
    kzi_sentence_end(sentence, column.payers ? KZI_SAYS_table_if : KZI_AND);
}

/* Put a way of winning as an argument: "East wins on a discard", "Another seat wins by self-draw if
 * ..." */
static void argument_column(struct kzi_sentence *sentence, const struct report *report,
                            struct kzi_table_column column) {
    const bool from_dealer = column.outcome == KZI_DEALER_DISCARDS;
    kzi_sentence_begin(sentence);
    KZI_SENTENCE(sentence, from_dealer        ? KZI_SAYS_wins_on_discard
                           : column.self_draw ? KZI_SAYS_wins_by_self_draw
                                              : KZI_SAYS_wins_on_any_discard) {
        if (column.outcome == KZI_DEALER_WINS && !report->table->dealer_is_equal)
            argument_dealer(sentence, report);
        else
            kzi_argument_says(sentence, report->table->dealer_is_equal ? KZI_SAYS_a_player
                                                                       : KZI_SAYS_another_seat);
        if (from_dealer)
            argument_dealer(sentence, report);
    }
    end_column(sentence, report, column);
}

/* The most columns whose heads may omit what the head before them says: more may not fit a
 * terminal, which then shows them apart. */
#define FIT 4

static void argument_head(struct kzi_sentence *sentence, const struct report *report,
                          struct kzi_table_column column) {
    const bool winner = !report->table->dealer_is_equal &&
                        (!column.self_draw || report->table->n_columns > FIT),
               from_dealer = column.outcome == KZI_DEALER_DISCARDS;
    kzi_sentence_begin(sentence);
    KZI_SENTENCE(sentence, from_dealer                  ? KZI_SAYS_table_from
                           : winner && column.self_draw ? KZI_SAYS_table_by_self_draw
                                                        : KZI_AND) {
        if (winner && column.outcome == KZI_DEALER_WINS)
            argument_dealer(sentence, report);
        else
            kzi_argument_says(sentence, winner             ? KZI_SAYS_head_other
                                        : column.self_draw ? KZI_SAYS_head_self_draw
                                                           : KZI_SAYS_head_discard);
        if (from_dealer)
            argument_dealer(sentence, report);
    }
    end_column(sentence, report, column);
}

#define ENOUGH 1000000 /* a value that no rounding makes 0 */

/* Put who pays as an argument, in the order of put_pays: "discarder", "East/each other". */
static void argument_payers(struct kzi_sentence *sentence, const struct report *report,
                            struct kzi_table_column column) {
    struct kzi_text *text = kzi_argument(sentence);
    struct kzi_table_pay pay;
    kzi_table_pay(report->table->rules, column, (struct kzi_table_worth){ENOUGH, -1, 1}, &pay);
    for (unsigned i = 0; i < pay.n_payers; i++) {
        const enum kzi_role role = pay.payers[i].role;
        kzi_text_put(text, i ? "/" : "");
        if (role == KZI_ROLE_DEALER)
            kzi_text_put(text, kzi_seat_in(report->doc->style, report->model->payments.dealer));
        else
            kzi_text_put(text, kzi_says_in(report->doc->style, role == KZI_ROLE_DISCARDER
                                                                   ? KZI_SAYS_head_discarder
                                                               : i ? KZI_SAYS_each_other
                                                                   : KZI_SAYS_each));
    }
}

/* --- cells ------------------------------------------------------------------------------------ */

/* Put that the hand is refused because its value is out of range. */
static void put_past_range(struct kzi_doc *doc, const char *key) {
    if (doc->json)
        kzi_doc_string(doc, key, NULL);
    else
        kzi_text_format(kzi_doc_text(doc, key), ">%lld", (long long)KZI_HIGHEST);
}

/* Put the amount of each payer; in words "1000/2000". */
static void put_pays(struct kzi_doc *doc, const struct kzi_table_pay *pay) {
    if (pay->past_range) {
        put_past_range(doc, "pays");
        return;
    }
    if (!doc->json) {
        struct kzi_text *text = kzi_doc_text(doc, "pays");
        for (unsigned i = 0; i < pay->n_payers; i++) {
            kzi_text_put(text, i ? "/" : "");
            kzi_text_int(text, pay->payers[i].pays);
        }
        kzi_text_put(text, pay->n_payers ? "" : "0");
        return;
    }
    KZI_DOC_OBJECT(doc, "pays")
        for (unsigned i = 0; i < pay->n_payers; i++)
            kzi_doc_int(doc, kzi_role_names[pay->payers[i].role], pay->payers[i].pays);
}

/* Put who wins and how, in JSON only. */
static void put_column(const struct report *report, struct kzi_table_column column) {
    struct kzi_doc *doc = report->doc;
    kzi_doc_string(doc, "winner",
                   report->table->dealer_is_equal      ? "any"
                   : column.outcome == KZI_DEALER_WINS ? "dealer"
                                                       : "other");
    kzi_doc_string(doc, "by", column.self_draw ? "self_draw" : "discard");
    if (column.outcome == KZI_DEALER_DISCARDS)
        kzi_doc_string(doc, "discarder", "dealer");
    if (column.payers)
        kzi_argument_condition(kzi_doc_words(doc, "when"), report->model, column.payers->when,
                               false);
}

static void begin_object(const struct report *report, const char *kind) {
    kzi_doc_element(report->doc);
    kzi_doc_ruleset(report->doc, "", report->table->rules);
    kzi_doc_string(report->doc, "table", kind);
}

/* Put the winner's points and each payer's amount. */
static void put_paid(const struct report *report, struct kzi_table_column column,
                     struct kzi_table_worth worth) {
    struct kzi_doc *doc = report->doc;
    struct kzi_table_pay pay;
    kzi_table_pay(report->table->rules, column, worth, &pay);
    if (doc->json)
        put_column(report, column);
    if (pay.past_range)
        put_past_range(doc, "points");
    else
        kzi_doc_int(doc, "points", pay.points);
    put_pays(doc, &pay);
    if (pay.past_range)
        kzi_doc_string(doc, "error", kzi_problem_names[KZI_VALUE_RANGE]);
}

/* Put a number; 0 becomes null. */
static void put_number(struct kzi_doc *doc, const char *key, int32_t number) {
    kzi_doc_known(doc, key, number, number);
}

/* Put the payments for a total. fu: NULL if the value depends only on the total. */
static void put_cell(const struct report *report, const struct kzi_table_fu *fu,
                     struct kzi_table_column column, int32_t total) {
    const struct kzi_model *model = report->model;
    struct kzi_doc *doc = report->doc;
    struct kzi_price price;
    if (fu && !kzi_table_has(fu, column.self_draw, total)) {
        if (doc->json)
            return;
        kzi_doc_element(doc);
        kzi_doc_string(doc, "pays", NULL);
        return;
    }
    kzi_fill_price(model, total, fu ? fu->fu : 0, &price);
    begin_object(report, "hand");
    kzi_doc_string(doc, "unit", model->unit);
    kzi_doc_int(doc, "total", total);
    put_number(doc, "fu", fu ? fu->fu : 0);
    kzi_doc_string(doc, "limit", price.limit < 0 ? NULL : model->limits[price.limit].id);
    if (price.limit >= 0)
        kzi_doc_string(doc, ".limit", "*");
    put_paid(report, column, kzi_table_worth(&price));
}

/* --- heads ------------------------------------------------------------------------------------ */

static void put_heads(const struct report *report, bool payers) {
    KZI_DOC_LIST(report->doc, "heads")
        for (unsigned i = 0; i < report->table->n_columns; i++) {
            KZI_DOC_SENTENCE(head, report->doc, NULL, payers ? KZI_SAYS_table_paid : KZI_AND) {
                argument_head(head, report, report->table->columns[i]);
                if (payers)
                    argument_payers(head, report, report->table->columns[i]);
            }
        }
}

/* Put a range of totals: "3", "4-6"; "13+" if `to` is less than `from`: no end. */
static void put_range(const struct report *report, int32_t from, int32_t to) {
    struct kzi_text *text = kzi_doc_text(report->doc, "total");
    kzi_text_int(text, from);
    if (to > from)
        kzi_text_format(text, "-%d", (int)to);
    else if (to < from)
        kzi_text_char(text, '+');
}

static void argument_unit(struct kzi_sentence *sentence, const struct report *report) {
    kzi_argument_word(sentence, "unit", report->model->unit);
}

static void put_unit(const struct report *report) {
    kzi_doc_code(report->doc, "unit", "unit", report->model->unit);
}

/* --- fu by total ----------------------------------------------------------------------------- */

static bool any_cell(const struct kzi_table *table, const struct kzi_table_fu *fu,
                     struct kzi_table_column column) {
    return table->n_totals &&
           kzi_table_has(fu, column.self_draw, table->totals[table->n_totals - 1]);
}

static bool has_fu_row(const struct kzi_table *table, struct kzi_table_column column) {
    unsigned i = 0;
    while (i < table->n_fu && !any_cell(table, &table->fu[i], column))
        i++;
    return i < table->n_fu;
}

static void put_fu_sheet(const struct report *report, struct kzi_table_column column) {
    const struct kzi_table *table = report->table;
    struct kzi_doc *doc = report->doc;
    KZI_DOC_SENTENCE(title, report->doc, "title", KZI_SAYS_table_paid_by) {
        argument_column(title, report, column);
        argument_payers(title, report, column);
    }
    KZI_DOC_LIST(doc, "totals")
        for (unsigned t = 0; t < table->n_totals; t++)
            kzi_argument_total(kzi_doc_words(doc, NULL), report->model, table->totals[t]);
    KZI_DOC_LIST(doc, "fu")
        for (unsigned i = 0; i < table->n_fu; i++) {
            if (!any_cell(table, &table->fu[i], column))
                continue;
            kzi_doc_element(doc);
            kzi_doc_int(doc, "fu", table->fu[i].fu);
            KZI_DOC_LIST(doc, "cells")
                for (unsigned t = 0; t < table->n_totals; t++)
                    put_cell(report, &table->fu[i], column, table->totals[t]);
        }
}

/* --- totals, limits --------------------------------------------------------------------------- */

static void put_total_sheet(const struct report *report) {
    const struct kzi_table *table = report->table;
    struct kzi_doc *doc = report->doc;
    KZI_DOC_SENTENCE(title, report->doc, "title", KZI_SAYS_table_by_total)
        argument_unit(title, report);
    put_unit(report);
    put_heads(report, true);
    KZI_DOC_LIST(doc, "values")
        for (unsigned t = 0; t < table->n_totals; t++) {
            kzi_doc_element(doc);
            put_range(report, table->totals[t], kzi_table_last_of_row(table, t));
            KZI_DOC_LIST(doc, "ways")
                for (unsigned i = 0; i < table->n_columns; i++)
                    put_cell(report, NULL, table->columns[i], table->totals[t]);
        }
}

/* Put the payments for a limit in each way of winning. */
static void put_limit_columns(const struct report *report, const struct kzi_table_limit *line) {
    const struct kzi_limit *limit = &report->model->limits[line->limit];
    struct kzi_doc *doc = report->doc;
    for (unsigned i = 0; i < report->table->n_columns; i++) {
        begin_object(report, "limit");
        kzi_doc_string(doc, "limit", limit->id);
        kzi_doc_int(doc, "multiplier", line->times);
        kzi_doc_int(doc, "worth", limit->worth);
        put_number(doc, "from_total", line->from);
        put_number(doc, "from_value", line->times == 1 ? limit->from_value : 0);
        put_paid(report, report->table->columns[i],
                 kzi_table_limit_worth(report->table->rules, line));
    }
}

static void put_limit_line(const struct report *report, const struct kzi_table_limit *line) {
    const struct kzi_limit *limit = &report->model->limits[line->limit];
    const bool by_value = line->times == 1 && limit->from_value;
    struct kzi_doc *doc = report->doc;
    kzi_doc_element(doc);
    kzi_argument_limit(kzi_doc_words(doc, "limit"), report->model, line->limit, line->times);
    if (line->from)
        put_range(report, line->from, line->to);
    else if (!by_value)
        kzi_doc_say(doc, "total", KZI_SAYS_head_yaku);
    if (by_value)
        kzi_doc_int(doc, "value", limit->from_value);
    KZI_DOC_LIST(doc, "ways")
        put_limit_columns(report, line);
}

static void put_limit_sheet(const struct report *report, const struct kzi_table_limit *lines,
                            unsigned count) {
    kzi_doc_say(report->doc, "title", KZI_SAYS_table_limits);
    put_unit(report);
    put_heads(report, false);
    KZI_DOC_LIST(report->doc, "limits")
        for (unsigned i = 0; i < count; i++)
            put_limit_line(report, &lines[i]);
}

/* Put the tables that have rows.  If limits pay every total, only the table of limits is left. */
static void put_sheets(const struct report *report) {
    const struct kzi_table *table = report->table;
    struct kzi_table_limit lines[KZI_TABLE_LIMITS];
    const unsigned count = kzi_table_limits(table->rules, lines);
    KZI_DOC_LIST(report->doc, "sheets") {
        for (unsigned i = 0; table->by_fu && i < table->n_columns; i++) {
            if (!has_fu_row(table, table->columns[i]))
                continue;
            kzi_doc_element(report->doc);
            put_fu_sheet(report, table->columns[i]);
        }
        if (!table->by_fu && table->n_totals) {
            kzi_doc_element(report->doc);
            put_total_sheet(report);
        }
        if (count) {
            kzi_doc_element(report->doc);
            put_limit_sheet(report, lines, count);
        }
    }
}

/* --- sentences below the tables -------------------------------------------------------------- */

static void put_value(const struct report *report) {
    const struct kzi_hand_value *value = &report->model->hand_value;
    if (!value->doubling || !report->table->n_totals)
        return;
    KZI_DOC_SENTENCE(whole, report->doc, NULL,
                     report->table->by_fu && report->model->limit_names.count
                         ? KZI_SAYS_table_or_limit
                         : KZI_SAYS_table_end)
        KZI_SENTENCE(whole, value->round.mode ? KZI_SAYS_that_is + value->round.mode : KZI_AND) {
            KZI_SENTENCE(whole, KZI_SAYS_table_worth) {
                KZI_SENTENCE(whole, !value->plus      ? KZI_SAYS_table_unit
                                    : value->plus < 0 ? KZI_SAYS_table_less
                                                      : KZI_SAYS_table_more) {
                    argument_unit(whole, report);
                    kzi_argument_int(whole, abs(value->plus));
                }
                if (value->start)
                    kzi_argument_int(whole, value->start);
                else
                    kzi_argument_says(whole, KZI_SAYS_fu_word);
            }
            if (value->round.mode)
                kzi_argument_int(whole, value->round.to);
        }
}

static const struct kzi_share *share_of(const struct kzi_table *table,
                                        struct kzi_table_column column, unsigned role) {
    const struct kzi_payment *payment =
        kzi_payment_by(&table->rules->model->payments, column.self_draw);
    return &(column.payers ? column.payers->by : payment->by)[column.outcome].of[role];
}

/* Put the payments that are not shares of the value, for one way of winning. */
static void put_added(const struct report *report, struct kzi_table_column column) {
    static const enum kzi_says roles[KZI_ROLES] = {[KZI_ROLE_DISCARDER] = KZI_SAYS_the_discarder,
                                                   [KZI_ROLE_OTHERS] = KZI_SAYS_each_of_the_rest};
    bool any = false;
    KZI_DOC_SENTENCE(whole, report->doc, NULL, any ? KZI_SAYS_table_added : KZI_AND) {
        KZI_SENTENCE(whole, KZI_COMMA)
            for (unsigned role = 0; role < KZI_ROLES; role++) {
                const struct kzi_share *share = share_of(report->table, column, role);
                if (!share->said || !share->plus)
                    continue;
                any = true;
                KZI_SENTENCE(whole, KZI_SAYS_table_from) {
                    kzi_argument_int(whole, share->plus);
                    if (role == KZI_ROLE_DEALER)
                        argument_dealer(whole, report);
                    else
                        kzi_argument_says(whole, roles[role]);
                }
            }
        if (any)
            argument_column(whole, report, column);
    }
}

static void put_rounding(const struct report *report) {
    static const enum kzi_says says[] = {KZI_SAYS_discard_payment_rounded,
                                         KZI_SAYS_self_draw_payment_rounded,
                                         KZI_SAYS_payment_rounded};
    const struct kzi_payments *payments = &report->model->payments;
    const struct kzi_round *rounds[] = {&payments->discard.round, &payments->self_draw.round};
    const bool equal = rounds[0]->mode == rounds[1]->mode && rounds[0]->to == rounds[1]->to;
    for (unsigned i = equal; i < 2; i++) {
        if (rounds[i]->mode == KZI_ROUND_NONE)
            continue;
        KZI_DOC_SENTENCE(sentence, report->doc, NULL, says[i + equal])
            kzi_argument_round(sentence, rounds[i]);
    }
}

static void put_counters(const struct report *report) {
    const struct kzi_payments *payments = &report->model->payments;
    const int64_t discarder = kzi_counter_share(payments, false, true, false, 1),
                  each = kzi_counter_share(payments, true, false, false, 1);
    const int32_t between = payments->discard.counter[KZI_ROLE_DEALER];
    if (discarder || each)
        KZI_DOC_SAY(report->doc, NULL, KZI_SAYS_table_counters, "%lld\t%lld", (long long)discarder,
                    (long long)each);
    if (between)
        KZI_DOC_SAY(report->doc, NULL, KZI_SAYS_table_counters_between, "%d", (int)between);
    if (payments->bet)
        KZI_DOC_SAY(report->doc, NULL, KZI_SAYS_table_bets, "%d", (int)payments->bet);
}

/* Put the yaku and limits that are worth chips. */
static void put_chips(const struct report *report) {
    const struct kzi_model *model = report->model;
    if (!model->payments.has_chips)
        return;
    KZI_DOC_SENTENCE(sentence, report->doc, NULL, KZI_SAYS_table_chips)
        KZI_SENTENCE(sentence, KZI_COMMA) {
            for (unsigned i = 0; i < model->yaku_names.count; i++) {
                const struct kzi_yaku *yaku = &model->yaku[i];
                if (!yaku->in_use || (!yaku->chips[0] && !yaku->chips[1]))
                    continue;
                KZI_SENTENCE(sentence, KZI_SAYS_table_chips_of) {
                    kzi_argument_yaku(sentence, model, i);
                    kzi_argument_chips_worth(sentence, yaku->chips[0], yaku->chips[1]);
                }
            }
            for (unsigned i = 0; i < model->limit_names.count; i++) {
                const struct kzi_limit *limit = &model->limits[i];
                if (!limit->in_use || !limit->chips)
                    continue;
                KZI_SENTENCE(sentence, KZI_SAYS_table_chips_of) {
                    kzi_argument_limit(sentence, model, i, 1);
                    kzi_argument_chips_worth(sentence, limit->chips, limit->chips);
                }
            }
        }
}

/* Put an amount with its payer as an argument, unless it is 0. */
static void argument_from(struct kzi_sentence *list, int32_t amount, enum kzi_says payer) {
    if (!amount)
        return;
    KZI_SENTENCE(list, KZI_SAYS_table_from) {
        kzi_argument_int(list, amount);
        kzi_argument_says(list, payer);
    }
}

/* Put the payments for kongs. */
static void put_kongs(const struct report *report) {
    static const enum kzi_says back[] = {[KZI_GIVEN_BACK_BY_NOT_READY] = KZI_SAYS_table_kongs_ready,
                                         [KZI_GIVEN_BACK_BY_ALL] = KZI_SAYS_table_kongs_won};
    const struct kzi_kongs *kongs = &report->model->payments.kongs;
    for (unsigned kind = 0; kongs->in_use && kind < KZI_KONG_KINDS; kind++) {
        const struct kzi_kong_money *money = &kongs->money[kind];
        KZI_DOC_SENTENCE(whole, report->doc, NULL, KZI_SAYS_table_kong) {
            KZI_SENTENCE(whole, KZI_SAYS_kong_of)
                kzi_argument_word(whole, "kong", kzi_kong_kind_names[kind]);
            KZI_SENTENCE(whole, KZI_COMMA) {
                argument_from(whole, money->from, KZI_SAYS_the_discarder);
                argument_from(whole, money->others, KZI_SAYS_each_of_the_rest);
            }
        }
    }
    if (kongs->by_tile)
        kzi_doc_say(report->doc, NULL, KZI_SAYS_table_kongs_by_tile);
    if (kongs->given_back)
        kzi_doc_say(report->doc, NULL, back[kongs->given_back]);
}

/* Put the payments of those who are not ready at a draw. */
static void put_draw(const struct report *report) {
    const struct kzi_draw *draw = &report->model->payments.draw;
    if (draw->not_ready_pay)
        KZI_DOC_SAY(report->doc, NULL, KZI_SAYS_table_draw, "%d", (int)draw->not_ready_pay);
    if (draw->best_hand)
        kzi_doc_say(report->doc, NULL, KZI_SAYS_table_draw_best);
}

static void put_bound(const struct report *report) {
    const struct kzi_limit *bound = report->model->payment_bound;
    if (!bound)
        return;
    KZI_DOC_SENTENCE(sentence, report->doc, NULL, KZI_SAYS_table_bound) {
        kzi_argument_int(sentence, bound->worth);
        kzi_argument_limit(sentence, report->model, (unsigned)(bound - report->model->limits), 1);
    }
}

static void put_minimum(const struct report *report) {
    const struct kzi_model *model = report->model;
    if (model->total_at_most)
        KZI_DOC_SENTENCE(max, report->doc, NULL, KZI_SAYS_table_total_most)
            kzi_argument_total(max, model, model->total_at_most);
    if (!model->minimum)
        kzi_doc_say(report->doc, NULL, KZI_SAYS_table_no_minimum);
    else
        KZI_DOC_SENTENCE(min, report->doc, NULL, KZI_SAYS_table_minimum)
            kzi_argument_total(min, model, model->minimum);
    if (model->minimum_value)
        KZI_DOC_SENTENCE(min, report->doc, NULL, KZI_SAYS_table_minimum_value)
            kzi_argument_int(min, model->minimum_value);
    if (model->minimum_when)
        KZI_DOC_SENTENCE(when, report->doc, NULL, KZI_SAYS_table_minimum_when)
            kzi_argument_condition(when, model, model->minimum_when, false);
}

static void put_notes(const struct report *report) {
    const struct kzi_table *table = report->table;
    KZI_DOC_LIST(report->doc, "notes") {
        put_value(report);
        if (table->by_fu && table->n_totals)
            kzi_doc_say(report->doc, NULL, KZI_SAYS_table_none);
        if (table->by_fu && !report->model->fu.n_rows)
            kzi_doc_say(report->doc, NULL, KZI_SAYS_table_unnamed);
        if (table->lacks_columns)
            kzi_doc_say(report->doc, NULL, KZI_SAYS_table_lacks_ways);
        for (unsigned i = 0; i < table->n_columns; i++)
            put_added(report, table->columns[i]);
        put_rounding(report);
        put_bound(report);
        put_counters(report);
        put_chips(report);
        put_kongs(report);
        put_draw(report);
        put_minimum(report);
    }
}

/* --- all -------------------------------------------------------------------------------------- */

/* Write the tables by a layout. */
static void put_by_layout(struct kzi_text *text, const struct kzi_table *table,
                          const struct kzi_style *style, enum kzi_layout layout) {
    const struct kzi_model *model = table->rules->model;
    struct kzi_doc doc = kzi_doc_begin(text, style);
    const struct report report = {&doc, table, model};
    if (model->title || model->n_overlays)
        kzi_say_title(kzi_doc_text(&doc, "title"), model, style->language);
    kzi_put_ruleset_label(&doc, model);
    put_sheets(&report);
    put_notes(&report);
    kzi_doc_end(&doc, layout);
}

void kzi_put_table_body(struct kzi_text *text, const struct kzi_table *table,
                        const struct kzi_style *style) {
    put_by_layout(text, table, style, KZI_LAYOUT_tables_body);
}

static void put_page(struct kzi_text *text, const struct kzi_table *table,
                     const struct kzi_style *style) {
    struct kzi_text title = kzi_text_growing();
    struct kzi_sentence named = kzi_sentence_on(&title, style);
    KZI_SENTENCE(&named, KZI_SAYS_title_tables)
        kzi_say_title(kzi_argument(&named), table->rules->model, style->language);
    kzi_html_begin(text, &title, style);
    put_by_layout(text, table, style, KZI_LAYOUT_tables_page);
    kzi_html_end(text, style);
}

/* --- JSON: a line for each cell --------------------------------------------------------------- */

static void put_counter_line(const struct report *report) {
    const struct kzi_payments *payments = &report->model->payments;
    struct kzi_doc *doc = report->doc;
    begin_object(report, "counter");
    KZI_DOC_OBJECT(doc, "discard") {
        kzi_doc_int(doc, "discarder", kzi_counter_share(payments, false, true, false, 1));
        kzi_doc_int(doc, "others", kzi_counter_share(payments, false, false, false, 1));
    }
    KZI_DOC_OBJECT(doc, "self_draw")
        kzi_doc_int(doc, "each", kzi_counter_share(payments, true, false, false, 1));
    if (payments->discard.counter[KZI_ROLE_DEALER])
        kzi_doc_int(doc, "to_or_from_dealer", payments->discard.counter[KZI_ROLE_DEALER]);
}

static void put_lines(struct kzi_text *text, const struct kzi_table *table) {
    struct kzi_doc doc = kzi_doc_extend(text, &kzi_code_style);
    const struct report report = {&doc, table, table->rules->model};
    struct kzi_table_limit lines[KZI_TABLE_LIMITS];
    const unsigned count = kzi_table_limits(table->rules, lines);
    KZI_DOC_LINES(&doc, ".") {
        for (unsigned w = 0; w < table->n_columns; w++)
            for (unsigned i = 0; i < (table->by_fu ? table->n_fu : 1); i++)
                for (unsigned t = 0; t < table->n_totals; t++)
                    put_cell(&report, table->by_fu ? &table->fu[i] : NULL, table->columns[w],
                             table->totals[t]);
        for (unsigned i = 0; i < count; i++)
            put_limit_columns(&report, &lines[i]);
        put_counter_line(&report);
        begin_object(&report, "bet");
        kzi_doc_int(&doc, "points", report.model->payments.bet);
        begin_object(&report, "minimum");
        kzi_doc_string(&doc, "unit", report.model->unit);
        kzi_doc_int(&doc, "total", report.model->minimum);
    }
    kzi_doc_end(&doc, KZI_LAYOUT_tables);
}

void kzi_put_table(struct kzi_text *text, const struct kzi_table *table,
                   const struct kzi_style *style) {
    if (style->form == KZI_JSON)
        put_lines(text, table);
    else if (style->form == KZI_PAGE)
        put_page(text, table, style);
    else
        put_by_layout(text, table, style, KZI_LAYOUT_tables);
}
