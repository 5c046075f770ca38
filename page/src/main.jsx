// Start the page: its parts are compressed data, in a page of one file or, on a site, next to it. The engine is
// unpacked in its worker, while the page is set up.
import { render } from 'preact';
import { App } from './app.jsx';
import { createEngine } from './engine.js';
import { readEvening } from './evening.js';
import { catalogues, LANGUAGES, preferred } from './language.js';
import { readLink, unknownRuleset } from './link.js';
import { moveOldSheet, optionsOf } from './memory.js';
import { unpacked } from './parts.js';
import { trusted } from './policy.js';

const alone = document.getElementById('built') !== null;

function textOf(name) {
    return document.getElementById(name).textContent;
}

function part(name) {
    return alone ? { base64: textOf(name) } : { address: new URL(`${name}.gz`, location.href).href };
}

/** Load the editor, which few users need, as a module. */
async function loadEditor() {
    if (!alone)
        return import('./editor.js');
    if (!globalThis.kazoeEditor) {
        const script = document.createElement('script');
        script.textContent = trusted.createScript(await (await unpacked(part('editor'))).text());
        document.head.append(script);
    }
    return globalThis.kazoeEditor;
}

/** Load a language, or English if that fails. */
async function loadLanguage(code) {
    try {
        if (!catalogues.has(code))
            catalogues.set(code, await (await unpacked(part(code))).json());
        return code;
    } catch {
        return 'en';
    }
}

/** The user's choices, if the browser can store them. */
const storage = {
    get(key) {
        try {
            return localStorage.getItem(`kazoe.${key}`);
        } catch {
            return null;
        }
    },
    /** Store a value; return whether this succeeded. */
    set(key, value) {
        try {
            localStorage.setItem(`kazoe.${key}`, value);
            return true;
        } catch {
            return false;
        }
    },
};

/** Return the first state of the page: that of its link, if it has one, and the rules. handChoice: the choice of
 * the view of hands. A page that is loaded again has a link of its own, whose house rules are not new. */
function opened(built) {
    const known = new Set(built.rulesets.map(({ id }) => id));
    const link = readLink(location.hash, known);
    const last = storage.get('ruleset');
    moveOldSheet(storage, known.has(last) ? last : built.ruleset);
    const view = link?.view ?? storage.get('view');
    const evening = link || view !== 'evening' ? null : readEvening(storage);
    const name = link?.ruleset ?? (known.has(last) ? last : built.ruleset);
    const handChoice = { name, overlays: [], options: link?.options ?? optionsOf(storage, name), kept: !link };
    const choice = known.has(evening?.ruleset) ? { name: evening.ruleset, overlays: [], options: evening.options } : handChoice;
    return { link: link && { ...link, own: history.state?.own === true }, unknown: unknownRuleset(location.hash, known), view, choice, handChoice };
}

async function start() {
    const worker = alone ? new Blob([textOf('worker')], { type: 'text/javascript' })
        : await (await unpacked(part('worker'), 'text/javascript')).blob();
    const address = trusted.createScriptURL(URL.createObjectURL(worker));
    const engine = createEngine(() => new Worker(address), { wasm: part('wasm'), rules: part('rules') });
    const begun = engine.begin();
    const kept = storage.get('language');
    const [built, language] = await Promise.all([
        alone ? JSON.parse(textOf('built')) : (await unpacked(part('built'))).json(),
        loadLanguage(LANGUAGES.includes(kept) ? kept : preferred(navigator.languages)),
    ]);
    const { choice, ...first } = opened(built);
    engine.call('load', choice).catch(() => {}); // an error is reported when the page asks
    // A worker begins only while this thread is idle. From then on both work.
    await Promise.race([begun, new Promise((resolve) => setTimeout(resolve, 100))]);
    render(<App {...{ engine, built, storage, loadEditor, loadLanguage, ...first }} firstChoice={choice} firstLanguage={language} />,
        document.getElementById('app'));
    if (!alone && 'serviceWorker' in navigator)
        navigator.serviceWorker.register(trusted.createScriptURL('service.js')).catch(() => {}); // without it, the site works only with a network
}

start().catch((error) => {
    document.getElementById('app').textContent = String(error);
});
