/* Read yaku: their conditions, values and covers. */
#include "base/hash.h"
#include "rules/reader/reader.h"

#include <string.h>

/* --- value ----------------------------------------------------------------------------------- */

/* Read a number, a limit, or a limit with a multiplier. */
void kzi_read_value(struct kzi_rule_reader *reader, const struct kzi_entry *entry, void *target) {
    const struct kzi_node *node = entry->value;
    struct kzi_value *value = target;
    if (!kzi_expect(reader, node, KZI_SCALAR, "a value"))
        return;
    if (strspn(node->text, "-0123456789") == strlen(node->text)) {
        value->limit = KZI_NO_LIMIT;
        value->scored = kzi_read_int(reader, node, 0, 100000, &value->number);
        return;
    }
    const char **words;
    size_t count = kzi_split_words(reader, node->text, &words);
    bool times = count == 2 && strlen(words[0]) == 1 && words[0][0] >= '1' && words[0][0] <= '9';
    const struct kzi_names *limits = &reader->model->limit_names;
    int limit = count == 1 || times ? kzi_names_find(limits, words[count - 1]) : -1;
    if (limit < 0) {
        kzi_missing_at(
            reader, node->place, "%s is neither a number nor a limit%s",
            *node->text ? node->text : "nothing",
            kzi_hint(reader, count ? words[count - 1] : "", limits->name, limits->count));
        return;
    }
    *value = (struct kzi_value){true, (uint8_t)limit, times ? words[0][0] - '0' : 1};
    kzi_keep_meaning(
        reader, node,
        kzi_hash_int(kzi_hash_text(KZI_HASH_EMPTY, limits->name[limit]), (uint64_t)value->number));
}

/* --- when, each, flags ----------------------------------------------------------------------- */

const struct kzi_condition *kzi_read_when(struct kzi_rule_reader *reader, size_t yaku) {
    struct kzi_when *of = &reader->when[yaku];
    struct kzi_yaku *read = &reader->model->yaku[yaku];
    if (of->state)
        return read->when;
    of->state = 1;
    const struct kzi_node *when = kzi_node_get(read->node, "when");
    bool allowed = reader->scored_allowed;
    size_t conditions = reader->conditions;
    unsigned deepest = reader->deepest;
    reader->deepest = reader->depth;
    reader->scored_allowed = false;
    reader->conditions = 0;
    if (++reader->holding > KZI_MAX_HOLDS)
        KZI_REFUSE(reader, read, "more than %d yaku hold one another, %s the last of them",
                   KZI_MAX_HOLDS, read->id);
    else
        read->when = when ? kzi_read_condition(reader, when) : NULL;
    kzi_refuse_nothing_scored(reader, read->when, true);
    reader->holding--;
    if (reader->conditions > KZI_MAX_IFS) {
        KZI_REFUSE(reader, when, "%s has more than %d conditions, with those it holds", read->id,
                   KZI_MAX_IFS);
        /* An error is reported once, not again for all yaku that hold this one. */
        reader->conditions = 1;
        read->when = NULL;
    }
    of->conditions = reader->conditions;
    of->depth = reader->deepest - reader->depth;
    reader->deepest = deepest > reader->deepest ? deepest : reader->deepest;
    reader->conditions = conditions;
    reader->scored_allowed = allowed;
    of->state = 2;
    return read->when;
}

/* --- covers ---------------------------------------------------------------------------------- */

static void add_cover(struct kzi_rule_reader *reader, struct kzi_yaku *yaku,
                      const struct kzi_node *covered, enum kzi_which which, unsigned number) {
    int found = kzi_read_name(reader, covered, "a yaku", &reader->model->yaku_names);
    if (found < 0)
        return;
    if (&reader->model->yaku[found] == yaku) {
        KZI_REFUSE(reader, covered, "%s cannot cover itself", yaku->id);
        return;
    }
    *KZI_ADD(reader->arena, yaku->covers, yaku->n_covers) =
        (struct kzi_cover){.yaku = (uint16_t)found,
                           .which = (uint8_t)which,
                           .number = (uint8_t)number,
                           .place = covered->place};
}

static void read_which(struct kzi_rule_reader *reader, struct kzi_yaku *yaku,
                       const struct kzi_entry *entry) {
    static const char *const words[] = {"yes", "own", "only", "no"};
    int32_t number;
    if (entry->value->kind == KZI_SCALAR && entry->value->text[0] >= '0' &&
        entry->value->text[0] <= '9') {
        if (kzi_read_int(reader, entry->value, 1, 9, &number))
            add_cover(reader, yaku, entry->key, KZI_COVERS_SOME, (unsigned)number);
        return;
    }
    int word = kzi_read_one_of(reader, entry->value, "a way to cover", words, 4);
    if (word >= 0 && word < 3)
        add_cover(reader, yaku, entry->key, (enum kzi_which)word, 0);
}

void kzi_read_covers(struct kzi_rule_reader *reader, const struct kzi_entry *entry, void *target) {
    const struct kzi_node *node = entry->value;
    if (node->kind == KZI_SCALAR) {
        KZI_REFUSE(reader, node, "covers is a list: [%s]", node->text);
        return;
    }
    KZI_EACH_ITEM(node, item)
        add_cover(reader, target, item, KZI_COVERS_ALL, 0);
    KZI_EACH_ENTRY(node, which)
        read_which(reader, target, which);
}

/* --- a yaku ---------------------------------------------------------------------------------- */

void kzi_read_example(struct kzi_rule_reader *reader, const struct kzi_entry *entry, void *target) {
    static const char *const kinds[] = {[KZI_EXAMPLE_SCORES] = "scores",
                                        [KZI_EXAMPLE_FAILS] = "fails",
                                        [KZI_EXAMPLE_COVERED] = "covered"};
    struct kzi_yaku *yaku = target;
    const struct kzi_node *hand = entry->value;
    int kind = kzi_names_find(&KZI_NAMES(kinds), entry->key->text);
    if (kzi_expect(reader, hand, KZI_SCALAR, "a hand"))
        *KZI_ADD(reader->arena, yaku->examples, yaku->n_examples) =
            (struct kzi_example){(enum kzi_example_kind)kind, hand->text, hand->place};
}

/* Refuse a cover of own sets by a yaku that is no combination: only of these the sets are known. */
static void check_own(struct kzi_rule_reader *reader, const struct kzi_yaku *yaku) {
    if (yaku->combination || yaku->each == KZI_EACH_PATTERN)
        return;
    for (size_t i = 0; i < yaku->n_covers; i++)
        if (yaku->covers[i].which == KZI_COVERS_OWN)
            kzi_error_at(reader->diags, yaku->covers[i].place,
                         "only a combination covers within its own sets: add combination: yes to "
                         "%s, or cover all",
                         yaku->id);
}

/* Return a yaku with a similar id, if this one has so few keys that its id may be misspelled. */
static const char *near_yaku(struct kzi_rule_reader *reader, const char *id) {
    const struct kzi_names *names = &reader->model->yaku_names;
    return kzi_did_you_mean_other(reader->diags, id, names->name, names->count);
}

void kzi_read_each_set(struct kzi_rule_reader *reader, const struct kzi_entry *entry,
                       void *target) {
    struct kzi_yaku *yaku = target;
    kzi_read_phrase(reader, entry->value, &yaku->each_set);
    yaku->each_class_name = reader->class_name;
}

void kzi_read_each_tiles(struct kzi_rule_reader *reader, const struct kzi_entry *entry,
                         void *target) {
    struct kzi_yaku *yaku = target;
    reader->wild_allowed = true;
    if (kzi_read_tile_class(reader, entry->value, &yaku->each_class))
        yaku->each_class_name = reader->class_name;
    reader->wild_allowed = false;
}

/* Read the factor of a yaku.  Such a yaku may have no value of its own. */
static void read_factor(struct kzi_rule_reader *reader, const struct kzi_entry *entry,
                        struct kzi_yaku *yaku) {
    if (!kzi_node_get(entry->value, "value"))
        yaku->closed = yaku->open = (struct kzi_value){true, KZI_NO_LIMIT, 0};
    if ((yaku->closed.scored && yaku->closed.limit != KZI_NO_LIMIT) ||
        (yaku->open.scored && yaku->open.limit != KZI_NO_LIMIT) || yaku->series || yaku->all_hands)
        KZI_REFUSE(reader, entry->key,
                   "%s multiplies the value of a hand: it goes with no limit, series or hands: all",
                   yaku->id);
}

static void read_yaku(struct kzi_rule_reader *reader, const struct kzi_entry *entry,
                      struct kzi_yaku *yaku) {
    static const char *const keys[] = {"name", "value", "when", "each", "covers"};
    yaku->in_use = true;
    yaku->note = kzi_node_get(entry->value, "note");
    kzi_read_thing(reader, entry, KZI_KEYS(yaku), yaku);
    reader->model->payments.has_chips |= yaku->chips[0] || yaku->chips[1];
    kzi_read_when(reader, (size_t)(yaku - reader->model->yaku));
    if (entry->value->kind != KZI_MAP)
        return;
    if (kzi_names_find(&KZI_NAMES(keys), yaku->id) >= 0) { /* an entry that lost its indentation */
        KZI_REFUSE(reader, entry->key,
                   "%s is written as a yaku: indent it below the yaku that it belongs to",
                   yaku->id);
        return;
    }
    bool scores = kzi_node_get(entry->value, "when") || kzi_node_get(entry->value, "each");
    if (yaku->factor)
        read_factor(reader, entry, yaku);
    if (!kzi_node_get(entry->value, "value") && !kzi_node_get(entry->value, "factor"))
        kzi_missing_at(reader, entry->key->place, "%s has no value: say what it is worth%s",
                       yaku->id, scores ? "" : near_yaku(reader, yaku->id));
    else if (!scores)
        kzi_missing_at(reader, entry->key->place,
                       "%s says neither when it scores (when: ...) nor each of what it counts "
                       "(each: ...)%s",
                       yaku->id, near_yaku(reader, yaku->id));
    if (yaku->combination && yaku->each != KZI_ONCE && yaku->each != KZI_EACH_SET &&
        yaku->each != KZI_EACH_PATTERN)
        KZI_REFUSE(reader, entry->key,
                   "%s counts tiles: only a yaku made of sets can be a combination", yaku->id);
    check_own(reader, yaku);
}

void kzi_read_yaku(struct kzi_rule_reader *reader, const struct kzi_entry *entry, void *target) {
    struct kzi_model *model = target;
    KZI_EACH_NAMED(entry->value, &model->yaku_names, line) {
        struct kzi_yaku *yaku = &model->yaku[line_at];
        yaku->id = line->key->text;
        yaku->node = line->value;
        yaku->place = line->key->place;
    }
    KZI_EACH_NAMED(entry->value, &model->yaku_names, line)
        read_yaku(reader, line, &model->yaku[line_at]);
}
