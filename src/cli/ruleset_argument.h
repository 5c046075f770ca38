/* ruleset_argument.h - the rules of this run: those that the command line names, else those of the
 * configuration file.  Every command that works with one ruleset asks here. */
#ifndef KZI_RULESET_ARGUMENT_H
#define KZI_RULESET_ARGUMENT_H

#include "cli/options.h"
#include "compile/ruleset.h"
#include "rules/loader.h"

struct kzi_ruleset_argument {
    const char *path;       /* of the rule file; NULL: none is named */
    const char *decided_by; /* the configuration file, where it decides; NULL: the command line */
    const char *config;     /* the configuration file that was read, whoever decides; or NULL */
    const char *language;   /* of names; NULL: none is asked for, and no ruleset is open yet */
    kz_loading how;         /* overlays and settings of whoever decides, and of -O and --set */
    struct kzi_setting_origin told; /* what the configuration says of them */
};

/* Choose the rules.  name: the ruleset on the command line; NULL: none.  Returns the status to go
 * on with; what is wrong with the configuration file goes to diag. */
int kzi_choose(struct kzi_ruleset_argument *choice, const struct kzi_args *args, const char *name,
               kz_diag *diag, void *payload);
/* Load what was chosen.  On failure *rules is NULL and the status to exit with is returned. */
int kzi_ruleset_argument_load(kz_ruleset **rules, const struct kzi_ruleset_argument *choice,
                              const struct kzi_args *args, kz_diag *diag, void *payload);
/* Both, and check the language; what is wrong goes to standard error, also that no ruleset is
 * named. */
int kzi_ruleset_argument_open(kz_ruleset **rules, struct kzi_ruleset_argument *choice,
                              const struct kzi_args *args, const char *name);
/* Open all rulesets of the command line, each with the overlays and settings that belong to it, and
 * choose the language. */
int kzi_rulesets_open(kz_ruleset **rules, const char **language, const struct kzi_args *args);
/* Say that no ruleset is named, and what to write.  Returns KZI_EXIT_USAGE. */
int kzi_say_no_ruleset(const struct kzi_ruleset_argument *choice, const struct kzi_args *args);

/* --- languages of names ----------------------------------------------------------------------- */

/* The language of --language or the configuration file, for a command that needs no ruleset or
 * several; NULL: neither names one. */
int kzi_choose_language(const char **language, const struct kzi_args *args);
/* asked, or if that is NULL, the language that the ruleset prefers. */
const char *kzi_language_for(const char *asked, const kz_ruleset *rules);
/* Say so if --language asks for one that none of these rulesets has. */
void kzi_check_language(const struct kzi_args *args, const kz_ruleset *const *rules, size_t count);

/* --- the configuration file ------------------------------------------------------------------- */

/* True if a file is one, by its name or by having no other keys than a configuration file. */
bool kzi_config_is(const char *path, const char *text);
/* Such a file as JSON Schema. */
void kzi_config_schema(struct kzi_text *text);

#endif
