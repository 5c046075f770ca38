#include "tile/face.h"

#include "base/utf8.h"

#include <string.h>

/* Honors are read as other tiles are. */
#define READ 3
static const char letters[] = "fgkz";
static const uint8_t first_of[] = {0, 4, 8, KZI_HONOR_FACE, KZI_FACES};

#define FIRST_FLOWER 0x1F022U
#define LAST_FLOWER  0x1F029U

/* Return the face of a Unicode tile, whose bamboo comes before the chrysanthemum, or
 * KZI_NO_KIND. */
static unsigned face_of_unicode(uint32_t code) {
    static const uint8_t faces[] = {0, 1, 3, 2, 4, 5, 6, 7};
    return code < FIRST_FLOWER || code > LAST_FLOWER ? KZI_NO_KIND : faces[code - FIRST_FLOWER];
}

static enum kzi_notation_error read_unicode(const char *text, const char *end,
                                            struct kzi_run *run) {
    uint32_t code = 0;
    size_t step = kzi_utf8_read(text, (size_t)(end - text), &code);
    unsigned face = step ? face_of_unicode(code) : KZI_NO_KIND;
    run->next = text;
    if (face == KZI_NO_KIND)
        return KZI_NOTATION_BAD_CHAR;
    run->next = kzi_skip_selectors(text + step, end);
    run->count = 1;
    run->single = (uint8_t)face;
    return KZI_NOTATION_OK;
}

enum kzi_notation_error kzi_face_run(const char *text, const char *end, struct kzi_run *run) {
    const char *after = text;
    run->first = run->next = text;
    while (after < end && kzi_is_digit(*after))
        after++;
    if (after == text)
        return read_unicode(text, end, run);
    if (after == end)
        return KZI_NOTATION_NO_SUIT;
    const char *letter = memchr(letters, *after, READ);
    run->next = after;
    if (!letter)
        return KZI_NOTATION_BAD_SUIT;
    run->suit = (uint8_t)(letter - letters);
    run->single = KZI_NO_KIND;
    run->count = (uint32_t)(after - text);
    for (run->next = text; run->next < after; run->next++)
        if (*run->next < '1' || *run->next > '0' + first_of[run->suit + 1] - first_of[run->suit])
            return KZI_NOTATION_BAD_DIGIT;
    run->next = after + 1;
    return KZI_NOTATION_OK;
}

unsigned kzi_face_of_run(const struct kzi_run *run, uint32_t index) {
    return run->single != KZI_NO_KIND ? run->single
                                      : first_of[run->suit] + (unsigned)(run->first[index] - '1');
}

static unsigned row_of(unsigned face) {
    return face < first_of[1] ? 0 : face < first_of[2] ? 1 : face < first_of[3] ? 2 : 3;
}

void kzi_face_put(struct kzi_text *text, unsigned face) {
    unsigned row = row_of(face);
    kzi_text_char(text, (char)('1' + face - first_of[row]));
    kzi_text_char(text, letters[row]);
}

void kzi_faces_put(struct kzi_text *text, const kzi_face_counts *faces) {
    for (unsigned row = 0; row + 1 < sizeof first_of; row++) {
        unsigned put = 0;
        for (unsigned face = first_of[row]; face < first_of[row + 1]; face++)
            for (unsigned copy = kzi_face_count(faces, face); copy; copy--, put++)
                kzi_text_char(text, (char)('1' + face - first_of[row]));
        if (put)
            kzi_text_char(text, letters[row]);
    }
}
