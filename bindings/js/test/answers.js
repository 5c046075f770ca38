// Answers of the engine by the type that they should have: for every ruleset, hands that win, do not win, lack a
// tile, or have one too many; deals, values, tables, comparisons and differences. k is the package.
import { compare, diff, KazoeError, list, load } from '../index.js';

const SEEDS = 6;
// Keys whose values are words of a list.
const WORDS = new Set(['status', 'why', 'wait', 'reason', 'differs', 'shown', 'table', 'winner', 'by', 'for', 'kind', 'discarder']);

/** Yield the features of an answer: its keys with the types of their values, and words. */
function* features(value, path = '', key = '') {
    yield `${path}:${value === null ? 'null' : typeof value}${WORDS.has(key) ? `=${JSON.stringify(value)}` : ''}`;
    if (typeof value === 'object' && value !== null)
        for (const [name, each] of Object.entries(value))
            yield* features(each, `${path}.${Array.isArray(value) ? '' : name}`, Array.isArray(value) ? key : name);
}

/** A collection of answers: {found, take(type, call)}. A hand that the rules refuse has no answer, and an answer is
 * kept only if it has a feature that no earlier one has. */
function collection() {
    const found = {}, seen = new Set();
    const keep = (type, answer) => {
        const fresh = [...features(answer, type)].filter((feature) => !seen.has(feature));
        fresh.forEach((feature) => seen.add(feature));
        if (fresh.length)
            (found[type] ??= []).push(answer);
    };
    const take = (type, call) => {
        try {
            [call()].flat().forEach((answer) => keep(type, answer));
        } catch (error) {
            if (!(error instanceof KazoeError))
                throw error;
        }
    };
    return { found, take };
}

function attempt(call) {
    try {
        return call();
    } catch {
        return null;
    }
}

function takeHand(take, rules, other, line) {
    const [, unfinished, win] = /^(.*) \+(\w+)/.exec(line);
    take('k.Result', () => rules.score(line));
    take('k.Explanation', () => rules.explain(line));
    take('k.Result', () => rules.score(`${line} seat=S from=W`));
    take('k.Result', () => rules.score(`123m159p19s1234z ${line.slice(0, 2)}`));
    take('k.Waits', () => rules.waits(unfinished));
    take('k.Waits', () => rules.waits(`${unfinished} discards=1m`));
    take('k.Waits', () => rules.waits(unfinished.replace(/[1-9]([mps])/, '5$1')));
    take('k.Discards', () => rules.discards(`${win}${unfinished}`));
    take('k.Discards', () => rules.discards(`1z${unfinished}`));
    take('k.Comparison', () => compare([rules, other], line));
    for (const { id } of rules.describe().yaku.slice(0, 4))
        take('k.WhyNot', () => rules.whyNot(line, id));
}

function takeRules(take, rules, other) {
    take('k.RulesetDescription', () => rules.describe());
    take('k.TableCell', () => { const table = rules.table(); return [...table.slice(0, 20), ...table.slice(-20)]; });
    for (const situation of ['', 'tsumo', 'seat=S from=W honba=1'])
        take('k.Value', () => rules.value({ total: 40, fu: 30, situation }));
    take('k.Value', () => rules.value({ total: 1, fu: 30 }));
    take('k.Settlement', () => rules.settle({ draw: 'exhaustive', tenpai: ['E'] }));
    for (let seed = 0; seed < SEEDS; seed++) {
        const line = attempt(() => rules.randomHand({ seed }));
        if (line)
            takeHand(take, rules, other, line);
    }
}

const WON = { seat: 'S', hand: '123456m23p55789s', win: '1p' };
const DEALS = [
    ['tenhou', { from: 'W', winners: [WON] }],
    ['tenhou', { from: 'W', riichi: ['S'], winners: [{ ...WON, flags: ['riichi'] }, { ...WON, seat: 'E' }] }],
    ['riichi-chips', { winners: [WON] }],
    ['classical', { from: 'W', winners: [{ ...WON, hand: '123456m23p55789s' }], others: [['E', '13579m13579p234z'], ['W', '2468m2468p55667z'], ['N', '1357m2468s13579p']].map(([seat, hand]) => ({ seat, hand })) }],
    ['hefei', { kongs: [{ seat: 'S', kind: 'claimed', from: 'E' }], draw: 'exhaustive' }],
    ['sichuan', { kongs: [{ seat: 'S', kind: 'claimed', from: 'E' }, { seat: 'E', kind: 'concealed' }], draw: 'exhaustive' }],
    ['sichuan', { draw: 'exhaustive', others: [{ seat: 'S', hand: '1112345678999m' }, { seat: 'E', hand: '1112345678999p' }] }],
];

/** Return lists of answers by type. */
export async function answers() {
    const { found, take } = collection();
    const tenhou = await load('tenhou');
    for (const name of list())
        takeRules(take, await load(name), tenhou);
    take('k.Discards', () => tenhou.discards('123456m23p55789s1z', { turns: 1 }));
    take('k.Explanation', () => tenhou.explain('123m456p789s11122z +2z tsumo seat=S pao=daisangen:E'));
    for (const [name, deal] of DEALS) {
        const rules = await load(name);
        take('k.Settlement', () => rules.settle(deal));
        take('k.DealExplanation', () => rules.explainDeal(deal));
    }
    take('k.Comparison', () => compare([tenhou, 'ema-2016', 'mcr'], { id: 7, hand: '123m67p777z11z', melds: ['[789s]'], win: '8p' }, { reasons: true }));
    const others = [['ema-2016', { witnesses: 0 }], ['mcr', { witnesses: false }]];
    for (const [name, options] of others)
        take('k.Difference', () => diff(tenhou, name, options).differences.slice(0, 40));
    return found;
}
