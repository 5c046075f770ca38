/* Summaries, one a line, as kazoe merge reads them: their sum can be written, read back to the
 * byte, and shown. */
#include "target.h"

#include "analysis/compare/summary.h"
#include "report/result_text.h"

#include <string.h>

/* Static, because these are too large for the stack. */
static struct kzi_summary sum, part;
static struct kzi_text json, again;

static void put_json(struct kzi_text *text, const struct kzi_summary *summary) {
    kzi_text_clear(text);
    kzi_summary_json(text, summary);
    FUZZ_MUST(!text->failed);
}

/* What was written must be read back as the same. */
static void must_read_back(void) {
    struct kzi_summary_fault fault;
    put_json(&json, &sum);
    if (!kzi_summary_read(&part, json.at, json.len, &fault))
        MUST_STOP("not read back: %zu: %s: %.*s", fault.at, fault.text, (int)json.len, json.at);
    put_json(&again, &part);
    FUZZ_MUST(json.len == again.len && !memcmp(json.at, again.at, json.len));
    kzi_summary_free(&part);
}

static void must_be_shown(void) {
    const struct kzi_style style = {.language = "en"};
    kzi_text_clear(&again);
    kzi_summary_text(&again, &sum, &style);
    kzi_summary_html(&again, &sum);
    FUZZ_MUST(!again.failed && !memchr(again.at, '\0', again.len));
}

static void add_line(const char *line, size_t len) {
    struct kzi_summary_fault fault = {.text = ""};
    if (!kzi_summary_read(&part, line, len, &fault)) {
        FUZZ_MUST(!part.no_memory && *fault.text && !strchr(fault.text, '\n'));
        FUZZ_MUST(fault.at <= len + 1);
        return;
    }
    kzi_summary_merge(&sum, &part);
    kzi_summary_free(&part);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const char *at = (const char *)data, *end = at + size;
    if (!json.size) {
        json = kzi_text_growing();
        again = kzi_text_growing();
    }
    while (at < end) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        const char *stop = newline ? newline : end;
        add_line(at, (size_t)(stop - at));
        at = stop + 1;
    }
    if (sum.count && !sum.overflow) {
        must_read_back();
        must_be_shown();
    }
    kzi_summary_free(&sum);
    return 0;
}
