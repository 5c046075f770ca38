// Files from and to the disk.

const MAX_FILE = 1 << 20; // bytes

export function download(name, type, text) {
    const address = URL.createObjectURL(new Blob([text], { type }));
    Object.assign(document.createElement('a'), { href: address, download: name }).click();
    URL.revokeObjectURL(address);
}

/** Return a handler for changes of a file input, which calls a function with the text of the chosen file. */
export function onFileChosen(take) {
    return async ({ target }) => {
        const [file] = target.files;
        if (file && file.size <= MAX_FILE)
            take(await file.text());
        target.value = '';
    };
}
