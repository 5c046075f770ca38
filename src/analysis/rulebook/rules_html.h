/* rules_html.h - a ruleset as a page that a club can print. */
#ifndef KZI_RULES_HTML_H
#define KZI_RULES_HTML_H

#include "analysis/rulebook/gallery.h"

struct kzi_text;

/* Who the rules are from, every yaku with its value, its condition in words and a hand, fu, point
 * tables, options.  What an overlay says is marked as a house rule. */
void kzi_rules_html(struct kzi_text *text, struct kzi_arena *arena, struct kzi_gallery *gallery,
                    const char *language);

#endif
