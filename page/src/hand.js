// A hand as entered: plain values that are never changed. This file knows no rules; limits come from a ruleset's
// description.

/** The suits in the order of the tiles; red fives are written with 0. */
const ORDER = 'mpszjfgk';

export function kindOf(tile) {
    return tile[0] === '0' ? `5${tile[1]}` : tile;
}

function rank(tile) {
    return 100 * ORDER.indexOf(tile[1]) + 2 * Number(kindOf(tile)[0]) + (tile[0] === '0' ? 1 : 0);
}

export function sorted(tiles) {
    return [...tiles].sort((a, b) => rank(a) - rank(b));
}

/** Return tiles as text, "123m55p", joining those of the same suit. */
export function joined(tiles) {
    let text = '';
    tiles.forEach((tile, index) => {
        text += tile[0];
        if (tiles[index + 1]?.[1] !== tile[1])
            text += tile[1];
    });
    return text;
}

/** Return the tiles of "123m0p", in order. */
export function split(text) {
    return [...text.replace('+', '').matchAll(/([0-9]+)([mpszjfgk])/g)].flatMap(([, digits, suit]) => [...digits].map((digit) => digit + suit));
}

export const emptyHand = Object.freeze({
    tiles: [], // concealed, without the winning one
    win: null,
    melds: [], // {kind: chow, pung, kong, concealed_kong, added_kong, quint or sextet, tiles}
    by: null, // these three are null if they are not given
    seat: null,
    round: null,
    from: null,
    flags: [],
    dora: [],
    ura: [],
    flowers: [],
    aside: [],
    wild: [], // one tile at most
    birds: [],
    thrown: [],
    discards: [], // the player's own
    honba: 0,
    deposits: 0,
    rest: [], // words with = that this page does not edit
});

/** The values that the engine assumes for a hand that does not give them. */
export const ASSUMED = Object.freeze({ by: 'discard', seat: 'S', round: 'E' });

/** Return a value of the hand as it is scored: given or assumed. */
export function saidOf(hand, key) {
    return hand[key] ?? ASSUMED[key];
}

/** The keys of tiles outside the hand. */
export const LAID = ['flowers', 'aside', 'dora', 'ura', 'wild', 'birds', 'thrown', 'discards'];

/** Return the size of a hand. A kong counts as three, unless the rules count all its tiles. */
export function sizeOf(hand, rules) {
    const melds = hand.melds.map(({ tiles }) => (rules?.whole_kongs ? tiles.length : Math.min(tiles.length, 3)));
    return hand.tiles.length + melds.reduce((sum, size) => sum + size, 0) + (hand.win ? 1 : 0);
}

function isFace(tile) {
    return 'fgk'.includes(tile[1]);
}

function isJoker(tile) {
    return tile[1] === 'j';
}

/** Return how many of a kind, or of the red fives of a suit, are used anywhere. */
function usedOf(hand, tile) {
    const all = [...hand.tiles, ...(hand.win ? [hand.win] : []), ...hand.melds.flatMap((meld) => meld.tiles),
        ...LAID.flatMap((place) => hand[place])];
    const same = tile[0] === '0' ? (other) => other === tile : (other) => kindOf(other) === kindOf(tile);
    return all.filter(same).length;
}

// --- changes -------------------------------------------------------------------------------------

/** Add a concealed tile; the one that makes the hand full is the winning tile. */
function placed(hand, tile, rules) {
    if (sizeOf(hand, rules) + 1 === rules.hand_size)
        return { ...hand, win: tile };
    return { ...hand, tiles: sorted([...hand.tiles, tile]) };
}

/** Return the hand without its winning tile, if it is no longer full. */
function settled(hand, rules) {
    if (!hand.win || sizeOf(hand, rules) >= rules.hand_size)
        return hand;
    return { ...hand, tiles: sorted([...hand.tiles, hand.win]), win: null };
}

function numbered(tile) {
    return 'mps'.includes(tile[1]);
}

/** Return `count` tiles of a tile's kind, beginning with it. */
function alike(tile, count) {
    return [tile, ...Array(count - 1).fill(kindOf(tile))];
}

const SHAPES = new Map([
    ['chow', (tile) => {
        const first = Math.min(Number(kindOf(tile)[0]), 7);
        return [0, 1, 2].map((step) => `${first + step}${tile[1]}`).map((other) => (other === kindOf(tile) ? tile : other));
    }],
    ['pung', (tile) => alike(tile, 3)],
    ['kong', (tile) => alike(tile, 4)],
    ['concealed_kong', (tile) => alike(tile, 4)],
    ['quint', (tile) => alike(tile, 5)],
    ['sextet', (tile) => alike(tile, 6)],
]);

/** The targets of a click on a tile. */
export const TARGETS = ['tiles', ...SHAPES.keys(), ...LAID];

/** Return how many of a tile can still be added. */
export function leftOf(hand, tile, rules) {
    const left = Math.max(copiesOf(rules, tile) - usedOf(hand, tile), 0);
    return tile[0] === '0' ? Math.min(left, leftOf(hand, kindOf(tile), rules)) : left;
}

/** Return the joker that can still be added, if the rules have one. */
function jokerOf(hand, rules) {
    return rules.tiles.map(({ tile }) => tile).find((tile) => isJoker(tile) && leftOf(hand, tile, rules) > 0);
}

/** Return whether these tiles can still be added. */
function enough(hand, tiles, rules) {
    const needed = new Map();
    for (const tile of tiles)
        needed.set(kindOf(tile), (needed.get(kindOf(tile)) ?? 0) + 1);
    return [...needed].every(([kind, count]) => leftOf(hand, kind, rules) >= count);
}

/** Return the tiles of a meld; if too few equal tiles are left, jokers replace some. */
function meldTiles(hand, target, tile, rules) {
    const tiles = SHAPES.get(target)(tile);
    const joker = target === 'chow' ? null : jokerOf(hand, rules), left = leftOf(hand, kindOf(tile), rules);
    return joker ? tiles.map((other, at) => (at < left ? other : joker)) : tiles;
}

/** Return whether a click on a tile may put it into the target. */
export function fits(hand, target, tile, rules) {
    if (leftOf(hand, tile, rules) < 1)
        return false;
    if (target === 'flowers')
        return isFace(tile);
    if (isFace(tile) && target !== 'thrown' && !rules.tiles.some((other) => other.tile === tile))
        return false;
    if (target === 'tiles')
        return sizeOf(hand, rules) < rules.hand_size;
    if (!SHAPES.has(target))
        return hand[target].length < ({ wild: 1, discards: 30 }[target] ?? 10);
    if (isJoker(tile) || (target === 'chow' && !numbered(tile)))
        return false;
    const tiles = meldTiles(hand, target, tile, rules);
    const more = { ...hand, melds: [...hand.melds, { tiles }] };
    return sizeOf(more, rules) < rules.hand_size && enough(hand, tiles, rules);
}

/** Return how many of a tile are offered. A hand as text may have more red fives if the rules do not say how many. */
export function copiesOf(rules, tile) {
    if (tile[0] === '0')
        return rules.red_copies[rules.red_fives.indexOf(tile)] ?? 0;
    return [...rules.tiles, ...rules.faces].find((other) => other.tile === tile)?.copies ?? 0;
}

export function add(hand, target, tile, rules) {
    if (!fits(hand, target, tile, rules))
        return hand;
    if (target === 'tiles')
        return placed(hand, tile, rules);
    if (SHAPES.has(target))
        return { ...hand, melds: [...hand.melds, { kind: target, tiles: meldTiles(hand, target, tile, rules) }] };
    return { ...hand, [target]: target === 'flowers' ? sorted([...hand[target], tile]) : [...hand[target], tile] };
}

/** Remove a tile. place: 'win', or the key of a list; index: in hand[place]. */
export function remove(hand, place, index, rules) {
    const left = place === 'win' ? { ...hand, win: null } : { ...hand, [place]: hand[place].filter((_, at) => at !== index) };
    return settled(left, rules);
}

/** Make another tile the winning one. */
export function declareWin(hand, index) {
    const win = hand.tiles[index];
    const tiles = hand.tiles.filter((_, at) => at !== index);
    return { ...hand, win, tiles: sorted(hand.win ? [...tiles, hand.win] : tiles) };
}

/** Give a meld the next number of red fives; after the most possible, none. */
export function redden(hand, index, rules) {
    const meld = hand.melds[index];
    const five = meld.tiles.find((tile) => kindOf(tile)[0] === '5' && numbered(tile));
    const red = `0${five[1]}`;
    const fives = meld.tiles.filter((tile) => kindOf(tile) === kindOf(five)).length;
    const reds = meld.tiles.filter((tile) => tile === red).length;
    const most = leftOf({ ...hand, melds: hand.melds.filter((other) => other !== meld) }, red, rules);
    const wanted = reds < Math.min(fives, most) ? reds + 1 : 0;
    let at = 0;
    const tiles = meld.tiles.map((tile) => (kindOf(tile) === kindOf(five) ? (at++ < wanted ? red : kindOf(five)) : tile));
    return withMeld(hand, index, { ...meld, tiles });
}

/** Return the tiles of a meld as they would be without jokers. */
function natural({ kind, tiles }) {
    const at = tiles.findIndex((tile) => !isJoker(tile));
    const [number, suit] = kindOf(tiles[at]);
    return tiles.map((tile, index) => (isJoker(tile) ? `${Number(number) + (kind === 'chow' ? index - at : 0)}${suit}` : tile));
}

/** Place jokers differently in a meld: in a chow each place in turn, else one more joker, then none. */
export function placeJoker(hand, index, rules) {
    const meld = hand.melds[index], tiles = natural(meld), rest = { ...hand, melds: hand.melds.filter((_, at) => at !== index) };
    const joker = jokerOf(rest, rules), isChow = meld.kind === 'chow';
    const ways = tiles.map((_, way) => tiles.map((tile, at) => ((isChow ? at === way : at > way) ? joker : tile)));
    const choices = (isChow ? [tiles, ...ways] : ways.reverse()).filter((choice) => choice.every(Boolean) && enough(rest, choice, rules));
    const now = choices.findIndex((choice) => joined(choice) === joined(meld.tiles));
    return withMeld(hand, index, { ...meld, tiles: choices[(now + 1) % choices.length] });
}

/** Turn a claimed kong into one added to a pung, or back. */
export function addKong(hand, index) {
    const meld = hand.melds[index];
    return withMeld(hand, index, { ...meld, kind: meld.kind === 'kong' ? 'added_kong' : 'kong' });
}

/** Return the liability in the words, {yaku, who}, or null. */
export function liableIn(words) {
    const [, yaku, who] = words.map((word) => /^pao=([a-z0-9_]+):([^:]+)$/.exec(word)).find(Boolean) ?? [];
    return yaku ? { yaku, who } : null;
}

export function liableOf(hand) {
    return liableIn(hand.rest);
}

export function withLiable(hand, liable) {
    const rest = hand.rest.filter((word) => !word.startsWith('pao='));
    return { ...hand, rest: liable ? [...rest, `pao=${liable.yaku}:${liable.who}`] : rest };
}

function withMeld(hand, index, meld) {
    return { ...hand, melds: hand.melds.map((other, at) => (at === index ? meld : other)) };
}

export function toggleFlag(hand, flag) {
    return { ...hand, flags: hand.flags.includes(flag) ? hand.flags.filter((other) => other !== flag) : [...hand.flags, flag] };
}

/** Return the hand with only the parts that a ruleset knows. */
export function adapted(hand, rules) {
    const seat = hand.seat === null || rules.seats.includes(hand.seat) ? hand.seat : rules.seats[0];
    const others = rules.seats.filter((other) => other !== (seat ?? ASSUMED.seat)), isDiscard = saidOf(hand, 'by') === 'discard';
    let from = others.includes(hand.from) ? hand.from : null;
    if (isDiscard && !from && rules.asks_from)
        [from] = others;
    return { ...hand, seat, from: isDiscard ? from : null };
}

// --- lines ---------------------------------------------------------------------------------------

/** Return a meld as text: "[345p]", "(7777z)". */
export function meldText(meld) {
    const text = joined(meld.tiles);
    if (meld.kind === 'concealed_kong')
        return `(${text})`;
    if (meld.kind === 'added_kong')
        return `[${text.slice(0, 3)}+${text.slice(3)}]`;
    return `[${text}]`;
}

/** Return the hand as a line in Kazoe's notation. unfinished: without a winning tile and the way of winning, even
 * if it is full. */
export function lineOf(hand, { unfinished = false } = {}) {
    const full = unfinished && hand.win ? sorted([...hand.tiles, hand.win]) : hand.tiles;
    const words = [joined(full), ...hand.melds.map(meldText)];
    if (hand.win && !unfinished)
        words.push(`+${hand.win}`, ...(hand.by ? [hand.by === 'self_draw' ? 'tsumo' : 'ron'] : []));
    for (const key of ['seat', 'round'])
        if (hand[key])
            words.push(`${key}=${hand[key]}`);
    if (hand.win && !unfinished && hand.by !== 'self_draw' && hand.from)
        words.push(`from=${hand.from}`);
    for (const key of LAID)
        if (hand[key].length)
            words.push(`${key}=${joined(hand[key])}`);
    for (const key of ['honba', 'deposits'])
        if (hand[key])
            words.push(`${key}=${hand[key]}`);
    return [...words, ...hand.rest, ...hand.flags].filter(Boolean).join(' ');
}

function meldOf(text) {
    const tiles = split(text);
    if (text.startsWith('('))
        return { kind: 'concealed_kong', tiles };
    if (text.includes('+'))
        return { kind: 'added_kong', tiles };
    if (tiles.length > 3)
        return { kind: ['kong', 'quint', 'sextet'][tiles.length - 4], tiles };
    const kinds = tiles.filter((tile) => !isJoker(tile)).map(kindOf);
    return { kind: kinds.every((kind) => kind === kinds[0]) ? 'pung' : 'chow', tiles };
}

const WAYS = new Map([['ron', 'discard'], ['discard', 'discard'], ['tsumo', 'self_draw'], ['self_draw', 'self_draw']]);

/** Return the hand of a line of the engine; without rules, all tiles of a full hand are concealed ones. */
export function handOf(line, rules) {
    const hand = { ...emptyHand, tiles: [], melds: [], flags: [], rest: [] };
    for (const word of line.split(' ').filter(Boolean)) {
        const [, key, value] = /^([a-z]+)=(.*)$/.exec(word) ?? [];
        if (/^[[(]/.test(word))
            hand.melds.push(meldOf(word));
        else if (word.startsWith('+'))
            hand.win = word.slice(1);
        else if (/^[0-9]/.test(word))
            hand.tiles.push(...split(word));
        else if (WAYS.has(word))
            hand.by = WAYS.get(word);
        else if (!key)
            hand.flags.push(word);
        else if (['seat', 'round', 'from'].includes(key))
            hand[key] = value;
        else if (LAID.includes(key) && (key !== 'flowers' || /[fgk]/.test(value)))
            hand[key] = split(value);
        else if (['honba', 'deposits'].includes(key))
            hand[key] = Number(value);
        else
            hand.rest.push(word);
    }
    const all = sorted(hand.tiles);
    if (!hand.win && sizeOf(hand, rules) === rules?.hand_size)
        return { ...hand, win: hand.tiles.at(-1), tiles: sorted(hand.tiles.slice(0, -1)) };
    return { ...hand, tiles: all };
}
