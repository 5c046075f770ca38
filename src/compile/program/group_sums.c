/* What each group that can be met adds: one for each phrase that names it, and its fu. */
#include "compile/program/builder.h"
#include "compile/ruleset.h"

#include <string.h>

static bool counts(const struct kzi_counted_phrase *counted, const struct kzi_coded_group *group) {
    if (!counted->pairs && group->kind == KZI_PAIR)
        return false;
    return kzi_coded_fits(&counted->phrase, group) != counted->negated;
}

/* The tables of phrases as they share the words: each takes the bits that are looked up together.
 */
static void lay_out_tables(const struct kzi_builder *builder, struct kzi_program *program) {
    struct kzi_phrase_tables *tables = &program->phrases;
    tables->bits = builder->phrase_bits * builder->phrases_each;
    tables->of_word = 64 / tables->bits;
    tables->bits_each = builder->phrase_bits;
    tables->count = (builder->n_phrases + builder->phrases_each - 1) / builder->phrases_each;
}

struct kzi_phrase_place kzi_phrase_at(const struct kzi_builder *builder,
                                      const struct kzi_program *program, unsigned phrase) {
    unsigned table = phrase / builder->phrases_each, within = phrase % builder->phrases_each;
    unsigned of_word = program->phrases.of_word;
    unsigned shift = table % of_word * program->phrases.bits + within * builder->phrase_bits;
    return (struct kzi_phrase_place){(uint8_t)(table / of_word), (uint8_t)shift,
                                     (uint8_t)((1U << builder->phrase_bits) - 1)};
}

static void add_phrase(const struct kzi_builder *builder, const struct kzi_program *program,
                       unsigned phrase, struct kzi_sum *sum) {
    struct kzi_phrase_place at = kzi_phrase_at(builder, program, phrase);
    sum->phrases[at.word] += UINT64_C(1) << at.shift;
}

static struct kzi_sum *sum_codes(const struct kzi_builder *builder,
                                 const struct kzi_program *program) {
    struct kzi_sum *sums = KZI_NEW_ARRAY(builder->arena, KZI_GROUP_CODES, struct kzi_sum);
    for (unsigned code = 0; code < KZI_GROUP_CODES; code++) {
        struct kzi_coded_group group = kzi_decode_group(code);
        for (unsigned i = 0; i < builder->n_phrases; i++)
            if (counts(&builder->phrases[i], &group))
                add_phrase(builder, program, i, &sums[code]);
        for (unsigned i = 0; i < builder->n_fu; i++)
            sums[code].fu += (int64_t)builder->group_fu[i][code].fu << KZI_SUM_FU_BITS * i;
    }
    return sums;
}

static bool can_be(struct kzi_group group) {
    if (group.kind == KZI_CHOW)
        return !kzi_is_honor(group.tile) && kzi_number(group.tile) <= 7;
    return group.tile < KZI_KINDS;
}

/* The winds of a hand's seat and round, as far as the group is of one: none, the one, the other,
 * both. */
static struct kzi_hand hand_of_part(struct kzi_group group, unsigned part) {
    uint8_t wind = (uint8_t)(group.tile - KZI_HONOR);
    return (struct kzi_hand){.win = KZI_NO_KIND,
                             .seat = part & KZI_SEAT_WIND ? wind : KZI_SEATS,
                             .round = part & KZI_ROUND_WIND ? wind : KZI_SEATS};
}

static struct kzi_sum difference(const struct kzi_sum *more, const struct kzi_sum *less) {
    struct kzi_sum sum = {.fu = more->fu - less->fu};
    for (unsigned i = 0; i < KZI_PHRASE_WORDS; i++)
        sum.phrases[i] = more->phrases[i] - less->phrases[i];
    return sum;
}

/* The tables under way of which program has the finished ones. */
struct plain_sums {
    struct kzi_sum *plain, *finished, *like;
};

static void lay_out_group(const struct kzi_sum *sums, struct kzi_group group, unsigned part,
                          const struct plain_sums *of, unsigned at) {
    struct kzi_hand hand = hand_of_part(group, part);
    const struct kzi_sum *plain = &sums[kzi_group_code(group, &hand)];
    group.hold = KZI_FINISHED_BY_DISCARD;
    of->plain[at] = *plain;
    of->finished[at] = difference(&sums[kzi_group_code(group, &hand)], plain);
    group.hold = KZI_CLAIMED;
    plain = &sums[kzi_group_code(group, &hand)];
    of->plain[KZI_GROUP_SORTS + at] = *plain;
    for (unsigned place = 0; place < (group.kind == KZI_CHOW ? 3 : 1); place++) {
        hand.win = (uint8_t)(group.tile + place);
        of->like[place * KZI_GROUP_SORTS + at] =
            difference(&sums[kzi_group_code(group, &hand)], plain);
    }
}

static bool adds_alike(const struct kzi_sum *a, const struct kzi_sum *b) {
    return a->fu == b->fu && !memcmp(a->phrases, b->phrases, sizeof a->phrases);
}

/* Whether of claimed groups, or of others, it matters which have a tile like the winning one. Codes
 * that differ in nothing else stand beside each other, the one of a group without such a tile
 * first. */
static bool asks_like(const struct kzi_program *program, bool claimed) {
    unsigned first = 0;
    for (unsigned code = 0; code < KZI_GROUP_CODES; code++) {
        struct kzi_coded_group group = kzi_decode_group(code);
        bool like = group.won[0] || group.won[1] || group.won[2];
        if (!like)
            first = code;
        else if ((group.hold == KZI_CLAIMED) == claimed &&
                 !adds_alike(&program->sums[code], &program->sums[first]))
            return true;
    }
    return false;
}

static void lay_out_plain(const struct kzi_builder *builder, struct kzi_program *program) {
    struct plain_sums of = {KZI_NEW_ARRAY(builder->arena, 2 * KZI_GROUP_SORTS, struct kzi_sum),
                            KZI_NEW_ARRAY(builder->arena, KZI_GROUP_SORTS, struct kzi_sum),
                            KZI_NEW_ARRAY(builder->arena, 3 * KZI_GROUP_SORTS, struct kzi_sum)};
    for (unsigned sort = 0; sort < KZI_GROUP_SORTS; sort++) {
        struct kzi_group group = {.kind = (uint8_t)(sort / KZI_SET_KIND),
                                  .tile = (uint8_t)(sort % KZI_SET_KIND)};
        for (unsigned part = 0; can_be(group) && part < (kzi_is_wind(group.tile) ? 4 : 1); part++)
            lay_out_group(program->sums, group, part, &of,
                          sort + (part & KZI_SEAT_WIND ? KZI_SEAT_WIND_ON : 0) +
                              (part & KZI_ROUND_WIND ? KZI_ROUND_WIND_ON : 0));
    }
    program->plain = of.plain;
    program->finished = of.finished;
    program->like = asks_like(program, true) ? of.like : NULL;
}

void kzi_lay_out_sums(const struct kzi_builder *builder, struct kzi_program *program) {
    lay_out_tables(builder, program);
    program->n_phrases = builder->n_phrases;
    program->sums = sum_codes(builder, program);
    program->asks_like = asks_like(program, false);
    lay_out_plain(builder, program);
}
