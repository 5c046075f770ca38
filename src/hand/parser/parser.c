#include "hand/parser/parser.h"

#include "base/utf8.h"
#include "hand/parser/record.h"

#include <string.h>

/* Everything that is read even where it was not written.  Arrays with a length of their own, the
 * places of melds, indicators and flowers, and the clashes of table words keep what an earlier hand
 * left there: clearing them would take longer than reading a hand. */
void kzi_hand_clear(struct kzi_hand *hand) {
    static const struct kzi_spot nowhere;
    memset(hand->concealed, 0, sizeof hand->concealed);
    memset(hand->marked, 0, sizeof hand->marked);
    hand->n_concealed = hand->n_melds = 0;
    hand->win = 0;
    hand->win_marked = false;
    hand->self_draw = hand->by_given = hand->round_given = hand->seat_given = false;
    hand->round = 0;
    hand->seat = 1;
    hand->from = -1;
    hand->dora.count = hand->ura.count = 0;
    hand->dora.red = hand->ura.red = 0;
    hand->flowers = hand->honba = hand->deposits = 0;
    hand->n_words = hand->n_pao = hand->n_placed = 0;
    hand->words_known = hand->table_words = false;
    hand->has_id = false;
    hand->win_spot = hand->from_spot = nowhere;
    hand->by_spot = hand->seat_spot = nowhere;
}

bool kzi_is_ascii(const char *text, size_t len) {
    uint64_t high = 0;
    if (len >= 8) {
        for (size_t at = 0; at < len - 8; at += 8)
            high |= kzi_load8(text + at);
        high |= kzi_load8(text + len - 8); /* some of them once more */
    } else {
        for (size_t at = 0; at < len; at++)
            high |= (uint64_t)(unsigned char)text[at];
    }
    return !(high & KZI_EACH_BYTE * 0x80);
}

bool kzi_is_readable(const char *text, size_t len, bool ascii, struct kzi_problem *problem) {
    struct kzi_spot spot = {.key = KZI_KEY_NONE};
    if (len > KZI_MAX_LINE) {
        kzi_problem_note(problem, KZI_TOO_LONG, spot, "a hand has at most %d bytes, this is longer",
                         KZI_MAX_LINE);
        return false;
    }
    size_t valid = ascii ? len : kzi_utf8_valid(text, len);
    if (valid < len) {
        spot.at = (uint32_t)kzi_utf8_count(text, valid) + 1;
        kzi_problem_note(problem, KZI_NOT_UTF8, spot,
                         "the text is not UTF-8 from here on: save it as UTF-8");
        return false;
    }
    return true;
}

static void read_form(struct kzi_item_parser *reader, const char *text, size_t len) {
    size_t first = 0;
    while (first < len && kzi_is_blank(text[first]))
        first++;
    if (first == len)
        kzi_problem_note(reader->problem, KZI_EMPTY, (struct kzi_spot){.at = 0},
                         "there is no hand: write one as in 123m456p789s1122z+2z");
    else if (text[first] == '{')
        kzi_read_json(reader, text, len);
    else
        kzi_read_line(reader, text, len);
}

/* After an error there is no hand; its id stays, so that the error can be given back with it. */
static void take_tiles_away(struct kzi_hand *hand) {
    memset(hand->concealed, 0, sizeof hand->concealed);
    memset(hand->marked, 0, sizeof hand->marked);
    hand->n_concealed = hand->n_melds = 0;
    hand->dora.count = hand->ura.count = 0;
    hand->dora.red = hand->ura.red = 0;
    hand->n_words = hand->n_pao = 0;
}

bool kzi_hand_read(struct kzi_hand *hand, const char *text, size_t len, kzi_knows_word *knows,
                   const void *context, struct kzi_problem *problem) {
    struct kzi_item_parser reader;
    reader.hand = hand;
    reader.problem = problem;
    reader.knows = knows;
    reader.context = context;
    reader.keys_given = 0;
    problem->found = false;
    kzi_hand_clear(hand);
    hand->words_known = knows != NULL;
    reader.ascii = len <= KZI_MAX_LINE && kzi_is_ascii(text, len);
    if (kzi_is_readable(text, len, reader.ascii, problem))
        read_form(&reader, text, len);
    if (problem->found)
        take_tiles_away(hand);
    return !problem->found;
}
