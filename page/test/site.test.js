// The site: the files that it loads, and that it works without a network after the first visit. KAZOE_SITE names
// its folder.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { browser, startChromium } from './chromium.js';

const folder = resolve(process.env.KAZOE_SITE ?? new URL('../site', import.meta.url).pathname);
const TYPES = new Map([['html', 'text/html'], ['js', 'text/javascript'], ['css', 'text/css'], ['gz', 'application/octet-stream']]);
const WASM_LIMIT = 500 * 1024, LIMIT = 800 * 1024;

// A plain server, which compresses nothing; sent: the bytes by file.
async function serve() {
    const sent = new Map();
    const server = createServer(async (request, response) => {
        const name = new URL(request.url, 'http://localhost').pathname.slice(1) || 'index.html';
        const body = await readFile(join(folder, name)).catch(() => null);
        sent.set(name, body?.length ?? 0);
        response.writeHead(body ? 200 : 404, { 'content-type': TYPES.get(name.split('.').pop()) ?? 'text/plain' });
        response.end(body);
    });
    await new Promise((done) => server.listen(0, '127.0.0.1', done));
    return { sent, address: `http://127.0.0.1:${server.address().port}/`, close: () => { server.close(); server.closeAllConnections(); } };
}

test('the site loads little, and works offline', { skip: browser ? false : 'Chromium is not installed', timeout: 120000 }, async () => {
    const server = await serve();
    // Without the service worker, which fetches all files again to keep them, to see what a verdict needs.
    const chromium = await startChromium();
    try {
        const link = `${server.address}#rules=mcr&hand=123m456p789s55s23m+%2B4m`;
        const first = await chromium.open(link, { before: 'delete Navigator.prototype.serviceWorker' });
        await first.until(`document.querySelector('.points')`);
        const total = [...server.sent.values()].reduce((sum, size) => sum + size, 0);
        assert.ok(server.sent.get('wasm.gz') <= WASM_LIMIT, `wasm: ${server.sent.get('wasm.gz')}`);
        assert.ok(total <= LIMIT, `${total} bytes`);
        assert.deepEqual(first.problems, []);
        await first.close();

        const second = await chromium.open(link);
        await second.until(`document.querySelector('.points')`);
        await second.until(`navigator.serviceWorker.controller && caches.keys().then((names) => names.length === 1)`);
        server.close();
        const third = await chromium.open(link, { browserContextId: second.context });
        await third.until(`document.querySelector('.points')`);
        await third.click('.house summary');
        await third.click('.as-text summary'); // the editor is a part that was not loaded before
        await third.until(`Boolean(document.querySelector('.editor')?.shadowRoot?.querySelector('.cm-content'))`);
        assert.deepEqual(third.problems, []);
    } finally {
        server.close();
        await chromium.close();
    }
});

// The table of sizes in README.md: a figure may be wrong by this much, so that not every change of the engine changes it.
const TOLERANCE = 0.03;

test('the sizes in README.md are those of the page and the site', async () => {
    const page = await readFile(resolve(process.env.KAZOE_PAGE ?? new URL('../../kazoe.html', import.meta.url).pathname));
    const sizes = new Map(await Promise.all((await readdir(folder)).map(async (name) => [name, (await readFile(join(folder, name))).length])));
    const of = (pattern) => [...sizes].filter(([name]) => pattern.test(name)).map(([, size]) => size);
    const sum = (list) => list.reduce((total, size) => total + size, 0);
    const languages = of(/^(ja|zh-\w+)\.gz$/);
    const measured = [page.length, gzipSync(page, { level: 9 }).length, ...of(/^wasm\.gz$/), sum(of(/^(?!editor|service|ja|zh-)/)), sum(languages) / languages.length];
    const table = (await readFile(new URL('../README.md', import.meta.url), 'utf8')).split('\n\n').find((part) => part.startsWith('| | bytes |'));
    const written = [...table.matchAll(/[0-9]+(?:,[0-9]{3})+/g)].map(([figure]) => Number(figure.replaceAll(',', '')));
    assert.equal(written.length, measured.length);
    for (const [index, figure] of written.entries())
        assert.ok(Math.abs(figure - measured[index]) <= TOLERANCE * measured[index], `README.md says ${figure}; the figures are ${measured.map(Math.round).join(', ')}`);
});
