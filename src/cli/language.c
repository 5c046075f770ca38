#include "cli/language.h"

#include "cli/output.h"
#include "rules/loader.h"

#include <string.h>

const char *kzi_language_for(const char *asked, const kz_ruleset *rules) {
    const char *own = rules->model->language;
    return asked ? asked : own ? own : "en";
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
