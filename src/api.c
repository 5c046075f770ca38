/* The calls of kazoe.h about versions, errors and rulesets. */
#include "api.h"

#include "report/result_json.h"
#include "report/wording.h"
#include "rules/spec.h"

const char *kz_version(void) {
    return KZI_AS_TEXT(KZ_VERSION_MAJOR) "." KZI_AS_TEXT(KZ_VERSION_MINOR) "." KZI_AS_TEXT(
        KZ_VERSION_PATCH);
}

const char *kz_status_text(kz_status status) {
    switch (status) {
    case KZ_OK:
        return "done";
    case KZ_BAD_USAGE:
        return "bad argument";
    case KZ_BAD_HAND:
        return "bad hand";
    case KZ_BAD_RULES:
        return "bad rules";
    case KZ_NOT_FOUND:
        return "not found";
    case KZ_NO_MEMORY:
        return "out of memory";
    case KZ_IO:
        return "a file cannot be read";
    }
    return "unknown status";
}

size_t kz_error_code_count(void) {
    return KZI_PROBLEM_CODES;
}

const char *kz_error_code(size_t number) {
    return number - 1 < KZI_PROBLEM_CODES ? kzi_problem_names[number - 1] : NULL;
}

size_t kz_error_write(const kz_error *error, char *buffer, size_t size) {
    struct kzi_text text = kzi_text_fixed(buffer, size);
    kzi_put_error(&text, error, false);
    return kzi_text_end(&text);
}

/* --- rulesets -------------------------------------------------------------------------------- */

kz_status kz_ruleset_load_with(kz_ruleset **out, const char *path, const kz_load_options *options,
                               kz_diag *diag, void *payload, kz_error *err) {
    if (out)
        *out = NULL;
    return out && path ? kzi_rules_load_from(out, path, options, false,
                                             &(struct kzi_listener){diag, payload, err})
                       : kzi_fail(err, KZ_BAD_USAGE, "no place for the ruleset, or no path");
}

kz_status kz_ruleset_load(kz_ruleset **out, const char *path, kz_diag *diag, void *payload,
                          kz_error *err) {
    return kz_ruleset_load_with(out, path, NULL, diag, payload, err);
}

kz_status kz_ruleset_open_with(kz_ruleset **out, const char *spec, const kz_load_options *options,
                               kz_diag *diag, void *payload, kz_error *err) {
    if (out)
        *out = NULL;
    return out && spec ? kzi_rules_load_named(out, spec, options,
                                              &(struct kzi_listener){diag, payload, err})
                       : kzi_fail(err, KZ_BAD_USAGE, "no place for the ruleset, or no name");
}

kz_status kz_ruleset_open(kz_ruleset **out, const char *spec, const char *rule_path, kz_diag *diag,
                          void *payload, kz_error *err) {
    const kz_load_options options = {.size = sizeof options, .rule_path = rule_path};
    return kz_ruleset_open_with(out, spec, &options, diag, payload, err);
}

static void put_spec_words(struct kzi_text *text, const char *key, const struct kzi_spec_word *list,
                           size_t count) {
    kzi_json_begin_key(text, key, '[');
    for (size_t i = 0; i < count; i++) {
        kzi_json_separate(text);
        kzi_json_quote_string(text, list[i].text);
    }
    kzi_json_end(text, ']');
}

kz_status kz_spec_json(const char *spec, char *buffer, size_t size, size_t *needed, kz_error *err) {
    struct kzi_arena arena = {0};
    struct kzi_text text = kzi_text_fixed(buffer, size);
    struct kzi_diags diags;
    struct kzi_spec read;
    jmp_buf door;
    size_t len = 0;
    if (!spec || (!buffer && size))
        return kzi_fail(err, KZ_BAD_USAGE, "no spec, or no buffer");
    arena.door = &door;
    volatile kz_status status = KZ_NO_MEMORY;
    if (!setjmp(door)) {
        kzi_diags_init(&diags, &arena);
        status = kzi_spec_read(&diags, &read, spec) ? KZ_OK : KZ_BAD_RULES;
        kzi_diags_emit(&diags, &(struct kzi_listener){.err = err});
    }
    if (status == KZ_OK) {
        kzi_json_begin(&text, '{');
        kzi_json_key_string(&text, "ruleset", read.rules.text);
        put_spec_words(&text, "settings", read.settings, read.n_settings);
        put_spec_words(&text, "overlays", read.overlays, read.n_overlays);
        kzi_json_end(&text, '}');
        len = kzi_text_end(&text);
    }
    kzi_arena_release(&arena);
    if (needed)
        *needed = len;
    return status == KZ_NO_MEMORY ? kzi_fail(err, KZ_NO_MEMORY, "out of memory") : status;
}

kz_status kz_ruleset_load_text(kz_ruleset **out, const kz_rule_text *rules,
                               const kz_load_text_options *options, kz_diag *diag, void *payload,
                               kz_error *err) {
    if (out)
        *out = NULL;
    return out ? kzi_rules_load_text(out, rules, options, false,
                                     &(struct kzi_listener){diag, payload, err})
               : kzi_fail(err, KZ_BAD_USAGE, "no place for the ruleset");
}

void kz_ruleset_free(kz_ruleset *rules) {
    kzi_ruleset_free(rules);
}

const char *kz_ruleset_id(const kz_ruleset *rules) {
    return rules->model->id;
}

const char *kz_ruleset_label(const kz_ruleset *rules) {
    return rules->model->label;
}

const char *kz_ruleset_version(const kz_ruleset *rules) {
    return rules->model->version;
}

const char *kz_ruleset_digest(const kz_ruleset *rules) {
    return rules->model->digest;
}

const char *kz_ruleset_title(const kz_ruleset *rules, const char *language) {
    const char *title = kzi_name_in(rules->model->title, language);
    return title ? title : rules->model->id;
}
