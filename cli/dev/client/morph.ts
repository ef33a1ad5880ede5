/** Partials, which hydration leaves alone: `runtime/parts/Static.tsx`. */
const STATIC = ".static";
const HEAD =
  "title, meta, link:not([rel=stylesheet], [rel=modulepreload]), script[type='application/ld+json']";

/** The structure of a document, for comparison with a later version. */
export interface Shape {
  /** The document without its replaceable parts. */
  readonly skeleton: string;
  readonly statics: readonly string[];
  /** Header, footer and the rest of the page chrome. */
  readonly around: readonly string[];
  readonly head: string;
}

const aroundOf = (document: Document): Element[] =>
  Array.from(document.body.children).filter(
    (element) =>
      element.id !== "content" && element.matches("header, footer, nav, a, [data-language-banner]"),
  );
/**
 * Other elements next to the page, for example those that a site's own footer adds before the
 * program's.
 */
const restOf = (document: Document): Element[] =>
  Array.from(document.body.children).filter(
    (element) =>
      element.id !== "content" &&
      !element.matches("script, style, template, dialog") &&
      !element.localName.startsWith("toolkit-") &&
      !aroundOf(document).includes(element),
  );
const staticsOf = (root: ParentNode): Element[] => [...root.querySelectorAll(STATIC)];

/** Reads the structure of a document as rendered by the server. */
export function shapeOf(document: Document): Shape {
  const statics = staticsOf(document).map(({ innerHTML }) => innerHTML);
  const main = (document.querySelector("#content") ?? document.body).cloneNode(true) as Element;
  for (const part of staticsOf(main)) part.replaceChildren();
  for (const own of main.querySelectorAll("script")) own.remove();
  const { lang } = document.documentElement;
  const rest = restOf(document).map(({ outerHTML }) => outerHTML);
  return {
    skeleton: [lang, document.body.dataset["kind"], main.innerHTML, ...rest].join(" "),
    statics,
    around: aroundOf(document).map(({ outerHTML }) => outerHTML),
    head: Array.from(document.head.querySelectorAll(HEAD), ({ outerHTML }) => outerHTML).join("\n"),
  };
}

/**
 * Updates the displayed document in place to a new version of the same page: unchanged elements are
 * not
 * touched, and input, open elements and scroll positions are preserved.
 * @param before structure of the server's previous version
 * @returns the new elements; null if the document must be reloaded
 */
export function morph(shown: Document, before: Shape, next: Document): Element[] | null {
  const after = shapeOf(next);
  const [statics, around] = [staticsOf(shown), aroundOf(shown)];
  const fits =
    before.skeleton === after.skeleton &&
    before.statics.length === after.statics.length &&
    statics.length === after.statics.length &&
    before.around.length === after.around.length &&
    around.length === after.around.length;
  if (!fits) return null;
  const changed: Element[] = [];
  after.statics.forEach((html, at) => {
    if (html === before.statics[at]) return;
    const part = statics[at]!;
    part.innerHTML = html;
    changed.push(part);
  });
  after.around.forEach((html, at) => {
    if (html === before.around[at]) return;
    const part = around[at]!;
    const template = shown.createElement("template");
    template.innerHTML = html;
    const made = template.content.firstElementChild!;
    part.replaceWith(made);
    changed.push(made);
  });
  if (after.head !== before.head) {
    for (const tag of shown.head.querySelectorAll(HEAD)) tag.remove();
    for (const tag of next.head.querySelectorAll(HEAD))
      shown.head.append(shown.importNode(tag, true));
  }
  const facts = next.getElementById("toolkit-site")?.textContent;
  const siteElement = shown.getElementById("toolkit-site");
  if (facts && siteElement && siteElement.textContent !== facts) siteElement.textContent = facts;
  return changed;
}
