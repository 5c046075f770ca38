// A sheet of house rules: from a link, in the editor, by a form, from and to files.
import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import { Language, useTexts } from './language.js';
import { sheetFits } from './link.js';
import { EMPTY_SHEET, entryOf, withEntry } from './sheet.js';
import { English, nameText, T } from './text.jsx';

const MOST_FILE = 1 << 20;

/** The bar above a page that was opened with a sheet. */
export function LinkBar({ sheet, onDrop }) {
    const texts = useTexts();
    return (
        <section class="bar" aria-labelledby="bar-title">
            <h2 id="bar-title"><T code="bar" /></h2>
            <p>{texts('bar.hint')}</p>
            <pre tabindex="0" aria-label={texts('sheet')}>{sheet}</pre>
            <button type="button" onClick={onDrop}><T code="bar.drop" /></button>
        </section>
    );
}

function Editor({ store, rules, diagnostics, loadEditor }) {
    const texts = useTexts();
    const parent = useRef(null);
    const editor = useRef(null);
    const rulesNow = useRef(null);
    const [ready, setReady] = useState(false);
    rulesNow.current = rules;
    useEffect(() => {
        let current = true, stop = () => {};
        loadEditor().then(({ createEditor }) => {
            if (!current)
                return;
            const show = (text) => editor.current.write(text || EMPTY_SHEET);
            editor.current = createEditor(parent.current, {
                text: store.text || EMPTY_SHEET,
                label: texts('sheet'),
                onChange: (text) => store.write(text, show),
                rules: () => rulesNow.current,
            });
            stop = store.read(show);
            setReady(true);
        }, () => {});
        return () => {
            current = false;
            stop();
            editor.current?.destroy();
        };
    }, []);
    useEffect(() => {
        if (ready)
            editor.current.show(diagnostics);
    }, [diagnostics, ready]);
    return <div class="editor" ref={parent} />;
}

function Errors({ diagnostics }) {
    if (!diagnostics.length)
        return null;
    return (
        <ul class="diagnostics" aria-live="polite">
            {diagnostics.slice(0, 20).map(({ line, column, message, shown, shownColumn, severity }, index) => (
                <li key={index} class={severity === 'error' ? 'error' : 'note'}>
                    <English>{`${line ? `${line}:${column ?? 1}: ` : ''}${message}`}</English>
                    {shown && <pre>{`${shown}\n${' '.repeat(Math.max((shownColumn ?? 1) - 1, 0))}^`}</pre>}
                </li>
            ))}
        </ul>
    );
}

/** The usual changes: a yaku's value, and whether it counts. */
function Form({ sheet, rules, onSheet }) {
    const language = useContext(Language);
    const texts = useTexts();
    const [id, setId] = useState('');
    const [refused, setRefused] = useState(false);
    const yaku = rules.yaku.find((each) => each.id === id);
    const entry = yaku ? entryOf(sheet, 'yaku', id) : undefined;
    const set = (key, value) => {
        const fields = new Map(entry instanceof Map ? entry : []);
        if (value === '')
            fields.delete(key);
        else
            fields.set(key, value);
        const text = typeof entry === 'string' ? null : withEntry(sheet, 'yaku', id, fields);
        setRefused(text === null);
        if (text !== null)
            onSheet(text);
    };
    const value = yaku && (yaku.closed ?? yaku.open);
    return (
        <fieldset class="choice form">
            <legend><T code="form" /></legend>
            <label>
                <span class="hidden"><T code="form.yaku" /></span>
                <select id="form-yaku" value={id} onChange={(event) => setId(event.target.value)}>
                    <option value="">{texts('why_not.choose')}</option>
                    {rules.yaku.map((each) => <option key={each.id} value={each.id}>{nameText(language, each.names, each.id)}</option>)}
                </select>
            </label>
            {yaku && (
                <>
                    <label class="count">
                        <T code="form.value" />
                        <input id="form-value" type="text" inputMode="numeric" size="8" list="form-limits" key={`${id}${value}`} defaultValue={value ?? ''}
                            onChange={(event) => /^[a-z0-9_]{1,40}$/.test(event.target.value.trim()) && set('value', event.target.value.trim())} />
                        <datalist id="form-limits">{rules.limits.map((limit) => <option key={limit.id} value={limit.id} />)}</datalist>
                    </label>
                    <label class="count">
                        <input id="form-use" type="checkbox" role="switch" checked={yaku.in_use} onChange={(event) => set('in_use', event.target.checked ? 'yes' : 'no')} />
                        <T code="form.in_use" />
                    </label>
                </>
            )}
            {(refused || entry === null) && <p class="hint">{texts('form.by_hand')}</p>}
        </fieldset>
    );
}

function Files({ sheet, onSheet }) {
    const texts = useTexts();
    const save = () => {
        const address = URL.createObjectURL(new Blob([sheet], { type: 'application/yaml' }));
        const link = Object.assign(document.createElement('a'), { href: address, download: 'house-rules.yaml' });
        link.click();
        URL.revokeObjectURL(address);
    };
    const load = async (event) => {
        const [file] = event.target.files;
        if (file && file.size <= MOST_FILE)
            onSheet(await file.text());
        event.target.value = '';
    };
    return (
        <div class="files">
            <button type="button" onClick={save} disabled={!sheet}><T code="sheet.save" /></button>
            <label class="file"><T code="sheet.load" /> <input type="file" accept=".yaml,.yml,text/plain" onChange={load} /></label>
            <button type="button" onClick={() => onSheet('')} disabled={!sheet}><T code="sheet.drop" /></button>
            {!sheetFits(sheet) && <p class="hint">{texts('sheet.large')}</p>}
        </div>
    );
}

/** store: the owner of the sheet; sheet: its text, empty if it says nothing; diagnostics: of that text. */
export function HouseRules({ store, sheet, rules, diagnostics, loadEditor }) {
    const [open, setOpen] = useState(Boolean(sheet));
    const [written, setWritten] = useState(Boolean(sheet)); // most people need the form alone
    const onSheet = (text) => store.write(text);
    return (
        <details class="house" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
            <summary><T code="sheet" /></summary>
            {open && (
                <>
                    <p class="hint"><T code="sheet.hint" /></p>
                    {rules && <Form {...{ sheet, rules, onSheet }} />}
                    <details class="as-text" open={written} onToggle={(event) => setWritten(event.currentTarget.open)}>
                        <summary><T code="sheet.text" /></summary>
                        {written && <Editor {...{ store, rules, diagnostics, loadEditor }} />}
                    </details>
                    <Errors diagnostics={diagnostics} />
                    <Files {...{ sheet, onSheet }} />
                </>
            )}
        </details>
    );
}
