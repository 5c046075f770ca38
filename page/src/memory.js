// What a player chose last, where the browser keeps it: rulesets, and of each its options and house rules.

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

/** The sheets of house rules that are kept, by ruleset. */
function keptSheets(storage) {
    return new Map(Object.entries(read(storage, 'sheets', {})).filter(([, text]) => typeof text === 'string' && text.length <= MOST_SHEET));
}

/** There was one sheet for all rulesets once: it becomes that of the ruleset used last. */
export function moveOldSheet(storage, ruleset) {
    const old = storage.get('sheet');
    if (!old)
        return;
    if (!keptSheet(storage, ruleset))
        keepSheet(storage, ruleset, old);
    storage.set('sheet', '');
}

/** The sheet of house rules that was written here for a ruleset, or kept of a link. */
export function keptSheet(storage, ruleset) {
    return keptSheets(storage).get(ruleset) ?? '';
}

export function keepSheet(storage, ruleset, text) {
    const sheets = keptSheets(storage);
    if (text.trim() && text.length <= MOST_SHEET)
        sheets.set(ruleset, text);
    else
        sheets.delete(ruleset);
    storage.set('sheets', JSON.stringify(Object.fromEntries(sheets)));
}

/** Keep a choice, in the view of hands as the last one; returns the ids of the rulesets that were used. */
export function keepChoice(storage, { name, options }, { last = true } = {}) {
    const recent = [name, ...recentRulesets(storage).filter((id) => id !== name)].slice(0, MOST_RECENT);
    if (last)
        storage.set('ruleset', name);
    storage.set('recent', JSON.stringify(recent));
    storage.set('options', JSON.stringify({ ...read(storage, 'options', {}), [name]: options }));
    return recent;
}
