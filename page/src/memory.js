// What a player chose last, where the browser keeps it: rulesets, and of each its options.

const MOST_RECENT = 4;
const MOST_OPTIONS = 200;
const MOST_SHEET = 1 << 16; // characters

function read(storage, key, empty) {
    try {
        return JSON.parse(storage.get(key)) ?? empty;
    } catch {
        return empty;
    }
}

/** The ids of the rulesets that were used, the last first. */
export function recentRulesets(storage) {
    const ids = read(storage, 'recent', []);
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string').slice(0, MOST_RECENT) : [];
}

/** The options that were set for a ruleset: [[id, value]]. */
export function optionsOf(storage, ruleset) {
    const all = read(storage, 'options', {}), options = Object.hasOwn(all, ruleset) ? all[ruleset] : [];
    const good = Array.isArray(options) && options.every((each) => Array.isArray(each) && each.length === 2 && each.every((word) => /^[a-z0-9_-]{1,64}$/.test(word)));
    return good ? options.slice(0, MOST_OPTIONS) : [];
}

/** The sheet of house rules that was written here last; one of a link is not kept. */
export function keptSheet(storage) {
    const text = storage.get('sheet') ?? '';
    return text.length <= MOST_SHEET ? text : '';
}

export function keepSheet(storage, text) {
    storage.set('sheet', text.length <= MOST_SHEET ? text : '');
}

/** Keep a choice as the last one; returns the ids of the rulesets that were used. */
export function keepChoice(storage, { name, options }) {
    const recent = [name, ...recentRulesets(storage).filter((id) => id !== name)].slice(0, MOST_RECENT);
    storage.set('ruleset', name);
    storage.set('recent', JSON.stringify(recent));
    storage.set('options', JSON.stringify({ ...read(storage, 'options', {}), [name]: options }));
    return recent;
}
