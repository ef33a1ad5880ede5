import type { Page } from "#core/page/page.ts";

/** A page's payload could not be had. */
export class PayloadError extends Error {
  override readonly name = "PayloadError";
  /** HTTP status; 0 when nothing answered; 200 when the answer was no payload. */
  readonly status: number;
  constructor(path: string, status: number) {
    super(`${path}: ${status}`);
    this.status = status;
  }
}

/** Prefetching waits while more than this many payloads are pending (NAV-9). */
const MAX_PENDING = 4;
/** Payloads kept for going back and forward at once. */
const KEPT = 40;

export interface PayloadOptions {
  readonly fetch: typeof fetch;
  /** Id of the build, for the address; null while it is not known. */
  readonly build: () => string | null;
}

/**
 * `/de/audio-trimmer/` → `/de/audio-trimmer/_payload.json`. The address is on this site even where
 * the path starts with several slashes.
 */
export const payloadAddress = (path: string, build: string | null): string =>
  `${path.replace(/^\/+/, "/").replace(/\/$/, "")}/_payload.json${build === null ? "" : `?_b=${build}`}`;

const keyOf = (path: string): string => (path.length > 1 ? path.replace(/\/$/, "") : path);

/** Payloads of pages: fetched once, kept, and prefetched in a queue. */
export function createPayloads({ fetch, build }: PayloadOptions) {
  const kept = new Map<string, Page>();
  const pending = new Map<string, Promise<Page>>();
  const queue = new Set<string>();

  const keep = (key: string, page: Page): Page => {
    kept.delete(key);
    kept.set(key, page);
    if (kept.size > KEPT) kept.delete(kept.keys().next().value!);
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
    // Hosts that answer every address with some page answer this one, too.
    if (typeof page?.kind !== "string" || typeof page.route !== "string")
      throw new PayloadError(path, response.status);
    return page;
  }

  function load(path: string, priority: RequestPriority = "high"): Promise<Page> {
    const key = keyOf(path);
    const known = kept.get(key);
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
      // What cannot be prefetched is asked for again when it is wanted.
      load(path, "low").catch(() => {});
    }
  }

  return {
    load,
    /** A payload that is at hand. */
    peek: (path: string): Page | undefined => kept.get(keyOf(path)),
    /** Fetches a payload when no more than four are pending; failures are silent. */
    prefetch(path: string): void {
      const key = keyOf(path);
      if (kept.has(key) || pending.has(key)) return;
      queue.add(path);
      pump();
    },
    /** Forgets everything: another build has other pages. */
    clear(): void {
      kept.clear();
      queue.clear();
    },
  };
}

export type Payloads = ReturnType<typeof createPayloads>;
