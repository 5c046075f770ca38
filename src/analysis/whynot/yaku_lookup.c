#include "analysis/whynot/yaku_lookup.h"

static char plain(char c) {
    if (c >= 'A' && c <= 'Z')
        return (char)(c - 'A' + 'a');
    return c == ' ' || c == '-' ? '_' : c;
}

static bool same(const char *a, const char *b) {
    while (*a && plain(*a) == plain(*b))
        a++, b++;
    return !*a && !*b;
}

static bool is_named(const struct kzi_node *name, const char *word) {
    if (!name || name->kind == KZI_SCALAR)
        return name && same(name->text, word);
    for (size_t i = 0; name->kind == KZI_MAP && i < name->count; i++)
        if (name->u.entries[i].value->kind == KZI_SCALAR &&
            same(name->u.entries[i].value->text, word))
            return true;
    return false;
}

static unsigned collect(const struct kzi_model *model, const char *name, bool by_name, bool in_use,
                        unsigned found[2]) {
    unsigned count = 0;
    for (size_t i = 0; i < model->yaku_names.count; i++) {
        const struct kzi_yaku *yaku = &model->yaku[i];
        if (yaku->in_use != in_use ||
            !(by_name ? is_named(yaku->name, name) : same(yaku->id, name)))
            continue;
        if (count < 2)
            found[count] = (unsigned)i;
        count++;
    }
    return count;
}

unsigned kzi_yaku_named(const struct kzi_model *model, const char *name, unsigned found[2]) {
    for (unsigned by_name = 0; by_name < 2; by_name++)
        for (unsigned unused = 0; unused < 2; unused++) {
            unsigned count = collect(model, name, by_name, !unused, found);
            if (count)
                return count;
        }
    return 0;
}
