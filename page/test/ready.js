// Measure the page and the site: node ready.js PAGE SITE. How long the page takes until the engine has answered, on
// a processor slowed down four times, and what the site loads before its first verdict. No test measures time.
import { readdirSync, readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startChromium } from './chromium.js';

const TIMES = 7;
const [page, site] = process.argv.slice(2).map((path) => resolve(path));
const chromium = await startChromium();
const taken = [], processor = [];
try {
    for (let i = 0; i <= TIMES; i++) {
        const tab = await chromium.open(`${pathToFileURL(page)}#rules=ema-2025&hand=123456m23p55789s+%2B1p`, { slow: 4 });
        await tab.call('Performance.enable');
        await tab.until(`performance.getEntriesByName('ready').length && document.querySelector('.points')`, 60);
        taken.push(await tab.run(`Math.round(performance.getEntriesByName('ready')[0].startTime)`));
        const { metrics } = await tab.call('Performance.getMetrics');
        processor.push(Math.round(1000 * metrics.find(({ name }) => name === 'ProcessTime').value));
        await tab.close();
    }
} finally {
    await chromium.close();
}
/** The middle one, and the least and the most; the first one, which starts the browser, does not count. */
function said([, ...list]) {
    list.sort((a, b) => a - b);
    return `${list[TIMES >> 1]} ms (${list[0]} to ${list.at(-1)})`;
}
console.log(`ready at a quarter of the speed: ${said(taken)}, load ${loadavg()[0].toFixed(1)}`);
console.log(`processor time of the page until its first verdict: ${said(processor)}`);
const size = (name) => readFileSync(join(site, name)).length;
const later = /^(editor|service)/; // after the first verdict
console.log(`kazoe.wasm compressed: ${size('wasm.gz')} bytes`);
console.log(`before the first verdict: ${readdirSync(site).filter((name) => !later.test(name)).reduce((sum, name) => sum + size(name), 0)} bytes`);
