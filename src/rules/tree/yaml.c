/* Build nodes from the events of libyaml.  Everything in YAML beyond scalars, lists and mappings is
 * refused with a reason, and so is everything beyond the limits.  libyaml itself does not limit
 * depth, and passes aliases on unexpanded, so both are handled here. */
#include "base/limits.h"
#include "base/names.h"
#include "base/text.h"
#include "base/utf8.h"
#include "rules/tree/language.h"
#include "rules/tree/node.h"

#include <string.h>
#include <yaml.h>

#define FEW_KEYS 16 /* up to this many are compared one by one */

struct open_node { /* a list or mapping that is not closed yet */
    struct kzi_node *node;
    bool in_brackets;
    const struct kzi_node *above; /* the key whose value it is; NULL: it is an item */
    const struct kzi_node *key;   /* mapping: the key whose value comes next */
    bool refused;                 /* the key was refused, so its value is left out */
    struct kzi_names keys;        /* large mapping: its keys, by the index of their entry */
};

struct builder {
    struct kzi_diags *diags;
    const struct kzi_source *source;
    struct open_node open[KZI_MAX_DEPTH];
    size_t depth, events;
    struct kzi_node *root;
    yaml_parser_t parser;
    yaml_event_t event; /* the current event */
    bool over;          /* nothing more can be read */
    bool torn;          /* and the rest of the tree is missing */
};

static struct kzi_place place_of(const struct builder *builder, yaml_mark_t mark) {
    return (struct kzi_place){builder->source, (uint32_t)mark.line + 1, (uint32_t)mark.column + 1};
}

static void stop(struct builder *builder, yaml_mark_t mark, const char *why) {
    kzi_error_at(builder->diags, place_of(builder, mark), "%s", why);
    builder->over = builder->torn = true;
}

/* Return the entry with a key, or NULL. */
static const struct kzi_entry *find_entry(struct open_node *top, const char *key) {
    const struct kzi_node *map = top->node;
    if (map->count <= FEW_KEYS)
        return kzi_node_entry(map, key);
    while (top->keys.count < map->count)
        kzi_names_add(&top->keys, map->u.entries[top->keys.count].key->text);
    int found = kzi_names_find_spending(&top->keys, key);
    return found < 0 ? NULL : &map->u.entries[found];
}

/* Take a key.  Refuse it if it is not a scalar or exists already. */
static void take_key(struct builder *builder, struct open_node *top, const struct kzi_node *node) {
    struct kzi_diags *diags = builder->diags;
    bool word = node->kind == KZI_SCALAR, merge = kzi_node_is(node, "<<"),
         full = top->node->count == KZI_MAX_KEYS;
    const struct kzi_entry *same = word ? find_entry(top, node->text) : NULL;
    top->key = node;
    top->refused = !word || merge || full || same;
    if (!word)
        kzi_error_at(diags, node->place, "a key is one word, not a list or a mapping");
    else if (merge)
        kzi_error_at(diags, node->place,
                     "merge keys (<<) are not allowed: extends takes over another file's rules");
    else if (full) {
        kzi_error_at(diags, node->place,
                     "this mapping has more than " KZI_DIGITS(KZI_MAX_KEYS) " keys");
        builder->over = builder->torn = true;
    } else if (same)
        kzi_error_at(diags, node->place, "%s is written twice; the first is in line %u", node->text,
                     same->key->place.line);
}

static void place_node(struct builder *builder, struct kzi_node *node) {
    if (!builder->depth) {
        builder->root = node;
        return;
    }
    struct open_node *top = &builder->open[builder->depth - 1];
    bool item = top->node->kind == KZI_LIST;
    if (node->kind == KZI_SCALAR && (item || !top->key))
        node->text = kzi_language_key(builder->diags->arena, node->text, item ? NULL : top->above);
    if (item)
        kzi_list_add(builder->diags->arena, top->node, node);
    else if (!top->key)
        take_key(builder, top, node);
    else {
        if (!top->refused)
            kzi_map_add(builder->diags->arena, top->node, (struct kzi_entry){top->key, node});
        top->key = NULL;
    }
}

static void open_node(struct builder *builder, enum kzi_node_kind kind, yaml_mark_t mark,
                      bool in_brackets) {
    struct kzi_node *node = kzi_node_new(builder->diags->arena, kind, place_of(builder, mark));
    const struct kzi_node *above = builder->depth ? builder->open[builder->depth - 1].key : NULL;
    place_node(builder, node);
    if (builder->depth == KZI_MAX_DEPTH) {
        stop(builder, mark,
             "lists and mappings are nested more than " KZI_DIGITS(KZI_MAX_DEPTH) " deep");
        return;
    }
    struct open_node *top = &builder->open[builder->depth++];
    *top = (struct open_node){.node = node, .in_brackets = in_brackets, .above = above};
    kzi_names_init(&top->keys, builder->diags->arena);
}

static void refuse_marks(struct builder *builder, const yaml_event_t *event, const void *anchor,
                         const void *tag) {
    if (anchor)
        kzi_error_at(builder->diags, place_of(builder, event->start_mark),
                     "anchors (&) are not allowed: write the value out, or share it by extends");
    if (tag)
        kzi_error_at(builder->diags, place_of(builder, event->start_mark),
                     "tags (!) are not allowed: what a value means follows from its key");
}

/* Return a text on one line, however it is broken in the file, so that it cannot imitate other
 * lines when it is shown. */
static const char *one_line(struct builder *builder, const yaml_event_t *event) {
    const char *value = (const char *)event->data.scalar.value;
    size_t len = event->data.scalar.length;
    while (len && value[len - 1] == '\n')
        len--;
    char *text = kzi_arena_copy(builder->diags->arena, value, len);
    for (size_t i = 0; i < len; i++)
        if (text[i] == '\n' || text[i] == '\t')
            text[i] = ' ';
    return text;
}

static void refuse_character(struct kzi_diags *diags, struct kzi_place place, uint32_t code,
                             const char *holder) {
    char name[64];
    struct kzi_text text = kzi_text_fixed(name, sizeof name);
    kzi_put_unsafe(&text, code);
    kzi_text_end(&text);
    kzi_error_at(diags, place, "this %s contains a character that cannot be seen (%s): remove it",
                 holder, name);
}

static void take_scalar(struct builder *builder, const yaml_event_t *event) {
    refuse_marks(builder, event, event->data.scalar.anchor, event->data.scalar.tag);
    if (event->data.scalar.length > KZI_MAX_SCALAR_KIB * 1024) {
        stop(builder, event->start_mark,
             "this text is longer than " KZI_DIGITS(KZI_MAX_SCALAR_KIB) " KiB");
        return;
    }
    struct kzi_node *node =
        kzi_node_new(builder->diags->arena, KZI_SCALAR, place_of(builder, event->start_mark));
    node->quoted = event->data.scalar.style != YAML_PLAIN_SCALAR_STYLE;
    node->text = one_line(builder, event);
    if (memchr(event->data.scalar.value, '\0', event->data.scalar.length))
        kzi_error_at(builder->diags, node->place, "this text holds a NUL character");
    bool escapes = event->data.scalar.style == YAML_DOUBLE_QUOTED_SCALAR_STYLE;
    uint32_t code = escapes ? kzi_find_harmful(node->text) : 0;
    if (code)
        refuse_character(builder->diags, node->place, code, "text");
    place_node(builder, node);
}

static void take_document(struct builder *builder, const yaml_event_t *event) {
    if (event->data.document_start.version_directive ||
        event->data.document_start.tag_directives.start !=
            event->data.document_start.tag_directives.end)
        kzi_error_at(builder->diags, place_of(builder, event->start_mark),
                     "directives (%%YAML, %%TAG) are not allowed");
    if (builder->root)
        stop(builder, event->start_mark, "a second document begins here; a rule file is one");
}

static void take_event(struct builder *builder, const yaml_event_t *event) {
    if (++builder->events > KZI_MAX_EVENTS) {
        stop(builder, event->start_mark,
             "the file has more than " KZI_DIGITS(KZI_MAX_EVENTS) " values, lists and mappings");
        return;
    }
    switch (event->type) {
    case YAML_DOCUMENT_START_EVENT:
        take_document(builder, event);
        break;
    case YAML_SCALAR_EVENT:
        take_scalar(builder, event);
        break;
    case YAML_SEQUENCE_START_EVENT:
        refuse_marks(builder, event, event->data.sequence_start.anchor,
                     event->data.sequence_start.tag);
        open_node(builder, KZI_LIST, event->start_mark,
                  event->data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE);
        break;
    case YAML_MAPPING_START_EVENT:
        refuse_marks(builder, event, event->data.mapping_start.anchor,
                     event->data.mapping_start.tag);
        open_node(builder, KZI_MAP, event->start_mark,
                  event->data.mapping_start.style == YAML_FLOW_MAPPING_STYLE);
        break;
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
        builder->depth--;
        break;
    case YAML_ALIAS_EVENT:
        stop(builder, event->start_mark, "aliases (*) are not allowed: write the value out");
        break;
    case YAML_STREAM_END_EVENT:
        builder->over = true;
        break;
    case YAML_NO_EVENT:
    case YAML_STREAM_START_EVENT:
    case YAML_DOCUMENT_END_EVENT:
        break;
    }
}

/* Return a reason of libyaml in words for authors of rules. */
static const char *in_plain_words(const char *problem) {
    static const struct {
        const char *theirs, *ours;
    } words[] = {
        {"expected ',' or '}'",
         "a comma or } is missing here; prose with a comma, a colon or ? goes in quotes"},
        {"expected ',' or ']'",
         "a comma or ] is missing here; prose with a comma, a colon or ? goes in quotes"},
        {"mapping values are not allowed",
         "a colon is not allowed here; prose with a colon in it goes in quotes"},
        {"could not find expected ':'", "a colon is missing after this key"},
        {"unexpected end of stream", "these quotes are not closed"},
        {"cannot start any token", "this character cannot begin a value: put the text in quotes"},
        {"block sequence entries are not allowed", "a list item (-) is not allowed here"},
        {"did not find expected node content", "a value is missing here"},
        {"did not find expected <document start>", "the file goes on after the end of its rules"},
    };
    for (size_t i = 0; i < KZI_COUNT(words); i++)
        if (strstr(problem, words[i].theirs))
            return words[i].ours;
    return problem;
}

/* Return the text at a mark, whose index libyaml counts in characters. */
static const char *text_at(const struct kzi_source *source, yaml_mark_t mark) {
    size_t at = 0;
    uint32_t code;
    for (size_t i = 0; i < mark.index && at < source->len; i++)
        at += kzi_utf8_next(source->text + at, source->len - at, &code);
    return source->text + at;
}

/* Return why something is out of place, judging from the text before the mark in its line. */
static const char *why_out_of_place(const struct builder *builder, const yaml_parser_t *parser) {
    const char *at = text_at(builder->source, parser->problem_mark), *from = at;
    while (from > builder->source->text && from[-1] != '\n')
        from--;
    bool first = strspn(from, " ") >= (size_t)(at - from);
    if (strstr(parser->problem, "mapping values") && !memchr(from, ':', (size_t)(at - from)))
        return "no key can be here: is a colon missing in the line above?";
    if (!strstr(parser->problem, "expected key") && !strstr(parser->problem, "'-' indicator"))
        return NULL;
    if (*at == '}' || *at == ']')
        return "this bracket closes none that is open";
    return first
               ? "this line is not under the one it belongs to: check the blanks before it"
               : "nothing more can follow here: the value ended before; prose goes in quotes as a "
                 "whole";
}

/* Return the bracket that is still open at the end of the file, or NULL. */
static const struct kzi_node *unclosed(const struct builder *builder, const yaml_parser_t *parser) {
    const struct open_node *top = builder->depth ? &builder->open[builder->depth - 1] : NULL;
    if (!top || !top->in_brackets || *text_at(builder->source, parser->problem_mark))
        return NULL;
    return top->node;
}

static void note_parser_error(struct builder *builder, const yaml_parser_t *parser) {
    builder->over = builder->torn = true;
    if (parser->error == YAML_MEMORY_ERROR)
        kzi_no_memory(builder->diags->arena);
    const char *problem = parser->problem ? parser->problem : "this is not YAML";
    const char *why = parser->problem ? why_out_of_place(builder, parser) : NULL;
    const struct kzi_node *open = unclosed(builder, parser);
    struct kzi_place place = place_of(builder, parser->problem_mark);
    if (strstr(problem, "unexpected end of stream"))
        kzi_error_at(builder->diags, place_of(builder, parser->context_mark), "%s",
                     in_plain_words(problem));
    else if (open)
        kzi_error_at(builder->diags, open->place, "this bracket is not closed");
    else if (strstr(problem, "expected ','") && parser->context_mark.line < place.line - 1)
        kzi_error_at(builder->diags, place,
                     "the bracket of line %zu is not closed yet, or a comma is missing here",
                     parser->context_mark.line + 1);
    else
        kzi_error_at(builder->diags, place, "%s", why ? why : in_plain_words(problem));
}

/* Return whether a character is not allowed in rule files: control characters, and line ends that
 * only YAML knows, because line numbers would differ from those of editors.  Characters that look
 * like blanks are left to the readers of words; in prose they may be intended. */
static bool is_control(uint32_t code) {
    return kzi_is_harmful(code) && code != '\t' && code != '\n' && code != '\r';
}

/* Skip characters that are ASCII and not line ends. */
static const char *skip_letters(const char *at, const char *end, struct kzi_place *place,
                                bool *indent) {
    const char *from = at;
    while (*indent && at < end && *at == ' ')
        at++;
    for (; at < end && *at >= 0x20 && *at < 0x7F; at++)
        *indent = false;
    place->column += (uint32_t)(at - from);
    return at;
}

/* Note the first character that is not allowed in rule files. */
static bool text_is_sound(struct kzi_diags *diags, const struct kzi_source *source) {
    struct kzi_place place = {source, 1, 1};
    const char *at = source->text, *end = at + source->len;
    const size_t errors = diags->errors;
    bool indent = true;
    while ((at = skip_letters(at, end, &place, &indent)) < end) {
        uint32_t code;
        size_t step = kzi_utf8_next(at, (size_t)(end - at), &code);
        if (code == KZI_BAD_UTF8)
            kzi_error_at(diags, place, "this is not UTF-8 text");
        else if (is_control(code) || (code == '\r' && (at + 1 == end || at[1] != '\n')))
            refuse_character(diags, place, code, "file");
        else if (indent && code == '\t') /* libyaml's own message would not mention tabs */
            kzi_error_at(diags, place, "indent with blanks, not with tabs");
        if (diags->errors > errors)
            return false;
        indent = code == '\n';
        place.line += indent;
        place.column = indent ? 1 : place.column + 1;
        at += step;
    }
    return true;
}

/* Return a source without its byte-order mark, which editors do not count as a column. */
static const struct kzi_source *without_mark(struct kzi_arena *arena,
                                             const struct kzi_source *source) {
    const size_t len = 3;
    if (source->len < len || memcmp(source->text, "\xEF\xBB\xBF", len) != 0)
        return source;
    struct kzi_source *rest = KZI_NEW(arena, struct kzi_source);
    *rest = *source;
    rest->text += len;
    rest->len -= len;
    return rest;
}

static void release(void *what) {
    struct builder *builder = what;
    yaml_event_delete(&builder->event);
    yaml_parser_delete(&builder->parser);
}

const struct kzi_node *kzi_yaml_read(struct kzi_diags *diags, const struct kzi_source *source) {
    source = without_mark(diags->arena, source);
    if (!text_is_sound(diags, source))
        return NULL;
    void **kept = kzi_arena_keep(diags->arena, release);
    struct builder *builder = KZI_NEW(diags->arena, struct builder);
    builder->diags = diags;
    builder->source = source;
    if (!yaml_parser_initialize(&builder->parser))
        kzi_no_memory(diags->arena);
    *kept = builder;
    yaml_parser_set_encoding(&builder->parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&builder->parser, (const unsigned char *)source->text,
                                 source->len);
    while (!builder->over) {
        if (yaml_parser_parse(&builder->parser, &builder->event))
            take_event(builder, &builder->event);
        else
            note_parser_error(builder, &builder->parser);
        yaml_event_delete(&builder->event);
    }
    if (!builder->torn && !builder->root)
        kzi_error_at(diags, (struct kzi_place){source, 0, 0},
                     source->len ? "the file says nothing" : "the file is empty");
    kzi_arena_give_back(diags->arena, builder);
    return builder->torn ? NULL : builder->root;
}
