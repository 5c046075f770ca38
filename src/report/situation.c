/* The first lines of a report: the situation as it was understood, and the hand. */
#include "report/result_text.h"
#include "report/wording.h"
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

/* One hand under one ruleset or several. */
struct more {
    struct kzi_text *text;
    const struct kz_result *const *results;
    unsigned count;
    bool any;
};

static void next(struct more *more) {
    kzi_text_put(more->text, more->any ? ", " : "with ");
    more->any = true;
}

static bool uses(const struct kz_result *result, const char *word) {
    return kzi_names_find(&result->rules->model->circumstance_names, word) >= 0;
}

static void put_users(struct more *more, const char *word) {
    unsigned users = 0;
    for (unsigned i = 0; i < more->count; i++)
        users += uses(more->results[i], word);
    if (users == more->count)
        return;
    kzi_text_put(more->text, " (not used by ");
    if (!users)
        kzi_text_put(more->text, "these rules");
    for (unsigned i = 0, named = 0; users && i < more->count; i++)
        if (!uses(more->results[i], word)) {
            kzi_text_put(more->text, named++ ? ", " : "");
            kzi_text_put(more->text, more->results[i]->rules->model->label);
        }
    kzi_text_char(more->text, ')');
}

static void put_words(struct more *more) {
    const struct kzi_hand *hand = &more->results[0]->hand;
    for (unsigned i = 0; i < hand->n_words; i++) {
        next(more);
        kzi_say_id(more->text, hand->words[i].text);
        put_users(more, hand->words[i].text);
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
        bool itself = kind == KZI_NO_KIND;
        kzi_notation_put_tile(more->text, itself ? shown->kind[i] : kind,
                              itself && shown->red >> i & 1);
    }
}

static void put_mark(struct more *more, const struct kz_result *result,
                     const struct kzi_mark *mark) {
    if (mark->kind == KZI_MARK_DORA || mark->kind == KZI_MARK_URA)
        put_shown(more, result, mark);
    else if (mark->kind == KZI_MARK_FLOWERS && result->hand.flowers) {
        next(more);
        kzi_say_count(more->text, result->hand.flowers, "flower");
    }
}

/* Whether one of the first n rulesets has the mark too. */
static bool is_put(const struct more *more, unsigned n, const char *id) {
    for (unsigned i = 0; i < n; i++)
        if (kzi_names_find(&more->results[i]->rules->model->mark_names, id) >= 0)
            return true;
    return false;
}

static void put_marks(struct more *more) {
    for (unsigned i = 0; i < more->count; i++) {
        const struct kzi_model *model = more->results[i]->rules->model;
        for (size_t mark = 0; mark < model->mark_names.count; mark++)
            if (!is_put(more, i, model->marks[mark].id))
                put_mark(more, more->results[i], &model->marks[mark]);
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

/* The first ruleset that knows a liability for it; NULL: none does. */
static const struct kzi_model *liable_by(const struct more *more, const struct kzi_pao *pao) {
    for (unsigned i = 0; i < more->count; i++)
        if (kzi_is_liable_yaku(more->results[i]->rules->model, pao->yaku))
            return more->results[i]->rules->model;
    return NULL;
}

static void put_pao(struct more *more, const char *language) {
    const struct kzi_hand *hand = &more->results[0]->hand;
    for (unsigned i = 0; i < hand->n_pao; i++) {
        const struct kzi_pao *pao = &hand->pao[i];
        const struct kzi_model *liable = liable_by(more, pao);
        const struct kzi_model *model = liable ? liable : more->results[0]->rules->model;
        int yaku = kzi_names_find(&model->yaku_names, pao->yaku);
        next(more);
        if (yaku < 0)
            kzi_say_id(more->text, pao->yaku);
        else
            kzi_say_yaku(more->text, model, (unsigned)yaku, language);
        kzi_text_put(more->text, " fed by ");
        kzi_text_put(more->text, kzi_seat_says[pao->seat]);
        if (!liable)
            kzi_text_put(more->text, " (not used by these rules)");
    }
}

void kzi_text_situations(struct kzi_text *text, const struct kz_result *const *results,
                         unsigned count, const char *language) {
    const struct kzi_hand *hand = &results[0]->hand;
    struct more more = {text, results, count, false};
    put_seat(text, hand->seat, "", hand->seat_given);
    put_seat(text, hand->round, " round", hand->round_given);
    put_way(text, hand);
    kzi_text_char(text, '\n');
    put_words(&more);
    put_marks(&more);
    put_pao(&more, language);
    put_table(&more, hand);
    if (more.any)
        kzi_text_char(text, '\n');
}

void kzi_text_situation(struct kzi_text *text, const struct kz_result *result,
                        const char *language) {
    kzi_text_situations(text, &result, 1, language);
}

/* --- the hand -------------------------------------------------------------------------------- */

static void put_groups(struct kzi_text *text, const struct kz_result *result,
                       const struct kzi_reading *reading, bool melds) {
    for (unsigned i = 0; i < reading->n_groups; i++) {
        if ((kzi_group_of(reading, i).meld != KZI_NO_MELD) != melds)
            continue;
        kzi_text_char(text, ' ');
        kzi_say_group(text, result, reading, i);
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
        put_groups(text, result, reading, false);
        put_groups(text, result, reading, true);
        return;
    }
    kzi_text_char(text, ' ');
    kzi_say_tiles(text, hand);
    for (unsigned i = 0; i < hand->n_melds; i++) {
        kzi_text_char(text, ' ');
        kzi_say_meld(text, &hand->melds[i]);
    }
}
