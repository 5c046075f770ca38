#include "report/discard_report.h"

#include "report/document.h"
#include "report/wording.h"
#include "tile/notation.h"

/* --- the tiles that may come ------------------------------------------------------------------ */

static void put_accepted(struct kzi_doc *doc, const struct kzi_discards *discards,
                         kzi_kinds accepts) {
    KZI_DOC_LIST(doc, "accepts")
        KZI_EACH_IN(accepts, kind) {
            kzi_doc_element(doc);
            kzi_doc_tile(doc, "tile", kind, false);
            kzi_doc_int(doc, "left", discards->left[kind]);
        }
}

/* Put the kinds that can be drawn, and those without a copy left. */
static void put_kinds(struct kzi_doc *doc, const struct kzi_discards *discards, kzi_kinds kinds) {
    struct kzi_sentence *sentence = kzi_doc_words(doc, ".accepts");
    kzi_kinds used_up = 0;
    KZI_EACH_IN(kinds, kind)
        if (!discards->left[kind])
            used_up |= kzi_kind_bit(kind);
    kzi_put_kinds(sentence->text, kinds & ~used_up);
    if (!used_up)
        return;
    kzi_text_put(sentence->text, kinds == used_up ? "" : "; ");
    KZI_SENTENCE(sentence, KZI_SAYS_none_left)
        kzi_put_kinds(kzi_argument(sentence), used_up);
}

/* --- discards --------------------------------------------------------------------------------- */

/* Put a shanten; null if nothing completes the hand (lacking is KZI_MAX_LACKING). */
static void put_shanten(struct kzi_doc *doc, unsigned lacking) {
    kzi_doc_known(doc, "shanten", lacking < KZI_MAX_LACKING, (int)lacking - 1);
}

static void put_prospect(struct kzi_doc *doc, const struct kzi_prospect *prospect) {
    kzi_doc_decimal(doc, "win", kzi_win_of(prospect), 6);
    kzi_doc_decimal(doc, "expected", kzi_expected_of(prospect), 3);
}

static void put_turns(struct kzi_doc *doc, const struct kzi_discards *discards,
                      const struct kzi_discard *discard) {
    KZI_DOC_LIST(doc, "turns")
        for (unsigned i = 0; i < discards->turns; i++) {
            kzi_doc_element(doc);
            kzi_doc_int(doc, "turn", i + 1);
            put_prospect(doc, &discard->ahead[i]);
        }
}

static void put_discard(struct kzi_doc *doc, const struct kzi_discards *discards,
                        const struct kzi_discard *discard) {
    kzi_doc_element(doc);
    kzi_doc_tile(doc, "tile", discard->kind, discard->red);
    put_shanten(doc, discard->lacking);
    kzi_doc_int(doc, "accepted", discard->accepted);
    if (!doc->json)
        put_kinds(doc, discards, discard->accepts);
    else
        put_accepted(doc, discards, discard->accepts);
    if (discard->lacking == 1)
        KZI_DOC_OBJECT(doc, "value") {
            kzi_doc_int(doc, "best", discard->best);
            kzi_doc_decimal(doc, "mean", kzi_average_of(discard), 3);
        }
    if (discards->turns) {
        put_prospect(doc, &discard->ahead[discards->turns - 1]);
        put_turns(doc, discards, discard);
    }
}

void kzi_put_discards(struct kzi_text *text, const struct kz_ruleset *rules,
                      const struct kzi_hand *hand, const struct kzi_discards *discards,
                      const struct kzi_style *style) {
    static const enum kzi_says states[] = {KZI_SAYS_complete, KZI_SAYS_ready, KZI_SAYS_away};
    const unsigned lacking = discards->lacking;
    struct kzi_doc doc = kzi_doc_begin(text, style);
    kzi_doc_ruleset(&doc, kzi_hand_id(hand), rules);
    put_shanten(&doc, lacking);
    if (!doc.json) {
        kzi_put_tiles_and_melds(kzi_doc_text(&doc, ".hand"), hand);
        KZI_DOC_SAY(&doc, ".state",
                    lacking >= KZI_MAX_LACKING ? KZI_SAYS_nothing_completes
                                               : states[lacking < 2 ? lacking : 2],
                    "%u", lacking - 1);
    }
    if (discards->turns)
        kzi_doc_int(&doc, "turns", discards->turns);
    if (discards->cut && style)
        kzi_doc_say(&doc, ".cut", KZI_SAYS_search_ended);
    else if (discards->cut)
        kzi_doc_bool(&doc, "cut", true);
    KZI_DOC_LIST(&doc, "discards")
        for (unsigned i = 0; i < discards->count; i++)
            put_discard(&doc, discards, &discards->list[i]);
    kzi_doc_end(&doc, KZI_LAYOUT_discards);
}
