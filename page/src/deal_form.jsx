// The form for a deal of an evening: winners and wins, riichi, draws. Below it is the line that it writes, which
// may be typed as well, with the engine's answer.
import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import { dealOfLine, emptyDeal, endedBy, HOWS, lineOfDeal, toggled, withWon, wonBy } from './deal.js';
import { gamesOf, seatedLine, seatsOf, shownName, withLines } from './evening.js';
import { handOf, lineOf } from './hand.js';
import { Choice, Circumstances, Liable, Line, TileEntry } from './hand_entry.jsx';
import { Language, say, useTexts } from './language.js';
import { English, nameText, Problem, T } from './text.jsx';
import { signed } from './verdict.jsx';

/** Buttons for players, several of whom can be chosen. */
function Players({ name, legend, players, chosen, onToggle }) {
    return (
        <fieldset class="choice">
            <legend><T code={legend} /></legend>
            {players.map((player) => (
                <label key={player} class="chip">
                    <input type="checkbox" name={name} value={player} checked={chosen.includes(player)} onChange={() => onToggle(player)} />
                    <span>{shownName(player)}</span>
                </label>
            ))}
        </fieldset>
    );
}

const MAX_BUTTONS = 12;

/** A number, typed or chosen among the usual ones. */
function Figure({ name, label, value, usual = [], onChange }) {
    const texts = useTexts();
    const [typed, setTyped] = useState(null); // if it is no whole number; the deal then has none
    const onInput = ({ target }) => {
        const good = !target.validity.badInput && /^\d*$/.test(target.value);
        setTyped(good ? null : target.value);
        onChange(good ? target.value : '');
    };
    const onUsual = (each) => {
        setTyped(null);
        onChange(String(each) === value ? '' : String(each));
    };
    return (
        <div class="figure">
            <label class="count">
                {label}
                <input type="number" inputMode="numeric" min="0" max="999999" name={name} value={typed ?? value}
                    aria-invalid={typed === null ? undefined : 'true'} onInput={onInput} />
            </label>
            {typed !== null && <span class="error" role="alert">{texts('deal.bad_number')}</span>}
            {usual.length > 0 && usual.length <= MAX_BUTTONS && (
                <span class="usual">
                    {usual.map((each) => (
                        <button key={each} type="button" class="small" aria-label={`${label} ${each}`} aria-pressed={String(each) === value}
                            data-figure={`${name}-${each}`} onClick={() => onUsual(each)}>
                            {each}
                        </button>
                    ))}
                </span>
            )}
        </div>
    );
}

function Limits({ who, won, set, rules, players, scope }) {
    const language = useContext(Language);
    const texts = useTexts();
    const limits = rules.limits.filter(({ in_use }) => in_use);
    const fed = rules.yaku.filter(({ open, in_use: used }) => used && won.limit && open === won.limit);
    return (
        <>
            <Choice name={`${scope}limit`} legend="compare.limit" values={limits.map(({ id }) => id)} value={won.limit}
                label={(id) => nameText(language, limits.find((limit) => limit.id === id).names, id)} onChange={(limit) => set({ limit, liable: null })} />
            <Figure name={`${scope}multiplier`} label={texts('deal.multiplier')} value={won.multiplier} onChange={(multiplier) => set({ multiplier })} />
            {fed.length > 0 && (
                <Liable liable={won.liable} list={fed} whos={players.filter((player) => player !== who)} label={shownName} scope={scope} onChange={(liable) => set({ liable })} />
            )}
        </>
    );
}

function Tiles({ won, set, rules, scope, read }) {
    const { hand } = won;
    const change = (next) => set({ hand: next });
    const readHand = async (text) => {
        const { value, error } = await read(text);
        if (value !== undefined)
            change({ ...handOf(value, rules), by: hand.by });
        return error ?? null;
    };
    // Who declared riichi is said of the deal, with the bet. A line may have said it of the hand.
    const circumstances = rules.circumstances.filter(({ id }) => id !== 'riichi' || !rules.bet || hand.flags.includes('riichi'));
    return (
        <div class="tiles-won">
            <TileEntry {...{ hand, rules, scope }} onChange={change} />
            <Circumstances hand={hand} rules={{ ...rules, circumstances }} contradictions={new Map()} onChange={change} />
            <Line line={lineOf(hand).replace(/ ?\b(seat|round|from)=\w+/g, '')} read={readHand} scope={scope} />
        </div>
    );
}

/** The win of a winner. */
function Won({ winner: { who, won }, deal, players, rules, figures, several, index, read, onChange }) {
    const language = useContext(Language);
    const texts = useTexts();
    const set = (changes) => onChange({ ...won, ...changes });
    const unit = say(language, `unit.${rules.unit}`)?.text ?? rules.unit;
    const scope = `won${index}-`;
    const ways = ['total', ...(rules.limits.some(({ in_use }) => in_use) ? ['limit'] : []),
        ...(deal.how === 'ron' && rules.unit !== 'points' ? ['points'] : []), 'hand'];
    const label = (by) => (by !== 'total' ? <T code={`won.${by}`} /> : rules.fu ? `${unit} + ${texts('worth.fu', '').trim()}` : unit);
    return (
        <fieldset class="won">
            <legend>{several ? texts('deal.won_by', shownName(who)) : texts('deal.won')}</legend>
            <div class="targets" role="radiogroup" aria-label={texts('deal.won')}>
                {ways.map((by) => (
                    <label key={by} class="chip">
                        <input type="radio" name={`${scope}by`} value={by} checked={by === won.by} onChange={() => set({ by })} />
                        <span>{label(by)}</span>
                    </label>
                ))}
            </div>
            {won.by === 'total' && (
                <>
                    <Figure name={`${scope}total`} label={unit} value={won.total} usual={figures.totals} onChange={(total) => set({ total })} />
                    {rules.fu && <Figure name={`${scope}fu`} label={texts('worth.fu', '').trim()} value={won.fu} usual={figures.fu} onChange={(fu) => set({ fu })} />}
                </>
            )}
            {won.by === 'limit' && <Limits {...{ who, won, set, rules, players, scope }} />}
            {won.by === 'points' && <Figure name={`${scope}points`} label={texts('deal.points')} value={won.points} onChange={(points) => set({ points })} />}
            {won.by === 'hand' && <Tiles {...{ won, set, rules, scope, read }} />}
        </fieldset>
    );
}

function Losers({ deal, players, set }) {
    const losers = players.filter((player) => !deal.winners.some(({ who }) => who === player));
    return (
        <fieldset class="choice">
            <legend><T code="deal.losers" /></legend>
            {losers.map((player) => (
                <Figure key={player} name={`loser-${player}`} label={shownName(player)} value={deal.losers[player] ?? ''}
                    onChange={(points) => set({ losers: { ...deal.losers, [player]: points } })} />
            ))}
        </fieldset>
    );
}

function Winners({ deal, players, rules, figures, read, onChange }) {
    const set = (changes) => onChange({ ...deal, ...changes });
    const by = deal.how === 'tsumo' ? 'self_draw' : 'discard';
    const winners = deal.winners.map(({ who, won }) => ({ who, won: { ...won, hand: { ...won.hand, by } } }));
    return (
        <>
            {deal.how === 'ron' ? (
                <>
                    <Players name="winners" legend="deal.winners" players={players} chosen={winners.map(({ who }) => who)} onToggle={(who) => onChange(wonBy(deal, who))} />
                    <Choice name="from" legend="from" value={deal.from} onChange={(from) => set({ from })} label={shownName}
                        values={players.filter((player) => !winners.some(({ who }) => who === player))} />
                </>
            ) : (
                <Choice name="winner" legend="deal.winner" values={players} value={winners[0]?.who} label={shownName} onChange={(who) => onChange(wonBy(deal, who))} />
            )}
            {winners.map((winner, index) => (
                <Won key={winner.who} several={winners.length > 1} {...{ winner, deal, players, rules, figures, index, read }} onChange={(won) => onChange(withWon(deal, winner.who, won))} />
            ))}
            {rules.losers_settle && winners.length > 0 && <Losers {...{ deal, players, set }} />}
        </>
    );
}

function Fields({ deal, players, rules, figures, read, onChange }) {
    const texts = useTexts();
    const set = (changes) => onChange({ ...deal, ...changes });
    const list = (key) => ({ name: key, legend: `deal.${key}`, players, chosen: deal[key], onToggle: (who) => set({ [key]: toggled(deal[key], who) }) });
    return (
        <>
            <Choice name="how" legend="deal.how" values={HOWS} value={deal.how} label={(how) => <T code={`deal.how.${how}`} />} onChange={(how) => onChange(endedBy(deal, how))} />
            {(deal.how === 'ron' || deal.how === 'tsumo') && <Winners {...{ deal, players, rules, figures, read, onChange }} />}
            {deal.how === 'draw' && rules.draws.length > 0 && (
                <Choice name="draw" legend="deal.draw" values={['', ...rules.draws]} value={deal.draw} onChange={(draw) => set({ draw })}
                    label={(word) => <T code={word ? `draw.${word}` : 'draw.exhaustive'} />} />
            )}
            {deal.how === 'draw' && !deal.draw && rules.ready && <Players {...list('tenpai')} />}
            {deal.how === 'draw' && !deal.draw && rules.nagashi && <Players {...list('nagashi')} />}
            {deal.how !== 'chombo' && rules.bet > 0 && <Players {...list('riichi')} />}
            {deal.how === 'chombo' && <Players {...list('chombo')} />}
            <details class="rest" open={Boolean(deal.rest)}>
                <summary><T code="deal.rest" /></summary>
                <label><span class="hidden">{texts('deal.rest')}</span>
                    <input type="text" name="rest" value={deal.rest} maxLength={500} spellcheck={false} autocomplete="off" autocapitalize="off"
                        aria-describedby="rest-hint" onInput={(event) => set({ rest: event.target.value })} /></label>
                <p id="rest-hint" class="hint">{texts('deal.rest_hint')}</p>
            </details>
        </>
    );
}

// --- the engine's answer -------------------------------------------------------------------------

/** Return the engine's answer to a line at its place: {deal} or {error}; null until it is there. */
function usePreview(engine, choice, lines, target, line) {
    const [preview, setPreview] = useState(null);
    const of = [choice, lines, target.at, line];
    useEffect(() => {
        let current = true;
        const upTo = [...lines.slice(0, target.at), line];
        const show = ({ value, error }) => {
            const row = value && gamesOf(upTo, value).games.flatMap(({ rows }) => rows).find(({ index }) => index === target.at);
            if (current)
                setPreview({ of, deal: row?.deal ?? null, error: error ?? row?.error ?? null });
        };
        if (line?.trim())
            engine.call('evening', { choice, lines: upTo }, 'preview').then(show, (error) => error.code !== 'superseded' && show({ error }));
        return () => { current = false; };
    }, of);
    // An answer to another line does not count, even before the effect has run: the button would add a line unseen.
    return preview?.of.every((part, index) => part === of[index]) ? preview : null;
}

/** Return the results of the winners of deals, {line, players, round}, by name: a Map for each deal, or nothing yet. */
export function useWorths(engine, choice, rules, deals, key) {
    const lines = deals.map((deal) => seatedLine(deal, rules)), of = JSON.stringify(lines);
    const [answer, setAnswer] = useState(null);
    useEffect(() => {
        let current = true;
        if (lines.length)
            engine.call('worths', { choice, lines }, key).then((found) => current && setAnswer({ of, found }), () => {});
        return () => { current = false; };
    }, [choice, of]);
    if (answer?.of !== of)
        return [];
    return answer.found.map((results, index) => {
        const { players, round } = deals[index], seats = seatsOf(players, round, rules);
        return new Map(players.map((player) => [player, results.find(({ seat }) => seat === seats.get(player))]).filter(([, result]) => result));
    });
}

/** Return a function for the worth of a result in words: "2 fan, 40 fu, Mangan". */
export function useWorthText(rules) {
    const language = useContext(Language);
    const texts = useTexts();
    const unit = say(language, `unit.${rules.unit}`)?.text ?? rules.unit;
    return ({ total, fu, limit }) => [total && texts('worth.total', total, unit), fu && texts('worth.fu', fu),
        limit && nameText(language, rules.limits.find(({ id }) => id === limit)?.names, limit)].filter(Boolean).join(texts('worth.comma'));
}

/** Why a deal does not count: what its winners lack. */
function Lacking({ worths, rules, figures }) {
    const language = useContext(Language);
    const texts = useTexts();
    const unit = say(language, `unit.${rules.unit}`)?.text ?? rules.unit;
    return [...worths].filter(([, { win }]) => !win).map(([who, { reason, message }]) => (
        <p key={who} class="hint unusual">{shownName(who)}: {reason === 'below_minimum' && figures.minimum ? texts('deal.minimum', figures.minimum, unit) : <><T code="no_win" />: <English>{message}</English></>}</p>
    ));
}

function Preview({ engine, choice, preview, line, players, rules, figures, said }) {
    const texts = useTexts();
    const worthText = useWorthText(rules);
    const [worths = new Map()] = useWorths(engine, choice, rules, preview?.deal ? [{ line, players, round: preview.deal.round }] : [], 'worth');
    if (preview?.error) {
        const { error } = preview;
        // The engine names seats, although the players have names.
        const word = error.at ? /^[^\s,:]*/.exec(line.slice(error.at - 1))[0] : '';
        const isPlayer = players.includes(word), stranger = /is not a player/.test(error.message) && !isPlayer;
        const message = error.code === 'duplicate' && isPlayer ? error.message.replace(/\b[ESWN]\b/, shownName(word)) : error.message;
        return (
            <div class="error">
                {stranger ? texts('deal.not_player', shownName(word), players.map(shownName).join(texts('worth.comma'))) : <Problem error={{ ...error, message }} line={line} />}
                {stranger && <pre>{`${line}\n${' '.repeat(error.at - 1)}^`}</pre>}
            </div>
        );
    }
    if (!preview?.deal)
        return null;
    const { payments, counts, unusual, riichi_not_ready: notReady, chombo } = preview.deal;
    return (
        <>
            {!counts && <p class="hint">{texts('deal.void')}</p>}
            {!counts && <Lacking {...{ worths, rules, figures }} />}
            {chombo?.length > 0 && <p class="hint">{said(line, players)}</p>}
            {[...worths].filter(([, { win, stated }]) => win && !stated).map(([who, result]) => <p key={who} class="worth-of">{shownName(who)}: {worthText(result)}</p>)}
            {unusual && <p class="hint unusual">{texts('unusual')}</p>}
            {notReady && <p class="hint unusual">{texts('deal.not_ready', notReady.map((player) => shownName(players[player - 1])).join(texts('worth.comma')))}</p>}
            {payments && (
                <ul class="paid" aria-label={texts('payments')}>
                    {players.map((player, index) => <li key={player}>{shownName(player)} <strong class={payments[index] > 0 ? 'gain' : undefined}>{signed(payments[index])}</strong></li>)}
                </ul>
            )}
        </>
    );
}

// --- the form --------------------------------------------------------------------------------------

/** target: {at, replaces}: the index of the line, and whether it replaces the one there; place: a text about it;
 * shown: the part to scroll to, the form or the scores; said(line, players): a deal in words. */
export function DealForm({ engine, choice, rules, lines, players, target, place, figures, shown, said, onLine, onCancel, onInsert, onDelete }) {
    const texts = useTexts();
    const before = target.replaces ? lines[target.at] : null;
    const [deal, setDeal] = useState(() => (before !== null && dealOfLine(before, rules, players)) || emptyDeal);
    const [typed, setTyped] = useState(before);
    const head = useRef(null);
    const line = typed ?? lineOfDeal(deal, rules);
    const preview = usePreview(engine, choice, lines, target, line);
    useEffect(() => {
        if (!shown)
            return;
        const top = shown === 'scores' ? document.getElementById('evening-title') : head.current;
        top.scrollIntoView({ block: shown === 'scores' ? 'nearest' : 'start' });
        head.current.focus({ preventScroll: true });
    }, []);
    const onTyped = (text) => {
        setTyped(text);
        setDeal(dealOfLine(text, rules, players) ?? emptyDeal);
    };
    const onDeal = (next) => {
        setTyped(null);
        setDeal(next);
    };
    // A line that is entered before the engine has answered waits for the answer.
    const [waiting, setWaiting] = useState(null);
    const enter = () => {
        setWaiting(preview ? null : line);
        if (preview && !preview.error)
            onLine(line.trim() === before?.trim() ? null : withLines(lines, target.at, target.replaces ? 1 : 0, line.trim()));
    };
    useEffect(() => {
        if (preview && waiting !== null && waiting === line)
            enter();
    }, [preview, waiting]);
    const submit = (event) => {
        event.preventDefault();
        enter();
    };
    // Enter adds the line even if the button is disabled, and from a number, which is outside the form.
    const onKeyDown = (event) => {
        if (event.key !== 'Enter' || event.isComposing || (event.target.type !== 'number' && event.target.id !== 'deal-line'))
            return;
        event.preventDefault();
        event.currentTarget.querySelector('.add').requestSubmit();
    };
    const read = (text) => engine.call('convert', { choice, text }).catch((error) => ({ error }));
    return (
        <section class="panel deal" aria-labelledby="deal-title" onKeyDown={onKeyDown}>
            <div class="panel-head">
                <h2 id="deal-title" ref={head} tabindex="-1">{place}</h2>
                {target.replaces && <button type="button" id="deal-insert" onClick={onInsert}><T code="deal.insert" /></button>}
                {target.replaces && <button type="button" id="deal-delete" onClick={onDelete}><T code="deal.delete" /></button>}
                {onCancel && <button type="button" onClick={onCancel}><T code="deal.cancel" /></button>}
            </div>
            <Fields {...{ deal, players, rules, figures, read }} onChange={onDeal} />
            <form class="line add" onSubmit={submit}>
                <label for="deal-line"><T code="deal.line" /></label>
                <div class="line-row">
                    <input id="deal-line" type="text" spellcheck={false} autocomplete="off" autocapitalize="off" maxLength={2000} value={line ?? ''}
                        aria-invalid={preview?.error ? 'true' : undefined} aria-describedby="deal-said" onInput={(event) => onTyped(event.target.value)} />
                    <button type="submit" class="primary" disabled={!preview || Boolean(preview.error)}><T code={target.replaces ? 'deal.change' : 'deal.add'} /></button>
                </div>
                <div id="deal-said" class="said-of" aria-live="polite"><Preview {...{ engine, choice, preview, line, players, rules, figures, said }} /></div>
            </form>
        </section>
    );
}

