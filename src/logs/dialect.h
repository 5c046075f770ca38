/* dialect.h - what a format of logs calls rulesets, yaku, draws and circumstances: the file
 * logs/FORMAT.yaml of the rule path, so that no name of a rule is in the C. */
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
    const struct kzi_node *yaku;          /* by name in logs: the id of one of ours, or a list */
    const struct kzi_node *draws;         /* by name in logs: our word */
    struct kzi_word moments[KZI_MOMENTS]; /* our words for them */
    unsigned dead_wall;                   /* tiles that are never drawn */
    const struct kzi_node *rules;
    /* Our words for draws declared because a discard was won on; NULL: logs say themselves when the
     * bet of a riichi is placed. */
    const struct kzi_node *won;
};

/* Read logs/FORMAT.yaml in the first of the folders (colons between) that has it.  Return KZ_OK, or
 * the status and fill in err. */
kz_status kzi_dialect_open(struct kzi_dialect **dialect, const char *format, const char *folders,
                           kz_error *err);
void kzi_dialect_free(struct kzi_dialect *dialect);

/* Write the spelling of the rules that the words of a log ask for; nothing if they name none. */
void kzi_put_rules_of_log(struct kzi_text *spec, const struct kzi_dialect *dialect,
                          const struct kzi_log_event *game);

#endif
