/* Write results as JSON. Plain results are on the hot path of streams, so they are assembled
 * from pieces, without formatting, and place their own commas up to where text->comma is set.
 * Parts common to all results of a ruleset are written at load (compile/fragments.c). */
#include "report/result_json.h"

#include "report/result_text.h"
#include "report/wording.h"
#include "words/sentence.h"

#include <string.h>

/* --- rules ----------------------------------------------------------------------------------- */

static void put_node(struct kzi_text *text, const struct kzi_node *node) {
    if (!node || node->kind == KZI_SCALAR) {
        kzi_json_put_string(text, node ? node->text : NULL);
        return;
    }
    kzi_json_begin(text, node->kind == KZI_MAP ? '{' : '[');
    for (size_t i = 0; i < node->count; i++) {
        if (node->kind == KZI_MAP) {
            kzi_json_separate(text);
            kzi_json_quote_string(text, node->u.entries[i].key->text);
            kzi_text_char(text, ':');
            text->comma = false;
        }
        put_node(text, kzi_node_child(node, i));
    }
    kzi_json_end(text, node->kind == KZI_MAP ? '}' : ']');
}

void kzi_put_node_json(struct kzi_text *text, const char *key, const struct kzi_node *node) {
    kzi_json_key(text, key);
    put_node(text, node);
}

/* --- errors ---------------------------------------------------------------------------------- */

void kzi_put_id_json(struct kzi_text *text, const char *id) {
    if (!id[0])
        return;
    kzi_json_key(text, "id");
    kzi_text_put(text, id);
    text->comma = true;
}

void kzi_begin_error_json(struct kzi_text *text, const char *id, unsigned long line,
                          const kz_error *error) {
    kzi_json_start(text);
    kzi_json_begin(text, '{');
    kzi_put_id_json(text, id);
    if (line)
        kzi_json_key_int(text, "line", (long long)line);
    kzi_json_begin_key(text, "error", '{');
    kzi_json_key_string(text, "code", error->code);
    kzi_json_key_string(text, "message", error->text);
    if (error->key[0])
        kzi_json_key_string(text, "key", error->key);
    if (error->column)
        kzi_json_key_int(text, "at", error->column);
    kzi_json_end(text, '}');
}

void kzi_put_error_json(struct kzi_text *text, const char *id, unsigned long line,
                        const kz_error *error) {
    kzi_begin_error_json(text, id, line, error);
    kzi_json_end(text, '}');
}

/* --- yaku ------------------------------------------------------------------------------------ */

/* Enough for most values; longer ones, such as a minimum of many conditions, allocate. */
#define BUFFER_SIZE 1024

/* Begin members that a document builds too. */
static struct kzi_doc begin_members(struct kzi_text *text, char buffer[BUFFER_SIZE]) {
    struct kzi_doc doc = kzi_doc_extend(text, &kzi_code_style);
    doc.words = kzi_text_borrowing(buffer, BUFFER_SIZE);
    return doc;
}

static void put_instances(struct kzi_text *text, const struct kz_result *result, unsigned yaku) {
    char buffer[BUFFER_SIZE];
    struct kzi_doc doc = begin_members(text, buffer);
    kzi_put_instances(&doc, result, yaku);
    kzi_doc_end(&doc, KZI_LAYOUT_result);
}

/* Write a yaku that is explained or has a count of several digits. skip: 1 to omit the comma before
 * it. */
static void put_yaku_in_parts(struct kzi_text *text, const struct kz_result *result,
                              unsigned number, const struct kzi_yaku_fragment *written,
                              uint32_t skip, bool explain) {
    const char *after = written->piece.text + written->count + 1;
    kzi_text_add(text, written->piece.text + skip, written->count - skip);
    kzi_text_int(text, kzi_times_listed(result, number));
    kzi_text_add(text, after, written->piece.len - written->count - 2);
    if (explain)
        put_instances(text, result, number);
    kzi_text_char(text, '}');
}

static void put_listed(struct kzi_text *text, const struct kz_result *result, bool explain) {
    uint16_t list[KZI_MAX_YAKU];
    unsigned count = kzi_list_counted(result, list);
    const struct kzi_yaku_fragment *written =
        result->rules->written->yaku[kzi_hand_is_open(&result->hand)];
    for (unsigned i = 0; i < count; i++) {
        const struct kzi_yaku_fragment *yaku = &written[list[i]];
        const unsigned times = kzi_times_listed(result, list[i]), skip = !i;
        const size_t one = text->len + yaku->count - skip;
        if (explain || times > 9 || !text->size) {
            put_yaku_in_parts(text, result, list[i], yaku, skip, explain);
            continue;
        }
        kzi_text_add(text, yaku->piece.text + skip, yaku->piece.len - skip);
        if (one < text->size)
            text->at[one] = (char)('0' + times);
    }
}

static void put_piece(struct kzi_text *text, const struct kzi_piece *piece) {
    kzi_text_add(text, piece->text, piece->len);
}

/* --- the result ------------------------------------------------------------------------------ */

void kzi_put_ruleset_json(struct kzi_text *text, const struct kz_ruleset *rules) {
    kzi_json_separate(text);
    put_piece(text, &rules->written->ruleset);
}

/* Write the yaku, after the opening bracket of their list, and their sums. */
static void put_sums(struct kzi_text *text, const struct kz_result *result, bool explain) {
    const struct kzi_tally *best = &result->best;
    put_listed(text, result, explain);
    put_piece(text, &result->rules->written->unit);
    kzi_text_int(text, best->total);
    KZI_PUT(text, ",\"qualifying\":");
    kzi_text_int(text, best->qualifying);
    if (best->fu < 0) {
        KZI_PUT(text, ",\"fu\":null");
    } else {
        KZI_PUT(text, ",\"fu\":");
        kzi_text_int(text, best->fu);
    }
}

static void put_points(struct kzi_text *text, const struct kz_result *result) {
    const struct kzi_tally *best = &result->best;
    if (best->limit < 0)
        KZI_PUT(text, ",\"limit\":null,\"multiplier\":");
    else
        put_piece(text, &result->rules->written->limits[best->limit]);
    kzi_text_int(text, best->multiplier);
    KZI_PUT(text, ",\"points\":");
    kzi_text_int(text, best->points);
}

static void put_payments(struct kzi_text *text, const struct kz_result *result) {
    static const char keys[KZI_SEATS][6] = {"{\"E\":", ",\"S\":", ",\"W\":", ",\"N\":"};
    KZI_PUT(text, ",\"payments\":");
    if (result->discarder_unknown) {
        const unsigned seat = result->hand.seat;
        kzi_text_char(text, '{');
        kzi_text_add(text, keys[seat] + 1, 4);
        kzi_text_int(text, result->paid[seat]);
        KZI_PUT(text, ",\"discarder\":");
        kzi_text_int(text, result->paid[KZI_DISCARDER]);
        KZI_PUT(text, ",\"others\":");
        kzi_text_int(text, result->paid[KZI_ANY_OTHER]);
    } else {
        for (unsigned seat = 0; seat < result->rules->model->n_seats; seat++) {
            kzi_text_add(text, keys[seat], 5);
            kzi_text_int(text, result->paid[seat]);
        }
    }
    kzi_text_char(text, '}');
}

static void put_chips(struct kzi_text *text, const struct kz_result *result) {
    kzi_json_key_int(text, "chips", result->chips);
    kzi_json_begin_key(text, "chip_payments", '{');
    for (unsigned party = 0; party < KZI_PARTIES; party++)
        if (kzi_has_party(result, party))
            kzi_json_key_int(text, kzi_party_names[party], result->chips_paid[party]);
    kzi_json_end(text, '}');
}

static void put_known(struct kzi_text *text, const char *key, bool known, int64_t number) {
    if (known)
        kzi_json_key_int(text, key, number);
    else
        kzi_json_key_string(text, key, NULL);
}

/* Write what was stated without tiles. */
static void put_stated(struct kzi_text *text, const struct kz_result *result) {
    const struct kzi_model *model = result->rules->model;
    const struct kzi_tally *best = &result->best;
    const bool has_total = !best->by_limit && !result->of_points;
    text->comma = true;
    kzi_json_key_bool(text, "stated", true);
    KZI_PUT(text, ",\"yaku\":[]");
    kzi_json_key_string(text, "unit", model->unit);
    put_known(text, "total", has_total, best->total);
    put_known(text, "qualifying", has_total, best->qualifying);
    put_known(text, "fu", best->fu >= 0, best->fu);
    kzi_json_key_string(
        text, "limit", result->of_points || best->limit < 0 ? NULL : model->limits[best->limit].id);
    put_known(text, "multiplier", !result->of_points, best->multiplier);
    if (result->unusual)
        kzi_json_key_bool(text, "unusual", true);
}

static void put_document(struct kzi_text *text, const struct kz_result *result,
                         void (*put)(struct kzi_doc *doc, const struct kz_result *result)) {
    char buffer[BUFFER_SIZE];
    struct kzi_doc doc = begin_members(text, buffer);
    put(&doc, result);
    kzi_doc_end(&doc, KZI_LAYOUT_result);
}

static void put_message_code(struct kzi_doc *doc, const struct kz_result *result) {
    kzi_argument_no_win(kzi_doc_coded(doc, "message_code"), result);
}

static void put_no_win(struct kzi_text *text, const struct kz_result *result, bool explain) {
    char buffer[512];
    struct kzi_text message = kzi_text_fixed(buffer, sizeof buffer);
    struct kzi_sentence sentence = kzi_sentence_on(&message, &kzi_plain_style);
    kzi_argument_no_win(&sentence, result);
    kzi_text_end(&message);
    text->failed |= message.failed;
    KZI_PUT(text, "\"win\":false,\"reason\":\"");
    kzi_text_put(text, kzi_reason_ids[result->reason]);
    KZI_PUT(text, "\",\"message\":");
    kzi_json_quote_string(text, buffer);
    text->comma = true;
    if (explain)
        put_document(text, result, put_message_code);
    if (result->reason == KZI_INCOMPLETE)
        return;
    if (kzi_is_stated(result)) {
        put_stated(text, result);
        return;
    }
    KZI_PUT(text, ",\"yaku\":[");
    put_sums(text, result, explain);
}

static void put_outcome(struct kzi_text *text, const struct kz_result *result, bool explain) {
    if (kzi_is_stated(result)) {
        KZI_PUT(text, "\"win\":true");
        put_stated(text, result);
        kzi_json_key_int(text, "points", result->best.points);
    } else {
        KZI_PUT(text, "\"win\":true,\"yaku\":[");
        put_sums(text, result, explain);
        put_points(text, result);
    }
    put_payments(text, result);
}

void kzi_put_verdict_json(struct kzi_text *text, const struct kz_result *result, bool explain) {
    kzi_json_separate(text);
    if (result->reason == KZI_WINS)
        put_outcome(text, result, explain);
    else
        put_no_win(text, result, explain);
    text->comma = true;
    if (result->rules->has_factors && result->reason != KZI_INCOMPLETE && !result->of_points)
        kzi_json_key_int(text, "factor", result->best.factor);
    if (kzi_has_chips(result))
        put_chips(text, result);
    if (result->hand.wild.count)
        put_document(text, result, kzi_put_stand_ins);
    if (result->selection_budget.cut)
        kzi_json_key_bool(text, "choices_cut", true);
    if (explain && result->reason != KZI_INCOMPLETE && !kzi_is_stated(result))
        put_document(text, result, kzi_put_explanation);
}

void kzi_begin_result_json(struct kzi_text *text, const struct kz_result *result, bool explain) {
    kzi_json_begin(text, '{');
    kzi_put_id_json(text, kzi_hand_id(&result->hand));
    kzi_put_ruleset_json(text, result->rules);
    kzi_put_verdict_json(text, result, explain);
}

void kzi_put_loser_json(struct kzi_text *text, const struct kz_result *result, bool explain) {
    const struct kzi_tally *best = &result->best;
    kzi_json_begin(text, '{');
    kzi_json_key_string(text, "seat", kzi_seat_names[result->hand.seat]);
    if (kzi_is_stated(result)) {
        put_stated(text, result);
        kzi_json_key_int(text, "points", best->points);
        kzi_json_end(text, '}');
        return;
    }
    KZI_PUT(text, ",\"yaku\":[");
    put_listed(text, result, explain);
    kzi_text_char(text, ']');
    kzi_json_key_int(text, "total", best->total);
    put_known(text, "fu", best->fu >= 0, best->fu);
    put_points(text, result);
    if (result->selection_budget.cut)
        kzi_json_key_bool(text, "choices_cut", true);
    if (explain)
        put_document(text, result, kzi_put_loser_explanation);
    kzi_json_end(text, '}');
}

void kzi_put_result_json(struct kzi_text *text, const struct kz_result *result, bool explain,
                         unsigned long line) {
    if (result->status) {
        kzi_put_error_json(text, kzi_hand_id(&result->hand), line, &result->error);
        return;
    }
    kzi_json_start(text);
    kzi_begin_result_json(text, result, explain);
    kzi_json_end(text, '}');
}
