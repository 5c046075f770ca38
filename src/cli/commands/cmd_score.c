/* kazoe score, settle, waits, discards and value: hands, deals or values under one ruleset. */
#include "analysis/whynot/why_not.h"
#include "cli/commands/commands.h"
#include "cli/stream/scorer.h"
#include "score/prospect.h"

int kzi_find_yaku(unsigned *yaku, const struct kzi_args *args, const struct kzi_model *model,
                  const char *name) {
    const char *command = args->command->name;
    unsigned found[2], count = kzi_yaku_named(model, name, found);
    *yaku = count ? found[0] : 0;
    if (count == 1)
        return KZI_EXIT_DONE;
    if (count) {
        kzi_say(command, "'%s' is the name of several yaku: %s, %s", name, model->yaku[found[0]].id,
                model->yaku[found[1]].id);
        return KZI_EXIT_USAGE;
    }
    char what[128];
    snprintf(what, sizeof what, "%s has no yaku", model->id);
    return kzi_say_unknown(command, what, name, model->yaku_names.name, model->yaku_names.count);
}

/* Read the value of an option, a whole number; 0 if it is not given. */
static unsigned read_number(const struct kzi_args *args, int option, unsigned least,
                            unsigned most) {
    const char *text = args->value[option], *name = kzi_option_rows[option].name;
    size_t len = text ? strlen(text) : 0;
    bool number = len && len <= 6 && strspn(text, "0123456789") == len;
    unsigned long value = number ? strtoul(text, NULL, 10) : 0;
    if (text && (!number || value < least || value > most))
        kzi_end_usage(args, "--%s takes a number from %u to %u, not '%s'", name, least, most, text);
    return (unsigned)value;
}

static void read_turns(struct kzi_score_job *job) {
    const struct kzi_args *args = job->args;
    job->turns = read_number(args, KZI_OPT_TURNS, 1, KZI_MAX_TURNS);
    job->width =
        args->value[KZI_OPT_WIDTH] ? read_number(args, KZI_OPT_WIDTH, 0, KZI_MAX_WIDTH) : KZI_WIDTH;
    job->limit = read_number(args, KZI_OPT_LIMIT, 1, 86400);
    if (job->limit > 0 && !job->turns)
        kzi_end_usage(args, "--limit needs --turns, because nothing else takes long");
    if (args->value[KZI_OPT_WIDTH] && !job->turns)
        kzi_end_usage(args, "--width needs --turns, because nothing else follows changes");
    if (args->given[KZI_OPT_URA] && !job->turns)
        kzi_end_usage(args, "--ura needs --turns, because nothing else is a mean over wins");
}

/* Open the ruleset that is named or configured, or all that are named, from which records choose.
 */
static void open_rules(struct kzi_score_job *job) {
    const struct kzi_args *args = job->args;
    struct kzi_ruleset_argument choice;
    kz_ruleset **rules = KZI_NEW_ARRAY(args->arena, KZI_MAX_REPEATED, kz_ruleset *);
    job->rules = rules;
    job->n_rules = 1;
    if (args->rulesets.count > 1) {
        job->n_rules = (unsigned)args->rulesets.count;
        kzi_style_set_language(&job->style, args, kzi_rulesets_open(rules, args));
        return;
    }
    rules[0] = kzi_ruleset_argument_open(&choice, args, args->value[KZI_OPT_RULESET]);
    kzi_style_set_language(&job->style, args, choice.language);
}

static int run_job(const struct kzi_args *args, const struct kzi_scorer_kind *kind) {
    struct kzi_score_job job = kzi_score_job_of(args, kind);
    int status = KZI_EXIT_DONE;
    read_turns(&job);
    open_rules(&job);
    if (args->given[KZI_OPT_WHY_NOT])
        status = kzi_find_yaku(&job.yaku, args, job.rules[0]->model, args->value[KZI_OPT_WHY_NOT]);
    return status == KZI_EXIT_DONE ? kzi_score_lines(&job) : status;
}

static int run_score(const struct kzi_args *args) {
    return run_job(args, args->given[KZI_OPT_WHY_NOT] ? &kzi_asks_why_not : &kzi_scores_hands);
}

static int run_settle(const struct kzi_args *args) {
    return run_job(args, &kzi_settles_deals);
}

static int run_waits(const struct kzi_args *args) {
    struct kzi_score_job job = kzi_score_job_of(args, &kzi_finds_waits);
    open_rules(&job);
    return kzi_score_lines(&job);
}

static int run_discards(const struct kzi_args *args) {
    return run_job(args, &kzi_finds_discards);
}

static int run_value(const struct kzi_args *args) {
    return run_job(args, &kzi_pays_values);
}

const struct kzi_command kzi_command_score = {
    .name = "score",
    .bit = KZI_FOR_SCORE,
    .usage = "[-r RULESET] [OPTIONS] [HAND]",
    .says = "Score a hand, or without HAND every line of the input.",
    .help = "A hand is tiles and words in any order; all words after the options are one\n"
            "hand:\n"
            "  123m 406p 55z          m characters, p dots, s bamboo, z honors; 0 a red five\n"
            "  [345p] [555z] [1111s]  claimed chow, pung, kong; (7777z) a concealed kong\n"
            "  +8s                    the winning tile; without it, the last tile written\n"
            "  ron tsumo              by discard (assumed) or by self-draw\n"
            "  seat=S round=E from=W  winds; dora=4p ura=1z honba=1 deposits=2 flowers=1f3g\n"
            "  aside=44z              tiles laid aside\n"
            "  riichi ippatsu ...     circumstances the ruleset knows; haitei, tenhou and\n"
            "                         the like also say by which way and in which seat\n"
            "  pao=daisangen:N        the seat that fed the last set of that yaku\n"
            "Brackets need single quotes in a shell. A hand may also be a JSON object.\n"
            "Where -r is repeated, \"ruleset\" in a JSON object names one of them; all other\n"
            "hands are scored under the first.\n"
            "\n"
            "Columns: id line error win reason points total qualifying fu limit multiplier\n"
            "E S W N discarder others yaku.\n"
            "\n"
            "Exit status: 0 done, 1 a hand does not win (with --why-not: the yaku does not\n"
            "count), 2 bad usage, a bad hand, or a yaku that the rules do not have, 3 bad\n"
            "rules, 4 something could not be read or written; the highest of those that\n"
            "apply.\n"
            "\n"
            "Examples:\n"
            "  kazoe score -r ema-2016 123456m23p55789s +1p ron seat=S from=W riichi\n"
            "  kazoe score -r ema-2016 --explain '234m67s55z [345p] (7777z) +8s tsumo seat=E'\n"
            "  kazoe score -r ema-2016 --why-not pinfu 123m456p789p22s68s +7s\n"
            "  kazoe score -r ema-2016 --json -j 0 -f hands.txt\n"
            "  kazoe score -r tenhou -r mcr --columns id,points,yaku -f hands.ndjson\n",
    .run = run_score,
};

const struct kzi_command kzi_command_settle = {
    .name = "settle",
    .bit = KZI_FOR_SETTLE,
    .usage = "[-r RULESET] [OPTIONS] [DEAL]",
    .says = "Settle a whole deal: several winners, bets, or a draw.",
    .help = "A deal is a line (S ron W 3 fan 40 fu) or a JSON object. Its keys:\n"
            "  \"round\":\"E\" \"honba\":1     round wind, counters\n"
            "  \"deposits\":1              bets left from earlier deals\n"
            "  \"riichi\":[\"S\",\"N\"]        the seats that bet in this one\n"
            "  \"dora\":[\"4p\"] \"ura\":[\"1z\"] indicators\n"
            "  \"from\":\"W\"                the discarder; without it, a self-draw\n"
            "  \"winners\":[{...}]         each: seat, hand, melds, win, flags, pao, flowers,\n"
            "                            aside; or without tiles what was won: total, fu,\n"
            "                            limit, multiplier, points of the discarder, chips\n"
            "  \"others\":[{...}]          who did not win: seat, hand, melds, flags,\n"
            "                            flowers, aside; their hands count if losers settle,\n"
            "                            as tiles or as points\n"
            "or, where nobody won:\n"
            "  \"draw\":\"exhaustive\"       or a word the ruleset declares\n"
            "  \"tenpai\":[\"E\",\"S\"]        the seats that were ready; \"nagashi\":[] likewise\n"
            "besides, or alone, where the rules pay for kongs or let winners leave:\n"
            "  \"kongs\":[{...}]           each: seat, kind (concealed, claimed, added), from\n"
            "  \"out\":\"EW\"                the seats that have left\n"
            "  \"wareme\":\"S\"              the seat that pays and gets double for wins\n"
            "\n"
            "Exit status: 0 done, 1 a winner's hand does not win, 2 bad usage or a bad deal,\n"
            "3 bad rules, 4 something could not be read or written; the highest of those\n"
            "that apply.\n"
            "\n"
            "Examples:\n"
            "  kazoe settle -r ema-2016 '{\"from\":\"W\",\"winners\":[\n"
            "    {\"seat\":\"S\",\"hand\":\"123456m23p55789s\",\"win\":\"4p\"},\n"
            "    {\"seat\":\"N\",\"hand\":\"234m2388p567678s\",\"win\":\"4p\"}]}'\n"
            "  kazoe settle -r ema-2016 '{\"from\":\"W\",\"winners\":[\n"
            "    {\"seat\":\"S\",\"total\":3,\"fu\":40}]}'\n"
            "  kazoe settle -r ema-2016 '{\"draw\":\"exhaustive\",\"tenpai\":[\"E\",\"S\"]}'\n"
            "  kazoe settle -r ema-2016 --json -f deals.ndjson\n",
    .run = run_settle,
};

const struct kzi_command kzi_command_waits = {
    .name = "waits",
    .bit = KZI_FOR_WAITS,
    .usage = "[-r RULESET] [OPTIONS] [HAND]",
    .says = "Show which tiles complete a hand, and what each is worth.",
    .help = "The hand lacks one tile; it is written like a hand of kazoe score, without a\n"
            "winning tile, and without ron or tsumo. Besides:\n"
            "  seen=1m447z            tiles that the player sees elsewhere\n"
            "  discards=1m447z        the player's own discards\n"
            "  from=W                 who would discard; else the player before in turn,\n"
            "                         where that decides\n"
            "Each tile is shown with the copies that are left and with what the hand is\n"
            "worth with it, on a discard and by self-draw; a red five that can still come\n"
            "has a line of its own. If the hand is not ready, the tiles are shown that\n"
            "bring it closer. --explain adds the yaku and, where it would not win, those\n"
            "that one other tile or one word would add.\n"
            "\n"
            "Exit status: 0 done, 2 bad usage or a bad hand, 3 bad rules, 4 something could\n"
            "not be read or written; the highest of those that apply.\n"
            "\n"
            "Examples:\n"
            "  kazoe waits -r ema-2016 123456m23p55789s riichi\n"
            "  kazoe waits -r mcr '123m456m789m 44p [555z]' seen=4p\n"
            "  kazoe waits -r tenhou --json -f hands.txt\n",
    .run = run_waits,
};

const struct kzi_command kzi_command_discards = {
    .name = "discards",
    .bit = KZI_FOR_DISCARDS,
    .usage = "[-r RULESET] [OPTIONS] [HAND]",
    .says = "Show what a full hand keeps without each of its tiles.",
    .help = "The hand has as many tiles as one that wins; it is written like a hand of kazoe\n"
            "waits, with the same words. Each tile that may go is shown with\n"
            "  away                   how many tiles the rest is from being ready\n"
            "  left                   copies left of the tiles that bring it closer\n"
            "  best mean              of a rest that is ready, by self-draw: the highest\n"
            "                         points, and the mean over the copies left\n"
            "  accepts                the tiles that bring it closer\n"
            "The hand is worth what its words say: write riichi to ask for a riichi hand.\n"
            "--turns N adds the chance to win within N draws and the expected points. Only\n"
            "the player draws, wins at once where the rules allow it, and otherwise\n"
            "discards for the most points expected, without getting further from being\n"
            "ready; after riichi a ready hand stays as it is. --json has every turn up to\n"
            "N. Changes that bring the hand no closer are followed near the first hand\n"
            "alone; a higher --width follows more, and takes 10 to 40 times as long. --ura\n"
            "adds the mean over ura indicators, where the rules have them. Where memory\n"
            "or --limit ends the search, the turns already known are shown.\n"
            "\n"
            "Exit status: 0 done, 2 bad usage or a bad hand, 3 bad rules, 4 something could\n"
            "not be read or written; the highest of those that apply.\n"
            "\n"
            "Examples:\n"
            "  kazoe discards -r ema-2016 123456m23p557899s riichi\n"
            "  kazoe discards -r mcr '123m456m789m 45p [555z]' seen=4p\n"
            "  kazoe discards -r tenhou --turns 17 123406m3457p5589s riichi\n"
            "  kazoe discards -r tenhou --json -f hands.txt\n",
    .run = run_discards,
};

const struct kzi_command kzi_command_value = {
    .name = "value",
    .bit = KZI_FOR_VALUE,
    .usage = "[-r RULESET] [OPTIONS] [VALUE]",
    .says = "Show who pays what for a total and fu, or for a limit, without tiles.",
    .help = "A value is, in any order:\n"
            "  3 fan 40 fu            the total in the unit of the rules, and the fu where\n"
            "                         they decide what is paid; 24 points, 5 tai ...\n"
            "  mangan, 2 yakuman      or a limit, by id or name in any language\n"
            "  8000 points            or what the discarder pays, unless points are the unit\n"
            "  3 chips                where the rules have chips\n"
            "  ron tsumo              by discard (assumed) or by self-draw\n"
            "  seat=S from=W          the winner's seat, the discarder\n"
            "  honba=1 deposits=2     counters and bets on the table; out=EW who has left\n"
            "  robbing_kong ...       a circumstance, where the rules let it decide who pays\n"
            "A value may also be a JSON object: \"total\" and \"fu\", \"limit\" and\n"
            "\"multiplier\", or \"points\"; \"chips\"; and the keys of a hand.\n"
            "\n"
            "Exit status: 0 done, 1 a total is below the minimum, 2 bad usage or a bad\n"
            "value, 3 bad rules, 4 something could not be read or written; the highest of\n"
            "those that apply.\n"
            "\n"
            "Examples:\n"
            "  kazoe value -r ema-2016 3 fan 40 fu tsumo seat=E honba=2\n"
            "  kazoe value -r mcr 24 points from=W\n"
            "  kazoe value -r tenhou --json -f values.txt\n",
    .run = run_value,
};
