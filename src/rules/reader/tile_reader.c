/* Read tiles: the kinds that are played, the dora after each, marks, and classes wherever a rule
 * names one. */
#include "rules/condition.h"
#include "rules/reader/reader.h"
#include "tile/notation.h"

#include <string.h>

static const char *const suit_names[KZI_SUITS] = {"m", "p", "s"};

/* --- classes --------------------------------------------------------------------------------- */

static struct kzi_class fixed_class(kzi_codes codes, uint64_t faces) {
    return (struct kzi_class){codes, codes, faces};
}

static struct kzi_class all_or_none(bool all) {
    return fixed_class(all ? KZI_ALL_CODES : 0, all ? KZI_ALL_FACES : 0);
}

static kzi_codes codes_of_part(unsigned part) {
    kzi_codes codes = 0;
    for (unsigned code = KZI_HONOR; code < KZI_HONOR + 16; code++)
        if ((code - KZI_HONOR) & part)
            codes |= (kzi_codes)1 << code;
    return codes;
}

/* Find a class that every ruleset has. */
static bool built_in(const char *name, struct kzi_class *class_) {
    const int suit = kzi_names_find(&KZI_NAMES(suit_names), name);
    if (suit >= 0)
        *class_ = fixed_class((kzi_codes)0x1FF << 9 * suit, 0);
    else if (!strcmp(name, "seat_wind"))
        *class_ = fixed_class(codes_of_part(KZI_SEAT_WIND), 0);
    else if (!strcmp(name, "round_wind"))
        *class_ = fixed_class(codes_of_part(KZI_ROUND_WIND), 0);
    else if (!strcmp(name, "seat_flower"))
        *class_ = fixed_class(0, KZI_ALL_FACES >> KZI_OWN_FACES << KZI_OWN_FACES);
    else if (!strcmp(name, "winning_tile"))
        *class_ = (struct kzi_class){0, KZI_ALL_CODES, 0};
    else
        return false;
    return true;
}

/* Add the tiles of a run to a class.  Return false for a red five, which is a mark, since no class
 * distinguishes it from other fives, and for a joker, whose class is the id of its wild tile. */
static bool add_run(const struct kzi_run *run, struct kzi_class *class_) {
    for (uint32_t i = 0; i < run->count; i++) {
        unsigned kind = kzi_kind_of_run(run, i);
        if (kind >= KZI_SHOWN_FACE)
            class_->faces |= kzi_face_codes(kind - KZI_SHOWN_FACE);
        else if (kzi_red_in_run(run, i) || kind >= KZI_KINDS)
            return false;
        else
            class_->other |= (kzi_codes)(kzi_is_wind(kind) ? 15 : 1)
                             << kzi_code(kind, KZI_NO_SEAT, KZI_NO_SEAT);
    }
    return true;
}

/* Read a class from tiles and faces. */
static bool class_of_tiles(const char *text, struct kzi_class *class_) {
    const char *end = text + strlen(text);
    uint32_t count = 0;
    *class_ = all_or_none(false);
    while (text < end) {
        struct kzi_run run;
        if (kzi_notation_run(text, end, &run) || !add_run(&run, class_))
            return false;
        text = run.next;
        count += run.count;
    }
    class_->won = class_->other;
    return count && count <= 64;
}

static void read_definition(struct kzi_rule_reader *reader, const struct kzi_node *node,
                            struct kzi_class *class_);

static bool declared_class(struct kzi_rule_reader *reader, struct kzi_place place, int number,
                           struct kzi_class *class_) {
    struct kzi_class *declared = &reader->model->classes[number];
    uint8_t *state = &reader->class_state[number];
    const char *name = reader->model->class_names.name[number];
    if (*state == 1) {
        kzi_error_at(reader->diags, place, "the tile class %s is made of itself", name);
        return false;
    }
    if (*state == 0) {
        const struct kzi_entry *entry = kzi_node_entry(reader->class_nodes, name);
        size_t errors = reader->diags->errors;
        *state = 1;
        read_definition(reader, entry->value, declared);
        kzi_keep_meaning(reader, entry->value, kzi_hash_class(declared));
        *state = 2;
        if (errors == reader->diags->errors && !(declared->other | declared->won | declared->faces))
            KZI_REFUSE(reader, entry->key, "no tile is in the class %s", name);
    }
    *class_ = *declared;
    return true;
}

static void refuse_class(struct kzi_rule_reader *reader, struct kzi_place place, const char *name) {
    static const char *const own[] = {"seat_wind", "round_wind", "seat_flower", "winning_tile"};
    const struct kzi_names *names = &reader->model->class_names;
    const char *known[KZI_MAX_CLASSES + KZI_COUNT(own)];
    if (names->count)
        memcpy(known, names->name, names->count * sizeof *known);
    memcpy(known + names->count, own, sizeof own);
    const char *near = kzi_did_you_mean(reader->diags, name, known, names->count + KZI_COUNT(own));
    if (strchr(name, '0'))
        near = ": a red five is a mark, not a class";
    kzi_missing_at(reader, place, "%s is neither a tile class nor tiles%s", name, near);
}

/* Refuse two words, and suggest the class whose name has an underscore between them. */
static void refuse_words(struct kzi_rule_reader *reader, struct kzi_place place,
                         const char *const *words, size_t count) {
    const char *name =
        count == 2 ? kzi_arena_format(reader->arena, "%s_%s", words[0], words[1]) : "";
    struct kzi_class unused;
    const bool known =
        built_in(name, &unused) || kzi_names_find(&reader->model->class_names, name) >= 0;
    kzi_error_at(reader->diags, place, "a tile class is one name, or not and a name%s",
                 kzi_suggest(known ? name : NULL).text);
}

/* Return whether the current condition may name a class of wild tiles. */
static bool takes_wild(struct kzi_rule_reader *reader, struct kzi_place place, const char *name,
                       bool not_in) {
    reader->class_name = (struct kzi_class_name){name, false};
    if (!reader->wild_allowed || not_in)
        kzi_error_at(reader->diags, place,
                     "%s says what a tile is itself: ask for it alone, under tiles, winning_tile "
                     "or each",
                     name);
    return reader->wild_allowed && !not_in;
}

bool kzi_read_class_words(struct kzi_rule_reader *reader, struct kzi_place place,
                          const char *const *words, size_t count, struct kzi_class *class_) {
    bool not_in = count == 2 && !strcmp(words[0], "not");
    if (count != 1 && !not_in) {
        refuse_words(reader, place, words, count);
        return false;
    }
    const char *name = words[count - 1];
    int number = kzi_names_find(&reader->model->class_names, name);
    bool built = built_in(name, class_);
    if (kzi_wild_class(reader, name, class_))
        return takes_wild(reader, place, name, not_in);
    if (!built && number >= 0 && !declared_class(reader, place, number, class_))
        return false;
    if (!built && number < 0 && !class_of_tiles(name, class_)) {
        refuse_class(reader, place, name);
        return false;
    }
    reader->class_name = (struct kzi_class_name){name, not_in};
    if (not_in)
        *class_ = (struct kzi_class){~class_->other & KZI_ALL_CODES, ~class_->won & KZI_ALL_CODES,
                                     ~class_->faces & KZI_ALL_FACES};
    return true;
}

bool kzi_drop_faces(struct kzi_rule_reader *reader, struct kzi_place place,
                    struct kzi_class *class_) {
    bool only_faces = class_->faces && !(class_->other | class_->won);
    if (only_faces)
        kzi_error_at(reader->diags, place,
                     "flowers lie next to the hand and are in no set: a mark counts them");
    class_->faces = 0;
    return !only_faces;
}

bool kzi_read_class(struct kzi_rule_reader *reader, const struct kzi_node *node,
                    struct kzi_class *class_) {
    if (!kzi_expect(reader, node, KZI_SCALAR, "a tile class"))
        return false;
    const char **words;
    size_t count = kzi_split_words(reader, node->text, &words);
    const bool good = kzi_read_class_words(reader, node->place, words, count, class_);
    if (good)
        kzi_keep_meaning(reader, node, kzi_hash_class(class_));
    return good;
}

bool kzi_read_tile_class(struct kzi_rule_reader *reader, const struct kzi_node *node,
                         struct kzi_class *class_) {
    return kzi_read_class(reader, node, class_) && kzi_drop_faces(reader, node->place, class_);
}

/* Combine the classes of a list: their intersection (all) or their union. */
static void join_classes(struct kzi_rule_reader *reader, const struct kzi_node *list, bool all,
                         struct kzi_class *joined) {
    if (!kzi_expect(reader, list, KZI_LIST, "a list of tile classes"))
        return;
    *joined = all_or_none(all);
    KZI_EACH_ITEM(list, item) {
        struct kzi_class one = all_or_none(false);
        if (!kzi_read_class(reader, item, &one))
            continue;
        joined->other = all ? joined->other & one.other : joined->other | one.other;
        joined->won = all ? joined->won & one.won : joined->won | one.won;
        joined->faces = all ? joined->faces & one.faces : joined->faces | one.faces;
    }
}

void kzi_read_all_of(struct kzi_rule_reader *reader, const struct kzi_entry *entry, void *target) {
    join_classes(reader, entry->value, true, target);
}

void kzi_read_none_of(struct kzi_rule_reader *reader, const struct kzi_entry *entry, void *target) {
    struct kzi_class out = all_or_none(false), *class_ = target;
    join_classes(reader, entry->value, false, &out);
    class_->other &= ~out.other;
    class_->won &= ~out.won;
    class_->faces &= ~out.faces;
}

static void read_definition(struct kzi_rule_reader *reader, const struct kzi_node *node,
                            struct kzi_class *class_) {
    if (node->kind == KZI_SCALAR) {
        kzi_read_class(reader, node, class_);
    } else if (node->kind == KZI_LIST) {
        join_classes(reader, node, false, class_);
    } else {
        *class_ = all_or_none(true);
        kzi_read_keys(reader, node, KZI_KEYS(class_of), class_);
    }
}

void kzi_read_classes(struct kzi_rule_reader *reader, const struct kzi_entry *entry, void *target) {
    struct kzi_model *model = reader->model;
    struct kzi_names *names = &model->class_names;
    struct kzi_class unused;
    (void)target;
    kzi_number_names(reader, entry->value, "classes", "tile classes", names, KZI_MAX_CLASSES);
    KZI_EACH_ENTRY(entry->value, one)
        if (built_in(one->key->text, &unused) || !strcmp(one->key->text, "not"))
            KZI_REFUSE(reader, one->key, "%s is a word of the language, no new class",
                       one->key->text);
    reader->class_nodes = entry->value;
    model->classes = KZI_NEW_ARRAY(reader->arena, names->count, struct kzi_class);
    reader->class_state = KZI_NEW_ARRAY(reader->arena, names->count, uint8_t);
    for (size_t i = 0; i < names->count; i++)
        declared_class(reader, entry->value->place, (int)i, &unused);
}

/* --- the universe ---------------------------------------------------------------------------- */

/* Read "1-9", "5" or a list of such: numbers of a suit. */
static void read_numbers(struct kzi_rule_reader *reader, const struct kzi_node *node,
                         unsigned suit) {
    if (node->kind == KZI_LIST) {
        KZI_EACH_ITEM(node, item)
            read_numbers(reader, item, suit);
        return;
    }
    if (!kzi_expect(reader, node, KZI_SCALAR, "a range of numbers"))
        return;
    const char *t = node->text;
    bool range = strlen(t) == 3 && t[1] == '-';
    char first = t[0], last = range ? t[2] : t[0];
    if ((!range && strlen(t) != 1) || first < '1' || last > '9' || first > last) {
        KZI_REFUSE(reader, node, "%s are not numbers of a suit: write 1-9", t);
        return;
    }
    for (unsigned number = (unsigned)(first - '0'); number <= (unsigned)(last - '0'); number++)
        reader->model->copies[kzi_kind(suit, number)] = 1;
}

static int read_suit(struct kzi_rule_reader *reader, const struct kzi_node *name) {
    return kzi_read_one_of(reader, name, "a suit", suit_names, KZI_SUITS);
}

void kzi_read_suit(struct kzi_rule_reader *reader, const struct kzi_entry *entry, void *target) {
    const int suit = read_suit(reader, entry->key);
    (void)target;
    if (suit >= 0)
        read_numbers(reader, entry->value, (unsigned)suit);
}

size_t kzi_read_kinds(struct kzi_rule_reader *reader, const struct kzi_node *node,
                      struct kzi_tile *tiles, size_t max) {
    size_t count;
    bool joker = false;
    if (!kzi_expect(reader, node, KZI_SCALAR, "tiles"))
        return 0;
    const bool sound = kzi_notation_read(node->text, tiles, max, &count) == KZI_NOTATION_OK;
    for (size_t i = 0; sound && i < count && i < max; i++)
        joker |= tiles[i].kind >= KZI_KINDS;
    if (sound && count && count <= max && !joker)
        return count;
    if (joker)
        KZI_REFUSE(reader, node, "jokers are wild tiles: tiles.wild says which there are");
    else if (count > max)
        KZI_REFUSE(reader, node, "these are %zu tiles; at most %zu can be here", count, max);
    else
        KZI_REFUSE(reader, node, "%s are not tiles: write 123m or ESW",
                   *node->text ? node->text : "these");
    return 0;
}

void kzi_read_in_hand(struct kzi_rule_reader *reader, const struct kzi_entry *entry, void *target) {
    struct kzi_model *model = target;
    struct kzi_class class_;
    unsigned count = 0;
    if (!kzi_read_class(reader, entry->value, &class_))
        return;
    model->in_hand = kzi_faces_of(class_.faces);
    if (class_.other | class_.won || !model->in_hand)
        KZI_REFUSE(reader, entry->value, "in_hand says which flowers are tiles of a hand");
    for (unsigned face = 0; face < KZI_FACES; face++)
        count += model->in_hand >> face & 1 ? model->face_copies[face] : 0;
    model->copies[KZI_A_FACE] = (uint8_t)(count < KZI_MAX_FACES ? count : KZI_MAX_FACES);
}

void kzi_read_dragon(struct kzi_rule_reader *reader, const struct kzi_entry *entry, void *target) {
    struct kzi_model *model = target;
    struct kzi_tile tile;
    const int suit = read_suit(reader, entry->key);
    if (!kzi_read_kinds(reader, entry->value, &tile, 1))
        return;
    if (tile.kind < KZI_DRAGON)
        KZI_REFUSE(reader, entry->value, "%s is not a dragon: they are P, F and C",
                   entry->value->text);
    else if (suit >= 0)
        model->dragons[suit] = tile.kind;
    if (kzi_node_get(kzi_node_get(model->root, "tiles"), "dragons")->count != KZI_SUITS)
        KZI_REFUSE(reader, entry->key, "dragons says a dragon for each of the suits m, p and s");
}

void kzi_read_honors(struct kzi_rule_reader *reader, const struct kzi_entry *entry, void *target) {
    struct kzi_model *model = target;
    struct kzi_tile tiles[16];
    kzi_kinds kinds = 0;
    if (kzi_node_is(entry->value, "none") || kzi_node_is(entry->value, "no")) {
        KZI_REFUSE(reader, entry->value,
                   "honors lists tiles: without any, leave it out, or take away what another file "
                   "says with remove: [tiles.honors]");
        return;
    }
    size_t count = kzi_read_kinds(reader, entry->value, tiles, KZI_COUNT(tiles));
    for (size_t i = 0; i < count; i++) {
        if (!kzi_is_honor(tiles[i].kind)) {
            KZI_REFUSE(reader, entry->value, "honors are E S W N P F C, not tiles of a suit");
            return;
        }
        model->copies[tiles[i].kind] = 1;
        kinds |= kzi_kind_bit(tiles[i].kind);
    }
    kzi_keep_meaning(reader, entry->value, kinds);
}

/* Read red fives, and return their suits as bits. */
static uint8_t read_reds(struct kzi_rule_reader *reader, const struct kzi_node *node) {
    struct kzi_tile tiles[8];
    unsigned suits = 0;
    size_t count = kzi_read_kinds(reader, node, tiles, KZI_COUNT(tiles));
    for (size_t i = 0; i < count; i++) {
        if (!tiles[i].red) {
            KZI_REFUSE(reader, node, "%s are not red fives alone, which are written 0m, 0p, 0s",
                       node->text);
            return 0;
        }
        suits |= 1U << kzi_suit(tiles[i].kind);
    }
    return (uint8_t)suits;
}

/* Set the copies of those tiles and flowers of a class that are played. */
static void set_copies(struct kzi_model *model, const struct kzi_class *class_, int32_t copies) {
    for (unsigned kind = 0; kind < KZI_KINDS; kind++)
        if (model->copies[kind] &&
            kzi_in_class(class_, kzi_code(kind, KZI_NO_SEAT, KZI_NO_SEAT), false)) {
            model->copies[kind] = (uint8_t)copies;
            model->lent |= copies ? 0 : kzi_kind_bit(kind);
        }
    for (unsigned face = 0; face < KZI_HONOR_FACE; face++)
        if (class_->faces >> face & 1)
            model->face_copies[face] = (uint8_t)copies;
    for (unsigned kind = KZI_HONOR; kind < KZI_KINDS; kind++)
        if (kzi_in_class(class_, kzi_code(kind, KZI_NO_SEAT, KZI_NO_SEAT), false))
            model->face_copies[KZI_HONOR_FACE + kind - KZI_HONOR] = (uint8_t)copies;
}

void kzi_read_copies(struct kzi_rule_reader *reader, const struct kzi_entry *entry, void *target) {
    struct kzi_model *model = target;
    const struct kzi_node *node = entry->value;
    const struct kzi_class tiles = fixed_class(KZI_ALL_CODES, 0);
    int32_t copies = KZI_MAX_COPIES;
    if (node->kind == KZI_MAP || kzi_read_int(reader, node, 1, KZI_MAX_COPIES, &copies))
        set_copies(model, &tiles, copies);
    KZI_EACH_ENTRY(node, exception) {
        struct kzi_class class_;
        if (*exception->key->text == '0') {
            const unsigned suits = read_reds(reader, exception->key);
            kzi_read_int(reader, exception->value, 1, KZI_MAX_COPIES, &copies);
            KZI_EACH_IN(suits, suit)
                model->copies[KZI_RED + suit] = (uint8_t)copies;
        } else if (kzi_read_class(reader, exception->key, &class_) &&
                   kzi_read_int(reader, exception->value, 0, KZI_MAX_COPIES, &copies))
            set_copies(model, &class_, copies);
    }
}

void kzi_read_circle(struct kzi_rule_reader *reader, const struct kzi_entry *entry, void *target) {
    const struct kzi_node *node = entry->value;
    struct kzi_tile tiles[KZI_KINDS];
    size_t count = kzi_read_kinds(reader, node, tiles, KZI_COUNT(tiles));
    uint8_t *next = ((struct kzi_model *)target)->next;
    for (size_t i = 0; i < count; i++) {
        if (next[tiles[i].kind] != KZI_NO_KIND) {
            KZI_REFUSE(reader, node, "%s is in two circles, or twice in one",
                       kzi_tile_name(tiles[i].kind).text);
            return;
        }
        next[tiles[i].kind] = tiles[(i + 1) % count].kind;
    }
}

/* --- marks ----------------------------------------------------------------------------------- */

_Static_assert(KZI_MARK_DORA == 0 && KZI_MARK_URA == 1, "the words of shown are in this order");

void kzi_read_red_tiles(struct kzi_rule_reader *reader, const struct kzi_entry *entry,
                        void *target) {
    struct kzi_mark *mark = target;
    mark->red_suits = read_reds(reader, entry->value);
}

void kzi_read_aside(struct kzi_rule_reader *reader, const struct kzi_entry *entry, void *target) {
    struct kzi_class *class_ = target;
    reader->wild_allowed = true;
    const bool read = kzi_read_class(reader, entry->value, class_);
    reader->wild_allowed = false;
    if (read && kzi_is_wild_class(class_) && !kzi_jokers_in(reader->model, class_))
        KZI_REFUSE(reader, entry->value, "no joker is in %s: say which tiles are laid aside",
                   entry->value->text);
}

void kzi_read_thrown(struct kzi_rule_reader *reader, const struct kzi_entry *entry, void *target) {
    reader->wild_allowed = true;
    read_definition(reader, entry->value, target);
    reader->wild_allowed = false;
    kzi_keep_meaning(reader, entry->value, kzi_hash_class(target));
}

/* Add the honors of a class that form no sets to its flowers.  No game has a wind that is a flower
 * for one seat only. */
static void add_honors(struct kzi_rule_reader *reader, const struct kzi_node *node,
                       struct kzi_class *class_) {
    for (unsigned kind = KZI_HONOR; kind < KZI_KINDS; kind++) {
        const kzi_codes codes = (kzi_codes)(kzi_is_wind(kind) ? 15 : 1)
                                << kzi_code(kind, KZI_NO_SEAT, KZI_NO_SEAT),
                        in = class_->other & codes;
        if (reader->model->copies[kind] || kzi_is_wild_class(class_))
            continue;
        if (in && in != codes) {
            KZI_REFUSE(reader, node,
                       "a wind is a flower for every seat in every round, or for none");
            return;
        }
        if (in)
            class_->faces |= kzi_face_codes(KZI_HONOR_FACE + kind - KZI_HONOR);
    }
}

static void check_flowers(struct kzi_rule_reader *reader, const struct kzi_node *node,
                          struct kzi_class *class_) {
    add_honors(reader, node, class_);
    if (!class_->faces && !kzi_is_wild_class(class_) && (class_->other | class_->won))
        KZI_REFUSE(reader, node,
                   "no flower is in this class: they are 1f-4f, 1g-4g and 1k-8k, and honors that "
                   "are in no set");
}

void kzi_read_marks(struct kzi_rule_reader *reader, const struct kzi_entry *entry, void *target) {
    struct kzi_model *model = target;
    kzi_number_names(reader, entry->value, "marks", "marks", &model->mark_names, KZI_MAX_MARKS);
    KZI_EACH_NAMED(entry->value, &model->mark_names, line) {
        struct kzi_mark *mark = &model->marks[line_at];
        mark->id = line->key->text;
        mark->after_kongs = true;
        reader->wild_allowed = true;
        kzi_read_thing(reader, line, KZI_KEYS(mark), mark);
        reader->wild_allowed = false;
        if (mark->kind == KZI_MARK_ASIDE)
            kzi_drop_faces(reader, kzi_node_get(line->value, "aside")->place, &mark->class_);
        else if (mark->kind == KZI_MARK_FACES)
            check_flowers(reader, kzi_node_get(line->value, "flowers"), &mark->class_);
    }
}
