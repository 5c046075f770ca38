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

struct walk_ctx;

/* What one thread does of a step. */
struct part {
    struct walk_ctx *ctx;
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

struct walk_ctx {
    const struct kzi_exhaustive_diff *diffing;
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
    return kzi_every_find_tiles(&part->every, (unsigned)share, part->ctx->diffing->jobs);
}

static bool find_hands(struct part *part, size_t first, size_t end) {
    return kzi_every_find_hands(&part->every, first, end);
}

static bool judge(struct part *part, size_t first, size_t end) {
    struct walk_ctx *ctx = part->ctx;
    return kzi_every_judge(&part->verdicts, &ctx->every, &ctx->given, ctx->diffing->blame, first,
                           end);
}

static bool judge_tiles(struct part *part, size_t first, size_t end) {
    struct walk_ctx *ctx = part->ctx;
    return kzi_every_judge_tiles(&part->verdicts, &part->every, &ctx->given, ctx->diffing->blame,
                                 first, end);
}

static const struct step of_tiles = {find_tiles, 1, NULL},
                         of_hands = {find_hands, 64, "class of tile"},
                         of_verdicts = {judge, 4096, "class of hand"},
                         of_both = {judge_tiles, 1024, "class of tile"};

static void *work(void *context) {
    struct part *part = context;
    struct walk_ctx *ctx = part->ctx;
    size_t at_once = ctx->step->at_once, count = ctx->count, at;
    while (!part->failed && (at = atomic_fetch_add(&ctx->next, at_once)) < count) {
        part->failed = !ctx->step->do_some(part, at, count - at < at_once ? count : at + at_once);
        if (part->tells && ctx->step->of)
            kzi_progress_tell(&ctx->progress, ctx->step->of, at, at, count);
    }
    return NULL;
}

static void begin_part(struct walk_ctx *ctx, unsigned job) {
    struct part *part = &ctx->parts[job];
    memset(part, 0, sizeof *part);
    part->ctx = ctx;
    part->tells = job == 0;
    kzi_every_begin_part(&part->every, &ctx->every);
    kzi_every_verdicts_init(&part->verdicts);
}

static bool end_part(struct walk_ctx *ctx, unsigned job) {
    struct part *part = &ctx->parts[job];
    ctx->every.too_many |= part->every.too_many;
    bool joined = !part->failed && kzi_every_join(&ctx->every, &part->every) &&
                  kzi_every_verdicts_join(&ctx->verdicts, &part->verdicts);
    kzi_every_end_part(&part->every, &ctx->every);
    kzi_every_verdicts_release(&part->verdicts);
    return joined;
}

static bool take_step(struct walk_ctx *ctx, const struct step *step, size_t count) {
    unsigned running = 1, jobs = ctx->diffing->jobs;
    bool done = true;
    ctx->step = step;
    ctx->count = count;
    atomic_init(&ctx->next, 0);
    ctx->progress = kzi_progress_begin(isatty(STDERR_FILENO));
    for (unsigned job = 0; job < jobs; job++)
        begin_part(ctx, job);
    for (; running < jobs; running++)
        if (pthread_create(&ctx->threads[running], NULL, work, &ctx->parts[running]))
            break; /* those that run do its work */
    work(&ctx->parts[0]);
    for (unsigned job = 1; job < running; job++)
        pthread_join(ctx->threads[job], NULL);
    for (unsigned job = 0; job < jobs; job++)
        done &= end_part(ctx, job);
    kzi_progress_end(&ctx->progress);
    return done;
}

/* --- the whole ------------------------------------------------------------------------------- */

static int print(const struct walk_ctx *ctx) {
    struct kzi_text text = kzi_text_growing();
    const struct kzi_blame *blame = ctx->diffing->blame;
    const struct kzi_every_report report = {.every = &ctx->every,
                                            .verdicts = &ctx->verdicts,
                                            .differences = kzi_blame_differences(blame),
                                            .room = calloc(1, sizeof *report.room),
                                            .cut = kzi_blame_is_cut(blame) ||
                                                   kzi_blame_differences(blame)->cut};
    if (!report.room)
        return kzi_say_no_memory();
    if (ctx->diffing->json) {
        kzi_every_json(&text, &report);
        kzi_text_char(&text, '\n');
    } else {
        kzi_every_text(&text, &report, ctx->diffing->look);
    }
    free(report.room);
    int status = kzi_print_now(&text);
    kzi_text_release(&text);
    return kzi_worse(status, ctx->verdicts.groups.count ? KZI_EXIT_NEGATIVE : KZI_EXIT_DONE);
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

static int walk_view(struct walk_ctx *ctx, enum kzi_every_view view) {
    struct kzi_every *every = &ctx->every;
    kzi_every_init(every, ctx->diffing->rules, view, &ctx->concern);
    kzi_every_verdicts_init(&ctx->verdicts);
    if (!take_step(ctx, &of_tiles, ctx->diffing->jobs))
        return say_why(every);
    kzi_every_order_tiles(every);
    bool done = kzi_every_is_vast(every) ? take_step(ctx, &of_both, every->tiles.count)
                                         : take_step(ctx, &of_hands, every->tiles.count) &&
                                               take_step(ctx, &of_verdicts, every->hands.count);
    return done ? KZI_EXIT_DONE : kzi_say_no_memory();
}

/* Where the differences concern some hands alone, all are counted and those are looked at. */
static int walk_some(struct walk_ctx *ctx) {
    int status = walk_view(ctx, KZI_COUNTED_HANDS);
    ctx->counted = ctx->every;
    ctx->in_all = ctx->verdicts;
    if (status == KZI_EXIT_DONE) {
        status = walk_view(ctx, KZI_CONCERNED_HANDS);
        kzi_every_complete(&ctx->every, &ctx->verdicts, &ctx->counted, &ctx->in_all);
    } else {
        kzi_every_init(&ctx->every, ctx->diffing->rules, KZI_ALL_HANDS, NULL);
        kzi_every_verdicts_init(&ctx->verdicts);
    }
    kzi_every_release(&ctx->counted);
    kzi_every_verdicts_release(&ctx->in_all);
    return status;
}

static int walk(struct walk_ctx *ctx) {
    kzi_every_concern_find(&ctx->concern, kzi_blame_differences(ctx->diffing->blame));
    int status = ctx->concern.confined ? walk_some(ctx) : walk_view(ctx, KZI_ALL_HANDS);
    if (status == KZI_EXIT_DONE &&
        !kzi_every_verdicts_finish(&ctx->verdicts, &ctx->every, ctx->diffing->blame))
        status = kzi_say_no_memory();
    if (status == KZI_EXIT_DONE)
        status = print(ctx);
    kzi_every_release(&ctx->every);
    kzi_every_verdicts_release(&ctx->verdicts);
    return status;
}

/* What makes the walk impossible; NULL: nothing does. */
static const char *why_not(struct walk_ctx *ctx) {
    const struct kz_ruleset *const *both = ctx->diffing->rules;
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
    if (!kzi_every_given_find(&ctx->given, both))
        return "they know too many circumstances";
    return NULL;
}

int kzi_exhaustive_diff(const struct kzi_exhaustive_diff *diffing) {
    struct walk_ctx *ctx = calloc(1, sizeof *ctx);
    if (!ctx)
        return kzi_say_no_memory();
    ctx->diffing = diffing;
    const char *why = why_not(ctx);
    if (why)
        kzi_say("diff", "not every hand can be walked: %s", why);
    int status = why ? KZI_EXIT_SYSTEM : walk(ctx);
    free(ctx);
    return status;
}
