#include "cli/stream/scorer.h"

#include "cli/stream/column_table.h"
#include "hand/parser/parser.h"
#include "report/result_json.h"
#include "report/result_text.h"

#include <sys/stat.h>

void kzi_scorer_open(struct kzi_scorer *scorer, const struct kzi_score_job *job) {
    *scorer =
        (struct kzi_scorer){.job = job, .name = kzi_arena_alloc(job->args->arena, KZI_MAX_LINE)};
    if (job->kind->open)
        job->kind->open(scorer);
}

/* Report a line that cannot be scored: in a stream among the results, else on standard error. */
static void refuse_line(struct kzi_scorer *scorer) {
    const unsigned long number = scorer->line.number;
    const char *id = kzi_hand_id(scorer->read);
    const kz_error *error = &scorer->error;
    kzi_scorer_note_status(scorer, error->status == KZ_BAD_HAND ? KZI_EXIT_USAGE : KZI_EXIT_SYSTEM);
    if (scorer->job->columns) {
        const struct kzi_column_row row = {
            .id = id, .line = kzi_row_line(&scorer->line), .error = error};
        kzi_put_column_row(scorer->out, scorer->job->columns, &row);
    } else if (scorer->job->style.form == KZI_JSON) {
        kzi_put_error_json(scorer->out, id, number, error);
    } else if (number) {
        kzi_put_refused(scorer->out, error, number);
    } else {
        kzi_scorer_message(scorer, error);
    }
}

/* Take the line under the ruleset that it names. */
static void take_under_rules(struct kzi_scorer *scorer) {
    struct kzi_text *out = scorer->out;
    const size_t before = out->len;
    scorer->which = 0;
    scorer->named.start = NULL;
    if (scorer->job->kind->take(scorer) == KZ_OK)
        return;
    if (!out->failed)
        out->len = before; /* an error is on a line of its own */
    refuse_line(scorer);
}

void kzi_scorer_take(struct kzi_scorer *scorer, const struct kzi_line *line) {
    struct kzi_text *out = scorer->out;
    bool gap = line->number && kzi_is_report(scorer->job) && !scorer->job->kind->single;
    if (line->number && scorer->job->comments && kzi_is_remark(line->text, line->len))
        return;
    if (gap)
        kzi_text_char(out, '\n');
    size_t before = out->len;
    scorer->line = *line;
    scorer->line_status = KZI_EXIT_DONE;
    take_under_rules(scorer);
    if (!out->failed && out->len > before && out->at[out->len - 1] != '\n')
        kzi_text_char(out, '\n');
    if (gap && !out->failed && out->len == before)
        out->len--;
    scorer->taken++;
    scorer->refused += scorer->line_status >= KZI_EXIT_USAGE;
}

int kzi_scorer_finish(struct kzi_scorer *scorer) {
    if (scorer->job->kind->end)
        scorer->job->kind->end(scorer);
    return scorer->status;
}

void kzi_scorer_note_status(struct kzi_scorer *scorer, int status) {
    scorer->line_status = kzi_worse(scorer->line_status, status);
    scorer->status = kzi_worse(scorer->status, status);
}

/* --- a bad hand ------------------------------------------------------------------------------ */

/* Write an error to standard error, as "line 7: hand: column 12: MESSAGE". */
void kzi_scorer_message(struct kzi_scorer *scorer, const kz_error *error) {
    const struct kzi_line *line = &scorer->line;
    struct kzi_text *text = scorer->err;
    if (line->number)
        kzi_text_format(text, "line %lu: ", line->number);
    if (error->key[0])
        kzi_text_format(text, "%s: ", error->key);
    if (error->column)
        kzi_text_format(text, "column %d: ", error->column);
    kzi_text_put(text, error->text);
    if (!line->number && error->column && !error->key[0]) {
        const struct kzi_source source = {.text = line->text, .len = line->len};
        kz_error shown;
        kzi_error_show(&shown, (struct kzi_place){&source, 1, (uint32_t)error->column});
        kzi_put_error_line(text, &shown);
    }
    kzi_text_char(text, '\n');
}

/* --- options and words of a command ----------------------------------------------------------- */

/* Join the words into one line. */
static const struct kzi_text *join_words(const struct kzi_args *args) {
    struct kzi_text *line = kzi_text_new(args->arena);
    for (size_t i = 0; i < args->n_rest; i++) {
        if (i)
            kzi_text_char(line, ' ');
        kzi_text_put(line, args->rest[i]);
    }
    if (line->failed)
        kzi_no_memory(args->arena);
    return line;
}

/* Write a hint if a hand is the name of a file. */
static void message_hint(const struct kzi_args *args) {
    struct stat about;
    for (size_t i = 0; i < args->n_rest; i++) {
        const char *word = args->rest[i];
        if (!strpbrk(word, "./") || stat(word, &about) || !S_ISREG(about.st_mode))
            continue;
        kzi_message(args, "'%s' is a file: write -f %s to read it", word, word);
        return;
    }
}

static void score_one(const struct kzi_score_job *job) {
    const struct kzi_args *args = job->args;
    const struct kzi_text *line = join_words(args);
    struct kzi_scorer scorer;
    kzi_scorer_open(&scorer, job);
    scorer.out = args->out;
    scorer.err = kzi_text_new(args->arena);
    kzi_scorer_take(&scorer, &(struct kzi_line){line->at, line->len, 0});
    kzi_write_errors(scorer.err);
    if (scorer.status == KZI_EXIT_USAGE)
        message_hint(args);
    kzi_output_print(args);
    kzi_raise(args, kzi_scorer_finish(&scorer));
}

struct kzi_score_job kzi_score_job_of(const struct kzi_args *args,
                                      const struct kzi_scorer_kind *kind) {
    const struct kzi_column_list *columns = kzi_columns_read(args);
    if (args->n_rest && args->given[KZI_OPT_INPUT])
        kzi_end_usage(args, "a %s cannot be combined with --input", kind->thing);
    return (struct kzi_score_job){.args = args,
                                  .kind = kind,
                                  .notation = kzi_notation_option(args, KZI_OPT_NOTATION),
                                  .columns = columns,
                                  .comments = (!args->given[KZI_OPT_JSON] && !columns) ||
                                              args->given[KZI_OPT_COMMENTS],
                                  .style = args->style};
}

void kzi_score_lines(const struct kzi_score_job *job) {
    kzi_columns_put_header(job->columns, job->args->out);
    kzi_output_print(job->args);
    (job->args->n_rest ? score_one : kzi_score_stream)(job);
}
