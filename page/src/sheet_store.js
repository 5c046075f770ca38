// The text of the sheet of house rules. The editor, the form, files and the link all change it, so it has one
// owner: each part gets the texts of the others at once, and never its own.

export function createSheet(text) {
    const readers = new Set();
    return {
        get text() { return text; },
        /** Set the text. writer: the reader that wrote it and is not called. */
        write(other, writer = null) {
            text = other;
            for (const reader of readers)
                if (reader !== writer)
                    reader(text);
        },
        /** Replace the sheet by another one; all readers are called. */
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
