/* show.h - a ruleset with all its files combined, written for reading. */
#ifndef KZI_SHOW_H
#define KZI_SHOW_H

#include "compile/ruleset.h"

#define KZI_SHOW_KEY_WIDTH 14 /* columns of the key before a line of a section */

/* Put a node as in a rule file, on several lines if it is long: indent is where the next begin. */
void kzi_show_node(struct kzi_text *text, const struct kzi_node *node, size_t indent);

/* Show the whole ruleset, section by section. language: of names. decided_by: the configuration
 * file that chose these rules, or NULL. */
void kzi_show_rules(struct kzi_text *text, struct kzi_arena *arena, const struct kzi_model *model,
                    const char *language, const char *decided_by);

/* Show the ruleset's identity, and the configuration file that chose it, as one JSON object. */
void kzi_show_decided_json(struct kzi_text *text, const struct kzi_model *model,
                           const char *decided_by);

/* Show everything about one yaku, as text or as one JSON object (show_yaku.c). budget: for finding
 * out why it covers others. */
void kzi_show_yaku(struct kzi_text *text, const struct kz_ruleset *rules, unsigned yaku,
                   const char *language);
void kzi_show_yaku_json(struct kzi_text *text, const struct kz_ruleset *rules, unsigned yaku,
                        struct kzi_budget *budget);

/* Show the whole ruleset as one rule file, with the source of each value in a comment
 * (show_yaml.c). Return false if its options have too many values to find out what each changes. */
bool kzi_show_yaml(struct kzi_text *text, struct kzi_arena *arena, const struct kzi_model *model);

/* Show the options of a ruleset, one per line, or as one JSON object per line (show_options.c). */
void kzi_show_options(struct kzi_text *text, struct kzi_arena *arena, const struct kzi_model *model,
                      const char *language);
void kzi_show_options_json(struct kzi_text *text, struct kzi_arena *arena,
                           const struct kzi_model *model);

/* Show the options of several rulesets: a table in Markdown with a column for each, or one JSON
 * object per line for each option. */
void kzi_show_options_table(struct kzi_text *text, struct kzi_arena *arena,
                            const struct kzi_model *const *models, size_t count, bool json);

#endif
