import type { HeadTag } from "#core/page/head.ts";

/** Tags of `<head>` that belong to a page; all others belong to the site. */
const OWN = [
  "title",
  'meta[name="description"]',
  'meta[name="robots"]',
  'meta[name^="twitter:"]',
  'meta[property^="og:"]',
  'link[rel="canonical"]',
  'link[rel="alternate"][hreflang]',
  'script[type="application/ld+json"]',
].join();

/** Replaces the page's tags as its own document would have them (SEO-1). */
export function applyHead(document: Document, tags: readonly HeadTag[]): void {
  const old = [...document.head.querySelectorAll(OWN)];
  const marker = document.createComment("");
  if (old[0]) old[0].before(marker);
  else document.head.append(marker);
  for (const element of old) element.remove();
  marker.replaceWith(
    ...tags.map(({ tag, attributes, text }) => {
      const element = document.createElement(tag);
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
      if (text !== undefined) element.textContent = text;
      return element;
    }),
  );
}
