/* Read hands that are spelled tile by tile, "222a 4444a 666b 8888b".  Each assignment of letters to
 * suits, with each shift of the numbers, becomes a box. */
#include "base/hash.h"
#include "hand/hand.h"
#include "rules/reader/reader.h"
#include "tile/notation.h"

#include <string.h>

/* A tile of a spelled hand. */
struct spelled_tile {
    enum { NUMBER, DRAGON, OF_KIND } what;
    uint8_t value; /* a number, or a kind */
    uint8_t suit;  /* suit of a number or a dragon: 0-2 m p s, 3-5 a b c */
    uint8_t word;  /* index of its word; groups do not continue in the next word */
};

struct spelling {
    const struct kzi_node *node;
    unsigned count;
    struct spelled_tile tiles[KZI_MAX_TILES];
    uint8_t min, max; /* range of its numbers */
};

/* --- one spelling ---------------------------------------------------------------------------- */

static bool add_tile(struct kzi_rule_reader *reader, struct spelling *spelling,
                     struct spelled_tile tile) {
    const bool fits = spelling->count < KZI_MAX_TILES;
    if (fits)
        spelling->tiles[spelling->count++] = tile;
    else
        KZI_REFUSE(reader, spelling->node, "%s: no hand has more than %d tiles",
                   spelling->node->text, KZI_MAX_TILES);
    return fits;
}

/* Read a letter.  *from: the first of the numbers and dragons whose suit has not been read yet. */
static bool take_letter(struct kzi_rule_reader *reader, struct spelling *spelling, char letter,
                        unsigned word, unsigned *from) {
    static const char suits[] = "mpsabc";
    const char *suit = strchr(suits, letter);
    const unsigned kind = letter == 'f' ? KZI_A_FACE : kzi_kind_of_letter(letter);
    struct spelled_tile tile = {OF_KIND, (uint8_t)kind, 0, (uint8_t)word};
    const bool number = letter >= '1' && letter <= '9', dragon = letter == 'D';
    if (suit) {
        for (; *from < spelling->count; ++*from)
            spelling->tiles[*from].suit = (uint8_t)(suit - suits);
        return true;
    }
    if (number || dragon)
        tile = (struct spelled_tile){number ? NUMBER : DRAGON, (uint8_t)(letter - '0'), UINT8_MAX,
                                     (uint8_t)word};
    else if (kind == KZI_NO_KIND) {
        KZI_REFUSE(
            reader, spelling->node,
            "%s: %c is not a tile: write numbers or D with a suit (a, b, c for different suits, "
            "or m, p, s), the honors ESWNPFC, or f for a flower",
            spelling->node->text, letter);
        return false;
    }
    return add_tile(reader, spelling, tile);
}

/* Find the range of the numbers.  Return false if a tile has no suit, or is not in these rules. */
static bool note_range(struct kzi_rule_reader *reader, struct spelling *spelling) {
    const struct kzi_model *model = reader->model;
    const char *wrong = spelling->count ? NULL : "no tile is spelled";
    spelling->min = 9;
    spelling->max = 1;
    for (unsigned i = 0; i < spelling->count; i++) {
        const struct spelled_tile *tile = &spelling->tiles[i];
        if (tile->what != OF_KIND && tile->suit == UINT8_MAX)
            wrong = "a suit is missing after numbers or D: write a, b, c or m, p, s";
        if (tile->what == DRAGON && !*model->dragons)
            wrong = "tiles.dragons does not say which dragon belongs to which suit";
        if (tile->what == OF_KIND && tile->value == KZI_A_FACE && !model->in_hand)
            wrong = "tiles.in_hand does not say which flowers are tiles of a hand";
        if (tile->what == NUMBER) {
            spelling->min = tile->value < spelling->min ? tile->value : spelling->min;
            spelling->max = tile->value > spelling->max ? tile->value : spelling->max;
        }
    }
    if (wrong)
        KZI_REFUSE(reader, spelling->node, "%s: %s",
                   *spelling->node->text ? spelling->node->text : "this", wrong);
    return !wrong;
}

static bool read_spelling(struct kzi_rule_reader *reader, const struct kzi_node *node,
                          struct spelling *spelling) {
    unsigned word = 0, from = 0;
    *spelling = (struct spelling){.node = node};
    if (!kzi_expect(reader, node, KZI_SCALAR, "a spelling"))
        return false;
    for (const char *at = node->text; *at; at++)
        if (*at == ' ')
            word += word < UINT8_MAX;
        else if (!take_letter(reader, spelling, *at, word, &from))
            return false;
    return note_range(reader, spelling);
}

/* --- boxes ----------------------------------------------------------------------------------- */

static unsigned kind_of(const struct kzi_model *model, const struct spelled_tile *tile,
                        const uint8_t fall[KZI_SUIT_LETTERS], int shift) {
    if (tile->what == OF_KIND)
        return tile->value;
    const unsigned suit = tile->suit < KZI_SUITS ? tile->suit : fall[tile->suit - KZI_SUITS];
    return tile->what == DRAGON ? model->dragons[suit]
                                : kzi_kind(suit, (unsigned)(tile->value + shift));
}

/* Return whether wild tiles may be in a group of `tiles` tiles. */
static bool takes_wild(const struct kzi_model *model, unsigned tiles, unsigned kind) {
    static const uint8_t groups[] = {
        [2] = KZI_PAIR, [3] = KZI_PUNG, [4] = KZI_KONG, [5] = KZI_QUINT, [6] = KZI_SEXTET};
    const struct kzi_wild *wild = model->wilds;
    return model->wild_names.count && wild->as >> kind & 1 &&
           (wild->in == UINT32_MAX ||
            (tiles >= 2 && tiles < KZI_COUNT(groups) && wild->in >> groups[tiles] & 1));
}

static void add_group(const struct kzi_model *model, struct kzi_box *box, unsigned tiles,
                      unsigned kind) {
    kzi_box_add(box->need, kind, tiles);
    if (!takes_wild(model, tiles, kind))
        kzi_box_add(box->must, kind, tiles);
    if (tiles < 3 || tiles > KZI_MELD_TILES)
        return;
    unsigned at = box->n_groups++;
    for (; at && box->groups[at - 1] > kzi_box_group(tiles, kind); at--)
        box->groups[at] = box->groups[at - 1];
    box->groups[at] = (uint8_t)kzi_box_group(tiles, kind);
}

/* Return the box of a spelled hand.  Equal tiles next to each other form a group. */
static struct kzi_box box_of(const struct kzi_model *model, const struct spelling *spelling,
                             const uint8_t fall[KZI_SUIT_LETTERS], int shift) {
    struct kzi_box box;
    memset(&box, 0, sizeof box); /* boxes are compared byte by byte */
    for (unsigned i = 0, end; i < spelling->count; i = end) {
        const unsigned kind = kind_of(model, &spelling->tiles[i], fall, shift);
        for (end = i + 1; end < spelling->count; end++)
            if (spelling->tiles[end].word != spelling->tiles[i].word ||
                kind_of(model, &spelling->tiles[end], fall, shift) != kind)
                break;
        add_group(model, &box, end - i, kind);
    }
    return box;
}

/* Return whether the game has the tiles, with wild tiles in place of those that it lacks. */
static bool has_tiles(const struct kzi_model *model, const struct kzi_box *box) {
    const kzi_kinds wild = model->wild_names.count ? model->wilds->tiles : 0;
    unsigned lacking = 0, jokers = 0;
    KZI_EACH_IN(wild, kind)
        jokers += model->copies[kind];
    for (unsigned kind = 0; kind <= KZI_A_FACE; kind++) {
        const unsigned need = kzi_box_count(box->need, kind), copies = model->copies[kind];
        if (kzi_box_count(box->must, kind) > copies)
            return false;
        lacking += need > copies ? need - copies : 0;
    }
    return lacking <= jokers;
}

/* The boxes of one list, which begin at `first`. */
struct boxes_ctx {
    struct kzi_rule_reader *reader;
    size_t first;
    uint64_t hash; /* does not depend on their order */
};

static void add_box(struct boxes_ctx *ctx, struct kzi_box box) {
    struct kzi_model *model = ctx->reader->model;
    box.list = (uint8_t)model->n_spellings;
    kzi_arena_spend(ctx->reader->arena, 8 + model->n_boxes - ctx->first);
    for (size_t i = ctx->first; i < model->n_boxes; i++)
        if (!memcmp(&model->boxes[i], &box, sizeof box))
            return;
    const uint64_t need = kzi_hash(KZI_HASH_EMPTY, box.need, sizeof box.need),
                   must = kzi_hash(need, box.must, sizeof box.must);
    ctx->hash += kzi_hash_mix(kzi_hash(must, box.groups, sizeof box.groups));
    *KZI_ADD(ctx->reader->arena, model->boxes, model->n_boxes) = box;
}

static bool add_boxes(struct boxes_ctx *ctx, const struct spelling *spelling, bool shifted) {
    const struct kzi_model *model = ctx->reader->model;
    const int min = shifted ? 1 - spelling->min : 0, max = shifted ? 9 - spelling->max : 0;
    bool any = false;
    for (int shift = min; shift <= max; shift++)
        for (unsigned fall = 0; fall < KZI_FALLS; fall++) {
            const struct kzi_box box = box_of(model, spelling, kzi_falls[fall], shift);
            if (!has_tiles(model, &box))
                continue;
            any = true;
            add_box(ctx, box);
        }
    if (!any)
        KZI_REFUSE(ctx->reader, spelling->node,
                   "%s: the game does not have that many of these tiles, even with wild tiles",
                   spelling->node->text);
    return any;
}

/* --- lists ----------------------------------------------------------------------------------- */

/* Return the shape of spelled hands, or NULL. */
static struct kzi_shape *spelled_shape(struct kzi_model *model) {
    for (size_t i = 0; i < model->shape_names.count; i++)
        if (model->shapes[i].spelled)
            return &model->shapes[i];
    return NULL;
}

static bool check_size(struct kzi_rule_reader *reader, const struct spelling *spelling,
                       struct kzi_shape *shape) {
    if (!reader->hand_size)
        reader->hand_size = spelling->count;
    shape->body_tiles = (uint8_t)reader->hand_size;
    if (spelling->count != reader->hand_size)
        KZI_REFUSE(reader, spelling->node, "%s: these are %u tiles; a hand has %u",
                   spelling->node->text, spelling->count, reader->hand_size);
    return spelling->count == reader->hand_size;
}

/* Return the number of the list of boxes that begins at ctx->first.  If an equal list exists, drop
 * the new boxes and return its number. */
static unsigned number_list(struct boxes_ctx *ctx) {
    struct kzi_model *model = ctx->reader->model;
    for (unsigned i = 0; i < model->n_spellings; i++)
        if (model->spellings[i] == ctx->hash) {
            model->n_boxes = ctx->first;
            return i;
        }
    *KZI_ADD(ctx->reader->arena, model->spellings, model->n_spellings) = ctx->hash;
    return (unsigned)model->n_spellings - 1;
}

void kzi_read_spellings(struct kzi_rule_reader *reader, const struct kzi_node *node, bool shifted,
                        unsigned *number) {
    struct kzi_model *model = reader->model;
    struct kzi_shape *shape = spelled_shape(model);
    struct boxes_ctx ctx = {reader, model->n_boxes, 0};
    const struct kzi_node *const *items;
    const size_t count = kzi_items_of(&node, &items);
    bool good = count && shape && model->n_spellings < KZI_MAX_SPELLINGS;
    if (!shape)
        KZI_REFUSE(reader, node, "no shape is spelled: write shapes: {card: {spelled: yes}}");
    else if (!count)
        KZI_REFUSE(reader, node, "this list is empty: spell a hand");
    else if (!good)
        KZI_REFUSE(reader, node, "there are more than %d lists of spellings", KZI_MAX_SPELLINGS);
    for (size_t i = 0; good && i < count; i++) {
        struct spelling spelling;
        good = read_spelling(reader, items[i], &spelling) && check_size(reader, &spelling, shape) &&
               add_boxes(&ctx, &spelling, shifted);
        if (good && model->n_boxes > KZI_MAX_BOXES) {
            KZI_REFUSE(reader, items[i], "the rules spell more than %d hands", KZI_MAX_BOXES);
            good = false;
        }
    }
    if (!good)
        model->n_boxes = ctx.first;
    else
        *number = number_list(&ctx);
}
