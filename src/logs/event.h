/* event.h - the events of a game, whatever the format of its log.
 *
 * A reader (logs/reader.h) makes the events, and the replayer (logs/replayer.h) takes them.
 * Players are numbered from 0 in the order of the log and keep their number for the whole game;
 * seats rotate with the deal. */
#ifndef KZI_LOG_EVENT_H
#define KZI_LOG_EVENT_H

#include "hand/deal.h"
#include "rules/tree/node.h"

#define KZI_MAX_LOGGED_YAKU 24
#define KZI_MAX_RULE_WORDS  16
#define KZI_PLAYER_NAME     64 /* bytes of a name, with the NUL */

#define KZI_HIDDEN_TILE KZI_KINDS /* the kind of a tile that the log does not show */
#define KZI_NOT_SAID    INT64_MIN /* a number that the log does not give */
#define KZI_LAST_ACTOR  UINT8_MAX /* the player who drew, discarded or melded last */

struct kzi_log_tile {
    uint8_t kind;
    bool red;
};

enum kzi_log_event_kind {
    KZI_EVENT_GAME, /* a game begins: players, rules */
    KZI_EVENT_NAME, /* the name of a player: name */
    KZI_EVENT_DEAL, /* a round begins: round, player (the dealer), scores, counters, bets */
    KZI_EVENT_HAND, /* the tiles dealt to a player, all of them shown or all hidden; the dealer's
                       14th is a draw */
    KZI_EVENT_DORA, /* tiles: the indicator turned up, or all that were turned up so far */
    /* Actions of a player: */
    KZI_EVENT_DRAW,    /* tiles[0], may be hidden; replaces a tile after a kong or one laid aside */
    KZI_EVENT_DISCARD, /* tiles[0]; riichi: declared with it */
    KZI_EVENT_CLAIM, /* a chow, pung or kong: its tiles, one of which is the last discard; a hidden
                        one equals it */
    KZI_EVENT_OWN_KONG, /* a concealed kong: its tiles, or one of them */
    KZI_EVENT_KONG, /* its tiles: a concealed kong if the player drew last, else a claimed one */
    KZI_EVENT_ADDED_KONG, /* tiles[0] is added to a claimed pung */
    KZI_EVENT_ASIDE,      /* tiles[0] is laid aside */
    KZI_EVENT_FLOWER,     /* a flower is laid down and replaced */
    KZI_EVENT_RIICHI,     /* declared; the discard follows */
    KZI_EVENT_BET,        /* the discard passed and the bet is placed, in logs that say so */
    /* The end of a round or of the game: */
    KZI_EVENT_WIN, /* win; tiles: ura indicators; shown and winning: the hand, if it was hidden */
    KZI_EVENT_NO_WIN,   /* the round is drawn: win.draw and win.payments */
    KZI_EVENT_WON_HAND, /* hand: the only known data of a round */
    KZI_EVENT_END       /* the game is over: scores, points */
};

/* A yaku in a log. */
struct kzi_logged_yaku {
    const struct kzi_node *ids;  /* an id or a list of ids; NULL: the dialect lacks the name */
    int64_t value;               /* at most INT16_MAX, or KZI_NOT_SAID */
    char name[2 * KZI_MAX_WORD]; /* the name in the log, if it is unknown; cut if it is longer */
};

/* A win or a draw as the log gives it.  `from`, `draw` and `ready` are used; the rest is only
 * compared with the result by the rules. */
struct kzi_logged_win {
    uint8_t from;     /* the discarder; on a self-draw the winner; or KZI_LAST_ACTOR */
    const char *draw; /* of a draw: its name in the rules; NULL: not given */
    bool has_ready;   /* of a draw: `ready` is given */
    uint8_t ready;    /* players, by bit; only needed if hands are hidden */
    bool has_payments;
    unsigned n_yaku; /* 0: the log does not name them */
    struct kzi_logged_yaku yaku[KZI_MAX_LOGGED_YAKU];
    int64_t total, fu, points;         /* or KZI_NOT_SAID */
    int64_t payments[KZI_MAX_PLAYERS]; /* by player */
};

struct kzi_log_event {
    enum kzi_log_event_kind kind;
    uint8_t player;
    uint8_t n_tiles;
    uint8_t n_flowers; /* of HAND: number of flowers, which are not among the tiles */
    struct kzi_log_tile tiles[14];
    int8_t claimed; /* of CLAIM: index of the claimed tile; -1: the tile that equals the discard */
    bool all;       /* of DORA: tiles has all indicators */
    bool riichi;    /* of DISCARD */
    int left;       /* tiles left to draw; -1: not given */
    /* GAME: */
    uint8_t n_players;
    unsigned n_words;
    char words[KZI_MAX_RULE_WORDS][12]; /* the words of the log for its rules */
    char name[KZI_PLAYER_NAME];         /* of NAME; cut if it is longer */
    /* DEAL: */
    uint8_t wind, number; /* East 2: 0, 1 */
    uint32_t counters, bets;
    unsigned n_scores;               /* also of END; 0: not given */
    int64_t scores[KZI_MAX_PLAYERS]; /* the same */
    const struct kzi_hand *hand;     /* of WON_HAND */
    /* END: */
    bool has_points;
    int64_t points[KZI_MAX_PLAYERS]; /* the result of the game, by player */
    /* WIN, NO_WIN: */
    uint8_t n_shown;
    struct kzi_log_tile shown[14], winning;
    struct kzi_logged_win win;
};

#endif
