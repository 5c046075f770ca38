/* Conditions as a player says them: the sentences stand in conditions.def, and here is how each
 * kind of argument is put in words.  The words of the language are close to it already. */
#include "compile/condition/phrase.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *asks, *denies, *has;
} sentences[KZI_CONDITIONS] = {
#define SAYS(asks, denies, has)                                                                    \
    { asks, denies, has }
#define CONDITION(name, argument, ...) [KZI_CONDITION_##name] = __VA_ARGS__,
#include "rules/conditions.def"
#undef CONDITION
#undef SAYS
};

typedef void say_argument(struct kzi_text *text, const struct kzi_condition *cond, bool denied);

/* --- quantities ------------------------------------------------------------------------------ */

/* "at least 3 concealed pungs", "only chows", "no kong"; denied: what is not so. */
static void say_quantity(struct kzi_text *text, const char *many, bool denied, const char *one,
                         const char *several) {
    size_t len = strlen(many);
    const char *dash = strchr(many, '-');
    if (!strcmp(many, "none") || !strcmp(many, "some")) {
        bool some = !strcmp(many, "some") != denied;
        kzi_text_format(text, "%s %s", some ? "at least one" : "no", one);
    } else if (!strcmp(many, "all")) {
        kzi_text_format(text, "%s %s", denied ? "others besides" : "only", several);
    } else if (many[len - 1] == '+') {
        kzi_text_format(text, "%s %.*s %s", denied ? "fewer than" : "at least", (int)len - 1, many,
                        !strcmp(many, "1+") ? one : several);
    } else if (dash) {
        kzi_text_format(text, "%s%.*s to %s %s", denied ? "not " : "", (int)(dash - many), many,
                        dash + 1, several);
    } else
        kzi_text_format(text, "%sexactly %s %s", denied ? "not " : "", many,
                        !strcmp(many, "1") ? one : several);
}

static void say_QUANTITY(struct kzi_text *text, const struct kzi_condition *cond, bool denied) {
    bool suits = cond->kind == KZI_CONDITION_suits;
    say_quantity(text, cond->node->text, denied, suits ? "number suit" : "kind of tile that wins",
                 suits ? "number suits" : "kinds of tile that win");
}

/* --- classes and set phrases ----------------------------------------------------------------- */

static void put_words(struct kzi_text *text, const char *words) {
    for (; *words; words++)
        kzi_text_char(text, *words == '_' || *words == '\t' ? ' ' : *words);
}

/* Of what the hand is won with: one tile, not a sort of tiles. */
static bool is_winning(const char *class_) {
    return !strcmp(class_, "winning_tile");
}

/* A class of one letter in a player's words; NULL: it is none. */
static const char *letter_says(const char *class_) {
    static const struct {
        char letter;
        const char *says;
    } letters[] = {{'m', "character"},  {'p', "dot"},          {'s', "bamboo"},
                   {'E', "East wind"},  {'S', "South wind"},   {'W', "West wind"},
                   {'N', "North wind"}, {'P', "white dragon"}, {'F', "green dragon"},
                   {'C', "red dragon"}};
    for (size_t i = 0; *class_ && !class_[1] && i < sizeof letters / sizeof *letters; i++)
        if (letters[i].letter == *class_)
            return letters[i].says;
    return NULL;
}

static bool ends_with(const char *text, const char *end) {
    size_t len = strlen(text), less = strlen(end);
    return len >= less && !strcmp(text + len - less, end);
}

/* A class that is a word of its own stands before the tile: "simple tiles", "tiles of 19m19p". */
void kzi_tiles_say(struct kzi_text *text, const char *class_, bool several) {
    const char *tile = several ? "tiles" : "tile", *letter = letter_says(class_);
    bool word = !strpbrk(class_, "0123456789 ") && strspn(class_, "ESWNPFC") < strlen(class_);
    if (is_winning(class_)) {
        kzi_text_format(text, "%s like the winning one", tile);
    } else if (!strncmp(class_, "not ", 4)) {
        kzi_text_format(text, "%s other than ", tile);
        kzi_class_say(text, class_ + 4);
    } else if (letter || word) {
        put_words(text, letter ? letter : class_);
        if (ends_with(class_, "tile"))
            kzi_text_put(text, several ? "s" : "");
        else
            kzi_text_format(text, " %s", tile);
    } else
        kzi_text_format(text, "%s of %s", tile, class_);
}

void kzi_class_say(struct kzi_text *text, const char *class_) {
    bool tiles = !strpbrk(class_, "0123456789") || !strncmp(class_, "not ", 4);
    if (is_winning(class_))
        kzi_text_put(text, "the winning tile");
    else if (!tiles || (!letter_says(class_) && strspn(class_, "ESWNPFC") == strlen(class_)))
        kzi_text_put(text, class_);
    else
        kzi_tiles_say(text, class_, true);
}

/* "a dragon tile", "an orphan tile", "the winning tile" */
void kzi_class_say_one(struct kzi_text *text, const char *class_) {
    char words[64];
    struct kzi_text one = kzi_text_fixed(words, sizeof words);
    if (is_winning(class_)) {
        kzi_class_say(text, class_);
        return;
    }
    kzi_tiles_say(&one, class_, false);
    kzi_text_end(&one);
    kzi_text_format(text, "%s %s", strchr("aeiouE", *words) ? "an" : "a", words);
}

static void say_CLASS(struct kzi_text *text, const struct kzi_condition *cond, bool denied) {
    const char *class_ = cond->node->text;
    bool other = !strncmp(class_, "not ", 4);
    if (denied && !other)
        kzi_text_put(text, "tiles other than ");
    kzi_class_say(text, class_ + (denied && other ? 4 : 0));
}

#define PHRASE 160 /* bytes of a class or phrase that are said */

static void say_CLASSES(struct kzi_text *text, const struct kzi_condition *cond, bool denied) {
    for (size_t i = 0; i < cond->node->count; i++) {
        const struct kzi_entry *entry = &cond->node->u.entries[i];
        char one[PHRASE], several[PHRASE];
        struct kzi_text of = kzi_text_fixed(one, sizeof one);
        kzi_tiles_say(&of, entry->key->text, false);
        kzi_text_end(&of);
        of = kzi_text_fixed(several, sizeof several);
        kzi_tiles_say(&of, entry->key->text, true);
        kzi_text_end(&of);
        kzi_text_put(text, i ? " and " : "");
        say_quantity(text, entry->value->text, denied, one, several);
    }
}

static void say_SUMS(struct kzi_text *text, const struct kzi_condition *cond, bool denied) {
    for (size_t i = 0; i < cond->node->count; i++) {
        const struct kzi_entry *entry = &cond->node->u.entries[i];
        char class_[PHRASE];
        struct kzi_text of = kzi_text_fixed(class_, sizeof class_);
        kzi_text_put(&of, "on ");
        kzi_tiles_say(&of, entry->key->text, true);
        kzi_text_end(&of);
        kzi_text_put(text, i ? " and " : "");
        say_quantity(text, kzi_node_is(entry->value, "none") ? "0" : entry->value->text, denied,
                     class_, class_);
    }
}

/* "concealed pung of dragon", its noun in the plural or not. */
void kzi_phrase_say(struct kzi_text *text, const char *phrase, bool plural) {
    const char *of = strstr(phrase, " of "), *with = strstr(phrase, " with ");
    const char *end = of ? of : with;
    size_t len = end ? (size_t)(end - phrase) : strlen(phrase);
    bool group = len >= 5 && !strncmp(phrase + len - 5, "group", 5);
    kzi_text_add(text, phrase, group ? len - 5 : len);
    if (group)
        kzi_text_put(text, plural ? "sets and pairs" : "set or pair");
    else
        kzi_text_put(text, plural ? "s" : "");
    if (!end)
        return;
    kzi_text_put(text, of ? " of " : " with ");
    if (of)
        kzi_class_say(text, end + 4);
    else
        kzi_class_say_one(text, end + 6);
}

static void say_PHRASES(struct kzi_text *text, const struct kzi_condition *cond, bool denied) {
    for (size_t i = 0; i < cond->node->count; i++) {
        const struct kzi_entry *entry = &cond->node->u.entries[i];
        char one[PHRASE], several[PHRASE];
        struct kzi_text of = kzi_text_fixed(one, sizeof one);
        kzi_phrase_say(&of, entry->key->text, false);
        kzi_text_end(&of);
        of = kzi_text_fixed(several, sizeof several);
        kzi_phrase_say(&of, entry->key->text, true);
        kzi_text_end(&of);
        kzi_text_put(text, i ? " and " : "");
        say_quantity(text, entry->value->text, denied, one, several);
    }
}

/* --- words and lists of them ----------------------------------------------------------------- */

static const struct kzi_node *item_of(const struct kzi_node *node, size_t i) {
    return node->kind == KZI_LIST ? node->u.items[i] : node;
}

/* "edge, closed or pair"; dash: between the words of an id, self-draw. */
static void say_list(struct kzi_text *text, const struct kzi_node *node, const char *last,
                     char dash) {
    size_t count = node->kind == KZI_LIST ? node->count : 1;
    for (size_t i = 0; i < count; i++) {
        kzi_text_put(text, !i ? "" : i + 1 < count ? ", " : last);
        for (const char *word = item_of(node, i)->text; *word; word++)
            kzi_text_char(text, *word == '_' ? dash : *word);
    }
}

static void say_WAITS(struct kzi_text *text, const struct kzi_condition *cond, bool denied) {
    (void)denied;
    say_list(text, cond->node, " or ", '-');
}

/* Of two words, of which one holds: what does not hold is said as the other. */
static void say_one_of_two(struct kzi_text *text, unsigned bits, const char *first,
                           const char *second) {
    kzi_text_put(text, bits & 1 ? first : "");
    kzi_text_put(text, bits == 3 ? " or " : bits ? "" : "neither");
    kzi_text_put(text, bits & 2 ? second : "");
}

static void say_OPENNESS(struct kzi_text *text, const struct kzi_condition *cond, bool denied) {
    say_one_of_two(text, (unsigned)(denied ? ~cond->u.bits : cond->u.bits) & 3, "closed", "open");
}

static void say_WAY(struct kzi_text *text, const struct kzi_condition *cond, bool denied) {
    say_one_of_two(text, (unsigned)(denied ? ~cond->u.bits : cond->u.bits) & 3, "by self-draw",
                   "on a discard");
}

static void say_SHAPES(struct kzi_text *text, const struct kzi_condition *cond, bool denied) {
    (void)denied;
    say_list(text, cond->node, " or ", ' ');
}

static void say_SEATS(struct kzi_text *text, const struct kzi_condition *cond, bool denied) {
    static const char *const names[] = {"East", "South", "West", "North"};
    unsigned left = (unsigned)cond->u.bits & 15, first = left;
    (void)denied;
    for (unsigned seat = 0; seat < 4; seat++) {
        if (!(left >> seat & 1))
            continue;
        kzi_text_put(text, left == first ? "" : left >> (seat + 1) ? ", " : " or ");
        kzi_text_put(text, names[seat]);
        left &= ~(1U << seat);
    }
}

/* Circumstances are said as they are typed. */
static void say_CIRCUMSTANCES(struct kzi_text *text, const struct kzi_condition *cond,
                              bool denied) {
    say_list(text, cond->node, denied ? " or " : " and ", '_');
}
#define say_SCORED say_CIRCUMSTANCES

static void say_YAKU(struct kzi_text *text, const struct kzi_condition *cond, bool denied) {
    (void)denied;
    say_list(text, cond->node, " and ", '_');
}

/* A letter in the place of a suit stands for one that is told apart from the other letters'. */
static void say_TILES(struct kzi_text *text, const struct kzi_condition *cond, bool denied) {
    static const char *const suits[] = {" of one suit", " of another suit", " of a third suit"};
    (void)denied;
    for (const char *c = cond->node->text; *c; c++)
        if (*c >= 'a' && *c < 'a' + (char)(sizeof suits / sizeof *suits)) {
            kzi_text_put(text, suits[*c - 'a']);
            kzi_text_put(text, c[1] ? " and " : "");
        } else
            kzi_text_char(text, *c);
}

static void say_PATTERN(struct kzi_text *text, const struct kzi_condition *cond, bool denied) {
    (void)denied;
    kzi_pattern_say(text, cond->u.pattern);
}

static void say_YES(struct kzi_text *text, const struct kzi_condition *cond, bool denied) {
    (void)text;
    (void)cond;
    (void)denied;
}

/* --- conditions ------------------------------------------------------------------------------ */

static void say_CONDITIONS(struct kzi_text *text, const struct kzi_condition *cond, bool denied) {
    bool any = (cond->kind == KZI_CONDITION_any_of) != denied;
    for (size_t i = 0; i < cond->u.parts.count; i++) {
        kzi_text_put(text, !i ? "" : any ? " or " : " and ");
        kzi_condition_say(text, cond->u.parts.list[i], denied);
    }
}
#define say_CONDITION say_CONDITIONS

static say_argument *const arguments[KZI_CONDITIONS] = {
#define CONDITION(name, argument, says) say_##argument,
#include "rules/conditions.def"
#undef CONDITION
};

/* A sentence with the argument in its place; "a" before a vowel is "an". */
static void put_sentence(struct kzi_text *text, const char *sentence, const char *argument) {
    const char *blank = strstr(sentence, "%s");
    if (blank && !strncmp(sentence, "a %s", 4) && *argument && strchr("aeiou", *argument))
        kzi_text_put(text, "an ");
    else
        kzi_text_add(text, sentence, blank ? (size_t)(blank - sentence) : strlen(sentence));
    if (blank) {
        kzi_text_put(text, argument);
        kzi_text_put(text, blank + 2);
    }
}

void kzi_condition_say(struct kzi_text *text, const struct kzi_condition *cond, bool denied) {
    if (cond->kind == KZI_CONDITION_not || cond->kind == KZI_CONDITION_all_of ||
        cond->kind == KZI_CONDITION_any_of) {
        say_CONDITIONS(text, cond, denied != (cond->kind == KZI_CONDITION_not));
        return;
    }
    char words[512];
    struct kzi_text argument = kzi_text_fixed(words, sizeof words);
    arguments[cond->kind](&argument, cond, denied);
    kzi_text_end(&argument);
    put_sentence(text, denied ? sentences[cond->kind].denies : sentences[cond->kind].asks, words);
}

void kzi_condition_say_has(struct kzi_text *text, enum kzi_condition_kind kind, const char *found) {
    put_sentence(text, sentences[kind].has, found);
}
