/* reasons.h - the parts of a tally that explanations add: its fu items, the yaku that hold and do
 * not count, the selections that were as good. */
#ifndef KZI_REASONS_H
#define KZI_REASONS_H

#include "score/result.h"

/* Why an instance of a yaku that holds does not count: COVERED, another yaku covers it; TWICE, it
 * shares a group with another instance of the yaku; JOINED, its groups are already connected. */
enum kzi_left_why { KZI_LEFT_COVERED, KZI_LEFT_TWICE, KZI_LEFT_JOINED };

struct kzi_omission {
    struct kzi_instance instance; /* if it has no groups, any `times` instances */
    enum kzi_left_why why;
    unsigned times;
    unsigned covered_by; /* if COVERED, the number of that yaku */
    unsigned joined;     /* else the groups that conflict, by bit */
    uint32_t by;         /* else the instances of the tally that have these groups, by bit */
};

#define KZI_MAX_LEFT_OUT 48

/* A line of a tally's fu, for explanations: a set, the pair, or an item. */
struct kzi_fu_line {
    const char *id; /* "base", "flat", "pung", "kong", "chow", "pair", or a rule's own id */
    int group;      /* index in the reading; -1: none */
    int32_t fu;
};

/* Fill list with at most `max` lines of the tally's fu and return their number.  Their sum is
 * fu_counted. */
unsigned kzi_fu_lines(const struct kz_ruleset *rules, const struct kzi_hand *hand,
                      const uint8_t mark_counts[KZI_MAX_MARKS], const struct kzi_tally *tally,
                      struct kzi_fu_line *lines, unsigned max);

/* Return the number of the yaku in the tally that covers `yaku`, or -1. */
int kzi_covered_by(const struct kz_ruleset *rules, const struct kzi_tally *tally, unsigned yaku);

/* Return the number of the yaku that covers the instances of `yaku`, a partly covered one, within
 * these groups, or -1. */
int kzi_covered_within(const struct kz_ruleset *rules, const struct kzi_tally *tally, unsigned yaku,
                       unsigned groups);

/* Find the instances that a tally leaves out of yaku that hold and are not entirely covered, for
 * explanations; return their number. */
unsigned kzi_find_left_out(const struct kz_ruleset *rules, const struct kzi_facts *facts,
                           const struct kzi_tally *tally,
                           struct kzi_omission list[KZI_MAX_LEFT_OUT]);

/* Find selections of combinations on the reading of a tally with the same total but another list of
 * yaku.  Fill in chosen, counts and scored of each in list; return their number. */
#define KZI_MAX_EQUAL 8
unsigned kzi_list_equal_selections(const struct kz_ruleset *rules, const struct kzi_facts *facts,
                                   const struct kzi_tally *tally,
                                   struct kzi_tally list[KZI_MAX_EQUAL]);

#endif
