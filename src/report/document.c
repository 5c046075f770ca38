#include "report/document.h"

#include "base/arena.h"
#include "base/text_json.h"
#include "base/utf8.h"
#include "report/result_json.h"
#include "tile/notation.h"

/* --- members ---------------------------------------------------------------------------------- */

/* Write the JSON value that was collected. */
static void end_value(struct kzi_doc *doc) {
    if (!doc->value)
        return;
    const struct kzi_text *words = &doc->words;
    const char *value = words->len ? words->at : "";
    kzi_json_separate(doc->out);
    if (doc->value == '"')
        kzi_json_quote(doc->out, value, words->len);
    else
        kzi_text_add(doc->out, value, words->len);
    doc->failed |= words->failed;
    doc->value = '\0';
}

static bool is_hidden(const struct kzi_doc *doc, const char *key) {
    return (key && *key == '.') || (doc->depth && !doc->levels[doc->depth - 1].closing);
}

static void close_innermost(struct kzi_doc *doc) {
    end_value(doc);
    if (doc->failed)
        return;
    const char closing = doc->levels[--doc->depth].closing;
    if (!doc->json) {
        struct kzi_doc_node *closed = &doc->nodes[doc->open];
        doc->open = closed->end;
        closed->end = doc->count;
        return;
    }
    if (closing && closing != '\n')
        kzi_json_end(doc->out, closing);
    if (doc->depth && doc->levels[doc->depth - 1].closing == '\n') {
        kzi_text_char(doc->out, '\n');
        kzi_json_start(doc->out);
    }
}

static void end_element(struct kzi_doc *doc) {
    if (doc->depth && doc->levels[doc->depth - 1].element)
        close_innermost(doc);
}

static void add_node(struct kzi_doc *doc, const char *key) {
    const struct kzi_doc_node node = {key, (uint32_t)doc->words.len, doc->count + 1, false};
    kzi_text_add(&doc->tree, (const char *)&node, sizeof node);
    doc->nodes = (struct kzi_doc_node *)(void *)doc->tree.at;
    doc->failed |= doc->tree.failed;
    doc->count += !doc->failed;
}

/* Begin a member; return the text for its value. */
static struct kzi_text *begin_member(struct kzi_doc *doc, const char *key) {
    end_value(doc);
    if (!key || (*key == '.' && !key[1]))
        end_element(doc);
    if (!doc->json) {
        add_node(doc, key);
        return &doc->words;
    }
    kzi_text_clear(&doc->words);
    if (is_hidden(doc, key))
        return &doc->words;
    if (key) { /* escaped, because a rule file may define it */
        kzi_json_put_string(doc->out, key);
        kzi_text_char(doc->out, ':');
        doc->out->comma = false;
    }
    return doc->out;
}

void kzi_doc_open(struct kzi_doc *doc, const char *key, char bracket) {
    struct kzi_text *to = begin_member(doc, key);
    doc->opened = true;
    doc->failed |= doc->depth == KZI_MAX_REPORT_DEPTH;
    if (doc->failed)
        return; /* because no node could be added */
    struct kzi_doc_level level = {bracket == '{' ? '}' : bracket == '[' ? ']' : '\n', false};
    if (!doc->json) {
        doc->nodes[doc->count - 1].end = doc->open;
        doc->open = doc->count - 1;
    } else if (bracket != '\n' && is_hidden(doc, key))
        level.closing = '\0';
    else if (bracket != '\n')
        kzi_json_begin(to, bracket);
    doc->levels[doc->depth++] = level;
}

void kzi_doc_close(struct kzi_doc *doc) {
    doc->opened = false;
    end_element(doc);
    close_innermost(doc);
}

void kzi_doc_element(struct kzi_doc *doc) {
    kzi_doc_open(doc, NULL, '{');
    if (!doc->failed)
        doc->levels[doc->depth - 1].element = true;
}

/* Begin a member whose value is collected in doc->words. */
static struct kzi_sentence *begin_value(struct kzi_doc *doc, const char *key, char value) {
    doc->value = begin_member(doc, key) == doc->out ? value : '\0';
    doc->sentence.text = &doc->words;
    doc->sentence.style = doc->style;
    return &doc->sentence;
}

struct kzi_sentence *kzi_doc_words(struct kzi_doc *doc, const char *key) {
    return begin_value(doc, key, '"');
}

struct kzi_text *kzi_doc_text(struct kzi_doc *doc, const char *key) {
    return kzi_doc_words(doc, key)->text;
}

struct kzi_text *kzi_doc_json(struct kzi_doc *doc) {
    end_value(doc);
    return !doc->json || is_hidden(doc, NULL) ? NULL : doc->out;
}

struct kzi_sentence *kzi_doc_markup(struct kzi_doc *doc, const char *key) {
    struct kzi_sentence *sentence = begin_value(doc, key, '{');
    if (doc->count)
        doc->nodes[doc->count - 1].markup = true;
    return sentence;
}

struct kzi_sentence *kzi_doc_sentence(struct kzi_doc *doc, const char *key) {
    struct kzi_sentence *sentence = kzi_doc_words(doc, key);
    kzi_sentence_begin(sentence);
    return sentence;
}

struct kzi_sentence *kzi_doc_coded(struct kzi_doc *doc, const char *key) {
    struct kzi_sentence *sentence = begin_value(doc, key, '{');
    sentence->style = &kzi_code_style;
    return sentence;
}

void kzi_doc_say(struct kzi_doc *doc, const char *key, enum kzi_says says) {
    kzi_argument_says(kzi_doc_words(doc, key), says);
}

void kzi_doc_string(struct kzi_doc *doc, const char *key, const char *string) {
    struct kzi_text *to = begin_member(doc, key);
    if (doc->json)
        kzi_json_put_string(to, string);
    else
        kzi_put_visible(to, string ? string : "-");
}

void kzi_doc_code(struct kzi_doc *doc, const char *key, const char *group, const char *id) {
    if (doc->json) {
        kzi_doc_string(doc, key, id);
        return;
    }
    kzi_say_word(kzi_doc_words(doc, key), group, id);
}

void kzi_doc_seat(struct kzi_doc *doc, const char *key, unsigned seat) {
    kzi_doc_string(doc, key, doc->json ? kzi_seat_names[seat] : kzi_seat_in(doc->style, seat));
}

void kzi_doc_int(struct kzi_doc *doc, const char *key, int64_t number) {
    struct kzi_text *to = begin_member(doc, key);
    if (!doc->json)
        kzi_text_int(to, number);
    else
        kzi_json_put_int(to, number);
}

void kzi_doc_ints(struct kzi_doc *doc, const char *key, const int64_t *numbers, unsigned count) {
    kzi_doc_open(doc, key, '[');
    for (unsigned i = 0; i < count; i++)
        kzi_doc_int(doc, NULL, numbers[i]);
    kzi_doc_close(doc);
}

void kzi_doc_known(struct kzi_doc *doc, const char *key, bool known, int64_t number) {
    if (known)
        kzi_doc_int(doc, key, number);
    else
        kzi_doc_string(doc, key, NULL);
}

void kzi_doc_signed(struct kzi_doc *doc, const char *key, int64_t number) {
    if (doc->json || number <= 0) {
        kzi_doc_int(doc, key, number);
        return;
    }
    kzi_text_format(kzi_doc_text(doc, key), "+%lld", (long long)number);
}

void kzi_doc_changes(struct kzi_doc *doc, const char *key, const int64_t changes[KZI_SEATS],
                     unsigned seats) {
    kzi_doc_open(doc, key, '{');
    for (unsigned seat = 0; seat < seats; seat++) {
        if (doc->json) {
            kzi_doc_int(doc, kzi_seat_names[seat], changes[seat]);
            continue;
        }
        kzi_doc_element(doc);
        kzi_doc_seat(doc, "seat", seat);
        kzi_doc_signed(doc, "change", changes[seat]);
    }
    kzi_doc_close(doc);
}

void kzi_doc_bool(struct kzi_doc *doc, const char *key, bool value) {
    if (doc->json)
        kzi_json_put_bool(begin_member(doc, key), value);
    else if (value)
        kzi_text_char(begin_member(doc, key), '1');
}

void kzi_doc_decimal(struct kzi_doc *doc, const char *key, int64_t number, int decimals) {
    struct kzi_text *to = begin_member(doc, key);
    int64_t one = 1;
    for (int i = 0; i < decimals; i++)
        one *= 10;
    if (doc->json)
        kzi_json_separate(to);
    kzi_text_format(to, "%lld.%0*lld", (long long)(number / one), decimals,
                    (long long)(number % one));
}

void kzi_doc_tile(struct kzi_doc *doc, const char *key, unsigned kind, bool red) {
    kzi_put_tile(kzi_doc_text(doc, key), kind, red);
}

#define BAR 30 /* columns of the longest bar */

void kzi_doc_bar(struct kzi_doc *doc, const char *key, int64_t number, int64_t max) {
    const double share = number > 0 ? (double)number / (double)max : 0;
    if (doc->json)
        return;
    if (doc->style->form == KZI_PAGE) {
        kzi_text_format(kzi_doc_markup(doc, key)->text,
                        "<svg class=\"bar\" width=\"%d\" height=\"12\" aria-hidden=\"true\">"
                        "<rect width=\"100%%\" height=\"100%%\"/></svg>",
                        (int)(share * BAR * 10));
        return;
    }
    struct kzi_text *text = kzi_doc_text(doc, key);
    for (double i = 0; i < share * BAR; i++)
        kzi_text_char(text, '#');
}

void kzi_doc_ruleset(struct kzi_doc *doc, const char *id, const struct kz_ruleset *rules) {
    struct kzi_text *json = kzi_doc_json(doc);
    if (!json)
        return;
    kzi_put_id_json(json, id);
    kzi_put_ruleset_json(json, rules);
    json->comma = true;
}

/* --- the whole -------------------------------------------------------------------------------- */

struct kzi_doc kzi_doc_extend(struct kzi_text *out, const struct kzi_style *style) {
    const bool json = style->form == KZI_JSON;
    struct kzi_doc doc = {.out = out,
                          .style = json ? &kzi_plain_style : style,
                          .json = json,
                          .more = true,
                          .tree = kzi_text_growing(),
                          .words = kzi_text_growing()};
    if (!json)
        kzi_doc_open(&doc, NULL, '{');
    return doc;
}

struct kzi_doc kzi_doc_begin(struct kzi_text *out, const struct kzi_style *style) {
    struct kzi_doc doc = kzi_doc_extend(out, style);
    doc.more = false;
    if (doc.json) {
        kzi_json_start(out);
        kzi_doc_open(&doc, NULL, '{');
    }
    return doc;
}

void kzi_doc_release(struct kzi_doc *doc) {
    kzi_text_release(&doc->words);
    kzi_text_release(&doc->tree);
    doc->count = 0;
}

static void release(void *doc) {
    kzi_doc_release(doc);
}

struct kzi_doc *kzi_doc_new(struct kzi_arena *arena, struct kzi_text *out,
                            const struct kzi_style *style) {
    struct kzi_doc *doc = KZI_NEW(arena, struct kzi_doc);
    *kzi_arena_keep(arena, release) = doc;
    *doc = kzi_doc_extend(out, style);
    return doc;
}

void kzi_doc_end(struct kzi_doc *doc, enum kzi_layout layout) {
    if (!doc->json || !doc->more)
        kzi_doc_close(doc);
    else
        end_value(doc);
    doc->out->failed |= doc->failed | doc->words.failed;
    if (!doc->json && !doc->out->failed)
        kzi_doc_lay_out(doc, layout);
    kzi_doc_release(doc);
}

void kzi_doc_end_line(struct kzi_doc *doc, enum kzi_layout layout) {
    kzi_doc_end(doc, layout);
    kzi_text_put(doc->out, doc->json ? "\n" : "");
}
