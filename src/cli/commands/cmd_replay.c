/* kazoe replay: logs of games, every settlement checked. */
#include "cli/commands/commands.h"

#ifdef KZI_LOGS

#include "logs/replay.h"

#include <fcntl.h>

/* Rulesets that logs asked for, by what they asked; few, because a site has few. */
#define MAX_OPENED 32

struct opened_rules {
    const char *wanted; /* "NAME OPTION=VALUE ..." */
    kz_ruleset *rules;  /* NULL: they cannot be had */
};

struct replay_ctx {
    const struct kzi_args *args;
    struct kzi_replay *replay;
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
    kzi_add_command_line(&choice, 0);
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
    kzi_fail(err, KZ_BAD_RULES,
             kzi_arena_format(ctx->args->arena, "the rules %s cannot be had", text));
    return NULL;
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
    if (!kzi_replay_log(ctx->replay, path, read_bytes, &fd))
        ctx->status = kzi_worse(ctx->status, KZI_EXIT_USAGE);
    if (named)
        close(fd);
    if (ctx->replay->out->len > 16384)
        ctx->unwritten = kzi_print(ctx->replay->out) != KZI_EXIT_DONE;
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
}

/* Return the exit status that goes with rules or dialects that could not be had. */
static int exit_of_rules(kz_status status) {
    if (status == KZ_OK || status == KZ_BAD_USAGE)
        return KZI_EXIT_DONE;
    return status == KZ_NO_MEMORY || status == KZ_IO ? KZI_EXIT_SYSTEM : KZI_EXIT_RULES;
}

static int run(const struct kzi_args *args) {
    struct replay_ctx ctx = {.args = args};
    kz_ruleset *rules = NULL;
    if (!args->n_rest)
        return kzi_say_usage("replay",
                             "no log named: write the paths of logs; - is standard input");
    if (args->rulesets.count > 1)
        return kzi_say_usage("replay", "a game has one ruleset: write one -r");
    if (args->rulesets.count)
        ctx.status = kzi_rules_open(&rules, args, args->rulesets.value[0]);
    if (ctx.status != KZI_EXIT_DONE)
        return ctx.status;
    open_replay(&ctx, rules);
    for (size_t i = 0; i < args->n_rest && !ctx.unwritten; i++)
        replay_log(&ctx, args->rest[i]);
    if (args->n_rest > 1 || ctx.replay->json)
        kzi_replay_summary(ctx.replay);
    if (ctx.replay->counts.disagree)
        ctx.status = kzi_worse(ctx.status, KZI_EXIT_NEGATIVE);
    ctx.status = kzi_worse(ctx.status, exit_of_rules(ctx.replay->status));
    return ctx.unwritten ? KZI_EXIT_SYSTEM : kzi_worse(ctx.status, kzi_print(ctx.replay->out));
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
    .help = "A log is a game as Tenhou writes it (mjlog, XML), plain or packed with gzip;\n"
            "- is standard input. It is replayed event by event: circumstances, melds, dora\n"
            "and seats come from the play. Each win and each draw is then settled by the\n"
            "rules and compared with what the log says was scored and paid. The rules are\n"
            "those that the log names; -r takes others. --overlay and --set apply to both.\n"
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
            "  kazoe replay -r tenhou --set open_tanyao=no game.mjlog\n",
    .run = run,
};
