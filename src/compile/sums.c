/* What each group that can be met adds: one for each phrase that names it, and its fu. */
#include "compile/builder.h"
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

/* Of a tile that is no hand's wind, nor its winning tile. */
static unsigned plain_code(struct kzi_group group) {
    static const struct kzi_hand none = {.win = KZI_NO_KIND, .seat = 4, .round = 4};
    return kzi_group_code(group, &none);
}

static bool can_be(struct kzi_group group) {
    if (group.kind == KZI_CHOW)
        return !kzi_is_honor(group.tile) && kzi_number(group.tile) <= 7;
    return group.tile < KZI_KINDS;
}

static void lay_out_plain(const struct kzi_builder *builder, struct kzi_program *program) {
    struct kzi_sum *plain = KZI_NEW_ARRAY(builder->arena, KZI_GROUP_SORTS, struct kzi_sum);
    struct kzi_sum *finished = KZI_NEW_ARRAY(builder->arena, KZI_GROUP_SORTS, struct kzi_sum);
    for (unsigned sort = 0; sort < KZI_GROUP_SORTS; sort++) {
        struct kzi_group group = {.kind = (uint8_t)(sort / KZI_SET_KIND),
                                  .tile = (uint8_t)(sort % KZI_SET_KIND)};
        if (!can_be(group))
            continue;
        plain[sort] = program->sums[plain_code(group)];
        group.hold = KZI_FINISHED_BY_DISCARD;
        const struct kzi_sum *sum = &program->sums[plain_code(group)];
        for (unsigned i = 0; i < KZI_PHRASE_WORDS; i++)
            finished[sort].phrases[i] = sum->phrases[i] - plain[sort].phrases[i];
        finished[sort].fu = sum->fu - plain[sort].fu;
    }
    program->plain = plain;
    program->finished = finished;
}

static bool adds_alike(const struct kzi_sum *a, const struct kzi_sum *b) {
    return a->fu == b->fu && !memcmp(a->phrases, b->phrases, sizeof a->phrases);
}

/* Codes that differ in nothing but which tile is like the winning one stand beside each other, the
 * one of a group without such a tile first. */
static bool asks_like(const struct kzi_program *program) {
    unsigned first = 0;
    for (unsigned code = 0; code < KZI_GROUP_CODES; code++) {
        struct kzi_coded_group group = kzi_decode_group(code);
        bool like = group.won[0] || group.won[1] || group.won[2];
        if (!like)
            first = code;
        else if (group.hold != KZI_CLAIMED &&
                 !adds_alike(&program->sums[code], &program->sums[first]))
            return true;
    }
    return false;
}

void kzi_lay_out_sums(const struct kzi_builder *builder, struct kzi_program *program) {
    lay_out_tables(builder, program);
    program->n_phrases = builder->n_phrases;
    program->sums = sum_codes(builder, program);
    program->asks_like = asks_like(program);
    lay_out_plain(builder, program);
}
