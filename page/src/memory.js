// The player's last choices, if the browser can store them: rulesets, and for each its options and house rules.

const MAX_RECENT = 4;
const MAX_OPTIONS = 200;
const MAX_SHEET = 1 << 16; // characters

function read(storage, key, empty) {
    try {
        return JSON.parse(storage.get(key)) ?? empty;
    } catch {
        return empty;
    }
}

/** Return the ids of the rulesets that were used, the last one first. */
export function recentRulesets(storage) {
    const ids = read(storage, 'recent', []);
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string').slice(0, MAX_RECENT) : [];
}

/** Return the options that were set for a ruleset: [[id, value]]. */
export function optionsOf(storage, ruleset) {
    const all = read(storage, 'options', {}), options = Object.hasOwn(all, ruleset) ? all[ruleset] : [];
    const good = Array.isArray(options) && options.every((each) => Array.isArray(each) && each.length === 2 && each.every((word) => /^[a-z0-9_-]{1,64}$/.test(word)));
    return good ? options.slice(0, MAX_OPTIONS) : [];
}

/** Return the stored sheets of house rules, by ruleset. */
function keptSheets(storage) {
    return new Map(Object.entries(read(storage, 'sheets', {})).filter(([, text]) => typeof text === 'string' && text.length <= MAX_SHEET));
}

/** Convert old storage, which had one sheet for all rulesets: it becomes that of the ruleset used last. */
export function moveOldSheet(storage, ruleset) {
    const old = storage.get('sheet');
    if (!old)
        return;
    if (!keptSheet(storage, ruleset))
        keepSheet(storage, ruleset, old);
    storage.set('sheet', '');
}

/** Return the sheet of house rules for a ruleset that was written here or kept from a link. */
export function keptSheet(storage, ruleset) {
    return keptSheets(storage).get(ruleset) ?? '';
}

export function keepSheet(storage, ruleset, text) {
    const sheets = keptSheets(storage);
    if (text.trim() && text.length <= MAX_SHEET)
        sheets.set(ruleset, text);
    else
        sheets.delete(ruleset);
    storage.set('sheets', JSON.stringify(Object.fromEntries(sheets)));
}

/** Store a choice, also as the last one unless `last` is false; return the ids of the rulesets that were used. */
export function keepChoice(storage, { name, options }, { last = true } = {}) {
    const recent = [name, ...recentRulesets(storage).filter((id) => id !== name)].slice(0, MAX_RECENT);
    if (last)
        storage.set('ruleset', name);
    storage.set('recent', JSON.stringify(recent));
    storage.set('options', JSON.stringify({ ...read(storage, 'options', {}), [name]: options }));
    return recent;
}
