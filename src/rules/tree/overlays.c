/* A sheet is seen as its edits: each an address and what shall stand there, as small as the address
 * can be made.  Edits of two sheets meet where one address is the other or leads through it. */
#include "base/names.h"
#include "rules/tree/merge.h"

#include <stdlib.h>
#include <string.h>

struct edit {
    const char *address;
    const struct kzi_node *value; /* NULL: taken away */
    struct kzi_place place;
};

struct edits {
    struct kzi_arena *arena;
    struct edit *list; /* by address, once all are there */
    size_t count;
};

/* --- the edits of a sheet -------------------------------------------------------------------- */

static void note(struct edits *edits, struct edit edit) {
    edits->list = kzi_arena_more(edits->arena, edits->list, edits->count, sizeof edit);
    edits->list[edits->count++] = edit;
}

/* A remark explains the change of its own sheet. */
static bool is_remark(const char *key) {
    static const char *const remarks[] = {"note", "source", "examples", "intended", "remark"};
    return kzi_names_find(&KZI_WORDS(remarks), key) >= 0;
}

static void note_leaves(struct edits *edits, const char *address, const struct kzi_node *value) {
    if (kzi_joins_as_set(address))
        value = kzi_as_set(edits->arena, value);
    if (value->kind == KZI_SCALAR && kzi_path_fits(address, "options.*"))
        address = kzi_address_below(edits->arena, address, "="); /* set, not defined */
    if (value->kind != KZI_MAP || !value->count || !kzi_joins_at(address)) {
        note(edits, (struct edit){address, value, value->place});
        return;
    }
    for (size_t i = 0; i < value->count; i++) {
        const struct kzi_entry *entry = &value->u.entries[i];
        if (!is_remark(entry->key->text) || !kzi_means_nothing(address, entry->key->text))
            note_leaves(edits, kzi_address_below(edits->arena, address, entry->key->text),
                        entry->value);
    }
}

static void note_removals(struct edits *edits, const struct kzi_node *remove) {
    for (size_t i = 0; remove && remove->kind == KZI_LIST && i < remove->count; i++) {
        const struct kzi_node *address = remove->u.items[i];
        if (address->kind == KZI_SCALAR)
            note(edits, (struct edit){address->text, NULL, address->place});
    }
}

static int by_address(const void *left, const void *right) {
    const struct edit *a = left, *b = right;
    return strcmp(a->address, b->address);
}

static struct edits edits_of(struct kzi_arena *arena, const struct kzi_node *sheet) {
    struct edits edits = {.arena = arena};
    for (size_t i = 0; sheet && i < sheet->count; i++) {
        const struct kzi_entry *entry = &sheet->u.entries[i];
        if (!kzi_is_own_key(entry->key->text) && strcmp(entry->key->text, "words") != 0)
            note_leaves(&edits, entry->key->text, entry->value);
    }
    note_removals(&edits, kzi_node_get(sheet, "remove"));
    if (edits.count)
        qsort(edits.list, edits.count, sizeof *edits.list, by_address);
    return edits;
}

/* --- two sheets ------------------------------------------------------------------------------ */

/* Return what an edit makes of the place that `rest` leads to from its own; NULL: nothing is there.
 */
static const struct kzi_node *made_at(const struct edit *edit, const char *rest) {
    return edit->value && *rest ? kzi_node_at(edit->value, rest) : edit->value;
}

/* The address of outer is that of inner, or leads to it. */
static void compare(struct kzi_diags *diags, const struct edit *outer, const struct edit *inner) {
    const char *rest = inner->address + strlen(outer->address);
    bool opens = outer->value && outer->value->kind == KZI_MAP && !outer->value->count;
    if (kzi_node_same(made_at(outer, rest + (*rest == '.')), inner->value) ||
        (opens && inner->value && kzi_joins_at(outer->address)))
        return;
    const struct edit *first = outer, *other = inner;
    if (first->place.source->number > other->place.source->number) {
        first = inner;
        other = outer;
    }
    size_t len = strcspn(inner->address, "=");
    len -= len && inner->address[len] && inner->address[len - 1] == '.';
    kzi_error_at(diags, first->place,
                 "%.*s is changed by another overlay too, and differently: %s:%u", (int)len,
                 inner->address, other->place.source->name, other->place.line);
}

/* Compares an edit with those of a sheet that have just this address. */
static void compare_at(struct kzi_diags *diags, const struct edits *edits, const char *address,
                       const struct edit *inner) {
    const struct edit wanted = {.address = address};
    const struct edit *found =
        edits->count ? bsearch(&wanted, edits->list, edits->count, sizeof wanted, by_address)
                     : NULL;
    while (found && found > edits->list && !by_address(found - 1, &wanted))
        found--;
    for (; found && found < edits->list + edits->count && !by_address(found, &wanted); found++)
        compare(diags, found, inner);
}

/* Compares each edit of one sheet with those of the other that lead to it or, if they may, are at
 * the same place. */
static void compare_through(struct kzi_diags *diags, const struct edits *one,
                            const struct edits *other, bool same_place) {
    for (size_t i = 0; i < one->count; i++) {
        const struct edit *inner = &one->list[i];
        for (const char *dot = strchr(inner->address, '.'); dot; dot = strchr(dot + 1, '.'))
            compare_at(diags, other,
                       kzi_arena_copy(diags->arena, inner->address, (size_t)(dot - inner->address)),
                       inner);
        if (same_place)
            compare_at(diags, other, inner->address, inner);
    }
}

void kzi_compare_sheets(struct kzi_diags *diags, const struct kzi_node *const *sheets,
                        size_t count) {
    struct edits *edits = KZI_NEW_ARRAY(diags->arena, count, struct edits);
    for (size_t i = 0; i < count; i++) {
        edits[i] = edits_of(diags->arena, sheets[i]);
        for (size_t k = 0; k < i; k++) {
            compare_through(diags, &edits[i], &edits[k], true);
            compare_through(diags, &edits[k], &edits[i], false);
        }
    }
}
