// The package as npm packs it, installed into another folder.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';

const pages = ['card', 'cases', 'conditions', 'new-game', 'options', 'rules', 'sections', 'wild'].map((name) => `doc/${name}.md`);
const schemas = ['cases', 'config', 'rules'].map((name) => `doc/${name}.schema.json`);
const folder = new URL('..', import.meta.url).pathname;
const run = (cwd, program, ...words) => execFileSync(program, words, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/** Return the links of a page that lead to no file of a list, nor to another site or a place of the page. */
async function deadLinks(page, files) {
    const text = await readFile(join(folder, page), 'utf8');
    const links = Array.from(text.matchAll(/\]\(([^)\s]+)\)/g), ([, link]) => link).filter((link) => !/^(?:[a-z]+:|#)/.test(link));
    return links.filter((link) => !files.includes(join(dirname(page), link.replace(/#.*/, ''))));
}

function hasNpm() {
    try {
        run('.', 'npm', '--version');
        return true;
    } catch {
        return false;
    }
}

test('the tarball works elsewhere', { skip: !hasNpm() && 'npm is not installed' }, async () => {
    const work = await mkdtemp(join(tmpdir(), 'kazoe-pack-'));
    try {
        const [packed] = JSON.parse(run(folder, 'npm', 'pack', '--json', '--pack-destination', work));
        assert.deepEqual(packed.files.map(({ path }) => path).sort(),
            ['COPYING', 'COPYING.libraries', 'README.md', ...[...pages, ...schemas].sort(), 'index.d.ts', 'index.js', 'kazoe.wasm', 'package.json', 'rules.js']);
        const files = packed.files.map(({ path }) => path);
        for (const page of files.filter((path) => path.endsWith('.md')))
            assert.deepEqual(await deadLinks(page, files), [], page);
        assert.ok(packed.size < 650 * 1024, `${packed.size} bytes`);
        await writeFile(join(work, 'package.json'), '{"private": true, "type": "module"}');
        run(work, 'npm', 'install', '--offline', '--no-audit', '--no-fund', join(work, packed.filename));
        await writeFile(join(work, 'program.js'), `import { load } from 'kazoe';
            console.log((await load('tenhou')).score('123456m23p55789s +1p riichi seat=S from=W').points);`);
        assert.equal(run(work, process.execPath, 'program.js'), '2000\n');
    } finally {
        await rm(work, { recursive: true });
    }
});
