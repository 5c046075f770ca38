/* The words of a hand under a ruleset: the circumstances that they give, and the circumstances that
 * table words are replaced by. */
#include "compile/ruleset.h"
#include "hand/problem.h"
#include "rules/condition.h"
#include "tile/notation.h"

#include <stdio.h>
#include <string.h>

/* --- words ------------------------------------------------------------------------------------ */

static __attribute__((noinline)) void note_unknown(const struct kz_ruleset *ruleset,
                                                   const struct kzi_hand *hand, unsigned i,
                                                   struct kzi_problem *problem) {
    const char *text = kzi_word_at(hand, i)->text;
    if (hand->table_words && hand->clash >> i & 1) {
        kzi_table_word_note(ruleset, hand, i, problem);
    } else if (!hand->words_known) {
        kzi_problem_note(problem, KZI_UNKNOWN_WORD, kzi_spot_of_part(hand, KZI_PART_WORD, i),
                         "\"%s\" is not a word that these rules know%s", text,
                         kzi_suggest(kzi_suggest_word(ruleset->model, text)).text);
    }
}

int kzi_find_known_word(const struct kz_ruleset *rules, const struct kzi_word *word) {
    return kzi_names_find(&rules->model->known_words, word->text);
}

/* Return the number of word i of the hand under these rules, or -1. */
static inline int number_of(const struct kz_ruleset *rules, const struct kzi_hand *hand,
                            unsigned i) {
    const unsigned word = hand->words[i];
    return hand->listed_words == rules->words && !(word & KZI_OWN_WORD)
               ? (int)word
               : kzi_find_known_word(rules, kzi_word_at(hand, i));
}

/* Return the circumstances given without a word: the hand names who is liable for a yaku, or says
 * that the discarder bet. */
static __attribute__((noinline)) uint64_t given_by_others(const struct kzi_model *model,
                                                          const struct kzi_hand *hand) {
    uint64_t given = 0;
    for (size_t i = 0; i < model->circumstance_names.count; i++) {
        const struct kzi_circumstance *of = &model->circumstances[i];
        bool gives = of->of_discarder && hand->discarder_bet;
        for (unsigned k = 0; of->of_liable && k < hand->n_pao; k++)
            gives |= !strcmp(hand->pao[k], model->yaku[of->liable].id);
        given |= gives ? of->implies : 0;
    }
    return given;
}

uint64_t kzi_circumstances(const struct kz_ruleset *ruleset, const struct kzi_hand *hand,
                           struct kzi_problem *problem) {
    uint64_t given = 0;
    for (unsigned i = 0; i < hand->n_words; i++) {
        const int number = number_of(ruleset, hand, i);
        if (number >= 0)
            given |= ruleset->known_words[number];
        else
            note_unknown(ruleset, hand, i, problem);
    }
    const bool others = hand->n_pao | hand->discarder_bet;
    return others ? given | given_by_others(ruleset->model, hand) : given;
}

void kzi_hand_give_word(struct kzi_hand *hand, const struct kz_ruleset *rules, const char *word) {
    hand->listed_words = rules->words;
    hand->words[hand->n_words++] = (uint16_t)kzi_names_find(&rules->model->known_words, word);
}

void kzi_extras_keep(struct kzi_hand *copy, struct kzi_extras *extras,
                     const struct kz_ruleset *rules, const struct kzi_hand *hand) {
    copy->listed_words = rules->words;
    copy->extras = extras;
    copy->n_words = 0;
    for (unsigned i = 0; i < hand->n_words; i++) {
        const int number = number_of(rules, hand, i);
        if (number < 0)
            kzi_hand_add_word(copy, kzi_word_at(hand, i));
        else
            copy->words[copy->n_words++] = (uint16_t)number;
    }
    for (unsigned i = 0; i < hand->n_pao; i++) {
        snprintf(extras->pao[i], sizeof extras->pao[i], "%s", hand->pao[i]);
        copy->pao[i] = extras->pao[i];
        copy->pao_seats[i] = hand->pao_seats[i];
    }
    if (hand->has_id)
        memcpy(extras->id, hand->extras->id, strlen(hand->extras->id) + 1);
    if (hand->has_discards)
        extras->discards = hand->extras->discards;
}

/* --- table words ------------------------------------------------------------------------------ */

const struct kzi_table_word *kzi_find_table_word(const struct kz_ruleset *rules,
                                                 const struct kzi_word *word) {
    const struct kzi_model *model = rules->model;
    int number = kzi_names_find(&model->table_names, word->text);
    return number < 0 ? NULL : &model->table_words[number];
}

static const struct kzi_table_word *find_among(const struct kz_ruleset *const *rules,
                                               unsigned count, const struct kzi_word *word) {
    const struct kzi_table_word *found = NULL;
    for (unsigned i = 0; i < count; i++) {
        if (kzi_find_known_word(rules[i], word) >= 0)
            return NULL;
        if (!found)
            found = kzi_find_table_word(rules[i], word);
    }
    return found;
}

static bool other_way(const struct kzi_table_word *meant, const struct kzi_hand *hand) {
    return meant->self_draw >= 0 && hand->by_given && hand->self_draw != meant->self_draw;
}

static bool other_seat(const struct kzi_table_word *meant, const struct kzi_hand *hand) {
    return meant->seat >= 0 && hand->seat_given && hand->seat != meant->seat;
}

static void take_situation(struct kzi_hand *hand, const struct kzi_hand_item *word,
                           const struct kzi_table_word *meant) {
    if (meant->self_draw >= 0 && !hand->by_given) {
        hand->by_given = true;
        hand->self_draw = meant->self_draw;
        if (word)
            kzi_hand_items_add(hand->items, kzi_hand_item_spot(word), KZI_PART_BY, 0, false);
    }
    if (meant->seat >= 0 && !hand->seat_given) {
        hand->seat_given = true;
        hand->seat = (uint8_t)meant->seat;
        if (word)
            kzi_hand_items_add(hand->items, kzi_hand_item_spot(word), KZI_PART_SEAT, 0, false);
    }
}

/* Return whether one of the words `from` up to `to` has this text. */
static bool is_said(const struct kzi_hand *hand, unsigned from, unsigned to, const char *text) {
    for (unsigned i = from; i < to; i++)
        if (!strcmp(kzi_word_at(hand, i)->text, text))
            return true;
    return false;
}

bool kzi_table_words_replace(struct kzi_hand *hand, const struct kz_ruleset *const *rules,
                             unsigned count) {
    unsigned n = hand->n_words, kept = 0;
    bool any = false;
    hand->clash = 0;
    for (unsigned i = 0; i < n; i++) {
        const struct kzi_table_word *meant = find_among(rules, count, kzi_word_at(hand, i));
        struct kzi_hand_item *item = kzi_hand_item_of_part(hand, KZI_PART_WORD, kept);
        any |= meant != NULL;
        if (meant && (other_way(meant, hand) || other_seat(meant, hand))) {
            hand->clash = (uint16_t)(hand->clash | 1U << kept);
        } else if (meant) {
            take_situation(hand, item, meant);
            if (!meant->given || is_said(hand, 0, kept, meant->given->text) ||
                is_said(hand, i + 1, n, meant->given->text)) {
                if (item)
                    item->part = KZI_PART_NONE;
                continue;
            }
            kzi_word_set(&hand->extras->words[hand->words[i] & ~KZI_OWN_WORD], meant->given->text);
        }
        hand->words[kept++] = hand->words[i];
    }
    hand->n_words = (uint8_t)kept;
    hand->table_words = any;
    return any;
}

void kzi_table_word_note(const struct kz_ruleset *rules, const struct kzi_hand *hand, unsigned i,
                         struct kzi_problem *problem) {
    static const char *const ways[] = {"on a discard", "by self-draw"};
    const struct kzi_word *word = kzi_word_at(hand, i);
    const struct kzi_spot spot = kzi_spot_of_part(hand, KZI_PART_WORD, i);
    const struct kzi_table_word *meant = kzi_find_table_word(rules, word);
    if (meant && other_way(meant, hand))
        kzi_problem_note(problem, KZI_CONTRADICTION, spot,
                         "%s is a win %s, but this hand is won %s", word->text,
                         ways[meant->self_draw], ways[hand->self_draw]);
    else if (meant && other_seat(meant, hand))
        kzi_problem_note(problem, KZI_CONTRADICTION, spot,
                         "%s is a win of seat %c, but this hand is in seat %c", word->text,
                         kzi_seat_letters[meant->seat], kzi_seat_letters[hand->seat]);
    else
        kzi_problem_note(problem, KZI_CONTRADICTION, spot, "%s contradicts the rest of the hand",
                         word->text);
}
