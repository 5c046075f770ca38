/* Load a ruleset from rule files, on disk or in memory, for the calls of the library. */
#include "base/abi.h"
#include "base/limits.h"
#include "compile/ruleset.h"
#include "rules/loader.h"

#include <string.h>

/* --- arguments -------------------------------------------------------------------------------- */

static bool all_there(const char *const *list, size_t count) {
    for (size_t i = 0; list && i < count; i++)
        if (!list[i])
            return false;
    return list || !count;
}

/* Return the name of a rule text, or NULL if the name or the text is missing. */
static const char *named_text(const kz_rule_text *text) {
    return text->text || !text->len ? text->name : NULL;
}

static kz_status check(const kz_load_options *options, kz_error *err) {
    if (options->n_overlays > KZ_MAX_OVERLAYS || options->n_settings > KZ_MAX_SETTINGS)
        return kzi_fail(err, KZ_BAD_USAGE,
                        "more than " KZI_DIGITS(KZ_MAX_OVERLAYS) " overlays or " KZI_DIGITS(
                            KZ_MAX_SETTINGS) " settings are counted");
    return all_there(options->overlays, options->n_overlays) &&
                   all_there(options->settings, options->n_settings)
               ? KZ_OK
               : kzi_fail(err, KZ_BAD_USAGE,
                          "an overlay or a setting that is counted is not there");
}

static kz_status check_texts(const kz_rule_text *rules, const kz_load_text_options *options,
                             kz_error *err) {
    bool there = options->parents || !options->n_parents;
    if (!rules || !named_text(rules))
        return kzi_fail(err, KZ_BAD_USAGE, "no rules, or rules without a name or a text");
    for (size_t i = 0; there && i < options->n_parents; i++)
        there = named_text(&options->parents[i]);
    return there ? KZ_OK : kzi_fail(err, KZ_BAD_USAGE, "a parent that is counted is not there");
}

/* --- loading ---------------------------------------------------------------------------------- */

static kz_status read_request(struct kzi_model **model, const void *from, struct kzi_diags *diags) {
    return kzi_model_load(model, from, diags);
}

kz_status kzi_rules_load(kz_ruleset **out, const struct kzi_request *request,
                         const struct kzi_listener *listener) {
    return kzi_ruleset_make(out, read_request, request, request->budget, listener);
}

/* The request of a program: a path, a spec or texts. */
struct open_ctx {
    const char *path; /* or a spec */
    const kz_load_options *options;
    const struct kzi_rule_texts *texts; /* NULL: files */
    bool part, is_spec;
};

static const char *rule_path_of(struct kzi_arena *arena, const char *given) {
    return kzi_arena_format(arena, "%s:" KZ_RULES_DIR, given ? given : "");
}

static bool check_no_path(struct kzi_diags *diags, const struct kzi_spec *spec) {
    const char *path = kzi_is_path(spec->rules.text) ? spec->rules.text : NULL;
    for (size_t i = 0; i < spec->n_overlays && !path; i++)
        if (kzi_is_path(spec->overlays[i].text))
            path = spec->overlays[i].text;
    if (path)
        kzi_error_at(diags, (struct kzi_place){0},
                     "'%s' is a path, and only names are allowed here", path);
    return !path;
}

/* Read a spec.  confined: refuse paths, without looking for the files: the error must not reveal
 * which files exist. */
static bool read_spec(struct kzi_diags *diags, struct kzi_spec *spec, const char *text,
                      bool confined) {
    return confined ? kzi_spec_read(diags, spec, text) && check_no_path(diags, spec)
                    : kzi_spec_read_or_path(diags, spec, text);
}

static void add_asked(struct kzi_arena *arena, struct kzi_spec *spec,
                      const kz_load_options *options) {
    for (size_t i = 0; i < options->n_overlays; i++)
        *KZI_ADD(arena, spec->overlays, spec->n_overlays) =
            (struct kzi_spec_word){.text = options->overlays[i], .is_path = true};
    for (size_t i = 0; i < options->n_settings; i++)
        *KZI_ADD(arena, spec->settings, spec->n_settings) =
            (struct kzi_spec_word){.text = options->settings[i]};
}

static kz_status read_asked(struct kzi_model **model, const void *from, struct kzi_diags *diags) {
    const struct open_ctx *ctx = from;
    const kz_load_options *options = ctx->options;
    struct kzi_request request = {.spec.rules = {.text = ctx->path, .is_path = true},
                                  .rule_path = rule_path_of(diags->arena, options->rule_path),
                                  .confined = options->confined,
                                  .part = ctx->part,
                                  .texts = ctx->texts};
    if (ctx->is_spec && !read_spec(diags, &request.spec, ctx->path, options->confined))
        return KZ_BAD_RULES;
    add_asked(diags->arena, &request.spec, options);
    return kzi_model_load(model, &request, diags);
}

/* Check the options and load.  ctx->options is replaced by a complete struct. */
static kz_status load(kz_ruleset **out, struct open_ctx ctx, const struct kzi_listener *listener) {
    kz_load_options own;
    kz_status status = kzi_take_struct(&own, sizeof own, ctx.options, listener->err);
    ctx.options = &own;
    if (status == KZ_OK)
        status = check(&own, listener->err);
    return status == KZ_OK ? kzi_ruleset_make(out, read_asked, &ctx, NULL, listener) : status;
}

kz_status kzi_rules_load_from(kz_ruleset **out, const char *path, const kz_load_options *options,
                              bool part, const struct kzi_listener *listener) {
    const struct open_ctx ctx = {.path = path, .options = options, .part = part};
    return load(out, ctx, listener);
}

kz_status kzi_rules_load_named(kz_ruleset **out, const char *spec, const kz_load_options *options,
                               const struct kzi_listener *listener) {
    const struct open_ctx ctx = {.path = spec, .options = options, .is_spec = true};
    return load(out, ctx, listener);
}

kz_status kzi_rules_load_text(kz_ruleset **out, const kz_rule_text *rules,
                              const kz_load_text_options *options, bool part,
                              const struct kzi_listener *listener) {
    kz_load_text_options own;
    const char *overlays[KZ_MAX_OVERLAYS]; /* the names of the overlays */
    kz_status status = kzi_take_struct(&own, sizeof own, options, listener->err);
    const struct kzi_rule_texts texts = {rules,         own.overlays, own.parents,
                                         own.n_parents, own.find,     own.payload};
    const kz_load_options names = {.size = sizeof names,
                                   .overlays = own.overlays ? overlays : NULL,
                                   .n_overlays = own.n_overlays,
                                   .settings = own.settings,
                                   .n_settings = own.n_settings};
    for (size_t i = 0; own.overlays && i < own.n_overlays && i < KZ_MAX_OVERLAYS; i++)
        overlays[i] = named_text(&own.overlays[i]);
    if (status == KZ_OK)
        status = check_texts(rules, &own, listener->err);
    if (status != KZ_OK)
        return status;
    const struct open_ctx ctx = {
        .path = rules->name, .options = &names, .texts = &texts, .part = part};
    return load(out, ctx, listener);
}
