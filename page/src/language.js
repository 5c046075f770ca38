// The texts of the page in the chosen language: its own by code, and the sentences of the engine, which the command
// words by the same catalogues (rules/languages). {0}, {1} are for arguments. A code without a text in that
// language is shown in English and marked. The engine's sentences are not in the English catalogue, because they
// arrive in English too.
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import en from './catalogues/en.json';

export const LANGUAGES = ['en', 'ja', 'zh-hans', 'zh-hant'];

/** The catalogues that are loaded; the others are separate parts. */
export const catalogues = new Map([['en', en]]);

/** Return the first of a browser's languages that the page has, else English. */
export function preferred(languages) {
    for (const tag of languages) {
        const lower = tag.toLowerCase();
        const traditional = /^zh-(hant|tw|hk|mo)/.test(lower);
        const code = lower.startsWith('zh') ? (traditional ? 'zh-hant' : 'zh-hans') : lower.split('-')[0];
        if (LANGUAGES.includes(code))
            return code;
    }
    return 'en';
}

function filled(text, args) {
    return text.replace(/\{(\d)\}/g, (_, index) => String(args[Number(index)] ?? ''));
}

/** Return the text of a code in this language; null if it has none. */
export function textOf(language, code, ...args) {
    const catalogue = catalogues.get(language);
    return catalogue && Object.hasOwn(catalogue, code) ? filled(catalogue[code], args) : null;
}

/** Return the text of a code, {text, lang}; null if no catalogue has it. */
export function say(language, code, ...args) {
    for (const lang of [language, 'en']) {
        const catalogue = catalogues.get(lang);
        if (catalogue && Object.hasOwn(catalogue, code))
            return { text: filled(catalogue[code], args), lang };
    }
    return null;
}

const OTHERS = new Map([['zh-hans', ['zh', 'zh-hant']], ['zh-hant', ['zh-hans', 'zh']]]);

/** Return the text to show, {text, lang}, among texts by language; null if there is none. */
export function pick(language, names) {
    for (const lang of [language, ...(OTHERS.get(language) ?? []), 'en', ...Object.keys(names)])
        if (Object.hasOwn(names, lang) && names[lang])
            return { text: names[lang], lang };
    return null;
}

export function words(id) {
    return id.replaceAll('_', ' ');
}

export const Language = createContext('en');

/** Return a function from a code and its arguments to the text without its language, for attributes. */
export function useTexts() {
    const language = useContext(Language);
    return (code, ...args) => say(language, code, ...args)?.text ?? words(code);
}
