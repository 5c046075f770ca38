// The hand: tiles by clicks, melds, circumstances, or as text.
import { useContext, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { add, addKong, ASSUMED, declareWin, emptyHand, fits, kindOf, LAID, leftOf, liableOf, lineOf, placeJoker, redden, remove, saidOf, sizeOf, toggleFlag, withLiable } from './hand.js';
import { Language, textOf, useTexts } from './language.js';
import { Name, Problem, T, Tile, nameText, tileName } from './text.jsx';

/** Move the focus in a group of buttons by arrow keys; Tab reaches one of them. */
function moveFocus(event) {
    const step = new Map([['ArrowLeft', -1], ['ArrowRight', 1], ['Home', -Infinity], ['End', Infinity]]).get(event.key);
    const row = new Map([['ArrowUp', -1], ['ArrowDown', 1]]).get(event.key);
    if (step === undefined && row === undefined)
        return;
    const buttons = [...event.currentTarget.querySelectorAll('button:not([disabled])')];
    const at = buttons.indexOf(event.target.closest('button'));
    if (at < 0)
        return;
    event.preventDefault();
    const next = step === undefined ? inRow(buttons, at, row) : buttons[Math.min(Math.max(at + step, 0), buttons.length - 1)];
    next?.focus();
}

// Return the button above or below whose middle is nearest.
function inRow(buttons, at, direction) {
    const from = buttons[at].getBoundingClientRect();
    const middle = (box) => box.left + box.width / 2;
    let best = null;
    for (const button of buttons) {
        const box = button.getBoundingClientRect();
        const rows = direction * (box.top - from.top);
        if (rows < 4)
            continue;
        const distance = rows * 1000 + Math.abs(middle(box) - middle(from));
        if (!best || distance < best.distance)
            best = { button, distance };
    }
    return best?.button;
}

const TARGET_NAMES = new Map([['tiles', 'target.tiles'], ['chow', 'target.chow'], ['pung', 'target.pung'], ['kong', 'target.kong'],
    ['concealed_kong', 'target.concealed_kong'], ['quint', 'target.quint'], ['sextet', 'target.sextet'], ['dora', 'target.dora'], ['ura', 'target.ura'], ['flowers', 'target.flowers'],
    ['aside', 'target.aside'], ['wild', 'target.wild'], ['birds', 'target.birds'], ['thrown', 'target.thrown'],
    ['discards', 'target.discards']]);

// Return the targets of tiles under these rules.
function targetsOf(rules) {
    const wanted = ['tiles', ...rules.claims];
    if (rules.tiles.some((tile) => tile.copies > 3) && !rules.whole_kongs)
        wanted.push('concealed_kong');
    return [...wanted, ...['dora', 'ura', 'discards', 'aside', 'wild', 'birds', 'thrown'].filter((key) => rules[key]), ...(rules.faces.length ? ['flowers'] : [])];
}

function Keypad({ hand, rules, target, onTile }) {
    const texts = useTexts();
    const [current, setCurrent] = useState(null); // the button that Tab reaches
    const pad = useRef(null);
    const faces = rules.faces.map(({ tile }) => tile);
    const tiles = target === 'flowers' ? faces : target === 'thrown' ? [...faces, ...rules.tiles.map(({ tile }) => tile).filter((tile) => tile[1] === 'j')]
        : rules.tiles.flatMap(({ tile }) => (rules.red_fives.includes(`0${tile[1]}`) && tile[0] === '5' ? [tile, `0${tile[1]}`] : [tile]));
    const reached = tiles.includes(current) ? current : tiles[0];
    const rows = new Map();
    for (const tile of tiles)
        rows.set(tile[1], [...(rows.get(tile[1]) ?? []), tile]);
    return (
        <div class="keypad" ref={pad} role="group" aria-label={texts('keypad')} onKeyDown={moveFocus}>
            {[...rows].map(([suit, row]) => (
                <div class={row.length > 9 ? 'keypad-row ten' : 'keypad-row'} key={suit}>
                    {row.map((tile) => {
                        const left = leftOf(hand, tile, rules);
                        return (
                            <button key={tile} type="button" data-tile={tile} class="tile-button"
                                tabIndex={tile === reached ? 0 : -1} onFocus={() => setCurrent(tile)}
                                aria-disabled={fits(hand, target, tile, rules) ? undefined : 'true'}
                                aria-label={texts('keypad.tile', tileName(texts, tile), left)} onClick={() => onTile(tile)}>
                                <Tile tile={tile} />
                            </button>
                        );
                    })}
                </div>
            ))}
        </div>
    );
}

function Targets({ hand, rules, target, onTarget, scope }) {
    const texts = useTexts();
    return (
        <div class="targets" role="radiogroup" aria-label={texts('targets')}>
            {targetsOf(rules).map((name) => (
                <label key={name} class="chip">
                    <input type="radio" name={`${scope}target`} value={name} checked={name === target} onChange={() => onTarget(name)} />
                    <span><T code={TARGET_NAMES.get(name)} /></span>
                </label>
            ))}
        </div>
    );
}

// --- the entered hand ----------------------------------------------------------------------------

function HandTile({ tile, place, index, chosen, onChoose, side }) {
    const texts = useTexts();
    const pressed = chosen?.place === place && chosen.index === index;
    const label = place === 'win' ? texts('hand.winning', tileName(texts, tile)) : tileName(texts, tile);
    return (
        <button type="button" class="tile-button" aria-pressed={pressed} data-place={place} aria-label={label}
            onClick={() => onChoose(pressed ? null : { place, index })}>
            <Tile tile={tile} side={side} />
        </button>
    );
}

function Meld({ meld, index, chosen, onChoose }) {
    const texts = useTexts();
    const pressed = chosen?.place === 'melds' && chosen.index === index;
    const closed = meld.kind === 'concealed_kong';
    const label = `${texts(`meld.${meld.kind}`)}: ${meld.tiles.map((tile) => tileName(texts, tile)).join(', ')}`;
    return (
        <button type="button" class="tile-button meld" aria-pressed={pressed} aria-label={label} data-place="melds"
            onClick={() => onChoose(pressed ? null : { place: 'melds', index })}>
            {meld.tiles.map((tile, at) => (
                <Tile key={at} tile={closed && at % 3 === 0 ? 'back' : tile} side={!closed && (at === 0 || (meld.kind === 'added_kong' && at === 3))} />
            ))}
        </button>
    );
}

// The actions for the chosen tile or meld.
function Actions({ hand, rules, chosen, onChange, onDone }) {
    const { place, index } = chosen;
    const meld = place === 'melds' ? hand.melds[index] : null;
    const hasFive = meld?.tiles.some((tile) => kindOf(tile)[0] === '5' && rules.red_fives.includes(`0${tile[1]}`));
    const act = (change, keep = false) => () => {
        onChange(change(hand));
        if (!keep)
            onDone();
    };
    return (
        <div class="actions">
            {place === 'tiles' && sizeOf(hand, rules) === rules.hand_size && (
                <button type="button" onClick={act((old) => declareWin(old, index))}><T code="action.win" /></button>
            )}
            {hasFive && <button type="button" onClick={act((old) => redden(old, index, rules), true)}><T code="action.red" /></button>}
            {meld && meld.kind !== 'concealed_kong' && rules.tiles.some(({ tile }) => tile[1] === 'j') && (
                <button type="button" onClick={act((old) => placeJoker(old, index, rules), true)}><T code="action.joker" /></button>
            )}
            {(meld?.kind === 'kong' || meld?.kind === 'added_kong') && (
                <button type="button" onClick={act((old) => addKong(old, index), true)}><T code="action.added" /></button>
            )}
            <button type="button" onClick={act((old) => remove(old, place, index, rules))}><T code="action.remove" /></button>
        </div>
    );
}

function Laid({ hand, place, chosen, onChoose }) {
    if (!hand[place].length)
        return null;
    return (
        <div class="laid">
            <span class="laid-name"><T code={TARGET_NAMES.get(place)} /></span>
            {hand[place].map((tile, index) => (
                <HandTile key={index} {...{ tile, place, index, chosen, onChoose }} />
            ))}
        </div>
    );
}

function Entered({ hand, rules, onChange }) {
    const texts = useTexts();
    const [chosen, onChoose] = useState(null);
    const missing = rules.hand_size - sizeOf(hand, rules), empty = sizeOf(hand) === 0;
    useEffect(() => { if (empty) onChoose(null); }, [empty]);
    const exists = chosen && (chosen.place === 'win' ? hand.win : hand[chosen.place][chosen.index]);
    const onKeyDown = (event) => {
        const place = event.target.closest('button')?.dataset.place;
        if (event.key === 'Delete' && exists && place) {
            onChange(remove(hand, chosen.place, chosen.index, rules));
            onChoose(null);
            return;
        }
        moveFocus(event);
    };
    return (
        <>
            <div class="hand" role="group" aria-label={texts('hand.label')} onKeyDown={onKeyDown}>
                <span class="tiles">
                    {hand.tiles.map((tile, index) => (
                        <HandTile key={index} place="tiles" {...{ tile, index, chosen, onChoose }} />
                    ))}
                    {missing > 0 && Array.from({ length: missing }, (_, index) => <span key={`gap${index}`} class="gap" />)}
                </span>
                {hand.win && (
                    <span class="tiles winning">
                        <HandTile tile={hand.win} place="win" {...{ chosen, onChoose }} />
                        <span class="how"><T code={`how.${saidOf(hand, 'by')}`} /></span>
                    </span>
                )}
                {hand.melds.map((meld, index) => <Meld key={`meld${index}`} {...{ meld, index, chosen, onChoose }} />)}
                {LAID.map((place) => (
                    <Laid key={place} {...{ hand, place, chosen, onChoose }} />
                ))}
            </div>
            {exists && <Actions {...{ hand, rules, chosen, onChange }} onDone={() => onChoose(null)} />}
            {missing > 0 && <p class="hint"><T code={missing === 1 ? 'hand.missing_one' : 'hand.missing'} args={[missing]} /></p>}
        </>
    );
}

// --- situation -----------------------------------------------------------------------------------

/** assumed: the value if none is given. */
export function Choice({ name, legend, values, value, label, assumed, onChange }) {
    const texts = useTexts();
    const isAssumed = (each) => value === null && each === assumed;
    return (
        <fieldset class="choice">
            <legend><T code={legend} /></legend>
            {values.map((each) => (
                <label key={String(each)} class={isAssumed(each) ? 'chip assumed' : 'chip'}>
                    <input type="radio" name={name} value={String(each)} checked={each === value} onChange={() => onChange(each)} />
                    <span>{label(each)}{isAssumed(each) && <small> {texts('situation.assumed')}</small>}</span>
                </label>
            ))}
        </fieldset>
    );
}

function Count({ code, value, onChange }) {
    return (
        <label class="count">
            <T code={code} />
            <input type="number" min="0" max="999" value={value}
                onInput={(event) => onChange(Math.min(Math.max(Math.trunc(Number(event.target.value)) || 0, 0), 999))} />
        </label>
    );
}

export function Circumstances({ hand, rules, contradictions, onChange }) {
    const language = useContext(Language);
    const texts = useTexts();
    if (!rules.circumstances.length)
        return null;
    const implied = new Set(rules.circumstances.filter(({ id }) => hand.flags.includes(id)).flatMap(({ implies }) => implies));
    return (
        <fieldset class="choice">
            <legend><T code="circumstances" /></legend>
            {rules.circumstances.map(({ id, names }) => {
                const given = hand.flags.includes(id);
                // In the page's language, without details, for which it has no words.
                const reason = given || !contradictions.get(id) ? null : textOf(language, 'error.contradiction') ?? contradictions.get(id);
                return (
                    <label key={id} class="chip" title={reason ?? undefined}>
                        <input type="checkbox" name={id} checked={given || implied.has(id)} disabled={Boolean(reason) || (implied.has(id) && !given)}
                            onChange={() => onChange(toggleFlag(hand, id))}
                            aria-label={reason ? `${nameText(language, names, id)}: ${reason}` : undefined} />
                        <span><Name names={names} id={id} /></span>
                    </label>
                );
            })}
            {[...contradictions.values()].some(Boolean) && <p class="hint">{texts('circumstances.hint')}</p>}
        </fieldset>
    );
}

/** The choice of who fed a yaku of a list: {yaku, who}, or null; whos: the possible players. */
export function Liable({ liable, list, whos, label, scope = '', onChange }) {
    const language = useContext(Language);
    const texts = useTexts();
    const [yaku, setYaku] = useState('');
    const chosen = liable?.yaku ?? yaku;
    const set = (id, who) => {
        setYaku(id);
        onChange(id && who ? { yaku: id, who } : null);
    };
    return (
        <details class="liable" open={Boolean(liable)}>
            <summary><T code="liable" /></summary>
            <p class="hint">{texts('liable.hint')}</p>
            <label><span class="hidden">{texts('form.yaku')}</span>
                <select id={`${scope}liable-yaku`} value={chosen} onChange={(event) => set(event.target.value, liable?.who)}>
                    <option value="">{texts('why_not.choose')}</option>
                    {list.map(({ id, names }) => <option key={id} value={id}>{nameText(language, names, id)}</option>)}
                </select>
            </label>
            {chosen && <Choice name={`${scope}liable`} legend="liable.who" values={whos} value={liable?.who ?? ''} label={label} onChange={(who) => set(chosen, who)} />}
        </details>
    );
}

/** The same for the yaku that count, or the one in the hand. */
function LiableOfHand({ hand, rules, counted, label, onChange }) {
    const liable = liableOf(hand);
    return (
        <Liable {...{ liable, label }} whos={rules.seats.filter((seat) => seat !== saidOf(hand, 'seat'))}
            list={rules.yaku.filter(({ id, bonus }) => !bonus && (counted.has(id) || id === liable?.yaku))} onChange={(next) => onChange(withLiable(hand, next))} />
    );
}

function Situation({ hand, rules, contradictions, counted, onChange }) {
    const set = (changes) => onChange({ ...hand, ...changes });
    const seat = (name) => <T code={`seat.${name}`} />;
    return (
        <div class="situation">
            <Choice name="seat" legend="seat" values={rules.seats} value={hand.seat} label={seat} assumed={ASSUMED.seat} onChange={(name) => set({ seat: name })} />
            <Choice name="round" legend="round" values={['E', 'S', 'W', 'N']} value={hand.round} label={seat} assumed={ASSUMED.round} onChange={(name) => set({ round: name })} />
            <Choice name="by" legend="by" values={['discard', 'self_draw']} value={hand.by} assumed={ASSUMED.by}
                label={(by) => <T code={`how.${by}`} />} onChange={(by) => set({ by })} />
            {saidOf(hand, 'by') === 'discard' && (
                <Choice name="from" legend="from" value={hand.from} onChange={(from) => set({ from })}
                    values={[...(rules.asks_from ? [] : [null]), ...rules.seats.filter((other) => other !== saidOf(hand, 'seat'))]}
                    label={(from) => (from ? seat(from) : <T code="from.anybody" />)} />
            )}
            <Circumstances {...{ hand, rules, contradictions, onChange }} />
            {(counted.size > 0 || liableOf(hand)) && <LiableOfHand {...{ hand, rules, counted, onChange }} label={seat} />}
            {(rules.counters || rules.bet > 0) && (
                <div class="choice">
                    {rules.counters && <Count code="honba" value={hand.honba} onChange={(honba) => set({ honba })} />}
                    {rules.bet > 0 && <Count code="deposits" value={hand.deposits} onChange={(deposits) => set({ deposits })} />}
                </div>
            )}
        </div>
    );
}

// --- text ----------------------------------------------------------------------------------------

/** line: of the hand; read(text): returns a promise of null, or of the error. */
export function Line({ line, read, scope = '' }) {
    const texts = useTexts();
    const input = useRef(null);
    const [typed, setTyped] = useState(null);
    const [error, setError] = useState(null);
    // Before the page is painted, so that the next input replaces a hand that was read, however soon it comes.
    useLayoutEffect(() => {
        setTyped(null);
        setError(null);
    }, [line]);
    useLayoutEffect(() => {
        if (typed === null && document.activeElement === input.current)
            input.current.select();
    }, [typed]);
    const submit = async (event) => {
        event.preventDefault();
        setError(typed?.trim() ? await read(typed) : null);
    };
    return (
        <form class="line" onSubmit={submit}>
            <label for={`${scope}line`}><T code="line" /></label>
            <div class="line-row">
                <input id={`${scope}line`} ref={input} type="text" spellcheck={false} autocomplete="off" autocapitalize="off" value={typed ?? line}
                    aria-describedby={`${scope}line-hint`} aria-invalid={error ? 'true' : undefined} maxLength={2000}
                    onInput={(event) => setTyped(event.target.value)} onFocus={(event) => event.target.select()} />
                <button type="submit"><T code="line.read" /></button>
            </div>
            <p id={`${scope}line-hint`} class="hint">{texts('line.hint')}</p>
            {error && (
                <div role="alert" class="error">
                    <Problem error={error} line={typed} />
                </div>
            )}
        </form>
    );
}

/** The tiles of a hand, by clicks. scope: a prefix of its fields' names, if there are several. */
export function TileEntry({ hand, rules, onChange, scope = '' }) {
    const [wanted, onTarget] = useState('tiles');
    const target = targetsOf(rules).includes(wanted) ? wanted : 'tiles';
    const empty = !sizeOf(hand) && LAID.every((place) => !hand[place].length);
    useEffect(() => { if (empty) onTarget('tiles'); }, [empty]);
    const onTile = (tile) => {
        const next = add(hand, target, tile, rules);
        if (next === hand)
            return;
        onChange(next);
        if (target === 'wild' || (target !== 'tiles' && !LAID.includes(target)))
            onTarget('tiles'); // the next tile is usually concealed
    };
    return (
        <>
            <Entered {...{ hand, rules, onChange }} />
            <Targets {...{ hand, rules, target, onTarget, scope }} />
            <Keypad {...{ hand, rules, target, onTile }} />
        </>
    );
}

/** counted: the ids of the yaku that count. */
export function HandEntry({ hand, rules, contradictions, counted, onChange, read, history }) {
    return (
        <section class="panel entry" aria-labelledby="hand-title">
            <div class="panel-head">
                <h2 id="hand-title"><T code="hand" /></h2>
                <button type="button" onClick={history.undo} disabled={!history.canUndo}><T code="undo" /></button>
                <button type="button" onClick={history.redo} disabled={!history.canRedo}><T code="redo" /></button>
                {/* At a table the round lasts, while the winner's seat changes. */}
                <button type="button" id="hand-clear" onClick={() => history.set({ ...emptyHand, round: hand.round })}><T code={hand.round ? 'clear.round' : 'clear'} /></button>
            </div>
            <TileEntry {...{ hand, rules, onChange }} />
            <Situation {...{ hand, rules, contradictions, counted, onChange }} />
            <Line line={lineOf(hand)} read={read} />
        </section>
    );
}
