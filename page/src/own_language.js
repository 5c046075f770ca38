// Rulesets with a language of their own, such as the official English names of a rule book. The page shows these
// names as English.

/** Return the language of a ruleset's names. files: the texts of rule files by name. */
export function ownLanguage(files, name) {
    const text = files[`${name}.yaml`] ?? '';
    const own = /^language: *([a-z-]+)/m.exec(text)?.[1];
    const parent = own ? null : /^extends: *([a-z0-9/-]+)/m.exec(text)?.[1];
    return own ?? (parent ? ownLanguage(files, parent) : 'en');
}

/** Return a description with the names of a language as English ones. */
export function inOwnLanguage(description, language) {
    if (language === 'en')
        return description;
    const own = (each) => (each.names?.[language] ? { ...each, names: { ...each.names, en: each.names[language] } } : each);
    return { ...description, ...Object.fromEntries(['circumstances', 'yaku', 'limits', 'fu_items'].map((list) => [list, description[list].map(own)])) };
}
