#include "analysis/schema/schema.h"

#include "analysis/cases/cases.h"

enum { ALL = 3, RULES = 1, CASES = 2 };

static const struct {
    unsigned of;
    const char *name, *json;
} kinds[] = {
#define SCHEMA(of, name, json) {of, #name, json},
#define MORE(name, json)
#include "rules/schema.def"
#undef SCHEMA
#undef MORE
};

static const struct {
    const char *name, *json;
} more[] = {
#define SCHEMA(of, name, json)
#define MORE(name, json) {#name, json},
#include "rules/schema.def"
#undef SCHEMA
#undef MORE
};

static const struct {
    const char *name, *argument;
} conditions[KZI_CONDITIONS] = {
#define CONDITION(name, argument, ...) {#name, #argument},
#include "rules/conditions.def"
#undef CONDITION
};

/* --- types of keys ---------------------------------------------------------------------------  */

static const char *next_word(const char *words) {
    const char *blank = strchr(words, ' ');
    return blank ? blank + 1 : words + strlen(words);
}

static void put_takes(struct kzi_text *text, const char *takes) {
    const char *rest = next_word(takes);
    size_t len = strcspn(takes, " ");
    if (!strncmp(takes, "int ", 4)) {
        kzi_text_format(text, "{\"type\":\"integer\",\"minimum\":%.*s,\"maximum\":%s}",
                        (int)strcspn(rest, " "), rest, next_word(rest));
    } else if (!strncmp(takes, "enum ", 5)) {
        kzi_text_put(text, "{\"enum\":[");
        for (const char *word = rest; *word; word = next_word(word))
            kzi_text_format(text, "%s\"%.*s\"", word == rest ? "" : ",", (int)strcspn(word, " "),
                            word);
        kzi_text_put(text, "]}");
    } else if (!strncmp(takes, "list ", 5)) {
        kzi_text_put(text, "{\"type\":\"array\",\"items\":");
        put_takes(text, rest);
        kzi_text_char(text, '}');
    } else if (!strncmp(takes, "map ", 4)) {
        kzi_text_format(text,
                        "{\"type\":\"object\",\"propertyNames\":{\"$ref\":\"#/definitions/%.*s\"},"
                        "\"additionalProperties\":",
                        (int)strcspn(rest, " "), rest);
        put_takes(text, next_word(rest));
        kzi_text_char(text, '}');
    } else
        kzi_text_format(text, "{\"$ref\":\"#/definitions/%.*s\"}", (int)len, takes);
}

/* --- definitions ----------------------------------------------------------------------------- */

static void put_keys(struct kzi_text *text, const struct kzi_key_table *table, const char *before) {
    kzi_text_put(text, "\"type\":\"object\",\"properties\":{");
    for (size_t i = 0; i < table->count; i++) {
        kzi_text_format(text, "%s\n%s\"%s\":", i ? "," : "", before, table->keys[i].name);
        put_takes(text, table->keys[i].takes);
    }
    kzi_text_put(text, "},\"additionalProperties\":false");
    for (size_t i = 0; i < KZI_COUNT(more); i++)
        if (!strcmp(more[i].name, table->name))
            kzi_text_format(text, ",%s", more[i].json);
}

static void put_condition(struct kzi_text *text) {
    kzi_text_put(text, ",\n  \"condition\":{\"type\":\"object\",\"properties\":{");
    for (size_t i = 0; i < KZI_CONDITIONS; i++)
        kzi_text_format(text, "%s\n    \"%s\":{\"$ref\":\"#/definitions/%s\"}", i ? "," : "",
                        conditions[i].name, conditions[i].argument);
    kzi_text_put(text, "},\"additionalProperties\":false,\"minProperties\":1}");
}

/* The sections at the start of an address. */
static void put_sections(struct kzi_text *text, const struct kzi_key_table *table) {
    kzi_text_put(text, "^(");
    for (size_t i = 0; i < table->count; i++)
        kzi_text_format(text, "%s%s", i ? "|" : "", table->keys[i].name);
    kzi_text_put(text, ")([.][^.]+)");
}

static void put_definitions(struct kzi_text *text, const struct kzi_schema *schema) {
    unsigned of = schema->rules ? RULES : schema->cases ? CASES : 0;
    const char *between = "";
    kzi_text_put(text, ",\n\"definitions\":{");
    for (size_t i = 0; i < KZI_COUNT(kinds); i++) {
        if (kinds[i].of != ALL && !(kinds[i].of & of))
            continue;
        kzi_text_format(text, "%s\n  \"%s\":%s", between, kinds[i].name, kinds[i].json);
        between = ",";
    }
    for (size_t i = 1; i < schema->count; i++) {
        kzi_text_format(text, ",\n  \"%s\":{", schema->tables[i]->name);
        put_keys(text, schema->tables[i], "    ");
        kzi_text_char(text, '}');
    }
    if (schema->rules) {
        put_condition(text);
        kzi_text_put(text, ",\n  \"address\":{\"type\":\"string\",\"pattern\":\"");
        put_sections(text, schema->tables[0]);
        kzi_text_put(text, "*$\"}");
    }
    kzi_text_put(text, "}\n");
}

void kzi_schema_put(struct kzi_text *text, const struct kzi_schema *schema) {
    kzi_text_format(text,
                    "{\"$schema\":\"http://json-schema.org/draft-07/schema#\",\n"
                    "\"title\":\"%s\",\n"
                    "\"description\":\"Made by kazoe show --schema. What only meaning shows kazoe "
                    "check knows.\",\n",
                    schema->title);
    put_keys(text, schema->tables[0], "  ");
    if (schema->rules) {
        kzi_text_put(text, ",\n\"patternProperties\":{\"");
        put_sections(text, schema->tables[0]);
        kzi_text_put(text, "+$\":{}}");
    }
    put_definitions(text, schema);
    kzi_text_put(text, "}\n");
}

/* --- rule files ------------------------------------------------------------------------------ */

static const struct kzi_key_table *const tables[] = {
#define KEYS(name, what) KZI_KEYS(name),
#define KEY(...)
#define END
#include "rules/keys.def"
};

const struct kzi_schema kzi_schema_of_rules = {
    .title = "Kazoe rule file", .tables = tables, .count = KZI_COUNT(tables), .rules = true};

static size_t expect_keys(struct kzi_key keys[KZI_EXPECTATIONS]) {
    for (size_t i = 0; i < KZI_EXPECTATIONS; i++)
        keys[i] =
            (struct kzi_key){.name = kzi_expectations[i].name, .takes = kzi_expectations[i].takes};
    return KZI_EXPECTATIONS;
}

void kzi_cases_schema(struct kzi_text *text) {
    struct kzi_key expected[KZI_EXPECTATIONS];
    const struct kzi_key_table expect = {"expect", "what is expected", expected,
                                         expect_keys(expected)};
    const struct kzi_key_table *all[] = {&kzi_keys_cases, &kzi_keys_case, &kzi_keys_statement,
                                         &kzi_keys_equivalent, &expect};
    struct kzi_schema schema = {
        .title = "Kazoe case file", .tables = all, .count = KZI_COUNT(all), .cases = true};
    kzi_schema_put(text, &schema);
}
