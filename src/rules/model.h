/* model.h - a ruleset as its files say it, typed: plain structs, no logic.
 *
 * The readers (reader/) make it from the merged nodes, checks.c checks it, and the floor above
 * compiles it.  Names have become numbers: a yaku, limit, shape, circumstance or mark is its index
 * in the model's list.  Everything lives in the arena of the ruleset and never changes again. */
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

extern const char *const kzi_seat_names[KZI_SEATS]; /* E S W N */

/* How many of the things named: least to most, or all of them (and at least one). */
struct kzi_quantity {
    bool all;
    uint8_t least, most; /* most 255: any number */
};

/* --- set phrases: "concealed pung of dragon" ------------------------------------------------- */

enum kzi_adjective {
    KZI_ANY_HOLD,
    KZI_IS_CONCEALED,
    KZI_IS_OPEN,
    KZI_IS_CLAIMED,
    KZI_IS_DECLARED /* claimed, or a concealed kong */
};
/* What a phrase says of the tiles of a group: none stands in for another, or all are wild. */
enum kzi_wildness { KZI_ANY_TILES, KZI_IS_NATURAL, KZI_IS_WILD };
enum kzi_noun { KZI_A_CHOW, KZI_A_PUNG, KZI_A_KONG, KZI_A_SET, KZI_A_PAIR, KZI_A_GROUP, KZI_NOUNS };

extern const char *const kzi_adjective_names[], *const kzi_wildness_names[];
extern const char *const kzi_noun_names[KZI_NOUNS];

#define KZI_CLAIMS_ALL 7 /* chow, pung, kong */

struct kzi_phrase {
    struct kzi_class class_; /* everything, where none is named; first, as an argument may be one */
    uint8_t adjective, noun;
    uint8_t wildness; /* enum kzi_wildness; only what counts groups names it */
    bool some;        /* "with": one tile of the group is in the class; else "of": all are */
};

/* How a class is written, for its words: classes of different names can be the same tiles. */
struct kzi_spelling {
    const char *class_; /* a name or tiles; NULL: none is written */
    bool other;         /* the tiles that are not in it */
};

/* --- patterns: [chow n a, chow n+1 a] -------------------------------------------------------- */

struct kzi_term {
    uint8_t adjective, noun; /* noun: chow, pung, kong or pair */
    bool any;                /* number counts from n; else it is the number itself */
    uint8_t number;
    uint8_t suit; /* 0-2 m p s; 3-5 the letters a b c */
};

struct kzi_pattern {
    uint8_t n_terms;
    bool twice; /* it has to be there twice, and the two share no group */
    struct kzi_term terms[KZI_MAX_TERMS];
};

/* Tiles with suit letters, "1112345678999a": counts of 4 bits by number, for m p s z a b c. */
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

/* How the value of a key is read, as conditions.def says. */
enum kzi_takes {
    KZI_TAKES_CONDITIONS,
    KZI_TAKES_CONDITION,
    KZI_TAKES_YAKU,
    KZI_TAKES_OPENNESS,
    KZI_TAKES_WAY,
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

/* What a condition measures something of, zeroed before it is filled in. */
struct kzi_argument {
    union {
        uint64_t shapes;               /* SHAPES */
        unsigned number;               /* CIRCUMSTANCES, MARKS, SCORED, SPELLINGS */
        struct kzi_class class_;       /* CLASS, CLASSES, SUMS; of tiles "all" those outside */
        struct kzi_phrase phrase;      /* PHRASES, and the pair of a class */
        struct kzi_pattern pattern;    /* PATTERN */
        struct kzi_tile_pattern tiles; /* TILES */
    };
    bool all;            /* PHRASES: the value is enum kzi_of_all instead of a number, ... */
    bool pairs;          /* ... of the sets, or of pairs too */
    uint8_t least, most; /* unless both are 0, the value is enum kzi_of_range instead of a number:
                            one of them is too large for a set of values */
};

/* The values of some measures. */
enum { KZI_VALUE_NO, KZI_VALUE_YES };
enum { KZI_VALUE_CLOSED, KZI_VALUE_OPEN };
enum { KZI_VALUE_SELF_DRAW, KZI_VALUE_DISCARD, KZI_VALUE_NOT_WON };
enum { KZI_VALUE_NOBODY = KZI_SEATS };
enum kzi_of_all { KZI_VALUE_NO_GROUP, KZI_VALUE_ALL, KZI_VALUE_NOT_ALL };
enum kzi_of_range { KZI_VALUE_BELOW, KZI_VALUE_WITHIN, KZI_VALUE_ABOVE };
enum { KZI_VALUE_NO_PAIR, KZI_VALUE_OTHER_PAIR, KZI_VALUE_PAIR };
enum { KZI_VALUE_NO_TILE = 63, KZI_VALUE_MOST = 63 };

/* A condition: that what its kind measures of an argument lies in a set of values, or that others
 * hold.  A not is pushed down: it is the other values, and the other operator. */
struct kzi_condition {
    enum kzi_condition_kind kind; /* its key */
    enum { KZI_TEST, KZI_ALL, KZI_ANY } op;
    bool denied; /* below an odd number of not; what it says then is not asked */
    /* All behind the key, as written; of a statement of several that alone. */
    const struct kzi_node *node;
    struct kzi_place place; /* of its key */
    /* of TEST */
    struct kzi_quantity quantity; /* as written; some, where it takes none */
    struct kzi_spelling spelling; /* the class that it names, alone or in a phrase */
    struct kzi_argument argument;
    uint64_t values; /* those wanted, by bit: 1 << 3 for exactly 3 of what is counted */
    /* of ALL and ANY, in the order of the file; of TEST there are none */
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

/* Bits of the values of hand and by. */
enum { KZI_HAND_CLOSED = 1 << KZI_VALUE_CLOSED, KZI_HAND_OPEN = 1 << KZI_VALUE_OPEN };
enum { KZI_BY_SELF_DRAW = 1 << KZI_VALUE_SELF_DRAW, KZI_BY_DISCARD = 1 << KZI_VALUE_DISCARD };
#define KZI_YES  (UINT64_C(1) << KZI_VALUE_YES)
#define KZI_NONE UINT64_C(1) /* of a number */
#define KZI_SOME (~KZI_NONE)

/* --- yaku ------------------------------------------------------------------------------------ */

#define KZI_NO_LIMIT 255

struct kzi_value {
    bool scored;   /* false: such a hand does not score the yaku */
    uint8_t limit; /* worth `number` times this limit; KZI_NO_LIMIT: `number` of the unit */
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

/* Which instances of the covered yaku: all, only those of the coverer's own sets, all but not what
 * the covered one covers in turn, or a number of them. */
enum kzi_which { KZI_COVERS_ALL, KZI_COVERS_OWN, KZI_COVERS_ONLY, KZI_COVERS_SOME };

struct kzi_cover {
    uint16_t yaku;
    uint8_t which; /* enum kzi_which */
    uint8_t number;
    bool series; /* not written: the covered yaku is worth less in their series */
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
    int32_t factor;                   /* multiplies the value of the hand; 0: it does not */
    const struct kzi_condition *when; /* NULL: always */
    enum kzi_each each;
    struct kzi_phrase each_set;
    const struct kzi_pattern *each_pattern;
    uint8_t each_mark;
    struct kzi_class each_class;
    struct kzi_spelling each_spelling; /* the class of each_set, or each_class */
    int32_t chips[2];                  /* each time that it counts in a closed, an open hand */
    bool bonus, alone, combination, in_use;
    bool all_hands;                /* counts in the hands of losers too */
    const struct kzi_node *series; /* only the best of it counts; NULL: none */
    bool in_series;                /* another yaku in use is in it too */
    struct kzi_cover *covers;
    size_t n_covers;
    struct kzi_example *examples;
    size_t n_examples;
};

/* Return the value of a yaku in hands of this openness. */
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
    bool after_kongs;                  /* of indicators: those after the first count too */
    uint8_t most;                      /* of flowers: how many the game has; 0: it is not said */
    uint8_t red_suits;                 /* of red tiles: bit per suit whose marked five counts */
    struct kzi_class class_;           /* of flowers and tiles laid aside: those that count */
    const struct kzi_condition *needs; /* what a hand that has such indicators must meet; or NULL */
};

/* A kind of wild tile: certain tiles, or those that a tile turned up says. */
struct kzi_wild {
    const char *id;
    struct kzi_place place; /* of its id */
    kzi_kinds tiles;
    uint32_t faces; /* flowers among them */
    bool shown;     /* the tile turned up is wild, ... */
    bool has_next;
    enum kzi_next_wild {
        KZI_NEXT_TOO,
        KZI_NEXT_ONLY
    } next; /* ... or the one after it in a circle */
    unsigned n_alike;
    struct kzi_alike { /* all are wild if one of them is turned up */
        kzi_kinds kinds;
        uint32_t faces;
    } alike[KZI_MAX_WILDS];
    kzi_kinds as;              /* what it can be taken for; its own kind is among them or not */
    int32_t copies;            /* of each joker */
    uint32_t in;               /* kinds of group in which it may stand in, by bit */
    struct kzi_place in_place; /* of the key that says it */
    bool claimed; /* another player may claim it; else it is in no meld, and wins on no discard */
    bool only_winning; /* only the winning tile stands in */
    int32_t at_most;   /* equal concealed tiles, stand-ins among them */
};

struct kzi_circumstance {
    const char *id;
    const struct kzi_node *name; /* NULL: the id in words */
    const struct kzi_node *node;
    uint64_t implies; /* bit per circumstance; its own among them */
    bool of_liable;   /* given too where a record says who is liable for this yaku: */
    uint16_t liable;
    bool of_discarder; /* given too where the deal says that the discarder bet */
    const struct kzi_condition *needs;
};

/* A word that players use at the table, which replaces words of a record. */
struct kzi_table_word {
    const struct kzi_node *given; /* the word that it stands for; NULL: the way or the seat alone */
    int8_t self_draw;             /* 1; 0: on a discard; -1: either */
    int8_t seat;                  /* -1: any */
};

/* --- fu -------------------------------------------------------------------------------------- */

struct kzi_fu_set {
    struct kzi_phrase phrase;
    struct kzi_spelling spelling;
    int16_t open, concealed;
    struct kzi_place place;
};

struct kzi_fu_pair {
    struct kzi_class class_;
    struct kzi_spelling spelling;
    int16_t fu;
    struct kzi_place place;
};

struct kzi_fu_item {
    const char *id;
    const struct kzi_node *name; /* NULL: the id in words */
    int16_t fu;
    const struct kzi_condition *when; /* NULL: always */
    bool each;                        /* for each of a mark */
    uint8_t each_mark;
    bool if_nothing; /* only where sets, pair and the other items add nothing */
    bool all_hands;  /* counts in the hands of losers too */
    struct kzi_place place;
};

/* HALF_DOWN: to the nearest, but exactly half is rounded down. */
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
    enum kzi_rounding way;
    int32_t to;
};

/* Rows of the point table, from some fu to others; least[1]: by self-draw. */
struct kzi_fu_row {
    int16_t first, last, step;
#define KZI_NO_TOTAL INT32_MAX /* no hand has these fu */
    int32_t least[2];          /* the lowest totals of such hands */
};

struct kzi_fu {
    bool in_use;
    int16_t flat[KZI_MAX_SHAPES]; /* 0: counted */
    int16_t start;
    struct kzi_fu_set *sets;
    size_t n_sets;
    struct kzi_fu_pair *pairs;
    size_t n_pairs;
    struct kzi_fu_item *items;
    size_t n_items;
    struct kzi_round round;
    struct kzi_fu_row *rows; /* a later one replaces the same fu of one before it */
    size_t n_rows;
};

/* --- value, limits, payments ----------------------------------------------------------------- */

struct kzi_limit {
    const char *id;
    const struct kzi_node *node;
    struct kzi_place place;
    int32_t worth;
    int32_t from_total, from_value; /* 0: not reached that way */
    int32_t chips;                  /* each time that it is paid */
    bool add_up, in_use;
    bool bounds_payments;              /* nobody pays more for a hand, whatever its value */
    const struct kzi_limit_pays *pays; /* NULL: its worth is shared out like any value */
};

/* A row of a table of values: totals from this one up to the next row are worth this much. */
struct kzi_value_row {
    int32_t from_total, worth;
    struct kzi_place place;
};

/* Every `of` of the total are worth so much, and each that is left `rest`, which is multiplied for
 * nobody. */
struct kzi_units {
    int32_t of; /* 0: there are none */
    int32_t worth, rest;
};

/* The value of a hand before limits: the total itself, fu or a number doubled by the total and
 * more, or the row of a table. */
struct kzi_hand_value {
    bool doubling;
    int32_t start;              /* what is doubled; 0: the fu */
    int32_t plus;               /* doublings besides the total; below 0: so many less */
    struct kzi_round round;     /* of what was doubled */
    struct kzi_value_row *rows; /* the lowest total first */
    size_t n_rows;              /* 0: there is no table */
    struct kzi_place table;     /* of its key */
    struct kzi_units units;     /* of totals that have one */
};

enum kzi_role {
#define KZI_ROLE(name, key, says) KZI_ROLE_##name,
#include "rules/roles.def"
#undef KZI_ROLE
    KZI_ROLES
};

extern const char *const kzi_role_names[KZI_ROLES]; /* the keys of roles.def */

#define KZI_RATIO_UNIT 840 /* fractions are counted in it: whole for every denominator to 8 */

struct kzi_share {  /* of the hand's value */
    bool said;      /* false: the rules name no such payer; a dealer is then one of the others */
    bool as_others; /* of a discarder: written so; the other members say what that means */
    int32_t times;  /* in parts of KZI_RATIO_UNIT */
    int32_t plus;
    int32_t at_most; /* points; 0: no bound */
    int32_t in_all; /* in parts of KZI_RATIO_UNIT: how often the value is paid, less what the others
                       pay; 0: times and plus count */
    int32_t rests;  /* how often the rest of units is paid; 0: once */
};

struct kzi_shares {
    struct kzi_share of[KZI_ROLES];
};

/* Who wins, and whether the dealer discards: what the shares depend on. */
enum kzi_outcome { KZI_DEALER_WINS, KZI_OTHER_WINS, KZI_DEALER_DISCARDS, KZI_OUTCOMES };

/* Payers that count instead of the usual ones if a condition holds. */
struct kzi_way {
    const struct kzi_condition *when;
    struct kzi_shares by[KZI_OUTCOMES];
    struct kzi_place place;
};

/* What is paid for a limit: shares of its worth, and amounts. */
struct kzi_limit_way {
    bool said; /* else the usual shares */
    struct kzi_place place;
    struct kzi_shares by[KZI_OUTCOMES];
};

struct kzi_limit_pays {
    struct kzi_limit_way self_draw, discard;
};

/* Tiles turned up after a win: for each that is in the class of the winner's seat every payer pays
 * so much more. */
struct kzi_birds {
    struct kzi_class of[KZI_SEATS];
    int32_t each; /* 0: they count for nothing */
};

#define KZI_MAX_WAYS 8

struct kzi_payment {
    /* points for each counter on the table; OTHERS: each payer; DEALER: between it and another */
    int32_t counter[KZI_ROLES];
    struct kzi_round round;
    struct kzi_birds birds;
    size_t n_ways;
    struct kzi_shares by[KZI_OUTCOMES];
    struct kzi_way ways[KZI_MAX_WAYS]; /* the first whose condition holds counts */
};

/* The feeder pays what the discarder would, and the discarder as one of the others. */
#define KZI_AS_DISCARDER (-1)

struct kzi_parts {  /* of KZI_RATIO_UNIT */
    int32_t liable; /* the feeder's; on a discard also KZI_AS_DISCARDER */
    int32_t rest;   /* the payers' */
};

/* The player who fed the last set of one of these yaku is liable for it. */
struct kzi_liability {
    uint16_t *yaku;
    size_t n_yaku;
    bool that_yakuman; /* answers for what that yaku is worth; else for the whole hand */
    /* Of the sets of that yaku, before anyone can have fed it; or NULL. */
    const struct kzi_condition *needs;
    bool feeder_counters; /* on a discard too the counters are the feeder's */
    struct kzi_parts self_draw, discard;
};

struct kzi_several_winners {
    uint8_t allowed; /* on one discard; 0: as many as there are */
    bool first_counters;
};

/* Those who did not win pay each other the difference of what their hands are worth. */
struct kzi_losers {
    bool settle, at_draw; /* at_draw: all of them do at an exhaustive draw too */
    int32_t dealer_times; /* how often they pay it if one of the two is the dealer */
};

/* How many times the chips of a hand each payer pays. */
struct kzi_chip_payers {
    int32_t of[KZI_ROLES]; /* the dealer's below 0: it is one of the others */
};

/* A second currency, next to points. */
struct kzi_chips {
    struct kzi_chip_payers self_draw, discard;
};

/* What somebody pays each of the others at a draw. */
struct kzi_fine {
    const struct kzi_condition *when; /* of the unfinished hand; NULL: nobody is fined */
    int32_t pays;
    bool instead; /* of what the player would pay for not being ready */
};

struct kzi_draw {
    int32_t not_ready_pay; /* in all */
    bool best_hand; /* or each pays the most that the hand of one who is ready can be worth */
    struct kzi_fine fine;
    bool has_nagashi;
    uint8_t nagashi; /* a limit */
    const char **by_rule;
    size_t n_by_rule;
};

struct kzi_kong_money {
    bool from_said; /* whoever discarded the tile pays a part of its own; else what others pay */
    int32_t from, others;
};

/* Money for kongs moves on when another wins on the discard after one. */
struct kzi_passing {
    const struct kzi_condition *when; /* of the winner's hand; NULL: it never does */
    bool all;                         /* for all kongs of the discarder, else for the last alone */
    bool to_payers;                   /* back to those who paid it, else to the winner */
};

/* Who is not paid for kongs at an exhaustive draw. */
enum kzi_given_back { KZI_NOT_GIVEN_BACK, KZI_GIVEN_BACK_BY_NOT_READY, KZI_GIVEN_BACK_BY_ALL };

struct kzi_kongs {
    bool in_use;
    struct kzi_kong_money money[KZI_KONG_KINDS];
    bool by_tile;
    uint8_t times[KZI_KINDS]; /* the money for a kong of this kind; 0: once */
    enum kzi_given_back given_back;
    /* Of the hand of a winner on a discard; if it holds, the discarder pays for all kongs of the
     * others and is paid for none.  NULL: it never does. */
    const struct kzi_condition *discarder_pays;
    struct kzi_passing passing;
};

/* What the stakes of seats multiply: what passes between the dealer and another by both of theirs,
 * or everything by the dealer's. */
struct kzi_stakes {
    enum kzi_staked { KZI_NO_STAKES, KZI_BOTH_STAKES, KZI_DEALERS_STAKE } hands, kongs;
};

struct kzi_payments {
    uint8_t dealer;
    bool winners_leave;     /* the deal goes on without them */
    bool own_bets_to_first; /* of several winners; else each gets the own bet back */
    bool splits_bets;       /* several winners share the other bets; else the first gets them */
    bool has_chips;
    int32_t bet;
    struct kzi_payment self_draw, discard;
    struct kzi_liability *liabilities; /* none of them has a yaku of another */
    size_t n_liabilities;              /* above 0: the rules know liability, even if of no yaku */
    struct kzi_chips chips;
    struct kzi_several_winners several;
    struct kzi_losers losers;
    struct kzi_stakes stakes;
    struct kzi_kongs kongs;
    struct kzi_draw draw;
};

/* What lets the dealer of a deal be the dealer of the next one too. */
enum kzi_stay {
#define KZI_STAY(name, word) KZI_STAY_##name,
#include "rules/stays.def"
#undef KZI_STAY
    KZI_STAYS
};

extern const char *const kzi_stay_names[KZI_STAYS];

/* How a game ends. */
struct kzi_game_ends {
    uint8_t after; /* the wind of the last round */
    uint8_t extra; /* that of the last of the rounds that follow while nobody has the target */
    bool has_extra, has_below;
    int32_t below;      /* at once, if anybody has less */
    bool dealer_first;  /* in the last deal, if the dealer who would stay is first */
    bool bets_to_first; /* bets left on the table belong to first place; else to nobody */
};

/* A game of several deals: what the players begin with, how it ends, and what places are worth. */
struct kzi_game_rules {
    bool in_use;
    int32_t start, target;
    int32_t uma[KZI_SEATS]; /* first place first */
    size_t n_uma;
    int32_t oka;            /* for first place, of which each player pays a part */
    int32_t to_return;      /* as a file may say it instead: the start and each player's part */
    struct kzi_round round; /* of scores, before places are worth anything */
    bool shares_ties;       /* those who tie share what their places are worth */
    int32_t chombo;         /* what a foul costs in the end */
    uint8_t stays;          /* bit per enum kzi_stay */
    struct kzi_game_ends ends;
};

/* How the yaku marked `combination` may share sets. */
struct kzi_combinations {
    bool closed_covers; /* what a covered yaku covers is covered too */
    bool account_once;  /* the chosen ones join groups without a circle */
    bool non_identical; /* no set twice in one yaku */
};

/* --- the whole ------------------------------------------------------------------------------- */

/* What a node means whose text does not say it: a condition, or a class by its name. */
struct kzi_note {
    const struct kzi_node *node;
    uint64_t hash;
};

struct kzi_model {
    struct kzi_arena *arena;
    const struct kzi_node *root; /* the merged files */
    struct kzi_note *notes;      /* by node */
    size_t n_notes;
    const struct kzi_source **files; /* overlays, the file asked for, its parent, ... */
    size_t n_files, n_overlays;
    const struct kzi_node *const *sheets; /* the overlays as they are written */

    bool part; /* no ruleset by itself: what it leaves out is said by files that extend it */
    const char *id, *version;
    const char *label; /* the id, with the settings and overlays that are not its own */
    struct kzi_options options;
    const struct kzi_node *title, *source;
    const struct kzi_node *family; /* of games, that lists of rulesets group it under; or NULL */
    const char *language;          /* of names, where nobody asks for another; NULL: English */
    char digest[17];

    unsigned n_seats;                    /* E S W N, or the first of them */
    uint8_t claims;                      /* melds that may be claimed, bit per kind of meld */
    uint8_t copies[KZI_COUNTS_CAPACITY]; /* by kind; 0: these rules play without it */
    kzi_kinds lent; /* kinds of which there is none, but for which wild tiles can be taken */
    uint8_t face_copies[KZI_FACES]; /* by face */
    uint32_t in_hand;               /* the flowers that are tiles of a hand, by bit */
    bool has_dragons;
    uint8_t dragons[KZI_SUITS];   /* the dragon that belongs to each suit */
    uint8_t next[KZI_TILE_KINDS]; /* the dora after the indicator; KZI_NO_KIND: none */
    struct kzi_names wild_names;
    struct kzi_wild *wilds;
    bool asks_wild_groups; /* some condition asks which groups have wild tiles */
    struct kzi_names class_names;
    struct kzi_class *classes;

    struct kzi_names shape_names, circumstance_names, mark_names, yaku_names, limit_names;
    struct kzi_names known_words; /* words a hand may carry, used here or not */
    struct kzi_names table_names;
    struct kzi_table_word *table_words;
    struct kzi_names all_words; /* the known words, then the table words */
    struct kzi_shape shapes[KZI_MAX_SHAPES];
    const struct kzi_condition *shape_when[KZI_MAX_SHAPES]; /* of shapes of any tiles; else NULL */
    struct kzi_box *boxes; /* hands that are spelled, list by list */
    size_t n_boxes;
    uint64_t *spellings; /* by list: the hash of what it means */
    size_t n_spellings;
    struct kzi_circumstance *circumstances;
    struct kzi_mark marks[KZI_MAX_MARKS];
    struct kzi_yaku *yaku;
    uint16_t *cover_order; /* yaku that cover others, after all that they cover */
    size_t n_cover_order;
    struct kzi_limit limits[KZI_MAX_LIMITS];
    const struct kzi_limit *payment_bound; /* the limit in use that bounds payments; or NULL */
    bool waits_count_used_up;              /* a tile whose copies the hand itself holds is a wait */
    bool melds_use_up;             /* of these copies, those in melds count too for being ready */
    bool waits_count_own_discards; /* else whoever waits for one wins on no discard */

    const char *unit;
    int32_t total_at_most;                    /* 0: no bound */
    int32_t minimum;                          /* 0: a complete hand wins with nothing scored */
    int32_t minimum_value;                    /* of the hand, limits and factors included */
    const struct kzi_condition *minimum_when; /* what every winning reading meets; NULL: nothing */
    const struct kzi_node *minimum_without;   /* yaku that do not count toward it; or NULL */

    struct kzi_combinations combinations;
    struct kzi_fu fu;
    struct kzi_hand_value hand_value;
    struct kzi_payments payments;
    struct kzi_game_rules game;
};

/* Return the liability for a yaku, or NULL. */
const struct kzi_liability *kzi_liability_for(const struct kzi_model *model, int yaku);

/* Loop over an array, which may have no elements and then be NULL. */
#define KZI_EACH_OF(type, one, list, count)                                                        \
    for (const struct type *one = (list), *one##_end = one ? one + (count) : one;                  \
         one != one##_end; one++)
/* Loop over the yaku or the limits of rules. */
#define KZI_EACH_YAKU_OF(model, rule)                                                              \
    KZI_EACH_OF(kzi_yaku, rule, (model)->yaku, (model)->yaku_names.count)
#define KZI_EACH_LIMIT(model, limit)                                                               \
    KZI_EACH_OF(kzi_limit, limit, (model)->limits, (model)->limit_names.count)

#endif
