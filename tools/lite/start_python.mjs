// Python for a page, with the modules of a zip file. It begins with a snapshot of its memory, and
// where that is missing, or the network is slow, the plain way: everything is the same then, only
// later. Both options are Pyodide's own and may change: its version is pinned.
import createPyodide from "./pyodide.asm.mjs";
import { loadPyodide as load } from "./pyodide.mjs";

const LOOK_MS = 1000; // after which so much of a snapshot should be here:
const SHARE = 0.25; // with less, it would come later than Python without it

const bytes = async (stream) => new Uint8Array(await new Response(stream).arrayBuffer());

async function fetched(url, options) {
  const response = await fetch(url, options);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response;
}

async function unpacked(url) {
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
    const packed = response.body.pipeThrough(counting);
    return await bytes(packed.pipeThrough(new DecompressionStream("gzip")));
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

// Makes Python ready, and says where it looks for packages. All who begin with the same snapshot
// would have the same random numbers; and their Python would sleep in a way that Node, which took
// the snapshot, has told it not to use.
const PACKAGES = `
import random, site, time
random.seed()
time.sleep = getattr(time.sleep, "__wrapped__", time.sleep)
site.getsitepackages()[0]
`;

// Python, and `fromSnapshot`: whether it began with one.
export async function startPython({ modules, snapshot, ...options }) {
  const zip = fetched(modules).then((response) => bytes(response.body));
  let fromSnapshot = true;
  const python = await unpacked(snapshot)
    .then((memory) => withSnapshot(memory, options))
    .catch((error) => {
      console.info("Python starts without a snapshot:", error.message);
      fromSnapshot = false;
      return load(options);
    });
  python.unpackArchive(await zip, "zip", { extractDir: python.runPython(PACKAGES) });
  return { python, fromSnapshot };
}

// What JupyterLite takes for Pyodide's own function. `packages` are those that the kernel need not
// install; `brought` those that only a whole distribution of Pyodide has.
export async function loadPyodide({ packages: _, brought, ...options }) {
  const [modules, snapshot] = ["course.zip", "course.snapshot"].map(
    (name) => new URL(name, import.meta.url).href,
  );
  const { python } = await startPython({ modules, snapshot, ...options });
  await python.loadPackage(brought);
  return python;
}
