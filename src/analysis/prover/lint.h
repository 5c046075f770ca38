/* lint.h - warnings for rulesets that load without errors.
 *
 * A note is made only if it can be proved from the rows of the conditions or by trying an
 * option. */
#ifndef KZI_LINT_H
#define KZI_LINT_H

#include "compile/ruleset.h"

/* Return the number of own files, which are the first ones and are checked: the overlays or, if
 * there are none, the requested file. */
size_t kzi_count_own_files(const struct kzi_model *model);
/* Return the mark of a yaku or option that declares the note with this word as intended, or
 * NULL. */
const struct kzi_node *kzi_find_intended(const struct kzi_node *thing, const char *word);
/* Note a mark that declares a note as intended although there is no such note. */
void kzi_note_unmatched(struct kzi_diags *diags, const struct kzi_node *mark);
#define KZI_NO_CASE "no_case" /* the word for the note that no case awards a yaku */

/* Return whether a file of the ruleset, by index, defines more of a yaku than labels. */
bool kzi_yaku_is_of(const struct kzi_yaku *yaku, uint32_t file);

/* Note as warnings, for rules in the own files: yaku that always come with another one while both
 * count, covers of yaku that never come together, values of options that change nothing. */
void kzi_lint_rules(const struct kz_ruleset *rules, struct kzi_diags *diags,
                    struct kzi_budget *budget);
extern const struct kzi_budget kzi_note_budget; /* the limits for the notes of a ruleset */

/* Load the rules with each value of each option, one at a time, and note the values with which they
 * do not load.  All values together have as many steps as loading once.  It is no error if the
 * rules already contain what an option of a parent would change, or remove it.  Return KZ_NO_MEMORY
 * or KZ_OK. */
kz_status kzi_check_values(const struct kz_ruleset *rules, struct kzi_diags *diags);

#endif
