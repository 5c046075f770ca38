/* The calls of kazoe.h that read and write hands. */
#include "api.h"

#include "base/abi.h"
#include "report/result_json.h"

#include <stdlib.h>
#include <string.h>

/* A hand and its extras, in one block. */
struct whole {
    struct kz_hand hand;
    struct kzi_hand_reader reader;
};

kz_hand *kz_hand_new(void) {
    _Static_assert(sizeof(struct kz_hand) <= 640, "what scoring reads is small");
    struct whole *whole = aligned_alloc(_Alignof(struct whole), sizeof *whole);
    if (!whole)
        return NULL;
    memset(whole, 0, sizeof *whole);
    struct kzi_hand_reader *reader = whole->hand.reader = &whole->reader;
    kzi_hand_refer(&whole->hand.hand, &reader->extras, &reader->items);
    return &whole->hand;
}

void kz_hand_free(kz_hand *hand) {
    free(hand);
}

/* Look up a word in the words of all known rulesets; the list of words is that of the first. */
static enum kzi_word_status knows(const void *context, const struct kzi_word *word,
                                  struct kzi_word_match *found) {
    const struct kzi_hand_reader *reader = context;
    *found = (struct kzi_word_match){kzi_find_known_word(reader->known[0], word), NULL};
    if (found->listed >= 0)
        return KZI_KNOWN;
    for (unsigned i = 1; i < reader->n_known; i++)
        if (kzi_find_known_word(reader->known[i], word) >= 0)
            return KZI_KNOWN;
    for (unsigned i = 0; i < reader->n_known; i++) {
        if (kzi_find_table_word(reader->known[i], word))
            return KZI_TABLE_WORD;
        if (!found->nearest)
            found->nearest = kzi_suggest_word(reader->known[i]->model, word->text);
    }
    return KZI_UNKNOWN;
}

kz_status kz_hand_know(kz_hand *hand, const kz_ruleset *rules) {
    if (!hand || !rules)
        return KZ_BAD_USAGE;
    struct kzi_hand_reader *reader = hand->reader;
    unsigned number = 0;
    while (number < reader->n_known && reader->known[number] != rules)
        number++;
    if (number == KZ_MAX_KNOWN)
        return KZ_BAD_USAGE;
    reader->known[number] = rules;
    reader->n_known += number == reader->n_known;
    reader->kept.are_kept = false;
    reader->form.knows = knows;
    reader->form.context = reader;
    reader->form.listed_words = reader->known[0]->words;
    return KZ_OK;
}

/* Forget the rules.  A hand that was parsed has the words of its rules: it has to be parsed
 * again. */
void kz_hand_forget(kz_hand *hand) {
    struct kzi_hand_reader *reader = hand->reader;
    reader->n_known = 0;
    reader->kept.are_kept = false;
    reader->form.knows = NULL;
    reader->form.listed_words = NULL;
    hand->parsed = hand->unfinished = false;
}

const char *kz_notation_name(size_t index) {
    return index < KZI_NOTATIONS ? kzi_notations[index].name : NULL;
}

bool kzi_take_notation(const char *name, const struct kzi_notation **found) {
    *found = name ? kzi_find_notation(name, strlen(name)) : NULL;
    return *found || !name;
}

kz_status kz_hand_set_notation(kz_hand *hand, const char *notation) {
    const struct kzi_notation *found;
    if (!hand || !kzi_take_notation(notation, &found))
        return KZ_BAD_USAGE;
    hand->reader->form.notation = found;
    return KZ_OK;
}

/* Note a problem with a table word that says how the hand won; its other meaning has a word of its
 * own. */
static void note_ways(const kz_hand *hand, struct kzi_problem *problem) {
    for (unsigned i = 0; i < hand->hand.n_words; i++)
        for (unsigned k = 0; k < hand->reader->n_known; k++) {
            const struct kzi_word *word = kzi_word_at(&hand->hand, i);
            const struct kzi_table_word *meant = kzi_find_table_word(hand->reader->known[k], word);
            if (meant && meant->self_draw >= 0 && meant->given)
                kzi_problem_note(
                    problem, KZI_CONTRADICTION, kzi_spot_of_part(&hand->hand, KZI_PART_WORD, i),
                    "%s also says how a hand was won, but this one has not won: write %s",
                    word->text, meant->given->text);
        }
}

/* Replace the table words of a hand, and find its tiles and, if finished, its arrangements. */
static void arrange(kz_hand *hand, bool unfinished, struct kzi_problem *problem) {
    const struct kzi_hand_reader *reader = hand->reader;
    if (hand->hand.table_words && unfinished)
        note_ways(hand, problem);
    if (hand->hand.table_words)
        kzi_table_words_replace(&hand->hand, reader->known, reader->n_known);
    kzi_tiles_init(&hand->tiles, &hand->hand);
    if (unfinished && hand->hand.by_given)
        kzi_problem_note(
            problem, KZI_CONTRADICTION, kzi_spot_of_part(&hand->hand, KZI_PART_BY, 0),
            "this word says how the hand won, but an unfinished hand has not won: leave it out");
}

/* Finish reading a hand: set its state, and the error if there is a problem. */
static kz_status end_reading(kz_hand *hand, bool unfinished, struct kzi_problem *problem,
                             kz_error *err) {
    if (!problem->found)
        arrange(hand, unfinished, problem);
    hand->parsed = !problem->found && !unfinished;
    hand->unfinished = !problem->found && unfinished;
    if (problem->found && err)
        kzi_problem_error(problem, err);
    return problem->found ? KZ_BAD_HAND : KZ_OK;
}

size_t kz_error_json(const kz_error *error, const kz_hand *hand, char *buffer, size_t size) {
    struct kzi_text text = kzi_text_fixed(buffer, size);
    kzi_put_error_json(&text, hand ? kzi_hand_id(&hand->hand) : "", 0, error);
    return kzi_text_end(&text);
}

static kz_status parse_text(kz_hand *hand, const char *text, size_t len, bool unfinished,
                            kz_error *err) {
    struct kzi_problem problem;
    if (!hand || (!text && len))
        return kzi_fail(err, KZ_BAD_USAGE, "no hand, or no text");
    hand->reader->kept.are_kept = false;
    hand->reader->form.unfinished = unfinished;
    kzi_hand_read_as(&hand->hand, &hand->reader->form, text ? text : "", len, &problem);
    return end_reading(hand, unfinished, &problem, err);
}

kz_status kz_hand_parse(kz_hand *hand, const char *text, size_t len, kz_error *err) {
    return parse_text(hand, text, len, false, err);
}

kz_status kz_hand_parse_unfinished(kz_hand *hand, const char *text, size_t len, kz_error *err) {
    return parse_text(hand, text, len, true, err);
}

kz_status kzi_hand_set_numbered(kz_hand *hand, const kz_tiles *numbered, size_t words_len,
                                kz_error *err) {
    struct kzi_problem problem;
    hand->reader->form.unfinished = numbered->unfinished;
    kzi_hand_read_numbered(&hand->hand, &hand->reader->form, numbered, words_len,
                           &hand->reader->kept, &problem);
    return end_reading(hand, numbered->unfinished, &problem, err);
}

kz_status kz_hand_set_tiles(kz_hand *hand, const kz_tiles *tiles, kz_error *err) {
    kz_tiles own;
    if (!hand || !tiles)
        return kzi_fail(err, KZ_BAD_USAGE, "no hand or no tiles");
    const kz_status status = kzi_take_struct(&own, sizeof own, tiles, err);
    if (status != KZ_OK)
        return status;
    if ((!own.tiles && own.n_tiles) || (!own.melds && own.n_melds))
        return kzi_fail(err, KZ_BAD_USAGE, "tiles or melds are NULL, but their number is not 0");
    if (own.encoding != KZ_TILES_136 && own.encoding != KZ_TILES_34)
        return kzi_fail(err, KZ_BAD_USAGE, "there is no such encoding of tiles");
    if (!own.words)
        own.words = "";
    return kzi_hand_set_numbered(hand, &own, strlen(own.words), err);
}

kz_status kz_hand_write(const kz_hand *hand, const char *notation, int tiles_only, char *buffer,
                        size_t size, size_t *needed, kz_error *err) {
    const struct kzi_notation *target =
        notation ? kzi_find_notation(notation, strlen(notation)) : NULL;
    struct kzi_text text = kzi_text_fixed(buffer, size);
    char words[KZI_LEFT_OVER];
    if (needed)
        *needed = 0;
    if (!hand || !(hand->parsed || hand->unfinished) || !target || (!buffer && size))
        return kzi_fail(err, KZ_BAD_USAGE, "no hand, or no notation of that name");
    const char *left = tiles_only ? NULL : kzi_notation_left_over(target, &hand->hand, words);
    if (left) {
        struct kzi_problem problem = {.found = false};
        kzi_problem_note(&problem, KZI_BAD_NOTATION, (struct kzi_spot){.at = 0},
                         "%s has no place for %s", target->name, left);
        if (err)
            kzi_problem_error(&problem, err);
        return KZ_BAD_HAND;
    }
    kzi_put_in_notation(&text, target, &hand->hand);
    if (needed)
        *needed = text.len;
    kzi_text_end(&text);
    return KZ_OK;
}
