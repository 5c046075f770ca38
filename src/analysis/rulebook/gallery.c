#include "analysis/rulebook/gallery.h"

#include "analysis/witness/witness.h"
#include "base/hash.h"
#include "base/limits.h"
#include "hand/parser/parser.h"
#include "report/wording.h"

#include <string.h>

#define STEPS_OF_TRY 2000 /* with its scoring */
#define MAX_TRIES    500  /* hands made for one yaku */
#define ENOUGH       16   /* hands that score the yaku; then the simplest of them is shown */

/* The source of a hand.  A hand from an earlier source is preferred, even if it is less simple. */
enum source { OWN_EXAMPLE, CASE, CHANCE };
#define COST_OF_SOURCE 1000000U
#define COST_OF_YAKU   60U /* of each further yaku, which distracts from the one shown */

/* Keep a hand for the yaku that count in it and have none as good, or only for `only` (-1: all).
 * Return whether it counts for that yaku. */
static bool offer(struct kzi_gallery *gallery, const struct kzi_hand *hand, enum source source,
                  int only) {
    struct kz_result *result = gallery->result;
    uint16_t listed[KZI_MAX_YAKU];
    bool any = false;
    if (gallery->looking.out)
        return false;
    kzi_score(result, gallery->rules, hand);
    kzi_budget_spend(&gallery->looking, STEPS_OF_TRY + kzi_steps_of(result));
    if (result->status != KZ_OK || result->reason != KZI_WINS)
        return false;
    unsigned count = kzi_list_counted(result, listed);
    unsigned cost = source * COST_OF_SOURCE + count * COST_OF_YAKU + kzi_hand_cost(hand);
    for (unsigned i = 0; i < count; i++) {
        struct kzi_gallery_hand *kept = &gallery->list[listed[i]];
        if (only >= 0 && listed[i] != only)
            continue;
        any = true;
        if (kept->found && cost >= kept->cost)
            continue;
        kept->found = true;
        kept->cost = cost;
        kept->hand = *hand;
        kept->hand.items = NULL;
        kzi_extras_keep(&kept->hand, &kept->extras, gallery->rules, hand);
    }
    return any;
}

static void offer_line(struct kzi_gallery *gallery, const char *line, enum source source,
                       int only) {
    struct kzi_whole_hand whole;
    struct kzi_problem problem = {.found = false};
    if (kzi_hand_read(&whole, line, strlen(line), NULL, NULL, &problem))
        offer(gallery, &whole.hand, source, only);
}

void kzi_gallery_offer(struct kzi_gallery *gallery, const char *line) {
    offer_line(gallery, line, CASE, -1);
}

void kzi_gallery_begin(struct kzi_gallery *gallery, struct kzi_arena *arena,
                       const struct kz_ruleset *rules) {
    gallery->rules = rules;
    gallery->looking = gallery->showing = (struct kzi_budget){.steps = KZI_MAX_GALLERY_STEPS};
    gallery->result = KZI_NEW(arena, struct kz_result);
    gallery->list = KZI_NEW_ARRAY(arena, rules->n_yaku, struct kzi_gallery_hand);
    for (unsigned i = 0; i < rules->n_yaku; i++) {
        const struct kzi_yaku *yaku = &rules->model->yaku[i];
        for (size_t k = 0; k < yaku->n_examples; k++)
            if (yaku->examples[k].kind == KZI_EXAMPLE_SCORES)
                offer_line(gallery, yaku->examples[k].hand, OWN_EXAMPLE, (int)i);
    }
}

/* --- random hands ----------------------------------------------------------------------------- */

/* Return the seed for a yaku: it depends on the id alone, so that other yaku do not change its
 * hands. */
static uint64_t seed_of(const char *id) {
    return kzi_hash(KZI_HASH_EMPTY, id, strlen(id));
}

static void look_for(struct kzi_gallery *gallery, unsigned yaku) {
    const struct kz_ruleset *rules = gallery->rules;
    struct kzi_random random = {seed_of(rules->model->yaku[yaku].id)};
    const struct kzi_aim aim = {.yaku = (int)yaku};
    unsigned hits = 0;
    for (unsigned tries = 0; tries < MAX_TRIES && hits < ENOUGH && !gallery->looking.out; tries++) {
        struct kzi_hand hand;
        kzi_budget_spend(&gallery->looking, STEPS_OF_TRY);
        if (!kzi_random_hand(&random, rules, &aim, &hand))
            continue;
        if (kzi_has_bit(rules->bonus, yaku)) /* they mostly depend on indicators and the like */
            kzi_random_situation(&random, rules, &hand);
        hits += offer(gallery, &hand, CHANCE, (int)yaku);
    }
}

void kzi_gallery_fill(struct kzi_gallery *gallery) {
    for (unsigned i = 0; i < gallery->rules->n_yaku; i++)
        if (gallery->rules->model->yaku[i].in_use && !gallery->list[i].found)
            look_for(gallery, i);
}

const struct kz_result *kzi_gallery_show(struct kzi_gallery *gallery, unsigned yaku) {
    struct kzi_gallery_hand *kept = &gallery->list[yaku];
    if (!kept->found || gallery->showing.out)
        return NULL;
    /* Write the parts that were left out, because an example of a page assumes nothing. */
    kept->hand.by_given = kept->hand.seat_given = kept->hand.round_given = true;
    kzi_score(gallery->result, gallery->rules, &kept->hand);
    kzi_budget_spend(&gallery->showing, kzi_steps_of(gallery->result));
    return gallery->result;
}
