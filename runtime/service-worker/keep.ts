import { kindOf } from "./classify.ts";
import { assetsOf } from "./pages.ts";
import { type StoredKind, type Stores, isKeepable } from "./stores.ts";

export interface KeepOptions {
  readonly stores: Stores;
  readonly fetch: typeof fetch;
  readonly origin: string;
}

/** Requests at the same time: what a visitor waits for goes first. */
const AT_ONCE = 4;

const isPath = (address: string): boolean => /^\/(?!\/)/.test(address);

/** Fetches what pages want to have without a connection, and keeps it; failures are silent. */
export function createKeep({ stores, fetch, origin }: KeepOptions) {
  async function keepOne(kind: StoredKind, address: string): Promise<void> {
    const never = kind === "asset" || kind === "program" || kind === "meta";
    if (never && (await stores.find(kind, address))) return;
    const response = await fetch(address, {
      priority: "low",
      credentials: "same-origin",
      // Its address names the build that it is of.
      cache: kind === "payload" ? "force-cache" : "default",
    });
    if (!isKeepable(kind, response, address)) return;
    if (kind !== "document" && !address.endsWith(".html"))
      return stores.store(kind, address, response);
    // It may be of a later build than the page that asks: what it needs is kept before it is.
    const html = await response.clone().text();
    await keepAll(assetsOf(html).map((path) => new URL(path, origin).href));
    await stores.store(kind, address, response);
  }

  async function keepAll(addresses: readonly string[]): Promise<void> {
    const queue = [...addresses];
    const work = async (): Promise<void> => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        const kind = kindOf(next, origin);
        // One that cannot be had is asked for again by the next page.
        if (kind && kind !== "latest") await keepOne(kind, next).catch(() => {});
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }

  /** @param addresses paths of the site, with their query */
  return async (addresses: readonly string[]): Promise<void> => {
    await keepAll([...new Set(addresses.filter(isPath).map((path) => new URL(path, origin).href))]);
    await stores.trim();
  };
}
