// No call keeps memory: a call that a program repeats for hours needs no more of it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compare, load, start } from '../index.js';

let grown = 0;
await start(undefined, { onGrowth: () => grown++ });
const rules = await load('tenhou'), other = await load('ema-2016');
const held = [];
while (!grown) // memory taken from here on is noticed
    held.push(await load('mcr'));
const hand = '123456m23p55789s +1p riichi seat=S from=W';
const deal = 'S ron W 3 fan 40 fu';
const calls = {
    score: () => rules.score(hand),
    scoreMany: () => rules.scoreMany([hand, hand]),
    scoreColumns: () => rules.scoreColumns([hand, hand]),
    waits: () => rules.waits('123456m23p55789s'),
    discards: () => rules.discards('123456m23p557899s'),
    convert: () => rules.convert(hand),
    whyNot: () => rules.whyNot(hand, 'tanyao'),
    randomHand: () => rules.randomHand({ seed: 1 }),
    value: () => rules.value({ total: 3, fu: 40 }),
    settle: () => rules.settle(deal),
    game: () => rules.game(deal),
    gamePage: () => rules.gamePage(deal),
    compare: () => compare([rules, other], [hand]),
    'a hand that is refused': () => assert.throws(() => rules.score('nothing')),
};

for (const [name, call] of Object.entries(calls))
    test(`a call takes no more memory when it is repeated: ${name}`, () => {
        for (let i = 0; i < 10; i++)
            call();
        const before = grown;
        for (let i = 0; i < 100; i++)
            call();
        assert.equal(grown, before);
    });

test('rules that are loaded and freed take no more memory', async () => {
    (await load('ema-2016')).free();
    const before = grown;
    for (let i = 0; i < 10; i++)
        (await load('ema-2016')).free();
    assert.equal(grown, before);
});
