#include "analysis/compare/summary.h"

#include <stdlib.h>
#include <string.h>

void kzi_summary_sum(struct kz_summary *summary, int64_t *sum, int64_t number) {
    int64_t all = *sum + number; /* the sum of two numbers up to KZI_MAX_SUM cannot overflow */
    if (all > KZI_MAX_SUM)
        summary->overflow = true;
    else
        *sum = all;
}

/* --- coarse bars ------------------------------------------------------------------------------ */

/* Set *from to the greatest of 1 2 5 10 20 50 ... that is at most the number (above 0), and *to to
 * the next one minus 1. */
static void step_around(int64_t number, int64_t *from, int64_t *to) {
    static const int64_t times[] = {2, 5, 10};
    for (int64_t ten = 1;; ten *= 10) {
        *from = ten;
        for (unsigned i = 0; i < 3; i++) {
            if (__builtin_mul_overflow(ten, times[i], to)) {
                *to = INT64_MAX;
                return;
            }
            if (number < *to) {
                --*to;
                return;
            }
            *from = *to;
        }
    }
}

struct kzi_bar kzi_coarse_bar(int64_t value) {
    struct kzi_bar bar = {0, 0, 0};
    int64_t from, to;
    if (!value)
        return bar;
    step_around(value > 0 ? value : -value, &from, &to);
    bar.from = value > 0 ? from : -to;
    bar.to = value > 0 ? to : -from;
    return bar;
}

/* --- counts ----------------------------------------------------------------------------------- */

/* Insert a count with 0 hands at an index.  Return false if memory ran out. */
static bool open_count(struct kzi_summed_counts *counts, size_t at, const char *rule, int64_t by) {
    if (counts->count == counts->capacity) {
        size_t capacity = counts->capacity ? 2 * counts->capacity : 16;
        struct kzi_summed_count *list = realloc(counts->list, capacity * sizeof *list);
        if (!list)
            return false;
        counts->list = list;
        counts->capacity = capacity;
    }
    char *name = rule ? strdup(rule) : NULL;
    if (rule && !name)
        return false;
    struct kzi_summed_count *place = &counts->list[at];
    memmove(place + 1, place, (counts->count++ - at) * sizeof *place);
    *place = (struct kzi_summed_count){name, by, 0, 0};
    return true;
}

static int order_count(const struct kzi_summed_count *count, const char *rule, int64_t by) {
    return rule ? strcmp(count->rule, rule) : (count->by > by) - (count->by < by);
}

/* Merge numbers of points into coarse bars, so that time and memory stay bounded. */
static void make_coarse(struct kz_summary *summary, struct kzi_summed_counts *counts) {
    size_t kept = 0;
    for (size_t i = 0; i < counts->count; i++) {
        struct kzi_summed_count bar = counts->list[i];
        bar.by = kzi_coarse_bar(bar.by).from;
        if (kept && counts->list[kept - 1].by == bar.by)
            kzi_summary_sum(summary, &counts->list[kept - 1].hands, bar.hands);
        else
            counts->list[kept++] = bar;
    }
    counts->count = kept;
    counts->coarse = true;
}

void kzi_summary_count(struct kz_summary *summary, struct kzi_summed_counts *counts,
                       const char *rule, int64_t by, bool alone) {
    size_t at = 0;
    int order = 1;
    by = counts->coarse ? kzi_coarse_bar(by).from : by;
    while (at < counts->count && (order = order_count(&counts->list[at], rule, by)) < 0)
        at++;
    if ((at == counts->count || order) && !open_count(counts, at, rule, by)) {
        summary->no_memory = true;
        return;
    }
    kzi_summary_sum(summary, &counts->list[at].hands, 1);
    kzi_summary_sum(summary, &counts->list[at].alone, alone);
    if (!rule && !counts->coarse && counts->count > KZI_BARS)
        make_coarse(summary, counts);
}

static void free_counts(struct kzi_summed_counts *counts) {
    for (size_t i = 0; i < counts->count; i++)
        free(counts->list[i].rule);
    free(counts->list);
}

/* --- the movers ------------------------------------------------------------------------------ */

static uint64_t size_of(int64_t by) {
    return by < 0 ? 0 - (uint64_t)by : (uint64_t)by;
}

static int order_numbers(int64_t a, int64_t b) {
    return (a < b) - (a > b);
}

/* Compare movers: negative if a comes first, 0 if they are the same hand. */
static int order_movers(const struct kzi_mover *a, const struct kzi_mover *b) {
    if (size_of(a->by) != size_of(b->by))
        return size_of(a->by) > size_of(b->by) ? -1 : 1;
    int order = order_numbers(a->by, b->by);
    order = order ? order : order_numbers(a->points[0], b->points[0]);
    order = order ? order : strcmp(a->hand, b->hand);
    return order ? order : strcmp(a->id, b->id);
}

/* Insert a mover at an index.  The last one may fall off.  It could not come back, because the
 * movers before it stay before it. */
static void insert_mover(struct kzi_summed_pair *pair, unsigned at, const struct kzi_mover *mover) {
    if (pair->n_movers < KZI_MOVERS)
        pair->n_movers++;
    memmove(&pair->movers[at + 1], &pair->movers[at], (pair->n_movers - at - 1) * sizeof *mover);
    pair->movers[at] = *mover;
}

void kzi_summary_add_mover(struct kz_summary *summary, struct kzi_summed_pair *pair,
                           const struct kzi_mover *mover) {
    unsigned at = 0;
    int order = 1;
    while (at < pair->n_movers && (order = order_movers(mover, &pair->movers[at])) > 0)
        at++;
    if (at < pair->n_movers && !order)
        kzi_summary_sum(summary, &pair->movers[at].times, 1);
    else if (at < KZI_MOVERS)
        insert_mover(pair, at, mover);
}

/* --- the summary ------------------------------------------------------------------------------ */

void kzi_summary_free(struct kz_summary *summary) {
    for (unsigned i = 0; i < summary->count; i++) {
        free_counts(&summary->pairs[i].points);
        free_counts(&summary->pairs[i].rules);
    }
    *summary = (struct kz_summary){0};
}

bool kzi_summary_is_of(const struct kz_summary *summary, const kz_ruleset *const *rules,
                       unsigned count) {
    bool same = summary->count == count;
    for (unsigned i = 0; same && i < count; i++)
        same = summary->sides[i].rules == rules[i];
    return same;
}

void kzi_summary_begin(struct kz_summary *summary, const kz_ruleset *const *rules, unsigned count) {
    *summary = (struct kz_summary){.adding = PTHREAD_MUTEX_INITIALIZER, .count = count};
    for (unsigned i = 0; i < count; i++)
        summary->sides[i].rules = rules[i];
}

/* --- a hand ---------------------------------------------------------------------------------- */

/* Return the points of a result: 0 if the hand does not win. */
static int64_t points_of(const struct kz_result *result) {
    return result->reason == KZI_WINS ? result->best.points : 0;
}

static void add_fields(struct kz_summary *summary, int64_t counts[KZI_FIELDS], unsigned fields) {
    for (unsigned field = 0; field < KZI_FIELDS; field++)
        kzi_summary_sum(summary, &counts[field], fields >> field & 1);
}

static void add_side(struct kz_summary *summary, struct kzi_summed_side *side,
                     const struct kz_result *result) {
    if (!kzi_is_scored(result)) {
        kzi_summary_sum(summary, &side->refused, 1);
        return;
    }
    if (result->reason != KZI_WINS)
        return;
    kzi_summary_sum(summary, &side->wins, 1);
    kzi_summary_sum(summary, &side->points, result->best.points);
}

static void add_rules(struct kz_summary *summary, struct kzi_summed_pair *pair,
                      const struct kzi_summed_blame *blame) {
    const struct kzi_blame_set *blamed = &blame->blamed;
    if (!blame->differences || blamed->how == KZI_BLAMED_NONE)
        kzi_summary_sum(summary, &pair->unexplained, 1);
    kzi_summary_sum(summary, &pair->not_looked_for,
                    blame->differences && blamed->how == KZI_BLAMED_CUT);
    for (size_t i = 0; blame->differences && i < blamed->count; i++)
        kzi_summary_count(summary, &pair->rules,
                          kzi_difference_name(&blame->differences->list[blamed->list[i]]), 0,
                          blamed->how == KZI_BLAMED_ALONE);
}

/* Copy the line without blanks around it, cut at a character boundary. */
static void put_hand(char *text, const char *hand, size_t len) {
    while (len && strchr(" \t\r", hand[len - 1]))
        len--;
    for (; len && strchr(" \t", *hand); hand++)
        len--;
    bool cut = len > KZI_MOVED_HAND;
    if (cut)
        len = KZI_MOVED_HAND;
    while (cut && len && ((unsigned char)hand[len] & 0xC0) == 0x80)
        len--;
    memcpy(text, hand, len);
    text[len] = '\0';
}

static void add_move(struct kz_summary *summary, struct kzi_summed_pair *pair,
                     const struct kz_result *const sides[2], const char *hand, size_t len) {
    struct kzi_mover mover;
    mover.points[0] = points_of(sides[0]);
    mover.points[1] = points_of(sides[1]);
    mover.times = 1;
    mover.by = mover.points[1] - mover.points[0];
    kzi_summary_count(summary, &pair->points, NULL, mover.by, false);
    if (!mover.by)
        return;
    bool more = mover.by > 0;
    kzi_summary_sum(summary, more ? &pair->more_hands : &pair->fewer_hands, 1);
    kzi_summary_sum(summary, more ? &pair->more_points : &pair->fewer_points,
                    more ? mover.by : -mover.by);
    put_hand(mover.hand, hand, len);
    strcpy(mover.id, kzi_hand_id(&sides[0]->hand));
    kzi_summary_add_mover(summary, pair, &mover);
}

void kzi_summary_add(struct kz_summary *summary, const struct kzi_comparison *comparison,
                     const char *hand, size_t len, const struct kzi_summed_blame *blame) {
    const struct kz_result *first = comparison->results[0];
    pthread_mutex_lock(&summary->adding);
    kzi_summary_sum(summary, &summary->hands, 1);
    kzi_summary_sum(summary, &summary->differs, comparison->differs != 0);
    add_fields(summary, summary->fields, comparison->differs);
    bool taken = false;
    for (unsigned i = 0; i < comparison->count; i++) {
        const struct kz_result *const sides[2] = {first, comparison->results[i]};
        taken |= kzi_is_scored(sides[1]);
        add_side(summary, &summary->sides[i], sides[1]);
        if (!i)
            continue;
        struct kzi_summed_pair *pair = &summary->pairs[i];
        kzi_summary_sum(summary, &pair->differs, comparison->from_first[i] != 0);
        add_fields(summary, pair->fields, comparison->from_first[i]);
        if (comparison->from_first[i])
            add_rules(summary, pair, &blame[i]);
        if (kzi_is_scored(sides[0]) && kzi_is_scored(sides[1]))
            add_move(summary, pair, sides, hand, len);
    }
    kzi_summary_sum(summary, &summary->refused, !taken);
    pthread_mutex_unlock(&summary->adding);
}
