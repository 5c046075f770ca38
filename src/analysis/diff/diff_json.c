/* A difference as one JSON object. */
#include "analysis/diff/diff_report.h"
#include "analysis/witness/hand_line.h"
#include "report/result_json.h"

#include <string.h>

/* What the growing text says; it is released. */
static void put_text(struct kzi_text *text, const char *key, struct kzi_text *said) {
    kzi_text_char(said, '\0');
    kzi_json_key_string(text, key, said->failed ? "" : said->at);
    text->failed |= said->failed;
    kzi_text_release(said);
}

/* {"says":"4","file":"rules/NAME.yaml","line":17}, null where nothing is there. */
static void put_side(struct kzi_text *text, const struct kzi_shown_difference *shown,
                     const struct kzi_differing_place *place, unsigned of) {
    if (!place->says[of]) {
        kzi_json_put_string(text, NULL);
        return;
    }
    struct kzi_text said = kzi_text_growing();
    if (place->node[of])
        kzi_node_put(&said, place->node[of]);
    else
        kzi_text_put(&said, place->says[of]);
    kzi_json_begin(text, '{');
    put_text(text, "says", &said);
    struct kzi_place source = kzi_said_in(shown, place, of);
    if (source.source && source.line) {
        kzi_json_key_string(text, "file", source.source->name);
        kzi_json_key_int(text, "line", source.line);
    }
    kzi_json_end(text, '}');
}

static void put_option(struct kzi_text *text, const struct kzi_difference *difference) {
    if (!difference->option) {
        kzi_json_key_string(text, "option", NULL);
        return;
    }
    kzi_json_begin_key(text, "option", '{');
    kzi_json_key_string(text, "id", difference->option->id);
    kzi_json_begin_key(text, "values", '[');
    for (unsigned i = 0; i < 2; i++)
        kzi_json_put_string(text, difference->value[i]);
    kzi_json_end(text, ']');
    kzi_json_end(text, '}');
}

void kzi_diff_witness_json(struct kzi_text *text, const struct kzi_witness *witness) {
    struct kzi_text line = kzi_text_growing();
    kzi_put_line(&line, &witness->hand);
    kzi_json_begin_key(text, "witness", '{');
    put_text(text, "hand", &line);
    kzi_json_key_bool(text, "as_is", witness->as_is);
    kzi_json_begin_key(text, "results", '[');
    for (unsigned i = 0; i < 2; i++) {
        const struct kz_result *result = &witness->results[i];
        kzi_json_separate(text);
        if (result->status == KZ_OK)
            kzi_report_json(text, result, false, 0);
        else
            kzi_report_error_json(text, "", 0, &result->error);
    }
    kzi_json_end(text, ']');
    kzi_json_end(text, '}');
}

static void put_witness(struct kzi_text *text, const struct kzi_witness *witness) {
    static const char *const kinds[] = {"none", "never", "deal", "refused", "counts", "pays"};
    kzi_json_key_string(text, "shown", kinds[witness->kind]);
    kzi_json_key_int(text, "tried", (long long)witness->tried);
    if (witness->cut)
        kzi_json_key_bool(text, "cut", true);
    if (witness->kind >= KZI_WITNESS_REFUSED)
        kzi_diff_witness_json(text, witness);
}

static void put_place(struct kzi_text *text, const struct kzi_shown_difference *shown,
                      const struct kzi_differing_place *place) {
    kzi_json_begin(text, '{');
    kzi_json_key_string(text, "address", place->address);
    kzi_json_begin_key(text, "said", '[');
    for (unsigned of = 0; of < 2; of++)
        put_side(text, shown, place, of);
    kzi_json_end(text, ']');
    kzi_json_end(text, '}');
}

void kzi_diff_json(struct kzi_text *text, const struct kzi_shown_difference *shown) {
    const struct kzi_difference *difference = shown->difference;
    kzi_json_start(text);
    kzi_json_begin(text, '{');
    kzi_json_key_string(text, "address", difference->address);
    kzi_json_begin_key(text, "rulesets", '[');
    for (unsigned i = 0; i < 2; i++)
        kzi_json_put_string(text, shown->differences->rules[i]->model->label);
    kzi_json_end(text, ']');
    if (difference->only < 0)
        kzi_json_key_string(text, "only", NULL);
    else
        kzi_json_key_int(text, "only", difference->only);
    put_option(text, difference);
    kzi_json_begin_key(text, "places", '[');
    for (size_t i = 0; i < difference->n_places; i++)
        put_place(text, shown, &difference->places[i]);
    kzi_json_end(text, ']');
    if (shown->differences->cut)
        kzi_json_key_bool(text, "cut", true);
    if (shown->witness)
        put_witness(text, shown->witness);
    kzi_json_end(text, '}');
}
