/* A summary as one JSON object, to be read again by summary_reader.c: what is written here in one
 * order is read there in any. */
#include "analysis/compare/summary.h"
#include "report/result_json.h"

#define PUT_INT(text, key, number)                                                                 \
    do {                                                                                           \
        KZI_PUT(text, ",\"" key "\":");                                                            \
        kzi_text_int(text, number);                                                                \
    } while (0)

static void put_fields(struct kzi_text *text, const int64_t fields[KZI_FIELDS]) {
    KZI_PUT(text, ",\"differs\":{");
    for (unsigned field = 0; field < KZI_FIELDS; field++) {
        if (field)
            kzi_text_char(text, ',');
        kzi_json_string(text, kzi_field_names[field]);
        kzi_text_char(text, ':');
        kzi_text_int(text, fields[field]);
    }
    kzi_text_char(text, '}');
}

static void put_side(struct kzi_text *text, const struct kzi_summed_side *side) {
    KZI_PUT(text, "{\"ruleset\":");
    kzi_json_string(text, side->label);
    KZI_PUT(text, ",\"version\":");
    kzi_json_string(text, side->version);
    KZI_PUT(text, ",\"digest\":");
    kzi_json_string(text, side->digest);
    PUT_INT(text, "refused", side->refused);
    PUT_INT(text, "wins", side->wins);
    PUT_INT(text, "points", side->points);
    kzi_text_char(text, '}');
}

static void put_histogram(struct kzi_text *text, const struct kzi_histogram *histogram) {
    KZI_PUT(text, ",\"coarse\":");
    kzi_text_put(text, histogram->coarse ? "true" : "false");
    KZI_PUT(text, ",\"histogram\":[");
    for (unsigned i = 0; i < histogram->count; i++) {
        kzi_text_put(text, i ? ",{\"from\":" : "{\"from\":");
        kzi_text_int(text, histogram->bars[i].from);
        PUT_INT(text, "to", histogram->bars[i].to);
        PUT_INT(text, "hands", histogram->bars[i].hands);
        kzi_text_char(text, '}');
    }
    kzi_text_char(text, ']');
}

static void put_rules(struct kzi_text *text, const struct kzi_summed_pair *pair) {
    PUT_INT(text, "unexplained", pair->unexplained);
    if (pair->not_looked_for)
        PUT_INT(text, "not_looked_for", pair->not_looked_for);
    KZI_PUT(text, ",\"rules\":[");
    for (size_t i = 0; i < pair->n_rules; i++) {
        kzi_text_put(text, i ? ",{\"rule\":" : "{\"rule\":");
        kzi_json_string(text, pair->rules[i].rule);
        PUT_INT(text, "hands", pair->rules[i].hands);
        PUT_INT(text, "alone", pair->rules[i].alone);
        kzi_text_char(text, '}');
    }
    kzi_text_char(text, ']');
}

static void put_mover(struct kzi_text *text, const struct kzi_mover *mover) {
    kzi_text_char(text, '{');
    kzi_json_id(text, mover->id);
    KZI_PUT(text, "\"hand\":");
    kzi_json_string(text, mover->hand);
    PUT_INT(text, "times", mover->times);
    PUT_INT(text, "by", mover->by);
    KZI_PUT(text, ",\"points\":[");
    kzi_text_int(text, mover->points[0]);
    kzi_text_char(text, ',');
    kzi_text_int(text, mover->points[1]);
    KZI_PUT(text, "]}");
}

static void put_pair(struct kzi_text *text, const struct kzi_summary *summary, unsigned column) {
    const struct kzi_summed_pair *pair = &summary->pairs[column];
    KZI_PUT(text, "{\"ruleset\":");
    kzi_json_string(text, summary->sides[column].label);
    PUT_INT(text, "different", pair->differs);
    put_fields(text, pair->fields);
    PUT_INT(text, "more_hands", pair->more_hands);
    PUT_INT(text, "more_points", pair->more_points);
    PUT_INT(text, "fewer_hands", pair->fewer_hands);
    PUT_INT(text, "fewer_points", pair->fewer_points);
    put_rules(text, pair);
    put_histogram(text, &pair->histogram);
    KZI_PUT(text, ",\"movers\":[");
    for (unsigned i = 0; i < pair->n_movers; i++) {
        kzi_text_put(text, i ? "," : "");
        put_mover(text, &pair->movers[i]);
    }
    KZI_PUT(text, "]}");
}

void kzi_summary_json(struct kzi_text *text, const struct kzi_summary *summary) {
    KZI_PUT(text, "{\"summary\":1");
    PUT_INT(text, "hands", summary->hands);
    PUT_INT(text, "refused", summary->refused);
    PUT_INT(text, "different", summary->differs);
    put_fields(text, summary->fields);
    KZI_PUT(text, ",\"rulesets\":[");
    for (unsigned i = 0; i < summary->count; i++) {
        kzi_text_put(text, i ? "," : "");
        put_side(text, &summary->sides[i]);
    }
    KZI_PUT(text, "],\"from_first\":[");
    for (unsigned i = 1; i < summary->count; i++) {
        kzi_text_put(text, i > 1 ? "," : "");
        put_pair(text, summary, i);
    }
    KZI_PUT(text, "]}");
}
