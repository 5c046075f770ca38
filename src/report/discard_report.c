#include "report/discard_report.h"

#include "report/result_json.h"
#include "report/wording.h"
#include "tile/notation.h"

/* Write a number given in thousandths, with three decimals. */
static void put_thousandths(struct kzi_text *text, int64_t number) {
    kzi_text_format(text, "%lld.%03lld", (long long)(number / 1000), (long long)(number % 1000));
}

/* --- JSON ------------------------------------------------------------------------------------- */

static void put_key_tile(struct kzi_text *text, unsigned kind, bool red) {
    kzi_json_key(text, "tile");
    kzi_json_begin_string(text);
    kzi_notation_put_tile(text, kind, red);
    kzi_json_end_string(text);
    text->comma = true;
}

/* lacking: KZI_MOST_LACKING is null. */
static void put_shanten(struct kzi_text *text, unsigned lacking) {
    if (lacking < KZI_MOST_LACKING)
        kzi_json_key_int(text, "shanten", (int)lacking - 1);
    else
        kzi_json_key_string(text, "shanten", NULL);
}

static void put_accepted(struct kzi_text *text, const struct kzi_discards *discards,
                         const struct kzi_discard *discard) {
    kzi_json_key_int(text, "accepted", discard->accepted);
    kzi_json_begin_key(text, "accepts", '[');
    for (kzi_kinds kinds = discard->accepts; kinds; kinds &= kinds - 1) {
        unsigned kind = (unsigned)__builtin_ctzll(kinds);
        kzi_json_begin(text, '{');
        put_key_tile(text, kind, false);
        kzi_json_key_int(text, "left", discards->left[kind]);
        kzi_json_end(text, '}');
    }
    kzi_json_end(text, ']');
}

static void put_discard(struct kzi_text *text, const struct kzi_discards *discards,
                        const struct kzi_discard *discard) {
    kzi_json_begin(text, '{');
    put_key_tile(text, discard->kind, discard->red);
    put_shanten(text, discard->lacking);
    put_accepted(text, discards, discard);
    if (discard->lacking == 1) {
        kzi_json_begin_key(text, "value", '{');
        kzi_json_key_int(text, "best", discard->best);
        kzi_json_key(text, "mean");
        put_thousandths(text, kzi_mean_of(discard));
        kzi_json_end(text, '}');
    }
    kzi_json_end(text, '}');
}

void kzi_discards_json(struct kzi_text *text, const struct kz_ruleset *rules,
                       const struct kzi_hand *hand, const struct kzi_discards *discards) {
    kzi_json_start(text);
    kzi_json_begin(text, '{');
    kzi_json_id(text, kzi_hand_id(hand));
    kzi_json_ruleset(text, rules);
    text->comma = true;
    put_shanten(text, discards->lacking);
    kzi_json_begin_key(text, "discards", '[');
    for (unsigned i = 0; i < discards->count; i++)
        put_discard(text, discards, &discards->list[i]);
    kzi_json_end(text, ']');
    kzi_json_end(text, '}');
}

/* --- text ------------------------------------------------------------------------------------- */

/* Append a number to a line that began at `from`, so that it ends in a column. */
static void put_right(struct kzi_text *text, size_t from, size_t column, const char *number) {
    kzi_text_pad(text, from, column - strlen(number));
    kzi_text_put(text, number);
}

static void put_number(struct kzi_text *text, size_t from, size_t column, int64_t number,
                       bool thousandths) {
    char digits[40];
    struct kzi_text said = kzi_text_fixed(digits, sizeof digits);
    if (thousandths)
        put_thousandths(&said, number);
    else
        kzi_text_int(&said, number);
    kzi_text_end(&said);
    put_right(text, from, column, digits);
}

/* The columns that numbers end in. */
#define TILE   2
#define AWAY   12
#define LEFT   18
#define BEST   26
#define MEAN   38
#define WORTHS (MEAN - LEFT) /* the columns of values, left out where no discard has any */

static void put_kinds(struct kzi_text *text, kzi_kinds kinds) {
    uint8_t counts[KZI_KINDS] = {0};
    static const uint8_t no_reds[KZI_SUITS];
    for (; kinds; kinds &= kinds - 1)
        counts[__builtin_ctzll(kinds)] = 1;
    kzi_notation_put_counts(text, counts, no_reds);
}

static void put_line(struct kzi_text *text, const struct kzi_discard *discard, bool worths) {
    size_t from = text->len;
    kzi_text_pad(text, from, TILE);
    kzi_notation_put_tile(text, discard->kind, discard->red);
    if (discard->lacking < KZI_MOST_LACKING)
        put_number(text, from, AWAY, (int)discard->lacking - 1, false);
    else
        put_right(text, from, AWAY, "-");
    put_number(text, from, LEFT, discard->accepted, false);
    if (discard->lacking == 1) {
        put_number(text, from, BEST, discard->best, false);
        put_number(text, from, MEAN, kzi_mean_of(discard), true);
    }
    if (discard->accepts) {
        kzi_text_pad(text, from, LEFT + 2 + (worths ? WORTHS : 0));
        put_kinds(text, discard->accepts);
    }
    kzi_text_char(text, '\n');
}

static void put_header(struct kzi_text *text, bool worths) {
    size_t from = text->len;
    kzi_text_put(text, "  tile  ");
    put_right(text, from, AWAY, "away");
    put_right(text, from, LEFT, "left");
    if (worths) {
        put_right(text, from, BEST, "best");
        put_right(text, from, MEAN, "mean");
    }
    kzi_text_put(text, "  accepts\n");
}

static void put_state(struct kzi_text *text, unsigned lacking) {
    if (lacking >= KZI_MOST_LACKING)
        kzi_text_put(text, "nothing can complete it");
    else if (!lacking)
        kzi_text_put(text, "complete");
    else if (lacking == 1)
        kzi_text_put(text, "ready");
    else
        kzi_text_format(text, "%u away", lacking - 1);
}

void kzi_discards_text(struct kzi_text *text, const struct kzi_hand *hand,
                       const struct kzi_discards *discards) {
    bool worths = false;
    for (unsigned i = 0; i < discards->count; i++)
        worths |= discards->list[i].lacking == 1;
    kzi_say_with_melds(text, hand);
    kzi_text_put(text, ": ");
    put_state(text, discards->lacking);
    kzi_text_put(text, "\n\n");
    put_header(text, worths);
    for (unsigned i = 0; i < discards->count; i++)
        put_line(text, &discards->list[i], worths);
}
