#include "analysis/diff/diff_report.h"

#include "analysis/comparison.h"
#include "analysis/witness/witness.h"
#include "base/utf8.h"
#include "report/result_json.h"
#include "report/wording.h"
#include "rules/tree/merge.h"
#include "words/sentence.h"

#include <string.h>

#define INDENT "  "
#define LONG   100 /* bytes shown of one place; the rest is cut */

/* Names of the two: their labels, or "first" and "second" if those are equal. */
static void find_names(const struct kzi_differences *differences, const char *names[2]) {
    for (unsigned i = 0; i < 2; i++)
        names[i] = differences->rules[i]->model->label;
    if (strcmp(names[0], names[1]) != 0)
        return;
    names[0] = "first";
    names[1] = "second";
}

/* --- rules -----------------------------------------------------------------------------------  */

static const struct kzi_option *option_of(const struct kzi_shown_difference *shown, unsigned of) {
    const struct kzi_options *options = &shown->differences->rules[of]->model->options;
    const struct kzi_option *option = shown->difference->option;
    int number = option ? kzi_names_find(&options->names, option->id) : -1;
    return number < 0 ? NULL : &options->list[number];
}

static bool is_set_by_caller(const struct kzi_option *option) {
    return option && strcmp(option->value, option->ruled) != 0;
}

/* Return where ruleset `of` says this, or where its option is set; line 0 if nowhere. */
static struct kzi_place said_in(const struct kzi_shown_difference *shown,
                                const struct kzi_differing_place *place, unsigned of) {
    static const struct kzi_place nowhere = {0};
    const struct kzi_option *option = option_of(shown, of);
    if (is_set_by_caller(option))
        return nowhere;
    if (option && option->place.line && shown->difference->value[of] &&
        !strcmp(option->value, shown->difference->value[of]))
        return option->place;
    return place->node[of] ? place->node[of]->place : nowhere;
}

static void put_source(struct kzi_text *text, const struct kzi_shown_difference *shown,
                       const struct kzi_differing_place *place, unsigned of,
                       const struct kzi_style *style) {
    struct kzi_place said = said_in(shown, place, of);
    kzi_ink_dim(text, style);
    if (said.source && said.line) {
        const char *slash = strrchr(said.source->name, '/');
        kzi_text_put(text, "  (");
        kzi_put_visible(text, slash ? slash + 1 : said.source->name);
        kzi_text_format(text, ":%u)", said.line);
    } else if (is_set_by_caller(option_of(shown, of))) {
        kzi_text_format(text, "  (--set %s)", option_of(shown, of)->id);
    }
    kzi_ink_off(text, style);
}

/* Put the rules of a yaku, a limit or another thing, without names and notes; {} if that is all
 * there is of it. */
static void put_thing(struct kzi_text *text, const struct kzi_node *node) {
    bool first = true;
    for (size_t i = 0; i < node->count; i++) {
        const struct kzi_entry *entry = &node->u.entries[i];
        if (kzi_means_nothing("yaku.*", entry->key->text) || !strcmp(entry->key->text, "in_use"))
            continue;
        kzi_text_format(text, "%s%s ", first ? "" : ", ", entry->key->text);
        kzi_node_put(text, entry->value);
        first = false;
    }
    if (first)
        kzi_text_put(text, "{}");
}

static void put_said(struct kzi_text *text, const struct kzi_differing_place *place, unsigned of) {
    size_t from = text->len;
    if (!place->says[of])
        kzi_text_put(text, strstr(place->address, ".covers.") ? "no" : "nothing");
    else if (!place->node[of])
        kzi_text_put(text, place->says[of]);
    else if (place->node[of]->kind == KZI_MAP && !strcmp(place->says[of], "yes"))
        put_thing(text, place->node[of]);
    else
        kzi_node_put(text, place->node[of]);
    if (text->failed || text->len - from <= LONG)
        return;
    text->len = from + LONG;
    while ((text->at[text->len] & 0xC0) == 0x80) /* within a character */
        text->len--;
    kzi_text_put(text, " ...");
}

/* "  NAME  value  (file:line)" */
static void put_side(struct kzi_text *text, const struct kzi_shown_difference *shown,
                     const struct kzi_differing_place *place, unsigned of,
                     const char *const names[2], const struct kzi_style *style) {
    size_t widths[2] = {strlen(names[0]), strlen(names[1])};
    size_t from = text->len;
    kzi_text_format(text, INDENT "%s", names[of]);
    kzi_text_pad(text, from, 2 + (widths[0] > widths[1] ? widths[0] : widths[1]) + 2);
    put_said(text, place, of);
    if (place->says[of])
        put_source(text, shown, place, of, style);
    kzi_text_char(text, '\n');
}

static void put_name(struct kzi_text *text, const struct kzi_model *model, const char *id,
                     const char *language) {
    size_t len = strcspn(id, ".");
    int yaku = kzi_names_find_span(&model->yaku_names, id, len);
    if (yaku >= 0)
        kzi_say_yaku(text, model, (unsigned)yaku, language);
    else
        kzi_text_add(text, id, len);
}

/* Put one sentence about what the option changes, or about the yaku. */
static void put_about(struct kzi_text *text, const struct kzi_shown_difference *shown,
                      const struct kzi_style *style) {
    const struct kzi_difference *difference = shown->difference;
    const struct kzi_node *says =
        difference->option ? kzi_node_get(difference->option->definition, "says") : NULL;
    unsigned of = difference->only == 1;
    const struct kzi_model *model = shown->differences->rules[of]->model;
    const char *id = kzi_below(difference->address, "yaku");
    const char *covered = id ? strstr(id, ".covers.") : NULL;
    if (!says && !id && difference->only < 0)
        return;
    kzi_text_put(text, INDENT);
    const char *question = kzi_name_in(says, style->language);
    struct kzi_sentence sentence = kzi_sentence_begin(text, style),
                        about = kzi_argument_sentence(&sentence);
    if (question)
        kzi_argument_text(&about, question);
    else if (id)
        put_name(kzi_argument(&about), model, id, style->language);
    else
        kzi_argument_text(&about, difference->address);
    if (covered && !question)
        put_name(kzi_argument(&about), model, covered + strlen(".covers."), style->language);
    kzi_sentence_end_list(&about, KZI_AND);
    if (difference->only >= 0 && !question) {
        const char *names[2];
        find_names(shown->differences, names);
        kzi_argument_text(&sentence, names[difference->only]);
        kzi_sentence_end(&sentence, KZI_SAYS_only_one_has);
    } else
        kzi_sentence_end_list(&sentence, KZI_AND);
    kzi_text_char(text, '\n');
}

/* --- the witness ----------------------------------------------------------------------------- */

static void put_yaku_list(struct kzi_text *text, const struct kz_result *result,
                          const struct kzi_style *style) {
    uint16_t list[KZI_MAX_YAKU];
    unsigned count = kzi_listed(result, list);
    for (unsigned i = 0; i < count; i++) {
        kzi_text_put(text, i ? ", " : "; ");
        kzi_say_yaku(text, result->rules->model, list[i], style->language);
        if (kzi_times_listed(result, list[i]) > 1)
            kzi_text_format(text, " x %u", kzi_times_listed(result, list[i]));
    }
}

static void put_change(struct kzi_text *text, const char *who, int64_t change) {
    if (change)
        kzi_text_format(text, ", %s %s%lld", who, change > 0 ? "+" : "", (long long)change);
}

/* For hands worth the same: put who gets and pays what. */
static void put_changes(struct kzi_text *text, const struct kz_result *result) {
    unsigned winner = result->hand.seat;
    for (unsigned seat = 0; seat < KZI_SEATS; seat++)
        if (!result->discarder_unknown || seat == winner)
            put_change(text, kzi_seat_says[seat], result->paid[seat]);
    if (!result->discarder_unknown)
        return;
    put_change(text, "the discarder", result->paid_discarder);
    put_change(text, "each other", result->paid_others);
}

static void put_win(struct kzi_text *text, const struct kz_result *result, unsigned fields,
                    const struct kzi_style *style) {
    const struct kzi_model *model = result->rules->model;
    if (!result->best.by_limit) {
        kzi_say_total(text, model, result->best.total);
        kzi_say_most(text, result, style, " ");
    }
    if (!result->best.by_limit && result->best.fu >= 0)
        kzi_text_format(text, " %d fu", (int)result->best.fu);
    if (result->best.limit >= 0) {
        kzi_text_put(text, result->best.by_limit ? "" : ", ");
        kzi_say_limit(text, model, (unsigned)result->best.limit, result->best.multiplier,
                      style->language);
    }
    kzi_text_format(text, ", worth %lld", (long long)result->best.points);
    if (fields & 1U << KZI_FIELD_CHIPS && kzi_has_chips(result)) {
        kzi_text_put(text, ", ");
        if (result->chips)
            kzi_say_chips(text, result, style);
        else
            kzi_text_put(text, "no chips");
    }
    if (fields & 1U << KZI_FIELD_PAYMENTS && !(fields & 1U << KZI_FIELD_POINTS))
        put_changes(text, result);
    if (fields & 1U << KZI_FIELD_YAKU)
        put_yaku_list(text, result, style);
}

/* Put the names of the rulesets that scored the witness. */
static void put_alike(struct kzi_text *text, const struct kzi_shown_difference *shown, unsigned of,
                      const char *const names[2]) {
    if (shown->witness->as_is || of == shown->undone)
        kzi_text_put(text, names[of]);
    else
        kzi_text_format(text, "%s %s this", names[1 - of], of ? "with" : "without");
}

/* Write the hand of a witness with both results, several lines. */
static void put_shown_by(struct kzi_text *text, const struct kzi_shown_difference *shown,
                         const char *const names[2], const struct kzi_style *style) {
    const struct kzi_witness *witness = shown->witness;
    unsigned fields = kzi_differs(&witness->results[0], &witness->results[1]);
    size_t width = 0;
    for (unsigned i = 0; i < 2; i++) {
        struct kzi_text none = kzi_text_fixed(NULL, 0);
        put_alike(&none, shown, i, names);
        width = none.len > width ? none.len : width;
    }
    kzi_text_put(text, INDENT);
    struct kzi_sentence sentence = kzi_sentence_begin(text, style);
    struct kzi_text *line = kzi_argument(&sentence);
    kzi_ink_bold(line, style);
    kzi_write_line(line, &witness->hand);
    kzi_ink_off(line, style);
    kzi_sentence_end(&sentence, witness->kind == KZI_WITNESS_COUNTS ? KZI_SAYS_shown_by_same
                                                                    : KZI_SAYS_shown_by);
    kzi_text_char(text, '\n');
    for (unsigned i = 0; i < 2; i++) {
        size_t from = text->len;
        kzi_text_put(text, INDENT INDENT);
        put_alike(text, shown, i, names);
        kzi_text_pad(text, from, 4 + width + 2);
        const struct kz_result *result = &witness->results[i];
        if (result->status != KZ_OK)
            kzi_text_format(text, "refused: %s", result->error.text);
        else if (result->reason != KZI_WINS)
            kzi_say_no_win(text, result, style);
        else
            put_win(text, result, fields, style);
        kzi_text_char(text, '\n');
    }
}

/* Return why there is no hand. */
static enum kzi_says not_shown(const struct kzi_witness *witness) {
    if (witness->kind == KZI_WITNESS_NEVER)
        return KZI_SAYS_never_shown;
    if (witness->kind == KZI_WITNESS_DEAL)
        return KZI_SAYS_shown_by_deals;
    if (witness->cut)
        return KZI_SAYS_search_cut;
    return witness->tried ? KZI_SAYS_no_example : KZI_SAYS_not_valid_alone;
}

static void put_witness(struct kzi_text *text, const struct kzi_shown_difference *shown,
                        const char *const names[2], const struct kzi_style *style) {
    const struct kzi_witness *witness = shown->witness;
    if (!witness)
        return;
    if (witness->kind >= KZI_WITNESS_REFUSED) {
        put_shown_by(text, shown, names, style);
        return;
    }
    kzi_text_put(text, INDENT);
    struct kzi_sentence sentence = kzi_sentence_begin(text, style);
    kzi_argument_int(&sentence, (long long)witness->tried);
    kzi_sentence_end(&sentence, not_shown(witness));
    kzi_text_char(text, '\n');
}

/* --- the places ------------------------------------------------------------------------------ */

static bool same_words(const char *one, const char *other) {
    return one && other ? !strcmp(one, other) : one == other;
}

/* Return whether both rulesets have the same text at both places, so that it is shown once. */
static bool say_alike(const struct kzi_differing_place *one,
                      const struct kzi_differing_place *other) {
    for (unsigned of = 0; of < 2; of++) {
        const struct kzi_node *mine = one->node[of], *theirs = other->node[of];
        if (!same_words(one->says[of], other->says[of]) || !mine != !theirs ||
            (mine && !kzi_node_same(mine, theirs)))
            return false;
    }
    return true;
}

static void put_place(struct kzi_text *text, const struct kzi_shown_difference *shown, size_t at,
                      const char *const names[2], const struct kzi_style *style) {
    const struct kzi_difference *difference = shown->difference;
    const struct kzi_differing_place *place = &difference->places[at];
    kzi_ink_bold(text, style);
    kzi_text_put(text, place->address);
    kzi_ink_off(text, style);
    if (!at && difference->option)
        kzi_text_format(text, "  (option %s: %s, %s)", difference->option->id, difference->value[0],
                        difference->value[1]);
    kzi_text_char(text, '\n');
    if (!at)
        put_about(text, shown, style);
    if (at + 1 < difference->n_places && say_alike(place, place + 1))
        return;
    for (unsigned of = 0; of < 2; of++)
        put_side(text, shown, place, of, names, style);
}

void kzi_diff_text(struct kzi_text *text, const struct kzi_shown_difference *shown,
                   const struct kzi_style *style) {
    const char *names[2];
    find_names(shown->differences, names);
    for (size_t i = 0; i < shown->difference->n_places; i++)
        put_place(text, shown, i, names, style);
    put_witness(text, shown, names, style);
}

/* --- JSON ------------------------------------------------------------------------------------- */

/* Write {"says":"4","file":"rules/NAME.yaml","line":17}, or null if there is nothing. */
static void write_side(struct kzi_text *text, const struct kzi_shown_difference *shown,
                       const struct kzi_differing_place *place, unsigned of) {
    if (!place->says[of]) {
        kzi_json_put_string(text, NULL);
        return;
    }
    struct kzi_text said = kzi_text_growing();
    if (place->node[of])
        kzi_node_put(&said, place->node[of]);
    else
        kzi_text_put(&said, place->says[of]);
    kzi_json_begin(text, '{');
    kzi_json_key_text(text, "says", &said);
    struct kzi_place source = said_in(shown, place, of);
    if (source.source && source.line) {
        kzi_json_key_string(text, "file", source.source->name);
        kzi_json_key_int(text, "line", source.line);
    }
    kzi_json_end(text, '}');
}

static void write_option(struct kzi_text *text, const struct kzi_difference *difference) {
    if (!difference->option) {
        kzi_json_key_string(text, "option", NULL);
        return;
    }
    kzi_json_begin_key(text, "option", '{');
    kzi_json_key_string(text, "id", difference->option->id);
    kzi_json_begin_key(text, "values", '[');
    for (unsigned i = 0; i < 2; i++)
        kzi_json_put_string(text, difference->value[i]);
    kzi_json_end(text, ']');
    kzi_json_end(text, '}');
}

/* Write the hand of a witness with both results, as members of an object. */
static void put_witness_json(struct kzi_text *text, const struct kzi_witness *witness) {
    struct kzi_text line = kzi_text_growing();
    kzi_write_line(&line, &witness->hand);
    kzi_json_begin_key(text, "witness", '{');
    kzi_json_key_text(text, "hand", &line);
    kzi_json_key_bool(text, "as_is", witness->as_is);
    kzi_json_begin_key(text, "results", '[');
    for (unsigned i = 0; i < 2; i++) {
        const struct kz_result *result = &witness->results[i];
        kzi_json_separate(text);
        if (result->status == KZ_OK)
            kzi_report_json(text, result, false, 0);
        else
            kzi_report_error_json(text, "", 0, &result->error);
    }
    kzi_json_end(text, ']');
    kzi_json_end(text, '}');
}

static void write_witness(struct kzi_text *text, const struct kzi_witness *witness) {
    static const char *const kinds[] = {"none", "never", "deal", "refused", "counts", "pays"};
    kzi_json_key_string(text, "shown", kinds[witness->kind]);
    kzi_json_key_int(text, "tried", (long long)witness->tried);
    if (witness->cut)
        kzi_json_key_bool(text, "cut", true);
    if (witness->kind >= KZI_WITNESS_REFUSED)
        put_witness_json(text, witness);
}

static void write_place(struct kzi_text *text, const struct kzi_shown_difference *shown,
                        const struct kzi_differing_place *place) {
    kzi_json_begin(text, '{');
    kzi_json_key_string(text, "address", place->address);
    kzi_json_begin_key(text, "said", '[');
    for (unsigned of = 0; of < 2; of++)
        write_side(text, shown, place, of);
    kzi_json_end(text, ']');
    kzi_json_end(text, '}');
}

void kzi_diff_json(struct kzi_text *text, const struct kzi_shown_difference *shown) {
    const struct kzi_difference *difference = shown->difference;
    kzi_json_start(text);
    kzi_json_begin(text, '{');
    kzi_json_key_string(text, "address", difference->address);
    kzi_json_begin_key(text, "rulesets", '[');
    for (unsigned i = 0; i < 2; i++)
        kzi_json_put_string(text, shown->differences->rules[i]->model->label);
    kzi_json_end(text, ']');
    if (difference->only < 0)
        kzi_json_key_string(text, "only", NULL);
    else
        kzi_json_key_int(text, "only", difference->only);
    write_option(text, difference);
    kzi_json_begin_key(text, "places", '[');
    for (size_t i = 0; i < difference->n_places; i++)
        write_place(text, shown, &difference->places[i]);
    kzi_json_end(text, ']');
    if (shown->differences->cut)
        kzi_json_key_bool(text, "cut", true);
    if (shown->witness)
        write_witness(text, shown->witness);
    kzi_json_end(text, '}');
}

/* --- search for a hand ------------------------------------------------------------------------ */

bool kzi_hand_search(struct kzi_hand_search *search, struct kzi_blame *blame, size_t difference,
                     struct kzi_budget *steps) {
    const struct kzi_differences *differences = &blame->differences;
    const struct kz_ruleset *rules = NULL, *alike[2];
    *search = (struct kzi_hand_search){.witness = {.budget = steps}};
    for (unsigned into = 0; into < 2 && !rules; into++) {
        kzi_carried_free(&search->carried, &blame->budget);
        if (!kzi_carry(&search->carried, blame, difference, into))
            return false;
        rules = search->carried.rules;
        search->undone = rules ? into : 0;
    }
    search->witness.cut = !rules && blame->budget.out;
    alike[search->undone] = differences->rules[search->undone];
    alike[1 - search->undone] = rules;
    return !rules ||
           kzi_witness_find(&search->witness, differences, &differences->list[difference], alike);
}

void kzi_hand_search_release(struct kzi_hand_search *search, struct kzi_blame *blame) {
    kzi_carried_free(&search->carried, &blame->budget);
}

bool kzi_hand_search_is_due(const struct kzi_differences *differences) {
    return differences->count <= KZI_MAX_BLAMED && !differences->cut;
}
