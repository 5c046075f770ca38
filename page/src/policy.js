// The page's policy makes scripts of text, and of HTML the rule sheet in its frame, only here.
const identity = (text) => text;

export const trusted = globalThis.trustedTypes?.createPolicy('kazoe', { createScriptURL: identity, createScript: identity, createHTML: identity })
    ?? { createScriptURL: identity, createScript: identity, createHTML: identity };
