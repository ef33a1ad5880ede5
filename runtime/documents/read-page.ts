import { resolveReferences } from "#core/xml/character-references.ts";
import { attributesOf, scanMarkup } from "#core/xml/scan-markup.ts";
import { escapeXml } from "#core/xml/scan-xml.ts";
import type { Chapter } from "./document.ts";

/** Block elements, whose start and end tags end a paragraph. */
const BLOCKS = new Set(
  (
    "address article aside blockquote body caption center dd details dialog dir div dl dt fieldset " +
    "figcaption figure footer form h1 h2 h3 h4 h5 h6 head header hr html legend li main menu ol p pre " +
    "section summary table tbody td tfoot th thead tr ul"
  ).split(" "),
);
const TITLES = new Set(["h1", "h2"]);
/**
 * Elements whose text is hidden. The raw ones contain text, in which tags are not parsed.
 */
const RAW = new Set(["script", "style", "title", "textarea", "iframe"]);
const HIDDEN = new Set([
  ...RAW,
  ..."nav svg rt rp template noscript select video audio object canvas annotation".split(" "),
]);
/** Elements without end tags, which hide nothing. */
const VOID = new Set(
  "area base br col embed hr img input link meta param source track wbr".split(" "),
);
/** A start or end tag of these elements closes an unclosed annotation. */
const RUBY = new Set(["ruby", "rb", "rt", "rp", "rtc"]);

/** Whether an element is hidden, or marks a page of the printed book or a note. */
function isHidden(name: string, tag: string): boolean {
  if (HIDDEN.has(name)) return true;
  if (VOID.has(name) || !/\s/.test(tag)) return false;
  const { hidden, style, role, ...others } = attributesOf(tag);
  const kinds = `${others["epub:type"] ?? ""} ${role ?? ""}`;
  return (
    hidden !== undefined ||
    others["aria-hidden"] === "true" ||
    /display\s*:\s*none/i.test(style ?? "") ||
    /(?:^|\s)(?:doc-)?(?:pagebreak|noteref)(?:\s|$)/.test(kinds)
  );
}

/** Collects text into paragraphs, which end at the edges of block elements. */
function createParagraphs() {
  const paragraphs: string[] = [];
  let title: string | null = null;
  let text = "";
  let isTitle = false;
  return {
    add(more: string): void {
      text += more;
    },
    /** @param name of the element that starts or ends */
    edge(name: string, isStart: boolean): void {
      const own = resolveReferences(text).replaceAll("\u00AD", "").replace(/\s+/g, " ").trim();
      text = "";
      if (own !== "" && isTitle && title === null) title = own;
      else if (own !== "") paragraphs.push(own);
      isTitle = isStart && TITLES.has(name);
    },
    result: (): Chapter => ({ title: title ?? "", text: paragraphs.join("\n\n") }),
  };
}

/** Tracks open hidden elements, which may be nested in elements of the same name. */
function createHidden() {
  let name = "";
  let depth = 0;
  return {
    isOpen: (): boolean => depth > 0,
    see(tag: string, isStart: boolean, isElementHidden: boolean): void {
      const isRuby = name === "rt" || name === "rp";
      if (isRuby && (RUBY.has(tag) || BLOCKS.has(tag))) depth = 0;
      if (depth === 0 && isElementHidden) [name, depth] = [tag, 1];
      else if (depth > 0 && tag === name) depth += isStart ? 1 : -1;
    },
  };
}

/**
 * Reads a page of an e-book, whose HTML may be as malformed as browsers tolerate: the first heading
 * is the title, other blocks are paragraphs. Runs in linear time.
 */
export function readPage(html: string): Chapter {
  const paragraphs = createParagraphs();
  const hidden = createHidden();
  for (const part of scanMarkup(html, { rawHtmlElements: RAW })) {
    if (part.kind === "text") {
      if (!hidden.isOpen()) paragraphs.add(part.isLiteral ? escapeXml(part.text) : part.text);
      continue;
    }
    const name = part.name.toLowerCase();
    const isStart = part.kind === "open";
    hidden.see(name, isStart, isStart && isHidden(name, part.tag));
    if (hidden.isOpen()) continue;
    if (name === "br" && isStart) paragraphs.add(" ");
    else if (BLOCKS.has(name)) paragraphs.edge(name, isStart);
  }
  paragraphs.edge("", false);
  return paragraphs.result();
}
