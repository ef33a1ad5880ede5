import type { Page } from "#core/page/page.ts";

/** A page's payload could not be loaded. */
export class PayloadError extends Error {
  override readonly name = "PayloadError";
  /** HTTP status; 0 without a response; 200 if the response is no payload. */
  readonly status: number;
  constructor(path: string, status: number) {
    super(`${path}: ${status}`);
    this.status = status;
  }
}

/** Prefetching waits while more than this many payloads are pending (NAV-9). */
const MAX_PENDING = 4;
/** Number of payloads cached for going back and forward instantly. */
const MAX_CACHED = 40;

export interface PayloadOptions {
  readonly fetch: typeof fetch;
  /** Build id for the URL; null while it is unknown. */
  readonly build: () => string | null;
}

/**
 * `/de/audio-trimmer/` → `/de/audio-trimmer/_payload.json`. The URL is on this site even if the
 * path starts with several slashes.
 */
export const payloadAddress = (path: string, build: string | null): string =>
  `${path.replace(/^\/+/, "/").replace(/\/$/, "")}/_payload.json${build === null ? "" : `?_b=${build}`}`;

const keyOf = (path: string): string => (path.length > 1 ? path.replace(/\/$/, "") : path);

/** Cache of page payloads, with a prefetch queue. */
export function createPayloads({ fetch, build }: PayloadOptions) {
  const cached = new Map<string, Page>();
  const pending = new Map<string, Promise<Page>>();
  const queue = new Set<string>();

  const keep = (key: string, page: Page): Page => {
    cached.delete(key);
    cached.set(key, page);
    if (cached.size > MAX_CACHED) cached.delete(cached.keys().next().value!);
    return page;
  };

  async function request(path: string, priority: RequestPriority): Promise<Page> {
    const response = await fetch(payloadAddress(path, build()), {
      cache: "force-cache",
      priority,
    }).catch(() => {
      throw new PayloadError(path, 0);
    });
    if (!response.ok) throw new PayloadError(path, response.status);
    const page = (await response.json().catch(() => null)) as Page | null;
    // Hosts with a catch-all page respond to this URL, too.
    if (typeof page?.kind !== "string" || typeof page.route !== "string")
      throw new PayloadError(path, response.status);
    return page;
  }

  function load(path: string, priority: RequestPriority = "high"): Promise<Page> {
    const key = keyOf(path);
    const known = cached.get(key);
    if (known) return Promise.resolve(keep(key, known));
    let promise = pending.get(key);
    if (!promise) {
      promise = request(path, priority)
        .then((page) => keep(key, page))
        .finally(() => {
          pending.delete(key);
          pump();
        });
      pending.set(key, promise);
    }
    return promise;
  }

  function pump(): void {
    for (const path of queue) {
      if (pending.size > MAX_PENDING) return;
      queue.delete(path);
      // Failed prefetches are repeated by the navigation.
      load(path, "low").catch(() => {});
    }
  }

  return {
    load,
    /** A cached payload. */
    peek: (path: string): Page | undefined => cached.get(keyOf(path)),
    /** Prefetches a payload when at most four are pending; failures are silent. */
    prefetch(path: string): void {
      const key = keyOf(path);
      if (cached.has(key) || pending.has(key)) return;
      queue.add(path);
      pump();
    },
    /** Clears the cache: another build has other pages. */
    clear(): void {
      cached.clear();
      queue.clear();
    },
  };
}

export type Payloads = ReturnType<typeof createPayloads>;
