/* A hand as a record, which is a line of NDJSON. The JSON tokenizer reads any text. */
#include "target.h"

#include "base/utf8.h"
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
    fuzz_hand(data, size);
    return 0;
}
