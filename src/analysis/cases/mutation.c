#include "analysis/cases/mutation.h"

#include "analysis/prover/implication.h"
#include "compile/ruleset.h"
#include "report/wording.h"
#include "rules/reader/reader.h"
#include "rules/tree/merge.h"

#include <stdio.h>
#include <string.h>

/* --- places ---------------------------------------------------------------------------------- */

struct walk {
    struct kzi_arena *arena;
    struct kzi_mutants mutants;
    const char *yaku; /* the yaku that the walk is in; NULL: none */
};

/* The place that the walk is at. */
struct site {
    const char *address;
    const struct kzi_node *node;
    struct kzi_place place;    /* of its key; of an item of a list, of the item */
    const struct kzi_node *in; /* the mapping or list around it */
};

static struct site site_of_child(struct walk *walk, const struct site *parent, size_t at) {
    const struct kzi_node *node = parent->node;
    const bool map = node->kind == KZI_MAP;
    const struct kzi_node *value = kzi_node_child(node, at);
    const struct kzi_node *key = map                         ? node->u.entries[at].key
                                 : value->kind == KZI_SCALAR ? value
                                                             : NULL;
    const char *name = key ? key->text : kzi_arena_format(walk->arena, "%zu", at);
    return (struct site){kzi_address_below(walk->arena, parent->address, name), value,
                         key ? key->place : value->place, node};
}

static size_t count_children(const struct kzi_node *node) {
    return node->kind == KZI_SCALAR ? 0 : node->count;
}

static void add_mutant(struct walk *walk, const struct site *site, const char *name,
                       const struct kzi_node *value) {
    *KZI_ADD(walk->arena, walk->mutants.list, walk->mutants.count) =
        (struct kzi_mutant){name, site->address, value, site->node, site->place, walk->yaku};
}

static void add_word(struct walk *walk, const struct site *site, const char *name,
                     const char *word) {
    add_mutant(walk, site, name, kzi_node_new_scalar(walk->arena, site->place, word));
}

/* --- values ---------------------------------------------------------------------------------- */

/* Return whether an earlier item of the list has the same text and so the same address: then only
 * the first is changed. */
static bool is_said_before(const struct kzi_node *list, size_t at) {
    for (size_t i = 0; list->kind == KZI_LIST && i < at; i++)
        if (list->u.items[i]->kind == KZI_SCALAR &&
            kzi_node_equals(list->u.items[i], list->u.items[at]))
            return true;
    return false;
}

/* Remove each part of a value that has more than one: clauses of a condition, their alternatives,
 * sets of a pattern, tiles of a class. */
static void take_apart(struct walk *walk, const struct site *site) {
    for (size_t i = 0; i < count_children(site->node); i++) {
        struct site part = site_of_child(walk, site, i);
        if (site->node->count > 1 && !is_said_before(site->node, i))
            add_mutant(walk, &part, part.address, NULL);
        take_apart(walk, &part);
    }
}

/* Replace {closed: 2} by 2. */
static void join_halves(struct walk *walk, const struct site *site) {
    if (site->node->kind == KZI_MAP && site->node->count == 1)
        add_mutant(walk, site, kzi_address_below(walk->arena, site->address, "only"),
                   site->node->u.entries[0].value);
}

/* Return the first of the words that is not the node's; NULL: there is none. */
static const char *other_word(const struct kzi_names *words, const struct kzi_node *node) {
    size_t at = 0;
    while (at < words->count && kzi_node_is(node, words->name[at]))
        at++;
    return at < words->count ? words->name[at] : NULL;
}

/* Return the scalar that switches off a rule of the key's kind: no points, no rounding, the lowest
 * number, another word.  NULL: there is none, so the rule is removed instead. */
static const char *off_word(const struct kzi_key *key, const struct kzi_node *node) {
    const struct kzi_kind *kind = key->kind;
    const char *normal = key->normal ? key->normal : "";
    if (kind->form == KZI_YES_OR_NO || (kind->form == KZI_A_WORD && !kind->name))
        return other_word(&kind->words, node);
    if (!strcmp(normal, "all"))
        return "1";
    if (*normal && strcmp(normal, "0") != 0)
        return NULL;
    if (kind == kzi_kind_times || kind == kzi_kind_share_in_short)
        return "0";
    return kind->form == KZI_A_ROUNDING || (kind->form == KZI_AN_INT && kind->min <= 0)
               ? kind->normal
               : NULL;
}

/* --- keys ------------------------------------------------------------------------------------ */

/* Return whether the rules require this key, or require it unless another key is there too: a yaku
 * needs `value` or `factor`. */
static bool is_needed(const struct site *site, const struct kzi_key *key) {
    static const struct {
        const char *key, *next_to;
    } needed[] = {{"value", "factor"}, {"factor", "value"}, {"when", "each"},  {"each", "when"},
                  {"any_wins", ""},    {"dealer_wins", ""}, {"other_wins", ""}};
    if (kzi_path_fits(site->address, "minimum.when"))
        return false;
    for (size_t i = 0; i < KZI_COUNT(needed); i++)
        if (!strcmp(key->name, needed[i].key))
            return !kzi_node_get(site->in, needed[i].next_to);
    if (key->needed)
        return true;
    return kzi_count_short(key->kind->table) && site->in->count == 1;
}

/* Return whether an entry only defines a word that other rules use. */
static bool is_vocabulary(const struct site *site) {
    static const char *const words[] = {"circumstances.*", "tiles.classes.*", "tiles.marks.*"};
    for (size_t i = 0; i < KZI_COUNT(words); i++)
        if (kzi_path_fits(site->address, words[i]))
            return true;
    return kzi_path_fits(site->address, "limits.*") && !kzi_node_get(site->node, "from_total") &&
           !kzi_node_get(site->node, "from_value");
}

/* Return whether the node is a liability for no yaku. */
static bool names_nobody(const struct kzi_node *node) {
    const struct kzi_node *yaku = kzi_node_get(node, "yaku");
    return yaku && yaku->kind != KZI_SCALAR && !yaku->count;
}

static void visit_keys(struct walk *walk, const struct site *site,
                       const struct kzi_key_table *table);

/* Return whether the items of a list are identified by position. */
static bool is_row(const struct kzi_kind *kind) {
    return kind->of == kzi_kind_points || kind->of == kzi_kind_seat ||
           kind->of == kzi_kind_tile_pattern || kind->of == kzi_kind_tile_term;
}

static void visit_parts(struct walk *walk, const struct site *site, const struct kzi_kind *kind) {
    const bool halves = kzi_count_short(kind->table) > 1;
    if (halves)
        join_halves(walk, site);
    /* the keys of what a yaku counts for are one rule */
    if (kind->table && site->node->kind == KZI_MAP && !halves && kind != kzi_kind_each)
        visit_keys(walk, site, kind->table);
    else if (!is_row(kind))
        take_apart(walk, site);
}

/* Mutate the value of a key.  A mapping whose keys join those of a parent is several rules. */
static void visit_value(struct walk *walk, const struct site *site, const struct kzi_key *key) {
    const bool several = site->node->kind == KZI_MAP && key->joins && !key->thing && !key->mean;
    const char *off = site->node->kind == KZI_SCALAR ? off_word(key, site->node) : NULL;
    if (kzi_node_is(site->node, "as_others"))
        add_mutant(walk, site, kzi_address_below(walk->arena, site->address, "others"),
                   kzi_node_get(site->in, "others"));
    if (off && !kzi_node_is(site->node, off))
        add_word(walk, site, site->address, off);
    else if (!off && !several && !is_needed(site, key) && !kzi_node_is(site->node, "no"))
        add_mutant(walk, site, site->address, NULL);
    visit_parts(walk, site, key->kind);
}

/* Mutate one of several things under a key.  A thing that other rules may name is put out of use
 * instead of removed. */
static void visit_entry(struct walk *walk, const struct site *site, const struct kzi_key *key) {
    static const char in_use[] = "in_use";
    const struct kzi_kind *kind = key->kind->of ? key->kind->of : key->kind;
    struct site use = *site;
    use.address = kzi_address_below(walk->arena, site->address, in_use);
    if (kzi_node_is(kzi_node_get(site->node, in_use), "no") || kzi_node_is(site->node, "no"))
        return;
    if (kzi_key_table_find(kind->table, in_use, strlen(in_use)) && !is_vocabulary(site))
        add_word(walk, &use, site->address, "no");
    else if (!is_vocabulary(site))
        add_mutant(walk, site, site->address, NULL);
    visit_parts(walk, site, kind);
    /* a cover of some instances only */
    if (kind == kzi_kind_covers && site->in->kind == KZI_MAP && !kzi_node_is(site->node, "yes"))
        add_word(walk, site, kzi_address_below(walk->arena, site->address, site->node->text),
                 "yes");
}

static bool has_entries(const struct kzi_kind *kind, const struct kzi_node *node) {
    const bool several = kind->form == KZI_A_MAP || kind->form == KZI_A_LIST ||
                         kind == kzi_kind_covers || kind == kzi_kind_liable_yaku ||
                         (kind->table && node->kind == KZI_LIST);
    return several && !is_row(kind) && node->kind != KZI_SCALAR;
}

static void visit_key(struct walk *walk, const struct site *site, const struct kzi_key *key) {
    const bool yaku = !strcmp(site->address, "yaku");
    if (!has_entries(key->kind, site->node))
        visit_value(walk, site, key);
    else
        for (size_t i = 0; i < site->node->count; i++) {
            struct site entry = site_of_child(walk, site, i);
            walk->yaku = yaku ? site->node->u.entries[i].key->text : walk->yaku;
            if (!is_said_before(site->node, i) && !names_nobody(entry.node))
                visit_entry(walk, &entry, key);
        }
    walk->yaku = yaku ? NULL : walk->yaku;
}

/* Mutate the keys of a mapping.  Silent keys have no rule of their own, except the yaku of a
 * liability. */
static void visit_keys(struct walk *walk, const struct site *site,
                       const struct kzi_key_table *table) {
    for (size_t i = 0; i < site->node->count; i++) {
        struct site part = site_of_child(walk, site, i);
        const char *name = site->node->u.entries[i].key->text;
        const struct kzi_key *key = kzi_key_table_find(table, name, strlen(name));
        if (key && (!key->silent || key->kind == kzi_kind_liable_yaku) &&
            key->kind->form != KZI_A_LABEL && key->kind != kzi_kind_text &&
            !names_nobody(part.node))
            visit_key(walk, &part, key);
    }
}

struct kzi_mutants kzi_mutants_of(struct kzi_arena *arena, const struct kzi_node *root) {
    struct walk walk = {.arena = arena};
    const struct site top = {.address = "", .node = root, .place = root->place};
    visit_keys(&walk, &top, KZI_KEYS(rules));
    return walk.mutants;
}

bool kzi_mutant_equals(struct kzi_arena *arena, const struct kzi_mutant *one,
                       const struct kzi_mutant *other) {
    return !strcmp(one->name, other->name) &&
           kzi_meanings_equal(arena, one->name, one->rule, other->rule);
}

/* --- probes ---------------------------------------------------------------------------------- */

const struct kzi_case *kzi_probes_fail(struct kzi_case_runner *runner,
                                       const struct kzi_probes *probes) {
    const struct kzi_case_list *cases = &probes->cases;
    for (size_t i = 0; i < cases->count; i++)
        if (!kzi_case_runner_run(runner, cases->list[i].rules, &cases->list[i]))
            return &cases->list[i];
    return NULL;
}

/* Return whether a case involves a yaku: such cases are the most likely to notice a change of
 * it. */
static bool speaks_of(const struct kzi_case *one, const char *yaku) {
    return kzi_node_get(kzi_node_get(one->expect, "yaku"), yaku) ||
           kzi_node_get(kzi_node_get(one->expect, "covered"), yaku) || strstr(one->name, yaku);
}

/* Run the cases of these rules, those that involve the yaku first.  Return the first that fails, or
 * NULL. */
static const struct kzi_case *kill(struct kzi_case_runner *runner, const struct kzi_probes *probes,
                                   const struct kz_ruleset *rules, const struct kz_ruleset *changed,
                                   const char *yaku) {
    for (int speaking = yaku ? 1 : 0; speaking >= 0; speaking--)
        for (size_t i = 0; i < probes->cases.count; i++) {
            const struct kzi_case *one = &probes->cases.list[i];
            if (one->rules == rules && (yaku && speaks_of(one, yaku)) == speaking &&
                !kzi_case_runner_run(runner, changed, one))
                return one;
        }
    return NULL;
}

/* --- proofs ---------------------------------------------------------------------------------- */

static const struct kzi_coverer *coverer_of(const struct kz_ruleset *rules, unsigned yaku) {
    for (unsigned i = 0; i < rules->n_coverers; i++)
        if (rules->coverers[i].yaku == yaku)
            return &rules->coverers[i];
    return NULL;
}

/* Return whether the coverer covers all instances of a yaku. */
static bool covers(const struct kzi_coverer *by, unsigned yaku) {
    return by && kzi_has_bit(by->covers, yaku);
}

static bool parts_equal(const struct kzi_coverer *one, const struct kzi_coverer *other) {
    unsigned count = one ? one->n_some : 0;
    if (count != (other ? other->n_some : 0))
        return false;
    for (unsigned i = 0; i < count; i++)
        if (one->some[i].yaku != other->some[i].yaku ||
            one->some[i].which != other->some[i].which ||
            one->some[i].number != other->some[i].number)
            return false;
    return true;
}

/* Return whether the same yaku cover this yaku, apart from those that never occur together with
 * it. */
static bool covers_equal(const struct kz_ruleset *rules, const struct kz_ruleset *changed,
                         unsigned yaku) {
    const struct kzi_coverer *was = coverer_of(rules, yaku), *is = coverer_of(changed, yaku);
    for (unsigned i = 0; i < rules->n_yaku; i++)
        if (covers(was, i) != covers(is, i) && !kzi_cannot_meet(rules, yaku, i, NULL))
            return false;
    return parts_equal(was, is);
}

#define MAX_COVERERS 8

/* Return whether `by` excludes `yaku` wherever both hold: it covers it, whatever covers `by` covers
 * `yaku` too, and nothing else excludes yaku in these rules. */
static bool covers_always(const struct kz_ruleset *rules, unsigned by, unsigned yaku) {
    bool always = covers(coverer_of(rules, by), yaku) && !rules->model->limit_names.count;
    for (unsigned i = 0; i < rules->n_yaku; i++)
        always &= !rules->model->yaku[i].alone;
    for (unsigned i = 0; i < rules->n_coverers; i++) {
        const struct kzi_coverer *over = &rules->coverers[i];
        always &= !covers(over, by) || covers(over, yaku);
        for (unsigned k = 0; k < over->n_some; k++)
            always &= over->some[k].yaku != by;
    }
    return always;
}

/* Return whether the changed yaku never adds to a hand: wherever it holds, the unchanged one holds
 * too, or a yaku that covers it. */
static bool makes_no_odds(const struct kz_ruleset *rules, const struct kzi_yaku *is,
                          unsigned yaku) {
    const struct kzi_yaku *others[MAX_COVERERS];
    unsigned n = 0;
    for (unsigned i = 0; i < rules->n_yaku && n < MAX_COVERERS; i++)
        if (covers_always(rules, i, yaku))
            others[n++] = &rules->model->yaku[i];
    return kzi_implies_or(rules, is, &rules->model->yaku[yaku], others, n);
}

/* Return whether a yaku of closed hands, which now counts in open ones too, never occurs in open
 * hands (or the reverse). */
static bool no_other_half(const struct kz_ruleset *rules, const struct kzi_yaku *was,
                          const struct kzi_yaku *is) {
    struct kzi_yaku half = *is;
    half.closed.scored &= !was->closed.scored;
    half.open.scored &= !was->open.scored;
    return kzi_implies_or(rules, &half, NULL, NULL, 0);
}

/* Return whether a mutant that changed one yaku (its covers, a clause of its condition, or the
 * hands in which it counts) is equivalent. */
static bool is_equivalent(const struct kz_ruleset *rules, const struct kz_ruleset *changed,
                          const struct kzi_mutant *mutant) {
    /* waits.own_discards does not affect the score of any hand */
    if (!strcmp(rules->model->digest, changed->model->digest) ||
        !strcmp(mutant->address, "waits.own_discards"))
        return true;
    if (!mutant->yaku)
        return false;
    bool covers_too = true;
    for (unsigned i = 0; i < rules->n_yaku; i++)
        covers_too &= covers_equal(rules, changed, i);
    if (strstr(mutant->address, ".covers."))
        return covers_too;
    unsigned yaku = (unsigned)kzi_names_find(&rules->model->yaku_names, mutant->yaku);
    const struct kzi_yaku *was = &rules->model->yaku[yaku], *is = &changed->model->yaku[yaku];
    if (kzi_path_fits(mutant->address, "yaku.*.value") && mutant->value)
        return no_other_half(rules, was, is);
    return strstr(mutant->address, ".when") && kzi_implies_or(rules, was, is, NULL, 0) &&
           makes_no_odds(rules, is, yaku);
}

/* --- one mutant ------------------------------------------------------------------------------ */

static void refuse(struct kzi_mutant_outcome *outcome, const kz_error *error) {
    outcome->status = error->status == KZ_NO_MEMORY ? KZI_NOT_TRIED : KZI_REFUSED;
    snprintf(outcome->why, sizeof outcome->why, "%s", error->text);
}

/* Try the mutant of one of the rulesets with that ruleset's cases. */
static void try_under(struct kzi_mutant_outcome *outcome, struct kzi_case_runner *runner,
                      const struct kzi_probes *probes, const struct kzi_mutant *mutant,
                      const struct kz_ruleset *rules) {
    const struct kzi_change change = {mutant->address, mutant->value};
    kz_ruleset *changed;
    kz_error error;
    if (kzi_ruleset_build_changed(&changed, rules, change, NULL, &error) == KZ_OK)
        outcome->by = kill(runner, probes, rules, changed, mutant->yaku);
    else if (rules == probes->rules || error.status == KZ_NO_MEMORY)
        refuse(outcome, &error);
    if (outcome->by)
        outcome->status = KZI_KILLED;
    else if (changed && rules == probes->rules && is_equivalent(rules, changed, mutant))
        outcome->status = KZI_SAME;
    kzi_ruleset_free(changed);
}

/* Return whether the case is the first one with its rules. */
static bool is_first(const struct kzi_probes *probes, size_t at) {
    size_t i = 0;
    while (i < at && probes->cases.list[i].rules != probes->cases.list[at].rules)
        i++;
    return i == at && probes->cases.list[at].rules != probes->rules;
}

void kzi_mutant_try(struct kzi_mutant_outcome *outcome, struct kzi_case_runner *runner,
                    const struct kzi_probes *probes, const struct kzi_mutant *mutant) {
    *outcome = (struct kzi_mutant_outcome){.status = KZI_SURVIVED};
    try_under(outcome, runner, probes, mutant, probes->rules);
    for (size_t i = 0; outcome->status == KZI_SURVIVED && i < probes->cases.count; i++)
        if (is_first(probes, i))
            try_under(outcome, runner, probes, mutant, probes->cases.list[i].rules);
}
