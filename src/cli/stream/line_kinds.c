/* The kinds of work on a line of input: score a hand, explain why a yaku does not count, compare a
 * hand, add it to a summary, settle a deal. */
#include "analysis/compare/comparer.h"
#include "analysis/compare/comparison_report.h"
#include "analysis/game/scoreboard.h"
#include "analysis/waits/nearest_yaku.h"
#include "analysis/whynot/why_not.h"
#include "api.h"
#include "cli/stream/column_table.h"
#include "cli/stream/scorer.h"
#include "hand/parser/parser.h"
#include "report/completion_report.h"
#include "report/deal_report.h"
#include "report/discard_report.h"
#include "report/result_json.h"
#include "score/value.h"

/* --- hands ----------------------------------------------------------------------------------- */

struct hands {
    kz_hand *hand;           /* of the current line */
    const kz_ruleset *rules; /* the rules whose words the hand knows; NULL: none */
    kz_result *result;
    kz_result *changed[2]; /* for --why-not */
    struct kzi_stated_value stated;
};

static void release_hand(void *hand) {
    kz_hand_free(hand);
}

static void open_hands(struct kzi_scorer *scorer) {
    const struct kzi_score_job *job = scorer->job;
    struct kzi_arena *arena = job->args->arena;
    struct hands *hands = scorer->own = KZI_NEW(arena, struct hands);
    void **kept = kzi_arena_keep(arena, release_hand);
    kz_hand *hand = *kept = hands->hand = kz_hand_new();
    if (!hand)
        kzi_no_memory(arena);
    hand->reader->form.notation = job->notation;
    hand->reader->form.ruleset = job->n_rules ? &scorer->named : NULL;
    hands->result = KZI_NEW(arena, kz_result);
    for (unsigned i = 0; i < KZI_COUNT(hands->changed); i++)
        hands->changed[i] = KZI_NEW(arena, kz_result);
}

/* Return the scorer's hands, after making the hand know the words of the line's ruleset. */
static struct hands *hands_of(struct kzi_scorer *scorer) {
    const struct kzi_score_job *job = scorer->job;
    struct hands *hands = scorer->own;
    hands->rules = job->n_rules ? job->rules[scorer->which] : NULL;
    kz_hand_forget(hands->hand);
    if (hands->rules)
        kz_hand_know(hands->hand, hands->rules);
    scorer->read = &hands->hand->hand;
    return hands;
}

typedef kz_status parser(kz_hand *hand, const char *text, size_t len, kz_error *err);

/* Read the hand of a line; read it again if its record names a ruleset with other words. */
static kz_status read_hand(struct kzi_scorer *scorer, parser *parse) {
    const struct kzi_line *line = &scorer->line;
    kz_status status = parse(hands_of(scorer)->hand, line->text, line->len, &scorer->error);
    if (!kzi_scorer_choose_ruleset(scorer))
        return KZ_BAD_HAND;
    return scorer->which ? parse(hands_of(scorer)->hand, line->text, line->len, &scorer->error)
                         : status;
}

/* Score the hand of a line. */
static kz_status score_read(struct kzi_scorer *scorer) {
    const struct hands *hands = scorer->own;
    kz_status status = read_hand(scorer, kz_hand_parse);
    if (status != KZ_OK)
        return status;
    status = kz_score(hands->result, hands->rules, hands->hand);
    if (status != KZ_OK)
        scorer->error = hands->result->error;
    return status;
}

static void put_result(struct kzi_scorer *scorer) {
    const struct kzi_score_job *job = scorer->job;
    const struct kz_result *result = ((const struct hands *)scorer->own)->result;
    if (!kz_result_wins(result))
        kzi_scorer_note_status(scorer, KZI_EXIT_NEGATIVE);
    if (job->columns)
        kzi_put_column_row(scorer->out, job->columns,
                           &(struct kzi_column_row){.id = kzi_hand_id(&result->hand),
                                                    .line = kzi_row_line(&scorer->line),
                                                    .result = result});
    else if (job->style.form == KZI_JSON)
        kzi_put_result_json(scorer->out, result, job->style.explain, scorer->line.number);
    else
        kzi_put_result(scorer->out, result, &job->style);
}

static kz_status score_hand(struct kzi_scorer *scorer) {
    const struct kzi_score_job *job = scorer->job;
    const struct hands *hands = scorer->own;
    kz_status status = score_read(scorer);
    if (status != KZ_OK)
        return status;
    put_result(scorer);
    if (kzi_is_report(job) && hands->result->reason == KZI_NO_YAKU)
        kzi_say_nearest_yaku(scorer->out, hands->result, hands->changed, &job->style);
    return KZ_OK;
}

const struct kzi_scorer_kind kzi_scores_hands = {
    .thing = "hand", .open = open_hands, .take = score_hand};

static kz_status ask_why_not(struct kzi_scorer *scorer) {
    const struct kzi_score_job *job = scorer->job;
    const struct hands *hands = scorer->own;
    struct kzi_why why;
    kz_status status = score_read(scorer);
    if (status != KZ_OK)
        return status;
    kzi_why_find(&why, hands->result, job->yaku, hands->changed[0], hands->changed[1]);
    if (why.status != KZI_WHY_COUNTS)
        kzi_scorer_note_status(scorer, KZI_EXIT_NEGATIVE);
    kzi_put_why_not(scorer->out, &why, &job->style);
    return KZ_OK;
}

const struct kzi_scorer_kind kzi_asks_why_not = {
    .thing = "hand", .open = open_hands, .take = ask_why_not};

/* --- unfinished hands ------------------------------------------------------------------------ */

static kz_status find_waits(struct kzi_scorer *scorer) {
    const struct kzi_style *style = &scorer->job->style;
    struct hands *hands = scorer->own;
    kz_status status = read_hand(scorer, kz_hand_parse_unfinished);
    struct kzi_completion completion;
    struct kzi_completion_job job = {hands->rules, &hands->hand->hand, &completion, hands->result,
                                     style->explain};
    if (status == KZ_OK)
        status = kzi_completion_job_find(&job, &completion, &scorer->error);
    if (status != KZ_OK)
        return status;
    kzi_put_completion(scorer->out, &job, style);
    if (style->form != KZI_JSON && style->explain)
        kzi_completion_explain(scorer->out, &job, hands->changed, style);
    return KZ_OK;
}

const struct kzi_scorer_kind kzi_finds_waits = {
    .thing = "hand", .open = open_hands, .take = find_waits};

/* The time that a hand may take, and its progress. */
struct patience {
    double ends; /* 0: never */
    struct kzi_progress progress;
};

static int goes_on(void *payload, uint64_t hands) {
    struct patience *patience = payload;
    kzi_progress_show(&patience->progress, "hands", hands, 0, 0);
    return patience->ends <= 0 || kzi_now() < patience->ends;
}

static kz_status look_ahead(struct kzi_scorer *scorer, struct kzi_discards *discards) {
    const struct kzi_score_job *job = scorer->job;
    const struct hands *hands = scorer->own;
    const bool alone = !scorer->line.number;
    struct patience patience = {.ends = job->limit > 0 ? kzi_now() + job->limit : 0,
                                .progress = kzi_progress_begin(alone && isatty(STDERR_FILENO))};
    struct kzi_discard_search search = job->search;
    search.goes_on = goes_on;
    search.payload = &patience;
    kz_status status = kzi_find_prospects(discards, hands->rules, &hands->hand->hand, hands->result,
                                          &search, &scorer->error);
    kzi_progress_end(&patience.progress);
    return status;
}

static kz_status find_discards(struct kzi_scorer *scorer) {
    const struct kzi_score_job *job = scorer->job;
    const struct hands *hands = scorer->own;
    kz_status status = read_hand(scorer, kz_hand_parse_unfinished);
    const struct kzi_hand *hand = &hands->hand->hand;
    struct kzi_discards discards;
    if (status == KZ_OK)
        status = kzi_discards_find(&discards, hands->rules, hand, hands->result, &scorer->error);
    if (status == KZ_OK && job->search.turns)
        status = look_ahead(scorer, &discards);
    if (status == KZ_OK)
        kzi_put_discards(scorer->out, hands->rules, hand, &discards, &job->style);
    return status;
}

const struct kzi_scorer_kind kzi_finds_discards = {
    .thing = "hand", .open = open_hands, .take = find_discards};

/* --- values without tiles -------------------------------------------------------------------- */

static kz_status pay_value(struct kzi_scorer *scorer) {
    struct hands *hands = hands_of(scorer);
    struct kzi_stated_value *stated = &hands->stated;
    struct kzi_problem problem;
    scorer->read = &stated->hand;
    if (!kzi_value_read(stated, scorer->line.text, scorer->line.len, &problem)) {
        kzi_problem_error(&problem, &scorer->error);
        return KZ_BAD_HAND;
    }
    kz_status status =
        kzi_value_settle(hands->result, hands->rules, &stated->hand, &stated->statement, false);
    if (status == KZ_OK)
        put_result(scorer);
    else
        scorer->error = hands->result->error;
    return status;
}

const struct kzi_scorer_kind kzi_pays_values = {
    .thing = "value", .open = open_hands, .take = pay_value};

/* --- hands in another notation --------------------------------------------------------------- */

/* Read a hand, complete or not; one of full size without a winning tile is not complete.  If the
 * notation to write has no way to mark the winning tile, the last tile is not the winning one just
 * because it is last. */
static kz_status read_either(struct kzi_scorer *scorer) {
    const struct kzi_line *line = &scorer->line;
    kz_hand *hand = hands_of(scorer)->hand;
    kz_error finished;
    kz_status status = kz_hand_parse_unfinished(hand, line->text, line->len, &scorer->error);
    const unsigned tiles = hand->hand.n_concealed + 3U * hand->hand.n_melds;
    const bool unfinished = status == KZ_OK && tiles;
    if (unfinished && (tiles % 3 != 2 || !(scorer->job->to->holds & KZI_HELD_WIN)))
        return KZ_OK;
    status = kz_hand_parse(hand, line->text, line->len, &finished);
    if (status != KZ_OK && unfinished)
        return kz_hand_parse_unfinished(hand, line->text, line->len, &scorer->error);
    if (status != KZ_OK)
        scorer->error = finished;
    return status;
}

static kz_status convert_hand(struct kzi_scorer *scorer) {
    const struct kzi_score_job *job = scorer->job;
    char words[KZI_LEFT_OVER];
    kz_status status = read_either(scorer);
    const struct kzi_hand *hand = scorer->read;
    const char *left = status != KZ_OK || job->args->given[KZI_OPT_TILES_ONLY]
                           ? NULL
                           : kzi_notation_left_over(job->to, hand, words);
    if (left) {
        struct kzi_problem problem = {.found = false};
        kzi_problem_note(&problem, KZI_BAD_NOTATION, (struct kzi_spot){.at = 0},
                         "%s has no place for %s; --tiles-only leaves that out", job->to->name,
                         left);
        kzi_problem_error(&problem, &scorer->error);
        return KZ_BAD_HAND;
    }
    if (status == KZ_OK)
        (job->style.form == KZI_JSON ? kzi_put_notation_json : kzi_put_in_notation)(scorer->out,
                                                                                    job->to, hand);
    return status;
}

const struct kzi_scorer_kind kzi_converts_hands = {
    .thing = "hand", .single = true, .open = open_hands, .take = convert_hand};

/* --- deals ----------------------------------------------------------------------------------- */

struct deals {
    struct kzi_deal deal;
    struct kzi_settlement settlement;
};

static void open_deals(struct kzi_scorer *scorer) {
    scorer->own = KZI_NEW(scorer->job->args->arena, struct deals);
}

static kz_status settle_deal(struct kzi_scorer *scorer) {
    const struct kzi_score_job *job = scorer->job;
    struct deals *deals = scorer->own;
    struct kzi_settlement *settlement = &deals->settlement;
    const struct kzi_deal_form form = {.notation = job->notation, .ruleset = &scorer->named};
    scorer->read = &deals->deal.table;
    const bool read = kzi_deal_read(&deals->deal, &form, scorer->line.text, scorer->line.len,
                                    &settlement->problem);
    if (!kzi_scorer_choose_ruleset(scorer))
        return KZ_BAD_HAND;
    if (!read || !kzi_deal_settle(settlement, job->rules[scorer->which], &deals->deal)) {
        kzi_problem_error(&settlement->problem, &scorer->error);
        return scorer->error.status;
    }
    for (unsigned i = 0; i < settlement->n_results; i++) {
        const struct kz_result *result = &settlement->results[i];
        if (result->reason != KZI_WINS && result->reason != KZI_HEAD_BUMP)
            kzi_scorer_note_status(scorer, KZI_EXIT_NEGATIVE);
    }
    kzi_put_deal(scorer->out, settlement, &job->style);
    return KZ_OK;
}

const struct kzi_scorer_kind kzi_settles_deals = {
    .thing = "deal", .open = open_deals, .take = settle_deal};

/* Play a line of an evening: a deal, or the names of the players.  Except in text, the board writes
 * the error of a refused line itself. */
static kz_status play_line(struct kzi_scorer *scorer) {
    struct kzi_scoreboard *board = scorer->job->board;
    bool added = true;
    const kz_status status =
        kzi_scoreboard_take(board, scorer->out, &scorer->line, &added, &scorer->error);
    scorer->read = &board->deal.table;
    if (status != KZ_OK && board->style.form == KZI_TEXT)
        return status;
    if (status != KZ_OK && board->style.form == KZI_PAGE)
        kzi_scorer_message(scorer, &scorer->error);
    if (status != KZ_OK || !added)
        kzi_scorer_note_status(scorer, status != KZ_OK ? KZI_EXIT_USAGE : KZI_EXIT_NEGATIVE);
    return KZ_OK;
}

const struct kzi_scorer_kind kzi_plays_deals = {.thing = "deal", .single = true, .take = play_line};

/* --- hands under several rulesets ------------------------------------------------------------ */

struct comparison_run {
    kz_comparison *hand;
    unsigned long n_left_out;
};

static void release_compared(void *own) {
    const struct comparison_run *compared = own;
    kz_comparison_free(compared->hand);
}

static void open_compared(struct kzi_scorer *scorer) {
    const kz_comparer *comparer = scorer->job->comparer;
    struct kzi_arena *arena = scorer->job->args->arena;
    struct comparison_run *compared = scorer->own = KZI_NEW(arena, struct comparison_run);
    *kzi_arena_keep(arena, release_compared) = compared;
    compared->hand = kz_comparison_new(comparer);
    if (!compared->hand)
        kzi_no_memory(arena);
    compared->hand->hand->reader->form.notation = scorer->job->notation;
}

/* Score a hand and count its status.  Return false if no ruleset can read it; then all results have
 * the error. */
static bool score_compared(struct kzi_scorer *scorer) {
    struct comparison_run *compared = scorer->own;
    const struct kzi_comparison *comparison = &compared->hand->compared;
    bool read =
        kz_comparison_score(compared->hand, scorer->line.text, scorer->line.len, NULL) == KZ_OK;
    scorer->read = &compared->hand->hand->hand;
    kzi_scorer_note_status(scorer, comparison->differs ? KZI_EXIT_NEGATIVE : KZI_EXIT_DONE);
    for (unsigned i = 0; i < comparison->count; i++)
        if (comparison->results[i]->status != KZ_OK)
            kzi_scorer_note_status(scorer, KZI_EXIT_USAGE);
    return read;
}

static kz_status compare_hand(struct kzi_scorer *scorer) {
    const struct kzi_score_job *job = scorer->job;
    struct comparison_run *compared = scorer->own;
    const struct kzi_comparison *comparison = &compared->hand->compared;
    bool read = score_compared(scorer);
    const char *id = kzi_hand_id(scorer->read);
    bool refused = !read || (comparison->results[0]->status != KZ_OK && !comparison->differs);
    if (refused && kzi_is_report(job)) {
        /* every ruleset refuses the hand with the same error, so report only that */
        scorer->error = comparison->results[0]->error;
        return comparison->results[0]->status;
    }
    if (!(refused && job->columns) && job->args->given[KZI_OPT_ONLY_DIFFERENT] &&
        !comparison->differs) {
        compared->n_left_out++;
        return KZ_OK;
    }
    if (job->columns) {
        const struct kzi_column_row row = {.id = id, .line = kzi_row_line(&scorer->line)};
        kzi_put_compared_rows(scorer->out, job->columns, compared->hand, row);
        return KZ_OK;
    }
    if (scorer->line.number && job->style.form != KZI_JSON)
        kzi_text_format(scorer->out, "line %lu%s%s\n", scorer->line.number, id[0] ? ", id " : "",
                        id);
    kzi_put_comparison(scorer->out, comparison, &job->style, scorer->line.number);
    return KZ_OK;
}

static void add_shown(struct kzi_scorer *scorer) {
    const struct comparison_run *compared = scorer->own;
    *scorer->job->shown += scorer->taken - compared->n_left_out;
    *scorer->job->left_out += compared->n_left_out;
}

const struct kzi_scorer_kind kzi_compares_hands = {
    .thing = "hand", .open = open_compared, .take = compare_hand, .end = add_shown};

/* --- summaries ------------------------------------------------------------------------------- */

static kz_status add_hand(struct kzi_scorer *scorer) {
    struct comparison_run *compared = scorer->own;
    const struct kzi_comparison *comparison = &compared->hand->compared;
    if (!score_compared(scorer))
        kzi_scorer_message(scorer, &comparison->results[0]->error);
    kzi_summary_add(scorer->job->summary, comparison, scorer->line.text, scorer->line.len,
                    compared->hand->blame);
    return KZ_OK;
}

const struct kzi_scorer_kind kzi_sums_hands = {
    .thing = "hand", .open = open_compared, .take = add_hand};
