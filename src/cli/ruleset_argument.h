/* ruleset_argument.h - the rules of this run: those that the command line names, else those of the
 * configuration file; and what is laid over them. */
#ifndef KZI_RULESET_ARGUMENT_H
#define KZI_RULESET_ARGUMENT_H

#include "cli/options.h"
#include "compile/ruleset.h"
#include "rules/loader.h"

struct kzi_ruleset_argument {
    const struct kzi_args *args;
    const char *path;       /* of the rule file; NULL: none is named */
    const char *decided_by; /* the configuration file, where it decides; NULL: the command line */
    const char *config;     /* the configuration file that was read, whoever decides; or NULL */
    const char *language;   /* of names; NULL: none is asked for, and no ruleset is open yet */
    const char **overlays, **settings;
    const struct kzi_entry **said; /* of each setting, where a file says it; NULL: none does */
    size_t n_overlays, n_settings;
    struct kzi_setting_origin told; /* which of this a file says */
};

/* Choose the rules.  name: the ruleset on the command line; NULL: none.  Returns the status to go
 * on with. */
int kzi_choose(struct kzi_ruleset_argument *choice, const struct kzi_args *args, const char *name);

/* A rule file alone, for kzi_ruleset_argument_load. */
struct kzi_ruleset_argument kzi_ruleset_argument_of(const struct kzi_args *args, const char *path);
/* Lay overlays over it that a file names; list may be NULL. */
void kzi_add_overlays(struct kzi_ruleset_argument *choice, const struct kzi_node *list,
                      const char *file, struct kzi_diags *diags);
/* Set the options of a mapping, which may be NULL; yields: but for those that the command line
 * sets. */
void kzi_add_options(struct kzi_ruleset_argument *choice, const struct kzi_node *options,
                     bool yields);
/* Add the overlays and settings of the command line that belong to its ruleset number `index`:
 * those before the first ruleset, which are for all, and those after it.  Of an option set in both
 * places the setting after it counts. */
void kzi_add_command_line(struct kzi_ruleset_argument *choice, size_t index);
/* args with a file as one more -O, unless it is one already.  Returns the status. */
int kzi_args_with_overlay(struct kzi_args *with, const struct kzi_args *args, const char *path);
/* Load the rules.  On failure *rules is NULL and the status to exit with is returned.  What is
 * loaded goes with the arena of args, or before that with kzi_rules_close. */
int kzi_ruleset_argument_load(kz_ruleset **rules, struct kzi_ruleset_argument *choice);

/* Choose and load, and check the language; that no ruleset is named is an error too. */
int kzi_ruleset_argument_open(kz_ruleset **rules, struct kzi_ruleset_argument *choice,
                              const struct kzi_args *args, const char *name);
/* Load a file with what the command line says; find it by name and load it likewise. */
int kzi_rules_load(kz_ruleset **rules, const struct kzi_args *args, const char *path);
int kzi_rules_open(kz_ruleset **rules, const struct kzi_args *args, const char *name);
/* Open all rulesets of the command line, each with what belongs to it, and choose the language. */
int kzi_rulesets_open(kz_ruleset **rules, const char **language, const struct kzi_args *args);
void kzi_rules_close(const struct kzi_args *args, kz_ruleset *rules); /* NULL: there is none */
/* Report all that is wrong with the rule file at path; a file that others extend may be a part.
 * budget: what it may take; NULL: as much as a ruleset may. */
int kzi_rules_look_at(const struct kzi_args *args, const char *path, struct kzi_budget *budget);
/* Say that no ruleset is named, and what to write.  Returns KZI_EXIT_USAGE. */
int kzi_say_no_ruleset(const struct kzi_ruleset_argument *choice);

/* --- languages of names ----------------------------------------------------------------------- */

/* The language of --language or the configuration file, for a command that needs no ruleset or
 * several; NULL: neither names one. */
int kzi_choose_language(const char **language, const struct kzi_args *args);
/* asked, or if that is NULL, the language that the ruleset prefers. */
const char *kzi_language_for(const char *asked, const kz_ruleset *rules);

/* --- the configuration file ------------------------------------------------------------------- */

/* True if a file is one, by its name or by having no other keys than a configuration file. */
bool kzi_config_is(const char *path, const char *text);
/* Such a file as JSON Schema. */
void kzi_config_schema(struct kzi_text *text);

#endif
