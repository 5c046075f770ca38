// A bundler for browsers accepts the package without warnings, and its output can be read in any encoding.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

const folder = new URL('..', import.meta.url).pathname;
const esbuild = join(folder, 'build/tools/node_modules/vite-6/node_modules/esbuild/bin/esbuild'); // for vite 6
const skip = !existsSync(esbuild) && 'esbuild is not installed: make js-check does that where there is npm';

test('a bundle that is no module asks for start', { skip }, () => {
    const program = `import { load } from ${JSON.stringify(join(folder, 'index.js'))}; load('tenhou').catch((error) => console.log(error.message));`;
    const bundled = spawnSync(process.execPath, [esbuild, '--bundle', '--platform=node', '--format=cjs', '--log-level=error'],
        { input: program, encoding: 'utf8', maxBuffer: 1 << 24 });
    assert.equal(execFileSync(process.execPath, ['-'], { input: bundled.stdout, encoding: 'utf8' }),
        'only a module knows where kazoe.wasm is: await start(), with its address or its bytes, before load()\n');
});

test('esbuild', { skip }, () => {
    const work = mkdtempSync(join(tmpdir(), 'kazoe-bundle-'));
    try {
        const bundle = join(work, 'bundle.mjs');
        const program = `import { load } from ${JSON.stringify(join(folder, 'index.js'))};
            console.log((await load('tenhou')).score('123456m23p55789s +1p riichi seat=S from=W').points);`;
        const { stdout, stderr, status } = spawnSync(process.execPath, [esbuild, '--bundle', '--minify', '--platform=browser', '--format=esm',
            '--charset=utf8', '--log-level=warning', '--color=false', `--outfile=${bundle}`], { input: program, encoding: 'utf8' });
        assert.deepEqual([stdout, stderr, status], ['', '', 0]);
        assert.doesNotMatch(readFileSync(bundle, 'latin1'), /[^\0-\x7f]/);
        copyFileSync(join(folder, 'kazoe.wasm'), join(work, 'kazoe.wasm'));
        assert.equal(execFileSync(process.execPath, [bundle], { encoding: 'utf8' }), '2000\n');
    } finally {
        rmSync(work, { recursive: true });
    }
});
