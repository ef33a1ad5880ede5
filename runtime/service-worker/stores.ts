import { keyOf, type Kind } from "./classify.ts";

const PREFIX = "toolkit-worker-";
/** Version of the cache format. */
const FORMAT = "1-";

type Name = "pages" | "assets" | "programs" | "files" | "builds" | "samples";
const NAMES: readonly Name[] = ["pages", "assets", "programs", "files", "builds", "samples"];

/**
 * Maximum number of entries of each store; the oldest are deleted. A page and its payload count as
 * one.
 */
const MAX_ENTRIES: Readonly<Record<Name, number>> = {
  pages: 60,
  assets: 600,
  // All languages of the voice, the Japanese dictionary and the translator are about thirty.
  programs: 60,
  files: 300,
  builds: 3,
  samples: 16,
};
/** Entries that remain when the quota is exceeded. */
const MIN_ENTRIES: Readonly<Record<Name, number>> = {
  pages: 15,
  assets: 600,
  programs: 30,
  files: 300,
  builds: 1,
  samples: 2,
};
/** Maximum size of a sample in bytes: an operator's own may be of any size. */
const LARGEST_SAMPLE = 512 * 1024;

const STORE: Readonly<Record<Exclude<Kind, "latest">, Name>> = {
  document: "pages",
  payload: "pages",
  asset: "assets",
  program: "programs",
  file: "files",
  sample: "samples",
  meta: "builds",
};
export type StoredKind = keyof typeof STORE;

const PAYLOAD = "/_payload.json";
const isPayload = (address: string): boolean => address.endsWith(PAYLOAD);

/**
 * Caches of the worker. Storage may be blocked or full: then lookups find nothing and writes are
 * ignored; none of these functions rejects.
 */
export function createStores(caches: CacheStorage) {
  const open = (name: Name): Promise<Cache> => caches.open(PREFIX + FORMAT + name);

  /** URLs of a store, oldest first. */
  const listOf = async (name: Name): Promise<string[]> =>
    (await (await open(name)).keys()).map(({ url }) => url);

  const remove = async (name: Name, addresses: readonly string[]): Promise<void> => {
    const cache = await open(name);
    await Promise.all(addresses.map((address) => cache.delete(address)));
  };

  /** Deletes the assets of removed builds, unless a remaining build has them, too. */
  async function trimBuilds(maxBuilds: number): Promise<void> {
    const cache = await open("builds");
    const builds = await listOf("builds");
    const removed = builds.slice(0, Math.max(0, builds.length - maxBuilds));
    if (removed.length === 0) return;
    const assetsOf = async (address: string): Promise<readonly string[]> => {
      const meta = (await (await cache.match(address))?.json().catch(() => null)) as {
        readonly assets?: readonly string[];
      } | null;
      return (meta?.assets ?? []).map((file) => new URL(`/${file}`, address).href);
    };
    const retained = new Set((await Promise.all(builds.slice(-maxBuilds).map(assetsOf))).flat());
    const old = (await Promise.all(removed.map(assetsOf))).flat();
    await remove(
      "assets",
      old.filter((address) => !retained.has(address)),
    );
    await remove("builds", removed);
  }

  async function trim(limits: Readonly<Record<Name, number>>): Promise<void> {
    await trimBuilds(limits.builds);
    for (const name of ["assets", "programs", "files", "samples"] as const)
      await remove(name, (await listOf(name)).slice(0, -limits[name]));
    const pages = await listOf("pages");
    const documents = pages.filter((address) => !isPayload(address)).slice(-limits.pages);
    const stays = new Set(documents.flatMap((address) => [address, payloadOf(address)]));
    await remove(
      "pages",
      pages.filter((address) => !stays.has(address)),
    );
  }

  return {
    async find(kind: StoredKind, address: string): Promise<Response | undefined> {
      try {
        return await (await open(STORE[kind])).match(keyOf(address));
      } catch {
        return undefined;
      }
    },
    /** Stores a response that `isCacheable`, replacing an earlier one of its URL. */
    async store(kind: StoredKind, address: string, response: Response): Promise<void> {
      const name = STORE[kind];
      try {
        await (await open(name)).put(keyOf(address), bare(response));
      } catch {
        // Probably full: the site works without the cache, and a later write may find space.
        await trim(MIN_ENTRIES).catch(() => {});
      }
    },
    async forget(kind: StoredKind, address: string): Promise<void> {
      await remove(STORE[kind], [keyOf(address)]).catch(() => {});
    },
    /** Trims every store to its maximum size. */
    trim: (): Promise<void> => trim(MAX_ENTRIES).catch(() => {}),
    /** URLs of cached documents, newest first. */
    documents: (): Promise<string[]> =>
      listOf("pages").then(
        (pages) => pages.filter((address) => !isPayload(address)).reverse(),
        () => [],
      ),
    /** Records of cached builds, newest first. */
    async builds(): Promise<unknown[]> {
      try {
        const cache = await open("builds");
        const readMeta = async (key: string): Promise<unknown> => (await cache.match(key))?.json();
        return await Promise.all((await listOf("builds")).reverse().map(readMeta));
      } catch {
        return [];
      }
    },
    /** Deletes the caches of other format versions. */
    async tidy(): Promise<void> {
      const own = new Set(NAMES.map((name) => PREFIX + FORMAT + name));
      const names = await caches.keys().catch(() => []);
      const old = names.filter((name) => name.startsWith(PREFIX) && !own.has(name));
      await Promise.all(old.map((name) => caches.delete(name).catch(() => false)));
    },
  };
}

export type Stores = ReturnType<typeof createStores>;

const payloadOf = (document: string): string => document.replace(/\/$/, "") + PAYLOAD;

/**
 * A response without its URL: a query may be private, and a navigation must not be answered by a
 * response that was redirected. Headers stay.
 */
function bare({ body, status, statusText, headers }: Response): Response {
  const storedHeaders = new Headers(headers);
  // The body has been decoded.
  storedHeaders.delete("content-encoding");
  storedHeaders.delete("content-length");
  return new Response(body, { status, statusText, headers: storedHeaders });
}

const TYPES: Readonly<Record<StoredKind, RegExp>> = {
  document: /^text\/html\b/i,
  payload: /\bjson\b/i,
  meta: /\bjson\b/i,
  // Hosts with a catch-all page return it for scripts, too.
  asset: /^(?!text\/html\b)./i,
  program: /^(?!text\/html\b)./i,
  file: /^(?!text\/html\b)./i,
  sample: /^audio\//i,
};

/** Whether a response is complete, from this site, and of the expected kind. */
export function isCacheable(kind: StoredKind, response: Response, address: string): boolean {
  const type = response.headers.get("content-type") ?? "";
  const expected = new URL(address).pathname.endsWith(".html") ? TYPES.document : TYPES[kind];
  return (
    response.status === 200 &&
    response.type === "basic" &&
    expected.test(type) &&
    (kind !== "sample" || Number(response.headers.get("content-length")) <= LARGEST_SAMPLE) &&
    !/\bno-store\b/i.test(response.headers.get("cache-control") ?? "")
  );
}
