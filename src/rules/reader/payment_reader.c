/* Read hand_value, fu, limits and payments: from the total of a hand to the points of every
 * seat. */
#include "base/hash.h"
#include "rules/reader/reader.h"

#include <stdlib.h>
#include <string.h>

/* --- value and limits ------------------------------------------------------------------------ */

void kzi_read_value_row(struct kzi_rule_reader *reader, const struct kzi_entry *line,
                        void *target) {
    struct kzi_hand_value *value = target;
    struct kzi_value_row row = {.place = line->key->place};
    if (value->n_rows == KZI_MAX_VALUE_ROWS)
        KZI_REFUSE(reader, line->key, "the table has more than %d rows", KZI_MAX_VALUE_ROWS);
    else if (kzi_read_int(reader, line->key, 0, 100000, &row.from_total) &&
             kzi_read_int(reader, line->value, 0, 10000000, &row.worth))
        *KZI_ADD(reader->arena, value->rows, value->n_rows) = row;
}

static int compare_totals(const void *left, const void *right) {
    const struct kzi_value_row *a = left, *b = right;
    return a->from_total - b->from_total;
}

/* Sort the rows: those that an overlay or an option adds come last. */
static void sort_rows(struct kzi_rule_reader *reader, struct kzi_hand_value *value) {
    if (value->n_rows)
        qsort(value->rows, value->n_rows, sizeof *value->rows, compare_totals);
    for (size_t i = 1; i < value->n_rows; i++)
        if (value->rows[i - 1].from_total == value->rows[i].from_total)
            KZI_REFUSE(reader, &value->rows[i], "the table has two rows for a total of %d",
                       (int)value->rows[i].from_total);
}

/* Check that the rest of units is less than one unit: that is how it is recognized in a value. */
void kzi_read_units(struct kzi_rule_reader *reader, const struct kzi_entry *entry, void *target) {
    const struct kzi_units *units = target;
    if (units->of && (int64_t)units->rest * (units->of - 1) >= units->worth)
        KZI_REFUSE(reader, entry->value, "what is left of a unit is worth as much as one");
}

/* Read one class for every winner, or one for the winner at each seat. */
void kzi_read_birds(struct kzi_rule_reader *reader, const struct kzi_entry *entry, void *target) {
    struct kzi_class *of = target;
    const struct kzi_node *node = entry->value;
    if (node->kind != KZI_MAP) {
        struct kzi_class all = {0};
        kzi_read_tile_class(reader, node, &all);
        for (unsigned seat = 0; seat < KZI_SEATS; seat++)
            of[seat] = all;
        return;
    }
    KZI_EACH_ENTRY(node, line) {
        const int seat = kzi_read_one_of(reader, line->key, "a seat", kzi_seat_names, KZI_SEATS);
        if (seat >= 0)
            kzi_read_tile_class(reader, line->value, &of[seat]);
    }
}

void kzi_read_hand_value(struct kzi_rule_reader *reader, const struct kzi_entry *entry,
                         void *target) {
    const struct kzi_entry *table = kzi_node_entry(entry->value, "table");
    if (table)
        ((struct kzi_hand_value *)target)->table = table->key->place;
    if (table && table->value->kind == KZI_MAP && !table->value->count)
        KZI_REFUSE(reader, table->key, "the table has no rows");
    sort_rows(reader, target);
}

/* Let a limit bound payments.  It then bounds those of every hand, and is not a limit on the
 * value. */
static void bound_payments(struct kzi_rule_reader *reader, const struct kzi_limit *limit) {
    const struct kzi_limit *other = reader->model->payment_bound;
    if (other)
        kzi_error_at(reader->diags, kzi_later_place(limit->place, other->place),
                     "only one limit can bound payments: %s or %s", other->id, limit->id);
    else
        reader->model->payment_bound = limit;
}

void kzi_read_limits(struct kzi_rule_reader *reader, const struct kzi_entry *entry, void *target) {
    struct kzi_model *model = target;
    KZI_EACH_NAMED(entry->value, &model->limit_names, line) {
        struct kzi_limit *limit = &model->limits[line_at];
        *limit = (struct kzi_limit){
            .id = line->key->text, .node = line->value, .place = line->key->place, .in_use = true};
        kzi_read_thing(reader, line, KZI_KEYS(limit), limit);
        model->payments.has_chips |= limit->chips > 0;
        if (limit->bounds_payments && limit->in_use)
            bound_payments(reader, limit);
    }
}

/* --- fu: the small points of a reading, as the table of the rule book ------------------------- */

static bool read_fu_number(struct kzi_rule_reader *reader, const struct kzi_node *node,
                           int16_t *fu) {
    int32_t number;
    if (!kzi_read_int(reader, node, 0, 1000, &number))
        return false;
    *fu = (int16_t)number;
    return true;
}

void kzi_read_flat_fu(struct kzi_rule_reader *reader, const struct kzi_entry *line, void *target) {
    int shape = kzi_read_name(reader, line->key, "a shape", &reader->model->shape_names);
    if (shape >= 0)
        read_fu_number(reader, line->value, (int16_t *)target + shape);
}

void kzi_read_fu_of_set(struct kzi_rule_reader *reader, const struct kzi_entry *line,
                        void *target) {
    struct kzi_fu *fu = target;
    struct kzi_fu_set *set = KZI_ADD(reader->arena, fu->sets, fu->n_sets);
    *set = (struct kzi_fu_set){.open = 0};
    kzi_read_phrase(reader, line->key, &set->phrase);
    set->class_name = reader->class_name;
    if (set->phrase.noun == KZI_A_PAIR || set->phrase.noun == KZI_A_GROUP)
        KZI_REFUSE(reader, line->key, "the fu of pairs go under pair, by tile class");
    kzi_read_thing(reader, line, KZI_KEYS(fu_of_set), set);
}

void kzi_read_fu_of_pair(struct kzi_rule_reader *reader, const struct kzi_entry *line,
                         void *target) {
    struct kzi_fu *fu = target;
    struct kzi_fu_pair *pair = KZI_ADD(reader->arena, fu->pairs, fu->n_pairs);
    *pair = (struct kzi_fu_pair){.fu = 0};
    if (kzi_read_tile_class(reader, line->key, &pair->class_))
        pair->class_name = reader->class_name;
    read_fu_number(reader, line->value, &pair->fu);
}

void kzi_read_fu_row(struct kzi_rule_reader *reader, const struct kzi_entry *line, void *target) {
    struct kzi_fu *fu = target;
    struct kzi_fu_row *row = KZI_ADD(reader->arena, fu->rows, fu->n_rows);
    *row = (struct kzi_fu_row){.step = 1, .min = {KZI_NO_TOTAL, KZI_NO_TOTAL}};
    if (!read_fu_number(reader, line->key, &row->first))
        return;
    row->last = row->first;
    kzi_read_thing(reader, line, KZI_KEYS(fu_row), row);
    if (row->last < row->first)
        KZI_REFUSE(reader, line->key, "rows from %d end at %d", row->first, row->last);
}

static void read_fu_item(struct kzi_rule_reader *reader, const struct kzi_entry *line,
                         bool if_nothing, struct kzi_fu *fu) {
    struct kzi_fu_item *item = KZI_ADD(reader->arena, fu->items, fu->n_items);
    *item = (struct kzi_fu_item){
        .id = line->key->text, .if_nothing = if_nothing, .place = line->key->place};
    kzi_read_thing(reader, line, KZI_KEYS(fu_item), item);
}

void kzi_read_fu_items(struct kzi_rule_reader *reader, const struct kzi_entry *entry,
                       void *target) {
    const struct kzi_node *node = entry->value;
    struct kzi_fu *fu = target;
    if (!kzi_expect(reader, node, KZI_MAP, "fu items"))
        return;
    KZI_EACH_ENTRY(node, line) {
        if (!kzi_expect_id(reader, line->key))
            continue;
        if (fu->n_items == KZI_MAX_FU_ITEMS) {
            KZI_REFUSE(reader, line->key, "there are more than %d fu items", KZI_MAX_FU_ITEMS);
            return;
        }
        read_fu_item(reader, line, kzi_node_is(entry->key, "if_nothing_added"), fu);
    }
}

/* --- who pays -------------------------------------------------------------------------------- */

/* Check that at most one payer pays the rest. */
void kzi_read_payers(struct kzi_rule_reader *reader, const struct kzi_entry *entry, void *target) {
    const struct kzi_node *payers = entry->value;
    const struct kzi_entry *discarder = kzi_node_entry(payers, "discarder");
    (void)target;
    KZI_EACH_ENTRY(payers, payer) {
        const struct kzi_entry *in_all = kzi_node_entry(payer->value, "in_all");
        if (!in_all)
            continue;
        if (kzi_node_is(payer->key, "others"))
            KZI_REFUSE(reader, in_all->key, "in_all is for one payer, the discarder or the dealer");
        else if (payer != discarder && discarder && kzi_node_get(discarder->value, "in_all"))
            KZI_REFUSE(reader, in_all->key, "only one payer can pay what the others leave");
    }
}

void kzi_read_share(struct kzi_rule_reader *reader, const struct kzi_entry *entry, void *target) {
    struct kzi_share *share = target;
    share->written = true;
    if (share->as_others && !kzi_node_is(entry->key, "discarder"))
        KZI_REFUSE(reader, entry->value, "only the discarder can pay as_others");
}

/* Refuse a discarder among the payers of a self-draw. */
static void refuse_discarder(struct kzi_rule_reader *reader, const struct kzi_node *payers) {
    const struct kzi_entry *discards = kzi_node_entry(payers, "dealer_discards");
    KZI_EACH_ENTRY(payers, entry) {
        const struct kzi_entry *discarder = kzi_node_entry(entry->value, "discarder");
        if (discarder)
            KZI_REFUSE(reader, discarder->key,
                       "nobody discards the tile of a self-draw: dealer and others pay");
    }
    if (discards)
        KZI_REFUSE(reader, discards->key, "nobody discards the tile of a self-draw");
}

/* Replace `as_others` by the share that the discarder would pay if another player had discarded. */
static void settle_as_others(struct kzi_shares by[KZI_OUTCOMES]) {
    for (unsigned outcome = 0; outcome < KZI_OUTCOMES; outcome++) {
        struct kzi_share *of = by[outcome].of, *discarder = &of[KZI_ROLE_DISCARDER];
        bool dealer = outcome == KZI_DEALER_DISCARDS && of[KZI_ROLE_DEALER].written;
        const struct kzi_share *as = &of[dealer ? KZI_ROLE_DEALER : KZI_ROLE_OTHERS];
        if (!discarder->as_others)
            continue;
        *discarder = *as;
        discarder->as_others = true;
    }
}

/* Return whether a share of the value can be a fraction of a point. */
static bool has_fractions(const struct kzi_shares by[KZI_OUTCOMES]) {
    for (unsigned i = 0; i < KZI_OUTCOMES * KZI_ROLES; i++) {
        const struct kzi_share *share = &by[i / KZI_ROLES].of[i % KZI_ROLES];
        if (share->times % KZI_RATIO_UNIT || share->in_all % KZI_RATIO_UNIT)
            return true;
    }
    return false;
}

/* Fill in the shares of every outcome from a mapping of payers. */
static void settle_payers(const struct kzi_node *node, struct kzi_shares by[KZI_OUTCOMES]) {
    if (kzi_node_get(node, "any_wins"))
        by[KZI_OTHER_WINS] = by[KZI_DEALER_WINS];
    if (!kzi_node_get(node, "dealer_discards"))
        by[KZI_DEALER_DISCARDS] = by[KZI_OTHER_WINS];
    settle_as_others(by);
}

void kzi_read_payers_if(struct kzi_rule_reader *reader, const struct kzi_entry *entry,
                        void *target) {
    struct kzi_payment *payment = target;
    if (payment->n_other_payers == KZI_MAX_OTHER_PAYERS) {
        KZI_REFUSE(reader, entry->value, "ways has more than %d items: take this one out",
                   KZI_MAX_OTHER_PAYERS);
        return;
    }
    struct kzi_other_payers *payers = &payment->other_payers[payment->n_other_payers++];
    payers->place = entry->value->place;
    kzi_read_thing(reader, entry, KZI_KEYS(payers_if), payers);
    settle_payers(entry->value, payers->by);
}

void kzi_read_way(struct kzi_rule_reader *reader, const struct kzi_entry *entry, void *target) {
    struct kzi_payment *payment = target;
    const struct kzi_node *ways = kzi_node_get(entry->value, "ways");
    bool self_draw = kzi_node_is(entry->key, "self_draw");
    if (self_draw)
        refuse_discarder(reader, entry->value);
    KZI_EACH_ITEM(self_draw ? ways : NULL, payers)
        refuse_discarder(reader, payers);
    settle_payers(entry->value, payment->by);
    bool fractions = has_fractions(payment->by);
    for (size_t i = 0; i < payment->n_other_payers; i++)
        fractions |= has_fractions(payment->other_payers[i].by);
    if (fractions && payment->round.mode == KZI_ROUND_NONE)
        kzi_missing_at(
            reader, entry->key->place,
            "%s has times with fractions, but does not say how to round payments (round: "
            "up 100)",
            entry->key->text);
}

/* --- what is paid for a limit ---------------------------------------------------------------- */

void kzi_read_limit_payers(struct kzi_rule_reader *reader, const struct kzi_entry *entry,
                           void *target) {
    struct kzi_limit_payers *payers = target;
    payers->written = true;
    payers->place = entry->key->place;
    if (kzi_node_is(entry->key, "self_draw"))
        refuse_discarder(reader, entry->value);
    settle_payers(entry->value, payers->by);
}

void kzi_read_limit_pays(struct kzi_rule_reader *reader, const struct kzi_entry *entry,
                         void *target) {
    struct kzi_limit_pays *pays = KZI_NEW(reader->arena, struct kzi_limit_pays);
    ((struct kzi_limit *)target)->pays = pays;
    kzi_read_thing(reader, entry, KZI_KEYS(limit_pays), pays);
}

/* Refuse rounding and conditions in the payments of a limit: its shares are rounded as others are,
 * and conditions choose among the usual payers. */
static void check_limit_payers(struct kzi_rule_reader *reader, const struct kzi_limit *limit,
                               bool self_draw) {
    const struct kzi_limit_payers *payers =
        self_draw ? &limit->pays->self_draw : &limit->pays->discard;
    const struct kzi_payments *payments = &reader->model->payments;
    const struct kzi_payment *usual = self_draw ? &payments->self_draw : &payments->discard;
    const char *key = self_draw ? "self_draw" : "discard";
    if (!payers->written || !limit->in_use)
        return;
    if (usual->n_other_payers)
        kzi_error_at(reader->diags, payers->place,
                     "%s writes out what is paid by %s, but payments.%s has ways, which say it too",
                     limit->id, key, key);
    if (has_fractions(payers->by) && usual->round.mode == KZI_ROUND_NONE)
        kzi_error_at(reader->diags, payers->place,
                     "%s has times with fractions, but payments.%s does not say how to round "
                     "payments (round: up 100)",
                     limit->id, key);
}

static void check_payers_of_limits(struct kzi_rule_reader *reader) {
    const struct kzi_model *model = reader->model;
    KZI_EACH_LIMIT(model, limit)
        for (unsigned self_draw = 0; limit->pays && self_draw < 2; self_draw++)
            check_limit_payers(reader, limit, self_draw);
}

/* --- liability ------------------------------------------------------------------------------- */

static void take_all_yaku(struct kzi_rule_reader *reader, struct kzi_liability *liability) {
    liability->n_yaku = reader->model->yaku_names.count;
    liability->yaku = KZI_NEW_ARRAY(reader->arena, liability->n_yaku, uint16_t);
    for (size_t i = 0; i < liability->n_yaku; i++)
        liability->yaku[i] = (uint16_t)i;
}

void kzi_read_liable_yaku(struct kzi_rule_reader *reader, const struct kzi_entry *entry,
                          void *target) {
    const struct kzi_node *node = entry->value;
    struct kzi_liability *liability = target;
    if (node->kind == KZI_SCALAR) {
        if (kzi_node_is(node, "all"))
            take_all_yaku(reader, liability);
        else
            KZI_REFUSE(reader, node,
                       "the yaku of a liability are a list, [%s], or all of them, all", node->text);
        return;
    }
    liability->yaku = KZI_NEW_ARRAY(reader->arena, node->count, uint16_t);
    for (size_t i = 0; i < node->count; i++) {
        bool list = node->kind == KZI_LIST, yes = true;
        const int yaku = kzi_read_name(reader, list ? node->u.items[i] : node->u.entries[i].key,
                                       "a yaku", &reader->model->yaku_names);
        if (!list)
            kzi_read_yes(reader, node->u.entries[i].value, &yes);
        if (yaku >= 0 && yes)
            liability->yaku[liability->n_yaku++] = (uint16_t)yaku;
    }
}

void kzi_read_liable_fractions(struct kzi_rule_reader *reader, const struct kzi_entry *entry,
                               void *target) {
    struct kzi_liable_fractions *fractions = target;
    if (kzi_node_is(entry->value, "as_discarder"))
        fractions->liable = KZI_AS_DISCARDER;
    else if (fractions->liable + fractions->rest != KZI_RATIO_UNIT)
        KZI_REFUSE(reader, entry->value, "the parts of the price do not add up to the whole of it");
    else
        kzi_keep_meaning(reader, entry->value,
                         kzi_hash_int(KZI_HASH_EMPTY, (uint64_t)fractions->liable));
}

const struct kzi_liability *kzi_liability_for(const struct kzi_model *model, int yaku) {
    const struct kzi_payments *payments = &model->payments;
    for (size_t i = 0; i < payments->n_liabilities; i++)
        for (size_t k = 0; k < payments->liabilities[i].n_yaku; k++)
            if (payments->liabilities[i].yaku[k] == yaku)
                return &payments->liabilities[i];
    return NULL;
}

static void read_liability(struct kzi_rule_reader *reader, const struct kzi_node *node) {
    struct kzi_payments *payments = &reader->model->payments;
    struct kzi_liability liability = {.n_yaku = 0};
    kzi_read_keys(reader, node, KZI_KEYS(liability), &liability);
    if (!kzi_node_get(node, "self_draw"))
        liability.self_draw.liable = KZI_RATIO_UNIT;
    if (!kzi_node_get(node, "discard"))
        liability.discard.liable = KZI_RATIO_UNIT / 2;
    if (liability.discard.liable == KZI_AS_DISCARDER && liability.that_yaku)
        KZI_REFUSE(reader, kzi_node_get(node, "discard"),
                   "as_discarder needs for: whole_hand, because a discarder pays the whole hand");
    for (size_t i = 0; i < liability.n_yaku; i++)
        if (kzi_liability_for(reader->model, liability.yaku[i]))
            KZI_REFUSE(reader, kzi_node_get(node, "yaku"),
                       "%s has two liabilities: take it away from one of them",
                       reader->model->yaku_names.name[liability.yaku[i]]);
    *KZI_ADD(reader->arena, payments->liabilities, payments->n_liabilities) = liability;
}

void kzi_read_liabilities(struct kzi_rule_reader *reader, const struct kzi_entry *entry,
                          void *target) {
    const struct kzi_node *const *items;
    const size_t count = kzi_items_of(&entry->value, &items);
    (void)target;
    if (!count)
        KZI_REFUSE(reader, entry->value, "this list is empty: for no liability write yaku: []");
    else if (count > UINT8_MAX)
        KZI_REFUSE(reader, entry->value, "there are more than %d liabilities", UINT8_MAX);
    for (size_t i = 0; i < count && count <= UINT8_MAX; i++)
        read_liability(reader, items[i]);
}

/* --- kongs ----------------------------------------------------------------------------------- */

void kzi_read_kong_times(struct kzi_rule_reader *reader, const struct kzi_entry *line,
                         void *target) {
    struct kzi_kongs *kongs = target;
    struct kzi_class class_ = {0};
    int32_t times;
    if (!kzi_read_tile_class(reader, line->key, &class_) ||
        !kzi_read_int(reader, line->value, 1, 100, &times))
        return;
    KZI_EACH_IN(class_.other, code)
        kongs->times[kzi_kind_of_code(code)] = (uint8_t)times;
}

/* --- chips ----------------------------------------------------------------------------------- */

void kzi_read_chip_payers(struct kzi_rule_reader *reader, const struct kzi_entry *entry,
                          void *target) {
    struct kzi_chip_payers *payers = target;
    memset(payers, 0, sizeof *payers);
    payers->of[KZI_ROLE_DEALER] = -1;
    kzi_read_keys(reader, entry->value, KZI_KEYS(chip_payers), payers);
}

/* --- draws, and all payments ----------------------------------------------------------------- */

/* Read words of records for draws at which only bets are paid. */
void kzi_read_by_rule(struct kzi_rule_reader *reader, const struct kzi_entry *entry, void *target) {
    struct kzi_draw *draw = target;
    const struct kzi_node *word = entry->value;
    if (kzi_expect(reader, word, KZI_SCALAR, "a word of a record") && kzi_expect_id(reader, word))
        *KZI_ADD(reader->arena, draw->by_rule, draw->n_by_rule) = word->text;
}

void kzi_read_payments(struct kzi_rule_reader *reader, const struct kzi_entry *entry,
                       void *target) {
    (void)entry;
    (void)target;
    check_payers_of_limits(reader);
}
