/* mutation_run.h - kazoe test --mutate: what rules can be switched off without a case that fails.
 */
#ifndef KZI_CLI_MUTATE_H
#define KZI_CLI_MUTATE_H

#include "cli/options.h"

/* Tries the mutants of every file of the command line: files of cases, or of rules with the cases
 * beside them, RULES.cases.yaml beside RULES.yaml.  Returns the status to exit with. */
int kzi_mutate_files(const struct kzi_args *args);

#endif
