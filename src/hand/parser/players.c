#include "hand/parser/players.h"

#include "base/limits.h"
#include "base/names.h"
#include "base/utf8.h"
#include "hand/parser/advice.h"
#include "tile/notation.h"

#include <string.h>

static const char first_word[] = "players";

int kzi_players_seat(const struct kzi_players *players, const char *text, const char *end) {
    for (unsigned i = 0; players && i < players->count; i++)
        if (kzi_is_text(text, end, players->names[i]))
            return (int)((i + players->count - players->dealer) % players->count);
    return kzi_seat_read(text, (size_t)(end - text));
}

const char *kzi_players_nearest(const struct kzi_players *players, const char *text) {
    const char *names[KZI_MAX_PLAYERS];
    const unsigned count = players ? players->count : 0;
    for (unsigned i = 0; i < count; i++)
        names[i] = players->names[i];
    return kzi_find_nearest(text, names, count);
}

/* Return the position after the word with which such a line begins, or NULL. */
static const char *after_first_word(const char *line, const char *end) {
    const char *first = kzi_skip_blanks(line, end), *after = kzi_find_blank_or(' ', first, end);
    return kzi_is_text(first, after, first_word) ? after : NULL;
}

bool kzi_is_players_line(const char *line, size_t len) {
    return after_first_word(line, line + len);
}

/* Return why a text is not a valid name, or NULL. */
static const char *fault_of(const char *text, size_t len) {
    static const char *const words[] = {"and",  "ron",    "tsumo", first_word,
                                        "draw", "chombo", "kongs"};
    for (size_t i = 0; i < KZI_COUNT(words); i++)
        if (kzi_is_text(text, text + len, words[i]))
            return "is a word of these lines";
    if (kzi_seat_read(text, len) >= 0)
        return "is a seat";
    if (*text == '#' || *text == '{')
        return "would begin a comment or a record";
    if (kzi_utf8_count(text, len) > KZI_MAX_NAME)
        return "is too long: " KZI_DIGITS(KZI_MAX_NAME) " characters at most";
    for (size_t at = 0; at < len;) {
        uint32_t code;
        at += kzi_utf8_read(text + at, len - at, &code);
        if (code == ',' || code == ':' || code == '=' || kzi_is_harmful(code))
            return "has a comma, a colon, an equals sign or a character that does not print";
    }
    return NULL;
}

static void take_name(struct kzi_parser *parser, struct kzi_players *players, const char *text,
                      const char *end) {
    const size_t len = (size_t)(end - text);
    const char *fault = fault_of(text, len);
    if (fault)
        KZI_NOTE(parser, KZI_BAD_VALUE, text, "\"%s\" cannot be a name: it %s",
                 kzi_quote(text, end).text, fault);
    else if (kzi_players_seat(players, text, end) >= 0)
        KZI_NOTE(parser, KZI_DUPLICATE, text, "%s is named twice", kzi_quote(text, end).text);
    else if (players->count == KZI_MAX_PLAYERS)
        KZI_NOTE(parser, KZI_BAD_VALUE, text, "there are more than %d players", KZI_MAX_PLAYERS);
    else {
        memcpy(players->names[players->count], text, len);
        players->names[players->count++][len] = '\0';
    }
}

bool kzi_players_read(struct kzi_players *players, const char *line, size_t len, unsigned seats,
                      struct kzi_problem *problem) {
    struct kzi_parser parser = {.problem = problem};
    problem->found = false;
    *players = (struct kzi_players){0};
    if (!kzi_check_readable(&parser, line, len))
        return false;
    kzi_parser_take(&parser, line, line + len, KZI_KEY_NONE, 1);
    for (const char *at = after_first_word(line, parser.end); at < parser.end;) {
        const char *end = kzi_item_end(&parser, at);
        if (end > at)
            take_name(&parser, players, at, end);
        at = end + (end < parser.end);
    }
    if (players->count != seats)
        KZI_NOTE(&parser, KZI_BAD_VALUE, parser.end,
                 "%u are named, and these rules are played by %u: write players and all names, "
                 "from the first dealer on",
                 players->count, seats);
    return !problem->found;
}
