/* Check a hand against the rules: its words, its tiles, and the conditions that its circumstances
 * need. */
#include "base/text.h"
#include "compile/condition/evaluation.h"
#include "compile/wild.h"
#include "hand/problem.h"
#include "rules/condition.h"
#include "score/steps.h"
#include "tile/notation.h"
#include "words/condition_words.h"

#include <string.h>

/* --- what circumstances and marks need ------------------------------------------------------- */

/* Return the index of the first word of the hand that gives or implies a circumstance. */
static unsigned word_for(const struct kz_ruleset *rules, const struct kzi_hand *hand,
                         int circumstance) {
    const struct kzi_model *model = rules->model;
    for (unsigned i = 0; i < hand->n_words; i++) {
        int number = kzi_names_find(&model->circumstance_names, kzi_word_at(hand, i)->text);
        if (number >= 0 && model->circumstances[number].implies >> circumstance & 1)
            return i;
    }
    return 0;
}

/* Return the spot of the tiles or numbers that a mark counts, and set *name to their key. */
static struct kzi_spot spot_of_mark(const struct kzi_mark *mark, const struct kzi_hand *hand,
                                    const char **name) {
    static const struct {
        enum kzi_hand_key key;
        enum kzi_part part;
    } places[KZI_MARK_KINDS] = {
#define KZI_MARK(name, key, shown, part) {KZI_KEY_##key, KZI_PART_##part},
#include "rules/marks.def"
#undef KZI_MARK
    };
    *name = kzi_hand_key_names[places[mark->kind].key];
    return kzi_spot_of_part(hand, places[mark->kind].part, 0);
}

/* The owner of needs: a circumstance or, if it is -1, a mark. */
struct owner {
    int circumstance, mark;
};

static void note_need(const struct kz_ruleset *rules, const struct kzi_hand *hand,
                      struct owner owner, const struct kzi_condition *clause,
                      struct kzi_problem *problem) {
    const char *name;
    struct kzi_spot spot;
    if (owner.circumstance < 0) {
        spot = spot_of_mark(&rules->model->marks[owner.mark], hand, &name);
    } else {
        unsigned word =
            word_for(rules, hand, owner.circumstance); /* a circumstance that is given has a word */
        name = kzi_word_at(hand, word)->text;
        spot = kzi_spot_of_part(hand, KZI_PART_WORD, word);
    }
    char condition[200];
    struct kzi_text text = kzi_text_fixed(condition, sizeof condition);
    struct kzi_sentence sentence = kzi_sentence_on(&text, &kzi_plain_style);
    kzi_argument_condition(&sentence, rules->model, clause, clause->denied);
    kzi_text_end(&text);
    kzi_problem_note(problem, KZI_CONTRADICTION, spot, "%s %s %s", name,
                     clause->denied ? "does not go with" : "needs", condition);
}

/* Check clause by clause, so that the error names the one that fails. */
static void check_clauses(const struct kz_ruleset *rules, const struct kzi_facts *facts,
                          const struct kzi_reading *melds, struct owner owner,
                          const struct kzi_condition *needs, struct kzi_problem *problem) {
    if (kzi_evaluate(needs, facts, melds))
        return;
    if (!kzi_is_list(needs))
        note_need(rules, facts->hand, owner, needs, problem);
    else
        KZI_EACH_PART(needs, part)
            check_clauses(rules, facts, melds, owner, part, problem);
}

/* Return the kinds of marks that the hand shows, bit per kind. */
static unsigned shown_by(const struct kzi_hand *hand) {
    return 0
#define KZI_MARK(name, key, shown, part) | (unsigned)!!(shown) << KZI_MARK_##name
#include "rules/marks.def"
#undef KZI_MARK
        ;
}

static void check_needs(const struct kz_ruleset *rules, const struct kzi_facts *facts,
                        struct kzi_problem *problem) {
    const struct kzi_model *model = rules->model;
    const uint64_t given = facts->given & rules->with_needs;
    const unsigned shown =
        rules->marks_with_needs ? shown_by(facts->hand) & rules->marks_with_needs : 0;
    struct kzi_reading melds;
    if (!given && !shown)
        return;
    kzi_reading_of_melds(facts->hand, &melds);
    KZI_EACH_IN(given, i)
        check_clauses(rules, facts, &melds, (struct owner){(int)i, -1},
                      model->circumstances[i].needs, problem);
    for (unsigned i = 0; shown && i < rules->n_marks; i++)
        if (shown >> model->marks[i].kind & 1)
            check_clauses(rules, facts, &melds, (struct owner){-1, (int)i}, model->marks[i].needs,
                          problem);
}

/* --- marks ----------------------------------------------------------------------------------- */

/* Return the indicators of the tiles that were thrown; none if the rules do not ask for them. */
static const struct kzi_indicators *thrown_of(const struct kz_ruleset *rules,
                                              const struct kzi_hand *hand) {
    static const struct kzi_indicators none;
    return rules->takes_thrown ? &hand->thrown : &none;
}

/* Count the own tiles that indicators point at.  If `all` is false, only the first indicator
 * counts. */
static unsigned count_indicated(const struct kz_ruleset *rules, const struct kzi_seen_tiles *own,
                                const struct kzi_indicators *shown, bool all) {
    unsigned count = 0;
    for (unsigned i = 0; i < shown->count && (all || !i); i++) {
        const unsigned next = rules->model->next[shown->kind[i]];
        count += next == KZI_NO_KIND ? 0U : own->counts[next];
    }
    return count;
}

static unsigned count_reds(const struct kzi_seen_tiles *own, unsigned suits) {
    unsigned count = 0;
    for (unsigned suit = 0; suit < KZI_SUITS; suit++)
        count += suits >> suit & 1 ? own->counts[KZI_RED + suit] : 0U;
    return count;
}

/* Count the tiles laid aside, or thrown, that a mark counts. */
static unsigned count_laid(const struct kz_ruleset *rules, const struct kzi_hand *hand,
                           const struct kzi_mark *mark, const struct kzi_indicators *laid) {
    unsigned count = 0;
    for (unsigned i = 0; i < laid->count; i++)
        count += kzi_mark_counts_tile(rules, hand, mark, laid->kind[i]);
    return count;
}

static unsigned count_mark(const struct kz_ruleset *rules, const struct kzi_hand *hand,
                           const struct kzi_seen_tiles *own, const struct kzi_mark *mark) {
    switch (mark->kind) {
    case KZI_MARK_DORA:
    case KZI_MARK_URA:
        return count_indicated(rules, own, mark->kind == KZI_MARK_DORA ? &hand->dora : &hand->ura,
                               mark->after_kongs);
    case KZI_MARK_RED:
        return count_reds(own, mark->red_suits);
    case KZI_MARK_FLOWERS:
        return hand->flowers;
    case KZI_MARK_FACES:
        return rules->asks_which ? 0 : hand->flowers; /* else counted by fill_faces */
    case KZI_MARK_ASIDE:
        return count_laid(rules, hand, mark, &hand->aside);
    case KZI_MARK_THROWN:
        return count_laid(rules, hand, mark, &hand->thrown);
    }
    return 0;
}

/* Count the flowers of each mark.  A flower that won as a wild tile replaces another tile and does
 * not count. */
static __attribute__((noinline)) void fill_faces(struct kz_result *result,
                                                 const struct kzi_hand *hand) {
    const struct kz_ruleset *rules = result->rules;
    const unsigned won = kzi_won_wild_face(rules, hand);
    for (unsigned face = 0; face < KZI_FACES; face++)
        for (unsigned i = 0, count = kzi_face_count(&hand->faces, face);
             count && i < rules->n_marks; i++) {
            const struct kzi_mark *mark = &rules->model->marks[i];
            if (mark->kind == KZI_MARK_FACES && kzi_mark_counts_face(rules, hand, mark, face))
                result->mark_counts[i] =
                    (uint8_t)(result->mark_counts[i] + count -
                              (face == won && !kzi_is_wild_class(&mark->class_)));
        }
}

/* Count what each mark counts; at most 255 of each in an admitted hand. */
static void fill_marks(struct kz_result *result, struct kzi_facts *facts) {
    const struct kz_ruleset *rules = result->rules;
    const struct kzi_hand *hand = facts->hand;
    struct kzi_seen_tiles own;
    memcpy(own.counts, facts->tiles->counts, sizeof own.counts);
    memcpy(own.counts + KZI_RED, hand->reds, KZI_SUITS);
    if (rules->takes_aside)
        kzi_seen_add_shown(&own, &hand->aside);
    facts->marks = result->mark_counts;
    for (unsigned i = 0; i < rules->n_marks; i++)
        result->mark_counts[i] = (uint8_t)count_mark(rules, hand, &own, &rules->model->marks[i]);
    if (rules->asks_which && kzi_any_face(&hand->faces))
        fill_faces(result, hand);
}

void kzi_check_seat(const struct kz_ruleset *rules, int seat, struct kzi_spot spot,
                    struct kzi_problem *problem) {
    int last = (int)rules->model->n_seats - 1;
    if (seat > last)
        kzi_problem_note(problem, KZI_BAD_VALUE, spot, "these rules are played by %d: E to %s",
                         last + 1, kzi_seat_names[last]);
}

/* Check the seat that a part of the hand names: the i-th part of its kind.  This runs last, so that
 * errors in the hand itself are reported first. */
static void check_seat(const struct kz_ruleset *rules, const struct kzi_hand *hand, int seat,
                       enum kzi_part part, unsigned i, struct kzi_problem *problem) {
    if (seat >= (int)rules->model->n_seats) /* only then, because finding the spot is slow */
        kzi_check_seat(rules, seat, kzi_spot_of_part(hand, part, i), problem);
}

/* Check a liability.  Rules without liability ignore it, whatever it names. */
static void check_pao(const struct kz_ruleset *rules, const struct kzi_hand *hand, unsigned i,
                      struct kzi_problem *problem) {
    const struct kzi_names *names = &rules->model->yaku_names;
    check_seat(rules, hand, hand->pao_seats[i], KZI_PART_PAO, i, problem);
    if (!rules->model->payments.n_liabilities || kzi_names_find(names, hand->pao[i]) >= 0)
        return;
    kzi_problem_note(problem, KZI_BAD_VALUE, kzi_spot_of_part(hand, KZI_PART_PAO, i),
                     "%s is not a yaku of these rules%s", hand->pao[i],
                     kzi_suggest_nearest(hand->pao[i], names->name, names->count).text);
}

/* Check which seats have left, under rules that let winners leave. */
static void check_gone(const struct kz_ruleset *rules, const struct kzi_hand *hand,
                       struct kzi_problem *problem) {
    const unsigned all = (1U << rules->model->n_seats) - 1, gone = kzi_seats_gone(rules, hand);
    if (!gone)
        return;
    check_seat(rules, hand, 31 - __builtin_clz(gone), KZI_PART_OUT, 0, problem);
    if (gone >> hand->seat & 1)
        kzi_problem_note(problem, KZI_CONTRADICTION, kzi_spot_of_part(hand, KZI_PART_OUT, 0),
                         hand->seat_given ? "%c has left and cannot win any more"
                                          : "the winner's seat is %c if none is given, but that "
                                            "seat has left: give the winner's seat",
                         kzi_seat_letters[hand->seat]);
    else if (hand->from >= 0 && gone >> hand->from & 1)
        kzi_problem_note(problem, KZI_CONTRADICTION, kzi_spot_of_part(hand, KZI_PART_OUT, 0),
                         "%c has left and cannot have discarded the tile",
                         kzi_seat_letters[hand->from]);
    else if ((gone | 1U << hand->seat) == all)
        kzi_problem_note(problem, KZI_CONTRADICTION, kzi_spot_of_part(hand, KZI_PART_OUT, 0),
                         "all others have left: nobody is left to pay");
    for (unsigned i = 0; rules->model->payments.n_liabilities && i < hand->n_pao; i++)
        if (gone >> hand->pao_seats[i] & 1)
            kzi_problem_note(problem, KZI_CONTRADICTION, kzi_spot_of_part(hand, KZI_PART_OUT, 0),
                             "%c has left and pays nothing: leave its pao out",
                             kzi_seat_letters[hand->pao_seats[i]]);
}

static bool lacks_discarder(const struct kz_ruleset *rules, const struct kzi_hand *hand) {
    const struct kzi_payments *payments = &rules->model->payments;
    bool asks = rules->asks_from || (hand->counters && payments->discard.counter[KZI_ROLE_DEALER]);
    bool there =
        payments->dealer < KZI_SEATS && !(kzi_seats_gone(rules, hand) >> payments->dealer & 1);
    return asks && there && !hand->self_draw && hand->from < 0 && hand->seat != payments->dealer;
}

/* Return whether tiles and seats pass a quick check that nearly every hand passes. */
static bool is_usual(const struct kz_ruleset *rules, const struct kzi_facts *facts) {
    const struct kzi_tiles *tiles = facts->tiles;
    const struct kzi_hand *hand = facts->hand;
    return tiles->sound & !(tiles->seen & ~rules->in_fours) & (tiles->size == rules->hand_size) &
               (tiles->players <= rules->model->n_seats) & !rules->looked_at[tiles->open] &
               (hand->flowers <= rules->max_flowers_unseen) & !hand->aside.count &
               !hand->thrown.count & !(hand->dora.red | hand->ura.red) &
               !((hand->reds[0] | hand->reds[1] | hand->reds[2]) & ~1) &&
           !kzi_any_face(&hand->faces) && !kzi_any_face(&hand->held);
}

/* Return whether a mark of this kind counts the tile. */
static bool is_counted(const struct kz_ruleset *rules, const struct kzi_hand *hand,
                       enum kzi_mark_kind kind, unsigned tile) {
    const struct kzi_mark *marks = rules->model->marks;
    bool counted = false;
    for (unsigned i = 0; i < rules->n_marks; i++)
        counted |= marks[i].kind == kind && kzi_mark_counts_tile(rules, hand, &marks[i], tile);
    return counted;
}

/* Check that the rules have marks for the tiles that the hand lays aside. */
static void check_aside(const struct kz_ruleset *rules, const struct kzi_hand *hand,
                        struct kzi_problem *problem) {
    const struct kzi_indicators *aside = &hand->aside;
    for (unsigned i = 0; rules->takes_aside && i < aside->count; i++)
        if (!is_counted(rules, hand, KZI_MARK_ASIDE, aside->kind[i]))
            kzi_problem_note(
                problem, KZI_TOO_MANY_OF_A_TILE, kzi_spot_of_part(hand, KZI_PART_ASIDE, i),
                "these rules do not lay aside the tile %s", kzi_tile_name(aside->kind[i]).text);
}

/* Check that the game has enough copies of the birds, or of the tiles thrown, and count them as
 * seen.  Flowers are counted elsewhere. */
static void check_more(const struct kz_ruleset *rules, const struct kzi_hand *hand,
                       const struct kzi_indicators *more, enum kzi_part part,
                       struct kzi_seen_tiles *seen, struct kzi_problem *problem) {
    for (unsigned i = 0; i < more->count; i++) {
        const unsigned kind = more->kind[i];
        if (kind < KZI_SHOWN_FACE)
            kzi_problem_too_many(problem, kzi_spot_of_part(hand, part, i), kind,
                                 ++seen->counts[kind], rules->model->copies[kind],
                                 part == KZI_PART_BIRDS ? ": the birds count too"
                                                        : ": those thrown count too");
    }
}

/* Check that the rules ask for thrown tiles, if the hand has any, and count them as seen. */
static void check_thrown(const struct kz_ruleset *rules, const struct kzi_hand *hand,
                         struct kzi_seen_tiles *seen, struct kzi_problem *problem) {
    const struct kzi_indicators *thrown = thrown_of(rules, hand);
    check_more(rules, hand, thrown, KZI_PART_THROWN, seen, problem);
    for (unsigned i = 0; i < thrown->count; i++)
        if (!is_counted(rules, hand, KZI_MARK_THROWN, thrown->kind[i]))
            kzi_problem_note(problem, KZI_BAD_VALUE, kzi_spot_of_part(hand, KZI_PART_THROWN, i),
                             "these rules do not ask whether %s was thrown",
                             kzi_tile_name(thrown->kind[i]).text);
}

static void check_claims(const struct kz_ruleset *rules, const struct kzi_hand *hand,
                         struct kzi_problem *problem) {
    for (unsigned i = 0; i < hand->n_melds; i++) {
        const struct kzi_meld *meld = &hand->melds[i];
        const unsigned kind = kzi_meld_kind(meld);
        if ((meld->claimed || kind > KZI_PAIR) && !kzi_may_claim(rules, kind))
            kzi_problem_note(problem, KZI_BAD_MELD, kzi_spot_of_part(hand, KZI_PART_MELD, i),
                             "a %s cannot be claimed under these rules", kzi_meld_names[kind]);
        else if (meld->tile == KZI_A_FACE && !rules->model->in_hand)
            kzi_problem_note(problem, KZI_BAD_MELD, kzi_spot_of_part(hand, KZI_PART_MELD, i),
                             "flowers are in no set: write them next to the hand, as in "
                             "flowers=1f3g");
    }
}

static void check_face(const struct kz_ruleset *rules, const struct kzi_hand *hand, unsigned face,
                       struct kzi_problem *problem) {
    const struct kzi_indicators *thrown = thrown_of(rules, hand);
    unsigned count = kzi_face_count(&hand->faces, face) + kzi_face_count(&hand->held, face),
             copies = rules->faces_played >> face & 1 ? rules->model->face_copies[face] : 0;
    for (unsigned i = 0; i < thrown->count; i++)
        count += thrown->kind[i] == KZI_SHOWN_FACE + face;
    if (count <= copies)
        return;
    const struct kzi_hand_item *item = kzi_hand_item_of_kind(hand, 1U << KZI_PART_FACE, face);
    const struct kzi_spot spot = kzi_hand_item_spot(
        item ? item : kzi_hand_item_of_kind(hand, 1U << KZI_PART_THROWN, KZI_SHOWN_FACE + face));
    if (!copies && face >= KZI_HONOR_FACE)
        kzi_problem_note(problem, KZI_TOO_MANY_OF_A_TILE, spot,
                         "%s is not a flower under these rules",
                         kzi_tile_name(KZI_SHOWN_FACE + face).text);
    else
        kzi_problem_too_many(problem, spot, KZI_SHOWN_FACE + face, count, copies, "");
}

static void check_win(const struct kz_ruleset *rules, const struct kzi_hand *hand,
                      struct kzi_problem *problem) {
    if (hand->win_face && !rules->any_tiles && !rules->model->in_hand &&
        kzi_won_wild_face(rules, hand) == KZI_NO_KIND)
        kzi_problem_note(problem, KZI_BAD_VALUE, kzi_spot_of_part(hand, KZI_PART_WIN, 0),
                         "these rules do not let a hand be won by a flower");
}

/* Check the flowers, under rules that have flowers. */
static void check_flowers(const struct kz_ruleset *rules, const struct kzi_hand *hand,
                          struct kzi_problem *problem) {
    if (!rules->takes_flowers)
        return;
    if (hand->flowers && !kzi_any_face(&hand->faces) && rules->asks_which)
        kzi_problem_note(problem, KZI_BAD_VALUE, kzi_spot_of_part(hand, KZI_PART_FLOWERS, 0),
                         "these rules ask which flowers there are, not only how many: write them "
                         "as in flowers=1f3g");
    for (unsigned face = 0; face < KZI_FACES; face++)
        check_face(rules, hand, face, problem);
    if (hand->flowers > rules->max_flowers)
        kzi_problem_note(
            problem, KZI_TOO_MANY_OF_A_TILE, kzi_spot_of_part(hand, KZI_PART_FLOWERS, 0),
            "there are %u flowers, but the game has only %u", hand->flowers, rules->max_flowers);
}

void kzi_check_unfinished(const struct kz_ruleset *rules, const struct kzi_facts *facts,
                          unsigned hand_size, struct kzi_seen_tiles *seen,
                          struct kzi_problem *problem) {
    const struct kzi_hand *hand = facts->hand;
    const struct kzi_tile_rules of = {hand_size, rules->whole_kongs, rules->takes_aside,
                                      rules->model->copies};
    check_claims(rules, hand, problem);
    kzi_hand_check_tiles(hand, facts->tiles->counts, &of, seen, problem);
    kzi_check_held(rules, hand, problem);
    if (kzi_has_wild(rules))
        kzi_check_wild(rules, hand, seen, problem);
    if (rules->has_birds)
        check_more(rules, hand, &hand->birds, KZI_PART_BIRDS, seen, problem);
    check_thrown(rules, hand, seen, problem);
    check_aside(rules, hand, problem);
    check_flowers(rules, hand, problem);
    check_win(rules, hand, problem);
    check_seat(rules, hand, hand->seat, KZI_PART_SEAT, 0, problem);
}

void kzi_check_discarder(const struct kz_ruleset *rules, const struct kzi_hand *hand,
                         struct kzi_problem *problem) {
    check_seat(rules, hand, hand->from, KZI_PART_FROM, 0, problem);
    if (hand->from >= 0)
        kzi_hand_check_seats(hand, problem);
}

void kzi_check_seats(const struct kz_ruleset *rules, const struct kzi_hand *hand,
                     struct kzi_problem *problem) {
    check_seat(rules, hand, hand->seat, KZI_PART_SEAT, 0, problem);
    check_seat(rules, hand, hand->from, KZI_PART_FROM, 0, problem);
    kzi_hand_check_seats(hand, problem);
    if (lacks_discarder(rules, hand))
        kzi_problem_note(problem, KZI_MISSING_FROM, kzi_spot_of_part(hand, KZI_PART_BY, 0),
                         "under these rules the dealer pays another share of a discard: say who "
                         "discarded, as in from=%s",
                         kzi_seat_names[rules->model->payments.dealer]);
    for (unsigned i = 0; i < hand->n_pao; i++)
        check_pao(rules, hand, i, problem);
    check_gone(rules, hand, problem);
}

static void check_hand(const struct kz_ruleset *rules, const struct kzi_facts *facts,
                       struct kzi_problem *problem) {
    struct kzi_seen_tiles seen;
    kzi_check_unfinished(rules, facts, rules->hand_size, &seen, problem);
    kzi_check_seats(rules, facts->hand, problem);
}

bool kzi_admit(struct kz_result *result, struct kzi_facts *facts, struct kzi_problem *problem) {
    const struct kz_ruleset *rules = result->rules;
    result->hand.items =
        facts->hand
            ->items; /* conditions read the words of this copy, which are numbered by the rules */
    facts->given = kzi_circumstances(rules, &result->hand, problem);
    result->hand.items = NULL;
    if (!is_usual(rules, facts))
        check_hand(rules, facts, problem);
    fill_marks(result, facts); /* the needs of circumstances may count marks */
    if (!problem->found || problem->code >= KZI_CONTRADICTION)
        check_needs(rules, facts, problem);
    return !problem->found;
}

bool kzi_admit_unfinished(struct kz_result *result, struct kzi_facts *facts,
                          struct kzi_problem *problem) {
    const struct kz_ruleset *rules = result->rules;
    facts->given = kzi_circumstances(rules, facts->hand, problem);
    struct kzi_seen_tiles seen;
    kzi_check_unfinished(rules, facts, rules->hand_size, &seen, problem);
    fill_marks(result, facts);
    if (!problem->found || problem->code >= KZI_CONTRADICTION)
        check_needs(rules, facts, problem);
    return !problem->found;
}
