/* The parts of a summary that are more than a sum: the histogram, the rules, the movers. */
#include "analysis/compare/summary.h"

#include <stdlib.h>
#include <string.h>

void kzi_sum(struct kzi_summary *summary, int64_t *sum, int64_t number) {
    int64_t all = *sum + number; /* neither is past KZI_HIGHEST_SUM */
    if (all > KZI_HIGHEST_SUM && summary)
        summary->overflow = true;
    else
        *sum = all;
}

/* --- the histogram --------------------------------------------------------------------------- */

/* The greatest of 1 2 5 10 20 50 ... that is not above a number above 0, and the one after it less
 * 1. */
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

/* Adds to the bar that begins where this one does; the bar may be one too many afterwards. */
static void add_bar(struct kzi_summary *summary, struct kzi_histogram *histogram,
                    const struct kzi_bar *bar) {
    unsigned at = 0;
    while (at < histogram->count && histogram->bars[at].from < bar->from)
        at++;
    if (at < histogram->count && histogram->bars[at].from == bar->from) {
        kzi_sum(summary, &histogram->bars[at].hands, bar->hands);
        return;
    }
    memmove(&histogram->bars[at + 1], &histogram->bars[at],
            (histogram->count - at) * sizeof *histogram->bars);
    histogram->bars[at] = *bar;
    histogram->count++;
}

static void make_coarse(struct kzi_summary *summary, struct kzi_histogram *histogram) {
    struct kzi_histogram fine = *histogram;
    histogram->coarse = true;
    histogram->count = 0;
    for (unsigned i = 0; i < fine.count; i++) {
        struct kzi_bar bar = kzi_coarse_bar(fine.bars[i].from);
        bar.hands = fine.bars[i].hands;
        add_bar(summary, histogram, &bar);
    }
}

/* Whether there are more than KZI_BARS distinct differences is a property of all hands together:
 * it does not matter when that is noticed. */
void kzi_histogram_add(struct kzi_summary *summary, struct kzi_histogram *histogram, int64_t value,
                       int64_t hands) {
    struct kzi_bar bar = {value, value, hands};
    if (histogram->coarse) {
        bar = kzi_coarse_bar(value);
        bar.hands = hands;
    }
    add_bar(summary, histogram, &bar);
    if (histogram->count > KZI_BARS && !histogram->coarse)
        make_coarse(summary, histogram);
}

void kzi_histogram_merge(struct kzi_summary *summary, struct kzi_histogram *into,
                         const struct kzi_histogram *from) {
    if (from->coarse && !into->coarse)
        make_coarse(summary, into);
    for (unsigned i = 0; i < from->count; i++) {
        const struct kzi_bar *bar = &from->bars[i];
        /* Of a coarse bar either end lies in the bar it is added to. */
        kzi_histogram_add(summary, into, bar->from, bar->hands);
    }
}

/* --- the rules ------------------------------------------------------------------------------- */

static char *copy_text(struct kzi_summary *summary, const char *text) {
    char *copy = strdup(text);
    if (!copy)
        summary->no_memory = true;
    return copy;
}

/* Room for one more rule at a place; false: there is none. */
static bool open_rule(struct kzi_summary *summary, struct kzi_summed_pair *pair, size_t at,
                      const char *rule) {
    if (pair->n_rules == KZI_MAX_SUMMED_RULES) {
        summary->overflow = true;
        return false;
    }
    if (pair->n_rules == pair->rules_room) {
        size_t room = pair->rules_room ? 2 * pair->rules_room : 16;
        struct kzi_summed_rule *more = realloc(pair->rules, room * sizeof *more);
        if (!more) {
            summary->no_memory = true;
            return false;
        }
        pair->rules = more;
        pair->rules_room = room;
    }
    char *name = copy_text(summary, rule);
    if (!name)
        return false;
    memmove(&pair->rules[at + 1], &pair->rules[at], (pair->n_rules - at) * sizeof *pair->rules);
    pair->rules[at] = (struct kzi_summed_rule){name, 0, 0};
    pair->n_rules++;
    return true;
}

void kzi_rules_count(struct kzi_summary *summary, struct kzi_summed_pair *pair, const char *rule,
                     int64_t hands, int64_t alone) {
    size_t at = 0, end = pair->n_rules;
    while (at < end) {
        size_t middle = at + (end - at) / 2;
        if (strcmp(pair->rules[middle].rule, rule) < 0)
            at = middle + 1;
        else
            end = middle;
    }
    if (at == pair->n_rules || strcmp(pair->rules[at].rule, rule) != 0)
        if (!open_rule(summary, pair, at, rule))
            return;
    kzi_sum(summary, &pair->rules[at].hands, hands);
    kzi_sum(summary, &pair->rules[at].alone, alone);
}

/* --- the movers ------------------------------------------------------------------------------ */

static uint64_t size_of(int64_t by) {
    return by < 0 ? 0 - (uint64_t)by : (uint64_t)by;
}

static int order_numbers(int64_t a, int64_t b) {
    return (a < b) - (a > b);
}

int kzi_movers_order(const struct kzi_mover *a, const struct kzi_mover *b) {
    if (size_of(a->by) != size_of(b->by))
        return size_of(a->by) > size_of(b->by) ? -1 : 1;
    int order = order_numbers(a->by, b->by);
    order = order ? order : order_numbers(a->points[0], b->points[0]);
    order = order ? order : strcmp(a->hand, b->hand);
    return order ? order : strcmp(a->id, b->id);
}

static void free_mover(struct kzi_mover *mover) {
    free(mover->hand);
    free(mover->id);
}

/* A mover that falls off has as many bigger ones before it in the whole as here: it never counts
 * again, and its times need not be known. */
static void insert_mover(struct kzi_summary *summary, struct kzi_summed_pair *pair, unsigned at,
                         const struct kzi_mover *mover) {
    struct kzi_mover kept = *mover;
    kept.hand = copy_text(summary, mover->hand);
    kept.id = copy_text(summary, mover->id);
    if (!kept.hand || !kept.id) {
        free_mover(&kept);
        return;
    }
    if (pair->n_movers == KZI_MOVERS)
        free_mover(&pair->movers[--pair->n_movers]);
    memmove(&pair->movers[at + 1], &pair->movers[at], (pair->n_movers - at) * sizeof kept);
    pair->movers[at] = kept;
    pair->n_movers++;
}

void kzi_movers_add(struct kzi_summary *summary, struct kzi_summed_pair *pair,
                    const struct kzi_mover *mover) {
    unsigned at = 0;
    int order = 1;
    while (at < pair->n_movers && (order = kzi_movers_order(mover, &pair->movers[at])) > 0)
        at++;
    if (at < pair->n_movers && !order)
        kzi_sum(summary, &pair->movers[at].times, mover->times);
    else if (at < KZI_MOVERS)
        insert_mover(summary, pair, at, mover);
}
