#include "words/sentence.h"

#include "base/text_json.h"
#include "tile/notation.h"
#include "words/names.h"

#include <stdarg.h>
#include <stdio.h>

static const struct {
    const char *code, *english;
} sentences[KZI_SENTENCES + 1] = {
#define CODED(name, code, english) [KZI_SAYS_##name] = {code, english},
#include "words/sentences.def"
#undef CODED
};

const struct kzi_style kzi_plain_style = {0}, kzi_code_style = {.form = KZI_JSON};

/* --- arguments -------------------------------------------------------------------------------- */

struct kzi_sentence kzi_sentence_begin(struct kzi_text *text, const struct kzi_style *style) {
    struct kzi_sentence sentence;
    sentence.text = text;
    sentence.style = style;
    sentence.count = 0;
    sentence.string = false;
    sentence.unknown = NULL;
    return sentence;
}

/* Where memory must not be taken, as while a hand is scored, arguments are cut off too. */
static bool is_fixed(const struct kzi_text *text) {
    return !text->grows && !text->string;
}

static void end_argument(struct kzi_sentence *sentence) {
    if (!sentence->count)
        sentence->arguments = is_fixed(sentence->text)
                                  ? kzi_text_fixed(sentence->room, sizeof sentence->room)
                                  : kzi_text_borrowing(sentence->room, sizeof sentence->room);
    if (sentence->string)
        kzi_json_end_string(&sentence->arguments);
    sentence->string = false;
    if (!sentence->arguments.grows && sentence->arguments.len > sentence->arguments.size)
        sentence->arguments.len = sentence->arguments.size; /* the rest is cut off */
    if (sentence->count)
        sentence->end[sentence->count - 1] = (uint32_t)sentence->arguments.len;
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

struct kzi_sentence kzi_argument_sentence(struct kzi_sentence *sentence) {
    struct kzi_sentence inner = kzi_sentence_begin(next_argument(sentence), sentence->style);
    inner.unknown = sentence->unknown;
    return inner;
}

void kzi_argument_says(struct kzi_sentence *sentence, enum kzi_says says) {
    struct kzi_sentence inner = kzi_argument_sentence(sentence);
    kzi_sentence_end(&inner, says);
}

void kzi_argument_word(struct kzi_sentence *sentence, const char *english, const char *group,
                       const char *id) {
    if (kzi_is_english(sentence)) {
        kzi_argument_text(sentence, english);
        return;
    }
    char code[128];
    struct kzi_text text = kzi_text_fixed(code, sizeof code);
    kzi_text_format(&text, "%s.%s", group, id);
    kzi_text_end(&text);
    struct kzi_sentence inner = kzi_argument_sentence(sentence);
    kzi_sentence_end_coded(&inner, code, id);
}

void kzi_argument_code(struct kzi_sentence *sentence, const char *group, const char *id) {
    if (kzi_is_english(sentence))
        kzi_say_id(kzi_argument(sentence), id);
    else
        kzi_argument_word(sentence, id, group, id);
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
    kzi_argument_word(sentence, kzi_seat_says[seat], "seat", kzi_seat_names[seat]);
}

void kzi_argument_total(struct kzi_sentence *sentence, const struct kzi_model *model,
                        int64_t total) {
    if (kzi_is_english(sentence)) {
        kzi_say_total(next_argument(sentence), model, total);
        return;
    }
    struct kzi_sentence inner = kzi_argument_sentence(sentence);
    kzi_argument_int(&inner, total);
    kzi_argument_word(&inner, "", "unit", model->unit);
    kzi_sentence_end(&inner, KZI_SAYS_total_of);
}

void kzi_argument_points(struct kzi_sentence *sentence, int64_t points) {
    struct kzi_sentence inner = kzi_argument_sentence(sentence);
    kzi_argument_int(&inner, points);
    kzi_sentence_end(&inner, points == 1 ? KZI_SAYS_points : KZI_SAYS_points_several);
}

void kzi_argument_round(struct kzi_sentence *sentence, const struct kzi_round *round) {
    struct kzi_sentence inner = kzi_argument_sentence(sentence);
    kzi_argument_int(&inner, round->to);
    kzi_sentence_end(&inner, KZI_SAYS_round_up + round->way - KZI_ROUND_UP);
}

void kzi_argument_chips_worth(struct kzi_sentence *sentence, int32_t closed, int32_t open) {
    const int32_t chips = closed ? closed : open;
    struct kzi_sentence inner = kzi_argument_sentence(sentence),
                        count = kzi_argument_sentence(&inner);
    kzi_argument_int(&count, chips);
    kzi_sentence_end(&count, chips == 1 ? KZI_SAYS_chips : KZI_SAYS_chips_several);
    if (closed && open && closed != open)
        kzi_argument_int(&inner, open);
    if (closed == open)
        kzi_sentence_end_list(&inner, KZI_AND);
    else
        kzi_sentence_end(&inner, !open     ? KZI_SAYS_chips_closed
                                 : !closed ? KZI_SAYS_chips_open
                                           : KZI_SAYS_chips_both);
}

/* --- the whole -------------------------------------------------------------------------------- */

/* Return the text of a catalogue; NULL: it has none.  What English says of one and of several may
 * be one text. */
static const char *in_catalogue(const struct kzi_style *style, const char *code) {
    const struct kzi_node *found = kzi_node_get(style->words, code);
    const char *end = strstr(code, "_several");
    if (!found && end && !end[sizeof "_several" - 1]) {
        char one[64];
        struct kzi_text text = kzi_text_fixed(one, sizeof one);
        kzi_text_add(&text, code, (size_t)(end - code));
        kzi_text_end(&text);
        found = kzi_node_get(style->words, one);
    }
    return found && found->kind == KZI_SCALAR ? found->text : NULL;
}

static const char *word_in(const struct kzi_style *style, const char *code, const char *english) {
    const char *found = style->words ? in_catalogue(style, code) : NULL;
    return found ? found : english;
}

const char *kzi_says_in(const struct kzi_style *style, enum kzi_says says) {
    return word_in(style, sentences[says].code, sentences[says].english);
}

const char *kzi_seat_in(const struct kzi_style *style, unsigned seat) {
    const char code[] = {'s', 'e', 'a', 't', '.', kzi_seat_letters[seat], '\0'};
    return word_in(style, code, kzi_seat_says[seat]);
}

static const char *argument_at(const struct kzi_sentence *sentence, unsigned i, size_t *len) {
    size_t from = i ? sentence->end[i - 1] : 0;
    *len = i < sentence->count && !sentence->arguments.failed ? sentence->end[i] - from : 0;
    return *len ? sentence->arguments.at + from : "";
}

/* Return whether a sentence begins with "a {0}", which only English has, before a vowel. */
static bool begins_with_an(const struct kzi_sentence *sentence, const char *words) {
    size_t len;
    const char *argument = argument_at(sentence, 0, &len);
    return !strncmp(words, "a {0}", 5) && len && strchr("aeiouE", *argument);
}

/* Write the words with the arguments in the place of {0} and so on. */
static void fill(struct kzi_sentence *sentence, const char *words) {
    if (begins_with_an(sentence, words)) {
        kzi_text_put(sentence->text, "an");
        words++;
    }
    for (; *words; words++) {
        size_t len;
        if (*words != '{' || words[1] < '0' || words[1] > '9' || words[2] != '}') {
            kzi_text_char(sentence->text, *words);
            continue;
        }
        const char *argument = argument_at(sentence, (unsigned)(words[1] - '0'), &len);
        kzi_text_add(sentence->text, argument, len);
        words += 2;
    }
}

static void write_json(struct kzi_sentence *sentence, const char *code) {
    kzi_json_begin(sentence->text, '{');
    kzi_json_key_string(sentence->text, "code", code);
    if (sentence->count) {
        kzi_json_begin_key(sentence->text, "arguments", '[');
        kzi_text_add(sentence->text, sentence->arguments.at, sentence->arguments.len);
        kzi_json_end(sentence->text, ']');
    }
    kzi_json_end(sentence->text, '}');
}

static void end(struct kzi_sentence *sentence, const char *code, const char *english) {
    const char *words = english;
    end_argument(sentence);
    if (sentence->style->words) {
        const char *found = in_catalogue(sentence->style, code);
        words = found ? found : english;
        if (!found && sentence->unknown)
            *sentence->unknown = true;
    }
    if (!kzi_is_code(sentence))
        fill(sentence, words);
    else if (!sentence->arguments.failed)
        write_json(sentence, code);
    sentence->text->failed |= sentence->arguments.failed;
    kzi_text_release(&sentence->arguments);
}

void kzi_sentence_end(struct kzi_sentence *sentence, enum kzi_says says) {
    end(sentence, sentences[says].code, sentences[says].english);
}

void kzi_sentence_end_coded(struct kzi_sentence *sentence, const char *code, const char *english) {
    end(sentence, code, english);
}

void kzi_sentence_end_if(struct kzi_sentence *sentence, bool worded, enum kzi_says says) {
    if (worded)
        kzi_sentence_end(sentence, says);
    else
        kzi_sentence_end_list(sentence, KZI_AND);
}

/* Write the only argument itself. */
static void end_alone(struct kzi_sentence *sentence) {
    if (kzi_is_code(sentence))
        kzi_json_separate(sentence->text);
    kzi_text_add(sentence->text, sentence->arguments.at, sentence->arguments.len);
}

static void join(struct kzi_sentence *sentence, const char *code, const char *last) {
    const char *between = sentence->style->words ? in_catalogue(sentence->style, code) : NULL;
    for (unsigned i = 0; i < sentence->count; i++) {
        size_t len;
        const char *argument = argument_at(sentence, i, &len);
        if (between)
            kzi_text_put(sentence->text, i ? between : "");
        else
            kzi_text_join(sentence->text, i, sentence->count, last);
        kzi_text_add(sentence->text, argument, len);
    }
}

void kzi_sentence_end_list(struct kzi_sentence *sentence, enum kzi_list list) {
    static const char *const codes[] = {"list_and", "list_or", "list_comma"}, *const last[] = {
                                                                                  " and ", " or ",
                                                                                  ", "};
    end_argument(sentence);
    if (sentence->arguments.failed)
        sentence->text->failed = true;
    else if (sentence->count == 1)
        end_alone(sentence);
    else if (!kzi_is_code(sentence))
        join(sentence, codes[list], last[list]);
    else
        write_json(sentence, codes[list]);
    kzi_text_release(&sentence->arguments);
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
    kzi_sentence_end(&sentence, strcmp(said, "1") ? several_of(says) : says);
}

void kzi_put_total(struct kzi_text *text, const struct kzi_style *style,
                   const struct kzi_model *model, int64_t total) {
    struct kzi_sentence alone = kzi_sentence_begin(text, style);
    kzi_argument_total(&alone, model, total);
    kzi_sentence_end_list(&alone, KZI_AND);
}

void kzi_put_word(struct kzi_text *text, const struct kzi_style *style, const char *group,
                  const char *id) {
    struct kzi_sentence word = kzi_sentence_begin(text, style);
    kzi_argument_word(&word, id, group, id);
    kzi_sentence_end_list(&word, KZI_AND);
}

void kzi_put_code(struct kzi_text *text, const struct kzi_style *style, const char *group,
                  const char *id) {
    struct kzi_sentence word = kzi_sentence_begin(text, style);
    kzi_argument_code(&word, group, id);
    kzi_sentence_end_list(&word, KZI_AND);
}
