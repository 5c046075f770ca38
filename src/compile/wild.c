/* Find the tiles that the wild tiles of a hand can be read as, suit by suit.
 *
 * The natural tiles of a suit lack some tiles to form sets and perhaps a pair.  For each suit, list
 * the ways to add these, with as many wild tiles as the other suits can spare.  Combinations of
 * these ways that form a shape are completions.  For shapes without sets, which are few, kinds are
 * added one by one. */
#include "compile/wild.h"

#include "hand/lacks.h"
#include "hand/problem.h"
#include "tile/notation.h"

#include <string.h>

/* --- which tiles are wild -------------------------------------------------------------------- */

kzi_kinds kzi_wild_kinds_of(const struct kz_ruleset *rules, const struct kzi_hand *hand,
                            unsigned which) {
    const struct kzi_wild *wild = &rules->model->wilds[which];
    if (!wild->shown || !hand->wild.shown)
        return wild->tiles;
    const unsigned shown = hand->wild.shown - 1U;
    if (shown >= KZI_SHOWN_FACE)
        return 0;
    const unsigned next = rules->model->next[shown];
    kzi_kinds kinds = wild->has_next && wild->next == KZI_NEXT_ONLY ? 0 : kzi_kind_bit(shown);
    if (wild->has_next && next != KZI_NO_KIND)
        kinds |= kzi_kind_bit(next);
    for (unsigned i = 0; i < wild->n_equal; i++)
        kinds |= wild->equal[i].kinds >> shown & 1 ? wild->equal[i].kinds : 0;
    return kinds & rules->played;
}

/* Return the flower that was turned up, or KZI_NO_KIND. */
static unsigned shown_face(const struct kz_ruleset *rules, const struct kzi_hand *hand) {
    const unsigned shown = hand->wild.shown ? hand->wild.shown - 1U : 0;
    const unsigned face = shown >= KZI_SHOWN_FACE ? shown - KZI_SHOWN_FACE
                          : shown >= KZI_HONOR    ? shown - KZI_HONOR + KZI_HONOR_FACE
                                                  : KZI_NO_KIND;
    return face < KZI_FACES && rules->faces_played >> face & 1 ? face : KZI_NO_KIND;
}

uint32_t kzi_wild_faces_of(const struct kz_ruleset *rules, const struct kzi_hand *hand,
                           unsigned which) {
    const struct kzi_wild *wild = &rules->model->wilds[which];
    if (!wild->shown)
        return wild->faces & rules->faces_played;
    const unsigned face = shown_face(rules, hand);
    if (face == KZI_NO_KIND)
        return 0;
    uint32_t faces = UINT32_C(1) << face;
    for (unsigned i = 0; i < wild->n_equal; i++)
        faces |= wild->equal[i].faces >> face & 1 ? wild->equal[i].faces : 0;
    return faces & rules->faces_played;
}

bool kzi_mark_counts_face(const struct kz_ruleset *rules, const struct kzi_hand *hand,
                          const struct kzi_mark *mark, unsigned face) {
    bool counts = mark->class_.faces >> kzi_face_code(face, hand->seat) & 1;
    for (unsigned i = 0; i < rules->model->wild_names.count && !counts; i++)
        counts = mark->class_.other >> kzi_wild_code(i, false) & 1 &&
                 kzi_wild_faces_of(rules, hand, i) >> face & 1;
    return counts;
}

bool kzi_mark_counts_tile(const struct kz_ruleset *rules, const struct kzi_hand *hand,
                          const struct kzi_mark *mark, unsigned tile) {
    if (tile >= KZI_SHOWN_FACE)
        return kzi_mark_counts_face(rules, hand, mark, tile - KZI_SHOWN_FACE);
    const kzi_kinds kinds =
        kzi_kinds_in(&mark->class_, hand) | kzi_jokers_in(rules->model, &mark->class_);
    return kinds >> tile & 1;
}

kzi_kinds kzi_wild_kinds(const struct kz_ruleset *rules, const struct kzi_hand *hand) {
    kzi_kinds kinds = 0;
    for (unsigned i = 0; i < rules->model->wild_names.count; i++)
        kinds |= kzi_wild_kinds_of(rules, hand, i);
    return kinds;
}

/* Return the wild tile of the rules that matches a tile shown, or NULL. */
static const struct kzi_wild *wild_of(const struct kz_ruleset *rules, const struct kzi_hand *hand,
                                      unsigned tile) {
    for (unsigned i = 0; i < rules->model->wild_names.count; i++)
        if (tile < KZI_SHOWN_FACE
                ? kzi_wild_kinds_of(rules, hand, i) >> tile & 1
                : kzi_wild_faces_of(rules, hand, i) >> (tile - KZI_SHOWN_FACE) & 1)
            return &rules->model->wilds[i];
    return NULL;
}

/* Return the winning tile as a tile shown. */
static unsigned won_tile(const struct kzi_hand *hand) {
    return hand->win_face ? KZI_SHOWN_FACE + hand->win_face - 1U : hand->win;
}

unsigned kzi_won_wild_face(const struct kz_ruleset *rules, const struct kzi_hand *hand) {
    return hand->win_face && wild_of(rules, hand, won_tile(hand)) ? hand->win_face - 1U
                                                                  : KZI_NO_KIND;
}

/* --- what the rules refuse ------------------------------------------------------------------- */

static bool may_claim(const struct kz_ruleset *rules, const struct kzi_hand *hand, unsigned tile) {
    const struct kzi_wild *wild = wild_of(rules, hand, tile);
    return !wild || wild->claimed;
}

bool kzi_may_stand_in(const struct kz_ruleset *rules, const struct kzi_hand *hand,
                      const struct kzi_meld *meld, unsigned tile) {
    const struct kzi_wild *wild = wild_of(rules, hand, kzi_joker_of(meld));
    return !wild || /* refused with the other tiles */
           (wild->claimed && wild->in >> kzi_meld_kind(meld) & 1 && wild->as >> tile & 1);
}

static void check_melds(const struct kz_ruleset *rules, const struct kzi_hand *hand,
                        struct kzi_problem *problem) {
    for (unsigned i = 0; i < hand->n_melds; i++)
        for (unsigned k = 0; k < kzi_meld_tiles(&hand->melds[i]); k++) {
            const struct kzi_meld *meld = &hand->melds[i];
            const unsigned tile = kzi_meld_tile(meld, k);
            const struct kzi_spot spot = kzi_spot_of_part(hand, KZI_PART_MELD, i);
            if (!(meld->stand_ins >> k & 1) && !may_claim(rules, hand, tile))
                kzi_problem_note(problem, KZI_BAD_MELD, spot,
                                 "%s is wild and cannot be in a meld under these rules",
                                 kzi_tile_name(tile).text);
            else if (meld->stand_ins >> k & 1 && !kzi_may_stand_in(rules, hand, meld, tile))
                kzi_problem_note(problem, KZI_BAD_MELD, spot,
                                 "%s cannot stand for %s in a %s under these rules",
                                 kzi_tile_name(kzi_joker_of(meld)).text, kzi_tile_name(tile).text,
                                 kzi_meld_names[kzi_meld_kind(meld)]);
        }
}

/* Return the number of wild tiles in a hand, with those in its melds. */
static unsigned count_all(const struct kz_ruleset *rules, const struct kzi_hand *hand) {
    unsigned count = kzi_count_wild_tiles(rules, hand);
    KZI_EACH_MELD(hand, meld)
        count += (unsigned)__builtin_popcount(meld->stand_ins);
    return count;
}

unsigned kzi_count_wild_tiles(const struct kz_ruleset *rules, const struct kzi_hand *hand) {
    unsigned count = rules->model->in_hand ? 0 : hand->concealed[KZI_A_FACE];
    count += kzi_won_wild_face(rules, hand) != KZI_NO_KIND;
    KZI_EACH_IN(kzi_wild_kinds(rules, hand), kind)
        count += hand->concealed[kind] + (hand->win == kind ? 1U : 0U);
    return count;
}

/* Check the tile that was turned up, which counts as a tile that is seen. */
static void check_shown(const struct kz_ruleset *rules, const struct kzi_hand *hand,
                        struct kzi_seen_tiles *seen, struct kzi_problem *problem) {
    const unsigned shown = hand->wild.shown - 1U, face = shown_face(rules, hand);
    const struct kzi_spot spot = kzi_spot_of_part(hand, KZI_PART_WILD, 0);
    const bool tile = face == KZI_NO_KIND && shown < KZI_SHOWN_FACE;
    const unsigned copies = tile                  ? rules->model->copies[shown]
                            : face == KZI_NO_KIND ? 0
                                                  : rules->model->face_copies[face],
                   count = tile                  ? ++seen->counts[shown]
                           : face == KZI_NO_KIND ? 1
                                                 : kzi_face_count(&hand->faces, face) +
                                                       kzi_face_count(&hand->held, face) + 1;
    kzi_problem_too_many(problem, spot, shown, count, copies, ": the one turned up counts too");
}

void kzi_check_held(const struct kz_ruleset *rules, const struct kzi_hand *hand,
                    struct kzi_problem *problem) {
    for (unsigned face = 0; face < KZI_FACES && kzi_any_face(&hand->held); face++) {
        if (!kzi_face_count(&hand->held, face) || rules->model->in_hand >> face & 1 ||
            wild_of(rules, hand, KZI_SHOWN_FACE + face))
            continue;
        const struct kzi_tile_name name = kzi_tile_name(KZI_SHOWN_FACE + face);
        kzi_problem_note(problem, KZI_TOO_MANY_OF_A_TILE,
                         kzi_hand_item_spot(kzi_hand_item_of_kind(hand, 1U << KZI_PART_HELD, face)),
                         "%s is in no set: write flowers next to the hand, as in flowers=%s",
                         name.text, name.text);
    }
}

void kzi_check_wild(const struct kz_ruleset *rules, const struct kzi_hand *hand,
                    struct kzi_seen_tiles *seen, struct kzi_problem *problem) {
    if (!hand->wild.shown && kzi_asks_shown(rules->model))
        kzi_problem_note(problem, KZI_BAD_VALUE, (struct kzi_spot){.at = 0},
                         "these rules ask which tile was turned up: say it, as in wild=9m");
    else if (hand->wild.shown && kzi_asks_shown(rules->model))
        check_shown(rules, hand, seen, problem);
    check_melds(rules, hand, problem);
    if (!kzi_hand_is_unfinished(hand) && !hand->self_draw &&
        !may_claim(rules, hand, won_tile(hand)))
        kzi_problem_note(problem, KZI_CONTRADICTION, kzi_spot_of_part(hand, KZI_PART_WIN, 0),
                         "%s is wild, and nobody wins on its discard under these rules",
                         hand->win_face ? "a flower" : kzi_tile_name(hand->win).text);
    if (count_all(rules, hand) > KZI_MAX_WILD_TILES)
        kzi_problem_note(problem, KZI_TILE_COUNT, kzi_spot_of_part(hand, KZI_PART_TILE, 0),
                         "there are more than %d wild tiles", KZI_MAX_WILD_TILES);
}

/* --- the completions of a hand --------------------------------------------------------------- */

/* One way to add tiles to a suit. */
struct addition {
    kzi_suit_key added;
    uint8_t tiles, sets, pairs;
};

struct completion_ctx {
    struct kzi_completions *completions;
    const struct kz_ruleset *rules;
    struct kzi_hand hand; /* without its wild tiles; the winning tile stays unless it is wild */
    struct kzi_wild_tiles wild;
    kzi_kinds as[KZI_MAX_WILD_TILES];    /* the kinds that each wild tile can be read as */
    kzi_kinds any;                       /* the kinds that some wild tile can be read as */
    uint8_t counts[KZI_COUNTS_CAPACITY]; /* natural concealed tiles, with the winning one */
    unsigned at_most;                    /* equal concealed tiles, at most */
    bool done;
};

/* --- one completion -------------------------------------------------------------------------- */

/* The assignment of wild tiles to kinds: a matching, found by augmenting paths. */
struct matching {
    const struct completion_ctx *ctx;
    const uint8_t *kinds;
    unsigned tried;                   /* indices of kinds on the current path, as bits */
    uint8_t tile[KZI_MAX_WILD_TILES]; /* by kind: the wild tile + 1; 0: none yet */
};

/* Assign a wild tile to one of the kinds, even if other tiles must then move to different kinds.
 * Return false if that is impossible. */
static bool match(struct matching *matching, unsigned tile) {
    const unsigned count = matching->ctx->wild.count;
    for (unsigned k = 0; k < count; k++) /* free kinds first, so that tiles keep their own kinds */
        if (!matching->tile[k] && matching->ctx->as[tile] >> matching->kinds[k] & 1) {
            matching->tile[k] = (uint8_t)(tile + 1);
            return true;
        }
    for (unsigned k = 0; k < count; k++) {
        if (matching->tried >> k & 1 || !(matching->ctx->as[tile] >> matching->kinds[k] & 1))
            continue;
        matching->tried |= 1U << k;
        if (match(matching, matching->tile[k] - 1U)) {
            matching->tile[k] = (uint8_t)(tile + 1);
            return true;
        }
    }
    return false;
}

/* Assign each wild tile to one of the kinds, its own if possible, and the winning tile to kind
 * `won` if that is below the number of tiles.  Return false if that is impossible. */
static bool assign(struct completion_ctx *ctx, const uint8_t *kinds, unsigned won) {
    struct matching matching = {.ctx = ctx, .kinds = kinds};
    unsigned matched = 0;
    const unsigned count = ctx->wild.count;
    if (won < count) {
        matching.tile[won] = ctx->wild.won;
        matched |= 1U << (ctx->wild.won - 1U);
    }
    for (unsigned k = 0; k < count; k++)
        for (unsigned i = 0; i < count && !matching.tile[k]; i++)
            if (!(matched >> i & 1) && kinds[k] == ctx->wild.list[i].tile &&
                ctx->as[i] >> kinds[k] & 1) {
                matching.tile[k] = (uint8_t)(i + 1);
                matched |= 1U << i;
            }
    for (unsigned i = 0; i < count; i++) {
        matching.tried = won < count ? 1U << won : 0;
        if (!(matched >> i & 1) && !match(&matching, i))
            return false;
    }
    for (unsigned k = 0; k < count; k++)
        ctx->wild.list[matching.tile[k] - 1U].as = kinds[k];
    return true;
}

static void hand_over(struct completion_ctx *ctx) {
    struct kzi_completions *completions = ctx->completions;
    struct kzi_hand completion = ctx->hand;
    for (unsigned i = 0; i < ctx->wild.count; i++)
        if (i + 1 == ctx->wild.won)
            completion.win = ctx->wild.list[i].as;
        else
            completion.concealed[ctx->wild.list[i].as]++;
    completion.wild = ctx->wild;
    ctx->done = completions->count == KZI_MAX_COMPLETIONS;
    completions->cut |= ctx->done;
    if (!ctx->done) {
        completions->count++;
        ctx->done = !completions->take(completions, &completion);
    }
}

/* Hand over the completions in which the wild tiles are these kinds; if the winning tile is wild,
 * one for each kind that it can be. */
static void complete(struct completion_ctx *ctx, const uint8_t kinds[KZI_MAX_WILD_TILES]) {
    const unsigned won = ctx->wild.won;
    kzi_kinds tried = 0;
    for (unsigned k = 0; won && k < ctx->wild.count && !ctx->done; k++) {
        if (tried >> kinds[k] & 1 || !(ctx->as[won - 1] >> kinds[k] & 1))
            continue;
        tried |= kzi_kind_bit(kinds[k]);
        if (assign(ctx, kinds, k))
            hand_over(ctx);
    }
    if (!won && assign(ctx, kinds, KZI_MAX_WILD_TILES))
        hand_over(ctx);
}

/* --- suits ----------------------------------------------------------------------------------- */

static unsigned numbers_of(unsigned suit) {
    return suit < KZI_SUITS ? 9 : 7;
}

/* The limit for one suit.  In the worst of 60,000 hands with four wild tiles, all suits together
 * had 257.  The additions of four suits have to fit on a stack of 64 KiB. */
#define MAX_ADDITIONS 512

/* A suit and the ways to add tiles to it that were found, those with the fewest tiles first. */
struct suit_ctx {
    const struct completion_ctx *ctx;
    unsigned suit, may; /* may: numbers that can be added, as bits */
    kzi_suit_key key;   /* key of its natural tiles */
    unsigned tiles;     /* the number of tiles added last */
    bool cut;
    unsigned count;
    struct addition list[MAX_ADDITIONS];
};

/* Add `left` more tiles to a suit, from number `from` on, in every way. */
static void fill_from(struct suit_ctx *ctx, kzi_suit_key added, unsigned from, unsigned left) {
    const kzi_suit_key key = ctx->key + added;
    if (!left) {
        const struct kzi_suit_groups made = kzi_make_suit(ctx->ctx->rules->shapes.splits, key);
        if (!made.whole)
            return;
        ctx->cut |= ctx->count == MAX_ADDITIONS;
        if (!ctx->cut)
            ctx->list[ctx->count++] = (struct addition){added, (uint8_t)ctx->tiles,
                                                        (uint8_t)made.sets, (uint8_t)made.pairs};
        return;
    }
    for (unsigned number = from; number < numbers_of(ctx->suit); number++)
        if (ctx->may >> number & 1 && (key >> 3 * number & 7) < ctx->ctx->at_most)
            fill_from(ctx, added + (1U << 3 * number), number, left - 1);
}

static void fill_suit(struct suit_ctx *ctx, unsigned tiles) {
    ctx->tiles = tiles;
    fill_from(ctx, 0, 0, tiles);
}

/* Add as few tiles to a suit as it lacks.  Return false if it lacks more than `max`. */
static bool fill_first(struct suit_ctx *first, const struct completion_ctx *ctx,
                       const uint8_t *counts, unsigned suit, unsigned max) {
    first->ctx = ctx;
    first->suit = suit;
    first->may = kzi_kinds_of_suit(ctx->any, suit);
    first->key = kzi_marked_key_of(counts, suit);
    first->cut = false;
    first->count = 0;
    for (unsigned tiles = 0; tiles <= max && !first->count; tiles++)
        fill_suit(first, tiles);
    return first->count;
}

/* Append the tiles added to a suit to the kinds, and return how many kinds there are then. */
static unsigned put_kinds(uint8_t *kinds, unsigned count, unsigned suit, kzi_suit_key added) {
    for (unsigned number = 0; added >> 3 * number; number++)
        for (unsigned times = added >> 3 * number & 7; times; times--)
            kinds[count++] = (uint8_t)(9 * suit + number);
    return count;
}

/* The parts that a shape still needs. */
struct rest {
    unsigned sets, pairs;
    unsigned count; /* the number of kinds that are assigned already */
};

/* Combine the additions of the suits from `suit` on that add up to the rest of a shape. */
static void join_suits(struct completion_ctx *ctx, const struct suit_ctx suits[4], unsigned suit,
                       struct rest rest, uint8_t *kinds) {
    if (suit == 4) {
        if (!rest.sets && !rest.pairs && rest.count == ctx->wild.count)
            complete(ctx, kinds);
        return;
    }
    for (unsigned i = 0; i < suits[suit].count && !ctx->done; i++) {
        const struct addition *addition = &suits[suit].list[i];
        if (addition->sets <= rest.sets && addition->pairs <= rest.pairs &&
            rest.count + addition->tiles <= ctx->wild.count)
            join_suits(ctx, suits, suit + 1,
                       (struct rest){rest.sets - addition->sets, rest.pairs - addition->pairs,
                                     put_kinds(kinds, rest.count, suit, addition->added)},
                       kinds);
    }
}

/* Complete the sets and pairs of a shape from the counts; `count` kinds are assigned already. */
static void complete_sets(struct completion_ctx *ctx, const struct kzi_shape *shape,
                          const uint8_t *counts, uint8_t *kinds, unsigned count) {
    struct suit_ctx suits[4];
    unsigned left = ctx->wild.count - count; /* wild tiles that no suit needs */
    for (unsigned suit = 0; suit < 4; suit++) {
        if (!fill_first(&suits[suit], ctx, counts, suit, left))
            return;
        left -= suits[suit].tiles;
    }
    for (unsigned suit = 0; suit < 4; suit++) {
        for (unsigned more = 0; more < left; more++)
            fill_suit(&suits[suit], suits[suit].tiles + 1);
        ctx->completions->cut |= suits[suit].cut;
    }
    join_suits(ctx, suits, 0,
               (struct rest){(unsigned)shape->sets - ctx->hand.n_melds, shape->pairs, count},
               kinds);
}

/* --- shapes without sets --------------------------------------------------------------------- */

/* Return whether the tiles, with these kinds in place of wild tiles, form a shape of sets: such
 * completions were found already. */
static bool is_of_sets(const struct completion_ctx *ctx, const uint8_t *kinds) {
    uint8_t counts[KZI_COUNTS_CAPACITY];
    unsigned sets = ctx->hand.n_melds, pairs = 0;
    memcpy(counts, ctx->counts, sizeof counts);
    for (unsigned i = 0; i < ctx->wild.count; i++)
        counts[kinds[i]]++;
    for (unsigned suit = 0; suit < 4; suit++) {
        const struct kzi_suit_groups made =
            kzi_make_suit(ctx->rules->shapes.splits, kzi_marked_key_of(counts, suit));
        if (!made.whole)
            return false;
        sets += made.sets;
        pairs += made.pairs;
    }
    for (unsigned i = 0; i < ctx->rules->shapes.count; i++) {
        const struct kzi_shape *shape = &ctx->rules->shapes.list[i];
        if (shape->form == KZI_FORM_SETS && sets == shape->sets && pairs == shape->pairs)
            return true;
    }
    return false;
}

/* Read the remaining wild tiles as kinds that bring a shape closer, from kind `from` on.  Of the
 * kinds before it there are no more than are here, so a hand that lacks one ends at once. */
static void complete_kinds(struct completion_ctx *ctx, const struct kzi_shape *shape,
                           struct kzi_unfinished_hand *hand, unsigned from, uint8_t *kinds,
                           unsigned count) {
    const kzi_kinds more = ctx->any & ~(kzi_kind_bit(from) - 1);
    struct kzi_lacks_search search;
    kzi_lacks_search_init(&search, hand, KZI_ACCEPTED, ctx->wild.count - count, NULL);
    for (unsigned copies = 1; copies <= KZI_MAX_COPIES; copies++)
        hand->may[copies] = search.have[copies] | more;
    kzi_lacks_search_add_shape(&search, shape);
    KZI_EACH_IN(search.lacks.kinds, kind) {
        if (ctx->done)
            return;
        kinds[count] = (uint8_t)kind;
        if (count + 1 < ctx->wild.count) {
            hand->counts[kind]++;
            complete_kinds(ctx, shape, hand, kind, kinds, count + 1);
            hand->counts[kind]--;
        } else if (!is_of_sets(ctx, kinds)) {
            complete(ctx, kinds);
        }
    }
}

/* Complete a shape without sets. */
static void fill_kinds(struct completion_ctx *ctx, const struct kzi_shape *shape) {
    uint8_t kinds[KZI_MAX_WILD_TILES];
    struct kzi_unfinished_hand hand = {.melds = ctx->hand.melds, .n_melds = ctx->hand.n_melds};
    memcpy(hand.counts, ctx->counts, sizeof hand.counts);
    complete_kinds(ctx, shape, &hand, 0, kinds, 0);
}

/* Complete a body, and sets and pairs next to it. */
static void fill_body_and_sets(struct completion_ctx *ctx, const struct kzi_shape *shape,
                               kzi_kinds body) {
    uint8_t kinds[KZI_MAX_WILD_TILES], counts[KZI_COUNTS_CAPACITY];
    unsigned count = 0;
    memcpy(counts, ctx->counts, sizeof counts);
    KZI_EACH_IN(body, kind) {
        if (counts[kind])
            counts[kind]--;
        else if (count == ctx->wild.count || !(ctx->any >> kind & 1))
            return;
        else
            kinds[count++] = (uint8_t)kind;
    }
    complete_sets(ctx, shape, counts, kinds, count);
}

/* Read the wild tiles as what the natural tiles lack for a box. */
static void fill_boxes(struct completion_ctx *ctx) {
    const struct kzi_hand *hand = &ctx->hand;
    const struct kzi_boxes *boxes = &ctx->rules->shapes.boxes;
    struct kzi_box_hand tiles;
    kzi_box_hand_init(&tiles, hand->concealed, hand->win, hand->melds, hand->n_melds);
    for (unsigned i = 0; (i = kzi_box_find(boxes, &tiles, i)) < boxes->count && !ctx->done; i++) {
        const struct kzi_box *box = &boxes->list[i];
        uint8_t kinds[KZI_MAX_TILES];
        unsigned count = 0;
        KZI_EACH_IN(boxes->kinds[i], kind)
            for (unsigned have = kzi_box_count(tiles.all, kind);
                 have < kzi_box_count(box->need, kind); have++)
                kinds[count++] = (uint8_t)kind;
        ctx->wild.box = (uint16_t)(i + 1);
        if (count == ctx->wild.count)
            complete(ctx, kinds);
    }
    ctx->wild.box = 0;
}

/* Read each wild tile as itself, for shapes of any tiles. */
static void stand_for_itself(struct completion_ctx *ctx) {
    for (unsigned i = 0; i < ctx->wild.count; i++) {
        if (ctx->wild.list[i].tile >= KZI_SHOWN_FACE ||
            !((ctx->as[i] | KZI_ALL_JOKERS) >> ctx->wild.list[i].tile & 1))
            return;
        ctx->wild.list[i].as = ctx->wild.list[i].tile;
    }
    hand_over(ctx);
}

static void fill_shape(struct completion_ctx *ctx, const struct kzi_shape *shape) {
    uint8_t kinds[KZI_MAX_WILD_TILES];
    switch (shape->form) {
    case KZI_FORM_SETS:
        if (ctx->hand.n_melds <= shape->sets)
            complete_sets(ctx, shape, ctx->counts, kinds, 0);
        break;
    case KZI_FORM_PAIRS:
    case KZI_FORM_ONE_EACH:
    case KZI_FORM_DIFFERENT:
        fill_kinds(ctx, shape);
        break;
    case KZI_FORM_BODY:
        for (unsigned i = 0; ctx->hand.n_melds <= shape->sets && i < shape->n_bodies; i++)
            fill_body_and_sets(ctx, shape, shape->bodies[i]);
        break;
    case KZI_FORM_SPELLED:
        fill_boxes(ctx);
        break;
    case KZI_FORM_ANY_TILES:
        stand_for_itself(ctx);
        break;
    case KZI_FORM_PARTS: /* refused when rules are loaded */
    case KZI_FORMS:
        break;
    }
}

/* --- all of them ----------------------------------------------------------------------------- */

static void add_wild(struct completion_ctx *ctx, const struct kzi_hand *hand, unsigned tile,
                     bool won) {
    const struct kzi_wild *wild = wild_of(ctx->rules, hand, tile);
    const unsigned i = ctx->wild.count++;
    const bool stands_in = won || !wild->only_winning;
    ctx->wild.list[i] =
        (struct kzi_wild_tile){(uint8_t)tile, 0, (uint8_t)(wild - ctx->rules->model->wilds)};
    ctx->as[i] = stands_in ? wild->as : tile < KZI_SHOWN_FACE ? kzi_kind_bit(tile) : 0;
    ctx->any |= ctx->as[i];
    if (won)
        ctx->wild.won = (uint8_t)(i + 1);
    if ((unsigned)wild->at_most < ctx->at_most)
        ctx->at_most = (unsigned)wild->at_most;
}

/* List the jokers in melds. */
static void add_laid(struct completion_ctx *ctx, const struct kzi_hand *hand) {
    KZI_EACH_MELD(hand, meld)
        for (unsigned k = 0; k < KZI_MELD_TILES; k++) {
            if (!(meld->stand_ins >> k & 1))
                continue;
            const unsigned joker = kzi_joker_of(meld);
            ctx->wild.list[ctx->wild.count + ctx->wild.laid++] = (struct kzi_wild_tile){
                (uint8_t)joker, (uint8_t)kzi_meld_tile(meld, k),
                (uint8_t)(wild_of(ctx->rules, hand, joker) - ctx->rules->model->wilds)};
        }
}

/* Remove the wild tiles from the hand and list them. */
static void take_wild_out(struct completion_ctx *ctx, const struct kzi_hand *hand) {
    const kzi_kinds wild = kzi_wild_kinds(ctx->rules, hand);
    const unsigned won = won_tile(hand);
    ctx->wild = (struct kzi_wild_tiles){.shown = hand->wild.shown, .waits = hand->wild.waits};
    ctx->any = 0;
    ctx->at_most = KZI_MAX_COPIES + 1;
    ctx->done = false;
    ctx->hand = *hand;
    KZI_EACH_IN(wild, kind)
        for (; ctx->hand.concealed[kind]; ctx->hand.concealed[kind]--)
            add_wild(ctx, hand, kind, false);
    for (unsigned face = 0; face < KZI_FACES && !ctx->rules->model->in_hand; face++)
        for (unsigned count = kzi_face_count(&hand->held, face); count; count--)
            add_wild(ctx, hand, KZI_SHOWN_FACE + face, false);
    if (!ctx->rules->model->in_hand)
        kzi_hand_drop_flowers(&ctx->hand);
    memcpy(ctx->counts, ctx->hand.concealed, sizeof ctx->counts);
    if (hand->win_face ? wild_of(ctx->rules, hand, won) != NULL : wild >> won & 1) {
        add_wild(ctx, hand, won, true);
        if (hand->win_face)
            kzi_hand_win_face(&ctx->hand, hand->win_face - 1U, false);
    } else if (!hand->win_face)
        ctx->counts[hand->win]++;
    add_laid(ctx, hand);
}

/* Find the completions to some shapes, as bits. */
static void complete_shapes(struct kzi_completions *completions, const struct kz_ruleset *rules,
                            const struct kzi_hand *hand, unsigned shapes) {
    struct completion_ctx ctx = {.completions = completions, .rules = rules};
    const bool arranged = hand->wild.count + hand->wild.laid;
    const unsigned wild = arranged ? 0 : count_all(rules, hand);
    completions->count = 0;
    completions->cut = wild > KZI_MAX_WILD_TILES;
    if (!wild) {
        completions->count = 1;
        completions->take(completions, hand);
        return;
    }
    if (completions->cut)
        return;
    take_wild_out(&ctx, hand);
    if (!ctx.wild.count)
        hand_over(&ctx);
    for (unsigned i = 0; ctx.wild.count && i < rules->shapes.count && !ctx.done; i++)
        if (shapes >> i & 1)
            fill_shape(&ctx, &rules->shapes.list[i]);
}

void kzi_completions_find(struct kzi_completions *completions, const struct kz_ruleset *rules,
                          const struct kzi_hand *hand) {
    complete_shapes(completions, rules, hand, UINT8_MAX);
}

static bool end_at_once(struct kzi_completions *completions, const struct kzi_hand *completion) {
    (void)completions;
    (void)completion;
    return false;
}

kzi_kinds kzi_wild_waits(const struct kz_ruleset *rules, const struct kzi_tiles *tiles,
                         const struct kzi_hand *hand, unsigned shapes) {
    const kzi_kinds wild = kzi_wild_kinds(rules, hand);
    kzi_kinds waits = 0, kinds = rules->played;
    struct kzi_hand won = *hand;
    if (!kzi_count_wild_tiles(rules, hand)) {
        waits = kzi_waits_among(tiles, hand, &rules->shapes, shapes) & rules->played & ~wild;
        kinds = wild;
    }
    shapes &= ~rules->any_tiles; /* nothing is lacking in those */
    KZI_EACH_IN(kinds, kind) {
        struct kzi_completions completions = {.take = end_at_once};
        won.win = (uint8_t)kind;
        complete_shapes(&completions, rules, &won, shapes);
        if (completions.count)
            waits |= kzi_kind_bit(kind);
    }
    return waits;
}
