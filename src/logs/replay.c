#include "logs/replay.h"

#include "base/text_json.h"
#include "words/sentence.h"

#include <stdlib.h>
#include <string.h>

struct kzi_replay *kzi_replay_new(void) {
    struct kzi_replay *replay = calloc(1, sizeof *replay);
    if (!replay)
        return NULL;
    replay->style = &kzi_plain_style;
    replay->disagreements = replay->unknown = replay->results = kzi_text_growing();
    replay->unpacker.text = kzi_text_growing();
    return replay;
}

void kzi_replay_free(struct kzi_replay *replay) {
    if (!replay)
        return;
    kzi_text_release(&replay->unpacker.text);
    kzi_text_release(&replay->disagreements);
    kzi_text_release(&replay->unknown);
    kzi_text_release(&replay->results);
    kzi_dialect_free(replay->dialect);
    free(replay);
}

void kzi_replay_counts_add(struct kzi_replay_counts *sum, const struct kzi_replay_counts *more) {
    sum->files += more->files;
    sum->games += more->games;
    sum->rounds += more->rounds;
    sum->wins += more->wins;
    sum->draws += more->draws;
    sum->disagree += more->disagree;
    sum->errors += more->errors;
    sum->unknown_names += more->unknown_names;
}

/* --- one game -------------------------------------------------------------------------------- */

static void take_round(void *context, struct kzi_logged_round *round) {
    struct kzi_replay *replay = context;
    unsigned count = round->deal.drawn ? 1 : round->n_wins;
    bool all_agree = true;
    kzi_round_settle(&replay->settlement, replay->game_rules, round);
    for (unsigned n = 0; n < count; n++) {
        struct kzi_audit audit;
        bool agrees = kzi_audit_win(&audit, &replay->settlement, round, n);
        if (replay->hands && audit.hand)
            kzi_replay_say_win(replay, &audit);
        if (replay->hooks && audit.hand)
            replay->hooks->win(replay->hooks->context, &audit);
        all_agree &= agrees;
        replay->tally.disagree += !agrees;
        replay->tally.unknown_names += agrees && audit.unknown;
        if (!agrees || audit.unknown)
            kzi_replay_say_audit(replay, &audit, agrees);
    }
    kzi_final_scores_round(&replay->finals, &replay->settlement, round, all_agree);
    replay->tally.rounds++;
    replay->tally.wins += round->n_wins;
    replay->tally.draws += round->deal.drawn;
}

/* Report the game that is over, and count it. */
static void end_game(struct kzi_replay *replay) {
    struct kzi_replay_counts *sum = &replay->counts, *tally = &replay->tally;
    if (!replay->in_game)
        return;
    replay->in_game = false;
    replay->game++;
    sum->games++;
    kzi_replay_counts_add(sum, tally);
    if (replay->hooks && replay->hooks->end)
        replay->hooks->end(replay->hooks->context);
    replay->out->failed |=
        replay->disagreements.failed | replay->unknown.failed | replay->results.failed;
    kzi_replay_say_game(replay);
}

/* Find the rules of a game: those given for all games, or those that its log asks for. */
static bool find_rules(struct kzi_replay *replay, const struct kzi_log_event *event) {
    struct kzi_text spec = kzi_text_growing();
    kz_error err = {.status = KZ_OK};
    replay->game_rules = replay->rules;
    if (replay->rules)
        return true;
    kzi_put_rules_of_log(&spec, replay->dialect, event);
    if (spec.len)
        kzi_text_char(&spec, '\0');
    if (spec.failed)
        kzi_fail(&err, KZ_NO_MEMORY, "out of memory");
    else if (spec.len)
        replay->game_rules = replay->open(replay->open_context, spec.at, &err);
    else
        kzi_fail(&err, KZ_BAD_USAGE,
                 event->n_words
                     ? "the rules that the log names are unknown to kazoe: name a ruleset"
                     : "the log does not say its rules: name a ruleset");
    kzi_text_release(&spec);
    if (replay->game_rules)
        return true;
    if (replay->status != KZ_BAD_USAGE)
        replay->status = err.status;
    return kzi_log_fail(&replay->reader, "%s", err.text);
}

static void begin_game(struct kzi_replay *replay, const struct kzi_log_event *event) {
    struct kzi_text *const parts[] = {&replay->disagreements, &replay->unknown, &replay->results};
    end_game(replay);
    if (!find_rules(replay, event))
        return;
    const struct kzi_model *model = replay->game_rules->model;
    if (model->n_seats != event->n_players) {
        kzi_log_fail(&replay->reader, "%d play, but %s is a game for %u", event->n_players,
                     model->label, model->n_seats);
        return;
    }
    kzi_replayer_begin(&replay->replayer, replay->dialect, model, take_round, replay);
    replay->in_game = true;
    memset(replay->names, 0, sizeof replay->names);
    replay->finals = (struct kzi_final_scores){.known = false};
    replay->tally = (struct kzi_replay_counts){0};
    for (size_t i = 0; i < KZI_COUNT(parts); i++) {
        kzi_text_clear(parts[i]);
        kzi_json_start(parts[i]);
    }
    if (replay->hooks && replay->hooks->begin)
        replay->hooks->begin(replay->hooks->context, replay->game_rules);
}

void kzi_say_player(struct kzi_sentence *sentence, const struct kzi_replay *replay,
                    unsigned player) {
    if (*replay->names[player])
        kzi_text_put(sentence->text, replay->names[player]);
    else
        kzi_sentence_count(sentence, KZI_SAYS_player, player + 1);
}

static void compare_end(struct kzi_replay *replay, const struct kzi_log_event *end) {
    if (kzi_final_scores_end(&replay->finals, replay->game_rules, end))
        return;
    replay->tally.disagree++;
    kzi_replay_say_final_scores(replay, end);
}

static void take_event(void *context, const struct kzi_log_event *event) {
    struct kzi_replay *replay = context;
    if (event->kind == KZI_EVENT_NAME)
        strcpy(replay->names[event->player], event->name);
    else if (!kzi_replayer_take(&replay->replayer, event))
        kzi_log_fail(&replay->reader, "%s", replay->replayer.fault);
    else if (event->kind == KZI_EVENT_GAME)
        begin_game(replay, event);
    else if (event->kind == KZI_EVENT_DEAL)
        kzi_final_scores_deal(&replay->finals, event);
    else if (event->kind == KZI_EVENT_END)
        compare_end(replay, event);
}

/* --- one log --------------------------------------------------------------------------------- */

/* Open the dialect of a format; it stays open for the next log. */
static bool choose_format(struct kzi_replay *replay) {
    const struct kzi_log_format *format =
        replay->asked ? replay->asked : kzi_log_recognize(replay->reader.text);
    kz_error err;
    if (!format)
        return kzi_log_fail(&replay->reader, "this is not a log that kazoe knows");
    if (format == replay->format)
        return true;
    kzi_dialect_free(replay->dialect);
    replay->format = NULL;
    if (kzi_dialect_open(&replay->dialect, format->name, replay->rule_path, &err) == KZ_OK) {
        replay->format = format;
        return true;
    }
    replay->status = err.status;
    return err.line ? kzi_log_fail(&replay->reader, "%s:%d:%d: %s", err.file, err.line, err.column,
                                   err.text)
                    : kzi_log_fail(&replay->reader, "%s", err.text);
}

static void read_log(struct kzi_replay *replay) {
    struct kzi_log_reader *reader = &replay->reader;
    const struct kzi_unpacker *unpacker = &replay->unpacker;
    if (!unpacker->text.len && !*unpacker->problem && !unpacker->text.failed)
        kzi_log_fail(reader, "the file is empty");
    else if (unpacker->text.len && choose_format(replay)) {
        reader->dialect = replay->dialect;
        replay->format->read(reader);
    }
    if (unpacker->text.failed)
        kzi_log_no_memory(reader);
    if (*unpacker->problem)
        kzi_log_fail(reader, "%s", unpacker->problem);
    if (replay->in_game && !kzi_replayer_end(&replay->replayer))
        kzi_log_fail(reader, "the log ends within a round");
    if (!replay->in_game && !replay->game)
        kzi_log_fail(reader, "the log has no game");
}

/* Replay a log.  If a game is cut off, its complete rounds count. */
bool kzi_replay_log(struct kzi_replay *replay, const char *name, kzi_log_source *source,
                    void *context) {
    replay->file = name;
    replay->game = 0;
    replay->in_game = false;
    replay->replayer.playing = false; /* the last log may have ended within a round */
    replay->reader = (struct kzi_log_reader){.text = &replay->unpacker.text,
                                             .problem = replay->unpacker.problem,
                                             .take = take_event,
                                             .context = replay};
    kzi_log_unpack(&replay->unpacker, source, context);
    read_log(replay);
    replay->counts.files++;
    bool done = !*replay->reader.fault.text;
    if (replay->reader.no_memory)
        replay->status = KZ_NO_MEMORY;
    if (done || replay->tally.rounds)
        end_game(replay);
    if (!done)
        kzi_replay_say_fault(replay, &replay->reader.fault);
    replay->counts.errors += !done;
    return done;
}
