/* kazoe deal: random hands that win. */
#include "analysis/witness/hand_text.h"
#include "analysis/witness/random_win.h"
#include "cli/commands/commands.h"

#include <time.h>

/* Return a seed that differs between calls, even within a second. */
static uint64_t seed_by_time(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (uint64_t)now.tv_sec * 1000000007U + (uint64_t)now.tv_nsec;
}

#define MAX_HANDS 10000000
#define MAX_SEED  UINT64_C(999999999999999999)

struct deal_ctx {
    const struct kzi_args *args;
    const kz_ruleset *rules;
    int yaku; /* -1: any */
    struct kzi_random random;
    struct kz_result *result;
};

_Noreturn static void end_none(const struct deal_ctx *ctx, uint64_t made) {
    const struct kzi_args *args = ctx->args;
    const struct kzi_model *model = ctx->rules->model;
    const struct kzi_yaku *yaku = ctx->yaku < 0 ? NULL : &model->yaku[ctx->yaku];
    kzi_output_print(args);
    if (!yaku)
        kzi_message(args, "none of %d hands wins under the rules of %s", KZI_RANDOM_TRIES,
                    model->id);
    else if (!yaku->in_use)
        kzi_message(args, "%s is not in use: no hand has it", yaku->id);
    else
        kzi_message(args, "%s counts in none of %d%s hands that were made for it%s", yaku->id,
                    KZI_RANDOM_TRIES, made ? " further" : "",
                    yaku->all_hands ? "; it counts in hands that did not win too" : "");
    kzi_command_end(args, KZI_EXIT_NEGATIVE);
}

/* Make a hand and write it; false: none was found. */
static bool deal_one(struct deal_ctx *ctx, uint64_t number) {
    struct kzi_text *text = ctx->args->out;
    struct kzi_hand hand;
    if (!kzi_random_win(&ctx->random, ctx->rules, ctx->yaku, &hand, ctx->result))
        return false;
    if (ctx->args->given[KZI_OPT_JSON]) {
        kzi_begin_object(text);
        kzi_json_key_int(text, "id", (long long)number);
        kzi_put_record(text, &hand);
        kzi_end_object(text);
    } else {
        kzi_write_line(text, &hand);
        kzi_text_char(text, '\n');
    }
    return true;
}

void kzi_run_deal(const struct kzi_args *args) {
    struct kzi_ruleset_argument argument;
    if (args->n_rest)
        kzi_end_usage(args, "unexpected argument '%s': deal makes the hands", args->rest[0]);
    uint64_t count = kzi_number_option(args, KZI_OPT_COUNT, 1, MAX_HANDS, 1);
    struct deal_ctx ctx = {
        .args = args,
        .yaku = -1,
        .random = {kzi_number_option(args, KZI_OPT_SEED, 0, MAX_SEED, seed_by_time())}};
    ctx.rules = kzi_ruleset_argument_open(&argument, args, args->value[KZI_OPT_RULESET]);
    ctx.result = KZI_NEW(args->arena, struct kz_result);
    if (args->given[KZI_OPT_YAKU])
        ctx.yaku = (int)kzi_find_yaku(args, ctx.rules->model, args->value[KZI_OPT_YAKU]);
    for (uint64_t i = 0; i < count; i++) {
        if (!deal_one(&ctx, i + 1))
            end_none(&ctx, i);
        if (args->out->len > 16384)
            kzi_output_print(args);
    }
}
