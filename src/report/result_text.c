/* A result as a player reads it: the situation, the hand, its yaku, its fu, and who pays whom. */
#include "report/result_text.h"

#include "base/utf8.h"
#include "report/wording.h"
#include "tile/notation.h"

#include <string.h>

void kzi_ink_bold(struct kzi_text *text, const struct kzi_look *look) {
    if (look->color)
        kzi_text_put(text, "\033[1m");
}

void kzi_ink_dim(struct kzi_text *text, const struct kzi_look *look) {
    if (look->color)
        kzi_text_put(text, "\033[2m");
}

void kzi_ink_off(struct kzi_text *text, const struct kzi_look *look) {
    if (look->color)
        kzi_text_put(text, "\033[0m");
}

static void put_blanks(struct kzi_text *text, size_t count) {
    while (count--)
        kzi_text_char(text, ' ');
}

size_t kzi_digits(int64_t number, bool with_sign) {
    size_t width = with_sign && number > 0;
    char buffer[32];
    struct kzi_text text = kzi_text_fixed(buffer, sizeof buffer);
    kzi_text_int(&text, number);
    return width + text.len;
}

static size_t greater(size_t a, size_t b) {
    return a > b ? a : b;
}

/* --- the yaku -------------------------------------------------------------------------------- */

void kzi_put_yaku(struct kzi_text *text, const struct kz_result *result, unsigned yaku,
                  const struct kzi_look *look) {
    const struct kzi_model *model = result->rules->model;
    const char *name = kzi_name_in(model->yaku[yaku].name, look->language);
    kzi_say_yaku(text, model, yaku, look->language);
    if (!name || !strcmp(name, model->yaku[yaku].id))
        return;
    kzi_ink_dim(text, look);
    kzi_text_put(text, " (");
    kzi_text_put(text, model->yaku[yaku].id);
    kzi_text_char(text, ')');
    kzi_ink_off(text, look);
}

/* Without colour: what a terminal acts on takes no column. */
static size_t name_width(const struct kz_result *result, unsigned yaku,
                         const struct kzi_look *look) {
    char buffer[512];
    struct kzi_text text = kzi_text_fixed(buffer, sizeof buffer);
    struct kzi_look plain = {.language = look->language};
    kzi_put_yaku(&text, result, yaku, &plain);
    return kzi_utf8_width(buffer, text.len < sizeof buffer ? text.len : sizeof buffer);
}

static int64_t worth(const struct kz_result *result, unsigned yaku) {
    return (int64_t)kzi_value_in_hand(result, yaku)->number * kzi_times_listed(result, yaku);
}

static struct kzi_columns measure(const struct kz_result *result, const uint16_t *list,
                                  unsigned count, const struct kzi_look *look) {
    struct kzi_columns columns = {sizeof "total" - 1, kzi_digits(result->best.total, false)};
    for (unsigned i = 0; i < count; i++) {
        columns.name = greater(columns.name, name_width(result, list[i], look));
        columns.value = greater(columns.value, kzi_digits(worth(result, list[i]), false));
    }
    return columns;
}

static void put_number(struct kzi_text *text, int64_t number, size_t width) {
    put_blanks(text, width - kzi_digits(number, false));
    kzi_text_int(text, number);
}

static void put_row(struct kzi_text *text, const struct kz_result *result, unsigned yaku,
                    const struct kzi_columns *columns, const struct kzi_look *look) {
    const struct kzi_model *model = result->rules->model;
    const struct kzi_value *value = kzi_value_in_hand(result, yaku);
    kzi_text_put(text, "  ");
    kzi_put_yaku(text, result, yaku, look);
    put_blanks(text, columns->name - name_width(result, yaku, look) + 2);
    if (value->limit != KZI_NO_LIMIT) {
        kzi_say_limit(text, model, value->limit, value->number, look->language);
        kzi_text_char(text, '\n');
        return;
    }
    put_number(text, worth(result, yaku), columns->value);
    kzi_text_char(text, ' ');
    kzi_say_unit(text, model, worth(result, yaku));
    if (kzi_times_listed(result, yaku) > 1)
        kzi_text_format(text, "  (%lld x %lld)", (long long)(kzi_times_listed(result, yaku)),
                        (long long)value->number);
    kzi_text_char(text, '\n');
}

static int64_t sum_of(const struct kz_result *result, const uint16_t *list, unsigned count) {
    int64_t sum = 0;
    for (unsigned i = 0; i < count; i++)
        sum += worth(result, list[i]);
    return sum;
}

static void put_total(struct kzi_text *text, const struct kz_result *result,
                      const struct kzi_columns *columns, int64_t sum) {
    kzi_text_put(text, "  total");
    put_blanks(text, columns->name + 2 - (sizeof "total" - 1));
    put_number(text, result->best.total, columns->value);
    kzi_text_char(text, ' ');
    kzi_say_unit(text, result->rules->model, result->best.total);
    kzi_say_most(text, result, "  ");
    if (sum != result->best.total)
        kzi_text_put(text, "  (no more are counted)");
    kzi_text_char(text, '\n');
}

static void put_yaku_table(struct kzi_text *text, const struct kz_result *result,
                           const struct kzi_look *look) {
    uint16_t list[KZI_MAX_YAKU];
    unsigned count = kzi_listed(result, list);
    struct kzi_columns columns = measure(result, list, count, look);
    for (unsigned i = 0; i < count; i++)
        put_row(text, result, list[i], &columns, look);
    if (count && !result->best.by_limit)
        put_total(text, result, &columns, sum_of(result, list, count));
}

/* --- the fu and the limit --------------------------------------------------------------------- */

void kzi_put_fu_line(struct kzi_text *text, const struct kz_result *result,
                     const struct kzi_fu_line *line) {
    kzi_say_id(text, line->id);
    if (line->group < 0)
        return;
    kzi_text_char(text, ' ');
    kzi_say_group(text, result, &result->best.reading, (unsigned)line->group);
}

static void put_fu(struct kzi_text *text, const struct kz_result *result) {
    struct kzi_fu_line lines[KZI_FU_LINES];
    const struct kzi_tally *best = &result->best;
    if (!result->rules->model->fu.in_use || best->fu < 0)
        return;
    unsigned count = kzi_fu_lines(result->rules, &result->hand, best, lines, KZI_FU_LINES);
    kzi_text_put(text, "  ");
    for (unsigned i = 0; i < count; i++) {
        kzi_text_put(text, i ? ", " : "");
        kzi_put_fu_line(text, result, &lines[i]);
        kzi_text_format(text, " %lld", (long long)lines[i].fu);
    }
    if (count > 1)
        kzi_text_format(text, " = %lld", (long long)best->fu_counted);
    if (best->fu != best->fu_counted)
        kzi_text_format(text, " -> %lld", (long long)best->fu);
    kzi_text_put(text, " fu\n");
}

static void put_limit(struct kzi_text *text, const struct kz_result *result,
                      const struct kzi_look *look) {
    if (result->best.limit < 0)
        return;
    kzi_text_put(text, "  ");
    kzi_say_limit(text, result->rules->model, (unsigned)result->best.limit, result->best.multiplier,
                  look->language);
    kzi_text_char(text, '\n');
}

/* --- who pays whom ---------------------------------------------------------------------------- */

void kzi_put_counters(struct kzi_text *text, const struct kz_result *result, int64_t counters) {
    if (!counters)
        return;
    kzi_text_format(text, ", %lld for ", (long long)counters);
    kzi_say_count(text, result->hand.honba, "counter");
}

void kzi_put_change(struct kzi_text *text, const char *who, int64_t change,
                    const struct kzi_columns *columns) {
    kzi_text_format(text, "  %s", who);
    put_blanks(text, columns->name + 2 - strlen(who));
    put_blanks(text, columns->value - kzi_digits(change, true));
    if (change > 0)
        kzi_text_char(text, '+');
    kzi_text_int(text, change);
}

static void put_bets(struct kzi_text *text, const struct kz_result *result, int64_t bets) {
    if (!bets)
        return;
    kzi_text_format(text, ", %lld for ", (long long)bets);
    kzi_say_count(text, result->hand.deposits, "bet");
    kzi_text_put(text, " on the table");
}

static void put_winner(struct kzi_text *text, const struct kz_result *result,
                       const struct kzi_payers *payers, const struct kzi_columns *columns) {
    unsigned seat = result->hand.seat;
    kzi_put_change(text, kzi_seat_says[seat], result->paid[seat], columns);
    if (payers->counters || payers->bets) {
        kzi_text_format(text, "  %lld for the hand", (long long)payers->hand);
        kzi_put_counters(text, result, payers->counters);
    }
    put_bets(text, result, payers->bets);
    kzi_text_char(text, '\n');
}

static void put_payer(struct kzi_text *text, const struct kz_result *result,
                      const struct kzi_payer *payer, const struct kzi_columns *columns) {
    kzi_put_change(text, payer->who, payer->change, columns);
    if (payer->counters) {
        kzi_text_format(text, "  %lld for the hand", (long long)payer->share);
        kzi_put_counters(text, result, payer->counters);
    }
    if (payer->many > 1)
        kzi_text_put(text, " each");
    kzi_text_char(text, '\n');
}

static struct kzi_columns measure_changes(const struct kz_result *result,
                                          const struct kzi_payers *payers) {
    unsigned winner = result->hand.seat;
    struct kzi_columns columns = {strlen(kzi_seat_says[winner]),
                                  kzi_digits(result->paid[winner], true)};
    for (unsigned i = 0; i < payers->count; i++) {
        columns.name = greater(columns.name, strlen(payers->list[i].who));
        columns.value = greater(columns.value, kzi_digits(payers->list[i].change, true));
    }
    return columns;
}

/* In the order of the seats; those without a known seat stand after the winner. */
static void put_changes(struct kzi_text *text, const struct kz_result *result,
                        const struct kzi_payers *payers) {
    struct kzi_columns columns = measure_changes(result, payers);
    unsigned i = 0;
    for (; i < payers->count && payers->list[i].seat >= 0 &&
           payers->list[i].seat < (int)result->hand.seat;
         i++)
        put_payer(text, result, &payers->list[i], &columns);
    put_winner(text, result, payers, &columns);
    for (; i < payers->count; i++)
        put_payer(text, result, &payers->list[i], &columns);
}

static void put_payments(struct kzi_text *text, const struct kz_result *result,
                         const struct kzi_look *look) {
    struct kzi_payers payers;
    kzi_payers_find(result, &payers);
    kzi_ink_bold(text, look);
    kzi_say_shares(text, result, &payers);
    kzi_ink_off(text, look);
    if (look->in_deal) {
        kzi_put_counters(text, result, payers.counters);
        put_bets(text, result, payers.bets);
    }
    kzi_text_char(text, '\n');
    if (!look->in_deal)
        put_changes(text, result, &payers);
}

/* --- the whole -------------------------------------------------------------------------------- */

static void put_no_win(struct kzi_text *text, const struct kz_result *result,
                       const struct kzi_look *look) {
    kzi_ink_bold(text, look);
    kzi_text_put(text, "No win");
    kzi_ink_off(text, look);
    kzi_text_put(text, ": ");
    kzi_say_no_win(text, result);
    kzi_text_put(text, ".\n");
}

void kzi_report_text(struct kzi_text *text, const struct kz_result *result,
                     const struct kzi_look *look) {
    bool complete = result->reason != KZI_INCOMPLETE;
    kzi_text_situation(text, result, look->language);
    kzi_text_put(text, " ");
    kzi_text_hand(text, result, complete ? &result->best.reading : NULL);
    kzi_text_char(text, '\n');
    if (result->reason != KZI_WINS)
        put_no_win(text, result, look);
    if (complete) {
        put_yaku_table(text, result, look);
        if (!look->explain && result->best.total) /* explained, the fu stand one by one below */
            put_fu(text, result);
    }
    if (result->reason == KZI_WINS) {
        put_limit(text, result, look);
        put_payments(text, result, look);
    }
    if (result->choosing.cut)
        kzi_text_put(text, "Combinations can be chosen in more ways than were weighed: another "
                           "choice may be worth more.\n");
    if (look->explain)
        kzi_text_explain(text, result, look);
}

/* The first lines of a report: the situation as it was understood, and the hand. */

static void put_seat(struct kzi_text *text, unsigned seat, const char *after, bool given) {
    kzi_text_format(text, "%s%s", kzi_seat_says[seat], after);
    if (!given)
        kzi_text_put(text, " (assumed)");
    kzi_text_put(text, ", ");
}

static void put_way(struct kzi_text *text, const struct kzi_hand *hand) {
    if (hand->self_draw)
        kzi_text_put(text, "won by self-draw");
    else if (hand->from < 0)
        kzi_text_put(text, "won on a discard");
    else {
        kzi_text_format(text, "won on a discard from %s", kzi_seat_says[hand->from]);
    }
    if (!hand->by_given && hand->from < 0)
        kzi_text_put(text, " (assumed)");
}

/* --- what else was said ----------------------------------------------------------------------- */

/* One hand under one ruleset or several. */
struct more {
    struct kzi_text *text;
    const struct kz_result *const *results;
    unsigned count;
    bool any;
};

static void next(struct more *more) {
    kzi_text_put(more->text, more->any ? ", " : "with ");
    more->any = true;
}

static void put_counted_thing(struct more *more, long long count, const char *thing) {
    next(more);
    kzi_say_count(more->text, count, thing);
}

static bool uses(const struct kz_result *result, const char *word) {
    return kzi_names_find(&result->rules->model->circumstance_names, word) >= 0;
}

static void put_users(struct more *more, const char *word) {
    unsigned users = 0;
    for (unsigned i = 0; i < more->count; i++)
        users += uses(more->results[i], word);
    if (users == more->count)
        return;
    kzi_text_put(more->text, " (not used by ");
    if (!users)
        kzi_text_put(more->text, "these rules");
    for (unsigned i = 0, named = 0; users && i < more->count; i++)
        if (!uses(more->results[i], word)) {
            kzi_text_put(more->text, named++ ? ", " : "");
            kzi_text_put(more->text, more->results[i]->rules->model->label);
        }
    kzi_text_char(more->text, ')');
}

static void put_words(struct more *more) {
    const struct kzi_hand *hand = &more->results[0]->hand;
    for (unsigned i = 0; i < hand->n_words; i++) {
        next(more);
        kzi_say_id(more->text, hand->words[i].text);
        put_users(more, hand->words[i].text);
    }
}

static void put_shown(struct more *more, const struct kz_result *result,
                      const struct kzi_mark *mark) {
    unsigned count;
    const struct kzi_indicators *shown = kzi_indicators_of(&result->hand, mark, &count);
    if (!count)
        return;
    next(more);
    kzi_say_id(more->text, mark->id);
    for (unsigned i = 0; i < count; i++) {
        uint8_t kind = result->rules->model->next[shown->kind[i]];
        kzi_text_char(more->text, ' ');
        bool itself = kind == KZI_NO_KIND;
        kzi_notation_put_tile(more->text, itself ? shown->kind[i] : kind,
                              itself && shown->red >> i & 1);
    }
}

static void put_mark(struct more *more, const struct kz_result *result,
                     const struct kzi_mark *mark) {
    switch (mark->kind) {
    case KZI_MARK_DORA:
    case KZI_MARK_URA:
        put_shown(more, result, mark);
        break;
    case KZI_MARK_RED: /* seen by its tiles */
        break;
    case KZI_MARK_FLOWERS:
        if (result->hand.flowers)
            put_counted_thing(more, result->hand.flowers, "flower");
        break;
    }
}

/* Whether one of the first n rulesets has the mark too. */
static bool is_put(const struct more *more, unsigned n, const char *id) {
    for (unsigned i = 0; i < n; i++)
        if (kzi_names_find(&more->results[i]->rules->model->mark_names, id) >= 0)
            return true;
    return false;
}

static void put_marks(struct more *more) {
    for (unsigned i = 0; i < more->count; i++) {
        const struct kzi_model *model = more->results[i]->rules->model;
        for (size_t mark = 0; mark < model->mark_names.count; mark++)
            if (!is_put(more, i, model->marks[mark].id))
                put_mark(more, more->results[i], &model->marks[mark]);
    }
}

static void put_table(struct more *more, const struct kzi_hand *hand) {
    if (hand->honba)
        put_counted_thing(more, hand->honba, "counter");
    if (hand->deposits) {
        put_counted_thing(more, hand->deposits, "bet");
        kzi_text_put(more->text, " on the table");
    }
}

/* The first ruleset that knows a liability for it; NULL: none does. */
static const struct kzi_model *liable_by(const struct more *more, const struct kzi_pao *pao) {
    for (unsigned i = 0; i < more->count; i++)
        if (kzi_is_liable_yaku(more->results[i]->rules->model, pao->yaku))
            return more->results[i]->rules->model;
    return NULL;
}

static void put_pao(struct more *more, const char *language) {
    const struct kzi_hand *hand = &more->results[0]->hand;
    for (unsigned i = 0; i < hand->n_pao; i++) {
        const struct kzi_pao *pao = &hand->pao[i];
        const struct kzi_model *liable = liable_by(more, pao);
        const struct kzi_model *model = liable ? liable : more->results[0]->rules->model;
        int yaku = kzi_names_find(&model->yaku_names, pao->yaku);
        next(more);
        if (yaku < 0)
            kzi_say_id(more->text, pao->yaku);
        else
            kzi_say_yaku(more->text, model, (unsigned)yaku, language);
        kzi_text_format(more->text, " fed by %s", kzi_seat_says[pao->seat]);
        if (!liable)
            kzi_text_put(more->text, " (not used by these rules)");
    }
}

void kzi_text_situations(struct kzi_text *text, const struct kz_result *const *results,
                         unsigned count, const char *language) {
    const struct kzi_hand *hand = &results[0]->hand;
    struct more more = {text, results, count, false};
    put_seat(text, hand->seat, "", hand->seat_given);
    put_seat(text, hand->round, " round", hand->round_given);
    put_way(text, hand);
    kzi_text_char(text, '\n');
    put_words(&more);
    put_marks(&more);
    put_pao(&more, language);
    put_table(&more, hand);
    if (more.any)
        kzi_text_char(text, '\n');
}

void kzi_text_situation(struct kzi_text *text, const struct kz_result *result,
                        const char *language) {
    kzi_text_situations(text, &result, 1, language);
}

/* --- the hand -------------------------------------------------------------------------------- */

static void put_groups(struct kzi_text *text, const struct kz_result *result,
                       const struct kzi_reading *reading, bool melds) {
    for (unsigned i = 0; i < reading->n_groups; i++) {
        if ((kzi_group_of(reading, i).meld != KZI_NO_MELD) != melds)
            continue;
        kzi_text_char(text, ' ');
        kzi_say_group(text, result, reading, i);
    }
}

void kzi_text_hand(struct kzi_text *text, const struct kz_result *result,
                   const struct kzi_reading *reading) {
    const struct kzi_hand *hand = &result->hand;
    if (reading && kzi_has_body(reading)) {
        kzi_text_char(text, ' ');
        kzi_say_body(text, result, reading);
    }
    if (reading && reading->n_groups) {
        put_groups(text, result, reading, false);
        put_groups(text, result, reading, true);
        return;
    }
    kzi_text_char(text, ' ');
    kzi_say_tiles(text, hand);
    for (unsigned i = 0; i < hand->n_melds; i++) {
        kzi_text_char(text, ' ');
        kzi_say_meld(text, &hand->melds[i]);
    }
}
