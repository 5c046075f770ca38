#include "analysis/canonical/differences.h"

#include "report/wording.h"
#include "tile/notation.h"

#include <string.h>

/* A model while it is written. */
struct write_ctx {
    struct kzi_places *places;
    struct kzi_arena *arena;
    const struct kzi_model *model;
    unsigned of;
};

static void say_there(struct write_ctx *ctx, const char *address, const char *says, bool thing) {
    struct kzi_places *places = ctx->places;
    size_t count = places->addresses.count;
    int at = kzi_names_add(&places->addresses, address);
    if (places->addresses.count > count) {
        places->list = kzi_arena_more(ctx->arena, places->list, count, sizeof *places->list);
        places->list[count] = (struct kzi_differing_place){.address = places->addresses.name[at]};
    }
    if (places->list[at].says[ctx->of])
        return;
    places->list[at].says[ctx->of] = says;
    places->list[at].thing = thing;
}

static void say(struct write_ctx *ctx, const char *thing, const char *key, const char *says) {
    say_there(ctx, kzi_arena_format(ctx->arena, "%s.%s", thing, key), says, false);
}

/* Add "yaku.ID": the thing exists. */
static const char *say_thing(struct write_ctx *ctx, const char *section, const char *id) {
    const char *address = kzi_arena_format(ctx->arena, "%s.%s", section, id);
    say_there(ctx, address, "yes", true);
    return address;
}

static void say_yes(struct write_ctx *ctx, const char *thing, const char *key, bool yes) {
    say(ctx, thing, key, yes ? "yes" : "no");
}

static void say_number(struct write_ctx *ctx, const char *thing, const char *key, long number) {
    say(ctx, thing, key, kzi_arena_format(ctx->arena, "%ld", number));
}

/* Add a bound that rules may omit. */
static void say_bound(struct write_ctx *ctx, const char *thing, const char *key, long number,
                      const char *none) {
    say(ctx, thing, key, number ? kzi_arena_format(ctx->arena, "%ld", number) : none);
}

static void say_if(struct write_ctx *ctx, const char *thing, const char *key,
                   const struct kzi_condition *cond) {
    say(ctx, thing, key, kzi_canonical_condition(ctx->arena, ctx->model, cond));
}

static const char *mean_set(struct write_ctx *ctx, const char **words, size_t count) {
    return count ? kzi_arena_join_sorted(ctx->arena, words, count, " ") : "none";
}

static const char *mean_yaku(struct write_ctx *ctx, const uint16_t *yaku, size_t count) {
    const char **names = KZI_NEW_ARRAY(ctx->arena, count, const char *);
    for (size_t i = 0; i < count; i++)
        names[i] = ctx->model->yaku_names.name[yaku[i]];
    return mean_set(ctx, names, count);
}

/* --- yaku ------------------------------------------------------------------------------------ */

static const char *mean_value(struct write_ctx *ctx, const struct kzi_value *value) {
    if (!value->scored)
        return "nothing";
    if (value->limit == KZI_NO_LIMIT)
        return kzi_arena_format(ctx->arena, "%d", (int)value->number);
    return kzi_arena_format(ctx->arena, "%d %s", (int)value->number,
                            ctx->model->limits[value->limit].id);
}

static const char *mean_each(struct write_ctx *ctx, const struct kzi_yaku *yaku) {
    switch (yaku->each) {
    case KZI_EACH_SET:
        return kzi_arena_format(ctx->arena, "set %s",
                                kzi_canonical_phrase(ctx->arena, &yaku->each_set));
    case KZI_EACH_PATTERN:
        return kzi_arena_format(ctx->arena, "has %s",
                                kzi_canonical_pattern(ctx->arena, yaku->each_pattern));
    case KZI_EACH_FOUR:
        return "four";
    case KZI_EACH_TILE:
        return kzi_arena_format(ctx->arena, "tiles %s",
                                kzi_canonical_class(ctx->arena, &yaku->each_class));
    case KZI_EACH_COUNTER:
        return "counter";
    case KZI_EACH_MARK:
        return kzi_arena_format(ctx->arena, "mark %s", ctx->model->marks[yaku->each_mark].id);
    case KZI_ONCE:
        break;
    }
    return "once";
}

/* Say whose hands count, only where it is not the usual: the winner's alone. */
static void say_hands(struct write_ctx *ctx, const char *thing, bool all) {
    if (all)
        say(ctx, thing, "hands", "all");
}

static void say_yaku(struct write_ctx *ctx, const struct kzi_yaku *yaku) {
    if (!yaku->in_use)
        return;
    const char *thing = say_thing(ctx, "yaku", yaku->id);
    const char *closed = mean_value(ctx, &yaku->closed), *open = mean_value(ctx, &yaku->open);
    say(ctx, thing, "value",
        strcmp(closed, open) != 0 ? kzi_arena_format(ctx->arena, "closed %s, open %s", closed, open)
                                  : closed);
    say_if(ctx, thing, "when", yaku->when);
    say(ctx, thing, "each", mean_each(ctx, yaku));
    say_yes(ctx, thing, "bonus", yaku->bonus);
    say_yes(ctx, thing, "alone", yaku->alone);
    say_yes(ctx, thing, "combination", yaku->combination);
    say_hands(ctx, thing, yaku->all_hands);
    if (yaku->chips[0] || yaku->chips[1])
        say(ctx, thing, "chips",
            kzi_arena_format(ctx->arena, "closed %d, open %d", (int)yaku->chips[0],
                             (int)yaku->chips[1]));
    if (yaku->in_series)
        say(ctx, thing, "series", yaku->series);
    static const char *const ways[] = {"yes", "own", "only", ""};
    for (size_t i = 0; i < yaku->n_covers; i++) {
        const struct kzi_cover *cover = &yaku->covers[i];
        const struct kzi_yaku *covered = &ctx->model->yaku[cover->yaku];
        const char *says = cover->which == KZI_COVERS_SOME
                               ? kzi_arena_format(ctx->arena, "%d", cover->number)
                               : ways[cover->which];
        if (covered->in_use && !cover->series)
            say(ctx, thing, kzi_arena_format(ctx->arena, "covers.%s", covered->id), says);
    }
}

static void say_totals(struct write_ctx *ctx) {
    const struct kzi_model *model = ctx->model;
    say(ctx, "total", "unit", model->unit);
    say_bound(ctx, "total", "at_most", model->total_at_most, "no bound");
    say_number(ctx, "minimum", "total", model->minimum);
    if (model->minimum_when)
        say_if(ctx, "minimum", "when", model->minimum_when);
    say(ctx, "minimum", "without",
        mean_yaku(ctx, model->minimum_without, model->n_minimum_without));
    say_yes(ctx, "combinations", "closed_covers", model->combinations.closed_covers);
    say_yes(ctx, "combinations", "account_once", model->combinations.account_once);
    say_yes(ctx, "combinations", "non_identical", model->combinations.non_identical);
}

/* --- fu -------------------------------------------------------------------------------------- */

static const char *mean_round(struct write_ctx *ctx, const struct kzi_round *round) {
    const char *way = kzi_rounding_names[round->way];
    if (round->way == KZI_ROUND_NONE)
        return way;
    return kzi_arena_format(ctx->arena, "%s %d", way, (int)round->to);
}

/* The key of a line of fu.sets or fu.pair. The model keeps their order in the file. */
static const char *line_of(struct write_ctx *ctx, const char *section, size_t line) {
    return kzi_node_at(ctx->model->root, section)->u.entries[line].key->text;
}

static void say_fu(struct write_ctx *ctx) {
    const struct kzi_model *model = ctx->model;
    const struct kzi_fu *fu = &model->fu;
    if (!fu->in_use)
        return;
    say_there(ctx, "fu", "yes", true);
    say_number(ctx, "fu", "start", fu->start);
    for (size_t i = 0; i < model->shape_names.count; i++)
        if (fu->flat[i])
            say_number(ctx, "fu.flat", model->shape_names.name[i], fu->flat[i]);
    struct kzi_arena *arena = ctx->arena;
    for (size_t i = 0; i < fu->n_sets; i++)
        say(ctx, "fu.sets", line_of(ctx, "fu.sets", i),
            kzi_arena_format(arena, "%s: open %d, concealed %d",
                             kzi_canonical_phrase(arena, &fu->sets[i].phrase), fu->sets[i].open,
                             fu->sets[i].concealed));
    for (size_t i = 0; i < fu->n_pairs; i++)
        say(ctx, "fu.pair", line_of(ctx, "fu.pair", i),
            kzi_arena_format(arena, "%s: %d", kzi_canonical_class(arena, &fu->pairs[i].class_),
                             fu->pairs[i].fu));
    for (size_t i = 0; i < fu->n_items; i++) {
        const struct kzi_fu_item *item = &fu->items[i];
        const char *thing =
            say_thing(ctx, item->if_nothing ? "fu.if_nothing_added" : "fu.add", item->id);
        say_number(ctx, thing, "fu", item->fu);
        if (item->each)
            say(ctx, thing, "each",
                kzi_arena_format(arena, "mark %s", ctx->model->marks[item->each_mark].id));
        say_if(ctx, thing, "when", item->when);
        say_hands(ctx, thing, item->all_hands);
    }
    say(ctx, "fu", "round", mean_round(ctx, &fu->round));
}

/* --- limits and payments --------------------------------------------------------------------- */

static const char *mean_share(struct write_ctx *ctx, const struct kzi_share *share,
                              const char *who) {
    if (share->as_others)
        return kzi_arena_format(ctx->arena, "%s as others", who);
    struct kzi_text times = kzi_text_fixed((char[16]){0}, 16);
    kzi_say_ratio(&times, share->in_all ? share->in_all : share->times);
    kzi_text_end(&times);
    const char *says = kzi_arena_format(ctx->arena, "%s %s %s and %d", who, times.at,
                                        share->in_all ? "times in all" : "times", (int)share->plus);
    return share->at_most ? kzi_arena_format(ctx->arena, "%s, %d at most", says, share->at_most)
                          : says;
}

/* A dealer who pays what the others do is one of them. */
static const char *mean_shares(struct write_ctx *ctx, const struct kzi_shares *shares) {
    const char *said[KZI_ROLES];
    const struct kzi_share *dealer = &shares->of[KZI_ROLE_DEALER],
                           *others = &shares->of[KZI_ROLE_OTHERS];
    const bool one_of_others = !dealer->as_others && kzi_same_share(dealer, others);
    size_t count = 0;
    for (size_t i = 0; i < KZI_ROLES; i++)
        if (shares->of[i].said && !(i == KZI_ROLE_DEALER && one_of_others))
            said[count++] = mean_share(ctx, &shares->of[i], kzi_role_names[i]);
    return kzi_arena_join_sorted(ctx->arena, said, count, ", ");
}

/* The same text however it is written: any_wins, or twice the same. */
static const char *mean_outcomes(struct write_ctx *ctx, const struct kzi_shares by[KZI_OUTCOMES]) {
    const char *says = "";
    for (unsigned outcome = 0; outcome < KZI_OUTCOMES; outcome++)
        says = kzi_arena_format(ctx->arena, "%s; %s", says, mean_shares(ctx, &by[outcome]));
    return says;
}

static void say_limit(struct write_ctx *ctx, const struct kzi_limit *limit) {
    if (!limit->in_use)
        return;
    const char *thing = say_thing(ctx, "limits", limit->id);
    say_number(ctx, thing, "worth", limit->worth);
    say_bound(ctx, thing, "from_total", limit->from_total, "none");
    say_bound(ctx, thing, "from_value", limit->from_value, "none");
    say_yes(ctx, thing, "add_up", limit->add_up);
    if (limit->chips)
        say_number(ctx, thing, "chips", limit->chips);
    if (limit->bounds_payments)
        say(ctx, thing, "bounds", "payment");
    for (unsigned self_draw = 0; limit->pays && self_draw < 2; self_draw++) {
        const struct kzi_limit_way *way =
            self_draw ? &limit->pays->self_draw : &limit->pays->discard;
        if (way->said)
            say(ctx, thing, self_draw ? "pays.self_draw" : "pays.discard",
                mean_outcomes(ctx, way->by));
    }
}

static const char *mean_ways(struct write_ctx *ctx, const struct kzi_payment *payment) {
    const char *says = "";
    for (size_t i = 0; i < payment->n_ways; i++) {
        const struct kzi_way *way = &payment->ways[i];
        says = kzi_arena_format(ctx->arena, "%sif %s%s\n", says,
                                kzi_canonical_condition(ctx->arena, ctx->model, way->when),
                                mean_outcomes(ctx, way->by));
    }
    return says;
}

static void say_payment(struct write_ctx *ctx, const char *key, const struct kzi_payment *payment) {
    const char *way = kzi_arena_format(ctx->arena, "payments.%s", key),
               *counters = kzi_arena_format(ctx->arena, "%s.counters", way);
    const struct kzi_node *node = kzi_node_at(ctx->model->root, way);
    bool any = kzi_node_get(node, "any_wins") != NULL;
    say(ctx, way, any ? "any_wins" : "dealer_wins",
        mean_shares(ctx, &payment->by[KZI_DEALER_WINS]));
    if (!any)
        say(ctx, way, "other_wins", mean_shares(ctx, &payment->by[KZI_OTHER_WINS]));
    if (kzi_node_get(node, "dealer_discards"))
        say(ctx, way, "dealer_discards", mean_shares(ctx, &payment->by[KZI_DEALER_DISCARDS]));
    if (payment->n_ways)
        say(ctx, way, "ways", mean_ways(ctx, payment));
    say(ctx, way, "round", mean_round(ctx, &payment->round));
    say_number(ctx, counters, "discarder", payment->counter[KZI_ROLE_DISCARDER]);
    say_number(ctx, counters, "each_payer", payment->counter[KZI_ROLE_OTHERS]);
    say_number(ctx, counters, "to_or_from_dealer", payment->counter[KZI_ROLE_DEALER]);
}

static const char *mean_part(struct write_ctx *ctx, int32_t part) {
    return part == KZI_AS_DISCARDER
               ? "as_discarder"
               : kzi_arena_format(ctx->arena, "%d of %d", (int)part, KZI_WHOLE);
}

/* What somebody is liable for, whatever the yaku. */
static const char *mean_liability(struct write_ctx *ctx, const struct kzi_liability *liability) {
    const char *needs =
        liability->needs ? kzi_canonical_condition(ctx->arena, ctx->model, liability->needs) : "";
    return kzi_arena_format(ctx->arena, "%d %d %d %d %s", liability->that_yakuman,
                            liability->feeder_counters, (int)liability->self_draw,
                            (int)liability->discard, needs);
}

static void say_liability(struct write_ctx *ctx, const struct kzi_liability *liability,
                          const char *yaku) {
    const char *thing = say_thing(ctx, "payments", "liability");
    say(ctx, thing, "yaku", yaku);
    say_if(ctx, thing, "needs", liability->needs);
    say(ctx, thing, "for", liability->that_yakuman ? "that_yakuman" : "whole_hand");
    say(ctx, thing, "counters", liability->feeder_counters ? "feeder" : "discarder");
    say(ctx, thing, "self_draw", mean_part(ctx, liability->self_draw));
    say(ctx, thing, "discard", mean_part(ctx, liability->discard));
}

/* Several that differ are said for each yaku, so that neither their order nor how the yaku are put
 * together decides anything. */
static void say_liabilities(struct write_ctx *ctx) {
    const struct kzi_model *model = ctx->model;
    const struct kzi_liability *liability = model->payments.liabilities;
    const char **words = KZI_NEW_ARRAY(ctx->arena, 2 * model->yaku_names.count, const char *),
               **rows = words + model->yaku_names.count;
    size_t count = 0;
    bool differ = false;
    for (unsigned i = 0; i < model->yaku_names.count; i++) {
        const struct kzi_liability *of = kzi_liability_for(model, (int)i);
        if (!of)
            continue;
        liability = count ? liability : of;
        differ |= strcmp(mean_liability(ctx, of), mean_liability(ctx, liability)) != 0;
        words[count] = model->yaku_names.name[i];
        rows[count] = kzi_arena_format(ctx->arena, "%s %s;", words[count], mean_liability(ctx, of));
        count++;
    }
    if (differ)
        say_there(ctx, "payments.liability", mean_set(ctx, rows, count), true);
    else if (liability)
        say_liability(ctx, liability, mean_set(ctx, words, count));
}

static void say_losers(struct write_ctx *ctx, const struct kzi_losers *losers) {
    if (!losers->settle)
        return;
    say(ctx, "payments.losers", "settle", "difference");
    say_number(ctx, "payments.losers", "dealer", losers->dealer_times ? losers->dealer_times : 1);
}

static void say_kongs(struct write_ctx *ctx, const struct kzi_kongs *kongs) {
    if (!kongs->in_use)
        return;
    const char *thing = say_thing(ctx, "payments", "kongs"),
               *passes = kzi_arena_format(ctx->arena, "%s.passes_on", thing);
    for (unsigned kind = 0; kind < KZI_KONG_KINDS; kind++) {
        const struct kzi_kong_money *money = &kongs->money[kind];
        const bool apart = money->from_said && money->from != money->others;
        say(ctx, thing, kzi_kong_kind_names[kind],
            apart ? kzi_arena_format(ctx->arena, "others %d, from %d", (int)money->others,
                                     (int)money->from)
                  : kzi_arena_format(ctx->arena, "others %d", (int)money->others));
    }
    say_yes(ctx, thing, "given_back", kongs->given_back);
    say_if(ctx, passes, "when", kongs->passing.when);
    if (!kongs->passing.when)
        return;
    say(ctx, passes, "kongs", kongs->passing.all ? "all" : "last");
    say(ctx, passes, "to", kongs->passing.to_payers ? "payers" : "winner");
}

static void say_draw(struct write_ctx *ctx, const struct kzi_draw *draw) {
    const char **words = KZI_NEW_ARRAY(ctx->arena, draw->n_by_rule, const char *);
    for (size_t i = 0; i < draw->n_by_rule; i++)
        words[i] = draw->by_rule[i];
    if (draw->best_hand)
        say(ctx, "payments.draw", "not_ready_pay", "best_hand");
    else
        say_number(ctx, "payments.draw", "not_ready_pay", draw->not_ready_pay);
    if (draw->fine.when) {
        const char *fine = say_thing(ctx, "payments.draw", "fine");
        say_if(ctx, fine, "when", draw->fine.when);
        say_number(ctx, fine, "pays", draw->fine.pays);
        say_yes(ctx, fine, "instead", draw->fine.instead);
    }
    say(ctx, "payments.draw", "nagashi",
        draw->has_nagashi ? ctx->model->limits[draw->nagashi].id : "nothing");
    say(ctx, "payments.draw", "by_rule", mean_set(ctx, words, draw->n_by_rule));
}

static void say_chips(struct write_ctx *ctx, const struct kzi_chips *chips) {
    for (unsigned self_draw = 0; self_draw < 2; self_draw++) {
        int64_t times[KZI_ROLES];
        for (unsigned role = 0; role < KZI_ROLES; role++)
            times[role] = kzi_chip_times(chips, self_draw, (enum kzi_role)role);
        say(ctx, "payments.chips", self_draw ? "self_draw" : "discard",
            kzi_arena_format(ctx->arena,
                             self_draw ? "dealer %d, others %d"
                                       : "dealer %d, others %d, discarder %d",
                             (int)times[KZI_ROLE_DEALER], (int)times[KZI_ROLE_OTHERS],
                             (int)times[KZI_ROLE_DISCARDER]));
    }
}

static const char *mean_hand_value(struct write_ctx *ctx) {
    const struct kzi_hand_value *value = &ctx->model->hand_value;
    if (value->doubling)
        return kzi_arena_format(ctx->arena, "%d doubled, plus %d, rounded %s", (int)value->start,
                                (int)value->plus, mean_round(ctx, &value->round));
    const char *rows = value->n_rows ? "table" : "total";
    for (size_t i = 0; i < value->n_rows; i++)
        rows = kzi_arena_format(ctx->arena, "%s, %d: %d", rows, (int)value->rows[i].from_total,
                                (int)value->rows[i].worth);
    return rows;
}

static void say_payments(struct write_ctx *ctx) {
    const struct kzi_payments *payments = &ctx->model->payments;
    const struct kzi_several_winners *several = &payments->several;
    say_there(ctx, "hand_value", mean_hand_value(ctx), false);
    say(ctx, "payments", "dealer", kzi_seat_names[payments->dealer]);
    say_payment(ctx, "self_draw", &payments->self_draw);
    say_payment(ctx, "discard", &payments->discard);
    say_number(ctx, "payments.deposits", "bet", payments->bet);
    say(ctx, "payments.deposits", "own", payments->own_bets_to_first ? "first_winner" : "back");
    say(ctx, "payments.deposits", "others", payments->splits_bets ? "split" : "first_winner");
    say_liabilities(ctx);
    if (ctx->model->payments.has_chips)
        say_chips(ctx, &payments->chips);
    say_bound(ctx, "payments.several_winners", "allowed", several->allowed, "all");
    say(ctx, "payments.several_winners", "counters",
        several->first_counters ? "first_winner" : "each_winner");
    say_losers(ctx, &payments->losers);
    say_kongs(ctx, &payments->kongs);
    say_yes(ctx, "payments", "winners_leave", payments->winners_leave);
    say_draw(ctx, &payments->draw);
}

static const char *mean_uma(struct write_ctx *ctx, const struct kzi_game_rules *game) {
    const char *says = game->n_uma ? "" : "none";
    for (size_t i = 0; i < game->n_uma; i++)
        says = kzi_arena_format(ctx->arena, "%s%s%d", says, i ? " " : "", (int)game->uma[i]);
    return says;
}

static const char *mean_stays(struct write_ctx *ctx, unsigned stays) {
    const char *words[KZI_STAYS];
    size_t count = 0;
    for (unsigned i = 0; i < KZI_STAYS; i++)
        if (stays >> i & 1)
            words[count++] = kzi_stay_names[i];
    return mean_set(ctx, words, count);
}

static void say_game(struct write_ctx *ctx) {
    const struct kzi_game_rules *game = &ctx->model->game;
    const struct kzi_game_ends *ends = &game->ends;
    if (!game->in_use)
        return;
    say_there(ctx, "game", "yes", true);
    say_number(ctx, "game", "start", game->start);
    say_number(ctx, "game", "target", game->target);
    say(ctx, "game", "uma", mean_uma(ctx, game));
    say_number(ctx, "game", "oka", game->oka);
    say(ctx, "game", "round", mean_round(ctx, &game->round));
    say(ctx, "game", "ties", game->shares_ties ? "share" : "first_seat");
    say_number(ctx, "game", "chombo", game->chombo);
    say(ctx, "game", "dealer_stays", mean_stays(ctx, game->stays));
    say(ctx, "game.ends", "after", kzi_seat_names[ends->after]);
    say(ctx, "game.ends", "extra", ends->has_extra ? kzi_seat_names[ends->extra] : "none");
    say(ctx, "game.ends", "below",
        ends->has_below ? kzi_arena_format(ctx->arena, "%d", (int)ends->below) : "never");
    say_yes(ctx, "game.ends", "dealer_first", ends->dealer_first);
    say(ctx, "game.ends", "bets", ends->bets_to_first ? "first_place" : "nobody");
}

/* --- tiles, shapes, circumstances ------------------------------------------------------------ */

static const char *mean_kinds(struct write_ctx *ctx, kzi_kinds kinds) {
    uint8_t counts[KZI_KINDS];
    const uint8_t marked[KZI_SUITS] = {0};
    char tiles[64];
    struct kzi_text text = kzi_text_fixed(tiles, sizeof tiles);
    for (unsigned kind = 0; kind < KZI_KINDS; kind++)
        counts[kind] = kinds >> kind & 1;
    kzi_notation_put_counts(&text, counts, marked);
    kzi_text_end(&text);
    return kzi_arena_format(ctx->arena, "%s", *tiles ? tiles : "none");
}

/* Say how many there are of each tile that is played, and the exceptions. */
static const char *mean_copies(struct write_ctx *ctx, unsigned most) {
    const char *text = kzi_arena_format(ctx->arena, "%u", most);
    for (unsigned kind = 0; kind < KZI_KINDS; kind++)
        if (ctx->model->copies[kind] && ctx->model->copies[kind] != most)
            text = kzi_arena_format(ctx->arena, "%s %u:%d", text, kind, ctx->model->copies[kind]);
    for (unsigned face = 0; face < KZI_FACES; face++)
        if (ctx->model->face_copies[face] != 1)
            text = kzi_arena_format(ctx->arena, "%s face %u:%d", text, face,
                                    ctx->model->face_copies[face]);
    return text;
}

static void say_universe(struct write_ctx *ctx) {
    static const char *const suits[] = {"m", "p", "s", "honors"};
    const struct kzi_model *model = ctx->model;
    kzi_kinds played = 0;
    unsigned copies = 0;
    const char *next = "";
    bool any = false;
    for (unsigned kind = 0; kind < KZI_KINDS; kind++) {
        if (model->copies[kind])
            played |= kzi_kind_bit(kind);
        if (model->copies[kind] > copies)
            copies = model->copies[kind];
        next = kzi_arena_format(ctx->arena, "%s %d", next, model->next[kind]);
        any |= model->next[kind] != KZI_NO_KIND;
    }
    for (unsigned suit = 0; suit < 4; suit++)
        say(ctx, suit < 3 ? "tiles.suits" : "tiles", suits[suit],
            mean_kinds(ctx, played & (UINT64_C(0x1FF) << 9 * suit) & KZI_ALL_KINDS));
    say(ctx, "tiles", "copies", mean_copies(ctx, copies));
    say(ctx, "tiles", "next", any ? next : "none");
}

static void say_mark(struct write_ctx *ctx, const struct kzi_mark *mark) {
    const char *thing = say_thing(ctx, "tiles.marks", mark->id);
    switch (mark->kind) {
    case KZI_MARK_RED:
        say_number(ctx, thing, "tiles", mark->red_suits);
        break;
    case KZI_MARK_FLOWERS:
        say(ctx, thing, "number",
            mark->most ? kzi_arena_format(ctx->arena, "flowers, at most %d", mark->most)
                       : "flowers");
        break;
    case KZI_MARK_FACES:
        say(ctx, thing, "flowers",
            kzi_arena_format(ctx->arena, "%llx", (unsigned long long)mark->class_.faces));
        break;
    case KZI_MARK_ASIDE:
        say(ctx, thing, "aside", kzi_canonical_class(ctx->arena, &mark->class_));
        break;
    case KZI_MARK_DORA:
        say(ctx, thing, "shown", "dora");
        break;
    case KZI_MARK_URA:
        say(ctx, thing, "shown", "ura");
        break;
    }
    say_yes(ctx, thing, "after_kongs", mark->after_kongs);
    say_if(ctx, thing, "needs", mark->needs);
}

static void say_tiles(struct write_ctx *ctx) {
    const struct kzi_model *model = ctx->model;
    say_universe(ctx);
    for (size_t i = 0; i < model->class_names.count; i++)
        say(ctx, "tiles.classes", model->class_names.name[i],
            kzi_canonical_class(ctx->arena, &model->classes[i]));
    for (size_t i = 0; i < model->mark_names.count; i++)
        say_mark(ctx, &model->marks[i]);
}

static const char *add_part(struct write_ctx *ctx, const char *text,
                            const struct kzi_shape_part *part) {
    return kzi_arena_format(ctx->arena, "%s,%d%d%d", text, part->any, part->number, part->suit);
}

static void say_shape(struct write_ctx *ctx, unsigned number) {
    const struct kzi_shape *shape = &ctx->model->shapes[number];
    const struct kzi_condition *when = ctx->model->shape_when[number];
    const char *id = ctx->model->shape_names.name[number], *bodies = "";
    for (size_t i = 0; i < shape->n_bodies; i++)
        bodies =
            kzi_arena_format(ctx->arena, "%s %llx", bodies, (unsigned long long)shape->bodies[i]);
    for (unsigned i = 0; i < 3; i++)
        bodies = add_part(ctx, bodies, &shape->set_is[i]);
    for (unsigned i = 0; i < 2; i++)
        bodies = add_part(ctx, bodies, &shape->pair_is[i]);
    if (when)
        bodies = kzi_canonical_condition(ctx->arena, ctx->model, when);
    say(ctx, "shapes", id,
        kzi_arena_format(ctx->arena, "%d: %d %d %d %d %d %d %d %d%s", shape->form, shape->sets,
                         shape->pairs, shape->pairs_differ, shape->one_more, shape->body_tiles,
                         shape->set_kinds, shape->knitted_sets, shape->knitted_pairs, bodies));
}

static const char *mean_claims(struct write_ctx *ctx, unsigned claims) {
    const char *nouns[KZI_CLAIMED_NOUNS];
    size_t count = 0;
    for (unsigned noun = 0; noun < KZI_CLAIMED_NOUNS; noun++)
        if (claims >> noun & 1)
            nouns[count++] = kzi_noun_names[noun];
    return mean_set(ctx, nouns, count);
}

static void say_situation(struct write_ctx *ctx) {
    const struct kzi_model *model = ctx->model;
    say_there(ctx, "seats", kzi_arena_format(ctx->arena, "%u", model->n_seats), false);
    say_there(ctx, "claims", mean_claims(ctx, model->claims), false);
    say_tiles(ctx);
    for (size_t i = 0; i < model->shape_names.count; i++)
        say_shape(ctx, (unsigned)i);
    say_yes(ctx, "waits", "used_up_tiles", model->waits_count_used_up);
    say_yes(ctx, "waits", "own_discards", model->waits_count_own_discards);
    for (size_t i = 0; i < model->circumstance_names.count; i++) {
        const struct kzi_circumstance *given = &model->circumstances[i];
        const char *thing = say_thing(ctx, "circumstances", given->id);
        say(ctx, thing, "implies",
            kzi_canonical_bits(ctx->arena, given->implies, &ctx->model->circumstance_names));
        say_if(ctx, thing, "needs", given->needs);
    }
}

/* --- all -------------------------------------------------------------------------------------  */

void kzi_add_canonical(struct kzi_places *places, struct kzi_arena *arena,
                       const struct kzi_model *model, unsigned of) {
    struct write_ctx ctx = {places, arena, model, of};
    for (size_t i = 0; i < model->yaku_names.count; i++)
        say_yaku(&ctx, &model->yaku[i]);
    say_totals(&ctx);
    say_fu(&ctx);
    for (size_t i = 0; i < model->limit_names.count; i++)
        say_limit(&ctx, &model->limits[i]);
    say_payments(&ctx);
    say_game(&ctx);
    say_situation(&ctx);
}
