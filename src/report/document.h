/* document.h - a report as a tree of members, written as JSON or, by a layout, for people.
 *
 * A report is built once: objects and lists are opened and closed, and members are put into them in
 * the order of JSON.  JSON is written at once.  For people the words of members are kept, already
 * in their language, until kzi_doc_end writes them where a layout (layouts.txt) names their keys.
 * A member whose key begins with '.' is only for layouts; a member that no layout names is only in
 * JSON.  So a layout cannot change JSON. */
#ifndef KZI_DOCUMENT_H
#define KZI_DOCUMENT_H

#include "base/limits.h"
#include "words/sentence.h"

#include <stdint.h>

struct kz_ruleset;
struct kzi_arena;

/* The index in layout.c of the first step of each layout. */
enum kzi_layout {
#define LAYOUT(name, first) KZI_LAYOUT_##name = first,
#define STEP(kind, mark, words, to)
#include "report/layouts.def"
#undef LAYOUT
#undef STEP
};

#define KZI_MAX_REPORT_DEPTH (2 * KZI_MAX_NESTED + 16) /* a condition is an object with a list */

/* A member, element, object or list.  Nodes are in the order in which they were put; the content of
 * an object or list follows it. */
struct kzi_doc_node {
    const char *key; /* NULL: an element of a list */
    uint32_t from;   /* offset of its words in `words`; they end where the next node's begin */
    uint32_t end;    /* number of the node after it and its content; while it is open, the number of
                        its parent */
    bool markup;     /* its words are markup of a page */
};

/* An open object or list. */
struct kzi_doc_level {
    char closing; /* the bracket that closes it in JSON; '\0': only layouts see it; '\n': lines */
    bool element; /* it is closed where the next element begins, or where its list is closed */
};

struct kzi_doc {
    struct kzi_text *out;
    /* for words, which are not escaped on a page; strings in JSON are in English */
    const struct kzi_style *style;
    /* For JSON: */
    bool json;      /* JSON is written */
    bool more;      /* the object was open before the document began */
    char value;     /* the value being collected: '"' a string, '{' JSON; '\0': none */
    unsigned depth; /* number of open objects and lists */
    bool opened;    /* an object or list was opened, and nothing was put into it yet */
    struct kzi_doc_level levels[KZI_MAX_REPORT_DEPTH];
    /* For layouts: */
    struct kzi_text tree; /* the memory of the nodes */
    struct kzi_doc_node *nodes;
    uint32_t count, open; /* open: the number of the innermost open node */
    bool failed;          /* out of memory */

    struct kzi_text words;        /* the words of all nodes; for JSON, the value being collected */
    struct kzi_sentence sentence; /* for writing to words */
};

/* Begin a document: an open object. */
struct kzi_doc kzi_doc_begin(struct kzi_text *out, const struct kzi_style *style);
/* Begin a document whose members are added to a JSON object that is open and stays open. */
struct kzi_doc kzi_doc_extend(struct kzi_text *out, const struct kzi_style *style);
/* Begin a document that the arena releases. */
struct kzi_doc *kzi_doc_new(struct kzi_arena *arena, struct kzi_text *out,
                            const struct kzi_style *style);
/* Close the document and write it, as JSON or by the layout. */
void kzi_doc_end(struct kzi_doc *doc, enum kzi_layout layout);
/* The same, and end the line of JSON. */
void kzi_doc_end_line(struct kzi_doc *doc, enum kzi_layout layout);

/* Release a document without writing it. */
void kzi_doc_release(struct kzi_doc *doc);

/* Open an object ('{') or a list ('[').  An element that JSON does not have has the key ".". */
void kzi_doc_open(struct kzi_doc *doc, const char *key, char bracket);
void kzi_doc_close(struct kzi_doc *doc);
/* Open a list or an object for the statement that follows, then close it.  The statement puts the
 * content; it must not leave by break, return or goto. */
#define KZI_DOC_LIST(doc, key)                                                                     \
    for (kzi_doc_open(doc, key, '['); kzi_doc_enter(doc); kzi_doc_close(doc))
#define KZI_DOC_OBJECT(doc, key)                                                                   \
    for (kzi_doc_open(doc, key, '{'); kzi_doc_enter(doc); kzi_doc_close(doc))
/* The same for a list for layouts, each element of which is a line of JSON of its own; in a
 * document of kzi_doc_extend. */
#define KZI_DOC_LINES(doc, key)                                                                    \
    for (kzi_doc_open(doc, key, '\n'); kzi_doc_enter(doc); kzi_doc_close(doc))
static inline bool kzi_doc_enter(struct kzi_doc *doc) {
    const bool opened = doc->opened;
    doc->opened = false;
    return opened;
}
/* Open an object as an element of a list.  It is closed where the next element begins, or where its
 * list is closed. */
void kzi_doc_element(struct kzi_doc *doc);

/* Put the id of a hand and the ruleset, in JSON only. */
void kzi_doc_ruleset(struct kzi_doc *doc, const char *id, const struct kz_ruleset *rules);
/* Begin a member and return where to write its words.  All calls return the same words, so finish a
 * sentence before the next member. */
struct kzi_sentence *kzi_doc_words(struct kzi_doc *doc, const char *key);
/* Begin a member whose text is the same in all languages; return where to write it. */
struct kzi_text *kzi_doc_text(struct kzi_doc *doc, const char *key);
void kzi_doc_string(struct kzi_doc *doc, const char *key,
                    const char *string); /* NULL becomes null, or "-" in text */
/* Begin a member that is markup of a page, such as a picture. */
struct kzi_sentence *kzi_doc_markup(struct kzi_doc *doc, const char *key);
/* Put an id; in text, its name in the catalogue, or the id as words. */
void kzi_doc_code(struct kzi_doc *doc, const char *key, const char *group, const char *id);
/* Put a seat: its letter, or its name in text. */
void kzi_doc_seat(struct kzi_doc *doc, const char *key, unsigned seat);
/* Put a sentence without arguments. */
void kzi_doc_say(struct kzi_doc *doc, const char *key, enum kzi_says says);
/* Begin a member that is a sentence; in JSON it is an English string. */
struct kzi_sentence *kzi_doc_sentence(struct kzi_doc *doc, const char *key);
/* Do the same around the next statement, which writes the arguments on `words`; then end it. */
#define KZI_DOC_SENTENCE(words, doc, key, says)                                                    \
    for (struct kzi_sentence *words = kzi_doc_sentence(doc, key); kzi_sentence_enter(words);       \
         kzi_sentence_end(words, says))
/* Begin a member for a sentence in code, which a program words; in JSON only. */
struct kzi_sentence *kzi_doc_coded(struct kzi_doc *doc, const char *key);
/* Put a list of numbers. */
void kzi_doc_ints(struct kzi_doc *doc, const char *key, const int64_t *numbers, unsigned count);
void kzi_doc_int(struct kzi_doc *doc, const char *key, int64_t number);
/* Put a number; if it is not known, null, or "-" in text. */
void kzi_doc_known(struct kzi_doc *doc, const char *key, bool known, int64_t number);
/* Put a change; in text with a sign: +1500, -1500, 0. */
void kzi_doc_signed(struct kzi_doc *doc, const char *key, int64_t number);
/* Put the change of each seat: an object, or for layouts a list of seat and change. */
void kzi_doc_changes(struct kzi_doc *doc, const char *key, const int64_t changes[KZI_SEATS],
                     unsigned seats);
/* Put a boolean.  A layout words it by a sentence, as "{.cut:choices_cut}". */
void kzi_doc_bool(struct kzi_doc *doc, const char *key, bool value);
/* Put a number with its last `decimals` digits after the point: 1500 with 3 is 1.500. */
void kzi_doc_decimal(struct kzi_doc *doc, const char *key, int64_t number, int decimals);
void kzi_doc_tile(struct kzi_doc *doc, const char *key, unsigned kind, bool red);
/* Put a bar whose length is proportional to number, for layouts only. max: the number of the
 * longest bar. */
void kzi_doc_bar(struct kzi_doc *doc, const char *key, int64_t number, int64_t max);
/* Put a sentence whose arguments are numbers or texts, as kzi_sentence_format takes them. */
#define KZI_DOC_SAY(doc, key, says, ...)                                                           \
    kzi_sentence_format(kzi_doc_words(doc, key), says, __VA_ARGS__)

/* Return where to write members or elements that only JSON has; NULL: not JSON. */
struct kzi_text *kzi_doc_json(struct kzi_doc *doc);

/* Write the nodes by a layout (layout.c). */
void kzi_doc_lay_out(struct kzi_doc *doc, enum kzi_layout layout);

#endif
