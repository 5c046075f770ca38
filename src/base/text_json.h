/* text_json.h - strings as JSON has them. */
#ifndef KZI_TEXT_JSON_H
#define KZI_TEXT_JSON_H

#include "base/text.h"

/* A string with its quotes. */
void kzi_json_string(struct kzi_text *text, const char *string);

#endif
