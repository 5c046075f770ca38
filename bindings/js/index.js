// Kazoe: mahjong hands scored by rules that are data. See README.md and index.d.ts.
import { rules } from './rules.js';

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const FORM = { json: 0, explanation: 1, text: 2, page: 1 };
const SEATS = ['E', 'S', 'W', 'N'];
const KIND = { rules: 0, overlay: 1, setting: 2 };

/** What is wrong with a hand, a deal or a rule file, and where. */
export class KazoeError extends Error {
    constructor(fields) {
        super(fields.message);
        this.name = 'KazoeError';
        Object.assign(this, fields);
    }

    /** The message with its place, and the line with a caret below it where there is one. */
    toString() {
        const place = [this.file, this.line, this.column].filter(Boolean).join(':');
        const text = place ? `${place}: ${this.message}` : this.message;
        if (!this.shown)
            return text;
        return `${text}\n  ${this.shown}\n  ${' '.repeat(Math.max(this.shownColumn - 1, 0))}^`;
    }
}

// --- the engine: one WebAssembly instance ---------------------------------------------------------

let engine = null; // the calls of engine.c
let starting = null;
let diagnostics = []; // of the load under way
let memoryGrew = null; // the caller's
let files = null; // rule files that a caller added, by name

// Views of the memory and of the input buffer in it. When the memory grows they are emptied.
let memory = new Uint8Array(), words = new Int32Array(), room = new Uint8Array();

function bytes() {
    if (!memory.length) {
        memory = new Uint8Array(engine.memory.buffer);
        words = new Int32Array(engine.memory.buffer);
    }
    return memory;
}

// The input buffer, of at least so many bytes.
const LEAST_ROOM = 1 << 12;
function roomFor(size) {
    if (room.length < size) {
        const wanted = Math.max(size, LEAST_ROOM), at = engine.in_room(wanted);
        if (!at)
            throw outOfMemory();
        room = bytes().subarray(at, at + wanted);
    }
    return room;
}

// The text at an address, up to its NUL or of a given length.
function textAt(address, length) {
    const memory = bytes();
    const end = length === undefined ? memory.indexOf(0, address) : address + length;
    return decoder.decode(memory.subarray(address, end));
}

function outOfMemory() {
    return new KazoeError({ code: 'no_memory', message: 'out of memory' });
}

// Put texts into the input buffer, a NUL after each; return the length of the last in bytes.
function send(...texts) {
    let at = 0, written = 0;
    const into = roomFor(texts.reduce((sum, text) => sum + 3 * text.length + 1, 0));
    for (const text of texts) {
        ({ written } = encoder.encodeInto(text, at ? into.subarray(at) : into));
        into[at + written] = 0;
        at += written + 1;
    }
    return written;
}

// A kz_error, at the places that engine.c asserts.
const STATUS = ['ok', 'bad_usage', 'bad_hand', 'bad_rules', 'not_found', 'no_memory', 'io'];
function readError(address) {
    const [status, severity, line, column, shownColumn] = new Int32Array(engine.memory.buffer, address, 5);
    const fields = {
        code: textAt(address + 20) || STATUS[status],
        message: textAt(address + 324),
        severity: severity ? 'error' : 'warning',
    };
    const key = textAt(address + 44), file = textAt(address + 68), shown = textAt(address + 836);
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

// The text that a call wrote about a hand or deal; it returned its length.
function written(length, subject) {
    if (length < 0) {
        const error = lastError();
        if (typeof subject === 'string' && error.column && !error.shown)
            Object.assign(error, { shown: subject, shownColumn: error.column });
        throw error;
    }
    return textAt(engine.out_text(), length);
}

// longjmp, which C uses to leave a load with an error, ends in these (as Emscripten compiles it).
function imports() {
    let temporary = 0;
    const env = {
        _emscripten_throw_longjmp() { throw Infinity; },
        setTempRet0(value) { temporary = value; },
        getTempRet0() { return temporary; },
        emscripten_notify_memory_growth() { memoryGrew?.(engine.memory.buffer.byteLength); },
    };
    // Of the name's first letter, the type that the function returns, j is a 64-bit number.
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
    // There are no files: whatever the C library asks of a system fails.
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

// Called by engine.c: the text of a rule file that another extends.
function find(address) {
    const text = textOfRules(textAt(address));
    return text === undefined ? -1 : send(text);
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

// A URL, or the path of a file or page; the name of a drive is no protocol.
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

function contentNextToModule() {
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
    throw new TypeError('start takes the address of kazoe.wasm, its bytes or the compiled module');
}

/** Start the engine. load() does so by itself; call this to say where kazoe.wasm is. */
export function start(source, { onGrowth } = {}) {
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
    const length = send(name, text);
    if (!engine.add_file(kind, length))
        throw outOfMemory();
}

// How many letters are to be added, taken away or exchanged between two names.
function distance(one, other) {
    let row = Array.from({ length: other.length + 1 }, (_, i) => i);
    for (const letter of one) {
        let diagonal = row[0]++;
        for (let i = 1; i < row.length; i++)
            [diagonal, row[i]] = [row[i], Math.min(row[i] + 1, row[i - 1] + 1, diagonal + (other[i - 1] === letter ? 0 : 1))];
    }
    return row.at(-1);
}

// Names of rulesets like one that does not exist.
function meant(name) {
    const near = name.length > 64 ? [] : list()
        .filter((other) => distance(name, other) <= 2 || (name && other.startsWith(name)))
        .sort((one, other) => distance(name, one) - distance(name, other));
    return near.length ? `; did you mean '${near.slice(0, 2).join("' or '")}'?` : '';
}

function notFound(kind, name, hint = '') {
    return new KazoeError({ code: 'not_found', message: `there is no ${kind} '${name}'${hint}` });
}

// The files and settings that a spelling names; the name of an added file is none.
function filesOf(spelling) {
    const whole = textOfRules(spelling);
    if (whole !== undefined)
        return { source: { name: spelling, text: whole }, named: [], settings: [] };
    send(spelling);
    const { ruleset: name, settings, overlays } = JSON.parse(written(engine.spec()));
    const source = { name, text: textOfRules(name) };
    if (source.text === undefined)
        throw notFound('ruleset', name, meant(name));
    const named = overlays.map((overlay) => {
        const text = textOfRules(`overlays/${overlay}`) ?? textOfRules(overlay);
        if (text === undefined)
            throw notFound('overlay', overlay);
        return { name: overlay, text };
    });
    return { source, named, settings };
}

// Send a ruleset (a spelling, or a text with its name), overlays and options to the engine.
function sendFiles(from, { overlays = [], options = {}, files: added = {} } = {}) {
    files = new Map(Object.entries(added));
    diagnostics = [];
    const { source, named, settings } = typeof from === 'string' ? filesOf(from) : { source: from, named: [], settings: [] };
    addFile(KIND.rules, source.name ?? 'rules.yaml', source.text);
    [...named, ...overlays].forEach((overlay, index) => {
        const { name, text } = typeof overlay === 'string' ? { text: overlay } : overlay;
        addFile(KIND.overlay, name ?? `overlay ${index + 1}`, text);
    });
    for (const one of [...settings, ...Object.entries(options).map(setting)])
        addFile(KIND.setting, one, '');
}

// Where engine.c puts the numbers of a win.
const WIN = { payments: 8, yaku: 16 };

// Whether the discarder is known, the seats or the seat of the winner, payments of the seats, of the discarder, and of each other.
function paymentsAt(at) {
    const E = words[at + 2], S = words[at + 3], W = words[at + 4], N = words[at + 5];
    if (words[at])
        return { [SEATS[words[at + 1]]]: words[at + 2 + words[at + 1]], discarder: words[at + 6], others: words[at + 7] };
    return words[at + 1] === 4 ? { E, S, W, N } : words[at + 1] === 3 ? { E, S, W } : { E, S };
}

function line(hand) {
    return typeof hand === 'string' ? hand : JSON.stringify(hand);
}

// --- columns --------------------------------------------------------------------------------------

const ROWS = 1 << 14; // scored at once

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
    // Nearly always each character is one byte.
    const plain = written === whole.length;
    let end = 0;
    texts.forEach((text, index) => {
        end += plain ? text.length : encoder.encode(text).length;
        offsets[2 * (index + 1)] = end;
    });
}

const WIDE = ['points', 'E', 'S', 'W', 'N', 'discarder', 'others'];

// Columns of n hands, in the order of engine.c; without the lists of yaku, whose lengths only scoring tells.
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
    // Numbers of 8 bytes all fit into their lower 4.
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
    // A payment that a result does not say is not a number.
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

function scoreColumns(ruleset, batch, texts) {
    const columns = newColumns(texts.length), lists = [];
    for (let at = 0; at < texts.length || !at; at += ROWS)
        lists.push(scorePart(batch, texts.slice(at, at + ROWS), columns, at));
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

/** Rules that are loaded. They never change. */
export class Ruleset {
    #rules;
    #yaku = [[], []]; // in results: of closed hands and of open ones, by number
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

    /** For this module: the address in the engine. */
    get address() {
        if (!this.#rules)
            throw new KazoeError({ code: 'bad_usage', message: 'this ruleset was freed' });
        return this.#rules;
    }

    free() {
        if (this.#rules)
            engine.free_ruleset(this.#rules);
        forgotten.unregister(this);
        this.#rules = 0;
    }

    title(language = 'en') {
        send(language);
        return textAt(engine.ruleset_title(this.address));
    }

    describe() { return JSON.parse(written(engine.ruleset_json(this.address))); }

    #write(hand, form) {
        const rules = this.address;
        return written(engine.score_hand(rules, send(line(hand)), form), hand);
    }

    score(hand) {
        const rules = this.address;
        const found = engine.score_numbers(rules, send(line(hand)));
        if (found > 0)
            return this.#plainWin();
        return JSON.parse(written(found < 0 ? found : engine.result_json(), hand));
    }

    // The result that engine.c put as numbers, with the same keys in the same order as in JSON.
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

    // The first win, or one with a yaku that none had before: what it is called and worth is read once from JSON.
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
    text(hand) { return this.#write(hand, FORM.text); }

    /** An error in the place of each hand that is refused. */
    scoreMany(hands) {
        return Array.from(hands, (hand) => {
            try {
                return this.score(hand);
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
            throw new KazoeError({ code, message, severity: 'error', ...(key && { key }), ...(at && { column: at }) });
        }
        return found;
    }

    waits(hand) { return this.#unfinished(engine.waits, hand); }
    /** Tiles to exchange until the hand is ready; null if nothing can complete it. */
    shanten(hand) {
        const rules = this.address;
        const found = engine.shanten(rules, send(line(hand)));
        if (found < -2)
            written(-1, hand); // throws the error
        return found === -2 ? null : found;
    }

    discards(hand, { turns = 0, width = 1, ura = false, memory = 0 } = {}) {
        return this.#unfinished(engine.discards, hand, turns, width, ura, memory);
    }

    scoreColumns(hands) {
        const batch = engine.new_batch(this.address);
        if (!batch)
            throw outOfMemory();
        try {
            return scoreColumns(this, batch, Array.from(hands, line));
        } finally {
            engine.free_batch(batch);
        }
    }

    /** The names of the yaku in a language, by id. */
    yakuNames(language = 'en') {
        const rules = this.address;
        send(language);
        return new Map(ids('yaku', rules).map((id, number) => [id, textAt(engine.yaku_name(rules, number))]));
    }

    convert(hand, notation = 'kazoe', { unfinished = false } = {}) {
        const rules = this.address, text = line(hand);
        send(text, notation);
        return written(engine.convert(rules, encoder.encode(text).length, unfinished ? 1 : 0), hand);
    }

    whyNot(hand, yaku) {
        const rules = this.address, text = line(hand);
        send(text, yaku);
        return JSON.parse(written(engine.why_not(rules, encoder.encode(text).length), hand));
    }

    /** A hand that wins, as a line; the same seed, a whole number from 0, gives the same one. */
    randomHand({ yaku = '', seed = Math.floor(Math.random() * Number.MAX_SAFE_INTEGER) } = {}) {
        const rules = this.address;
        send(yaku);
        return written(engine.random_hand(rules, BigInt(seed)));
    }

    value({ total = 0, fu = 0, limit = '', multiplier = 0, points = 0, chips = 0, situation = '' }) {
        const rules = this.address;
        send(limit, situation);
        const paid = engine.value(rules, total, fu, multiplier, points, chips, FORM.json);
        return JSON.parse(written(paid, situation));
    }

    #table(language, form) {
        const rules = this.address;
        send(language);
        return written(engine.table(rules, form));
    }

    table(language = 'en') {
        return this.#table(language, FORM.json).split('\n').filter(Boolean).map((cell) => JSON.parse(cell));
    }

    tableText(language = 'en') { return this.#table(language, FORM.text); }
    tablePage(language = 'en') { return this.#table(language, FORM.page); }

    settle(deal) {
        const rules = this.address;
        return JSON.parse(written(engine.settle(rules, send(line(deal)), FORM.json), deal));
    }

    #game(lines, form) {
        const rules = this.address;
        const text = typeof lines === 'string' ? lines : Array.from(lines, line).join('\n');
        return written(engine.game(rules, send(text), form));
    }

    game(lines) {
        return this.#game(lines, FORM.json).split('\n').filter(Boolean).map((row) => JSON.parse(row));
    }

    gameText(lines) { return this.#game(lines, FORM.text); }
    gamePage(lines) { return this.#game(lines, FORM.page); }
}

/** The names of the rulesets that come with the package. */
export function list() {
    return Object.keys(rules).filter((name) => !name.includes('/')).map((name) => name.replace(/\.yaml$/, ''));
}

function loadNow(from, options) {
    sendFiles(from, options);
    const loaded = engine.load();
    if (!loaded)
        throw Object.assign(lastError(), { diagnostics });
    return new Ruleset(loaded, diagnostics);
}

/** Load a ruleset by name, or from a text: {name: 'club.yaml', text: '...'}. */
export async function load(from, options = {}) {
    await start();
    return loadNow(from, options);
}

/** All errors and warnings of a rule file, as kazoe check finds them. */
export async function check(from, { notes = false, ...options } = {}) {
    await start();
    sendFiles(from, options);
    engine.check(notes ? 1 : 0);
    return diagnostics;
}

// --- several rulesets -----------------------------------------------------------------------------

const MOST_COMPARED = 16;

function requireRuleset(each, index, caller) {
    if (each instanceof Ruleset || typeof each === 'string')
        return;
    const what = each instanceof Promise ? 'a promise: await load() first' : each === null ? 'null' : `of type ${typeof each}`;
    throw new TypeError(`${caller} takes rulesets that load() returned, or their names; ruleset ${index + 1} is ${what}`);
}

// Call with rulesets, of which those given by name are loaded for as long as the call takes.
function withRulesets(given, caller, call) {
    if (typeof given === 'string' || typeof given?.[Symbol.iterator] !== 'function')
        throw new TypeError(`${caller} takes an array of rulesets or of their names`);
    const list = [...given], named = [];
    if (list.length < 1 || list.length > MOST_COMPARED)
        throw new TypeError(`${caller} takes 1 to ${MOST_COMPARED} rulesets, not ${list.length}`);
    list.forEach((each, index) => requireRuleset(each, index, caller));
    if (!engine)
        throw new KazoeError({ code: 'bad_usage', message: 'the engine has not started: await start() or load() first' });
    try {
        return call(list.map((each) => {
            if (typeof each !== 'string')
                return each;
            named.push(loadNow(each, {}));
            return named.at(-1);
        }));
    } finally {
        named.forEach((rules) => rules.free());
    }
}

// Call with what writes one hand under several rulesets.
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

/** A hand, or many, under several rulesets or names of rulesets, which options and overlays may follow. */
export function compare(rulesets, hands, { reasons = false } = {}) {
    return withRulesets(rulesets, 'compare', (loaded) => withComparer(loaded, reasons, (write) => {
        const one = (hand) => JSON.parse(write(hand, FORM.json));
        return Array.isArray(hands) ? hands.map(one) : one(hands);
    }));
}

/** The same of one hand as a table, with the rules that account for the differences. */
export function compareText(rulesets, hand) {
    return withRulesets(rulesets, 'compareText', (loaded) => withComparer(loaded, true, (write) => write(hand, FORM.text)));
}

/** What two rulesets say differently, each with a hand that shows it. */
export function diff(first, second, { witnesses = true } = {}) {
    return withRulesets([first, second], 'diff', (loaded) => findDifferences(...loaded, witnesses));
}

function findDifferences(first, second, witnesses) {
    const found = engine.new_diff(first.address, second.address);
    if (!found)
        throw lastError();
    try {
        const count = engine.diff_count(found);
        const searched = (index) => witnesses === true || witnesses === index;
        const differences = Array.from({ length: count }, (_, index) =>
            JSON.parse(written(engine.diff_json(found, index, searched(index) ? 1 : 0))));
        return { complete: engine.diff_complete(found) === 1, differences };
    } finally {
        engine.free_diff(found);
    }
}

/** The tiles as symbols of SVG. */
export function tileSymbols() {
    return written(engine.tile_symbols());
}

/** Of the engine. */
export function version() {
    return textAt(engine.version());
}
