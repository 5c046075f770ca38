#include "words/sentence.h"

#include "base/text_json.h"
#include "tile/notation.h"
#include "words/rule_names.h"

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

static int compare_code(const void *code, const void *entry) {
    return strcmp(code, sentences[*(const uint16_t *)entry].code);
}

int kzi_find_says(const char *code) {
    const uint16_t *at = bsearch(code, by_code, KZI_SENTENCES, sizeof *by_code, compare_code);
    return at ? *at : -1;
}

/* Return the text of a code in a catalogue (NULL: English). */
static const char *text_in(const struct kzi_node *words, const char *code) {
    if (!words) {
        const int says = kzi_find_says(code);
        return says >= 0 ? sentences[says].english : NULL;
    }
    const struct kzi_node *found = kzi_node_get(words, code);
    return found && found->kind == KZI_SCALAR ? found->text : NULL;
}

/* Return the suffix of a code that names a form, "/several" or "_several", or NULL. */
static const char *form_of(const char *code) {
    const char *form = strchr(code, '/');
    if (!form)
        form = strstr(code, "_several");
    return form && (*form == '/' || !form[sizeof "_several" - 1]) ? form : NULL;
}

/* Return the text of a code in a catalogue.  If it lacks a form, return the text of the plain
 * code. */
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

/* --- arguments -------------------------------------------------------------------------------- */

struct kzi_sentence kzi_sentence_on(struct kzi_text *text, const struct kzi_style *style) {
    struct kzi_sentence sentence;
    sentence.text = text;
    sentence.style = style;
    sentence.beyond = NULL;
    sentence.n_beyond = sentence.count = sentence.depth = sentence.first[0] = 0;
    sentence.string = sentence.begun = false;
    return sentence;
}

/* Cut off what a fixed text has no room for. */
static void cut_off(struct kzi_text *text) {
    if (!text->grows && text->len > text->size)
        text->len = text->size;
}

static uint32_t *from_at(struct kzi_sentence *sentence, unsigned i) {
    return i < KZI_USUAL_ARGUMENTS ? &sentence->from[i]
                                   : &sentence->beyond[i - KZI_USUAL_ARGUMENTS];
}

/* Make room for more arguments.  Only a growing text gets any, since a fixed text is full long
 * before. */
static bool add_room(struct kzi_sentence *sentence) {
    const unsigned n = sentence->n_beyond ? 2 * sentence->n_beyond : KZI_USUAL_ARGUMENTS;
    uint32_t *more = sentence->text->grows ? realloc(sentence->beyond, n * sizeof *more) : NULL;
    sentence->text->failed |= sentence->text->grows && !more;
    if (more) {
        sentence->beyond = more;
        sentence->n_beyond = n;
    }
    return more;
}

static bool make_room(struct kzi_sentence *sentence) {
    return sentence->count + 1 < KZI_USUAL_ARGUMENTS + sentence->n_beyond || add_room(sentence);
}

static void end_argument(struct kzi_sentence *sentence) {
    if (sentence->string)
        kzi_json_end_string(sentence->text);
    sentence->string = false;
    cut_off(sentence->text);
    *from_at(sentence, sentence->count) = (uint32_t)sentence->text->len;
}

/* Begin the next argument and return the text to write it to. */
static struct kzi_text *next_argument(struct kzi_sentence *sentence) {
    end_argument(sentence);
    sentence->count += sentence->depth && make_room(sentence);
    return sentence->text;
}

/* Leave the innermost sentence and set the number of arguments to `count`, which keeps or drops its
 * own. */
static void leave_sentence(struct kzi_sentence *sentence, unsigned count) {
    sentence->count = count;
    sentence->begun = false;
    if (--sentence->depth)
        return;
    free(sentence->beyond);
    sentence->beyond = NULL;
    sentence->n_beyond = 0;
}

struct kzi_text *kzi_argument(struct kzi_sentence *sentence) {
    struct kzi_text *text = next_argument(sentence);
    sentence->string = kzi_is_code(sentence);
    if (sentence->string)
        kzi_json_begin_string(text);
    return text;
}

void kzi_sentence_begin(struct kzi_sentence *sentence) {
    next_argument(sentence)->comma = false;
    sentence->first[++sentence->depth] = sentence->count;
    sentence->begun = true;
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
    kzi_sentence_begin(sentence);
    kzi_sentence_end(sentence, says);
}

/* Begin an object with the id of something that has a name, {"yaku":"ID"}, and return the text. */
static struct kzi_text *begin_name(struct kzi_sentence *sentence, const char *key, const char *id) {
    struct kzi_text *text = next_argument(sentence);
    kzi_json_begin(text, '{');
    kzi_json_key_string(text, key, id);
    return text;
}

void kzi_argument_id(struct kzi_sentence *sentence, const char *text, const char *key,
                     const char *id) {
    if (kzi_is_code(sentence))
        kzi_json_end(begin_name(sentence, key, id), '}');
    else
        kzi_argument_text(sentence, text);
}

void kzi_argument_name(struct kzi_sentence *sentence, const struct kzi_node *name, const char *id) {
    kzi_say_name(kzi_argument(sentence), name, id, sentence->style->language);
}

void kzi_argument_yaku(struct kzi_sentence *sentence, const struct kzi_model *model,
                       unsigned yaku) {
    if (kzi_is_code(sentence))
        kzi_json_end(begin_name(sentence, "yaku", model->yaku[yaku].id), '}');
    else
        kzi_argument_name(sentence, model->yaku[yaku].name, model->yaku[yaku].id);
}

void kzi_argument_limit(struct kzi_sentence *sentence, const struct kzi_model *model,
                        unsigned limit, int32_t times) {
    const struct kzi_limit *named = &model->limits[limit];
    if (kzi_is_code(sentence)) {
        struct kzi_text *text = begin_name(sentence, "limit", named->id);
        kzi_json_key_int(text, "times", times);
        kzi_json_end(text, '}');
        return;
    }
    struct kzi_text *text = next_argument(sentence);
    if (times > 1)
        kzi_text_format(text, "%d x ", (int)times);
    kzi_say_name(text, kzi_node_get(named->node, "name"), named->id, sentence->style->language);
}

void kzi_argument_circumstance(struct kzi_sentence *sentence, const struct kzi_model *model,
                               unsigned circumstance) {
    const char *id = model->circumstance_names.name[circumstance];
    if (kzi_is_code(sentence))
        kzi_json_end(begin_name(sentence, "circumstance", id), '}');
    else if (kzi_is_english(sentence)) /* as the user types it */
        kzi_argument_text(sentence, id);
    else
        kzi_argument_name(sentence, kzi_circumstance_name(model, circumstance), id);
}

void kzi_argument_seat(struct kzi_sentence *sentence, unsigned seat) {
    kzi_argument_says(sentence, KZI_SAYS_seat_E + seat);
}

void kzi_argument_total(struct kzi_sentence *sentence, const struct kzi_model *model,
                        int64_t total) {
    if (kzi_is_english(sentence)) {
        kzi_text_format(next_argument(sentence), "%lld ", (long long)total);
        kzi_say_unit(sentence->text, model, total);
        return;
    }
    kzi_sentence_begin(sentence);
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
        kzi_argument_total(sentence, model, value->number);
        return;
    }
    kzi_sentence_begin(sentence);
    if (value->number)
        kzi_argument_total(sentence, model, value->number);
    kzi_argument_int(sentence, yaku->factor);
    kzi_sentence_end(sentence, value->number ? KZI_SAYS_worth_and_factor : KZI_SAYS_worth_factor);
}

void kzi_argument_points(struct kzi_sentence *sentence, int64_t points) {
    kzi_sentence_count(sentence, KZI_SAYS_points, points);
}

void kzi_argument_round(struct kzi_sentence *sentence, const struct kzi_round *round) {
    kzi_sentence_begin(sentence);
    kzi_argument_int(sentence, round->to);
    kzi_sentence_end(sentence, KZI_SAYS_round_up + round->mode - KZI_ROUND_UP);
}

void kzi_argument_chips_worth(struct kzi_sentence *sentence, int32_t closed, int32_t open) {
    const int32_t chips = closed ? closed : open;
    kzi_sentence_begin(sentence);
    kzi_sentence_count(sentence, KZI_SAYS_chips, chips);
    if (closed && open && closed != open)
        kzi_argument_int(sentence, open);
    if (closed == open)
        kzi_sentence_end(sentence, KZI_AND);
    else
        kzi_sentence_end(sentence, !open     ? KZI_SAYS_chips_closed
                                   : !closed ? KZI_SAYS_chips_open
                                             : KZI_SAYS_chips_both);
}

/* --- the whole -------------------------------------------------------------------------------- */

const char *kzi_says_in(const struct kzi_style *style, enum kzi_says says) {
    const char *found =
        style->catalogue ? in_language(style->catalogue, sentences[says].code) : NULL;
    return found ? found : sentences[says].english;
}

const char *kzi_seat_in(const struct kzi_style *style, unsigned seat) {
    return kzi_says_in(style, KZI_SAYS_seat_E + seat);
}

/* Return argument i of the innermost sentence. */
static const char *argument_at(struct kzi_sentence *sentence, unsigned i, size_t *len) {
    const unsigned at = sentence->first[sentence->depth] + i;
    const bool there = i < kzi_count_arguments(sentence);
    *len = there ? *from_at(sentence, at + 1) - *from_at(sentence, at) : 0;
    return *len ? sentence->text->at + *from_at(sentence, at) : "";
}

/* Return whether a sentence begins with "a {0}", which occurs only in English, and argument 0 with
 * a vowel. */
static bool begins_with_an(struct kzi_sentence *sentence, const char *says) {
    size_t len;
    const char *argument = argument_at(sentence, 0, &len);
    return *says == 'a' && !strncmp(says, "a {0}", 5) && len && strchr("aeiouE", *argument);
}

/* Write a sentence with the arguments in place of {0}, {1} and so on. */
static void put_filled(struct kzi_text *text, struct kzi_sentence *sentence, const char *says) {
    if (begins_with_an(sentence, says)) {
        kzi_text_put(text, "an");
        says++;
    }
    for (size_t len; *says;) {
        if (*says == '{' && says[1] >= '0' && says[1] <= '9' && says[2] == '}') {
            const char *argument = argument_at(sentence, (unsigned)(says[1] - '0'), &len);
            kzi_text_add(text, argument, len);
            says += 3;
        } else {
            len = 1 + strcspn(says + 1, "{");
            kzi_text_add(text, says, len);
            says += len;
        }
    }
}

static bool is_list(enum kzi_says says) {
    return says <= KZI_COMMA;
}

/* Write the arguments as a list.  The words between them are looked up only if there are
 * several. */
static void put_list(struct kzi_text *text, struct kzi_sentence *sentence, enum kzi_says list) {
    const unsigned count = kzi_count_arguments(sentence);
    for (unsigned i = 0; i < count; i++) {
        size_t len;
        const char *argument = argument_at(sentence, i, &len);
        kzi_text_put(text, i ? kzi_says_in(sentence->style, list + (i + 1 == count)) : "");
        kzi_text_add(text, argument, len);
    }
}

/* Write a sentence as JSON: its code, without the form after a '/', and its arguments. */
static void put_code_and_arguments(struct kzi_text *text, struct kzi_sentence *sentence,
                                   const char *code) {
    const uint32_t from = *from_at(sentence, sentence->first[sentence->depth]);
    kzi_json_begin(text, '{');
    kzi_json_key(text, "code");
    kzi_json_separate(text);
    kzi_json_quote(text, code, strcspn(code, "/"));
    if (sentence->text->len > from) {
        kzi_json_begin_key(text, "arguments", '[');
        kzi_text_add(text, sentence->text->at + from, sentence->text->len - from);
        kzi_json_end(text, ']');
    }
    kzi_json_end(text, '}');
}

/* End the innermost sentence with the text `says`, or, if list is one, with a list of its
 * arguments.  A fixed text must not allocate memory, because hands are scored with it: there the
 * sentence is cut off. */
static void end_innermost(struct kzi_sentence *sentence, const char *code, const char *says,
                          enum kzi_says list) {
    char buffer[1024];
    const unsigned first = sentence->first[sentence->depth];
    const bool alone = is_list(list) && kzi_count_arguments(sentence) == 1;
    struct kzi_text *text = sentence->text, filled = text->grows
                                                         ? kzi_text_borrowing(buffer, sizeof buffer)
                                                         : kzi_text_fixed(buffer, sizeof buffer);
    end_argument(sentence);
    if (kzi_is_code(sentence) && !alone)
        put_code_and_arguments(&filled, sentence, code);
    else if (is_list(list))
        put_list(&filled, sentence, list);
    else
        put_filled(&filled, sentence, says);
    cut_off(&filled);
    text->len = *from_at(sentence, first);
    leave_sentence(sentence, first);
    text->comma = kzi_count_arguments(sentence) > 1;
    if (kzi_is_code(sentence))
        kzi_json_separate(text);
    kzi_text_add(text, filled.at, filled.len);
    text->failed |= filled.failed;
    kzi_text_release(&filled);
}

void kzi_sentence_end(struct kzi_sentence *sentence, enum kzi_says says) {
    const unsigned first = sentence->first[sentence->depth];
    if (is_list(says) && sentence->count == first + 1 && !kzi_is_code(sentence))
        leave_sentence(sentence, first); /* a single argument is already in its place */
    else
        end_innermost(sentence, sentences[says].code, kzi_says_in(sentence->style, says), says);
}

void kzi_argument_noun(struct kzi_sentence *sentence, const char *group, const char *id,
                       bool several, enum kzi_says unnamed) {
    char code[128];
    snprintf(code, sizeof code, "%s.%s%s", group, id, several ? "/several" : "");
    kzi_sentence_begin(sentence);
    const char *says = in_language(sentence->style->catalogue, code);
    if (!says)
        says = in_language(NULL, code);
    if (!says && !kzi_is_code(sentence)) { /* a name from the rules */
        kzi_say_id(kzi_argument(sentence), id);
        says = kzi_says_in(sentence->style, unnamed + several);
    }
    end_innermost(sentence, code, says, KZI_SENTENCES);
}

void kzi_argument_word(struct kzi_sentence *sentence, const char *group, const char *id) {
    kzi_argument_noun(sentence, group, id, false, KZI_SAYS_unnamed);
}

const char *kzi_says_code(enum kzi_says says) {
    return sentences[says].code;
}

/* Return the sentence for several that follows `says` in the catalogue, or `says` if there is
 * none. */
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

void kzi_sentence_count(struct kzi_sentence *sentence, enum kzi_says says, long long count) {
    kzi_sentence_begin(sentence);
    kzi_argument_int(sentence, count);
    kzi_sentence_end_counted(sentence, says);
}

void kzi_sentence_format(struct kzi_sentence *sentence, enum kzi_says says, const char *format,
                         ...) {
    char buffer[1024];
    struct kzi_text said = kzi_text_borrowing(buffer, sizeof buffer);
    va_list args;
    va_start(args, format);
    kzi_text_format_args(&said, format, args);
    va_end(args);
    kzi_text_char(&said, '\0');
    kzi_sentence_begin(sentence);
    for (char *at = said.failed ? "" : said.at, *next; at; at = next) {
        next = strchr(at, '\t');
        if (next)
            *next++ = '\0';
        kzi_argument_text(sentence, at);
    }
    kzi_text_release(&said);
    kzi_sentence_end_counted(sentence, says);
}

void kzi_say_word(struct kzi_sentence *sentence, const char *group, const char *id) {
    if (sentence->style->catalogue)
        kzi_argument_word(sentence, group, id);
    else
        kzi_say_id(kzi_argument(sentence), id);
}

void kzi_say_setting(struct kzi_sentence *sentence, const struct kzi_node *node) {
    if (node->kind == KZI_SCALAR)
        kzi_say_word(sentence, "rule", node->text);
    for (size_t i = 0; node->kind != KZI_SCALAR && i < node->count; i++) {
        kzi_text_put(sentence->text, i ? ", " : "");
        if (node->kind == KZI_MAP) {
            kzi_say_word(sentence, "rule", node->u.entries[i].key->text);
            kzi_text_put(sentence->text, ": ");
        }
        kzi_say_setting(sentence, kzi_node_child(node, i));
    }
}
