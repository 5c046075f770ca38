#include "report/discard_report.h"

#include "base/utf8.h"
#include "report/result_json.h"
#include "report/wording.h"
#include "tile/notation.h"
#include "words/sentence.h"

/* Write a number given in thousandths, with three decimals. */
static void put_thousandths(struct kzi_text *text, int64_t number) {
    kzi_text_format(text, "%lld.%03lld", (long long)(number / 1000), (long long)(number % 1000));
}

/* The same for millionths and six. */
static void put_millionths(struct kzi_text *text, int64_t number) {
    kzi_text_format(text, "%lld.%06lld", (long long)(number / 1000000),
                    (long long)(number % 1000000));
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
    if (discards->turns) {
        kzi_json_key(text, "win");
        put_millionths(text, kzi_win_of(discard));
        text->comma = true;
        kzi_json_key(text, "expected");
        put_thousandths(text, kzi_expected_of(discard));
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
    if (discards->turns)
        kzi_json_key_int(text, "turns", discards->turns);
    kzi_json_begin_key(text, "discards", '[');
    for (unsigned i = 0; i < discards->count; i++)
        put_discard(text, discards, &discards->list[i]);
    kzi_json_end(text, ']');
    kzi_json_end(text, '}');
}

/* --- text ------------------------------------------------------------------------------------- */

/* The columns that numbers end in, and those that are left out unless they have any. */
#define TILE     2
#define AWAY     12
#define LEFT     18
#define BEST     26
#define MEAN     38
#define WORTHS   (MEAN - LEFT)
#define WIN      10 /* after those */
#define EXPECTED 23

struct columns {
    bool worths; /* best and mean */
    bool turns;  /* win and expected */
    size_t from; /* where the line begins */
    const struct kzi_style *style;
};

static size_t after_worths(const struct columns *columns) {
    return LEFT + (columns->worths ? WORTHS : 0);
}

/* Append a number or word so that it ends in a column. */
static void put_right(struct kzi_text *text, const struct columns *columns, size_t column,
                      const char *word) {
    const size_t width = kzi_utf8_width(word, strlen(word));
    kzi_text_pad(text, columns->from, width < column ? column - width : 0);
    kzi_text_put(text, word);
}

typedef void put_number(struct kzi_text *text, int64_t number);

static void put_whole(struct kzi_text *text, int64_t number) {
    kzi_text_int(text, number);
}

static void put_in_column(struct kzi_text *text, const struct columns *columns, size_t column,
                          put_number *put, int64_t number) {
    char digits[48];
    struct kzi_text said = kzi_text_fixed(digits, sizeof digits);
    put(&said, number);
    kzi_text_end(&said);
    put_right(text, columns, column, digits);
}

static void put_kinds(struct kzi_text *text, kzi_kinds kinds) {
    uint8_t counts[KZI_KINDS] = {0};
    static const uint8_t no_reds[KZI_SUITS];
    for (; kinds; kinds &= kinds - 1)
        counts[__builtin_ctzll(kinds)] = 1;
    kzi_notation_put_counts(text, counts, no_reds);
}

/* Write the tiles that can come, and those that are used up. */
static void put_accepts(struct kzi_text *text, const struct kzi_discards *discards, kzi_kinds kinds,
                        const struct kzi_style *style) {
    kzi_kinds used_up = 0;
    for (kzi_kinds rest = kinds; rest; rest &= rest - 1)
        if (!discards->left[__builtin_ctzll(rest)])
            used_up |= rest & -rest;
    put_kinds(text, kinds & ~used_up);
    if (!used_up)
        return;
    kzi_text_put(text, kinds == used_up ? "" : "; ");
    struct kzi_sentence none = kzi_sentence_begin(text, style);
    put_kinds(kzi_argument(&none), used_up);
    kzi_sentence_end(&none, KZI_SAYS_none_left);
}

static void put_line(struct kzi_text *text, const struct kzi_discards *discards,
                     const struct kzi_discard *discard, struct columns *columns) {
    size_t after = after_worths(columns);
    columns->from = text->len;
    kzi_text_pad(text, columns->from, TILE);
    kzi_notation_put_tile(text, discard->kind, discard->red);
    if (discard->lacking < KZI_MOST_LACKING)
        put_in_column(text, columns, AWAY, put_whole, (int)discard->lacking - 1);
    else
        put_right(text, columns, AWAY, "-");
    put_in_column(text, columns, LEFT, put_whole, discard->accepted);
    if (discard->lacking == 1) {
        put_in_column(text, columns, BEST, put_whole, discard->best);
        put_in_column(text, columns, MEAN, put_thousandths, kzi_mean_of(discard));
    }
    if (columns->turns) {
        put_in_column(text, columns, after + WIN, put_millionths, kzi_win_of(discard));
        put_in_column(text, columns, after + EXPECTED, put_thousandths, kzi_expected_of(discard));
        after += EXPECTED;
    }
    if (discard->accepts) {
        kzi_text_pad(text, columns->from, after + 2);
        put_accepts(text, discards, discard->accepts, columns->style);
    }
    kzi_text_char(text, '\n');
}

static void put_head(struct kzi_text *text, const struct columns *columns, size_t column,
                     enum kzi_says says) {
    put_right(text, columns, column, kzi_says_in(columns->style, says));
}

static void put_header(struct kzi_text *text, struct columns *columns) {
    size_t after = after_worths(columns);
    columns->from = text->len;
    kzi_text_format(text, "  %s", kzi_says_in(columns->style, KZI_SAYS_head_tile));
    put_head(text, columns, AWAY, KZI_SAYS_head_away);
    put_head(text, columns, LEFT, KZI_SAYS_head_left);
    if (columns->worths) {
        put_head(text, columns, BEST, KZI_SAYS_head_best);
        put_head(text, columns, MEAN, KZI_SAYS_head_mean);
    }
    if (columns->turns) {
        put_head(text, columns, after + WIN, KZI_SAYS_head_win);
        put_head(text, columns, after + EXPECTED, KZI_SAYS_head_expected);
    }
    kzi_text_format(text, "  %s\n", kzi_says_in(columns->style, KZI_SAYS_head_accepts));
}

void kzi_discards_text(struct kzi_text *text, const struct kzi_hand *hand,
                       const struct kzi_discards *discards, const struct kzi_style *style) {
    static const enum kzi_says states[] = {KZI_SAYS_complete, KZI_SAYS_ready, KZI_SAYS_away};
    struct columns columns = {.turns = discards->turns > 0, .style = style};
    const unsigned lacking = discards->lacking;
    for (unsigned i = 0; i < discards->count; i++)
        columns.worths |= discards->list[i].lacking == 1;
    kzi_say_with_melds(text, hand);
    kzi_text_put(text, ": ");
    kzi_sentence_format(text, style,
                        lacking >= KZI_MOST_LACKING ? KZI_SAYS_nothing_completes
                                                    : states[lacking < 2 ? lacking : 2],
                        "%u", lacking - 1);
    if (discards->turns) {
        kzi_text_put(text, ", ");
        kzi_sentence_format(text, style, KZI_SAYS_turns, "%u", discards->turns);
    }
    kzi_text_put(text, "\n\n");
    put_header(text, &columns);
    for (unsigned i = 0; i < discards->count; i++)
        put_line(text, discards, &discards->list[i], &columns);
}
