/* reader.h - readers turn the merged tree into the model: tables of keys (keys.def), and typed
 * scalars.
 *
 * What is wrong is noted at its node and left out.  Reading goes on, so that all errors come at
 * once. */
#ifndef KZI_READER_H
#define KZI_READER_H

#include "rules/meaning.h"
#include "tile/notation.h"

/* What is known of the conditions of a yaku while rules are read. */
struct kzi_when {
    uint8_t state;                      /* 0 unread, 1 being read, 2 read */
    size_t conditions;                  /* their number, copied ones included */
    unsigned depth;                     /* how deep they are nested */
    const struct kzi_condition *denied; /* once a condition holds the yaku below a not */
};

struct kzi_reader {
    struct kzi_diags *diags;
    struct kzi_arena *arena;
    struct kzi_model *model;
    const struct kzi_node *class_nodes; /* tiles.classes */
    uint8_t *class_state;               /* by number: 0 unread, 1 being read, 2 read */
    struct kzi_when *when;              /* of yaku */
    size_t conditions;                  /* of the yaku being read */
    unsigned depth, deepest;            /* here, and the deepest since the yaku began */
    unsigned holding;                   /* yaku being read, each for the one before it */
    unsigned hand_size;                 /* tiles of every shape; 0: the shapes are wrong */
    struct kzi_spelling spelling;       /* of the class read last, or of that in a phrase */
    bool nothing_scored_met, scored_allowed, wild_allowed, wildness_allowed;
};

/* Return a reader of a file that is not rules: its model stays empty. */
static inline struct kzi_reader kzi_reader_without_rules(struct kzi_diags *diags) {
    return (struct kzi_reader){
        .diags = diags, .arena = diags->arena, .model = KZI_NEW(diags->arena, struct kzi_model)};
}

/* --- keys of mappings ------------------------------------------------------------------------ */

/* For an item of a list entry has the key of the list. */
typedef void kzi_key_reader(struct kzi_reader *reader, const struct kzi_entry *entry, void *target);

enum kzi_kind_form {
    KZI_READ_ELSEWHERE,
    KZI_AN_INT,
    KZI_A_RATIO, /* of two numbers, as "5/2", in parts of KZI_RATIO_UNIT */
    KZI_A_WORD,
    KZI_YES_OR_NO,
    KZI_AN_ID,
    KZI_IDS, /* one, or a list */
    KZI_A_TEXT,
    KZI_A_LABEL,
    KZI_A_ROUNDING,
    KZI_A_CLASS,
    KZI_A_PATTERN,
    KZI_A_CONDITION,
    KZI_A_LIST,
    KZI_A_MAP,    /* from names to things */
    KZI_A_MAPPING /* of the keys of a table */
};

/* A row of kinds.def, a table of keys, or one that is made where a key takes it. */
struct kzi_kind {
    const char *name; /* in the schema; NULL: it has none */
    enum kzi_kind_form form;
    int32_t least, most;               /* of a number */
    const char *word;                  /* which may be there instead; NULL: none */
    const char *what, *write;          /* in messages: what it is, and how it is written */
    const char *normal;                /* what it means where it is not written; NULL: nothing */
    struct kzi_names words;            /* by index */
    const struct kzi_kind *keys, *of;  /* of a map; of its values, or the items of a list */
    const struct kzi_key_table *table; /* of a mapping */
};

struct kzi_key {
    const char *name;
    const struct kzi_kind *kind;
    kzi_key_reader *read; /* reads the value; NULL: it is read by its kind */
    kzi_key_reader *then; /* is called once the value is read; or NULL */
    const char *all;      /* what a list or mapping is in messages; NULL: what the key is */
    bool each;            /* read is called for each of its items or entries, not for all */
    const char *needed;   /* what a mapping without this key does; NULL: it may be left out */
    /* Unless it says what it means where it is not written, it needs one of the keys `with`, goes
     * with none of `bars`, and its mapping has none of `lacks`; NULL: of no keys.  What is wrong
     * otherwise, in messages. */
    const char *const *with, *const *bars, *const *lacks;
    const char *with_says, *bars_says, *lacks_says;
    uint16_t offset;          /* in the target */
    uint16_t size;            /* of the member that it fills; 0: none */
    const char *what;         /* an id of this, ... */
    uint16_t names;           /* ... of these names in the model */
    uint16_t set_offset;      /* of a member that is set by the presence of the key */
    uint8_t set_size, set_to; /* size 0: none */
    bool short_;              /* one value in place of the mapping is that of this key */
    bool scored, early;      /* of a condition: it may ask what is scored; it must be known early */
    bool elsewhere;          /* known here, and read elsewhere */
    bool kept;               /* the member is the node; `what` is each of its texts in messages */
    bool joins, things_join; /* with that of a parent */
    const char *normal;      /* what it means where it is not written; "": nothing, and written it
                                makes no statement; NULL: as its kind has it */
    kzi_mean_fn *mean;       /* says what it means; NULL: its value does */
    bool thing, silent, remark;
};

struct kzi_key_table {
    const char *name; /* in the schema */
    const char *what; /* in messages: "a yaku" */
    const struct kzi_key *keys;
    size_t count;
    const char *empty; /* what a mapping without keys does, in messages; NULL: it may be one */
    const char *const *one_of; /* a mapping has one of these keys; NULL: it need not */
    const char *one_says;      /* in messages */
    bool some;                 /* it may have several of them */
};

/* kzi_kind_NAME, each the only one of an array, so that keys.def can name it. */
#define KIND(of, name, ...) extern const struct kzi_kind kzi_kind_##name[1];
#include "rules/kinds.def"
#define KEYS(name, ...) extern const struct kzi_kind kzi_kind_##name[1];
#define KEY(...)
#define END
#include "rules/keys.def"
extern const struct kzi_kind kzi_kind_address[1], kzi_kind_condition[1];

#define kzi_kind_INT(low, high)                                                                    \
    ((const struct kzi_kind[]){                                                                    \
        {.form = KZI_AN_INT, .least = (low), .most = (high), .normal = (low) > 0 ? NULL : "0"}})
#define kzi_kind_LIST(item)                                                                        \
    (const struct kzi_kind[]) {                                                                    \
        { .form = KZI_A_LIST, .of = kzi_kind_##item }                                              \
    }
#define kzi_kind_MAP(key, value)                                                                   \
    (const struct kzi_kind[]) {                                                                    \
        { .form = KZI_A_MAP, .keys = kzi_kind_##key, .of = kzi_kind_##value }                      \
    }

/* Rows of a table that is not in keys.def. */
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

/* The key of a name of len bytes; NULL: the table, which may be NULL, has none. */
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
    kzi_read_way, kzi_read_way_if, kzi_read_payers, kzi_read_share, kzi_read_liabilities,
    kzi_read_liable_yaku, kzi_read_liable_parts, kzi_read_by_rule;
kzi_key_reader kzi_read_birds, kzi_read_units, kzi_read_limit_pays, kzi_read_limit_way;
kzi_key_reader kzi_read_kong_times;
kzi_key_reader kzi_read_game, kzi_read_uma;

/* Return how many keys have the one value that can be in place of their mapping; 0: none can. */
size_t kzi_count_short(const struct kzi_key_table *table);

/* Return the mapping that one value is short for; else the node itself. */
const struct kzi_node *kzi_in_full(struct kzi_arena *arena, const struct kzi_key_table *table,
                                   const struct kzi_node *node);

/* Read the keys of a mapping in the order of the table, then refuse those not in it. */
void kzi_read_keys(struct kzi_reader *reader, const struct kzi_node *node,
                   const struct kzi_key_table *table, void *target);

/* Read the mapping of a line, and note what it lacks. */
void kzi_read_thing(struct kzi_reader *reader, const struct kzi_entry *line,
                    const struct kzi_key_table *table, void *target);

/* --- errors ---------------------------------------------------------------------------------- */

/* Note an error at a node. */
#define KZI_REFUSE(reader, node, ...) kzi_error_at((reader)->diags, (node)->place, __VA_ARGS__)

/* Note that something is missing.  A part (an overlay, a file for others to extend) may leave it
 * to the rules that it goes with. */
void kzi_missing_at(struct kzi_reader *reader, struct kzi_place place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Return what to append to the error about an unknown name: ": ..." if it is `remove`, which takes
 * away, "; did you mean NAME?", or "". */
const char *kzi_hint(struct kzi_reader *reader, const char *name, const char *const *words,
                     size_t count);

/* --- values ---------------------------------------------------------------------------------- */

/* Each of these notes an error and returns false (or -1, NULL) if the node does not fit.  what: its
 * name in messages, "a seat". */
bool kzi_expect(struct kzi_reader *reader, const struct kzi_node *node, enum kzi_node_kind kind,
                const char *what);
/* An id: lower-case ASCII letters, digits and _, a letter first. */
bool kzi_expect_id(struct kzi_reader *reader, const struct kzi_node *node);
bool kzi_read_int(struct kzi_reader *reader, const struct kzi_node *node, int32_t least,
                  int32_t most, int32_t *number);
bool kzi_read_yes(struct kzi_reader *reader, const struct kzi_node *node, bool *yes);
/* Return the index of the scalar among words or names. */
int kzi_read_choice(struct kzi_reader *reader, const struct kzi_node *node, const char *what,
                    const char *const *words, size_t count);
int kzi_read_name(struct kzi_reader *reader, const struct kzi_node *node, const char *what,
                  const struct kzi_names *names);
/* Return a bit for a scalar, or for each scalar of a list. */
uint64_t kzi_read_names(struct kzi_reader *reader, const struct kzi_node *node, const char *what,
                        const struct kzi_names *names);
/* Return the number of items of a list, or 1 for a scalar, which is then the only item. */
size_t kzi_items_of(const struct kzi_node *const *node, const struct kzi_node *const **items);
/* Fill list, which has space for count numbers, with the numbers of the yaku that are known. */
size_t kzi_read_yaku_list(struct kzi_reader *reader, const struct kzi_node *const *items,
                          size_t count, uint16_t *list);
/* Give a number to each key of a mapping that has at most `most`.  section, what: what the mapping
 * is in messages, and what it names. */
void kzi_number_names(struct kzi_reader *reader, const struct kzi_node *node, const char *section,
                      const char *what, struct kzi_names *names, size_t most);
/* Split a text at blanks; *words is in the arena. */
size_t kzi_words_of(struct kzi_reader *reader, const char *text, const char ***words);

/* Note what a node means whose text does not say it, for kzi_state_meaning. */
void kzi_keep_meaning(struct kzi_reader *reader, const struct kzi_node *node, uint64_t hash);

/* A class given as words: a name, tiles, "not" and either. */
bool kzi_read_class_words(struct kzi_reader *reader, struct kzi_place place,
                          const char *const *words, size_t count, struct kzi_class *class_);
bool kzi_read_class(struct kzi_reader *reader, const struct kzi_node *node,
                    struct kzi_class *class_);
/* Return whether tiles.wild is one kind of wild tile, not a mapping of several. */
bool kzi_is_one_wild(const struct kzi_node *node);
/* Return whether a name is of a class of wild tiles, which only some conditions ask for. */
bool kzi_wild_class(const struct kzi_reader *reader, const char *name, struct kzi_class *class_);
/* Read tiles as kinds.  Return their number, at most max; 0: they are not such tiles. */
size_t kzi_read_tiles(struct kzi_reader *reader, const struct kzi_node *node,
                      struct kzi_tile *tiles, size_t max);
/* kzi_read_tiles without jokers. */
size_t kzi_read_kinds(struct kzi_reader *reader, const struct kzi_node *node,
                      struct kzi_tile *tiles, size_t max);
/* Drop the faces of a class, because no hand has them in a set.  Note an error if nothing else is
 * in it. */
bool kzi_drop_faces(struct kzi_reader *reader, struct kzi_place place, struct kzi_class *class_);
bool kzi_read_tile_class(struct kzi_reader *reader, const struct kzi_node *node,
                         struct kzi_class *class_);
/* all: whether it has a meaning here. */
bool kzi_read_quantity(struct kzi_reader *reader, const struct kzi_node *node, bool all,
                       struct kzi_quantity *quantity);
bool kzi_read_phrase(struct kzi_reader *reader, const struct kzi_node *node,
                     struct kzi_phrase *phrase);
/* A single tile, written like a set of a pattern without its noun: "n+1 a". */
bool kzi_read_tile_term(struct kzi_reader *reader, const struct kzi_node *node,
                        struct kzi_term *term);
const struct kzi_pattern *kzi_read_pattern(struct kzi_reader *reader, const struct kzi_node *node);
bool kzi_read_tile_pattern(struct kzi_reader *reader, const struct kzi_node *node,
                           struct kzi_tile_pattern *pattern);
/* Read spellings of hands, one or a list; *number becomes that of the list. */
bool kzi_read_spellings(struct kzi_reader *reader, const struct kzi_node *node, bool shifted,
                        unsigned *number);
/* Read a mapping of conditions that must all hold. */
const struct kzi_condition *kzi_read_condition(struct kzi_reader *reader,
                                               const struct kzi_node *node);
/* Read what circumstances and marks need: a condition that melds, tiles and words decide. */
const struct kzi_condition *kzi_read_needs(struct kzi_reader *reader, const struct kzi_node *node);
/* Refuse nothing_scored outside a yaku and within its alternatives: it is settled with the covers,
 * and evaluating it says that it holds.  cond: NULL if there is none. */
void kzi_refuse_nothing_scored(struct kzi_reader *reader, const struct kzi_condition *cond,
                               bool of_yaku);
/* Read the condition of a yaku, unless it is read already.  Callers refuse one that is just being
 * read, because it asks for itself. */
const struct kzi_condition *kzi_read_when(struct kzi_reader *reader, size_t yaku);

/* Read the merged tree into the model. */
void kzi_read_model(struct kzi_reader *reader);

#endif
