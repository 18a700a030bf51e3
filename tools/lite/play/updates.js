// The service worker, sw.js, makes the page work without a network. A new edition of the page gets
// one of its own, which waits until the old one is used no more. A page that is opened while one
// waits, or that is left while one waits, goes over to it: its game is kept.

const NO_WORKER_MS = 2000; // after which the page starts without: a reload with Shift has none

const container = navigator.serviceWorker;

function isOurs() {
  return container.controller?.scriptURL === new URL("sw.js", location).href;
}

function goOver(waiting) {
  container.addEventListener("controllerchange", () => location.reload(), { once: true });
  waiting.postMessage("go over");
  return new Promise(() => {}); // nothing more on this page
}

// A browser looks for another edition whenever the page is opened, and here when it is seen again.
function follow(registration) {
  document.addEventListener("visibilitychange", () => {
    // Without a network, the update fails.
    if (!document.hidden) registration.update().catch(() => {});
    else if (registration.waiting) goOver(registration.waiting);
  });
}

// Resolves when the service worker keeps what the page fetches: nothing large is fetched twice. On
// a later visit nothing is registered: that would wait, for seconds, until the browser has looked
// for another edition.
export async function controlled() {
  if (!container) return;
  if (isOurs()) {
    const registration = await container.getRegistration();
    if (registration.waiting) await goOver(registration.waiting);
    return follow(registration);
  }
  await new Promise((resolve) => {
    container.addEventListener("controllerchange", resolve, { once: true });
    setTimeout(resolve, NO_WORKER_MS);
    const registered = container.register("sw.js", { updateViaCache: "none" });
    registered.then(follow).catch((error) => {
      console.warn("Nothing is kept for a time without a network:", error);
      resolve();
    });
  });
}
