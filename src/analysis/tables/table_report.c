#include "analysis/tables/table.h"

#include "report/result_json.h"
#include "words/condition_words.h"
#include "words/names.h"

#include <stdlib.h>

/* --- sentences below the tables -------------------------------------------------------------- */

static void say_value(struct kzi_text *text, const struct kzi_table *table) {
    const struct kzi_model *model = table->rules->model;
    const struct kzi_hand_value *value = &model->hand_value;
    if (!value->doubling || !table->n_totals)
        return;
    kzi_text_put(text, "A hand is worth ");
    if (value->start)
        kzi_text_int(text, value->start);
    else
        kzi_text_put(text, "fu");
    if (value->plus)
        kzi_text_format(text, " x 2^(%s %c %d)", model->unit, value->plus < 0 ? '-' : '+',
                        abs(value->plus));
    else
        kzi_text_format(text, " x 2^%s", model->unit);
    if (value->round.way != KZI_ROUND_NONE) {
        kzi_text_put(text, ", rounded ");
        kzi_say_round(text, &value->round);
    }
    if (table->by_fu && model->limit_names.count)
        kzi_text_put(text, ", or the limit it reaches if marked *");
}

static void say_none(struct kzi_text *text, const struct kzi_table *table) {
    if (table->by_fu && table->n_totals)
        kzi_text_put(text, "-: no hand has this");
}

static void say_unnamed(struct kzi_text *text, const struct kzi_table *table) {
    if (table->by_fu && !table->rules->model->fu.n_rows)
        kzi_text_put(text, "These rules name no rows of a table of fu (fu.rows)");
}

static const struct kzi_share *share_of(const struct kzi_table *table, struct kzi_table_way way,
                                        unsigned role) {
    const struct kzi_payment *payment = kzi_payment(&table->rules->model->payments, way.self_draw);
    return &(way.way ? way.way->by : payment->by)[way.outcome].of[role];
}

/* Return what every payment has besides its share of the value; -1 if they differ. */
static int32_t added_to_each(const struct kzi_table *table) {
    int32_t added = -1;
    for (unsigned i = 0; i < table->n_ways * KZI_ROLES; i++) {
        const struct kzi_share *share = share_of(table, table->ways[i / KZI_ROLES], i % KZI_ROLES);
        if (share->said && added >= 0 && share->plus != added)
            return -1;
        if (share->said)
            added = share->plus;
    }
    return added;
}

static void say_added_to(struct kzi_text *text, const struct kzi_table *table,
                         struct kzi_table_way way, const char *before) {
    static const char *const roles[KZI_ROLES] = {
#define KZI_ROLE(name, key, says) says,
#include "rules/roles.def"
#undef KZI_ROLE
    };
    bool any = false;
    for (unsigned role = 0; role < KZI_ROLES; role++) {
        const struct kzi_share *share = share_of(table, way, role);
        if (!share->said || !share->plus)
            continue;
        kzi_text_format(text, "%s%d from %s", any ? ", " : before, (int)share->plus, roles[role]);
        any = true;
    }
    if (any)
        kzi_text_format(text, " where %s wins %s%s",
                        table->alike                     ? "a player"
                        : way.outcome == KZI_DEALER_WINS ? "the dealer"
                                                         : "another",
                        way.self_draw ? "by self-draw" : "on a discard",
                        way.outcome == KZI_DEALER_DISCARDS ? " from the dealer" : "");
}

static void say_added(struct kzi_text *text, const struct kzi_table *table) {
    int32_t each = added_to_each(table);
    size_t from = text->len;
    if (each > 0)
        kzi_text_format(text, "Each payment is its share of the value plus %d", (int)each);
    for (unsigned i = 0; each < 0 && i < table->n_ways; i++)
        say_added_to(text, table, table->ways[i],
                     text->len > from ? "; " : "Besides their shares of the value there are ");
}

static void say_rounding(struct kzi_text *text, const struct kzi_table *table) {
    const struct kzi_payments *payments = &table->rules->model->payments;
    const struct kzi_round *discard = &payments->discard.round,
                           *self_draw = &payments->self_draw.round;
    bool alike = discard->way == self_draw->way && discard->to == self_draw->to;
    if (alike && discard->way == KZI_ROUND_NONE)
        return;
    kzi_text_put(text, "A payment is rounded ");
    kzi_say_round(text, discard);
    if (alike)
        return;
    kzi_text_put(text, " on a discard, ");
    kzi_say_round(text, self_draw);
    kzi_text_put(text, " by self-draw");
}

static void say_bound(struct kzi_text *text, const struct kzi_table *table) {
    const struct kzi_model *model = table->rules->model;
    const struct kzi_limit *bound = model->payment_bound;
    if (!bound)
        return;
    kzi_text_format(text, "Nobody pays more than %d for a hand (", (int)bound->worth);
    kzi_say_limit(text, model, (unsigned)(bound - model->limits), 1, table->language);
    kzi_text_char(text, ')');
}

static void say_counters(struct kzi_text *text, const struct kzi_table *table) {
    const struct kzi_payments *payments = &table->rules->model->payments;
    int64_t discarder = kzi_counter(payments, false, true, false, 1),
            each = kzi_counter(payments, true, false, false, 1);
    int32_t dealer = payments->discard.counter[KZI_ROLE_DEALER];
    if (discarder || each)
        kzi_text_format(text,
                        "Each counter adds %lld from the discarder; by self-draw %lld from each",
                        (long long)discarder, (long long)each);
    if (dealer)
        kzi_text_format(text, "%s %d between the dealer and another",
                        discarder || each ? "; and" : "Each counter adds", (int)dealer);
}

static void say_lack(struct kzi_text *text, const struct kzi_table *table) {
    if (table->lacks_ways)
        kzi_text_put(text, "Under more conditions than these others pay (ways)");
}

static void say_bets(struct kzi_text *text, const struct kzi_table *table) {
    if (table->rules->model->payments.bet)
        kzi_text_format(text, "The winner takes the bets on the table, %d each",
                        (int)table->rules->model->payments.bet);
}

static void say_chips(struct kzi_text *text, const struct kzi_table *table) {
    const struct kzi_model *model = table->rules->model;
    const char *before = "Chips: ";
    if (!model->payments.has_chips)
        return;
    for (unsigned i = 0; i < model->yaku_names.count; i++) {
        const struct kzi_yaku *yaku = &model->yaku[i];
        if (!yaku->in_use || (!yaku->chips[0] && !yaku->chips[1]))
            continue;
        kzi_text_put(text, before);
        kzi_say_yaku(text, model, i, table->language);
        kzi_say_chips_of_yaku(text, yaku, " ", "");
        before = "; ";
    }
    for (unsigned i = 0; i < model->limit_names.count; i++) {
        const struct kzi_limit *limit = &model->limits[i];
        if (!limit->in_use || !limit->chips)
            continue;
        kzi_text_put(text, before);
        kzi_say_limit(text, model, i, 1, table->language);
        kzi_text_char(text, ' ');
        kzi_say_count(text, limit->chips, "chip");
        before = "; ";
    }
}

static void say_minimum(struct kzi_text *text, const struct kzi_table *table) {
    const struct kzi_model *model = table->rules->model;
    if (!model->minimum) {
        kzi_text_put(text, "A complete hand wins, whatever it scores");
        return;
    }
    kzi_text_put(text, "A hand needs ");
    kzi_say_total(text, model, model->minimum);
    kzi_text_put(text, " to win, bonus left out");
}

static void say_minimum_when(struct kzi_text *text, const struct kzi_table *table) {
    const struct kzi_condition *when = table->rules->model->minimum_when;
    if (!when)
        return;
    kzi_text_put(text, "A winning hand needs ");
    kzi_condition_say(text, table->rules->model, when, false);
}

static void (*const notes[])(struct kzi_text *, const struct kzi_table *) = {
    say_value, say_none,     say_unnamed, say_lack,  say_added,   say_rounding,
    say_bound, say_counters, say_bets,    say_chips, say_minimum, say_minimum_when};

/* --- all -------------------------------------------------------------------------------------  */

#define WIDTH 80 /* of a terminal */

void kzi_table_text(struct kzi_text *text, const struct kzi_table *table) {
    struct kzi_grid grid;
    struct kzi_text note = kzi_text_growing();
    const struct kzi_model *model = table->rules->model;
    if (model->title || model->n_overlays) {
        kzi_say_title(text, model, table->language);
        kzi_text_char(text, '\n');
    }
    kzi_text_format(text, "%s, digest %s\n", model->label, model->digest);
    for (unsigned i = 0; i < kzi_table_n_sheets(table); i++) {
        kzi_table_sheet(&grid, table, i);
        grid.width = WIDTH;
        kzi_text_char(text, '\n');
        kzi_grid_text(text, &grid);
    }
    kzi_text_char(text, '\n');
    for (unsigned i = 0; i < sizeof notes / sizeof *notes; i++) {
        notes[i](&note, table);
        text->failed |= note.failed;
        if (!note.len || note.failed)
            continue;
        kzi_text_char(&note, '.');
        text->failed |= note.failed;
        kzi_text_wrap(text, note.at, note.len, WIDTH);
        kzi_text_char(text, '\n');
        kzi_text_clear(&note);
    }
    kzi_text_release(&note);
}

/* --- page ------------------------------------------------------------------------------------- */

static void put_notes(struct kzi_text *text, const struct kzi_table *table) {
    kzi_text_put(text, "<ul>\n");
    for (unsigned i = 0; i < sizeof notes / sizeof *notes; i++) {
        size_t from = kzi_html_open(text, "<li>");
        notes[i](text, table);
        if (text->len > from)
            kzi_html_close(text, from, ".</li>\n");
        else
            text->len -= text->failed ? 0 : sizeof "<li>" - 1;
    }
    kzi_text_put(text, "</ul>\n");
}

void kzi_table_html_body(struct kzi_text *text, const struct kzi_table *table) {
    struct kzi_grid grid;
    kzi_text_put(text, table->by_fu ? "<div class=\"pair\">\n" : "<div>\n");
    for (unsigned i = 0; i < kzi_table_n_sheets(table); i++) {
        kzi_table_sheet(&grid, table, i);
        kzi_html_grid(text, &grid);
    }
    kzi_text_put(text, "</div>\n");
    put_notes(text, table);
}

void kzi_table_html(struct kzi_text *text, const struct kzi_table *table) {
    const struct kzi_model *model = table->rules->model;
    struct kzi_text title = kzi_text_growing();
    kzi_say_title(&title, model, table->language);
    kzi_text_put(&title, ": point tables");
    kzi_html_begin(text, &title);
    kzi_html_format(text, "<p class=\"soft\">%s, digest %s</p>\n", model->label, model->digest);
    kzi_table_html_body(text, table);
    kzi_html_end(text);
}

/* --- JSON ------------------------------------------------------------------------------------- */

static void begin(struct kzi_text *text, const struct kzi_table *table, const char *kind) {
    kzi_json_start(text);
    kzi_json_begin(text, '{');
    kzi_json_ruleset(text, table->rules);
    kzi_json_key_string(text, "table", kind);
}

static void end(struct kzi_text *text) {
    kzi_json_end(text, '}');
    kzi_text_char(text, '\n');
}

/* Write a number, 0 as null. */
static void put_number(struct kzi_text *text, const char *key, int32_t number) {
    if (number)
        kzi_json_key_int(text, key, number);
    else
        kzi_json_key_string(text, key, NULL);
}

/* Write who wins and how, what the winner gets, and what each payer pays. */
static void put_pay(struct kzi_text *text, const struct kzi_table *table, struct kzi_table_way way,
                    struct kzi_table_worth worth) {
    struct kzi_table_pay pay;
    const char *winner = table->alike ? "any" : way.outcome == KZI_DEALER_WINS ? "dealer" : "other";
    kzi_table_pay(table->rules, way, worth, &pay);
    kzi_json_key_string(text, "winner", winner);
    kzi_json_key_string(text, "by", way.self_draw ? "self_draw" : "discard");
    if (way.outcome == KZI_DEALER_DISCARDS)
        kzi_json_key_string(text, "discarder", "dealer");
    if (way.way) {
        kzi_json_key(text, "when");
        kzi_json_begin_string(text);
        kzi_condition_say(text, table->rules->model, way.way->when, false);
        kzi_json_end_string(text);
    }
    if (pay.past_range) {
        kzi_json_key_string(text, "points", NULL);
        kzi_json_key_string(text, "pays", NULL);
        kzi_json_key_string(text, "error", kzi_problem_names[KZI_VALUE_RANGE]);
    } else {
        kzi_json_key_int(text, "points", pay.points);
        kzi_json_begin_key(text, "pays", '{');
        for (unsigned i = 0; i < pay.n_payers; i++)
            kzi_json_key_int(text, kzi_role_names[pay.payers[i].role], pay.payers[i].pays);
        kzi_json_end(text, '}');
    }
    end(text);
}

/* fu: NULL if the value depends only on the total. */
static void put_hand(struct kzi_text *text, const struct kzi_table *table,
                     const struct kzi_table_fu *fu, struct kzi_table_way way, int32_t total) {
    const struct kzi_model *model = table->rules->model;
    struct kzi_price price;
    if (fu && !kzi_table_has(fu, way.self_draw, total))
        return;
    kzi_price_find(model, total, fu ? fu->fu : 0, &price);
    begin(text, table, "hand");
    kzi_json_key_string(text, "unit", model->unit);
    kzi_json_key_int(text, "total", total);
    put_number(text, "fu", fu ? fu->fu : 0);
    kzi_json_key_string(text, "limit", (price.limit < 0 ? NULL : model->limits[price.limit].id));
    put_pay(text, table, way, kzi_table_worth(&price));
}

static void put_limits(struct kzi_text *text, const struct kzi_table *table) {
    const struct kzi_model *model = table->rules->model;
    struct kzi_table_limit lines[KZI_TABLE_LIMITS];
    unsigned count = kzi_table_limits(table->rules, lines);
    for (unsigned i = 0; i < count; i++)
        for (unsigned w = 0; w < table->n_ways; w++) {
            const struct kzi_limit *limit = &model->limits[lines[i].limit];
            begin(text, table, "limit");
            kzi_json_key_string(text, "limit", limit->id);
            kzi_json_key_int(text, "multiplier", lines[i].times);
            kzi_json_key_int(text, "worth", limit->worth);
            put_number(text, "from_total", lines[i].from);
            put_number(text, "from_value", lines[i].times == 1 ? limit->from_value : 0);
            put_pay(text, table, table->ways[w], kzi_table_limit_worth(table->rules, &lines[i]));
        }
}

static void put_counter(struct kzi_text *text, const struct kzi_table *table) {
    const struct kzi_payments *payments = &table->rules->model->payments;
    begin(text, table, "counter");
    kzi_json_begin_key(text, "discard", '{');
    kzi_json_key_int(text, "discarder", kzi_counter(payments, false, true, false, 1));
    kzi_json_key_int(text, "others", kzi_counter(payments, false, false, false, 1));
    kzi_json_end(text, '}');
    kzi_json_begin_key(text, "self_draw", '{');
    kzi_json_key_int(text, "each", kzi_counter(payments, true, false, false, 1));
    kzi_json_end(text, '}');
    if (payments->discard.counter[KZI_ROLE_DEALER])
        kzi_json_key_int(text, "to_or_from_dealer", payments->discard.counter[KZI_ROLE_DEALER]);
    end(text);
}

void kzi_table_json(struct kzi_text *text, const struct kzi_table *table) {
    for (unsigned w = 0; w < table->n_ways; w++)
        for (unsigned i = 0; i < (table->by_fu ? table->n_fu : 1); i++)
            for (unsigned t = 0; t < table->n_totals; t++)
                put_hand(text, table, table->by_fu ? &table->fu[i] : NULL, table->ways[w],
                         table->totals[t]);
    put_limits(text, table);
    const struct kzi_model *model = table->rules->model;
    put_counter(text, table);
    begin(text, table, "bet");
    kzi_json_key_int(text, "points", model->payments.bet);
    end(text);
    begin(text, table, "minimum");
    kzi_json_key_string(text, "unit", model->unit);
    kzi_json_key_int(text, "total", model->minimum);
    end(text);
}
