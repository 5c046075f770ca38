/* A ruleset in a family with itself changed in one place: anything in its files is removed, a
 * number is one higher, a word is replaced by one that another file has under that key, or an entry
 * is renamed or moved to the end.  In the family each scores the hands of its case file as it does
 * alone. */
#include "api.h"
#include "base/arena.h"
#include "compile/family.h"
#include "compile/ruleset.h"
#include "must_stop.h"
#include "run_suite.h"
#include "source_tree.h"

#include <stdio.h>
#include <stdlib.h>

#define CAPACITY   (64 * 1024)
#define MANY_LINES 4000
#define MANY_WORDS 8000
#define OTHERS     2   /* other words tried for each word */
#define HANDS_EACH 100 /* after each change, others after the next one */

/* Rulesets that have most in common with others try only some of the changes, because each change
 * then still happens in one or two of them. */
static const struct {
    const char *id;
    unsigned stride;
} names[] = {
    {"ema-2016", 1},     {"ema-2025", 4}, {"wrc-2025", 4},
    {"m-league", 4},     {"ari-ari", 4},  {"mahjongtime-competition", 4},
    {"mahjong-soul", 4}, {"tenhou", 4},   {"toudai", 4},
    {"mcr-2006", 2},     {"mcr", 1},      {"kansai-sanma", 2},
};
#define NAMES (sizeof names / sizeof *names)

static kz_ruleset *shipped[NAMES];
static kz_hand *hand;
static kz_result *alone, *results[2];

/* The words under each key in any shipped ruleset, each once. */
static struct { const char *key, *text; } words[MANY_WORDS];
static unsigned n_words;

struct changing {
    const kz_ruleset *rules;
    struct kzi_arena arena;
    char *lines[MANY_LINES]; /* the hands of its case file */
    unsigned stride;         /* one in so many changes is tried */
    unsigned n_lines, n_met, n_changes;
};

static void read_lines(struct changing *changing, const char *id) {
    char line[4096];
    FILE *file = fopen(in_source("rules/%s.cases.yaml", id), "r");
    ck_assert_ptr_nonnull(file);
    while (fgets(line, sizeof line, file) && changing->n_lines < MANY_LINES) {
        char *from = strstr(line, "hand: \""), *to = from ? strchr(from + 7, '"') : NULL;
        if (to)
            changing->lines[changing->n_lines++] =
                kzi_arena_copy(&changing->arena, from + 7, (size_t)(to - from) - 7);
    }
    fclose(file);
}

/* --- a family of both ------------------------------------------------------------------------- */

static void check_json(const kz_family *family, const char *line, const char *address) {
    static char here[CAPACITY], there[CAPACITY];
    kz_score_family(results, family, hand);
    for (unsigned i = 0; i < family->n_members; i++) {
        kz_score(alone, family->members[i].rules, hand);
        kz_result_json(results[i], here, CAPACITY);
        kz_result_json(alone, there, CAPACITY);
        if (strcmp(here, there) != 0)
            ck_abort_msg("%s, %u of two, %s changed:\n%s\nalone:\n%s", line, i + 1, address, here,
                         there);
    }
}

static void check_lines(const struct changing *changing, const kz_family *family,
                        const char *address) {
    unsigned stride = (changing->n_lines + HANDS_EACH - 1) / HANDS_EACH;
    for (unsigned i = changing->n_changes % stride; i < changing->n_lines; i += stride)
        if (kz_hand_parse(hand, changing->lines[i], strlen(changing->lines[i]), NULL) == KZ_OK)
            check_json(family, changing->lines[i], address);
}

/* Compare in a family of the rules and the changed ones, in both orders. */
static void check_other(struct changing *changing, const char *address, const kz_ruleset *other) {
    for (unsigned turn = 0; turn < 2; turn++) {
        const kz_ruleset *pair[] = {turn ? other : changing->rules, turn ? changing->rules : other};
        kz_family *family;
        ck_assert_int_eq(kz_family_new(&family, pair, 2, NULL), KZ_OK);
        check_lines(changing, family, address);
        kz_family_free(family);
    }
    changing->n_changes++;
}

/* Skip changes that do not give valid rules. */
static void check_changes(struct changing *changing, const struct kzi_change *changes, size_t n) {
    kz_ruleset *other;
    if (changing->n_met++ % changing->stride ||
        kzi_ruleset_build_changed(&other, changing->rules, changes, n, NULL, NULL) != KZ_OK)
        return;
    check_other(changing, changes[0].address, other);
    kz_ruleset_free(other);
}

static void check_change(struct changing *changing, const char *address,
                         const struct kzi_node *value) {
    check_changes(changing, &(struct kzi_change){address, value}, 1);
}

/* --- changes ---------------------------------------------------------------------------------- */

/* True if the key only describes the rules. */
static bool is_remark(const char *key) {
    static const char *const remarks[] = {"name",     "note",    "source",  "says", "title",
                                          "examples", "options", "version", "group"};
    for (size_t i = 0; i < sizeof remarks / sizeof *remarks; i++)
        if (!strcmp(key, remarks[i]))
            return true;
    return false;
}

static void collect_word(const char *key, const char *text) {
    for (unsigned i = 0; i < n_words; i++)
        if (!strcmp(words[i].key, key) && !strcmp(words[i].text, text))
            return;
    if (n_words == MANY_WORDS)
        MUST_STOP("more than %d words", MANY_WORDS);
    words[n_words].key = key;
    words[n_words++].text = text;
}

static void collect_words(const char *key, const struct kzi_node *node) {
    if (node->kind == KZI_SCALAR)
        collect_word(key, node->text);
    for (size_t i = 0; node->kind == KZI_LIST && i < node->count; i++)
        collect_words(key, node->u.items[i]);
    for (size_t i = 0; node->kind == KZI_MAP && i < node->count; i++)
        if (!is_remark(node->u.entries[i].key->text))
            collect_words(node->u.entries[i].key->text, node->u.entries[i].value);
}

/* If the node is a number, try one more. */
static void check_number(struct changing *changing, const char *address,
                         const struct kzi_node *node) {
    char text[32], *end;
    long number = strtol(node->text, &end, 10);
    if (end == node->text || *end)
        return;
    snprintf(text, sizeof text, "%ld", number + 1);
    check_change(changing, address, kzi_new_scalar(&changing->arena, node->place, text));
}

/* Try the next words of its key. */
static void check_word(struct changing *changing, const char *address, const char *key,
                       const struct kzi_node *node) {
    unsigned at = 0, tried = 0;
    while (at < n_words &&
           (strcmp(words[at].key, key) != 0 || strcmp(words[at].text, node->text) != 0))
        at++;
    for (unsigned i = 1; i < n_words && tried < OTHERS; i++) {
        unsigned other = (at + i) % n_words;
        if (strcmp(words[other].key, key) != 0)
            continue;
        check_change(changing, address,
                     kzi_new_scalar(&changing->arena, node->place, words[other].text));
        tried++;
    }
}

/* Move the entry behind the others, once under its name and once under another. */
static void check_moved(struct changing *changing, const char *above, const char *address,
                        const struct kzi_entry *entry) {
    char name[256];
    snprintf(name, sizeof name, "%s_2", entry->key->text);
    const char *renamed = kzi_address_below(&changing->arena, above, name);
    check_changes(changing, (struct kzi_change[]){{address, NULL}, {address, entry->value}}, 2);
    check_changes(changing, (struct kzi_change[]){{address, NULL}, {renamed, entry->value}}, 2);
}

static void check_below(struct changing *changing, const char *address, const char *key,
                        const struct kzi_node *node);

static void check_entries(struct changing *changing, const char *address,
                          const struct kzi_node *map) {
    for (size_t i = 0; i < map->count; i++) {
        const struct kzi_entry *entry = &map->u.entries[i];
        const char *below = kzi_address_below(&changing->arena, address, entry->key->text);
        if (is_remark(entry->key->text))
            continue;
        if (*address) {
            check_change(changing, below, NULL);
            check_moved(changing, address, below, entry);
        }
        check_below(changing, below, entry->key->text, entry->value);
    }
}

static void check_items(struct changing *changing, const char *address, const char *key,
                        const struct kzi_node *list) {
    for (size_t i = 0; i < list->count; i++) {
        char number[32];
        snprintf(number, sizeof number, "%zu", i);
        bool word = list->u.items[i]->kind == KZI_SCALAR;
        const char *below =
            kzi_address_below(&changing->arena, address, word ? list->u.items[i]->text : number);
        check_change(changing, below, NULL);
        check_below(changing, below, key, list->u.items[i]);
    }
}

static void check_below(struct changing *changing, const char *address, const char *key,
                        const struct kzi_node *node) {
    switch (node->kind) {
    case KZI_SCALAR:
        check_number(changing, address, node);
        check_word(changing, address, key, node);
        break;
    case KZI_LIST:
        check_items(changing, address, key, node);
        break;
    case KZI_MAP:
        check_entries(changing, address, node);
        break;
    }
}

START_TEST(each_place_changed) {
    static struct changing changing;
    jmp_buf door;
    changing = (struct changing){.rules = shipped[_i],
                                 .arena.door = &door,
                                 .stride = few_hands() ? 100 : names[_i].stride,
                                 .n_met = (unsigned)_i};
    if (setjmp(door))
        ck_abort_msg("out of memory");
    read_lines(&changing, names[_i].id);
    check_below(&changing, "", "", shipped[_i]->model->root);
    if (getenv("KAZOE_VERBOSE"))
        printf("# %s: %u changes, %u hands\n", names[_i].id, changing.n_changes, changing.n_lines);
    ck_assert_uint_gt(changing.n_lines, 40);
    ck_assert_uint_gt(changing.n_changes, 1000 / changing.stride);
    kzi_arena_release(&changing.arena);
}
END_TEST

static void set_up(void) {
    kz_error error;
    for (size_t i = 0; i < NAMES; i++) {
        const char *path = in_source("rules/%s.yaml", names[i].id);
        if (kz_ruleset_load(&shipped[i], path, NULL, NULL, &error) != KZ_OK)
            MUST_STOP("%s:%d: %s", error.file, error.line, error.text);
        collect_words("", shipped[i]->model->root);
    }
    hand = kz_hand_new();
    alone = kz_result_new();
    for (unsigned i = 0; i < 2; i++)
        results[i] = kz_result_new();
}

static void tear_down(void) {
    for (size_t i = 0; i < NAMES; i++)
        kz_ruleset_free(shipped[i]);
    for (unsigned i = 0; i < 2; i++)
        kz_result_free(results[i]);
    kz_result_free(alone);
    kz_hand_free(hand);
}

int main(void) {
    Suite *suite = suite_create("one_place");
    TCase *tcase = tcase_create("one_place");
    suite_add_tcase(suite, tcase);
    tcase_set_timeout(tcase, 600);
    set_up();
    tcase_add_loop_test(tcase, each_place_changed, 0, (int)NAMES);
    int status = run_suite(suite);
    tear_down();
    return status;
}
