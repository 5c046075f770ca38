// Every code of the engine's errors arrives as a KazoeError, with its place.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { KazoeError, load } from '../index.js';

// The project's own examples: a text, then "= code [key] column: message".
const data = process.env.KAZOE_DATA ?? new URL('../../../tests/data', import.meta.url).pathname;
const skip = !existsSync(data) && `${data} is not there: the package was tested outside the project`;

function examples(name) {
    const lines = readFileSync(`${data}/${name}`, 'utf8').split('\n').filter((text) => text && !text.startsWith('#'));
    return Array.from({ length: lines.length >> 1 }, (_, i) => [lines[2 * i], lines[2 * i + 1]]);
}

function refusal(call) {
    try {
        call();
    } catch (error) {
        assert.ok(error instanceof KazoeError, String(error));
        return error;
    }
    return null;
}

// A hand with all flowers is worth more points than the range allows.
const rich = `kazoe: 1
ruleset: rich
extends: base/classic
total: {unit: points}
payments: {self_draw: {any_wins: {others: {times: 1}}}, discard: {any_wins: {discarder: {times: 1}}}}
shapes: {standard: {sets: 4, pairs: 1}}
tiles.marks: {flowers: {number: flowers}}
yaku:
${Array.from({ length: 200 }, (_, i) => `  y${i}: {value: 100000, each: {mark: flowers}, bonus: yes}\n`).join('')}`;

test('every code is seen', { skip }, async () => {
    const rules = await load('tenhou'), seen = new Set();
    for (const [text] of examples('bad_hands.txt'))
        seen.add(refusal(() => rules.score(text))?.code);
    for (const [text] of examples('bad_deals.txt'))
        seen.add(refusal(() => rules.settle(text))?.code);
    seen.add(refusal(() => rules.score('')).code);
    seen.add(refusal(() => rules.score('1m '.repeat(100_000))).code);
    const flowers = await load({ name: 'rich.yaml', text: rich });
    seen.add(refusal(() => flowers.score('123m456p789s2223z +3z from=W flowers=255')).code);
    seen.add(refusal(() => rules.discards('147m147p147s11234z', { turns: 18, memory: 100 })).code);
    seen.delete(undefined);
    // A string of JavaScript always arrives as UTF-8, and records choose rulesets only in a stream under several.
    const never = ['not_utf8', 'unknown_ruleset'];
    const all = rules.scoreColumns(['']).errorCodes.filter((code) => code && !never.includes(code));
    assert.deepEqual(all.filter((code) => !seen.has(code)), []);
});

test('an error has the code, the key and the column of its example', { skip }, async () => {
    const rules = await load('tenhou');
    let compared = 0;
    for (const [text, want] of examples('bad_hands.txt')) {
        const error = refusal(() => rules.score(text));
        const [, code, key, column] = /^= (\w+)(?: ([a-z_]+))?(?: (\d+))?: /.exec(want) ?? [];
        if (!error || error.code !== code)
            continue; // an example of another ruleset
        assert.equal(error.key, key, text);
        assert.equal(error.column, column && Number(column), text);
        compared++;
    }
    assert.ok(compared > 100, `only ${compared} examples`);
});
