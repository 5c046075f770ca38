// A sheet of house rules as text: the position of the caret, completions there, and the usual changes. The keys are
// those of the JSON schema of rule files; ids come from a ruleset's description.

// --- position of the caret ------------------------------------------------------------------------

const KEY = /^(\s*)(?:- )?([A-Za-z0-9_-]+):(?:\s|$)/;

/** Return the keys that lead to the end of a text in block style: [..., 'yaku', 'pinfu']. */
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

/** Return the same for a line: the keys of its open { }, and the key whose value begins, or null. */
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

/** Return {path, key, word}: the mapping that the caret is in, the key whose value is being written (or null), and
 * the part of it written so far. */
export function placeOf(text) {
    const lines = text.split('\n');
    const line = lines.pop();
    const indent = line.length - line.trimStart().length;
    const { path, key, word } = linePath(line);
    return { path: [...blockPath(lines, indent), ...path], key, word };
}

// --- completions ---------------------------------------------------------------------------------

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

/** Return the words that may follow a text: {from, words: [{label, kind}]}; from: the number of letters written. */
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

// --- a text as mappings ---------------------------------------------------------------------------

export const EMPTY_SHEET = 'kazoe: 1\n';

function linesOf(text) {
    return (text.trim() ? text : EMPTY_SHEET).replace(/\n*$/, '').split('\n');
}

function indentOf(line) {
    return line.length - line.trimStart().length;
}

function isRemark(line) {
    return !line.trim() || line.trimStart().startsWith('#');
}

/** Return the keys of lines from..to: {indent, keys: [{key, rest, at, end}]}, where rest is the text after the key
 * in its line; null if the lines are not a mapping of plain keys. */
function keysOf(lines, from, to) {
    const keys = [];
    let indent = null;
    for (let at = from; at < to; at++) {
        const line = lines[at];
        if (isRemark(line))
            continue;
        indent ??= indentOf(line);
        const [, key, rest] = /^ *([A-Za-z0-9_.-]+):(?:\s+(.*))?$/.exec(line) ?? [];
        if (indentOf(line) > indent && keys.length)
            keys.at(-1).end = at + 1;
        else if (indentOf(line) === indent && key)
            keys.push({ key, rest: (rest ?? '').replace(/^#.*/, '').trimEnd(), at, end: at + 1 });
        else
            return null;
    }
    return { indent, keys };
}

/** Return the mapping {a: 1, b: {c: 2}} that a text begins with: {fields, tail}; fields are texts, tail is the text
 * after it. null if it is anything else, or has no end. */
function flowOf(text) {
    const fields = new Map();
    let depth = 0, quote = null, before = '', part = '', good = text[0] === '{';
    const take = () => {
        const [, key, value] = /^\s*([\w.-]+):(?:\s+(\S[^]*?))?\s*$/.exec(part) ?? [];
        good &&= value !== undefined || (!part.trim() && !fields.size);
        if (value !== undefined)
            fields.set(key, value);
        part = '';
    };
    for (let at = 0; good && at < text.length; at++) {
        const letter = text[at];
        if (quote)
            quote = letter === quote ? null : quote;
        else if (/["']/.test(letter) && /[{[,:]/.test(before))
            quote = letter;
        else if (letter === '#' && /\s/.test(text[at - 1]))
            return null;
        else if (/[{[]/.test(letter))
            depth++;
        else if (/[}\]]/.test(letter) && !--depth) {
            take();
            return good ? { fields, tail: text.slice(at + 1) } : null;
        }
        if (depth === 1 && !quote && letter === ',')
            take();
        else if (at)
            part += letter;
        before = letter.trim() || before;
    }
    return null;
}

function flowText(fields) {
    return `{${[...fields].map(([key, value]) => `${key}: ${value}`).join(', ')}}`;
}

/** Return a value as text, without its remark; also a list of plain words. */
function scalarOf(rest) {
    const quoted = /^("(?:[^"\\]|\\.)*"|'(?:[^']|'')*')\s*(?:#.*)?$/.exec(rest);
    const text = quoted ? quoted[1] : rest.replace(/\s+#.*$/, '');
    return /^(?:[{|>&*!]|\[(?![^[\]{}"']*\]$))/.test(text) ? null : text;
}

/** Return the value of a key: a Map of texts, or a text; null if it is not so simple. */
function valueOf(lines, { rest, at, end }) {
    if (rest.startsWith('{'))
        return flowOf([rest, ...lines.slice(at + 1, end)].join('\n'))?.fields ?? null;
    if (rest)
        return end === at + 1 ? scalarOf(rest) : null;
    const inner = keysOf(lines, at + 1, end);
    return inner && new Map(inner.keys.map((each) => [each.key, [each.rest, ...lines.slice(each.at + 1, each.end)].join('\n')]));
}

/** Return a section of a sheet: {lines, whole} and, if it is there, {part, indent, keys} of its lines, or {part,
 * fields, tail} if it is in braces. null if the sheet is not so simple. */
function sectionOf(text, section) {
    const lines = linesOf(text), whole = keysOf(lines, 0, lines.length);
    const part = whole?.keys.find(({ key }) => key === section);
    if (!whole || !part)
        return whole && { lines, whole };
    if (part.rest) {
        const flow = flowOf([part.rest, ...lines.slice(part.at + 1, part.end)].join('\n'));
        return flow && { lines, whole, part, ...flow };
    }
    const inner = keysOf(lines, part.at + 1, part.end);
    return inner && { lines, whole, part, indent: inner.indent ?? 2, keys: inner.keys };
}

/** Return one entry of a section: a Map of texts, or a text; undefined if there is none, null if it is not so
 * simple. */
export function entryOf(text, section, id) {
    const found = sectionOf(text, section);
    if (!found?.part)
        return found === null ? null : undefined;
    if (found.fields) {
        const value = found.fields.get(id);
        return value?.startsWith('{') ? flowOf(value)?.fields ?? null : value;
    }
    const entry = found.keys.find(({ key }) => key === id);
    return entry && valueOf(found.lines, entry);
}

// --- usual changes -------------------------------------------------------------------------------

function textIn(lines) {
    return `${lines.join('\n')}\n`;
}

/** Return lines with others in place of from..to. */
function spliced(lines, from, to, ...others) {
    return [...lines.slice(0, from), ...others, ...lines.slice(to)];
}

/** Return an entry of several lines with other fields; unchanged fields keep their lines. */
function refilled(lines, entry, value) {
    const { indent, keys } = keysOf(lines, entry.at + 1, entry.end);
    const line = (key) => `${' '.repeat(indent)}${key}: ${value.get(key)}`;
    const before = valueOf(lines, entry);
    let next = lines;
    for (const { key, at, end } of [...keys].reverse())
        if (value.get(key) !== before.get(key))
            next = spliced(next, at, end, ...(value.has(key) ? [line(key)] : []));
    return spliced(next, entry.at + 1, entry.at + 1, ...[...value.keys()].filter((key) => !before.has(key)).map(line));
}

function isNothing(value) {
    return value === undefined || (value instanceof Map && !value.size);
}

function withField(found, id, written) {
    const { lines, part, fields, tail } = found;
    if (written === null)
        fields.delete(id);
    else
        fields.set(id, written);
    return textIn(spliced(lines, part.at, part.end, ...(fields.size ? [`${part.key}: ${flowText(fields)}${tail}`] : [])));
}

/** Return the sheet with another entry, a Map of texts or a text; undefined removes it. null if the sheet or the
 * entry is not so simple. */
export function withEntry(text, section, id, value) {
    const found = sectionOf(text, section), now = entryOf(text, section, id), nothing = isNothing(value);
    if (!found || now === null)
        return null;
    if (nothing && now === undefined)
        return text;
    const written = nothing ? null : value instanceof Map ? flowText(value) : value;
    if (found.fields)
        return withField(found, id, written);
    const { lines, part, indent, keys } = found;
    if (!part)
        return textIn([...lines, `${section}:`, `  ${id}: ${written}`]);
    const entry = keys.find(({ key }) => key === id);
    if (!entry)
        return textIn(spliced(lines, part.end, part.end, `${' '.repeat(indent)}${id}: ${written}`));
    if (nothing)
        return textIn(keys.length === 1 ? spliced(lines, part.at, part.end) : spliced(lines, entry.at, entry.end));
    if (!entry.rest && now instanceof Map && value instanceof Map)
        return textIn(refilled(lines, entry, value));
    const remark = /\s+#[^}]*$/.exec(lines[entry.end - 1])?.[0] ?? '';
    return textIn(spliced(lines, entry.at, entry.end, `${' '.repeat(indent)}${id}: ${written}${remark}`));
}

/** Return the sheet with more lines in a section, or in a part of one (tiles.classes); they are indented from 0.
 * null if the section is not so simple. */
export function withLinesIn(text, path, more) {
    const [section, name] = path.split('.');
    const found = sectionOf(text, section);
    if (!found || found.fields)
        return null;
    const { lines, part, indent = 2, keys = [] } = found;
    const put = (at, deep, list) => textIn(spliced(lines, at, at, ...list.map((line) => `${' '.repeat(deep)}${line}`)));
    const inner = keys.find(({ key }) => key === name);
    if (inner) {
        const below = inner.rest ? null : keysOf(lines, inner.at + 1, inner.end);
        return below && put(inner.end, below.indent ?? indent + 2, more);
    }
    const list = name ? [`${name}:`, ...more.map((line) => `  ${line}`)] : more;
    return part ? put(part.end, indent, list) : textIn([...lines, `${section}:`, ...list.map((line) => `  ${line}`)]);
}

/** Return the entries of a section, which may be a part of another (tiles.classes): [{id, lines}], with lines
 * indented from 0. */
export function entriesOf(text, section) {
    const [first, part] = section.split('.');
    const found = sectionOf(text, first);
    const inner = part ? found?.keys?.find(({ key }) => key === part) : null;
    const { indent, keys } = (part ? inner && keysOf(found.lines, inner.at + 1, inner.end) : found) ?? {};
    return (keys ?? []).map(({ key, at, end }) => ({ id: key, lines: found.lines.slice(at, end).map((line) => line.slice(indent)) }));
}

/** Return the worth of a yaku, {closed, open}, as text for a sheet: one value if both are the same; '' if it has
 * none. */
export function worthText({ closed, open }) {
    const there = [['closed', closed], ['open', open]].filter(([, each]) => each);
    return closed === open ? closed : `{${there.map((pair) => pair.join(': ')).join(', ')}}`;
}

/** Return a typed value as text for a sheet: a number, or a limit by its id or name. null: it is neither. */
export function typedValue(typed, limits) {
    const text = typed.trim(), [, times, name] = /^(?:(\d{1,2})\s+)?(.*)$/.exec(text);
    if (/^\d{1,4}$/.test(text) || !text)
        return text;
    const limit = limits.find(({ id, names }) => [id, ...Object.values(names)].some((each) => each.toLowerCase() === name.toLowerCase()));
    return limit ? [times, limit.id].filter(Boolean).join(' ') : null;
}

/** Return a typed number, or several, as text for a sheet. null: it is not one. */
export function typedNumbers(typed, kind) {
    const text = typed.replaceAll('\u2212', '-').replace(/[[\]]/g, '').trim();
    if (kind === 'number')
        return /^\d*$/.test(text) ? text : null;
    return /^(?:[+-]?\d+(?:[\s,;/]+|$))*$/.test(text) ? (text && `[${text.match(/-?\d+/g).join(', ')}]`) : null;
}

// --- whole rule files ------------------------------------------------------------------------------

const OPTION = /^[a-z0-9_-]{1,64}$/;

/** Return a rule file with the changes of the sheet, its ruleset and its options: [[id, value]]. */
export function fileOf(sheet, { ruleset, options, id }) {
    const filled = options.reduce((text, [option, value]) =>
        withEntry(text, 'options', option, value) ?? `# option: ${option}=${value}\n${text}`, sheet.trim() ? sheet : EMPTY_SHEET);
    const lines = linesOf(filled), at = lines.findIndex((line) => line.startsWith('kazoe:'));
    return textIn(spliced(lines, at + 1, at + 1, `ruleset: ${id}`, `extends: ${ruleset}`));
}

/** Return the contents of a file, {sheet, ruleset, options}; the ruleset is null if the file is only a sheet.
 * known: the ids of rulesets. */
export function sheetOf(file, known) {
    const text = file.replace(/\r\n?/g, '\n').replace(/^\uFEFF/, '');
    const ruleset = /^extends:\s*["']?([a-z0-9-]+)["']?\s*(?:#.*)?$/m.exec(text)?.[1];
    if (!known.has(ruleset))
        return { sheet: text, ruleset: null, options: [] };
    let sheet = textIn(linesOf(text).filter((line) => !/^(?:extends|ruleset):/.test(line)));
    const options = [];
    const said = sectionOf(sheet, 'options');
    for (const id of said?.fields?.keys() ?? said?.keys?.map(({ key }) => key) ?? []) {
        const value = entryOf(sheet, 'options', id), rest = typeof value === 'string' && OPTION.test(value) ? withEntry(sheet, 'options', id) : null;
        if (rest !== null) {
            options.push([id, value]);
            sheet = rest;
        }
    }
    return { sheet: sheet.trim() === EMPTY_SHEET.trim() ? '' : sheet, ruleset, options };
}

/** Return the text of a YAML scalar. JSON reads the double quotes that this file writes; other escapes stay as they
 * are. */
function unquoted(text) {
    if (/^'.*'$/.test(text))
        return text.slice(1, -1).replaceAll("''", "'");
    if (!/^".*"$/.test(text))
        return text;
    try {
        return JSON.parse(text);
    } catch {
        return text.slice(1, -1);
    }
}

/** Return the title of a sheet by language; null if it has none. */
export function titleOf(sheet) {
    const lines = linesOf(sheet), title = keysOf(lines, 0, lines.length)?.keys.find(({ key }) => key === 'title');
    const value = title ? valueOf(lines, title) : null;
    if (!value)
        return null;
    return typeof value === 'string' ? { en: unquoted(value) } : Object.fromEntries([...value].map(([language, text]) => [language, unquoted(text)]));
}

/** Return the sheet with another title, in one language; '' removes it. null if it has one in several lines or
 * languages. */
export function withTitle(sheet, title) {
    const lines = linesOf(sheet), whole = keysOf(lines, 0, lines.length);
    const there = whole?.keys.find(({ key }) => key === 'title');
    if (!whole || (there && typeof valueOf(lines, there) !== 'string'))
        return null;
    const at = there?.at ?? lines.findIndex((line) => line.startsWith('kazoe:')) + 1;
    return textIn(spliced(lines, at, there?.end ?? at, ...(title ? [`title: ${JSON.stringify(title)}`] : [])));
}

/** Return a section of a ruleset, from all files that it extends: {key: text}. files: the texts of rule files by
 * name. */
export function inheritedOf(files, id, section) {
    const text = files[`${id}.yaml`] ?? '';
    const parent = /^extends: *([a-z0-9/-]+)/m.exec(text)?.[1];
    const own = entriesOf(text, section).map((entry) => [entry.id, entryOf(text, section, entry.id)]).filter(([, value]) => typeof value === 'string');
    return { ...(parent ? inheritedOf(files, parent, section) : {}), ...Object.fromEntries(own) };
}
