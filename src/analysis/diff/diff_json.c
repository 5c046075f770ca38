/* A difference as one JSON object. */
#include "analysis/diff/diff_report.h"
#include "analysis/witness/hand_line.h"
#include "report/result_json.h"

#include <string.h>

static void put_string(struct kzi_text *text, const char *key, const char *string) {
    kzi_text_format(text, "\"%s\":", key);
    if (string)
        kzi_json_string(text, string);
    else
        KZI_PUT(text, "null");
}

/* {"says":"4","file":"rules/NAME.yaml","line":17}, null where nothing is there. */
static void put_side(struct kzi_text *text, const struct kzi_shown_difference *shown,
                     const struct kzi_differing_place *place, unsigned of) {
    if (!place->says[of]) {
        KZI_PUT(text, "null");
        return;
    }
    struct kzi_text said = kzi_text_growing();
    if (place->node[of])
        kzi_node_put(&said, place->node[of]);
    else
        kzi_text_put(&said, place->says[of]);
    kzi_text_char(&said, '\0');
    KZI_PUT(text, "{");
    put_string(text, "says", said.failed ? "" : said.at);
    text->failed |= said.failed;
    kzi_text_release(&said);
    struct kzi_place source = kzi_said_in(shown, place, of);
    if (source.source && source.line) {
        KZI_PUT(text, ",");
        put_string(text, "file", source.source->name);
        kzi_text_format(text, ",\"line\":%u", source.line);
    }
    KZI_PUT(text, "}");
}

static void put_option(struct kzi_text *text, const struct kzi_difference *difference) {
    KZI_PUT(text, ",\"option\":");
    if (!difference->option) {
        KZI_PUT(text, "null");
        return;
    }
    KZI_PUT(text, "{");
    put_string(text, "id", difference->option->id);
    KZI_PUT(text, ",\"values\":[");
    for (unsigned i = 0; i < 2; i++) {
        kzi_text_put(text, i ? "," : "");
        if (difference->value[i])
            kzi_json_string(text, difference->value[i]);
        else
            KZI_PUT(text, "null");
    }
    KZI_PUT(text, "]}");
}

void kzi_diff_witness_json(struct kzi_text *text, const struct kzi_witness *witness) {
    struct kzi_text line = kzi_text_growing();
    kzi_put_line(&line, &witness->hand);
    kzi_text_char(&line, '\0');
    KZI_PUT(text, "\"witness\":{");
    put_string(text, "hand", line.failed ? "" : line.at);
    text->failed |= line.failed;
    kzi_text_release(&line);
    kzi_text_format(text, ",\"as_is\":%s,\"results\":[", witness->as_is ? "true" : "false");
    for (unsigned i = 0; i < 2; i++) {
        const struct kz_result *result = &witness->results[i];
        kzi_text_put(text, i ? "," : "");
        if (result->status == KZ_OK)
            kzi_report_json(text, result, false, 0);
        else
            kzi_report_error_json(text, "", 0, &result->error);
    }
    KZI_PUT(text, "]}");
}

static void put_witness(struct kzi_text *text, const struct kzi_witness *witness) {
    static const char *const kinds[] = {"none", "never", "deal", "refused", "counts", "pays"};
    kzi_text_format(text, ",\"shown\":\"%s\",\"tried\":%lu", kinds[witness->kind], witness->tried);
    if (witness->cut)
        KZI_PUT(text, ",\"cut\":true");
    if (witness->kind < KZI_WITNESS_REFUSED)
        return;
    KZI_PUT(text, ",");
    kzi_diff_witness_json(text, witness);
}

void kzi_diff_json(struct kzi_text *text, const struct kzi_shown_difference *shown) {
    const struct kzi_difference *difference = shown->difference;
    const char *names[2];
    kzi_diff_names(shown->differences, names);
    KZI_PUT(text, "{");
    put_string(text, "address", difference->address);
    KZI_PUT(text, ",\"rulesets\":[");
    kzi_json_string(text, shown->differences->rules[0]->model->label);
    KZI_PUT(text, ",");
    kzi_json_string(text, shown->differences->rules[1]->model->label);
    KZI_PUT(text, "],\"only\":");
    if (difference->only < 0)
        KZI_PUT(text, "null");
    else
        kzi_text_int(text, difference->only);
    put_option(text, difference);
    KZI_PUT(text, ",\"places\":[");
    for (size_t i = 0; i < difference->n_places; i++) {
        kzi_text_put(text, i ? ",{" : "{");
        put_string(text, "address", difference->places[i].address);
        KZI_PUT(text, ",\"said\":[");
        put_side(text, shown, &difference->places[i], 0);
        KZI_PUT(text, ",");
        put_side(text, shown, &difference->places[i], 1);
        KZI_PUT(text, "]}");
    }
    KZI_PUT(text, "]");
    if (shown->differences->cut)
        KZI_PUT(text, ",\"cut\":true");
    if (shown->witness)
        put_witness(text, shown->witness);
    KZI_PUT(text, "}");
}
