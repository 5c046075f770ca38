// Calls of the engine in its worker, one at a time. A worker that takes longer than two seconds, or more
// than 64 MiB, is ended; the next call gets a new one.

const SECONDS = 2;
const MOST_BYTES = 64 << 20;

export class EngineError extends Error {
    constructor(fields) {
        super(fields.message);
        Object.assign(this, fields);
    }
}

/** startWorker: returns a new worker; module: compiled, or a promise. */
export function createEngine(startWorker, module) {
    const waiting = []; // {method, argument, key, resolve, reject}
    let worker = null;
    let running = null;
    let timer = 0;
    let count = 0;
    let answers = 0; // of this worker

    function end(fields) {
        clearTimeout(timer);
        worker.terminate();
        worker = null;
        // What was loaded for earlier calls may have been too much together with this one.
        if (fields.code === 'memory' && answers > 1)
            waiting.unshift(running);
        else
            running?.reject(new EngineError(fields));
        running = null;
        answers = 0;
        next();
    }

    function answered({ data: { id, value, error } }) {
        if (id !== running?.id)
            return;
        if (error && (error.code === 'memory' || error.code === 'engine')) {
            end(error);
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

    function send(call) {
        running = { ...call, id: ++count };
        timer = setTimeout(() => end({ code: 'time', message: `the engine took longer than ${SECONDS} s` }), 1000 * SECONDS);
        worker.postMessage({ id: running.id, method: call.method, argument: call.argument });
    }

    async function next() {
        if (running || !waiting.length)
            return;
        if (worker) {
            send(waiting.shift());
            return;
        }
        running = {}; // nothing else starts a worker meanwhile
        try {
            const compiled = await module;
            worker = startWorker();
            worker.onmessage = answered;
            worker.onerror = (event) => end({ code: 'engine', message: event.message ?? 'the engine stopped' });
            send({ method: 'start', argument: { module: compiled, mostBytes: MOST_BYTES }, resolve() {}, reject: failAll });
        } catch (error) {
            running = null;
            failAll(error);
        }
    }

    function failAll(error) {
        for (const { reject } of waiting.splice(0))
            reject(error);
    }

    return {
        /** A later call with the same key takes the place of one that has not begun; that is refused with
         *  the code "superseded". */
        call(method, argument, key = null) {
            return new Promise((resolve, reject) => {
                const older = key === null ? -1 : waiting.findIndex((call) => call.key === key);
                if (older >= 0) {
                    const [{ reject: refuse }] = waiting.splice(older, 1);
                    refuse(new EngineError({ code: 'superseded', message: 'a later call took its place' }));
                }
                waiting.push({ method, argument, key, resolve, reject });
                next();
            });
        },
    };
}
