import { keyOf, type Kind } from "./classify.ts";

const PREFIX = "toolkit-worker-";
/** Changes when what is kept can no longer be read by this program. */
const FORMAT = "1-";

type Name = "pages" | "assets" | "programs" | "files" | "builds" | "samples";
const NAMES: readonly Name[] = ["pages", "assets", "programs", "files", "builds", "samples"];

/** Entries of each store; the oldest go first. A page and its payload count as one. */
const MOST: Readonly<Record<Name, number>> = {
  pages: 60,
  assets: 600,
  // All languages of the voice, the dictionary of Japanese and the translator are about thirty.
  programs: 60,
  files: 300,
  builds: 3,
  samples: 16,
};
/** What is left when the browser says that there is no more room. */
const LEAST: Readonly<Record<Name, number>> = {
  pages: 15,
  assets: 600,
  programs: 30,
  files: 300,
  builds: 1,
  samples: 2,
};
/** Bytes of a sample: an operator's own may be of any size. */
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
 * What the worker keeps. Storage may be forbidden or full: then nothing is found, and nothing is
 * kept; none of these functions rejects.
 */
export function createStores(caches: CacheStorage) {
  const open = (name: Name): Promise<Cache> => caches.open(PREFIX + FORMAT + name);

  /** Addresses of a store, oldest first. */
  const listOf = async (name: Name): Promise<string[]> =>
    (await (await open(name)).keys()).map(({ url }) => url);

  const remove = async (name: Name, addresses: readonly string[]): Promise<void> => {
    const cache = await open(name);
    await Promise.all(addresses.map((address) => cache.delete(address)));
  };

  /** Forgets the assets of builds that go, unless a build that stays has them, too. */
  async function trimBuilds(most: number): Promise<void> {
    const cache = await open("builds");
    const builds = await listOf("builds");
    const gone = builds.slice(0, Math.max(0, builds.length - most));
    if (gone.length === 0) return;
    const assetsOf = async (address: string): Promise<readonly string[]> => {
      const meta = (await (await cache.match(address))?.json().catch(() => null)) as {
        readonly assets?: readonly string[];
      } | null;
      return (meta?.assets ?? []).map((file) => new URL(`/${file}`, address).href);
    };
    const kept = new Set((await Promise.all(builds.slice(-most).map(assetsOf))).flat());
    const old = (await Promise.all(gone.map(assetsOf))).flat();
    await remove(
      "assets",
      old.filter((address) => !kept.has(address)),
    );
    await remove("builds", gone);
  }

  async function trim(most: Readonly<Record<Name, number>>): Promise<void> {
    await trimBuilds(most.builds);
    for (const name of ["assets", "programs", "files", "samples"] as const)
      await remove(name, (await listOf(name)).slice(0, -most[name]));
    const pages = await listOf("pages");
    const documents = pages.filter((address) => !isPayload(address)).slice(-most.pages);
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
    /** Keeps an answer that `isCacheable`, in place of an earlier one of its address. */
    async store(kind: StoredKind, address: string, response: Response): Promise<void> {
      const name = STORE[kind];
      try {
        await (await open(name)).put(keyOf(address), bare(response));
      } catch {
        // Full, perhaps: the site works without, and the next one finds room.
        await trim(LEAST).catch(() => {});
      }
    },
    async forget(kind: StoredKind, address: string): Promise<void> {
      await remove(STORE[kind], [keyOf(address)]).catch(() => {});
    },
    /** Brings every store down to its size. */
    trim: (): Promise<void> => trim(MOST).catch(() => {}),
    /** Addresses of kept documents, newest first. */
    documents: (): Promise<string[]> =>
      listOf("pages").then(
        (pages) => pages.filter((address) => !isPayload(address)).reverse(),
        () => [],
      ),
    /** Records of kept builds, newest first. */
    async builds(): Promise<unknown[]> {
      try {
        const cache = await open("builds");
        const readMeta = async (key: string): Promise<unknown> => (await cache.match(key))?.json();
        return await Promise.all((await listOf("builds")).reverse().map(readMeta));
      } catch {
        return [];
      }
    },
    /** Removes what workers of another format have left. */
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
 * An answer without the address that it came from: a query may hold what is nobody's business, and
 * no navigation may be answered by a redirect that was followed. Its headers stay.
 */
function bare({ body, status, statusText, headers }: Response): Response {
  const kept = new Headers(headers);
  // The body is no longer as it was sent.
  kept.delete("content-encoding");
  kept.delete("content-length");
  return new Response(body, { status, statusText, headers: kept });
}

const TYPES: Readonly<Record<StoredKind, RegExp>> = {
  document: /^text\/html\b/i,
  payload: /\bjson\b/i,
  meta: /\bjson\b/i,
  // Hosts that answer every address with some page answer those of scripts with it, too.
  asset: /^(?!text\/html\b)./i,
  program: /^(?!text\/html\b)./i,
  file: /^(?!text\/html\b)./i,
  sample: /^audio\//i,
};

/** Whether an answer is what its address stands for, whole and from this site. */
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
