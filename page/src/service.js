// On a site: keep all parts of the page, so that it works without a network after the first visit. The
// build writes VERSION and FILES.
/* global VERSION, FILES */
const NAME = `kazoe-${VERSION}`;

self.addEventListener('install', (event) => {
    event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
    event.waitUntil(caches.keys()
        .then((names) => Promise.all(names.filter((name) => name.startsWith('kazoe-') && name !== NAME).map((name) => caches.delete(name))))
        .then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
    event.respondWith(caches.open(NAME).then((cache) => cache.match(event.request, { ignoreSearch: true }))
        .then((kept) => kept ?? fetch(event.request)));
});
