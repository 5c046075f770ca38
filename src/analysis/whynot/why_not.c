#include "analysis/whynot/why_not.h"

#include "report/contribution.h"
#include "report/wording.h"

const char *const kzi_why_status_names[KZI_WHY_STATUSES] = {"counts",    "fails", "not_in_use",
                                                            "set_aside", "loses", "incomplete"};

/* --- what the yaku asks ---------------------------------------------------------------------- */

static struct kzi_why_statement *add(struct kzi_why *why) {
    return &why->statements[why->n_statements++];
}

/* What a mapping says at the top stands as statements of their own, while there is room. */
static void add_condition(struct kzi_why *why, const struct kzi_condition *cond) {
    struct kzi_clause clause;
    kzi_clause_of(why->result->rules, cond, false, &clause);
    size_t parts = kzi_clause_parts(&clause);
    bool open = clause.sort == KZI_CLAUSE_ALL && clause.whole->kind != KZI_CONDITION_holds &&
                why->n_statements + parts < KZI_MAX_STATEMENTS;
    if (!open)
        add(why)->clause = clause;
    for (size_t i = 0; open && i < parts; i++) {
        struct kzi_clause part;
        kzi_clause_part(&clause, i, &part);
        if (part.sort == KZI_CLAUSE_ALL && part.whole->kind != KZI_CONDITION_holds &&
            why->n_statements + kzi_clause_parts(&part) + parts < KZI_MAX_STATEMENTS)
            for (size_t k = 0; k < kzi_clause_parts(&part); k++)
                kzi_clause_part(&part, k, &add(why)->clause);
        else
            add(why)->clause = part;
    }
}

/* A value for one openness only asks for it. */
static void add_value(struct kzi_why *why, const struct kzi_yaku *rule) {
    static const struct kzi_node closed = {.kind = KZI_SCALAR, .text = "closed"};
    static const struct kzi_node open = {.kind = KZI_SCALAR, .text = "open"};
    if (rule->closed.scored == rule->open.scored)
        return;
    why->value = (struct kzi_condition){.kind = KZI_CONDITION_hand, .place = rule->place};
    why->value.node = rule->closed.scored ? &closed : &open;
    why->value.u.bits = rule->closed.scored ? KZI_HAND_CLOSED : KZI_HAND_OPEN;
    kzi_clause_of(why->result->rules, &why->value, false, &add(why)->clause);
}

/* Each set or pattern: that there is one. */
static void add_each(struct kzi_why *why, const struct kzi_yaku *rule) {
    static const struct kzi_node some = {.kind = KZI_SCALAR, .text = "some"};
    const struct kzi_node *each = kzi_node_get(rule->node, "each");
    if (rule->each == KZI_EACH_SET) {
        why->each_phrase = (struct kzi_phrase_count){rule->each_set, {false, 1, 255}};
        why->each_entry = (struct kzi_entry){kzi_node_get(each, "set"), &some};
        why->each_node = (struct kzi_node){.kind = KZI_MAP, .count = 1};
        why->each_node.u.entries = &why->each_entry;
        why->each = (struct kzi_condition){.kind = KZI_CONDITION_groups, .node = &why->each_node};
        why->each.u.phrases.list = &why->each_phrase;
        why->each.u.phrases.count = 1;
    } else {
        why->each =
            (struct kzi_condition){.kind = KZI_CONDITION_has, .node = kzi_node_get(each, "has")};
        why->each.u.pattern = rule->each_pattern;
    }
    why->each.place = rule->place;
    kzi_clause_of(why->result->rules, &why->each, false, &add(why)->clause);
}

static void find_statements(struct kzi_why *why) {
    const struct kzi_yaku *rule = &why->result->rules->model->yaku[why->yaku];
    why->n_statements = 0;
    if (!rule->in_use)
        add(why)->sort = KZI_SAYS_IN_USE;
    add_value(why, rule);
    if (rule->each == KZI_EACH_SET || rule->each == KZI_EACH_PATTERN)
        add_each(why, rule);
    else if (rule->each != KZI_ONCE)
        add(why)->sort = KZI_SAYS_COUNT;
    if (rule->when)
        add_condition(why, rule->when);
}

unsigned kzi_why_statement_failing(const struct kzi_why *why,
                                   const struct kzi_why_statement *statement) {
    const struct kz_result *result = why->result;
    if (statement->sort == KZI_SAYS_IN_USE)
        return 1;
    if (statement->sort == KZI_SAYS_COUNT)
        return !kzi_instances(result->rules, &why->facts, &why->reading, result->mark_counts,
                              why->yaku);
    return kzi_clause_failing(&statement->clause, &why->facts, &why->reading);
}

/* --- the reading ----------------------------------------------------------------------------- */

static bool same_group(struct kzi_group a, struct kzi_group b) {
    return a.kind == b.kind && a.tile == b.tile && a.hold == b.hold && a.won == b.won &&
           a.meld == b.meld;
}

static bool same_reading(const struct kzi_reading *a, const struct kzi_reading *b) {
    if (a->shape != b->shape || a->wait != b->wait || a->n_groups != b->n_groups ||
        a->body != b->body)
        return false;
    for (unsigned i = 0; i < a->n_groups; i++)
        if (!same_group(kzi_group_of(a, i), kzi_group_of(b, i)))
            return false;
    return true;
}

/* The tally of a reading that says the most of the yaku: of several, one in which it counts. */
static const struct kzi_tally *tally_of(const struct kzi_why *why,
                                        const struct kzi_reading *reading) {
    const struct kz_result *result = why->result;
    bool is_best = same_reading(reading, &result->best.reading);
    const struct kzi_tally *found = is_best ? &result->best : NULL;
    for (unsigned i = 0; i < result->n_others; i++) {
        const struct kzi_tally *other = &result->others[i];
        if (same_reading(reading, &other->reading) &&
            (!found || (kzi_has_yaku(other->scored, why->yaku) &&
                        kzi_covered_by(result->rules, found, why->yaku) < 0)))
            found = other;
    }
    return kzi_has_yaku(result->best.scored, why->yaku) && is_best ? &result->best : found;
}

static void look_at(struct kzi_why *why, const struct kzi_reading *reading) {
    const struct kzi_tally *tally = tally_of(why, reading);
    kzi_facts_of(why->result, &why->facts);
    why->reading = *reading;
    why->facts.scored = tally ? tally->scored : NULL;
}

static unsigned failing(const struct kzi_why *why) {
    unsigned count = 0;
    for (unsigned i = 0; i < why->n_statements; i++)
        count += kzi_why_statement_failing(why, &why->statements[i]);
    return count;
}

/* Of readings that come as near: the best one, then one on which the yaku counts. */
static unsigned rank(const struct kzi_why *why, const struct kzi_reading *reading) {
    const struct kzi_tally *tally = tally_of(why, reading);
    if (same_reading(reading, &why->result->best.reading))
        return 0;
    return !tally ? 3 : kzi_has_yaku(tally->scored, why->yaku) ? 1 : 2;
}

/* Chooses the reading; returns how many things fail on it. */
static unsigned find_reading(struct kzi_why *why) {
    const struct kzi_readings *readings = &why->readings;
    unsigned least = UINT32_MAX, chosen = 0;
    for (unsigned i = 0; i < readings->count; i++) {
        look_at(why, &readings->list[i]);
        unsigned count = failing(why) * 4 + rank(why, &readings->list[i]);
        if (count < least) {
            least = count;
            chosen = i;
        }
    }
    look_at(why, &readings->list[chosen]);
    return least / 4;
}

/* --- the verdict ----------------------------------------------------------------------------- */

/* Makes the tally that is told of the best one in room, for reports that speak of the best. */
static const struct kzi_tally *show_tally(struct kzi_why *why) {
    const struct kzi_tally *tally = why->has_reading ? tally_of(why, &why->reading) : NULL;
    *why->room = *why->result;
    if (tally && tally != &why->result->best)
        why->room->best = *tally;
    why->facts.scored = tally ? why->room->best.scored : NULL;
    return tally;
}

static enum kzi_why_status status_of(struct kzi_why *why, const struct kzi_tally *tally) {
    const struct kz_result *result = why->result;
    if (!result->rules->model->yaku[why->yaku].in_use)
        return KZI_WHY_NOT_USED;
    if (kzi_has_yaku(result->best.scored, why->yaku))
        return KZI_WHY_COUNTS;
    if (!why->has_reading)
        return KZI_WHY_INCOMPLETE;
    if (failing(why))
        return KZI_WHY_FAILS;
    return tally && !kzi_has_yaku(tally->scored, why->yaku) ? KZI_WHY_ASIDE : KZI_WHY_LOSES;
}

void kzi_why_find(struct kzi_why *why, const struct kz_result *result, unsigned yaku,
                  struct kz_result *room, struct kz_result *trying) {
    *why = (struct kzi_why){.result = result, .room = room, .yaku = yaku};
    find_statements(why);
    kzi_facts_of(result, &why->facts);
    kzi_readings_of(why->facts.tiles, &result->hand, &result->rules->shapes, &why->readings);
    why->has_reading = why->readings.count > 0;
    if (why->has_reading)
        find_reading(why);
    if (kzi_has_yaku(result->best.scored, yaku))
        look_at(why, &result->best.reading);
    why->status = status_of(why, show_tally(why));
    if (why->status != KZI_WHY_COUNTS && why->status != KZI_WHY_NOT_USED)
        kzi_tile_change_find(&why->change, result, yaku, trying);
}
