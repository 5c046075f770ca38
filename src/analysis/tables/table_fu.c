#include "analysis/tables/table.h"

#include "analysis/witness/random.h"
#include "compile/condition/evaluation.h"
#include "compile/ruleset.h"
#include "rules/condition.h"

#include <string.h>

#define MAX_MAKES 216    /* every chow, pung and kong, claimed or not, and every pair */
#define MAX_DRAWS 100000 /* for one shape and situation */
#define MAX_ALIKE 24     /* for one choice of makes */
#define MAX_STEPS 400    /* tiles tried for one draw before it is given up */
#define MAX_LOTS  64     /* of flowers */

/* Groups that fu and waits treat alike: of one kind, claimed or not, with equal fu however they
 * are held and whichever of their tiles matches the winning one. Groups at the end of a suit and
 * of honors are makes of their own, because they have the edge waits and hands with them have
 * the fewest yaku. */
struct make {
    uint8_t kind; /* enum kzi_group_kind */
    bool claimed, at_end;
    int16_t fu[KZI_HOLDS][4];
    kzi_kinds tiles; /* lowest tiles of such groups, at least one */
};

/* Flowers that a hand may have besides its tiles. */
struct lot {
    kzi_face_counts faces;
    unsigned flowers;
    int32_t fu; /* that they add */
};

struct search {
    const struct kz_ruleset *rules;
    struct kz_result *result;
    struct kzi_random random;
    const struct kzi_shape *shape;
    unsigned n_sets, n_makes; /* sets first, then pairs */
    struct make makes[MAX_MAKES];
    unsigned draws;                            /* for one choice of makes */
    const struct make *chosen[KZI_MAX_GROUPS]; /* for the shape's sets, then its pairs */
    struct kzi_hand hand;
    struct lot lots[MAX_LOTS]; /* for the seat of the hand */
    unsigned n_lots;
    bool marks_asked; /* some fu depend on a condition about marks, so any flower may matter */
    uint8_t left[KZI_KINDS]; /* copies */
    unsigned steps;
    bool settled; /* no hand with the fu of this draw's hands can have a lower total */
    bool of_some;
    int32_t least[2][KZI_TABLE_FU];
};

/* --- makes of groups ------------------------------------------------------------------------- */

/* Return how many tiles of each of its kinds a group takes. */
static unsigned takes_of(unsigned kind) {
    static const uint8_t takes[] = {[KZI_CHOW] = 1, [KZI_PUNG] = 3, [KZI_KONG] = 4, [KZI_PAIR] = 2};
    return takes[kind];
}

/* Return the number of kinds, from its lowest one on. */
static unsigned span_of(unsigned kind) {
    return kind == KZI_CHOW ? 3 : 1;
}

static struct make make_of(const struct search *search, unsigned kind, unsigned tile,
                           bool claimed) {
    unsigned number = kzi_number(tile), last = kind == KZI_CHOW ? 7 : 9;
    struct make make = {.kind = (uint8_t)kind, .claimed = claimed};
    struct kzi_group group = {.kind = (uint8_t)kind, .tile = (uint8_t)tile};
    struct kzi_hand hand;
    hand.seat = search->hand.seat;
    hand.round = search->hand.round;
    make.at_end = kzi_is_honor(tile) || number == 1 || number == last;
    for (group.hold = 0; group.hold < KZI_HOLDS; group.hold++)
        for (unsigned place = 0; place <= span_of(kind); place++) {
            hand.win = (uint8_t)(place ? tile + place - 1 : KZI_NO_KIND);
            make.fu[group.hold][place] = search->rules->group_fu[kzi_group_code(group, &hand)].fu;
        }
    return make;
}

/* Find the makes of a kind, with the tiles of the ruleset. */
static void find_kind(struct search *search, unsigned kind, bool claimed) {
    const uint8_t *copies = search->rules->model->copies;
    unsigned first = search->n_makes;
    for (unsigned tile = 0; tile < KZI_KINDS; tile++) {
        bool can_be = kind != KZI_CHOW || (!kzi_is_honor(tile) && kzi_number(tile) <= 7);
        for (unsigned i = 0; can_be && i < span_of(kind); i++)
            can_be = copies[tile + i] >= takes_of(kind);
        if (!can_be)
            continue;
        struct make make = make_of(search, kind, tile, claimed), *same = &search->makes[first];
        while (same < search->makes + search->n_makes &&
               (same->at_end != make.at_end || memcmp(same->fu, make.fu, sizeof make.fu) != 0))
            same++;
        if (same == search->makes + search->n_makes) {
            *same = make;
            search->n_makes++;
        }
        same->tiles |= kzi_kind_bit(tile);
    }
}

/* Find the makes for the seat and round of the hand. */
static void find_makes(struct search *search) {
    search->n_makes = 0;
    for (unsigned kind = KZI_CHOW; kind <= KZI_KONG; kind++)
        for (unsigned claimed = 0; claimed < 1U + kzi_may_claim(search->rules, kind); claimed++)
            find_kind(search, kind, claimed);
    search->n_sets = search->n_makes;
    find_kind(search, KZI_PAIR, false);
}

/* --- flowers --------------------------------------------------------------------------------- */

static bool counts_face(const struct kzi_mark *mark, int face, unsigned seat) {
    if (face < 0)
        return mark->kind == KZI_MARK_FLOWERS;
    return mark->kind == KZI_MARK_FACES &&
           (mark->class_.faces >> kzi_face_code((unsigned)face, seat) & 1);
}

/* Return the fu of a flower; face -1: of one whose face nobody asks for. */
static int32_t flower_fu(const struct search *search, int face) {
    const struct kzi_model *model = search->rules->model;
    int32_t sum = 0;
    for (size_t i = 0; i < model->fu.n_items; i++) {
        const struct kzi_fu_item *item = &model->fu.items[i];
        if (item->each && counts_face(&model->marks[item->each_mark], face, search->hand.seat))
            sum += item->fu;
    }
    return sum;
}

static void add_flower(struct search *search, struct lot *lot, int face) {
    if (search->n_lots == MAX_LOTS || !(search->marks_asked || flower_fu(search, face)))
        return;
    lot->fu += flower_fu(search, face);
    lot->flowers++;
    lot->faces += face < 0 ? 0 : UINT64_C(1) << 4 * face;
    search->lots[search->n_lots++] = *lot;
}

/* Find lots of every size, of flowers that add fu: those of the seat last, because they score most,
 * and first, because they may be the only ones that add something. */
static void find_lots(struct search *search) {
    const struct kz_ruleset *rules = search->rules;
    bool numbers = !rules->laid || !rules->laid->asks_which;
    search->n_lots = 0;
    for (unsigned own_first = 0; own_first < 2 && !numbers; own_first++) {
        struct lot lot = {0};
        for (unsigned i = 0; i < 2 * KZI_FACES; i++) {
            unsigned face = i % KZI_FACES;
            bool own = kzi_face_code(face, search->hand.seat) != face;
            if (rules->model->face_copies[face] && own == ((i >= KZI_FACES) != own_first))
                add_flower(search, &lot, (int)face);
        }
    }
    struct lot lot = {0};
    for (unsigned i = 0; i < rules->most_flowers && i < KZI_OF_A_SEAT && numbers; i++)
        add_flower(search, &lot, -1);
}

/* --- scoring --------------------------------------------------------------------------------- */

/* Score the hand and note its total; return whether it has fu to note. */
static bool note(struct search *search) {
    const struct kz_result *result = search->result;
    const struct kzi_tally *best = &result->best;
    int32_t lowest = search->rules->model->minimum, total = lowest;
    if (kzi_score(search->result, search->rules, &search->hand) != KZ_OK ||
        result->reason == KZI_INCOMPLETE || !best->meets || best->fu < 0 ||
        best->fu >= KZI_TABLE_FU)
        return false;
    int32_t *least = &search->least[search->hand.self_draw][best->fu];
    if (best->total > lowest)
        total = best->total;
    if (total < *least)
        *least = total;
    return true;
}

/* Score the hand with each lot of flowers, unless nothing lower is possible with so many fu. */
static void score_lots(struct search *search, int32_t counted) {
    const struct kzi_model *model = search->rules->model;
    for (unsigned i = 0; i < search->n_lots; i++) {
        const struct lot *lot = &search->lots[i];
        int64_t fu = kzi_rounded((int64_t)counted + lot->fu, &model->fu.round);
        if (!search->marks_asked && (fu < 0 || fu >= KZI_TABLE_FU ||
                                     search->least[search->hand.self_draw][fu] == model->minimum))
            continue;
        search->hand.faces = lot->faces;
        search->hand.flowers = lot->flowers;
        note(search);
    }
    search->hand.faces = search->hand.flowers = 0;
}

static void score(struct search *search) {
    const struct kzi_tally *best = &search->result->best;
    if (!note(search)) {
        search->settled = false;
        return;
    }
    search->settled &=
        search->least[search->hand.self_draw][best->fu] == search->rules->model->minimum;
    if (search->n_lots && !search->rules->model->fu.flat[best->reading.shape])
        score_lots(search, best->fu_counted);
}

/* Win with one of the concealed tiles, both ways. */
static void win_with(struct search *search, unsigned kind) {
    struct kzi_hand *hand = &search->hand;
    unsigned seats = search->rules->model->n_seats;
    hand->win = (uint8_t)kind;
    hand->concealed[kind]--;
    hand->n_concealed--;
    for (unsigned way = 0; way < 2; way++) {
        hand->self_draw = way;
        hand->from = (int8_t)(way ? -1 : (int)((hand->seat + 1U) % seats));
        score(search);
    }
    hand->concealed[kind]++;
    hand->n_concealed++;
}

static void win(struct search *search) {
    search->settled = true;
    for (unsigned kind = 0; kind < KZI_KINDS; kind++)
        if (search->hand.concealed[kind])
            win_with(search, kind);
}

/* --- drawing tiles --------------------------------------------------------------------------- */

static void conceal(struct search *search, unsigned kind, int count) {
    struct kzi_hand *hand = &search->hand;
    hand->concealed[kind] = (uint8_t)(hand->concealed[kind] + count);
    hand->n_concealed = (uint8_t)(hand->n_concealed + count);
}

/* Lay a group; take it back if way is -1. */
static void lay(struct search *search, const struct make *make, unsigned tile, int way) {
    struct kzi_hand *hand = &search->hand;
    bool melded = make->claimed || make->kind == KZI_KONG;
    int takes = way * (int)takes_of(make->kind);
    for (unsigned i = 0; i < span_of(make->kind); i++) {
        search->left[tile + i] = (uint8_t)(search->left[tile + i] - takes);
        if (!melded)
            conceal(search, tile + i, takes);
    }
    if (melded && way < 0)
        hand->n_melds--;
    else if (melded)
        hand->melds[hand->n_melds++] =
            (struct kzi_meld){.kind = make->kind, .tile = (uint8_t)tile, .claimed = make->claimed};
}

static bool fits(const struct search *search, const struct make *make, unsigned tile) {
    const uint8_t *copies = search->rules->model->copies;
    for (unsigned i = 0; i < span_of(make->kind); i++)
        if (search->left[tile + i] < takes_of(make->kind))
            return false;
    return !search->shape->pairs_differ || search->left[tile] == copies[tile];
}

/* Lay the groups from `at` on; return false if the tiles do not suffice or it took too many
 * steps. */
static bool lay_groups(struct search *search, unsigned at) {
    if (at == (unsigned)search->shape->sets + search->shape->pairs)
        return true;
    const struct make *make = search->chosen[at];
    for (kzi_kinds tiles = make->tiles; tiles && search->steps < MAX_STEPS; search->steps++) {
        unsigned tile = kzi_random_bit_of(&search->random, tiles);
        tiles &= ~kzi_kind_bit(tile);
        if (!fits(search, make, tile))
            continue;
        lay(search, make, tile, 1);
        if (lay_groups(search, at + 1))
            return true;
        lay(search, make, tile, -1);
    }
    return false;
}

/* Draw the tiles besides the groups; most shapes have none. */
static kzi_kinds draw_body(struct search *search) {
    const struct kzi_shape *shape = search->shape;
    if (!shape->n_bodies)
        return 0;
    kzi_kinds body = shape->bodies[kzi_random_below(&search->random, shape->n_bodies)];
    if (!kzi_shape_has_whole_body(shape))
        body &= search->rules->played;
    while ((unsigned)__builtin_popcountll(body) > shape->body_tiles)
        body &= ~kzi_kind_bit(kzi_random_bit_of(&search->random, body));
    return body;
}

static bool lay_kind(struct search *search, unsigned kind) {
    if (!search->left[kind])
        return false;
    search->left[kind]--;
    conceal(search, kind, 1);
    return true;
}

static bool lay_body(struct search *search) {
    kzi_kinds body = draw_body(search);
    for (kzi_kinds rest = body; rest; rest &= rest - 1)
        if (!lay_kind(search, (unsigned)__builtin_ctzll(rest)))
            return false;
    return !search->shape->one_more || lay_kind(search, kzi_random_bit_of(&search->random, body));
}

/* Draw until nothing lower is possible, or until these makes turn out not to fit together. */
static void draw(struct search *search) {
    for (unsigned i = 0; i < search->draws; i++) {
        struct kzi_hand *hand = &search->hand;
        memset(hand->concealed, 0, sizeof hand->concealed);
        hand->n_concealed = hand->n_melds = 0;
        memcpy(search->left, search->rules->model->copies, sizeof search->left);
        search->steps = 0;
        if (lay_body(search) && lay_groups(search, 0))
            win(search);
        else if (!search->shape->n_bodies && search->steps < MAX_STEPS)
            return;
        if (search->settled)
            return;
    }
}

/* --- choosing makes -------------------------------------------------------------------------- */

/* Choose makes for the groups from `at` on, in the order of the list. */
static void choose(struct search *search, unsigned at, unsigned from) {
    const struct kzi_shape *shape = search->shape;
    if (at == (unsigned)shape->sets + shape->pairs) {
        draw(search);
        return;
    }
    if (at == shape->sets)
        from = search->n_sets;
    for (unsigned i = from; i < (at < shape->sets ? search->n_sets : search->n_makes); i++) {
        search->chosen[at] = &search->makes[i];
        choose(search, at + 1, i);
    }
}

/* Choose a sample if there are too many choices. */
static void choose_some(struct search *search) {
    unsigned sets = search->shape->sets, pairs = search->shape->pairs;
    search->draws = 1;
    search->of_some = true;
    for (unsigned i = 0; i < MAX_DRAWS; i++) {
        for (unsigned at = 0; at < sets; at++)
            search->chosen[at] = &search->makes[kzi_random_below(&search->random, search->n_sets)];
        for (unsigned at = sets; at < sets + pairs; at++)
            search->chosen[at] =
                &search->makes[search->n_sets +
                               kzi_random_below(&search->random, search->n_makes - search->n_sets)];
        draw(search);
    }
}

/* Return roughly how many ways there are to choose groups out of n makes. */
static double choices(unsigned n, unsigned groups) {
    double ways = 1;
    for (unsigned i = 0; i < groups; i++)
        ways *= (double)(n + i) / (i + 1);
    return ways;
}

static void try_shapes(struct search *search) {
    for (unsigned i = 0; i < search->rules->shapes.count; i++) {
        search->shape = &search->rules->shapes.list[i];
        if (search->shape->any_tiles)
            continue;
        double ways = choices(search->n_sets, search->shape->sets) *
                      choices(search->n_makes - search->n_sets, search->shape->pairs);
        double draws = MAX_DRAWS / ways;
        search->draws = draws > MAX_ALIKE ? MAX_ALIKE : (unsigned)draws;
        if (search->draws)
            choose(search, 0, 0);
        else
            choose_some(search);
    }
}

/* --- situations ------------------------------------------------------------------------------  */

static bool is_played(const struct search *search, unsigned wind) {
    return search->rules->played >> (KZI_HONOR + wind) & 1;
}

/* Try each distinct situation once, at its last seat, because few rules depend on the dealer. */
static void try_situations(struct search *search) {
    unsigned tried = 0;
    for (unsigned seat = search->rules->model->n_seats; seat--;)
        for (unsigned round = 0; round < KZI_SEATS; round++) {
            /* Distinct situations differ in whose winds there are, and in whether one tile is
             * both. */
            bool own = is_played(search, seat), rounds = is_played(search, round);
            unsigned situation =
                (own ? 1U : 0U) | (rounds ? 2U : 0U) | (own && seat == round ? 4U : 0U);
            if (tried >> situation & 1)
                continue;
            tried |= 1U << situation;
            search->hand.seat = (uint8_t)seat;
            search->hand.round = (uint8_t)round;
            find_makes(search);
            find_lots(search);
            try_shapes(search);
        }
}

static bool asks_marks(const struct kzi_condition *cond) {
    if (!cond || !kzi_condition_has_parts(cond))
        return cond && cond->kind == KZI_CONDITION_marks;
    for (size_t i = 0; i < cond->u.parts.count; i++)
        if (asks_marks(cond->u.parts.list[i]))
            return true;
    return false;
}

void kzi_table_find_fu(struct kzi_table *table) {
    struct search search = {.rules = table->rules, .result = &table->result, .random = {1}};
    const struct kzi_fu *items = &table->rules->model->fu;
    for (size_t i = 0; i < items->n_items; i++)
        search.marks_asked |= asks_marks(items->items[i].when);
    for (int32_t fu = 0; fu < KZI_TABLE_FU; fu++)
        search.least[0][fu] = search.least[1][fu] = KZI_NO_TOTAL;
    try_situations(&search);
    table->of_some = search.of_some;
    for (int32_t fu = 0; fu < KZI_TABLE_FU; fu++) {
        struct kzi_table_fu row = {fu, {search.least[0][fu], search.least[1][fu]}};
        if (row.least[0] < KZI_NO_TOTAL || row.least[1] < KZI_NO_TOTAL)
            table->fu[table->n_fu++] = row;
    }
}
