/* reasons.h - what explanations say of a tally besides what it counts: the parts of its fu, the
 * yaku that hold and do not count, the choices that were as good. */
#ifndef KZI_REASONS_H
#define KZI_REASONS_H

#include "score/result.h"

/* Why an instance of a yaku that holds does not count: another yaku covers it; it shares a group
 * with another instance of the same yaku; its groups are already connected. */
enum kzi_left_why { KZI_LEFT_COVERED, KZI_LEFT_TWICE, KZI_LEFT_JOINED };

struct kzi_left_out {
    struct kzi_instance use; /* without groups: any `times` instances */
    enum kzi_left_why why;
    unsigned times;
    unsigned covered_by; /* COVERED: a yaku */
    unsigned joined;     /* else: its conflicting groups */
    uint32_t by;         /* else: the uses of the tally that have them, by bit */
};

#define KZI_MAX_LEFT_OUT 48

/* One fu item of a tally, for explanations: sets and pair and items one by one. */
struct kzi_fu_line {
    const char *id; /* "base", "flat", "pung", "kong", "chow", "pair", or a rule's own id */
    int group;      /* of the reading; -1: none */
    int32_t fu;
};

/* Fill at most max lines with the parts of the tally's fu and return their number.  Their sum is
 * fu_counted. */
unsigned kzi_fu_lines(const struct kz_ruleset *rules, const struct kzi_hand *hand,
                      const uint8_t mark_counts[KZI_MAX_MARKS], const struct kzi_tally *tally,
                      struct kzi_fu_line *lines, unsigned max);

/* Return the yaku that covers `yaku` in the tally, or -1. */
int kzi_covered_by(const struct kz_ruleset *rules, const struct kzi_tally *tally, unsigned yaku);

/* For a partly covered yaku, return the yaku that covers the instances within these groups, or
 * -1. */
int kzi_covered_within(const struct kz_ruleset *rules, const struct kzi_tally *tally, unsigned yaku,
                       unsigned groups);

/* For explanations, find the instances that a tally leaves out of yaku that hold and are not
 * entirely covered; return their number. */
unsigned kzi_find_left_out(const struct kz_ruleset *rules, const struct kzi_facts *facts,
                           const struct kzi_tally *tally,
                           struct kzi_left_out list[KZI_MAX_LEFT_OUT]);

/* Find selections of combinations on the reading of a tally with the same total but another list
 * of yaku: uses, counts and scored of each in list.  Return their number. */
#define KZI_MAX_EQUAL 8
unsigned kzi_equal_choices(const struct kz_ruleset *rules, const struct kzi_facts *facts,
                           const struct kzi_tally *tally, struct kzi_tally list[KZI_MAX_EQUAL]);

#endif
