/* Score a hand under all rulesets of a family: match it once, and reuse the result of one ruleset
 * where another treats the hand the same. */
#include "score/result.h"

#include "compile/program/words.h"
#include "score/internal.h"

#include <string.h>

#define SHARED_READINGS 8 /* few hands have more readings */

#define KEPT_LOST 16

/* What a ruleset that others may take over made of the hand. */
struct lead {
    struct kzi_others others; /* selections that lose under it */
    const struct kzi_member *member;
    const struct kz_result *result;
    bool usual;                       /* what each selection is worth is one of its prices */
    unsigned n_lost, lost[KEPT_LOST]; /* prices, by number */
    uint64_t seen[KZI_ROW_WORDS];     /* its rows that hold on any reading */
};

/* A hand without liability that the first ruleset admits, and the rows of all rulesets that hold
 * on its readings. */
struct shared {
    const struct kz_family *family;
    const struct kz_result *first;
    struct kzi_score_ctx scoring;
    struct kzi_shared_readings known;          /* of the hand under the first */
    struct kzi_match matches[SHARED_READINGS]; /* by reading */
    unsigned led;                              /* members that made something, by bit */
    struct lead leads[KZI_MAX_FAMILY];         /* by member */
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

static void see_rows(const struct shared *shared, struct lead *lead) {
    unsigned words = lead->member->rules->scoring->words;
    kzi_copy_words(lead->seen, rows_of(shared, lead->member, 0), words);
    for (unsigned i = 1; i < shared->known.readings.count; i++)
        for (unsigned word = 0; word < words; word++)
            lead->seen[word] |= rows_of(shared, lead->member, i)[word];
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

/* --- what is the same as under another ruleset ------------------------------------------------ */

/* Return whether a remaining row distinguishes the ruleset from its leader: a yaku or fu item
 * holds under only one of them, or is treated differently. */
KZI_ALWAYS_INLINE bool is_distinguished(const struct shared *shared, const struct lead *lead,
                                        const struct kzi_member *member,
                                        const struct kzi_equality *alike, unsigned words) {
    const uint64_t *distinguishing =
        alike->distinguishing + lead->result->marks_there * (size_t)words;
    if (kzi_any_common(lead->seen, distinguishing, words))
        return true;
    if (member->first_word == lead->member->first_word)
        return false;
    uint64_t differs = 0;
    for (unsigned i = 0; i < shared->known.readings.count; i++)
        for (unsigned word = 0; word < words; word++)
            differs |= (rows_of(shared, member, i)[word] ^ rows_of(shared, lead->member, i)[word]) &
                       alike->asked[word];
    return differs != 0;
}

/* Return whether groups add the same fu on each reading. */
static inline bool same_fu(const struct shared *shared, const struct lead *lead,
                           const struct kzi_member *member) {
    unsigned here = member->fu_at, there = lead->member->fu_at;
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
    struct lead *lead = (struct lead *)others;
    const struct kz_ruleset *rules = lead->member->rules;
    if (lead->n_lost < KEPT_LOST && is_priced(rules, lost))
        lead->lost[lead->n_lost++] = price_of(rules, lost);
    else
        lead->usual = false;
}

/* Return whether each selection is worth the same. */
static bool same_worths(const struct lead *lead, const struct kzi_equality *alike) {
    bool same = kzi_has_bit(alike->prices, price_of(lead->member->rules, &lead->result->best));
    for (unsigned i = 0; i < lead->n_lost; i++)
        same &= kzi_has_bit(alike->prices, lead->lost[i]);
    return same;
}

/* Return whether nothing that distinguishes the ruleset from its leader affects this hand. */
static inline bool takes_over(const struct shared *shared, const struct lead *lead,
                              const struct kzi_member *member, const struct kzi_equality *alike) {
    if (!lead->usual || !alike->distinguishing || lead->result->given & alike->needs_apart)
        return false;
    bool distinguished = true;
    KZI_BY_WORDS(lead->member->rules->scoring->words,
                 distinguished = is_distinguished(shared, lead, member, alike, words));
    return !distinguished && same_worths(lead, alike) && same_fu(shared, lead, member);
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
KZI_ALWAYS_INLINE void take_over(const struct kz_result *other, const struct kzi_member *member,
                                 struct kz_result *result) {
    size_t from = offsetof(struct kz_result, status), to = offsetof(struct kz_result, best);
    result->rules = member->rules;
    memcpy((char *)result + from, (const char *)other + from, to - from);
    KZI_BY_WORDS(other->rules->yaku_words, take_tallies(result, other, words));
    take_hand(result, other);
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

/* Score what was admitted.  If others may take it over, keep what they compare. */
static void evaluate(struct shared *shared, const struct kzi_member *member,
                     struct kz_result *result) {
    struct lead *lead = &shared->leads[member - shared->family->members];
    if (!member->leads) {
        consider_readings(shared, member);
        return;
    }
    lead->others.take = take_lost;
    lead->member = member;
    lead->n_lost = 0;
    lead->usual = true;
    see_rows(shared, lead);
    shared->scoring.others = &lead->others;
    consider_readings(shared, member);
    shared->scoring.others = NULL;
    lead->usual &= is_priced(member->rules, &result->best);
    lead->result = result;
    shared->led |= (result->status == KZ_OK ? 1U : 0U) << (member - shared->family->members);
}

/* Score under a ruleset that does not take the first result over. */
static __attribute__((noinline)) void
score_apart(struct shared *shared, const struct kzi_member *member, struct kz_result *result) {
    const struct kzi_facts *facts = &shared->scoring.facts;
    const struct lead *near = &shared->leads[member->near];
    if (member->near && shared->led >> member->near & 1 &&
        takes_over(shared, near, member, &member->alike_near))
        take_over(near->result, member, result);
    else if (admit(shared, member, result, facts->hand))
        evaluate(shared, member, result);
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
    evaluate(shared, member, result);
    return result->status == KZ_OK;
}

kz_status kzi_score_family(struct kz_result *const *results, const struct kz_family *family,
                           const struct kzi_hand *hand, const struct kzi_tiles *tiles) {
    struct shared shared;
    const struct lead *first = &shared.leads[0];
    shared.family = family;
    shared.first = results[0];
    shared.led = 0;
    shared.scoring.others = NULL;
    shared.known.rules = NULL;
    bool joined =
        family->program && !kzi_hand_apart(hand) && score_first(&shared, results[0], hand, tiles);
    if (!joined)
        kzi_score_sharing(results[0], family->members[0].rules, hand, tiles, &shared.known);
    const struct kzi_member *as_one = &family->as_one;
    const unsigned known =
        joined && family->common && takes_over(&shared, first, as_one, &as_one->alike)
            ? family->common
            : 0;
    kz_status status = results[0]->status;
    struct kzi_shared_readings apart; /* of members that are not joined */
    apart.rules = NULL;
    for (unsigned i = 1; i < family->n_members; i++) {
        const struct kzi_member *member = &family->members[i];
        if (known >> i & 1 ||
            (joined && member->joined && takes_over(&shared, first, member, &member->alike)))
            take_over(results[0], member, results[i]);
        else if (joined && member->joined)
            score_apart(&shared, member, results[i]);
        else
            kzi_score_sharing(results[i], member->rules, hand, tiles, &apart);
        status = status == KZ_OK ? results[i]->status : status;
    }
    return status;
}
