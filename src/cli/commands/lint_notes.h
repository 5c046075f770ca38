/* lint_notes.h - what is worth a second look in rules: for kazoe check --notes. */
#ifndef KZI_CLI_NOTES_H
#define KZI_CLI_NOTES_H

#include "cli/rulesets.h"

/* Hands out what the rules themselves show, and for each of their own files that has cases beside
 * it (NAME.cases.yaml), the yaku of that file that no case and no example awards.  Returns the
 * status to exit with. */
int kzi_note_all(const struct kzi_args *args, const kz_ruleset *rules, kz_diag *diag,
                 void *payload);

#endif
