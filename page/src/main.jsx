// Start the page: the engine and its worker are compressed data, in a page of one file or, on a site,
// next to it.
import { render } from 'preact';
import { App } from './app.jsx';
import { createEngine } from './engine.js';

const alone = document.getElementById('built') !== null;

function bytesOf(base64) {
    if (Uint8Array.fromBase64)
        return Uint8Array.fromBase64(base64);
    const letters = atob(base64);
    const bytes = new Uint8Array(letters.length);
    for (let i = 0; i < letters.length; i++)
        bytes[i] = letters.charCodeAt(i);
    return bytes;
}

async function packed(name) {
    if (alone)
        return new Blob([bytesOf(document.getElementById(name).textContent)]);
    const response = await fetch(`${name}.gz`);
    if (!response.ok)
        throw new Error(`${name}: ${response.status}`);
    return response.blob();
}

/** A part of the page, as a response of a type. */
async function unpacked(name, type) {
    const stream = (await packed(name)).stream().pipeThrough(new DecompressionStream('gzip'));
    return new Response(stream, { headers: { 'content-type': type } });
}

// The page's policy lets a script come only from here.
const policy = globalThis.trustedTypes?.createPolicy('kazoe', { createScriptURL: (url) => url });
const trusted = (address) => (policy ? policy.createScriptURL(address) : address);

/** Choices of the user, where the browser keeps any. */
const storage = {
    get(key) {
        try {
            return localStorage.getItem(`kazoe.${key}`);
        } catch {
            return null;
        }
    },
    set(key, value) {
        try {
            localStorage.setItem(`kazoe.${key}`, value);
        } catch {
            // It is not kept.
        }
    },
};

async function start() {
    const module = WebAssembly.compileStreaming(unpacked('wasm', 'application/wasm'));
    const [built, worker] = await Promise.all([
        alone ? JSON.parse(document.getElementById('built').textContent) : (await unpacked('built', 'application/json')).json(),
        unpacked('worker', 'text/javascript').then((response) => response.blob()),
    ]);
    const address = trusted(URL.createObjectURL(worker));
    const engine = createEngine(() => new Worker(address), module);
    engine.call('wake').catch(() => {}); // while the page is put together; a call that matters tells what is wrong
    render(<App {...{ engine, built, storage }} />, document.getElementById('app'));
    if (!alone && 'serviceWorker' in navigator)
        navigator.serviceWorker.register(trusted('service.js')).catch(() => {}); // without it, it works only with a network
}

start().catch((error) => {
    document.getElementById('app').textContent = String(error);
});
