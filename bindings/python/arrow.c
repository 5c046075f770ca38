/* Arrow's C data interface: hand out columns without a copy, and release arrays of others.  The
 * buffers live until the last array that shares them is released, by any thread, with or without
 * Python. */
#define Py_LIMITED_API 0x030a0000
#include <Python.h>

#include "columns.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define NULLABLE 2 /* ARROW_FLAG_NULLABLE */

/* --- reading ---------------------------------------------------------------------------------- */

int kzpy_stream_schema(struct ArrowArrayStream *stream, struct ArrowSchema *out) {
    return stream->get_schema(stream, out);
}

int kzpy_stream_next(struct ArrowArrayStream *stream, struct ArrowArray *out) {
    return stream->get_next(stream, out);
}

const char *kzpy_stream_error(struct ArrowArrayStream *stream) {
    return stream->get_last_error(stream);
}

void kzpy_schema_release(struct ArrowSchema *schema) {
    if (schema->release)
        schema->release(schema);
}

void kzpy_array_release(struct ArrowArray *array) {
    if (array->release)
        array->release(array);
}

/* --- writing: schemas ------------------------------------------------------------------------- */

static void release_schema(struct ArrowSchema *schema) {
    for (int64_t i = 0; i < schema->n_children; i++) {
        kzpy_schema_release(schema->children[i]);
        free(schema->children[i]);
    }
    free(schema->children);
    if (schema->dictionary) {
        kzpy_schema_release(schema->dictionary);
        free(schema->dictionary);
    }
    schema->release = NULL;
}

/* Add children, all zero.  Return false if memory ran out. */
static bool add_child_schemas(struct ArrowSchema *schema, int64_t n) {
    schema->children = calloc((size_t)n, sizeof *schema->children);
    for (; schema->children && schema->n_children < n; schema->n_children++)
        if (!(schema->children[schema->n_children] = calloc(1, sizeof **schema->children)))
            return false;
    return schema->children != NULL;
}

static bool describe(struct ArrowSchema *out, const kzpy_columns *columns, int number) {
    const struct kzpy_column column = kzpy_column_of(columns, number);
    *out = (struct ArrowSchema){.format = column.format,
                                .name = column.name,
                                .flags = column.validity ? NULLABLE : 0,
                                .release = release_schema};
    if (column.n_dictionary >= 0) {
        out->dictionary = calloc(1, sizeof *out->dictionary);
        if (!out->dictionary)
            return false;
        *out->dictionary =
            (struct ArrowSchema){.format = "u", .name = "", .release = release_schema};
    }
    if (column.elements < 0)
        return true;
    return add_child_schemas(out, 1) && describe(out->children[0], columns, column.elements);
}

static bool describe_all(struct ArrowSchema *out, const kzpy_columns *columns) {
    *out = (struct ArrowSchema){.format = "+s", .name = "", .release = release_schema};
    bool made = add_child_schemas(out, KZPY_TOP_COLUMNS);
    for (int i = 0; made && i < KZPY_TOP_COLUMNS; i++)
        made = describe(out->children[i], columns, i);
    return made;
}

int kzpy_export_schema(struct ArrowSchema *out, const kzpy_columns *columns, int number) {
    if (number < 0 ? describe_all(out, columns) : describe(out, columns, number))
        return 1;
    kzpy_schema_release(out);
    return 0;
}

/* --- writing: arrays -------------------------------------------------------------------------- */

struct owner {
    kzpy_columns *columns;
    const void *buffers[3];
};

static void release_array(struct ArrowArray *array) {
    struct owner *owner = array->private_data;
    for (int64_t i = 0; i < array->n_children; i++) {
        kzpy_array_release(array->children[i]);
        free(array->children[i]);
    }
    free(array->children);
    if (array->dictionary) {
        kzpy_array_release(array->dictionary);
        free(array->dictionary);
    }
    kzpy_columns_free(owner->columns);
    free(owner);
    array->release = NULL;
}

/* Begin an array that shares the columns.  If memory runs out, it has no release callback. */
static bool begin_array(struct ArrowArray *out, kzpy_columns *columns, int64_t length) {
    struct owner *owner = calloc(1, sizeof *owner);
    *out = (struct ArrowArray){.length = length};
    if (!owner)
        return false;
    owner->columns = columns;
    kzpy_columns_share(columns);
    out->buffers = owner->buffers;
    out->private_data = owner;
    out->release = release_array;
    return true;
}

static void add_buffer(struct ArrowArray *array, const void *buffer) {
    struct owner *owner = array->private_data;
    owner->buffers[array->n_buffers++] = buffer;
}

static bool add_child_arrays(struct ArrowArray *array, int64_t n) {
    array->children = calloc((size_t)n, sizeof *array->children);
    for (; array->children && array->n_children < n; array->n_children++)
        if (!(array->children[array->n_children] = calloc(1, sizeof **array->children)))
            return false;
    return array->children != NULL;
}

static int64_t count_nulls(const uint8_t *bits, int64_t n) {
    int64_t set = 0;
    for (int64_t i = 0; bits && i < n / 8; i++)
        set += __builtin_popcount(bits[i]);
    if (bits && n % 8)
        set += __builtin_popcount(bits[n / 8] & ((1U << n % 8) - 1));
    return bits ? n - set : 0;
}

static bool fill_dictionary(struct ArrowArray *out, kzpy_columns *columns,
                            const struct kzpy_column *column) {
    if (!begin_array(out, columns, column->n_dictionary))
        return false;
    add_buffer(out, NULL);
    add_buffer(out, column->offsets);
    add_buffer(out, column->bytes);
    return true;
}

static bool fill(struct ArrowArray *out, kzpy_columns *columns, int number) {
    const struct kzpy_column column = kzpy_column_of(columns, number);
    if (!begin_array(out, columns, column.length))
        return false;
    out->null_count = count_nulls(column.validity, column.length);
    add_buffer(out, column.validity);
    add_buffer(out, column.values);
    if (column.n_dictionary >= 0) {
        out->dictionary = calloc(1, sizeof *out->dictionary);
        if (!out->dictionary || !fill_dictionary(out->dictionary, columns, &column))
            return false;
    }
    if (column.elements < 0)
        return true;
    return add_child_arrays(out, 1) && fill(out->children[0], columns, column.elements);
}

static bool fill_all(struct ArrowArray *out, kzpy_columns *columns) {
    if (!begin_array(out, columns, columns->filled))
        return false;
    add_buffer(out, NULL);
    bool made = add_child_arrays(out, KZPY_TOP_COLUMNS);
    for (int i = 0; made && i < KZPY_TOP_COLUMNS; i++)
        made = fill(out->children[i], columns, i);
    return made;
}

int kzpy_export_array(struct ArrowArray *out, kzpy_columns *columns, int number) {
    if (number < 0 ? fill_all(out, columns) : fill(out, columns, number))
        return 1;
    kzpy_array_release(out);
    return 0;
}

/* --- writing: a stream of one array ----------------------------------------------------------- */

struct one_array {
    kzpy_columns *columns;
    int number;
    bool given;
};

static int get_schema(struct ArrowArrayStream *stream, struct ArrowSchema *out) {
    const struct one_array *one = stream->private_data;
    return kzpy_export_schema(out, one->columns, one->number) ? 0 : ENOMEM;
}

static int get_next(struct ArrowArrayStream *stream, struct ArrowArray *out) {
    struct one_array *one = stream->private_data;
    if (one->given) {
        *out = (struct ArrowArray){.release = NULL};
        return 0;
    }
    one->given = true;
    return kzpy_export_array(out, one->columns, one->number) ? 0 : ENOMEM;
}

static const char *get_last_error(struct ArrowArrayStream *stream) {
    (void)stream;
    return "out of memory";
}

static void release_stream(struct ArrowArrayStream *stream) {
    struct one_array *one = stream->private_data;
    kzpy_columns_free(one->columns);
    free(one);
    stream->release = NULL;
}

int kzpy_export_stream(struct ArrowArrayStream *out, kzpy_columns *columns, int number) {
    struct one_array *one = calloc(1, sizeof *one);
    if (!one)
        return 0;
    *one = (struct one_array){columns, number, false};
    kzpy_columns_share(columns);
    *out = (struct ArrowArrayStream){get_schema, get_next, get_last_error, release_stream, one};
    return 1;
}

/* --- capsules --------------------------------------------------------------------------------- */

struct ArrowSchema *kzpy_new_schema(void) {
    return calloc(1, sizeof(struct ArrowSchema));
}

struct ArrowArray *kzpy_new_array(void) {
    return calloc(1, sizeof(struct ArrowArray));
}

struct ArrowArrayStream *kzpy_new_stream(void) {
    return calloc(1, sizeof(struct ArrowArrayStream));
}

static void free_schema(PyObject *capsule) {
    struct ArrowSchema *schema = PyCapsule_GetPointer(capsule, "arrow_schema");
    kzpy_schema_release(schema);
    free(schema);
}

static void free_array(PyObject *capsule) {
    struct ArrowArray *array = PyCapsule_GetPointer(capsule, "arrow_array");
    kzpy_array_release(array);
    free(array);
}

static void free_stream(PyObject *capsule) {
    struct ArrowArrayStream *stream = PyCapsule_GetPointer(capsule, "arrow_array_stream");
    if (stream->release)
        stream->release(stream);
    free(stream);
}

void *kzpy_free_schema_capsule(void) {
    return (void *)free_schema;
}

void *kzpy_free_array_capsule(void) {
    return (void *)free_array;
}

void *kzpy_free_stream_capsule(void) {
    return (void *)free_stream;
}
