#include "cli/commands/replay_comparison.h"

#ifdef KZI_LOGS

#include "analysis/compare/comparison_report.h"
#include "analysis/witness/hand_text.h"
#include "words/sentence.h"

/* --- hands as records ------------------------------------------------------------------------- */

/* Return the id of a win: "game.mjlog#1#E2.1#S". */
static struct kzi_text id_of(const struct kzi_replay *replay, const struct kzi_audit *audit) {
    struct kzi_text id = kzi_text_growing();
    kzi_text_format(&id, "%s#%u#", replay->file, replay->game + 1);
    kzi_put_logged_round(&id, audit->round);
    kzi_text_format(&id, "#%c", kzi_seat_letters[audit->seat]);
    return id;
}

static void put_hand_record(void *context, const struct kzi_audit *audit) {
    const struct kzi_replay_comparison *comparison = context;
    struct kzi_text *text = &comparison->replay->results, id = id_of(comparison->replay, audit);
    kzi_begin_object(text);
    kzi_json_key_text(text, "id", &id);
    kzi_put_record(text, audit->hand);
    kzi_end_object(text);
}

/* --- the rules of a game next to others ------------------------------------------------------- */

unsigned kzi_compared_rules(const kz_ruleset *all[KZI_MAX_COMPARED],
                            const struct kzi_comparers *comparers, const struct kz_ruleset *rules) {
    all[0] = rules;
    for (unsigned i = 0; i < comparers->n_as; i++)
        all[i + 1] = comparers->as[i];
    return comparers->n_as + 1;
}

/* Find the comparer for the rules of a game, or make it if no thread has.  Return false if memory
 * ran out. */
static bool find_comparer(struct kzi_comparers *comparers, const struct kz_ruleset *rules,
                          bool reasons, unsigned *which) {
    const kz_comparer_options options = {.size = sizeof options, .reasons = reasons};
    const kz_ruleset *all[KZI_MAX_COMPARED];
    kz_status status = KZ_OK;
    pthread_mutex_lock(&comparers->lock);
    unsigned i = 0, count = kzi_compared_rules(all, comparers, rules);
    while (i < comparers->count && comparers->list[i]->rules[0] != rules)
        i++;
    if (i == comparers->count) {
        status = kz_comparer_new(&comparers->list[i], all, count, &options, NULL);
        comparers->count += status == KZ_OK;
    }
    pthread_mutex_unlock(&comparers->lock);
    *which = i;
    return status == KZ_OK;
}

static void begin_game(void *context, const struct kz_ruleset *rules) {
    struct kzi_replay_comparison *ctx = context;
    bool reasons =
        ctx->columns ? ctx->columns->why : ctx->replay->style->form != KZI_JSON || ctx->summary;
    unsigned which;
    ctx->failed = ctx->failed || !find_comparer(ctx->comparers, rules, reasons, &which);
    if (!ctx->failed && !ctx->hands[which])
        ctx->failed = !(ctx->hands[which] = kz_comparison_new(ctx->comparers->list[which]));
    if (ctx->failed)
        return;
    ctx->now = ctx->hands[which];
    ctx->game = (struct kzi_pay_sums){0};
    memset(ctx->players, 0, sizeof ctx->players);
}

/* --- a win ------------------------------------------------------------------------------------ */

/* Put the worth of a win under each ruleset, if it differs, and the rules that are the reason. */
static void put_difference(struct kzi_doc *doc, const kz_comparison *hand) {
    const struct kzi_comparison *comparison = &hand->compared;
    KZI_DOC_LIST(doc, ".points")
        for (unsigned i = 0; i < comparison->count; i++) {
            const struct kz_result *result = comparison->results[i];
            KZI_DOC_SENTENCE(under, doc, NULL, KZI_SAYS_under) {
                if (result->status != KZ_OK)
                    kzi_argument_says(under, KZI_SAYS_refused);
                else if (result->reason != KZI_WINS)
                    kzi_argument_says(under, KZI_SAYS_not_won);
                else
                    kzi_argument_int(under, result->best.points);
                kzi_argument_text(under, result->rules->model->label);
            }
        }
    kzi_put_field_list(doc, ".differs", comparison->differs);
    KZI_DOC_LIST(doc, ".why")
        for (unsigned i = 1; i < comparison->count; i++)
            if (comparison->from_first[i])
                kzi_say_why(kzi_doc_words(doc, NULL), &hand->blame[i]);
}

static void put_comparison(struct kzi_replay_comparison *ctx, const struct kzi_audit *audit) {
    const kz_comparison *hand = ctx->now;
    struct kzi_doc doc = kzi_audit_begin(&ctx->replay->results, ctx->replay, audit);
    if (!doc.json)
        put_difference(&doc, hand);
    else
        kzi_put_compared_members(&doc, &hand->compared, false, 0);
    kzi_put_unknown_yaku(&doc, audit);
    kzi_audit_end(&doc, KZI_LAYOUT_compared_wins);
}

static void write_name(const struct kzi_replay *replay, unsigned player, char *name, size_t size) {
    struct kzi_text text = kzi_text_fixed(name, size);
    struct kzi_sentence sentence = kzi_sentence_on(&text, replay->style);
    kzi_say_player(&sentence, replay, player);
    kzi_text_end(&text);
}

static void put_rows(struct kzi_replay_comparison *ctx, const struct kzi_audit *audit,
                     unsigned player) {
    char name[KZI_PLAYER_NAME], buffer[32], seat[] = {kzi_seat_letters[audit->seat], '\0'};
    struct kzi_text id = id_of(ctx->replay, audit), round = kzi_text_fixed(buffer, sizeof buffer);
    kzi_text_char(&id, '\0');
    kzi_put_logged_round(&round, audit->round);
    kzi_text_end(&round);
    write_name(ctx->replay, player, name, sizeof name);
    const struct kzi_logged_row logged = {.id = id.failed ? "" : id.at,
                                          .file = ctx->replay->file,
                                          .round = buffer,
                                          .player = name,
                                          .seat = seat,
                                          .total = audit->logged->total,
                                          .points = audit->logged->points};
    ctx->replay->results.failed |= id.failed;
    kzi_put_compared_rows(&ctx->replay->results, ctx->columns, ctx->now,
                          (struct kzi_column_row){.logged = &logged});
    kzi_text_release(&id);
}

static void add_win(struct kzi_pay_sums *sums, const struct kzi_comparison *comparison) {
    sums->wins++;
    sums->differ += comparison->differs != 0;
    for (unsigned i = 0; i < comparison->count; i++)
        if (kzi_is_won(comparison->results[i]))
            sums->points[i] += comparison->results[i]->best.points;
}

/* Score the hand of a win under all rulesets; false: memory ran out. */
static bool score_win(struct kzi_replay_comparison *ctx, const struct kzi_audit *audit) {
    struct kzi_text record = kzi_text_growing();
    kzi_json_begin(&record, '{');
    kzi_put_record(&record, audit->hand);
    kzi_json_end(&record, '}');
    const bool written = !record.failed;
    if (written)
        kz_comparison_score(ctx->now, record.at, record.len, NULL);
    if (written && ctx->summary)
        kzi_summary_add(ctx->summary, &ctx->now->compared, record.at, record.len, ctx->now->blame);
    kzi_text_release(&record);
    return written;
}

static void compare_win(void *context, const struct kzi_audit *audit) {
    struct kzi_replay_comparison *ctx = context;
    const unsigned player = kzi_player_of(audit->round, (unsigned)audit->seat);
    ctx->failed = ctx->failed || !score_win(ctx, audit);
    if (ctx->failed)
        return;
    const struct kzi_comparison *comparison = &ctx->now->compared;
    add_win(&ctx->game, comparison);
    add_win(&ctx->players[player], comparison);
    if (ctx->summary)
        return;
    if (ctx->columns)
        put_rows(ctx, audit, player);
    else if (ctx->replay->style->form == KZI_JSON || comparison->differs)
        put_comparison(ctx, audit);
}

/* --- sums ------------------------------------------------------------------------------------- */

/* Put the points under each ruleset. first: the name of the first one. */
static void put_sums(struct kzi_doc *doc, const struct kzi_replay_comparison *ctx,
                     const struct kzi_pay_sums *sums, const char *first) {
    KZI_DOC_LIST(doc, "points")
        for (unsigned i = 0; i <= ctx->comparers->n_as; i++)
            if (!doc->json)
                KZI_DOC_SAY(doc, NULL, KZI_SAYS_under, "%lld\t%s", (long long)sums->points[i],
                            i ? ctx->comparers->as[i - 1]->model->label : first);
            else
                kzi_doc_int(doc, NULL, sums->points[i]);
    kzi_doc_int(doc, "different", (int64_t)sums->differ);
}

static void add_sums(struct kzi_pay_sums *sums, const struct kzi_pay_sums *others) {
    sums->wins += others->wins;
    sums->differ += others->differ;
    for (unsigned i = 0; i < KZI_MAX_COMPARED; i++)
        sums->points[i] += others->points[i];
}

static void end_game(void *context) {
    struct kzi_replay_comparison *ctx = context;
    if (!ctx->failed)
        add_sums(&ctx->all, &ctx->game);
}

static void put_game_members(void *context, struct kzi_doc *doc) {
    const struct kzi_replay_comparison *ctx = context;
    if (ctx->failed)
        return; /* maybe before the rules of the game were compared */
    const char *first = ctx->now->comparer->rules[0]->model->label;
    KZI_DOC_LIST(doc, "players")
        for (unsigned i = 0; i < ctx->replay->replayer.n_players; i++) {
            kzi_doc_element(doc);
            kzi_doc_string(doc, ".file", ctx->replay->file);
            kzi_say_player(kzi_doc_words(doc, "player"), ctx->replay, i);
            kzi_doc_int(doc, "wins", (int64_t)ctx->players[i].wins);
            put_sums(doc, ctx, &ctx->players[i], first);
        }
    put_sums(doc, ctx, &ctx->game, first);
}

static void put_members(void *context, struct kzi_doc *doc) {
    const struct kzi_replay_comparison *ctx = context;
    const kz_ruleset *rules = ctx->replay->rules;
    KZI_DOC_LIST(doc, "rulesets") {
        kzi_doc_string(doc, NULL, rules ? rules->model->label : KZI_OWN_RULES);
        for (unsigned i = 0; i < ctx->comparers->n_as; i++)
            kzi_doc_string(doc, NULL, ctx->comparers->as[i]->model->label);
    }
    put_sums(doc, ctx, &ctx->all,
             rules ? rules->model->label : kzi_says_in(doc->style, KZI_SAYS_rules_of_games));
}

void kzi_replay_comparison_begin(struct kzi_replay_comparison *comparison,
                                 struct kzi_replay *replay) {
    comparison->replay = replay;
    comparison->hooks = (struct kzi_replay_hooks){.context = comparison, .win = put_hand_record};
    if (comparison->comparers->n_as || comparison->columns)
        comparison->hooks = (struct kzi_replay_hooks){comparison, begin_game,       compare_win,
                                                      end_game,   put_game_members, put_members};
    replay->hooks = &comparison->hooks;
}

void kzi_replay_comparison_release(struct kzi_replay_comparison *comparison) {
    for (unsigned i = 0; i < KZI_MAX_OPENED; i++)
        kz_comparison_free(comparison->hands[i]);
}

void kzi_comparers_release(struct kzi_comparers *comparers) {
    for (unsigned i = 0; i < comparers->count; i++)
        kz_comparer_free(comparers->list[i]);
}

void kzi_replay_comparison_add(struct kzi_replay_comparison *comparison,
                               const struct kzi_replay_comparison *other) {
    add_sums(&comparison->all, &other->all);
}

#endif
