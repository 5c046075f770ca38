/* kz_score_batch: columns of hands scored into columns of results. */
#include "api.h"

#include "base/abi.h"
#include "report/wording.h"

#include <stdlib.h>
#include <string.h>

struct kz_batch {
    const kz_ruleset *rules;
    kz_hand *hand;
    kz_result *result;
};

kz_batch *kz_batch_new(const kz_ruleset *rules) {
    kz_batch *batch = calloc(1, sizeof *batch);
    if (!batch)
        return NULL;
    batch->rules = rules;
    batch->hand = kz_hand_new();
    batch->result = kz_result_new();
    if (batch->hand && batch->result && kz_hand_know(batch->hand, rules) == KZ_OK)
        return batch;
    kz_batch_free(batch);
    return NULL;
}

void kz_batch_free(kz_batch *batch) {
    if (!batch)
        return;
    kz_hand_free(batch->hand);
    kz_result_free(batch->result);
    free(batch);
}

/* --- the columns ------------------------------------------------------------------------------ */

static void put_bit(uint8_t *bits, size_t row, bool bit) {
    if (!bits)
        return;
    if (row % 8 == 0)
        bits[row / 8] = 0; /* clear the bits of a part's last byte that are after its last row */
    bits[row / 8] = (uint8_t)(bits[row / 8] | bit << row % 8);
}

static void put_number_columns(const kz_batch_columns *columns, size_t row,
                               const kz_result *result) {
    bool complete = result && result->reason != KZI_INCOMPLETE;
    if (columns->points)
        columns->points[row] = result ? kz_result_points(result) : 0;
    if (columns->total)
        columns->total[row] = complete ? result->best.total : 0;
    if (columns->qualifying)
        columns->qualifying[row] = complete ? result->best.qualifying : 0;
    if (columns->fu)
        columns->fu[row] = complete ? result->best.fu : -1;
    if (columns->limit)
        columns->limit[row] = (int16_t)(complete ? result->best.limit : -1);
}

/* Put the payments of a row. win: the result, or NULL if it is not a win. */
static void put_payments(const kz_batch_columns *columns, size_t row, const kz_result *win) {
    bool unknown = win && win->discarder_unknown;
    for (unsigned seat = 0; seat < KZI_SEATS; seat++) {
        bool valid = win && (unknown ? seat == win->hand.seat : seat < win->rules->model->n_seats);
        put_bit(columns->payment_valid[seat], row, valid);
        if (columns->payment[seat])
            columns->payment[seat][row] = valid ? win->paid[seat] : 0;
    }
    put_bit(columns->discarder_valid, row, unknown);
    put_bit(columns->others_valid, row, unknown);
    if (columns->discarder)
        columns->discarder[row] = unknown ? win->paid[KZI_DISCARDER] : 0;
    if (columns->others)
        columns->others[row] = unknown ? win->paid[KZI_ANY_OTHER] : 0;
}

/* Put the yaku of a result in the columns; return how many there are. */
static size_t put_yaku_columns(const kz_batch_columns *columns, size_t at,
                               const kz_result *result) {
    uint16_t list[KZI_MAX_YAKU];
    if (!result || result->reason == KZI_INCOMPLETE)
        return 0;
    size_t count = kzi_list_counted(result, list);
    for (size_t i = 0; i < count && at + i < columns->yaku_capacity; i++) {
        if (columns->yaku)
            columns->yaku[at + i] = (int16_t)list[i];
        if (columns->yaku_times)
            columns->yaku_times[at + i] = (int32_t)kzi_times_listed(result, list[i]);
    }
    return count;
}

/* --- the rows --------------------------------------------------------------------------------- */

static uint8_t code_of(const kz_error *error) {
    for (unsigned i = 0; i < KZI_PROBLEM_CODES; i++)
        if (!strcmp(error->code, kzi_problem_names[i]))
            return (uint8_t)(i + 1);
    return 0;
}

_Static_assert(KZI_PROBLEM_CODES < 256, "the number of a code fits into a byte");

/* A kind of column of hands: how a row is read. */
enum row_state { ROW_IS_READ, ROW_IS_EMPTY, ROW_IS_BAD };
struct source {
    const void *hands;
    size_t n;
    bool (*has)(const void *hands, size_t row); /* false: the row has invalid offsets */
    enum row_state (*read)(kz_hand *hand, const void *hands, size_t row, kz_error *error);
};

/* Return whether the offsets of a row do not fall; without an array they must be equal.  How long
 * the array is cannot be checked. */
static bool is_span(const int64_t *offsets, size_t row, const void *array) {
    return offsets && (array ? offsets[row] <= offsets[row + 1] : offsets[row] == offsets[row + 1]);
}

static size_t length(const int64_t *offsets, size_t row) {
    return (size_t)(offsets[row + 1] - offsets[row]);
}

/* --- texts ------------------------------------------------------------------------------------ */

static bool is_there(const kz_batch_hands *hands, size_t row) {
    size_t bit = (size_t)hands->first + row;
    return !hands->validity || hands->validity[bit / 8] >> bit % 8 & 1;
}

static const char *text_of(const kz_batch_hands *hands, size_t row) {
    return length(hands->offsets, row) ? hands->bytes + hands->offsets[row] : "";
}

static bool has_text(const void *hands, size_t row) {
    const kz_batch_hands *texts = hands;
    return is_span(texts->offsets, row, texts->bytes);
}

static enum row_state read_text(kz_hand *hand, const void *hands, size_t row, kz_error *error) {
    const kz_batch_hands *texts = hands;
    if (!is_there(texts, row))
        return ROW_IS_EMPTY;
    kz_status status = kz_hand_parse(hand, text_of(texts, row), length(texts->offsets, row), error);
    return status == KZ_OK ? ROW_IS_READ : ROW_IS_BAD;
}

/* --- numbers ---------------------------------------------------------------------------------- */

static bool has_numbers(const void *hands, size_t row) {
    const kz_batch_numbers *numbers = hands;
    return is_span(numbers->offsets, row, numbers->tiles) &&
           (!numbers->meld_offsets || is_span(numbers->meld_offsets, row, numbers->melds)) &&
           (!numbers->words || has_text(numbers->words, row));
}

static enum row_state read_numbers(kz_hand *hand, const void *hands, size_t row, kz_error *error) {
    const kz_batch_numbers *numbers = hands;
    kz_tiles read = {
        .encoding = numbers->encoding, .n_tiles = length(numbers->offsets, row), .words = ""};
    size_t words_len = 0;
    if (read.n_tiles)
        read.tiles = numbers->tiles + numbers->offsets[row];
    if (numbers->meld_offsets && (read.n_melds = length(numbers->meld_offsets, row)))
        read.melds = numbers->melds + numbers->meld_offsets[row];
    if (numbers->words && is_there(numbers->words, row)) {
        read.words = text_of(numbers->words, row);
        words_len = length(numbers->words->offsets, row);
    }
    return kzi_hand_set_numbered(hand, &read, words_len, error) == KZ_OK ? ROW_IS_READ : ROW_IS_BAD;
}

/* --- all rows --------------------------------------------------------------------------------- */

/* Score a row; return the length of the lists of yaku so far. */
static size_t score_row(kz_batch *batch, const struct source *from, const kz_batch_columns *columns,
                        size_t row, size_t listed) {
    kz_error error = {.code = ""};
    enum row_state state = from->read(batch->hand, from->hands, row, &error);
    if (state == ROW_IS_READ && kz_score(batch->result, batch->rules, batch->hand) != KZ_OK) {
        state = ROW_IS_BAD;
        error = batch->result->error;
    }
    const kz_result *result = state == ROW_IS_READ ? batch->result : NULL;
    bool wins = result && result->reason == KZI_WINS;
    put_bit(columns->valid, row, result != NULL);
    if (columns->error)
        columns->error[row] = state == ROW_IS_BAD ? code_of(&error) : 0;
    if (columns->win)
        columns->win[row] = wins;
    put_number_columns(columns, row, result);
    put_payments(columns, row, wins ? result : NULL);
    if (columns->yaku_offsets)
        columns->yaku_offsets[row] = (int64_t)listed;
    return listed + put_yaku_columns(columns, listed, result);
}

static kz_status score_all(kz_batch *batch, const struct source *from,
                           const kz_batch_columns *columns, size_t *needed) {
    kz_batch_columns own;
    size_t listed = 0, row = 0;
    if (!batch || !columns || kzi_take_struct(&own, sizeof own, columns, NULL) != KZ_OK)
        return KZ_BAD_USAGE;
    for (; row < from->n && from->has(from->hands, row); row++)
        listed = score_row(batch, from, &own, row, listed);
    if (own.yaku_offsets)
        own.yaku_offsets[row] = (int64_t)listed;
    if (needed)
        *needed = listed;
    return row == from->n ? KZ_OK : KZ_BAD_USAGE;
}

static bool are_texts(const kz_batch_hands *hands) {
    return hands && hands->offsets && hands->first >= 0;
}

kz_status kz_score_batch(kz_batch *batch, const kz_batch_hands *hands,
                         const kz_batch_columns *columns, size_t *needed) {
    if (needed)
        *needed = 0;
    if (!are_texts(hands))
        return KZ_BAD_USAGE;
    const struct source from = {hands, hands->n, has_text, read_text};
    return score_all(batch, &from, columns, needed);
}

kz_status kz_score_batch_numbers(kz_batch *batch, const kz_batch_numbers *hands,
                                 const kz_batch_columns *columns, size_t *needed) {
    if (needed)
        *needed = 0;
    kz_batch_numbers own;
    if (!hands || kzi_take_struct(&own, sizeof own, hands, NULL) != KZ_OK || !own.offsets ||
        (own.encoding != KZ_TILES_136 && own.encoding != KZ_TILES_34) ||
        (own.words && (!are_texts(own.words) || own.words->n < own.n)))
        return KZ_BAD_USAGE;
    const struct source from = {&own, own.n, has_numbers, read_numbers};
    return score_all(batch, &from, columns, needed);
}
