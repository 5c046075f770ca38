/* kazoe.h - score mahjong hands by rules that are data.
 *
 * Ownership  What a *_new or *_load hands out is yours: give it back to the *_free of the same
 *            noun (NULL is accepted).  A pointer that an accessor returns belongs to the object
 *            asked and dies with it, or with its next change.
 * Threads    There is no global state.  Once loaded, a kz_ruleset is shared freely between threads,
 *            because no call of this header changes what it says.  kz_ruleset_prove_covers
 *            (kazoe-analysis.h) does: call it before.  A kz_hand or a kz_result is for one thread
 *            at a time.
 * Errors     KZ_OK is 0.  Where a call takes a kz_error, NULL is accepted; on any status but
 *            KZ_OK it says what is wrong and where.  A hand that does not win is KZ_OK: ask
 *            kz_result_wins.
 * NULL       An argument that may be NULL says so; kz_*_free takes it, and a call that returns a
 *            kz_status answers it with KZ_BAD_USAGE.  No other call may be given NULL.
 * Structs    One that begins with its size may have more members in a later release: set size to
 *            its sizeof, and zero what you do not use.  Others never change.
 * Silence    The library never prints, exits, aborts, reads the environment or touches the
 *            locale. */
#ifndef KAZOE_H
#define KAZOE_H

#include <stddef.h>
#include <stdint.h>

#define KZ_VERSION_MAJOR 1
#define KZ_VERSION_MINOR 0
#define KZ_VERSION_PATCH 0

#if defined(__GNUC__)
#define KZ_API __attribute__((visibility("default")))
#else
#define KZ_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef struct kz_ruleset kz_ruleset; /* compiled rules; threads share them */
typedef struct kz_hand kz_hand;       /* tiles, melds, the winning tile, the circumstances */
typedef struct kz_result kz_result;   /* what a hand is worth, and why; reused from hand to hand */

typedef enum kz_status {
    KZ_OK = 0,
    KZ_BAD_USAGE, /* an argument that no program should pass: NULL where an object belongs */
    KZ_BAD_HAND,  /* not a hand: five of a tile, an unknown word, ippatsu without riichi */
    KZ_BAD_RULES, /* a rule file that is not YAML, or whose rules make no sense */
    KZ_NOT_FOUND, /* no such rule file, or no such hand */
    KZ_NO_MEMORY, /* an allocation failed */
    KZ_IO         /* a file could not be read */
} kz_status;

typedef enum kz_severity { KZ_WARNING, KZ_ERROR } kz_severity;

typedef enum kz_seat { KZ_EAST, KZ_SOUTH, KZ_WEST, KZ_NORTH } kz_seat;

/* What is wrong, and where.  For a rule file: file, line, column and the line itself.  For a hand:
 * code, and column within the line or within the value of key. */
typedef struct kz_error {
    kz_status status;
    kz_severity severity;
    int line;         /* from 1; 0: no line to point at */
    int column;       /* from 1, in characters; 0: no column */
    int shown_column; /* the same place within shown; 0: nothing to point at */
    char code[24];    /* of a hand: "tile_count", ...; of a log: "bad_log"; of a rule file: "" */
    char key[24];     /* of a JSON record: whose value column counts in; else "" */
    char file[256];   /* of a rule file; the end of the path if it is longer */
    char text[512];   /* one sentence or two, no newline */
    char shown[160];  /* the line of the file, or the part of it around the column */
} kz_error;

/* A receiver of every diagnostic of one load, warnings too, in the order of the files; each lasts
 * until it returns.  It must return: it may not jump or throw out of the call. */
typedef void kz_diag(void *payload, const kz_error *diagnostic);

/* Of the library that is running, "1.0.0". */
KZ_API const char *kz_version(void);

/* One short phrase for a status, in English. */
KZ_API const char *kz_status_text(kz_status status);

/* The codes of errors of hands and deals, by number from 1 to kz_error_code_count(), in the order
 * of the checks; NULL for another number.  Codes never change, numbers may with the library. */
KZ_API size_t kz_error_code_count(void);
KZ_API const char *kz_error_code(size_t number);

/* Write "FILE:LINE:COLUMN: error: TEXT", the line and a caret, or "COLUMN: error: TEXT" for a
 * hand, with newlines, without a last one.  Like snprintf: returns the length needed, writes at
 * most size bytes with the terminating NUL. */
KZ_API size_t kz_error_write(const kz_error *error, char *buffer, size_t size);

/* --- rulesets -------------------------------------------------------------------------------- */

#define KZ_MAX_OVERLAYS 16
#define KZ_MAX_SETTINGS 4096

/* What goes with a rule file.  Begins with its size: {.size = sizeof how}.  No text has to last
 * longer than the call. */
typedef struct kz_load_options {
    size_t size;
    const char *search; /* folders, colons between, that parents are looked up in by name */
    const char *const *overlays; /* paths of house-rule files laid over it, in any order */
    size_t n_overlays;           /* KZ_MAX_OVERLAYS at most */
    const char *const *settings; /* of the ruleset's options: "OPTION=VALUE" */
    size_t n_settings;           /* KZ_MAX_SETTINGS at most */
    /* Not 0: outside the folders that names are looked up in nothing is followed but the paths
     * given here, and these must be no links: for files that strangers sent. */
    int confined;
} kz_load_options;

/* Load, check and compile the rule file at path.  A parent that it extends by name is looked
 * up next to it, then in the folders of how->search, then in the folder that the package installed
 * its rules to.  how may be NULL.  diag (may be NULL) receives every error and warning; err the
 * first error.  On failure *out is NULL. */
KZ_API kz_status kz_ruleset_load(kz_ruleset **out, const char *path, kz_diag *diag, void *payload,
                                 kz_error *err);
KZ_API kz_status kz_ruleset_load_with(kz_ruleset **out, const char *path,
                                      const kz_load_options *how, kz_diag *diag, void *payload,
                                      kz_error *err);
/* Load a ruleset by its spelling, as kz_ruleset_label has it and -r of the command takes it:
 * "tenhou open_tanyao=no + local-yaku", a name or a path, then options, and after each + an
 * overlay.  A name (kazoe list) is looked up in the folders of search (colons between; NULL: none),
 * then in the folder of the installed rules, that of an overlay in the folder overlays of each; a
 * path begins with /, ./ or ../, or ends in .yaml.  A word with a blank, +, = or a quote in it
 * stands in double quotes, with a \ before a quote or a \.  diag and err as above; KZ_NOT_FOUND if
 * there is no such ruleset or overlay.
 *
 * Whoever wrote a spelling with paths chooses files to read, and errors quote their lines: "tenhou
 * + /etc/passwd".  Open one from a stranger with how->confined, which refuses paths in it.  The
 * overlays and settings of how are added to those of the spelling. */
KZ_API kz_status kz_ruleset_open(kz_ruleset **out, const char *spec, const char *search,
                                 kz_diag *diag, void *payload, kz_error *err);
KZ_API kz_status kz_ruleset_open_with(kz_ruleset **out, const char *spec,
                                      const kz_load_options *how, kz_diag *diag, void *payload,
                                      kz_error *err);
/* Read a spelling for programs that find files themselves, as one JSON object: {"ruleset":"NAME",
 * "settings":["OPTION=VALUE"],"overlays":["NAME"]}.  *needed (may be NULL) is the length needed (0
 * on an error), and at most size bytes are written with the terminating NUL.  KZ_BAD_RULES, and
 * where in file "ruleset", if it is no spelling. */
KZ_API kz_status kz_spec_json(const char *spec, char *buffer, size_t size, size_t *needed,
                              kz_error *err);

/* A rule file in memory: len bytes, which need no NUL after them. */
typedef struct kz_rule_text {
    const char *name; /* of the file, for messages and labels: "club.yaml"; of a parent, the name
                         that it is extended by: "base/riichi" */
    const char *text;
    size_t len;
} kz_rule_text;

/* Find a parent by its name: set *text and *len and return 1, or return 0 if there is none of
 * that name.  The text is copied before anything else is asked for.  A name is never a path
 * that leads out of a folder: it begins with no /, does not end in .yaml, and no part between
 * slashes is empty or begins with a dot; other characters, such as blanks and ~, are as the file
 * has them.  It must return: it may not jump or throw out of the call. */
typedef int kz_rule_finder(void *context, const char *name, const char **text, size_t *len);

/* What goes with a rule text, within the same limits.  Begins with its size: {.size = sizeof how}.
 */
typedef struct kz_load_text_options {
    size_t size;
    const kz_rule_text *overlays; /* house rules laid over it, in any order */
    size_t n_overlays;
    const char *const *settings; /* of the ruleset's options: "OPTION=VALUE" */
    size_t n_settings;
    const kz_rule_text *parents; /* texts that may be extended, and perhaps more */
    size_t n_parents;
    /* Asked for a parent that is not among these, 64 times at most; or NULL. */
    kz_rule_finder *find;
    void *context; /* for find */
} kz_load_text_options;

/* Load, check and compile a rule file that is in memory, and read nothing from disk.  A text
 * has no folder, so `extends` finds parents by their names alone: among how->parents, then by
 * how->find.  What a parent "base/riichi" extends as "classic" is looked up as "base/classic", then
 * as "classic".  The ruleset is the same as of equal files, its digest too, and the same limits
 * hold. No text has to last longer than the call.  how may be NULL; diag and err as above. */
KZ_API kz_status kz_ruleset_load_text(kz_ruleset **out, const kz_rule_text *rules,
                                      const kz_load_text_options *how, kz_diag *diag, void *payload,
                                      kz_error *err);
KZ_API void kz_ruleset_free(kz_ruleset *rules);

KZ_API const char *kz_ruleset_id(const kz_ruleset *rules);
/* Its spelling, with its id in place of a path: "ID OPTION=VALUE + local-yaku + club.yaml". */
KZ_API const char *kz_ruleset_label(const kz_ruleset *rules);
KZ_API const char *kz_ruleset_version(const kz_ruleset *rules); /* of the rules; "" if not said */
KZ_API const char *kz_ruleset_digest(const kz_ruleset *rules);  /* 16 hex digits */
/* The title in a language ("en", "ja", ...); if not in that, in English, else in any; the id, if
 * there is none. */
KZ_API const char *kz_ruleset_title(const kz_ruleset *rules, const char *language);

KZ_API const char *kz_ruleset_unit(const kz_ruleset *rules); /* of totals: "fan" */
KZ_API int kz_ruleset_seats(const kz_ruleset *rules);        /* 2 to 4: E, S, W, N, or the first */
KZ_API int kz_ruleset_has_chips(const kz_ruleset *rules);    /* 1 or 0 */

/* One JSON object for programs that show rules and enter hands: title, tiles, red fives, flowers,
 * indicators, seats, circumstances, yaku, limits and options, with their names by language. Return
 * as snprintf; 0 if memory ran out. */
KZ_API size_t kz_ruleset_json(const kz_ruleset *rules, char *buffer, size_t size);

/* Yaku, limits and options have numbers from 0 in the ruleset's order, the same for rulesets of the
 * same digest.  find: the number of an id, -1 if there is none.  Past the last, texts are NULL.
 * name: in a language, else in English, else in any, else the id. */
KZ_API size_t kz_ruleset_yaku_count(const kz_ruleset *rules);
KZ_API int kz_ruleset_yaku_find(const kz_ruleset *rules, const char *id);
KZ_API const char *kz_ruleset_yaku_id(const kz_ruleset *rules, size_t number);
KZ_API const char *kz_ruleset_yaku_name(const kz_ruleset *rules, size_t number,
                                        const char *language);
KZ_API int kz_ruleset_yaku_in_use(const kz_ruleset *rules, size_t number);   /* 0: never counts */
KZ_API int kz_ruleset_yaku_is_bonus(const kz_ruleset *rules, size_t number); /* such as dora */

KZ_API size_t kz_ruleset_limit_count(const kz_ruleset *rules);
KZ_API int kz_ruleset_limit_find(const kz_ruleset *rules, const char *id);
KZ_API const char *kz_ruleset_limit_id(const kz_ruleset *rules, size_t number);
KZ_API const char *kz_ruleset_limit_name(const kz_ruleset *rules, size_t number,
                                         const char *language);

/* name: the question that an option decides.  value: as the ruleset was loaded; default_value:
 * without settings.  choice: its values by index from 0; an option of points has none, and takes
 * any whole number. */
KZ_API size_t kz_ruleset_option_count(const kz_ruleset *rules);
KZ_API int kz_ruleset_option_find(const kz_ruleset *rules, const char *id);
KZ_API const char *kz_ruleset_option_id(const kz_ruleset *rules, size_t number);
KZ_API const char *kz_ruleset_option_name(const kz_ruleset *rules, size_t number,
                                          const char *language);
KZ_API const char *kz_ruleset_option_value(const kz_ruleset *rules, size_t number);
KZ_API const char *kz_ruleset_option_default(const kz_ruleset *rules, size_t number);
KZ_API const char *kz_ruleset_option_choice(const kz_ruleset *rules, size_t number, size_t index);

/* --- hands ----------------------------------------------------------------------------------- */

/* NULL if memory ran out. */
KZ_API kz_hand *kz_hand_new(void);
KZ_API void kz_hand_free(kz_hand *hand);

#define KZ_MAX_KNOWN 16 /* rulesets */

/* Words in hands parsed from now on are looked up among those these rules know, besides any named
 * before, and an unknown one is an error of kz_hand_parse; KZ_BAD_USAGE for more than KZ_MAX_KNOWN.
 * Without it, a word that rules do not know is an error of kz_score.  Table words (haitei) are
 * replaced by what they stand for in the same place.  The rules must outlive the hand, or be
 * forgotten. */
KZ_API kz_status kz_hand_know(kz_hand *hand, const kz_ruleset *rules);
/* Forget all rules that the hand knows, which may then be freed, and leave it without tiles. */
KZ_API void kz_hand_forget(kz_hand *hand);

/* Hands parsed from now on are in this notation ("botzone"; kz_notation_name) unless a JSON object
 * names another; NULL: it is recognized, as before.  KZ_BAD_USAGE if there is no such notation. */
KZ_API kz_status kz_hand_set_notation(kz_hand *hand, const char *notation);
/* The names of the notations, by index from 0; NULL after the last. */
KZ_API const char *kz_notation_name(size_t index);

/* Read a hand in the one-line form or as a JSON object (when its first character that is not
 * blank is '{').  text need not end in NUL; len is in bytes.  Allocates only, until it returns, for
 * a record with more than 4 KiB of text with escapes.  On an error the hand is left without tiles.
 */
KZ_API kz_status kz_hand_parse(kz_hand *hand, const char *text, size_t len, kz_error *err);

/* An error of a hand or a deal as one JSON object, as kz_result_json writes that of a result; with
 * the id of the hand that could not be parsed (NULL: none).  Of an error of rules, which has no
 * code, only the message and column are written. */
KZ_API size_t kz_error_json(const kz_error *error, const kz_hand *hand, char *buffer, size_t size);

/* The hand in a notation ("botzone"), as kz_result_json: *needed (may be NULL) is the length needed
 * (0 on an error), and at most size bytes are written with the terminating NUL.  KZ_BAD_HAND if
 * the notation has no place for something in the hand, such as melds or dora indicators, unless
 * tiles_only is not 0: then that is left out, and melds are written as tiles.  The line of
 * kazoe's own notation ("kazoe") has a place for everything. */
KZ_API kz_status kz_hand_write(const kz_hand *hand, const char *notation, int tiles_only,
                               char *buffer, size_t size, size_t *needed, kz_error *err);

/* Tiles as numbers: kinds 0 to 33 (characters, dots, bamboo, winds E S W N, white, green, red), or
 * tiles 0 to 135, four of each kind, of which 16, 52 and 88 are red fives.  Zero what is not
 * needed. */
typedef struct kz_meld {
    unsigned char tiles[4];
    unsigned char count;   /* 3, or 4 of a kong */
    unsigned char claimed; /* 0: a concealed kong */
    unsigned char added;   /* not 0: a kong made by adding to a claimed pung */
} kz_meld;

typedef struct kz_tiles {
    size_t size;                /* of this struct */
    int kinds;                  /* not 0: the numbers are kinds, else tiles */
    int unfinished;             /* not 0: without a winning tile, as kz_hand_parse_unfinished */
    const unsigned char *tiles; /* concealed; the last one wins unless win is given */
    size_t n_tiles;
    /* The winning tile, which is not repeated among the others, or NULL. */
    const unsigned char *win;
    const kz_meld *melds;
    size_t n_melds;
    const char *words; /* as in a line: "tsumo seat=E riichi"; NULL: none */
} kz_tiles;

/* Make a hand of numbers as kz_hand_parse does of text.  Allocates as it does.  On an error column
 * counts tiles, or melds if key is "melds". */
KZ_API kz_status kz_hand_set_tiles(kz_hand *hand, const kz_tiles *tiles, kz_error *err);

/* --- scoring --------------------------------------------------------------------------------- */

/* NULL if memory ran out. */
KZ_API kz_result *kz_result_new(void);
KZ_API void kz_result_free(kz_result *result);

/* Score hand under rules into result.  Allocates nothing.  The result keeps no pointer to the
 * hand, but reads rules when asked what it holds.  Once these are freed it may still be scored into
 * again, or freed.  KZ_BAD_HAND when the rules forbid such a hand; KZ_BAD_USAGE when none was read,
 * as after an error of kz_hand_parse, or an unfinished one; kz_result_error then says why, and the
 * result holds nothing: numbers are 0, fu -1, multiplier 1, texts NULL. */
KZ_API kz_status kz_score(kz_result *result, const kz_ruleset *rules, const kz_hand *hand);

/* Read a hand that lacks one tile, or a full one for kz_discards, in the same forms, without a
 * winning tile and without the way of winning; it may have the keys seen and discards.  For the
 * calls below up to kz_score_with, not for kz_score. */
KZ_API kz_status kz_hand_parse_unfinished(kz_hand *hand, const char *text, size_t len,
                                          kz_error *err);

/* The kinds of tile in this order: 1m-9m, 1p-9p, 1s-9s, 1z-7z, flowers among the tiles (1f), none,
 * and jokers 1j-8j. */
#define KZ_MAX_KINDS 44

/* A tile that an unfinished hand lacks. */
typedef struct kz_lacking {
    char tile[8]; /* "6s" */
    int left;     /* copies that the player does not see; 0: all are seen */
    int red_left; /* red fives among them that count */
} kz_lacking;

/* Find the tiles that complete the hand, or, if it is not ready, those that bring it closer. Fill
 * at most capacity of list (KZ_MAX_KINDS are enough) and say how many there are, and the shanten:
 * 0 if the hand is ready, -2 if nothing can complete it.  count and shanten may be NULL.  Allocates
 * nothing, except that the first hand under a ruleset that is not ready makes tables of less than 1
 * MiB (3 MiB for the oddest shapes); KZ_NO_MEMORY if it cannot. */
KZ_API kz_status kz_waits(kz_lacking *list, size_t capacity, size_t *count, int *shanten,
                          const kz_ruleset *rules, const kz_hand *hand, kz_error *err);

/* How many tiles to exchange until the hand is ready: 0 if it is, -1 for a full hand that is
 * complete, -2 if nothing can complete it.  Counted over all shapes, without what the rules ask of
 * a hand that wins.  The hand lacks a tile or is full.  Allocates as kz_waits does. */
KZ_API kz_status kz_shanten(int *shanten, const kz_ruleset *rules, const kz_hand *hand,
                            kz_error *err);

#define KZ_MAX_TURNS 18
#define KZ_WIDTH     1
#define KZ_MAX_WIDTH 3

/* What can be expected of a number of draws. */
typedef struct kz_prospect {
    double expected; /* points */
    double win;      /* the chance to win */
} kz_prospect;

/* A tile that may go from a full hand, and the hand without it. */
typedef struct kz_discard {
    char tile[8]; /* "1z"; "0s": a red five, where these count */
    int shanten;  /* without the tile; -2: nothing can complete it */
    int accepted; /* copies left of all tiles that bring it closer or complete it */
    signed char left[KZ_MAX_KINDS]; /* of each of them, by kind; -1: it does not */
    long best;                      /* if shanten is 0, by self-draw: the highest points, and */
    double mean; /* the mean over the copies left, to a thousandth; otherwise 0 */
    int turns;   /* that are known, fewer than asked where the search was ended; 0: none */
    kz_prospect ahead[KZ_MAX_TURNS]; /* of 1, 2, ... draws, as far as they are known */
} kz_discard;

/* How far kz_discards looks ahead: the player draws so many of the tiles that it does not see,
 * nobody else draws, each win counts at once, and of the discards that do not raise shanten the
 * player takes the one with the highest expected points.  A hand that has bet (riichi) stays as it
 * is once it is ready.  The chance of a draw is that of the hand: tiles that were drawn and thrown
 * away are forgotten. */
typedef struct kz_discard_options {
    size_t size; /* of this struct */
    int turns;   /* 1 to KZ_MAX_TURNS */
    /* A change that brings a hand no closer is looked at only where the tiles exchanged so far and
     * the shanten of the hand are less than the first shanten + width: 0 to KZ_MAX_WIDTH.  What is
     * expected is a lower bound, with KZ_WIDTH near the truth for the best discard over few turns,
     * and some hundredths below it, now and then a quarter, over seventeen; each one more takes 10
     * to 40 times as long. */
    int width;
    /* 1: a win is worth its mean over the ura indicators that may lie there, where the rules have
     * such and the hand says none. */
    int ura;
    size_t max_bytes; /* of memory; 0: 256 MiB */
    /* Called every few milliseconds unless NULL, with the number of hands looked at so far; 0 ends
     * the search.  It must return: it may not jump or throw out of the call. */
    int (*goes_on)(void *payload, unsigned long hands);
    void *payload;
} kz_discard_options;

/* Find the tiles that may go from a full hand, the best first: by shanten, then by accepted, then
 * in the order of the tiles.  Fill at most capacity of list (KZ_MAX_KINDS are enough) and say how
 * many there are.  count may be NULL.  result is room to score hands in; what it holds afterwards
 * means nothing.  Allocates as kz_waits does.
 *
 * options may be NULL; otherwise ahead is filled in, the expected points of the last turn known go
 * before accepted in the order, and memory is allocated for the search and given back.  If
 * the hands do not fit into max_bytes, or goes_on ends the search, fewer turns are known;
 * KZ_BAD_HAND with the code "limit" if none is. */
KZ_API kz_status kz_discards(kz_discard *list, size_t capacity, size_t *count, kz_result *result,
                             const kz_ruleset *rules, const kz_hand *hand,
                             const kz_discard_options *options, kz_error *err);

/* Say whether a tile that completes the hand is among its discards, under rules by which it then
 * wins on no discard: 1 or 0; -1 where the rules do not ask it or the discards were not given.
 * Fails as kz_waits does. */
KZ_API kz_status kz_furiten(int *furiten, const kz_ruleset *rules, const kz_hand *hand,
                            kz_error *err);

/* Score the hand with its last tile ("6s"; "0s" is a red five), on a discard or by self-draw.
 * KZ_BAD_HAND if a circumstance excludes that way of winning, or if indicators show all copies of
 * the tile; KZ_BAD_USAGE if there is no such tile. */
KZ_API kz_status kz_score_with(kz_result *result, const kz_ruleset *rules, const kz_hand *hand,
                               const char *tile, int self_draw);

/* What a hand is worth, without its tiles. */
typedef struct kz_value_options {
    size_t size; /* of this struct */
    int total;   /* in the ruleset's unit */
    int fu;      /* 0: not known, or none */
    /* The id or a name of a limit that pays the hand; NULL: the total counts.  Its total and fu
     * are 0 then. */
    const char *limit;
    int multiplier; /* how often the limit is paid; 0: once, or there is none */
    /* Way of winning, seats, counters, bets, and circumstances that decide who pays, as in a line:
     * "tsumo seat=E honba=2"; NULL: as where nothing is said. */
    const char *situation;
    /* What the discarder pays, before counters and bets; total, fu, limit and multiplier are 0 or
     * NULL then.  0: these count.  Where no hand has this price and others would pay too,
     * KZ_BAD_HAND. */
    int points;
    int chips; /* of rules that have any; 0: those of the limit */
} kz_value_options;

/* Pay a value as kz_score pays a hand of this total and fu, or of this limit.  The result has no
 * yaku, so what yaku decide is not in it: liability, payments for particular hands.  Below
 * the minimum kz_result_wins is 0.  KZ_BAD_HAND if the rules have no such value.  Allocates
 * nothing. */
KZ_API kz_status kz_value(kz_result *result, const kz_ruleset *rules,
                          const kz_value_options *value);

/* What kz_waits and kz_discards find, with what each tile is worth, as kazoe waits and kazoe
 * discards write it: one JSON object; the object of an error if the rules refuse the hand.  result
 * is room to score hands in; options may be NULL.  Return as snprintf; 0 if the hand was not
 * parsed as one of these. */
KZ_API size_t kz_waits_json(kz_result *result, const kz_ruleset *rules, const kz_hand *hand,
                            char *buffer, size_t size);
KZ_API size_t kz_discards_json(kz_result *result, const kz_ruleset *rules, const kz_hand *hand,
                               const kz_discard_options *options, char *buffer, size_t size);

/* The error of the last kz_score, or NULL. */
KZ_API const kz_error *kz_result_error(const kz_result *result);

KZ_API int kz_result_wins(const kz_result *result); /* 1 or 0 */
/* What the hand is worth to the winner, without counters and bets.  Points and payments lie within
 * plus and minus 2147483647; a hand that comes to more is KZ_BAD_HAND, with the code
 * "value_range". */
KZ_API long kz_result_points(const kz_result *result);
/* The change of a seat's points, counters and bets included.  On a discard whose discarder was not
 * named, only the winner's seat is known: 0 for the others; see the two calls below. */
KZ_API long kz_result_payment(const kz_result *result, kz_seat seat);
KZ_API long kz_result_payment_discarder(const kz_result *result);
KZ_API long kz_result_payment_others(const kz_result *result); /* each of the rest */
/* 1 for a win on a discard whose discarder was not named. */
KZ_API int kz_result_discarder_unknown(const kz_result *result);

KZ_API int kz_result_total(const kz_result *result);         /* in the ruleset's unit */
KZ_API int kz_result_qualifying(const kz_result *result);    /* toward the minimum */
KZ_API int kz_result_fu(const kz_result *result);            /* rounded; -1: none */
KZ_API const char *kz_result_limit(const kz_result *result); /* id, or NULL */
KZ_API int kz_result_multiplier(const kz_result *result);    /* how often the limit is paid */

/* The yaku that count, bonus last, by index from 0. */
KZ_API size_t kz_result_yaku_count(const kz_result *result);
KZ_API const char *kz_result_yaku_id(const kz_result *result, size_t index);
KZ_API int kz_result_yaku_value(const kz_result *result, size_t index); /* each; 0: a limit */
KZ_API int kz_result_yaku_times(const kz_result *result, size_t index);
/* The number that it has in the ruleset (-1 past the last), and the id of the limit that it is
 * worth (NULL: none). */
KZ_API int kz_result_yaku_number(const kz_result *result, size_t index);
KZ_API const char *kz_result_yaku_limit(const kz_result *result, size_t index);

/* Why the hand does not win: "incomplete", "no_yaku", "below_minimum", "furiten" (on a discard, by
 * its own discards), "head_bump" (a winner of a deal only); NULL if it wins or was refused. */
KZ_API const char *kz_result_reason(const kz_result *result);
KZ_API kz_seat kz_result_seat(const kz_result *result); /* of the winner */

/* Chips, as points and payments; 0 under rules without chips. */
KZ_API long kz_result_chips(const kz_result *result);
KZ_API long kz_result_chip_payment(const kz_result *result, kz_seat seat);
KZ_API long kz_result_chip_payment_discarder(const kz_result *result);
KZ_API long kz_result_chip_payment_others(const kz_result *result);

/* The result as one JSON object (no newline), as snprintf: returns the length needed, writes at
 * most size bytes with the terminating NUL.  The explanation adds the reading, the fu items, what
 * was covered and the readings that lost; it allocates for a member of more than 1 KiB, and returns
 * 0 if memory ran out.  Why a yaku covers another is said where
 * kz_ruleset_prove_covers (kazoe-analysis.h) was called, else "not_looked_for". */
KZ_API size_t kz_result_json(const kz_result *result, char *buffer, size_t size);
KZ_API size_t kz_result_explain_json(const kz_result *result, char *buffer, size_t size);
/* The result, or its explanation, as a player reads it, several lines.  language: of names; NULL:
 * English.  Allocates; 0 if memory ran out. */
KZ_API size_t kz_result_text(const kz_result *result, const char *language, char *buffer,
                             size_t size);
KZ_API size_t kz_result_explain_text(const kz_result *result, const char *language, char *buffer,
                                     size_t size);

/* --- columns of hands ------------------------------------------------------------------------- */

/* A scorer of columns of hands under one ruleset; for one thread at a time, so each thread has
 * its own and takes a part of the rows. */
typedef struct kz_batch kz_batch;

/* NULL if memory ran out.  The rules must outlive it. */
KZ_API kz_batch *kz_batch_new(const kz_ruleset *rules);
KZ_API void kz_batch_free(kz_batch *batch);

/* A column of n texts, laid out as Arrow lays out a column of large strings.  Nothing is written to
 * it. */
typedef struct kz_batch_hands {
    const char *bytes;       /* text i is bytes[offsets[i]] up to bytes[offsets[i + 1]] */
    const int64_t *offsets;  /* n + 1, none less than the one before */
    const uint8_t *validity; /* a bit for each text, the lowest of a byte first; 0: there is no
                                text. NULL: all are there */
    int64_t first;           /* the bit of text 0 */
    size_t n;
} kz_batch_hands;

/* The columns that are filled: n elements each, the caller's, any of them NULL.  Of bits, as in
 * validity but from bit 0 of the first byte on, (n + 7) / 8 bytes are written whole; so parts of
 * one column begin at multiples of 8.  Begins with its size: {.size = sizeof columns}. */
typedef struct kz_batch_columns {
    size_t size;
    uint8_t *valid;      /* bits: 1 where there is a result, that is a text and no error.  Where
                            there is none, numbers are 0, fu and limit -1, bits 0, lists empty */
    uint8_t *error;      /* number of the code (kz_error_code); 0: none */
    uint8_t *win;        /* 1 or 0 */
    int64_t *points;     /* as kz_result_points */
    int32_t *total;      /* as kz_result_total */
    int32_t *qualifying; /* as kz_result_qualifying */
    int32_t *fu;         /* as kz_result_fu; -1: none */
    int16_t *limit;      /* number in the ruleset; -1: none */
    int64_t *payment[4]; /* by seat, as kz_result_payment */
    int64_t *discarder;  /* as kz_result_payment_discarder */
    int64_t *others;     /* as kz_result_payment_others */
    /* bits: 1 where the result of a win says it.  A seat that does not play has none; on a discard
     * whose discarder was not named there are the winner's seat, discarder and others, else the
     * seats alone. */
    uint8_t *payment_valid[4];
    uint8_t *discarder_valid;
    uint8_t *others_valid;
    /* The yaku that count, as kz_result_yaku_number and kz_result_yaku_times: those of hand i are
     * elements yaku_offsets[i] up to yaku_offsets[i + 1] (n + 1 offsets, the first 0). */
    int64_t *yaku_offsets;
    int16_t *yaku;
    int32_t *yaku_times;
    size_t yaku_capacity; /* of yaku and yaku_times; elements past it are counted, not written */
} kz_batch_columns;

/* Score hands into columns, row by row exactly as kz_hand_know, kz_hand_parse and kz_score do.
 * needed (may be NULL) becomes the length of the lists of yaku: if it is above yaku_capacity, give
 * more room and call again.  A bad hand is an error of its row alone.  KZ_BAD_USAGE if an argument
 * is NULL or an offset less than the one before; then the columns are not complete.  Allocates
 * nothing. */
KZ_API kz_status kz_score_batch(kz_batch *batch, const kz_batch_hands *hands,
                                const kz_batch_columns *columns, size_t *needed);

/* A column of n hands as numbers. */
typedef struct kz_batch_numbers {
    size_t size;                /* of this struct */
    int kinds;                  /* as in kz_tiles */
    const unsigned char *tiles; /* of hand i: tiles[offsets[i]] up to tiles[offsets[i + 1]]; the
                                   last one wins unless its words name the winning tile */
    const int64_t *offsets;     /* n + 1, none less than the one before */
    const kz_meld *melds;       /* likewise by meld_offsets; both NULL: there are none */
    const int64_t *meld_offsets;
    const kz_batch_hands *words; /* n texts as in kz_tiles; one that is not there is empty.  NULL:
                                    there are none.  Hands whose words are those of the hand before
                                    are faster */
    size_t n;
} kz_batch_numbers;

/* Score hands into columns as kz_score_batch does, hands as numbers, which kz_hand_set_tiles
 * reads. */
KZ_API kz_status kz_score_batch_numbers(kz_batch *batch, const kz_batch_numbers *hands,
                                        const kz_batch_columns *columns, size_t *needed);

/* --- deals ----------------------------------------------------------------------------------- */

/* The end of a whole deal, settled; reused from deal to deal, by one thread at a time. */
typedef struct kz_deal kz_deal;

/* NULL if memory ran out. */
KZ_API kz_deal *kz_deal_new(void);
KZ_API void kz_deal_free(kz_deal *deal);

/* Read a deal as a line ("S ron W 3 fan 40 fu riichi=S,N") or a JSON object (winners with their
 * hands or what these are worth, or a draw; bets, counters) and settles it under rules, which must
 * last while the deal is asked what it holds.  notation: of its hands, as kz_hand_set_notation
 * takes it; NULL: it is recognized.  Allocates nothing.  KZ_BAD_HAND when the text is no such deal,
 * or the rules forbid it; KZ_BAD_USAGE if there is no such notation. */
KZ_API kz_status kz_deal_settle(kz_deal *deal, const kz_ruleset *rules, const char *notation,
                                const char *text, size_t len, kz_error *err);
/* Of the deal last settled; 0 where it could not be: the change of a seat's points, bets of the
 * deal included; how many bets stay on the table. */
KZ_API long kz_deal_payment(const kz_deal *deal, kz_seat seat);
KZ_API long kz_deal_deposits_left(const kz_deal *deal);
KZ_API long kz_deal_chip_payment(const kz_deal *deal, kz_seat seat);
KZ_API const char *kz_deal_draw(const kz_deal *deal); /* "exhaustive", ...; NULL: it was no draw */
/* The results of the winners, in order of turn from the discarder; NULL past the last. */
KZ_API size_t kz_deal_result_count(const kz_deal *deal);
KZ_API const kz_result *kz_deal_result(const kz_deal *deal, size_t index);
/* As kz_result_json and the three after it. */
KZ_API size_t kz_deal_json(const kz_deal *deal, char *buffer, size_t size);
KZ_API size_t kz_deal_explain_json(const kz_deal *deal, char *buffer, size_t size);
KZ_API size_t kz_deal_text(const kz_deal *deal, const char *language, char *buffer, size_t size);
KZ_API size_t kz_deal_explain_text(const kz_deal *deal, const char *language, char *buffer,
                                   size_t size);

#ifdef __cplusplus
}
#endif

#endif
