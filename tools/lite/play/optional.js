// What a browser may refuse a page: storage, locks, a service worker. It does so where all site data
// are blocked, in the frame of another site, such as a learning platform's, on a host without https,
// or on a full disk; and then a mere look at one of them may throw. So they are asked for here and
// nowhere else. What is refused is done in memory, and what is not kept is told.
// It is read as a script, before the page is painted, and as a module by the worker. So it exports
// nothing: `optional` is a global name.
{
  const KEEPING_MS = 5000; // after which a folder counts as not kept: some browsers never answer
  const AGAIN_MS = 60_000; // after which keeping it is tried again, without anybody waiting for it

  // What `look` gives, or null where the browser refuses or does not have it.
  const attempt = (look) => {
    try {
      return look() ?? null;
    } catch {
      return null;
    }
  };

  // --- Short texts under names ---------------------------------------------------------------

  const inMemory = new Map(); // what localStorage has not taken

  const texts = {
    read(name) {
      if (inMemory.has(name)) return inMemory.get(name);
      return attempt(() => localStorage.getItem(name));
    },

    // Whether it will be there at the next visit.
    write(name, text) {
      inMemory.set(name, text);
      try {
        localStorage.setItem(name, text);
        inMemory.delete(name);
        return true;
      } catch {
        return false;
      }
    },

    remove(name) {
      inMemory.delete(name);
      attempt(() => localStorage.removeItem(name));
    },
  };

  // --- Tabs that take turns -------------------------------------------------------------------

  const locks = () => attempt(() => navigator.locks);
  const turns = new Map(); // where there are no locks: the last work of this page under each name

  // Does `work` while no other tab does work of this name; without locks, no other part of this page.
  async function inTurn(name, work) {
    let isBegun = false;
    const begin = () => {
      isBegun = true;
      return work();
    };
    try {
      const found = locks();
      if (found) return await found.request(name, begin);
    } catch (error) {
      if (isBegun) throw error; // it is the work's own
    }
    const turn = (turns.get(name) ?? Promise.resolve()).then(begin);
    turns.set(
      name,
      turn.catch(() => {}),
    );
    return turn;
  }

  // Whether this tab is the first, of those that are open, to ask for this name. Without locks there
  // is no telling: then each tab takes itself for the first.
  function isFirst(name) {
    const never = new Promise(() => {});
    return new Promise((resolve) => {
      const found = locks();
      if (!found) {
        resolve(true);
        return;
      }
      const hold = (lock) => {
        resolve(lock !== null);
        return lock && never;
      };
      const asked = attempt(() => found.request(name, { ifAvailable: true }, hold));
      if (asked) asked.catch(() => resolve(true));
      else resolve(true);
    });
  }

  // --- A folder that the browser keeps -----------------------------------------------------------

  // `sync(isFetched)` fetches the folder or keeps it, and resolves with an error, if there is one.
  // `tell(isKept)` is called when that is known, and when it changes.
  class Folder {
    constructor(sync, tell) {
      this.sync = sync;
      this.tell = tell;
      this.isKept = null; // not known yet
      this.isBusy = false;
      this.triedAt = Number.NEGATIVE_INFINITY;
    }

    // What has not been kept is newer than what was: nothing is fetched over it.
    async fetch() {
      if (this.isKept === false) return;
      if (await this.done(true)) return;
      this.note(false);
    }

    async keep() {
      if (this.isKept !== false) {
        this.note(await this.done(false));
        return;
      }
      if (this.isBusy || performance.now() - this.triedAt < AGAIN_MS) return;
      this.done(false).then((isDone) => this.note(isDone));
    }

    note(isKept) {
      if (!isKept) this.triedAt = performance.now();
      if (isKept === this.isKept) return;
      this.isKept = isKept;
      this.tell(isKept);
    }

    // Whether it was done, and in time.
    async done(isFetched) {
      this.isBusy = true;
      const end = this.end(isFetched);
      let timer;
      const late = new Promise((resolve) => {
        timer = setTimeout(resolve, KEEPING_MS, false);
      });
      const isDone = await Promise.race([end, late]);
      clearTimeout(timer);
      return isDone;
    }

    async end(isFetched) {
      try {
        const error = await this.sync(isFetched);
        if (error) throw error;
        return true;
      } catch (error) {
        console.warn(isFetched ? "Not fetched:" : "Not kept:", error);
        return false;
      } finally {
        this.isBusy = false;
      }
    }
  }

  // The container of service workers, or null.
  const serviceWorker = () => attempt(() => navigator.serviceWorker);

  globalThis.optional = { texts, inTurn, isFirst, Folder, serviceWorker };
}
