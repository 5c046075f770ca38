/* The small languages within scalars: quantities, set phrases, patterns, tiles with suit letters.
 * Each is words in a fixed order, split at blanks. */
#include "rules/reader/reader.h"

#include <string.h>

const char *const kzi_noun_names[KZI_NOUNS] = {"chow", "pung", "kong", "set", "pair", "group"};

static const char *const adjective_names[] = {"", "concealed", "open", "claimed", "declared"};

/* --- quantities ------------------------------------------------------------------------------ */

static bool small_number(const char *text, size_t len, unsigned *number) {
    if (!len || len > 3 || strspn(text, "0123456789") < len)
        return false;
    *number = 0;
    for (size_t i = 0; i < len; i++)
        *number = *number * 10 + (unsigned)(text[i] - '0');
    return *number < 255; /* most of a quantity: any number */
}

/* "3", "3+", "5-6" */
static bool number_quantity(const char *text, struct kzi_quantity *quantity) {
    unsigned least, most;
    size_t len = strlen(text), dash = strcspn(text, "-+");
    if (!small_number(text, dash, &least))
        return false;
    if (dash == len)
        most = least;
    else if (text[dash] == '+' && dash + 1 == len)
        most = 255;
    else if (text[dash] != '-' || !small_number(text + dash + 1, len - dash - 1, &most))
        return false;
    *quantity = (struct kzi_quantity){false, (uint8_t)least, (uint8_t)most};
    return most >= least;
}

bool kzi_read_quantity(struct kzi_reader *reader, const struct kzi_node *node,
                       struct kzi_quantity *quantity) {
    if (!kzi_expect(reader, node, KZI_SCALAR, "a quantity"))
        return false;
    if (!strcmp(node->text, "all"))
        *quantity = (struct kzi_quantity){true, 1, 255};
    else if (!strcmp(node->text, "some"))
        *quantity = (struct kzi_quantity){false, 1, 255};
    else if (!strcmp(node->text, "none"))
        *quantity = (struct kzi_quantity){false, 0, 0};
    else if (!number_quantity(node->text, quantity)) {
        kzi_error_at(reader->diags, node->place,
                     "%s is no quantity: write all, some, none, 3, 3+ or 5-6",
                     *node->text ? node->text : "nothing");
        return false;
    }
    return true;
}

/* --- set phrases ----------------------------------------------------------------------------- */

static int word_among(const char *word, const char *const *words, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!strcmp(word, words[i]))
            return (int)i;
    return -1;
}

/* words[at] should be a noun. */
static void refuse_noun(struct kzi_reader *reader, struct kzi_place place, const char *const *words,
                        size_t count, size_t at) {
    if (at == count)
        kzi_error_at(reader->diags, place,
                     "%s what? A phrase names chow, pung, kong, set, pair or group",
                     at ? words[at - 1] : "of");
    else if (at + 1 < count && word_among(words[at + 1], kzi_noun_names, KZI_NOUNS) >= 0)
        kzi_error_at(reader->diags, place,
                     "%s does not go before %s: concealed, open, claimed and declared do",
                     words[at], words[at + 1]);
    else
        kzi_error_at(reader->diags, place,
                     "%s is no kind of set: chow, pung, kong, set, pair, group%s", words[at],
                     kzi_did_you_mean(reader->diags, words[at], kzi_noun_names, KZI_NOUNS));
}

static bool among_numbers(kzi_codes codes, unsigned code) {
    return code < KZI_HONOR && codes >> code & 1;
}

/* Whether some chow can be of the class, or (some) have one tile of it. */
static bool chow_can_be(const struct kzi_class *class_, bool some) {
    kzi_codes codes = class_->other | class_->won;
    for (unsigned code = 0; code < KZI_HONOR; code++) {
        bool run = code % 9 < 7 && among_numbers(codes, code + 1) && among_numbers(codes, code + 2);
        if (among_numbers(codes, code) && (some || run))
            return true;
    }
    return false;
}

bool kzi_read_phrase(struct kzi_reader *reader, const struct kzi_node *node,
                     struct kzi_phrase *phrase) {
    if (!kzi_expect(reader, node, KZI_SCALAR, "a set phrase"))
        return false;
    const char **words;
    size_t count = kzi_words_of(reader, node, &words), at = 0;
    *phrase = (struct kzi_phrase){.class_ = {KZI_ALL_CODES, KZI_ALL_CODES}};
    int adjective = count ? word_among(words[0], adjective_names, KZI_COUNT(adjective_names)) : -1;
    if (adjective > 0) {
        phrase->adjective = (uint8_t)adjective;
        at++;
    }
    int noun = at < count ? word_among(words[at], kzi_noun_names, KZI_NOUNS) : -1;
    if (noun < 0) {
        refuse_noun(reader, node->place, words, count, at);
        return false;
    }
    phrase->noun = (uint8_t)noun;
    if (++at == count)
        return true;
    phrase->some = !strcmp(words[at], "with");
    if (!phrase->some && strcmp(words[at], "of") != 0) {
        kzi_error_at(reader->diags, node->place, "after %s comes of or with and a tile class",
                     words[at - 1]);
        return false;
    }
    if (at + 1 == count) {
        kzi_error_at(reader->diags, node->place, "after %s comes a tile class", words[at]);
        return false;
    }
    if (!kzi_read_class_words(reader, node->place, words + at + 1, count - at - 1, &phrase->class_))
        return false;
    if (phrase->noun != KZI_A_CHOW || chow_can_be(&phrase->class_, phrase->some))
        return true;
    kzi_error_at(reader->diags, node->place, "there is no %s", node->text);
    return false;
}

/* --- patterns -------------------------------------------------------------------------------- */

static bool read_number(const char *word, struct kzi_term *term) {
    unsigned number = 0;
    term->any = word[0] == 'n';
    if (!term->any)
        return small_number(word, strlen(word), &number) && number >= 1 && number <= 9 &&
               (term->number = (uint8_t)number, true);
    if (!word[1])
        return true;
    if (word[1] != '+' || !small_number(word + 2, strlen(word + 2), &number) || number > 8)
        return false;
    term->number = (uint8_t)number;
    return true;
}

static bool read_term(struct kzi_reader *reader, const struct kzi_node *node,
                      struct kzi_term *term) {
    static const char suits[] = "mpsabc";
    if (!kzi_expect(reader, node, KZI_SCALAR, "a set of a pattern"))
        return false;
    const char **words;
    size_t count = kzi_words_of(reader, node, &words), at = 0;
    int adjective = count ? word_among(words[0], adjective_names, KZI_COUNT(adjective_names)) : -1;
    if (adjective > 0) {
        term->adjective = (uint8_t)adjective;
        at++;
    }
    int noun = at < count ? word_among(words[at], kzi_noun_names, KZI_NOUNS) : -1;
    bool good_noun = noun >= 0 && noun != KZI_A_SET && noun != KZI_A_GROUP;
    if (!good_noun || count != at + 3 || strlen(words[at + 2]) != 1 ||
        !strchr(suits, words[at + 2][0]) || !read_number(words[at + 1], term)) {
        kzi_error_at(reader->diags, node->place,
                     "%s is no set of a pattern: write chow n+1 a, that is chow, pung, kong or "
                     "pair, its number (n, n+2, 5) and its suit (a, b, c, or m, p, s)",
                     node->text);
        return false;
    }
    term->noun = (uint8_t)noun;
    term->suit = (uint8_t)(strchr(suits, words[at + 2][0]) - suits);
    if (noun != KZI_A_CHOW || term->number + (term->any ? 1 : 0) <= 7)
        return true;
    kzi_error_at(reader->diags, node->place, "there is no %s: the last chow begins at 7",
                 node->text);
    return false;
}

const struct kzi_pattern *kzi_read_pattern(struct kzi_reader *reader, const struct kzi_node *node) {
    if (!kzi_expect(reader, node, KZI_LIST, "a pattern"))
        return NULL;
    if (!node->count || node->count > KZI_MAX_TERMS) {
        kzi_error_at(reader->diags, node->place, "a pattern is a list of 1 to 8 sets and pairs");
        return NULL;
    }
    struct kzi_pattern *pattern = KZI_NEW(reader->arena, struct kzi_pattern);
    bool good = true;
    for (size_t i = 0; i < node->count; i++)
        good &= read_term(reader, node->u.items[i], &pattern->terms[i]);
    pattern->n_terms = (uint8_t)node->count;
    return good ? pattern : NULL;
}

/* --- tiles with suit letters ----------------------------------------------------------------- */

/* Counts a tile if there are as many of it. */
static bool count_tile(struct kzi_tile_pattern *pattern, size_t suit, unsigned number) {
    unsigned shift = 4 * (number - 1);
    if ((pattern->counts[suit] >> shift & 15) == KZI_MAX_COPIES)
        return false;
    pattern->counts[suit] += UINT64_C(1) << shift;
    return true;
}

bool kzi_read_tile_pattern(struct kzi_reader *reader, const struct kzi_node *node,
                           struct kzi_tile_pattern *pattern) {
    static const char suits[] = "mpszabc", honors[] = "ESWNPFC";
    *pattern = (struct kzi_tile_pattern){{0}};
    if (!kzi_expect(reader, node, KZI_SCALAR, "tiles"))
        return false;
    const char *at = node->text;
    bool good = *at && strlen(at) <= 64, enough = true;
    while (good && *at) {
        const char *honor = strchr(honors, *at);
        size_t digits = strspn(at, "123456789");
        const char *suit = digits && at[digits] ? strchr(suits, at[digits]) : NULL;
        if (suit && *suit == 'z' && strcspn(at, "89") < digits)
            suit = NULL;
        good = honor || suit;
        if (honor)
            enough &= count_tile(pattern, 3, (unsigned)(honor - honors) + 1);
        for (size_t i = 0; suit && i < digits; i++)
            enough &= count_tile(pattern, (size_t)(suit - suits), (unsigned)(at[i] - '0'));
        at += honor ? 1 : digits + 1;
    }
    if (!good)
        kzi_error_at(reader->diags, node->place,
                     "%s are no tiles: digits and a suit, m p s z, or a b c for different suits",
                     node->text);
    else if (!enough)
        kzi_error_at(reader->diags, node->place, "%s has a tile more than four times", node->text);
    return good && enough;
}
