// Python for a page, with the modules of an archive. It begins with a snapshot of its memory, and
// where that is missing, or the network is slow, the plain way: everything is the same then, only
// later. Both options are Pyodide's own and may change: its version is pinned.
import createPyodide from "./pyodide.asm.mjs";
import { loadPyodide as load } from "./pyodide.mjs";

const LOOK_MS = 1000; // after which so much of a snapshot should be here:
const SHARE = 0.25; // with less, it would come later than Python without it
const NUMPY_MS = 20_000; // after which it is fetched for a game's review

async function unpacked(stream) {
  const content = new Response(stream.pipeThrough(new DecompressionStream("gzip")));
  return new Uint8Array(await content.arrayBuffer());
}

async function fetched(url, options) {
  const response = await fetch(url, options);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response;
}

async function fetchedInTime(url) {
  const slow = new AbortController();
  const response = await fetched(url, { signal: slow.signal });
  const size = Number(response.headers.get("content-length"));
  let count = 0;
  const counting = new TransformStream({
    transform(chunk, stream) {
      count += chunk.length;
      stream.enqueue(chunk);
    },
  });
  const look = () => count < size * SHARE && slow.abort(new Error("The network is slow."));
  const timer = setTimeout(look, LOOK_MS);
  try {
    return await unpacked(response.body.pipeThrough(counting));
  } finally {
    clearTimeout(timer);
  }
}

// Pyodide does not make room for a snapshot that is larger than its memory at first.
function withSnapshot(_loadSnapshot, options) {
  const createPyodideModule = async (settings) => {
    const module = await createPyodide(settings);
    module.growMemory(_loadSnapshot.length);
    return module;
  };
  return load({ ...options, _loadSnapshot, createPyodideModule });
}

// All who begin with the same snapshot would have the same random numbers; and their Python would
// sleep in a way that Node, which took the snapshot, has told it not to use.
const MADE_READY = `
import importlib, random, time
importlib.invalidate_caches()
random.seed()
time.sleep = getattr(time.sleep, "__wrapped__", time.sleep)
`;

// Writes the files of an archive where Python looks for packages: first a line of JSON with their
// names and sizes, then what is in them. (Pyodide's unpackArchive takes ten times as long.)
export function unpackInto(python, archive) {
  const folder = python.runPython("import site; site.getsitepackages()[0]");
  let at = archive.indexOf("\n".charCodeAt()) + 1;
  for (const [name, size] of JSON.parse(new TextDecoder().decode(archive.subarray(0, at)))) {
    const path = `${folder}/${name}`;
    python.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    python.FS.writeFile(path, archive.subarray(at, at + size), { canOwn: true });
    at += size;
  }
}

// Python, and `fromSnapshot`: whether it began with one.
export async function startPython({ modules, snapshot, ...options }) {
  const archive = fetched(modules).then((response) => unpacked(response.body));
  let fromSnapshot = true;
  const python = await fetchedInTime(snapshot)
    .then((memory) => withSnapshot(memory, options))
    .catch((error) => {
      console.info("Python starts without a snapshot:", error.message);
      fromSnapshot = false;
      return load(options);
    });
  unpackInto(python, await archive);
  python.runPython(MADE_READY);
  return { python, fromSnapshot };
}

// What JupyterLite takes for Pyodide's own function. `packages` are those that the kernel need not
// install. Those that Pyodide itself lists, NumPy for instance, are large: they come when a cell
// imports them, or one of the course's own modules that need them.
export async function loadPyodide({ packages: _, ...options }) {
  const [modules, snapshot] = ["course.modules", "course.snapshot"].map(
    (name) => new URL(name, import.meta.url).href,
  );
  const { python } = await startPython({ modules, snapshot, ...options });
  const needing = await (await fetched(new URL("needing.json", import.meta.url))).json();
  const loadOthers = python.loadPackagesFromImports;
  python.loadPackagesFromImports = async (code) => {
    if (needing.some((name) => code.includes(name)))
      await python.loadPackage(Object.keys(python.lockfile.packages));
    return loadOthers(code);
  };
  // A review in the game looks better with it; the first results come first.
  if (python.lockfile.packages.numpy) setTimeout(() => python.loadPackage("numpy"), NUMPY_MS);
  return python;
}
