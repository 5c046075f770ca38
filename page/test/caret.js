// Measure the time from a keystroke in the editor until its error is shown: node caret.js PAGE. For a small sheet,
// and for all of the largest ruleset written into the editor. No test measures time.
import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startChromium } from './chromium.js';

const TIMES = 21;
const mcr = readFileSync(new URL('../../rules/mcr.yaml', import.meta.url), 'utf8');
// With one more letter at the end, the last value is wrong.
const SHEETS = [
    ['tenhou', 'house rules of four lines', 'kazoe: 1\nyaku:\n  pinfu:\n    in_use: yes'],
    ['mcr-2006', 'all that mcr says', `${mcr.replace(/^(ruleset|extends|hand_value):.*\n/gm, '')}hand_value: total`],
];
// From the key until the mark under the caret is painted.
const WATCH = `(() => {
    const root = document.querySelector('.editor').shadowRoot;
    const marked = () => root.querySelector('.cm-lintRange-error') !== null;
    globalThis.listen = (wanted) => {
        globalThis.shown = new Promise((done) => {
            let begun = 0;
            root.addEventListener('keydown', () => { begun = performance.now(); }, { once: true, capture: true });
            const observer = new MutationObserver(() => {
                if (!begun || marked() !== wanted) return;
                observer.disconnect();
                requestAnimationFrame(() => setTimeout(() => done(performance.now() - begun)));
            });
            observer.observe(root, { childList: true, subtree: true, attributes: true });
        });
    };
})()`;

/** One key makes the sheet wrong, the next one right again. */
async function measured(tab) {
    const times = [];
    for (let i = 0; i < TIMES; i++) {
        await tab.run('listen(true)');
        await tab.press('x');
        times.push(await tab.run('shown'));
        await tab.run('listen(false)');
        await tab.press('Backspace');
        await tab.run('shown');
    }
    return times.map(Math.round).sort((a, b) => a - b);
}

const chromium = await startChromium();
try {
    for (const [ruleset, what, sheet] of SHEETS) {
        const page = pathToFileURL(resolve(process.argv[2])).href;
        const tab = await chromium.open(`${page}#rules=${ruleset}`, { watch: false });
        await tab.click('.house summary');
        await tab.click('.as-text summary');
        await tab.until(`Boolean(document.querySelector('.editor')?.shadowRoot?.querySelector('.cm-content'))`);
        await tab.run(`document.querySelector('.editor').shadowRoot.querySelector('.cm-content').focus()`);
        await tab.press('a', { ctrl: true });
        await tab.type(sheet);
        await tab.press('End', { ctrl: true });
        await tab.until(`document.querySelector('.label')?.innerText.includes('house rules')`, 30);
        await tab.run(WATCH);
        const times = await measured(tab);
        console.log(`${ruleset}, ${what} (${sheet.length} letters): an error is shown ${times[TIMES >> 1]} ms after the key ` +
            `(${times[0]} to ${times.at(-1)}), load ${loadavg()[0].toFixed(1)}`);
        await tab.close();
    }
} finally {
    await chromium.close();
}
