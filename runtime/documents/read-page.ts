import { resolveReferences } from "#core/xml/character-references.ts";
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
 * Elements whose text is hidden. The first three contain raw text, in which tags are not parsed.
 */
const RAW = new Set(["script", "style", "title"]);
const HIDDEN = new Set([...RAW, "nav", "svg", "rt", "rp"]);
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
}

function markupAt(html: string, at: number): Markup | null {
  const isComment = html.startsWith("<!--", at);
  if (isComment || html[at + 1] === "!" || html[at + 1] === "?") {
    const close = isComment ? "-->" : ">";
    const end = html.indexOf(close, at + 2);
    // Unclosed markup extends to the end of the page, as in browsers.
    return {
      end: end < 0 ? html.length : end + close.length,
      name: "",
      isStart: false,
      isEnd: false,
    };
  }
  TAG.lastIndex = at;
  const [whole, slash, written] = TAG.exec(html) ?? [];
  if (whole === undefined) return null;
  const name = written!.toLowerCase();
  const end = at + whole.length;
  if (slash !== "") return { end, name, isStart: false, isEnd: true };
  if (whole.endsWith("/>")) return { end, name, isStart: true, isEnd: true };
  return { end: RAW.has(name) ? rawEnd(html, name, end) : end, name, isStart: true, isEnd: false };
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
      const own = resolveReferences(text).replace(/\s+/g, " ").trim();
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
      if (depth === 0 && tag.isStart && HIDDEN.has(tag.name)) [name, depth] = [tag.name, 1];
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
