// The package as npm packs it, in vite's dev server and in vite's output, without any configuration.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { findBrowser } from './find_browser.js';

const folder = new URL('..', import.meta.url).pathname;
const tools = join(folder, 'build/tools/node_modules');
const browser = await findBrowser();
const page = '<!doctype html><title>kazoe</title><script type="module" src="/main.js"></script>';

/** The script of a page, which reports its result with GET, because vite's server takes no POST. */
const script = (answers) => `import { load } from 'kazoe';
    const answer = (text) => fetch('${answers}' + encodeURIComponent(text), { mode: 'no-cors' });
    load('tenhou').then((rules) => answer(rules.score('123456m23p55789s +1p riichi seat=S from=W').points), (error) => answer(String(error)));`;

/** A server that takes one answer. */
async function listen() {
    let take;
    const answer = new Promise((resolve) => { take = resolve; });
    const server = createServer((request, response) => {
        take(decodeURIComponent(request.url.slice(1)));
        response.end();
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    const close = () => { server.close(); server.closeAllConnections(); };
    return { answer, take, address: `http://127.0.0.1:${server.address().port}/`, close };
}

/** Install the packed package into a folder with a page. */
async function project(work, answers, vite) {
    const run = (...words) => execFileSync('npm', words, { cwd: work, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
    const [packed] = JSON.parse(run('pack', folder, '--json'));
    await writeFile(join(work, 'package.json'), '{"private": true, "type": "module"}');
    run('install', '--offline', '--no-audit', '--no-fund', join(work, packed.filename));
    await symlink(join(tools, vite), join(work, 'node_modules', 'vite'), 'dir');
    await mkdir(join(work, 'home'));
    await writeFile(join(work, 'index.html'), page);
    await writeFile(join(work, 'main.js'), script(answers));
}

/** Run vite with arguments until its server prints its address; returns {address, end}. */
function serve(work, ...words) {
    const child = spawn(process.execPath, ['node_modules/vite/bin/vite.js', ...words, '--port', '0', '--host', '127.0.0.1'],
        { cwd: work, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, NO_COLOR: '1' } });
    return new Promise((resolve, reject) => {
        let said = '';
        const hear = (text) => {
            said += text;
            const [address] = /http:\/\/127\.0\.0\.1:[1-9][0-9]*\//.exec(said) ?? [];
            if (address)
                resolve({ address, end: () => child.kill('SIGKILL') });
        };
        for (const stream of [child.stdout, child.stderr])
            stream.setEncoding('utf8').on('data', hear);
        child.once('exit', () => reject(new Error(said)));
    });
}

async function opened(work, address, { answer, take }) {
    const chromium = spawn(browser, ['--headless', '--no-sandbox', '--disable-gpu', '--remote-debugging-port=0', `--user-data-dir=${join(work, 'home')}`, address],
        { stdio: 'ignore', detached: true, env: { ...process.env, HOME: join(work, 'home') } });
    const late = setTimeout(() => take('no answer'), 60000);
    try {
        return await answer;
    } finally {
        clearTimeout(late);
        process.kill(-chromium.pid, 'SIGKILL'); // with its helpers
        await new Promise((resolve) => chromium.once('exit', resolve));
    }
}

async function answerOf(vite, build) {
    const work = await mkdtemp(join(tmpdir(), 'kazoe-vite-'));
    const answers = await listen();
    let server;
    try {
        await project(work, answers.address, vite);
        if (build)
            execFileSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'error'], { cwd: work, stdio: 'pipe' });
        server = await serve(work, ...(build ? ['preview'] : []));
        return await opened(work, server.address, answers);
    } finally {
        server?.end();
        answers.close();
        await rm(work, { recursive: true, force: true, maxRetries: 5 });
    }
}

/** Return why a version of vite cannot be run here, or false. */
function skip(vite) {
    const file = join(tools, vite, 'package.json');
    if (!existsSync(file))
        return 'vite is not installed: make js-check does that where there is npm';
    if (!browser)
        return 'Chromium is not installed';
    const newer = /\^([0-9]+)\.([0-9]+)\.[0-9]+ \|\|/.exec(JSON.parse(readFileSync(file, 'utf8')).engines.node);
    const [major, minor] = process.versions.node.split('.').map(Number);
    return newer && (major < newer[1] || (major === Number(newer[1]) && minor < newer[2])) ? `it needs a newer node than ${process.version}` : false;
}

// The two versions treat packages differently: before version 8, a file that a package names is not served next to
// it.
for (const vite of ['vite', 'vite-6'])
    for (const build of [false, true])
        test(`${vite}, ${build ? 'built' : 'dev server'}`, { skip: skip(vite), timeout: 120000 }, async () => {
            assert.equal(await answerOf(vite, build), '2000');
        });
