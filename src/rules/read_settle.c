/* liability, several winners, bets and draws: what settling a whole deal asks of the rules.  One
 * hand is scored without them, so they are checked here and kept as nodes. */
#include "rules/reader.h"

#include <string.h>

static void choose(struct kzi_reader *reader, const struct kzi_entry *entry, const char *what,
                   const char *const *words, size_t count) {
    kzi_read_choice(reader, entry->value, what, words, count);
}

/* --- liability -----------------------------------------------------------------------------------
 */

static void read_liable_yaku(struct kzi_reader *reader, const struct kzi_entry *entry,
                             void *target) {
    const struct kzi_node *node = entry->value;
    (void)target;
    if (node->kind == KZI_SCALAR) {
        kzi_error_at(reader->diags, node->place, "the yaku of a liability are a list: [%s]",
                     node->text);
        return;
    }
    for (size_t i = 0; i < node->count; i++) {
        bool list = node->kind == KZI_LIST, yes;
        kzi_read_name(reader, list ? node->u.items[i] : node->u.entries[i].key, "a yaku",
                      &reader->model->yaku_names);
        if (!list)
            kzi_read_yes(reader, node->u.entries[i].value, &yes);
    }
}

static void read_liable_for(struct kzi_reader *reader, const struct kzi_entry *entry,
                            void *target) {
    static const char *const words[] = {"whole_hand", "that_yakuman"};
    (void)target;
    choose(reader, entry, "what a liable seat answers for", words, KZI_COUNT(words));
}

static void read_liable_counters(struct kzi_reader *reader, const struct kzi_entry *entry,
                                 void *target) {
    static const char *const words[] = {"discarder", "feeder"};
    (void)target;
    choose(reader, entry, "who pays the counters", words, KZI_COUNT(words));
}

/* A part of a price, "1/2" or "1", in 1/840: whole for every denominator up to 8. */
#define WHOLE 840

static void read_fraction(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    int *sum = target;
    if (!kzi_expect(reader, entry->value, KZI_SCALAR, "a part of the price"))
        return;
    const char *text = entry->value->text;
    bool halves = strlen(text) == 3 && text[1] == '/';
    int over = text[0] - '0', under = halves ? text[2] - '0' : 1;
    if ((!halves && strlen(text) != 1) || over < 0 || under < 1 || under > 8 || over > under)
        kzi_error_at(reader->diags, entry->value->place,
                     "%s is no part of a price: write 1, 1/2 or 2/3", text);
    else
        *sum += over * WHOLE / under;
}

static void check_parts(struct kzi_reader *reader, const struct kzi_entry *entry,
                        const struct kzi_key *keys, size_t n_keys) {
    size_t errors = reader->diags->errors;
    int sum = 0;
    kzi_read_keys(reader, entry->value, "who pays how much of it", keys, n_keys, &sum);
    if (reader->diags->errors == errors && sum != WHOLE)
        kzi_error_at(reader->diags, entry->value->place,
                     "the parts of the price do not add up to the whole of it");
}

static void read_liable_self_draw(struct kzi_reader *reader, const struct kzi_entry *entry,
                                  void *target) {
    static const struct kzi_key keys[] = {{"liable", read_fraction}, {"others", read_fraction}};
    (void)target;
    check_parts(reader, entry, keys, KZI_COUNT(keys));
}

static void read_liable_discard(struct kzi_reader *reader, const struct kzi_entry *entry,
                                void *target) {
    static const struct kzi_key keys[] = {{"liable", read_fraction}, {"discarder", read_fraction}};
    (void)target;
    check_parts(reader, entry, keys, KZI_COUNT(keys));
}

void kzi_read_liability(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    static const struct kzi_key keys[] = {
        {"yaku", read_liable_yaku},
        {"for", read_liable_for},
        {"self_draw", read_liable_self_draw},
        {"discard", read_liable_discard},
        {"counters", read_liable_counters},
        {"source", kzi_read_label},
        {"note", kzi_read_prose},
    };
    kzi_read_keys(reader, entry->value, "liability", keys, KZI_COUNT(keys), target);
}

/* --- bets, several winners, draws ----------------------------------------------------------------
 */

void kzi_read_own_bet(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    static const char *const words[] = {"back", "first_winner"};
    (void)target;
    choose(reader, entry, "where a winner's own bet goes", words, KZI_COUNT(words));
}

void kzi_read_other_bets(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    static const char *const words[] = {"first_winner"};
    (void)target;
    choose(reader, entry, "where the other bets go", words, KZI_COUNT(words));
}

static void read_winners_allowed(struct kzi_reader *reader, const struct kzi_entry *entry,
                                 void *target) {
    int32_t number;
    (void)target;
    kzi_read_int(reader, entry->value, 1, 3, &number);
}

static void read_winners_counters(struct kzi_reader *reader, const struct kzi_entry *entry,
                                  void *target) {
    static const char *const words[] = {"each_winner", "first_winner"};
    (void)target;
    choose(reader, entry, "who gets the counters", words, KZI_COUNT(words));
}

void kzi_read_several_winners(struct kzi_reader *reader, const struct kzi_entry *entry,
                              void *target) {
    static const struct kzi_key keys[] = {{"allowed", read_winners_allowed},
                                          {"counters", read_winners_counters},
                                          {"source", kzi_read_label},
                                          {"note", kzi_read_prose}};
    kzi_read_keys(reader, entry->value, "several_winners", keys, KZI_COUNT(keys), target);
}

static void read_not_ready(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    int32_t number;
    (void)target;
    kzi_read_int(reader, entry->value, 0, 1000000, &number);
}

static void read_nagashi(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    (void)target;
    kzi_read_name(reader, entry->value, "a limit", &reader->model->limit_names);
}

/* Words of a record for a draw at which nothing but bets changes hands. */
static void read_by_rule(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    (void)target;
    if (!kzi_expect(reader, entry->value, KZI_LIST, "by_rule (a list of words)"))
        return;
    for (size_t i = 0; i < entry->value->count; i++) {
        const struct kzi_node *word = entry->value->u.items[i];
        if (kzi_expect(reader, word, KZI_SCALAR, "a word of a record"))
            kzi_expect_id(reader, word);
    }
}

void kzi_read_draw(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    static const struct kzi_key keys[] = {{"not_ready_pay", read_not_ready},
                                          {"nagashi", read_nagashi},
                                          {"by_rule", read_by_rule},
                                          {"source", kzi_read_label},
                                          {"note", kzi_read_prose}};
    kzi_read_keys(reader, entry->value, "draw", keys, KZI_COUNT(keys), target);
}
