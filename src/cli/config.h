/* config.h - the configuration file: the rules of a run that names none, and the language of names.
 *
 * Of it only the form is checked here.  What it names is looked up where it is used
 * (ruleset_argument.h), so that a run which names a ruleset itself has nothing to do with it. */
#ifndef KZI_CONFIG_H
#define KZI_CONFIG_H

#include "cli/options.h"
#include "rules/tree/node.h"

#define KZI_CONFIG_HERE "kazoe.yaml" /* in the working directory */

struct kzi_config {
    const char *path;                /* as it is called in messages; NULL: there is no such file */
    const struct kzi_node *ruleset;  /* a scalar; NULL, as all of these: the file does not say */
    const struct kzi_node *overlays; /* a list of scalars */
    const struct kzi_node *options;  /* a mapping to scalars */
    const char *language;
};

/* Reads the file of --config, else kazoe.yaml in the working directory, else that of the user.
 * Returns the status to go on with; what is wrong goes to diag. */
int kzi_config_find(struct kzi_config *config, const struct kzi_args *args, kz_diag *diag,
                    void *payload);
/* Whether a file is one, by its name or by having no keys but these. */
bool kzi_config_is(const char *path, const char *text);

/* Such a file as JSON Schema. */
struct kzi_text;
void kzi_config_schema(struct kzi_text *text);

#endif
