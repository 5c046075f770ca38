/* total, minimum, hand_value, limits, payments: from the yaku to the points of every seat. */
#include "rules/reader/reader.h"

#include <string.h>

/* --- total and minimum ----------------------------------------------------------------------- */

static void read_unit(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    (void)target;
    if (kzi_expect(reader, entry->value, KZI_SCALAR, "a unit"))
        reader->model->unit = entry->value->text;
}

static void read_at_most(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    (void)target;
    kzi_read_int(reader, entry->value, 1, 100000, &reader->model->total_at_most);
}

static const struct kzi_key total_keys[] = {
    {"unit", read_unit, "text"},
    {"at_most", read_at_most, "int 1 100000"},
    {"source", kzi_read_label, "label"},
    {"note", kzi_read_prose, "text"},
};
const struct kzi_key_table kzi_keys_total = {"total", total_keys, KZI_COUNT(total_keys)};

void kzi_read_total(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    kzi_read_keys(reader, entry->value, "total", total_keys, KZI_COUNT(total_keys), target);
}

static void read_minimum_total(struct kzi_reader *reader, const struct kzi_entry *entry,
                               void *target) {
    (void)target;
    if (kzi_read_int(reader, entry->value, 0, 100000, &reader->model->minimum) &&
        !reader->model->minimum)
        kzi_not_yet(reader, entry->value->place,
                    "a minimum of 0, so that a hand wins without yaku,");
}

static void read_without(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    (void)target;
    struct kzi_model *model = reader->model;
    if (!kzi_expect(reader, entry->value, KZI_LIST, "without"))
        return;
    model->minimum_without = KZI_NEW_ARRAY(reader->arena, entry->value->count, uint16_t);
    for (size_t i = 0; i < entry->value->count; i++) {
        int yaku = kzi_read_name(reader, entry->value->u.items[i], "a yaku", &model->yaku_names);
        if (yaku >= 0)
            model->minimum_without[model->n_minimum_without++] = (uint16_t)yaku;
    }
}

static const struct kzi_key minimum_keys[] = {
    {"total", read_minimum_total, "int 0 100000"},
    {"without", read_without, "list id"},
    {"source", kzi_read_label, "label"},
    {"note", kzi_read_prose, "text"},
};
const struct kzi_key_table kzi_keys_minimum = {"minimum", minimum_keys, KZI_COUNT(minimum_keys)};

void kzi_read_minimum(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    kzi_read_keys(reader, entry->value, "minimum", minimum_keys, KZI_COUNT(minimum_keys), target);
}

/* --- value and limits ------------------------------------------------------------------------ */

static void read_plus(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    kzi_read_int(reader, entry->value, 0, 10, &((struct kzi_hand_value *)target)->plus);
}

static void read_start(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    static const char *const words[] = {"fu"};
    (void)target;
    kzi_read_choice(reader, entry->value, "what is doubled", words, 1);
}

static void read_times(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    static const char *const words[] = {"total"};
    (void)target;
    kzi_read_choice(reader, entry->value, "how often it is doubled", words, 1);
}

static const struct kzi_key doubling_keys[] = {
    {"start", read_start, "enum fu"},
    {"times", read_times, "enum total"},
    {"plus", read_plus, "int 0 10"},
};
const struct kzi_key_table kzi_keys_doubling = {"doubling", doubling_keys,
                                                KZI_COUNT(doubling_keys)};

static void read_doubling(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    ((struct kzi_hand_value *)target)->doubling = true;
    kzi_read_keys(reader, entry->value, "doubling", doubling_keys, KZI_COUNT(doubling_keys),
                  target);
}

static const struct kzi_key hand_value_keys[] = {
    {"doubling", read_doubling, "doubling"},
    {"table", kzi_read_value_table, "map scalar scalar"},
};
const struct kzi_key_table kzi_keys_hand_value = {"hand_value", hand_value_keys,
                                                  KZI_COUNT(hand_value_keys)};

void kzi_read_hand_value(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    static const char *const words[] = {"total"};
    (void)target;
    if (entry->value->kind == KZI_SCALAR)
        kzi_read_choice(reader, entry->value, "a value of a hand", words, 1);
    else
        kzi_read_keys(reader, entry->value, "hand_value", hand_value_keys,
                      KZI_COUNT(hand_value_keys), &reader->model->hand_value);
}

static void read_worth(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    kzi_read_int(reader, entry->value, 1, 10000000, &((struct kzi_limit *)target)->worth);
}

static void read_from_total(struct kzi_reader *reader, const struct kzi_entry *entry,
                            void *target) {
    kzi_read_int(reader, entry->value, 1, 100000, &((struct kzi_limit *)target)->from_total);
}

static void read_from_value(struct kzi_reader *reader, const struct kzi_entry *entry,
                            void *target) {
    kzi_read_int(reader, entry->value, 1, 10000000, &((struct kzi_limit *)target)->from_value);
}

static void read_add_up(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    kzi_read_yes(reader, entry->value, &((struct kzi_limit *)target)->add_up);
}

static void read_in_use(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    kzi_read_yes(reader, entry->value, &((struct kzi_limit *)target)->in_use);
}

static const struct kzi_key limit_keys[] = {
    {"name", kzi_read_label, "label"},
    {"worth", read_worth, "int 1 10000000"},
    {"from_total", read_from_total, "int 1 100000"},
    {"from_value", read_from_value, "int 1 10000000"},
    {"add_up", read_add_up, "yes"},
    {"in_use", read_in_use, "yes"},
    {"source", kzi_read_label, "label"},
    {"note", kzi_read_prose, "text"},
};
const struct kzi_key_table kzi_keys_limit = {"limit", limit_keys, KZI_COUNT(limit_keys)};

void kzi_read_limits(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    (void)target;
    struct kzi_model *model = reader->model;
    for (size_t i = 0; i < model->limit_names.count; i++) {
        const struct kzi_entry *line = kzi_node_entry(entry->value, model->limit_names.name[i]);
        struct kzi_limit *limit = &model->limits[i];
        *limit = (struct kzi_limit){.id = model->limit_names.name[i],
                                    .node = line->value,
                                    .place = line->key->place,
                                    .in_use = true};
        kzi_read_keys(reader, line->value, "a limit", limit_keys, KZI_COUNT(limit_keys), limit);
        if (line->value->kind == KZI_MAP && !kzi_node_get(line->value, "worth"))
            kzi_missing_at(reader, line->key->place, "the limit %s does not say its worth",
                           limit->id);
    }
}

/* --- payments -------------------------------------------------------------------------------- */

static void read_share_times(struct kzi_reader *reader, const struct kzi_entry *entry,
                             void *target) {
    kzi_read_int(reader, entry->value, 0, 100, &((struct kzi_share *)target)->times);
}

static void read_share_plus(struct kzi_reader *reader, const struct kzi_entry *entry,
                            void *target) {
    kzi_read_int(reader, entry->value, 0, 1000000, &((struct kzi_share *)target)->plus);
}

static const struct kzi_key share_keys[] = {
    {"times", read_share_times, "int 0 100"},
    {"plus", read_share_plus, "int 0 1000000"},
};
const struct kzi_key_table kzi_keys_share = {"share", share_keys, KZI_COUNT(share_keys)};

static void read_share(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    ((struct kzi_share *)target)->said = true;
    kzi_read_keys(reader, entry->value, "what one pays", share_keys, KZI_COUNT(share_keys), target);
    if (entry->value->kind == KZI_MAP && !entry->value->count)
        kzi_error_at(reader->diags, entry->value->place, "what the %s pays is not said",
                     entry->key->text);
}

static void read_role_discarder(struct kzi_reader *reader, const struct kzi_entry *entry,
                                void *target) {
    read_share(reader, entry, (struct kzi_share *)target + KZI_ROLE_DISCARDER);
}

static void read_role_dealer(struct kzi_reader *reader, const struct kzi_entry *entry,
                             void *target) {
    read_share(reader, entry, (struct kzi_share *)target + KZI_ROLE_DEALER);
}

static void read_role_others(struct kzi_reader *reader, const struct kzi_entry *entry,
                             void *target) {
    read_share(reader, entry, (struct kzi_share *)target + KZI_ROLE_OTHERS);
}

static const struct kzi_key payers_keys[] = {
    {"discarder", read_role_discarder, "share"},
    {"dealer", read_role_dealer, "share"},
    {"others", read_role_others, "share"},
};
const struct kzi_key_table kzi_keys_payers = {"payers", payers_keys, KZI_COUNT(payers_keys)};

static void read_roles(struct kzi_reader *reader, const struct kzi_node *node,
                       struct kzi_share shares[KZI_ROLES]) {
    kzi_read_keys(reader, node, "who pays", payers_keys, KZI_COUNT(payers_keys), shares);
    if (node->kind == KZI_MAP && !node->count)
        kzi_error_at(reader->diags, node->place,
                     "nobody pays: name the discarder, dealer or others");
}

static void read_dealer_wins(struct kzi_reader *reader, const struct kzi_entry *entry,
                             void *target) {
    const struct kzi_entry *dealer = kzi_node_entry(entry->value, "dealer");
    if (dealer)
        kzi_error_at(reader->diags, dealer->key->place, "a dealer who wins pays nothing");
    read_roles(reader, entry->value, ((struct kzi_payment *)target)->dealer_wins);
}

static void read_other_wins(struct kzi_reader *reader, const struct kzi_entry *entry,
                            void *target) {
    read_roles(reader, entry->value, ((struct kzi_payment *)target)->other_wins);
}

static void read_any_wins(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    struct kzi_payment *payment = target;
    read_roles(reader, entry->value, payment->dealer_wins);
    memcpy(payment->other_wins, payment->dealer_wins, sizeof payment->other_wins);
}

static void read_counter_discarder(struct kzi_reader *reader, const struct kzi_entry *entry,
                                   void *target) {
    kzi_read_int(reader, entry->value, 0, 100000,
                 &((struct kzi_payment *)target)->counter[KZI_ROLE_DISCARDER]);
}

static void read_counter_payer(struct kzi_reader *reader, const struct kzi_entry *entry,
                               void *target) {
    kzi_read_int(reader, entry->value, 0, 100000,
                 &((struct kzi_payment *)target)->counter[KZI_ROLE_OTHERS]);
}

static const struct kzi_key counters_keys[] = {
    {"discarder", read_counter_discarder, "int 0 100000"},
    {"each_payer", read_counter_payer, "int 0 100000"},
};
const struct kzi_key_table kzi_keys_counters = {"counters", counters_keys,
                                                KZI_COUNT(counters_keys)};

static void read_counters(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    kzi_read_keys(reader, entry->value, "counters", counters_keys, KZI_COUNT(counters_keys),
                  target);
}

static void read_round(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    kzi_read_round(reader, entry->value, &((struct kzi_payment *)target)->round);
}

static const struct kzi_key way_keys[] = {
    {"any_wins", read_any_wins, "payers"},
    {"dealer_wins", read_dealer_wins, "payers"},
    {"other_wins", read_other_wins, "payers"},
    {"counters", read_counters, "counters"},
    {"round", read_round, "round"},
    {"source", kzi_read_label, "label"},
    {"note", kzi_read_prose, "text"},
};
const struct kzi_key_table kzi_keys_way = {"way", way_keys, KZI_COUNT(way_keys)};

static void read_payment(struct kzi_reader *reader, const struct kzi_entry *entry,
                         struct kzi_payment *payment) {
    kzi_read_keys(reader, entry->value, "a way of winning", way_keys, KZI_COUNT(way_keys), payment);
    bool any = kzi_node_get(entry->value, "any_wins"),
         dealer = kzi_node_get(entry->value, "dealer_wins"),
         other = kzi_node_get(entry->value, "other_wins");
    if (any && (dealer || other))
        kzi_error_at(reader->diags, entry->key->place,
                     "%s says any_wins beside dealer_wins or other_wins: take one of them away",
                     entry->key->text);
    else if (entry->value->kind == KZI_MAP && !any && (!dealer || !other))
        kzi_missing_at(reader, entry->key->place,
                       "%s says who pays by any_wins, or by dealer_wins and other_wins%s",
                       entry->key->text,
                       kzi_hint(reader, dealer ? "other_wins" : "dealer_wins", NULL, 0));
}

static void read_self_draw(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    for (size_t i = 0; entry->value->kind == KZI_MAP && i < entry->value->count; i++) {
        const struct kzi_entry *discarder =
            kzi_node_entry(entry->value->u.entries[i].value, "discarder");
        if (discarder)
            kzi_error_at(reader->diags, discarder->key->place,
                         "nobody discards the tile of a self-draw: dealer and others pay");
    }
    read_payment(reader, entry, &((struct kzi_payments *)target)->self_draw);
}

static void read_discard(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    read_payment(reader, entry, &((struct kzi_payments *)target)->discard);
}

static void read_dealer(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    int seat = kzi_read_choice(reader, entry->value, "a seat", kzi_seat_names, KZI_SEATS);
    ((struct kzi_payments *)target)->dealer = seat < 0 ? 0 : (uint8_t)seat;
}

static void read_bet(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    kzi_read_int(reader, entry->value, 0, 1000000, &((struct kzi_payments *)target)->bet);
}

static const struct kzi_key deposits_keys[] = {
    {"bet", read_bet, "int 0 1000000"},
    {"own", kzi_read_own_bet, "enum back first_winner"},
    {"others", kzi_read_other_bets, "enum first_winner"},
    {"source", kzi_read_label, "label"},
    {"note", kzi_read_prose, "text"},
};
const struct kzi_key_table kzi_keys_deposits = {"deposits", deposits_keys,
                                                KZI_COUNT(deposits_keys)};

static void read_deposits(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    kzi_read_keys(reader, entry->value, "deposits", deposits_keys, KZI_COUNT(deposits_keys),
                  target);
}

static const struct kzi_key payments_keys[] = {
    {"dealer", read_dealer, "seat"},
    {"self_draw", read_self_draw, "way"},
    {"discard", read_discard, "way"},
    {"deposits", read_deposits, "deposits"},
    {"liability", kzi_read_liability, "liability"},
    {"several_winners", kzi_read_several_winners, "several_winners"},
    {"draw", kzi_read_draw, "draw"},
    {"source", kzi_read_label, "label"},
    {"note", kzi_read_prose, "text"},
};
const struct kzi_key_table kzi_keys_payments = {"payments", payments_keys,
                                                KZI_COUNT(payments_keys)};

void kzi_read_payments(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    (void)target;
    kzi_read_keys(reader, entry->value, "payments", payments_keys, KZI_COUNT(payments_keys),
                  &reader->model->payments);
    for (size_t i = 0; i < 2; i++) {
        static const char *const needed[] = {"self_draw", "discard"};
        if (entry->value->kind == KZI_MAP && !kzi_node_get(entry->value, needed[i]))
            kzi_missing_at(reader, entry->key->place, "payments do not say who pays on %s%s",
                           needed[i], kzi_hint(reader, needed[i], NULL, 0));
    }
}
