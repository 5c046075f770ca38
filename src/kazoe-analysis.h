/* kazoe-analysis.h - analyze hands and rulesets by scoring: hands under several rulesets side by
 * side, summaries of many hands, differences of two rulesets, why a yaku does not count, errors and
 * warnings of rule files.
 *
 * Ownership, threads, errors, NULL and silence are as in kazoe.h.  Calls that write take a buffer
 * and its size as snprintf does: they return the length needed and write at most size bytes with
 * the terminating NUL; 0 means out of memory or, if the call says so, that there is nothing to
 * write.  JSON is one object without a newline; text is English lines for a player, each with its
 * newline.
 *
 * An options struct begins with its size: {.size = sizeof options}.  NULL means all defaults, and
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

/* Make explanations say why a yaku covers another: each hand with the first has the second too, no
 * hand has both, or the rule book says so.  Otherwise they say that the reason was not looked for
 * ("not_looked_for").  Call it once after loading, before threads share the ruleset.  It allocates
 * some 20 KiB, which are freed with the ruleset.  Each reason is proved when an explanation first
 * needs it; that allocates nothing.  KZ_NO_MEMORY: the ruleset is unchanged. */
KZ_API kz_status kz_ruleset_prove_covers(kz_ruleset *rules);

/* --- hands under several rulesets ------------------------------------------------------------- */

/* Rulesets to compare.  A comparer never changes, and threads may share it. */
typedef struct kz_comparer kz_comparer;
typedef struct kz_comparison kz_comparison; /* one hand under them; for one thread at a time */

typedef struct kz_comparer_options {
    size_t size;
    int reasons; /* 1: find the rules that cause each difference, which takes memory and time */
} kz_comparer_options;

#define KZ_MAX_COMPARED 16 /* rulesets */

/* Make a comparer of count rulesets, 1 to KZ_MAX_COMPARED, which compares the others with the
 * first.  The rulesets must outlive it. */
KZ_API kz_status kz_comparer_new(kz_comparer **out, const kz_ruleset *const *rules, size_t count,
                                 const kz_comparer_options *options, kz_error *err);
KZ_API void kz_comparer_free(kz_comparer *comparer); /* free its comparisons first */

/* Return a comparison, or NULL if memory ran out.  The comparer must outlive it. */
KZ_API kz_comparison *kz_comparison_new(const kz_comparer *comparer);
KZ_API void kz_comparison_free(kz_comparison *comparison);

/* Read a hand as kz_hand_parse does, with the words of all rulesets, and score it under each.
 * KZ_BAD_HAND if it cannot be read; every result then has that error. */
KZ_API kz_status kz_comparison_score(kz_comparison *comparison, const char *text, size_t len,
                                     kz_error *err);
/* Return 1 if all results of the hand last scored are the same, else 0; and the result under a
 * ruleset, by index from 0, NULL past the last. */
KZ_API int kz_comparison_same(const kz_comparison *comparison);
KZ_API const kz_result *kz_comparison_result(const kz_comparison *comparison, size_t index);
/* Write the fields in which that result differs from the first ("fu, points, payments").  If there
 * is no difference, return 0 and write nothing. */
KZ_API size_t kz_comparison_differs(const kz_comparison *comparison, size_t index, char *buffer,
                                    size_t size);
/* Write the rules that cause the difference ("options.kiriage_mangan (no -> yes)", separated by ";
 * ") as kz_hand_write writes: *needed is 0 if there is no difference, or reasons were not
 * requested.  KZ_NO_MEMORY: memory ran out. */
KZ_API kz_status kz_comparison_why(const kz_comparison *comparison, size_t index, char *buffer,
                                   size_t size, size_t *needed);
KZ_API size_t kz_comparison_json(const kz_comparison *comparison, char *buffer, size_t size);
/* Write a table of at most width columns (0: 80) with the reasons below it.  language: of names;
 * NULL: English. */
KZ_API size_t kz_comparison_text(const kz_comparison *comparison, const char *language,
                                 unsigned width, char *buffer, size_t size);

/* --- many hands ------------------------------------------------------------------------------- */

/* A summary of the hands of comparisons.  It depends on the hands but not on their order.  The
 * rulesets must outlive it. */
typedef struct kz_summary kz_summary;

/* Return a summary of no hands under the rulesets of a comparer, or NULL if memory ran out. */
KZ_API kz_summary *kz_summary_new(const kz_comparer *comparer);
KZ_API void kz_summary_free(kz_summary *summary);

/* Add the hand last scored by the comparison, even a refused one; text is its line.  KZ_BAD_USAGE
 * if it was scored under other rulesets. */
KZ_API kz_status kz_summary_add(kz_summary *summary, const kz_comparison *comparison,
                                const char *text, size_t len, kz_error *err);
KZ_API size_t kz_summary_json(const kz_summary *summary, char *buffer, size_t size);
/* Write the summary in English, with names in a language; NULL: English. */
KZ_API size_t kz_summary_text(const kz_summary *summary, const char *language, char *buffer,
                              size_t size);

/* --- two rulesets ----------------------------------------------------------------------------- */

/* The differences of two rulesets in meaning, not in text; for one thread at a time. */
typedef struct kz_diff kz_diff;

/* Find the differences of two rulesets, which must outlive the diff. */
KZ_API kz_status kz_diff_new(kz_diff **out, const kz_ruleset *first, const kz_ruleset *second,
                             kz_error *err);
KZ_API void kz_diff_free(kz_diff *diff);

KZ_API size_t kz_diff_count(const kz_diff *diff);
/* Return 1 if all differences were found, 0 if the rulesets are too large and too different. */
KZ_API int kz_diff_complete(const kz_diff *diff);
/* Search for a hand that scores differently because of difference `index` alone.  If one is found,
 * later output of that difference shows it.  This may take some seconds. */
KZ_API kz_status kz_diff_find_hand(kz_diff *diff, size_t index);
/* Return the address of a difference in rule files ("yaku.pinfu.value"); NULL past the last. */
KZ_API const char *kz_diff_address(const kz_diff *diff, size_t index);
/* Write a difference; nothing past the last. */
KZ_API size_t kz_diff_json(const kz_diff *diff, size_t index, char *buffer, size_t size);
KZ_API size_t kz_diff_text(const kz_diff *diff, size_t index, const char *language, char *buffer,
                           size_t size);

/* --- why a yaku does not count ---------------------------------------------------------------- */

/* The answer to why one yaku does not count in one result; for one thread at a time. */
typedef struct kz_why_not kz_why_not;

/* Return an empty answer, or NULL if memory ran out. */
KZ_API kz_why_not *kz_why_not_new(void);
KZ_API void kz_why_not_free(kz_why_not *why);

/* Find out why a yaku does not count.  The hand of the result must not have been refused, and the
 * result must not change while the answer is written.  yaku: its id, or its name in a language of
 * the ruleset.  KZ_BAD_USAGE if there is none. */
KZ_API kz_status kz_why_not_find(kz_why_not *why, const kz_result *result, const char *yaku,
                                 kz_error *err);
KZ_API int kz_why_not_counts(const kz_why_not *why); /* 1 if it does count, else 0 */
KZ_API size_t kz_why_not_json(const kz_why_not *why, char *buffer, size_t size);
KZ_API size_t kz_why_not_text(const kz_why_not *why, const char *language, char *buffer,
                              size_t size);

/* --- an evening ------------------------------------------------------------------------------- */

/* Play games as kazoe game does.  Each line is a deal, as for kz_deal_settle, or names players;
 * blank lines and lines that begin with # are ignored.  Write the output of that command: rows of
 * text, JSON objects one a line, or a complete page, with names in a language (NULL: English);
 * refused lines are reported in their place.  *needed (may be NULL) is set to the length needed, as
 * snprintf returns it.  KZ_BAD_RULES if the ruleset has no section game. */
KZ_API kz_status kz_game_report(const kz_ruleset *rules, const char *lines, size_t len,
                                kz_form form, const char *language, char *buffer, size_t size,
                                size_t *needed, kz_error *err);

/* --- random hands ----------------------------------------------------------------------------- */

/* Make a random hand that wins, as kazoe deal does.  yaku: the id or name of one that must count;
 * NULL: any.  The same *seed makes the same hand on every machine; the call changes it, so that the
 * next makes another hand.  The result is that of the hand, whose line is written as by
 * kz_hand_write.  KZ_NOT_FOUND if no such hand was found, which may take some seconds, or the yaku
 * is not in use; KZ_BAD_USAGE if the ruleset has no such yaku. */
KZ_API kz_status kz_random_hand(kz_result *result, const kz_ruleset *rules, const char *yaku,
                                uint64_t *seed, char *buffer, size_t size, size_t *needed,
                                kz_error *err);

/* --- point tables ----------------------------------------------------------------------------- */

/* Write the payment for each fu and total, as kazoe table does; in JSON one object a line for each
 * cell of each table.  language: of names; NULL: English. */
KZ_API size_t kz_table_json(const kz_ruleset *rules, const char *language, char *buffer,
                            size_t size);
KZ_API size_t kz_table_text(const kz_ruleset *rules, const char *language, char *buffer,
                            size_t size);
/* Write the tables as a complete page. */
KZ_API size_t kz_table_html(const kz_ruleset *rules, const char *language, char *buffer,
                            size_t size);

/* --- pictures --------------------------------------------------------------------------------- */

/* Write the tiles as SVG symbols, 60 wide and 80 high, to be put into a page once.  Their ids are
 * "t" and a tile ("t1m", "t0p" a red five, "t7z", "t3f"), and "back".  <svg viewBox="0 0 60
 * 80"><use href="#t1m"/></svg> shows one.  They have no style: set a bold font and
 * text-anchor:middle for `symbol text`. */
KZ_API size_t kz_tile_symbols(char *buffer, size_t size);

/* --- rule files ------------------------------------------------------------------------------- */

typedef struct kz_check_options {
    size_t size;
    int notes; /* 1: also warn of rules that are valid but suspicious */
} kz_check_options;

/* Check a rule file with its overlays and settings, as kazoe check does; for a whole ruleset also
 * every value of every option.  A file without `ruleset:` is an overlay or a part of others.  diag
 * receives all errors and warnings, err the first error. */
KZ_API kz_status kz_check(const char *path, const kz_load_options *load_options,
                          const kz_check_options *options, kz_diag *diag, void *payload,
                          kz_error *err);
/* Check rules in memory, given as for kz_ruleset_load_text, as kz_check does. */
KZ_API kz_status kz_check_text(const kz_rule_text *text, const kz_load_text_options *load_options,
                               const kz_check_options *options, kz_diag *diag, void *payload,
                               kz_error *err);

#ifdef __cplusplus
}
#endif

#endif
