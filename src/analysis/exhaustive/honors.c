/* The classes of the honors with seat and round, kind by kind, reduced after each. */
#include "analysis/exhaustive/join.h"
#include "compile/condition/evaluation.h"

#define HONORS 7

/* What there can be of a kind: concealed tiles, won or not, and a meld. */
static const struct choice {
    uint8_t concealed, way, melded; /* melded: 1, else 0 */
    uint8_t kind, hold;             /* of the meld */
} choices[] = {
    {0, KZI_JOIN_NOT_WON, 0, 0, 0},
    {1, KZI_JOIN_NOT_WON, 0, 0, 0},
    {1, KZI_JOIN_DRAWN, 0, 0, 0},
    {1, KZI_JOIN_DISCARDED, 0, 0, 0},
    {2, KZI_JOIN_NOT_WON, 0, 0, 0},
    {2, KZI_JOIN_DRAWN, 0, 0, 0},
    {2, KZI_JOIN_DISCARDED, 0, 0, 0},
    {3, KZI_JOIN_NOT_WON, 0, 0, 0},
    {3, KZI_JOIN_DRAWN, 0, 0, 0},
    {3, KZI_JOIN_DISCARDED, 0, 0, 0},
    {0, KZI_JOIN_NOT_WON, 1, KZI_PUNG, KZI_CLAIMED},
    {0, KZI_JOIN_NOT_WON, 1, KZI_KONG, KZI_CLAIMED},
    {0, KZI_JOIN_NOT_WON, 1, KZI_KONG, KZI_CONCEALED},
    {4, KZI_JOIN_NOT_WON, 0, 0, 0},
    {4, KZI_JOIN_DRAWN, 0, 0, 0},
    {4, KZI_JOIN_DISCARDED, 0, 0, 0},
    {1, KZI_JOIN_NOT_WON, 1, KZI_PUNG, KZI_CLAIMED},
    {1, KZI_JOIN_DRAWN, 1, KZI_PUNG, KZI_CLAIMED},
    {1, KZI_JOIN_DISCARDED, 1, KZI_PUNG, KZI_CLAIMED},
};

#define CHOICES (sizeof choices / sizeof *choices)

struct honors_ctx {
    struct kzi_join *join;
    unsigned seat, round;
    struct kzi_join_parts *parts; /* of the kinds so far */
};

/* A choice of a kind, as a part by itself. */
struct chosen {
    const struct honors_ctx *ctx;
    const struct choice *is;
    unsigned kind;
    struct kzi_hand hand;
    struct kzi_join_class class_;
    struct kzi_join_reading list[2 * KZI_JOIN_FORMS];
};

/* A kong counts as three. */
static unsigned tiles_of(const struct choice *choice) {
    return choice->concealed + 3U * choice->melded;
}

static unsigned copies_of(const struct choice *choice) {
    return tiles_of(choice) + (choice->melded && choice->kind == KZI_KONG);
}

static bool may_be(const struct kzi_join *join, const struct choice *choice, unsigned kind) {
    bool claimed = choice->melded && choice->hold == KZI_CLAIMED;
    return copies_of(choice) <= join->every->rules[0]->model->copies[kind] &&
           (!claimed || kzi_may_claim(join->every->rules[0], choice->kind) ||
            kzi_may_claim(join->every->rules[1], choice->kind));
}

/* What is known of the waits of one kind. */
static unsigned waits_of(const struct kzi_join *join, const struct choice *choice) {
    const struct kzi_shape *pairs = kzi_join_pairs(join);
    unsigned left = choice->concealed - (choice->way ? 1U : 0U), waits = 0;
    if (choice->concealed > 2 && choice->way)
        waits |= KZI_JOIN_WHOLE_WITHOUT;
    if (!choice->way &&
        (choice->concealed == 2 ||
         (choice->concealed == 4 && join->every->rules[0]->model->waits_count_used_up)))
        waits |= KZI_JOIN_LACKS_ONE;
    if (!choice->melded && pairs && !(left > 2 && pairs->pairs_differ))
        waits |= left % 2 == 0 ? KZI_JOIN_EVEN
                 : choice->way ? KZI_JOIN_ODD_LIKE
                               : KZI_JOIN_ODD_OTHER;
    return waits;
}

/* Add a reading in which the concealed tiles are so many groups of a kind, and the winning tile is
 * in the first, or in none. */
static void add_reading(struct chosen *chosen, struct kzi_join_reading made, unsigned groups,
                        unsigned kind, bool won, unsigned wait) {
    struct kzi_join *join = chosen->ctx->join;
    const struct choice *is = chosen->is;
    const unsigned code = kzi_code(chosen->kind, chosen->ctx->seat, chosen->ctx->round),
                   named = join->winds ? code : chosen->kind;
    struct kzi_group group = {.kind = (uint8_t)kind, .tile = (uint8_t)chosen->kind};
    for (unsigned i = 0; i < groups; i++) {
        group.won = won && i == 0;
        group.hold =
            group.won && is->way == KZI_JOIN_DISCARDED ? KZI_FINISHED_BY_DISCARD : KZI_CONCEALED;
        kzi_join_add_group(join, &made, group, &chosen->hand);
    }
    group = (struct kzi_group){.kind = is->kind, .tile = group.tile, .hold = is->hold};
    if (is->melded)
        kzi_join_add_group(join, &made, group, &chosen->hand);
    made.own += copies_of(is) * join->tile[code][is->way != KZI_JOIN_NOT_WON];
    if (is->way) {
        made.own += join->won[code];
        made.rows &= join->tables.won[code] &
                     join->tables.situation[KZI_JOIN_ANY_OPEN][is->way][wait][made.form];
    }
    if (tiles_of(is)) {
        made.rows &= join->unlike_asked;
        if (join->full[made.form])
            made.own += kzi_join_identity((uint64_t)(is - choices), NULL, 1, named);
    }
    chosen->list[chosen->class_.n_readings++] = made;
}

/* Of sets, besides what is of the body. */
static void add_of_sets(struct chosen *chosen, struct kzi_join_reading made, unsigned body) {
    static const unsigned kinds[] = {0, 0, KZI_PAIR, KZI_PUNG};
    const struct kzi_join *join = chosen->ctx->join;
    const struct choice *is = chosen->is;
    unsigned rest = is->concealed - body;
    if (is->concealed < body || rest > 3 || rest == 1)
        return;
    made.pair = rest == 2;
    if (kzi_join_is_of(join, made.form, KZI_FORM_BODY) && join->adds[made.form])
        made.waits = 7 & waits_of(join, &(struct choice){.concealed = (uint8_t)rest,
                                                         .way = rest ? is->way : 0});
    if (body && is->way)
        add_reading(chosen, made, rest > 0, kinds[rest], false, KZI_WAIT_BODY);
    if (rest || !is->way)
        add_reading(chosen, made, rest > 0, kinds[rest], is->way != KZI_JOIN_NOT_WON,
                    rest == 2 ? KZI_WAIT_PAIR : KZI_WAIT_PUNG);
}

static void add_form(struct chosen *chosen, unsigned index) {
    const struct choice *is = chosen->is;
    const struct kzi_join_form *form = &chosen->ctx->join->forms[index];
    unsigned body = form->numbers[3] >> (chosen->kind - KZI_HONOR) & 1;
    struct kzi_join_reading made = {
        .rows = ~(kzi_join_rows){0}, .places = KZI_JOIN_ALL_PLACES, .form = index};
    if (kzi_join_has_sets(form)) {
        add_of_sets(chosen, made, body);
    } else if (kzi_join_has_singles(form)) {
        bool missing = body && !is->concealed && kzi_shape_has_whole_body(form->shape);
        made.pair = is->concealed == 2;
        if (!is->melded && !missing && is->concealed <= 2U * body &&
            (is->concealed < 2 || form->shape->one_more))
            add_reading(chosen, made, 0, 0, false,
                        is->concealed == 2 ? KZI_WAIT_PAIR : KZI_WAIT_SINGLE);
    } else if (!is->melded && is->concealed % 2 == 0 &&
               !(is->concealed > 2 && form->shape->pairs_differ)) {
        add_reading(chosen, made, is->concealed / 2, KZI_PAIR, is->way != KZI_JOIN_NOT_WON,
                    KZI_WAIT_PAIR);
    }
}

/* Make a part of a choice. */
static void choose(struct chosen *chosen) {
    const struct kzi_join *join = chosen->ctx->join;
    const struct choice *is = chosen->is;
    unsigned numbers = tiles_of(is) ? 1U << (chosen->kind - KZI_HONOR) : 0;
    chosen->hand.seat = (uint8_t)chosen->ctx->seat;
    chosen->hand.round = (uint8_t)chosen->ctx->round;
    chosen->hand.win = (uint8_t)(is->way ? chosen->kind : KZI_NO_KIND);
    chosen->class_ =
        (struct kzi_join_class){.present = join->present_of[3][numbers],
                                .waits = waits_of(join, is) & 127U,
                                .fours = tiles_of(is) == KZI_MAX_COPIES && join->counts_fours};
    if (is->melded)
        chosen->class_.melds = kzi_join_one_meld(is->kind, is->hold == KZI_CLAIMED) & 511U;
    if (is->way)
        chosen->class_.like =
            join->needs.like[kzi_join_like_of(copies_of(is), 0, is->melded)] & 15U;
    for (unsigned form = 0; form < join->n_forms; form++)
        add_form(chosen, form);
}

/* Join a class of the kinds before with a choice; of all kinds it is known which numbers, seat and
 * round they are of. */
static void add_choice(const struct chosen *chosen, struct kzi_join_parts *to, unsigned tiles,
                       unsigned way, uint32_t index) {
    const struct honors_ctx *ctx = chosen->ctx;
    struct kzi_join *join = ctx->join;
    const struct kzi_join_part before = kzi_join_part_of(&ctx->parts->of[tiles][way], index),
                               with = {&chosen->class_, chosen->list};
    const uint16_t *first = join->present_first[3];
    unsigned numbers = first[before.class_->present] | first[chosen->class_.present];
    bool whole = to == &join->honors;
    struct kzi_join_step step = kzi_join_step_of(join, whole ? 8 : 0);
    struct kzi_join_class made = {
        .count = before.class_->count,
        .from = {before.class_->from[0] * (uint32_t)CHOICES + (uint32_t)(chosen->is - choices),
                 ctx->seat * KZI_EVERY_ROUNDS + ctx->round},
        .present = whole ? 0 : join->present_of[3][numbers]};
    step.tiles = tiles + tiles_of(chosen->is);
    step.way = way ? way : chosen->is->way;
    step.to = &to->of[step.tiles][step.way];
    if (whole)
        step.rows = join->tables.present[3][numbers];
    kzi_join_classes(&step, &before, &with, &made);
}

static void add_honor(struct honors_ctx *ctx, struct kzi_join_parts *to, unsigned honor) {
    const struct kzi_join *join = ctx->join;
    struct chosen chosen = {.ctx = ctx, .kind = KZI_HONOR + honor};
    for (unsigned choice = 0; choice < CHOICES; choice++) {
        const struct choice *is = chosen.is = &choices[choice];
        if (!may_be(join, is, chosen.kind))
            continue;
        choose(&chosen);
        for (unsigned tiles = 0; tiles + tiles_of(is) <= join->n_tiles; tiles++)
            for (unsigned way = 0; way < (is->way ? 1U : KZI_JOIN_WAYS); way++)
                for (uint32_t i = 0; i < ctx->parts->of[tiles][way].count && !join->failed; i++)
                    add_choice(&chosen, to, tiles, way, i);
    }
}

static void begin(struct honors_ctx *ctx) {
    struct kzi_join *join = ctx->join;
    struct kzi_join_reading readings[KZI_JOIN_FORMS];
    bool fresh;
    unsigned count = 0;
    for (unsigned form = 0; form < join->n_forms; form++)
        readings[count++] =
            (struct kzi_join_reading){.rows = join->start[form] & join->tables.seat[ctx->seat],
                                      .places = KZI_JOIN_ALL_PLACES,
                                      .form = form};
    const struct kzi_join_class none = {.count = 1,
                                        .n_readings = (uint16_t)count,
                                        .present = join->present_of[3][0],
                                        .waits = KZI_JOIN_EVEN,
                                        .seat = join->needs.seat[ctx->seat] & 15U};
    kzi_join_add(join, &ctx->parts->of[0][KZI_JOIN_NOT_WON], &none, readings, &fresh);
}

static void make_of(struct honors_ctx *ctx) {
    struct kzi_join_parts parts[2] = {{{{{.list = NULL}}}}};
    ctx->parts = &parts[0];
    begin(ctx);
    for (unsigned honor = 0; honor < HONORS; honor++) {
        struct kzi_join_parts *to =
            honor + 1 < HONORS ? &parts[(honor + 1) % 2] : &ctx->join->honors;
        add_honor(ctx, to, honor);
        kzi_join_parts_release(ctx->join, ctx->parts);
        ctx->parts = to;
    }
}

void kzi_join_honors_make(struct kzi_join *join) {
    struct honors_ctx ctx = {.join = join};
    for (ctx.seat = 0; ctx.seat < join->every->rules[0]->model->n_seats; ctx.seat++)
        for (ctx.round = 0; ctx.round < KZI_EVERY_ROUNDS; ctx.round++)
            make_of(&ctx);
}

void kzi_join_honors_put(const struct kzi_join_class *class_, struct kzi_every_hand *hand) {
    uint32_t left = class_->from[0];
    hand->seat = class_->from[1] / KZI_EVERY_ROUNDS & 7;
    hand->round = class_->from[1] % KZI_EVERY_ROUNDS & 7;
    for (unsigned honor = HONORS; honor--; left /= CHOICES) {
        const struct choice *is = &choices[left % CHOICES];
        uint8_t kind = (uint8_t)(KZI_HONOR + honor);
        if (is->melded) {
            hand->melds[hand->n_melds].kind = is->kind & 15U;
            hand->melds[hand->n_melds].tile = kind;
            hand->melds[hand->n_melds++].claimed = is->hold == KZI_CLAIMED;
        }
        hand->concealed[3] |= (kzi_suit_key)(is->concealed - (is->way != KZI_JOIN_NOT_WON))
                              << 3 * honor;
        if (is->way)
            hand->win = kind;
    }
}
