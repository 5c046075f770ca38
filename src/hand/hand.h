/* hand.h - a hand as written: tiles, melds, the winning tile, the circumstances.
 *
 * It knows no rules: words stay text, and a ruleset checks later how many tiles of a kind there
 * may be (hand/problem.h, score/).  Whatever may be refused later has its spot in the text, so
 * that the error can point at it. */
#ifndef KZI_HAND_H
#define KZI_HAND_H

#include "tile/counts.h"

#include <stddef.h>

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

/* Tiles that were written together, with the spot of the first. */
struct kzi_placed {
    uint64_t digits; /* one byte each, the first the lowest: its number, 0: a red five */
    struct kzi_spot spot;
    uint8_t suit, count;
    bool concealed;
};

static inline unsigned kzi_placed_kind(const struct kzi_placed *placed, unsigned i) {
    unsigned number = placed->digits >> 8 * i & 15;
    return 9U * placed->suit + (number ? number : 5) - 1;
}

static inline bool kzi_placed_marked(const struct kzi_placed *placed, unsigned i) {
    return !(placed->digits >> 8 * i & 15);
}

static inline struct kzi_spot kzi_placed_spot(const struct kzi_placed *placed, unsigned i) {
    return (struct kzi_spot){placed->spot.at + i, placed->spot.key};
}

/* The capacity for concealed tiles one by one, indicators, the winning tile and melds. */
#define KZI_MAX_CONCEALED 30 /* far more than any ruleset needs */
#define KZI_MAX_PLACED    (KZI_MAX_CONCEALED + 2 * KZI_MAX_INDICATORS + 1 + 4 * KZI_MAX_MELDS)

struct kzi_meld {
    uint8_t kind; /* enum kzi_group_kind, but not a pair */
    uint8_t tile; /* the kind of its (lowest) tile */
    bool claimed; /* claimed from another player; else a concealed kong */
    /* added: a kong made by adding to a claimed pung.  red: the red fives, by bit, in written
     * order. */
    uint8_t added : 1, red : 4;
};

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
    uint32_t hash;           /* kzi_name_hash(text) */
    char text[KZI_MAX_WORD]; /* lower case, '-' written as '_'; NULs up to KZI_WORD_HEAD at least */
};

/* Words are compared by their first eight bytes, and few have more. */
#define KZI_WORD_HEAD 8

/* Set text and hash from fewer than KZI_MAX_WORD bytes. */
void kzi_word_set(struct kzi_word *word, const char *text);

/* What few hands have: words that are not on a list, the yaku that somebody is liable for, the id;
 * and what a player with an unfinished hand sees elsewhere, and its own discards. */
struct kzi_extras {
    struct kzi_word words[KZI_MAX_WORDS];
    char pao[KZI_MAX_PAO][KZI_MAX_WORD];
    char id[KZI_MAX_ID]; /* if any, as JSON: "h1" with its quotes, or a number */
    struct kzi_seen_tiles seen, discards;
};

struct kzi_spots;

/* Where a hand comes from. */
struct kzi_origin {
    /* Find the spots of the hand by reading it once more; NULL: the origin begins them. */
    void (*find)(const struct kzi_origin *origin, struct kzi_spots *spots);
};

/* Where the parts of a hand are written. */
struct kzi_spots {
    struct kzi_origin origin;
    struct kzi_spot win, from, by, seat, out; /* cleared before a hand is read, as is n_placed */
    uint8_t n_placed;
    struct kzi_placed placed[KZI_MAX_PLACED]; /* all tiles, as they were written */
    struct kzi_spot melds[KZI_MAX_MELDS];
    struct kzi_spot flowers;
    struct kzi_spot faces[16]; /* of the last of each face */
    struct kzi_spot dora[KZI_MAX_INDICATORS], ura[KZI_MAX_INDICATORS], aside[KZI_MAX_INDICATORS];
    struct kzi_spot words[KZI_MAX_WORDS], pao[KZI_MAX_PAO];
};

/* A word of a hand is its number on a list, or with this bit in the extras. */
#define KZI_OWN_WORD 0x8000U

/* Hands are copied, and scored long after they were read, so this has no more than scoring reads.
 * Copies share extras and origin. */
struct kzi_hand {
    /* Everything up to melds is cleared before a hand is read. */
    uint8_t concealed[KZI_COUNTS_CAPACITY]; /* by kind, without melds and the winning tile */
    uint8_t n_concealed;                    /* their number */
    uint8_t marked[KZI_SUITS]; /* red fives in the whole hand, with melds and winning tile */
    uint8_t n_melds;
    uint8_t win; /* a kind; KZI_NO_KIND: the hand did not win (kzi_hand_is_unfinished) */
    bool win_marked : 1;
    bool win_tried : 1; /* it could win, but may be a copy that is shown elsewhere */
    uint8_t win_face;   /* from 1: the face of the winning tile, whose kind is KZI_A_FACE */

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
    uint32_t flowers, honba, deposits;
    struct kzi_indicators dora, ura;
    struct kzi_indicators aside; /* tiles laid aside, which are in no set */
    uint64_t faces; /* the flowers by face (tile/face.h); 0: only their number is known */

    struct kzi_meld melds[KZI_MAX_MELDS];
    uint16_t clash;                 /* table words that contradict the rest of the hand, by bit */
    uint16_t words[KZI_MAX_WORDS];  /* kzi_word_at */
    uint8_t pao_seats[KZI_MAX_PAO]; /* who fed the last set of ... */
    const char *pao[KZI_MAX_PAO];   /* ... these yaku and is liable for them */
    const struct kzi_word *listed_words; /* the list of words, as of a ruleset */
    /* NULL: it has none, as a hand that was not read. */
    struct kzi_extras *extras;
    const struct kzi_origin *origin;
};

/* A hand with all that it refers to. */
struct kzi_whole_hand {
    struct kzi_hand hand;
    struct kzi_extras extras;
    struct kzi_spots spots;
};

static inline void kzi_hand_refer(struct kzi_hand *hand, struct kzi_extras *extras,
                                  struct kzi_spots *spots) {
    hand->extras = extras;
    hand->origin = &spots->origin;
    spots->origin.find = NULL;
}

/* Return where the parts of a hand are written, in found if they must be found first.  Where a part
 * is not written, at is 0. */
const struct kzi_spots *kzi_spots_of(const struct kzi_hand *hand, struct kzi_spots *found);
struct kzi_spot kzi_spot_at(const struct kzi_hand *hand, size_t offset);
#define KZI_SPOT(hand, member) kzi_spot_at(hand, offsetof(struct kzi_spots, member))

static inline const struct kzi_word *kzi_word_at(const struct kzi_hand *hand, unsigned i) {
    unsigned word = hand->words[i];
    return word & KZI_OWN_WORD ? &hand->extras->words[word & ~KZI_OWN_WORD]
                               : &hand->listed_words[word];
}

/* Add a word that is not on the list; there is capacity for it. */
void kzi_hand_say(struct kzi_hand *hand, const struct kzi_word *word);

/* Return the id, or "". */
static inline const char *kzi_hand_id(const struct kzi_hand *hand) {
    return hand->has_id ? hand->extras->id : "";
}

/* Return whether it is the hand of a player who did not win: it has no winning tile, and only
 * kzi_score_unfinished takes it. */
static inline bool kzi_hand_is_unfinished(const struct kzi_hand *hand) {
    return hand->win == KZI_NO_KIND;
}

/* Return whether who pays is not decided by winner and discarder alone. */
static inline bool kzi_hand_apart(const struct kzi_hand *hand) {
    return hand->n_pao | hand->out;
}

/* Return whether a set of the hand is claimed. */
bool kzi_hand_open(const struct kzi_hand *hand);

/* Count the red fives among the concealed tiles, by suit. */
void kzi_hand_concealed_reds(const struct kzi_hand *hand, uint8_t reds[KZI_SUITS]);

/* Return the tiles of a meld that are fives, by bit. */
unsigned kzi_meld_fives(const struct kzi_meld *meld);

/* Drop the red marks whose tile is gone, after a change of tiles or of the number of red fives.
 * The winning tile is red only if marked. */
void kzi_hand_trim_reds(struct kzi_hand *hand);

/* Record the spot of up to eight digits of a suit. */
static inline void kzi_hand_place(struct kzi_spots *spots, const struct kzi_placed *placed) {
    if (spots->n_placed < KZI_MAX_PLACED)
        spots->placed[spots->n_placed++] = *placed;
}
static inline void kzi_hand_place_kind(struct kzi_spots *spots, unsigned kind,
                                       struct kzi_spot spot) {
    kzi_hand_place(spots,
                   &(struct kzi_placed){kzi_number(kind), spot, (uint8_t)kzi_suit(kind), 1, false});
}
/* Return the spot of the first concealed tile, and of the last tile of a kind; at is 0 if there
 * is none. */
struct kzi_spot kzi_hand_first(const struct kzi_hand *hand);
struct kzi_spot kzi_hand_last(const struct kzi_hand *hand, unsigned kind);

/* --- a value stated without tiles ---------------------------------------------------------------
 */

#define KZI_MAX_VALUE_WORDS 24

/* A word or a number. */
struct kzi_value_word {
    char text[KZI_MAX_WORD]; /* in small letters, '-' written as '_' */
    bool is_number;
    int32_t number;
    struct kzi_spot spot;
};

enum kzi_value_number {
    KZI_VALUE_TOTAL,
    KZI_VALUE_FU,
    KZI_VALUE_TIMES,
    KZI_VALUE_POINTS,
    KZI_VALUE_CHIPS,
    KZI_VALUE_NUMBERS
};

/* What a hand is worth, in words that a ruleset interprets (score/value.h). */
struct kzi_statement {
    bool given; /* something is stated */
    unsigned n_words;
    struct kzi_value_word words[KZI_MAX_VALUE_WORDS]; /* in written order */
    struct kzi_value_word numbers[KZI_VALUE_NUMBERS]; /* of a record, where is_number */
};

static inline void kzi_statement_clear(struct kzi_statement *statement) {
    statement->given = false;
    statement->n_words = 0;
    for (unsigned i = 0; i < KZI_VALUE_NUMBERS; i++)
        statement->numbers[i].is_number = false;
}

/* --- deals --------------------------------------------------------------------------------------
 */

#define KZI_MAX_WINNERS 3
#define KZI_MAX_PLAYERS 4
#define KZI_MAX_KONGS   16 /* of a deal */

/* A kong that somebody made in a deal. */
struct kzi_made_kong {
    uint8_t seat, kind; /* enum kzi_kong_kind */
    int8_t from;        /* who discarded its tile, or that of the pung it was added to; -1 */
    struct kzi_spot spot;
};

/* The end of a deal as written: the winners, each with a hand, or the kind of draw, or neither
 * where only kongs are paid or a foul ended it; the hands of the others, as far as they are given;
 * the bets, and what was on the table. */
struct kzi_deal {
    /* The parts that belong to the deal: id, round, discarder, indicators, counters, and in
     * deposits the bets left from earlier deals. */
    struct kzi_hand table;

    /* In the order of the record.  Round, discarder, way of winning and indicators come from the
     * deal, ura only for those who declared.  Settling adds counters and bets. */
    unsigned n_winners;
    struct kzi_hand winners[KZI_MAX_WINNERS];     /* without tiles where ... */
    struct kzi_statement stated[KZI_MAX_WINNERS]; /* ... what was won is given instead */

    /* The hands of those who did not win, without a winning tile. */
    unsigned n_others;
    struct kzi_hand others[KZI_MAX_PLAYERS];       /* without tiles where ... */
    struct kzi_value_word points[KZI_MAX_PLAYERS]; /* ... the worth of the hand is a number here */

    bool drawn, tenpai_given;
    /* Written as a line, and so a hand's own riichi counts as one of `riichi`, and the reverse. */
    bool is_line;
    uint16_t key_at[KZI_KEYS]; /* of a line: the column where it says what a record has there */
    char draw[KZI_MAX_WORD];
    bool honba_given, deposits_given;        /* else they are 0 */
    uint8_t riichi, tenpai, nagashi, chombo; /* bit per seat; chombo: who committed a foul */
    uint8_t wareme; /* the seat, as a bit, that pays and gets double for wins; 0: nobody */

    unsigned n_kongs;
    struct kzi_made_kong kongs[KZI_MAX_KONGS]; /* in the order in which they were made */

    /* What hands that were read refer to: the table, the winners, the others. */
    struct kzi_extras extras[1 + KZI_MAX_WINNERS + KZI_MAX_PLAYERS];
    struct kzi_spots spots[1 + KZI_MAX_WINNERS + KZI_MAX_PLAYERS];
};

/* Return whether one of the hands of a deal is stated without its tiles. */
static inline bool kzi_deal_states(const struct kzi_deal *deal, const struct kzi_hand *hand) {
    const bool won = hand >= deal->winners && hand < deal->winners + deal->n_winners;
    return won ? deal->stated[hand - deal->winners].given
               : deal->points[hand - deal->others].is_number;
}

/* Return whether a foul ended the deal, which is played again. */
static inline bool kzi_deal_is_void(const struct kzi_deal *deal) {
    return deal->chombo && !deal->drawn && !deal->n_winners && !deal->n_kongs;
}

#endif
