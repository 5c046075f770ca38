/* limits.h - how large rules may be.  Past a limit is an error with its own message, so that no
 * rule file, however made, takes long to check. */
#ifndef KZI_LIMITS_H
#define KZI_LIMITS_H

#define KZI_MAX_FILE     (1024 * 1024)     /* bytes of one rule file */
#define KZI_MAX_FILES    (4 * 1024 * 1024) /* bytes of all files of a ruleset */
#define KZI_MAX_DEPTH    32                /* lists and mappings within each other */
#define KZI_MAX_EVENTS   100000            /* scalars, lists and mappings of one file */
#define KZI_MAX_SCALAR   (64 * 1024)       /* bytes of one scalar */
#define KZI_MAX_OVERLAYS 16
#define KZI_MAX_CHAIN    8 /* files that extend one another */
#define KZI_MAX_YAKU     2048
#define KZI_MAX_KEYS     4096 /* of one mapping: keys are looked up one by one */
#define KZI_MAX_CLASSES  256
#define KZI_MAX_CHANGES  256  /* addresses of one file, and what it removes: each copies */
#define KZI_MAX_IFS      1000 /* conditions of one yaku, copied ones counted */
#define KZI_MAX_HOLDS    32   /* yaku whose conditions hold one another's: a stack */

#endif
