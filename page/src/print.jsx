// Parts for paper: the rule sheet, which the engine writes, and the head of a printed page.
import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import { download } from './file.js';
import { catalogues, Language, useTexts } from './language.js';
import { valueText } from './rules_choice.jsx';
import { languageTag, nameText, Problem, RulesName, T } from './text.jsx';
import { trusted } from './policy.js';

/** The rule sheet in a frame, to print or to save. Nothing in the frame runs. broken: the house rules do not count. */
function Sheet({ text, name, broken, onClose }) {
    const texts = useTexts();
    const dialog = useRef(null), frame = useRef(null);
    useEffect(() => {
        frame.current.srcdoc = trusted.createHTML(text);
        dialog.current.showModal();
    }, []);
    return (
        <dialog ref={dialog} class="rule-sheet" aria-label={texts('rule_sheet')} onClose={onClose}>
            <div class="actions">
                <button type="button" id="sheet-print" class="primary" onClick={() => frame.current.contentWindow.print()}><T code="evening.print" /></button>
                <button type="button" id="sheet-save" onClick={() => download(`${name}.html`, 'text/html', text)}><T code="evening.page" /></button>
                <button type="button" id="sheet-close" onClick={() => dialog.current.close()}><T code="close" /></button>
            </div>
            {broken && <p role="alert" class="error"><T code="sheet.broken" /></p>}
            <iframe ref={frame} sandbox="allow-same-origin allow-modals" title={texts('rule_sheet')} />
        </dialog>
    );
}

const SECONDS = 20; // making a hand for each yaku takes long

export function RuleSheet({ engine, choice, language, broken }) {
    const texts = useTexts();
    const [made, setMade] = useState(null); // {text}, {error} or {busy}
    // House rules without a title have the word for them, in the language of the sheet.
    const named = language === 'en' ? choice : { ...choice, overlays: choice.overlays.map((each) => ({ ...each, name: texts('sheet') })) };
    const show = async () => {
        setMade({ busy: true });
        setMade(await engine.call('rulesPage', { choice: named, language, words: wordsOf(language) }, null, SECONDS).then((text) => ({ text }), (error) => ({ error })));
    };
    return (
        <>
            <button type="button" id="rule-sheet" disabled={Boolean(made?.busy)} onClick={show}><T code="rule_sheet.show" /></button>
            {made?.text && <Sheet text={made.text} broken={broken} name={`${choice.name}-rules`} onClose={() => setMade(null)} />}
            {made?.error && <p role="alert" class="error"><Problem error={made.error} /></p>}
        </>
    );
}

/** Return the sentences for a page of the engine, which has English itself. */
export function wordsOf(language) {
    return language === 'en' ? undefined : catalogues.get(language);
}

/** The head of a printed page: the rules, the changes of house rules, and the date. */
export function PrintHead({ rules, choice, sheet, broken, rulesets, version }) {
    const language = useContext(Language);
    const texts = useTexts();
    const [now, setNow] = useState(() => new Date());
    useEffect(() => {
        const onPrint = () => setNow(new Date());
        addEventListener('beforeprint', onPrint);
        return () => removeEventListener('beforeprint', onPrint);
    }, []);
    const changed = rules.options.filter(({ value, default: normal }) => value !== normal);
    return (
        <section class="print-head">
            <h2><RulesName {...{ rulesets, choice }} label={rules.ruleset} /></h2>
            <p>{texts('print.version', rules.version, rules.digest, version, now.toLocaleDateString(languageTag(language)))}</p>
            {changed.length > 0 && <ul>{changed.map((option) => <li key={option.id}>{`${nameText(language, option.says, option.id)} ${valueText(language, texts, option, option.value)}`}</li>)}</ul>}
            {broken && <p class="error"><T code="sheet.broken" /></p>}
            {sheet && <pre>{sheet}</pre>}
        </section>
    );
}
