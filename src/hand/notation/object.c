/* A hand as a JSON record: its tiles in a notation, and the rest in keys. */
#include "base/text_json.h"
#include "hand/notation/notations.h"

/* Put the tiles as the notation writes them. */
static void put_hand(struct kzi_text *text, const struct kzi_notation *notation,
                     const struct kzi_hand *hand) {
    char line[KZI_MAX_WRITTEN];
    struct kzi_text to = kzi_text_fixed(line, sizeof line);
    notation->write(&to, hand);
    kzi_text_end(&to);
    kzi_json_key(text, "hand");
    if (notation->form == KZI_AS_STRING) {
        kzi_json_put_string(text, line);
        return;
    }
    kzi_json_separate(text);
    kzi_text_put(text, notation->form == KZI_AS_NUMBERS ? "[" : "");
    for (const char *at = line; *at; at++)
        kzi_text_char(text, *at == ' ' ? ',' : *at);
    kzi_text_put(text, notation->form == KZI_AS_NUMBERS ? "]" : "");
}

void kzi_notation_json(struct kzi_text *text, const struct kzi_notation *notation,
                       const struct kzi_hand *hand) {
    kzi_json_start(text);
    kzi_json_begin(text, '{');
    if (hand->has_id) {
        kzi_json_key(text, "id");
        kzi_json_separate(text);
        kzi_text_put(text, hand->id);
    }
    kzi_json_key_string(text, "notation", notation->name);
    put_hand(text, notation, hand);
    kzi_json_end(text, '}');
}
