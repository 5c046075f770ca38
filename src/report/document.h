/* document.h - a report as a tree of members, for JSON and, by a layout, for readers.
 *
 * A report is built once: objects and lists are opened and closed, and members are put into them
 * in the order of JSON.  JSON is written at once.  For readers the words of members are kept, in
 * their language already, until kzi_doc_end writes them where a layout (layouts.txt) names their
 * keys.  A member whose key begins with '.' is for layouts alone and not in JSON; one that no
 * layout names is in JSON alone.  So a layout cannot change JSON. */
#ifndef KZI_DOCUMENT_H
#define KZI_DOCUMENT_H

#include "base/limits.h"
#include "words/sentence.h"

#include <stdint.h>

struct kz_ruleset;
struct kzi_arena;

/* The first step of each in layout.c. */
enum kzi_layout {
#define LAYOUT(name, first) KZI_LAYOUT_##name = first,
#define STEP(kind, mark, words, to)
#include "report/layouts.def"
#undef LAYOUT
#undef STEP
};

#define KZI_DEEPEST_REPORT (2 * KZI_MAX_NESTED + 16) /* a condition is an object with a list */

/* In the order in which they are put; what an object or list has follows it. */
struct kzi_doc_node {
    const char *key; /* NULL: an element of a list */
    uint32_t from;   /* where its words begin; they end where those of the next node do */
    uint32_t end;    /* the number of the node behind it and all that it has; as long as it is open,
                        that of the one that it is in */
    bool markup;     /* its words are those of a page already */
};

/* An object or a list that is open. */
struct kzi_doc_level {
    char closing; /* what ends it in JSON; '\0': it is for layouts alone */
    bool element; /* ends where the next element begins, or its list ends */
};

struct kzi_doc {
    struct kzi_text *out;
    const struct kzi_style *style; /* of words, not escaped on a page; in strings of JSON English */
    /* of JSON */
    bool json;      /* is written */
    bool more;      /* the object was open before the document began */
    char value;     /* is collected: '"' a string, '{' JSON; '\0': none is */
    unsigned depth; /* of what is open */
    bool opened;    /* an object or a list is, and nothing was put there */
    struct kzi_doc_level levels[KZI_DEEPEST_REPORT];
    /* of layouts */
    struct kzi_text tree; /* the bytes of the nodes */
    struct kzi_doc_node *nodes;
    uint32_t count, open; /* open: the number of the innermost */
    bool failed;          /* memory ran out */

    struct kzi_text said;   /* the words of all nodes, or of the member of JSON that is collected */
    struct kzi_words words; /* which they are written as */
};

/* Begin a document, an object that is open. */
struct kzi_doc kzi_doc_begin(struct kzi_text *out, const struct kzi_style *style);
/* Begin a document whose members go into an object of JSON that is open and stays open. */
struct kzi_doc kzi_doc_more(struct kzi_text *out, const struct kzi_style *style);
/* Begin a document that the arena releases, for a builder that asks it for memory. */
struct kzi_doc *kzi_doc_new(struct kzi_arena *arena, struct kzi_text *out,
                            const struct kzi_style *style);
/* Close it and write it. */
void kzi_doc_end(struct kzi_doc *doc, enum kzi_layout layout);

/* Give up a document that is not to be written. */
void kzi_doc_release(struct kzi_doc *doc);

/* bracket: '{' or '['.  An element that JSON does not have has the key ".". */
void kzi_doc_open(struct kzi_doc *doc, const char *key, char bracket);
void kzi_doc_close(struct kzi_doc *doc);
/* Open a list or an object for the statement behind it, which puts what it has and does not leave
 * it by itself; then close it. */
#define KZI_DOC_LIST(doc, key)                                                                     \
    for (kzi_doc_open(doc, key, '['); kzi_doc_enter(doc); kzi_doc_close(doc))
#define KZI_DOC_OBJECT(doc, key)                                                                   \
    for (kzi_doc_open(doc, key, '{'); kzi_doc_enter(doc); kzi_doc_close(doc))
static inline bool kzi_doc_enter(struct kzi_doc *doc) {
    const bool opened = doc->opened;
    doc->opened = false;
    return opened;
}
/* Open an object that is an element of a list; it is closed where the next element begins, or where
 * its list is closed. */
void kzi_doc_element(struct kzi_doc *doc);

/* Close an object that is a line of JSON by itself.  Those of a document of kzi_doc_more are, if
 * nothing else is put into it. */
void kzi_doc_close_line(struct kzi_doc *doc);

/* Put the id of a hand and the ruleset; in JSON alone. */
void kzi_doc_ruleset(struct kzi_doc *doc, const char *id, const struct kz_ruleset *rules);
/* Put members.  Return where words are written until the next call: all calls return the same
 * words, so a sentence ends before the next member. */
struct kzi_words *kzi_doc_words(struct kzi_doc *doc, const char *key);
/* Return where a text is written that all languages share. */
struct kzi_text *kzi_doc_text(struct kzi_doc *doc, const char *key);
void kzi_doc_string(struct kzi_doc *doc, const char *key,
                    const char *string); /* NULL: null, or "-" */
/* Open a member that is markup of a page, such as a picture. */
struct kzi_words *kzi_doc_markup(struct kzi_doc *doc, const char *key);
/* Put an id; for readers what the catalogue calls it, or its words. */
void kzi_doc_code(struct kzi_doc *doc, const char *key, const char *group, const char *id);
/* Put the letter of a seat, or what it is called. */
void kzi_doc_seat(struct kzi_doc *doc, const char *key, unsigned seat);
/* Put a sentence without arguments. */
void kzi_doc_say(struct kzi_doc *doc, const char *key, enum kzi_says says);
/* Begin a sentence that is a member; in strings of JSON it is English. */
struct kzi_words *kzi_doc_sentence(struct kzi_doc *doc, const char *key);
/* Open a member for a sentence as code, for a program that words it; in JSON alone. */
struct kzi_words *kzi_doc_coded(struct kzi_doc *doc, const char *key);
/* Put a list of numbers. */
void kzi_doc_ints(struct kzi_doc *doc, const char *key, const int64_t *numbers, unsigned count);
void kzi_doc_int(struct kzi_doc *doc, const char *key, int64_t number);
/* Put a number that may not be known: null, or "-". */
void kzi_doc_known(struct kzi_doc *doc, const char *key, bool known, int64_t number);
/* Put a change; for layouts +1500, -1500, 0. */
void kzi_doc_signed(struct kzi_doc *doc, const char *key, int64_t number);
/* Put what changes at each seat: an object, or for layouts a list of seat and change. */
void kzi_doc_changes(struct kzi_doc *doc, const char *key, const int64_t changes[KZI_SEATS],
                     unsigned seats);
/* Put what is so, or not; layouts word it by a sentence, "{.cut:choices_cut}". */
void kzi_doc_bool(struct kzi_doc *doc, const char *key, bool value);
/* Put a number with its last digits as decimals: 1500 with 3 of them is 1.500. */
void kzi_doc_decimal(struct kzi_doc *doc, const char *key, int64_t number, int decimals);
void kzi_doc_tile(struct kzi_doc *doc, const char *key, unsigned kind, bool red);
/* Put a bar as long as a number is large; for layouts alone.  most: the number of the longest. */
void kzi_doc_bar(struct kzi_doc *doc, const char *key, int64_t number, int64_t most);
/* Put a sentence whose arguments are numbers or texts, as kzi_sentence_format takes them. */
#define KZI_DOC_SAY(doc, key, says, ...)                                                           \
    kzi_sentence_format(kzi_doc_words(doc, key), says, __VA_ARGS__)

/* Return where members or elements are written that only JSON has; NULL: nowhere. */
struct kzi_text *kzi_doc_json(struct kzi_doc *doc);

/* layout.c: write nodes as a layout says. */
void kzi_doc_lay_out(struct kzi_doc *doc, enum kzi_layout layout);

#endif
