#include "score/result.h"

#include "base/text.h"
#include "score/internal.h"
#include "tile/notation.h"

#include <string.h>

/* The draw that follows from the rules for several winners and needs no declaration. */
static const char too_many_winners[] = "triple_ron";
static const char exhaustive[] = "exhaustive";

static unsigned seats_of(const struct kzi_settlement *settlement) {
    return settlement->rules->model->n_seats;
}

static const struct kzi_payments *payments_of(const struct kzi_settlement *settlement) {
    return &settlement->rules->model->payments;
}

/* --- what the rules have against it ---------------------------------------------------------- */

/* Report the error of a winner's hand as a problem of the deal. */
static void pass_on(struct kzi_problem *problem, const kz_error *error, unsigned winner) {
    unsigned code = 0, key = 0;
    while (code < KZI_PROBLEM_CODES - 1 && strcmp(kzi_problem_names[code], error->code) != 0)
        code++;
    while (key < KZI_KEYS - 1 && strcmp(kzi_hand_key_names[key], error->key) != 0)
        key++;
    kzi_problem_note(problem, (enum kzi_problem_code)code,
                     (struct kzi_spot){(uint32_t)error->column, (uint8_t)key}, "winner %u: %s",
                     winner, error->text);
}

static void check_seats(const struct kzi_settlement *settlement, uint8_t seats,
                        enum kzi_hand_key key, struct kzi_problem *problem) {
    int last = (int)seats_of(settlement) - 1;
    if (seats >> (last + 1))
        kzi_problem_note(problem, KZI_BAD_VALUE, (struct kzi_spot){.key = (uint8_t)key},
                         "these rules are played by %d: E to %s", last + 1, kzi_seat_names[last]);
}

static uint8_t winners_of(const struct kzi_deal *deal) {
    uint8_t seats = 0;
    for (unsigned i = 0; i < deal->n_winners; i++)
        seats = (uint8_t)(seats | 1U << deal->winners[i].seat);
    return seats;
}

/* Check that the deal and the winner's flags agree on who bet. */
static void check_bet(const struct kzi_settlement *settlement, const struct kz_result *result,
                      struct kzi_problem *problem) {
    const struct kzi_names *names = &settlement->rules->model->circumstance_names;
    int riichi = kzi_names_find(names, kzi_hand_key_names[KZI_KEY_RIICHI]);
    unsigned seat = result->hand.seat;
    bool declared = settlement->deal->riichi >> seat & 1;
    if (riichi < 0 || (result->given >> riichi & 1) == declared)
        return;
    kzi_problem_note(problem, KZI_CONTRADICTION, (struct kzi_spot){.key = KZI_KEY_RIICHI},
                     declared ? "%c declared riichi in this deal, but the winner's flags do not "
                                "say so"
                              : "%c wins with riichi, but is not among those who declared it in "
                                "this deal",
                     kzi_seat_letters[seat]);
}

static bool is_draw(const struct kzi_settlement *settlement, const char *word) {
    const struct kzi_draw *draw = &payments_of(settlement)->draw;
    if (!strcmp(word, exhaustive))
        return true;
    if (!strcmp(word, too_many_winners) && payments_of(settlement)->several.allowed == 2)
        return true;
    for (size_t i = 0; i < draw->n_by_rule; i++)
        if (!strcmp(word, draw->by_rule[i]))
            return true;
    return false;
}

static void check_draw(const struct kzi_settlement *settlement, struct kzi_problem *problem) {
    const struct kzi_draw *draw = &payments_of(settlement)->draw;
    const char *word = settlement->deal->draw, *near = NULL;
    if (is_draw(settlement, word))
        return;
    if (kzi_nearest(word, (const char *const[]){exhaustive}, 1))
        near = exhaustive;
    else
        near = kzi_nearest(word, draw->by_rule, draw->n_by_rule);
    kzi_problem_note(problem, KZI_UNKNOWN_WORD, (struct kzi_spot){1, KZI_KEY_DRAW},
                     "%s is not a draw of these rules%s%s%s", word, near ? " (did you mean " : "",
                     near ? near : "", near ? "?)" : "");
}

static void note_too_many(const struct kzi_settlement *settlement, unsigned kind, unsigned count,
                          struct kzi_problem *problem) {
    char name[8];
    struct kzi_text text = kzi_text_fixed(name, sizeof name);
    kzi_notation_put(&text, kind);
    kzi_text_end(&text);
    kzi_problem_note(problem, KZI_TOO_MANY_OF_A_TILE, (struct kzi_spot){.key = KZI_KEY_WINNERS},
                     "the winners have %u of %s together, but the game has only %u: the tile that "
                     "they win on counts once, and the indicators count too",
                     count, name, settlement->rules->model->copies[kind]);
}

static void count_aside(const struct kz_ruleset *rules, const struct kzi_hand *hand,
                        unsigned count[KZI_KINDS]) {
    for (unsigned i = 0; kzi_takes_aside(rules) && i < hand->aside.count; i++)
        count[hand->aside.kind[i]]++;
}

/* Check the tiles of all winners together.  All win on the same tile; scoring checks each hand
 * by itself. */
static void check_tiles_of_all(const struct kzi_settlement *settlement,
                               struct kzi_problem *problem) {
    const struct kzi_deal *deal = settlement->deal;
    const struct kzi_indicators *shown[] = {&deal->table.dora, &deal->table.ura};
    const uint32_t most_flowers = settlement->rules->most_flowers;
    unsigned count[KZI_KINDS] = {0}, flowers = 0;
    for (unsigned i = 0; i < deal->n_winners; i++) {
        struct kzi_tiles tiles;
        kzi_tiles_find(&tiles, &deal->winners[i]);
        for (unsigned kind = 0; kind < KZI_KINDS; kind++)
            count[kind] += tiles.counts[kind] - (i && kind == deal->winners[i].win ? 1U : 0U);
        flowers += deal->winners[i].flowers;
        count_aside(settlement->rules, &deal->winners[i], count);
    }
    for (unsigned i = 0; i < 2; i++)
        for (unsigned k = 0; k < shown[i]->count; k++)
            count[shown[i]->kind[k]]++;
    for (unsigned kind = 0; kind < KZI_KINDS; kind++)
        if (count[kind] > settlement->rules->model->copies[kind])
            note_too_many(settlement, kind, count[kind], problem);
    if (flowers > most_flowers)
        kzi_problem_note(problem, KZI_TOO_MANY_OF_A_TILE, (struct kzi_spot){.key = KZI_KEY_WINNERS},
                         "the winners have %u flowers together, but the game has only %u", flowers,
                         most_flowers);
}

/* --- a win ----------------------------------------------------------------------------------- */

/* Return how many turns after the discarder a seat comes. */
static unsigned turns_after(const struct kzi_settlement *settlement, unsigned seat) {
    int from = settlement->deal->table.from;
    unsigned seats = seats_of(settlement);
    return from < 0 ? 0 : (seat + seats - (unsigned)from) % seats;
}

/* Return the index of the winner who comes n-th in order of turn. */
static unsigned winner_by_turn(const struct kzi_settlement *settlement, unsigned n) {
    const struct kzi_deal *deal = settlement->deal;
    unsigned number = 0;
    for (; number < deal->n_winners; number++) {
        unsigned before = 0, turn = turns_after(settlement, deal->winners[number].seat);
        for (unsigned i = 0; i < deal->n_winners; i++)
            before += turns_after(settlement, deal->winners[i].seat) < turn;
        if (before == n)
            break;
    }
    return number;
}

static void score_winners(struct kzi_settlement *settlement, struct kzi_problem *problem) {
    const struct kzi_deal *deal = settlement->deal;
    for (unsigned n = 0; n < deal->n_winners; n++) {
        unsigned number = winner_by_turn(settlement, n);
        if (number == deal->n_winners) /* a seat that these rules lack */
            number = n;
        struct kz_result *result = &settlement->results[n];
        if (kzi_score(result, settlement->rules, &deal->winners[number]) == KZ_OK)
            check_bet(settlement, result, problem);
        else
            pass_on(problem, &result->error, number + 1);
    }
    if (deal->n_winners > 1)
        check_tiles_of_all(settlement, problem);
    settlement->n_results = deal->n_winners;
}

static void bump(struct kz_result *result) {
    result->reason = KZI_HEAD_BUMP;
    result->n_liable = 0;
    memset(result->paid, 0, sizeof result->paid);
    memset(result->share, 0, sizeof result->share);
}

/* Keep the allowed number of winners: the first of them, or none.  Return that number. */
static unsigned allow_winners(struct kzi_settlement *settlement) {
    unsigned allowed = payments_of(settlement)->several.allowed, wins = 0;
    for (unsigned i = 0; i < settlement->n_results; i++)
        wins += settlement->results[i].reason == KZI_WINS;
    if (!allowed || wins <= allowed)
        return wins;
    if (allowed > 1) {
        settlement->draw = too_many_winners;
        settlement->n_results = 0;
        return 0;
    }
    for (unsigned i = 0, met = 0; i < settlement->n_results; i++)
        if (settlement->results[i].reason == KZI_WINS && met++)
            bump(&settlement->results[i]);
    return 1;
}

/* Return whether a winner after the first gets back their own bet. */
static bool gets_own_bet(const struct kzi_settlement *settlement, const struct kz_result *result) {
    return !payments_of(settlement)->own_bets_to_first &&
           settlement->deal->riichi >> result->hand.seat & 1;
}

/* Pay one winner; false: the payments are out of range. */
static bool pay_winner(struct kzi_settlement *settlement, struct kz_result *result, bool first,
                       uint32_t bets) {
    bool counters = first || !payments_of(settlement)->several.first_counters;
    result->hand.honba = counters ? settlement->deal->table.honba : 0;
    result->hand.deposits = bets;
    bool in_range = kzi_settle(result);
    for (unsigned seat = 0; seat < KZI_SEATS; seat++)
        settlement->paid[seat] += result->paid[seat];
    return in_range;
}

static unsigned first_winner(const struct kzi_settlement *settlement) {
    unsigned first = 0;
    while (settlement->results[first].reason != KZI_WINS)
        first++;
    return first;
}

/* Settle a win; false: a payment is out of range. */
static bool settle_win(struct kzi_settlement *settlement) {
    if (!allow_winners(settlement))
        return true;
    unsigned first = first_winner(settlement);
    uint32_t bets = settlement->deposits_left;
    bool in_range = true;
    settlement->deposits_left = 0;
    for (unsigned i = first + 1; i < settlement->n_results; i++) {
        struct kz_result *result = &settlement->results[i];
        uint32_t own = gets_own_bet(settlement, result);
        if (result->reason != KZI_WINS)
            continue;
        bets -= own;
        in_range &= pay_winner(settlement, result, false, own);
    }
    return pay_winner(settlement, &settlement->results[first], true, bets) && in_range;
}

/* --- a draw ---------------------------------------------------------------------------------- */

/* Return the i-th of `parts` equal parts of an amount; the remainder goes to the last. */
static int64_t part_of(int64_t amount, unsigned i, unsigned parts) {
    return amount * (i + 1) / parts - amount * i / parts;
}

static void settle_ready(struct kzi_settlement *settlement) {
    unsigned seats = seats_of(settlement), met = 0;
    unsigned ready = (unsigned)__builtin_popcount(settlement->deal->tenpai);
    int64_t pool = payments_of(settlement)->draw.not_ready_pay;
    if (!ready || ready == seats)
        return;
    for (unsigned seat = 0; seat < seats; seat++) {
        if (settlement->deal->tenpai >> seat & 1)
            settlement->paid[seat] += part_of(pool, met++, ready);
        else
            settlement->paid[seat] -= part_of(pool, seat - met, seats - ready);
    }
}

/* Pay nagashi like a limit by self-draw without counters; the deal stays a draw. */
static void settle_nagashi(struct kzi_settlement *settlement) {
    const struct kzi_model *model = settlement->rules->model;
    struct kzi_hand hand = {.self_draw = true, .from = -1};
    for (unsigned winner = 0; winner < model->n_seats; winner++) {
        int64_t share[KZI_SEATS], discarder, others;
        if (!(settlement->deal->nagashi >> winner & 1))
            continue;
        hand.seat = (uint8_t)winner;
        settlement->paid[winner] +=
            kzi_shares(settlement->rules, &hand, model->limits[model->payments.draw.nagashi].worth,
                       NULL, share, &discarder, &others);
        for (unsigned seat = 0; seat < model->n_seats; seat++)
            settlement->paid[seat] -= share[seat];
    }
}

static void settle_draw(struct kzi_settlement *settlement) {
    settlement->draw = settlement->deal->draw;
    if (strcmp(settlement->draw, exhaustive) != 0)
        return;
    settlement->nagashi = settlement->deal->nagashi && payments_of(settlement)->draw.has_nagashi;
    if (settlement->nagashi)
        settle_nagashi(settlement);
    else
        settle_ready(settlement);
}

/* --- the deal -------------------------------------------------------------------------------- */

static void charge_bets(struct kzi_settlement *settlement) {
    settlement->deposits_left = settlement->deal->table.deposits;
    for (unsigned seat = 0; seat < KZI_SEATS; seat++) {
        bool declared = settlement->deal->riichi >> seat & 1;
        settlement->paid[seat] = declared ? -(int64_t)payments_of(settlement)->bet : 0;
        settlement->deposits_left += declared;
    }
}

static bool paid_in_range(const struct kzi_settlement *settlement) {
    for (unsigned seat = 0; seat < KZI_SEATS; seat++)
        if (settlement->paid[seat] > KZI_HIGHEST || settlement->paid[seat] < -KZI_HIGHEST)
            return false;
    return true;
}

static kz_status refuse(struct kzi_settlement *settlement, const struct kzi_problem *problem) {
    kzi_problem_error(problem, &settlement->error);
    return settlement->status = settlement->error.status;
}

kz_status kzi_deal_settle(struct kzi_settlement *settlement, const struct kz_ruleset *rules,
                          const struct kzi_deal *deal) {
    struct kzi_problem problem = {.found = false};
    settlement->rules = rules;
    settlement->deal = deal;
    settlement->status = KZ_OK;
    settlement->draw = NULL;
    settlement->nagashi = false;
    settlement->n_results = 0;
    check_seats(settlement, winners_of(deal), KZI_KEY_WINNERS, &problem);
    check_seats(settlement, deal->riichi, KZI_KEY_RIICHI, &problem);
    check_seats(settlement, deal->tenpai, KZI_KEY_TENPAI, &problem);
    check_seats(settlement, deal->nagashi, KZI_KEY_NAGASHI, &problem);
    if (deal->drawn)
        check_draw(settlement, &problem);
    else
        score_winners(settlement, &problem);
    if (problem.found)
        return refuse(settlement, &problem);
    charge_bets(settlement);
    bool in_range = true;
    if (deal->drawn)
        settle_draw(settlement);
    else
        in_range = settle_win(settlement);
    if (in_range && paid_in_range(settlement))
        return KZ_OK;
    kzi_problem_range(&problem, "what one seat pays or is paid");
    return refuse(settlement, &problem);
}
