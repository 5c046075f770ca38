/* assume.h - what always holds in a place, for a checker that cannot see why.  Only checkers are
 * told: clang's analyzer, and builds with the address sanitizer, in which the one for undefined
 * behavior tells of what does not hold.  In a build for users nothing comes of it, right or wrong.
 */
#ifndef KZI_ASSUME_H
#define KZI_ASSUME_H

#if defined(__has_feature)
#define KZI_SURE_CHECKED __has_feature(address_sanitizer)
#elif defined(__SANITIZE_ADDRESS__)
#define KZI_SURE_CHECKED 1
#else
#define KZI_SURE_CHECKED 0
#endif

#if KZI_SURE_CHECKED || defined(__clang_analyzer__)
#define KZI_ASSUME(what) ((what) ? (void)0 : __builtin_unreachable())
#else
#define KZI_ASSUME(what) ((void)sizeof(what))
#endif

#endif
