// The engine, in a worker: it answers one call after the other. The page ends it if it takes too long.
import { check, compare, diff, KazoeError, load, start } from 'kazoe';
import { rules as files } from 'kazoe/rules.js';
import { figuresOf } from './evening.js';
import { handOf, sizeOf } from './hand.js';
import { unpacked } from './parts.js';

class TooLarge extends Error {}

const MOST_RULESETS = 6; // kept loaded
const loaded = new Map(); // by choice, the last used at the end

async function rulesetOf(choice) {
    const key = JSON.stringify(choice);
    let rules = loaded.get(key);
    loaded.delete(key);
    if (!rules) {
        const { name, overlays, options } = choice;
        rules = await load(name, { overlays, options: Object.fromEntries(options ?? []) });
    }
    loaded.set(key, rules);
    if (loaded.size > MOST_RULESETS) {
        const [oldest] = loaded.keys();
        loaded.get(oldest).free();
        loaded.delete(oldest);
    }
    return rules;
}

// What a call returns, or the error that it throws.
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

const methods = new Map(Object.entries({
    /** Start the engine; wasm: a part, or compiled before. Returns the compiled module. */
    async start({ wasm, rules, mostBytes }) {
        const [module, texts] = await Promise.all([
            wasm instanceof WebAssembly.Module ? wasm : WebAssembly.compileStreaming(unpacked(wasm, 'application/wasm')),
            unpacked(rules).then((response) => response.json()),
        ]);
        Object.assign(files, texts);
        await start(module, {
            onGrowth(bytes) {
                // The page ends this worker; until then it must not go on.
                if (bytes > mostBytes)
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
        return { ...rules.describe(), warnings: rules.warnings };
    },

    /** A hand, and for each circumstance that is not given why it cannot be, or null. */
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
    /** The hand as a line of Kazoe's notation; of a full one the last tile wins. */
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
            const { yaku, limits } = rules.describe();
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
    /** A hand that wins, and what it is worth. */
    async randomHand({ choice, yaku }) {
        const rules = await rulesetOf(choice);
        const line = rules.randomHand({ yaku });
        return { line, result: rules.explain(line) };
    },
    /** What the engine says of the lines of an evening. */
    async evening({ choice, lines }) {
        const rules = await rulesetOf(choice);
        return attempt(() => rules.game(lines));
    },
    async eveningPage({ choice, lines }) {
        const rules = await rulesetOf(choice);
        return attempt(() => rules.gamePage(lines));
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
self.postMessage({ id: null }); // it runs
