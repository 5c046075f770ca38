/* What replaying a log showed, as text and as JSON. */
#include "base/text_json.h"
#include "base/utf8.h"
#include "hand/notation/readers.h"
#include "logs/replay.h"
#include "report/wording.h"
#include "tile/notation.h"
#include "words/sentence.h"

/* --- one side: what was logged, or what the rules make of it ---------------------------------- */

/* A win or a draw, as one of the two says it.  Only what the log says is shown of either. */
struct side {
    const struct kzi_audit *audit;
    const struct kzi_replay *replay;
    bool logged;
};

static bool shows(const struct side *side, enum kzi_logged_field field) {
    const struct kzi_logged_win *win = side->audit->logged;
    const bool said[] = {win->has_yaku, win->has_total, win->has_fu, win->has_points,
                         win->has_payments};
    const struct kz_result *result = side->audit->result;
    if (side->logged || field == KZI_LOGGED_PAYMENTS)
        return said[field] && (side->logged || !side->audit->error);
    return said[field] && result && result->reason == KZI_WINS &&
           (field != KZI_LOGGED_FU || result->best.fu >= 0);
}

static int64_t number_of(const struct side *side, enum kzi_logged_field field) {
    const struct kzi_logged_win *win = side->audit->logged;
    const struct kzi_tally *best = side->logged ? NULL : &side->audit->result->best;
    if (field == KZI_LOGGED_TOTAL)
        return best ? best->total : win->total;
    if (field == KZI_LOGGED_FU)
        return best ? best->fu : win->fu;
    return best ? best->points : win->points;
}

static int64_t payment_of(const struct side *side, unsigned player) {
    const struct kzi_audit *audit = side->audit;
    return side->logged ? audit->logged->payments[player]
                        : audit->payments[kzi_seat_of(audit->round, player)];
}

/* Return the number of yaku on a side, and the id and value of each; value -1: not said. */
static unsigned yaku_count(const struct side *side, uint16_t list[KZI_MAX_YAKU]) {
    return side->logged ? side->audit->logged->n_yaku : kzi_listed(side->audit->result, list);
}

static const char *yaku_at(const struct side *side, const uint16_t *list, unsigned i, int *value) {
    const struct kz_result *result = side->audit->result;
    if (!side->logged) {
        *value =
            kzi_value_in_hand(result, list[i])->number * (int)kzi_times_listed(result, list[i]);
        return result->rules->model->yaku[list[i]].id;
    }
    const struct kzi_logged_yaku *yaku = &side->audit->logged->yaku[i];
    *value = yaku->value;
    return yaku->number < 0 ? "unknown" : side->replay->dialect->yaku[yaku->number].ids[0];
}

static void yaku_json(struct kzi_text *text, const struct side *side) {
    uint16_t list[KZI_MAX_YAKU];
    unsigned count = yaku_count(side, list);
    kzi_json_begin_key(text, "yaku", '[');
    for (unsigned i = 0; i < count; i++) {
        int value;
        kzi_json_begin(text, '{');
        kzi_json_key_string(text, "id", yaku_at(side, list, i, &value));
        if (value >= 0)
            kzi_json_key_int(text, "value", value);
        kzi_json_end(text, '}');
    }
    kzi_json_end(text, ']');
}

static void payments_json(struct kzi_text *text, const struct side *side) {
    const struct kzi_logged_round *round = side->audit->round;
    kzi_json_begin_key(text, "payments", '{');
    for (unsigned seat = 0; seat < round->n_players; seat++) {
        const char name[2] = {kzi_seat_letters[seat]};
        kzi_json_key_int(text, name, payment_of(side, kzi_player_of(round, seat)));
    }
    kzi_json_end(text, '}');
}

static void side_json(struct kzi_text *text, const char *key, const struct side *side) {
    kzi_json_begin_key(text, key, '{');
    if (shows(side, KZI_LOGGED_YAKU))
        yaku_json(text, side);
    for (unsigned field = KZI_LOGGED_TOTAL; field <= KZI_LOGGED_POINTS; field++)
        if (shows(side, field))
            kzi_json_key_int(text, kzi_logged_field_names[field], number_of(side, field));
    if (shows(side, KZI_LOGGED_PAYMENTS))
        payments_json(text, side);
    kzi_json_end(text, '}');
}

/* Write a yaku: in English its id as words, else its name in the rules. */
static void say_yaku(struct kzi_text *text, const struct side *side, const char *id) {
    const struct kzi_model *model = side->replay->game_rules->model;
    const struct kzi_style *style = side->replay->style;
    const int yaku = style->words ? kzi_names_find(&model->yaku_names, id) : -1;
    kzi_say_name(text, yaku < 0 ? NULL : model->yaku[yaku].name, id, style->language);
}

static void yaku_text(struct kzi_text *text, const struct side *side) {
    uint16_t list[KZI_MAX_YAKU];
    unsigned count = yaku_count(side, list);
    for (unsigned i = 0; i < count; i++) {
        int value;
        const char *id = yaku_at(side, list, i, &value);
        kzi_text_put(text, i ? ", " : "");
        if (side->logged && side->audit->logged->yaku[i].number < 0) {
            kzi_text_format(text, "%s ", kzi_says_in(side->replay->style, KZI_SAYS_unknown));
            kzi_put_visible(text, side->audit->logged->yaku[i].name);
        } else {
            say_yaku(text, side, id);
        }
        if (value >= 0)
            kzi_text_format(text, " %d", value);
    }
}

static void payments_text(struct kzi_text *text, const struct side *side) {
    const struct kzi_logged_round *round = side->audit->round;
    for (unsigned seat = 0; seat < round->n_players; seat++)
        kzi_text_format(text, "%s%c %+lld", seat ? ", " : "", kzi_seat_letters[seat],
                        (long long)payment_of(side, kzi_player_of(round, seat)));
}

/* Begin a line of what was logged, or what was computed. */
static void begin_side(struct kzi_text *text, const struct kzi_replay *replay, bool logged) {
    kzi_text_put(text, "    ");
    size_t from = text->len;
    kzi_sentence_put(text, replay->style, logged ? KZI_SAYS_side_logged : KZI_SAYS_side_computed);
    kzi_text_pad(text, from, 9);
}

static void side_text(struct kzi_text *text, const struct side *side) {
    const struct kzi_style *style = side->replay->style;
    bool any = false;
    begin_side(text, side->replay, side->logged);
    for (unsigned field = 0; field < KZI_LOGGED_FIELDS; field++) {
        if (!shows(side, field))
            continue;
        kzi_text_put(text, any ? "; " : "");
        any = true;
        if (field == KZI_LOGGED_YAKU) {
            yaku_text(text, side);
        } else if (field == KZI_LOGGED_PAYMENTS) {
            payments_text(text, side);
        } else {
            kzi_put_word(text, style, "field", kzi_logged_field_names[field]);
            kzi_text_format(text, " %lld", (long long)number_of(side, field));
        }
    }
    kzi_text_format(text, "%s\n", any ? "" : kzi_says_in(style, KZI_SAYS_nothing));
}

void kzi_say_log(struct kzi_text *text, const struct kzi_replay *replay) {
    kzi_put_visible(text, replay->file);
    kzi_text_put(text, ": ");
}

/* --- a disagreement -------------------------------------------------------------------------- */

void kzi_say_logged_round(struct kzi_text *text, const struct kzi_logged_round *round) {
    kzi_text_format(text, "%c%d.%u", kzi_seat_letters[round->wind], round->number + 1,
                    round->counters);
}

static void put_why(struct kzi_text *text, const struct kzi_audit *audit,
                    const struct kzi_style *style) {
    if (audit->error) {
        kzi_text_put(text, audit->error);
    } else if (audit->seat >= 0 && !audit->result) {
        kzi_sentence_put(text, style, KZI_SAYS_rules_pay_nobody);
    } else if (audit->seat >= 0 && audit->result->reason != KZI_WINS) {
        kzi_say_no_win(text, audit->result, style);
    } else {
        struct kzi_sentence list = kzi_sentence_begin(text, style);
        for (unsigned field = 0; field < KZI_LOGGED_FIELDS; field++)
            if (audit->differs >> field & 1)
                kzi_argument_code(&list, "field", kzi_logged_field_names[field]);
        kzi_sentence_end_list(&list, KZI_COMMA);
    }
}

void kzi_json_unknown_yaku(struct kzi_text *text, const struct kzi_logged_win *win) {
    bool any = false;
    for (unsigned i = 0; i < win->n_yaku; i++) {
        if (win->yaku[i].number >= 0)
            continue;
        if (!any)
            kzi_json_begin_key(text, "unknown_yaku", '[');
        any = true;
        kzi_json_put_string(text, win->yaku[i].name);
    }
    if (any)
        kzi_json_end(text, ']');
}

/* Begin the object of a win or a draw. */
static void begin_json(struct kzi_text *text, const struct kzi_audit *audit) {
    struct kzi_text said = kzi_text_growing();
    kzi_json_begin(text, '{');
    kzi_say_logged_round(&said, audit->round);
    kzi_json_key_text(text, "round", &said);
    kzi_json_key_string(text, "seat",
                        audit->seat < 0 ? NULL : (const char[2]){kzi_seat_letters[audit->seat]});
}

static void audit_json(struct kzi_text *text, const struct side sides[2], bool agrees) {
    const struct kzi_audit *audit = sides[0].audit;
    begin_json(text, audit);
    if (!agrees) {
        struct kzi_text said = kzi_text_growing();
        side_json(text, "logged", &sides[0]);
        side_json(text, "computed", &sides[1]);
        put_why(&said, audit, &kzi_plain_style);
        kzi_json_key_text(text, "why", &said);
    }
    kzi_json_unknown_yaku(text, audit->logged);
    kzi_json_end(text, '}');
}

static void audit_text(struct kzi_text *text, const struct kzi_replay *replay,
                       const struct side sides[2], bool agrees) {
    const struct kzi_audit *audit = sides[0].audit;
    const struct kzi_style *style = replay->style;
    kzi_say_log(text, replay);
    kzi_say_logged_round(text, audit->round);
    kzi_text_format(text, " %s: ",
                    audit->seat < 0 ? kzi_says_in(style, KZI_SAYS_draw)
                                    : kzi_seat_in(style, (unsigned)audit->seat));
    if (!agrees)
        put_why(text, audit, style);
    kzi_text_format(text, "%s%s\n", audit->unknown && !agrees ? ", " : "",
                    audit->unknown ? kzi_says_in(style, KZI_SAYS_unknown_yaku) : "");
    side_text(text, &sides[0]);
    side_text(text, &sides[1]);
}

void kzi_replay_say_audit(struct kzi_replay *replay, const struct kzi_audit *audit, bool agrees) {
    const struct side sides[2] = {{audit, replay, true}, {audit, replay, false}};
    if (replay->json)
        audit_json(agrees ? &replay->unknown : &replay->disagreements, sides, agrees);
    else
        audit_text(&replay->disagreements, replay, sides, agrees);
}

void kzi_replay_say_win(struct kzi_replay *replay, const struct kzi_audit *audit) {
    struct kzi_text *text = &replay->results, player = kzi_text_growing(), hand = player;
    begin_json(text, audit);
    kzi_say_player(&player, replay, kzi_player_of(audit->round, (unsigned)audit->seat));
    kzi_json_key_text(text, "player", &player);
    kzi_write_line(&hand, audit->hand);
    kzi_json_key_text(text, "hand", &hand);
    side_json(text, "logged", &(struct side){audit, replay, true});
    kzi_json_end(text, '}');
}

/* --- the end of a game ----------------------------------------------------------------------- */

/* The scores at the end as one of the two says them, by player. */
static void end_json(struct kzi_text *text, const char *key, const struct kzi_final_scores *finals,
                     const int64_t *scores, const int64_t *points) {
    kzi_json_begin_key(text, key, '{');
    for (unsigned of = 0; of <= finals->has_points; of++) {
        kzi_json_begin_key(text, of ? "game_points" : "scores", '[');
        for (unsigned i = 0; i < finals->n_players; i++)
            kzi_json_put_int(text, of ? points[i] : scores[i]);
        kzi_json_end(text, ']');
    }
    kzi_json_end(text, '}');
}

static void end_text(struct kzi_replay *replay, bool logged, const int64_t *scores,
                     const int64_t *points) {
    const struct kzi_final_scores *finals = &replay->finals;
    struct kzi_text *text = &replay->disagreements;
    begin_side(text, replay, logged);
    kzi_put_word(text, replay->style, "field", "scores");
    for (unsigned i = 0; i < finals->n_players; i++)
        kzi_text_format(text, " %lld", (long long)scores[i]);
    if (finals->has_points) {
        kzi_text_put(text, "; ");
        kzi_put_word(text, replay->style, "field", "points");
        for (unsigned i = 0; i < finals->n_players; i++)
            kzi_text_format(text, " %+lld", (long long)points[i]);
    }
    kzi_text_char(text, '\n');
}

void kzi_replay_say_final_scores(struct kzi_replay *replay, const struct kzi_log_event *end) {
    const struct kzi_final_scores *finals = &replay->finals;
    struct kzi_text *text = &replay->disagreements;
    if (!replay->json) {
        kzi_say_log(text, replay);
        kzi_sentence_line(text, replay->style, KZI_SAYS_end_of_game);
        end_text(replay, true, end->scores, end->points);
        end_text(replay, false, finals->scores, finals->points);
        return;
    }
    kzi_json_begin(text, '{');
    kzi_json_key_string(text, "round", "end");
    kzi_json_key_string(text, "seat", NULL);
    end_json(text, "logged", finals, end->scores, end->points);
    end_json(text, "computed", finals, finals->scores, finals->points);
    kzi_json_key_string(text, "why", "what players have at the end");
    kzi_json_end(text, '}');
}

/* --- games, logs, all ------------------------------------------------------------------------ */

/* Append the whole of a text that may be empty. */
static void put_all(struct kzi_text *text, const struct kzi_text *part) {
    if (part->len)
        kzi_text_add(text, part->at, part->len);
}

static void game_json(struct kzi_text *text, const struct kzi_replay *replay) {
    kzi_json_start(text);
    kzi_json_begin(text, '{');
    kzi_json_key_string(text, "file", replay->file);
    kzi_json_key_int(text, "game", replay->game);
    kzi_json_key_int(text, "rounds", (long long)replay->tally.rounds);
    kzi_json_key_int(text, "wins", (long long)replay->tally.wins);
    kzi_json_key_int(text, "draws", (long long)replay->tally.draws);
    kzi_json_begin_key(text, "disagree", '[');
    put_all(text, &replay->disagreements);
    kzi_json_end(text, ']');
    kzi_json_begin_key(text, "unknown_names", '[');
    put_all(text, &replay->unknown);
    kzi_json_end(text, ']');
    if (replay->hooks || replay->hands) {
        kzi_json_begin_key(text, "results", '[');
        put_all(text, &replay->results);
        kzi_json_end(text, ']');
    }
    if (replay->hooks)
        replay->hooks->game_members(replay->hooks->context, text);
    if (replay->hands)
        kzi_json_key_string(text, "ruleset", replay->game_rules->model->label);
    kzi_json_end(text, '}');
    kzi_text_char(text, '\n');
}

/* The logs are left out where there are none. */
static void put_counts(struct kzi_text *text, const struct kzi_replay_counts *counts,
                       const struct kzi_style *style) {
    const struct {
        enum kzi_says says;
        unsigned long count;
    } all[] = {{KZI_SAYS_logs, counts->files},
               {KZI_SAYS_rounds, counts->rounds},
               {KZI_SAYS_wins, counts->wins},
               {KZI_SAYS_draws, counts->draws}};
    struct kzi_sentence list = kzi_sentence_begin(text, style);
    for (unsigned i = counts->files ? 0 : 1; i < sizeof all / sizeof *all; i++)
        kzi_sentence_format(kzi_argument(&list), style, all[i].says, "%lu", all[i].count);
    kzi_sentence_end_list(&list, KZI_COMMA);
    kzi_text_put(text, ": ");
    kzi_sentence_format(text, style, counts->disagree ? KZI_SAYS_disagree : KZI_SAYS_all_agree,
                        "%lu", counts->disagree);
    if (counts->unknown_names)
        kzi_sentence_format(text, style, KZI_SAYS_but_unknown_names, "%lu", counts->unknown_names);
}

static void game_text(struct kzi_text *text, const struct kzi_replay *replay) {
    put_all(text, &replay->disagreements);
    kzi_say_log(text, replay);
    if (replay->game > 1) {
        kzi_sentence_format(text, replay->style, KZI_SAYS_game_in_log, "%u", replay->game);
        kzi_text_put(text, ": ");
    }
    put_counts(text, &replay->tally, replay->style);
    kzi_text_char(text, '\n');
    put_all(text, &replay->results);
}

void kzi_replay_say_game(struct kzi_replay *replay) {
    struct kzi_text *text = replay->out;
    if (replay->only_results)
        put_all(text, &replay->results);
    else if (replay->json)
        game_json(text, replay);
    else
        game_text(text, replay);
}

static void fault_json(struct kzi_text *text, const struct kzi_replay *replay,
                       const struct kzi_log_fault *fault) {
    kzi_json_start(text);
    kzi_json_begin(text, '{');
    kzi_json_key_string(text, "file", replay->file);
    kzi_json_key_int(text, "line", (long long)fault->line);
    kzi_json_key_int(text, "column", (long long)fault->column);
    kzi_json_begin_key(text, "error", '{');
    kzi_json_key_string(text, "code", "bad_log");
    kzi_json_key_string(text, "message", fault->text);
    kzi_json_end(text, '}');
    kzi_json_end(text, '}');
    kzi_text_char(text, '\n');
}

void kzi_replay_say_fault(struct kzi_replay *replay, const struct kzi_log_fault *fault) {
    struct kzi_text *text = replay->only_results ? replay->err : replay->out;
    if (replay->json && !replay->only_results) {
        fault_json(text, replay, fault);
        return;
    }
    kzi_put_visible(text, replay->file);
    if (fault->line)
        kzi_text_format(text, ":%lu:%lu", fault->line, fault->column);
    kzi_text_format(text, ": %s\n", fault->text);
}

void kzi_replay_summary(struct kzi_replay *replay) {
    const struct kzi_replay_counts *counts = &replay->counts;
    struct kzi_text *text = replay->out;
    if (!replay->json) {
        put_counts(text, counts, replay->style);
        if (counts->errors)
            kzi_sentence_format(text, replay->style, KZI_SAYS_unreadable, "%lu", counts->errors);
        kzi_text_char(text, '\n');
        return;
    }
    kzi_json_start(text);
    kzi_json_begin(text, '{');
    kzi_json_begin_key(text, "summary", '{');
    kzi_json_key_int(text, "files", (long long)counts->files);
    kzi_json_key_int(text, "rounds", (long long)counts->rounds);
    kzi_json_key_int(text, "wins", (long long)counts->wins);
    kzi_json_key_int(text, "draws", (long long)counts->draws);
    kzi_json_key_int(text, "disagree", (long long)counts->disagree);
    kzi_json_key_int(text, "errors", (long long)counts->errors);
    kzi_json_key_int(text, "unknown_names", (long long)counts->unknown_names);
    if (replay->hooks)
        replay->hooks->members(replay->hooks->context, text);
    kzi_json_end(text, '}');
    kzi_json_end(text, '}');
    kzi_text_char(text, '\n');
}
