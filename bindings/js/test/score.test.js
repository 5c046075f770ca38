// The package in node: everything that index.d.ts promises.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KazoeError, check, compare, compareText, diff, list, load, tileSymbols, version } from '../index.js';

const hand = '123456m23p55789s +1p riichi seat=S from=W';
const refused = (code) => (error) => error instanceof KazoeError && error.code === code;

test('a hand is scored', async () => {
    const rules = await load('tenhou');
    const result = rules.score(hand);
    assert.equal(result.win, true);
    assert.deepEqual(result.yaku.map((yaku) => yaku.id), ['riichi', 'pinfu']);
    assert.equal(result.points, 2000);
    assert.equal(result.payments.S, 2000);
    assert.equal(rules.id, 'tenhou');
    assert.match(rules.digest, /^[0-9a-f]{16}$/);
    assert.match(rules.text(hand), /pinfu/i);
    assert.equal(rules.explain(hand).reading.wait, 'two_sided');
});

test('a record is the same as a line', async () => {
    const rules = await load('tenhou');
    const record = { hand: '123456m23p55789s', win: '1p', flags: ['riichi'], seat: 'S', from: 'W' };
    assert.equal(rules.score(record).points, 2000);
});

test('the title has a language', async () => {
    const rules = await load('mcr');
    assert.notEqual(rules.title('zh-hans'), rules.title('en'));
});

test('a ruleset is loaded by what results call it', async () => {
    const name = 'tenhou red_fives=no + local-yaku';
    const spelled = await load(name);
    assert.equal(spelled.label, name);
    assert.notEqual(spelled.digest, (await load('tenhou red_fives=no')).digest);
    const { results } = compare(['tenhou', name], '123456m23p55789s +1p seat=S from=W');
    assert.deepEqual(results.map(({ ruleset }) => ruleset), ['tenhou', name]);
    const own = await load('tenhou + "./our club.yaml"', { files: { './our club.yaml': 'kazoe: 1\nyaku:\n  pinfu: {value: 2}\n' } });
    assert.equal(own.label, 'tenhou + "./our club.yaml"');
    await assert.rejects(load('tenhou +'), { code: 'bad_rules', file: 'ruleset' });
    await assert.rejects(load('tenhou + no-such'), { code: 'not_found' });
    await assert.rejects(load('tenhou red_fives=no', { options: { red_fives: true } }), { code: 'bad_rules' });
});

test('options and overlays change a ruleset', async () => {
    const text = 'kazoe: 1\nyaku:\n  pinfu: {value: 7}\n';
    const rules = await load('tenhou', { overlays: [{ name: 'club.yaml', text }], options: { kiriage_mangan: true } });
    assert.equal(rules.score(hand).total, 8);
    assert.match(rules.label, /kiriage_mangan=yes/);
    assert.match(rules.label, /club\.yaml/);
});

test('a ruleset may be a text that extends the rules of the package, or files', async () => {
    const text = 'kazoe: 1\nruleset: mine\nextends: tenhou\n';
    assert.equal((await load({ name: 'mine.yaml', text })).score(hand).points, 2000);
    const files = { 'parent.yaml': text };
    const child = 'kazoe: 1\nruleset: child\nextends: parent\n';
    assert.equal((await load({ name: 'child.yaml', text: child }, { files })).id, 'child');
});

test('a bad hand has a code, a column and a caret', async () => {
    const rules = await load('tenhou');
    assert.throws(() => rules.score('11111m234p567s99s +9s'), refused('too_many_of_a_tile'));
    assert.throws(() => rules.score('123m'), refused('tile_count'));
    assert.throws(() => rules.score(''), refused('empty'));
    try {
        rules.score('123456m23p5x789s +1p');
        assert.fail();
    } catch (error) {
        assert.ok(error.column > 0);
        assert.match(String(error), /\^/);
    }
});

test('bad rules have all their diagnostics', async () => {
    const text = 'kazoe: 1\nruleset: wrong\nextends: tenhou\nyaku:\n  pinfu: {valeu: 1}\n  tanyao: {valeu: 1}\n';
    await assert.rejects(load({ name: 'wrong.yaml', text }), (error) =>
        error.code === 'bad_rules' && error.line === 5 && error.diagnostics.length === 2 &&
        error.file === 'wrong.yaml' && /value/.test(error.message));
    assert.equal((await check({ name: 'wrong.yaml', text })).length, 2);
    assert.deepEqual(await check('tenhou'), []);
    await assert.rejects(load('no-such-rules'), refused('not_found'));
    await assert.rejects(load('__proto__'), refused('not_found'));
    await assert.rejects(load('tenhuo'), /there is no ruleset 'tenhuo'; did you mean 'tenhou'\?/);
    await assert.rejects(load('EMA'), /there is no ruleset 'EMA'; did you mean 'ema-2016' or 'ema-2025'\?/);
    await assert.rejects(load('tenhou + local'), /there is no overlay 'local'; did you mean 'local-yaku'\?/);
    // The engine goes on.
    assert.equal((await load('tenhou')).score(hand).points, 2000);
});

test('many hands keep their places', async () => {
    const rules = await load('tenhou');
    const results = rules.scoreMany([hand, 'nonsense', hand]);
    assert.equal(results[0].points, 2000);
    assert.ok(results[1].error instanceof KazoeError);
    assert.equal(results[2].points, 2000);
});

test('columns hold what results hold', async () => {
    for (const name of ['tenhou', 'mcr', 'taiwan-16']) {
        const rules = await load(name);
        const lines = ['nonsense', '', hand, '123456m23p55789s +1p', '111222333m44455z +5z tsumo seat=E',
            '11122233344455566m +6m'];
        const hands = Array.from({ length: 40000 }, (_, index) => lines[index % lines.length]);
        const columns = rules.scoreColumns(hands);
        assert.equal(columns.length, hands.length);
        rules.scoreMany(hands.slice(-60)).forEach((result, index) => {
            const row = hands.length - 60 + index;
            assert.equal(columns.errorCodes[columns.error[row]], result.error?.code ?? null);
            if (result.error)
                return;
            for (const key of ['points', 'total', 'qualifying'])
                assert.equal(columns[key][row], result[key]);
            assert.equal(columns.win[row], Number(result.win));
            assert.equal(columns.limit[row] < 0 ? null : columns.limitIds[columns.limit[row]], result.limit);
            const yaku = Array.from(columns.yaku.subarray(columns.yakuOffsets[row], columns.yakuOffsets[row + 1]),
                (number) => columns.yakuIds[number]);
            assert.deepEqual(yaku, result.yaku.map(({ id }) => id));
            for (const seat of ['E', 'S', 'W', 'N', 'discarder', 'others'])
                assert.equal(columns[seat][row], result.payments?.[seat] ?? NaN);
        });
    }
    assert.equal((await load('tenhou')).scoreColumns([]).length, 0);
    assert.equal((await load('tenhou')).yakuNames('ja').get('pinfu'), '平和');
});

test('random hands', async () => {
    const tenhou = await load('tenhou');
    const made = tenhou.randomHand({ yaku: 'pinfu', seed: 4 });
    assert.equal(tenhou.randomHand({ yaku: 'pinfu', seed: 4 }), made);
    assert.ok(tenhou.score(made).yaku.some(({ id }) => id === 'pinfu'));
    assert.equal(tenhou.score(tenhou.randomHand()).win, true);
    assert.throws(() => tenhou.randomHand({ yaku: 'no_such_yaku' }), KazoeError);
});

test('why not, compare and diff', async () => {
    const [tenhou, ema] = [await load('tenhou'), await load('ema-2016')];
    assert.equal(tenhou.whyNot(hand, 'tanyao').counts, false);
    assert.equal(tenhou.whyNot(hand, '平和').yaku, 'pinfu');
    assert.throws(() => tenhou.whyNot(hand, 'tanyo'), { name: 'KazoeError', message: "tenhou has no yaku 'tanyo'; did you mean 'tanyao'?" });
    const one = compare([tenhou, ema], hand);
    assert.equal(one.results.length, 2);
    assert.equal(compare([tenhou, ema], [hand, hand]).length, 2);
    const { differences } = diff(tenhou, ema, { witnesses: false });
    assert.ok(differences.length > 5);
});

test('an evening is added up', async () => {
    const rules = await load('tenhou');
    const lines = ['players Anna Ben Chloe Dan', 'Ben ron Anna 3 fan 40 fu riichi=Ben,Chloe', { draw: 'exhaustive' }];
    const [first, draw, end, evening] = rules.game(lines);
    assert.deepEqual(first.scores, [19800, 31200, 24000, 25000]);
    assert.equal(draw.draw, 'exhaustive');
    assert.equal(end.places[0].name, 'Ben');
    assert.equal(evening.evening[0].name, 'Ben');
    const [refused, without] = rules.game('players Anna Ben Chloe Dan\nBem tsumo mangan\n');
    assert.equal(refused.error.code, 'bad_value');
    assert.ok(without.refused === 1 && !('places' in without));
    assert.match(rules.gameText(lines), /Ben wins/);
    assert.match(rules.gamePage(lines), /<table>/);
    assert.equal(rules.gamePage(`${lines[0]}\r\n${lines[1]}\r\n`), rules.gamePage(lines.slice(0, 2)));
    assert.match(rules.gamePage(lines, { language: 'ja', words: { wins_on_discard: '{0}が{1}からロン和了' } }), /BenがAnnaからロン和了/);
    assert.deepEqual(rules.settle('S ron W 3 fan 40 fu').payments, { E: 0, S: 5200, W: -5200, N: 0 });
    const toudai = await load('toudai');
    assert.throws(() => toudai.game(lines), /no section game/);
});

test('a rule sheet begins with what the house plays differently', async () => {
    const overlays = ['kazoe: 1\ntitle: {en: Our table, ja: 例会}\nyaku: {haitei: {value: 2}}\n'];
    const [plain, house] = [await load('ema-2025'), await load('ema-2025', { overlays })];
    assert.doesNotMatch(plain.sheetPage(), /House rules/);
    assert.match(plain.sheetPage(), /id="chinitsu" data-hand="[0-9]/); // its own example
    assert.match(house.sheetPage({ plain }), /House rules[^]*Our table[^]*1 fan [^]{1,8} 2 fan/);
    assert.match(house.sheetPage({ plain, language: 'ja', words: { sheet_house: 'ハウスルール' } }), /ハウスルール[^]*例会/);
    assert.doesNotMatch(house.sheetPage({ plain }), /例会/); // English again
});

test('rulesets are compared by their names', async () => {
    const [tenhou, ema] = [await load('tenhou'), await load('ema-2025')];
    const hand = '123m67p777z11z [789s] +8p ron seat=E from=S';
    assert.deepEqual(compare(['tenhou', 'ema-2025'], hand), compare([tenhou, ema], hand));
    assert.deepEqual(compare(['tenhou', ema], [hand]), compare([tenhou, ema], [hand]));
    assert.equal(compareText(['tenhou', 'ema-2025'], hand), compareText([tenhou, ema], hand));
    assert.deepEqual(diff('tenhou', ema, { witnesses: false }), diff(tenhou, ema, { witnesses: false }));
});

test('a bad ruleset is refused with a message', async () => {
    const tenhou = await load('tenhou'), hand = '123456m23p55789s +1p';
    const said = (rulesets) => {
        try {
            compare(rulesets, hand);
        } catch (error) {
            return String(error);
        }
        return null;
    };
    assert.equal(said([tenhou, 'tenho']), "there is no ruleset 'tenho'; did you mean 'tenhou' or 'tenhou-sanma'?");
    assert.equal(said([tenhou, 7]), 'TypeError: compare takes rulesets that load() returned, or their names; ruleset 2 is 7');
    assert.equal(said([null]), 'TypeError: compare takes rulesets that load() returned, or their names; ruleset 1 is null');
    assert.equal(said([load('mcr')]), 'TypeError: compare takes rulesets that load() returned, or their names; ruleset 1 is a promise: await it first');
    assert.equal(said('tenhou'), 'TypeError: compare takes an array of rulesets or of their names');
    assert.equal(said(undefined), 'TypeError: compare takes an array of rulesets or of their names');
    assert.equal(said([]), 'TypeError: compare takes 1 to 16 rulesets, not 0');
    assert.equal(said(Array(17).fill(tenhou)), 'TypeError: compare takes 1 to 16 rulesets, not 17');
    assert.throws(() => diff(tenhou, {}), /^TypeError: diff takes rulesets .* ruleset 2 is an object$/);
    const freed = await load('mcr');
    freed.free();
    assert.equal(said([tenhou, freed]), 'this ruleset was freed');
});

test('shanten', async () => {
    const tenhou = await load('tenhou');
    assert.equal(tenhou.shanten('123456m23p55789s'), 0);
    assert.equal(tenhou.shanten('123456m23p55789s9s'), 0);
    assert.equal(tenhou.shanten({ hand: '123456m123p55789s' }), -1);
    assert.equal(tenhou.shanten('19m19p19s1234567z'), 0);
    assert.equal(tenhou.shanten('147m258p369s1234z'), tenhou.waits('147m258p369s1234z').shanten);
    assert.throws(() => tenhou.shanten('123m'), { name: 'KazoeError', code: 'tile_count' });
});

test('a deal is settled', async () => {
    const rules = await load('tenhou');
    const deal = { from: 'W', riichi: ['S'], winners: [{ seat: 'S', hand: '123456m23p55789s', win: '1p', flags: ['riichi'] }] };
    const payments = Object.values(rules.settle(deal).payments);
    assert.equal(payments.reduce((sum, points) => sum + points, 0), 0);
});

test('a deal is explained, and written for players', async () => {
    const rules = await load('tenhou'), deal = 'S ron W 3 fan 40 fu and N 123456m23p55789s +1p';
    const { transfers, results, payments } = rules.explainDeal(deal);
    assert.deepEqual(payments, rules.settle(deal).payments);
    assert.deepEqual(transfers.map(({ from, to, points }) => `${from}${to} ${points}`), ['WN 1000', 'WS 5200']);
    assert.equal(results[0].reading.wait, 'two_sided');
    assert.doesNotMatch(rules.dealText(deal), /Who pays whom/);
    assert.match(rules.dealText(deal, 'ja', { explain: true }), /平和[^]*支払いの内訳/);
});

test('a text has names in a language, and the explanation on request', async () => {
    const rules = await load('tenhou');
    assert.match(rules.text(hand, 'ja'), /平和/);
    assert.doesNotMatch(rules.text(hand), /平和|Reading/);
    assert.match(rules.text(hand, 'en', { explain: true }), /Reading/);
});

test('texts and pages are in their language, names and sentences', async () => {
    const rules = await load('tenhou'), lines = ['players A B C D', 'A ron B mangan'];
    const texts = (language) => [rules.text(hand, language, { explain: true }), rules.dealText('S ron W 3 fan 40 fu', language, { explain: true }),
        rules.tableText(language), rules.gameText(lines, language), rules.tablePage(language), rules.gamePage(lines, { language }), rules.sheetPage({ language })];
    // In small print are ids, names in other languages and the rules' own notes.
    const japanese = texts('ja'), english = texts('en');
    for (const text of japanese)
        assert.doesNotMatch(text.replace(/<(style|small)>[^]*?<\/\1>|<[^>]*>/g, ''), /\b(?:the|and|of the|wins|fan|from|sum|points|total)\b/i);
    for (const text of english)
        assert.doesNotMatch(text.replace(/<svg[^]*?<\/svg>|ja[^;<]*/g, ''), /[\u3041-\u30ff]/);
    assert.match(rules.text(hand, 'zh', { explain: true }), /由西家点和[^]*进位为/);
    assert.match(rules.text(hand, 'no-language', { explain: true }), /Reading[^]*Pinfu/);
    // A caller's own sentences are for one call.
    assert.match(rules.gamePage(lines, { language: 'ja', words: { wins_on_discard: '{0}<-{1}' } }), /A&lt;-B|A<-B/);
    assert.equal(rules.gamePage(lines, { language: 'ja' }), japanese[5]);
});

test('the hands and deals of README.md', async () => {
    const rules = await load('tenhou');
    assert.equal(rules.value({ limit: 'yakuman' }).points, 32000);
    const orphans = '19m19p19s1234567z +1m';
    assert.equal(rules.score(orphans).points, 32000);
    assert.equal((await load('tenhou', { options: { double_yakuman: true } })).score(orphans).points, 64000);
    for (const deal of ['S ron W 3 fan 40 fu honba=1', 'S tsumo 123456m23p55789s +1p riichi=S,N', 'draw tenpai=E,S', 'chombo N'])
        rules.settle(deal);
    const want = { E: 0, S: 5200, W: -13200, N: 8000 };
    assert.deepEqual(rules.settle('S ron W 3 fan 40 fu and N mangan').payments, want);
    assert.deepEqual(rules.settle({ from: 'W', winners: [{ seat: 'S', total: 3, fu: 40 }, { seat: 'N', limit: 'mangan' }] }).payments, want);
    const text = 'kazoe: 1\ntitle: Our club\nyaku:\n  three_in_a_row:\n    name: {en: Three Consecutive Pungs, ja: 三連刻}\n'
        + '    value: 2\n    when: {has: [pung n a, pung n+1 a, pung n+2 a]}\n';
    const club = await load('tenhou', { overlays: [{ name: 'club', text }] });
    assert.deepEqual(club.score('67p99s [222m] [333m] [444m] +5p').yaku.map(({ id }) => id), ['three_in_a_row']);
    const files = { 'club/base.yaml': 'kazoe: 1\nruleset: base\nextends: tenhou\n' };
    assert.equal((await load({ text: 'kazoe: 1\nruleset: mine\nextends: club/base\n' }, { files })).score(hand).points, 2000);
});

test('winners without tiles', async () => {
    const rules = await load('tenhou');
    const hand = { from: 'W', winners: [{ seat: 'S', hand: '123456m23p55789s', win: '1p' }] };
    const stated = rules.settle({ from: 'W', winners: [{ seat: 'S', total: 1, fu: 30 }] });
    assert.deepEqual(stated.payments, rules.settle(hand).payments);
    assert.deepEqual([stated.results[0].stated, stated.results[0].yaku], [true, []]);
    const points = rules.settle({ from: 'W', winners: [{ seat: 'S', points: 8000 }] });
    assert.deepEqual([points.payments.W, points.results[0].total], [-8000, null]);
    assert.throws(() => rules.settle({ winners: [{ seat: 'S', points: 8000 }] }), refused('bad_value'));
    assert.equal(rules.value({ points: 7700, situation: 'from=E' }).payments.E, -7700);
    assert.equal((await load('tianjin')).value({ total: 8, factor: 4, situation: 'tsumo' }).points, 96);
});

test('waits and discards', async () => {
    const rules = await load('tenhou');
    const { waits } = rules.waits('123456m23p55789s riichi seat=S');
    assert.deepEqual(waits.map(({ tile }) => tile), ['1p', '4p']);
    assert.equal(waits[0].discard.win, true);
    assert.ok(rules.waits('147m258p369s1234z').accepts.length > 0);
    const { discards } = rules.discards('123456m23p55789s1z');
    assert.equal(discards[0].tile, '1z');
    assert.equal(discards[0].shanten, 0);
    assert.equal(discards[0].expected, undefined);
    const ahead = rules.discards('123456m23p557899s seat=S', { turns: 2 }).discards[0];
    assert.deepEqual(ahead.turns[1], { turn: 2, win: ahead.win, expected: ahead.expected });
    assert.ok(ahead.tile === '9s' && ahead.win > 0 && ahead.win < 1 && ahead.expected > 0);
    const best = (how) => rules.discards('123456m23p557899s seat=S', { turns: 3, ...how }).discards[0].expected;
    assert.equal(best({}), best({ width: 1 }));
    assert.ok(best({ width: 0 }) < best({ width: 1 }));
    assert.throws(() => rules.discards('123456m23p557899s', { turns: 19 }), /turns takes a whole number from 1 to 18, not 19/);
    assert.throws(() => rules.waits('123m'), refused('tile_count'));
    assert.throws(() => rules.discards('123m'), refused('tile_count'));
});

test('a value without tiles, and the tables', async () => {
    const rules = await load('tenhou');
    assert.equal(rules.value({ total: 3, fu: 40, situation: 'ron seat=S' }).points, 5200);
    assert.equal(rules.value({ limit: 'mangan', situation: 'tsumo seat=E' }).points, 12000);
    assert.throws(() => rules.value({ limit: 'nothing' }), KazoeError);
    assert.ok(rules.table().length > 100);
    assert.match(rules.tableText(), /5200/);
    assert.match(rules.tablePage('ja'), /^<!DOCTYPE html>/i);
});

test('every ruleset loads', async () => {
    assert.ok(list().length > 20);
    for (const name of list()) {
        const rules = await load(name);
        assert.equal(rules.id, name);
        rules.free();
        assert.throws(() => rules.score(hand), refused('bad_usage'));
    }
});

test('the version is that of the package', () => assert.equal(version(), '1.0.0'));

test('a ruleset says what a program needs to show it', async () => {
    const rules = (await load('tenhou', { options: { red_fives: false } })).describe();
    assert.equal(rules.ruleset, 'tenhou red_fives=no');
    assert.equal(rules.hand_size, 14);
    assert.equal(rules.tiles.length, 34);
    assert.deepEqual(rules.red_fives, []);
    assert.deepEqual((await load('tenhou')).describe().red_fives, ['0m', '0p', '0s']);
    assert.deepEqual(rules.options.find(({ id }) => id === 'red_fives').values, ['yes', 'no']);
    assert.equal(rules.yaku.find(({ id }) => id === 'pinfu').names.ja, '平和');
    assert.equal((await load('bmja')).describe().asks_from, true);
    assert.match(tileSymbols(), /<symbol id="t7z"/);
});

test('a hand is written in another notation, finished or not', async () => {
    const rules = await load('tenhou');
    assert.equal(rules.convert('🀇🀈🀉🀊🀋🀌🀚🀛🀎🀎🀎🀏🀏🀏'), '12345688899m23p +9m');
    assert.equal(rules.convert('123456m23p55789s', 'kazoe', { unfinished: true }), '123456m23p55789s');
    assert.throws(() => rules.convert('123x'), refused('unknown_suit'));
    assert.throws(() => rules.convert('123m', 'no such'), KazoeError);
});

test('comparisons as text give reasons on a line; one witness is searched for', async () => {
    const rulesets = [await load('ema-2016'), await load('ema-2025')];
    assert.match(compareText(rulesets, '123m67p777z11z [789s] +8p ron seat=E from=S'), /^Why ema-2025: options.double_wind_pair_fu/m);
    const { differences } = diff(...rulesets, { witnesses: 1 });
    assert.deepEqual(differences.map(({ witness }) => Boolean(witness)).slice(0, 3), [false, true, false]);
});
