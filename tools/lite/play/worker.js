// Python, beside the page. What the page tells waits here until Python is there, and goes in one
// after the other. The folder of the records is fetched before each and kept after it, under a
// lock, so that two tabs agree. The tab that came first has the game that was under way. Where the
// browser refuses that, the folder is only in memory, and the page hears of it.
import "./optional.js";
import { startPython } from "../python/start_python.mjs";

const RECORDS = "/records";
const SNAPSHOT = "game.snapshot";
// "game", or "catch" and a task. (A service worker may take a query from the address.)
const [PAGE, ...ASKED] = self.name.split(" ");
const MODULES = { game: "session", catch: "session_catch" };
const LATER_MS = 2000; // after which Python may do what nobody waits for

async function start() {
  const indexURL = new URL("../python/", location).href;
  const files = { modules: "game.modules", snapshot: SNAPSHOT };
  const { python, fromSnapshot } = await startPython({ ...files, indexURL });
  const { FS } = python;
  FS.mkdirTree(RECORDS);
  FS.mount(FS.filesystems.IDBFS, {}, RECORDS);
  const sync = (isFetched) => new Promise((resolve) => FS.syncfs(isFetched, resolve));
  const tellIfKept = (isKept) => postMessage(JSON.stringify({ kind: "kept", isKept }));
  const folder = new optional.Folder(sync, tellIfKept);
  const { Session } = python.pyimport(MODULES[PAGE]);
  const told = []; // what the page hears once it is kept: it may be closed then
  const inTurn = (work) =>
    optional.inTurn("wordle-records", async () => {
      await folder.fetch();
      try {
        return work();
      } finally {
        await folder.keep();
        for (const text of told.splice(0)) postMessage(text);
      }
    });
  const isFirst = await optional.isFirst(`wordle-${PAGE}`);
  const session = await inTurn(() => Session((text) => told.push(text), isFirst, ...ASKED));
  let wantsSnapshot = !fromSnapshot;
  let wantsNumpy = "numpy" in python.lockfile.packages; // for better hints and reviews
  // In the background, for players who have finished a game; their next visit has it already.
  async function fetchNumpy() {
    if (!wantsNumpy || !session.has_played) return;
    wantsNumpy = false;
    await python.loadPackage("numpy");
    await inTurn(() => session.think_again());
  }
  setTimeout(() => fetchNumpy().catch(console.warn), LATER_MS);
  return async (message) => {
    await inTurn(() => session.receive(message));
    fetchNumpy().catch(console.warn);
    // The network was too slow to wait for it: the service worker keeps it for the next visit.
    if (wantsSnapshot && session.is_over) {
      wantsSnapshot = false;
      fetch(SNAPSHOT).then((response) => response.blob());
    }
  };
}

const started = start();
started.catch((error) => {
  console.error(error);
  postMessage('{"kind": "failed"}');
});
let last = started;
self.addEventListener("message", ({ data }) => {
  last = last.then(async () => (await started)(data)).catch(console.error);
});
