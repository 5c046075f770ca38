/* From rule files, on disk or in memory, to a ruleset: what callers of the library ask for. */
#include "compile/ruleset.h"
#include "rules/loader.h"
#include "rules/spec.h"

#include <string.h>

/* --- arguments -------------------------------------------------------------------------------- */

static bool all_there(const char *const *list, size_t count) {
    if (!list)
        return !count;
    for (size_t i = 0; i < count; i++)
        if (!list[i])
            return false;
    return true;
}

static bool texts_there(const kz_rule_text *list, size_t count) {
    if (!list)
        return !count;
    for (size_t i = 0; i < count; i++)
        if (!list[i].name || (!list[i].text && list[i].len))
            return false;
    return true;
}

static const char too_many[] = "more than 16 overlays or 4096 settings are counted";

/* Copy the members that the caller's struct has (NULL: none); the others are 0.  A struct without
 * its size would be passed over in silence. */
static kz_status take(void *own, size_t size, const void *how, kz_error *err) {
    size_t given = size;
    memset(own, 0, size);
    if (!how)
        return KZ_OK;
    memcpy(&given, how, sizeof given);
    if (given < sizeof given)
        return kzi_fail(err, KZ_BAD_USAGE, "a struct does not begin with its size");
    memcpy(own, how, given < size ? given : size);
    return KZ_OK;
}

kz_status kzi_loading_take(kz_loading *own, const kz_loading *how, kz_error *err) {
    kz_status status = take(own, sizeof *own, how, err);
    if (status != KZ_OK)
        return status;
    if (own->n_overlays > KZI_MAX_OVERLAYS || own->n_settings > KZI_MAX_SETTINGS)
        return kzi_fail(err, KZ_BAD_USAGE, too_many);
    if (!all_there(own->overlays, own->n_overlays) || !all_there(own->settings, own->n_settings))
        return kzi_fail(err, KZ_BAD_USAGE, "an overlay or a setting that is counted is not there");
    return KZ_OK;
}

static kz_status take_text_loading(kz_text_loading *own, const kz_rule_text *rules,
                                   const kz_text_loading *how, kz_error *err) {
    kz_status status = take(own, sizeof *own, how, err);
    if (status != KZ_OK)
        return status;
    if (!rules || !rules->name || (!rules->text && rules->len))
        return kzi_fail(err, KZ_BAD_USAGE, "no rules, or rules without a name or a text");
    if (own->n_overlays > KZI_MAX_OVERLAYS || own->n_settings > KZI_MAX_SETTINGS)
        return kzi_fail(err, KZ_BAD_USAGE, too_many);
    if (!texts_there(own->overlays, own->n_overlays) ||
        !texts_there(own->parents, own->n_parents) || !all_there(own->settings, own->n_settings))
        return kzi_fail(err, KZ_BAD_USAGE,
                        "an overlay, a parent or a setting that is counted is not there");
    return KZ_OK;
}

/* --- from files ------------------------------------------------------------------------------- */

struct open_ctx {
    const char *path;
    struct kzi_rule_path where;
};

static kz_status read_files(struct kzi_model **model, const void *from, struct kzi_diags *diags) {
    const struct open_ctx *ctx = from;
    return kzi_load(model, ctx->path, &ctx->where, diags);
}

static struct kzi_rule_path where_of(const kz_loading *how, bool part) {
    struct kzi_rule_path where = {.installed = KZ_RULES_DIR, .part = part};
    if (how) {
        where.along = how->search;
        where.overlays = how->overlays;
        where.n_overlays = how->overlays ? how->n_overlays : 0;
        where.settings = how->settings;
        where.n_settings = how->settings ? how->n_settings : 0;
        where.confined = how->confined;
    }
    return where;
}

kz_status kzi_rules_load_from(kz_ruleset **out, const char *path, const kz_loading *how,
                              const struct kzi_setting_origin *origin, kz_diag *diag, void *payload,
                              kz_error *err) {
    struct open_ctx ctx = {path, where_of(how, false)};
    ctx.where.origin = origin;
    return kzi_ruleset_make(out, read_files, &ctx, diag, payload, origin ? origin->budget : NULL,
                            err);
}

/* What a spelling says. */
static kz_status read_spec(struct kzi_model **model, const void *from, struct kzi_diags *diags) {
    const struct open_ctx *ctx = from;
    struct kzi_rule_path where = ctx->where;
    struct kzi_spec spec;
    if (!kzi_spec_read_or_path(diags, &spec, ctx->path))
        return KZ_BAD_RULES;
    where.named = true;
    where.settings = spec.settings;
    where.n_settings = spec.n_settings;
    where.overlays = spec.overlays;
    where.n_overlays = spec.n_overlays;
    return kzi_load(model, spec.rules, &where, diags);
}

kz_status kzi_rules_load_named(kz_ruleset **out, const char *spec, const char *search,
                               kz_diag *diag, void *payload, kz_error *err) {
    struct open_ctx ctx = {spec, where_of(&(kz_loading){.search = search}, false)};
    return kzi_ruleset_make(out, read_spec, &ctx, diag, payload, NULL, err);
}

kz_status kzi_rules_check(const char *path, const kz_loading *how, struct kzi_budget *budget,
                          kz_diag *diag, void *payload, kz_error *err) {
    struct open_ctx ctx = {path, where_of(how, true)};
    kz_ruleset *rules;
    kz_status status = kzi_ruleset_make(&rules, read_files, &ctx, diag, payload, budget, err);
    kzi_ruleset_free(rules);
    return status;
}

/* --- from memory ------------------------------------------------------------------------------ */

struct text_ctx {
    struct open_ctx open;
    struct kzi_rule_texts texts;
    const char *overlays[KZI_MAX_OVERLAYS]; /* their names */
};

/* The context points into itself and to what it is made of. */
static void open_texts(struct text_ctx *ctx, const kz_rule_text *rules,
                       const kz_text_loading *how) {
    for (size_t i = 0; i < how->n_overlays; i++)
        ctx->overlays[i] = how->overlays[i].name;
    ctx->texts = (struct kzi_rule_texts){rules,          how->overlays, how->parents,
                                         how->n_parents, how->find,     how->context};
    ctx->open = (struct open_ctx){.path = rules->name,
                                  .where = {.overlays = ctx->overlays,
                                            .n_overlays = how->n_overlays,
                                            .settings = how->settings,
                                            .n_settings = how->n_settings,
                                            .texts = &ctx->texts}};
}

kz_status kzi_rules_load_text(kz_ruleset **out, const kz_rule_text *rules,
                              const kz_text_loading *how, kz_diag *diag, void *payload,
                              kz_error *err) {
    kz_text_loading own;
    struct text_ctx ctx;
    *out = NULL;
    kz_status status = take_text_loading(&own, rules, how, err);
    if (status != KZ_OK)
        return status;
    open_texts(&ctx, rules, &own);
    return kzi_ruleset_make(out, read_files, &ctx.open, diag, payload, NULL, err);
}

kz_status kzi_rules_check_text(const kz_rule_text *rules, const kz_text_loading *how, kz_diag *diag,
                               void *payload, kz_error *err) {
    kz_text_loading own;
    struct text_ctx ctx;
    kz_ruleset *made;
    kz_status status = take_text_loading(&own, rules, how, err);
    if (status != KZ_OK)
        return status;
    open_texts(&ctx, rules, &own);
    ctx.open.where.part = true;
    status = kzi_ruleset_make(&made, read_files, &ctx.open, diag, payload, NULL, err);
    kzi_ruleset_free(made);
    return status;
}
