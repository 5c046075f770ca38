#include "analysis/schema/schema.h"

#include "analysis/cases/cases.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *name, *argument;
} conditions[KZI_CONDITIONS] = {
#define CONDITION(name, argument, ...) {#name, #argument},
#include "rules/conditions.def"
#undef CONDITION
};

/* --- types of keys ---------------------------------------------------------------------------- */

static void put_kind(struct kzi_text *text, const struct kzi_kind *kind) {
    if (kind->name) {
        kzi_text_format(text, "{\"$ref\": \"#/definitions/%s\"}", kind->name);
    } else if (kind->form == KZI_AN_INT) {
        kzi_text_format(text, "{\"type\": \"integer\", \"minimum\": %d, \"maximum\": %d}",
                        kind->min, kind->max);
    } else if (kind->form == KZI_A_WORD) {
        kzi_text_put(text, "{\"enum\": [");
        for (size_t i = 0; i < kind->words.count; i++)
            kzi_text_format(text, "%s\"%s\"", i ? ", " : "", kind->words.name[i]);
        kzi_text_put(text, "]}");
    } else {
        kzi_text_put(text, kind->keys ? "{\"type\": \"object\", \"propertyNames\": "
                                      : "{\"type\": \"array\", \"items\": ");
        if (kind->keys) {
            put_kind(text, kind->keys);
            kzi_text_put(text, ", \"additionalProperties\": ");
        }
        put_kind(text, kind->of);
        kzi_text_char(text, '}');
    }
}

/* --- definitions ----------------------------------------------------------------------------- */

/* Put the members of an object of definitions.json as they are written there, after `before`.  Put
 * nothing if there is no such object. */
static void put_members(struct kzi_text *text, const char *before, const char *object) {
    char key[64];
    snprintf(key, sizeof key, "\n\"%s\": {", object);
    const char *found = strstr(kzi_asset_definitions, key);
    if (found) {
        found += strlen(key);
        kzi_text_format(text, "%s%.*s", before, (int)(strstr(found, "\n}") - found), found);
    }
}

static void put_keys(struct kzi_text *text, const struct kzi_key_table *table, const char *before) {
    kzi_text_put(text, "\"type\": \"object\", \"properties\": {");
    for (size_t i = 0; i < table->count; i++) {
        kzi_text_format(text, "%s\n%s\"%s\": ", i ? "," : "", before, table->keys[i].name);
        put_kind(text, table->keys[i].kind);
    }
    kzi_text_put(text, "}, \"additionalProperties\": false");
    put_members(text, ",", table->name);
}

static void put_condition(struct kzi_text *text) {
    kzi_text_put(text, ",\n  \"condition\": {\"type\": \"object\", \"properties\": {");
    for (size_t i = 0; i < KZI_CONDITIONS; i++)
        kzi_text_format(text, "%s\n    \"%s\": {\"$ref\": \"#/definitions/%s\"}", i ? "," : "",
                        conditions[i].name, conditions[i].argument);
    kzi_text_put(text, "}, \"additionalProperties\": false, \"minProperties\": 1}");
}

/* Write the sections that an address can begin with. */
static void put_sections(struct kzi_text *text, const struct kzi_key_table *table) {
    kzi_text_put(text, "^(");
    for (size_t i = 0; i < table->count; i++)
        kzi_text_format(text, "%s%s", i ? "|" : "", table->keys[i].name);
    kzi_text_put(text, ")([.][^.]+)");
}

#define MAX_KEYS 64

/* Return the table of the whole file, and fill in its keys: those of `also`, then the rest. */
static struct kzi_key_table whole_of(const struct kzi_schema *schema, struct kzi_key *keys) {
    const struct kzi_key_table *rest = schema->tables[0];
    struct kzi_key_table whole = schema->also ? *schema->also : *rest;
    memcpy(keys, whole.keys, whole.count * sizeof *keys);
    whole.keys = keys;
    for (size_t i = 0; i < rest->count && whole.count < MAX_KEYS; i++)
        if (!kzi_key_table_find(&whole, rest->keys[i].name, strlen(rest->keys[i].name)))
            keys[whole.count++] = rest->keys[i];
    return whole;
}

static void put_definitions(struct kzi_text *text, const struct kzi_schema *schema,
                            const struct kzi_key_table *whole) {
    kzi_text_put(text, ",\n\"definitions\": {");
    put_members(text, "", "kinds of all files");
    put_members(text, ",", schema->rules ? "kinds of rule files" : "kinds of case files");
    for (size_t i = 1; i < schema->count; i++) {
        kzi_text_format(text, ",\n  \"%s\": {", schema->tables[i]->name);
        put_keys(text, schema->tables[i], "    ");
        kzi_text_char(text, '}');
    }
    if (schema->rules) {
        put_condition(text);
        kzi_text_put(text, ",\n  \"address\": {\"type\": \"string\", \"pattern\": \"");
        put_sections(text, whole);
        kzi_text_put(text, "*$\"}");
    }
    kzi_text_put(text, "}\n");
}

void kzi_put_schema(struct kzi_text *text, const struct kzi_schema *schema) {
    struct kzi_key keys[MAX_KEYS];
    const struct kzi_key_table whole = whole_of(schema, keys);
    kzi_text_format(
        text,
        "{\"$schema\": \"http://json-schema.org/draft-07/schema#\",\n"
        "\"title\": \"%s\",\n"
        "\"description\": \"Made by kazoe show --schema. It describes the form of a file; "
        "kazoe check also checks its meaning.\",\n",
        schema->title);
    put_keys(text, &whole, "  ");
    if (schema->rules) {
        kzi_text_put(text, ",\n\"patternProperties\": {\"");
        put_sections(text, &whole);
        kzi_text_put(text, "+$\": {}}");
    }
    put_definitions(text, schema, &whole);
    kzi_text_put(text, "}\n");
}

/* --- rule files ------------------------------------------------------------------------------ */

static const struct kzi_key_table *const tables[] = {
#define KEYS(name, ...) KZI_KEYS(name),
#define KEY(...)
#define END
#include "rules/keys.def"
};

const struct kzi_schema kzi_schema_of_rules = {
    .title = "Kazoe rule file", .tables = tables, .count = KZI_COUNT(tables), .rules = true};

static size_t expect_keys(struct kzi_key keys[KZI_EXPECTATIONS]) {
    for (size_t i = 0; i < KZI_EXPECTATIONS; i++)
        keys[i] =
            (struct kzi_key){.name = kzi_expectations[i].name, .kind = kzi_expectations[i].kind};
    return KZI_EXPECTATIONS;
}

void kzi_put_cases_schema(struct kzi_text *text) {
    struct kzi_key expected[KZI_EXPECTATIONS];
    const struct kzi_key_table expect = {.name = "expect",
                                         .what = "what is expected",
                                         .keys = expected,
                                         .count = expect_keys(expected)};
    const struct kzi_key_table *all[] = {&kzi_keys_cases, &kzi_keys_case, &kzi_keys_statement,
                                         &kzi_keys_equivalent, &expect};
    struct kzi_schema schema = {.title = "Kazoe case file", .tables = all, .count = KZI_COUNT(all)};
    kzi_put_schema(text, &schema);
}
