// index.d.ts is correct TypeScript, and declares the exports of index.js.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, symlink, mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import * as kazoe from '../index.js';
import { answers } from './answers.js';

const folder = new URL('..', import.meta.url).pathname;
const tsc = join(folder, 'build/tools/node_modules/typescript/bin/tsc');
const skip = !existsSync(tsc) && 'TypeScript is not installed: make js-check does that where there is npm';

const program = `
import { KazoeError, Ruleset, check, compare, diff, list, load, overlays, start, tileSymbols, version } from 'kazoe';
import type { Columns, Comparison, Diagnostic, Discards, Result, RulesetDescription, Settlement, Waits } from 'kazoe';
await start();
await start(new Uint8Array(4));
const rules: Ruleset = await load('tenhou', { overlays: ['kazoe: 1'], options: { red_fives: false } });
const result: Result = rules.score({ hand: '123456m23p55789s', win: '1p', seat: 'S' });
const points: number = result.win ? result.points : 0, names: string[] = [...list(), ...overlays()];
const columns: Columns = rules.scoreColumns(['1m']);
const first: number = columns.points[0] ?? 0;
const waits: Waits = rules.waits('1m'), discards: Discards = rules.discards('1m', { turns: 2 });
const chance: number | undefined = discards.discards[0]?.win;
const named: Comparison = compare(['tenhou', rules], '1m'), shanten: number | null = rules.shanten('1m');
const east: number | undefined = result.payments?.E, settled: Settlement = rules.settle({ winners: [{ seat: 'S', total: 3, fu: 40 }], from: 'E' });
const one: Comparison = compare([rules], '1m'), many: Comparison[] = compare([rules], ['1m']);
const found: Diagnostic[] = await check('tenhou', { notes: true });
const says: RulesetDescription = rules.describe();
const text: string = rules.convert('1m', 'unicode') + rules.text('1m', 'ja', { explain: true }) + rules.dealText('draw') + version() + tileSymbols();
try { rules.settle({ draw: 'exhaustive' }); } catch (error) { if (error instanceof KazoeError) console.log(error.code, error.toJSON().line); }
console.log(points, names, first, waits, chance, one, many, found, says, text, diff(rules, rules).complete, named, shanten, east, settled);
const why: string = result.win ? '' : result.reason, worth: number = result.win || result.reason === 'no_yaku' ? result.total : 0;
for (const row of rules.scoreMany(['1m', '2m'])) console.log(row.error ? row.error.code : row.win, why, worth);
rules.score({ hand: [36, 40], win: 44, melds: [[0, 4, 8], '(124 125 126 127)'], dora: [0], seen: [1], discards: '2', notation: 'tiles-136' });
// @ts-expect-error a hand that does not win has no points
const sure: number = result.points;
// @ts-expect-error nor has one that is not complete any yaku
result.yaku.map((yaku) => yaku.id);
// @ts-expect-error nor a value below the minimum any payments
rules.value({ total: 1 }).payments.E;
// @ts-expect-error nor one of several winners
settled.results[0]?.payments.E;
// @ts-expect-error there is no such way
rules.scoer('1m');
// @ts-expect-error rules are loaded, not made
new Ruleset();
`;

// Each has a misspelled word.
const mistakes = ['result.pionts', 'result.payments.pionts', 'result.yaku[0]?.vlaue', 'waits.wait', 'waits.waits[0]?.discard?.pionts',
    'discards.discards[0]?.shnaten', 'one.difers', 'settled.payment', 'settled.transfers', "rules.explainDeal('draw').transfer", 'settled.results[0]?.pionts', "rules.explain('1m').readings",
    "rules.whyNot('1m', 'pinfu').statu", "rules.value({ limit: 'mangan' }).pionts", 'rules.table()[0]?.tabel',
    'diff(rules, rules).differences[0]?.adress', "rules.score({ hand: '1m', wni: '1m' })", 'rules.settle({ winer: [] })',
    "rules.settle({ winners: [{ seat: 'S', totl: 3 }] })", "compare([1], '1m')", "rules.convert('1m', '136')", "rules.score({ hand: '1m', notation: 'tenhou' })"];

/** Compile a program against the package; fail with the compiler's messages. */
async function compile(text, lib = 'es2022,dom') {
    const work = await mkdtemp(join(tmpdir(), 'kazoe-types-'));
    try {
        await mkdir(join(work, 'node_modules'));
        await symlink(folder, join(work, 'node_modules', 'kazoe'), 'dir');
        await writeFile(join(work, 'package.json'), '{"type": "module"}');
        await writeFile(join(work, 'program.ts'), text);
        const flags = ['--strict', '--noEmit', '--noUncheckedIndexedAccess', '--target', 'es2022', '--module', 'nodenext',
            '--moduleResolution', 'nodenext', '--lib', lib];
        try {
            execFileSync(process.execPath, [tsc, ...flags, 'program.ts'], { cwd: work, encoding: 'utf8' });
        } catch (error) {
            assert.fail(error.stdout.slice(0, 4000));
        }
    } finally {
        await rm(work, { recursive: true });
    }
}

test('a strict program compiles', { skip }, () => compile(program));

test('it compiles without the types of a browser', { skip }, () =>
    compile(`declare const console: { log(...words: unknown[]): void };\n${program}`, 'es2022'));

test('a word that no answer and no question has is refused', { skip }, () =>
    compile(program + mistakes.map((mistake) => `// @ts-expect-error\n${mistake};\n`).join('')));

// A literal may have no key that its type lacks, and has to have each that is not optional.
test('the types have every key of what the engine writes', { skip, timeout: 120000 }, async () => {
    const found = Object.entries(await answers()).flatMap(([type, list]) => list.map((answer) => [type, JSON.stringify(answer)]));
    await compile(`import type * as k from 'kazoe';\n${found.map(([type, text], index) => `export const a${index}: ${type} = ${text};\n`).join('')}`);
});

test('the types name what there is', { skip }, async () => {
    const { default: ts } = await import(join(folder, 'build/tools/node_modules/typescript/lib/typescript.js'));
    const source = ts.createSourceFile('index.d.ts', ts.sys.readFile(join(folder, 'index.d.ts')), ts.ScriptTarget.ES2022);
    const values = source.statements.filter((each) => ts.isFunctionDeclaration(each) || ts.isClassDeclaration(each));
    assert.deepEqual([...new Set(values.map((each) => each.name.text))].sort(), Object.keys(kazoe).sort());
    const methods = values.find((each) => each.name.text === 'Ruleset').members.filter(ts.isMethodDeclaration);
    const there = Object.getOwnPropertyNames(kazoe.Ruleset.prototype).filter((name) => !['constructor', 'address'].includes(name));
    assert.deepEqual([...new Set(methods.map((each) => each.name.text))].sort(), there.sort());
});
