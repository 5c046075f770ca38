/* The point tables of a ruleset as text, on a page, and as JSON, one object for each cell. */
#include "analysis/tables/table.h"

#include "analysis/html/html.h"
#include "report/ruleset_report.h"
#include "words/condition_words.h"
#include "words/rule_names.h"

#include <stdlib.h>

struct table_ctx {
    struct kzi_doc *doc;
    const struct kzi_table *table;
    const struct kzi_model *model;
};

/* --- ways of winning, as arguments of a sentence ---------------------------------------------- */

static void argument_dealer(struct kzi_sentence *sentence, const struct table_ctx *ctx) {
    kzi_argument_seat(sentence, ctx->model->payments.dealer);
}

/* End with the condition for other payers, if there is one. */
static void end_column(struct kzi_sentence *sentence, const struct table_ctx *ctx,
                       struct kzi_table_column column) {
    if (column.payers)
        kzi_argument_condition(sentence, ctx->model, column.payers->when, false);
    kzi_sentence_end(sentence, column.payers ? KZI_SAYS_table_if : KZI_AND);
}

/* Put a way of winning as an argument: "East wins on a discard", "Another seat wins by self-draw if
 * ..." */
static void argument_column(struct kzi_sentence *sentence, const struct table_ctx *ctx,
                            struct kzi_table_column column) {
    const bool from_dealer = column.outcome == KZI_DEALER_DISCARDS;
    kzi_sentence_begin(sentence);
    KZI_SENTENCE(sentence, from_dealer        ? KZI_SAYS_wins_on_discard
                           : column.self_draw ? KZI_SAYS_wins_by_self_draw
                                              : KZI_SAYS_wins_on_any_discard) {
        if (column.outcome == KZI_DEALER_WINS && !ctx->table->dealer_is_equal)
            argument_dealer(sentence, ctx);
        else
            kzi_argument_says(sentence, ctx->table->dealer_is_equal ? KZI_SAYS_a_player
                                                                    : KZI_SAYS_another_seat);
        if (from_dealer)
            argument_dealer(sentence, ctx);
    }
    end_column(sentence, ctx, column);
}

/* The most columns whose heads may omit what the head before them says: more may not fit a
 * terminal, which then shows them apart. */
#define FIT 4

static void argument_head(struct kzi_sentence *sentence, const struct table_ctx *ctx,
                          struct kzi_table_column column) {
    const bool winner = !ctx->table->dealer_is_equal &&
                        (!column.self_draw || ctx->table->n_columns > FIT),
               from_dealer = column.outcome == KZI_DEALER_DISCARDS;
    kzi_sentence_begin(sentence);
    KZI_SENTENCE(sentence, from_dealer                  ? KZI_SAYS_table_from
                           : winner && column.self_draw ? KZI_SAYS_table_by_self_draw
                                                        : KZI_AND) {
        if (winner && column.outcome == KZI_DEALER_WINS)
            argument_dealer(sentence, ctx);
        else
            kzi_argument_says(sentence, winner             ? KZI_SAYS_head_other
                                        : column.self_draw ? KZI_SAYS_head_self_draw
                                                           : KZI_SAYS_head_discard);
        if (from_dealer)
            argument_dealer(sentence, ctx);
    }
    end_column(sentence, ctx, column);
}

#define ENOUGH 1000000 /* a value that no rounding makes 0 */

/* Put who pays as an argument, in the order of put_pays: "discarder", "East/each other". */
static void argument_payers(struct kzi_sentence *sentence, const struct table_ctx *ctx,
                            struct kzi_table_column column) {
    struct kzi_text *text = kzi_argument(sentence);
    struct kzi_table_pay pay;
    kzi_table_pay(ctx->table->rules, column, (struct kzi_table_worth){ENOUGH, -1, 1}, &pay);
    for (unsigned i = 0; i < pay.n_payers; i++) {
        const enum kzi_role role = pay.payers[i].role;
        kzi_text_put(text, i ? "/" : "");
        if (role == KZI_ROLE_DEALER)
            kzi_text_put(text, kzi_seat_in(ctx->doc->style, ctx->model->payments.dealer));
        else
            kzi_text_put(text, kzi_says_in(ctx->doc->style, role == KZI_ROLE_DISCARDER
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
        kzi_text_format(kzi_doc_text(doc, key), ">%lld", (long long)KZI_MAX_NUMBER);
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
static void put_column(const struct table_ctx *ctx, struct kzi_table_column column) {
    struct kzi_doc *doc = ctx->doc;
    kzi_doc_string(doc, "winner",
                   ctx->table->dealer_is_equal         ? "any"
                   : column.outcome == KZI_DEALER_WINS ? "dealer"
                                                       : "other");
    kzi_doc_string(doc, "by", column.self_draw ? "self_draw" : "discard");
    if (column.outcome == KZI_DEALER_DISCARDS)
        kzi_doc_string(doc, "discarder", "dealer");
    if (column.payers)
        kzi_argument_condition(kzi_doc_words(doc, "when"), ctx->model, column.payers->when, false);
}

static void begin_object(const struct table_ctx *ctx, const char *kind) {
    kzi_doc_element(ctx->doc);
    kzi_doc_ruleset(ctx->doc, "", ctx->table->rules);
    kzi_doc_string(ctx->doc, "table", kind);
}

/* Put the winner's points and each payer's amount. */
static void put_paid(const struct table_ctx *ctx, struct kzi_table_column column,
                     struct kzi_table_worth worth) {
    struct kzi_doc *doc = ctx->doc;
    struct kzi_table_pay pay;
    kzi_table_pay(ctx->table->rules, column, worth, &pay);
    if (doc->json)
        put_column(ctx, column);
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
static void put_cell(const struct table_ctx *ctx, const struct kzi_table_fu *fu,
                     struct kzi_table_column column, int32_t total) {
    const struct kzi_model *model = ctx->model;
    struct kzi_doc *doc = ctx->doc;
    struct kzi_price price;
    if (fu && !kzi_table_has(fu, column.self_draw, total)) {
        if (doc->json)
            return;
        kzi_doc_element(doc);
        kzi_doc_string(doc, "pays", NULL);
        return;
    }
    kzi_fill_price(model, total, fu ? fu->fu : 0, &price);
    begin_object(ctx, "hand");
    kzi_doc_string(doc, "unit", model->unit);
    kzi_doc_int(doc, "total", total);
    put_number(doc, "fu", fu ? fu->fu : 0);
    kzi_doc_string(doc, "limit", price.limit < 0 ? NULL : model->limits[price.limit].id);
    if (price.limit >= 0)
        kzi_doc_string(doc, ".limit", "*");
    put_paid(ctx, column, kzi_table_worth(&price));
}

/* --- heads ------------------------------------------------------------------------------------ */

static void put_heads(const struct table_ctx *ctx, bool payers) {
    KZI_DOC_LIST(ctx->doc, "heads")
        for (unsigned i = 0; i < ctx->table->n_columns; i++) {
            KZI_DOC_SENTENCE(head, ctx->doc, NULL, payers ? KZI_SAYS_table_paid : KZI_AND) {
                argument_head(head, ctx, ctx->table->columns[i]);
                if (payers)
                    argument_payers(head, ctx, ctx->table->columns[i]);
            }
        }
}

/* Put a range of totals: "3", "4-6"; "13+" if `to` is less than `from`: no end. */
static void put_range(const struct table_ctx *ctx, int32_t from, int32_t to) {
    struct kzi_text *text = kzi_doc_text(ctx->doc, "total");
    kzi_text_int(text, from);
    if (to > from)
        kzi_text_format(text, "-%d", (int)to);
    else if (to < from)
        kzi_text_char(text, '+');
}

static void argument_unit(struct kzi_sentence *sentence, const struct table_ctx *ctx) {
    kzi_argument_word(sentence, "unit", ctx->model->unit);
}

static void put_unit(const struct table_ctx *ctx) {
    kzi_doc_code(ctx->doc, "unit", "unit", ctx->model->unit);
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

static void put_fu_sheet(const struct table_ctx *ctx, struct kzi_table_column column) {
    const struct kzi_table *table = ctx->table;
    struct kzi_doc *doc = ctx->doc;
    KZI_DOC_SENTENCE(title, ctx->doc, "title", KZI_SAYS_table_paid_by) {
        argument_column(title, ctx, column);
        argument_payers(title, ctx, column);
    }
    KZI_DOC_LIST(doc, "totals")
        for (unsigned t = 0; t < table->n_totals; t++)
            kzi_argument_total(kzi_doc_words(doc, NULL), ctx->model, table->totals[t]);
    KZI_DOC_LIST(doc, "fu")
        for (unsigned i = 0; i < table->n_fu; i++) {
            if (!any_cell(table, &table->fu[i], column))
                continue;
            kzi_doc_element(doc);
            kzi_doc_int(doc, "fu", table->fu[i].fu);
            KZI_DOC_LIST(doc, "cells")
                for (unsigned t = 0; t < table->n_totals; t++)
                    put_cell(ctx, &table->fu[i], column, table->totals[t]);
        }
}

/* --- totals, limits --------------------------------------------------------------------------- */

static void put_total_sheet(const struct table_ctx *ctx) {
    const struct kzi_table *table = ctx->table;
    struct kzi_doc *doc = ctx->doc;
    KZI_DOC_SENTENCE(title, ctx->doc, "title", KZI_SAYS_table_by_total)
        argument_unit(title, ctx);
    put_unit(ctx);
    put_heads(ctx, true);
    KZI_DOC_LIST(doc, "values")
        for (unsigned t = 0; t < table->n_totals; t++) {
            kzi_doc_element(doc);
            put_range(ctx, table->totals[t], kzi_table_last_of_row(table, t));
            KZI_DOC_LIST(doc, "ways")
                for (unsigned i = 0; i < table->n_columns; i++)
                    put_cell(ctx, NULL, table->columns[i], table->totals[t]);
        }
}

/* Put the payments for a limit in each way of winning. */
static void put_limit_columns(const struct table_ctx *ctx, const struct kzi_table_limit *line) {
    const struct kzi_limit *limit = &ctx->model->limits[line->limit];
    struct kzi_doc *doc = ctx->doc;
    for (unsigned i = 0; i < ctx->table->n_columns; i++) {
        begin_object(ctx, "limit");
        kzi_doc_string(doc, "limit", limit->id);
        kzi_doc_int(doc, "multiplier", line->times);
        kzi_doc_int(doc, "worth", limit->worth);
        put_number(doc, "from_total", line->from);
        put_number(doc, "from_value", line->times == 1 ? limit->from_value : 0);
        put_paid(ctx, ctx->table->columns[i], kzi_table_limit_worth(ctx->table->rules, line));
    }
}

static void put_limit_line(const struct table_ctx *ctx, const struct kzi_table_limit *line) {
    const struct kzi_limit *limit = &ctx->model->limits[line->limit];
    const bool by_value = line->times == 1 && limit->from_value;
    struct kzi_doc *doc = ctx->doc;
    kzi_doc_element(doc);
    kzi_argument_limit(kzi_doc_words(doc, "limit"), ctx->model, line->limit, line->times);
    if (line->from)
        put_range(ctx, line->from, line->to);
    else if (!by_value)
        kzi_doc_say(doc, "total", KZI_SAYS_head_yaku);
    if (by_value)
        kzi_doc_int(doc, "value", limit->from_value);
    KZI_DOC_LIST(doc, "ways")
        put_limit_columns(ctx, line);
}

static void put_limit_sheet(const struct table_ctx *ctx, const struct kzi_table_limit *lines,
                            unsigned count) {
    kzi_doc_say(ctx->doc, "title", KZI_SAYS_table_limits);
    put_unit(ctx);
    put_heads(ctx, false);
    KZI_DOC_LIST(ctx->doc, "limits")
        for (unsigned i = 0; i < count; i++)
            put_limit_line(ctx, &lines[i]);
}

/* Put the tables that have rows.  If limits pay every total, only the table of limits is left. */
static void put_sheets(const struct table_ctx *ctx) {
    const struct kzi_table *table = ctx->table;
    struct kzi_table_limit lines[KZI_TABLE_LIMITS];
    const unsigned count = kzi_table_limits(table->rules, lines);
    KZI_DOC_LIST(ctx->doc, "sheets") {
        for (unsigned i = 0; table->by_fu && i < table->n_columns; i++) {
            if (!has_fu_row(table, table->columns[i]))
                continue;
            kzi_doc_element(ctx->doc);
            put_fu_sheet(ctx, table->columns[i]);
        }
        if (!table->by_fu && table->n_totals) {
            kzi_doc_element(ctx->doc);
            put_total_sheet(ctx);
        }
        if (count) {
            kzi_doc_element(ctx->doc);
            put_limit_sheet(ctx, lines, count);
        }
    }
}

/* --- sentences below the tables -------------------------------------------------------------- */

static void put_value(const struct table_ctx *ctx) {
    const struct kzi_hand_value *value = &ctx->model->hand_value;
    if (!value->doubling || !ctx->table->n_totals)
        return;
    KZI_DOC_SENTENCE(whole, ctx->doc, NULL,
                     ctx->table->by_fu && ctx->model->limit_names.count ? KZI_SAYS_table_or_limit
                                                                        : KZI_SAYS_table_end)
        KZI_SENTENCE(whole, value->round.mode ? KZI_SAYS_that_is + value->round.mode : KZI_AND) {
            KZI_SENTENCE(whole, KZI_SAYS_table_worth) {
                KZI_SENTENCE(whole, !value->plus      ? KZI_SAYS_table_unit
                                    : value->plus < 0 ? KZI_SAYS_table_less
                                                      : KZI_SAYS_table_more) {
                    argument_unit(whole, ctx);
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
static void put_added(const struct table_ctx *ctx, struct kzi_table_column column) {
    static const enum kzi_says roles[KZI_ROLES] = {[KZI_ROLE_DISCARDER] = KZI_SAYS_the_discarder,
                                                   [KZI_ROLE_OTHERS] = KZI_SAYS_each_of_the_rest};
    bool any = false;
    KZI_DOC_SENTENCE(whole, ctx->doc, NULL, any ? KZI_SAYS_table_added : KZI_AND) {
        KZI_SENTENCE(whole, KZI_COMMA)
            for (unsigned role = 0; role < KZI_ROLES; role++) {
                const struct kzi_share *share = share_of(ctx->table, column, role);
                if (!share->written || !share->plus)
                    continue;
                any = true;
                KZI_SENTENCE(whole, KZI_SAYS_table_from) {
                    kzi_argument_int(whole, share->plus);
                    if (role == KZI_ROLE_DEALER)
                        argument_dealer(whole, ctx);
                    else
                        kzi_argument_says(whole, roles[role]);
                }
            }
        if (any)
            argument_column(whole, ctx, column);
    }
}

static void put_rounding(const struct table_ctx *ctx) {
    static const enum kzi_says says[] = {KZI_SAYS_discard_payment_rounded,
                                         KZI_SAYS_self_draw_payment_rounded,
                                         KZI_SAYS_payment_rounded};
    const struct kzi_payments *payments = &ctx->model->payments;
    const struct kzi_round *rounds[] = {&payments->discard.round, &payments->self_draw.round};
    const bool equal = rounds[0]->mode == rounds[1]->mode && rounds[0]->to == rounds[1]->to;
    for (unsigned i = equal; i < 2; i++) {
        if (rounds[i]->mode == KZI_ROUND_NONE)
            continue;
        KZI_DOC_SENTENCE(sentence, ctx->doc, NULL, says[i + equal])
            kzi_argument_round(sentence, rounds[i]);
    }
}

static void put_counters(const struct table_ctx *ctx) {
    const struct kzi_payments *payments = &ctx->model->payments;
    const int64_t discarder = kzi_counter_share(payments, false, true, false, 1),
                  each = kzi_counter_share(payments, true, false, false, 1);
    const int32_t between = payments->discard.counter[KZI_ROLE_DEALER];
    if (discarder || each)
        KZI_DOC_SAY(ctx->doc, NULL, KZI_SAYS_table_counters, "%lld\t%lld", (long long)discarder,
                    (long long)each);
    if (between)
        KZI_DOC_SAY(ctx->doc, NULL, KZI_SAYS_table_counters_between, "%d", (int)between);
    if (payments->bet)
        KZI_DOC_SAY(ctx->doc, NULL, KZI_SAYS_table_bets, "%d", (int)payments->bet);
}

/* Put the yaku and limits that are worth chips. */
static void put_chips(const struct table_ctx *ctx) {
    const struct kzi_model *model = ctx->model;
    if (!model->payments.has_chips)
        return;
    KZI_DOC_SENTENCE(sentence, ctx->doc, NULL, KZI_SAYS_table_chips)
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
static void put_kongs(const struct table_ctx *ctx) {
    static const enum kzi_says back[] = {[KZI_GIVEN_BACK_BY_NOT_READY] = KZI_SAYS_table_kongs_ready,
                                         [KZI_GIVEN_BACK_BY_ALL] = KZI_SAYS_table_kongs_won};
    const struct kzi_kongs *kongs = &ctx->model->payments.kongs;
    for (unsigned kind = 0; kongs->in_use && kind < KZI_KONG_KINDS; kind++) {
        const struct kzi_kong_money *money = &kongs->money[kind];
        KZI_DOC_SENTENCE(whole, ctx->doc, NULL, KZI_SAYS_table_kong) {
            KZI_SENTENCE(whole, KZI_SAYS_kong_of)
                kzi_argument_word(whole, "kong", kzi_kong_kind_names[kind]);
            KZI_SENTENCE(whole, KZI_COMMA) {
                argument_from(whole, money->from, KZI_SAYS_the_discarder);
                argument_from(whole, money->others, KZI_SAYS_each_of_the_rest);
            }
        }
    }
    if (kongs->by_tile)
        kzi_doc_say(ctx->doc, NULL, KZI_SAYS_table_kongs_by_tile);
    if (kongs->given_back)
        kzi_doc_say(ctx->doc, NULL, back[kongs->given_back]);
}

/* Put the payments of those who are not ready at a draw. */
static void put_draw(const struct table_ctx *ctx) {
    const struct kzi_draw *draw = &ctx->model->payments.draw;
    if (draw->not_ready_pay)
        KZI_DOC_SAY(ctx->doc, NULL, KZI_SAYS_table_draw, "%d", (int)draw->not_ready_pay);
    if (draw->best_hand)
        kzi_doc_say(ctx->doc, NULL, KZI_SAYS_table_draw_best);
}

static void put_bound(const struct table_ctx *ctx) {
    const struct kzi_limit *bound = ctx->model->payment_bound;
    if (!bound)
        return;
    KZI_DOC_SENTENCE(sentence, ctx->doc, NULL, KZI_SAYS_table_bound) {
        kzi_argument_int(sentence, bound->worth);
        kzi_argument_limit(sentence, ctx->model, (unsigned)(bound - ctx->model->limits), 1);
    }
}

static void put_minimum(const struct table_ctx *ctx) {
    const struct kzi_model *model = ctx->model;
    if (model->total_at_most)
        KZI_DOC_SENTENCE(max, ctx->doc, NULL, KZI_SAYS_table_total_most)
            kzi_argument_total(max, model, model->total_at_most);
    if (!model->minimum)
        kzi_doc_say(ctx->doc, NULL, KZI_SAYS_table_no_minimum);
    else
        KZI_DOC_SENTENCE(min, ctx->doc, NULL, KZI_SAYS_table_minimum)
            kzi_argument_total(min, model, model->minimum);
    if (model->minimum_value)
        KZI_DOC_SENTENCE(min, ctx->doc, NULL, KZI_SAYS_table_minimum_value)
            kzi_argument_int(min, model->minimum_value);
    if (model->minimum_when)
        KZI_DOC_SENTENCE(when, ctx->doc, NULL, KZI_SAYS_table_minimum_when)
            kzi_argument_condition(when, model, model->minimum_when, false);
}

/* Return whether totals between the rows have no row. */
static bool lacks_totals(const struct kzi_table *table) {
    const unsigned count = table->by_fu ? 0 : table->n_totals;
    return count && !table->rules->model->hand_value.n_rows &&
           table->totals[count - 1] - table->totals[0] >= (int32_t)count;
}

static void put_notes(const struct table_ctx *ctx) {
    const struct kzi_table *table = ctx->table;
    KZI_DOC_LIST(ctx->doc, "notes") {
        put_value(ctx);
        if (table->by_fu && table->n_totals)
            kzi_doc_say(ctx->doc, NULL, KZI_SAYS_table_none);
        if (table->by_fu && !ctx->model->fu.n_rows)
            kzi_doc_say(ctx->doc, NULL, KZI_SAYS_table_unnamed);
        if (table->lacks_columns)
            kzi_doc_say(ctx->doc, NULL, KZI_SAYS_table_lacks_ways);
        if (lacks_totals(table))
            kzi_doc_say(ctx->doc, NULL, KZI_SAYS_table_lacks_totals);
        for (unsigned i = 0; i < table->n_columns; i++)
            put_added(ctx, table->columns[i]);
        put_rounding(ctx);
        put_bound(ctx);
        put_counters(ctx);
        put_chips(ctx);
        put_kongs(ctx);
        put_draw(ctx);
        put_minimum(ctx);
    }
}

/* --- all -------------------------------------------------------------------------------------- */

/* Write the tables by a layout. */
static void put_by_layout(struct kzi_text *text, const struct kzi_table *table,
                          const struct kzi_style *style, enum kzi_layout layout) {
    const struct kzi_model *model = table->rules->model;
    struct kzi_doc doc = kzi_doc_begin(text, style);
    const struct table_ctx ctx = {&doc, table, model};
    if (model->title || model->n_overlays)
        kzi_say_title(kzi_doc_text(&doc, "title"), model, style->language);
    kzi_put_ruleset_label(&doc, model);
    put_sheets(&ctx);
    put_notes(&ctx);
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

static void put_counter_line(const struct table_ctx *ctx) {
    const struct kzi_payments *payments = &ctx->model->payments;
    struct kzi_doc *doc = ctx->doc;
    begin_object(ctx, "counter");
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
    const struct table_ctx ctx = {&doc, table, table->rules->model};
    struct kzi_table_limit lines[KZI_TABLE_LIMITS];
    const unsigned count = kzi_table_limits(table->rules, lines);
    KZI_DOC_LINES(&doc, ".") {
        for (unsigned w = 0; w < table->n_columns; w++)
            for (unsigned i = 0; i < (table->by_fu ? table->n_fu : 1); i++)
                for (unsigned t = 0; t < table->n_totals; t++)
                    put_cell(&ctx, table->by_fu ? &table->fu[i] : NULL, table->columns[w],
                             table->totals[t]);
        for (unsigned i = 0; i < count; i++)
            put_limit_columns(&ctx, &lines[i]);
        put_counter_line(&ctx);
        begin_object(&ctx, "bet");
        kzi_doc_int(&doc, "points", ctx.model->payments.bet);
        begin_object(&ctx, "minimum");
        kzi_doc_string(&doc, "unit", ctx.model->unit);
        kzi_doc_int(&doc, "total", ctx.model->minimum);
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
