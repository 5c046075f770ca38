#include "cli/color.h"

#include "cli/output.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int kzi_color_read(bool *color, const struct kzi_args *args) {
    const char *when = args->value[KZI_OPT_COLOR] ? args->value[KZI_OPT_COLOR] : "auto";
    const char *refused = getenv("NO_COLOR"), *terminal = getenv("TERM");
    bool automatic = !strcmp(when, "auto");
    *color = !strcmp(when, "always");
    if (automatic)
        *color = !(refused && *refused) && isatty(STDOUT_FILENO) && terminal &&
                 strcmp(terminal, "dumb") != 0;
    if (*color || automatic || !strcmp(when, "never"))
        return KZI_EXIT_DONE;
    return kzi_say_usage(args->command->name, "--color is auto, always or never, not %s", when);
}

/* The bytes of the line at `at` that are its heading or its key; 0: it has neither. */
static size_t heading_length(const char *at, const char *end, const char *next) {
    const char *gap = memmem(at, (size_t)(end - at), "  ", 2);
    if (at == end || *at == ' ' || *at == '|')
        return 0;
    if (gap)
        return (size_t)(gap - at);
    return next && *next == ' ' ? (size_t)(end - at) : 0;
}

void kzi_color_headings(struct kzi_text *text) {
    struct kzi_text inked = kzi_text_growing();
    const char *stop = text->at + text->len;
    for (const char *at = text->at, *end; !text->failed && at < stop; at = end + 1) {
        end = memchr(at, '\n', (size_t)(stop - at));
        end = end ? end : stop;
        size_t bold = heading_length(at, end, end + 1 < stop ? end + 1 : NULL);
        if (bold)
            kzi_text_put(&inked, "\033[1m");
        kzi_text_add(&inked, at, bold);
        if (bold)
            kzi_text_put(&inked, "\033[0m");
        kzi_text_add(&inked, at + bold, (size_t)(end - at) - bold);
        if (end < stop)
            kzi_text_char(&inked, '\n');
    }
    kzi_text_clear(text);
    text->failed |= inked.failed;
    if (!inked.failed)
        kzi_text_add(text, inked.at, inked.len);
    kzi_text_release(&inked);
}
