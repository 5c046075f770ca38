// The engine in a worker: it answers one call after another. The page ends it if it takes too long.
import { check, compare, diff, KazoeError, load, start } from 'kazoe';
import { rules as files } from 'kazoe/rules.js';
import { figuresOf } from './evening.js';
import { handOf, sizeOf } from './hand.js';
import { inOwnLanguage, ownLanguage } from './own_language.js';
import { unpacked } from './parts.js';
import { entriesOf, inheritedOf, titleOf } from './sheet.js';

class TooLarge extends Error {}

const MAX_RULESETS = 6; // kept loaded
const loaded = new Map(); // by choice; the last used is at the end

async function rulesetOf(choice) {
    const key = JSON.stringify(choice);
    let rules = loaded.get(key);
    loaded.delete(key);
    if (!rules) {
        const { name, overlays, options } = choice;
        rules = await load(name, { overlays, options: Object.fromEntries(options ?? []) });
    }
    loaded.set(key, rules);
    if (loaded.size > MAX_RULESETS) {
        const [oldest] = loaded.keys();
        loaded.get(oldest).free();
        loaded.delete(oldest);
    }
    return rules;
}

// Return the result of a call, or its error.
function attempt(call) {
    try {
        return { value: call() };
    } catch (error) {
        if (!(error instanceof KazoeError))
            throw error;
        return { error: plain(error) };
    }
}

function plain({ code, message, severity, file, line, column, key, shown, shownColumn, diagnostics }) {
    return { code, message, severity, file, line, column, key, shown, shownColumn, diagnostics };
}

// --- sheets that come with the rules ----------------------------------------------------------------

const NEEDED = ['tiles.classes', 'circumstances', 'shapes', 'limits'];

/** Return the other entries of a sheet that some of its lines name: [{section, entries}]. */
function needsOf(text, lines) {
    const parts = NEEDED.map((section) => [section, entriesOf(text, section)]);
    const needed = new Set();
    const look = (each) => {
        const words = new Set(each.join('\n').replace(/#.*/g, '').match(/[a-z0-9_]+/g));
        for (const [, entries] of parts)
            for (const entry of entries)
                if (words.has(entry.id) && !needed.has(entry)) {
                    needed.add(entry);
                    look(entry.lines);
                }
    };
    look(lines.filter((line) => !/^ +(?:name|note|examples):/.test(line)));
    return parts.map(([section, entries]) => ({ section, entries: entries.filter((entry) => needed.has(entry)) })).filter(({ entries }) => entries.length);
}

/** Return the yaku that a sheet of the package adds to rules; none if it does not fit them. */
async function added(base, text, { name, options }) {
    const rules = await load(name, { overlays: [{ name: 'example', text }], options: Object.fromEntries(options ?? []) }).catch(() => null);
    const names = new Map(rules?.describe().yaku.map((yaku) => [yaku.id, yaku.names]));
    rules?.free();
    return entriesOf(text, 'yaku').filter(({ id }) => names.has(id) && !base.has(id))
        .map(({ id, lines }) => ({ id, names: names.get(id), lines, needs: needsOf(text, lines) }));
}

function ownLanguageOf(rules) {
    return ownLanguage(files, rules.id);
}

/** Return the flowers and the like that the rules play with; a hand with others is refused. */
function playedFaces(rules, faces) {
    const hand = faces.length ? attempt(() => rules.randomHand({ seed: 1 }).replace(/ (?:flowers|wild|thrown)=\S+/g, '')).value : undefined;
    return hand ? faces.filter(({ tile }) => attempt(() => rules.json(`${hand} flowers=${tile}`)).error?.code !== 'too_many_of_a_tile') : faces;
}

function describe(rules) {
    const description = inOwnLanguage(rules.describe(), ownLanguageOf(rules));
    return { ...description, faces: playedFaces(rules, description.faces), inherited: inheritedOf(files, rules.id, 'game') };
}

// --- calls -------------------------------------------------------------------------------------------

const methods = new Map(Object.entries({
    /** Start the engine; wasm: a part, or compiled before. Returns the compiled module. */
    async start({ wasm, rules, maxBytes }) {
        const [module, texts] = await Promise.all([
            wasm instanceof WebAssembly.Module ? wasm : WebAssembly.compileStreaming(unpacked(wasm, 'application/wasm')),
            unpacked(rules).then((response) => response.json()),
        ]);
        Object.assign(files, texts);
        await start(module, {
            onGrowth(bytes) {
                // The page ends this worker; until then it must not go on.
                if (bytes > maxBytes)
                    throw new TooLarge('the engine needs too much memory');
            },
        });
        return { module };
    },
    /** Load rules for later calls. */
    async load(choice) {
        await rulesetOf(choice);
        return null;
    },
    async describe(choice) {
        const rules = await rulesetOf(choice);
        return { ...describe(rules), warnings: rules.warnings };
    },

    /** Return the verdict of a hand and, for each circumstance that is not given, why it cannot be, or null. */
    async verdict({ choice, line, unfinished, circumstances }) {
        const rules = await rulesetOf(choice);
        const { value: result, error } = attempt(() => rules.explain(line));
        const contradictions = circumstances.map((word) => {
            const given = attempt(() => rules.json(`${line} ${word}`));
            return [word, given.error?.code === 'contradiction' ? given.error.message : null];
        });
        const discards = !result?.win ? attempt(() => rules.discards(unfinished)).value : undefined;
        return { result, error, contradictions, discards };
    },
    async waits({ choice, line }) {
        const rules = await rulesetOf(choice);
        return attempt(() => rules.waits(line));
    },
    async whyNot({ choice, line, yaku }) {
        const rules = await rulesetOf(choice);
        return attempt(() => rules.whyNot(line, yaku));
    },
    /** Return the hand as a line of Kazoe's notation; the last tile of a full hand wins. */
    async convert({ choice, text }) {
        const rules = await rulesetOf(choice);
        const unfinished = attempt(() => rules.convert(text, 'kazoe', { unfinished: true }));
        if (!unfinished.error && sizeOf(handOf(unfinished.value), rules.describe()) !== rules.describe().hand_size)
            return unfinished;
        const finished = attempt(() => rules.convert(text));
        return finished.error && !unfinished.error ? unfinished : finished;
    },
    async check({ name, overlays, options }) {
        const found = await check(name, { overlays, options: Object.fromEntries(options ?? []) });
        return found.map(plain);
    },
    async compare({ choices, line, reasons }) {
        const rulesets = [];
        for (const choice of choices)
            rulesets.push(await rulesetOf(choice));
        const names = rulesets.flatMap((rules) => {
            const { yaku, limits } = inOwnLanguage(rules.describe(), ownLanguageOf(rules));
            return [...limits, ...yaku].map(({ id, names: each }) => [id, each]);
        });
        return { ...compare(rulesets, line, { reasons }), names };
    },
    async diff({ choices, witness }) {
        const rulesets = [];
        for (const choice of choices)
            rulesets.push(await rulesetOf(choice));
        return attempt(() => diff(...rulesets, { witnesses: witness ?? false }));
    },
    /** Return a hand that wins, and its result. */
    async randomHand({ choice, yaku }) {
        const rules = await rulesetOf(choice);
        const line = rules.randomHand({ yaku });
        return { line, result: rules.explain(line) };
    },
    /** Return the engine's answers to the lines of an evening. */
    async evening({ choice, lines }) {
        const rules = await rulesetOf(choice);
        return attempt(() => rules.game(lines));
    },
    /** Return the results of the winners of deals, with seats: a list for each line, empty if it is refused. */
    async worths({ choice, lines }) {
        const rules = await rulesetOf(choice);
        return lines.map((line) => attempt(() => rules.settle(line)).value?.results ?? []);
    },
    async eveningPage({ choice, lines, language, words }) {
        const rules = await rulesetOf(choice);
        return attempt(() => rules.gamePage(lines, { language: language === 'en' ? ownLanguageOf(rules) : language, words }));
    },
    /** Return the rule sheet. */
    async rulesPage({ choice, language, words }) {
        const rules = await rulesetOf(choice);
        const plain = choice.options?.length || choice.overlays.length ? await rulesetOf({ ...choice, options: [], overlays: [] }) : undefined;
        return rules.sheetPage({ language: language === 'en' ? ownLanguageOf(rules) : language, words, plain });
    },
    /** Return the sheets of the package with the yaku that they add: [{at, title, yaku: [{id, names, lines,
     * needs}]}]. */
    async examples(choice) {
        const base = new Set((await rulesetOf({ ...choice, overlays: [] })).describe().yaku.map(({ id }) => id));
        const found = [];
        for (const [name, text] of Object.entries(files).filter(([file]) => file.startsWith('overlays/')))
            found.push({ at: found.length, title: titleOf(text) ?? { en: name }, yaku: await added(base, text, choice) });
        return found;
    },
    async figures({ choice }) {
        const rules = await rulesetOf(choice);
        return figuresOf(rules.table());
    },
    async value({ choice, ...value }) {
        const rules = await rulesetOf(choice);
        return attempt(() => rules.value(value));
    },
}));

async function answer({ id, method, argument }) {
    try {
        self.postMessage({ id, value: await methods.get(method)(argument) });
    } catch (error) {
        const code = error instanceof TooLarge ? 'memory' : 'engine';
        self.postMessage({ id, error: error instanceof KazoeError ? plain(error) : { code, message: error.message } });
    }
}

let last = Promise.resolve();
self.onmessage = ({ data }) => { last = last.then(() => answer(data)); };
self.postMessage({ id: null }); // the worker runs
