/* A hand under all rulesets of a family: matched once, and what the first ruleset made of it taken
 * over where another treats it alike. */
#include "score/result.h"

#include "compile/program/words.h"
#include "score/internal.h"

#include <string.h>

#define SHARED_READINGS 8 /* few hands have more */

/* A hand without liability that the first ruleset admits, with the rows of all that are left on its
 * readings. */
struct shared {
    const struct kz_family *family;
    const struct kz_result *first;
    struct kzi_score_ctx scoring;
    bool same_marks; /* the ruleset under way counts as many as the first */
    bool usual;      /* all that the first looked at is kept */
    struct kzi_match readings[SHARED_READINGS];
    uint64_t seen[KZI_ROW_WORDS]; /* rows of the first ruleset that are left on any reading */
};

static void match_readings(struct shared *shared) {
    const struct kzi_program *program = shared->family->program;
    const struct kzi_readings *readings = &shared->first->readings;
    struct kzi_facts *facts = &shared->scoring.facts;
    struct kzi_match hand;
    for (unsigned i = 0; i < readings->count; i++)
        kzi_match_soon(program, &readings->list[i]);
    kzi_match_hand(program, facts, &hand);
    if (program->asks_waits && kzi_match_asks_waits(program, facts, &hand, readings))
        facts->n_waits = kzi_count_waits(shared->first->rules, facts);
    for (unsigned i = 0; i < readings->count; i++)
        kzi_match_reading(program, facts, &hand, &readings->list[i], &shared->readings[i]);
}

static inline const uint64_t *rows_of(const struct shared *shared, const struct kzi_member *member,
                                      unsigned reading) {
    return shared->readings[reading].rows + member->first_word;
}

static void see_rows(struct shared *shared, const struct kzi_member *first) {
    unsigned words = first->rules->scoring->words;
    kzi_copy_words(shared->seen, rows_of(shared, first, 0), words);
    for (unsigned i = 1; i < shared->first->readings.count; i++)
        for (unsigned word = 0; word < words; word++)
            shared->seen[word] |= rows_of(shared, first, i)[word];
}

/* Where each condition has one row at most, its rows are its owners. */
KZI_ALWAYS_INLINE void take_words(const struct kzi_program *own, const uint64_t *all,
                                  struct kzi_matched *matched, unsigned words) {
    kzi_copy_words(matched->match.rows, all, words);
    kzi_and_words(matched->match.rows, own->possible, words);
    kzi_copy_words(matched->owners, matched->match.rows, words);
}

/* Of the rows left on a reading those of one ruleset. */
KZI_ALWAYS_INLINE void take_rows(struct shared *shared, const struct kzi_member *member,
                                 unsigned reading) {
    const struct kzi_program *own = member->rules->scoring;
    const struct kzi_match *all = &shared->readings[reading];
    struct kzi_matched *matched = &shared->scoring.matched;
    const uint64_t *rows = rows_of(shared, member, reading);
    matched->match.sum = all->sum;
    KZI_BY_WORDS(own->words, take_words(own, rows, matched, words));
    if (own->n_rows > own->n_owners)
        kzi_match_owners(own, &shared->scoring.facts, &shared->first->readings.list[reading],
                         &matched->match, matched->owners);
}

/* --- what is the same as under the first ruleset ---------------------------------------------- */

/* Whether some row that is left tells the ruleset from the first: a yaku or a fu item holds under
 * one of them alone, or is treated in another way. */
KZI_ALWAYS_INLINE bool told_apart(const struct shared *shared, const struct kzi_member *member,
                                  unsigned words) {
    const struct kzi_member *first = &shared->family->members[0];
    const uint64_t *telling = member->alike.telling + shared->first->marks_there * (size_t)words;
    if (kzi_any_common(shared->seen, telling, words))
        return true;
    if (member->first_word == first->first_word)
        return false;
    uint64_t differs = 0;
    for (unsigned i = 0; i < shared->first->readings.count; i++)
        for (unsigned word = 0; word < words; word++)
            differs |= (rows_of(shared, member, i)[word] ^ rows_of(shared, first, i)[word]) &
                       member->alike.asked[word];
    return differs != 0;
}

/* Whether the same yaku and fu items hold on each reading, and all of them are treated alike. */
static inline bool holds_alike(const struct shared *shared, const struct kzi_member *member) {
    unsigned words_of_both = shared->first->rules->scoring->words;
    bool told = true;
    if (member->alike.telling)
        KZI_BY_WORDS(words_of_both, told = told_apart(shared, member, words));
    return !told;
}

/* Whether the same yaku and fu items come to the same fu on each reading. */
static inline bool same_fu(const struct shared *shared, const struct kzi_member *member) {
    unsigned here = member->fu_at, there = shared->family->members[0].fu_at;
    bool same = member->alike.fu;
    for (unsigned i = 0; here != there && i < shared->first->readings.count; i++) {
        const struct kzi_sum *sum = &shared->readings[i].sum;
        same &= kzi_fu_of_sum(sum, here) == kzi_fu_of_sum(sum, there);
    }
    return same;
}

/* Of the same total and fu. */
static inline bool same_worth(const struct kz_result *first, const struct kzi_member *member,
                              const struct kzi_tally *tally) {
    return tally->priced && !tally->by_limit &&
           kzi_has_bit(member->alike.prices,
                       (unsigned)(tally->priced - first->rules->prices.priced));
}

static bool same_worths(const struct shared *shared, const struct kzi_member *member) {
    const struct kz_result *first = shared->first;
    bool same = same_worth(first, member, &first->best);
    for (unsigned i = 0; i < first->n_others && same; i++)
        same = same_worth(first, member, &first->others[i]);
    return same;
}

/* Whether all that the first ruleset looked at comes to the same, where the same holds. */
static bool all_the_same(const struct shared *shared, const struct kzi_member *member) {
    const struct kz_result *first = shared->first;
    return first->n_readings == first->n_others + 1 && (!first->n_others || member->alike.pays) &&
           same_worths(shared, member) && same_fu(shared, member);
}

/* --- taking over ------------------------------------------------------------------------------ */

/* Prices are looked up in the ruleset's own table: there is no pointer into another's. */
KZI_ALWAYS_INLINE void take_tally(struct kzi_tally *tally, const struct kzi_tally *from,
                                  unsigned words) {
    memcpy(tally, from, offsetof(struct kzi_tally, scored));
    kzi_copy_words(tally->scored, from->scored, words);
    kzi_copy_words(tally->held, from->held, words);
    tally->priced = NULL;
}

/* How often yaku count that may do so more than once. */
KZI_ALWAYS_INLINE void take_times(struct kz_result *result, const struct kz_result *first,
                                  unsigned words) {
    const uint64_t *may_be_many = kzi_many_of(first->rules, &first->best);
    for (unsigned word = 0; word < words; word++)
        for (uint64_t left = first->best.scored[word] & may_be_many[word]; left; left &= left - 1) {
            unsigned yaku = word * 64 + (unsigned)__builtin_ctzll(left);
            result->times[yaku] = first->times[yaku];
        }
}

KZI_ALWAYS_INLINE void take_tallies(struct kz_result *result, const struct kz_result *first,
                                    unsigned words) {
    take_tally(&result->best, &first->best, words);
    for (unsigned i = 0; i < first->n_others; i++)
        take_tally(&result->others[i], &first->others[i], words);
    take_times(result, first, words);
}

/* What everybody pays follows from the hand and its value: nobody is liable. */
KZI_ALWAYS_INLINE void take_payments(struct kz_result *result, const struct kz_result *first) {
    size_t from = offsetof(struct kz_result, paid), to = offsetof(struct kz_result, best);
    memcpy((char *)result + from, (const char *)first + from, to - from);
    result->discarder_unknown = first->discarder_unknown;
    result->n_liable = 0;
    result->best.points = first->best.points;
}

KZI_ALWAYS_INLINE void take_verdict(struct kz_result *result, const struct kz_result *first,
                                    unsigned words) {
    take_tallies(result, first, words);
    result->n_readings = first->n_readings;
    result->n_others = first->n_others;
    result->choosing = first->choosing;
    result->reason = first->reason;
}

static void take_result(struct shared *shared, const struct kzi_member *member) {
    struct kz_result *result = shared->scoring.result;
    const struct kz_result *first = shared->first;
    KZI_BY_WORDS(member->rules->yaku_words, take_verdict(result, first, words));
    if (member->alike.pays)
        take_payments(result, first);
    else
        kzi_conclude(&shared->scoring);
}

static inline void take_marks(struct kz_result *result, const struct kz_result *first) {
    memcpy(result->mark_counts, first->mark_counts, sizeof result->mark_counts);
    result->marks_there = first->marks_there;
}

/* --- what is told at once --------------------------------------------------------------------- */

/* Whether nothing of all that can tell the ruleset from the first has to do with this hand. */
static inline bool takes_over(const struct shared *shared, const struct kzi_member *member) {
    const struct kzi_equality *alike = &member->alike;
    return shared->usual & alike->all && !(shared->first->given & alike->needs_apart) &&
           holds_alike(shared, member) && same_worths(shared, member) && same_fu(shared, member);
}

static void take_over(const struct shared *shared, const struct kzi_member *member,
                      struct kz_result *result) {
    const struct kz_result *first = shared->first;
    result->rules = member->rules;
    result->status = KZ_OK;
    kzi_hand_copy(&result->hand, shared->scoring.facts.hand);
    result->given = first->given;
    take_marks(result, first);
    KZI_BY_WORDS(first->rules->yaku_words, take_verdict(result, first, words));
    take_payments(result, first);
}

/* --- each ruleset ----------------------------------------------------------------------------- */

static void begin_rows(struct shared *shared, const struct kzi_member *member) {
    struct kzi_matched *matched = &shared->scoring.matched;
    matched->counted_at = member->counted_at;
    matched->fu_at = member->fu_at;
    shared->scoring.facts.scored = NULL;
}

/* The one selection that the first ruleset looked at, of another worth or with other fu. */
static void take_selection(struct shared *shared, const struct kzi_member *member) {
    struct kz_result *result = shared->scoring.result;
    take_tally(&result->best, &shared->first->best, member->rules->yaku_words);
    result->n_readings = 1;
    take_times(result, shared->first, member->rules->yaku_words);
    if (!same_fu(shared, member)) {
        begin_rows(shared, member);
        take_rows(shared, member, 0);
        result->best.fu = result->best.fu_counted = -1;
        kzi_add_fu(member->rules, &shared->scoring.facts, &shared->scoring.matched, &result->best);
    } else
        kzi_take_price(member->rules, &result->best);
    kzi_conclude(&shared->scoring);
}

KZI_ALWAYS_INLINE void consider_readings(struct shared *shared, const struct kzi_member *member) {
    const struct kzi_readings *readings = &shared->first->readings;
    kzi_find_countable(&shared->scoring);
    begin_rows(shared, member);
    for (unsigned i = 0; i < readings->count; i++) {
        take_rows(shared, member, i);
        kzi_consider(&shared->scoring, &readings->list[i]);
    }
    kzi_conclude(&shared->scoring);
}

static __attribute__((noinline)) void consider_all(struct shared *shared,
                                                   const struct kzi_member *member) {
    consider_readings(shared, member);
}

static bool same_counts(const struct kz_result *a, const struct kz_result *b) {
    unsigned count = a->rules->n_marks;
    return count == b->rules->n_marks && !memcmp(a->mark_counts, b->mark_counts, count);
}

/* Marks and all else that a ruleset must know of the hand before; false: it refuses the hand. */
static bool admit(struct shared *shared, const struct kzi_member *member) {
    struct kz_result *result = shared->scoring.result;
    const struct kz_result *first = shared->first;
    struct kzi_problem problem;
    problem.found = false;
    result->given = first->given;
    bool asked = !member->alike.admits || first->given & member->alike.needs_apart;
    if (asked && !kzi_admit(result, &shared->scoring.facts, &problem))
        return false;
    if (!member->alike.marks) {
        kzi_count_marks(result, &shared->scoring.facts);
        shared->same_marks = same_counts(result, first);
        return true;
    }
    take_marks(result, first);
    shared->same_marks = true;
    return true;
}

static void score_member(struct shared *shared, const struct kzi_member *member,
                         struct kz_result *result) {
    const struct kzi_facts *facts = &shared->scoring.facts;
    if (takes_over(shared, member)) {
        take_over(shared, member, result);
        return;
    }
    kzi_begin_result(&shared->scoring, result, member->rules, facts->hand);
    if (!admit(shared, member)) {
        kzi_score_beside(result, member->rules, facts->hand, facts->tiles, NULL);
        return;
    }
    bool alike = shared->same_marks && holds_alike(shared, member);
    if (alike && all_the_same(shared, member))
        take_result(shared, member);
    else if (alike && shared->first->n_readings == 1 && !shared->first->best.by_limit)
        take_selection(shared, member);
    else
        consider_all(shared, member);
}

/* False: the first ruleset makes nothing of the hand that others could share. */
static bool score_first(struct shared *shared, struct kz_result *result,
                        const struct kzi_hand *hand, const struct kzi_tiles *tiles) {
    const struct kzi_member *member = &shared->family->members[0];
    struct kzi_problem problem;
    problem.found = false;
    kzi_begin_result(&shared->scoring, result, member->rules, hand);
    kzi_facts_start(&shared->scoring.facts, hand, tiles);
    if (!kzi_admit(result, &shared->scoring.facts, &problem))
        return false;
    result->given = shared->scoring.facts.given;
    kzi_readings_of(tiles, hand, &member->rules->shapes, &result->readings);
    if (!result->readings.count || result->readings.count > SHARED_READINGS)
        return false;
    match_readings(shared);
    see_rows(shared, member);
    consider_readings(shared, member);
    if (result->status != KZ_OK)
        return false;
    shared->usual = result->n_readings == result->n_others + 1;
    return true;
}

kz_status kzi_score_family(struct kz_result *const *results, const struct kz_family *family,
                           const struct kzi_hand *hand, const struct kzi_tiles *tiles) {
    struct shared shared;
    shared.family = family;
    shared.first = results[0];
    bool joined = family->program && !hand->n_pao && score_first(&shared, results[0], hand, tiles);
    if (!joined)
        kzi_score_beside(results[0], family->members[0].rules, hand, tiles, NULL);
    kz_status status = results[0]->status;
    const struct kz_result *beside = results[0];
    for (unsigned i = 1; i < family->n_members; i++) {
        const struct kzi_member *member = &family->members[i];
        if (joined && member->joined) {
            score_member(&shared, member, results[i]);
        } else {
            kzi_score_beside(results[i], member->rules, hand, tiles, beside);
            beside = results[i];
        }
        status = status == KZ_OK ? results[i]->status : status;
    }
    return status;
}
