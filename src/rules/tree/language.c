#include "rules/tree/language.h"

#include <string.h>

/* The languages that a reader of a language can read, too.  Chinese has two scripts, and zh alone
 * means the simplified one.  Players of Chinese know Japanese names in Chinese characters. */
static const char *const reads[][2] = {{"zh", "zh-hans"},      {"zh", "zh-hant"},
                                       {"zh-hans", "zh-hant"}, {"zh-hant", "zh-hans"},
                                       {"ja", "zh-hant"},      {"ja", "zh-hans"}};

/* Return whether the first len bytes of text are a key whose mapping has a text for each
 * language. */
static bool is_label(const char *text, size_t len) {
    static const char *const labels[] = {"title", "name", "says", "note", "remark"};
    for (size_t i = 0; i < KZI_COUNT(labels); i++)
        if (strlen(labels[i]) == len && !memcmp(labels[i], text, len))
            return true;
    return false;
}

const char *kzi_language_key(struct kzi_arena *arena, const char *text,
                             const struct kzi_node *above) {
    const char *dot = strrchr(text, '.'), *last = dot ? dot + 1 : text;
    if (strcmp(last, "zh") != 0)
        return text;
    const char *label = dot ? text : above ? above->text : "";
    size_t len = dot ? (size_t)(dot - text) : strlen(label);
    size_t from = len;
    while (from && label[from - 1] != '.')
        from--;
    if (!is_label(label + from, len - from))
        return text;
    return kzi_arena_format(arena, "%.*s%s", (int)(last - text), text, reads[0][1]);
}

const struct kzi_node *kzi_in_language(const struct kzi_node *map, const char *language) {
    const struct kzi_node *found = kzi_node_get(map, language);
    for (size_t i = 0; !found && i < KZI_COUNT(reads); i++)
        if (!strcmp(reads[i][0], language))
            found = kzi_node_get(map, reads[i][1]);
    return found;
}

bool kzi_serves_language(const struct kzi_names *languages, const char *asked) {
    bool found = kzi_names_find(languages, asked) >= 0;
    for (size_t i = 0; !found && i < KZI_COUNT(reads); i++)
        found = !strcmp(reads[i][0], asked) && kzi_names_find(languages, reads[i][1]) >= 0;
    return found;
}
