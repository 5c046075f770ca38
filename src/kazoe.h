/* kazoe.h - score mahjong hands by rules that are data.
 *
 * Ownership  The caller owns what a *_new, *_load or *_open call makes, and frees it by the *_free
 *            call of the same noun, which accepts NULL.  A pointer that an accessor returns belongs
 *            to the object it was read from, and is valid until that object changes or is freed.
 * Threads    There is no global state.  After loading, threads may share a kz_ruleset: no call of
 *            this header changes its rules, and tables that a first call makes are set atomically.
 *            kz_ruleset_prove_covers (kazoe-analysis.h) changes it: call that before threads share
 *            the ruleset.  All other objects are for one thread at a time.
 * Errors     KZ_OK is 0.  A parameter kz_error may be NULL; after any status but KZ_OK it says what
 *            is wrong and where.  A hand that does not win is KZ_OK: ask kz_result_wins.
 * NULL       The comment of a call says which arguments may be NULL.  For any other NULL, a call
 *            that returns a kz_status returns KZ_BAD_USAGE; the behavior of others is undefined.
 * Structs    A struct whose first member is size may get more members in a later release: set size
 *            to sizeof the struct, and set members that you do not use to 0.  Others never change.
 * Texts      are UTF-8.  One that is cut because the buffer is short may end within a character.
 *            What a buffer contains after any status but KZ_OK is undefined.
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
typedef struct kz_result kz_result; /* value of a hand and its reasons; reused from hand to hand */

typedef enum kz_status {
    KZ_OK = 0,
    KZ_BAD_USAGE, /* an argument that no program should pass: NULL where an object belongs */
    KZ_BAD_HAND,  /* no valid hand: five of a tile, an unknown word, ippatsu without riichi */
    KZ_BAD_RULES, /* a rule file that is not YAML, or whose rules make no sense */
    KZ_NOT_FOUND, /* no such rule file, or no such hand */
    KZ_NO_MEMORY, /* an allocation failed */
    KZ_IO         /* a file could not be read */
} kz_status;

typedef enum kz_severity { KZ_WARNING, KZ_ERROR } kz_severity;

typedef enum kz_seat { KZ_EAST, KZ_SOUTH, KZ_WEST, KZ_NORTH } kz_seat;

/* The form of a report that has several. */
typedef enum kz_form { KZ_FORM_TEXT, KZ_FORM_JSON, KZ_FORM_HTML } kz_form;

/* An error or a warning, and its place.  In a rule file: file, line, column and the text of the
 * line.  In a hand: code, and the column within the line, or within the value of key. */
typedef struct kz_error {
    kz_status status;
    kz_severity severity;
    int line;         /* from 1; 0: no line */
    int column;       /* from 1, in characters; 0: no column */
    int shown_column; /* the same column within shown, from 1; 0: none */
    char code[24];    /* of a hand: "tile_count", ...; of a log: "bad_log"; of a rule file: "" */
    char key[24];     /* in a JSON record: the key whose value column counts in; else "" */
    char file[256];   /* a rule file; only the end of a path that is too long */
    char text[512];   /* one sentence or two, no newline */
    char shown[160];  /* the line of the file, or the part of it around the column */
} kz_error;

/* Receive an error or a warning.  Called for each of one load, in the order of the files.  The
 * diagnostic is valid until the function returns.  It must return: it may not jump or throw out of
 * the call. */
typedef void kz_diag(void *payload, const kz_error *diagnostic);

/* Return the version of the library in use, such as "1.0.0". */
KZ_API const char *kz_version(void);

/* Return a short English phrase for a status. */
KZ_API const char *kz_status_text(kz_status status);

/* Return how many codes the errors of hands and deals have, and the code of a number from 1 to that
 * count; NULL for any other number.  Codes never change.  Their numbers, which follow the order of
 * the checks, may differ in another version of the library. */
KZ_API size_t kz_error_code_count(void);
KZ_API const char *kz_error_code(size_t number);

/* Write an error as lines without a last newline: "FILE:LINE:COLUMN: error: TEXT", the line and a
 * caret; for a hand "COLUMN: error: TEXT".  As snprintf does, return the length needed and write at
 * most size bytes with the terminating NUL. */
KZ_API size_t kz_error_write(const kz_error *error, char *buffer, size_t size);

/* --- rulesets -------------------------------------------------------------------------------- */

#define KZ_MAX_OVERLAYS 16
#define KZ_MAX_SETTINGS 4096

/* Options of loading a rule file.  Set size: {.size = sizeof options}.  The texts need to last only
 * until the call returns. */
typedef struct kz_load_options {
    size_t size;
    const char *rule_path; /* folders in which parents are looked up by name, separated by colons */
    const char *const *overlays; /* paths of house-rule files, in any order */
    size_t n_overlays;           /* at most KZ_MAX_OVERLAYS */
    const char *const *settings; /* values of the ruleset's options: "OPTION=VALUE" */
    size_t n_settings;           /* at most KZ_MAX_SETTINGS */
    /* If not 0 (for files from strangers): read only the paths given here, which must not be
     * symbolic links, and files in the folders in which names are looked up. */
    int confined;
} kz_load_options;

/* Load, check and compile the rule file at path.  A parent that it extends by name is looked up
 * next to it, then in the folders of options->rule_path, then in the folder of the installed rules.
 * options may be NULL.  diag (may be NULL) receives every error and warning, err the first error.
 * On failure *out is NULL. */
KZ_API kz_status kz_ruleset_load(kz_ruleset **out, const char *path, kz_diag *diag, void *payload,
                                 kz_error *err);
KZ_API kz_status kz_ruleset_load_with(kz_ruleset **out, const char *path,
                                      const kz_load_options *options, kz_diag *diag, void *payload,
                                      kz_error *err);
/* Load a ruleset by its spec, as kz_ruleset_label returns it and option -r of the command takes it:
 * a name or a path, then settings, and after each + an overlay, as in "tenhou open_tanyao=no +
 * local-yaku".  A name (see kazoe list) is looked up in the folders of rule_path (separated by
 * colons; may be NULL), then in the folder of the installed rules; the name of an overlay in the
 * folder overlays of each.  A path begins with /, ./ or ../, or ends in .yaml.  A word that
 * contains a blank, +, = or a quote is put in double quotes, with a \ before each quote and each
 * \ in it.  diag and err are as for kz_ruleset_load.  KZ_NOT_FOUND if there is no such ruleset or
 * overlay.
 *
 * A spec with paths chooses which files are read, and errors quote their lines: "tenhou +
 * /etc/passwd".  Open a spec from a stranger with options->confined, which refuses paths in it.
 * The overlays and settings of options are added to those of the spec. */
KZ_API kz_status kz_ruleset_open(kz_ruleset **out, const char *spec, const char *rule_path,
                                 kz_diag *diag, void *payload, kz_error *err);
KZ_API kz_status kz_ruleset_open_with(kz_ruleset **out, const char *spec,
                                      const kz_load_options *options, kz_diag *diag, void *payload,
                                      kz_error *err);
/* Parse a spec for programs that find files themselves.  Write one JSON object: {"ruleset":"NAME",
 * "settings":["OPTION=VALUE"],"overlays":["NAME"]}.  *needed (may be NULL) is set to the length
 * needed, 0 on an error; at most size bytes are written with the terminating NUL.  If spec is
 * malformed, return KZ_BAD_RULES, with err->file "ruleset" and the column. */
KZ_API kz_status kz_spec_json(const char *spec, char *buffer, size_t size, size_t *needed,
                              kz_error *err);

/* A rule file in memory: len bytes of text, which need no NUL after them. */
typedef struct kz_rule_text {
    /* The name of the file, for messages and labels: "club.yaml"; the name of a parent is that
     * after extends: "base/riichi". */
    const char *name;
    const char *text;
    size_t len;
} kz_rule_text;

/* Find a parent by its name: set *text and *len and return 1, or return 0 if there is none of that
 * name.  The library copies the text before it calls the function again.  A name is never a path
 * that leads out of a folder: it does not begin with / or end in .yaml, and no part between slashes
 * is empty or begins with a dot.  It may contain any other characters, such as blanks and ~.  The
 * function must return: it may not jump or throw out of the call. */
typedef int kz_rule_finder(void *payload, const char *name, const char **text, size_t *len);

/* Options of loading a rule text, with the limits of kz_load_options.  Set size: {.size = sizeof
 * options}. */
typedef struct kz_load_text_options {
    size_t size;
    const kz_rule_text *overlays; /* house rules that change the ruleset, in any order */
    size_t n_overlays;
    const char *const *settings; /* values of the ruleset's options: "OPTION=VALUE" */
    size_t n_settings;
    const kz_rule_text *parents; /* texts that may be extended; unused ones do no harm */
    size_t n_parents;
    /* Called for a parent that is not among these, at most 64 times; may be NULL. */
    kz_rule_finder *find;
    void *payload; /* passed to find */
} kz_load_text_options;

/* Load, check and compile a rule file in memory, and read nothing from disk.  `extends` finds
 * parents by name alone: among options->parents, then by options->find.  If the parent
 * "base/riichi" extends "classic", that is looked up as "base/classic", then as "classic".  The
 * ruleset and its digest are the same as from equal files, and the same limits hold.  The texts
 * need to last only until the call returns.  options may be NULL; diag and err are as for
 * kz_ruleset_load. */
KZ_API kz_status kz_ruleset_load_text(kz_ruleset **out, const kz_rule_text *rules,
                                      const kz_load_text_options *options, kz_diag *diag,
                                      void *payload, kz_error *err);
KZ_API void kz_ruleset_free(kz_ruleset *rules);

/* Return the id of the ruleset, by which it is looked up. */
KZ_API const char *kz_ruleset_id(const kz_ruleset *rules);
/* Return the spec, with the id in place of a path: "ID OPTION=VALUE + local-yaku + club.yaml". */
KZ_API const char *kz_ruleset_label(const kz_ruleset *rules);
/* Return the version that the rules state, or "". */
KZ_API const char *kz_ruleset_version(const kz_ruleset *rules);
/* Return 16 hex digits, the same for all rulesets of the same meaning. */
KZ_API const char *kz_ruleset_digest(const kz_ruleset *rules);
/* Return the title in a language ("en", "ja", ...), else in English, else in any, else the id. */
KZ_API const char *kz_ruleset_title(const kz_ruleset *rules, const char *language);

/* Return the unit of totals: "fan". */
KZ_API const char *kz_ruleset_unit(const kz_ruleset *rules);
/* Return the number of seats, 2 to 4.  With 3, East, South and West play. */
KZ_API int kz_ruleset_seats(const kz_ruleset *rules);
/* Return 1 if winners also get chips, else 0. */
KZ_API int kz_ruleset_has_chips(const kz_ruleset *rules);

/* Write the ruleset as one JSON object for programs that show rules and enter hands: title, tiles,
 * red fives, flowers, indicators, seats, circumstances, yaku, limits and options, with their names
 * by language.  Return the length needed as snprintf does; 0 if memory ran out. */
KZ_API size_t kz_ruleset_json(const kz_ruleset *rules, char *buffer, size_t size);

/* Yaku, limits and options are numbered from 0 in the order of the ruleset.  Rulesets of the same
 * digest have the same numbers.  _count returns how many there are; _find the number of an id, or
 * -1; _id the id, and _name the name in a language, else in English, else in any, else the id.
 * Texts are NULL for a number that is too high.  _in_use returns 0 for a yaku that never counts,
 * _is_bonus 1 for a bonus such as dora. */
KZ_API size_t kz_ruleset_yaku_count(const kz_ruleset *rules);
KZ_API int kz_ruleset_yaku_find(const kz_ruleset *rules, const char *id);
KZ_API const char *kz_ruleset_yaku_id(const kz_ruleset *rules, size_t number);
KZ_API const char *kz_ruleset_yaku_name(const kz_ruleset *rules, size_t number,
                                        const char *language);
KZ_API int kz_ruleset_yaku_in_use(const kz_ruleset *rules, size_t number);
KZ_API int kz_ruleset_yaku_is_bonus(const kz_ruleset *rules, size_t number);

KZ_API size_t kz_ruleset_limit_count(const kz_ruleset *rules);
KZ_API int kz_ruleset_limit_find(const kz_ruleset *rules, const char *id);
KZ_API const char *kz_ruleset_limit_id(const kz_ruleset *rules, size_t number);
KZ_API const char *kz_ruleset_limit_name(const kz_ruleset *rules, size_t number,
                                         const char *language);

/* _name returns the question that an option decides; _value its value in this ruleset; _default its
 * value without settings; _choice its possible values, by index from 0.  An option of points takes
 * a whole number from 0 to 999999 and has no choices. */
KZ_API size_t kz_ruleset_option_count(const kz_ruleset *rules);
KZ_API int kz_ruleset_option_find(const kz_ruleset *rules, const char *id);
KZ_API const char *kz_ruleset_option_id(const kz_ruleset *rules, size_t number);
KZ_API const char *kz_ruleset_option_name(const kz_ruleset *rules, size_t number,
                                          const char *language);
KZ_API const char *kz_ruleset_option_value(const kz_ruleset *rules, size_t number);
KZ_API const char *kz_ruleset_option_default(const kz_ruleset *rules, size_t number);
KZ_API const char *kz_ruleset_option_choice(const kz_ruleset *rules, size_t number, size_t index);

/* --- hands ----------------------------------------------------------------------------------- */

/* Return a hand without tiles, or NULL if memory ran out. */
KZ_API kz_hand *kz_hand_new(void);
KZ_API void kz_hand_free(kz_hand *hand);

#define KZ_MAX_KNOWN 16 /* rulesets */

/* Check the words of hands parsed from now on against the words of these rules and of all rules
 * named before: an unknown word is then an error of kz_hand_parse, otherwise of kz_score.  Table
 * words (haitei) are replaced by the circumstances that the rules give them.  The rules must
 * outlive the hand, or be forgotten.  KZ_BAD_USAGE for more than KZ_MAX_KNOWN rulesets. */
KZ_API kz_status kz_hand_know(kz_hand *hand, const kz_ruleset *rules);
/* Forget all rules that the hand knows, so that they may be freed.  The hand loses its tiles. */
KZ_API void kz_hand_forget(kz_hand *hand);

/* Read hands parsed from now on in this notation ("botzone"; see kz_notation_name), unless a JSON
 * object names another.  NULL: recognize the notation, as at first.  KZ_BAD_USAGE if there is no
 * such notation. */
KZ_API kz_status kz_hand_set_notation(kz_hand *hand, const char *notation);
/* Return the name of a notation, by index from 0; NULL after the last. */
KZ_API const char *kz_notation_name(size_t index);

/* Read a hand in the one-line form, or as a JSON object if the first character that is not blank is
 * '{'.  text need not end in NUL; len is in bytes.  Allocates memory, until it returns, only for a
 * record with more than 4 KiB of text with escapes.  On an error the hand is left without tiles. */
KZ_API kz_status kz_hand_parse(kz_hand *hand, const char *text, size_t len, kz_error *err);

/* Write the error of a hand or a deal as one JSON object, in the form of kz_result_json, with the
 * id of the hand that could not be parsed (may be NULL).  For an error of rules, which has no code,
 * only the message and column are written. */
KZ_API size_t kz_error_json(const kz_error *error, const kz_hand *hand, char *buffer, size_t size);

/* Write the hand in a notation ("botzone").  *needed (may be NULL) is set to the length needed, 0
 * on an error; at most size bytes are written with the terminating NUL.  KZ_BAD_HAND if the
 * notation cannot express something in the hand, such as melds or dora indicators; if tiles_only is
 * not 0, that is left out instead, and melds are written as tiles.  The notation "kazoe", the
 * one-line form, can express everything. */
KZ_API kz_status kz_hand_write(const kz_hand *hand, const char *notation, int tiles_only,
                               char *buffer, size_t size, size_t *needed, kz_error *err);

/* How numbers stand for tiles: 0 to 135, four of each kind, among which 16, 52 and 88 are red
 * fives; or kinds 0 to 33 (characters, dots, bamboo, winds E S W N, white, green, red). */
typedef enum kz_encoding { KZ_TILES_136, KZ_TILES_34 } kz_encoding;

/* A meld, of tiles as numbers.  Set members that are not needed to 0. */
typedef struct kz_meld {
    unsigned char tiles[6];
    unsigned char count;   /* 3; 4 in a kong; more where rules have such melds */
    unsigned char claimed; /* 0: a concealed kong */
    unsigned char added;   /* not 0: a kong made by adding a tile to a claimed pung */
} kz_meld;

typedef struct kz_tiles {
    size_t size;                /* of this struct */
    kz_encoding encoding;       /* of the numbers, those of melds too */
    int unfinished;             /* not 0: no winning tile, as for kz_hand_parse_unfinished */
    const unsigned char *tiles; /* the concealed tiles; the last one wins if win is NULL */
    size_t n_tiles;
    /* The winning tile, which is not repeated in tiles; may be NULL. */
    const unsigned char *win;
    const kz_meld *melds;
    size_t n_melds;
    const char *words; /* as in the one-line form: "tsumo seat=E riichi"; may be NULL */
} kz_tiles;

/* Make a hand from numbers, as kz_hand_parse does from text.  None of 136 tiles may be there twice,
 * except the winning one among 14.  Allocates as that does.  On an error the column counts tiles,
 * or melds if key is "melds". */
KZ_API kz_status kz_hand_set_tiles(kz_hand *hand, const kz_tiles *tiles, kz_error *err);

/* --- scoring --------------------------------------------------------------------------------- */

/* Return a result without content, or NULL if memory ran out. */
KZ_API kz_result *kz_result_new(void);
KZ_API void kz_result_free(kz_result *result);

/* Score a hand under rules and store the result.  KZ_BAD_HAND if the rules forbid such a hand;
 * KZ_BAD_USAGE if the hand is unfinished or has no tiles, as after an error of kz_hand_parse.
 * After an error kz_result_error returns it, and the result is empty: numbers are 0, fu -1, the
 * multiplier 1, texts NULL.  Allocates nothing.
 *
 * The result keeps no pointer to the hand, but its accessors read the rules.  After the rules are
 * freed, it may only be scored into again or freed. */
KZ_API kz_status kz_score(kz_result *result, const kz_ruleset *rules, const kz_hand *hand);

/* Read a hand that lacks one tile, or a full one for kz_discards, in the same forms, but without a
 * winning tile and without the way of winning.  It may have the keys seen and discards.  Such a
 * hand is for the calls below up to kz_score_completed, not for kz_score. */
KZ_API kz_status kz_hand_parse_unfinished(kz_hand *hand, const char *text, size_t len,
                                          kz_error *err);

/* The number of kinds of tile, which are in this order: 1m-9m, 1p-9p, 1s-9s, 1z-7z, flowers among
 * the tiles (1f), one kind without tiles, and jokers 1j-8j. */
#define KZ_MAX_KINDS 44

/* A kind of tile that an unfinished hand lacks. */
typedef struct kz_wait {
    char tile[8]; /* "6s" */
    int left;     /* copies that the player does not see */
    int red_left; /* red fives among them that count */
} kz_wait;

/* Find the tiles that complete the hand or, if it is not ready, bring it closer.  Write at most
 * capacity of them to list (KZ_MAX_KINDS are enough).  *count is set to their number, and *shanten
 * as by kz_shanten; both may be NULL.  Allocates nothing, except that the first hand under a
 * ruleset that is not ready makes tables of less than 1 MiB (3 MiB for the oddest shapes);
 * KZ_NO_MEMORY if memory ran out for them. */
KZ_API kz_status kz_waits(kz_wait *list, size_t capacity, size_t *count, int *shanten,
                          const kz_ruleset *rules, const kz_hand *hand, kz_error *err);

#define KZ_NO_SHANTEN (-2) /* nothing can complete the hand */

/* Set *shanten to the number of tiles to exchange until the hand is ready: 0 if it is, -1 if a full
 * hand is complete, KZ_NO_SHANTEN if nothing can complete it.  All shapes of the rules are tried;
 * other requirements for a win, such as a yaku, are ignored.  The hand lacks a tile or is full.
 * Allocates as kz_waits does. */
KZ_API kz_status kz_shanten(int *shanten, const kz_ruleset *rules, const kz_hand *hand,
                            kz_error *err);

#define KZ_MAX_TURNS     18
#define KZ_NO_WIDTH      (-1)
#define KZ_DEFAULT_WIDTH 1
#define KZ_MAX_WIDTH     3

/* The prospects of a hand over a number of draws. */
typedef struct kz_prospect {
    double expected; /* points */
    double win;      /* the chance of a win */
} kz_prospect;

/* A tile to discard from a full hand, and the hand without it. */
typedef struct kz_discard {
    char tile[8]; /* "1z"; "0s": a red five, if red fives count */
    int shanten;  /* without the tile, as by kz_shanten */
    int accepted; /* copies left of all kinds that bring the hand closer or complete it */
    signed char left[KZ_MAX_KINDS]; /* the copies left of each such kind; -1: any other kind */
    /* If shanten is 0: the points of the best self-draw; otherwise 0. */
    int64_t best;
    double mean; /* the mean points over the copies left, to a thousandth; otherwise 0 */
    int turns;   /* the turns known, fewer than requested if the search ended early; 0: none */
    kz_prospect ahead[KZ_MAX_TURNS]; /* after 1, 2, ... draws; the first `turns` are known */
} kz_discard;

/* Options of looking ahead with kz_discards.  The model: the player draws `turns` of the unseen
 * tiles, nobody else draws, each win counts at once, and of the discards that do not raise the
 * shanten the player takes the one with the highest expected points.  A hand that has bet (riichi)
 * is not changed once it is ready.  The chance of a draw follows from the tiles in the hand alone:
 * tiles that were drawn and discarded are forgotten. */
typedef struct kz_discard_options {
    size_t size; /* of this struct */
    int turns;   /* 1 to KZ_MAX_TURNS */
    /* How far to look at changes that bring the hand no closer, up to KZ_MAX_WIDTH: they are tried
     * only while tiles exchanged so far + shanten < first shanten + width.  The expected points are
     * a lower bound.  With KZ_DEFAULT_WIDTH they are close to the truth for the best discard over
     * few turns; over seventeen turns they are usually some hundredths too low, now and then a
     * quarter.  Each step of width takes 10 to 40 times as long.  0: KZ_DEFAULT_WIDTH;
     * KZ_NO_WIDTH: no such changes. */
    int width;
    /* 1: a win is worth its mean over the possible ura indicators, if the rules have them and the
     * hand does not give them. */
    int ura;
    size_t max_bytes; /* limit of memory; 0: 256 MiB */
    /* Called every few milliseconds with the number of hands looked at so far; return 0 to end the
     * search.  May be NULL.  It must return: it may not jump or throw out of the call. */
    int (*goes_on)(void *payload, uint64_t hands);
    void *payload;
} kz_discard_options;

/* Find the tiles that can be discarded from a full hand, the best first: by shanten, then by
 * accepted, then in the order of the kinds.  Write at most capacity of them to list (KZ_MAX_KINDS
 * are enough), and set *count (may be NULL) to their number.  result is a work area for scoring;
 * its content afterwards is undefined.  Allocates as kz_waits does.
 *
 * If options is not NULL, the search also fills in ahead, and the list is sorted by the expected
 * points of the last turn known before accepted.  The memory of the search is freed before the call
 * returns.  If the hands do not fit into max_bytes, or goes_on ends the search, fewer turns are
 * known; KZ_BAD_HAND with the code "limit" if none is.  There is no search under rules with wild
 * tiles or with flowers among the tiles: KZ_BAD_HAND with the code "contradiction". */
KZ_API kz_status kz_discards(kz_discard *list, size_t capacity, size_t *count, kz_result *result,
                             const kz_ruleset *rules, const kz_hand *hand,
                             const kz_discard_options *options, kz_error *err);

/* Under rules with furiten, set *furiten to 1 if a tile that completes the hand is among its own
 * discards, so that it wins on no discard, else to 0; -1 if the rules have no furiten or the
 * discards were not given.  Fails as kz_waits does. */
KZ_API kz_status kz_furiten(int *furiten, const kz_ruleset *rules, const kz_hand *hand,
                            kz_error *err);

/* Score the hand with its last tile ("6s"; "0s" is a red five), by self-draw or on a discard.
 * KZ_BAD_HAND if a circumstance excludes this way of winning, or if the indicators show all copies
 * of the tile; KZ_BAD_USAGE if there is no such tile. */
KZ_API kz_status kz_score_completed(kz_result *result, const kz_ruleset *rules, const kz_hand *hand,
                                    const char *tile, int self_draw);

/* The value of a hand, stated instead of its tiles. */
typedef struct kz_stated_value {
    size_t size; /* of this struct */
    int total;   /* in the ruleset's unit */
    int fu;      /* 0: unknown, or the rules have none */
    /* Id or name of the limit that the hand is paid by, with total and fu 0; NULL: the total
     * counts. */
    const char *limit;
    int multiplier; /* how many times the limit is paid; 0: once, or there is no limit */
    /* Way of winning, seats, counters, bets, and circumstances that decide who pays, but no value,
     * as in a line: "tsumo seat=E honba=2"; NULL: the defaults. */
    const char *situation;
    /* The payment of the discarder, before counters and bets, in place of total, fu, limit,
     * multiplier and factor, which are 0 or NULL then; 0: those count.  KZ_BAD_HAND if no hand has
     * this price and the rules make others pay too. */
    int points;
    int chips;  /* under rules with chips; 0: the chips of the limit */
    int factor; /* under rules with factors: what multiplies the total; 0: none does */
} kz_stated_value;

/* Pay a value as kz_score pays a hand of this total and fu, or of this limit.  The result has no
 * yaku, and therefore no payments that depend on yaku, such as liability.  If the value is below
 * the minimum, kz_result_wins returns 0.  KZ_BAD_HAND if no hand has these fu, or this multiple of
 * the limit; a total and fu that no hand has together are paid, and kz_result_json says "unusual".
 * Allocates nothing. */
KZ_API kz_status kz_value(kz_result *result, const kz_ruleset *rules, const kz_stated_value *value);

/* Write the tiles that kz_waits or kz_discards finds, and the value of each, as one JSON object
 * like kazoe waits and kazoe discards; or the object of an error if the rules refuse the hand.
 * result is a work area for scoring; options may be NULL.  Return the length needed as snprintf
 * does; 0 unless the hand is unfinished. */
KZ_API size_t kz_waits_json(kz_result *result, const kz_ruleset *rules, const kz_hand *hand,
                            char *buffer, size_t size);
KZ_API size_t kz_discards_json(kz_result *result, const kz_ruleset *rules, const kz_hand *hand,
                               const kz_discard_options *options, char *buffer, size_t size);

/* Return the error of the last kz_score, or NULL if there was none. */
KZ_API const kz_error *kz_result_error(const kz_result *result);

/* Return 1 if the hand wins, else 0. */
KZ_API int kz_result_wins(const kz_result *result);
/* Return the value of the hand to the winner, without counters and bets.  Points and payments are
 * from -2147483647 to 2147483647; a hand beyond that is KZ_BAD_HAND, with the code
 * "value_range". */
KZ_API int64_t kz_result_points(const kz_result *result);
/* Return the change of a seat's points, counters and bets included.  If the winning tile was a
 * discard and its discarder was not named, only the winner's seat is known, and the others have 0;
 * the two calls after this return the payments of the discarder and of each other player. */
KZ_API int64_t kz_result_payment(const kz_result *result, kz_seat seat);
KZ_API int64_t kz_result_payment_discarder(const kz_result *result);
KZ_API int64_t kz_result_payment_others(const kz_result *result); /* each of the other players */
/* Return 1 for a win on a discard whose discarder was not named, else 0. */
KZ_API int kz_result_discarder_unknown(const kz_result *result);

/* Return the total, in the unit of the ruleset. */
KZ_API int kz_result_total(const kz_result *result);
/* Return the part of the total that counts toward the minimum. */
KZ_API int kz_result_qualifying(const kz_result *result);
/* Return the rounded fu; -1 if the rules have none, or yaku that are worth a limit pay. */
KZ_API int kz_result_fu(const kz_result *result);
/* Return the id of the limit, or NULL; and how many times it is paid. */
KZ_API const char *kz_result_limit(const kz_result *result);
KZ_API int kz_result_multiplier(const kz_result *result);

/* The yaku that count, bonuses last, by index from 0.  For an index past the last, texts
 * are NULL and numbers 0. */
KZ_API size_t kz_result_yaku_count(const kz_result *result);
KZ_API const char *kz_result_yaku_id(const kz_result *result, size_t index);
/* Return the value of one instance, 0 if the yaku is worth a limit; and how often it counts. */
KZ_API int kz_result_yaku_value(const kz_result *result, size_t index);
KZ_API int kz_result_yaku_times(const kz_result *result, size_t index);
/* Return the number of the yaku in the ruleset, -1 past the last, and the id of the limit that it
 * is worth, or NULL. */
KZ_API int kz_result_yaku_number(const kz_result *result, size_t index);
KZ_API const char *kz_result_yaku_limit(const kz_result *result, size_t index);

/* Return why the hand does not win: "incomplete", "no_yaku", "below_minimum", "furiten" (on a
 * discard, because of its own discards) or "head_bump" (only in a deal); NULL if it wins or was
 * refused. */
KZ_API const char *kz_result_reason(const kz_result *result);
/* Return the seat of the winner. */
KZ_API kz_seat kz_result_seat(const kz_result *result);

/* Return the chips, as points and payments above; 0 under rules without chips. */
KZ_API int64_t kz_result_chips(const kz_result *result);
KZ_API int64_t kz_result_chip_payment(const kz_result *result, kz_seat seat);
KZ_API int64_t kz_result_chip_payment_discarder(const kz_result *result);
KZ_API int64_t kz_result_chip_payment_others(const kz_result *result);

/* Write the result as one JSON object without a newline.  Return the length needed as snprintf
 * does, and write at most size bytes with the terminating NUL.  The explanation adds the reading,
 * the fu items, the yaku that were covered and the readings that lost.  It allocates memory for a
 * member of more than 1 KiB, and returns 0 if memory ran out.  It says why a yaku covers another
 * only after kz_ruleset_prove_covers (kazoe-analysis.h), otherwise "not_looked_for". */
KZ_API size_t kz_result_json(const kz_result *result, char *buffer, size_t size);
KZ_API size_t kz_result_explain_json(const kz_result *result, char *buffer, size_t size);
/* Write the result or its explanation as several lines of English for a player, with names in a
 * language (NULL: English).  Return the length needed as snprintf does; 0 if memory ran out.
 * Allocates memory. */
KZ_API size_t kz_result_text(const kz_result *result, const char *language, char *buffer,
                             size_t size);
KZ_API size_t kz_result_explain_text(const kz_result *result, const char *language, char *buffer,
                                     size_t size);

/* --- columns of hands ------------------------------------------------------------------------- */

/* A scorer of columns of hands under one ruleset, for one thread at a time: give each thread its
 * own, and a part of the rows. */
typedef struct kz_batch kz_batch;

/* Return a scorer, or NULL if memory ran out.  The rules must outlive it. */
KZ_API kz_batch *kz_batch_new(const kz_ruleset *rules);
KZ_API void kz_batch_free(kz_batch *batch);

/* A column of n texts, in the layout that Arrow uses for large strings.  The library only reads
 * it. */
typedef struct kz_batch_hands {
    const char *bytes;      /* text i is bytes[offsets[i]] up to bytes[offsets[i + 1]] */
    const int64_t *offsets; /* n + 1 offsets that never fall */
    /* A bit for each text, from the lowest bit of a byte; 0: the text is missing.  NULL: none is
     * missing. */
    const uint8_t *validity;
    int64_t first; /* the bit of text 0 in validity */
    size_t n;
} kz_batch_hands;

/* The columns to fill, which belong to the caller: n elements each, or NULL for a column that is
 * not wanted.  Bits are ordered as in validity, from bit 0 of the first byte; (n + 7) / 8 whole
 * bytes are written, so threads that share a column must split it at multiples of 8.  Set size:
 * {.size = sizeof columns}. */
typedef struct kz_batch_columns {
    size_t size;
    /* Bits: 1 if there is a result, that is a text and no error.  If 0, numbers are 0, fu and
     * limit -1, bits 0, lists empty. */
    uint8_t *valid;
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
    /* Validity bits: 1 if the value is present, which it is only in a win.  If the discarder was
     * not named, the winner's seat, discarder and others are present, otherwise the seats that
     * play. */
    uint8_t *payment_valid[4];
    uint8_t *discarder_valid;
    uint8_t *others_valid;
    /* The yaku that count, as kz_result_yaku_number and kz_result_yaku_times return them: those of
     * hand i are elements yaku_offsets[i] up to yaku_offsets[i + 1].  There are n + 1 offsets; the
     * first is 0. */
    int64_t *yaku_offsets;
    int16_t *yaku;
    int32_t *yaku_times;
    /* Capacity of yaku and yaku_times; elements beyond it are counted but not written. */
    size_t yaku_capacity;
} kz_batch_columns;

/* Score hands into columns, each row exactly as by kz_hand_know, kz_hand_parse and kz_score.
 * *needed (may be NULL) is set to the total length of the lists of yaku: if it is above
 * yaku_capacity, call again with more room.  An error of a hand affects only its row.  KZ_BAD_USAGE
 * if an argument is NULL or offsets fall; the columns are then incomplete.  Allocates nothing. */
KZ_API kz_status kz_score_batch(kz_batch *batch, const kz_batch_hands *hands,
                                const kz_batch_columns *columns, size_t *needed);

/* A column of n hands as numbers. */
typedef struct kz_batch_numbers {
    size_t size;                /* of this struct */
    kz_encoding encoding;       /* as in kz_tiles */
    const unsigned char *tiles; /* hand i is tiles[offsets[i]] up to tiles[offsets[i + 1]]; the
                                   last one wins unless its words name the winning tile */
    const int64_t *offsets;     /* n + 1 offsets that never fall */
    /* The melds of hand i, by meld_offsets in the same way; both NULL: there are none. */
    const kz_meld *melds;
    const int64_t *meld_offsets;
    /* The n texts, like the words of kz_tiles; a missing one is empty.  NULL: all are empty.  A
     * hand with the same words as the hand before is read faster. */
    const kz_batch_hands *words;
    size_t n;
} kz_batch_numbers;

/* Score hands given as numbers, which are read as kz_hand_set_tiles does, into columns, otherwise
 * as kz_score_batch does. */
KZ_API kz_status kz_score_batch_numbers(kz_batch *batch, const kz_batch_numbers *hands,
                                        const kz_batch_columns *columns, size_t *needed);

/* --- deals ----------------------------------------------------------------------------------- */

/* The settlement of a deal, reused from deal to deal; for one thread at a time. */
typedef struct kz_deal kz_deal;

/* Return a deal that is not settled, or NULL if memory ran out. */
KZ_API kz_deal *kz_deal_new(void);
KZ_API void kz_deal_free(kz_deal *deal);

/* Read a deal and settle it under rules.  The text is a line ("S ron W 3 fan 40 fu riichi=S,N") or
 * a JSON object (the winners with their hands or the values of these, or a draw; bets, counters).
 * notation: that of the hands, as for kz_hand_set_notation; NULL: recognize it.  The rules must
 * last while the deal is queried.  KZ_BAD_HAND if the text is not a deal, or the rules forbid it;
 * KZ_BAD_USAGE if there is no such notation.  After an error the deal is not settled.  Allocates
 * nothing. */
KZ_API kz_status kz_deal_settle(kz_deal *deal, const kz_ruleset *rules, const char *notation,
                                const char *text, size_t len, kz_error *err);
/* Return the change of a seat's points in the deal last settled, bets included; the number of bets,
 * also called deposits, that stay on the table; the change of a seat's chips.  All are 0 if the
 * deal was refused. */
KZ_API int64_t kz_deal_payment(const kz_deal *deal, kz_seat seat);
KZ_API int64_t kz_deal_deposits_left(const kz_deal *deal);
KZ_API int64_t kz_deal_chip_payment(const kz_deal *deal, kz_seat seat);
KZ_API const char *kz_deal_draw(const kz_deal *deal); /* "exhaustive", ...; NULL: no draw */
/* Return the number of winners and their results, in order of turn from the discarder; NULL past
 * the last. */
KZ_API size_t kz_deal_result_count(const kz_deal *deal);
KZ_API const kz_result *kz_deal_result(const kz_deal *deal, size_t index);
/* Write the deal as kz_result_json and the three calls after it write a result. */
KZ_API size_t kz_deal_json(const kz_deal *deal, char *buffer, size_t size);
KZ_API size_t kz_deal_explain_json(const kz_deal *deal, char *buffer, size_t size);
KZ_API size_t kz_deal_text(const kz_deal *deal, const char *language, char *buffer, size_t size);
KZ_API size_t kz_deal_explain_text(const kz_deal *deal, const char *language, char *buffer,
                                   size_t size);

#ifdef __cplusplus
}
#endif

#endif
