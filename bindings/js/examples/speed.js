// Measure how many hands of a file are scored in a second of processor time: one call for each hand, columns, and
// the package @kobalab/majiang-core, if make js-check has installed it, on the same hands.
//
//     node speed.js HANDS      (bindings/python/examples/speed.py makes such a file)
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { load } from '../index.js';

/** Return millions of hands per second, the best of some runs. */
function rate(work, hands, repeats = 5) {
    let best = Infinity;
    for (let i = 0; i < repeats; i++) {
        const begin = process.cpuUsage();
        work(hands);
        const { user, system } = process.cpuUsage(begin);
        best = Math.min(best, user + system);
    }
    return hands.length / best;
}

function tell(what, speed) {
    console.log(`${what.padEnd(52)} ${speed.toFixed(3).padStart(7)} million hands/s`);
}

const SEATS = 'ESWN';

/** Return the arguments of Majiang.Util.hule for a hand of corpus.py. */
function forMajiang(Majiang, rule, line) {
    const words = line.split(' ');
    const said = Object.fromEntries(words.filter((word) => word.includes('=')).map((word) => word.split('=')));
    const tile = (text) => text[1] + text[0];
    const suits = (text) => [...text.matchAll(/(\d+)([mpsz])/g)].map(([, digits, suit]) => suit + digits).join('');
    const melds = words.filter((word) => word.startsWith('[')).map((word) => {
        const [suit, ...digits] = suits(word);
        // Melds are said to be from the player to the left, from whom every kind of meld can be claimed.
        return digits[0] === digits[1] ? `,${suit}${digits.join('')}-` : `,${suit}${digits[0]}-${digits.slice(1).join('')}`;
    });
    const won = tile(words.find((word) => word.startsWith('+')).slice(1)), drawn = words.includes('tsumo');
    const hand = Majiang.Shoupai.fromString(suits(words[0]) + (drawn ? won : '') + melds.join(''));
    const turn = (4 + SEATS.indexOf(said.from) - SEATS.indexOf(said.seat)) % 4;
    return [hand, drawn ? null : won + ' +=-'[turn], Majiang.Util.hule_param({
        rule, zhuangfeng: SEATS.indexOf(said.round), menfeng: SEATS.indexOf(said.seat), lizhi: words.includes('riichi') ? 1 : 0,
        // majiang-core, like tenhou, counts the tiles that indicators point at.
        baopai: [tile(said.dora)], fubaopai: null,
    })];
}

function compareWithMajiang(rules, hands) {
    const tools = createRequire(new URL('../build/tools/package.json', import.meta.url));
    let Majiang;
    try {
        Majiang = tools('@kobalab/majiang-core');
    } catch {
        console.log('@kobalab/majiang-core is not installed: it is not measured');
        return;
    }
    const rule = Majiang.rule({ ダブル役満あり: false });
    const given = hands.map((hand) => forMajiang(Majiang, rule, hand));
    tell('JavaScript: @kobalab/majiang-core, hands made before', rate(() => given.forEach((each) => Majiang.Util.hule(...each)), hands));
    const same = hands.filter((hand, i) => {
        const ours = rules.score(hand), theirs = Majiang.Util.hule(...given[i]);
        return ours.win ? theirs?.defen === ours.points : !theirs?.defen;
    });
    console.log(`points are the same in ${same.length} of ${hands.length} hands`);
}

const hands = readFileSync(process.argv[2], 'utf8').trimEnd().split('\n'), rules = await load('tenhou');
tell('JavaScript: one call for each hand', rate(() => hands.forEach((hand) => rules.score(hand)), hands));
tell('JavaScript: columns', rate(() => rules.scoreColumns(hands), hands));
compareWithMajiang(rules, hands.slice(0, 5000));
