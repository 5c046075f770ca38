/* result_json.h - results and errors as JSON, each an object without a newline. */
#ifndef KZI_REPORT_JSON_H
#define KZI_REPORT_JSON_H

#include "base/text.h"
#include "base/text_json.h"
#include "score/result.h"

/* Write a result. line: the line number in a stream, for errors; 0: no stream. */
void kzi_put_result_json(struct kzi_text *text, const struct kz_result *result, bool explain,
                         unsigned long line);
/* Write an error. id: of the hand, as JSON, or "". */
void kzi_put_error_json(struct kzi_text *text, const char *id, unsigned long line,
                        const kz_error *error);
/* Begin the object that kzi_put_error_json writes; members may be added. */
void kzi_begin_error_json(struct kzi_text *text, const char *id, unsigned long line,
                          const kz_error *error);

/* --- members of an object -------------------------------------------------------------------- */

void kzi_put_id_json(struct kzi_text *text, const char *id);
void kzi_put_ruleset_json(struct kzi_text *text, const struct kz_ruleset *rules);
/* Write the members for the worth of the hand. */
void kzi_put_verdict_json(struct kzi_text *text, const struct kz_result *result, bool explain);
/* Write a result without its closing brace. */
void kzi_begin_result_json(struct kzi_text *text, const struct kz_result *result, bool explain);

/* Write the hand of a player who did not win, as one object. */
void kzi_put_loser_json(struct kzi_text *text, const struct kz_result *result, bool explain);

/* --- parts ------------------------------------------------------------------------------------ */

/* Write a part of a rule file: strings, arrays and objects; NULL becomes null. */
void kzi_put_node_json(struct kzi_text *text, const char *key, const struct kzi_node *node);

#endif
