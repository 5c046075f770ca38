// Make the picture of the page for the documentation: node picture.js PAGE PNG
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startChromium } from './chromium.js';

const [page, output] = process.argv.slice(2);
const chromium = await startChromium();
try {
    const state = new URLSearchParams({ rules: 'ema-2025', hand: '23m55789s [345p] (7777z) +1m ron seat=S round=E from=W dora=4p' });
    const tab = await chromium.open(`${pathToFileURL(resolve(page)).href}#${state}`, { width: 1180, height: 800 });
    await tab.until(`document.querySelector('.points')`);
    await tab.hover('.yaku tr');
    await tab.run('scrollTo(0, 0)');
    const { data } = await tab.call('Page.captureScreenshot', { format: 'png', clip: { x: 0, y: 0, width: 1180, height: 800, scale: 0.8 } });
    await writeFile(output, Buffer.from(data, 'base64'));
} finally {
    await chromium.close();
}
