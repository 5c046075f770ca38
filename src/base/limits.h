/* limits.h - how large anything from outside may be.  Past a limit is an error with its own
 * message, so that no file and no line, however made, takes long or much.  tests/limits.tap holds
 * each of them at the limit and one past it. */
#ifndef KZI_LIMITS_H
#define KZI_LIMITS_H

#include <stdint.h>

/* rule files */
#define KZI_MAX_FILE     (1024 * 1024)     /* bytes of one */
#define KZI_MAX_FILES    (4 * 1024 * 1024) /* bytes of all files of a ruleset */
#define KZI_MAX_DEPTH    32                /* lists and mappings within each other */
#define KZI_MAX_EVENTS   100000            /* scalars, lists and mappings of one file */
#define KZI_MAX_SCALAR   (64 * 1024)       /* bytes of one scalar */
#define KZI_MAX_KEYS     4096              /* of one mapping: keys are looked up one by one */
#define KZI_MAX_OVERLAYS 16
#define KZI_MAX_SETTINGS 4096 /* of options, as many as a mapping has keys */
#define KZI_MAX_CHAIN    8    /* files that extend one another */
#define KZI_MAX_CHANGES  256  /* addresses of one file, and what it removes: each copies */

/* rules */
#define KZI_MAX_YAKU        2048
#define KZI_MAX_CLASSES     256
#define KZI_MAX_WORDS_KNOWN 64 /* circumstances a ruleset uses */
#define KZI_MAX_OPTION_WORD 40 /* letters of an option, and of a value of one */
#define KZI_MAX_MARKS       8
#define KZI_MAX_LIMITS      16
#define KZI_MAX_FU_ITEMS    64   /* a bit each */
#define KZI_MAX_TERMS       8    /* of a pattern */
#define KZI_MAX_IFS         1000 /* conditions of one yaku, copied ones counted */
#define KZI_MAX_NESTED      64   /* conditions within each other, those of yaku held too: a stack */
#define KZI_MAX_HOLDS       32   /* yaku whose conditions hold one another's: a stack */
#define KZI_MAX_ROWS        3072 /* rows of a ruleset */

/* The weight of conditions that the tree walker is asked on every reading
 * (compile/program/scoring_program.c), and the covers of some instances, of which each is held
 * against the others. */
#define KZI_MAX_WALK    (128 * 1024)
#define KZI_MAX_PARTIAL 256
#define KZI_MAX_SERIES  64 /* yaku of one series: each covers those worth less */

/* A ruleset as a whole, from its files to its tables: steps (base/arena.h says what one is), and
 * bytes of memory.  They stand for the 250 milliseconds and 32 MiB that `bench --load` shows. */
#define KZI_MAX_STEPS  (16 * 1000 * 1000)
#define KZI_MAX_MEMORY (24 * 1024 * 1024)

/* Totals, values, points and payments: no further up than this, and no further down than its
 * negative.  A number past it is KZI_BEYOND, however far past: the hand is refused. */
#define KZI_HIGHEST INT32_MAX
#define KZI_BEYOND  ((int64_t)KZI_HIGHEST + 1)

/* Sums of a summary, and the numbers that one is read of: every program that reads JSON knows them
 * exactly, and what is worked out of a few of them fits 64 bits. */
#define KZI_HIGHEST_SUM      ((INT64_C(1) << 53) - 1)
#define KZI_MAX_SUMMED_RULES 16384 /* that a summary names for one ruleset */

/* Two rulesets together: steps of finding what they say differently and of making, of each
 * difference, a ruleset with it alone carried over; bytes of all that is held of it at one time.
 * Steps of looking for hands that show the differences, of all of them (kazoe diff); steps of
 * looking for the reason why one hand is worth something else (kazoe compare). */
#define KZI_MAX_PAIR_STEPS         (32 * 1000 * 1000)
#define KZI_MAX_PAIR_MEMORY        (128 * 1024 * 1024)
#define KZI_MAX_DIFFERENCES_MEMORY (48 * 1024 * 1024) /* of these, to find the differences */
#define KZI_MAX_WITNESS_STEPS      (64 * 1000 * 1000)
#define KZI_MAX_BLAME_STEPS        (2500 * 1000)

/* Steps of proving what is worth a second look (kazoe check --notes). */
#define KZI_MAX_NOTE_STEPS (64 * 1000 * 1000)

/* Steps of proving why yaku are covered: of those that explain one hand, and of those that one
 * ruleset shows (kazoe score --explain, kazoe show).  A single proof may take 20 million. */
#define KZI_MAX_WHY_STEPS (64 * 1000 * 1000)

/* The rulesets that the cases of one file make by setting options, all of them together. */
#define KZI_MAX_CASES_STEPS  (256 * 1000 * 1000)
#define KZI_MAX_CASES_MEMORY (128 * 1024 * 1024)

/* Steps and bytes of finding out what the values of options change from where the rules are (kazoe
 * show). */
#define KZI_MAX_BINDING_STEPS  (64 * 1000 * 1000)
#define KZI_MAX_BINDING_MEMORY (64 * 1024 * 1024)

/* Steps of looking for hands that show the yaku of a page, and of scoring those that it shows. */
#define KZI_MAX_GALLERY_STEPS (20 * 1000 * 1000)

/* Steps of loading all that kazoe list lists. */
#define KZI_MAX_LIST_STEPS (256 * 1000 * 1000)

/* hands */
#define KZI_MAX_LINE (64 * 1024) /* bytes of one hand */
/* Steps of choosing among combinations, of all readings of one hand together.  Past them the best
 * choice so far stands, and the result says so. */
#define KZI_MAX_CHOOSING (1000 * 1000)

#endif
