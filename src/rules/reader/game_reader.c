/* Read the section game: how deals make a game, and the points for places. */
#include "rules/reader/reader.h"

const char *const kzi_stay_names[KZI_STAYS] = {
#define KZI_STAY(name, word) [KZI_STAY_##name] = #word,
#include "rules/stays.def"
#undef KZI_STAY
};

void kzi_read_uma(struct kzi_rule_reader *reader, const struct kzi_entry *entry, void *target) {
    struct kzi_game_rules *game = target;
    int32_t points = 0;
    if (!kzi_read_int(reader, entry->value, -10000000, 10000000, &points))
        return;
    if (game->n_uma < KZI_SEATS)
        game->uma[game->n_uma] = points;
    game->n_uma++;
}

/* Replace return by oka in the tree, so that rules have the same meaning with either. */
static void keep_oka_alone(struct kzi_rule_reader *reader, const struct kzi_node *to_return,
                           int32_t oka) {
    struct kzi_model *model = reader->model;
    const char *text = kzi_arena_format(reader->arena, "%d", (int)oka);
    model->root = kzi_node_with(reader->arena, model->root, "game.return", NULL);
    model->root = kzi_node_with(reader->arena, model->root, "game.oka",
                                kzi_node_new_scalar(reader->arena, to_return->place, text));
}

/* Compute the oka of a game that states what players return.  An overlay cannot: it does not know
 * the start. */
static void settle_return(struct kzi_rule_reader *reader, const struct kzi_node *game,
                          struct kzi_game_rules *rules) {
    const struct kzi_node *to_return = kzi_node_get(game, "return"),
                          *oka = kzi_node_get(game, "oka");
    const int32_t means = (int32_t)reader->model->n_seats * (rules->to_return - rules->start);
    if (!to_return || reader->model->part)
        return;
    if (means < 0)
        KZI_REFUSE(reader, to_return,
                   "players cannot return %d, less than the %d that they start with; the score "
                   "that ends a game is target",
                   (int)rules->to_return, (int)rules->start);
    else if (oka && rules->oka != means)
        kzi_error_at(reader->diags, kzi_later_place(to_return->place, oka->place),
                     "return: %d means oka: %d here, not %d: take one of them away",
                     (int)rules->to_return, (int)means, (int)rules->oka);
    else
        keep_oka_alone(reader, to_return, rules->oka = means);
}

/* Check that the players can pay equal parts of oka.  An overlay does not know their number. */
static void check_parts(struct kzi_rule_reader *reader, const struct kzi_node *game,
                        const struct kzi_game_rules *rules) {
    const struct kzi_node *uma = kzi_node_get(game, "uma"), *oka = kzi_node_get(game, "oka");
    const unsigned seats = reader->model->n_seats;
    if (uma && rules->n_uma != seats)
        kzi_missing_at(reader, uma->place, "uma has %zu places for %u players", rules->n_uma,
                       seats);
    if (oka && rules->oka % (int32_t)seats)
        kzi_missing_at(reader, oka->place, "%u players cannot pay an oka of %d in equal parts",
                       seats, (int)rules->oka);
}

static void check_uma(struct kzi_rule_reader *reader, const struct kzi_node *uma,
                      const struct kzi_game_rules *game) {
    long sum = 0;
    for (unsigned i = 0; i < game->n_uma && i < KZI_SEATS; i++) {
        sum += game->uma[i];
        if (i && game->uma[i] > game->uma[i - 1])
            KZI_REFUSE(reader, uma->u.items[i], "place %u is worth more than place %u", i + 1, i);
    }
    if (sum)
        KZI_REFUSE(reader, uma, "uma must add up to 0, not %ld", sum);
    if (game->uma[0] > 0 && game->uma[0] < game->start / 100)
        kzi_warning_at(reader->diags, uma->place,
                       "first place is worth only %d, and players begin with %d: uma is in points",
                       (int)game->uma[0], (int)game->start);
}

static void check_ends(struct kzi_rule_reader *reader, const struct kzi_node *game,
                       const struct kzi_game_ends *ends) {
    const struct kzi_node *node = kzi_node_get(game, "ends");
    const struct kzi_entry *extra = node ? kzi_node_entry(node, "extra") : NULL;
    if (extra && kzi_node_get(node, "after") && ends->extra <= ends->after)
        KZI_REFUSE(reader, extra->value, "extra rounds follow the round of after, which is %s",
                   kzi_seat_names[ends->after]);
}

void kzi_read_game(struct kzi_rule_reader *reader, const struct kzi_entry *entry, void *target) {
    struct kzi_game_rules *game = target;
    const struct kzi_node *uma = kzi_node_get(entry->value, "uma");
    size_t errors = reader->diags->errors;
    kzi_read_thing(reader, entry, KZI_KEYS(game), game);
    if (reader->diags->errors != errors)
        return;
    settle_return(reader, entry->value, game);
    check_parts(reader, entry->value, game);
    if (uma)
        check_uma(reader, uma, game);
    check_ends(reader, entry->value, &game->ends);
    if (reader->model->payments.winners_leave)
        kzi_error_at(reader->diags, entry->key->place,
                     "games in which winners leave are not scored yet: write remove: [game] next "
                     "to winners_leave: yes to settle single deals");
}
