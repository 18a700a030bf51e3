// The service worker, sw.js, makes the page work without a network. A new edition of the page gets
// one of its own, which waits until the old one is used no more. A page that is opened while one
// waits, or that nobody looks at when one comes, goes over to it: its game is kept.

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

// Resolves when the service worker keeps what the page fetches: nothing large is fetched twice.
export async function controlled() {
  if (!container) return;
  const controls = new Promise((resolve) => {
    container.addEventListener("controllerchange", resolve, { once: true });
    setTimeout(resolve, NO_WORKER_MS);
  });
  try {
    const registration = await container.register("sw.js", { updateViaCache: "none" });
    if (isOurs() && registration.waiting) await goOver(registration.waiting);
    document.addEventListener("visibilitychange", () => {
      if (document.hidden && registration.waiting) goOver(registration.waiting);
      else registration.update().catch(() => {}); // there may be no network
    });
  } catch (error) {
    console.warn("Nothing is kept for a time without a network:", error);
    return;
  }
  if (!isOurs()) await controls;
}
