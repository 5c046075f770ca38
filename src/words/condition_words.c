#include "words/condition_words.h"

#include "rules/condition.h"

#include <stdio.h>

/* --- tiles ------------------------------------------------------------------------------------ */

/* Return whether a class is the winning tile, which is one tile and not a kind of tile. */
static bool is_winning(const struct kzi_class_name *class_name) {
    return !class_name->other && !strcmp(class_name->name, "winning_tile");
}

static bool ends_with(const char *text, const char *end) {
    size_t len = strlen(text), less = strlen(end);
    return len >= less && !strcmp(text + len - less, end);
}

/* Return whether a class is a word, as in "simple tiles", and not a list of tiles, as in "tiles of
 * 19m19p". */
static bool is_word(const char *class_) {
    return (*class_ && !class_[1] && strchr("mpsESWNPFC", *class_)) ||
           (!strpbrk(class_, "0123456789") && strspn(class_, "ESWNPFC") < strlen(class_));
}

static void say_tiles_of(struct kzi_sentence *sentence, const char *tiles, enum kzi_form form) {
    struct kzi_text *text = kzi_argument(sentence);
    if (kzi_is_english(sentence) && form != KZI_OF)
        kzi_text_put(text, form == KZI_ONE ? "tile of " : "tiles of ");
    kzi_text_put(text, tiles);
}

static void say_class(struct kzi_sentence *sentence, const struct kzi_class_name *class_name,
                      enum kzi_form form) {
    if (class_name->other) {
        KZI_SENTENCE(sentence,
                     form == KZI_ONE ? KZI_SAYS_asks_class_not : KZI_SAYS_asks_class_not_several)
            say_class(sentence, &(struct kzi_class_name){class_name->name, false}, KZI_OF);
    } else if (is_winning(class_name) && form == KZI_OF)
        kzi_argument_says(sentence, KZI_SAYS_asks_class_winning_tile_of);
    else if (is_word(class_name->name))
        kzi_argument_noun(sentence, "asks.class", class_name->name, form != KZI_ONE,
                          ends_with(class_name->name, "tile") ? KZI_SAYS_unnamed
                                                              : KZI_SAYS_unnamed_tile);
    else
        say_tiles_of(sentence, class_name->name, form);
}

/* Write tiles that may have letters for suits; in English add that these differ. */
static void say_tiles(struct kzi_sentence *sentence, const char *tiles) {
    static const char *const suits[] = {" of one suit", " of another suit", " of a third suit"};
    struct kzi_text *text = kzi_argument(sentence);
    for (; *tiles; tiles++)
        if (kzi_is_english(sentence) && *tiles >= 'a' && *tiles <= 'c') {
            kzi_text_put(text, suits[*tiles - 'a']);
            kzi_text_put(text, tiles[1] ? " and " : "");
        } else
            kzi_text_char(text, *tiles);
}

static size_t count_listed(const struct kzi_node *node) {
    return node->kind == KZI_LIST ? node->count : 1;
}

static const char *text_of_item(const struct kzi_node *node, size_t i) {
    return node->kind == KZI_LIST ? node->u.items[i]->text : node->text;
}

/* Write "222a 4444a 666b 8888b or 222a 4444a 666a 8888a". */
static void say_spellings(struct kzi_sentence *sentence, const struct kzi_node *node) {
    KZI_SENTENCE(sentence, KZI_OR)
        for (size_t i = 0; i < count_listed(node); i++)
            kzi_argument_text(sentence, text_of_item(node, i));
}

/* --- sets ------------------------------------------------------------------------------------- */

/* Write "concealed pung".  Concealed and open pungs and kongs have words of their own. */
static void say_held(struct kzi_sentence *sentence, unsigned adjective, unsigned noun,
                     enum kzi_form form) {
    const char *hold = kzi_adjective_names[adjective];
    char id[32];
    const bool own = (noun == KZI_A_PUNG || noun == KZI_A_KONG) &&
                     (adjective == KZI_IS_CONCEALED || adjective == KZI_IS_OPEN);
    snprintf(id, sizeof id, "%s%s%s", own ? hold : "", own ? "_" : "", kzi_noun_names[noun]);
    KZI_SENTENCE(sentence,
                 adjective && !own ? KZI_SAYS_asks_hold_concealed + adjective - 1 : KZI_AND)
        kzi_argument_noun(sentence, "asks.noun", id, form != KZI_ONE, KZI_SAYS_unnamed);
}

/* Write "wild concealed pung". */
static void say_noun(struct kzi_sentence *sentence, const struct kzi_phrase *phrase,
                     enum kzi_form form) {
    KZI_SENTENCE(sentence,
                 phrase->wildness ? KZI_SAYS_asks_hold_natural + phrase->wildness - 1 : KZI_AND)
        say_held(sentence, phrase->adjective, phrase->noun, form);
}

static void say_phrase(struct kzi_sentence *sentence, const struct kzi_phrase *phrase,
                       const struct kzi_class_name *class_name, enum kzi_form form) {
    if (!class_name->name) {
        say_noun(sentence, phrase, form);
        return;
    }
    KZI_SENTENCE(sentence, phrase->some ? KZI_SAYS_asks_phrase_with : KZI_SAYS_asks_phrase_of) {
        say_noun(sentence, phrase, form);
        kzi_argument_class(sentence, class_name, phrase->some ? KZI_A : KZI_OF);
    }
}

void kzi_argument_class(struct kzi_sentence *sentence, const struct kzi_class_name *class_name,
                        enum kzi_form form) {
    const bool a = form == KZI_A && !is_winning(class_name) && kzi_is_english(sentence);
    KZI_SENTENCE(sentence, a ? KZI_SAYS_a_noun : KZI_AND)
        say_class(sentence, class_name, a ? KZI_ONE : form == KZI_A ? KZI_OF : form);
}

void kzi_argument_phrase(struct kzi_sentence *sentence, const struct kzi_phrase *phrase,
                         const struct kzi_class_name *class_name, enum kzi_form form) {
    const bool a = form == KZI_A && kzi_is_english(sentence);
    KZI_SENTENCE(sentence, a ? KZI_SAYS_a_noun : KZI_AND)
        say_phrase(sentence, phrase, class_name, a ? KZI_ONE : form);
}

/* --- quantities ------------------------------------------------------------------------------- */

void kzi_argument_mark(struct kzi_sentence *sentence, const char *id, enum kzi_form form) {
    kzi_argument_noun(sentence, "asks.mark", id, form != KZI_ONE && !ends_with(id, "s"),
                      KZI_SAYS_unnamed);
}

void kzi_argument_counts(struct kzi_sentence *sentence, enum kzi_condition_kind kind,
                         enum kzi_form form) {
    kzi_argument_noun(sentence, "asks.noun", kzi_conditions[kind].name, form != KZI_ONE,
                      KZI_SAYS_unnamed);
}

/* Write one word of the rule file, or a list of them. */
static void say_listed(struct kzi_sentence *sentence, const struct kzi_model *model,
                       const struct kzi_condition *cond) {
    const enum kzi_takes takes = kzi_conditions[cond->kind].takes;
    const struct kzi_node *node =
        cond->node->kind == KZI_MAP ? cond->node->u.entries->value : cond->node;
    const bool given = takes == KZI_TAKES_CIRCUMSTANCES,
               any = takes == KZI_TAKES_SHAPES || takes == KZI_TAKES_WAITS;
    KZI_SENTENCE(sentence, any ? KZI_OR : KZI_AND)
        for (size_t i = 0; i < count_listed(node); i++) {
            const char *id = text_of_item(node, i);
            if (any)
                kzi_argument_word(sentence, takes == KZI_TAKES_SHAPES ? "asks.shape" : "asks.wait",
                                  id);
            else if (given)
                kzi_argument_circumstance(sentence, model,
                                          (unsigned)kzi_names_find(&model->circumstance_names, id));
            else
                kzi_argument_yaku(sentence, model,
                                  (unsigned)kzi_names_find(&model->yaku_names, id));
        }
}

static void say_counted(struct kzi_sentence *sentence, const struct kzi_model *model,
                        const struct kzi_condition *cond, enum kzi_form form) {
    const enum kzi_takes takes = kzi_conditions[cond->kind].takes;
    if (takes == KZI_TAKES_YAKU) {
        KZI_SENTENCE(sentence, KZI_SAYS_asks_of_yaku)
            say_listed(sentence, model, cond);
    } else if (takes == KZI_TAKES_SUMS) {
        KZI_SENTENCE(sentence, KZI_SAYS_asks_noun_sum)
            say_class(sentence, &cond->class_name, KZI_SEVERAL);
    } else if (takes == KZI_TAKES_CLASSES)
        say_class(sentence, &cond->class_name, form);
    else if (takes == KZI_TAKES_MARKS)
        kzi_argument_mark(sentence, cond->node->u.entries->key->text, form);
    else if (takes == KZI_TAKES_PHRASES)
        say_phrase(sentence, &cond->argument.phrase, &cond->class_name, form);
    else
        kzi_argument_counts(sentence, cond->kind, form);
}

/* Write a quantity of what a condition counts: "at least 3 red fives". */
static void say_quantity(struct kzi_sentence *sentence, const struct kzi_model *model,
                         const struct kzi_condition *cond, bool denied) {
    const unsigned min = cond->quantity.min, max = cond->quantity.max;
    const bool all = cond->quantity.all, some = min == 1 && max == KZI_NO_BOUND && !all,
               number = kzi_conditions[cond->kind].takes == KZI_TAKES_SUMS;
    kzi_sentence_begin(sentence);
    enum kzi_says says;
    say_counted(sentence, model, cond,
                some || (!all && max == min && max <= 1) ? KZI_ONE : KZI_SEVERAL);
    if (all || (!number && (!max || some))) {
        kzi_sentence_end(sentence, all ? (denied ? KZI_SAYS_asks_others : KZI_SAYS_asks_all)
                                   : some == denied ? KZI_SAYS_asks_none
                                                    : KZI_SAYS_asks_some);
        return;
    }
    kzi_argument_int(sentence, min);
    if (max > min && max < KZI_NO_BOUND)
        kzi_argument_int(sentence, max);
    says = max == KZI_NO_BOUND ? (denied ? KZI_SAYS_asks_fewer : KZI_SAYS_asks_least)
           : max > min         ? (denied ? KZI_SAYS_asks_not_range : KZI_SAYS_asks_range)
                               : (denied ? KZI_SAYS_asks_not_exactly : KZI_SAYS_asks_exactly);
    kzi_sentence_end(sentence, says);
}

/* --- patterns ---------------------------------------------------------------------------------
 *
 * Patterns such as the same chow in three suits, or three pungs each one higher, have words.  Any
 * other pattern is written set by set. */

static bool is_equal(const struct kzi_pattern *pattern) {
    const struct kzi_term *terms = pattern->terms;
    int step = pattern->n_terms > 1 ? terms[1].number - terms[0].number : 0;
    bool equal = step >= 0;
    for (unsigned i = 0; i < pattern->n_terms; i++)
        equal &= terms[i].noun == terms[0].noun && terms[i].any == terms[0].any &&
                 terms[i].suit >= KZI_SUITS && !terms[i].adjective &&
                 (!terms[i].any || terms[i].number == terms[0].number + (int)i * step);
    return equal;
}

static unsigned suits_of(const struct kzi_pattern *pattern) {
    unsigned seen = 0;
    for (unsigned i = 0; i < pattern->n_terms; i++)
        seen |= 1U << pattern->terms[i].suit;
    return (unsigned)__builtin_popcount(seen);
}

static void say_count(struct kzi_sentence *sentence, unsigned count) {
    if (kzi_is_english(sentence))
        kzi_argument_says(sentence, KZI_SAYS_number_0 + count);
    else
        kzi_argument_int(sentence, count);
}

/* Write the number of a term: "123" for a chow, "5" for a pung, "n+1". */
static void put_number(struct kzi_text *text, const struct kzi_term *term) {
    if (term->any)
        kzi_text_format(text, term->number ? "n+%d" : "n", term->number);
    for (int tile = 0; !term->any && tile < (term->noun == KZI_A_CHOW ? 3 : 1); tile++)
        kzi_text_int(text, term->number + tile);
}

/* Write the numbers of all terms: "123, 456 and 789". */
static void say_numbers(struct kzi_sentence *sentence, const struct kzi_pattern *pattern) {
    KZI_SENTENCE(sentence, KZI_AND)
        for (unsigned i = 0; i < pattern->n_terms; i++)
            put_number(kzi_argument(sentence), &pattern->terms[i]);
}

/* Write the English suit of term `at`: " of dots", " in one suit", " in another".  Of terms in the
 * same suit that follow each other, only the last has it. */
static void put_suit(struct kzi_text *text, const struct kzi_pattern *pattern, unsigned at) {
    static const char *const named[KZI_SUITS] = {" of characters", " of dots", " of bamboo"},
                             *const others[] = {" in one suit", " in another", " in a third"};
    const struct kzi_term *terms = pattern->terms;
    unsigned suit = terms[at].suit, seen = 0;
    if (at + 1 < pattern->n_terms && terms[at + 1].suit == suit)
        return;
    for (unsigned i = 0; i < at; i++)
        seen |= terms[i].suit != terms[i + 1].suit ? 1U << terms[i].suit : 0;
    kzi_text_put(text, suit < KZI_SUITS   ? named[suit]
                       : seen >> suit & 1 ? " in that suit"
                                          : others[__builtin_popcount(seen >> KZI_SUITS)]);
}

/* Write "chow 123a". */
static void say_term(struct kzi_sentence *list, const struct kzi_pattern *pattern, unsigned at) {
    const struct kzi_term *term = &pattern->terms[at];
    KZI_SENTENCE(list, KZI_SAYS_asks_pattern_term) {
        say_held(list, term->adjective, term->noun, KZI_ONE);
        struct kzi_text *text = kzi_argument(list);
        put_number(text, term);
        if (kzi_is_english(list))
            put_suit(text, pattern, at);
        else
            kzi_text_format(text, "%s%c", term->any ? " " : "", "mpsabc"[term->suit]);
    }
}

/* Write a pattern set by set. */
static void say_terms(struct kzi_sentence *sentence, const struct kzi_pattern *pattern) {
    KZI_SENTENCE(sentence, KZI_AND)
        for (unsigned i = 0; i < pattern->n_terms; i++)
            say_term(sentence, pattern, i);
    kzi_sentence_end(sentence, KZI_SAYS_asks_pattern_other);
}

static void say_where(struct kzi_sentence *sentence, unsigned suits) {
    KZI_SENTENCE(sentence, suits > 1 ? KZI_SAYS_asks_pattern_suits : KZI_SAYS_asks_pattern_one_suit)
        if (suits > 1)
            say_count(sentence, suits);
}

void kzi_argument_pattern(struct kzi_sentence *sentence, const struct kzi_pattern *pattern) {
    const struct kzi_term *terms = pattern->terms;
    const unsigned suits = suits_of(pattern), count = pattern->n_terms;
    kzi_sentence_begin(sentence);
    if (!is_equal(pattern) || (suits > 1 && suits != count)) {
        say_terms(sentence, pattern);
        return;
    }
    const int step = count > 1 ? terms[1].number - terms[0].number : 0;
    const bool same = terms[0].any && !step, chows = terms[0].noun == KZI_A_CHOW;
    say_held(sentence, KZI_ANY_HOLD, terms[0].noun, same || count == 1 ? KZI_ONE : KZI_SEVERAL);
    if (terms[0].any)
        say_count(sentence, count);
    else
        say_numbers(sentence, pattern);
    say_where(sentence, suits);
    if (terms[0].any && step)
        kzi_argument_int(sentence, step);
    kzi_sentence_end(sentence, terms[0].any && step     ? KZI_SAYS_asks_pattern_rising
                               : !terms[0].any && chows ? KZI_SAYS_asks_pattern_fixed_chows
                               : !terms[0].any          ? KZI_SAYS_asks_pattern_fixed
                               : suits > 1              ? KZI_SAYS_asks_pattern_same_each
                               : count == 2             ? KZI_SAYS_asks_pattern_same_twice
                                                        : KZI_SAYS_asks_pattern_same);
}

/* --- conditions ------------------------------------------------------------------------------- */

/* Write the words of the values that are set, joined by "or"; `first` is the word of value 0. */
static void say_values(struct kzi_sentence *sentence, uint64_t values, enum kzi_says first,
                       unsigned count) {
    KZI_SENTENCE(sentence, KZI_OR)
        for (unsigned i = 0; i < count; i++)
            if (values >> i & 1)
                kzi_argument_says(sentence, first + i);
}

/* Write the argument of a test, according to its kind. */
static void say_argument(struct kzi_sentence *sentence, const struct kzi_model *model,
                         const struct kzi_condition *cond, bool denied) {
    const enum kzi_takes takes = kzi_conditions[cond->kind].takes;
    const uint64_t asked = cond->denied ? kzi_other_values(cond) : cond->values;
    switch (takes) {
    case KZI_TAKES_OPENNESS: /* denied: the other openness */
        say_values(sentence, denied ? ~asked : asked, KZI_SAYS_asks_hand_closed, 2);
        break;
    case KZI_TAKES_WIN_KIND:
        say_values(sentence, denied ? ~asked : asked, KZI_SAYS_asks_by_self_draw, 2);
        break;
    case KZI_TAKES_QUANTITY:
    case KZI_TAKES_MARKS:
    case KZI_TAKES_CLASSES:
    case KZI_TAKES_PHRASES:
    case KZI_TAKES_SUMS:
        say_quantity(sentence, model, cond, denied);
        break;
    case KZI_TAKES_SEATS:
        say_values(sentence, asked, KZI_SAYS_seat_E, KZI_SEATS);
        break;
    case KZI_TAKES_SHAPES:
    case KZI_TAKES_WAITS:
    case KZI_TAKES_CIRCUMSTANCES:
    case KZI_TAKES_SCORED:
        say_listed(sentence, model, cond);
        break;
    case KZI_TAKES_YAKU:
        if (cond->node->kind == KZI_MAP)
            say_quantity(sentence, model, cond, false);
        else
            say_listed(sentence, model, cond);
        break;
    case KZI_TAKES_CLASS:
        say_class(sentence, &cond->class_name, KZI_OF);
        break;
    case KZI_TAKES_PATTERN:
        kzi_argument_pattern(sentence, &cond->argument.pattern);
        break;
    case KZI_TAKES_TILES:
        say_tiles(sentence, cond->node->text);
        break;
    case KZI_TAKES_SPELLINGS:
        say_spellings(sentence, cond->node);
        break;
    case KZI_TAKES_YES:
    case KZI_TAKES_CONDITIONS: /* parts */
    case KZI_TAKES_CONDITION:
    case KZI_TAKES:
        break;
    }
}

/* Return whether a condition is written by its parts.  Several circumstances or yaku are instead
 * written as a list of names. */
static bool is_said_by_parts(const struct kzi_condition *cond) {
    const enum kzi_takes takes = kzi_conditions[cond->kind].takes;
    return cond->op != KZI_TEST && takes != KZI_TAKES_CIRCUMSTANCES && takes != KZI_TAKES_SCORED &&
           takes != KZI_TAKES_YAKU;
}

void kzi_argument_condition(struct kzi_sentence *sentence, const struct kzi_model *model,
                            const struct kzi_condition *cond, bool denied) {
    kzi_sentence_begin(sentence);
    if (is_said_by_parts(cond)) {
        KZI_EACH_PART(cond, part)
            kzi_argument_condition(sentence, model, part, denied);
        kzi_sentence_end(sentence, (cond->op == KZI_ANY) != denied ? KZI_OR : KZI_AND);
        return;
    }
    denied ^= cond->denied;
    say_argument(sentence, model, cond, denied);
    char code[64];
    snprintf(code, sizeof code, "asks.%s%s", kzi_conditions[cond->kind].name, denied ? ".not" : "");
    const int says = kzi_find_says(code);
    if (says >= 0)
        kzi_sentence_end(sentence, (enum kzi_says)says);
    else /* the argument is enough, as in "exactly 3 pungs" */
        kzi_sentence_end(sentence, KZI_AND);
}
