#include "cli/commands/commands.h"

#include "cli/stream/scoring.h"

static int run(const struct kzi_args *args) {
    return kzi_scoring_run(args, &kzi_settles_deals);
}

const struct kzi_command kzi_command_settle = {
    .name = "settle",
    .bit = KZI_FOR_SETTLE,
    .usage = "[-r RULESET] [OPTIONS] [DEAL]",
    .says = "Settle a whole deal: several winners, bets, or a draw.",
    .help = "A deal is a JSON object. What belongs to the deal:\n"
            "  \"round\":\"E\" \"honba\":1     round wind, counters\n"
            "  \"deposits\":1              bets left from earlier deals\n"
            "  \"riichi\":[\"S\",\"N\"]        the seats that bet in this one\n"
            "  \"dora\":[\"4p\"] \"ura\":[\"1z\"] indicators\n"
            "  \"from\":\"W\"                the discarder; without it, a self-draw\n"
            "  \"winners\":[{...}]         each: seat, hand, melds, win, flags, pao, flowers\n"
            "or, where nobody won:\n"
            "  \"draw\":\"exhaustive\"       or a word the ruleset declares\n"
            "  \"tenpai\":[\"E\",\"S\"]        the seats that were ready; \"nagashi\":[] likewise\n"
            "\n"
            "Exit status: 0 done, 1 a winner's hand does not win, 2 bad usage or a bad deal,\n"
            "3 bad rules, 4 something could not be read or written; the highest of those\n"
            "that apply.\n"
            "\n"
            "Examples:\n"
            "  kazoe settle -r ema-2016 '{\"from\":\"W\",\"winners\":[\n"
            "    {\"seat\":\"S\",\"hand\":\"123456m23p55789s\",\"win\":\"4p\"},\n"
            "    {\"seat\":\"N\",\"hand\":\"234m2388p567678s\",\"win\":\"4p\"}]}'\n"
            "  kazoe settle -r ema-2016 '{\"draw\":\"exhaustive\",\"tenpai\":[\"E\",\"S\"]}'\n"
            "  kazoe settle -r ema-2016 --json -f deals.ndjson\n",
    .run = run,
};
