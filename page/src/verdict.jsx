// The worth of the hand with its reasons, or its waits, or its discards.
import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import { ASSUMED, kindOf } from './hand.js';
import { Language, say, useTexts } from './language.js';
import { Group, Name, nameText, Problem, Sentence, T, Tile, tileName } from './text.jsx';

/** Return points with the sign of a change. */
export function signed(points) {
    return points > 0 ? `+${points}` : points < 0 ? `\u2212${-points}` : '0';
}

// Return the groups of the reading that a list of groups means, each only once.
function litGroups(groups, wanted) {
    const left = [...wanted];
    return groups.map((group) => {
        const at = left.indexOf(group);
        if (at >= 0)
            left.splice(at, 1);
        return at >= 0;
    });
}

function groupsOf(reading) {
    return [...(reading.sets ?? []), ...(reading.pairs ?? []), ...(reading.pair ? [reading.pair] : []), ...(reading.tiles ? [reading.tiles] : [])];
}

function Reading({ reading, pointed }) {
    const groups = groupsOf(reading);
    const lit = pointed ? litGroups(groups, pointed) : groups.map(() => false);
    return (
        <div class={pointed ? 'reading pointing' : 'reading'} data-lit={lit.filter(Boolean).length}>
            {groups.map((group, index) => <Group key={index} text={group} lit={lit[index]} />)}
        </div>
    );
}

// --- worth ---------------------------------------------------------------------------------------

/** Return the headline of a hand: the payment, or the total if that counts in points. */
function headline({ total, points }, rules) {
    return rules.unit === 'points' && total ? total : points;
}

export function Worth({ result, rules, names }) {
    const language = useContext(Language);
    const texts = useTexts();
    const parts = [];
    const unit = say(language, `unit.${rules.unit}`)?.text ?? rules.unit;
    const said = headline(result, rules);
    if (said !== result.points)
        parts.push(texts('worth.gets', result.points));
    else if (result.total)
        parts.push(rules.unit === 'points' ? `${texts('compare.total')} ${result.total}` : texts('worth.total', result.total, unit));
    if (result.fu !== null && result.fu !== undefined)
        parts.push(texts('worth.fu', result.fu));
    if (result.limit)
        parts.push(`${nameText(language, names.get(result.limit), result.limit)}${result.multiplier > 1 ? ` \u00d7 ${result.multiplier}` : ''}`);
    return (
        <p class="worth">
            <strong class="points">{texts('worth.points', said)}</strong>
            <span>{parts.join(texts('worth.comma'))}</span>
        </p>
    );
}

export function Yaku({ result, names, onPoint }) {
    const texts = useTexts();
    const [shown, setShown] = useState(null);
    const point = (yaku) => onPoint(yaku ? (yaku.tiles ?? []).flat() : null);
    return (
        <table class="yaku">
            <caption><T code="yaku" /></caption>
            <tbody>
                {result.yaku.map((yaku) => (
                    <tr key={yaku.id} onMouseEnter={() => point(yaku)} onMouseLeave={() => point(null)}>
                        <th scope="row">
                            <button type="button" class="plain" aria-pressed={shown === yaku.id} title={texts('yaku.point')}
                                onFocus={() => point(yaku)} onBlur={() => point(null)}
                                onClick={() => {
                                    point(shown === yaku.id ? null : yaku);
                                    setShown(shown === yaku.id ? null : yaku.id);
                                }}>
                                <Name names={names.get(yaku.id)} id={yaku.id} />
                            </button>
                        </th>
                        <td class="number">
                            {yaku.limit ? <Name names={names.get(yaku.limit)} id={yaku.limit} /> : yaku.value * yaku.count}
                            {yaku.limit && yaku.multiplier > 1 && ` \u00d7 ${yaku.multiplier}`}
                            {yaku.count > 1 && <span class="soft"> ({yaku.count} × {yaku.value})</span>}
                        </td>
                    </tr>
                ))}
            </tbody>
        </table>
    );
}

// fu items that the language has words for; a rule's own item has a name
const FU_WORDS = new Set(['base', 'flat', 'chow', 'pung', 'kong', 'pair']);

function FuName({ id, rules }) {
    const item = rules.fu_items.find((each) => each.id === id);
    return !item && FU_WORDS.has(id) ? <T code={`fu.${id}`} /> : <Name names={item?.names} id={id} />;
}

export function Fu({ result, rules }) {
    const texts = useTexts();
    if (!result.fu_items?.length)
        return null;
    const sum = result.fu_items.reduce((total, item) => total + item.fu, 0);
    return (
        <table class="fu">
            <caption><T code="fu" /></caption>
            <tbody>
                {result.fu_items.map((item, index) => (
                    <tr key={index}>
                        <th scope="row"><span class="name"><FuName id={item.id} rules={rules} /></span>{item.tiles && <> <Group text={item.tiles} /></>}</th>
                        <td class="number">{item.fu}</td>
                    </tr>
                ))}
            </tbody>
            <tfoot>
                <tr><th scope="row">{sum === result.fu ? texts('fu.sum') : texts('fu.rounded', sum)}</th><td class="number">{result.fu}</td></tr>
            </tfoot>
        </table>
    );
}

/** bets: those of others that the winner takes: {count, each}. */
export function Arithmetic({ result, bets }) {
    const texts = useTexts();
    if (!result.arithmetic?.length)
        return null;
    return (
        <div>
            <h3><T code="arithmetic" /></h3>
            <ul class="arithmetic">
                {result.arithmetic.map((line, index) => <li key={index}><Sentence code={result.arithmetic_code[index]}>{line}</Sentence></li>)}
                {result.win && bets?.count > 0 && bets.each > 0 && <li>{texts('deposits')}: {bets.count} × {bets.each} = {bets.count * bets.each}</li>}
            </ul>
        </div>
    );
}

/** Return the code for a payer: a seat, or "the discarder" and the like. */
export function payerCode(who) {
    return who.length > 1 ? `payer.${who}` : `seat.${who}`;
}

export function Payments({ result }) {
    return (
        <table class="payments">
            <caption><T code="payments" /></caption>
            <tbody>
                {Object.entries(result.payments).map(([who, points]) => (
                    <tr key={who}>
                        <th scope="row"><T code={payerCode(who)} /></th>
                        <td class={points > 0 ? 'number gain' : 'number'}>{signed(points)}</td>
                        {result.chip_payments && <td class="number">{signed(result.chip_payments[who] ?? 0)}</td>}
                    </tr>
                ))}
            </tbody>
        </table>
    );
}

// --- yaku that do not count ---------------------------------------------------------------------

function Covered({ result, names }) {
    const language = useContext(Language);
    const texts = useTexts();
    const name = (id) => nameText(language, names.get(id), id);
    const covered = result.covered ?? [], left = result.left_out ?? [];
    if (!covered.length && !left.length)
        return null;
    return (
        <div>
            <h3><T code="not_counted" /></h3>
            <ul>
                {covered.map(({ id, by, why }, index) => <li key={index}>{texts(`covered.${why}`, name(id), name(by))}</li>)}
                {left.map(({ id, by, why, tiles }, index) => (
                    <li key={`left${index}`}>{texts(`left_out.${why}`, name(id), by.map(name).join(texts('worth.comma')), (tiles ?? []).join(' '))}</li>
                ))}
            </ul>
        </div>
    );
}

function Others({ result }) {
    const texts = useTexts();
    if (!result.others?.length)
        return null;
    return (
        <details>
            <summary>{texts('readings', result.others.length)}</summary>
            <ul>
                {result.others.map((other, index) => (
                    <li key={index}>
                        <Reading reading={other.reading} pointed={null} />
                        {texts('worth.points', other.points)}{other.fu !== null && <>{texts('worth.comma')}{texts('worth.fu', other.fu)}</>}: <Sentence code={{ code: `lost_${other.code}` }}>{other.why}</Sentence>
                    </li>
                ))}
            </ul>
        </details>
    );
}

/** A requirement, whether it holds, and what the hand has; the parts of an alternative are below it. */
function Condition({ condition }) {
    const { asks, asks_code: code, holds, has } = condition;
    const parts = condition.any_of ?? condition.all_of;
    return (
        <li class={holds ? 'holds' : 'fails'}>
            <span class="mark">{holds ? '✓' : '✗'}<span class="hidden"> <T code={holds ? 'holds' : 'fails'} />: </span></span>
            <Sentence code={code}>{asks}</Sentence>
            {has && !holds && <>: <Sentence code={condition.has_code}>{has}</Sentence></>}
            {parts && <ul class="conditions parts">{parts.map((part, index) => <Condition key={index} condition={part} />)}</ul>}
        </li>
    );
}

function WhyNot({ result, rules, names, ask }) {
    const language = useContext(Language);
    const texts = useTexts();
    const [yaku, setYaku] = useState('');
    const [answer, setAnswer] = useState(null);
    const counted = new Set(result.yaku?.map(({ id }) => id));
    const others = rules.yaku.filter(({ id, in_use: used }) => used && !counted.has(id));
    useEffect(() => {
        let current = true;
        setAnswer(null);
        if (yaku && !counted.has(yaku))
            ask(yaku).then((found) => current && setAnswer(found), () => {});
        return () => { current = false; };
    }, [yaku, result]);
    return (
        <div class={answer?.value ? 'why-not answered' : 'why-not'}>
            <label for="why-not"><T code="why_not" /></label>
            <select id="why-not" value={yaku} onChange={(event) => setYaku(event.target.value)}>
                <option value="">{texts('why_not.choose')}</option>
                {others.map(({ id }) => <option key={id} value={id}>{nameText(language, names.get(id), id)}</option>)}
            </select>
            <div aria-live="polite">
                {answer?.error && <p class="error"><Problem error={answer.error} /></p>}
                {answer?.value && (
                    <>
                        <p><Sentence code={answer.value.message_code}>{answer.value.message}</Sentence></p>
                        <ul class="conditions">
                            {answer.value.conditions?.map((condition, index) => <Condition key={index} condition={condition} />)}
                        </ul>
                    </>
                )}
            </div>
        </div>
    );
}

/** The values that the hand does not give and that are assumed. */
function Assumed({ hand }) {
    const texts = useTexts();
    const parts = [
        !hand.seat && `${texts('seat')}: ${texts(`seat.${ASSUMED.seat}`)}`, !hand.round && `${texts('round')}: ${texts(`seat.${ASSUMED.round}`)}`, hand.win && !hand.by && !hand.from && texts(`how.${ASSUMED.by}`),
    ].filter(Boolean);
    return parts.length > 0 && <p class="soft assumed-of">{texts('assumed.all', parts.join(texts('worth.comma')))}</p>;
}

function NoWin({ result }) {
    return (
        <div class="no-win">
            <p class="worth"><strong><T code="no_win" /></strong></p>
            <p><Sentence code={result.message_code}>{result.message}</Sentence></p>
        </div>
    );
}

function Result({ result, rules, names, ask, hand }) {
    const texts = useTexts();
    const [pointed, onPoint] = useState(null);
    useEffect(() => onPoint(null), [result]);
    const scored = result.reading !== undefined;
    return (
        <>
            <div role="status" aria-live="polite" aria-label={texts('verdict')}>
                {result.win ? <Worth {...{ result, rules, names }} /> : <NoWin result={result} />}
            </div>
            <Assumed hand={hand} />
            {scored && <Reading reading={result.reading} pointed={pointed} />}
            <div class="details">
                {result.yaku?.length > 0 && <Yaku {...{ result, names, onPoint }} />}
                {result.win && <Payments result={result} />}
                {scored && <Fu {...{ result, rules }} />}
                <Arithmetic result={result} bets={{ count: hand.deposits, each: rules.bet }} />
                <Covered {...{ result, names }} />
            </div>
            <WhyNot {...{ result, rules, names, ask }} />
            <Others result={result} />
        </>
    );
}

// --- unfinished hands ----------------------------------------------------------------------------

function Accepts({ accepts }) {
    const texts = useTexts();
    return (
        <span class="accepts">
            {accepts.map(({ tile, left }) => (
                <span key={tile} class="accept"><Tile tile={tile} label={tileName(texts, tile)} /><span class="left">{left}</span></span>
            ))}
        </span>
    );
}

function shantenText(texts, shanten) {
    if (shanten < 0)
        return texts(shanten === -1 ? 'shanten.complete' : 'shanten.never');
    return shanten ? texts(shanten === 1 ? 'shanten.one' : 'shanten', shanten) : texts('shanten.ready');
}

function pointsOf(verdict, rules, texts) {
    if (!verdict)
        return '\u2014';
    return verdict.win ? texts('worth.points', headline(verdict, rules)) : texts('no_win');
}

function Waits({ waits, rules, onTile }) {
    const texts = useTexts();
    return (
        <>
            <p role="status" class="worth"><strong>{shantenText(texts, waits.shanten)}</strong>{waits.furiten && <span>{texts('furiten')}</span>}</p>
            {waits.waits?.length > 0 && (
                <table class="waits">
                    <caption><T code="waits" /></caption>
                    <thead><tr><th scope="col"><T code="waits.tile" /></th><th scope="col"><T code="waits.left" /></th>
                        <th scope="col"><T code="how.discard" /></th><th scope="col"><T code="how.self_draw" /></th></tr></thead>
                    <tbody>
                        {waits.waits.map(({ tile, left, discard, self_draw: drawn }) => (
                            <tr key={tile}>
                                <th scope="row">
                                    <button type="button" class="tile-button" aria-label={texts('waits.add', tileName(texts, tile))} onClick={() => onTile(kindOf(tile))}><Tile tile={tile} /></button>
                                </th>
                                <td class="number">{left}</td>
                                <td class="number">{pointsOf(discard, rules, texts)}</td>
                                <td class="number">{pointsOf(drawn, rules, texts)}</td>
                            </tr>
                        ))}
                    </tbody>
                </table>
            )}
            {waits.accepts?.length > 0 && <p><T code="accepts" /> <Accepts accepts={waits.accepts} /></p>}
        </>
    );
}

function Discards({ discards }) {
    const texts = useTexts();
    return (
        <table class="discards">
            <caption><T code="discards" /></caption>
            <thead><tr><th scope="col"><T code="waits.tile" /></th><th scope="col"><T code="discards.after" /></th>
                <th scope="col"><T code="discards.accepted" /></th></tr></thead>
            <tbody>
                {discards.discards.slice(0, 8).map(({ tile, shanten, accepted, accepts, value }) => (
                    <tr key={tile}>
                        <th scope="row"><Tile tile={tile} label={tileName(texts, tile)} /></th>
                        <td>{shantenText(texts, shanten)}{value && <span class="soft"> {texts('discards.mean', Math.round(value.mean))}</span>}</td>
                        <td><span class="accepted"><span>{accepted}</span> <Accepts accepts={accepts} /></span></td>
                    </tr>
                ))}
            </tbody>
        </table>
    );
}

/** Return the names of everything in sentences about a ruleset, by id. */
export function namesOf(rules) {
    return new Map([...rules.options.map(({ id, says }) => [id, says]), ...[...rules.circumstances, ...rules.limits, ...rules.yaku].map(({ id, names }) => [id, names])]);
}

/** Return whether the element is on the screen. */
function useInSight(element) {
    const [inSight, setInSight] = useState(true);
    useEffect(() => {
        const observer = new IntersectionObserver((seen) => setInSight(seen.at(-1).isIntersecting));
        observer.observe(element.current);
        return () => observer.disconnect();
    }, []);
    return inSight;
}

/** The verdict in one line, which stays at the bottom of a small screen while the verdict is below it. */
function BottomLine({ judged, rules, names, onOpen }) {
    const texts = useTexts();
    const { verdict, waits, error } = judged;
    const problem = error ?? verdict?.error ?? waits?.error;
    const result = verdict?.result, waiting = waits?.value;
    if (!problem && !result && !waiting)
        return null;
    return (
        <button type="button" class="bottom-line" onClick={onOpen}>
            {problem ? <span class="worth"><Problem error={problem} /></span>
                : result?.win ? <Worth {...{ result, rules, names }} />
                    : result ? <span class="worth"><strong><T code="no_win" /></strong></span>
                        : <span class="worth"><strong>{shantenText(texts, waiting.shanten)}</strong>
                            {(waiting.waits ?? []).slice(0, 9).map(({ tile }) => <Tile key={tile} tile={tile} label={tileName(texts, tile)} />)}</span>}
            <span class="more"><T code="verdict.open" /></span>
        </button>
    );
}

export function Verdict({ judged, rules, ask, hand, onTile, children }) {
    const { verdict, waits, error } = judged;
    const names = namesOf(rules);
    const problem = error ?? verdict?.error ?? waits?.error;
    const incomplete = verdict?.result && !verdict.result.win && verdict.result.reason === 'incomplete';
    const title = useRef(null);
    const inSight = useInSight(title);
    const onOpen = () => {
        title.current.scrollIntoView();
        title.current.focus();
    };
    return (
        <section class="panel verdict" aria-labelledby="verdict-title" aria-busy={judged.busy ? 'true' : undefined}>
            {!inSight && <BottomLine {...{ judged, rules, names, onOpen }} />}
            <div class="panel-head">
                <h2 id="verdict-title" ref={title} tabindex="-1"><T code="verdict" /></h2>
                <button type="button" id="verdict-print" onClick={() => print()}><T code="evening.print" /></button>
            </div>
            {problem && <div role="alert" class="error"><Problem error={problem} line={judged.line} /></div>}
            {verdict?.result && !incomplete && <Result result={verdict.result} {...{ rules, names, ask, hand }} />}
            {incomplete && <NoWin result={verdict.result} />}
            {incomplete && <WhyNot result={verdict.result} {...{ rules, names, ask }} />}
            {verdict?.discards && <Discards discards={verdict.discards} />}
            {waits?.value && <Waits waits={waits.value} {...{ rules, onTile }} />}
            {!problem && !verdict && !waits && <p class="hint"><T code="verdict.none" /></p>}
            {children}
        </section>
    );
}
