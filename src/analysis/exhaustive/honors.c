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

/* Readings with one more kind, while they are listed. */
struct listing {
    const struct honors_ctx *ctx;
    const struct choice *is;
    unsigned kind, count;
    bool won_before;
    struct kzi_hand hand;
    struct kzi_join_reading list[KZI_JOIN_READINGS];
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

/* Add a reading in which the concealed tiles are so many groups of a kind, and the winning tile is
 * in the first, or in none. */
static void add_reading(struct listing *listing, const struct kzi_join_reading *before,
                        unsigned groups, unsigned kind, bool won, unsigned wait) {
    struct kzi_join *join = listing->ctx->join;
    const struct choice *is = listing->is;
    struct kzi_join_reading made = *before;
    struct kzi_group group = {.kind = (uint8_t)kind, .tile = (uint8_t)listing->kind};
    if (listing->count == KZI_JOIN_READINGS) {
        kzi_join_give_up(join);
        return;
    }
    for (unsigned i = 0; i < groups; i++) {
        group.won = won && i == 0;
        group.hold =
            group.won && is->way == KZI_JOIN_DISCARDED ? KZI_FINISHED_BY_DISCARD : KZI_CONCEALED;
        kzi_join_add_group(join, &made, group, &listing->hand);
    }
    group = (struct kzi_group){.kind = is->kind, .tile = group.tile, .hold = is->hold};
    if (is->melded)
        kzi_join_add_group(join, &made, group, &listing->hand);
    if (is->way)
        made.rows &= join->tables.situation[made.form][KZI_JOIN_ANY_OPEN][is->way][wait];
    listing->list[listing->count++] = made;
}

/* What is known of the waits of one kind. */
static struct kzi_join_waiting waiting_of(const struct kzi_join *join,
                                          const struct choice *choice) {
    const struct kzi_shape *pairs = kzi_join_pairs(join);
    unsigned left = choice->concealed - (choice->way ? 1U : 0U);
    struct kzi_join_waiting waiting = {0, choice->concealed != 1 && choice->concealed != 4,
                                       choice->way != KZI_JOIN_NOT_WON};
    if (choice->concealed > 2 && choice->way)
        waiting.bits |= KZI_JOIN_WHOLE_WITHOUT;
    if (!choice->way &&
        (choice->concealed == 2 ||
         (choice->concealed == 4 && join->every->rules[0]->model->waits_count_used_up)))
        waiting.bits |= KZI_JOIN_LACKS_ONE;
    if (!choice->melded && pairs && !(left > 2 && pairs->pairs_differ))
        waiting.bits |= left % 2 == 0 ? KZI_JOIN_EVEN
                        : choice->way ? KZI_JOIN_ODD_LIKE
                                      : KZI_JOIN_ODD_OTHER;
    return waiting;
}

/* Of sets, besides what is of the body. */
static void add_of_sets(struct listing *listing, const struct kzi_join_reading *before,
                        unsigned body) {
    static const unsigned kinds[] = {0, 0, KZI_PAIR, KZI_PUNG};
    const struct choice *is = listing->is;
    struct kzi_join_reading made = *before;
    unsigned rest = is->concealed - body;
    if (is->concealed < body || rest > 3 || rest == 1 || (rest == 2 && made.pair))
        return;
    made.pair |= rest == 2;
    if (kzi_join_is_of(listing->ctx->join, made.form, KZI_FORM_BODY) &&
        listing->ctx->join->adds[made.form])
        made.waits =
            7 & kzi_join_body_waits(
                    (struct kzi_join_waiting){made.waits, true, listing->won_before},
                    waiting_of(listing->ctx->join, &(struct choice){.concealed = (uint8_t)rest,
                                                                    .way = rest ? is->way : 0}),
                    made.pair);
    if (body && is->way)
        add_reading(listing, &made, rest > 0, kinds[rest], false, KZI_WAIT_BODY);
    if (rest || !is->way)
        add_reading(listing, &made, rest > 0, kinds[rest], is->way != KZI_JOIN_NOT_WON,
                    rest == 2 ? KZI_WAIT_PAIR : KZI_WAIT_PUNG);
}

static void add_kind(struct listing *listing, const struct kzi_join_reading *before) {
    const struct choice *is = listing->is;
    const struct kzi_join_form *form = &listing->ctx->join->forms[before->form];
    unsigned body = form->numbers[3] >> (listing->kind - KZI_HONOR) & 1;
    struct kzi_join_reading made = *before;
    if (kzi_join_has_sets(form)) {
        add_of_sets(listing, before, body);
    } else if (kzi_join_has_singles(form)) {
        bool missing = body && !is->concealed && kzi_shape_has_whole_body(form->shape);
        made.pair |= is->concealed == 2;
        if (!is->melded && !missing && is->concealed <= 2U * body &&
            (is->concealed < 2 || (form->shape->one_more && !before->pair)))
            add_reading(listing, &made, 0, 0, false,
                        is->concealed == 2 ? KZI_WAIT_PAIR : KZI_WAIT_SINGLE);
    } else if (!is->melded && is->concealed % 2 == 0 &&
               !(is->concealed > 2 && form->shape->pairs_differ)) {
        add_reading(listing, before, is->concealed / 2, KZI_PAIR, is->way != KZI_JOIN_NOT_WON,
                    KZI_WAIT_PAIR);
    }
}

/* What all readings with the kind have alike; groups still to come are as many as they were before
 * the honors where these can be in the body. */
static void finish_kind(struct listing *listing, unsigned tiles, unsigned way, bool open) {
    const struct kzi_join *join = listing->ctx->join;
    const struct choice *is = listing->is;
    unsigned code = kzi_code(listing->kind, listing->ctx->seat, listing->ctx->round),
             named = join->winds ? code : listing->kind;
    uint64_t own = copies_of(is) * join->tile[code][is->way != KZI_JOIN_NOT_WON] +
                   (is->way ? join->won[code] : 0),
             full = tiles_of(is) ? kzi_join_identity((uint64_t)(is - choices), NULL, 1, named) : 0;
    for (unsigned i = 0; i < listing->count; i++) {
        struct kzi_join_reading *reading = &listing->list[i];
        bool whole = join->forms[reading->form].body_tiles[3] == 0;
        reading->own += own + (join->full[reading->form] ? full : 0);
        if (is->way)
            reading->rows &= join->tables.won[code];
        if (tiles_of(is))
            reading->rows &= join->unlike_asked;
        if (open)
            reading->rows &= join->tables.situation[reading->form][true][way][KZI_JOIN_ANY_WAIT];
        kzi_join_reduce(join, reading, whole ? 8 : 0, whole ? tiles : 0);
    }
}

static unsigned number_of_melds(const struct kzi_join *join, const struct choice *choice) {
    unsigned of = choice->hold != KZI_CLAIMED ? 3 : choice->kind, number = 0;
    while (join->needs.n_melds[number] != choice->melded ||
           (choice->melded && !join->needs.counts[number][of]))
        number++;
    return number;
}

static void with_choice(struct listing *listing, struct kzi_join_parts *to, unsigned tiles,
                        unsigned way, uint32_t index) {
    struct kzi_join *join = listing->ctx->join;
    const struct choice *is = listing->is;
    const struct kzi_join_table *from = &listing->ctx->parts->of[tiles][way];
    struct kzi_join_class made = from->list[index];
    unsigned now = tiles + tiles_of(is), honor = listing->kind - KZI_HONOR;
    unsigned waits =
        kzi_join_waits(kzi_join_waiting_of(join, from, &made), waiting_of(join, is), now);
    bool fresh;
    if (is->melded)
        made.melds = join->needs.sum[made.melds][number_of_melds(join, is)];
    made.melds = join->needs.alike[join->melds_left[now]][made.melds];
    if (is->way)
        made.like = join->needs.like[kzi_join_like_of(copies_of(is), 0, is->melded)] & 15U;
    if (tiles_of(is) == KZI_MAX_COPIES && join->counts_fours)
        made.fours = (made.fours + 1U) & 15;
    way = way ? way : is->way;
    listing->count = 0;
    listing->won_before = made.like && !is->way;
    for (unsigned i = 0; i < made.n_readings; i++)
        add_kind(listing, &from->readings[made.first + i]);
    finish_kind(listing, now, way, join->needs.open[made.melds]);
    made.waits = (uint8_t)kzi_join_drop_waits(join, waits, listing->list, listing->count, false);
    if (tiles_of(is)) {
        unsigned numbers = join->present_first[3][made.present] | 1U << honor;
        made.present = join->present_of[3][numbers];
    }
    made.from[0] = made.from[0] * (uint32_t)CHOICES + (uint32_t)(is - choices);
    made.n_readings = (uint16_t)kzi_join_sort(listing->list, listing->count);
    if (listing->count && kzi_join_concerns(join, listing->list, made.n_readings))
        kzi_join_add(join, &to->of[now][way], &made, listing->list, &fresh);
}

static void add_honor(struct honors_ctx *ctx, struct kzi_join_parts *to, unsigned honor) {
    const struct kzi_join *join = ctx->join;
    struct listing listing = {.ctx = ctx, .kind = KZI_HONOR + honor};
    listing.hand.seat = (uint8_t)ctx->seat;
    listing.hand.round = (uint8_t)ctx->round;
    for (unsigned choice = 0; choice < CHOICES; choice++) {
        const struct choice *is = listing.is = &choices[choice];
        listing.hand.win = (uint8_t)(is->way ? listing.kind : KZI_NO_KIND);
        if (!may_be(join, is, listing.kind))
            continue;
        for (unsigned tiles = 0; tiles + tiles_of(is) <= join->n_tiles; tiles++)
            for (unsigned way = 0; way < (is->way ? 1U : KZI_JOIN_WAYS); way++)
                for (uint32_t i = 0; i < ctx->parts->of[tiles][way].count && !join->failed; i++)
                    with_choice(&listing, to, tiles, way, i);
    }
}

static void begin(struct honors_ctx *ctx) {
    struct kzi_join *join = ctx->join;
    struct kzi_join_reading readings[KZI_JOIN_FORMS];
    bool fresh;
    unsigned count = 0, at[KZI_JOIN_FORMS];
    for (unsigned form = 0; form < join->n_forms; form++) {
        const struct kzi_join_form *of = &join->forms[form];
        if (of->first == form) {
            at[form] = count;
            readings[count++] =
                (struct kzi_join_reading){.rows = join->start[form] & join->tables.seat[ctx->seat],
                                          .places = (UINT32_C(1) << KZI_JOIN_PLACES) - 1,
                                          .form = (uint16_t)form};
        }
        readings[at[of->first]].bodies |= of->bit;
    }
    for (unsigned i = 0; i < count; i++)
        kzi_join_reduce(join, &readings[i], 0, 0);
    const struct kzi_join_class none = {.count = 1,
                                        .n_readings = (uint16_t)kzi_join_sort(readings, count),
                                        .present = join->present_of[3][0],
                                        .waits = KZI_JOIN_EVEN,
                                        .seat = join->needs.seat[ctx->seat] & 15U};
    kzi_join_add(join, &ctx->parts->of[0][KZI_JOIN_NOT_WON], &none, readings, &fresh);
}

/* Their numbers are all known, and what they are of which seat and round. */
static void finish(const struct honors_ctx *ctx, unsigned tiles, unsigned way, uint32_t index) {
    struct kzi_join *join = ctx->join;
    const struct kzi_join_table *from = &ctx->parts->of[tiles][way];
    struct kzi_join_class made = from->list[index];
    struct kzi_join_reading list[KZI_JOIN_READINGS];
    unsigned count = 0;
    bool fresh;
    for (unsigned i = 0; i < made.n_readings; i++) {
        list[count] = from->readings[made.first + i];
        if (join->sets_left[list[count].form][8][tiles] == KZI_JOIN_NEVER)
            continue;
        list[count].rows &= join->tables.present[3][join->present_first[3][made.present]];
        kzi_join_reduce(join, &list[count++], 8, tiles);
    }
    made.waits = (uint8_t)kzi_join_drop_waits(join, made.waits, list, count, false);
    if (!count || !kzi_join_concerns(join, list, count))
        return;
    made.present = 0;
    made.from[1] = ctx->seat * KZI_EVERY_ROUNDS + ctx->round;
    made.n_readings = (uint16_t)kzi_join_sort(list, count);
    kzi_join_add(join, &join->honors.of[tiles][way], &made, list, &fresh);
}

static void make_of(struct honors_ctx *ctx) {
    struct kzi_join_parts parts[2] = {{{{{.list = NULL}}}}};
    ctx->parts = &parts[0];
    begin(ctx);
    for (unsigned honor = 0; honor < HONORS; honor++) {
        struct kzi_join_parts *to = &parts[(honor + 1) % 2];
        add_honor(ctx, to, honor);
        kzi_join_parts_release(ctx->join, ctx->parts);
        ctx->parts = to;
    }
    for (unsigned tiles = 0; tiles <= ctx->join->n_tiles; tiles++)
        for (unsigned way = 0; way < KZI_JOIN_WAYS; way++)
            for (uint32_t i = 0; i < ctx->parts->of[tiles][way].count && !ctx->join->failed; i++)
                finish(ctx, tiles, way, i);
    kzi_join_parts_release(ctx->join, ctx->parts);
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
