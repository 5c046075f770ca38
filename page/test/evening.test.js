// Deals and evenings of the page, without a browser: lines, and the engine's answers.
import assert from 'node:assert/strict';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { dealOfLine, emptyDeal, emptyWon, endedBy, lineOfDeal, wonBy } from '../src/deal.js';
import { endOf, figuresOf, gamesOf, keepEvening, linesOf, nameOf, playersLine, readEvening, renamed, seatedLine, seatsOf, stateOf, textOf, turnOf, withLines } from '../src/evening.js';
import { handOf } from '../src/hand.js';
import { linkOf, readLink } from '../src/link.js';

const folder = resolve(process.env.KAZOE_PACKAGE ?? new URL('../../bindings/js', import.meta.url).pathname);
const { load } = await import(pathToFileURL(join(folder, 'index.js')));
const tenhou = await load('tenhou'), mcr = await load('mcr');
const rules = tenhou.describe();
const NAMES = ['Anna', 'Ben', 'Chloe', 'Dan'];

test('lines of what is entered', () => {
    const total = { ...emptyWon, total: '3', fu: '40' };
    const ron = { ...emptyDeal, winners: [{ who: 'Ben', won: total }], from: 'Anna', riichi: ['Ben', 'Chloe'] };
    for (const [deal, line] of [
        [ron, 'Ben ron Anna 3 fan 40 fu riichi=Ben,Chloe'],
        [{ ...ron, from: null }, null],
        [{ ...ron, winners: [{ who: 'Ben', won: emptyWon }] }, null],
        [{ ...ron, winners: [...ron.winners, { who: 'Dan', won: { ...emptyWon, by: 'limit', limit: 'mangan' } }], riichi: [] }, 'Ben ron Anna 3 fan 40 fu and Dan mangan'],
        [{ ...ron, winners: [{ who: 'Ben', won: { ...total, by: 'points', points: '8000' } }], rest: 'wareme=Dan' }, 'Ben ron Anna 8000 points wareme=Dan riichi=Ben,Chloe'],
        [endedBy({ ...ron, riichi: [] }, 'tsumo'), 'Ben tsumo 3 fan 40 fu'],
        [{ ...ron, how: 'tsumo', winners: [{ who: 'Ben', won: { ...emptyWon, by: 'limit', limit: 'yakuman', multiplier: '2' } }], riichi: [] }, 'Ben tsumo 2 yakuman'],
        [{ ...emptyDeal, how: 'tsumo', winners: [{ who: 'Ben', won: { ...emptyWon, by: 'hand', hand: handOf('123456m23p55789s +1p tsumo seat=S dora=4p riichi', rules) } }] },
            'Ben tsumo 123456m23p55789s +1p riichi dora=4p'],
        [{ ...emptyDeal, how: 'draw', tenpai: ['Anna', 'Dan'], riichi: ['Dan'] }, 'draw riichi=Dan tenpai=Anna,Dan'],
        [{ ...emptyDeal, how: 'draw', draw: 'nine_orphans', tenpai: ['Anna'] }, 'draw nine_orphans'],
        [{ ...emptyDeal, how: 'chombo', chombo: ['Dan'] }, 'chombo Dan'],
        [{ ...emptyDeal, how: 'chombo' }, null],
    ])
        assert.equal(lineOfDeal(deal, rules), line);
    // Fu that were entered under other rules.
    assert.equal(lineOfDeal({ ...ron, riichi: [], winners: [{ who: 'Ben', won: { ...total, total: '30' } }] }, mcr.describe()), 'Ben ron Anna 30 points');
});

test('one more on the same discard, and the discarder who wins after all', () => {
    const one = wonBy({ ...emptyDeal, from: 'Anna' }, 'Ben'), two = wonBy(one, 'Anna');
    assert.deepEqual(two.winners.map(({ who }) => who), ['Ben', 'Anna']);
    assert.equal(two.from, null);
    assert.deepEqual(wonBy(two, 'Ben').winners.map(({ who }) => who), ['Anna']);
    const own = { ...emptyDeal, how: 'tsumo', winners: [{ who: 'Ben', won: { ...emptyWon, liable: { who: 'Anna', yaku: 'daisangen' } } }] };
    assert.equal(wonBy(own, 'Anna').winners[0].won.liable, null);
    assert.equal(wonBy(own, 'Carl').winners[0].won.liable.who, 'Anna');
});

// The engine accepts the form's lines, and the form shows a line or leaves it alone.
test('lines come back to the form', () => {
    for (const line of ['Ben ron Anna 3 fan 40 fu riichi=Ben,Chloe', 'Chloe tsumo mangan', 'Anna ron Dan 2 fan 30 fu and Ben 8000 points', 'draw',
        'draw tenpai=Anna,Dan', 'draw nine_orphans', 'chombo Dan', 'Chloe tsumo 123456m23p55789s +1p riichi', 'Ben tsumo 2 yakuman riichi=Anna',
        'Ben ron Dan 23m406p55s [777z] (2222s) +1m dora=44p', 'Ben ron Anna yakuman pao=daisangen:Dan',
        'Ben tsumo 2 yakuman pao=daisangen:Dan riichi=Anna', 'Ben ron Dan 123456m23p55789s +1p discards=19m', 'draw nagashi=Ben']) {
        const deal = dealOfLine(line, rules, NAMES);
        assert.equal(deal && lineOfDeal(deal, rules), line);
        assert.equal(tenhou.game([playersLine(NAMES), line])[0].error, undefined, line);
    }
    for (const line of ['kongs kong=Ben:concealed', 'Ben ron Anna', 'S ron W 3 fan', 'Ben tsumo 3 han', 'Ben ron Anna mangan pao=daisangen:Zed', '# remark', '',
        'Bx tsumo mangan', 'Ben ron Anna nothing at all', '{"draw":"exhaustive"}', 'Ben ron Anna mangan riichi=', 'Ben ron Anna mangan and'])
        assert.equal(dealOfLine(line, rules, NAMES), null, line);
});

const TEXT = '# Thursday\r\nplayers Anna Ben Chloe Dan\nBen ron Anna 3 fan 40 fu riichi=Ben,Chloe\n\nChloe tsumo mangan\nBx tsumo mangan\n' +
    'draw tenpai=Anna,Dan\nplayers Ben Anna Chloe Dan\nBen tsumo 2 yakuman  \n# the last one\nBen tsumo mangan\n\n';

test('an evening is the same text again, and each line has what the engine says of it', () => {
    const lines = linesOf(TEXT);
    assert.equal(textOf(lines), TEXT);
    assert.deepEqual(linesOf(''), []);
    const found = tenhou.game(lines);
    const { games, totals } = gamesOf(lines, found);
    assert.deepEqual(games.map(({ players }) => players), [NAMES, ['Ben', 'Anna', 'Chloe', 'Dan']]);
    assert.deepEqual(games.map(({ at }) => at), [1, 7]);
    assert.deepEqual(games.map(({ rows }) => rows.filter(({ line }) => line.trim()).map(({ index, deal, error }) => [index, deal?.round ?? (error ? 'refused' : 'remark')])), [
        [[0, 'remark'], [2, 'E1.0'], [4, 'E2.0'], [5, 'refused'], [6, 'E3.0']], [[8, 'E1.0'], [9, 'remark'], [10, 'refused']]]);
    assert.deepEqual(games.map(({ end }) => [end.deals, end.refused, end.over]), [[3, 1, false], [1, 1, true]]);
    assert.deepEqual(stateOf(games[0], rules), { scores: games[0].rows.at(-1).deal.scores, deposits: 0 });
    assert.deepEqual(totals, []);
    const mended = withLines(withLines(lines, 10, 1), 5, 1, 'Ben tsumo mangan');
    assert.deepEqual(gamesOf(mended, tenhou.game(mended)).totals, tenhou.game(mended).at(-1).evening);
    // A game that has only begun is worth nothing.
    assert.deepEqual(tenhou.game([...mended, 'players Dan Chloe Ben Anna']).at(-1).evening, tenhou.game(mended).at(-1).evening);
    assert.equal(endOf(lines), 11);
    assert.deepEqual(withLines(lines, endOf(lines), 0, 'draw').slice(-3), ['draw', '', '']);
});

test('before the engine has answered, and without players', () => {
    assert.deepEqual(gamesOf(linesOf(TEXT), []).games.map(({ at, rows }) => [at, rows.length]), [[1, 6], [7, 5]]);
    assert.equal(gamesOf([], tenhou.game([])).games.length, 1);
    assert.deepEqual(stateOf(gamesOf([], []).games[0], rules).scores, [25000, 25000, 25000, 25000]);
});

test('another name is in all lines of its game, other seats in none', () => {
    const lines = linesOf(TEXT);
    assert.equal(playersLine([' Anna  Berg ', 'Ben'].map(nameOf)), 'players Anna_Berg Ben');
    const other = renamed(lines, 1, ['Anna', 'Benjamin', 'Chloe', 'Dan']);
    assert.equal(other[2], 'Benjamin ron Anna 3 fan 40 fu riichi=Benjamin,Chloe');
    assert.equal(other[8], lines[8]);
    assert.equal(other[0], lines[0]);
    assert.deepEqual(renamed(lines, 1, ['Ben', 'Anna', 'Chloe', 'Dan']), withLines(lines, 1, 1, 'players Ben Anna Chloe Dan'));
});

test('turns, and the figures of tables', () => {
    assert.deepEqual(turnOf('S2.1'), { wind: 'S', dealer: 2, counters: 1 });
    assert.equal(turnOf(undefined), null);
    assert.deepEqual(figuresOf(tenhou.table()).totals, [1, 2, 3, 4, 5, 6, 8, 11, 13]);
    assert.deepEqual([tenhou, mcr].map((each) => figuresOf(each.table()).minimum), [1, 8]);
    assert.deepEqual(figuresOf(tenhou.table()).fu.slice(0, 4), [20, 25, 30, 40]);
    assert.deepEqual(figuresOf(mcr.table()).fu, []);
});

test('a deal is settled by seats, and one that is none is not meant as JSON', () => {
    const deal = { line: 'Ben ron Anna 3 fan 40 fu riichi=Ben,Chloe', players: NAMES, round: 'S2.1' };
    assert.deepEqual([...seatsOf(NAMES, deal.round, rules).values()], ['N', 'E', 'S', 'W']);
    assert.equal(seatedLine(deal, rules), 'E ron N 3 fan 40 fu riichi=E,S round=S');
    assert.equal(tenhou.settle(seatedLine(deal, rules)).results[0].total, 3);
    const lines = ['hello', '{"x"'];
    assert.deepEqual(gamesOf(lines, tenhou.game(lines)).games[0].rows.map(({ error }) => error.code), ['no_deal', 'bad_json']);
});

test('players may be called what else is in a line', () => {
    const players = ['1', '2', '3', 'fan'], seated = (line) => seatedLine({ line, players, round: 'E1.0' }, rules);
    assert.equal(seated('3 ron 2 3 fan 40 fu and fan 2 fan 30 fu riichi=1,3 honba=1'), 'W ron S 3 fan 40 fu and N 2 fan 30 fu riichi=E,W honba=1 round=E');
    assert.equal(seated(' 2 tsumo  2 yakuman pao=daisangen:1 hand=3:1'), ' S tsumo  2 yakuman pao=daisangen:E hand=W:1 round=E');
    assert.equal(seated('chombo 1,2 kong=2:claimed:3:3m'), 'chombo E,S kong=S:claimed:W:3m round=E');
    assert.equal(seated('draw tenpai=2,fan'), 'draw tenpai=S,N round=E');
    assert.equal(tenhou.settle(seated('3 ron 2 3 fan 40 fu')).results[0].total, 3);
    assert.deepEqual(renamed(['players 1 2 3 fan', '1 ron 3 1 fan 30 fu riichi=1'], 0, ['Eva', '2', '3', 'fan'])[1], 'Eva ron 3 1 fan 30 fu riichi=Eva');
});

test('what is kept comes back, and what is not an evening does not', () => {
    const kept = new Map();
    const storage = { get: (key) => kept.get(key) ?? null, set: (key, value) => Boolean(kept.set(key, value)) };
    const evening = { ruleset: 'tenhou', options: [['open_tanyao', 'no']], label: 'tenhou open_tanyao=no', digest: '4a2e3aa197a3701f', text: TEXT };
    assert.equal(readEvening(storage), null);
    assert.equal(keepEvening(storage, evening), true);
    assert.deepEqual(readEvening(storage), evening);
    for (const bad of ['', 'null', '[]', '{"text":1}', '{"ruleset":"tenhou","options":[["a"]],"label":"","text":""}', '{"ruleset":"tenhou","options":{},"label":"","text":""}']) {
        kept.set('evening.1', bad);
        assert.equal(readEvening(storage), null, bad);
    }
});

test('a link says which view it shows', () => {
    const known = new Set(['tenhou']);
    assert.equal(readLink(linkOf({ ruleset: 'tenhou', options: [], view: 'evening' }), known).view, 'evening');
    assert.equal(readLink(linkOf({ ruleset: 'tenhou', options: [], view: 'hand' }), known).view, 'hand');
    assert.equal(readLink('#rules=tenhou&view=__proto__', known).view, 'hand');
});
