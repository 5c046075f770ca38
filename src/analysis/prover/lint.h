/* lint.h - lint warnings for rulesets that load without errors.
 *
 * A note is only made where it can be proved from the rows of the conditions or by trying an
 * option; what cannot be proved is passed over. */
#ifndef KZI_LINT_H
#define KZI_LINT_H

#include "compile/ruleset.h"

/* How many files, from the first on, are looked at: the overlays or, where there are none, the file
 * asked for.  What others have written is theirs to mend. */
size_t kzi_own_files(const struct kzi_model *model);
/* Whether a yaku or an option says that the note about it and this word is meant so. */
const struct kzi_node *kzi_intended(const struct kzi_node *thing, const char *word);
/* Notes a mark that no note matches. */
void kzi_note_unmatched(struct kzi_diags *diags, const struct kzi_node *mark);
#define KZI_NO_CASE "no_case" /* the word for: no case awards it */

/* Whether a file of the ruleset, by its number, says more of a yaku than labels. */
bool kzi_yaku_is_of(const struct kzi_yaku *yaku, uint32_t file);

/* Notes as warnings, of what is written in these files: yaku that always
 * come with another and both count, covers of yaku that never come together, values of options
 * that change nothing. */
void kzi_note_rules(const struct kz_ruleset *rules, struct kzi_diags *diags,
                    struct kzi_budget *budget);
extern const struct kzi_budget kzi_note_budget; /* what the notes of a ruleset may take */

/* Loads the rules with each value of each option in turn, the others as they are, and notes those
 * with which they are no ruleset: for all of them together there are as many steps as for loading
 * one.  That rules say themselves what an option of a parent would change, or take that away, is no
 * fault. KZ_NO_MEMORY or KZ_OK. */
kz_status kzi_check_values(const struct kz_ruleset *rules, struct kzi_diags *diags);

#endif
