// Chromium without a window, driven over a pipe by the DevTools protocol.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeFile } from 'node:fs/promises';

function findBrowser() {
    for (const name of ['chromium', 'chromium-browser', 'google-chrome'])
        try {
            return execFileSync('which', [name]).toString().trim();
        } catch {
            // Another name.
        }
    return null;
}

export const browser = findBrowser();

export async function startChromium() {
    const home = await mkdtemp(join(tmpdir(), 'kazoe-page-'));
    const child = spawn(browser, ['--headless', '--no-sandbox', '--disable-gpu', '--hide-scrollbars', '--force-color-profile=srgb', '--remote-debugging-pipe',
        `--user-data-dir=${home}`, 'about:blank'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'], detached: true, env: { ...process.env, HOME: home } });
    const [, , , out, input] = child.stdio;
    const waiting = new Map();
    const listeners = new Set();
    let count = 0, rest = '';
    input.setEncoding('utf8');
    input.on('data', (text) => {
        const parts = (rest + text).split('\0');
        rest = parts.pop();
        for (const part of parts)
            receive(JSON.parse(part));
    });
    out.on('error', () => {});

    function receive(message) {
        const call = waiting.get(message.id);
        waiting.delete(message.id);
        if (!call)
            listeners.forEach((listener) => listener(message));
        else if (message.error)
            call.reject(new Error(`${call.method}: ${message.error.message}`));
        else
            call.resolve(message.result);
    }

    function send(method, params = {}, sessionId) {
        const id = ++count;
        out.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
        return new Promise((resolve, reject) => waiting.set(id, { method, resolve, reject }));
    }

    /** Open a tab of a new user, or of a context. watch: collect problems and requests, which takes some time. */
    async function open(address, { width = 1280, height = 900, slow = 1, dark = false, languages = 'en', before, browserContextId, watch = true } = {}) {
        const context = browserContextId ?? (await send('Target.createBrowserContext')).browserContextId;
        const { targetId } = await send('Target.createTarget', { url: 'about:blank', browserContextId: context });
        const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
        const call = (method, params) => send(method, params, sessionId);
        const problems = []; // errors and refusals of the policy
        const requests = [];
        listeners.add((message) => {
            if (message.sessionId !== sessionId)
                return;
            if (message.method === 'Runtime.exceptionThrown')
                problems.push(message.params.exceptionDetails.exception?.description ?? message.params.exceptionDetails.text);
            if (message.method === 'Log.entryAdded' && message.params.entry.level === 'error')
                problems.push(message.params.entry.text);
            if (message.method === 'Network.requestWillBeSent')
                requests.push(message.params.request.url);
        });
        for (const domain of ['Page', ...(watch ? ['Runtime', 'Log', 'Network'] : [])])
            await call(`${domain}.enable`);
        await call('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: width < 500 });
        await call('Emulation.setCPUThrottlingRate', { rate: slow });
        await call('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' }] });
        await call('Emulation.setUserAgentOverride', { userAgent: 'kazoe-test', acceptLanguage: languages });
        if (before)
            await call('Page.addScriptToEvaluateOnNewDocument', { source: before });
        await call('Page.navigate', { url: address });
        const close = () => send('Target.closeTarget', { targetId });
        return tab(call, { problems, requests, close, context });
    }

    /** Stop the pages and their workers for a while. The protocol slows only the main thread of a page. */
    async function halt(seconds) {
        const { processInfo } = await send('SystemInfo.getProcessInfo');
        const signal = (name) => processInfo.filter(({ type }) => type === 'renderer').forEach(({ id }) => process.kill(id, name));
        signal('SIGSTOP');
        await new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
        signal('SIGCONT');
    }

    return {
        open,
        halt,
        async close() {
            process.kill(-child.pid, 'SIGKILL'); // with its helpers
            await new Promise((resolve) => child.once('exit', resolve));
            await rm(home, { recursive: true, force: true, maxRetries: 5 });
        },
    };
}

const KEYS = new Map([['Tab', 9], ['Backspace', 8], ['Enter', 13], [' ', 32], ['Escape', 27], ['Delete', 46], ['ArrowLeft', 37], ['ArrowUp', 38], ['ArrowRight', 39],
    ['ArrowDown', 40], ['Home', 36], ['End', 35]]);

function tab(call, { problems, requests, close, context }) {
    let clicks = 0;
    const page = {
        problems,
        requests,
        close,
        /** For another tab of the same user. */
        context,
        call,
        get clicks() { return clicks; },

        /** The value of an expression; promises are awaited. */
        async run(expression) {
            const { result, exceptionDetails } = await call('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
            if (exceptionDetails)
                throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
            return result.value;
        },

        /** Wait until an expression is true. */
        async until(expression, seconds = 10) {
            for (const end = Date.now() + 1000 * seconds; ;) {
                const value = await page.run(expression).catch(() => false);
                if (value)
                    return value;
                if (Date.now() > end)
                    throw new Error(`it never became true: ${expression}; ${problems.join('; ')}; the page: ${await page.run('document.body.innerText.slice(-1500)')}`);
                await new Promise((resolve) => setTimeout(resolve, 20));
            }
        },

        text: (selector) => page.run(`[...document.querySelectorAll(${JSON.stringify(selector)})].map((each) => each.innerText.trim()).join('\\n')`),

        /** Click where the middle of an element is, as a mouse does. */
        async click(selector) {
            // An answer of the engine, or an effect that runs after the next frame, may move the element, so wait
            // until its place is the same twice, some time apart.
            const place = () => page.until(`(() => {
                const element = document.querySelector(${JSON.stringify(selector)});
                if (!element) return false;
                element.scrollIntoView({ block: 'center' });
                const box = element.getBoundingClientRect();
                const at = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
                const hit = document.elementFromPoint(at.x, at.y);
                return hit && (element.contains(hit) || hit.contains(element)) ? at : false;
            })()`);
            let at = await place();
            for (let before = null; before?.x !== at.x || before?.y !== at.y;) {
                await new Promise((resolve) => setTimeout(resolve, 25));
                [before, at] = [at, await place()];
            }
            clicks++;
            for (const type of ['mousePressed', 'mouseReleased'])
                await call('Input.dispatchMouseEvent', { type, ...at, button: 'left', clickCount: 1 });
        },
        async hover(selector) {
            const at = await page.run(`(() => {
                const element = document.querySelector(${JSON.stringify(selector)});
                element.scrollIntoView({ block: 'center' });
                const box = element.getBoundingClientRect();
                return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
            })()`);
            await call('Input.dispatchMouseEvent', { type: 'mouseMoved', ...at });
        },

        async press(key, { ctrl = false, shift = false } = {}) {
            const code = KEYS.get(key) ?? key.toUpperCase().charCodeAt(0);
            const text = { Enter: '\r', ' ': ' ' }[key] ?? (key.length === 1 && !ctrl ? key : undefined);
            const event = { key, code: key.length === 1 && key !== ' ' ? `Key${key.toUpperCase()}` : key === ' ' ? 'Space' : key,
                windowsVirtualKeyCode: code, modifiers: (ctrl ? 2 : 0) | (shift ? 8 : 0) };
            await call('Input.dispatchKeyEvent', { type: 'keyDown', text, ...event });
            await call('Input.dispatchKeyEvent', { type: 'keyUp', ...event });
        },
        type: (text) => call('Input.insertText', { text }),

        /** Press Tab until an element that matches has the focus. */
        async tabTo(selector, { shift = false } = {}) {
            for (let i = 0; i < 200; i++) {
                if (await page.run(`document.activeElement?.matches(${JSON.stringify(selector)}) ?? false`))
                    return;
                await page.press('Tab', { shift });
            }
            throw new Error(`Tab never reaches ${selector}`);
        },

        /** Choose a value of a select, as the keyboard does. */
        select: (selector, value) => page.run(`(() => {
            const select = document.querySelector(${JSON.stringify(selector)});
            select.value = ${JSON.stringify(value)};
            select.dispatchEvent(new Event('change', { bubbles: true }));
        })()`),

        async shot(path) {
            const { data } = await call('Page.captureScreenshot', { format: 'png', captureBeyondViewport: true });
            await writeFile(path, Buffer.from(data, 'base64'));
        },
    };
    return page;
}
