#include "analysis/cases/mutation.h"

#include "analysis/prover/implication.h"
#include "compile/ruleset.h"
#include "report/wording.h"
#include "rules/tree/merge.h"

#include <stdio.h>
#include <string.h>

/* --- operators -------------------------------------------------------------------------------- */

enum way {
    NOT_IN_USE,  /* keep the thing, in_use: no */
    TAKEN,       /* remove it; no mutant if it is `no` */
    ONE_TAKEN,   /* remove it if there are others, which stay */
    SET,         /* to another value; no mutant if it has that value */
    SWAPPED,     /* replace one of two words by the other; no mutant if it has neither */
    NO_HALVES,   /* make a value for closed hands hold for open ones too, and the other way round */
    WHOLE,       /* make a cover of some instances cover all */
    LIKE_OTHERS, /* make a discarder who pays as_others pay as one who is not the dealer */
    APART        /* remove each clause of a condition */
};

#define OF_LIABILITY(at)                                                                           \
    {at ".yaku.*", TAKEN, NULL, NULL, NULL}, {at ".needs", TAKEN, NULL, NULL, NULL},               \
        {at ".needs", APART, NULL, NULL, NULL},                                                    \
        {at ".for", SWAPPED, "whole_hand", "that_yakuman", NULL},                                  \
        {at ".discard", SET, "as_discarder", NULL, NULL}, {                                        \
        at ".counters", SWAPPED, "discarder", "feeder", NULL                                       \
    }

static const struct row {
    const char *path; /* * matches any one name */
    enum way way;
    const char *one, *other; /* SET: to one; SWAPPED */
    const char *next_to;     /* only next to this key; NULL: anywhere */
} rows[] = {
    {"yaku.*", NOT_IN_USE, NULL, NULL, NULL},
    {"yaku.*.value", NO_HALVES, NULL, NULL, NULL},
    {"yaku.*.value.*", ONE_TAKEN, NULL, NULL, NULL},
    {"yaku.*.when", TAKEN, NULL, NULL, "each"},
    {"yaku.*.when", APART, NULL, NULL, NULL},
    {"yaku.*.each", TAKEN, NULL, NULL, "when"},
    {"yaku.*.each.has.*", ONE_TAKEN, NULL, NULL, NULL},
    {"yaku.*.covers.*", TAKEN, NULL, NULL, NULL},
    {"yaku.*.covers.*", WHOLE, NULL, NULL, NULL},
    {"yaku.*.combination", SWAPPED, "yes", "no", NULL},
    {"yaku.*.bonus", SWAPPED, "yes", "no", NULL},
    {"yaku.*.alone", SWAPPED, "yes", "no", NULL},
    {"yaku.*.chips", TAKEN, NULL, NULL, NULL},
    {"yaku.*.chips", NO_HALVES, NULL, NULL, NULL},
    {"yaku.*.chips.*", ONE_TAKEN, NULL, NULL, NULL},
    {"limits.*.chips", TAKEN, NULL, NULL, NULL},
    {"payments.chips.*", TAKEN, NULL, NULL, NULL},
    {"yaku.*.series", TAKEN, NULL, NULL, NULL},
    {"yaku.*.hands", SWAPPED, "winning", "all", NULL},
    {"combinations.*", SWAPPED, "yes", "no", NULL},
    {"claims", TAKEN, NULL, NULL, NULL},
    {"shapes.*", TAKEN, NULL, NULL, NULL},
    {"shapes.*.pairs_differ", SWAPPED, "yes", "no", NULL},
    {"shapes.*.when", APART, NULL, NULL, NULL},
    {"waits.used_up_tiles", SWAPPED, "yes", "no", NULL},
    {"tiles.next.*", TAKEN, NULL, NULL, NULL},
    {"tiles.classes.*.*", ONE_TAKEN, NULL, NULL, NULL},
    {"tiles.classes.*.*.*", ONE_TAKEN, NULL, NULL, NULL},
    {"tiles.copies.*", TAKEN, NULL, NULL, NULL},
    {"tiles.marks.*.after_kongs", SWAPPED, "yes", "no", NULL},
    {"tiles.marks.*.at_most", TAKEN, NULL, NULL, NULL},
    {"tiles.marks.*.needs", TAKEN, NULL, NULL, NULL},
    {"tiles.marks.*.needs", APART, NULL, NULL, NULL},
    {"circumstances.*.implies", TAKEN, NULL, NULL, NULL},
    {"circumstances.*.needs", TAKEN, NULL, NULL, NULL},
    {"circumstances.*.needs", APART, NULL, NULL, NULL},
    {"total.at_most", TAKEN, NULL, NULL, NULL},
    {"minimum.total", SET, "1", NULL, NULL},
    {"minimum.without.*", TAKEN, NULL, NULL, NULL},
    {"minimum.when", TAKEN, NULL, NULL, NULL},
    {"minimum.when", APART, NULL, NULL, NULL},
    {"fu.flat.*", TAKEN, NULL, NULL, NULL},
    {"fu.start", SET, "0", NULL, NULL},
    {"fu.sets.*", TAKEN, NULL, NULL, NULL},
    {"fu.sets.*.*", SET, "0", NULL, NULL},
    {"fu.pair.*", TAKEN, NULL, NULL, NULL},
    {"fu.add.*", TAKEN, NULL, NULL, NULL},
    {"fu.add.*.when", APART, NULL, NULL, NULL},
    {"fu.add.*.each", TAKEN, NULL, NULL, "when"},
    {"fu.add.*.hands", SWAPPED, "winning", "all", NULL},
    {"fu.if_nothing_added.*", TAKEN, NULL, NULL, NULL},
    {"fu.if_nothing_added.*.when", APART, NULL, NULL, NULL},
    {"fu.round", SET, "none", NULL, NULL},
    {"hand_value.doubling.plus", SET, "0", NULL, NULL},
    {"hand_value.doubling.round", SET, "none", NULL, NULL},
    {"hand_value.table.*", ONE_TAKEN, NULL, NULL, NULL},
    {"limits.*", NOT_IN_USE, NULL, NULL, NULL},
    {"limits.*.from_total", TAKEN, NULL, NULL, NULL},
    {"limits.*.from_value", TAKEN, NULL, NULL, NULL},
    {"limits.*.add_up", SWAPPED, "yes", "no", NULL},
    {"limits.*.bounds", SWAPPED, "value", "payment", NULL},
    {"limits.*.pays.*", TAKEN, NULL, NULL, NULL},
    {"payments.*.ways.*", TAKEN, NULL, NULL, NULL},
    {"payments.*.ways.*.when", APART, NULL, NULL, NULL},
    {"payments.*.round", SET, "none", NULL, NULL},
    {"payments.liability", TAKEN, NULL, NULL, NULL},
    OF_LIABILITY("payments.liability"),
    OF_LIABILITY("payments.liability.*"),
    {"payments.deposits.bet", TAKEN, NULL, NULL, NULL},
    {"payments.deposits.own", SWAPPED, "back", "first_winner", NULL},
    {"payments.deposits.others", SWAPPED, "first_winner", "split", NULL},
    {"payments.several_winners.allowed", SET, "1", NULL, NULL},
    {"payments.several_winners.counters", SWAPPED, "each_winner", "first_winner", NULL},
    {"payments.losers", TAKEN, NULL, NULL, NULL},
    {"payments.losers.dealer", TAKEN, NULL, NULL, NULL},
    {"payments.kongs.*", TAKEN, NULL, NULL, NULL},
    {"payments.kongs.*.from", TAKEN, NULL, NULL, NULL},
    {"payments.kongs.*.others", SET, "0", NULL, NULL},
    {"payments.kongs.passes_on.when", APART, NULL, NULL, NULL},
    {"payments.kongs.passes_on.kongs", SWAPPED, "last", "all", NULL},
    {"payments.kongs.passes_on.to", SWAPPED, "winner", "payers", NULL},
    {"payments.winners_leave", SWAPPED, "yes", "no", NULL},
    {"payments.draw.not_ready_pay", SET, "0", NULL, NULL},
    {"payments.draw.fine", TAKEN, NULL, NULL, NULL},
    {"payments.draw.fine.when", APART, NULL, NULL, NULL},
    {"payments.draw.fine.instead", SWAPPED, "yes", "no", NULL},
    {"payments.draw.nagashi", TAKEN, NULL, NULL, NULL},
    {"payments.draw.by_rule.*", TAKEN, NULL, NULL, NULL},
    {"game.start", SET, "0", NULL, NULL},
    {"game.target", SET, "0", NULL, NULL},
    {"game.uma", TAKEN, NULL, NULL, NULL},
    {"game.oka", TAKEN, NULL, NULL, NULL},
    {"game.round", TAKEN, NULL, NULL, NULL},
    {"game.ties", SWAPPED, "first_seat", "share", NULL},
    {"game.chombo", TAKEN, NULL, NULL, NULL},
    {"game.dealer_stays.*", TAKEN, NULL, NULL, NULL},
    {"game.ends.extra", TAKEN, NULL, NULL, NULL},
    {"game.ends.below", TAKEN, NULL, NULL, NULL},
    {"game.ends.dealer_first", SWAPPED, "yes", "no", NULL},
    {"game.ends.bets", SWAPPED, "nobody", "first_place", NULL},
};

/* Who pays for a win is written in several places in the same way.  The rows of `payers` apply
 * below each of them. */
static const char *const payer_places[] = {"payments.*.ways.*", "limits.*.pays.*",
                                           "payments.self_draw", "payments.discard"};

static const struct row payers[] = {
    {"any_wins.*", SET, "0", NULL, NULL}, /* a share that is a number alone */
    {"dealer_wins.*", SET, "0", NULL, NULL},
    {"other_wins.*", SET, "0", NULL, NULL},
    {"dealer_discards.*", SET, "0", NULL, NULL},
    {"counters.*", SET, "0", NULL, NULL},
    {"*.*.times", SET, "0", NULL, NULL},
    {"*.*.plus", SET, "0", NULL, NULL},
    {"*.*.at_most", TAKEN, NULL, NULL, NULL},
    {"*.*.in_all", SET, "1", NULL, NULL},
    {"other_wins.dealer", ONE_TAKEN, NULL, NULL, NULL},
    {"dealer_discards", TAKEN, NULL, NULL, NULL},
    {"*.discarder", LIKE_OTHERS, NULL, NULL, NULL},
};

struct walk {
    struct kzi_arena *arena;
    struct kzi_mutants mutants;
    const char *yaku; /* inside of this one; NULL: none */
};

/* The place that the walk is at. */
struct spot {
    const char *address;
    const struct kzi_node *node;
    struct kzi_place place;    /* of its key; of an item of a list, its own */
    const struct kzi_node *in; /* the mapping or list around it */
};

static void add(struct walk *walk, const struct spot *spot, const char *name,
                const struct kzi_node *value) {
    struct kzi_mutants *mutants = &walk->mutants;
    mutants->list =
        kzi_arena_more(walk->arena, mutants->list, mutants->count, sizeof *mutants->list);
    mutants->list[mutants->count++] =
        (struct kzi_mutant){name, spot->address, value, spot->node, spot->place, walk->yaku};
}

static void add_set(struct walk *walk, const struct spot *spot, const char *text) {
    struct kzi_node *value = KZI_NEW(walk->arena, struct kzi_node);
    *value = (struct kzi_node){.kind = KZI_SCALAR, .place = spot->place, .text = text};
    add(walk, spot, spot->address, value);
}

static const char *below(struct walk *walk, const char *address, const char *name) {
    size_t len = strlen(address);
    char *longer = kzi_arena_alloc(walk->arena, len + strlen(name) + 2);
    sprintf(longer, "%s%s%s", address, len ? "." : "", name);
    return longer;
}

static struct spot child(struct walk *walk, const struct spot *of, size_t at) {
    const struct kzi_node *node = of->node;
    char number[24];
    snprintf(number, sizeof number, "%zu", at);
    bool map = node->kind == KZI_MAP;
    const struct kzi_node *value = map ? node->u.entries[at].value : node->u.items[at];
    const struct kzi_node *key = map                         ? node->u.entries[at].key
                                 : value->kind == KZI_SCALAR ? value
                                                             : NULL;
    return (struct spot){below(walk, of->address, key ? key->text : number), value,
                         key ? key->place : value->place, node};
}

static size_t children(const struct kzi_node *node) {
    return node->kind == KZI_SCALAR ? 0 : node->count;
}

/* An item written twice has one address, so count only the first. */
static bool is_said_before(const struct kzi_node *list, size_t at) {
    for (size_t i = 0; list->kind == KZI_LIST && i < at; i++)
        if (list->u.items[i]->kind == KZI_SCALAR && list->u.items[at]->kind == KZI_SCALAR &&
            kzi_node_same(list->u.items[i], list->u.items[at]))
            return true;
    return false;
}

static bool has_others(const struct spot *spot) {
    return spot->in->count > 1;
}

/* Remove the clauses of a condition: its keys, and where one holds several things (alternatives,
 * the sets of a pattern, kinds of set) each of them. Below all_of, any_of and not there are
 * conditions again. If a condition has only one clause, the condition goes as a whole. */
static void take_apart(struct walk *walk, const struct spot *spot) {
    for (size_t i = 0; i < children(spot->node); i++) {
        struct spot part = child(walk, spot, i);
        if (has_others(&part) && !is_said_before(spot->node, i))
            add(walk, &part, part.address, NULL);
        take_apart(walk, &part);
    }
}

/* --- the table ------------------------------------------------------------------------------- */

static void swap(struct walk *walk, const struct spot *spot, const struct row *row) {
    if (kzi_node_is(spot->node, row->one))
        add_set(walk, spot, row->other);
    else if (kzi_node_is(spot->node, row->other))
        add_set(walk, spot, row->one);
}

/* {closed: 2} -> 2 */
static void join_halves(struct walk *walk, const struct spot *spot) {
    const struct kzi_node *value = spot->node;
    if (value->kind == KZI_MAP && value->count == 1)
        add(walk, spot, below(walk, spot->address, "only"), value->u.entries[0].value);
}

/* A limit that no total reaches can still be the value of yaku. */
static bool can_be_off(const struct spot *spot) {
    return !kzi_path_fits(spot->address, "limits.*") || kzi_node_get(spot->node, "from_total") ||
           kzi_node_get(spot->node, "from_value");
}

static void set_not_in_use(struct walk *walk, const struct spot *spot) {
    struct spot in_use = *spot;
    struct kzi_node *no = KZI_NEW(walk->arena, struct kzi_node);
    *no = (struct kzi_node){.kind = KZI_SCALAR, .place = spot->place, .text = "no"};
    in_use.address = below(walk, spot->address, "in_use");
    add(walk, &in_use, spot->address, no);
}

static void cover_whole(struct walk *walk, const struct spot *spot) {
    struct kzi_node *yes = KZI_NEW(walk->arena, struct kzi_node);
    if (spot->in->kind == KZI_LIST || spot->node->kind != KZI_SCALAR)
        return; /* an item of a list covers all */
    *yes = (struct kzi_node){.kind = KZI_SCALAR, .place = spot->place, .text = "yes"};
    if (!kzi_node_is(spot->node, "yes") && !kzi_node_is(spot->node, "no"))
        add(walk, spot, below(walk, spot->address, spot->node->text), yes);
}

static void pay_like_others(struct walk *walk, const struct spot *spot) {
    if (kzi_node_is(spot->node, "as_others"))
        add(walk, spot, spot->address, kzi_node_get(spot->in, "others"));
}

static void apply(struct walk *walk, const struct spot *spot, const struct row *row) {
    bool no = kzi_node_is(spot->node, "no");
    switch (row->way) {
    case NOT_IN_USE:
        if (can_be_off(spot))
            set_not_in_use(walk, spot);
        break;
    case TAKEN:
        if (!no)
            add(walk, spot, spot->address, NULL);
        break;
    case ONE_TAKEN:
        if (has_others(spot))
            add(walk, spot, spot->address, NULL);
        break;
    case SET:
        if (spot->node->kind == KZI_SCALAR && !kzi_node_is(spot->node, row->one))
            add_set(walk, spot, row->one);
        break;
    case SWAPPED:
        swap(walk, spot, row);
        break;
    case NO_HALVES:
        join_halves(walk, spot);
        break;
    case WHOLE:
        cover_whole(walk, spot);
        break;
    case LIKE_OTHERS:
        pay_like_others(walk, spot);
        break;
    case APART:
        take_apart(walk, spot);
        break;
    }
}

/* Liability of no yaku. */
static bool names_nobody(const struct kzi_node *node) {
    const struct kzi_node *yaku = kzi_node_get(node, "yaku");
    return yaku && yaku->kind != KZI_SCALAR && !yaku->count;
}

static bool is_remark(const struct spot *spot, size_t at) {
    return spot->node->kind == KZI_MAP &&
           kzi_means_nothing(spot->address, spot->node->u.entries[at].key->text);
}

/* Apply those rows that fit the end of the address. */
static void apply_rows(struct walk *walk, const struct spot *spot, const char *end,
                       const struct row *list, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (kzi_path_fits(end, list[i].path) &&
            (!list[i].next_to || kzi_node_get(spot->in, list[i].next_to)))
            apply(walk, spot, &list[i]);
}

/* Return the end of an address that is below a place where payers are written; NULL: it is not. */
static const char *end_below_payers(const char *address) {
    for (size_t i = 0; i < KZI_COUNT(payer_places); i++) {
        const char *end = kzi_path_below(address, payer_places[i]);
        if (end)
            return end;
    }
    return NULL;
}

static void visit(struct walk *walk, const struct spot *spot) {
    if (kzi_node_is(kzi_node_get(spot->node, "in_use"), "no") || names_nobody(spot->node))
        return;
    const char *end = end_below_payers(spot->address);
    apply_rows(walk, spot, spot->address, rows, KZI_COUNT(rows));
    if (end)
        apply_rows(walk, spot, end, payers, KZI_COUNT(payers));
    for (size_t i = 0; i < children(spot->node); i++) {
        struct spot part = child(walk, spot, i);
        if (!is_said_before(spot->node, i) && !is_remark(spot, i))
            visit(walk, &part);
    }
}

struct kzi_mutants kzi_mutants_of(struct kzi_arena *arena, const struct kzi_node *root) {
    struct walk walk = {.arena = arena};
    struct spot top = {.address = "", .node = root, .place = root->place};
    for (size_t i = 0; i < children(root); i++) {
        struct spot section = child(&walk, &top, i);
        bool yaku = !strcmp(section.address, "yaku");
        if (kzi_means_nothing("", section.address) || !strcmp(section.address, "options"))
            continue;
        for (size_t k = 0; k < children(section.node); k++) {
            struct spot thing = child(&walk, &section, k);
            walk.yaku = yaku ? section.node->u.entries[k].key->text : NULL;
            visit(&walk, &thing);
        }
    }
    return walk.mutants;
}

/* Compare without labels and notes. */
static bool says_the_same(const struct kzi_node *one, const struct kzi_node *other) {
    if (one->kind != KZI_MAP || other->kind != KZI_MAP)
        return kzi_node_same(one, other);
    size_t said = 0, also = 0;
    for (size_t i = 0; i < other->count; i++)
        also += !kzi_means_nothing("", other->u.entries[i].key->text);
    for (size_t i = 0; i < one->count; i++) {
        const char *key = one->u.entries[i].key->text;
        const struct kzi_node *theirs = kzi_node_get(other, key);
        if (kzi_means_nothing("", key))
            continue;
        if (!theirs || !says_the_same(one->u.entries[i].value, theirs))
            return false;
        said++;
    }
    return said == also;
}

bool kzi_mutant_same(const struct kzi_mutant *one, const struct kzi_mutant *other) {
    return !strcmp(one->name, other->name) && says_the_same(one->rule, other->rule);
}

/* --- probes ---------------------------------------------------------------------------------- */

static size_t count_examples(const struct kzi_model *model) {
    size_t count = 0;
    for (size_t i = 0; i < model->yaku_names.count; i++)
        count += model->yaku[i].in_use ? model->yaku[i].n_examples : 0;
    return count;
}

static void add_examples(struct kzi_probes *probes, const struct kzi_model *model) {
    for (unsigned i = 0; i < model->yaku_names.count; i++)
        for (size_t k = 0; model->yaku[i].in_use && k < model->yaku[i].n_examples; k++)
            probes->list[probes->count++] =
                (struct kzi_probe){.name = model->yaku[i].examples[k].hand,
                                   .rules = probes->rules,
                                   .example = &model->yaku[i].examples[k],
                                   .yaku = i};
}

static void add_cases(struct kzi_probes *probes, const struct kzi_cases *cases,
                      const kz_ruleset *const *of, const struct kz_ruleset *rules) {
    for (size_t i = 0; i < cases->count; i++)
        if (of[i] == rules)
            probes->list[probes->count++] = (struct kzi_probe){
                .name = cases->list[i].name, .rules = rules, .one = &cases->list[i]};
}

struct kzi_probes kzi_probes_of(struct kzi_arena *arena, const struct kz_ruleset *rules,
                                const struct kzi_cases *cases, const kz_ruleset *const *of) {
    struct kzi_probes probes = {.rules = rules};
    size_t capacity = count_examples(rules->model) + (cases ? cases->count : 0);
    probes.list = KZI_NEW_ARRAY(arena, capacity, struct kzi_probe);
    add_examples(&probes, rules->model);
    if (!cases)
        return probes;
    add_cases(&probes, cases, of, rules);
    for (size_t i = 0; i < cases->count; i++) {
        bool met = of[i] == rules;
        for (size_t k = 0; !met && k < i; k++)
            met = of[k] == of[i];
        if (!met)
            add_cases(&probes, cases, of, of[i]);
    }
    return probes;
}

static bool passes(struct kzi_case_runner *runner, const struct kzi_probe *probe,
                   const struct kz_ruleset *rules) {
    return probe->one ? kzi_case_run(runner, rules, probe->one)
                      : kzi_example_run(runner, rules, probe->yaku, probe->example);
}

const struct kzi_probe *kzi_probes_fail(struct kzi_case_runner *runner,
                                        const struct kzi_probes *probes) {
    for (size_t i = 0; i < probes->count; i++)
        if (!passes(runner, &probes->list[i], probes->list[i].rules))
            return &probes->list[i];
    return NULL;
}

/* --- running probes --------------------------------------------------------------------------- */

/* Return whether a probe involves a yaku: such probes are the most likely to notice its change. */
static bool speaks_of(const struct kzi_probe *probe, const struct kz_ruleset *rules,
                      const char *yaku) {
    if (!yaku)
        return false;
    if (!probe->one)
        return !strcmp(rules->model->yaku[probe->yaku].id, yaku);
    return kzi_node_get(kzi_node_get(probe->one->expect, "yaku"), yaku) ||
           kzi_node_get(kzi_node_get(probe->one->expect, "covered"), yaku) ||
           strstr(probe->name, yaku);
}

/* Run the probes from `at` on that are scored by the same rules, those that involve the yaku
 * first. Return the first that fails. */
static const struct kzi_probe *kill(struct kzi_case_runner *runner, const struct kzi_probes *probes,
                                    size_t at, const struct kz_ruleset *changed, const char *yaku) {
    const struct kz_ruleset *rules = probes->list[at].rules;
    for (int speaking = yaku ? 1 : 0; speaking >= 0; speaking--)
        for (size_t i = at; i < probes->count && probes->list[i].rules == rules; i++) {
            const struct kzi_probe *probe = &probes->list[i];
            if (speaks_of(probe, rules, yaku) == speaking && !passes(runner, probe, changed))
                return probe;
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

/* Return whether a yaku covers all of another. */
static bool covers(const struct kzi_coverer *by, unsigned yaku) {
    return by && kzi_has_yaku(by->covers, yaku);
}

static bool same_parts(const struct kzi_coverer *one, const struct kzi_coverer *other) {
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

/* Return whether the yaku's covers are unchanged, apart from yaku that never meet it. */
static bool covers_the_same(const struct kz_ruleset *rules, const struct kz_ruleset *changed,
                            unsigned yaku) {
    const struct kzi_coverer *was = coverer_of(rules, yaku), *is = coverer_of(changed, yaku);
    for (unsigned i = 0; i < rules->n_yaku; i++)
        if (covers(was, i) != covers(is, i) && !kzi_cannot_meet(rules, yaku, i, NULL))
            return false;
    return same_parts(was, is);
}

#define MAX_COVERERS 8

/* Return whether a yaku that covers another always does: whatever covers the first covers the
 * second too, and nothing else excludes yaku in these rules. */
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

/* Return whether the changed yaku, wherever it holds, held before or is covered. */
static bool makes_no_odds(const struct kz_ruleset *rules, const struct kzi_yaku *is,
                          unsigned yaku) {
    const struct kzi_yaku *others[MAX_COVERERS];
    unsigned n = 0;
    for (unsigned i = 0; i < rules->n_yaku && n < MAX_COVERERS; i++)
        if (covers_always(rules, i, yaku))
            others[n++] = &rules->model->yaku[i];
    return kzi_implies_or(rules, is, &rules->model->yaku[yaku], others, n);
}

/* Return whether a yaku of closed hands, which now counts in open ones too, never occurs in
 * those. */
static bool no_other_half(const struct kz_ruleset *rules, const struct kzi_yaku *was,
                          const struct kzi_yaku *is) {
    struct kzi_yaku half = *is;
    half.closed.scored &= !was->closed.scored;
    half.open.scored &= !was->open.scored;
    return kzi_never(rules, &half);
}

/* Return whether a mutant that changed one yaku (its covers, a clause of its condition, or the
 * hands in which it counts) is equivalent. */
static bool is_same(const struct kz_ruleset *rules, const struct kz_ruleset *changed,
                    const struct kzi_mutant *mutant) {
    if (!mutant->yaku)
        return false;
    bool covers_too = true;
    for (unsigned i = 0; i < rules->n_yaku; i++)
        covers_too &= covers_the_same(rules, changed, i);
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

static void refuse(struct kzi_doom *doom, const kz_error *error) {
    doom->fate = error->status == KZ_NO_MEMORY ? KZI_NO_FATE : KZI_REFUSED;
    snprintf(doom->why, sizeof doom->why, "%s", error->text);
}

void kzi_mutant_try(struct kzi_doom *doom, struct kzi_case_runner *runner,
                    const struct kzi_probes *probes, const struct kzi_mutant *mutant) {
    const struct kzi_change change = {mutant->address, mutant->value};
    const struct kz_ruleset *rules = NULL;
    *doom = (struct kzi_doom){.fate = KZI_SURVIVED};
    for (size_t i = 0; doom->fate == KZI_SURVIVED && i < probes->count; i++) {
        kz_ruleset *changed;
        kz_error error;
        if (probes->list[i].rules == rules)
            continue;
        rules = probes->list[i].rules;
        if (kzi_ruleset_build_changed(&changed, rules, &change, 1, NULL, &error) == KZ_OK)
            doom->by = kill(runner, probes, i, changed, mutant->yaku);
        else if (rules == probes->rules || error.status == KZ_NO_MEMORY)
            refuse(doom, &error);
        if (doom->by)
            doom->fate = KZI_KILLED;
        if (changed && !doom->by && rules == probes->rules && is_same(rules, changed, mutant))
            doom->fate = KZI_SAME;
        kzi_ruleset_free(changed);
    }
}
