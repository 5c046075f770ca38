#include "analysis/whynot/clause.h"

#include "compile/condition/phrase.h"
#include "report/result_json.h"
#include "report/wording.h"
#include "rules/condition.h"
#include "tile/notation.h"

#include <string.h>

/* --- clauses ---------------------------------------------------------------------------------- */

/* Return how many statements, all of which must hold, the argument of a condition has. */
static size_t statements(const struct kzi_condition *cond) {
    size_t quantities = kzi_condition_quantities(cond);
    if (cond->kind == KZI_CONDITION_given)
        return cond->node->kind == KZI_LIST ? cond->node->count : 1;
    return quantities ? quantities : 1;
}

struct kzi_clause kzi_clause_of(const struct kz_ruleset *rules, const struct kzi_condition *cond,
                                bool denied) {
    for (; cond->kind == KZI_CONDITION_not; cond = cond->u.parts.list[0])
        denied = !denied;
    bool any = (cond->kind == KZI_CONDITION_any_of) != denied;
    struct kzi_clause clause = {.rules = rules, .denied = denied, .cond = cond};
    if (kzi_condition_has_parts(cond) || statements(cond) > 1)
        clause.kind = any ? KZI_CLAUSE_ANY : KZI_CLAUSE_ALL;
    return clause;
}

size_t kzi_clause_parts(const struct kzi_clause *clause) {
    if (clause->kind != KZI_CLAUSE_ALL && clause->kind != KZI_CLAUSE_ANY)
        return 0;
    return kzi_condition_has_parts(clause->cond) ? clause->cond->u.parts.count
                                                 : statements(clause->cond);
}

struct kzi_clause kzi_clause_part(const struct kzi_clause *clause, size_t i) {
    const struct kzi_condition *cond = clause->cond;
    if (kzi_condition_has_parts(cond))
        return kzi_clause_of(clause->rules, cond->u.parts.list[i], clause->denied);
    return (struct kzi_clause){
        .rules = clause->rules, .denied = clause->denied, .cond = cond, .cut = true, .at = i};
}

/* Return the condition of a single statement. node: storage for its argument. */
static struct kzi_condition single(const struct kzi_clause *clause, struct kzi_node *node) {
    struct kzi_condition cond = *clause->cond;
    if (!clause->cut)
        return cond;
    *node = *cond.node;
    cond.node = node;
    if (cond.kind == KZI_CONDITION_given) {
        *node = *node->u.items[clause->at];
        int number = kzi_names_find(&clause->rules->model->circumstance_names, node->text);
        cond.u.bits = UINT64_C(1) << number;
        return cond;
    }
    node->u.entries += clause->at;
    node->count = 1;
    if (cond.kind == KZI_CONDITION_sets || cond.kind == KZI_CONDITION_groups) {
        cond.u.phrases.list += clause->at;
        cond.u.phrases.count = 1;
    } else if (cond.kind == KZI_CONDITION_marks) {
        cond.u.marks.list += clause->at;
        cond.u.marks.count = 1;
    } else {
        cond.u.classes.list += clause->at;
        cond.u.classes.count = 1;
    }
    return cond;
}

/* Return whether another yaku counts, which the tree walker leaves to the covers. */
static bool others_count(const struct kz_ruleset *rules, const struct kzi_facts *facts) {
    uint64_t others = 0;
    for (unsigned word = 0; facts->scored && word < rules->yaku_words; word++)
        others |= facts->scored[word] & ~rules->bonus[word];
    return others && !kzi_has_yaku(facts->scored, (unsigned)rules->nothing_scored);
}

unsigned kzi_clause_failing(const struct kzi_clause *clause, const struct kzi_facts *facts,
                            const struct kzi_reading *reading) {
    unsigned all = 0, least = UINT32_MAX;
    if (clause->kind == KZI_CLAUSE_ONE) {
        struct kzi_node node;
        struct kzi_condition cond = single(clause, &node);
        bool others =
            cond.kind == KZI_CONDITION_nothing_scored && others_count(clause->rules, facts);
        return (kzi_evaluate(&cond, facts, reading) && !others) == clause->denied;
    }
    for (size_t i = 0; i < kzi_clause_parts(clause); i++) {
        struct kzi_clause part = kzi_clause_part(clause, i);
        unsigned failing = kzi_clause_failing(&part, facts, reading);
        all += failing;
        least = failing < least ? failing : least;
    }
    return clause->kind == KZI_CLAUSE_ALL ? all : least;
}

struct kzi_clause kzi_clause_first(const struct kzi_clause *clause, const struct kzi_facts *facts,
                                   const struct kzi_reading *reading) {
    unsigned least = UINT32_MAX;
    struct kzi_clause nearest = *clause;
    for (size_t i = 0; i < kzi_clause_parts(clause) && least; i++) {
        struct kzi_clause part = kzi_clause_part(clause, i);
        unsigned failing = kzi_clause_failing(&part, facts, reading);
        if (failing && failing < least) {
            nearest = part;
            least = clause->kind == KZI_CLAUSE_ALL ? 0 : failing;
        }
    }
    return least < UINT32_MAX ? kzi_clause_first(&nearest, facts, reading) : nearest;
}

void kzi_clause_say(struct kzi_text *text, const struct kzi_clause *clause) {
    struct kzi_node node;
    struct kzi_condition cond = single(clause, &node);
    if (clause->kind == KZI_CLAUSE_ONE || cond.kind == KZI_CONDITION_holds)
        kzi_condition_say(text, &cond, clause->denied);
    else
        kzi_text_put(text, clause->kind == KZI_CLAUSE_ALL ? "all of these" : "one of these");
}

void kzi_clause_json(struct kzi_text *text, const struct kzi_clause *clause) {
    struct kzi_node node;
    struct kzi_condition cond = single(clause, &node);
    kzi_json_key_string(text, "code", kzi_condition_keys[cond.kind]);
    kzi_json_node(text, "argument", cond.node);
    kzi_json_key_bool(text, "denied", clause->denied);
}

/* --- findings in the hand --------------------------------------------------------------------- */

struct look_ctx {
    struct kzi_text *text;
    const struct kz_result *result;
    const struct kzi_facts *facts;
    const struct kzi_reading *reading;
    const struct kzi_condition *cond;
    bool denied;
};

typedef void has_fn(const struct look_ctx *ctx);

/* Put groups of the reading, given as bits: "22m, 55p and 77z". */
static void put_groups(const struct look_ctx *ctx, unsigned groups) {
    uint8_t order[KZI_MAX_GROUPS];
    unsigned count = kzi_groups_by_tile(ctx->reading, groups, order);
    for (unsigned i = 0; i < count; i++) {
        kzi_text_join(ctx->text, i, count, " and ");
        kzi_say_group(ctx->text, ctx->result, ctx->reading, order[i]);
    }
}

static bool several(unsigned groups) {
    return groups & (groups - 1);
}

/* Put tiles of the hand, with as many red fives as reds has; NULL: tiles that need not be in it. */
static void put_kinds(const struct look_ctx *ctx, const uint8_t counts[KZI_KINDS],
                      const uint8_t reds[KZI_SUITS]) {
    static const uint8_t none[KZI_SUITS];
    kzi_notation_put_counts(ctx->text, counts, reds ? reds : none);
}

static void has_winning_tile(const struct look_ctx *ctx) {
    const struct kzi_hand *hand = &ctx->result->hand;
    kzi_say_win(ctx->text, hand);
}

static void nothing(const struct look_ctx *ctx) {
    (void)ctx;
}
#define has_all_of nothing
#define has_any_of nothing
#define has_not    nothing
#define has_holds  nothing

/* --- the situation --------------------------------------------------------------------------- */

static void has_hand(const struct look_ctx *ctx) {
    const struct kzi_hand *hand = &ctx->result->hand;
    for (unsigned i = 0; i < hand->n_melds; i++)
        if (hand->melds[i].claimed) {
            kzi_say_meld(ctx->text, &hand->melds[i]);
            kzi_text_put(ctx->text, " is claimed");
            return;
        }
    kzi_text_put(ctx->text, "no set is claimed");
}

static void has_by(const struct look_ctx *ctx) {
    kzi_text_put(ctx->text, ctx->result->hand.self_draw ? "by self-draw" : "on a discard");
}

static void has_given(const struct look_ctx *ctx) {
    const struct kzi_names *names = &ctx->result->rules->model->circumstance_names;
    uint64_t missing = ctx->cond->u.bits & ~ctx->facts->given;
    kzi_text_format(ctx->text, "the hand %s %s", missing ? "does not say" : "says",
                    names->name[__builtin_ctzll(missing ? missing : ctx->cond->u.bits)]);
}

static void has_seat(const struct look_ctx *ctx) {
    kzi_text_put(ctx->text, kzi_seat_says[ctx->result->hand.seat]);
}

static void has_from(const struct look_ctx *ctx) {
    const struct kzi_hand *hand = &ctx->result->hand;
    if (hand->self_draw)
        kzi_text_put(ctx->text, "the win is by self-draw");
    else if (hand->from < 0)
        kzi_text_put(ctx->text, "the hand does not say who discarded");
    else
        kzi_text_format(ctx->text, "%s discarded", kzi_seat_says[hand->from]);
}

static void has_shape(const struct look_ctx *ctx) {
    const struct kzi_model *model = ctx->result->rules->model;
    kzi_say_id(ctx->text, model->shape_names.name[ctx->reading->shape]);
}

/* --- tiles ----------------------------------------------------------------------------------- */

static void has_suits(const struct look_ctx *ctx) {
    const char *says[KZI_SUITS];
    unsigned count = 0;
    for (unsigned suit = 0; suit < KZI_SUITS; suit++)
        if (kzi_kinds_of_suit(ctx->facts->tiles->kinds, suit))
            says[count++] = kzi_suit_says[suit];
    kzi_text_put(ctx->text, count ? "" : "only honors");
    for (unsigned i = 0; i < count; i++) {
        kzi_text_join(ctx->text, i, count, " and ");
        kzi_text_put(ctx->text, says[i]);
    }
}

static bool kind_in(const struct look_ctx *ctx, const struct kzi_class *class_, unsigned kind) {
    const struct kzi_hand *hand = &ctx->result->hand;
    return kzi_in_class(class_, kzi_code(kind, hand->seat, hand->round), kind == hand->win);
}

/* Count the tiles of the class, or those outside of it. */
static unsigned count_tiles(const struct look_ctx *ctx, const struct kzi_class *class_, bool in,
                            uint8_t counts[KZI_KINDS]) {
    unsigned count = 0;
    for (unsigned kind = 0; kind < KZI_KINDS; kind++) {
        counts[kind] = kind_in(ctx, class_, kind) == in ? ctx->facts->tiles->counts[kind] : 0;
        count += counts[kind];
    }
    return count;
}

static void has_tiles(const struct look_ctx *ctx) {
    const struct kzi_class_count *said = ctx->cond->u.classes.list;
    uint8_t counts[KZI_KINDS];
    unsigned count = count_tiles(ctx, &said->class_, !said->quantity.all, counts);
    const char *class_ = ctx->cond->node->u.entries[0].key->text;
    if (count) {
        kzi_text_put(ctx->text, count > 1 ? "there are " : "there is ");
        kzi_text_put(ctx->text, said->quantity.all ? "also " : "");
        put_kinds(ctx, counts, ctx->result->hand.marked);
    } else {
        kzi_text_put(ctx->text, said->quantity.all ? "there are only " : "there is no ");
        kzi_tiles_say(ctx->text, class_, said->quantity.all);
    }
}

static void has_sum(const struct look_ctx *ctx) {
    const struct kzi_class_count *said = ctx->cond->u.classes.list;
    uint8_t counts[KZI_KINDS];
    unsigned sum = 0;
    count_tiles(ctx, &said->class_, true, counts);
    for (unsigned kind = 0; kind < KZI_HONOR; kind++)
        sum += counts[kind] * kzi_number(kind);
    kzi_text_int(ctx->text, sum);
}

static void has_marks(const struct look_ctx *ctx) {
    unsigned mark = ctx->cond->u.marks.list->mark;
    unsigned count = (unsigned)(ctx->facts->marks >> 8 * mark) & UINT8_MAX;
    const char *id = ctx->result->rules->model->marks[mark].id;
    kzi_text_put(ctx->text, count == 1 ? "there is one " : count ? "there are " : "there is no ");
    if (count > 1)
        kzi_text_format(ctx->text, "%u ", count);
    kzi_say_id(ctx->text, id);
    kzi_text_put(ctx->text, count > 1 && id[strlen(id) - 1] != 's' ? "s" : "");
}

/* Count the tiles of the pattern that are missing in the suits given for the letters. */
static unsigned missing_tiles(const struct look_ctx *ctx, const uint8_t suits[KZI_SUIT_LETTERS],
                              uint8_t counts[KZI_KINDS]) {
    const uint64_t *need = ctx->cond->u.tiles.counts;
    unsigned count = 0;
    for (unsigned kind = 0; kind < KZI_KINDS; kind++) {
        unsigned suit = kzi_suit(kind), shift = 4 * (kzi_number(kind) - 1);
        uint64_t wanted = need[suit] >> shift & 15;
        for (unsigned letter = 0; letter < KZI_SUIT_LETTERS; letter++)
            wanted += suits[letter] == suit ? need[4 + letter] >> shift & 15 : 0;
        unsigned have = ctx->facts->tiles->counts[kind];
        counts[kind] = (uint8_t)(wanted > have ? wanted - have : 0);
        count += counts[kind];
    }
    return count;
}

static void has_contains(const struct look_ctx *ctx) {
    static const uint8_t ways[6][KZI_SUIT_LETTERS] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                                      {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    uint8_t counts[KZI_KINDS];
    unsigned nearest = 0, least = KZI_MAX_TILES + 1;
    for (unsigned way = 0; way < 6; way++) {
        unsigned count = missing_tiles(ctx, ways[way], counts);
        nearest = count < least ? way : nearest;
        least = count < least ? count : least;
    }
    if (!missing_tiles(ctx, ways[nearest], counts)) {
        kzi_text_put(ctx->text, "they are all there");
        return;
    }
    put_kinds(ctx, counts, NULL);
    kzi_text_put(ctx->text, least > 1 ? " are missing" : " is missing");
}

static void has_before_win(const struct look_ctx *ctx) {
    const struct kzi_hand *hand = &ctx->result->hand;
    uint8_t reds[KZI_SUITS];
    kzi_hand_concealed_reds(hand, reds);
    kzi_text_put(ctx->text, "before the win the hand was ");
    put_kinds(ctx, hand->concealed, reds);
    for (unsigned i = 0; i < hand->n_melds; i++) {
        kzi_text_char(ctx->text, ' ');
        kzi_say_meld(ctx->text, &hand->melds[i]);
    }
}

/* --- sets ------------------------------------------------------------------------------------ */

/* Return the groups that only the winning discard keeps from being concealed, as asked. */
static unsigned finished(const struct look_ctx *ctx, const struct kzi_phrase *phrase) {
    struct kzi_phrase held = *phrase;
    unsigned groups = 0;
    held.adjective = KZI_ANY_HOLD;
    for (unsigned i = 0; i < ctx->reading->n_groups; i++) {
        const struct kzi_group group = kzi_group_of(ctx->reading, i);
        if (phrase->adjective == KZI_IS_CONCEALED && group.hold == KZI_FINISHED_BY_DISCARD &&
            kzi_phrase_fits(&held, group, &ctx->result->hand))
            groups |= 1U << i;
    }
    return groups;
}

/* Put what the groups are not, or for "set with a tile" what they lack. */
static void put_none(const struct look_ctx *ctx, unsigned groups) {
    const char *phrase = ctx->cond->node->u.entries[0].key->text, *with = strstr(phrase, " with ");
    bool any = with && (with - phrase == sizeof "set" - 1 || with - phrase == sizeof "group" - 1);
    put_groups(ctx, groups);
    if (any) {
        kzi_text_put(ctx->text, several(groups) ? " are without " : " is without ");
        kzi_class_say_one(ctx->text, with + sizeof " with " - 1);
    } else {
        kzi_text_put(ctx->text, several(groups)            ? " are not "
                                : strchr("aeiou", *phrase) ? " is not an "
                                                           : " is not a ");
        kzi_phrase_say(ctx->text, phrase, several(groups));
    }
}

static void put_phrase(const struct look_ctx *ctx, bool pairs) {
    const struct kzi_phrase_count *said = ctx->cond->u.phrases.list;
    const char *phrase = ctx->cond->node->u.entries[0].key->text;
    unsigned fitting = 0, others = 0;
    for (unsigned i = 0; i < ctx->reading->n_groups; i++) {
        const struct kzi_group group = kzi_group_of(ctx->reading, i);
        bool fits = kzi_phrase_fits(&said->phrase, group, &ctx->result->hand);
        if (pairs || group.kind != KZI_PAIR)
            *(fits ? &fitting : &others) |= 1U << i;
    }
    unsigned open = said->quantity.all ? 0 : finished(ctx, &said->phrase);
    if (said->quantity.all && others)
        put_none(ctx, others);
    else if (said->quantity.all && fitting) {
        kzi_text_put(ctx->text, "there are only ");
        kzi_phrase_say(ctx->text, phrase, true);
    } else if (said->quantity.all)
        kzi_text_put(ctx->text, pairs ? "there is no set or pair" : "there is no set");
    else if (fitting) {
        kzi_text_put(ctx->text, several(fitting) ? "there are " : "there is ");
        put_groups(ctx, fitting);
    } else {
        kzi_text_put(ctx->text, "there is no ");
        kzi_phrase_say(ctx->text, phrase, false);
    }
    if (!open)
        return;
    kzi_text_put(ctx->text, "; ");
    put_groups(ctx, open);
    kzi_text_put(ctx->text, ", finished by a discard, is open");
}

static void has_sets(const struct look_ctx *ctx) {
    put_phrase(ctx, false);
}

static void has_groups(const struct look_ctx *ctx) {
    put_phrase(ctx, true);
}

static void has_pair(const struct look_ctx *ctx) {
    unsigned pairs = 0;
    for (unsigned i = 0; i < ctx->reading->n_groups; i++)
        if (kzi_group_of(ctx->reading, i).kind == KZI_PAIR)
            pairs |= 1U << i;
    unsigned count = (unsigned)__builtin_popcount(pairs);
    if (count == 1) {
        kzi_text_put(ctx->text, "the pair is ");
        put_groups(ctx, pairs);
    } else if (count)
        kzi_text_format(ctx->text, "there are %u pairs", count);
    else
        kzi_text_put(ctx->text, "there is no pair");
}

/* Put the tiles that waited in a group: "68s". */
static void put_waiting(const struct look_ctx *ctx, unsigned number) {
    const struct kzi_group group = kzi_group_of(ctx->reading, number);
    uint8_t counts[KZI_KINDS] = {0}, reds[KZI_SUITS];
    if (group.kind == KZI_CHOW)
        for (unsigned i = 0; i < 3; i++)
            counts[group.tile + i] = 1;
    else
        counts[group.tile] = group.kind == KZI_PAIR ? 2 : 3;
    counts[ctx->result->hand.win]--;
    memset(reds, (int)kzi_reds_in_group(ctx->result, ctx->reading, number), sizeof reds);
    put_kinds(ctx, counts, reds);
}

static void has_wait(const struct look_ctx *ctx) {
    static const char *const says[KZI_WAITS] = {
        [KZI_WAIT_NONE] = "nothing waits",
        [KZI_WAIT_TWO_SIDED] = " waits on both sides",
        [KZI_WAIT_EDGE] = " waits at the edge",
        [KZI_WAIT_CLOSED] = " waits for the middle tile",
        [KZI_WAIT_PAIR] = " waits for its pair",
        [KZI_WAIT_PUNG] = " waits for a third tile",
        [KZI_WAIT_BODY] = " completes the tiles besides the sets",
        [KZI_WAIT_SINGLE] = " is the one tile that was missing"};
    for (unsigned i = 0; i < ctx->reading->n_groups; i++)
        if (kzi_group_of(ctx->reading, i).won)
            put_waiting(ctx, i);
    if (!ctx->reading->won && ctx->reading->wait != KZI_WAIT_NONE)
        has_winning_tile(ctx);
    kzi_text_put(ctx->text, says[ctx->reading->wait]);
}

static void has_COUNT(const struct look_ctx *ctx) {
    kzi_condition_say_count(ctx->text, ctx->cond->kind,
                            kzi_condition_count(ctx->cond->kind, ctx->facts));
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
    for (unsigned i = 0; i < ctx->reading->n_groups; i++)
        if (nearest->groups >> i & 1 && kzi_group_of(ctx->reading, i).tile == group.tile &&
            kzi_group_of(ctx->reading, i).kind == group.kind)
            return true;
    return false;
}

/* Put the first term without a match, as tiles if those are determined. */
static void put_missing(const struct look_ctx *ctx, const struct kzi_nearest_match *nearest) {
    const struct kzi_pattern *pattern = ctx->cond->u.pattern;
    const struct kzi_term *term = pattern->terms;
    for (unsigned met = nearest->terms; met & 1; met >>= 1)
        term++;
    if (term->any && !nearest->n) {
        kzi_text_format(ctx->text, "no such %s", kzi_noun_names[term->noun]);
        return;
    }
    int suit = term->suit < KZI_SUITS ? term->suit : nearest->suits[term->suit - KZI_SUITS];
    int number = term->any ? nearest->n + term->number : term->number;
    struct kzi_group group = {.kind = (uint8_t)kind_of_noun(term->noun), .meld = KZI_NO_MELD};
    group.tile = (uint8_t)kzi_kind(suit < 0 ? 0U : (unsigned)suit, (unsigned)number);
    kzi_text_put(ctx->text, suit >= 0 && is_met(ctx, nearest, group) ? "no other " : "no ");
    if (suit >= 0) {
        kzi_say_set(ctx->text, group.kind, group.tile);
        return;
    }
    char tiles[16]; /* its digits, without the letter of a suit */
    struct kzi_text text = kzi_text_fixed(tiles, sizeof tiles);
    kzi_say_set(&text, group.kind, group.tile);
    kzi_text_add(ctx->text, tiles, text.len - 1);
    kzi_text_put(ctx->text, " of another suit");
}

static void put_nearest(const struct look_ctx *ctx, const struct kzi_nearest_match *nearest) {
    if (!nearest->terms) {
        kzi_text_format(ctx->text, "there is no such %s",
                        kzi_noun_names[ctx->cond->u.pattern->terms[0].noun]);
        return;
    }
    put_groups(ctx, nearest->groups);
    kzi_text_put(ctx->text, several(nearest->terms) ? " are there, but " : " is there, but ");
    put_missing(ctx, nearest);
}

static void has_has(const struct look_ctx *ctx) {
    const struct kzi_pattern *pattern = ctx->cond->u.pattern;
    unsigned groups = kzi_match_pattern(pattern, ctx->reading, 0);
    struct kzi_nearest_match nearest = kzi_match_nearest(pattern, ctx->reading);
    if (!groups) {
        put_nearest(ctx, &nearest);
        return;
    }
    put_groups(ctx, groups);
    kzi_text_put(ctx->text, several(groups) ? " are there" : " is there");
}

static void has_has_twice(const struct look_ctx *ctx) {
    bool twice = kzi_matches_twice(ctx->cond->u.pattern, ctx->reading);
    has_has(ctx);
    if (!twice && kzi_match_pattern(ctx->cond->u.pattern, ctx->reading, 0))
        kzi_text_put(ctx->text, ", but not again with other sets");
    else if (twice)
        kzi_text_put(ctx->text, " twice");
}

/* --- counted yaku ----------------------------------------------------------------------------- */

static void has_scored(const struct look_ctx *ctx) {
    kzi_text_put(ctx->text, ctx->denied ? "it counts" : "it does not count");
}

static void has_nothing_scored(const struct look_ctx *ctx) {
    const struct kz_ruleset *rules = ctx->result->rules;
    unsigned count = 0;
    for (unsigned i = 0; i < rules->n_yaku; i++) {
        if (!kzi_has_yaku(ctx->result->best.scored, i) || kzi_has_yaku(rules->bonus, i) ||
            (int)i == rules->nothing_scored)
            continue;
        kzi_text_put(ctx->text, count++ ? ", " : "");
        kzi_say_yaku(ctx->text, rules->model, i, NULL);
    }
    kzi_text_put(ctx->text, !count ? "nothing else counts" : count == 1 ? " counts" : " count");
}

static has_fn *const has[KZI_CONDITIONS] = {
#define CONDITION(name, argument, says)          has_##name,
#define COUNT(name, one, several, lowering, has) has_##has,
#include "rules/conditions.def"
#undef CONDITION
};

void kzi_say_has(struct kzi_text *text, const struct kz_result *result,
                 const struct kzi_facts *facts, const struct kzi_reading *reading,
                 const struct kzi_clause *clause) {
    char words[512];
    struct kzi_text found = kzi_text_fixed(words, sizeof words);
    struct kzi_node node;
    struct kzi_condition cond = single(clause, &node);
    struct look_ctx ctx = {&found, result, facts, reading, &cond, clause->denied};
    has[cond.kind](&ctx);
    kzi_text_end(&found);
    kzi_condition_say_has(text, cond.kind, words);
}
