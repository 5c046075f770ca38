// The table in README.md for users of the package riichi: both packages read its hands alike.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { load } from '../index.js';

const folder = new URL('..', import.meta.url).pathname;
const tools = join(folder, 'build/tools/package.json');
const skip = !existsSync(join(tools, '../node_modules/riichi')) && 'riichi is not installed: make js-check does that where there is npm';
const rows = [...readFileSync(join(folder, 'README.md'), 'utf8').matchAll(/^\| `([0-9][^`]+)` \| `([^`]+)` \|/gm)];

test('both packages give the hands of the table the same han, fu and points', { skip }, async () => {
    const Riichi = createRequire(tools)('riichi');
    const rules = await load('tenhou');
    assert.ok(rows.length >= 8);
    for (const [, theirs, ours] of rows) {
        const { han, fu, ten, yakuman } = new Riichi(theirs).calc();
        const { total, fu: ourFu, points, limit, win } = rules.score(ours);
        assert.ok(win, ours);
        assert.equal(points, ten, ours);
        assert.equal(limit === 'yakuman', yakuman > 0, ours);
        if (!yakuman)
            assert.deepEqual([total, ourFu], [han, fu], ours);
    }
});

test('both count shanten alike', { skip }, async () => {
    const Riichi = createRequire(tools)('riichi');
    const rules = await load('tenhou');
    for (const hand of ['111222333m11p123z', '123456m23p55789s9s', '147m258p369s12345z']) {
        const { hairi, hairi7and13 } = new Riichi(hand).calc();
        assert.equal(rules.shanten(hand), Math.min(hairi.now, hairi7and13?.now ?? hairi.now), hand);
    }
});

test('the options and words of the table are those of the rules', async () => {
    const rules = await load('tenhou', { options: { open_tanyao: false, red_fives: false } });
    assert.equal(rules.score('234m567p5567s [234s] +8s').reason, 'no_yaku');
    for (const word of ['double_riichi', 'haitei', 'houtei', 'rinshan', 'chankan', 'tenhou'])
        await assert.doesNotReject(async () => {
            try {
                rules.score(`112233456789m1s +1s ${word}`);
            } catch (error) {
                if (error.code === 'unknown_word')
                    throw error;
            }
        });
});
