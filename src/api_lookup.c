/* The calls of kazoe.h that look up the contents of a ruleset. */
#include "api.h"

#include "report/ruleset_report.h"
#include "words/rule_names.h"

const char *kz_ruleset_unit(const kz_ruleset *rules) {
    return rules->model->unit;
}

int kz_ruleset_seats(const kz_ruleset *rules) {
    return (int)rules->model->n_seats;
}

int kz_ruleset_has_chips(const kz_ruleset *rules) {
    return rules->model->payments.has_chips;
}

static const char *id_of(const struct kzi_names *names, size_t number) {
    return number < names->count ? names->name[number] : NULL;
}

/* Return the text under a key of a rule's node, else the id. */
static const char *text_of(const struct kzi_node *node, const char *key, const char *language,
                           const char *id) {
    const char *text = kzi_name_in(kzi_node_get(node, key), language);
    return text ? text : id;
}

size_t kz_ruleset_json(const kz_ruleset *rules, char *buffer, size_t size) {
    struct kzi_text text = kzi_text_fixed(buffer, size);
    struct kzi_doc doc = kzi_doc_begin(&text, &kzi_code_style);
    kzi_put_ruleset(&doc, rules);
    kzi_doc_end(&doc, KZI_LAYOUT_rules);
    return kzi_text_end(&text);
}

/* --- yaku ------------------------------------------------------------------------------------- */

size_t kz_ruleset_yaku_count(const kz_ruleset *rules) {
    return rules->model->yaku_names.count;
}

int kz_ruleset_yaku_find(const kz_ruleset *rules, const char *id) {
    return kzi_names_find(&rules->model->yaku_names, id);
}

const char *kz_ruleset_yaku_id(const kz_ruleset *rules, size_t number) {
    return id_of(&rules->model->yaku_names, number);
}

const char *kz_ruleset_yaku_name(const kz_ruleset *rules, size_t number, const char *language) {
    const char *id = kz_ruleset_yaku_id(rules, number);
    return id ? text_of(rules->model->yaku[number].node, "name", language, id) : NULL;
}

int kz_ruleset_yaku_in_use(const kz_ruleset *rules, size_t number) {
    return kz_ruleset_yaku_id(rules, number) && rules->model->yaku[number].in_use;
}

int kz_ruleset_yaku_is_bonus(const kz_ruleset *rules, size_t number) {
    return kz_ruleset_yaku_id(rules, number) && rules->model->yaku[number].bonus;
}

/* --- limits ----------------------------------------------------------------------------------- */

size_t kz_ruleset_limit_count(const kz_ruleset *rules) {
    return rules->model->limit_names.count;
}

int kz_ruleset_limit_find(const kz_ruleset *rules, const char *id) {
    return kzi_names_find(&rules->model->limit_names, id);
}

const char *kz_ruleset_limit_id(const kz_ruleset *rules, size_t number) {
    return id_of(&rules->model->limit_names, number);
}

const char *kz_ruleset_limit_name(const kz_ruleset *rules, size_t number, const char *language) {
    const char *id = kz_ruleset_limit_id(rules, number);
    return id ? text_of(rules->model->limits[number].node, "name", language, id) : NULL;
}

/* --- options ---------------------------------------------------------------------------------- */

static const struct kzi_option *option_of(const kz_ruleset *rules, size_t number) {
    const struct kzi_options *options = &rules->model->options;
    return number < options->names.count ? &options->list[number] : NULL;
}

size_t kz_ruleset_option_count(const kz_ruleset *rules) {
    return rules->model->options.names.count;
}

int kz_ruleset_option_find(const kz_ruleset *rules, const char *id) {
    return kzi_names_find(&rules->model->options.names, id);
}

const char *kz_ruleset_option_id(const kz_ruleset *rules, size_t number) {
    return id_of(&rules->model->options.names, number);
}

const char *kz_ruleset_option_name(const kz_ruleset *rules, size_t number, const char *language) {
    const struct kzi_option *option = option_of(rules, number);
    return option ? text_of(option->definition, "says", language, option->id) : NULL;
}

const char *kz_ruleset_option_value(const kz_ruleset *rules, size_t number) {
    const struct kzi_option *option = option_of(rules, number);
    return option ? option->value : NULL;
}

const char *kz_ruleset_option_default(const kz_ruleset *rules, size_t number) {
    const struct kzi_option *option = option_of(rules, number);
    return option ? option->ruled : NULL;
}

const char *kz_ruleset_option_choice(const kz_ruleset *rules, size_t number, size_t index) {
    const struct kzi_option *option = option_of(rules, number);
    return option ? kzi_option_value(option, index) : NULL;
}
