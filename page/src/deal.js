// A deal as entered: plain values that are never changed, and its line in an evening. The engine reads the line;
// this file knows no rules.
import { emptyHand, handOf, joined, liableIn, lineOf } from './hand.js';

export const HOWS = ['ron', 'tsumo', 'draw', 'chombo'];

/** The win of a winner, with values as typed. */
export const emptyWon = Object.freeze({ by: 'total', total: '', fu: '', limit: '', multiplier: '', liable: null, points: '', hand: emptyHand });

export const emptyDeal = Object.freeze({
    how: 'ron',
    winners: [], // {who, won}
    from: null,
    draw: '', // the wall ran out, or a word of the rules
    riichi: [],
    tenpai: [],
    nagashi: [],
    chombo: [],
    losers: {}, // the worth of others' hands, by name
    rest: '', // words that the form does not edit
});

// --- changes -------------------------------------------------------------------------------------

export function toggled(list, item) {
    return list.includes(item) ? list.filter((other) => other !== item) : [...list, item];
}

/** Return the deal with another end; values that may still apply are kept. */
export function endedBy(deal, how) {
    const winners = how === 'tsumo' ? deal.winners.slice(0, 1) : deal.winners;
    return { ...deal, how, winners: winners.map(({ who, won }) => ({ who, won: how === 'tsumo' && won.by === 'points' ? { ...won, by: 'total' } : won })) };
}

export function wonBy(deal, who, won = emptyWon) {
    if (deal.how === 'tsumo') {
        const kept = deal.winners[0]?.won ?? won;
        return { ...deal, winners: [{ who, won: kept.liable?.who === who ? { ...kept, liable: null } : kept }] };
    }
    const others = deal.winners.filter((winner) => winner.who !== who);
    const winners = others.length < deal.winners.length ? others : [...deal.winners, { who, won }];
    return { ...deal, winners, from: deal.from === who ? null : deal.from };
}

export function withWon(deal, who, won) {
    return { ...deal, winners: deal.winners.map((winner) => (winner.who === who ? { who, won } : winner)) };
}

// --- lines ---------------------------------------------------------------------------------------

// words that a hand in a deal does not have, because the game or the deal gives them
const NOT_OF_HAND = /^(?:ron|tsumo|seat=|round=|from=|honba=|deposits=|dora=|ura=)/;

function handWords(hand) {
    return lineOf(hand).split(' ').filter((word) => !NOT_OF_HAND.test(word));
}

/** Return the words for a win; none if nothing was entered. */
function wonWords(won, rules) {
    if (won.by === 'limit')
        return won.limit ? [...(Number(won.multiplier) > 1 ? [won.multiplier] : []), won.limit, ...(won.liable ? [`pao=${won.liable.yaku}:${won.liable.who}`] : [])] : [];
    if (won.by === 'points')
        return won.points ? [won.points, 'points'] : [];
    if (won.by === 'hand')
        return won.hand.win ? handWords(won.hand) : [];
    return won.total ? [won.total, rules.unit, ...(won.fu && rules.fu ? [won.fu, 'fu'] : [])] : [];
}

function keys(deal) {
    const hands = deal.winners.filter(({ won }) => won.by === 'hand').map(({ won }) => won.hand);
    const tiles = (place) => hands.find((hand) => hand[place].length)?.[place] ?? [];
    const lists = { riichi: deal.riichi, tenpai: deal.tenpai, nagashi: deal.nagashi };
    const used = { ron: ['riichi'], tsumo: ['riichi'], draw: deal.draw ? ['riichi'] : ['riichi', 'tenpai', 'nagashi'], chombo: [] }[deal.how];
    const won = deal.how === 'ron' || deal.how === 'tsumo';
    return [
        ...used.filter((key) => lists[key].length).map((key) => `${key}=${lists[key].join(',')}`),
        ...['dora', 'ura'].filter((place) => won && tiles(place).length).map((place) => `${place}=${joined(tiles(place))}`),
        ...Object.entries(deal.losers).filter(([who, points]) => won && points && !deal.winners.some((winner) => winner.who === who))
            .map(([who, points]) => `hand=${who}:${points}`),
    ];
}

function ending(deal, rules) {
    if (deal.how === 'draw')
        return ['draw', deal.draw];
    if (deal.how === 'chombo')
        return deal.chombo.length ? ['chombo', deal.chombo.join(',')] : null;
    const won = deal.winners.map(({ who, won: each }) => [who, ...wonWords(each, rules)]);
    if (!won.length || won.some((words) => words.length < 2) || (deal.how === 'ron' && !deal.from))
        return null;
    const [[who, ...first], ...others] = won;
    return [who, deal.how, ...(deal.how === 'ron' ? [deal.from] : []), ...first, ...others.flatMap((words) => ['and', ...words])];
}

/** Return the line of a deal; null while something is missing. rules: their description. */
export function lineOfDeal(deal, rules) {
    const words = ending(deal, rules);
    return words && [...words, deal.rest.trim(), ...keys(deal)].filter(Boolean).join(' ');
}

// --- and back ------------------------------------------------------------------------------------

const KEYS = new Set(['riichi', 'tenpai', 'nagashi', 'dora', 'ura', 'hand']);

function wonOf(words, rules) {
    const [first, second, third, fourth] = words;
    if (rules.unit !== 'points' && second === 'points' && words.length === 2)
        return { ...emptyWon, by: 'points', points: first };
    if (second === rules.unit && (words.length === 2 || (words.length === 4 && fourth === 'fu')))
        return { ...emptyWon, total: first, fu: third ?? '' };
    const said = words.filter((word) => !word.startsWith('pao=')), limit = said.at(-1);
    if (said.length < 3 && rules.limits.some(({ id }) => id === limit))
        return { ...emptyWon, by: 'limit', limit, multiplier: said[1] ? first : '', liable: liableIn(words) };
    return { ...emptyWon, by: 'hand', hand: handOf(words.join(' '), rules) };
}

function winnersOf(words, rules, by) {
    const parts = [[]];
    for (const word of words) {
        if (word === 'and')
            parts.push([]);
        else
            parts.at(-1).push(word);
    }
    return parts.map(([who, ...won]) => ({ who, won: wonOf(won, rules) }))
        .map(({ who, won }) => ({ who, won: { ...won, hand: { ...won.hand, by } } }));
}

function withKeys(deal, said) {
    const next = { ...deal, losers: { ...deal.losers } };
    for (const word of said) {
        const [key, value] = word.split('=');
        if (key === 'hand')
            next.losers[value.split(':')[0]] = value.split(':')[1] ?? '';
        else if (key === 'dora' || key === 'ura')
            next.winners = next.winners.map(({ who, won }) => ({ who, won: won.by === 'hand' ? { ...won, hand: handOf(`${lineOf(won.hand)} ${word}`) } : won }));
        else
            next[key] = value.split(',');
    }
    return next;
}

/** Return the deal of a line; null if the form cannot show all of it. names: of the players. */
export function dealOfLine(line, rules, names) {
    const words = line.trim().split(/\s+/);
    const said = words.filter((word) => KEYS.has(/^([a-z]+)=/.exec(word)?.[1]));
    const [first, second, third, ...more] = words.filter((word) => !said.includes(word));
    const deal = first === 'draw' ? { ...emptyDeal, how: 'draw', draw: second ?? '' }
        : first === 'chombo' ? { ...emptyDeal, how: 'chombo', chombo: second?.split(',') ?? [] }
            : second === 'ron' ? { ...emptyDeal, from: third, winners: winnersOf([first, ...more], rules, 'discard') }
                : second === 'tsumo' && third ? { ...emptyDeal, how: 'tsumo', winners: winnersOf([first, third, ...more], rules, 'self_draw') } : null;
    if (!deal)
        return null;
    const whole = withKeys(deal, said);
    const people = [...whole.winners.flatMap(({ who, won }) => [who, ...(won.liable ? [won.liable.who] : [])]), ...(whole.from ? [whole.from] : []), ...whole.riichi, ...whole.tenpai, ...whole.nagashi, ...whole.chombo];
    const same = (lineOfDeal(whole, rules) ?? '').split(' ').sort().join(' ') === [...words].sort().join(' ');
    return same && people.every((who) => names.includes(who)) ? whole : null;
}
