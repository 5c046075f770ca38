/* reader.h - readers turn the merged tree into the model, by tables of keys (keys.def) and by
 * functions for scalars.
 *
 * An error is noted at its node, and the value is left out.  Reading goes on, so that all errors
 * are reported at once.  A condition with an error in it is NULL. */
#ifndef KZI_READER_H
#define KZI_READER_H

#include "rules/meaning.h"
#include "tile/notation.h"

/* The condition of a yaku while rules are read. */
struct kzi_when {
    uint8_t state;     /* 0 unread, 1 being read, 2 read */
    size_t conditions; /* their number, with copies */
    unsigned depth;    /* depth of nesting */
    /* Its negation, made when a condition under `not` holds the yaku. */
    const struct kzi_condition *denied;
};

struct kzi_rule_reader {
    struct kzi_diags *diags;
    struct kzi_arena *arena;
    struct kzi_model *model;
    const struct kzi_node *class_nodes; /* tiles.classes */
    uint8_t *class_state;               /* by number: 0 unread, 1 being read, 2 read */
    struct kzi_when *when;              /* by yaku */
    size_t conditions;                  /* conditions of the yaku being read */
    unsigned depth, deepest;            /* at this point; the deepest one of the yaku so far */
    unsigned holding;                   /* yaku being read, each because the one before holds it */
    unsigned hand_size;                 /* tiles of each shape; 0: the shapes have an error */
    struct kzi_class_name class_name;   /* spelling of the last class read, alone or in a phrase */
    bool nothing_scored_met, scored_allowed, wild_allowed, wildness_allowed;
    bool lost; /* the condition being read lacks something, perhaps what a part need not know */
};

/* Return a reader for a file that is not a ruleset; its model stays empty. */
static inline struct kzi_rule_reader kzi_reader_without_rules(struct kzi_diags *diags) {
    return (struct kzi_rule_reader){
        .diags = diags, .arena = diags->arena, .model = KZI_NEW(diags->arena, struct kzi_model)};
}

/* --- keys of mappings ------------------------------------------------------------------------ */

/* Reads the value of an entry.  For an item of a list, the entry has the key of the list. */
typedef void kzi_key_reader(struct kzi_rule_reader *reader, const struct kzi_entry *entry,
                            void *target);

enum kzi_kind_form {
    KZI_READ_ELSEWHERE,
    KZI_AN_INT,
    KZI_A_RATIO, /* ratio of two numbers, "5/2", in KZI_RATIO_UNIT */
    KZI_A_WORD,
    KZI_YES_OR_NO,
    KZI_AN_ID,
    KZI_IDS, /* one or a list */
    KZI_A_TEXT,
    KZI_A_LABEL,
    KZI_A_ROUNDING,
    KZI_A_CLASS,
    KZI_A_PATTERN,
    KZI_A_CONDITION,
    KZI_A_LIST,
    KZI_A_MAP,    /* from names to things */
    KZI_A_MAPPING /* with the keys of a table */
};

/* A kind of value: a row of kinds.def, a table of keys, or one made for a single key. */
struct kzi_kind {
    const char *name; /* in the schema; NULL: none */
    enum kzi_kind_form form;
    int32_t min, max;         /* range of a number */
    const char *word;         /* allowed instead of the usual form; NULL: none */
    const char *what, *write; /* in messages: the value, and how to write it */
    const char *normal;       /* the default in words; NULL: none */
    struct kzi_names words;   /* by index */
    /* Kind of the keys of a map; kind of its values, or of the items of a list. */
    const struct kzi_kind *keys, *of;
    const struct kzi_key_table *table; /* for a mapping */
};

struct kzi_key {
    const char *name;
    const struct kzi_kind *kind;
    kzi_key_reader *read; /* reads the value; NULL: it is read according to its kind */
    kzi_key_reader *then; /* called after the value is read; may be NULL */
    const char *all;      /* the list or mapping in messages; NULL: the name of the key */
    bool each;            /* read is called for each item or entry, not for the whole value */
    /* The effect of leaving the key out, in messages; NULL: the key is optional. */
    const char *needed;
    /* Keys that this one needs, unless it states its default (one of `with`); keys it excludes
     * (`bars`), also in its own mapping (`lacks`); NULL: none.  After these, the messages for
     * violations. */
    const char *const *with, *const *bars, *const *lacks;
    const char *with_says, *bars_says, *lacks_says;
    uint16_t offset;          /* offset of the member in the target */
    uint16_t size;            /* size of the member; 0: no member is filled */
    const char *what;         /* an id, in messages, ... */
    uint16_t names;           /* ... looked up in these names of the model */
    uint16_t set_offset;      /* offset of a member that is set if the key is present */
    uint8_t set_size, set_to; /* size 0: none */
    bool short_;              /* a single value in place of the mapping is the value of this key */
    /* For a condition: it may depend on yaku that count; it must be known before arranging. */
    bool scored, early;
    bool elsewhere; /* known here, but read elsewhere */
    /* The member is the node itself; `what` names each of its texts in messages. */
    bool kept;
    bool joins, things_join; /* its keys, or its things, join those of a parent */
    /* The default in words; "": without the key nothing is meant, and writing its usual value
     * states nothing; NULL: that of its kind. */
    const char *normal;
    kzi_mean_fn *mean; /* states its meaning; NULL: its value is the meaning */
    bool thing, silent, remark;
};

struct kzi_key_table {
    const char *name; /* in the schema */
    const char *what; /* in messages: "a yaku" */
    const struct kzi_key *keys;
    size_t count;
    const char *empty;         /* effect of an empty mapping, in messages; NULL: it may be empty */
    const char *const *one_of; /* a mapping needs one of these keys; NULL: none */
    const char *one_says;      /* in messages */
    bool some;                 /* it may have several of them */
};

/* kzi_kind_NAME of each kind.  Each is an array of one element, so that keys.def can name it as a
 * pointer. */
#define KIND(name, ...) extern const struct kzi_kind kzi_kind_##name[1];
#include "rules/kinds.def"
#define KEYS(name, ...) extern const struct kzi_kind kzi_kind_##name[1];
#define KEY(...)
#define END
#include "rules/keys.def"
extern const struct kzi_kind kzi_kind_address[1], kzi_kind_condition[1];

#define kzi_kind_INT(low, high)                                                                    \
    ((const struct kzi_kind[]){                                                                    \
        {.form = KZI_AN_INT, .min = (low), .max = (high), .normal = (low) > 0 ? NULL : "0"}})
#define kzi_kind_LIST(item)                                                                        \
    (const struct kzi_kind[]) {                                                                    \
        { .form = KZI_A_LIST, .of = kzi_kind_##item }                                              \
    }
#define kzi_kind_MAP(key, value)                                                                   \
    (const struct kzi_kind[]) {                                                                    \
        { .form = KZI_A_MAP, .keys = kzi_kind_##key, .of = kzi_kind_##value }                      \
    }

/* A row of a table that is not in keys.def. */
#define KZI_KEY(key, function, takes)                                                              \
    { .name = key, .kind = kzi_kind_##takes, .read = function }
#define KZI_CHECKED(key, takes)                                                                    \
    { .name = key, .kind = kzi_kind_##takes }
#define KZI_TABLE(id, label, list)                                                                 \
    { .name = id, .what = label, .keys = list, .count = KZI_COUNT(list) }

enum kzi_keys_of {
#define KEYS(name, ...) KZI_KEYS_##name,
#define KEY(...)
#define END
#include "rules/keys.def"
    KZI_KEY_TABLES
};
extern const struct kzi_key_table kzi_key_tables[KZI_KEY_TABLES];
#define KZI_KEYS(name) (&kzi_key_tables[KZI_KEYS_##name])

/* Return the key with a name of len bytes, or NULL if the table (may be NULL) has none. */
const struct kzi_key *kzi_key_table_find(const struct kzi_key_table *table, const char *name,
                                         size_t len);

kzi_key_reader kzi_read_ruleset, kzi_read_seats, kzi_read_known_word, kzi_read_table_word,
    kzi_read_option, kzi_read_option_value, kzi_read_address, kzi_read_allowed,
    kzi_read_circumstances;
kzi_key_reader kzi_read_suit, kzi_read_honors, kzi_read_copies, kzi_read_circle, kzi_read_classes,
    kzi_read_all_of, kzi_read_none_of, kzi_read_marks, kzi_read_red_tiles, kzi_read_wild,
    kzi_read_wild_tiles, kzi_read_wild_as, kzi_read_in_hand, kzi_read_dragon, kzi_read_alike,
    kzi_read_aside, kzi_read_thrown, kzi_read_shapes, kzi_read_one_each, kzi_read_from,
    kzi_read_set_is, kzi_read_pair_is;
kzi_key_reader kzi_read_yaku, kzi_read_value, kzi_read_each_set, kzi_read_each_tiles,
    kzi_read_chip_payers, kzi_read_covers, kzi_read_example;
kzi_key_reader kzi_read_flat_fu, kzi_read_fu_of_set, kzi_read_fu_of_pair, kzi_read_fu_items,
    kzi_read_fu_row, kzi_read_limits, kzi_read_hand_value, kzi_read_value_row, kzi_read_payments,
    kzi_read_way, kzi_read_payers_if, kzi_read_payers, kzi_read_share, kzi_read_liabilities,
    kzi_read_liable_yaku, kzi_read_liable_fractions, kzi_read_by_rule;
kzi_key_reader kzi_read_birds, kzi_read_units, kzi_read_limit_pays, kzi_read_limit_payers;
kzi_key_reader kzi_read_kong_times;
kzi_key_reader kzi_read_game, kzi_read_uma;

/* Return how many keys can have their value in place of the mapping; 0: none. */
size_t kzi_count_short(const struct kzi_key_table *table);

/* Return the mapping that a single value is short for, or the node itself. */
const struct kzi_node *kzi_expand_short(struct kzi_arena *arena, const struct kzi_key_table *table,
                                        const struct kzi_node *node);

/* Read the keys of a mapping in the order of the table, and refuse keys that are not in it. */
void kzi_read_keys(struct kzi_rule_reader *reader, const struct kzi_node *node,
                   const struct kzi_key_table *table, void *target);

/* Read the mapping of an entry, and note missing keys. */
void kzi_read_thing(struct kzi_rule_reader *reader, const struct kzi_entry *line,
                    const struct kzi_key_table *table, void *target);

/* --- errors ---------------------------------------------------------------------------------- */

/* Note an error at a node. */
#define KZI_REFUSE(reader, node, ...) kzi_error_at((reader)->diags, (node)->place, __VA_ARGS__)

/* Note that something is missing, unless the file is a part (an overlay, or a file for others to
 * extend): then the rules that it is used with may have it. */
void kzi_missing_at(struct kzi_rule_reader *reader, struct kzi_place place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Return the end of a message about an unknown name: ": ..." for `remove`, which takes something
 * away, "; did you mean NAME?", or "". */
const char *kzi_hint(struct kzi_rule_reader *reader, const char *name, const char *const *words,
                     size_t count);

/* --- values ---------------------------------------------------------------------------------- */

/* Each of these functions notes an error and returns false (or -1, or NULL) if the node is not of
 * the right form.  what: its name in messages, "a seat". */
bool kzi_expect(struct kzi_rule_reader *reader, const struct kzi_node *node,
                enum kzi_node_kind kind, const char *what);
/* Check for an id: lower-case ASCII letters, digits and _, beginning with a letter. */
bool kzi_expect_id(struct kzi_rule_reader *reader, const struct kzi_node *node);
bool kzi_read_int(struct kzi_rule_reader *reader, const struct kzi_node *node, int32_t min,
                  int32_t max, int32_t *number);
bool kzi_read_yes(struct kzi_rule_reader *reader, const struct kzi_node *node, bool *yes);
/* Return the index of a scalar in words or in names. */
int kzi_read_one_of(struct kzi_rule_reader *reader, const struct kzi_node *node, const char *what,
                    const char *const *words, size_t count);
int kzi_read_name(struct kzi_rule_reader *reader, const struct kzi_node *node, const char *what,
                  const struct kzi_names *names);
/* Return a bit for a scalar, or for each scalar of a list. */
uint64_t kzi_read_names(struct kzi_rule_reader *reader, const struct kzi_node *node,
                        const char *what, const struct kzi_names *names);
/* Set *items to the items of a list, or to the node itself if it is not a list, and return their
 * number. */
size_t kzi_items_of(const struct kzi_node *const *node, const struct kzi_node *const **items);
/* Give a number to each key of a mapping of at most `max` keys.  section: the mapping, in
 * messages; what: one of its things. */
void kzi_number_names(struct kzi_rule_reader *reader, const struct kzi_node *node,
                      const char *section, const char *what, struct kzi_names *names, size_t max);
/* Loop over the entries of a mapping whose keys have numbers; entry_at is that of an entry. */
#define KZI_EACH_NAMED(map, names, entry)                                                          \
    KZI_EACH_ENTRY(map, entry)                                                                     \
        for (int entry##_at = kzi_names_find_spending(names, entry->key->text); entry##_at >= 0;   \
             entry##_at = -1)
/* Split a text at blanks and return the number of words, which are in the arena. */
size_t kzi_split_words(struct kzi_rule_reader *reader, const char *text, const char ***words);

/* Note the meaning of a node whose text does not show it, for kzi_state_meaning. */
void kzi_keep_meaning(struct kzi_rule_reader *reader, const struct kzi_node *node, uint64_t hash);

/* Read a class written as words: a name or tiles, perhaps after "not". */
bool kzi_read_class_words(struct kzi_rule_reader *reader, struct kzi_place place,
                          const char *const *words, size_t count, struct kzi_class *class_);
bool kzi_read_class(struct kzi_rule_reader *reader, const struct kzi_node *node,
                    struct kzi_class *class_);
/* Return whether tiles.wild is one wild tile, not a mapping of several. */
bool kzi_is_one_wild(const struct kzi_node *node);
/* Return whether a name is that of a class of wild tiles, which only some conditions allow. */
bool kzi_wild_class(const struct kzi_rule_reader *reader, const char *name,
                    struct kzi_class *class_);
/* Read tiles without jokers as kinds.  Return their number, at most max; 0 if the text is not such
 * tiles. */
size_t kzi_read_kinds(struct kzi_rule_reader *reader, const struct kzi_node *node,
                      struct kzi_tile *tiles, size_t max);
/* Drop the faces of a class, because they are never in sets.  Note an error if nothing else is in
 * it. */
bool kzi_drop_faces(struct kzi_rule_reader *reader, struct kzi_place place,
                    struct kzi_class *class_);
bool kzi_read_tile_class(struct kzi_rule_reader *reader, const struct kzi_node *node,
                         struct kzi_class *class_);
/* Read a quantity.  all: whether the word all is allowed. */
struct kzi_quantity kzi_read_quantity(struct kzi_rule_reader *reader, const struct kzi_node *node,
                                      bool all);
void kzi_read_phrase(struct kzi_rule_reader *reader, const struct kzi_node *node,
                     struct kzi_phrase *phrase);
/* Read a single tile, written like a set of a pattern without the noun: "n+1 a". */
bool kzi_read_tile_term(struct kzi_rule_reader *reader, const struct kzi_node *node,
                        struct kzi_term *term);
const struct kzi_pattern *kzi_read_pattern(struct kzi_rule_reader *reader,
                                           const struct kzi_node *node);
bool kzi_read_tile_pattern(struct kzi_rule_reader *reader, const struct kzi_node *node,
                           struct kzi_tile_pattern *pattern);
/* Read one spelled hand or a list of them; *number is set to the number of the list. */
void kzi_read_spellings(struct kzi_rule_reader *reader, const struct kzi_node *node, bool shifted,
                        unsigned *number);
/* Read a mapping of conditions, all of which must hold. */
const struct kzi_condition *kzi_read_condition(struct kzi_rule_reader *reader,
                                               const struct kzi_node *node);
/* Read the needs of a circumstance or a mark: a condition that melds, tiles and words decide. */
const struct kzi_condition *kzi_read_needs(struct kzi_rule_reader *reader,
                                           const struct kzi_node *node);
/* Refuse nothing_scored outside a yaku and within alternatives, since it is decided together with
 * the covers; until then it evaluates to true.  cond may be NULL. */
void kzi_refuse_nothing_scored(struct kzi_rule_reader *reader, const struct kzi_condition *cond,
                               bool of_yaku);
/* Read the condition of a yaku, if it is not read yet.  The caller refuses a condition that is
 * being read, because it holds itself. */
const struct kzi_condition *kzi_read_when(struct kzi_rule_reader *reader, size_t yaku);

/* Read the merged tree into the model. */
void kzi_read_model(struct kzi_rule_reader *reader);

#endif
