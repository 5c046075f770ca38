/* Write a hand as a record. */
#include "analysis/witness/hand_text.h"

#include "base/text_json.h"
#include "report/wording.h"
#include "tile/notation.h"

/* Put a member whose text `say` writes. */
static void put_text(struct kzi_text *text, const char *key, const struct kzi_hand *hand,
                     void (*say)(struct kzi_text *text, const struct kzi_hand *hand)) {
    kzi_json_key(text, key);
    kzi_json_begin_string(text);
    say(text, hand);
    kzi_json_end_string(text);
}

static void put_melds(struct kzi_text *text, const struct kzi_hand *hand) {
    if (!hand->n_melds)
        return;
    kzi_json_begin_key(text, "melds", '[');
    KZI_EACH_MELD(hand, meld) {
        kzi_json_begin_string(text);
        kzi_put_meld(text, meld);
        kzi_json_end_string(text);
    }
    kzi_json_end(text, ']');
}

void kzi_put_record(struct kzi_text *text, const struct kzi_hand *hand) {
    struct kzi_hand whole = *hand;
    whole.by_given = whole.round_given = whole.seat_given = true;
    put_text(text, "hand", hand, kzi_put_concealed);
    put_melds(text, hand);
    put_text(text, "win", hand, kzi_put_win);
    kzi_put_keys(text, &whole);
}
