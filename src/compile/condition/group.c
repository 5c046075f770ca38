#include "compile/condition/group.h"

#include "compile/condition/evaluation.h"

static struct kzi_coded_group decode_chow(unsigned group_code) {
    unsigned within = group_code % KZI_CHOW_CODES, start = within / 4;
    struct kzi_coded_group group = {
        .kind = KZI_CHOW, .hold = group_code / KZI_CHOW_CODES, .n_tiles = 3};
    for (unsigned i = 0; i < 3; i++) {
        group.code[i] = start / 7 * 9 + start % 7 + i;
        group.won[i] = within % 4 == i + 1;
    }
    return group;
}

struct kzi_coded_group kzi_decode_group(unsigned group_code) {
    if (group_code < 3 * KZI_CHOW_CODES)
        return decode_chow(group_code);
    unsigned rest = group_code - 3 * KZI_CHOW_CODES, held = rest / (KZI_CODES * 2);
    struct kzi_coded_group group = {.kind = held / 3 + 1, .hold = held % 3, .n_tiles = 1};
    group.code[0] = rest % (KZI_CODES * 2) / 2;
    group.won[0] = rest % 2;
    return group;
}

bool kzi_coded_fits(const struct kzi_phrase *phrase, const struct kzi_coded_group *group) {
    unsigned in = 0;
    for (unsigned i = 0; i < group->n_tiles; i++)
        in += kzi_in_class(&phrase->class_, group->code[i], group->won[i]);
    return kzi_noun_fits(phrase->noun, group->kind) &&
           kzi_adjective_fits(phrase->adjective, group->kind, group->hold) &&
           (phrase->some ? in > 0 : in == group->n_tiles);
}
