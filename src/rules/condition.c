#include "rules/condition.h"

bool kzi_condition_has_parts(const struct kzi_condition *cond) {
    return cond->kind == KZI_CONDITION_all_of || cond->kind == KZI_CONDITION_any_of ||
           cond->kind == KZI_CONDITION_not || cond->kind == KZI_CONDITION_holds;
}

size_t kzi_condition_quantities(const struct kzi_condition *cond) {
    switch ((int)cond->kind) {
    case KZI_CONDITION_sets:
    case KZI_CONDITION_groups:
        return cond->u.phrases.count;
    case KZI_CONDITION_tiles:
    case KZI_CONDITION_sum:
        return cond->u.classes.count;
    default:
        return 0;
    }
}

bool kzi_condition_each_clause(const struct kzi_condition *cond, kzi_condition_look *look,
                               void *with) {
    if (!kzi_condition_has_parts(cond))
        return look(cond, with);
    for (size_t i = 0; i < cond->u.parts.count; i++)
        if (!kzi_condition_each_clause(cond->u.parts.list[i], look, with))
            return false;
    return true;
}
