/* A case file: read and check it, and run its cases under one small ruleset, whichever it names. */
#include "target.h"

#include "analysis/cases/cases.h"

#include <setjmp.h>

static void tell(void *payload, const kz_error *error) {
    char text[4096];
    (void)payload;
    FUZZ_MUST(*error->text && error->line >= 0 && error->column >= 0);
    FUZZ_MUST(kz_error_write(error, text, sizeof text) < sizeof text);
}

static void differs(void *context, const char *key, const char *expected, const char *got) {
    unsigned *count = context;
    FUZZ_MUST(*key && expected && got);
    ++*count;
}

static void run(struct kzi_diags *diags, const struct kzi_cases *cases) {
    static kz_ruleset *rules;
    static struct kzi_case_runner runner;
    unsigned count = 0;
    if (!rules) {
        rules = fuzz_load("tests/fuzz/small.yaml");
        FUZZ_MUST(kzi_case_runner_open(&runner, rules));
    }
    runner.differs = differs;
    runner.context = &count;
    for (size_t i = 0; i < cases->count; i++) {
        size_t errors = diags->errors;
        kzi_case_check(diags, &cases->list[i], rules);
        if (diags->errors > errors)
            continue;
        count = 0;
        bool passed = kzi_case_runner_run(&runner, rules, &cases->list[i]);
        FUZZ_MUST(passed == !count);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct kzi_arena arena = {.newest = NULL};
    struct kzi_diags diags;
    jmp_buf door;
    arena.door = &door;
    if (setjmp(door))
        MUST_STOP("out of memory");
    kzi_diags_init(&diags, &arena);
    struct kzi_source source = {.name = "fuzzed.cases.yaml", .len = size};
    source.text = kzi_arena_copy(&arena, (const char *)data, size);
    struct kzi_cases *cases = kzi_cases_read(&diags, &source);
    if (cases && !diags.errors)
        run(&diags, cases);
    kzi_diags_emit(&diags, &(struct kzi_listener){tell, NULL, NULL});
    kzi_arena_release(&arena);
    return 0;
}
