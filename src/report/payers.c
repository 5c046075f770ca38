#include "report/payers.h"

#include "report/wording.h"

static const char *const seat_keys[KZI_SEATS] = {"E", "S", "W", "N"};

static struct kzi_payer payer_of_seat(const struct kz_result *result, unsigned seat) {
    const struct kzi_hand *hand = &result->hand;
    return (struct kzi_payer){.seat = (int)seat,
                              .discarded = !hand->self_draw && hand->from == (int)seat,
                              .many = 1,
                              .who = kzi_seat_says[seat],
                              .key = seat_keys[seat],
                              .share = result->share[seat],
                              .change = result->paid[seat]};
}

static void add(struct kzi_payers *payers, struct kzi_payer payer) {
    payer.counters = -payer.change - payer.share;
    payers->hand += payer.share * payer.many;
    payers->counters += payer.counters * payer.many;
    payers->list[payers->count++] = payer;
}

void kzi_payers_find(const struct kz_result *result, struct kzi_payers *payers) {
    *payers = (struct kzi_payers){0};
    if (result->discarder_unknown) {
        add(payers, (struct kzi_payer){-1, true, 1, "the discarder", "discarder",
                                       result->share_discarder, 0, result->paid_discarder});
        add(payers, (struct kzi_payer){-1, false, result->rules->model->n_seats - 2, "the others",
                                       "others", result->share_others, 0, result->paid_others});
    } else
        for (unsigned seat = 0; seat < result->rules->model->n_seats; seat++)
            if (seat != result->hand.seat)
                add(payers, payer_of_seat(result, seat));
    payers->bets = result->paid[result->hand.seat] - payers->hand - payers->counters;
}

/* --- the sentence said at the table
 * --------------------------------------------------------------- */

static unsigned with_share(const struct kzi_payers *payers, int64_t share) {
    unsigned many = 0;
    for (unsigned i = 0; i < payers->count; i++)
        if (payers->list[i].share == share)
            many += payers->list[i].many;
    return many;
}

/* The greatest share below a bound; 0 if there is none. */
static int64_t next_share(const struct kzi_payers *payers, int64_t below) {
    int64_t next = 0;
    for (unsigned i = 0; i < payers->count; i++)
        if (payers->list[i].share < below && payers->list[i].share > next)
            next = payers->list[i].share;
    return next;
}

static void say_who(struct kzi_text *text, const struct kzi_payers *payers, int64_t share) {
    unsigned left = 0;
    for (unsigned i = 0; i < payers->count; i++)
        left += payers->list[i].share == share;
    for (unsigned i = 0; i < payers->count; i++) {
        if (payers->list[i].share != share)
            continue;
        kzi_text_put(text, payers->list[i].who);
        left--;
        if (left)
            kzi_text_put(text, left == 1 ? " and " : ", ");
    }
}

void kzi_say_shares(struct kzi_text *text, const struct kz_result *result,
                    const struct kzi_payers *payers) {
    int64_t share = next_share(payers, INT64_MAX);
    if (result->hand.self_draw && share &&
        with_share(payers, share) == result->rules->model->n_seats - 1) {
        kzi_text_int(text, share);
        kzi_text_put(text, " all");
        return;
    }
    for (bool first = true; share; share = next_share(payers, share), first = false) {
        if (!first)
            kzi_text_put(text, ", ");
        kzi_text_int(text, share);
        kzi_text_put(text, with_share(payers, share) > 1 ? " each from " : " from ");
        say_who(text, payers, share);
    }
}

/* --- liability ------------------------------------------------------------------------------- */

/* A part of KZI_WHOLE as it was written: "1/2". */
static void put_part(struct kzi_text *text, int32_t part) {
    int32_t under = 1;
    while (part * under % KZI_WHOLE)
        under++;
    kzi_text_int(text, part * under / KZI_WHOLE);
    kzi_text_char(text, '/');
    kzi_text_int(text, under);
}

void kzi_say_liable(struct kzi_text *text, const struct kz_result *result,
                    const struct kzi_liable *liable, const char *language) {
    const struct kzi_model *model = result->rules->model;
    const struct kzi_liability *rule = &model->payments.liability;
    const struct kzi_hand *hand = &result->hand;
    int32_t part = hand->self_draw ? rule->self_draw : rule->discard;
    if (hand->from == (int)liable->seat)
        part = KZI_WHOLE;
    kzi_text_put(text, kzi_seat_says[liable->seat]);
    kzi_text_put(text, " fed ");
    kzi_say_yaku(text, model, liable->yaku, language);
    kzi_text_put(text, " and pays ");
    if (part < KZI_WHOLE) {
        put_part(text, part);
        kzi_text_put(text, " of ");
    }
    kzi_text_put(text, rule->that_yakuman ? "what that yaku is worth" : "the whole hand");
    if (part < KZI_WHOLE) {
        kzi_text_put(text, ", ");
        kzi_text_put(text, hand->self_draw ? "the others" : kzi_seat_says[hand->from]);
        kzi_text_put(text, " the rest");
    }
}
