/* kazoe replay: logs of games, every settlement checked. */
#include "cli/commands/commands.h"

#ifdef KZI_LOGS

#include "analysis/compare/comparer.h"
#include "analysis/compare/comparison_table.h"
#include "analysis/witness/hand_text.h"
#include "logs/replay.h"
#include "report/wording.h"

#include <fcntl.h>

/* Rulesets that logs asked for, by what they asked; few, because a site has few. */
#define MAX_OPENED 32

struct opened_rules {
    const char *wanted; /* "NAME OPTION=VALUE ..." */
    kz_ruleset *rules;  /* NULL: they cannot be had */
};

/* The rules of a game next to those of --as. */
struct compared_rules {
    struct kzi_comparer comparer;
    struct kzi_compared_hand hand;
};

/* What wins would have been worth by each ruleset; the first is that of the game. */
struct pay_sums {
    unsigned long wins, differ;
    int64_t points[KZI_MAX_COMPARED];
};

struct replay_ctx {
    const struct kzi_args *args;
    struct kzi_replay *replay;
    struct kzi_replay_hooks hooks;
    kz_ruleset *as[KZI_MAX_COMPARED]; /* those of --as */
    unsigned n_as;
    struct compared_rules
        *compared[MAX_OPENED]; /* by the rules of games, which come first in each */
    unsigned n_compared;
    struct compared_rules *now; /* of the game at hand */
    struct pay_sums game, all;
    struct opened_rules opened[MAX_OPENED];
    unsigned n_opened;
    int status;
    bool unwritten; /* the output failed */
};

static void release_replay(void *replay) {
    kzi_replay_free(replay);
}

/* --- rulesets -------------------------------------------------------------------------------- */

static const char *wanted_text(struct replay_ctx *ctx, const struct kzi_dialect_rules *wanted) {
    struct kzi_text *text = kzi_text_kept(ctx->args->arena);
    kzi_text_put(text, wanted->ruleset);
    for (unsigned i = 0; i < wanted->n_settings; i++)
        kzi_text_format(text, " %s", wanted->settings[i]);
    kzi_text_char(text, '\0');
    return text->failed ? "" : text->at;
}

/* Load a ruleset with the options of the log and those of the command line. */
static kz_ruleset *load(struct replay_ctx *ctx, const struct kzi_dialect_rules *wanted) {
    const struct kzi_args *args = ctx->args;
    const char *path = kzi_rules_find(args->arena, wanted->ruleset, NULL);
    struct kzi_ruleset_argument choice = kzi_ruleset_argument_of(args, path);
    kz_ruleset *rules = NULL;
    if (!path) {
        kzi_say("replay", "%s", kzi_rules_unknown(args->arena, wanted->ruleset));
        ctx->status = kzi_worse(ctx->status, KZI_EXIT_RULES);
        return NULL;
    }
    for (unsigned i = 0; i < wanted->n_settings; i++)
        *KZI_ADD(args->arena, choice.settings, choice.n_settings) = wanted->settings[i];
    kzi_add_command_line(&choice, args->rulesets.count);
    ctx->status = kzi_worse(ctx->status, kzi_ruleset_argument_load(&rules, &choice));
    return rules;
}

static const struct kz_ruleset *open_rules(void *context, const struct kzi_dialect_rules *wanted,
                                           kz_error *err) {
    struct replay_ctx *ctx = context;
    const char *text = wanted_text(ctx, wanted);
    unsigned i = 0;
    while (i < ctx->n_opened && strcmp(ctx->opened[i].wanted, text) != 0)
        i++;
    if (i == ctx->n_opened && i < MAX_OPENED)
        ctx->opened[ctx->n_opened++] = (struct opened_rules){text, load(ctx, wanted)};
    if (i < MAX_OPENED && ctx->opened[i].rules)
        return ctx->opened[i].rules;
    if (ctx->status == KZI_EXIT_SYSTEM)
        kzi_end(ctx->args, ctx->status);
    kzi_fail(err, KZ_BAD_RULES,
             kzi_arena_format(ctx->args->arena, "the rules %s cannot be had", text));
    return NULL;
}

/* --- what else there is to know of a win ------------------------------------------------------ */

static void no_hook(void *context) {
    (void)context;
}

static void begin_hands(void *context, const struct kz_ruleset *rules) {
    (void)context, (void)rules;
}

static void put_hand(void *context, const struct kzi_audit *audit) {
    const struct replay_ctx *ctx = context;
    struct kzi_text *text = &ctx->replay->results, id = kzi_text_growing();
    kzi_text_format(&id, "%s#%u#", ctx->replay->file, ctx->replay->game + 1);
    kzi_say_logged_round(&id, audit->round);
    kzi_text_format(&id, "#%c", kzi_seat_letters[audit->seat]);
    kzi_begin_object(text);
    kzi_json_key_text(text, "id", &id);
    kzi_put_record(text, audit->hand);
    kzi_end_object(text);
}

static void release_compared(void *what) {
    struct compared_rules *compared = what;
    kzi_compared_hand_release(&compared->hand);
    kzi_comparer_release(&compared->comparer);
}

static struct compared_rules *compare_with(struct replay_ctx *ctx, const struct kz_ruleset *rules) {
    struct kzi_arena *arena = ctx->args->arena;
    struct compared_rules *made = KZI_NEW(arena, struct compared_rules);
    const kz_ruleset *all[KZI_MAX_COMPARED] = {rules};
    for (unsigned i = 0; i < ctx->n_as; i++)
        all[i + 1] = ctx->as[i];
    *kzi_arena_keep(arena, release_compared) = made;
    if (kzi_comparer_init(&made->comparer, all, ctx->n_as + 1, !ctx->replay->json) != KZ_OK ||
        !kzi_compared_hand_init(&made->hand, &made->comparer))
        kzi_no_memory(arena);
    return made;
}

static void begin_game(void *context, const struct kz_ruleset *rules) {
    struct replay_ctx *ctx = context;
    unsigned i = 0;
    while (i < ctx->n_compared && ctx->compared[i]->comparer.rules[0] != rules)
        i++;
    if (i == ctx->n_compared)
        ctx->compared[ctx->n_compared++] = compare_with(ctx, rules);
    ctx->now = ctx->compared[i];
    ctx->game = (struct pay_sums){0};
}

static void put_points(struct kzi_text *text, const struct kz_result *result) {
    if (result->status != KZ_OK)
        kzi_text_put(text, "refused");
    else if (result->reason != KZI_WINS)
        kzi_text_put(text, "no win");
    else
        kzi_text_format(text, "%lld", (long long)result->best.points);
    kzi_text_format(text, " under %s", result->rules->model->label);
}

/* A win that differs: what it is worth by each ruleset, and the rule behind it. */
static void put_difference(struct replay_ctx *ctx, const struct kzi_audit *audit) {
    struct kzi_text *text = &ctx->replay->results;
    const struct kzi_comparison *comparison = &ctx->now->hand.comparison;
    kzi_text_format(text, "%s: ", ctx->replay->file);
    kzi_say_logged_round(text, audit->round);
    kzi_text_format(text, " %s: ", kzi_seat_says[audit->seat]);
    for (unsigned i = 0; i < comparison->count; i++) {
        kzi_text_put(text, i ? ", " : "");
        put_points(text, comparison->results[i]);
    }
    kzi_text_put(text, " (");
    kzi_say_fields(text, comparison->differs);
    kzi_text_put(text, ")\n");
    for (unsigned i = 1; i < comparison->count; i++)
        if (comparison->from_first[i]) {
            kzi_text_put(text, "    ");
            kzi_say_why(text, &ctx->now->hand.blame[i]);
        }
}

static void compare_win(void *context, const struct kzi_audit *audit) {
    struct replay_ctx *ctx = context;
    struct kzi_text *text = &ctx->replay->results, record = kzi_text_growing(), round = record;
    const struct kzi_comparison *comparison = &ctx->now->hand.comparison;
    kzi_json_begin(&record, '{');
    kzi_put_record(&record, audit->hand);
    kzi_json_end(&record, '}');
    if (record.failed)
        kzi_no_memory(ctx->args->arena);
    kzi_compared_hand_score(&ctx->now->hand, record.at, record.len);
    kzi_text_release(&record);
    ctx->game.wins++;
    ctx->game.differ += comparison->differs != 0;
    for (unsigned i = 0; i < comparison->count; i++)
        if (kzi_is_won(comparison->results[i]))
            ctx->game.points[i] += comparison->results[i]->best.points;
    if (!ctx->replay->json && comparison->differs)
        put_difference(ctx, audit);
    if (!ctx->replay->json)
        return;
    kzi_json_begin(text, '{');
    kzi_say_logged_round(&round, audit->round);
    kzi_json_key_text(text, "round", &round);
    kzi_json_key_string(text, "seat", (const char[2]){kzi_seat_letters[audit->seat]});
    kzi_compare_members(text, comparison, false, 0);
    kzi_json_end(text, '}');
}

static void put_sums(struct replay_ctx *ctx, struct kzi_text *text, const struct pay_sums *sums,
                     const char *first) {
    kzi_say_count(text, (long long)sums->wins, "win");
    kzi_text_format(text, ": %lld under %s", (long long)sums->points[0], first);
    for (unsigned i = 0; i < ctx->n_as; i++)
        kzi_text_format(text, ", %lld under %s", (long long)sums->points[i + 1],
                        ctx->as[i]->model->label);
    kzi_text_format(text, "; %lu %s\n", sums->differ, sums->differ == 1 ? "differs" : "differ");
}

static void end_game(void *context) {
    struct replay_ctx *ctx = context;
    ctx->all.wins += ctx->game.wins;
    ctx->all.differ += ctx->game.differ;
    for (unsigned i = 0; i <= ctx->n_as; i++)
        ctx->all.points[i] += ctx->game.points[i];
    if (ctx->replay->json)
        return;
    kzi_text_format(&ctx->replay->results, "%s: ", ctx->replay->file);
    put_sums(ctx, &ctx->replay->results, &ctx->game, ctx->now->comparer.rules[0]->model->label);
}

static void set_hooks(struct replay_ctx *ctx) {
    struct kzi_replay *replay = ctx->replay;
    if (ctx->args->given[KZI_OPT_HANDS]) {
        ctx->hooks = (struct kzi_replay_hooks){ctx, begin_hands, put_hand, no_hook};
        replay->hooks = &ctx->hooks;
        replay->only_results = true;
        replay->err = kzi_text_kept(ctx->args->arena);
    } else if (ctx->n_as) {
        ctx->hooks = (struct kzi_replay_hooks){ctx, begin_game, compare_win, end_game};
        replay->hooks = &ctx->hooks;
    }
}

/* --- logs ------------------------------------------------------------------------------------ */

static long read_bytes(void *context, void *bytes, size_t size) {
    const int *fd = context;
    ssize_t got;
    do
        got = read(*fd, bytes, size);
    while (got < 0 && errno == EINTR);
    return got;
}

/* Replay one log.  One that cannot be opened is reported like one that cannot be read. */
static void replay_log(struct replay_ctx *ctx, const char *path) {
    bool named = strcmp(path, "-") != 0;
    int fd = named ? open(path, O_RDONLY | O_CLOEXEC) : STDIN_FILENO;
    if (fd < 0) {
        ctx->status = kzi_worse(ctx->status, kzi_say_unread_input("replay", path));
        return;
    }
    bool done = kzi_replay_log(ctx->replay, path, read_bytes, &fd);
    if (named)
        close(fd);
    if (!done && ctx->replay->status == KZ_NO_MEMORY)
        kzi_no_memory(ctx->args->arena);
    if (!done)
        ctx->status = kzi_worse(ctx->status, KZI_EXIT_USAGE);
    if (ctx->replay->out->len > 16384)
        ctx->unwritten = kzi_print(ctx->replay->out) != KZI_EXIT_DONE;
    if (ctx->replay->err)
        kzi_print_errors(ctx->replay->err);
}

static void open_replay(struct replay_ctx *ctx, const struct kz_ruleset *rules) {
    const struct kzi_args *args = ctx->args;
    void **kept = kzi_arena_keep(args->arena, release_replay);
    struct kzi_replay *replay = kzi_replay_new();
    if (!replay)
        kzi_no_memory(args->arena);
    *kept = replay;
    replay->folders = kzi_rules_folders(args->arena);
    replay->rules = rules;
    replay->open = open_rules;
    replay->open_context = ctx;
    replay->json = args->given[KZI_OPT_JSON];
    replay->out = kzi_text_kept(args->arena);
    ctx->replay = replay;
    set_hooks(ctx);
}

/* Load the rulesets of -r and --as; return the one of -r, or NULL. */
static kz_ruleset *load_rulesets(struct replay_ctx *ctx) {
    const struct kzi_args *args = ctx->args;
    kz_ruleset *rules[KZI_MAX_REPEATED];
    size_t count = args->rulesets.count, named = args->given[KZI_OPT_RULESET];
    if (named > 1)
        kzi_end_usage(args, "a game has one ruleset: write one -r, and --as for others");
    if (named && args->rulesets.value[0] != args->value[KZI_OPT_RULESET])
        kzi_end_usage(args, "write -r before --as");
    if (count - named >= KZI_MAX_COMPARED)
        kzi_end_usage(args, "--as is given more than %d times", KZI_MAX_COMPARED - 1);
    if (count)
        kzi_rulesets_open(rules, args);
    for (size_t i = named; i < count; i++)
        ctx->as[ctx->n_as++] = rules[i];
    return named ? rules[0] : NULL;
}

/* Write the sums over all logs, where that is more than one line. */
static void put_summary(struct replay_ctx *ctx) {
    struct kzi_replay *replay = ctx->replay;
    if (replay->only_results || (ctx->args->n_rest == 1 && !replay->json))
        return;
    kzi_replay_summary(replay);
    if (!ctx->n_as || replay->json)
        return;
    kzi_text_put(replay->out, "all logs: ");
    put_sums(ctx, replay->out, &ctx->all, "the rules of the games");
}

/* Return the exit status that goes with rules or dialects that could not be had. */
static int exit_of_rules(kz_status status) {
    if (status == KZ_OK || status == KZ_BAD_USAGE)
        return KZI_EXIT_DONE;
    return status == KZ_NO_MEMORY || status == KZ_IO ? KZI_EXIT_SYSTEM : KZI_EXIT_RULES;
}

static int run(const struct kzi_args *args) {
    struct replay_ctx *ctx = KZI_NEW(args->arena, struct replay_ctx);
    ctx->args = args;
    if (!args->n_rest)
        return kzi_say_usage("replay",
                             "no log named: write the paths of logs; - is standard input");
    open_replay(ctx, load_rulesets(ctx));
    for (size_t i = 0; i < args->n_rest && !ctx->unwritten; i++)
        replay_log(ctx, args->rest[i]);
    put_summary(ctx);
    if (ctx->replay->counts.disagree)
        ctx->status = kzi_worse(ctx->status, KZI_EXIT_NEGATIVE);
    ctx->status = kzi_worse(ctx->status, exit_of_rules(ctx->replay->status));
    return ctx->unwritten ? KZI_EXIT_SYSTEM : kzi_worse(ctx->status, kzi_print(ctx->replay->out));
}

#else

static int run(const struct kzi_args *args) {
    (void)args;
    return kzi_say_usage("replay", "this kazoe was built without logs (configure --without-logs)");
}

#endif

const struct kzi_command kzi_command_replay = {
    .name = "replay",
    .bit = KZI_FOR_REPLAY,
    .usage = "[-r RULESET] [OPTIONS] LOG ...",
    .says = "Replay logs of games and check every settlement.",
    .help = "A log is a game as Tenhou (mjlog, or JSON of tenhou.net/6), mjai or majiang write\n"
            "it, plain or packed with gzip; - is standard input. It is replayed event by\n"
            "event: circumstances, melds, dora and seats come from the play. Each win and\n"
            "each draw is then settled by the rules and compared with what the log says was\n"
            "scored and paid. The rules are those that the log names; -r takes others.\n"
            "--overlay and --set apply to both.\n"
            "\n"
            "With --as each win, by itself, is also scored by other rules, and where that\n"
            "differs the rule that makes the difference is named. What people would have\n"
            "played under these rules nobody knows. An --overlay or --set after an --as\n"
            "applies to that one.\n"
            "\n"
            "--hands writes the winning hands as records, which kazoe score reads.\n"
            "\n"
            "A log that cannot be read is reported with its place, and the others are still\n"
            "replayed.\n"
            "\n"
            "Exit status: 0 all logs agree, 1 a win or a draw was settled otherwise, 2 bad\n"
            "usage or a log that cannot be read, 3 bad rules, 4 something could not be read\n"
            "or written; the highest of those that apply.\n"
            "\n"
            "Examples:\n"
            "  kazoe replay game.mjlog\n"
            "  kazoe replay --json *.mjlog\n"
            "  kazoe replay --as ema-2016 --as m-league game.mjlog\n"
            "  kazoe replay --hands *.mjlog | kazoe score -r tenhou --json\n"
            "  kazoe replay -r tenhou --set open_tanyao=no game.mjlog\n",
    .run = run,
};
