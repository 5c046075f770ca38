/* Report the replay of a log, as JSON and as text. */
#include "hand/notation/readers.h"
#include "logs/replay.h"
#include "report/wording.h"
#include "rules/reader/reader.h"
#include "tile/notation.h"

/* --- what was logged, and what the rules make of it ------------------------------------------- */

/* Put a yaku: in English its id as words, else its name in the rules. unknown: its name in the log
 * if the dialect lacks it, else NULL. value: -1 if the log gives none. */
static void put_logged_yaku(struct kzi_doc *doc, const struct kzi_replay *replay, const char *id,
                            const char *unknown, int64_t value) {
    kzi_doc_element(doc);
    kzi_doc_string(doc, "id", unknown ? "unknown" : id);
    if (unknown) {
        kzi_doc_string(doc, ".unknown", unknown);
    } else if (!doc->json) {
        const struct kzi_model *model = replay->game_rules->model;
        const int yaku = doc->style->catalogue ? kzi_names_find(&model->yaku_names, id) : -1;
        kzi_argument_name(kzi_doc_words(doc, ".name"), yaku < 0 ? NULL : model->yaku[yaku].name,
                          id);
    }
    if (value >= 0)
        kzi_doc_int(doc, "value", value);
}

/* Put the numbers that the log gives: `logged` says which; the values are the log's or the computed
 * ones. */
static void put_numbers(struct kzi_doc *doc, const struct kzi_logged_win *logged, int64_t total,
                        int64_t fu, int64_t points) {
    if (logged->total != KZI_NOT_SAID)
        kzi_doc_int(doc, "total", total);
    if (logged->fu != KZI_NOT_SAID && fu >= 0)
        kzi_doc_int(doc, "fu", fu);
    if (logged->points != KZI_NOT_SAID)
        kzi_doc_int(doc, "points", points);
}

static void put_logged(struct kzi_doc *doc, const struct kzi_replay *replay,
                       const struct kzi_audit *audit) {
    const struct kzi_logged_win *win = audit->logged;
    const struct kzi_logged_round *round = audit->round;
    int64_t payments[KZI_SEATS];
    KZI_DOC_OBJECT(doc, "logged") {
        kzi_doc_say(doc, ".side", KZI_SAYS_side_logged);
        if (win->n_yaku)
            KZI_DOC_LIST(doc, "yaku")
                for (unsigned i = 0; i < win->n_yaku; i++) {
                    const struct kzi_logged_yaku *yaku = &win->yaku[i];
                    const struct kzi_node *const *ids;
                    const bool known = yaku->ids && kzi_items_of(&yaku->ids, &ids);
                    put_logged_yaku(doc, replay, known ? ids[0]->text : NULL,
                                    known ? NULL : yaku->name, yaku->value);
                }
        put_numbers(doc, win, win->total, win->fu, win->points);
        for (unsigned seat = 0; seat < round->n_players; seat++)
            payments[seat] = win->payments[kzi_player_of(round, seat)];
        if (win->has_payments)
            kzi_doc_changes(doc, "payments", payments, round->n_players);
    }
}

static bool is_won(const struct kzi_audit *audit) {
    return audit->result && audit->result->reason == KZI_WINS;
}

static void put_won(struct kzi_doc *doc, const struct kzi_replay *replay,
                    const struct kzi_audit *audit) {
    const struct kz_result *result = audit->result;
    if (audit->logged->n_yaku)
        KZI_DOC_LIST(doc, "yaku")
            KZI_EACH_LISTED(result, yaku)
                put_logged_yaku(doc, replay, result->rules->model->yaku[yaku].id, NULL,
                                kzi_audit_worth(result, yaku));
    put_numbers(doc, audit->logged, result->best.total, result->best.fu, result->best.points);
}

static void put_computed(struct kzi_doc *doc, const struct kzi_replay *replay,
                         const struct kzi_audit *audit) {
    const bool pays = audit->logged->has_payments && !audit->error;
    KZI_DOC_OBJECT(doc, "computed") {
        kzi_doc_say(doc, ".side", KZI_SAYS_side_computed);
        if (is_won(audit))
            put_won(doc, replay, audit);
        else
            kzi_doc_bool(doc, ".nothing", !pays);
        if (pays)
            kzi_doc_changes(doc, "payments", audit->payments, audit->round->n_players);
    }
}

/* --- a disagreement -------------------------------------------------------------------------- */

void kzi_put_logged_round(struct kzi_text *text, const struct kzi_logged_round *round) {
    kzi_text_format(text, "%c%d.%u", kzi_seat_letters[round->wind], round->number + 1,
                    round->counters);
}

/* Put why a win disagrees.  JSON lists unknown names separately. */
static void put_why(struct kzi_doc *doc, const struct kzi_audit *audit) {
    KZI_DOC_SENTENCE(list, doc, "why", KZI_COMMA) {
        if (audit->error)
            kzi_argument_text(list, audit->error);
        else if (audit->seat >= 0 && !audit->result)
            kzi_argument_says(list, KZI_SAYS_rules_pay_nobody);
        else if (audit->seat >= 0 && !is_won(audit))
            kzi_argument_no_win(list, audit->result);
        KZI_EACH_IN(audit->differs, field)
            kzi_argument_word(list, "field", kzi_logged_field_names[field]);
        if (!doc->json && audit->unknown)
            kzi_argument_says(list, KZI_SAYS_unknown_yaku);
    }
}

void kzi_put_unknown_yaku(struct kzi_doc *doc, const struct kzi_audit *audit) {
    const struct kzi_logged_win *win = audit->logged;
    if (!audit->unknown || !doc->json)
        return;
    KZI_DOC_LIST(doc, "unknown_yaku")
        for (unsigned i = 0; i < win->n_yaku; i++)
            if (!win->yaku[i].ids)
                kzi_doc_string(doc, NULL, win->yaku[i].name);
}

struct kzi_doc kzi_audit_begin(struct kzi_text *text, const struct kzi_replay *replay,
                               const struct kzi_audit *audit) {
    struct kzi_doc doc = kzi_doc_extend(text, replay->style);
    kzi_doc_open(&doc, NULL, '{');
    kzi_doc_string(&doc, ".file", replay->file);
    kzi_put_logged_round(kzi_doc_text(&doc, "round"), audit->round);
    if (audit->seat >= 0)
        kzi_doc_seat(&doc, "seat", (unsigned)audit->seat);
    else if (!doc.json)
        kzi_doc_say(&doc, "seat", KZI_SAYS_draw);
    else
        kzi_doc_string(&doc, "seat", NULL);
    return doc;
}

void kzi_audit_end(struct kzi_doc *doc, enum kzi_layout layout) {
    kzi_doc_close(doc);
    kzi_doc_end(doc, layout);
}

void kzi_replay_say_audit(struct kzi_replay *replay, const struct kzi_audit *audit, bool agrees) {
    struct kzi_text *text =
        agrees && replay->style->form == KZI_JSON ? &replay->unknown : &replay->disagreements;
    struct kzi_doc doc = kzi_audit_begin(text, replay, audit);
    if (!agrees || !doc.json) {
        put_logged(&doc, replay, audit);
        put_computed(&doc, replay, audit);
        put_why(&doc, audit);
    }
    kzi_put_unknown_yaku(&doc, audit);
    kzi_audit_end(&doc, KZI_LAYOUT_audits);
}

void kzi_replay_say_win(struct kzi_replay *replay, const struct kzi_audit *audit) {
    struct kzi_doc doc = kzi_audit_begin(&replay->results, replay, audit);
    kzi_say_player(kzi_doc_words(&doc, "player"), replay,
                   kzi_player_of(audit->round, (unsigned)audit->seat));
    kzi_write_line(kzi_doc_text(&doc, "hand"), audit->hand);
    put_logged(&doc, replay, audit);
    kzi_audit_end(&doc, KZI_LAYOUT_audits);
}

/* --- the end of a game ----------------------------------------------------------------------- */

/* Put the scores at the end from one side (the log or the rules), by player. */
static void put_end(struct kzi_doc *doc, const char *key, enum kzi_says side,
                    const struct kzi_final_scores *finals, const int64_t *scores,
                    const int64_t *points) {
    KZI_DOC_OBJECT(doc, key) {
        kzi_doc_say(doc, ".side", side);
        kzi_doc_ints(doc, "scores", scores, finals->n_players);
        if (finals->has_points)
            KZI_DOC_LIST(doc, "game_points")
                for (unsigned i = 0; i < finals->n_players; i++)
                    kzi_doc_signed(doc, NULL, points[i]);
    }
}

void kzi_replay_say_final_scores(struct kzi_replay *replay, const struct kzi_log_event *end) {
    const struct kzi_final_scores *finals = &replay->finals;
    struct kzi_doc doc = kzi_doc_extend(&replay->disagreements, replay->style);
    kzi_doc_open(&doc, NULL, '{');
    kzi_doc_string(&doc, ".file", replay->file);
    kzi_doc_string(&doc, "round", "end");
    if (doc.json)
        kzi_doc_string(&doc, "seat", NULL);
    put_end(&doc, "logged", KZI_SAYS_side_logged, finals, end->scores, end->points);
    put_end(&doc, "computed", KZI_SAYS_side_computed, finals, finals->scores, finals->points);
    kzi_doc_say(&doc, "why", KZI_SAYS_end_of_game);
    kzi_audit_end(&doc, KZI_LAYOUT_audits);
}

/* --- games, logs, all ------------------------------------------------------------------------ */

/* Put a text, which may be empty. */
static void put_all(struct kzi_text *text, const struct kzi_text *part) {
    if (part->len)
        kzi_text_add(text, part->at, part->len);
}

/* Put a text that was written separately: elements of an array, or lines. */
static void put_part(struct kzi_doc *doc, const char *key, const struct kzi_text *part) {
    KZI_DOC_LIST(doc, key) {
        struct kzi_text *json = kzi_doc_json(doc);
        put_all(json ? json : kzi_doc_markup(doc, NULL)->text, part);
    }
}

static void put_counts(struct kzi_doc *doc, const struct kzi_replay_counts *counts) {
    kzi_doc_int(doc, "rounds", (int64_t)counts->rounds);
    kzi_doc_int(doc, "wins", (int64_t)counts->wins);
    kzi_doc_int(doc, "draws", (int64_t)counts->draws);
    kzi_doc_int(doc, ".disagree", (int64_t)counts->disagree);
    kzi_doc_int(doc, ".unknown_names", (int64_t)counts->unknown_names);
    kzi_doc_bool(doc, ".agree", !counts->disagree);
}

void kzi_replay_say_game(struct kzi_replay *replay) {
    const struct kzi_replay_hooks *hooks = replay->hooks;
    if (replay->only_results) {
        put_all(replay->out, &replay->results);
        return;
    }
    struct kzi_doc doc = kzi_doc_begin(replay->out, replay->style);
    kzi_doc_string(&doc, "file", replay->file);
    kzi_doc_int(&doc, "game", replay->game);
    kzi_doc_int(&doc, ".further", replay->game > 1 ? replay->game : 0);
    put_counts(&doc, &replay->tally);
    put_part(&doc, "disagree", &replay->disagreements);
    put_part(&doc, "unknown_names", &replay->unknown);
    if (hooks || replay->hands)
        put_part(&doc, "results", &replay->results);
    if (hooks)
        hooks->game_members(hooks->context, &doc);
    if (replay->hands)
        kzi_doc_string(&doc, "ruleset", replay->game_rules->model->label);
    kzi_doc_end_line(&doc, KZI_LAYOUT_replayed);
}

void kzi_replay_say_fault(struct kzi_replay *replay, const struct kzi_log_fault *fault) {
    struct kzi_style style = *replay->style;
    style.form = replay->only_results ? KZI_TEXT : style.form;
    struct kzi_doc doc = kzi_doc_begin(replay->only_results ? replay->err : replay->out, &style);
    kzi_doc_string(&doc, "file", replay->file);
    kzi_doc_int(&doc, "line", (int64_t)fault->line);
    kzi_doc_int(&doc, "column", (int64_t)fault->column);
    KZI_DOC_OBJECT(&doc, "error") {
        kzi_doc_string(&doc, "code", "bad_log");
        kzi_doc_string(&doc, "message", fault->text);
    }
    kzi_doc_end_line(&doc, KZI_LAYOUT_log_fault);
}

void kzi_replay_summary(struct kzi_replay *replay) {
    const struct kzi_replay_counts *counts = &replay->counts;
    struct kzi_doc doc = kzi_doc_begin(replay->out, replay->style);
    KZI_DOC_OBJECT(&doc, "summary") {
        kzi_doc_int(&doc, "files", (int64_t)counts->files);
        put_counts(&doc, counts);
        kzi_doc_int(&doc, "disagree", (int64_t)counts->disagree);
        kzi_doc_int(&doc, "errors", (int64_t)counts->errors);
        kzi_doc_int(&doc, "unknown_names", (int64_t)counts->unknown_names);
        if (replay->hooks)
            replay->hooks->members(replay->hooks->context, &doc);
    }
    kzi_doc_end_line(&doc, KZI_LAYOUT_all_logs);
}
