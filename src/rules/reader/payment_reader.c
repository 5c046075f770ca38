/* hand_value, fu, limits and payments: from the total of a hand to the points of every seat. */
#include "rules/reader/reader.h"

#include <string.h>

/* --- value and limits ------------------------------------------------------------------------ */

static const struct kzi_key doubling_keys[] = {
    KZI_CHECKED("start", "enum fu"),
    KZI_CHECKED("times", "enum total"),
    KZI_FIELD("plus", "int 0 10", kzi_hand_value, plus),
};
const struct kzi_key_table kzi_keys_doubling = KZI_TABLE("doubling", "doubling", doubling_keys);

static void read_doubling(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    ((struct kzi_hand_value *)target)->doubling = true;
    kzi_read_keys(reader, entry->value, &kzi_keys_doubling, target);
}

static void read_value_table(struct kzi_reader *reader, const struct kzi_entry *entry,
                             void *target) {
    int32_t number;
    (void)target;
    if (!kzi_expect(reader, entry->value, KZI_MAP, "a table (total: value)"))
        return;
    for (size_t i = 0; i < entry->value->count; i++) {
        kzi_read_int(reader, entry->value->u.entries[i].key, 0, 100000, &number);
        kzi_read_int(reader, entry->value->u.entries[i].value, 0, 10000000, &number);
    }
    kzi_not_yet(reader, entry->key->place, "a table of values");
}

static const struct kzi_key hand_value_keys[] = {
    KZI_KEY("doubling", read_doubling, "doubling"),
    KZI_KEY("table", read_value_table, "map scalar scalar"),
};
const struct kzi_key_table kzi_keys_hand_value =
    KZI_TABLE("hand_value", "hand_value", hand_value_keys);

void kzi_read_hand_value(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    static const char *const words[] = {"total"};
    if (entry->value->kind == KZI_SCALAR)
        kzi_read_choice(reader, entry->value, "a value of a hand", words, 1);
    else
        kzi_read_keys(reader, entry->value, &kzi_keys_hand_value,
                      &((struct kzi_model *)target)->hand_value);
}

static const struct kzi_key limit_keys[] = {
    KZI_CHECKED("name", "label"),
    KZI_FIELD("worth", "int 1 10000000", kzi_limit, worth),
    KZI_FIELD("from_total", "int 1 100000", kzi_limit, from_total),
    KZI_FIELD("from_value", "int 1 10000000", kzi_limit, from_value),
    KZI_FIELD("add_up", "yes", kzi_limit, add_up),
    KZI_FIELD("in_use", "yes", kzi_limit, in_use),
    KZI_REMARKS,
};
const struct kzi_key_table kzi_keys_limit = KZI_TABLE("limit", "a limit", limit_keys);

void kzi_read_limits(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    struct kzi_model *model = target;
    for (size_t i = 0; i < model->limit_names.count; i++) {
        const struct kzi_entry *line = kzi_node_entry(entry->value, model->limit_names.name[i]);
        struct kzi_limit *limit = &model->limits[i];
        *limit = (struct kzi_limit){.id = model->limit_names.name[i],
                                    .node = line->value,
                                    .place = line->key->place,
                                    .in_use = true};
        kzi_read_keys(reader, line->value, &kzi_keys_limit, limit);
        if (line->value->kind == KZI_MAP && !kzi_node_get(line->value, "worth"))
            kzi_missing_at(reader, line->key->place, "the limit %s does not say its worth",
                           limit->id);
    }
}

/* --- fu: the small points of a reading, as the table of the rule book ------------------------- */

static bool read_fu_number(struct kzi_reader *reader, const struct kzi_node *node, int16_t *fu) {
    int32_t number;
    if (!kzi_read_int(reader, node, 0, 1000, &number))
        return false;
    *fu = (int16_t)number;
    return true;
}

static void read_flat(struct kzi_reader *reader, const struct kzi_entry *line, void *target) {
    int shape = kzi_read_name(reader, line->key, "a shape", &reader->model->shape_names);
    if (shape >= 0)
        read_fu_number(reader, line->value, &((struct kzi_fu *)target)->flat[shape]);
}

static const struct kzi_key fu_of_set_keys[] = {
    KZI_FIELD("open", "fu_number", kzi_fu_set, open),
    KZI_FIELD("concealed", "fu_number", kzi_fu_set, concealed),
};
const struct kzi_key_table kzi_keys_fu_of_set =
    KZI_TABLE("fu_of_set", "fu of a set", fu_of_set_keys);

static void read_fu_of_set(struct kzi_reader *reader, const struct kzi_entry *line, void *target) {
    struct kzi_fu *fu = target;
    fu->sets = kzi_arena_more(reader->arena, fu->sets, fu->n_sets, sizeof *fu->sets);
    struct kzi_fu_set *set = &fu->sets[fu->n_sets++];
    *set = (struct kzi_fu_set){.place = line->key->place};
    kzi_read_phrase(reader, line->key, &set->phrase);
    if (line->value->kind == KZI_MAP)
        kzi_read_keys(reader, line->value, &kzi_keys_fu_of_set, set);
    else if (read_fu_number(reader, line->value, &set->open))
        set->concealed = set->open;
}

static void read_fu_of_pair(struct kzi_reader *reader, const struct kzi_entry *line, void *target) {
    struct kzi_fu *fu = target;
    fu->pairs = kzi_arena_more(reader->arena, fu->pairs, fu->n_pairs, sizeof *fu->pairs);
    struct kzi_fu_pair *pair = &fu->pairs[fu->n_pairs++];
    *pair = (struct kzi_fu_pair){.place = line->key->place};
    kzi_read_class(reader, line->key, &pair->class_);
    read_fu_number(reader, line->value, &pair->fu);
}

static void read_fu_when(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    reader->scored_allowed = true;
    ((struct kzi_fu_item *)target)->when = kzi_read_if(reader, entry->value);
    reader->scored_allowed = false;
}

static const struct kzi_key fu_item_keys[] = {
    KZI_FIELD("fu", "fu_number", kzi_fu_item, fu),
    KZI_KEY("when", read_fu_when, "condition"),
    KZI_REMARKS,
};
const struct kzi_key_table kzi_keys_fu_item = KZI_TABLE("fu_item", "a fu item", fu_item_keys);

static void read_fu_items(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    const struct kzi_node *node = entry->value;
    struct kzi_fu *fu = target;
    if (!kzi_expect(reader, node, KZI_MAP, "fu items"))
        return;
    for (size_t i = 0; i < node->count; i++) {
        const struct kzi_entry *line = &node->u.entries[i];
        if (!kzi_expect_id(reader, line->key))
            continue;
        if (fu->n_items == KZI_MAX_FU_ITEMS) {
            KZI_REFUSE(reader, line->key, "there are more than %d fu items", KZI_MAX_FU_ITEMS);
            return;
        }
        fu->items = kzi_arena_more(reader->arena, fu->items, fu->n_items, sizeof *fu->items);
        struct kzi_fu_item *item = &fu->items[fu->n_items++];
        *item = (struct kzi_fu_item){.id = line->key->text,
                                     .if_nothing = kzi_node_is(entry->key, "if_nothing_added"),
                                     .place = line->key->place};
        kzi_read_keys(reader, line->value, &kzi_keys_fu_item, item);
        bool fu_said = kzi_node_get(line->value, "fu"), when = kzi_node_get(line->value, "when");
        if (line->value->kind == KZI_MAP && (!fu_said || !when))
            kzi_missing_at(reader, line->key->place, "%s does not say %s", item->id,
                           fu_said ? "when it is added" : "how many fu it adds");
    }
}

static const struct kzi_key fu_keys[] = {
    KZI_EACH("flat", read_flat, "map id fu_number", "flat (shape: fu)"),
    KZI_FIELD("start", "fu_number", kzi_fu, start),
    KZI_EACH("sets", read_fu_of_set, "map set_phrase fu_of_sets", "fu of sets (set phrase: fu)"),
    KZI_EACH("pair", read_fu_of_pair, "map class fu_number", "fu of the pair (tile class: fu)"),
    KZI_KEY("add", read_fu_items, "map id fu_item"),
    KZI_KEY("if_nothing_added", read_fu_items, "map id fu_item"),
    KZI_FIELD("round", "round", kzi_fu, round),
    KZI_REMARKS,
};
const struct kzi_key_table kzi_keys_fu = KZI_TABLE("fu", "fu", fu_keys);

void kzi_read_fu(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    struct kzi_model *model = target;
    model->fu.in_use = true;
    kzi_read_keys(reader, entry->value, &kzi_keys_fu, &model->fu);
}

/* --- who pays -------------------------------------------------------------------------------- */

static const struct kzi_key share_keys[] = {
    KZI_FIELD("times", "int 0 100", kzi_share, times),
    KZI_FIELD("plus", "int 0 1000000", kzi_share, plus),
};
const struct kzi_key_table kzi_keys_share = KZI_TABLE("share", "what one pays", share_keys);

static void read_share(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    static const char *const roles[] = {[KZI_ROLE_DISCARDER] = "discarder",
                                        [KZI_ROLE_DEALER] = "dealer",
                                        [KZI_ROLE_OTHERS] = "others"};
    struct kzi_share *share = target;
    share += kzi_names_find(&KZI_WORDS(roles), entry->key->text);
    share->said = true;
    kzi_read_keys(reader, entry->value, &kzi_keys_share, share);
    if (entry->value->kind == KZI_MAP && !entry->value->count)
        KZI_REFUSE(reader, entry->value, "what the %s pays is not said", entry->key->text);
}

static const struct kzi_key payers_keys[] = {
    KZI_KEY("discarder", read_share, "share"),
    KZI_KEY("dealer", read_share, "share"),
    KZI_KEY("others", read_share, "share"),
};
const struct kzi_key_table kzi_keys_payers = KZI_TABLE("payers", "who pays", payers_keys);

static void read_wins(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    struct kzi_payment *payment = target;
    const struct kzi_entry *dealer = kzi_node_entry(entry->value, "dealer");
    bool dealer_wins = kzi_node_is(entry->key, "dealer_wins");
    if (dealer && dealer_wins)
        KZI_REFUSE(reader, dealer->key, "a dealer who wins pays nothing");
    bool other_wins = kzi_node_is(entry->key, "other_wins");
    struct kzi_share *shares = other_wins ? payment->other_wins : payment->dealer_wins;
    kzi_read_keys(reader, entry->value, &kzi_keys_payers, shares);
    if (entry->value->kind == KZI_MAP && !entry->value->count)
        KZI_REFUSE(reader, entry->value, "nobody pays: name the discarder, dealer or others");
    if (!dealer_wins && !other_wins)
        memcpy(payment->other_wins, payment->dealer_wins, sizeof payment->other_wins);
}

static const struct kzi_key counters_keys[] = {
    KZI_FIELD("discarder", "int 0 100000", kzi_payment, counter[KZI_ROLE_DISCARDER]),
    KZI_FIELD("each_payer", "int 0 100000", kzi_payment, counter[KZI_ROLE_OTHERS]),
};
const struct kzi_key_table kzi_keys_counters = KZI_TABLE("counters", "counters", counters_keys);

static const struct kzi_key way_keys[] = {
    KZI_KEY("any_wins", read_wins, "payers"),
    KZI_KEY("dealer_wins", read_wins, "payers"),
    KZI_KEY("other_wins", read_wins, "payers"),
    KZI_WITHIN("counters", kzi_keys_counters, "counters"),
    KZI_FIELD("round", "round", kzi_payment, round),
    KZI_REMARKS,
};
const struct kzi_key_table kzi_keys_way = KZI_TABLE("way", "a way of winning", way_keys);

static void read_payment(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    kzi_read_keys(reader, entry->value, &kzi_keys_way, target);
    bool any = kzi_node_get(entry->value, "any_wins"),
         dealer = kzi_node_get(entry->value, "dealer_wins"),
         other = kzi_node_get(entry->value, "other_wins");
    if (any && (dealer || other))
        KZI_REFUSE(reader, entry->key,
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
            KZI_REFUSE(reader, discarder->key,
                       "nobody discards the tile of a self-draw: dealer and others pay");
    }
    read_payment(reader, entry, &((struct kzi_payments *)target)->self_draw);
}

static void read_discard(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    read_payment(reader, entry, &((struct kzi_payments *)target)->discard);
}

/* --- liability ------------------------------------------------------------------------------- */

static void read_liable_yaku(struct kzi_reader *reader, const struct kzi_entry *entry,
                             void *target) {
    const struct kzi_node *node = entry->value;
    struct kzi_liability *liability = target;
    if (node->kind == KZI_SCALAR) {
        KZI_REFUSE(reader, node, "the yaku of a liability are a list: [%s]", node->text);
        return;
    }
    liability->yaku = KZI_NEW_ARRAY(reader->arena, node->count, uint16_t);
    if (node->kind == KZI_LIST)
        liability->n_yaku = kzi_read_yaku_list(reader, node->u.items, node->count, liability->yaku);
    for (size_t i = 0; node->kind == KZI_MAP && i < node->count; i++) {
        bool yes;
        uint16_t *yaku = liability->yaku + liability->n_yaku;
        size_t known = kzi_read_yaku_list(reader, &node->u.entries[i].key, 1, yaku);
        kzi_read_yes(reader, node->u.entries[i].value, &yes);
        liability->n_yaku += yes ? known : 0;
    }
}

/* The parts of a price that a liable seat and others pay. */
struct parts {
    int32_t liable, rest;
};

/* "1/2" or "1". */
static void read_fraction(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    struct parts *parts = target;
    if (!kzi_expect(reader, entry->value, KZI_SCALAR, "a part of the price"))
        return;
    const char *text = entry->value->text;
    bool halves = strlen(text) == 3 && text[1] == '/';
    int over = text[0] - '0', under = halves ? text[2] - '0' : 1;
    if ((!halves && strlen(text) != 1) || over < 0 || under < 1 || under > 8 || over > under)
        KZI_REFUSE(reader, entry->value, "%s is no part of a price: write 1, 1/2 or 2/3", text);
    else
        *(kzi_node_is(entry->key, "liable") ? &parts->liable : &parts->rest) =
            over * KZI_WHOLE / under;
}

static void read_parts(struct kzi_reader *reader, const struct kzi_entry *entry,
                       const struct kzi_key_table *table, int32_t *liable) {
    size_t errors = reader->diags->errors;
    struct parts parts = {0, 0};
    kzi_read_keys(reader, entry->value, table, &parts);
    if (reader->diags->errors == errors && parts.liable + parts.rest != KZI_WHOLE)
        KZI_REFUSE(reader, entry->value, "the parts of the price do not add up to the whole of it");
    *liable = parts.liable;
}

static const struct kzi_key liable_self_draw_keys[] = {
    KZI_KEY("liable", read_fraction, "fraction"),
    KZI_KEY("others", read_fraction, "fraction"),
};
const struct kzi_key_table kzi_keys_liable_self_draw =
    KZI_TABLE("liable_self_draw", "who pays how much of it", liable_self_draw_keys);

static const struct kzi_key liable_discard_keys[] = {
    KZI_KEY("liable", read_fraction, "fraction"),
    KZI_KEY("discarder", read_fraction, "fraction"),
};
const struct kzi_key_table kzi_keys_liable_discard =
    KZI_TABLE("liable_discard", "who pays how much of it", liable_discard_keys);

static void read_liable_self_draw(struct kzi_reader *reader, const struct kzi_entry *entry,
                                  void *target) {
    read_parts(reader, entry, &kzi_keys_liable_self_draw,
               &((struct kzi_liability *)target)->self_draw);
}

static void read_liable_discard(struct kzi_reader *reader, const struct kzi_entry *entry,
                                void *target) {
    read_parts(reader, entry, &kzi_keys_liable_discard, &((struct kzi_liability *)target)->discard);
}

static const struct kzi_key liability_keys[] = {
    KZI_KEY("yaku", read_liable_yaku, "liable_yaku"),
    KZI_FIELD("needs", "condition", kzi_liability, needs),
    KZI_FIELD("for", "enum whole_hand that_yakuman", kzi_liability, that_yakuman),
    KZI_KEY("self_draw", read_liable_self_draw, "liable_self_draw"),
    KZI_KEY("discard", read_liable_discard, "liable_discard"),
    KZI_FIELD("counters", "enum discarder feeder", kzi_liability, feeder_counters),
    KZI_REMARKS,
};
const struct kzi_key_table kzi_keys_liability = KZI_TABLE("liability", "liability", liability_keys);

static void read_liability(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    struct kzi_liability *liability = &((struct kzi_payments *)target)->liability;
    liability->in_use = true;
    liability->self_draw = KZI_WHOLE;
    liability->discard = KZI_WHOLE / 2;
    kzi_read_keys(reader, entry->value, &kzi_keys_liability, liability);
}

/* --- bets, several winners, draws ------------------------------------------------------------ */

static const struct kzi_key deposits_keys[] = {
    KZI_FIELD("bet", "int 0 1000000", kzi_payments, bet),
    KZI_FIELD("own", "enum back first_winner", kzi_payments, own_bets_to_first),
    KZI_CHECKED("others", "enum first_winner"),
    KZI_REMARKS,
};
const struct kzi_key_table kzi_keys_deposits = KZI_TABLE("deposits", "deposits", deposits_keys);

static const struct kzi_key several_winners_keys[] = {
    KZI_FIELD("allowed", "int 1 3", kzi_several_winners, allowed),
    KZI_FIELD("counters", "enum each_winner first_winner", kzi_several_winners, first_counters),
    KZI_REMARKS,
};
const struct kzi_key_table kzi_keys_several_winners =
    KZI_TABLE("several_winners", "several_winners", several_winners_keys);

static void read_nagashi(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    struct kzi_draw *draw = target;
    int limit = kzi_read_name(reader, entry->value, "a limit", &reader->model->limit_names);
    draw->has_nagashi = limit >= 0;
    draw->nagashi = limit < 0 ? 0 : (uint8_t)limit;
}

/* Words of a record for a draw at which nothing but bets changes hands. */
static void read_by_rule(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    struct kzi_draw *draw = target;
    const struct kzi_node *word = entry->value;
    if (!kzi_expect(reader, word, KZI_SCALAR, "a word of a record") || !kzi_expect_id(reader, word))
        return;
    draw->by_rule =
        kzi_arena_more(reader->arena, draw->by_rule, draw->n_by_rule, sizeof *draw->by_rule);
    draw->by_rule[draw->n_by_rule++] = word->text;
}

static const struct kzi_key draw_keys[] = {
    KZI_FIELD("not_ready_pay", "int 0 1000000", kzi_draw, not_ready_pay),
    KZI_KEY("nagashi", read_nagashi, "id"),
    KZI_EACH("by_rule", read_by_rule, "list id", "by_rule (a list of words)"),
    KZI_REMARKS,
};
const struct kzi_key_table kzi_keys_draw = KZI_TABLE("draw", "draw", draw_keys);

static const struct kzi_key payments_keys[] = {
    KZI_FIELD("dealer", "seat", kzi_payments, dealer),
    KZI_KEY("self_draw", read_self_draw, "way"),
    KZI_KEY("discard", read_discard, "way"),
    KZI_WITHIN("deposits", kzi_keys_deposits, "deposits"),
    KZI_KEY("liability", read_liability, "liability"),
    KZI_PART("several_winners", kzi_keys_several_winners, "several_winners", kzi_payments, several),
    KZI_PART("draw", kzi_keys_draw, "draw", kzi_payments, draw),
    KZI_REMARKS,
};
const struct kzi_key_table kzi_keys_payments = KZI_TABLE("payments", "payments", payments_keys);

void kzi_read_payments(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    static const char *const needed[] = {"self_draw", "discard"};
    kzi_read_keys(reader, entry->value, &kzi_keys_payments,
                  &((struct kzi_model *)target)->payments);
    for (size_t i = 0; entry->value->kind == KZI_MAP && i < KZI_COUNT(needed); i++)
        if (!kzi_node_get(entry->value, needed[i]))
            kzi_missing_at(reader, entry->key->place, "payments do not say who pays on %s%s",
                           needed[i], kzi_hint(reader, needed[i], NULL, 0));
}
