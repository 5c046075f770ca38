#include "analysis/canonical/canonical.h"

#include "tile/notation.h"

#include <string.h>

/* A model being written down. */
struct writing {
    struct kzi_meaning *meaning;
    struct kzi_arena *arena;
    const struct kzi_model *model;
};

static void say(struct writing *writing, const char *address, const char *says) {
    struct kzi_meaning *meaning = writing->meaning;
    size_t count = meaning->count;
    size_t at = (size_t)kzi_names_add(&meaning->addresses, address);
    if (at < count)
        return;
    meaning->list = kzi_arena_more(writing->arena, meaning->list, count, sizeof *meaning->list);
    meaning->list[meaning->count++] =
        (struct kzi_statement){meaning->addresses.name[at], says, false};
}

/* "yaku.ID": the thing is there. */
static const char *say_thing(struct writing *writing, const char *section, const char *id) {
    const char *address = kzi_written(writing->arena, "%s.%s", section, id);
    size_t count = writing->meaning->count;
    say(writing, address, "yes");
    if (writing->meaning->count > count)
        writing->meaning->list[count].thing = true;
    return address;
}

static void say_at(struct writing *writing, const char *thing, const char *key, const char *says) {
    say(writing, kzi_written(writing->arena, "%s.%s", thing, key), says);
}

static void say_yes(struct writing *writing, const char *thing, const char *key, bool yes) {
    say_at(writing, thing, key, yes ? "yes" : "no");
}

static void say_number(struct writing *writing, const char *thing, const char *key, long number) {
    say_at(writing, thing, key, kzi_written(writing->arena, "%ld", number));
}

static void say_if(struct writing *writing, const char *thing, const char *key,
                   const struct kzi_if *cond) {
    say_at(writing, thing, key, kzi_mean_if(writing->arena, writing->model, cond));
}

static const char *yaku_set(struct writing *writing, const uint16_t *yaku, size_t count) {
    const char **names = KZI_NEW_ARRAY(writing->arena, count, const char *);
    for (size_t i = 0; i < count; i++)
        names[i] = writing->model->yaku_names.name[yaku[i]];
    return count ? kzi_written_set(writing->arena, names, count, " ") : "none";
}

/* --- yaku ------------------------------------------------------------------------------------ */

static const char *mean_value(struct writing *writing, const struct kzi_value *value) {
    if (!value->scored)
        return "nothing";
    if (value->limit == KZI_NO_LIMIT)
        return kzi_written(writing->arena, "%d", (int)value->number);
    return kzi_written(writing->arena, "%d %s", (int)value->number,
                       writing->model->limits[value->limit].id);
}

static const char *mean_each(struct writing *writing, const struct kzi_yaku *yaku) {
    switch (yaku->each) {
    case KZI_EACH_SET:
        return kzi_written(writing->arena, "set %s",
                           kzi_mean_phrase(writing->arena, &yaku->each_set));
    case KZI_EACH_PATTERN:
        return kzi_written(writing->arena, "has %s",
                           kzi_mean_pattern(writing->arena, yaku->each_pattern));
    case KZI_EACH_FOUR:
        return "four";
    case KZI_EACH_MARK:
        return kzi_written(writing->arena, "mark %s", writing->model->marks[yaku->each_mark].id);
    default:
        return "once";
    }
}

static void say_covers(struct writing *writing, const char *thing, const struct kzi_yaku *yaku) {
    static const char *const ways[] = {"yes", "own", "only", ""};
    for (size_t i = 0; i < yaku->n_covers; i++) {
        const struct kzi_cover *cover = &yaku->covers[i];
        const struct kzi_yaku *covered = &writing->model->yaku[cover->yaku];
        const char *says = cover->which == KZI_COVERS_SOME
                               ? kzi_written(writing->arena, "%d", cover->number)
                               : ways[cover->which];
        if (covered->in_use)
            say_at(writing, thing, kzi_written(writing->arena, "covers.%s", covered->id), says);
    }
}

static void say_yaku(struct writing *writing, const struct kzi_yaku *yaku) {
    if (!yaku->in_use)
        return;
    const char *thing = say_thing(writing, "yaku", yaku->id);
    const char *closed = mean_value(writing, &yaku->closed),
               *open = mean_value(writing, &yaku->open);
    say_at(writing, thing, "value",
           strcmp(closed, open) != 0
               ? kzi_written(writing->arena, "closed %s, open %s", closed, open)
               : closed);
    say_if(writing, thing, "when", yaku->when);
    say_at(writing, thing, "each", mean_each(writing, yaku));
    say_yes(writing, thing, "bonus", yaku->bonus);
    say_yes(writing, thing, "alone", yaku->alone);
    say_yes(writing, thing, "combination", yaku->combination);
    say_covers(writing, thing, yaku);
}

static void say_totals(struct writing *writing) {
    const struct kzi_model *model = writing->model;
    say(writing, "total.unit", model->unit);
    say(writing, "total.at_most",
        model->total_at_most ? kzi_written(writing->arena, "%d", (int)model->total_at_most)
                             : "no bound");
    say_number(writing, "minimum", "total", model->minimum);
    say(writing, "minimum.without",
        yaku_set(writing, model->minimum_without, model->n_minimum_without));
    say_yes(writing, "combinations", "closed_covers", model->combinations.closed_covers);
    say_yes(writing, "combinations", "account_once", model->combinations.account_once);
    say_yes(writing, "combinations", "non_identical", model->combinations.non_identical);
}

/* --- fu -------------------------------------------------------------------------------------- */

static const char *mean_round(struct writing *writing, const struct kzi_round *round) {
    static const char *const ways[] = {"none", "up", "nearest", "down"};
    if (round->way == KZI_ROUND_NONE)
        return ways[0];
    return kzi_written(writing->arena, "%s %d", ways[round->way], (int)round->to);
}

/* The lines of fu.sets or fu.pair; they stand in the model in the order of the file. */
static const char *line_of(struct writing *writing, const char *section, size_t line) {
    const struct kzi_node *node = kzi_node_at(writing->model->root, section);
    return kzi_written(writing->arena, "%s.%s", section, node->u.entries[line].key->text);
}

static void say_groups(struct writing *writing, const struct kzi_fu *fu) {
    struct kzi_arena *arena = writing->arena;
    for (size_t i = 0; i < fu->n_sets; i++)
        say(writing, line_of(writing, "fu.sets", i),
            kzi_written(arena, "%s: open %d, concealed %d",
                        kzi_mean_phrase(arena, &fu->sets[i].phrase), fu->sets[i].open,
                        fu->sets[i].concealed));
    for (size_t i = 0; i < fu->n_pairs; i++)
        say(writing, line_of(writing, "fu.pair", i),
            kzi_written(arena, "%s: %d", kzi_mean_class(arena, &fu->pairs[i].class_),
                        fu->pairs[i].fu));
}

static void say_fu(struct writing *writing) {
    const struct kzi_model *model = writing->model;
    const struct kzi_fu *fu = &model->fu;
    if (!fu->in_use)
        return;
    say(writing, "fu", "yes");
    writing->meaning->list[writing->meaning->count - 1].thing = true;
    say_number(writing, "fu", "start", fu->start);
    for (size_t i = 0; i < model->shape_names.count; i++)
        if (fu->flat[i])
            say_number(writing, "fu.flat", model->shape_names.name[i], fu->flat[i]);
    say_groups(writing, fu);
    for (size_t i = 0; i < fu->n_items; i++) {
        const struct kzi_fu_item *item = &fu->items[i];
        const char *thing =
            say_thing(writing, item->if_nothing ? "fu.if_nothing_added" : "fu.add", item->id);
        say_number(writing, thing, "fu", item->fu);
        say_if(writing, thing, "when", item->when);
    }
    say(writing, "fu.round", mean_round(writing, &fu->round));
}

/* --- limits and payments --------------------------------------------------------------------- */

static void say_limit(struct writing *writing, const struct kzi_limit *limit) {
    if (!limit->in_use)
        return;
    const char *thing = say_thing(writing, "limits", limit->id);
    say_number(writing, thing, "worth", limit->worth);
    say_at(writing, thing, "from_total",
           limit->from_total ? kzi_written(writing->arena, "%d", (int)limit->from_total) : "none");
    say_at(writing, thing, "from_value",
           limit->from_value ? kzi_written(writing->arena, "%d", (int)limit->from_value) : "none");
    say_yes(writing, thing, "add_up", limit->add_up);
}

static const char *mean_shares(struct writing *writing, const struct kzi_share *shares) {
    static const char *const roles[] = {"discarder", "dealer", "others"};
    const char *said[KZI_ROLES];
    size_t count = 0;
    for (size_t i = 0; i < KZI_ROLES; i++)
        if (shares[i].said)
            said[count++] = kzi_written(writing->arena, "%s %d times and %d", roles[i],
                                        (int)shares[i].times, (int)shares[i].plus);
    return kzi_written_set(writing->arena, said, count, ", ");
}

static void say_payment(struct writing *writing, const char *way,
                        const struct kzi_payment *payment) {
    const char *any = kzi_written(writing->arena, "%s.any_wins", way);
    const char *dealer = mean_shares(writing, payment->dealer_wins),
               *other = mean_shares(writing, payment->other_wins);
    if (kzi_node_at(writing->model->root, any)) {
        say(writing, any, dealer);
    } else {
        say_at(writing, way, "dealer_wins", dealer);
        say_at(writing, way, "other_wins", other);
    }
    say_at(writing, way, "round", mean_round(writing, &payment->round));
    const char *counters = kzi_written(writing->arena, "%s.counters", way);
    say_number(writing, counters, "discarder", payment->counter[KZI_ROLE_DISCARDER]);
    say_number(writing, counters, "each_payer", payment->counter[KZI_ROLE_OTHERS]);
}

static const char *mean_part(struct writing *writing, int32_t part) {
    return kzi_written(writing->arena, "%d of %d", (int)part, KZI_WHOLE);
}

static void say_liability(struct writing *writing, const struct kzi_liability *liability) {
    if (!liability->in_use)
        return;
    const char *thing = say_thing(writing, "payments", "liability");
    say_at(writing, thing, "yaku", yaku_set(writing, liability->yaku, liability->n_yaku));
    say_if(writing, thing, "needs", liability->needs);
    say_at(writing, thing, "for", liability->that_yakuman ? "that_yakuman" : "whole_hand");
    say_at(writing, thing, "counters", liability->feeder_counters ? "feeder" : "discarder");
    say_at(writing, thing, "self_draw", mean_part(writing, liability->self_draw));
    say_at(writing, thing, "discard", mean_part(writing, liability->discard));
}

static void say_draw(struct writing *writing, const struct kzi_draw *draw) {
    struct kzi_arena *arena = writing->arena;
    const char **words = KZI_NEW_ARRAY(arena, draw->n_by_rule, const char *);
    for (size_t i = 0; i < draw->n_by_rule; i++)
        words[i] = draw->by_rule[i];
    say_number(writing, "payments.draw", "not_ready_pay", draw->not_ready_pay);
    say(writing, "payments.draw.nagashi",
        draw->has_nagashi ? writing->model->limits[draw->nagashi].id : "nothing");
    say(writing, "payments.draw.by_rule",
        draw->n_by_rule ? kzi_written_set(arena, words, draw->n_by_rule, " ") : "none");
}

static void say_payments(struct writing *writing) {
    const struct kzi_payments *payments = &writing->model->payments;
    const struct kzi_several_winners *several = &payments->several;
    say(writing, "hand_value",
        writing->model->hand_value.doubling
            ? kzi_written(writing->arena, "doubled, plus %d", (int)writing->model->hand_value.plus)
            : "total");
    say(writing, "payments.dealer", kzi_seat_names[payments->dealer]);
    say_payment(writing, "payments.self_draw", &payments->self_draw);
    say_payment(writing, "payments.discard", &payments->discard);
    say_number(writing, "payments.deposits", "bet", payments->bet);
    say(writing, "payments.deposits.own", payments->own_bets_to_first ? "first_winner" : "back");
    say_liability(writing, &payments->liability);
    say(writing, "payments.several_winners.allowed",
        several->allowed ? kzi_written(writing->arena, "%d", several->allowed) : "all");
    say(writing, "payments.several_winners.counters",
        several->first_counters ? "first_winner" : "each_winner");
    say_draw(writing, &payments->draw);
}

/* --- tiles, shapes, circumstances ------------------------------------------------------------ */

static const char *mean_kinds(struct writing *writing, kzi_kinds kinds) {
    uint8_t counts[KZI_KINDS];
    const uint8_t marked[KZI_SUITS] = {0};
    char tiles[64];
    struct kzi_text text = kzi_text_fixed(tiles, sizeof tiles);
    for (unsigned kind = 0; kind < KZI_KINDS; kind++)
        counts[kind] = kinds >> kind & 1;
    kzi_notation_put_counts(&text, counts, marked);
    kzi_text_end(&text);
    return kzi_written(writing->arena, "%s", *tiles ? tiles : "none");
}

static void say_universe(struct writing *writing) {
    static const char *const suits[] = {"tiles.suits.m", "tiles.suits.p", "tiles.suits.s",
                                        "tiles.honors"};
    const struct kzi_model *model = writing->model;
    kzi_kinds played = 0;
    unsigned copies = 0;
    const char *next = "";
    bool any = false;
    for (unsigned kind = 0; kind < KZI_KINDS; kind++) {
        if (model->copies[kind])
            played |= kzi_kind_bit(kind);
        if (model->copies[kind] > copies)
            copies = model->copies[kind];
        next = kzi_written(writing->arena, "%s %d", next, model->next[kind]);
        any |= model->next[kind] != KZI_NO_KIND;
    }
    for (unsigned suit = 0; suit < 4; suit++)
        say(writing, suits[suit],
            mean_kinds(writing, played & (UINT64_C(0x1FF) << 9 * suit) & KZI_ALL_KINDS));
    say_number(writing, "tiles", "copies", copies);
    say(writing, "tiles.next", any ? next : "none");
}

static void say_mark(struct writing *writing, const struct kzi_mark *mark) {
    const char *thing = say_thing(writing, "tiles.marks", mark->id);
    if (mark->kind == KZI_MARK_RED)
        say_number(writing, thing, "tiles", mark->red_suits);
    else if (mark->kind == KZI_MARK_FLOWERS)
        say_at(writing, thing, "number",
               mark->most ? kzi_written(writing->arena, "flowers, at most %d", mark->most)
                          : "flowers");
    else
        say_at(writing, thing, "shown", mark->kind == KZI_MARK_URA ? "ura" : "dora");
    say_yes(writing, thing, "after_kongs", mark->after_kongs);
    say_if(writing, thing, "needs", mark->needs);
}

static void say_tiles(struct writing *writing) {
    const struct kzi_model *model = writing->model;
    say_universe(writing);
    for (size_t i = 0; i < model->class_names.count; i++)
        say_at(writing, "tiles.classes", model->class_names.name[i],
               kzi_mean_class(writing->arena, &model->classes[i]));
    for (size_t i = 0; i < model->mark_names.count; i++)
        say_mark(writing, &model->marks[i]);
}

static void say_shape(struct writing *writing, const char *id, const struct kzi_shape *shape) {
    const char *bodies = "";
    for (size_t i = 0; i < shape->n_bodies; i++)
        bodies =
            kzi_written(writing->arena, "%s %llx", bodies, (unsigned long long)shape->bodies[i]);
    say_at(writing, "shapes", id,
           kzi_written(writing->arena, "%d: %d %d %d %d %llx %d%s", shape->form, shape->sets,
                       shape->pairs, shape->pairs_differ, shape->one_more,
                       (unsigned long long)shape->one_each, shape->different, bodies));
}

static void say_circumstance(struct writing *writing, const struct kzi_circumstance *given) {
    const char *thing = say_thing(writing, "circumstances", given->id);
    say_at(writing, thing, "implies",
           kzi_mean_bits(writing->arena, given->implies, &writing->model->circumstance_names));
    say_if(writing, thing, "needs", given->needs);
}

static void say_situation(struct writing *writing) {
    const struct kzi_model *model = writing->model;
    say(writing, "seats", kzi_written(writing->arena, "%u", model->n_seats));
    say_tiles(writing);
    for (size_t i = 0; i < model->shape_names.count; i++)
        say_shape(writing, model->shape_names.name[i], &model->shapes[i]);
    say_yes(writing, "waits", "used_up_tiles", model->waits_count_used_up);
    for (size_t i = 0; i < model->circumstance_names.count; i++)
        say_circumstance(writing, &model->circumstances[i]);
}

/* --- the whole ------------------------------------------------------------------------------- */

void kzi_meaning_of(struct kzi_meaning *meaning, struct kzi_arena *arena,
                    const struct kzi_model *model) {
    struct writing writing = {meaning, arena, model};
    *meaning = (struct kzi_meaning){.arena = arena};
    kzi_names_init(&meaning->addresses, arena);
    for (size_t i = 0; i < model->yaku_names.count; i++)
        say_yaku(&writing, &model->yaku[i]);
    say_totals(&writing);
    say_fu(&writing);
    for (size_t i = 0; i < model->limit_names.count; i++)
        say_limit(&writing, &model->limits[i]);
    say_payments(&writing);
    say_situation(&writing);
}

const struct kzi_statement *kzi_meaning_at(const struct kzi_meaning *meaning, const char *address) {
    int at = kzi_names_find(&meaning->addresses, address);
    return at < 0 ? NULL : &meaning->list[at];
}
