// The text of the sheet of house rules. The editor, the form, files and the link all change it, so it has one owner: each
// part is told at once what the others wrote, and never what it wrote itself.

export function createSheet(text) {
    const readers = new Set();
    return {
        get text() { return text; },
        /** writer: the reader that need not be told. */
        write(other, writer = null) {
            text = other;
            for (const reader of readers)
                if (reader !== writer)
                    reader(text);
        },
        /** Another sheet takes the place of this one: readers are told that nobody wrote it. */
        open(other) {
            text = other;
            for (const reader of readers)
                reader(text, { opened: true });
        },
        /** Call a function with each text that others write; returns a function that ends this. */
        read(reader) {
            readers.add(reader);
            return () => readers.delete(reader);
        },
    };
}
