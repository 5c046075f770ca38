// An evening: its lines, as `kazoe game` reads them, and the engine's answer to each. Only the lines are kept.

/** Return the lines of a text; textOf joins them to the same bytes. */
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

/** Return a typed name as a line can have it: without blanks. */
export function nameOf(text) {
    return text.trim().replace(/\s+/g, '_');
}

/** Return a name as it is shown. */
export function shownName(name) {
    return name.replaceAll('_', ' ');
}

/** The remark at the start of a file that names the rules, as for the command. */
const RULES = /^\uFEFF?# rules: ([^\r\n]+)\r?\n?/;

/** Return the label of rules without their house rules. */
export function plainLabel(label) {
    return label.split(' + ')[0];
}

export function fileOf(lines, label) {
    return `# rules: ${label}\n${textOf(lines)}`;
}

/** Return {lines, label, ruleset, options} of a file; the last three are null if it does not name its rules. Only
 * the label has house rules. */
export function readFile(file) {
    const label = RULES.exec(file)?.[1].trim() ?? null;
    if (!label)
        return { lines: linesOf(file), label, ruleset: null, options: null };
    const [ruleset, ...settings] = plainLabel(label).split(/\s+/);
    return { lines: linesOf(file.replace(RULES, '')), label, ruleset, options: settings.map((setting) => setting.split('=')).filter(({ length }) => length === 2) };
}

/** Return the error of a line. One that begins no deal was not meant as JSON. */
function errorOf({ error }, line) {
    return error.code === 'bad_json' && !line.trimStart().startsWith('{') ? { ...error, code: 'no_deal' } : error;
}

/** Return the games of an evening: {games: [{players, at, rows, end}], totals}. at: the index of the line of
 * players, or -1; rows: {index, line, deal, error}; the engine gives deal or error, except for remarks. found: the
 * engine's answers, or nothing yet. */
export function gamesOf(lines, found) {
    const left = [...found];
    const games = [{ players: [], at: -1, rows: [], end: null }];
    lines.forEach((line, index) => {
        const game = games.at(-1), names = playersOf(line), refused = left[0]?.line === index + 1;
        if (isRemark(line) || refused)
            game.rows.push({ index, line, error: refused ? errorOf(left.shift(), line) : null });
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

/** Return the index of the next line: before blank lines at the end. */
export function endOf(lines) {
    let at = lines.length;
    while (at > 0 && !lines[at - 1].trim())
        at--;
    return at;
}

/** Return the lines with others at an index; count: how many lines these replace. */
export function withLines(lines, at, count, ...others) {
    return [...lines.slice(0, at), ...others, ...lines.slice(at + count)];
}

// The parts between colons that name players, in each item of the value of a key.
const NAMING = new Map([...['riichi', 'tenpai', 'nagashi', 'out', 'wareme', 'hand'].map((key) => [key, [0]]), ['pao', [1]], ['kong', [0, 2]]]);

/** Return the line with other words for its players; others: by name. A player may be called what means something
 * else elsewhere in the line: "3". */
function withPlayers(line, others) {
    const other = (name) => others.get(name) ?? name;
    const list = (value, parts) => value.split(',').map((item) => item.split(':').map((part, index) => (parts.includes(index) ? other(part) : part)).join(':')).join(',');
    let before = null; // the word before
    return line.split(/(\s+)/).map((word) => {
        const [, key, value] = /^([a-z]+)=(.*)$/.exec(word) ?? [], isPlayer = [null, 'ron', 'and', 'chombo'].includes(before);
        if (word.trim())
            before = word;
        if (NAMING.has(key))
            return `${key}=${list(value, NAMING.get(key))}`;
        return isPlayer ? list(word, [0]) : word;
    }).join('');
}

/** Return the lines with other names in a line of players. A player who gets another name has it in all lines of
 * that game. */
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
        return withPlayers(line, others);
    });
}

/** Return {wind, dealer, counters} of "E2.1"; the dealer is a player's number. */
export function turnOf(text) {
    const [, wind, dealer, counters] = /^([ESWN])([0-9]+)\.([0-9]+)$/.exec(text ?? '') ?? [];
    return wind ? { wind, dealer: Number(dealer), counters: Number(counters) } : null;
}

/** Return the seats of the players in a round, by name. */
export function seatsOf(players, round, rules) {
    const { dealer = 1 } = turnOf(round) ?? {};
    return new Map(players.map((player, index) => [player, rules.seats[(index + 1 - dealer + players.length) % players.length]]));
}

/** Return the line of a deal with seats in place of names, and with its round. */
export function seatedLine({ line, players, round }, rules) {
    const seats = seatsOf(players, round, rules);
    return `${withPlayers(line, seats)} round=${turnOf(round).wind}`;
}

/** Return the current scores of a game, and the bets on the table. */
export function stateOf(game, rules) {
    const last = game.rows.findLast(({ deal }) => deal)?.deal;
    return { scores: last?.scores ?? rules.seats.map(() => rules.start), deposits: last?.deposits ?? 0 };
}

/** Return the usual totals and fu of hands, and the total that a win needs at least, from the cells of the rules'
 * tables: the totals of hands and those at which limits begin. */
export function figuresOf(cells) {
    const hands = cells.filter(({ table, points }) => table === 'hand' && points !== null);
    const sorted = (numbers) => [...new Set(numbers.filter(Boolean))].sort((a, b) => a - b);
    const starts = cells.filter(({ table }) => table === 'limit').map((cell) => cell.from_total);
    return {
        totals: sorted([...hands.map(({ total }) => total), ...starts]),
        fu: sorted(hands.map(({ fu }) => fu)),
        minimum: cells.find(({ table }) => table === 'minimum')?.total ?? null,
    };
}

// --- storage on the device -----------------------------------------------------------------------

const KEY = 'evening.1';
const MAX_TEXT = 1 << 20; // characters

/** Return the evening in storage, {ruleset, options, label, digest, text}. label, digest: of the rules that scored
 * it last; older ones have no digest. Storage may contain anything. */
export function readEvening(storage) {
    try {
        const { ruleset, options, label, digest = null, text } = JSON.parse(storage.get(KEY));
        const pairs = Array.isArray(options) && options.every((pair) => Array.isArray(pair) && pair.length === 2 && pair.every((each) => typeof each === 'string'));
        return pairs && [ruleset, label, text].every((each) => typeof each === 'string') && text.length <= MAX_TEXT ? { ruleset, options, label, digest, text } : null;
    } catch {
        return null;
    }
}

/** Store the evening; return whether this succeeded. */
export function keepEvening(storage, { ruleset, options, label, digest, text }) {
    return storage.set(KEY, JSON.stringify({ ruleset, options, label, digest, text }));
}

/** Return whether an evening was scored by these rules, as far as is known. */
export function isScoredBy({ label, digest }, rules) {
    return label === rules.ruleset && (typeof digest !== 'string' || digest === rules.digest);
}

/** Call a function when another tab has changed the evening; returns a function that ends this. */
export function onOtherTab(change) {
    const listener = ({ key }) => key === `kazoe.${KEY}` && change();
    addEventListener('storage', listener);
    return () => removeEventListener('storage', listener);
}
