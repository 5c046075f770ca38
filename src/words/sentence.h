/* sentence.h - a sentence of a report: a code with arguments.
 *
 * It is written by a catalogue (rules/languages), of which the English one belongs to the program,
 * or as JSON for a program that words it: {"code":"has_claimed","arguments":["[345p]"]}.  Arguments
 * are texts that every language has, such as tiles and numbers; names; and further sentences. */
#ifndef KZI_SENTENCE_H
#define KZI_SENTENCE_H

#include "base/limits.h"
#include "base/text.h"
#include "rules/model.h"

/* JSON: of sentences the code and the arguments. */
enum kzi_report_form { KZI_TEXT, KZI_JSON, KZI_PAGE };

/* How reports are written. */
struct kzi_style {
    enum kzi_report_form form;
    bool color;
    bool explain;
    bool in_deal;                 /* part of a deal, which reports the changes once */
    const char *language;         /* of names; NULL: English */
    const struct kzi_node *words; /* the catalogue of the language; NULL: English */
    unsigned width;               /* columns of the terminal; 0: 80 */
};

extern const struct kzi_style kzi_plain_style; /* English text, without color */
extern const struct kzi_style kzi_code_style;  /* JSON */

/* The sentences of en.yaml, in its order (src/catalogue.sh). */
enum kzi_says {
#define ENGLISH(name, code, text) KZI_SAYS_##name,
#define BY_CODE(name)
#include "words/english.def"
#undef ENGLISH
#undef BY_CODE
    KZI_SENTENCES
};

#define KZI_MAX_ARGUMENTS    256 /* of all sentences that are open; those of lists are many */
#define KZI_WORDS_ROOM       1024 /* bytes of the arguments of most; a stack holds several of these */
#define KZI_DEEPEST_SENTENCE (2 * KZI_MAX_NESTED + 16)

/* A sentence, and those that are open within it, each an argument of the one around it. */
struct kzi_sentence {
    struct kzi_text *text; /* receives it */
    const struct kzi_style *style;
    struct kzi_text arguments; /* of all, one after the other */
    uint32_t from[KZI_MAX_ARGUMENTS + 1];
    uint16_t first[KZI_DEEPEST_SENTENCE]; /* of the arguments of each */
    unsigned count, depth;
    bool string;               /* the last argument is a string of JSON, and open */
    char room[KZI_WORDS_ROOM]; /* do not copy a sentence that has arguments */
};

/* Begin with the arguments, in their order; end with the code. */
struct kzi_sentence kzi_sentence_begin(struct kzi_text *text, const struct kzi_style *style);
/* Begin one that is the next argument; what is written until it ends is in it. */
void kzi_sentence_open(struct kzi_sentence *sentence);
/* Return how many arguments the innermost has. */
static inline unsigned kzi_arguments(const struct kzi_sentence *sentence) {
    return sentence->count - sentence->first[sentence->depth];
}
/* End the innermost. */
void kzi_sentence_end(struct kzi_sentence *sentence, enum kzi_says says);
/* The same; a sentence that has a row for several is that if {0} is not 1. */
void kzi_sentence_end_counted(struct kzi_sentence *sentence, enum kzi_says says);
/* End it with a code that English has too. */
void kzi_sentence_end_coded(struct kzi_sentence *sentence, const char *code);
/* Write the arguments as a list: "1, 2 and 3", "1, 2 or 3", "1, 2, 3"; one alone is itself. */
enum kzi_list {
    KZI_AND = KZI_SAYS_list_and,
    KZI_OR = KZI_SAYS_list_or,
    KZI_COMMA = KZI_SAYS_list_comma
};
void kzi_sentence_end_list(struct kzi_sentence *sentence, enum kzi_list list);
/* End a sentence, or without it write the only argument itself. */
void kzi_sentence_end_if(struct kzi_sentence *sentence, bool worded, enum kzi_says says);
/* Write a sentence without arguments. */
void kzi_sentence_put(struct kzi_text *text, const struct kzi_style *style, enum kzi_says says);
/* Write one about a number; if it has a row for several, that decides. */
void kzi_sentence_count(struct kzi_text *text, const struct kzi_style *style, enum kzi_says says,
                        long long count);
/* The same of one whose arguments are a format of them with tabs between. */
void kzi_sentence_format(struct kzi_text *text, const struct kzi_style *style, enum kzi_says says,
                         const char *format, ...) __attribute__((format(printf, 4, 5)));

const char *kzi_says_code(enum kzi_says says);
/* Return the sentence of a code, or -1. */
int kzi_says_find(const char *code);

/* Write what a catalogue calls something, "unit.fan"; in English its id as words. */
void kzi_put_word(struct kzi_text *text, const struct kzi_style *style, const char *group,
                  const char *id);

static inline bool kzi_is_code(const struct kzi_sentence *sentence) {
    return sentence->style->form == KZI_JSON;
}

static inline bool kzi_is_english(const struct kzi_sentence *sentence) {
    return !kzi_is_code(sentence) && !sentence->style->words;
}

/* Return where to write the next argument, a text that is the same in all languages. */
struct kzi_text *kzi_argument(struct kzi_sentence *sentence);
void kzi_argument_text(struct kzi_sentence *sentence, const char *text);
void kzi_argument_int(struct kzi_sentence *sentence, long long number);
void kzi_argument_says(struct kzi_sentence *sentence, enum kzi_says says);
/* Write what a catalogue calls something, "asks.noun.pung", one of it or several; what has no text
 * is `unnamed` of its id, or the sentence behind that. */
void kzi_argument_noun(struct kzi_sentence *sentence, const char *group, const char *id,
                       bool several, enum kzi_says unnamed);
/* The same of one, which without a text is its id. */
void kzi_argument_word(struct kzi_sentence *sentence, const char *group, const char *id);
/* Write words, or {"key":"id"} for a program that has its own. */
void kzi_argument_id(struct kzi_sentence *sentence, const char *words, const char *key,
                     const char *id);
void kzi_argument_yaku(struct kzi_sentence *sentence, const struct kzi_model *model, unsigned yaku);
void kzi_argument_limit(struct kzi_sentence *sentence, const struct kzi_model *model,
                        unsigned limit, int32_t times);
void kzi_argument_circumstance(struct kzi_sentence *sentence, const struct kzi_model *model,
                               unsigned circumstance);
void kzi_argument_seat(struct kzi_sentence *sentence, unsigned seat);
/* Return a sentence without arguments, or what a seat is called, for a text. */
const char *kzi_says_in(const struct kzi_style *style, enum kzi_says says);
const char *kzi_seat_in(const struct kzi_style *style, unsigned seat);
/* "8 fan", a total with its unit. */
void kzi_argument_total(struct kzi_sentence *sentence, const struct kzi_model *model,
                        int64_t total);

/* What a yaku is worth: "2 fan", "yakuman", "x2", "1 fan x2". */
void kzi_argument_worth(struct kzi_sentence *sentence, const struct kzi_model *model,
                        const struct kzi_yaku *yaku, const struct kzi_value *value);

void kzi_put_total(struct kzi_text *text, const struct kzi_style *style,
                   const struct kzi_model *model, int64_t total);

/* "up to 100", "to the nearest 10"; the way is not KZI_ROUND_NONE. */
void kzi_argument_round(struct kzi_sentence *sentence, const struct kzi_round *round);
/* "2 chips, only closed": what is worth so many in a closed and in an open hand. */
void kzi_argument_chips_worth(struct kzi_sentence *sentence, int32_t closed, int32_t open);

void kzi_argument_points(struct kzi_sentence *sentence, int64_t points);

#endif
