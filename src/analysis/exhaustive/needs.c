/* What circumstances need of the melds, the seat and the winning tile of a hand: of those that they
 * do not tell apart the first stands for all. */
#include "analysis/exhaustive/join.h"
#include "compile/condition/evaluation.h"

/* --- the table of what they find -------------------------------------------------------------- */

void kzi_join_each_need(const struct kzi_join *join, kzi_condition_look *look, void *with) {
    for (unsigned of = 0; of < 2; of++) {
        const struct kzi_model *model = join->every->rules[of]->model;
        for (size_t i = 0; i < model->circumstance_names.count; i++)
            kzi_condition_each_clause(model->circumstances[i].needs, look, with);
    }
}

/* How many of the melds are chows, pungs, claimed and concealed kongs. */
static void count_melds(unsigned melds, unsigned counts[4]) {
    for (unsigned i = 0; i < 4; i++, melds /= KZI_JOIN_SETS + 1)
        counts[i] = melds % (KZI_JOIN_SETS + 1);
}

static unsigned number_of_melds(unsigned melds) {
    unsigned counts[4];
    count_melds(melds, counts);
    return counts[0] + counts[1] + counts[2] + counts[3];
}

/* Some hand with such melds, or more where so many tiles like the winning one need them: no clause
 * asks which tiles they are. */
static void make_hand(unsigned melds, const struct kzi_join_like *like, struct kzi_hand *hand) {
    static const uint8_t kinds[] = {KZI_CHOW, KZI_PUNG, KZI_KONG, KZI_KONG};
    const unsigned won[] = {like->chows, like->pungs, 0, 0};
    unsigned counts[4];
    count_melds(melds, counts);
    *hand = (struct kzi_hand){.from = -1, .win = 2};
    hand->concealed[hand->win] = (uint8_t)(like->tiles - 1 - like->chows - 3 * like->pungs);
    hand->seat_given = hand->round_given = hand->by_given = hand->words_known = true;
    for (unsigned i = 0; i < 4; i++)
        for (unsigned k = 0; (k < counts[i] || k < won[i]) && hand->n_melds < KZI_MAX_MELDS; k++) {
            uint8_t tile =
                k < won[i] ? hand->win : (uint8_t)(9 + 9 * (hand->n_melds % 2) + hand->n_melds);
            hand->melds[hand->n_melds++] =
                (struct kzi_meld){.kind = kinds[i], .tile = tile, .claimed = i < 3};
        }
}

/* A hand, and what is found in it. */
struct finding {
    struct kzi_facts facts;
    struct kzi_reading melds;
    struct kzi_count_key key;
};

static bool add_finding(const struct kzi_condition *clause, void *with) {
    struct finding *finding = with;
    if (clause->kind != KZI_CONDITION_given)
        kzi_count_key_add(&finding->key, kzi_evaluate(clause, &finding->facts, &finding->melds));
    return true;
}

static uint64_t digest_of(const struct kzi_join *join, const struct kzi_hand *hand) {
    struct finding finding = {.key = KZI_NEW_COUNT_KEY};
    kzi_facts_find(&finding.facts, hand);
    kzi_read_melds(hand, &finding.melds);
    kzi_count_key_add(&finding.key, finding.facts.open);
    for (unsigned of = 0; of < 2; of++)
        for (unsigned i = 0; i < hand->n_melds; i++)
            if (hand->melds[i].claimed &&
                !kzi_may_claim(join->every->rules[of], hand->melds[i].kind))
                kzi_count_key_add(&finding.key, of + 2);
    kzi_join_each_need(join, add_finding, &finding);
    return finding.key.a;
}

static void find_digests(struct kzi_join *join) {
    struct kzi_hand hand;
    for (unsigned melds = 0; melds < KZI_JOIN_MELDS; melds++)
        for (unsigned like = 1; like < KZI_JOIN_LIKES && number_of_melds(melds) <= KZI_JOIN_SETS;
             like++) {
            make_hand(melds, &join->needs.likes[like], &hand);
            for (unsigned i = 0; i < KZI_SEATS * 2; i++) {
                hand.seat = (uint8_t)(i / 2);
                hand.self_draw = i % 2;
                join->needs.digest[melds][i / 2][i % 2][like] = digest_of(join, &hand);
            }
        }
}

/* --- what is alike ---------------------------------------------------------------------------- */

static void list_likes(struct kzi_join_needs *needs) {
    unsigned count = 1;
    for (uint8_t tiles = 1; tiles <= KZI_MAX_COPIES; tiles++)
        for (uint8_t chows = 0; chows < tiles; chows++)
            needs->likes[count++] = (struct kzi_join_like){tiles, chows, 0};
    needs->likes[count] = (struct kzi_join_like){KZI_MAX_COPIES, 0, 1};
}

/* Return whether as many melds as may come find the same with these as with those. */
static bool are_melds_alike(const struct kzi_join_needs *needs, unsigned a, unsigned b,
                            unsigned to_come) {
    for (unsigned more = 0; more < KZI_JOIN_MELDS; more++) {
        unsigned count = number_of_melds(more);
        if (count > to_come || count + number_of_melds(b) > KZI_JOIN_SETS)
            continue;
        if (count + number_of_melds(a) > KZI_JOIN_SETS ||
            memcmp(needs->digest[a + more], needs->digest[b + more], sizeof *needs->digest) != 0)
            return false;
    }
    return true;
}

/* Whether the dealer pays or gets otherwise than others do. */
static bool is_dealer_special(const struct kzi_model *model, bool self_draw) {
    const struct kzi_shares *usual = kzi_payment(&model->payments, self_draw)->by;
    bool special = usual[KZI_OTHER_WINS].of[KZI_ROLE_DEALER].said || !kzi_pays_equal(usual);
    for (size_t i = 0; i < model->limit_names.count; i++) {
        const struct kzi_limit_way *way = kzi_limit_way(model, (int)i, self_draw);
        special |=
            way && (way->by[KZI_OTHER_WINS].of[KZI_ROLE_DEALER].said || !kzi_pays_equal(way->by));
    }
    return special;
}

/* Where hands are only counted, no payment matters. */
static bool is_special_dealer(const struct kzi_join *join, unsigned of, unsigned seat) {
    const struct kzi_model *model = join->every->rules[of]->model;
    return join->every->view != KZI_COUNTED_HANDS && seat == model->payments.dealer &&
           (is_dealer_special(model, true) || is_dealer_special(model, false));
}

static bool are_seats_alike(const struct kzi_join *join, unsigned a, unsigned b) {
    bool same = a == b || join->every->view == KZI_COUNTED_HANDS || !kzi_join_counts_only(join);
    for (unsigned of = 0; of < 2; of++)
        same &= is_special_dealer(join, of, a) == is_special_dealer(join, of, b);
    same &= !kzi_join_any(join->tables.seat[a] ^ join->tables.seat[b]);
    for (unsigned melds = 0; melds < KZI_JOIN_MELDS; melds++)
        same &= !memcmp(join->needs.digest[melds][a], join->needs.digest[melds][b],
                        sizeof join->needs.digest[melds][a]);
    return same;
}

static bool are_likes_alike(const struct kzi_join_needs *needs, unsigned a, unsigned b) {
    bool same = true;
    for (unsigned melds = 0; melds < KZI_JOIN_MELDS; melds++)
        for (unsigned i = 0; i < KZI_SEATS * 2; i++) {
            const uint64_t *digest = needs->digest[melds][i / 2][i % 2];
            same &= digest[a] == digest[b];
        }
    return same;
}

void kzi_join_needs_make(struct kzi_join *join) {
    struct kzi_join_needs *needs = &join->needs;
    list_likes(needs);
    find_digests(join);
    for (unsigned to_come = 0; to_come <= KZI_JOIN_SETS; to_come++)
        for (unsigned melds = 0; melds < KZI_JOIN_MELDS; melds++)
            while (number_of_melds(melds) <= KZI_JOIN_SETS &&
                   !are_melds_alike(needs, needs->alike[to_come][melds], melds, to_come))
                needs->alike[to_come][melds]++;
    for (unsigned seat = 0; seat < KZI_SEATS; seat++)
        while (!are_seats_alike(join, needs->seat[seat], seat))
            needs->seat[seat]++;
    for (unsigned like = 1; like < KZI_JOIN_LIKES; like++)
        for (needs->like[like] = 1; !are_likes_alike(needs, needs->like[like], like);)
            needs->like[like]++;
}
