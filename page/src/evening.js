// An evening: its lines, as `kazoe game` reads them, and what the engine says of each. The lines are all that is kept.

/** The lines of a text, and back, to the byte. */
export function linesOf(text) {
    return text === '' ? [] : text.split('\n');
}

export function textOf(lines) {
    return lines.join('\n');
}

function isRemark(line) {
    return !line.trim() || line.trimStart().startsWith('#');
}

function playersOf(line) {
    const [first, ...names] = line.trim().split(/\s+/);
    return first === 'players' ? names : null;
}

export function playersLine(names) {
    return ['players', ...names].join(' ');
}

/** What is typed as a name, as a line can have it: without blanks. */
export function nameOf(text) {
    return text.trim().replace(/\s+/g, '_');
}

/** A name as it is shown. */
export function shownName(name) {
    return name.replaceAll('_', ' ');
}

/** A file begins with a remark that says the rules, as the command is told them. */
const RULES = /^\uFEFF?# rules: ([^\r\n]+)\r?\n?/;

/** The label of rules without their house rules. */
export function plainLabel(label) {
    return label.split(' + ')[0];
}

export function fileOf(lines, label) {
    return `# rules: ${label}\n${textOf(lines)}`;
}

/** {lines, label, ruleset, options} of a file; the last three are null if it does not say its rules. House rules are in the label
 *  alone. */
export function readFile(file) {
    const label = RULES.exec(file)?.[1].trim() ?? null;
    if (!label)
        return { lines: linesOf(file), label, ruleset: null, options: null };
    const [ruleset, ...settings] = plainLabel(label).split(/\s+/);
    return { lines: linesOf(file.replace(RULES, '')), label, ruleset, options: settings.map((setting) => setting.split('=')).filter(({ length }) => length === 2) };
}

/** The games of an evening: {games: [{players, at, rows, end}], totals}. at: of the line of players, or -1; rows: {index, line,
 *  deal, error}, of which the last two are the engine's, and remarks have neither. found: what the engine says, or nothing yet. */
export function gamesOf(lines, found) {
    const left = [...found];
    const games = [{ players: [], at: -1, rows: [], end: null }];
    lines.forEach((line, index) => {
        const game = games.at(-1), names = playersOf(line), refused = left[0]?.line === index + 1;
        if (isRemark(line) || refused)
            game.rows.push({ index, line, error: refused ? left.shift().error : null });
        else if (names && (left[0]?.deals !== undefined || !found.length) && game.rows.some((row) => row.error || 'deal' in row)) {
            game.end = left.shift() ?? null;
            games.push({ players: names, at: index, rows: [], end: null });
        } else if (names)
            Object.assign(game, { players: names, at: index });
        else
            game.rows.push({ index, line, deal: left.shift(), error: null });
    });
    games.at(-1).end = left.find(({ deals }) => deals !== undefined) ?? null;
    return { games, totals: left.find(({ evening }) => evening)?.evening ?? [] };
}

/** Where the next line goes: before blank lines at the end. */
export function endOf(lines) {
    let at = lines.length;
    while (at > 0 && !lines[at - 1].trim())
        at--;
    return at;
}

/** count: of the lines that the new ones replace. */
export function withLines(lines, at, count, ...others) {
    return [...lines.slice(0, at), ...others, ...lines.slice(at + count)];
}

/** A line of players changed. Whoever has got another name has it in all lines of that game. */
export function renamed(lines, at, names) {
    const before = playersOf(lines[at]);
    const others = new Map(before.map((name, index) => [name, names[index]])
        .filter(([name, other]) => other && !names.includes(name) && !before.includes(other)));
    let end = lines.findIndex((line, index) => index > at && playersOf(line));
    if (end < 0)
        end = lines.length;
    return lines.map((line, index) => {
        if (index === at)
            return playersLine(names);
        if (index < at || index >= end || isRemark(line))
            return line;
        return line.split(/([\s,:=]+)/).map((word) => others.get(word) ?? word).join('');
    });
}

/** {wind, dealer, counters} of "E2.1"; the dealer is that player's number. */
export function turnOf(text) {
    const [, wind, dealer, counters] = /^([ESWN])([0-9]+)\.([0-9]+)$/.exec(text ?? '') ?? [];
    return wind ? { wind, dealer: Number(dealer), counters: Number(counters) } : null;
}

/** Scores of a game as they are now, and bets on the table. */
export function stateOf(game, rules) {
    const last = game.rows.findLast(({ deal }) => deal)?.deal;
    return { scores: last?.scores ?? rules.seats.map(() => rules.start), deposits: last?.deposits ?? 0 };
}

/** Which totals and fu hands have, of the cells of the rules' tables. */
export function figuresOf(cells) {
    const hands = cells.filter(({ table, points }) => table === 'hand' && points !== null);
    const each = (key) => [...new Set(hands.map((cell) => cell[key]).filter(Boolean))].sort((a, b) => a - b);
    return { totals: each('total'), fu: each('fu') };
}

// --- what the device keeps ------------------------------------------------------------------------

const KEY = 'evening.1';
const MOST = 1 << 20; // characters

/** {ruleset, options, label, digest, text}; label, digest: of the rules that it was scored by last; of older ones there is no
 *  digest. What is stored may be anything. */
export function readEvening(storage) {
    try {
        const { ruleset, options, label, digest = null, text } = JSON.parse(storage.get(KEY));
        const pairs = Array.isArray(options) && options.every((pair) => Array.isArray(pair) && pair.length === 2 && pair.every((each) => typeof each === 'string'));
        return pairs && [ruleset, label, text].every((each) => typeof each === 'string') && text.length <= MOST ? { ruleset, options, label, digest, text } : null;
    } catch {
        return null;
    }
}

/** Returns whether it is kept. */
export function keepEvening(storage, { ruleset, options, label, digest, text }) {
    return storage.set(KEY, JSON.stringify({ ruleset, options, label, digest, text }));
}

/** Whether an evening was scored by these rules, as far as it says. */
export function isScoredBy({ label, digest }, rules) {
    return label === rules.ruleset && (typeof digest !== 'string' || digest === rules.digest);
}

/** Call a function when another tab has changed the evening; returns a function that ends this. */
export function onOtherTab(change) {
    const listener = ({ key }) => key === `kazoe.${KEY}` && change();
    addEventListener('storage', listener);
    return () => removeEventListener('storage', listener);
}
