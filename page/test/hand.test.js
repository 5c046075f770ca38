// What the page knows of hands and of its worker, without a browser.
import assert from 'node:assert/strict';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { createEngine } from '../src/engine.js';
import { add, addKong, emptyHand, fits, handOf, leftOf, lineOf, redden, remove, sizeOf } from '../src/hand.js';

const folder = resolve(process.env.KAZOE_PACKAGE ?? new URL('../../bindings/js', import.meta.url).pathname);
const { load } = await import(pathToFileURL(join(folder, 'index.js')));
const tenhou = await load('tenhou');
const rules = tenhou.describe();

test('a hand survives being written and read', () => {
    for (const line of ['123456m23p55789s +1p riichi', '1m23p [340p] (7777z) [111+1z] +1m tsumo seat=S dora=4p',
        '123m406p5s [777z] [2222s] +5s tsumo seat=S round=S dora=40p ura=9m honba=2 deposits=1 pao=daisangen:W'])
        assert.equal(tenhou.convert(lineOf(handOf(tenhou.convert(line), 14))), tenhou.convert(lineOf(handOf(line, 14))));
    const hand = handOf('123m406p5s [7777z] (0555p) [111+1z] +5s tsumo seat=S', 14);
    assert.deepEqual(hand.melds.map(({ kind }) => kind), ['kong', 'concealed_kong', 'added_kong']);
    assert.equal(lineOf(hand), '123m406p5s [7777z] (0555p) [111+1z] +5s tsumo seat=S round=E');
});

test('the last tile wins, until one is taken away', () => {
    let hand = emptyHand;
    for (const tile of ['1m', '1m', '1m', '2m', '2m', '2m', '3m', '3m', '3m', '4m', '4m', '4m', '5m', '0m'])
        hand = add(hand, 'tiles', tile, rules);
    assert.equal(hand.win, '0m');
    assert.equal(add(hand, 'tiles', '9p', rules), hand);
    assert.equal(fits(hand, 'pung', '9p', rules), false);
    const less = remove(hand, 'tiles', 0, 14);
    assert.equal(less.win, null);
    assert.equal(sizeOf(less), 13);
});

test('no more tiles than there are', () => {
    const hand = handOf('1111m5p [555p]', 14);
    assert.equal(fits(hand, 'tiles', '1m', rules), false);
    assert.equal(fits(hand, 'chow', '1m', rules), false);
    assert.equal(fits(hand, 'tiles', '0p', rules), false);
    assert.equal(fits(hand, 'chow', '1z', rules), false);
    assert.equal(fits(hand, 'chow', '9s', rules), true);
    assert.deepEqual(add(hand, 'chow', '9s', rules).melds.at(-1).tiles, ['7s', '8s', '9s']);
    assert.equal(leftOf(hand, '5p', rules), 0);
});

test('red fives and added kongs of melds', () => {
    const hand = handOf('11m [5555p]', 14);
    const once = redden(hand, 0, rules);
    assert.deepEqual(once.melds[0].tiles, ['0p', '5p', '5p', '5p']);
    assert.equal(lineOf(addKong(once, 0)), '11m [055+5p] seat=E round=E');
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
    const engine = createEngine(startWorker, Promise.resolve(null));
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
    const engine = createEngine(startWorker, null);
    await assert.rejects(engine.call('grow'), { code: 'memory' });
    assert.equal(await engine.call('score'), 'score');
    assert.equal(workers.length, 2);
});

test('a later call takes the place of one that waits', async () => {
    const { startWorker } = fakeWorkers((worker, { id, method, argument }) => reply(worker, id, { value: argument ?? method }));
    const engine = createEngine(startWorker, null);
    const calls = [1, 2, 3].map((number) => engine.call('verdict', number, 'judge'));
    const found = await Promise.allSettled(calls);
    assert.equal(found.at(-1).value, 3);
    assert.ok(found.some(({ reason }) => reason?.code === 'superseded'));
});
