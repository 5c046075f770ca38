/* kazoe convert: hands in another notation. */
#include "cli/commands/commands.h"
#include "cli/stream/scorer.h"

static int run_convert(const struct kzi_args *args) {
    struct kzi_score_job job = kzi_score_job_of(args, &kzi_converts_hands);
    if (!args->given[KZI_OPT_TO])
        kzi_end_usage(args, "say which notation to write, as in --to majiang");
    job.to = kzi_notation_option(args, KZI_OPT_TO);
    return kzi_score_lines(&job);
}

const struct kzi_command kzi_command_convert = {
    .name = "convert",
    .bit = KZI_FOR_CONVERT,
    .usage = "--to NOTATION [OPTIONS] [HAND]",
    .says = "Write a hand in another notation.",
    .help = "The notations, and whether they are recognized where hands are read:\n"
            "  kazoe      123m406p55z [345p] (7777z) +8s riichi seat=S              yes\n"
            "  majiang    m123p406z55*,p34-5,z7777                                  yes\n"
            "  gb         [345p,1][7777z]123m55pN|EE1000|fah                        yes\n"
            "  mjai       [\"1m\",\"5mr\",\"E\",\"P\"]                                    yes\n"
            "  tiles-136  0 4 8 120                      if a number is above 33\n"
            "  counts-34  34 counts                                                 yes\n"
            "  tiles-34   0 1 2 31                                                  no\n"
            "  unicode    tiles of the mahjong block                                yes\n"
            "  chinese    \xE4\xB8\x80\xE8\x90\xAC \xE4\xBA\x8C\xE8\x90\xAC "
            "\xE6\x9D\xB1 \xE7\x99\xBC, simplified or traditional       yes\n"
            "  botzone    W1 B1 T1 F1 J1 H1                                         no\n"
            "  cbd        C1 B1 D1 E P                                              no\n"
            "The last tile written is the winning one unless + or win names it; in counts\n"
            "none is the last. A hand may lack its winning tile. Words and keys may follow\n"
            "after a blank, as in kazoe's own notation. What the notation has no place for\n"
            "is an error unless --tiles-only leaves it out.\n"
            "\n"
            "Exit status: 0 done, 2 bad usage or a hand that could not be converted, 4\n"
            "something could not be read or written; the highest of those that apply.\n"
            "\n"
            "Examples:\n"
            "  kazoe convert --to majiang '234m67s55z [345p] (7777z) +8s riichi'\n"
            "  kazoe convert --to kazoe m123p406s789z1122,m34-5\n"
            "  kazoe convert --to tiles-136 --tiles-only --json -f hands.txt\n",
    .run = run_convert,
};
