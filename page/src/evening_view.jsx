// An evening: the players, the next deal, the deals so far with scores, places, and the lines as a file.
import { useContext, useEffect, useMemo, useState } from 'preact/hooks';
import { dealOfLine } from './deal.js';
import { DealForm, useWorths, useWorthText } from './deal_form.jsx';
import { endOf, fileOf, gamesOf, isScoredBy, keepEvening, linesOf, nameOf, onOtherTab, plainLabel, playersLine, readEvening, readFile, renamed, shownName, stateOf, textOf, turnOf, withLines } from './evening.js';
import { download, onFileChosen } from './file.js';
import { useHistory } from './history.js';
import { Language, pick, say, useTexts } from './language.js';
import { wordsOf } from './print.jsx';
import { distinct, nameText, Problem, RulesName, rulesText, T } from './text.jsx';
import { signed } from './verdict.jsx';

// --- the lines and what the engine says of them ----------------------------------------------------

function useLines(storage) {
    const keptLines = () => linesOf(readEvening(storage)?.text ?? '');
    const [lines, history] = useHistory(keptLines, { isSame: (a, b) => textOf(a) === textOf(b) });
    useEffect(() => onOtherTab(() => history.set(keptLines())), []);
    return [lines, history];
}

/** Return {found, error}: the engine's answers to the lines. */
function useFound(engine, choice, lines) {
    const [state, setState] = useState({ lines: null, found: [], error: null });
    useEffect(() => {
        let current = true;
        engine.call('evening', { choice, lines }, 'evening').then(
            ({ value, error }) => current && setState({ lines, found: value ?? [], error: error ?? null }),
            (error) => current && error.code !== 'superseded' && setState({ lines, found: [], error }));
        return () => { current = false; };
    }, [choice, lines]);
    return state;
}

function useFigures(engine, choice) {
    const [figures, setFigures] = useState({ totals: [], fu: [] });
    useEffect(() => {
        let current = true;
        engine.call('figures', { choice }).then((found) => current && setFigures(found), () => {});
        return () => { current = false; };
    }, [choice]);
    return figures;
}

function numberText(number) {
    return number < 0 ? `\u2212${-number}` : String(number);
}

// --- words -----------------------------------------------------------------------------------------

/** Return a function for "East 2", or short "E2"; counters: add their number. */
function useTurn() {
    const texts = useTexts();
    return (text, { short = false } = {}) => {
        const turn = turnOf(text);
        if (!turn)
            return text ?? '';
        const where = texts(`${short ? 'turn.short' : 'turn'}.${turn.wind}`, turn.dealer);
        return short && turn.counters ? `${where}\u00b7${turn.counters}` : where;
    };
}

/** Return a function for a deal in words of the page's language; the line itself if the form cannot show it. worths:
 * the results of its winners. */
function useSaid(rules) {
    const language = useContext(Language);
    const texts = useTexts();
    const unit = say(language, `unit.${rules.unit}`)?.text ?? rules.unit;
    const comma = texts('worth.comma');
    const worthText = useWorthText(rules);
    const wonSaid = ({ by, total, fu, limit, multiplier, liable, points, hand }, line) => {
        if (by === 'limit')
            return `${nameText(language, rules.limits.find(({ id }) => id === limit)?.names, limit)}${Number(multiplier) > 1 ? ` \u00d7 ${multiplier}` : ''}${liable ? ` (${texts('liable.who')}: ${shownName(liable.who)})` : ''}`;
        if (by === 'points')
            return texts('worth.points', points);
        if (by === 'hand')
            return line.split(' ').filter((word) => hand.win && /^[[(+0-9]/.test(word)).join(' ');
        return [texts('worth.total', total, unit), ...(fu ? [texts('worth.fu', fu)] : [])].join(' ');
    };
    const foulSaid = (who) => `${texts('deal.how.chombo')}: ${who}${rules.chombo ? ` (${texts('deal.at_the_end', signed(-rules.chombo))})` : ''}`;
    return (line, names, worths = new Map()) => {
        const deal = dealOfLine(line, rules, names);
        const list = (each) => each.join(comma), people = (each) => list(each.map(shownName));
        const worth = (who) => (worths.get(who)?.win ? ` (${worthText(worths.get(who))})` : '');
        if (!deal || deal.rest)
            return line + list([...worths.keys()].map(worth).filter(Boolean));
        const parts = [];
        if (deal.how === 'ron' || deal.how === 'tsumo')
            parts.push(texts(`said.${deal.how}`, list(deal.winners.map(({ who, won }) => `${shownName(who)}: ${wonSaid(won, line)}${won.by === 'hand' ? worth(who) : ''}`)), shownName(deal.from ?? '')));
        else
            parts.push(deal.how === 'draw' ? texts(deal.draw ? `draw.${deal.draw}` : 'draw.exhaustive') : foulSaid(people(deal.chombo)));
        for (const key of ['tenpai', 'nagashi', 'riichi'])
            if (deal[key].length)
                parts.push(`${texts(`deal.${key}`)}: ${people(deal[key])}`);
        return parts.join(texts('said.then'));
    };
}

// --- players ---------------------------------------------------------------------------------------

/** onNames returns an error, or null. */
function Names({ rules, first, title, onNames, onCancel }) {
    const texts = useTexts();
    const [names, setNames] = useState(() => rules.seats.map((_, index) => shownName(first[index] ?? '')));
    const [error, setError] = useState(null);
    const submit = async (event) => {
        event.preventDefault();
        setError(await onNames(names.map(nameOf)));
    };
    const up = (index) => setNames(names.map((name, at) => (at === index - 1 ? names[index] : at === index ? names[index - 1] : name)));
    return (
        <section class="panel deal" aria-labelledby="names-title">
            <h2 id="names-title">{title}</h2>
            <p class="hint"><T code="names.hint" /></p>
            <form class="names" onSubmit={submit}>
                {rules.seats.map((seat, index) => (
                    <div key={seat} class="name-row">
                        <label for={`name-${index}`}>{texts(`seat.${seat}`)}</label>
                        <input id={`name-${index}`} type="text" required maxLength={40} autocomplete="off" spellcheck={false} value={names[index]}
                            onInput={(event) => setNames(names.map((name, at) => (at === index ? event.target.value : name)))} />
                        <button type="button" class="small" disabled={index === 0} aria-label={texts('names.up', names[index] || texts(`seat.${seat}`))} onClick={() => up(index)}>↑</button>
                    </div>
                ))}
                {error && <p role="alert" class="error"><Problem error={error} /></p>}
                <div class="actions">
                    <button type="submit" class="primary"><T code="names.play" /></button>
                    {onCancel && <button type="button" onClick={onCancel}><T code="deal.cancel" /></button>}
                </div>
            </form>
        </section>
    );
}

// --- deals and places ------------------------------------------------------------------------------

function Row({ row, players, said, worths, turn, marked, onEdit }) {
    const texts = useTexts();
    const { line, deal, error } = row;
    const where = deal ? turn(deal.round, { short: true }) : '';
    const about = deal ? where : line;
    return (
        <tr class={`${error ? 'refused' : deal ? 'played' : 'remark'}${marked ? ' marked' : ''}`} data-line={row.index}>
            {deal ? <th scope="row" class="turn">{where}</th> : <td class="turn" />}
            {deal && players.map((player, index) => (
                <td key={player} class="number">
                    {numberText(deal.scores[index])}
                    {deal.payments?.[index] ? <small class={deal.payments[index] > 0 ? 'gain' : 'loss'}>{signed(deal.payments[index])}</small> : null}
                </td>
            ))}
            <td class="said" colSpan={deal ? 1 : players.length + 1}>
                <button type="button" class="small edit" data-edit={row.index} aria-label={texts('deal.edit_of', about)} onClick={onEdit}><T code="deal.edit" /></button>
                <span class="what">{deal ? said(line, players, worths) : line}</span>
                {error && <span class="error"><Problem error={error} />{error.at ? ` (${texts('deal.column', error.at)})` : ''}</span>}
            </td>
        </tr>
    );
}

function Places({ end, ended, played }) {
    const texts = useTexts();
    if (!end?.places || !played)
        return null;
    return (
        <table class="places">
            <caption>{texts(end.over || ended ? 'places' : 'places.now')}</caption>
            <thead><tr><th scope="col">{texts('places.place')}</th><th scope="col">{texts('places.name')}</th>
                <th scope="col" class="number">{texts('places.score')}</th><th scope="col" class="number">{texts('compare.points')}</th></tr></thead>
            <tbody>
                {end.places.map(({ place, player, name, score, points }) => (
                    <tr key={player}><td>{place}</td><th scope="row">{shownName(String(name ?? player))}</th><td class="number">{numberText(score)}</td><td class="number gain-of">{signed(points)}</td></tr>
                ))}
            </tbody>
        </table>
    );
}

function Game({ game, number, ended, said, worths, turn, target, onTarget, onNames, rules }) {
    const texts = useTexts();
    const { end } = game;
    const players = game.players.length ? game.players : rules.seats.map((_, index) => String(index + 1));
    const rows = game.rows.filter(({ line }) => line.trim());
    return (
        <section class="game" aria-labelledby={`game-${number}`}>
            <div class="panel-head">
                <h3 id={`game-${number}`}>{texts('evening.game', number)}</h3>
                {game.at >= 0 && <button type="button" class="small" data-names={number} onClick={onNames}><T code="names.change" /></button>}
            </div>
            {rows.length > 0 && (
                <table class={`deals of-${players.length}`}>
                    <thead><tr><th scope="col"><span class="hidden">{texts('evening.deal')}</span></th>
                        {players.map((player) => <th key={player} scope="col" class="number" title={shownName(player)}>{shownName(player)}</th>)}
                        <th scope="col" class="said"><span class="hidden">{texts('evening.what')}</span></th></tr></thead>
                    <tbody>
                        {rows.map((row) => (
                            <Row key={row.index} {...{ row, players, said, turn }} worths={worths.get(row.index)} marked={target.at === row.index && target.kind !== 'next'}
                                onEdit={() => onTarget({ kind: 'change', at: row.index })} />
                        ))}
                    </tbody>
                </table>
            )}
            {end?.refused > 0 && <p class="hint">{texts('evening.refused')}</p>}
            <Places {...{ end, ended }} played={game.rows.some(({ deal }) => deal)} />
        </section>
    );
}

function Totals({ totals, games }) {
    const texts = useTexts();
    if (games < 2 || !totals.length)
        return null;
    return (
        <table class="totals">
            <caption>{texts('totals')}</caption>
            <thead><tr><th scope="col">{texts('places.name')}</th><th scope="col" class="number">{texts('totals.games')}</th><th scope="col" class="number">{texts('compare.points')}</th></tr></thead>
            <tbody>
                {[...totals].sort((a, b) => b.points - a.points).map(({ name, games: played, points }) => (
                    <tr key={name}><th scope="row">{shownName(name)}</th><td class="number">{played}</td><td class="number">{signed(points)}</td></tr>
                ))}
            </tbody>
        </table>
    );
}

/** The current position in the game, and the scores. */
function Now({ game, rules, turn }) {
    const texts = useTexts();
    const { scores, deposits } = stateOf(game, rules);
    const next = turnOf(game.end?.next);
    return (
        <div class="now">
            <p class="now-turn" role="status">
                <strong>{game.end?.over ? texts('evening.over') : turn(game.end?.next)}</strong>
                {next && rules.counters && <span>{texts('evening.counters', next.counters)}</span>}
                {rules.bet > 0 && <span>{texts('evening.deposits', deposits)}</span>}
            </p>
            <ul class="scores">
                {game.players.map((player, index) => (
                    <li key={player} class={next?.dealer === index + 1 ? 'dealer' : undefined}>
                        <span class="player" title={shownName(player)}>{shownName(player)}</span> <strong>{numberText(scores[index])}</strong>
                        {next?.dealer === index + 1 && <span class="dealer-mark">{texts('evening.dealer')}</span>}
                    </li>
                ))}
            </ul>
        </div>
    );
}

// --- the lines as a file ---------------------------------------------------------------------------

function Import({ onText }) {
    const [text, setText] = useState('');
    const [refused, setRefused] = useState(null);
    const take = (read) => {
        setRefused(null);
        onText(read);
    };
    return (
        <details class="import">
            <summary><T code="evening.import" /></summary>
            <p class="hint"><T code="evening.import_hint" /></p>
            <label class="file"><T code="evening.open" /> <input type="file" accept=".txt,text/plain" onChange={onFileChosen(take, setRefused)} /></label>
            {refused && <p role="alert" class="error"><Problem error={refused} /></p>}
            <label class="pasted"><T code="evening.paste" />
                <textarea id="evening-text" rows="5" spellcheck={false} value={text} onInput={(event) => setText(event.target.value)} /></label>
            <button type="button" id="evening-read" disabled={!text} onClick={() => { onText(text); setText(''); }}><T code="line.read" /></button>
        </details>
    );
}

/** label: of the rules. */
function Files({ lines, label, readPage, onText }) {
    const [asked, setAsked] = useState(false);
    const [copied, setCopied] = useState(false);
    const text = fileOf(lines, label);
    useEffect(() => setCopied(false), [lines]);
    const save = () => download('evening.txt', 'text/plain', text);
    const copy = () => navigator.clipboard.writeText(text).then(() => setCopied(true), () => {});
    const savePage = async () => {
        const page = await readPage();
        if (page)
            download('evening.html', 'text/html', page);
    };
    return (
        <div class="evening-files">
            <div class="actions">
                <button type="button" id="evening-print" onClick={() => print()}><T code="evening.print" /></button>
                <button type="button" id="evening-save" onClick={save}><T code="evening.save" /></button>
                <button type="button" id="evening-copy" onClick={copy}><T code={copied ? 'evening.copied' : 'evening.copy'} /></button>
                <button type="button" id="evening-page" onClick={savePage}><T code="evening.page" /></button>
                <button type="button" id="evening-new" aria-expanded={asked} onClick={() => setAsked(!asked)}><T code="evening.new" /></button>
            </div>
            {asked && (
                <div class="bar" role="group" aria-labelledby="evening-sure">
                    <p id="evening-sure"><T code="evening.sure" /></p>
                    <div class="actions">
                        <button type="button" onClick={save}><T code="evening.save" /></button>
                        <button type="button" id="evening-clear" onClick={() => { onText(''); setAsked(false); }}><T code="evening.clear" /></button>
                        <button type="button" onClick={() => setAsked(false)}><T code="deal.cancel" /></button>
                    </div>
                </div>
            )}
            <Import onText={onText} />
        </div>
    );
}

// --- the evening -----------------------------------------------------------------------------------

/** Say that the ruleset has no games, and offer those that have. */
function NoGame({ rulesets, onRuleset }) {
    const language = useContext(Language);
    return (
        <section class="panel no-game">
            <h2><T code="view.evening" /></h2>
            <p role="status"><T code="evening.no_game" /></p>
            <div class="actions">
                {rulesets.filter(({ game }) => game).map(({ id, title }) => (
                    <button key={id} type="button" data-ruleset={id} onClick={() => onRuleset(id)}>{pick(language, title)?.text ?? id}</button>
                ))}
            </div>
        </section>
    );
}

/** Say that the evening was scored by other rules before. same: rules of the same spec; back: these rules, if they
 * can be chosen again; houseRules: they had house rules, which are not kept with the lines. */
function OtherRules({ was, is, same, back, houseRules, onBack, onKeep }) {
    const texts = useTexts();
    return (
        <section class="bar other-rules">
            <p>{same ? texts('evening.changed_rules', is) : texts('evening.other_rules', was, is)}</p>
            {houseRules && <p>{texts('evening.house_rules')}</p>}
            <div class="actions">
                {back && <button type="button" onClick={onBack}>{texts('evening.back_to', back)}</button>}
                <button type="button" onClick={onKeep}>{texts('evening.keep', is)}</button>
            </div>
        </section>
    );
}

const NEXT = { kind: 'next', at: -1 };

function Played({ engine, choice, rules, rulesets, lines, storage, history, before, label, setBefore, onRules, children }) {
    const texts = useTexts();
    const turn = useTurn();
    const said = useSaid(rules);
    const language = useContext(Language);
    // House rules of before are known only to have been there.
    const asBefore = before && { name: before.ruleset, options: before.options, overlays: before.label !== plainLabel(before.label) ? [{}] : [] };
    const [was, is] = before ? distinct([asBefore, choice].map((each) => rulesText(language, rulesets, each)), [before.label, label]) : [];
    const { found, error, lines: answered } = useFound(engine, choice, lines);
    const figures = useFigures(engine, choice);
    const [target, setTarget] = useState(NEXT);
    const [entered, setEntered] = useState(0); // number of deals, so that the form begins anew after each
    const { games, totals } = useMemo(() => gamesOf(answered ?? lines, found), [answered, found]);
    const [kept, setKept] = useState(true);
    // Hands by tiles are worth what the engine says.
    const byTiles = games.flatMap(({ players, rows }) => rows.filter(({ line, deal }) => players.length && deal?.winners && /\s\+[0-9]/.test(line)).map(({ index, line, deal }) => ({ index, line, players, round: deal.round })));
    const results = useWorths(engine, choice, rules, byTiles, 'worths');
    const worths = new Map(results.map((each, at) => [byTiles[at].index, each]));
    const last = games.at(-1);
    useEffect(() => setTarget(NEXT), [lines]);
    useEffect(() => {
        // An evening that was opened and not changed is stored already, with the rules that scored it.
        if (!before)
            setKept(keepEvening(storage, { ruleset: choice.name, options: choice.options, label, digest: rules.digest, text: textOf(lines) }) !== false);
    }, [lines, choice, label, rules.digest, before]);
    const { set } = history;
    // If the lines are of other rules, ask before they are stored.
    const onText = (text) => {
        const file = readFile(text);
        set(file.lines);
        setBefore(file.label === null || isScoredBy(file, rules) ? null : { ...file, text });
    };
    const readPage = () => engine.call('eveningPage', { choice, lines, language, words: wordsOf(language) }).then(({ value }) => value, () => null);
    // Names are checked before they are stored.
    const onNames = async (next, at) => {
        const { value, error: failed } = await engine.call('evening', { choice, lines: next.slice(0, at + 1) }).catch((each) => ({ error: each }));
        const refused = failed ?? value.find(({ line }) => line === at + 1)?.error ?? null;
        if (!refused)
            set(next);
        return refused;
    };
    const onLine = (next) => {
        setTarget(NEXT);
        setEntered(entered + 1);
        if (next)
            set(next);
    };
    const begun = games.some(({ at }) => at >= 0);
    const end = endOf(lines);
    const of = (index) => games.find(({ rows }) => rows.some((row) => row.index === index));
    const roundOf = (index) => turn(of(index)?.rows.find((row) => row.index === index)?.deal?.round, { short: true }) || lines[index];
    const game = target.kind === 'change' || target.kind === 'insert' ? of(target.at) ?? last : last;
    const players = game.players.length ? game.players : rules.seats;
    const places = { next: () => texts('deal.next', turn(last.end?.next)), change: () => texts('deal.edit_of', roundOf(target.at)), insert: () => texts('deal.insert_of', roundOf(target.at)) };
    const form = () => {
        if (!begun && target.kind === 'next')
            return <Names key="first" rules={rules} first={[]} title={texts('names')} onNames={(names) => onNames(withLines(lines, end, 0, playersLine(names)), end)} />;
        if (target.kind === 'new' || (target.kind === 'next' && last.end?.over))
            return <Names key={`new${end}`} rules={rules} first={last.players} title={texts('evening.new_game')} onCancel={target.kind === 'new' ? () => setTarget(NEXT) : null}
                onNames={(names) => onNames(withLines(lines, end, 0, playersLine(names)), end)} />;
        if (target.kind === 'names')
            return <Names key={`names${target.at}`} rules={rules} first={games.find(({ at }) => at === target.at)?.players ?? []} title={texts('names.change')}
                onCancel={() => setTarget(NEXT)} onNames={(names) => onNames(renamed(lines, target.at, names), target.at)} />;
        return (
            <DealForm key={[target.kind, target.at, entered, ...players].join(' ')} {...{ engine, choice, rules, lines, players, figures, said }} place={places[target.kind]()}
                target={{ at: target.kind === 'next' ? end : target.at, replaces: target.kind === 'change' }}
                onLine={onLine} onCancel={target.kind === 'next' ? null : () => setTarget(NEXT)}
                onInsert={() => setTarget({ kind: 'insert', at: target.at })} onDelete={() => onLine(withLines(lines, target.at, 1))}
                shown={target.kind !== 'next' ? 'form' : entered > 0 ? 'scores' : null} />
        );
    };
    return (
        <>
            {before && !isScoredBy(before, rules) && lines.length > 0 && (
                <OtherRules {...{ was, is }} same={before.label === label} onKeep={() => setBefore(null)} houseRules={before.label !== label && plainLabel(before.label) !== before.label}
                    back={rulesets.some(({ id }) => id === before.ruleset) && (before.ruleset !== choice.name || JSON.stringify(before.options) !== JSON.stringify(choice.options))
                        ? rulesText(language, rulesets, { ...asBefore, overlays: [] }) : null} onBack={() => onRules(before.ruleset, before.options)} />
            )}
            <section class="panel evening" aria-labelledby="evening-title">
                <div class="panel-head">
                    <h2 id="evening-title"><T code="view.evening" /> <span class="label soft"><RulesName {...{ rulesets, choice, label }} /></span></h2>
                    <button type="button" id="evening-undo" onClick={history.undo} disabled={!history.canUndo}><T code="undo" /></button>
                    <button type="button" id="evening-redo" onClick={history.redo} disabled={!history.canRedo}><T code="redo" /></button>
                </div>
                {error && <p role="alert" class="error"><Problem error={error} /></p>}
                {begun ? <Now game={last} {...{ rules, turn }} /> : <p class="hint"><T code="evening.hint" /></p>}
                {begun && !last.end?.over && last.rows.some(({ deal }) => deal) && target.kind === 'next' && (
                    <button type="button" class="small new-game" onClick={() => setTarget({ kind: 'new', at: -1 })}><T code="evening.new_game" /></button>
                )}
                {!kept && <p class="hint"><T code="evening.not_kept" /></p>}
            </section>
            {!begun && children}
            <div class="evening-work">
                {form()}
                <section class="panel sheet" aria-label={texts('evening.sheet')}>
                    {games.map((each, index) => (begun || each.rows.length > 0) && (
                        <Game key={index} game={each} number={index + 1} ended={index + 1 < games.length} {...{ said, worths, turn, target, rules }} onTarget={setTarget}
                            onNames={() => setTarget({ kind: 'names', at: each.at })} />
                    ))}
                    <Totals totals={totals} games={games.length} />
                    {lines.length > 0 ? <Files {...{ lines, label, readPage, onText }} /> : <Import onText={onText} />}
                </section>
            </div>
            {begun && children}
        </>
    );
}

export function Evening({ engine, choice, rules, rulesets, storage, onRuleset, onRules, children }) {
    const [lines, history] = useLines(storage);
    const [before, setBefore] = useState(() => readEvening(storage));
    // With the same rules again, or without lines, there is nothing to ask.
    useEffect(() => {
        if (before && (isScoredBy(before, rules) || !lines.length))
            setBefore(null);
    }, [before, rules, lines]);
    if (!rules.game)
        return <>{children}<NoGame {...{ rulesets, onRuleset }} /></>;
    return <Played label={rules.ruleset} {...{ engine, choice, rules, rulesets, lines, storage, history, before, setBefore, onRules }}>{children}</Played>;
}
