#include "analysis/exhaustive/every_concern.h"

#include "rules/condition.h"

#include <string.h>

/* --- which yaku ------------------------------------------------------------------------------ */

static int yaku_named(const struct kz_ruleset *rules, const char *id) {
    return kzi_names_find(&rules->model->yaku_names, id);
}

void kzi_every_add_rows(uint64_t *rows, const struct kz_ruleset *rules, int yaku) {
    const struct kzi_program *program = rules->scoring;
    for (unsigned i = 0; yaku >= 0 && i < program->n_rows; i++)
        if (program->owner[i] == yaku)
            rows[i / 64] |= UINT64_C(1) << i % 64;
}

static void add_both(struct kzi_both_rows *rows, const struct kz_ruleset *const rules[2],
                     const char *id) {
    for (unsigned of = 0; of < 2; of++)
        kzi_every_add_rows(rows->of[of], rules[of], yaku_named(rules[of], id));
}

static void add_when(struct kzi_every_concern *concern, const struct kz_ruleset *const rules[2],
                     const char *id) {
    bool room = concern->n_whens < KZI_EVERY_WHENS;
    add_both(room ? &concern->whens[concern->n_whens++] : &concern->held, rules, id);
}

static bool has_other_condition(const struct kzi_differences *differences, const char *id) {
    size_t len = strlen(id);
    for (size_t i = 0; i < differences->count; i++)
        for (size_t k = 0; k < differences->list[i].n_places; k++) {
            const char *below = kzi_below(differences->list[i].places[k].address, "yaku");
            if (below && !strncmp(below, id, len) && !strncmp(below + len, ".when", 5))
                return true;
        }
    return false;
}

/* Those whose condition names it differ with it. */
static void add_users(struct kzi_every_concern *concern, const struct kzi_differences *differences,
                      const char *id, struct kzi_both_rows *touched) {
    const struct kz_ruleset *const *rules = differences->rules;
    for (unsigned of = 0; of < 2; of++)
        for (unsigned i = 0; i < rules[of]->n_yaku; i++) {
            const struct kzi_yaku *yaku = &rules[of]->model->yaku[i];
            const struct kzi_node *when = kzi_node_get(yaku->node, "when");
            if (!strcmp(yaku->id, id) || !when || !kzi_mentions(when, "yaku", id, NULL))
                continue;
            add_when(concern, rules, yaku->id);
            add_both(touched, rules, yaku->id);
            concern->tangled |=
                has_other_condition(differences, yaku->id) && has_other_condition(differences, id);
        }
}

/* Adds the yaku that an address is of; false: it is of something else. */
static bool add_place(struct kzi_every_concern *concern, const struct kzi_differences *differences,
                      const char *address, struct kzi_both_rows *touched) {
    const struct kz_ruleset *const *rules = differences->rules;
    const char *below = kzi_below(address, "yaku");
    char id[256];
    size_t len = below ? strcspn(below, ".") : 0;
    if (!len || len >= sizeof id)
        return false;
    memcpy(id, below, len);
    id[len] = '\0';
    const char *field = below[len] ? below + len + 1 : "";
    if (kzi_below(field, "when") || !strcmp(field, "when"))
        add_when(concern, rules, id);
    else
        add_both(&concern->held, rules, id);
    add_both(touched, rules, id);
    add_users(concern, differences, id, touched);
    return true;
}

/* --- what covers come to --------------------------------------------------------------------- */

static const struct kzi_coverer *coverer_of(const struct kz_ruleset *rules, unsigned yaku) {
    for (unsigned i = 0; i < rules->n_coverers; i++)
        if (rules->coverers[i].yaku == yaku)
            return &rules->coverers[i];
    return NULL;
}

static bool covers(const struct kz_ruleset *rules, unsigned coverer, int covered) {
    const struct kzi_coverer *of = coverer_of(rules, coverer);
    return of && covered >= 0 && of->covers[covered / 64] >> (covered % 64) & 1;
}

static bool same_covers(const struct kz_ruleset *const rules[2], unsigned one, unsigned other) {
    for (unsigned i = 0; i < rules[0]->n_yaku; i++)
        if (covers(rules[0], one, (int)i) !=
            covers(rules[1], other, yaku_named(rules[1], rules[0]->model->yaku[i].id)))
            return false;
    return true;
}

/* Covers reach on through others, so a yaku may cover differently that is written the same.  Add
 * those of the first of both rulesets that cover differently than in `changed`. */
static void add_coverers(struct kzi_both_rows *rows, const struct kz_ruleset *const rules[2],
                         const struct kz_ruleset *changed) {
    const struct kz_ruleset *const pair[2] = {rules[0], changed};
    for (unsigned i = 0; i < rules[0]->n_yaku; i++) {
        const char *id = rules[0]->model->yaku[i].id;
        int other = yaku_named(changed, id);
        if (other >= 0 && !same_covers(pair, i, (unsigned)other))
            add_both(rows, rules, id);
    }
}

/* Whether the yaku that both have come in the same order: of equal choices it decides. */
static bool same_order(const struct kz_ruleset *const rules[2]) {
    int last = -1;
    for (unsigned i = 0; i < rules[0]->n_yaku; i++) {
        int other = yaku_named(rules[1], rules[0]->model->yaku[i].id);
        if (other >= 0 && other < last)
            return false;
        last = other >= 0 ? other : last;
    }
    return true;
}

/* --- what circumstances need ----------------------------------------------------------------- */

static bool asks_how_sets_lie(const struct kzi_condition *clause, void *unused) {
    bool so = true;
    (void)unused;
    switch ((int)clause->kind) {
    case KZI_CONDITION_given:
    case KZI_CONDITION_by:
    case KZI_CONDITION_hand:
        return true;
    case KZI_CONDITION_sets:
        for (size_t i = 0; i < clause->u.phrases.count; i++)
            so &= kzi_tells_no_kinds(&clause->u.phrases.list[i].phrase.class_);
        return so;
    case KZI_CONDITION_tiles:
        for (size_t i = 0; i < clause->u.classes.count; i++)
            so &= kzi_tells_no_kinds(&clause->u.classes.list[i].class_);
        return so;
    default:
        return false;
    }
}

static bool needs_ask_how_sets_lie(const struct kz_ruleset *rules) {
    bool so = true;
    for (size_t i = 0; i < rules->model->circumstance_names.count; i++)
        so &= kzi_condition_each_clause(rules->model->circumstances[i].needs, asks_how_sets_lie,
                                        NULL);
    return so;
}

void kzi_every_concern_find(struct kzi_every_concern *concern, const struct kzi_blame *blame) {
    const struct kzi_differences *differences = &blame->differences;
    const struct kz_ruleset *const *rules = differences->rules;
    memset(concern, 0, sizeof *concern);
    concern->confined = same_order(rules);
    for (unsigned of = 0; of < 2; of++)
        concern->confined &= needs_ask_how_sets_lie(rules[of]);
    concern->n_differences = differences->count;
    concern->confined &= differences->count <= KZI_MAX_BLAMED;
    for (size_t i = 0; i < differences->count && concern->confined; i++)
        for (size_t k = 0; k < differences->list[i].n_places; k++)
            concern->confined &= add_place(
                concern, differences, differences->list[i].places[k].address, &concern->touched[i]);
    add_coverers(&concern->held, rules, rules[1]);
    for (size_t i = 0; i < differences->count && i < KZI_MAX_BLAMED && blame->alone[0]; i++)
        if (blame->alone[0][i].rules)
            add_coverers(&concern->touched[i], rules, blame->alone[0][i].rules);
}

/* --- asking ---------------------------------------------------------------------------------- */

static bool any_of(const uint64_t *left, const uint64_t *rows, unsigned words) {
    uint64_t any = 0;
    for (unsigned i = 0; i < words; i++)
        any |= left[i] & rows[i];
    return any != 0;
}

void kzi_every_touches(const struct kzi_every_concern *concern, const unsigned words[2],
                       const uint64_t *const left[2], uint64_t touching[KZI_DIFFERENCE_WORDS]) {
    for (size_t i = 0; i < concern->n_differences; i++)
        for (unsigned of = 0; of < 2; of++)
            if (any_of(left[of], concern->touched[i].of[of], words[of]))
                touching[i / 64] |= UINT64_C(1) << i % 64;
}
