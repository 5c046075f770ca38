// Build the page as one file, or as a site. make page and make site call this.
//
//     node build.mjs PACKAGE WORK OUTPUT RULESET
//
// PACKAGE: the npm package that make js built. WORK: a folder for what npm installs. OUTPUT: a file, or with
// a slash at its end the folder of the site. RULESET: the one that the page shows at first.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';

const source = fileURLToPath(new URL('.', import.meta.url));
const [kazoe, work, output, ruleset] = process.argv.slice(2).map((path, index) => (index < 3 ? resolve(path) : path));

function step(what, rest) {
    console.log(`  ${what.padEnd(8)} ${rest}`);
}

// --- third-party code: what package-lock.json names, with its hashes ------------------------------

async function install() {
    await mkdir(work, { recursive: true });
    const lock = await readFile(join(source, 'package-lock.json'), 'utf8');
    const done = join(work, 'installed.json');
    if (existsSync(done) && (await readFile(done, 'utf8')) === lock)
        return;
    step('NPM', 'ci');
    for (const file of ['package.json', 'package-lock.json'])
        await cp(join(source, file), join(work, file));
    // No package runs anything while it is installed.
    execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: work, stdio: ['ignore', 'ignore', 'inherit'] });
    await writeFile(done, lock);
}

// What is compiled into the engine, all under the terms of Kazoe's own licence.
const COMPILED = [
    ['libyaml 0.2.5', 'Copyright (c) 2017-2020 Ingy döt Net\nCopyright (c) 2006-2016 Kirill Simonov'],
    ['musl, the C library of Emscripten', 'Copyright © 2005-2020 Rich Felker, et al.'],
    ['Emscripten', 'Copyright (c) 2010-2014 Emscripten authors'],
];

function compiled(copying) {
    const [title, terms] = [copying.slice(0, copying.indexOf('Copyright')).trim(), copying.slice(copying.indexOf('Permission')).trim()];
    return COMPILED.map(([name, holders]) => `${name} (${title})\n\n${holders}\n\n${terms}\n`);
}

/** The licences of the packages whose files are in the page. */
async function licencesOf(inputs) {
    const names = new Set(Object.keys(inputs).flatMap((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []));
    const parts = [];
    for (const name of [...names].sort()) {
        const folder = join(work, 'node_modules', name);
        const { version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
        const file = (await readdir(folder)).find((each) => /^licen[cs]e/i.test(each));
        if (!file)
            throw new Error(`${name} has no licence file`);
        parts.push(`${name} ${version} (${license})\n\n${(await readFile(join(folder, file), 'utf8')).trim()}\n`);
    }
    return [...compiled(await readFile(join(source, '../COPYING'), 'utf8')), ...parts].join('\n---\n\n');
}

// --- bundles -------------------------------------------------------------------------------------

// The sentences of rules/languages: one "code: text" a line, as the command reads them too.
const languages = {
    name: 'languages',
    setup(build) {
        build.onLoad({ filter: /rules.languages.[a-z-]+\.yaml$/ }, async ({ path }) => {
            const lines = (await readFile(path, 'utf8')).matchAll(/^([\w.]+): (".*")$/gm);
            return { contents: JSON.stringify(Object.fromEntries(Array.from(lines, ([, code, text]) => [code, JSON.parse(text)]))), loader: 'json' };
        });
    },
};

/** The files of a bundle, {path, text}, and their inputs. split: what is loaded later is a file of its own. */
async function bundle(esbuild, entry, format, split = false) {
    const built = await esbuild.build({
        entryPoints: [join(source, 'src', entry)],
        bundle: true,
        splitting: split,
        outdir: join(work, 'bundle'),
        chunkNames: '[name]-[hash]',
        write: false,
        metafile: true,
        minify: true,
        format,
        target: 'es2022',
        charset: 'utf8',
        legalComments: 'none',
        jsx: 'automatic',
        jsxImportSource: 'preact',
        plugins: [languages],
        alias: { kazoe: join(kazoe, 'index.js'), 'rules.schema.json': join(source, '../doc/rules.schema.json') },
        external: ['node:*'],
        nodePaths: [join(work, 'node_modules')],
        absWorkingDir: work,
        logOverride: { 'empty-import-meta': 'silent' },
    });
    const files = built.outputFiles.map(({ path, text }) => ({ path: basename(path), text }));
    return { files, text: files[0].text, inputs: built.metafile.inputs };
}

// --- what the page shows before the engine runs ----------------------------------------------------

async function describe() {
    const { load, list, tileSymbols, version } = await import(pathToFileURL(join(kazoe, 'index.js')));
    const rulesets = [];
    let description;
    for (const id of list()) {
        const rules = await load(id);
        const all = rules.describe();
        rulesets.push({ id, title: all.title });
        if (id === ruleset)
            description = all;
        rules.free();
    }
    if (!description)
        throw new Error(`there is no ruleset '${ruleset}'`);
    return { built: { version: version(), ruleset, rulesets, description }, symbols: tileSymbols() };
}

// --- the page --------------------------------------------------------------------------------------

function hash(text) {
    return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

function packed(bytes) {
    return gzipSync(bytes, { level: 9 });
}

function data(id, type, text) {
    // No element is ended within it.
    return `<script type="${type}" id="${id}">${text.replaceAll('<', '\\u003c')}</script>`;
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

/** What both have: {main, worker, style, built, symbols, wasm}. */
async function parts(split) {
    const esbuild = createRequire(join(work, 'package.json'))('esbuild');
    step('ESBUILD', 'main.jsx, worker.js');
    const main = await bundle(esbuild, 'main.jsx', 'esm', split);
    const worker = await bundle(esbuild, 'worker.js', 'iife');
    const style = (await esbuild.transform(await template('style.css'), { loader: 'css', minify: true, charset: 'utf8' })).code;
    const { built, symbols } = await describe();
    built.licences = await licencesOf({ ...main.inputs, ...worker.inputs });
    return { main, worker, style, built, symbols, wasm: await readFile(join(kazoe, 'kazoe.wasm')) };
}

async function page() {
    const { main, worker, style, built, symbols, wasm } = await parts(false);
    const script = main.text.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');
    const policy = policyOf([`script-src ${hash(script)} 'wasm-unsafe-eval'`, `style-src ${hash(style)}`, 'worker-src blob:']);
    return filled(await template('page.html'), {
        policy, style, symbols, script,
        data: [data('built', 'application/json', JSON.stringify(built)),
            data('worker', 'text/plain', packed(worker.text).toString('base64')),
            data('wasm', 'text/plain', packed(wasm).toString('base64'))].join('\n'),
    });
}

/** The files of the site by name. */
async function site() {
    const { main, worker, style, built, symbols, wasm } = await parts(true);
    const policy = policyOf(["script-src 'self' 'wasm-unsafe-eval'", "style-src 'self'", "worker-src 'self' blob:", "connect-src 'self'", 'img-src data:']);
    const files = new Map([
        ['index.html', filled(await template('site.html'), { policy, symbols })],
        ['style.css', style],
        ...main.files.map(({ path, text }) => [path, text]),
        ['worker.gz', packed(worker.text)],
        ['built.gz', packed(JSON.stringify(built))],
        ['wasm.gz', packed(wasm)],
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
