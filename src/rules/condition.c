#include "rules/condition.h"

bool kzi_if_has_parts(const struct kzi_if *cond) {
    return cond->kind == KZI_IF_all_of || cond->kind == KZI_IF_any_of || cond->kind == KZI_IF_not ||
           cond->kind == KZI_IF_holds;
}

size_t kzi_if_quantities(const struct kzi_if *cond) {
    switch ((int)cond->kind) {
    case KZI_IF_sets:
    case KZI_IF_groups:
        return cond->u.phrases.count;
    case KZI_IF_tiles:
    case KZI_IF_sum:
        return cond->u.classes.count;
    default:
        return 0;
    }
}

bool kzi_if_each_clause(const struct kzi_if *cond, kzi_if_look *look, void *with) {
    if (!kzi_if_has_parts(cond))
        return look(cond, with);
    for (size_t i = 0; i < cond->u.parts.count; i++)
        if (!kzi_if_each_clause(cond->u.parts.list[i], look, with))
            return false;
    return true;
}
