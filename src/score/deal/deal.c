/* Settle a deal: score its winners, check it against the rules, list who pays whom for what. */
#include "score/deal/settlement.h"

#include "base/text.h"
#include "score/deal/deal_steps.h"
#include "score/steps.h"
#include "score/value.h"
#include "tile/notation.h"

#include <string.h>

/* The name of the draw that follows from too many winners and is not declared. */
static const char too_many_winners[] = "triple_ron";
static const char exhaustive[] = "exhaustive";

static const struct kzi_payments *payments_of(const struct kzi_settlement *settlement) {
    return &settlement->rules->model->payments;
}

bool kzi_is_exhaustive(const struct kzi_settlement *settlement) {
    return settlement->draw && !strcmp(settlement->draw, exhaustive);
}

/* --- transfers ------------------------------------------------------------------------------- */

const char *const kzi_transfer_names[KZI_TRANSFER_KINDS] = {
    "hand",  "liability", "counters", "bets",      "chips", "difference",
    "ready", "nagashi",   "kong",     "best_hand", "fine"};

struct kzi_transfer *kzi_pay_for(struct kzi_settlement *settlement, enum kzi_transfer_kind kind,
                                 unsigned from, unsigned to, int64_t amount) {
    struct kzi_transfer *transfer = &settlement->transfers[settlement->n_transfers];
    *transfer = (struct kzi_transfer){kind, from, to, amount, 0};
    settlement->n_transfers += amount != 0;
    return transfer;
}

struct kzi_settlement_item *kzi_settlement_item_add(struct kzi_settlement *settlement,
                                                    enum kzi_transfer_kind kind, unsigned seat) {
    struct kzi_settlement_item *item = &settlement->items[settlement->n_items++];
    *item = (struct kzi_settlement_item){
        .kind = kind, .seat = (uint8_t)seat, .first = (uint8_t)settlement->n_transfers};
    return item;
}

void kzi_transfers_sum(const struct kzi_transfer *list, unsigned count, bool chips,
                       int64_t changes[KZI_SEATS + 1]) {
    memset(changes, 0, (KZI_SEATS + 1) * sizeof *changes);
    for (unsigned i = 0; i < count; i++) {
        const int64_t amount = (list[i].kind == KZI_FOR_CHIPS) == chips ? list[i].amount : 0;
        changes[list[i].from] -= amount;
        changes[list[i].to] += amount;
    }
}

/* --- what the rules do not allow ------------------------------------------------------------- */

/* Note the problem of a hand as one of the deal; `whose` ("winner" or "hand") goes before the
 * number. */
static void pass_on(struct kzi_problem *problem, const struct kz_result *result, const char *whose,
                    unsigned number) {
    kzi_problem_note(problem, result->code, result->spot, "%s %u: %s", whose, number,
                     result->error.text);
}

static void check_seats(const struct kzi_settlement *settlement, uint8_t seats,
                        enum kzi_hand_key key, struct kzi_problem *problem) {
    if (seats)
        kzi_check_seat(settlement->rules, 31 - __builtin_clz(seats),
                       (struct kzi_spot){.key = (uint8_t)key}, problem);
}

static uint8_t seats_of_hands(const struct kzi_hand *hands, unsigned count) {
    uint8_t seats = 0;
    for (unsigned i = 0; i < count; i++)
        seats = (uint8_t)(seats | 1U << hands[i].seat);
    return seats;
}

/* Check that players who have left take no further part, under rules that let winners leave. */
static void check_gone(const struct kzi_settlement *settlement, struct kzi_problem *problem) {
    const struct kzi_deal *deal = settlement->deal;
    const struct {
        uint8_t seats;
        const char *says;
    } parts[] = {{settlement->riichi, "cannot have bet"},
                 {deal->tenpai, "is not ready any more"},
                 {deal->nagashi, "cannot be paid for discards"},
                 {seats_of_hands(deal->others, deal->n_others), "is not among the others"}};
    const unsigned gone = kzi_seats_gone(settlement->rules, &deal->table);
    check_seats(settlement, (uint8_t)gone, KZI_KEY_OUT, problem);
    for (unsigned i = 0; i < KZI_COUNT(parts); i++)
        if (gone & parts[i].seats)
            kzi_problem_note(problem, KZI_CONTRADICTION,
                             kzi_spot_of_part(&deal->table, KZI_PART_OUT, 0), "%c has left and %s",
                             kzi_seat_letters[__builtin_ctz(gone & parts[i].seats)], parts[i].says);
}

/* Check that the deal and the winner's words agree on who bet. */
static void check_bet(const struct kzi_settlement *settlement, const struct kz_result *result,
                      struct kzi_problem *problem) {
    int riichi = kzi_bet_of(settlement->rules);
    unsigned seat = result->hand.seat;
    bool declared = settlement->riichi >> seat & 1;
    if (riichi < 0 || (result->given >> riichi & 1) == declared ||
        (declared && kzi_is_stated(result)))
        return;
    kzi_problem_note(problem, KZI_CONTRADICTION, (struct kzi_spot){.key = KZI_KEY_RIICHI},
                     declared ? "%c declared riichi in this deal, but the winner's flags do not "
                                "say so"
                              : "%c wins with riichi, but is not among those who declared it in "
                                "this deal",
                     kzi_seat_letters[seat]);
}

static bool is_draw(const struct kzi_payments *payments, const char *word) {
    for (size_t i = 0; i < payments->draw.n_by_rule; i++)
        if (!strcmp(word, payments->draw.by_rule[i]))
            return true;
    return !strcmp(word, exhaustive) ||
           (payments->several.allowed == 2 && !strcmp(word, too_many_winners));
}

static void check_draw(const struct kzi_settlement *settlement, struct kzi_problem *problem) {
    const struct kzi_payments *payments = payments_of(settlement);
    const char *word = settlement->deal->draw;
    if (is_draw(payments, word))
        return;
    const char *near = kzi_find_nearest(word, (const char *const[]){exhaustive}, 1);
    if (!near)
        near = kzi_find_nearest(word, payments->draw.by_rule, payments->draw.n_by_rule);
    char known[200];
    struct kzi_text text = kzi_text_fixed(known, sizeof known);
    kzi_text_format(&text, ": they have %s", exhaustive);
    for (size_t i = 0; i < payments->draw.n_by_rule; i++)
        kzi_text_format(&text, ", %s", payments->draw.by_rule[i]);
    kzi_text_end(&text);
    kzi_problem_note(problem, KZI_UNKNOWN_WORD, (struct kzi_spot){1, KZI_KEY_DRAW},
                     "%s is not a draw of these rules%s", word,
                     near ? kzi_suggest(near).text : known);
}

/* --- the tiles of all hands ------------------------------------------------------------------ */

/* The number of copies of each tile, red fives from KZI_RED and flowers from KZI_SHOWN_FACE on, and
 * the number of flowers. */
struct tile_sum {
    unsigned of[KZI_SHOWN_FACE + KZI_FACES], flowers;
};

/* Remove the winning tile, which others win on too, from a hand. */
static void drop_win(struct kzi_hand *hand) {
    if (hand->win_red)
        hand->reds[kzi_suit(hand->win)]--;
    if (hand->win_face && kzi_any_face(&hand->faces))
        kzi_face_add(&hand->faces, hand->win_face - 1U, -1);
    if (hand->win_face && hand->flowers)
        hand->flowers--;
    hand->win = KZI_NO_KIND;
    hand->win_face = 0;
    hand->win_red = false;
}

static void sum_shown(const struct kzi_indicators *shown, struct tile_sum *sum) {
    for (unsigned i = 0; i < shown->count; i++) {
        sum->of[shown->kind[i]]++;
        if (shown->red >> i & 1)
            sum->of[KZI_RED + kzi_suit(shown->kind[i])]++;
    }
}

static void sum_hand(const struct kz_ruleset *rules, const struct kzi_hand *hand,
                     struct tile_sum *sum) {
    struct kzi_facts facts;
    uint8_t counts[KZI_COUNTS_CAPACITY];
    kzi_facts_init(&facts, hand);
    memcpy(counts, facts.tiles->counts, sizeof counts);
    kzi_hand_fill_written(hand, rules->model->copies, counts);
    memcpy(counts + KZI_RED, hand->reds, KZI_SUITS);
    for (unsigned kind = 0; kind < KZI_COUNTS_CAPACITY; kind++)
        sum->of[kind] += counts[kind];
    for (unsigned face = 0; face < KZI_FACES; face++)
        sum->of[KZI_SHOWN_FACE + face] += kzi_face_count(&hand->faces, face);
    sum->flowers += hand->flowers;
    if (rules->takes_aside)
        sum_shown(&hand->aside, sum);
    if (rules->takes_thrown)
        sum_shown(&hand->thrown, sum);
}

/* Check `count`, the copies of a tile in all hands together, against `copies`; KZI_NO_KIND: the
 * flowers. */
static void check_sum(const struct kzi_deal *deal, unsigned tile, unsigned count, unsigned copies,
                      struct kzi_problem *problem) {
    const bool others = deal->n_others, flowers = tile == KZI_NO_KIND;
    if (count <= copies)
        return;
    kzi_problem_note(problem, KZI_TOO_MANY_OF_A_TILE,
                     (struct kzi_spot){.key = others ? KZI_KEY_OTHERS : KZI_KEY_WINNERS},
                     "the %s have %u %s%s together, but the game has only %u%s",
                     others ? "players" : "winners", count, flowers ? "flowers" : "of ",
                     flowers ? "" : kzi_tile_name(tile).text, copies,
                     tile < KZI_SHOWN_FACE ? ": the tile that they win on counts once, and the "
                                             "indicators count too"
                                           : "");
}

/* Check the tiles of all hands together.  All winners on a discard win on the same tile, which is
 * counted once; scoring checks each hand by itself. */
static void check_tiles_of_all(const struct kzi_settlement *settlement,
                               struct kzi_problem *problem) {
    const struct kz_ruleset *rules = settlement->rules;
    const struct kzi_deal *deal = settlement->deal;
    struct tile_sum sum = {{0}, 0};
    for (unsigned i = 0, met = 0; i < deal->n_winners + deal->n_others; i++) {
        const bool won = i < deal->n_winners;
        const struct kzi_hand *from = won ? &deal->winners[i] : &deal->others[i - deal->n_winners];
        struct kzi_hand hand = *from;
        if (kzi_deal_states(deal, from))
            continue;
        if (met++)
            drop_win(&hand);
        sum_hand(rules, &hand, &sum);
    }
    sum_shown(&deal->table.dora, &sum);
    sum_shown(&deal->table.ura, &sum);
    for (unsigned face = 0; rules->takes_flowers && face < KZI_FACES; face++)
        check_sum(deal, KZI_SHOWN_FACE + face, sum.of[KZI_SHOWN_FACE + face],
                  rules->model->face_copies[face], problem);
    for (unsigned kind = 0; kind < KZI_COUNTS_CAPACITY; kind++)
        check_sum(deal, kind, sum.of[kind], rules->model->copies[kind], problem);
    check_sum(deal, KZI_NO_KIND, sum.flowers, rules->max_flowers, problem);
}

/* --- a win ----------------------------------------------------------------------------------- */

static kz_status score_winner(const struct kzi_settlement *settlement, struct kz_result *result,
                              const struct kzi_hand *hand, unsigned number) {
    const struct kzi_value_statement *stated = &settlement->deal->stated[number];
    return stated->given ? kzi_value_settle(result, settlement->rules, hand, stated, true)
                         : kzi_score(result, settlement->rules, hand);
}

/* Return the winners whose own words say that they bet, bit per seat. */
static uint8_t find_bets_in_words(struct kzi_settlement *settlement) {
    const struct kzi_deal *deal = settlement->deal;
    struct kz_result *result = &settlement->results[0];
    const int riichi = kzi_bet_of(settlement->rules);
    uint8_t by_words = 0;
    for (unsigned i = 0; i < deal->n_winners && riichi >= 0; i++) {
        struct kzi_hand hand = deal->winners[i];
        hand.ura.count = 0; /* ura dora need a bet, and this asks whether there was one */
        if (score_winner(settlement, result, &hand, i) == KZ_OK && result->given >> riichi & 1)
            by_words = (uint8_t)(by_words | 1U << hand.seat);
    }
    return by_words;
}

/* Unite what the deal and the winner's words say of bets: add the winner's bet to its words, or
 * drop its ura dora if only others bet. */
static void unite_bets(const struct kzi_settlement *settlement, uint8_t by_words,
                       struct kzi_hand *hand) {
    struct kzi_word word;
    uint8_t won = seats_of_hands(settlement->deal->winners, settlement->deal->n_winners);
    kzi_word_set(&word, kzi_hand_key_names[KZI_KEY_RIICHI]);
    if (!(settlement->riichi >> hand->seat & 1) && settlement->riichi & won)
        hand->ura.count = 0;
    if ((settlement->riichi & ~by_words) >> hand->seat & 1 && hand->n_words < KZI_MAX_WORDS)
        kzi_hand_add_word(hand, &word);
}

/* Score the next winner in order of turn. */
static void add_winner(struct kzi_settlement *settlement, unsigned number, uint8_t by_words,
                       struct kzi_problem *problem) {
    const struct kzi_deal *deal = settlement->deal;
    struct kz_result *result = &settlement->results[settlement->n_results++];
    struct kzi_hand hand = deal->winners[number];
    /* conditions may ask for counters; who is paid for them is settled later */
    hand.counters = deal->table.counters;
    if (deal->is_line && !deal->stated[number].given)
        unite_bets(settlement, by_words, &hand);
    hand.discarder_bet = hand.from >= 0 && settlement->riichi >> hand.from & 1;
    if (score_winner(settlement, result, &hand, number) == KZ_OK)
        check_bet(settlement, result, problem);
    else
        pass_on(problem, result, "winner", number + 1);
}

static void score_winners(struct kzi_settlement *settlement, struct kzi_problem *problem) {
    const struct kzi_deal *deal = settlement->deal;
    const uint8_t by_words = deal->is_line ? find_bets_in_words(settlement) : 0;
    settlement->riichi |= by_words;
    for (unsigned turn = 0; turn < KZI_SEATS; turn++)
        for (unsigned i = 0; i < deal->n_winners; i++)
            if (deal->winners[i].seat == ((unsigned)deal->table.from + 1 + turn) % KZI_SEATS)
                add_winner(settlement, i, by_words, problem);
}

/* Keep the number of winners that the rules allow: the first ones, or none. */
static void allow_winners(struct kzi_settlement *settlement) {
    const unsigned allowed = payments_of(settlement)->several.allowed;
    unsigned wins = 0;
    for (unsigned i = 0; i < settlement->n_results; i++) {
        struct kz_result *result = &settlement->results[i];
        if (result->reason != KZI_WINS)
            continue;
        if (++wins > 1 && allowed == 1) {
            result->reason = KZI_HEAD_BUMP;
            kzi_settle_nothing(result);
        } else {
            settlement->won |= (uint8_t)(1U << result->hand.seat);
        }
    }
    if (allowed < 2 || wins <= allowed)
        return;
    settlement->draw = too_many_winners;
    settlement->n_results = settlement->won = 0;
}

/* Double what one seat of the deal pays or gets for a win, with counters but without bets.  Return
 * false if a payment is out of range. */
static bool double_wareme(const struct kzi_settlement *settlement, struct kz_result *result) {
    const unsigned wareme = settlement->deal->wareme, winner = result->hand.seat;
    const unsigned all = (1U << KZI_SEATS) - 1, payers = all & ~(1U << winner);
    result->doubled = (uint8_t)(payers & (wareme >> winner & 1 ? all : wareme));
    KZI_EACH_IN(result->doubled, seat) {
        result->paid[winner] -= result->paid[seat];
        result->paid[seat] *= 2;
    }
    return result->paid[winner] <= KZI_MAX_NUMBER;
}

/* List the transfers that a payer owes a winner. */
static void list_payer(struct kzi_settlement *settlement, const struct kz_result *result,
                       unsigned payer) {
    const unsigned winner = result->hand.seat;
    int64_t hand = kzi_share_paid(result, payer);
    for (unsigned i = 0; i < result->n_liable; i++) {
        const struct kzi_liable_seat *liable = &result->liable[i];
        const int64_t pays = liable->pays << (result->doubled >> payer & 1);
        if (liable->seat != payer)
            continue;
        kzi_pay_for(settlement, KZI_FOR_LIABILITY, payer, winner, pays)->yaku = liable->yaku;
        hand -= pays;
    }
    kzi_pay_for(settlement, KZI_FOR_HAND, payer, winner, hand);
    kzi_pay_for(settlement, KZI_FOR_COUNTERS, payer, winner, kzi_counters_paid(result, payer));
    if (payer != winner && kzi_has_chips(result))
        kzi_pay_for(settlement, KZI_FOR_CHIPS, payer, winner, -result->chips_paid[payer]);
}

/* Pay one winner; false: the payments are out of range. */
static bool pay_winner(struct kzi_settlement *settlement, struct kz_result *result, bool first,
                       uint32_t bets) {
    bool counters = first || !payments_of(settlement)->several.first_counters;
    result->hand.counters = counters ? settlement->deal->table.counters : 0;
    result->hand.bets = bets;
    if (!kzi_settle_result(result) || !double_wareme(settlement, result))
        return false;
    for (unsigned payer = 0; payer < KZI_SEATS; payer++)
        list_payer(settlement, result, payer);
    kzi_pay_for(settlement, KZI_FOR_BETS, KZI_ON_TABLE, result->hand.seat,
                (int64_t)bets * payments_of(settlement)->bet);
    return true;
}

/* Settle a win; false: a payment is out of range. */
static bool settle_win(struct kzi_settlement *settlement) {
    const struct kzi_payments *payments = payments_of(settlement);
    allow_winners(settlement);
    const unsigned wins = (unsigned)__builtin_popcount(settlement->won),
                   own = (unsigned)__builtin_popcount(settlement->riichi & settlement->won);
    const uint32_t others = settlement->bets_left - own;
    bool in_range = true;
    for (unsigned i = 0, met = 0; i < settlement->n_results; i++) {
        struct kz_result *result = &settlement->results[i];
        if (result->reason != KZI_WINS)
            continue;
        uint32_t bets = payments->own_bets_to_first ? (met ? 0 : own)
                                                    : settlement->riichi >> result->hand.seat & 1;
        /* Bets are not divided: those left over go to the first winners in turn, one each. */
        if (payments->splits_bets)
            bets += (others + wins - 1 - met) / wins;
        else
            bets += met ? 0 : others;
        in_range &= pay_winner(settlement, result, !met++, bets);
        settlement->bets_left = 0;
    }
    return in_range;
}

/* --- those who did not win ------------------------------------------------------------------- */

/* Return whether those who did not win settle at the end of this deal. */
static bool losers_settle(const struct kzi_settlement *settlement) {
    const struct kzi_losers *losers = &payments_of(settlement)->losers;
    const struct kzi_deal *deal = settlement->deal;
    return losers->settle && (!deal->drawn || (losers->at_draw && !strcmp(deal->draw, exhaustive)));
}

/* Take the stated value of the hand of a player who did not win. */
static void state_other(const struct kzi_settlement *settlement, struct kz_result *result,
                        unsigned number, struct kzi_problem *problem) {
    const struct kzi_losers *losers = &payments_of(settlement)->losers;
    const struct kzi_deal *deal = settlement->deal;
    const struct kzi_value_word *points = &deal->points[number];
    if (!losers_settle(settlement) || !(deal->n_winners || deal->drawn))
        kzi_problem_note(problem, KZI_CONTRADICTION, points->spot,
                         "hand %u: %s, so leave points out", number + 1,
                         !losers->settle   ? "those who did not win do not settle under these rules"
                         : losers->at_draw ? "losers settle only after a win or an exhaustive draw"
                                           : "losers settle only if somebody wins");
    kzi_value_of_loser(result, settlement->rules, &deal->others[number], points->number);
}

/* Score the hands of players who did not win, by seat, so that the rules check them. */
static void score_others(struct kzi_settlement *settlement, struct kzi_problem *problem) {
    const struct kzi_deal *deal = settlement->deal;
    for (unsigned seat = 0; seat < KZI_SEATS; seat++)
        for (unsigned i = 0; i < deal->n_others; i++) {
            struct kz_result *result = &settlement->losers[settlement->n_losers];
            if (deal->others[i].seat != seat)
                continue;
            settlement->n_losers++;
            if (deal->points[i].is_number)
                state_other(settlement, result, i, problem);
            else if (kzi_score_unfinished(result, settlement->rules, &deal->others[i]) != KZ_OK)
                pass_on(problem, result, "hand", i + 1);
        }
}

int64_t kzi_loser_factor(const struct kzi_settlement *settlement, unsigned a, unsigned b) {
    const struct kzi_payments *payments = payments_of(settlement);
    const bool dealer = a == payments->dealer || b == payments->dealer;
    return dealer && payments->losers.dealer_times ? payments->losers.dealer_times : 1;
}

/* Return the points that one loser pays another; if negative, gets from the other. */
static int64_t paid_between(const struct kzi_settlement *settlement, const struct kz_result *from,
                            const struct kz_result *to) {
    int64_t paid = (to->best.points - from->best.points) *
                   kzi_loser_factor(settlement, from->hand.seat, to->hand.seat),
            max = kzi_max_paid(settlement->rules->model, -1, 1);
    return paid > max ? max : paid < -max ? -max : paid;
}

/* Add a winner who was bumped, or whose hand does not win, to the losers: without the tile that
 * another player won on and without the circumstances of the win. */
static void add_bumped(struct kzi_settlement *settlement, const struct kz_result *result) {
    struct kz_result *loser = &settlement->losers[settlement->n_losers];
    struct kzi_hand hand = result->hand;
    drop_win(&hand);
    hand.n_words = hand.n_pao = 0;
    hand.counters = hand.bets = 0;
    hand.from = -1;
    if (kzi_score_unfinished(loser, settlement->rules, &hand) == KZ_OK)
        settlement->n_losers++;
}

/* Settle among the players who did not win, if their hands are given. */
static void settle_losers(struct kzi_settlement *settlement) {
    if (!losers_settle(settlement) || !(settlement->won || settlement->deal->drawn)) {
        settlement->n_losers = 0;
        return;
    }
    for (unsigned i = 0; i < settlement->n_results; i++)
        if (settlement->results[i].reason != KZI_WINS)
            add_bumped(settlement, &settlement->results[i]);
    const struct kz_result *losers = settlement->losers, *end = losers + settlement->n_losers;
    for (const struct kz_result *from = losers; from < end; from++)
        for (const struct kz_result *to = losers; to < end; to++) {
            const int64_t paid = paid_between(settlement, from, to);
            kzi_pay_for(settlement, KZI_FOR_DIFFERENCE, from->hand.seat, to->hand.seat,
                        paid > 0 ? paid : 0);
        }
}

/* Check that all losers who settle have a hand, which decides what they are paid. */
static void check_losers(const struct kzi_settlement *settlement, struct kzi_problem *problem) {
    const struct kzi_deal *deal = settlement->deal;
    unsigned missing = kzi_seats_playing(settlement) &
                       ~seats_of_hands(deal->winners, deal->n_winners) &
                       ~seats_of_hands(deal->others, deal->n_others);
    if (losers_settle(settlement) && deal->n_others && missing)
        kzi_problem_note(problem, KZI_BAD_VALUE, (struct kzi_spot){.key = KZI_KEY_OTHERS},
                         "those who did not win settle among themselves: others lacks the hand "
                         "of %c",
                         kzi_seat_letters[__builtin_ctz(missing)]);
}

/* --- a draw ---------------------------------------------------------------------------------- */

/* Return whether a player is ready.  Where hands are paid for what they could be worth, only a hand
 * that could still win is ready. */
static bool is_ready(struct kzi_settlement *settlement, const struct kzi_hand *hand) {
    return payments_of(settlement)->draw.best_hand ? kzi_could_win(settlement, hand)
                                                   : kzi_is_ready(settlement->rules, hand);
}

/* Fill in the players who are ready: the seats named, which must agree with the hands given; if
 * none are named, those whose hands are ready. */
static void fill_ready(struct kzi_settlement *settlement, struct kzi_problem *problem) {
    const struct kzi_deal *deal = settlement->deal;
    const unsigned given = seats_of_hands(deal->others, deal->n_others);
    const unsigned missing = kzi_seats_playing(settlement) & ~given;
    const bool told = deal->tenpai_given || missing;
    settlement->ready = deal->tenpai;
    if (given && missing && !deal->tenpai_given && !strcmp(deal->draw, exhaustive))
        kzi_problem_note(problem, KZI_BAD_VALUE, (struct kzi_spot){.key = KZI_KEY_OTHERS},
                         "others lacks the hand of %c: give all hands, or say in tenpai who is "
                         "ready",
                         kzi_seat_letters[__builtin_ctz(missing)]);
    for (unsigned i = 0; i < deal->n_others && !problem->found; i++) {
        unsigned seat = deal->others[i].seat;
        bool ready = is_ready(settlement, &deal->others[i]);
        if (deal->tenpai_given && ready != (deal->tenpai >> seat & 1))
            kzi_problem_note(problem, KZI_CONTRADICTION, (struct kzi_spot){.key = KZI_KEY_TENPAI},
                             ready ? "%c is ready with the hand given, but tenpai does not say so"
                                   : "%c is not ready with the hand given, but tenpai says so",
                             kzi_seat_letters[seat]);
        if (!told)
            settlement->ready = (uint8_t)(settlement->ready | (unsigned)ready << seat);
    }
    if (!strcmp(deal->draw, exhaustive))
        kzi_best_hands_check(settlement, problem);
}

/* Split the pool: those who are not ready pay equal parts of it, and those who are ready get equal
 * parts, the last ones the remainder.  Seats are matched by order to list who pays whom. */
static void settle_ready(struct kzi_settlement *settlement) {
    const unsigned playing = kzi_seats_playing(settlement);
    unsigned ready = settlement->ready & playing, others = playing & ~ready, got = 1, paid = 1;
    const unsigned n_ready = (unsigned)__builtin_popcount(ready),
                   n_others = (unsigned)__builtin_popcount(others);
    const int64_t pool = payments_of(settlement)->draw.not_ready_pay;
    for (int64_t at = 0; ready && others;) {
        const int64_t get = pool * got / n_ready, pay = pool * paid / n_others,
                      to = get < pay ? get : pay;
        kzi_pay_for(settlement, KZI_FOR_READY, (unsigned)__builtin_ctz(others),
                    (unsigned)__builtin_ctz(ready), to - at);
        ready &= get == to ? ready - 1 : ready;
        got += get == to;
        others &= pay == to ? others - 1 : others;
        paid += pay == to;
        at = to;
    }
}

/* Pay nagashi like a self-drawn limit without counters; the deal stays a draw. */
static void settle_nagashi(struct kzi_settlement *settlement) {
    const struct kzi_model *model = settlement->rules->model;
    struct kzi_hand hand = {.self_draw = true, .from = -1, .out = settlement->deal->table.out};
    KZI_EACH_IN(settlement->deal->nagashi, winner) {
        int64_t share[KZI_PARTIES];
        hand.seat = (uint8_t)winner;
        kzi_share_out_limit(settlement->rules, &hand, model->payments.draw.nagashi, share);
        for (unsigned seat = 0; seat < model->n_seats; seat++)
            kzi_pay_for(settlement, KZI_FOR_NAGASHI, seat, winner, share[seat]);
    }
}

static void settle_draw(struct kzi_settlement *settlement) {
    settlement->draw = settlement->deal->draw;
    if (!kzi_is_exhaustive(settlement))
        return;
    settlement->nagashi = settlement->deal->nagashi && payments_of(settlement)->draw.has_nagashi;
    if (payments_of(settlement)->draw.not_ready_pay &&
        (settlement->deal->tenpai_given || settlement->deal->n_others))
        settlement->bet_not_ready = settlement->riichi & (uint8_t)~settlement->ready;
    if (settlement->nagashi)
        settle_nagashi(settlement);
    else {
        settle_ready(settlement);
        kzi_best_hands_settle(settlement);
    }
}

/* --- the deal -------------------------------------------------------------------------------- */

static void charge_bets(struct kzi_settlement *settlement) {
    settlement->bets_left = settlement->deal->table.bets;
    KZI_EACH_IN(settlement->riichi, seat) {
        kzi_pay_for(settlement, KZI_FOR_BETS, seat, KZI_ON_TABLE, payments_of(settlement)->bet);
        settlement->bets_left++;
    }
}

/* Sum up the transfers; false: a sum is out of range. */
static bool add_up(struct kzi_settlement *settlement) {
    kzi_transfers_sum(settlement->transfers, settlement->n_transfers, false, settlement->paid);
    kzi_transfers_sum(settlement->transfers, settlement->n_transfers, true, settlement->chips_paid);
    for (unsigned seat = 0; seat < KZI_SEATS; seat++)
        if (settlement->paid[seat] > KZI_MAX_NUMBER || settlement->paid[seat] < -KZI_MAX_NUMBER)
            return false;
    return true;
}

static void begin_deal(struct kzi_settlement *settlement, const struct kz_ruleset *rules,
                       const struct kzi_deal *deal) {
    settlement->rules = rules;
    settlement->deal = deal;
    settlement->problem.found = false;
    settlement->draw = NULL;
    settlement->riichi = deal->riichi;
    settlement->nagashi = false;
    settlement->won = settlement->ready = settlement->bet_not_ready = settlement->fine_unknown = 0;
    settlement->n_results = settlement->n_losers = 0;
    settlement->n_items = settlement->n_transfers = 0;
}

/* Check the deal and score its hands. */
static void check_hands(struct kzi_settlement *settlement, struct kzi_problem *problem) {
    const struct kzi_deal *deal = settlement->deal;
    check_seats(settlement, seats_of_hands(deal->winners, deal->n_winners), KZI_KEY_WINNERS,
                problem);
    check_seats(settlement, seats_of_hands(deal->others, deal->n_others), KZI_KEY_OTHERS, problem);
    check_seats(settlement, deal->riichi, KZI_KEY_RIICHI, problem);
    check_seats(settlement, deal->tenpai, KZI_KEY_TENPAI, problem);
    check_seats(settlement, deal->nagashi, KZI_KEY_NAGASHI, problem);
    check_seats(settlement, deal->chombo, KZI_KEY_CHOMBO, problem);
    check_seats(settlement, deal->wareme, KZI_KEY_WAREME, problem);
    check_gone(settlement, problem);
    if (deal->drawn)
        check_draw(settlement, problem);
    else if (deal->n_winners)
        score_winners(settlement, problem);
    score_others(settlement, problem);
    if (deal->n_winners + deal->n_others > 1)
        check_tiles_of_all(settlement, problem);
    if (deal->drawn)
        fill_ready(settlement, problem);
    check_losers(settlement, problem);
    kzi_kongs_check(settlement, problem);
}

/* List the transfers and sum them up; false: a payment is out of range. */
static bool list_payments(struct kzi_settlement *settlement) {
    bool in_range = true;
    charge_bets(settlement);
    if (settlement->deal->drawn)
        settle_draw(settlement);
    else if (settlement->deal->n_winners)
        in_range = settle_win(settlement);
    settle_losers(settlement);
    kzi_kongs_settle(settlement);
    if (!payments_of(settlement)->bet)
        settlement->bets_left = 0; /* under rules without bets nobody has paid for them */
    return in_range && add_up(settlement);
}

bool kzi_deal_settle(struct kzi_settlement *settlement, const struct kz_ruleset *rules,
                     const struct kzi_deal *deal) {
    struct kzi_problem *problem = &settlement->problem;
    begin_deal(settlement, rules, deal);
    check_hands(settlement, problem);
    if (!problem->found && !list_payments(settlement))
        kzi_problem_range(problem, "what one seat pays or is paid");
    kzi_problem_to_line(problem, deal);
    return !problem->found;
}
