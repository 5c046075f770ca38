#include "analysis/whynot/actual_value.h"
#include "analysis/whynot/why_not.h"
#include "analysis/witness/hand_line.h"
#include "report/result_json.h"

/* A growing text as a JSON string; it is released. */
static void put_said(struct kzi_text *text, struct kzi_text *said) {
    kzi_text_char(said, '\0');
    kzi_json_string(text, said->failed ? "" : said->at);
    text->failed |= said->failed;
    kzi_text_release(said);
}

static void put_holds(struct kzi_text *text, const struct kzi_why *why, unsigned failing) {
    KZI_PUT(text, ",\"holds\":");
    kzi_text_put(text, !why->has_reading ? "null" : failing ? "false" : "true");
}

static void put_clause(struct kzi_text *text, const struct kzi_why *why,
                       const struct kzi_clause *clause) {
    struct kzi_text said = kzi_text_growing();
    kzi_clause_say(&said, clause);
    KZI_PUT(text, "{\"asks\":");
    put_said(text, &said);
    put_holds(text, why, kzi_clause_failing(clause, &why->facts, &why->reading));
    if (clause->sort == KZI_CLAUSE_ONE && why->has_reading) {
        struct kzi_condition cond = kzi_clause_condition(clause);
        said = kzi_text_growing();
        kzi_say_has(&said, why->room, &why->facts, &why->reading, &cond, clause->denied);
        KZI_PUT(text, ",\"has\":");
        put_said(text, &said);
    }
    size_t parts = kzi_clause_parts(clause);
    if (parts)
        kzi_text_put(text, clause->sort == KZI_CLAUSE_ALL ? ",\"all_of\":[" : ",\"any_of\":[");
    for (size_t i = 0; i < parts; i++) {
        struct kzi_clause part;
        kzi_clause_part(clause, i, &part);
        kzi_text_put(text, i ? "," : "");
        put_clause(text, why, &part);
    }
    kzi_text_put(text, parts ? "]}" : "}");
}

static void put_statement(struct kzi_text *text, const struct kzi_why *why,
                          const struct kzi_why_statement *statement) {
    if (statement->sort == KZI_SAYS_CLAUSE) {
        put_clause(text, why, &statement->clause);
        return;
    }
    struct kzi_text said = kzi_text_growing();
    unsigned failing = kzi_why_statement_failing(why, statement);
    kzi_why_statement_say(&said, why, statement);
    KZI_PUT(text, "{\"asks\":");
    put_said(text, &said);
    put_holds(text, why, failing);
    if (failing && why->has_reading) {
        said = kzi_text_growing();
        kzi_why_statement_has(&said, why, statement);
        KZI_PUT(text, ",\"has\":");
        put_said(text, &said);
    }
    kzi_text_char(text, '}');
}

static void put_change(struct kzi_text *text, const struct kzi_why *why) {
    const struct kzi_tile_change *change = &why->change;
    if (!change->count) {
        KZI_PUT(text, ",\"changes\":0,\"change\":null");
        return;
    }
    kzi_text_format(text, ",\"changes\":%u,\"change\":{\"says\":\"", change->count);
    kzi_tile_change_say(text, why);
    KZI_PUT(text, "\",\"hand\":");
    struct kzi_text line = kzi_text_growing();
    kzi_put_line(&line, &change->hand);
    put_said(text, &line);
    kzi_text_format(text, ",\"points\":%lld}", (long long)change->points);
}

void kzi_why_json(struct kzi_text *text, const struct kzi_why *why) {
    const struct kz_result *result = why->result;
    const struct kzi_model *model = result->rules->model;
    struct kzi_look plain = {.language = "en"};
    kzi_text_char(text, '{');
    kzi_json_id(text, kzi_hand_id(&result->hand));
    kzi_json_ruleset(text, result->rules);
    KZI_PUT(text, ",\"yaku\":");
    kzi_json_string(text, model->yaku[why->yaku].id);
    kzi_text_format(text, ",\"counts\":%s,\"status\":\"%s\",\"message\":",
                    why->status == KZI_WHY_COUNTS ? "true" : "false",
                    kzi_why_status_names[why->status]);
    struct kzi_text said = kzi_text_growing();
    kzi_why_say(&said, why, &plain);
    put_said(text, &said);
    kzi_text_char(text, ',');
    if (why->has_reading)
        kzi_json_reading(text, result, &why->reading);
    else
        KZI_PUT(text, "\"reading\":null");
    KZI_PUT(text, ",\"conditions\":[");
    for (unsigned i = 0; i < why->n_statements; i++) {
        kzi_text_put(text, i ? "," : "");
        put_statement(text, why, &why->statements[i]);
    }
    kzi_text_char(text, ']');
    int by = why->status == KZI_WHY_ASIDE
                 ? kzi_covered_by(result->rules, &why->room->best, why->yaku)
                 : -1;
    if (by >= 0) {
        KZI_PUT(text, ",\"covered_by\":");
        kzi_json_string(text, model->yaku[by].id);
    }
    put_change(text, why);
    kzi_text_char(text, '}');
}
