/* What can still matter of a part: tables, made once, of what whatever may come can tell apart. */
#include "analysis/exhaustive/join.h"
#include "compile/condition/evaluation.h"
#include "compile/program/builder.h"

#include <stdlib.h>

/* --- counted phrases ------------------------------------------------------------------------- */

static unsigned at_most(unsigned count, unsigned most) {
    return count < most ? count : most;
}

/* Find the columns of yaku that count so often as a phrase does. */
static void find_counted(struct kzi_join *join) {
    for (unsigned of = 0; of < 2; of++) {
        const struct kz_ruleset *rules = join->every->rules[of];
        for (unsigned yaku = 0; yaku < rules->n_yaku; yaku++) {
            struct kzi_phrase_index at = kzi_join_counted_at(join, of, yaku)->phrase;
            unsigned field;
            if (rules->model->yaku[yaku].each != KZI_EACH_SET ||
                !kzi_join_counts(&join->program->phrases, at, &field))
                continue;
            join->phrases.counted[field] |= kzi_join_columns_of_yaku(join, of, yaku);
        }
    }
}

/* Of each field by itself: the tables are their products, or rows are told apart by exact tiles. */
static bool make_phrases(struct kzi_join *join) {
    const struct kzi_phrase_tables *tables = &join->program->phrases;
    struct kzi_join_phrases *made = &join->phrases;
    const kzi_join_rows(*of)[KZI_JOIN_COUNTS] = join->tables.count;
    unsigned each = kzi_join_fields_each(tables), most = (1U << tables->bits_each) - 1;
    kzi_join_rows concerned = {0};
    for (unsigned form = 0; form < join->n_forms; form++)
        concerned |= join->concerned[form];
    made->n_tables = kzi_join_tables_added(tables);
    made->mask = kzi_join_fields(tables) * tables->bits_each < 64
                     ? (UINT64_C(1) << kzi_join_fields(tables) * tables->bits_each) - 1
                     : UINT64_MAX;
    made->bits = tables->bits;
    made->bits_each = tables->bits_each;
    made->alive = malloc(
        ((KZI_JOIN_GROUPS + 1) * (size_t)made->n_tables << tables->bits) * sizeof *made->alive + 1);
    if (!made->alive)
        return false;
    if (made->bits_each)
        find_counted(join);
    kzi_join_rows *alive = made->alive;
    for (unsigned to_come = 0; to_come <= KZI_JOIN_GROUPS; to_come++)
        for (unsigned table = 0; table < made->n_tables; table++)
            for (unsigned value = 0; value < 1U << tables->bits; value++, alive++) {
                *alive = ~(kzi_join_rows){0};
                for (unsigned i = 0; i < each; i++) {
                    unsigned count = value >> i * tables->bits_each & most;
                    kzi_join_rows some = {0};
                    for (unsigned more = 0; more <= to_come; more++)
                        some |= of[table * each + i][at_most(count + more, most)];
                    *alive &= some;
                }
            }
    for (unsigned field = 0; field < kzi_join_fields(tables); field++)
        for (unsigned to_come = 0; to_come <= KZI_JOIN_GROUPS; to_come++)
            for (unsigned a = 0; a <= most; a++)
                for (unsigned b = 0; b <= most; b++) {
                    kzi_join_rows *differ = &made->differ[field][to_come][a][b];
                    made->concerned |= kzi_join_any((of[field][a] ^ of[field][b]) & concerned)
                                           ? (uint64_t)most << field * made->bits_each
                                           : 0;
                    if (a != b)
                        *differ = made->counted[field];
                    for (unsigned more = 0; more <= to_come; more++)
                        *differ |=
                            of[field][at_most(a + more, most)] ^ of[field][at_most(b + more, most)];
                }
    return true;
}

/* --- numbers and suits ----------------------------------------------------------------------- */

static void make_present(struct kzi_join *join, unsigned suit) {
    const kzi_join_rows *rows = join->tables.present[suit];
    unsigned n_numbers = suit < KZI_SUITS ? 512 : 128, count = 0;
    uint64_t digests[512];
    for (unsigned numbers = 0; numbers < n_numbers; numbers++) {
        struct kzi_count_key key = KZI_NEW_COUNT_KEY;
        unsigned class_ = 0;
        for (unsigned more = 0; more < n_numbers; more++)
            for (unsigned half = 0; half < KZI_JOIN_COLUMNS / 64; half++)
                kzi_count_key_add(&key, rows[numbers | more][half]);
        while (class_ < count && digests[class_] != key.a)
            class_++;
        if (class_ == count) {
            digests[count] = key.a;
            join->present_first[suit][count++] = (uint16_t)numbers;
        }
        join->present_of[suit][numbers] = (uint16_t)class_;
    }
}

static void make_suits(struct kzi_join *join) {
    const kzi_join_rows *rows = join->tables.suits;
    for (unsigned settled = 0; settled < 8; settled++)
        for (unsigned suits = 0; suits < 8; suits++)
            for (unsigned all = 0; all < 8; all++)
                if ((all & settled) == (suits & settled))
                    join->suits_alive[settled][suits] |= rows[all];
    for (unsigned suits = 0; suits < 8; suits++)
        join->suits_mentions |= ~rows[suits];
}

/* --- chows and pungs ------------------------------------------------------------------------- */

static void add_id(struct kzi_join_ranks *ranks, unsigned id, uint32_t sets, unsigned count) {
    ranks->sets_of[id] = sets;
    ranks->n_sets[id] = (uint8_t)count;
    ranks->n_ids++;
    for (unsigned most = count; most <= KZI_JOIN_SETS; most++)
        ranks->upto[most + 1]++;
}

static void list_chows(struct kzi_join_ranks *ranks) {
    for (unsigned code = 0; code < 78125; code++) { /* 5 to the 7th */
        unsigned rest = code, count = 0;
        uint32_t chows = 0;
        for (unsigned i = 0; i < KZI_CHOW_STARTS; i++, rest /= 5) {
            chows |= (uint32_t)(rest % 5) << 3 * i;
            count += rest % 5;
        }
        if (count <= KZI_JOIN_SETS)
            add_id(ranks, kzi_chow_id(chows), chows, count);
    }
}

static void list_pungs(struct kzi_join_ranks *ranks) {
    for (unsigned pungs = 0; pungs < 512; pungs++)
        if (__builtin_popcount(pungs) <= KZI_JOIN_SETS)
            add_id(ranks, kzi_ranks.pung_id[pungs], pungs, (unsigned)__builtin_popcount(pungs));
}

static void add_up(struct kzi_join_ranks *ranks, unsigned kind) {
    for (unsigned a = 0; a < ranks->n_ids; a++)
        for (unsigned b = 0; b < ranks->n_ids; b++)
            if (ranks->n_sets[a] + ranks->n_sets[b] <= KZI_JOIN_SETS)
                ranks->sum[a][b] =
                    kind == KZI_OF_CHOWS_ALONE
                        ? (uint16_t)kzi_chow_id(ranks->sets_of[a] + ranks->sets_of[b])
                        : kzi_ranks.pung_id[ranks->sets_of[a] | ranks->sets_of[b]];
}

static unsigned answer_of(const struct kzi_join_ranks *ranks, unsigned kind, unsigned m, unsigned p,
                          unsigned s) {
    const unsigned ids[KZI_SUITS] = {m, p, s};
    unsigned rank =
        kind == KZI_OF_CHOWS_ALONE
            ? kzi_chow_rank(ids)
            : kzi_pung_rank(ranks->sets_of[m] | ranks->sets_of[p] << 9 | ranks->sets_of[s] << 18);
    return ranks->answer[rank];
}

/* What all sets that may come to the other suits find of an id, in whichever suit it is. */
static uint64_t digest_whole(const struct kzi_join_ranks *ranks, unsigned kind, unsigned id,
                             unsigned to_come) {
    struct kzi_count_key key = KZI_NEW_COUNT_KEY;
    for (unsigned b = 0; b < ranks->upto[to_come + 1]; b++)
        for (unsigned c = 0; c < ranks->upto[to_come - ranks->n_sets[b] + 1]; c++) {
            kzi_count_key_add(&key, answer_of(ranks, kind, id, b, c));
            kzi_count_key_add(&key, answer_of(ranks, kind, b, id, c));
            kzi_count_key_add(&key, answer_of(ranks, kind, b, c, id));
        }
    return key.a;
}

static void find_alike(uint16_t *alike, const uint64_t *digests, unsigned count) {
    for (unsigned id = 0; id < count; id++) {
        unsigned first = 0;
        while (digests[first] != digests[id])
            first++;
        alike[id] = (uint16_t)first;
    }
}

static void make_alike(struct kzi_join_ranks *ranks, unsigned kind) {
    uint64_t whole[KZI_JOIN_SETS + 1][KZI_CHOW_IDS], within[KZI_CHOW_IDS];
    for (unsigned to_come = 0; to_come <= KZI_JOIN_SETS; to_come++) {
        unsigned count = ranks->upto[KZI_JOIN_SETS - to_come + 1];
        for (unsigned id = 0; id < count; id++)
            whole[to_come][id] = digest_whole(ranks, kind, id, to_come);
        find_alike(ranks->whole[to_come], whole[to_come], count);
        for (unsigned id = 0; id < count; id++) {
            struct kzi_count_key key = KZI_NEW_COUNT_KEY;
            for (unsigned more = 0; more < ranks->upto[to_come + 1]; more++)
                kzi_count_key_add(&key, whole[to_come - ranks->n_sets[more]][ranks->sum[id][more]]);
            within[id] = key.a;
        }
        find_alike(ranks->within[to_come], within, count);
    }
}

/* --- what ranks answer ------------------------------------------------------------------------ */

/* Return a digest of a list of choices with its sets in one order. */
static uint64_t digest_list(const struct kzi_set_choices *choices, const struct kzi_set_list *list,
                            const uint8_t order[KZI_JOIN_SETS]) {
    uint64_t digest = list->count;
    for (unsigned i = 0; i < list->count; i++) {
        const struct kzi_set_choice *choice = &choices->choices[list->first + i];
        struct kzi_count_key key = KZI_NEW_COUNT_KEY;
        uint64_t uses = 0;
        for (unsigned k = 0; k < choice->n_uses; k++) {
            struct kzi_count_key use = KZI_NEW_COUNT_KEY;
            unsigned sets = 0;
            for (unsigned set = 0; set < KZI_JOIN_SETS; set++)
                sets |= (choice->uses[k].groups >> set & 1U) << order[set];
            kzi_count_key_add(&use, choice->uses[k].yaku * 16U + sets);
            uses += use.a;
        }
        kzi_count_key_add(&key, uses);
        digest += key.a;
    }
    return digest;
}

/* The least over all orders: no cover asks which of a reading's sets a list's are. */
static uint64_t digest_in_any_order(const struct kzi_set_choices *choices,
                                    const struct kzi_set_list *list) {
    uint64_t least = UINT64_MAX;
    for (unsigned code = 0; code < 256; code++) {
        const uint8_t order[] = {code & 3, code >> 2 & 3, code >> 4 & 3, (uint8_t)(code >> 6)};
        if ((1U << order[0] | 1U << order[1] | 1U << order[2] | 1U << order[3]) != 15)
            continue;
        uint64_t digest = digest_list(choices, list, order);
        least = digest < least ? digest : least;
    }
    return least;
}

/* Number the lists of choices of a ruleset, from 1; those that are equal up to the order of their
 * sets have one number.  NULL: it has none, or memory is out. */
static uint16_t *number_lists(struct kzi_join *join, const struct kzi_set_choices *choices) {
    uint16_t *numbers = NULL;
    uint64_t *digests = NULL;
    if (!choices->list_of)
        return NULL;
    numbers = malloc(choices->n_lists * sizeof *numbers + 1);
    digests = malloc(choices->n_lists * sizeof *digests + 1);
    join->failed |= !numbers || !digests;
    for (unsigned i = 0; i < choices->n_lists && !join->failed; i++) {
        digests[i] = digest_in_any_order(choices, &choices->lists[i]);
        numbers[i] = 1;
        while (digests[numbers[i] - 1] != digests[i])
            numbers[i]++;
    }
    free(digests);
    return numbers;
}

static void add_answer(struct kzi_join_ranks *ranks, unsigned rank,
                       const struct kzi_join_answer *made) {
    unsigned answer = 0, chosen = 0;
    while (answer < ranks->n_answers &&
           (kzi_join_any(ranks->answers[answer].rows ^ made->rows) ||
            memcmp(ranks->answers[answer].choices, made->choices, sizeof made->choices) != 0))
        answer++;
    ranks->answer[rank] = (uint16_t)answer;
    if (answer < ranks->n_answers)
        return;
    ranks->answers[answer] = *made;
    ranks->n_answers++;
    while (memcmp(ranks->answers[chosen].choices, made->choices, sizeof made->choices) != 0)
        chosen++;
    ranks->answers[answer].chosen = (uint16_t)chosen;
}

static void find_answers(struct kzi_join *join, unsigned kind, unsigned n_ranks) {
    struct kzi_join_ranks *ranks = &join->ranks[kind];
    const unsigned words = join->program->words;
    kzi_join_rows all = ~(kzi_join_rows){0}, some = {0};
    uint16_t *numbers[2];
    for (unsigned of = 0; of < 2; of++)
        numbers[of] = number_lists(join, &join->every->rules[of]->set_choices[kind]);
    for (unsigned rank = 0; rank < n_ranks && !join->failed; rank++) {
        size_t class_ = ranks->rows->class_of[rank];
        struct kzi_join_answer made = {
            .rows = kzi_join_columns_of(join, ranks->rows->rows + class_ * words)};
        for (unsigned of = 0; of < 2; of++)
            if (numbers[of])
                made.choices[of] =
                    numbers[of][join->every->rules[of]->set_choices[kind].list_of[rank]];
        all &= made.rows;
        some |= made.rows;
        add_answer(ranks, rank, &made);
    }
    ranks->mentions = some & ~all;
    free(numbers[0]);
    free(numbers[1]);
}

static bool make_ranks(struct kzi_join *join, unsigned kind) {
    struct kzi_join_ranks *ranks = &join->ranks[kind];
    bool chows = kind == KZI_OF_CHOWS_ALONE;
    unsigned n_ranks = chows ? KZI_CHOW_RANKS : KZI_PUNG_RANKS;
    if (chows)
        list_chows(ranks);
    else
        list_pungs(ranks);
    add_up(ranks, kind);
    if (kzi_join_counts_only(join))
        return true;
    ranks->rows = chows ? &join->program->chows : &join->program->pungs;
    if (!ranks->rows->class_of)
        return true;
    ranks->states = calloc(KZI_JOIN_STATES, sizeof *ranks->states);
    ranks->answer = malloc(n_ranks * sizeof *ranks->answer);
    ranks->answers = malloc(n_ranks * sizeof *ranks->answers);
    if (!ranks->states || !ranks->answer || !ranks->answers)
        return false;
    ranks->n_states = 1;
    ranks->to_come[0] = UINT8_MAX;
    find_answers(join, kind, n_ranks);
    for (unsigned id = 0; id < KZI_CHOW_IDS; id++)
        ranks->states[0][id] = ranks->answer[0];
    make_alike(ranks, kind);
    return !join->failed;
}

uint16_t kzi_join_state(struct kzi_join *join, unsigned kind, unsigned to_come, unsigned a,
                        unsigned b) {
    struct kzi_join_ranks *ranks = &join->ranks[kind];
    uint16_t *known = &ranks->state_of[to_come][a][b];
    if (*known || !ranks->n_states)
        return *known ? (uint16_t)(*known - 1) : 0;
    uint16_t *made = ranks->states[ranks->n_states];
    memset(made, 0, sizeof *ranks->states);
    for (unsigned id = 0; id < ranks->upto[to_come + 1]; id++)
        made[id] = (uint16_t)answer_of(ranks, kind, a, b, id);
    unsigned state = 0;
    while (state < ranks->n_states &&
           (ranks->to_come[state] != to_come ||
            memcmp(ranks->states[state], made, sizeof *ranks->states) != 0))
        state++;
    if (state == ranks->n_states) {
        ranks->to_come[state] = (uint8_t)to_come;
        ranks->n_states++;
    }
    *known = (uint16_t)(state + 1);
    return (uint16_t)state;
}

bool kzi_join_ranks_are_mirrored(const struct kzi_join *join) {
    bool same = true;
    for (unsigned kind = 0; kind < KZI_ALONE_KINDS; kind++) {
        const struct kzi_join_ranks *ranks = &join->ranks[kind];
        for (unsigned a = 0; a < ranks->n_ids && ranks->n_states && same; a++)
            for (unsigned b = 0; b < ranks->upto[KZI_JOIN_SETS - ranks->n_sets[a] + 1]; b++) {
                unsigned to_come = KZI_JOIN_SETS - 0U - ranks->n_sets[a] - ranks->n_sets[b];
                for (unsigned c = 0; c < ranks->upto[to_come + 1]; c++)
                    same &= answer_of(ranks, kind, a, b, c) == answer_of(ranks, kind, b, a, c);
            }
    }
    return same;
}

/* --- sets that a cover of its own sets asks for ------------------------------------------------
 */

static bool covers_own(const struct kzi_coverer *coverer, unsigned yaku) {
    for (unsigned k = 0; k < coverer->n_some; k++)
        if (coverer->some[k].yaku == yaku && coverer->some[k].which == KZI_COVERS_OWN)
            return true;
    return false;
}

static void add_own(struct kzi_join *join, unsigned of, const struct kzi_coverer *coverer,
                    unsigned yaku) {
    const struct kz_ruleset *rules = join->every->rules[of];
    struct kzi_phrase_index at = kzi_join_counted_at(join, of, yaku)->phrase;
    unsigned field;
    if (rules->model->yaku[yaku].each != KZI_EACH_SET ||
        !kzi_join_counts(&join->program->phrases, at, &field))
        return;
    for (unsigned form = 0; form < join->n_forms; form++)
        join->own[form] |= kzi_join_columns_of_yaku(join, of, coverer->yaku);
    for (unsigned code = 0; code < KZI_GROUP_CODES; code++)
        if (kzi_sum_of_phrase(&join->program->sums[code], at)) {
            struct kzi_count_key key = KZI_NEW_COUNT_KEY;
            kzi_count_key_add(&key, code);
            join->own_of[code] = key.a;
        }
}

/* Find whether melds count more phrases, or fewer, where the winning tile is like them. */
static void find_like(struct kzi_join *join) {
    const struct kzi_program *program = join->program;
    unsigned bits = join->phrases.bits_each, n_fields = kzi_join_fields(&program->phrases);
    for (unsigned code = 0; code < KZI_GROUP_CODES; code++) {
        unsigned unlike = kzi_decode_group(code).kind == KZI_CHOW
                              ? code - code % KZI_CHOW_CODES % 4
                              : code - (code - 3 * KZI_CHOW_CODES) % 2;
        uint64_t one = program->sums[code].phrases[0], other = program->sums[unlike].phrases[0];
        join->asks_like |= one != other;
        for (unsigned i = 0; i < n_fields; i++)
            join->fewer_like |=
                (one >> i * bits & ((1U << bits) - 1)) < (other >> i * bits & ((1U << bits) - 1));
    }
}

static void make_own(struct kzi_join *join) {
    for (unsigned of = 0; of < 2; of++) {
        const struct kz_ruleset *rules = join->every->rules[of];
        join->counts_fours |= rules->counts_fours;
        for (unsigned i = 0; i < rules->n_coverers; i++)
            for (unsigned yaku = 0; yaku < rules->n_yaku; yaku++)
                if (covers_own(&rules->coverers[i], yaku))
                    add_own(join, of, &rules->coverers[i], yaku);
    }
}

/* --- all of it ---------------------------------------------------------------------------------
 */

static bool make_tables(struct kzi_join *join) {
    const struct kzi_program *program = join->program;
    join->unlike_asked = ~(kzi_join_rows){0};
    for (unsigned i = 0; i < program->n_asked; i++)
        if (join->whole_suit[i / 64] >> i % 64 & 1)
            join->unlike_asked &=
                kzi_join_columns_of(join, kzi_find_feature(program, KZI_F_ASKED, i)->rows) |
                join->loose;
    make_suits(join);
    make_own(join);
    if (!make_phrases(join))
        return false;
    find_like(join);
    return true;
}

/* Groups and sets of a form still to come to so many tiles of some suits; of some kinds of honors
 * it is not known how many tiles are of the body, if it has any. */
static void find_left(struct kzi_join *join, unsigned form, unsigned suits, unsigned tiles) {
    const struct kzi_join_form *of = &join->forms[form];
    unsigned groups = of->shape->sets + of->shape->pairs + 0U, body = 0, there = tiles / 2;
    uint8_t *sets_left = &join->sets_left[form][suits][tiles],
            *groups_left = &join->groups_left[form][suits][tiles];
    if (!suits && of->body_tiles[3])
        tiles = there = 0;
    for (unsigned suit = 0; suit < 4; suit++)
        body += suits >> suit & 1 ? of->body_tiles[suit] : 0;
    if (kzi_join_has_sets(of)) {
        unsigned rest = tiles > body ? tiles - body : 0, sets = rest / 3;
        there = sets + kzi_join_has_pair(rest);
        if (tiles < body || rest % 3 == 1 || sets > of->shape->sets ||
            kzi_join_has_pair(rest) > of->shape->pairs)
            *sets_left = KZI_JOIN_NEVER;
        else
            *sets_left = (uint8_t)(of->shape->sets - sets);
    }
    *groups_left = (uint8_t)(kzi_join_has_singles(of) || there > groups ? 0 : groups - there);
}

static void make_left(struct kzi_join *join) {
    for (unsigned tiles = 0; tiles <= join->n_tiles; tiles++) {
        unsigned melds = (join->n_tiles - tiles) / 3;
        join->melds_left[tiles] = (uint8_t)(melds < KZI_JOIN_SETS ? melds : KZI_JOIN_SETS);
        for (unsigned form = 0; form < join->n_forms; form++)
            for (unsigned suits = 0; suits < 16; suits++)
                find_left(join, form, suits, tiles);
    }
}

bool kzi_join_reduction_make(struct kzi_join *join) {
    make_left(join);
    for (unsigned suit = 0; suit < 4; suit++)
        make_present(join, suit);
    bool made = (kzi_join_counts_only(join) || make_tables(join)) &&
                make_ranks(join, KZI_OF_CHOWS_ALONE) && make_ranks(join, KZI_OF_PUNGS_ALONE);
    kzi_join_needs_make(join);
    for (unsigned kind = 0; kind < KZI_ALONE_KINDS; kind++)
        join->ranks[kind].mentions |= join->places.mentions;
    return made && !join->failed;
}

void kzi_join_reduction_release(struct kzi_join *join) {
    free(join->phrases.alive);
    for (unsigned kind = 0; kind < KZI_ALONE_KINDS; kind++) {
        free(join->ranks[kind].states);
        free(join->ranks[kind].answer);
        free(join->ranks[kind].answers);
    }
}
