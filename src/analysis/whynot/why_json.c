#include "analysis/whynot/actual_value.h"
#include "analysis/whynot/why_not.h"
#include "analysis/witness/hand_line.h"
#include "report/result_json.h"

/* What the growing text says; it is released. */
static void put_said(struct kzi_text *text, const char *key, struct kzi_text *said) {
    kzi_text_char(said, '\0');
    kzi_json_key_string(text, key, said->failed ? "" : said->at);
    text->failed |= said->failed;
    kzi_text_release(said);
}

static void put_holds(struct kzi_text *text, const struct kzi_why *why, unsigned failing) {
    if (why->has_reading)
        kzi_json_key_bool(text, "holds", !failing);
    else
        kzi_json_key_string(text, "holds", NULL);
}

static void put_clause(struct kzi_text *text, const struct kzi_why *why,
                       const struct kzi_clause *clause) {
    struct kzi_text said = kzi_text_growing();
    kzi_clause_say(&said, clause);
    kzi_json_begin(text, '{');
    put_said(text, "asks", &said);
    put_holds(text, why, kzi_clause_failing(clause, &why->facts, &why->reading));
    if (clause->sort == KZI_CLAUSE_ONE && why->has_reading) {
        struct kzi_condition cond = kzi_clause_condition(clause);
        said = kzi_text_growing();
        kzi_say_has(&said, why->room, &why->facts, &why->reading, &cond, clause->denied);
        put_said(text, "has", &said);
    }
    size_t parts = kzi_clause_parts(clause);
    if (parts)
        kzi_json_begin_key(text, clause->sort == KZI_CLAUSE_ALL ? "all_of" : "any_of", '[');
    for (size_t i = 0; i < parts; i++) {
        struct kzi_clause part;
        kzi_clause_part(clause, i, &part);
        put_clause(text, why, &part);
    }
    if (parts)
        kzi_json_end(text, ']');
    kzi_json_end(text, '}');
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
    kzi_json_begin(text, '{');
    put_said(text, "asks", &said);
    put_holds(text, why, failing);
    if (failing && why->has_reading) {
        said = kzi_text_growing();
        kzi_why_statement_has(&said, why, statement);
        put_said(text, "has", &said);
    }
    kzi_json_end(text, '}');
}

static void put_change(struct kzi_text *text, const struct kzi_why *why) {
    const struct kzi_tile_change *change = &why->change;
    kzi_json_key_int(text, "changes", change->count);
    if (!change->count) {
        kzi_json_key_string(text, "change", NULL);
        return;
    }
    kzi_json_begin_key(text, "change", '{');
    kzi_json_key(text, "says");
    kzi_json_begin_string(text);
    kzi_tile_change_say(text, why);
    kzi_json_end_string(text);
    struct kzi_text line = kzi_text_growing();
    kzi_put_line(&line, &change->hand);
    put_said(text, "hand", &line);
    kzi_json_key_int(text, "points", change->points);
    kzi_json_end(text, '}');
}

void kzi_why_json(struct kzi_text *text, const struct kzi_why *why) {
    const struct kz_result *result = why->result;
    const struct kzi_model *model = result->rules->model;
    struct kzi_look plain = {.language = "en"};
    struct kzi_text said = kzi_text_growing();
    kzi_why_say(&said, why, &plain);
    kzi_json_start(text);
    kzi_json_begin(text, '{');
    kzi_json_id(text, kzi_hand_id(&result->hand));
    kzi_json_ruleset(text, result->rules);
    kzi_json_key_string(text, "yaku", model->yaku[why->yaku].id);
    kzi_json_key_bool(text, "counts", why->status == KZI_WHY_COUNTS);
    kzi_json_key_string(text, "status", kzi_why_status_names[why->status]);
    put_said(text, "message", &said);
    if (why->has_reading)
        kzi_json_reading(text, result, &why->reading);
    else
        kzi_json_key_string(text, "reading", NULL);
    kzi_json_begin_key(text, "conditions", '[');
    for (unsigned i = 0; i < why->n_statements; i++)
        put_statement(text, why, &why->statements[i]);
    kzi_json_end(text, ']');
    int by = why->status == KZI_WHY_ASIDE
                 ? kzi_covered_by(result->rules, &why->room->best, why->yaku)
                 : -1;
    if (by >= 0)
        kzi_json_key_string(text, "covered_by", model->yaku[by].id);
    put_change(text, why);
    kzi_json_end(text, '}');
}
