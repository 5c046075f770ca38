/* The kinds of work on a line of input: score a hand, explain why a yaku does not count, compare
 * a hand, add it to a summary, settle a deal. */
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
#include "score/prospect.h"
#include "score/value.h"

/* --- hands ----------------------------------------------------------------------------------- */

struct hands {
    kz_hand *hand;  /* of the current line: one of */
    kz_hand **each; /* by ruleset, whose words it knows */
    unsigned n_each;
    kz_result *result;
    kz_result *changed[2]; /* for --why-not */
};

static void release_hands(void *own) {
    const struct hands *hands = own;
    for (unsigned i = 0; i < hands->n_each; i++)
        kz_hand_free(hands->each[i]);
    kz_result_free(hands->result);
    kz_result_free(hands->changed[0]);
    kz_result_free(hands->changed[1]);
}

static void open_hands(struct kzi_scorer *scorer) {
    struct kzi_arena *arena = scorer->job->args->arena;
    struct hands *hands = scorer->own = KZI_NEW(arena, struct hands);
    hands->each = KZI_NEW_ARRAY(arena, scorer->job->n_rules, kz_hand *);
    *kzi_arena_keep(arena, release_hands) = hands;
    bool opened = (hands->result = kz_result_new()) && (hands->changed[0] = kz_result_new()) &&
                  (hands->changed[1] = kz_result_new());
    for (; opened && hands->n_each < scorer->job->n_rules; hands->n_each++)
        opened =
            (hands->each[hands->n_each] = kz_hand_new()) &&
            kz_hand_know(hands->each[hands->n_each], scorer->job->rules[hands->n_each]) == KZ_OK;
    if (!opened)
        kzi_no_memory(arena);
    for (unsigned i = 0; i < hands->n_each; i++)
        hands->each[i]->reader->notation = scorer->job->notation;
}

/* Return the ruleset of the current line. */
static const kz_ruleset *rules_of(const struct kzi_scorer *scorer) {
    return scorer->job->rules[scorer->which];
}

/* Return the scorer's hands, of which the current one knows the words of that ruleset. */
static struct hands *hands_of(const struct kzi_scorer *scorer) {
    struct hands *hands = scorer->own;
    hands->hand = hands->each[scorer->which];
    return hands;
}

/* Score the hand of a line; if it is refused, report that and return false. */
static bool score(struct kzi_scorer *scorer, const struct kzi_scored_line *line) {
    struct hands *hands = hands_of(scorer);
    kz_error error;
    kz_status status = kz_hand_parse(hands->hand, line->text, line->len, &error);
    if (status == KZ_OK) {
        status = kz_score(hands->result, rules_of(scorer), hands->hand);
        if (status != KZ_OK)
            error = *kz_result_error(hands->result);
    }
    if (status != KZ_OK)
        kzi_scorer_refuse(scorer, line, kzi_hand_id(&hands->hand->hand), &error);
    return status == KZ_OK;
}

static void put_row(const struct kzi_scorer *scorer, const struct kzi_scored_line *line) {
    const struct kz_result *result = ((struct hands *)scorer->own)->result;
    const struct kzi_column_row row = {
        .id = kzi_hand_id(&result->hand), .line = kzi_row_line(line), .result = result};
    kzi_columns_row(scorer->out, scorer->job->columns, &row);
}

static void score_hand(struct kzi_scorer *scorer, const struct kzi_scored_line *line) {
    const struct kzi_score_job *job = scorer->job;
    const struct hands *hands = scorer->own;
    if (!score(scorer, line))
        return;
    if (!kz_result_wins(hands->result))
        kzi_scorer_count(scorer, KZI_EXIT_NEGATIVE);
    if (job->columns)
        put_row(scorer, line);
    else if (job->json)
        kzi_report_json(scorer->out, hands->result, job->style.explain, line->number);
    else
        kzi_report_text(scorer->out, hands->result, &job->style);
    if (!job->columns && !job->json && hands->result->reason == KZI_NO_YAKU)
        kzi_nearest_yaku_say(scorer->out, hands->result, hands->changed, &job->style);
}

const struct kzi_scorer_kind kzi_scores_hands = {
    .thing = "hand", .chooses = true, .open = open_hands, .take = score_hand};

static void ask_why_not(struct kzi_scorer *scorer, const struct kzi_scored_line *line) {
    const struct kzi_score_job *job = scorer->job;
    const struct hands *hands = scorer->own;
    struct kzi_why why;
    if (!score(scorer, line))
        return;
    kzi_why_find(&why, hands->result, job->yaku, hands->changed[0], hands->changed[1]);
    if (why.status != KZI_WHY_COUNTS)
        kzi_scorer_count(scorer, KZI_EXIT_NEGATIVE);
    kzi_why_put(scorer->out, &why, &job->style);
}

const struct kzi_scorer_kind kzi_asks_why_not = {
    .thing = "hand", .chooses = true, .open = open_hands, .take = ask_why_not};

/* --- unfinished hands ------------------------------------------------------------------------ */

static void find_waits(struct kzi_scorer *scorer, const struct kzi_scored_line *line) {
    const struct kzi_score_job *job = scorer->job;
    struct hands *hands = hands_of(scorer);
    struct kzi_completion completion;
    struct kzi_completed completed = {rules_of(scorer), &hands->hand->hand, &completion,
                                      hands->result, job->style.explain};
    kz_error error;
    kz_status status = kz_hand_parse_unfinished(hands->hand, line->text, line->len, &error);
    if (status == KZ_OK)
        status = kzi_completed_find(&completed, &completion, &error);
    if (status != KZ_OK)
        kzi_scorer_refuse(scorer, line, kzi_hand_id(completed.hand), &error);
    else
        kzi_completion_put(scorer->out, &completed, &job->style);
    if (status == KZ_OK && !job->json && job->style.explain)
        kzi_completion_explain(scorer->out, &completed, hands->changed, &job->style);
}

const struct kzi_scorer_kind kzi_finds_waits = {
    .thing = "hand", .chooses = true, .open = open_hands, .take = find_waits};

/* The time that a hand may take, and what shows that it goes on. */
struct patience {
    double ends; /* 0: never */
    struct kzi_progress progress;
};

static int goes_on(void *payload, unsigned long hands) {
    struct patience *patience = payload;
    kzi_progress_tell(&patience->progress, "hands", hands, 0, 0);
    return patience->ends <= 0 || kzi_now() < patience->ends;
}

static kz_status look_ahead(struct kzi_scorer *scorer, struct kzi_discards *discards, bool alone,
                            kz_error *error) {
    const struct kzi_score_job *job = scorer->job;
    const struct hands *hands = scorer->own;
    struct patience patience = {.ends = job->limit > 0 ? kzi_now() + job->limit : 0,
                                .progress = kzi_progress_begin(alone && isatty(STDERR_FILENO))};
    struct kzi_search search = {.turns = job->turns,
                                .width = job->width,
                                .ura = job->args->given[KZI_OPT_URA],
                                .most_bytes = KZI_SEARCH_BYTES,
                                .goes_on = goes_on,
                                .payload = &patience};
    kz_status status = kzi_prospects_find(discards, job->rules[0], &hands->hand->hand,
                                          hands->result, &search, error);
    kzi_progress_end(&patience.progress);
    return status;
}

static void find_discards(struct kzi_scorer *scorer, const struct kzi_scored_line *line) {
    const struct kz_ruleset *rules = rules_of(scorer);
    struct hands *hands = hands_of(scorer);
    const struct kzi_hand *hand = &hands->hand->hand;
    struct kzi_discards discards;
    kz_error error;
    kz_status status = kz_hand_parse_unfinished(hands->hand, line->text, line->len, &error);
    if (status == KZ_OK)
        status = kzi_discards_find(&discards, rules, hand, hands->result, &error);
    if (status == KZ_OK && scorer->job->turns)
        status = look_ahead(scorer, &discards, !line->number, &error);
    if (status != KZ_OK)
        kzi_scorer_refuse(scorer, line, kzi_hand_id(hand), &error);
    else
        kzi_discards_put(scorer->out, rules, hand, &discards, &scorer->job->style);
}

const struct kzi_scorer_kind kzi_finds_discards = {
    .thing = "hand", .chooses = true, .open = open_hands, .take = find_discards};

/* --- values without tiles -------------------------------------------------------------------- */

static void pay_value(struct kzi_scorer *scorer, const struct kzi_scored_line *line) {
    const struct kzi_score_job *job = scorer->job;
    struct kz_result *result = ((struct hands *)scorer->own)->result;
    struct kzi_stated_value stated;
    struct kzi_problem problem;
    kz_error error;
    bool read = kzi_value_read(&stated, line->text, line->len, &problem);
    if (!read)
        kzi_problem_error(&problem, &error);
    else if (kzi_value_settle(result, rules_of(scorer), &stated.hand, &stated.statement, false) !=
             KZ_OK) {
        error = result->error;
        read = false;
    }
    if (!read) {
        kzi_scorer_refuse(scorer, line, kzi_hand_id(&stated.hand), &error);
        return;
    }
    if (!kz_result_wins(result))
        kzi_scorer_count(scorer, KZI_EXIT_NEGATIVE);
    if (job->json)
        kzi_report_json(scorer->out, result, false, line->number);
    else
        kzi_report_text(scorer->out, result, &job->style);
}

const struct kzi_scorer_kind kzi_pays_values = {
    .thing = "value", .open = open_hands, .take = pay_value};

/* --- hands in another notation --------------------------------------------------------------- */

/* Read a hand, complete or not; one of full size without a winning tile is not.  If the notation to
 * write cannot say which tile won, the last one does not win just because it is the last. */
static kz_status read_either(kz_hand *hand, const struct kzi_scored_line *line,
                             const struct kzi_notation *to, kz_error *error) {
    kz_error finished;
    kz_status status = kz_hand_parse_unfinished(hand, line->text, line->len, error);
    const unsigned tiles = hand->hand.n_concealed + 3U * hand->hand.n_melds;
    const bool unfinished = status == KZ_OK && tiles;
    if (unfinished && (tiles % 3 != 2 || !(to->holds & KZI_HELD_WIN)))
        return KZ_OK;
    status = kz_hand_parse(hand, line->text, line->len, &finished);
    if (status != KZ_OK && unfinished)
        return kz_hand_parse_unfinished(hand, line->text, line->len, error);
    if (status != KZ_OK)
        *error = finished;
    return status;
}

/* Make the one hand, which knows no words. */
static void open_converted(struct kzi_scorer *scorer) {
    struct kzi_arena *arena = scorer->job->args->arena;
    struct hands *hands = scorer->own = KZI_NEW(arena, struct hands);
    hands->each = KZI_NEW_ARRAY(arena, 1, kz_hand *);
    *kzi_arena_keep(arena, release_hands) = hands;
    if (!(hands->hand = hands->each[0] = kz_hand_new()))
        kzi_no_memory(arena);
    hands->n_each = 1;
    hands->hand->reader->notation = scorer->job->notation;
}

static void convert_hand(struct kzi_scorer *scorer, const struct kzi_scored_line *line) {
    const struct kzi_score_job *job = scorer->job;
    const struct hands *hands = scorer->own;
    const struct kzi_hand *hand = &hands->hand->hand;
    char words[KZI_LEFT_OVER];
    kz_error error;
    kz_status status = read_either(hands->hand, line, job->to, &error);
    const char *left = status != KZ_OK || job->args->given[KZI_OPT_TILES_ONLY]
                           ? NULL
                           : kzi_notation_left_over(job->to, hand, words);
    if (left) {
        struct kzi_problem problem = {.found = false};
        kzi_problem_note(&problem, KZI_BAD_NOTATION, (struct kzi_spot){.at = 0},
                         "%s has no place for %s; --tiles-only leaves that out", job->to->name,
                         left);
        kzi_problem_error(&problem, &error);
        status = KZ_BAD_HAND;
    }
    if (status != KZ_OK)
        kzi_scorer_refuse(scorer, line, kzi_hand_id(hand), &error);
    else if (job->json)
        kzi_notation_json(scorer->out, job->to, hand);
    else
        kzi_notation_write(scorer->out, job->to, hand);
}

const struct kzi_scorer_kind kzi_converts_hands = {
    .thing = "hand", .single = true, .open = open_converted, .take = convert_hand};

/* --- deals ----------------------------------------------------------------------------------- */

struct deals {
    struct kzi_deal deal;
    struct kzi_settlement settlement;
};

static void open_deals(struct kzi_scorer *scorer) {
    scorer->own = KZI_NEW(scorer->job->args->arena, struct deals);
}

static void settle_deal(struct kzi_scorer *scorer, const struct kzi_scored_line *line) {
    const struct kzi_score_job *job = scorer->job;
    struct deals *deals = scorer->own;
    struct kzi_settlement *settlement = &deals->settlement;
    kz_error error;
    const struct kzi_deal_form form = {.notation = job->notation};
    if (!kzi_deal_read(&deals->deal, &form, line->text, line->len, &settlement->problem) ||
        !kzi_deal_settle(settlement, rules_of(scorer), &deals->deal)) {
        kzi_problem_error(&settlement->problem, &error);
        kzi_scorer_refuse(scorer, line, kzi_hand_id(&deals->deal.table), &error);
        return;
    }
    for (unsigned i = 0; i < settlement->n_results; i++) {
        const struct kz_result *result = &settlement->results[i];
        if (result->reason != KZI_WINS && result->reason != KZI_HEAD_BUMP)
            kzi_scorer_count(scorer, KZI_EXIT_NEGATIVE);
    }
    kzi_deal_put(scorer->out, settlement, &job->style);
}

const struct kzi_scorer_kind kzi_settles_deals = {
    .thing = "deal", .chooses = true, .open = open_deals, .take = settle_deal};

/* Take a deal of an evening, or the names of those who play. */
static void play_line(struct kzi_scorer *scorer, const struct kzi_scored_line *line) {
    struct kzi_scoreboard *board = scorer->job->board;
    kz_error error;
    bool added;
    const kz_status status = kzi_scoreboard_take(board, scorer->out, line->text, line->len,
                                                 line->number, &added, &error);
    if (status != KZ_OK && board->style.form != KZI_TEXT) {
        kzi_scorer_count(scorer, KZI_EXIT_USAGE);
        if (board->style.form == KZI_PAGE)
            kzi_scorer_tell(scorer, line, &error);
    } else if (status != KZ_OK)
        kzi_scorer_refuse(scorer, line, kzi_hand_id(&board->deal.table), &error);
    else if (!added)
        kzi_scorer_count(scorer, KZI_EXIT_NEGATIVE);
}

static void open_nothing(struct kzi_scorer *scorer) {
    (void)scorer;
}

const struct kzi_scorer_kind kzi_plays_deals = {
    .thing = "deal", .single = true, .open = open_nothing, .take = play_line};

/* --- hands under several rulesets ------------------------------------------------------------ */

struct compared {
    struct kzi_compared_hand hand;
    unsigned long n_left_out;
    struct kzi_summary summary; /* for a report of all */
};

static void release_compared(void *own) {
    struct compared *compared = own;
    kzi_compared_hand_release(&compared->hand);
    kzi_summary_free(&compared->summary);
}

static void open_compared(struct kzi_scorer *scorer) {
    const struct kzi_comparer *comparer = scorer->job->comparer;
    struct kzi_arena *arena = scorer->job->args->arena;
    struct compared *compared = scorer->own = KZI_NEW(arena, struct compared);
    *kzi_arena_keep(arena, release_compared) = compared;
    bool opened = kzi_compared_hand_init(&compared->hand, comparer);
    if (opened)
        compared->hand.hand->reader->notation = scorer->job->notation;
    kzi_summary_begin(&compared->summary, comparer->rules, comparer->count);
    if (!opened || compared->summary.no_memory)
        kzi_no_memory(arena);
}

/* Score a hand and count its status. Return false if no ruleset can read it; then all results
 * have the error. */
static bool score_compared(struct kzi_scorer *scorer, const struct kzi_scored_line *line) {
    struct compared *compared = scorer->own;
    const struct kzi_comparison *comparison = &compared->hand.comparison;
    bool read = kzi_compared_hand_score(&compared->hand, line->text, line->len);
    kzi_scorer_count(scorer, comparison->differs ? KZI_EXIT_NEGATIVE : KZI_EXIT_DONE);
    for (unsigned i = 0; i < comparison->count; i++)
        if (comparison->results[i]->status != KZ_OK)
            kzi_scorer_count(scorer, KZI_EXIT_USAGE);
    return read;
}

/* Every ruleset refuses the hand with the same error, so report that alone. */
static void refuse_compared(struct kzi_scorer *scorer, const struct kzi_scored_line *line) {
    const struct compared *compared = scorer->own;
    kzi_scorer_refuse(scorer, line, kzi_hand_id(&compared->hand.hand->hand),
                      &compared->hand.results[0]->error);
}

static void compare_hand(struct kzi_scorer *scorer, const struct kzi_scored_line *line) {
    const struct kzi_score_job *job = scorer->job;
    struct compared *compared = scorer->own;
    const struct kzi_comparison *comparison = &compared->hand.comparison;
    bool read = score_compared(scorer, line);
    const char *id = kzi_hand_id(&compared->hand.hand->hand);
    bool refused = !read || (comparison->results[0]->status != KZ_OK && !comparison->differs);
    if (refused && !job->json && !job->columns) {
        refuse_compared(scorer, line);
        return;
    }
    if (!(refused && job->columns) && job->args->given[KZI_OPT_ONLY_DIFFERENT] &&
        !comparison->differs) {
        compared->n_left_out++;
        return;
    }
    if (job->columns) {
        const struct kzi_column_row row = {.id = id, .line = kzi_row_line(line)};
        kzi_columns_compared(scorer->out, job->columns, &compared->hand, row);
        return;
    }
    if (line->number && !job->json)
        kzi_text_format(scorer->out, "line %lu%s%s\n", line->number, id[0] ? ", id " : "", id);
    kzi_comparison_put(scorer->out, comparison, &job->style, line->number);
}

static void add_shown(struct kzi_scorer *scorer) {
    const struct compared *compared = scorer->own;
    *scorer->job->shown += scorer->taken - compared->n_left_out;
    *scorer->job->left_out += compared->n_left_out;
}

const struct kzi_scorer_kind kzi_compares_hands = {
    .thing = "hand", .open = open_compared, .take = compare_hand, .end = add_shown};

/* --- summaries: one for each thread, merged at the end ---------------------------------------- */

static void add_hand(struct kzi_scorer *scorer, const struct kzi_scored_line *line) {
    struct compared *compared = scorer->own;
    const struct kzi_comparison *comparison = &compared->hand.comparison;
    if (!score_compared(scorer, line))
        kzi_scorer_tell(scorer, line, &comparison->results[0]->error);
    kzi_summary_add(&compared->summary, comparison, line->text, line->len, compared->hand.blame);
}

static void end_summary(struct kzi_scorer *scorer) {
    const struct compared *compared = scorer->own;
    kzi_summary_merge(scorer->job->summary, &compared->summary);
}

const struct kzi_scorer_kind kzi_sums_hands = {
    .thing = "hand", .open = open_compared, .take = add_hand, .end = end_summary};
