#include "report/ruleset_report.h"

#include "base/utf8.h"
#include "compile/wild.h"
#include "tile/notation.h"
#include "words/rule_names.h"

/* --- shared parts ----------------------------------------------------------------------------- */

void kzi_doc_names(struct kzi_doc *doc, const char *key, const struct kzi_node *name,
                   const char *id) {
    if (!doc->json) {
        kzi_argument_name(kzi_doc_words(doc, key), name, id);
        return;
    }
    KZI_DOC_OBJECT(doc, key) {
        if (name && name->kind == KZI_SCALAR)
            kzi_doc_string(doc, "en", name->text);
        KZI_EACH_ENTRY(name, entry) {
            kzi_doc_string(doc, entry->key->text,
                           entry->value->kind == KZI_SCALAR ? entry->value->text : "");
        }
    }
}

void kzi_doc_named(struct kzi_doc *doc, const char *id, const struct kzi_node *name) {
    kzi_doc_string(doc, "id", id);
    kzi_doc_names(doc, "names", name, id);
}

void kzi_doc_label(struct kzi_doc *doc, const char *key, const struct kzi_node *label) {
    const char *text = kzi_name_in(label, doc->style->language);
    if (text)
        kzi_doc_string(doc, key, text);
}

void kzi_doc_value(struct kzi_doc *doc, const char *key, const struct kzi_model *model,
                   const struct kzi_value *value) {
    if (!value->scored)
        kzi_doc_string(doc, key, NULL);
    else if (value->limit == KZI_NO_LIMIT)
        kzi_doc_int(doc, key, value->number);
    else
        kzi_say_value(kzi_doc_text(doc, key), model, value);
}

void kzi_doc_place(struct kzi_doc *doc, const char *key, struct kzi_place place) {
    if (place.source && place.line)
        kzi_put_place(kzi_doc_text(doc, key), place);
}

#define LINE 72 /* the longest node on one line */

static size_t flow_length(const struct kzi_node *node) {
    struct kzi_text none = kzi_text_fixed(NULL, 0);
    kzi_put_node(&none, node);
    return none.len;
}

/* Write a node; column: where it begins. */
static void put_node(struct kzi_text *text, const struct kzi_node *node, size_t column) {
    if (node->kind == KZI_SCALAR)
        kzi_put_visible(text, node->text);
    else if (node->kind == KZI_LIST || !node->count || column + flow_length(node) <= LINE)
        kzi_put_node(text, node);
    else
        for (size_t i = 0; i < node->count; i++) {
            const struct kzi_entry *entry = &node->u.entries[i];
            if (i)
                kzi_text_format(text, "\n%*s", (int)column, "");
            kzi_text_format(text, "%s: ", entry->key->text);
            put_node(text, entry->value, column + strlen(entry->key->text) + 2);
        }
}

void kzi_doc_node(struct kzi_doc *doc, const char *key, const struct kzi_node *node) {
    if (!node) {
        if (doc->json)
            kzi_doc_string(doc, key, NULL);
        return;
    }
    struct kzi_text *text = kzi_doc_text(doc, key);
    if (doc->json)
        kzi_put_node(text, node);
    else if (doc->style->form == KZI_PAGE)
        kzi_say_node(text, node);
    else
        put_node(text, node, 0);
}

const char *kzi_option_value_in_words(const struct kzi_option *option, const char *value,
                                      const struct kzi_style *style) {
    const struct kzi_node *name =
        value ? kzi_node_get(kzi_node_get(option->definition, "names"), value) : NULL;
    const bool yes = value && !strcmp(value, "yes");
    if (name)
        return kzi_name_in(name, style->language);
    return yes || (value && !strcmp(value, "no")) ? kzi_says_in(style, KZI_SAYS_choice_no + yes)
                                                  : value;
}

void kzi_doc_option_value(struct kzi_doc *doc, const char *key, const struct kzi_option *option,
                          const char *value) {
    kzi_doc_string(doc, key,
                   doc->style->form == KZI_PAGE
                       ? kzi_option_value_in_words(option, value, doc->style)
                       : value);
}

void kzi_doc_values(struct kzi_doc *doc, const struct kzi_option *option) {
    const char *value;
    KZI_DOC_LIST(doc, "values")
        for (size_t i = 0; (value = kzi_option_value(option, i)); i++)
            kzi_doc_option_value(doc, NULL, option, value);
}

/* --- tiles ------------------------------------------------------------------------------------ */

static void put_tile(struct kzi_doc *doc, unsigned tile, unsigned copies) {
    if (!copies)
        return;
    kzi_doc_element(doc);
    kzi_doc_tile(doc, "tile", tile, false);
    kzi_doc_int(doc, "copies", copies);
}

static void put_tiles(struct kzi_doc *doc, const struct kz_ruleset *rules) {
    const struct kzi_model *model = rules->model;
    KZI_DOC_LIST(doc, "tiles")
        for (unsigned kind = 0; kind < KZI_TILE_KINDS; kind++)
            put_tile(doc, kind, model->copies[kind]);
    KZI_DOC_LIST(doc, "faces")
        for (unsigned face = 0; rules->takes_flowers && face < KZI_FACES; face++)
            put_tile(doc, KZI_SHOWN_FACE + face, model->face_copies[face]);
}

#define MAX_COPIES 15 /* of a joker */

/* Put the tiles grouped by their number of copies, in text only. */
static void put_copies(struct kzi_doc *doc, const struct kzi_model *model) {
    KZI_DOC_LIST(doc, ".tiles")
        for (unsigned copies = MAX_COPIES; copies; copies--) {
            uint8_t counts[KZI_TILE_KINDS], reds[KZI_SUITS];
            char tiles[128];
            struct kzi_text text = kzi_text_fixed(tiles, sizeof tiles);
            for (unsigned kind = 0; kind < KZI_TILE_KINDS; kind++)
                counts[kind] = model->copies[kind] == copies;
            for (unsigned suit = 0; suit < KZI_SUITS; suit++) {
                const unsigned five = kzi_kind(suit, 5);
                reds[suit] = model->copies[five] && model->copies[KZI_RED + suit] == copies;
                counts[five] = (uint8_t)(counts[five] + reds[suit]);
            }
            kzi_put_counts(&text, counts, reds);
            if (kzi_text_end(&text))
                KZI_DOC_SAY(doc, NULL, KZI_SAYS_copies_of, "%s\t%u", tiles, copies);
        }
}

/* Put the heading, in text only. */
static void put_head(struct kzi_doc *doc, const struct kzi_model *model) {
    put_copies(doc, model);
    kzi_doc_node(doc, ".source", model->source);
    kzi_doc_label(doc, ".note", kzi_node_get(model->root, "note"));
}

/* Return whether a mark can change a result: a yaku in use counts it, or no yaku counts each of it,
 * so that conditions ask for it. */
static bool is_used(const struct kzi_model *model, unsigned mark) {
    bool counted = false;
    KZI_EACH_YAKU_OF(model, yaku) {
        if (yaku->each != KZI_EACH_MARK || yaku->each_mark != mark)
            continue;
        if (yaku->in_use)
            return true;
        counted = true;
    }
    return !counted;
}

/* Put the marks that tiles in a hand, or next to it, can have. */
static void put_marks(struct kzi_doc *doc, const struct kzi_model *model) {
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
    KZI_DOC_LIST(doc, "red_fives")
        KZI_EACH_IN(red_suits, suit)
            kzi_doc_tile(doc, NULL, kzi_kind(suit, 5), true);
    KZI_DOC_LIST(doc, "red_copies")
        KZI_EACH_IN(red_suits, suit)
            kzi_doc_int(doc, NULL, kzi_red_copies(model, suit));
    kzi_doc_bool(doc, "dora", kinds[KZI_MARK_DORA]);
    kzi_doc_bool(doc, "ura", kinds[KZI_MARK_URA]);
    kzi_doc_bool(doc, "flowers", kinds[KZI_MARK_FLOWERS] || kinds[KZI_MARK_FACES]);
    kzi_doc_bool(doc, "aside", kinds[KZI_MARK_ASIDE]);
    kzi_doc_bool(doc, "thrown", kinds[KZI_MARK_THROWN]);
    kzi_doc_bool(doc, "discards", !model->waits_count_own_discards);
    kzi_doc_bool(doc, "wild", kzi_asks_shown(model));
    kzi_doc_bool(doc, "birds",
                 model->payments.self_draw.birds.each > 0 ||
                     model->payments.discard.birds.each > 0);
}

/* --- the table -------------------------------------------------------------------------------- */

static void put_circumstances(struct kzi_doc *doc, const struct kzi_model *model) {
    KZI_DOC_LIST(doc, "circumstances")
        for (unsigned i = 0; i < model->circumstance_names.count; i++) {
            const struct kzi_circumstance *circumstance = &model->circumstances[i];
            kzi_doc_element(doc);
            kzi_doc_named(doc, circumstance->id, kzi_circumstance_name(model, i));
            KZI_DOC_LIST(doc, "implies")
                for (unsigned other = 0; other < model->circumstance_names.count; other++)
                    if (other != i && circumstance->implies >> other & 1)
                        kzi_doc_string(doc, NULL, model->circumstances[other].id);
        }
}

/* Return whether counters on the table change payments. */
static bool pays_counters(const struct kzi_payments *payments) {
    for (unsigned role = 0; role < KZI_ROLES; role++)
        if (payments->self_draw.counter[role] || payments->discard.counter[role])
            return true;
    return false;
}

static void put_at_table(struct kzi_doc *doc, const struct kz_ruleset *rules) {
    const struct kzi_model *model = rules->model;
    KZI_DOC_LIST(doc, "seats")
        for (unsigned seat = 0; seat < model->n_seats; seat++)
            kzi_doc_string(doc, NULL, kzi_seat_names[seat]);
    KZI_DOC_LIST(doc, "claims")
        for (unsigned kind = 0; kind < KZI_MELD_KINDS; kind++)
            if (kind != KZI_PAIR && kzi_may_claim(rules, kind))
                kzi_doc_code(doc, NULL, "asks.noun", kzi_meld_names[kind]);
    kzi_doc_bool(doc, ".no_claims", !model->claims);
    kzi_doc_bool(doc, "counters", pays_counters(&model->payments));
    kzi_doc_int(doc, "bet", model->payments.bet);
    kzi_doc_bool(doc, "asks_from", rules->asks_from);
    kzi_doc_bool(doc, "fu", model->fu.in_use);
    kzi_doc_bool(doc, "chips", model->payments.has_chips);
}

/* Put the data that a program needs to enter the deals of a game. */
static void put_game(struct kzi_doc *doc, const struct kzi_model *model) {
    const struct kzi_draw *draw = &model->payments.draw;
    kzi_doc_bool(doc, "game", model->game.in_use);
    kzi_doc_int(doc, "start", model->game.start);
    kzi_doc_int(doc, "chombo", model->game.chombo);
    kzi_doc_bool(doc, "losers_settle", model->payments.losers.settle);
    KZI_DOC_LIST(doc, "draws")
        for (size_t i = 0; i < draw->n_by_rule; i++)
            kzi_doc_string(doc, NULL, draw->by_rule[i]);
    kzi_doc_bool(doc, "ready", draw->not_ready_pay || draw->best_hand);
    kzi_doc_bool(doc, "nagashi", draw->has_nagashi);
}

/* --- yaku, limits, options -------------------------------------------------------------------- */

static void put_all_yaku(struct kzi_doc *doc, const struct kzi_model *model) {
    KZI_DOC_LIST(doc, "yaku")
        KZI_EACH_YAKU_OF(model, yaku) {
            kzi_doc_element(doc);
            kzi_doc_named(doc, yaku->id, yaku->name);
            kzi_doc_value(doc, "closed", model, &yaku->closed);
            kzi_doc_value(doc, "open", model, &yaku->open);
            if (yaku->factor)
                kzi_doc_int(doc, "factor", yaku->factor);
            kzi_doc_bool(doc, "bonus", yaku->bonus);
            kzi_doc_bool(doc, "in_use", yaku->in_use);
        }
}

/* Put how a limit is reached, in text only. */
static void put_conditions(struct kzi_doc *doc, const struct kzi_model *model,
                           const struct kzi_limit *limit) {
    KZI_DOC_LIST(doc, ".by") {
        if (limit->from_total)
            KZI_DOC_SENTENCE(from, doc, NULL, KZI_SAYS_from_total)
                kzi_argument_total(from, model, limit->from_total);
        if (limit->from_value)
            KZI_DOC_SAY(doc, NULL, KZI_SAYS_from_value, "%d", (int)limit->from_value);
        if (limit->bounds_payments)
            kzi_doc_say(doc, NULL, KZI_SAYS_nobody_pays_more);
        else if (!limit->from_total && !limit->from_value)
            kzi_doc_say(doc, NULL, KZI_SAYS_by_its_yaku);
        if (limit->chips)
            KZI_DOC_SAY(doc, NULL, KZI_SAYS_chips, "%d", (int)limit->chips);
        if (limit->add_up)
            kzi_doc_say(doc, NULL, KZI_SAYS_several_add_up);
        if (!limit->in_use)
            kzi_doc_say(doc, NULL, KZI_SAYS_is_unused);
    }
    const struct kzi_node *worth = kzi_node_get(limit->node, "worth");
    kzi_doc_place(doc, ".at", worth ? worth->place : limit->place);
    kzi_doc_node(doc, ".pays", kzi_node_get(limit->node, "pays"));
    kzi_doc_label(doc, ".note", kzi_node_get(limit->node, "note"));
}

static void put_limits(struct kzi_doc *doc, const struct kzi_model *model) {
    KZI_DOC_LIST(doc, "limits")
        KZI_EACH_LIMIT(model, limit) {
            kzi_doc_element(doc);
            kzi_doc_named(doc, limit->id, kzi_node_get(limit->node, "name"));
            kzi_doc_int(doc, "worth", limit->worth);
            kzi_doc_bool(doc, "in_use", limit->in_use);
            if (!doc->json)
                put_conditions(doc, model, limit);
        }
}

static void put_fu_items(struct kzi_doc *doc, const struct kzi_fu *fu) {
    KZI_DOC_LIST(doc, "fu_items")
        for (size_t i = 0; i < fu->n_items; i++) {
            kzi_doc_element(doc);
            kzi_doc_named(doc, fu->items[i].id, fu->items[i].name);
        }
}

static void put_value_names(struct kzi_doc *doc, const struct kzi_node *names) {
    KZI_DOC_OBJECT(doc, "value_names")
        KZI_EACH_ENTRY(names, entry)
            kzi_doc_names(doc, entry->key->text, entry->value, "");
}

static void put_options(struct kzi_doc *doc, const struct kzi_model *model) {
    KZI_DOC_LIST(doc, "options")
        for (size_t i = 0; i < model->options.names.count; i++) {
            const struct kzi_option *option = &model->options.list[i];
            kzi_doc_element(doc);
            kzi_doc_string(doc, "id", option->id);
            kzi_doc_names(doc, "says", kzi_node_get(option->definition, "says"), "");
            kzi_doc_names(doc, "note", kzi_node_get(option->definition, "note"), "");
            kzi_doc_string(doc, "value", option->value);
            kzi_doc_string(doc, "default", option->ruled);
            kzi_doc_values(doc, option);
            put_value_names(doc, kzi_node_get(option->definition, "names"));
        }
}

void kzi_put_ruleset_label(struct kzi_doc *doc, const struct kzi_model *model) {
    kzi_doc_string(doc, "ruleset", model->label);
    kzi_doc_string(doc, "version", model->version ? model->version : "");
    kzi_doc_string(doc, "digest", model->digest);
}

void kzi_put_ruleset(struct kzi_doc *doc, const struct kz_ruleset *rules) {
    const struct kzi_model *model = rules->model;
    kzi_put_ruleset_label(doc, model);
    kzi_doc_names(doc, "title", model->title, "");
    if (model->family)
        kzi_doc_names(doc, "family", model->family, "");
    kzi_doc_code(doc, "unit", "unit", model->unit);
    kzi_doc_int(doc, "hand_size", rules->hand_size);
    kzi_doc_bool(doc, "whole_kongs", rules->whole_kongs);
    put_tiles(doc, rules);
    if (!doc->json)
        put_head(doc, model);
    put_marks(doc, model);
    put_at_table(doc, rules);
    put_game(doc, model);
    put_circumstances(doc, model);
    put_all_yaku(doc, model);
    put_limits(doc, model);
    put_fu_items(doc, &model->fu);
    put_options(doc, model);
}
