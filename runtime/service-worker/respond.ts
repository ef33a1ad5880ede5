import type { Kind } from "./classify.ts";
import { createCachedDocuments } from "./cached-documents.ts";
import { assetsOf } from "./pages.ts";
import { partOf } from "./part-of.ts";
import { type StoredKind, type Stores, isCacheable } from "./stores.ts";

export interface RespondOptions {
  readonly stores: Stores;
  readonly fetch: typeof fetch;
  readonly origin: string;
}

export interface CacheableRequest {
  readonly request: Request;
  readonly kind: Kind;
  /** URL of the requesting document, if any. */
  readonly from: () => Promise<string | undefined>;
  /** Extends the event's lifetime by work that continues after the response. */
  readonly later: (work: Promise<unknown>) => void;
}

/** Kinds whose content may change with a build while the URL stays. */
type Changing = "document" | "file" | "payload" | "sample";

/**
 * Responds to requests. Content that may change with a build comes from the network, however slow;
 * the cache is used only when that fails. Immutable content comes from the cache.
 */
export function createRespond({ stores, fetch, origin }: RespondOptions) {
  const { readDocument, offlinePage } = createCachedDocuments(stores, origin);

  async function fromStore(
    kind: StoredKind,
    { request, later }: CacheableRequest,
  ): Promise<Response> {
    const cached = await stores.find(kind, request.url);
    // The build of the requesting document is a recent one.
    if (cached && kind === "meta") later(stores.store(kind, request.url, cached.clone()));
    if (cached) return cached;
    const response = await fetch(request);
    if (isCacheable(kind, response, request.url))
      later(stores.store(kind, request.url, response.clone()).then(stores.trim));
    return response;
  }

  /** Replaces the cached response by that of the network. */
  function keep(kind: Changing, original: CacheableRequest, response: Response): void {
    const { request, later } = original;
    if (response.status === 404 || response.status === 410) later(stores.forget(kind, request.url));
    if (!isCacheable(kind, response, request.url)) return;
    const stored = stores.store(kind, request.url, response.clone());
    later(kind === "document" || kind === "sample" ? stored.then(stores.trim) : stored);
  }

  async function offline(kind: Changing, request: Request) {
    if (kind === "sample") {
      const whole = await stores.find(kind, request.url);
      return whole && partOf(whole, request.headers.get("range"));
    }
    if (kind !== "document") return stores.find(kind, request.url);
    const document = await readDocument(request.url);
    if (document) return new Response(document.html, { headers: document.headers });
    return request.mode === "navigate" ? offlinePage(request.url) : null;
  }

  async function fromNetwork(kind: Changing, original: CacheableRequest): Promise<Response> {
    const { request } = original;
    // Many payloads are prefetched: only those of pages that were shown are cached, as requested by
    // the
    // page. A clone is made only if it will be read, since an unread one would block the
    // connection.
    const before = kind === "payload" ? stores.find(kind, request.url) : true;
    try {
      const response = await fetch(request);
      if (await before) keep(kind, original, response);
      return response;
    } catch (error) {
      const cached = await offline(kind, request);
      if (cached) return cached;
      throw error;
    }
  }

  /**
   * Offline, the requesting document's build is reported as the latest: with another one it would
   * leave for a document that may not be cached.
   */
  async function latest({ request, from }: CacheableRequest): Promise<Response> {
    try {
      return await fetch(request);
    } catch (error) {
      const address = await from();
      const document = address === undefined ? null : await readDocument(address);
      const assets = new Set(document ? assetsOf(document.html) : []);
      for (const meta of (await stores.builds()) as Partial<
        Readonly<Record<"id" | "timestamp" | "scripts", unknown>>
      >[]) {
        const { id, timestamp, scripts } = meta;
        if (Array.isArray(scripts) && scripts.some((script: string) => assets.has(script)))
          return new Response(JSON.stringify({ id, timestamp }), {
            headers: { "content-type": "application/json" },
          });
      }
      throw error;
    }
  }

  return (original: CacheableRequest): Promise<Response> => {
    switch (original.kind) {
      case "asset":
      case "program":
      case "meta":
        return fromStore(original.kind, original);
      case "latest":
        return latest(original);
      case "document":
      case "file":
      case "payload":
      case "sample":
        return fromNetwork(original.kind, original);
    }
  };
}
