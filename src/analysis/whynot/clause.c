#include "analysis/whynot/clause.h"

#include "analysis/witness/shortfall.h"
#include "compile/wild.h"
#include "report/result_json.h"
#include "report/wording.h"
#include "rules/condition.h"
#include "tile/notation.h"
#include "words/condition_words.h"

#include <string.h>

/* --- clauses ---------------------------------------------------------------------------------- */

const struct kzi_condition kzi_clause_in_use = {.kind = KZI_CONDITIONS},
                           kzi_clause_count = {.kind = KZI_CONDITIONS};

void kzi_say_clause(struct kzi_sentence *sentence, const struct kzi_model *model,
                    const struct kzi_condition *clause) {
    if (kzi_is_clause(clause))
        kzi_argument_condition(sentence, model, clause, false);
    else
        kzi_argument_says(sentence,
                          clause->op == KZI_ALL ? KZI_SAYS_all_of_these : KZI_SAYS_one_of_these);
}

void kzi_put_clause_json(struct kzi_text *text, const struct kzi_condition *clause) {
    kzi_json_key_string(text, "code", kzi_conditions[clause->kind].name);
    kzi_put_node_json(text, "argument", clause->node);
    kzi_json_key_bool(text, "denied", clause->denied);
}

/* --- findings in the hand --------------------------------------------------------------------- */

struct look_ctx {
    struct kzi_sentence *says; /* the sentence that each function ends */
    const struct kz_result *result;
    const struct kzi_facts *facts;
    const struct kzi_reading *reading;
    const struct kzi_condition *cond;
};

typedef void end_fn(const struct look_ctx *ctx);

static void end_sentence(const struct look_ctx *ctx, enum kzi_says says) {
    kzi_sentence_end(ctx->says, says);
}

static bool are_several(unsigned groups) {
    return groups & (groups - 1);
}

/* Put groups of the reading (by bit) as one argument: "22m, 55p and 77z". */
static void say_groups(const struct look_ctx *ctx, unsigned groups) {
    uint8_t order[KZI_MAX_GROUPS];
    KZI_SENTENCE(ctx->says, KZI_AND) {
        unsigned count = kzi_groups_by_tile(ctx->reading, groups, order);
        for (unsigned i = 0; i < count; i++)
            kzi_put_group(kzi_argument(ctx->says), ctx->result, ctx->reading, order[i]);
    }
}

/* Put tiles as one argument, with `reds` red fives by suit. reds NULL: the tiles need not be in the
 * hand. */
static void put_kinds(const struct look_ctx *ctx, const uint8_t counts[KZI_TILE_KINDS],
                      const uint8_t reds[KZI_SUITS]) {
    static const uint8_t none[KZI_SUITS];
    kzi_put_counts(kzi_argument(ctx->says), counts, reds ? reds : none);
}

static void say_noun(const struct look_ctx *ctx, unsigned noun) {
    kzi_argument_word(ctx->says, "asks.noun", kzi_noun_names[noun]);
}

static void end_winning_tile(const struct look_ctx *ctx) {
    kzi_put_win(kzi_argument(ctx->says), &ctx->result->hand);
    end_sentence(ctx, KZI_SAYS_has_winning_tile);
}

/* A list has nothing of its own to report; end the sentence. */
static void end_nothing(const struct look_ctx *ctx) {
    kzi_sentence_end(ctx->says, KZI_AND);
}

/* --- the situation --------------------------------------------------------------------------- */

static void end_hand(const struct look_ctx *ctx) {
    const struct kzi_hand *hand = &ctx->result->hand;
    KZI_EACH_MELD(hand, meld)
        if (meld->claimed) {
            kzi_put_meld(kzi_argument(ctx->says), meld);
            end_sentence(ctx, KZI_SAYS_has_claimed);
            return;
        }
    end_sentence(ctx, KZI_SAYS_has_nothing_claimed);
}

static void end_by(const struct look_ctx *ctx) {
    end_sentence(ctx, ctx->result->hand.self_draw ? KZI_SAYS_has_self_draw : KZI_SAYS_has_discard);
}

static void end_given(const struct look_ctx *ctx) {
    const unsigned number = ctx->cond->argument.number;
    kzi_argument_circumstance(ctx->says, ctx->result->rules->model, number);
    end_sentence(ctx,
                 ctx->facts->given >> number & 1 ? KZI_SAYS_has_given : KZI_SAYS_has_not_given);
}

static void end_seat(const struct look_ctx *ctx) {
    kzi_argument_seat(ctx->says, ctx->result->hand.seat);
    end_sentence(ctx, KZI_SAYS_has_seat);
}

static void end_from(const struct look_ctx *ctx) {
    const struct kzi_hand *hand = &ctx->result->hand;
    if (!hand->self_draw && hand->from >= 0)
        kzi_argument_seat(ctx->says, (unsigned)hand->from);
    end_sentence(ctx, hand->self_draw   ? KZI_SAYS_has_self_draw
                      : hand->from >= 0 ? KZI_SAYS_has_discarder
                                        : KZI_SAYS_has_no_discarder);
}

static void end_shape(const struct look_ctx *ctx) {
    const char *id = ctx->result->rules->model->shape_names.name[ctx->reading->shape];
    kzi_argument_word(ctx->says, "asks.shape", id);
    end_sentence(ctx, KZI_SAYS_has_shape);
}

/* --- tiles ----------------------------------------------------------------------------------- */

static void end_suits(const struct look_ctx *ctx) {
    KZI_SENTENCE(ctx->says, KZI_AND) {
        unsigned count = 0;
        for (unsigned suit = 0; suit < KZI_SUITS; suit++)
            if (kzi_kinds_of_suit(ctx->facts->tiles->kinds, suit)) {
                kzi_argument_says(ctx->says, KZI_SAYS_asks_class_m_suit + suit);
                count++;
            }
        if (!count)
            kzi_argument_says(ctx->says, KZI_SAYS_only_honors);
    }
    end_sentence(ctx, KZI_SAYS_has_suits);
}

/* Count the tiles of the class that the condition asks for. */
static unsigned count_tiles(const struct look_ctx *ctx, uint8_t counts[KZI_TILE_KINDS]) {
    const kzi_kinds kinds = kzi_kinds_in(&ctx->cond->argument.class_, &ctx->result->hand);
    unsigned count = 0;
    memset(counts, 0, KZI_TILE_KINDS);
    for (unsigned kind = 0; kind < KZI_KINDS; kind++) {
        counts[kind] = kinds >> kind & 1 ? ctx->facts->tiles->counts[kind] : 0;
        count += counts[kind];
    }
    return count + kzi_count_wild(&ctx->cond->argument.class_, &ctx->result->hand, counts);
}

static void end_tiles(const struct look_ctx *ctx) {
    const bool all = ctx->cond->quantity.all;
    uint8_t counts[KZI_TILE_KINDS];
    unsigned count = count_tiles(ctx, counts);
    if (count) {
        put_kinds(ctx, counts, ctx->result->hand.reds);
        end_sentence(ctx, all         ? (count > 1 ? KZI_SAYS_has_also_several : KZI_SAYS_has_also)
                          : count > 1 ? KZI_SAYS_has_some_several
                                      : KZI_SAYS_has_some);
        return;
    }
    kzi_argument_class(ctx->says, &ctx->cond->class_name, all ? KZI_SEVERAL : KZI_ONE);
    end_sentence(ctx, all ? KZI_SAYS_has_only : KZI_SAYS_has_none);
}

static void end_sum(const struct look_ctx *ctx) {
    uint8_t counts[KZI_TILE_KINDS];
    unsigned sum = 0;
    count_tiles(ctx, counts);
    for (unsigned kind = 0; kind < KZI_HONOR; kind++)
        sum += counts[kind] * kzi_number(kind);
    kzi_argument_int(ctx->says, sum);
    end_sentence(ctx, KZI_SAYS_has_sum);
}

static void end_marks(const struct look_ctx *ctx) {
    unsigned mark = ctx->cond->argument.number;
    unsigned count = ctx->facts->marks ? ctx->facts->marks[mark] : 0;
    kzi_argument_mark(ctx->says, ctx->result->rules->model->marks[mark].id,
                      count > 1 ? KZI_SEVERAL : KZI_ONE);
    if (count > 1)
        kzi_argument_int(ctx->says, count);
    end_sentence(ctx, count > 1 ? KZI_SAYS_has_marks
                      : count   ? KZI_SAYS_has_mark
                                : KZI_SAYS_has_none);
}

static void end_contains(const struct look_ctx *ctx) {
    uint8_t counts[KZI_TILE_KINDS];
    const unsigned count =
        kzi_missing_tiles(&ctx->cond->argument.tiles, ctx->facts->tiles->counts, counts);
    if (!count) {
        end_sentence(ctx, KZI_SAYS_has_all_tiles);
        return;
    }
    put_kinds(ctx, counts, NULL);
    end_sentence(ctx, count > 1 ? KZI_SAYS_missing_several : KZI_SAYS_missing);
}

/* --- spelled hands ---------------------------------------------------------------------------- */

/* The tiles of a hand, without wild ones, and its number of wild tiles. */
struct spelled_hand {
    struct kzi_box_hand tiles;
    unsigned wild;
};

static void fill_spelled(const struct look_ctx *ctx, struct spelled_hand *hand) {
    struct kzi_hand written = ctx->result->hand;
    kzi_hand_unarrange(&written);
    kzi_box_hand_init(&hand->tiles, written.concealed, written.win, written.melds, written.n_melds);
    hand->wild = kzi_count_wild_tiles(ctx->result->rules, &written);
}

/* Return the box of the list that lacks the fewest tiles, or NULL. */
static const struct kzi_box *nearest_box(const struct look_ctx *ctx,
                                         const struct spelled_hand *hand,
                                         struct kzi_box_lacks *min) {
    const struct kzi_boxes *boxes = &ctx->result->rules->shapes.boxes;
    const struct kzi_box *nearest = NULL;
    for (unsigned i = 0; i < boxes->count; i++) {
        struct kzi_box_lacks lacks;
        if (boxes->list[i].list != ctx->cond->argument.number ||
            !kzi_box_compare(&boxes->list[i], &hand->tiles, hand->wild, &lacks) ||
            (nearest && lacks.lacking >= min->lacking))
            continue;
        nearest = &boxes->list[i];
        *min = lacks;
    }
    return nearest;
}

static void end_spells(const struct look_ctx *ctx) {
    struct spelled_hand hand;
    struct kzi_box_lacks lacks;
    fill_spelled(ctx, &hand);
    const struct kzi_box *box = nearest_box(ctx, &hand, &lacks);
    uint8_t need[KZI_TILE_KINDS] = {0}, missing[KZI_TILE_KINDS] = {0};
    unsigned left = hand.wild;
    for (unsigned kind = 0; box && kind <= KZI_A_FACE; kind++) {
        const unsigned have = kzi_box_count(hand.tiles.all, kind);
        need[kind] = (uint8_t)kzi_box_count(box->need, kind);
        for (unsigned tile = have; tile < need[kind]; tile++)
            if (left && kzi_box_count(hand.tiles.concealed, kind) + tile - have >=
                            kzi_box_count(box->must, kind))
                left--; /* a wild tile replaces it */
            else
                missing[kind]++;
    }
    if (box)
        put_kinds(ctx, need, NULL);
    if (box && lacks.lacking)
        put_kinds(ctx, missing, NULL);
    end_sentence(ctx, !box            ? KZI_SAYS_melds_not_spelled
                      : lacks.lacking ? KZI_SAYS_missing_spelled
                                      : KZI_SAYS_has_spelled);
}

static void end_before_win(const struct look_ctx *ctx) {
    struct kzi_hand hand = ctx->result->hand;
    if (hand.win_red)
        hand.reds[kzi_suit(hand.win)]--;
    hand.win_red = false;
    hand.win = KZI_NO_KIND;
    kzi_put_tiles_and_melds(kzi_argument(ctx->says), &hand);
    end_sentence(ctx, KZI_SAYS_has_before_win);
}

/* --- sets ------------------------------------------------------------------------------------ */

/* Return the groups that would be concealed, as the phrase requires, if the winning discard did not
 * complete them. */
static unsigned find_finished(const struct look_ctx *ctx, const struct kzi_phrase *phrase) {
    struct kzi_phrase held = *phrase;
    unsigned groups = 0;
    held.adjective = KZI_ANY_HOLD;
    for (unsigned i = 0; i < ctx->reading->n_groups; i++) {
        const struct kzi_group group = kzi_group_of(ctx->reading, i);
        if (phrase->adjective == KZI_IS_CONCEALED && group.hold == KZI_FINISHED_BY_DISCARD &&
            kzi_phrase_fits(&held, ctx->reading, i, &ctx->result->hand))
            groups |= 1U << i;
    }
    return groups;
}

/* Say what the groups are not or, for "set with a tile", what they lack. */
static void say_none(const struct look_ctx *ctx, unsigned groups) {
    const struct kzi_phrase *phrase = &ctx->cond->argument.phrase;
    bool any = phrase->some && !phrase->adjective &&
               (phrase->noun == KZI_A_SET || phrase->noun == KZI_A_GROUP);
    say_groups(ctx, groups);
    if (any) {
        kzi_argument_class(ctx->says, &ctx->cond->class_name, KZI_A);
        end_sentence(ctx, are_several(groups) ? KZI_SAYS_without_several : KZI_SAYS_without);
    } else {
        kzi_argument_phrase(ctx->says, phrase, &ctx->cond->class_name,
                            are_several(groups) ? KZI_SEVERAL : KZI_A);
        end_sentence(ctx, are_several(groups) ? KZI_SAYS_not_one_several : KZI_SAYS_not_one);
    }
}

/* Return whether pairs count among all groups. */
static bool asks_for_pairs(const struct look_ctx *ctx) {
    return kzi_conditions[ctx->cond->kind].of == KZI_OF_READING;
}

static void say_fitting(const struct look_ctx *ctx, unsigned fitting, unsigned others) {
    bool all = ctx->cond->quantity.all;
    if (all && others)
        say_none(ctx, others);
    else if (all && !fitting)
        end_sentence(ctx, asks_for_pairs(ctx) ? KZI_SAYS_has_no_set_or_pair : KZI_SAYS_has_no_set);
    else if (all || !fitting) {
        kzi_argument_phrase(ctx->says, &ctx->cond->argument.phrase, &ctx->cond->class_name,
                            all ? KZI_SEVERAL : KZI_ONE);
        end_sentence(ctx, all ? KZI_SAYS_has_only : KZI_SAYS_has_none);
    } else {
        say_groups(ctx, fitting);
        end_sentence(ctx, are_several(fitting) ? KZI_SAYS_has_some_several : KZI_SAYS_has_some);
    }
}

static void end_groups(const struct look_ctx *ctx) {
    const struct kzi_phrase *phrase = &ctx->cond->argument.phrase;
    const unsigned fitting = kzi_groups_fitting(phrase, ctx->reading, &ctx->result->hand),
                   aside = asks_for_pairs(ctx) ? 0 : kzi_pairs_of(ctx->reading),
                   others = ((1U << ctx->reading->n_groups) - 1) & ~fitting & ~aside;
    unsigned open = ctx->cond->quantity.all ? 0 : find_finished(ctx, phrase);
    if (open)
        kzi_sentence_begin(ctx->says);
    say_fitting(ctx, fitting, others);
    if (!open)
        return;
    say_groups(ctx, open);
    end_sentence(ctx, KZI_SAYS_finished_by_discard);
}

static void end_pair(const struct look_ctx *ctx) {
    const unsigned pairs = kzi_pairs_of(ctx->reading);
    unsigned count = (unsigned)__builtin_popcount(pairs);
    if (count == 1)
        say_groups(ctx, pairs);
    else if (count)
        kzi_argument_int(ctx->says, count);
    end_sentence(ctx, count == 1 ? KZI_SAYS_has_pair
                      : count    ? KZI_SAYS_has_pairs
                                 : KZI_SAYS_has_no_pair);
}

static void end_wait(const struct look_ctx *ctx) {
    static const enum kzi_says says[KZI_WAITS] = {
        [KZI_WAIT_NONE] = KZI_SAYS_nothing_waits, [KZI_WAIT_TWO_SIDED] = KZI_SAYS_waits_two_sided,
        [KZI_WAIT_EDGE] = KZI_SAYS_waits_edge,    [KZI_WAIT_CLOSED] = KZI_SAYS_waits_closed,
        [KZI_WAIT_PAIR] = KZI_SAYS_waits_pair,    [KZI_WAIT_PUNG] = KZI_SAYS_waits_pung,
        [KZI_WAIT_BODY] = KZI_SAYS_waits_body,    [KZI_WAIT_SINGLE] = KZI_SAYS_waits_single};
    for (unsigned i = 0; i < ctx->reading->n_groups; i++)
        if (kzi_group_of(ctx->reading, i).won)
            kzi_put_waiting_tiles(kzi_argument(ctx->says), ctx->result, ctx->reading, i);
    if (!ctx->reading->won && ctx->reading->wait != KZI_WAIT_NONE)
        kzi_put_win(kzi_argument(ctx->says), &ctx->result->hand);
    end_sentence(ctx, says[ctx->reading->wait]);
}

static void end_COUNT(const struct look_ctx *ctx) {
    enum kzi_condition_kind kind = ctx->cond->kind;
    unsigned count = kzi_measure(ctx->cond, ctx->facts, ctx->reading);
    kzi_argument_int(ctx->says, count);
    kzi_argument_counts(ctx->says, kind, count == 1 ? KZI_ONE : KZI_SEVERAL);
    end_sentence(ctx, KZI_SAYS_has_count);
}

/* --- patterns -------------------------------------------------------------------------------- */

static unsigned kind_of_noun(unsigned noun) {
    return noun == KZI_A_CHOW   ? KZI_CHOW
           : noun == KZI_A_PAIR ? KZI_PAIR
           : noun == KZI_A_KONG ? KZI_KONG
                                : KZI_PUNG;
}

static bool is_met(const struct look_ctx *ctx, const struct kzi_nearest_match *nearest,
                   struct kzi_group group) {
    KZI_EACH_IN(nearest->groups, i)
        if (kzi_group_of(ctx->reading, i).tile == group.tile &&
            kzi_group_of(ctx->reading, i).kind == group.kind)
            return true;
    return false;
}

/* Say which groups are there, and the first term without a match, as tiles if those are known. */
static void say_missing(const struct look_ctx *ctx, const struct kzi_nearest_match *nearest) {
    const struct kzi_pattern *pattern = &ctx->cond->argument.pattern;
    const struct kzi_term *term = pattern->terms;
    bool plural = are_several(nearest->terms);
    for (unsigned met = nearest->terms; met & 1; met >>= 1)
        term++;
    if (term->any && !nearest->n) {
        say_noun(ctx, term->noun);
        end_sentence(ctx, plural ? KZI_SAYS_but_no_such_several : KZI_SAYS_but_no_such);
        return;
    }
    int suit = term->suit < KZI_SUITS ? term->suit : nearest->suits[term->suit - KZI_SUITS];
    int number = term->any ? nearest->n + term->number : term->number;
    struct kzi_group group = {.kind = (uint8_t)kind_of_noun(term->noun), .meld = KZI_NO_MELD};
    group.tile = (uint8_t)kzi_kind(suit < 0 ? 0U : (unsigned)suit, (unsigned)number);
    char tiles[16];
    struct kzi_text text = kzi_text_fixed(tiles, sizeof tiles);
    kzi_put_set(&text, group.kind, group.tile);
    text.len -= suit < 0; /* digits without the letter of a suit */
    kzi_text_end(&text);
    kzi_argument_text(ctx->says, tiles);
    if (suit < 0)
        end_sentence(ctx, plural ? KZI_SAYS_but_not_in_suit_several : KZI_SAYS_but_not_in_suit);
    else if (is_met(ctx, nearest, group))
        end_sentence(ctx, plural ? KZI_SAYS_but_no_other_several : KZI_SAYS_but_no_other);
    else
        end_sentence(ctx, plural ? KZI_SAYS_but_no_several : KZI_SAYS_but_no);
}

static void say_nearest(const struct look_ctx *ctx, const struct kzi_nearest_match *nearest) {
    if (nearest->terms) {
        say_groups(ctx, nearest->groups);
        say_missing(ctx, nearest);
        return;
    }
    say_noun(ctx, ctx->cond->argument.pattern.terms[0].noun);
    end_sentence(ctx, KZI_SAYS_has_no_such);
}

/* Say which groups match the pattern and, if it is required twice, whether they match twice. */
static void end_pattern(const struct look_ctx *ctx) {
    const struct kzi_pattern *pattern = &ctx->cond->argument.pattern;
    unsigned groups = kzi_match_pattern(pattern, ctx->reading, 0);
    bool plural = are_several(groups);
    struct kzi_nearest_match nearest = kzi_match_nearest(pattern, ctx->reading);
    if (!groups) {
        say_nearest(ctx, &nearest);
        return;
    }
    say_groups(ctx, groups);
    if (!pattern->twice)
        end_sentence(ctx, plural ? KZI_SAYS_is_there_several : KZI_SAYS_is_there);
    else if (!kzi_has_pattern(pattern, ctx->reading))
        end_sentence(ctx, plural ? KZI_SAYS_is_there_once_several : KZI_SAYS_is_there_once);
    else
        end_sentence(ctx, plural ? KZI_SAYS_is_there_twice_several : KZI_SAYS_is_there_twice);
}

/* --- counted yaku ----------------------------------------------------------------------------- */

static void end_scored(const struct look_ctx *ctx) {
    end_sentence(ctx, ctx->cond->denied ? KZI_SAYS_it_counts : KZI_SAYS_it_does_not_count);
}

static void end_nothing_scored(const struct look_ctx *ctx) {
    const struct kz_ruleset *rules = ctx->result->rules;
    kzi_sentence_begin(ctx->says);
    unsigned count = 0;
    for (unsigned i = 0; i < rules->n_yaku; i++) {
        if (!kzi_has_bit(ctx->result->best.scored, i) || kzi_has_bit(rules->bonus, i) ||
            (int)i == rules->nothing_scored)
            continue;
        kzi_argument_yaku(ctx->says, rules->model, i);
        count++;
    }
    kzi_sentence_end(ctx->says, KZI_AND);
    end_sentence(ctx, !count       ? KZI_SAYS_nothing_else_counts
                      : count == 1 ? KZI_SAYS_others_count
                                   : KZI_SAYS_others_count_several);
}

static end_fn *const ends[KZI_CONDITIONS] = {
#define CONDITION(name, argument, of, touches, fact, weight, values, has) end_##has,
#include "rules/conditions.def"
#undef CONDITION
};

void kzi_end_clause(struct kzi_sentence *sentence, const struct kz_result *result,
                    const struct kzi_facts *facts, const struct kzi_reading *reading,
                    const struct kzi_condition *clause) {
    const struct look_ctx ctx = {sentence, result, facts, reading, clause};
    ends[clause->kind](&ctx);
}
