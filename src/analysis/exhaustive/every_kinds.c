#include "analysis/exhaustive/every.h"
#include "compile/condition/evaluation.h"
#include "compile/price.h"

/* Equal digests get equal numbers. */
static uint16_t number_of(struct kzi_count_key *known, unsigned *count, struct kzi_count_key key) {
    unsigned i = 0;
    while (i < *count && (known[i].a != key.a || known[i].b != key.b))
        i++;
    if (i == *count)
        known[(*count)++] = key;
    return (uint16_t)i;
}

static const struct kzi_feature *feature_of(const struct kzi_program *program, unsigned kind) {
    for (unsigned i = 0; i < program->first[KZI_STAGES]; i++)
        if (program->features[i].kind == kind)
            return &program->features[i];
    return NULL;
}

static void add_feature(struct kzi_count_key *key, const struct kzi_program *program, unsigned kind,
                        unsigned value) {
    const struct kzi_feature *feature = feature_of(program, kind);
    for (unsigned i = 0; feature && i < program->words; i++)
        kzi_count_key_add(key, feature->rows[(size_t)value * program->words + i]);
}

/* All that a ruleset's tables and counted sets say of a group. */
static void add_group(struct kzi_count_key *key, const struct kz_ruleset *rules, unsigned code) {
    const struct kzi_program *program = rules->scoring;
    struct kzi_coded_group group = kzi_decode_group(code);
    for (unsigned i = 0; i < KZI_PHRASE_WORDS; i++)
        kzi_count_key_add(key, program->sums[code].phrases[i]);
    kzi_count_key_add(key, rules->group_fu ? (uint64_t)rules->group_fu[code].fu : 0);
    for (unsigned i = 0; i < rules->n_yaku; i++)
        if (rules->model->yaku[i].each == KZI_EACH_SET)
            kzi_count_key_add(key, kzi_coded_fits(&rules->model->yaku[i].each_set, &group));
}

static void add_tile(struct kzi_count_key *key, const struct kz_ruleset *rules, unsigned tile) {
    const struct kzi_program *program = rules->scoring;
    kzi_count_key_add(key,
                      rules->model->copies[kzi_kind_of_code(tile)]); /* whether it can be a kong */
    add_feature(key, program, KZI_F_WON, tile);
    for (unsigned i = 0; i < program->n_tile_classes; i++)
        for (unsigned won = 0; won < 2; won++)
            kzi_count_key_add(key, kzi_in_class(&program->tile_classes[i].class_, tile, won));
    for (unsigned of = 0; of < 3 * 3 * 2; of++)
        add_group(key, rules, 3 * KZI_CHOW_CODES + of / 2 * (KZI_CODES * 2) + tile * 2 + of % 2);
}

static void add_chow(struct kzi_count_key *key, const struct kz_ruleset *rules, unsigned start) {
    kzi_count_key_add(key, start % 7 == 0   ? 1
                           : start % 7 == 6 ? 2
                                            : 0); /* where an edge wait can be */
    for (unsigned hold = 0; hold < KZI_HOLDS; hold++)
        for (unsigned stands = 0; stands < 4; stands++)
            add_group(key, rules, hold * KZI_CHOW_CODES + start * 4 + stands);
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

static void add_seat(struct kzi_count_key *key, const struct kz_ruleset *rules, unsigned seat) {
    const struct kzi_payments *payments = &rules->model->payments;
    kzi_count_key_add(key, seat == payments->dealer && (is_dealer_special(rules->model, true) ||
                                                        is_dealer_special(rules->model, false)));
    kzi_count_key_add(key, seat < rules->model->n_seats);
    if (seat < rules->model->n_seats)
        add_feature(key, rules->scoring, KZI_F_SEAT, seat);
}

static void add_copies(struct kzi_count_key *key, const struct kz_ruleset *rules, unsigned tile) {
    kzi_count_key_add(key, rules->model->copies[kzi_kind_of_code(tile)]);
}

typedef void add_fn(struct kzi_count_key *key, const struct kz_ruleset *rules, unsigned thing);

static void sort_out(uint16_t *numbers, unsigned count, const struct kz_ruleset *const rules[2],
                     add_fn *add) {
    struct kzi_count_key known[KZI_CODES];
    unsigned n_known = 0;
    for (unsigned i = 0; i < count; i++) {
        struct kzi_count_key key = KZI_NEW_COUNT_KEY;
        for (unsigned of = 0; of < 2; of++)
            add(&key, rules[of], i);
        numbers[i] = number_of(known, &n_known, key);
    }
}

void kzi_every_kinds_find(struct kzi_every_kinds *kinds, const struct kz_ruleset *const rules[2],
                          enum kzi_every_view view) {
    memset(kinds, 0, sizeof *kinds);
    if (view == KZI_COUNTED_HANDS) {
        sort_out(kinds->tile, KZI_CODES, rules, add_copies);
        return;
    }
    sort_out(kinds->tile, KZI_CODES, rules, add_tile);
    sort_out(kinds->chow, 21, rules, add_chow);
    sort_out(kinds->seat, KZI_SEATS, rules, add_seat);
    kinds->asks_waits = rules[0]->scoring->asks_waits || rules[1]->scoring->asks_waits;
}
