// Calls of the engine in its worker, one at a time. A worker that takes longer than two seconds, or more
// than 64 MiB, is ended; the next call gets a new one.

const SECONDS = 2;
const MAX_BYTES = 64 << 20;
const START = 0; // number of the first message to a worker; calls are numbered from 1

export class EngineError extends Error {
    constructor(fields) {
        super(fields.message);
        Object.assign(this, fields);
    }
}

/** startWorker: returns a new worker; the second argument: the parts that it starts with. */
export function createEngine(startWorker, { wasm, rules }) {
    const waiting = []; // {method, argument, key, seconds, resolve, reject}
    let worker = null;
    let started = false; // the worker's engine
    let running = null;
    let timer = 0;
    let count = 0;
    let answers = 0; // of this worker
    let begun;
    const runs = new Promise((resolve) => { begun = resolve; });

    function end(fields) {
        clearTimeout(timer);
        worker.terminate();
        worker = null;
        // data loaded for earlier calls may have been too much together with this one
        if (fields.code === 'memory' && answers > 0)
            waiting.unshift(running);
        else
            running?.reject(new EngineError(fields));
        running = null;
        next();
    }

    function limitTime() {
        const { seconds } = running;
        timer = setTimeout(() => end({ code: 'time', message: `the engine took longer than ${seconds} s` }), 1000 * seconds);
    }

    function answered({ data: { id, value, error } }) {
        begun();
        if (id !== START && id !== running?.id)
            return;
        if (error && (error.code === 'memory' || error.code === 'engine')) {
            end(error);
            return;
        }
        if (id === START) {
            started = true;
            wasm = value.module ?? wasm; // compiled, for the next worker
            if (running)
                limitTime();
            return;
        }
        clearTimeout(timer);
        answers++;
        const { resolve, reject } = running;
        running = null;
        if (error)
            reject(new EngineError(error));
        else
            resolve(value);
        next();
    }

    // The start has no time limit, because it does not depend on the user's input.
    function begin() {
        worker = startWorker();
        started = false;
        answers = 0;
        worker.onmessage = answered;
        worker.onerror = (event) => end({ code: 'engine', message: event.message ?? 'the engine stopped' });
        worker.postMessage({ id: START, method: 'start', argument: { wasm, rules, maxBytes: MAX_BYTES } });
    }

    function next() {
        if (running || !waiting.length)
            return;
        if (!worker)
            begin();
        running = { ...waiting.shift(), id: ++count };
        if (started)
            limitTime();
        worker.postMessage({ id: running.id, method: running.method, argument: running.argument });
    }

    return {
        /** Start a worker before the first call; returns when it runs in parallel to this thread. */
        begin() {
            begin();
            return runs;
        },
        /** Call a method. A later call with the same key replaces one that has not begun, which is refused with the
         * code "superseded". seconds: the time limit. */
        call(method, argument, key = null, seconds = SECONDS) {
            return new Promise((resolve, reject) => {
                const older = key === null ? -1 : waiting.findIndex((call) => call.key === key);
                if (older >= 0) {
                    const [{ reject: refuse }] = waiting.splice(older, 1);
                    refuse(new EngineError({ code: 'superseded', message: 'a later call took its place' }));
                }
                waiting.push({ method, argument, key, seconds, resolve, reject });
                next();
            });
        },
    };
}
