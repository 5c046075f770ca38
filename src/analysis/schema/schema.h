/* schema.h - the files of the language as JSON Schema (draft-07), from the tables of keys that read
 * them, from conditions.def and from definitions.json.
 *
 * A table gives each key its kind, by which its value is read (struct kzi_kind) and which
 * definitions.json defines. */
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
};

/* definitions.json, embedded when Kazoe is built (src/embed.sh).  Objects begin and end lines.
 * Those of kinds define rows of kinds.def, arguments of conditions.def, and what these refer to;
 * each of the others has the name of a table of keys, and what the schema of the table has besides
 * its keys. */
extern const char kzi_asset_definitions[];

/* Write the schema, one JSON object over several lines. */
void kzi_put_schema(struct kzi_text *text, const struct kzi_schema *schema);

/* The tables of rule files, that of the whole file first. */
extern const struct kzi_schema kzi_schema_of_rules;

#endif
