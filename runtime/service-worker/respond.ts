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

export interface Asked {
  readonly request: Request;
  readonly kind: Kind;
  /** Address of the document that asks, where there is one. */
  readonly from: () => Promise<string | undefined>;
  /** Takes work that goes on after the answer. */
  readonly later: (work: Promise<unknown>) => void;
}

/** What a build may change while its address stays. */
type Changing = "document" | "file" | "payload" | "sample";

/**
 * Answers requests. What may change with a build comes from the network for as long as there is one,
 * however slow; only when it fails is what was kept looked at. What never changes comes from the
 * store at once.
 */
export function createRespond({ stores, fetch, origin }: RespondOptions) {
  const { readDocument, offlinePage } = createCachedDocuments(stores, origin);

  async function fromStore(kind: StoredKind, { request, later }: Asked): Promise<Response> {
    const kept = await stores.find(kind, request.url);
    // The build of the document that asks is one of the last.
    if (kept && kind === "meta") later(stores.store(kind, request.url, kept.clone()));
    if (kept) return kept;
    const response = await fetch(request);
    if (isCacheable(kind, response, request.url))
      later(stores.store(kind, request.url, response.clone()).then(stores.trim));
    return response;
  }

  /** Keeps what came from the network in place of what was kept of an earlier time. */
  function keep(kind: Changing, asked: Asked, response: Response): void {
    const { request, later } = asked;
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

  async function fromNetwork(kind: Changing, asked: Asked): Promise<Response> {
    const { request } = asked;
    // Many payloads are fetched before anybody wants them: those of pages that were shown are kept,
    // and the page says so. A copy is made only where it will be read; it would hold the connection.
    const before = kind === "payload" ? stores.find(kind, request.url) : true;
    try {
      const response = await fetch(request);
      if (await before) keep(kind, asked, response);
      return response;
    } catch (error) {
      const kept = await offline(kind, request);
      if (kept) return kept;
      throw error;
    }
  }

  /**
   * Without a connection, the build of the document that asks is the latest: told of another one, it
   * would leave for a document that may not be there.
   */
  async function latest({ request, from }: Asked): Promise<Response> {
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

  return (asked: Asked): Promise<Response> => {
    switch (asked.kind) {
      case "asset":
      case "program":
      case "meta":
        return fromStore(asked.kind, asked);
      case "latest":
        return latest(asked);
      case "document":
      case "file":
      case "payload":
      case "sample":
        return fromNetwork(asked.kind, asked);
    }
  };
}
