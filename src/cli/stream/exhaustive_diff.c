#include "cli/stream/exhaustive_diff.h"

#include "analysis/exhaustive/every.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/stream/workers.h"
#include "tile/sets.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct walking;

/* What one thread does of a step. */
struct part {
    struct walking *walking;
    struct kzi_every every; /* its own classes of hands */
    struct kzi_every_verdicts verdicts;
    bool tells; /* how far all have come */
    bool failed;
};

struct step {
    bool (*do_some)(struct part *part, size_t first, size_t end);
    size_t at_once; /* classes that a thread takes */
    const char *of; /* what is walked, for progress; NULL: there is none */
};

struct walking {
    const struct kzi_diff_every *diffing;
    struct kzi_every every, counted; /* counted: of all hands, where only some are concerned */
    struct kzi_every_concern concern;
    struct kzi_every_given given;
    struct kzi_every_verdicts verdicts, in_all;
    const struct step *step;
    size_t count; /* classes of the step */
    atomic_size_t next;
    struct kzi_progress progress;
    struct part parts[KZI_MAX_JOBS];
    pthread_t threads[KZI_MAX_JOBS];
};

/* --- a step in threads ----------------------------------------------------------------------- */

static bool find_tiles(struct part *part, size_t share, size_t end) {
    (void)end;
    return kzi_every_find_tiles(&part->every, (unsigned)share, part->walking->diffing->jobs);
}

static bool find_hands(struct part *part, size_t first, size_t end) {
    return kzi_every_find_hands(&part->every, first, end);
}

static bool judge(struct part *part, size_t first, size_t end) {
    struct walking *walking = part->walking;
    return kzi_every_judge(&part->verdicts, &walking->every, &walking->given,
                           walking->diffing->blame, first, end);
}

static bool judge_tiles(struct part *part, size_t first, size_t end) {
    struct walking *walking = part->walking;
    return kzi_every_judge_tiles(&part->verdicts, &part->every, &walking->given,
                                 walking->diffing->blame, first, end);
}

static const struct step of_tiles = {find_tiles, 1, NULL},
                         of_hands = {find_hands, 64, "class of tile"},
                         of_verdicts = {judge, 4096, "class of hand"},
                         of_both = {judge_tiles, 1024, "class of tile"};

static void *work(void *context) {
    struct part *part = context;
    struct walking *walking = part->walking;
    size_t at_once = walking->step->at_once, count = walking->count, at;
    while (!part->failed && (at = atomic_fetch_add(&walking->next, at_once)) < count) {
        part->failed =
            !walking->step->do_some(part, at, count - at < at_once ? count : at + at_once);
        if (part->tells && walking->step->of)
            kzi_progress_tell(&walking->progress, walking->step->of, at, at, count);
    }
    return NULL;
}

static void begin_part(struct walking *walking, unsigned job) {
    struct part *part = &walking->parts[job];
    memset(part, 0, sizeof *part);
    part->walking = walking;
    part->tells = job == 0;
    kzi_every_begin_part(&part->every, &walking->every);
    kzi_every_verdicts_init(&part->verdicts);
}

static bool end_part(struct walking *walking, unsigned job) {
    struct part *part = &walking->parts[job];
    walking->every.too_many |= part->every.too_many;
    bool joined = !part->failed && kzi_every_join(&walking->every, &part->every) &&
                  kzi_every_verdicts_join(&walking->verdicts, &part->verdicts);
    kzi_every_end_part(&part->every, &walking->every);
    kzi_every_verdicts_release(&part->verdicts);
    return joined;
}

static bool take_step(struct walking *walking, const struct step *step, size_t count) {
    unsigned running = 1, jobs = walking->diffing->jobs;
    bool done = true;
    walking->step = step;
    walking->count = count;
    atomic_init(&walking->next, 0);
    walking->progress = kzi_progress_begin(isatty(STDERR_FILENO));
    for (unsigned job = 0; job < jobs; job++)
        begin_part(walking, job);
    for (; running < jobs; running++)
        if (pthread_create(&walking->threads[running], NULL, work, &walking->parts[running]))
            break; /* those that run do its work */
    work(&walking->parts[0]);
    for (unsigned job = 1; job < running; job++)
        pthread_join(walking->threads[job], NULL);
    for (unsigned job = 0; job < jobs; job++)
        done &= end_part(walking, job);
    kzi_progress_end(&walking->progress);
    return done;
}

/* --- the whole ------------------------------------------------------------------------------- */

static int print(const struct walking *walking) {
    struct kzi_text text = kzi_text_growing();
    const struct kzi_every_report report = {&walking->every, &walking->verdicts,
                                            kzi_blame_differences(walking->diffing->blame),
                                            calloc(1, sizeof *report.room)};
    if (!report.room)
        return kzi_say_no_memory();
    if (walking->diffing->json) {
        kzi_every_json(&text, &report);
        kzi_text_char(&text, '\n');
    } else {
        kzi_every_text(&text, &report, walking->diffing->look);
    }
    free(report.room);
    int status = kzi_print_now(&text);
    kzi_text_release(&text);
    return kzi_worse(status, walking->verdicts.groups.count ? KZI_EXIT_NEGATIVE : KZI_EXIT_DONE);
}

static int say_why(const struct kzi_every *every) {
    if (!every->too_many)
        return kzi_say_no_memory();
    kzi_say("diff",
            "not every hand can be walked: these rules tell apart more than %u sets "
            "of tiles",
            KZI_EVERY_MOST);
    return KZI_EXIT_SYSTEM;
}

static int walk_view(struct walking *walking, enum kzi_every_view view) {
    struct kzi_every *every = &walking->every;
    kzi_every_init(every, walking->diffing->rules, view, &walking->concern);
    kzi_every_verdicts_init(&walking->verdicts);
    if (!take_step(walking, &of_tiles, walking->diffing->jobs))
        return say_why(every);
    kzi_every_order_tiles(every);
    bool done = kzi_every_is_vast(every) ? take_step(walking, &of_both, every->tiles.count)
                                         : take_step(walking, &of_hands, every->tiles.count) &&
                                               take_step(walking, &of_verdicts, every->hands.count);
    return done ? KZI_EXIT_DONE : kzi_say_no_memory();
}

/* Where the differences concern some hands alone, all are counted and those are looked at. */
static int walk_some(struct walking *walking) {
    int status = walk_view(walking, KZI_COUNTED_HANDS);
    walking->counted = walking->every;
    walking->in_all = walking->verdicts;
    if (status == KZI_EXIT_DONE) {
        status = walk_view(walking, KZI_CONCERNED_HANDS);
        kzi_every_complete(&walking->every, &walking->verdicts, &walking->counted,
                           &walking->in_all);
    } else {
        kzi_every_init(&walking->every, walking->diffing->rules, KZI_ALL_HANDS, NULL);
        kzi_every_verdicts_init(&walking->verdicts);
    }
    kzi_every_release(&walking->counted);
    kzi_every_verdicts_release(&walking->in_all);
    return status;
}

static int walk(struct walking *walking) {
    kzi_every_concern_find(&walking->concern, kzi_blame_differences(walking->diffing->blame));
    int status = walking->concern.confined ? walk_some(walking) : walk_view(walking, KZI_ALL_HANDS);
    if (status == KZI_EXIT_DONE &&
        !kzi_every_verdicts_finish(&walking->verdicts, &walking->every, walking->diffing->blame))
        status = kzi_say_no_memory();
    if (status == KZI_EXIT_DONE)
        status = print(walking);
    kzi_every_release(&walking->every);
    kzi_every_verdicts_release(&walking->verdicts);
    return status;
}

/* What makes the walk impossible; NULL: nothing does. */
static const char *why_not(struct walking *walking) {
    const struct kz_ruleset *const *both = walking->diffing->rules;
    const struct kzi_model *one = both[0]->model, *other = both[1]->model;
    if (memcmp(one->copies, other->copies, sizeof one->copies) != 0)
        return "they play with different tiles";
    if (one->n_seats != other->n_seats)
        return "different numbers of players play them";
    for (unsigned of = 0; of < 2; of++) {
        const struct kz_ruleset *rules = both[of];
        for (unsigned i = 0; i < rules->shapes.count; i++)
            if (rules->shapes.list[i].sets > KZI_RANKED_SETS)
                return "their hands have more than four sets";
        if (rules->scoring->any_verify)
            return "one of their conditions is too large for tables";
    }
    if (!kzi_every_given_find(&walking->given, both))
        return "they know too many circumstances";
    return NULL;
}

int kzi_diff_every(const struct kzi_diff_every *diffing) {
    struct walking *walking = calloc(1, sizeof *walking);
    if (!walking)
        return kzi_say_no_memory();
    walking->diffing = diffing;
    const char *why = why_not(walking);
    if (why)
        kzi_say("diff", "not every hand can be walked: %s", why);
    int status = why ? KZI_EXIT_SYSTEM : walk(walking);
    free(walking);
    return status;
}
