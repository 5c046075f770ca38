/* A summary as one JSON object, to be read again by summary_reader.c: what is written here in one
 * order is read there in any. */
#include "analysis/compare/summary.h"
#include "report/result_json.h"

static void put_fields(struct kzi_text *text, const int64_t fields[KZI_FIELDS]) {
    kzi_json_begin_key(text, "differs", '{');
    for (unsigned field = 0; field < KZI_FIELDS; field++)
        kzi_json_key_int(text, kzi_field_names[field], fields[field]);
    kzi_json_end(text, '}');
}

static void put_side(struct kzi_text *text, const struct kzi_summed_side *side) {
    kzi_json_begin(text, '{');
    kzi_json_key_string(text, "ruleset", side->label);
    kzi_json_key_string(text, "version", side->version);
    kzi_json_key_string(text, "digest", side->digest);
    kzi_json_key_int(text, "refused", side->refused);
    kzi_json_key_int(text, "wins", side->wins);
    kzi_json_key_int(text, "points", side->points);
    kzi_json_end(text, '}');
}

static void put_histogram(struct kzi_text *text, const struct kzi_histogram *histogram) {
    kzi_json_key_bool(text, "coarse", histogram->coarse);
    kzi_json_begin_key(text, "histogram", '[');
    for (unsigned i = 0; i < histogram->count; i++) {
        kzi_json_begin(text, '{');
        kzi_json_key_int(text, "from", histogram->bars[i].from);
        kzi_json_key_int(text, "to", histogram->bars[i].to);
        kzi_json_key_int(text, "hands", histogram->bars[i].hands);
        kzi_json_end(text, '}');
    }
    kzi_json_end(text, ']');
}

static void put_rules(struct kzi_text *text, const struct kzi_summed_pair *pair) {
    kzi_json_key_int(text, "unexplained", pair->unexplained);
    if (pair->not_looked_for)
        kzi_json_key_int(text, "not_looked_for", pair->not_looked_for);
    kzi_json_begin_key(text, "rules", '[');
    for (size_t i = 0; i < pair->n_rules; i++) {
        kzi_json_begin(text, '{');
        kzi_json_key_string(text, "rule", pair->rules[i].rule);
        kzi_json_key_int(text, "hands", pair->rules[i].hands);
        kzi_json_key_int(text, "alone", pair->rules[i].alone);
        kzi_json_end(text, '}');
    }
    kzi_json_end(text, ']');
}

static void put_mover(struct kzi_text *text, const struct kzi_mover *mover) {
    kzi_json_begin(text, '{');
    kzi_json_id(text, mover->id);
    kzi_json_key_string(text, "hand", mover->hand);
    kzi_json_key_int(text, "times", mover->times);
    kzi_json_key_int(text, "by", mover->by);
    kzi_json_begin_key(text, "points", '[');
    kzi_json_put_int(text, mover->points[0]);
    kzi_json_put_int(text, mover->points[1]);
    kzi_json_end(text, ']');
    kzi_json_end(text, '}');
}

static void put_pair(struct kzi_text *text, const struct kzi_summary *summary, unsigned column) {
    const struct kzi_summed_pair *pair = &summary->pairs[column];
    kzi_json_begin(text, '{');
    kzi_json_key_string(text, "ruleset", summary->sides[column].label);
    kzi_json_key_int(text, "different", pair->differs);
    put_fields(text, pair->fields);
    kzi_json_key_int(text, "more_hands", pair->more_hands);
    kzi_json_key_int(text, "more_points", pair->more_points);
    kzi_json_key_int(text, "fewer_hands", pair->fewer_hands);
    kzi_json_key_int(text, "fewer_points", pair->fewer_points);
    put_rules(text, pair);
    put_histogram(text, &pair->histogram);
    kzi_json_begin_key(text, "movers", '[');
    for (unsigned i = 0; i < pair->n_movers; i++)
        put_mover(text, &pair->movers[i]);
    kzi_json_end(text, ']');
    kzi_json_end(text, '}');
}

void kzi_summary_json(struct kzi_text *text, const struct kzi_summary *summary) {
    kzi_json_start(text);
    kzi_json_begin(text, '{');
    kzi_json_key_int(text, "summary", 1);
    kzi_json_key_int(text, "hands", summary->hands);
    kzi_json_key_int(text, "refused", summary->refused);
    kzi_json_key_int(text, "different", summary->differs);
    put_fields(text, summary->fields);
    kzi_json_begin_key(text, "rulesets", '[');
    for (unsigned i = 0; i < summary->count; i++)
        put_side(text, &summary->sides[i]);
    kzi_json_end(text, ']');
    kzi_json_begin_key(text, "from_first", '[');
    for (unsigned i = 1; i < summary->count; i++)
        put_pair(text, summary, i);
    kzi_json_end(text, ']');
    kzi_json_end(text, '}');
}
