/* dialect.h - what a format of logs calls rulesets, yaku, draws and circumstances: the file
 * logs/FORMAT.yaml of the rule path, so that no name of a rule is in the C. */
#ifndef KZI_DIALECT_H
#define KZI_DIALECT_H

#include "base/names.h"
#include "logs/event.h"
#include "rules/tree/node.h"

/* The circumstances that the replayer finds. */
enum kzi_moment {
#define KZI_MOMENT(id, name) KZI_MOMENT_##id,
#include "logs/moments.def"
#undef KZI_MOMENT
    KZI_MOMENTS
};

#define KZI_MAX_MEANT 4 /* yaku of ours that a log has one name for */

struct kzi_dialect_yaku {
    unsigned n_ids;
    const char *ids[KZI_MAX_MEANT];
};

struct kzi_dialect {
    struct kzi_arena arena;
    struct kzi_names names; /* of yaku in logs; the entry of each has its number */
    struct kzi_dialect_yaku *yaku;
    size_t n_yaku;
    struct kzi_names draws; /* in logs */
    const char **draw_words;
    size_t n_draws;
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

/* Return the number of a yaku by its name in logs, or -1. */
int kzi_dialect_yaku_find(const struct kzi_dialect *dialect, const char *name);
/* Return whether a name of the log stands for this yaku. */
bool kzi_dialect_means(const struct kzi_dialect *dialect, unsigned number, const char *id);
/* Return the rules' word for a draw, or NULL. */
const char *kzi_dialect_draw(const struct kzi_dialect *dialect, const char *name);

/* Return whether such a draw is declared because the last discard was won on, so that nobody let it
 * pass. */
bool kzi_dialect_is_won(const struct kzi_dialect *dialect, const char *draw);

/* Write the spelling of the rules that the words of a log ask for; nothing if they name none. */
void kzi_dialect_put_rules(struct kzi_text *spec, const struct kzi_dialect *dialect,
                           const struct kzi_log_event *game);

#endif
