// The package in a real browser, under a strict content security policy.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { load } from '../index.js';
import { findBrowser } from './find_browser.js';

const hand = '123456m23p55789s +1p riichi seat=S from=W';
const types = { js: 'text/javascript', wasm: 'application/wasm', html: 'text/html' };
const page = '<!doctype html><title>kazoe</title><script type="module" src="/page.js"></script>';
const script = `
    const answer = (fields) => fetch('/answer', { method: 'POST', body: JSON.stringify(fields) });
    try {
        const { load, list } = await import('/index.js');
        const rules = await load('tenhou');
        const digests = [];
        for (const name of list())
            digests.push((await load(name)).digest);
        let refused;
        try { rules.score('123m'); } catch (error) { refused = error.code; }
        await answer({ result: rules.score(${JSON.stringify(hand)}), refused, digests });
    } catch (error) {
        await answer({ failed: String(error) });
    }
`;

// The files of the package, and the page, whose answer is taken.
function serve(take) {
    const folder = new URL('..', import.meta.url);
    const server = createServer(async (request, response) => {
        if (request.method === 'POST') {
            const parts = [];
            for await (const part of request)
                parts.push(part);
            take(JSON.parse(Buffer.concat(parts).toString()));
        }
        const name = request.url.slice(1) || 'page.html';
        const text = { 'page.html': page, 'page.js': script }[name];
        const body = text ?? await readFile(new URL(name, folder)).catch(() => null);
        response.writeHead(body === null ? 404 : 200, {
            'content-type': types[name.split('.').pop()] ?? 'text/plain',
            'content-security-policy':
                "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
        });
        response.end(body);
    });
    return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

test('a browser scores what node scores', async (context) => {
    const browser = await findBrowser();
    if (!browser)
        return context.skip('Chromium is not installed');
    let take;
    const answer = new Promise((resolve) => { take = resolve; });
    const server = await serve(take);
    const home = await mkdtemp(join(tmpdir(), 'kazoe-browser-'));
    const chromium = spawn(browser, ['--headless', '--no-sandbox', '--disable-gpu', '--remote-debugging-port=0',
        `--user-data-dir=${home}`, `http://127.0.0.1:${server.address().port}/`],
        { stdio: 'ignore', detached: true, env: { ...process.env, HOME: home } });
    const late = setTimeout(() => take({ failed: 'no answer' }), 60000);
    try {
        const shown = await answer;
        assert.equal(shown.failed, undefined);
        const rules = await load('tenhou');
        assert.deepEqual(shown.result, rules.score(hand));
        assert.equal(shown.refused, 'tile_count');
        assert.ok(shown.digests.length > 20);
    } finally {
        clearTimeout(late);
        process.kill(-chromium.pid, 'SIGKILL'); // with its helpers
        await new Promise((resolve) => chromium.once('exit', resolve));
        server.close();
        server.closeAllConnections();
        await rm(home, { recursive: true, force: true });
    }
});
