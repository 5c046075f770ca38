#include "report/completion_report.h"

#include "hand/shanten.h"
#include "report/document.h"
#include "report/result_json.h"
#include "report/wording.h"

static bool score_with(const struct kzi_completion_job *job, unsigned kind, bool red,
                       bool self_draw) {
    struct kzi_last_tile last = {(uint8_t)kind, red, self_draw};
    return kzi_score_completed(job->result, job->rules, job->hand, last) == KZ_OK;
}

/* Return whether the hand is refused with its first tile both on a discard and by self-draw; then
 * the fault is in the hand. */
static bool is_refused(const struct kzi_completion_job *job) {
    const struct kzi_completion *completion = job->completion;
    for (unsigned self_draw = 0; self_draw < 2; self_draw++)
        if (!completion->ready || score_with(job, completion->list[0].kind, false, self_draw))
            return false;
    return true;
}

kz_status kzi_completion_job_find(const struct kzi_completion_job *job,
                                  struct kzi_completion *completion, kz_error *error) {
    struct kzi_tiles tiles;
    kzi_tiles_init(&tiles, job->hand);
    kz_status status = kzi_completion_find(completion, job->rules, job->hand, &tiles, error);
    if (status != KZ_OK || !is_refused(job))
        return status;
    *error = job->result->error;
    return error->status;
}

/* --- a way to win ----------------------------------------------------------------------------- */

/* Counts of the tiles that complete a hand, and of those that win. */
struct tally {
    unsigned left, winning, winning_left;
    bool red; /* a red five is listed separately */
};

/* Put the worth of a completed hand, as "8000: 4 fan 40 fu, Mangan", or why it does not win. */
static void put_worth(struct kzi_doc *doc, const char *key, const struct kzi_completion_job *job,
                      bool scored) {
    static const enum kzi_says says[] = {
        [KZI_INCOMPLETE] = KZI_SAYS_not_won,
        [KZI_NO_YAKU] = KZI_SAYS_no_win_no_yaku,
        [KZI_BELOW_MINIMUM] = KZI_SAYS_no_win_below_minimum,
        [KZI_FURITEN] = KZI_SAYS_no_win_furiten,
    };
    const struct kz_result *result = job->result;
    struct kzi_sentence *sentence = kzi_doc_words(doc, key);
    if (!scored && kzi_is_excluded(result))
        kzi_text_char(sentence->text, '-');
    else if (!scored)
        kzi_say_word(sentence, "error", result->error.code);
    else if (result->reason != KZI_WINS)
        kzi_argument_says(sentence,
                          result->best.meets ? says[result->reason] : KZI_SAYS_no_win_not_allowed);
    else {
        kzi_text_format(sentence->text, "%lld: ", (long long)result->best.points);
        kzi_say_worth(sentence, result, true);
    }
}

static void put_verdict(struct kzi_doc *doc, const char *key, const struct kzi_completion_job *job,
                        bool scored) {
    const struct kz_result *result = job->result;
    if (!scored && kzi_is_excluded(result)) {
        kzi_doc_string(doc, key, NULL);
        return;
    }
    KZI_DOC_OBJECT(doc, key)
        if (scored) {
            kzi_put_verdict_json(doc->out, result, job->explain);
        } else {
            KZI_DOC_OBJECT(doc, "error") {
                kzi_doc_string(doc, "code", result->error.code);
                kzi_doc_string(doc, "message", result->error.text);
            }
        }
}

/* Put the worth of the completed hand and fill in its yaku; return whether it wins. */
static bool put_completed_by(struct kzi_doc *doc, const struct kzi_completion_job *job,
                             unsigned kind, bool red, bool self_draw,
                             uint64_t yaku[KZI_YAKU_WORDS]) {
    static const char *const keys[] = {"discard", "self_draw"};
    const bool scored = score_with(job, kind, red, self_draw);
    if (doc->json) {
        put_verdict(doc, keys[self_draw], job, scored);
        return false;
    }
    put_worth(doc, keys[self_draw], job, scored);
    if (!scored || job->result->reason != KZI_WINS)
        return false;
    memcpy(yaku, job->result->best.scored, sizeof job->result->best.scored);
    return true;
}

/* --- its yaku --------------------------------------------------------------------------------- */

enum way { ON_DISCARD, BY_SELF_DRAW, IN_BOTH_WAYS };

/* Say the yaku of one way of winning alone, or of both, after any others said since `from`. */
static void say_names(struct kzi_sentence *sentence, size_t from, const struct kz_ruleset *rules,
                      uint64_t yaku[2][KZI_YAKU_WORDS], enum way way) {
    static const enum kzi_says says[] = {KZI_SAYS_only_on_discard, KZI_SAYS_only_by_self_draw,
                                         KZI_SENTENCES};
    const uint64_t *own = yaku[way == BY_SELF_DRAW], *other = yaku[way != BY_SELF_DRAW];
    uint64_t set[KZI_YAKU_WORDS];
    uint16_t list[KZI_MAX_YAKU];
    for (unsigned i = 0; i < KZI_YAKU_WORDS; i++)
        set[i] = own[i] & (way == IN_BOTH_WAYS ? other[i] : ~other[i]);
    const unsigned count = kzi_list_yaku(rules, set, list);
    if (!count)
        return;
    kzi_text_put(sentence->text, sentence->text->len > from ? "; " : "");
    KZI_SENTENCE(sentence, way != IN_BOTH_WAYS ? says[way] : KZI_AND)
        KZI_SENTENCE(sentence, KZI_COMMA)
            for (unsigned i = 0; i < count; i++)
                kzi_argument_yaku(sentence, rules->model, list[i]);
}

/* Put both ways of winning, the yaku that both have and those of only one; return whether the hand
 * wins. */
static bool put_ways(struct kzi_doc *doc, const struct kzi_completion_job *job, unsigned kind,
                     bool red) {
    uint64_t yaku[2][KZI_YAKU_WORDS];
    bool won[2];
    for (unsigned self_draw = 0; self_draw < 2; self_draw++)
        won[self_draw] = put_completed_by(doc, job, kind, red, self_draw, yaku[self_draw]);
    if (!won[0] && !won[1])
        return false;
    if (!won[0] || !won[1])
        memcpy(yaku[won[0]], yaku[won[1]], sizeof *yaku);
    struct kzi_sentence *sentence = kzi_doc_words(doc, ".yaku");
    const size_t from = sentence->text->len;
    say_names(sentence, from, job->rules, yaku, IN_BOTH_WAYS);
    say_names(sentence, from, job->rules, yaku, ON_DISCARD);
    say_names(sentence, from, job->rules, yaku, BY_SELF_DRAW);
    return true;
}

/* --- tiles ------------------------------------------------------------------------------------ */

static void put_lacking(struct kzi_doc *doc, const struct kzi_completion_job *job,
                        const struct kzi_lacking_tile *tile, struct tally *tally) {
    tally->left += tile->left;
    kzi_doc_element(doc);
    kzi_doc_tile(doc, "tile", tile->kind, false);
    kzi_doc_int(doc, "left", tile->left);
    if (job->completion->ready) {
        bool wins = put_ways(doc, job, tile->kind, false);
        tally->winning += wins;
        tally->winning_left += wins ? tile->left : 0;
        if (tile->reds) {
            tally->red = true;
            KZI_DOC_OBJECT(doc, "red") {
                kzi_doc_tile(doc, ".tile", tile->kind, true);
                kzi_doc_int(doc, "left", tile->reds);
                put_ways(doc, job, tile->kind, true);
            }
        }
    }
}

/* Put how many tiles complete the hand ("waits on 2 tiles, 8 left") and, if not all of them win,
 * how many do; for a hand that is not ready, how many bring it closer. */
static void put_state(struct kzi_doc *doc, const struct kzi_completion_job *job,
                      const struct tally *tally) {
    const struct kzi_completion *completion = job->completion;
    if (completion->ready) {
        KZI_DOC_SAY(doc, ".waits_on", completion->any ? KZI_SAYS_waits_on_any : KZI_SAYS_waits_on,
                    "%u\t%u", completion->count, tally->left);
        if (tally->winning < completion->count || !tally->winning)
            KZI_DOC_SAY(doc, ".winning", tally->winning ? KZI_SAYS_some_win : KZI_SAYS_none_wins,
                        "%u\t%u", tally->winning, tally->winning_left);
        if (completion->furiten)
            KZI_DOC_SENTENCE(sentence, doc, ".own_discards", KZI_SAYS_own_discards)
                kzi_put_kinds(kzi_argument(sentence), completion->furiten);
        if (tally->red)
            kzi_doc_say(doc, ".in_brackets", KZI_SAYS_in_brackets);
        return;
    }
    if (job->hand->n_words)
        kzi_doc_say(doc, ".words", KZI_SAYS_words_count_later);
    KZI_DOC_SAY(doc, ".closer", KZI_SAYS_brings_closer, "%u\t%u", completion->count, tally->left);
}

/* --- the whole -------------------------------------------------------------------------------- */

void kzi_put_completion(struct kzi_text *text, const struct kzi_completion_job *job,
                        const struct kzi_style *style) {
    const struct kzi_completion *completion = job->completion;
    const bool reachable = completion->shanten < KZI_MAX_LACKING - 1;
    const struct kz_result *result = job->result;
    struct tally tally = {0};
    struct kzi_doc doc = kzi_doc_begin(text, style);
    if (!doc.json) { /* now, because put_ways scores other hands into the result */
        job->result->rules = job->rules;
        kzi_result_keep_hand(job->result, job->hand);
        kzi_put_situation(&doc, &result, 1);
    }
    kzi_doc_ruleset(&doc, kzi_hand_id(job->hand), job->rules);
    kzi_doc_known(&doc, "shanten", reachable, completion->shanten);
    if (completion->asks_discards)
        kzi_doc_bool(&doc, "furiten", completion->furiten);
    if (completion->any)
        kzi_doc_bool(&doc, "any", true);
    if (!completion->ready)
        KZI_DOC_LIST(&doc, "waits") {
        }
    KZI_DOC_LIST(&doc, completion->ready ? "waits" : "accepts")
        for (unsigned i = 0; i < completion->count; i++)
            put_lacking(&doc, job, &completion->list[i], &tally);
    if (!doc.json) {
        kzi_put_tiles_and_melds(kzi_doc_text(&doc, ".hand"), job->hand);
        put_state(&doc, job, &tally);
    }
    kzi_doc_end(&doc, completion->ready ? KZI_LAYOUT_waits
                      : reachable       ? KZI_LAYOUT_accepts
                                        : KZI_LAYOUT_nothing);
}
