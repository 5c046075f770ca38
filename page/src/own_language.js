// Rulesets that have a language of their own, such as the official English names of a rule book: those are what they are
// called in English.

/** The language of a ruleset's names; files: the texts of rule files by name. */
export function ownLanguage(files, name) {
    const text = files[`${name}.yaml`] ?? '';
    const own = /^language: *([a-z-]+)/m.exec(text)?.[1];
    const parent = own ? null : /^extends: *([a-z0-9/-]+)/m.exec(text)?.[1];
    return own ?? (parent ? ownLanguage(files, parent) : 'en');
}

/** A description with those names as English ones. */
export function inOwnLanguage(description, language) {
    if (language === 'en')
        return description;
    const own = (each) => (each.names?.[language] ? { ...each, names: { ...each.names, en: each.names[language] } } : each);
    return { ...description, ...Object.fromEntries(['circumstances', 'yaku', 'limits', 'fu_items'].map((list) => [list, description[list].map(own)])) };
}
