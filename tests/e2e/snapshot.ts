import type { Page } from "playwright";

/** What a visitor, a screen reader and a search engine get of the shown page, in a comparable form. */
export const snapshot = (page: Page) =>
  page.evaluate(() => {
    const html = (element: Element): string => {
      const copy = element.cloneNode(true) as Element;
      // What is there without scripts alone, and what belongs to the visitor's account.
      for (const part of copy.querySelectorAll("noscript")) part.remove();
      for (const slot of copy.querySelectorAll(
        "[data-live], [data-offer], [data-calculator], [data-account]",
      ))
        slot.replaceChildren();
      for (const tag of [copy, ...copy.querySelectorAll("*")]) {
        // The server separates texts by comments.
        for (const node of Array.from(tag.childNodes))
          if (node.nodeType === Node.COMMENT_NODE) node.remove();
        const attributes = Array.from(tag.attributes).sort((a, b) => (a.name < b.name ? -1 : 1));
        for (const { name } of attributes) tag.removeAttribute(name);
        for (const { name, value } of attributes)
          // What got the focus without being a control has it until it is left.
          if (name !== "tabindex" || value !== "-1") tag.setAttribute(name, value);
      }
      copy.normalize();
      // One tag a line, so that a difference can be read.
      return copy.outerHTML.replaceAll("><", ">\n<");
    };
    const own =
      'title, meta[name="description"], meta[name="robots"], meta[name^="twitter:"], meta[property], link[rel="canonical"], link[rel="alternate"], script[type="application/ld+json"]';
    const { lang, dir, dataset } = document.documentElement;
    return {
      html: [lang, dir, Object.entries(dataset)],
      body: Object.fromEntries(Object.entries(document.body.dataset)),
      facts: JSON.parse(document.getElementById("toolkit-site")!.textContent) as unknown,
      head: Array.from(document.head.querySelectorAll(own), (tag) => tag.outerHTML),
      // What lies over the pages is no part of them.
      parts: Array.from(document.body.children)
        .filter((child) =>
          child.matches("main, header, footer, .skip-link, [data-language-banner]"),
        )
        .map(html),
    };
  });

/** Stylesheets of kinds of pages that the document has. */
export const stylesOf = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    Array.from(document.head.querySelectorAll('link[href^="/assets/style-"]'), (link) =>
      link.getAttribute("href")!,
    ),
  );
