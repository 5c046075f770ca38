#include "hand/problem.h"

#include "base/limits.h"
#include "base/utf8.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *const kzi_problem_names[KZI_PROBLEM_CODES] = {
    [KZI_TOO_LONG] = "too_long",
    [KZI_NOT_UTF8] = "not_utf8",
    [KZI_EMPTY] = "empty",
    [KZI_BAD_JSON] = "bad_json",
    [KZI_UNKNOWN_KEY] = "unknown_key",
    [KZI_DUPLICATE] = "duplicate",
    [KZI_BAD_VALUE] = "bad_value",
    [KZI_UNKNOWN_SUIT] = "unknown_suit",
    [KZI_BAD_DIGIT] = "bad_digit",
    [KZI_UNKNOWN_WORD] = "unknown_word",
    [KZI_BAD_MELD] = "bad_meld",
    [KZI_NO_WINNING_TILE] = "no_winning_tile",
    [KZI_TILE_COUNT] = "tile_count",
    [KZI_TOO_MANY_OF_A_TILE] = "too_many_of_a_tile",
    [KZI_MISSING_FROM] = "missing_from",
    [KZI_WINNER_IS_DISCARDER] = "winner_is_discarder",
    [KZI_CONTRADICTION] = "contradiction",
    [KZI_VALUE_RANGE] = "value_range",
};

void kzi_problem_note(struct kzi_problem *problem, enum kzi_problem_code code, struct kzi_spot spot,
                      const char *format, ...) {
    if (problem->found && problem->code <= code)
        return;
    problem->found = true;
    problem->code = code;
    problem->spot = spot;
    va_list args;
    va_start(args, format);
    vsnprintf(problem->text, sizeof problem->text, format, args);
    va_end(args);
    kzi_show_unsafe(problem->text, sizeof problem->text);
}

void kzi_problem_range(struct kzi_problem *problem, const char *what) {
    kzi_problem_note(problem, KZI_VALUE_RANGE, (struct kzi_spot){.at = 0},
                     "%s is more than %d, the highest number that can be counted or paid", what,
                     KZI_HIGHEST);
}

void kzi_problem_error(const struct kzi_problem *problem, kz_error *error) {
    *error =
        (kz_error){.status = KZ_BAD_HAND, .severity = KZ_ERROR, .column = (int)problem->spot.at};
    strcpy(error->code, kzi_problem_names[problem->code]);
    strcpy(error->key, kzi_hand_key_names[problem->spot.key]);
    strcpy(error->text, problem->text);
}
