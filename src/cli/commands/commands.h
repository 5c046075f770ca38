/* commands.h - the commands, a file for each or for two alike, and what they share. */
#ifndef KZI_COMMANDS_H
#define KZI_COMMANDS_H

#include "cli/options.h"
#include "cli/output.h"
#include "rules/loader.h"

extern const struct kzi_command kzi_command_score, kzi_command_check, kzi_command_show,
    kzi_command_test, kzi_command_list, kzi_command_settle, kzi_command_table, kzi_command_compare,
    kzi_command_merge, kzi_command_diff;

/* Print what can follow at the cursor of a shell (kazoe --complete WORD ..., which completion/kazoe
 * calls): "words", or "files" where file names may follow too, then the words, one per line. words:
 * those after the program's name, the last one up to the cursor. */
int kzi_complete(const struct kzi_command *const *commands, size_t n_commands, char **words,
                 size_t count);

/* The names of --schema; NULL after the last. */
extern const char *const kzi_schemas[];

/* Find a yaku by its id or name; what is wrong is said.  Returns the status. */
int kzi_find_yaku(unsigned *yaku, const struct kzi_args *args, const struct kzi_model *model,
                  const char *name);

#endif
