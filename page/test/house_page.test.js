// House rules in the page, and printing, in Chromium. The variables are those of the other tests of the page.
import assert from 'node:assert/strict';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { browser, startChromium } from './chromium.js';

const top = new URL('../..', import.meta.url).pathname;
const address = pathToFileURL(resolve(process.env.KAZOE_PAGE ?? join(top, 'kazoe.html'))).href;
const kazoe = await import(pathToFileURL(join(resolve(process.env.KAZOE_PACKAGE ?? join(top, 'bindings/js')), 'index.js')));
const options = { skip: browser ? false : 'Chromium is not installed', timeout: 120000 };

let chromium;
before(async () => { chromium = browser && await startChromium(); });
after(async () => { await chromium?.close(); });

// A script that keeps saved and copied texts in variables.
const WATCHED = `{
    const before = URL.createObjectURL;
    URL.createObjectURL = (blob) => { if (blob.type !== 'text/javascript') blob.text().then((text) => { globalThis.saved = text; }); return before(blob); };
    HTMLAnchorElement.prototype.click = function () { globalThis.savedAs = this.download; };
    globalThis.print = () => { globalThis.printed = true; };
}`;

const linked = (fields) => `${address}#${new URLSearchParams(fields)}`;

async function opened(how = {}, fields = null) {
    const page = await chromium.open(fields ? linked(fields) : address, { before: WATCHED, ...how });
    await page.until(`document.querySelector('.keypad')`);
    return page;
}

async function write(page, line) {
    await page.run(`document.querySelector('#line').focus()`);
    await page.type(line);
    await page.press('Enter');
}

// Give a field a value, as by hand.
const fill = (page, selector, value, event = 'input') => page.run(`(() => {
    const field = document.querySelector(${JSON.stringify(selector)});
    field.value = ${JSON.stringify(value)};
    field.dispatchEvent(new Event('${event}', { bubbles: true }));
})()`);

const press = (page, selector) => page.until(`document.querySelector(${JSON.stringify(selector)})?.disabled === false && (document.querySelector(${JSON.stringify(selector)}).click(), true)`);

const choose = async (page, selector, value) => {
    await page.until(`[...document.querySelector(${JSON.stringify(selector)})?.options ?? []].some((each) => each.value === ${JSON.stringify(value)})`);
    await page.select(selector, value);
};

async function openHouse(page) {
    await page.run(`document.querySelector('.house').open = true`);
    await page.until(`document.querySelector('#form-yaku')`);
}

const file = (page, text, input = '.file input') => page.run(`(() => {
    const data = new DataTransfer();
    data.items.add(new File([${JSON.stringify(text)}], 'house.yaml'));
    const input = document.querySelector('${input}');
    input.files = data.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
})()`);

const sheetIs = (page, text) => page.until(`(new URLSearchParams(location.hash.slice(1)).get('sheet') ?? '') === ${JSON.stringify(text)}`);

// Return the page as printed.
async function paper(page) {
    await page.call('Emulation.setEmulatedMedia', { media: 'print' });
    const text = await page.run('document.body.innerText');
    await page.call('Emulation.setEmulatedMedia', { media: '' });
    return text;
}

async function end(...pages) {
    for (const page of pages) {
        assert.deepEqual(page.problems, []);
        await page.close();
    }
}

const HAITEI = 'kazoe: 1\nyaku:\n  haitei: {value: 2}\n';

test('a file of house rules has the ruleset and its options, and is read back', options, async () => {
    const page = await opened({}, { rules: 'ema-2025', option: 'open_tanyao=no' });
    await openHouse(page);
    await press(page, '#house-save'); // options alone are house rules too
    await page.until(`globalThis.saved === 'kazoe: 1\\nruleset: house-rules\\nextends: ema-2025\\noptions:\\n  open_tanyao: no\\n'`);
    await page.select('#form-yaku', 'haitei');
    await page.until(`document.querySelector('#form-closed')`);
    await fill(page, '#form-closed', '2', 'change');
    await sheetIs(page, HAITEI);
    await press(page, '#house-save');
    await page.until(`globalThis.saved?.includes('haitei')`);
    const saved = await page.run('saved'), whole = await kazoe.load({ name: await page.run('savedAs'), text: saved });
    assert.equal(whole.digest, (await kazoe.load('ema-2025', { overlays: [HAITEI], options: { open_tanyao: 'no' } })).digest);
    const other = await opened({}, { rules: 'mcr' });
    await openHouse(other);
    await file(other, saved);
    await sheetIs(other, HAITEI);
    await other.until(`document.querySelector('#ruleset').value === 'ema-2025' && document.querySelector('.badge')?.innerText === '1 changed'`);
    await press(other, '#house-drop');
    await sheetIs(other, '');
    await other.until(`!document.querySelector('.badge') && document.querySelector('#house-save').disabled`);
    await end(page, other);
});

test('a file that is none of house rules is refused, and one that is read is taken back', options, async () => {
    const page = await opened({}, { rules: 'ema-2025' });
    await openHouse(page);
    await file(page, HAITEI);
    await sheetIs(page, HAITEI);
    await press(page, '#house-undo');
    await sheetIs(page, '');
    await file(page, HAITEI);
    await sheetIs(page, HAITEI);
    const bytes = (list) => page.run(`(() => {
        const data = new DataTransfer(), input = document.querySelector('.files input');
        data.items.add(new File([new Uint8Array(${JSON.stringify(list)})], 'picture.png'));
        input.files = data.files;
        input.dispatchEvent(new Event('change', { bubbles: true }));
    })()`);
    const refused = (part) => page.until(`document.querySelector('.refused-file')?.innerText.includes(${JSON.stringify(part)})`);
    await bytes([0x89, 0x50, 0x4e, 0x47, 0xff, 0xfe]);
    await refused('picture.png is not a file of house rules');
    await refused('not a text in UTF-8');
    for (const text of ['# rules: tenhou\nplayers Anna Ben\n', 'kazoe: 1\nyaku:\n  haitei: {value: zz}\n', 'kazoe: 1\nextends: nowhere\n', '']) {
        await bytes([0xff]);
        await refused('picture.png');
        await file(page, text);
        await refused('house.yaml is not a file of house rules');
    }
    await sheetIs(page, HAITEI);
    assert.deepEqual(JSON.parse(await page.run(`localStorage.getItem('kazoe.sheets')`)), { 'ema-2025': HAITEI });
    // Another ruleset's own house rules come back too, and the ruleset of before.
    await file(page, 'kazoe: 1\nextends: mcr\ngame: {start: 500}\n');
    await page.until(`document.querySelector('#ruleset').value === 'mcr' && location.hash.includes('start')`);
    await press(page, '#house-undo');
    await page.until(`document.querySelector('#ruleset').value === 'ema-2025'`);
    await sheetIs(page, HAITEI);
    assert.deepEqual(JSON.parse(await page.run(`localStorage.getItem('kazoe.sheets')`)), { 'ema-2025': HAITEI });
    await end(page);
});

test('the form says what is no value, and takes limits by name', options, async () => {
    const page = await opened();
    await openHouse(page);
    await page.select('#form-yaku', 'haitei');
    await page.until(`document.querySelector('#form-closed')`);
    for (const bad of ['-1', '2.5', 'lots']) {
        await fill(page, '#form-closed', bad, 'change');
        await page.until(`document.querySelector('#form-closed').ariaInvalid === 'true' && document.querySelector('.form .error')`);
    }
    await fill(page, '#form-closed', 'Mangan', 'change');
    await sheetIs(page, 'kazoe: 1\nyaku:\n  haitei: {value: mangan}\n');
    await fill(page, '#form-closed', '', 'change');
    await sheetIs(page, '');
    await file(page, 'kazoe: 1\nyaku: {haitei: {value: 2}}\n');
    await page.until(`document.querySelector('#form-closed').value === '2'`);
    await fill(page, '#form-closed', '3', 'change');
    await sheetIs(page, 'kazoe: 1\nyaku: {haitei: {value: 3}}\n');
    await end(page);
});

test('the form has what a yaku is worth closed and open', options, async () => {
    const page = await opened({}, { rules: 'ema-2025', hand: '456789m1133z [123m] +3z' });
    await openHouse(page);
    await page.select('#form-yaku', 'honitsu');
    await page.until(`document.querySelector('#form-closed')?.value === '3' && document.querySelector('#form-open').value === '2'`);
    await fill(page, '#form-closed', '4', 'change');
    await sheetIs(page, 'kazoe: 1\nyaku:\n  honitsu: {value: {closed: 4, open: 2}}\n');
    await page.until(`document.querySelector('#form-closed').value === '4'`);
    await fill(page, '#form-open', '', 'change');
    await sheetIs(page, 'kazoe: 1\nyaku:\n  honitsu: {value: {closed: 4}}\n');
    await fill(page, '#form-closed', '', 'change');
    await sheetIs(page, '');
    await end(page);
});

test('the form names the house and says how a game is played', options, async () => {
    const page = await opened();
    await openHouse(page);
    await page.until(`document.querySelector('#game-start')?.placeholder === '30000' && document.querySelector('#game-uma').placeholder === '15000, 5000, -5000, -15000'`);
    await fill(page, '#house-name', 'Our "table" # 1', 'change');
    await sheetIs(page, 'kazoe: 1\ntitle: "Our \\"table\\" # 1"\n');
    await page.until(`document.querySelector('#house-name').value === 'Our "table" # 1'`);
    await fill(page, '#house-name', '', 'change');
    await sheetIs(page, '');
    await fill(page, '#game-start', '25000', 'change');
    await sheetIs(page, 'kazoe: 1\ngame:\n  start: 25000\n');
    for (const [typed, uma] of [['20000/10000/\u221210000/-20000', '20000, 10000, -10000, -20000'], ['[9000, 3000, -3000, -9000]', '9000, 3000, -3000, -9000']]) {
        await fill(page, '#game-uma', typed, 'change');
        await sheetIs(page, `kazoe: 1\ngame:\n  start: 25000\n  uma: [${uma}]\n`);
        await page.until(`document.querySelector('#game-uma').value === '${uma}'`);
    }
    await fill(page, '#game-uma', 'lots', 'change');
    await page.until(`document.querySelector('.game-form .error')`);
    await fill(page, '#game-uma', '', 'change');
    await page.select('#game-ties', 'first_seat');
    await sheetIs(page, 'kazoe: 1\ngame:\n  start: 25000\n  ties: first_seat\n');
    await page.select('#game-ties', '');
    await fill(page, '#game-start', '', 'change');
    await sheetIs(page, '');
    assert.equal(await page.text('.diagnostics'), '');
    await end(page);
});

for (const [languages, name] of [['en', 'Stairs'], ['ja', '三段'], ['zh-CN', '三级'], ['zh-TW', '三級']])
    test(`a yaku of the house, by the form and from those that are written: ${languages}`, options, async () => {
        const page = await opened({ languages }, { rules: 'ema-2025', hand: '67p99s [222m] [333m] [444m] +5p' });
        await page.until(`document.querySelector('.no-win')`);
        await openHouse(page);
        await page.run(`document.querySelector('.new').open = true`);
        await fill(page, '#new-name', name);
        await press(page, '#new-add');
        await page.until(`document.querySelector('.verdict .yaku')?.innerText.includes(${JSON.stringify(name)})`);
        const id = languages === 'en' ? 'stairs' : 'house_1';
        await sheetIs(page, `kazoe: 1\nyaku:\n  ${id}:\n    name: "${name}"\n    value: 1\n    when: {has: [pung n a, pung n+1 a, pung n+2 a]}\n`);
        await choose(page, '#new-ready', '1/sanrenkou'); // those of the sheets come later
        await page.until(`document.querySelectorAll('.verdict .yaku tbody tr').length === 2`);
        await choose(page, '#new-ready', '1/kouitten');
        await page.until(`location.hash.includes('green_and_chun') && !document.querySelector('.diagnostics')`);
        await fill(page, '#new-name', 'First of all');
        await page.select('#new-asks', 'given');
        await press(page, '#new-add');
        await page.until(`document.querySelector('.situation input[name=first_of_all]')`);
        assert.deepEqual(await page.run(`[...document.querySelectorAll('.new [data-foreign]')].length`), 0);
        await end(page);
    });

test('a new yaku is said to be added, and the same one to be there', options, async () => {
    const page = await opened();
    await openHouse(page);
    await page.run(`document.querySelector('.new').open = true`);
    for (const [name, word] of [['Stairs', 'Stairs'], ['三段', '三段']]) {
        await fill(page, '#new-name', name);
        await press(page, '#new-add');
        await page.until(`document.querySelector('.new-yaku [role=status]')?.innerText === '${name} is added.'`);
        await fill(page, '#new-name', name);
        await page.until(`document.querySelector('.new-yaku .error')?.innerText === 'You have this yaku already: ${word}' && document.querySelector('#new-add').disabled`);
    }
    await end(page);
});

test('every condition that the form offers is one', options, async () => {
    const page = await opened();
    await openHouse(page);
    await page.run(`document.querySelector('.new').open = true`);
    const asks = await page.run(`[...document.querySelector('#new-asks').options].map((each) => each.value)`);
    for (const each of asks) {
        await fill(page, '#new-name', each);
        await page.select('#new-asks', each);
        await press(page, '#new-add');
        await page.until(`location.hash.includes('${each}')`);
    }
    await page.until(`[...document.querySelectorAll('#form-yaku option')].some((each) => each.value === '${asks.at(-1)}')`);
    assert.equal(await page.text('.diagnostics'), '');
    await end(page);
});

test('house rules belong to their ruleset; those of before to the last one', options, async () => {
    const page = await opened({ before: `${WATCHED}if (!localStorage.getItem('kazoe.sheets')) { localStorage.setItem('kazoe.sheet', ${JSON.stringify(HAITEI)}); localStorage.setItem('kazoe.ruleset', 'tenhou'); }` });
    await page.until(`document.querySelector('.label')?.innerText.includes('(tenhou + "house rules")')`);
    for (const name of ['hong-kong', 'mcr', 'ema-2025']) {
        await page.select('#ruleset', name);
        await page.until(`location.hash.includes('rules=${name}') && !location.hash.includes('sheet=')`);
        await page.until(`!document.querySelector('.label')`);
    }
    await page.select('#ruleset', 'tenhou');
    await page.until(`document.querySelector('.label')?.innerText.includes('(tenhou + "house rules")')`);
    // After reloading they are still the user's own.
    await sheetIs(page, HAITEI);
    await page.run('location.reload()');
    await page.until(`document.readyState === 'complete' && document.querySelector('.label')?.innerText.includes('house rules')`);
    assert.equal(await page.text('.bar'), '');
    await end(page);
});

const TITLED = 'kazoe: 1\ntitle: {en: Our table, ja: 例会, zh-hans: 我们的桌, zh-hant: 我們的桌}\nyaku:\n  haitei: {value: 2}\n';

for (const [languages, title] of [['en', 'Our table'], ['ja', '例会'], ['zh-CN', '我们的桌'], ['zh-TW', '我們的桌']])
    test(`house rules of a link are dropped or kept, and their title is shown: ${languages}`, options, async () => {
        const page = await opened({ languages }, { rules: 'ema-2025', sheet: TITLED });
        await page.until(`document.querySelector('.bar') && document.querySelector('.label')?.innerText.includes(${JSON.stringify(` + ${title} (ema-2025`)})`);
        assert.equal(await page.run(`localStorage.getItem('kazoe.sheets')`), null);
        await press(page, '#bar-keep');
        await page.until(`!document.querySelector('.bar') && JSON.parse(localStorage.getItem('kazoe.sheets'))['ema-2025']`);
        const other = await opened({ languages, browserContextId: page.context }, { rules: 'ema-2025', sheet: HAITEI });
        await press(other, '#bar-drop'); // the user's own are there again
        await sheetIs(other, TITLED);
        const third = await opened({ languages, browserContextId: page.context }, { rules: 'ema-2025' });
        await press(third, '#bar-own');
        await sheetIs(third, TITLED);
        await third.until(`!document.querySelector('.bar')`);
        await end(page, other, third);
    });

test('the link is copied', options, async () => {
    const page = await opened({ before: `${WATCHED}Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => { globalThis.copied = text; } } });` }, { rules: 'ema-2025', sheet: HAITEI });
    await press(page, '.copy-link');
    await page.until(`globalThis.copied?.includes('haitei') && globalThis.copied.startsWith(location.href.split('#')[0])`);
    await page.until(`document.querySelector('.copy-link').innerText === 'Copied'`);
    await end(page);
});

test('a link that cannot be followed says so', options, async () => {
    const page = await opened({}, { rules: 'ema-2099', hand: '123m' });
    await page.until(`document.querySelector('.notice')?.innerText.includes('ema-2099')`);
    const other = await opened({}, { rules: 'ema-2025', hand: 'zzz' });
    await other.until(`document.querySelector('.notice')?.innerText.includes('cannot be read')`);
    await write(other, '123456m23p55789s +1p');
    await other.until(`!document.querySelector('.notice')`);
    await end(page, other);
});

// --- paper ------------------------------------------------------------------------------------------

for (const [languages, house, title, sheet] of [['en', 'House rules', 'Our table', TITLED], ['ja', 'ハウスルール', '例会', TITLED], ['zh-CN', '我们的桌', '我们的桌', TITLED], ['zh-TW', '自訂規則', ' + 自訂規則', HAITEI]])
    test(`the rule sheet is shown to be printed and saved: ${languages}`, options, async () => {
        const page = await opened({ languages }, { rules: 'ema-2025', sheet });
        await page.until(`document.querySelector('.label')?.innerText.includes('house rules')`);
        await press(page, '#rule-sheet');
        const inSheet = `document.querySelector('.rule-sheet iframe')?.contentDocument`;
        await page.until(`${inSheet}?.querySelector('h1')?.innerText.includes(${JSON.stringify(title)}) && ${inSheet}.querySelectorAll('table').length > 3`);
        const text = await page.run(`${inSheet}.body.innerText`);
        assert.ok(text.includes(house));
        assert.equal(await page.run(`getComputedStyle(${inSheet}.querySelector('thead th, tbody th')).textAlign`), 'left'); // its style is there
        await page.run(`document.querySelector('.rule-sheet iframe').contentWindow.print = () => { globalThis.printed = 'sheet'; }`);
        await press(page, '#sheet-print');
        await page.until(`globalThis.printed === 'sheet'`);
        await press(page, '#sheet-save');
        await page.until(`globalThis.saved?.startsWith('<!DOCTYPE html>') && globalThis.savedAs === 'ema-2025-rules.html'`);
        await press(page, '#sheet-close');
        await page.until(`!document.querySelector('.rule-sheet')`);
        await end(page);
    });

test('house rules with an error are said not to count', options, async () => {
    const page = await opened({}, { rules: 'ema-2025', sheet: 'kazoe: 1\nyaku:\n  haitei: {value: zz}\n' });
    await page.until(`document.querySelector('.diagnostics .error') && document.querySelector('.files .error')?.innerText.includes('do not count')`);
    assert.match(await paper(page), /do not count/);
    await press(page, '#rule-sheet');
    await page.until(`document.querySelector('.rule-sheet > .error')?.innerText.includes('do not count')`);
    await end(page);
});

test('a page prints the rules, what the house changed, and when', options, async () => {
    const page = await opened({}, { rules: 'ema-2025', option: 'open_tanyao=no', sheet: HAITEI });
    await page.until(`document.querySelector('.label')?.innerText.includes('house rules')`);
    const rules = await kazoe.load('ema-2025', { overlays: [{ name: 'house rules', text: HAITEI }], options: { open_tanyao: 'no' } });
    const empty = await paper(page);
    for (const part of ['European riichi rules, 2025, with house rules, one option changed (ema-2025 open_tanyao=no', 'kuitan', 'haitei: {value: 2}', rules.digest, new Date().getFullYear().toString()])
        assert.ok(empty.includes(part), part);
    assert.doesNotMatch(empty, /Find a ruleset|Trainer|Enter a hand/);
    await write(page, '123456m23p55789s +1p');
    await page.until(`document.querySelector('.points')`);
    await page.select('#why-not', 'tanyao');
    await page.until(`document.querySelector('.conditions')`);
    assert.match(await paper(page), /only simple tiles/);
    await press(page, '#verdict-print');
    await page.until('globalThis.printed');
    await end(page);
});

test('rules of one name are told apart', options, async () => {
    const page = await opened({}, { rules: 'ema-2025', option: 'open_tanyao=no', hand: '123456m23p55789s +1p' });
    const headings = `[...document.querySelectorAll('.comparison th[scope=col]')].map((each) => each.innerText)`;
    await press(page, '#compare-keep');
    await page.until(`document.querySelector('.comparison')`);
    assert.deepEqual(await page.run(headings), ['European riichi rules, 2025, one option changed', 'European riichi rules, 2025, one option changed (as kept)']);
    await openHouse(page);
    await file(page, HAITEI);
    await page.until(`${headings}.join(' | ') === 'European riichi rules, 2025, with house rules, one option changed | European riichi rules, 2025, one option changed'`);
    await end(page);
});

test('a comparison prints without a hand', options, async () => {
    const page = await opened();
    await page.select('#compare-with', 'm-league');
    assert.equal(await page.run(`document.querySelectorAll('.compare .small').length`), 0); // a key is no choice yet
    await press(page, '#compare-add');
    await page.until(`document.querySelector('.compare details')`);
    await page.run(`document.querySelector('.compare details').open = true`);
    await page.until(`document.querySelectorAll('.differences tbody tr').length === 11`);
    assert.equal(await page.run(`document.querySelectorAll('.differences th[scope=col]').length`), 2);
    const of = (address) => `[...document.querySelectorAll('.differences tbody tr')].find((row) => row.innerText.includes('${address}'))`;
    assert.equal(await page.run(`${of('game.uma')}.querySelector('button')`), null);
    assert.match(await page.run(`${of('game.uma')}.innerText`), /whole deals/);
    assert.match(await paper(page), /game\.uma[^]*30000, 10000/);
    await end(page);
});

// --- finding ----------------------------------------------------------------------------------------

test('rulesets and options are found by what players call them', options, async () => {
    const page = await opened();
    for (const [typed, id] of [['MCR', 'mcr'], ['ema', 'ema-2016'], ['HK', 'hong-kong'], ['国标', 'mcr'], ['tenhou', 'tenhou'], ['リーチ 2016', 'ema-2016']]) {
        await fill(page, '#find-ruleset', typed);
        await page.until(`document.querySelector('[data-found]')?.dataset.found.startsWith(${JSON.stringify(id)})`);
    }
    await page.run(`document.querySelector('#find-ruleset').focus()`);
    await page.press('Enter');
    await page.until(`document.querySelector('#ruleset').value === 'ema-2016' && location.hash.includes('ema-2016')`);
    await page.run(`document.querySelector('.options').open = true`);
    await page.until(`document.querySelector('#find-option')`);
    for (const [typed, id] of [['aka', 'red_fives'], ['pao', 'liability'], ['uma', null]]) {
        await fill(page, '#find-option', typed);
        await page.until(id ? `document.querySelector('.option [name]')?.name === 'option-${id}'` : `document.querySelector('.options .hint')`);
    }
    await end(page);
});

for (const [languages, yes, no] of [['ja', 'はい', 'いいえ'], ['zh-CN', '是', '否'], ['zh-TW', '是', '否']])
    test(`options and their notes are in words: ${languages}`, options, async () => {
        const page = await opened({ languages }, { rules: 'ema-2025', option: 'open_tanyao=no' });
        await page.run(`document.querySelector('.options').open = true`);
        await page.until(`document.querySelector('.option .note')`);
        const notes = await page.text('.option .note');
        assert.doesNotMatch(notes, /\b(?:yes|no|by_tile|always|five_fan)\b(?!-)/);
        assert.ok(notes.includes(yes) && notes.includes(no));
        assert.doesNotMatch(notes, /mahjongtime-competition|toudai/);
        assert.ok((await page.text('.option.changed .small')).includes(yes));
        await end(page);
    });

// --- hands ------------------------------------------------------------------------------------------

for (const [languages, seat] of [['en', 'South'], ['ja', '南'], ['zh-CN', '南'], ['zh-TW', '南']])
    test(`what a hand does not say is assumed as by the command: ${languages}`, options, async () => {
        const page = await opened({ languages }, { rules: 'ema-2025', hand: '123456m23p55789s +1p' });
        await page.until(`document.querySelector('.assumed-of')`);
        assert.ok((await page.text('.assumed-of')).includes(seat));
        assert.equal(await page.run(`document.querySelectorAll('.situation .chip.assumed').length`), 3);
        assert.equal(await page.run(`document.querySelector('#line').value`), '123456m23p55789s +1p');
        for (const [name, value] of [['seat', 'E'], ['round', 'E'], ['by', 'discard']])
            await page.click(`input[name=${name}][value=${value}]`);
        await page.until(`!document.querySelector('.assumed-of') && document.querySelector('#line').value === '123456m23p55789s +1p ron seat=E round=E'`);
        await end(page);
    });

test('points that a ruleset counts come first, then what the winner gets; elsewhere the total follows', options, async () => {
    const page = await opened({}, { rules: 'mcr', hand: '123456m23p55789s +1p' });
    await page.until(`document.querySelector('.points')?.innerText === '13 points'`);
    assert.match(await page.text('.verdict [role=status]'), /the winner gets 37/);
    // Its English names are those of its book.
    const names = (await kazoe.load('mcr')).yakuNames('official');
    assert.match(await page.text('.verdict .yaku'), new RegExp(names.get('two_colors_one_chow')));
    await end(page);
    const riichi = await opened({}, { rules: 'ema-2025', hand: '123456m23p55789s +1p' });
    await riichi.until(`document.querySelector('.points')?.innerText === '1000 points'`);
    assert.match(await riichi.text('.verdict [role=status]'), /1 fan, 30 fu$/);
    await end(riichi);
});

for (const [languages, none] of [['ja', 'この語は知られていません。'], ['zh-CN', /^\S+/]])
    test(`errors are in one language: ${languages}`, options, async () => {
        const page = await opened({ languages }, { rules: 'ema-2025' });
        for (const typed of ['hello', '123x', '123456m23p55789s +1p dora=9z']) {
            await page.run(`document.querySelector('#line').blur()`);
            await write(page, typed);
            await page.until(`document.querySelector('.line .error pre')?.innerText.startsWith(${JSON.stringify(typed)})`);
            const said = (await page.text('.line .error')).split('\n')[0];
            assert.doesNotMatch(said, /[a-z]{2}/);
            if (typed === 'hello')
                assert.match(said, new RegExp(none));
        }
        for (const typed of ['11111m23456p567s +8s', '123456m23p55789s11z +1z']) {
            await page.run(`document.querySelector('#line').blur()`);
            await write(page, typed);
            await page.until(`document.querySelector('.verdict .error pre')?.innerText.startsWith(${JSON.stringify(typed.slice(0, 5))})`);
            assert.doesNotMatch((await page.text('.verdict .error')).split('\n')[0], /[a-z]{2}/);
        }
        // What contradicts is said in English, because the sentence does not say it.
        await write(page, '123456m23p55789s +1p ippatsu');
        await page.until(`document.querySelector('.verdict .error, .line .error')?.innerText.includes('needs riichi')`);
        await end(page);
    });

test('clearing keeps the round, and says so', options, async () => {
    const page = await opened({}, { rules: 'ema-2025', hand: '123456m23p55789s +1p seat=W round=S' });
    await page.until(`document.querySelector('#hand-clear')?.innerText === 'Clear (the round stays)'`);
    await press(page, '#hand-clear');
    await page.until(`document.querySelector('#line').value === 'round=S' && document.querySelectorAll('.situation .chip.assumed input[name=seat]').length === 1`);
    await end(page);
});

test('a verdict of an earlier hand is busy until the engine has answered', options, async () => {
    const page = await opened({}, { rules: 'ema-2025', hand: '123456m23p55789s +1p' });
    await page.until(`document.querySelector('.points')`);
    await page.run(`globalThis.busy = 0; new MutationObserver(() => { globalThis.busy++; }).observe(document.querySelector('.verdict'), { attributeFilter: ['aria-busy'] })`);
    await page.click('input[name=riichi]');
    await page.until(`globalThis.busy > 1 && !document.querySelector('.verdict[aria-busy]') && document.querySelector('.points').innerText === '2000 points'`);
    await end(page);
});

test('the link of a page on the disk is said to open only there', options, async () => {
    const page = await opened();
    await press(page, '.copy-link');
    await page.until(`document.querySelector('.rules [role=status]')?.innerText.includes('Save as a file')`);
    await end(page);
});

test('who is liable for a yaku is chosen', options, async () => {
    const page = await opened({}, { rules: 'ema-2025', hand: '23m55p [555z] [666z] [777z] +1m tsumo seat=S' });
    await page.until(`document.querySelector('.liable')`);
    await page.run(`document.querySelector('.liable').open = true`);
    await choose(page, '#liable-yaku', 'daisangen');
    await page.click('input[name=liable][value=W]');
    await page.until(`document.querySelector('#line').value.endsWith('pao=daisangen:W') && document.querySelector('.payments').innerText.includes('32000')`);
    await end(page);
});

test('own discards are clicked, and refuse a win', options, async () => {
    const page = await opened({}, { rules: 'ema-2016', hand: '234567m345p67s22p' });
    await page.until(`document.querySelector('.waits')`);
    await page.click('input[name=target][value=discards]');
    await page.click('[data-tile="8s"]');
    await page.until(`document.querySelector('.waits')?.innerText.match(/No win/g)?.length === 2`);
    assert.match(await page.text('.verdict [role=status]'), /Furiten/);
    await page.click('input[name=target][value=tiles]');
    await page.click('[data-tile="5s"]');
    await page.until(`document.querySelector('.no-win')?.innerText.includes('among its own discards')`);
    await page.click('input[name=by][value=self_draw]');
    await page.until(`document.querySelector('.verdict .payments')`);
    await end(page);
});

test('what a yaku lacks is said by the buttons and tiles of the page', options, async () => {
    const page = await opened({}, { rules: 'ema-2016', hand: '123s55z123m123p78s +9s deposits=1' });
    await page.until(`document.querySelector('.arithmetic')?.innerText.includes('Bets on the table: 1 × 1000 = 1000')`);
    await choose(page, '#why-not', 'haitei');
    await page.until(`document.querySelector('.why-not .conditions')?.innerText.includes('the hand does not say Last tile')`);
    await page.select('#why-not', 'tanyao');
    await page.until(`document.querySelector('.why-not .conditions')?.innerText.includes('do not fit')`);
    assert.ok(await page.run(`document.querySelectorAll('.why-not .conditions .tile').length`) > 3);
    assert.match(await page.text('.assumed-of'), /Seat of the winner: South/);
    await end(page);
});

test('an evening with a foul, a riichi that was not ready, and a liable player', options, async () => {
    const page = await opened({}, { rules: 'ema-2016' });
    await openEvening(page);
    await fill(page, '#deal-line', 'draw tenpai=Ben riichi=Dan');
    await page.until(`document.querySelector('.said-of')?.innerText.includes('Dan declared riichi and is not ready')`);
    await fill(page, '#deal-line', 'chombo Dan');
    await page.until(`document.querySelector('.said-of')?.innerText.includes('Foul: Dan (−20000 at the end)')`);
    await press(page, '.add button');
    await page.until(`document.querySelector('.deals')?.innerText.includes('(−20000 at the end)') && document.querySelector('.places')`);
    await page.click('input[name=how][value=tsumo]');
    await page.click('input[name=winner][value=Ben]');
    await page.click('input[name=won0-by][value=limit]');
    await page.click('input[name=won0-limit][value=yakuman]');
    await page.run(`document.querySelector('.deal .liable').open = true`);
    await choose(page, '#won0-liable-yaku', 'daisangen');
    await page.click('input[name=won0-liable][value=Dan]');
    await page.until(`document.querySelector('#deal-line').value === 'Ben tsumo yakuman pao=daisangen:Dan' && document.querySelector('.paid')?.innerText.includes('−48000')`);
    await end(page);
});

test('flowers that are played with, and none after all is cleared', options, async () => {
    const page = await opened({}, { rules: 'hong-kong' });
    await page.click('input[name=target][value=flowers]');
    await page.until(`document.querySelectorAll('.keypad button').length === 8`);
    await page.click('[data-tile="1f"]');
    await page.click('input[name=target][value=flowers]');
    await page.run(`[...document.querySelectorAll('.entry .panel-head button')].at(-1).click()`);
    await page.until(`document.querySelector('input[name=target]:checked').value === 'tiles'`);
    await end(page);
});

// --- evenings ---------------------------------------------------------------------------------------

const EVENING = 'players Anna_Müller Ben Chloe Dan\nBen ron Chloe 3 fan 30 fu\n';

async function openEvening(page, text = EVENING) {
    await page.click('[data-view=evening]');
    await page.until(`document.querySelector('.import')`);
    await page.run(`document.querySelector('.import').open = true`);
    await fill(page, '#evening-text', text);
    await press(page, '#evening-read');
    await page.until(`document.querySelector('.deals')`);
}

test('each view has rules of its own', options, async () => {
    const page = await opened({}, { rules: 'ema-2025' });
    await openEvening(page);
    await page.click('[data-view=hand]');
    await page.select('#ruleset', 'mcr');
    await page.until(`location.hash.includes('mcr')`);
    await write(page, '123456m23p55789s +1p');
    await page.until(`document.querySelector('.points')?.innerText === '13 points'`);
    await page.click('[data-view=evening]');
    await page.until(`document.querySelector('#ruleset')?.value === 'ema-2025' && document.querySelector('.deals')`);
    await page.click('[data-view=hand]');
    await page.until(`document.querySelector('#ruleset')?.value === 'mcr' && document.querySelector('.points')?.innerText === '13 points'`);
    await end(page);
});

test('an evening says its rules in its file, and other rules ask', options, async () => {
    const page = await opened({}, { rules: 'ema-2025', option: 'open_tanyao=no' });
    await openEvening(page);
    await press(page, '#evening-save');
    await page.until(`globalThis.saved === ${JSON.stringify(`# rules: ema-2025 open_tanyao=no\n${EVENING}`)}`);
    assert.match(await page.text('.sheet'), /Anna Müller/);
    assert.doesNotMatch(await page.text('.sheet, .scores, .deal'), /Anna_/);
    const other = await opened({}, { rules: 'tenhou' });
    await openEvening(other, await page.run('saved'));
    await other.until(`document.querySelector('.other-rules')`);
    await other.run(`document.querySelector('.other-rules button').click()`);
    await other.until(`!document.querySelector('.other-rules') && document.querySelector('#ruleset').value === 'ema-2025' && location.hash.includes('open_tanyao')`);
    await end(page, other);
});

test('what a deal lacks is said before it is added', options, async () => {
    const page = await opened({}, { rules: 'ema-2025', sheet: HAITEI });
    await openEvening(page);
    const saying = async (line, part) => {
        await fill(page, '#deal-line', line);
        await page.until(`document.querySelector('.said-of')?.innerText.includes(${JSON.stringify(part)})`);
    };
    await saying('hello', 'This is no deal');
    await saying('Ben ron Dan 0 fan 30 fu', 'Ben: No win: a hand needs at least 1 fan.');
    await saying('draw riichi=Ben,Ben', 'riichi names Ben twice');
    await saying('Ben ron Dan 234m456p678p345s7s +8s', 'is not complete');
    // Numbers are whole.
    await fill(page, '#deal-line', 'Ben ron Dan 3 fan 40 fu');
    for (const bad of ['1.5', '-3']) {
        await fill(page, '[name=won0-total]', bad);
        await page.until(`document.querySelector('[name=won0-total]').ariaInvalid === 'true' && document.querySelector('.figure .error') && document.querySelector('.add button').disabled`);
    }
    await fill(page, '[name=won0-total]', '5');
    await page.until(`document.querySelector('#deal-line').value === 'Ben ron Dan 5 fan 40 fu' && !document.querySelector('.figure .error')`);
    // A hand by tiles says its worth, and riichi once.
    await saying('Ben ron Dan 234m345s7s456678p +7s', 'Ben: 1 fan, 40 fu');
    assert.equal(await page.run(`document.querySelectorAll('.deal [name=riichi]').length`), 4);
    await press(page, '.add button');
    await page.until(`document.querySelector('.deals')?.innerText.includes('+7s (1 fan, 40 fu)')`);
    assert.doesNotMatch(await paper(page), /kazoe: 1/);
    await end(page);
});

test('a long name stays in its card on a phone', options, async () => {
    const page = await opened({ width: 360 }, { rules: 'ema-2025' });
    await openEvening(page, EVENING.replaceAll('Anna_Müller', 'Donaudampfschifffahrtskapitänin'));
    await press(page, '[data-edit="1"]');
    await page.until(`document.querySelector('#deal-delete')`);
    assert.deepEqual(await page.run(`[...document.querySelectorAll('.panel')].filter((panel) => [...panel.querySelectorAll('td, th, button, .chip')].some((each) => each.getBoundingClientRect().right > panel.getBoundingClientRect().right - 8)).map((each) => each.innerText)`), []);
    await end(page);
});

test('a stranger and a value that no hand has are said', options, async () => {
    const page = await opened({}, { rules: 'ema-2025' });
    await openEvening(page);
    await fill(page, '#deal-line', 'Zed ron Dan 3 fan 30 fu');
    await page.until(`document.querySelector('.said-of .error')?.innerText.startsWith('Zed does not play. These do: Anna Müller, Ben, Chloe, Dan')`);
    await fill(page, '#deal-line', 'Ben ron Dan 8 fan 20 fu');
    await page.until(`document.querySelector('.said-of .unusual')`);
    await fill(page, '#deal-line', 'Ben ron Dan 8 fan 30 fu');
    await page.until(`document.querySelector('.paid') && !document.querySelector('.said-of .unusual')`);
    await page.click('[data-view=hand]');
    await page.run(`document.querySelector('.value').open = true`);
    await fill(page, '#value-total', '2');
    await fill(page, '#value-fu', '20');
    await page.until(`document.querySelector('.value .unusual')`);
    await end(page);
});

for (const [languages, won] of [['en', 'Ben wins'], ['ja', 'ロン和了'], ['zh-CN', '和牌'], ['zh-TW', '和牌']])
    test(`the page of an evening is in the language: ${languages}`, options, async () => {
        const page = await opened({ languages }, { rules: 'ema-2025' });
        await openEvening(page);
        await press(page, '#evening-page');
        await page.until(`globalThis.saved?.startsWith('<!DOCTYPE html>')`);
        assert.ok((await page.run('saved')).includes(won), (await page.run('saved')).replace(/<style>[^]*<\/style>|<[^>]*>/g, ' ').slice(0, 800));
        await end(page);
    });
