#include "words/sentence.h"

#include "base/text_json.h"
#include "tile/notation.h"
#include "words/names.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static const struct sentence {
    const char *code, *english;
} sentences[KZI_SENTENCES + 1] = {
#define ENGLISH(name, code, text) {code, text},
#define BY_CODE(name)
#include "words/english.def"
#undef ENGLISH
#undef BY_CODE
};

static const uint16_t by_code[KZI_SENTENCES] = {
#define ENGLISH(name, code, text)
#define BY_CODE(name) KZI_SAYS_##name,
#include "words/english.def"
#undef ENGLISH
#undef BY_CODE
};

const struct kzi_style kzi_plain_style = {0}, kzi_code_style = {.form = KZI_JSON};

/* --- catalogues ------------------------------------------------------------------------------- */

static int compare_code(const void *code, const void *with) {
    return strcmp(code, sentences[*(const uint16_t *)with].code);
}

int kzi_says_find(const char *code) {
    const uint16_t *at = bsearch(code, by_code, KZI_SENTENCES, sizeof *by_code, compare_code);
    return at ? *at : -1;
}

/* Return the text of a code in a catalogue, NULL: English. */
static const char *text_in(const struct kzi_node *words, const char *code) {
    if (!words) {
        const int says = kzi_says_find(code);
        return says >= 0 ? sentences[says].english : NULL;
    }
    const struct kzi_node *found = kzi_node_get(words, code);
    return found && found->kind == KZI_SCALAR ? found->text : NULL;
}

/* Return where the form of a code begins, "/several" or "_several"; NULL: it is none. */
static const char *form_of(const char *code) {
    const char *form = strchr(code, '/');
    if (!form)
        form = strstr(code, "_several");
    return form && (*form == '/' || !form[sizeof "_several" - 1]) ? form : NULL;
}

/* The same; a form that a catalogue lacks is as the word itself. */
static const char *in_language(const struct kzi_node *words, const char *code) {
    const char *found = text_in(words, code), *form = found ? NULL : form_of(code);
    if (form) {
        char itself[128];
        struct kzi_text text = kzi_text_fixed(itself, sizeof itself);
        kzi_text_add(&text, code, (size_t)(form - code));
        kzi_text_end(&text);
        found = text_in(words, itself);
    }
    return found;
}

/* Return the text of a code for a sentence, in English what its language lacks; NULL: in none. */
static const char *look_up(struct kzi_sentence *sentence, const char *code) {
    const struct kzi_node *words = sentence->style->words;
    if (kzi_is_code(sentence))
        return NULL;
    const char *found = words ? in_language(words, code) : NULL;
    return found ? found : in_language(NULL, code);
}

/* --- arguments -------------------------------------------------------------------------------- */

struct kzi_sentence kzi_sentence_begin(struct kzi_text *text, const struct kzi_style *style) {
    struct kzi_sentence sentence;
    sentence.text = text;
    sentence.style = style;
    sentence.count = sentence.depth = sentence.first[0] = 0;
    sentence.string = false;
    return sentence;
}

/* Return a text for words.  Where memory must not be taken, as while a hand is scored, they are cut
 * off as the whole is. */
static struct kzi_text text_like(const struct kzi_text *whole, char room[KZI_WORDS_ROOM]) {
    return whole->grows || whole->string ? kzi_text_borrowing(room, KZI_WORDS_ROOM)
                                         : kzi_text_fixed(room, KZI_WORDS_ROOM);
}

static void cut_off(struct kzi_text *text) {
    if (!text->grows && text->len > text->size)
        text->len = text->size;
}

static void end_argument(struct kzi_sentence *sentence) {
    struct kzi_text *arguments = &sentence->arguments;
    if (!sentence->count)
        *arguments = text_like(sentence->text, sentence->room);
    if (sentence->string)
        kzi_json_end_string(arguments);
    sentence->string = false;
    cut_off(arguments);
    sentence->from[sentence->count] = (uint32_t)arguments->len;
}

/* Return where the next argument is written: what comes after the last one joins that. */
static struct kzi_text *next_argument(struct kzi_sentence *sentence) {
    end_argument(sentence);
    sentence->count += sentence->count < KZI_MAX_ARGUMENTS;
    return &sentence->arguments;
}

struct kzi_text *kzi_argument(struct kzi_sentence *sentence) {
    struct kzi_text *text = next_argument(sentence);
    sentence->string = kzi_is_code(sentence);
    if (sentence->string)
        kzi_json_begin_string(text);
    return text;
}

void kzi_sentence_open(struct kzi_sentence *sentence) {
    next_argument(sentence)->comma = false;
    sentence->first[++sentence->depth] = (uint16_t)sentence->count;
}

void kzi_argument_text(struct kzi_sentence *sentence, const char *text) {
    if (kzi_is_code(sentence))
        kzi_json_put_string(next_argument(sentence), text);
    else
        kzi_text_put(next_argument(sentence), text);
}

void kzi_argument_int(struct kzi_sentence *sentence, long long number) {
    if (kzi_is_code(sentence))
        kzi_json_put_int(next_argument(sentence), number);
    else
        kzi_text_int(next_argument(sentence), number);
}

void kzi_argument_says(struct kzi_sentence *sentence, enum kzi_says says) {
    kzi_sentence_open(sentence);
    kzi_sentence_end(sentence, says);
}

/* Begin the object of a name, {"yaku":"ID"}. */
static struct kzi_text *begin_name(struct kzi_sentence *sentence, const char *key, const char *id) {
    struct kzi_text *text = next_argument(sentence);
    kzi_json_begin(text, '{');
    kzi_json_key_string(text, key, id);
    return text;
}

void kzi_argument_id(struct kzi_sentence *sentence, const char *words, const char *key,
                     const char *id) {
    if (kzi_is_code(sentence))
        kzi_json_end(begin_name(sentence, key, id), '}');
    else
        kzi_argument_text(sentence, words);
}

void kzi_argument_yaku(struct kzi_sentence *sentence, const struct kzi_model *model,
                       unsigned yaku) {
    if (kzi_is_code(sentence))
        kzi_json_end(begin_name(sentence, "yaku", model->yaku[yaku].id), '}');
    else
        kzi_say_yaku(next_argument(sentence), model, yaku, sentence->style->language);
}

void kzi_argument_limit(struct kzi_sentence *sentence, const struct kzi_model *model,
                        unsigned limit, int32_t times) {
    if (!kzi_is_code(sentence)) {
        kzi_say_limit(next_argument(sentence), model, limit, times, sentence->style->language);
        return;
    }
    struct kzi_text *text = begin_name(sentence, "limit", model->limits[limit].id);
    kzi_json_key_int(text, "times", times);
    kzi_json_end(text, '}');
}

void kzi_argument_circumstance(struct kzi_sentence *sentence, const struct kzi_model *model,
                               unsigned circumstance) {
    const char *id = model->circumstance_names.name[circumstance];
    if (kzi_is_code(sentence))
        kzi_json_end(begin_name(sentence, "circumstance", id), '}');
    else if (kzi_is_english(sentence)) /* as it is typed */
        kzi_argument_text(sentence, id);
    else
        kzi_say_name(next_argument(sentence), kzi_circumstance_name(model, circumstance), id,
                     sentence->style->language);
}

void kzi_argument_seat(struct kzi_sentence *sentence, unsigned seat) {
    kzi_argument_says(sentence, KZI_SAYS_seat_E + seat);
}

void kzi_argument_total(struct kzi_sentence *sentence, const struct kzi_model *model,
                        int64_t total) {
    if (kzi_is_english(sentence)) {
        kzi_say_total(next_argument(sentence), model, total);
        return;
    }
    kzi_sentence_open(sentence);
    kzi_argument_int(sentence, total);
    kzi_argument_word(sentence, "unit", model->unit);
    kzi_sentence_end(sentence, KZI_SAYS_total_of);
}

void kzi_argument_worth(struct kzi_sentence *sentence, const struct kzi_model *model,
                        const struct kzi_yaku *yaku, const struct kzi_value *value) {
    if (value->limit != KZI_NO_LIMIT) {
        kzi_argument_limit(sentence, model, value->limit, value->number);
        return;
    }
    if (!yaku->factor) {
        kzi_put_total(next_argument(sentence), sentence->style, model, value->number);
        return;
    }
    kzi_sentence_open(sentence);
    if (value->number)
        kzi_argument_total(sentence, model, value->number);
    kzi_argument_int(sentence, yaku->factor);
    kzi_sentence_end(sentence, value->number ? KZI_SAYS_worth_and_factor : KZI_SAYS_worth_factor);
}

void kzi_argument_points(struct kzi_sentence *sentence, int64_t points) {
    kzi_sentence_count(next_argument(sentence), sentence->style, KZI_SAYS_points, points);
}

void kzi_argument_round(struct kzi_sentence *sentence, const struct kzi_round *round) {
    kzi_sentence_open(sentence);
    kzi_argument_int(sentence, round->to);
    kzi_sentence_end(sentence, KZI_SAYS_round_up + round->way - KZI_ROUND_UP);
}

void kzi_argument_chips_worth(struct kzi_sentence *sentence, int32_t closed, int32_t open) {
    const int32_t chips = closed ? closed : open;
    kzi_sentence_open(sentence);
    kzi_sentence_count(next_argument(sentence), sentence->style, KZI_SAYS_chips, chips);
    if (closed && open && closed != open)
        kzi_argument_int(sentence, open);
    if (closed == open)
        kzi_sentence_end_list(sentence, KZI_AND);
    else
        kzi_sentence_end(sentence, !open     ? KZI_SAYS_chips_closed
                                   : !closed ? KZI_SAYS_chips_open
                                             : KZI_SAYS_chips_both);
}

/* --- the whole -------------------------------------------------------------------------------- */

const char *kzi_says_in(const struct kzi_style *style, enum kzi_says says) {
    const char *found = style->words ? in_language(style->words, sentences[says].code) : NULL;
    return found ? found : sentences[says].english;
}

const char *kzi_seat_in(const struct kzi_style *style, unsigned seat) {
    return kzi_says_in(style, KZI_SAYS_seat_E + seat);
}

/* Return an argument of the innermost. */
static const char *argument_at(const struct kzi_sentence *sentence, unsigned i, size_t *len) {
    const uint32_t *from = &sentence->from[sentence->first[sentence->depth] + i];
    const bool there = i < kzi_arguments(sentence) && !sentence->arguments.failed;
    *len = there ? from[1] - from[0] : 0;
    return there ? sentence->arguments.at + from[0] : "";
}

/* Return whether a sentence begins with "a {0}", which only English has, before a vowel. */
static bool begins_with_an(const struct kzi_sentence *sentence, const char *words) {
    size_t len;
    const char *argument = argument_at(sentence, 0, &len);
    return *words == 'a' && !strncmp(words, "a {0}", 5) && len && strchr("aeiouE", *argument);
}

/* Write the words with the arguments in the place of {0} and so on. */
static void fill(struct kzi_text *text, const struct kzi_sentence *sentence, const char *words) {
    if (begins_with_an(sentence, words)) {
        kzi_text_put(text, "an");
        words++;
    }
    for (size_t len; *words;) {
        if (*words == '{' && words[1] >= '0' && words[1] <= '9' && words[2] == '}') {
            const char *argument = argument_at(sentence, (unsigned)(words[1] - '0'), &len);
            kzi_text_add(text, argument, len);
            words += 3;
        } else {
            len = 1 + strcspn(words + 1, "{");
            kzi_text_add(text, words, len);
            words += len;
        }
    }
}

/* Write the arguments as a list; its words are looked up only if there are several. */
static void join(struct kzi_text *text, const struct kzi_sentence *sentence, enum kzi_says list) {
    const unsigned count = kzi_arguments(sentence);
    for (unsigned i = 0; i < count; i++) {
        size_t len;
        const char *argument = argument_at(sentence, i, &len);
        kzi_text_put(text, i ? kzi_says_in(sentence->style, list + (i + 1 == count)) : "");
        kzi_text_add(text, argument, len);
    }
}

/* A form behind a '/' is for words alone. */
static void write_json(struct kzi_text *text, const struct kzi_sentence *sentence,
                       const char *code) {
    const uint32_t *from = &sentence->from[sentence->first[sentence->depth]];
    kzi_json_begin(text, '{');
    kzi_json_key(text, "code");
    kzi_json_begin_string(text);
    kzi_json_escape(text, code, strcspn(code, "/"));
    kzi_json_end_string(text);
    if (kzi_arguments(sentence) && !sentence->arguments.failed) {
        kzi_json_begin_key(text, "arguments", '[');
        kzi_text_add(text, sentence->arguments.at + *from, sentence->arguments.len - *from);
        kzi_json_end(text, ']');
    }
    kzi_json_end(text, '}');
}

/* End the innermost.  list: KZI_SENTENCES: it is none, but these words. */
static void end(struct kzi_sentence *sentence, const char *code, const char *words,
                enum kzi_says list) {
    char room[KZI_WORDS_ROOM];
    const unsigned depth = sentence->depth, first = sentence->first[depth];
    const bool is_list = list != KZI_SENTENCES, alone = is_list && kzi_arguments(sentence) == 1;
    struct kzi_text *arguments = &sentence->arguments, *to = depth ? arguments : sentence->text,
                    said = text_like(sentence->text, room);
    end_argument(sentence);
    if (kzi_is_code(sentence) && !alone)
        write_json(&said, sentence, code);
    else if (is_list)
        join(&said, sentence, list);
    else
        fill(&said, sentence, words);
    cut_off(&said);
    said.failed |= arguments->failed;
    if (depth) {
        arguments->len = sentence->from[first];
        sentence->count = first;
        sentence->depth--;
        arguments->comma = kzi_arguments(sentence) > 1;
    }
    if (kzi_is_code(sentence))
        kzi_json_separate(to);
    kzi_text_add(to, said.at, said.len);
    to->failed |= said.failed;
    kzi_text_release(&said);
    if (!depth)
        kzi_text_release(arguments);
}

void kzi_sentence_end(struct kzi_sentence *sentence, enum kzi_says says) {
    const char *code = sentences[says].code;
    end(sentence, code, sentence->style->words ? look_up(sentence, code) : sentences[says].english,
        KZI_SENTENCES);
}

void kzi_sentence_end_coded(struct kzi_sentence *sentence, const char *code) {
    end(sentence, code, look_up(sentence, code), KZI_SENTENCES);
}

void kzi_argument_noun(struct kzi_sentence *sentence, const char *group, const char *id,
                       bool several, enum kzi_says unnamed) {
    char code[128];
    snprintf(code, sizeof code, "%s.%s%s", group, id, several ? "/several" : "");
    kzi_sentence_open(sentence);
    const char *words = look_up(sentence, code);
    if (!words && !kzi_is_code(sentence)) { /* what rules name */
        kzi_say_id(kzi_argument(sentence), id);
        words = kzi_says_in(sentence->style, unnamed + several);
    }
    end(sentence, code, words, KZI_SENTENCES);
}

void kzi_argument_word(struct kzi_sentence *sentence, const char *group, const char *id) {
    kzi_argument_noun(sentence, group, id, false, KZI_SAYS_unnamed);
}

void kzi_sentence_end_if(struct kzi_sentence *sentence, bool worded, enum kzi_says says) {
    if (worded)
        kzi_sentence_end(sentence, says);
    else
        kzi_sentence_end_list(sentence, KZI_AND);
}

void kzi_sentence_end_list(struct kzi_sentence *sentence, enum kzi_list list) {
    if (!sentence->depth || kzi_arguments(sentence) != 1 || kzi_is_code(sentence)) {
        end(sentence, sentences[list].code, NULL, (enum kzi_says)list);
        return;
    }
    sentence->count--; /* what is alone stands where it would go */
    sentence->depth--;
}

const char *kzi_says_code(enum kzi_says says) {
    return sentences[says].code;
}

void kzi_sentence_put(struct kzi_text *text, const struct kzi_style *style, enum kzi_says says) {
    struct kzi_sentence sentence = kzi_sentence_begin(text, style);
    kzi_sentence_end(&sentence, says);
}

/* Return the row for several that comes after a row, or else that row. */
static enum kzi_says several_of(enum kzi_says says) {
    const char *code = sentences[says].code, *next = sentences[says + 1].code;
    size_t len = strlen(code);
    return says + (next && !strncmp(next, code, len) && !strcmp(next + len, "_several"));
}

void kzi_sentence_end_counted(struct kzi_sentence *sentence, enum kzi_says says) {
    size_t len;
    end_argument(sentence);
    const char *count = argument_at(sentence, 0, &len);
    kzi_sentence_end(sentence, len == 1 && *count == '1' ? says : several_of(says));
}

void kzi_sentence_count(struct kzi_text *text, const struct kzi_style *style, enum kzi_says says,
                        long long count) {
    struct kzi_sentence sentence = kzi_sentence_begin(text, style);
    kzi_argument_int(&sentence, count);
    kzi_sentence_end_counted(&sentence, says);
}

void kzi_sentence_format(struct kzi_text *text, const struct kzi_style *style, enum kzi_says says,
                         const char *format, ...) {
    char said[1024];
    struct kzi_sentence sentence = kzi_sentence_begin(text, style);
    va_list args;
    va_start(args, format);
    vsnprintf(said, sizeof said, format, args);
    va_end(args);
    for (char *at = said, *next; at; at = next) {
        next = strchr(at, '\t');
        if (next)
            *next++ = '\0';
        kzi_argument_text(&sentence, at);
    }
    kzi_sentence_end_counted(&sentence, says);
}

void kzi_put_total(struct kzi_text *text, const struct kzi_style *style,
                   const struct kzi_model *model, int64_t total) {
    struct kzi_sentence alone = kzi_sentence_begin(text, style);
    kzi_argument_total(&alone, model, total);
    kzi_sentence_end_list(&alone, KZI_AND);
}

void kzi_put_word(struct kzi_text *text, const struct kzi_style *style, const char *group,
                  const char *id) {
    if (!style->words) {
        kzi_say_id(text, id);
        return;
    }
    struct kzi_sentence word = kzi_sentence_begin(text, style);
    kzi_argument_word(&word, group, id);
    kzi_sentence_end_list(&word, KZI_AND);
}
