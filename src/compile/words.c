/* The words of a hand under rules: the circumstances they give, and table words for them. */
#include "compile/ruleset.h"
#include "hand/problem.h"
#include "rules/condition.h"
#include "tile/notation.h"

#include <string.h>

/* --- words ------------------------------------------------------------------------------------ */

static __attribute__((noinline)) void note_unknown(const struct kz_ruleset *ruleset,
                                                   const struct kzi_hand *hand, unsigned i,
                                                   struct kzi_problem *problem) {
    const struct kzi_word *word = &hand->words[i];
    if (hand->table_words && hand->clash >> i & 1) {
        kzi_table_word_note(ruleset, hand, word, problem);
    } else if (!hand->words_known) {
        const char *near = kzi_suggest_word(ruleset->model, word->text);
        kzi_problem_note(problem, KZI_UNKNOWN_WORD, word->spot,
                         "\"%s\" is not a word that these rules know%s%s%s", word->text,
                         near ? ": did you mean " : "", near ? near : "", near ? "?" : "");
    }
}

const struct kzi_known_word *kzi_known_word_find(const struct kz_ruleset *rules,
                                                 const struct kzi_word *word) {
    const struct kzi_names *names = &rules->model->known_words;
    const uint64_t head = kzi_load8(word->text);
    const bool longer = word->text[KZI_WORD_HEAD - 1];
    if (!names->n_slots) {
        int number = kzi_names_find(names, word->text);
        return number < 0 ? NULL : &rules->known_words[number];
    }
    const size_t mask = names->n_slots - 1;
    for (size_t slot = word->hash & mask; names->slots[slot]; slot = (slot + 1) & mask) {
        const size_t number = names->slots[slot] - 1;
        if (rules->known_words[number].head == head &&
            !(longer && strcmp(names->name[number] + KZI_WORD_HEAD, word->text + KZI_WORD_HEAD)))
            return &rules->known_words[number];
    }
    return NULL;
}

uint64_t kzi_circumstances(const struct kz_ruleset *ruleset, const struct kzi_hand *hand,
                           struct kzi_problem *problem) {
    uint64_t given = 0;
    for (unsigned i = 0; i < hand->n_words; i++) {
        const struct kzi_known_word *known = kzi_known_word_find(ruleset, &hand->words[i]);
        if (known)
            given |= known->given;
        else
            note_unknown(ruleset, hand, i, problem);
    }
    return given;
}

/* --- table words ------------------------------------------------------------------------------ */

const struct kzi_table_word *kzi_table_word_find(const struct kz_ruleset *rules,
                                                 const struct kzi_word *word) {
    const struct kzi_model *model = rules->model;
    int number = kzi_names_find_hashed(&model->table_names, word->text, word->hash);
    return number < 0 ? NULL : &model->table_words[number];
}

static const struct kzi_table_word *find_among(const struct kz_ruleset *const *rules,
                                               unsigned count, const struct kzi_word *word) {
    const struct kzi_table_word *found = NULL;
    for (unsigned i = 0; i < count; i++) {
        if (kzi_known_word_find(rules[i], word))
            return NULL;
        if (!found)
            found = kzi_table_word_find(rules[i], word);
    }
    return found;
}

static bool other_way(const struct kzi_table_word *meant, const struct kzi_hand *hand) {
    return meant->self_draw >= 0 && hand->by_given && hand->self_draw != meant->self_draw;
}

static bool other_seat(const struct kzi_table_word *meant, const struct kzi_hand *hand) {
    return meant->seat >= 0 && hand->seat_given && hand->seat != meant->seat;
}

static void take_situation(struct kzi_hand *hand, const struct kzi_table_word *meant,
                           struct kzi_spot spot) {
    if (meant->self_draw >= 0 && !hand->by_given) {
        hand->by_given = true;
        hand->self_draw = meant->self_draw;
        hand->by_spot = spot;
    }
    if (meant->seat >= 0 && !hand->seat_given) {
        hand->seat_given = true;
        hand->seat = (uint8_t)meant->seat;
        hand->seat_spot = spot;
    }
}

/* Return whether one of the words says the same. */
static bool is_said(const struct kzi_word *words, unsigned count, const char *text) {
    for (unsigned i = 0; i < count; i++)
        if (!strcmp(words[i].text, text))
            return true;
    return false;
}

bool kzi_table_words_replace(struct kzi_hand *hand, const struct kz_ruleset *const *rules,
                             unsigned count) {
    unsigned n = hand->n_words;
    bool any = false;
    hand->n_words = 0;
    hand->clash = 0;
    for (unsigned i = 0; i < n; i++) {
        struct kzi_word word = hand->words[i];
        const struct kzi_table_word *meant = find_among(rules, count, &word);
        any |= meant != NULL;
        if (meant && (other_way(meant, hand) || other_seat(meant, hand))) {
            hand->clash = (uint16_t)(hand->clash | 1U << hand->n_words);
        } else if (meant) {
            take_situation(hand, meant, word.spot);
            if (!meant->given || is_said(hand->words, hand->n_words, meant->given) ||
                is_said(hand->words + i + 1, n - i - 1, meant->given))
                continue;
            kzi_word_set(&word, meant->given);
        }
        hand->words[hand->n_words++] = word;
    }
    hand->table_words = any;
    return any;
}

void kzi_table_word_note(const struct kz_ruleset *rules, const struct kzi_hand *hand,
                         const struct kzi_word *word, struct kzi_problem *problem) {
    static const char *const ways[] = {"on a discard", "by self-draw"};
    const struct kzi_table_word *meant = kzi_table_word_find(rules, word);
    if (meant && other_way(meant, hand))
        kzi_problem_note(problem, KZI_CONTRADICTION, word->spot,
                         "%s is a win %s, but this hand is won %s", word->text,
                         ways[meant->self_draw], ways[hand->self_draw]);
    else if (meant && other_seat(meant, hand))
        kzi_problem_note(problem, KZI_CONTRADICTION, word->spot,
                         "%s is a win of seat %c, but this hand is in seat %c", word->text,
                         kzi_seat_letters[meant->seat], kzi_seat_letters[hand->seat]);
    else
        kzi_problem_note(problem, KZI_CONTRADICTION, word->spot,
                         "%s contradicts the rest of the hand", word->text);
}
