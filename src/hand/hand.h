/* hand.h - a hand as written: tiles, melds, the winning tile, the circumstances.
 *
 * It knows no rules: words stay text, and a ruleset checks later how many tiles of a kind there
 * may be (hand/problem.h, score/).  Whatever may be refused later has an item, which says where it
 * is written, so that the error can point at it. */
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

/* The key in whose value a column counts; the names are kzi_hand_key_names[]. */
enum kzi_hand_key {
    KZI_KEY_NONE, /* the line itself */
#define KZI_HAND_KEY(name, ...) KZI_KEY_##name,
#include "hand/keys.def"
#undef KZI_HAND_KEY
    KZI_KEYS
};
#define KZI_HAND_KEYS KZI_KEY_WINNERS

extern const char *const kzi_hand_key_names[KZI_KEYS];

/* Words for the way of winning, two for each way. */
#define KZI_WAY_WORDS 4
extern const char *const kzi_way_words[KZI_WAY_WORDS];

/* A place in the text: at counts characters from 1 in the line (key NONE) or within the value of
 * key; 0: not written. */
struct kzi_spot {
    uint32_t at;
    uint8_t key; /* enum kzi_hand_key */
};

#define KZI_MAX_CONCEALED 30 /* tiles, far more than any ruleset needs */

struct kzi_meld {
    uint8_t kind; /* enum kzi_group_kind, but not a pair */
    uint8_t tile; /* the kind of its (lowest) tile; KZI_A_FACE: flowers */
    bool claimed; /* claimed from another player; else a concealed kong */
    /* added: a kong made by adding to a claimed pung.  more: 1 or 2 tiles besides those of a kong,
     * in a quint or sextet. */
    uint8_t added : 1, more : 2;
    /* The red fives and the jokers among its tiles, by bit, in written order, and which jokers they
     * are, from 0. */
    uint16_t red : 6, stand_ins : 6, joker : 3;
};

/* Kinds of group: those of enum kzi_group_kind, and larger melds. */
enum { KZI_QUINT = KZI_PAIR + 1, KZI_SEXTET, KZI_MELD_KINDS };
extern const char *const kzi_meld_names[KZI_MELD_KINDS]; /* chow pung kong pair quint sextet */

static inline unsigned kzi_meld_kind(const struct kzi_meld *meld) {
    return meld->more ? KZI_PAIR + (unsigned)meld->more : meld->kind;
}

#define KZI_MELD_TILES 6 /* at most */
static inline unsigned kzi_meld_tiles(const struct kzi_meld *meld) {
    return meld->kind == KZI_KONG ? 4U + meld->more : 3;
}

/* Tiles shown, such as indicators. */
struct kzi_indicators {
    uint8_t count;
    uint8_t kind[KZI_MAX_INDICATORS]; /* the tile shown, not the dora */
    uint16_t red;                     /* the red fives among them, by bit */
};

/* Tiles whose order does not matter. */
struct kzi_seen_tiles {
    uint8_t counts[KZI_COUNTS_CAPACITY]; /* by kind */
    uint8_t red[KZI_SUITS];              /* the red fives among them */
    struct kzi_spot spot;                /* of the first */
};

struct kzi_word {
    char text[KZI_MAX_WORD]; /* lower case, '-' written as '_' */
};

/* Set a word from fewer than KZI_MAX_WORD bytes. */
void kzi_word_set(struct kzi_word *word, const char *text);

/* The wild tiles of a hand that is arranged: what each is taken for, which may be its own kind. */
#define KZI_MAX_WILD_TILES 8
struct kzi_wild_tile {
    uint8_t tile, as; /* as: a kind; tile: one shown, which may be a flower */
    uint8_t wild;     /* which kind of wild tile the rules have it for */
};
struct kzi_wild_tiles {
    uint8_t shown; /* from 1: the tile turned up that says which are wild; 0: not given */
    uint8_t won;   /* from 1: the winning tile among those of the list; 0: it is not wild */
    uint8_t count; /* 0: no tile is wild, or the hand is not arranged */
    uint8_t waits; /* from 1: how many kinds complete the hand as written; 0: was not counted */
    uint8_t laid;  /* jokers of melds, after the others of the list */
    uint16_t box;  /* from 1: the box of the rules that the hand is taken for; 0: none, or any */
    struct kzi_wild_tile list[KZI_MAX_WILD_TILES];
};

/* What few hands have: words that are not on a list, the yaku that somebody is liable for, the id;
 * and what a player with an unfinished hand sees elsewhere, and its own discards. */
struct kzi_extras {
    struct kzi_word words[KZI_MAX_WORDS];
    char pao[KZI_MAX_PAO][KZI_MAX_WORD];
    char id[KZI_MAX_ID]; /* if any, as JSON: "h1" with its quotes, or a number */
    struct kzi_seen_tiles seen, discards;
};

/* What an item of a hand is. */
enum kzi_part {
    KZI_PART_NONE, /* a word that was replaced */
    KZI_PART_TILE, /* a concealed one */
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

/* A part of a hand, and where it is written. */
struct kzi_hand_item {
    uint32_t at; /* of its spot */
    uint8_t key;
    uint8_t part; /* enum kzi_part */
    uint8_t kind; /* of a tile, or a face */
    bool red;
};

/* The items of a hand in written order, which reading it leaves behind for errors.  Scoring reads
 * none of them.
 *
 * From a wrong tile in a record to its column: the reader of a key makes its value the text to
 * parse (kzi_parser_take), so that kzi_spot_of counts from the value's first character; the tile
 * becomes an item with that spot (kzi_hand_items_add); a check of the rules that refuses the tile
 * looks for the item (kzi_hand_item_of_part, kzi_hand_item_of_kind) and notes a problem there
 * (kzi_problem_note). */
#define KZI_MAX_HAND_ITEMS                                                                         \
    (KZI_MAX_CONCEALED + 1 + 7 * KZI_MAX_MELDS + 5 * KZI_MAX_INDICATORS + 1 + 1 + KZI_FACES +      \
     KZI_MAX_WORDS + KZI_MAX_PAO + 2 + 2 + 1 + 1)
struct kzi_hand_items {
    unsigned count;
    struct kzi_hand_item list[KZI_MAX_HAND_ITEMS];
};

/* A word of a hand is its number on a list, or with this bit in the extras. */
#define KZI_OWN_WORD 0x8000U

/* Hands are copied, and scored long after they were read, so this has no more than scoring reads.
 * Copies share extras and items. */
struct kzi_hand {
    /* Everything up to melds is cleared before a hand is read. */
    uint8_t concealed[KZI_COUNTS_CAPACITY]; /* by kind, without melds and the winning tile */
    uint8_t n_concealed;                    /* their number */
    uint8_t marked[KZI_SUITS]; /* red fives in the whole hand, with melds and winning tile */
    uint8_t n_melds;
    uint8_t win; /* a kind; KZI_NO_KIND: the hand did not win (kzi_hand_is_unfinished) */
    bool win_marked : 1;
    bool win_tried : 1;     /* it could win, but may be a copy that is shown elsewhere */
    bool discarder_bet : 1; /* as its deal says */
    uint8_t win_face;       /* from 1: the face of the winning tile, whose kind is KZI_A_FACE */

    bool self_draw, by_given;
    bool from_inferred;  /* only one player can have discarded; set when the hand is scored */
    uint8_t round, seat; /* 0-3: E S W N */
    bool round_given, seat_given;
    int8_t from; /* seat of the discarder; -1: not given */
    uint8_t n_words;
    bool words_known; /* each word was looked up; rules ignore those they do not use */
    bool table_words; /* some words are table words, which replace others */
    bool has_id;
    uint8_t n_pao;
    uint8_t out; /* the seats that have left, bit per seat; only some rules let anyone leave */
    bool has_seen, has_discards; /* extras->seen, discards: else these hold old data */
    uint32_t flowers, counters, bets;
    uint32_t stakes; /* a byte per seat: what multiplies payments with it; 0: nothing does */
    struct kzi_indicators dora, ura;

    struct kzi_meld melds[KZI_MAX_MELDS];
    struct kzi_indicators aside;    /* tiles laid aside, which are in no set */
    kzi_face_counts faces;          /* of the flowers; none: only their number is known */
    kzi_face_counts held;           /* which flowers are among the concealed tiles */
    struct kzi_indicators birds;    /* tiles turned up after the win */
    struct kzi_indicators thrown;   /* what the player discarded; flowers from KZI_SHOWN_FACE on */
    struct kzi_wild_tiles wild;     /* with a count, the tiles above are what they are taken for */
    uint16_t clash;                 /* table words that contradict the rest of the hand, by bit */
    uint16_t words[KZI_MAX_WORDS];  /* kzi_word_at */
    uint8_t pao_seats[KZI_MAX_PAO]; /* who fed the last set of ... */
    const char *pao[KZI_MAX_PAO];   /* ... these yaku and is liable for them */
    const struct kzi_word *listed_words; /* the list of words, as of a ruleset */
    /* NULL: it has none, as a hand that was not read. */
    struct kzi_extras *extras;
    struct kzi_hand_items *items;
};

/* Loop over the melds of a hand, or of a player. */
#define KZI_EACH_MELD(hand, meld)                                                                  \
    for (const struct kzi_meld *meld = (hand)->melds, *meld##_end = meld + (hand)->n_melds;        \
         meld != meld##_end; meld++)

/* A hand with all that it refers to. */
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

/* Return the item of a part by its number among those, or NULL. */
struct kzi_hand_item *kzi_hand_item_of_part(const struct kzi_hand *hand, enum kzi_part part,
                                            unsigned i);
/* Return the last item of some parts (by bit) with a kind, or NULL. */
struct kzi_hand_item *kzi_hand_item_of_kind(const struct kzi_hand *hand, unsigned parts,
                                            unsigned kind);

/* Return where an item is written; at is 0 if it is NULL. */
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

/* Add a word that is not on the list; there is capacity for it. */
void kzi_hand_add_word(struct kzi_hand *hand, const struct kzi_word *word);

/* Return whether a word is among those of a hand. */
bool kzi_hand_says(const struct kzi_hand *hand, const char *word);

/* Return the id, or "". */
static inline const char *kzi_hand_id(const struct kzi_hand *hand) {
    return hand->has_id ? hand->extras->id : "";
}

/* Return the kind of the jokers of a meld. */
static inline unsigned kzi_joker_of(const struct kzi_meld *meld) {
    return KZI_JOKER + meld->joker;
}

/* Change the counts of a hand's tiles to those of its tiles as written: the jokers of melds are
 * what they are, no longer the tiles that they are taken for, and flowers are none if the game has
 * no copies of them as tiles of a hand. */
void kzi_hand_count_written(const struct kzi_hand *hand, const uint8_t copies[KZI_COUNTS_CAPACITY],
                            uint8_t counts[KZI_COUNTS_CAPACITY]);
/* Take the flowers out of the concealed tiles. */
static inline void kzi_hand_drop_flowers(struct kzi_hand *hand) {
    hand->held = (kzi_face_counts){{0}};
    hand->concealed[KZI_A_FACE] = 0;
}
/* Count the tiles without the winning one; whole: all those of melds, else three of each. */
unsigned kzi_hand_count_tiles(const struct kzi_hand *hand, bool whole);

/* Return the kind of a tile of a meld, by number. */
static inline unsigned kzi_meld_tile(const struct kzi_meld *meld, unsigned i) {
    return meld->tile + (meld->kind == KZI_CHOW ? i : 0);
}

/* Make a flower the winning tile, or a winning one (not won) no tile of the hand; it is one of the
 * flowers as long as it is. */
void kzi_hand_win_face(struct kzi_hand *hand, unsigned face, bool won);

/* Append the concealed tiles without the winning one, flowers by their faces. */
void kzi_put_concealed(struct kzi_text *text, const struct kzi_hand *hand);
/* Write the wild tiles of an arranged hand as the tiles that they are. */
void kzi_hand_unarrange(struct kzi_hand *hand);
/* List the wild tiles of an arranged hand that stand in for others: the concealed ones, by tile,
 * those of melds, and the winning tile; return their number. */
unsigned kzi_hand_stand_ins(const struct kzi_hand *hand,
                            struct kzi_wild_tile list[KZI_MAX_WILD_TILES]);
/* Arrange the wild tiles of a hand as in a completion of it. */
void kzi_hand_arrange_as(struct kzi_hand *hand, const struct kzi_hand *completion);

/* Return whether it is the hand of a player who did not win: it has no winning tile, and only
 * kzi_score_unfinished takes it. */
static inline bool kzi_hand_is_unfinished(const struct kzi_hand *hand) {
    return hand->win == KZI_NO_KIND;
}

/* Return whether who pays is not decided by winner and discarder alone. */
static inline bool kzi_hand_is_apart(const struct kzi_hand *hand) {
    return hand->n_pao | hand->out || hand->stakes;
}

/* Return whether a set of the hand is claimed. */
bool kzi_hand_is_open(const struct kzi_hand *hand);

/* Count the red fives among the concealed tiles, by suit. */
void kzi_hand_concealed_reds(const struct kzi_hand *hand, uint8_t reds[KZI_SUITS]);

/* Return the tiles of a meld that are fives, by bit. */
unsigned kzi_meld_fives(const struct kzi_meld *meld);

/* Drop the red marks whose tile is gone, after a change of tiles or of the number of red fives.
 * The winning tile is red only if marked. */
void kzi_hand_trim_reds(struct kzi_hand *hand);

#endif
