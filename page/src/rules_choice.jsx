// Which rules count: a ruleset and its options.
import { useContext, useState } from 'preact/hooks';
import { Language, pick, useTexts } from './language.js';
import { languageTag, Name, Said, T } from './text.jsx';

/** rulesets: [{id, title, family}]; titles and families by language; recent: ids of those used last. */
function RulesetSelect({ rulesets, recent, value, onChange }) {
    const language = useContext(Language);
    const texts = useTexts();
    const titles = rulesets.map(({ id, title, family }) =>
        ({ id, family: pick(language, family ?? {})?.text ?? '', ...(pick(language, title ?? {}) ?? { text: id }) }));
    const families = [...new Set(titles.map(({ family }) => family))];
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
                    const options = (used.length > 1 ? rest : titles).filter((title) => title.family === family).map(option);
                    return !options.length ? null : family ? <optgroup key={family} label={family}>{options}</optgroup> : options;
                })}
            </select>
        </div>
    );
}

const YES_NO = new Set(['yes', 'no']);

function Option({ option, onChange }) {
    const texts = useTexts();
    const { id, says, note, value, values, value_names } = option;
    const language = useContext(Language);
    const called = (each) => pick(language, value_names?.[each] ?? {})?.text ?? each.replaceAll('_', ' ');
    const note_ = pick(language, note);
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

/** What a player may call an option: in any language, with its id and its values. */
function wordsOf({ id, says, note, values, value_names: called }) {
    const said = [says, note, ...Object.values(called ?? {})].flatMap((names) => Object.values(names ?? {}));
    return [id, id.replaceAll('_', ' '), ...values, ...said].join('\n').normalize('NFKC').toLowerCase();
}

function Options({ options, onOption }) {
    const texts = useTexts();
    const [wanted, setWanted] = useState('');
    const words = wanted.normalize('NFKC').toLowerCase().split(/\s+/).filter(Boolean);
    const found = options.filter((option) => words.every((word) => wordsOf(option).includes(word)));
    return (
        <>
            {options.length > 5 && (
                <label class="field find">
                    <T code="options.find" />
                    <input id="find-option" type="search" value={wanted} onInput={(event) => setWanted(event.target.value)} />
                </label>
            )}
            {found.map((option) => <Option key={option.id} option={option} onChange={onOption} />)}
            {!found.length && <p class="hint" role="status">{texts('options.none')}</p>}
        </>
    );
}

export function RulesChoice({ rulesets, recent, choice, rules, onRuleset, onOption, children }) {
    const texts = useTexts();
    const changed = choice.options.length;
    const [open, setOpen] = useState(false); // they are many, and seldom changed
    return (
        <section class="panel rules" aria-labelledby="rules-title">
            <h2 id="rules-title"><T code="rules" /></h2>
            <RulesetSelect {...{ rulesets, recent }} value={choice.name} onChange={onRuleset} />
            {rules && rules.options.length > 0 && (
                <details class="options" onToggle={(event) => setOpen(event.currentTarget.open)}>
                    <summary>{texts('options', rules.options.length)}{changed > 0 && <span class="badge">{texts('options.changed', changed)}</span>}</summary>
                    {open && <Options options={rules.options} onOption={onOption} />}
                </details>
            )}
            {children}
        </section>
    );
}
