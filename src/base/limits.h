/* limits.h - bounds on all input.  Exceeding one is an error with its own message, so that no
 * file and no line takes long or needs much memory.  tests/commands/limits.tap tests each at the
 * limit and one past it. */
#ifndef KZI_LIMITS_H
#define KZI_LIMITS_H

#include <stdint.h>

/* The digits of a limit, for messages that are constants: an error of a rule file that is made with
 * % may be hidden (base/diag.c). */
#define KZI_DIGITS(limit)   KZI_DIGITS_(limit)
#define KZI_DIGITS_(digits) #digits

/* Rule files.  kazoe.h has the limits of overlays and settings. */
#define KZI_MAX_FILE_MIB   1      /* of one file */
#define KZI_MAX_FILES_MIB  4      /* of all files of a ruleset */
#define KZI_MAX_DEPTH      32     /* nesting of lists and mappings */
#define KZI_MAX_EVENTS     100000 /* scalars, lists and mappings in one file */
#define KZI_MAX_SCALAR_KIB 64     /* of one scalar */
#define KZI_MAX_KEYS       4096   /* in one mapping */
#define KZI_MAX_CHAIN      8      /* files that extend one another */
#define KZI_MAX_CHANGES    256    /* addresses in one file, removals included; each makes a copy */
#define KZI_MAX_FILE       (KZI_MAX_FILE_MIB * 1024 * 1024) /* bytes */
#define KZI_MAX_FILES      (KZI_MAX_FILES_MIB * 1024 * 1024)

/* Rules. */
#define KZI_MAX_YAKU        2048
#define KZI_MAX_CLASSES     256
#define KZI_MAX_WORDS_KNOWN 64 /* circumstances a ruleset uses */
#define KZI_MAX_ID_LETTERS  47 /* letters in an id */
#define KZI_MAX_OPTION_WORD 40 /* letters in an option or in one of its values */
#define KZI_MAX_MARKS       32
#define KZI_MAX_LIMITS      16
#define KZI_MAX_VALUE_ROWS  64   /* rows of a table from total to value */
#define KZI_MAX_FU_ITEMS    64   /* one bit each */
#define KZI_MAX_TERMS       8    /* terms of one pattern */
#define KZI_MAX_IFS         1000 /* conditions of one yaku, with copies */
#define KZI_MAX_NESTED      64   /* depth of conditions, with those of held yaku */
#define KZI_MAX_HOLDS       32   /* yaku in a chain: each holds the conditions of the next */
#define KZI_MAX_ROWS        3072 /* rows of the tables of a ruleset */
#define KZI_MAX_QUESTIONS   4096 /* different conditions of a ruleset that no table answers */
#define KZI_MAX_BOXES       4096 /* hands that are spelled tile by tile */
#define KZI_MAX_SPELLINGS   200  /* lists of spelled hands, of which a reading belongs to one */

/* The limit on the weight of the conditions that the tree walker evaluates on every reading
 * (compile/program/scoring_program.c), and on the covers of some instances, which are compared
 * pairwise. */
#define KZI_MAX_WALK    (128 * 1024)
#define KZI_MAX_PARTIAL 256
#define KZI_MAX_SERIES  64 /* yaku of one series: each covers those worth less */

/* Loading a ruleset, from its files to its tables: steps (see base/arena.h) and bytes of memory.
 * They correspond to the 250 milliseconds and 32 MiB that `bench --load` shows. */
#define KZI_MAX_STEPS  (16 * 1000 * 1000)
#define KZI_MAX_MEMORY (24 * 1024 * 1024)

/* Steps for arranging the tiles of a hand that did not win, in the unit of KZI_MAX_WALK. */
#define KZI_MAX_ARRANGING (4 * 1024 * 1024)

/* Totals, values, points and payments lie within plus and minus this.  Any number past it is
 * KZI_BEYOND, and the hand is refused. */
#define KZI_MAX_NUMBER INT32_MAX
#define KZI_BEYOND     ((int64_t)KZI_MAX_NUMBER + 1)

/* The highest sum in a summary: every JSON reader represents it exactly, and the sum of two such
 * numbers fits in 64 bits. */
#define KZI_MAX_SUM ((INT64_C(1) << 53) - 1)

/* A pair of rulesets.  Steps for finding the differences and for building, for each of them, a
 * ruleset in which it alone is carried over, and the bytes held at one time; steps for finding
 * hands that show the differences (kazoe diff); steps for finding why one hand scores differently
 * (kazoe compare). */
#define KZI_MAX_PAIR_STEPS         (32 * 1000 * 1000)
#define KZI_MAX_PAIR_MEMORY        (128 * 1024 * 1024)
#define KZI_MAX_DIFFERENCES_MEMORY (48 * 1024 * 1024) /* part of this, to find differences */
#define KZI_MAX_WITNESS_STEPS      (64 * 1000 * 1000)
#define KZI_MAX_BLAME_STEPS        (2500 * 1000)

/* Steps for proving lint warnings (kazoe check --notes). */
#define KZI_MAX_NOTE_STEPS (64 * 1000 * 1000)

/* Steps for proving why yaku are covered, for one explained hand or for one ruleset (kazoe score
 * --explain, kazoe show).  A single proof may take 20 million. */
#define KZI_MAX_WHY_STEPS (64 * 1000 * 1000)

/* Steps for building all the rulesets that the cases of one file need by setting options. */
#define KZI_MAX_CASES_STEPS  (256 * 1000 * 1000)
#define KZI_MAX_CASES_MEMORY (128 * 1024 * 1024)

/* Steps and bytes for finding the changes that the values of options make (kazoe show). */
#define KZI_MAX_BINDING_STEPS  (64 * 1000 * 1000)
#define KZI_MAX_BINDING_MEMORY (64 * 1024 * 1024)

/* Steps for finding and scoring hands that show the yaku of a page. */
#define KZI_MAX_GALLERY_STEPS (20 * 1000 * 1000)

/* Steps for loading all the rulesets of kazoe list. */
#define KZI_MAX_LIST_STEPS (256 * 1000 * 1000)

/* Hands. */
#define KZI_MAX_LINE (64 * 1024) /* bytes of one hand */
/* Steps for choosing among combinations, over all readings of one hand.  If they run out, the best
 * choice so far is kept, and the result says so. */
#define KZI_MAX_SELECTION_STEPS (1000 * 1000)

#endif
