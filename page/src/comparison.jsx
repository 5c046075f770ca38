// The hand under two to four rulesets, and the differences of two of them.
import { useContext, useEffect, useState } from 'preact/hooks';
import { lineOf } from './hand.js';
import { Language, pick, useTexts } from './language.js';
import { distinct, Name, Names, nameText, Problem, rulesText, Sentence, T } from './text.jsx';
import { namesOf, payerCode, signed } from './verdict.jsx';

const MAX_COMPARED = 4;

function useAnswer(ask, depends) {
    const [answer, setAnswer] = useState(null);
    useEffect(() => {
        let current = true;
        setAnswer(null);
        ask()?.then((value) => current && setAnswer(value),
            (error) => current && error.code !== 'superseded' && setAnswer({ error }));
        return () => { current = false; };
    }, depends);
    return answer;
}

// Return the rows of a table: [{name, cells}].
function rowsOf(results, names, language, texts) {
    const row = (name, cell) => ({ name, cells: results.map((result) => (result.error ? '' : String(cell(result) ?? ''))) });
    const ids = [...new Set(results.flatMap((result) => (result.yaku ?? []).map(({ id }) => id)))];
    const yaku = ids.map((id) => row(nameText(language, names.get(id), id), (result) => {
        const found = result.yaku?.find((each) => each.id === id);
        return found && (found.limit ? nameText(language, names.get(found.limit), found.limit) : found.value * found.count);
    }));
    const seats = [...new Set(results.flatMap((result) => Object.keys(result.payments ?? {})))];
    return [
        ...yaku,
        row(texts('compare.total'), (result) => (result.win ? result.total : texts('no_win'))),
        row(texts('fu'), (result) => result.fu),
        row(texts('compare.limit'), (result) => result.limit && nameText(language, names.get(result.limit), result.limit)),
        row(texts('compare.points'), (result) => result.points),
        ...seats.map((seat) => row(texts(payerCode(seat)), (result) => (result.payments?.[seat] === undefined ? null : signed(result.payments[seat])))),
    ].filter(({ cells }) => cells.some(Boolean));
}

/** The rules that account for a difference. label: of the ruleset, in place of its spec. */
function Reason({ reason: { message, message_code: code }, label }) {
    const [spec, ...rest] = code.arguments;
    return <Sentence code={{ ...code, arguments: [label, ...rest] }}>{message.replace(spec, () => label)}</Sentence>;
}

function Table({ labels, compared, names }) {
    const language = useContext(Language);
    const texts = useTexts();
    const { results } = compared;
    const errors = results.map((result, index) => [labels[index], result.error]).filter(([, error]) => error);
    return (
        <>
            <div class="wide">
                <table class="comparison">
                    <thead><tr><td />{labels.map((label, index) => <th key={index} scope="col">{label}</th>)}</tr></thead>
                    <tbody>
                        {rowsOf(results, names, language, texts).map(({ name, cells }) => {
                            const differs = cells.some((cell) => cell !== cells[0]);
                            return (
                                <tr key={name} class={differs ? 'differs' : undefined}>
                                    <th scope="row">{differs && <span class="mark">≠<span class="hidden"> {texts('compare.differs')}</span></span>}{name}</th>
                                    {cells.map((cell, index) => <td key={index} class="number">{cell}</td>)}
                                </tr>
                            );
                        })}
                    </tbody>
                </table>
            </div>
            {errors.map(([label, error]) => <p key={label} class="error">{label}: <Problem error={error} /></p>)}
            {compared.reasons?.length > 0 && (
                <Names.Provider value={names}>
                    <ul class="reasons">{compared.reasons.map((reason) => <li key={reason.result}><Reason reason={reason} label={labels[reason.result]} /></li>)}</ul>
                </Names.Provider>
            )}
        </>
    );
}

// --- differences of two rulesets -------------------------------------------------------------------

const ENDS = new Map([['never', 'diff.never'], ['deal', 'diff.deal']]);

/** The subject of a difference in words: the question of an option, the name of a yaku. */
function About({ difference: { address, option }, names }) {
    const id = option?.id ?? /^(?:yaku|limits|circumstances)[.]([^.]+)/.exec(address)?.[1];
    return names.has(id) ? <strong><Name names={names.get(id)} id={id} /></strong> : null;
}

/** Return whether a difference is about whole deals, which no hand shows. */
function isOfDeals({ address }) {
    return address.startsWith('game.');
}

function Side({ said, only, index }) {
    if (only !== null)
        return only === index ? '✓' : <T code="diff.nothing" />;
    return said.map((each, at) => (each[index] ? <code key={at}>{each[index].says}</code> : <T key={at} code="diff.nothing" />));
}

/** A row for a difference, and one for the hand that shows it. */
function Difference({ difference, names, search, onHand }) {
    const texts = useTexts();
    const [found, setFound] = useState(null);
    const { witness, shown } = found?.value ?? difference;
    const look = async () => {
        setFound({ busy: true });
        setFound(await search().then((value) => ({ value }), (error) => ({ error })));
    };
    const said = difference.places.map((place) => place.said);
    return (
        <tr>
            <th scope="row">
                <About {...{ difference, names }} /> <code class="soft">{difference.address}</code>
                <div class="witness">
                    {isOfDeals(difference) ? <span class="hint">{texts('diff.deal')}</span>
                        : witness ? <button type="button" class="small" onClick={() => onHand(witness.hand)}>{witness.hand}</button>
                            : !found && <button type="button" class="small" onClick={look}><T code="diff.search" /></button>}
                    {found?.busy && <span class="hint"><T code="loading" /></span>}
                    {found?.error && <span class="hint"><Problem error={found.error} /></span>}
                    {found?.value && !witness && <span class="hint">{texts(ENDS.get(shown) ?? 'diff.none')}</span>}
                </div>
            </th>
            {[0, 1].map((index) => <td key={index}><Side {...{ said, index }} only={difference.only} /></td>)}
        </tr>
    );
}

function Differences({ engine, choices, labels, names, onHand }) {
    const texts = useTexts();
    const answer = useAnswer(() => engine.call('diff', { choices }), [JSON.stringify(choices)]);
    if (!answer)
        return <p class="hint"><T code="loading" /></p>;
    if (answer.error)
        return <p class="error"><Problem error={answer.error} /></p>;
    const { complete, differences } = answer.value;
    const count = differences.length > 1 ? 'diff.count' : differences.length ? 'diff.count_one' : 'diff.same';
    return (
        <>
            <p class="hint">{texts(count, differences.length)}{!complete && ` ${texts('diff.more')}`}</p>
            {differences.length > 0 && (
                <table class="differences">
                    <thead><tr><td />{labels.map((label, index) => <th key={index} scope="col">{label}</th>)}</tr></thead>
                    <tbody>
                        {differences.slice(0, 200).map((difference, index) => (
                            <Difference key={difference.address} {...{ difference, names, onHand }}
                                search={() => engine.call('diff', { choices, witness: index }).then(({ value, error }) => {
                                    if (error)
                                        throw error;
                                    return value.differences[index];
                                })} />
                        ))}
                    </tbody>
                </table>
            )}
        </>
    );
}

/** A choice of another ruleset to compare with. It is added only by the button, because a closed list changes with
 * each key. */
function Picker({ rulesets, disabled, onAdd }) {
    const texts = useTexts();
    const language = useContext(Language);
    const [name, setName] = useState('');
    const submit = (event) => {
        event.preventDefault();
        if (name)
            onAdd(name);
        setName('');
    };
    return (
        <form class="field" onSubmit={submit}>
            <label for="compare-with"><T code="compare.with" /></label>
            <select id="compare-with" value={name} disabled={disabled} onChange={(event) => setName(event.target.value)}>
                <option value="">{texts('compare.choose')}</option>
                {rulesets.map(({ id, title }) => <option key={id} value={id}>{pick(language, title ?? {})?.text ?? id}</option>)}
            </select>
            <button type="submit" id="compare-add" disabled={disabled || !name}><T code="deal.add" /></button>
        </form>
    );
}

/** choice, rules: those of the page; rulesets: all rulesets. */
export function Comparison({ engine, choice, rules, rulesets, hand, full, onHand }) {
    const language = useContext(Language);
    const texts = useTexts();
    const [others, setOthers] = useState([]); // {choice, label}; label: the spec of the rules with their options
    const [showDiff, setShowDiff] = useState(false);
    const choices = [choice, ...others.map((other) => other.choice)];
    const labels = [rules.ruleset, ...others.map(({ label }) => label)];
    const isFull = others.length >= MAX_COMPARED - 1;
    const add = (other) => setOthers([...others, other]);
    const line = lineOf(hand);
    // Finding why rulesets with little in common differ takes more than the page allows its engine.
    const side = () => engine.call('compare', { choices, line, reasons: true }, 'compare').catch((failed) => {
        if (!['memory', 'time'].includes(failed.code))
            throw failed;
        return engine.call('compare', { choices, line, reasons: false }, 'compare');
    });
    const compared = useAnswer(() => (full && others.length ? side() : null),
        [line, JSON.stringify(choices), full]);
    // Rules that were kept may differ from those above only in the text of their house rules.
    const shown = distinct(choices.map((each) => rulesText(language, rulesets, each)), labels)
        .map((text, index, all) => (index && text === all[0] ? texts('compare.kept', text) : text));
    const names = new Map([...(compared?.names ?? []), ...[...rules.limits, ...rules.yaku].map(({ id, names: each }) => [id, each])]);
    return (
        <section class="panel compare" aria-labelledby="compare-title">
            <h2 id="compare-title"><T code="compare" /></h2>
            <div class="field">
                <Picker rulesets={rulesets.filter(({ id }) => !labels.slice(1).includes(id))} disabled={isFull} onAdd={(name) => add({ choice: { name, overlays: [], options: [] }, label: name })} />
                <button type="button" id="compare-keep" disabled={isFull} title={texts('compare.keep_hint')} onClick={() => add({ choice, label: rules.ruleset })}>
                    <T code="compare.keep" />
                </button>
                {others.map((other, index) => (
                    <button key={index} type="button" class="small" onClick={() => setOthers(others.filter((each) => each !== other))}
                        aria-label={texts('compare.remove', shown[index + 1])}>{shown[index + 1]} ✕</button>
                ))}
            </div>
            {others.length > 0 && !full && <p class="hint"><T code="compare.hand" /></p>}
            {compared?.error && <p class="error"><Problem error={compared.error} /></p>}
            {compared?.results && <Table labels={shown} {...{ compared, names }} />}
            {others.length > 0 && (
                <details open={showDiff} onToggle={(event) => setShowDiff(event.currentTarget.open)}>
                    <summary>{texts('diff', shown[0], shown.at(-1))}</summary>
                    {showDiff && <Differences {...{ engine, onHand }} names={new Map([...namesOf(rules), ...names])} choices={[choices[0], choices.at(-1)]} labels={[shown[0], shown.at(-1)]} />}
                </details>
            )}
        </section>
    );
}
