/* Score a hand under all rulesets of a family: match it once, and reuse the result of one ruleset
 * where another treats the hand the same. */
#include "score/result.h"

#include "compile/program/words.h"
#include "score/internal.h"

#include <string.h>

#define SHARED_READINGS 8 /* few hands have more readings */

#define KEPT_PRICES 16

#define USUAL_TIMES 8 /* more yaku that may count several times are rare */

/* What a ruleset that others may take over made of the hand. */
struct lead {
    struct kzi_others others; /* selections that lose under it */
    const struct kzi_member *member;
    const struct kz_result *result;
    bool usual;                             /* each selection is worth one of its prices */
    unsigned n_prices, prices[KEPT_PRICES]; /* of the selections, by number; the best comes last */
    uint64_t seen[KZI_ROW_WORDS];           /* its rows that hold on any reading */
};

/* A hand without liability that the first ruleset admits, and the rows of all rulesets that hold
 * on its readings. */
struct shared {
    const struct kz_family *family;
    const struct kz_result *first;
    struct kzi_score_ctx scoring;
    bool has_extras;                           /* results have more of the hand than numbers */
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
    unsigned words = lead->member->words;
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

/* Find the remaining rows that distinguish the ruleset from its leader: a yaku or fu item holds
 * under only one of them, or is treated differently. */
KZI_ALWAYS_INLINE bool find_changed(const struct shared *shared, const struct lead *lead,
                                    const struct kzi_member *member,
                                    const struct kzi_equality *alike, uint64_t *changed,
                                    unsigned words) {
    const uint64_t *distinguishing =
        alike->distinguishing + lead->result->marks_there * (size_t)words;
    const bool other_rows = member->first_word != lead->member->first_word;
    uint64_t any = 0;
    for (unsigned word = 0; word < words; word++) {
        changed[word] = lead->seen[word] & distinguishing[word];
        for (unsigned i = 0; other_rows && i < shared->known.readings.count; i++)
            changed[word] |=
                (rows_of(shared, member, i)[word] ^ rows_of(shared, lead->member, i)[word]) &
                alike->asked[word];
        any |= changed[word];
    }
    return any != 0;
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

/* Note what a selection is worth, if it is in the table of its ruleset's prices. */
static void keep_price(struct lead *lead, const struct kzi_tally *tally) {
    const struct kzi_prices *prices = &lead->member->rules->prices;
    if (lead->n_prices < KEPT_PRICES && tally->priced && !tally->by_limit &&
        (unsigned)tally->total < prices->n_totals)
        lead->prices[lead->n_prices++] = (unsigned)(tally->priced - prices->priced);
    else
        lead->usual = false;
}

static void take_lost(struct kzi_others *others, const struct kzi_tally *lost) {
    keep_price((struct lead *)others, lost);
}

static struct lead *begin_lead(struct shared *shared, const struct kzi_member *member) {
    struct lead *lead = &shared->leads[member - shared->family->members];
    lead->others.take = take_lost;
    lead->member = member;
    lead->n_prices = 0;
    lead->usual = true;
    return lead;
}

/* Let other rulesets compare themselves with this one, if any may take its result over. */
static void keep_lead(struct shared *shared, struct lead *lead, const struct kz_result *result) {
    if (!lead->member->leads || result->status != KZ_OK)
        return;
    see_rows(shared, lead);
    keep_price(lead, &result->best);
    lead->result = result;
    shared->led |= 1U << (lead->member - shared->family->members);
}

/* Return whether each selection is worth the same. */
static bool same_worths(const struct lead *lead, const struct kzi_equality *alike) {
    bool same = true;
    for (unsigned i = 0; i < lead->n_prices; i++)
        same &= kzi_has_bit(alike->prices, lead->prices[i]);
    return same;
}

/* Return whether nothing that distinguishes the ruleset from its leader affects this hand. */
static inline bool takes_over(const struct shared *shared, const struct lead *lead,
                              const struct kzi_member *member, const struct kzi_equality *alike) {
    if (!lead->usual || !alike->prices || lead->result->given & alike->needs_apart)
        return false;
    uint64_t changed[KZI_ROW_WORDS];
    bool any = true;
    KZI_BY_WORDS(member->words, any = find_changed(shared, lead, member, alike, changed, words));
    return !any && same_worths(lead, alike) && same_fu(shared, lead, member);
}

/* --- taking over ------------------------------------------------------------------------------ */

/* Copy the result with its payments, which follow from the hand and its value because nobody is
 * liable.  The words of the hand have the same numbers in the lists of both; prices are looked up
 * in the ruleset's own table, so that no pointer leads to another's. */
static __attribute__((noinline)) void take_over(const struct shared *shared,
                                                const struct kz_result *other,
                                                const struct kzi_member *member,
                                                struct kz_result *result) {
    const struct kz_ruleset *rules = member->rules;
    memcpy(result, other, offsetof(struct kz_result, best));
    memcpy(&result->best, &other->best, offsetof(struct kzi_tally, scored));
    memcpy(&result->hand, &other->hand, offsetof(struct kzi_hand, pao_seats));
    memcpy(result->times, other->times, USUAL_TIMES * sizeof *result->times);
    if (other->n_times > USUAL_TIMES)
        memcpy(result->times, other->times, sizeof result->times);
    KZI_BY_WORDS(rules->yaku_words, kzi_copy_words(result->best.scored, other->best.scored, words);
                 kzi_copy_words(result->best.held, other->best.held, words));
    result->rules = rules;
    result->best.priced = NULL;
    result->hand.listed_words = rules->words;
    result->hand.extras = &result->extras;
    result->hand.origin = NULL;
    if (shared->has_extras)
        kzi_extras_keep(&result->hand, &result->extras, rules, &other->hand);
}

/* --- taking over but for a few yaku ----------------------------------------------------------- */

/* Let the changed yaku, which count marks, count as under this ruleset instead of the leader's. */
static void change_yaku(const struct shared *shared, const struct lead *lead,
                        const struct kzi_member *member, const uint64_t *changed,
                        struct kz_result *result) {
    const struct kz_ruleset *rules = member->rules;
    const struct kzi_number *here = rules->numbers[shared->scoring.facts.open],
                            *there = lead->member->rules->numbers[shared->scoring.facts.open];
    const uint64_t *rows = rows_of(shared, member, 0);
    struct kzi_tally *best = &result->best;
    int64_t total = best->total, qualifying = best->qualifying;
    unsigned yaku = 0;
    KZI_EACH_YAKU(rules, changed, yaku) {
        int64_t times = result->mark_counts[rules->counted_at[yaku].mark - 1];
        if (kzi_has_bit(best->scored, yaku)) {
            total -= times * there[yaku].total;
            qualifying -= times * there[yaku].qualifying;
            kzi_clear_bit(best->scored, yaku);
            kzi_clear_bit(best->held, yaku);
        }
        if (kzi_has_bit(rows, yaku) && kzi_counts_with(rules, result->marks_there, yaku)) {
            total += times * here[yaku].total;
            qualifying += times * here[yaku].qualifying;
            kzi_put_bit(best->scored, yaku);
            kzi_put_bit(best->held, yaku);
        }
    }
    best->total = total <= KZI_HIGHEST ? (int32_t)total : -1;
    best->qualifying = (int32_t)qualifying; /* no more than the total */
    best->wins = best->meets && qualifying >= rules->model->minimum;
}

/* Note how often the yaku count: as under the leader, and as often as the mark is there. */
static void change_times(const struct kz_result *from, struct kz_result *result) {
    const struct kz_ruleset *rules = result->rules;
    const uint64_t *repeatable = kzi_repeatable_of(rules, &result->best);
    unsigned taken = 0;
    result->n_times = 0;
    for (unsigned word = 0; word < rules->yaku_words; word++) {
        uint64_t here = result->best.scored[word], there = from->best.scored[word];
        for (uint64_t left = (here | there) & repeatable[word]; left; left &= left - 1) {
            const unsigned yaku = word * 64 + (unsigned)__builtin_ctzll(left);
            const uint64_t bit = left & -left;
            uint16_t times = there & bit ? from->times[taken++]
                                         : result->mark_counts[rules->counted_at[yaku].mark - 1];
            if (here & bit && result->n_times < KZI_MAX_TIMES)
                result->times[result->n_times++] = times;
        }
    }
}

/* Take over the only selection of a hand, with yaku added or taken away that affect nothing but
 * its total, and find what it is worth here; false: the hand must be scored anew. */
static __attribute__((noinline)) bool adjust(struct shared *shared, const struct lead *lead,
                                             const struct kzi_member *member,
                                             const struct kzi_equality *alike,
                                             struct kz_result *result) {
    const struct kz_result *from = lead->result;
    uint64_t changed[KZI_ROW_WORDS];
    if (!lead->usual || lead->n_prices > 1 || from->n_times == KZI_MAX_TIMES ||
        !alike->distinguishing || from->given & alike->needs_apart ||
        !same_fu(shared, lead, member))
        return false;
    KZI_BY_WORDS(member->words, find_changed(shared, lead, member, alike, changed, words));
    for (unsigned word = 0; word < member->words; word++)
        if (changed[word] & ~alike->independent[word])
            return false;
    take_over(shared, from, member, result);
    change_yaku(shared, lead, member, changed, result);
    change_times(from, result);
    kzi_add_price(member->rules, &result->best);
    shared->scoring.result = result;
    kzi_conclude(&shared->scoring);
    keep_lead(shared, begin_lead(shared, member), result);
    return true;
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

/* Score what was admitted, and keep what others compare. */
static void evaluate(struct shared *shared, const struct kzi_member *member,
                     struct kz_result *result) {
    struct lead *lead = begin_lead(shared, member);
    shared->scoring.others = member->leads ? &lead->others : NULL;
    consider_readings(shared, member);
    shared->scoring.others = NULL;
    keep_lead(shared, lead, result);
}

/* Score under a ruleset that is not one of those which take the first result over together. */
static __attribute__((noinline)) void
score_member(struct shared *shared, const struct kzi_member *member, struct kz_result *result) {
    const struct kzi_facts *facts = &shared->scoring.facts;
    const bool near = member->near && shared->led >> member->near & 1;
    const struct lead *lead = &shared->leads[near ? member->near : 0];
    const struct kzi_equality *alike = near ? &member->alike_near : &member->alike;
    if (takes_over(shared, lead, member, alike)) {
        take_over(shared, lead->result, member, result);
        return;
    }
    if (adjust(shared, lead, member, alike, result))
        return;
    if (admit(shared, member, result, facts->hand))
        evaluate(shared, member, result);
    else
        kzi_score_tiles(result, member->rules, facts->hand, facts->tiles);
}

/* Return whether the result has words that its ruleset does not list, or the id of a record. */
static bool has_extras(const struct kz_result *result) {
    unsigned words = 0;
    for (unsigned i = 0; i < result->hand.n_words; i++)
        words |= result->hand.words[i];
    return words & KZI_OWN_WORD || result->hand.has_id;
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
    shared->has_extras = has_extras(result);
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
        if (known >> i & 1)
            take_over(&shared, results[0], member, results[i]);
        else if (joined && member->joined)
            score_member(&shared, member, results[i]);
        else
            kzi_score_sharing(results[i], member->rules, hand, tiles, &apart);
        status = status == KZ_OK ? results[i]->status : status;
    }
    return status;
}
