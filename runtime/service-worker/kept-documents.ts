import { type DocumentData, type Link, assetsOf, dataOf, listPages, localeOf } from "./pages.ts";
import type { Stores } from "./stores.ts";

/** Links on the offline page. */
const MOST_LINKS = 24;
/** What is shown there without a connection is empty without an account. */
const ACCOUNT = new Set(["subscription", "history", "settings", "podcast", "error"]);

/** Documents that can be shown without a connection. */
export function createKeptDocuments(stores: Stores, origin: string) {
  const addressOf = (path: string): string => new URL(path, origin).href;

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

  return { readDocument, offlinePage };
}
