#include "cli/stream/ruleset_choice.h"

#include "base/names.h"
#include "compile/ruleset.h"
#include "hand/parser/items.h"
#include "hand/parser/json_value.h"
#include "hand/problem.h"
#include "rules/spec.h"

static const char the_key[] = "ruleset";

/* Return whether the text may have the key, written out or with escapes.  Few records have two of
 * its letters; memmem would take longer to begin than to search one. */
static bool may_have_key(const char *text, size_t len) {
    const char *end = text + len, *at = text;
    while ((at = memchr(at, 'l', (size_t)(end - at)))) {
        if (at - text > 2 && end - at > 4 && !memcmp(at - 2, the_key, sizeof the_key - 1))
            return true;
        at++;
    }
    return memchr(text, '\\', len);
}

static bool may_name(const struct kzi_scored_line *line) {
    size_t first = 0;
    while (first < line->len && (line->text[first] == ' ' || line->text[first] == '\t'))
        first++;
    return first < line->len && line->text[first] == '{' && line->len <= KZI_MAX_LINE &&
           may_have_key(line->text, line->len);
}

static void refuse_choice(kz_error *error, enum kzi_problem_code code, struct kzi_spot spot,
                          const char *text) {
    struct kzi_problem problem = {.found = false};
    kzi_problem_note(&problem, code, spot, "%s", text);
    kzi_problem_error(&problem, error);
}

static void take_id(struct kzi_ruleset_choice *choice, const struct kzi_json_token *token) {
    bool text = token->kind == KZI_JSON_STRING;
    size_t len = (size_t)(token->end - token->start) + (text ? 2 : 0);
    if (len >= sizeof choice->id || (!text && token->kind != KZI_JSON_NUMBER))
        return;
    memcpy(choice->id, token->start - text, len);
    choice->id[len] = '\0';
}

/* Return the value of the key, NULL if there is none; *twice: the second key. */
static const struct kzi_json_token *find_value(struct kzi_ruleset_choice *choice,
                                               const struct kzi_scored_line *line,
                                               const struct kzi_json_token **twice) {
    const struct kzi_json_token *tokens = choice->tokens, *found = NULL;
    struct kzi_json json;
    if (!kzi_json_read(&json, choice->tokens, KZI_JSON_TOKENS, line->text, line->len) ||
        tokens[0].kind != KZI_JSON_OBJECT)
        return NULL; /* reading it reports what is wrong */
    for (size_t i = 1; i < tokens[0].after; i = tokens[i + 1].after) {
        const struct kzi_json_value key = {tokens, &tokens[i]};
        if (kzi_json_equals(key, "id"))
            take_id(choice, &tokens[i + 1]);
        if (!kzi_json_equals(key, the_key))
            continue;
        if (found)
            *twice = &tokens[i];
        else
            found = &tokens[i + 1];
    }
    return found;
}

/* --- the name --------------------------------------------------------------------------------- */

/* The names of a ruleset, the most exact first. */
enum name { LABEL, ARGUMENT, ID, NAMES };

static const char *name_in_job(const struct kzi_score_job *job, unsigned which, enum name name) {
    const struct kzi_repeated *arguments = &job->args->rulesets;
    if (name == ARGUMENT)
        return which < arguments->count ? arguments->value[which] : "";
    return name == LABEL ? job->rules[which]->model->label : job->rules[which]->model->id;
}

/* Return how many rulesets have the name; *which is the first. */
static unsigned count_named(const struct kzi_score_job *job, enum name by, const char *name,
                            unsigned *which) {
    unsigned count = 0;
    for (unsigned i = job->n_rules; i-- > 0;)
        if (kzi_spec_same(name_in_job(job, i, by), name)) {
            *which = i;
            count++;
        }
    return count;
}

static bool find_named(struct kzi_scorer *scorer, const char *name, kz_error *error) {
    const struct kzi_score_job *job = scorer->job;
    const char *labels[KZI_MAX_REPEATED];
    char says[300], shown[64];
    struct kzi_text text = kzi_text_fixed(says, sizeof says),
                    visible = kzi_text_fixed(shown, sizeof shown);
    unsigned same = count_named(job, LABEL, name, &scorer->which);
    for (enum name by = ARGUMENT; by < NAMES && !same; by++)
        same = count_named(job, by, name, &scorer->which);
    if (same == 1 || (same && count_named(job, LABEL, name, &scorer->which)))
        return true;
    kzi_put_visible(&visible, name);
    kzi_text_end(&visible);
    if (same)
        kzi_text_format(&text, "%u rulesets of this run are called '%s': name one with its options",
                        same, shown);
    else
        kzi_text_format(&text, "no -r names the ruleset '%s'", shown);
    for (unsigned i = 0; i < job->n_rules; i++)
        labels[i] = name_in_job(job, i, LABEL);
    if (!same)
        kzi_put_nearest(&text, name, labels, job->n_rules);
    kzi_text_end(&text);
    refuse_choice(error, KZI_UNKNOWN_RULESET, (struct kzi_spot){1, KZI_KEY_NONE}, says);
    snprintf(error->key, sizeof error->key, "%s", the_key);
    scorer->which = 0;
    return false;
}

/* Replace the line by one whose key is the user's own, so that columns stay as they are. */
static void hide_key(struct kzi_ruleset_choice *choice, struct kzi_scored_line *line,
                     const struct kzi_json_token *value) {
    const struct kzi_json_token *key = value - 1;
    memcpy(choice->line, line->text, line->len);
    choice->line[key->start - line->text] = '_';
    line->text = choice->line;
}

bool kzi_ruleset_choose(struct kzi_scorer *scorer, kz_error *error) {
    struct kzi_scored_line *line = &scorer->line;
    struct kzi_ruleset_choice *choice = scorer->choice;
    const struct kzi_json_token *twice = NULL, *value;
    choice->id[0] = '\0';
    if (!may_name(line) || kzi_utf8_valid(line->text, line->len) != line->len)
        return true;
    value = find_value(choice, line, &twice);
    if (!value)
        return true;
    if (twice) {
        size_t before = kzi_utf8_count(line->text, (size_t)(twice->start - line->text));
        refuse_choice(error, KZI_DUPLICATE, (struct kzi_spot){(uint32_t)before, KZI_KEY_NONE},
                      "\"ruleset\" is given twice");
        return false;
    }
    if (value->kind == KZI_JSON_STRING) {
        *kzi_json_decode(value, choice->name) = '\0';
        if (!find_named(scorer, choice->name, error))
            return false;
    } else if (value->kind != KZI_JSON_WORD || *value->start != 'n') {
        refuse_choice(error, KZI_BAD_VALUE, (struct kzi_spot){0, KZI_KEY_NONE},
                      "\"ruleset\" takes the name of a ruleset as text: \"ruleset\":\"ema-2016\"");
        snprintf(error->key, sizeof error->key, "%s", the_key);
        return false;
    }
    hide_key(choice, line, value);
    return true;
}
