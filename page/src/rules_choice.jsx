// The choice of rules: a ruleset and its options.
import { useContext, useState } from 'preact/hooks';
import { Language, pick, useTexts } from './language.js';
import { languageTag, Name, Said, T } from './text.jsx';

function folded(text) {
    return text.normalize('NFKC').toLowerCase();
}

/** Return whether a text has a word; in alphabetic scripts, at the beginning of one. */
function says(text, word) {
    return /^[a-z0-9]+$/.test(word) ? new RegExp(`(?<![a-z0-9])${word}`).test(text) : text.includes(word);
}

function wordsIn(text) {
    return folded(text).split(/[\s,\u3001]+/).filter(Boolean);
}

/** Return the initials, "hk" for "hong-kong". */
function initials(text) {
    return text.split(/[\s,-]+/).map((word) => word[0] ?? '').join('');
}

/** Return the names that a player may use for a ruleset: in any language, its id, initials. */
function callsOf({ id, title, family }) {
    const titles = [...Object.values(title ?? {}), ...Object.values(family ?? {})];
    return folded([id, id.replaceAll('-', ' '), initials(id), ...titles, ...Object.values(title ?? {}).map(initials)].join('\n'));
}

const MAX_FOUND = 8;

function useTitles(rulesets) {
    const language = useContext(Language);
    return rulesets.map((ruleset) => ({ ...ruleset, group: pick(language, ruleset.family ?? {})?.text ?? '', ...(pick(language, ruleset.title ?? {}) ?? { text: ruleset.id }) }));
}

/** A search for a ruleset by its names. */
function RulesetSearch({ titles, onChange }) {
    const texts = useTexts();
    const [wanted, setWanted] = useState('');
    const words = wordsIn(wanted);
    const found = !words.length ? [] : titles.filter((each) => words.every((word) => says(callsOf(each), word)))
        .sort((a, b) => b.id.startsWith(words[0]) - a.id.startsWith(words[0])).slice(0, MAX_FOUND);
    const choose = (id) => {
        setWanted('');
        onChange(id);
    };
    const submit = (event) => {
        event.preventDefault();
        if (found.length)
            choose(found[0].id);
    };
    return (
        <form class="field ruleset-search" role="search" onSubmit={submit}>
            <label for="find-ruleset"><T code="ruleset.find" /></label>
            <input id="find-ruleset" type="search" value={wanted} autocomplete="off" onInput={(event) => setWanted(event.target.value)} />
            {found.map(({ id, text, lang }) => <button key={id} type="button" class="small" data-found={id} onClick={() => choose(id)}><span lang={languageTag(lang)}>{text}</span> ({id})</button>)}
            {words.length > 0 && !found.length && <span class="hint" role="status">{texts('ruleset.none')}</span>}
        </form>
    );
}

/** titles: rulesets with their titles and families in words; recent: the ids used last. */
function RulesetSelect({ titles, recent, value, onChange }) {
    const texts = useTexts();
    const families = [...new Set(titles.map(({ group }) => group))];
    const option = ({ id, text, lang }) =>
        <option key={id} value={id} lang={lang && languageTag(lang)}>{text}</option>;
    const used = recent.map((id) => titles.find((title) => title.id === id)).filter(Boolean);
    const rest = titles.filter((title) => !used.includes(title));
    return (
        <div class="field">
            <label for="ruleset"><T code="ruleset" /></label>
            <select id="ruleset" value={value} onChange={(event) => onChange(event.target.value)}>
                {used.length > 1 && <optgroup label={texts('ruleset.recent')}>{used.map(option)}</optgroup>}
                {families.map((family) => {
                    const options = (used.length > 1 ? rest : titles).filter((title) => title.group === family).map(option);
                    return !options.length ? null : family ? <optgroup key={family} label={family}>{options}</optgroup> : options;
                })}
            </select>
        </div>
    );
}

const YES_NO = new Set(['yes', 'no']);

/** Return a value of an option in words. */
export function valueText(language, texts, { value_names: called }, value) {
    return pick(language, called?.[value] ?? {})?.text ?? (YES_NO.has(value) ? texts(`value.${value}`) : value.replaceAll('_', ' '));
}

/** Return a text with the titles of rulesets in place of their ids; ids that may be words only in lists. */
function withTitles(text, titles) {
    return text.replace(/(?<![\w-])[a-z]+(?:-[a-z0-9]+)+(?![\w-])|(?<=[:\uff1a,\u3001]\s*)[a-z]+(?=[,;.\u3001\uff1b\u3002])/g, (id) => titles.find((each) => each.id === id)?.text ?? id);
}

/** Return a note, which names values and rulesets by their ids; values that are English words may stay in English. */
function noteOf(language, { note, values }, called, titles) {
    const plain = pick(language, note ?? {}), said = plain && { ...plain, text: withTitles(plain.text, titles) };
    const ids = values.filter((value) => (said?.lang === 'en' ? value.includes('_') : /[a-z]/.test(value)));
    if (!said || !ids.length)
        return said;
    const id = new RegExp(`(?<![\\w-])(${ids.join('|')})(?![\\w-])(?:\\uff08([^\\uff09]*)\\uff09)?`, 'g');
    const named = (_, value, also) => called(value) + (also && also !== called(value) ? `\uff08${also}\uff09` : '');
    return { ...said, text: said.text.replace(id, named) };
}

function Option({ option, titles, onChange }) {
    const texts = useTexts();
    const { id, says, value, values } = option;
    const language = useContext(Language);
    const called = (each) => valueText(language, texts, option, each);
    const note_ = noteOf(language, option, called, titles);
    const changed = value !== option.default;
    const describedBy = note_ ? `note-${id}` : undefined;
    const isSwitch = values.length === 2 && values.every((each) => YES_NO.has(each));
    const choices = !isSwitch && values.length > 0;
    return (
        <div class={changed ? 'option changed' : 'option'}>
            <label class="option-label">
                {isSwitch && (
                    <input type="checkbox" role="switch" name={`option-${id}`} checked={value === 'yes'} aria-describedby={describedBy}
                        onChange={(event) => onChange(id, event.target.checked ? 'yes' : 'no')} />
                )}
                <span class="option-says"><Name names={says} id={id} /></span>
                {choices && (
                    <select name={`option-${id}`} value={value} aria-describedby={describedBy} onChange={(event) => onChange(id, event.target.value)}>
                        {values.map((each) => <option key={each} value={each}>{called(each)}</option>)}
                    </select>
                )}
                {!values.length && (
                    <input type="number" name={`option-${id}`} value={value} aria-describedby={describedBy}
                        onChange={(event) => onChange(id, String(Math.trunc(Number(event.target.value)) || 0))} />
                )}
            </label>
            {changed && <button type="button" class="small" onClick={() => onChange(id, null)}>{texts('option.reset', called(option.default))}</button>}
            {note_ && <p id={describedBy} class="note"><Said said={note_} /></p>}
        </div>
    );
}

/** Return the words that a player may use for an option: in any language, with its id and values. */
function wordsOf({ id, says, note, values, value_names: called }) {
    const said = [says, note, ...Object.values(called ?? {})].flatMap((names) => Object.values(names ?? {}));
    return folded([id, id.replaceAll('_', ' '), ...values, ...said].join('\n'));
}

/** Return the words that players use, with the words to search instead: "aka" for "red_fives". */
function synonyms(texts) {
    return new Map(texts('options.synonyms').split(' ').map((pair) => pair.split('=')));
}

function Options({ options, titles, onOption }) {
    const texts = useTexts();
    const [wanted, setWanted] = useState('');
    const meant = synonyms(texts);
    const found = options.filter((option) => wordsIn(wanted).every((word) => [word, meant.get(word) ?? word].some((each) => says(wordsOf(option), each))));
    return (
        <>
            {options.length > 5 && (
                <label class="field find">
                    <T code="options.find" />
                    <input id="find-option" type="search" value={wanted} onInput={(event) => setWanted(event.target.value)} />
                </label>
            )}
            {found.map((option) => <Option key={option.id} {...{ option, titles }} onChange={onOption} />)}
            {!found.length && <p class="hint" role="status">{texts('options.none')}</p>}
        </>
    );
}

export function RulesChoice({ rulesets, recent, choice, rules, onRuleset, onOption, children }) {
    const texts = useTexts();
    const changed = choice.options.length;
    const [open, setOpen] = useState(false); // there are many, and they seldom change
    const titles = useTitles(rulesets);
    return (
        <section class="panel rules" aria-labelledby="rules-title">
            <h2 id="rules-title"><T code="rules" /></h2>
            <RulesetSelect {...{ titles, recent }} value={choice.name} onChange={onRuleset} />
            <RulesetSearch {...{ titles }} onChange={onRuleset} />
            {rules && rules.options.length > 0 && (
                <details class="options" onToggle={(event) => setOpen(event.currentTarget.open)}>
                    <summary>{texts('options', rules.options.length)}{changed > 0 && <span class="badge">{texts('options.changed', changed)}</span>}</summary>
                    {open && <Options options={rules.options} {...{ titles, onOption }} />}
                </details>
            )}
            {children}
        </section>
    );
}
