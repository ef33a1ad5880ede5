import { type DocumentData, type Link, assetsOf, dataOf, listPages, localeOf } from "./pages.ts";
import type { Stores } from "./stores.ts";

/** Maximum number of links on the offline page. */
const MAX_LINKS = 24;
/** Page kinds that have no content without a connection. */
const ACCOUNT_KINDS = new Set(["subscription", "history", "settings", "podcast", "error"]);

/** Documents that can be shown offline. */
export function createCachedDocuments(stores: Stores, origin: string) {
  const addressOf = (path: string): string => new URL(path, origin).href;

  /** A cached document, if its scripts and styles are cached as well. */
  async function readDocument(
    address: string,
  ): Promise<{ readonly html: string; readonly headers: Headers } | null> {
    const cached = await stores.find("document", address);
    if (!cached) return null;
    const html = await cached.text();
    const assets = await Promise.all(
      assetsOf(html).map((path) => stores.find("asset", addressOf(path))),
    );
    return assets.includes(undefined) ? null : { html, headers: cached.headers };
  }

  /** The offline page, which lists the pages that can be read offline. */
  async function offlinePage(address: string): Promise<Response | null> {
    const cached = await stores.find("file", addressOf("/offline.html"));
    if (!cached) return null;
    const html = await cached.text();
    const data = dataOf(html);
    const links = data ? await linksFor(localeOf(address, data)) : [];
    return new Response(listPages(html, links), { status: 503, headers: cached.headers });
  }

  async function linksFor(locale: string): Promise<Link[]> {
    const pages: (Link & { readonly data: DocumentData })[] = [];
    for (const address of await stores.documents()) {
      const document = await readDocument(address);
      const data = document && dataOf(document.html);
      if (data && !ACCOUNT_KINDS.has(data.page.kind))
        pages.push({ name: data.page.name, path: new URL(address).pathname, data });
    }
    const own = pages.filter(({ data }) => data.locale === locale);
    // Pages in another language are better than none.
    return (own.length > 0 ? own : pages).slice(0, MAX_LINKS);
  }

  return { readDocument, offlinePage };
}
