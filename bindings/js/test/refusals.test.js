// Mistakes of a caller are refused in a sentence that names them, and texts of strangers neither take memory nor
// control a terminal.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { KazoeError, check, compare, diff, load, overlays, start, tileSymbols, version } from '../index.js';

const hand = '123456m23p55789s +1p riichi seat=S from=W';
const early = [version, tileSymbols].map((call) => { try { return call(); } catch (error) { return error.message; } });
const rules = await load('tenhou');
const said = (call) => {
    try {
        return call();
    } catch (error) {
        return `${error.name}: ${error.message}`;
    }
};
const saidLater = (promise) => promise.then(() => 'nothing', (error) => `${error.name}: ${error.message}`);

test('a number that is no whole one in range is refused by its name', () => {
    for (const key of ['total', 'fu', 'multiplier', 'points', 'chips']) {
        const value = (number) => said(() => rules.value({ total: 3, fu: 40, [key]: number }));
        for (const number of [4294967299, 2147483648, -1, 3.7, 0.5, NaN, Infinity])
            assert.equal(value(number), `RangeError: ${key} takes a whole number from 0 to 2147483647, not ${number}`);
        assert.equal(value('3'), `TypeError: ${key} takes a whole number, not a string`);
        assert.equal(value(3n), `TypeError: ${key} takes a whole number, not a bigint`);
    }
    assert.equal(rules.value({ total: 3, fu: 40, multiplier: null, chips: undefined, limit: null, situation: null }).points, 5200);
    const discards = (options) => said(() => rules.discards('123456m23p557899s', options));
    for (const turns of [4294967298, 19, 0, -1])
        assert.equal(discards({ turns }), `RangeError: turns takes a whole number from 1 to 18, not ${turns}`);
    assert.equal(discards({ width: 9 }), 'RangeError: width takes a whole number from 0 to 3, not 9');
    assert.equal(discards({ width: 0 }), 'KazoeError: width needs turns, because only looking ahead uses it');
    assert.match(discards({ turns: 2, width: 0.5 }), /^RangeError: width /);
    assert.match(discards({ turns: 2, memory: -1 }), /^RangeError: memory /);
    assert.match(said(() => rules.randomHand({ seed: 2 ** 53 })), /^RangeError: seed /);
});

test('a witness that there is not is refused', () => {
    const witnesses = (value) => said(() => diff('ema-2016', 'ema-2025', { witnesses: value }));
    for (const index of [-1, 1.5, NaN, 9999])
        assert.equal(witnesses(index), `RangeError: witnesses takes a whole number from 0 to 3, not ${index}`);
    for (const [value, what] of [['x', 'a string'], [5n, 'a bigint'], [null, 'null']])
        assert.equal(witnesses(value), `TypeError: witnesses takes true, false or the index of a difference, not ${what}`);
    assert.deepEqual(diff('mcr', 'mcr', { witnesses: 0 }).differences, []);
});

test('before the engine has started, calls say so', () => {
    for (const message of early)
        assert.equal(message, 'the engine has not started: await start() or load() first');
});

test('an option that there is not is refused by its name', async () => {
    assert.equal(said(() => rules.settle('draw', { explain: true })),
        'TypeError: settle takes no options: explainDeal(deal) gives the explanation');
    assert.match(said(() => rules.score(hand, { explain: true })), /^TypeError: score takes no options: explain\(hand\)/);
    assert.match(said(() => rules.text(hand, 'ja', { x: 1 })), /^TypeError: text has no option 'x', only explain$/);
    assert.equal(said(() => rules.discards('123456m23p557899s', { turn: 3 })),
        "TypeError: discards has no option 'turn', only turns, width, ura, memory");
    for (const call of [() => rules.convert('1m', 'mjai', { x: 1 }), () => rules.randomHand({ x: 1 }), () => rules.value({ x: 1 }),
        () => rules.sheetPage({ x: 1 }), () => rules.gamePage('', { x: 1 }), () => compare([rules], hand, { x: 1 }),
        () => diff(rules, rules, { x: 1 }), () => start(null, { x: 1 })])
        assert.match(said(call), /^TypeError: \w+ has no option 'x', only /);
    assert.match(await saidLater(load('tenhou', { overlay: [] })), /^TypeError: load has no option 'overlay', only overlays, /);
    assert.match(await saidLater(check('tenhou', { note: true })), /^TypeError: check has no option 'note', only overlays, .*notes$/);
});

test('a notation that there is not is refused with those that there are', () => {
    assert.equal(said(() => rules.convert(hand, '136')), "KazoeError: there is no notation '136': there are kazoe, majiang, gb, "
        + 'mjai, counts-34, tiles-136, tiles-34, unicode, chinese, botzone, cbd');
});

test('one of many hands that is none has an error in its row', () => {
    const rows = rules.scoreMany([hand, null, 5, { hand: '1m', honba: NaN }, hand]);
    assert.deepEqual(rows.map(({ error }) => error?.code), [undefined, 'bad_usage', 'bad_usage', 'bad_usage', undefined]);
    assert.equal(rows[1].error.message, 'a hand is a line or an object, not null');
    assert.equal(rows[4].points, rows[0].points);
});

test('a fault that is none of the hand ends scoring of many', () => {
    const { parse } = JSON;
    JSON.parse = () => { throw new TypeError('no JSON'); };
    try {
        assert.equal(said(() => rules.scoreMany([{ hand: '123456m23p55789s', win: '1p', id: 1 }])), 'TypeError: no JSON');
    } finally {
        JSON.parse = parse;
    }
});

test('a record has no numbers that JSON does not have', () => {
    const record = { hand: '123456m23p55789s', win: '1p', seat: 'S', from: 'W', flags: null };
    assert.equal(said(() => rules.score({ ...record, honba: NaN })), 'RangeError: honba is NaN');
    assert.equal(said(() => rules.score({ hand: [NaN], notation: 'tiles-34' })), 'RangeError: hand[0] is NaN');
    assert.equal(said(() => rules.settle({ winners: [{ seat: 'S', total: Infinity }], from: 'W' })), 'RangeError: total is Infinity');
    assert.throws(() => rules.score({ ...record, honba: 4294967299 }), KazoeError);
    assert.equal(rules.score({ ...record, id: 'null' }).id, 'null');
});

test('input that is neither a hand nor a ruleset is refused', async () => {
    assert.equal(said(() => rules.score(undefined)), 'TypeError: a hand is a line or an object, not undefined');
    assert.equal(said(() => rules.waits([hand])), 'TypeError: a hand is a line or an object, not an array');
    assert.equal(said(() => rules.settle(null)), 'TypeError: a deal is a line or an object, not null');
    assert.equal(said(() => rules.scoreMany(hand)), 'TypeError: scoreMany takes an array of hands, not a string');
    assert.equal(said(() => rules.scoreMany()), 'TypeError: scoreMany takes an array of hands, not undefined');
    assert.equal(said(() => rules.scoreColumns(hand)), 'TypeError: scoreColumns takes an array of hands, not a string');
    assert.equal(said(() => rules.scoreColumns({})), 'TypeError: scoreColumns takes an array of hands, not an object');
    assert.equal(said(() => rules.scoreColumns([hand, undefined])), 'TypeError: hand 2: a hand is a line or an object, not undefined');
    for (const call of ['game', 'gameText', 'gamePage']) {
        for (const [given, what] of [[{ winners: [] }, 'an object'], [5, '5'], [true, 'true'], [undefined, 'undefined']])
            assert.equal(said(() => rules[call](given)), `TypeError: ${call} takes lines in a text, or an array of lines and records, not ${what}`);
        assert.equal(said(() => rules[call](['draw', null])), 'TypeError: deal 2: a deal is a line or an object, not null');
    }
    assert.equal(said(() => rules.sheetPage({ plain: 'mcr' })), 'TypeError: plain takes a ruleset that load() returned, not a string');
    for (const call of ['title', 'yakuNames'])
        assert.equal(said(() => rules[call](5)), `TypeError: ${call} takes a language, not 5`);
    assert.match(said(() => rules.text(hand, 0)), /^TypeError: text takes a language, not 0$/);
    assert.equal(said(() => rules.randomHand({ yaku: 5 })), 'TypeError: yaku takes the id or a name of a yaku, not 5');
    assert.equal(await saidLater(load('tenhou', { files: { a: 1 } })), "TypeError: files takes texts by name; 'a' is 1");
    assert.equal(await saidLater(load('tenhou', { options: 'x' })), 'TypeError: options takes an object, not a string');
    assert.match(await saidLater(load('tenhou', { options: { red_fives: [] } })), /^TypeError: options takes .*; 'red_fives' is an array$/);
    for (const [given, what] of [[null, 'null'], [undefined, 'undefined'], [{}, 'an object'], [7, '7'], [Promise.resolve(), 'a promise: await it first']])
        assert.equal(await saidLater(load(given)), `TypeError: load takes the name of a ruleset, or an object with strings name and text, not ${what}`);
    assert.match(await saidLater(check({ name: 'x' })), /^TypeError: check takes /);
    assert.equal(await saidLater(load('tenhou', { overlays: 'kazoe: 1' })), 'TypeError: overlays takes an array, not a string');
    assert.match(await saidLater(load('tenhou', { overlays: [null] })), /^TypeError: overlays takes names, texts, or .* not null$/);
});

test('an overlay is known by its name', async () => {
    assert.ok(overlays().includes('local-yaku'));
    const named = await load('tenhou', { overlays: ['local-yaku'] });
    assert.equal(named.digest, (await load('tenhou + local-yaku')).digest);
    for (const overlay of ['zzzzzz', 'local'])
        await assert.rejects(load('tenhou', { overlays: [overlay] }), { code: 'not_found', message: /overlays\(\) names|did you mean 'local-yaku'/ });
    await assert.rejects(load('zzzzzz'), /there is no ruleset 'zzzzzz'; list\(\) names those of the package/);
});

test('a yaku that is not in use is refused at once', () => {
    const begin = performance.now();
    assert.equal(said(() => rules.randomHand({ yaku: 'renhou' })), 'KazoeError: this yaku is not in use: no hand has it');
    assert.ok(performance.now() - begin < 1000);
});

test('rules of wild tiles are not looked ahead in', async () => {
    const wild = await load('hongzhong');
    assert.throws(() => wild.discards('123456m23p557899s', { turns: 2 }), { name: 'KazoeError', code: 'contradiction' });
});

test('an error is a plain object in JSON', async () => {
    const error = await load('tenhou', { overlays: ['kazoe: 1\nyaku: {pinfu: {valeu: 2}}\n'] }).catch((thrown) => thrown);
    const plain = JSON.parse(JSON.stringify(error));
    assert.equal(plain.message, error.message);
    assert.deepEqual([plain.code, plain.severity, plain.file, plain.line, plain.column], ['bad_rules', 'error', 'overlay 1', 2, 16]);
    assert.equal(plain.diagnostics[0].message, error.message);
    assert.equal(JSON.parse(JSON.stringify(await load('no-such').catch((thrown) => thrown))).severity, 'error');
});

test('the text of a hand has no control characters', () => {
    for (const text of ['123\x1b[2Jm', '123m foo\u202ex +1p', '1m '.repeat(40) + '\x07\x1b]0;x\x07 \u{1f004}x +1p', '七'.repeat(300)]) {
        const error = (() => { try { rules.score(text); } catch (thrown) { return thrown; } })();
        assert.doesNotMatch(JSON.stringify(error) + String(error), /[^\n -~\u00a0-\uffff]|[\u202e]|\\u001b/);
        assert.ok(error.shown.length <= 160 && error.shownColumn <= error.shown.length + 1, error.shown);
    }
    const record = said(() => rules.score({ hand: '123\x1bm' }));
    assert.doesNotMatch(record, /\x1b/);
});

test('a text that is too long is not copied', async () => {
    let grown = 0;
    const fresh = await import('../index.js?fresh');
    await fresh.start(undefined, { onGrowth: (bytes) => { grown = Math.max(grown, bytes); } });
    const own = await fresh.load('tenhou'), long = 'm1 '.repeat(2e7);
    assert.throws(() => own.score(long), { code: 'too_long' });
    assert.throws(() => own.settle(long), fresh.KazoeError);
    assert.throws(() => own.convert(hand, long), fresh.KazoeError);
    assert.throws(() => own.whyNot(hand, long), fresh.KazoeError);
    for (const none of [undefined, null, 3]) // nothing left by the call before is used
        assert.throws(() => own.whyNot(hand, none), { name: 'TypeError', message: /id or a name/ });
    assert.throws(() => own.convert(hand, null), { name: 'TypeError', message: /name of a notation/ });
    assert.throws(() => own.convert(hand, 'kazoe', null), { name: 'TypeError', message: /an object of options/ });
    assert.deepEqual([...own.scoreColumns([long, hand, long]).points], [0, 2000, 0]);
    await assert.rejects(fresh.load({ text: long }), { code: 'bad_rules', message: /1048576|1 MiB|too long|longer/ });
    await assert.rejects(fresh.load('tenhou', { overlays: [long] }), { code: 'bad_rules' });
    const unknown = await fresh.load('x'.repeat(5e6)).catch((error) => error);
    assert.equal(unknown.code, 'not_found');
    assert.ok(String(unknown).length < 200);
    assert.ok(grown < 64 << 20, `${grown} bytes`);
});

test('start takes a path or a file URL', async () => {
    const url = new URL('../kazoe.wasm', import.meta.url);
    const bytes = await readFile(url);
    const sources = [url, url.href, url.pathname, bytes, new Uint8Array(bytes).buffer, new WebAssembly.Module(bytes)];
    for (const [index, source] of sources.entries()) {
        const fresh = await import(`../index.js?start${index}`);
        await fresh.start(source);
        assert.equal((await fresh.load('tenhou')).score(hand).points, 2000);
    }
    const other = await import('../index.js?wrong');
    await assert.rejects(other.start('./no-such.wasm'), { code: 'ENOENT' });
    await assert.rejects(other.start(7), /^TypeError: start takes the address of kazoe.wasm, its bytes or the compiled module, not 7$/);
    await other.start(); // a failed load is not kept
});
