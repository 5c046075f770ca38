#include "analysis/compare/summary.h"

#include "base/utf8.h"

#include <stdlib.h>
#include <string.h>

static char *copy_text(struct kzi_summary *summary, const char *text) {
    char *copy = strdup(text);
    if (!copy)
        summary->no_memory = true;
    return copy;
}

static void free_pair(struct kzi_summed_pair *pair) {
    for (size_t i = 0; i < pair->n_rules; i++)
        free(pair->rules[i].rule);
    free(pair->rules);
    for (unsigned i = 0; i < pair->n_movers; i++) {
        free(pair->movers[i].hand);
        free(pair->movers[i].id);
    }
}

void kzi_summary_free(struct kzi_summary *summary) {
    for (unsigned i = 0; i < summary->count; i++) {
        free(summary->sides[i].label);
        free(summary->sides[i].version);
        free(summary->sides[i].digest);
        free_pair(&summary->pairs[i]);
    }
    *summary = (struct kzi_summary){0};
}

void kzi_summary_begin(struct kzi_summary *summary, const kz_ruleset *const *rules,
                       unsigned count) {
    *summary = (struct kzi_summary){.count = count};
    for (unsigned i = 0; i < count; i++) {
        const struct kzi_model *model = rules[i]->model;
        summary->sides[i].label = copy_text(summary, model->label);
        summary->sides[i].version = copy_text(summary, model->version ? model->version : "");
        summary->sides[i].digest = copy_text(summary, model->digest);
    }
}

/* --- a hand ---------------------------------------------------------------------------------- */

/* A hand that does not win is worth nothing. */
static int64_t points_of(const struct kz_result *result) {
    return result->reason == KZI_WINS ? result->best.points : 0;
}

static void add_fields(struct kzi_summary *summary, int64_t counts[KZI_FIELDS], unsigned fields) {
    for (unsigned field = 0; field < KZI_FIELDS; field++)
        kzi_sum(summary, &counts[field], fields >> field & 1);
}

static void add_side(struct kzi_summary *summary, struct kzi_summed_side *side,
                     const struct kz_result *result) {
    if (!kzi_is_scored(result)) {
        kzi_sum(summary, &side->refused, 1);
        return;
    }
    if (result->reason != KZI_WINS)
        return;
    kzi_sum(summary, &side->wins, 1);
    kzi_sum(summary, &side->points, result->best.points);
}

void kzi_say_difference(struct kzi_text *text, const struct kzi_difference *difference) {
    if (difference->by_setting) {
        kzi_text_put(text, "options.");
        kzi_text_put(text, difference->option->id);
        return;
    }
    kzi_text_put(text, difference->address);
}

static void add_rules(struct kzi_summary *summary, struct kzi_summed_pair *pair,
                      const struct kzi_summed_blame *blame) {
    const struct kzi_blamed *blamed = &blame->blamed;
    if (!blame->differences || blamed->how == KZI_BLAMED_NONE)
        kzi_sum(summary, &pair->unexplained, 1);
    kzi_sum(summary, &pair->not_looked_for, blame->differences && blamed->how == KZI_BLAMED_CUT);
    for (size_t i = 0; blame->differences && i < blamed->count; i++) {
        char name[300];
        struct kzi_text text = kzi_text_fixed(name, sizeof name);
        kzi_say_difference(&text, &blame->differences->list[blamed->list[i]]);
        kzi_text_end(&text);
        kzi_rules_count(summary, pair, name, 1, blamed->how == KZI_BLAMED_ALONE);
    }
}

/* The line without blanks around it, cut where a character ends. */
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

static void add_move(struct kzi_summary *summary, struct kzi_summed_pair *pair,
                     const struct kz_result *const sides[2], const char *hand, size_t len) {
    char text[KZI_MOVED_HAND + 1], id[KZI_MAX_ID];
    struct kzi_mover mover = {.points = {points_of(sides[0]), points_of(sides[1])}, .times = 1};
    mover.by = mover.points[1] - mover.points[0];
    kzi_histogram_add(summary, &pair->histogram, mover.by, 1);
    if (!mover.by)
        return;
    bool more = mover.by > 0;
    kzi_sum(summary, more ? &pair->more_hands : &pair->fewer_hands, 1);
    kzi_sum(summary, more ? &pair->more_points : &pair->fewer_points, more ? mover.by : -mover.by);
    put_hand(text, hand, len);
    strcpy(id, kzi_hand_id(&sides[0]->hand));
    mover.hand = text;
    mover.id = id;
    kzi_movers_add(summary, pair, &mover);
}

void kzi_summary_add(struct kzi_summary *summary, const struct kzi_comparison *comparison,
                     const char *hand, size_t len, const struct kzi_summed_blame *blame) {
    const struct kz_result *first = comparison->results[0];
    kzi_sum(summary, &summary->hands, 1);
    kzi_sum(summary, &summary->differs, comparison->differs != 0);
    add_fields(summary, summary->fields, comparison->differs);
    bool taken = false;
    for (unsigned i = 0; i < comparison->count; i++) {
        const struct kz_result *const sides[2] = {first, comparison->results[i]};
        taken |= kzi_is_scored(sides[1]);
        add_side(summary, &summary->sides[i], sides[1]);
        if (!i)
            continue;
        struct kzi_summed_pair *pair = &summary->pairs[i];
        kzi_sum(summary, &pair->differs, comparison->from_first[i] != 0);
        add_fields(summary, pair->fields, comparison->from_first[i]);
        if (comparison->from_first[i])
            add_rules(summary, pair, &blame[i]);
        if (kzi_is_scored(sides[0]) && kzi_is_scored(sides[1]))
            add_move(summary, pair, sides, hand, len);
    }
    kzi_sum(summary, &summary->refused, !taken);
}

/* --- merging --------------------------------------------------------------------------------- */

static void merge_fields(struct kzi_summary *summary, int64_t into[KZI_FIELDS],
                         const int64_t from[KZI_FIELDS]) {
    for (unsigned field = 0; field < KZI_FIELDS; field++)
        kzi_sum(summary, &into[field], from[field]);
}

static void merge_pair(struct kzi_summary *summary, struct kzi_summed_pair *into,
                       const struct kzi_summed_pair *from) {
    kzi_sum(summary, &into->differs, from->differs);
    merge_fields(summary, into->fields, from->fields);
    kzi_sum(summary, &into->more_hands, from->more_hands);
    kzi_sum(summary, &into->more_points, from->more_points);
    kzi_sum(summary, &into->fewer_hands, from->fewer_hands);
    kzi_sum(summary, &into->fewer_points, from->fewer_points);
    kzi_histogram_merge(summary, &into->histogram, &from->histogram);
    kzi_sum(summary, &into->unexplained, from->unexplained);
    kzi_sum(summary, &into->not_looked_for, from->not_looked_for);
    for (size_t i = 0; i < from->n_rules; i++)
        kzi_rules_count(summary, into, from->rules[i].rule, from->rules[i].hands,
                        from->rules[i].alone);
    for (unsigned i = 0; i < from->n_movers; i++)
        kzi_movers_add(summary, into, &from->movers[i]);
}

static bool same_side(const struct kzi_summed_side *a, const struct kzi_summed_side *b) {
    return !strcmp(a->label, b->label) && !strcmp(a->version, b->version) &&
           !strcmp(a->digest, b->digest);
}

static void take_sides(struct kzi_summary *into, const struct kzi_summary *from) {
    into->count = from->count;
    for (unsigned i = 0; i < from->count; i++) {
        into->sides[i].label = copy_text(into, from->sides[i].label);
        into->sides[i].version = copy_text(into, from->sides[i].version);
        into->sides[i].digest = copy_text(into, from->sides[i].digest);
    }
}

bool kzi_summary_merge(struct kzi_summary *into, const struct kzi_summary *from, unsigned *which) {
    into->no_memory |= from->no_memory;
    into->overflow |= from->overflow;
    if (!into->no_memory && !into->count)
        take_sides(into, from);
    if (into->no_memory)
        return true; /* and it will be asked for */
    unsigned count = *which = into->count;
    if (count != from->count)
        return false;
    for (*which = 0; *which < count; ++*which)
        if (!same_side(&into->sides[*which], &from->sides[*which]))
            return false;
    kzi_sum(into, &into->hands, from->hands);
    kzi_sum(into, &into->refused, from->refused);
    kzi_sum(into, &into->differs, from->differs);
    merge_fields(into, into->fields, from->fields);
    for (unsigned i = 0; i < count; i++) {
        kzi_sum(into, &into->sides[i].refused, from->sides[i].refused);
        kzi_sum(into, &into->sides[i].wins, from->sides[i].wins);
        kzi_sum(into, &into->sides[i].points, from->sides[i].points);
        merge_pair(into, &into->pairs[i], &from->pairs[i]);
    }
    return true;
}
