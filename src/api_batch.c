/* kz_score_batch: columns of hands scored into columns of results. */
#include "api.h"

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
        bits[row / 8] = 0; /* the bits after the last row of a part are not left as they were */
    bits[row / 8] = (uint8_t)(bits[row / 8] | bit << row % 8);
}

static void put_numbers(const kz_batch_columns *to, size_t row, const kz_result *result) {
    bool complete = result && result->reason != KZI_INCOMPLETE;
    if (to->points)
        to->points[row] = result ? kz_result_points(result) : 0;
    if (to->total)
        to->total[row] = complete ? result->best.total : 0;
    if (to->qualifying)
        to->qualifying[row] = complete ? result->best.qualifying : 0;
    if (to->fu)
        to->fu[row] = complete ? result->best.fu : -1;
    if (to->limit)
        to->limit[row] = (int16_t)(complete ? result->best.limit : -1);
}

/* win: the result, or NULL if it is no win. */
static void put_payments(const kz_batch_columns *to, size_t row, const kz_result *win) {
    bool unknown = win && win->discarder_unknown;
    for (unsigned seat = 0; seat < KZI_SEATS; seat++) {
        bool said = win && (unknown ? seat == win->hand.seat : seat < win->rules->model->n_seats);
        put_bit(to->payment_valid[seat], row, said);
        if (to->payment[seat])
            to->payment[seat][row] = said ? win->paid[seat] : 0;
    }
    put_bit(to->discarder_valid, row, unknown);
    put_bit(to->others_valid, row, unknown);
    if (to->discarder)
        to->discarder[row] = unknown ? win->paid[KZI_DISCARDER] : 0;
    if (to->others)
        to->others[row] = unknown ? win->paid[KZI_EACH_OTHER] : 0;
}

/* Returns how many yaku there are. */
static size_t put_yaku(const kz_batch_columns *to, size_t at, const kz_result *result) {
    uint16_t list[KZI_MAX_YAKU];
    if (!result || result->reason == KZI_INCOMPLETE)
        return 0;
    size_t count = kzi_listed(result, list);
    for (size_t i = 0; i < count && at + i < to->yaku_capacity; i++) {
        if (to->yaku)
            to->yaku[at + i] = (int16_t)list[i];
        if (to->yaku_times)
            to->yaku_times[at + i] = (int32_t)kzi_times_listed(result, list[i]);
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

/* Returns the number of the error's code, or 0. */
static uint8_t score(kz_batch *batch, const char *text, size_t len) {
    kz_error error;
    if (kz_hand_parse(batch->hand, text, len, &error) != KZ_OK)
        return code_of(&error);
    if (kz_score(batch->result, batch->rules, batch->hand) != KZ_OK)
        return code_of(&batch->result->error);
    return 0;
}

static bool is_there(const kz_batch_hands *hands, size_t row) {
    size_t bit = (size_t)hands->first + row;
    return !hands->validity || hands->validity[bit / 8] >> bit % 8 & 1;
}

/* Returns the length of the lists of yaku so far. */
static size_t score_row(kz_batch *batch, const kz_batch_hands *hands, const kz_batch_columns *to,
                        size_t row, size_t listed) {
    bool there = is_there(hands, row);
    int64_t from = hands->offsets[row], end = hands->offsets[row + 1];
    uint8_t error =
        there ? score(batch, from < end ? hands->bytes + from : "", (size_t)(end - from)) : 0;
    const kz_result *result = there && !error ? batch->result : NULL;
    bool wins = result && result->reason == KZI_WINS;
    put_bit(to->valid, row, result != NULL);
    if (to->error)
        to->error[row] = error;
    if (to->win)
        to->win[row] = wins;
    put_numbers(to, row, result);
    put_payments(to, row, wins ? result : NULL);
    if (to->yaku_offsets)
        to->yaku_offsets[row] = (int64_t)listed;
    return listed + put_yaku(to, listed, result);
}

kz_status kz_score_batch(kz_batch *batch, const kz_batch_hands *hands,
                         const kz_batch_columns *columns, size_t *needed) {
    kz_batch_columns to = {0};
    size_t listed = 0, row = 0;
    if (needed)
        *needed = 0;
    if (!batch || !hands || !columns || !hands->offsets || hands->first < 0)
        return KZ_BAD_USAGE;
    memcpy(&to, columns, columns->size < sizeof to ? columns->size : sizeof to);
    while (row < hands->n && hands->offsets[row] <= hands->offsets[row + 1] &&
           (hands->bytes || hands->offsets[row] == hands->offsets[row + 1])) {
        listed = score_row(batch, hands, &to, row, listed);
        row++;
    }
    if (to.yaku_offsets)
        to.yaku_offsets[row] = (int64_t)listed;
    if (needed)
        *needed = listed;
    return row == hands->n ? KZ_OK : KZ_BAD_USAGE;
}
