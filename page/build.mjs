// Build the page of one file. make page calls this.
//
//     node build.mjs PACKAGE WORK OUTPUT RULESET
//
// PACKAGE: the npm package that make js built. WORK: a folder for what npm installs. RULESET: the one that
// the page shows at first.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
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
    const own = 'libyaml 0.2.5 (MIT)\n\nCopyright (c) 2017-2020 Ingy döt Net\nCopyright (c) 2006-2016 Kirill Simonov\n';
    return [own, ...parts].join('\n---\n\n');
}

// --- bundles -------------------------------------------------------------------------------------

async function bundle(esbuild, entry, format) {
    const built = await esbuild.build({
        entryPoints: [join(source, 'src', entry)],
        bundle: true,
        write: false,
        metafile: true,
        minify: true,
        format,
        target: 'es2022',
        charset: 'utf8',
        legalComments: 'none',
        jsx: 'automatic',
        jsxImportSource: 'preact',
        alias: { kazoe: join(kazoe, 'index.js'), 'rules.schema.json': join(source, '../doc/rules.schema.json') },
        external: ['node:*'],
        nodePaths: [join(work, 'node_modules')],
        absWorkingDir: work,
        logOverride: { 'empty-import-meta': 'silent' },
    });
    return { text: built.outputFiles[0].text, inputs: built.metafile.inputs };
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
    return gzipSync(bytes, { level: 9 }).toString('base64');
}

function data(id, type, text) {
    // No element is ended within it.
    return `<script type="${type}" id="${id}">${text.replaceAll('<', '\\u003c')}</script>`;
}

function filled(template, parts) {
    return template.replace(/\{\{(\w+)\}\}/g, (_, name) => parts[name]);
}

async function page() {
    const esbuild = createRequire(join(work, 'package.json'))('esbuild');
    step('ESBUILD', 'main.jsx, worker.js');
    const main = await bundle(esbuild, 'main.jsx', 'esm');
    const worker = await bundle(esbuild, 'worker.js', 'iife');
    const style = (await esbuild.transform(await readFile(join(source, 'src', 'style.css'), 'utf8'), { loader: 'css', minify: true, charset: 'utf8' })).code;
    const { built, symbols } = await describe();
    built.licences = await licencesOf({ ...main.inputs, ...worker.inputs });
    const script = main.text.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');
    const policy = ["default-src 'none'", `script-src ${hash(script)} 'wasm-unsafe-eval'`, `style-src ${hash(style)}`,
        'worker-src blob:', "base-uri 'none'", "form-action 'none'", "require-trusted-types-for 'script'", 'trusted-types kazoe'].join('; ');
    return filled(await readFile(join(source, 'src', 'page.html'), 'utf8'), {
        policy, style, symbols, script,
        data: [data('built', 'application/json', JSON.stringify(built)),
            data('worker', 'text/plain', packed(worker.text)),
            data('wasm', 'text/plain', packed(await readFile(join(kazoe, 'kazoe.wasm'))))].join('\n'),
    });
}

await install();
const text = await page();
await writeFile(output, text);
step('DONE', `${output}: ${Buffer.byteLength(text)} bytes, ${gzipSync(text, { level: 9 }).length} compressed`);
