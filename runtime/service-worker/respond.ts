import type { Kind } from "./classify.ts";
import type { DocumentData, Link } from "./pages.ts";
import { assetsOf, dataOf, listPages, localeOf } from "./pages.ts";
import { partOf } from "./part-of.ts";
import type { StoredKind, Stores } from "./stores.ts";
import { isKeepable } from "./stores.ts";

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

/** Links on the offline page. */
const MOST_LINKS = 24;
/** What is shown there without a connection is empty without an account. */
const ACCOUNT = new Set(["subscription", "history", "settings", "podcast", "error"]);

/**
 * Answers requests. What may change with a build comes from the network for as long as there is one,
 * however slow; only when it fails is what was kept looked at. What never changes comes from the
 * store at once.
 */
export function createRespond({ stores, fetch, origin }: RespondOptions) {
  const addressOf = (path: string): string => new URL(path, origin).href;

  async function fromStore(kind: StoredKind, { request, later }: Asked): Promise<Response> {
    const kept = await stores.find(kind, request.url);
    // The build of the document that asks is one of the last.
    if (kept && kind === "meta") later(stores.store(kind, request.url, kept.clone()));
    if (kept) return kept;
    const response = await fetch(request);
    if (isKeepable(kind, response, request.url))
      later(stores.store(kind, request.url, response.clone()).then(stores.trim));
    return response;
  }

  /** Keeps what came from the network in place of what was kept of an earlier time. */
  function keep(kind: Changing, asked: Asked, response: Response): void {
    const { request, later } = asked;
    if (response.status === 404 || response.status === 410) later(stores.forget(kind, request.url));
    if (!isKeepable(kind, response, request.url)) return;
    const stored = stores.store(kind, request.url, response.clone());
    later(kind === "document" || kind === "sample" ? stored.then(stores.trim) : stored);
  }

  /** A kept document, if its scripts and styles are there as well. */
  async function readDocument(
    address: string,
  ): Promise<{ readonly html: string; readonly headers: Headers } | null> {
    const kept = await stores.find("document", address);
    if (!kept) return null;
    const html = await kept.text();
    const assets = await Promise.all(
      assetsOf(html).map((path) => stores.find("asset", addressOf(path))),
    );
    return assets.includes(undefined) ? null : { html, headers: kept.headers };
  }

  /** The page that says that there is no connection, and which pages can be read without one. */
  async function offlinePage(address: string): Promise<Response | null> {
    const kept = await stores.find("file", addressOf("/offline.html"));
    if (!kept) return null;
    const html = await kept.text();
    const data = dataOf(html);
    const links = data ? await linksFor(localeOf(address, data)) : [];
    return new Response(listPages(html, links), { status: 503, headers: kept.headers });
  }

  async function linksFor(locale: string): Promise<Link[]> {
    const known: (Link & { readonly data: DocumentData })[] = [];
    for (const address of await stores.documents()) {
      const document = await readDocument(address);
      const data = document && dataOf(document.html);
      if (data && !ACCOUNT.has(data.page.kind))
        known.push({ name: data.page.name, path: new URL(address).pathname, data });
    }
    const own = known.filter(({ data }) => data.locale === locale);
    // In another language is better than not at all.
    return (own.length > 0 ? own : known).slice(0, MOST_LINKS);
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
