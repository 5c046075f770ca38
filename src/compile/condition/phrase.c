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

/* --- quantities ------------------------------------------------------------------------------- */

/* Return whether the things counted are named as one: "no kong", "exactly 1 kong". */
static bool is_of_one(const struct kzi_quantity *quantity) {
    return quantity->least == 1 ? !quantity->all && (quantity->most == 1 || quantity->most == 255)
                                : !quantity->most;
}

/* "at least 3 ", "only ", "no "; denied: what is not so.  numbers: none and some are numbers. */
static void say_quantity(struct kzi_text *text, const struct kzi_quantity *quantity, bool denied,
                         bool numbers) {
    const unsigned least = quantity->least, most = quantity->most;
    if (quantity->all)
        kzi_text_put(text, denied ? "others besides " : "only ");
    else if (!numbers && (!most || (least == 1 && most == 255)))
        kzi_text_put(text, (most == 0) == denied ? "at least one " : "no ");
    else if (most == 255)
        kzi_text_format(text, "%s %u ", denied ? "fewer than" : "at least", least);
    else if (most > least)
        kzi_text_format(text, "%s%u to %u ", denied ? "not " : "", least, most);
    else
        kzi_text_format(text, "%sexactly %u ", denied ? "not " : "", least);
}

/* --- classes and set phrases ------------------------------------------------------------------ */

static void put_words(struct kzi_text *text, const char *words, char between) {
    for (; *words; words++)
        kzi_text_char(text, *words == '_' ? between : *words);
}

/* Words for the winning tile: one tile, not a kind of tile. */
static bool is_winning(const struct kzi_spelling *spelling) {
    return !spelling->other && !strcmp(spelling->class_, "winning_tile");
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

/* Return whether a class is a word of its own, which comes before the tile: "simple tiles", but
 * "tiles of 19m19p". */
static bool is_word(const char *class_) {
    return letter_says(class_) ||
           (!strpbrk(class_, "0123456789") && strspn(class_, "ESWNPFC") < strlen(class_));
}

void kzi_tiles_say(struct kzi_text *text, const struct kzi_spelling *spelling, bool several) {
    const char *tile = several ? "tiles" : "tile", *class_ = spelling->class_,
               *letter = letter_says(class_);
    if (spelling->other) {
        kzi_text_format(text, "%s other than ", tile);
        kzi_class_say(text, &(struct kzi_spelling){class_, false});
    } else if (is_winning(spelling)) {
        kzi_text_format(text, "%s like the winning one", tile);
    } else if (!is_word(class_)) {
        kzi_text_format(text, "%s of %s", tile, class_);
    } else {
        put_words(text, letter ? letter : class_, ' ');
        if (ends_with(class_, "tile"))
            kzi_text_put(text, several ? "s" : "");
        else
            kzi_text_format(text, " %s", tile);
    }
}

void kzi_class_say(struct kzi_text *text, const struct kzi_spelling *spelling) {
    if (is_winning(spelling))
        kzi_text_put(text, "the winning tile");
    else if (spelling->other || is_word(spelling->class_))
        kzi_tiles_say(text, spelling, true);
    else
        kzi_text_put(text, spelling->class_);
}

/* "a dragon tile", "an orphan tile", "the winning tile" */
void kzi_class_say_one(struct kzi_text *text, const struct kzi_spelling *spelling) {
    char words[64];
    struct kzi_text one = kzi_text_fixed(words, sizeof words);
    if (is_winning(spelling)) {
        kzi_class_say(text, spelling);
        return;
    }
    kzi_tiles_say(&one, spelling, false);
    kzi_text_end(&one);
    kzi_text_format(text, "%s %s", strchr("aeiouE", *words) ? "an" : "a", words);
}

static void put_noun(struct kzi_text *text, unsigned adjective, unsigned noun, bool several) {
    kzi_text_format(text, "%s%s", kzi_adjective_names[adjective], adjective ? " " : "");
    if (noun == KZI_A_GROUP)
        kzi_text_put(text, several ? "sets and pairs" : "set or pair");
    else
        kzi_text_format(text, "%s%s", kzi_noun_names[noun], several ? "s" : "");
}

void kzi_phrase_say(struct kzi_text *text, const struct kzi_phrase *phrase,
                    const struct kzi_spelling *spelling, bool several) {
    put_noun(text, phrase->adjective, phrase->noun, several);
    if (!spelling->class_)
        return;
    kzi_text_put(text, phrase->some ? " with " : " of ");
    if (phrase->some)
        kzi_class_say_one(text, spelling);
    else
        kzi_class_say(text, spelling);
}

void kzi_mark_say(struct kzi_text *text, const char *id, bool several) {
    put_words(text, id, ' ');
    kzi_text_put(text, several && !ends_with(id, "s") ? "s" : "");
}

/* Say what is counted and how often: tiles of a class, the numbers on them, groups, marks. */
static void say_counted(struct kzi_text *text, const struct kzi_condition *cond, bool denied) {
    const bool sum = cond->kind == KZI_CONDITION_sum, several = sum || !is_of_one(&cond->quantity);
    say_quantity(text, &cond->quantity, denied, sum);
    kzi_text_put(text, sum ? "on " : "");
    if (sum || cond->kind == KZI_CONDITION_tiles)
        kzi_tiles_say(text, &cond->spelling, several);
    else if (cond->kind == KZI_CONDITION_marks)
        kzi_mark_say(text, cond->node->u.entries->key->text, several);
    else if (cond->kind == KZI_CONDITION_sets || cond->kind == KZI_CONDITION_groups)
        kzi_phrase_say(text, &cond->argument.phrase, &cond->spelling, several);
    else
        kzi_text_put(text, kzi_condition_counts(cond->kind, several));
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

static void put_fixed(struct kzi_text *text, const struct kzi_pattern *pattern) {
    const struct kzi_term *terms = pattern->terms;
    bool chows = terms[0].noun == KZI_A_CHOW;
    put_noun(text, terms[0].adjective, terms[0].noun, pattern->n_terms > 1);
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
        put_noun(text, pattern->terms[0].adjective, pattern->terms[0].noun, false);
        if (suits == 1 && pattern->n_terms == 2)
            kzi_text_put(text, " twice");
        else if (suits == 1)
            kzi_text_format(text, " %s times", number_words[pattern->n_terms]);
        put_suits(text, pattern, suits);
        return;
    }
    kzi_text_format(text, "%s ", number_words[pattern->n_terms]);
    put_noun(text, pattern->terms[0].adjective, pattern->terms[0].noun, true);
    put_suits(text, pattern, suits);
    kzi_text_format(text, ", each %d higher than the one before", step);
}

/* "chow 123", "pair n+1" */
static void put_term(struct kzi_text *text, const struct kzi_term *term) {
    unsigned tiles = term->noun == KZI_A_PAIR ? 2 : term->noun == KZI_A_KONG ? 4 : 3;
    put_noun(text, term->adjective, term->noun, false);
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
    struct kzi_spelling class_ = cond->spelling;
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
#define COUNT(name, ...) case KZI_CONDITION_##name:
#include "rules/conditions.def"
#undef CONDITION
    case KZI_CONDITION_tiles:
    case KZI_CONDITION_sum:
    case KZI_CONDITION_sets:
    case KZI_CONDITION_groups:
    case KZI_CONDITION_marks:
        say_counted(text, cond, denied);
        break;
    case KZI_CONDITION_pair:
        class_.other ^= denied;
        kzi_class_say(text, &class_);
        break;
    case KZI_CONDITION_winning_tile:
        kzi_text_put(text, class_.other != denied ? "other than " : "among ");
        class_.other = false;
        kzi_class_say(text, &class_);
        break;
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
