import { resolveReferences } from "#core/xml/character-references.ts";
import { attributesOf, scanMarkup } from "#core/xml/scan-markup.ts";

/** A container element. */
export interface PageBox {
  readonly name: string;
  /** Index of the parent box; −1: none. */
  readonly parent: number;
  /** Whether the page marks this element as the article's body. */
  readonly isBody: boolean;
}

/** A block of text without nested blocks, such as a paragraph or a list item. */
export interface PageBlock {
  readonly text: string;
  /** Number of characters in links. */
  readonly linked: number;
  readonly isHeading: boolean;
  /** Whether class names mark the block as secondary content: comments, navigation, advertising. */
  readonly isAside: boolean;
  readonly box: number;
}

/** Elements whose content is not text, up to their end tag. */
const RAW = new Set(
  "script style noscript template svg math iframe object select textarea canvas".split(" "),
);
const VOID = new Set("area base br col embed hr img input link meta source track wbr".split(" "));
const INLINE = new Set(
  "a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark q ruby s samp small span strong sub sup time tt u var".split(
    " ",
  ),
);
const ASIDE = new Set("nav footer aside form menu dialog button figcaption rt rp".split(" "));
/** Elements that contain the page, which are kept whatever their class names are. */
const PAGE = new Set(["html", "body", "main", "article"]);
/** Prefixes of class names of secondary content. */
const ASIDE_NAMES =
  /^(?:comments?|related|recommended|share|sharing|social|newsletter|cookies?|consent|promo|sponsor\w*|breadcrumbs?|sidebar|advert\w*|ads?|banner|popup|subscribe|toc)(?:[-_].*)?$/is;

const MAX_BOXES = 100_000;
const NONE: Record<string, string> = {};

interface Open {
  readonly name: string;
  readonly box: number;
  readonly isAside: boolean;
}

const isHidden = ({ hidden, style, ...attributes }: Record<string, string>): boolean =>
  hidden !== undefined ||
  attributes["aria-hidden"] === "true" ||
  /display\s*:\s*none/i.test(style ?? "");

const isNamedAside = (attributes: Record<string, string>): boolean =>
  `${attributes["class"] ?? ""} ${attributes["id"] ?? ""}`
    .split(/\s+/)
    .some((name) => ASIDE_NAMES.test(name));

/** Splits a page into blocks of text, in a single pass. */
export function readBlocks(html: string): {
  readonly boxes: readonly PageBox[];
  readonly blocks: readonly PageBlock[];
} {
  const boxes: PageBox[] = [{ name: "", parent: -1, isBody: false }];
  const blocks: PageBlock[] = [];
  const stack: Open[] = [{ name: "", box: 0, isAside: false }];
  /** Number of open elements by name. */
  const counts = new Map<string, number>();
  let text = "";
  let linked = 0;
  let links = 0;
  const flush = (): void => {
    if (text === "") return;
    const plain = text.replaceAll(/[\s\p{C}]+/gu, " ").trim();
    const { box, isAside, name } = stack.at(-1)!;
    if (plain !== "")
      blocks.push({ text: plain, linked, isHeading: /^h[1-6]$/.test(name), isAside, box });
    text = "";
    linked = 0;
  };
  const add = (raw: string, isLiteral: boolean): void => {
    const plain = isLiteral ? raw : resolveReferences(raw);
    text += plain;
    if (links > 0) linked += plain.trim().length;
  };
  const shorten = (length: number): void => {
    for (const { name } of stack.splice(length)) counts.set(name, counts.get(name)! - 1);
  };
  const open = (name: string, tag: string): void => {
    if (name === "a") links++;
    if (name === "br") text += " ";
    if (INLINE.has(name) || VOID.has(name) || RAW.has(name)) return;
    flush();
    // A paragraph ends where the next block begins.
    if (stack.at(-1)!.name === "p") shorten(stack.length - 1);
    const above = stack.at(-1)!;
    const attributes = tag.includes("=") || tag.includes(" ") ? attributesOf(tag) : NONE;
    const isPage = PAGE.has(name);
    const isAside =
      above.isAside ||
      (!isPage && (ASIDE.has(name) || isHidden(attributes) || isNamedAside(attributes)));
    const isBody = /\barticleBody\b/.test(attributes["itemprop"] ?? "");
    boxes.push({ name, parent: above.box, isBody });
    stack.push({ name, box: boxes.length - 1, isAside });
    counts.set(name, (counts.get(name) ?? 0) + 1);
  };
  const close = (name: string): void => {
    if (name === "a") links = Math.max(0, links - 1);
    if (INLINE.has(name) || VOID.has(name) || RAW.has(name)) return;
    // An end tag without a start tag is ignored.
    if (!counts.get(name)) return;
    flush();
    shorten(stack.findLastIndex((one) => one.name === name));
  };

  for (const part of scanMarkup(html, { rawHtmlElements: RAW })) {
    if (part.kind === "text") add(part.text, part.isLiteral);
    else if (part.kind === "open") open(part.name.toLowerCase(), part.tag);
    else close(part.name.toLowerCase());
    if (boxes.length >= MAX_BOXES) break;
  }
  flush();
  return { boxes, blocks };
}
