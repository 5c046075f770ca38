/* model.h - a ruleset as its files state it, as plain structs without logic.
 *
 * The readers (reader/) make it from the merged nodes, checks.c checks it, and the folder compile
 * compiles it.  Names have become numbers: a yaku, limit, shape, circumstance or mark is its index
 * in the model's list.  Everything is in the arena of the ruleset and never changes after
 * loading. */
#ifndef KZI_MODEL_H
#define KZI_MODEL_H

#include "base/limits.h"
#include "base/names.h"
#include "rules/options.h"
#include "rules/tree/node.h"
#include "tile/box.h"
#include "tile/counts.h"
#include "tile/kind.h"
#include "tile/notation.h"
#include "tile/shape.h"

#define KZI_SEATS 4 /* at most */

extern const char *const kzi_seat_names[KZI_SEATS]; /* "E", "S", "W", "N" */

/* A number of things: from min to max, or all of them (and at least one). */
struct kzi_quantity {
    bool all;
    uint8_t min, max; /* max may be KZI_NO_BOUND */
};

#define KZI_NO_BOUND     UINT8_MAX /* there is no upper bound */
#define KZI_AT_LEAST_ONE ((struct kzi_quantity){.min = 1, .max = KZI_NO_BOUND})

/* --- set phrases: "concealed pung of dragon" ------------------------------------------------- */

enum kzi_adjective {
    KZI_ANY_HOLD,
    KZI_IS_CONCEALED,
    KZI_IS_OPEN,
    KZI_IS_CLAIMED,
    KZI_IS_DECLARED /* claimed, or a concealed kong */
};
/* The condition of a phrase on the tiles of a group: any, none replaces another tile, or all are
 * wild. */
enum kzi_wildness { KZI_ANY_TILES, KZI_IS_NATURAL, KZI_IS_WILD };
enum kzi_noun { KZI_A_CHOW, KZI_A_PUNG, KZI_A_KONG, KZI_A_SET, KZI_A_PAIR, KZI_A_GROUP, KZI_NOUNS };

extern const char *const kzi_adjective_names[], *const kzi_wildness_names[];
extern const char *const kzi_noun_names[KZI_NOUNS];

#define KZI_CLAIMS_ALL 7 /* chow, pung, kong */

struct kzi_phrase {
    struct kzi_class class_; /* all tiles if none is named; first member, as in kzi_argument */
    uint8_t adjective, noun;
    uint8_t wildness; /* enum kzi_wildness; only for conditions that count groups */
    bool some;        /* "with": one tile of the group is in the class; "of": all are */
    /* Unless 0, the phrase counts other groups: those of this noun that it does not fit. */
    uint8_t others;
};

/* A class as the file writes it, for sentences: classes with different names can have the same
 * tiles. */
struct kzi_class_name {
    const char *name; /* a name or tiles; NULL: none */
    bool other;       /* the class of all other tiles */
};

/* --- patterns: [chow n a, chow n+1 a] -------------------------------------------------------- */

struct kzi_term {
    uint8_t adjective, noun; /* noun: chow, pung, kong or pair */
    bool any;                /* number is added to n; otherwise it is the number */
    uint8_t number;
    uint8_t suit; /* 0-2 m p s; 3-5 the letters a b c */
};

struct kzi_pattern {
    uint8_t n_terms;
    bool twice; /* the pattern occurs twice, without a common group */
    struct kzi_term terms[KZI_MAX_TERMS];
};

/* Tiles with suit letters, "1112345678999a": counts of 4 bits for each number, in m p s z a b c. */
struct kzi_tile_pattern {
    uint64_t counts[4 + KZI_SUIT_LETTERS];
};

/* --- conditions ------------------------------------------------------------------------------ */

enum kzi_condition_kind {
#define CONDITION(name, ...) KZI_CONDITION_##name,
#include "rules/conditions.def"
#undef CONDITION
    KZI_CONDITIONS
};

/* The form of the argument of a key, as conditions.def states it. */
enum kzi_takes {
    KZI_TAKES_CONDITIONS,
    KZI_TAKES_CONDITION,
    KZI_TAKES_YAKU,
    KZI_TAKES_OPENNESS,
    KZI_TAKES_WIN_KIND,
    KZI_TAKES_SEATS,
    KZI_TAKES_WAITS,
    KZI_TAKES_QUANTITY,
    KZI_TAKES_YES,
    KZI_TAKES_SHAPES,
    KZI_TAKES_CIRCUMSTANCES,
    KZI_TAKES_MARKS,
    KZI_TAKES_SCORED,
    KZI_TAKES_CLASS,
    KZI_TAKES_CLASSES,
    KZI_TAKES_SUMS,
    KZI_TAKES_PHRASES,
    KZI_TAKES_PATTERN,
    KZI_TAKES_TILES,
    KZI_TAKES_SPELLINGS,
    KZI_TAKES
};

/* The argument of a test.  It is set to zero before it is filled in, because arguments are compared
 * byte by byte. */
struct kzi_argument {
    union {
        uint64_t shapes;               /* SHAPES */
        unsigned number;               /* CIRCUMSTANCES, MARKS, SCORED, SPELLINGS */
        struct kzi_class class_;       /* CLASS, CLASSES, SUMS; for `tiles: all`, the other tiles */
        struct kzi_phrase phrase;      /* PHRASES, and the class of a pair */
        struct kzi_pattern pattern;    /* PATTERN */
        struct kzi_tile_pattern tiles; /* TILES */
    };
    /* Unless both are 0, the value is enum kzi_of_range instead of a number, because one of them
     * is too large for a set of values. */
    uint8_t min, max;
};

/* Values that tests measure. */
enum { KZI_VALUE_NO, KZI_VALUE_YES };
enum { KZI_VALUE_CLOSED, KZI_VALUE_OPEN };
enum { KZI_VALUE_SELF_DRAW, KZI_VALUE_DISCARD, KZI_VALUE_NOT_WON };
enum { KZI_VALUE_NOBODY = KZI_SEATS };
enum kzi_of_range { KZI_VALUE_BELOW, KZI_VALUE_WITHIN, KZI_VALUE_ABOVE };
enum { KZI_VALUE_NO_TILE = 63, KZI_VALUE_MAX = 63 };

/* A condition is a test or a list.  A test holds if what its kind measures of the argument is among
 * `values`; a list, if all or any of its parts hold.  `not` is pushed down when rules are read: it
 * complements the values of tests, and swaps all and any. */
struct kzi_condition {
    enum kzi_condition_kind kind; /* its key */
    enum { KZI_TEST, KZI_ALL, KZI_ANY } op;
    bool denied; /* under an odd number of `not`: it holds if the statement in node does not */
    /* The value of the key as written; if it has several statements, the one for this test. */
    const struct kzi_node *node;
    struct kzi_place place; /* place of its key */
    /* Members of a test: */
    struct kzi_quantity quantity;     /* as written; if the kind takes none, at least one */
    struct kzi_class_name class_name; /* the class in the argument, alone or in a phrase */
    struct kzi_argument argument;
    uint64_t values; /* for which the test holds, as bits: 1 << 3 for exactly 3 */
    /* `pair`, and `all` of sets or groups, mean a list of two counts; words, and the hash, are
     * those of the test.  NULL: the test is what it means. */
    const struct kzi_condition *means;
    /* Parts of a list, in the order of the file; a test has none. */
    struct {
        const struct kzi_condition **list;
        size_t count;
    } parts;
};

/* Loop over the parts of a condition. */
#define KZI_EACH_PART(cond, part)                                                                  \
    for (const struct kzi_condition *part, *part##_of = (cond); part##_of; part##_of = NULL)       \
        for (size_t part##_at = 0; part##_at < part##_of->parts.count &&                           \
                                   (part = part##_of->parts.list[part##_at], true);                \
             part##_at++)

/* Bits of values of the tests hand and by. */
enum { KZI_HAND_CLOSED = 1 << KZI_VALUE_CLOSED, KZI_HAND_OPEN = 1 << KZI_VALUE_OPEN };
enum { KZI_BY_SELF_DRAW = 1 << KZI_VALUE_SELF_DRAW, KZI_BY_DISCARD = 1 << KZI_VALUE_DISCARD };
#define KZI_YES  (UINT64_C(1) << KZI_VALUE_YES)
#define KZI_NONE UINT64_C(1) /* the value of a count that is 0 */
#define KZI_SOME (~KZI_NONE)

/* --- yaku ------------------------------------------------------------------------------------ */

#define KZI_NO_LIMIT 255

struct kzi_value {
    bool scored;   /* false: a hand of this openness does not score the yaku */
    uint8_t limit; /* times `number`; KZI_NO_LIMIT: `number` in the unit of totals */
    int32_t number;
};

enum kzi_each {
    KZI_ONCE,
    KZI_EACH_SET,
    KZI_EACH_PATTERN,
    KZI_EACH_FOUR,
    KZI_EACH_MARK,
    KZI_EACH_TILE,
    KZI_EACH_COUNTER
};

/* The instances of the covered yaku that a cover removes: all; only those within the sets of the
 * coverer; all, but without the yaku that the covered one covers in turn; or a number of them. */
enum kzi_which { KZI_COVERS_ALL, KZI_COVERS_OWN, KZI_COVERS_ONLY, KZI_COVERS_SOME };

struct kzi_cover {
    uint16_t yaku;
    uint8_t which; /* enum kzi_which */
    uint8_t number;
    bool series; /* added for a series, in which the covered yaku is worth less */
    struct kzi_place place;
};

enum kzi_example_kind { KZI_EXAMPLE_SCORES, KZI_EXAMPLE_FAILS, KZI_EXAMPLE_COVERED };

struct kzi_example {
    enum kzi_example_kind kind;
    const char *hand;
    struct kzi_place place;
};

struct kzi_yaku {
    const char *id;
    const struct kzi_node *node;
    struct kzi_place place;                      /* of its id */
    const struct kzi_node *name, *source, *note; /* may be NULL */
    struct kzi_value closed, open;
    int32_t factor;                   /* multiplier of the value of the hand; 0: none */
    const struct kzi_condition *when; /* NULL: always true */
    enum kzi_each each;
    struct kzi_phrase each_set;
    const struct kzi_pattern *each_pattern;
    uint8_t each_mark;
    struct kzi_class each_class;
    struct kzi_class_name each_class_name; /* the class in each_set, or each_class */
    /* For each time that it counts in a closed, in an open hand. */
    int32_t chips[2];
    bool bonus, alone, combination, in_use;
    bool all_hands;                /* it counts in the hands of losers too */
    const struct kzi_node *series; /* a series, of which only the best yaku counts; NULL: none */
    bool in_series;                /* another yaku in use is in the same series */
    struct kzi_cover *covers;
    size_t n_covers;
    struct kzi_example *examples;
    size_t n_examples;
};

/* Return the value of a yaku in closed or open hands. */
static inline const struct kzi_value *kzi_yaku_value(const struct kzi_yaku *yaku, bool open) {
    return open ? &yaku->open : &yaku->closed;
}

/* --- tiles, shapes, circumstances ------------------------------------------------------------ */

enum kzi_mark_kind {
#define KZI_MARK(name, key, shown, part) KZI_MARK_##name,
#include "rules/marks.def"
#undef KZI_MARK
};
enum {
    KZI_MARK_KINDS = 0
#define KZI_MARK(name, key, shown, part) +1
#include "rules/marks.def"
#undef KZI_MARK
};

struct kzi_mark {
    const char *id;
    enum kzi_mark_kind kind;
    bool after_kongs;                  /* indicators: those after the first count too */
    uint8_t max;                       /* flowers: the number in the game; 0: not stated */
    uint8_t red_suits;                 /* red tiles: suits whose red five counts, as bits */
    struct kzi_class class_;           /* flowers and tiles laid aside: those that count */
    const struct kzi_condition *needs; /* for a hand with such indicators; may be NULL */
};

/* A wild tile of the rules: certain tiles, or those that depend on a tile turned up. */
struct kzi_wild {
    const char *id;
    struct kzi_place place; /* of its id */
    kzi_kinds tiles;
    uint32_t faces; /* flowers among the tiles */
    bool shown;     /* the tile turned up decides */
    bool has_next;
    enum kzi_next_wild {
        KZI_NEXT_TOO,
        KZI_NEXT_ONLY
    } next; /* the tile after it in a circle is wild, too or alone */
    unsigned n_equal;
    struct kzi_equal_tiles { /* if one of these is turned up, all are wild */
        kzi_kinds kinds;
        uint32_t faces;
    } equal[KZI_MAX_WILDS];
    kzi_kinds as;              /* kinds that it can be read as, perhaps its own */
    int32_t copies;            /* number of each joker */
    uint32_t in;               /* kinds of group in which it may replace a tile, as bits */
    struct kzi_place in_place; /* place of the key `in` */
    bool claimed;      /* it may be claimed; otherwise it is in no meld and wins on no discard */
    bool only_winning; /* only the winning tile may replace another tile */
    int32_t at_most;   /* equal concealed tiles, with wild ones read as that tile */
};

struct kzi_circumstance {
    const char *id;
    const struct kzi_node *name; /* NULL: the id in words */
    const struct kzi_node *node;
    uint64_t implies; /* circumstances as bits, itself included */
    bool of_liable;   /* also given by a record that names who is liable for a yaku */
    uint16_t liable;
    bool of_discarder; /* also given if the deal says that the discarder bet */
    const struct kzi_condition *needs;
};

/* A word that players use at the table.  In hands it is replaced by words of the rules. */
struct kzi_table_word {
    /* The word that replaces it; NULL: it only means a way of winning or a seat. */
    const struct kzi_node *given;
    int8_t self_draw; /* 1: by self-draw; 0: on a discard; -1: either */
    int8_t seat;      /* -1: any */
};

/* --- fu -------------------------------------------------------------------------------------- */

struct kzi_fu_set {
    struct kzi_phrase phrase;
    struct kzi_class_name class_name;
    int16_t open, concealed;
};

struct kzi_fu_pair {
    struct kzi_class class_;
    struct kzi_class_name class_name;
    int16_t fu;
};

struct kzi_fu_item {
    const char *id;
    const struct kzi_node *name; /* NULL: the id in words */
    int16_t fu;
    const struct kzi_condition *when; /* NULL: always true */
    bool each;                        /* it counts for each of a mark */
    uint8_t each_mark;
    bool if_nothing; /* only if sets, pair and other items add nothing */
    bool all_hands;  /* it counts in the hands of losers too */
    struct kzi_place place;
};

/* The ways of rounding.  HALF_DOWN: to the nearest, exactly half down. */
enum kzi_rounding {
    KZI_ROUND_NONE,
    KZI_ROUND_UP,
    KZI_ROUND_NEAREST,
    KZI_ROUND_DOWN,
    KZI_ROUND_HALF_DOWN
};
#define KZI_ROUNDINGS (KZI_ROUND_HALF_DOWN + 1)

extern const char *const kzi_rounding_names[KZI_ROUNDINGS];

struct kzi_round {
    enum kzi_rounding mode;
    int32_t to;
};

/* Rows of the point table: fu from first to last by step.  min[1]: by self-draw. */
struct kzi_fu_row {
    int16_t first, last, step;
#define KZI_NO_TOTAL INT32_MAX /* no hand has these fu */
    int32_t min[2];            /* the lowest total of a hand with these fu */
};

struct kzi_fu {
    bool in_use;
    int16_t flat[KZI_MAX_SHAPES]; /* by shape: fixed fu; 0: fu are counted */
    int16_t start;
    struct kzi_fu_set *sets;
    size_t n_sets;
    struct kzi_fu_pair *pairs;
    size_t n_pairs;
    struct kzi_fu_item *items;
    size_t n_items;
    struct kzi_round round;
    struct kzi_fu_row *rows; /* a later row replaces an earlier one for the same fu */
    size_t n_rows;
};

/* --- value, limits, payments ----------------------------------------------------------------- */

struct kzi_limit {
    const char *id;
    const struct kzi_node *node;
    struct kzi_place place;
    int32_t worth;
    int32_t from_total, from_value; /* 0: it has no such threshold */
    int32_t chips;                  /* for each time that it is paid */
    bool add_up, in_use;
    bool bounds_payments;              /* no player pays more than it for any hand */
    const struct kzi_limit_pays *pays; /* NULL: its worth is shared out like any other value */
};

/* A row of a table of values: the worth of totals from this one up to the next row. */
struct kzi_value_row {
    int32_t from_total, worth;
    struct kzi_place place;
};

/* The value of a total in units: each full `of` points of the total are worth `worth`; each point
 * left over is worth `rest`, which shares do not multiply. */
struct kzi_units {
    int32_t of; /* 0: the rules have no units */
    int32_t worth, rest;
};

/* The value of a hand before limits: the total itself, fu or another number doubled by the total,
 * or the row of a table. */
struct kzi_hand_value {
    bool doubling;
    int32_t start;              /* the number that is doubled; 0: the fu */
    int32_t plus;               /* doublings besides those by the total; may be negative */
    struct kzi_round round;     /* rounding of the result */
    struct kzi_value_row *rows; /* in rising order */
    size_t n_rows;              /* 0: no table */
    struct kzi_place table;     /* place of the key `table` */
    struct kzi_units units;     /* for totals of at least units.of */
};

enum kzi_role {
#define KZI_ROLE(name, key, says) KZI_ROLE_##name,
#include "rules/roles.def"
#undef KZI_ROLE
    KZI_ROLES
};

extern const char *const kzi_role_names[KZI_ROLES]; /* from roles.def */

/* Fractions are counted in this unit, which every denominator up to 8 divides. */
#define KZI_RATIO_UNIT 840

struct kzi_share {  /* a share of the value of a hand */
    bool written;   /* the rules name this payer; a dealer they do not name is one of the others */
    bool as_others; /* a discarder's share written so; the other members then have that share */
    int32_t times;  /* multiple of the value, in parts of KZI_RATIO_UNIT */
    int32_t plus;
    int32_t at_most; /* in points; 0: no bound */
    /* The multiple of the value that all payers pay together, in parts of KZI_RATIO_UNIT: this
     * payer pays it less what the others pay.  0: times and plus count. */
    int32_t in_all;
    int32_t rests; /* multiplier of the rest of units; 0: 1 */
};

struct kzi_shares {
    struct kzi_share of[KZI_ROLES];
};

/* The outcome that shares depend on: who wins, and whether the dealer discards. */
enum kzi_outcome { KZI_DEALER_WINS, KZI_OTHER_WINS, KZI_DEALER_DISCARDS, KZI_OUTCOMES };

/* Payers that replace the usual ones if a condition holds. */
struct kzi_other_payers {
    const struct kzi_condition *when;
    struct kzi_shares by[KZI_OUTCOMES];
    struct kzi_place place;
};

/* The payments for a limit: shares of its worth, and amounts. */
struct kzi_limit_payers {
    bool written; /* false: the usual shares */
    struct kzi_place place;
    struct kzi_shares by[KZI_OUTCOMES];
};

struct kzi_limit_pays {
    struct kzi_limit_payers self_draw, discard;
};

/* Tiles turned up after a win: every payer pays `each` points more for each tile in the class of
 * the winner's seat. */
struct kzi_birds {
    struct kzi_class of[KZI_SEATS];
    int32_t each; /* 0: the rules have none */
};

#define KZI_MAX_OTHER_PAYERS 8

struct kzi_payment {
    /* Points for each counter on the table.  OTHERS: from each payer; DEALER: added if the dealer
     * wins or pays; DISCARDER: from the discarder. */
    int32_t counter[KZI_ROLES];
    struct kzi_round round;
    struct kzi_birds birds;
    size_t n_other_payers;
    struct kzi_shares by[KZI_OUTCOMES];
    struct kzi_other_payers other_payers[KZI_MAX_OTHER_PAYERS]; /* the first that holds is used */
};

/* On a discard: the feeder pays as the discarder would, and the discarder pays as one of the
 * others. */
#define KZI_AS_DISCARDER (-1)

struct kzi_liable_fractions { /* in KZI_RATIO_UNIT */
    int32_t liable;           /* the feeder's; on a discard also KZI_AS_DISCARDER */
    int32_t rest;             /* that of the usual payers */
};

/* Liability of the player who fed the last set of one of these yaku. */
struct kzi_liability {
    uint16_t *yaku;
    size_t n_yaku;
    bool that_yaku; /* for the value of that yaku only; otherwise for the whole hand */
    /* A condition on the sets of that yaku that are there before the one that was fed; may be
     * NULL. */
    const struct kzi_condition *needs;
    bool feeder_counters; /* the feeder pays the counters even on a discard */
    struct kzi_liable_fractions self_draw, discard;
};

struct kzi_several_winners {
    uint8_t allowed; /* winners on one discard; 0: any number */
    bool first_counters;
};

/* Players who did not win pay each other the difference of the values of their hands. */
struct kzi_losers {
    bool settle, at_draw; /* at_draw: at an exhaustive draw too, among all players */
    int32_t dealer_times; /* multiplier if the dealer is one of the two */
};

/* The multiple of the chips of a hand that each payer pays. */
struct kzi_chip_payers {
    int32_t of[KZI_ROLES]; /* dealer's below 0: it is one of the others */
};

/* Chips, a second currency besides points. */
struct kzi_chips {
    struct kzi_chip_payers self_draw, discard;
};

/* A fine that a player pays to each player who is not fined at a draw. */
struct kzi_fine {
    const struct kzi_condition *when; /* condition on the unfinished hand; NULL: no fine */
    int32_t pays;
    bool instead; /* the fine replaces the payment for not being ready */
};

struct kzi_draw {
    int32_t not_ready_pay; /* by all who are not ready together */
    bool best_hand;        /* or each pays the most that a ready hand can be worth */
    struct kzi_fine fine;
    bool has_nagashi;
    uint8_t nagashi; /* index of a limit */
    const char **by_rule;
    size_t n_by_rule;
};

struct kzi_kong_money {
    /* The discarder of the tile pays `from`; otherwise it pays like the others. */
    bool from_written;
    int32_t from, others;
};

/* Passing on the money for kongs when another player wins on the discard after a kong. */
struct kzi_passing {
    const struct kzi_condition *when; /* condition on the winner's hand; NULL: never */
    /* For all kongs of the discarder; otherwise only for the last. */
    bool all;
    bool to_payers; /* back to the players who paid it; otherwise to the winner */
};

/* The players who give back the money for kongs at an exhaustive draw. */
enum kzi_kong_refund { KZI_NOT_GIVEN_BACK, KZI_GIVEN_BACK_BY_NOT_READY, KZI_GIVEN_BACK_BY_ALL };

struct kzi_kongs {
    bool in_use;
    struct kzi_kong_money money[KZI_KONG_KINDS];
    bool by_tile;
    uint8_t times[KZI_KINDS]; /* by kind: multiplier of the money for its kong; 0: 1 */
    enum kzi_kong_refund given_back;
    /* If this holds for the hand of a winner on a discard, the discarder pays for all kongs of the
     * others and receives nothing for kongs.  NULL: never. */
    const struct kzi_condition *discarder_pays;
    struct kzi_passing passing;
};

/* The payments that stakes of seats multiply: those between the dealer and another player, by the
 * stakes of both; or all, by the dealer's. */
struct kzi_stakes {
    enum kzi_staked { KZI_NO_STAKES, KZI_BOTH_STAKES, KZI_DEALERS_STAKE } hands, kongs;
};

struct kzi_payments {
    uint8_t dealer;
    bool winners_leave; /* the deal goes on without the winners */
    /* The first of several winners gets them; otherwise each gets its own bet back. */
    bool own_bets_to_first;
    /* Several winners share the other bets; otherwise the first gets them. */
    bool splits_bets;
    bool has_chips;
    int32_t bet;
    struct kzi_payment self_draw, discard;
    struct kzi_liability *liabilities; /* no two of them have a common yaku */
    size_t n_liabilities;              /* above 0: the rules have liability, even if for no yaku */
    struct kzi_chips chips;
    struct kzi_several_winners several;
    struct kzi_losers losers;
    struct kzi_stakes stakes;
    struct kzi_kongs kongs;
    struct kzi_draw draw;
};

/* The reasons for which the dealer of a deal is the dealer of the next one too. */
enum kzi_stay {
#define KZI_STAY(name, word) KZI_STAY_##name,
#include "rules/stays.def"
#undef KZI_STAY
    KZI_STAYS
};

extern const char *const kzi_stay_names[KZI_STAYS];

/* The end of a game. */
struct kzi_game_ends {
    uint8_t after; /* the wind of the last round */
    /* The wind of the last extra round, which are played while nobody has the target. */
    uint8_t extra;
    bool has_extra, has_below;
    int32_t below;      /* the game ends at once if a player has less */
    bool dealer_first;  /* the game ends in the last deal if a dealer who would stay is first */
    bool bets_to_first; /* first place gets the bets left on the table; otherwise nobody does */
};

/* A game of several deals: the points at the start, its end, and the points for places. */
struct kzi_game_rules {
    bool in_use;
    int32_t start, target;
    int32_t uma[KZI_SEATS]; /* by place */
    size_t n_uma;
    int32_t oka;            /* for first place; each player pays an equal part */
    int32_t to_return;      /* the same, written as the start plus each player's part */
    struct kzi_round round; /* rounding of scores, before points for places are added */
    bool shares_ties;       /* players who tie share the points for their places */
    int32_t chombo;         /* the cost of a foul at the end of the game */
    uint8_t stays;          /* enum kzi_stay as bits */
    struct kzi_game_ends ends;
};

/* Rules for yaku marked `combination`, which share sets. */
struct kzi_combinations {
    bool closed_covers; /* yaku that a covered yaku covers are covered too */
    bool account_once;  /* the combinations that count connect groups without a circle */
    bool non_identical; /* no yaku uses a set twice */
};

/* --- the whole ------------------------------------------------------------------------------- */

/* The meaning of a node whose text does not show it: a condition, or a class with a name. */
struct kzi_node_hash {
    const struct kzi_node *node;
    uint64_t hash;
};

struct kzi_model {
    struct kzi_arena *arena;
    const struct kzi_node *root;  /* the merged files */
    struct kzi_node_hash *hashes; /* sorted by node */
    size_t n_hashes;
    const struct kzi_source **files; /* the overlays, the requested file, its parent, ... */
    size_t n_files, n_overlays;
    const struct kzi_node *const *sheets; /* the overlays as written */

    bool part; /* it is a part of rulesets: files that extend it state what it leaves out */
    const char *id, *version;
    const char *label; /* the spec: id, settings and overlays */
    struct kzi_options options;
    const struct kzi_node *title, *source;
    const struct kzi_node *family; /* family of games, by which rulesets are listed; may be NULL */
    const char *language;          /* the default language of names; NULL: English */
    char digest[17];

    unsigned n_seats;                    /* E S W N, or the first ones */
    uint8_t claims;                      /* kinds of meld that may be claimed, as bits */
    uint8_t copies[KZI_COUNTS_CAPACITY]; /* by kind; 0: the kind is not played; from KZI_RED on, of
                                            the red fives of each suit, or KZI_UNSAID */
    kzi_kinds lent;                      /* kinds without tiles that wild tiles can be read as */
    uint8_t face_copies[KZI_FACES];      /* by face */
    uint32_t in_hand;                    /* flowers that are tiles of a hand, as bits */
    uint8_t dragons[KZI_SUITS];          /* by suit: the dragon that belongs to it; 0: none */
    uint8_t next[KZI_TILE_KINDS];        /* by indicator: the dora; KZI_NO_KIND: none */
    struct kzi_names wild_names;
    struct kzi_wild *wilds;
    bool asks_waits;       /* some condition depends on the number of waits */
    bool asks_wild_groups; /* some condition depends on which groups have wild tiles */
    struct kzi_names class_names;
    struct kzi_class *classes;

    struct kzi_names shape_names, circumstance_names, mark_names, yaku_names, limit_names;
    struct kzi_names known_words; /* words that hands may have, even unused ones */
    struct kzi_names table_names;
    struct kzi_table_word *table_words;
    struct kzi_names all_words; /* known words, then table words */
    struct kzi_shape shapes[KZI_MAX_SHAPES];
    /* For shapes of any tiles; otherwise NULL. */
    const struct kzi_condition *shape_when[KZI_MAX_SHAPES];
    struct kzi_box *boxes; /* spelled hands, list by list */
    size_t n_boxes;
    uint64_t *spellings; /* by list: the hash of its meaning */
    size_t n_spellings;
    struct kzi_circumstance *circumstances;
    struct kzi_mark marks[KZI_MAX_MARKS];
    struct kzi_yaku *yaku;
    uint16_t *cover_order; /* yaku that cover others, each after those that it covers */
    size_t n_cover_order;
    struct kzi_limit limits[KZI_MAX_LIMITS];
    const struct kzi_limit *payment_bound; /* the limit in use that bounds payments; may be NULL */
    bool waits_count_used_up;              /* a kind whose copies are all in the hand is a wait */
    bool melds_use_up;                     /* copies in melds count as used up for being ready */
    /* A hand with a wait among its own discards still wins on discards. */
    bool waits_count_own_discards;

    const char *unit;
    int32_t total_at_most; /* 0: unbounded */
    int32_t minimum;       /* total needed to win; 0: a complete hand always wins */
    int32_t minimum_value; /* value needed, after limits and factors */
    const struct kzi_condition *minimum_when; /* required of every winning reading; NULL: nothing */
    /* Yaku that do not count toward the minimum; may be NULL. */
    const struct kzi_node *minimum_without;

    struct kzi_combinations combinations;
    struct kzi_fu fu;
    struct kzi_hand_value hand_value;
    struct kzi_payments payments;
    struct kzi_game_rules game;
};

/* Return the liability for a yaku, or NULL. */
const struct kzi_liability *kzi_liability_for(const struct kzi_model *model, int yaku);

/* Loop over an array; list may be NULL if count is 0. */
#define KZI_EACH_OF(type, one, list, count)                                                        \
    for (const struct type *one = (list), *one##_end = one ? one + (count) : one;                  \
         one != one##_end; one++)
/* Loop over the yaku or the limits of rules. */
#define KZI_EACH_YAKU_OF(model, rule)                                                              \
    KZI_EACH_OF(kzi_yaku, rule, (model)->yaku, (model)->yaku_names.count)
#define KZI_EACH_LIMIT(model, limit)                                                               \
    KZI_EACH_OF(kzi_limit, limit, (model)->limits, (model)->limit_names.count)

/* Return the number of red fives of a suit; if the rules do not say it, 1. */
static inline int kzi_red_copies(const struct kzi_model *model, unsigned suit) {
    const unsigned copies = model->copies[KZI_RED + suit];
    return copies == KZI_UNSAID ? 1 : (int)copies;
}

#endif
