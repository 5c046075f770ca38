/* A hand as a record, which is a line of NDJSON. The JSON tokenizer reads any text. */
#include "target.h"

#include "base/utf8.h"
#include "hand/notation/readers.h"
#include "hand/parser/json_tokens.h"
#include "hand/parser/parser.h"

#include <string.h>

/* Every string can be decoded, into no more bytes than it was written with. */
static void decode(const struct kzi_json_token *token) {
    size_t len = (size_t)(token->end - token->start);
    char *out = malloc(len ? len : 1);
    FUZZ_MUST(out && token->end >= token->start);
    size_t decoded = (size_t)(kzi_json_decode(token, out) - out);
    FUZZ_MUST(decoded <= len && kzi_utf8_valid(out, decoded) == decoded);
    free(out);
}

/* A record is read in another way when nobody asks for its spots, and is the same hand. */
static void read_twice(const char *text, size_t size) {
    static struct kzi_whole_hand hand, bare;
    static char lines[2][KZI_MAX_LINE];
    const struct kzi_hand_form form = {.knows = NULL};
    struct kzi_problem problem, bare_problem;
    kzi_hand_refer(&bare.hand, &bare.extras, &bare.spots);
    bool read = kzi_hand_read(&hand, text, size, NULL, NULL, &problem);
    FUZZ_MUST(kzi_hand_read_as(&bare.hand, &form, text, size, &bare_problem) == read);
    FUZZ_MUST(hand.hand.has_id == bare.hand.has_id);
    struct kzi_text out[2] = {kzi_text_fixed(lines[0], KZI_MAX_LINE),
                              kzi_text_fixed(lines[1], KZI_MAX_LINE)};
    if (read) {
        kzi_write_line(&out[0], &hand.hand);
        kzi_write_line(&out[1], &bare.hand);
        FUZZ_MUST(kzi_text_end(&out[0]) == kzi_text_end(&out[1]) && !strcmp(lines[0], lines[1]));
    } else
        FUZZ_MUST(!strcmp(problem.text, bare_problem.text));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct kzi_json_token tokens[KZI_JSON_TOKENS];
    struct kzi_json json;
    const char *text = (const char *)data;
    bool readable = size <= KZI_MAX_LINE && kzi_utf8_valid(text, size) == size;
    if (readable && kzi_json_read(&json, tokens, KZI_JSON_TOKENS, text, size)) {
        for (size_t i = 0; i < json.count; i++) {
            FUZZ_MUST(json.tokens[i].after > i && json.tokens[i].after <= json.count);
            if (json.tokens[i].kind == KZI_JSON_STRING)
                decode(&json.tokens[i]);
        }
    } else if (readable)
        FUZZ_MUST(json.wrong && json.place >= text && json.place <= text + size);
    read_twice(text, size);
    fuzz_hand(data, size);
    return 0;
}
