// Texts with their language, and tiles.
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { kindOf, split } from './hand.js';
import { Language, pick, say, textOf, useTexts, words } from './language.js';
import { wordSentence } from './sentence.js';
import { titleOf } from './sheet.js';

const tag = (lang) => ({ zh: 'zh-Hans', 'zh-hans': 'zh-Hans', 'zh-hant': 'zh-Hant' })[lang] ?? lang;

/** A text; one that is not in the page's language is marked and counted. */
export function Said({ said }) {
    const language = useContext(Language);
    if (!said)
        return null;
    if (tag(said.lang) === tag(language))
        return said.text;
    return <span lang={tag(said.lang)} class="foreign" data-foreign="">{said.text}</span>;
}

/** The text of a code. */
export function T({ code, args = [] }) {
    const language = useContext(Language);
    return <Said said={say(language, code, ...args) ?? { text: words(code), lang: 'en' }} />;
}

/** English text of the engine. */
export function English({ children }) {
    return <Said said={{ text: children, lang: 'en' }} />;
}

/** Names by language: of(kind, id), as wordSentence asks for them. */
export const Names = createContext(new Map());

// tiles as written, also in a set
const TILES = /(\[(?:[0-9]+[mpszjfgk])+\]|\((?:[0-9]+[mpszjfgk])+\)|\b(?:[0-9]+[mpszjfgk])+\b)/;

/** A text with pictures of the tiles in it. */
function WithTiles({ text }) {
    return <>{text.split(TILES).map((part, index) => (index % 2 ? <Group key={index} text={part} /> : part))}</>;
}

/** Return English with the ids of circumstances replaced by the names on their buttons. */
function named(text, code, names) {
    if (typeof code !== 'object')
        return text;
    const name = code.circumstance && pick('en', names.get(code.circumstance) ?? {})?.text;
    const said = name ? text.replace(new RegExp(`\\b${code.circumstance}\\b`), name) : text;
    return (code.arguments ?? []).reduce((whole, part) => named(whole, part, names), said);
}

/** A sentence of the engine, given as a code with arguments and in English. */
export function Sentence({ code, children }) {
    const language = useContext(Language);
    const names = useContext(Names);
    const nameOf = (kind, id) => (kind === 'address' || kind === 'option' ? id : pick(language, names.get(id) ?? {})?.text ?? words(id));
    const text = language === 'en' || !code ? null : wordSentence({ textOf: (...args) => textOf(language, ...args), nameOf }, code);
    return text === null ? <English><WithTiles text={named(children, code ?? '', names)} /></English> : <WithTiles text={text} />;
}

/** Errors whose sentence in a language says less than the English message, which names what contradicts, what a
 * value may be, and the like. */
const SHORT = new Set(['contradiction', 'bad_value', 'value_range', 'bad_meld', 'bad_notation', 'ambiguous', 'limit', 'tile_count', 'unknown_ruleset']);

/** How many tiles a message says there are, and how many are needed. */
const COUNTS = /^(\d+) tiles?\b.* (\d+) are needed/;

/** An error of the engine: its code in words, or the message if there are none; both if the code says less. line:
 * the text that it is about, to be shown with the place. */
export function Problem({ error: { code, message, column, at = column }, line }) {
    const language = useContext(Language);
    const [, ...counts] = COUNTS.exec(message) ?? [];
    const whole = counts.length ? textOf(language, `error.${code}_of`, ...counts) : null;
    const text = whole ?? textOf(language, `error.${code}`);
    return (
        <>
            {text ?? <English>{message}</English>}
            {text !== null && !whole && SHORT.has(code) && <> <span class="soft"><English>{message}</English></span></>}
            {line !== undefined && at > 0 && <pre>{`${line}\n${' '.repeat(at - 1)}^`}</pre>}
        </>
    );
}

/** A name by language, else the words of the id. */
export function Name({ names, id }) {
    const language = useContext(Language);
    return <Said said={pick(language, names ?? {}) ?? { text: words(id), lang: 'en' }} />;
}

/** Return the rules of a choice in words: "Tenhou, ranked games, with house rules, one option changed". */
export function rulesText(language, rulesets, { name, options = [], overlays = [] }) {
    const title = (titles) => pick(language, titles ?? {})?.text;
    const said = (code, ...args) => say(language, code, ...args).text;
    const house = overlays.map(({ text }) => title(titleOf(text ?? '')));
    return [
        [title(rulesets.find(({ id }) => id === name)?.title) ?? name, ...house.filter(Boolean)].join(' + '),
        ...(house.some((each) => !each) ? [said('rules.house')] : []),
        ...(options.length ? [said(options.length > 1 ? 'rules.options' : 'rules.option', options.length)] : []),
    ].join(said('worth.comma'));
}

/** Return texts for rules that differ: with their specs (labels) if the words are the same. */
export function distinct(shown, labels) {
    const isSame = (text) => new Set(labels.filter((_, index) => shown[index] === text)).size > 1;
    return shown.map((text, index) => (isSame(text) ? `${text} (${labels[index]})` : text));
}

/** The rules of a choice in words, with their spec (label) in small print if it says more than the id. */
export function RulesName({ rulesets, choice, label }) {
    const language = useContext(Language);
    return <>{rulesText(language, rulesets, choice)}{label !== choice.name && <small class="soft"> ({label})</small>}</>;
}

export function nameText(language, names, id) {
    return pick(language, names ?? {})?.text ?? words(id);
}

export { tag as languageTag };

/** Return the name of a tile, as "red 5 of dots", in the page's language. */
export function tileName(texts, tile) {
    const suit = tile[1];
    if ('zfgk'.includes(suit))
        return texts(`tile.${tile}`);
    const name = texts(`tile.${suit}`, kindOf(tile)[0]);
    return tile[0] === '0' ? texts('tile.red', name) : name;
}

/** A picture of a tile; its name is given by label or by the surrounding element. */
export function Tile({ tile, label, side }) {
    const hidden = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': 'true' };
    return (
        <svg class={side ? 'tile side' : 'tile'} viewBox={side ? '0 0 80 60' : '0 0 60 80'} {...hidden}>
            <use href={`#${tile === 'back' ? tile : `t${tile}`}`} width="60" height="80"
                transform={side ? 'translate(80 0) rotate(90)' : undefined} />
        </svg>
    );
}

/** The tiles of "23p+1p", "[345p]" or "(7777z)". */
export function Group({ text, lit }) {
    const texts = useTexts();
    const [body, win] = /^[[(]/.test(text) ? [text, null] : text.split('+');
    const tiles = split(body);
    const closed = text.startsWith('(') && tiles.length === 4;
    const label = [...tiles, ...(win ? split(win) : [])].map((tile) => tileName(texts, tile)).join(', ');
    return (
        <span class={lit ? 'group lit' : 'group'} role="img" aria-label={label}>
            {tiles.map((tile, index) => <Tile key={index} tile={closed && index % 3 === 0 ? 'back' : tile} side={text.startsWith('[') && index === 0} />)}
            {win && <span class="won"><Tile tile={win} /></span>}
        </span>
    );
}
