/* rulebook.h - a ruleset, a yaku and options, as text for players, as JSON and as a page. */
#ifndef KZI_RULEBOOK_H
#define KZI_RULEBOOK_H

#include "report/ruleset_report.h"

struct kzi_gallery;

/* Write a whole ruleset, section by section; as JSON its yaku and options, one per line.
 * decided_by: the configuration file that chose the ruleset, or NULL. */
void kzi_put_rules(struct kzi_text *text, struct kzi_arena *arena, const struct kz_ruleset *rules,
                   const char *decided_by, const struct kzi_style *style);

/* Put the members of a yaku. budget: for finding why it covers others; NULL in text, which leaves
 * that out. */
void kzi_put_yaku_members(struct kzi_doc *doc, const struct kz_ruleset *rules, unsigned yaku,
                          struct kzi_budget *budget);

/* Say the worth of a yaku in closed and open hands: "3 fan, open 2 fan". */
void kzi_say_yaku_worth(struct kzi_sentence *sentence, const struct kzi_model *model,
                        const struct kzi_yaku *yaku);

/* Put the options that have an effect; in JSON each is a line. */
void kzi_put_options(struct kzi_doc *doc, struct kzi_arena *arena, const struct kzi_model *model);

/* Write the options of several rulesets: a table in Markdown with a column for each, or one JSON
 * object per line for each option. */
void kzi_put_option_comparison(struct kzi_text *text, struct kzi_arena *arena,
                               const struct kzi_model *const *models, size_t count, bool json);

/* --- the page --------------------------------------------------------------------------------- */

/* Write sources, house rules, every yaku with its value, its condition in words and a hand, fu,
 * point tables, options.  Rules of an overlay are marked. plain: the same rules without overlays
 * and settings; NULL if there are none. */
void kzi_put_rule_sheet(struct kzi_text *text, struct kzi_arena *arena, struct kzi_gallery *gallery,
                        const struct kz_ruleset *plain, const struct kzi_style *style);

/* Put all yaku, by value. */
void kzi_put_yaku_by_worth(struct kzi_doc *doc, struct kzi_arena *arena,
                           struct kzi_gallery *gallery);
/* Say a condition as items of a list. */
void kzi_say_when(struct kzi_sentence *list, const struct kzi_model *model,
                  const struct kzi_condition *when);

/* Say in words how the rules differ from the plain rules (house_rules.c). */
void kzi_put_changes(struct kzi_doc *doc, struct kzi_arena *arena, const struct kz_ruleset *plain,
                     const struct kz_ruleset *rules);
/* Return the index of the overlay that sets a part of a node; if none does, the number of
 * overlays. */
size_t kzi_overlay_of(const struct kzi_model *model, const struct kzi_node *node,
                      struct kzi_place place);
/* Put a mark with the name of an overlay. */
void kzi_doc_house(struct kzi_doc *doc, const struct kzi_model *model, size_t overlay);

#endif
