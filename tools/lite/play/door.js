// The service worker of /catch/, the address that is given to others: it leads to the page without a
// network, too. The page itself is kept by the service worker beside it, sw.js, which cannot have two
// folders; catch_page.js registers this one.
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  if (event.request.mode !== "navigate") return;
  const { search } = new URL(event.request.url);
  event.respondWith(Response.redirect(new URL(`../play/catch.html${search}`, location)));
});
