#include "cli/stream/column_table.h"

#include "base/text.h"
#include "hand/parser/json_tokens.h"
#include "report/wording.h"

#include <string.h>

enum column {
    COLUMN_ID,
    COLUMN_LINE,
    COLUMN_ERROR,
    COLUMN_WIN,
    COLUMN_REASON,
    COLUMN_POINTS,
    COLUMN_TOTAL,
    COLUMN_QUALIFYING,
    COLUMN_FU,
    COLUMN_LIMIT,
    COLUMN_MULTIPLIER,
    COLUMN_EAST,
    COLUMN_NORTH = COLUMN_EAST + 3,
    COLUMN_DISCARDER,
    COLUMN_OTHERS,
    COLUMN_YAKU,
    COLUMNS
};

_Static_assert(COLUMNS == KZI_COLUMNS, "each column has a name");

const char *const kzi_column_names[KZI_COLUMNS] = {
    "id",    "line",       "error", "win", "reason", "points", "total",     "qualifying", "fu",
    "limit", "multiplier", "E",     "S",   "W",      "N",      "discarder", "others",     "yaku"};

const char *kzi_columns_read(struct kzi_column_list *list, const char *names, size_t *len) {
    list->count = 0;
    for (;; names++) {
        unsigned column = 0;
        *len = strcspn(names, ",");
        while (column < COLUMNS && (strlen(kzi_column_names[column]) != *len ||
                                    memcmp(kzi_column_names[column], names, *len) != 0))
            column++;
        if (column == COLUMNS || list->count == KZI_MAX_COLUMNS)
            return names;
        list->column[list->count++] = (unsigned char)column;
        names += *len;
        if (!*names)
            return NULL;
    }
}

void kzi_columns_header(struct kzi_text *text, const struct kzi_column_list *list) {
    for (unsigned i = 0; i < list->count; i++)
        kzi_text_format(text, "%s%s", i ? "\t" : "", kzi_column_names[list->column[i]]);
    kzi_text_char(text, '\n');
}

/* --- values ----------------------------------------------------------------------------------- */

/* Tabs, newlines and backslashes are written as \t, \n, \r and \\, as databases read them. */
static void put_escaped(struct kzi_text *text, const char *bytes, size_t len) {
    static const char plain[] = "\t\n\r\\", letters[] = "tnr\\";
    for (size_t i = 0; i < len; i++) {
        const char *special = bytes[i] ? strchr(plain, bytes[i]) : NULL;
        if (special)
            kzi_text_char(text, '\\');
        kzi_text_char(text, special ? letters[special - plain] : bytes[i]);
    }
}

/* id: as JSON; written without quotes. */
static void put_id(struct kzi_text *text, const char *id) {
    char decoded[KZI_MAX_ID];
    size_t len = strlen(id);
    if (*id != '"') {
        kzi_text_put(text, id);
        return;
    }
    const struct kzi_json_token token = {.start = id + 1, .end = id + len - 1};
    put_escaped(text, decoded, (size_t)(kzi_json_decode(&token, decoded) - decoded));
}

static void put_yaku(struct kzi_text *text, const struct kz_result *result) {
    uint16_t list[KZI_MAX_YAKU];
    unsigned count = kzi_listed(result, list);
    for (unsigned i = 0; i < count; i++) {
        unsigned times = kzi_times_listed(result, list[i]);
        if (i)
            kzi_text_char(text, ' ');
        kzi_text_put(text, result->rules->model->yaku[list[i]].id);
        if (times != 1)
            kzi_text_format(text, "*%u", times);
    }
}

/* Write what a win pays; a payment that the result does not say stays empty. */
static void put_payment(struct kzi_text *text, const struct kz_result *result, unsigned column) {
    unsigned seat = column - COLUMN_EAST;
    bool unknown = result->discarder_unknown;
    if (column == COLUMN_LIMIT && result->best.limit >= 0)
        kzi_text_put(text, result->rules->model->limits[result->best.limit].id);
    else if (column == COLUMN_MULTIPLIER)
        kzi_text_int(text, result->best.multiplier);
    else if (column == COLUMN_DISCARDER && unknown)
        kzi_text_int(text, result->paid_discarder);
    else if (column == COLUMN_OTHERS && unknown)
        kzi_text_int(text, result->paid_others);
    else if (column >= COLUMN_EAST && column <= COLUMN_NORTH &&
             (unknown ? seat == result->hand.seat : seat < result->rules->model->n_seats))
        kzi_text_int(text, result->paid[seat]);
}

/* Write what a complete hand scores, be it a win or not. */
static void put_score(struct kzi_text *text, const struct kz_result *result, unsigned column) {
    if (column == COLUMN_TOTAL)
        kzi_text_int(text, result->best.total);
    else if (column == COLUMN_QUALIFYING)
        kzi_text_int(text, result->best.qualifying);
    else if (column == COLUMN_FU && result->best.fu >= 0)
        kzi_text_int(text, result->best.fu);
    else if (column == COLUMN_YAKU)
        put_yaku(text, result);
}

static void put_value(struct kzi_text *text, const struct kz_result *result, unsigned column,
                      unsigned long line) {
    bool wins = result->reason == KZI_WINS;
    if (column == COLUMN_ID)
        put_id(text, kzi_hand_id(&result->hand));
    else if (column == COLUMN_LINE)
        kzi_text_int(text, (long long)line);
    else if (column == COLUMN_WIN)
        kzi_text_int(text, wins);
    else if (column == COLUMN_REASON && !wins)
        kzi_text_put(text, kzi_reason_ids[result->reason]);
    else if (column == COLUMN_POINTS)
        kzi_text_int(text, wins ? result->best.points : 0);
    else if (result->reason != KZI_INCOMPLETE)
        put_score(text, result, column);
    if (wins)
        put_payment(text, result, column);
}

void kzi_columns_row(struct kzi_text *text, const struct kzi_column_list *list,
                     const struct kz_result *result, unsigned long line) {
    for (unsigned i = 0; i < list->count; i++) {
        if (i)
            kzi_text_char(text, '\t');
        put_value(text, result, list->column[i], line);
    }
    kzi_text_char(text, '\n');
}

void kzi_columns_error(struct kzi_text *text, const struct kzi_column_list *list, const char *id,
                       const kz_error *error, unsigned long line) {
    for (unsigned i = 0; i < list->count; i++) {
        if (i)
            kzi_text_char(text, '\t');
        if (list->column[i] == COLUMN_ID)
            put_id(text, id);
        else if (list->column[i] == COLUMN_LINE)
            kzi_text_int(text, (long long)line);
        else if (list->column[i] == COLUMN_ERROR)
            kzi_text_put(text, error->code);
    }
    kzi_text_char(text, '\n');
}
