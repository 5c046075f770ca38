/* liability, several winners, bets and draws: what settling a whole deal asks of the rules. */
#include "rules/reader/reader.h"

#include <string.h>

/* Whether the second of two words stands there. */
static bool is_second(struct kzi_reader *reader, const struct kzi_entry *entry, const char *what,
                      const char *const words[2]) {
    return kzi_read_choice(reader, entry->value, what, words, 2) == 1;
}

/* --- liability ------------------------------------------------------------------------------- */

static void read_liable_yaku(struct kzi_reader *reader, const struct kzi_entry *entry,
                             void *target) {
    const struct kzi_node *node = entry->value;
    struct kzi_liability *liability = target;
    if (node->kind == KZI_SCALAR) {
        kzi_error_at(reader->diags, node->place, "the yaku of a liability are a list: [%s]",
                     node->text);
        return;
    }
    liability->yaku = KZI_NEW_ARRAY(reader->arena, node->count, uint16_t);
    for (size_t i = 0; i < node->count; i++) {
        bool list = node->kind == KZI_LIST, yes = true;
        int yaku = kzi_read_name(reader, list ? node->u.items[i] : node->u.entries[i].key, "a yaku",
                                 &reader->model->yaku_names);
        if (!list)
            kzi_read_yes(reader, node->u.entries[i].value, &yes);
        if (yaku >= 0 && yes)
            liability->yaku[liability->n_yaku++] = (uint16_t)yaku;
    }
}

static void read_liable_for(struct kzi_reader *reader, const struct kzi_entry *entry,
                            void *target) {
    static const char *const words[] = {"whole_hand", "that_yakuman"};
    ((struct kzi_liability *)target)->that_yakuman =
        is_second(reader, entry, "what a liable seat answers for", words);
}

static void read_liable_counters(struct kzi_reader *reader, const struct kzi_entry *entry,
                                 void *target) {
    static const char *const words[] = {"discarder", "feeder"};
    ((struct kzi_liability *)target)->feeder_counters =
        is_second(reader, entry, "who pays the counters", words);
}

static void read_liable_needs(struct kzi_reader *reader, const struct kzi_entry *entry,
                              void *target) {
    ((struct kzi_liability *)target)->needs = kzi_read_if(reader, entry->value);
}

struct parts {
    int32_t liable, rest;
};

/* "1/2" or "1". */
static void read_fraction(struct kzi_reader *reader, const struct kzi_entry *entry, int32_t *part) {
    if (!kzi_expect(reader, entry->value, KZI_SCALAR, "a part of the price"))
        return;
    const char *text = entry->value->text;
    bool halves = strlen(text) == 3 && text[1] == '/';
    int over = text[0] - '0', under = halves ? text[2] - '0' : 1;
    if ((!halves && strlen(text) != 1) || over < 0 || under < 1 || under > 8 || over > under)
        kzi_error_at(reader->diags, entry->value->place,
                     "%s is no part of a price: write 1, 1/2 or 2/3", text);
    else
        *part = over * KZI_WHOLE / under;
}

static void read_liable(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    read_fraction(reader, entry, &((struct parts *)target)->liable);
}

static void read_rest(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    read_fraction(reader, entry, &((struct parts *)target)->rest);
}

static void read_parts(struct kzi_reader *reader, const struct kzi_entry *entry,
                       const struct kzi_key *keys, size_t n_keys, int32_t *liable) {
    size_t errors = reader->diags->errors;
    struct parts parts = {0, 0};
    kzi_read_keys(reader, entry->value, "who pays how much of it", keys, n_keys, &parts);
    if (reader->diags->errors == errors && parts.liable + parts.rest != KZI_WHOLE)
        kzi_error_at(reader->diags, entry->value->place,
                     "the parts of the price do not add up to the whole of it");
    *liable = parts.liable;
}

static const struct kzi_key liable_self_draw_keys[] = {
    {"liable", read_liable, "fraction"},
    {"others", read_rest, "fraction"},
};
const struct kzi_key_table kzi_keys_liable_self_draw = {"liable_self_draw", liable_self_draw_keys,
                                                        KZI_COUNT(liable_self_draw_keys)};

static void read_liable_self_draw(struct kzi_reader *reader, const struct kzi_entry *entry,
                                  void *target) {
    read_parts(reader, entry, liable_self_draw_keys, KZI_COUNT(liable_self_draw_keys),
               &((struct kzi_liability *)target)->self_draw);
}

static const struct kzi_key liable_discard_keys[] = {
    {"liable", read_liable, "fraction"},
    {"discarder", read_rest, "fraction"},
};
const struct kzi_key_table kzi_keys_liable_discard = {"liable_discard", liable_discard_keys,
                                                      KZI_COUNT(liable_discard_keys)};

static void read_liable_discard(struct kzi_reader *reader, const struct kzi_entry *entry,
                                void *target) {
    read_parts(reader, entry, liable_discard_keys, KZI_COUNT(liable_discard_keys),
               &((struct kzi_liability *)target)->discard);
}

static const struct kzi_key liability_keys[] = {
    {"yaku", read_liable_yaku, "liable_yaku"},
    {"needs", read_liable_needs, "condition"},
    {"for", read_liable_for, "enum whole_hand that_yakuman"},
    {"self_draw", read_liable_self_draw, "liable_self_draw"},
    {"discard", read_liable_discard, "liable_discard"},
    {"counters", read_liable_counters, "enum discarder feeder"},
    {"source", kzi_read_label, "label"},
    {"note", kzi_read_prose, "text"},
};
const struct kzi_key_table kzi_keys_liability = {"liability", liability_keys,
                                                 KZI_COUNT(liability_keys)};

void kzi_read_liability(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    struct kzi_liability *liability = &((struct kzi_payments *)target)->liability;
    liability->in_use = true;
    liability->self_draw = KZI_WHOLE;
    liability->discard = KZI_WHOLE / 2;
    kzi_read_keys(reader, entry->value, "liability", liability_keys, KZI_COUNT(liability_keys),
                  liability);
}

/* --- bets, several winners, draws ------------------------------------------------------------ */

void kzi_read_own_bet(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    static const char *const words[] = {"back", "first_winner"};
    ((struct kzi_payments *)target)->own_bets_to_first =
        is_second(reader, entry, "where a winner's own bet goes", words);
}

void kzi_read_other_bets(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    static const char *const words[] = {"first_winner"};
    (void)target;
    kzi_read_choice(reader, entry->value, "where the other bets go", words, KZI_COUNT(words));
}

static void read_winners_allowed(struct kzi_reader *reader, const struct kzi_entry *entry,
                                 void *target) {
    int32_t number = 0;
    kzi_read_int(reader, entry->value, 1, 3, &number);
    ((struct kzi_several_winners *)target)->allowed = (uint8_t)number;
}

static void read_winners_counters(struct kzi_reader *reader, const struct kzi_entry *entry,
                                  void *target) {
    static const char *const words[] = {"each_winner", "first_winner"};
    ((struct kzi_several_winners *)target)->first_counters =
        is_second(reader, entry, "who gets the counters", words);
}

static const struct kzi_key several_winners_keys[] = {
    {"allowed", read_winners_allowed, "int 1 3"},
    {"counters", read_winners_counters, "enum each_winner first_winner"},
    {"source", kzi_read_label, "label"},
    {"note", kzi_read_prose, "text"},
};
const struct kzi_key_table kzi_keys_several_winners = {"several_winners", several_winners_keys,
                                                       KZI_COUNT(several_winners_keys)};

void kzi_read_several_winners(struct kzi_reader *reader, const struct kzi_entry *entry,
                              void *target) {
    kzi_read_keys(reader, entry->value, "several_winners", several_winners_keys,
                  KZI_COUNT(several_winners_keys), &((struct kzi_payments *)target)->several);
}

static void read_not_ready(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    kzi_read_int(reader, entry->value, 0, 1000000, &((struct kzi_draw *)target)->not_ready_pay);
}

static void read_nagashi(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    struct kzi_draw *draw = target;
    int limit = kzi_read_name(reader, entry->value, "a limit", &reader->model->limit_names);
    draw->has_nagashi = limit >= 0;
    draw->nagashi = limit < 0 ? 0 : (uint8_t)limit;
}

/* Words of a record for a draw at which nothing but bets changes hands. */
static void read_by_rule(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    struct kzi_draw *draw = target;
    if (!kzi_expect(reader, entry->value, KZI_LIST, "by_rule (a list of words)"))
        return;
    draw->by_rule = KZI_NEW_ARRAY(reader->arena, entry->value->count, const char *);
    for (size_t i = 0; i < entry->value->count; i++) {
        const struct kzi_node *word = entry->value->u.items[i];
        if (kzi_expect(reader, word, KZI_SCALAR, "a word of a record") &&
            kzi_expect_id(reader, word))
            draw->by_rule[draw->n_by_rule++] = word->text;
    }
}

static const struct kzi_key draw_keys[] = {
    {"not_ready_pay", read_not_ready, "int 0 1000000"},
    {"nagashi", read_nagashi, "id"},
    {"by_rule", read_by_rule, "list id"},
    {"source", kzi_read_label, "label"},
    {"note", kzi_read_prose, "text"},
};
const struct kzi_key_table kzi_keys_draw = {"draw", draw_keys, KZI_COUNT(draw_keys)};

void kzi_read_draw(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    kzi_read_keys(reader, entry->value, "draw", draw_keys, KZI_COUNT(draw_keys),
                  &((struct kzi_payments *)target)->draw);
}
