#include "rules/suggestion.h"

#include "rules/condition.h"

/* The circumstances that a condition asks for first, by bit; none that it bars. */
static uint64_t asked(const struct kzi_condition *cond) {
    uint64_t found = 0;
    if (cond->kind == KZI_CONDITION_given)
        return cond->u.bits;
    if (cond->kind == KZI_CONDITION_not || !kzi_condition_has_parts(cond))
        return 0;
    for (size_t i = 0; !found && i < cond->u.parts.count; i++)
        found = asked(cond->u.parts.list[i]);
    return found;
}

const char *kzi_suggest_word(const struct kzi_model *model, const char *word) {
    const struct kzi_names *known = &model->all_words;
    int yaku = kzi_names_find(&model->yaku_names, word);
    const struct kzi_condition *when = yaku >= 0 ? model->yaku[yaku].when : NULL;
    uint64_t given = when ? asked(when) : 0;
    if (given)
        return model->circumstances[__builtin_ctzll(given)].id;
    return kzi_nearest(word, known->name, known->count);
}
