/* ruleset_argument.h - the rules of this run: those that the command line names, else those of the
 * configuration file.  Every command that works with one ruleset asks here. */
#ifndef KZI_RULESET_ARGUMENT_H
#define KZI_RULESET_ARGUMENT_H

#include "cli/options.h"
#include "kazoe.h"
#include "rules/loader.h"

struct kzi_ruleset_argument {
    const char *path;       /* of the rule file; NULL: nobody names one */
    const char *decided_by; /* the configuration file, where it decides; NULL: the command line */
    const char *config;     /* the configuration file that was read, whoever decides; or NULL */
    const char *language;   /* of names; NULL: nobody asks, and no ruleset is open yet */
    kz_loading how;         /* overlays and settings of whoever decides, and of -O and --set */
    struct kzi_setting_origin told; /* what the configuration says of them */
};

/* Chooses.  name: what the command line calls the ruleset; NULL: it does not.  Returns the status
 * to go on with; what is wrong with the configuration file goes to diag. */
int kzi_choose(struct kzi_ruleset_argument *choice, const struct kzi_args *args, const char *name,
               kz_diag *diag, void *payload);
/* Only the language of names, for a command that needs no ruleset or several. */
int kzi_choose_language(const char **language, const struct kzi_args *args);

/* Loads what was chosen.  On failure *rules is NULL and the status to exit with is returned. */
int kzi_ruleset_argument_load(kz_ruleset **rules, const struct kzi_ruleset_argument *choice,
                              const struct kzi_args *args, kz_diag *diag, void *payload);
/* Both; what is wrong goes to standard error, and so does that nobody names a ruleset. */
int kzi_ruleset_argument_open(kz_ruleset **rules, struct kzi_ruleset_argument *choice,
                              const struct kzi_args *args, const char *name);
/* Says that nobody names a ruleset, and what to write.  Returns KZI_EXIT_USAGE. */
int kzi_say_no_ruleset(const struct kzi_ruleset_argument *choice, const struct kzi_args *args);

#endif
