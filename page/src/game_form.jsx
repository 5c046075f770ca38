// The form for the section game in the sheet of house rules: the sheet's name, and the keys of the section whose
// values are numbers, lists of numbers or words. The keys and their kinds are those of the schema of rule files.
import { useContext, useState } from 'preact/hooks';
import { Language, textOf, useTexts, words } from './language.js';
import { entryOf, titleOf, typedNumbers, withEntry, withTitle } from './sheet.js';
import { T } from './text.jsx';

const SECTION = 'game';

function keyText(language, key) {
    return textOf(language, `rule.${key}`) ?? textOf(language, `field.${key}`) ?? words(key);
}

/** normal: the ruleset's value. Calls onChange with the text for the sheet, '' for the ruleset's value, or null for
 * a wrong one. */
function Field({ name, kind, value, normal, onChange }) {
    const language = useContext(Language);
    const plain = (text) => text.replace(/^\[|\]$/g, '');
    if (Array.isArray(kind))
        return (
            <label class="count">
                <span>{keyText(language, name)}</span>
                <select id={`game-${name}`} value={value} onChange={(event) => onChange(event.target.value)}>
                    <option value="">{normal ? keyText(language, normal) : ''}</option>
                    {kind.filter((each) => each !== normal || each === value).map((each) => <option key={each} value={each}>{keyText(language, each)}</option>)}
                </select>
            </label>
        );
    return (
        <label class="count">
            <span>{keyText(language, name)}</span>
            <input id={`game-${name}`} type="text" inputmode={kind === 'number' ? 'numeric' : undefined} size={kind === 'number' ? 7 : 26} autocomplete="off"
                key={value} defaultValue={plain(value)} placeholder={plain(normal)} onChange={(event) => onChange(typedNumbers(event.target.value, kind))} />
        </label>
    );
}

/** fields: [{key, kind}]; inherited: the ruleset's values. */
export function GameForm({ sheet, rules, fields, onSheet }) {
    const language = useContext(Language);
    const texts = useTexts();
    const [refused, setRefused] = useState(null); // the error: by_hand or bad_number
    const put = (text) => {
        setRefused(text === null ? 'by_hand' : null);
        if (text !== null)
            onSheet(text);
    };
    const set = (key, value) => (value === null ? setRefused('bad_number') : put(withEntry(sheet, SECTION, key, value || undefined)));
    const title = titleOf(sheet);
    const name = title?.[language] ?? title?.en ?? '';
    return (
        <fieldset class="choice form game-form">
            <legend><T code="game" /></legend>
            <label class="count">
                <T code="game.name" />
                <input id="house-name" type="text" size="26" maxLength={60} autocomplete="off" key={name} defaultValue={name} onChange={(event) => put(withTitle(sheet, event.target.value.trim()))} />
            </label>
            {rules.game && fields.map(({ key, kind }) => (
                <Field key={key} name={key} kind={kind} value={entryOf(sheet, SECTION, key) ?? ''} normal={rules.inherited?.[key] ?? ''} onChange={(value) => set(key, value)} />
            ))}
            {refused && <p class="error" role="alert">{texts(`form.${refused}`)}</p>}
        </fieldset>
    );
}
