/* unsafe.h - characters that nobody sees, or that look like a blank and are none: in messages they
 * stand by their names. */
#ifndef KZI_UNSAFE_H
#define KZI_UNSAFE_H

#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

bool kzi_is_unsafe(uint32_t code);
/* What a terminal acts on, what ends a line, what turns the direction of the text after it, and
 * what takes no room at all: in words that are shown to others it could make them look like
 * something else. */
bool kzi_is_harmful(uint32_t code);
/* The first of them in a text that is UTF-8; 0: there is none. */
uint32_t kzi_find_harmful(const char *text);
/* "zero-width space, U+200B" */
void kzi_put_unsafe(struct kzi_text *text, uint32_t code);
/* Adds a text with such characters as <zero-width space, U+200B>, and bytes that are not UTF-8 as
 * <9B>.  The names of files go to people through here, whatever others called them. */
void kzi_put_visible(struct kzi_text *text, const char *string);
/* Changes such characters of a text to <zero-width space, U+200B>, in its place; what then has no
 * room is cut off. */
void kzi_show_unsafe(char *buffer, size_t size);

#endif
