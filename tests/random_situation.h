/* random_situation.h - words and indicators for random hands, most of them such as may be. */
#ifndef RANDOM_SITUATION_H
#define RANDOM_SITUATION_H

#include "random_hand.h"
#include "tile/notation.h"

static inline void situation_give(struct kzi_hand *hand, const char *word) {
    struct kzi_word *place = &hand->words[hand->n_words++];
    strcpy(place->text, word);
    place->hash = kzi_word_hash(word, strlen(word));
}

/* Of the words, mostly those that the hand may carry. */
static inline void situation_words(struct random *random, struct kzi_hand *hand,
                                   const struct kzi_facts *facts) {
    bool riichi = !facts->open && random_below(random, 2), kong = false;
    for (unsigned i = 0; i < hand->n_melds; i++)
        kong |= hand->melds[i].kind == KZI_KONG;
    if (riichi) {
        situation_give(hand, random_below(random, 4) ? "riichi" : "double_riichi");
        if (!random_below(random, 4))
            situation_give(hand, "ippatsu");
    } else if ((!facts->open && !random_below(random, 32)) || !random_below(random, 512)) {
        situation_give(hand, "first_turn");
    }
    if (hand->self_draw ? kong && !random_below(random, 4) : !random_below(random, 32))
        situation_give(hand, hand->self_draw ? "after_kong" : "robbing_kong");
    else if (!random_below(random, 16))
        situation_give(hand, "last_tile");
}

/* Shows a tile of which one is left; whether there was one at the first look. */
static inline bool situation_show(struct random *random, struct kzi_indicators *shown,
                                  uint8_t seen[KZI_KINDS]) {
    unsigned kind = random_below(random, KZI_KINDS);
    if (seen[kind] == KZI_MAX_COPIES || shown->count == KZI_MAX_INDICATORS)
        return false;
    seen[kind]++;
    shown->kind[shown->count++] = (uint8_t)kind;
    return true;
}

static inline void situation_seen(const struct kzi_hand *hand, uint8_t seen[KZI_KINDS]) {
    struct kzi_facts facts;
    kzi_facts_find(&facts, hand);
    memcpy(seen, facts.counts, KZI_KINDS);
    for (unsigned i = 0; i < hand->dora.count; i++)
        seen[hand->dora.kind[i]]++;
    for (unsigned i = 0; i < hand->ura.count; i++)
        seen[hand->ura.kind[i]]++;
}

static inline void random_situation(struct random *random, struct kzi_hand *hand) {
    struct kzi_facts facts;
    uint8_t seen[KZI_KINDS];
    kzi_facts_find(&facts, hand);
    situation_words(random, hand, &facts);
    situation_seen(hand, seen);
    for (unsigned i = random_below(random, 4); i; i--)
        situation_show(random, &hand->dora, seen);
    bool riichi = hand->n_words && strstr(hand->words[0].text, "riichi");
    for (unsigned i = riichi ? hand->dora.count : 0U; i; i--)
        situation_show(random, &hand->ura, seen);
}

static inline const char *situation_written(const struct kzi_hand *hand) {
    static char line[500];
    static const uint8_t none[KZI_SUITS];
    struct kzi_text text = kzi_text_fixed(line, sizeof line);
    kzi_notation_put_counts(&text, hand->concealed, none);
    for (unsigned i = 0; i < hand->n_melds; i++) {
        kzi_text_format(&text, " %s%s of ", hand->melds[i].claimed ? "claimed " : "",
                        &"chow\0pung\0kong"[5 * hand->melds[i].kind]);
        kzi_notation_put(&text, hand->melds[i].tile);
    }
    kzi_text_put(&text, " +");
    kzi_notation_put(&text, hand->win);
    kzi_text_format(&text, " %s round=%c seat=%c", hand->self_draw ? "tsumo" : "ron",
                    kzi_seat_letters[hand->round], kzi_seat_letters[hand->seat]);
    for (unsigned i = 0; i < hand->n_words; i++)
        kzi_text_format(&text, " %s", hand->words[i].text);
    kzi_text_put(&text, hand->dora.count ? " dora=" : "");
    for (unsigned i = 0; i < hand->dora.count; i++)
        kzi_notation_put(&text, hand->dora.kind[i]);
    kzi_text_end(&text);
    return line;
}

#endif
