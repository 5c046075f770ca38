/* The first lines of a report: the situation as it was understood, and the hand. */
#include "report/say.h"
#include "report/text.h"
#include "tile/notation.h"

static void put_seat(struct kzi_text *text, unsigned seat, const char *after, bool given) {
    kzi_text_put(text, kzi_seat_says[seat]);
    kzi_text_put(text, after);
    if (!given)
        kzi_text_put(text, " (assumed)");
    kzi_text_put(text, ", ");
}

static void put_way(struct kzi_text *text, const struct kzi_hand *hand) {
    if (hand->self_draw)
        kzi_text_put(text, "won by self-draw");
    else if (hand->from < 0)
        kzi_text_put(text, "won on a discard");
    else {
        kzi_text_put(text, "won on a discard from ");
        kzi_text_put(text, kzi_seat_says[hand->from]);
    }
    if (!hand->by_given && hand->from < 0)
        kzi_text_put(text, " (assumed)");
}

/* --- what else was said
 * --------------------------------------------------------------------------- */

struct more {
    struct kzi_text *text;
    bool any;
};

static void next(struct more *more) {
    kzi_text_put(more->text, more->any ? ", " : "with ");
    more->any = true;
}

static void put_words(struct more *more, const struct kz_result *result) {
    const struct kzi_hand *hand = &result->hand;
    const struct kzi_names *used = &result->rules->model->circumstance_names;
    for (unsigned i = 0; i < hand->n_words; i++) {
        next(more);
        kzi_say_id(more->text, hand->words[i].text);
        if (kzi_names_find(used, hand->words[i].text) < 0)
            kzi_text_put(more->text, " (not used by these rules)");
    }
}

static void put_shown(struct more *more, const struct kz_result *result,
                      const struct kzi_mark *mark) {
    bool dora = mark->kind == KZI_MARK_DORA;
    const struct kzi_indicators *shown = dora ? &result->hand.dora : &result->hand.ura;
    unsigned count = mark->after_kongs || !shown->count ? shown->count : 1;
    if (!count)
        return;
    next(more);
    kzi_say_id(more->text, mark->id);
    for (unsigned i = 0; i < count; i++) {
        uint8_t kind = result->rules->model->next[shown->kind[i]];
        kzi_text_char(more->text, ' ');
        kzi_notation_put(more->text, kind == KZI_NO_KIND ? shown->kind[i] : kind);
    }
}

static void put_marks(struct more *more, const struct kz_result *result) {
    const struct kzi_model *model = result->rules->model;
    for (size_t i = 0; i < model->mark_names.count; i++)
        if (model->marks[i].kind == KZI_MARK_DORA || model->marks[i].kind == KZI_MARK_URA)
            put_shown(more, result, &model->marks[i]);
        else if (model->marks[i].kind == KZI_MARK_FLOWERS && result->hand.flowers) {
            next(more);
            kzi_say_count(more->text, result->hand.flowers, "flower");
        }
}

static void put_table(struct more *more, const struct kzi_hand *hand) {
    if (hand->honba) {
        next(more);
        kzi_say_count(more->text, hand->honba, "counter");
    }
    if (hand->deposits) {
        next(more);
        kzi_say_count(more->text, hand->deposits, "bet");
        kzi_text_put(more->text, " on the table");
    }
}

static void put_pao(struct more *more, const struct kz_result *result, const char *language) {
    const struct kzi_model *model = result->rules->model;
    for (unsigned i = 0; i < result->hand.n_pao; i++) {
        const struct kzi_pao *pao = &result->hand.pao[i];
        int yaku = kzi_names_find(&model->yaku_names, pao->yaku);
        next(more);
        if (yaku < 0)
            kzi_say_id(more->text, pao->yaku);
        else
            kzi_say_yaku(more->text, model, (unsigned)yaku, language);
        kzi_text_put(more->text, " fed by ");
        kzi_text_put(more->text, kzi_seat_says[pao->seat]);
        if (!kzi_is_liable_yaku(model, pao->yaku))
            kzi_text_put(more->text, " (not used by these rules)");
    }
}

void kzi_text_situation(struct kzi_text *text, const struct kz_result *result,
                        const char *language) {
    const struct kzi_hand *hand = &result->hand;
    struct more more = {text, false};
    put_seat(text, hand->seat, "", hand->seat_given);
    put_seat(text, hand->round, " round", hand->round_given);
    put_way(text, hand);
    kzi_text_char(text, '\n');
    put_words(&more, result);
    put_marks(&more, result);
    put_pao(&more, result, language);
    put_table(&more, hand);
    if (more.any)
        kzi_text_char(text, '\n');
}

/* --- the hand -------------------------------------------------------------------------------- */

static void put_groups(struct kzi_text *text, const struct kzi_hand *hand,
                       const struct kzi_reading *reading, bool melds) {
    for (unsigned i = 0; i < reading->n_groups; i++) {
        if ((reading->groups[i].meld != KZI_NO_MELD) != melds)
            continue;
        kzi_text_char(text, ' ');
        kzi_say_group(text, hand, &reading->groups[i]);
    }
}

void kzi_text_hand(struct kzi_text *text, const struct kz_result *result,
                   const struct kzi_reading *reading) {
    const struct kzi_hand *hand = &result->hand;
    if (reading && kzi_has_body(reading)) {
        kzi_text_char(text, ' ');
        kzi_say_body(text, result, reading);
    }
    if (reading && reading->n_groups) {
        put_groups(text, hand, reading, false);
        put_groups(text, hand, reading, true);
        return;
    }
    kzi_text_char(text, ' ');
    kzi_say_tiles(text, hand);
    for (unsigned i = 0; i < hand->n_melds; i++) {
        kzi_text_char(text, ' ');
        kzi_say_meld(text, &hand->melds[i]);
    }
}
