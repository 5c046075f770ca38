// Hands of the page and its worker, without a browser.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { createEngine } from '../src/engine.js';
import { add, addKong, emptyHand, fits, handOf, leftOf, lineOf, meldText, placeJoker, redden, remove, sizeOf } from '../src/hand.js';
import { linkOf, readLink } from '../src/link.js';
import { keepSheet, keptSheet } from '../src/memory.js';
import { ownLanguage } from '../src/own_language.js';
import { wordSentence } from '../src/sentence.js';
import { completions, entryOf, fileOf, placeOf, sheetOf, titleOf, withEntry, withLinesIn } from '../src/sheet.js';

const folder = resolve(process.env.KAZOE_PACKAGE ?? new URL('../../bindings/js', import.meta.url).pathname);
const { list, load } = await import(pathToFileURL(join(folder, 'index.js')));
const tenhou = await load('tenhou');
const rules = tenhou.describe();

test('a hand survives being written and read', () => {
    for (const line of ['123456m23p55789s +1p riichi', '1m23p [340p] (7777z) [111+1z] +1m tsumo seat=S dora=4p',
        '123m406p5s [777z] [2222s] +5s tsumo seat=S round=S dora=40p ura=9m honba=2 deposits=1 pao=daisangen:W'])
        assert.equal(tenhou.convert(lineOf(handOf(tenhou.convert(line), rules))), tenhou.convert(lineOf(handOf(line, rules))));
    const hand = handOf('123m406p5s [7777z] (0555p) [111+1z] +5s tsumo seat=S', rules);
    assert.deepEqual(hand.melds.map(({ kind }) => kind), ['kong', 'concealed_kong', 'added_kong']);
    assert.equal(lineOf(hand), '123m406p5s [7777z] (0555p) [111+1z] +5s tsumo seat=S');
});

test('the last tile wins, until one is taken away', () => {
    let hand = emptyHand;
    for (const tile of ['1m', '1m', '1m', '2m', '2m', '2m', '3m', '3m', '3m', '4m', '4m', '4m', '5m', '0m'])
        hand = add(hand, 'tiles', tile, rules);
    assert.equal(hand.win, '0m');
    assert.equal(add(hand, 'tiles', '9p', rules), hand);
    assert.equal(fits(hand, 'pung', '9p', rules), false);
    const less = remove(hand, 'tiles', 0, rules);
    assert.equal(less.win, null);
    assert.equal(sizeOf(less), 13);
});

test('no more tiles than there are', () => {
    const hand = handOf('1111m5p [555p]', rules);
    assert.equal(fits(hand, 'tiles', '1m', rules), false);
    assert.equal(fits(hand, 'chow', '1m', rules), false);
    assert.equal(fits(hand, 'tiles', '0p', rules), false);
    assert.equal(fits(hand, 'chow', '1z', rules), false);
    assert.equal(fits(hand, 'chow', '9s', rules), true);
    assert.deepEqual(add(hand, 'chow', '9s', rules).melds.at(-1).tiles, ['7s', '8s', '9s']);
    assert.equal(leftOf(hand, '5p', rules), 0);
});

test('one red five a suit is offered, and more are read', () => {
    const once = add(emptyHand, 'tiles', '0p', rules);
    assert.deepEqual(['0p', '5p', '0m'].map((tile) => leftOf(once, tile, rules)), [0, 3, 1]);
    assert.equal(add(once, 'tiles', '0p', rules), once);
    const more = handOf('000p', rules);
    assert.deepEqual([more.tiles.length, leftOf(more, '0p', rules), leftOf(more, '5p', rules)], [3, 0, 1]);
});

test('one tile is turned up, and birds are tiles too', async () => {
    const hongzhong = await load('hongzhong');
    const { wild, birds } = hongzhong.describe();
    hongzhong.free();
    assert.deepEqual([wild, birds], [false, true]);
    const once = add(add(emptyHand, 'wild', '9m', rules), 'birds', '1m', rules);
    assert.equal(lineOf(once), 'wild=9m birds=1m');
    assert.equal(add(once, 'wild', '8m', rules), once);
    assert.deepEqual(handOf(lineOf(once), rules).wild, ['9m']);
});

test('as many red fives are offered as the rules have', async () => {
    const kansai = await load('kansai-sanma red_fives=red');
    const two = { ...rules, ...kansai.describe() };
    kansai.free();
    assert.deepEqual([rules.red_copies, two.red_fives, two.red_copies], [[1, 1, 1], ['0p', '0s'], [2, 2]]);
    assert.deepEqual(['0m', '0p'].map((tile) => leftOf(emptyHand, tile, rules)), [1, 1]);
    assert.deepEqual(['0m', '0p'].map((tile) => leftOf(emptyHand, tile, two)), [0, 2]);
});

test('flowers and jokers that were thrown', async () => {
    const guangdong = await load('guangdong');
    const { thrown, tiles, faces } = guangdong.describe();
    guangdong.free();
    assert.deepEqual([thrown, faces], [true, []]);
    const once = add(emptyHand, 'thrown', '1j', { ...rules, tiles });
    assert.equal(lineOf(once), 'thrown=1j');
    assert.deepEqual(handOf(lineOf(once), rules).thrown, ['1j']);
});

async function rulesOf(name) {
    const ruleset = await load(name), described = ruleset.describe();
    ruleset.free();
    return described;
}

test('jokers in melds', async () => {
    const malaysian = await rulesOf('malaysian');
    let hand = placeJoker(add(emptyHand, 'pung', '9p', malaysian), 0, malaysian);
    assert.equal(meldText(hand.melds[0]), '[99p1j]');
    hand = placeJoker(placeJoker(hand, 0, malaysian), 0, malaysian);
    assert.equal(meldText(hand.melds[0]), '[999p]');
    const american = await rulesOf('american');
    const quint = add(emptyHand, 'quint', '1m', american);
    assert.equal(lineOf(quint), '[1111m1j]');
    assert.equal(handOf(lineOf(quint), american).melds[0].kind, 'quint');
    assert.equal(sizeOf(quint, american), 5);
    assert.equal(fits(quint, 'pung', '1j', american), false);
    assert.equal(fits(quint, 'quint', '1m', american), false);
    const flowers = add(add(quint, 'tiles', '1f', american), 'kong', '1f', american);
    assert.equal(lineOf(flowers), '1f [1111m1j] [1111f]');
});

test('jokers in chows', () => {
    const tiles = [...rules.tiles, { tile: '1j', copies: 4 }];
    const texts = [];
    let hand = add(emptyHand, 'chow', '1p', rules);
    for (let i = 0; i < 4; i++) {
        hand = placeJoker(hand, 0, { ...rules, tiles });
        texts.push(meldText(hand.melds[0]));
    }
    assert.deepEqual(texts, ['[1j23p]', '[1p1j3p]', '[12p1j]', '[123p]']);
    assert.equal(handOf('[1p1j3p]', rules).melds[0].kind, 'chow');
});

test('red fives and added kongs of melds', () => {
    const hand = handOf('11m [5555p]', rules);
    const once = redden(hand, 0, rules);
    assert.deepEqual(once.melds[0].tiles, ['0p', '5p', '5p', '5p']);
    assert.equal(lineOf(addKong(once, 0)), '11m [055+5p]');
    assert.equal(lineOf(redden(once, 0, rules)), '11m [5555p]');
});

// --- the engine's worker -------------------------------------------------------------------------

function fakeWorkers(answer) {
    const workers = [];
    const startWorker = () => {
        const worker = {
            ended: false,
            terminate() { worker.ended = true; },
            postMessage(message) { queueMicrotask(() => answer(worker, message)); },
        };
        workers.push(worker);
        return worker;
    };
    return { workers, startWorker };
}

const reply = (worker, id, fields) => worker.onmessage({ data: { id, ...fields } });

test('a worker that takes longer than two seconds is ended, and the next call gets another', async () => {
    const { workers, startWorker } = fakeWorkers((worker, { id, method }) => {
        if (method !== 'hang')
            reply(worker, id, { value: method });
    });
    const engine = createEngine(startWorker, {});
    const begun = Date.now();
    const hung = engine.call('hang');
    const next = engine.call('score');
    await assert.rejects(hung, { code: 'time' });
    assert.ok(Date.now() - begun < 3000);
    assert.equal(await next, 'score');
    assert.deepEqual(workers.map(({ ended }) => ended), [true, false]);
});

test('a worker that needs too much memory is ended', async () => {
    const { workers, startWorker } = fakeWorkers((worker, { id, method }) =>
        reply(worker, id, method === 'grow' ? { error: { code: 'memory', message: 'too much' } } : { value: method }));
    const engine = createEngine(startWorker, {});
    await assert.rejects(engine.call('grow'), { code: 'memory' });
    assert.equal(await engine.call('score'), 'score');
    assert.equal(workers.length, 2);
});

test('a call that is too much together with earlier ones gets a worker of its own', async () => {
    const { workers, startWorker } = fakeWorkers((worker, { id, method }) =>
        reply(worker, id, method === 'large' && workers.length === 1 ? { error: { code: 'memory', message: 'too much' } } : { value: method }));
    const engine = createEngine(startWorker, {});
    assert.equal(await engine.call('score'), 'score');
    assert.equal(await engine.call('large'), 'large');
    assert.equal(workers.length, 2);
});

test('a later call takes the place of one that waits', async () => {
    const { startWorker } = fakeWorkers((worker, { id, method, argument }) => reply(worker, id, { value: argument ?? method }));
    const engine = createEngine(startWorker, {});
    const calls = [1, 2, 3].map((number) => engine.call('verdict', number, 'judge'));
    const found = await Promise.allSettled(calls);
    assert.equal(found.at(-1).value, 3);
    assert.ok(found.some(({ reason }) => reason?.code === 'superseded'));
});

// --- languages -----------------------------------------------------------------------------------

const read = (path) => readFile(new URL(path, import.meta.url), 'utf8');
const catalogue = async (code) => JSON.parse(await read(`../src/catalogues/${code}.json`));
const sentencesOf = async (code) => Object.fromEntries(Array.from((await read(`../../rules/languages/${code}.yaml`)).matchAll(/^([\p{L}\w.]+): (".*")$/gmu),
    ([, key, text]) => [key, JSON.parse(text)]));
const english = await catalogue('en');
const sentences = new Map(Array.from((await read('../../src/words/en.yaml')).matchAll(/^(\w+): (".*")$/gm), ([, key, text]) => [key, JSON.parse(text)])
    .filter(([key]) => key !== 'a_noun' && !key.startsWith('unnamed')));
const placesOf = (text) => [...new Set(text.match(/\{\d\}/g))].sort();

for (const code of ['ja', 'zh-hans', 'zh-hant']) {
    test(`the catalogue ${code} says all that the English one says`, async () => {
        const texts = await catalogue(code), common = await sentencesOf(code);
        const missing = Object.keys(english).filter((key) => !Object.hasOwn(texts, key) && !Object.hasOwn(common, key));
        assert.deepEqual(missing, []);
        assert.deepEqual(Object.keys(texts).filter((key) => !Object.hasOwn(english, key) || Object.hasOwn(common, key)), []);
        for (const [key, text] of Object.entries(texts)) {
            assert.ok(text.trim(), key);
            for (const place of placesOf(text))
                assert.ok(placesOf(english[key]).includes(place), `${key}: ${place}`);
        }
    });
    test(`the sentences of the engine are in ${code}`, async () => {
        const texts = await sentencesOf(code), japanese = await sentencesOf('ja');
        assert.deepEqual(Object.keys(texts).sort(), Object.keys(japanese).sort());
        for (const [key, text] of sentences) {
            const found = texts[key] ?? texts[key.replace(/_several$/, '')];
            assert.ok(found, key);
            assert.deepEqual(placesOf(found), placesOf(text), key);
        }
    });
}

/** Yield all conditions of an answer of whyNot. */
function* conditionsOf(list) {
    for (const condition of list) {
        yield condition;
        yield* conditionsOf(condition.any_of ?? condition.all_of ?? []);
    }
}

for (const code of ['ja', 'zh-hans', 'zh-hant'])
    test(`what a yaku asks, what the hand has and the arithmetic are worded in ${code}`, async () => {
        const texts = { ...await sentencesOf(code), ...await catalogue(code) };
        const textOf = (key, ...args) => (Object.hasOwn(texts, key) ? texts[key].replace(/\{(\d)\}/g, (_, at) => args[at]) : null);
        const unworded = [];
        let asked = 0;
        for (const name of list()) {
            const ruleset = await load(name);
            const say = (sentence) => wordSentence({ textOf, nameOf: (kind, id) => id }, sentence);
            const lines = [1, 2, 3].map((seed) => ruleset.randomHand({ seed }));
            for (const { id } of ruleset.describe().yaku)
                for (const line of lines) {
                    const { message_code: message, conditions } = ruleset.whyNot(line, id);
                    for (const each of [{ asks_code: message }, ...conditionsOf(conditions)])
                        for (const key of ['asks_code', 'has_code'])
                            if (each[key]) {
                                asked++;
                                if (say(each[key]) === null)
                                    unworded.push(JSON.stringify(each[key]));
                            }
                }
            for (const line of lines) {
                const { arithmetic, arithmetic_code: codes } = ruleset.explain(line);
                assert.equal(codes.length, arithmetic.length);
                for (const step of codes)
                    assert.ok(say(step), JSON.stringify(step));
            }
            ruleset.free();
        }
        console.log(`# ${code}: ${asked - unworded.length} of ${asked} worded`);
        assert.ok(asked > 1000);
        assert.deepEqual(unworded, []);
    });

test('sentences', async () => {
    const texts = await sentencesOf('ja');
    const textOf = (key, ...args) => (Object.hasOwn(texts, key) ? texts[key].replace(/\{(\d)\}/g, (_, at) => args[at]) : null);
    const say = (sentence) => wordSentence({ textOf, nameOf: (kind, id) => rules.yaku.find((each) => each.id === id)?.names.ja ?? null }, sentence);
    assert.equal(say({ code: 'waits_closed', arguments: ['68s'] }), '68sは嵌張待ちです');
    assert.equal(say({ code: 'is_there_several', arguments: [{ code: 'list_and', arguments: ['123m', '456p'] }] }), '123m、456pがあります');
    assert.equal(say({ code: 'is_covered', arguments: [{ yaku: 'pinfu' }, { yaku: 'chiitoitsu' }] }), '平和の条件は満たしますが、七対子に含まれます');
    for (const unknown of [{ code: 'unheard' }, { code: 'is_there', arguments: [{ code: 'asks.class.of_a_sheet' }] }, { yaku: 'constructor' }])
        assert.equal(say(unknown), null);
});

// --- sheets and links ----------------------------------------------------------------------------

const schema = JSON.parse(await readFile(new URL('../../doc/rules.schema.json', import.meta.url), 'utf8'));
const offered = (text) => completions(text, schema, rules).words.map(({ label }) => label);

test('completion knows where the caret is', () => {
    assert.deepEqual(placeOf('kazoe: 1\nyaku:\n  pinfu:\n    va'), { path: ['yaku', 'pinfu'], key: null, word: 'va' });
    assert.deepEqual(placeOf('yaku:\n  tanyao:\n    value: 1\n  pinfu:\n    va'), { path: ['yaku', 'pinfu'], key: null, word: 'va' });
    assert.deepEqual(placeOf('yaku:\n  pinfu: {value: {closed: 1}, in_use: n'), { path: ['yaku', 'pinfu'], key: 'in_use', word: 'n' });
    assert.deepEqual(placeOf('yaku: {pinfu: {value: 2, in_'), { path: ['yaku', 'pinfu'], key: null, word: 'in_' });
    assert.ok(offered('ya').includes('yaku'));
    assert.ok(offered('kazoe: 1\nyaku:\n  pi').includes('pinfu'));
    assert.ok(offered('yaku:\n  pinfu: {va').includes('value'));
    assert.ok(offered('yaku:\n  pinfu:\n    wh').includes('when'));
    assert.ok(offered('yaku:\n  pinfu:\n    when: {ha').includes('has'));
    assert.ok(offered('options:\n  open_').includes('open_tanyao'));
    assert.deepEqual(offered('options:\n  open_tanyao: '), ['yes', 'no']);
});

test('the form writes YAML and leaves the rest alone', () => {
    const first = withEntry('', 'yaku', 'pinfu', new Map([['value', '2']]));
    assert.equal(first, 'kazoe: 1\nyaku:\n  pinfu: {value: 2}\n');
    const second = withEntry(first, 'yaku', 'tanyao', new Map([['in_use', 'no']]));
    assert.equal(second, 'kazoe: 1\nyaku:\n  pinfu: {value: 2}\n  tanyao: {in_use: no}\n');
    assert.equal(withEntry(second, 'yaku', 'pinfu', undefined), 'kazoe: 1\nyaku:\n  tanyao: {in_use: no}\n');
    assert.equal(withEntry(first, 'yaku', 'pinfu', undefined), 'kazoe: 1\n');
    const commented = 'kazoe: 1\nyaku:   # ours\n  pinfu:\n    value: 3\n\ntotal: {unit: fan}\n';
    assert.equal(withEntry(commented, 'yaku', 'pinfu', new Map([['value', '2']])), commented.replace('3', '2'));
    assert.equal(withEntry(commented, 'yaku', 'tanyao', new Map([['in_use', 'no']])),
        'kazoe: 1\nyaku:   # ours\n  pinfu:\n    value: 3\n  tanyao: {in_use: no}\n\ntotal: {unit: fan}\n');
    assert.deepEqual(entryOf(commented, 'yaku', 'pinfu'), new Map([['value', '3']]));
});

test('the form writes a sheet however it is laid out', () => {
    const value = (text) => new Map([['value', text]]), unused = new Map([['in_use', 'no']]);
    for (const [sheet, changed, more] of [
        ['yaku: {pinfu: {value: 2}} # ours\n', 'yaku: {pinfu: {value: 3}} # ours\n', 'yaku: {pinfu: {value: 2}, tanyao: {in_use: no}} # ours\n'],
        ['yaku:\n    pinfu:\n        note: Was 1, by "them".\n        value: 2 # ours\n', 'yaku:\n    pinfu:\n        note: Was 1, by "them".\n        value: 3\n',
            'yaku:\n    pinfu:\n        note: Was 1, by "them".\n        value: 2 # ours\n    tanyao: {in_use: no}\n'],
        ['yaku:\n    pinfu: {value: 2}   # ours\n', 'yaku:\n    pinfu: {value: 3}   # ours\n', 'yaku:\n    pinfu: {value: 2}   # ours\n    tanyao: {in_use: no}\n'],
        ['yaku:\n  pinfu: {value: {closed: 2, open: 1}, covers: [tanyao]}\n', 'yaku:\n  pinfu: {value: 3, covers: [tanyao]}\n', 'yaku:\n  pinfu: {value: {closed: 2, open: 1}, covers: [tanyao]}\n  tanyao: {in_use: no}\n'],
    ]) {
        assert.equal(withEntry(sheet, 'yaku', 'pinfu', new Map([...entryOf(sheet, 'yaku', 'pinfu'), ...value('3')])), changed);
        assert.equal(withEntry(sheet, 'yaku', 'tanyao', unused), more);
    }
    for (const sheet of ['yaku: {pinfu: {value: 2}\n', 'yaku: &all\n  pinfu: {value: 2}\n', 'yaku:\n  - pinfu\n', 'yaku: {# all\n  pinfu: {value: 2}}\n', '\tyaku: x\n'])
        assert.equal(withEntry(sheet, 'yaku', 'pinfu', value('3')), null, sheet);
    assert.equal(withLinesIn('kazoe: 1\nyaku:\n    pinfu: {value: 2}\n\n# end\n', 'yaku', ['ours:', '  value: 1']), 'kazoe: 1\nyaku:\n    pinfu: {value: 2}\n    ours:\n      value: 1\n\n# end\n');
    for (const sheet of ['', 'kazoe: 1\nyaku:\n'])
        assert.equal(withLinesIn(sheet, 'yaku', ['ours: {value: 1}']), 'kazoe: 1\nyaku:\n  ours: {value: 1}\n');
});

test('a file of house rules holds everything, for the page and for the command', async () => {
    const known = new Set(list()), options = [['open_tanyao', 'no'], ['red_fives', 'yes']];
    const sheet = 'kazoe: 1\ntitle: {en: Our table, ja: "例会"}\nyaku:\n  haitei: {value: 2}\n';
    for (const [text, what] of [[sheet, options], ['', options], [sheet, []]]) {
        const file = fileOf(text, { ruleset: 'ema-2025', options: what, id: 'house-rules' });
        assert.deepEqual(sheetOf(file, known), { sheet: text, ruleset: 'ema-2025', options: what });
        const whole = await load({ name: 'house.yaml', text: file }), parts = await load('ema-2025', { overlays: text ? [text] : [], options: Object.fromEntries(what) });
        assert.equal(whole.digest, parts.digest);
    }
    assert.deepEqual(sheetOf(sheet, known), { sheet, ruleset: null, options: [] });
    assert.deepEqual(titleOf(sheet), { en: 'Our table', ja: '例会' });
    assert.deepEqual(titleOf('kazoe: 1\ntitle: Ours\n'), { en: 'Ours' });
    assert.equal(titleOf(''), null);
});

test('the language of names is that of a ruleset or of what it extends', () => {
    const files = { 'a.yaml': 'kazoe: 1\nlanguage: official\n', 'b.yaml': 'kazoe: 1\nextends: a\n', 'c.yaml': 'kazoe: 1\n' };
    assert.deepEqual(['a', 'b', 'c', 'd'].map((name) => ownLanguage(files, name)), ['official', 'official', 'en', 'en']);
});

test('kept house rules are texts, and not too long', () => {
    const kept = new Map(), storage = { get: (key) => kept.get(key) ?? null, set: (key, text) => kept.set(key, text) };
    keepSheet(storage, 'ema-2025', 'yaku: {}\n');
    assert.equal(keptSheet(storage, 'ema-2025'), 'yaku: {}\n');
    for (const bad of [['yaku'], 'x'.repeat((1 << 16) + 1)]) {
        kept.set('sheets', JSON.stringify({ 'ema-2025': bad, mcr: 'x' }));
        assert.deepEqual([keptSheet(storage, 'ema-2025'), keptSheet(storage, 'mcr')], ['', 'x']);
    }
});

test('a link says the same again, and nothing that it may not', () => {
    const known = new Set(['tenhou']);
    const state = { ruleset: 'tenhou', options: [['red_fives', 'no']], view: 'hand', hand: '123m [345p] +1m', sheet: 'kazoe: 1\n# <ü>&=%#\n' };
    assert.deepEqual(readLink(linkOf(state), known), state);
    assert.equal(readLink('#rules=__proto__', known), null);
    assert.deepEqual(readLink('#rules=tenhou&option=__proto__&option=a<b=c&option=a=b', known).options, [['a', 'b']]);
    assert.equal(readLink(`#rules=tenhou&hand=${'1'.repeat(3000)}`, known).hand, null);
    assert.equal(readLink(`#rules=tenhou&sheet=${'a'.repeat(9000)}`, known).sheet, null);
    assert.ok(!linkOf({ ...state, sheet: 'a'.repeat(9000) }).includes('sheet'));
});
