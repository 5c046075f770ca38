/* dialect.h - the names that a format of logs has for rulesets, yaku, draws and circumstances: the
 * file logs/FORMAT.yaml of the rule path, so that no name of a rule is in the C. */
#ifndef KZI_DIALECT_H
#define KZI_DIALECT_H

#include "base/names.h"
#include "logs/event.h"

/* The circumstances that the replayer finds. */
enum kzi_moment {
#define KZI_MOMENT(id, name) KZI_MOMENT_##id,
#include "logs/moments.def"
#undef KZI_MOMENT
    KZI_MOMENTS
};

struct kzi_dialect {
    struct kzi_arena arena;
    const struct kzi_node *yaku;          /* by name in logs: the id of a yaku, or a list of ids */
    const struct kzi_node *draws;         /* by name in logs: the draw's name in the rules */
    struct kzi_word moments[KZI_MOMENTS]; /* the circumstances' names in the rules */
    unsigned dead_wall;                   /* number of tiles that are never drawn */
    const struct kzi_node *rules;
    /* The draws that are declared on a discard that wins, by their names in the rules; NULL: the
     * log says when the bet of a riichi is placed. */
    const struct kzi_node *won;
};

/* Read logs/FORMAT.yaml from the first folder of the rule path that has it.  Return KZ_OK, or the
 * status with err filled in. */
kz_status kzi_dialect_open(struct kzi_dialect **dialect, const char *format, const char *rule_path,
                           kz_error *err);
void kzi_dialect_free(struct kzi_dialect *dialect);

/* Write the spec of the rules that the words of a log ask for; nothing if they ask for none. */
void kzi_put_rules_of_log(struct kzi_text *spec, const struct kzi_dialect *dialect,
                          const struct kzi_log_event *game);

#endif
