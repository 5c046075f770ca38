#include "analysis/tables/table.h"
#include "report/result_json.h"

static const char *const role_keys[KZI_ROLES] = {
    [KZI_ROLE_DISCARDER] = "discarder", [KZI_ROLE_DEALER] = "dealer", [KZI_ROLE_OTHERS] = "others"};

static void begin(struct kzi_text *text, const struct kzi_table *table, const char *kind) {
    kzi_text_put(text, "{");
    kzi_json_ruleset(text, table->rules);
    kzi_text_format(text, ",\"table\":\"%s\"", kind);
}

/* Who wins and how, what the winner gets, and what each payer of a role pays. */
static void put_pay(struct kzi_text *text, const struct kzi_table *table, struct kzi_table_way way,
                    int64_t value) {
    struct kzi_table_pay pay;
    const char *winner = table->n_ways < KZI_TABLE_WAYS ? "any" : way.dealer ? "dealer" : "other";
    kzi_table_pay(table->rules, way, value, &pay);
    kzi_text_format(text, ",\"winner\":\"%s\",\"by\":\"%s\"", winner,
                    way.self_draw ? "self_draw" : "discard");
    if (pay.past_range) {
        kzi_text_format(text, ",\"points\":null,\"pays\":null,\"error\":\"%s\"}\n",
                        kzi_problem_names[KZI_VALUE_RANGE]);
        return;
    }
    kzi_text_format(text, ",\"points\":%lld,\"pays\":{", (long long)pay.points);
    for (unsigned i = 0; i < pay.n_payers; i++)
        kzi_text_format(text, "%s\"%s\":%lld", i ? "," : "", role_keys[pay.payers[i].role],
                        (long long)pay.payers[i].pays);
    kzi_text_put(text, "}}\n");
}

static void put_limit(struct kzi_text *text, const struct kzi_model *model, int limit) {
    kzi_text_put(text, ",\"limit\":");
    if (limit < 0)
        kzi_text_put(text, "null");
    else
        kzi_json_string(text, model->limits[limit].id);
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
    kzi_text_put(text, ",\"unit\":");
    kzi_json_string(text, model->unit);
    kzi_text_format(text, ",\"total\":%d,\"fu\":", (int)total);
    if (fu)
        kzi_text_int(text, fu->fu);
    else
        kzi_text_put(text, "null");
    put_limit(text, model, price.limit);
    put_pay(text, table, way, price.value);
}

static void put_number_or_null(struct kzi_text *text, const char *key, int32_t number) {
    kzi_text_format(text, ",\"%s\":", key);
    if (number)
        kzi_text_int(text, number);
    else
        kzi_text_put(text, "null");
}

static void put_limits(struct kzi_text *text, const struct kzi_table *table) {
    const struct kzi_model *model = table->rules->model;
    struct kzi_table_limit lines[KZI_TABLE_LIMITS];
    unsigned count = kzi_table_limits(table->rules, lines);
    for (unsigned i = 0; i < count; i++)
        for (unsigned w = 0; w < table->n_ways; w++) {
            const struct kzi_limit *limit = &model->limits[lines[i].limit];
            begin(text, table, "limit");
            put_limit(text, model, (int)lines[i].limit);
            kzi_text_format(text, ",\"multiplier\":%d,\"worth\":%d", (int)lines[i].times,
                            (int)limit->worth);
            put_number_or_null(text, "from_total", lines[i].from);
            put_number_or_null(text, "from_value", lines[i].times == 1 ? limit->from_value : 0);
            put_pay(text, table, kzi_table_ways[table->first_way + w],
                    (int64_t)limit->worth * lines[i].times);
        }
}

static void put_rest(struct kzi_text *text, const struct kzi_table *table) {
    const struct kzi_model *model = table->rules->model;
    const struct kzi_payments *payments = &model->payments;
    begin(text, table, "counter");
    kzi_text_format(text, ",\"discard\":{\"discarder\":%lld,\"others\":%lld}",
                    (long long)kzi_counter(payments, false, true, 1),
                    (long long)kzi_counter(payments, false, false, 1));
    kzi_text_format(text, ",\"self_draw\":{\"each\":%lld}}\n",
                    (long long)kzi_counter(payments, true, false, 1));
    begin(text, table, "bet");
    kzi_text_format(text, ",\"points\":%d}\n", (int)payments->bet);
    begin(text, table, "minimum");
    kzi_text_put(text, ",\"unit\":");
    kzi_json_string(text, model->unit);
    kzi_text_format(text, ",\"total\":%d}\n", model->minimum > 1 ? (int)model->minimum : 1);
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
