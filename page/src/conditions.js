// What a yaku asks for, in a language: a condition reaches the page as a code with its argument, as a rule file
// writes it, and is put together from the words of a catalogue. A word that the catalogue lacks, such as a tile
// class of house rules, leaves the sentence in English.

class Unknown extends Error {}

function speaker({ textOf, nameOf }) {
    const known = (text, what) => {
        if (text === null)
            throw new Unknown(what);
        return text;
    };
    const say = (code, ...args) => known(textOf(`asks.${code}`, ...args), code);
    return { say, name: (id) => known(nameOf(id), id), list: (texts) => texts.join(say('or')) };
}

// --- tiles and sets ---------------------------------------------------------------------------------

function classText({ say }, text) {
    if (text.startsWith('not '))
        return say('class.not', classText({ say }, text.slice(4)));
    return /[0-9]/.test(text) ? text : say(`class.${text}`);
}

const NOUN = /^(?:(concealed|open|claimed|declared) )?(set|chow|pung|kong|pair|group)$/;

// Some have a word of their own.
const SHORT = new Set(['concealed pung', 'concealed kong', 'open pung', 'open kong']);

function nounText({ say }, text) {
    const [, hold, noun] = NOUN.exec(text) ?? [];
    if (!noun)
        throw new Unknown(text);
    if (SHORT.has(text))
        return say(`noun.${hold}_${noun}`);
    return hold ? say(`hold.${hold}`, say(`noun.${noun}`)) : say(`noun.${noun}`);
}

function phraseText(speak, text) {
    const [, noun, how, tiles] = /^(.*?) (of|with) (.*)$/.exec(text) ?? [null, text];
    return how ? speak.say(`phrase.${how}`, nounText(speak, noun), classText(speak, tiles)) : nounText(speak, noun);
}

/** "3+" of something. */
function quantityText({ say }, quantity, denied, what) {
    const [, least] = /^([0-9]+)\+$/.exec(quantity) ?? [];
    const [, from, to] = /^([0-9]+)-([0-9]+)$/.exec(quantity) ?? [];
    if (quantity === 'some' || quantity === 'none' || quantity === '1+')
        return say((quantity === 'none') === denied ? 'some' : 'none', what);
    if (quantity === 'all')
        return say(denied ? 'others' : 'all', what);
    if (least)
        return say(denied ? 'fewer' : 'least', what, least);
    if (from)
        return say(denied ? 'not_range' : 'range', what, from, to);
    return say(denied ? 'not_exactly' : 'exactly', what, quantity);
}

function quantities(speak, argument, denied, textOfKey) {
    return Object.entries(argument).map(([key, quantity]) => quantityText(speak, quantity, denied, textOfKey(key))).join(speak.say('and'));
}

// --- patterns: the same chow in three suits, three pungs each one higher ------------------------------

function termOf(text) {
    const [, noun, any, plus, number, suit] = /^(chow|pung|kong|pair) (?:(n)(?:\+([0-9]))?|([0-9])) ([a-c])$/.exec(text) ?? [];
    if (!noun)
        throw new Unknown(text);
    return { noun, any: Boolean(any), number: Number(number ?? plus ?? 0), suit };
}

function patternText(speak, argument) {
    const terms = [argument].flat().map(termOf);
    const suits = new Set(terms.map(({ suit }) => suit)).size;
    const [{ noun, any, number }] = terms;
    const step = terms.length > 1 ? terms[1].number - number : 0;
    const alike = terms.every((term, index) => term.noun === noun && term.any === any && (!any || term.number === number + index * step));
    if (!alike || (suits !== 1 && suits !== terms.length))
        throw new Unknown('pattern');
    const where = speak.say(suits === 1 ? 'pattern.one_suit' : 'pattern.suits', suits);
    if (!any) {
        const said = terms.map((term) => (noun === 'chow' ? [0, 1, 2].map((at) => term.number + at).join('') : term.number));
        return speak.say('pattern.fixed', speak.say(`noun.${noun}`), said.join(speak.say('comma')), where);
    }
    return speak.say(step ? 'pattern.rising' : 'pattern.same', speak.say(`noun.${noun}`), terms.length, where, step);
}

// --- conditions -----------------------------------------------------------------------------------

const not = (code, denied) => (denied ? `${code}.not` : code);

const sentences = new Map(Object.entries({
    hand: ({ say }, argument, denied) => say(`hand.${(argument === 'closed') === denied ? 'open' : 'closed'}`),
    by: ({ say }, argument, denied) => say(`by.${(argument === 'discard') === denied ? 'self_draw' : 'discard'}`),
    given: ({ say, name }, argument, denied) => say(not('given', denied), name(argument)),
    seat: (speak, argument, denied) => speak.say(not('seat', denied), speak.list([argument].flat().map((seat) => speak.say(`wind.${seat}`)))),
    from: (speak, argument, denied) => speak.say(not('from', denied), speak.list([argument].flat().map((seat) => speak.say(`wind.${seat}`)))),
    shape: (speak, argument, denied) => speak.say(not('shape', denied), speak.list([argument].flat().map((shape) => speak.say(`shape.${shape}`)))),
    wait: (speak, argument, denied) => speak.say(not('wait', denied), speak.list([argument].flat().map((wait) => speak.say(`wait.${wait}`)))),
    suits: (speak, argument, denied) => quantityText(speak, argument, denied, speak.say('noun.suit')),
    waits: (speak, argument, denied) => quantityText(speak, argument, denied, speak.say('noun.wait')),
    counters: (speak, argument, denied) => quantityText(speak, argument, denied, speak.say('noun.counter')),
    tiles: (speak, argument, denied) => quantities(speak, argument, denied, (key) => classText(speak, key)),
    marks: (speak, argument, denied) => quantities(speak, argument, denied, (key) => speak.say(`mark.${key}`)),
    sets: (speak, argument, denied) => quantities(speak, argument, denied, (key) => phraseText(speak, key)),
    groups: (speak, argument, denied) => quantities(speak, argument, denied, (key) => phraseText(speak, key)),
    pair: (speak, argument, denied) => speak.say(not('pair', denied), classText(speak, argument)),
    winning_tile: (speak, argument, denied) => speak.say(not('winning_tile', denied), classText(speak, argument)),
    has: (speak, argument, denied) => speak.say(not('has', denied), patternText(speak, argument)),
    has_twice: (speak, argument, denied) => speak.say(not('has_twice', denied), patternText(speak, argument)),
    contains: ({ say }, argument, denied) => say(not('contains', denied), plainTiles(argument)),
    before_win: ({ say }, argument, denied) => say(not('before_win', denied), plainTiles(argument)),
    nothing_scored: ({ say }, argument, denied) => say(not('nothing_scored', denied)),
    scored: (speak, argument, denied) => speak.say(not('scored', denied), [argument].flat().map(speak.name).join(speak.say('and'))),
    in_use: ({ say }) => say('in_use'),
    each: (speak, argument) => {
        if (argument.four)
            return speak.say('each.four');
        if (argument.counter)
            return speak.say('some', speak.say('noun.counter'));
        return speak.say('some', argument.mark ? speak.say(`mark.${argument.mark}`) : classText(speak, String(argument.tiles)));
    },
}));

// A letter in the place of a suit means any suit.
function plainTiles(text) {
    if (/[a-c]$/.test(text) && !/[a-c]./.test(text))
        return text.slice(0, -1);
    if (/[a-c]/.test(text))
        throw new Unknown(text);
    return text;
}

/** The sentence; null if a word of it is not known. language: {textOf(code, ...args), nameOf(id)} return texts, or
 *  null; ids are of circumstances and yaku. */
export function conditionText(language, { code, argument, denied = false }) {
    const sentence = sentences.get(code);
    try {
        return sentence ? sentence(speaker(language), argument, denied) : null;
    } catch (error) {
        if (error instanceof Unknown || error instanceof TypeError)
            return null; // an argument of another form
        throw error;
    }
}
