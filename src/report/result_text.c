/* Write a result for a player: the situation, the hand, its yaku, its fu, and who pays whom. */
#include "report/result_text.h"

#include "base/text_json.h"
#include "base/utf8.h"
#include "report/wording.h"
#include "words/condition_words.h"

#include <stdlib.h>
#include <string.h>

/* --- parts of lines --------------------------------------------------------------------------- */

static void put_ink(struct kzi_text *text, const struct kzi_style *style, const char *ink) {
    kzi_text_put(text, style->color ? ink : "");
}

void kzi_ink_bold(struct kzi_text *text, const struct kzi_style *style) {
    put_ink(text, style, "\033[1m");
}

void kzi_ink_dim(struct kzi_text *text, const struct kzi_style *style) {
    put_ink(text, style, "\033[2m");
}

void kzi_ink_off(struct kzi_text *text, const struct kzi_style *style) {
    put_ink(text, style, "\033[0m");
}

void kzi_put_heading(struct kzi_text *text, const struct kzi_style *style, const char *heading) {
    kzi_text_char(text, '\n');
    kzi_ink_bold(text, style);
    kzi_text_put(text, heading);
    kzi_ink_off(text, style);
    kzi_text_char(text, '\n');
}

void kzi_put_title(struct kzi_text *text, const struct kzi_style *style, enum kzi_says says) {
    kzi_put_heading(text, style, kzi_says_in(style, says));
}

void kzi_put_rule(struct kzi_text *text, struct kzi_place place, const struct kzi_node *source,
                  const struct kzi_style *style) {
    kzi_ink_dim(text, style);
    kzi_text_put(text, "    ");
    if (place.source && place.line) {
        kzi_put_visible(text, place.source->name);
        kzi_text_format(text, ":%lld", (long long)place.line);
    }
    if (source) {
        kzi_text_put(text, ", ");
        kzi_say_node(text, source);
    }
    kzi_ink_off(text, style);
    kzi_text_char(text, '\n');
}

static void put_blanks(struct kzi_text *text, size_t count) {
    while (count--)
        kzi_text_char(text, ' ');
}

size_t kzi_digits(int64_t number, bool with_sign) {
    char buffer[32];
    struct kzi_text text = kzi_text_fixed(buffer, sizeof buffer);
    kzi_text_int(&text, number);
    return (with_sign && number > 0) + text.len;
}

void kzi_columns_fit(struct kzi_columns *columns, size_t name, size_t value) {
    columns->name = name > columns->name ? name : columns->name;
    columns->value = value > columns->value ? value : columns->value;
}

/* --- the yaku -------------------------------------------------------------------------------- */

void kzi_put_yaku(const struct kzi_report *to, unsigned yaku) {
    const char *name = kzi_name_in(to->model->yaku[yaku].name, to->style->language);
    kzi_say_yaku(to->text, to->model, yaku, to->style->language);
    if (!name || !strcmp(name, to->model->yaku[yaku].id))
        return;
    kzi_ink_dim(to->text, to->style);
    kzi_text_put(to->text, " (");
    kzi_text_put(to->text, to->model->yaku[yaku].id);
    kzi_text_char(to->text, ')');
    kzi_ink_off(to->text, to->style);
}

/* Return the width of a name, without the escapes for color. */
static size_t name_width(const struct kzi_report *to, unsigned yaku) {
    char buffer[512];
    struct kzi_text text = kzi_text_fixed(buffer, sizeof buffer);
    struct kzi_style plain = {.language = to->style->language};
    struct kzi_report alone = kzi_report_of(&text, to->result, &plain);
    kzi_put_yaku(&alone, yaku);
    return kzi_utf8_width(buffer, text.len < sizeof buffer ? text.len : sizeof buffer);
}

static int64_t worth(const struct kzi_report *to, unsigned yaku) {
    return (int64_t)kzi_value_in_hand(to->result, yaku)->number *
           kzi_times_listed(to->result, yaku);
}

/* Write a number after its name, which is `name` columns wide. */
static void put_number(const struct kzi_report *to, int64_t number, size_t name,
                       const struct kzi_columns *columns) {
    put_blanks(to->text, columns->name - name + 2);
    put_blanks(to->text, columns->value - kzi_digits(number, false));
    kzi_text_int(to->text, number);
    kzi_text_char(to->text, ' ');
    if (to->style->words)
        kzi_put_word(to->text, to->style, "unit", to->model->unit);
    else
        kzi_say_unit(to->text, to->model, number);
}

static void put_row(const struct kzi_report *to, unsigned yaku, const struct kzi_columns *columns) {
    const struct kzi_value *value = kzi_value_in_hand(to->result, yaku);
    size_t name = name_width(to, yaku);
    kzi_text_put(to->text, "  ");
    kzi_put_yaku(to, yaku);
    if (value->limit != KZI_NO_LIMIT) {
        put_blanks(to->text, columns->name - name + 2);
        kzi_say_limit(to->text, to->model, value->limit, value->number, to->style->language);
    } else {
        put_number(to, worth(to, yaku), name, columns);
        if (kzi_times_listed(to->result, yaku) > 1)
            kzi_text_format(to->text, "  (%u x %d)", kzi_times_listed(to->result, yaku),
                            (int)value->number);
    }
    kzi_text_char(to->text, '\n');
}

/* Write what the rules say to players of a yaku that counts. */
static void put_remark(const struct kzi_report *to, unsigned yaku) {
    const char *remark =
        kzi_name_in(kzi_node_get(to->model->yaku[yaku].node, "remark"), to->style->language);
    if (remark)
        kzi_text_format(to->text, "  %s\n", remark);
}

static void put_yaku_table(const struct kzi_report *to) {
    uint16_t list[KZI_MAX_YAKU];
    unsigned count = kzi_listed(to->result, list);
    const char *words = kzi_says_in(to->style, KZI_SAYS_title_total);
    const size_t total = kzi_utf8_width(words, strlen(words));
    struct kzi_columns columns = {total, kzi_digits(to->best->total, false)};
    int64_t sum = 0;
    for (unsigned i = 0; i < count; i++) {
        kzi_columns_fit(&columns, name_width(to, list[i]), kzi_digits(worth(to, list[i]), false));
        sum += worth(to, list[i]);
    }
    for (unsigned i = 0; i < count; i++)
        put_row(to, list[i], &columns);
    if ((count || to->best->wins) && !to->best->by_limit) {
        kzi_text_format(to->text, "  %s", words);
        put_number(to, to->best->total, total, &columns);
        kzi_say_most(to->text, to->result, to->style, "  ");
        if (sum != to->best->total) {
            kzi_text_put(to->text, "  ");
            kzi_sentence_put(to->text, to->style, KZI_SAYS_no_more_count);
        }
        kzi_text_char(to->text, '\n');
    }
    for (unsigned i = 0; i < count; i++)
        put_remark(to, list[i]);
}

/* --- the fu ----------------------------------------------------------------------------------- */

/* Return the name that the rules give a fu item; NULL: none. */
static const struct kzi_node *name_of(const struct kzi_report *to, const struct kzi_fu_line *line) {
    const struct kzi_fu *fu = &to->model->fu;
    for (size_t i = 0; line->group < 0 && i < fu->n_items; i++)
        if (!strcmp(fu->items[i].id, line->id))
            return fu->items[i].name;
    return NULL;
}

/* Write the source of a fu line, such as "pung 333m". */
static void put_fu_line(const struct kzi_report *to, const struct kzi_fu_line *line) {
    const struct kzi_node *name = name_of(to, line);
    if (to->style->words && !name)
        kzi_put_word(to->text, to->style, "fu", line->id);
    else
        kzi_say_name(to->text, name, line->id, to->style->language);
    if (line->group < 0)
        return;
    kzi_text_char(to->text, ' ');
    kzi_say_group(to->text, to->result, &to->best->reading, (unsigned)line->group);
}

/* Write "base 20, pung 333m 8 = 28 -> 30". */
static void put_fu_sum(const struct kzi_report *to) {
    struct kzi_fu_line lines[KZI_FU_LINES];
    unsigned count = kzi_fu_of(to->result, lines);
    if (!count)
        kzi_text_put(to->text, "0");
    for (unsigned i = 0; i < count; i++) {
        kzi_text_put(to->text, i ? ", " : "");
        put_fu_line(to, &lines[i]);
        kzi_text_format(to->text, " %d", (int)lines[i].fu);
    }
    if (count > 1)
        kzi_text_format(to->text, " = %d", (int)to->best->fu_counted);
    if (to->best->fu != to->best->fu_counted)
        kzi_text_format(to->text, " -> %d", (int)to->best->fu);
}

static void put_fu(const struct kzi_report *to) {
    if (!to->model->fu.in_use || to->best->fu < 0)
        return;
    kzi_text_put(to->text, "  ");
    struct kzi_sentence sentence = kzi_sentence_begin(to->text, to->style);
    const struct kzi_report sum = kzi_report_of(kzi_argument(&sentence), to->result, to->style);
    put_fu_sum(&sum);
    kzi_sentence_end(&sentence, KZI_SAYS_fu_of);
    kzi_text_char(to->text, '\n');
}

static const enum kzi_says rounded_says[] = {[KZI_ROUND_NONE] = KZI_SAYS_that_is,
                                             [KZI_ROUND_UP] = KZI_SAYS_rounded_up,
                                             [KZI_ROUND_NEAREST] = KZI_SAYS_rounded_to,
                                             [KZI_ROUND_DOWN] = KZI_SAYS_rounded_down,
                                             [KZI_ROUND_HALF_DOWN] = KZI_SAYS_rounded_half_down};

#define FU_COLUMN 24

/* Put what stands before fu, and blanks up to their column.  It is written apart, because a text
 * of fixed size may have no room for what is measured. */
static void put_before_fu(struct kzi_text *text, const struct kzi_text *before, int32_t fu) {
    text->failed |= before->failed;
    if (before->failed || !before->len)
        return;
    size_t wide = kzi_utf8_width(before->at, before->len) + kzi_digits(fu, false);
    kzi_text_put(text, "  ");
    kzi_text_add(text, before->at, before->len);
    put_blanks(text, wide < FU_COLUMN ? FU_COLUMN - wide : 1);
}

/* Write the sum of the fu, and what it is rounded to. */
static void put_fu_total(const struct kzi_report *to) {
    struct kzi_sentence sum = kzi_sentence_begin(to->text, to->style);
    kzi_argument_int(&sum, to->best->fu_counted);
    if (to->best->fu == to->best->fu_counted) {
        kzi_sentence_end_list(&sum, KZI_AND);
        return;
    }
    kzi_argument_int(&sum, to->best->fu);
    kzi_sentence_end(&sum, rounded_says[to->model->fu.round.way]);
}

void kzi_put_all_fu(const struct kzi_report *to) {
    struct kzi_fu_line lines[KZI_FU_LINES];
    unsigned count = kzi_fu_of(to->result, lines);
    if (!to->model->fu.in_use || to->best->fu < 0)
        return;
    kzi_put_title(to->text, to->style, KZI_SAYS_title_fu);
    struct kzi_text before = kzi_text_growing();
    const struct kzi_report apart = kzi_report_of(&before, to->result, to->style);
    for (unsigned i = 0; i < count; i++) {
        kzi_text_clear(&before);
        put_fu_line(&apart, &lines[i]);
        put_before_fu(to->text, &before, lines[i].fu);
        kzi_text_int(to->text, lines[i].fu);
        kzi_text_char(to->text, '\n');
    }
    kzi_text_clear(&before);
    kzi_sentence_put(&before, to->style, KZI_SAYS_fu_sum);
    put_before_fu(to->text, &before, to->best->fu_counted);
    kzi_text_release(&before);
    put_fu_total(to);
    kzi_text_char(to->text, '\n');
}

/* --- from the total to the payment ------------------------------------------------------------ */

/* Begin a line of text, or an element of an array of strings or of codes. */
static struct kzi_sentence begin_step(const struct kzi_report *to) {
    if (to->steps)
        kzi_json_begin_string(to->steps);
    else if (to->style)
        kzi_text_put(to->text, "  ");
    return kzi_sentence_begin(to->text, to->style);
}

static void after_step(const struct kzi_report *to) {
    if (to->steps)
        kzi_json_end_string(to->steps);
    else if (to->style)
        kzi_text_char(to->text, '\n');
}

static void end_step(const struct kzi_report *to, struct kzi_sentence *step, enum kzi_says says) {
    kzi_sentence_end(step, says);
    after_step(to);
}

/* Write the place of the rule behind a step; JSON has the steps alone. */
static void put_rule_of_step(const struct kzi_report *to, struct kzi_place place) {
    if (!to->steps && to->style)
        kzi_put_rule(to->text, place, NULL, to->style);
}

/* "from 3 faan in the table, 48" */
static void end_table_row(struct kzi_sentence *value, const struct kzi_report *to,
                          int64_t counted) {
    const struct kzi_value_row *row = kzi_value_row(&to->model->hand_value, to->best->valued);
    kzi_argument_total(value, to->model, row ? row->from_total : 0);
    kzi_argument_int(value, counted);
    kzi_sentence_end(value, KZI_SAYS_value_of_table);
}

/* "30 x 2^(3 + 2) = 960", or "25 x 2^2, rounded to the nearest 10 = 100" */
static void end_doubled(struct kzi_sentence *sentence, const struct kzi_report *to,
                        int64_t counted) {
    static const enum kzi_says rounded[] = {[KZI_ROUND_NONE] = KZI_SAYS_value_doubled,
                                            [KZI_ROUND_UP] = KZI_SAYS_value_rounded_up,
                                            [KZI_ROUND_NEAREST] = KZI_SAYS_value_rounded_to,
                                            [KZI_ROUND_DOWN] = KZI_SAYS_value_rounded_down,
                                            [KZI_ROUND_HALF_DOWN] =
                                                KZI_SAYS_value_rounded_half_down};
    const struct kzi_hand_value *value = &to->model->hand_value;
    struct kzi_round round = value->round;
    int start = (int)(value->start ? value->start : to->best->fu), valued = (int)to->best->valued;
    struct kzi_text *formula = kzi_argument(sentence);
    if (value->plus)
        kzi_text_format(formula, "%d x 2^(%d %c %d)", start, valued, value->plus < 0 ? '-' : '+',
                        abs(value->plus));
    else
        kzi_text_format(formula, "%d x 2^%d", start, valued);
    if (round.way == KZI_ROUND_NONE && to->best->valued + value->plus < 0)
        round = (struct kzi_round){KZI_ROUND_DOWN, 1};
    kzi_text_format(kzi_argument(sentence), "%s %lld", to->best->counted < KZI_BEYOND ? "=" : ">",
                    (long long)counted);
    kzi_argument_int(sentence, round.to);
    kzi_sentence_end(sentence, rounded[round.way]);
}

static void end_counted(struct kzi_sentence *value, const struct kzi_report *to) {
    int64_t counted = to->best->counted < KZI_BEYOND ? to->best->counted : KZI_HIGHEST;
    if (to->model->hand_value.doubling)
        end_doubled(value, to, counted);
    else if (to->model->hand_value.n_rows)
        end_table_row(value, to, counted);
    else {
        kzi_argument_int(value, counted);
        kzi_sentence_end(value, KZI_SAYS_value_total);
    }
}

static void put_counted_value(struct kzi_sentence *step, const struct kzi_report *to) {
    struct kzi_sentence value = kzi_argument_sentence(step), inner;
    if (to->best->valued >= to->best->total) {
        end_counted(&value, to);
        return;
    }
    kzi_argument_int(&value, to->best->valued);
    inner = kzi_argument_sentence(&value);
    end_counted(&inner, to);
    kzi_sentence_end(&value, KZI_SAYS_value_of_part);
}

/* Write the limit, and the total or the value that reached it. */
static void put_reached(struct kzi_sentence *into, const struct kzi_report *to) {
    const struct kzi_limit *limit = &to->model->limits[to->best->limit];
    bool by_total = limit->from_total && to->best->valued >= limit->from_total;
    if (to->best->by_limit) {
        kzi_argument_limit(into, to->model, (unsigned)to->best->limit, to->best->multiplier);
        return;
    }
    struct kzi_sentence reached = kzi_argument_sentence(into);
    kzi_argument_limit(&reached, to->model, (unsigned)to->best->limit, to->best->multiplier);
    if (by_total)
        kzi_argument_total(&reached, to->model, limit->from_total);
    else
        kzi_argument_int(&reached, limit->from_value);
    kzi_sentence_end(&reached, by_total ? KZI_SAYS_limit_from_total : KZI_SAYS_limit_from_value);
}

static void put_limit_value(struct kzi_sentence *step, const struct kzi_report *to) {
    bool written = kzi_limit_way(to->model, to->best->limit, to->result->hand.self_draw);
    struct kzi_sentence limit = kzi_argument_sentence(step);
    put_reached(&limit, to);
    if (!written)
        kzi_argument_int(&limit, to->best->value);
    kzi_sentence_end(&limit, written ? KZI_SAYS_limit_as_written : KZI_SAYS_limit_value);
}

static void put_value(const struct kzi_report *to) {
    struct kzi_sentence step = begin_step(to);
    bool limit = to->best->limit >= 0;
    if (!to->best->by_limit)
        put_counted_value(&step, to);
    if (limit)
        put_limit_value(&step, to);
    if (limit && !to->best->by_limit)
        kzi_sentence_end(&step, KZI_SAYS_then);
    else
        kzi_sentence_end_list(&step, KZI_AND);
    after_step(to);
    if (limit)
        put_rule_of_step(to, to->model->limits[to->best->limit].place);
}

static const struct kzi_share *share_of(const struct kzi_report *to,
                                        const struct kzi_payer *payer) {
    const struct kzi_payments *payments = &to->model->payments;
    const struct kzi_hand *hand = &to->result->hand;
    const struct kzi_win win = {
        hand->self_draw,
        kzi_outcome_of(payments, hand->seat, kzi_paying_discarder(to->result)),
        to->best->value,
        to->best->limit,
        to->best->multiplier,
        to->best->way ? to->best->way->by : NULL,
        0,
        false};
    const struct kzi_share *of = kzi_shares_for(to->model, &win)[win.outcome].of;
    if (payer->discarded)
        return &of[KZI_ROLE_DISCARDER];
    bool dealer = payer->seat == payments->dealer && of[KZI_ROLE_DEALER].said;
    return &of[dealer ? KZI_ROLE_DEALER : KZI_ROLE_OTHERS];
}

/* "2000 x 4", "35 + 8", "48 x 3 - 50"; return false if it is the sum alone. */
static bool put_product(struct kzi_text *text, const struct kzi_share *share, int64_t value,
                        int64_t plus) {
    int32_t times = share->in_all ? share->in_all : share->times;
    if (!times || (times == KZI_WHOLE && !plus))
        return false;
    kzi_text_int(text, value);
    if (times != KZI_WHOLE) {
        kzi_text_put(text, " x ");
        kzi_say_ratio(text, times);
    }
    if (plus)
        kzi_text_format(text, plus < 0 ? " - %lld" : " + %lld",
                        (long long)(plus < 0 ? -plus : plus));
    return true;
}

/* Return whether the payment is less than `raw` because it is bounded. */
static bool is_bound(const struct kzi_report *to, const struct kzi_share *share, int64_t paid,
                     int64_t raw) {
    int64_t most = kzi_most_paid(to->model, to->best->limit, to->best->multiplier);
    return raw > paid && (paid == most || (share->at_most && paid == share->at_most));
}

/* Write "2 x 32000 = 64000", where a limit is paid more than once as the rules write it. */
static void put_repeated(struct kzi_text *text, int32_t times, int64_t once, int64_t paid) {
    if (times > 1 && once * times == paid)
        kzi_text_format(text, "%d x %lld = ", (int)times, (long long)once);
    kzi_text_int(text, paid);
}

/* One argument: "2000 x 4 = 8000", "1920 x 4 = 7680, rounded up to 7700", "35 + 8 = 43",
 * "48, 25 at most".  If the result is not the payment, another seat is liable, and only the amount
 * is written. */
static void put_share(struct kzi_sentence *step, const struct kzi_report *to,
                      const struct kzi_payer *payer) {
    const bool self_draw = to->result->hand.self_draw;
    const struct kzi_round *round = &kzi_payment(&to->model->payments, self_draw)->round;
    const struct kzi_share *share = share_of(to, payer);
    bool written = kzi_limit_way(to->model, to->best->limit, self_draw) != NULL;
    int64_t value = written ? to->model->limits[to->best->limit].worth : to->best->value,
            plus = share->in_all ? payer->share - to->best->points : share->plus,
            parts = value * (share->in_all ? share->in_all : share->times) + plus * KZI_WHOLE,
            raw = parts / KZI_WHOLE;
    bool whole = raw * KZI_WHOLE == parts, bound = is_bound(to, share, payer->share, raw);
    int64_t off = payer->share > raw ? payer->share - raw : raw - payer->share;
    if ((written && to->best->multiplier > 1) ||
        (off && !bound && (round->way == KZI_ROUND_NONE || off > round->to))) {
        put_repeated(kzi_argument(step), to->best->multiplier, written ? raw : payer->share,
                     payer->share);
        return;
    }
    struct kzi_sentence amount = kzi_argument_sentence(step);
    struct kzi_text *text = kzi_argument(&amount);
    if (put_product(text, share, value, plus) && whole)
        kzi_text_put(text, " = ");
    if (whole)
        kzi_text_int(text, raw);
    if (bound || off || !whole)
        kzi_argument_int(&amount, payer->share);
    if (bound)
        kzi_sentence_end(&amount, KZI_SAYS_at_most);
    else if (off || !whole)
        kzi_sentence_end(&amount, rounded_says[round->way]);
    else
        kzi_sentence_end_list(&amount, KZI_AND);
}

/* ", 300 for 1 counter" where counters are paid; bets likewise. */
static void put_for(const struct kzi_report *to, int64_t points, uint32_t count, enum kzi_says one,
                    enum kzi_says several) {
    if (!points)
        return;
    kzi_text_put(to->text, ", ");
    struct kzi_sentence part = kzi_sentence_begin(to->text, to->style);
    kzi_argument_int(&part, points);
    kzi_argument_int(&part, count);
    kzi_sentence_end(&part, count == 1 ? one : several);
}

static void put_counters(const struct kzi_report *to, int64_t counters) {
    put_for(to, counters, to->result->hand.honba, KZI_SAYS_for_counters,
            KZI_SAYS_for_counters_several);
}

/* Return the payer of all counters, if several pay for the hand; NULL: it is as for the hand. */
static const struct kzi_payer *payer_of_counters(const struct kzi_payers *payers) {
    const struct kzi_payer *payer = NULL;
    for (unsigned i = 0; i < payers->count; i++) {
        if (!payers->list[i].counters)
            continue;
        if (payer || payers->list[i].count > 1)
            return NULL;
        payer = &payers->list[i];
    }
    return payer && payer->share < payers->hand ? payer : NULL;
}

static void put_bets(const struct kzi_report *to, int64_t bets) {
    put_for(to, bets, to->result->hand.deposits, KZI_SAYS_for_bets, KZI_SAYS_for_bets_several);
}

/* Write what one thing adds to the chips: "ippatsu 1". */
static void put_chips_of(struct kzi_sentence *list, const struct kzi_report *to, int64_t chips,
                         int yaku) {
    if (!chips)
        return;
    struct kzi_sentence one = kzi_argument_sentence(list);
    if (yaku < 0)
        kzi_argument_limit(&one, to->model, (unsigned)to->best->limit, to->best->multiplier);
    else
        kzi_argument_yaku(&one, to->model, (unsigned)yaku);
    kzi_argument_int(&one, chips);
    kzi_sentence_end(&one, KZI_SAYS_chips_of);
}

/* Write "chips: ippatsu 1, ura dora 2 = 3". */
static void put_chips(const struct kzi_report *to) {
    uint16_t yaku[KZI_MAX_YAKU];
    if (!kzi_has_chips(to->result) || !to->result->chips)
        return;
    struct kzi_sentence step = begin_step(to), list = kzi_argument_sentence(&step);
    unsigned count = kzi_listed(to->result, yaku);
    for (unsigned i = 0; i < count; i++)
        put_chips_of(&list, to, kzi_chips_of_yaku(to->result, yaku[i]), yaku[i]);
    put_chips_of(&list, to, kzi_chips_of_limit(to->result), -1);
    kzi_sentence_end_list(&list, KZI_COMMA);
    kzi_argument_int(&step, to->result->chips);
    end_step(to, &step, KZI_SAYS_chips_sum);
}

/* Write the condition by which others than usual pay. */
static void put_way(const struct kzi_report *to) {
    const struct kzi_way *way = to->best->way;
    if (!way)
        return;
    struct kzi_sentence step = begin_step(to);
    kzi_argument_condition(&step, to->model, way->when, false);
    end_step(to, &step, KZI_SAYS_paid_as_for);
    put_rule_of_step(to, way->place);
}

/* Write that a payer pays all of it twice. */
static void put_doubled(const struct kzi_report *to, const struct kzi_payer *payer) {
    struct kzi_sentence step = begin_step(to);
    kzi_argument_payer(&step, payer);
    kzi_argument_int(&step, -payer->change / 2);
    kzi_argument_int(&step, -payer->change);
    end_step(to, &step, KZI_SAYS_pays_double);
}

static void put_payer(const struct kzi_report *to, struct kzi_payer payer) {
    struct kzi_sentence step = begin_step(to);
    uint32_t honba = to->result->hand.honba;
    payer.share >>= payer.doubled;
    payer.counters >>= payer.doubled;
    kzi_argument_payer(&step, &payer);
    put_share(&step, to, &payer);
    if (payer.counters) {
        kzi_argument_int(&step, payer.counters);
        kzi_argument_int(&step, honba);
    }
    end_step(to, &step,
             !payer.counters ? KZI_SAYS_pays
             : honba == 1    ? KZI_SAYS_pays_counters
                             : KZI_SAYS_pays_counters_several);
    if (payer.doubled)
        put_doubled(to, &payer);
}

void kzi_put_arithmetic(const struct kzi_report *to) {
    struct kzi_payers payers;
    kzi_payers_find(to->result, &payers);
    put_value(to);
    put_way(to);
    for (unsigned i = 0; i < to->result->n_liable; i++) {
        struct kzi_sentence step = begin_step(to);
        kzi_liable_end(&step, to->result, &to->result->liable[i]);
        after_step(to);
    }
    for (unsigned i = 0; i < payers.count; i++)
        if (payers.list[i].share || payers.list[i].counters)
            put_payer(to, payers.list[i]);
    put_chips(to);
}

/* --- who pays whom ---------------------------------------------------------------------------- */

void kzi_put_change(struct kzi_text *text, const char *who, int64_t change,
                    const struct kzi_columns *columns) {
    kzi_text_format(text, "  %s", who);
    put_blanks(text, columns->name + 2 - kzi_utf8_width(who, strlen(who)));
    put_blanks(text, columns->value - kzi_digits(change, true));
    kzi_text_put(text, change > 0 ? "+" : "");
    kzi_text_int(text, change);
}

/* Write the parts of a change for the hand and for the counters. */
static void put_parts(const struct kzi_report *to, int64_t hand, int64_t counters) {
    kzi_text_put(to->text, "  ");
    struct kzi_sentence part = kzi_sentence_begin(to->text, to->style);
    kzi_argument_int(&part, hand);
    kzi_sentence_end(&part, KZI_SAYS_for_hand);
    put_counters(to, counters);
}

#define WHO_ROOM 64

/* Return what a payer is called, by default the winner. */
static const char *name_payer(char room[WHO_ROOM], const struct kzi_report *to,
                              const struct kzi_payer *payer) {
    const struct kzi_payer winner = {.seat = to->result->hand.seat};
    struct kzi_text text = kzi_text_fixed(room, WHO_ROOM);
    struct kzi_sentence who = kzi_sentence_begin(&text, to->style);
    kzi_argument_payer(&who, payer ? payer : &winner);
    kzi_sentence_end_list(&who, KZI_AND);
    kzi_text_end(&text);
    room[kzi_utf8_valid(room, strlen(room))] = '\0'; /* a long one is cut */
    return room;
}

static void put_winner(const struct kzi_report *to, const struct kzi_payers *payers,
                       const struct kzi_columns *columns) {
    char who[WHO_ROOM];
    int64_t paid = to->result->paid[to->result->hand.seat];
    kzi_put_change(to->text, name_payer(who, to, NULL), paid, columns);
    if (payers->counters || payers->bets)
        put_parts(to, payers->hand, payers->counters);
    const struct kzi_payer *payer = payer_of_counters(payers);
    if (payer) {
        kzi_text_put(to->text, " (");
        struct kzi_sentence from = kzi_sentence_begin(to->text, to->style);
        kzi_argument_int(&from, payer->counters);
        kzi_argument_payer(&from, payer);
        kzi_sentence_end(&from, KZI_SAYS_paid);
        kzi_text_char(to->text, ')');
    }
    put_bets(to, payers->bets);
    kzi_text_char(to->text, '\n');
}

/* Write the changes in the order of the seats; payers without a known seat come after the
 * winner. */
static void put_changes(const struct kzi_report *to, const struct kzi_payers *payers) {
    int winner = to->result->hand.seat;
    char who[WHO_ROOM];
    name_payer(who, to, NULL);
    struct kzi_columns columns = {kzi_utf8_width(who, strlen(who)),
                                  kzi_digits(to->result->paid[winner], true)};
    unsigned before = 0; /* payers before the winner */
    for (unsigned i = 0; i < payers->count; i++) {
        const struct kzi_payer *payer = &payers->list[i];
        name_payer(who, to, payer);
        kzi_columns_fit(&columns, kzi_utf8_width(who, strlen(who)),
                        kzi_digits(payer->change, true));
        before += payer->seat >= 0 && payer->seat < winner;
    }
    for (unsigned i = 0; i < payers->count; i++) {
        const struct kzi_payer *payer = &payers->list[i];
        if (i == before)
            put_winner(to, payers, &columns);
        kzi_put_change(to->text, name_payer(who, to, payer), payer->change, &columns);
        if (payer->counters)
            put_parts(to, payer->share, payer->counters);
        if (payer->count > 1) {
            kzi_text_char(to->text, ' ');
            kzi_sentence_put(to->text, to->style, KZI_SAYS_each);
        }
        kzi_text_char(to->text, '\n');
    }
    if (before == payers->count)
        put_winner(to, payers, &columns);
}

void kzi_put_payments(const struct kzi_report *to) {
    struct kzi_payers payers;
    kzi_payers_find(to->result, &payers);
    kzi_ink_bold(to->text, to->style);
    kzi_say_shares(to->text, to->result, &payers, to->style);
    kzi_ink_off(to->text, to->style);
    if (to->style->in_deal) {
        put_counters(to, payers.counters);
        put_bets(to, payers.bets);
    }
    kzi_text_char(to->text, '\n');
    if (!to->style->in_deal)
        put_changes(to, &payers);
    if (!kzi_has_chips(to->result) || !to->result->chips)
        return;
    kzi_say_chips(to->text, to->result, to->style);
    kzi_text_char(to->text, '\n');
}

/* --- the whole -------------------------------------------------------------------------------- */

void kzi_put_no_win(const struct kzi_report *to) {
    kzi_ink_bold(to->text, to->style);
    kzi_sentence_put(to->text, to->style, KZI_SAYS_says_no_win);
    kzi_ink_off(to->text, to->style);
    kzi_text_put(to->text, ": ");
    kzi_say_no_win(to->text, to->result, to->style);
    kzi_text_put(to->text, ".\n");
}

static void put_limit(const struct kzi_report *to) {
    if (to->best->limit < 0)
        return;
    kzi_text_put(to->text, "  ");
    kzi_say_limit(to->text, to->model, (unsigned)to->best->limit, to->best->multiplier,
                  to->style->language);
    kzi_text_char(to->text, '\n');
}

/* Say where not all choices were weighed. */
static void put_cut(const struct kzi_report *to, enum kzi_says says) {
    if (!to->result->choosing.cut)
        return;
    kzi_sentence_line(to->text, to->style, says);
}

void kzi_report_text(struct kzi_text *text, const struct kz_result *result,
                     const struct kzi_style *style) {
    const struct kzi_report to = kzi_report_of(text, result, style);
    bool complete = result->reason != KZI_INCOMPLETE;
    if (kzi_is_stated(result)) {
        kzi_value_text(text, result, style);
        return;
    }
    kzi_text_situation(text, result, style);
    kzi_text_put(text, " ");
    kzi_text_hand(text, result, complete ? &result->best.reading : NULL);
    kzi_text_char(text, '\n');
    if (result->reason != KZI_WINS)
        kzi_put_no_win(&to);
    if (complete) {
        put_yaku_table(&to);
        bool counts = result->best.wins || result->best.total;
        if (counts && !style->explain) /* an explanation lists the fu one by one below */
            put_fu(&to);
    }
    if (result->reason == KZI_WINS) {
        put_limit(&to);
        kzi_put_payments(&to);
    }
    put_cut(&to, KZI_SAYS_choices_cut);
    if (style->explain)
        kzi_text_explain(text, result, style);
}

static void put_worth(const struct kzi_report *to) {
    kzi_text_put(to->text, "  ");
    kzi_sentence_format(to->text, to->style, KZI_SAYS_points, "%lld", (long long)to->best->points);
    kzi_text_char(to->text, '\n');
}

void kzi_report_loser(struct kzi_text *text, const struct kz_result *result,
                      const struct kzi_style *style) {
    const struct kzi_report to = kzi_report_of(text, result, style);
    struct kzi_sentence loser = kzi_sentence_begin(text, style);
    struct kzi_text *seat = kzi_argument(&loser);
    kzi_ink_bold(seat, style);
    kzi_text_put(seat, kzi_seat_in(style, result->hand.seat));
    kzi_ink_off(seat, style);
    kzi_sentence_end(&loser, KZI_SAYS_did_not_win);
    kzi_text_char(text, '\n');
    if (kzi_is_stated(result)) {
        put_worth(&to);
        return;
    }
    kzi_text_char(text, ' ');
    kzi_text_hand(text, result, NULL);
    kzi_text_char(text, '\n');
    put_yaku_table(&to);
    if (style->explain) {
        kzi_text_explain_loser(text, result, style);
        kzi_put_all_fu(&to);
        kzi_put_title(text, style, KZI_SAYS_title_worth);
        put_value(&to);
    } else {
        put_fu(&to);
        put_limit(&to);
    }
    put_worth(&to);
    put_cut(&to, KZI_SAYS_arrangements_cut);
}
