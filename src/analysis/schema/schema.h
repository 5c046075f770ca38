/* schema.h - the files of the language as JSON Schema (draft-07), from the tables of keys that read
 * them and from conditions.def.
 *
 * A table gives each key its kind, by which its value is read (struct kzi_kind). */
#ifndef KZI_SCHEMA_H
#define KZI_SCHEMA_H

#include "base/text.h"
#include "rules/reader/reader.h"

struct kzi_schema {
    const char *title;
    const struct kzi_key_table *const *tables; /* the first one is that of the whole file */
    size_t count;
    /* further keys of the whole file, which come first; NULL: none */
    const struct kzi_key_table *also;
    bool rules; /* a rule file, which also has conditions and addresses */
    bool cases;
};

/* Write the schema, one JSON object over several lines. */
void kzi_put_schema(struct kzi_text *text, const struct kzi_schema *schema);

/* The tables of rule files, that of the whole file first. */
extern const struct kzi_schema kzi_schema_of_rules;

#endif
