// A sheet of house rules as text: where the caret is in it, what may be written there, and the usual
// changes. The keys are those of the JSON schema of rule files; ids come from a ruleset's description.

// --- where the caret is --------------------------------------------------------------------------

const KEY = /^(\s*)(?:- )?([A-Za-z0-9_-]+):(?:\s|$)/;

/** The keys that lead to the end of a text in block style: [..., 'yaku', 'pinfu']. */
function blockPath(lines, indent) {
    const path = [];
    for (let i = lines.length - 1, least = indent; i >= 0 && least > 0; i--) {
        const [, blanks, key] = KEY.exec(lines[i]) ?? [];
        if (key === undefined || blanks.length >= least)
            continue;
        path.unshift(key);
        least = blanks.length;
    }
    return path;
}

/** The same within a line: the keys of its open { }, and the key whose value begins, or null. */
function linePath(line) {
    const open = [];
    let key = null, word = '';
    for (const letter of line) {
        if (letter === ':') {
            key = word.trim().replace(/^- /, '');
            word = '';
        } else if (letter === '{' || letter === '[') {
            open.push(letter === '{' ? key : null);
            key = null;
            word = '';
        } else if (letter === '}' || letter === ']') {
            open.pop();
            key = null;
            word = '';
        } else if (letter === ',') {
            key = null;
            word = '';
        } else {
            word += letter;
        }
    }
    return { path: open.filter((each) => each !== null), key, word: word.trimStart() };
}

/** {path, key, word}: the mapping that the caret is in, the key whose value is being written (or null),
 *  and what is written of it. */
export function placeOf(text) {
    const lines = text.split('\n');
    const line = lines.pop();
    const indent = line.length - line.trimStart().length;
    const { path, key, word } = linePath(line);
    return { path: [...blockPath(lines, indent), ...path], key, word };
}

// --- what may be written there -------------------------------------------------------------------

function* alternatives(schema, root, depth = 0) {
    if (!schema || typeof schema !== 'object' || depth > 12)
        return;
    if (schema.$ref) {
        yield* alternatives(root.definitions[schema.$ref.split('/').pop()], root, depth + 1);
        return;
    }
    yield schema;
    for (const list of [schema.anyOf, schema.oneOf, schema.allOf])
        for (const part of list ?? [])
            yield* alternatives(part, root, depth + 1);
}

function below(schemas, key, root) {
    const found = [];
    for (const schema of schemas)
        for (const each of alternatives(schema, root)) {
            if (each.properties && Object.hasOwn(each.properties, key))
                found.push(each.properties[key]);
            else if (each.additionalProperties && typeof each.additionalProperties === 'object')
                found.push(each.additionalProperties);
            if (each.items)
                found.push(each.items);
        }
    return found;
}

function idsOf(path, rules) {
    if (path.length !== 1)
        return [];
    const lists = new Map([['yaku', rules.yaku], ['limits', rules.limits], ['options', rules.options], ['circumstances', rules.circumstances]]);
    return (lists.get(path[0]) ?? []).map(({ id }) => id);
}

/** The words that may follow a text: {from, words: [{label, kind}]}; from: how many letters are there. */
export function completions(text, schema, rules) {
    const { path, key, word } = placeOf(text);
    let schemas = [schema];
    for (const each of key === null ? path : [...path, key])
        schemas = below(schemas, each, schema);
    const found = new Map();
    for (const each of schemas.flatMap((part) => [...alternatives(part, schema)])) {
        if (key === null)
            for (const name of Object.keys(each.properties ?? {}))
                found.set(name, 'key');
        else
            for (const value of [...(each.enum ?? []), ...('const' in each ? [each.const] : [])])
                found.set(value === true ? 'yes' : value === false ? 'no' : String(value), 'value');
    }
    if (key === null)
        for (const id of idsOf(path, rules))
            found.set(id, 'id');
    else if (path.length === 1 && path[0] === 'options')
        for (const value of rules.options.find(({ id }) => id === key)?.values ?? [])
            found.set(value, 'value');
    return { from: word.length, words: [...found].map(([label, kind]) => ({ label, kind })) };
}

// --- usual changes -------------------------------------------------------------------------------

export const EMPTY_SHEET = 'kazoe: 1\n';

/** Where a section and an entry of it are: {section, entry} as numbers of lines, -1 if they are not there; end: the line
 *  after the section. */
function find(lines, section, id) {
    const at = lines.findIndex((line) => new RegExp(`^${section}:\\s*(#.*)?$`).test(line));
    if (at < 0)
        return { section: -1, entry: -1, end: -1 };
    let end = at + 1;
    while (end < lines.length && (/^\s/.test(lines[end]) || !lines[end].trim() || lines[end].startsWith('#')))
        end++;
    while (end > at + 1 && !lines[end - 1].trim())
        end--;
    const entry = lines.findIndex((line, index) => index > at && index < end && new RegExp(`^  ${id}:(\\s|$)`).test(line));
    return { section: at, entry, end };
}

const ONE_LINE = /^  ([a-z0-9_]+):\s*(?:\{([^{}[\]#]*)\}|([^\s{}[\]#]+))\s*$/;

/** The change of one entry that is written in one line: an object of texts, or a text; undefined if there is none, null if it
 *  takes more than one line or is not simple. */
export function entryOf(text, section, id) {
    const lines = text.split('\n');
    const { entry } = find(lines, section, id);
    if (entry < 0)
        return undefined;
    const [, , fields, scalar] = ONE_LINE.exec(lines[entry]) ?? [];
    if (fields === undefined && scalar === undefined)
        return null;
    if (scalar !== undefined)
        return scalar;
    return new Map(fields.split(',').filter((field) => field.trim()).map((field) => field.split(':').map((part) => part.trim())));
}

function written(id, value) {
    if (!(value instanceof Map))
        return `  ${id}: ${value}`;
    return `  ${id}: {${[...value].map(([key, field]) => `${key}: ${field}`).join(', ')}}`;
}

/** The sheet with another entry; undefined takes it away. null if the entry is not simple. */
export function withEntry(text, section, id, value) {
    const lines = (text.trim() ? text : EMPTY_SHEET).replace(/\n*$/, '').split('\n');
    const { section: at, entry, end } = find(lines, section, id);
    if (entry >= 0 && entryOf(text, section, id) === null)
        return null;
    if (at < 0 && lines.some((line) => line.startsWith(`${section}:`)))
        return null;
    const empty = value === undefined || (value instanceof Map && !value.size);
    if (empty && entry < 0)
        return text;
    if (entry >= 0)
        lines.splice(entry, 1, ...(empty ? [] : [written(id, value)]));
    else if (at >= 0)
        lines.splice(end, 0, written(id, value));
    else
        lines.push(`${section}:`, written(id, value));
    if (empty && end - at === 2)
        lines.splice(at, 1); // it was the only entry
    return `${lines.join('\n')}\n`;
}
