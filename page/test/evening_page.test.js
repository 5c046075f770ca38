// An evening in the page as a club plays it, in Chromium. The variables are those of the page's other test.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { browser, startChromium } from './chromium.js';

const top = new URL('../..', import.meta.url).pathname;
const address = pathToFileURL(resolve(process.env.KAZOE_PAGE ?? join(top, 'kazoe.html'))).href;
const folder = resolve(process.env.KAZOE_PACKAGE ?? join(top, 'bindings/js'));
const modules = resolve(process.env.KAZOE_MODULES ?? join(top, 'page/build'), 'node_modules');
const kazoe = await import(pathToFileURL(join(folder, 'index.js')));
const options = { skip: browser ? false : 'Chromium is not installed', timeout: 120000 };

let chromium;
before(async () => { chromium = browser && await startChromium(); });
after(async () => { await chromium?.close(); });

/** A script that keeps the text of a download in globalThis.saved. */
const SAVED = `
    const before = URL.createObjectURL;
    URL.createObjectURL = (blob) => { if (blob.type !== 'text/javascript') blob.text().then((text) => { globalThis.saved = text; }); return before(blob); };
    HTMLAnchorElement.prototype.click = function () { globalThis.savedAs = this.download; };
    globalThis.print = () => { globalThis.printed = true; };`;

async function opened({ ruleset = 'tenhou', ...how } = {}) {
    const page = await chromium.open(`${address}#rules=${ruleset}`, how);
    await page.click('[data-view=evening]');
    await page.until(`document.querySelector('.deal, .no-game')`);
    return page;
}

async function write(page, selector, text) {
    await page.run(`(() => { const field = document.querySelector(${JSON.stringify(selector)}); field.focus(); field.select(); })()`);
    await page.type(text);
}

async function seat(page, names) {
    for (const [index, name] of names.entries())
        await write(page, `#name-${index}`, name);
    await page.click('.names .primary');
    await page.until(`document.querySelector('#deal-line')`);
}

const count = (page, selector) => page.run(`document.querySelectorAll(${JSON.stringify(selector)}).length`);
const line = (page) => page.run(`document.querySelector('#deal-line').value`);

/** Press each, then add the line, which is as expected. */
async function enter(page, clicks, expected) {
    const deals = await count(page, '.deals .played');
    for (const selector of clicks)
        await page.click(selector);
    assert.equal(await line(page), expected);
    await page.until(`!document.querySelector('.add .primary').disabled`);
    await page.click('.add .primary');
    await page.until(`document.querySelectorAll('.deals .played').length === ${deals + 1} && document.querySelector('#deal-line')?.value !== ${JSON.stringify(expected)}`);
}

const how = (word) => `input[name=how][value=${word}]`;
const who = (key, name) => `input[name=${key}][value=${name}]`;

/** The scores after each deal, as the page shows them. */
const shown = (page) => page.run(`[...document.querySelectorAll('.deals .played')].map((row) =>
    [...row.querySelectorAll('.number')].map((cell) => Number(cell.firstChild.textContent.replace('\\u2212', '-'))))`);
const scored = (rules, lines) => rules.game(lines).filter(({ scores }) => scores).map(({ scores }) => scores);

async function paste(page, text) {
    await page.run(`document.querySelector('.import').open = true`);
    await write(page, '#evening-text', text);
    await page.click('#evening-read');
}

// As if the file was chosen. A pasted text has the line ends that a browser gives it.
const file = (page, text) => page.run(`(() => {
    const data = new DataTransfer();
    data.items.add(new File([${JSON.stringify(text)}], 'evening.txt'));
    const input = document.querySelector('.import input');
    input.files = data.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
})()`);

function clean(page) {
    assert.deepEqual(page.problems, []);
    assert.deepEqual(page.requests.filter((url) => url.split('#')[0] !== address && !url.startsWith('blob:')), []);
}

const EVENING = ['players Anna Ben Chloe Dan', 'Ben ron Anna 3 fan 40 fu riichi=Ben,Chloe', 'Chloe tsumo mangan', 'draw tenpai=Anna,Dan',
    'Anna ron Dan 2 fan 30 fu and Ben 8000 points', 'Chloe tsumo 123456m23p55789s +1p riichi=Chloe', 'chombo Dan',
    'players Ben Anna Chloe Dan', 'Ben tsumo 2 yakuman'];

for (const width of [360, 1280])
    test(`a short evening by clicks, ${width} px wide`, options, async () => {
        const rules = await kazoe.load('tenhou');
        const page = await opened({ width, before: SAVED });
        await seat(page, ['Anna', 'Ben', 'Chloe', 'Dan']);
        await enter(page, [who('winners', 'Ben'), who('from', 'Anna'), '[data-figure=won0-total-3]', '[data-figure=won0-fu-40]', who('riichi', 'Ben'), who('riichi', 'Chloe')], EVENING[1]);
        await enter(page, [how('tsumo'), who('winner', 'Chloe'), who('won0-by', 'limit'), who('won0-limit', 'mangan')], EVENING[2]);
        await enter(page, [how('draw'), who('tenpai', 'Anna'), who('tenpai', 'Dan')], EVENING[3]);
        assert.match(await page.text('.now-turn'), /^East 4\s+Counters: 1\s+Bets on the table: 0$/);
        assert.match(await page.text('.scores .dealer'), /Dan[^]*dealer/);
        for (const selector of [who('winners', 'Anna'), who('winners', 'Ben'), who('from', 'Dan'), '[data-figure=won0-total-2]', '[data-figure=won0-fu-30]', who('won1-by', 'points')])
            await page.click(selector);
        await write(page, 'input[name=won1-points]', '8000');
        // The payments are shown before the deal is added.
        await page.until(`document.querySelector('.paid')?.innerText.includes('10300')`);
        await enter(page, [], EVENING[4]);
        // A hand by tiles.
        for (const selector of [how('tsumo'), who('winner', 'Chloe'), who('won0-by', 'hand')])
            await page.click(selector);
        for (const tile of ['1m', '2m', '3m', '4m', '5m', '6m', '2p', '3p', '5s', '5s', '7s', '8s', '9s', '1p'])
            await page.click(`.deal [data-tile="${tile}"]`);
        assert.equal(await page.run(`document.querySelector('#won0-line').value`), '123456m23p55789s +1p tsumo');
        await enter(page, [who('riichi', 'Chloe')], EVENING[5]);
        await enter(page, [how('chombo'), who('chombo', 'Dan')], EVENING[6]);
        // The next game, in other seats.
        await page.click('.new-game');
        await page.click('.name-row:nth-child(2) button');
        await page.click('.names .primary');
        await page.until(`document.querySelectorAll('.game').length === 2 && document.querySelector('#deal-line')`);
        for (const selector of [how('tsumo'), who('winner', 'Ben'), who('won0-by', 'limit'), who('won0-limit', 'yakuman')])
            await page.click(selector);
        await write(page, 'input[name=won0-multiplier]', '2');
        assert.equal(await line(page), EVENING[8]);
        await page.until(`!document.querySelector('.add .primary').disabled`);
        await page.press('Enter');
        await page.until(`document.querySelector('.now-turn').innerText.startsWith('The game is over')`);
        assert.deepEqual(await shown(page), scored(rules, EVENING));
        const end = rules.game(EVENING).filter(({ places }) => places);
        assert.deepEqual(await page.run(`[...document.querySelectorAll('.places tbody tr')].map((row) => row.children[1].innerText)`), end.flatMap(({ places }) => places.map(({ name }) => name)));
        const totals = Object.fromEntries(rules.game(EVENING).at(-1).evening.map(({ name, points }) => [name, points]));
        assert.deepEqual(await page.run(`Object.fromEntries([...document.querySelectorAll('.totals tbody tr')].map((row) =>
            [row.children[0].innerText, Number(row.children[2].innerText.replace('\\u2212', '-'))]))`), totals);
        assert.ok(await page.run('document.documentElement.scrollWidth') <= width);

        // Undo, redo, and a correction of an earlier line.
        await page.click('#evening-undo');
        await page.until(`document.querySelectorAll('.deals .played').length === 6`);
        await page.click('#evening-redo');
        await page.until(`document.querySelectorAll('.deals .played').length === 7`);
        await page.click('[data-edit="2"]');
        await page.until(`document.querySelector('#deal-line').value === 'Chloe tsumo mangan'`);
        assert.deepEqual(await page.run(`[...document.querySelectorAll('.deals .marked')].map((row) => row.dataset.line)`), ['2']);
        await page.click(who('won0-limit', 'haneman'));
        await page.until(`!document.querySelector('.add .primary').disabled`);
        await page.click('.add .primary');
        const corrected = EVENING.with(2, 'Chloe tsumo haneman');
        await page.until(`document.querySelector('.deals .played:nth-child(2)').innerText.includes('Haneman')`);
        assert.deepEqual(await shown(page), scored(rules, corrected));
        const said = await page.run(`[...document.querySelectorAll('.deals .played')].map((row) => row.innerText)`);
        assert.match(said[0], /Ben: 3 fan,? 40 fu/);
        assert.match(said[3], /Anna: 2 fan,? 30 fu[^]*Ben: 8000 points/);
        assert.match(said[4], /Chloe: 123456m23p55789s \+1p/);

        // It is kept, printed, and saved.
        const again = await chromium.open(`${address}#rules=tenhou&view=evening`, { width, browserContextId: page.context, before: SAVED });
        await again.until(`document.querySelectorAll('.deals .played').length === 7`);
        assert.deepEqual(await shown(again), scored(rules, corrected));
        await again.click('#evening-save');
        await again.until(`globalThis.saved`);
        assert.equal(await again.run('saved'), `# rules: tenhou\n${corrected.join('\n')}`);
        await again.click('#evening-print');
        assert.equal(await again.run('printed'), true);
        const { data } = await again.call('Page.printToPDF', { paperWidth: 8.27, paperHeight: 11.69 });
        assert.equal(Buffer.from(data, 'base64').toString('latin1').match(/\/Type\s*\/Page\b/g).length, 1);
        await again.run('globalThis.saved = null');
        await again.click('#evening-page');
        await again.until(`globalThis.saved`);
        assert.equal(await again.run('saved'), rules.gamePage(corrected));
        for (const each of [page, again]) {
            clean(each);
            await each.close();
        }
    });

test('what is imported is exported to the byte, errors are shown, and a new evening can be undone', options, async () => {
    const page = await opened({ before: SAVED });
    const text = '# Thursday, table 2\r\nplayers Anna Ben Chloe Dan\n\nBx tsumo mangan\nChloe tsumo   mangan\nchombo Dan\n\n';
    await file(page, text);
    await page.until(`document.querySelector('.refused')`);
    assert.match(await page.text('.refused'), /"Bx" is not a player[^]*column 1/);
    await page.click('#evening-save');
    await page.until(`globalThis.saved`);
    assert.equal(await page.run('saved'), `# rules: tenhou\n${text}`);
    assert.equal(await page.run('savedAs'), 'evening.txt');
    // A line is corrected as text; its error is below it while it has one.
    await page.click('[data-edit="3"]');
    await page.until(`document.querySelector('.said-of .error')`);
    assert.match(await page.text('.said-of pre'), /^Bx tsumo mangan\n\^$/);
    assert.equal(await page.run(`document.querySelector('.add .primary').disabled`), true);
    await write(page, '#deal-line', 'Ben tsumo mangan');
    await page.until(`!document.querySelector('.add .primary').disabled`);
    await page.press('Enter');
    await page.until(`!document.querySelector('.refused') && document.querySelectorAll('.deals .played').length >= 2`);
    // Insert before, delete.
    await page.click('[data-edit="4"]');
    await page.until(`document.activeElement.id === 'deal-title'`); // it has scrolled there
    await page.click('#deal-insert');
    await page.until(`document.querySelector('#deal-title').innerText.startsWith('Insert before')`);
    await page.click(how('draw'));
    await page.until(`!document.querySelector('.add .primary').disabled`);
    await page.click('.add .primary');
    await page.until(`document.querySelector('[data-line="4"]').innerText.includes('No tiles left')`);
    await page.click('[data-edit="4"]');
    await page.until(`document.activeElement.id === 'deal-title'`); // it has scrolled there
    await page.click('#deal-delete');
    await page.until(`!document.querySelector('[data-line="4"]').innerText.includes('No tiles left')`);
    // A new evening asks first, and can be undone.
    await page.click('#evening-new');
    await page.click('#evening-clear');
    await page.until(`document.querySelector('#name-0') && !document.querySelector('.deals')`);
    assert.equal(await page.run(`JSON.parse(localStorage['kazoe.evening.1']).text`), '');
    await page.click('#evening-undo');
    await page.until(`document.querySelector('.deals .played')`);
    // Another name, in all lines.
    await page.click('[data-names="1"]');
    await page.until(`document.querySelector('#name-2')?.value === 'Chloe'`);
    await write(page, '#name-2', 'a,b');
    await page.click('.names .primary');
    await page.until(`document.querySelector('.names .error')`);
    await write(page, '#name-2', 'Carla');
    await page.click('.names .primary');
    await page.until(`JSON.parse(localStorage['kazoe.evening.1']).text === ${JSON.stringify(text.replace('Bx', 'Ben').replaceAll('Chloe', 'Carla'))}`);
    clean(page);
    await page.close();
});

test('no place or sum of a printed evening is cut or covered', options, async () => {
    const page = await opened({ before: SAVED });
    await paste(page, [...EVENING, ...Array(14).fill('draw'), 'players Anna Ben Chloe Dan', 'Anna tsumo mangan'].join('\n'));
    await page.until(`document.querySelector('.totals')`);
    await page.call('Emulation.setEmulatedMedia', { media: 'print' });
    // Pages do not break within a grid as within text.
    assert.deepEqual(await page.run(`['.sheet', '.game'].map((each) => getComputedStyle(document.querySelector(each)).display)`), ['block', 'block']);
    assert.deepEqual(await page.run(`['.places', '.totals'].map((each) => getComputedStyle(document.querySelector(each)).breakInside)`), ['avoid', 'avoid']);
    await page.call('Emulation.setEmulatedMedia', { media: '' });
    clean(page);
    await page.close();
});

test('house rules that changed meanwhile are said to have', options, async () => {
    const sheet = (fan) => new URLSearchParams({ rules: 'tenhou', sheet: `kazoe: 1\nyaku:\n  riichi: {value: ${fan}}\n` });
    const page = await chromium.open(`${address}#${sheet(1)}`, { before: SAVED });
    await page.until(`document.querySelector('.label')?.innerText.includes('house rules')`);
    await page.click('[data-view=evening]');
    await page.until(`document.querySelector('.deal')`);
    await paste(page, EVENING.join('\n'));
    await page.until(`localStorage['kazoe.evening.1']?.includes('digest')`);
    await page.close();
    const again = await chromium.open(`${address}#${sheet(2)}&view=evening`, { browserContextId: page.context });
    await again.until(`document.querySelector('.other-rules')?.innerText.includes('have changed')`);
    assert.equal(await count(again, '.other-rules button'), 1); // nothing to go back to
    await again.click('.other-rules button');
    await again.until(`!document.querySelector('.other-rules')`);
    clean(again);
    await again.close();
});

test('house rules that are not in a file are missed', options, async () => {
    const page = await opened({ before: SAVED });
    await file(page, `# rules: mahjong-soul red_fives=no + "house rules"\n${EVENING.join('\n')}`);
    await page.until(`document.querySelector('.other-rules')?.innerText.includes('load their file')`);
    await page.click('.other-rules button');
    await page.until(`document.querySelector('.evening .label').innerText.endsWith('(mahjong-soul red_fives=no)') && document.querySelectorAll('.other-rules button').length === 1`);
    assert.match(await page.text('.other-rules'), /load their file/);
    await page.run(`document.querySelector('.house').open = true`);
    await page.until(`document.querySelector('#form-yaku')`);
    await page.run(`(() => {
        const data = new DataTransfer(), input = document.querySelector('.files input');
        data.items.add(new File(['kazoe: 1\\nextends: mahjong-soul\\noptions: {red_fives: no}\\ngame: {start: 30000}\\n'], 'house.yaml'));
        input.files = data.files;
        input.dispatchEvent(new Event('change', { bubbles: true }));
    })()`);
    await page.until(`!document.querySelector('.other-rules')`);
    clean(page);
    await page.close();
});

test('Enter is not lost while the engine answers', options, async () => {
    const page = await opened();
    await seat(page, ['Anna', 'Ben', 'Chloe', 'Dan']);
    for (const [index, each] of EVENING.slice(1, 4).entries()) {
        await page.run(`(async () => {
            const field = document.querySelector('#deal-line');
            field.value = ${JSON.stringify(each)};
            field.dispatchEvent(new Event('input', { bubbles: true }));
            await null; // it is drawn, not answered
            await null;
            field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
        })()`);
        await page.until(`document.querySelectorAll('.deals .played').length === ${index + 1} && document.querySelector('#deal-line')?.value === ''`);
    }
    clean(page);
    await page.close();
});

test('rules without a game say which have one', options, async () => {
    const page = await opened({ ruleset: 'sichuan' });
    assert.match(await page.text('.no-game'), /does not say how a game is played/);
    const with_game = [];
    for (const name of kazoe.list())
        if ((await kazoe.load(name)).describe().game)
            with_game.push(name);
    assert.deepEqual(await page.run(`[...document.querySelectorAll('[data-ruleset]')].map((each) => each.dataset.ruleset)`), with_game);
    await page.click('[data-ruleset=mcr]');
    await page.until(`document.querySelector('#name-3')`);
    await seat(page, ['An', 'Bo', 'Cy', 'Di']);
    await page.click(who('winners', 'Bo'));
    await page.click(who('from', 'An'));
    assert.equal(await count(page, '[name=riichi], [name=won0-fu], [value=points][name=won0-by]'), 0);
    await write(page, '[name=won0-total]', '24');
    await enter(page, [], 'Bo ron An 24 points');
    assert.deepEqual(await shown(page), scored(await kazoe.load('mcr'), ['players An Bo Cy Di', 'Bo ron An 24 points']));
    clean(page);
    await page.close();
});

test('three play, with names to order, and the rules that are kept', options, async () => {
    const page = await opened({ ruleset: 'tenhou-sanma', width: 360 });
    assert.equal(await count(page, '.name-row'), 3);
    await write(page, '#name-0', 'x'.repeat(41));
    assert.equal(await page.run(`document.querySelector('#name-0').value`), 'x'.repeat(40));
    await seat(page, ['An', 'Bo', 'Cy']);
    await enter(page, [how('tsumo'), who('winner', 'An'), '[data-figure=won0-total-2]', '[data-figure=won0-fu-30]'], 'An tsumo 2 fan 30 fu');
    // In the other view another ruleset is chosen: the evening has its own.
    await page.click('[data-view=hand]');
    await page.until(`document.querySelector('.entry')`);
    await page.select('#ruleset', 'ema-2025');
    await page.until(`location.hash.includes('ema-2025')`);
    await page.click('[data-view=evening]');
    await page.until(`document.querySelector('.deals .played') && document.querySelector('.evening .label').innerText === 'Tenhou, ranked games for three players'`);
    assert.equal(await count(page, '.other-rules'), 0);
    // A link with other rules asks.
    const linked = await chromium.open(`${address}#rules=mahjong-soul-sanma&view=evening`, { browserContextId: page.context });
    await linked.until(`document.querySelector('.other-rules')`);
    assert.match(await linked.text('.other-rules p'), /by Tenhou, ranked games for three players, and now by Mahjong Soul, ranked games for three players\./);
    await linked.click('.other-rules button');
    await linked.until(`!document.querySelector('.other-rules') && document.querySelector('.evening .label').innerText === 'Tenhou, ranked games for three players'`);
    for (const each of [page, linked]) {
        clean(each);
        await each.close();
    }
});

test('an evening says when the browser cannot keep it', options, async () => {
    const full = `Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };`;
    for (const [before, hint] of [['', ''], [full, 'This browser keeps nothing. Save the evening as a file.']]) {
        const page = await opened({ before });
        await seat(page, ['Anna', 'Ben', 'Chloe', 'Dan']);
        await enter(page, [how('draw')], 'draw');
        assert.equal(await page.text('.evening > .hint'), hint);
        clean(page);
        await page.close();
    }
});

test('hostile lines and a hostile store: nothing of them runs', options, async () => {
    const markup = '<img/src=x/onerror=globalThis.hacked=1>';
    const page = await opened();
    await paste(page, `players ${markup} B C D\n__proto__ tsumo mangan\n${markup}\n# ${markup}`);
    await page.until(`document.querySelector('.refused')`);
    assert.equal(await page.run('globalThis.hacked ?? null'), null);
    assert.equal(await count(page, 'img, iframe'), 0);
    const kept = await chromium.open(`${address}#rules=tenhou&view=evening`, { before: `localStorage['kazoe.evening.1'] = '{"text":[1],"options":[["__proto__"]]}'` });
    await kept.until(`document.querySelector('#name-0')`);
    for (const each of [page, kept]) {
        clean(each);
        await each.close();
    }
});

async function violations(page) {
    await page.run(`document.querySelectorAll('details').forEach((each) => { each.open = true; })`);
    await page.run(await readFile(join(modules, 'axe-core/axe.min.js'), 'utf8'));
    return page.run(`axe.run().then(({ violations }) => violations.map(({ id, nodes }) =>
        id + ': ' + nodes.slice(0, 3).map((node) => node.html + ' ' + node.failureSummary).join('\\n')))`);
}

for (const { languages, title, ...look } of [
    { languages: 'en', title: 'Game 1', dark: true },
    { languages: 'ja', title: '第 1 戦', width: 360 },
    { languages: 'zh-CN', title: '第 1 场', width: 320 },
    { languages: 'zh-TW', title: '第 1 場' },
])
    test(`axe-core finds no violation, and all has a text: ${languages}`, options, async () => {
        const page = await opened({ languages, ...look });
        assert.deepEqual(await violations(page), []);
        await paste(page, `${EVENING.join('\n')}\nBx tsumo mangan`);
        await page.until(`document.querySelector('.refused')`);
        assert.equal((await page.text('.game h3')).split('\n')[0], title);
        await page.click('[data-edit="5"]');
        await page.until(`document.querySelector('.tiles-won')`);
        assert.deepEqual(await page.run(`[...document.querySelectorAll('main .foreign:not(.error *)')].map((each) => each.innerText)`), []);
        assert.deepEqual(await violations(page), []);
        assert.ok(await page.run('document.documentElement.scrollWidth') <= (look.width ?? 1280));
        clean(page);
        await page.close();
    });

test('by keyboard alone', options, async () => {
    const page = await opened();
    await page.tabTo('#name-0');
    for (const name of ['Anna', 'Ben', 'Chloe', 'Dan']) {
        await page.type(name);
        await page.press('Tab');
        await page.tabTo('input[type=text], .names .primary');
    }
    await page.press('Enter');
    await page.until(`document.querySelector('#deal-line')`);
    await page.tabTo('input[name=how]');
    await page.press('ArrowRight');
    await page.press('ArrowRight');
    await page.tabTo('input[name=tenpai]');
    await page.press(' ');
    assert.equal(await line(page), 'draw tenpai=Anna');
    await page.tabTo('#deal-line');
    await page.until(`!document.querySelector('.add .primary').disabled`);
    await page.press('Enter');
    await page.until(`document.querySelectorAll('.deals .played').length === 1`);
    assert.equal(await page.run('document.activeElement.id'), 'deal-title');
    await page.press('z', { ctrl: true });
    await page.until(`!document.querySelector('.deals .played')`);
    await page.press('z', { ctrl: true, shift: true });
    await page.until(`document.querySelectorAll('.deals .played').length === 1`);
    clean(page);
    await page.close();
});
