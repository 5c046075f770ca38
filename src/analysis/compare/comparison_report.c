#include "analysis/compare/comparison_report.h"

#include "base/utf8.h"
#include "report/document.h"
#include "report/result_json.h"
#include "report/result_text.h"
#include "report/wording.h"

static const char *label_of(const struct kzi_comparison *comparison, unsigned column) {
    return comparison->results[column]->rules->model->label;
}

/* --- cells ------------------------------------------------------------------------------------ */

enum kind { RESULT, YAKU, TOTAL, FU, LIMIT, POINTS, PARTY, CHIPS };

struct row {
    enum kind kind;
    const char *id;  /* of a yaku */
    unsigned column; /* the first result that lists it */
    unsigned which;  /* its index in that result; or the party */
};

/* Return the index of a yaku that counts in a result, or -1. */
static int find_listed(const struct kz_result *result, const char *id) {
    int found =
        kzi_is_complete(result) ? kzi_names_find(&result->rules->model->yaku_names, id) : -1;
    return found >= 0 && kzi_has_bit(result->best.scored, (unsigned)found) ? found : -1;
}

/* Say a yaku: its worth and count, as "2 x 1", or its limit. */
static void say_yaku(struct kzi_sentence *sentence, const struct kz_result *result, int yaku) {
    if (yaku < 0)
        return;
    const struct kzi_value *value = kzi_value_in_hand(result, (unsigned)yaku);
    const unsigned times = kzi_times_listed(result, (unsigned)yaku);
    if (times > 1)
        kzi_text_format(sentence->text, "%u x ", times);
    if (value->limit == KZI_NO_LIMIT)
        kzi_argument_int(sentence, value->number);
    else
        kzi_argument_limit(sentence, result->rules->model, value->limit, value->number);
}

static void say_result(struct kzi_sentence *sentence, const struct kz_result *result) {
    static const enum kzi_says says[] = {
        [KZI_WINS] = KZI_SAYS_row_wins,       [KZI_INCOMPLETE] = KZI_SAYS_row_incomplete,
        [KZI_NO_YAKU] = KZI_SAYS_row_no_yaku, [KZI_BELOW_MINIMUM] = KZI_SAYS_row_below_minimum,
        [KZI_FURITEN] = KZI_SAYS_row_furiten, [KZI_HEAD_BUMP] = KZI_SAYS_row_head_bump};
    kzi_argument_says(sentence, kzi_is_scored(result) ? says[result->reason] : KZI_SAYS_refused);
}

/* Say the total.  If a yaku worth a limit is paid, there is none. */
static void say_total(struct kzi_sentence *sentence, const struct kz_result *result) {
    if (!kzi_is_complete(result) || result->best.by_limit)
        return;
    kzi_argument_total(sentence, result->rules->model, result->best.total);
}

static void say_change(struct kzi_text *text, int64_t change) {
    kzi_text_put(text, change > 0 ? "+" : "");
    kzi_text_int(text, change);
}

/* Say the cell of a hand that wins. */
static void say_win(struct kzi_sentence *sentence, const struct kz_result *result,
                    const struct row *row) {
    const struct kzi_tally *best = &result->best;
    if (row->kind == LIMIT && best->limit >= 0)
        kzi_argument_limit(sentence, result->rules->model, (unsigned)best->limit, best->multiplier);
    else if (row->kind == POINTS)
        kzi_argument_int(sentence, best->points);
    else if (row->kind == PARTY && kzi_has_party(result, row->which) &&
             (row->which != KZI_ANY_OTHER || result->paid[row->which]))
        say_change(sentence->text, result->paid[row->which]);
    else if (row->kind == CHIPS && kzi_has_chips(result) && result->chips)
        /* the last row: the chips of the hand */
        kzi_text_format(sentence->text, "%lld (+%lld)", (long long)result->chips,
                        (long long)result->chips_paid[result->hand.seat]);
}

static void say_cell(struct kzi_sentence *sentence, const struct kz_result *result,
                     const struct row *row) {
    if (row->kind == RESULT)
        say_result(sentence, result);
    else if (row->kind == YAKU)
        say_yaku(sentence, result, find_listed(result, row->id));
    else if (row->kind == TOTAL)
        say_total(sentence, result);
    else if (row->kind == FU && kzi_is_complete(result) && result->best.fu >= 0)
        kzi_argument_int(sentence, result->best.fu);
    else if (kzi_is_won(result))
        say_win(sentence, result, row);
}

/* --- rows ------------------------------------------------------------------------------------- */

#define CELL 128 /* bytes in a cell */
#define NAME 42  /* columns of a row's name */

/* Put the name of a yaku, cut if it is too wide; with its id if both fit. */
static void put_yaku_name(struct kzi_doc *doc, const struct kz_result *result,
                          const struct row *row) {
    struct kzi_sentence *sentence = kzi_doc_words(doc, ".name");
    struct kzi_text *text = sentence->text;
    const size_t from = text->len;
    kzi_argument_yaku(sentence, result->rules->model, row->which);
    if (text->failed)
        return;
    const size_t width = kzi_utf8_width(text->at + from, text->len - from);
    if (width > NAME) {
        text->len = from + kzi_utf8_fit(text->at + from, text->len - from, NAME - 1);
        kzi_text_put(text, "\xE2\x80\xA6"); /* ellipsis */
    } else if (width + strlen(row->id) + 3 <= NAME)
        kzi_text_format(kzi_doc_text(doc, ".id"), " (%s)", row->id);
}

static void put_name(struct kzi_doc *doc, const struct kzi_comparison *comparison,
                     const struct row *row) {
    static const enum kzi_says says[] = {
        [RESULT] = KZI_SAYS_row_result, [TOTAL] = KZI_SAYS_title_total,
        [FU] = KZI_SAYS_fu_word,        [LIMIT] = KZI_SAYS_row_limit,
        [POINTS] = KZI_SAYS_row_points, [CHIPS] = KZI_SAYS_row_chips};
    if (row->kind == YAKU)
        put_yaku_name(doc, comparison->results[row->column], row);
    else if (row->kind == PARTY)
        kzi_doc_string(doc, ".name", kzi_party_in(doc->style, row->which));
    else
        kzi_doc_say(doc, ".name", says[row->kind]);
}

/* Put a row, unless it is empty for every result. */
static void put_row(struct kzi_doc *doc, const struct kzi_comparison *comparison,
                    const struct row row) {
    char cells[KZI_MAX_COMPARED][CELL];
    size_t any = 0;
    for (unsigned i = 0; i < comparison->count; i++) {
        struct kzi_text cell = kzi_text_fixed(cells[i], CELL);
        struct kzi_sentence sentence = kzi_sentence_on(&cell, doc->style);
        say_cell(&sentence, comparison->results[i], &row);
        any |= kzi_text_end(&cell);
    }
    if (!any)
        return;
    kzi_doc_element(doc);
    put_name(doc, comparison, &row);
    kzi_doc_string(doc, ".first", *cells[0] ? cells[0] : NULL);
    KZI_DOC_LIST(doc, ".others")
        for (unsigned i = 1; i < comparison->count; i++) {
            const bool unlike = strcmp(cells[i], cells[0]) != 0;
            kzi_doc_element(doc);
            kzi_doc_string(doc, unlike ? ".unlike" : ".like", *cells[i] ? cells[i] : NULL);
            if (unlike)
                kzi_doc_string(doc, ".mark", "*");
        }
}

/* Put the yaku that a result is the first to list. bonus: bonus yaku, or the others. */
static void put_yaku(struct kzi_doc *doc, const struct kzi_comparison *comparison, unsigned column,
                     bool bonus) {
    const struct kz_result *result = comparison->results[column];
    if (!kzi_is_complete(result))
        return;
    KZI_EACH_LISTED(result, which) {
        const struct kzi_yaku *yaku = &result->rules->model->yaku[which];
        unsigned first = 0;
        while (first < column && find_listed(comparison->results[first], yaku->id) < 0)
            first++;
        if (first == column && yaku->bonus == bonus)
            put_row(doc, comparison, (struct row){YAKU, yaku->id, column, which});
    }
}

static void put_table(struct kzi_doc *doc, const struct kzi_comparison *comparison) {
    const unsigned count = comparison->count;
    bool wins = true;
    kzi_doc_string(doc, ".first", label_of(comparison, 0));
    KZI_DOC_LIST(doc, ".others")
        for (unsigned i = 1; i < count; i++)
            kzi_doc_string(doc, NULL, label_of(comparison, i));
    for (unsigned i = 0; i < count; i++)
        wins &= kzi_is_won(comparison->results[i]);
    KZI_DOC_LIST(doc, ".rows") {
        if (!wins)
            put_row(doc, comparison, (struct row){.kind = RESULT});
        for (unsigned i = 0; i < 2 * count; i++) /* bonus yaku last */
            put_yaku(doc, comparison, i % count, i >= count);
        for (unsigned kind = TOTAL; kind <= CHIPS; kind++)
            for (unsigned which = 0; which < (kind == PARTY ? KZI_PARTIES : 1); which++)
                put_row(doc, comparison, (struct row){.kind = (enum kind)kind, .which = which});
    }
}

/* --- reasons ---------------------------------------------------------------------------------- */

#define SHORT 40 /* longest value shown here; diff shows longer ones */

/* Write the text of a place in ruleset `side` if it is short, and return whether it is.  A mapping
 * is written as in the file, because its meaning is not readable. */
static bool put_if_short(const struct kzi_differing_place *place, unsigned side,
                         char text[SHORT + 1]) {
    const struct kzi_node *node = place->node[side];
    struct kzi_text words = kzi_text_fixed(text, SHORT + 1);
    if (!place->says[side])
        return false;
    if (node && node->kind != KZI_SCALAR)
        kzi_put_node(&words, node);
    else
        kzi_text_put(&words, place->says[side]);
    return kzi_text_end(&words) <= SHORT;
}

static const char *side_of(const struct kzi_summed_blame *blame, int side) {
    return blame->differences->rules[side]->model->label;
}

/* Say a difference as "yaku.pinfu.value (4 -> 2)": with the value in the first ruleset and in the
 * other, if they are short. */
static void say_blamed(struct kzi_sentence *list, const struct kzi_summed_blame *blame,
                       const struct kzi_difference *one) {
    char first[SHORT + 1], second[SHORT + 1];
    const bool set = one->setting != NULL;
    bool values = !set && one->only < 0 && one->n_places == 1 &&
                  put_if_short(&one->places[0], 0, first) &&
                  put_if_short(&one->places[0], 1, second);
    const bool only = one->only >= 0 && !set;
    KZI_SENTENCE(list, only ? KZI_SAYS_only_in : set || values ? KZI_SAYS_changed : KZI_AND) {
        kzi_argument_id(list, kzi_difference_name(one), set ? "option" : "address",
                        set ? one->option->id : one->address);
        if (only)
            kzi_argument_text(list, side_of(blame, one->only));
        else if (set || values) {
            kzi_argument_text(list, set ? one->value[0] : first);
            kzi_argument_text(list, set ? one->value[1] : second);
        }
    }
}

void kzi_put_blamed(struct kzi_text *text, const struct kzi_summed_blame *blame) {
    struct kzi_sentence sentence = kzi_sentence_on(text, &kzi_plain_style);
    for (size_t i = 0; blame->differences && i < blame->blamed.count; i++) {
        kzi_text_put(text, i ? "; " : "");
        say_blamed(&sentence, blame, &blame->differences->list[blame->blamed.list[i]]);
    }
}

static enum kzi_says how_blamed(const struct kzi_summed_blame *blame) {
    const struct kzi_blame_set *blamed = &blame->blamed;
    switch (blamed->how) {
    case KZI_BLAMED_ALONE:
        return blamed->count > 1 ? KZI_SAYS_why_each : KZI_SAYS_why;
    case KZI_BLAMED_TOGETHER:
        return KZI_SAYS_why_together;
    case KZI_BLAMED_PARTLY:
        return KZI_SAYS_why_partly;
    case KZI_BLAMED_CUT:
        return blamed->count ? KZI_SAYS_why_cut : KZI_SAYS_why_not_searched;
    case KZI_BLAMED_NONE:
        break;
    }
    return blame->differences->count > KZI_MAX_BLAMED ? KZI_SAYS_why_unlike : KZI_SAYS_why_unknown;
}

void kzi_say_why(struct kzi_sentence *sentence, const struct kzi_summed_blame *blame) {
    const struct kzi_blame_set *blamed = &blame->blamed;
    if (!blame->differences)
        return;
    KZI_SENTENCE(sentence, how_blamed(blame)) {
        kzi_argument_text(sentence, side_of(blame, 1));
        KZI_SENTENCE(sentence, blamed->how == KZI_BLAMED_ALONE ? KZI_OR : KZI_AND)
            for (size_t i = 0; i < blamed->count; i++)
                say_blamed(sentence, blame, &blame->differences->list[blamed->list[i]]);
    }
}

static void put_reasons(struct kzi_doc *doc, const struct kzi_comparison *comparison) {
    KZI_DOC_LIST(doc, "reasons")
        for (unsigned i = 1; i < comparison->count; i++) {
            const struct kzi_summed_blame *blame = &comparison->blame[i];
            if (!comparison->from_first[i] || !blame->differences)
                continue;
            kzi_doc_element(doc);
            kzi_doc_int(doc, "result", i);
            kzi_say_why(kzi_doc_words(doc, "message"), blame);
            if (doc->json)
                kzi_say_why(kzi_doc_coded(doc, "message_code"), blame);
        }
}

/* --- above and below the table --------------------------------------------------------------- */

#define PIECE 512 /* bytes of a hand's text */

/* Put the readings of the hand; if rulesets read it differently, each with its rulesets.  A hand
 * that is not complete has no reading; its tiles are put if it is complete under no ruleset. */
static void put_readings(struct kzi_doc *doc, const struct kzi_comparison *comparison) {
    char tiles[KZI_MAX_COMPARED][PIECE];
    bool read = false;
    for (unsigned i = 0; i < comparison->count; i++) {
        const struct kz_result *result = comparison->results[i];
        const bool complete = kzi_is_complete(result);
        struct kzi_text text = kzi_text_fixed(tiles[i], PIECE);
        kzi_put_hand_as_read(&text, result, complete ? &result->best.reading : NULL);
        kzi_text_end(&text);
        read |= complete;
    }
    KZI_DOC_LIST(doc, ".readings")
        for (unsigned i = 0; i < comparison->count; i++) {
            unsigned first = 0, same = 0;
            while (strcmp(tiles[first], tiles[i]) != 0)
                first++;
            if (first < i || (read && !kzi_is_complete(comparison->results[i])))
                continue;
            for (unsigned k = i; k < comparison->count; k++)
                same += !strcmp(tiles[k], tiles[i]);
            kzi_doc_element(doc);
            kzi_text_put(kzi_doc_text(doc, ".tiles"), tiles[i]);
            KZI_DOC_LIST(doc, same < comparison->count ? ".by" : ".by_all")
                for (unsigned k = i; k < comparison->count; k++)
                    if (!strcmp(tiles[k], tiles[i]))
                        kzi_doc_string(doc, NULL, label_of(comparison, k));
        }
}

/* Put why the hand does not win, by ruleset. */
static void put_no_wins(struct kzi_doc *doc, const struct kzi_comparison *comparison) {
    KZI_DOC_LIST(doc, ".no_wins")
        for (unsigned i = 0; i < comparison->count; i++) {
            const struct kz_result *result = comparison->results[i];
            if (kzi_is_won(result))
                continue;
            KZI_DOC_SENTENCE(under, doc, NULL,
                             kzi_is_scored(result) ? KZI_SAYS_no_win_under
                                                   : KZI_SAYS_refused_under) {
                kzi_argument_text(under, label_of(comparison, i));
                if (kzi_is_scored(result))
                    kzi_argument_no_win(under, result);
                else
                    kzi_argument_text(under, result->error.text);
            }
        }
}

void kzi_put_comparison(struct kzi_text *text, const struct kzi_comparison *comparison,
                        const struct kzi_style *style, unsigned long line) {
    const bool readers = style->form != KZI_JSON;
    struct kzi_doc doc = kzi_doc_begin(text, style);
    struct kzi_text *json = kzi_doc_json(&doc);
    if (json)
        kzi_put_id_json(json, kzi_hand_id(&comparison->results[0]->hand));
    kzi_put_compared_members(&doc, comparison, style->explain, line);
    if (comparison->blame)
        put_reasons(&doc, comparison);
    if (readers) {
        kzi_put_situation(&doc, comparison->results, comparison->count);
        put_readings(&doc, comparison);
        put_table(&doc, comparison);
        put_no_wins(&doc, comparison);
    }
    KZI_DOC_LIST(&doc, ".explained")
        for (unsigned i = 0; readers && style->explain && i < comparison->count; i++) {
            if (!kzi_is_scored(comparison->results[i]))
                continue;
            kzi_doc_element(&doc);
            kzi_doc_string(&doc, ".label", label_of(comparison, i));
            kzi_put_result(kzi_doc_text(&doc, ".result"), comparison->results[i], style);
        }
    kzi_doc_end(&doc, comparison->differs ? KZI_LAYOUT_comparison : KZI_LAYOUT_no_difference);
}
