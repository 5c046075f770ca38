/* The JSON that all results of a ruleset share. */
#include "base/text.h"
#include "base/text_json.h"
#include "compile/ruleset.h"

struct fragment_ctx {
    const struct kzi_model *model;
    struct kzi_text *text; /* the fragment being written */
};

/* Return the fragment that was written, and empty the text for the next. */
static struct kzi_piece take(const struct fragment_ctx *ctx) {
    struct kzi_arena *arena = ctx->model->arena;
    const size_t len = ctx->text->len;
    const char *copy = kzi_arena_copy(arena, kzi_text_finish(arena, ctx->text), len);
    kzi_text_clear(ctx->text);
    ctx->text->comma = false;
    return (struct kzi_piece){copy, (uint32_t)len};
}

static struct kzi_piece make_ruleset(const struct fragment_ctx *ctx) {
    kzi_json_key_string(ctx->text, "ruleset", ctx->model->label);
    kzi_json_key_string(ctx->text, "version", ctx->model->version);
    kzi_json_key_string(ctx->text, "digest", ctx->model->digest);
    return take(ctx);
}

static struct kzi_piece make_unit(const struct fragment_ctx *ctx) {
    kzi_json_end(ctx->text, ']');
    kzi_json_key_string(ctx->text, "unit", ctx->model->unit);
    kzi_json_key(ctx->text, "total");
    return take(ctx);
}

/* Write the part of a limit up to the multiplier, which comes next. */
static void put_limit(const struct fragment_ctx *ctx, size_t limit) {
    ctx->text->comma = true;
    kzi_json_key_string(ctx->text, "limit", ctx->model->limits[limit].id);
    kzi_json_key(ctx->text, "multiplier");
}

static const struct kzi_piece *make_limits(const struct fragment_ctx *ctx) {
    size_t n = ctx->model->limit_names.count;
    struct kzi_piece *limits = KZI_NEW_ARRAY(ctx->model->arena, n, struct kzi_piece);
    for (size_t i = 0; i < n; i++) {
        put_limit(ctx, i);
        limits[i] = take(ctx);
    }
    return limits;
}

static struct kzi_yaku_fragment make_yaku(const struct fragment_ctx *ctx,
                                          const struct kzi_yaku *yaku, bool open) {
    const struct kzi_value *value = kzi_yaku_value(yaku, open);
    const struct kzi_node *remark = kzi_node_get(yaku->node, "remark");
    const struct kzi_node *english =
        remark && remark->kind == KZI_MAP ? kzi_node_get(remark, "en") : remark;
    struct kzi_text *text = ctx->text;
    text->comma = true;
    kzi_json_begin(text, '{');
    kzi_json_key_string(text, "id", yaku->id);
    kzi_json_key(text, "value");
    if (value->scored && value->limit != KZI_NO_LIMIT) {
        kzi_json_put_int(text, 0);
        put_limit(ctx, value->limit);
    }
    kzi_json_put_int(text, value->number);
    if (yaku->factor)
        kzi_json_key_int(text, "factor", yaku->factor);
    if (english)
        kzi_json_key_string(text, "remark", english->text);
    kzi_json_key_int(text, "count", 1);
    const uint32_t count = (uint32_t)text->len - 1;
    if (yaku->bonus)
        kzi_json_key_bool(text, "bonus", true);
    kzi_json_end(text, '}');
    return (struct kzi_yaku_fragment){take(ctx), count};
}

static const struct kzi_yaku_fragment *make_all_yaku(const struct fragment_ctx *ctx, bool open) {
    size_t n = ctx->model->yaku_names.count;
    struct kzi_yaku_fragment *all = KZI_NEW_ARRAY(ctx->model->arena, n, struct kzi_yaku_fragment);
    for (size_t i = 0; i < n; i++)
        all[i] = make_yaku(ctx, &ctx->model->yaku[i], open);
    return all;
}

const struct kzi_fragments *kzi_fragments_make(const struct kzi_model *model) {
    struct kzi_fragments *written = KZI_NEW(model->arena, struct kzi_fragments);
    const struct fragment_ctx ctx = {model, kzi_text_new(model->arena)};
    written->ruleset = make_ruleset(&ctx);
    written->unit = make_unit(&ctx);
    written->limits = make_limits(&ctx);
    written->yaku[false] = make_all_yaku(&ctx, false);
    written->yaku[true] = make_all_yaku(&ctx, true);
    return written;
}
