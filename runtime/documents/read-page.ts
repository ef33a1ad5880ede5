import { resolveReferences } from "#core/xml/character-references.ts";
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
/** Attributes of elements that are hidden, or that mark a page of the printed book or a note. */
const HIDDEN_BY =
  /\s(?:hidden(?=[\s/>=])|aria-hidden\s*=\s*["']?true|style\s*=\s*["'][^"'<>]*display\s*:\s*none|(?:epub:type|role)\s*=\s*["'](?:doc-)?(?:pagebreak|noteref)\b)/i;
/** Elements without end tags, which hide nothing. */
const VOID = new Set(
  "area base br col embed hr img input link meta param source track wbr".split(" "),
);
const CDATA = "<![CDATA[";
/** A start or end tag of these elements closes an unclosed annotation. */
const RUBY = new Set(["ruby", "rb", "rt", "rp", "rtc"]);

/** Neither tags nor attribute values may contain `<`: an unclosed tag ends at the next tag. */
const TAG = /<(\/?)([a-z][\w:-]*)(?=[\s/>])(?:(?:[^<>"']|"[^"<]*"|'[^'<]*')*|[^<>]*)>/iy;

/** Markup at a `<`: its end, and the tag, if it is one. Null: the `<` is text. */
interface Markup {
  readonly end: number;
  readonly name: string;
  readonly isStart: boolean;
  readonly isEnd: boolean;
  /** Whether its attributes hide it. */
  readonly isHidden: boolean;
}

function markupAt(html: string, at: number): Markup | null {
  const isComment = html.startsWith("<!--", at);
  if (isComment || html[at + 1] === "!" || html[at + 1] === "?") {
    const close = isComment ? "-->" : html.startsWith(CDATA, at) ? "]]>" : ">";
    const end = html.indexOf(close, at + 2);
    // Unclosed markup extends to the end of the page, as in browsers.
    return {
      end: end < 0 ? html.length : end + close.length,
      name: "",
      isStart: false,
      isEnd: false,
      isHidden: false,
    };
  }
  TAG.lastIndex = at;
  const [whole, slash, written] = TAG.exec(html) ?? [];
  if (whole === undefined) return null;
  const name = written!.toLowerCase();
  const end = at + whole.length;
  if (slash !== "") return { end, name, isStart: false, isEnd: true, isHidden: false };
  if (whole.endsWith("/>")) return { end, name, isStart: true, isEnd: true, isHidden: false };
  return {
    end: RAW.has(name) ? rawEnd(html, name, end) : end,
    name,
    isStart: true,
    isEnd: false,
    isHidden: HIDDEN.has(name) || (!VOID.has(name) && HIDDEN_BY.test(whole)),
  };
}

/** End of a raw text element: its end tag, or the end of the page. */
function rawEnd(html: string, name: string, start: number): number {
  const close = new RegExp(`</${name}`, "gi");
  close.lastIndex = start;
  return close.exec(html)?.index ?? html.length;
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
    see(tag: Markup): void {
      if (tag.isStart && tag.isEnd) return;
      const isRuby = name === "rt" || name === "rp";
      if (isRuby && (RUBY.has(tag.name) || BLOCKS.has(tag.name))) depth = 0;
      if (depth === 0 && tag.isHidden) [name, depth] = [tag.name, 1];
      else if (depth > 0 && tag.name === name) depth += tag.isStart ? 1 : -1;
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
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf("<", at);
    const end = open < 0 ? html.length : open;
    if (!hidden.isOpen()) paragraphs.add(html.slice(at, end));
    if (open < 0) break;
    const markup = markupAt(html, open);
    at = markup?.end ?? open + 1;
    if (html.startsWith(CDATA, open)) {
      if (!hidden.isOpen())
        paragraphs.add(escapeXml(html.slice(open + CDATA.length, at).replace(/\]\]>$/, "")));
      continue;
    }
    if (!markup) {
      if (!hidden.isOpen()) paragraphs.add("<");
      continue;
    }
    hidden.see(markup);
    if (hidden.isOpen()) continue;
    if (markup.name === "br") paragraphs.add(" ");
    else if (BLOCKS.has(markup.name)) paragraphs.edge(markup.name, markup.isStart);
  }
  paragraphs.edge("", false);
  return paragraphs.result();
}
