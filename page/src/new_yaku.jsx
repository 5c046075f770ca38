// House yaku: a form for a new one, and those that come with the rules.
import { useContext, useEffect, useState } from 'preact/hooks';
import { Language, pick, useTexts } from './language.js';
import { entriesOf, entryOf, typedValue, withLinesIn, worthText } from './sheet.js';
import { nameText, T } from './text.jsx';

/** Conditions to begin with; tiles, numbers and suits are changed in the text. The first is a circumstance of its
 * own, which gets a button. */
const ASKS = new Map(Object.entries({
    given: null,
    consecutive_pungs: '{has: [pung n a, pung n+1 a, pung n+2 a]}',
    equal_chows: '{has: [chow n a, chow n a, chow n a]}',
    mixed_chows: '{any_of: [{has: [chow n a, chow n a, chow n b]}, {has: [chow n a, chow n b, chow n c]}]}',
    mixed_straight: '{has: [chow 1 a, chow 4 b, chow 7 c]}',
    claimed_sets: '{sets: {claimed set: 4}}',
    concealed_pungs: '{sets: {concealed pung: 3}}',
    one_suit: '{suits: 1, tiles: {ESWNPFC: none}}',
    only_tiles: '{tiles: {19m19p19s: all}}',
    pair: '{pair: P}',
    winning_tile: '{winning_tile: 5p}',
    wait: '{wait: [edge, closed]}',
    self_draw: '{by: self_draw, hand: closed}',
}));

function idOf(name) {
    const id = name.normalize('NFKD').toLowerCase().replace(/[^a-z0-9]+/g, '_').replace(/^_+|_+$/g, '').slice(0, 40);
    return /^[a-z]/.test(id) ? id : '';
}

/** Return an id that no yaku has: "house_1". */
function freeId(taken) {
    let number = 1;
    while (taken.has(`house_${number}`))
        number++;
    return `house_${number}`;
}

function linesOf({ id, name, closed, open, asks }) {
    return [`${id}:`, `  name: ${JSON.stringify(name)}`, `  value: ${worthText({ closed, open })}`, `  when: ${ASKS.get(asks) ?? `{given: ${id}}`}`];
}

/** Return the sheet with more entries in a section, without those that it has already; null if they cannot be
 * written there. */
function withEntries(sheet, { section, entries }) {
    const there = new Set(sheet === null ? [] : entriesOf(sheet, section).map(({ id }) => id));
    const lines = entries.filter(({ id }) => !there.has(id)).flatMap((entry) => entry.lines);
    return sheet === null || !lines.length ? sheet : withLinesIn(sheet, section, lines);
}

function Value({ code, value, valid, onChange }) {
    return (
        <label class="count">
            <T code={code} />
            <input type="text" size="7" list="form-limits" name={code} value={value} aria-invalid={valid ? undefined : 'true'} onInput={(event) => onChange(event.target.value)} />
        </label>
    );
}

function Own({ sheet, rules, onAdd }) {
    const texts = useTexts();
    const [name, setName] = useState('');
    const [typedId, setId] = useState('');
    const [closed, setClosed] = useState('1');
    const [typedOpen, setOpen] = useState(null); // as closed until a value is typed
    const [asks, setAsks] = useState('consecutive_pungs');
    const [added, setAdded] = useState(null); // the name of the last one
    const taken = new Set(rules.yaku.map((each) => each.id));
    const open = typedOpen ?? closed;
    const id = typedId || idOf(name) || freeId({ has: (each) => taken.has(each) || Boolean(entryOf(sheet, 'yaku', each)) });
    const values = [closed, open].map((each) => typedValue(each, rules.limits));
    const entry = entryOf(sheet, 'yaku', id); // null if the sheet is not so simple
    const isThere = Boolean(entry) || rules.yaku.some((each) => each.id === id || Object.values(each.names).includes(name.trim()));
    const goodId = /^[a-z][a-z0-9_]{0,39}$/.test(id) && !isThere && entry !== null;
    const good = name.trim() && goodId && !values.includes(null) && values.some(Boolean);
    const submit = (event) => {
        event.preventDefault();
        if (!good)
            return;
        const circumstance = { section: 'circumstances', entries: [{ id, lines: [`${id}: {name: ${JSON.stringify(name.trim())}}`] }] };
        const done = onAdd({ id, lines: linesOf({ id, name: name.trim(), closed: values[0], open: values[1], asks }), needs: asks === 'given' ? [circumstance] : [] });
        setAdded(done ? name.trim() : null);
        setName('');
        setId('');
    };
    return (
        <form class="field new-yaku" onSubmit={submit}>
            <label class="count"><T code="new.name" /> <input id="new-name" type="text" maxLength={60} autocomplete="off" value={name} onInput={(event) => setName(event.target.value)} /></label>
            <label class="count"><T code="new.id" /> <input id="new-id" type="text" size="14" maxLength={40} spellcheck={false} autocomplete="off" autocapitalize="off" placeholder={id} value={typedId}
                aria-invalid={goodId ? undefined : 'true'} onInput={(event) => setId(event.target.value.trim())} /></label>
            <Value code="new.closed" value={closed} valid={values[0] !== null} onChange={setClosed} />
            <Value code="new.open" value={open} valid={values[1] !== null} onChange={setOpen} />
            <label class="count"><T code="new.asks" />
                <select id="new-asks" value={asks} onChange={(event) => setAsks(event.target.value)}>
                    {[...ASKS.keys()].map((each) => <option key={each} value={each}>{texts(`new.asks.${each}`)}</option>)}
                </select>
            </label>
            <button type="submit" id="new-add" disabled={!good}><T code="deal.add" /></button>
            {!goodId && <p class="error" role="status">{isThere ? texts('new.there', typedId || name.trim()) : texts('new.bad_id', id)}</p>}
            {added !== null && !name && !typedId && <p class="hint" role="status">{texts('new.added', added)}</p>}
            {values.includes(null) && <p class="error" role="status">{texts('form.bad_value')}</p>}
        </form>
    );
}

/** A list of yaku from the sheets that come with the rules and fit them; a choice writes one into the sheet. */
function Ready({ engine, choice, rules, onAdd }) {
    const language = useContext(Language);
    const texts = useTexts();
    const [sheets, setSheets] = useState([]);
    useEffect(() => {
        let current = true;
        engine.call('examples', { name: choice.name, options: choice.options }, 'examples').then((found) => current && setSheets(found), () => {});
        return () => { current = false; };
    }, [choice.name]);
    const taken = new Set(rules.yaku.map(({ id }) => id));
    const shown = sheets.map((sheet) => ({ ...sheet, yaku: sheet.yaku.filter(({ id }) => !taken.has(id)) })).filter(({ yaku }) => yaku.length);
    if (!shown.length)
        return null;
    const onChoose = (event) => {
        const [at, id] = event.target.value.split('/');
        onAdd(sheets[at].yaku.find((each) => each.id === id));
        event.target.value = '';
    };
    return (
        <label class="field"><T code="new.ready" />
            <select id="new-ready" value="" onChange={onChoose}>
                <option value="">{texts('why_not.choose')}</option>
                {shown.map(({ at, title, yaku }) => (
                    <optgroup key={at} label={pick(language, title)?.text ?? ''}>
                        {yaku.map(({ id, names }) => <option key={id} value={`${at}/${id}`}>{nameText(language, names, id)}</option>)}
                    </optgroup>
                ))}
            </select>
        </label>
    );
}

export function NewYaku({ engine, choice, sheet, rules, onSheet }) {
    const texts = useTexts();
    const [refused, setRefused] = useState(false);
    // Returns whether it could be written.
    const onAdd = ({ needs, ...yaku }) => {
        const text = [...needs, { section: 'yaku', entries: [yaku] }].reduce(withEntries, sheet);
        setRefused(text === null);
        if (text !== null)
            onSheet(text);
        return text !== null;
    };
    return (
        <details class="new">
            <summary><T code="new" /></summary>
            <p class="hint">{texts('new.hint')}</p>
            <Own {...{ sheet, rules, onAdd }} />
            <Ready {...{ engine, choice, rules, onAdd }} />
            {refused && <p class="error" role="alert">{texts('form.by_hand')}</p>}
        </details>
    );
}
