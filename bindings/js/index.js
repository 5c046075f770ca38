// Kazoe: mahjong hands scored by rules that are data. See README.md and index.d.ts.
import { rules } from './rules.js';

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const FORM = { json: 0, explanation: 1, text: 2, explainedText: 3, page: 4 };
const SEATS = ['E', 'S', 'W', 'N'];
const KIND = { rules: 0, overlay: 1, setting: 2 };

// The engine refuses texts of more bytes; of a longer text, only one character more is sent.
const MAX_LENGTH = { line: 1 << 16, file: 1 << 20 };
const MAX_NUMBER = 2 ** 31 - 1; // of totals and points
const MAX_TURNS = 18, MAX_WIDTH = 3; // limits of discards with turns

/** An error in a hand, a deal or a rule file, with its place. */
export class KazoeError extends Error {
    constructor(fields) {
        super(fields.message);
        Object.assign(this, { severity: 'error', ...fields });
    }

    get name() { return 'KazoeError'; }

    /** Return all members as a plain object, for JSON.stringify. */
    toJSON() { return { code: this.code, message: this.message, ...this }; }

    /** Return the message with its place and, if there is one, the line with a caret below it. */
    toString() {
        const place = [this.file, this.line, this.column].filter(Boolean).join(':');
        const text = place ? `${place}: ${this.message}` : this.message;
        if (!this.shown)
            return text;
        return `${text}\n  ${this.shown}\n  ${' '.repeat(Math.max(this.shownColumn - 1, 0))}^`;
    }
}

// --- the engine: one WebAssembly instance ---------------------------------------------------------

let engine = null; // the calls of engine.c; null before start()
let starting = null;
let diagnostics = []; // of the current load
let memoryGrew = null; // the caller's
let files = null; // rule files that a caller added, by name

function running() {
    if (!engine)
        throw badUsage('the engine has not started: await start() or load() first');
    return engine;
}

// Views of the memory and of the input buffer in it. They are detached when the memory grows.
let memory = new Uint8Array(), words = new Int32Array(), room = new Uint8Array();

function bytes() {
    if (!memory.length) {
        memory = new Uint8Array(engine.memory.buffer);
        words = new Int32Array(engine.memory.buffer);
    }
    return memory;
}

// Return the input buffer, with at least this many bytes.
const MIN_ROOM = 1 << 12;
function roomFor(size) {
    if (room.length < size) {
        const wanted = Math.max(size, MIN_ROOM), at = engine.in_room(wanted);
        if (!at)
            throw outOfMemory();
        room = bytes().subarray(at, at + wanted);
    }
    return room;
}

// Return the text at an address, up to its NUL or of a given length.
function textAt(address, length) {
    const memory = bytes();
    const end = length === undefined ? memory.indexOf(0, address) : address + length;
    return decoder.decode(memory.subarray(address, end));
}

function outOfMemory() {
    return new KazoeError({ code: 'no_memory', message: 'out of memory' });
}

function cut(text, max = MAX_LENGTH.line) {
    return text.length > max ? text.slice(0, max + 1) : text;
}

// Put a text into the input buffer, then a NUL; return its length in bytes.
function sendAll(text, at = 0) {
    const into = roomFor(at + 3 * text.length + 1);
    const { written } = encoder.encodeInto(text, at ? into.subarray(at) : into);
    into[at + written] = 0;
    return written;
}

// Put a line, and maybe a word after it, into the input buffer.
function send(text, word) {
    const written = sendAll(cut(text));
    if (word !== undefined)
        sendAll(cut(word), written + 1);
    return written;
}

// Where the texts of a kz_error are, as engine.c asserts; five numbers come before them.
const AT = { code: 20, key: 44, file: 68, text: 324, shown: 836 };
const STATUS = ['ok', 'bad_usage', 'bad_hand', 'bad_rules', 'not_found', 'no_memory', 'io'];
function readError(address) {
    const [status, severity, line, column, shownColumn] = new Int32Array(engine.memory.buffer, address, 5);
    const fields = {
        code: textAt(address + AT.code) || STATUS[status],
        message: textAt(address + AT.text),
        severity: severity ? 'error' : 'warning',
    };
    const key = textAt(address + AT.key), file = textAt(address + AT.file), shown = textAt(address + AT.shown);
    if (key) fields.key = key;
    if (file) fields.file = file;
    if (line) fields.line = line;
    if (column) fields.column = column;
    if (shown) Object.assign(fields, { shown, shownColumn });
    return fields;
}

function lastError() {
    return new KazoeError(readError(engine.last_error()));
}

// Return the text that a call wrote about a hand or deal; length: the call's return value.
function written(length, subject) {
    if (length < 0) {
        if (typeof subject === 'string')
            engine.show_line(send(subject));
        throw lastError();
    }
    return textAt(engine.out_text(), length);
}

// The imports for longjmp, with which C leaves a load on an error (as Emscripten compiles it).
function imports() {
    let temporary = 0;
    const env = {
        _emscripten_throw_longjmp() { throw Infinity; },
        setTempRet0(value) { temporary = value; },
        getTempRet0() { return temporary; },
        emscripten_notify_memory_growth() { memoryGrew?.(engine.memory.buffer.byteLength); },
    };
    // The first letter of a name is the return type of the function; j is a 64-bit number.
    const invoke = (name) => (index, ...values) => {
        const stack = engine.stackSave();
        try {
            return engine.__indirect_function_table.get(index)(...values);
        } catch (thrown) {
            engine.stackRestore(stack);
            if (thrown !== Infinity)
                throw thrown;
            engine.setThrew(1, 0);
            return name.startsWith('invoke_j') ? 0n : 0;
        }
    };
    // There are no files: all system calls of the C library fail.
    const ENOSYS = 52;
    const system = (name) => (name.startsWith('__syscall') ? () => -ENOSYS : () => ENOSYS);
    return (module) => {
        const found = { env: {}, wasi_snapshot_preview1: {}, kazoe: { find, diagnostic } };
        for (const { module: from, name } of WebAssembly.Module.imports(module))
            if (from !== 'kazoe')
                found[from][name] = env[name] ?? (name.startsWith('invoke_') ? invoke(name) : system(name));
        return found;
    };
}

// Called by engine.c: send the text of a rule file that another one extends.
function find(address) {
    const text = textOfRules(textAt(address));
    return text === undefined ? -1 : sendAll(cut(text, MAX_LENGTH.file));
}

function diagnostic(address) {
    diagnostics.push(readError(address));
}

function textOfRules(name) {
    const file = `${name}.yaml`;
    return files?.get(file) ?? files?.get(name) ?? (Object.hasOwn(rules, file) ? rules[file] : undefined);
}

// Until version 8, vite's dev server moves the module to this folder but leaves kazoe.wasm where it was, and answers
// with a page for a file that does not exist.
const MOVED = /\/node_modules\/\.vite\/deps\//;
const UNMOVED = '../../kazoe/kazoe.wasm';

// Bundlers for browsers would look for a module that an import names.
const FILES = 'node:fs/promises';
const inNode = Boolean(globalThis.process?.versions?.node) && globalThis.process.type !== 'renderer';

// Return a URL from a URL or a path; the letter of a drive is not a protocol.
function addressOf(text) {
    return /^[a-z][-+.a-z0-9]+:/i.test(text) ? new URL(text) : text;
}

async function contentAt(address) {
    if (inNode && (typeof address === 'string' || address.protocol === 'file:')) {
        const { readFile } = await import(/* webpackIgnore: true */ /* @vite-ignore */ FILES);
        return readFile(address);
    }
    const response = await fetch(address);
    if (!response.ok)
        throw new Error(`${address}: ${response.status} ${response.statusText}`);
    const content = await response.arrayBuffer();
    if (decoder.decode(content.slice(0, 4)) !== '\0asm')
        throw new Error(`${address} is not WebAssembly: call start() with the address of kazoe.wasm`);
    return content;
}

async function contentNextToModule() {
    if (!import.meta.url) // of a bundle in another format
        throw new Error('only a module knows where kazoe.wasm is: await start(), with its address or its bytes, before load()');
    return contentAt(new URL('./kazoe.wasm', import.meta.url)).catch((error) => {
        const here = import.meta.url;
        if (!MOVED.test(here))
            throw error;
        return contentAt(new URL(UNMOVED, here));
    });
}

async function compiled(source) {
    if (source instanceof WebAssembly.Module)
        return source;
    if (source instanceof ArrayBuffer || ArrayBuffer.isView(source))
        return WebAssembly.compile(source);
    if (source === undefined || source === null)
        return WebAssembly.compile(await contentNextToModule());
    if (source instanceof URL || typeof source === 'string')
        return WebAssembly.compile(await contentAt(addressOf(String(source))));
    throw new TypeError(`start takes the address of kazoe.wasm, its bytes or the compiled module, not ${described(source)}`);
}

/** Start the engine. load() does so by itself; call this to give the place of kazoe.wasm. */
export function start(source, given = {}) {
    const { onGrowth } = options('start', given, ['onGrowth']);
    memoryGrew ??= onGrowth ?? null;
    starting ??= (async () => {
        const module = await compiled(source);
        const instance = await WebAssembly.instantiate(module, imports()(module));
        engine = instance.exports;
        engine._initialize?.();
        if (!engine.start())
            throw new Error('kazoe: out of memory');
    })().catch((error) => {
        starting = null;
        throw error;
    });
    return starting;
}

// --- rule files -----------------------------------------------------------------------------------

function setting([option, value]) {
    const word = value === true ? 'yes' : value === false ? 'no' : String(value);
    return `${option}=${word}`;
}

function addFile(kind, name, text) {
    const length = sendAll(cut(text, MAX_LENGTH.file));
    sendAll(cut(name), length + 1);
    if (!engine.add_file(kind, length))
        throw outOfMemory();
}

// Return the end of a message about an unknown name.
function meant(name, known) {
    sendAll([cut(name), ...known].join('\0'));
    return written(engine.nearest(known.length));
}

const MAX_NAME = 64; // shown

function short(name) {
    return name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}...` : name;
}

function notFound(kind, name, known) {
    const hint = meant(name, known) || `; ${kind === 'ruleset' ? 'list' : 'overlays'}() names those of the package`;
    return new KazoeError({ code: 'not_found', message: `there is no ${kind} '${short(name)}'${hint}` });
}

function badUsage(message) {
    return new KazoeError({ code: 'bad_usage', message });
}

// Return the files and settings in a spec; the name of an added file is not a spec.
function filesOf(spec) {
    const whole = textOfRules(spec);
    if (whole !== undefined)
        return { source: { name: spec, text: whole }, named: [], settings: [] };
    send(spec);
    const { ruleset: name, settings, overlays } = JSON.parse(written(engine.spec()));
    const source = { name, text: textOfRules(name) };
    if (source.text === undefined)
        throw notFound('ruleset', name, list());
    return { source, named: overlays.map(overlayNamed), settings };
}

function overlayNamed(name) {
    const text = textOfRules(`overlays/${name}`) ?? textOfRules(name);
    if (text === undefined)
        throw notFound('overlay', name, overlays());
    return { name, text };
}

// Return an overlay that a caller gave. Its text has a colon after each key, and its name has none.
function overlayOf(given) {
    if (typeof given !== 'string')
        return given;
    const isName = given && given.length <= MAX_NAME && !/[:\n]/.test(given);
    return isName ? overlayNamed(given) : { text: given };
}

function requireRules(from, overlays, caller) {
    const isText = (rules) => typeof rules?.text === 'string' && ['string', 'undefined'].includes(typeof rules.name);
    if (typeof from !== 'string' && !isText(from))
        throw new TypeError(`${caller} takes the name of a ruleset, or an object with strings name and text, not ${described(from)}`);
    if (!Array.isArray(overlays))
        throw new TypeError(`overlays takes an array, not ${described(overlays)}`);
    for (const overlay of overlays)
        if (typeof overlay !== 'string' && !isText(overlay))
            throw new TypeError(`overlays takes names, texts, or objects with strings name and text, not ${described(overlay)}`);
}

// Return the entries of an object whose values have certain types.
function entriesOf(key, given, types, what) {
    if (given === null || typeof given !== 'object' || Array.isArray(given))
        throw new TypeError(`${key} takes an object, not ${described(given)}`);
    const entries = Object.entries(given), wrong = entries.find(([, value]) => !types.includes(typeof value));
    if (wrong)
        throw new TypeError(`${key} takes ${what}; '${short(wrong[0])}' is ${described(wrong[1])}`);
    return entries;
}

// Send a ruleset (a spec, or a text with its name), overlays and options to the engine.
function sendFiles(from, { overlays = [], options = {}, files: added = {} }, caller) {
    requireRules(from, overlays, caller);
    files = new Map(entriesOf('files', added, ['string'], 'texts by name'));
    const chosen = entriesOf('options', options, ['string', 'number', 'boolean'], 'texts, numbers, true and false');
    diagnostics = [];
    const { source, named, settings } = typeof from === 'string' ? filesOf(from) : { source: from, named: [], settings: [] };
    const laid = [...named, ...overlays.map(overlayOf)]; // before anything is sent, because a name may be unknown
    addFile(KIND.rules, source.name ?? 'rules.yaml', source.text);
    laid.forEach(({ name, text }, index) => {
        addFile(KIND.overlay, name ?? `overlay ${index + 1}`, text);
    });
    for (const one of [...settings, ...chosen.map(setting)])
        addFile(KIND.setting, one, '');
}

// Indexes of a win's numbers from engine.c.
const WIN = { payments: 8, yaku: 16 };

// Return the payments from numbers at an index: whether the discarder is unknown, the number of seats or the
// winner's seat, then the payments of the seats, of the discarder, and of each other player.
function paymentsAt(at) {
    const E = words[at + 2], S = words[at + 3], W = words[at + 4], N = words[at + 5];
    if (words[at])
        return { [SEATS[words[at + 1]]]: words[at + 2 + words[at + 1]], discarder: words[at + 6], others: words[at + 7] };
    return words[at + 1] === 4 ? { E, S, W, N } : words[at + 1] === 3 ? { E, S, W } : { E, S };
}

function described(value) {
    if (value === null || ['undefined', 'number', 'boolean'].includes(typeof value))
        return String(value);
    if (Array.isArray(value))
        return 'an array';
    if (value instanceof Promise)
        return 'a promise: await it first';
    return `${typeof value === 'object' ? 'an' : 'a'} ${typeof value}`;
}

// Refuse a number that is not finite, because JSON has none.
function requireFinite(value, key) {
    if (typeof value === 'number' && !Number.isFinite(value))
        throw new RangeError(`${key} is ${value}`);
    if (value && typeof value === 'object')
        Object.entries(value).forEach(([each, inside]) => requireFinite(inside, Array.isArray(value) ? `${key}[${each}]` : each));
}

// Return a hand or deal for the engine: a line, or a record as JSON.
function line(record, what = 'hand') {
    if (typeof record === 'string')
        return record;
    if (record === null || typeof record !== 'object' || Array.isArray(record))
        throw new TypeError(`a ${what} is a line or an object, not ${described(record)}`);
    const text = JSON.stringify(record);
    if (text.includes('null'))
        requireFinite(record);
    return text;
}

// Return a hand of scoreMany for the engine. An input that is no hand is an error of its row.
function lineOfRow(hand) {
    try {
        return line(hand);
    } catch (error) {
        throw error instanceof TypeError || error instanceof RangeError ? badUsage(error.message) : error;
    }
}

// Return one of several hands or deals for the engine. The error of one that is none gives its number.
function lineAt(record, index, what) {
    try {
        return line(record, what);
    } catch (error) {
        error.message = `${what} ${index + 1}: ${error.message}`;
        throw error;
    }
}

// Call done for each of several hands. A string is refused, because its letters would be taken for hands.
function each(hands, caller, done) {
    if (typeof hands?.[Symbol.iterator] !== 'function' || typeof hands === 'string')
        throw new TypeError(`${caller} takes an array of hands, not ${described(hands)}`);
    return Array.from(hands, done);
}

// Return the number of an option, or its default for null and undefined.
function whole(key, value, without, min, max) {
    if (value === null || value === undefined)
        return without;
    if (typeof value !== 'number')
        throw new TypeError(`${key} takes a whole number, not ${described(value)}`);
    if (!Number.isInteger(value) || value < min || value > max)
        throw new RangeError(`${key} takes a whole number from ${min} to ${max}, not ${value}`);
    return value;
}

function requireNotation(notation) {
    const names = [];
    for (let at; (at = engine.notation_name(names.length));)
        names.push(textAt(at));
    if (!names.includes(notation))
        throw badUsage(`there is no notation '${short(String(notation))}': there are ${names.join(', ')}`);
}

// Return the options of a caller. Refuse unknown ones, which would be ignored silently.
function options(caller, given, known) {
    if (given === null || typeof given !== 'object')
        throw new TypeError(`${caller} takes an object of options`);
    const other = Object.keys(given).find((key) => !known.includes(key));
    if (other !== undefined)
        throw new TypeError(`${caller} has no option '${short(other)}', only ${known.join(', ')}`);
    return given;
}

function requireText(caller, value, what = 'a text') {
    if (typeof value !== 'string')
        throw new TypeError(`${caller} takes ${what}, not ${described(value)}`);
    return value;
}

// Refuse options of a call that has none, which would be ignored silently.
function requireNone(caller, given, instead) {
    if (given && typeof given === 'object')
        throw new TypeError(`${caller} takes no options: ${instead}`);
}

let spoken = 'en'; // the language of texts and pages in the engine; null: in words of a caller

// Set the language of texts and pages: of names, and of sentences if the package has it. words: other sentences, by
// code.
function speak(caller, language, words) {
    requireText(caller, language, 'a language');
    if (words && typeof words !== 'object')
        throw new TypeError(`words takes an object, not ${described(words)}`);
    if (!words && language === spoken)
        return;
    const file = `languages/${language === 'zh' ? 'zh-hans' : language}.yaml`;
    const text = words ? JSON.stringify(words) : Object.hasOwn(rules, file) ? rules[file] : '';
    const length = sendAll(cut(text, MAX_LENGTH.file));
    sendAll(cut(language), length + 1);
    spoken = null;
    if (!engine.speak(length))
        throw outOfMemory();
    spoken = words ? null : language;
}

// Return the lines of an evening as a text.
function textOf(lines, caller) {
    if (typeof lines === 'string')
        return lines;
    if (typeof lines?.[Symbol.iterator] !== 'function')
        throw new TypeError(`${caller} takes lines in a text, or an array of lines and records, not ${described(lines)}`);
    return Array.from(lines, (each, index) => lineAt(each, index, 'deal')).join('\n');
}

// --- columns --------------------------------------------------------------------------------------

const ROWS = 1 << 14, CHARACTERS = 1 << 22; // scored in one call

function ids(kind, rules) {
    return Array.from({ length: engine[`${kind}_count`](rules) }, (_, number) =>
        textAt(engine[`${kind}_id`](rules, number)));
}

// Send texts as a column: offsets, then bytes.
function sendColumn(texts) {
    const whole = texts.join(''), begin = 8 * (texts.length + 1);
    const into = roomFor(begin + 3 * whole.length);
    const { written } = encoder.encodeInto(whole, into.subarray(begin));
    const offsets = new Uint32Array(into.buffer, into.byteOffset, begin / 4).fill(0);
    // nearly always, each character is one byte
    const plain = written === whole.length;
    let end = 0;
    texts.forEach((text, index) => {
        end += plain ? text.length : encoder.encode(text).length;
        offsets[2 * (index + 1)] = end;
    });
}

const WIDE = ['points', 'E', 'S', 'W', 'N', 'discarder', 'others'];

// Return columns of n hands, in the order of engine.c, without the lists of yaku, whose lengths are not known yet.
function newColumns(n) {
    const columns = Object.fromEntries(WIDE.map((name) => [name, new Float64Array(n)]));
    return {
        ...columns, yakuOffsets: new Int32Array(n + 1),
        total: new Int32Array(n), qualifying: new Int32Array(n), fu: new Int32Array(n),
        limit: new Int16Array(n), error: new Uint8Array(n), win: new Uint8Array(n),
    };
}

// Score hands into their rows of the columns, and return their yaku.
function scorePart(batch, texts, columns, first) {
    const n = texts.length;
    let room = 4 * n;
    sendColumn(texts);
    let needed = engine.score_columns(batch, n, room);
    if (needed > room)
        needed = engine.score_columns(batch, n, room = needed);
    if (needed < 0)
        throw outOfMemory();
    let at = engine.out_text();
    const take = (Type, count) => {
        const array = new Type(engine.memory.buffer, at, count);
        at += array.byteLength;
        return array;
    };
    const copy = (Type, ...names) => names.forEach((name) => columns[name].set(take(Type, n), first));
    // all numbers of 8 bytes fit into their lower 4
    for (const name of WIDE) {
        const column = columns[name], low = take(Int32Array, 2 * n);
        for (let row = 0; row < n; row++)
            column[first + row] = low[2 * row];
    }
    const ends = take(Int32Array, 2 * (n + 1)), before = columns.yakuOffsets[first];
    for (let row = 1; row <= n; row++)
        columns.yakuOffsets[first + row] = before + ends[2 * row];
    copy(Int32Array, 'total', 'qualifying', 'fu');
    const yakuTimes = take(Int32Array, room).slice(0, needed);
    copy(Int16Array, 'limit');
    const yaku = take(Int16Array, room).slice(0, needed);
    copy(Uint8Array, 'error', 'win');
    // a payment that a result does not have is NaN
    for (const name of WIDE.slice(1)) {
        const column = columns[name], bits = take(Uint8Array, Math.ceil(n / 8));
        for (let row = 0; row < n; row++)
            if (!(bits[row >> 3] >> (row & 7) & 1))
                column[first + row] = NaN;
    }
    return { yaku, yakuTimes };
}

function joined(arrays) {
    const whole = new arrays[0].constructor(arrays.reduce((sum, array) => sum + array.length, 0));
    let at = 0;
    for (const array of arrays) {
        whole.set(array, at);
        at += array.length;
    }
    return whole;
}

// Return the end of the rows that are scored in one call with the first one.
function endOfPart(texts, first) {
    let end = first;
    for (let characters = 0; end < texts.length && end - first < ROWS && characters < CHARACTERS; end++)
        characters += texts[end].length;
    return end;
}

function scoreColumns(ruleset, batch, texts) {
    const columns = newColumns(texts.length), lists = [];
    let first = 0;
    do {
        const end = endOfPart(texts, first);
        lists.push(scorePart(batch, texts.slice(first, end), columns, first));
        first = end;
    } while (first < texts.length);
    return {
        ...columns,
        yaku: joined(lists.map((list) => list.yaku)),
        yakuTimes: joined(lists.map((list) => list.yakuTimes)),
        length: texts.length,
        yakuIds: ids('yaku', ruleset.address),
        limitIds: ids('limit', ruleset.address),
        errorCodes: [null, ...Array.from({ length: engine.error_code_count() }, (_, i) => textAt(engine.error_code(i + 1)))],
    };
}

const forgotten = new FinalizationRegistry((rules) => engine.free_ruleset(rules));

/** A loaded ruleset. It never changes. */
export class Ruleset {
    #rules;
    #yaku = [[], []]; // the yaku in results, of closed hands and of open ones, by number
    #unit;
    #limits;

    constructor(rules, warnings) {
        this.#rules = rules;
        this.warnings = warnings;
        forgotten.register(this, rules, this);
        for (const name of ['id', 'label', 'version', 'digest'])
            this[name] = textAt(engine[`ruleset_${name}`](rules));
        Object.freeze(this);
    }

    /** Return the address in the engine, for this module only. */
    get address() {
        if (!this.#rules)
            throw badUsage('this ruleset was freed');
        return this.#rules;
    }

    free() {
        if (this.#rules)
            engine.free_ruleset(this.#rules);
        forgotten.unregister(this);
        this.#rules = 0;
    }

    title(language = 'en') {
        send(requireText('title', language, 'a language'));
        return textAt(engine.ruleset_title(this.address));
    }

    describe() { return JSON.parse(written(engine.ruleset_json(this.address))); }

    #write(hand, form) {
        const rules = this.address;
        return written(engine.score_hand(rules, send(line(hand)), form), hand);
    }

    score(hand, none) {
        requireNone('score', none, 'explain(hand) gives the explanation');
        return this.#score(line(hand), hand);
    }

    // Score the line or JSON of a hand.
    #score(text, hand) {
        const rules = this.address;
        const found = engine.score_numbers(rules, send(text));
        if (found > 0)
            return this.#plainWin();
        return JSON.parse(written(found < 0 ? found : engine.result_json(), hand));
    }

    // Return the result that engine.c wrote as numbers, with the same keys in the same order as in JSON.
    #plainWin() {
        bytes();
        const at = engine.out_text() / 4, known = this.#yaku[words[at]], count = words[at + 1], yaku = new Array(count);
        if (!this.#limits)
            return this.#firstWin(known, at);
        for (let i = 0; i < count; i++) {
            const one = known[words[at + WIN.yaku + 2 * i]];
            if (!one)
                return this.#firstWin(known, at);
            yaku[i] = { ...one, count: words[at + WIN.yaku + 2 * i + 1] };
        }
        const fu = words[at + 4], limit = words[at + 5];
        return {
            ruleset: this.label, version: this.version, digest: this.digest, win: true, yaku, unit: this.#unit,
            total: words[at + 2], qualifying: words[at + 3], fu: fu < 0 ? null : fu, limit: limit < 0 ? null : this.#limits[limit],
            multiplier: words[at + 6], points: words[at + 7], payments: paymentsAt(at + WIN.payments),
        };
    }

    // Return the result of the first win, or of one with a yaku not seen before, from JSON, and keep the yaku's
    // name and worth.
    #firstWin(known, at) {
        const numbers = Array.from({ length: words[at + 1] }, (_, i) => words[at + WIN.yaku + 2 * i]);
        const json = written(engine.result_json());
        const { yaku, unit } = JSON.parse(json);
        numbers.forEach((number, i) => { known[number] = yaku[i]; });
        this.#unit = unit;
        this.#limits ??= ids('limit', this.address);
        return JSON.parse(json);
    }

    json(hand) { return this.#write(hand, FORM.json); }
    explain(hand) { return JSON.parse(this.#write(hand, FORM.explanation)); }

    text(hand, language = 'en', given = {}) {
        const { explain } = options('text', given, ['explain']);
        speak('text', language);
        return this.#write(hand, explain ? FORM.explainedText : FORM.text);
    }

    /** Score many hands. A hand that is refused or cannot be read has an error. */
    scoreMany(hands) {
        return each(hands, 'scoreMany', (hand) => {
            try {
                return this.#score(lineOfRow(hand), hand);
            } catch (error) {
                if (!(error instanceof KazoeError))
                    throw error;
                return { error };
            }
        });
    }

    #unfinished(call, hand, ...options) {
        const rules = this.address;
        const found = JSON.parse(written(call(rules, send(line(hand)), ...options), hand));
        if (found.error) {
            const { code, message, key, at } = found.error;
            throw new KazoeError({ code: code || 'bad_usage', message, ...(key && { key }), ...(at && { column: at }) });
        }
        return found;
    }

    waits(hand) { return this.#unfinished(engine.waits, hand); }
    /** Return how many tiles to exchange until the hand is ready; null if nothing can complete it. */
    shanten(hand) {
        const rules = this.address;
        const found = engine.shanten(rules, send(line(hand)));
        if (found < -2)
            written(-1, hand); // throws the error
        return found === -2 ? null : found;
    }

    discards(hand, given = {}) {
        const { turns, width, ura, memory } = options('discards', given, ['turns', 'width', 'ura', 'memory']);
        const numbers = [whole('turns', turns, 0, 1, MAX_TURNS), whole('width', width, 1, 0, MAX_WIDTH),
            ura ? 1 : 0, whole('memory', memory, 0, 0, 2 ** 32 - 1)];
        const alone = !numbers[0] && ['width', 'ura', 'memory'].find((key) => (given[key] ?? false) !== false);
        if (alone)
            throw badUsage(`${alone} needs turns, because only looking ahead uses it`);
        return this.#unfinished(engine.discards, hand, ...numbers);
    }

    scoreColumns(hands) {
        const texts = each(hands, 'scoreColumns', (hand, index) => cut(lineAt(hand, index, 'hand'))), batch = engine.new_batch(this.address);
        if (!batch)
            throw outOfMemory();
        try {
            return scoreColumns(this, batch, texts);
        } finally {
            engine.free_batch(batch);
        }
    }

    /** Return the names of the yaku in a language, by id. */
    yakuNames(language = 'en') {
        const rules = this.address;
        send(requireText('yakuNames', language, 'a language'));
        return new Map(ids('yaku', rules).map((id, number) => [id, textAt(engine.yaku_name(rules, number))]));
    }

    convert(hand, notation = 'kazoe', given = {}) {
        const { unfinished } = options('convert', given, ['unfinished']), rules = this.address;
        requireText('convert', notation, 'the name of a notation');
        const length = engine.convert(rules, send(line(hand), notation), unfinished ? 1 : 0);
        if (length < 0)
            requireNotation(notation);
        return written(length, hand);
    }

    whyNot(hand, yaku) {
        requireText('whyNot', yaku, 'the id or a name of a yaku');
        const rules = this.address;
        return JSON.parse(written(engine.why_not(rules, send(line(hand), yaku)), hand));
    }

    /** Return a hand that wins, as a line; the same seed, a whole number from 0, gives the same hand. */
    randomHand(given = {}) {
        const { yaku, seed } = options('randomHand', given, ['yaku', 'seed']);
        const rules = this.address, max = Number.MAX_SAFE_INTEGER;
        send(requireText('yaku', yaku ?? '', 'the id or a name of a yaku'));
        return written(engine.random_hand(rules, BigInt(whole('seed', seed, Math.floor(Math.random() * max), 0, max))));
    }

    value(stated) {
        const rules = this.address, keys = ['total', 'fu', 'multiplier', 'points', 'chips', 'factor'];
        const { limit, situation } = options('value', stated, [...keys, 'limit', 'situation']);
        const numbers = keys.map((key) => whole(key, stated[key], 0, 0, MAX_NUMBER));
        send(requireText('limit', limit ?? ''), requireText('situation', situation ?? ''));
        return JSON.parse(written(engine.value(rules, ...numbers, FORM.json), situation));
    }

    #table(language, form) {
        const rules = this.address;
        speak('a table', language);
        return written(engine.table(rules, form));
    }

    table(language = 'en') {
        return this.#table(language, FORM.json).split('\n').filter(Boolean).map((cell) => JSON.parse(cell));
    }

    tableText(language = 'en') { return this.#table(language, FORM.text); }
    tablePage(language = 'en') { return this.#table(language, FORM.page); }

    #settle(deal, form) {
        const rules = this.address;
        return written(engine.settle(rules, send(line(deal, 'deal')), form), deal);
    }

    settle(deal, none) {
        requireNone('settle', none, 'explainDeal(deal) gives the explanation');
        return JSON.parse(this.#settle(deal, FORM.json));
    }

    explainDeal(deal) { return JSON.parse(this.#settle(deal, FORM.explanation)); }

    dealText(deal, language = 'en', given = {}) {
        const { explain } = options('dealText', given, ['explain']);
        speak('dealText', language);
        return this.#settle(deal, explain ? FORM.explainedText : FORM.text);
    }

    #game(lines, form, caller) {
        const rules = this.address;
        return written(engine.game(rules, sendAll(textOf(lines, caller)), form));
    }

    game(lines) {
        return this.#game(lines, FORM.json, 'game').split('\n').filter(Boolean).map((row) => JSON.parse(row));
    }

    gameText(lines, language = 'en') {
        speak('gameText', language);
        return this.#game(lines, FORM.text, 'gameText');
    }

    gamePage(lines, given = {}) {
        const { language = 'en', words } = options('gamePage', given, ['language', 'words']);
        speak('gamePage', language, words);
        return this.#game(lines, FORM.page, 'gamePage');
    }

    /** Return the rules as a page to print. plain: the same rules without overlays and options, whose changes come
     * first. */
    sheetPage(given = {}) {
        const { language = 'en', words, plain } = options('sheetPage', given, ['language', 'words', 'plain']);
        if (plain && !(plain instanceof Ruleset))
            throw new TypeError(`plain takes a ruleset that load() returned, not ${described(plain)}`);
        const rules = this.address;
        speak('sheetPage', language, words);
        return written(engine.rule_sheet(rules, plain?.address ?? 0));
    }
}

// Return the names of the package's rule files in a folder, whose name ends in '/'; '': those in no folder.
function filesIn(folder) {
    return Object.keys(rules).filter((file) => file.startsWith(folder) && !file.includes('/', folder.length))
        .map((file) => file.slice(folder.length, -'.yaml'.length)).sort();
}

/** Return the names of the rulesets in the package. */
export function list() { return filesIn(''); }

/** Return the names of the overlays in the package. */
export function overlays() { return filesIn('overlays/'); }

const LOADING = ['overlays', 'options', 'files'];

function loadNow(from, how, caller) {
    sendFiles(from, how, caller);
    const loaded = engine.load();
    if (!loaded)
        throw Object.assign(lastError(), { diagnostics });
    return new Ruleset(loaded, diagnostics);
}

/** Load a ruleset by name, or from a text: {name: 'club.yaml', text: '...'}. */
export async function load(from, how = {}) {
    options('load', how, LOADING);
    await start();
    return loadNow(from, how, 'load');
}

/** Return all errors and warnings of a rule file, as kazoe check finds them. */
export async function check(from, how = {}) {
    const { notes } = options('check', how, [...LOADING, 'notes']);
    await start();
    sendFiles(from, how, 'check');
    engine.check(notes ? 1 : 0);
    return diagnostics;
}

// --- several rulesets -----------------------------------------------------------------------------

const MAX_COMPARED = 16;

function requireRuleset(each, index, caller) {
    if (each instanceof Ruleset || typeof each === 'string')
        return;
    throw new TypeError(`${caller} takes rulesets that load() returned, or their names; ruleset ${index + 1} is ${described(each)}`);
}

// Call with rulesets. Those given by name are loaded for the duration of the call.
function withRulesets(given, caller, call) {
    if (typeof given === 'string' || typeof given?.[Symbol.iterator] !== 'function')
        throw new TypeError(`${caller} takes an array of rulesets or of their names`);
    const list = [...given], named = [];
    if (list.length < 1 || list.length > MAX_COMPARED)
        throw new TypeError(`${caller} takes 1 to ${MAX_COMPARED} rulesets, not ${list.length}`);
    list.forEach((each, index) => requireRuleset(each, index, caller));
    running();
    try {
        return call(list.map((each) => {
            if (typeof each !== 'string')
                return each;
            named.push(loadNow(each, {}, caller));
            return named.at(-1);
        }));
    } finally {
        named.forEach((rules) => rules.free());
    }
}

// Call with a function that writes a hand under several rulesets.
function withComparer(rulesets, reasons, call) {
    const addresses = rulesets.map((ruleset) => ruleset.address);
    const { buffer, byteOffset } = roomFor(4 * addresses.length);
    new Uint32Array(buffer, byteOffset, addresses.length).set(addresses);
    const comparer = engine.new_comparer(addresses.length, reasons ? 1 : 0);
    if (!comparer)
        throw lastError();
    try {
        return call((hand, form) => written(engine.compare(comparer, send(line(hand)), form), hand));
    } finally {
        engine.free_comparer(comparer);
    }
}

/** Compare a hand, or many, under several rulesets or names of rulesets, which options and overlays may follow. */
export function compare(rulesets, hands, given = {}) {
    const { reasons } = options('compare', given, ['reasons']);
    return withRulesets(rulesets, 'compare', (loaded) => withComparer(loaded, reasons, (write) => {
        const one = (hand) => JSON.parse(write(hand, FORM.json));
        return Array.isArray(hands) ? hands.map(one) : one(hands);
    }));
}

/** Compare a hand; return a table with the rules that account for the differences. */
export function compareText(rulesets, hand) {
    return withRulesets(rulesets, 'compareText', (loaded) => withComparer(loaded, true, (write) => write(hand, FORM.text)));
}

/** Return the differences of two rulesets, each with a hand that shows it unless witnesses says otherwise. */
export function diff(first, second, given = {}) {
    const { witnesses = true } = options('diff', given, ['witnesses']);
    if (!['boolean', 'number'].includes(typeof witnesses))
        throw new TypeError(`witnesses takes true, false or the index of a difference, not ${described(witnesses)}`);
    return withRulesets([first, second], 'diff', (loaded) => findDifferences(...loaded, witnesses));
}

function findDifferences(first, second, witnesses) {
    const found = engine.new_diff(first.address, second.address);
    if (!found)
        throw lastError();
    try {
        const count = engine.diff_count(found);
        if (typeof witnesses === 'number')
            whole('witnesses', witnesses, 0, 0, Math.max(count - 1, 0));
        const searched = (index) => witnesses === true || witnesses === index;
        const differences = Array.from({ length: count }, (_, index) =>
            JSON.parse(written(engine.diff_json(found, index, searched(index) ? 1 : 0))));
        return { complete: engine.diff_complete(found) === 1, differences };
    } finally {
        engine.free_diff(found);
    }
}

/** Return the tiles as symbols of SVG. */
export function tileSymbols() {
    return written(running().tile_symbols());
}

/** Return the version of the engine. */
export function version() {
    return textAt(running().version());
}
