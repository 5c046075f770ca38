/* Conditions as sentences for catalogues.  English is put together elsewhere
 * (compile/condition/phrase.c), because its grammar needs more than texts with arguments. */
#include "compile/condition/phrase.h"
#include "report/sentence.h"

#include <stdlib.h>

static void end_format(struct kzi_sentence *sentence, const char *format, const char *id) {
    char code[128];
    struct kzi_text text = kzi_text_fixed(code, sizeof code);
    kzi_text_format(&text, format, id);
    kzi_text_end(&text);
    kzi_sentence_end_code(sentence, code);
}

static void put_code(struct kzi_sentence *into, const char *format, const char *id) {
    struct kzi_sentence sentence = kzi_argument_sentence(into);
    end_format(&sentence, format, id);
}

/* --- tiles and sets --------------------------------------------------------------------------- */

static void put_class(struct kzi_sentence *into, const struct kzi_spelling *spelling) {
    if (spelling->other) {
        struct kzi_sentence other = kzi_argument_sentence(into);
        put_class(&other, &(struct kzi_spelling){spelling->class_, false});
        kzi_sentence_end_code(&other, "asks.class.not");
    } else if (strpbrk(spelling->class_, "0123456789"))
        kzi_argument_text(into, spelling->class_);
    else
        put_code(into, "asks.class.%s", spelling->class_);
}

/* "concealed pung", which may have a word of its own. */
static void put_noun(struct kzi_sentence *into, unsigned adjective, unsigned noun) {
    const char *hold = kzi_adjective_names[adjective];
    char word[32];
    struct kzi_text text = kzi_text_fixed(word, sizeof word);
    const bool own = (noun == KZI_A_PUNG || noun == KZI_A_KONG) &&
                     (adjective == KZI_IS_CONCEALED || adjective == KZI_IS_OPEN);
    kzi_text_format(&text, "%s%s%s", own ? hold : "", own ? "_" : "", kzi_noun_names[noun]);
    kzi_text_end(&text);
    if (own || !adjective) {
        put_code(into, "asks.noun.%s", word);
        return;
    }
    struct kzi_sentence held = kzi_argument_sentence(into);
    put_code(&held, "asks.noun.%s", word);
    end_format(&held, "asks.hold.%s", hold);
}

static void put_phrase(struct kzi_sentence *into, const struct kzi_phrase *phrase,
                       const struct kzi_spelling *spelling) {
    if (!spelling->class_) {
        put_noun(into, phrase->adjective, phrase->noun);
        return;
    }
    struct kzi_sentence sentence = kzi_argument_sentence(into);
    put_noun(&sentence, phrase->adjective, phrase->noun);
    put_class(&sentence, spelling);
    kzi_sentence_end_code(&sentence, phrase->some ? "asks.phrase.with" : "asks.phrase.of");
}

void kzi_argument_class(struct kzi_sentence *sentence, const struct kzi_spelling *spelling,
                        enum kzi_form form) {
    if (!kzi_is_english(sentence))
        put_class(sentence, spelling);
    else if (form == KZI_A)
        kzi_class_say_one(kzi_argument(sentence), spelling);
    else
        kzi_tiles_say(kzi_argument(sentence), spelling, form == KZI_SEVERAL);
}

void kzi_argument_phrase(struct kzi_sentence *sentence, const struct kzi_phrase *phrase,
                         const struct kzi_spelling *spelling, enum kzi_form form) {
    if (!kzi_is_english(sentence)) {
        put_phrase(sentence, phrase, spelling);
        return;
    }
    struct kzi_text *text = kzi_argument(sentence);
    if (form == KZI_A)
        kzi_text_put(text, phrase->adjective == KZI_IS_OPEN ? "an " : "a ");
    kzi_phrase_say(text, phrase, spelling, form == KZI_SEVERAL);
}

void kzi_argument_mark(struct kzi_sentence *sentence, const char *id, bool several) {
    if (kzi_is_english(sentence))
        kzi_mark_say(kzi_argument(sentence), id, several);
    else
        put_code(sentence, "asks.mark.%s", id);
}

/* --- quantities ------------------------------------------------------------------------------- */

static void put_counted(struct kzi_sentence *into, const struct kzi_condition *cond) {
    if (cond->kind == KZI_CONDITION_tiles)
        put_class(into, &cond->spelling);
    else if (cond->kind == KZI_CONDITION_marks)
        put_code(into, "asks.mark.%s", cond->node->u.entries->key->text);
    else if (cond->kind == KZI_CONDITION_sets || cond->kind == KZI_CONDITION_groups)
        put_phrase(into, &cond->argument.phrase, &cond->spelling);
    else
        put_code(into, "asks.noun.%s", kzi_conditions[cond->kind].name);
}

/* End a sentence about "3+" of something. */
static void put_quantity(struct kzi_sentence *sentence, const struct kzi_condition *cond,
                         bool denied) {
    const unsigned least = cond->quantity.least, most = cond->quantity.most;
    const char *code;
    put_counted(sentence, cond);
    if (cond->quantity.all)
        code = denied ? "asks.others" : "asks.all";
    else if (!most || (least == 1 && most == 255))
        code = (most == 0) == denied ? "asks.some" : "asks.none";
    else {
        kzi_argument_int(sentence, least);
        if (most > least && most < 255)
            kzi_argument_int(sentence, most);
        code = most == 255    ? (denied ? "asks.fewer" : "asks.least")
               : most > least ? (denied ? "asks.not_range" : "asks.range")
                              : (denied ? "asks.not_exactly" : "asks.exactly");
    }
    kzi_sentence_end_code(sentence, code);
}

/* --- patterns: the same chow in three suits, three pungs each one higher -----------------------
 */

static bool is_alike(const struct kzi_pattern *pattern) {
    const struct kzi_term *terms = pattern->terms;
    int step = pattern->n_terms > 1 ? terms[1].number - terms[0].number : 0;
    bool alike = step >= 0;
    for (unsigned i = 0; i < pattern->n_terms; i++)
        alike &= terms[i].noun == terms[0].noun && terms[i].any == terms[0].any &&
                 terms[i].suit >= KZI_SUITS && !terms[i].adjective &&
                 (!terms[i].any || terms[i].number == terms[0].number + (int)i * step);
    return alike;
}

static unsigned suits_of(const struct kzi_pattern *pattern) {
    unsigned seen = 0;
    for (unsigned i = 0; i < pattern->n_terms; i++)
        seen |= 1U << pattern->terms[i].suit;
    return (unsigned)__builtin_popcount(seen);
}

/* "123, 456 and 789" */
static void put_numbers(struct kzi_sentence *into, const struct kzi_pattern *pattern) {
    struct kzi_sentence list = kzi_argument_sentence(into);
    for (unsigned i = 0; i < pattern->n_terms; i++) {
        struct kzi_text *text = kzi_argument(&list);
        for (int tile = 0; tile < (pattern->terms[i].noun == KZI_A_CHOW ? 3 : 1); tile++)
            kzi_text_int(text, pattern->terms[i].number + tile);
    }
    kzi_sentence_end_list(&list, KZI_AND);
}

/* "the chow 123a" */
static void put_term(struct kzi_sentence *list, const struct kzi_term *term) {
    struct kzi_sentence sentence = kzi_argument_sentence(list);
    put_noun(&sentence, term->adjective, term->noun);
    struct kzi_text *text = kzi_argument(&sentence);
    if (term->any)
        kzi_text_format(text, term->number ? "n+%d " : "n ", term->number);
    for (int tile = 0; !term->any && tile < (term->noun == KZI_A_CHOW ? 3 : 1); tile++)
        kzi_text_int(text, term->number + tile);
    kzi_text_char(text, "mpsabc"[term->suit]);
    kzi_sentence_end_code(&sentence, "asks.pattern.term");
}

/* Say a pattern that has no better words by its terms; letters stand for suits. */
static void put_terms(struct kzi_sentence *sentence, const struct kzi_pattern *pattern) {
    struct kzi_sentence list = kzi_argument_sentence(sentence);
    for (unsigned i = 0; i < pattern->n_terms; i++)
        put_term(&list, &pattern->terms[i]);
    kzi_sentence_end_list(&list, KZI_AND);
    kzi_sentence_end_code(sentence, "asks.pattern.other");
}

static void put_pattern(struct kzi_sentence *into, const struct kzi_pattern *pattern) {
    const struct kzi_term *terms = pattern->terms;
    struct kzi_sentence sentence = kzi_argument_sentence(into);
    unsigned suits = suits_of(pattern);
    if (!is_alike(pattern) || (suits > 1 && suits != pattern->n_terms)) {
        put_terms(&sentence, pattern);
        return;
    }
    int step = pattern->n_terms > 1 ? terms[1].number - terms[0].number : 0;
    put_code(&sentence, "asks.noun.%s", kzi_noun_names[terms[0].noun]);
    if (terms[0].any)
        kzi_argument_int(&sentence, pattern->n_terms);
    else
        put_numbers(&sentence, pattern);
    struct kzi_sentence where = kzi_argument_sentence(&sentence);
    if (suits > 1)
        kzi_argument_int(&where, suits);
    kzi_sentence_end_code(&where, suits > 1 ? "asks.pattern.suits" : "asks.pattern.one_suit");
    if (terms[0].any && step)
        kzi_argument_int(&sentence, step);
    kzi_sentence_end_code(&sentence, !terms[0].any ? "asks.pattern.fixed"
                                     : step        ? "asks.pattern.rising"
                                                   : "asks.pattern.same");
}

/* --- conditions ------------------------------------------------------------------------------- */

/* Write one word or a list of them, each as its code. */
static void put_list(struct kzi_sentence *into, const struct kzi_node *node, const char *format) {
    struct kzi_sentence list = kzi_argument_sentence(into);
    size_t count = node->kind == KZI_LIST ? node->count : 1;
    for (size_t i = 0; i < count; i++)
        put_code(&list, format, node->kind == KZI_LIST ? node->u.items[i]->text : node->text);
    kzi_sentence_end_list(&list, KZI_OR);
}

static void put_seats(struct kzi_sentence *into, uint64_t seats) {
    struct kzi_sentence list = kzi_argument_sentence(into);
    for (unsigned seat = 0; seat < KZI_SEATS; seat++)
        if (seats >> seat & 1)
            kzi_argument_seat(&list, seat);
    kzi_sentence_end_list(&list, KZI_OR);
}

static void put_given(struct kzi_sentence *into, const struct kzi_model *model, uint64_t given) {
    struct kzi_sentence list = kzi_argument_sentence(into);
    for (; given; given &= given - 1)
        kzi_argument_circumstance(&list, model, (unsigned)__builtin_ctzll(given));
    kzi_sentence_end_list(&list, KZI_AND);
}

static void put_scored(struct kzi_sentence *into, const struct kzi_model *model,
                       const struct kzi_node *node) {
    struct kzi_sentence list = kzi_argument_sentence(into);
    size_t count = node->kind == KZI_LIST ? node->count : 1;
    for (size_t i = 0; i < count; i++) {
        const char *id = node->kind == KZI_LIST ? node->u.items[i]->text : node->text;
        int yaku = kzi_names_find(&model->yaku_names, id);
        if (yaku >= 0)
            kzi_argument_yaku(&list, model, (unsigned)yaku);
        else
            kzi_argument_text(&list, id);
    }
    kzi_sentence_end_list(&list, KZI_AND);
}

static uint64_t given_of(const struct kzi_condition *cond) {
    uint64_t given = 0;
    if (cond->op == KZI_TEST)
        return UINT64_C(1) << cond->argument.number;
    for (size_t i = 0; i < cond->parts.count; i++)
        given |= given_of(cond->parts.list[i]);
    return given;
}

static void put_condition(struct kzi_sentence *into, const struct kzi_model *model,
                          const struct kzi_condition *cond, bool denied) {
    struct kzi_sentence sentence;
    const bool listed = cond->kind == KZI_CONDITION_given || cond->kind == KZI_CONDITION_scored ||
                        cond->kind == KZI_CONDITION_holds;
    const uint64_t asked = cond->op != KZI_TEST ? 0
                           : cond->denied       ? kzi_other_values(cond)
                                                : cond->values;
    sentence = kzi_argument_sentence(into);
    if (cond->op != KZI_TEST && !listed) {
        for (size_t i = 0; i < cond->parts.count; i++)
            put_condition(&sentence, model, cond->parts.list[i], denied);
        kzi_sentence_end_list(&sentence, (cond->op == KZI_ANY) != denied ? KZI_OR : KZI_AND);
        return;
    }
    denied ^= cond->denied;
    const unsigned bits = (unsigned)(denied ? ~asked : asked) & 3;
    switch (cond->kind) {
    case KZI_CONDITION_hand:
        end_format(&sentence, "asks.hand.%s", bits == 1 ? "closed" : "open");
        return;
    case KZI_CONDITION_by:
        end_format(&sentence, "asks.by.%s", bits == 1 ? "self_draw" : "discard");
        return;
#define CONDITION(name, ...)
#define PARTS(name, ...)
#define COUNT(name, ...) case KZI_CONDITION_##name:
#include "rules/conditions.def"
#undef CONDITION
    case KZI_CONDITION_tiles:
    case KZI_CONDITION_marks:
    case KZI_CONDITION_sets:
    case KZI_CONDITION_groups:
        put_quantity(&sentence, cond, denied);
        return;
    case KZI_CONDITION_given:
        put_given(&sentence, model, given_of(cond));
        break;
    case KZI_CONDITION_seat:
    case KZI_CONDITION_from:
        put_seats(&sentence, asked);
        break;
    case KZI_CONDITION_shape:
        put_list(&sentence, cond->node, "asks.shape.%s");
        break;
    case KZI_CONDITION_wait:
        put_list(&sentence, cond->node, "asks.wait.%s");
        break;
    case KZI_CONDITION_pair:
    case KZI_CONDITION_winning_tile:
        put_class(&sentence, &cond->spelling);
        break;
    case KZI_CONDITION_has:
    case KZI_CONDITION_has_twice:
        put_pattern(&sentence, &cond->argument.pattern);
        break;
    case KZI_CONDITION_contains:
    case KZI_CONDITION_before_win:
        kzi_argument_text(&sentence, cond->node->text);
        break;
    case KZI_CONDITION_scored:
    case KZI_CONDITION_holds:
        put_scored(&sentence, model, cond->node);
        break;
    case KZI_CONDITION_all_of:
    case KZI_CONDITION_any_of:
    case KZI_CONDITION_not:
    case KZI_CONDITION_sum:
    case KZI_CONDITION_nothing_scored:
    case KZI_CONDITIONS:
        break;
    }
    end_format(&sentence, denied ? "asks.%s.not" : "asks.%s", kzi_conditions[cond->kind].name);
}

/* In a catalogue, write it in a text of its own first: it is all English if a word is not known. */
static void say_known(struct kzi_sentence *into, const struct kzi_model *model,
                      const struct kzi_condition *cond, bool denied) {
    bool unknown = false;
    struct kzi_text said = kzi_text_growing();
    struct kzi_sentence alone = kzi_sentence_begin(&said, into->style);
    alone.unknown = &unknown;
    put_condition(&alone, model, cond, denied);
    kzi_sentence_end_list(&alone, KZI_AND);
    if (unknown || said.failed)
        kzi_condition_say(kzi_argument(into), cond, denied);
    else
        kzi_text_add(kzi_argument(into), said.at, said.len);
    kzi_text_release(&said);
}

void kzi_argument_condition(struct kzi_sentence *sentence, const struct kzi_model *model,
                            const struct kzi_condition *cond, bool denied) {
    if (kzi_is_english(sentence))
        kzi_condition_say(kzi_argument(sentence), cond, denied);
    else if (sentence->style)
        say_known(sentence, model, cond, denied);
    else
        put_condition(sentence, model, cond, denied);
}
