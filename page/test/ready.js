// Measure the page and the site: node ready.js PAGE... SITE. Measure the time, on a processor slowed down four
// times, until the page's engine has answered and until a link shows its verdict, and the bytes that the site loads
// before that. Several pages are opened in turn. No test measures time.
import { readdirSync, readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startChromium } from './chromium.js';

const TIMES = 9;
const pages = process.argv.slice(2).map((path) => resolve(path));
const site = pages.pop();
const LINK = '#rules=ema-2025&hand=123456m23p55789s+%2B1p';
const VERDICT = `new MutationObserver((_, observer) => {
    if (document.querySelector('.points')) {
        performance.mark('verdict');
        observer.disconnect();
    }
}).observe(document, { childList: true, subtree: true });`;
const chromium = await startChromium();

async function measured(address, mark) {
    const tab = await chromium.open(address, { slow: 4, before: VERDICT, watch: false });
    await tab.call('Performance.enable');
    await tab.until(`performance.getEntriesByName('${mark}').length`, 60);
    const time = await tab.run(`performance.getEntriesByName('${mark}')[0].startTime`);
    const { metrics } = await tab.call('Performance.getMetrics');
    await tab.close();
    return { time, processor: 1000 * metrics.find(({ name }) => name === 'ProcessTime').value };
}

/** Return the median, the least and the most; the first value, which includes the start of the browser, does not
 * count. */
function said([, ...list]) {
    const sorted = list.map(Math.round).sort((a, b) => a - b);
    return `${sorted[TIMES >> 1]} ms (${sorted[0]} to ${sorted.at(-1)})`;
}

const found = pages.map(() => ({ ready: [], verdict: [] }));
try {
    for (let i = 0; i <= TIMES; i++)
        for (const [index, page] of pages.entries())
            for (const [mark, link] of [['ready', ''], ['verdict', LINK]])
                found[index][mark].push(await measured(`${pathToFileURL(page)}${link}`, mark));
} finally {
    await chromium.close();
}
for (const [index, page] of pages.entries()) {
    console.log(`${page}, at a quarter of the speed, load ${loadavg()[0].toFixed(1)}:`);
    for (const [mark, what] of [['ready', 'the engine has answered'], ['verdict', 'a link shows its verdict']])
        console.log(`    ${what} after ${said(found[index][mark].map(({ time }) => time))}, processor time ${said(found[index][mark].map(({ processor }) => processor))}`);
}
const size = (name) => readFileSync(join(site, name)).length;
const later = /^(editor|service|ja|zh-)/; // after the first verdict, in English
console.log(`kazoe.wasm compressed: ${size('wasm.gz')} bytes`);
console.log(`before the first verdict: ${readdirSync(site).filter((name) => !later.test(name)).reduce((sum, name) => sum + size(name), 0)} bytes`);
