/* The parts that all results of a ruleset share, as JSON. */
#include "base/text.h"
#include "base/text_json.h"
#include "compile/ruleset.h"

/* The subject of a fragment: the ruleset, one of its limits, or a yaku of closed or open hands. */
struct fragment_ctx {
    const struct kzi_model *model;
    const struct kzi_limit *limit;
    const struct kzi_yaku *yaku;
    bool open;
};

typedef void write_fn(struct kzi_text *text, const struct fragment_ctx *ctx);

/* Writes twice: to learn the length, and for good. */
static struct kzi_piece make(write_fn *write, struct fragment_ctx ctx) {
    struct kzi_text text = kzi_text_fixed(NULL, 0);
    write(&text, &ctx);
    size_t len = text.len;
    char *piece = kzi_arena_alloc(ctx.model->arena, len + 1);
    text = kzi_text_fixed(piece, len + 1);
    write(&text, &ctx);
    kzi_text_end(&text);
    return (struct kzi_piece){piece, (uint32_t)len};
}

static void write_ruleset(struct kzi_text *text, const struct fragment_ctx *ctx) {
    KZI_PUT(text, "\"ruleset\":");
    kzi_json_string(text, ctx->model->label);
    KZI_PUT(text, ",\"version\":");
    kzi_json_string(text, ctx->model->version ? ctx->model->version : "");
    KZI_PUT(text, ",\"digest\":");
    kzi_json_string(text, ctx->model->digest);
}

static void write_unit(struct kzi_text *text, const struct fragment_ctx *ctx) {
    KZI_PUT(text, "],\"unit\":");
    kzi_json_string(text, ctx->model->unit);
    KZI_PUT(text, ",\"total\":");
}

static void write_limit(struct kzi_text *text, const struct fragment_ctx *ctx) {
    KZI_PUT(text, ",\"limit\":");
    kzi_json_string(text, ctx->limit->id);
    KZI_PUT(text, ",\"multiplier\":");
}

static void write_yaku(struct kzi_text *text, const struct fragment_ctx *ctx) {
    const struct kzi_value *value = ctx->open ? &ctx->yaku->open : &ctx->yaku->closed;
    const struct kzi_node *remark = kzi_node_get(ctx->yaku->node, "remark");
    const struct kzi_node *english =
        remark && remark->kind == KZI_MAP ? kzi_node_get(remark, "en") : remark;
    KZI_PUT(text, ",{\"id\":");
    kzi_json_string(text, ctx->yaku->id);
    KZI_PUT(text, ",\"value\":");
    if (value->scored && value->limit != KZI_NO_LIMIT) {
        const struct fragment_ctx limit = {ctx->model, &ctx->model->limits[value->limit], NULL, 0};
        kzi_text_char(text, '0');
        write_limit(text, &limit);
    }
    kzi_text_int(text, value->number);
    if (ctx->yaku->factor) {
        KZI_PUT(text, ",\"factor\":");
        kzi_text_int(text, ctx->yaku->factor);
    }
    if (english) {
        KZI_PUT(text, ",\"remark\":");
        kzi_json_string(text, english->text);
    }
    KZI_PUT(text, ",\"count\":1");
    if (ctx->yaku->bonus)
        KZI_PUT(text, ",\"bonus\":true");
    kzi_text_char(text, '}');
}

static const struct kzi_yaku_fragment *write_all_yaku(const struct kzi_model *model, bool open) {
    size_t n = model->yaku_names.count;
    struct kzi_yaku_fragment *all = KZI_NEW_ARRAY(model->arena, n, struct kzi_yaku_fragment);
    for (size_t i = 0; i < n; i++) {
        const struct kzi_yaku *yaku = &model->yaku[i];
        all[i].piece = make(write_yaku, (struct fragment_ctx){model, NULL, yaku, open});
        size_t after = strlen(yaku->bonus ? "1,\"bonus\":true}" : "1}");
        all[i].count = all[i].piece.len - (uint32_t)after;
    }
    return all;
}

const struct kzi_fragments *kzi_fragments_write(const struct kzi_model *model) {
    struct kzi_fragments *written = KZI_NEW(model->arena, struct kzi_fragments);
    const struct fragment_ctx ctx = {.model = model};
    size_t n = model->limit_names.count;
    struct kzi_piece *limits = KZI_NEW_ARRAY(model->arena, n, struct kzi_piece);
    for (size_t i = 0; i < n; i++)
        limits[i] = make(write_limit, (struct fragment_ctx){model, &model->limits[i], NULL, 0});
    *written = (struct kzi_fragments){make(write_ruleset, ctx),
                                      make(write_unit, ctx),
                                      limits,
                                      {write_all_yaku(model, false), write_all_yaku(model, true)}};
    return written;
}
