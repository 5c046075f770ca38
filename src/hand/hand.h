/* hand.h - a hand as written: tiles, melds, the winning tile, the circumstances.
 *
 * It is independent of rules: words stay text, and a ruleset checks later how many tiles of a kind
 * there may be (hand/problem.h, score/).  Each part that may be refused later has an item with the
 * place where it is written, so that an error can point there. */
#ifndef KZI_HAND_H
#define KZI_HAND_H

#include "tile/counts.h"
#include "tile/face.h"

#include <stddef.h>

struct kzi_text;

#define KZI_MAX_MELDS      6
#define KZI_MAX_INDICATORS 10
#define KZI_MAX_WORDS      16
#define KZI_MAX_WORD       48 /* bytes, with the NUL */
#define KZI_MAX_PAO        4
#define KZI_MAX_ID         256 /* bytes of JSON, with the NUL */

enum kzi_group_kind { KZI_CHOW, KZI_PUNG, KZI_KONG, KZI_PAIR };

/* The key in whose value a column counts; kzi_hand_key_names[] has the names. */
enum kzi_hand_key {
    KZI_KEY_NONE, /* no key: the line itself */
#define KZI_HAND_KEY(name, ...) KZI_KEY_##name,
#include "hand/keys.def"
#undef KZI_HAND_KEY
    KZI_KEYS
};
#define KZI_HAND_KEYS KZI_KEY_WINNERS

extern const char *const kzi_hand_key_names[KZI_KEYS];

/* Words for the ways of winning, two for each. */
#define KZI_WAY_WORDS 4
extern const char *const kzi_way_words[KZI_WAY_WORDS];

/* A place in the text: `at` counts characters from 1 in the line (key NONE) or in the value of key;
 * 0: not written. */
struct kzi_spot {
    uint32_t at;
    uint8_t key; /* enum kzi_hand_key */
};

#define KZI_MAX_CONCEALED 30 /* far more tiles than any ruleset needs */

struct kzi_meld {
    uint8_t kind; /* enum kzi_group_kind, but not a pair */
    uint8_t tile; /* the kind of its (lowest) tile; KZI_A_FACE: flowers */
    bool claimed; /* claimed from another player; false: a concealed kong */
    /* added: a kong made by adding a tile to a claimed pung.  more: tiles besides those of a kong,
     * 1 in a quint and 2 in a sextet. */
    uint8_t added : 1, more : 2;
    /* The tiles in written order that are red fives, and those that are jokers, as bits; and the
     * kind of these jokers, from 0. */
    uint16_t red : 6, stand_ins : 6, joker : 3;
};

/* The kinds of meld: those of enum kzi_group_kind, and larger ones. */
enum { KZI_QUINT = KZI_PAIR + 1, KZI_SEXTET, KZI_MELD_KINDS };
extern const char *const kzi_meld_names[KZI_MELD_KINDS]; /* "chow", ... */

static inline unsigned kzi_meld_kind(const struct kzi_meld *meld) {
    return meld->more ? KZI_PAIR + (unsigned)meld->more : meld->kind;
}

#define KZI_MELD_TILES 6 /* most tiles of a meld */
static inline unsigned kzi_meld_tiles(const struct kzi_meld *meld) {
    return meld->kind == KZI_KONG ? 4U + meld->more : 3;
}

/* Tiles that are shown, such as indicators. */
struct kzi_indicators {
    uint8_t count;
    uint8_t kind[KZI_MAX_INDICATORS]; /* tiles shown, not the dora they indicate */
    uint16_t red;                     /* red fives among them, as bits */
};

/* Tiles in no particular order. */
struct kzi_seen_tiles {
    uint8_t counts[KZI_COUNTS_CAPACITY]; /* by kind; of these from KZI_RED on, red fives by suit */
    struct kzi_spot spot;                /* place of the first */
};

struct kzi_word {
    char text[KZI_MAX_WORD]; /* lower case, with '_' for each '-' */
};

/* Set the text of a word, of fewer than KZI_MAX_WORD bytes. */
void kzi_word_set(struct kzi_word *word, const char *text);

/* The wild tiles of an arranged hand: each is read as a tile, perhaps of its own kind. */
#define KZI_MAX_WILD_TILES 8
struct kzi_wild_tile {
    uint8_t tile, as; /* tile: as shown, perhaps a flower; as: the kind it is read as */
    uint8_t wild;     /* index of the wild tile in the rules */
};
struct kzi_wild_tiles {
    uint8_t shown; /* tile turned up, which decides the wild tiles, + 1; 0: not given */
    uint8_t won;   /* index in list of the winning tile + 1; 0: it is not wild */
    uint8_t count; /* 0: no tile is wild, or the hand is not arranged */
    uint8_t waits; /* number of kinds that complete the hand as written + 1; 0: not counted */
    uint8_t laid;  /* jokers in melds, after the others in list */
    uint16_t box;  /* index + 1 of the box that the hand is read as; 0: none, or any */
    struct kzi_wild_tile list[KZI_MAX_WILD_TILES];
};

/* Data that few hands have: words that are not on a list, the yaku for which someone is liable, the
 * id, and for an unfinished hand the tiles seen elsewhere and the player's discards. */
struct kzi_extras {
    struct kzi_word words[KZI_MAX_WORDS];
    char pao[KZI_MAX_PAO][KZI_MAX_WORD];
    char id[KZI_MAX_ID]; /* as JSON: "h1" with its quotes, or a number; empty: none */
    struct kzi_seen_tiles seen, discards;
};

/* The part of a hand that an item is. */
enum kzi_part {
    KZI_PART_NONE, /* a word that was replaced */
    KZI_PART_TILE, /* a concealed tile */
    KZI_PART_WIN,
    KZI_PART_MELD,
    KZI_PART_LAID, /* a tile of a meld */
    KZI_PART_DORA,
    KZI_PART_URA,
    KZI_PART_ASIDE,
    KZI_PART_WILD,
    KZI_PART_BIRDS,
    KZI_PART_THROWN,
    KZI_PART_FLOWERS,
    KZI_PART_FACE,
    KZI_PART_WORD,
    KZI_PART_PAO,
    KZI_PART_BY,
    KZI_PART_SEAT,
    KZI_PART_FROM,
    KZI_PART_OUT,
    KZI_PART_HELD /* a flower among the concealed tiles */
};

/* A part of a hand and its place in the text. */
struct kzi_hand_item {
    uint32_t at; /* the `at` of its spot */
    uint8_t key;
    uint8_t part; /* enum kzi_part */
    uint8_t kind; /* kind of the tile, or number of the face */
    bool red;
};

/* The items of a hand in written order, which reading a hand leaves for errors.  Scoring reads none
 * of them.
 *
 * The way from a wrong tile in a record to its column: the reader of a key makes its value the text
 * to parse (kzi_parser_take), so that kzi_spot_of counts from the first character of the value.
 * The tile becomes an item with that spot (kzi_hand_items_add).  A check of the rules that refuses
 * the tile finds the item (kzi_hand_item_of_part, kzi_hand_item_of_kind) and notes a problem at its
 * spot (kzi_problem_note). */
#define KZI_MAX_HAND_ITEMS                                                                         \
    (KZI_MAX_CONCEALED + 1 + 7 * KZI_MAX_MELDS + 5 * KZI_MAX_INDICATORS + 1 + 1 + KZI_FACES +      \
     KZI_MAX_WORDS + KZI_MAX_PAO + 2 + 2 + 1 + 1)
struct kzi_hand_items {
    unsigned count;
    struct kzi_hand_item list[KZI_MAX_HAND_ITEMS];
};

/* A word of a hand is an index in a list of words or, with this bit, in the extras. */
#define KZI_OWN_WORD 0x8000U

/* A hand.  Hands are copied, and scored long after they were read, so this struct has only what
 * scoring reads.  Copies share extras and items. */
struct kzi_hand {
    /* Everything up to melds is cleared before a hand is read. */
    uint8_t concealed[KZI_COUNTS_CAPACITY]; /* by kind, without melds and the winning tile */
    uint8_t n_concealed;                    /* number of these tiles */
    uint8_t reds[KZI_SUITS];                /* red fives in the whole hand, by suit */
    uint8_t n_melds;
    uint8_t win; /* its kind; KZI_NO_KIND: none (kzi_hand_is_unfinished) */
    bool win_red : 1;
    /* The winning tile is only tried: a copy of it may be shown elsewhere. */
    bool win_tried : 1;
    bool discarder_bet : 1; /* according to its deal */
    uint8_t win_face;       /* face of the winning tile + 1; win is KZI_A_FACE then */

    bool self_draw, by_given;
    bool from_inferred;  /* `from` was not given, but only one player can have discarded */
    uint8_t round, seat; /* 0-3: E S W N */
    bool round_given, seat_given;
    int8_t from; /* seat of the discarder; -1: unknown */
    uint8_t n_words;
    bool words_known; /* every word was looked up, so rules ignore words that they do not use */
    bool table_words; /* some words are table words, which replace others */
    bool has_id;
    uint8_t n_pao;
    uint8_t out;                 /* seats that have left, as bits; few rules have this */
    bool has_seen, has_discards; /* extras->seen and discards are set; if not, they hold old data */
    uint32_t flowers, counters, bets;
    uint32_t stakes; /* by seat, a byte each: the multiplier of its payments; 0: no stakes */
    struct kzi_indicators dora, ura;
    struct kzi_indicators aside;  /* tiles laid aside, which are in no set */
    kzi_face_counts faces;        /* the flowers; empty: only their number is known */
    kzi_face_counts held;         /* flowers among the concealed tiles */
    struct kzi_indicators birds;  /* tiles turned up after the win */
    struct kzi_indicators thrown; /* the player's discards; flowers from KZI_SHOWN_FACE on */
    struct kzi_wild_tiles wild;   /* if count > 0, the hand has the tiles that these are read as */

    struct kzi_meld melds[KZI_MAX_MELDS];
    uint16_t clash;                 /* table words that contradict the rest of the hand, as bits */
    uint16_t words[KZI_MAX_WORDS];  /* read by kzi_word_at */
    uint8_t pao_seats[KZI_MAX_PAO]; /* seats of the players who fed the last set of ... */
    const char *pao[KZI_MAX_PAO];   /* ... these yaku and are liable for them */
    const struct kzi_word *listed_words; /* the list of words, such as that of a ruleset */
    /* NULL if the hand has none, for example because it was not read from a text. */
    struct kzi_extras *extras;
    struct kzi_hand_items *items;
};

/* Loop over the melds of a hand or of a player. */
#define KZI_EACH_MELD(hand, meld)                                                                  \
    for (const struct kzi_meld *meld = (hand)->melds, *meld##_end = meld + (hand)->n_melds;        \
         meld != meld##_end; meld++)

/* A hand with its extras and items. */
struct kzi_whole_hand {
    struct kzi_hand hand;
    struct kzi_extras extras;
    struct kzi_hand_items items;
};

static inline void kzi_hand_refer(struct kzi_hand *hand, struct kzi_extras *extras,
                                  struct kzi_hand_items *items) {
    hand->extras = extras;
    hand->items = items;
}

static inline void kzi_hand_items_add(struct kzi_hand_items *items, struct kzi_spot spot,
                                      enum kzi_part part, unsigned kind, bool red) {
    if (items->count < KZI_MAX_HAND_ITEMS)
        items->list[items->count++] =
            (struct kzi_hand_item){spot.at, spot.key, (uint8_t)part, (uint8_t)kind, red};
}

/* Return the item of a part, by index among items of that part, or NULL. */
struct kzi_hand_item *kzi_hand_item_of_part(const struct kzi_hand *hand, enum kzi_part part,
                                            unsigned i);
/* Return the last item with a kind, or with a red five of a suit (from KZI_RED on), among some
 * parts, which are bits, or NULL. */
struct kzi_hand_item *kzi_hand_item_of_kind(const struct kzi_hand *hand, unsigned parts,
                                            unsigned kind);

/* Return the place of an item; `at` is 0 if item is NULL. */
static inline struct kzi_spot kzi_hand_item_spot(const struct kzi_hand_item *item) {
    return item ? (struct kzi_spot){item->at, item->key} : (struct kzi_spot){.at = 0};
}

static inline struct kzi_spot kzi_spot_of_part(const struct kzi_hand *hand, enum kzi_part part,
                                               unsigned i) {
    return kzi_hand_item_spot(kzi_hand_item_of_part(hand, part, i));
}

static inline const struct kzi_word *kzi_word_at(const struct kzi_hand *hand, unsigned i) {
    unsigned word = hand->words[i];
    return word & KZI_OWN_WORD ? &hand->extras->words[word & ~KZI_OWN_WORD]
                               : &hand->listed_words[word];
}

/* Add a word that is not on the list.  The caller has checked that there is room. */
void kzi_hand_add_word(struct kzi_hand *hand, const struct kzi_word *word);

/* Return whether a hand has a word. */
bool kzi_hand_says(const struct kzi_hand *hand, const char *word);

/* Return the id of a hand, or "". */
static inline const char *kzi_hand_id(const struct kzi_hand *hand) {
    return hand->has_id ? hand->extras->id : "";
}

/* Return the kind of the jokers in a meld. */
static inline unsigned kzi_joker_of(const struct kzi_meld *meld) {
    return KZI_JOKER + meld->joker;
}

/* Change counts from the tiles that a hand is read as to the tiles as written: jokers in melds
 * count as jokers, and flowers do not count if the game has no copies of them as tiles of a
 * hand. */
void kzi_hand_fill_written(const struct kzi_hand *hand, const uint8_t copies[KZI_COUNTS_CAPACITY],
                           uint8_t counts[KZI_COUNTS_CAPACITY]);
/* Remove the flowers from the concealed tiles. */
static inline void kzi_hand_drop_flowers(struct kzi_hand *hand) {
    hand->held = (kzi_face_counts){{0}};
    hand->concealed[KZI_A_FACE] = 0;
}
/* Return the number of tiles without the winning one.  whole: count all tiles of melds, not three
 * of each. */
unsigned kzi_hand_count_tiles(const struct kzi_hand *hand, bool whole);

/* Return the kind of tile i of a meld. */
static inline unsigned kzi_meld_tile(const struct kzi_meld *meld, unsigned i) {
    return meld->tile + (meld->kind == KZI_CHOW ? i : 0);
}

/* Make a flower the winning tile (won), which adds it to the flowers of the hand; or undo that. */
void kzi_hand_win_face(struct kzi_hand *hand, unsigned face, bool won);

/* Append the concealed tiles without the winning one, with the faces of flowers. */
void kzi_put_concealed(struct kzi_text *text, const struct kzi_hand *hand);
/* Turn an arranged hand back: its wild tiles are what they are again. */
void kzi_hand_unarrange(struct kzi_hand *hand);
/* List the wild tiles of an arranged hand that replace other tiles: concealed ones in the order of
 * tiles, those in melds, the winning tile.  Return their number. */
unsigned kzi_hand_list_stand_ins(const struct kzi_hand *hand,
                                 struct kzi_wild_tile list[KZI_MAX_WILD_TILES]);
/* Arrange a hand: read its wild tiles as in a completion. */
void kzi_hand_arrange_as(struct kzi_hand *hand, const struct kzi_hand *completion);

/* Return whether the player did not win: the hand has no winning tile, and only
 * kzi_score_unfinished accepts it. */
static inline bool kzi_hand_is_unfinished(const struct kzi_hand *hand) {
    return hand->win == KZI_NO_KIND;
}

/* Return whether the payers depend on more than the winner and the discarder. */
static inline bool kzi_hand_has_special_payers(const struct kzi_hand *hand) {
    return hand->n_pao | hand->out || hand->stakes;
}

/* Return whether the hand has a claimed set. */
bool kzi_hand_is_open(const struct kzi_hand *hand);

/* Fill in how many of the concealed tiles are red fives, by suit. */
void kzi_hand_fill_reds(const struct kzi_hand *hand, uint8_t reds[KZI_SUITS]);

/* Return the tiles of a meld that are fives, as bits. */
unsigned kzi_meld_fives(const struct kzi_meld *meld);

/* Drop red fives without a tile, after the tiles or their number changed.  The winning tile is red
 * only if it was. */
void kzi_hand_trim_reds(struct kzi_hand *hand);

/* Return the hand without a concealed tile. */
struct kzi_hand kzi_hand_without(const struct kzi_hand *hand, unsigned kind, bool red);

#endif
