/* Case files as JSON Schema: the tables of their readers, and what may be expected. */
#include "analysis/cases/cases.h"
#include "analysis/schema/schema.h"

static size_t expect_keys(struct kzi_key keys[KZI_EXPECTATIONS]) {
    for (size_t i = 0; i < KZI_EXPECTATIONS; i++)
        keys[i] = (struct kzi_key){.name = kzi_expectations[i].name,
                                   .takes = kzi_expectation_takes(&kzi_expectations[i])};
    return KZI_EXPECTATIONS;
}

void kzi_cases_schema(struct kzi_text *text) {
    struct kzi_key expected[KZI_EXPECTATIONS];
    const struct kzi_key_table expect = {"expect", "what is expected", expected,
                                         expect_keys(expected)};
    const struct kzi_key_table *tables[] = {&kzi_keys_cases, &kzi_keys_case, &kzi_keys_statement,
                                            &kzi_keys_equivalent, &expect};
    struct kzi_schema schema = {
        .title = "Kazoe case file", .tables = tables, .count = KZI_COUNT(tables), .cases = true};
    kzi_schema_put(text, &schema);
}
