/* completion.h - what can stand at the cursor of a shell: kazoe --complete WORD ..., which only the
 * completion of the shell calls (completion/kazoe). */
#ifndef KZI_COMPLETION_H
#define KZI_COMPLETION_H

#include "cli/options.h"

/* words: those behind the program's name, the last one up to the cursor.  Prints "words", or
 * "files" where names of files may stand there too, then the words that begin so, one a line. */
int kzi_complete(const struct kzi_command *const *commands, size_t n_commands, char **words,
                 size_t count);

#endif
