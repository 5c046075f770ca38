/* A plain result is on the way of every hand of a stream: it is put together from pieces, without
 * a format. */
#include "report/json.h"

#include "report/pay.h"
#include "report/say.h"

#include <string.h>

static void put_escape(struct kzi_text *text, unsigned char c) {
    static const char hex[] = "0123456789abcdef";
    if (c == '"' || c == '\\') {
        kzi_text_char(text, '\\');
        kzi_text_char(text, (char)c);
        return;
    }
    KZI_PUT(text, "\\u00");
    kzi_text_char(text, hex[c >> 4]);
    kzi_text_char(text, hex[c & 15]);
}

void kzi_json_string(struct kzi_text *text, const char *string) {
    kzi_text_char(text, '"');
    const char *from = string;
    for (; *string; string++) {
        unsigned char c = (unsigned char)*string;
        if (c >= 0x20 && c != '"' && c != '\\')
            continue;
        kzi_text_add(text, from, (size_t)(string - from));
        put_escape(text, c);
        from = string + 1;
    }
    kzi_text_add(text, from, (size_t)(string - from));
    kzi_text_char(text, '"');
}

/* --- errors ---------------------------------------------------------------------------------- */

void kzi_json_id(struct kzi_text *text, const char *id) {
    if (!id[0])
        return;
    KZI_PUT(text, "\"id\":");
    kzi_text_put(text, id);
    kzi_text_char(text, ',');
}

void kzi_report_error_json(struct kzi_text *text, const char *id, unsigned long line,
                           const kz_error *error) {
    kzi_text_char(text, '{');
    kzi_json_id(text, id);
    if (line) {
        KZI_PUT(text, "\"line\":");
        kzi_text_int(text, (long long)line);
        kzi_text_char(text, ',');
    }
    KZI_PUT(text, "\"error\":{\"code\":");
    kzi_json_string(text, error->code);
    KZI_PUT(text, ",\"message\":");
    kzi_json_string(text, error->text);
    if (error->key[0]) {
        KZI_PUT(text, ",\"key\":");
        kzi_json_string(text, error->key);
    }
    if (error->column) {
        KZI_PUT(text, ",\"at\":");
        kzi_text_int(text, error->column);
    }
    KZI_PUT(text, "}}");
}

/* --- yaku ------------------------------------------------------------------------------------ */

static void put_value(struct kzi_text *text, const struct kzi_model *model,
                      const struct kzi_value *value) {
    if (value->limit == KZI_NO_LIMIT) {
        kzi_text_int(text, value->number);
        return;
    }
    KZI_PUT(text, "0,\"limit\":\"");
    kzi_text_put(text, model->limits[value->limit].id);
    KZI_PUT(text, "\",\"multiplier\":");
    kzi_text_int(text, value->number);
}

struct listing {
    struct kzi_text *text;
    const struct kz_result *result;
    bool open, explain, first;
};

static void put_yaku(struct listing *listing, unsigned number) {
    struct kzi_text *text = listing->text;
    const struct kzi_model *model = listing->result->rules->model;
    const struct kzi_yaku *yaku = &model->yaku[number];
    if (!listing->first)
        kzi_text_char(text, ',');
    listing->first = false;
    KZI_PUT(text, "{\"id\":\"");
    kzi_text_put(text, yaku->id);
    KZI_PUT(text, "\",\"value\":");
    put_value(text, model, listing->open ? &yaku->open : &yaku->closed);
    KZI_PUT(text, ",\"count\":");
    kzi_text_int(text, listing->result->times[number]);
    if (yaku->bonus)
        KZI_PUT(text, ",\"bonus\":true");
    if (listing->explain)
        kzi_json_uses(text, listing->result, number);
    kzi_text_char(text, '}');
}

/* Those that are bonus, or those that are not, in the ruleset's order. */
static void put_listed(struct listing *listing, bool bonus) {
    const struct kz_ruleset *rules = listing->result->rules;
    for (unsigned word = 0; word < rules->yaku_words; word++) {
        uint64_t left = listing->result->listed[word];
        left &= bonus ? rules->bonus[word] : ~rules->bonus[word];
        for (; left; left &= left - 1)
            put_yaku(listing, word * 64 + (unsigned)__builtin_ctzll(left));
    }
}

static void put_all_yaku(struct kzi_text *text, const struct kz_result *result, bool explain) {
    struct listing listing = {text, result, kzi_hand_open(&result->hand), explain, true};
    KZI_PUT(text, ",\"yaku\":[");
    put_listed(&listing, false);
    put_listed(&listing, true);
    KZI_PUT(text, "],\"unit\":");
    kzi_json_string(text, result->rules->model->unit);
}

/* --- the result ------------------------------------------------------------------------------ */

void kzi_json_ruleset(struct kzi_text *text, const struct kzi_model *model) {
    KZI_PUT(text, "\"ruleset\":");
    kzi_json_string(text, model->label);
    KZI_PUT(text, ",\"version\":");
    kzi_json_string(text, model->version ? model->version : "");
    KZI_PUT(text, ",\"digest\":\"");
    kzi_text_add(text, model->digest, strlen(model->digest));
    kzi_text_char(text, '"');
}

static void put_sums(struct kzi_text *text, const struct kzi_tally *tally) {
    KZI_PUT(text, ",\"total\":");
    kzi_text_int(text, tally->total);
    KZI_PUT(text, ",\"qualifying\":");
    kzi_text_int(text, tally->qualifying);
    KZI_PUT(text, ",\"fu\":");
    if (tally->fu < 0)
        KZI_PUT(text, "null");
    else
        kzi_text_int(text, tally->fu);
}

static void put_limit(struct kzi_text *text, const struct kz_result *result) {
    const struct kzi_tally *best = &result->best;
    if (best->limit < 0)
        KZI_PUT(text, ",\"limit\":null");
    else {
        KZI_PUT(text, ",\"limit\":\"");
        kzi_text_put(text, result->rules->model->limits[best->limit].id);
        kzi_text_char(text, '"');
    }
    KZI_PUT(text, ",\"multiplier\":");
    kzi_text_int(text, best->multiplier);
    KZI_PUT(text, ",\"points\":");
    kzi_text_int(text, best->points);
}

static void put_payments(struct kzi_text *text, const struct kz_result *result) {
    static const char *const keys[KZI_SEATS] = {",\"E\":", ",\"S\":", ",\"W\":", ",\"N\":"};
    KZI_PUT(text, ",\"payments\":{");
    for (unsigned seat = 0; seat < result->rules->model->n_seats; seat++) {
        if (result->discarder_unknown && seat != result->hand.seat)
            continue;
        bool first = !seat || result->discarder_unknown;
        kzi_text_add(text, keys[seat] + first, 5 - first);
        kzi_text_int(text, result->paid[seat]);
    }
    if (result->discarder_unknown) {
        KZI_PUT(text, ",\"discarder\":");
        kzi_text_int(text, result->paid_discarder);
        KZI_PUT(text, ",\"others\":");
        kzi_text_int(text, result->paid_others);
    }
    kzi_text_char(text, '}');
}

static void put_no_win(struct kzi_text *text, const struct kz_result *result, bool explain) {
    static const char *const reasons[] = {[KZI_INCOMPLETE] = "incomplete",
                                          [KZI_NO_YAKU] = "no_yaku",
                                          [KZI_BELOW_MINIMUM] = "below_minimum",
                                          [KZI_HEAD_BUMP] = "head_bump"};
    char sentence[512];
    struct kzi_text said = kzi_text_fixed(sentence, sizeof sentence);
    kzi_say_no_win(&said, result);
    kzi_text_end(&said);
    KZI_PUT(text, ",\"win\":false,\"reason\":\"");
    kzi_text_put(text, reasons[result->reason]);
    KZI_PUT(text, "\",\"message\":");
    kzi_json_string(text, sentence);
    if (result->reason == KZI_INCOMPLETE)
        return;
    put_all_yaku(text, result, explain);
    put_sums(text, &result->best);
}

void kzi_json_result(struct kzi_text *text, const struct kz_result *result, bool explain) {
    kzi_text_char(text, '{');
    kzi_json_id(text, result->hand.id);
    kzi_json_ruleset(text, result->rules->model);
    if (result->reason == KZI_WINS) {
        KZI_PUT(text, ",\"win\":true");
        put_all_yaku(text, result, explain);
        put_sums(text, &result->best);
        put_limit(text, result);
        put_payments(text, result);
    } else
        put_no_win(text, result, explain);
    if (explain && result->reason != KZI_INCOMPLETE)
        kzi_json_explain(text, result);
}

void kzi_report_json(struct kzi_text *text, const struct kz_result *result, bool explain,
                     unsigned long line) {
    if (result->status) {
        kzi_report_error_json(text, result->hand.id, line, &result->error);
        return;
    }
    kzi_json_result(text, result, explain);
    kzi_text_char(text, '}');
}
