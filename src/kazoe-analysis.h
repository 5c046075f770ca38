/* kazoe-analysis.h - what scoring shows of hands and rulesets: hands under several rulesets side by
 * side, summaries of many, what two rulesets say differently, why a yaku does not count, errors and
 * warnings of rule files.
 *
 * Ownership, threads, errors, NULL and silence are as in kazoe.h.  Calls that write take a buffer
 * and its size as snprintf does: they return the length needed and write at most size bytes with
 * the terminating NUL; 0 means out of memory, or that there is nothing to write where the call says
 * so.  JSON is one object without a newline; text is
 * English lines for a player, each with its newline.
 *
 * An options struct begins with its size: {.size = sizeof options}. NULL means all defaults, and
 * members that a shorter struct lacks have their defaults.
 *
 * Link with pkg-config --libs kazoe-analysis. */
#ifndef KAZOE_ANALYSIS_H
#define KAZOE_ANALYSIS_H

#include "kazoe.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --- reasons of covers ------------------------------------------------------------------------ */

/* Let explanations say why a yaku covers another: each hand with the one has the other too, no
 * hand has both, or the rule book says it.  Without it they say that nobody looked for the reason
 * ("not_looked_for").  Call it once after loading, before other threads have the ruleset; it
 * allocates some 20 KiB, which go with the ruleset.  A reason is proved when an explanation first
 * asks for it, and that allocates nothing.  KZ_NO_MEMORY: reasons stay unknown, and the ruleset is
 * as it was. */
KZ_API kz_status kz_ruleset_prove_covers(kz_ruleset *rules);

/* --- hands under several rulesets ------------------------------------------------------------- */

typedef struct kz_comparer kz_comparer;     /* rulesets to compare; immutable, threads share it */
typedef struct kz_comparison kz_comparison; /* one hand under them; for one thread at a time */

typedef struct kz_comparer_options {
    size_t size;
    int reasons; /* 1: find which rules account for a difference; this takes memory and time */
} kz_comparer_options;

#define KZ_MAX_COMPARED 16 /* rulesets */

/* count: 1 to KZ_MAX_COMPARED. The rulesets must outlive the comparer.  The others are compared
 * with the first. */
KZ_API kz_status kz_comparer_new(kz_comparer **out, const kz_ruleset *const *rules, size_t count,
                                 const kz_comparer_options *options, kz_error *err);
KZ_API void kz_comparer_free(kz_comparer *comparer); /* its comparisons first */

/* NULL if memory ran out. */
KZ_API kz_comparison *kz_comparison_new(const kz_comparer *comparer);
KZ_API void kz_comparison_free(kz_comparison *comparison);

/* Read a hand as kz_hand_parse does, with the words of all rulesets, and score it under each.
 * KZ_BAD_HAND when it cannot be read; then every result has that error. */
KZ_API kz_status kz_comparison_score(kz_comparison *comparison, const char *text, size_t len,
                                     kz_error *err);
/* Of the hand last scored: whether all results are the same, 1 or 0; the result under a ruleset, by
 * index from 0, NULL past the last. */
KZ_API int kz_comparison_same(const kz_comparison *comparison);
KZ_API const kz_result *kz_comparison_result(const kz_comparison *comparison, size_t index);
/* The fields in which that result differs from the first ("fu, points, payments"), and, if reasons
 * were asked for, the rules that make the difference ("options.kiriage_mangan (no -> yes)", with
 * "; " between them).  Nothing is written, and 0 returned, where it does not differ. */
KZ_API size_t kz_comparison_differs(const kz_comparison *comparison, size_t index, char *buffer,
                                    size_t size);
KZ_API size_t kz_comparison_why(const kz_comparison *comparison, size_t index, char *buffer,
                                size_t size);
KZ_API size_t kz_comparison_json(const kz_comparison *comparison, char *buffer, size_t size);
/* A table of at most width columns, 80 for 0, and the reasons below it.  language: of names; NULL:
 * English. */
KZ_API size_t kz_comparison_text(const kz_comparison *comparison, const char *language,
                                 unsigned width, char *buffer, size_t size);

/* --- many hands ------------------------------------------------------------------------------- */

/* A sum over the hands of comparisons.  It depends on the hands but not on their order.  The
 * rulesets must outlive it. */
typedef struct kz_summary kz_summary;

/* NULL if memory ran out. */
KZ_API kz_summary *kz_summary_new(void);
KZ_API void kz_summary_free(kz_summary *summary);

/* Give an empty summary the rulesets of a comparer, so that it can be written even if no hand is
 * added; adding one does so too.  KZ_BAD_USAGE when it has others. */
KZ_API kz_status kz_summary_begin(kz_summary *summary, const kz_comparer *comparer, kz_error *err);
/* Add the hand that the comparison scored last, refused ones too; text is its line. */
KZ_API kz_status kz_summary_add(kz_summary *summary, const kz_comparison *comparison,
                                const char *text, size_t len, kz_error *err);
KZ_API size_t kz_summary_json(const kz_summary *summary, char *buffer, size_t size);
/* In English. */
KZ_API size_t kz_summary_text(const kz_summary *summary, char *buffer, size_t size);

/* --- two rulesets ----------------------------------------------------------------------------- */

/* The differences of two rulesets, by meaning and not by text; for one thread at a time. */
typedef struct kz_diff kz_diff;

/* Both rulesets must outlive it. */
KZ_API kz_status kz_diff_new(kz_diff **out, const kz_ruleset *first, const kz_ruleset *second,
                             kz_error *err);
KZ_API void kz_diff_free(kz_diff *diff);

KZ_API size_t kz_diff_count(const kz_diff *diff);
/* 0: there may be more differences, because the rulesets are too large and too different. */
KZ_API int kz_diff_complete(const kz_diff *diff);
/* Search for a hand that scores differently because of difference `index` alone.  If one is
 * found, later output of that difference shows it.  It may take some seconds. */
KZ_API kz_status kz_diff_find_hand(kz_diff *diff, size_t index);
/* The address of a difference in rule files ("yaku.pinfu.value"); NULL past the last. */
KZ_API const char *kz_diff_address(const kz_diff *diff, size_t index);
/* Nothing is written past the last. */
KZ_API size_t kz_diff_json(const kz_diff *diff, size_t index, char *buffer, size_t size);
KZ_API size_t kz_diff_text(const kz_diff *diff, size_t index, const char *language, char *buffer,
                           size_t size);

/* --- why a yaku does not count ---------------------------------------------------------------- */

/* The answer for one result and one yaku; for one thread at a time. */
typedef struct kz_why_not kz_why_not;

/* NULL if memory ran out. */
KZ_API kz_why_not *kz_why_not_new(void);
KZ_API void kz_why_not_free(kz_why_not *why);

/* The result, of a hand that was not refused, must stay as it is while the answer is written.
 * yaku: its id, or its name in a language of the ruleset.  KZ_BAD_USAGE when there is none. */
KZ_API kz_status kz_why_not_find(kz_why_not *why, const kz_result *result, const char *yaku,
                                 kz_error *err);
KZ_API int kz_why_not_counts(const kz_why_not *why); /* 1: it does count */
KZ_API size_t kz_why_not_json(const kz_why_not *why, char *buffer, size_t size);
KZ_API size_t kz_why_not_text(const kz_why_not *why, const char *language, char *buffer,
                              size_t size);

/* --- an evening ------------------------------------------------------------------------------- */

typedef enum kz_form { KZ_FORM_TEXT, KZ_FORM_JSON, KZ_FORM_HTML } kz_form;

/* Play games as kazoe game does: each line is a deal, as kz_deal_settle takes it, names players or
 * says nothing (it is blank or begins with #).  Write what that command prints: rows, one JSON
 * object a line, or a page of its own, each with refused lines in their place.  *needed (may be
 * NULL): the length needed, as snprintf.  KZ_BAD_RULES: the ruleset has no section game. */
KZ_API kz_status kz_game(const kz_ruleset *rules, const char *lines, size_t len, kz_form form,
                         char *buffer, size_t size, size_t *needed, kz_error *err);

/* --- random hands ----------------------------------------------------------------------------- */

/* Make a hand that wins, as kazoe deal does.  yaku: one that counts, by id or name, NULL: any.  The
 * same *seed makes the same hand on every machine, and is changed, so that the next call makes
 * another.  The result is that of the hand, whose line is written as kz_hand_write writes it.
 * KZ_NOT_FOUND: no such hand was found, which may take some seconds; KZ_BAD_USAGE: the ruleset has
 * no such yaku. */
KZ_API kz_status kz_random_hand(kz_result *result, const kz_ruleset *rules, const char *yaku,
                                uint64_t *seed, char *buffer, size_t size, size_t *needed,
                                kz_error *err);

/* --- point tables ----------------------------------------------------------------------------- */

/* What each fu and total is paid, as kazoe table shows it; JSON has one object a line for each cell
 * of each table.  language: of names; NULL: English. */
KZ_API size_t kz_table_json(const kz_ruleset *rules, const char *language, char *buffer,
                            size_t size);
KZ_API size_t kz_table_text(const kz_ruleset *rules, const char *language, char *buffer,
                            size_t size);
/* A page of its own. */
KZ_API size_t kz_table_html(const kz_ruleset *rules, const char *language, char *buffer,
                            size_t size);

/* --- pictures --------------------------------------------------------------------------------- */

/* The tiles as symbols of SVG, 60 wide and 80 high, to put into a page once: its ids are "t" with a
 * tile ("t1m", "t0p" a red five, "t7z", "t3f") and "back".  A page shows one by
 * <svg viewBox="0 0 60 80"><use href="#t1m"/></svg>.  It has no style: set a bold font and
 * text-anchor:middle for `symbol text`. */
KZ_API size_t kz_tile_symbols(char *buffer, size_t size);

/* --- rule files ------------------------------------------------------------------------------- */

typedef struct kz_check_options {
    size_t size;
    int notes; /* 1: add lint warnings for rules that are not errors */
} kz_check_options;

/* Check a rule file with its overlays and settings, as kazoe check does; for a whole ruleset
 * also every value of every option.  A file without `ruleset:` is an overlay or a part of
 * others.  diag receives all errors and warnings, err the first error. */
KZ_API kz_status kz_check(const char *path, const kz_load_options *how,
                          const kz_check_options *options, kz_diag *diag, void *payload,
                          kz_error *err);
/* kz_check of rules in memory, as kz_ruleset_load_text takes them. */
KZ_API kz_status kz_check_text(const kz_rule_text *text, const kz_load_text_options *how,
                               const kz_check_options *options, kz_diag *diag, void *payload,
                               kz_error *err);

#ifdef __cplusplus
}
#endif

#endif
