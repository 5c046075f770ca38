/* Which fu there are, and from what total on: hands of every make are scored.
 *
 * What fu a hand has hangs on its sets, their tiles' class and openness, the pair, the wait and the
 * way it is won; so there is a hand for each choice of those, of tiles that make as few yaku as
 * can be.  A yaku that a total still lacks may come of circumstances. */
#include "report/table.h"

#include <string.h>

#define SLOTS   KZI_MAX_SETS
#define MOST_FU 1024

struct search {
    const struct kz_ruleset *rules;
    struct kz_result *result;
    struct kzi_hand hand;
    unsigned sets;
    const struct make *makes[SLOTS]; /* of the sets */
    int32_t least[2][MOST_FU];
};

/* A make of set: its kind, which of a slot's tiles, and whether it is claimed. */
static const struct make {
    uint8_t kind, tile;
    bool claimed;
} makes[] = {
    {KZI_CHOW, 0, false}, {KZI_CHOW, 1, false}, {KZI_CHOW, 1, true}, {KZI_PUNG, 2, false},
    {KZI_PUNG, 2, true},  {KZI_PUNG, 3, false}, {KZI_PUNG, 3, true}, {KZI_KONG, 2, false},
    {KZI_KONG, 2, true},  {KZI_KONG, 3, false}, {KZI_KONG, 3, true},
};

#define MAKES (sizeof makes / sizeof *makes)

/* The lowest tile of each set: two chows, two pungs, with a terminal and without, chosen so that
 * no sets of different slots make a pattern. */
static const uint8_t tiles[SLOTS][4] = {
    {0, 2, 1, 0},     /* 123m 345m 222m 111m */
    {6, 4, 5, 8},     /* 789m 567m 666m 999m */
    {15, 10, 11, 9},  /* 789p 234p 333p 111p */
    {18, 23, 24, 26}, /* 123s 678s 777s 999s */
    {24, 19, 20, 30}, /* 789s 234s 333s NNN */
};

/* A simple, a terminal, a wind of another seat, a wind of seat and round, a dragon. */
static const uint8_t pairs[] = {13, 17, 29, 28, 33};

/* --- scoring --------------------------------------------------------------------------------- */

static void score(struct search *search) {
    const struct kz_result *result = search->result;
    const struct kzi_tally *best = &result->best;
    int32_t minimum = search->rules->model->minimum;
    if (kzi_score(search->result, search->rules, &search->hand) != KZ_OK ||
        result->reason == KZI_INCOMPLETE || best->fu < 0 || best->fu >= MOST_FU)
        return;
    int32_t total = best->total > minimum ? best->total : minimum > 1 ? minimum : 1;
    int32_t *least = &search->least[search->hand.self_draw][best->fu];
    if (!*least || total < *least)
        *least = total;
}

/* Wins with one of the concealed tiles, both ways. */
static void win_with(struct search *search, unsigned kind) {
    struct kzi_hand *hand = &search->hand;
    hand->win = (uint8_t)kind;
    hand->concealed[kind]--;
    hand->n_concealed--;
    for (unsigned way = 0; way < 2; way++) {
        hand->self_draw = way;
        score(search);
    }
    hand->concealed[kind]++;
    hand->n_concealed++;
}

static void add(struct kzi_hand *hand, unsigned kind, unsigned count) {
    hand->concealed[kind] = (uint8_t)(hand->concealed[kind] + count);
    hand->n_concealed = (uint8_t)(hand->n_concealed + count);
}

static void begin(struct search *search) {
    memset(&search->hand, 0, sizeof search->hand);
    search->hand.from = -1;
    search->hand.seat = search->hand.round = 1;
}

/* --- sets and a pair ------------------------------------------------------------------------- */

static void add_set(struct kzi_hand *hand, const struct make *make, unsigned kind) {
    if (make->claimed || make->kind == KZI_KONG)
        hand->melds[hand->n_melds++] =
            (struct kzi_meld){.kind = make->kind, .tile = (uint8_t)kind, .claimed = make->claimed};
    else if (make->kind == KZI_PUNG)
        add(hand, kind, 3);
    else
        for (unsigned i = 0; i < 3; i++)
            add(hand, kind + i, 1);
}

static void try_pair(struct search *search, unsigned pair) {
    begin(search);
    for (unsigned i = 0; i < search->sets; i++)
        add_set(&search->hand, search->makes[i], tiles[i][search->makes[i]->tile]);
    add(&search->hand, pair, 2);
    for (unsigned kind = 0; kind < KZI_KINDS; kind++)
        if (search->hand.concealed[kind])
            win_with(search, kind);
}

/* Chooses the makes of the sets from slot on, each no earlier in the list than the one before. */
static void try_sets(struct search *search, unsigned slot, unsigned from) {
    if (slot == search->sets) {
        for (unsigned i = 0; i < sizeof pairs; i++)
            try_pair(search, pairs[i]);
        return;
    }
    for (unsigned i = from; i < MAKES; i++) {
        search->makes[slot] = &makes[i];
        try_sets(search, slot + 1, i);
    }
}

/* --- other shapes ---------------------------------------------------------------------------- */

static void try_pairs(struct search *search, unsigned n_pairs) {
    static const uint8_t kinds[] = {0, 3, 14, 17, 19, 24, 31, 28};
    begin(search);
    for (unsigned i = 0; i < n_pairs && i < sizeof kinds; i++)
        add(&search->hand, kinds[i], 2);
    win_with(search, kinds[0]);
}

static void try_one_each(struct search *search, const struct kzi_shape *shape) {
    begin(search);
    for (unsigned kind = 0; kind < KZI_KINDS; kind++)
        add(&search->hand, kind, shape->one_each >> kind & 1);
    unsigned first = (unsigned)__builtin_ctzll(shape->one_each);
    add(&search->hand, first, shape->one_more);
    win_with(search, first);
}

static void try_shape(struct search *search, const struct kzi_shape *shape) {
    search->sets = shape->sets;
    if (shape->form == KZI_FORM_SETS && shape->pairs == 1 && shape->sets <= SLOTS)
        try_sets(search, 0, 0);
    else if (shape->form == KZI_FORM_PAIRS)
        try_pairs(search, shape->pairs);
    else if (shape->form == KZI_FORM_ONE_EACH && shape->one_each)
        try_one_each(search, shape);
}

void kzi_table_find_fu(struct kzi_table *table) {
    static const struct kzi_table_fu none;
    struct search search = {.rules = table->rules};
    search.result = &table->result;
    for (unsigned i = 0; i < table->rules->shapes.count; i++)
        try_shape(&search, &table->rules->shapes.list[i]);
    for (int32_t fu = 0; fu < MOST_FU && table->n_fu < KZI_TABLE_FU; fu++) {
        struct kzi_table_fu row = none;
        row.fu = fu;
        row.least[0] = search.least[0][fu];
        row.least[1] = search.least[1][fu];
        if (row.least[0] || row.least[1])
            table->fu[table->n_fu++] = row;
    }
}
