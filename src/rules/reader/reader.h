/* reader.h - what all readers of nodes share: scalars with a meaning, and tables of keys.
 *
 * A reader turns one part of the merged tree into one part of the model.  What is wrong is noted
 * at its node and left out; reading goes on, so that all errors come at once. */
#ifndef KZI_READER_H
#define KZI_READER_H

#include "rules/model.h"

struct kzi_reader {
    struct kzi_diags *diags;
    struct kzi_arena *arena;
    struct kzi_model *model;
    const struct kzi_node *class_nodes; /* tiles.classes */
    uint8_t *class_state;               /* by number: 0 unread, 1 being read, 2 read */
    uint8_t *when_state;                /* of yaku, likewise */
    size_t *when_conditions;            /* of yaku: how many, copied ones too */
    size_t conditions;                  /* of the yaku being read */
    unsigned *when_depth;               /* of yaku: how deep they stand within each other */
    unsigned depth, deepest;            /* here, and the most since the yaku began */
    unsigned holding;                   /* yaku being read, each for the one before it */
    unsigned hand_size;                 /* tiles of every shape; 0: the shapes are wrong */
    bool nothing_scored_met, scored_allowed;
};

/* One key of a mapping: read is called with its value; NULL: known, and read elsewhere. */
typedef void kzi_read_key(struct kzi_reader *reader, const struct kzi_entry *entry, void *target);

struct kzi_key {
    const char *name;
    kzi_read_key *read;
    const char *takes; /* for the schema: a sort of value, see schema.h */
};

/* The keys of a mapping, by the name that the schema gives it. */
struct kzi_key_table {
    const char *name;
    const struct kzi_key *keys;
    size_t count;
};

extern const struct kzi_key_table kzi_keys_rules, kzi_keys_fu_of_set, kzi_keys_fu_item, kzi_keys_fu,
    kzi_keys_option, kzi_keys_combinations, kzi_keys_wild, kzi_keys_total, kzi_keys_minimum,
    kzi_keys_doubling, kzi_keys_hand_value, kzi_keys_limit, kzi_keys_share, kzi_keys_payers,
    kzi_keys_counters, kzi_keys_way, kzi_keys_deposits, kzi_keys_payments,
    kzi_keys_liable_self_draw, kzi_keys_liable_discard, kzi_keys_liability,
    kzi_keys_several_winners, kzi_keys_draw, kzi_keys_shape, kzi_keys_waits, kzi_keys_circumstance,
    kzi_keys_table_word, kzi_keys_class_of, kzi_keys_mark, kzi_keys_tiles,
    kzi_keys_value_by_openness, kzi_keys_each, kzi_keys_examples, kzi_keys_yaku;

#define KZI_COUNT(array) (sizeof(array) / sizeof *(array))

/* Reads the keys of a mapping in the order of the table, then refuses those not in it.  what is
 * said of the mapping in messages: "a yaku". */
void kzi_read_keys(struct kzi_reader *reader, const struct kzi_node *node, const char *what,
                   const struct kzi_key *keys, size_t n_keys, void *target);

/* Each notes an error and returns false (or -1, NULL) when node is not what it asks for. */
bool kzi_expect(struct kzi_reader *reader, const struct kzi_node *node, enum kzi_node_kind kind,
                const char *what);
bool kzi_read_int(struct kzi_reader *reader, const struct kzi_node *node, int32_t least,
                  int32_t most, int32_t *number);
bool kzi_read_yes(struct kzi_reader *reader, const struct kzi_node *node, bool *yes);
/* The index of the scalar among words; what: "a seat". */
int kzi_read_choice(struct kzi_reader *reader, const struct kzi_node *node, const char *what,
                    const char *const *words, size_t count);
/* Something that is not there.  Of a part (an overlay, a file for others to extend) it is no error:
 * the rules that it goes with may have it. */
void kzi_missing_at(struct kzi_reader *reader, struct kzi_place place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The number of the scalar among names. */
int kzi_read_name(struct kzi_reader *reader, const struct kzi_node *node, const char *what,
                  const struct kzi_names *names);
/* One bit for a scalar, or several for a list of them. */
uint64_t kzi_read_names(struct kzi_reader *reader, const struct kzi_node *node, const char *what,
                        const struct kzi_names *names);
uint64_t kzi_read_choices(struct kzi_reader *reader, const struct kzi_node *node, const char *what,
                          const char *const *words, size_t count);
/* What helps whoever wrote a name that is not among words: that remove takes it away, beginning
 * ": ", or " (did you mean NAME?)", or "". */
const char *kzi_hint(struct kzi_reader *reader, const char *name, const char *const *words,
                     size_t count);
/* Text that nothing hangs on; kzi_read_label: text, or a mapping of texts, by language say. */
kzi_read_key kzi_read_prose, kzi_read_label;
/* What `check --notes` would say and is meant so: a list of words. */
kzi_read_key kzi_read_intended;
/* "up 100", "nearest 10", "none". */
bool kzi_read_round(struct kzi_reader *reader, const struct kzi_node *node,
                    struct kzi_round *round);
/* An id: lower-case ASCII letters, digits and _, a letter first. */
bool kzi_is_id(const char *text);
bool kzi_expect_id(struct kzi_reader *reader, const struct kzi_node *node);

/* Splits the text of a scalar at blanks; *words points into the arena. */
size_t kzi_words_of(struct kzi_reader *reader, const struct kzi_node *node, const char ***words);

/* --- tile_reader.c, phrase_reader.c, condition_reader.c, yaku_reader.c, ...
 * -------------------------------- */

kzi_read_key kzi_read_tiles, kzi_read_shapes, kzi_read_waits, kzi_read_circumstances, kzi_read_yaku,
    kzi_read_fu, kzi_read_limits, kzi_read_hand_value, kzi_read_payments, kzi_read_total,
    kzi_read_minimum;

/* settlement_reader.c: keys of payments that only a whole deal needs. */
kzi_read_key kzi_read_liability, kzi_read_several_winners, kzi_read_draw, kzi_read_own_bet,
    kzi_read_other_bets;

/* reserved_reader.c: checked, then refused. */
kzi_read_key kzi_read_options, kzi_read_combinations, kzi_read_wild, kzi_read_series,
    kzi_read_value_table;
void kzi_not_yet(struct kzi_reader *reader, struct kzi_place place, const char *what);

/* A class: a name, tiles, "not" either, given as words. */
bool kzi_read_class_words(struct kzi_reader *reader, struct kzi_place place,
                          const char *const *words, size_t count, struct kzi_class *class_);
bool kzi_read_class(struct kzi_reader *reader, const struct kzi_node *node,
                    struct kzi_class *class_);
bool kzi_read_quantity(struct kzi_reader *reader, const struct kzi_node *node,
                       struct kzi_quantity *quantity);
bool kzi_read_phrase(struct kzi_reader *reader, const struct kzi_node *node,
                     struct kzi_phrase *phrase);
const struct kzi_pattern *kzi_read_pattern(struct kzi_reader *reader, const struct kzi_node *node);
bool kzi_read_tile_pattern(struct kzi_reader *reader, const struct kzi_node *node,
                           struct kzi_tile_pattern *pattern);
/* A mapping of conditions that must all hold; NULL if one is wrong. */
const struct kzi_condition *kzi_read_if(struct kzi_reader *reader, const struct kzi_node *node);
/* The condition of a yaku, read once; *known is false when it is being read already. */
const struct kzi_condition *kzi_read_when(struct kzi_reader *reader, size_t yaku, bool *known);

/* Reads the merged tree into the model. */
void kzi_read_model(struct kzi_reader *reader);

#endif
