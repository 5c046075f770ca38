/* Rule files in memory: overlays, the requested file, and parents by name. */
#include "rules/loader.h"

#include <errno.h>
#include <string.h>

/* Return the index of the first text with a name, or count if there is none. */
static size_t find_name(const kz_rule_text *list, size_t count, const char *name) {
    size_t i = 0;
    while (i < count && strcmp(list[i].name, name) != 0)
        i++;
    return i;
}

/* Find the parent with exactly this name. */
static bool find_named(struct kzi_loader *loader, const char *name) {
    const struct kzi_rule_texts *texts = loader->request->texts;
    kz_rule_text found = {name, NULL, 0};
    size_t known = find_name(texts->parents, texts->n_parents, name);
    bool there = known < texts->n_parents;
    if (there)
        found = texts->parents[known];
    else if (texts->find)
        there = texts->find(texts->context, name, &found.text, &found.len) && found.text;
    loader->parent = found;
    return there;
}

/* Find a parent.  As on disk, a name is first looked up next to the parent that extends it:
 * "classic" in "base/riichi" may be "base/classic".  The requested text itself is in no folder. */
bool kzi_loader_find_parent(struct kzi_loader *loader, const char *name) {
    const char *child = loader->files[loader->count - 1]->name, *slash = strrchr(child, '/');
    bool is_parent = loader->count > loader->n_overlays + 1;
    if (is_parent && slash &&
        find_named(loader, kzi_arena_format(loader->diags->arena, "%.*s/%s", (int)(slash - child),
                                            child, name)))
        return true;
    return find_named(loader, name);
}

/* Return a number that identifies a text among those read: a parent with the name of one that was
 * read before is the same file. */
static size_t number_of(const struct kzi_loader *loader, const char *name) {
    size_t first = loader->n_overlays + 1, i = first;
    if (loader->count < first)
        return loader->count;
    while (i < loader->count && strcmp(loader->files[i]->name, name) != 0)
        i++;
    return i;
}

int kzi_loader_copy_text(struct kzi_loader *loader, const char *name, struct kzi_source *source) {
    const struct kzi_rule_texts *texts = loader->request->texts;
    const size_t n_overlays = loader->request->spec.n_overlays;
    const kz_rule_text *text = texts->asked;
    size_t number = number_of(loader, name);
    if (loader->count < n_overlays) {
        number = find_name(texts->overlays, n_overlays, name);
        text = &texts->overlays[number];
    } else if (loader->count > n_overlays) {
        text = &loader->parent;
    }
    if (text->len > KZI_MAX_FILE)
        return EFBIG;
    source->len = text->len;
    source->text = kzi_arena_copy(loader->diags->arena, text->text, text->len);
    loader->devices[loader->count] = loader->count < n_overlays;
    loader->inodes[loader->count] = number;
    return 0;
}
