/* What a program needs to know of a ruleset to show it and to enter hands, as one JSON object. */
#include "report/ruleset_json.h"
#include "words/names.h"

void kzi_json_names(struct kzi_text *text, const char *key, const struct kzi_node *name) {
    kzi_json_begin_key(text, key, '{');
    if (name && name->kind == KZI_SCALAR)
        kzi_json_key_string(text, "en", name->text);
    for (size_t i = 0; name && name->kind == KZI_MAP && i < name->count; i++) {
        const struct kzi_entry *entry = &name->u.entries[i];
        const bool scalar = entry->value->kind == KZI_SCALAR;
        kzi_json_separate(text);
        kzi_json_string(text, entry->key->text);
        kzi_text_char(text, ':');
        kzi_json_string(text, scalar ? entry->value->text : "");
    }
    kzi_json_end(text, '}');
}

void kzi_json_value(struct kzi_text *text, const char *key, const struct kzi_model *model,
                    const struct kzi_value *value) {
    kzi_json_key(text, key);
    if (!value->scored) {
        kzi_json_put_string(text, NULL);
    } else if (value->limit == KZI_NO_LIMIT) {
        kzi_json_put_int(text, value->number);
    } else {
        kzi_json_begin_string(text);
        kzi_say_value(text, model, value);
        kzi_json_end_string(text);
    }
}

/* --- tiles ------------------------------------------------------------------------------------ */

static void put_tile(struct kzi_text *text, unsigned kind, unsigned copies) {
    kzi_json_begin(text, '{');
    kzi_json_key(text, "tile");
    kzi_json_begin_string(text);
    kzi_notation_put_tile(text, kind, false);
    kzi_json_end_string(text);
    kzi_json_key_int(text, "copies", copies);
    kzi_json_end(text, '}');
}

static void put_face(struct kzi_text *text, unsigned face, unsigned copies) {
    kzi_json_begin(text, '{');
    kzi_json_key(text, "tile");
    kzi_json_begin_string(text);
    kzi_face_put(text, face);
    kzi_json_end_string(text);
    kzi_json_key_int(text, "copies", copies);
    kzi_json_end(text, '}');
}

static void put_tiles(struct kzi_text *text, const struct kzi_model *model) {
    kzi_json_begin_key(text, "tiles", '[');
    for (unsigned kind = 0; kind < KZI_KINDS; kind++)
        if (model->copies[kind])
            put_tile(text, kind, model->copies[kind]);
    kzi_json_end(text, ']');
}

static void put_faces(struct kzi_text *text, const struct kz_ruleset *rules) {
    kzi_json_begin_key(text, "faces", '[');
    for (unsigned face = 0; face < KZI_FACES; face++)
        if (rules->laid && rules->laid->takes_flowers && rules->model->face_copies[face])
            put_face(text, face, rules->model->face_copies[face]);
    kzi_json_end(text, ']');
}

/* Return whether a mark can change a result: a yaku in use counts it, or no yaku counts each of it,
 * so that conditions ask for it. */
static bool is_used(const struct kzi_model *model, unsigned mark) {
    bool counted = false;
    for (size_t i = 0; i < model->yaku_names.count; i++) {
        const struct kzi_yaku *yaku = &model->yaku[i];
        if (yaku->each != KZI_EACH_MARK || yaku->each_mark != mark)
            continue;
        if (yaku->in_use)
            return true;
        counted = true;
    }
    return !counted;
}

/* Write the marks that tiles of a hand, or next to it, can have. */
static void put_marks(struct kzi_text *text, const struct kzi_model *model) {
    bool kinds[KZI_MARK_KINDS] = {false};
    unsigned red_suits = 0;
    for (unsigned i = 0; i < model->mark_names.count; i++) {
        const struct kzi_mark *mark = &model->marks[i];
        if (!is_used(model, i))
            continue;
        kinds[mark->kind] = true;
        if (mark->kind == KZI_MARK_RED)
            red_suits |= mark->red_suits;
    }
    kzi_json_begin_key(text, "red_fives", '[');
    for (unsigned suit = 0; suit < KZI_SUITS; suit++)
        if (red_suits >> suit & 1) {
            kzi_json_begin_string(text);
            kzi_notation_put_tile(text, kzi_kind(suit, 5), true);
            kzi_json_end_string(text);
        }
    kzi_json_end(text, ']');
    kzi_json_key_bool(text, "dora", kinds[KZI_MARK_DORA]);
    kzi_json_key_bool(text, "ura", kinds[KZI_MARK_URA]);
    kzi_json_key_bool(text, "flowers", kinds[KZI_MARK_FLOWERS] || kinds[KZI_MARK_FACES]);
    kzi_json_key_bool(text, "aside", kinds[KZI_MARK_ASIDE]);
}

/* --- circumstances ---------------------------------------------------------------------------- */

static void put_circumstances(struct kzi_text *text, const struct kzi_model *model) {
    kzi_json_begin_key(text, "circumstances", '[');
    for (unsigned i = 0; i < model->circumstance_names.count; i++) {
        kzi_json_begin(text, '{');
        kzi_json_key_string(text, "id", model->circumstances[i].id);
        kzi_json_names(text, "names", kzi_circumstance_name(model, i));
        kzi_json_begin_key(text, "implies", '[');
        for (unsigned other = 0; other < model->circumstance_names.count; other++)
            if (other != i && model->circumstances[i].implies >> other & 1)
                kzi_json_put_string(text, model->circumstances[other].id);
        kzi_json_end(text, ']');
        kzi_json_end(text, '}');
    }
    kzi_json_end(text, ']');
}

/* Return whether counters on the table change what is paid. */
static bool pays_counters(const struct kzi_payments *payments) {
    for (unsigned role = 0; role < KZI_ROLES; role++)
        if (payments->self_draw.counter[role] || payments->discard.counter[role])
            return true;
    return false;
}

static void put_table(struct kzi_text *text, const struct kz_ruleset *rules) {
    const struct kzi_model *model = rules->model;
    kzi_json_begin_key(text, "seats", '[');
    for (unsigned seat = 0; seat < model->n_seats; seat++)
        kzi_json_put_string(text, kzi_seat_names[seat]);
    kzi_json_end(text, ']');
    kzi_json_begin_key(text, "claims", '[');
    for (unsigned noun = 0; noun < KZI_CLAIMED_NOUNS; noun++)
        if (model->claims >> noun & 1)
            kzi_json_put_string(text, kzi_noun_names[noun]);
    kzi_json_end(text, ']');
    kzi_json_key_bool(text, "counters", pays_counters(&model->payments));
    kzi_json_key_int(text, "bet", model->payments.bet);
    kzi_json_key_bool(text, "asks_from", rules->asks_from);
    kzi_json_key_bool(text, "fu", model->fu.in_use);
    kzi_json_key_bool(text, "chips", model->payments.has_chips);
}

/* What a program needs to enter the deals of a game. */
static void put_game(struct kzi_text *text, const struct kzi_model *model) {
    const struct kzi_draw *draw = &model->payments.draw;
    kzi_json_key_bool(text, "game", model->game.in_use);
    kzi_json_key_int(text, "start", model->game.start);
    kzi_json_key_bool(text, "losers_settle", model->payments.losers.settle);
    kzi_json_begin_key(text, "draws", '[');
    for (size_t i = 0; i < draw->n_by_rule; i++)
        kzi_json_put_string(text, draw->by_rule[i]);
    kzi_json_end(text, ']');
    kzi_json_key_bool(text, "ready", draw->not_ready_pay || draw->best_hand);
    kzi_json_key_bool(text, "nagashi", draw->has_nagashi);
}

/* --- yaku, limits, options -------------------------------------------------------------------- */

static void put_yaku(struct kzi_text *text, const struct kzi_model *model) {
    kzi_json_begin_key(text, "yaku", '[');
    for (size_t i = 0; i < model->yaku_names.count; i++) {
        const struct kzi_yaku *yaku = &model->yaku[i];
        kzi_json_begin(text, '{');
        kzi_json_key_string(text, "id", yaku->id);
        kzi_json_names(text, "names", yaku->name);
        kzi_json_value(text, "closed", model, &yaku->closed);
        kzi_json_value(text, "open", model, &yaku->open);
        kzi_json_key_bool(text, "bonus", yaku->bonus);
        kzi_json_key_bool(text, "in_use", yaku->in_use);
        kzi_json_end(text, '}');
    }
    kzi_json_end(text, ']');
}

static void put_limits(struct kzi_text *text, const struct kzi_model *model) {
    kzi_json_begin_key(text, "limits", '[');
    for (size_t i = 0; i < model->limit_names.count; i++) {
        const struct kzi_limit *limit = &model->limits[i];
        kzi_json_begin(text, '{');
        kzi_json_key_string(text, "id", limit->id);
        kzi_json_names(text, "names", kzi_node_get(limit->node, "name"));
        kzi_json_key_int(text, "worth", limit->worth);
        kzi_json_key_bool(text, "in_use", limit->in_use);
        kzi_json_end(text, '}');
    }
    kzi_json_end(text, ']');
}

static void put_fu_items(struct kzi_text *text, const struct kzi_fu *fu) {
    kzi_json_begin_key(text, "fu_items", '[');
    for (size_t i = 0; i < fu->n_items; i++) {
        kzi_json_begin(text, '{');
        kzi_json_key_string(text, "id", fu->items[i].id);
        kzi_json_names(text, "names", fu->items[i].name);
        kzi_json_end(text, '}');
    }
    kzi_json_end(text, ']');
}

static void put_options(struct kzi_text *text, const struct kzi_model *model) {
    const char *value;
    kzi_json_begin_key(text, "options", '[');
    for (size_t i = 0; i < model->options.names.count; i++) {
        const struct kzi_option *option = &model->options.list[i];
        kzi_json_begin(text, '{');
        kzi_json_key_string(text, "id", option->id);
        kzi_json_names(text, "says", kzi_node_get(option->definition, "says"));
        kzi_json_names(text, "note", kzi_node_get(option->definition, "note"));
        kzi_json_key_string(text, "value", option->value);
        kzi_json_key_string(text, "default", option->ruled);
        kzi_json_begin_key(text, "values", '[');
        for (size_t index = 0; (value = kzi_option_value(option, index)); index++)
            kzi_json_put_string(text, value);
        kzi_json_end(text, ']');
        kzi_json_end(text, '}');
    }
    kzi_json_end(text, ']');
}

void kzi_ruleset_json(struct kzi_text *text, const struct kz_ruleset *rules) {
    const struct kzi_model *model = rules->model;
    kzi_json_start(text);
    kzi_json_begin(text, '{');
    kzi_json_key_string(text, "ruleset", model->label);
    kzi_json_key_string(text, "version", model->version ? model->version : "");
    kzi_json_key_string(text, "digest", model->digest);
    kzi_json_names(text, "title", model->title);
    kzi_json_key_string(text, "unit", model->unit);
    kzi_json_key_int(text, "hand_size", rules->hand_size);
    put_tiles(text, model);
    put_faces(text, rules);
    put_marks(text, model);
    put_table(text, rules);
    put_game(text, model);
    put_circumstances(text, model);
    put_yaku(text, model);
    put_limits(text, model);
    put_fu_items(text, &model->fu);
    put_options(text, model);
    kzi_json_end(text, '}');
}
