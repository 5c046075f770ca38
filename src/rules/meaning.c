#include "rules/meaning.h"

#include "base/hash.h"
#include "rules/reader/reader.h"
#include "rules/tree/merge.h"

#include <stdio.h>
#include <stdlib.h>

struct kzi_meaning {
    const struct kzi_model *model;
    struct kzi_arena *arena; /* for nodes that write in full what is written short */
    bool written;            /* addresses are those in the files; if not, those in the digest */
    kzi_state_fn *state;
    void *context;
    const struct kzi_node *mapping; /* the mapping of the current key; may be NULL */
    const char *id;                 /* id of the current entry; may be NULL */
    struct kzi_text address;        /* address of the current key */
    char buffer[1024];
};

static void walk_keys(struct kzi_meaning *meaning, const struct kzi_key_table *table,
                      const struct kzi_node *node);

/* --- statements ------------------------------------------------------------------------------ */

/* Append a key to the address, and return the length to restore afterwards. */
static size_t enter_address(struct kzi_meaning *meaning, const char *key) {
    const size_t back = meaning->address.len;
    if (back)
        kzi_text_char(&meaning->address, '.');
    kzi_text_put(&meaning->address, key);
    return back;
}

static void make_statement(struct kzi_meaning *meaning, struct kzi_rule_statement meant) {
    kzi_text_end(&meaning->address);
    meant.address = meaning->buffer;
    meaning->state(meaning->context, &meant);
}

/* State the value of a node, or its default.  normal: the default in words. */
static void state_value(struct kzi_meaning *meaning, const struct kzi_node *node, uint64_t hash,
                        const char *normal) {
    const char *says = !node ? normal : node->kind == KZI_SCALAR ? node->text : "";
    make_statement(meaning, (struct kzi_rule_statement){.node = node, .hash = hash, .says = says});
}

static void state_thing(struct kzi_meaning *meaning, const struct kzi_key_table *table,
                        const struct kzi_node *node) {
    make_statement(meaning,
                   (struct kzi_rule_statement){.node = node, .says = "yes", .thing = true});
    walk_keys(meaning, table, node);
}

/* --- hashes of values ------------------------------------------------------------------------ */

/* Add the hash of a statement to a sum, which does not depend on the order. */
static void add_statement(void *sum, const struct kzi_rule_statement *statement) {
    const uint64_t hash = kzi_hash_text(KZI_HASH_EMPTY, statement->address);
    *(uint64_t *)sum += kzi_hash_mix(kzi_hash_int(hash, statement->hash));
}

static uint64_t hash_walk(const struct kzi_meaning *outer, const struct kzi_key_table *table,
                          const struct kzi_node *node) {
    uint64_t sum = 0;
    struct kzi_meaning meaning = {
        .model = outer->model, .arena = outer->arena, .state = add_statement, .context = &sum};
    meaning.address = kzi_text_fixed(meaning.buffer, sizeof meaning.buffer);
    walk_keys(&meaning, table, node);
    return sum;
}

int kzi_compare_nodes(const void *left, const void *right) {
    const struct kzi_node_hash *a = left, *b = right;
    return (a->node > b->node) - (a->node < b->node);
}

/* Return the note that a reader made of a node; NULL if its text is its whole meaning. */
static const struct kzi_node_hash *hash_entry_of(const struct kzi_model *model,
                                                 const struct kzi_node *node) {
    const struct kzi_node_hash entry = {.node = node};
    return model->n_hashes
               ? bsearch(&entry, model->hashes, model->n_hashes, sizeof entry, kzi_compare_nodes)
               : NULL;
}

/* Return the hash of a word; numbers have the same hash with and without leading zeros. */
static uint64_t hash_word(const char *text) {
    const size_t digits = strspn(text, "0123456789"), zeros = strspn(text, "0");
    if (!text[digits])
        text += zeros && zeros == digits ? zeros - 1 : zeros;
    return kzi_hash_text(KZI_HASH_EMPTY, text);
}

/* Return the hash of a value, which does not depend on the order of keys, or of words in a list. */
static uint64_t hash_value(const struct kzi_meaning *meaning, const struct kzi_kind *kind,
                           const struct kzi_node *node) {
    uint64_t hash = 0;
    if (kind && kind->table && node->kind == KZI_SCALAR &&
        !(kind->word && kzi_node_is(node, kind->word)))
        node = kzi_expand_short(meaning->arena, kind->table, node);
    const struct kzi_node_hash *entry = hash_entry_of(meaning->model, node);
    if (entry)
        return entry->hash;
    if (node->kind == KZI_SCALAR)
        return hash_word(node->text);
    const bool map = node->kind == KZI_MAP;
    if (map && kind && kind->table)
        return hash_walk(meaning, kind->table, node);
    if (!map && !node->count)
        return hash_word("none");
    for (size_t i = 0; i < node->count; i++) {
        const struct kzi_node *value = kzi_node_child(node, i);
        uint64_t each = hash_value(meaning, kind && kind->of ? kind->of : kind, value);
        if (map)
            each = kzi_hash_int(hash_value(meaning, NULL, node->u.entries[i].key), each);
        hash =
            map || value->kind == KZI_SCALAR ? hash + kzi_hash_mix(each) : kzi_hash_int(hash, each);
    }
    return hash;
}

/* --- values ---------------------------------------------------------------------------------- */

/* State a value that has no function of its own.  A mapping that is not written means the same as
 * one without keys. */
static void state_plain(struct kzi_meaning *meaning, const struct kzi_key *key,
                        const struct kzi_node *node) {
    const struct kzi_kind *kind = key->kind;
    const bool quiet = key->normal && !*key->normal;
    const char *normal = key->normal && !(quiet && node) ? key->normal : kind->normal;
    if (node && !(quiet && normal && kzi_node_is(node, normal)))
        state_value(meaning, node, hash_value(meaning, kind, node), NULL);
    else if (!node && normal && *normal)
        state_value(meaning, NULL,
                    kind->form == KZI_A_MAPPING && !kind->word
                        ? hash_walk(meaning, kind->table, NULL)
                        : hash_word(normal),
                    normal);
}

/* --- the walk -------------------------------------------------------------------------------- */

/* State an entry of a mapping of ids, classes or phrases. */
static void state_entry(struct kzi_meaning *meaning, const struct kzi_key *key,
                        const struct kzi_entry *entry) {
    const struct kzi_node_hash *hash = hash_entry_of(meaning->model, entry->key);
    if (kzi_node_is(kzi_node_get(entry->value, "in_use"), "no") ||
        (key->normal && kzi_node_is(entry->value, key->normal)))
        return;
    const size_t back = enter_address(meaning, hash && !meaning->written ? "" : entry->key->text);
    const char *outer = meaning->id;
    meaning->id = entry->key->text;
    if (key->things_join)
        state_thing(meaning, key->kind->of->table, entry->value);
    else
        state_value(meaning, entry->value,
                    hash_value(meaning, key->kind->of, entry->value) +
                        kzi_hash_mix(hash ? hash->hash : 0),
                    NULL);
    meaning->id = outer;
    meaning->address.len = back;
}

static void walk_key(struct kzi_meaning *meaning, const struct kzi_key *key,
                     const struct kzi_node *value) {
    const bool map = key->kind->form == KZI_A_MAP;
    if (key->mean)
        key->mean(meaning, key, value);
    else if (map)
        KZI_EACH_ENTRY(value, entry)
            state_entry(meaning, key, entry);
    else if (key->thing && value)
        state_thing(meaning, key->kind->table, value);
    else if (key->joins && !key->thing)
        walk_keys(meaning, key->kind->table, value);
    else if (!key->thing)
        state_plain(meaning, key, value);
}

static void enter_key(struct kzi_meaning *meaning, const struct kzi_key *key,
                      const struct kzi_node *node) {
    if (key->silent || key->kind->form == KZI_A_LABEL)
        return;
    const size_t back = enter_address(meaning, key->name);
    meaning->mapping = node;
    walk_key(meaning, key, kzi_node_get(node, key->name));
    meaning->address.len = back;
}

/* Visit the keys of a table.  node: the mapping; NULL if it is not written. */
static void walk_keys(struct kzi_meaning *meaning, const struct kzi_key_table *table,
                      const struct kzi_node *node) {
    for (size_t i = 0; i < table->count; i++)
        enter_key(meaning, &table->keys[i], node);
}

/* Visit all sections, first those that readers look for first. */
static void walk_model(const struct kzi_model *model, struct kzi_arena *arena, bool written,
                       kzi_state_fn *state, void *context) {
    static const char *const first[] = {"yaku",   "total",      "minimum",  "combinations", "fu",
                                        "limits", "hand_value", "payments", "game"};
    const struct kzi_key_table *table = KZI_KEYS(rules);
    struct kzi_meaning meaning = {
        .model = model, .arena = arena, .written = written, .state = state, .context = context};
    meaning.address = kzi_text_fixed(meaning.buffer, sizeof meaning.buffer);
    for (size_t i = 0; i < KZI_COUNT(first); i++)
        enter_key(&meaning, kzi_key_table_find(table, first[i], strlen(first[i])), model->root);
    for (size_t i = 0; i < table->count; i++)
        if (kzi_names_find(&KZI_NAMES(first), table->keys[i].name) < 0)
            enter_key(&meaning, &table->keys[i], model->root);
}

void kzi_state_meaning(const struct kzi_model *model, struct kzi_arena *arena, kzi_state_fn *state,
                       void *context) {
    walk_model(model, arena, true, state, context);
}

/* --- keys that mean more than is written there: yaku and tiles ------------------------------- */

/* State a key only if it is written. */
void kzi_mean_written(struct kzi_meaning *meaning, const struct kzi_key *key,
                      const struct kzi_node *node) {
    if (node)
        state_value(meaning, node, hash_value(meaning, key->kind, node), NULL);
}

/* State `each`; without it a yaku counts once. */
void kzi_mean_each(struct kzi_meaning *meaning, const struct kzi_key *key,
                   const struct kzi_node *node) {
    static const char once[] = "once";
    state_value(meaning, node, node ? hash_value(meaning, key->kind, node) : hash_word(once), once);
}

static const struct kzi_yaku *yaku_of(const struct kzi_model *model, const char *id) {
    const int yaku = kzi_names_find_span(&model->yaku_names, id, strcspn(id, "."));
    return yaku < 0 ? NULL : &model->yaku[yaku];
}

/* State a series; a series of one yaku has no effect. */
void kzi_mean_series(struct kzi_meaning *meaning, const struct kzi_key *key,
                     const struct kzi_node *node) {
    const struct kzi_yaku *yaku = yaku_of(meaning->model, meaning->id);
    kzi_mean_written(meaning, key, yaku->in_series ? node : NULL);
}

void kzi_mean_covers(struct kzi_meaning *meaning, const struct kzi_key *key,
                     const struct kzi_node *node) {
    (void)key;
    node = node ? kzi_as_set(meaning->arena, node) : NULL;
    KZI_EACH_ENTRY(node, entry) {
        const size_t back = enter_address(meaning, entry->key->text);
        const struct kzi_yaku *yaku = yaku_of(meaning->model, entry->key->text);
        if ((!yaku || yaku->in_use) && !kzi_node_is(entry->value, "no"))
            state_value(meaning, entry->value, hash_word(entry->value->text), NULL);
        meaning->address.len = back;
    }
}

void kzi_mean_seats(struct kzi_meaning *meaning, const struct kzi_key *key,
                    const struct kzi_node *node) {
    (void)key;
    state_value(meaning, node, meaning->model->n_seats, "4");
}

void kzi_mean_claims(struct kzi_meaning *meaning, const struct kzi_key *key,
                     const struct kzi_node *node) {
    (void)key;
    state_value(meaning, node, meaning->model->claims, "chow kong pung");
}

void kzi_mean_suits(struct kzi_meaning *meaning, const struct kzi_key *key,
                    const struct kzi_node *node) {
    static const char *const suits[KZI_SUITS] = {"m", "p", "s"};
    (void)key;
    for (unsigned suit = 0; suit < KZI_SUITS; suit++) {
        const size_t back = enter_address(meaning, suits[suit]);
        uint64_t numbers = 0;
        for (unsigned number = 1; number <= 9; number++)
            numbers = numbers << 1 | (meaning->model->copies[kzi_kind(suit, number)] != 0 ||
                                      meaning->model->lent >> kzi_kind(suit, number) & 1);
        state_value(meaning, kzi_node_get(node, suits[suit]), numbers, "none");
        meaning->address.len = back;
    }
}

void kzi_mean_next(struct kzi_meaning *meaning, const struct kzi_key *key,
                   const struct kzi_node *node) {
    const struct kzi_model *model = meaning->model;
    (void)key;
    state_value(meaning, node, kzi_hash(KZI_HASH_EMPTY, model->next, KZI_KINDS), "none");
}

/* State the number of copies of most tiles that are played, and the exceptions. */
void kzi_mean_copies(struct kzi_meaning *meaning, const struct kzi_key *key,
                     const struct kzi_node *node) {
    const struct kzi_model *model = meaning->model;
    uint8_t max = 0;
    (void)key;
    for (unsigned kind = 0; kind < KZI_KINDS; kind++)
        max = model->copies[kind] > max ? model->copies[kind] : max;
    uint64_t hash = kzi_hash(max, model->face_copies, KZI_HONOR_FACE);
    for (unsigned kind = KZI_HONOR, face = KZI_HONOR_FACE; kind < KZI_KINDS; kind++, face++)
        if (!model->copies[kind] && model->face_copies[face] != KZI_MAX_COPIES)
            hash = kzi_hash_int(hash, kind * KZI_MAX_COPIES + model->face_copies[face]);
    for (unsigned kind = 0; kind < KZI_KINDS; kind++)
        if ((model->copies[kind] || model->lent >> kind & 1) && model->copies[kind] != max)
            hash = kzi_hash_int(hash, kind * KZI_MAX_COPIES + model->copies[kind]);
    for (unsigned kind = KZI_RED; kind < KZI_RED + KZI_SUITS; kind++)
        if (model->copies[kind] != KZI_UNSAID)
            hash = kzi_hash_int(hash, kind * KZI_MAX_COPIES + model->copies[kind]);
    state_value(meaning, node, hash, "4");
}

/* State the wild tiles.  If there is only one kind, its id may be left out, and it is called
 * `wild`. */
void kzi_mean_wild(struct kzi_meaning *meaning, const struct kzi_key *key,
                   const struct kzi_node *node) {
    if (!node || !kzi_is_one_wild(node)) {
        KZI_EACH_ENTRY(node, entry)
            state_entry(meaning, key, entry);
        return;
    }
    const size_t back = meaning->written ? meaning->address.len : enter_address(meaning, key->name);
    state_thing(meaning, key->kind->of->table, node);
    meaning->address.len = back;
}

/* --- the same: payments ---------------------------------------------------------------------- */

/* Return the hash of payers.  A dealer who pays the same as the others is one of them. */
static uint64_t hash_payers(const struct kzi_meaning *meaning, const struct kzi_node *payers) {
    const struct kzi_kind *share = kzi_kind_share_in_short;
    const struct kzi_node *dealer = kzi_node_get(payers, "dealer"),
                          *others = kzi_node_get(payers, "others");
    if (dealer && others &&
        hash_value(meaning, share, dealer) == hash_value(meaning, share, others))
        payers = kzi_node_with(meaning->arena, payers, "dealer", NULL);
    return hash_walk(meaning, KZI_KEYS(payers), payers);
}

static bool payers_equal(const struct kzi_meaning *meaning, const struct kzi_node *one,
                         const struct kzi_node *other) {
    return one && other && hash_payers(meaning, one) == hash_payers(meaning, other);
}

/* State payers.  In a hash, payers for every winner are written out for a dealer and for another
 * winner, and a dealer who discards without payers of its own pays as others do. */
void kzi_mean_payers(struct kzi_meaning *meaning, const struct kzi_key *key,
                     const struct kzi_node *node) {
    const struct kzi_node *any = kzi_node_get(meaning->mapping, "any_wins"),
                          *dealer = any ? any : kzi_node_get(meaning->mapping, "dealer_wins"),
                          *other = any ? any : kzi_node_get(meaning->mapping, "other_wins");
    const bool full = !meaning->written;
    if (!strcmp(key->name, "any_wins"))
        node = full ? NULL : any;
    else if (!strcmp(key->name, "dealer_discards") && (!node || payers_equal(meaning, node, other)))
        node = full && payers_equal(meaning, dealer, other) ? other : NULL;
    else if (full && !node)
        node = any;
    if (node)
        state_value(meaning, node, hash_payers(meaning, node), NULL);
}

/* Add a hash for each yaku of a liability to a sum. */
static void add_liable(const struct kzi_model *model, size_t liability, uint64_t hash,
                       uint64_t *sum) {
    const struct kzi_liability *of = &model->payments.liabilities[liability];
    for (size_t i = 0; i < of->n_yaku; i++)
        *sum += kzi_hash_mix(kzi_hash_text(hash, model->yaku_names.name[of->yaku[i]]));
}

/* State the liabilities.  If they differ, state them for each yaku, so that neither their order nor
 * the grouping of yaku matters. */
void kzi_mean_liability(struct kzi_meaning *meaning, const struct kzi_key *key,
                        const struct kzi_node *node) {
    const struct kzi_model *model = meaning->model;
    const struct kzi_node *const *items, *first = NULL;
    uint64_t of_first = 0, yaku = 0, each = 0;
    bool differ = false;
    const size_t count = node ? kzi_items_of(&node, &items) : 0;
    for (size_t i = 0; i < count; i++) {
        const uint64_t hash = hash_walk(meaning, key->kind->table, items[i]);
        if (!model->payments.liabilities[i].n_yaku)
            continue;
        of_first = first ? of_first : hash;
        first = first ? first : items[i];
        differ |= hash != of_first;
        add_liable(model, i, hash, &each);
        add_liable(model, i, KZI_HASH_EMPTY, &yaku);
    }
    if (differ)
        make_statement(meaning, (struct kzi_rule_statement){
                                    .node = node, .hash = each, .says = "", .thing = true});
    else if (count) {
        first = first ? first : items[0];
        make_statement(meaning,
                       (struct kzi_rule_statement){.node = first, .says = "yes", .thing = true});
        const size_t back = enter_address(meaning, "yaku");
        state_value(meaning, kzi_node_get(first, "yaku"), yaku, "none");
        meaning->address.len = back;
        walk_keys(meaning, key->kind->table, first);
    }
}

void kzi_mean_liable_fractions(struct kzi_meaning *meaning, const struct kzi_key *key,
                               const struct kzi_node *node) {
    const bool half = !strcmp(key->name, "discard");
    state_value(meaning, node,
                node ? hash_value(meaning, key->kind, node)
                     : kzi_hash_int(KZI_HASH_EMPTY, half ? KZI_RATIO_UNIT / 2 : KZI_RATIO_UNIT),
                half ? "420 of 840" : "840 of 840");
}

/* State the discarder's part for a kong, unless it equals that of each of the others. */
void kzi_mean_kong_from(struct kzi_meaning *meaning, const struct kzi_key *key,
                        const struct kzi_node *node) {
    if (node && !kzi_node_equals(node, kzi_node_get(meaning->mapping, "others")))
        kzi_mean_written(meaning, key, node);
}

/* State the passing on of kong money; if there is none, its other keys mean nothing. */
void kzi_mean_passing(struct kzi_meaning *meaning, const struct kzi_key *key,
                      const struct kzi_node *node) {
    if (node)
        walk_keys(meaning, key->kind->table, node);
    else
        enter_key(meaning, kzi_key_table_find(key->kind->table, "when", strlen("when")), NULL);
}

void kzi_mean_chip_payers(struct kzi_meaning *meaning, const struct kzi_key *key,
                          const struct kzi_node *node) {
    const struct kzi_chips *chips = &meaning->model->payments.chips;
    const bool self_draw = !strcmp(key->name, "self_draw");
    struct kzi_chip_payers payers = self_draw ? chips->self_draw : chips->discard;
    if (payers.of[KZI_ROLE_DEALER] < 0)
        payers.of[KZI_ROLE_DEALER] = payers.of[KZI_ROLE_OTHERS];
    state_value(meaning, node, kzi_hash(KZI_HASH_EMPTY, payers.of, sizeof payers.of),
                self_draw ? "dealer 1, others 1" : "dealer 0, others 0, discarder 1");
}

void kzi_mean_chips(struct kzi_meaning *meaning, const struct kzi_key *key,
                    const struct kzi_node *node) {
    if (meaning->model->payments.has_chips)
        walk_keys(meaning, key->kind->table, node);
}

void kzi_mean_losers(struct kzi_meaning *meaning, const struct kzi_key *key,
                     const struct kzi_node *node) {
    if (meaning->model->payments.losers.settle)
        walk_keys(meaning, key->kind->table, node);
}

/* --- the digest ------------------------------------------------------------------------------ */

/* Add a statement to the digest, unless it defines a class: the rules that name the class contain
 * its meaning. */
static void add_unnamed(void *sum, const struct kzi_rule_statement *statement) {
    static const char classes[] = "tiles.classes.";
    if (strncmp(statement->address, classes, strlen(classes)) != 0)
        add_statement(sum, statement);
}

void kzi_digest(const struct kzi_model *model, char digest[17]) {
    uint64_t sum = 0, order = KZI_HASH_EMPTY;
    walk_model(model, model->arena, false, add_unnamed, &sum);
    /* The order of yaku matters: of readings with the same worth, the one with the first yaku
     * counts. */
    for (size_t i = 0; i < model->yaku_names.count; i++)
        if (model->yaku[i].in_use)
            order = kzi_hash_text(order, model->yaku_names.name[i]);
    for (size_t i = 0; i < model->known_words.count; i++)
        sum += kzi_hash_mix(kzi_hash_text(KZI_HASH_EMPTY, model->known_words.name[i]));
    for (size_t i = 0; i < model->table_names.count; i++) {
        const struct kzi_table_word *word = &model->table_words[i];
        uint64_t hash = kzi_hash_text(KZI_HASH_EMPTY, model->table_names.name[i]);
        hash = kzi_hash_text(hash, word->given ? word->given->text : "");
        sum += kzi_hash_mix(kzi_hash_int(hash, (uint64_t)(word->seat * 4 + word->self_draw)));
    }
    snprintf(digest, 17, "%016llx", (unsigned long long)kzi_hash_mix(sum + order));
}
