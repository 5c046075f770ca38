/* unseen.h - characters that nobody sees, or that look like a blank and are none: in messages they
 * stand by their names. */
#ifndef KZI_UNSEEN_H
#define KZI_UNSEEN_H

#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

bool kzi_is_unseen(uint32_t code);
/* "zero-width space, U+200B" */
void kzi_put_unseen(struct kzi_text *text, uint32_t code);
/* Changes such characters of a text to <zero-width space, U+200B>, in its place; what then has no
 * room is cut off. */
void kzi_show_unseen(char *buffer, size_t size);

#endif
