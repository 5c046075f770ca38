/* Write a ruleset, with its files, options and overlays combined, as one rule file in block
 * style. */
#include "analysis/canonical/option_binding.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "cli/commands/show.h"
#include "rules/tree/merge.h"

#include <string.h>

#define LINE    96 /* columns for rules; comments may exceed it */
#define REMARKS 64 /* the column of comments, if the line is short enough */

struct writer {
    struct kzi_text *text;
    const struct kzi_model *model;
    struct kzi_arena *arena;
    size_t start; /* of the current line */
};

/* --- lines ----------------------------------------------------------------------------------- */

static size_t columns(const struct writer *writer) {
    const struct kzi_text *text = writer->text;
    return text->failed ? 0 : kzi_utf8_width(text->at + writer->start, text->len - writer->start);
}

static const char *last_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash && slash[1] ? slash + 1 : path;
}

/* Return the name of a file without its folder, unless another file of the ruleset has the same
 * name. */
static const char *short_name(const struct kzi_model *model, const struct kzi_source *source) {
    const char *name = last_name(source->name);
    bool file = false, alone = true;
    for (size_t i = 0; i < model->n_files; i++) {
        file |= model->files[i] == source;
        alone &= model->files[i] == source || strcmp(last_name(model->files[i]->name), name) != 0;
    }
    return file && alone ? name : source->name;
}

/* End the line with the source of its last value, if it has one. */
static void end_line(struct writer *writer, struct kzi_place place) {
    struct kzi_text *text = writer->text;
    if (place.source) {
        kzi_text_pad(text, writer->start, REMARKS);
        kzi_text_put(text, "  # ");
        kzi_put_visible(text, short_name(writer->model, place.source));
    }
    if (place.source && place.line)
        kzi_text_format(text, ":%u", place.line);
    kzi_text_char(text, '\n');
    writer->start = text->len;
}

static const struct kzi_place nowhere = {0};

static void indent_line(struct writer *writer, size_t indent) {
    kzi_text_pad(writer->text, writer->start, indent);
}

/* --- values ---------------------------------------------------------------------------------- */

/* Return the source of a node; of a collection, that of its first value, which the comment is
 * about. */
static struct kzi_place source_of(const struct kzi_node *node) {
    while (node->kind != KZI_SCALAR && node->count)
        node = kzi_node_child(node, 0);
    return node->place;
}

/* Return whether every value comes from this line. */
static bool all_at(const struct kzi_node *node, struct kzi_place place) {
    bool leaf = node->kind == KZI_SCALAR || !node->count;
    if (leaf)
        return node->place.source == place.source && node->place.line == place.line;
    for (size_t i = 0; i < node->count; i++)
        if (!all_at(kzi_node_child(node, i), place))
            return false;
    return true;
}

/* Return the length of a node on one line: in bytes, so that non-Latin text is broken sooner. */
static size_t length_of(const struct kzi_node *node) {
    struct kzi_text flow = kzi_text_fixed(NULL, 0);
    kzi_put_node(&flow, node);
    return flow.len;
}

static bool fits(const struct writer *writer, const struct kzi_node *node) {
    return columns(writer) + 1 + length_of(node) <= LINE;
}

static bool fits_on_line(const struct writer *writer, const struct kzi_node *node) {
    return all_at(node, source_of(node)) && fits(writer, node);
}

/* Return whether to write a list in brackets: it consists of texts, and some of them are on one
 * line in the file as well as in the output, so that writing the output again changes nothing. */
static bool in_brackets(const struct writer *writer, const struct kzi_node *list) {
    bool together = false;
    for (size_t i = 0; i < list->count; i++) {
        const struct kzi_node *item = list->u.items[i], *last = i ? list->u.items[i - 1] : NULL;
        if (item->kind != KZI_SCALAR)
            return false;
        size_t begin = columns(writer) + strlen(" [");
        together |= last && all_at(item, last->place) &&
                    begin + length_of(last) + strlen(", ") + length_of(item) <= LINE;
    }
    return together;
}

/* Put a quoted text on several lines.  YAML reads the line breaks as blanks. */
static void put_folded(struct writer *writer, const struct kzi_node *node, size_t indent) {
    struct kzi_text whole = kzi_text_growing();
    struct kzi_node quoted = *node;
    quoted.quoted = true;
    kzi_put_node(&whole, &quoted);
    kzi_text_char(writer->text, ' ');
    for (size_t at = 0; at < whole.len && !whole.failed;) {
        size_t space = columns(writer) < LINE ? LINE - columns(writer) : 0, end = whole.len;
        for (size_t i = at + 1; i + 1 < whole.len && end == whole.len; i++) {
            bool single = whole.at[i] == ' ' && whole.at[i - 1] != ' ' && whole.at[i + 1] != ' ';
            const char *next = memchr(whole.at + i + 1, ' ', whole.len - i - 1);
            size_t reach = next ? (size_t)(next - whole.at) : whole.len;
            if (single && whole.at[i - 1] != '\\' &&
                kzi_utf8_width(whole.at + at, reach - at) > space)
                end = i;
        }
        kzi_text_add(writer->text, whole.at + at, end - at);
        at = end + (end < whole.len);
        if (at < whole.len) {
            end_line(writer, nowhere);
            indent_line(writer, indent + 2);
        }
    }
    writer->text->failed |= whole.failed;
    kzi_text_release(&whole);
    end_line(writer, node->place);
}

/* Put "[a, b," on several lines, each with the items of one line of a file. */
static void put_items(struct writer *writer, const struct kzi_node *list) {
    kzi_text_put(writer->text, " [");
    size_t indent = columns(writer);
    for (size_t i = 0; i < list->count; i++) {
        const struct kzi_node *const *item = &list->u.items[i];
        bool last = i + 1 == list->count;
        kzi_put_node(writer->text, item[0]);
        kzi_text_char(writer->text, last ? ']' : ',');
        if (!last && all_at(item[1], item[0]->place) && fits(writer, item[1])) {
            kzi_text_char(writer->text, ' ');
        } else {
            end_line(writer, item[0]->place);
            indent_line(writer, last ? 0 : indent);
        }
    }
}

static void put_value(struct writer *writer, const struct kzi_node *node, size_t indent);

/* Return a mapping of ids to yes as a list of ids; anything else unchanged. */
static const struct kzi_node *as_list(const struct kzi_node *map, struct kzi_node *list,
                                      struct kzi_arena *arena) {
    *list = (struct kzi_node){.kind = KZI_LIST, .place = map->place};
    KZI_EACH_ENTRY(map, entry) {
        struct kzi_node *item = KZI_NEW(arena, struct kzi_node);
        *item = *entry->key;
        item->place = entry->value->place;
        kzi_list_add(arena, list, item);
        if (!kzi_node_is(entry->value, "yes"))
            return map;
    }
    return list->count ? list : map;
}

static void put_entry(struct writer *writer, const struct kzi_entry *entry, size_t indent);

/* Put the entries of a mapping.  After "- " the first line is indented already. */
static void put_entries(struct writer *writer, const struct kzi_node *map, size_t indent) {
    KZI_EACH_ENTRY(map, entry)
        put_entry(writer, entry, indent);
}

static void put_block(struct writer *writer, const struct kzi_node *map, size_t indent) {
    end_line(writer, nowhere);
    put_entries(writer, map, indent);
}

static void put_entry(struct writer *writer, const struct kzi_entry *entry, size_t indent) {
    struct kzi_node list;
    const struct kzi_node *value = entry->value;
    indent_line(writer, indent);
    kzi_put_node(writer->text, entry->key);
    kzi_text_char(writer->text, ':');
    if (kzi_node_is(entry->key, "covers"))
        value = as_list(value, &list, writer->arena);
    if (kzi_node_is(entry->key, "values") && value->kind == KZI_MAP)
        /* one line for each value of an option is easier to read */
        put_block(writer, value, indent + 2);
    else
        put_value(writer, value, indent);
}

static void put_list(struct writer *writer, const struct kzi_node *list, size_t indent) {
    end_line(writer, nowhere);
    KZI_EACH_ITEM(list, item) {
        bool block = item->kind == KZI_MAP && item->count && !fits_on_line(writer, item);
        indent_line(writer, indent);
        kzi_text_put(writer->text, block ? "- " : "-");
        if (block)
            put_entries(writer, item, indent + 2);
        else
            put_value(writer, item, indent);
    }
}

/* Put the value after "key:". indent: of the key's line. */
static void put_value(struct writer *writer, const struct kzi_node *node, size_t indent) {
    bool empty = node->kind != KZI_SCALAR && !node->count;
    if (empty || fits_on_line(writer, node)) {
        kzi_text_char(writer->text, ' ');
        kzi_put_node(writer->text, node);
        end_line(writer, source_of(node));
    } else if (node->kind == KZI_SCALAR) {
        put_folded(writer, node, indent);
    } else if (node->kind == KZI_MAP) {
        put_block(writer, node, indent + 2);
    } else if (in_brackets(writer, node)) {
        put_items(writer, node);
    } else {
        put_list(writer, node, indent + 2);
    }
}

/* --- file ------------------------------------------------------------------------------------- */

static void put_comment(struct writer *writer, const char *says, const char *name) {
    kzi_text_put(writer->text, "# ");
    kzi_text_put(writer->text, says);
    kzi_put_visible(writer->text, name);
    end_line(writer, nowhere);
}

static void put_head(struct writer *writer) {
    const struct kzi_model *model = writer->model;
    put_comment(writer, "The whole of ", model->label);
    put_comment(writer, "digest ", model->digest);
    for (size_t i = 0; i < model->n_files; i++)
        put_comment(writer, i ? "  " : "put together from\n#   ",
                    short_name(model, model->files[i]));
    put_comment(writer, "A comment says where the value before it is written.", "");
}

/* Put one key of the file, with an empty line before a section. */
static void put_top(struct writer *writer, const struct kzi_entry *entry) {
    if (entry->value->kind == KZI_MAP && !kzi_means_nothing("", entry->key->text))
        end_line(writer, nowhere);
    put_entry(writer, entry, 0);
}

/* Put the options.  Return false if they have too many values. */
static bool put_options(struct writer *writer, struct kzi_entry entry) {
    struct kzi_names decided;
    kzi_names_init(&decided, writer->arena);
    struct kzi_budget budget = {KZI_MAX_BINDING_STEPS, KZI_MAX_BINDING_MEMORY, false};
    entry.value = kzi_bind_options(writer->arena, writer->model, &decided, &budget);
    if (entry.value)
        put_top(writer, &entry);
    for (size_t i = 0; i < decided.count; i++)
        put_comment(writer, "no longer an option because these rules decide it themselves: ",
                    decided.name[i]);
    return !budget.out;
}

bool kzi_put_yaml(struct kzi_text *text, struct kzi_arena *arena, const struct kzi_model *model) {
    static const char *const first[] = {"kazoe", "ruleset", "title", "version", "source", "note"};
    static const char *const left_out[] = {"extends", "remove"};
    const struct kzi_node *root = model->root;
    struct writer writer = {text, model, arena, text->len};
    bool whole = true;
    put_head(&writer);
    for (size_t i = 0; i < KZI_COUNT(first); i++)
        if (kzi_node_entry(root, first[i]))
            put_top(&writer, kzi_node_entry(root, first[i]));
    KZI_EACH_ENTRY(root, entry) {
        const char *key = entry->key->text;
        if (kzi_node_is(entry->key, "options"))
            whole = put_options(&writer, *entry);
        else if (kzi_names_find(&KZI_NAMES(first), key) < 0 &&
                 kzi_names_find(&KZI_NAMES(left_out), key) < 0)
            put_top(&writer, entry);
    }
    return whole;
}
