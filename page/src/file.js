// Files from and to the disk.

const MAX_FILE = 1 << 20; // bytes

export function download(name, type, text) {
    const address = URL.createObjectURL(new Blob([text], { type }));
    Object.assign(document.createElement('a'), { href: address, download: name }).click();
    URL.revokeObjectURL(address);
}

/** Return a handler for changes of a file input, which calls a function with the text of the chosen file and its
 * name. refuse(error, name): called for a file that is too large or no text. */
export function onFileChosen(take, refuse) {
    return async ({ target }) => {
        const [file] = target.files;
        target.value = '';
        if (!file)
            return;
        if (file.size > MAX_FILE) {
            refuse({ code: 'too_long', message: 'the file is larger than 1 MiB' }, file.name);
            return;
        }
        const text = await file.arrayBuffer().then((bytes) => new TextDecoder('utf-8', { fatal: true }).decode(bytes)).catch(() => null);
        if (text === null)
            refuse({ code: 'not_utf8', message: 'the file is not a text in UTF-8' }, file.name);
        else
            take(text, file.name);
    };
}
