/* sure.h - what always holds in a place, for a checker that cannot see why.  The sanitizer for
 * undefined behavior tells of one that does not hold. */
#ifndef KZI_SURE_H
#define KZI_SURE_H

#define KZI_SURE(what) ((what) ? (void)0 : __builtin_unreachable())

#endif
