// Start the page of one file: the engine and its worker are data in the page, compressed.
import { render } from 'preact';
import { App } from './app.jsx';
import { createEngine } from './engine.js';

function bytesOf(base64) {
    if (Uint8Array.fromBase64)
        return Uint8Array.fromBase64(base64);
    const letters = atob(base64);
    const bytes = new Uint8Array(letters.length);
    for (let i = 0; i < letters.length; i++)
        bytes[i] = letters.charCodeAt(i);
    return bytes;
}

/** The data of an element, as a response of a type. */
function unpacked(id, type) {
    const packed = new Blob([bytesOf(document.getElementById(id).textContent)]);
    const stream = packed.stream().pipeThrough(new DecompressionStream('gzip'));
    return new Response(stream, { headers: { 'content-type': type } });
}

// The page's policy lets a script come only from here.
function trusted(address) {
    const policy = globalThis.trustedTypes?.createPolicy('kazoe', { createScriptURL: (url) => url });
    return policy ? policy.createScriptURL(address) : address;
}

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
    const built = JSON.parse(document.getElementById('built').textContent);
    const module = WebAssembly.compileStreaming(unpacked('wasm', 'application/wasm'));
    const address = trusted(URL.createObjectURL(await unpacked('worker', 'text/javascript').blob()));
    const engine = createEngine(() => new Worker(address), module);
    render(<App {...{ engine, built, storage }} />, document.getElementById('app'));
}

start().catch((error) => {
    document.getElementById('app').textContent = String(error);
});
