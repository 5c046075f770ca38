/* sentence.h - sentences of reports: a code with arguments.
 *
 * A sentence is written with the text of a catalogue (rules/languages; the English one is part of
 * the program), or as JSON for a program that has its own texts:
 * {"code":"has_claimed","arguments":["[345p]"]}.  Arguments are texts that are the same in every
 * language, such as tiles and numbers; names; and further sentences. */
#ifndef KZI_SENTENCE_H
#define KZI_SENTENCE_H

#include "base/limits.h"
#include "base/text.h"
#include "rules/model.h"

/* The forms of a report.  In JSON a sentence is its code and arguments. */
enum kzi_report_form { KZI_TEXT, KZI_JSON, KZI_PAGE };

/* The style of a report. */
struct kzi_style {
    enum kzi_report_form form;
    bool color;
    bool explain;
    /* It is part of a deal, which reports the changes of points itself. */
    bool in_deal;
    const char *language;             /* language of names; NULL: English */
    const struct kzi_node *catalogue; /* the catalogue of the language; NULL: English */
    unsigned width;                   /* columns of the terminal; 0: 80 */
};

extern const struct kzi_style kzi_plain_style; /* English text, without color */
extern const struct kzi_style kzi_code_style;  /* JSON */

/* The sentences of en.yaml, in the same order (src/catalogue.sh). */
enum kzi_says {
#define ENGLISH(name, code, text) KZI_SAYS_##name,
#define BY_CODE(name)
#include "words/english.def"
#undef ENGLISH
#undef BY_CODE
    KZI_SENTENCES,
    /* The first ones end a list of arguments: "1, 2 and 3", "1, 2 or 3" or "1, 2, 3"; a single
     * argument is written alone. */
    KZI_AND = KZI_SAYS_list_and,
    KZI_OR = KZI_SAYS_list_or,
    KZI_COMMA = KZI_SAYS_list_comma
};

/* The limit for all open sentences together; more arguments use allocated memory. */
#define KZI_USUAL_ARGUMENTS    128
#define KZI_MAX_SENTENCE_DEPTH (2 * KZI_MAX_NESTED + 16)

/* A writer of words to a text.  It has a stack of open sentences, each an argument of the one
 * around it.  Until a sentence ends, its arguments are one after the other at the end of the
 * text. */
struct kzi_sentence {
    struct kzi_text *text;
    const struct kzi_style *style;
    /* Where each argument begins, and where the next one will. */
    uint32_t from[KZI_USUAL_ARGUMENTS];
    /* The same for further arguments; freed when no sentence is open. */
    uint32_t *beyond;
    unsigned n_beyond;
    unsigned first[KZI_MAX_SENTENCE_DEPTH]; /* by depth: the first argument of the sentence */
    /* Number of arguments, of open sentences; depth 0: no sentence and no argument. */
    unsigned count, depth;
    bool string; /* the last argument is a JSON string that is still open */
    bool begun;  /* a sentence has begun, and has no argument yet */
};

/* Return a writer of words at the end of a text. */
struct kzi_sentence kzi_sentence_on(struct kzi_text *text, const struct kzi_style *style);
/* Begin a sentence, which is the next argument of the sentence around it, if there is one.  Its
 * arguments follow in order, then the end with its code. */
void kzi_sentence_begin(struct kzi_sentence *sentence);
/* Return the number of arguments that the innermost sentence has so far. */
static inline unsigned kzi_count_arguments(const struct kzi_sentence *sentence) {
    return sentence->count - sentence->first[sentence->depth];
}
/* End the innermost sentence. */
void kzi_sentence_end(struct kzi_sentence *sentence, enum kzi_says says);
/* End the innermost sentence.  If its argument 0 is not 1, use the sentence for several, if the
 * catalogue has one. */
void kzi_sentence_end_counted(struct kzi_sentence *sentence, enum kzi_says says);
/* Begin a sentence for the statement behind it, which writes its arguments; then end it. */
#define KZI_SENTENCE(words, says)                                                                  \
    for (kzi_sentence_begin(words); kzi_sentence_enter(words); kzi_sentence_end(words, says))
static inline bool kzi_sentence_enter(struct kzi_sentence *sentence) {
    const bool begun = sentence->begun;
    sentence->begun = false;
    return begun;
}
/* Write a sentence whose argument 0 is count, in the form that kzi_sentence_end_counted chooses. */
void kzi_sentence_count(struct kzi_sentence *sentence, enum kzi_says says, long long count);
/* Write a sentence.  The format gives its arguments, separated by tabs, so that a text that it
 * inserts may contain none (kzi_put_visible). */
void kzi_sentence_format(struct kzi_sentence *sentence, enum kzi_says says, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

const char *kzi_says_code(enum kzi_says says);
/* Return the sentence with a code, or -1. */
int kzi_find_says(const char *code);

/* Write the catalogue's word for an id of a group, such as "unit.fan"; in English the id as
 * words. */
void kzi_say_word(struct kzi_sentence *sentence, const char *group, const char *id);
/* Write the value of a setting without the punctuation of YAML. */
void kzi_say_setting(struct kzi_sentence *sentence, const struct kzi_node *node);

static inline bool kzi_is_code(const struct kzi_sentence *sentence) {
    return sentence->style->form == KZI_JSON;
}

static inline bool kzi_is_english(const struct kzi_sentence *sentence) {
    return !kzi_is_code(sentence) && !sentence->style->catalogue;
}

/* Begin an argument that is the same in all languages, and return the text to write it to.  Outside
 * sentences, the text simply goes on. */
struct kzi_text *kzi_argument(struct kzi_sentence *sentence);
void kzi_argument_text(struct kzi_sentence *sentence, const char *text);
void kzi_argument_int(struct kzi_sentence *sentence, long long number);
void kzi_argument_says(struct kzi_sentence *sentence, enum kzi_says says);
/* Write the catalogue's noun for an id of a group, such as "asks.noun.pung", in the form for one or
 * for several.  If there is none, write the sentence `unnamed`, or the one after it for several,
 * with the id as its argument. */
void kzi_argument_noun(struct kzi_sentence *sentence, const char *group, const char *id,
                       bool several, enum kzi_says unnamed);
/* Write the catalogue's noun for one; if there is none, the id. */
void kzi_argument_word(struct kzi_sentence *sentence, const char *group, const char *id);
/* Write words, or in JSON {"key":"id"}, for a program that has its own words. */
void kzi_argument_id(struct kzi_sentence *sentence, const char *text, const char *key,
                     const char *id);
/* Write the text of a `name:` in the language of the style, else the id as words. */
void kzi_argument_name(struct kzi_sentence *sentence, const struct kzi_node *name, const char *id);
void kzi_argument_yaku(struct kzi_sentence *sentence, const struct kzi_model *model, unsigned yaku);
/* Write the name of a limit: "2 x NAME" if it is paid more than once. */
void kzi_argument_limit(struct kzi_sentence *sentence, const struct kzi_model *model,
                        unsigned limit, int32_t times);
void kzi_argument_circumstance(struct kzi_sentence *sentence, const struct kzi_model *model,
                               unsigned circumstance);
void kzi_argument_seat(struct kzi_sentence *sentence, unsigned seat);
/* Return the text of a sentence without arguments, or the name of a seat, in the language of the
 * style. */
const char *kzi_says_in(const struct kzi_style *style, enum kzi_says says);
const char *kzi_seat_in(const struct kzi_style *style, unsigned seat);
/* Write a total with its unit: "8 fan". */
void kzi_argument_total(struct kzi_sentence *sentence, const struct kzi_model *model,
                        int64_t total);

/* Write the worth of a yaku: "2 fan", "yakuman", "x2", "1 fan x2". */
void kzi_argument_worth(struct kzi_sentence *sentence, const struct kzi_model *model,
                        const struct kzi_yaku *yaku, const struct kzi_value *value);

/* Write how numbers are rounded: "up to 100", "to the nearest 10".  The way of rounding is not
 * KZI_ROUND_NONE. */
void kzi_argument_round(struct kzi_sentence *sentence, const struct kzi_round *round);
/* Write the chips of a closed and of an open hand: "2 chips, only closed". */
void kzi_argument_chips_worth(struct kzi_sentence *sentence, int32_t closed, int32_t open);

void kzi_argument_points(struct kzi_sentence *sentence, int64_t points);

#endif
