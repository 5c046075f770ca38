#include "analysis/tables/table.h"
#include "report/result_json.h"

static const char *const role_keys[KZI_ROLES] = {
    [KZI_ROLE_DISCARDER] = "discarder", [KZI_ROLE_DEALER] = "dealer", [KZI_ROLE_OTHERS] = "others"};

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

/* 0 is null. */
static void put_number(struct kzi_text *text, const char *key, int32_t number) {
    if (number)
        kzi_json_key_int(text, key, number);
    else
        kzi_json_key_string(text, key, NULL);
}

/* Who wins and how, what the winner gets, and what each payer of a role pays. */
static void put_pay(struct kzi_text *text, const struct kzi_table *table, struct kzi_table_way way,
                    int64_t value) {
    struct kzi_table_pay pay;
    const char *winner = table->n_ways < KZI_TABLE_WAYS ? "any" : way.dealer ? "dealer" : "other";
    kzi_table_pay(table->rules, way, value, &pay);
    kzi_json_key_string(text, "winner", winner);
    kzi_json_key_string(text, "by", way.self_draw ? "self_draw" : "discard");
    if (pay.past_range) {
        kzi_json_key_string(text, "points", NULL);
        kzi_json_key_string(text, "pays", NULL);
        kzi_json_key_string(text, "error", kzi_problem_names[KZI_VALUE_RANGE]);
    } else {
        kzi_json_key_int(text, "points", pay.points);
        kzi_json_begin_key(text, "pays", '{');
        for (unsigned i = 0; i < pay.n_payers; i++)
            kzi_json_key_int(text, role_keys[pay.payers[i].role], pay.payers[i].pays);
        kzi_json_end(text, '}');
    }
    end(text);
}

static const char *limit_id(const struct kzi_model *model, int limit) {
    return limit < 0 ? NULL : model->limits[limit].id;
}

/* fu: NULL where the total alone makes the value. */
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
    kzi_json_key_string(text, "limit", limit_id(model, price.limit));
    put_pay(text, table, way, price.value);
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
            put_pay(text, table, kzi_table_ways[table->first_way + w],
                    (int64_t)limit->worth * lines[i].times);
        }
}

static void put_counter(struct kzi_text *text, const struct kzi_table *table) {
    const struct kzi_payments *payments = &table->rules->model->payments;
    begin(text, table, "counter");
    kzi_json_begin_key(text, "discard", '{');
    kzi_json_key_int(text, "discarder", kzi_counter(payments, false, true, 1));
    kzi_json_key_int(text, "others", kzi_counter(payments, false, false, 1));
    kzi_json_end(text, '}');
    kzi_json_begin_key(text, "self_draw", '{');
    kzi_json_key_int(text, "each", kzi_counter(payments, true, false, 1));
    kzi_json_end(text, '}');
    end(text);
}

static void put_rest(struct kzi_text *text, const struct kzi_table *table) {
    const struct kzi_model *model = table->rules->model;
    put_counter(text, table);
    begin(text, table, "bet");
    kzi_json_key_int(text, "points", model->payments.bet);
    end(text);
    begin(text, table, "minimum");
    kzi_json_key_string(text, "unit", model->unit);
    kzi_json_key_int(text, "total", model->minimum > 1 ? model->minimum : 1);
    end(text);
}

void kzi_table_json(struct kzi_text *text, const struct kzi_table *table) {
    for (unsigned w = 0; w < table->n_ways; w++)
        for (unsigned i = 0; i < (table->by_fu ? table->n_fu : 1); i++)
            for (unsigned t = 0; t < table->n_totals; t++)
                put_hand(text, table, table->by_fu ? &table->fu[i] : NULL,
                         kzi_table_ways[table->first_way + w], table->totals[t]);
    put_limits(text, table);
    put_rest(text, table);
}
