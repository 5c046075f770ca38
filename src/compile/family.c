#include "compile/family.h"

#include "base/text.h"
#include "compile/program/builder.h"
#include "compile/program/words.h"
#include "rules/condition.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* --- what two rulesets have alike: only then is what one made of a hand taken over ------------ */

static bool same_names(const struct kzi_names *a, const struct kzi_names *b) {
    if (a->count != b->count)
        return false;
    for (size_t i = 0; i < a->count; i++)
        if (strcmp(a->name[i], b->name[i]) != 0)
            return false;
    return true;
}

static bool same_words(const struct kz_ruleset *a, const struct kz_ruleset *b) {
    const struct kzi_names *words = &a->model->known_words;
    return same_names(words, &b->model->known_words) &&
           same_names(&a->model->circumstance_names, &b->model->circumstance_names) &&
           !memcmp(a->known_words, b->known_words, words->count * sizeof *a->known_words);
}

/* Return whether hands are read alike under both, and conditions speak of the same things. */
static bool plays_equal(const struct kz_ruleset *a, const struct kz_ruleset *b) {
    return same_words(a, b) && kzi_same_shapes(&a->shapes, &b->shapes) &&
           a->model->n_seats == b->model->n_seats &&
           a->model->waits_count_used_up == b->model->waits_count_used_up &&
           !memcmp(a->model->copies, b->model->copies, sizeof a->model->copies);
}

/* --- what they refuse, and how many marks they count ------------------------------------------ */

static bool same_condition(struct kzi_arena *arena, const struct kz_ruleset *a,
                           const struct kzi_condition *of_a, const struct kz_ruleset *b,
                           const struct kzi_condition *of_b) {
    if (!of_a || !of_b)
        return of_a == of_b;
    return !strcmp(kzi_canonical_condition(arena, a->model, of_a),
                   kzi_canonical_condition(arena, b->model, of_b));
}

static bool same_laid(const struct kzi_laid *a, const struct kzi_laid *b) {
    return a == b || (a && b && !memcmp(a, b, sizeof *a));
}

/* The discarder is asked where it matters: any, or only a dealer. */
static bool asks_alike(const struct kz_ruleset *a, const struct kz_ruleset *b) {
    const struct kzi_payments *of_a = &a->model->payments, *of_b = &b->model->payments;
    return a->asks_from == b->asks_from && of_a->dealer == of_b->dealer &&
           !of_a->discard.counter[KZI_ROLE_DEALER] == !of_b->discard.counter[KZI_ROLE_DEALER];
}

static bool admits_alike(struct kzi_arena *arena, const struct kz_ruleset *a,
                         const struct kz_ruleset *b) {
    bool same = a->n_marks == b->n_marks && a->most_flowers == b->most_flowers &&
                asks_alike(a, b) && a->model->claims == b->model->claims &&
                !memcmp(a->model->next, b->model->next, sizeof a->model->next) &&
                !memcmp(a->counted_from, b->counted_from, sizeof a->counted_from) &&
                same_laid(a->laid, b->laid) &&
                !memcmp(a->model->face_copies, b->model->face_copies, sizeof a->model->face_copies);
    for (unsigned i = 0; same && i < a->n_marks; i++)
        same = a->model->marks[i].kind == b->model->marks[i].kind &&
               same_condition(arena, a, a->model->marks[i].needs, b, b->model->marks[i].needs);
    for (unsigned left = a->any_tiles; same && left; left &= left - 1) {
        unsigned shape = (unsigned)__builtin_ctz(left);
        same =
            same_condition(arena, a, a->model->shape_when[shape], b, b->model->shape_when[shape]);
    }
    return same;
}

static uint64_t find_needs_apart(struct kzi_arena *arena, const struct kz_ruleset *a,
                                 const struct kz_ruleset *b) {
    uint64_t apart = 0;
    for (size_t i = 0; i < a->model->circumstance_names.count; i++)
        if (!same_condition(arena, a, a->model->circumstances[i].needs, b,
                            b->model->circumstances[i].needs))
            apart |= UINT64_C(1) << i;
    return apart;
}

/* --- how they treat a yaku -------------------------------------------------------------------- */

static bool same_bit(const uint64_t *a, const uint64_t *b, unsigned at) {
    return kzi_has_bit(a, at) == kzi_has_bit(b, at);
}

static bool same_value(const struct kzi_value *a, const struct kzi_value *b) {
    return a->scored == b->scored &&
           (!a->scored || (a->limit == b->limit && a->number == b->number));
}

static bool same_number(const struct kz_ruleset *a, const struct kz_ruleset *b, unsigned yaku) {
    const struct kzi_yaku *of_a = &a->model->yaku[yaku], *of_b = &b->model->yaku[yaku];
    return same_value(&of_a->closed, &of_b->closed) && same_value(&of_a->open, &of_b->open) &&
           same_bit(a->bonus, b->bonus, yaku) &&
           same_bit(a->not_qualifying, b->not_qualifying, yaku);
}

static bool counts_alike(const struct kzi_yaku *a, const struct kzi_yaku *b) {
    const struct kzi_phrase *of_a = &a->each_set, *of_b = &b->each_set;
    bool same_set = of_a->adjective == of_b->adjective && of_a->noun == of_b->noun &&
                    of_a->some == of_b->some && of_a->class_.other == of_b->class_.other &&
                    of_a->class_.won == of_b->class_.won;
    return a->each == b->each && (a->each != KZI_EACH_MARK || a->each_mark == b->each_mark) &&
           (a->each != KZI_EACH_SET || same_set) &&
           (a->each != KZI_EACH_TILE ||
            (a->each_class.other == b->each_class.other && a->each_class.won == b->each_class.won));
}

/* Covers that act all at once are the same, whatever else the hand scores. */
static bool covers_alike(const struct kz_ruleset *a, const struct kz_ruleset *b, unsigned yaku) {
    size_t words = a->yaku_words;
    return !kzi_has_bit(a->settled_in_order, yaku) && !kzi_has_bit(b->settled_in_order, yaku) &&
           !memcmp(a->covered + yaku * words, b->covered + yaku * words,
                   words * sizeof *a->covered);
}

static bool yaku_alike(const struct kz_ruleset *a, const struct kz_ruleset *b, unsigned yaku) {
    return same_number(a, b, yaku) && same_bit(a->alone, b->alone, yaku) &&
           same_bit(a->repeatable_apart, b->repeatable_apart, yaku) && covers_alike(a, b, yaku) &&
           counts_alike(&a->model->yaku[yaku], &b->model->yaku[yaku]);
}

static bool chooses_alike(struct kzi_arena *arena, const struct kz_ruleset *a,
                          const struct kz_ruleset *b) {
    return same_names(&a->model->yaku_names, &b->model->yaku_names) &&
           same_names(&a->model->limit_names, &b->model->limit_names) && !a->combines &&
           !b->combines && a->model->minimum == b->model->minimum && !a->has_ways && !b->has_ways &&
           same_condition(arena, a, a->model->minimum_when, b, b->model->minimum_when) &&
           a->nothing_scored == b->nothing_scored &&
           !memcmp(a->something, b->something, a->yaku_words * sizeof *a->something);
}

/* --- what tells them apart -------------------------------------------------------------------- */

/* Return whether a yaku or fu item and its only row are one number, in both. */
static bool rows_are_owners(const struct kz_ruleset *a, const struct kz_ruleset *b) {
    const struct kzi_program *of_a = a->scoring, *of_b = b->scoring;
    return of_a->n_rows <= of_a->n_owners && of_b->n_rows <= of_b->n_owners &&
           of_a->n_owners == of_b->n_owners && of_a->words == of_b->words &&
           of_a->words == of_a->owner_words;
}

/* A yaku that counts alone distinguishes them with any marks. */
static void put_distinguishing(uint64_t *distinguishing, const struct kz_ruleset *a,
                               const struct kz_ruleset *b, unsigned owner) {
    size_t words = a->scoring->words;
    bool of_yaku = owner < a->n_yaku, alike = !of_yaku || yaku_alike(a, b, owner);
    bool always = of_yaku && (kzi_has_bit(a->alone, owner) || kzi_has_bit(b->alone, owner));
    for (unsigned marks = 0; marks < 1U << a->n_marks; marks++) {
        bool here = kzi_counts_with(a, marks, owner), there = kzi_counts_with(b, marks, owner);
        if (always || here != there || (here && !alike))
            kzi_put_bit(distinguishing + marks * words, owner);
    }
}

/* Add a set of yaku to another. */
static void add_yaku(uint64_t *yaku, const uint64_t *more, size_t words) {
    for (size_t word = 0; word < words; word++)
        yaku[word] |= more[word];
}

/* Put the yaku on which more depends than the total: other yaku, fu, or which selection counts. */
static void put_dependent(uint64_t *dependent, const struct kz_ruleset *rules) {
    const struct kzi_program *program = rules->scoring;
    const size_t words = rules->yaku_words;
    add_yaku(dependent, rules->alone, words);
    add_yaku(dependent, rules->worth_limit[false], words);
    add_yaku(dependent, rules->worth_limit[true], words);
    add_yaku(dependent, rules->covering, words);
    for (unsigned yaku = 0; yaku < rules->n_yaku; yaku++)
        add_yaku(dependent, rules->covered + yaku * words, words);
    if (rules->nothing_scored >= 0)
        add_yaku(dependent, rules->something, words);
    for (unsigned i = 0; i < program->n_scored_asked; i++)
        kzi_put_bit(dependent, program->scored_asked[i]);
}

static void put_independent(uint64_t *independent, const struct kz_ruleset *a,
                            const struct kz_ruleset *b) {
    uint64_t dependent[KZI_YAKU_WORDS] = {0};
    put_dependent(dependent, a);
    put_dependent(dependent, b);
    for (unsigned yaku = 0; yaku < a->n_yaku; yaku++)
        if (a->model->yaku[yaku].each == KZI_EACH_MARK && !kzi_has_bit(dependent, yaku) &&
            counts_alike(&a->model->yaku[yaku], &b->model->yaku[yaku]))
            kzi_put_bit(independent, yaku);
}

/* --- fu and payments -------------------------------------------------------------------------- */

static bool same_fu_by_mark(const struct kz_ruleset *a, const struct kz_ruleset *b) {
    bool same = a->fu_by_mark == b->fu_by_mark;
    for (uint64_t left = a->fu_by_mark; same && left; left &= left - 1) {
        const struct kzi_fu_item *of_a = &a->model->fu.items[__builtin_ctzll(left)],
                                 *of_b = &b->model->fu.items[__builtin_ctzll(left)];
        same = of_a->fu == of_b->fu && of_a->each_mark == of_b->each_mark;
    }
    return same;
}

static bool same_items(const struct kz_ruleset *a, const struct kz_ruleset *b) {
    const struct kzi_program *of_a = a->scoring, *of_b = b->scoring;
    size_t items = a->model->fu.n_items, asked = of_a->n_scored_asked;
    return items == b->model->fu.n_items && a->fu_items && b->fu_items &&
           a->fu_if_nothing == b->fu_if_nothing && same_fu_by_mark(a, b) &&
           asked == of_b->n_scored_asked &&
           !memcmp(of_a->scored_asked, of_b->scored_asked, asked * sizeof *of_a->scored_asked) &&
           !memcmp(a->fu_items, b->fu_items, sizeof *a->fu_items << asked) &&
           !memcmp(a->fu_of_items, b->fu_of_items, (items + 7) / 8 * sizeof *a->fu_of_items);
}

static bool same_fu(const struct kz_ruleset *a, const struct kz_ruleset *b) {
    const struct kzi_fu *of_a = &a->model->fu, *of_b = &b->model->fu;
    if (!of_a->in_use || !of_b->in_use)
        return of_a->in_use == of_b->in_use;
    return a->n_yaku == b->n_yaku && of_a->start == of_b->start &&
           of_a->round.way == of_b->round.way && of_a->round.to == of_b->round.to &&
           !memcmp(of_a->flat, of_b->flat, sizeof of_a->flat) && same_items(a, b);
}

/* What each pays for a hand's value is compared with prices. Chips are counted for each ruleset. */
static bool pays_alike(const struct kzi_payments *a, const struct kzi_payments *b) {
    return a->bet == b->bet && !a->has_chips && !b->has_chips &&
           !memcmp(a->self_draw.counter, b->self_draw.counter, sizeof a->self_draw.counter) &&
           !memcmp(a->discard.counter, b->discard.counter, sizeof a->discard.counter);
}

/* By place among the prices of a that are laid out, bit by number: b says the same of that total
 * and fu. */
static const uint64_t *find_prices(struct kzi_arena *arena, const struct kzi_prices *a,
                                   const struct kzi_prices *b) {
    uint64_t *prices = KZI_NEW_ARRAY(arena, a->n_totals * a->n_fu / 64 + 1, uint64_t);
    for (int32_t total = 0; total < (int32_t)a->n_totals; total++)
        for (int32_t fu = -1; fu <= KZI_HIGHEST_FU; fu++) {
            const struct kzi_priced *one = kzi_priced_at(a, total, fu),
                                    *other = kzi_priced_at(b, total, fu);
            if (one && other && !memcmp(one, other, sizeof *one))
                kzi_put_bit(prices, (size_t)(one - a->priced));
        }
    return prices;
}

/* Return what else two rulesets that play alike share; distinguishing NULL: too little. */
static struct kzi_equality find_equality(struct kzi_arena *arena, const struct kz_ruleset *a,
                                         const struct kz_ruleset *b) {
    unsigned words = a->scoring->words;
    if (!chooses_alike(arena, a, b) || !rows_are_owners(a, b) || !admits_alike(arena, a, b) ||
        !same_fu(a, b))
        return (struct kzi_equality){.distinguishing = NULL};
    uint64_t *distinguishing = KZI_NEW_ARRAY(arena, ((size_t)1 << a->n_marks) * words, uint64_t);
    uint64_t *asked = KZI_NEW_ARRAY(arena, words, uint64_t);
    uint64_t *independent = KZI_NEW_ARRAY(arena, words, uint64_t);
    put_independent(independent, a, b);
    for (unsigned owner = 0; owner < a->scoring->n_owners; owner++)
        put_distinguishing(distinguishing, a, b, owner);
    for (unsigned word = 0; word < words; word++)
        asked[word] = a->scoring->possible[word] | b->scoring->possible[word];
    const uint64_t *prices = pays_alike(&a->model->payments, &b->model->payments)
                                 ? find_prices(arena, &a->prices, &b->prices)
                                 : NULL;
    return (struct kzi_equality){distinguishing, asked, independent, find_needs_apart(arena, a, b),
                                 prices};
}

/* --- one program over the rows of all --------------------------------------------------------- */

static void add_conditions(struct kzi_builder *builder, const struct kzi_model *model) {
    for (size_t i = 0; i < model->yaku_names.count; i++)
        kzi_builder_add_yaku(builder, &model->yaku[i]);
    kzi_builder_add_minimum(builder, model);
    for (size_t i = 0; i < model->fu.n_items; i++)
        kzi_builder_add(builder, model->fu.items[i].when, KZI_HAND_CLOSED | KZI_HAND_OPEN);
}

/* Return whether the last part has the rows of the ruleset's own program: here there may be too
 * many phrases or patterns to count. */
static bool is_whole(const struct kzi_builder *builder, const struct kzi_program *own) {
    unsigned part = builder->n_parts - 1;
    const struct kzi_part *last = &builder->parts[part];
    for (unsigned i = last->first_owner; i < kzi_part_end(builder, part); i++) {
        unsigned row = i - last->first_owner;
        bool possible = own->possible[row / 64] >> (row % 64) & 1;
        if (builder->owners[i].rows.too_many || possible != (builder->owners[i].rows.count > 0))
            return false;
    }
    return !builder->too_many_rows && !own->any_verify &&
           builder->n_rows - last->first_row == own->n_rows;
}

/* Puts the rows of a member into the last part, which is empty. */
static void join(struct kzi_builder *builder, struct kzi_member *member) {
    const struct kz_ruleset *rules = member->rules;
    add_conditions(builder, rules->model);
    member->joined =
        is_whole(builder, rules->scoring) && !rules->n_by_discarder && !rules->ways_ask_from;
    if (!member->joined)
        return;
    member->fu_at = rules->group_fu ? kzi_builder_fu(builder, rules->group_fu) : 0;
    member->joined = member->fu_at < KZI_SUM_FU;
    member->words = rules->scoring->words;
    if (member->joined)
        member->first_word = builder->parts[kzi_builder_join_part(builder)].first_row / 64;
}

/* The rows of a member begin a part of their own, which is given up where another has the same. */
static void join_others(struct kz_family *family, struct kzi_builder *builder) {
    for (unsigned i = 1; i < family->n_members; i++) {
        struct kzi_member *member = &family->members[i];
        if (!plays_equal(family->members[0].rules, member->rules))
            continue;
        unsigned before = builder->n_parts;
        kzi_builder_begin_part(builder);
        join(builder, member);
        if (!member->joined && builder->n_parts > before)
            kzi_builder_drop_part(builder);
    }
}

/* Return whether the groups of a member are worth the fu of the first, or those of all that are in
 * common already. */
static bool has_common_fu(const struct kz_family *family, const struct kzi_member *member) {
    const unsigned first = family->members[0].fu_at, others = family->as_one.fu_at;
    return member->fu_at == first || others == first || member->fu_at == others;
}

/* Find the members with the rows of the first that are compared with it at once. */
static void find_common(struct kz_family *family) {
    const struct kzi_member *first = &family->members[0];
    const struct kzi_prices *prices = &first->rules->prices;
    const size_t words = ((size_t)1 << first->rules->n_marks) * first->rules->scoring->words,
                 places = prices->n_totals * prices->n_fu / 64 + 1;
    uint64_t *distinguishing = KZI_NEW_ARRAY(&family->arena, words, uint64_t);
    uint64_t *same = KZI_NEW_ARRAY(&family->arena, places, uint64_t);
    memset(same, 0xFF, places * sizeof *same);
    family->as_one = *first;
    for (unsigned i = 1; i < family->n_members; i++) {
        const struct kzi_member *member = &family->members[i];
        const struct kzi_equality *alike = &member->alike;
        if (!member->joined || !alike->prices || member->first_word != first->first_word ||
            !has_common_fu(family, member))
            continue;
        family->common |= 1U << i;
        family->as_one.fu_at = member->fu_at != first->fu_at ? member->fu_at : family->as_one.fu_at;
        family->as_one.alike.needs_apart |= alike->needs_apart;
        for (size_t word = 0; word < words; word++)
            distinguishing[word] |= alike->distinguishing[word];
        for (size_t place = 0; place < places; place++)
            same[place] &= alike->prices[place];
    }
    family->as_one.alike.distinguishing = distinguishing;
    family->as_one.alike.prices = same;
}

/* Return how much distinguishes a ruleset from its leader: rows, of which those that count marks
 * weigh most, because every second hand has a mark and few have any other. */
static unsigned difference_of(const struct kzi_equality *alike, const struct kz_ruleset *leader) {
    const size_t words = leader->scoring->words;
    unsigned sum = alike->prices ? 0 : UINT_MAX / 2, owner = 0;
    if (!alike->distinguishing)
        return UINT_MAX;
    for (size_t marks = 0; marks < (size_t)1 << leader->n_marks; marks++)
        KZI_EACH_BIT(alike->distinguishing + marks * words, words, owner) {
            bool counts_marks =
                owner < leader->n_yaku && leader->model->yaku[owner].each == KZI_EACH_MARK;
            sum += counts_marks ? KZI_MAX_YAKU : 1;
        }
    return sum;
}

/* Find the leader of a member among those to which no other than the first is near. */
static void find_near(struct kz_family *family, struct kzi_member *member) {
    struct kzi_member *first = &family->members[0];
    unsigned least = difference_of(&member->alike, first->rules);
    for (struct kzi_member *other = first + 1; other < member; other++) {
        if (!other->joined || other->near)
            continue;
        struct kzi_equality alike = find_equality(&family->arena, other->rules, member->rules);
        unsigned difference = difference_of(&alike, other->rules);
        if (difference >= least)
            continue;
        least = difference;
        member->near = (unsigned)(other - first);
        member->alike_near = alike;
    }
    family->members[member->near].leads = true;
}

static void lay_out(struct kz_family *family) {
    struct kzi_builder *builder = KZI_NEW(&family->arena, struct kzi_builder);
    struct kzi_member *first = &family->members[0];
    kzi_builder_init(builder, first->rules->model);
    builder->arena = &family->arena;
    join(builder, first);
    if (!first->joined)
        return;
    join_others(family, builder);
    family->program = kzi_builder_finish(builder);
    for (unsigned i = 0; i < family->n_members; i++) {
        struct kzi_member *member = &family->members[i];
        if (!member->joined)
            continue;
        member->counted_at = kzi_place_counted(builder, family->program, member->rules->model);
        member->alike = find_equality(&family->arena, first->rules, member->rules);
        find_near(family, member);
    }
    find_common(family);
}

/* Past the budget nothing is joined: each ruleset is then asked for itself. */
static kz_status lay_out_within(struct kz_family *family) {
    jmp_buf door;
    family->arena.capacity = KZI_MAX_MEMORY;
    family->arena.budget = KZI_MAX_STEPS;
    family->arena.door = &door;
    bool within = !setjmp(door);
    if (within)
        lay_out(family);
    else
        family->program = NULL;
    family->arena.door = NULL;
    return within || family->arena.out != KZI_OUT_OF_MEMORY ? KZ_OK : KZ_NO_MEMORY;
}

kz_status kzi_family_make(struct kz_family **out, const struct kz_ruleset *const *rules, size_t n,
                          kz_error *err) {
    struct kz_family *family = *out = calloc(1, sizeof *family);
    if (family) {
        family->n_members = (unsigned)n;
        for (size_t i = 0; i < n; i++)
            family->members[i].rules = rules[i];
        if (n < 2 || lay_out_within(family) == KZ_OK)
            return KZ_OK;
    }
    kzi_family_free(family);
    *out = NULL;
    return kzi_fail(err, KZ_NO_MEMORY, "out of memory while rulesets were joined");
}

void kzi_family_free(struct kz_family *family) {
    if (family)
        kzi_arena_release(&family->arena);
    free(family);
}
