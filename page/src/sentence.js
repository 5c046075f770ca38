// Sentences of the engine: codes with arguments, worded by a catalogue. Arguments are texts and numbers, names
// ({yaku: 'ID'}), and sentences.

/** Return the text of a sentence; null if the catalogue lacks a part. language: {textOf(code, ...args),
 * nameOf(kind, id)} return texts, or null; the kinds of names are yaku, limit, circumstance, option and address, the
 * place of a rule. */
export function wordSentence(language, sentence) {
    if (typeof sentence !== 'object')
        return String(sentence);
    const { code, arguments: parts = [], times, ...named } = sentence;
    if (!code) {
        const [[kind, id]] = Object.entries(named);
        const name = language.nameOf(kind, id);
        return name !== null && times > 1 ? `${times} × ${name}` : name;
    }
    const words = parts.map((part) => wordSentence(language, part));
    if (words.includes(null))
        return null;
    if (code.startsWith('list_'))
        return words.join(language.textOf(code));
    // one text may serve for one and for several
    return language.textOf(code, ...words) ?? language.textOf(code.replace(/_several$/, ''), ...words);
}
