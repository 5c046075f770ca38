import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** The name of Chromium, or null. */
export async function findBrowser() {
    for (const name of ['chromium', 'chromium-browser', 'google-chrome'])
        if (await promisify(execFile)('which', [name]).then(() => true, () => false))
            return name;
    return null;
}
