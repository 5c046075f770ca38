#include "analysis/prover/lint.h"

#include "analysis/canonical/option_binding.h"
#include "analysis/prover/implication.h"
#include "base/limits.h"
#include "compile/program/builder.h"
#include "compile/ruleset.h"
#include "rules/options.h"
#include "rules/tree/merge.h"

#include <string.h>

#define MAX_NOTES 150 /* fewer than are shown, so that the report can say that there are more */

struct note_ctx {
    const struct kz_ruleset *rules;
    const struct kzi_model *model;
    struct kzi_diags *diags;
    const struct kzi_node **met; /* marks of intended notes that matched one */
    size_t n_met;
    struct kzi_budget *budget;
    const bool *own; /* by yaku: one of the own files defines a part of it */
};

size_t kzi_count_own_files(const struct kzi_model *model) {
    return model->n_overlays ? model->n_overlays : 1;
}

static bool is_own(const struct kzi_model *model, struct kzi_place place) {
    return place.source && place.line && place.source->number < kzi_count_own_files(model);
}

bool kzi_yaku_is_of(const struct kzi_yaku *yaku, uint32_t file) {
    KZI_EACH_ENTRY(yaku->node, entry) {
        if (!kzi_means_nothing("yaku.*", entry->key->text) &&
            entry->key->place.source->number == file)
            return true;
    }
    return false;
}

/* --- intended -------------------------------------------------------------------------------- */

const struct kzi_node *kzi_find_intended(const struct kzi_node *thing, const char *word) {
    return kzi_node_item(kzi_node_get(thing, "intended"), word);
}

void kzi_note_unmatched(struct kzi_diags *diags, const struct kzi_node *mark) {
    kzi_warning_at(diags, mark->place,
                   "%s is marked as intended, but there is no such note; remove the mark",
                   mark->text);
}

/* Return whether a mark says that the note is intended, and add the mark to those that are met. */
static bool check_intended(struct note_ctx *ctx, const struct kzi_node *thing, const char *word) {
    const struct kzi_node *mark = kzi_find_intended(thing, word);
    if (!mark)
        return false;
    ctx->met = kzi_arena_more(ctx->diags->arena, ctx->met, ctx->n_met, sizeof *ctx->met);
    ctx->met[ctx->n_met++] = mark;
    return true;
}

/* Note the marks in the own files that match no note, except those for cases, which are not known
 * here. */
static void note_marks(struct note_ctx *ctx, const struct kzi_node *thing) {
    const struct kzi_node *marks = kzi_node_get(thing, "intended");
    KZI_EACH_ITEM(marks, mark) {
        bool met = !is_own(ctx->model, mark->place) || kzi_node_is(mark, KZI_NO_CASE);
        for (size_t k = 0; !met && k < ctx->n_met; k++)
            met = ctx->met[k] == mark;
        if (!met)
            kzi_note_unmatched(ctx->diags, mark);
    }
}

/* --- covers ---------------------------------------------------------------------------------- */

static bool worth_limit(const struct kzi_yaku *yaku) {
    return (yaku->closed.scored && yaku->closed.limit != KZI_NO_LIMIT) ||
           (yaku->open.scored && yaku->open.limit != KZI_NO_LIMIT);
}

/* Return whether a yaku counts together with others unless a cover excludes it. */
static bool counts_with_others(const struct kzi_yaku *yaku) {
    return yaku->in_use && !yaku->bonus && !yaku->alone && !worth_limit(yaku);
}

static bool is_listed(const struct note_ctx *ctx, unsigned by, unsigned yaku, unsigned depth) {
    const struct kzi_yaku *coverer = &ctx->model->yaku[by];
    for (size_t i = 0; i < coverer->n_covers; i++) {
        unsigned covered = coverer->covers[i].yaku;
        if (!kzi_budget_spend(ctx->budget, 1))
            return true;
        if (covered == yaku || (depth && is_listed(ctx, covered, yaku, depth - 1)))
            return true;
    }
    return false;
}

/* Return whether a yaku is a combination: declared, or one that counts for each match of its
 * pattern. */
static bool combines(const struct kzi_yaku *yaku) {
    return yaku->combination || yaku->each == KZI_EACH_PATTERN;
}

static void note_implied(struct note_ctx *ctx, unsigned one, unsigned other) {
    const struct kzi_yaku *yaku = &ctx->model->yaku[one], *less = &ctx->model->yaku[other];
    bool combined = combines(yaku) && combines(less); /* account-once leaves one of them out */
    if (one == other || combined || !counts_with_others(yaku) || !counts_with_others(less) ||
        (!ctx->own[one] && !ctx->own[other]) || is_listed(ctx, one, other, 3) ||
        is_listed(ctx, other, one, 0) || !kzi_implies(ctx->rules, one, other, ctx->budget))
        return;
    bool here = check_intended(ctx, yaku->node, less->id),
         there = check_intended(ctx, less->node, yaku->id);
    if (here || there)
        return;
    kzi_warning_at(ctx->diags, is_own(ctx->model, yaku->place) ? yaku->place : less->place,
                   "every hand with %s has %s too, and both count; if that is not intended, write "
                   "covers: [%s] under %s",
                   yaku->id, less->id, less->id, yaku->id);
}

static void note_covers(struct note_ctx *ctx, unsigned yaku) {
    const struct kzi_yaku *coverer = &ctx->model->yaku[yaku];
    for (size_t i = 0; i < coverer->n_covers; i++) {
        const struct kzi_cover *cover = &coverer->covers[i];
        if (!cover->series && is_own(ctx->model, cover->place) && coverer->in_use &&
            ctx->model->yaku[cover->yaku].in_use &&
            kzi_cannot_meet(ctx->rules, yaku, cover->yaku, ctx->budget) &&
            !check_intended(ctx, coverer->node, ctx->model->yaku[cover->yaku].id))
            kzi_warning_at(ctx->diags, cover->place,
                           "no hand has both %s and %s, so this cover does nothing", coverer->id,
                           ctx->model->yaku[cover->yaku].id);
    }
}

/* Note a yaku whose condition is slow to evaluate.  A yaku has the condition of its own number. */
static void note_slow(struct note_ctx *ctx, unsigned yaku) {
    const struct kzi_yaku *rule = &ctx->model->yaku[yaku];
    const struct kzi_tests *asked = &ctx->rules->scoring->tests[KZI_F_ASKED];
    bool whole = false;
    for (unsigned i = 0; i < asked->count; i++)
        whole |= asked->list[i] == ctx->rules->scoring->conditions[yaku] &&
                 asked->list[i]->op != KZI_TEST;
    if (ctx->own[yaku] && whole && !check_intended(ctx, rule->node, "slow"))
        kzi_warning_at(
            ctx->diags, rule->place,
            "%s has more than %d alternatives, so its condition is evaluated step by step "
            "for most hands, which is slow; if that is intended, write intended: [slow]",
            rule->id, KZI_MAX_ROWS_EACH);
}

/* Take a step; return false if none is left. */
static bool may_go_on(const struct note_ctx *ctx) {
    return kzi_budget_spend(ctx->budget, 1) && ctx->diags->count < MAX_NOTES;
}

static void note_yaku(struct note_ctx *ctx) {
    size_t count = ctx->model->yaku_names.count;
    for (unsigned i = 0; i < count && may_go_on(ctx); i++) {
        note_covers(ctx, i);
        note_slow(ctx, i);
        for (unsigned k = 0; k < count && may_go_on(ctx); k++)
            note_implied(ctx, i, k);
    }
}

/* --- options --------------------------------------------------------------------------------- */

/* Return whether a value of an option changes nothing.  Uses an arena of its own, because each
 * value applies all options to the rules again. */
static bool is_idle(const struct note_ctx *ctx, size_t number, const char *value) {
    jmp_buf door;
    struct kzi_arena arena = {.door = &door, .capacity = KZI_MAX_MEMORY};
    volatile bool idle = false;
    kzi_arena_limit(&arena, ctx->budget);
    if (!setjmp(door)) {
        idle = kzi_option_is_idle(&arena, ctx->model, number, value);
    } else if (arena.out == KZI_OUT_OF_MEMORY) {
        kzi_arena_release(&arena);
        ctx->diags->arena->out = KZI_OUT_OF_MEMORY;
        longjmp(*ctx->diags->arena->door, 1);
    }
    kzi_budget_charge(ctx->budget, &arena);
    kzi_budget_regain(ctx->budget, &arena);
    kzi_arena_release(&arena);
    return idle;
}

/* --- hands of losers ------------------------------------------------------------------------- */

/* Note the first rule that counts in all hands, if only the winner's hand is scored. */
static void note_all_hands(const struct note_ctx *ctx) {
    const struct kzi_model *model = ctx->model;
    if (model->payments.losers.settle)
        return;
    KZI_EACH_YAKU_OF(model, yaku)
        if (yaku->in_use && yaku->all_hands && is_own(model, yaku->place)) {
            kzi_warning_at(ctx->diags, yaku->place,
                           "%s says hands: all, but only the winner's hand is scored: "
                           "payments.losers does not say settle: difference",
                           yaku->id);
            return;
        }
}

/* Return the yaku with a note of an own file that a change makes wrong, because it gives the yaku
 * another value or condition; NULL: none. */
static const struct kzi_yaku *unexplained(const struct note_ctx *ctx,
                                          const struct kzi_leaf *change) {
    const char *id = kzi_pattern_rest(change->address, "yaku"), *dot = id ? strchr(id, '.') : NULL;
    if (!dot || (strncmp(dot, ".value", 6) != 0 && strncmp(dot, ".when", 5) != 0))
        return NULL;
    int found = kzi_names_find(&ctx->model->yaku_names,
                               kzi_arena_copy(ctx->diags->arena, id, (size_t)(dot - id)));
    const struct kzi_yaku *yaku = found < 0 ? NULL : &ctx->model->yaku[found];
    const struct kzi_node *note = yaku ? kzi_node_get(yaku->node, "note") : NULL;
    return note && is_own(ctx->model, note->place) ? yaku : NULL;
}

/* Note the notes that a value of an option makes wrong without replacing them. */
static void note_left_out(struct note_ctx *ctx, const struct kzi_option *option,
                          const char *value) {
    const struct kzi_leaves all = kzi_option_changes(ctx->diags->arena, option, value);
    const struct kzi_leaf *changes = all.list;
    const size_t count = all.count;
    for (size_t i = 0; i < count; i++) {
        const struct kzi_yaku *yaku = unexplained(ctx, &changes[i]);
        bool explained = !yaku;
        for (size_t k = 0; !explained && k < count; k++) {
            const char *below = kzi_pattern_rest(changes[k].address, "yaku.*");
            explained = below && !strncmp(below, "note", 4) &&
                        !strncmp(changes[k].address + 5, yaku->id, strlen(yaku->id));
        }
        if (!explained &&
            !(check_intended(ctx, yaku->node, option->id) && /* intended for this note */
              is_own(ctx->model, ctx->met[ctx->n_met - 1]->place)))
            kzi_warning_at(ctx->diags, kzi_node_get(yaku->node, "note")->place,
                           "%s=%s changes %s, so this note is left out there; give that value a "
                           "note of its own (%s.note), or write intended: [%s] under %s",
                           option->id, value, changes[i].address,
                           kzi_address_below(ctx->diags->arena, "yaku", yaku->id), option->id,
                           yaku->id);
    }
}

static void note_option(struct note_ctx *ctx, size_t number) {
    const struct kzi_option *option = &ctx->model->options.list[number];
    struct kzi_place place =
        is_own(ctx->model, option->place) ? option->place : option->definition->place;
    const char *value;
    for (size_t i = 0; (value = kzi_option_value(option, i)) && may_go_on(ctx); i++) {
        if (!strcmp(value, option->value))
            continue;
        note_left_out(ctx, option, value);
        if (is_own(ctx->model, place) && is_idle(ctx, number, value) &&
            !check_intended(ctx, option->definition, value))
            kzi_warning_at(ctx->diags, place,
                           "the value %s of the option %s changes nothing: the rules are the same "
                           "as with %s",
                           value, option->id, option->value);
    }
}

static const bool *own_yaku(const struct kzi_model *model, struct kzi_arena *arena) {
    size_t count = model->yaku_names.count;
    bool *own = KZI_NEW_ARRAY(arena, count, bool);
    for (size_t i = 0; i < count; i++)
        for (uint32_t file = 0; file < kzi_count_own_files(model); file++)
            own[i] |= kzi_yaku_is_of(&model->yaku[i], file);
    return own;
}

const struct kzi_budget kzi_note_budget = {.steps = KZI_MAX_NOTE_STEPS, .capacity = KZI_MAX_MEMORY};

void kzi_lint_rules(const struct kz_ruleset *rules, struct kzi_diags *diags,
                    struct kzi_budget *budget) {
    const struct kzi_model *model = rules->model;
    struct note_ctx ctx = {.rules = rules,
                           .model = model,
                           .diags = diags,
                           .budget = budget,
                           .own = own_yaku(model, diags->arena)};
    struct kzi_place top = {.source = model->files[0], .line = 1, .column = 1};
    for (size_t i = 0; i < model->options.names.count; i++)
        note_option(&ctx, i);
    note_all_hands(&ctx);
    note_yaku(&ctx);
    if (!may_go_on(&ctx)) { /* it is not known which marks match no note */
        kzi_warning_at(diags, top,
                       "the notes are incomplete because there are too many, or because "
                       "checking more of these rules takes too long");
        return;
    }
    for (size_t i = 0; i < model->options.names.count; i++)
        note_marks(&ctx, model->options.list[i].definition);
    KZI_EACH_YAKU_OF(model, yaku)
        note_marks(&ctx, yaku->node);
}

/* --- values of options ------------------------------------------------------------------------ */

/* A value of an option. */
struct option_value_ctx {
    const struct kzi_model *model;
    size_t option;
    const char *value;
};

/* Apply the value.  KZ_NOT_FOUND: its changes do not apply to these rules. */
static kz_status choose_value(struct kzi_model **model, const void *from, struct kzi_diags *diags) {
    const struct option_value_ctx *ctx = from;
    const struct kzi_node *section = kzi_node_get(ctx->model->root, "options"),
                          *root = kzi_rules_with_option(diags, ctx->model, ctx->option, ctx->value);
    if (!root)
        return KZ_NOT_FOUND;
    return kzi_model_load_again(model, ctx->model,
                                kzi_node_with(diags->arena, root, "options", section), diags);
}

static struct kzi_place place_of(const struct kzi_option *option, const char *value) {
    const struct kzi_node *values = kzi_node_get(option->definition, "values");
    KZI_EACH_ENTRY(values, entry)
        if (kzi_node_is(entry->key, value))
            return entry->key->place;
    return option->definition->place;
}

static void note(struct kzi_diags *diags, struct kzi_place place,
                 const struct option_value_ctx *ctx, const kz_error *error) {
    const char *id = ctx->model->options.list[ctx->option].id;
    const char *slash = strrchr(error->file, '/'), *file = slash ? slash + 1 : error->file;
    if (error->line > 0)
        kzi_error_at(diags, place, "the option %s cannot be set to %s: %s (%s:%d)", id, ctx->value,
                     error->text, file, error->line);
    else
        kzi_error_at(diags, place, "the option %s cannot be set to %s: %s", id, ctx->value,
                     error->text);
}

kz_status kzi_check_values(const struct kz_ruleset *rules, struct kzi_diags *diags) {
    const struct kzi_model *model = rules->model;
    struct kzi_budget budget = {.steps = KZI_MAX_STEPS, .capacity = KZI_MAX_MEMORY};
    struct option_value_ctx ctx = {.model = model};
    for (; ctx.option < model->options.names.count; ctx.option++) {
        const struct kzi_option *option = &model->options.list[ctx.option];
        for (size_t i = 0; (ctx.value = kzi_option_value(option, i)); i++) {
            struct kzi_place place = place_of(option, ctx.value);
            kz_ruleset *chosen;
            kz_error error = {0};
            if (!strcmp(ctx.value, option->value))
                continue;
            kz_status status = kzi_ruleset_make(&chosen, choose_value, &ctx, &budget,
                                                &(struct kzi_listener){.err = &error});
            if (chosen)
                kzi_budget_regain(&budget, &chosen->arena);
            kzi_ruleset_free(chosen);
            if (status == KZ_NO_MEMORY)
                return status;
            if (budget.out) {
                kzi_warning_at(diags, place,
                               "the options have too many values to try them all; stopped before "
                               "%s=%s",
                               option->id, ctx.value);
                return KZ_OK;
            }
            if (status == KZ_BAD_RULES || (status != KZ_OK && is_own(model, place)))
                note(diags, place, &ctx, &error);
        }
    }
    return KZ_OK;
}
