#include "cli/language.h"

#include "cli/output.h"

#include <string.h>

static void add_keys(struct kzi_names *languages, const struct kzi_node *name) {
    for (size_t i = 0; name && name->kind == KZI_MAP && i < name->count; i++)
        kzi_names_add(languages, name->u.entries[i].key->text);
}

void kzi_languages_of(struct kzi_names *languages, const struct kzi_model *model) {
    add_keys(languages, model->title);
    for (size_t i = 0; i < model->yaku_names.count; i++)
        add_keys(languages, model->yaku[i].name);
    for (size_t i = 0; i < model->limit_names.count; i++)
        add_keys(languages, kzi_node_get(model->limits[i].node, "name"));
}

void kzi_check_language(const struct kzi_args *args, const kz_ruleset *const *rules, size_t count) {
    const char *asked = args->value[KZI_OPT_LANGUAGE];
    struct kzi_names languages;
    kzi_names_init(&languages, args->arena);
    kzi_names_add(&languages, "en"); /* what a name without a language is taken for */
    for (size_t i = 0; i < count; i++)
        kzi_languages_of(&languages, rules[i]->model);
    if (!asked || kzi_names_find(&languages, asked) >= 0)
        return;
    char room[256];
    struct kzi_text list = kzi_text_fixed(room, sizeof room);
    for (size_t i = 0; i < languages.count; i++)
        kzi_text_format(&list, "%s%s", i ? ", " : "", languages.name[i]);
    kzi_text_end(&list);
    kzi_say(args->command->name, "there are no names in the language %s; the rules have %s", asked,
            room);
}
