/* Write a hand as a record. */
#include "analysis/witness/hand_text.h"

#include "report/document.h"
#include "tile/notation.h"

void kzi_put_record(struct kzi_text *text, const struct kzi_hand *hand) {
    struct kzi_doc doc = kzi_doc_extend(text, &kzi_code_style);
    struct kzi_hand whole = *hand;
    whole.by_given = whole.round_given = whole.seat_given = true;
    kzi_put_concealed(kzi_doc_text(&doc, "hand"), hand);
    if (hand->n_melds)
        KZI_DOC_LIST(&doc, "melds")
            KZI_EACH_MELD(hand, meld)
                kzi_put_meld(kzi_doc_text(&doc, NULL), meld);
    kzi_put_win(kzi_doc_text(&doc, "win"), hand);
    kzi_put_keys(kzi_doc_json(&doc), &whole);
    kzi_doc_end(&doc, KZI_LAYOUT_result);
}
