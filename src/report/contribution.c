/* Put the tiles that make a yaku, and groups of a reading. */
#include "compile/condition/evaluation.h"
#include "compile/wild.h"
#include "report/document.h"
#include "report/result_text.h"
#include "report/wording.h"
#include "tile/notation.h"
#include "words/sentence.h"

#define MAX_USES 64 /* the most instances of a yaku that are put */

/* Context for the instances of a yaku.  Each instance has groups of the reading, or tiles, or
 * neither. */
struct instance_ctx {
    struct kzi_doc *doc;
    const struct kz_result *result;
    const struct kzi_reading *reading;
    struct kzi_facts facts;
    unsigned left; /* instances that are not put yet */
};

static unsigned every_group(const struct kzi_reading *reading) {
    return (1U << reading->n_groups) - 1;
}

/* --- the groups a condition speaks of -------------------------------------------------------- */

/* Return the groups that a condition touches; for alternatives, those of the first that holds. */
static unsigned of_condition(const struct instance_ctx *ctx, const struct kzi_condition *cond) {
    unsigned groups = 0;
    if (!cond || cond->denied)
        return 0;
    if (cond->op == KZI_TEST)
        return kzi_touched_groups(cond, &ctx->result->hand, ctx->reading);
    KZI_EACH_PART(cond, part) {
        if (cond->op == KZI_ANY && !kzi_evaluate(part, &ctx->facts, ctx->reading))
            continue;
        groups |= of_condition(ctx, part);
        if (cond->op == KZI_ANY)
            break;
    }
    return groups;
}

/* --- groups and tiles ------------------------------------------------------------------------- */

/* Put the groups of the reading in `groups`, by bit. */
static void put_groups(struct kzi_doc *doc, const char *key, const struct kz_result *result,
                       const struct kzi_reading *reading, unsigned groups) {
    uint8_t order[KZI_MAX_GROUPS];
    unsigned count = kzi_groups_by_tile(reading, groups, order);
    for (unsigned i = 0; i < count; i++)
        kzi_put_group(kzi_doc_text(doc, key), result, reading, order[i]);
}

void kzi_put_groups(struct kzi_doc *doc, const char *key, const struct kz_result *result,
                    const struct kzi_reading *reading, unsigned groups) {
    KZI_DOC_LIST(doc, key)
        put_groups(doc, NULL, result, reading, groups);
}

static void put_whole_hand(struct kzi_doc *doc, const struct kz_result *result) {
    const struct kzi_reading *reading = &result->best.reading;
    if (!doc->json) {
        kzi_doc_say(doc, NULL, KZI_SAYS_whole_hand);
        return;
    }
    if (!reading->n_groups)
        kzi_put_tiles(kzi_doc_text(doc, NULL), &result->hand);
    if (kzi_has_body(reading))
        kzi_put_body(kzi_doc_text(doc, NULL), result, reading);
    put_groups(doc, NULL, result, reading, ~0U);
}

/* --- yaku counted several times -------------------------------------------------------------- */

/* Begin the tiles of an instance.  Return false if no instance is left. */
static bool begin_instance(struct instance_ctx *ctx) {
    if (!ctx->left)
        return false;
    ctx->left--;
    kzi_doc_open(ctx->doc, NULL, '[');
    return true;
}

static void add_groups(struct instance_ctx *ctx, unsigned groups) {
    if (!begin_instance(ctx))
        return;
    if (!groups || groups == every_group(ctx->reading))
        put_whole_hand(ctx->doc, ctx->result);
    else
        put_groups(ctx->doc, NULL, ctx->result, ctx->reading, groups);
    kzi_doc_close(ctx->doc);
}

/* Add tiles of the hand, or flowers; `reds` of them are red. */
static void add_copies(struct instance_ctx *ctx, unsigned tile, unsigned count, unsigned reds) {
    for (unsigned i = 0; i < count && begin_instance(ctx); i++) {
        kzi_doc_tile(ctx->doc, NULL, tile, i < reds);
        kzi_doc_close(ctx->doc);
    }
}

/* Add the sets that the yaku counts and that no other yaku covers. */
static void add_each_set(struct instance_ctx *ctx, unsigned number, const struct kzi_yaku *yaku) {
    const struct kz_result *result = ctx->result;
    unsigned groups = kzi_groups_fitting(&yaku->each_set, ctx->reading, &result->hand);
    KZI_EACH_IN(groups, i)
        if (kzi_covered_within(result->rules, &result->best, number, 1U << i) < 0)
            add_groups(ctx, 1U << i);
}

static bool add_chosen(struct instance_ctx *ctx, unsigned number) {
    const struct kz_result *result = ctx->result;
    const struct kzi_tally *best = &result->best;
    const unsigned before = ctx->left;
    for (unsigned i = 0; i < best->n_chosen; i++) {
        unsigned groups = kzi_contributing_groups(&best->reading, &best->chosen[i]);
        if (best->chosen[i].yaku == number &&
            kzi_covered_within(result->rules, best, number, groups) < 0)
            add_groups(ctx, groups);
    }
    return ctx->left < before;
}

static bool is_kong(const struct kzi_hand *hand, unsigned kind) {
    KZI_EACH_MELD(hand, meld)
        if (meld->kind == KZI_KONG && meld->tile == kind)
            return true;
    return false;
}

/* Return the number of red fives of a kind in the hand, melds included. */
static uint8_t reds_of(const struct instance_ctx *ctx, unsigned kind) {
    bool five = kzi_suit(kind) < KZI_SUITS && kzi_number(kind) == 5;
    return five ? ctx->result->hand.reds[kzi_suit(kind)] : 0;
}

static void add_each_four(struct instance_ctx *ctx) {
    for (unsigned kind = 0; kind < KZI_KINDS; kind++) {
        uint8_t counts[KZI_TILE_KINDS] = {0}, reds[KZI_SUITS];
        if (ctx->facts.tiles->counts[kind] != 4 || is_kong(&ctx->result->hand, kind) ||
            !begin_instance(ctx))
            continue;
        counts[kind] = 4;
        memset(reds, reds_of(ctx, kind), sizeof reds); /* no tile of the hand is of another suit */
        kzi_put_counts(kzi_doc_text(ctx->doc, NULL), counts, reds);
        kzi_doc_close(ctx->doc);
    }
}

/* Add each tile of the hand of these kinds. */
static void add_tile_instances(struct instance_ctx *ctx, kzi_kinds kinds) {
    KZI_EACH_IN(kinds, kind)
        add_copies(ctx, kind, ctx->facts.tiles->counts[kind], reds_of(ctx, kind));
}

/* Add each wild tile of the hand that is in the class, by its own kind. */
static void add_wild(struct instance_ctx *ctx, const struct kzi_class *class_) {
    uint8_t counts[KZI_TILE_KINDS] = {0};
    kzi_count_wild(class_, &ctx->result->hand, counts);
    for (unsigned kind = 0; kind < KZI_TILE_KINDS; kind++)
        add_copies(ctx, kind, counts[kind], 0);
}

/* Add the tiles laid aside of these kinds. */
static void add_aside(struct instance_ctx *ctx, kzi_kinds kinds) {
    const struct kzi_indicators *aside = &ctx->result->hand.aside;
    if (!ctx->result->rules->takes_aside)
        return;
    for (unsigned i = 0; i < aside->count; i++)
        if (kinds >> aside->kind[i] & 1)
            add_copies(ctx, aside->kind[i], 1, aside->red >> i & 1);
}

static void add_faces(struct instance_ctx *ctx, const struct kzi_mark *mark) {
    const struct kzi_hand *hand = &ctx->result->hand;
    for (unsigned face = 0; face < KZI_FACES; face++)
        if (kzi_mark_counts_face(ctx->result->rules, hand, mark, face))
            add_copies(ctx, KZI_SHOWN_FACE + face, kzi_face_count(&hand->faces, face), 0);
}

/* Add the tiles laid aside or thrown that a mark counts. */
static void add_laid(struct instance_ctx *ctx, const struct kzi_mark *mark,
                     const struct kzi_indicators *laid) {
    for (unsigned i = 0; i < laid->count; i++)
        if (kzi_mark_counts_tile(ctx->result->rules, &ctx->result->hand, mark, laid->kind[i]))
            add_copies(ctx, laid->kind[i], 1, laid->red >> i & 1);
}

static void add_indicated(struct instance_ctx *ctx, const struct kzi_mark *mark) {
    unsigned count;
    const struct kzi_indicators *shown = kzi_indicators_of(&ctx->result->hand, mark, &count);
    for (unsigned i = 0; i < count; i++) {
        uint8_t kind = ctx->result->rules->model->next[shown->kind[i]];
        kzi_kinds kinds = kind == KZI_NO_KIND ? 0 : kzi_kind_bit(kind);
        add_tile_instances(ctx, kinds);
        add_aside(ctx, kinds);
    }
}

static void add_red(struct instance_ctx *ctx, const struct kzi_mark *mark) {
    const uint8_t *reds = ctx->result->hand.reds;
    KZI_EACH_IN(mark->red_suits, suit)
        add_copies(ctx, kzi_kind(suit, 5), reds[suit], reds[suit]);
}

static void add_each_mark(struct instance_ctx *ctx, const struct kzi_mark *mark) {
    switch (mark->kind) {
    case KZI_MARK_DORA:
    case KZI_MARK_URA:
        add_indicated(ctx, mark);
        break;
    case KZI_MARK_RED:
        add_red(ctx, mark);
        break;
    case KZI_MARK_ASIDE:
        add_laid(ctx, mark, &ctx->result->hand.aside);
        break;
    case KZI_MARK_FACES:
        add_faces(ctx, mark);
        break;
    case KZI_MARK_THROWN:
        add_laid(ctx, mark, &ctx->result->hand.thrown);
        break;
    case KZI_MARK_FLOWERS: /* one flower is like the other */
        break;
    }
}

/* Add each instance of a yaku that counts. */
static void add_all(struct instance_ctx *ctx, unsigned number) {
    const struct kzi_model *model = ctx->result->rules->model;
    const struct kzi_yaku *yaku = &model->yaku[number];
    if (add_chosen(ctx, number))
        return;
    switch (yaku->each) {
    case KZI_EACH_SET:
        add_each_set(ctx, number, yaku);
        break;
    case KZI_EACH_FOUR:
        add_each_four(ctx);
        break;
    case KZI_EACH_TILE:
        add_tile_instances(ctx, kzi_kinds_in(&yaku->each_class, &ctx->result->hand));
        add_wild(ctx, &yaku->each_class);
        break;
    case KZI_EACH_COUNTER: /* counters are not tiles */
        break;
    case KZI_EACH_MARK:
        add_each_mark(ctx, &model->marks[yaku->each_mark]);
        break;
    case KZI_ONCE:
    case KZI_EACH_PATTERN:
        add_groups(ctx, of_condition(ctx, yaku->when));
    }
    while (ctx->doc->json && begin_instance(ctx)) /* an instance without tiles */
        kzi_doc_close(ctx->doc);
}

void kzi_put_instances(struct kzi_doc *doc, const struct kz_result *result, unsigned yaku) {
    const unsigned times = kzi_times_listed(result, yaku);
    struct instance_ctx ctx = {.doc = doc,
                               .result = result,
                               .reading = &result->best.reading,
                               .left = times < MAX_USES ? times : MAX_USES};
    kzi_facts_of(result, &ctx.facts);
    if (result->rules->model->yaku[yaku].each == KZI_EACH_COUNTER)
        kzi_doc_int(doc, ".counters", times);
    KZI_DOC_LIST(doc, "tiles")
        add_all(&ctx, yaku);
}

void kzi_put_reading(struct kzi_doc *doc, const struct kz_result *result,
                     const struct kzi_reading *reading) {
    const unsigned pairs = kzi_pairs_of(reading);
    KZI_DOC_OBJECT(doc, "reading") {
        if (reading->shape == KZI_NO_SHAPE) /* a hand that is not complete */
            kzi_doc_string(doc, "shape", NULL);
        else
            kzi_doc_code(doc, "shape", "asks.shape",
                         result->rules->model->shape_names.name[reading->shape]);
        if (!reading->n_groups)
            kzi_put_tiles(kzi_doc_text(doc, "tiles"), &result->hand);
        if (reading->n_sets && kzi_has_body(reading))
            kzi_put_body(kzi_doc_text(doc, "body"), result, reading);
        if (reading->n_sets)
            kzi_put_groups(doc, "sets", result, reading, ~pairs);
        if (reading->n_sets && pairs && !(pairs & (pairs - 1)))
            put_groups(doc, "pair", result, reading, pairs);
        else if (pairs)
            kzi_put_groups(doc, "pairs", result, reading, pairs);
        kzi_doc_string(doc, "wait", kzi_wait_names[reading->wait]);
        if (!doc->json && reading->wait != KZI_WAIT_NONE)
            KZI_DOC_SENTENCE(wait, doc, ".wait", KZI_SAYS_reading_wait)
                kzi_argument_word(wait, "asks.wait", kzi_wait_names[reading->wait]);
    }
}
