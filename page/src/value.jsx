// The payments for a total and fu, without tiles.
import { useEffect, useState } from 'preact/hooks';
import { useTexts } from './language.js';
import { Problem, T } from './text.jsx';
import { Payments, Worth } from './verdict.jsx';

export function Value({ engine, choice, rules, hand, names }) {
    const texts = useTexts();
    const [total, setTotal] = useState('');
    const [fu, setFu] = useState('');
    const [open, setOpen] = useState(false);
    const [answer, setAnswer] = useState(null);
    const situation = [hand.by === 'self_draw' ? 'tsumo' : 'ron', ...(hand.seat ? [`seat=${hand.seat}`] : []), ...(hand.from ? [`from=${hand.from}`] : []),
        ...(hand.honba ? [`honba=${hand.honba}`] : []), ...(hand.deposits ? [`deposits=${hand.deposits}`] : [])].join(' ');
    useEffect(() => {
        let current = true;
        setAnswer(null);
        if (open && total)
            engine.call('value', { choice, total: Number(total), fu: rules.fu ? Number(fu) || 0 : 0, situation }, 'value').then(
                (found) => current && setAnswer(found), () => {});
        return () => { current = false; };
    }, [open, total, fu, situation, choice, rules]);
    const number = (id, code, value, set) => (
        <label class="count"><T code={code} /><input id={id} type="number" min="0" max="9999" value={value} onInput={(event) => set(event.target.value)} /></label>
    );
    return (
        <details class="value" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
            <summary><T code="value" /></summary>
            <p class="hint">{texts('value.hint')}</p>
            <div class="field">
                {number('value-total', 'compare.total', total, setTotal)}
                {rules.fu && number('value-fu', 'fu', fu, setFu)}
            </div>
            <div aria-live="polite">
                {answer?.error && <p class="error"><Problem error={answer.error} /></p>}
                {answer?.value?.unusual && <p class="hint unusual">{texts('unusual')}</p>}
                {answer?.value && !answer.value.win && <p><T code="no_win" /></p>}
                {answer?.value?.win && <><Worth result={answer.value} {...{ rules, names }} /><Payments result={answer.value} /></>}
            </div>
        </details>
    );
}
