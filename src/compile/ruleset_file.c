#include "compile/ruleset_file.h"

#include "compile/build.h"

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

kz_status kzi_rules_load_told(kz_ruleset **out, const char *path, const kz_loading *how,
                              const struct kzi_setting_origin *told, kz_diag *diag, void *payload,
                              kz_error *err) {
    struct open_ctx ctx = {path, where_of(how, false)};
    ctx.where.told = told;
    return kzi_ruleset_make_within(out, read_files, &ctx, diag, payload, told ? told->budget : NULL,
                                   err);
}

kz_status kzi_rules_check(const char *path, const kz_loading *how, struct kzi_budget *budget,
                          kz_diag *diag, void *payload, kz_error *err) {
    struct open_ctx ctx = {path, where_of(how, true)};
    kz_ruleset *rules;
    kz_status status =
        kzi_ruleset_make_within(&rules, read_files, &ctx, diag, payload, budget, err);
    kzi_ruleset_free(rules);
    return status;
}
