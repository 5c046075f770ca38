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

#define KZI_USUAL_ARGUMENTS  128 /* of all sentences that are open; more take memory */
#define KZI_DEEPEST_SENTENCE (2 * KZI_MAX_NESTED + 16)

/* Words, written to a text, and the sentences that are open, each an argument of the one around it.
 * Until a sentence ends its arguments are at the end of the text, one after the other. */
struct kzi_words {
    struct kzi_text *text;
    const struct kzi_style *style;
    uint32_t from[KZI_USUAL_ARGUMENTS]; /* where the arguments begin, and the next one */
    uint32_t *beyond;                   /* likewise; until no sentence is open */
    unsigned n_beyond;
    unsigned first[KZI_DEEPEST_SENTENCE]; /* of the arguments of each sentence */
    unsigned count, depth; /* depth 0: no sentence is open, and there are no arguments */
    bool string;           /* the last argument is a string of JSON, and open */
};

/* Begin words behind what a text has. */
struct kzi_words kzi_words_on(struct kzi_text *text, const struct kzi_style *style);
/* Begin a sentence with its arguments, in their order; end it with the code.  Within a sentence it
 * is the next argument. */
void kzi_sentence_begin(struct kzi_words *words);
/* Return how many arguments the innermost has. */
static inline unsigned kzi_count_arguments(const struct kzi_words *words) {
    return words->count - words->first[words->depth];
}
/* End the innermost sentence. */
void kzi_sentence_end(struct kzi_words *words, enum kzi_says says);
/* The same, but take the catalogue's row for several, if it has one, where {0} is not 1. */
void kzi_sentence_end_counted(struct kzi_words *words, enum kzi_says says);
/* Write the arguments as a list: "1, 2 and 3", "1, 2 or 3", "1, 2, 3"; one alone is itself. */
enum kzi_list {
    KZI_AND = KZI_SAYS_list_and,
    KZI_OR = KZI_SAYS_list_or,
    KZI_COMMA = KZI_SAYS_list_comma
};
void kzi_sentence_end_list(struct kzi_words *words, enum kzi_list list);
/* End a sentence, or without it write the only argument itself. */
void kzi_sentence_end_if(struct kzi_words *words, bool worded, enum kzi_says says);
/* Write a sentence about a number, which is its {0}, as kzi_sentence_end_counted ends one. */
void kzi_sentence_count(struct kzi_words *words, enum kzi_says says, long long count);
/* Write a sentence.  The format gives its arguments with tabs between them. */
void kzi_sentence_format(struct kzi_words *words, enum kzi_says says, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

const char *kzi_says_code(enum kzi_says says);
/* Return the sentence of a code, or -1. */
int kzi_find_says(const char *code);

/* Write what a catalogue calls something, "unit.fan"; in English its id as words. */
void kzi_say_word(struct kzi_words *words, const char *group, const char *id);
/* Write what a setting of the rules says, without the punctuation of YAML. */
void kzi_say_setting(struct kzi_words *words, const struct kzi_node *node);

static inline bool kzi_is_code(const struct kzi_words *words) {
    return words->style->form == KZI_JSON;
}

static inline bool kzi_is_english(const struct kzi_words *words) {
    return !kzi_is_code(words) && !words->style->words;
}

/* Return where to write the next argument, a text that is the same in all languages; outside of
 * sentences what follows. */
struct kzi_text *kzi_argument(struct kzi_words *words);
void kzi_argument_text(struct kzi_words *words, const char *text);
void kzi_argument_int(struct kzi_words *words, long long number);
void kzi_argument_says(struct kzi_words *words, enum kzi_says says);
/* Write what a catalogue calls something, "asks.noun.pung", one of it or several; what has no text
 * is `unnamed` of its id, or the sentence behind that. */
void kzi_argument_noun(struct kzi_words *words, const char *group, const char *id, bool several,
                       enum kzi_says unnamed);
/* Write the noun of one, which without a text is its id. */
void kzi_argument_word(struct kzi_words *words, const char *group, const char *id);
/* Write words, or {"key":"id"} for a program that has its own. */
void kzi_argument_id(struct kzi_words *words, const char *said, const char *key, const char *id);
/* Write a `name:` in the language of the reader, else the id as words. */
void kzi_argument_name(struct kzi_words *words, const struct kzi_node *name, const char *id);
void kzi_argument_yaku(struct kzi_words *words, const struct kzi_model *model, unsigned yaku);
/* The name of a limit, "2 x NAME" if it is paid more than once. */
void kzi_argument_limit(struct kzi_words *words, const struct kzi_model *model, unsigned limit,
                        int32_t times);
void kzi_argument_circumstance(struct kzi_words *words, const struct kzi_model *model,
                               unsigned circumstance);
void kzi_argument_seat(struct kzi_words *words, unsigned seat);
/* Return a sentence without arguments, or what a seat is called, for a text. */
const char *kzi_says_in(const struct kzi_style *style, enum kzi_says says);
const char *kzi_seat_in(const struct kzi_style *style, unsigned seat);
/* "8 fan", a total with its unit. */
void kzi_argument_total(struct kzi_words *words, const struct kzi_model *model, int64_t total);

/* What a yaku is worth: "2 fan", "yakuman", "x2", "1 fan x2". */
void kzi_argument_worth(struct kzi_words *words, const struct kzi_model *model,
                        const struct kzi_yaku *yaku, const struct kzi_value *value);

/* "up to 100", "to the nearest 10"; the way is not KZI_ROUND_NONE. */
void kzi_argument_round(struct kzi_words *words, const struct kzi_round *round);
/* "2 chips, only closed": what is worth chips in a closed and in an open hand. */
void kzi_argument_chips_worth(struct kzi_words *words, int32_t closed, int32_t open);

void kzi_argument_points(struct kzi_words *words, int64_t points);

#endif
