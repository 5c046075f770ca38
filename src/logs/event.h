/* event.h - the model of a game: what happens at the table, event by event, whatever the format of
 * the log.
 *
 * A reader (logs/reader.h) makes the events, and the replayer (logs/replayer.h) takes them.
 * Players count from 0 in the order of the log and keep their number for the whole game; seats turn
 * with the deal. */
#ifndef KZI_LOG_EVENT_H
#define KZI_LOG_EVENT_H

#include "hand/deal.h"
#include "rules/tree/node.h"

#define KZI_MAX_LOGGED_YAKU 24
#define KZI_MAX_RULE_WORDS  16
#define KZI_PLAYER_NAME     64 /* bytes, with the NUL */

#define KZI_HIDDEN_TILE KZI_KINDS /* the kind of a tile that the log does not show */
#define KZI_NOT_SAID    INT64_MIN /* a number that the log does not say */
#define KZI_LAST_ACTOR  UINT8_MAX /* the player who drew, discarded or melded last */

struct kzi_log_tile {
    uint8_t kind;
    bool red;
};

enum kzi_log_event_kind {
    KZI_EVENT_GAME, /* a game begins: players, rules */
    KZI_EVENT_NAME, /* what a player is called: name */
    KZI_EVENT_DEAL, /* a round begins: round, player (the dealer), scores, counters, bets */
    KZI_EVENT_HAND, /* the tiles that a player is dealt, all or none hidden; the dealer's 14th is
                       drawn */
    KZI_EVENT_DORA, /* tiles: the indicator that is turned, or all that were turned so far */
    /* What a player does, up to a win. */
    KZI_EVENT_DRAW,       /* tiles[0], may be hidden; replaces one after a kong or one laid aside */
    KZI_EVENT_DISCARD,    /* tiles[0]; riichi: declared with it */
    KZI_EVENT_CLAIM,      /* a chow, pung or kong: its tiles, of which the last discard is claimed;
                             hidden ones are like that */
    KZI_EVENT_OWN_KONG,   /* a concealed kong: its tiles, or one of them */
    KZI_EVENT_KONG,       /* its tiles: concealed after the player's own draw, else claimed */
    KZI_EVENT_ADDED_KONG, /* tiles[0] is added to a claimed pung */
    KZI_EVENT_ASIDE,      /* tiles[0] is laid aside */
    KZI_EVENT_FLOWER,     /* a flower is laid down and replaced */
    KZI_EVENT_RIICHI,     /* declared; the discard follows */
    KZI_EVENT_BET,        /* the discard passed, and the bet is placed, in logs that say so */
    /* The end of a round, or of the game. */
    KZI_EVENT_WIN,      /* win; tiles: ura indicators; of a hidden hand shown and winning */
    KZI_EVENT_NO_WIN,   /* the round is drawn: win.draw and win.payments */
    KZI_EVENT_WON_HAND, /* hand: all that is known of a round */
    KZI_EVENT_END       /* the game is over: scores, points */
};

/* A yaku that a log names. */
struct kzi_logged_yaku {
    const struct kzi_node *ids;  /* the id of one of ours, or a list; NULL: the dialect lacks it */
    int64_t value;               /* at most INT16_MAX, or KZI_NOT_SAID */
    char name[2 * KZI_MAX_WORD]; /* what the log calls it, if it is unknown; cut if it is longer */
};

/* What a log says of a win or a draw.  Everything but from, draw and ready is only compared with
 * what the rules make of the round. */
struct kzi_logged_win {
    uint8_t from;     /* the discarder; the winner itself on a self-draw; or KZI_LAST_ACTOR */
    const char *draw; /* of a draw: the rules' word for it; NULL: not said */
    bool has_ready;   /* of a draw */
    uint8_t ready;    /* players, by bit; needed of hidden hands only */
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
    uint8_t n_flowers; /* HAND: besides the tiles */
    struct kzi_log_tile tiles[14];
    int8_t claimed; /* CLAIM: which of the tiles; -1: the one like the discard */
    bool all;       /* DORA */
    bool riichi;    /* DISCARD */
    int left;       /* tiles that the next player could draw; -1: not said */
    /* GAME */
    uint8_t n_players;
    unsigned n_words;
    char words[KZI_MAX_RULE_WORDS][12]; /* what the log says of its rules */
    char name[KZI_PLAYER_NAME];         /* NAME; cut if it is longer */
    /* DEAL */
    uint8_t wind, number; /* East 2: 0, 1 */
    uint32_t counters, bets;
    unsigned n_scores;               /* also of END; 0: the log does not say them */
    int64_t scores[KZI_MAX_PLAYERS]; /* the same */
    const struct kzi_hand *hand;     /* WON_HAND */
    /* END */
    bool has_points;
    int64_t points[KZI_MAX_PLAYERS]; /* what the game came to for each player */
    /* WIN, NO_WIN */
    uint8_t n_shown;
    struct kzi_log_tile shown[14], winning;
    struct kzi_logged_win win;
};

#endif
