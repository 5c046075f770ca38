#include "cli/commands/commands.h"

#include "cli/stream/scoring.h"

static int run(const struct kzi_args *args) {
    bool why_not = args->given[KZI_OPT_WHY_NOT];
    if (why_not && args->given[KZI_OPT_EXPLAIN])
        return kzi_say_usage("score", "--why-not and --explain: write one or the other");
    return kzi_scoring_run(args, why_not ? &kzi_asks_why_not : &kzi_scores_hands);
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
            "  seat=S round=E from=W  winds; dora=4p ura=1z honba=1 deposits=2 flowers=3\n"
            "  riichi ippatsu ...     circumstances the ruleset knows; haitei, tenhou and\n"
            "                         the like also say by which way and in which seat\n"
            "  pao=daisangen:N        the seat that fed the last set of that yaku\n"
            "Brackets need single quotes in a shell. A hand may also be a JSON object.\n"
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
            "  kazoe score -r ema-2016 --json -j 0 -f hands.txt\n",
    .run = run,
};
