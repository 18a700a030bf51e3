// The service worker, sw.js, makes the page work without a network. A new edition of the page gets
// one of its own, which waits until the old one is used no more. A page that is opened while one
// waits goes over to it: its game is kept. Where there can be no service worker, the page starts
// without, and needs the network each time.

const NO_WORKER_MS = 2000; // after which the page starts without: a reload with Shift has none

// Resolves when the service worker keeps what the page fetches: nothing large is fetched twice.
export async function controlled() {
  const container = optional.serviceWorker();
  if (!container) return;
  try {
    await takeControl(container);
  } catch (error) {
    console.warn("Nothing is kept for a time without a network:", error);
  }
}

// On a later visit nothing is registered: that would wait, for seconds, until the browser has looked
// for another edition.
async function takeControl(container) {
  const changed = new Promise((resolve) => {
    container.addEventListener("controllerchange", resolve, { once: true });
  });
  const late = new Promise((resolve) => setTimeout(resolve, NO_WORKER_MS, "late"));
  if (container.controller?.scriptURL === new URL("sw.js", location).href) {
    const { waiting } = await container.getRegistration();
    if (!waiting) return;
    waiting.postMessage("go over");
    if ((await Promise.race([changed, late])) === "late") return;
    location.reload();
    await new Promise(() => {}); // nothing more on this page
  }
  const registered = container.register("sw.js", { updateViaCache: "none" });
  await Promise.race([registered.then(() => changed), late]);
}

// Let the service worker keep what of the pages it has not seen: all of them, on a first visit.
export function keepPages() {
  optional.serviceWorker()?.controller?.postMessage("keep the pages");
}
