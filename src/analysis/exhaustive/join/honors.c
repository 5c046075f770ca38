/* The classes of the honors with seat and round, kind by kind, reduced after each. */
#include "analysis/exhaustive/join/join.h"
#include "compile/condition/evaluation.h"

#define HONORS 7

/* What there can be of a kind. */
static const struct choice {
    uint8_t tiles, way;
    uint8_t pairs;       /* that it is if it is pairs */
    bool is_set, melded; /* if it is one */
    uint8_t kind, hold;
} choices[] = {
    {0, KZI_JOIN_NOT_WON, 0, false, false, 0, 0},
    {2, KZI_JOIN_NOT_WON, 1, false, false, KZI_PAIR, KZI_CONCEALED},
    {2, KZI_JOIN_DRAWN, 1, false, false, KZI_PAIR, KZI_CONCEALED},
    {2, KZI_JOIN_DISCARDED, 1, false, false, KZI_PAIR, KZI_FINISHED_BY_DISCARD},
    {3, KZI_JOIN_NOT_WON, 0, true, false, KZI_PUNG, KZI_CONCEALED},
    {3, KZI_JOIN_DRAWN, 0, true, false, KZI_PUNG, KZI_CONCEALED},
    {3, KZI_JOIN_DISCARDED, 0, true, false, KZI_PUNG, KZI_FINISHED_BY_DISCARD},
    {3, KZI_JOIN_NOT_WON, 0, true, true, KZI_PUNG, KZI_CLAIMED},
    {3, KZI_JOIN_NOT_WON, 0, true, true, KZI_KONG, KZI_CLAIMED},
    {3, KZI_JOIN_NOT_WON, 0, true, true, KZI_KONG, KZI_CONCEALED},
    {4, KZI_JOIN_NOT_WON, 2, false, false, KZI_PAIR, KZI_CONCEALED},
    {4, KZI_JOIN_DRAWN, 2, false, false, KZI_PAIR, KZI_CONCEALED},
    {4, KZI_JOIN_DISCARDED, 2, false, false, KZI_PAIR, KZI_FINISHED_BY_DISCARD},
};

struct honors_ctx {
    struct kzi_join *join;
    unsigned seat, round;
    struct kzi_join_parts *parts; /* of the kinds so far */
};

static unsigned copies_of(const struct choice *choice) {
    return choice->tiles + (choice->kind == KZI_KONG ? 1U : 0U);
}

static bool may_be(const struct kzi_join *join, const struct choice *choice, unsigned kind) {
    bool claimed = choice->melded && choice->hold == KZI_CLAIMED;
    return copies_of(choice) <= join->every->rules[0]->model->copies[kind] &&
           (!claimed || kzi_may_claim(join->every->rules[0], choice->kind) ||
            kzi_may_claim(join->every->rules[1], choice->kind));
}

/* A reading with one more kind; false: it has none of that. */
static bool add_kind(const struct honors_ctx *ctx, const struct choice *choice, unsigned kind,
                     unsigned tiles, struct kzi_join_reading *reading) {
    const struct kzi_join *join = ctx->join;
    bool of_sets = reading->form == KZI_JOIN_OF_SETS;
    struct kzi_group group = {.kind = choice->kind, .tile = (uint8_t)kind, .hold = choice->hold};
    struct kzi_hand hand = {.seat = (uint8_t)ctx->seat, .round = (uint8_t)ctx->round};
    hand.win = (uint8_t)(choice->way ? kind : KZI_NO_KIND);
    if (of_sets ? choice->pairs > 1 || (choice->pairs && kzi_join_has_pair(tiles)) : choice->is_set)
        return false;
    if (choice->pairs > 1 &&
        join->every->rules[0]->shapes.list[join->shape[KZI_JOIN_OF_PAIRS]].pairs_differ)
        return false;
    group.won = choice->way != KZI_JOIN_NOT_WON;
    for (unsigned i = 0; i < (choice->pairs > 1 ? choice->pairs : 1U); i++) {
        kzi_join_add_group(join, reading, group, &hand);
        group.hold = KZI_CONCEALED;
        group.won = false;
    }
    if (choice->way)
        reading->rows &= join->tables.won[kzi_code(kind, ctx->seat, ctx->round)] &
                         join->tables.situation[reading->form][KZI_JOIN_ANY_OPEN][choice->way]
                                               [choice->is_set ? KZI_WAIT_PUNG : KZI_WAIT_PAIR];
    reading->rows &= join->unlike_asked;
    return true;
}

static unsigned number_of_melds(const struct kzi_join *join, const struct choice *choice) {
    unsigned of = choice->hold != KZI_CLAIMED ? 3 : choice->kind, number = 0;
    while (join->needs.n_melds[number] != choice->melded ||
           (choice->melded && !join->needs.counts[number][of]))
        number++;
    return number;
}

/* What is known of the waits of one kind. */
static struct kzi_join_waiting waiting_of(const struct kzi_join *join,
                                          const struct choice *choice) {
    struct kzi_join_waiting waiting = {0, choice->pairs < 2, choice->way != KZI_JOIN_NOT_WON};
    unsigned left = choice->tiles - (choice->way ? 1U : 0U);
    if (choice->tiles > 2 && choice->way)
        waiting.bits |= KZI_JOIN_WHOLE_WITHOUT;
    if (!choice->way && (choice->pairs == 1 ||
                         (choice->pairs > 1 && join->every->rules[0]->model->waits_count_used_up)))
        waiting.bits |= KZI_JOIN_LACKS_ONE;
    if (!choice->melded && join->shape[KZI_JOIN_OF_PAIRS] >= 0 &&
        !(left > 2 &&
          join->every->rules[0]->shapes.list[join->shape[KZI_JOIN_OF_PAIRS]].pairs_differ))
        waiting.bits |= left % 2 == 0 ? KZI_JOIN_EVEN
                        : choice->way ? KZI_JOIN_ODD_LIKE
                                      : KZI_JOIN_ODD_OTHER;
    return waiting;
}

static void with_choice(const struct honors_ctx *ctx, struct kzi_join_parts *to, unsigned honor,
                        unsigned choice, unsigned tiles, unsigned way, uint32_t index) {
    struct kzi_join *join = ctx->join;
    const struct choice *is = &choices[choice];
    struct kzi_join_class made = ctx->parts->of[tiles][way].list[index];
    struct kzi_join_reading list[KZI_JOIN_READINGS];
    unsigned now = tiles + is->tiles, count = 0, left = join->sets_left[now];
    bool fresh;
    unsigned waits = kzi_join_waits(kzi_join_waiting_of(join, &made), waiting_of(join, is), now);
    if (is->melded)
        made.melds = join->needs.sum[made.melds][number_of_melds(join, is)];
    made.melds = join->needs.alike[left][made.melds];
    if (is->way)
        made.like = join->needs.like[kzi_join_like_of(is->tiles, 0, 0)] & 15U;
    if (is->tiles == KZI_MAX_COPIES && join->counts_fours)
        made.fours = (made.fours + 1U) & 15;
    way = way ? way : is->way;
    for (unsigned i = 0; i < made.n_readings; i++) {
        list[count] = join->pool[made.first + i];
        if (is->tiles && !add_kind(ctx, is, KZI_HONOR + honor, tiles, &list[count]))
            continue;
        if (join->needs.open[made.melds])
            list[count].rows &=
                join->tables.situation[KZI_JOIN_OF_SETS][true][way][KZI_JOIN_ANY_WAIT];
        kzi_join_reduce(join, &list[count++], now);
    }
    made.waits = (uint8_t)kzi_join_drop_waits(join, waits, list, count, false);
    if (is->tiles) {
        unsigned numbers = join->present_first[3][made.present] | 1U << honor;
        made.present = join->present_of[3][numbers];
    }
    made.from[0] |= choice << 4 * honor;
    made.n_readings = (uint16_t)kzi_join_sort(list, count);
    if (count && kzi_join_concerns(join, list, count))
        kzi_join_add(join, &to->of[now][way], &made, list, &fresh);
}

static void add_honor(struct honors_ctx *ctx, struct kzi_join_parts *to, unsigned honor) {
    const struct kzi_join *join = ctx->join;
    for (unsigned choice = 0; choice < sizeof choices / sizeof *choices; choice++) {
        const struct choice *is = &choices[choice];
        if (!may_be(join, is, KZI_HONOR + honor))
            continue;
        for (unsigned tiles = 0; tiles + is->tiles <= join->n_tiles; tiles++)
            for (unsigned way = 0; way < (is->way ? 1U : KZI_JOIN_WAYS); way++)
                for (uint32_t i = 0; i < ctx->parts->of[tiles][way].count && !join->failed; i++)
                    with_choice(ctx, to, honor, choice, tiles, way, i);
    }
}

static void begin(struct honors_ctx *ctx) {
    struct kzi_join *join = ctx->join;
    struct kzi_join_reading readings[KZI_JOIN_FORMS] = {{.rows = {0}}};
    unsigned count = join->shape[KZI_JOIN_OF_PAIRS] < 0 ? 1 : 2;
    bool fresh;
    for (unsigned form = 0; form < count; form++)
        readings[form] =
            (struct kzi_join_reading){.rows = join->start[form] & join->tables.seat[ctx->seat],
                                      .places = (UINT64_C(1) << KZI_JOIN_PLACES) - 1,
                                      .form = form & 1};
    for (unsigned i = 0; i < count; i++)
        kzi_join_reduce(join, &readings[i], 0);
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
    struct kzi_join_class made = ctx->parts->of[tiles][way].list[index];
    struct kzi_join_reading list[KZI_JOIN_READINGS];
    bool fresh;
    for (unsigned i = 0; i < made.n_readings; i++) {
        list[i] = join->pool[made.first + i];
        list[i].rows &= join->tables.present[3][join->present_first[3][made.present]];
        kzi_join_reduce(join, &list[i], tiles);
    }
    made.waits = (uint8_t)kzi_join_drop_waits(join, made.waits, list, made.n_readings, false);
    if (!kzi_join_concerns(join, list, made.n_readings))
        return;
    made.present = 0;
    made.from[1] = ctx->seat * KZI_EVERY_ROUNDS + ctx->round;
    made.n_readings = (uint16_t)kzi_join_sort(list, made.n_readings);
    kzi_join_add(join, &join->honors.of[tiles][way], &made, list, &fresh);
}

static void make_of(struct honors_ctx *ctx) {
    struct kzi_join_parts parts[2] = {{{{{.list = NULL}}}}};
    ctx->parts = &parts[0];
    begin(ctx);
    for (unsigned honor = 0; honor < HONORS; honor++) {
        struct kzi_join_parts *to = &parts[(honor + 1) % 2];
        add_honor(ctx, to, honor);
        kzi_join_parts_release(ctx->parts);
        ctx->parts = to;
    }
    for (unsigned tiles = 0; tiles <= ctx->join->n_tiles; tiles++)
        for (unsigned way = 0; way < KZI_JOIN_WAYS; way++)
            for (uint32_t i = 0; i < ctx->parts->of[tiles][way].count && !ctx->join->failed; i++)
                finish(ctx, tiles, way, i);
    kzi_join_parts_release(ctx->parts);
}

void kzi_join_honors_make(struct kzi_join *join) {
    struct honors_ctx ctx = {.join = join};
    for (ctx.seat = 0; ctx.seat < join->every->rules[0]->model->n_seats; ctx.seat++)
        for (ctx.round = 0; ctx.round < KZI_EVERY_ROUNDS; ctx.round++)
            make_of(&ctx);
}

void kzi_join_honors_put(const struct kzi_join_class *class_, struct kzi_every_hand *hand) {
    hand->seat = (uint8_t)(class_->from[1] / KZI_EVERY_ROUNDS);
    hand->round = class_->from[1] % KZI_EVERY_ROUNDS;
    for (unsigned honor = 0; honor < HONORS; honor++) {
        const struct choice *is = &choices[class_->from[0] >> 4 * honor & 15];
        uint8_t kind = (uint8_t)(KZI_HONOR + honor);
        if (is->melded) {
            hand->melds[hand->n_melds].kind = is->kind;
            hand->melds[hand->n_melds].tile = kind;
            hand->melds[hand->n_melds++].claimed = is->hold == KZI_CLAIMED;
            continue;
        }
        hand->concealed[kind] = (uint8_t)(is->tiles - (is->way != KZI_JOIN_NOT_WON));
        if (is->way)
            hand->win = kind;
    }
}
