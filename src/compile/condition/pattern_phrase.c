/* Patterns as a player says them: the same chow in three suits, three pungs each one higher.  What
 * stands in no such relation is said set by set. */
#include "compile/condition/phrase.h"

const char *const kzi_suit_says[KZI_SUITS] = {"characters", "dots", "bamboo"};

static const char *number_word(unsigned number) {
    static const char *const words[KZI_MAX_TERMS + 1] = {"no",   "one", "two",   "three", "four",
                                                         "five", "six", "seven", "eight"};
    return words[number];
}

static const char *times_word(unsigned times) {
    static const char *const words[KZI_MAX_TERMS + 1] = {
        "never",      "once",      "twice",       "three times", "four times",
        "five times", "six times", "seven times", "eight times"};
    return words[times];
}

/* How the numbers of the terms stand to each other. */
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
        kzi_text_format(text, " in %s suits", number_word(suits));
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
    kzi_text_put(text, chows ? "" : " of");
    for (unsigned i = 0; i < pattern->n_terms; i++) {
        kzi_text_put(text, !i ? " " : i + 1 < pattern->n_terms ? ", " : " and ");
        for (unsigned tile = 0; tile < (chows ? 3U : 1U); tile++)
            kzi_text_int(text, terms[i].number + tile);
    }
}

static void put_rising(struct kzi_text *text, const struct kzi_pattern *pattern, unsigned suits) {
    int step = pattern->terms[1].number - pattern->terms[0].number;
    if (!step) {
        kzi_text_put(text, "the same ");
        put_noun(text, &pattern->terms[0], false);
        if (suits == 1)
            kzi_text_format(text, " %s", times_word(pattern->n_terms));
        put_suits(text, pattern, suits);
        return;
    }
    kzi_text_format(text, "%s ", number_word(pattern->n_terms));
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
        kzi_text_put(text, !i ? "" : i + 1 < pattern->n_terms ? ", " : " and ");
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
