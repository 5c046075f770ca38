/* What can still matter of a part: tables, made once, of what whatever may come can tell apart. */
#include "analysis/exhaustive/join/join.h"
#include "compile/condition/evaluation.h"
#include "compile/program/builder.h"

#include <stdlib.h>

/* --- counted phrases ------------------------------------------------------------------------- */

uint64_t kzi_join_rows_of_count(const struct kzi_program *program, unsigned field, unsigned count) {
    const struct kzi_phrase_tables *tables = &program->phrases;
    unsigned each = kzi_join_fields_each(tables), shift = field % each * tables->bits_each;
    const uint64_t *rows = tables->rows + kzi_phrases_apart(tables, 1) * (field / each);
    uint64_t some = 0;
    for (unsigned value = 0; value < 1U << tables->bits; value++)
        if ((value >> shift & ((1U << tables->bits_each) - 1)) == count)
            some |= rows[value];
    return some;
}

static unsigned at_most(unsigned count, unsigned most) {
    return count < most ? count : most;
}

/* Of each field by itself: the tables are their products (acceptance.c). */
static bool make_phrases(struct kzi_join *join) {
    const struct kzi_phrase_tables *tables = &join->program->phrases;
    struct kzi_join_phrases *made = &join->phrases;
    unsigned each = kzi_join_fields_each(tables), most = (1U << tables->bits_each) - 1;
    uint64_t of[KZI_JOIN_FIELDS][KZI_JOIN_COUNTS];
    made->n_tables = tables->count;
    made->bits = tables->bits;
    made->bits_each = tables->bits_each;
    made->alive = malloc(
        ((KZI_JOIN_GROUPS + 1) * (size_t)tables->count << tables->bits) * sizeof *made->alive + 1);
    if (!made->alive)
        return false;
    for (unsigned field = 0; field < each * tables->count; field++)
        for (unsigned count = 0; count <= most; count++)
            of[field][count] = kzi_join_rows_of_count(join->program, field, count);
    uint64_t *alive = made->alive;
    for (unsigned to_come = 0; to_come <= KZI_JOIN_GROUPS; to_come++)
        for (unsigned table = 0; table < tables->count; table++)
            for (unsigned value = 0; value < 1U << tables->bits; value++, alive++) {
                *alive = UINT64_MAX;
                for (unsigned i = 0; i < each; i++) {
                    unsigned count = value >> i * tables->bits_each & most;
                    uint64_t some = 0;
                    for (unsigned more = 0; more <= to_come; more++)
                        some |= of[table * each + i][at_most(count + more, most)];
                    *alive &= some;
                }
            }
    for (unsigned field = 0; field < each * tables->count; field++)
        for (unsigned to_come = 0; to_come <= KZI_JOIN_GROUPS; to_come++)
            for (unsigned a = 0; a <= most; a++)
                for (unsigned b = 0; b <= most; b++)
                    for (unsigned more = 0; more <= to_come; more++)
                        made->differ[field][to_come][a][b] |=
                            of[field][at_most(a + more, most)] ^ of[field][at_most(b + more, most)];
    return true;
}

/* --- situations ------------------------------------------------------------------------------ */

static bool is_wait_of(enum kzi_join_form form, unsigned wait) {
    return form == KZI_JOIN_OF_PAIRS ? wait == KZI_WAIT_PAIR
                                     : wait >= KZI_WAIT_TWO_SIDED && wait <= KZI_WAIT_PUNG;
}

/* The rows that some situation leaves of those that are as far as is known. */
static uint64_t rows_of_situations(const struct kzi_join *join, unsigned form, unsigned open,
                                   unsigned way, unsigned wait) {
    uint64_t some = 0;
    for (unsigned is_open = 0; is_open < 2; is_open++)
        for (unsigned drawn = 0; drawn < 2; drawn++)
            for (unsigned by = 0; by < KZI_WAITS; by++)
                if ((open == KZI_JOIN_ANY_OPEN || open == is_open) &&
                    (way == KZI_JOIN_NOT_WON || (way == KZI_JOIN_DRAWN) == drawn) &&
                    (wait == KZI_JOIN_ANY_WAIT ? is_wait_of(form, by) : wait == by) &&
                    !(form == KZI_JOIN_OF_PAIRS && is_open))
                    some |= join->program->situation[kzi_situation((unsigned)join->shape[form],
                                                                   is_open, !drawn, by)];
    return some;
}

static void make_situations(struct kzi_join *join) {
    for (unsigned form = 0; form < KZI_JOIN_FORMS; form++)
        for (unsigned open = 0; open <= KZI_JOIN_ANY_OPEN && join->shape[form] >= 0; open++)
            for (unsigned way = 0; way < KZI_JOIN_WAYS; way++)
                for (unsigned wait = 0; wait <= KZI_JOIN_ANY_WAIT; wait++)
                    join->situation[form][open][way][wait] =
                        join->program->situation ? rows_of_situations(join, form, open, way, wait)
                                                 : UINT64_MAX;
}

/* --- numbers and suits ----------------------------------------------------------------------- */

static void make_present(struct kzi_join *join, unsigned suit) {
    const uint64_t *rows = join->program->hand.present[suit];
    unsigned n_numbers = suit < KZI_SUITS ? 512 : 128, count = 0;
    uint64_t digests[512];
    for (unsigned numbers = 0; numbers < n_numbers; numbers++) {
        struct kzi_count_key key = KZI_NEW_COUNT_KEY;
        unsigned class_ = 0;
        for (unsigned more = 0; more < n_numbers; more++)
            kzi_count_key_add(&key, rows[numbers | more]);
        while (class_ < count && digests[class_] != key.a)
            class_++;
        if (class_ == count) {
            digests[count] = key.a;
            join->present_first[suit][count++] = (uint16_t)numbers;
        }
        join->present_of[suit][numbers] = (uint16_t)class_;
    }
}

static void make_suits(struct kzi_join *join) {
    const uint64_t *rows = join->program->hand.suits;
    for (unsigned settled = 0; settled < 8; settled++)
        for (unsigned suits = 0; suits < 8; suits++)
            for (unsigned all = 0; all < 8; all++)
                if ((all & settled) == (suits & settled))
                    join->suits_alive[settled][suits] |= rows ? rows[all] : UINT64_MAX;
    for (unsigned suits = 0; rows && suits < 8; suits++)
        join->suits_mentions |= ~rows[suits];
}

/* --- chows and pungs ------------------------------------------------------------------------- */

static void add_id(struct kzi_join_ranks *ranks, unsigned id, uint32_t sets, unsigned count) {
    ranks->sets_of[id] = sets;
    ranks->n_sets[id] = (uint8_t)count;
    ranks->n_ids++;
    for (unsigned most = count; most <= KZI_JOIN_SETS; most++)
        ranks->upto[most + 1]++;
}

static void list_chows(struct kzi_join_ranks *ranks) {
    for (unsigned code = 0; code < 78125; code++) { /* 5 to the 7th */
        unsigned rest = code, count = 0;
        uint32_t chows = 0;
        for (unsigned i = 0; i < KZI_CHOW_STARTS; i++, rest /= 5) {
            chows |= (uint32_t)(rest % 5) << 3 * i;
            count += rest % 5;
        }
        if (count <= KZI_JOIN_SETS)
            add_id(ranks, kzi_chow_id(chows), chows, count);
    }
}

static void list_pungs(struct kzi_join_ranks *ranks) {
    for (unsigned pungs = 0; pungs < 512; pungs++)
        if (__builtin_popcount(pungs) <= KZI_JOIN_SETS)
            add_id(ranks, kzi_ranks.pung_id[pungs], pungs, (unsigned)__builtin_popcount(pungs));
}

static void add_up(struct kzi_join_ranks *ranks, unsigned kind) {
    for (unsigned a = 0; a < ranks->n_ids; a++)
        for (unsigned b = 0; b < ranks->n_ids; b++)
            if (ranks->n_sets[a] + ranks->n_sets[b] <= KZI_JOIN_SETS)
                ranks->sum[a][b] =
                    kind == KZI_OF_CHOWS_ALONE
                        ? (uint16_t)kzi_chow_id(ranks->sets_of[a] + ranks->sets_of[b])
                        : kzi_ranks.pung_id[ranks->sets_of[a] | ranks->sets_of[b]];
}

static unsigned class_of(const struct kzi_join_ranks *ranks, unsigned kind, unsigned m, unsigned p,
                         unsigned s) {
    const unsigned ids[KZI_SUITS] = {m, p, s};
    unsigned rank =
        kind == KZI_OF_CHOWS_ALONE
            ? kzi_chow_rank(ids)
            : kzi_pung_rank(ranks->sets_of[m] | ranks->sets_of[p] << 9 | ranks->sets_of[s] << 18);
    return ranks->rows->class_of[rank];
}

/* What all sets that may come to the other suits find of an id, in whichever suit it is. */
static uint64_t digest_whole(const struct kzi_join_ranks *ranks, unsigned kind, unsigned id,
                             unsigned to_come) {
    struct kzi_count_key key = KZI_NEW_COUNT_KEY;
    for (unsigned b = 0; b < ranks->upto[to_come + 1]; b++)
        for (unsigned c = 0; c < ranks->upto[to_come - ranks->n_sets[b] + 1]; c++) {
            kzi_count_key_add(&key, class_of(ranks, kind, id, b, c));
            kzi_count_key_add(&key, class_of(ranks, kind, b, id, c));
            kzi_count_key_add(&key, class_of(ranks, kind, b, c, id));
        }
    return key.a;
}

static void find_alike(uint16_t *alike, const uint64_t *digests, unsigned count) {
    for (unsigned id = 0; id < count; id++) {
        unsigned first = 0;
        while (digests[first] != digests[id])
            first++;
        alike[id] = (uint16_t)first;
    }
}

static void make_alike(struct kzi_join_ranks *ranks, unsigned kind) {
    uint64_t whole[KZI_JOIN_SETS + 1][KZI_CHOW_IDS], within[KZI_CHOW_IDS];
    for (unsigned to_come = 0; to_come <= KZI_JOIN_SETS; to_come++) {
        unsigned count = ranks->upto[KZI_JOIN_SETS - to_come + 1];
        for (unsigned id = 0; id < count; id++)
            whole[to_come][id] = digest_whole(ranks, kind, id, to_come);
        find_alike(ranks->whole[to_come], whole[to_come], count);
        for (unsigned id = 0; id < count; id++) {
            struct kzi_count_key key = KZI_NEW_COUNT_KEY;
            for (unsigned more = 0; more < ranks->upto[to_come + 1]; more++)
                kzi_count_key_add(&key, whole[to_come - ranks->n_sets[more]][ranks->sum[id][more]]);
            within[id] = key.a;
        }
        find_alike(ranks->within[to_come], within, count);
    }
}

static void find_mentions(struct kzi_join_ranks *ranks, unsigned n_ranks) {
    uint64_t all = UINT64_MAX, some = 0;
    for (unsigned rank = 0; rank < n_ranks; rank++) {
        all &= ranks->rows->rows[ranks->rows->class_of[rank]];
        some |= ranks->rows->rows[ranks->rows->class_of[rank]];
    }
    ranks->mentions = some & ~all;
}

static bool make_ranks(struct kzi_join *join, unsigned kind) {
    struct kzi_join_ranks *ranks = &join->ranks[kind];
    bool chows = kind == KZI_OF_CHOWS_ALONE;
    ranks->rows = chows ? &join->program->chows : &join->program->pungs;
    ranks->states = calloc(KZI_JOIN_STATES, sizeof *ranks->states);
    if (!ranks->states)
        return false;
    ranks->n_states = 1;
    ranks->to_come[0] = UINT8_MAX;
    if (chows)
        list_chows(ranks);
    else
        list_pungs(ranks);
    add_up(ranks, kind);
    if (!ranks->rows->class_of)
        return true;
    for (unsigned id = 0; id < KZI_CHOW_IDS; id++)
        ranks->states[0][id] = ranks->rows->class_of[0];
    find_mentions(ranks, chows ? KZI_CHOW_RANKS : KZI_PUNG_RANKS);
    make_alike(ranks, kind);
    return true;
}

uint16_t kzi_join_state(struct kzi_join *join, unsigned kind, unsigned to_come, unsigned a,
                        unsigned b) {
    struct kzi_join_ranks *ranks = &join->ranks[kind];
    uint16_t *known = &ranks->state_of[to_come][a][b];
    if (*known || !ranks->mentions)
        return *known ? (uint16_t)(*known - 1) : 0;
    uint16_t *made = ranks->states[ranks->n_states];
    memset(made, 0, sizeof *ranks->states);
    for (unsigned id = 0; id < ranks->upto[to_come + 1]; id++)
        made[id] = (uint16_t)class_of(ranks, kind, a, b, id);
    unsigned state = 0;
    while (state < ranks->n_states &&
           (ranks->to_come[state] != to_come ||
            memcmp(ranks->states[state], made, sizeof *ranks->states) != 0))
        state++;
    if (state == ranks->n_states) {
        ranks->to_come[state] = (uint8_t)to_come;
        ranks->n_states++;
    }
    *known = (uint16_t)(state + 1);
    return (uint16_t)state;
}

/* --- melds ----------------------------------------------------------------------------------- */

static void list_melds(struct kzi_join_needs *needs) {
    unsigned count = 0;
    for (unsigned code = 0; code < 625; code++) {
        uint8_t counts[4] = {(uint8_t)(code % 5), (uint8_t)(code / 5 % 5), (uint8_t)(code / 25 % 5),
                             (uint8_t)(code / 125)};
        unsigned all = 0U + counts[0] + counts[1] + counts[2] + counts[3];
        if (all > KZI_JOIN_SETS)
            continue;
        memcpy(needs->counts[count], counts, sizeof counts);
        needs->n_melds[count] = (uint8_t)all;
        needs->open[count++] = counts[0] + counts[1] + counts[2] > 0;
    }
}

static unsigned find_melds(const struct kzi_join_needs *needs, const uint8_t counts[4]) {
    unsigned melds = 0;
    while (memcmp(needs->counts[melds], counts, sizeof *needs->counts) != 0)
        melds++;
    return melds;
}

static void add_up_melds(struct kzi_join_needs *needs) {
    for (unsigned a = 0; a < KZI_JOIN_MELDS; a++)
        for (unsigned b = 0; b < KZI_JOIN_MELDS; b++) {
            uint8_t counts[4];
            if (needs->n_melds[a] + needs->n_melds[b] > KZI_JOIN_SETS)
                continue;
            for (unsigned i = 0; i < 4; i++)
                counts[i] = (uint8_t)(needs->counts[a][i] + needs->counts[b][i]);
            needs->sum[a][b] = (uint8_t)find_melds(needs, counts);
        }
}

/* Some hand with such melds and so many tiles like the winning one: no clause asks for others. */
static void make_hand(const uint8_t counts[4], unsigned like, struct kzi_hand *hand) {
    static const uint8_t kinds[] = {KZI_CHOW, KZI_PUNG, KZI_KONG, KZI_KONG};
    memset(hand, 0, sizeof *hand);
    hand->from = -1;
    hand->win = KZI_KINDS - 1;
    hand->concealed[hand->win] = (uint8_t)(like - 1);
    hand->seat_given = hand->round_given = hand->by_given = hand->words_known = true;
    for (unsigned i = 0; i < 4; i++)
        for (unsigned k = 0; k < counts[i]; k++) {
            uint8_t tile = hand->n_melds;
            hand->melds[hand->n_melds++] =
                (struct kzi_meld){.kind = kinds[i], .tile = tile, .claimed = i < 3};
        }
}

static uint64_t digest_needs(const struct kzi_join *join, const struct kzi_every_needs *asked,
                             struct kzi_hand *hand) {
    struct kzi_count_key key = KZI_NEW_COUNT_KEY;
    struct kzi_facts facts;
    struct kzi_tiles tiles;
    struct kzi_reading melds;
    kzi_tiles_find(&tiles, hand);
    kzi_facts_start(&facts, hand, &tiles);
    kzi_read_melds(hand, &melds);
    kzi_count_key_add(&key, tiles.open);
    for (unsigned of = 0; of < 2; of++)
        for (unsigned i = 0; i < hand->n_melds; i++)
            if (hand->melds[i].claimed &&
                !kzi_may_claim(join->every->rules[of], hand->melds[i].kind))
                kzi_count_key_add(&key, of + 2);
    for (unsigned i = 0; i < asked->count; i++)
        kzi_count_key_add(&key, kzi_evaluate(asked->list[i], &facts, &melds));
    return key.a;
}

static void find_digests(struct kzi_join *join, const struct kzi_every_needs *asked) {
    struct kzi_hand *hand = calloc(1, sizeof *hand);
    join->failed |= !hand;
    for (unsigned melds = 0; melds < KZI_JOIN_MELDS && hand; melds++)
        for (unsigned like = 1; like <= KZI_MAX_COPIES; like++) {
            make_hand(join->needs.counts[melds], like, hand);
            for (unsigned i = 0; i < KZI_SEATS * 2; i++) {
                hand->seat = (uint8_t)(i / 2);
                hand->self_draw = i % 2;
                join->needs.digest[melds][i / 2][i % 2][like] = digest_needs(join, asked, hand);
            }
        }
    free(hand);
}

static void find_alike_melds(struct kzi_join_needs *needs) {
    for (unsigned to_come = 0; to_come <= KZI_JOIN_SETS; to_come++)
        for (unsigned melds = 0; melds < KZI_JOIN_MELDS; melds++) {
            unsigned first = 0;
            for (; first < melds; first++) {
                bool same = true;
                for (unsigned more = 0; more < KZI_JOIN_MELDS && same; more++)
                    if (needs->n_melds[more] <= to_come &&
                        needs->n_melds[more] + needs->n_melds[melds] <= KZI_JOIN_SETS)
                        same =
                            needs->n_melds[more] + needs->n_melds[first] <= KZI_JOIN_SETS &&
                            !memcmp(needs->digest[needs->sum[first][more]],
                                    needs->digest[needs->sum[melds][more]], sizeof *needs->digest);
                if (same)
                    break;
            }
            needs->alike[to_come][melds] = (uint8_t)first;
        }
}

static bool are_seats_alike(const struct kzi_join *join, unsigned a, unsigned b) {
    bool same = join->every->kinds.seat[a] == join->every->kinds.seat[b];
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

static bool make_needs(struct kzi_join *join) {
    struct kzi_every_needs asked;
    if (!kzi_every_needs_find(&asked, join->every))
        return false;
    list_melds(&join->needs);
    add_up_melds(&join->needs);
    find_digests(join, &asked);
    find_alike_melds(&join->needs);
    for (unsigned seat = 0; seat < KZI_SEATS; seat++)
        while (!are_seats_alike(join, join->needs.seat[seat], seat))
            join->needs.seat[seat]++;
    for (unsigned like = 1; like <= KZI_MAX_COPIES; like++)
        for (join->needs.like[like] = 1;
             !are_likes_alike(&join->needs, join->needs.like[like], like);)
            join->needs.like[like]++;
    free(asked.list);
    return !join->failed;
}

bool kzi_join_reduction_make(struct kzi_join *join) {
    for (unsigned tiles = 0; tiles <= join->n_tiles; tiles++) {
        unsigned groups = tiles / 3 + kzi_join_has_pair(tiles);
        join->sets_left[tiles] = (uint8_t)(join->n_sets - tiles / 3);
        join->groups_left[KZI_JOIN_OF_SETS][tiles] =
            (uint8_t)(groups < join->n_sets + 1 ? join->n_sets + 1 - groups : 0);
        join->groups_left[KZI_JOIN_OF_PAIRS][tiles] =
            (uint8_t)(tiles / 2 < join->n_pairs ? join->n_pairs - tiles / 2 : 0);
    }
    join->unlike_asked = UINT64_MAX;
    for (unsigned i = 0; i < join->program->n_asked; i++)
        join->unlike_asked &= *kzi_find_feature(join->program, KZI_F_ASKED, i)->rows;
    make_situations(join);
    for (unsigned suit = 0; suit < 4; suit++)
        make_present(join, suit);
    make_suits(join);
    return make_phrases(join) && make_ranks(join, KZI_OF_CHOWS_ALONE) &&
           make_ranks(join, KZI_OF_PUNGS_ALONE) && make_needs(join);
}

void kzi_join_reduction_release(struct kzi_join *join) {
    free(join->phrases.alive);
    for (unsigned kind = 0; kind < KZI_ALONE_KINDS; kind++)
        free(join->ranks[kind].states);
}
