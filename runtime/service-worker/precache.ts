import { kindOf } from "./classify.ts";
import { assetsOf } from "./pages.ts";
import { type StoredKind, type Stores, isCacheable } from "./stores.ts";

export interface PrecacheOptions {
  readonly stores: Stores;
  readonly fetch: typeof fetch;
  readonly origin: string;
}

/** Concurrent requests: few, so that those of the visitor come first. */
const MAX_CONCURRENT = 4;

const isPath = (address: string): boolean => /^\/(?!\/)/.test(address);

/** Fetches and caches the files that pages need offline; failures are silent. */
export function createPrecache({ stores, fetch, origin }: PrecacheOptions) {
  async function cacheOne(kind: StoredKind, address: string): Promise<void> {
    const isImmutable = kind === "asset" || kind === "program" || kind === "meta";
    if (isImmutable && (await stores.find(kind, address))) return;
    const response = await fetch(address, {
      priority: "low",
      credentials: "same-origin",
      // The address names the build of a payload.
      cache: kind === "payload" ? "force-cache" : "default",
    });
    if (!isCacheable(kind, response, address)) return;
    if (kind !== "document" && !address.endsWith(".html"))
      return stores.store(kind, address, response);
    // A document may belong to a later build than the page: cache its assets first.
    const html = await response.clone().text();
    await cacheAll(assetsOf(html).map((path) => new URL(path, origin).href));
    await stores.store(kind, address, response);
  }

  async function cacheAll(addresses: readonly string[]): Promise<void> {
    const queue = [...addresses];
    const work = async (): Promise<void> => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        const kind = kindOf(next, origin);
        // The next page retries failed requests.
        if (kind && kind !== "latest") await cacheOne(kind, next).catch(() => {});
      }
    };
    await Promise.all(Array.from({ length: MAX_CONCURRENT }, work));
  }

  /** @param addresses paths of the site, with their queries */
  return async (addresses: readonly string[]): Promise<void> => {
    await cacheAll([
      ...new Set(addresses.filter(isPath).map((path) => new URL(path, origin).href)),
    ]);
    await stores.trim();
  };
}
