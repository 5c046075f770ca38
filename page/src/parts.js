// Compressed parts of the page. A part is {base64}, in a page of one file, or {address}, on a site.

function bytesOf(base64) {
    if (Uint8Array.fromBase64)
        return Uint8Array.fromBase64(base64);
    const letters = atob(base64);
    const bytes = new Uint8Array(letters.length);
    for (let i = 0; i < letters.length; i++)
        bytes[i] = letters.charCodeAt(i);
    return bytes;
}

async function packed({ base64, address }) {
    if (base64 !== undefined)
        return new Blob([bytesOf(base64)]);
    const response = await fetch(address);
    if (!response.ok)
        throw new Error(`${address}: ${response.status}`);
    return response.blob();
}

/** Return an unpacked part, as a response of a type. */
export async function unpacked(part, type = 'text/plain') {
    const stream = (await packed(part)).stream().pipeThrough(new DecompressionStream('gzip'));
    return new Response(stream, { headers: { 'content-type': type } });
}
