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

/** An error of the engine: its code in words, and the message. */
export function Problem({ error: { code, message } }) {
    const language = useContext(Language);
    const text = textOf(language, `error.${code}`);
    return text === null ? <English>{message}</English> : <>{text} <span class="soft"><English>{message}</English></span></>;
}

/** A name by language, else the words of the id. */
export function Name({ names, id }) {
    const language = useContext(Language);
    return <Said said={pick(language, names ?? {}) ?? { text: words(id), lang: 'en' }} />;
}

/** Return the title of a ruleset, with its spec (label) if that says more, and with its id. */
export function rulesetText(language, rulesets, id, label = id) {
    const title = pick(language, rulesets.find((each) => each.id === id)?.title ?? {})?.text;
    return title ? `${title} (${label})` : label;
}

/** Return the same for a choice with house rules, which may have a title too. */
export function labelText(language, rulesets, { name, overlays }, label) {
    const titles = [rulesets.find(({ id }) => id === name)?.title, ...overlays.map(({ text }) => titleOf(text))];
    return `${titles.map((title) => pick(language, title ?? {})?.text).filter(Boolean).join(' + ')} (${label})`;
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
