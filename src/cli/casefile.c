#include "cli/casefile.h"

#include "cli/output.h"

/* NULL: there are none, and either that is noted or the status says what it means. */
static kz_ruleset *open_rules(struct kzi_diags *diags, const struct kzi_args *args,
                              const struct kzi_node *name, const char *path, kz_diag *diag,
                              void *payload, int *status) {
    kz_ruleset *rules = NULL;
    const char *found = kzi_rules_find(args->arena, name->text, path);
    if (found)
        *status = kzi_rules_load(&rules, args, found, diag, payload);
    else
        kzi_error_at(diags, name->place, "%s", kzi_rules_unknown(args->arena, name->text));
    return rules;
}

int kzi_casefile_open(struct kzi_casefile *file, const struct kzi_args *args, const char *path,
                      const char *text, size_t len, kz_diag *diag, void *payload) {
    *file = (struct kzi_casefile){0};
    struct kzi_diags diags;
    kzi_diags_init(&diags, args->arena);
    struct kzi_source *source = KZI_NEW(args->arena, struct kzi_source);
    *source = (struct kzi_source){.name = path, .text = text, .len = len};
    file->cases = kzi_cases_read(&diags, source);
    int status = KZI_EXIT_DONE;
    if (file->cases && file->cases->ruleset)
        file->rules = open_rules(&diags, args, file->cases->ruleset, path, diag, payload, &status);
    if (file->rules)
        kzi_cases_check(&diags, file->cases, file->rules);
    kzi_diags_emit(&diags, diag, payload, NULL);
    if (diags.errors)
        status = kzi_worse(status, KZI_EXIT_RULES);
    if (status != KZI_EXIT_DONE) {
        kz_ruleset_free(file->rules);
        file->rules = NULL;
    }
    return status;
}
