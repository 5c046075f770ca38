#include "cli/stream/column_table.h"

#include "analysis/compare/comparison_report.h"
#include "hand/parser/json_tokens.h"
#include "report/wording.h"

/* --- text ------------------------------------------------------------------------------------- */

/* Write bytes with tabs, newlines and backslashes as \t, \n, \r and \\, as databases read them. */
static void put_bytes(struct kzi_text *text, const char *bytes, size_t len) {
    static const char plain[] = "\t\n\r\\", letters[] = "tnr\\";
    for (size_t i = 0; i < len; i++) {
        const char *special = bytes[i] ? strchr(plain, bytes[i]) : NULL;
        if (special)
            kzi_text_char(text, '\\');
        kzi_text_char(text, special ? letters[special - plain] : bytes[i]);
    }
}

static void put_string(struct kzi_text *text, const char *string) {
    put_bytes(text, string, strlen(string));
}

/* --- any hand --------------------------------------------------------------------------------- */

static void put_id(struct kzi_text *text, const struct kzi_column_row *row) {
    char decoded[KZI_MAX_ID];
    size_t len = row->logged ? 0 : strlen(row->id);
    if (row->logged) {
        put_string(text, row->logged->id);
    } else if (*row->id == '"') {
        const struct kzi_json_token token = {.start = row->id + 1, .end = row->id + len - 1};
        put_bytes(text, decoded, (size_t)(kzi_json_decode(&token, decoded) - decoded));
    } else {
        kzi_text_put(text, row->id);
    }
}

static void put_line(struct kzi_text *text, const struct kzi_column_row *row) {
    if (row->line)
        kzi_text_int(text, (long long)row->line);
}

static void put_error(struct kzi_text *text, const struct kzi_column_row *row) {
    if (row->error)
        kzi_text_put(text, row->error->code);
}

/* --- a score; what does not fit stays empty --------------------------------------------------- */

static void put_won(struct kzi_text *text, const struct kzi_column_row *row) {
    kzi_text_int(text, kzi_is_won(row->result));
}

static void put_reason(struct kzi_text *text, const struct kzi_column_row *row) {
    if (!kzi_is_won(row->result))
        kzi_text_put(text, kzi_reason_ids[row->result->reason]);
}

static void put_points(struct kzi_text *text, const struct kzi_column_row *row) {
    kzi_text_int(text, kzi_is_won(row->result) ? row->result->best.points : 0);
}

static void put_limit(struct kzi_text *text, const struct kzi_column_row *row) {
    if (row->result->best.limit >= 0)
        kzi_text_put(text, row->result->rules->model->limits[row->result->best.limit].id);
}

/* Put what a seat pays.  If the discarder is not known, only the winner's seat is. */
static void put_payment(struct kzi_text *text, const struct kzi_column_row *row) {
    const struct kz_result *result = row->result;
    const bool unknown = result->discarder_unknown;
    if (row->at >= KZI_SEATS ? unknown
        : unknown            ? row->at == result->hand.seat
                             : row->at < result->rules->model->n_seats)
        kzi_text_int(text, result->paid[row->at]);
}

/* Put a number of the result; negative: none. */
static void put_count(struct kzi_text *text, const struct kzi_column_row *row) {
    int32_t count;
    memcpy(&count, (const char *)row->result + row->at, sizeof count);
    if (count >= 0)
        kzi_text_int(text, count);
}

static void put_yaku_cell(struct kzi_text *text, const struct kzi_column_row *row) {
    const char *before = "";
    KZI_EACH_LISTED(row->result, yaku) {
        unsigned times = kzi_times_listed(row->result, yaku);
        kzi_text_put(text, before);
        kzi_text_put(text, row->result->rules->model->yaku[yaku].id);
        before = " ";
        if (times != 1)
            kzi_text_format(text, "*%u", times);
    }
}

/* --- a comparison with the first ruleset ------------------------------------------------------ */

static void put_ruleset(struct kzi_text *text, const struct kzi_column_row *row) {
    put_string(text, row->compared->comparer->rules[row->column]->model->label);
}

static void put_same(struct kzi_text *text, const struct kzi_column_row *row) {
    kzi_text_int(text, !row->compared->compared.from_first[row->column]);
}

static void put_differs(struct kzi_text *text, const struct kzi_column_row *row) {
    kzi_put_fields(text, row->compared->compared.from_first[row->column], " ");
}

static void put_why(struct kzi_text *text, const struct kzi_column_row *row) {
    struct kzi_text words = kzi_text_growing();
    if (row->column && row->compared->compared.blame)
        kzi_put_blamed(&words, &row->compared->blame[row->column]);
    text->failed |= words.failed;
    if (!words.failed)
        put_bytes(text, words.at, words.len);
    kzi_text_release(&words);
}

/* --- a log ------------------------------------------------------------------------------------ */

static void put_logged(struct kzi_text *text, const struct kzi_column_row *row) {
    const char *string;
    memcpy(&string, (const char *)row->logged + row->at, sizeof string);
    put_string(text, string);
}

static void put_logged_number(struct kzi_text *text, const struct kzi_column_row *row) {
    int64_t number;
    memcpy(&number, (const char *)row->logged + row->at, sizeof number);
    if (number != KZI_NOT_SAID)
        kzi_text_int(text, number);
}

/* --- the table -------------------------------------------------------------------------------- */

/* The stage that a hand must have reached so that a column has a value. */
enum stage { ANY, SCORED, COMPLETE, WON };

enum {
    LOGS = KZI_FOR(REPLAY),
    COMPARED = KZI_FOR(COMPARE) | LOGS,
    ALL = KZI_FOR(SCORE) | COMPARED
};

#define BEST(member)   offsetof(struct kz_result, best.member)
#define LOGGED(member) offsetof(struct kzi_logged_row, member)

static const struct {
    const char *name;
    unsigned commands; /* commands with this column, by KZI_FOR */
    enum stage stage;
    size_t at; /* for `put`: an offset, or a party */
    void (*put)(struct kzi_text *text, const struct kzi_column_row *row);
} columns[] = {
    {"id", ALL, ANY, 0, put_id},
    {"line", ALL, ANY, 0, put_line},
    {"error", ALL, ANY, 0, put_error},
    {"win", ALL, SCORED, 0, put_won},
    {"reason", ALL, SCORED, 0, put_reason},
    {"points", ALL, SCORED, 0, put_points},
    {"total", ALL, COMPLETE, BEST(total), put_count},
    {"qualifying", ALL, COMPLETE, BEST(qualifying), put_count},
    {"fu", ALL, COMPLETE, BEST(fu), put_count},
    {"limit", ALL, WON, 0, put_limit},
    {"multiplier", ALL, WON, BEST(multiplier), put_count},
    {"E", ALL, WON, 0, put_payment},
    {"S", ALL, WON, 1, put_payment},
    {"W", ALL, WON, 2, put_payment},
    {"N", ALL, WON, 3, put_payment},
    {"discarder", ALL, WON, KZI_DISCARDER, put_payment},
    {"others", ALL, WON, KZI_ANY_OTHER, put_payment},
    {"yaku", ALL, COMPLETE, 0, put_yaku_cell},
    {"ruleset", COMPARED, ANY, 0, put_ruleset},
    {"same", COMPARED, ANY, 0, put_same},
    {"differs", COMPARED, ANY, 0, put_differs},
    {"why", COMPARED, ANY, 0, put_why},
    {"file", LOGS, ANY, LOGGED(file), put_logged},
    {"round", LOGS, ANY, LOGGED(round), put_logged},
    {"seat", LOGS, ANY, LOGGED(seat), put_logged},
    {"player", LOGS, ANY, LOGGED(player), put_logged},
    {"logged_total", LOGS, ANY, LOGGED(total), put_logged_number},
    {"logged_points", LOGS, ANY, LOGGED(points), put_logged_number},
};

#define COLUMNS KZI_COUNT(columns)

_Noreturn static void end_unknown(const struct kzi_args *args, const char *name) {
    const char *names[COLUMNS];
    size_t count = 0;
    for (size_t i = 0; i < COLUMNS; i++)
        if (columns[i].commands & args->command->bit)
            names[count++] = columns[i].name;
    kzi_message_unknown(args, "there is no column", name, names, count);
    kzi_command_end(args, kzi_message_try_help(args));
}

static unsigned char column_named(const struct kzi_args *args, const char *name) {
    size_t i = 0;
    while (i < COLUMNS &&
           (!(columns[i].commands & args->command->bit) || strcmp(columns[i].name, name) != 0))
        i++;
    if (i == COLUMNS)
        end_unknown(args, name);
    return (unsigned char)i;
}

const struct kzi_column_list *kzi_columns_read(const struct kzi_args *args) {
    struct kzi_column_list *list = KZI_NEW(args->arena, struct kzi_column_list);
    const char *names = args->value[KZI_OPT_COLUMNS];
    for (size_t len; names; names = names[len] ? names + len + 1 : NULL) {
        len = strcspn(names, ",");
        unsigned char column = column_named(args, kzi_arena_copy(args->arena, names, len));
        if (list->count == KZI_MAX_COLUMNS)
            kzi_end_usage(args, "--columns names more than %d columns", KZI_MAX_COLUMNS);
        list->column[list->count++] = column;
        list->why |= columns[column].put == put_why;
    }
    return list->count ? list : NULL;
}

/* --- rows ------------------------------------------------------------------------------------- */

void kzi_columns_put_header(const struct kzi_column_list *list, struct kzi_text *text) {
    for (unsigned i = 0; list && i < list->count; i++)
        kzi_text_format(text, "%s%c", columns[list->column[i]].name,
                        i + 1 < list->count ? '\t' : '\n');
}

static enum stage stage_of(const struct kzi_column_row *row) {
    if (row->error)
        return ANY;
    if (!kzi_is_complete(row->result))
        return SCORED;
    return kzi_is_won(row->result) ? WON : COMPLETE;
}

void kzi_put_column_row(struct kzi_text *text, const struct kzi_column_list *list,
                        const struct kzi_column_row *row) {
    const enum stage stage = stage_of(row);
    struct kzi_column_row own = *row;
    for (unsigned i = 0; i < list->count; i++) {
        const unsigned column = list->column[i];
        own.at = columns[column].at;
        if (i)
            kzi_text_char(text, '\t');
        if (stage >= columns[column].stage)
            columns[column].put(text, &own);
    }
    kzi_text_char(text, '\n');
}

void kzi_put_compared_rows(struct kzi_text *text, const struct kzi_column_list *list,
                           const kz_comparison *compared, struct kzi_column_row row) {
    row.compared = compared;
    for (row.column = 0; row.column < compared->compared.count; row.column++) {
        row.result = compared->results[row.column];
        row.error = kzi_is_scored(row.result) ? NULL : &row.result->error;
        kzi_put_column_row(text, list, &row);
    }
}
