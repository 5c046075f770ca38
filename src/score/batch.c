/* Score a hand under all rulesets of a family: match it once, and reuse the first ruleset's
 * result where another treats the hand the same. */
#include "score/result.h"

#include "compile/program/words.h"
#include "score/internal.h"

#include <string.h>

#define SHARED_READINGS 8 /* few hands have more readings */

#define SHARED_LOST 16

/* A hand without liability that the first ruleset admits, and the rows of all rulesets that hold
 * on its readings. */
struct shared {
    struct kzi_others others; /* selections that lose under the first ruleset */
    const struct kz_family *family;
    const struct kz_result *first;
    struct kzi_score_ctx scoring;
    struct kzi_shared_readings known; /* of the hand under the first */
    bool usual; /* what each selection is worth is kept as a price of the first ruleset */
    unsigned n_lost, lost[SHARED_LOST];        /* prices, by number */
    struct kzi_match matches[SHARED_READINGS]; /* by reading */
    uint64_t seen[KZI_ROW_WORDS]; /* rows of the first ruleset that hold on any reading */
};

static void match_readings(struct shared *shared) {
    const struct kzi_program *program = shared->family->program;
    const struct kzi_readings *readings = &shared->known.readings;
    struct kzi_facts *facts = &shared->scoring.facts;
    struct kzi_match hand;
    kzi_match_hand(program, facts, &hand);
    kzi_match_counted_waits(shared->first->rules, program, readings, facts, &hand);
    for (unsigned i = 0; i < readings->count; i++)
        kzi_match_reading(program, facts, &hand, &readings->list[i], &shared->matches[i]);
}

static inline const uint64_t *rows_of(const struct shared *shared, const struct kzi_member *member,
                                      unsigned reading) {
    return shared->matches[reading].rows + member->first_word;
}

static void see_rows(struct shared *shared, const struct kzi_member *first) {
    unsigned words = first->rules->scoring->words;
    kzi_copy_words(shared->seen, rows_of(shared, first, 0), words);
    for (unsigned i = 1; i < shared->known.readings.count; i++)
        for (unsigned word = 0; word < words; word++)
            shared->seen[word] |= rows_of(shared, first, i)[word];
}

/* Take a ruleset's rows as its owners, because each condition has at most one row. */
KZI_ALWAYS_INLINE void take_words(const struct kzi_program *own, const uint64_t *all,
                                  struct kzi_matched *matched, unsigned words) {
    kzi_copy_words(matched->match.rows, all, words);
    kzi_and_words(matched->match.rows, own->possible, words);
    kzi_copy_words(matched->owners, matched->match.rows, words);
}

/* Select the rows of one ruleset from those of a reading. */
KZI_ALWAYS_INLINE void take_rows(struct shared *shared, const struct kzi_member *member,
                                 unsigned reading) {
    const struct kzi_program *own = member->rules->scoring;
    const struct kzi_match *all = &shared->matches[reading];
    struct kzi_matched *matched = &shared->scoring.matched;
    const uint64_t *rows = rows_of(shared, member, reading);
    matched->match.sum = all->sum;
    KZI_BY_WORDS(own->words, take_words(own, rows, matched, words));
    if (own->n_rows > own->n_owners)
        kzi_match_owners(own, &shared->scoring.facts, &shared->known.readings.list[reading],
                         &matched->match, matched->owners);
}

/* --- what is the same as under the first ruleset ---------------------------------------------- */

/* Return whether a remaining row distinguishes the ruleset from the first: a yaku or fu item
 * holds under only one of them, or is treated differently. */
KZI_ALWAYS_INLINE bool is_distinguished(const struct shared *shared,
                                        const struct kzi_member *member, unsigned words) {
    const struct kzi_member *first = &shared->family->members[0];
    const uint64_t *distinguishing =
        member->alike.distinguishing + shared->first->marks_there * (size_t)words;
    if (kzi_any_common(shared->seen, distinguishing, words))
        return true;
    if (member->first_word == first->first_word)
        return false;
    uint64_t differs = 0;
    for (unsigned i = 0; i < shared->known.readings.count; i++)
        for (unsigned word = 0; word < words; word++)
            differs |= (rows_of(shared, member, i)[word] ^ rows_of(shared, first, i)[word]) &
                       member->alike.asked[word];
    return differs != 0;
}

/* Return whether groups add the same fu on each reading. */
static inline bool same_fu(const struct shared *shared, const struct kzi_member *member) {
    unsigned here = member->fu_at, there = shared->family->members[0].fu_at;
    bool same = true;
    for (unsigned i = 0; here != there && i < shared->known.readings.count; i++) {
        const struct kzi_sum *sum = &shared->matches[i].sum;
        same &= kzi_fu_of_sum(sum, here) == kzi_fu_of_sum(sum, there);
    }
    return same;
}

/* Return whether what a tally is worth is in the table of its ruleset's prices. */
static inline bool is_priced(const struct kz_ruleset *rules, const struct kzi_tally *tally) {
    return tally->priced && !tally->by_limit && (unsigned)tally->total < rules->prices.n_totals;
}

static inline unsigned price_of(const struct kz_ruleset *rules, const struct kzi_tally *tally) {
    return (unsigned)(tally->priced - rules->prices.priced);
}

static void take_lost(struct kzi_others *others, const struct kzi_tally *lost) {
    struct shared *shared = (struct shared *)others;
    const struct kz_ruleset *rules = shared->first->rules;
    if (shared->n_lost < SHARED_LOST && is_priced(rules, lost))
        shared->lost[shared->n_lost++] = price_of(rules, lost);
    else
        shared->usual = false;
}

/* Return whether each selection is worth the same. */
static bool same_worths(const struct shared *shared, const struct kzi_member *member) {
    const struct kz_result *first = shared->first;
    bool same = kzi_has_bit(member->alike.prices, price_of(first->rules, &first->best));
    for (unsigned i = 0; i < shared->n_lost; i++)
        same &= kzi_has_bit(member->alike.prices, shared->lost[i]);
    return same;
}

/* Return whether nothing that distinguishes the ruleset from the first affects this hand. */
static inline bool takes_over(const struct shared *shared, const struct kzi_member *member) {
    const struct kzi_equality *alike = &member->alike;
    if (!shared->usual || !alike->distinguishing || shared->first->given & alike->needs_apart)
        return false;
    bool distinguished = true;
    KZI_BY_WORDS(shared->first->rules->scoring->words,
                 distinguished = is_distinguished(shared, member, words));
    return !distinguished && same_worths(shared, member) && same_fu(shared, member);
}

/* --- taking over ------------------------------------------------------------------------------ */

/* Copy a tally.  Prices are looked up in the ruleset's own table, so that no pointer leads to
 * another's. */
KZI_ALWAYS_INLINE void take_tally(struct kzi_tally *tally, const struct kzi_tally *from,
                                  unsigned words) {
    memcpy(tally, from, offsetof(struct kzi_tally, scored));
    kzi_copy_words(tally->scored, from->scored, words);
    kzi_copy_words(tally->held, from->held, words);
    tally->priced = NULL;
}

KZI_ALWAYS_INLINE void take_tallies(struct kz_result *result, const struct kz_result *first,
                                    unsigned words) {
    const uint64_t *repeatable = kzi_repeatable_of(first->rules, &first->best);
    take_tally(&result->best, &first->best, words);
    unsigned i = 0;
    for (unsigned word = 0; word < words; word++)
        for (uint64_t left = first->best.scored[word] & repeatable[word]; left && i < KZI_MAX_TIMES;
             left &= left - 1, i++)
            result->times[i] = first->times[i];
}

/* Keep the hand as the first result does: its words have the same numbers in the member's list. */
static inline void take_hand(struct kz_result *result, const struct kz_result *first) {
    const struct kzi_hand *hand = &first->hand;
    unsigned words = 0;
    for (unsigned i = 0; i < hand->n_words; i++)
        words |= hand->words[i];
    result->hand = *hand;
    result->hand.listed_words = result->rules->words;
    if ((words & KZI_OWN_WORD) | hand->n_pao | hand->has_id)
        kzi_extras_keep(&result->hand, &result->extras, result->rules, hand);
    result->hand.extras = &result->extras;
}

/* Copy the result with its payments, which follow from the hand and its value because nobody is
 * liable. */
static inline void take_over(const struct shared *shared, const struct kzi_member *member,
                             struct kz_result *result) {
    const struct kz_result *first = shared->first;
    size_t from = offsetof(struct kz_result, status), to = offsetof(struct kz_result, best);
    result->rules = member->rules;
    memcpy((char *)result + from, (const char *)first + from, to - from);
    KZI_BY_WORDS(first->rules->yaku_words, take_tallies(result, first, words));
    take_hand(result, first);
}

/* --- each ruleset ----------------------------------------------------------------------------- */

static __attribute__((noinline)) void consider_readings(struct shared *shared,
                                                        const struct kzi_member *member) {
    const struct kzi_readings *readings = &shared->known.readings;
    struct kzi_matched *matched = &shared->scoring.matched;
    kzi_find_countable(&shared->scoring);
    matched->counted_at = member->counted_at;
    matched->fu_at = member->fu_at;
    shared->scoring.facts.scored = NULL;
    for (unsigned i = 0; i < readings->count; i++) {
        take_rows(shared, member, i);
        kzi_consider(&shared->scoring, &readings->list[i]);
    }
    kzi_conclude(&shared->scoring);
}

/* Return false if the ruleset refuses the hand. */
static bool admit(struct shared *shared, const struct kzi_member *member, struct kz_result *result,
                  const struct kzi_hand *hand) {
    struct kzi_problem problem;
    problem.found = false;
    kzi_begin_result(&shared->scoring, result, member->rules, hand);
    bool admitted = kzi_admit(result, &shared->scoring.facts, &problem);
    result->given = shared->scoring.facts.given;
    return admitted;
}

/* known: all members in common take the result over. */
static void score_member(struct shared *shared, const struct kzi_member *member, bool known,
                         struct kz_result *result) {
    const struct kzi_facts *facts = &shared->scoring.facts;
    if (known || takes_over(shared, member))
        take_over(shared, member, result);
    else if (admit(shared, member, result, facts->hand))
        consider_readings(shared, member);
    else
        kzi_score_tiles(result, member->rules, facts->hand, facts->tiles);
}

/* Score under the first ruleset; false: others cannot reuse its result. */
static bool score_first(struct shared *shared, struct kz_result *result,
                        const struct kzi_hand *hand, const struct kzi_tiles *tiles) {
    const struct kzi_member *member = &shared->family->members[0];
    kzi_facts_start(&shared->scoring.facts, hand, tiles);
    if (!admit(shared, member, result, hand))
        return false;
    kzi_find_readings(&shared->known, member->rules, &shared->scoring.facts);
    if (!shared->known.readings.count || shared->known.readings.count > SHARED_READINGS)
        return false;
    match_readings(shared);
    see_rows(shared, member);
    shared->usual = true;
    shared->scoring.others = &shared->others;
    consider_readings(shared, member);
    shared->scoring.others = NULL;
    shared->usual &= is_priced(member->rules, &result->best);
    return result->status == KZ_OK;
}

kz_status kzi_score_family(struct kz_result *const *results, const struct kz_family *family,
                           const struct kzi_hand *hand, const struct kzi_tiles *tiles) {
    struct shared shared;
    shared.family = family;
    shared.first = results[0];
    shared.others.take = take_lost;
    shared.n_lost = 0;
    shared.scoring.others = NULL;
    shared.known.rules = NULL;
    bool joined =
        family->program && !kzi_hand_apart(hand) && score_first(&shared, results[0], hand, tiles);
    if (!joined)
        kzi_score_sharing(results[0], family->members[0].rules, hand, tiles, &shared.known);
    const unsigned known =
        joined && family->common && takes_over(&shared, &family->as_one) ? family->common : 0;
    kz_status status = results[0]->status;
    struct kzi_shared_readings apart; /* of members that are not joined */
    apart.rules = NULL;
    for (unsigned i = 1; i < family->n_members; i++) {
        const struct kzi_member *member = &family->members[i];
        if (joined && member->joined)
            score_member(&shared, member, known >> i & 1, results[i]);
        else
            kzi_score_sharing(results[i], member->rules, hand, tiles, &apart);
        status = status == KZ_OK ? results[i]->status : status;
    }
    return status;
}
