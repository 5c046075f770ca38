// Build the page as one file, or as a site. make page and make site call this.
//
//     node build.mjs PACKAGE WORK OUTPUT RULESET
//
// PACKAGE: the npm package that make js built. WORK: a folder for what npm installs. OUTPUT: a file, or with
// a slash at its end the folder of the site. RULESET: the ruleset that the page shows at first.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { inOwnLanguage, ownLanguage } from './src/own_language.js';
import { inheritedOf } from './src/sheet.js';

const source = fileURLToPath(new URL('.', import.meta.url));
const [kazoe, work, output, ruleset] = process.argv.slice(2).map((path, index) => (index < 3 ? resolve(path) : path));

function step(what, rest) {
    console.log(`  ${what.padEnd(8)} ${rest}`);
}

// --- third-party code: the packages of package-lock.json, with hashes -----------------------------

async function install() {
    await mkdir(work, { recursive: true });
    const lock = await readFile(join(source, 'package-lock.json'), 'utf8');
    const done = join(work, 'installed.json');
    if (existsSync(done) && (await readFile(done, 'utf8')) === lock)
        return;
    step('NPM', 'ci');
    for (const file of ['package.json', 'package-lock.json'])
        await cp(join(source, file), join(work, file));
    // No package runs scripts during installation.
    execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: work, stdio: ['ignore', 'ignore', 'inherit'] });
    await writeFile(done, lock);
}

// Libraries compiled into the engine, all under the terms of Kazoe's own license.
const COMPILED = [
    ['libyaml 0.2.5', 'Copyright (c) 2017-2020 Ingy döt Net\nCopyright (c) 2006-2016 Kirill Simonov'],
    ['musl, the C library of Emscripten', 'Copyright © 2005-2020 Rich Felker, et al.'],
    ['Emscripten', 'Copyright (c) 2010-2014 Emscripten authors'],
];

function compiled(copying) {
    const [title, terms] = [copying.slice(0, copying.indexOf('Copyright')).trim(), copying.slice(copying.indexOf('Permission')).trim()];
    return COMPILED.map(([name, holders]) => `${name} (${title})\n\n${holders}\n\n${terms}\n`);
}

/** Return the licenses of the packages whose files are in the page. */
async function licencesOf(inputs) {
    const names = new Set(Object.keys(inputs).flatMap((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []));
    const parts = [];
    for (const name of [...names].sort()) {
        const folder = join(work, 'node_modules', name);
        const { version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
        const file = (await readdir(folder)).find((each) => /^licen[cs]e/i.test(each));
        if (!file)
            throw new Error(`${name} has no license file`);
        parts.push(`${name} ${version} (${license})\n\n${(await readFile(join(folder, file), 'utf8')).trim()}\n`);
    }
    return [...compiled(await readFile(join(source, '../COPYING'), 'utf8')), ...parts].join('\n---\n\n');
}

// --- bundles -------------------------------------------------------------------------------------

// The texts of the rules are a separate part, which the worker puts into this object.
const rulesLater = {
    name: 'rules later',
    setup(build) {
        build.onResolve({ filter: /\/rules\.js$/ }, () => ({ path: 'rules', namespace: 'later' }));
        build.onLoad({ filter: /^rules$/, namespace: 'later' }, () => ({ contents: 'export const rules = {};' }));
    },
};

/** Return a bundle, {text, inputs}. name: the variable for its exports. */
async function bundle(esbuild, entry, format, name) {
    const built = await esbuild.build({
        entryPoints: [join(source, 'src', entry)],
        bundle: true,
        globalName: name,
        outdir: join(work, 'bundle'),
        write: false,
        metafile: true,
        minify: true,
        format,
        target: 'es2022',
        charset: 'ascii', // browsers read it faster
        legalComments: 'none',
        jsx: 'automatic',
        jsxImportSource: 'preact',
        plugins: [rulesLater],
        alias: { kazoe: join(kazoe, 'index.js'), 'rules.schema.json': join(source, '../doc/rules.schema.json') },
        external: ['node:*', './editor.js'],
        nodePaths: [join(work, 'node_modules')],
        absWorkingDir: work,
        logOverride: { 'empty-import-meta': 'silent' },
    });
    return { text: built.outputFiles[0].text, inputs: built.metafile.inputs };
}

// --- data that is shown before the engine runs -----------------------------------------------------

/** Return how a form asks for a key of the schema: a number, several, or one of some words; undefined if it does
 * not. */
function kindOf({ type, items, enum: words }) {
    return type === 'integer' ? 'number' : type === 'array' && !items.enum ? 'numbers' : words;
}

async function describe() {
    const { load, list, tileSymbols, version } = await import(pathToFileURL(join(kazoe, 'index.js')));
    const { rules: files } = await import(pathToFileURL(join(kazoe, 'rules.js')));
    const rulesets = [];
    let description, sheet;
    for (const id of list()) {
        const rules = await load(id);
        const all = rules.describe();
        rulesets.push({ id, title: all.title, family: all.family, game: all.game });
        if (id === ruleset) {
            description = { ...inOwnLanguage(all, ownLanguage(files, id)), inherited: inheritedOf(files, id, 'game') };
            sheet = rules.sheetPage();
        }
        rules.free();
    }
    if (!description)
        throw new Error(`there is no ruleset '${ruleset}'`);
    const { definitions } = JSON.parse(await readFile(join(source, '../doc/rules.schema.json'), 'utf8'));
    const gameFields = Object.entries(definitions.game.properties).map(([key, of]) => ({ key, kind: kindOf(of) })).filter(({ kind }) => kind);
    const [, sheetStyle] = /<style>([^]*?)<\/style>/.exec(sheet);
    return { built: { version: version(), ruleset, rulesets, description, gameFields }, symbols: tileSymbols(), sheetStyle };
}

// --- the page --------------------------------------------------------------------------------------

function hash(text) {
    return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

function packed(bytes) {
    return gzipSync(bytes, { level: 9 });
}

// Write characters beyond ASCII as escapes of JSON or HTML: browsers read an ASCII page faster.
function escapedJson(value) {
    return JSON.stringify(value).replace(/[<\u0080-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function escapedHtml(text) {
    return text.replace(/[\u0080-\u{10ffff}]/gu, (letter) => `&#${letter.codePointAt(0)};`);
}

// The data cannot end its element.
function data(id, type, text) {
    if (/<\/|<!--/.test(text))
        throw new Error(`${id} would end its element`);
    return `<script type="${type}" id="${id}">${text}</script>`;
}

function template(name) {
    return readFile(join(source, 'src', name), 'utf8');
}

function filled(text, parts) {
    return text.replace(/\{\{(\w+)\}\}/g, (_, name) => parts[name]);
}

const ALWAYS = ["base-uri 'none'", "form-action 'none'", "require-trusted-types-for 'script'", 'trusted-types kazoe'];

function policyOf(rules) {
    return ["default-src 'none'", ...rules, ...ALWAYS].join('; ');
}

// Return a language's texts: the page's own, and the sentences of rules/languages, one "code: text" per line, which
// the command reads too.
async function language(code) {
    const lines = (await readFile(join(source, '../rules/languages', `${code}.yaml`), 'utf8')).matchAll(/^([\p{L}\w.]+): (".*")$/gmu);
    const sentences = Object.fromEntries(Array.from(lines, ([, key, text]) => [key, JSON.parse(text)]));
    return JSON.stringify({ ...sentences, ...JSON.parse(await template(`catalogues/${code}.json`)) });
}

/** Return the parts of page and site: {main, editor, worker, style, sheetStyle, built, symbols, packages};
 * sheetStyle: of rule sheets, which are shown in a frame; packages: compressed, by name. editorFormat: how the
 * editor is loaded. */
async function parts(editorFormat) {
    const esbuild = createRequire(join(work, 'package.json'))('esbuild');
    step('ESBUILD', 'main.jsx, editor.js, worker.js');
    const main = await bundle(esbuild, 'main.jsx', 'esm');
    const editor = await bundle(esbuild, 'editor.js', editorFormat, 'kazoeEditor');
    const worker = await bundle(esbuild, 'worker.js', 'iife');
    const style = (await esbuild.transform(await template('style.css'), { loader: 'css', minify: true })).code;
    const { built, symbols, sheetStyle } = await describe();
    built.licences = await licencesOf({ ...main.inputs, ...editor.inputs, ...worker.inputs });
    const { rules } = await import(pathToFileURL(join(kazoe, 'rules.js')));
    // The page has the sentences of a language besides, with its own.
    const files = Object.fromEntries(Object.entries(rules).filter(([file]) => !file.startsWith('languages/')));
    const packages = new Map([['wasm', packed(await readFile(join(kazoe, 'kazoe.wasm')))], ['rules', packed(JSON.stringify(files))]]);
    for (const file of await readdir(join(source, '../rules/languages'))) {
        const code = file.replace(/\.yaml$/, '');
        packages.set(code, packed(await language(code)));
    }
    return { main: main.text, editor: editor.text, worker: worker.text, style, sheetStyle, built, symbols, packages };
}

async function page() {
    const { main, editor, worker, style, sheetStyle, built, symbols, packages } = await parts('iife');
    const script = main.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');
    const policy = policyOf([`script-src ${hash(script)} ${hash(editor)} 'wasm-unsafe-eval'`, `style-src ${hash(style)} ${hash(sheetStyle)}`, 'worker-src blob:']);
    packages.set('editor', packed(editor));
    return escapedHtml(filled(await template('page.html'), {
        policy, style, symbols, script,
        data: [data('built', 'application/json', escapedJson(built)), data('worker', 'text/plain', worker),
            ...Array.from(packages, ([name, bytes]) => data(name, 'text/plain', bytes.toString('base64')))].join('\n'),
    }));
}

/** Return the files of the site by name. */
async function site() {
    const { main, editor, worker, style, sheetStyle, built, symbols, packages } = await parts('esm');
    const policy = policyOf(["script-src 'self' 'wasm-unsafe-eval'", `style-src 'self' ${hash(sheetStyle)}`, "worker-src 'self' blob:", "connect-src 'self'", 'img-src data:']);
    const files = new Map([
        ['index.html', filled(await template('site.html'), { policy, symbols })],
        ['style.css', style],
        ['main.js', main],
        ['editor.js', editor],
        ['worker.gz', packed(worker)],
        ['built.gz', packed(JSON.stringify(built))],
        ...Array.from(packages, ([name, bytes]) => [`${name}.gz`, bytes]),
    ]);
    const version = createHash('sha256');
    for (const [name, text] of files)
        version.update(name).update(text);
    const names = ['./', ...[...files.keys()].filter((name) => name !== 'index.html')];
    const constants = `const VERSION = '${version.digest('hex').slice(0, 16)}', FILES = ${JSON.stringify(names)};\n`;
    return files.set('service.js', constants + await template('service.js'));
}

await install();
if (process.argv[4].endsWith('/')) {
    const files = await site();
    await rm(output, { recursive: true, force: true });
    await mkdir(output, { recursive: true });
    for (const [name, text] of files)
        await writeFile(join(output, name), text);
    step('DONE', `${output}: ${files.size} files`);
} else {
    const text = await page();
    await writeFile(output, text);
    step('DONE', `${output}: ${Buffer.byteLength(text)} bytes, ${packed(text).length} compressed`);
}
