// Random hands of the ruleset, whose worth the user has to find. The score stays on the device.
import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import { handOf, joined, LAID, meldText } from './hand.js';
import { Language, say, useTexts } from './language.js';
import { Group, Name, nameText, Problem, T } from './text.jsx';
import { Arithmetic, Fu, Payments, payerCode, Yaku } from './verdict.jsx';

// --- the score, by ruleset ------------------------------------------------------------------------

const KEY = 'trainer';

/** Return {right, of} from storage, which may contain anything. */
function scoreOf(storage, ruleset) {
    const [, right, of] = new RegExp(`(?:^|;)${ruleset}:([0-9]{1,9})/([0-9]{1,9})(?:;|$)`).exec(storage.get(KEY) ?? '') ?? [];
    return { right: Number(right ?? 0), of: Number(of ?? 0) };
}

function keepScore(storage, ruleset, score) {
    const others = (storage.get(KEY) ?? '').split(';').filter((each) => /^[a-z0-9-]+:[0-9]+\/[0-9]+$/.test(each) && !each.startsWith(`${ruleset}:`));
    storage.set(KEY, [...others, ...(score ? [`${ruleset}:${score.right}/${score.of}`] : [])].join(';'));
}

// --- the question ---------------------------------------------------------------------------------

function Situation({ hand, rules }) {
    const texts = useTexts();
    const names = new Map(rules.circumstances.map(({ id, names: each }) => [id, each]));
    const language = useContext(Language);
    const parts = [
        `${texts('round')}: ${texts(`seat.${hand.round}`)}`,
        `${texts('seat')}: ${texts(`seat.${hand.seat}`)}`,
        texts(`how.${hand.by}`),
        ...(hand.by === 'discard' && hand.from ? [`${texts('from')}: ${texts(`seat.${hand.from}`)}`] : []),
        ...(rules.counters && hand.honba ? [`${texts('honba')}: ${hand.honba}`] : []),
        ...(rules.bet > 0 && hand.deposits ? [`${texts('deposits')}: ${hand.deposits}`] : []),
    ];
    return (
        <ul class="situation-said">
            {parts.map((part) => <li key={part}>{part}</li>)}
            {hand.flags.map((flag) => <li key={flag}><strong>{nameText(language, names.get(flag), flag)}</strong></li>)}
            {hand.rest.map((word) => <li key={word}><code>{word}</code></li>)}
        </ul>
    );
}

function Question({ hand, rules }) {
    return (
        <>
            <div class="reading">
                <Group text={joined(hand.tiles)} />
                <Group text={`+${hand.win}`} />
                {hand.melds.map((meld, index) => <Group key={index} text={meldText(meld)} />)}
                {LAID.filter((place) => hand[place].length).map((place) => (
                    <span key={place} class="laid"><span class="laid-name"><T code={`target.${place}`} /></span><Group text={joined(hand[place])} /></span>
                ))}
            </div>
            <Situation {...{ hand, rules }} />
        </>
    );
}

// --- the answer -----------------------------------------------------------------------------------

/** Return the questions: [{id, wanted}]; wanted: a number. */
function asked(result, rules) {
    const payers = Object.entries(result.payments).filter(([who]) => who !== result.winner);
    return [
        { id: 'total', wanted: result.total },
        ...(rules.fu ? [{ id: 'fu', wanted: result.fu ?? 0 }] : []),
        ...payers.map(([who, points]) => ({ id: who, wanted: -points })),
    ];
}

// An empty answer is 0. If a limit pays, fu do not matter, nor does a total that is not counted.
function isRight({ id, wanted }, answer, result) {
    if (result.limit && (id === 'fu' || (id === 'total' && !wanted)))
        return true;
    return (Number(answer) || 0) === wanted;
}

function Mark({ right }) {
    return <span class={right ? 'holds' : 'fails'}><span class="mark">{right ? '✓' : '✗'}</span><T code={right ? 'trainer.right' : 'trainer.wrong'} /></span>;
}

function Explained({ result, rules, names, questions, answers }) {
    const texts = useTexts();
    const wrong = new Map(questions.map((question) => [question.id, !isRight(question, answers[question.id], result)]));
    const paid = questions.some(({ id }) => id !== 'total' && id !== 'fu' && wrong.get(id));
    const all = ![...wrong.values()].includes(true);
    const unit = texts(`unit.${rules.unit}`);
    const told = (id, value) => (id === 'fu' ? texts('worth.fu', value) : texts('worth.total', value, unit));
    return (
        <div class="explained">
            <p class="worth"><strong><Mark right={all} /></strong></p>
            {['total', 'fu'].filter((id) => wrong.get(id)).map((id) => (
                <p key={id}>{texts('trainer.not', told(id, Number(answers[id]) || 0), told(id, questions.find((each) => each.id === id).wanted))}</p>
            ))}
            {result.limit && <p><Name names={names.get(result.limit)} id={result.limit} /></p>}
            <div class="details">
                {wrong.get('total') && <Yaku {...{ result, names }} onPoint={() => {}} />}
                {wrong.get('fu') && <Fu {...{ result, rules }} />}
                {paid && <Arithmetic result={result} />}
                {paid && <Payments result={result} />}
            </div>
        </div>
    );
}

function Form({ result, rules, questions, answers, onAnswer, onDone, done }) {
    const language = useContext(Language);
    const texts = useTexts();
    const label = (id) => {
        if (id === 'total')
            return say(language, `unit.${rules.unit}`)?.text ?? rules.unit;
        return id === 'fu' ? texts('fu') : texts('trainer.pays', texts(payerCode(id)));
    };
    return (
        <form class="field answers" onSubmit={(event) => { event.preventDefault(); onDone(); }}>
            {questions.map((question) => {
                const { id } = question;
                const right = !done || isRight(question, answers[id], result);
                return (
                    <label key={id} class="count">
                        {label(id)}
                        <input type="number" min="0" max="9999999" name={`answer-${id}`} value={answers[id] ?? ''} readOnly={done}
                            aria-invalid={right ? undefined : 'true'} onInput={(event) => onAnswer(id, event.target.value)} />
                    </label>
                );
            })}
            {!done && <button type="submit"><T code="trainer.check" /></button>}
        </form>
    );
}

export function Trainer({ engine, choice, rules, storage, onHand }) {
    const language = useContext(Language);
    const texts = useTexts();
    const [open, setOpen] = useState(false);
    const [yaku, setYaku] = useState('');
    const [task, setTask] = useState(null); // {line, result}, {busy} or {error}
    const [answers, setAnswers] = useState({});
    const [done, setDone] = useState(false);
    const [score, setScore] = useState({ right: 0, of: 0 });
    const next = useRef(null);
    const names = new Map([...rules.limits, ...rules.yaku].map(({ id, names: each }) => [id, each]));
    useEffect(() => {
        setTask(null);
        setYaku('');
        setScore(scoreOf(storage, choice.name));
    }, [choice]);
    const deal = async () => {
        setTask({ busy: true });
        setAnswers({});
        setDone(false);
        setTask(await engine.call('randomHand', { choice, yaku }, 'random').catch((error) => ({ error })));
    };
    const hand = task?.result && handOf(task.line, rules);
    const questions = hand ? asked({ ...task.result, winner: hand.seat }, rules) : [];
    const onDone = () => {
        const right = questions.every((question) => isRight(question, answers[question.id], task.result));
        const kept = { right: score.right + (right ? 1 : 0), of: score.of + 1 };
        setDone(true);
        setScore(kept);
        keepScore(storage, choice.name, kept);
        next.current.focus();
    };
    const forget = () => {
        setScore({ right: 0, of: 0 });
        keepScore(storage, choice.name, null);
    };
    return (
        <section class="panel trainer" aria-labelledby="trainer-title">
            <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
                <summary><h2 id="trainer-title"><T code="trainer" /></h2></summary>
                <p class="hint"><T code="trainer.hint" /></p>
                <div class="field">
                    <label for="trainer-yaku"><T code="trainer.yaku" /></label>
                    <select id="trainer-yaku" value={yaku} onChange={(event) => setYaku(event.target.value)}>
                        <option value="">{texts('trainer.any')}</option>
                        {rules.yaku.filter((each) => each.in_use).map(({ id }) => <option key={id} value={id}>{nameText(language, names.get(id), id)}</option>)}
                    </select>
                    <button type="button" ref={next} onClick={deal} disabled={task?.busy}><T code="trainer.next" /></button>
                    {score.of > 0 && <span class="score">{texts('trainer.score', score.right, score.of)}</span>}
                    {score.of > 0 && <button type="button" class="small" onClick={forget}><T code="trainer.forget" /></button>}
                </div>
                {task?.error && <p class="error"><Problem error={task.error} /></p>}
                {hand && (
                    <div class="task" data-line={task.line}>
                        <Question {...{ hand, rules }} />
                        <Form result={task.result} {...{ rules, questions, answers, onDone, done }} onAnswer={(id, value) => setAnswers({ ...answers, [id]: value })} />
                        <div aria-live="polite">
                            {done && <Explained result={task.result} {...{ rules, names, questions, answers }} />}
                            {done && <button type="button" onClick={() => onHand(task.line)}><T code="trainer.open" /></button>}
                        </div>
                    </div>
                )}
            </details>
        </section>
    );
}
