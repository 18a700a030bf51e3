// The service worker, sw.js, makes the page work without a network. A new edition of the page gets
// one of its own, which waits until the old one is used no more. A page that is opened while one
// waits goes over to it: its game is kept.

const NO_WORKER_MS = 2000; // after which the page starts without: a reload with Shift has none

const container = navigator.serviceWorker;

// Resolves when the service worker keeps what the page fetches: nothing large is fetched twice. On
// a later visit nothing is registered: that would wait, for seconds, until the browser has looked
// for another edition.
export async function controlled() {
  if (!container) return;
  const changed = new Promise((resolve) => {
    container.addEventListener("controllerchange", resolve, { once: true });
  });
  if (container.controller?.scriptURL === new URL("sw.js", location).href) {
    const { waiting } = await container.getRegistration();
    if (!waiting) return;
    waiting.postMessage("go over");
    await changed;
    location.reload();
    await new Promise(() => {}); // nothing more on this page
  }
  const registered = container.register("sw.js", { updateViaCache: "none" });
  const late = new Promise((resolve) => setTimeout(resolve, NO_WORKER_MS));
  await Promise.race([registered.then(() => changed), late]).catch((error) => {
    console.warn("Nothing is kept for a time without a network:", error);
  });
}
