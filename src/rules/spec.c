#include "rules/spec.h"

#include "base/utf8.h"
#include "rules/loader.h"

#include <string.h>
#include <unistd.h>

/* --- words ------------------------------------------------------------------------------------ */

enum word_kind { RULES, SETTING, OVERLAY };

struct scanner {
    const char *rest;
    enum word_kind kind; /* what the word names */
    const char *word;    /* len bytes without quotes; NULL: no word yet */
    size_t len;
    bool quoted;
    const char *wrong; /* the error in the word; NULL: none */
};

static const char blanks[] = " \t";

static bool ends_word(char c) {
    return !c || strchr(blanks, c);
}

/* Find the end of the word that begins here.  Return its error, or NULL. */
static const char *take_word(struct scanner *scanner) {
    const char *at = scanner->word;
    scanner->quoted = *at == '"';
    if (!scanner->quoted) {
        scanner->len = strcspn(at, blanks);
        scanner->rest = at + scanner->len;
        return strcspn(at, "+\"") < scanner->len
                   ? "a + between ruleset and overlay has blanks around it, and a word with + or a "
                     "quote in it is put in double quotes"
                   : NULL;
    }
    for (at++; *at && *at != '"'; at++)
        at += *at == '\\' && at[1];
    scanner->word++;
    scanner->len = (size_t)(at - scanner->word);
    scanner->rest = at + (*at == '"');
    if (!*at)
        return "the quote that begins here has no end";
    return ends_word(at[1]) ? NULL : "a blank is missing after this quoted word";
}

static const char *find_fault(const struct scanner *scanner, enum word_kind before, bool first) {
    bool sets = !scanner->quoted && memchr(scanner->word, '=', scanner->len);
    if (scanner->kind == SETTING && !sets)
        return "this is neither OPTION=VALUE nor, after a +, an overlay; a path with blanks is put "
               "in double quotes";
    if (scanner->kind != SETTING && sets)
        return "a name or a path comes here; one with = in it is put in double quotes";
    if (scanner->kind == SETTING && before == OVERLAY)
        return "options come before the overlays";
    return scanner->kind == OVERLAY && first ? "a name or a path comes before the overlays" : NULL;
}

/* Find the next word.  Return false if there is none or it has an error. */
static bool take_next(struct scanner *scanner) {
    const bool first = !scanner->word;
    const enum word_kind before = scanner->kind;
    scanner->word = scanner->rest + strspn(scanner->rest, blanks);
    bool joined = *scanner->word == '+' && ends_word(scanner->word[1]);
    if (joined)
        scanner->word += 1 + strspn(scanner->word + 1, blanks);
    scanner->kind = joined ? OVERLAY : first ? RULES : SETTING;
    if (!*scanner->word) {
        scanner->wrong = joined ? "an overlay is missing after the +" : NULL;
        return false;
    }
    scanner->wrong = take_word(scanner);
    if (!scanner->wrong)
        scanner->wrong = find_fault(scanner, before, first);
    return !scanner->wrong;
}

/* --- reading ---------------------------------------------------------------------------------- */

static const char *copy_word(struct kzi_arena *arena, const struct scanner *scanner) {
    char *copy = kzi_arena_copy(arena, scanner->word, scanner->len), *to = copy;
    for (const char *from = copy; scanner->quoted && *from;) {
        from += *from == '\\' && from[1];
        *to++ = *from++;
    }
    if (scanner->quoted)
        *to = '\0';
    return copy;
}

static void note_fault(struct kzi_diags *diags, const char *text, const struct scanner *scanner) {
    struct kzi_source *source = KZI_NEW(diags->arena, struct kzi_source);
    size_t before = (size_t)(scanner->word - text);
    *source = (struct kzi_source){.name = "ruleset", .len = strlen(text)};
    source->text = kzi_arena_copy(diags->arena, text, source->len);
    kzi_error_at(diags, (struct kzi_place){source, 1, 1 + (uint32_t)kzi_utf8_count(text, before)},
                 "%s", scanner->wrong);
}

bool kzi_spec_read(struct kzi_diags *diags, struct kzi_spec *spec, const char *text) {
    struct kzi_arena *arena = diags->arena;
    struct scanner scanner = {.rest = text};
    *spec = (struct kzi_spec){.rules.text = ""};
    while (take_next(&scanner)) {
        const struct kzi_spec_word word = {.text = copy_word(arena, &scanner)};
        if (scanner.kind == RULES)
            spec->rules = word;
        else if (scanner.kind == SETTING)
            *KZI_ADD(arena, spec->settings, spec->n_settings) = word;
        else
            *KZI_ADD(arena, spec->overlays, spec->n_overlays) = word;
    }
    if (scanner.wrong)
        note_fault(diags, text, &scanner);
    return !scanner.wrong;
}

bool kzi_spec_read_or_path(struct kzi_diags *diags, struct kzi_spec *spec, const char *text) {
    *spec = (struct kzi_spec){.rules.text = text};
    return (kzi_is_path(text) && !access(text, F_OK)) || kzi_spec_read(diags, spec, text);
}

/* --- writing ---------------------------------------------------------------------------------- */

void kzi_put_spec_word(struct kzi_text *text, const char *word) {
    const bool quoted = !*word || strpbrk(word, " \t+=\"");
    if (!quoted) {
        kzi_text_put(text, word);
        return;
    }
    kzi_text_char(text, '"');
    for (; *word; word++) {
        if (*word == '"' || *word == '\\')
            kzi_text_char(text, '\\');
        kzi_text_char(text, *word);
    }
    kzi_text_char(text, '"');
}

/* --- comparing -------------------------------------------------------------------------------- */

/* Return the next character of a word, NUL after its end. */
static char next_char(struct scanner *scanner) {
    bool escapes = scanner->quoted && scanner->len > 1 && *scanner->word == '\\';
    scanner->word += escapes;
    scanner->len -= escapes;
    if (!scanner->len)
        return '\0';
    scanner->len--;
    char c = *scanner->word++;
    return scanner->kind == SETTING && c == '-' ? '_' : c;
}

/* Return whether two words are equal.  The scanners are passed by value, because they advance. */
static bool words_equal(struct scanner one, struct scanner other) {
    char c;
    if (one.kind != other.kind)
        return false;
    while ((c = next_char(&one)) == next_char(&other))
        if (!c)
            return true;
    return false;
}

static bool has_word(const char *spec, const struct scanner *word) {
    struct scanner scanner = {.rest = spec};
    while (take_next(&scanner))
        if (words_equal(scanner, *word))
            return true;
    return false;
}

static bool has_all(const char *spec, const char *words) {
    struct scanner scanner = {.rest = words};
    while (take_next(&scanner))
        if (!has_word(spec, &scanner))
            return false;
    return !scanner.wrong;
}

bool kzi_spec_equals(const char *one, const char *other) {
    return !strcmp(one, other) || (has_all(one, other) && has_all(other, one));
}
