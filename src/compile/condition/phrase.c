/* Conditions as a player says them: the sentences are in conditions.def, and here is how each
 * kind of argument is put in words.  The words of the language are close to it already. */
#include "compile/condition/phrase.h"

#include "rules/condition.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *asks, *denies;
} sentences[KZI_CONDITIONS] = {
#define SAYS(asks, denies)                                                                         \
    { asks, denies }
#define CONDITION(name, argument, of, touches, weight, values, ...)                                \
    [KZI_CONDITION_##name] = __VA_ARGS__,
#include "rules/conditions.def"
#undef CONDITION
#undef SAYS
};

const char *const kzi_condition_keys[] = {
#define CONDITION(name, ...) #name,
#include "rules/conditions.def"
#undef CONDITION
};

/* --- quantities ------------------------------------------------------------------------------- */

/* "at least 3 concealed pungs", "only chows", "no kong"; denied: what is not so. */
static void say_quantity(struct kzi_text *text, const char *count, bool denied, const char *one,
                         const char *several) {
    size_t len = strlen(count);
    const char *dash = strchr(count, '-');
    if (!strcmp(count, "none") || !strcmp(count, "some")) {
        bool some = !strcmp(count, "some") != denied;
        kzi_text_format(text, "%s %s", some ? "at least one" : "no", one);
    } else if (!strcmp(count, "all")) {
        kzi_text_format(text, "%s %s", denied ? "others besides" : "only", several);
    } else if (count[len - 1] == '+') {
        kzi_text_format(text, "%s %.*s %s", denied ? "fewer than" : "at least", (int)len - 1, count,
                        !strcmp(count, "1+") ? one : several);
    } else if (dash) {
        kzi_text_format(text, "%s%.*s to %s %s", denied ? "not " : "", (int)(dash - count), count,
                        dash + 1, several);
    } else
        kzi_text_format(text, "%sexactly %s %s", denied ? "not " : "", count,
                        !strcmp(count, "1") ? one : several);
}

/* --- classes and set phrases ------------------------------------------------------------------ */

static void put_words(struct kzi_text *text, const char *words, char between) {
    for (; *words; words++)
        kzi_text_char(text, *words == '_' || *words == '\t' ? between : *words);
}

/* Words for the winning tile: one tile, not a kind of tile. */
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

/* A class that is a word of its own comes before the tile: "simple tiles", "tiles of 19m19p". */
void kzi_tiles_say(struct kzi_text *text, const char *class_, bool several) {
    const char *tile = several ? "tiles" : "tile", *letter = letter_says(class_);
    bool word = !strpbrk(class_, "0123456789 ") && strspn(class_, "ESWNPFC") < strlen(class_);
    if (is_winning(class_)) {
        kzi_text_format(text, "%s like the winning one", tile);
    } else if (!strncmp(class_, "not ", 4)) {
        kzi_text_format(text, "%s other than ", tile);
        kzi_class_say(text, class_ + 4);
    } else if (letter || word) {
        put_words(text, letter ? letter : class_, ' ');
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

static void say_class(struct kzi_text *text, const char *class_, bool denied) {
    bool other = !strncmp(class_, "not ", 4);
    if (denied && !other)
        kzi_text_put(text, "tiles other than ");
    kzi_class_say(text, class_ + (denied && other ? 4 : 0));
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

#define PHRASE 160 /* bytes of a class or phrase that are said */

/* Say what is counted and how often: tiles of a class, the numbers on them, groups. */
static void say_counts(struct kzi_text *text, const struct kzi_condition *cond, bool denied) {
    bool sum = cond->kind == KZI_CONDITION_sum, tiles = cond->kind == KZI_CONDITION_tiles;
    for (size_t i = 0; i < cond->node->count; i++) {
        const struct kzi_entry *entry = &cond->node->u.entries[i];
        bool zero = sum && kzi_node_is(entry->value, "none");
        char words[2][PHRASE];
        for (unsigned several = 0; several < 2; several++) {
            struct kzi_text one = kzi_text_fixed(words[several], PHRASE);
            kzi_text_put(&one, sum ? "on " : "");
            if (sum || tiles)
                kzi_tiles_say(&one, entry->key->text, sum || several);
            else
                kzi_phrase_say(&one, entry->key->text, several);
            kzi_text_end(&one);
        }
        kzi_text_put(text, !i ? "" : denied ? " or " : " and ");
        say_quantity(text, zero ? "0" : entry->value->text, denied, words[0], words[1]);
    }
}

static void say_marks(struct kzi_text *text, const struct kzi_condition *cond, bool denied) {
    for (size_t i = 0; i < cond->node->count; i++) {
        const struct kzi_entry *entry = &cond->node->u.entries[i];
        char words[2][PHRASE];
        for (unsigned several = 0; several < 2; several++) {
            struct kzi_text one = kzi_text_fixed(words[several], PHRASE);
            put_words(&one, entry->key->text, ' ');
            kzi_text_put(&one, several && !ends_with(entry->key->text, "s") ? "s" : "");
            kzi_text_end(&one);
        }
        kzi_text_put(text, !i ? "" : denied ? " or " : " and ");
        say_quantity(text, entry->value->text, denied, words[0], words[1]);
    }
}

/* --- words and lists of them ------------------------------------------------------------------ */

/* "edge, closed or pair"; dash: between the words of an id, self-draw. */
static void say_list(struct kzi_text *text, const struct kzi_node *node, const char *last,
                     char dash) {
    size_t count = node->kind == KZI_LIST ? node->count : 1;
    for (size_t i = 0; i < count; i++) {
        const struct kzi_node *item = node->kind == KZI_LIST ? node->u.items[i] : node;
        kzi_text_join(text, i, count, last);
        put_words(text, item->text, dash);
    }
}

/* One of two words holds: a denied one is said as the other. */
static void say_one_of_two(struct kzi_text *text, unsigned bits, const char *first,
                           const char *second) {
    kzi_text_put(text, bits & 1 ? first : "");
    kzi_text_put(text, bits == 3 ? " or " : bits ? "" : "neither");
    kzi_text_put(text, bits & 2 ? second : "");
}

static void say_seats(struct kzi_text *text, uint64_t seats) {
    static const char *const names[] = {"East", "South", "West", "North"};
    const unsigned count = (unsigned)__builtin_popcountll(seats);
    for (unsigned i = 0; i < count; i++, seats &= seats - 1) {
        kzi_text_join(text, i, count, " or ");
        kzi_text_put(text, names[__builtin_ctzll(seats)]);
    }
}

/* A letter in the place of a suit stands for one that differs from the other letters'. */
static void say_tiles(struct kzi_text *text, const char *tiles) {
    static const char *const suits[] = {" of one suit", " of another suit", " of a third suit"};
    for (const char *c = tiles; *c; c++)
        if (*c >= 'a' && *c < 'a' + (char)(sizeof suits / sizeof *suits)) {
            kzi_text_put(text, suits[*c - 'a']);
            kzi_text_put(text, c[1] ? " and " : "");
        } else
            kzi_text_char(text, *c);
}

/* --- patterns: the same chow in three suits, three pungs each one higher.  What has no such
 * relation is said set by set. -------------------------------------------------------------- */

const char *const kzi_suit_says[KZI_SUITS] = {"characters", "dots", "bamboo"};

static const char *const number_words[KZI_MAX_TERMS + 1] = {"no",   "one", "two",   "three", "four",
                                                            "five", "six", "seven", "eight"};

/* How the numbers of the terms are related. */
enum relation { FIXED, RISING, NEITHER };

static enum relation relation_of(const struct kzi_pattern *pattern) {
    const struct kzi_term *terms = pattern->terms;
    bool fixed = true, rising = pattern->n_terms > 1;
    for (unsigned i = 0; i < pattern->n_terms; i++) {
        fixed &= !terms[i].any;
        rising &= terms[i].any;
        if (i > 1)
            rising &= terms[i].number - terms[i - 1].number == terms[1].number - terms[0].number;
        if (terms[i].noun != terms[0].noun || terms[i].adjective != terms[0].adjective)
            return NEITHER;
    }
    rising = rising && terms[1].number >= terms[0].number;
    return fixed ? FIXED : rising ? RISING : NEITHER;
}

/* 1: all of one suit; n_terms: each of its own; 0: neither. */
static unsigned suits_of(const struct kzi_pattern *pattern) {
    unsigned seen = 0;
    for (unsigned i = 0; i < pattern->n_terms; i++)
        seen |= 1U << pattern->terms[i].suit;
    unsigned count = (unsigned)__builtin_popcount(seen);
    return count == 1 || count == pattern->n_terms ? count : 0;
}

static void put_suits(struct kzi_text *text, const struct kzi_pattern *pattern, unsigned suits) {
    if (suits > 1)
        kzi_text_format(text, " in %s suits", number_words[suits]);
    else if (pattern->terms[0].suit < KZI_SUITS)
        kzi_text_format(text, " of %s", kzi_suit_says[pattern->terms[0].suit]);
    else
        kzi_text_put(text, " in one suit");
}

static void put_noun(struct kzi_text *text, const struct kzi_term *term, bool plural) {
    static const char *const adjectives[] = {"", "concealed ", "open ", "claimed ", "declared "};
    kzi_text_format(text, "%s%s%s", adjectives[term->adjective], kzi_noun_names[term->noun],
                    plural ? "s" : "");
}

static void put_fixed(struct kzi_text *text, const struct kzi_pattern *pattern) {
    const struct kzi_term *terms = pattern->terms;
    bool chows = terms[0].noun == KZI_A_CHOW;
    put_noun(text, &terms[0], pattern->n_terms > 1);
    kzi_text_put(text, chows ? " " : " of ");
    for (unsigned i = 0; i < pattern->n_terms; i++) {
        kzi_text_join(text, i, pattern->n_terms, " and ");
        for (unsigned tile = 0; tile < (chows ? 3U : 1U); tile++)
            kzi_text_int(text, terms[i].number + tile);
    }
}

static void put_rising(struct kzi_text *text, const struct kzi_pattern *pattern, unsigned suits) {
    int step = pattern->terms[1].number - pattern->terms[0].number;
    if (!step) {
        kzi_text_put(text, "the same ");
        put_noun(text, &pattern->terms[0], false);
        if (suits == 1 && pattern->n_terms == 2)
            kzi_text_put(text, " twice");
        else if (suits == 1)
            kzi_text_format(text, " %s times", number_words[pattern->n_terms]);
        put_suits(text, pattern, suits);
        return;
    }
    kzi_text_format(text, "%s ", number_words[pattern->n_terms]);
    put_noun(text, &pattern->terms[0], true);
    put_suits(text, pattern, suits);
    kzi_text_format(text, ", each %d higher than the one before", step);
}

/* "chow 123", "pair n+1" */
static void put_term(struct kzi_text *text, const struct kzi_term *term) {
    unsigned tiles = term->noun == KZI_A_PAIR ? 2 : term->noun == KZI_A_KONG ? 4 : 3;
    put_noun(text, term, false);
    kzi_text_char(text, ' ');
    if (term->any)
        kzi_text_format(text, term->number ? "n+%u" : "n", term->number);
    for (unsigned i = 0; !term->any && i < tiles; i++)
        kzi_text_int(text, term->number + (term->noun == KZI_A_CHOW ? i : 0));
}

/* Terms that follow each other in one suit name it once: "chow 123, chow 789 in one suit". */
static void put_terms(struct kzi_text *text, const struct kzi_pattern *pattern) {
    static const char *const others[] = {"one suit", "another", "a third"};
    const struct kzi_term *terms = pattern->terms;
    unsigned seen = 0;
    for (unsigned i = 0; i < pattern->n_terms; i++) {
        unsigned suit = terms[i].suit;
        kzi_text_join(text, i, pattern->n_terms, " and ");
        put_term(text, &terms[i]);
        if (i + 1 < pattern->n_terms && terms[i + 1].suit == suit)
            continue;
        if (suit < KZI_SUITS)
            kzi_text_format(text, " of %s", kzi_suit_says[suit]);
        else
            kzi_text_format(text, " in %s",
                            seen >> suit & 1 ? "that suit"
                                             : others[__builtin_popcount(seen >> KZI_SUITS)]);
        seen |= 1U << suit;
    }
}

void kzi_pattern_say(struct kzi_text *text, const struct kzi_pattern *pattern) {
    enum relation relation = relation_of(pattern);
    unsigned suits = suits_of(pattern);
    bool several = suits > 1 && pattern->terms[0].suit < KZI_SUITS;
    if (relation == FIXED && suits && !several) {
        put_fixed(text, pattern);
        put_suits(text, pattern, suits);
    } else if (relation == RISING && suits && !several)
        put_rising(text, pattern, suits);
    else
        put_terms(text, pattern);
}

/* --- conditions ------------------------------------------------------------------------------- */

static void say_parts(struct kzi_text *text, const struct kzi_condition *cond, bool denied) {
    bool any = (cond->op == KZI_ANY) != denied;
    for (size_t i = 0; i < cond->parts.count; i++) {
        kzi_text_put(text, !i ? "" : any ? " or " : " and ");
        kzi_condition_say(text, cond->parts.list[i], denied);
    }
}

/* Say the argument of a test, or of circumstances and yaku, of which there may be a list. */
static void say_argument(struct kzi_text *text, const struct kzi_condition *cond, bool denied) {
    const uint64_t asked = cond->op != KZI_TEST ? 0
                           : cond->denied       ? kzi_other_values(cond)
                                                : cond->values;
    const unsigned bits = (unsigned)(denied ? ~asked : asked) & 3;
    switch (cond->kind) {
    case KZI_CONDITION_all_of:
    case KZI_CONDITION_any_of:
    case KZI_CONDITION_not:
        break;
    case KZI_CONDITION_hand:
        say_one_of_two(text, bits, "closed", "open");
        break;
    case KZI_CONDITION_by:
        say_one_of_two(text, bits, "by self-draw", "on a discard");
        break;
    case KZI_CONDITION_given: /* as circumstances and yaku are typed */
    case KZI_CONDITION_scored:
        say_list(text, cond->node, denied ? " or " : " and ", '_');
        break;
    case KZI_CONDITION_holds:
        say_list(text, cond->node, " and ", '_');
        break;
    case KZI_CONDITION_seat:
    case KZI_CONDITION_from:
        say_seats(text, asked & 15);
        break;
    case KZI_CONDITION_shape:
        say_list(text, cond->node, " or ", ' ');
        break;
    case KZI_CONDITION_wait:
        say_list(text, cond->node, " or ", '-');
        break;
#define CONDITION(name, ...)
#define PARTS(name, ...)
#define COUNT(name, one, several, ...)                                                             \
    case KZI_CONDITION_##name:                                                                     \
        say_quantity(text, cond->node->text, denied, one, several);                                \
        break;
#include "rules/conditions.def"
#undef CONDITION
    case KZI_CONDITION_tiles:
    case KZI_CONDITION_sum:
    case KZI_CONDITION_sets:
    case KZI_CONDITION_groups:
        say_counts(text, cond, denied);
        break;
    case KZI_CONDITION_marks:
        say_marks(text, cond, denied);
        break;
    case KZI_CONDITION_pair:
        say_class(text, cond->node->text, denied);
        break;
    case KZI_CONDITION_winning_tile: {
        bool other = !strncmp(cond->node->text, "not ", 4);
        kzi_text_put(text, other != denied ? "other than " : "among ");
        kzi_class_say(text, cond->node->text + (other ? 4 : 0));
        break;
    }
    case KZI_CONDITION_has:
    case KZI_CONDITION_has_twice:
        kzi_pattern_say(text, &cond->argument.pattern);
        break;
    case KZI_CONDITION_contains:
    case KZI_CONDITION_before_win:
        say_tiles(text, cond->node->text);
        break;
    case KZI_CONDITION_nothing_scored:
    case KZI_CONDITIONS:
        break;
    }
}

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
    const bool listed = cond->kind == KZI_CONDITION_given || cond->kind == KZI_CONDITION_scored ||
                        cond->kind == KZI_CONDITION_holds;
    if (cond->op != KZI_TEST && !listed) {
        say_parts(text, cond, denied);
        return;
    }
    char words[512];
    denied ^= cond->denied;
    struct kzi_text argument = kzi_text_fixed(words, sizeof words);
    say_argument(&argument, cond, denied);
    kzi_text_end(&argument);
    put_sentence(text, denied ? sentences[cond->kind].denies : sentences[cond->kind].asks, words);
}

const char *kzi_condition_counts(enum kzi_condition_kind kind, bool several) {
    static const char *const nouns[KZI_CONDITIONS][2] = {
#define CONDITION(name, ...)
#define PARTS(name, ...)
#define COUNT(name, one, several, ...) [KZI_CONDITION_##name] = {one, several},
#include "rules/conditions.def"
#undef CONDITION
    };
    return nouns[kind][several];
}
