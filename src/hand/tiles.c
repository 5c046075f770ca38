#include "hand/tiles.h"

#include "hand/arrangement.h"

void kzi_suits_find(const struct kzi_splits *table, const kzi_suit_key keys[4],
                    struct kzi_suits *suits) {
    suits->whole = true;
    suits->n_sets = suits->n_pairs = suits->with_pair = 0;
    unsigned more = 0;
    for (unsigned suit = 0; suit < 4; suit++) {
        const struct kzi_suit *found = suits->of[suit] = kzi_suit_find(table, keys[suit]);
        suits->whole &= found != NULL;
        if (!suits->whole)
            return;
        unsigned pair = found->first.pair ? 1 : 0;
        suits->n_sets = (uint8_t)(suits->n_sets + found->first.n_sets);
        suits->n_pairs = (uint8_t)(suits->n_pairs + pair);
        suits->with_pair |= (uint8_t)(pair << suit);
        more |= found->first.more;
    }
    suits->several = more != 0;
}

static void add_meld(struct kzi_tiles *tiles, const struct kzi_meld *meld, unsigned number) {
    static const uint8_t tiles_of[] = {[KZI_CHOW] = 1, [KZI_PUNG] = 3, [KZI_KONG] = 4};
    uint8_t *count = &tiles->counts[meld->tile];
    *count = (uint8_t)(*count + tiles_of[meld->kind]);
    if (meld->kind == KZI_CHOW) {
        count[1]++;
        count[2]++;
        tiles->chows = true;
    } else if (!kzi_is_honor(meld->tile)) {
        tiles->pungs |= UINT32_C(1) << meld->tile;
    }
    tiles->kongs = (uint8_t)(tiles->kongs + (meld->kind == KZI_KONG));
    tiles->melds |= (uint64_t)kzi_code_of_group(meld->kind, meld->tile) << 8 * number;
    tiles->claimed |= (uint8_t)(meld->claimed << number);
}

/* Of a tile that is shown; counts: of all that were seen before. */
static void see(struct kzi_tiles *tiles, uint8_t counts[KZI_COUNTS_ROOM],
                const struct kzi_indicators *shown) {
    for (unsigned i = 0; i < shown->count; i++) {
        unsigned kind = shown->kind[i];
        tiles->seen |= kzi_kind_bit(kind);
        counts[kind]++;
        tiles->sound &= counts[kind] <= KZI_MAX_COPIES;
    }
}

/* Kinds of which there are four are few, and looked for only where there are any. */
static void sort_counts(struct kzi_tiles *tiles) {
    const uint64_t high = 128 * KZI_LOW_BYTES;
    uint64_t fours = 0, too_many = 0;
    tiles->kinds = tiles->fours = 0;
    for (unsigned i = 0; i < KZI_COUNTS_ROOM; i += 8) {
        uint64_t eight = kzi_eight_counts(tiles->counts + i);
        tiles->kinds |= (kzi_kinds)kzi_at_least_of_eight(eight, 1) << i;
        fours |= eight + (128 - 4) * KZI_LOW_BYTES;
        too_many |= eight + (128 - KZI_MAX_COPIES - 1) * KZI_LOW_BYTES;
    }
    if (fours & high)
        tiles->fours = kzi_kinds_at_least(tiles->counts, 4);
    tiles->sound = !(too_many & high);
}

/* Melds go into no shape but those with sets; of the others each asks something of all counts that
 * few hands meet. */
static unsigned forms_of(const kzi_suit_key keys[4], unsigned n_melds) {
    kzi_suit_key any = keys[0] | keys[1] | keys[2] | keys[3];
    kzi_suit_key one_more = (keys[0] + KZI_KEY_ONES) | (keys[1] + KZI_KEY_ONES) |
                            (keys[2] + KZI_KEY_ONES) | (keys[3] + KZI_KEY_ONES);
    bool odd = any & KZI_KEY_ONES, twice = any & (KZI_KEY_ONES << 1 | KZI_KEY_ONES << 2),
         three_times = one_more & KZI_KEY_ONES << 2;
    unsigned without_melds = (odd ? 0U : 1U << KZI_FORM_PAIRS) |
                             (three_times ? 0U : 1U << KZI_FORM_ONE_EACH) |
                             (twice ? 0U : 1U << KZI_FORM_DIFFERENT);
    return 1U << KZI_FORM_SETS | 1U << KZI_FORM_BODY | (n_melds ? 0 : without_melds);
}

/* Whoever fed the last set of a yaku is looked at one by one, and so is who won by a tile of their
 * own. */
static unsigned players_of(const struct kzi_hand *hand) {
    bool apart =
        (hand->self_draw & (hand->from >= 0)) | (hand->from == hand->seat) | (hand->n_pao != 0);
    int last = hand->from > hand->seat ? hand->from : hand->seat;
    return apart ? KZI_SEATS_APART : (unsigned)last + 1;
}

void kzi_tiles_find(struct kzi_tiles *tiles, const struct kzi_hand *hand) {
    uint8_t seen[KZI_COUNTS_ROOM];
    memcpy(tiles->counts, hand->concealed, sizeof tiles->counts);
    tiles->counts[hand->win]++;
    for (unsigned suit = 0; suit < 4; suit++)
        tiles->keys[suit] = kzi_marked_key_of(tiles->counts, suit);
    kzi_suits_find(&kzi_splits_classic, tiles->keys, &tiles->classic);
    tiles->melds = tiles->pungs = 0;
    tiles->claimed = tiles->kongs = 0;
    tiles->chows = false;
    for (unsigned i = 0; i < hand->n_melds; i++)
        add_meld(tiles, &hand->melds[i], i);
    tiles->open = tiles->claimed != 0;
    tiles->forms = (uint8_t)forms_of(tiles->keys, hand->n_melds);
    tiles->size = (uint8_t)(hand->n_concealed + 3U * hand->n_melds + 1);
    tiles->players = (uint8_t)players_of(hand);
    sort_counts(tiles);
    tiles->seen = tiles->kinds;
    memcpy(seen, tiles->counts, sizeof seen);
    see(tiles, seen, &hand->dora);
    see(tiles, seen, &hand->ura);
    kzi_arrange_classic(tiles, hand);
}
