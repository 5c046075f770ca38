// The same bytes as from the native command, for random hands of every ruleset, and objects with the same keys in the same
// order. KAZOE_HANDS: how many.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { list, load } from '../index.js';

const kazoe = process.env.KAZOE ?? new URL('../../../kazoe', import.meta.url).pathname;
const count = process.env.KAZOE_HANDS ?? '2000';

function run(words, input = '') {
    return execFileSync(kazoe, words, { input, encoding: 'utf8', maxBuffer: 1 << 30 });
}

function signature(text) {
    return createHash('sha256').update(text).digest('hex');
}

// Some rules refuse a hand without its discarder.
function outcome(call) {
    try {
        return call();
    } catch (error) {
        return error.message;
    }
}

for (const name of list())
    test(`${name}: ${count} hands`, { skip: !existsSync(kazoe) && `${kazoe} is not built` }, async () => {
        const rules = await load(name);
        const hands = run(['deal', '-r', name, '-n', count, '--seed', '7']);
        const native = run(['score', '-r', name, '--json', '--exit-zero'], hands);
        const lines = hands.trimEnd().split('\n');
        const here = lines.map((hand) => `${rules.json(hand)}\n`).join('');
        assert.equal(signature(here), signature(native));
        for (const hand of lines.flatMap((line) => [line, line.replace(/ from=./, '')]))
            assert.equal(outcome(() => JSON.stringify(rules.score(hand))), outcome(() => rules.json(hand)));
        rules.free();
    });
