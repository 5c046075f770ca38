#include "report/wording.h"

#include "score/completion.h"
#include "tile/notation.h"
#include "words/condition_words.h"

#include <string.h>

const char *kzi_party_in(const struct kzi_style *style, unsigned party) {
    return kzi_says_in(style, party < KZI_SEATS        ? KZI_SAYS_seat_E + party
                              : party == KZI_DISCARDER ? KZI_SAYS_the_discarder
                                                       : KZI_SAYS_each_other);
}

void kzi_argument_changes(struct kzi_sentence *sentence, const int64_t paid[KZI_PARTIES]) {
    KZI_SENTENCE(sentence, KZI_COMMA)
        for (unsigned party = 0; party < KZI_PARTIES; party++)
            if (paid[party])
                kzi_text_format(kzi_argument(sentence), "%s %+lld",
                                kzi_party_in(sentence->style, party), (long long)paid[party]);
}

void kzi_say_chips(struct kzi_sentence *sentence, const struct kz_result *result) {
    if (!kzi_has_chips(result) || !result->chips)
        return;
    kzi_sentence_begin(sentence);
    kzi_argument_int(sentence, result->chips);
    kzi_argument_changes(sentence, result->chips_paid);
    kzi_sentence_end_counted(sentence, KZI_SAYS_chips_paid);
}

void kzi_say_most(struct kzi_sentence *sentence, const struct kz_result *result, const char *gap) {
    const struct kzi_tally *best = &result->best;
    if (result->reason != KZI_WINS || best->by_limit || best->valued >= best->total)
        return;
    kzi_text_put(sentence->text, gap);
    kzi_sentence_count(sentence, KZI_SAYS_only_counts, best->valued);
}

/* --- the hand -------------------------------------------------------------------------------- */

unsigned kzi_list_counted(const struct kz_result *result, uint16_t list[KZI_MAX_YAKU]) {
    return kzi_list_yaku(result->rules, result->best.scored, list);
}

unsigned kzi_list_yaku(const struct kz_ruleset *rules, const uint64_t *set,
                       uint16_t list[KZI_MAX_YAKU]) {
    unsigned count = 0;
    for (unsigned bonus = 0; bonus < 2; bonus++)
        for (unsigned word = 0; word < rules->yaku_words; word++)
            KZI_EACH_IN(set[word] & (bonus ? rules->bonus[word] : ~rules->bonus[word]), bit)
                list[count++] = (uint16_t)(word * 64 + bit);
    return count;
}

static unsigned tiles_of_kind(unsigned kind) {
    return kind == KZI_PAIR ? 2 : kind == KZI_KONG ? 4 : 3;
}

void kzi_put_set(struct kzi_text *text, unsigned kind, unsigned tile) {
    uint8_t counts[KZI_TILE_KINDS] = {0};
    for (unsigned i = 0; i < tiles_of_kind(kind); i++)
        counts[tile + (kind == KZI_CHOW ? i : 0)]++;
    kzi_put_counts(text, counts, NULL);
}

void kzi_put_indicated(struct kzi_text *text, const struct kzi_model *model,
                       const struct kzi_indicators *shown, unsigned i) {
    const uint8_t kind = model->next[shown->kind[i]];
    const bool itself = kind == KZI_NO_KIND;
    kzi_put_tile(text, itself ? shown->kind[i] : kind, itself && shown->red >> i & 1);
}

void kzi_put_laid_aside(struct kzi_text *text, const struct kzi_hand *hand) {
    uint8_t counts[KZI_TILE_KINDS] = {0}, reds[KZI_SUITS] = {0};
    for (unsigned i = 0; i < hand->aside.count; i++) {
        unsigned kind = hand->aside.kind[i];
        counts[kind]++;
        if (hand->aside.red >> i & 1)
            reds[kzi_suit(kind)]++;
    }
    kzi_put_counts(text, counts, reds);
}

/* Add the concealed tiles of a group to counts, without the winning tile. */
static void add_group_tiles(const struct kzi_hand *hand, struct kzi_group group,
                            uint8_t counts[KZI_TILE_KINDS]) {
    if (group.meld != KZI_NO_MELD)
        return;
    for (unsigned i = 0; i < tiles_of_kind(group.kind); i++)
        counts[group.tile + (group.kind == KZI_CHOW ? i : 0)]++;
    if (group.won)
        counts[hand->win]--;
}

/* Fill in the counts of concealed tiles in no group (the body), without the winning tile. */
static void fill_body(const struct kz_result *result, const struct kzi_reading *reading,
                      uint8_t counts[KZI_TILE_KINDS]) {
    uint8_t of_groups[KZI_TILE_KINDS] = {0};
    memset(counts, 0, KZI_TILE_KINDS);
    if (!kzi_has_body(reading))
        return;
    for (unsigned i = 0; i < reading->n_groups; i++)
        add_group_tiles(&result->hand, kzi_group_of(reading, i), of_groups);
    for (unsigned kind = 0; kind < KZI_TILE_KINDS; kind++)
        counts[kind] = (uint8_t)(result->hand.concealed[kind] - of_groups[kind]);
}

static unsigned min(unsigned a, unsigned b) {
    return a < b ? a : b;
}

/* Return the number of red fives among a group's concealed tiles.  If several groups have fives of
 * a suit, nobody knows which are red: the first groups get them. */
static unsigned reds_in_group(const struct kz_result *result, const struct kzi_reading *reading,
                              unsigned group) {
    const struct kzi_hand *hand = &result->hand;
    unsigned suit = kzi_suit(kzi_group_of(reading, group).tile), five = kzi_kind(suit, 5);
    uint8_t counts[KZI_TILE_KINDS], of_hand[KZI_SUITS];
    kzi_hand_fill_reds(hand, of_hand);
    if (suit == KZI_SUITS || !of_hand[suit])
        return 0;
    unsigned left = of_hand[suit], reds = 0;
    fill_body(result, reading, counts);
    left -= min(left, counts[five]);
    for (unsigned i = 0; i <= group; i++) {
        memset(counts, 0, sizeof counts);
        add_group_tiles(hand, kzi_group_of(reading, i), counts);
        reds = min(left, counts[five]);
        left -= reds;
    }
    return reds;
}

static void put_win(struct kzi_text *text, const struct kzi_hand *hand) {
    kzi_text_char(text, '+');
    kzi_put_win(text, hand);
}

void kzi_put_waiting_tiles(struct kzi_text *text, const struct kz_result *result,
                           const struct kzi_reading *reading, unsigned number) {
    uint8_t counts[KZI_TILE_KINDS] = {0}, reds[KZI_SUITS];
    memset(reds, (int)reds_in_group(result, reading, number), sizeof reds);
    add_group_tiles(&result->hand, kzi_group_of(reading, number), counts);
    kzi_put_counts(text, counts, reds);
}

void kzi_put_group(struct kzi_text *text, const struct kz_result *result,
                   const struct kzi_reading *reading, unsigned number) {
    const struct kzi_hand *hand = &result->hand;
    struct kzi_group group = kzi_group_of(reading, number);
    if (group.meld != KZI_NO_MELD) {
        kzi_put_meld(text, &hand->melds[group.meld]);
        return;
    }
    kzi_put_waiting_tiles(text, result, reading, number);
    if (group.won)
        put_win(text, hand);
}

void kzi_put_tiles(struct kzi_text *text, const struct kzi_hand *hand) {
    kzi_put_concealed(text, hand);
    if (!kzi_hand_is_unfinished(hand))
        put_win(text, hand);
}

void kzi_put_tiles_and_melds(struct kzi_text *text, const struct kzi_hand *hand) {
    kzi_put_tiles(text, hand);
    KZI_EACH_MELD(hand, meld) {
        kzi_text_char(text, ' ');
        kzi_put_meld(text, meld);
    }
}

void kzi_put_body(struct kzi_text *text, const struct kz_result *result,
                  const struct kzi_reading *reading) {
    uint8_t counts[KZI_TILE_KINDS], reds[KZI_SUITS];
    kzi_hand_fill_reds(&result->hand, reds);
    fill_body(result, reading, counts);
    kzi_put_counts(text, counts, reds);
    if (!reading->won)
        put_win(text, &result->hand);
}

static bool groups_equal(struct kzi_group a, struct kzi_group b) {
    return a.tile == b.tile && a.kind == b.kind;
}

void kzi_say_which_group(struct kzi_text *text, const struct kz_result *result,
                         const struct kzi_reading *reading, unsigned group) {
    static const char *const places[] = {"first", "second", "third", "fourth", "fifth"};
    unsigned place = 0, count = 0;
    for (unsigned i = 0; i < reading->n_groups; i++)
        if (groups_equal(kzi_group_of(reading, i), kzi_group_of(reading, group))) {
            place += i < group;
            count++;
        }
    if (count > 1 && place < KZI_COUNT(places)) {
        kzi_text_put(text, "the ");
        kzi_text_put(text, places[place]);
        kzi_text_char(text, ' ');
    }
    kzi_put_group(text, result, reading, group);
}

static bool comes_before(struct kzi_group a, struct kzi_group b) {
    return a.tile != b.tile ? a.tile < b.tile : a.kind < b.kind;
}

unsigned kzi_groups_by_tile(const struct kzi_reading *reading, unsigned groups,
                            uint8_t order[KZI_MAX_GROUPS]) {
    unsigned count = 0;
    for (unsigned i = 0; i < reading->n_groups; i++) {
        unsigned at = count;
        if (!(groups >> i & 1))
            continue;
        for (; at && comes_before(kzi_group_of(reading, i), kzi_group_of(reading, order[at - 1]));
             at--)
            order[at] = order[at - 1];
        order[at] = (uint8_t)i;
        count++;
    }
    return count;
}

/* --- reasons --------------------------------------------------------------------------------- */

static const char *number_word(unsigned count) {
    return kzi_says_in(&kzi_plain_style, KZI_SAYS_number_0 + count);
}

/* Append "four sets and a pair", or the id of a shape without sets. */
static void say_shape(struct kzi_text *text, const struct kzi_model *model, unsigned number) {
    const struct kzi_shape *shape = &model->shapes[number];
    if (shape->form != KZI_FORM_SETS) {
        kzi_say_id(text, model->shape_names.name[number]);
        return;
    }
    kzi_text_format(text, "%s %s", number_word(shape->sets), shape->sets == 1 ? "set" : "sets");
    if (shape->pairs == 1)
        kzi_text_put(text, " and a pair");
    else if (shape->pairs)
        kzi_text_format(text, " and %s pairs", number_word(shape->pairs));
}

static void end_incomplete(struct kzi_sentence *sentence, const struct kz_result *result) {
    const struct kzi_model *model = result->rules->model;
    KZI_SENTENCE(sentence, KZI_OR)
        for (unsigned i = 0; i < result->rules->shapes.count; i++)
            if (kzi_is_english(sentence))
                say_shape(kzi_argument(sentence), model, i);
            else
                kzi_argument_word(sentence, "asks.shape", model->shape_names.name[i]);
    kzi_sentence_end(sentence, KZI_SAYS_incomplete);
}

/* Put the clauses that do not hold, as "1 or 2 number suits and no chow". */
static void say_unmet(struct kzi_sentence *list, const struct kz_result *result,
                      const struct kzi_condition *cond, const struct kzi_facts *facts) {
    bool parts = kzi_is_list(cond) ||
                 (cond->op == KZI_ALL && kzi_is_clause(cond) && cond->node->kind != KZI_MAP);
    for (size_t i = 0; parts && i < cond->parts.count; i++)
        say_unmet(list, result, cond->parts.list[i], facts);
    if (!parts && !kzi_evaluate(cond, facts, &result->best.reading))
        kzi_argument_condition(list, result->rules->model, cond, false);
}

static void end_below_minimum(struct kzi_sentence *sentence, const struct kz_result *result) {
    const struct kzi_model *model = result->rules->model;
    struct kzi_facts facts;
    if (!result->best.meets) {
        KZI_SENTENCE(sentence, KZI_AND) {
            kzi_facts_of(result, &facts);
            say_unmet(sentence, result, model->minimum_when, &facts);
        }
        kzi_sentence_end(sentence, KZI_SAYS_minimum_needs);
        return;
    }
    if (result->best.qualifying >= model->minimum) {
        kzi_argument_int(sentence, result->best.value);
        kzi_argument_int(sentence, model->minimum_value);
        kzi_sentence_end(sentence, KZI_SAYS_below_value);
        return;
    }
    kzi_argument_total(sentence, model, result->best.qualifying);
    kzi_argument_int(sentence, model->minimum);
    kzi_sentence_end(sentence, model->minimum == 1            ? KZI_SAYS_below_minimum_one
                               : result->best.qualifying == 1 ? KZI_SAYS_below_minimum
                                                              : KZI_SAYS_below_minimum_several);
}

const char *const kzi_reason_ids[KZI_REASONS] = {
    [KZI_WINS] = "none",       [KZI_INCOMPLETE] = "incomplete",
    [KZI_NO_YAKU] = "no_yaku", [KZI_BELOW_MINIMUM] = "below_minimum",
    [KZI_FURITEN] = "furiten", [KZI_HEAD_BUMP] = "head_bump",
};

void kzi_put_kinds(struct kzi_text *text, kzi_kinds kinds) {
    uint8_t counts[KZI_TILE_KINDS] = {0};
    KZI_EACH_IN(kinds, kind)
        counts[kind] = 1;
    kzi_put_counts(text, counts, NULL);
}

static void end_no_win(struct kzi_sentence *sentence, const struct kz_result *result) {
    uint16_t list[KZI_MAX_YAKU];
    if (result->reason == KZI_INCOMPLETE)
        end_incomplete(sentence, result);
    else if (result->reason == KZI_BELOW_MINIMUM)
        end_below_minimum(sentence, result);
    else if (result->reason == KZI_FURITEN) {
        kzi_put_kinds(kzi_argument(sentence), kzi_furiten_kinds(result->rules, &result->hand));
        kzi_sentence_end(sentence, KZI_SAYS_own_tile);
    } else if (result->reason == KZI_HEAD_BUMP)
        kzi_sentence_end(sentence, KZI_SAYS_head_bump);
    else
        kzi_sentence_end(sentence,
                         kzi_list_counted(result, list) ? KZI_SAYS_only_bonus : KZI_SAYS_no_yaku);
}

void kzi_argument_no_win(struct kzi_sentence *sentence, const struct kz_result *result) {
    kzi_sentence_begin(sentence);
    end_no_win(sentence, result);
}

enum kzi_says kzi_why_lost(const struct kzi_tally *best, const struct kzi_tally *other) {
    if (best->wins && !other->wins)
        return KZI_SAYS_lost_no_win;
    if (other->points < best->points)
        return KZI_SAYS_lost_points;
    if (best->by_limit && !other->by_limit)
        return KZI_SAYS_lost_limit;
    if (other->total < best->total)
        return KZI_SAYS_lost_total;
    return other->fu < best->fu ? KZI_SAYS_lost_fu : KZI_SAYS_lost_order;
}

/* --- the sentence said at the table ----------------------------------------------------------- */

/* Return how many players each pay this share. */
static unsigned with_share(const struct kz_result *result, int64_t share) {
    unsigned count = 0;
    for (unsigned party = 0; party < KZI_PARTIES; party++)
        if (kzi_share_paid(result, party) == share)
            count += kzi_count_payers(result->rules, &result->hand, party);
    return count;
}

/* Return the greatest share below a bound, or 0. */
static int64_t next_share(const struct kz_result *result, int64_t below) {
    int64_t next = 0;
    for (unsigned party = 0; party < KZI_PARTIES; party++) {
        const int64_t share = kzi_share_paid(result, party);
        if (share < below && share > next)
            next = share;
    }
    return next;
}

enum kzi_says kzi_payer(unsigned party) {
    return party < KZI_SEATS        ? KZI_SAYS_seat_E + party
           : party == KZI_DISCARDER ? KZI_SAYS_payer_discarder
                                    : KZI_SAYS_payer_others;
}

/* Put who pays a share: "4000 from East", "2000 each from South and North". */
static void say_share(struct kzi_sentence *list, const struct kz_result *result, int64_t share) {
    KZI_SENTENCE(list, with_share(result, share) > 1 ? KZI_SAYS_paid_each : KZI_SAYS_paid) {
        kzi_argument_int(list, share);
        KZI_SENTENCE(list, KZI_AND)
            for (unsigned party = 0; party < KZI_PARTIES; party++)
                if (kzi_share_paid(result, party) == share)
                    kzi_argument_says(list, kzi_payer(party));
    }
}

void kzi_say_shares(struct kzi_sentence *sentence, const struct kz_result *result) {
    int64_t share = next_share(result, INT64_MAX);
    kzi_sentence_begin(sentence);
    if (result->hand.self_draw && share &&
        with_share(result, share) == result->rules->model->n_seats - 1) {
        kzi_argument_int(sentence, share);
        kzi_sentence_end(sentence, KZI_SAYS_paid_by_all);
        return;
    }
    for (; share; share = next_share(result, share))
        say_share(sentence, result, share);
    kzi_sentence_end(sentence, KZI_COMMA);
}

/* --- liability ------------------------------------------------------------------------------- */

void kzi_put_ratio(struct kzi_text *text, int32_t parts) {
    int32_t under = 1;
    while (parts * under % KZI_RATIO_UNIT)
        under++;
    kzi_text_int(text, parts * under / KZI_RATIO_UNIT);
    if (under > 1)
        kzi_text_format(text, "/%d", (int)under);
}

void kzi_end_liable(struct kzi_sentence *sentence, const struct kz_result *result,
                    const struct kzi_liable_seat *liable) {
    const struct kzi_liability *rule = kzi_liability_of(result, liable);
    const struct kzi_hand *hand = &result->hand;
    int32_t fraction = kzi_liable_fraction(rule, hand->self_draw);
    if (hand->from == (int)liable->seat && fraction != KZI_AS_DISCARDER)
        fraction = KZI_RATIO_UNIT;
    kzi_argument_seat(sentence, liable->seat);
    kzi_argument_yaku(sentence, result->rules->model, liable->yaku);
    if (fraction == KZI_AS_DISCARDER) {
        kzi_sentence_end(sentence, KZI_SAYS_liable_as_discarder);
        return;
    }
    if (fraction >= KZI_RATIO_UNIT) {
        kzi_sentence_end(sentence, rule->that_yaku ? KZI_SAYS_liable_yaku : KZI_SAYS_liable_hand);
        return;
    }
    kzi_put_ratio(kzi_argument(sentence), fraction);
    if (hand->self_draw)
        kzi_argument_says(sentence, KZI_SAYS_payer_others);
    else
        kzi_argument_seat(sentence, (unsigned)hand->from);
    kzi_sentence_end(sentence,
                     rule->that_yaku ? KZI_SAYS_liable_yaku_part : KZI_SAYS_liable_hand_part);
}
