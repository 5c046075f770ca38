/* ruleset_choice.h - which of several rulesets a record names with its key "ruleset". */
#ifndef KZI_RULESET_CHOICE_H
#define KZI_RULESET_CHOICE_H

#include "cli/stream/scorer.h"
#include "hand/hand.h"
#include "hand/parser/json_tokens.h"

/* Room for one record. */
struct kzi_ruleset_choice {
    struct kzi_json_token tokens[KZI_JSON_TOKENS];
    char line[KZI_MAX_LINE]; /* the record with its key as one that readers pass over */
    char name[KZI_MAX_LINE];
    char id[KZI_MAX_ID];
};

/* Find the ruleset of the line, which becomes scorer->which: the first, unless a record names
 * another. Readers of hands and deals do not know the key, so the line is replaced by one without
 * it.  On an error return false; choice->id is then the record's id as JSON, or "". */
bool kzi_ruleset_choose(struct kzi_scorer *scorer, kz_error *error);

#endif
