#include "rules/spec.h"

#include "base/utf8.h"
#include "rules/loader.h"

#include <string.h>
#include <unistd.h>

/* --- words ------------------------------------------------------------------------------------ */

enum part { RULES, SETTING, OVERLAY };

struct walk {
    const char *rest;
    enum part part;   /* the part that the word belongs to */
    const char *word; /* len bytes without quotes; NULL: no word yet */
    size_t len;
    bool quoted;
    const char *wrong; /* the error in the word; NULL: none */
};

static const char blanks[] = " \t";

static bool ends_word(char c) {
    return !c || strchr(blanks, c);
}

/* Find the end of the word that begins here.  Return its error, or NULL. */
static const char *take_word(struct walk *walk) {
    const char *at = walk->word;
    walk->quoted = *at == '"';
    if (!walk->quoted) {
        walk->len = strcspn(at, blanks);
        walk->rest = at + walk->len;
        return strcspn(at, "+\"") < walk->len
                   ? "a + between ruleset and overlay has blanks around it, and a word with + or a "
                     "quote in it is put in double quotes"
                   : NULL;
    }
    for (at++; *at && *at != '"'; at++)
        at += *at == '\\' && at[1];
    walk->word++;
    walk->len = (size_t)(at - walk->word);
    walk->rest = at + (*at == '"');
    if (!*at)
        return "the quote that begins here has no end";
    return ends_word(at[1]) ? NULL : "a blank is missing after this quoted word";
}

static const char *find_fault(const struct walk *walk, enum part before, bool first) {
    bool sets = !walk->quoted && memchr(walk->word, '=', walk->len);
    if (walk->part == SETTING && !sets)
        return "this is neither OPTION=VALUE nor, after a +, an overlay; a path with blanks is put "
               "in double quotes";
    if (walk->part != SETTING && sets)
        return "a name or a path comes here; one with = in it is put in double quotes";
    if (walk->part == SETTING && before == OVERLAY)
        return "options come before the overlays";
    return walk->part == OVERLAY && first ? "a name or a path comes before the overlays" : NULL;
}

/* Find the next word.  Return false if there is none or it has an error. */
static bool take_next(struct walk *walk) {
    const bool first = !walk->word;
    const enum part before = walk->part;
    walk->word = walk->rest + strspn(walk->rest, blanks);
    bool joined = *walk->word == '+' && ends_word(walk->word[1]);
    if (joined)
        walk->word += 1 + strspn(walk->word + 1, blanks);
    walk->part = joined ? OVERLAY : first ? RULES : SETTING;
    if (!*walk->word) {
        walk->wrong = joined ? "an overlay is missing after the +" : NULL;
        return false;
    }
    walk->wrong = take_word(walk);
    if (!walk->wrong)
        walk->wrong = find_fault(walk, before, first);
    return !walk->wrong;
}

/* --- reading ---------------------------------------------------------------------------------- */

static const char *copy_word(struct kzi_arena *arena, const struct walk *walk) {
    char *copy = kzi_arena_copy(arena, walk->word, walk->len), *to = copy;
    for (const char *from = copy; walk->quoted && *from;) {
        from += *from == '\\' && from[1];
        *to++ = *from++;
    }
    if (walk->quoted)
        *to = '\0';
    return copy;
}

static void note_fault(struct kzi_diags *diags, const char *text, const struct walk *walk) {
    struct kzi_source *source = KZI_NEW(diags->arena, struct kzi_source);
    size_t before = (size_t)(walk->word - text);
    *source = (struct kzi_source){.name = "ruleset", .len = strlen(text)};
    source->text = kzi_arena_copy(diags->arena, text, source->len);
    kzi_error_at(diags, (struct kzi_place){source, 1, 1 + (uint32_t)kzi_utf8_count(text, before)},
                 "%s", walk->wrong);
}

bool kzi_spec_read(struct kzi_diags *diags, struct kzi_spec *spec, const char *text) {
    struct kzi_arena *arena = diags->arena;
    struct walk walk = {.rest = text};
    *spec = (struct kzi_spec){.rules.text = ""};
    while (take_next(&walk)) {
        const struct kzi_spec_part word = {.text = copy_word(arena, &walk)};
        if (walk.part == RULES)
            spec->rules = word;
        else if (walk.part == SETTING)
            *KZI_ADD(arena, spec->settings, spec->n_settings) = word;
        else
            *KZI_ADD(arena, spec->overlays, spec->n_overlays) = word;
    }
    if (walk.wrong)
        note_fault(diags, text, &walk);
    return !walk.wrong;
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
static char next_char(struct walk *walk) {
    bool escapes = walk->quoted && walk->len > 1 && *walk->word == '\\';
    walk->word += escapes;
    walk->len -= escapes;
    if (!walk->len)
        return '\0';
    walk->len--;
    char c = *walk->word++;
    return walk->part == SETTING && c == '-' ? '_' : c;
}

/* Return whether two words are equal.  The walks are passed by value, because each is advanced. */
static bool is_same_word(struct walk one, struct walk other) {
    char c;
    if (one.part != other.part)
        return false;
    while ((c = next_char(&one)) == next_char(&other))
        if (!c)
            return true;
    return false;
}

static bool has_word(const char *spec, const struct walk *word) {
    struct walk walk = {.rest = spec};
    while (take_next(&walk))
        if (is_same_word(walk, *word))
            return true;
    return false;
}

static bool has_all(const char *spec, const char *words) {
    struct walk walk = {.rest = words};
    while (take_next(&walk))
        if (!has_word(spec, &walk))
            return false;
    return !walk.wrong;
}

bool kzi_spec_same(const char *one, const char *other) {
    return !strcmp(one, other) || (has_all(one, other) && has_all(other, one));
}
