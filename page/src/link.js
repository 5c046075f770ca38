// The state of the page in its address, after #: nothing of it is sent to a server. A link is a stranger's text:
// lengths are limited here, and the engine checks the rest.

const MAX_LINK = 100000;
export const MAX_LINKED_SHEET = 8192; // bytes; a larger one is saved as a file
const MAX_HAND = 2000;
const MAX_OPTIONS = 200;

export function sheetFits(text) {
    return new TextEncoder().encode(text).length <= MAX_LINKED_SHEET;
}

/** {ruleset, options: [[id, value]], hand, sheet, view}. */
export function linkOf({ ruleset, options, hand, sheet, view }) {
    const fields = new URLSearchParams();
    fields.set('rules', ruleset);
    for (const [id, value] of options)
        fields.append('option', `${id}=${value}`);
    if (view === 'evening')
        fields.set('view', view);
    if (hand)
        fields.set('hand', hand);
    if (sheet && sheetFits(sheet))
        fields.set('sheet', sheet);
    return `#${fields}`;
}

/** Return the ruleset in a link that the page does not have; null if there is none. */
export function unknownRuleset(hash, known) {
    const name = hash.length <= MAX_LINK ? new URLSearchParams(hash.slice(1)).get('rules') : null;
    return name && !known.has(name) ? name.slice(0, 64) : null;
}

/** Return the state in a link; missing fields are null. known: the ids of the rulesets. */
export function readLink(hash, known) {
    if (hash.length < 2 || hash.length > MAX_LINK)
        return null;
    const fields = new URLSearchParams(hash.slice(1));
    const ruleset = fields.get('rules'), hand = fields.get('hand'), sheet = fields.get('sheet');
    if (!known.has(ruleset))
        return null;
    const options = fields.getAll('option').slice(0, MAX_OPTIONS)
        .map((each) => /^([a-z0-9_]{1,64})=([a-z0-9_-]{1,64})$/.exec(each))
        .filter(Boolean).map(([, id, value]) => [id, value]);
    return {
        ruleset,
        options,
        view: fields.get('view') === 'evening' ? 'evening' : 'hand',
        hand: hand && hand.length <= MAX_HAND ? hand : null,
        sheet: sheet && sheetFits(sheet) ? sheet : null,
    };
}
