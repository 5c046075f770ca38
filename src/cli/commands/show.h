/* show.h - a ruleset as resolved, written for reading. */
#ifndef KZI_SHOW_H
#define KZI_SHOW_H

#include "compile/ruleset.h"

/* What --schema knows, by name; NULL behind the last. */
extern const char *const kzi_schemas[];

/* The whole ruleset, section by section (show_rules.c).  language: of names; decided_by: the
 * configuration file that chose these rules, or NULL. */
void kzi_show_rules(struct kzi_text *text, struct kzi_arena *arena, const struct kzi_model *model,
                    const char *language, const char *decided_by);

/* Which rules these are, and the configuration file that chose them, as one JSON object. */
void kzi_show_decided_json(struct kzi_text *text, const struct kzi_model *model,
                           const char *decided_by);

/* The whole ruleset as one rule file, with the place of each value in a comment (show_yaml.c).
 * False: its options have too many values to say what each changes. */
bool kzi_show_yaml(struct kzi_text *text, struct kzi_arena *arena, const struct kzi_model *model);

/* Its options, a line each; and one JSON object a line (show_options.c). */
void kzi_show_options(struct kzi_text *text, struct kzi_arena *arena,
                      const struct kzi_model *model);
void kzi_show_options_json(struct kzi_text *text, struct kzi_arena *arena,
                           const struct kzi_model *model);

/* A table of the options of several rulesets, a column each, in Markdown. */
void kzi_show_options_table(struct kzi_text *text, struct kzi_arena *arena,
                            const struct kzi_model *const *models, size_t count);

/* The same, one JSON object a line for each option. */
void kzi_show_options_table_json(struct kzi_text *text, struct kzi_arena *arena,
                                 const struct kzi_model *const *models, size_t count);

/* One yaku, all there is to say of it; and as one JSON object (show_yaku.c).  budget: of looking
 * for reasons why it covers others. */
void kzi_show_yaku(struct kzi_text *text, const struct kz_ruleset *rules, unsigned yaku,
                   const char *language);
void kzi_show_yaku_json(struct kzi_text *text, const struct kz_ruleset *rules, unsigned yaku,
                        struct kzi_budget *budget);

/* A number, a limit, or a limit and how often; "-" where it is not scored. */
void kzi_show_value(struct kzi_text *text, const struct kzi_model *model,
                    const struct kzi_value *value);
/* A node on the line, or where that is too long, its entries one a line from `indent` on. */
void kzi_show_node(struct kzi_text *text, const struct kzi_node *node, size_t indent);

#endif
