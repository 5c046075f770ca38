/* show.h - a ruleset as resolved, written for reading. */
#ifndef KZI_SHOW_H
#define KZI_SHOW_H

#include "compile/ruleset.h"

/* The whole ruleset, section by section.  language: of names; decided_by: the configuration file
 * that chose these rules, or NULL. */
void kzi_show_rules(struct kzi_text *text, struct kzi_arena *arena, const struct kzi_model *model,
                    const char *language, const char *decided_by);

/* Which rules these are, and the configuration file that chose them, as one JSON object. */
void kzi_show_decided_json(struct kzi_text *text, const struct kzi_model *model,
                           const char *decided_by);

/* Everything about one yaku; and as one JSON object.  budget: of looking for reasons why it covers
 * others. */
void kzi_show_yaku(struct kzi_text *text, const struct kz_ruleset *rules, unsigned yaku,
                   const char *language);
void kzi_show_yaku_json(struct kzi_text *text, const struct kz_ruleset *rules, unsigned yaku,
                        struct kzi_budget *budget);

/* The whole ruleset as one rule file, with the place of each value in a comment (show_yaml.c).
 * False: its options have too many values to find out what each changes. */
bool kzi_show_yaml(struct kzi_text *text, struct kzi_arena *arena, const struct kzi_model *model);

/* The options of a ruleset, one per line; and one JSON object per line (show_options.c). */
void kzi_show_options(struct kzi_text *text, struct kzi_arena *arena,
                      const struct kzi_model *model);
void kzi_show_options_json(struct kzi_text *text, struct kzi_arena *arena,
                           const struct kzi_model *model);

/* The options of several rulesets: a table in Markdown with a column for each, or one JSON object
 * per line for each option. */
void kzi_show_options_table(struct kzi_text *text, struct kzi_arena *arena,
                            const struct kzi_model *const *models, size_t count, bool json);

#endif
