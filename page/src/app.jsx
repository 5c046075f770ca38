// The page: rules, hand, verdict.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { adapted, add, emptyHand, handOf, lineOf, sizeOf } from './hand.js';
import { Language, LANGUAGES, say, useTexts } from './language.js';
import { Comparison } from './comparison.jsx';
import { readEvening } from './evening.js';
import { Evening } from './evening_view.jsx';
import { HandEntry } from './hand_entry.jsx';
import { HouseRules, LinkBar } from './house_rules.jsx';
import { useHistory } from './history.js';
import { linkOf } from './link.js';
import { CopyLink } from './link_button.jsx';
import { keepChoice, keepSheet, keptSheet, optionsOf, recentRulesets } from './memory.js';
import { PrintHead, RuleSheet } from './print.jsx';
import { RulesChoice } from './rules_choice.jsx';
import { EMPTY_SHEET, fileOf, sheetOf } from './sheet.js';
import { createSheet } from './sheet_store.js';
import { languageTag, Names, Problem, RulesName, T } from './text.jsx';
import { Trainer } from './trainer.jsx';
import { Value } from './value.jsx';
import { namesOf, Verdict } from './verdict.jsx';

// --- the engine's answers ------------------------------------------------------------------------

/** Return the rules of a choice. first: {rules, choice} to show until the engine answers. */
function useRules(engine, choice, first) {
    const [state, setState] = useState({ rules: null, error: null, ...first });
    useEffect(() => {
        let current = true;
        engine.call('describe', choice, 'describe').then(
            (rules) => {
                if (!performance.getEntriesByName('ready').length)
                    performance.mark('ready');
                if (current)
                    setState((old) => (old.choice === choice && !old.error ? old : { rules, error: null, choice }));
            },
            (error) => current && error.code !== 'superseded' && setState((old) => ({ ...old, error })));
        return () => { current = false; };
    }, [choice]);
    return state;
}

/** Return {verdict}, {waits} or {error} of the hand, with the line that was judged, and why circumstances cannot be
 * given; busy: of an earlier hand, because the engine has not answered yet. */
function useVerdict(engine, choice, rules, hand) {
    const [judged, setJudged] = useState({});
    useEffect(() => {
        let current = true;
        const missing = rules ? rules.hand_size - sizeOf(hand, rules) : null;
        const circumstances = rules?.circumstances.map(({ id }) => id).filter((id) => !hand.flags.includes(id)) ?? [];
        const of = [choice, rules, hand], whole = lineOf(hand), unfinished = lineOf(hand, { unfinished: true });
        const show = (key, line) => (value) => current && setJudged({ of, [key]: value, line });
        const call = missing !== null && missing <= 0
            ? engine.call('verdict', { choice, line: whole, unfinished, circumstances }, 'judge').then(show('verdict', whole))
            : missing === 1 ? engine.call('waits', { choice, line: unfinished }, 'judge').then(show('waits', unfinished))
                : Promise.resolve().then(() => current && setJudged({ of }));
        call.catch((error) => current && error.code !== 'superseded' && setJudged({ of, error, line: missing === 1 ? unfinished : whole }));
        return () => { current = false; };
    }, [choice, rules, hand]);
    const now = [choice, rules, hand];
    return { ...judged, busy: Boolean(judged.of) && judged.of.some((part, index) => part !== now[index]) };
}

/** Check the sheet as it is written; it counts as soon as it has no error. Return its errors. */
function useSheet(engine, sheet, choice, setChoice) {
    const [diagnostics, setDiagnostics] = useState([]);
    useEffect(() => {
        let current = true;
        const overlays = sheet.trim() ? [{ name: 'house rules', text: sheet }] : [];
        const done = (found) => {
            if (!current)
                return;
            setDiagnostics(found);
            if (!found.some(({ severity }) => severity === 'error'))
                setChoice((old) => (old.overlays[0]?.text === overlays[0]?.text ? old : { ...old, overlays }));
        };
        if (!overlays.length)
            done([]);
        else
            engine.call('check', { name: choice.name, overlays, options: choice.options }, 'check').then(done,
                (error) => error.code !== 'superseded' && current && setDiagnostics(error.diagnostics ?? [{ message: error.message, severity: 'error' }]));
        return () => { current = false; };
    }, [sheet, choice.name, choice.options]);
    return diagnostics;
}

// Browsers refuse to change the address some hundred times in ten seconds.
const LINK_AFTER = 100; // milliseconds without a change

// --- the frame -----------------------------------------------------------------------------------

function Header({ language, onLanguage }) {
    const texts = useTexts();
    const own = new Map([['en', 'English'], ['ja', '日本語'], ['zh-hans', '简体中文'], ['zh-hant', '繁體中文']]);
    return (
        <header class="top">
            <h1>Kazoe</h1>
            <p class="tagline"><T code="tagline" /></p>
            <label class="language">
                <span>{texts('language')}</span>
                <select id="language" value={language} onChange={(event) => onLanguage(event.target.value)}>
                    {LANGUAGES.map((code) => <option key={code} value={code} lang={languageTag(code)}>{own.get(code)}</option>)}
                </select>
            </label>
        </header>
    );
}

const VIEWS = ['hand', 'evening'];

function Views({ view, onView }) {
    const texts = useTexts();
    return (
        <nav class="views" aria-label={texts('views')}>
            {VIEWS.map((each) => (
                <button key={each} type="button" data-view={each} aria-current={each === view ? 'page' : undefined} onClick={() => onView(each)}>
                    <T code={`view.${each}`} />
                </button>
            ))}
        </nav>
    );
}

function Footer({ version, licences, language }) {
    const texts = useTexts();
    const [foreign, setForeign] = useState(0);
    // The page changes with every answer of the engine.
    useEffect(() => {
        if (language === 'en') {
            setForeign(0);
            return undefined;
        }
        const count = () => setForeign(document.querySelectorAll('main [data-foreign]').length);
        const observer = new MutationObserver(count);
        observer.observe(document.querySelector('main'), { childList: true, subtree: true, characterData: true });
        count();
        return () => observer.disconnect();
    }, [language]);
    return (
        <footer>
            <p>{texts('about', version)}</p>
            {foreign > 0 && <p id="foreign">{texts('foreign', foreign)}</p>}
            <details class="licences">
                <summary><T code="licences" /></summary>
                <pre lang="en" tabindex="0">{licences}</pre>
            </details>
        </footer>
    );
}

/** Show the errors of the link. */
function Notice({ ruleset, refused }) {
    const texts = useTexts();
    return (
        <div role="alert" class="error notice">
            {ruleset ? texts('link.unknown', ruleset) : <>{texts('link.hand')} <Problem error={refused} /></>}
        </div>
    );
}

/** Return the sheet for a ruleset that is opened: the link's, if it is another one, else the one kept here. */
function sheetFor(storage, link, ruleset) {
    return link && !link.own && link.ruleset === ruleset ? link.sheet ?? '' : keptSheet(storage, ruleset);
}

/** Return the sheet of house rules for the current ruleset: {store, sheet, fromLink, ...}. A link's sheet is kept
 * only if the user keeps or changes it. */
function useHouseRules(storage, link, firstRuleset) {
    const ruleset = useRef(firstRuleset);
    const linked = useRef(link);
    const isForeign = (name) => sheetFor(storage, linked.current, name) !== keptSheet(storage, name);
    const [store] = useState(() => createSheet(sheetFor(storage, link, firstRuleset)));
    const [sheet, setSheet] = useState(store.text);
    const [fromLink, setFromLink] = useState(() => isForeign(firstRuleset));
    const own = () => {
        if (linked.current?.ruleset === ruleset.current)
            linked.current = null;
        setFromLink(false);
    };
    // Before anybody can press a button: what is pressed earlier would not be heard.
    useLayoutEffect(() => store.read((text, { opened } = {}) => {
        if (!opened) {
            own();
            keepSheet(storage, ruleset.current, text);
        }
        setSheet(text.trim() === EMPTY_SHEET.trim() ? '' : text);
    }), []);
    const open = (name) => {
        ruleset.current = name;
        store.open(sheetFor(storage, linked.current, name));
        setFromLink(isForeign(name));
    };
    return {
        store,
        sheet,
        fromLink,
        /** Whether keeping it replaces another one. */
        replaces: fromLink && keptSheet(storage, ruleset.current) !== '',
        open,
        keep: () => {
            keepSheet(storage, ruleset.current, store.text);
            own();
        },
        drop: () => {
            own();
            store.open(keptSheet(storage, ruleset.current));
        },
    };
}

/** built: data from the build: {version, ruleset, its description, rulesets, licences}; link: the state in the
 * address, or null; unknown: a ruleset that it names and the page does not have. Each view has a choice of rules of
 * its own. */
export function App({ engine, built, storage, loadEditor, loadLanguage, link, unknown, view: firstView, firstChoice, handChoice, firstLanguage }) {
    const [view, setView] = useState(VIEWS.includes(firstView) ? firstView : VIEWS[0]);
    const [language, setLanguage] = useState(firstLanguage);
    const house = useHouseRules(storage, link, firstChoice.name);
    const { store, sheet } = house;
    const [choice, setChoice] = useState(firstChoice);
    const [notice, setNotice] = useState(unknown ? { ruleset: unknown } : null);
    const choices = useRef({ hand: handChoice });
    const [recent, setRecent] = useState(() => recentRulesets(storage));
    const { rules, error, choice: described } = useRules(engine, choice,
        choice.name === built.ruleset && !choice.options.length ? { rules: built.description, choice } : {});
    const diagnostics = useSheet(engine, sheet, choice, setChoice);
    const broken = diagnostics.some(({ severity }) => severity === 'error');
    const [hand, history] = useHistory(() => emptyHand, { active: view === 'hand' });
    const judged = useVerdict(engine, described, rules, hand);
    const contradictions = useMemo(() => new Map(judged.verdict?.contradictions ?? []), [judged.verdict]);
    const counted = useMemo(() => new Set(judged.verdict?.result?.yaku?.map(({ id }) => id)), [judged.verdict]);
    const pending = useRef(null);
    const known = useMemo(() => new Set(built.rulesets.map(({ id }) => id)), []);

    useEffect(() => {
        document.documentElement.lang = languageTag(language);
        document.title = `Kazoe: ${say(language, 'tagline').text}`;
    }, [language]);
    useEffect(() => {
        if (rules)
            history.adapt((before) => adapted(before, rules));
    }, [rules]);

    // Drop kept options that this version does not have.
    useEffect(() => {
        if (error && choice.kept && choice.options.length)
            setChoice({ ...choice, options: [], kept: false });
    }, [error]);

    // The hand of the link is read when its rules are loaded.
    const unread = useRef(link?.hand ?? null);
    useEffect(() => {
        if (rules && described === choice && unread.current && (!sheet || choice.overlays.length || diagnostics.length)) {
            read(unread.current).then((refused) => refused && setNotice({ refused }));
            unread.current = null;
        }
    }, [rules, described, diagnostics]);
    const state = { view, ruleset: choice.name, options: choice.options, sheet, hand: sizeOf(hand) ? lineOf(hand) : '' };
    useEffect(() => {
        if (unread.current)
            return undefined;
        const own = !house.fromLink;
        const later = setTimeout(() => window.history.replaceState({ own }, '', linkOf(state)), LINK_AFTER);
        return () => clearTimeout(later);
    }, [view, choice, sheet, hand, house.fromLink]);
    useEffect(() => {
        const onHashChange = () => location.reload();
        addEventListener('hashchange', onHashChange);
        return () => removeEventListener('hashchange', onHashChange);
    }, []);

    const onLanguage = async (code) => {
        storage.set('language', code);
        setLanguage(await loadLanguage(code));
    };
    // Other rules come with their own house rules.
    const openRules = ({ name, options, kept }) => {
        if (name !== choice.name)
            house.open(name);
        setChoice({ name, options, kept, overlays: name === choice.name ? choice.overlays : [] });
    };
    const onView = (next) => {
        if (next === view)
            return;
        choices.current[view] = choice;
        const evening = next === 'evening' ? readEvening(storage) : null;
        storage.set('view', next);
        setView(next);
        openRules(evening?.text && known.has(evening.ruleset) ? { name: evening.ruleset, options: evening.options } : choices.current[next] ?? choice);
    };
    const onChoice = (next) => {
        setNotice(null);
        setRecent(keepChoice(storage, next, { last: view === 'hand' }));
        openRules(next);
    };
    const onRuleset = (name) => onChoice({ name, options: optionsOf(storage, name), kept: true });
    const onOption = (id, value) => {
        const { default: normal } = rules.options.find((option) => option.id === id);
        const options = choice.options.filter(([other]) => other !== id);
        onChoice({ ...choice, options: value === null || value === normal ? options : [...options, [id, value]] });
    };
    const houseFile = () => fileOf(sheet, { ruleset: choice.name, options: choice.options, id: 'house-rules' });
    // A file counts only if it loads. Until the sheet is changed again, what it replaced can be had back.
    const [replaced, setReplaced] = useState(null); // {by: the sheet of the file, of: its ruleset, choice, there}
    const onHouseFile = async (text) => {
        const file = sheetOf(text, known), next = file.sheet, of = file.ruleset ?? choice.name;
        const overlays = [{ name: 'house rules', text: next || (file.ruleset ? EMPTY_SHEET : '') }];
        const found = await engine.call('check', { name: of, overlays, options: file.ruleset ? file.options : choice.options }).catch((failed) => [failed]);
        const errors = found.filter(({ severity }) => (severity ?? 'error') === 'error');
        if (errors.length)
            return errors;
        const isSame = of === choice.name;
        setReplaced({ by: next, of, choice, there: { options: isSame ? choice.options : optionsOf(storage, of), sheet: isSame ? store.text : keptSheet(storage, of) } });
        if (file.ruleset)
            onChoice({ name: of, options: file.options });
        store.write(next);
        return [];
    };
    const onHouseUndo = () => {
        onChoice({ ...choice, options: replaced.there.options });
        store.write(replaced.there.sheet);
        if (replaced.choice.name !== choice.name)
            onChoice(replaced.choice);
        setReplaced(null);
    };
    const onDropHouse = () => {
        onChoice({ ...choice, options: [] });
        store.write('');
    };
    const onHand = (next) => {
        setNotice(null);
        history.set(adapted(next, rules));
    };
    const read = async (text) => {
        pending.current = text;
        const { value, error: refused } = await engine.call('convert', { choice, text }).catch((failed) => ({ error: failed }));
        if (value !== undefined && pending.current === text)
            onHand(handOf(value, rules));
        return refused ?? null;
    };
    const names = useMemo(() => (rules ? namesOf(rules) : new Map()), [rules]);
    const ask = (yaku) => engine.call('whyNot', { choice: described, line: lineOf(hand), yaku });
    const address = () => new URL(linkOf(state), location.href).href;

    const choosing = (
        <RulesChoice rulesets={built.rulesets} {...{ recent, choice, rules, onRuleset, onOption }}>
            {rules && described?.overlays.length > 0 && <p class="label"><RulesName choice={described} rulesets={built.rulesets} label={rules.ruleset} /></p>}
            {error && <p role="alert" class="error"><Problem error={error} /></p>}
            <HouseRules {...{ engine, store, sheet, rules, diagnostics, broken, loadEditor }} gameFields={built.gameFields} choice={described} changed={choice.options.length > 0} file={houseFile}
                onFile={onHouseFile} onDrop={onDropHouse} onUndo={replaced && replaced.of === choice.name && replaced.by === store.text ? onHouseUndo : null} />
            <div class="actions">
                {rules && <RuleSheet {...{ engine, language, choice, broken }} />}
                <CopyLink link={address} />
            </div>
        </RulesChoice>
    );
    return (
        <Language.Provider value={language}><Names.Provider value={names}>
            <Header {...{ language, onLanguage }} />
            <Views {...{ view, onView }} />
            <main class={`view-${view}`}>
                {notice && <Notice {...notice} />}
                {house.fromLink && <LinkBar sheet={sheet} replaces={house.replaces} onKeep={house.keep} onDrop={house.drop} />}
                {rules && <PrintHead {...{ rules, sheet, broken }} choice={described} rulesets={built.rulesets} version={built.version} />}
                {!(view === 'evening' && rules) && (
                    <div class="work">
                        {choosing}
                        {rules && <HandEntry {...{ hand, rules, contradictions, counted, read, history }} onChange={onHand} />}
                        {rules && (
                            <Verdict {...{ judged, rules, ask, hand }} onTile={(tile) => onHand(add(hand, 'tiles', tile, rules))}>
                                <Value {...{ engine, rules, hand }} choice={described} names={new Map(rules.limits.map(({ id, names }) => [id, names]))} />
                            </Verdict>
                        )}
                    </div>
                )}
                {rules && described && view === 'hand' && (
                    <Comparison {...{ engine, rules, hand }} choice={described} rulesets={built.rulesets} onHand={read}
                        full={sizeOf(hand, rules) >= rules.hand_size} />
                )}
                {rules && described && view === 'hand' && <Trainer {...{ engine, rules, storage }} choice={described} onHand={read} />}
                {rules && described && view === 'evening' && (
                    <Evening {...{ engine, rules, storage, onRuleset, language }} choice={described} rulesets={built.rulesets}
                        onRules={(name, options) => openRules({ name, options })}>
                        {choosing}
                    </Evening>
                )}
                {!rules && !error && <p role="status"><T code="loading" /></p>}
            </main>
            <Footer version={built.version} licences={built.licences} language={language} />
        </Names.Provider></Language.Provider>
    );
}
