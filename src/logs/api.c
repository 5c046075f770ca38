/* The calls of kazoe-logs.h: check the arguments, then call the functions of the parts. */
#include "kazoe-logs.h"

#include "base/abi.h"
#include "base/names.h"
#include "compile/ruleset.h"
#include "logs/replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The most rulesets that logs may ask for; a site has few. */
#define MAX_OPENED 32

struct kz_replay {
    struct kzi_replay *replay;
    struct kzi_text report;
    struct kzi_text rule_path; /* the rule path, NUL-terminated */
    unsigned n_opened;
    struct kzi_text wanted[MAX_OPENED]; /* spec of each ruleset */
    kz_ruleset *opened[MAX_OPENED];
};

/* --- rulesets by name ------------------------------------------------------------------------- */

static const struct kz_ruleset *open_rules(void *context, const char *spec, kz_error *err) {
    struct kz_replay *made = context;
    struct kzi_text text = kzi_text_growing();
    kz_ruleset *rules = NULL;
    kzi_text_add(&text, spec, strlen(spec) + 1);
    for (unsigned i = 0; i < made->n_opened && !rules && !text.failed; i++)
        if (!strcmp(made->wanted[i].at, spec))
            rules = made->opened[i];
    if (text.failed) {
        kzi_fail(err, KZ_NO_MEMORY, "out of memory");
    } else if (!rules && made->n_opened == MAX_OPENED) {
        kzi_fail(err, KZ_BAD_RULES, "logs of one replay name more than 32 rulesets");
    } else if (!rules &&
               kz_ruleset_open(&rules, spec, made->rule_path.at, NULL, NULL, err) == KZ_OK) {
        made->wanted[made->n_opened] = text;
        made->opened[made->n_opened++] = rules;
        return rules;
    }
    kzi_text_release(&text);
    return rules;
}

/* --- replays --------------------------------------------------------------------------------- */

kz_status kz_replay_new(kz_replay **out, const kz_replay_options *options, kz_error *err) {
    if (out)
        *out = NULL;
    if (!out)
        return kzi_fail(err, KZ_BAD_USAGE, "no place for the replay");
    kz_replay_options own;
    const kz_status status = kzi_take_struct(&own, sizeof own, options, err);
    if (status != KZ_OK)
        return status;
    if (own.form != KZ_FORM_TEXT && own.form != KZ_FORM_JSON)
        return kzi_fail(err, KZ_BAD_USAGE, "reports of logs are text or JSON");
    kz_replay *made = calloc(1, sizeof *made);
    if (made) {
        made->report = made->rule_path = kzi_text_growing();
        made->replay = kzi_replay_new();
        kzi_text_format(&made->rule_path, "%s%s" KZ_RULES_DIR "%c",
                        own.rule_path ? own.rule_path : "",
                        own.rule_path && *own.rule_path ? ":" : "", '\0');
    }
    if (!made || !made->replay || made->rule_path.failed) {
        kz_replay_free(made);
        return kzi_fail(err, KZ_NO_MEMORY, "out of memory");
    }
    made->replay->rule_path = made->rule_path.at;
    made->replay->rules = own.rules;
    made->replay->open = open_rules;
    made->replay->open_context = made;
    made->replay->style = own.form == KZ_FORM_TEXT ? &kzi_plain_style : &kzi_code_style;
    made->replay->hands = own.hands;
    made->replay->out = &made->report;
    *out = made;
    return KZ_OK;
}

void kz_replay_free(kz_replay *replay) {
    if (!replay)
        return;
    kzi_replay_free(replay->replay);
    for (unsigned i = 0; i < replay->n_opened; i++) {
        kz_ruleset_free(replay->opened[i]);
        kzi_text_release(&replay->wanted[i]);
    }
    kzi_text_release(&replay->report);
    kzi_text_release(&replay->rule_path);
    free(replay);
}

/* A source that reads bytes from memory. */
struct bytes_left {
    const char *at;
    size_t len;
};

static long read_bytes(void *context, void *bytes, size_t size) {
    struct bytes_left *left = context;
    size_t len = left->len < size ? left->len : size;
    if (!len) /* then the log may be NULL */
        return 0;
    memcpy(bytes, left->at, len);
    left->at += len;
    left->len -= len;
    return (long)len;
}

kz_status kz_replay_log(kz_replay *replay, const char *name, const void *bytes, size_t len,
                        kz_error *err) {
    struct bytes_left left = {bytes, len};
    if (!replay || !name || (!bytes && len))
        return kzi_fail(err, KZ_BAD_USAGE, "no replay, no name or no log");
    kzi_text_clear(&replay->report);
    replay->replay->status = KZ_OK;
    bool done = kzi_replay_log(replay->replay, name, read_bytes, &left);
    if (replay->report.failed)
        return kzi_fail(err, KZ_NO_MEMORY, "out of memory");
    if (done)
        return KZ_OK;
    const struct kzi_log_fault *fault = &replay->replay->reader.fault;
    kz_status status = replay->replay->status ? replay->replay->status : KZ_BAD_HAND;
    kzi_fail(err, status, fault->text);
    if (err) {
        err->line = (int)fault->line;
        err->column = (int)fault->column;
        if (status == KZ_BAD_HAND)
            strcpy(err->code, "bad_log");
    }
    return status;
}

size_t kz_replay_report(const kz_replay *replay, char *buffer, size_t size) {
    struct kzi_text text = kzi_text_fixed(buffer, size);
    if (replay && replay->report.len && !replay->report.failed)
        kzi_text_add(&text, replay->report.at, replay->report.len);
    return kzi_text_end(&text);
}

void kz_replay_count(const kz_replay *replay, kz_replay_counts *counts) {
    const struct kzi_replay_counts *sum = &replay->replay->counts;
    const kz_replay_counts all = {counts->size,  sum->files,  sum->games,
                                  sum->rounds,   sum->wins,   sum->draws,
                                  sum->disagree, sum->errors, sum->unknown_names};
    memcpy(counts, &all, counts->size < sizeof all ? counts->size : sizeof all);
}
