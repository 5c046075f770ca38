#include "compile/ruleset.h"

#include "base/text.h"
#include "base/text_json.h"

/* Writes twice: to learn the length, and for good. */
static struct kzi_piece make(const struct kzi_model *model, const void *of, bool open,
                             void (*write)(struct kzi_text *, const struct kzi_model *,
                                           const void *of, bool open)) {
    struct kzi_text text = kzi_text_fixed(NULL, 0);
    write(&text, model, of, open);
    size_t len = text.len;
    char *room = kzi_arena_alloc(model->arena, len + 1);
    text = kzi_text_fixed(room, len + 1);
    write(&text, model, of, open);
    kzi_text_end(&text);
    return (struct kzi_piece){room, (uint32_t)len};
}

static void write_ruleset(struct kzi_text *text, const struct kzi_model *model, const void *of,
                          bool open) {
    (void)of;
    (void)open;
    KZI_PUT(text, "\"ruleset\":");
    kzi_json_string(text, model->label);
    KZI_PUT(text, ",\"version\":");
    kzi_json_string(text, model->version ? model->version : "");
    KZI_PUT(text, ",\"digest\":");
    kzi_json_string(text, model->digest);
}

static void write_unit(struct kzi_text *text, const struct kzi_model *model, const void *of,
                       bool open) {
    (void)of;
    (void)open;
    KZI_PUT(text, "],\"unit\":");
    kzi_json_string(text, model->unit);
    KZI_PUT(text, ",\"total\":");
}

static void write_limit(struct kzi_text *text, const struct kzi_model *model, const void *of,
                        bool open) {
    const struct kzi_limit *limit = of;
    (void)model;
    (void)open;
    KZI_PUT(text, ",\"limit\":");
    kzi_json_string(text, limit->id);
    KZI_PUT(text, ",\"multiplier\":");
}

static void write_value(struct kzi_text *text, const struct kzi_model *model,
                        const struct kzi_value *value) {
    if (!value->scored || value->limit == KZI_NO_LIMIT) { /* what is not scored is nothing else */
        kzi_text_int(text, value->number);
        return;
    }
    KZI_PUT(text, "0,\"limit\":");
    kzi_json_string(text, model->limits[value->limit].id);
    KZI_PUT(text, ",\"multiplier\":");
    kzi_text_int(text, value->number);
}

static void write_yaku(struct kzi_text *text, const struct kzi_model *model, const void *of,
                       bool open) {
    const struct kzi_yaku *yaku = of;
    KZI_PUT(text, ",{\"id\":");
    kzi_json_string(text, yaku->id);
    KZI_PUT(text, ",\"value\":");
    write_value(text, model, open ? &yaku->open : &yaku->closed);
    KZI_PUT(text, ",\"count\":1");
    if (yaku->bonus)
        KZI_PUT(text, ",\"bonus\":true");
    kzi_text_char(text, '}');
}

static const struct kzi_yaku_fragment *write_all_yaku(const struct kzi_model *model, bool open) {
    size_t n = model->yaku_names.count;
    struct kzi_yaku_fragment *all = KZI_NEW_ARRAY(model->arena, n, struct kzi_yaku_fragment);
    for (size_t i = 0; i < n; i++) {
        const struct kzi_yaku *yaku = &model->yaku[i];
        all[i].piece = make(model, yaku, open, write_yaku);
        size_t after = strlen(yaku->bonus ? "1,\"bonus\":true}" : "1}");
        all[i].count = all[i].piece.len - (uint32_t)after;
    }
    return all;
}

static const struct kzi_piece *write_limits(const struct kzi_model *model) {
    size_t n = model->limit_names.count;
    struct kzi_piece *limits = KZI_NEW_ARRAY(model->arena, n, struct kzi_piece);
    for (size_t i = 0; i < n; i++)
        limits[i] = make(model, &model->limits[i], false, write_limit);
    return limits;
}

const struct kzi_fragments *kzi_fragments_write(const struct kzi_model *model) {
    struct kzi_fragments *written = KZI_NEW(model->arena, struct kzi_fragments);
    written->ruleset = make(model, NULL, false, write_ruleset);
    written->unit = make(model, NULL, false, write_unit);
    written->limits = write_limits(model);
    written->yaku[0] = write_all_yaku(model, false);
    written->yaku[1] = write_all_yaku(model, true);
    return written;
}
