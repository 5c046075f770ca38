/* Read the small languages of scalars: quantities, set phrases, patterns, tiles with suit
 * letters. */
#include "rules/condition.h"
#include "rules/reader/reader.h"

#include <string.h>

const char *const kzi_noun_names[KZI_NOUNS] = {"chow", "pung", "kong", "set", "pair", "group"};

const char *const kzi_adjective_names[] = {"", "concealed", "open", "claimed", "declared"};
const char *const kzi_wildness_names[] = {"", "natural", "wild"};

/* --- quantities ------------------------------------------------------------------------------ */

/* Read a number below KZI_NO_BOUND. */
static bool small_number(const char **text, unsigned *number) {
    size_t len = strspn(*text, "0123456789");
    *number = 0;
    for (size_t i = 0; i < len && len <= 3; i++)
        *number = *number * 10 + (unsigned)((*text)[i] - '0');
    *text += len;
    return len && len <= 3 && *number < KZI_NO_BOUND;
}

/* Read "3", "3+" or "5-6". */
static bool number_quantity(const char *text, struct kzi_quantity *quantity) {
    unsigned min, max;
    if (!small_number(&text, &min))
        return false;
    max = *text == '+' ? KZI_NO_BOUND : min;
    if (*text == '-' || *text == '+')
        if (*text++ == '-' && !small_number(&text, &max))
            return false;
    if (*text || max < min)
        return false;
    *quantity = (struct kzi_quantity){false, (uint8_t)min, (uint8_t)max};
    return true;
}

struct kzi_quantity kzi_read_quantity(struct kzi_rule_reader *reader, const struct kzi_node *node,
                                      bool all) {
    struct kzi_quantity quantity = KZI_AT_LEAST_ONE;
    if (!kzi_expect(reader, node, KZI_SCALAR, "a quantity") || !strcmp(node->text, "some"))
        return quantity;
    if (!strcmp(node->text, "all")) {
        quantity.all = true;
        if (!all)
            KZI_REFUSE(reader, node, "all has no meaning here: write a number");
    } else if (!strcmp(node->text, "none"))
        quantity = (struct kzi_quantity){false, 0, 0};
    else if (!number_quantity(node->text, &quantity))
        KZI_REFUSE(reader, node, "%s is not a quantity: write all, some, none, 3, 3+ or 5-6",
                   *node->text ? node->text : "nothing");
    return quantity;
}

/* --- set phrases ----------------------------------------------------------------------------- */

/* Return the index of the adjective that words[*at] is, and advance *at; 0, the first of the list,
 * means none. */
static uint8_t take_adjective(const char *const *words, size_t count, size_t *at,
                              const struct kzi_names *among) {
    const int found = *at < count ? kzi_names_find(among, words[*at]) : -1;
    *at += found > 0;
    return found > 0 ? (uint8_t)found : 0;
}

/* Return the index of the noun with which words begin, after adjectives if there are any; -1 if it
 * is not a noun.  *at is advanced past the adjectives.  wildness: NULL if none is allowed. */
static int find_noun(const char *const *words, size_t count, size_t *at, uint8_t *adjective,
                     uint8_t *wildness) {
    const struct kzi_names *const wild = &KZI_NAMES(kzi_wildness_names);
    *at = 0;
    if (wildness)
        *wildness = take_adjective(words, count, at, wild);
    *adjective = take_adjective(words, count, at, &KZI_NAMES(kzi_adjective_names));
    if (wildness && !*wildness)
        *wildness = take_adjective(words, count, at, wild);
    return *at < count ? kzi_names_find(&KZI_NAMES(kzi_noun_names), words[*at]) : -1;
}

/* Note that words[at] is not a noun. */
static void refuse_noun(struct kzi_rule_reader *reader, struct kzi_place place,
                        const char *const *words, size_t count, size_t at) {
    if (at == count)
        kzi_error_at(reader->diags, place,
                     "%s what? A phrase names chow, pung, kong, set, pair or group",
                     at ? words[at - 1] : "of");
    else if (at + 1 < count && kzi_names_find(&KZI_NAMES(kzi_noun_names), words[at + 1]) >= 0)
        kzi_error_at(
            reader->diags, place,
            "%s does not go before %s: concealed, open, claimed, declared, natural and wild "
            "do",
            words[at], words[at + 1]);
    else
        kzi_error_at(reader->diags, place,
                     "%s is not a kind of set: chow, pung, kong, set, pair, group%s", words[at],
                     kzi_did_you_mean(reader->diags, words[at], kzi_noun_names, KZI_NOUNS));
}

/* Return whether some chow can consist of tiles of the class, or (some) contain one. */
static bool chow_can_be(const struct kzi_class *class_, bool some) {
    kzi_codes codes = class_->other | class_->won;
    for (unsigned code = 0; code < KZI_HONOR; code++) {
        kzi_codes run = (kzi_codes)(some ? 1 : 7) << code;
        if ((some || code % 9 < 7) && (codes & run) == run)
            return true;
    }
    return false;
}

/* Refuse to ask which groups have wild tiles where that is not known. */
static void check_wildness(struct kzi_rule_reader *reader, const struct kzi_node *node,
                           const struct kzi_phrase *phrase) {
    const char *word = kzi_wildness_names[phrase->wildness];
    reader->model->asks_wild_groups = true;
    if (!reader->model->wild_names.count)
        KZI_REFUSE(reader, node, "these rules have no wild tiles that %s could ask for", word);
    else if (!reader->wildness_allowed)
        KZI_REFUSE(reader, node, "%s goes before a noun only in the conditions sets and groups",
                   word);
}

void kzi_read_phrase(struct kzi_rule_reader *reader, const struct kzi_node *node,
                     struct kzi_phrase *phrase) {
    memset(phrase, 0, sizeof *phrase); /* arguments are compared byte by byte */
    phrase->class_.other = phrase->class_.won = KZI_ALL_CODES;
    reader->class_name = (struct kzi_class_name){0};
    if (!kzi_expect(reader, node, KZI_SCALAR, "a set phrase"))
        return;
    const char **words;
    size_t count = kzi_split_words(reader, node->text, &words), at;
    int noun = find_noun(words, count, &at, &phrase->adjective, &phrase->wildness);
    if (noun < 0) {
        refuse_noun(reader, node->place, words, count, at);
        return;
    }
    phrase->noun = (uint8_t)noun;
    if (phrase->wildness)
        check_wildness(reader, node, phrase);
    phrase->some = ++at < count && !strcmp(words[at], "with");
    if (at < count && !phrase->some && strcmp(words[at], "of") != 0)
        KZI_REFUSE(reader, node, "after %s comes of or with and a tile class", words[at - 1]);
    else if (at + 1 == count)
        KZI_REFUSE(reader, node, "after %s comes a tile class", words[at]);
    else if (at < count &&
             kzi_read_class_words(reader, node->place, words + at + 1, count - at - 1,
                                  &phrase->class_) &&
             kzi_drop_faces(reader, node->place, &phrase->class_) && noun == KZI_A_CHOW &&
             !chow_can_be(&phrase->class_, phrase->some))
        KZI_REFUSE(reader, node, "there is no %s", node->text);
    kzi_keep_meaning(reader, node, kzi_hash_phrase(phrase));
}

/* --- patterns -------------------------------------------------------------------------------- */

/* Read "n", "n+2" with up to 8 more, or a number such as "5". */
static bool read_number(const char *word, struct kzi_term *term) {
    unsigned number = 0;
    term->any = word[0] == 'n';
    word += term->any;
    bool plus = term->any && *word == '+', bare = term->any && !*word;
    word += plus;
    if (!bare && ((term->any && !plus) || !small_number(&word, &number) || *word))
        return false;
    term->number = (uint8_t)number;
    return term->any ? number <= 8 : number >= 1 && number <= 9;
}

/* Read a tile: "n+1 a". */
static bool parse_tile(const char *const *words, size_t count, struct kzi_term *term) {
    static const char suits[] = "mpsabc";
    const char *suit = count == 2 && strlen(words[1]) == 1 ? strchr(suits, *words[1]) : NULL;
    term->suit = suit ? (uint8_t)(suit - suits) : 0;
    return suit && read_number(words[0], term);
}

bool kzi_read_tile_term(struct kzi_rule_reader *reader, const struct kzi_node *node,
                        struct kzi_term *term) {
    if (!kzi_expect(reader, node, KZI_SCALAR, "a tile"))
        return false;
    const char **words;
    size_t count = kzi_split_words(reader, node->text, &words);
    *term = (struct kzi_term){.noun = 0};
    bool good = parse_tile(words, count, term);
    if (!good)
        KZI_REFUSE(reader, node,
                   "%s is not a tile of a set: write its number (n, n+2, 5) and its suit (a, b, c, "
                   "or m, p, s)",
                   node->text);
    return good;
}

static void read_term(struct kzi_rule_reader *reader, const struct kzi_node *node,
                      struct kzi_term *term) {
    if (!kzi_expect(reader, node, KZI_SCALAR, "a set of a pattern"))
        return;
    const char **words;
    size_t count = kzi_split_words(reader, node->text, &words), at;
    const int noun = find_noun(words, count, &at, &term->adjective, NULL);
    term->noun = (uint8_t)noun;
    if (noun < 0 || noun == KZI_A_SET || noun == KZI_A_GROUP ||
        !parse_tile(words + at + 1, count - at - 1, term))
        KZI_REFUSE(reader, node,
                   "%s is not a set of a pattern: write chow n+1 a, that is chow, pung, kong or "
                   "pair, its number (n, n+2, 5) and its suit (a, b, c, or m, p, s)",
                   node->text);
    else if (noun == KZI_A_CHOW && term->number + (term->any ? 1 : 0) > 7)
        KZI_REFUSE(reader, node, "there is no %s: the last chow begins at 7", node->text);
}

const struct kzi_pattern *kzi_read_pattern(struct kzi_rule_reader *reader,
                                           const struct kzi_node *node) {
    struct kzi_pattern *pattern = KZI_NEW(reader->arena, struct kzi_pattern);
    if (!kzi_expect(reader, node, KZI_LIST, "a pattern"))
        return pattern;
    if (!node->count || node->count > KZI_MAX_TERMS) {
        KZI_REFUSE(reader, node, "a pattern is a list of 1 to 8 sets and pairs");
        return pattern;
    }
    KZI_EACH_ITEM(node, item)
        read_term(reader, item, &pattern->terms[pattern->n_terms++]);
    return pattern;
}

/* --- tiles with suit letters ----------------------------------------------------------------- */

/* Add a copy of a tile.  Return false if all are there already. */
static bool add_copy(struct kzi_tile_pattern *pattern, size_t suit, unsigned number) {
    unsigned shift = 4 * (number - 1);
    if ((pattern->counts[suit] >> shift & 15) == KZI_MAX_COPIES)
        return false;
    pattern->counts[suit] += UINT64_C(1) << shift;
    return true;
}

bool kzi_read_tile_pattern(struct kzi_rule_reader *reader, const struct kzi_node *node,
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
            enough &= add_copy(pattern, 3, (unsigned)(honor - honors) + 1);
        for (size_t i = 0; suit && i < digits; i++)
            enough &= add_copy(pattern, (size_t)(suit - suits), (unsigned)(at[i] - '0'));
        at += honor ? 1 : digits + 1;
    }
    if (!good)
        KZI_REFUSE(reader, node,
                   "%s are not tiles: digits and a suit, m p s z, or a b c for different suits",
                   node->text);
    else if (!enough)
        KZI_REFUSE(reader, node, "%s has a tile more than four times", node->text);
    return good && enough;
}
