// The page as a person uses it, in Chromium.
//
// KAZOE_PAGE names the page, KAZOE_PACKAGE the npm package, KAZOE_MODULES the folder with axe-core; make
// page-check sets them.
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

async function opened(how) {
    const page = await chromium.open(address, how);
    await page.until(`document.querySelector('.keypad')`);
    return page;
}

async function choose(page, ruleset) {
    const size = (await kazoe.load(ruleset)).describe().hand_size;
    await page.select('#ruleset', ruleset);
    await page.until(`document.querySelector('#ruleset').value === ${JSON.stringify(ruleset)} &&
        document.querySelectorAll('.hand .gap').length <= ${size}`);
}

async function compareWith(page, ruleset) {
    await page.select('#compare-with', ruleset);
    await page.until(`!document.querySelector('#compare-add').disabled`);
    await page.run(`document.querySelector('#compare-add').click()`);
}

async function clickTiles(page, tiles) {
    for (const tile of tiles)
        await page.click(`[data-tile="${tile}"]`);
}

async function write(page, line) {
    await page.run(`document.querySelector('#line').focus()`);
    await page.type(line);
    await page.press('Enter');
}

const tilesOf = (text) => [...text.matchAll(/([0-9]+)([mpsz])/g)].flatMap(([, digits, suit]) => [...digits].map((digit) => digit + suit));
const lineShown = (page) => page.run(`document.querySelector('#line').value`);

/** Assert that the page behaved: no errors, no refusals of the policy, no other address. */
function clean(page) {
    assert.deepEqual(page.problems, []);
    assert.deepEqual(page.requests.filter((url) => url.split('#')[0] !== address && !url.startsWith('blob:')), []);
}

for (const width of [360, 1280])
    test(`a hand by clicks, ${width} px wide`, options, async () => {
        const page = await opened({ width });
        await page.select('#ruleset', 'mcr'); // two clicks: open it, choose
        await page.until(`document.querySelector('.keypad') && !document.querySelector('input[name=riichi]')`);
        await clickTiles(page, [...tilesOf('123m456p789s55s23m'), '4m']);
        await page.until(`document.querySelector('.points')`);
        assert.ok(page.clicks + 2 <= 20, `${page.clicks + 2} clicks`);
        const expected = (await kazoe.load('mcr')).score('123m456p789s55s23m +4m');
        assert.equal(await page.text('[role=status] .points'), `${expected.total} points`);
        assert.equal(await page.run(`document.querySelectorAll('.yaku tbody tr').length`), expected.yaku.length);
        assert.equal(await lineShown(page), '12233m456p55789s +4m');
        assert.deepEqual(await page.run(`[...document.querySelectorAll('.entry button')].filter(({ innerText }) => ['Undo', 'Redo'].includes(innerText))
            .map(({ disabled }) => disabled)`), [false, true]);
        clean(page);
        await page.close();
    });

for (const width of [320, 360, 1280, 2560])
    test(`nothing is wider than ${width} px`, options, async () => {
        const page = await opened({ width });
        await write(page, '1m23p [340p] (7777z) [111+1z] +1p dora=4p ura=9m');
        await page.until(`document.querySelector('.verdict .error, .verdict .worth')`);
        await page.run(`document.querySelectorAll('details').forEach((each) => { each.open = true; })`);
        assert.ok(await page.run('document.documentElement.scrollWidth') <= width);
        clean(page);
        await page.close();
    });

test('by keyboard alone', options, async () => {
    const page = await opened({ width: 1280 });
    await page.tabTo('#ruleset');
    await page.tabTo('.keypad button');
    const moves = { '1m': [], '2m': ['ArrowRight'], '3m': ['ArrowRight'], '5p': ['ArrowRight', 'ArrowRight', 'ArrowDown'] };
    for (const [tile, keys] of Object.entries(moves)) {
        for (const key of keys)
            await page.press(key);
        assert.equal(await page.run('document.activeElement.dataset.tile'), tile);
        await page.press('Enter');
    }
    await page.press('Enter');
    assert.equal(await lineShown(page), '123m55p');
    await page.tabTo('input[name=target]', { shift: true });
    await page.press('ArrowRight'); // chow
    await page.press('ArrowRight'); // pung
    await page.tabTo('.keypad button');
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'End'])
        await page.press(key);
    await page.press('Enter');
    assert.equal(await lineShown(page), '123m55p [777z]');
    for (const key of ['Home', 'Enter', 'Enter', 'Enter', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight',
        'Enter', 'Enter', 'ArrowRight', 'Enter'])
        await page.press(key);
    assert.equal(await lineShown(page), '111123m55p77m [777z] +8m'.replace('111123m55p77m', '11112377m55p'));
    await page.press('z', { ctrl: true });
    assert.equal(await lineShown(page), '11112377m55p [777z]');
    await page.press('z', { ctrl: true, shift: true });
    await page.tabTo('.hand button[data-place=tiles]', { shift: true });
    await page.press('Home');
    await page.press('Enter');
    await page.tabTo('.actions button');
    await page.press('Enter'); // this tile wins
    assert.equal(await lineShown(page), '11123778m55p [777z] +1m');
    await page.tabTo('.hand button[data-place=melds]', { shift: true });
    await page.press('Enter');
    await page.press('Delete');
    assert.equal(await lineShown(page), '111123778m55p');
    await page.tabTo('#line');
    await page.type('123456m23p55789s +1p');
    await page.press('Enter');
    await page.until(`document.querySelector('.points')?.innerText === '1000 points'`);
    await page.tabTo('input[name=riichi]', { shift: true });
    await page.press(' ');
    await page.until(`document.querySelector('.points')?.innerText === '2000 points'`);
    await page.tabTo('.yaku button');
    assert.equal(await page.run(`document.querySelectorAll('.reading .lit').length`), 5);
    // With another result no tiles are lit, though the focus stays.
    await page.press('Tab');
    assert.match(await page.run('document.activeElement.innerText'), /^Pinfu/);
    await page.press('z', { ctrl: true });
    await page.until(`document.querySelector('.points')?.innerText === '1000 points'`);
    await page.until(`!document.querySelector('.reading .lit')`);
    clean(page);
    await page.close();
});

test('melds, kongs and the winning tile', options, async () => {
    const page = await opened();
    await page.click('input[value=chow]');
    await clickTiles(page, ['3p']);
    await page.click('input[value=concealed_kong]');
    await clickTiles(page, ['7z']);
    await page.click('input[value=dora]');
    await clickTiles(page, ['4s']);
    await page.click('input[value=tiles]');
    await clickTiles(page, ['5s', '5s', '2s', '3s', '9m', '9m', '4s', '9m']);
    assert.equal(await lineShown(page), '99m23455s [345p] (7777z) +9m dora=4s');
    await page.until(`document.querySelector('.points')?.innerText === '8000 points'`);
    await page.click('.hand [data-place=tiles]:nth-child(5)');
    await page.click('.entry .actions button');
    assert.equal(await lineShown(page), '999m2355s [345p] (7777z) +4s dora=4s');
    await page.click('input[name=by][value=self_draw]');
    await page.until(`document.querySelector('.payments').innerText.includes('South')`);
    await page.click('.hand [data-place=win]');
    await page.click('.entry .actions button');
    await page.until(`!document.querySelector('#line').value.includes('+')`);
    clean(page);
    await page.close();
});

test('fives of a meld are made red, and plain again', options, async () => {
    const page = await opened();
    await choose(page, 'tenhou');
    await page.click('input[value=pung]');
    await clickTiles(page, ['5p']);
    await page.click('.hand [data-place=melds]');
    for (const line of ['[055p]', '[555p]']) {
        await page.click('.entry .actions button');
        assert.equal(await lineShown(page), line);
    }
    clean(page);
    await page.close();
});

test('any notation, and errors with a caret', options, async () => {
    const page = await opened();
    for (const [typed, line] of [
        ['🀇🀈🀉🀊🀋🀌🀚🀛🀎🀎🀎🀏🀏🀏', '12345688899m23p +9m'],
        ['一萬二萬三萬四萬五萬六萬二筒三筒五索五索七索八索九索一筒', '123456m23p55789s +1p'],
        ['123456m23p55789s +1p seat=W tsumo', '123456m23p55789s +1p tsumo seat=W'],
    ]) {
        await write(page, typed);
        await page.until(`document.querySelector('#line').value.startsWith(${JSON.stringify(line)})`);
    }
    await write(page, '123456m23p');
    await page.until(`document.querySelector('#line').value === '123456m23p'`);
    await write(page, '123x');
    await page.until(`document.querySelector('.line .error')`);
    assert.match(await page.text('.line .error'), /\^$/);
    clean(page);
    await page.close();
});

test('circumstances that contradict the hand are off', options, async () => {
    const page = await opened();
    await write(page, '123456m23p55789s +1p');
    const disabled = (name) => `document.querySelector('input[name=${name}]').disabled`;
    await page.until(disabled('ippatsu'));
    await page.click('input[name=riichi]');
    await page.until(`!(${disabled('ippatsu')})`);
    await page.click('input[name=ippatsu]');
    await page.until(`document.querySelector('.worth').innerText.includes('3 fan')`);
    await page.until(disabled('robbing_concealed_kong'));
    clean(page);
    await page.close();
});

test('counters and bets are entered', options, async () => {
    const page = await opened();
    await write(page, '123456m23p55789s +1p');
    await page.until(`document.querySelector('.points')`);
    for (const [index, said] of ['honba=2', 'deposits=3'].entries()) {
        await page.run(`(() => { const field = document.querySelectorAll('.count input')[${index}]; field.focus(); field.select(); })()`);
        await page.type(said.at(-1));
        await page.until(`document.querySelector('#line').value.includes('${said}')`);
    }
    clean(page);
    await page.close();
});

test('waits, discards, and why a yaku does not count', options, async () => {
    const page = await opened();
    await write(page, '123456m23p55789s');
    await page.until(`document.querySelector('.waits')`);
    assert.equal(await page.run(`document.querySelectorAll('.waits tbody tr').length`), 2);
    await page.click('.waits button');
    await page.until(`document.querySelector('.points')`);
    await page.select('#why-not', 'tanyao');
    await page.until(`document.querySelector('.conditions')`);
    assert.match(await page.text('.why-not'), /only simple tiles/);
    assert.equal(await page.run(`document.querySelector('.why-not .fails .mark').firstChild.textContent`), '\u2717');
    await write(page, '123456m23p557899s');
    await page.until(`document.querySelector('.discards')`);
    assert.match(await page.text('.no-win'), /not complete/);
    assert.match(await page.text('.discards tbody tr:first-child'), /Ready/);
    clean(page);
    await page.close();
});

test('options are switches with their sentences', options, async () => {
    const page = await opened();
    await write(page, '234m2p567p345s [678s] +2p');
    await page.until(`document.querySelector('.points')`);
    await page.click('.options summary');
    await page.until(`/Do all simples count in an open hand \\(kuitan\\)\\?/.test(document.querySelector('.options').innerText)`);
    await page.click('input[name=option-open_tanyao]');
    await page.until(`document.querySelector('.no-win')`);
    assert.match(await page.text('.options .badge'), /^1\b/);
    await page.click('.option.changed .small');
    await page.until(`document.querySelector('.points') && !document.querySelector('.options .badge')`);
    clean(page);
    await page.close();
});

test('an option is found by the words that players use', options, async () => {
    const page = await opened();
    await page.select('#ruleset', 'tenhou');
    await page.click('.options summary');
    await page.until(`document.querySelector('#find-option')`); // tenhou has come, whose options are many
    const shown = `[...document.querySelectorAll('.option [name]')].map((each) => each.name)`;
    for (const word of ['kuitan', '喰いタン', 'open tanyao']) {
        await page.run(`(() => { const field = document.querySelector('#find-option'); field.value = ${JSON.stringify(word)}; field.dispatchEvent(new Event('input', { bubbles: true })); })()`);
        await page.until(`${shown}.length === 1`);
        assert.deepEqual(await page.run(shown), ['option-open_tanyao']);
    }
    clean(page);
    await page.close();
});

test('a phone shows the verdict in a line at the bottom, which leads to it', options, async () => {
    const page = await opened({ width: 360 });
    assert.equal(await page.run(`document.querySelector('.bottom-line')`), null);
    await write(page, '123456m23p55789s +1p');
    await page.run('scrollTo(0, 0)');
    await page.until(`document.querySelector('.bottom-line .points')?.innerText === '1000 points'`);
    assert.ok(await page.run(`document.querySelector('.bottom-line').getBoundingClientRect().bottom <= innerHeight`));
    await page.click('.bottom-line');
    await page.until(`!document.querySelector('.bottom-line') && document.activeElement.id === 'verdict-title'`);
    clean(page);
    await page.close();
});

test('the rulesets used last come first, with their options', options, async () => {
    const page = await opened();
    const ready = (option) => page.until(`document.querySelector('.options') && document.querySelector('#ruleset').value === '${option}'`);
    for (const name of ['mcr', 'tenhou']) {
        await page.select('#ruleset', name);
        await ready(name);
    }
    await page.click('.options summary');
    await page.click('input[name=option-open_tanyao]');
    await page.until(`document.querySelector('.options .badge')`);
    await page.select('#ruleset', 'mcr');
    await page.until(`!document.querySelector('.options .badge')`);
    assert.deepEqual(await page.run(`[...document.querySelector('#ruleset optgroup').children].map((each) => each.value)`), ['mcr', 'tenhou']);
    await page.select('#ruleset', 'tenhou');
    await page.until(`document.querySelector('.options .badge')`);
    clean(page);
    await page.close();
});

// --- house rules and links -------------------------------------------------------------------------

const inEditor = `document.querySelector('.editor').shadowRoot.querySelector('.cm-content')`;
const SHEET = 'kazoe: 1\nyaku:\n  pinfu: {value: 3}\n';

test('a sheet is written in the editor, and its errors are shown', options, async () => {
    const page = await opened();
    await write(page, '123456m23p55789s +1p');
    await page.until(`document.querySelector('.points')?.innerText === '1000 points'`);
    await page.click('.house summary');
    await page.click('.as-text summary');
    await page.until(`Boolean(${inEditor})`);
    await page.run(`${inEditor}.focus()`);
    await page.press('End', { ctrl: true });
    await page.type('yaku:\n  pinfu: {value: 3}\n');
    await page.until(`document.querySelector('.points')?.innerText === '3900 points'`);
    assert.match(await page.text('.label'), /\(ema-2025 \+ "house rules"\)$/);
    await page.type('wrong: 1\n');
    await page.until(`document.querySelector('.diagnostics .error')`);
    assert.match(await page.text('.diagnostics'), /wrong/);
    await page.until(`Boolean(document.querySelector('.editor').shadowRoot.querySelector('.cm-lintRange-error'))`);
    assert.equal(await page.text('.points'), '3900 points'); // the last rules without errors count
    await page.type('op');
    await page.until(`document.querySelector('.editor').shadowRoot.querySelector('.cm-tooltip-autocomplete')?.innerText.includes('options')`);
    clean(page);
    await page.close();
});

// Keys come faster than the engine answers and the page draws.
test('200 keys in the editor, 5 ms apart, are all there, and the page goes on', options, async () => {
    const page = await opened();
    await page.click('.house summary');
    await page.click('.as-text summary');
    await page.until(`Boolean(${inEditor})`);
    await page.run(`${inEditor}.focus()`);
    await page.press('End', { ctrl: true });
    const typed = `title: ${'rules of our house '.repeat(11)}`.slice(0, 200);
    for (const letter of typed) {
        page.press(letter).catch(() => {}); // the next one does not wait until the page has taken it
        await new Promise((resolve) => setTimeout(resolve, 5));
    }
    const late = new Promise((_, reject) => setTimeout(reject, 10000, new Error('the page does not answer')).unref());
    await Promise.race([page.run('1'), late]);
    await page.until(`new URLSearchParams(location.hash.slice(1)).get('sheet')?.endsWith(${JSON.stringify(`\n${typed}`)})`);
    assert.equal(await page.run(`${inEditor}.innerText.split('\\n').at(-1)`), typed);
    await page.until(`document.querySelector('.label')?.innerText.includes('house rules')`);
    clean(page);
    await page.close();
});

// The last text counts, and the editor and the rest of the page agree.
test('the editor, the form and a file take turns in writing the sheet', options, async () => {
    const page = await opened();
    await page.click('.house summary');
    await page.click('.as-text summary');
    await page.until(`Boolean(${inEditor}) && document.querySelector('#form-yaku')`);
    await page.select('#form-yaku', 'pinfu');
    await page.until(`document.querySelector('#form-use')`);
    const shown = () => page.run(`${inEditor}.innerText.trim()`);
    const linkedSheet = (text) => page.until(`new URLSearchParams(location.hash.slice(1)).get('sheet')?.trim() === ${JSON.stringify(text)}`);
    await page.click('#form-use');
    await linkedSheet('kazoe: 1\nyaku:\n  pinfu: {in_use: no}');
    await page.run(`${inEditor}.focus()`);
    await page.press('End', { ctrl: true });
    await page.type('title: ours');
    await linkedSheet('kazoe: 1\nyaku:\n  pinfu: {in_use: no}\ntitle: ours');
    await page.click('#form-use');
    await linkedSheet('kazoe: 1\nyaku:\n  pinfu: {in_use: yes}\ntitle: ours');
    assert.equal(await shown(), 'kazoe: 1\nyaku:\n  pinfu: {in_use: yes}\ntitle: ours');
    await file(page, 'kazoe: 1\ntitle: theirs\n');
    await linkedSheet('kazoe: 1\ntitle: theirs');
    assert.equal(await shown(), 'kazoe: 1\ntitle: theirs');
    await page.run(`${inEditor}.focus()`);
    await page.press('a', { ctrl: true });
    await page.press('Delete');
    await page.until(`!location.hash.includes('sheet')`);
    await page.type('kazoe: 1\ntitle: mine');
    await linkedSheet('kazoe: 1\ntitle: mine');
    await page.click('#house-drop');
    await page.until(`!location.hash.includes('sheet')`);
    assert.equal(await shown(), 'kazoe: 1');
    clean(page);
    await page.close();
});

test('house rules are there when the page is opened again', options, async () => {
    const page = await opened();
    await page.click('.house summary');
    await page.until(`document.querySelector('#form-yaku')`);
    await page.select('#form-yaku', 'pinfu');
    await page.until(`document.querySelector('#form-closed')`);
    await page.run(`(() => { const field = document.querySelector('#form-closed'); field.value = '3'; field.dispatchEvent(new Event('change', { bubbles: true })); })()`);
    await page.until(`localStorage.getItem('kazoe.sheets')?.includes('pinfu') && location.hash.includes('sheet')`);
    await page.run(`history.replaceState(null, '', location.href.split('#')[0])`);
    await page.run('location.reload()');
    await page.until(`document.querySelector('.rules .label')?.innerText.includes('house rules')`);
    clean(page);
    await page.close();
});

test('the form writes the sheet', options, async () => {
    const page = await opened();
    await write(page, '123456m23p55789s +1p riichi');
    await page.until(`document.querySelector('.points')?.innerText === '2000 points'`);
    await page.click('.house summary');
    await page.click('.as-text summary');
    await page.until(`document.querySelector('#form-yaku')`);
    await page.select('#form-yaku', 'pinfu');
    await page.click('#form-use');
    await page.until(`document.querySelector('.points')?.innerText === '1000 points'`);
    assert.match(await page.run(`${inEditor}.innerText`), /pinfu: \{in_use: no\}/);
    await page.click('#house-drop');
    await page.until(`document.querySelector('.points')?.innerText === '2000 points'`);
    clean(page);
    await page.close();
});

const linked = (fields) => `${address}#${new URLSearchParams(fields)}`;

test('a link shows a friend the same, and does not stay', options, async () => {
    const first = await opened();
    await write(first, '123456m23p55789s +1p seat=S');
    await first.click('.options summary');
    await first.click('input[name=option-open_tanyao]');
    await first.until(`location.hash.includes('open_tanyao%3Dno') && location.hash.includes('1p')`);
    const hash = await first.run('location.hash');
    const second = await chromium.open(`${address}${hash}&${new URLSearchParams({ sheet: SHEET })}`);
    await second.until(`document.querySelector('.bar') && document.querySelector('.points')?.innerText === '3900 points'`);
    assert.match(await second.text('.bar'), /House rules from this link[^]*pinfu: \{value: 3\}/);
    assert.match(await second.text('.label'), /open_tanyao=no \+ "house rules"\)$/);
    assert.deepEqual(await second.run('Object.entries(localStorage)'), []);
    await second.click('#bar-drop');
    await second.until(`!document.querySelector('.bar') && document.querySelector('.points')?.innerText === '1000 points'`);
    await second.until(`!location.hash.includes('sheet')`);
    const third = await chromium.open(address, { browserContextId: second.context });
    await third.until(`document.querySelector('.keypad')`);
    assert.equal(await third.text('.bar'), '');
    for (const page of [first, second, third])
        await page.close();
});

const MARKUP = '<img src=x onerror="globalThis.hacked=1"><script>globalThis.hacked=1</script>';

test('a hostile link and a hostile sheet: nothing of them runs', options, async () => {
    const sheet = `kazoe: 1\ntitle: '${MARKUP}'\nyaku:\n  constructor: {name: '${MARKUP}', value: 1, when: {hand: closed}}\n` +
        `  pinfu: {name: {en: '${MARKUP}', ja: '${MARKUP}'}}\n`;
    for (const fields of [
        { rules: 'ema-2025', hand: '123456m23p55789s +1p', sheet },
        { rules: 'ema-2025', hand: `${MARKUP} 123m`, option: '__proto__=1', sheet: MARKUP },
        { rules: 'ema-2025', hand: '123456m23p55789s +1p', sheet: 'kazoe: 1\nyaku:\n  __proto__: {value: 1}\n' },
        { rules: '__proto__', hand: 'javascript:globalThis.hacked=1', sheet },
        { rules: 'ema-2025', option: 'toString=valueOf', sheet: 'kazoe: 1\nextends: ../../etc/passwd\n' },
        { rules: 'ema-2025', sheet: `kazoe: 1\nnote: ${'[['.repeat(2000)}\n` },
    ]) {
        const page = await chromium.open(linked(fields));
        await page.until(`document.querySelector('.keypad') || document.querySelector('[role=alert]')`);
        await page.until(`performance.getEntriesByName('ready').length || document.querySelector('[role=alert]')`);
        await new Promise((resolve) => setTimeout(resolve, 300));
        await page.run(`document.querySelectorAll('details').forEach((each) => { each.open = true; })`);
        assert.equal(await page.run('globalThis.hacked ?? null'), null);
        assert.equal(await page.run(`document.querySelectorAll('img, iframe, object, embed, #app script').length`), 0);
        assert.equal(await page.run('({}).value ?? null'), null);
        clean(page);
        await page.close();
    }
});

test('the policy refuses what a mistake in the page could do', options, async () => {
    const page = await opened();
    const refused = (code) => page.run(`(async () => { try { ${code}; return 'done'; } catch (error) { return error.name; } })()`);
    assert.equal(await refused(`document.body.innerHTML = '<b>x</b>'`), 'TypeError');
    assert.equal(await refused(`await fetch('https://example.org/')`), 'TypeError');
    await page.run(`document.body.append(Object.assign(document.createElement('img'), { src: 'data:image/gif;base64,R0lGODlhAQABAAAAACw=', onload() { globalThis.hacked = 1; } }))`);
    await new Promise((resolve) => setTimeout(resolve, 200));
    assert.equal(await page.run('globalThis.hacked ?? null'), null);
    assert.ok(page.problems.length > 0);
    await page.close();
});

// --- side by side -----------------------------------------------------------------------------------

test('rulesets side by side, with the reason and a hand for each difference', options, async () => {
    const page = await opened();
    await page.select('#ruleset', 'ema-2016');
    await page.until(`location.hash.includes('ema-2016')`);
    await write(page, '123m67p777z11z [789s] +8p ron seat=E from=S');
    await page.until(`document.querySelector('.points')?.innerText === '2000 points'`);
    await compareWith(page, 'ema-2025');
    await page.until(`document.querySelector('.comparison')`);
    assert.match(await page.text('.comparison .differs'), /Fu\s+40\s+30/);
    assert.match(await page.text('.reasons'), /^Why [^:]*, 20[0-9]+: options.double_wind_pair_fu \(4 -> 2\)/); // rules by their titles
    await page.click('.compare details summary');
    await page.until(`document.querySelectorAll('.differences tbody tr').length === 4`);
    await page.click('.differences tbody tr:nth-child(2) button');
    await page.until(`/[0-9][mpsz]/.test(document.querySelector('.differences tbody tr:nth-child(2) button')?.innerText)`);
    await page.click('.differences tbody tr:nth-child(2) button');
    await page.until(`document.querySelector('.points')?.innerText !== '2000 points'`);
    clean(page);
    await page.close();
});

test('rulesets with little in common side by side: the results, without reasons', options, async () => {
    const page = await opened();
    await write(page, '123456m23p55789s +1p');
    await page.until(`document.querySelector('.points')`);
    await compareWith(page, 'hong-kong');
    await page.until(`document.querySelector('.comparison') && !document.querySelector('.compare .error')`, 20);
    await write(page, '111m22p555666z77z +7z');
    await page.until(`/\\nLimit\\s+Yakuman\\b/.test('\\n' + document.querySelector('.comparison')?.innerText)`, 20);
    clean(page);
    await page.close();
});

test('the same ruleset with other options side by side', options, async () => {
    const page = await opened();
    await write(page, '234m2p567p345s [678s] +2p');
    await page.until(`document.querySelector('.points')`);
    await page.click('#compare-keep');
    await page.click('.options summary');
    await page.click('input[name=option-open_tanyao]');
    await page.until(`document.querySelector('.comparison thead')?.innerText.includes('European riichi rules, 2025, one option changed')`);
    await page.until(`document.querySelector('.comparison .differs')`);
    assert.match(await page.text('.comparison .differs'), /All Simples\s+1/);
    // Four side by side are the most.
    for (const others of [2, 3]) {
        await page.run(`document.querySelector('#compare-keep').click()`); // the table moves it
        await page.until(`document.querySelectorAll('.comparison th[scope=col]').length === ${others + 1} && document.querySelector('#compare-keep').disabled === ${others === 3}`);
    }
    clean(page);
    await page.close();
});

test('what is said of two rulesets is not shown below three', options, async () => {
    const page = await opened({ before: `
        const Before = Worker;
        globalThis.Worker = class extends Before {
            // Further calls can be made before the answer comes.
            postMessage(message) { message.method === 'compare' ? setTimeout(() => super.postMessage(message), 500) : super.postMessage(message); }
        };
        new MutationObserver(() => {
            const rows = [...document.querySelectorAll('.comparison tr')];
            globalThis.torn ||= rows.some(({ children }) => children.length !== rows[0].children.length);
        }).observe(document, { childList: true, subtree: true });` });
    await write(page, '123456m23p55789s +1p');
    await page.until(`document.querySelector('.points')`);
    await page.click('#compare-keep');
    await page.click('#compare-keep');
    await page.until(`document.querySelectorAll('.comparison thead th').length === 3`);
    assert.equal(await page.run('globalThis.torn'), false);
    clean(page);
    await page.close();
});

// Rules that a worker cannot answer within its time or memory leave the page alive.
test('a worker past its limits is ended, and the page goes on', options, async () => {
    const page = await opened({ before: `
        const Before = Worker;
        globalThis.started = 0;
        globalThis.Worker = class extends Before {
            constructor(address) { super(address); globalThis.started++; }
            // The engine is slow for one ruleset: its answer never comes.
            postMessage(message) { if (message.argument?.name !== 'mcr' || message.method === 'start') super.postMessage(message); }
        };` });
    await write(page, '123456m23p55789s +1p');
    await page.until(`document.querySelector('.points')`);
    assert.equal(await page.run('started'), 1);
    await page.select('#ruleset', 'mcr');
    await page.until(`document.querySelector('.rules .error')?.innerText.includes('longer than 2 s')`);
    await page.select('#ruleset', 'tenhou');
    await page.until(`!document.querySelector('.rules .error') && location.hash.includes('tenhou') && document.querySelector('.points')`);
    assert.equal(await page.run('started'), 2);
    clean(page);
    await page.close();
});

// As if the file was chosen.
const file = (page, text) => page.run(`(() => {
    const data = new DataTransfer();
    data.items.add(new File([${JSON.stringify(text)}], 'house.yaml'));
    const input = document.querySelector('.file input');
    input.files = data.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
})()`);

/** Write a sheet in the editor, whose first line is there. */
async function writeSheet(page, text) {
    await page.until(`Boolean(${inEditor})`);
    await page.run(`${inEditor}.focus()`);
    await page.press('End', { ctrl: true });
    await page.type(text.replace('kazoe: 1\n', ''));
}

function heavySheet(yaku) {
    const lines = ['kazoe: 1', 'yaku:'];
    for (let i = 0; i < yaku; i++)
        lines.push(`  y${i}: {value: 1, when: {all_of: [${Array.from({ length: 8 }, (_, j) => `{any_of: [{has: [chow ${1 + (i + j) % 7} a, pung n b, pair n+${j % 3} c]}, {contains: ${1 + i % 9}${1 + j}a}]}`).join(', ')}]}}`);
    return lines.join('\n');
}

test('a sheet that the engine takes; what it is compared for needs more than 64 MiB, and is left out', options, async () => {
    const page = await opened({ before: `
        const Before = Worker;
        globalThis.started = 0;
        globalThis.Worker = class extends Before { constructor(address) { super(address); globalThis.started++; } };` });
    await write(page, '123456m23p55789s +1p');
    await page.until(`document.querySelector('.points')`);
    await page.click('.house summary');
    await page.click('.as-text summary');
    await page.until(`document.querySelector('.file input')`);
    await file(page, heavySheet(60));
    await page.until(`document.querySelector('.label')?.innerText.includes('house rules')`, 30);
    await page.until(`document.querySelector('.points')`);
    await compareWith(page, 'tenhou');
    await page.until(`document.querySelector('.comparison')`, 30);
    assert.equal(await page.run(`document.querySelector('.reasons, .compare .error')`), null);
    assert.ok(await page.run('started') > 1);
    await page.click('#house-drop');
    await page.until(`document.querySelector('.comparison') && !document.querySelector('.label')?.innerText.includes('house rules')`, 30);
    clean(page);
    await page.close();
});

// Loading ends by itself before two seconds have passed, unless the processor is slow, or busy with something else.
test('a hostile sheet that takes longer than two seconds ends its worker, and the page goes on', options, async () => {
    const own = await startChromium(); // all of its pages are halted
    try {
        const page = await own.open(linked({ rules: 'ema-2025', hand: '123456m23p55789s +1p' }), { before: `
            const Before = Worker;
            globalThis.started = 0;
            globalThis.Worker = class extends Before {
                constructor(address) { super(address); globalThis.started++; }
                postMessage(message) { globalThis.asked = message.method; super.postMessage(message); }
            };` });
        await page.until(`document.querySelector('.points')?.innerText === '1000 points'`);
        await page.click('.house summary');
        await page.click('.as-text summary');
        await writeSheet(page, heavySheet(100));
        await page.until(`asked === 'check'`);
        await own.halt(2.5);
        await page.until(`document.querySelector('.diagnostics')?.innerText.includes('longer than 2 s')`, 30);
        assert.equal(await page.run('started'), 1);
        await page.click('#house-drop');
        await page.until(`!document.querySelector('.diagnostics')`);
        await write(page, '123456m23p55789s +4p');
        await page.until(`document.querySelector('.verdict .worth') && location.hash.includes('4p')`);
        assert.equal(await page.run('started'), 2);
        clean(page);
    } finally {
        await own.close();
    }
});

test('house rules that are more than the engine takes are refused, and the page goes on', options, async () => {
    const page = await opened();
    await write(page, '123456m23p55789s +1p');
    await page.until(`document.querySelector('.points')`);
    await page.click('.house summary');
    await page.click('.as-text summary');
    await page.until(`document.querySelector('.file input')`);
    await file(page, heavySheet(300));
    await page.until(`document.querySelector('.refused-file .diagnostics .error')`, 30);
    await writeSheet(page, heavySheet(300));
    await page.until(`!document.querySelector('.refused-file') && document.querySelector('.diagnostics .error')`, 30);
    assert.match(await page.text('.files'), /too large for a link/);
    assert.equal(await page.run(`location.hash.includes('sheet')`), false);
    assert.ok(await page.text('.points')); // the last rules that were accepted
    await page.click('#house-drop');
    await page.until(`!document.querySelector('.diagnostics')`);
    await write(page, '234567m234p55678s +1m');
    await page.until(`location.hash.includes('234567m')`);
    clean(page);
    await page.close();
});

test('the value of fan and fu without tiles', options, async () => {
    const page = await opened();
    await page.click('.value summary');
    await page.run(`document.querySelector('#value-total').focus()`);
    await page.type('3');
    await page.run(`document.querySelector('#value-fu').focus()`);
    await page.type('40');
    await page.until(`document.querySelector('.value .points')?.innerText === '5200 points'`);
    assert.match(await page.text('.value .payments'), /5200/);
    await page.click('input[name=by][value=self_draw]');
    await page.until(`document.querySelector('.value .payments')?.innerText.includes('2600')`);
    assert.equal(await page.text('.value .points'), '5200 points');
    await choose(page, 'mcr'); // whose field for fu is gone
    await page.run(`document.querySelector('#value-total').select()`);
    await page.type('8');
    await page.until(`document.querySelector('.value .payments')?.innerText.includes('48')`);
    clean(page);
    await page.close();
});

// --- the trainer -------------------------------------------------------------------------------------

// Answer a hand of the trainer; wrong: values to change in the right answer.
async function answer(page, rules, wrong = {}) {
    const line = await page.run(`document.querySelector('.task').dataset.line`);
    const result = rules.explain(line);
    const [, seat] = /seat=([ESWN])/.exec(line);
    const right = { total: result.total, ...(rules.describe().fu && { fu: result.fu ?? '' }),
        ...Object.fromEntries(Object.entries(result.payments).filter(([who]) => who !== seat).map(([who, points]) => [who, -points])) };
    assert.equal(await page.run(`document.querySelectorAll('.answers input').length`), Object.keys(right).length);
    for (const [id, value] of Object.entries({ ...right, ...wrong })) {
        await page.run(`document.querySelector('input[name=answer-${id}]').focus()`);
        await page.type(String(value));
    }
    await page.press('Enter');
    await page.until(`document.querySelector('.explained')`);
    return result;
}

test('the trainer explains mistakes, and keeps the score here', options, async () => {
    const page = await opened();
    const rules = await kazoe.load('ema-2025');
    assert.deepEqual(await page.run('Object.entries(localStorage)'), []);
    await page.click('.trainer summary');
    await page.select('#trainer-yaku', 'pinfu');
    await page.click('.trainer .field button');
    await page.until(`document.querySelector('.task')`);
    const first = await answer(page, rules);
    assert.ok(first.yaku.some(({ id }) => id === 'pinfu'));
    assert.equal(await page.text('.explained .worth'), '✓Right');
    await page.press('Enter'); // the next one
    await page.until(`document.querySelector('.task') && !document.querySelector('.explained')`);
    const second = await answer(page, rules, { total: 99 });
    assert.equal(await page.text('.explained .worth'), '✗Not quite');
    assert.match(await page.text('.explained'), new RegExp(`Not 99 fan, but ${second.total} fan`));
    assert.equal(await page.run(`document.querySelectorAll('.explained .yaku tbody tr').length`), second.yaku.length);
    assert.equal(await page.run(`document.querySelectorAll('.explained .fu, .explained .payments').length`), 0);
    assert.equal(await page.text('.score'), '1 of 2 right');
    await page.click('.task > div > button');
    await page.until(`document.querySelector('.verdict .points')?.innerText === '${second.points} points'`);
    const again = await chromium.open(address, { browserContextId: page.context });
    await again.until(`document.querySelector('.trainer')`);
    await again.click('.trainer summary');
    assert.equal(await again.text('.score'), '1 of 2 right');
    await again.click('.trainer .small');
    assert.equal(await again.text('.score'), '');
    clean(page);
    clean(again);
    await page.close();
    await again.close();
});

test('the trainer takes any fu of a hand that is paid by a limit', options, async () => {
    const page = await opened();
    await page.click('.trainer summary');
    await page.select('#trainer-yaku', 'kokushi');
    await page.click('.trainer .field button');
    await page.until(`document.querySelector('.task')`);
    const { limit } = await answer(page, await kazoe.load('ema-2025'), { fu: 30 });
    assert.equal(limit, 'yakuman');
    assert.equal(await page.text('.explained .worth'), '✓Right');
    clean(page);
    await page.close();
});

test('the trainer asks what a ruleset counts', options, async () => {
    const page = await opened({ width: 360 });
    await choose(page, 'mcr');
    await page.until(`!document.querySelector('input[name=riichi]')`);
    const rules = await kazoe.load('mcr');
    await page.click('.trainer summary');
    await page.click('.trainer .field button');
    await page.until(`document.querySelector('.task')`);
    await answer(page, rules, { total: 1 });
    assert.equal(await page.run(`document.querySelector('.task').scrollWidth <= innerWidth`), true);
    clean(page);
    await page.close();
});

// --- languages ------------------------------------------------------------------------------------

for (const [accepted, code, tag, title, points] of [
    ['ja', 'ja', 'ja', '手牌', '2000 点'],
    ['zh-CN', 'zh-hans', 'zh-Hans', '手牌', '2000 分'],
    ['zh-TW', 'zh-hant', 'zh-Hant', '手牌', '2000 分'],
])
    test(`in the language of the browser: ${code}`, options, async () => {
        const page = await opened({ languages: accepted });
        await write(page, '123406m23p55789s11z +1p');
        await page.until(`/16 .*14 /.test(document.querySelector('.verdict .error')?.innerText)`);
        assert.equal(await page.run(`document.querySelector('main [data-foreign]')`), null);
        await write(page, '123406m23p55789s +1p riichi');
        await page.until(`document.querySelector('.points')?.innerText === ${JSON.stringify(points)}`);
        assert.equal(await page.run('document.documentElement.lang'), tag);
        assert.equal(await page.text('#hand-title'), title);
        await page.select('#why-not', 'tanyao');
        await compareWith(page, 'tenhou');
        await page.until(`document.querySelector('.conditions') && document.querySelector('.reasons')`);
        await page.run(`document.querySelector('.compare details').open = true`);
        await page.until(`document.querySelector('.differences')`);
        // The verdict, the arithmetic, why a yaku does not count, the reasons and the differences: nothing is English.
        assert.deepEqual(await page.run(`[...document.querySelectorAll('main [data-foreign]')].map((each) => each.innerText)`), []);
        assert.equal(await page.run(`[...document.querySelectorAll('.verdict')].map((each) => each.innerText).join(' ').match(/[a-z]{5,}/)?.[0] ?? null`), null);
        // Texts that the language lacks are marked and counted: errors of a rule file.
        await page.click('.house summary');
        await page.click('.as-text summary');
        await page.until(`document.querySelector('.file input')`);
        await file(page, 'kazoe: 1\nwrong: 1\n');
        await page.until(`document.querySelector('.diagnostics .error')`);
        const shown = await page.run(`document.querySelectorAll('main [data-foreign]').length`);
        assert.ok(shown > 0 && (await page.text('#foreign')).includes(String(shown)));
        assert.equal(await page.run(`[...document.querySelectorAll('main [data-foreign]')].every((each) => each.lang === 'en')`), true);
        await page.click('#house-drop');
        await page.select('#language', 'en');
        await page.until(`document.querySelector('.points').innerText === '2000 points' && !document.querySelector('main [data-foreign]')`);
        clean(page);
        await page.close();
    });

test('every ruleset shows its tiles and loads without a complaint', options, async () => {
    const page = await opened();
    for (const name of kazoe.list()) {
        const rules = (await kazoe.load(name)).describe();
        await choose(page, name);
        await page.until(`document.querySelectorAll('.keypad button').length === ${rules.tiles.length + rules.red_fives.length}`);
        assert.equal(await page.text('.rules .error'), '');
    }
    clean(page);
    await page.close();
});

// --- accessibility, print -------------------------------------------------------------------------

async function violations(page) {
    await page.run(`document.querySelectorAll('details').forEach((each) => { each.open = true; })`);
    await page.run(await readFile(join(modules, 'axe-core/axe.min.js'), 'utf8'));
    return page.run(`axe.run().then(({ violations }) => violations.map(({ id, nodes }) =>
        id + ': ' + nodes.slice(0, 3).map((node) => node.html + ' ' + node.failureSummary).join('\\n')))`);
}

const SHOWN = [
    { what: 'a verdict', hand: '23m55789s [345p] (7777z) +4m', wait: '.points' },
    { what: 'a verdict, dark', hand: '23m55789s [345p] (7777z) +4m', wait: '.points', dark: true },
    { what: 'waits, in Japanese, narrow', hand: '123456m23p55789s', wait: '.waits', languages: 'ja', width: 360 },
    { what: 'discards, in Chinese', hand: '123456m23p557899s', wait: '.discards', languages: 'zh-TW', dark: true },
    { what: 'house rules with an error', hand: '123456m23p55789s +1p', wait: '.diagnostics', sheet: 'kazoe: 1\nwrong: 1\n' },
];

for (const { what, hand, wait, sheet, ...how } of SHOWN)
    test(`axe-core finds no violation: ${what}`, options, async () => {
        const page = await chromium.open(linked({ rules: 'ema-2025', hand, ...(sheet && { sheet }) }), how);
        await page.until(`document.querySelector(${JSON.stringify(wait)}) !== null`);
        await compareWith(page, 'tenhou');
        await page.click('.hand [data-place=tiles]');
        // Not by the mouse: answers that come move what is below them.
        await page.run(`document.querySelector('.trainer details').open = true`);
        await page.until(`document.querySelector('.trainer .field button')`);
        await page.run(`document.querySelector('.trainer .field button').click()`);
        await page.until(`document.querySelector('.answers button')`);
        await page.run(`document.querySelector('.answers button').click()`);
        await page.until(`document.querySelector('.explained')`);
        assert.deepEqual(await violations(page), []);
        clean(page);
        await page.close();
    });

test('prints on one sheet', options, async () => {
    const page = await chromium.open(linked({ rules: 'ema-2025', hand: '23m55789s [345p] (7777z) +1m seat=S from=W dora=4p' }));
    await page.until(`document.querySelector('.points')`);
    const { data } = await page.call('Page.printToPDF', { paperWidth: 8.27, paperHeight: 11.69 });
    const pages = Buffer.from(data, 'base64').toString('latin1').match(/\/Type\s*\/Page\b/g);
    assert.equal(pages.length, 1);
    await page.close();
});
