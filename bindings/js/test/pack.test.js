// The package as npm packs it, installed into another folder.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

const pages = ['card', 'cases', 'conditions', 'new-game', 'rules', 'sections', 'wild'].map((name) => `doc/${name}.md`);
const folder = new URL('..', import.meta.url).pathname;
const run = (cwd, program, ...words) => execFileSync(program, words, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

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
            ['COPYING', 'COPYING.libraries', 'README.md', ...pages, 'index.d.ts', 'index.js', 'kazoe.wasm', 'package.json', 'rules.js']);
        assert.ok(packed.size < 600 * 1024, `${packed.size} bytes`);
        await writeFile(join(work, 'package.json'), '{"private": true, "type": "module"}');
        run(work, 'npm', 'install', '--offline', '--no-audit', '--no-fund', join(work, packed.filename));
        await writeFile(join(work, 'program.js'), `import { load } from 'kazoe';
            console.log((await load('tenhou')).score('123456m23p55789s +1p riichi seat=S from=W').points);`);
        assert.equal(run(work, process.execPath, 'program.js'), '2000\n');
    } finally {
        await rm(work, { recursive: true });
    }
});
