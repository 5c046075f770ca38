// A sheet of house rules: from a link, in the editor, by a form, from and to files.
import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import { download, onFileChosen } from './file.js';
import { Language, useTexts } from './language.js';
import { sheetFits } from './link.js';
import { GameForm } from './game_form.jsx';
import { NewYaku } from './new_yaku.jsx';
import { EMPTY_SHEET, entryOf, typedValue, withEntry, worthText } from './sheet.js';
import { English, nameText, Problem, T } from './text.jsx';

/** The bar above a page that was opened by a link with somebody's house rules, or without the user's own. replaces:
 * keeping them replaces the user's. */
export function LinkBar({ sheet, replaces, onKeep, onDrop }) {
    const texts = useTexts();
    if (!sheet)
        return <section class="bar"><p>{texts('bar.without')}</p><button type="button" id="bar-own" onClick={onDrop}><T code="bar.own" /></button></section>;
    return (
        <section class="bar" aria-labelledby="bar-title">
            <h2 id="bar-title"><T code="bar" /></h2>
            <p>{texts(replaces ? 'bar.replaces' : 'bar.hint')}</p>
            <pre tabindex="0" aria-label={texts('sheet')}>{sheet}</pre>
            <div class="actions">
                <button type="button" id="bar-keep" onClick={onKeep}><T code="bar.keep" /></button>
                <button type="button" id="bar-drop" onClick={onDrop}><T code="bar.drop" /></button>
            </div>
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
            // The element may be gone before this effect begins.
            if (!current || !parent.current)
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
            {diagnostics.slice(0, 20).map(({ code, line, column, message, shown, shownColumn, severity }, index) => (
                <li key={index} class={severity === 'error' ? 'error' : 'note'}>
                    {code && !line ? <Problem error={{ code, message }} /> : <English>{`${line ? `${line}:${column ?? 1}: ` : ''}${message}`}</English>}
                    {shown && <pre>{`${shown}\n${' '.repeat(Math.max((shownColumn ?? 1) - 1, 0))}^`}</pre>}
                </li>
            ))}
        </ul>
    );
}

function Limits({ limits }) {
    const language = useContext(Language);
    return <datalist id="form-limits">{limits.map(({ id, names, in_use: used }) => used && <option key={id} value={id}>{nameText(language, names, id)}</option>)}</datalist>;
}

/** The usual changes: a yaku's value, and whether it counts. */
function Form({ sheet, rules, onSheet }) {
    const language = useContext(Language);
    const texts = useTexts();
    const [id, setId] = useState('');
    const [refused, setRefused] = useState(null); // the error: by_hand or bad_value
    const yaku = rules.yaku.find((each) => each.id === id);
    const entry = yaku ? entryOf(sheet, 'yaku', id) : undefined;
    const set = (key, value) => {
        const fields = new Map(entry instanceof Map ? entry : []);
        if (value === '')
            fields.delete(key);
        else
            fields.set(key, value);
        const text = typeof entry === 'string' ? null : withEntry(sheet, 'yaku', id, fields);
        setRefused(text === null ? 'by_hand' : null);
        if (text !== null)
            onSheet(text);
    };
    const worth = yaku && { closed: String(yaku.closed ?? ''), open: String(yaku.open ?? '') };
    // Open hands are worth as much as closed ones until another value is typed for them.
    const onValue = (form) => (event) => {
        const { elements } = event.target.closest('fieldset');
        const [next, closed, open] = [event.target, elements['form-closed'], elements['form-open']]
            .map(({ value }) => typedValue(value, rules.limits));
        // The engine may not have answered yet to the text in the other field.
        const typed = { closed: closed ?? worth.closed, open: open ?? worth.open };
        const both = form === 'closed' && worth.open === worth.closed ? { open: next } : {};
        if (next === null)
            setRefused('bad_value');
        else
            set('value', form === 'closed' && !next ? '' : worthText({ ...typed, ...both, [form]: next }));
    };
    return (
        <fieldset class="choice form">
            <legend><T code="form" /></legend>
            <label>
                <span class="hidden"><T code="form.yaku" /></span>
                <select id="form-yaku" value={id} onChange={(event) => { setId(event.target.value); setRefused(null); }}>
                    <option value="">{texts('why_not.choose')}</option>
                    {rules.yaku.map((each) => <option key={each.id} value={each.id}>{nameText(language, each.names, each.id)}</option>)}
                </select>
            </label>
            {yaku && (
                <>
                    {Object.entries(worth).map(([form, value]) => (
                        <label key={form} class="count">
                            <T code={`new.${form}`} />
                            <input id={`form-${form}`} type="text" size="8" list="form-limits" key={`${id}${value}`} defaultValue={value} aria-invalid={refused === 'bad_value' ? 'true' : undefined}
                                onChange={onValue(form)} />
                        </label>
                    ))}
                    <label class="count">
                        <input id="form-use" type="checkbox" role="switch" checked={yaku.in_use} onChange={(event) => set('in_use', event.target.checked ? 'yes' : 'no')} />
                        <T code="form.in_use" />
                    </label>
                </>
            )}
            {(refused || entry === null) && <p class={refused ? 'error' : 'hint'} role="alert">{texts(`form.${refused ?? 'by_hand'}`)}</p>}
        </fieldset>
    );
}

function Files({ sheet, changed, broken, file, onFile, onDrop, onUndo }) {
    const texts = useTexts();
    const nothing = !sheet && !changed;
    const [refused, setRefused] = useState(null); // {name, diagnostics} of a file
    const take = async (text, name) => {
        setRefused(null);
        const diagnostics = await onFile(text);
        if (diagnostics.length)
            setRefused({ name, diagnostics });
    };
    const refuse = (error, name) => setRefused({ name, diagnostics: [{ ...error, severity: 'error' }] });
    useEffect(() => setRefused(null), [sheet]);
    return (
        <div class="files">
            <button type="button" id="house-save" onClick={() => download('house-rules.yaml', 'application/yaml', file())} disabled={nothing}><T code="sheet.save" /></button>
            <label class="file"><T code="sheet.load" /> <input type="file" accept=".yaml,.yml,text/plain" onChange={onFileChosen(take, refuse)} /></label>
            {onUndo && <button type="button" id="house-undo" onClick={onUndo}><T code="undo" /></button>}
            {refused && (
                <div class="refused-file" role="alert">
                    <p class="error">{texts('sheet.refused', refused.name)}</p>
                    <Errors diagnostics={refused.diagnostics} />
                </div>
            )}
            {broken && <p class="error" role="status"><T code="sheet.broken" /></p>}
            <p class="hint">{texts(sheetFits(sheet) ? 'sheet.file_hint' : 'sheet.large')}</p>
            <button type="button" id="house-drop" onClick={onDrop} disabled={nothing}><T code={changed ? 'sheet.drop_all' : 'sheet.drop'} /></button>
        </div>
    );
}

/** store: the owner of the sheet; sheet: its text, '' if it changes nothing; diagnostics: of that text; broken:
 * whether it has errors; changed: whether options are changed; file(): returns everything as a rule file; onFile(text):
 * returns a promise of the errors for which it is refused; onUndo: takes the last file back, or null. */
export function HouseRules({ engine, gameFields, choice, store, sheet, rules, changed, diagnostics, broken, loadEditor, file, onFile, onDrop, onUndo }) {
    const [open, setOpen] = useState(Boolean(sheet));
    const [written, setWritten] = useState(Boolean(sheet)); // most people need only the forms
    const onSheet = (text) => store.write(text);
    return (
        <details class="house" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
            <summary><T code="sheet" /></summary>
            {open && (
                <>
                    <p class="hint"><T code="sheet.hint" /></p>
                    {rules && (
                        <>
                            <Limits limits={rules.limits} />
                            <Form {...{ sheet, rules, onSheet }} />
                            <GameForm fields={gameFields} {...{ sheet, rules, onSheet }} />
                            {choice && <NewYaku {...{ engine, choice, sheet, rules }} onSheet={(text) => { setWritten(true); onSheet(text); }} />}
                        </>
                    )}
                    <details class="as-text" open={written} onToggle={(event) => setWritten(event.currentTarget.open)}>
                        <summary><T code="sheet.text" /></summary>
                        {written && <Editor {...{ store, rules, diagnostics, loadEditor }} />}
                    </details>
                    <Errors diagnostics={diagnostics} />
                    <Files {...{ sheet, changed, broken, file, onFile, onDrop, onUndo }} />
                </>
            )}
        </details>
    );
}
